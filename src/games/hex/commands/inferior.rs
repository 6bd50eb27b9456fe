//! The commands that show inferior cells, in the codes of HexGui's type `inferior`.

use super::super::Hex;
use super::super::inferior::{FillInKind, Reason};
use super::super::notation::{cell_name, cell_names};
use super::super::tables::Extras;
use super::super::view::TablesView;
use super::parse_color;
use crate::color::Color;
use crate::game::Context;
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Outcome};

pub(super) fn inferior(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let mover = parse_color(args)?;
    let tables = hex.brain.tables(&hex.board, Extras::ALL, &context.stop);
    let mut words = fill_in_words(tables, hex.size);
    if !tables.is_won() {
        words.extend(inferior_words(tables, hex.size, mover, &tables.empty()));
    }
    Ok(words.join(" "))
}

pub(super) fn fill_in(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    parse_color(args)?;
    Ok(fill_in_words(hex.brain.tables(&hex.board, Extras::ALL, &context.stop), hex.size).join(" "))
}

pub(super) fn decompositions(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    let tables = hex.brain.tables(&hex.board, Extras::ALL, &context.stop);
    Ok(cell_names(hex.size, tables.captured_regions(color)))
}

/// `a1 fdb`: the cells filled in.
pub(super) fn fill_in_words(tables: &dyn TablesView, size: Size) -> Vec<String> {
    let word = |(color, cell, kind): (Color, Cell, FillInKind)| {
        let letter = match kind {
            FillInKind::Dead => 'd',
            FillInKind::Captured => 'c',
            FillInKind::Permanent => 'p',
        };
        format!("{} f{letter}{}", cell_name(size, cell), color.letter().to_ascii_lowercase())
    };
    tables.fill_in().into_iter().map(word).collect()
}

/// `b2 iv[c1]`: the cells among some that a colour need not try.
pub(super) fn inferior_words(tables: &dyn TablesView, size: Size, mover: Color, among: &[Cell]) -> Vec<String> {
    let word = |(cell, reason)| {
        let (code, by) = match reason {
            Reason::Vulnerable(by) => ("iv", by),
            Reason::Reversible(by, _) => ("ir", by),
            Reason::Dominated(by) => ("id", by),
        };
        format!("{} {code}[{}]", cell_name(size, cell), cell_name(size, by))
    };
    tables.inferior(mover, among).into_iter().map(word).collect()
}

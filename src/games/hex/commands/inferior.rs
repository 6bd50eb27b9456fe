//! The verbs that show inferior cells, in the codes of HexGui's type `inferior`.

use super::super::Hex;
use super::super::board::cellset::{CellSet, with_width};
use super::super::inferior::{Kind, Reason};
use super::super::notation::{cell_name, cell_names};
use super::super::tables::{Extras, Tables};
use crate::color::Color;
use crate::game::Context;
use crate::grid::Size;
use crate::protocol::{Args, Outcome, color};
use crate::search::Stop;

pub(super) fn inferior(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    Ok(with_width!(hex.size, marked(hex, Some(color), &context.stop)))
}

pub(super) fn fill_in(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.next("COLOR", color)?;
    args.end()?;
    Ok(with_width!(hex.size, marked(hex, None, &context.stop)))
}

pub(super) fn decompositions(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    Ok(with_width!(hex.size, captured_regions(hex, color, &context.stop)))
}

/// `a1 b1`: the cells of the regions that a colour captures as a whole.
fn captured_regions<const W: usize>(hex: &mut Hex, color: Color, stop: &Stop) -> String {
    let tables: &Tables<W> = hex.player.tables(&hex.board, Extras::ALL, stop);
    let filled = (tables.decomposed() & tables.filled(color)) - tables.filled_as(Kind::Dead);
    // Where more than a region is decided, none of them has been filled in.
    let left = tables.decompositions();
    let captured = left.iter().filter(|region| region.kind == Kind::Captured && region.color == color);
    cell_names(hex.size, captured.fold(filled, |all, region| all | region.cells).iter())
}

/// `a1 fdb b2 iv[c1]`: fill-in of both colours, and what one of them need not try.
fn marked<const W: usize>(hex: &mut Hex, mover: Option<Color>, stop: &Stop) -> String {
    let tables: &Tables<W> = hex.player.tables(&hex.board, Extras::ALL, stop);
    let mut words = fill_in_words(tables, hex.size);
    if let Some(mover) = mover.filter(|_| !Color::BOTH.iter().any(|&color| tables.side(color).is_won())) {
        words.extend(inferior_words(tables, hex.size, mover, tables.empty()));
    }
    words.join(" ")
}

/// `a1 fdb`: the cells filled in.
pub(super) fn fill_in_words<const W: usize>(tables: &Tables<W>, size: Size) -> Vec<String> {
    let word = |color: Color, cell| {
        let kind = Kind::ALL.into_iter().zip("dcp".chars()).find(|&(kind, _)| tables.filled_as(kind).contains(cell));
        let letter = kind.map_or('c', |(_, letter)| letter);
        format!("{} f{letter}{}", cell_name(size, cell), color.letter().to_ascii_lowercase())
    };
    Color::BOTH.into_iter().flat_map(|color| tables.filled(color).iter().map(move |cell| word(color, cell))).collect()
}

/// `b2 iv[c1]`: the cells among some that a colour need not try.
pub(super) fn inferior_words<const W: usize>(tables: &Tables<W>, size: Size, mover: Color, among: CellSet<W>) -> Vec<String> {
    let word = |(cell, reason)| match reason {
        Reason::Vulnerable(at) => format!("{} iv[{}]", cell_name(size, cell), cell_name(size, at)),
        Reason::Reversible(at, _) => format!("{} ir[{}]", cell_name(size, cell), cell_name(size, at)),
        Reason::Dominated(at) => format!("{} id[{}]", cell_name(size, cell), cell_name(size, at)),
    };
    tables.inferior_cells().find_prunable(mover, among).into_iter().map(word).collect()
}

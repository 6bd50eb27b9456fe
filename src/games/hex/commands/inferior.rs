//! The commands that show inferior cells, in the codes of HexGui's type `inferior`.

use super::super::Hex;
use super::super::notation::cell_names;
use super::super::notation::connections::{fill_in_words, inferior_words};
use super::super::tables::Extras;
use super::parse_color;
use crate::game::Context;
use crate::protocol::{Args, Outcome};

pub(super) fn inferior(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let mover = parse_color(args)?;
    let tables = hex.searcher.tables(&hex.board, Extras::ALL, &context.stop);
    let mut words = fill_in_words(tables, hex.size);
    if !tables.is_won() {
        words.extend(inferior_words(tables, hex.size, mover, &tables.empty()));
    }
    Ok(words.join(" "))
}

pub(super) fn fill_in(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    parse_color(args)?;
    Ok(fill_in_words(hex.searcher.tables(&hex.board, Extras::ALL, &context.stop), hex.size).join(" "))
}

pub(super) fn decompositions(hex: &mut Hex, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = parse_color(args)?;
    let tables = hex.searcher.tables(&hex.board, Extras::ALL, &context.stop);
    Ok(cell_names(hex.size, tables.captured_regions(color)))
}

//! The verbs that show inferior cells, in the codes of HexGui's type `inferior`.

use super::super::Hex;
use super::super::cellset::with_width;
use super::super::hsearch::tables::{Filling, Tables};
use super::super::inferior::Reason;
use super::super::notation::cell_name;
use crate::color::Color;
use crate::game::Context;
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

/// `a1 fdb b2 iv[c1]`: fill-in of both colours, and what one of them need not try.
fn marked<const W: usize>(hex: &mut Hex, mover: Option<Color>, stop: &Stop) -> String {
    let tables: &Tables<W> = hex.player.tables(&hex.board, Filling::On, stop);
    let size = hex.size;
    let mut words = Vec::new();
    for color in Color::BOTH {
        let dead = tables.dead();
        let letter = color.letter().to_ascii_lowercase();
        let kind = |cell| if dead.contains(cell) { 'd' } else { 'c' };
        words.extend(tables.filled(color).iter().map(|cell| format!("{} f{}{letter}", cell_name(size, cell), kind(cell))));
    }
    if let Some(mover) = mover.filter(|_| !Color::BOTH.iter().any(|&color| tables.side(color).is_won())) {
        let empty = tables.empty();
        words.extend(tables.surroundings().inferior(mover, empty).into_iter().map(|(cell, reason)| {
            let (code, at) = match reason {
                Reason::Vulnerable(at) => ("iv", at),
                Reason::Dominated(at) => ("id", at),
            };
            format!("{} {code}[{}]", cell_name(size, cell), cell_name(size, at))
        }));
    }
    words.join(" ")
}

//! What the tables of connections prove of a position and of a move, in words. The cells that a proof needs stand behind a colon:
//! its winner still wins if the other player gets all other cells.

use super::Hex;
use super::inferior::{FillInKind, Reason};
use super::notation::{cell_name, cell_names};
use super::tables::Extras;
use super::view::ProofView;
use crate::color::Color;
use crate::grid::{Cell, Size};
use crate::search::Stop;

/// Says who is connected, or where the player to move has to play. Nobody has won.
pub(super) fn position_terms(hex: &mut Hex, mover: Color, stop: &Stop) -> Vec<String> {
    let (size, tables) = (hex.size, hex.brain.tables(&hex.board, Extras::ALL, stop));
    if let Some(ProofView { winner, first, carrier }) = tables.proof(mover) {
        let how = match first {
            Some(cell) => format!("{} joins its edges by {}", winner.name(), cell_name(size, cell)),
            None if winner == mover => format!("{}'s edges are connected", winner.name()),
            None => format!("{}'s edges are connected, whatever {} plays", winner.name(), mover.name()),
        };
        return vec![format!("{how}; the connection needs: {}", cell_names(size, carrier))];
    }
    let (must_play, empty) = (tables.must_play(mover).unwrap_or_default(), tables.empty());
    if must_play.len() == empty.len() {
        return Vec::new();
    }
    let (other, mover) = (mover.other().name(), mover.name());
    vec![format!("{other} threatens to join its edges: {mover} must play on one of {}", cell_names(size, must_play))]
}

/// Says why a player need not try a cell, or which connection of the other player refutes a stone there. Nobody has won.
pub(super) fn move_terms(hex: &mut Hex, mover: Color, cell: Cell, stop: &Stop) -> Vec<String> {
    let (size, tables) = (hex.size, hex.brain.tables(&hex.board, Extras::ALL, stop));
    let name = cell_name(size, cell);
    if let Some((color, _, kind)) = tables.fill_in().into_iter().find(|&(_, filled, _)| filled == cell) {
        return vec![match kind {
            FillInKind::Dead => format!("{name} is dead: a stone of either colour there changes nothing"),
            FillInKind::Captured => {
                format!("{name} is captured by {}: a stone of {} there is answered", color.name(), color.other().name())
            }
            FillInKind::Permanent => {
                format!("{name} counts as {}'s: {} never gains from a stone there", color.name(), color.other().name())
            }
        }];
    }
    if tables.proof(mover).is_some() {
        return Vec::new();
    }
    let inferior = tables.inferior(mover, &[cell]).first().map(|&(_, reason)| inferior_text(size, mover, &name, reason));
    let refutation = tables.refutation(mover, cell).map(|ProofView { winner, first, carrier }| {
        let how = first.map_or_else(String::new, |first| format!(" by {}", cell_name(size, first)));
        format!("after {name} {} joins its edges{how}; the connection needs: {}", winner.name(), cell_names(size, carrier))
    });
    inferior.into_iter().chain(refutation).collect()
}

fn inferior_text(size: Size, mover: Color, name: &str, reason: Reason) -> String {
    let other = mover.other().name();
    match reason {
        Reason::Vulnerable(answer) => format!("{name} is vulnerable: {other}'s answer {} makes it dead", cell_name(size, answer)),
        Reason::Reversible(answer, pair) => {
            format!(
                "{name} is reversible: {other}'s answer {} captures {}, and it is dead",
                cell_name(size, answer),
                cell_names(size, pair)
            )
        }
        Reason::Dominated(by) => format!("{name} is dominated: {} is at least as good", cell_name(size, by)),
    }
}

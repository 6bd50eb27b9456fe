//! The figures 3, 6, 7 and 9 of Vilars, *Construction d'un joueur au jeu de Hex*: time by depth of his programs, from the
//! evaluation by cells to ordered moves with tables kept up to date. The player of this engine is measured too.

use super::super::board::Board;
use super::super::eval::resistance::Conductance;
use super::super::style::{Evaluation, Ordering, Search, Style, Upkeep};
use super::search_to_depth;
use crate::color::Color;
use crate::grid::Size;
use crate::search::Puct;

/// Seconds after which a depth is given up.
const LONGEST: f64 = 5.0;

/// Side of the board and seconds of the aim of Vilars: an answer within 30 s on 10x10.
const AIM: (usize, f64) = (10, 30.0);

/// Returns the programs, with the figures that show them.
fn programs() -> [(&'static str, Style); 7] {
    let plain = Style {
        search: Search::AlphaBeta,
        puct: Puct::default(),
        evaluation: Evaluation::Resistance,
        has_network: false,
        conductance: Conductance::Unit,
        upkeep: Upkeep::Rebuild,
        ordering: Ordering::None,
        width: 0,
        inferior: false,
        templates: false,
    };
    [
        ("figure 3, cells", Style { evaluation: Evaluation::Cells, ..plain }),
        ("figure 6, rebuild", plain),
        ("figure 7, lazy", Style { upkeep: Upkeep::Lazy, ..plain }),
        ("figure 7, eager", Style { upkeep: Upkeep::Eager, ..plain }),
        ("figure 9, semis", Style { upkeep: Upkeep::Eager, ordering: Ordering::Semis, ..plain }),
        ("energy, all moves", Style { upkeep: Upkeep::Eager, ordering: Ordering::Energy, ..plain }),
        ("ordered, narrowed", Style { search: Search::AlphaBeta, ..Style::default() }),
    ]
}

/// Prints seconds by depth on empty boards; d = 0 of Vilars is one ply.
pub fn measure(tell: &mut dyn FnMut(String)) {
    for (name, style) in programs() {
        for side in 5..=13 {
            let board = Board::new(Size::square(side));
            let limit = if side == AIM.0 { AIM.1 } else { LONGEST };
            let mut line = format!("{name}, {}:", board.size());
            for depth in 1.. {
                let (report, seconds) = search_to_depth(&board, Color::Black, style, depth, 1, limit);
                if seconds >= limit {
                    line += &format!(" d{} above {limit}", depth - 1);
                    break;
                }
                line += &format!(" d{} {seconds:.3}", depth - 1);
                if report.value.is_proof() {
                    line += &format!(" ({})", report.value);
                    break;
                }
            }
            tell(line);
        }
    }
}

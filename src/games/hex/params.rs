//! The settings of Hex, as `param` shows them.

use super::Hex;
use super::board::record::Swap;
use super::net::choice::NetworkChoice;
use super::style::{Evaluation, Ordering, Search, Upkeep};
use crate::param::{Kind, Param};

/// The table.
pub(super) const PARAMS: &[Param<Hex>] = &[
    Param {
        key: "swap",
        summary: "whether genmove may take over the first stone, and what swap-pieces means",
        kind: Kind::Choice(
            &["none", "pieces", "sides"],
            |hex| hex.options.swap as usize,
            |hex, n| hex.options.swap = Swap::ALL[n],
        ),
    },
    Param {
        key: "allow_swap",
        summary: "Benzene's name for swap: 1 is sides, 0 is none",
        kind: Kind::Bool(
            |hex| hex.options.swap != Swap::None,
            |hex, allowed| hex.options.swap = if allowed { Swap::Sides } else { Swap::None },
        ),
    },
    Param {
        key: "resign",
        summary: "whether genmove resigns a proved loss",
        kind: Kind::Bool(|hex| hex.options.resign, |hex, resign| hex.options.resign = resign),
    },
    Param {
        key: "network",
        summary: "a network in place of the evaluation: the one that is compiled in, one of a file, or none",
        kind: Kind::Word(
            "none|builtin|FILE",
            |hex| hex.network.describe(),
            |hex, word| {
                hex.set_network(NetworkChoice::read(word)?);
                Ok(())
            },
        ),
    },
    Param {
        key: "search",
        summary: "experiment: search by the most promising position first (puct), or depth by depth (alphabeta)",
        kind: Kind::Choice(
            &["puct", "alphabeta"],
            |hex| hex.options.style.search as usize,
            |hex, n| hex.options.style.search = Search::ALL[n],
        ),
    },
    Param {
        key: "evaluation",
        summary: "experiment: evaluation by points of cells, two-distance, or resistance of the circuit of connections",
        kind: Kind::Choice(
            &["cells", "twod", "resistance"],
            |hex| hex.options.style.evaluation as usize,
            |hex, n| hex.options.style.evaluation = Evaluation::ALL[n],
        ),
    },
    Param {
        key: "tables",
        summary: "experiment: connections of neighbours alone (none), built anew (rebuild), updated with each stone (eager) or on need (lazy)",
        kind: Kind::Choice(
            &["none", "rebuild", "eager", "lazy"],
            |hex| hex.options.style.upkeep as usize,
            |hex, n| hex.options.style.upkeep = Upkeep::ALL[n],
        ),
    },
    Param {
        key: "ordering",
        summary: "experiment: order of moves by rows (none), by the opponent's semi connections (semis), by the evaluation (energy)",
        kind: Kind::Choice(
            &["none", "semis", "energy"],
            |hex| hex.options.style.ordering as usize,
            |hex, n| hex.options.style.ordering = Ordering::ALL[n],
        ),
    },
];

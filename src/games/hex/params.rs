//! The settings of Hex, as `param` shows them.

use super::Hex;
use super::board::record::Swap;
use super::net::choice::NetworkChoice;
use super::style::{Evaluation, Ordering, Search, Upkeep};
use crate::param::{Kind, Param, choice};

/// The table.
pub(super) const PARAMS: &[Param<Hex>] = &[
    Param {
        key: "swap",
        summary: "whether genmove may take over the first stone, and what swap-pieces means",
        kind: choice!(&["none", "pieces", "sides"], Swap, options.swap),
    },
    Param {
        key: "allow_swap",
        summary: "Benzene's name for swap: 1 is sides, 0 is none",
        kind: Kind::Bool(|hex| hex.options.swap != Swap::None, |hex, allowed| hex.options.swap = Swap::from_permission(allowed)),
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
        kind: choice!(&["puct", "alphabeta"], Search, options.style.search),
    },
    Param {
        key: "evaluation",
        summary: "experiment: evaluation by points of cells, two-distance, or resistance of the circuit of connections",
        kind: choice!(&["cells", "twod", "resistance"], Evaluation, options.style.evaluation),
    },
    Param {
        key: "tables",
        summary: "experiment: connections of neighbours alone (none), built anew (rebuild), updated with each stone (eager) or on need (lazy)",
        kind: choice!(&["none", "rebuild", "eager", "lazy"], Upkeep, options.style.upkeep),
    },
    Param {
        key: "ordering",
        summary: "experiment: order of moves by rows (none), by the opponent's semi connections (semis), by the evaluation (energy)",
        kind: choice!(&["none", "semis", "energy"], Ordering, options.style.ordering),
    },
];

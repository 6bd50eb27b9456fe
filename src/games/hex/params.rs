//! The settings of Hex, as `param` shows them.

use super::Hex;
use super::board::record::Swap;
use super::net::choice::NetworkChoice;
use super::style::{Evaluation, Ordering, Search, Upkeep};
use crate::param::{Kind, Param, choice};

pub(super) const PARAMS: &[Param<Hex>] = &[
    Param::new(
        "swap",
        "whether genmove may take over the first stone, and what swap-pieces means",
        choice!(&["none", "pieces", "sides"], Swap, options.swap),
    ),
    Param::new(
        "allow_swap",
        "Benzene's name for swap: 1 is sides, 0 is none",
        Kind::Bool(|hex| hex.options.swap != Swap::None, |hex, allowed| hex.options.swap = Swap::from_permission(allowed)),
    ),
    Param::new(
        "resign",
        "whether genmove resigns a proved loss",
        Kind::Bool(|hex| hex.options.resign, |hex, resign| hex.options.resign = resign),
    ),
    Param::new(
        "network",
        "a network in place of the evaluation: the one that is compiled in, one of a file, or none",
        Kind::Text {
            form: "none|builtin|FILE",
            get: |hex| hex.network.word().to_owned(),
            describe: |hex| hex.network.describe(),
            set: |hex, word, files| {
                hex.set_network(NetworkChoice::read(word, files)?);
                Ok(())
            },
        },
    ),
    Param::new(
        "search",
        "experiment: search by the most promising position first (puct), or depth by depth (alphabeta)",
        choice!(&["puct", "alphabeta"], Search, options.style.search),
    ),
    Param::new(
        "evaluation",
        "experiment: evaluation by points of cells, two-distance, or resistance of the circuit of connections",
        choice!(&["cells", "twod", "resistance"], Evaluation, options.style.evaluation),
    ),
    Param::new(
        "tables",
        "experiment: connections of neighbours alone (none), built anew (rebuild), updated with each stone (eager) or on need (lazy)",
        choice!(&["none", "rebuild", "eager", "lazy"], Upkeep, options.style.upkeep),
    ),
    Param::new(
        "ordering",
        "experiment: order of moves by rows (none), by the opponent's semi connections (semis), by the evaluation (energy)",
        choice!(&["none", "semis", "energy"], Ordering, options.style.ordering),
    ),
];

//! How the engine searches and evaluates: the experiments that `param` offers, Vilars's line of programs among them.

use std::sync::Arc;

use super::eval::Evaluator;
use super::eval::cells::CellPoints;
use super::eval::network::UNITS_PER_LOGIT;
use super::eval::resistance::{Conductance, Resistance, UNITS_PER_NEPER};
use super::eval::twod::{TwoDistanceEvaluator, UNITS_PER_PLY};
use super::tables::Extras;
use crate::game::turn::win_probability;
use crate::search::{Puct, Value};

/// How undecided positions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Evaluation {
    /// By points of cells.
    Cells,
    /// By two-distance with mobility.
    TwoDistance,
    /// By the resistance of the circuit of connections.
    #[default]
    Resistance,
}

impl Evaluation {
    /// All of them, in order.
    pub const ALL: [Evaluation; 3] = [Evaluation::Cells, Evaluation::TwoDistance, Evaluation::Resistance];
}

/// When the tables of connections are updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Upkeep {
    /// Never: neighbours are the only connections.
    None,
    /// From scratch, where they are needed.
    Rebuild,
    /// After every move; a position decided by its connections ends the search.
    #[default]
    Eager,
    /// Where they are needed, from the last position for which they were.
    Lazy,
}

impl Upkeep {
    /// All of them, in order.
    pub const ALL: [Upkeep; 4] = [Upkeep::None, Upkeep::Rebuild, Upkeep::Eager, Upkeep::Lazy];
}

/// The order in which moves are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ordering {
    /// Row order.
    None,
    /// By the number of the opponent's semi connections that need the cell; low counts are cut (Vilars, section 6.2).
    Semis,
    /// By the evaluation of the cells: energy, two-distances or points.
    #[default]
    Energy,
}

impl Ordering {
    /// All of them, in order.
    pub const ALL: [Ordering; 3] = [Ordering::None, Ordering::Semis, Ordering::Energy];
}

/// How the tree of positions is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Search {
    /// The most promising position first ([`crate::search::best_first`]).
    #[default]
    Puct,
    /// Depth by depth ([`crate::search::search`]).
    AlphaBeta,
}

impl Search {
    /// All of them, in order.
    pub const ALL: [Search; 2] = [Search::Puct, Search::AlphaBeta];
}

/// How to search and evaluate: all choices together. Those that `param` does not offer are for comparisons in benches and tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// How the tree is searched.
    pub search: Search,
    /// The parameters of the best-first search.
    pub puct: Puct,
    /// How positions are evaluated.
    pub evaluation: Evaluation,
    /// Whether a network takes the place of the evaluation.
    pub has_network: bool,
    /// How connections conduct.
    pub conductance: Conductance,
    /// When tables are updated.
    pub upkeep: Upkeep,
    /// How moves are ordered.
    pub ordering: Ordering,
    /// How many moves of a position are searched unless all of them lose; 0: all.
    pub width: usize,
    /// Whether to fill in cells and to skip inferior ones; only with eager tables.
    pub inferior: bool,
    /// Whether to use edge templates; only with eager tables.
    pub templates: bool,
}

/// Moves searched by default. In 97 % of positions from match games the move played is among the first 15 by energy.
pub const WIDTH: usize = 15;

impl Default for Style {
    fn default() -> Self {
        Style {
            search: Search::default(),
            puct: Puct::default(),
            evaluation: Evaluation::default(),
            has_network: false,
            conductance: Conductance::default(),
            upkeep: Upkeep::default(),
            ordering: Ordering::default(),
            width: WIDTH,
            inferior: true,
            templates: true,
        }
    }
}

/// The parameters with a network. It knows most of what tables prove, so these are built only at a node's 64th visit. Matches: 16-8
/// against the 8th visit, 15-17 against the 256th; 33-23 for an exploration of 1 against 2.
const NETWORK_PUCT: Puct = Puct { exploration: 1.0, urgency_reduction: 0.2, scales_urgency: false, batch: 0.0, examine_at: 64 };

/// Units of the value by which the odds of a win rise by a factor e, for the default style with the network and without: 1000 / slope
/// of `ludion-lab hex calibrate`.
const MEASURED_UNITS_PER_LOGIT: [f64; 2] = [1000.0 / 3.13, 1000.0 / 4.26];

impl Style {
    /// Returns the style with a network in place of the evaluation.
    #[must_use]
    pub fn with_network(self) -> Self {
        Style { has_network: true, puct: NETWORK_PUCT, ..self }
    }

    /// Creates the evaluator, but for a network. `points` computes the points of the cells, for [`Evaluation::Cells`] alone.
    #[must_use]
    pub fn evaluator<const W: usize>(&self, points: impl FnOnce() -> Arc<CellPoints>) -> Arc<dyn Evaluator<W>> {
        match self.evaluation {
            Evaluation::Cells => points(),
            Evaluation::TwoDistance => Arc::new(TwoDistanceEvaluator),
            Evaluation::Resistance => Arc::new(Resistance { conductance: self.conductance, width: self.width }),
        }
    }

    /// Returns which rules the tables use besides AND and OR.
    #[must_use]
    pub fn extras(&self) -> Extras {
        match self.upkeep {
            Upkeep::Eager => Extras { inferior: self.inferior, templates: self.templates },
            _ => Extras::NONE,
        }
    }

    /// Returns whether tables are updated with each stone. If examinations are deferred, the tables are updated at these instead.
    #[must_use]
    pub fn updates_in_play(&self) -> bool {
        self.upkeep == Upkeep::Eager && self.puct.examine_at <= 1
    }

    /// Returns whether tables of connections are needed at all.
    #[must_use]
    pub fn keeps_tables(&self) -> bool {
        self.upkeep != Upkeep::None
            && (self.has_network || self.evaluation == Evaluation::Resistance || self.ordering == Ordering::Semis)
    }

    /// Returns the score of a value and the probability of winning.
    #[must_use]
    pub fn rate(self, value: Value) -> (f64, f64) {
        (self.score(value), self.win_probability(value))
    }

    /// Converts a value to the unit of the evaluation: logits of a win (network), logarithm of resistances, plies of advantage
    /// (two-distance) or thousands of points (cells). A proof in n plies is 99 - n/100.
    fn score(self, value: Value) -> f64 {
        match value.plies() {
            Some(plies) => (99.0 - f64::from(plies) / 100.0).copysign(f64::from(value.units())),
            None => f64::from(value.units()) / self.unit(),
        }
    }

    /// Returns the probability of winning from a position of this value: measured for the default style, rough for others.
    #[must_use]
    pub fn win_probability(self, value: Value) -> f64 {
        let unit = match (self.search, self.evaluation) {
            (Search::Puct, _) if self.has_network => MEASURED_UNITS_PER_LOGIT[0],
            (Search::Puct, Evaluation::Resistance) => MEASURED_UNITS_PER_LOGIT[1],
            _ => self.unit(),
        };
        match value {
            value if value.is_win() => 1.0,
            value if value.is_loss() => 0.0,
            value => win_probability(value.units().into(), unit),
        }
    }

    /// Returns how many units of a value make one unit of the score.
    fn unit(self) -> f64 {
        match self.evaluation {
            _ if self.has_network => f64::from(UNITS_PER_LOGIT),
            Evaluation::Cells => 1000.0,
            Evaluation::Resistance => f64::from(UNITS_PER_NEPER),
            Evaluation::TwoDistance => f64::from(UNITS_PER_PLY),
        }
    }
}

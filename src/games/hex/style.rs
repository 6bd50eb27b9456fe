//! How the engine plays: the choices that `param` offers, Vilars's line of programs among them.

use super::resistance::Conductance;

/// What an undecided position is worth.
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

/// When the tables of connections are brought up to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Upkeep {
    /// Never: neighbours are the only connections.
    None,
    /// From scratch, where they are needed.
    Rebuild,
    /// After each stone; decided positions are then seen as such.
    #[default]
    Eager,
    /// Where they are needed, from the last position where they were.
    Lazy,
}

/// In which order moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ordering {
    /// In row order.
    None,
    /// By the number of the opponent's semi connections that need the cell; low counts are cut (Vilars, section 6.2).
    Semis,
    /// As the evaluation sees the cells: energy, two-distances or points.
    #[default]
    Energy,
}

/// All choices together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What a position is worth.
    pub evaluation: Evaluation,
    /// How connections conduct.
    pub conductance: Conductance,
    /// When tables are brought up to date.
    pub upkeep: Upkeep,
    /// How moves are ordered.
    pub ordering: Ordering,
    /// How many moves of a position are searched unless all of them lose; 0: all.
    pub width: usize,
}

/// Moves tried by default. A match game's move is among the first 15 by energy 97 times of 100.
pub const WIDTH: usize = 15;

impl Default for Style {
    fn default() -> Self {
        Style {
            evaluation: Evaluation::default(),
            conductance: Conductance::default(),
            upkeep: Upkeep::default(),
            ordering: Ordering::default(),
            width: WIDTH,
        }
    }
}

impl Style {
    /// Whether tables of connections are kept at all: only the circuit and the count of semis look at them.
    #[must_use]
    pub fn keeps_tables(&self) -> bool {
        self.upkeep != Upkeep::None && (self.evaluation == Evaluation::Resistance || self.ordering == Ordering::Semis)
    }
}

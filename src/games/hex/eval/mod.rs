//! What an undecided position is worth: points of cells, two-distances, the resistance of the circuit of connections.

pub(super) mod cells;
pub(super) mod resistance;
pub(super) mod twod;

//! What an undecided position is worth: points of cells, two-distances, the resistance of the circuit of connections.

pub mod cells;
pub mod resistance;
pub mod twod;

//! The parameters of a best-first search.

/// Parameters of PUCT and of the examination of nodes. The default suits an evaluation without priors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct {
    /// Exploration constant: the weight of the priors against the mean values.
    pub exploration: f32,
    /// First-play urgency: an unvisited move has the value of its parent less this reduction, on the scale -1 ..= 1.
    pub urgency_reduction: f32,
    /// Whether the reduction is multiplied by the square root of the prior share of the visited moves.
    pub scales_urgency: bool,
    /// Batch of visits that a worker makes below a move before it returns to the parent, as a share of the visits of that move.
    pub batch: f32,
    /// The visit of a node at which its position is examined; 0 and 1: at its expansion.
    pub examine_at: u32,
}

impl Default for Puct {
    fn default() -> Self {
        Puct { exploration: 1.0, urgency_reduction: 0.2, scales_urgency: true, batch: 0.25, examine_at: 1 }
    }
}

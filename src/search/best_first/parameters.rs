//! The numbers that steer a best-first search.

/// Parameters of PUCT and of the examination of nodes. The default suits an evaluation without priors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct {
    /// How much a prior weighs beside the mean value of a move.
    pub exploration: f32,
    /// First-play urgency: how much less than its parent a move counts that was never visited, in -1 ..= 1.
    pub urgency_reduction: f32,
    /// Whether that reduction grows with the share of the prior that visited moves hold: in proportion to its square root.
    pub scales_urgency: bool,
    /// How long a worker stays below a move before it returns to the parent: this share of the visits that the move has had.
    pub batch: f32,
    /// At which visit of a node its position is examined, beside being evaluated. 0 and 1: when the node is expanded.
    pub examine_at: u32,
}

impl Default for Puct {
    fn default() -> Self {
        Puct { exploration: 1.0, urgency_reduction: 0.2, scales_urgency: true, batch: 0.25, examine_at: 1 }
    }
}

//! The training target of a position, and the loss of a network's output.
//!
//! The loss of a position is the cross-entropy of the policy against the target, plus that of the value against the expected
//! result, plus a share of the mean cross-entropy of the owners of cells. All of it works on logits: a probability that has
//! been rounded to 0 or 1 has no logarithm.

use crate::grid::Cell;

/// The share of the owners' loss.
pub(super) const OWNER_SHARE: f32 = 0.15;

/// The training target of a position.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// Moves with their probabilities, which add up to 1; none to learn nothing of the policy.
    pub policy: Vec<(Cell, f32)>,
    /// Probability that the mover wins.
    pub value: f32,
    /// Cells with the probability that they are the mover's at the end.
    pub owners: Vec<(Cell, f32)>,
}

/// Losses, of one position or added up over several.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross-entropy of the policy, in nats.
    pub policy: f32,
    /// Cross-entropy of the value, in nats.
    pub value: f32,
    /// Mean cross-entropy of owners over the cells that have one, in nats.
    pub owner: f32,
}

impl Loss {
    /// Returns the loss that training minimizes.
    #[must_use]
    pub fn total(self) -> f32 {
        self.policy + self.value + OWNER_SHARE * self.owner
    }

    /// Adds another loss.
    pub fn add(&mut self, other: Loss) {
        self.policy += other.policy;
        self.value += other.value;
        self.owner += other.owner;
    }

    /// Returns the loss times a factor.
    #[must_use]
    pub fn scale(self, factor: f32) -> Loss {
        Loss { policy: self.policy * factor, value: self.value * factor, owner: self.owner * factor }
    }
}

/// Returns the logistic function of a logit: its probability.
#[must_use]
pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Returns `-(p ln s + (1 - p) ln (1 - s))` for `s` the probability of a logit.
pub fn cross_entropy(logit: f32, probability: f32) -> f32 {
    logit.max(0.0) - logit * probability + (-logit.abs()).exp().ln_1p()
}

//! Values of positions: estimates and proofs in one number.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the player to move: 0 is even, larger is better. Beyond [`Value::PROVED`] in either direction it
/// is a proof and encodes the number of plies to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Value(i32);

impl Value {
    /// Greater than the value of any position.
    pub const INFINITE: Value = Value(2_000_000);
    /// Less than the value of any position.
    pub const LOWEST: Value = Value(-2_000_000);
    /// The value of a won game, before the plies are subtracted.
    const WIN: i32 = 1_000_000;
    /// A proof is shorter than this, in plies.
    const LONGEST: i32 = 1_000;
    /// Values above this, and below its negative, are proofs.
    pub const PROVED: Value = Value(Self::WIN - Self::LONGEST);
    /// An even position.
    pub const EVEN: Value = Value(0);

    /// Creates an estimate from the units of an evaluation, clamped to exclude proofs.
    #[must_use]
    pub fn estimate(units: i32) -> Value {
        let limit = Self::PROVED.0 - 1;
        Value(units.clamp(-limit, limit))
    }

    /// Creates the value of a position that the player to move loses in this many plies.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Value {
        Value(plies as i32 - Self::WIN)
    }

    /// Returns whether the value is a proved win.
    #[must_use]
    pub fn is_win(self) -> bool {
        self > Self::PROVED
    }

    /// Returns whether the value is a proved loss.
    #[must_use]
    pub fn is_loss(self) -> bool {
        self < -Self::PROVED
    }

    /// Returns whether the value is a proof.
    #[must_use]
    pub fn is_proof(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Returns the plies to the end of the game; `None` for an estimate.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        self.is_proof().then(|| (Self::WIN - self.0.abs()) as u32)
    }

    /// Returns the value as a number.
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// Returns this value plus an offset, clamped to the infinite values: for a search window.
    #[must_use]
    pub fn offset(self, by: i32) -> Value {
        Value((self.0 + by).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }

    /// Returns this value of a child for its parent: proofs become one ply longer.
    #[must_use]
    pub fn one_ply_up(self) -> Value {
        self.shorten_proof(-1)
    }

    /// Returns this bound of a parent for its child: the inverse of [`Value::one_ply_up`].
    #[must_use]
    pub fn one_ply_down(self) -> Value {
        self.shorten_proof(1)
    }

    fn shorten_proof(self, plies: i32) -> Value {
        match self {
            v if v >= Self::INFINITE || v <= -Self::INFINITE => v,
            v if v.is_win() => Value(v.0 + plies),
            v if v.is_loss() => Value(v.0 - plies),
            v => v,
        }
    }

    /// Returns the inverse of [`Value::units`], proofs included.
    pub(super) const fn from_units(units: i32) -> Value {
        Value(units)
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl fmt::Display for Value {
    /// Returns `win in 5`, `loss in 4`, or the units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) => write!(f, "{} in {plies}", if self.is_win() { "win" } else { "loss" }),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_count_plies() {
        let lost = Value::loss_in(0);
        assert_eq!((-lost).one_ply_up().plies(), Some(1));
        assert!((-lost).one_ply_up().is_win());
        assert_eq!((-(-lost).one_ply_up()).one_ply_up(), Value::loss_in(2));
        assert_eq!(Value::loss_in(7).one_ply_up().one_ply_down(), Value::loss_in(7));
        assert!(!Value::estimate(i32::MAX).is_proof());
        assert!(!Value::estimate(i32::MIN + 1).is_proof());
        assert!(Value::loss_in(3) < Value::loss_in(5), "a longer defence is better");
    }
}

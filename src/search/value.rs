//! The value of a position for the player to move.

use std::fmt;
use std::ops::Neg;

/// A whole number: 0 is even, larger is better for the player to move. Beyond [`Value::PROVED`] either way it is a proof,
/// and tells in how many plies the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Value(i32);

impl Value {
    /// Better than any position can be.
    pub const INFINITE: Value = Value(2_000_000);
    /// Worse than any position can be.
    pub const LOWEST: Value = Value(-2_000_000);
    /// A game won already.
    const WIN: i32 = 1_000_000;
    /// Longest proof, in plies.
    const LONGEST: i32 = 1_000;
    /// Values above this, and below its negative, are proofs.
    pub const PROVED: Value = Value(Self::WIN - Self::LONGEST);
    /// An even position.
    pub const EVEN: Value = Value(0);

    /// The estimate of an evaluation, kept short of a proof.
    #[must_use]
    pub fn estimate(units: i32) -> Value {
        let most = Self::PROVED.0 - 1;
        Value(units.clamp(-most, most))
    }

    /// Lost for the player to move, in this many plies.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Value {
        Value(plies as i32 - Self::WIN)
    }

    /// Whether it is a proved win.
    #[must_use]
    pub fn is_win(self) -> bool {
        self > Self::PROVED
    }

    /// Whether it is a proved loss.
    #[must_use]
    pub fn is_loss(self) -> bool {
        self < -Self::PROVED
    }

    /// Whether it is a proof.
    #[must_use]
    pub fn is_proof(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of the game, of a proof.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        self.is_proof().then(|| (Self::WIN - self.0.abs()) as u32)
    }

    /// The value as a plain number.
    #[must_use]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// This value plus an offset, kept within the infinite ones: for a search window.
    #[must_use]
    pub fn offset(self, by: i32) -> Value {
        Value((self.0 + by).clamp(-Self::INFINITE.0, Self::INFINITE.0))
    }

    /// This value seen one ply earlier: proofs are a ply longer.
    #[must_use]
    pub fn one_ply_up(self) -> Value {
        self.shorten_proof(-1)
    }

    /// This bound seen one ply later, the inverse of [`Value::one_ply_up`].
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

    /// Packs into 32 bits, for a table.
    pub(super) const fn bits(self) -> i32 {
        self.0
    }

    /// The inverse of [`Value::bits`].
    pub(super) const fn from_bits(bits: i32) -> Value {
        Value(bits)
    }
}

impl Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}

impl fmt::Display for Value {
    /// `win in 5`, `loss in 4`, or the units.
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

//! The network of Hex: self-play, training, and the loop of both.
//!
//! `ludion-lab hex loop FOLDER` begins a run or goes on with it. Self-play by a small Gumbel search gives targets for policy
//! and value; training on a window of the newest games gives the next network. It uses no games and no outputs of other programs.

pub(super) mod arena;
pub mod grow;
pub(super) mod half_turn;
pub(super) mod losses;
pub(super) mod optimizer;
pub mod record;
pub mod run;
pub mod search;
pub(super) mod selfplay;
pub mod state;
pub(super) mod teach;
pub(super) mod trainer;

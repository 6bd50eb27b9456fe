//! The tools of Hex.

use clap::{Args, Subcommand};
use ludion::game::Tell;
use ludion::games::hex::notation;
use ludion::grid::Size;

use super::long_run::LongRun;

mod calibrate;
mod checkpoint;
mod net;
mod prove;
mod swap_map;
mod templates;

/// A tool of Hex.
#[derive(Subcommand)]
pub enum Tool {
    /// Proves who wins after each first stone of a board
    Prove(prove::Options),
    /// Searches each first stone of a board too large to prove, for the map of
    /// stones to swap
    SwapMap(BoardRun),
    /// Searches for edge templates for about half an hour, and prints their file
    MineTemplates,
    /// Measures how often positions of a value are won, for the `win` of
    /// `analyze`
    Calibrate,
    /// Plays a new network against an old one until a sequential test says whether
    /// it is better
    Gate(net::arena::GateOptions),
    /// Rates the generations of a training run by games among them
    Ladder(net::arena::LadderOptions),
    /// Measures how well networks predict results and moves of games
    Losses(net::losses::LossesOptions),
    /// Plays games of a network against itself into a file
    Selfplay(net::teach::SelfplayOptions),
    /// Trains a network on files of games, such as a larger one
    Train(net::teach::TrainOptions),
    /// Self-play and training in turns until a signal ends it; the same command
    /// resumes it
    Loop(net::run::Options),
}

impl Tool {
    /// Runs the tool.
    ///
    /// # Errors
    /// A file that cannot be used, a verdict that contradicts a known one.
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        match self {
            Tool::Prove(options) => prove::run(&options, print)?,
            Tool::SwapMap(options) => swap_map::run(&options, print)?,
            Tool::MineTemplates => templates::run(print),
            Tool::Calibrate => calibrate::run(print),
            Tool::Gate(options) => net::arena::run_gate(&options, print)?,
            Tool::Ladder(options) => net::arena::run_ladder(&options, print)?,
            Tool::Losses(options) => net::losses::run_losses(&options, print)?,
            Tool::Selfplay(options) => net::teach::run_selfplay(&options, print)?,
            Tool::Train(options) => net::teach::run_train(&options, print)?,
            Tool::Loop(options) => net::run::run(&options, print)?,
        }
        Ok(())
    }
}

/// A board, and how a long run on it goes.
#[derive(Args)]
pub struct BoardRun {
    /// The board, as 7x7
    #[arg(value_parser = parse_size)]
    size: Size,
    #[command(flatten)]
    long: LongRun,
}

/// Parses the size of a board, as `7x7`.
fn parse_size(word: &str) -> Result<Size, String> {
    let size = notation::size(word).ok().filter(|(rest, _)| rest.is_empty());
    size.map(|(_, size)| size).ok_or_else(|| format!("{word:?} is not a board: write it as 7x7"))
}

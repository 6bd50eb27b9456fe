//! The tools of Dots and Boxes.

use clap::Subcommand;
use ludion::game::Tell;

mod checkpoint;
mod prove;

/// A tool of Dots and Boxes.
#[derive(Subcommand)]
pub enum Tool {
    /// Proves the value of an empty board
    Prove(prove::Options),
}

impl Tool {
    /// Runs the tool.
    ///
    /// # Errors
    /// A checkpoint that cannot be used.
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        match self {
            Tool::Prove(options) => prove::run(&options, print),
        }
    }
}

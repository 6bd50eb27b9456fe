//! The tools of `ludion-lab`: a folder or file for each game and a file for each tool.
//!
//! They use the engine as a library and are compiled into `ludion-lab` alone, so that they add nothing to `ludion` and the library.

use clap::Subcommand;
use ludion::game::Tell;

mod connect4;
mod data_set;
mod dots;
mod graph;
mod hashi;
mod hex;
mod hitori;
mod long_run;

/// The tools of each game.
#[derive(Subcommand)]
pub enum Tool {
    /// Hex: opening proofs, swap map, edge templates, calibration
    #[command(subcommand)]
    Hex(hex::Tool),
    /// Dots and Boxes: proofs of empty boards
    #[command(subcommand)]
    Dots(dots::Tool),
    /// Connect Four: proofs, the table of openings
    #[command(subcommand)]
    Connect4(connect4::Tool),
    /// Hashi: files of puzzles
    #[command(subcommand)]
    Hashi(hashi::Tool),
    /// Hitori: files of puzzles
    #[command(subcommand)]
    Hitori(hitori::Tool),
    /// Reachability games: random graphs as files
    #[command(subcommand)]
    Graph(graph::Tool),
}

impl Tool {
    /// Runs the tool.
    ///
    /// # Errors
    /// An invalid argument, a file that cannot be used, a result that contradicts a known one.
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        match self {
            Tool::Hex(tool) => tool.run(print),
            Tool::Dots(tool) => tool.run(print),
            Tool::Connect4(tool) => tool.run(print),
            Tool::Hashi(tool) => tool.run(print),
            Tool::Hitori(tool) => tool.run(print),
            Tool::Graph(tool) => tool.run(print),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, Subcommand};

    use super::Tool;

    #[test]
    fn the_command_line_is_consistent() {
        Tool::augment_subcommands(Command::new("ludion-lab")).debug_assert();
    }
}

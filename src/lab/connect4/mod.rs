//! The tools of Connect Four.

use clap::Subcommand;
use ludion::files;
use ludion::game::Tell;
use ludion::games::connect4::bits::Stones;
use ludion::games::connect4::openings;
use ludion::games::connect4::score::Score;

mod check;
mod list_openings;
mod prove;

/// A tool of Connect Four.
#[derive(Subcommand)]
pub enum Tool {
    /// Proves the score of an empty board, without the table of openings
    Prove(prove::Options),
    /// Computes the table of openings, or what a file lacks of it
    Openings(list_openings::Options),
    /// Checks the scores of a file of positions, lines DIGITS SCORE
    Check {
        /// The file
        file: String,
    },
}

impl Tool {
    /// Runs the tool.
    ///
    /// # Errors
    /// A file that cannot be read, has other lines or none; wrong scores.
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        match self {
            Tool::Prove(options) => prove::run(&options, print),
            Tool::Openings(options) => return list_openings::run(&options, print),
            Tool::Check { file } => return check::run(&file, print),
        }
        Ok(())
    }
}

/// Reads the lines `DIGITS SCORE` of a file.
fn read_scores(path: &str) -> Result<Vec<(Stones, Score)>, String> {
    let parse =
        |(number, line)| openings::parse_line(line).ok_or_else(|| format!("{path}: line {}: not DIGITS SCORE", number + 1));
    files::read(path, files::Access::Granted)?.lines().enumerate().map(parse).collect()
}

//! The tools of Hitori: measure the time to solve puzzles of files.

use clap::Subcommand;
use ludion::game::Tell;
use ludion::games::hitori::notation::parse_line;
use ludion::puzzle::bench::solving_seconds;

use super::data_set::{self, Measured};

/// A tool of Hitori.
#[derive(Subcommand)]
pub enum Tool {
    /// Solves the `tatham` lines of a data set: a line for each size
    DataSet {
        /// The data set
        #[arg(default_value = "tests/data/hitori/unique.txt")]
        file: String,
    },
}

impl Tool {
    /// Runs the tool.
    ///
    /// # Errors
    /// Those of [`data_set::solve`].
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        let Tool::DataSet { file } = self;
        data_set::solve(&file, solve_line, print)
    }
}

fn solve_line(id: &str, line: usize, column: usize) -> Measured {
    let grid = parse_line(id, line, column)?;
    Ok((grid.size(), solving_seconds(&grid)))
}

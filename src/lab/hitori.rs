//! The tools of Hitori: measure the time to solve puzzles of files.

use clap::Subcommand;
use ludion::game::Tell;
use ludion::games::hitori::notation::parse_line;
use ludion::grid::Size;
use ludion::puzzle::bench::solving_seconds;

use super::data_set;

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
    /// A file that cannot be read.
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        let Tool::DataSet { file } = self;
        data_set::solve(&file, solve_line, print)
    }
}

fn solve_line(id: &str) -> Option<(Size, f64)> {
    let grid = parse_line(id, 1, 1).ok()?;
    Some((grid.size(), solving_seconds(&grid)))
}

//! The tools of Hitori: measure the time to solve puzzles of files.

use clap::Subcommand;
use ludion::figures::milliseconds;
use ludion::files;
use ludion::games::hitori::bench::solving_seconds;
use ludion::games::hitori::notation::parse_line;
use ludion::grid::Size;

use super::Print;

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
    pub fn run(self, print: Print<'_>) -> Result<(), String> {
        let Tool::DataSet { file } = self;
        solve_data_set(&file, print)
    }
}

fn solve_data_set(path: &str, print: Print<'_>) -> Result<(), String> {
    let mut by_size: Vec<(Size, Vec<f64>)> = Vec::new();
    for id in files::read(path)?.lines().filter_map(|line| line.strip_prefix("tatham ")) {
        let Ok(grid) = parse_line(id, 1, 1) else { continue };
        let seconds = solving_seconds(&grid);
        match by_size.iter_mut().find(|(size, _)| *size == grid.size()) {
            Some((_, times)) => times.push(seconds),
            None => by_size.push((grid.size(), vec![seconds])),
        }
    }
    for (size, times) in by_size {
        print(format!("solve {size} data puzzles {} {}", times.len(), milliseconds(times)));
    }
    Ok(())
}

//! The tools of Hashi: measure the time to solve puzzles of files.

use clap::Subcommand;
use ludion::figures::milliseconds;
use ludion::files;
use ludion::game::Tell;
use ludion::games::hashi::notation::{parse_file, parse_line};
use ludion::games::hashi::solver::solve;
use ludion::puzzle::Answer;
use ludion::puzzle::bench::solving_seconds;
use ludion::search::Budget;

use super::data_set::{self, Measured};

/// A tool of Hashi.
#[derive(Subcommand)]
pub enum Tool {
    /// Solves the puzzle of a file or all puzzles of a folder: a line for
    /// each number of islands
    Solve {
        /// The file or folder
        path: String,
    },
    /// Solves the `tatham` lines of a data set: a line for each size
    DataSet {
        /// The data set
        #[arg(default_value = "tests/data/hashi/unique.txt")]
        file: String,
    },
}

impl Tool {
    /// Runs the tool.
    ///
    /// # Errors
    /// A file that cannot be read, or holds no puzzle.
    pub fn run(self, print: Tell<'_>) -> Result<(), String> {
        match self {
            Tool::Solve { path } => solve_files(&path, print),
            Tool::DataSet { file } => data_set::solve(&file, solve_line, print),
        }
    }
}

/// The puzzles with the same number of islands: their times, and how many have one solution, several and none.
struct Group {
    islands: usize,
    times: Vec<f64>,
    verdicts: [usize; 3],
}

fn solve_files(path: &str, print: Tell<'_>) -> Result<(), String> {
    let mut names = vec![path.to_owned()];
    if let Ok(folder) = std::fs::read_dir(path) {
        names = folder.flatten().map(|entry| entry.path().display().to_string()).collect();
        names.sort_unstable();
    }
    let mut groups: Vec<Group> = Vec::new();
    for name in names {
        let puzzle = parse_file(&files::read(&name, files::Access::Granted)?, name.ends_with(".has"))
            .map_err(|why| format!("{name}: {why}"))?;
        let islands = puzzle.islands().len();
        let verdict = match solve(&puzzle, &Budget::default()) {
            Answer::Unique(_) => 0,
            Answer::Several(..) => 1,
            _ => 2,
        };
        let at = groups.iter().position(|group| group.islands == islands).unwrap_or_else(|| {
            groups.push(Group { islands, times: Vec::new(), verdicts: [0; 3] });
            groups.len() - 1
        });
        groups[at].times.push(solving_seconds(&puzzle));
        groups[at].verdicts[verdict] += 1;
    }
    groups.sort_by_key(|group| group.islands);
    for Group { islands, times, verdicts: [unique, several, none] } in groups {
        let (count, mean) = (times.len(), times.iter().sum::<f64>() / times.len() as f64 * 1e3);
        let verdicts = format!("unique {unique} several {several} none {none}");
        print(format!("solve islands {islands} puzzles {count} {verdicts} mean_ms={mean:.4} {}", milliseconds(times)));
    }
    Ok(())
}

fn solve_line(id: &str, line: usize, column: usize) -> Measured {
    let puzzle = parse_line(id, line, column)?;
    Ok((puzzle.size(), solving_seconds(&puzzle)))
}

//! Data sets of puzzles: how long each of their puzzles takes to solve.

use ludion::figures::milliseconds;
use ludion::files;
use ludion::game::Tell;
use ludion::grid::Size;

/// Solves the `tatham` lines of a data set and prints a line for each size. `solve` solves the puzzle of a game ID and returns its size
/// with the seconds that it took.
///
/// # Errors
/// The file cannot be read.
pub fn solve(path: &str, solve: impl Fn(&str) -> Option<(Size, f64)>, print: Tell<'_>) -> Result<(), String> {
    let mut by_size: Vec<(Size, Vec<f64>)> = Vec::new();
    let text = files::read(path, files::Access::Granted)?;
    let ids = text.lines().filter_map(|line| line.strip_prefix("tatham "));
    for (size, seconds) in ids.filter_map(solve) {
        match by_size.iter_mut().find(|(other, _)| *other == size) {
            Some((_, times)) => times.push(seconds),
            None => by_size.push((size, vec![seconds])),
        }
    }
    for (size, times) in by_size {
        print(format!("solve {size} data puzzles {} {}", times.len(), milliseconds(times)));
    }
    Ok(())
}

//! Data sets of puzzles: how long each of their puzzles takes to solve.

use ludion::figures::milliseconds;
use ludion::files;
use ludion::game::Tell;
use ludion::grid::Size;
use ludion::puzzle::ParseError;

/// Begins the line of a data set with a puzzle's game ID of Tatham's collection.
const PREFIX: &str = "tatham ";

/// What a puzzle was measured to be: its size, and the seconds that it takes.
pub type Measured = Result<(Size, f64), ParseError>;

/// Solves the `tatham` lines of a data set and prints a line for each size. `solve` solves the puzzle of a game ID that stands in a
/// line and at a column of it.
///
/// # Errors
/// The file cannot be read, has no such line, or one that is not a puzzle.
pub fn solve(path: &str, solve: fn(&str, usize, usize) -> Measured, print: Tell<'_>) -> Result<(), String> {
    let mut by_size: Vec<(Size, Vec<f64>)> = Vec::new();
    let text = files::read(path, files::Access::Granted)?;
    for (line, text) in (1..).zip(text.lines()) {
        let Some(id) = text.strip_prefix(PREFIX) else { continue };
        let (size, seconds) = solve(id, line, PREFIX.len() + 1).map_err(|why| format!("{path}: {why}"))?;
        match by_size.iter_mut().find(|(other, _)| *other == size) {
            Some((_, times)) => times.push(seconds),
            None => by_size.push((size, vec![seconds])),
        }
    }
    if by_size.is_empty() {
        return Err(format!("{path}: no line begins with `{}`", PREFIX.trim_end()));
    }
    for (size, times) in by_size {
        print(format!("solve {size} data puzzles {} {}", times.len(), milliseconds(times)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_puzzles_is_refused() {
        let path = std::env::temp_dir().join(format!("ludion-data-set-{}", std::process::id()));
        let name = path.to_str().expect("a path in UTF-8");
        let solve_text = |text: &str| {
            std::fs::write(&path, text).expect("room on the disk");
            let mut lines = Vec::new();
            solve(name, |id, _, _| Ok((Size::square(id.len()), 0.5)), &mut |line: String| lines.push(line)).map(|()| lines)
        };
        assert_eq!(solve_text("id a\n"), Err(format!("{name}: no line begins with `tatham`")));
        let lines = solve_text("id a\ntatham abc\n\ntatham def\n").expect("two puzzles");
        assert!(lines.len() == 1 && lines[0].starts_with("solve 3x3 data puzzles 2 "), "{lines:?}");
        std::fs::remove_file(&path).expect("the file of this test");
    }
}

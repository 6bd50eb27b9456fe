//! Reads the data sets of the tests, and checks answers.

use std::fmt::Debug;

use super::notation::position_text;
use super::{Answer, Count, Level, Progress, Puzzle, Verdict};
use crate::search::Budget;

/// A record of a data set.
pub struct DataRecord<P: Puzzle> {
    /// Its name.
    pub id: String,
    /// The puzzle without moves.
    pub puzzle: P,
    /// The number of its solutions.
    pub count: u64,
    /// Solutions, all of them where there are few.
    pub solutions: Vec<P::Solution>,
}

/// Reads the records of a file in the game's folder of `tests/data`.
pub fn read_records<P: Puzzle + PartialEq + Debug>(name: &str) -> Vec<DataRecord<P>> {
    let text = std::fs::read_to_string(format!("tests/data/{}/{name}.txt", P::ABOUT.name)).expect("it can be read");
    text.split("\nend").map(str::trim).filter(|record| !record.is_empty()).map(read_record).collect()
}

/// Reads the records of all files with small puzzles.
pub fn all_records<P: Puzzle + PartialEq + Debug>() -> Vec<DataRecord<P>> {
    ["unique", "multi", "none", "edges"].iter().flat_map(|name| read_records(name)).collect()
}

/// Checks the records of all files with small puzzles, of which there are `expected`.
pub fn check_data_sets<P: Puzzle + PartialEq + Debug, A: Fn(&P::Solution) -> bool>(
    expected: usize,
    deduce: impl Fn(&P, Level) -> (Result<Progress, ()>, A),
) {
    let records = all_records::<P>();
    assert_eq!(records.len(), expected);
    check_records(&records, deduce);
}

/// Checks the numbers of solutions, the answers, and the rules of each level. `deduce` returns the outcome of deduction, and whether
/// what it knows agrees with a solution.
fn check_records<P: Puzzle, A: Fn(&P::Solution) -> bool>(
    records: &[DataRecord<P>],
    deduce: impl Fn(&P, Level) -> (Result<Progress, ()>, A),
) {
    for DataRecord { id, puzzle, count, solutions } in records {
        let budget = Budget::default();
        assert_eq!(puzzle.count(None, &budget), Count::Exactly(*count), "{id}");
        assert!(is_right(puzzle, &puzzle.solve(&budget), *count), "{id}");
        assert!(solutions.iter().all(|solution| puzzle.check(solution) == Verdict::Solved), "{id}");
        for level in Level::ALL {
            let (outcome, agrees) = deduce(puzzle, level);
            assert!(*count == 1 || outcome != Ok(Progress::Solved), "{id} {}", level.name());
            assert!(*count == 0 || outcome.is_ok() && solutions.iter().all(agrees), "{id} {}", level.name());
        }
    }
}

/// Checks small puzzles against all their solutions by an oracle. More than a hundred each must have none, one, and several.
pub fn check_against_oracle<P: Puzzle, A: Fn(&P::Solution) -> bool>(
    puzzles: impl Iterator<Item = (P, Vec<P::Solution>)>,
    deduce: impl Fn(&P, Level) -> (Result<Progress, ()>, A),
) {
    let records: Vec<DataRecord<P>> = puzzles
        .map(|(puzzle, solutions)| DataRecord {
            id: position_text(&puzzle, &[]),
            count: solutions.len() as u64,
            puzzle,
            solutions,
        })
        .collect();
    check_records(&records, deduce);
    let numbers = [0, 1, 2].map(|wanted| records.iter().filter(|record| record.count.min(2) == wanted).count());
    assert!(numbers.iter().all(|&number| number > 100), "{numbers:?}");
}

fn read_record<P: Puzzle + PartialEq + Debug>(text: &str) -> DataRecord<P> {
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
    let puzzle = P::parse_file(text, false).expect("a record");
    if let Some(id) = value("tatham ") {
        assert_eq!(P::parse_line(id, 1, 1).as_ref(), Ok(&puzzle));
        assert_eq!(puzzle.line_text(), id);
    }
    if let Some(url) = value("url ") {
        assert_eq!(P::parse_line(url, 1, 1).as_ref(), Ok(&puzzle));
        assert_eq!(puzzle.address(), url);
    }
    let solution = |line: &str| {
        let line = line.replace('#', "x");
        let solution = puzzle.parse_solution(&line).expect("a solution");
        assert_eq!(puzzle.solution_text(&solution), line);
        solution
    };
    let solutions = text.lines().filter_map(|line| line.strip_prefix("sol ")).map(solution).collect();
    let count = value("count ").and_then(|count| count.parse().ok()).expect("a count");
    DataRecord { id: value("id ").expect("an id").to_owned(), puzzle, count, solutions }
}

/// Returns whether an answer agrees with the number of solutions, and its solutions with the rules.
pub fn is_right<P: Puzzle>(puzzle: &P, answer: &Answer<P::Solution>, count: u64) -> bool {
    let solved = |solution: &P::Solution| puzzle.check(solution) == Verdict::Solved;
    match answer {
        Answer::Unique(only) => count == 1 && solved(only),
        Answer::Several(one, other) => count > 1 && solved(one) && solved(other) && one != other,
        Answer::None => count == 0,
        Answer::Unknown(_) => false,
    }
}

//! Facts about whole puzzles: the data sets, and tiny puzzles against the oracle.

use super::board::{Bridges, Puzzle, Rules};
use super::check::{Verdict, check};
use super::count::count;
use super::deduce::{rate, solve_by_rules};
use super::notation;
use super::oracle::{dice, random_puzzle, solutions};
use super::program::{Model, solve as by_program};
use super::solver::solve;
use crate::puzzle::data_sets::{DataRecord, all_records, check_against_oracle, check_data_sets, is_right, read_records};
use crate::puzzle::notation::{parse_position, position_text};
use crate::puzzle::{Answer, Count, Level, Progress, Puzzle as _, Step};
use crate::search::Budget;

/// Returns the outcome of deduction, and whether its bounds allow a solution.
fn deduce(puzzle: &Puzzle, level: Level) -> (Result<Progress, ()>, impl Fn(&Bridges) -> bool + use<>) {
    let (outcome, state) = solve_by_rules(puzzle, level, &Budget::default());
    let bounds: Vec<_> = puzzle.channels().map(|channel| (channel, state.bounds(channel))).collect();
    let agrees =
        move |solution: &Bridges| bounds.iter().all(|&(channel, (least, most))| (least..=most).contains(&solution.get(channel)));
    (outcome.map_err(drop), agrees)
}

#[test]
fn data_sets_agree() {
    check_data_sets(166, deduce);
}

#[test]
fn tiny_puzzles_agree_with_the_oracle() {
    let mut dice = dice(1);
    let tiny = (0..3000).map(|number| {
        let rules = match number % 4 {
            0 | 1 => Rules::default(),
            2 => Rules { max_bridges: 1 + (number / 4 % 4) as u8, loops: true },
            _ => Rules { max_bridges: 1 + (number / 4 % 3) as u8, loops: false },
        };
        let puzzle = random_puzzle(&mut dice, rules);
        let all = solutions(&puzzle);
        (puzzle, all)
    });
    check_against_oracle(tiny, deduce);
}

#[test]
fn counts_stop_at_their_limit() {
    // A ring of threes has two solutions, and a row of rings their product.
    let puzzle = notation::parse_line("3x3m2:3a3c3a3", 1, 1).expect("a puzzle");
    assert_eq!(count(&puzzle, None, &Budget::default()), Count::Exactly(2));
    assert_eq!(count(&puzzle, Some(2), &Budget::default()), Count::AtLeast(2));
    assert_eq!(count(&puzzle, Some(3), &Budget::default()), Count::Exactly(2));
    assert_eq!(count(&puzzle, Some(1), &Budget::default()), Count::AtLeast(1));
}

#[test]
fn the_integer_program_agrees() {
    let mut dice = dice(2);
    for number in 0..150 {
        let rules = Rules { max_bridges: 1 + (number % 3) as u8, loops: number % 5 > 0 };
        let puzzle = random_puzzle(&mut dice, rules);
        let count = solutions(&puzzle).len() as u64;
        let name = position_text(&puzzle, &[]);
        assert!(is_right(&puzzle, &by_program(&puzzle, Model::Connected, &Budget::default()), count), "{name}");
    }
    for record in all_records::<Puzzle>().iter().filter(|record| record.puzzle.islands().len() <= 16) {
        let answer = by_program(&record.puzzle, Model::Connected, &Budget::default());
        assert!(is_right(&record.puzzle, &answer, record.count), "{}", record.id);
    }
}

/// The model P1 of the report falls for loops: two pairs of twos in a square, and puzzles of the data sets.
#[test]
fn the_unconnected_model_errs() {
    // Only a ring of single bridges joins all four; two pairs of double bridges are right for P1 too.
    let square = notation::parse_line("3x3m2:2a2c2a2", 1, 1).expect("a puzzle");
    assert!(matches!(solve(&square, &Budget::default()), Answer::Unique(_)));
    let Answer::Several(one, other) = by_program(&square, Model::Unconnected, &Budget::default()) else { panic!("several") };
    let wrong = [one, other].iter().filter(|&bridges| matches!(check(&square, bridges), Verdict::Wrong(_))).count();
    assert!(wrong > 0);

    let mut erred = 0;
    let unique = read_records::<Puzzle>("unique");
    let small: Vec<&DataRecord<Puzzle>> = unique.iter().filter(|record| record.puzzle.islands().len() <= 30).collect();
    for record in &small {
        let answer = by_program(&record.puzzle, Model::Unconnected, &Budget::default());
        let right =
            matches!(&answer, Answer::Unique(only) | Answer::Several(only, _) if check(&record.puzzle, only) == Verdict::Solved);
        erred += usize::from(!right);
    }
    assert!(erred > 0, "of {}", small.len());
}

#[test]
fn the_set_of_400_islands() {
    let set = read_records::<Puzzle>("unique-400");
    assert_eq!(set.len(), 20);
    for record in &set {
        assert_eq!(record.puzzle.islands().len(), 400, "{}", record.id);
        assert_eq!(solve(&record.puzzle, &Budget::default()), Answer::Unique(record.solutions[0].clone()), "{}", record.id);
        assert_eq!(check(&record.puzzle, &record.solutions[0]), Verdict::Solved, "{}", record.id);
        let level = rate(&record.puzzle, &Budget::default()).level;
        assert!(level.is_some_and(|level| record.id.contains(level.name())), "{}", record.id);
    }
}

#[test]
fn a_channel_that_a_bridge_has_closed_is_not_counted() {
    let (puzzle, moves) = parse_position::<Puzzle>("7x7m2:a2b2e2a2a2c1c2a5a4h4b6a4h play=0,4-2,4:1").expect("a position");
    let mut laid = puzzle.blank();
    moves.into_iter().for_each(|(channel, number)| laid.set(channel, number));
    let steps = puzzle.deduce(&laid, &Budget::default()).steps;
    let at = steps.iter().position(Step::is_move).expect("a step");
    assert_eq!(
        puzzle.explain_hint(&steps, at),
        "1,3-3,3: 2: the 2 at 1,3 needs all that the only channel that is left to it can hold, 2 bridges\n\
         because 1,3-1,5: 0: it would cross the bridge 0,4-2,4"
    );
}

#[test]
fn explanations_of_a_puzzle() {
    let puzzle = notation::parse_line("6x6m2:f2b4a3f3a2b4f2b4a4", 1, 1).expect("a puzzle");
    let steps = puzzle.deduce(&puzzle.blank(), &Budget::default()).steps;
    let lines: Vec<String> = puzzle.explain_steps(&steps).collect();
    let wanted = [
        "1,0-1,3: at least 1, lookahead: without a bridge here there would be a contradiction: the 4 at 3,5 could not have its number",
        "1,0-1,3: 2, lookahead: 1 bridge here would lead to a contradiction: the 4 at 5,3 could not have its number",
        "3,2-3,5: 0, crossing: it would cross the bridge 1,3-5,3",
        "1,5-3,5: 2, full: the 4 at 3,5 needs all that its 2 channels can hold, 4 bridges",
    ];
    for line in wanted {
        assert!(lines.iter().any(|other| other == line), "{line} in {lines:?}");
    }
}

//! Facts about whole puzzles: the data sets, and tiny grids against the oracle.

use super::board::{Grid, Mark, Marks};
use super::check::{Fault, Verdict, check};
use super::deduce::{PaddedGrid, State, deduce};
use super::oracle::{Dice, random_grid, solutions};
use super::program::{self, Model};
use super::solver::solve;
use super::{heuristic, notation, walls};
use crate::puzzle::data_sets::{DataRecord, all_records, check_against_oracle, check_data_sets};
use crate::puzzle::notation::parse_position;
use crate::puzzle::{Answer, Level, Progress, Puzzle as _, Step};
use crate::search::Budget;

/// Returns the outcome of deduction, and whether its marks are those of a solution.
fn deduce_marks(grid: &Grid, level: Level) -> (Result<Progress, ()>, impl Fn(&Marks) -> bool + use<>) {
    let padded = PaddedGrid::new(grid);
    let mut state = State::new(&padded);
    let outcome = deduce(&mut state, level, &Budget::default());
    let marks = state.marks();
    let agrees =
        move |solution: &Marks| marks.size().cells().all(|cell| [Mark::Unknown, solution.get(cell)].contains(&marks.get(cell)));
    (outcome.map_err(drop), agrees)
}

#[test]
fn data_sets_agree() {
    check_data_sets(144, deduce_marks);
}

#[test]
fn tiny_grids_agree_with_the_oracle() {
    let mut dice = Dice(1);
    let tiny = (0..3000).map(|_| {
        let puzzle = random_grid(&mut dice, 5);
        let all = solutions(&puzzle);
        (puzzle, all)
    });
    check_against_oracle(tiny, deduce_marks);
}

#[test]
fn walls_are_what_disconnects() {
    let mut dice = Dice(7);
    for _ in 0..3000 {
        let size = random_grid(&mut dice, 6).size();
        let blank = Grid::new(size, vec![None; size.area()]);
        let mut marks = Marks::new(size, vec![Mark::White; size.area()]);
        for cell in size.cells() {
            let beside = super::board::neighbors(size, cell).any(|other| marks.is_black(other));
            if !beside && dice.draw_below(3) == 0 {
                marks.set(cell, Mark::Black);
            }
        }
        let found = walls::list_walls(&marks);
        assert_eq!(found.is_empty(), check(&blank, &marks) == Verdict::Solved, "{}", notation::marks_text(&marks));
        for wall in found {
            assert!(wall.cells.iter().all(|&cell| marks.is_black(cell)));
            let mut alone = Marks::new(size, vec![Mark::White; size.area()]);
            wall.cells.iter().for_each(|&cell| alone.set(cell, Mark::Black));
            assert!(check(&blank, &alone) != Verdict::Solved, "{wall:?} of {}", notation::marks_text(&marks));
        }
    }
}

/// Puzzles on which the integer programs are tried: small ones, since they are slow.
fn small_records() -> impl Iterator<Item = DataRecord<Grid>> {
    all_records::<Grid>().into_iter().filter(|record| record.puzzle.size().area() <= 36)
}

#[test]
fn the_program_with_cuts_agrees_with_the_solver() {
    for record in small_records() {
        let (best, program) =
            (solve(&record.puzzle, &Budget::default()), program::solve(&record.puzzle, Model::Connected, &Budget::default()));
        match (&best, &program) {
            (Answer::Several(..), Answer::Several(one, other)) => {
                assert!(
                    one != other && [one, other].iter().all(|marks| check(&record.puzzle, marks) == Verdict::Solved),
                    "{}",
                    record.id
                );
            }
            _ => assert_eq!(best, program, "{}", record.id),
        }
    }
}

/// The document's model takes grids for solved whose whites fall apart: with its coded shapes, and with those of its annex too.
#[test]
fn forbidden_shapes_are_not_connectivity() {
    for annex in [false, true] {
        let (mut wrong, mut all) = (0, 0);
        for record in small_records().filter(|record| record.count == 1) {
            let answer = program::solve(&record.puzzle, Model::Patterns { annex }, &Budget::default());
            let (Answer::Unique(found) | Answer::Several(found, _)) = &answer else { panic!("{}: {answer:?}", record.id) };
            all += 1;
            let verdict = check(&record.puzzle, found);
            assert!(matches!(verdict, Verdict::Solved | Verdict::Wrong(Fault::Disconnected(_))), "{}", record.id);
            wrong += usize::from(answer != Answer::Unique(record.solutions[0].clone()));
        }
        assert!(wrong > 0 && wrong < all, "{wrong} of {all}, annex {annex}");
    }
}

#[test]
fn the_heuristic_respects_the_rules_but_solves_little() {
    let (mut solved, mut all) = (0, 0);
    for record in all_records::<Grid>().into_iter().filter(|record| record.count > 0) {
        let verdict = check(&record.puzzle, &heuristic::mask(&record.puzzle));
        assert!(matches!(verdict, Verdict::Solved | Verdict::Wrong(Fault::Repeated(..))), "{}: {verdict:?}", record.id);
        (solved, all) = (solved + usize::from(verdict == Verdict::Solved), all + 1);
    }
    assert!(solved > 0 && solved * 2 < all, "{solved} of {all}");
}

#[test]
fn the_solver_agrees_with_the_oracle() {
    let mut dice = Dice(11);
    for number in 0..3000 {
        let grid = random_grid(&mut dice, 5);
        let all = solutions(&grid);
        match solve(&grid, &Budget::default()) {
            Answer::Unique(only) => assert_eq!(all, [only], "{number}"),
            Answer::Several(one, other) => assert!(one != other && all.contains(&one) && all.contains(&other), "{number}"),
            Answer::None => assert!(all.is_empty(), "{number}"),
            Answer::Unknown(_) => panic!("{number}: no budget was set"),
        }
    }
}

#[test]
fn a_lookahead_names_all_that_leads_to_its_contradiction() {
    let shut_in = "5x5:4541114535331443134243541 play=w0,1/w1,3/w3,1/w3,3/b4,3/b2,3/w4,2/w4,4/w2,2/w2,4/b1,2/b0,4/w3,4/w1,1/w0,2/w0,3\
                   /w1,4/b0,0/w1,0/w4,0";
    let cut = "2x5:3113154352 play=w0,1/w2,1/w3,0";
    let wanted = [
        (shut_in, "2,0 is white: black would make 2,1 white, 3,0 white, 4,1 black, 3,2 black, and 4,2 would be shut in"),
        (cut, "0,0 is white: black would make 1,1 white, 1,0 white, 3,1 black, 2,0 black, and 2,0 would cut the whites in two"),
    ];
    for (position, text) in wanted {
        let (grid, moves) = parse_position::<Grid>(position).expect("a position");
        let mut marks = grid.blank();
        moves.into_iter().for_each(|(cell, mark)| marks.set(cell, mark));
        let steps = grid.deduce(&marks, &Budget::default()).steps;
        let at = steps.iter().position(Step::is_move).expect("a step");
        assert_eq!(grid.explain_hint(&steps, at), text);
    }
}

//! The solvers against a plain breadth-first search over the rules, and against lengths that other programs have found.

use std::collections::{HashMap, VecDeque};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::board::{Board, Direction, Robot};
use super::super::notation::{parse_position, position_text};
use super::super::position::{Robots, Target};
use super::super::random::{GeneratorOptions, PositionGenerator};
use super::*;
use crate::grid::{Cell, Size};
use crate::search::{Budget, Stop};

/// Returns the fewest moves by breadth-first search over cells and axes, with slides step by step; `None` where nothing reaches
/// the target.
fn oracle(position: &Position) -> Option<u8> {
    let key = |now: &Position| (now.robots.clone(), now.axes.clone(), now.last);
    let mut lengths = HashMap::from([(key(position), 0_u8)]);
    let mut queue = VecDeque::from([position.clone()]);
    while let Some(now) = queue.pop_front() {
        let length = lengths[&key(&now)];
        if now.is_solved() {
            return Some(length);
        }
        for (mv, _) in now.moves() {
            let mut next = now.clone();
            next.play(mv).unwrap();
            if now.rule == Rule::Plain {
                next.axes.iter_mut().for_each(|axes| *axes = 0);
                next.last = None;
            }
            lengths.entry(key(&next)).or_insert_with(|| {
                queue.push_back(next);
                length + 1
            });
        }
    }
    None
}

fn small(random: &mut Pcg64Mcg, robots: usize, rule: Rule) -> Position {
    loop {
        let size = Size { width: random.random_range(3..6), height: random.random_range(3..5) };
        let mut board = Board::empty(size);
        for _ in 0..random.random_range(0..6) {
            board.add_wall(Cell(random.random_range(0..size.area() as u16)), Direction::ALL[random.random_range(0..4)]);
        }
        let cells: Robots = (0..robots).map(|_| Cell(random.random_range(0..size.area() as u16))).collect();
        let robot = Some(Robot::ALL[random.random_range(0..robots)]).filter(|_| random.random_ratio(2, 3));
        let target = Target { robot, cell: Cell(random.random_range(0..size.area() as u16)) };
        if let Ok(position) = Position::new(board, cells, target, rule) {
            return position;
        }
    }
}

fn limits(budget: &Budget, threads: usize, all: bool) -> Limits<'_> {
    Limits { budget, bytes: 1 << 28, threads, all }
}

#[test]
fn the_fast_solver_is_right_on_small_boards() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let budget = Budget::default();
    let mut lengths = [0; 64];
    for number in 0..240 {
        let rule = if number % 3 == 0 { Rule::Ricochet } else { Rule::Plain };
        let position = small(&mut random, if number % 8 == 7 && rule == Rule::Plain { 5 } else { 4 }, rule);
        let known = oracle(&position);
        let answer = solve_optimally(&position, limits(&budget, 1 + number % 2, number % 2 == 0), 50);
        match known {
            None => assert_eq!(answer.end, End::Unsolvable, "{position:?}"),
            Some(length) => {
                lengths[usize::from(length)] += 1;
                assert_eq!(answer.end, End::Solved(length), "{position:?}");
                assert!(!answer.solutions.is_empty());
                assert!(
                    answer
                        .solutions
                        .iter()
                        .all(|solution| solution.len() == usize::from(length) && position.is_solution(solution)),
                    "{position:?}"
                );
            }
        }
    }
    assert!(lengths[5..].iter().sum::<i32>() > 20, "{lengths:?}");
}

/// Returns the positions of the data file: text, fewest moves, fewest moves under the ricochet rule.
fn read_positions() -> Vec<(Position, u8, Option<u8>)> {
    let text = std::fs::read_to_string("src/games/ricochet/bench/positions.txt").unwrap();
    let read = |line: &str| {
        let (position, rest) = line.split_once("; ").unwrap();
        let facts: Vec<&str> = rest.split(' ').collect();
        (parse_position(position).unwrap().0, facts[1].parse().unwrap(), facts[2].parse().ok())
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

/// Returns the length that a breadth-first search finds which never lets a robot come to a cell where it has been.
fn length_by_marks(position: &Position) -> Option<usize> {
    let mut marked: Vec<_> = position.robots_with_cells().collect();
    let mut queue = VecDeque::from([(position.clone(), 0)]);
    while let Some((now, length)) = queue.pop_front() {
        if now.is_solved() {
            return Some(length);
        }
        for (mv, cell) in now.moves() {
            if !marked.contains(&(mv.robot, cell)) {
                marked.push((mv.robot, cell));
                let mut next = now.clone();
                next.play(mv).unwrap();
                queue.push_back((next, length + 1));
            }
        }
    }
    None
}

#[test]
fn marks_for_each_robot_lose_solutions() {
    let (mut lost, mut longer) = (0, 0);
    for (position, length, _) in read_positions().iter().filter(|(_, length, _)| *length < 9).step_by(5) {
        match length_by_marks(position) {
            None => lost += 1,
            Some(found) => longer += usize::from(found > usize::from(*length)),
        }
    }
    assert!(lost > 0 && longer > 0, "{lost} lost, {longer} longer");
}

#[test]
fn the_grid_is_a_lower_bound_and_its_sum_is_none() {
    let mut sums = 0;
    for (position, length, _) in read_positions() {
        let Some(robot) = position.target.robot else { continue };
        let grid = bounds(&position);
        let value = |cell: Cell| grid[cell.index()];
        assert!(value(position.robots[robot.index()]).is_some_and(|bound| bound <= length), "{}", position_text(&position));
        let sum: Option<u8> = position.robots.iter().map(|&cell| value(cell)).sum();
        sums += usize::from(sum.is_some_and(|sum| sum > length));
    }
    assert!(sums > 100, "{sums}");
}

#[test]
fn the_grid_counts_the_moves_that_were_made() {
    let (mut random, mut checked) = (Pcg64Mcg::seed_from_u64(31), 0);
    for _ in 0..600 {
        let mut position = small(&mut random, 3, Rule::Ricochet);
        for _ in 0..3 {
            let moves: Vec<_> = position.moves().map(|(mv, _)| mv).collect();
            if !position.is_solved() && !moves.is_empty() {
                position.play(moves[random.random_range(0..moves.len())]).unwrap();
            }
        }
        let Some(length) = oracle(&position) else { continue };
        let (grid, wanted) = (bounds(&position), position.target.robot);
        let robots = position.robots.iter().enumerate().filter(|&(index, _)| wanted.is_none_or(|robot| robot.index() == index));
        let bound = robots.filter_map(|(_, &cell)| grid[cell.index()]).min();
        assert!(
            position.is_solved() || bound.is_some_and(|bound| bound <= length),
            "{} {bound:?} {length}",
            position_text(&position)
        );
        checked += 1;
    }
    assert!(checked > 200, "{checked}");
}

#[track_caller]
fn check_length(position: &Position, length: u8, threads: usize) {
    let budget = Budget::default();
    let answer = solve_optimally(position, limits(&budget, threads, false), 1);
    assert_eq!(answer.end, End::Solved(length), "{}", position_text(position));
    assert!(position.is_solution(&answer.solutions[0]));
}

#[test]
fn known_lengths() {
    let known = read_positions();
    assert_eq!(known.len(), 547);
    for (position, length, _) in known.iter().filter(|(_, length, _)| *length < 15) {
        check_length(position, *length, 1);
    }
}

#[test]
#[ignore = "seconds: the longest positions"]
fn known_lengths_of_the_hard_ones() {
    for (position, length, _) in read_positions().iter().filter(|(_, length, _)| *length >= 15) {
        check_length(position, *length, 1);
        check_length(position, *length, 2);
    }
}

#[test]
fn threads_find_the_same_solutions() {
    let budget = Budget::default();
    let known = read_positions();
    let check = |position: &Position| {
        let [one, two, four] = [1, 2, 4].map(|threads| {
            let mut answer = solve_optimally(position, limits(&budget, threads, true), 5000);
            answer.solutions.sort_unstable();
            (answer.end, answer.complete, answer.solutions)
        });
        assert!(one.1 && !one.2.is_empty(), "{}", position_text(position));
        assert_eq!(one, two, "{}", position_text(position));
        assert_eq!(one, four, "{}", position_text(position));
    };
    // Long enough for threads of their own.
    known.iter().filter(|(_, length, _)| (13..16).contains(length)).step_by(3).for_each(|(position, ..)| check(position));
    for (position, ..) in known.iter().filter(|(_, length, _)| (9..11).contains(length)).step_by(20) {
        check(&Position { rule: Rule::Ricochet, ..position.clone() });
        check(&Position { target: Target { robot: None, ..position.target }, ..position.clone() });
    }
}

#[test]
fn threads_share_the_memory() {
    let budget = Budget::default();
    let known = read_positions();
    let (position, length, _) = known.iter().max_by_key(|(_, length, _)| *length).unwrap();
    for bytes in [1 << 20, 3 << 20, 6 << 20] {
        let answer = solve_optimally(position, Limits { bytes, ..limits(&budget, 2, false) }, 1);
        let End::Unknown(lower) = answer.end else { panic!("{:?} with {bytes}", answer.end) };
        assert!((2..=*length).contains(&lower) && answer.bytes <= bytes, "{lower} {} of {bytes}", answer.bytes);
    }
}

#[test]
fn known_lengths_under_the_ricochet_rule() {
    let known = read_positions();
    let ruled =
        known.iter().filter_map(|(position, _, length)| length.filter(|&length| length < 13).map(|length| (position, length)));
    let mut count = 0;
    for (position, length) in ruled {
        let mut position = position.clone();
        position.rule = Rule::Ricochet;
        check_length(&position, length, 1);
        count += 1;
    }
    assert!(count > 30, "{count}");
}

#[test]
fn a_target_for_any_robot_is_the_nearest_of_four() {
    let budget = Budget::default();
    for (position, _, _) in read_positions().iter().filter(|(_, length, _)| *length < 9).step_by(40) {
        for rule in [Rule::Plain, Rule::Ricochet] {
            let of = |robot: Option<Robot>| {
                let target = Target { robot, ..position.target };
                let position = Position { target, rule, ..position.clone() };
                match solve_optimally(&position, limits(&budget, 1, false), 0).end {
                    End::Solved(length) => length,
                    other => panic!("{other:?}"),
                }
            };
            let single = Robot::ALL[..4].iter().map(|&robot| of(Some(robot))).min();
            assert_eq!(Some(of(None)), single, "{}", position_text(position));
        }
    }
}

#[test]
fn retrograde_analysis_agrees_on_every_position_of_a_small_board() {
    let mut board = Board::empty(Size { width: 5, height: 4 });
    for (cell, direction) in [(7, Direction::East), (12, Direction::South), (3, Direction::South)] {
        board.add_wall(Cell(cell), direction);
    }
    let budget = Budget::default();
    for robot in [Some(Robot::Blue), None] {
        let target = Target { robot, cell: Cell(12) };
        let mut lengths = [0_u64; 64];
        let mut unsolvable = 0;
        let mut position = None;
        for places in 0..20_u32.pow(4) {
            let cells = [places % 20, places / 20 % 20, places / 400 % 20, places / 8000];
            // The others in order, as one position; with a target for any robot all of them.
            let sorted = cells[0] < cells[1] && cells[1] < cells[3] && (robot.is_some() || cells[3] < cells[2]);
            if !sorted {
                continue;
            }
            let robots = cells.into_iter().map(|cell| Cell(cell as u16)).collect();
            let Ok(now) = Position::new(board.clone(), robots, target, Rule::Plain) else { continue };
            match solve_optimally(&now, limits(&budget, 1, false), 0).end {
                End::Solved(length) => lengths[usize::from(length)] += 1,
                _ => unsolvable += 1,
            }
            position = Some(now);
        }
        let census = retrograde::census(&position.unwrap(), 2, &budget);
        assert_eq!(census.lengths, lengths[..census.lengths.len()], "{robot:?}");
        assert_eq!(census.unsolvable, Some(unsolvable));
        assert!(census.lengths.len() > 5, "{:?}", census.lengths);
    }
}

#[test]
fn retrograde_analysis_that_ends_early_returns_a_legal_position() {
    let size = Size { width: 16, height: 16 };
    let robots = [0, 1, 2, 3].into_iter().map(Cell).collect();
    let target = Target { robot: None, cell: Cell(1) };
    let position = Position::new(Board::empty(size), robots, target, Rule::Plain).unwrap();
    let budget = Budget::new(Some(std::time::Instant::now()), 0, Stop::default());
    let census = retrograde::census(&position, 1, &budget);
    let longest = census.longest;
    assert!(Position::new(longest.board.clone(), longest.robots.clone(), target, Rule::Plain).is_ok(), "{longest:?}");
    // The robots on the other cells, and one on the target.
    assert_eq!((census.lengths, census.unsolvable), (vec![255 * 254 * 253 / 6], None));
}

#[test]
fn all_methods_agree() {
    check_all_methods(60, GeneratorOptions::default());
    check_all_methods(6, GeneratorOptions { silver: true, rule: Rule::Ricochet, ..GeneratorOptions::default() });
}

#[test]
#[ignore = "minutes: the same on 2,000 positions, and on 200 with five robots"]
fn all_methods_agree_on_many() {
    check_all_methods(2000, GeneratorOptions::default());
    check_all_methods(200, GeneratorOptions { silver: true, ..GeneratorOptions::default() });
}

/// Checks all methods on this many random positions of at most seven moves.
#[track_caller]
fn check_all_methods(count: usize, options: GeneratorOptions) {
    let mut source = PositionGenerator::new(3, options);
    let budget = Budget::default();
    let mut checked = 0;
    while checked < count {
        let position = source.position().unwrap();
        let answer = solve_optimally(&position, limits(&budget, 1, true), 500);
        let End::Solved(length) = answer.end else { panic!("{answer:?}") };
        if length > if options.silver { 5 } else { 7 } {
            continue;
        }
        assert!(answer.solutions.iter().all(|solution| solution.len() == usize::from(length) && position.is_solution(solution)));
        checked += 1;
        let solutions: std::collections::HashSet<_> = answer.solutions.iter().collect();
        assert_eq!(solutions.len(), answer.solutions.len());
        for method in [Method::Breadth(Check::Generated), Method::Breadth(Check::Expanded), Method::AStar, Method::IdaStar] {
            let other = solve(&position, method, limits(&budget, 1, false), 1);
            assert_eq!(other.end, End::Solved(length), "{method:?} {}", position_text(&position));
            assert!(position.is_solution(&other.solutions[0]));
        }
        for method in [Method::Depth(Check::Generated), Method::AStarSum] {
            let other = solve(&position, method, limits(&budget, 1, false), 1);
            assert_eq!(other.end, End::Found);
            assert!(position.is_solution(&other.solutions[0]), "{method:?}");
        }
    }
}

/// Returns all solutions of the fewest moves, by trying all sequences.
fn sequences(position: &Position, left: usize) -> Vec<Vec<Move>> {
    if position.is_solved() || left == 0 {
        return if position.is_solved() && left == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut found = Vec::new();
    for (mv, _) in position.moves() {
        let mut next = position.clone();
        next.play(mv).unwrap();
        found.extend(sequences(&next, left - 1).into_iter().map(|rest| [vec![mv], rest].concat()));
    }
    found
}

#[test]
fn all_optimal_solutions_are_listed() {
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let budget = Budget::default();
    let mut most = 0;
    for number in 0..60 {
        let rule = if number % 2 == 0 { Rule::Ricochet } else { Rule::Plain };
        let position = small(&mut random, 4, rule);
        let mut answer = solve_optimally(&position, limits(&budget, 1, true), 5000);
        let End::Solved(length) = answer.end else { continue };
        if length > 5 {
            continue;
        }
        let mut known = sequences(&position, usize::from(length));
        known.sort_unstable();
        answer.solutions.sort_unstable();
        assert_eq!(answer.solutions, known, "{}", position_text(&position));
        assert!(answer.complete);
        most = most.max(known.len());
    }
    assert!(most > 5, "{most}");
}

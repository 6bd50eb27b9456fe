//! The solvers against a plain breadth-first search over the rules, and against lengths that other programs have found.

use std::collections::{HashMap, VecDeque};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::board::{Board, Direction, Robot};
use super::super::position::{Robots, Target};
use super::*;
use crate::grid::{Cell, Size};
use crate::search::Budget;

/// Fewest moves by breadth-first search over cells and axes, with slides step by step; `None` where nothing reaches the target.
fn oracle(position: &Position) -> Option<u8> {
    let mut lengths = HashMap::from([((position.robots.clone(), position.axes.clone()), 0_u8)]);
    let mut queue = VecDeque::from([position.clone()]);
    while let Some(now) = queue.pop_front() {
        let length = lengths[&(now.robots.clone(), now.axes.clone())];
        if now.is_solved() {
            return Some(length);
        }
        for (mv, _) in now.moves() {
            let mut next = now.clone();
            next.play(mv);
            if now.rule == Rule::Plain {
                next.axes.iter_mut().for_each(|axes| *axes = 0);
            }
            lengths.entry((next.robots.clone(), next.axes.clone())).or_insert_with(|| {
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
        let answer = fewest(&position, limits(&budget, 1 + number % 2, number % 2 == 0), 50);
        match known {
            None => assert_eq!(answer.end, End::Unsolvable, "{position:?}"),
            Some(length) => {
                lengths[usize::from(length)] += 1;
                assert_eq!(answer.end, End::Solved(length), "{position:?}");
                assert!(!answer.ways.is_empty());
                assert!(answer.ways.iter().all(|way| way.len() == usize::from(length) && position.is_solution(way)), "{position:?}");
            }
        }
    }
    assert!(lengths[5..].iter().sum::<i32>() > 20, "{lengths:?}");
}

//! Robots on a board with walls: all positions within the length of the solution, layer by layer.

use std::collections::{HashMap, HashSet};

use super::{Reply, ask, engine};

/// The cells of the robots.
pub type Robots = [usize; 4];

/// A robot and a direction: north, east, south, west.
pub type Move = (usize, usize);

pub struct Board {
    width: usize,
    /// The walls of each cell, a bit for each direction.
    walls: Vec<u8>,
    pub start: Robots,
    pub robot: usize,
    pub target: usize,
    /// The fewest moves of the robot to the target from each cell, if it could stop anywhere.
    pub bounds: Vec<usize>,
}

impl Board {
    /// `16x16:WALLS red=1 green=2 blue=3 yellow=4 target=red@5`
    pub fn read(text: &str) -> Board {
        let (head, rest) = text.split_once(' ').unwrap();
        let (size, walls) = head.split_once(':').unwrap();
        let width = size.split('x').next().unwrap().parse().unwrap();
        let walls: Vec<u8> = walls.chars().map(|digit| digit.to_digit(16).unwrap() as u8).collect();
        let value = |key: &str| rest.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('=')).unwrap();
        let names = ["red", "green", "blue", "yellow"];
        let (robot, target) = value("target").split_once('@').unwrap();
        let mut board = Board {
            width,
            start: names.map(|name| value(name).parse().unwrap()),
            robot: names.iter().position(|name| *name == robot).unwrap(),
            target: target.parse().unwrap(),
            bounds: vec![usize::MAX; walls.len()],
            walls,
        };
        let mut layer = vec![board.target];
        board.bounds[board.target] = 0;
        for distance in 1.. {
            let mut next = Vec::new();
            for &cell in &layer {
                for direction in 0..4 {
                    let mut at = cell;
                    while let Some(to) = board.next(at, direction) {
                        at = to;
                        if board.bounds[at] == usize::MAX {
                            board.bounds[at] = distance;
                            next.push(at);
                        }
                    }
                }
            }
            if next.is_empty() {
                return board;
            }
            layer = next;
        }
        board
    }

    fn next(&self, cell: usize, direction: usize) -> Option<usize> {
        let is_open = self.walls[cell] >> direction & 1 == 0;
        let to = || match direction {
            0 => cell.checked_sub(self.width),
            1 => (cell % self.width + 1 < self.width).then_some(cell + 1),
            2 => Some(cell + self.width).filter(|&to| to < self.walls.len()),
            _ => (!cell.is_multiple_of(self.width)).then(|| cell - 1),
        };
        is_open.then(to).flatten()
    }

    pub fn slide(&self, robots: &Robots, (robot, direction): Move) -> Option<Robots> {
        let mut at = robots[robot];
        while let Some(to) = self.next(at, direction).filter(|to| !robots.contains(to)) {
            at = to;
        }
        let mut after = *robots;
        after[robot] = at;
        (after != *robots).then_some(after)
    }

    /// Returns the solutions of the fewest moves, if they have no more than `most`; none otherwise.
    fn solutions(&self, start: Robots, most: usize) -> Vec<Vec<Move>> {
        let mut depths = HashMap::from([(start, 0_usize)]);
        let mut layer = vec![start];
        for depth in 0..most {
            let mut next = Vec::new();
            for robots in &layer {
                for mv in all_moves() {
                    let Some(after) = self.slide(robots, mv) else { continue };
                    let bound = self.bounds[after[self.robot]];
                    if bound < most - depth && !depths.contains_key(&after) {
                        depths.insert(after, depth + 1);
                        next.push(after);
                    }
                }
            }
            if next.iter().any(|robots| robots[self.robot] == self.target) {
                let (mut found, mut dead) = (Vec::new(), HashSet::new());
                self.extend(&mut Vec::new(), start, depth + 1, &depths, &mut dead, &mut found);
                return found;
            }
            layer = next;
        }
        Vec::new()
    }

    /// Lists the ways from a state to the target in states of rising depth. Returns whether there is one.
    fn extend(
        &self,
        path: &mut Vec<Move>,
        robots: Robots,
        length: usize,
        depths: &HashMap<Robots, usize>,
        dead: &mut HashSet<Robots>,
        found: &mut Vec<Vec<Move>>,
    ) -> bool {
        if path.len() == length {
            let is_solved = robots[self.robot] == self.target;
            found.extend(is_solved.then(|| path.clone()));
            return is_solved;
        }
        if dead.contains(&robots) {
            return false;
        }
        let before = found.len();
        for mv in all_moves() {
            let Some(after) = self.slide(&robots, mv).filter(|after| depths.get(after) == Some(&(path.len() + 1))) else {
                continue;
            };
            path.push(mv);
            self.extend(path, after, length, depths, dead, found);
            path.pop();
        }
        if found.len() == before {
            dead.insert(robots);
        }
        found.len() > before
    }
}

pub fn all_moves() -> impl Iterator<Item = Move> {
    (0..4).flat_map(|robot| (0..4).map(move |direction| (robot, direction)))
}

fn check_robots(difficulty: &str, seeds: std::ops::Range<u64>) {
    let mut engine = engine("ricochet");
    for seed in seeds {
        let reply = Reply(ask(&mut engine, &format!("puzzle {difficulty} seed={seed}")).unwrap());
        assert_eq!((reply.get("kind"), reply.get("difficulty")), ("path", difficulty));
        let board = Board::read(reply.get("position"));
        let length: usize = reply.get("task").split(" in ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        let solutions = board.solutions(board.start, length);
        assert!(!solutions.is_empty() && solutions[0].len() == length, "{seed}: {}", reply.0);
        let sorted = |path: &Vec<Move>| {
            let mut moves = path.clone();
            moves.sort_unstable();
            moves
        };
        assert!(solutions.iter().all(|path| sorted(path) == sorted(&solutions[0])), "{seed}: {solutions:?}\n{}", reply.0);
        let herrings = all_moves().filter(|mv| {
            let Some(after) = board.slide(&board.start, *mv) else { return false };
            let detour = |path: &Vec<Move>| {
                let end = path.iter().try_fold(after, |robots, &mv| board.slide(&robots, mv));
                end.is_some_and(|end| end[board.robot] == board.target)
            };
            let others = || board.solutions(after, length);
            !solutions.iter().any(|path| path[0] == *mv || detour(path))
                && others().first().is_some_and(|path| path.len() == length)
        });
        let rating: usize = reply.get("rating").parse().unwrap();
        assert_eq!(rating, length + herrings.count(), "{seed}: {}", reply.0);
        let position = ask(&mut engine, "position").unwrap();
        assert_eq!(position, reply.get("position"));
        ask(&mut engine, &format!("load {position}")).unwrap();
        assert_eq!(ask(&mut engine, "position").unwrap(), position);
    }
}

#[test]
fn robots_have_one_way() {
    check_robots("easy", 0..6);
    check_robots("medium", 0..2);
}

#[test]
#[ignore = "a thousand of each kind"]
fn many_robots() {
    ["easy", "medium"].into_iter().for_each(|difficulty| check_robots(difficulty, 100..1100));
}

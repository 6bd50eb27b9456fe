//! Boards of hexagons, small enough to play all games.

use super::brute::{Rules, Step};
use super::{Reply, ask, engine};

/// The stones of both players, a bit each; black joins the top to the bottom, white the left to the right.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Stones {
    width: usize,
    height: usize,
    /// Those of black and of white.
    of: [u32; 2],
    /// 0 where black moves.
    pub mover: usize,
}

impl Stones {
    fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = self.width;
        (0..width * self.height).map(move |cell| (cell % width, cell / width))
    }

    /// Puts a stone on a cell, or takes one away; 0 is black.
    pub fn set(&mut self, name: &str, color: Option<usize>) {
        let (x, y) = (usize::from(name.as_bytes()[0] - b'a'), name[1..].parse::<usize>().unwrap() - 1);
        let bit = 1 << (y * self.width + x);
        self.of.iter_mut().for_each(|stones| *stones &= !bit);
        if let Some(color) = color {
            self.of[color] |= bit;
        }
    }

    /// Lists the cells without a stone.
    pub fn free(&self) -> Vec<String> {
        self.steps().into_iter().map(|step| step.name).collect()
    }

    /// Returns whether a player's stones join the edges.
    fn is_joined(&self, player: usize) -> bool {
        let has = |x: usize, y: usize| self.of[player] >> (y * self.width + x) & 1 == 1;
        let along = |(x, y): (usize, usize)| if player == 0 { y } else { x };
        let far = if player == 0 { self.height } else { self.width } - 1;
        let mut open: Vec<(usize, usize)> = self.cells().filter(|&(x, y)| has(x, y) && along((x, y)) == 0).collect();
        let mut seen = open.clone();
        while let Some((x, y)) = open.pop() {
            if along((x, y)) == far {
                return true;
            }
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else { continue };
                if x < self.width && y < self.height && has(x, y) && !seen.contains(&(x, y)) {
                    seen.push((x, y));
                    open.push((x, y));
                }
            }
        }
        false
    }
}

impl Rules for Stones {
    /// `4x4 b:a1 w:c2`
    fn read(text: &str) -> Self {
        let (size, moves) = text.split_once(' ').unwrap_or((text, ""));
        let (width, height) = size.split_once('x').unwrap();
        let mut stones = Stones { width: width.parse().unwrap(), height: height.parse().unwrap(), of: [0, 0], mover: 0 };
        for word in moves.split(' ').filter(|word| !word.is_empty()) {
            let (color, point) = word.split_once(':').unwrap();
            let (x, y) = (usize::from(point.as_bytes()[0] - b'a'), point[1..].parse::<usize>().unwrap() - 1);
            let player = usize::from(color == "w");
            stones.of[player] |= 1 << (y * stones.width + x);
            stones.mover = 1 - player;
        }
        stones
    }

    fn end(&self) -> Option<i32> {
        if self.is_joined(1 - self.mover) { Some(-1) } else { self.is_joined(self.mover).then_some(1) }
    }

    fn steps(&self) -> Vec<Step<Self>> {
        let place = |(x, y): (usize, usize)| {
            let bit = 1 << (y * self.width + x);
            ((self.of[0] | self.of[1]) & bit == 0).then(|| {
                let mut next = Stones { mover: 1 - self.mover, ..self.clone() };
                next.of[self.mover] |= bit;
                Step::new(format!("{}{}", char::from(b'a' + x as u8), y + 1), next)
            })
        };
        self.cells().filter_map(place).collect()
    }
}

/// On boards that no oracle can search another command agrees, which proves the winner after each move and knows nothing of puzzles.
fn check_large(arguments: &str, seeds: std::ops::Range<u64>) {
    let mut engine = engine("hex");
    for seed in seeds {
        let reply = Reply(ask(&mut engine, &format!("puzzle {arguments} seed={seed}")).unwrap());
        let color = reply.get("task").split(' ').next().unwrap().to_owned();
        let winning = ask(&mut engine, &format!("dfpn-solver-find-winning {color}")).unwrap();
        let solution = ask(&mut engine, "solve").unwrap();
        assert!(solution.contains(&format!(" move={winning} ")), "{seed}: {winning}, not {solution}\n{}", reply.0);
    }
}

#[test]
fn large_boards_have_one_answer() {
    ["easy size=7x7", "medium size=7x7"].into_iter().for_each(|arguments| check_large(arguments, 0..2));
}

#[test]
#[ignore = "a thousand of each kind"]
fn many_large_boards() {
    ["easy", "medium", "hard", "extreme"].into_iter().for_each(|arguments| check_large(arguments, 100..1100));
}

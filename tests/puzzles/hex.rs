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

    /// Returns whether a player's stones join the edges: those that are reached from one edge grow until they are the same again.
    fn is_joined(&self, player: usize) -> bool {
        let (width, stones) = (self.width, self.of[player]);
        let west = (0..self.height).fold(0, |cells, y| cells | 1 << (y * width));
        let (east, north) = (west << (width - 1), (1 << width) - 1);
        let south = north << ((self.height - 1) * width);
        let (near, far) = if player == 0 { (north, south) } else { (west, east) };
        let mut seen = stones & near;
        loop {
            let (to_west, to_east) = (seen & !west, seen & !east);
            let beside = to_west >> 1 | to_east << 1 | seen >> width | seen << width;
            let grown = stones & (seen | beside | to_east >> (width - 1) | to_west << (width - 1));
            if grown == seen {
                return seen & far != 0;
            }
            seen = grown;
        }
    }
}

impl Rules for Stones {
    type Key = ([u8; 3], [u32; 2]);

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

    /// Turned by half a turn, a board is worth as much.
    fn key(&self) -> Self::Key {
        let unused = u32::BITS as usize - self.width * self.height;
        let turned = self.of.map(|stones| stones.reverse_bits() >> unused);
        ([self.width, self.height, self.mover].map(|number| number as u8), self.of.min(turned))
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
#[ignore = "a thousand"]
fn many_large_boards() {
    ["easy", "medium", "hard", "extreme"].into_iter().for_each(|arguments| check_large(arguments, 100..350));
}

//! Puzzles: random graphs with a vertex from which one edge alone keeps the win, or the draw.

use std::sync::Arc;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use super::GraphGame;
use super::board::Position;
use super::parser;
use crate::game::turn::puzzle::PuzzleGame;

/// The fewest and the most vertices: each has a letter as its name.
const VERTICES: [usize; 2] = [8, 22];

/// The fewest and the most edges from a vertex that is no goal.
const DEGREES: [usize; 2] = [2, 3];

impl PuzzleGame for GraphGame {
    const RATINGS: [u64; 3] = [5, 7, 9];
    const HAS_SIZE: bool = false;

    /// Draws a graph: a goal of each player, perhaps a second one; owners that alternate or do not; edges to any vertices.
    fn start_puzzle(_: Option<(usize, usize)>, _: usize, random: &mut Pcg64Mcg) -> Result<Self, String> {
        let count = random.random_range(VERTICES[0]..=VERTICES[1]);
        let goals = random.random_range(2..=4);
        let name = |vertex: usize| char::from(b'a' + vertex as u8);
        let mut text = format!("game {count} a");
        for vertex in 0..count {
            let owner = random.random_range(1..=2);
            let goal =
                (vertex + goals).checked_sub(count).map_or_else(|| "-".to_owned(), |number| format!("G{}", 1 + number % 2));
            text.push_str(&format!(";{} {owner} {goal}", name(vertex)));
            if goal == "-" {
                let degree = random.random_range(DEGREES[0]..=DEGREES[1]);
                let mut others: Vec<usize> = (0..count).filter(|&other| other != vertex).collect();
                others.shuffle(random);
                others.into_iter().take(degree).for_each(|other| text.push_str(&format!(" {}", name(other))));
            }
        }
        let named = parser::parse_text(&text)?;
        Ok(GraphGame::new(Position::from(Arc::new(named))))
    }

    fn rules_text(&self) -> String {
        "player 1 is black, and a play that never ends is drawn".to_owned()
    }
}

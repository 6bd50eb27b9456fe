//! The value and the rank of every vertex, by one backward pass for both players at once.

use super::graph::{GOAL_1, GOAL_2, Graph, OWNER, Vertex};
use super::reverse::Reverse;
use crate::color::Color;

/// What a vertex is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins, in so many moves of both.
    Win(Color, u32),
    /// Neither can force a win.
    Draw,
}

/// Bits of a word: who has won it, once that is known; who owns it; and below them the rank, or while nobody has won it the
/// number of edges that do not yet lead to the opponent's attractor. One word a vertex keeps a visit to one line of cache.
const WON_1: u32 = 1 << 30;
const WON_2: u32 = 1 << 31;
const WON: u32 = WON_1 | WON_2;
const OF_2: u32 = 1 << 29;
const NUMBER: u32 = OF_2 - 1;

/// Values and ranks of all vertices of a graph.
#[derive(Clone, Debug)]
pub struct Solution {
    words: Vec<u32>,
    /// Vertices won by black and by white.
    won: [usize; 2],
    /// Greatest rank of a vertex won by black and by white.
    longest: [u32; 2],
}

impl Solution {
    /// Solves a graph. A vertex is won by its owner as soon as one edge leads to a vertex that she wins, and by the opponent
    /// when the last edge does; vertices are visited by rising rank, so the first time is the rank.
    #[must_use]
    pub fn of(graph: &Graph) -> Solution {
        let reverse = Reverse::of(graph);
        let mut words = first_words(graph);
        let mut level: Vec<u32> = (0..words.len() as u32).filter(|&vertex| words[vertex as usize] & WON != 0).collect();
        let mut solution = Solution { words: Vec::new(), won: [0; 2], longest: [0; 2] };
        let (mut next, mut rank) = (Vec::new(), 0);
        while !level.is_empty() {
            for &vertex in &level {
                let won = words[vertex as usize] & WON;
                solution.count(won, rank);
                for &source in reverse.sources(vertex) {
                    if let Some(word) = visited(words[source as usize], won, rank) {
                        words[source as usize] = word;
                        if word & WON != 0 {
                            next.push(source);
                        }
                    }
                }
            }
            rank += 1;
            level.clear();
            std::mem::swap(&mut level, &mut next);
        }
        solution.words = words;
        solution
    }

    /// What a vertex is worth.
    #[must_use]
    pub fn verdict(&self, vertex: Vertex) -> Verdict {
        let word = self.words[vertex.index()];
        match word & WON {
            WON_1 => Verdict::Win(Color::Black, word & NUMBER),
            WON_2 => Verdict::Win(Color::White, word & NUMBER),
            _ => Verdict::Draw,
        }
    }

    /// The rank of a vertex in a player's attractor, if it is there.
    #[must_use]
    pub fn rank(&self, vertex: Vertex, player: Color) -> Option<u32> {
        match self.verdict(vertex) {
            Verdict::Win(winner, rank) if winner == player => Some(rank),
            _ => None,
        }
    }

    /// How many vertices a player wins.
    #[must_use]
    pub fn won(&self, player: Color) -> usize {
        self.won[player.index()]
    }

    /// How many vertices neither wins.
    #[must_use]
    pub fn drawn(&self) -> usize {
        self.words.len() - self.won[0] - self.won[1]
    }

    /// The greatest rank in a player's attractor: from there on the sequence of attractors is stationary.
    #[must_use]
    pub fn longest(&self, player: Color) -> u32 {
        self.longest[player.index()]
    }

    /// A best successor of a vertex for its owner: the quickest win, else a draw, else the slowest loss; the first of equals.
    /// `None` where the vertex is final.
    #[must_use]
    pub fn best(&self, graph: &Graph, vertex: Vertex) -> Option<Vertex> {
        let owner = graph.owner(vertex);
        graph.successors(vertex).min_by_key(|next| self.worth(*next, owner))
    }

    /// The worth of a vertex to a player: the smaller the better, in the order of [`Solution::best`].
    #[must_use]
    pub fn worth(&self, vertex: Vertex, player: Color) -> i64 {
        match self.verdict(vertex) {
            Verdict::Win(winner, rank) if winner == player => i64::from(rank) - (1 << 32),
            Verdict::Win(_, rank) => (1 << 32) - i64::from(rank),
            Verdict::Draw => 0,
        }
    }

    fn count(&mut self, won: u32, rank: u32) {
        let player = usize::from(won == WON_2);
        self.won[player] += 1;
        self.longest[player] = rank;
    }
}

/// The words before the first visit.
fn first_words(graph: &Graph) -> Vec<u32> {
    let mut begin = 0;
    let tagged = graph.tags().iter().zip(graph.ends());
    tagged
        .map(|(&tag, &end)| {
            let degree = end - std::mem::replace(&mut begin, end);
            let won = if tag & GOAL_1 != 0 { WON_1 } else { 0 } | if tag & GOAL_2 != 0 { WON_2 } else { 0 };
            // Only a player who can move can be forced: a final vertex keeps its flags, whatever its number of edges (0).
            won | (u32::from(tag & OWNER) * OF_2) | degree
        })
        .collect()
}

/// The word of a vertex when an edge of it is found to lead to a vertex of this rank that `won` wins; `None` where nothing changes.
#[inline]
fn visited(word: u32, won: u32, rank: u32) -> Option<u32> {
    if word & WON != 0 {
        return None;
    }
    let is_own = (word & OF_2 != 0) == (won == WON_2);
    if is_own || word & NUMBER == 1 {
        return Some(won | word & OF_2 | (rank + 1));
    }
    Some(word - 1)
}

//! The solution of a game graph: the value and the rank of every vertex.

use super::graph::{Graph, Vertex};
use super::pass::{self, NUMBER, WON, WON_1, WON_2};
use crate::color::Color;
use crate::search::Budget;

/// The value of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This player wins, in this number of moves of both players.
    Win(Color, u32),
    /// Neither can force a win.
    Draw,
}

/// Most threads of a pass, which is memory-bound: more threads gain nothing.
const MAX_THREADS: usize = 4;

/// Memory for each vertex, its state, word, list and the beginning of its predecessors, and for each edge.
const BYTES_PER_VERTEX: usize = 24;
const BYTES_PER_EDGE: usize = 5;

/// Vertices that are counted between two checks of the budget.
const CHECK_INTERVAL: usize = 1 << 16;

/// Values and ranks of all vertices of a graph.
#[derive(Clone, Debug)]
pub struct Solution {
    words: Vec<u32>,
    /// Number of vertices won by black and by white.
    won: [usize; 2],
    /// Greatest rank of a vertex won by black and by white.
    longest: [u32; 2],
}

impl Solution {
    /// Solves a graph on one thread, without a limit.
    #[must_use]
    #[cfg(test)]
    pub fn solve(graph: &Graph) -> Solution {
        Solution::solve_within(graph, 1, &Budget::default()).expect("there is no limit")
    }

    /// Returns about the bytes of memory that it takes to solve a graph.
    #[must_use]
    pub fn memory_for(graph: &Graph) -> usize {
        BYTES_PER_VERTEX * graph.vertex_count() + BYTES_PER_EDGE * graph.edge_count()
    }

    /// Solves a graph on `threads` threads; `None` if the budget ends first. A vertex's owner wins it if one edge leads to a vertex that
    /// she wins; the opponent wins it if all edges lead to vertices that he wins. Vertices are visited by rising rank, so that they are
    /// decided at their rank.
    #[must_use]
    pub fn solve_within(graph: &Graph, threads: usize, budget: &Budget) -> Option<Solution> {
        let words = pass::run(graph, threads.clamp(1, MAX_THREADS), budget)?;
        let mut solution = Solution { words: Vec::new(), won: [0; 2], longest: [0; 2] };
        for words in words.chunks(CHECK_INTERVAL) {
            if budget.is_over() {
                return None;
            }
            for word in words.iter().filter(|&word| word & WON != 0) {
                let player = usize::from(word & WON == WON_2);
                solution.won[player] += 1;
                solution.longest[player] = solution.longest[player].max(word & NUMBER);
            }
        }
        solution.words = words;
        Some(solution)
    }

    /// Returns the value of a vertex.
    #[must_use]
    pub fn verdict(&self, vertex: Vertex) -> Verdict {
        let word = self.words[vertex.index()];
        match word & WON {
            WON_1 => Verdict::Win(Color::Black, word & NUMBER),
            WON_2 => Verdict::Win(Color::White, word & NUMBER),
            _ => Verdict::Draw,
        }
    }

    /// Returns the rank of a vertex in a player's attractor; `None` if it is not in it.
    #[must_use]
    pub fn rank(&self, vertex: Vertex, player: Color) -> Option<u32> {
        match self.verdict(vertex) {
            Verdict::Win(winner, rank) if winner == player => Some(rank),
            _ => None,
        }
    }

    /// Returns the number of vertices that a player wins.
    #[must_use]
    pub fn wins(&self, player: Color) -> usize {
        self.won[player.index()]
    }

    /// Returns the number of drawn vertices.
    #[must_use]
    pub fn draws(&self) -> usize {
        self.words.len() - self.won[0] - self.won[1]
    }

    /// Returns the greatest rank in a player's attractor, at which the sequence of attractors becomes stationary.
    #[must_use]
    pub fn longest(&self, player: Color) -> u32 {
        self.longest[player.index()]
    }

    /// Returns the best successor of a vertex for its owner: the quickest win, else a draw, else the slowest loss; the first among
    /// equals. `None` if the vertex is final.
    #[must_use]
    pub fn best(&self, graph: &Graph, vertex: Vertex) -> Option<Vertex> {
        let owner = graph.owner(vertex);
        graph.successors(vertex).min_by_key(|next| self.preference(*next, owner))
    }

    /// Returns the preference of a player for a vertex, in the order of [`Solution::best`]: the least is best.
    fn preference(&self, vertex: Vertex, player: Color) -> i64 {
        match self.verdict(vertex) {
            Verdict::Win(winner, rank) if winner == player => i64::from(rank) - (1 << 32),
            Verdict::Win(_, rank) => (1 << 32) - i64::from(rank),
            Verdict::Draw => 0,
        }
    }
}

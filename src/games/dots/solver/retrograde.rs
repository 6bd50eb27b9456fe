//! The second method: the margins of all positions of a small graph, from the last cut backwards (Wilson).
//!
//! One byte a position, `2^strings` in all, each the best of its successors, which have smaller numbers. It shares nothing
//! with the search but the graph.

use super::graph::{Graph, Strings, each};

/// Most strings that are done: 4 GiB.
pub const MOST: u32 = 32;

/// The margins of the player to move in all positions.
pub struct Retrograde {
    margins: Vec<i8>,
}

impl Retrograde {
    /// Works through all positions of a graph of at most [`MOST`] strings.
    #[must_use]
    pub fn new(graph: &Graph) -> Self {
        let coins: Vec<[Strings; 2]> = each(graph.whole()).map(|string| sides(graph, string)).collect();
        let mut margins = vec![0_i8; 1 << coins.len()];
        for left in 1..margins.len() {
            let mut best = i8::MIN;
            for string in each(left as Strings) {
                let bit = 1 << string;
                let rest = margins[left ^ bit as usize];
                let gain = coins[usize::from(string)].iter().filter(|&&coin| coin & left as Strings == bit).count() as i8;
                best = best.max(if gain > 0 { gain + rest } else { -rest });
            }
            margins[left] = best;
        }
        Retrograde { margins }
    }

    /// The margin of a position.
    #[must_use]
    pub fn margin(&self, left: Strings) -> i32 {
        i32::from(self.margins[left as usize])
    }
}

/// The strings of the coins at the two ends of a string; none for the ground.
fn sides(graph: &Graph, string: u8) -> [Strings; 2] {
    graph.ends(string).map(|end| if end == super::graph::GROUND { 0 } else { graph.strings_of(end) })
}

//! The endgame rules of *La Pipopipette*: in which order chains are opened (rules 2 to 4), how the points are counted back from the
//! last chain (rule 5), and the parity of long chains (rule 6).
//!
//! They explain positions; exact values come from the recurrence ([`exact_margin`]). Errors of *La Pipopipette* are corrected
//! (`protocol.md`, Corrected sources), and the tests show both.

use super::solver::bits::Bits;
use super::solver::endgame;
use super::solver::graph::{GROUND, Graph};
use super::solver::opening::Opening;
use super::solver::shape::{CHAIN_HANDOUT, LONG, LOOP_HANDOUT, Shape};

/// A chain or loop in the order in which the rules open them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its boxes.
    pub length: u32,
    /// Whether it is a loop.
    pub is_loop: bool,
    /// A string that opens it.
    pub cut: u8,
}

/// The boxes that rule 5 counts for a sequence of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Boxes of the player who opens the first part (A in *La Pipopipette*).
    pub opener: i32,
    /// Boxes of the other player (B in *La Pipopipette*).
    pub answerer: i32,
    /// Whether the answer to the first part is to double-deal.
    pub deals: bool,
}

impl Part {
    /// Returns the value that rules 2 and 3 sort by: boxes, less two for a loop.
    #[must_use]
    pub const fn value(self) -> u32 {
        if self.is_loop { self.length - 2 } else { self.length }
    }

    /// Returns the boxes that a double-dealing move leaves in it.
    #[must_use]
    pub const fn handout(self) -> i32 {
        if self.is_loop { LOOP_HANDOUT as i32 } else { CHAIN_HANDOUT as i32 }
    }

    /// Returns whether its taker may double-deal: not in chains of one and two that are opened well.
    #[must_use]
    pub const fn is_long(self) -> bool {
        self.is_loop || self.length >= LONG
    }
}

impl Count {
    /// Returns the boxes of the opener minus those of the other player.
    #[must_use]
    pub const fn margin(self) -> i32 {
        self.opener - self.answerer
    }
}

/// Returns the parts in the order in which they are opened by rule 4: least value first, a connected chain before a disconnected
/// one. The last disconnected chain waits while loops are left. Lines that give nothing away are skipped.
#[must_use]
pub(super) fn opening_order<S: Bits>(graph: &Graph<S>, mut left: S) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut shape = Shape::default();
    while !left.is_empty() {
        shape.rebuild(graph, left);
        let held = held_back_chain(&shape);
        let openings = shape.openings(left).map(|(opening, _)| opening);
        let chains = openings.filter(|opening| opening.offer.offered > 0 && held != Some(opening.cut));
        let is_isolated = |opening: &Opening<S>| {
            shape.arcs.iter().any(|arc| arc.cut == opening.cut && arc.ends == [GROUND; 2])
                || u32::from(opening.offer.handout) == LOOP_HANDOUT
        };
        let chosen = chains.min_by_key(|opening| (part_of(opening).value(), is_isolated(opening), opening.cut));
        match chosen {
            Some(opening) => {
                parts.push(part_of(&opening));
                left = opening.rest;
            }
            // Only lines that give nothing away are left.
            None => match shape.arcs.iter().find(|arc| arc.length == 0) {
                Some(arc) => left &= !arc.strings,
                None => break,
            },
        }
    }
    parts
}

fn part_of<S>(opening: &Opening<S>) -> Part {
    Part { length: u32::from(opening.offer.offered), is_loop: u32::from(opening.offer.handout) == LOOP_HANDOUT, cut: opening.cut }
}

/// Returns the chain that rule 4 holds back: the only disconnected one, if a loop is left and no tree of chains. A chain of one
/// or two costs no control and is not held back. The printed rule holds it back too, which loses.
fn held_back_chain<S: Bits>(shape: &Shape<S>) -> Option<u8> {
    let mut isolated = shape.arcs.iter().filter(|arc| arc.ends == [GROUND; 2]);
    let only = isolated.next().filter(|only| u32::from(only.length) >= LONG && isolated.next().is_none())?;
    let parts = connected_joints(shape);
    let has_loop = |&part: &u128| {
        let inside = shape.arcs.iter().filter(|arc| arc.ends.iter().all(|&end| end != GROUND && part >> end & 1 == 1));
        inside.count() >= part.count_ones() as usize
    };
    let loops = shape.loops.len() + parts.iter().filter(|part| has_loop(part)).count();
    (loops > 0 && parts.iter().all(has_loop)).then_some(only.cut)
}

/// Returns the connected components of the joints, as sets of indices.
#[must_use]
pub(super) fn connected_joints<S>(shape: &Shape<S>) -> Vec<u128> {
    let mut parts: Vec<u128> = (0..shape.joints.len()).map(|index| 1 << index).collect();
    for arc in &shape.arcs {
        let [a, b] = arc.ends;
        if a == GROUND || b == GROUND {
            continue;
        }
        let contains = |end: u8| move |part: &u128| part >> end & 1 == 1;
        let (Some(x), Some(y)) = (parts.iter().position(contains(a)), parts.iter().position(contains(b))) else { continue };
        if x != y {
            parts[x.min(y)] |= parts[x.max(y)];
            parts.remove(x.max(y));
        }
    }
    parts
}

/// Counts the boxes of both players when the parts are opened in this order: rule 5, corrected.
#[must_use]
pub(super) fn count_boxes(parts: &[Part]) -> Count {
    let mut count = Count { opener: 0, answerer: 0, deals: false };
    for part in parts.iter().rev() {
        let (length, handout) = (part.length as i32, part.handout());
        let deals = part.is_long() && count.answerer - count.opener > handout;
        count = if deals {
            Count { opener: count.opener + handout, answerer: count.answerer + length - handout, deals }
        } else {
            Count { opener: count.answerer, answerer: count.opener + length, deals }
        };
    }
    count
}

/// Returns the number of long linear chains, which rule 6 counts.
#[must_use]
pub(super) fn count_long_chains(parts: &[Part]) -> u32 {
    parts.iter().filter(|part| !part.is_loop && part.length >= LONG).count() as u32
}

/// Returns the number of turns until the first long chain must be opened: strings minus coins minus long linear chains at the end.
///
/// Each turn that closes nothing takes one string, each box that is taken one string and one coin, and a long linear chain has
/// one string more than coins (the derivation of `nz` in *La Pipopipette*, from any position on).
#[must_use]
pub(super) fn turns_left<S: Bits>(graph: &Graph<S>, left: S, long_chains: u32) -> i32 {
    left.count() as i32 - graph.open_coins(left) as i32 - long_chains as i32
}

/// Returns whether the player to move wants an even number of long linear chains, by rule 6 for any position.
#[must_use]
pub(super) fn wants_even<S: Bits>(graph: &Graph<S>, left: S) -> bool {
    turns_left(graph, left, 0) % 2 != 0
}

/// Returns the exact margin of parts that touch no joint.
#[must_use]
pub(super) fn exact_margin(parts: &[Part]) -> i32 {
    let lengths = |loops: bool| parts.iter().filter(move |part| part.is_loop == loops).map(|part| part.length);
    endgame::value(lengths(false), lengths(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(chains: &[u32], loops: &[u32]) -> Vec<Part> {
        let mut parts: Vec<Part> = chains.iter().map(|&length| Part { length, is_loop: false, cut: 0 }).collect();
        parts.extend(loops.iter().map(|&length| Part { length, is_loop: true, cut: 0 }));
        parts
    }

    /// Counts by rule 5 as it is printed: where all is taken, `B = A + n` and then `A = B`.
    fn count_as_printed(parts: &[Part]) -> Count {
        let mut rest = parts.iter().rev();
        let first = rest.next().map_or(0, |part| part.length as i32);
        let mut count = Count { opener: 0, answerer: first, deals: false };
        for part in rest {
            let (length, handout) = (part.length as i32, part.handout());
            count = if count.answerer > count.opener + handout {
                Count { opener: count.opener + handout, answerer: count.answerer + length - handout, deals: true }
            } else {
                let answerer = count.opener + length;
                Count { opener: answerer, answerer, deals: false }
            };
        }
        count
    }

    #[test]
    fn rule_5_as_printed_invents_points() {
        // Example 2: the loop, then the chain. 3:4 is right; printed, it comes to 4:4 of seven boxes.
        let opened = [parts(&[], &[4]), parts(&[3], &[])].concat();
        assert_eq!(count_boxes(&opened), Count { opener: 3, answerer: 4, deals: false });
        assert_eq!(count_as_printed(&opened), Count { opener: 4, answerer: 4, deals: false });
    }

    #[test]
    fn the_order_of_the_rules_is_not_always_best() {
        let by_rules = [parts(&[], &[4]), parts(&[3, 3, 3], &[])].concat();
        assert_eq!(count_boxes(&by_rules).margin(), -3);
        assert_eq!(exact_margin(&by_rules), -1);
        assert_eq!(count_boxes(&parts(&[3, 3, 3], &[4])).margin(), -1);
    }

    #[test]
    fn five_three_chains_are_8_to_7() {
        assert_eq!(count_boxes(&parts(&[3; 5], &[])), Count { opener: 7, answerer: 8, deals: false });
        assert_eq!([1, 2, 3, 4].map(|n| count_boxes(&parts(&vec![3; n], &[])).margin()), [-3, -2, -1, -2]);
    }

    /// *La Pipopipette*: who answers the first long chain gets at least two boxes more if it is linear, and not less if it is a
    /// loop.
    #[test]
    fn who_answers_the_first_long_chain_gains() {
        let mut checked = 0;
        for chains in 0..5_usize {
            for longer in 0..3_u32 {
                for loops in 0..4_usize {
                    let mut all = parts(&vec![3; chains], &vec![4; loops]);
                    all.extend(parts(&[3 + longer], &[4 + 2 * longer]));
                    for first in 0..all.len() {
                        let mut rest = all.clone();
                        let opened = rest.remove(first);
                        let margin = -endgame::opening_value(opened.length as i32, opened.handout(), exact_margin(&rest));
                        let least = if opened.is_loop { opened.length as i32 - 4 } else { opened.length as i32 - 2 };
                        assert!(margin >= least && (opened.is_loop || margin >= 1), "{opened:?} of {all:?}: {margin}");
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked > 200);
    }

    /// *La Pipopipette*: chains of one and of two, opened in this order, leave a difference that their parities determine.
    #[test]
    fn parities_of_short_chains_determine_their_difference() {
        for ones in 0..6_u32 {
            for twos in 0..6_u32 {
                // Boxes of the player who opens first less the other's, all taken in turn.
                let lengths = [vec![1; ones as usize], vec![2; twos as usize]].concat();
                let taken = lengths.iter().enumerate().map(|(turn, &n): (usize, &i32)| if turn % 2 == 0 { -n } else { n });
                let difference = taken.sum::<i32>().abs();
                let expected = match (ones % 2, twos % 2) {
                    (0, 0) => 0,
                    (0, _) => 2,
                    _ => 1,
                };
                assert_eq!(difference, expected, "{ones} {twos}");
            }
        }
    }

    /// Example 6: a chain of `m`, and a loop of `p` behind a chain of `n`, which is opened first: what its opener gets in all.
    #[test]
    fn the_formula_of_example_6() {
        for m in 3..10_i32 {
            for p in (4..14).step_by(2) {
                for n in 3..10_i32 {
                    let rest = endgame::value([m as u32], [p as u32]);
                    let margin = endgame::opening_value(n, CHAIN_HANDOUT as i32, rest);
                    let formula = (p + (m - 4).max(0)).min(6.min(m + 2));
                    assert_eq!((m + n + p + margin) / 2, formula, "m {m} n {n} p {p}");
                }
            }
        }
    }

    /// The last branch of the decision tree has the parities of rule 6 the wrong way round. Played out on boards where the number
    /// of long chains is certain, who has the parity of rule 6 answers the first long chain, and gains.
    #[test]
    fn the_last_branch_of_the_decision_tree_is_reversed() {
        // Columns of three: all vertical lines are drawn, 3 rows, `columns` columns. Black has drawn the first line.
        for columns in 2..=5_usize {
            let graph = Graph::grid(3, columns);
            let left = (1 << (4 * columns)) - 1;
            let (dots, chains, turns) = (4 * (columns + 1), columns, 3 * (columns + 1));
            let first_is_to_move = turns % 2 == 0;
            let first_has_rule_6 = (dots + chains) % 2 == 0;
            let margin = exact_margin(&opening_order(&graph, left));
            let first_gains = if first_is_to_move { margin > 0 } else { margin < 0 };
            assert_eq!(first_gains, first_has_rule_6, "{columns} columns, margin {margin}");
            let first_has_decision_tree = (dots + chains) % 2 == 1;
            assert_ne!(first_gains, first_has_decision_tree, "{columns} columns");
            assert_eq!(wants_even(&graph, left) == (chains % 2 == 0), margin > 0, "from any position on");
        }
    }
}

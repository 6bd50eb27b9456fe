//! Compares the backward pass with the definition: the fixpoint of the recurrence.

use std::cell::Cell;

use super::*;
use crate::color::Color;
use crate::search::{Budget, Stop};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Number of random graphs that are compared with the definition.
const RANDOM_GRAPHS: u32 = 20_000;

/// Creates a graph from lines `owner goal successors`, with goals as in `.game`.
fn graph(lines: &[&str]) -> Graph {
    let mut builder = Builder::default();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        words[2..].iter().for_each(|next| builder.edge(Vertex(next.parse().unwrap())));
        let goal = match words[1] {
            "G1" => Some(Goal::Of(Color::Black)),
            "G2" => Some(Goal::Of(Color::White)),
            "N" => Some(Goal::Nobody),
            _ => None,
        };
        builder.vertex(if words[0] == "1" { Color::Black } else { Color::White }, goal);
    }
    builder.finish(Vertex(0)).unwrap()
}

/// Computes the attractor of a player by the recurrence of the course text: the rank of each vertex. With `literal` all successors
/// of a vertex without successors are in the attractor, as the recurrence has it.
fn by_definition(graph: &Graph, player: Color, literal: bool) -> Vec<Option<u32>> {
    let mut ranks: Vec<Option<u32>> =
        graph.vertices().map(|vertex| (graph.goal(vertex) == Some(Goal::Of(player))).then_some(0)).collect();
    for rank in 1.. {
        let joins = |&vertex: &Vertex| {
            let inside = |next: Vertex| ranks[next.index()].is_some();
            let is_joining = match graph.owner(vertex) == player {
                true => graph.successors(vertex).any(inside),
                false => (literal || graph.goal(vertex).is_none()) && graph.successors(vertex).all(inside),
            };
            ranks[vertex.index()].is_none() && is_joining
        };
        let joining: Vec<Vertex> = graph.vertices().filter(joins).collect();
        if joining.is_empty() {
            break;
        }
        joining.iter().for_each(|vertex| ranks[vertex.index()] = Some(rank));
    }
    ranks
}

/// Generates random graphs, with loops, parallel edges and edges between vertices of one player; of those that fail, a small one
/// is shown.
fn any_graph() -> impl Strategy<Value = Graph> {
    let goal = prop_oneof![Just(Goal::Of(Color::Black)), Just(Goal::Of(Color::White)), Just(Goal::Nobody)];
    // Around the largest number of edges that the byte can count.
    let degree = prop_oneof![15 => 1..=4_usize, 1 => 28..=70_usize];
    let successors = degree.prop_flat_map(|degree| vec(any::<Index>(), degree));
    let vertex = (any::<bool>(), proptest::option::weighted(0.3, goal), successors);
    vec(vertex, 1..=12).prop_map(|vertices| {
        let mut builder = Builder::default();
        for (is_second, goal, successors) in &vertices {
            if goal.is_none() {
                successors.iter().for_each(|next| builder.edge(Vertex(next.index(vertices.len()) as u32)));
            }
            builder.vertex(Color::BOTH[usize::from(*is_second)], *goal);
        }
        builder.finish(Vertex(0)).unwrap()
    })
}

#[test]
fn agrees_with_the_definition() {
    let seen = Cell::new([false; 3]);
    let mut runner =
        TestRunner::new_with_rng(Config::with_cases(RANDOM_GRAPHS), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let ran = runner.run(&any_graph(), |graph| {
        let solution = Solution::solve(&graph);
        for player in Color::BOTH {
            let ranks: Vec<Option<u32>> = graph.vertices().map(|vertex| solution.rank(vertex, player)).collect();
            prop_assert_eq!(&ranks, &by_definition(&graph, player, false));
            prop_assert_eq!(solution.wins(player), ranks.iter().flatten().count());
            prop_assert_eq!(solution.longest(player), ranks.iter().flatten().copied().max().unwrap_or(0));
        }
        prop_assert_eq!(verify(&graph, &solution), Ok(()));
        if graph.edge_count() % 50 == 0 {
            let shared = Solution::solve_within(&graph, 3, &Budget::default()).unwrap();
            prop_assert!(graph.vertices().all(|vertex| shared.verdict(vertex) == solution.verdict(vertex)));
        }
        let counts = [solution.wins(Color::Black), solution.wins(Color::White), solution.draws()];
        seen.set([0, 1, 2].map(|n| seen.get()[n] || counts[n] > 1));
        Ok(())
    });
    ran.unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(seen.get(), [true; 3]);
}

#[test]
fn only_vertices_with_successors_are_forced() {
    // The first player can only move to final vertices of the second: a draw and a loss.
    let graph = graph(&["1 - 1 2", "2 N", "2 G2"]);
    let solution = Solution::solve(&graph);
    let verdicts: Vec<Verdict> = graph.vertices().map(|vertex| solution.verdict(vertex)).collect();
    assert_eq!(verdicts, [Verdict::Draw, Verdict::Draw, Verdict::Win(Color::White, 0)]);
    // By the literal recurrence the first player would win everywhere, even in a goal of the second.
    assert_eq!(by_definition(&graph, Color::Black, true), [Some(2), Some(1), Some(1)]);
}

#[test]
fn bipartite_is_what_alternates() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for number in 0..400_u32 {
        let (count, wrong) = (random.random_range(2..12) * 2, number % 2 == 1);
        let mut builder = Builder::default();
        let (from, nth) = (random.random_range(0..count), random.random_range(0..20));
        for vertex in 0..count {
            for edge in 0..random.random_range(1..20).max(if vertex == from { nth + 1 } else { 1 }) {
                let is_wrong = wrong && vertex == from && edge == nth;
                builder.edge(Vertex(random.random_range(0..count / 2) * 2 + (vertex + 1 + u32::from(is_wrong)) % 2));
            }
            builder.vertex(Color::BOTH[(vertex % 2) as usize], None);
        }
        assert_eq!(builder.finish(Vertex(0)).unwrap().is_bipartite(&Stop::default()), Some(!wrong));
    }
}

#[test]
fn a_wrong_solution_is_noticed() {
    let right = graph(&["1 - 1 0", "2 - 2 0", "1 G1", "2 N", "2 - 3 2"]);
    // The same vertices with other moves: each solution is wrong for the other graph.
    let others = [
        graph(&["1 - 1 2", "2 - 2 0", "1 G1", "2 N", "2 - 3 2"]),
        graph(&["1 - 1 0", "2 - 2 2", "1 G1", "2 N", "2 - 3 2"]),
        graph(&["1 - 1 0", "2 - 2 0", "1 G2", "2 N", "2 - 3 2"]),
        graph(&["1 - 1 0", "2 - 2 0", "1 G1", "2 N", "2 - 2 2"]),
    ];
    for other in &others {
        assert!(verify(other, &Solution::solve(&right)).is_err(), "{other:?}");
        assert!(verify(&right, &Solution::solve(other)).is_err(), "{other:?}");
        assert_eq!(verify(other, &Solution::solve(other)), Ok(()));
    }
}

#[test]
fn flaws_are_found() {
    let black = Color::Black;
    let flaw = |edges: &[u32], goal, start| {
        let mut builder = Builder::default();
        edges.iter().for_each(|&next| builder.edge(Vertex(next)));
        builder.vertex(black, goal);
        builder.finish(Vertex(start)).err()
    };
    assert_eq!(Builder::default().finish(Vertex(0)).err(), Some(GraphError::Empty));
    assert_eq!(flaw(&[0], None, 0), None);
    assert_eq!(flaw(&[], None, 0), Some(GraphError::DeadEnd(Vertex(0))));
    assert_eq!(flaw(&[0], Some(Goal::Nobody), 0), Some(GraphError::NotFinal(Vertex(0))));
    assert_eq!(flaw(&[0, 1], None, 0), Some(GraphError::Dangling(Vertex(0), Vertex(1))));
    assert_eq!(flaw(&[0], None, 1), Some(GraphError::Start(Vertex(1))));
}

/// The game of the course text: players take one to three matches from a heap; who takes the last one wins.
struct Matches;

impl Rules for Matches {
    type State = (u32, Color);

    fn owner(&self, state: &Self::State) -> Color {
        state.1
    }

    fn goal(&self, state: &Self::State) -> Option<Goal> {
        (state.0 == 0).then_some(Goal::Of(state.1.other()))
    }

    fn successors(&self, &(left, player): &Self::State, next: &mut Vec<Self::State>) {
        next.extend((1..=left.min(3)).map(|taken| (left - taken, player.other())));
    }

    fn name(&self, state: &Self::State) -> String {
        format!("{}:{}", state.0, state.1.index() + 1)
    }
}

#[test]
fn a_game_explored() {
    let explored = Explored::explore(&Matches, (10, Color::Black), &ExploreLimits::states(100, &Stop::default())).unwrap();
    let solution = Solution::solve(&explored.graph);
    for (vertex, &(left, player)) in explored.graph.vertices().zip(&explored.states) {
        let winner = if left % 4 == 0 { player.other() } else { player };
        assert_eq!(solution.verdict(vertex), Verdict::Win(winner, left.div_ceil(4) + left / 4), "{left}");
    }
    assert_eq!(
        Explored::explore(&Matches, (10, Color::Black), &ExploreLimits::states(5, &Stop::default())).err(),
        Some(ExploreError::TooMany(5))
    );
    let mut text = Vec::new();
    let name = |vertex: Vertex| Matches.name(&explored.states[vertex.index()]);
    export::write(&explored.graph, export::Form::Parity(Color::Black), &name, &mut text).unwrap();
    assert!(String::from_utf8(text).unwrap().starts_with("parity 19;\n0 1 0 1,2,3 \"10:1\";\n"));
}

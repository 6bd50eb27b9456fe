//! Tests on random graphs: min-max, strategies, play and export against the attractor solver and plain recursion.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::minmax::{self, MinmaxError};
use super::strategy::{PlayEnd, StrategyTest, test_strategy};
use super::{parser, player};
use crate::attractor::export::{Form, write};
use crate::attractor::{Builder, Goal, Graph, Solution, Verdict, Vertex};
use crate::color::Color;
use crate::search::{Budget, Stop};
use crate::settings::Settings;

/// Returns a random graph; an acyclic one has edges to greater numbers only.
fn random_graph(random: &mut Pcg64Mcg, is_acyclic: bool) -> Graph {
    let count = random.random_range(2..=10_u32);
    let mut builder = Builder::default();
    for vertex in 0..count {
        let owner = if random.random() { Color::Black } else { Color::White };
        let low = if is_acyclic { vertex + 1 } else { 0 };
        let goal = match random.random_range(0..10) {
            0 => Some(Goal::Of(Color::Black)),
            1 => Some(Goal::Of(Color::White)),
            2 => Some(Goal::Nobody),
            _ if low == count => Some(Goal::Of(owner)),
            _ => None,
        };
        let degree = if goal.is_some() { 0 } else { random.random_range(1..=3) };
        (0..degree).for_each(|_| builder.edge(Vertex(random.random_range(low..count))));
        builder.vertex(owner, goal);
    }
    builder.finish(Vertex(0)).unwrap()
}

/// Returns as many random graphs that are not acyclic.
fn random_graphs(count: usize, seed: u64) -> impl Iterator<Item = Graph> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    (0..count).map(move |_| random_graph(&mut random, false))
}

/// Returns 300 random acyclic graphs.
fn acyclic_graphs() -> impl Iterator<Item = Graph> {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    (0..300).map(move |_| random_graph(&mut random, true))
}

/// Returns the course's min-max by recursion, where the player to move is the owner of the vertex.
fn recursive_minmax(graph: &Graph, vertex: Vertex, depth: u64, scores: &[f64]) -> f64 {
    let scores_of_moves =
        graph.successors(vertex).map(|next| if depth == 0 { 0.0 } else { recursive_minmax(graph, next, depth - 1, scores) });
    if depth == 0 || graph.degree(vertex) == 0 {
        scores[vertex.index()]
    } else if graph.owner(vertex) == Color::Black {
        scores_of_moves.fold(f64::NEG_INFINITY, f64::max)
    } else {
        scores_of_moves.fold(f64::INFINITY, f64::min)
    }
}

#[test]
fn minmax_agrees_with_plain_recursion() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let budget = Budget::default();
    for _ in 0..300 {
        let graph = random_graph(&mut random, false);
        let scores: Vec<f64> = graph.vertices().map(|_| f64::from(random.random_range(-5..5))).collect();
        for depth in 0..7 {
            let found = minmax::search_to_depth(&graph, graph.start(), depth, scores.clone(), &budget).unwrap();
            assert_eq!(found.score, recursive_minmax(&graph, graph.start(), depth, &scores), "{graph:?} {depth}");
            let kept = found.best.map(|best| recursive_minmax(&graph, best, depth - 1, &scores));
            assert!(kept.is_none_or(|score| score == found.score));
        }
        // What repeats is not computed again, however deep the search is to go.
        let mut layer = scores.clone();
        for depth in 1..40 {
            let one_more = |vertex| recursive_minmax(&graph, vertex, 1, &layer);
            layer = graph.vertices().map(one_more).collect();
            let found = minmax::search_to_depth(&graph, graph.start(), depth, scores.clone(), &budget).unwrap();
            assert_eq!(found.score, layer[0], "{graph:?} {depth}");
        }
        assert!(minmax::search_to_depth(&graph, graph.start(), 1 << 50, scores, &budget).is_ok());
    }
}

#[test]
fn minmax_to_the_end_agrees_with_the_solution() {
    let budget = Budget::default();
    for graph in acyclic_graphs() {
        let solution = Solution::solve(&graph);
        let scores = graph.vertices().map(|vertex| minmax::trivial_heuristic(&graph, vertex)).collect();
        let (found, scores) = minmax::search_to_end(&graph, graph.start(), scores, &budget).unwrap();
        for vertex in minmax::list_reachable(&graph, graph.start(), &Stop::default()).unwrap() {
            let wanted = match solution.verdict(vertex) {
                Verdict::Win(Color::Black, _) => f64::INFINITY,
                Verdict::Win(Color::White, _) => f64::NEG_INFINITY,
                Verdict::Draw => 0.0,
            };
            assert_eq!(scores[vertex.index()], wanted, "{graph:?}");
        }
        assert_eq!(found.score, scores[0]);
    }
    let looped = parser::parse_text("a 1 - b;b 2 - a c;c 1 G1").unwrap().graph;
    let cycle = minmax::search_to_end(&looped, Vertex(0), vec![0.0; 3], &budget);
    assert_eq!(cycle.err(), Some(MinmaxError::Cycle(vec![Vertex(0), Vertex(1), Vertex(0)])));
}

#[test]
fn a_won_game_lasts_as_many_plies_as_its_rank() {
    let settings = Settings::default();
    let mut won = 0;
    for graph in random_graphs(500, 5) {
        let solution = Solution::solve(&graph);
        for from in graph.vertices() {
            let Verdict::Win(winner, rank) = solution.verdict(from) else { continue };
            let strategy = graph.vertices().filter_map(|vertex| solution.best(&graph, vertex).map(|to| (vertex, to)));
            let own: Vec<_> = strategy.filter(|(vertex, _)| graph.owner(*vertex) == winner).collect();
            assert_eq!(
                test_strategy(&graph, from, winner, &own, &Stop::default()),
                Some(StrategyTest::Winning(rank)),
                "{graph:?}"
            );
            let (mut vertex, mut plies) = (from, 0);
            while let Some(next) = player::choose(&graph, &solution, vertex, &settings, 0) {
                (vertex, plies) = (next, plies + 1);
            }
            assert_eq!((graph.goal(vertex), plies), (Some(Goal::Of(winner)), rank), "{graph:?}");
            won += 1;
        }
    }
    assert!(won > 500);
}

#[test]
fn tests_of_strategies_agree_with_the_solution_of_the_forced_game() {
    let mut random = Pcg64Mcg::seed_from_u64(6);
    let mut seen = [0; 2];
    for _ in 0..3000 {
        let graph = random_graph(&mut random, false);
        let player = if random.random() { Color::Black } else { Color::White };
        let own = graph.vertices().filter(|&vertex| graph.owner(vertex) == player && graph.goal(vertex).is_none());
        let own: Vec<Vertex> = own.filter(|_| random.random_range(0..10) > 0).collect();
        let any = |vertex| graph.successors(vertex).next().map(|to| (vertex, to));
        let moves: Vec<(Vertex, Vertex)> = own.into_iter().filter_map(any).collect();
        // The same game where the player has no choice, and no move means a draw.
        let mut builder = Builder::default();
        for vertex in graph.vertices() {
            let is_own = graph.owner(vertex) == player;
            let to = moves.iter().find(|(from, _)| *from == vertex).map(|(_, to)| *to);
            let given = graph.goal(vertex).or((is_own && to.is_none()).then_some(Goal::Nobody));
            match to {
                Some(to) => builder.edge(to),
                None if given.is_none() => graph.successors(vertex).for_each(|next| builder.edge(next)),
                None => {}
            }
            builder.vertex(player.other(), given);
        }
        let forced = Solution::solve(&builder.finish(Vertex(0)).unwrap());
        match test_strategy(&graph, Vertex(0), player, &moves, &Stop::default()).unwrap() {
            StrategyTest::Winning(plies) => {
                assert_eq!(forced.verdict(Vertex(0)), Verdict::Win(player, plies), "{graph:?} {moves:?}");
                seen[0] += 1;
            }
            StrategyTest::Losing(play, end) => {
                assert_eq!(forced.rank(Vertex(0), player), None, "{graph:?} {moves:?}");
                check_refutation(&graph, player, &moves, (&play, end));
                seen[1] += 1;
            }
        }
    }
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}

/// Checks that a refutation follows edges and the strategy to the end that it claims.
fn check_refutation(graph: &Graph, player: Color, moves: &[(Vertex, Vertex)], (play, end): (&[Vertex], PlayEnd)) {
    assert_eq!(play[0], Vertex(0));
    for step in play.windows(2) {
        assert!(graph.successors(step[0]).any(|next| next == step[1]));
        assert!(graph.owner(step[0]) != player || moves.contains(&(step[0], step[1])));
    }
    let last = play[play.len() - 1];
    match end {
        PlayEnd::Lost => assert_eq!(graph.goal(last), Some(Goal::Of(player.other()))),
        PlayEnd::Drawn => assert_eq!(graph.goal(last), Some(Goal::Nobody)),
        PlayEnd::Endless => assert!(play[..play.len() - 1].contains(&last)),
        PlayEnd::NoMove => assert!(graph.owner(last) == player && moves.iter().all(|(from, _)| *from != last)),
    }
}

#[test]
fn exported_graphs_are_read_back() {
    for graph in random_graphs(300, 7) {
        for form in [Form::Game, Form::Dot, Form::Parity(Color::Black), Form::Parity(Color::White)] {
            let mut text = Vec::new();
            write(&graph, form, &|_| String::new(), &mut text).unwrap();
            let again = parser::parse_text(&String::from_utf8(text).unwrap());
            let again = again.unwrap_or_else(|why| panic!("{why}: {form:?} {graph:?}")).graph;
            assert_eq!(again.vertex_count(), graph.vertex_count());
            let (one, other) = (Solution::solve(&graph), Solution::solve(&again));
            for vertex in graph.vertices() {
                match form {
                    Form::Parity(player) => assert_eq!(one.rank(vertex, player), other.rank(vertex, player), "{graph:?}"),
                    _ => assert_eq!(one.verdict(vertex), other.verdict(vertex), "{form:?} {graph:?}"),
                }
            }
        }
    }
}

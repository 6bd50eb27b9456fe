//! Games on graphs: attractors, ranks and strategies by going back from the goals.

use super::super::graph::Graph;
use super::super::{ask, engine};
use super::{Random, Sentence, explain, positions};

/// Returns the rank of each vertex in the attractor of a player: the plies to a goal of hers with best play of both.
fn ranks(graph: &Graph, player: u8) -> Vec<Option<usize>> {
    let mut ranks: Vec<Option<usize>> = graph.goals.iter().map(|goal| (*goal == Some(player)).then_some(0)).collect();
    for rank in 1..=graph.names.len() {
        let before = ranks.clone();
        for vertex in (0..ranks.len()).filter(|&vertex| before[vertex].is_none() && graph.goals[vertex].is_none()) {
            let next = &graph.edges[vertex];
            let is_in = |&to: &usize| before[to].is_some();
            let is_forced =
                if graph.owners[vertex] == player { next.iter().any(is_in) } else { !next.is_empty() && next.iter().all(is_in) };
            ranks[vertex] = is_forced.then_some(rank);
        }
    }
    ranks
}

fn check_waves(graph: &Graph, sentence: &Sentence) {
    let player: u8 = sentence.between("the attractor of player ", " ").unwrap().trim_end_matches(':').parse().unwrap();
    let ranks = ranks(graph, player);
    let named: Vec<(usize, &String)> = sentence
        .labels()
        .into_iter()
        .flat_map(|(rank, names)| names.iter().map(move |name| (rank.parse().unwrap(), name)))
        .collect();
    for (rank, name) in &named {
        let vertex = graph.names.iter().position(|other| other == *name).unwrap();
        assert_eq!(ranks[vertex], Some(*rank), "{name} in {}", sentence.text);
    }
    if !named.is_empty() {
        let last = named.iter().map(|(rank, _)| *rank).max().unwrap();
        assert_eq!(named.len(), ranks.iter().flatten().filter(|&&rank| rank <= last).count(), "{}", sentence.text);
    } else {
        assert!(ranks.iter().all(Option::is_none), "{}", sentence.text);
    }
}

fn check_strategy(graph: &Graph, sentence: &Sentence) {
    let player: u8 = sentence.between("player ", " ").unwrap().parse().unwrap();
    let ranks = ranks(graph, player);
    let find = |name: &String| graph.names.iter().position(|other| other == name).unwrap();
    for pair in sentence.mark("arrows").chunks(2) {
        let (from, to) = (find(&pair[0]), find(&pair[1]));
        assert!(graph.owners[from] == player && graph.edges[from].contains(&to), "{}", sentence.text);
        assert_eq!(ranks[to].map(|rank| rank + 1), ranks[from], "{pair:?} in {}", sentence.text);
    }
}

/// Returns a random graph of up to 12 vertices.
fn random_graph(random: &mut Random) -> String {
    let count = 4 + random.below(9);
    let line = |vertex: usize, random: &mut Random| {
        let owner = 1 + random.below(2);
        match random.below(8) {
            0 if vertex > 0 => format!("v{vertex} {owner} G1"),
            1 if vertex > 0 => format!("v{vertex} {owner} G2"),
            2 if vertex > 0 => format!("v{vertex} {owner} N"),
            _ => {
                let mut next: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(count)).collect();
                next.sort_unstable();
                next.dedup();
                let names: Vec<String> = next.iter().map(|to| format!("v{to}")).collect();
                format!("v{vertex} {owner} - {}", names.join(" "))
            }
        }
    };
    (0..count).map(|vertex| line(vertex, random)).collect::<Vec<_>>().join(";")
}

#[test]
fn graphs_are_explained() {
    let (mut engine, random) = (engine("graph"), &mut Random(3));
    ask(&mut engine, "param max_time 60").unwrap();
    let (mut waves, mut strategies) = (0, 0);
    for _ in 0..positions() {
        ask(&mut engine, &format!("load {}", random_graph(random))).unwrap();
        let graph = Graph::read(&ask(&mut engine, "position").unwrap());
        let winners = graph.winners();
        let check = |at: usize, sentences: &[Sentence], waves: &mut usize, strategies: &mut usize| {
            for sentence in sentences {
                if sentence.text.starts_with("the attractor of player") {
                    *waves += 1;
                    check_waves(&graph, sentence);
                } else if sentence.text.contains(" moves one rank down: ") {
                    *strategies += 1;
                    check_strategy(&graph, sentence);
                } else if sentence.text.starts_with("the vertex ") {
                    assert!(sentence.text.starts_with(&format!("the vertex {} ", graph.names[at])));
                    match winners[at] {
                        0 => assert!(sentence.text.contains("neither attractor"), "{}", sentence.text),
                        winner => {
                            let rank = ranks(&graph, winner)[at].unwrap();
                            assert!(
                                sentence.text.ends_with(&format!("of player {winner}, with rank {rank}")),
                                "{}",
                                sentence.text
                            );
                        }
                    }
                }
            }
        };
        check(graph.at, &explain(&mut engine, ""), &mut waves, &mut strategies);
        for &to in &graph.edges[graph.at] {
            check(to, &explain(&mut engine, &graph.names[to]), &mut waves, &mut strategies);
        }
    }
    assert!(waves > positions() && strategies > positions() / 3, "{waves} waves, {strategies} strategies");
}

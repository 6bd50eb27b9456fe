//! Tests of the parser and the solver with the graphs of `tests/data/graph`, and of texts that are refused.

use std::fs;

use super::parser::{self, NamedGraph};
use crate::attractor::{Goal, Solution, Vertex, verify};
use crate::color::Color;
use crate::search::{Budget, Stop};

const FOLDER: &str = "tests/data/graph";

fn load(name: &str, threads: usize) -> NamedGraph {
    parser::parse_file(&format!("{FOLDER}/{name}"), threads, &Stop::default()).unwrap()
}

/// Returns the ranks of all vertices in a player's attractor, -1 outside, as the file has them.
fn ranks(solution: &Solution, named: &NamedGraph, player: Color) -> String {
    let rank = |vertex| solution.rank(vertex, player).map_or(-1, i64::from);
    named.graph.vertices().map(|vertex| rank(vertex).to_string()).collect::<Vec<_>>().join(" ")
}

/// Returns the best moves of the vertices that their owners win.
fn best_moves(solution: &Solution, named: &NamedGraph) -> Vec<String> {
    let graph = &named.graph;
    let moves = graph.vertices().filter_map(|vertex| {
        let rank = solution.rank(vertex, graph.owner(vertex)).filter(|&rank| rank > 0)?;
        let mut best: Vec<u32> = graph
            .successors(vertex)
            .filter(|&next| solution.rank(next, graph.owner(vertex)) == Some(rank - 1))
            .map(|next| next.0)
            .collect();
        best.sort_unstable();
        best.dedup();
        let best: Vec<String> = best.iter().map(u32::to_string).collect();
        Some(format!("{}:{}", vertex.0, best.join(",")))
    });
    moves.collect()
}

#[test]
fn values_ranks_and_best_moves_are_as_expected() {
    let expected = fs::read_to_string(format!("{FOLDER}/expected.txt")).unwrap();
    assert_eq!(expected.lines().count(), 29);
    for line in expected.lines() {
        let fields: Vec<&str> = line.split('|').collect();
        let name = fields[0];
        for threads in [1, 2] {
            let named = load(&format!("{name}.game"), threads);
            let solution = Solution::solve_within(&named.graph, threads, &Budget::default()).unwrap();
            assert_eq!(named.graph.start().0.to_string(), fields[1], "{name}");
            let values = named.graph.vertices().map(|vertex| {
                let won = Color::BOTH.map(|player| solution.rank(vertex, player).is_some());
                if won[0] {
                    "1"
                } else if won[1] {
                    "2"
                } else {
                    "0"
                }
            });
            assert_eq!(values.collect::<Vec<_>>().join(" "), fields[2], "{name}");
            assert_eq!(ranks(&solution, &named, Color::Black), fields[3], "{name}");
            assert_eq!(ranks(&solution, &named, Color::White), fields[4], "{name}");
            let mut moves: Vec<&str> = fields[5].split(' ').filter(|word| !word.is_empty()).collect();
            moves.sort_unstable();
            let mut found = best_moves(&solution, &named);
            found.sort_unstable();
            assert_eq!(found, moves, "{name}");
            assert_eq!(verify(&named.graph, &solution), Ok(()), "{name}");
        }
        for (number, player) in Color::BOTH.into_iter().enumerate() {
            let named = load(&format!("{name}.g{}.pg", number + 1), 1);
            assert_eq!(ranks(&Solution::solve(&named.graph), &named, player), fields[3 + number], "{name}.g{}", number + 1);
        }
    }
}

/// Texts that are refused, with the place and the reason.
const REFUSED: &[(&str, &str)] = &[
    ("", "the text contains no graph"),
    ("game", "part 1: \"game N START\" is expected"),
    ("game 0 0", "part 1: the start, 0, is not one of the 0 vertices"),
    ("game 1", "part 1: \"game N START\" is expected"),
    ("game 1 1;0 1 G1", "part 1: the start, 1, is not one of the 1 vertices"),
    ("game 1099511627776 0;0 1 G1", "part 1: a number of vertices has more than 32 bits"),
    ("game 4000000000 0;0 1 G1", "part 1: more than 536870912 vertices are announced"),
    ("game 500000000 0;0 1 G1", "part 1: 500000000 vertices are announced, 1 are there"),
    ("game 2 0;0 1 - 1;1 2 G1 0", "part 3: vertex 1 is final and has successors"),
    ("game 2 0;0 1 - 1;1 2 -", "part 3: vertex 1 is a dead end: no goal and no successor"),
    ("game 2 0;0 1 - 7;1 2 G1", "part 2: an edge leads to 7, which has no line (the vertices are 0 to 1)"),
    ("game 2 0;0 - 1;1 2 G1", "part 2: '-' where an owner, 1 or 2, is expected"),
    ("game 2 0;0 3 - 1;1 2 G1", "part 2: '3' where an owner, 1 or 2, is expected"),
    ("game 2 0;0 1 G3;1 2 G1", "part 2: \"G3\" is not -, G1, G2 or N"),
    ("game 2 0;0 1 - 1;0 2 G1", "part 3: vertex 0 has two lines"),
    ("game 2 0;0 1 - 1;5 2 G1", "vertex 1 has no line"),
    ("game 2 a;a 1 - b;b 2 G1;a 1 G1", "part 4: vertex a has two lines"),
    ("game 3 a;a 1 - b;b 2 G1", "part 1: 3 vertices are announced, 2 are there"),
    ("game 2 c;a 1 - b;b 2 G1", "part 1: the start, c, has no line"),
    ("a 1 - c;b 2 G1", "part 1: vertex a: its successor c has no line"),
    ("a 1 - 7;7 2 G1", "part 2: 7: where vertices have names, none is a number"),
    ("a", "part 1: vertex a: nothing where an owner, 1 or 2, is expected"),
    ("a 1", "part 1: vertex a: nothing where -, G1, G2 or N is expected"),
    ("parity 1;0 0 2 1;1 0 0 1", "part 2: an owner is 0 or 1"),
    ("parity 1;0 0 1;1 0 0 1", "part 2: ';' where a successor is expected"),
    ("parity 1;0 0 0 1,;1 0 0 1", "part 2: ';' where a successor is expected"),
    ("parity 0;", "there is no vertex"),
    ("parity 0;0 0 0 1;1 0 0 0", "part 3: vertex 1 is greater than 0, which is announced"),
    ("game 2 0;0 1 - 1;1 2 - 0;1 2 G1", "part 4: vertex 1 has two lines"),
    ("gaem 2 0;0 1 - 1;1 2 G1", "part 1: vertex gaem: \"0\" where -, G1, G2 or N is expected"),
    ("parity 1;0 0 0 5;1 0 0 1", "part 2: an edge leads to 5, which has no line (the vertices are 0 to 1)"),
    (
        "parity 2;0 0 0 1;1 1 1 0;2 0 0 2;",
        "part 3: priorities 0 and 1 of vertices that are not final: this is not a reachability game",
    ),
    ("parity 1099511627776;0 0 0 0", "part 1: the greatest number of a vertex has more than 32 bits"),
    ("parity 4000000000;0 0 0 0", "part 1: more than 536870912 vertices are announced"),
    ("parity 1;0 0 0 1;1 0 0", "part 3: ';' where a successor is expected"),
    ("parity x;0 0 0 0;", "part 1: 'x' where the greatest number of a vertex is expected"),
    ("parity 0;start 5;0 0 0 0;", "part 2: the start, 5, is greater than the vertices that are announced"),
    ("parity 1;0 0 0 1 \"a\";1 0 0 1;0 0 0 1;", "part 4: vertex 0 has two lines"),
    ("digraph {a [owner=1 goal=3]}", "part 1: the goal \"3\" is not G1, G2 or N"),
    ("graph {a -- b}", "part 1: edges need a direction: digraph"),
    ("digraph {a -> b}", "part 1: vertex a has no owner"),
    ("digraph {a [owner=1]; a -> b; b [owner=2]}", "part 2: vertex b is a dead end: no goal and no successor"),
    ("digraph {a [owner=3]}", "part 1: the owner \"3\" is not 1 or 2"),
    ("digraph {a:n -> b}", "part 1: ':' is beyond the subset of DOT that is read"),
    ("digraph {subgraph x {a}}", "part 1: sub-graphs are not read"),
    ("digraph {a [owner=1", "part 2: an attribute is expected"),
    ("hello world", "part 1: vertex hello: \"world\" where an owner, 1 or 2, is expected"),
];

#[test]
fn wrong_texts_are_refused_with_place_and_reason() {
    let error_of = |text: &&str| parser::parse_text(text).err().unwrap_or_else(|| "nothing".to_owned());
    let found: Vec<(&str, String)> = REFUSED.iter().map(|(text, _)| (*text, error_of(text))).collect();
    let wanted: Vec<(&str, String)> = REFUSED.iter().map(|(text, why)| (*text, (*why).to_owned())).collect();
    let wrong: Vec<_> = found.iter().zip(&wanted).filter(|(found, wanted)| found != wanted).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A goal in DOT is written as in the plain form, or by its player alone.
#[test]
fn goals_in_dot() {
    for (goal, wanted) in [("G1", "0"), ("1", "0"), ("g1", "0"), ("G2", "-1"), ("2", "-1"), ("N", "-1"), ("n", "-1")] {
        let named = parser::parse_text(&format!("digraph {{ a [owner=1 goal={goal}] }}")).unwrap();
        assert_eq!(ranks(&Solution::solve(&named.graph), &named, Color::Black), wanted, "{goal}");
    }
}

/// Several threads refuse what one does, at the same place, wherever in a file of several blocks it stands.
#[test]
fn several_threads_refuse_a_broken_file_as_one_does() {
    let path = std::env::temp_dir().join(format!("ludion-broken-{}.game", std::process::id()));
    let path = path.to_str().unwrap();
    let mut lines: Vec<String> = (0..200_000).map(|n| format!("{n} 1 - {}", (n + 1) % 200_000)).collect();
    lines.insert(0, "game 200000 0".into());
    for (place, line, why) in [
        (1, "0 - 1", "'-' where an owner, 1 or 2, is expected"),
        (150_000, "149999 1 -", "vertex 149999 is a dead end: no goal and no successor"),
        (200_000, "199999 1 - 200000", "an edge leads to 200000, which has no line (the vertices are 0 to 199999)"),
        (190_000, "7 1 - 3", "vertex 7 has two lines"),
        (0, "game 200001 0", "200001 vertices are announced, 200000 are there"),
    ] {
        let right = std::mem::replace(&mut lines[place], line.to_owned());
        std::fs::write(path, lines.join("\n")).unwrap();
        for threads in [1, 2, 3] {
            let found = parser::parse_file(path, threads, &Stop::default()).err();
            assert_eq!(found, Some(format!("{path}: line {}: {why}", place + 1)), "{threads} threads");
        }
        lines[place] = right;
    }
    std::fs::remove_file(path).unwrap();
}

/// The same of parity games, where the fast parser reads most vertices; and a vertex with a name is read as one without.
#[test]
fn parity_games_of_several_blocks() {
    const COUNT: usize = 60_000;
    let path = std::env::temp_dir().join(format!("ludion-parity-{}.pg", std::process::id()));
    let path = path.to_str().unwrap();
    let successors = |n: usize| (1..=1 + n % 7).map(|k| ((n * k + k) % COUNT).to_string()).collect::<Vec<_>>().join(",");
    let vertex = |n: usize| {
        if n % 11 == 3 { format!("{n} {} {} {n};", n % 2, n % 3 / 2) } else { format!("{n} 0 {} {};", n % 2, successors(n)) }
    };
    let mut lines: Vec<String> = (0..COUNT).map(vertex).collect();
    lines.insert(0, format!("parity {};", COUNT - 1));
    let read = |lines: &[String], threads| {
        std::fs::write(path, lines.join("\n")).unwrap();
        parser::parse_file(path, threads, &Stop::default())
    };
    let named: Vec<String> = lines.iter().map(|line| line.replace(" 0 1 ", "  0 1 ").replace("7;", "7 \"x\";")).collect();
    for threads in [1, 2, 3] {
        let [plain, odd] = [&lines, &named].map(|lines| read(lines, threads).unwrap().graph);
        assert_eq!(plain.vertex_count(), COUNT);
        for vertex in plain.vertices() {
            assert_eq!((plain.owner(vertex), plain.goal(vertex)), (odd.owner(vertex), odd.goal(vertex)));
            assert!(plain.successors(vertex).eq(odd.successors(vertex)), "{vertex:?}");
        }
        let listed = plain.successors(Vertex(59)).map(|next| next.0.to_string()).collect::<Vec<_>>().join(",");
        assert_eq!((listed, plain.goal(Vertex(59)), plain.goal(Vertex(3))), (successors(59), None, Some(Goal::Of(Color::White))));
    }
    for (place, line, why) in [
        (1, "0 0 2 1;", "an owner is 0 or 1"),
        (30_001, "30000 3 0 1,2;", "priorities 0 and 3 of vertices that are not final: this is not a reachability game"),
        (50_001, "50000 0 0 1,,2;", "',' where a successor is expected"),
        (50_001, "50000 0 0 1,4294967296;", "a successor has more than 32 bits"),
        (COUNT, "59999 0 0 1,60000;", "an edge leads to 60000, which has no line (the vertices are 0 to 59999)"),
        (41_001, "7 0 0 1;", "vertex 7 has two lines"),
    ] {
        let right = std::mem::replace(&mut lines[place], line.to_owned());
        for threads in [1, 2, 3] {
            let found = read(&lines, threads).err();
            assert_eq!(found, Some(format!("{path}: line {}: {why}", place + 1)), "{threads} threads");
        }
        lines[place] = right;
    }
    std::fs::remove_file(path).unwrap();
}

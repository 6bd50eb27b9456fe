//! `ludion analysis` as a process: its answers are those of the pipe, whatever the order and the number of workers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

use crate::process::{Engine, run};

/// Two-player games with the sizes of their boards and a node limit.
const GAMES: [(&str, &str, u64); 7] = [
    ("hex", "5", 60),
    ("dots", "3 3", 300),
    ("connect4", "6 5", 3000),
    ("tictactoe", "4 4 4", 3000),
    ("nim", "5 7 9", 1000),
    ("chomp", "4 5", 1000),
    ("graph", "", 1000),
];

/// Puzzles, with the request that makes one of them.
const PUZZLES: [(&str, &str); 3] = [
    ("hashi", "generate size=7x7 seed="),
    ("hitori", "generate size=6x6 seed="),
    ("ricochet", "generate difficulty=beginner seed="),
];

/// A position as a query, and as requests of the pipe.
struct Position {
    query: Value,
    requests: Vec<String>,
}

/// Plays random moves in a game that an engine knows, or makes a puzzle; the numbers go through all games in turn.
fn random_position(engine: &mut Engine, number: usize, random: &mut Pcg64Mcg) -> Position {
    let Some(&(game, size, nodes)) = GAMES.get(number % (GAMES.len() + PUZZLES.len())) else {
        return puzzle_position(engine, number);
    };
    let mut requests = vec![format!("game {game}"), format!("param max_nodes {nodes}")];
    let mut query = json!({ "id": number, "game": game, "maxVisits": nodes, "priority": random.random_range(0..3) });
    if size.is_empty() {
        requests.push("clear_board".to_owned());
    } else {
        requests.push(format!("boardsize {size}"));
        query["boardsize"] = json!(size);
    }
    requests.iter().for_each(|request| drop(engine.expect(request)));
    let mut moves = Vec::new();
    for ply in 0..random.random_range(0..5) {
        let legal = engine.expect("legal_moves");
        let Some(mv) =
            legal.split(' ').filter(|name| !name.is_empty()).collect::<Vec<_>>().choose(random).map(ToString::to_string)
        else {
            break;
        };
        // Boxes and graphs do not take turns: the engine says whose it is.
        let color = ["b", "w"].into_iter().cycle().skip(ply % 2).take(2).find(|color| {
            let reply = engine.ask(&format!("play {color} {mv}"));
            reply.starts_with('=')
        });
        moves.push(format!("{} {mv}", color.expect("a player may make a legal move")));
    }
    requests.extend(moves.iter().map(|mv| format!("play {mv}")));
    query["moves"] = json!(moves);
    Position { query, requests }
}

/// Makes a puzzle whose seed is the number of its query.
fn puzzle_position(engine: &mut Engine, number: usize) -> Position {
    let (game, generate) = PUZZLES[number % (GAMES.len() + PUZZLES.len()) - GAMES.len()];
    let mut requests = vec![format!("game {game}"), "param max_nodes 0".to_owned()];
    requests.iter().for_each(|request| drop(engine.expect(request)));
    engine.expect(&format!("{generate}{number}"));
    let text = engine.expect("position");
    let query = json!({ "id": number, "game": game, "position": text });
    requests.push(format!("position {text}"));
    Position { query, requests }
}

/// Checks that `solve` of the pipe has the solution of an answer.
fn check_solution(engine: &mut Engine, query: &Value, solution: &[Value]) {
    let found: Vec<&str> = solution.iter().filter_map(Value::as_str).collect();
    let without_times = |text: &str| {
        let words = text.split([' ', '\n']).filter(|word| !word.starts_with("seconds=")).map(str::to_owned);
        words.collect::<Vec<_>>()
    };
    assert!(!found.is_empty(), "{query}");
    assert_eq!(without_times(&found.join("\n")), without_times(&engine.expect("solve")), "{query}");
}

/// Returns the lines that the pipe streams for an answer: those of its best moves, at most `count`.
fn lines_of(answer: &Value, count: usize) -> Vec<String> {
    let moves = answer["moves"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let line = |mv: &Value| {
        let number = |key: &str| mv[key].as_f64().unwrap_or_else(|| panic!("{answer}"));
        let pv: Vec<&str> = mv["pv"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let (name, nodes) = (mv["move"].as_str().expect("a name"), &answer["nodes"]);
        let (score, win, depth) = (number("score"), number("win"), &mv["depth"]);
        format!("info move {name} score {score:.2} win {win:.2} depth {depth} nodes {nodes} pv {}\n", pv.join(" "))
    };
    moves.iter().take(count).map(line).collect()
}

/// Returns a line without score and chance to win, which a solver may have proved to be others.
fn without_values(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    [&words[..3.min(words.len())], &words[7.min(words.len())..]].concat().join(" ")
}

/// Analyses a position by the pipe until the lines of an answer stand there twice: then the search has ended with them.
fn check_with_pipe(engine: &mut Engine, position: &Position, answer: &Value) {
    for request in &position.requests {
        engine.expect(request);
    }
    if let Some(result) = answer["result"].as_str() {
        assert_eq!(engine.expect("final_score"), result, "{}", position.query);
        return;
    }
    if let Some(solution) = answer["solution"].as_array() {
        return check_solution(engine, &position.query, solution);
    }
    let is_proved = answer["moves"].as_array().is_some_and(|moves| moves.iter().any(|mv| mv["proof"].is_string()));
    let group = lines_of(answer, 5);
    // What is proved may stand in another place.
    let all: Vec<String> = lines_of(answer, usize::MAX).iter().map(|line| without_values(line)).collect();
    let is_found = |lines: &[String]| {
        let count = group.len();
        let Some(last) = lines.len().checked_sub(2 * count).map(|start| &lines[start..]) else { return false };
        let (first, last) = last.split_at(count);
        first == last && (first == group || is_proved && first.iter().all(|line| all.contains(&without_values(line))))
    };
    engine.send(&format!("analyze {}", answer["toMove"].as_str().expect("a player")));
    let since = Instant::now();
    let mut lines = Vec::new();
    while !is_found(&lines) {
        let line = engine.line();
        lines.push(line.strip_prefix("= ").unwrap_or(&line).to_owned());
        let last = &lines[lines.len().saturating_sub(10)..];
        assert!(since.elapsed() < Duration::from_secs(20), "{}\n{answer}\n{last:?}", position.query);
    }
    engine.send("name");
    engine.reply();
    engine.reply();
}

/// Asks for this many positions at once and compares every one with the pipe.
fn compare(count: usize) {
    let mut engine = Engine::single();
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let positions: Vec<Position> = (0..count).map(|number| random_position(&mut engine, number, &mut random)).collect();
    let input = positions.iter().fold(String::new(), |mut text, position| {
        writeln!(text, "{}", position.query).expect("a string takes text");
        text
    });
    let ended = run(&["analysis", "--workers", "2"], input.as_bytes());
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
    let answers: BTreeMap<u64, Value> = ended
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|answer| (answer["id"].as_u64().unwrap_or_else(|| panic!("{answer}")), answer))
        .collect();
    assert_eq!(answers.len(), count);
    for (number, position) in positions.iter().enumerate() {
        if number % 50 == 0 {
            // The watchdog of a process has a minute of patience.
            engine = Engine::single();
        }
        check_with_pipe(&mut engine, position, &answers[&(number as u64)]);
    }
}

#[test]
fn answers_are_those_of_the_pipe() {
    compare(50);
}

#[test]
#[ignore = "three minutes"]
fn a_thousand_answers_are_those_of_the_pipe() {
    compare(1000);
}

//! Queries and their answers, in this process.

use std::io::{Cursor, Read};
use std::time::Duration;

use serde_json::{Value, json};

use super::*;

/// Returns the answers to lines, in the order in which they came.
fn answers(lines: &str, workers: usize) -> Vec<Value> {
    answers_to(Cursor::new(lines.to_owned()), workers)
}

fn answers_to(input: impl Read, workers: usize) -> Vec<Value> {
    let output = Output::new(Vec::new());
    serve(input, &output, workers).expect("the queries can be read");
    let text = String::from_utf8(output.0.into_inner()).expect("answers are UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("an answer is a line of JSON")).collect()
}

#[test]
fn each_game_is_analyzed() {
    let queries = [
        json!({"id": 1, "game": "hex", "boardsize": 4, "moves": ["b b2", "w c3"], "maxVisits": 50}),
        json!({"id": 2, "game": "dots", "boardsize": [2, 2], "moves": ["h0,0"], "maxVisits": 50}),
        json!({"id": 3, "game": "connect4", "boardsize": "5 4", "maxVisits": 50}),
        json!({"id": 4, "game": "tictactoe", "moves": [["b", "b2"], ["w", "a1"]], "maxVisits": 5000}),
        json!({"id": 5, "game": "nim", "position": "3 5 7"}),
        json!({"id": 6, "game": "chomp", "boardsize": [3, 4]}),
        json!({"id": 7, "game": "graph"}),
    ];
    let text: String = queries.iter().map(|query| format!("{query}\n")).collect();
    let found = answers(&text, 2);
    assert_eq!(found.len(), 7);
    for answer in found {
        let moves = answer["moves"].as_array().unwrap_or_else(|| panic!("{answer}"));
        assert!(!moves.is_empty() && answer["nodes"].as_u64().is_some(), "{answer}");
        assert_eq!(moves[0]["pv"][0], moves[0]["move"], "{answer}");
        assert!(moves.iter().all(|mv| (0.0..=1.0).contains(&mv["win"].as_f64().unwrap())), "{answer}");
    }
    let nim = answers("{\"id\": \"n\", \"game\": \"nim\", \"position\": \"3 5 7\"}\n", 1).remove(0);
    assert_eq!((&nim["toMove"], &nim["moves"][0]["proof"]), (&json!("black"), &json!("win")));
    assert_eq!(nim["moves"].as_array().unwrap().iter().filter(|mv| mv["proof"] == "win").count(), 3, "{nim}");
}

#[test]
fn a_limit_of_nodes_is_enough() {
    let text = json!({"id": 1, "boardsize": 5, "settings": {"max_time": 0, "max_nodes": 20}});
    assert!(answers(&format!("{text}\n"), 1)[0]["moves"].is_array());
}

#[test]
fn draws_and_margins_are_proofs() {
    let query = |text: Value| answers(&format!("{text}\n"), 1).remove(0);
    let moves = ["a1", "b2", "c3", "a3", "c1"];
    let draw = query(json!({"id": 1, "game": "tictactoe", "moves": ["b2", "a1"], "maxSeconds": 5}));
    let found = draw["moves"].as_array().unwrap();
    assert!(found.iter().all(|mv| mv["proof"] == "draw" && mv["win"] == 0.5), "{draw}");
    let lost = query(json!({"id": 1, "game": "tictactoe", "moves": moves, "maxSeconds": 5}));
    assert!(lost["moves"].as_array().unwrap().iter().all(|mv| mv["proof"] == "loss"), "{lost}");
    let dots = query(json!({"id": 2, "game": "dots", "boardsize": [2, 2], "maxSeconds": 20}));
    let found = dots["moves"].as_array().unwrap();
    assert!(found.iter().all(|mv| mv["proof"].is_string()), "{dots}");
    assert!(found.windows(2).all(|pair| pair[0]["win"].as_f64() >= pair[1]["win"].as_f64()), "{dots}");
}

#[test]
fn puzzles_are_solved() {
    let text = "{\"id\": 1, \"game\": \"hitori\"}\n{\"id\": 2, \"game\": \"hashi\"}\n{\"id\": 3, \"game\": \"ricochet\"}\n";
    let found = answers(text, 1);
    assert!(found[0]["solution"][0].as_str().unwrap().starts_with("unique"), "{}", found[0]);
    assert!(found[1]["solution"][0].as_str().unwrap().starts_with("unique"), "{}", found[1]);
    assert!(found[2]["solution"][0].as_str().unwrap().starts_with("solved moves=4"), "{}", found[2]);
}

#[test]
fn turns_and_the_end_of_a_game() {
    let query = json!({
        "id": "g", "game": "tictactoe", "moves": ["a1", "b1", "a2", "b2", "a3"], "analyzeTurns": [0, 3, 5], "maxVisits": 1000
    });
    let found = answers(&format!("{query}\n"), 1);
    assert_eq!(found.iter().map(|answer| answer["turn"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 3, 5]);
    assert_eq!(found[1]["toMove"], "white");
    assert_eq!(found[2]["result"], "B+");
    assert!(found[2].get("moves").is_none());
}

#[test]
fn a_puzzle_that_is_solved_has_a_solution_and_a_game_that_has_ended_nobody_to_move() {
    for query in [
        json!({"id": 1, "game": "hashi", "position": "2x1m2:11", "moves": ["0,0-0,1:1"]}),
        json!({"id": 2, "game": "hitori", "position": "3x3:123231312"}),
        json!({"id": 3, "game": "ricochet", "position": "4x4:911380028002C446 red=0 green=5 blue=9 yellow=12 target=red@3", "moves": ["RE"]}),
    ] {
        let found = answers(&format!("{query}\n"), 1);
        assert!(found[0]["solution"].is_array(), "{found:?}");
    }
    let found = answers("{\"id\": 4, \"game\": \"graph\", \"position\": \"a 1 G1\"}\n", 1);
    assert_eq!((&found[0]["result"], found[0].get("toMove")), (&json!("B+"), None));
}

#[test]
fn urgent_queries_come_first() {
    let line = |id: u32, priority: i64| format!("{}\n", json!({"id": id, "game": "nim", "priority": priority}));
    // The first keeps the only worker busy while the others are read.
    let first = json!({"id": 0, "game": "hex", "boardsize": 11, "maxSeconds": 1.5});
    let rest = [line(1, 0), line(2, 5), line(3, -1), line(4, 5)].concat();
    let found = answers_to(Slow([format!("{first}\n"), rest].map(Cursor::new).into()), 1);
    assert_eq!(found.iter().map(|answer| answer["id"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 2, 4, 1, 3]);
}

#[test]
fn bad_queries_get_an_error_with_their_id() {
    for (query, id, says) in [
        ("nonsense", Value::Null, "not a line of JSON"),
        ("[1]", Value::Null, "is an object"),
        ("{}", Value::Null, "missing field `id`"),
        ("{\"id\": {}}", Value::Null, "string or a number"),
        ("{\"id\": 7, \"game\": \"chess\"}", json!(7), "unknown game"),
        ("{\"id\": \"x\", \"gmae\": \"hex\"}", json!("x"), "unknown field `gmae`"),
        ("{\"id\": 1, \"moves\": [\"b a1\", \"w a1\"]}", json!(1), "move 2: illegal move"),
        ("{\"id\": 1, \"moves\": [\"b a1\\nquit\"]}", json!(1), "line break"),
        ("{\"id\": 1, \"analyzeTurns\": [1]}", json!(1), "no turn 1"),
        ("{\"id\": 1, \"settings\": {\"level\": 99}}", json!(1), "level"),
        ("{\"id\": 1, \"maxSeconds\": -1}", json!(1), "maxSeconds: that is no limit"),
        ("{\"id\": 1, \"game\": \" \"}", json!(1), "game: it is empty"),
        ("{\"id\": 1, \"position\": \"\"}", json!(1), "position: it is empty"),
        ("{\"id\": 1, \"settings\": {\"level\": \"\"}}", json!(1), "settings: \"level\" has no value"),
        ("{\"id\": 1, \"maxSeconds\": 0}", json!(1), "maxSeconds: that is no limit"),
        ("{\"id\": 1, \"maxSeconds\": -0.0, \"maxVisits\": 9}", json!(1), "maxSeconds: that is no limit"),
        ("{\"id\": 1, \"maxVisits\": 0}", json!(1), "maxVisits: that is no limit"),
        ("{\"id\": 1, \"settings\": {\"max_time\": 0}}", json!(1), "max_time 0 is no limit"),
        ("{\"id\": 1, \"settings\": {\"max_time\": \"0.0\", \"max_nodes\": 0}}", json!(1), "max_time 0 is no limit"),
        ("{\"id\": 1, \"settings\": {\"max_time\": \" 0\"}}", json!(1), "max_time 0 is no limit"),
        ("{\"id\": 1, \"settings\": {\"max_time 0\": \"\"}}", json!(1), "\"max_time 0\" is not the name of a setting"),
        ("{\"id\": 1, \"settings\": {\"\": \"max_time 0\"}}", json!(1), "\"\" is not the name of a setting"),
        ("{\"id\": 1, \"boardsize\": 99}", json!(1), "unacceptable size"),
        ("{\"id\": 1, \"position\": \"x\"}", json!(1), "syntax error"),
        ("{\"id\": 1, \"action\": \"dance\"}", json!(1), "unknown variant"),
        ("{\"id\": 1, \"analyzeTurns\": []}", json!(1), "analyzeTurns: there is no turn in it"),
        ("{\"id\": 1, \"boardsize\": -1}", json!(1), "boardsize: it is a number, a list of numbers or a text"),
        ("{\"id\": 1, \"moves\": [\"a1\", 2]}", json!(1), "moves: a move is a text or a list of texts"),
        ("{\"id\": 1, \"priority\": \"high\"}", json!(1), "priority: invalid type: string \"high\", expected a whole number"),
        ("{\"id\": 1, \"settings\": []}", json!(1), "settings: invalid type: list, expected an object"),
        ("{\"id\": 1, \"analyzeTurns\": 5}", json!(1), "analyzeTurns: invalid type: integer `5`, expected a list"),
        ("{\"id\": 1, \"maxSeconds\": \"x\"}", json!(1), "maxSeconds: invalid type: string \"x\", expected a number"),
    ] {
        let found = answers(&format!("{query}\n{{\"id\": \"next\", \"game\": \"nim\"}}\n"), 1);
        assert_eq!(found.len(), 2, "{query}: {found:?}");
        assert_eq!(found[0]["id"], id, "{query}: {found:?}");
        assert!(found[0]["error"].as_str().unwrap().contains(says), "{query}: {found:?}");
        assert!(found[1]["moves"].is_array(), "{found:?}");
    }
}

/// Sends its last part only after a while.
struct Slow(Vec<Cursor<String>>);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while let Some(part) = self.0.first_mut() {
            let count = part.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            self.0.remove(0);
            std::thread::sleep(Duration::from_millis(300));
        }
        Ok(0)
    }
}

#[test]
fn queries_are_canceled() {
    let long = json!({"id": "long", "boardsize": 11, "moves": ["a1", "b2"], "analyzeTurns": [0, 1, 2], "maxSeconds": 1000});
    let parts = [
        format!("{long}\n{}\n", json!({"id": "v", "action": "version"})),
        format!("{}\n{}\n", json!({"id": "c", "action": "cancel", "cancelId": "long"}), json!({"id": "after", "game": "nim"})),
    ];
    let found = answers_to(Slow(parts.map(Cursor::new).into()), 1);
    let with_id = |id: &str| found.iter().filter(|answer| answer["id"] == id).cloned().collect::<Vec<_>>();
    assert_eq!(with_id("v")[0]["name"], "ludion");
    assert_eq!(with_id("c")[0]["canceled"], 3);
    let ended = with_id("long");
    assert!(ended.len() == 3 && ended.iter().all(|answer| answer["canceled"] == true), "{found:?}");
    assert!(
        ended.iter().any(|answer| answer["turn"] == 0 && answer["moves"].is_array()),
        "the one that ran has moves: {found:?}"
    );
    assert!(with_id("after")[0]["moves"].is_array());
}

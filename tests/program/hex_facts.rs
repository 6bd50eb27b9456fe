//! Hex against known results: proved openings, puzzles with one answer, the same answer to the same question.

use std::collections::BTreeSet;

use crate::process::Engine;

/// The lines of a data file that are no comments, as tab-separated fields.
fn table(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(|line| line.split('\t').collect())
}

/// The winning moves among those of a `move_values` reply; none may be undecided.
fn winning(values: &str) -> BTreeSet<String> {
    assert!(!values.contains("unknown"), "{values}");
    let words = values.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words.filter(|words| words[1] == "win").map(|words| words[0].to_owned()).collect()
}

fn names(text: &str) -> BTreeSet<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn openings_of_small_boards() {
    let mut engine = Engine::start(&[]);
    for row in table(include_str!("../data/hex/winning-openings.txt")).filter(|row| row[0] <= "5") {
        engine.expect(&format!("boardsize {}", row[0]));
        assert_eq!(winning(&engine.expect("move_values")), names(row[2]), "{0}x{0}", row[0]);
        assert!(engine.expect("solve").starts_with("win "));
    }
}

#[test]
fn puzzles_with_one_answer() {
    let mut engine = Engine::start(&[]);
    let mut count = 0;
    for row in table(include_str!("../data/hex/puzzles-unique-verified.txt")) {
        let [name, side, red, blue, to_move, answer] = row[..] else { panic!("{row:?}") };
        engine.expect(&format!("boardsize {side}"));
        red.split(' ').for_each(|cell| drop(engine.expect(&format!("play black {cell}"))));
        blue.split(' ').for_each(|cell| drop(engine.expect(&format!("play white {cell}"))));
        let color = if to_move == "red" { "black" } else { "white" };
        assert!(engine.expect(&format!("solve {color}")).contains(&format!(" move={answer} ")), "{name}");
        assert_eq!(winning(&engine.expect(&format!("move_values {color}"))), names(answer), "{name}");
        assert_eq!(engine.expect(&format!("dfpn-solve-state {color}")), color);
        count += 1;
    }
    assert_eq!(count, 13);
}

#[test]
fn one_thread_and_a_node_limit_have_one_answer() {
    let mut engine = Engine::start(&["--command", "param threads 1", "--command", "param max_nodes 700"]);
    let question = ["reg_genmove b", "solve b"];
    let set_up = "position 9x9 b:e5 w:d6 b:c3 w:f7";
    engine.expect(set_up);
    let first = question.map(|line| without_time(&engine.expect(line)));
    assert_eq!(question.map(|line| without_time(&engine.expect(line))), first, "asked again");
    for line in ["play b a1", "genmove w", "undo 2", "play b e4", "undo"] {
        engine.expect(line);
    }
    assert_eq!(question.map(|line| without_time(&engine.expect(line))), first, "after moves taken back");
    for line in ["boardsize 13", "genmove b", "genmove w", "clear_board", set_up] {
        engine.expect(line);
    }
    assert_eq!(question.map(|line| without_time(&engine.expect(line))), first, "after another game");
}

fn without_time(reply: &str) -> String {
    reply.split(" seconds=").next().unwrap_or_default().to_owned()
}

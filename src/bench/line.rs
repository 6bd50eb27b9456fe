//! A line of a bench as JSON.
//!
//! A line is a label, then figures: `solve 7x7 easy puzzles 200 median_ms 0.1`, or with `=` between name and number. The name of
//! the first figure is the word before it; the words before that name are the label. The name of a later figure is all words since
//! the figure before: in `solve 3 two/one median 1.20` the second is `two/one median`. A label in which there are numbers ends with a
//! colon.

use serde_json::{Map, Value, json};

/// Converts a line of a bench to an object: `game`, `text` (the line), `label`, and `figures`, an object of numbers and hashes by
/// name. Repeated names are numbered: `seconds`, `seconds 2`.
pub(super) fn to_json(game: &str, line: &str) -> Value {
    let mut label = String::new();
    let mut figures = Map::new();
    let mut words: Vec<&str> = Vec::new();
    let (named, rest) = line.split_once(": ").unwrap_or(("", line));
    for word in rest.split_whitespace().flat_map(split_figure) {
        match (parse_figure(word), words.pop()) {
            (Some(number), Some(name)) => {
                if figures.is_empty() {
                    label = if named.is_empty() { words.join(" ") } else { named.to_owned() };
                    words.retain(|_| !named.is_empty());
                }
                words.push(name);
                figures.insert(free_name(&figures, words.join(" ").trim_end_matches([':', ';', ','])), number);
                words.clear();
            }
            (_, before) => words.extend(before.into_iter().chain([word])),
        }
    }
    if figures.is_empty() {
        line.clone_into(&mut label);
    }
    json!({ "game": game, "text": line, "label": label.trim_end_matches([':', ';', ',']), "figures": figures })
}

/// Splits `name=number`; another word stays whole.
fn split_figure(word: &str) -> Vec<&str> {
    match word.split_once('=') {
        Some((name, number)) if !name.is_empty() && parse_figure(number).is_some() => vec![name, number],
        _ => vec![word],
    }
}

const HASH_DIGITS: usize = 16;

/// Parses a number, perhaps followed by a percent sign or punctuation, or a hash, which stays a text. `None` for another word.
fn parse_figure(word: &str) -> Option<Value> {
    if word.len() == HASH_DIGITS && word.chars().all(|c| c.is_ascii_hexdigit()) {
        return Some(Value::from(word));
    }
    let digits = word.trim_end_matches(['%', ';', ',']);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        return None;
    }
    digits
        .parse::<i64>()
        .map(Value::from)
        .ok()
        .or_else(|| digits.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from))
}

/// Returns a name that is not taken yet.
fn free_name(figures: &Map<String, Value>, name: &str) -> String {
    let names = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(names).find(|name| !figures.contains_key(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_names_before_them() {
        for (line, label, figures) in [
            ("signature 675256", "", json!({ "signature": 675256 })),
            ("signature nodes 12 moves 12345678901234e5", "signature", json!({ "nodes": 12, "moves": "12345678901234e5" })),
            ("solve 7x7 easy puzzles 200 median_ms 0.25", "solve 7x7 easy", json!({ "puzzles": 200, "median_ms": 0.25 })),
            ("bfs check=pop: positions=9 share=50%", "bfs check=pop", json!({ "positions": 9, "share": 50 })),
            ("2x2 margin -1 nodes 7 seconds 0.5 as known", "2x2", json!({ "margin": -1, "nodes": 7, "seconds": 0.5 })),
            ("distance 12 13 kayles misere=1: plies 32", "distance 12 13 kayles misere=1", json!({ "plies": 32 })),
            ("a b=1: c d 2", "a b=1", json!({ "c d": 2 })),
            ("wall seconds one=1.5 two=2; cpu one=3", "wall seconds", json!({ "one": 1.5, "two": 2, "cpu one": 3 })),
            (
                "stones 30 cpu 0.5 million nodes/s a thread 22.5",
                "",
                json!({ "stones": 30, "cpu": 0.5, "million nodes/s a thread": 22.5 }),
            ),
            ("1000 edges: no such file", "1000 edges: no such file", json!({})),
            ("a 1 a 2 a 3", "", json!({ "a": 1, "a 2": 2, "a 3": 3 })),
            ("MiB inf nan 1", "MiB inf", json!({ "nan": 1 })),
            ("", "", json!({})),
        ] {
            assert_eq!(to_json("x", line), json!({ "game": "x", "text": line, "label": label, "figures": figures }), "{line}");
        }
    }
}

//! `ludion bench nim`: Grundy values of single heaps, and distances of positions.

use super::distance::Distance;
use super::grundy::Grundy;
use super::notation::parse_position;
use crate::figures::Stopwatch;
use crate::game::{BenchPart, Tell};
use crate::search::Budget;

/// Rules whose Grundy values are computed up to their period, or to the limit of the table.
const VALUES: &[&str] = &["octal=0.165", "octal=0.16", "octal=0.56", "take=3,50,1117,40009"];

/// Further rules, which take seconds each.
const LONG_VALUES: &[&str] = &["octal=0.106", "octal=0.007", "grundy"];

/// Positions whose distances are computed: by a search in games that split heaps, by tables in the others.
const DISTANCES: &[&str] = &["12 13 14 kayles misere=1", "36 grundy misere=1", "30 31 32 33 take=1,3-4", "1000 1400 wythoff"];

/// Larger ones.
const LONG_DISTANCES: &[&str] =
    &["17 18 19 kayles misere=1", "50 grundy misere=1", "60 61 62 63 take=1,3-4", "1234 1999 wythoff"];

/// Measures values and distances. The signature is the sum of the number of values, the positions searched and the distances.
pub fn run(part: BenchPart, tell: Tell<'_>) {
    let quick = part == BenchPart::Signature;
    let all = |short: &'static [&'static str], long: &'static [&'static str]| short.iter().chain(if quick { &[] } else { long });
    let mut signature = 0;
    for (number, rule) in all(VALUES, LONG_VALUES).enumerate() {
        let (terms, line) = measure_values(rule);
        signature += if number < VALUES.len() { terms } else { 0 };
        part.figures(tell)(line);
    }
    for (number, position) in all(DISTANCES, LONG_DISTANCES).enumerate() {
        let (work, line) = measure_distance(position);
        signature += if number < DISTANCES.len() { work } else { 0 };
        part.figures(tell)(line);
    }
    tell(format!("signature {signature}"));
}

/// Computes the values of a rule. Returns their number and the line of figures.
fn measure_values(rule: &str) -> (u64, String) {
    let Ok(position) = parse_position(&format!("1 {rule}")) else { return (0, format!("{rule} is no rule")) };
    let (mut grundy, budget) = (Grundy::new(position.rule), Budget::default());
    let watch = Stopwatch::start();
    let period = grundy.period(&budget);
    let terms = grundy.table_len() as u64;
    let period = period.map_or(String::new(), |period| format!(" period {} from {}", period.length, period.start));
    let speed = terms as f64 / watch.cpu() / 1e3;
    (terms, format!("values {rule}: terms {terms}{period} {watch} thousand terms/s {speed:.0}"))
}

/// Computes the distance of a position. Returns the searched positions and the distance, added up, and the line of figures.
fn measure_distance(text: &str) -> (u64, String) {
    let Ok(position) = parse_position(text) else { return (0, format!("{text} is no position")) };
    let (mut distance, budget) = (Distance::new(position.rule, position.misere), Budget::default());
    let watch = Stopwatch::start();
    let plies = distance.plies(&position.heaps, &budget);
    let visited = distance.visited_count();
    let plies_text = plies.map_or("unknown".to_owned(), |plies| plies.to_string());
    (visited + plies.unwrap_or(0), format!("distance {text}: plies {plies_text} searched {visited} {watch}"))
}

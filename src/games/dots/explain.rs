//! A position in words: which rule of *La Pipopipette* speaks, which line it means, and why.

use super::board::Board;
use super::notation::line_name;
use super::open::Open;
use super::player::{by_rules, rules_deal};
use super::position::resolved;
use super::rules;
use super::solver::bits::Wide;
use super::strategy::{Decision, Loony, decision, loony, parity};
use crate::color::Color;

/// The words, a sentence a line.
#[must_use]
pub fn words(board: &Board, open: &Open<Wide>) -> Vec<String> {
    let name = |string| line_name(board.size(), open.line(string));
    let mut words = match decision(open) {
        Decision::Over => return vec!["The board is full: count the boxes.".into()],
        Decision::Take(string) => vec![
            format!("Take with {}.", name(string)),
            "A box that can be taken and is not among the last two of a chain, or the last four of a loop, is free: to leave it only gives it away.".into(),
        ],
        Decision::Deal { take, leave, handout } => deal(open, &name(take), &name(leave), handout),
        Decision::Open => opening(open, &name),
        Decision::Quiet => quiet(board, open),
    };
    if let (Decision::Quiet, Some(string)) = (decision(open), by_rules(&open.graph, open.left, 0)) {
        words.insert(0, format!("Draw {}.", name(string)));
    }
    words
}

fn deal(open: &Open<Wide>, take: &str, leave: &str, handout: u32) -> Vec<String> {
    let (_, _, rest) = resolved(&open.graph, open.left);
    let count = rules::count(&rules::order(&open.graph, rest));
    let gain = count.answerer - count.opener;
    let (first, verdict) = if rules_deal(&open.graph, open.left) { (leave, "more than") } else { (take, "not more than") };
    let word = if handout == 4 { "DDD" } else { "DD" };
    vec![
        format!("Draw {first}."),
        format!(
            "Rule 5: what comes after is worth {} to who opens it and {} to the other; to be the other gains {gain}, {verdict} the {handout} boxes that a {word} move leaves.",
            count.opener, count.answerer
        ),
    ]
}

fn opening(open: &Open<Wide>, name: &dyn Fn(u8) -> String) -> Vec<String> {
    let parts = rules::order(&open.graph, open.left);
    let Some(first) = parts.first() else { return Vec::new() };
    let count = rules::count(&parts);
    let what = if first.is_loop { "loop" } else { "chain" };
    let order: Vec<String> =
        parts.iter().map(|part| format!("{}{}", if part.is_loop { "loop " } else { "" }, part.length)).collect();
    let mut words = vec![
        format!("Open the {what} of {} with {}.", first.length, name(first.cut)),
        "Rule 1 cannot be kept: every line gives a box away.".into(),
        format!("Rules 2 to 4 open in this order (boxes, less two for a loop): {}.", order.join(", ")),
        format!("Rule 5 counts {}:{} for who opens.", count.opener, count.answerer),
    ];
    if first.length == 2 && !first.is_loop {
        words.push("A chain of two is opened in the middle: the hard-hearted handout leaves no choice.".into());
    }
    if loony(&open.graph, open.left) == Loony::Simple && rules::exact(&parts) != count.margin() {
        words.push(format!("The exact recurrence does better than the order of the rules: {}.", rules::exact(&parts)));
    }
    words
}

fn quiet(board: &Board, open: &Open<Wide>) -> Vec<String> {
    let parity = parity(board, open);
    let [even, odd] = if parity.black_even { ["black", "white"] } else { ["white", "black"] };
    let mut words = vec!["Rule 1: there are lines that give nothing away; none of them gives a box.".to_owned()];
    let size = board.size();
    if board.record().is_empty() {
        words.push(first_or_second(size.rows, size.columns, size.dots()));
    }
    if size.rows.min(size.columns) == 1 {
        words.push(
            "With at most one long chain nothing is double-dealt: the number of dots and loops decides who has the last turn."
                .into(),
        );
    }
    words.push(format!(
        "Rule 6: {even} wants an even number of long linear chains, {odd} an odd one; {} are counted now, and then {} opens the first on turn {}.",
        parity.counted,
        parity.opener.name(),
        parity.turn
    ));
    if parity.opener == board.to_move() {
        words.push("That is the player to move: a chain more or less, or two boxes given away in a chain, changes it.".into());
    }
    words
}

/// The advice for the empty board.
fn first_or_second(rows: usize, columns: usize, dots: usize) -> String {
    let parity = if dots.is_multiple_of(2) { "even" } else { "odd" };
    if rows.min(columns) == 1 || rows * columns <= 4 {
        let who = if !dots.is_multiple_of(2) { Color::Black } else { Color::White };
        format!(
            "{dots} dots, {parity}, and no room for two long chains: without a loop {} has the last turn; move {} if you may choose.",
            who.name(),
            if who == Color::Black { "first" } else { "second" }
        )
    } else {
        format!(
            "{dots} dots, {parity}: the first player wants dots and long chains together to be even; on a board of this size either can still bring it about."
        )
    }
}

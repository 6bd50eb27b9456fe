//! The commands of theory: Grundy values, their periods, winning strategies, attractors.

use std::collections::HashSet;

use super::super::Nim;
use super::super::board::{Move, apply_move};
use super::super::notation::{heaps_text, move_name};
use super::super::positions::{self, MAX_POSITIONS, Vertex};
use super::super::rule::{MAX_TOKENS, Rule};
use super::super::{theory, wythoff};
use crate::color::Color;
use crate::game::Context;
use crate::game::explanation::Sentence;
use crate::game::turn::MAX_LISTED;
use crate::pages::check_available;
use crate::protocol::{Args, Failure, Outcome, natural, quote};
use crate::search::Budget;

/// Returns the numbers with commas between; `?` for one that is not known.
fn list_values(values: &[Option<u32>]) -> String {
    values.iter().map(|value| value.map_or_else(|| "?".to_owned(), |value| value.to_string())).collect::<Vec<_>>().join(",")
}

fn no_heap_values() -> Failure {
    Failure::Other("the heaps of Wythoff's game have no values of their own".into())
}

/// Returns `1 values=3,5,7`
pub(super) fn grundy(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let mut heaps = Vec::new();
    while let Some(heap) = args.optional("a number of tokens", natural::<u32>)? {
        heaps.push(check_heap(heap)?);
    }
    if heaps.is_empty() {
        heaps = nim.board.heaps.to_vec();
    }
    let budget = context.open_budget();
    if !nim.board.rule.is_sum() {
        let &[first, second] = &heaps[..] else { return Err(no_heap_values()) };
        let value = wythoff::grundy([first, second], &budget);
        return Ok(value.map_or_else(|| "unknown".to_owned(), |value| value.to_string()));
    }
    let grundy = nim.player().grundy();
    let values: Vec<Option<u32>> = heaps.iter().map(|&heap| grundy.value(heap, &budget)).collect();
    let sum = values.iter().try_fold(0, |sum, value| value.map(|value| sum ^ value));
    Ok(format!("{} values={}", sum.map_or_else(|| "unknown".to_owned(), |sum| sum.to_string()), list_values(&values)))
}

fn check_heap(heap: u32) -> Result<u32, Failure> {
    let refused = || Failure::UnacceptableSize(format!("{heap}; a heap has at most {MAX_TOKENS} tokens"));
    Some(heap).filter(|&heap| heap <= MAX_TOKENS).ok_or_else(refused)
}

pub(super) fn sequence(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let first = check_heap(args.next("FIRST", natural::<u32>)?)?;
    let last = check_heap(args.optional_last("LAST", natural::<u32>)?.unwrap_or(first))?;
    if last < first {
        return Err(Failure::Syntax(format!("{last} is less than {first}")));
    }
    if !nim.board.rule.is_sum() {
        return Err(no_heap_values());
    }
    let budget = context.open_budget();
    let grundy = nim.player().grundy();
    let listed = (first..=last).take(MAX_LISTED);
    let mut words: Vec<String> = listed.map_while(|heap| grundy.value(heap, &budget)).map(|value| value.to_string()).collect();
    let total = (last - first) as usize + 1;
    if words.len() < total {
        words.push(format!("... listed={} values={total}", words.len()));
    }
    Ok(words.join(" "))
}

/// Returns `period=12 start=71`, or `none known=131072`
pub(super) fn period(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    args.end()?;
    match &nim.board.rule {
        Rule::Wythoff => return Err(no_heap_values()),
        Rule::Any => return Ok("none value=heap".to_owned()),
        Rule::Take(_) | Rule::Octal(_) | Rule::Grundy => {}
    }
    let budget = context.open_budget();
    let grundy = nim.player().grundy();
    Ok(match grundy.period(&budget) {
        Some(found) => format!("period={} start={}", found.length, found.start),
        None => format!("{} known={}", if grundy.is_full() { "none" } else { "unknown" }, grundy.table_len()),
    })
}

pub(super) fn strategy(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    let budget = context.open_budget();
    match word {
        None => sum_strategy(nim, &budget),
        Some(word) => graph_strategy(nim, parse_player(word)?, &budget),
    }
}

/// Most winning moves that a sentence names.
const MAX_NAMED: usize = 20;

/// Describes the position: the Grundy values of the heaps and their sum, the winning moves, and the sum that the first of them leaves.
pub(super) fn strategy_terms(nim: &mut Nim, budget: &Budget) -> Vec<Sentence> {
    let heaps = nim.board.heaps.to_vec();
    let rule = if nim.board.misere { "" } else { "; the player to move loses if that is 0" };
    let mut sentences = Vec::new();
    if let Some((values, sum)) = sum_of_values(nim, &heaps, budget) {
        let text = match values[..] {
            [value] => format!("the Grundy value of the heap is {value}{rule}"),
            _ => format!("the Grundy values of the heaps are {}, their nim-sum is {sum}{rule}", words(&values)),
        };
        let marks = values.iter().zip(&heaps).zip(1..).filter(|((_, tokens), _)| **tokens > 0);
        let label =
            |text: Sentence, ((value, tokens), heap): ((&u32, &u32), usize)| text.label(value, [format!("{heap}-{tokens}")]);
        sentences.push(marks.fold(Sentence::from(text), label));
    }
    let values = nim.player().move_values(&heaps, budget);
    let winning: Vec<Move> =
        values.moves.iter().filter(|(_, value)| value.wins == Some(true)).map(|&(mv, _)| mv).take(MAX_NAMED).collect();
    let names: Vec<String> = winning.iter().map(|&mv| move_name(&heaps, mv)).collect();
    if values.winning == Some(0) {
        sentences.push("no move wins".into());
    } else if !names.is_empty() {
        sentences.push(Sentence::from(format!("winning moves: {}", names.join(" "))).cells(names));
    }
    if let Some(&mv) = winning.first()
        && let Ok(left) = apply_move(&nim.board.rule, &heaps, mv)
        && let Some((values, sum)) = sum_of_values(nim, &left, budget)
    {
        let name = move_name(&heaps, mv);
        let text = match values[..] {
            [value] => format!("{name} leaves the value {value}"),
            _ => format!("{name} leaves the values {}, whose nim-sum is {sum}", words(&values)),
        };
        sentences.push(Sentence::from(text).line([name]));
    }
    sentences
}

fn words(values: &[u32]) -> String {
    values.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns the Grundy value of each heap, and their nim-sum; `None` where heaps have no values of their own or one is not known.
fn sum_of_values(nim: &mut Nim, heaps: &[u32], budget: &Budget) -> Option<(Vec<u32>, u32)> {
    if !nim.board.rule.is_sum() {
        return None;
    }
    let values = theory::grundy_values(nim.player().grundy(), heaps, budget)?;
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    Some((values, sum))
}

/// Returns `win sum=1 values=3,5,7`, then a line for each winning move: `1-1 leaves 2 5 7`.
fn sum_strategy(nim: &mut Nim, budget: &Budget) -> Outcome {
    let (rule, misere, heaps) = (nim.board.rule.clone(), nim.board.misere, nim.board.heaps.to_vec());
    let known = nim.player().evaluate(&heaps, budget).wins;
    let mut first = match known {
        Some(true) => "win",
        Some(false) => "loss",
        None => "unknown",
    }
    .to_owned();
    if rule.is_sum()
        && let Some(values) = theory::grundy_values(nim.player().grundy(), &heaps, budget)
    {
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let values: Vec<Option<u32>> = values.into_iter().map(Some).collect();
        first.push_str(&format!(" sum={sum} values={}", list_values(&values)));
    }
    if misere {
        first.push_str(" misere=1");
    }
    let values = nim.player().move_values(&heaps, budget);
    let mut lines = vec![first];
    for &(mv, value) in values.moves.iter().filter(|(_, value)| value.wins == Some(true)) {
        let plies = value.plies.map_or_else(String::new, |plies| format!(" plies={plies}"));
        let left = apply_move(&rule, &heaps, mv).map(|heaps| heaps_text(&heaps)).unwrap_or_default();
        lines.push(format!("{} leaves {left}{plies}", move_name(&heaps, mv)));
    }
    let listed = lines.len() as u64 - 1;
    if let Some(winning) = values.winning.filter(|&winning| winning > listed) {
        lines.push(format!("... listed={listed} winning={winning}"));
    }
    Ok(lines.join("\n"))
}

/// Parses `1` or `2`: the first player is black.
fn parse_player(word: &str) -> Result<Color, Failure> {
    match word {
        "1" => Ok(Color::Black),
        "2" => Ok(Color::White),
        _ => Err(Failure::Syntax(format!("{} is not 1 or 2", quote(word)))),
    }
}

/// Returns `(10,1)`: heaps, then who moves. No heaps are written as `0`, as in the notation of positions.
fn vertex_name((heaps, to_move): &Vertex) -> String {
    let heaps: String = if heaps.is_empty() { "0,".to_owned() } else { heaps.iter().map(|heap| format!("{heap},")).collect() };
    format!("({heaps}{})", to_move.index() + 1)
}

fn no_lists(budget: &Budget) -> Failure {
    if budget.is_over() {
        return Failure::Interrupted("the lists are not finished".into());
    }
    Failure::Other(format!(
        "the position is too large for lists: more than {MAX_POSITIONS} lie below it, or some distance is unknown"
    ))
}

/// Most bytes that a number of a listed position takes: in its line, in the reply, and while that is framed.
const BYTES_PER_NUMBER: usize = 36;

/// Returns a line for each position that a player owns and wins: `(10,1)>(8,2)`.
fn graph_strategy(nim: &mut Nim, color: Color, budget: &Budget) -> Outcome {
    let (rule, heaps) = (nim.board.rule.clone(), nim.board.heaps.to_vec());
    let found = positions::fastest_wins(nim.player(), &rule, &heaps, budget).ok_or_else(|| no_lists(budget))?;
    let total = found.len();
    let numbers: usize = found.iter().take(MAX_LISTED).map(|(heaps, best)| heaps.len() * (1 + best.len())).sum();
    check_available(BYTES_PER_NUMBER * numbers).map_err(Failure::Other)?;
    let lines = found.into_iter().take(MAX_LISTED).map(|(heaps, best)| {
        let nexts = best.iter().filter_map(|&mv| apply_move(&rule, &heaps, mv).ok());
        let nexts = nexts.map(|next| if rule.can_split() { positions::sort_heaps(&next) } else { next });
        let mut nexts: Vec<String> = nexts.map(|next| vertex_name(&(next, color.other()))).collect();
        // Several moves may lead to the same heaps.
        let mut seen = HashSet::new();
        nexts.retain(|next| seen.insert(next.clone()));
        format!("{}>{}", vertex_name(&(heaps, color)), nexts.join(" "))
    });
    let mut lines: Vec<String> = lines.collect();
    if lines.len() < total {
        lines.push(format!("... listed={} positions={total}", lines.len()));
    }
    Ok(lines.join("\n"))
}

/// Returns `size=11 ranks=5`, then a line for each rank: `0 (0,2)`.
pub(super) fn attractor(nim: &mut Nim, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.expect_word("1 or 2")?;
    let color = parse_player(word)?;
    let most = args.optional_last("a rank", natural::<u64>)?.unwrap_or(u64::MAX);
    let (rule, heaps) = (nim.board.rule.clone(), nim.board.heaps.to_vec());
    let budget = context.open_budget();
    let ranks = positions::attractor(nim.player(), &rule, &heaps, color, &budget).ok_or_else(|| no_lists(&budget))?;
    let size: usize = ranks.values().map(Vec::len).sum();
    let last = ranks.keys().next_back().copied().unwrap_or(0);
    let mut lines = vec![format!("size={size} ranks={last}")];
    let mut room = MAX_LISTED;
    for (rank, level) in ranks.iter().take_while(|&(&rank, _)| rank <= most) {
        let named: Vec<String> = level.iter().take(room).map(vertex_name).collect();
        room -= named.len();
        let rest = if named.len() < level.len() { format!(" ... positions={}", level.len()) } else { String::new() };
        lines.push(format!("{rank} {}{rest}", named.join(" ")));
    }
    Ok(lines.join("\n"))
}

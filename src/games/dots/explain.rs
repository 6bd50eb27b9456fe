//! Explains a position in words: which rule of *La Pipopipette* applies, which line it means and why, and whether the solver agrees.

use super::board::{Board, Line};
use super::dual::Dual;
use super::notation::line_name;
use super::position::resolve_captures;
use super::published;
use super::rule_players::{rules_double_deal, rules_move};
use super::rules;
use super::solver::bits::{Bits, Wide};
use super::solver::graph::{Graph, iter_bits};
use super::solver::shape::{LONG, Shape};
use super::strategy::{Decision, Loony, decision, loony, parity};
use crate::color::Color;
use crate::game::explanation::count;
use crate::search::Budget;

/// A position to explain, with the values of its lines if they are known.
struct Explainer<'a> {
    board: &'a Board,
    dual: &'a Dual<Wide>,
    values: &'a [(Line, i32)],
    budget: &'a Budget,
}

/// Explains a position that is not over in sentences; the first names the line to draw. `values` holds the value of every open line, or nothing.
/// When the budget ends, the line is chosen among fewer.
#[must_use]
pub fn explain(board: &Board, dual: &Dual<Wide>, values: &[(Line, i32)], budget: &Budget) -> Vec<String> {
    let explainer = Explainer { board, dual, values, budget };
    match decision(dual) {
        Decision::Over => Vec::new(),
        Decision::Take(string) => explainer.explain_take(string),
        Decision::TakeOne(strings) => explainer.explain_take_one(strings),
        Decision::Deal { take, leave, handout } => explainer.explain_deal(take, leave, handout),
        Decision::Open => explainer.explain_opening(),
        Decision::Safe => explainer.explain_safe_moves(),
    }
}

impl Explainer<'_> {
    fn name(&self, string: u8) -> String {
        line_name(self.board.size(), self.dual.line(string))
    }

    fn value(&self, string: u8) -> Option<i32> {
        let line = self.dual.line(string);
        self.values.iter().find(|(other, _)| *other == line).map(|&(_, value)| value)
    }

    /// Returns the best string with its value, if the values are known: `favourite` if no other is better.
    fn best(&self, favourite: u8) -> Option<(u8, i32)> {
        let mut best = (favourite, self.value(favourite)?);
        for string in (0..).take(self.dual.lines.len()) {
            if let Some(value) = self.value(string).filter(|&value| value > best.1) {
                best = (string, value);
            }
        }
        Some(best)
    }

    fn explain_take(&self, string: u8) -> Vec<String> {
        let reason = if self.dual.graph.gain(self.dual.left, string) == 2 {
            "This line takes two boxes at once, so that nothing can be left."
        } else {
            "A box that can be taken and is not among the last two of a chain, or the last four of a loop, is free: to leave it only gives it away."
        };
        vec![format!("Take with {}.", self.name(string)), reason.into()]
    }

    fn explain_take_one(&self, takes: Wide) -> Vec<String> {
        let take = self.best_of(takes);
        vec![
            format!("Take with {}.", self.name(take)),
            "Of several chains that can be taken all but one are: that one is taken or left as a handout at the end.".into(),
        ]
    }

    /// Returns the best of some strings, or the first if their values are not known.
    fn best_of(&self, strings: Wide) -> u8 {
        iter_bits(strings).max_by_key(|&string| (self.value(string), std::cmp::Reverse(string))).unwrap_or_default()
    }

    fn explain_deal(&self, take: u8, leave: u8, handout: u32) -> Vec<String> {
        let (_, _, rest) = resolve_captures(&self.dual.graph, self.dual.left);
        let count = rules::count_boxes(&rules::opening_order(&self.dual.graph, rest));
        let gain = count.answerer - count.opener;
        let by_rules = rules_double_deal(&self.dual.graph, self.dual.left);
        let values = self.value(take).zip(self.value(leave));
        let deals = match values {
            Some((all, deal)) if all != deal => deal > all,
            _ => by_rules,
        };
        let word = if handout == 4 { "DDD" } else { "DD" };
        let is_endgame = rest.is_empty() || !Shape::new(&self.dual.graph, rest).has_safe_move();
        let mut words = vec![format!("Draw {}.", self.name(if deals { leave } else { take }))];
        words.push(if is_endgame {
            let verdict = if by_rules { "more than" } else { "not more than" };
            format!(
                "Rule 5: what comes after is worth {} to the player who opens it and {} to the other; to be the other gains {gain}, {verdict} the {handout} boxes that a {word} move leaves.",
                count.opener, count.answerer
            )
        } else {
            "Rule 5 waits: there are still lines that give nothing away, so that nobody has to open anything.".to_owned()
        });
        words.push(match (deals, is_endgame) {
            (true, true) => format!(
                "So double-deal: {} leaves {handout} boxes, whoever takes them must open what comes next, and control stays.",
                self.name(leave)
            ),
            (true, false) => {
                format!("Double-deal: {} leaves {handout} boxes, and whoever takes them moves next.", self.name(leave))
            }
            (false, _) if rest.is_empty() => format!("Take all: {} closes them, and nothing is left to open.", self.name(take)),
            (false, _) => format!("So take all: {} closes them, and then the next line is yours to draw.", self.name(take)),
        });
        if let Some((all, deal)) = values {
            let also = if deals == by_rules { "" } else { ", which the rules do not see" };
            words.push(format!("The solver: to take all is worth {all:+}, to double-deal {deal:+}{also}."));
        }
        words
    }

    fn explain_opening(&self) -> Vec<String> {
        let parts = rules::opening_order(&self.dual.graph, self.dual.left);
        let Some(first) = parts.first() else { return Vec::new() };
        let count = rules::count_boxes(&parts);
        let what = if first.is_loop { "loop" } else { "chain" };
        let named = |part: &rules::Part| format!("{}{}", if part.is_loop { "loop " } else { "" }, part.length);
        let order: Vec<String> = parts.iter().map(named).collect();
        let best = self.best(first.cut).filter(|&(string, _)| string != first.cut);
        let mut words = vec![match best {
            Some((string, _)) => format!("Draw {}.", self.name(string)),
            None => format!("Open the {what} of {} with {}.", first.length, self.name(first.cut)),
        }];
        words.push("Rule 1 cannot be kept: every line gives a box away.".into());
        words.push(format!("Rules 2 to 4 open in this order (boxes, less two for a loop): {}.", order.join(", ")));
        words.push(format!("Rule 5 counts {}:{} for the player who opens.", count.opener, count.answerer));
        if first.length == 2 && !first.is_loop && best.is_none() {
            words.push("A chain of two is opened in the middle: the hard-hearted handout leaves no choice.".into());
        }
        if let Some((string, value)) = best {
            words.push(self.solver_differs(first.cut, string, value));
        } else if self.values.is_empty() && loony(&self.dual.graph, self.dual.left) == Loony::Simple {
            let exact = rules::exact_margin(&parts);
            if exact != count.margin() {
                words.push(format!("The exact recurrence does better than the order of the rules: {exact:+}."));
            }
        }
        words
    }

    /// Says that another string is better than that of the rules.
    fn solver_differs(&self, by_rules: u8, string: u8, value: i32) -> String {
        let own = self.value(by_rules).map_or_else(String::new, |own| format!(", {} of the rules {own:+}", self.name(by_rules)));
        format!("The solver knows better: {} is worth {value:+}{own}.", self.name(string))
    }

    fn explain_safe_moves(&self) -> Vec<String> {
        let Some(by_rules) = rules_move(&self.dual.graph, self.dual.left, 0, self.budget) else { return Vec::new() };
        let best = self.best(by_rules);
        let string = best.map_or(by_rules, |(string, _)| string);
        let mut words = vec![format!("Draw {}.", self.name(string))];
        words.push("Rule 1: there are lines that give nothing away; none of them gives a box.".to_owned());
        let size = self.board.size();
        let is_narrow = max_long_chains(&self.dual.graph, self.dual.left) <= 1;
        if self.dual.lines.len() == size.line_count() {
            words.push(advise_side(size.dots(), is_narrow));
            words.extend(published::margin(size).map(state_published_margin));
        }
        if is_narrow {
            words.push(self.explain_loop_parity());
        } else {
            words.extend(self.explain_chain_parity());
        }
        if let Some((string, value)) = best {
            let offered = self.count_offer(string);
            if string != by_rules && offered == 0 {
                words.push(self.solver_differs(by_rules, string, value));
            } else if offered == 0 {
                words.push(format!("The solver agrees: {} is worth {value:+}.", self.name(string)));
            } else {
                words.push(self.explain_sacrifice(by_rules, string, value, offered));
            }
        }
        words
    }

    /// Returns the number of boxes that a string gives away.
    fn count_offer(&self, string: u8) -> u32 {
        resolve_captures(&self.dual.graph, self.dual.left & !Wide::one(string)).0
    }

    /// Explains why a string that gives boxes away is best though others do not.
    fn explain_sacrifice(&self, by_rules: u8, string: u8, value: i32, offered: u32) -> String {
        let (before, after) = (self.dual.left, resolve_captures(&self.dual.graph, self.dual.left & !Wide::one(string)).2);
        let graph = &self.dual.graph;
        let counts = [before, after].map(|left| rules::count_long_chains(&rules::opening_order(graph, left)));
        let safe = self.value(by_rules).map_or_else(String::new, |own| format!(", {} only {own:+}", self.name(by_rules)));
        let room = [before, after].map(|left| max_long_chains(graph, left));
        let why = if room[1] < room[0] {
            let chains = count(room[1] as usize, "long chain");
            format!("there is room for {chains} then instead of {}, which turns the parity", room[0])
        } else if counts[0] != counts[1] {
            let verb = if counts[1] == 1 { "is" } else { "are" };
            let chains = count(counts[1] as usize, "long chain");
            format!("{chains} {verb} counted then instead of {}, which turns the parity", counts[0])
        } else {
            "it costs what a double-dealing move costs, and turns the parity as one does".to_owned()
        };
        format!(
            "Rule 1 is set aside: {} sacrifices {offered} {}, and is worth {value:+}{safe}; {why}.",
            self.name(string),
            if offered == 1 { "box" } else { "boxes" }
        )
    }

    /// Returns the rule of dots and loops, for positions with at most one long chain.
    fn explain_loop_parity(&self) -> String {
        let graph = &self.dual.graph;
        let is_even = rules::turns_left(graph, self.dual.left, 0) % 2 == 0;
        let [mover, other] = [self.board.to_move(), self.board.to_move().other()].map(Color::name);
        let [without, with] = if is_even { [mover, other] } else { [other, mover] };
        format!(
            "At most one long chain can come about, so nobody double-deals and the last turn wins: dots and loops together odd for the first player, even for the second. {without} has it without a loop, {with} with one."
        )
    }

    /// Returns the rule of long chains.
    fn explain_chain_parity(&self) -> Vec<String> {
        let parity = parity(self.board, self.dual);
        let [even, odd] = if parity.black_even { ["black", "white"] } else { ["white", "black"] };
        let mut words = vec![format!(
            "Rule 6: {even} wants an even number of long linear chains, {odd} an odd one; {} {} counted now, and then {} opens the first on turn {}.",
            parity.counted,
            if parity.counted == 1 { "is" } else { "are" },
            parity.opener.name(),
            parity.turn
        )];
        if parity.opener == self.board.to_move() {
            words
                .push("That is the player to move: a chain more or less, or two boxes sacrificed in a chain, changes it.".into());
        }
        words
    }
}

/// Returns an upper bound on the number of long chains: each takes three connected boxes.
fn max_long_chains(graph: &Graph<Wide>, left: Wide) -> u32 {
    let shape = Shape::new(graph, left);
    let long = |boxes: u32| boxes / LONG;
    let isolated = shape.isolated_arcs().map(|index| long(u32::from(shape.arcs[index].length)).min(1)).sum::<u32>();
    let joined = rules::connected_joints(&shape).into_iter().map(|part| {
        let touches = |end: u8| part.checked_shr(u32::from(end)).is_some_and(|part| part & 1 == 1);
        let arcs = shape.arcs.iter().filter(|arc| arc.ends.into_iter().any(touches));
        long(part.count_ones() + arcs.map(|arc| u32::from(arc.length)).sum::<u32>())
    });
    isolated + shape.loops.len() as u32 + joined.sum::<u32>()
}

/// Advises whether to move first or second on the empty board.
fn advise_side(dots: usize, is_narrow: bool) -> String {
    let is_even = dots.is_multiple_of(2);
    let parity = if is_even { "even" } else { "odd" };
    if is_narrow {
        let turn = if is_even { "second" } else { "first" };
        format!("{dots} dots, {parity}: the player who moves {turn} has the last turn without a loop; by this count move {turn}.")
    } else {
        let [first, second] = if is_even { ["even", "odd"] } else { ["odd", "even"] };
        format!(
            "{dots} dots, {parity}: the first player wants an {first} number of long linear chains, the second an {second} number; here is room for several, and either can still bring it about."
        )
    }
}

/// States the published value of the empty board, and the advice that follows.
fn state_published_margin(margin: i32) -> String {
    let (what, advice) = match margin {
        1.. => (format!("wins by {margin}"), "move first if you may choose"),
        0 => ("draws".to_owned(), "it does not matter who moves first"),
        _ => (format!("loses by {}", -margin), "move second if you may choose"),
    };
    format!("It is known that the first player {what} with best play: {advice}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_chains_need_three_connected_boxes() {
        let room = |rows: usize, columns: usize| {
            let graph = Graph::grid(rows, columns);
            let ends: Vec<[u8; 2]> = iter_bits(graph.all_strings()).map(|string| graph.ends(string)).collect();
            let wide: Graph<Wide> = Graph::new(&ends);
            max_long_chains(&wide, wide.all_strings())
        };
        assert_eq!([room(1, 1), room(1, 5), room(2, 2), room(1, 6), room(2, 3), room(3, 3)], [0, 1, 1, 2, 2, 3]);
    }
}

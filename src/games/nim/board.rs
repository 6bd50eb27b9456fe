//! The rules: heaps and legal moves.

use super::rule::{Octal, Rule, TakeSet};
use crate::color::{Color, Ending};
use crate::game::turn::{GamePosition, GameRecord};

/// The index of a heap, from 0. An empty heap keeps its index; only a split moves the heaps behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Heap(pub usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Takes tokens from a heap and leaves the rest as one heap, if there is a rest.
    Take(Heap, u32),
    /// Takes tokens, perhaps none, from a heap and leaves the rest as two heaps: this many tokens in the first.
    Split(Heap, u32, u32),
    /// Takes the same number of tokens from both heaps.
    Both(u32),
}

/// A position with its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The moves.
    pub rule: Rule,
    /// Whether the player who makes the last move loses.
    pub misere: bool,
    /// Tokens in each heap.
    pub heaps: Vec<u32>,
    /// Who moves.
    pub to_move: Color,
}

/// Why the rule refuses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no heap of this number.
    NoHeap,
    /// The heap has no more than this.
    TooFew(u32),
    /// The rule has no such move.
    NotAllowed,
}

/// A game.
pub type Board = GameRecord<Position>;

impl Position {
    /// Creates a game by this rule with black to move.
    #[must_use]
    pub fn new(rule: Rule, heaps: Vec<u32>) -> Position {
        Position { rule, misere: false, heaps, to_move: Color::Black }
    }
}

/// The course's game, which is set up at start: a heap of ten matches, of which a move takes one to three.
const FIRST_HEAP: u32 = 10;

impl Default for Position {
    fn default() -> Self {
        let rule = TakeSet::new(vec![(1, 3)]).map_or(Rule::Any, Rule::Take);
        Position::new(rule, vec![FIRST_HEAP])
    }
}

impl GamePosition for Position {
    type Move = Move;
    type Refusal = Refusal;

    const IS_IMPARTIAL: bool = true;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn ending(&self) -> Option<Ending> {
        let winner = if self.misere { self.to_move } else { self.to_move.other() };
        (!has_move(&self.rule, &self.heaps)).then_some(Ending::Won(winner))
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        moves(&self.rule, &self.heaps)
    }

    fn count_moves(&self) -> u64 {
        count_moves(&self.rule, &self.heaps)
    }

    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.heaps = apply_move(&self.rule, &self.heaps, mv)?;
        self.to_move = self.to_move.other();
        Ok(())
    }
}

/// Returns the heaps after a move. The first part of a split heap keeps its number, the second gets the next one.
///
/// # Errors
/// Why the rule refuses the move.
pub(super) fn apply_move(rule: &Rule, heaps: &[u32], mv: Move) -> Result<Vec<u32>, Refusal> {
    let tokens = |heap: Heap| heaps.get(heap.0).copied().ok_or(Refusal::NoHeap);
    let mut next = heaps.to_vec();
    match mv {
        Move::Take(heap, take) => {
            let there = tokens(heap)?;
            let rest = there.checked_sub(take).ok_or(Refusal::TooFew(there))?;
            if !may_take(rule, take, rest) {
                return Err(Refusal::NotAllowed);
            }
            next[heap.0] = rest;
        }
        Move::Split(heap, take, first) => {
            let there = tokens(heap)?;
            let rest = there.checked_sub(take).ok_or(Refusal::TooFew(there))?;
            let second = rest.checked_sub(first).ok_or(Refusal::TooFew(there))?;
            if first == 0 || second == 0 || !may_split(rule, take, first, second) {
                return Err(Refusal::NotAllowed);
            }
            next[heap.0] = first;
            next.insert(heap.0 + 1, second);
        }
        Move::Both(take) => {
            if *rule != Rule::Wythoff || take == 0 {
                return Err(Refusal::NotAllowed);
            }
            for tokens in &mut next {
                *tokens = tokens.checked_sub(take).ok_or(Refusal::TooFew(*tokens))?;
            }
        }
    }
    Ok(next)
}

fn may_take(rule: &Rule, take: u32, rest: u32) -> bool {
    match rule {
        Rule::Any | Rule::Wythoff => take > 0,
        Rule::Take(set) => set.contains(take),
        Rule::Octal(octal) => take > 0 && octal.digit(take) & if rest > 0 { Octal::ONE_HEAP } else { Octal::NOTHING } > 0,
        Rule::Grundy => false,
    }
}

fn may_split(rule: &Rule, take: u32, first: u32, second: u32) -> bool {
    match rule {
        Rule::Octal(octal) => octal.digit(take) & Octal::TWO_HEAPS > 0,
        Rule::Grundy => take == 0 && first != second,
        Rule::Any | Rule::Take(_) | Rule::Wythoff => false,
    }
}

fn has_move(rule: &Rule, heaps: &[u32]) -> bool {
    moves(rule, heaps).next().is_some()
}

/// Iterates over all moves: heap by heap, fewest tokens first. A split into two parts comes once, smaller part first.
pub fn moves<'a>(rule: &'a Rule, heaps: &'a [u32]) -> impl Iterator<Item = Move> + 'a {
    let both = match rule {
        Rule::Wythoff => heaps.iter().copied().min().unwrap_or(0),
        _ => 0,
    };
    let single = heaps.iter().enumerate().flat_map(|(number, &tokens)| heap_moves(rule, Heap(number), tokens));
    single.chain((1..=both).map(Move::Both))
}

/// Iterates over the moves on one heap.
pub(super) fn heap_moves(rule: &Rule, heap: Heap, tokens: u32) -> Box<dyn Iterator<Item = Move> + '_> {
    match rule {
        Rule::Any | Rule::Wythoff => Box::new((1..=tokens).map(move |take| Move::Take(heap, take))),
        Rule::Take(set) => Box::new(set.takes_up_to(tokens).map(move |take| Move::Take(heap, take))),
        Rule::Octal(octal) => Box::new((0..=octal.max_take().min(tokens)).flat_map(move |take| {
            let rest = tokens - take;
            let whole = may_take(rule, take, rest).then_some(Move::Take(heap, take));
            let splits = if may_split(rule, take, 1, 1) { rest / 2 } else { 0 };
            whole.into_iter().chain((1..=splits).map(move |first| Move::Split(heap, take, first)))
        })),
        Rule::Grundy => Box::new((1..=tokens.saturating_sub(1) / 2).map(move |first| Move::Split(heap, 0, first))),
    }
}

/// Counts the moves without listing them.
#[must_use]
pub fn count_moves(rule: &Rule, heaps: &[u32]) -> u64 {
    let single = |&tokens: &u32| match rule {
        Rule::Any | Rule::Wythoff => u64::from(tokens),
        Rule::Take(set) => set.count(tokens),
        Rule::Grundy => u64::from(tokens.saturating_sub(1) / 2),
        Rule::Octal(octal) => (0..=octal.max_take().min(tokens))
            .map(|take| {
                let splits = if may_split(rule, take, 1, 1) { (tokens - take) / 2 } else { 0 };
                u64::from(may_take(rule, take, tokens - take)) + u64::from(splits)
            })
            .sum(),
    };
    let both = if *rule == Rule::Wythoff { heaps.iter().copied().min().unwrap_or(0) } else { 0 };
    heaps.iter().map(single).sum::<u64>() + u64::from(both)
}

#[cfg(test)]
mod tests {
    use super::super::rule::TakeSet;
    use super::*;
    use crate::game::turn;

    fn rules() -> Vec<Rule> {
        let octal = |digits: &[u8]| Rule::Octal(Octal::new(digits).unwrap());
        vec![
            Rule::Any,
            Rule::Take(TakeSet::new(vec![(1, 1), (3, 4)]).unwrap()),
            octal(&[0, 7, 7]),
            octal(&[4, 0, 1, 2]),
            octal(&[0, 1, 3, 7]),
            Rule::Grundy,
            Rule::Wythoff,
        ]
    }

    #[test]
    fn all_listed_moves_are_legal_counted_and_undone() {
        for rule in rules() {
            for heaps in [[0, 0], [1, 2], [5, 7], [9, 3]] {
                let all: Vec<Move> = moves(&rule, &heaps).collect();
                assert_eq!(count_moves(&rule, &heaps), all.len() as u64, "{rule:?} {heaps:?}");
                for mv in all {
                    let mut board = Board::new(Position::new(rule.clone(), heaps.to_vec()));
                    assert_eq!(board.play(Color::White, mv), Err(turn::Refusal::OutOfTurn(Color::Black)));
                    board.play(Color::Black, mv).unwrap();
                    assert!(board.heaps != heaps && board.to_move() == Color::White);
                    assert!(board.undo() && board.heaps == heaps && !board.undo());
                }
            }
        }
    }

    #[test]
    fn illegal_moves_are_refused_with_the_reason() {
        let kayles = Rule::Octal(Octal::new(&[0, 7, 7]).unwrap());
        assert_eq!(apply_move(&Rule::Any, &[3, 5], Move::Take(Heap(0), 4)), Err(Refusal::TooFew(3)));
        assert_eq!(apply_move(&Rule::Any, &[3, 5], Move::Take(Heap(2), 1)), Err(Refusal::NoHeap));
        assert_eq!(apply_move(&Rule::Any, &[3, 5], Move::Take(Heap(0), 0)), Err(Refusal::NotAllowed));
        assert_eq!(apply_move(&Rule::Any, &[3, 5], Move::Both(1)), Err(Refusal::NotAllowed));
        assert_eq!(apply_move(&Rule::Wythoff, &[3, 5], Move::Both(4)), Err(Refusal::TooFew(3)));
        assert_eq!(apply_move(&kayles, &[5], Move::Take(Heap(0), 3)), Err(Refusal::NotAllowed));
        assert_eq!(apply_move(&kayles, &[5], Move::Split(Heap(0), 1, 4)), Err(Refusal::NotAllowed));
        assert_eq!(apply_move(&kayles, &[5], Move::Split(Heap(0), 1, 3)), Ok(vec![3, 1]));
        assert_eq!(apply_move(&Rule::Grundy, &[6], Move::Split(Heap(0), 0, 3)), Err(Refusal::NotAllowed));
    }

    #[test]
    fn the_last_move_wins_or_loses_and_resignation_ends_the_game() {
        let mut board = Board::new(Position::new(Rule::Any, vec![1, 0]));
        assert_eq!(board.ending(), None);
        board.play(Color::Black, Move::Take(Heap(0), 1)).unwrap();
        assert_eq!(board.ending(), Some(Ending::Won(Color::Black)));
        assert_eq!(board.play(Color::White, Move::Take(Heap(0), 1)), Err(turn::Refusal::Over));
        assert!(board.undo());
        board.resign(Color::White);
        assert_eq!(board.ending(), Some(Ending::Won(Color::Black)));
        let misere = Board::new(Position { misere: true, ..Position::new(Rule::Any, vec![0]) });
        assert_eq!(misere.ending(), Some(Ending::Won(Color::Black)));
    }
}

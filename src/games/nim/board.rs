//! The rules as a board: heaps, legal moves, the record, whose turn it is and who has won.

use super::rule::{Octal, Rule};
use crate::color::Color;

/// The index of a heap, from 0. An empty heap keeps its index; only a split moves the heaps behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Heap(pub usize);

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Takes tokens from a heap and leaves the rest as one heap, if there is a rest.
    Take(Heap, u32),
    /// Takes tokens, perhaps none, from a heap and leaves the rest as two heaps: this many tokens in the first.
    Split(Heap, u32, u32),
    /// Takes the same number of tokens from both heaps.
    Both(u32),
}

/// The rule and position that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The moves.
    pub rule: Rule,
    /// Whether the player who makes the last move loses.
    pub misere: bool,
    /// Tokens in each heap.
    pub heaps: Vec<u32>,
    /// Who moves first.
    pub to_move: Color,
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no heap of this number.
    NoHeap,
    /// The heap has no more than this.
    TooFew(u32),
    /// The rule has no such move.
    NotAllowed,
    /// This colour is to move.
    OutOfTurn(Color),
    /// No move is left, or somebody has resigned.
    Over,
}

/// A game under way.
#[derive(Clone, Debug)]
pub struct Board {
    setup: Setup,
    heaps: Vec<u32>,
    record: Vec<RecordEntry>,
    resigned: Option<Color>,
}

/// A move of the record, with the heaps before it; `None` for a resignation.
#[derive(Clone, Debug)]
struct RecordEntry {
    mv: Option<Move>,
    heaps_before: Vec<u32>,
}

impl Setup {
    /// Creates a game by this rule with black to move.
    #[must_use]
    pub fn new(rule: Rule, heaps: Vec<u32>) -> Setup {
        Setup { rule, misere: false, heaps, to_move: Color::Black }
    }
}

impl Board {
    /// Creates a game before its first move.
    #[must_use]
    pub fn new(setup: Setup) -> Board {
        Board { heaps: setup.heaps.clone(), setup, record: Vec::new(), resigned: None }
    }

    /// Returns the rule and position that the game started from.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the rule.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.setup.rule
    }

    /// Returns whether the player who makes the last move loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.setup.misere
    }

    /// Returns the tokens in each heap.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// Returns the moves so far; `None` for a resignation, which can only be the last.
    pub fn record(&self) -> impl ExactSizeIterator<Item = Option<Move>> + '_ {
        self.record.iter().map(|entry| entry.mv)
    }

    /// Returns who moves now.
    #[must_use]
    pub fn to_move(&self) -> Color {
        let moves = self.record.iter().filter(|entry| entry.mv.is_some()).count();
        if moves % 2 == 0 { self.setup.to_move } else { self.setup.to_move.other() }
    }

    /// Returns who has won, if the game is over.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.resigned {
            Some(loser) => Some(loser.other()),
            None if has_move(&self.setup.rule, &self.heaps) => None,
            None if self.setup.misere => Some(self.to_move()),
            None => Some(self.to_move().other()),
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The reason why it is illegal; the board is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Refusal> {
        self.check_turn(color)?;
        let heaps = apply_move(&self.setup.rule, &self.heaps, mv)?;
        let heaps_before = std::mem::replace(&mut self.heaps, heaps);
        self.record.push(RecordEntry { mv: Some(mv), heaps_before });
        Ok(())
    }

    /// Resigns for a player, whose turn it need not be.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn resign(&mut self, color: Color) -> Result<(), Refusal> {
        if self.winner().is_some() {
            return Err(Refusal::Over);
        }
        self.resigned = Some(color);
        self.record.push(RecordEntry { mv: None, heaps_before: self.heaps.clone() });
        Ok(())
    }

    /// Takes back the last move or resignation. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(entry) = self.record.pop() else { return false };
        self.heaps = entry.heaps_before;
        self.resigned = None;
        true
    }

    fn check_turn(&self, color: Color) -> Result<(), Refusal> {
        if self.winner().is_some() {
            return Err(Refusal::Over);
        }
        if color == self.to_move() { Ok(()) } else { Err(Refusal::OutOfTurn(self.to_move())) }
    }
}

/// Returns the heaps after a move. The first part of a split heap keeps its number, the second gets the next one.
///
/// # Errors
/// Why the rule refuses the move.
pub fn apply_move(rule: &Rule, heaps: &[u32], mv: Move) -> Result<Vec<u32>, Refusal> {
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
pub fn heap_moves(rule: &Rule, heap: Heap, tokens: u32) -> Box<dyn Iterator<Item = Move> + '_> {
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
                    let mut board = Board::new(Setup::new(rule.clone(), heaps.to_vec()));
                    assert_eq!(board.play(Color::White, mv), Err(Refusal::OutOfTurn(Color::Black)));
                    board.play(Color::Black, mv).unwrap();
                    assert!(board.heaps() != heaps && board.to_move() == Color::White);
                    assert!(board.undo() && board.heaps() == heaps && !board.undo());
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
        let mut board = Board::new(Setup::new(Rule::Any, vec![1, 0]));
        assert_eq!(board.winner(), None);
        board.play(Color::Black, Move::Take(Heap(0), 1)).unwrap();
        assert_eq!(board.winner(), Some(Color::Black));
        assert_eq!(board.play(Color::White, Move::Take(Heap(0), 1)), Err(Refusal::Over));
        assert!(board.undo());
        board.resign(Color::White).unwrap();
        assert_eq!(board.winner(), Some(Color::Black));
        let misere = Board::new(Setup { misere: true, ..Setup::new(Rule::Any, vec![0]) });
        assert_eq!(misere.winner(), Some(Color::Black));
    }
}

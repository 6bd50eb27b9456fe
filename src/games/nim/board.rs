//! Heaps and moves: what is legal, what a move leaves, whose turn it is.

use super::rule::{Octal, Rule};
use crate::color::Color;

/// A heap by its number, from 0. Numbers stay while heaps are not split: an empty heap keeps its place.
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

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The moves.
    pub rule: Rule,
    /// Whether who makes the last move loses.
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
    record: Vec<Step>,
    resigned: Option<Color>,
}

/// A move of the record, with the heaps before it.
#[derive(Clone, Debug)]
struct Step {
    mv: Option<Move>,
    before: Vec<u32>,
}

impl Setup {
    /// A game by this rule with black to move.
    #[must_use]
    pub fn new(rule: Rule, heaps: Vec<u32>) -> Setup {
        Setup { rule, misere: false, heaps, to_move: Color::Black }
    }
}

impl Board {
    /// A game at its begin.
    #[must_use]
    pub fn new(setup: Setup) -> Board {
        Board { heaps: setup.heaps.clone(), setup, record: Vec::new(), resigned: None }
    }

    /// How it began.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.setup.rule
    }

    /// Whether who makes the last move loses.
    #[must_use]
    pub fn is_misere(&self) -> bool {
        self.setup.misere
    }

    /// Tokens in each heap now.
    #[must_use]
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// The moves so far; `None` for a resignation, which can only be the last.
    pub fn record(&self) -> impl ExactSizeIterator<Item = Option<Move>> + '_ {
        self.record.iter().map(|step| step.mv)
    }

    /// Who moves now.
    #[must_use]
    pub fn to_move(&self) -> Color {
        let moves = self.record.iter().filter(|step| step.mv.is_some()).count();
        if moves % 2 == 0 { self.setup.to_move } else { self.setup.to_move.other() }
    }

    /// Who has won, if the game is over.
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
    /// Why it is refused; nothing has changed then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Refusal> {
        self.check_turn(color)?;
        let after = after(&self.setup.rule, &self.heaps, mv)?;
        let before = std::mem::replace(&mut self.heaps, after);
        self.record.push(Step { mv: Some(mv), before });
        Ok(())
    }

    /// Gives the game up.
    ///
    /// # Errors
    /// A game that is over.
    pub fn resign(&mut self, color: Color) -> Result<(), Refusal> {
        if self.winner().is_some() {
            return Err(Refusal::Over);
        }
        self.resigned = Some(color);
        self.record.push(Step { mv: None, before: self.heaps.clone() });
        Ok(())
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.record.pop() else { return false };
        self.heaps = step.before;
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

/// The heaps after a move: of a split heap the first part keeps the number, the second follows it.
///
/// # Errors
/// Why the rule refuses the move.
pub fn after(rule: &Rule, heaps: &[u32], mv: Move) -> Result<Vec<u32>, Refusal> {
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

/// All moves: heap by heap, fewest tokens first, of splits those with the smaller part first, each pair of parts once.
pub fn moves<'a>(rule: &'a Rule, heaps: &'a [u32]) -> impl Iterator<Item = Move> + 'a {
    let both = match rule {
        Rule::Wythoff => heaps.iter().copied().min().unwrap_or(0),
        _ => 0,
    };
    let single = heaps.iter().enumerate().flat_map(|(number, &tokens)| heap_moves(rule, Heap(number), tokens));
    single.chain((1..=both).map(Move::Both))
}

/// The moves on one heap.
pub fn heap_moves(rule: &Rule, heap: Heap, tokens: u32) -> Box<dyn Iterator<Item = Move> + '_> {
    match rule {
        Rule::Any | Rule::Wythoff => Box::new((1..=tokens).map(move |take| Move::Take(heap, take))),
        Rule::Take(set) => Box::new(set.up_to(tokens).map(move |take| Move::Take(heap, take))),
        Rule::Octal(octal) => Box::new((0..=octal.most().min(tokens)).flat_map(move |take| {
            let rest = tokens - take;
            let whole = may_take(rule, take, rest).then_some(Move::Take(heap, take));
            let splits = if may_split(rule, take, 1, 1) { rest / 2 } else { 0 };
            whole.into_iter().chain((1..=splits).map(move |first| Move::Split(heap, take, first)))
        })),
        Rule::Grundy => Box::new((1..=tokens.saturating_sub(1) / 2).map(move |first| Move::Split(heap, 0, first))),
    }
}

/// How many moves there are, without listing them.
#[must_use]
pub fn count_moves(rule: &Rule, heaps: &[u32]) -> u64 {
    let single = |&tokens: &u32| match rule {
        Rule::Any | Rule::Wythoff => u64::from(tokens),
        Rule::Take(set) => set.count(tokens),
        Rule::Grundy => u64::from(tokens.saturating_sub(1) / 2),
        Rule::Octal(octal) => (0..=octal.most().min(tokens))
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
    fn moves_are_counted_and_all_legal_and_undone() {
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
    fn what_is_refused() {
        let kayles = Rule::Octal(Octal::new(&[0, 7, 7]).unwrap());
        assert_eq!(after(&Rule::Any, &[3, 5], Move::Take(Heap(0), 4)), Err(Refusal::TooFew(3)));
        assert_eq!(after(&Rule::Any, &[3, 5], Move::Take(Heap(2), 1)), Err(Refusal::NoHeap));
        assert_eq!(after(&Rule::Any, &[3, 5], Move::Take(Heap(0), 0)), Err(Refusal::NotAllowed));
        assert_eq!(after(&Rule::Any, &[3, 5], Move::Both(1)), Err(Refusal::NotAllowed));
        assert_eq!(after(&Rule::Wythoff, &[3, 5], Move::Both(4)), Err(Refusal::TooFew(3)));
        assert_eq!(after(&kayles, &[5], Move::Take(Heap(0), 3)), Err(Refusal::NotAllowed));
        assert_eq!(after(&kayles, &[5], Move::Split(Heap(0), 1, 4)), Err(Refusal::NotAllowed));
        assert_eq!(after(&kayles, &[5], Move::Split(Heap(0), 1, 3)), Ok(vec![3, 1]));
        assert_eq!(after(&Rule::Grundy, &[6], Move::Split(Heap(0), 0, 3)), Err(Refusal::NotAllowed));
    }

    #[test]
    fn who_wins() {
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

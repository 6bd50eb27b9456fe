//! Describes in words what the tables of connections prove about a position and about a move. The cells after a colon are the
//! carrier of a proof: its winner still wins if the other player gets all other cells.

use super::Hex;
use super::board::Board;
use super::inferior::{FillInKind, Reason};
use super::notation::{cell_name, cell_names};
use super::tables::Extras;
use super::view::{FillInStep, ProofView};
use crate::color::Color;
use crate::game::explanation::Sentence;
use crate::grid::{Cell, Size};
use crate::search::Stop;

/// Most connections that refute moves outside the must-play.
const MAX_REFUTATIONS: usize = 12;

fn names(size: Size, cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|&cell| cell_name(size, cell)).collect()
}

/// Says who is connected, or where the player to move has to play and what refutes the other moves. Nobody has won.
pub(super) fn position_terms(hex: &mut Hex, mover: Color, stop: &Stop) -> Vec<Sentence> {
    let (size, tables) = (hex.size, hex.searcher.tables(&hex.board, Extras::ALL, stop));
    let mut sentences = fill_in_terms(size, &tables.fill_in(), &tables.dead_cells());
    if let Some(ProofView { winner, first, carrier }) = tables.proof(mover) {
        let how = match first {
            Some(cell) => format!("{} joins its edges by {}", winner.name(), cell_name(size, cell)),
            None if winner == mover => format!("{}'s edges are connected", winner.name()),
            None => format!("{}'s edges are connected, whatever {} plays", winner.name(), mover.name()),
        };
        let needs = names(size, &carrier);
        let text = format!("{how}; the connection needs: {}", needs.join(" "));
        sentences.push(Sentence::from(text).line(first.map(|cell| cell_name(size, cell))).carrier(needs));
        return sentences;
    }
    let (must_play, empty) = (tables.must_play(mover).unwrap_or_default(), tables.empty());
    if must_play.len() == empty.len() {
        return sentences;
    }
    let inside = names(size, &must_play);
    let [other_name, own_name] = [mover.other(), mover].map(Color::name);
    let one_of = if inside.len() > 1 { "on one of " } else { "" };
    let text = format!("{other_name} threatens to join its edges: {own_name} must play {one_of}{}", inside.join(" "));
    sentences.push(Sentence::from(text).carrier(inside));
    // The moves outside the must-play, grouped by the connection that refutes them.
    let mut refuted: Vec<(ProofView, Vec<Cell>)> = Vec::new();
    for cell in empty.into_iter().filter(|cell| !must_play.contains(cell)) {
        let Some(proof) = tables.refutation(mover, cell) else { continue };
        match refuted.iter_mut().find(|(known, _)| known.first == proof.first && known.carrier == proof.carrier) {
            Some((_, cells)) => cells.push(cell),
            None => refuted.push((proof, vec![cell])),
        }
    }
    sentences.extend(refuted.iter().take(MAX_REFUTATIONS).map(|(proof, cells)| refutation_text(size, cells, proof)));
    sentences
}

/// Says which connection refutes stones on some cells.
fn refutation_text(size: Size, refuted: &[Cell], proof: &ProofView) -> Sentence {
    let how = proof.first.map_or_else(String::new, |first| format!(" by {}", cell_name(size, first)));
    let [moves, needs] = [refuted, &proof.carrier].map(|cells| names(size, cells));
    let (any, winner) = (if moves.len() > 1 { "any of " } else { "" }, proof.winner.name());
    let text = format!("after {any}{} {winner} joins its edges{how}; the connection needs: {}", moves.join(" "), needs.join(" "));
    let arrow = proof.first.zip(refuted.first()).map(|(first, &cell)| [cell, first].map(|cell| cell_name(size, cell)));
    Sentence::from(text).wrong(moves).carrier(needs).arrows(arrow.filter(|_| refuted.len() == 1))
}

/// Lists the cells that are filled in, by the reason. `dead` are those that are dead by the stones alone.
fn fill_in_terms(size: Size, filled: &[(Color, Cell, FillInKind)], dead: &[Cell]) -> Vec<Sentence> {
    let list = |what: &str, is_meant: &dyn Fn(&(Color, Cell, FillInKind)) -> bool| {
        let cells: Vec<String> = filled.iter().filter(|found| is_meant(found)).map(|found| cell_name(size, found.1)).collect();
        (!cells.is_empty()).then(|| Sentence::from(format!("{what}: {}", cells.join(" "))).cells(cells))
    };
    let list_dead = |what, by_stones| list(what, &|found| found.2 == FillInKind::Dead && dead.contains(&found.1) == by_stones);
    let list_own = |kind, text: fn(Color) -> String| {
        Color::BOTH.map(|color| list(&text(color), &|found| found.2 == kind && found.0 == color))
    };
    let captured = list_own(FillInKind::Captured, |color| format!("captured by {}", color.name()));
    let permanent = list_own(FillInKind::Permanent, |color| {
        format!("as good as {}'s, {} never gains from a stone there", color.name(), color.other().name())
    });
    let dead = [list_dead("dead, a stone of either colour changes nothing", true), list_dead(DEAD_LATER, false)];
    dead.into_iter().chain(captured).chain(permanent).flatten().collect()
}

/// What is said of cells that are dead only because others are filled in.
const DEAD_LATER: &str = "dead once the captured cells are filled in";

/// Returns a move in a position that connections decide, so that a line goes on until the edges are joined: the loser plays on the
/// carrier of the winning connection.
pub(super) fn defence(hex: &mut Hex, mover: Color, stop: &Stop) -> Option<Cell> {
    let carrier = hex.searcher.tables(&hex.board, Extras::ALL, stop).proof(mover)?.carrier;
    carrier.into_iter().chain(hex.board.empty_cells()).find(|&cell| hex.board.stone(cell).is_none())
}

/// Says why a player need not try a cell, or which connection of the other player refutes a stone there. Nobody has won.
pub(super) fn move_terms(hex: &mut Hex, mover: Color, cell: Cell, stop: &Stop) -> Vec<Sentence> {
    let (size, tables) = (hex.size, hex.searcher.tables(&hex.board, Extras::ALL, stop));
    let name = cell_name(size, cell);
    if let Some((color, _, kind)) = tables.fill_in().into_iter().find(|&(_, filled, _)| filled == cell) {
        let steps = tables.fill_in_steps();
        let step = steps.iter().find(|step| step.kind == kind && step.color == color && step.cells.contains(&cell));
        let is_later = kind == FillInKind::Dead && !tables.dead_cells().contains(&cell);
        let text = if is_later { format!("{name} is {DEAD_LATER}") } else { fill_in_text(&name, color, kind) };
        return vec![match step {
            Some(step) => pattern_text(&hex.board, cell, step, text),
            None => text.into(),
        }];
    }
    if tables.proof(mover).is_some() {
        return Vec::new();
    }
    let inferior = tables.inferior(mover, &[cell]).first().map(|&(_, reason)| inferior_text(size, mover, &name, reason));
    let refutation = tables.refutation(mover, cell).map(|proof| refutation_text(size, &[cell], &proof));
    inferior.into_iter().chain(refutation).collect()
}

/// Says why a cell is filled in.
fn fill_in_text(name: &str, color: Color, kind: FillInKind) -> String {
    let (own, other) = (color.name(), color.other().name());
    match kind {
        FillInKind::Dead => format!("{name} is dead: a stone of either colour there changes nothing"),
        FillInKind::Captured => format!("{name} is captured by {own}: a stone of {other} there is answered"),
        FillInKind::Permanent => format!("{name} counts as {own}'s: {other} never gains from a stone there"),
    }
}

/// Adds the pattern to a text that says why a cell is filled in: the cells filled in together, the answer, the stones beside them,
/// and what counts as such.
fn pattern_text(board: &Board, cell: Cell, step: &FillInStep, mut text: String) -> Sentence {
    let (size, own) = (board.size(), step.color.name());
    let others: Vec<Cell> = step.cells.iter().copied().filter(|&other| other != cell).collect();
    text.push_str(&match (step.kind, &others[..]) {
        (FillInKind::Captured, &[other]) => format!(" at {}, and is dead then", cell_name(size, other)),
        (FillInKind::Permanent, _) => {
            let one_of = if step.answers.len() > 1 { "on one of " } else { "at " };
            format!("; {own} answers {one_of}{}", cell_names(size, step.answers.iter().copied()))
        }
        (_, []) => String::new(),
        _ => format!(", with {}", cell_names(size, others.iter().copied())),
    });
    let beside: Vec<String> = Color::BOTH
        .into_iter()
        .flat_map(|color| {
            let (stones, filled): (Vec<Cell>, Vec<Cell>) =
                step.around[color.index()].iter().partition(|&&cell| board.stone(cell).is_some());
            let stones = (!stones.is_empty()).then(|| format!("{} {}", color.name(), cell_names(size, stones)));
            let filled = (!filled.is_empty()).then(|| format!("{} as {}'s", cell_names(size, filled), color.name()));
            stones.into_iter().chain(filled)
        })
        .collect();
    if !beside.is_empty() {
        text.push_str(&format!("; beside it: {}", beside.join(", ")));
    }
    Sentence::from(text).cells(names(size, &step.cells)).carrier(names(size, &step.around.concat()))
}

fn inferior_text(size: Size, mover: Color, name: &str, reason: Reason) -> Sentence {
    let other = mover.other().name();
    let (text, cells) = match reason {
        Reason::Vulnerable(answer) => {
            (format!("{name} is vulnerable: {other}'s answer {} makes it dead", cell_name(size, answer)), vec![answer])
        }
        Reason::Reversible(answer, pair) => {
            let [answer_name, pair_names] = [cell_name(size, answer), cell_names(size, pair)];
            let text = format!("{name} is reversible: {other}'s answer {answer_name} captures {pair_names}, and it is dead");
            (text, vec![answer, pair[0], pair[1]])
        }
        Reason::Dominated(by) => (format!("{name} is dominated: {} is at least as good", cell_name(size, by)), vec![by]),
    };
    Sentence::from(text).wrong([name.to_owned()]).cells(names(size, &cells))
}

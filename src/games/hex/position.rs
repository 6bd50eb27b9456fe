//! Hex as a search sees it: stones, side to move, key, connections and evaluation.

use std::sync::Arc;

use super::board::Board;
use super::board::geometry::Geometry;
use super::board::zobrist::Keys;
use super::eval::cells::CellPoints;
use super::eval::resistance::{Circuit, Conductance};
use super::eval::twod::TwoDistance;
use super::style::{Evaluation, Ordering, Style, Upkeep};
use super::tables::{Extras, Tables};
use super::vc::Connections;
use crate::color::Color;
use crate::grid::Cell;
use crate::search::{Position, Stop, TreePosition, Value};

/// Units of the evaluation for a factor e between the resistances.
pub const UNITS_PER_NEPER: f32 = 1000.0;

/// What the move is worth to the player whose turn it is, in units of the evaluation by resistance: what makes estimates of
/// the same game for either side to move agree with its outcome in games against other engines.
const TEMPO: i32 = 300;

/// A position in a search. `W` is the width of its cell sets.
#[derive(Clone)]
pub struct HexPosition<const W: usize> {
    board: Board,
    to_move: Color,
    key: u64,
    lore: Arc<Lore<W>>,
    /// Kept where the style has them; up to date unless the style is lazy.
    tables: Option<Tables<W>>,
    /// Tables of earlier positions, which a stone on a cell that they had filled in has set aside.
    shelved: Vec<Tables<W>>,
    stop: Stop,
}

/// What stays the same through a search.
struct Lore<const W: usize> {
    geometry: Arc<Geometry<W>>,
    keys: Keys,
    style: Style,
    points: Arc<CellPoints>,
}

impl<const W: usize> HexPosition<W> {
    /// The position of a board with a player to move. `tables` are this position's; without them they are built if the style
    /// has any.
    #[must_use]
    pub fn new(board: &Board, to_move: Color, style: Style, points: Arc<CellPoints>, tables: Option<Tables<W>>) -> Self {
        let stop = Stop::default();
        let tables = style.keeps_tables().then(|| tables.unwrap_or_else(|| Tables::new(board, style.extras(), &stop)));
        // Where filled-in cells win, there must still be real stones to search for.
        let is_filled_win = |tables: &Tables<W>| Color::BOTH.into_iter().any(|color| tables.side(color).is_won());
        let tables = tables.map(|tables| {
            if is_filled_win(&tables) { Tables::new(board, Extras { inferior: false, ..tables.extras() }, &stop) } else { tables }
        });
        let geometry = tables.as_ref().map_or_else(|| Arc::new(Geometry::new(board)), |tables| tables.geometry().clone());
        let lore = Lore { geometry, keys: Keys::new(board.size()), style, points };
        let key = lore.keys.of(board, to_move);
        HexPosition { board: board.clone(), to_move, key, lore: Arc::new(lore), tables, shelved: Vec::new(), stop }
    }

    /// The two-distances of the player to move and of the other.
    fn two_distances(&self) -> [TwoDistance; 2] {
        self.players().map(|color| TwoDistance::new(&self.board, &self.lore.geometry, color))
    }

    /// The circuits of the player to move and of the other, for the value or for the order.
    fn circuits(&mut self, solved: fn(&Connections<W>, Conductance) -> Circuit) -> [Circuit; 2] {
        self.catch_up();
        let adjacent = self.tables.is_none().then(|| Tables::neighbors_only(&self.board, &self.lore.geometry));
        let tables = adjacent.as_ref().or(self.tables.as_ref());
        self.players()
            .map(|color| tables.map_or_else(Circuit::default, |tables| solved(tables.side(color), self.lore.style.conductance)))
    }

    const fn players(&self) -> [Color; 2] {
        [self.to_move, self.to_move.other()]
    }

    /// Brings the tables up to the position.
    fn catch_up(&mut self) {
        let Some(tables) = &mut self.tables else { return };
        if self.lore.style.upkeep == Upkeep::Rebuild {
            if !tables.are_of(&self.board) {
                tables.rebuild(&self.board, &self.stop);
            }
            return;
        }
        for (color, cell) in self.board.stones().skip(tables.stone_count()) {
            if !tables.empty().contains(cell) {
                self.shelved.push(tables.snapshot());
                std::mem::swap(tables, self.shelved.last_mut().expect("what has just been put there"));
                tables.rebuild(&self.board, &self.stop);
                return;
            }
            tables.play(color, cell, &self.stop);
        }
    }

    /// The tables, where they are of this position.
    fn current(&self) -> Option<&Tables<W>> {
        self.tables.as_ref().filter(|_| self.lore.style.upkeep == Upkeep::Eager)
    }

    fn turn(&mut self, mover: Color, cell: Cell) {
        self.key ^= self.lore.keys.of_move(mover, cell);
        self.to_move = self.to_move.other();
    }

    /// The moves, the most promising first, and how many of them are worth trying.
    fn ordered(&mut self, cells: &mut [Cell]) -> usize {
        let style = self.lore.style;
        match (style.ordering, style.evaluation) {
            (Ordering::None, _) => {}
            (Ordering::Semis, _) => return self.order_by_semis(cells),
            (Ordering::Energy, Evaluation::Cells) => cells.sort_by_key(|&cell| std::cmp::Reverse(self.lore.points.of(cell))),
            (Ordering::Energy, Evaluation::TwoDistance) => {
                let [own, other] = self.two_distances();
                cells.sort_by_key(|&cell| own.sum(cell) + other.sum(cell));
                return cells.len();
            }
            (Ordering::Energy, Evaluation::Resistance) => {
                let [own, other] = self.circuits(Circuit::for_order);
                cells.sort_by_key(|&cell| std::cmp::Reverse(quantized(own.drop_at(cell) + other.drop_at(cell))));
                return if style.width == 0 { cells.len() } else { style.width };
            }
        }
        cells.len()
    }

    /// By the opponent's semis; cells with less than a quarter of the highest count are cut.
    fn order_by_semis(&mut self, cells: &mut [Cell]) -> usize {
        self.catch_up();
        let Some(tables) = &self.tables else { return cells.len() };
        let counts = semi_counts(tables.side(self.to_move.other()), self.board.size().area());
        cells.sort_by_key(|&cell| std::cmp::Reverse(counts[cell.index()]));
        let least = cells.first().map_or(0, |&cell| counts[cell.index()].div_ceil(4));
        cells.iter().take_while(|&&cell| counts[cell.index()] >= least).count()
    }
}

/// For each cell the number of semis of a table that need it (Vilars, figure 8).
#[must_use]
pub fn semi_counts<const W: usize>(table: &Connections<W>, area: usize) -> Vec<u32> {
    let mut counts = vec![0; area];
    for a in table.endpoints().iter() {
        for b in table.semi_neighbors(a).iter().take_while(|&b| b < a) {
            for semi in table.pair(a, b).semis() {
                semi.carrier.iter().for_each(|cell| counts[cell.index()] += 1);
            }
        }
    }
    counts
}

/// A share in millionths: what orders moves must not hang on the last bit.
fn quantized(share: f32) -> i64 {
    (share * 1e6).round() as i64
}

impl<const W: usize> Position for HexPosition<W> {
    type Move = Cell;

    fn key(&self) -> u64 {
        self.key
    }

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn terminal_value(&self) -> Option<Value> {
        match self.board.winner() {
            Some(winner) if winner == self.to_move => Some(-Value::loss_in(0)),
            Some(_) => Some(Value::loss_in(0)),
            None => self.current()?.verdict(self.to_move).value(),
        }
    }

    fn evaluate(&mut self) -> Value {
        Value::estimate(match self.lore.style.evaluation {
            Evaluation::Cells => self.lore.points.evaluate(&self.board, self.to_move),
            Evaluation::TwoDistance => {
                let [own, other] = self.two_distances();
                TwoDistance::compare(&own, &other)
            }
            Evaluation::Resistance => {
                let [own, other] = self.circuits(Circuit::for_value);
                (libm::logf(own.conductance / other.conductance) * UNITS_PER_NEPER).round() as i32 + TEMPO
            }
        })
    }

    fn moves(&mut self, moves: &mut Vec<Cell>) -> usize {
        match self.current() {
            Some(tables) => moves.extend(tables.candidates(self.to_move, self.lore.style.inferior).moves.iter()),
            None => moves.extend(self.board.empty_cells()),
        }
        self.ordered(moves)
    }

    fn key_after(&mut self, cell: Cell) -> u64 {
        self.key ^ self.lore.keys.of_move(self.to_move, cell)
    }

    fn play(&mut self, cell: Cell) {
        let played = self.board.play(self.to_move, cell);
        debug_assert!(played, "a legal move goes to an empty cell");
        self.turn(self.to_move, cell);
        if self.lore.style.upkeep == Upkeep::Eager {
            self.catch_up();
        }
    }

    fn undo(&mut self) {
        if let Some(tables) = self.tables.as_mut()
            && tables.stone_count() == self.board.stone_count()
            && !tables.undo()
            && let Some(earlier) = self.shelved.pop()
        {
            *tables = earlier;
        }
        if let Some(cell) = self.board.undo() {
            self.turn(self.to_move.other(), cell);
        }
    }

    fn horizon(&self) -> u32 {
        (self.board.size().area() - self.board.stone_count()) as u32
    }

    fn set_stop(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }
}

impl<const W: usize> TreePosition for HexPosition<W> {}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IteratorRandom;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::grid::Size;
    use crate::search::{Budget, Limits, Puct, Table, Tree, best_first, conformance, search};

    fn played<const W: usize>(size: Size, style: Style, points: &Arc<CellPoints>, moves: &[Cell]) -> HexPosition<W> {
        let mut position = HexPosition::new(&Board::new(size), Color::Black, style, points.clone(), None);
        moves.iter().for_each(|&cell| position.play(cell));
        position
    }

    /// Points that the half-turn leaves alone: those of random games are not quite symmetric.
    fn symmetric_points(size: Size) -> Arc<CellPoints> {
        Arc::new(CellPoints::from_fn(size, |cell| u32::from(cell.0.min(size.half_turn(cell).0))))
    }

    const CHOICES: [Evaluation; 3] = [Evaluation::Cells, Evaluation::TwoDistance, Evaluation::Resistance];

    #[test]
    fn conforms() {
        for size in [Size::square(3), Size { width: 5, height: 4 }, Size::square(8), Size::square(11)] {
            for evaluation in [Evaluation::Cells, Evaluation::TwoDistance] {
                let (style, points) = (Style { evaluation, ..Style::default() }, symmetric_points(size));
                conformance::check(|moves| played::<2>(size, style, &points, moves), |cell| size.half_turn(cell), 7);
            }
        }
    }

    #[test]
    fn a_stone_on_a_filled_in_cell() {
        let (size, points) = (Size::square(7), Arc::default());
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut tried = 0;
        while tried < 50 {
            let mut position = played::<1>(size, Style::default(), &points, &[]);
            let filled = loop {
                let tables = position.tables.as_ref().expect("the style has tables");
                let filled = Color::BOTH.map(|color| tables.filled(color));
                if position.terminal_value().is_some() || !(filled[0] | filled[1]).is_empty() {
                    break filled[0] | filled[1];
                }
                let cell = tables.empty().iter().choose(&mut random).expect("nobody has won");
                position.play(cell);
            };
            if position.terminal_value().is_some() {
                continue;
            }
            let before = (position.evaluate(), listed(&mut position));
            for cell in filled.iter() {
                position.play(cell);
                if position.terminal_value().is_none() {
                    let mut anew = HexPosition::new(&position.board, position.to_move, Style::default(), points.clone(), None);
                    assert_eq!((position.evaluate(), listed(&mut position)), (anew.evaluate(), listed(&mut anew)));
                    let next = listed(&mut position)[0];
                    position.play(next);
                    position.undo();
                }
                position.undo();
                assert_eq!(before, (position.evaluate(), listed(&mut position)));
                tried += 1;
            }
        }
    }

    fn listed(position: &mut HexPosition<1>) -> Vec<Cell> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves
    }

    /// Who wins with best play, by trying all moves.
    fn wins(board: &mut Board, to_move: Color) -> bool {
        let cells: Vec<Cell> = board.empty_cells().collect();
        board.winner().map_or_else(
            || {
                cells.into_iter().any(|cell| {
                    board.play(to_move, cell);
                    let won = !wins(board, to_move.other());
                    board.undo();
                    won
                })
            },
            |winner| winner == to_move,
        )
    }

    #[test]
    fn the_searches_agree_with_trying_all_moves() {
        let sizes =
            [Size::square(1), Size::square(2), Size::square(3), Size { width: 4, height: 2 }, Size { width: 2, height: 5 }];
        for size in sizes {
            for first in size.cells() {
                let mut board = Board::new(size);
                board.play(Color::Black, first);
                if board.winner().is_some() {
                    continue;
                }
                for threads in [1, 2] {
                    for evaluation in CHOICES {
                        let style = Style { evaluation, ..Style::default() };
                        let position = HexPosition::<1>::new(&board, Color::White, style, symmetric_points(size), None);
                        let limits = Limits { threads, max_depth: u32::MAX, among: None };
                        let watch = &mut |_: &_| std::ops::ControlFlow::Continue(());
                        let table = Table::new(1 << 20);
                        let reports = [
                            search(position.clone(), &table, &limits, &Budget::default(), watch),
                            best_first(position, &mut Tree::new(1 << 24, Puct::default()), &limits, &Budget::default(), watch),
                        ];
                        for report in reports {
                            assert!(report.value.is_proof());
                            assert_eq!(report.value.is_win(), wins(&mut board, Color::White), "{size} {first:?}");
                        }
                    }
                }
            }
        }
    }
}

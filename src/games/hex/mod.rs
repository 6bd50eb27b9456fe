//! Hex: two players put stones of their colour on the cells of a board in turn. Black joins the top row to the bottom row,
//! white the first column to the last. Whoever joins his edges wins; a draw cannot happen.
//!
//! Board and winner: [`board`]; evaluations: [`eval`]; what is kept from command to command: [`searcher`]. The rules,
//! the evaluation by cells and the earliest versions of the engine's player follow Paul Vilars, *Construction d'un joueur au jeu
//! de Hex*. Generalized Hex is PSPACE-complete (S. Even and R. E. Tarjan, *A combinatorial problem which is complete in polynomial
//! space*, 1976).

#[cfg(test)]
mod agreement;
pub mod bench;
pub mod board;
mod chain;
mod commands;
pub mod eval;
mod explain;
mod genmove;
mod inferior;
pub mod net;
pub mod notation;
mod params;
mod picture;
mod player;
mod position;
mod puzzle;
mod searcher;
pub mod solver;
mod style;
pub mod swap;
pub mod tables;
pub mod vc;
mod view;

use board::Board;
use board::geometry::transpose;
use board::record::{Entry, Move, Swap};
use net::choice::NetworkChoice;
use notation::{Point, cell_name, on_board, sgf};
use searcher::{Searcher, new_searcher};
use style::Style;

use crate::color::{Color, Ending};
use crate::game::turn::{PastMove, TurnBoard, TurnRules};
use crate::game::undo::History;
use crate::game::{Game, record};
use crate::grid::{Cell, Size};
use crate::protocol::{Args, Failure, quote, sides};
use crate::search::Clock;
use crate::settings::Settings;

/// A game of Hex, with what is derived from its record.
pub struct Hex {
    size: Size,
    record: History<Entry>,
    board: Board,
    clock: Clock,
    searcher: Box<dyn Searcher>,
    network: NetworkChoice,
    options: Options,
    /// The SGF record that the game was read from, with its variations.
    source: Option<Box<sgf::Game>>,
}

/// The settings of Hex.
#[derive(Clone, Copy, Debug, Default)]
struct Options {
    swap: Swap,
    resign: bool,
    style: Style,
}

/// Side of the board at start.
const FIRST_SIDE: usize = 11;

impl Default for Hex {
    fn default() -> Self {
        Hex::new(Size::square(FIRST_SIDE), Options::default())
    }
}

impl Hex {
    fn new(size: Size, options: Options) -> Self {
        let (clock, network) = (Clock::default(), NetworkChoice::default());
        let mut hex = Hex {
            size,
            record: History::default(),
            board: Board::new(size),
            clock,
            searcher: new_searcher(size),
            network,
            options,
            source: None,
        };
        hex.searcher.set_network(hex.network.network().cloned());
        hex
    }

    /// Begins a game on an empty board of this size.
    fn restart(&mut self, size: Size) {
        self.network.prepare();
        if self.searcher.size() != size {
            self.searcher = new_searcher(size);
            self.searcher.set_network(self.network.network().cloned());
        }
        self.size = size;
        self.source = None;
        self.record = History::default();
        self.board = Board::new(size);
    }

    /// Returns how the engine searches and evaluates.
    fn style(&self) -> Style {
        let style = self.options.style;
        if self.searcher.has_network() { style.with_network() } else { style }
    }

    /// Returns the style of `genmove`: below full strength without a network, because the levels were measured without it.
    fn style_of_play(&self, settings: &Settings) -> Style {
        if settings.weakness() == 0 { self.style() } else { self.options.style }
    }

    /// Plays with another network, or without one.
    fn set_network(&mut self, network: NetworkChoice) {
        network.prepare();
        self.searcher.set_network(network.network().cloned());
        self.network = network;
    }

    /// Plays a game from its first move. All or nothing.
    ///
    /// # Errors
    /// The first move that is refused, by its number from 1, and why.
    fn replay(&mut self, size: Size, record: &[Entry]) -> Result<(), String> {
        let mut fresh = Hex::new(size, self.options);
        for (number, &Entry { color, mv }) in (1..).zip(record) {
            fresh.play(color, mv).map_err(|reason| format!("move {number}: {reason}"))?;
        }
        self.restart(size);
        self.record = fresh.record;
        self.board = fresh.board;
        Ok(())
    }

    /// Plays the main line of a record, or its first moves, and keeps the record.
    ///
    /// # Errors
    /// As [`Hex::replay`].
    fn load_record(&mut self, game: sgf::Game, moves: Option<usize>) -> Result<(), String> {
        self.replay(game.size, game.record_up_to(moves))?;
        self.source = Some(Box::new(game));
        Ok(())
    }

    /// Returns the stone that this colour may take over by a swap, if the settings allow one. A lone white stone is no offer: HexGui
    /// sets up a swap that a person has made as such a stone.
    fn offered_stone(&self, color: Color) -> Option<Cell> {
        let may_swap = self.options.swap != Swap::None && color == Color::White;
        swap_target(self.size, &self.record, color).ok().filter(|_| may_swap)
    }

    /// Returns whether the next stone may be taken over.
    fn is_offer(&self) -> bool {
        self.options.swap != Swap::None && self.record.is_empty() && self.size.is_square() && self.size.area() > 1
    }

    /// Returns the move that a user names.
    ///
    /// # Errors
    /// A point beyond the board.
    fn resolve(&self, mv: Move<Point>) -> Result<Move, Failure> {
        Ok(match mv.try_place(|point| on_board(self.size, point))? {
            Move::SwapPieces => self.options.swap.swap_pieces(),
            other => other,
        })
    }

    /// Changes the board by the moves of the record from this one on. What was played once can be played again.
    fn apply_from(&mut self, first: usize) {
        for number in first..self.record.len() {
            let _ = apply(&mut self.board, &self.record[..number], self.record[number]);
        }
    }

    /// Returns who has won, on the board or else by the other's resignation.
    fn winner(&self) -> Option<Color> {
        self.board.winner().or_else(|| self.resigner().map(Color::other))
    }
}

/// Returns the stone that a colour may take over after these moves.
fn swap_target(size: Size, record: &[Entry], color: Color) -> Result<Cell, String> {
    match *record {
        [Entry { color: first, mv: Move::Stone(cell) }] if first != color && size.is_square() => Ok(cell),
        _ => Err("a swap is the second move, by the other colour, on a square board".into()),
    }
}

/// Makes a move on the board after the moves of `record`.
fn apply(board: &mut Board, record: &[Entry], Entry { color, mv }: Entry) -> Result<(), String> {
    let size = board.size();
    match mv {
        Move::Stone(cell) if !board.play(color, cell) => return Err(format!("{} is occupied", cell_name(size, cell))),
        Move::Stone(_) | Move::Resign => {}
        Move::SwapSides => drop(swap_target(size, record, color)?),
        Move::SwapPieces => {
            let cell = swap_target(size, record, color)?;
            board.undo();
            board.play(color, transpose(size, cell));
        }
    }
    Ok(())
}

impl TurnBoard for Hex {
    type Move = Move;
    type Undone = Vec<Entry>;

    /// Returns the other colour than the last stone's; black on an empty board.
    fn to_move(&self) -> Color {
        self.board.last().map_or(Color::Black, |(color, _)| color.other())
    }

    fn ending(&self) -> Option<Ending> {
        self.winner().map(Ending::Won)
    }

    fn has_swapped_sides(&self) -> bool {
        self.record.iter().any(|entry| entry.mv == Move::SwapSides)
    }

    /// Accepts any colour, after the end too: HexGui sets stones in any order.
    fn check_turn(&self, _: Color) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns who resigned first after the last stone: harnesses send a resignation after the end, too.
    fn resigner(&self) -> Option<Color> {
        let resignations = self.record.iter().rev().take_while(|entry| entry.mv == Move::Resign);
        resignations.last().map(|entry| entry.color)
    }

    fn legal_moves(&self, color: Color) -> impl Iterator<Item = Move> {
        let swap = self.offered_stone(color).map(|_| self.options.swap.swap_pieces());
        self.board.empty_cells().map(Move::Stone).chain(swap)
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        let entry = Entry { color, mv };
        apply(&mut self.board, &self.record, entry)?;
        self.record.push(entry);
        Ok(())
    }

    fn resign(&mut self, color: Color) {
        self.record.push(Entry { color, mv: Move::Resign });
    }

    fn restart(&mut self) {
        self.restart(self.size);
    }

    fn move_count(&self) -> usize {
        self.record.len()
    }

    fn undo(&mut self, count: usize) {
        self.record.undo(count);
        self.board = Board::new(self.size);
        self.apply_from(0);
    }

    fn take_undone(&mut self) -> Vec<Entry> {
        self.record.take_undone()
    }

    fn set_undone(&mut self, undone: Vec<Entry>) {
        self.record.set_undone(undone);
    }

    fn undone_count(&self) -> usize {
        self.record.undone_count()
    }

    fn next_undone(&self) -> Option<PastMove> {
        let &Entry { color, mv } = self.record.next_undone()?;
        // A stone that may be taken over is good if it is even, which its value does not tell.
        let is_choice = matches!(mv, Move::Stone(_)) && !self.is_offer();
        Some(PastMove { color, name: self.move_name(mv), is_choice })
    }

    fn redo(&mut self, count: usize) {
        let first = self.record.len();
        self.record.redo(count);
        self.apply_from(first);
    }

    fn set_size(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        self.restart(notation::read_size(args)?);
        Ok(())
    }

    fn position(&self) -> String {
        notation::position_text(self.size, &self.record)
    }

    fn set_position(&mut self, args: &mut Args<'_>) -> Result<(), Failure> {
        let (size, record) = notation::parse_position(args.rest())?;
        self.replay(size, &record).map_err(Failure::IllegalMove)
    }

    /// Loads an SGF record, a link of HexWorld or trmph, or a list of moves.
    fn load(&mut self, text: &str) -> Result<(), Failure> {
        if text.trim_start().starts_with('(') {
            let game = sgf::read(text, self.options.swap).map_err(|error| Failure::Other(error.to_string()))?;
            return self.load_record(game, None).map_err(Failure::IllegalMove);
        }
        if record::address(text).is_some_and(|address| <Hex as Game>::ABOUT.has_address(address)) && !text.contains('#') {
            return Err(Failure::Other("the part after # is missing: a # begins a comment, so write %23 for it".to_owned()));
        }
        let (size, record) = match notation::link::body(text) {
            Some(body) => notation::link::parse(body)?,
            None => match notation::parse_position(text) {
                Ok(game) => game,
                Err(failure) => notation::parse_list(text, self.size).unwrap_or_else(|| Err(refuse_text(text, failure)))?,
            },
        };
        self.replay(size, &record).map_err(Failure::IllegalMove)
    }

    fn url(&self) -> Option<String> {
        notation::link::text(self.size, &self.record)
    }

    /// Returns whether a line is a comment; a line of trmph begins as one does: `#13,a1b2`.
    fn is_comment(line: &str) -> bool {
        line.starts_with('#') && notation::link::body(line).is_none()
    }

    fn sgf(&self) -> Option<String> {
        Some(sgf::write(self.size, &self.record, self.winner(), self.source.as_deref()))
    }

    fn parse_move(&self, word: &str) -> Result<Move, Failure> {
        self.resolve(notation::read_move(&mut Args::new(word))?)
    }

    fn move_name(&self, mv: Move) -> String {
        notation::played_name(self.size, mv)
    }
}

/// Returns why a text is no game: what is wrong with its moves if it begins with a size, else the forms that can be loaded.
fn refuse_text(text: &str, failure: Failure) -> Failure {
    if sides(text).is_ok() {
        return failure;
    }
    let forms = "write a line of position, an SGF record, a link of HexWorld or trmph, or moves, as 11 a1 b2";
    Failure::Syntax(format!("{} is not a game: {forms}", quote(text)))
}

impl TurnRules for Hex {
    /// Its turn order is its own, and its position is its record.
    type Board = Hex;

    const NO_MOVE: &'static str = "resign";

    fn board(&self) -> &Hex {
        self
    }

    fn board_mut(&mut self) -> &mut Hex {
        self
    }

    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

//! Hex: two players put stones of their colour on the cells of a board in turn. Black joins the top row to the bottom row,
//! white the first column to the last. Whoever joins his edges wins; a draw cannot happen.
//!
//! Board and winner: [`board`]; evaluations: [`eval`]; what the engine keeps in mind: [`brain`]. The rules, the
//! evaluation by cells and the line of players that begins here follow Paul Vilars, *Construction d'un joueur au jeu de
//! Hex*; S. Even and R. E. Tarjan showed that what it asks is hard (*A combinatorial problem which is complete in
//! polynomial space*, 1976).

pub mod bench;
pub mod board;
mod brain;
mod commands;
mod eval;
mod inferior;
pub mod net;
pub mod notation;
mod picture;
mod player;
mod position;
pub mod solver;
mod style;
pub mod swap;
pub mod tables;
pub mod vc;
mod view;

use board::Board;
use board::record::{Action, Entry, Refusal, Swap};
use brain::{Brain, new_brain};
use net::choice::NetworkChoice;
use style::{Evaluation, Ordering, Search, Style, Upkeep};

use crate::color::Color;
use crate::game::timed::Timed;
use crate::game::undo::Undo;
use crate::game::{Bench, Command, Game};
use crate::grid::{Cell, Size};
use crate::param::{Kind, Param};
use crate::search::Clock;

/// A game of Hex, with what is derived from its record.
pub struct Hex {
    size: Size,
    record: Vec<Entry>,
    board: Board,
    clock: Clock,
    brain: Box<dyn Brain>,
    network: NetworkChoice,
    options: Options,
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
        Hex { size, record: Vec::new(), board: Board::new(size), clock, brain: new_brain(size), network, options }
    }

    /// An empty board of this size; clocks start again.
    pub fn restart(&mut self, size: Size) {
        if self.brain.size() != size {
            self.brain = new_brain(size);
            self.brain.set_network(self.network.network().cloned());
        }
        self.size = size;
        self.record.clear();
        self.board = Board::new(size);
        self.clock.restart();
    }

    /// How the engine searches and evaluates now.
    fn style(&self) -> Style {
        let style = self.options.style;
        if self.network.network().is_some() { style.with_network() } else { style }
    }

    /// Plays with another network, or without one.
    fn set_network(&mut self, network: NetworkChoice) {
        self.brain.set_network(network.network().cloned());
        self.network = network;
    }

    /// Plays a game from its first move. All or nothing.
    ///
    /// # Errors
    /// The number of the first move that is refused, from 1, and why.
    pub fn replay(&mut self, size: Size, record: &[Entry]) -> Result<(), (usize, Refusal)> {
        let mut fresh = Hex::new(size, self.options);
        for (number, &entry) in record.iter().enumerate() {
            fresh.play(entry).map_err(|refusal| (number + 1, refusal))?;
        }
        self.restart(size);
        self.record = fresh.record;
        self.board = fresh.board;
        Ok(())
    }

    /// Plays a move, in turn or not, whether or not the game is over.
    ///
    /// # Errors
    /// A move that the rules do not have; nothing is changed then.
    pub fn play(&mut self, entry: Entry) -> Result<(), Refusal> {
        match entry.action {
            Action::Stone(cell) if !self.board.play(entry.color, cell) => return Err(Refusal::Occupied),
            Action::Stone(_) | Action::Resign => {}
            Action::SwapSides => drop(self.swappable(entry.color)?),
            Action::SwapPieces => {
                let cell = self.swappable(entry.color)?;
                self.board.undo();
                self.board.play(entry.color, self.mirrored(cell));
            }
        }
        self.record.push(entry);
        Ok(())
    }

    /// The stone that this colour may take over now.
    fn swappable(&self, color: Color) -> Result<Cell, Refusal> {
        match self.record[..] {
            [Entry { color: first, action: Action::Stone(cell) }] if first != color && self.size.is_square() => Ok(cell),
            _ => Err(Refusal::NoSwap),
        }
    }

    /// Whether the next stone may be taken over.
    fn is_offer(&self) -> bool {
        self.options.swap != Swap::None && self.record.is_empty() && self.size.is_square() && self.size.area() > 1
    }

    /// Where the mirror at the long diagonal takes a cell of a square board: the players' edges change places.
    fn mirrored(&self, cell: Cell) -> Cell {
        self.size.cell(self.size.y(cell), self.size.x(cell)).unwrap_or(cell)
    }

    /// What `swap-pieces` means now.
    fn swap_pieces(&self) -> Action {
        if self.options.swap == Swap::Pieces { Action::SwapPieces } else { Action::SwapSides }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The other colour than the last stone's; black on an empty board.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.board.last().map_or(Color::Black, |(color, _)| color.other())
    }

    /// Who has won, on the board or by the other's resignation.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.record.last() {
            Some(&Entry { color, action: Action::Resign }) => Some(color.other()),
            _ => self.board.winner(),
        }
    }
}

impl Timed for Hex {
    fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }
}

impl Undo for Hex {
    fn move_count(&self) -> usize {
        self.record.len()
    }

    fn undo(&mut self, count: usize) {
        let kept = self.record.len() - count;
        let played = std::mem::take(&mut self.record);
        self.board = Board::new(self.size);
        for entry in played.into_iter().take(kept) {
            // What was played once can be played again.
            let _ = self.play(entry);
        }
    }
}

impl Game for Hex {
    const NAME: &'static str = "hex";
    const SUMMARY: &'static str = "join your two edges; boards up to 19x19";
    const COMMANDS: &'static [&'static [Command<Self>]] = &[commands::COMMANDS];
    const BENCH: Option<Bench> = Some(bench::run);
    const PARAMS: &'static [Param<Self>] = PARAMS;

    fn rebuilt(&self) -> Self {
        let mut fresh = Hex { clock: self.clock.clone(), ..Hex::new(self.size, self.options) };
        fresh.set_network(self.network.clone());
        for &entry in &self.record {
            if fresh.play(entry).is_err() {
                break;
            }
        }
        fresh
    }
}

/// The settings of Hex, as `param` shows them.
const PARAMS: &[Param<Hex>] = &[
    Param {
        key: "swap",
        summary: "whether genmove may take over the first stone, and what swap-pieces means",
        kind: Kind::Choice(
            &["none", "pieces", "sides"],
            |hex| hex.options.swap as usize,
            |hex, n| hex.options.swap = Swap::ALL[n],
        ),
    },
    Param {
        key: "allow_swap",
        summary: "Benzene's name for swap: 1 is sides, 0 is none",
        kind: Kind::Bool(
            |hex| hex.options.swap != Swap::None,
            |hex, allowed| hex.options.swap = if allowed { Swap::Sides } else { Swap::None },
        ),
    },
    Param {
        key: "resign",
        summary: "whether genmove resigns a proved loss",
        kind: Kind::Bool(|hex| hex.options.resign, |hex, resign| hex.options.resign = resign),
    },
    Param {
        key: "network",
        summary: "a network in place of the evaluation: the one that is compiled in, one of a file, or none",
        kind: Kind::Word(
            "none|builtin|FILE",
            |hex| hex.network.describe(),
            |hex, word| {
                hex.set_network(NetworkChoice::read(word)?);
                Ok(())
            },
        ),
    },
    Param {
        key: "search",
        summary: "experiment: search by the most promising position first (puct), or depth by depth (alphabeta)",
        kind: Kind::Choice(
            &["puct", "alphabeta"],
            |hex| hex.options.style.search as usize,
            |hex, n| hex.options.style.search = Search::ALL[n],
        ),
    },
    Param {
        key: "evaluation",
        summary: "experiment: evaluation by points of cells, two-distance, or resistance of the circuit of connections",
        kind: Kind::Choice(
            &["cells", "twod", "resistance"],
            |hex| hex.options.style.evaluation as usize,
            |hex, n| hex.options.style.evaluation = Evaluation::ALL[n],
        ),
    },
    Param {
        key: "tables",
        summary: "experiment: connections of neighbours alone (none), built anew (rebuild), updated with each stone (eager) or on need (lazy)",
        kind: Kind::Choice(
            &["none", "rebuild", "eager", "lazy"],
            |hex| hex.options.style.upkeep as usize,
            |hex, n| hex.options.style.upkeep = Upkeep::ALL[n],
        ),
    },
    Param {
        key: "ordering",
        summary: "experiment: order of moves by rows (none), by the opponent's semi connections (semis), by the evaluation (energy)",
        kind: Kind::Choice(
            &["none", "semis", "energy"],
            |hex| hex.options.style.ordering as usize,
            |hex, n| hex.options.style.ordering = Ordering::ALL[n],
        ),
    },
];

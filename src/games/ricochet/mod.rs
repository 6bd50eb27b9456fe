//! Ricochet Robots: robots slide over a board until a wall or another robot stops them. The fewest slides are wanted that
//! bring one of them to the target.
//!
//! The rules: [`board`] and [`position`]; the official boards: [`quadrants`]; who finds the fewest moves: [`solver`]. After
//! A. Randolph's *Rasende Roboter* (1999), and the report *Rapport de projet IA41 - Rasende Roboter* (2024), whose program's
//! verbs and levels are kept.

pub mod board;
mod commands;
pub mod notation;
mod picture;
pub mod position;
pub mod quadrants;
pub mod solver;

use board::Move;
use position::{Position, Robots, Rule, Target};
use quadrants::Layout;

use crate::game::{Command, Game};
use crate::grid::Cell;
use crate::param::Param;

/// A round of Ricochet Robots.
pub struct Ricochet {
    /// Where the round began.
    start: Position,
    /// The moves made by hand since then.
    played: Vec<Move>,
    /// What they have led to.
    now: Position,
    /// The last solution, and the position that it solves.
    solution: Option<(Position, Vec<Move>)>,
    /// Targets drawn by `next` on this board.
    drawn: Vec<Target>,
}

/// The board at start: the sides 4B, 1A, 3B, 2B.
const FIRST_SIDES: [u8; 4] = [7, 0, 6, 5];

/// The robots at start.
const FIRST_ROBOTS: [u16; 4] = [194, 107, 48, 249];

/// The target at start.
const FIRST_TARGET: Target = Target { robot: Some(board::Robot::Green), cell: Cell(230) };

impl Default for Ricochet {
    fn default() -> Self {
        let robots: Robots = FIRST_ROBOTS.into_iter().map(Cell).collect();
        let board = Layout::new(FIRST_SIDES).map(Layout::board);
        let position = board.ok().and_then(|board| Position::new(board, robots, FIRST_TARGET, Rule::Plain).ok());
        Ricochet::begun(position.expect("the first position stands in a test"))
    }
}

impl Ricochet {
    /// A round from a position.
    fn begun(start: Position) -> Self {
        Ricochet { now: start.clone(), start, played: Vec::new(), solution: None, drawn: Vec::new() }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.now
    }

    /// Makes these moves, all or none.
    ///
    /// # Errors
    /// The first that cannot be made, by its number from 0.
    fn play(&mut self, moves: &[Move]) -> Result<(), usize> {
        let mut now = self.now.clone();
        for (number, &mv) in moves.iter().enumerate() {
            now.play(mv).ok_or(number)?;
        }
        self.now = now;
        self.played.extend_from_slice(moves);
        Ok(())
    }

    /// Takes the last moves back, if there are so many.
    fn undo(&mut self, count: usize) -> bool {
        let Some(left) = self.played.len().checked_sub(count) else { return false };
        self.played.truncate(left);
        self.now = self.start.clone();
        self.played.iter().for_each(|&mv| drop(self.now.play(mv)));
        true
    }
}

impl Game for Ricochet {
    const NAME: &'static str = "ricochet";
    const SUMMARY: &'static str = "Ricochet Robots (Rasende Roboter), official and other boards up to 32x32";
    const COMMANDS: &'static [Command<Self>] = commands::COMMANDS;
    const PARAMS: &'static [Param<Self>] = &[];

    fn rebuilt(&self) -> Self {
        let mut fresh = Ricochet::begun(self.start.clone());
        // Moves that were possible before are possible again.
        let _ = fresh.play(&self.played);
        fresh
    }
}

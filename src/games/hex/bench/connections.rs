//! Times of the tables of connections: building, playing and undoing a stone, the circuits; and their sizes. *Plain* tables have
//! AND and OR alone, *full* ones templates and inferior cells too.

use std::time::Instant;

use super::super::board::Board;
use super::super::board::cellset::with_width;
use super::super::eval::resistance::{Circuit, Conductance};
use super::super::tables::{Extras, Tables};
use super::random_positions;
use crate::color::Color;
use crate::figures;
use crate::figures::median;
use crate::grid::{Cell, Size};
use crate::search::Stop;

/// Number of measurements of each figure, whose median is printed.
const ROUNDS: usize = 21;

/// Tells the figures of some sizes and stages of a game.
pub fn measure(tell: &mut dyn FnMut(String)) {
    for (side, stones) in [(5, 0), (8, 0), (10, 0), (11, 0), (11, 20), (11, 40), (13, 0), (13, 30), (14, 0), (19, 0)] {
        let size = Size::square(side);
        let boards: Vec<Board> =
            random_positions(size, if stones == 0 { 1 } else { 10 }, |_| stones).into_iter().map(|(board, _)| board).collect();
        for (name, extras) in [("plain", Extras::NONE), ("full", Extras::ALL)] {
            tell(with_width!(size, measure_boards(name, extras, stones, &boards)));
        }
    }
    tell(format!("memory {}", figures::peak()));
}

fn measure_boards<const W: usize>(name: &str, extras: Extras, stones: usize, boards: &[Board]) -> String {
    let stop = Stop::default();
    let size = boards[0].size();
    let rounds = if size.width > 14 { 3 } else { ROUNDS };
    let mut builds = Vec::new();
    let mut nodes = Vec::new();
    let mut circuits = Vec::new();
    let mut counts = [(0, 0); 2];
    for board in boards {
        let mut tables = Tables::<W>::new(board, extras, &stop);
        counts = Color::BOTH.map(|color| tables.side(color).count());
        for _ in 0..rounds {
            builds.push(milliseconds(|| tables.rebuild(board, &stop)));
        }
        let cells: Vec<Cell> = tables.empty().iter().collect();
        for (&cell, color) in cells.iter().zip(Color::BOTH.into_iter().cycle()).step_by(1 + cells.len() / rounds) {
            nodes.push(milliseconds(|| {
                tables.play(color, cell, &stop);
                tables.undo();
            }));
        }
        for _ in 0..rounds {
            circuits.push(milliseconds(|| {
                for color in Color::BOTH {
                    std::hint::black_box(Circuit::for_value(tables.side(color), Conductance::Semis, &Stop::default()));
                }
            }));
        }
    }
    let [black, white] = counts;
    format!(
        "connections {name} {size} stones {stones} build_ms {:.2} play_undo_ms {:.2} resistance_ms {:.3} black {}+{} white {}+{}",
        median(&mut builds),
        median(&mut nodes),
        median(&mut circuits),
        black.0,
        black.1,
        white.0,
        white.1,
    )
}

fn milliseconds(act: impl FnOnce()) -> f64 {
    let started = Instant::now();
    act();
    started.elapsed().as_secs_f64() * 1e3
}

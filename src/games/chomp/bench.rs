//! The figures of Chomp: whole bars solved. `ludion bench chomp`.

use super::board::Size;
use super::table::Table;
use crate::figures::{self, Stopwatch};
use crate::game::BenchPart;
use crate::search::Budget;

/// Bars that are always solved.
const QUICK: &[(usize, usize)] = &[(8, 10), (9, 10), (10, 10), (12, 12), (3, 200)];

/// Bars that take longer, or much memory.
const FULL: &[(usize, usize)] = &[(13, 13), (14, 14), (15, 15), (3, 1000)];

/// Solves bars. Prints for each the number of positions and of lost ones, the plies of a game with best play, the time and the
/// memory. The signature is the sum of the lost positions of the first bars.
pub fn run(part: BenchPart, tell: &mut dyn FnMut(String)) {
    let quick = part == BenchPart::Signature;
    let bars = QUICK.iter().chain(if quick { &[][..] } else { FULL });
    let mut signature = 0;
    for (number, &(rows, columns)) in bars.enumerate() {
        figures::reset_peak();
        let watch = Stopwatch::start();
        let Some(table) = Table::new(Size { rows, columns }, &Budget::default()) else { continue };
        let took = watch.to_string();
        let (positions, lost) = (table.positions(), table.lost_count());
        if number < QUICK.len() {
            signature += lost;
        }
        if !quick {
            let plies = table.plies(&vec![columns as u16; rows]);
            let peak = figures::peak();
            tell(format!("{rows}x{columns} positions {positions} lost {lost} plies {plies} {took} {peak}"));
        }
    }
    tell(format!("signature {signature}"));
}

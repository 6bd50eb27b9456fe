//! Evaluates each first stone of a board that is too large to prove by a long search; resumable from its checkpoint.
//!
//! The files of several boards, concatenated, are `swap-map.txt`. If the winner is known the tool checks that the sign of the value
//! agrees; on 8x8 all signs do.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crossbeam::channel::{self, Sender};

use ludion::color::Color;
use ludion::figures::Stopwatch;
use ludion::game::Tell;
use ludion::games::hex::bench::network_search;
use ludion::games::hex::board::Board;
use ludion::games::hex::swap::{self, FirstStone, first_stones};
use ludion::grid::{Cell, Size};

use super::BoardRun;
use super::checkpoint::Checkpoint;

/// Positions searched for a stone.
const NODES: u64 = 5_000;

/// Searches each first stone that is not in the checkpoint: one thread for each search, several searches at once.
///
/// # Errors
/// A checkpoint that cannot be used.
pub fn run(options: &BoardRun, print: Tell<'_>) -> Result<(), String> {
    let (size, deadline) = (options.size, options.long.deadline());
    let parse = |line: &str| FirstStone::parse(line, size).filter(|FirstStone { cell, .. }| *cell <= size.half_turn(*cell));
    let path = options.long.checkpoint.as_deref();
    let (mut file, mut known) = Checkpoint::open(path, &swap::map_header(size), parse, |stone| stone.cell)?;
    let watch = Stopwatch::start();
    let left: Vec<Cell> = first_stones(size).filter(|&cell| known.iter().all(|stone| stone.cell != cell)).collect();
    let next = AtomicUsize::new(0);
    let work = |results: &Sender<FirstStone>| {
        while let Some(&cell) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
            let is_late = deadline.is_some_and(|deadline| Instant::now() > deadline);
            if is_late || results.send(evaluate(size, cell)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let (results, values) = channel::bounded(1);
        for _ in 0..options.long.threads.count() {
            let results = results.clone();
            scope.spawn(move || work(&results));
        }
        drop(results);
        values.iter().try_for_each(|stone| {
            let line = stone.to_line(size);
            file.append(&line)?;
            let verdict = match is_as_known(size, stone) {
                Some(true) => " as known",
                Some(false) => " not as known",
                None => "",
            };
            print(format!("{size} {line}{verdict}"));
            known.push(stone);
            Ok::<(), String>(())
        })
    })?;
    let right = known.iter().filter(|&&stone| is_as_known(size, stone) == Some(true)).count();
    let as_known = if right > 0 { format!(" as known {right}") } else { String::new() };
    print(format!("{size} first stones {} of {}{as_known} {watch}", known.len(), first_stones(size).count()));
    Ok(())
}

/// Returns whether the sign of the value agrees with the winner; `None` if that is not known.
fn is_as_known(size: Size, FirstStone { cell, value }: FirstStone) -> Option<bool> {
    swap::is_won(size, Color::Black, cell).map(|wins| wins == (value > 0))
}

/// Searches the position after a first stone.
fn evaluate(size: Size, cell: Cell) -> FirstStone {
    let mut board = Board::new(size);
    board.play(Color::Black, cell);
    let value =
        if board.winner().is_some() { FirstStone::MAX } else { -network_search(&board, Color::White, 1, NODES).value.units() };
    FirstStone { cell, value: value.clamp(-FirstStone::MAX, FirstStone::MAX) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::checkpoint::checksum;
    use super::*;
    use crate::lab::long_run::LongRun;

    #[test]
    fn a_map_is_resumed() {
        let path = std::env::temp_dir().join(format!("ludion-map-{}", std::process::id()));
        let map = |side: usize| {
            let long = LongRun { checkpoint: Some(path.clone()), ..LongRun::default() };
            let mut lines = Vec::new();
            run(&BoardRun { size: Size::square(side), long }, &mut |line| lines.push(line)).map(|()| lines)
        };
        let all = map(4).unwrap();
        assert_eq!(all.iter().filter(|line| line.ends_with(" as known")).count(), 8);
        assert!(all[8].starts_with("4x4 first stones 8 of 8 as known 8 "), "{all:?}");
        let text = fs::read_to_string(&path).unwrap();
        let some: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
        fs::write(&path, format!("{some}d2 -1")).unwrap();
        assert_eq!(map(4).unwrap().len(), 6);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&fs::read_to_string(&path).unwrap()), sorted(&text));
        assert!(map(5).is_err());
        // A cell that is a half turn of a listed one, one that is not on the board, a value out of range.
        for line in ["d4 5", "e1 5", "a1x 5", "a1 1000", "a1 5 5"] {
            fs::write(&path, format!("{}\n{line} crc {}\n", text.lines().next().unwrap(), checksum(line))).unwrap();
            assert!(map(4).is_err(), "{line}");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn values_agree_with_proofs() {
        for side in 1..=5 {
            let size = Size::square(side);
            for cell in first_stones(size) {
                let stone = evaluate(size, cell);
                assert!(is_as_known(size, stone).unwrap_or(true), "{size} {stone:?}");
            }
        }
    }
}

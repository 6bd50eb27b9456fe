//! What a long search makes of each first stone of a board, for boards that are too large to prove: a long piece of work that
//! can be ended and gone on with.
//!
//! The files of several boards, one after the other, are `swap-map.txt`. Where it is known who wins it is told whether the sign
//! says so; on 8x8 all signs do.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crossbeam::channel::{self, Sender};

use super::super::board::Board;
use super::super::swap::{self, Valued, first_stones};
use super::grown;
use super::kept::{Kept, board_of};
use crate::color::Color;
use crate::figures::{Wanted, Watch};
use crate::grid::{Cell, Size};

/// Positions looked at for a stone.
const NODES: u64 = 5_000;

/// Searches each first stone: `9x9`, or `11x11 checkpoint=FILE seconds=7200 threads=1`, which begins with what the file holds and
/// adds a line to it for each stone.
///
/// # Errors
/// No such board; a word that is not understood; a file that cannot be used.
pub fn map_named(instance: &str, tell: &mut dyn FnMut(String)) -> Result<(), String> {
    let wanted = Wanted::parse(instance)?;
    if wanted.hash_mb.is_some() {
        return Err("hash_mb: each search has a tree of its own".into());
    }
    let size = board_of(&wanted)?;
    let read = |line: &str| Valued::read(line, size).filter(|Valued { cell, .. }| *cell <= size.half_turn(*cell));
    let (mut file, mut known) = Kept::open(wanted.checkpoint.as_deref(), &swap::head(size), read, |valued| valued.cell)?;
    let (watch, end) = (Watch::start(), wanted.end());
    let left: Vec<Cell> = first_stones(size).filter(|&cell| known.iter().all(|valued| valued.cell != cell)).collect();
    let next = AtomicUsize::new(0);
    let work = |results: &Sender<Valued>| {
        while let Some(&cell) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
            let is_late = end.is_some_and(|end| Instant::now() > end);
            if is_late || results.send(valued(size, cell)).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        let (results, found) = channel::bounded(1);
        for _ in 0..wanted.threads {
            let results = results.clone();
            scope.spawn(move || work(&results));
        }
        drop(results);
        found.iter().try_for_each(|valued| {
            let line = valued.written(size);
            file.add(&line)?;
            let verdict = match is_as_known(size, valued) {
                Some(true) => " as known",
                Some(false) => " not as known",
                None => "",
            };
            tell(format!("{size} {line}{verdict}"));
            known.push(valued);
            Ok::<(), String>(())
        })
    })?;
    let right = known.iter().filter(|&&valued| is_as_known(size, valued) == Some(true)).count();
    let as_known = if right > 0 { format!(" as known {right}") } else { String::new() };
    tell(format!("{size} first stones {} of {}{as_known} {watch}", known.len(), first_stones(size).count()));
    Ok(())
}

/// Whether the sign tells who wins, where that is known.
fn is_as_known(size: Size, Valued { cell, value }: Valued) -> Option<bool> {
    swap::is_won(size, Color::Black, cell).map(|wins| wins == (value > 0))
}

fn valued(size: Size, cell: Cell) -> Valued {
    let mut board = Board::new(size);
    board.play(Color::Black, cell);
    let value = if board.winner().is_some() { Valued::MOST } else { -grown(&board, Color::White, 1, NODES).value.units() };
    Valued { cell, value: value.clamp(-Valued::MOST, Valued::MOST) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_map_is_gone_on_with() {
        let path = std::env::temp_dir().join(format!("ludion-map-{}", std::process::id()));
        let map = |what: &str| {
            let mut told = Vec::new();
            map_named(&format!("{what} checkpoint={}", path.display()), &mut |line| told.push(line)).map(|()| told)
        };
        let whole = map("4x4 threads=3").unwrap();
        assert_eq!(whole.iter().filter(|line| line.ends_with(" as known")).count(), 8);
        assert!(whole[8].starts_with("4x4 first stones 8 of 8 as known 8 "), "{whole:?}");
        let text = fs::read_to_string(&path).unwrap();
        let some: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
        fs::write(&path, format!("{some}d2 -1")).unwrap();
        assert_eq!(map("4x4 threads=1").unwrap().len(), 6);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&fs::read_to_string(&path).unwrap()), sorted(&text));
        for wrong in ["5x5", "4x", "4x4 slice=2", "4x4 hash_mb=16", "4x4 threads=0"] {
            assert!(map(wrong).is_err(), "{wrong}");
        }
        // A second-hand cell, one that is not on the board, a value beyond all.
        for line in ["d4 5", "e1 5", "a1x 5", "a1 1000", "a1 5 5"] {
            fs::write(&path, format!("{}\n{line}\n", text.lines().next().unwrap())).unwrap();
            assert!(map("4x4").is_err(), "{line}");
        }
        fs::remove_file(&path).unwrap();
    }

    /// Where it is known who wins the values say so.
    #[test]
    fn values_are_as_proved() {
        for side in 1..=5 {
            let size = Size::square(side);
            for cell in first_stones(size) {
                let valued = valued(size, cell);
                assert!(is_as_known(size, valued).unwrap_or(true), "{size} {valued:?}");
            }
        }
    }
}

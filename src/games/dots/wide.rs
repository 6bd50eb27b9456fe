//! Play on boards with more open lines than a search can hold: take what is free, draw what gives nothing away, open
//! the least valuable chain, double-deal by the recurrence of rule 5.

use super::board::{Board, Cell, Line};
use super::rules::{self, Part};
use super::solver::key::mix;

/// The line to draw; the board is not full.
#[must_use]
pub fn choose(board: &Board, seed: u64) -> Option<Line> {
    let lines: Vec<Line> = board.open_lines().collect();
    let safe: Vec<Line> = lines.iter().copied().filter(|&line| is_safe(board, line)).collect();
    if let Some(&take) = lines.iter().find(|&&line| board.gain(line) > 0) {
        return Some(if safe.is_empty() { deal(board, take).unwrap_or(take) } else { take });
    }
    if !safe.is_empty() {
        let place = mix(seed ^ mix(board.record().len() as u64)) % safe.len() as u64;
        return safe.get(place as usize).copied();
    }
    parts(board).into_iter().min_by_key(|(part, _)| part.value()).map(|(_, line)| line)
}

/// Whether a line gives no box away.
fn is_safe(board: &Board, line: Line) -> bool {
    board.size().beside(line).all(|cell| board.open_sides(cell) > 2)
}

/// The double-dealing move where two boxes of a chain, at its end, are left, and it is worth it.
fn deal(board: &Board, take: Line) -> Option<Line> {
    let size = board.size();
    let captures = size.cells().filter(|&cell| board.open_sides(cell) == 1).count();
    let next = size.beside(take).find(|&cell| board.open_sides(cell) == 2)?;
    let leave = size.around(next).into_iter().find(|&line| !board.is_drawn(line) && line != take)?;
    let beyond = size.beside(leave).find(|&cell| cell != next);
    let is_end = beyond.is_none_or(|cell| board.open_sides(cell) > 2);
    let mut rest: Vec<Part> = parts(board).into_iter().map(|(part, _)| part).collect();
    rest.sort_by_key(|part| part.value());
    let count = rules::count(&rest);
    (captures == 1 && is_end && count.answerer - count.opener > 2).then_some(leave)
}

/// The chains and loops of boxes with two open sides, each with a line that opens it. Joints end them.
fn parts(board: &Board) -> Vec<(Part, Line)> {
    let size = board.size();
    let in_chain = |cell: Cell| board.open_sides(cell) == 2;
    let mut seen = vec![false; size.boxes()];
    let mut found = Vec::new();
    for cell in size.cells().filter(|&cell| in_chain(cell)) {
        if std::mem::replace(&mut seen[usize::from(cell.0)], true) {
            continue;
        }
        let mut queue = vec![cell];
        let (mut length, mut ends, mut inner, mut rim) = (0, 0, None, None);
        while let Some(cell) = queue.pop() {
            length += 1;
            for line in size.around(cell).into_iter().filter(|&line| !board.is_drawn(line)) {
                match size.beside(line).find(|&other| other != cell && in_chain(other)) {
                    Some(other) => {
                        inner = Some(line);
                        if !std::mem::replace(&mut seen[usize::from(other.0)], true) {
                            queue.push(other);
                        }
                    }
                    None => {
                        ends += 1;
                        rim = Some(line);
                    }
                }
            }
        }
        // A chain of two is opened in the middle.
        let opened = if length == 2 { inner.or(rim) } else { rim.or(inner) };
        found.extend(opened.map(|line| (Part { length, is_loop: ends == 0, cut: 0 }, line)));
    }
    found
}

//! The figures of Connect Four: random positions by number of stones, `ludion bench connect4`; an empty board or a file of
//! positions, `ludion bench connect4 --prove 7x6`.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::bits::{Shape, Stones};
use super::openings;
use super::score::Score;
use super::solver::{Solver, Work};
use crate::figures::Watch;
use crate::files;
use crate::search::Budget;

/// Stones and number of the random positions that make the node-count signature.
const QUICK: &[(u32, usize)] = &[(30, 1000), (26, 1000)];

/// Those that are measured beside them.
const FULL: &[(u32, usize)] = &[(22, 1000), (18, 200), (14, 20)];

/// Size of the large table of a measured search, and of a proof, in bytes.
const BYTES: usize = 128 << 20;
const PROOF_BYTES: usize = 1 << 30;

/// What is known of positions, by key.
type Scores = HashMap<u64, Score>;

/// Scores random positions with one thread and a fresh table for each number of stones.
pub fn run(quick: bool, tell: &mut dyn FnMut(String)) {
    let mut signature = 0;
    for &(stones, count) in QUICK {
        signature += measure(stones, count, tell);
    }
    if !quick {
        for &(stones, count) in FULL {
            measure(stones, count, tell);
        }
    }
    tell(format!("signature {signature}"));
}

/// Scores some random positions of the usual board; the nodes that it took.
fn measure(stones: u32, count: usize, tell: &mut dyn FnMut(String)) -> u64 {
    let positions = random(stones, count);
    let (solver, budget) = (Solver::new(Shape::default(), BYTES), Budget::default());
    let work = Work::new(1, &budget);
    let watch = Watch::start();
    let sum: i32 = positions.iter().filter_map(|&stones| solver.score(stones, &work).ok()).map(|score| score.0.abs()).sum();
    tell(format!("stones {stones} positions {count} scores {sum} {}", rates(&watch, &work, count)));
    work.nodes()
}

/// Nodes, time, and millions of nodes for each second of one thread.
fn rates(watch: &Watch, work: &Work<'_>, count: usize) -> String {
    let nodes = work.nodes();
    let (each, speed) = (nodes / count.max(1) as u64, nodes as f64 / watch.cpu() / 1e6);
    format!("nodes {nodes} each {each} {watch} million nodes/s a thread {speed:.1}")
}

/// Random positions with so many stones in which the player to move cannot win at once.
fn random(stones: u32, count: usize) -> Vec<Stones> {
    let shape = Shape::default();
    let mut random = Pcg64Mcg::seed_from_u64(stones.into());
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Stones::default();
        while position.count() < stones && shape.wins_now(position) == 0 {
            let column = shape.column(random.random_range(0..shape.width));
            let cell = shape.landings(position) & column;
            if cell != 0 {
                position = position.after(cell);
            }
        }
        if position.count() == stones && shape.wins_now(position) == 0 {
            found.push(position);
        }
    }
    found
}

/// Proves the score of the empty board of a size, as 7x6, with all cores and without the table of openings; or computes
/// that table, as `openings:5`, or what a file lacks of it, as `openings:5:FILE`; or checks a file of lines `DIGITS SCORE`
/// with one thread.
///
/// # Errors
/// No such board, no such file, a line of another form.
pub fn prove_named(instance: &str, tell: &mut dyn FnMut(String)) -> Result<(), String> {
    if let Some(wanted) = instance.strip_prefix("openings:") {
        let (stones, path) = wanted.split_once(':').map_or((wanted, None), |(stones, path)| (stones, Some(path)));
        let stones = stones.parse().map_err(|_| format!("{stones:?} is not a number of stones"))?;
        let known = path.map_or(Ok(Vec::new()), listed)?;
        list_openings(stones, known.into_iter().map(|(stones, score)| (Shape::default().key(stones), score)).collect(), tell);
        return Ok(());
    }
    let sides = instance.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match sides {
        Some((width, height)) => {
            let shape = Shape::new(width, height).ok_or_else(|| format!("{instance:?} is larger than 8x7"))?;
            let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
            prove(instance, shape, threads, tell);
            Ok(())
        }
        None => check(instance, tell),
    }
}

fn prove(name: &str, shape: Shape, threads: usize, tell: &mut dyn FnMut(String)) {
    let (solver, budget) = (Solver::from_nothing(shape, PROOF_BYTES), Budget::default());
    let work = Work::new(threads, &budget);
    let watch = Watch::start();
    let found = solver.best(Stones::default(), &work);
    if let Ok((Score(score), cell)) = found {
        let column = Shape::column_of(cell) + 1;
        tell(format!("{name} score {score} move {column} threads {threads} {}", rates(&watch, &work, 1)));
    }
}

/// Tells the scores of all positions with at most so many stones that are not among those known: the table of openings.
///
/// Each position comes right after one that leads to it, whose score bounds its own and whose search has left in the table
/// what most of the proof needs.
fn list_openings(stones: u32, mut scores: Scores, tell: &mut dyn FnMut(String)) {
    let (solver, budget) = (Solver::from_nothing(Shape::default(), 2 * PROOF_BYTES), Budget::default());
    let work = Work::new(1, &budget);
    let mut open = vec![(String::new(), Stones::default(), Score(i32::MAX))];
    while let Some((digits, position, parent)) = open.pop() {
        let key = Shape::default().key(position);
        let score = scores.get(&key).copied().or_else(|| solver.score_above(position, -parent, &work).ok());
        let Some(score) = score else { return };
        if scores.insert(key, score).is_none() {
            tell(format!("{digits} {}", score.0));
        }
        if position.count() < stones {
            let moves = openings::moves(&digits).into_iter().rev();
            open.extend(moves.map(|(digits, after)| (digits, after, score)));
        }
    }
}

/// The lines `DIGITS SCORE` of a file.
fn listed(path: &str) -> Result<Vec<(Stones, Score)>, String> {
    let line = |(number, line)| openings::parsed(line).ok_or_else(|| format!("{path}: line {}: not DIGITS SCORE", number + 1));
    files::read(path)?.lines().enumerate().map(line).collect()
}

/// Scores the positions of a file with one thread.
fn check(path: &str, tell: &mut dyn FnMut(String)) -> Result<(), String> {
    let positions = listed(path)?;
    let (solver, budget) = (Solver::new(Shape::default(), BYTES), Budget::default());
    let work = Work::new(1, &budget);
    let watch = Watch::start();
    let mut wrong = 0;
    for &(stones, expected) in &positions {
        let found = solver.score(stones, &work).map_err(|_| "interrupted".to_owned())?;
        wrong += usize::from(found != expected);
    }
    let count = positions.len();
    tell(format!("{path} positions {count} wrong {wrong} {}", rates(&watch, &work, count)));
    Ok(())
}

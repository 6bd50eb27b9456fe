//! Figures of Ricochet Robots: the fewest moves of known positions, in processor time of one thread.

use super::notation::parse_position;
use super::position::{Position, Robots, Target};
use super::quadrants::Layout;
use super::solver::uninformed::Check;
use super::solver::{self, Answer, End, Limits, Method, retrograde};
use crate::figures::{Stopwatch, thread_seconds};
use crate::game::BenchPart;
use crate::grid::Cell;
use crate::search::Budget;

/// Positions with their fewest moves; the top of the file says where they come from.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// The position of 24 moves.
const LONGEST: &str = "0765+42+2E21BD0F+93";

/// Memory for states, in bytes.
const BYTES: usize = 1 << 30;

/// Memory for states of the plain methods, in bytes.
const PLAIN_BYTES: usize = 2 << 30;

/// Rounds of the comparison of one thread with two.
const ROUNDS: usize = 5;

/// The methods, with their names.
const METHODS: [(&str, Method); 7] = [
    ("best", Method::Best),
    ("ida", Method::IdaStar),
    ("astar", Method::AStar),
    ("astar_sum", Method::AStarSum),
    ("bfs", Method::Breadth(Check::Generated)),
    ("bfs check=pop", Method::Breadth(Check::Expanded)),
    ("dfs", Method::Depth(Check::Generated)),
];

/// A position of the file: its group, and its fewest moves.
struct Known {
    position: Position,
    group: &'static str,
    moves: u8,
}

fn read_positions() -> Vec<Known> {
    let read = |line: &'static str| {
        let (text, facts) = line.split_once("; ")?;
        let mut facts = facts.split(' ');
        let (group, moves) = (facts.next()?, facts.next()?.parse().ok()?);
        Some(Known { position: parse_position(text).ok()?.0, group, moves })
    };
    POSITIONS.lines().filter_map(read).collect()
}

/// Solves a position and measures the seconds.
fn measure(position: &Position, method: Method, threads: usize, budget: &Budget) -> (Answer, f64) {
    let started = thread_seconds();
    let bytes = if method == Method::Best { BYTES } else { PLAIN_BYTES };
    let answer = solver::solve(position, method, Limits { budget, bytes, threads, all: false }, 1);
    (answer, thread_seconds() - started)
}

/// Prints the times of the solvers; of [`BenchPart::Signature`] only the number of states of the easier positions.
pub fn run(part: BenchPart, tell: &mut dyn FnMut(String)) {
    let quick = part == BenchPart::Signature;
    let known = read_positions();
    let easy: Vec<&Known> = known.iter().filter(|known| known.moves < 12).collect();
    let budget = Budget::default();
    if !quick {
        let random = |known: &&Known| known.group.starts_with("random");
        report("random", &known.iter().filter(random).collect::<Vec<_>>(), tell);
        report("hard", &known.iter().filter(|known| known.group == "hard").collect::<Vec<_>>(), tell);
        report("others", &known.iter().filter(|known| !random(known) && known.group != "hard").collect::<Vec<_>>(), tell);
        longest(tell);
        threads(&known, tell);
        methods(&easy, tell);
        shares(tell);
        complete(tell);
    }
    let states: u64 = easy.iter().map(|known| measure(&known.position, Method::Best, 1, &budget).0.states).sum();
    tell(format!("signature {states}"));
}

/// Prints the median, 95th percentile and greatest time of some positions.
fn report(name: &str, known: &[&Known], tell: &mut dyn FnMut(String)) {
    let budget = Budget::default();
    let (mut times, mut wrong, mut states) = (Vec::new(), 0, 0);
    for known in known {
        let (answer, time) = measure(&known.position, Method::Best, 1, &budget);
        wrong += u32::from(answer.end != End::Solved(known.moves));
        states += answer.states;
        times.push(time);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| 1e3 * times[((times.len() - 1) as f64 * share).round() as usize];
    let total: f64 = times.iter().sum();
    tell(format!(
        "{name} positions={} wrong={wrong} median_ms={:.4} p95_ms={:.3} max_ms={:.1} total_s={total:.3} states={states} states_per_s={:.0}",
        known.len(),
        at(0.5),
        at(0.95),
        at(1.0),
        states as f64 / total
    ));
}

fn longest(tell: &mut dyn FnMut(String)) {
    let Ok((position, _)) = parse_position(LONGEST) else { return };
    let (answer, time) = measure(&position, Method::Best, 1, &Budget::default());
    let rate = answer.states as f64 / time;
    let mib = answer.bytes >> 20;
    tell(format!("{LONGEST} {:?} seconds={time:.3} states={} states_per_s={rate:.0} mib={mib}", answer.end, answer.states));
}

/// Prints the wall and processor time of the positions above 14 moves with one thread, with two, and with two independent searches
/// of one thread at once, which bounds the gain of two threads. Each is the least of [`ROUNDS`].
fn threads(known: &[Known], tell: &mut dyn FnMut(String)) {
    let budget = Budget::default();
    let solve = |threads: usize| {
        for known in known.iter().filter(|known| known.moves > 14) {
            let limits = Limits { budget: &budget, bytes: BYTES, threads, all: false };
            std::hint::black_box(solver::solve_optimally(&known.position, limits, 1));
        }
    };
    let least = |best: &mut (f64, f64), work: &dyn Fn()| {
        let watch = Stopwatch::start();
        work();
        *best = (best.0.min(watch.seconds()), best.1.min(watch.cpu()));
    };
    let (mut one, mut two, mut both) = ((f64::MAX, f64::MAX), (f64::MAX, f64::MAX), (f64::MAX, f64::MAX));
    for _ in 0..ROUNDS {
        least(&mut one, &|| solve(1));
        least(&mut two, &|| solve(2));
        least(&mut both, &|| std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(|| solve(1))))));
    }
    let (factor, most) = (one.0 / two.0, 2.0 * one.0 / both.0);
    tell(format!(
        "above 14 moves: wall seconds one_thread={:.3} two_threads={:.3} factor={factor:.2}; two searches at once={:.3} factor={most:.2}; \
         processor seconds one_thread={:.3} two_threads={:.3}",
        one.0, two.0, both.0, one.1, two.1
    ));
}

/// Prints the states and the states per second of each method on the easier random positions.
fn methods(easy: &[&Known], tell: &mut dyn FnMut(String)) {
    for (name, method) in METHODS {
        let (mut solved, mut states, mut total, mut moves) = (0, 0, 0.0, 0);
        let some: Vec<_> = easy.iter().step_by(5).collect();
        for known in &some {
            let budget = Budget { max_nodes: Some(200_000_000), ..Budget::default() };
            let (answer, time) = measure(&known.position, method, 1, &budget);
            solved += usize::from(!answer.solutions.is_empty());
            moves += answer.solutions.first().map_or(0, Vec::len);
            states += answer.states;
            total += time;
        }
        let (count, rate) = (some.len(), states as f64 / total);
        tell(format!(
            "{name}: positions={count} solved={solved} moves={moves} states={states} seconds={total:.3} states_per_s={rate:.0}"
        ));
    }
}

/// Prints the share of all targets of a board, each for its own robot, that each method reaches within a second.
fn shares(tell: &mut dyn FnMut(String)) {
    let Ok(layout) = Layout::new([0, 1, 2, 3]) else { return };
    let robots: Robots = [1, 18, 83, 213].into_iter().map(Cell).collect();
    let targets: Vec<Target> = layout.targets();
    for (name, method) in METHODS {
        let mut solved = 0;
        for &target in &targets {
            let Ok(position) = Position::new(layout.board(), robots.clone(), target, Default::default()) else { continue };
            let deadline = std::time::Instant::now() + std::time::Duration::from_secs(1);
            let budget = Budget { deadline: Some(deadline), ..Budget::default() };
            solved += usize::from(!measure(&position, method, 1, &budget).0.solutions.is_empty());
        }
        let share = 100.0 * solved as f64 / targets.len() as f64;
        tell(format!("{name}: targets={} within_1_s={solved} share={share:.0}%", targets.len()));
    }
}

/// Prints the complete backward search of the board and target of the longest position.
fn complete(tell: &mut dyn FnMut(String)) {
    let Ok((position, _)) = parse_position(LONGEST) else { return };
    let started = thread_seconds();
    let census = retrograde::census(&position, 1, &Budget::default());
    let solvable: u64 = census.lengths.iter().sum();
    let longest = census.lengths.len() - 1;
    tell(format!("complete search: seconds={:.1} solvable={solvable} longest={longest}", thread_seconds() - started));
}

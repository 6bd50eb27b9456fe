//! Matches between networks: a gate for a new one, and the ladder of the generations of a run.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use ludion::color::Color;
use ludion::files;
use ludion::game::Tell;
use ludion::games::hex::board::Board;
use ludion::games::hex::net::{InstructionSet, Network, Workspace, file};
use ludion::grid::{Cell, Size};
use parking_lot::Mutex;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::search::{Effort, Search, parse_scale};
use super::selfplay::{draw_index, first_stone_weights};
use super::state::State;
use crate::lab::long_run::Threads;

/// How networks play against each other.
#[derive(Args, Clone, Debug)]
pub(super) struct MatchOptions {
    /// Sides of the boards, played on in turn
    #[arg(long, value_delimiter = ',', default_value = "9,11,13", value_parser = RangedU64ValueParser::<usize>::new().range(3..=19))]
    sizes: Vec<usize>,
    /// Visits of each search; 0 plays the likeliest move
    #[arg(long, default_value_t = 0)]
    simulations: u32,
    /// Moves that each search compares
    #[arg(long, default_value_t = 8, value_parser = RangedU64ValueParser::<usize>::new().range(1..=361))]
    considered: usize,
    /// Weight of a value against a logit
    #[arg(long, default_value_t = 0.3, value_parser = parse_scale)]
    scale: f32,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The threads.
    #[command(flatten)]
    threads: Threads,
}

/// The options of a gate.
#[derive(Args, Debug)]
pub(crate) struct GateOptions {
    /// The new network
    new: PathBuf,
    /// The network that it must beat
    old: PathBuf,
    /// Elo gain that the test accepts, against a gain of 0
    #[arg(long, default_value_t = 30.0, value_parser = parse_elo)]
    elo: f64,
    /// Most pairs of games
    #[arg(long, default_value_t = 2000, value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    pairs: u32,
    /// How they play.
    #[command(flatten)]
    terms: MatchOptions,
    /// Visits of each search of the old network [default: those of the new one]
    #[arg(long)]
    old_simulations: Option<u32>,
    /// Weight of a value against a logit for the old one [default: the same]
    #[arg(long, value_parser = parse_scale)]
    old_scale: Option<f32>,
    /// Instruction set that evaluates the old one, as `bench hex --network` names it [default: the best of this processor]
    #[arg(long, value_parser = parse_set)]
    old_set: Option<InstructionSet>,
}

/// A network, what evaluates it, and how much it searches before a move.
struct Player<'a> {
    network: &'a Network,
    set: InstructionSet,
    effort: Effort,
}

/// The options of a ladder.
#[derive(Args, Debug)]
pub(crate) struct LadderOptions {
    /// Folder of a run
    folder: PathBuf,
    /// Generations from one network that plays to the next; the last one plays, too
    #[arg(long, default_value_t = 10, value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    every: u32,
    /// Pairs of games of each against each of the two before it
    #[arg(long, default_value_t = 100, value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    pairs: u32,
    /// How they play.
    #[command(flatten)]
    terms: MatchOptions,
}

fn parse_elo(word: &str) -> Result<f64, String> {
    let elo = word.parse().ok().filter(|elo| (1.0..=1000.0).contains(elo));
    elo.ok_or_else(|| "a number from 1 to 1000".to_owned())
}

fn parse_set(word: &str) -> Result<InstructionSet, String> {
    let sets = InstructionSet::available();
    let names: Vec<&str> = sets.iter().map(|set| set.name()).collect();
    let found = sets.iter().copied().find(|set| set.name() == word);
    found.ok_or_else(|| format!("this processor has {}", names.join(", ")))
}

/// Wins of the first network in the two games of each pair, 0 to 2: it has each colour once.
type Pairs = Vec<u8>;

impl MatchOptions {
    /// Returns a player with the common effort.
    fn player<'a>(&self, network: &'a Network) -> Player<'a> {
        let effort = Effort { simulations: self.simulations, considered: self.considered, scale: self.scale };
        Player { network, set: InstructionSet::detect(), effort }
    }

    /// Plays the pairs of games with these numbers. Each pair has its own opening, drawn from the policy of the second player.
    fn play(&self, players: &[Player<'_>; 2], numbers: std::ops::Range<u32>) -> Pairs {
        let workspaces = || players.each_ref().map(|player| Workspace::new(player.set));
        let (opener, mut workspace) = (players[1].network, Workspace::new(players[1].set));
        let weights: Vec<Vec<f32>> = self.sizes.iter().map(|&side| first_stone_weights(opener, side, &mut workspace)).collect();
        let next = AtomicU32::new(numbers.start);
        let wins = Mutex::new(vec![0; numbers.len()]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.count() {
                scope.spawn(|| {
                    let mut workspaces = workspaces();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if !numbers.contains(&number) {
                            break;
                        }
                        let size_index = number as usize % self.sizes.len();
                        let opening =
                            self.opening(opener, self.sizes[size_index], &weights[size_index], number, &mut workspaces[1]);
                        let won = [0, 1].map(|first| self.game(players, first, &opening, &mut workspaces));
                        wins.lock()[(number - numbers.start) as usize] = won.into_iter().map(u8::from).sum();
                    }
                });
            }
        });
        wins.into_inner()
    }

    /// Plays three stones: a first one that is about even, and two replies drawn from a network's policy.
    fn opening(&self, network: &Network, side: usize, weights: &[f32], number: u32, workspace: &mut Workspace) -> Board {
        let mut random = Pcg64Mcg::seed_from_u64(self.seed ^ u64::from(number) << 32);
        let mut board = Board::new(Size::square(side));
        board.play(Color::Black, Cell(draw_index(weights.iter().copied(), &mut random) as u16));
        for color in [Color::White, Color::Black] {
            let policy = mean_policy(network, &board, color, workspace);
            let shares = policy.iter().enumerate().map(
                |(cell, logit)| {
                    if board.stone(Cell(cell as u16)).is_none() { logit.exp() } else { 0.0 }
                },
            );
            let cell = draw_index(shares, &mut random);
            board.play(color, Cell(cell as u16));
        }
        board
    }

    /// Plays one game on from an opening; returns whether the first player won. `black` is the number of black's player.
    fn game(&self, players: &[Player<'_>; 2], black: usize, opening: &Board, workspaces: &mut [Workspace; 2]) -> bool {
        let mut random = Pcg64Mcg::seed_from_u64(self.seed);
        let mut board = opening.clone();
        while board.winner().is_none() {
            let to_move = Color::BOTH[board.stone_count() % 2];
            let index = black ^ to_move.index();
            let (&Player { network, effort, .. }, workspace) = (&players[index], &mut workspaces[index]);
            let cell = if effort.simulations == 0 {
                let policy = mean_policy(network, &board, to_move, workspace);
                board.empty_cells().max_by(|a, b| policy[a.index()].total_cmp(&policy[b.index()])).expect("an empty cell")
            } else {
                Search::new(network, effort, workspace).run(&mut board, to_move, 0.0, &mut random).selected
            };
            board.play(to_move, cell);
        }
        board.winner().map(|winner| black ^ winner.index()) == Some(0)
    }
}

/// Returns the mean of the logits that a network gives a position and its half-turn, by cell; those of the likeliest move are 0
/// at most.
fn mean_policy(network: &Network, board: &Board, to_move: Color, workspace: &mut Workspace) -> Vec<f32> {
    let [one, other] = [false, true].map(|turn| network.evaluate(board, to_move, turn, workspace).policy);
    let mean: Vec<f32> = one.iter().zip(other).map(|(a, b)| 0.5 * (a + b)).collect();
    let highest = board.empty_cells().map(|cell| mean[cell.index()]).fold(f32::NEG_INFINITY, f32::max);
    mean.into_iter().map(|logit| logit - highest).collect()
}

/// Returns the Elo of a share of points, away from 0 and 1.
fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share.clamp(1e-3, 1.0 - 1e-3) - 1.0).log10()
}

/// Returns the expected share of points: the inverse of [`elo`].
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the mean share of points of the pairs, and the variance of a pair's.
fn moments(pairs: &[u8]) -> (f64, f64) {
    let count = pairs.len() as f64;
    let mean = pairs.iter().map(|&wins| f64::from(wins) / 2.0).sum::<f64>() / count;
    let variance = pairs.iter().map(|&wins| (f64::from(wins) / 2.0 - mean).powi(2)).sum::<f64>() / count;
    (mean, variance)
}

/// Returns `124/200 62.0 % Elo +85 [+40, +133]`: wins, their share, and the Elo with its interval of 95 %. The variance of the pairs
/// is that of independent games with the same score times the ratio of both spreads, to each of which half a pair of wins and losses
/// is added, so that few pairs of one kind are not certain.
fn describe(pairs: &[u8]) -> String {
    let (mean, variance) = moments(pairs);
    let count = pairs.len() as f64;
    let centre = (mean * count + 0.5) / (count + 1.0);
    let independent = centre * (1.0 - centre) / 2.0;
    let variance = independent * (variance * count + 0.5) / (independent * count + 0.5);
    let half = 1.96 * (variance / count).sqrt();
    // -0 becomes 0.
    let [low, middle, high] = [mean - half, mean, mean + half].map(|share| elo(share).round() + 0.0);
    let wins: u32 = pairs.iter().map(|&wins| u32::from(wins)).sum();
    format!("{wins}/{} {:.1} % Elo {middle:+.0} [{low:+.0}, {high:+.0}]", 2 * pairs.len(), 100.0 * mean)
}

/// Returns the log-likelihood ratio of "better by `elo`" against "equal", in the normal approximation of the generalised sequential
/// probability ratio test over pairs (M. Van den Bergh, *A practical introduction to the GSPRT*, 2020).
fn log_ratio(pairs: &[u8], elo: f64) -> f64 {
    let ((mean, variance), equal, better) = (moments(pairs), 0.5, share(elo));
    // A pair of unseen kind keeps the variance away from 0 while there are few.
    let variance = variance.max(0.25 / pairs.len() as f64);
    pairs.len() as f64 * (better - equal) * (2.0 * mean - equal - better) / (2.0 * variance)
}

/// Log-likelihood ratio at which the test ends, ln(0.95 / 0.05): errors of 5 % on both sides.
const BOUND: f64 = 2.944;

/// Pairs from one look at the ratio to the next, whatever the number of threads, so that the verdict does not depend on it.
const LOOK: usize = 8;

/// Returns how many of the pairs decide the test, by the first look after those `seen` before; `None` if no look does.
fn deciding_count(pairs: &[u8], seen: usize, elo: f64) -> Option<usize> {
    let mut looks = (seen + LOOK..pairs.len()).step_by(LOOK).chain([pairs.len()]);
    looks.find(|&count| log_ratio(&pairs[..count], elo).abs() > BOUND)
}

/// Tests whether a network is better than another one.
///
/// # Errors
/// A file is not a network.
pub(crate) fn run_gate(options: &GateOptions, print: Tell<'_>) -> Result<(), String> {
    let networks = [load(&options.new)?, load(&options.old)?];
    let mut players = networks.each_ref().map(|network| options.terms.player(network));
    let old = &mut players[1];
    old.set = options.old_set.unwrap_or(old.set);
    old.effort.simulations = options.old_simulations.unwrap_or(old.effort.simulations);
    old.effort.scale = options.old_scale.unwrap_or(old.effort.scale);
    let step = (LOOK * options.terms.threads.count()) as u32;
    let mut pairs = Pairs::new();
    while (pairs.len() as u32) < options.pairs {
        let start = pairs.len() as u32;
        pairs.extend(options.terms.play(&players, start..(start + step).min(options.pairs)));
        if let Some(count) = deciding_count(&pairs, start as usize, options.elo) {
            let pairs = &pairs[..count];
            let verdict = if log_ratio(pairs, options.elo) > 0.0 { "passed" } else { "failed" };
            print(format!("{verdict} {}", describe(pairs)));
            return Ok(());
        }
    }
    print(format!("undecided {}", describe(&pairs)));
    Ok(())
}

/// Plays generations of a run against each other, and gives each its Elo; the first one has 0.
///
/// # Errors
/// The folder has no network of generation 0, or a network of the run cannot be read.
pub(crate) fn run_ladder(options: &LadderOptions, print: Tell<'_>) -> Result<(), String> {
    let present: Vec<u32> = (0..).take_while(|&number| State::network_path(&options.folder, number).exists()).collect();
    let last = present.last().copied();
    if last.is_none() {
        return Err(format!("{} has no network of generation 0", options.folder.display()));
    }
    let chosen = present.into_iter().filter(|&number| number % options.every == 0 || Some(number) == last);
    let mut networks: Vec<(u32, Network)> = Vec::new();
    let mut results: Vec<(usize, usize, f64)> = Vec::new();
    for number in chosen {
        let network = load(&State::network_path(&options.folder, number))?;
        for opponent in networks.len().saturating_sub(2)..networks.len() {
            let players = [&network, &networks[opponent].1].map(|network| options.terms.player(network));
            let pairs = options.terms.play(&players, 0..options.pairs);
            print(format!("generation {number} against {}: {}", networks[opponent].0, describe(&pairs)));
            results.push((networks.len(), opponent, moments(&pairs).0));
        }
        networks.push((number, network));
    }
    for ((number, _), elo) in networks.iter().zip(ratings(networks.len(), &results)) {
        print(format!("generation {number} Elo {elo:+.0}"));
    }
    Ok(())
}

/// Returns the Elo that fit the shares of points best (Bradley and Terry 1952, by D. Hunter's iterations, 2004); the first one
/// has 0.
fn ratings(count: usize, results: &[(usize, usize, f64)]) -> Vec<f64> {
    let mut strengths = vec![1.0f64; count];
    for _ in 0..2000 {
        for player in 0..count {
            let (mut won, mut weight) = (0.0, 0.0);
            for &(a, b, share) in results {
                let share = share.clamp(1e-3, 1.0 - 1e-3);
                let (mine, other) = if a == player {
                    (share, b)
                } else if b == player {
                    (1.0 - share, a)
                } else {
                    continue;
                };
                won += mine;
                weight += 1.0 / (strengths[player] + strengths[other]);
            }
            if weight > 0.0 {
                strengths[player] = won / weight;
            }
        }
    }
    strengths.iter().map(|strength| 400.0 * (strength / strengths[0]).log10()).collect()
}

/// Reads a network.
///
/// # Errors
/// The file cannot be read, or is none.
pub fn load(path: &Path) -> Result<Network, String> {
    let bytes = files::read_regular(path, files::MAX_BYTES).map_err(|error| format!("{}: {error}", path.display()))?;
    file::decode(&bytes).map(|(network, _)| network).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::super::optimizer::random_network;
    use super::*;

    #[test]
    fn only_regular_files_are_networks() {
        for path in ["/dev/null", "/dev/zero"] {
            assert!(load(Path::new(path)).is_err_and(|error| error.ends_with("not a regular file")), "{path}");
        }
    }

    #[test]
    fn a_network_is_as_good_as_itself() {
        let network = random_network(1);
        for simulations in [0, 4] {
            let sizes = vec![3, 5];
            let terms = MatchOptions { sizes, simulations, considered: 8, scale: 0.3, seed: 2, threads: Threads::default() };
            // Both games of a pair are the same game but for the names.
            assert_eq!(terms.play(&[&network; 2].map(|network| terms.player(network)), 0..6), [1; 6]);
        }
    }

    #[test]
    fn ratings_are_those_that_the_results_came_from() {
        let truth = [0.0, 100.0, 250.0, 230.0];
        let results: Vec<_> = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2)].map(|(a, b)| (a, b, share(truth[a] - truth[b]))).into();
        for (found, truth) in ratings(4, &results).into_iter().zip(truth) {
            assert!((found - truth).abs() < 0.5, "{found} for {truth}");
        }
    }

    #[test]
    fn the_gate_passes_what_is_better_and_fails_what_is_equal() {
        let better: Pairs = [2, 1, 1, 2, 1].repeat(60);
        assert!(log_ratio(&better, 30.0) > BOUND, "{}", log_ratio(&better, 30.0));
        let equal: Pairs = [1, 2, 0, 1].repeat(200);
        assert!(log_ratio(&equal, 30.0) < -BOUND, "{}", log_ratio(&equal, 30.0));
        assert!(log_ratio(&[2, 2], 30.0).abs() < BOUND, "two pairs decide nothing");
    }

    #[test]
    fn the_verdict_does_not_depend_on_how_many_pairs_are_played_at_once() {
        // One that turns round: at last the new network is worse.
        let pairs: Pairs = [[1, 2, 2].repeat(20), vec![0; 200]].concat();
        let decide = |step: usize| {
            let mut starts = (0..pairs.len()).step_by(step);
            starts.find_map(|start| deciding_count(&pairs[..(start + step).min(pairs.len())], start, 60.0))
        };
        let first = decide(LOOK).expect("it is decided");
        assert!(first < 60 && log_ratio(&pairs[..first], 60.0) > BOUND, "{first}");
        assert_eq!([2, 3, 16].map(|threads| decide(threads * LOOK)), [Some(first); 3]);
    }
}

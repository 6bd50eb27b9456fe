//! Self-play and training on their own: games of one network into a file, and a network from files of games.
//!
//! A run grows by them: a larger network is trained on the games of a smaller one, and a new run starts with it.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use ludion::game::Tell;
use ludion::games::hex::net::file::checksum;
use ludion::games::hex::net::{Shape, file};

use super::arena::load;
use super::record::{Game, Writer, read_complete};
use super::run::{EffortOptions, ShapeOptions, stop_at_signal};
use super::selfplay::{Generation, missing};
use super::state::{Kind, replace};
use super::trainer::{BATCH, Steps, Window, train};
use crate::lab::long_run::Threads;

/// The learning rate of the last step, as a share of that of the first one.
const LAST_RATE: f32 = 0.03;

/// Steps between two checkpoints.
const CHECKPOINT: u32 = 500;

/// The options of self-play.
#[derive(Args, Debug)]
pub(crate) struct SelfplayOptions {
    /// The network that plays
    network: PathBuf,
    /// The file of games, which goes on if it is there
    games_file: PathBuf,
    /// Games in all
    #[arg(long, default_value_t = 1000, value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    games: u32,
    /// Sides of the boards
    #[arg(long, value_delimiter = ',', default_value = "11", value_parser = RangedU64ValueParser::<usize>::new().range(3..=19))]
    sizes: Vec<usize>,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How much is searched.
    #[command(flatten)]
    effort: EffortOptions,
    /// The threads.
    #[command(flatten)]
    threads: Threads,
}

/// The options of training.
#[derive(Args, Debug)]
pub(crate) struct TrainOptions {
    /// Folder of the checkpoint and of `network.net`; created if it is not there
    folder: PathBuf,
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// How often each position is trained on, on average. Games without
    /// searches give half of the positions and do not count
    #[arg(long, default_value_t = 3, value_parser = RangedU64ValueParser::<u64>::new().range(1..=1000))]
    passes: u64,
    /// The learning rate of the first step, which falls from there; a trained network forgets at a high one
    #[arg(long, default_value_t = 1e-3, value_parser = parse_rate)]
    rate: f32,
    /// The network.
    #[command(flatten)]
    shape: ShapeOptions,
    /// The threads.
    #[command(flatten)]
    threads: Threads,
}

fn parse_rate(word: &str) -> Result<f32, String> {
    let rate = word.parse().ok().filter(|rate| (1e-6..=0.1).contains(rate));
    rate.ok_or_else(|| "a number from 0.000001 to 0.1".to_owned())
}

/// Plays games until there are as many as wanted, or a signal.
///
/// # Errors
/// A file cannot be read or written, or is damaged.
pub(crate) fn run_selfplay(options: &SelfplayOptions, print: Tell<'_>) -> Result<(), String> {
    let stop = stop_at_signal()?;
    let network = load(&options.network)?;
    let sizes: Vec<(usize, u32)> = options.sizes.iter().map(|&side| (side, 1)).collect();
    let (mut writer, games) = Writer::open(&options.games_file)?;
    let left = missing(0..options.games, &games);
    let (mut played, mut failure) = (0, None);
    Generation::new(&network, options.effort.schedule(), options.seed, &sizes).play(
        &left,
        options.threads.count(),
        &stop,
        &mut |game| match writer.write(&game) {
            Ok(()) => played += 1,
            Err(error) => {
                failure = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
        },
    );
    print(format!("games {}, {played} new", games.len() + played));
    failure.map_or(Ok(()), Err)
}

/// Reads games from files, those of each by number: several threads write them as they end.
fn read_games(paths: &[PathBuf]) -> Result<Vec<Game>, String> {
    let mut all = Vec::new();
    for path in paths {
        let mut games = read_complete(path)?;
        games.sort_by_key(|game| game.number);
        all.extend(games);
    }
    Ok(all)
}

/// Returns the checksum of games and of how they are used, which tells a training from another one.
fn material(games: &[Game], passes: u64, rate: f32) -> u32 {
    let sums = games.iter().flat_map(|game| checksum(&game.encode()).to_le_bytes());
    checksum(&sums.chain(passes.to_le_bytes()).chain(rate.to_le_bytes()).collect::<Vec<u8>>())
}

/// Returns the steps from `step` to the next checkpoint. Their rate is that of the checkpoint before, wherever a signal came.
fn steps_to_checkpoint(step: u32, steps: u32, seed: u64, first_rate: f32) -> Steps {
    let start = step / CHECKPOINT * CHECKPOINT;
    let along = start as f32 / steps as f32;
    let annealed = 0.5 * (1.0 + (along * std::f32::consts::PI).cos());
    let rate = first_rate * (LAST_RATE + (1.0 - LAST_RATE) * annealed);
    Steps { numbers: step..(start + CHECKPOINT).min(steps), seed, rate }
}

/// Trains a network on games, and writes it when it is done; goes on from the checkpoint.
///
/// # Errors
/// A file cannot be read or written, or is damaged; there are no games; another process uses the folder, or it is of a run with
/// other options; a signal ended it.
pub(crate) fn run_train(options: &TrainOptions, print: Tell<'_>) -> Result<(), String> {
    let stop = stop_at_signal()?;
    let _lock = Kind::Training.open(&options.folder)?;
    let games = read_games(&options.games)?;
    let (count, material) = (games.len(), material(&games, options.passes, options.rate));
    let window = Window::of_all(games);
    if window.len() == 0 {
        return Err("the files hold no games".to_owned());
    }
    let mut state = options.shape.resume(&options.folder, material)?;
    let steps = (options.passes * window.pass() as u64).div_ceil(BATCH as u64) as u32;
    if state.step > steps {
        return Err(format!("{} has made {} steps, and --passes asks for {steps}", options.folder.display(), state.step));
    }
    while state.step < steps {
        let slice = steps_to_checkpoint(state.step, steps, state.seed, options.rate);
        let (end, rate) = (slice.numbers.end, slice.rate);
        let (steps_made, loss) = train(&mut state.optimizer, state.shape, &window, slice, options.threads.count(), &stop);
        state.step += steps_made;
        state.save(&options.folder)?;
        if state.step < end {
            return Err(format!("interrupted at step {} of {steps}: the same command goes on", state.step));
        }
        print(format!(
            "step {} of {steps} policy {:.4} value {:.4} owner {:.4} rate {rate:.1e}",
            state.step, loss.policy, loss.value, loss.owner
        ));
    }
    let Shape { blocks, channels } = state.shape;
    let note = format!("{blocks}x{channels} trained on {count} games, {} positions, {} times", window.len(), options.passes);
    replace(&options.folder.join("network.net"), &file::encode(&state.optimizer.network(state.shape), &note))
}

#[cfg(test)]
mod tests {
    use ludion::color::Color;
    use ludion::grid::{Cell, Size};

    use super::*;

    #[test]
    fn an_interruption_changes_no_rate_and_no_checkpoint() {
        let steps = 3 * CHECKPOINT - 100;
        let slice = |step| steps_to_checkpoint(step, steps, 1, 1e-3);
        for step in [0, CHECKPOINT, 2 * CHECKPOINT] {
            let (whole, rest) = (slice(step), slice(step + 123));
            assert_eq!(rest.numbers, step + 123..whole.numbers.end);
            assert_eq!(rest.rate, whole.rate);
        }
        assert_eq!((slice(0).rate, slice(0).numbers, slice(steps - 1).numbers.end), (1e-3, 0..CHECKPOINT, steps));
    }

    #[test]
    fn games_are_read_by_number() {
        let path = std::env::temp_dir().join(format!("ludion-order-{}.games", std::process::id()));
        let game = |number| Game {
            number,
            size: Size::square(3),
            winner: Color::Black,
            is_short: true,
            audit: None,
            plies: vec![(Cell(number as u16), None)],
        };
        let (mut writer, _) = Writer::open(&path).expect("a new file");
        [2, 0, 1].iter().for_each(|&number| writer.write(&game(number)).expect("room on the disk"));
        let games = read_games(&[path.clone(), path.clone()]).expect("a file of games");
        assert_eq!(games, [0, 1, 2, 0, 1, 2].map(game));
        let first = material(&games, 3, 1e-3);
        assert_eq!(material(&games, 3, 1e-3), first);
        assert!(
            [material(&games[1..], 3, 1e-3), material(&games, 4, 1e-3), material(&games, 3, 2e-3)]
                .iter()
                .all(|&sum| sum != first)
        );
        std::fs::remove_file(&path).expect("the file");
    }
}

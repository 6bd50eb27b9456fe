//! A training run: self-play and training in turns, generation after generation, that can be stopped and resumed anywhere.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use ludion::figures::Stopwatch;
use ludion::files::MAX_BYTES;
use ludion::game::Tell;
use ludion::games::hex::net::file::checksum;
use ludion::games::hex::net::{Network, Shape, file};

use super::arena::load;
use super::grow::grow;
use super::optimizer::Optimizer;
use super::record::{Game, Writer, read_complete};
use super::search::{Effort, Schedule, parse_scale};
use super::selfplay::{Generation, missing};
use super::state::{Kind, Origin, State, replace};
use super::trainer::{BATCH, Steps, Window, train};
use crate::lab::long_run::Threads;

/// Positions of a generation: a share of those so far, between bounds.
const GENERATION_SHARE: u64 = 16;
const MIN_GENERATION: u64 = 2_000;
const MAX_GENERATION: u64 = 16_000;

/// Positions of the first generation of a network that was trained before. It has no older games, and would overfit to few
/// positions.
const FIRST_GENERATION_STARTED: u64 = 120_000;

/// First and last learning rate of a leg: cosine annealing with restarts (Loshchilov and Hutter, *SGDR*, 2017). The first leg
/// begins higher.
const RATES: [f32; 2] = [6e-4, 5e-5];
const FIRST_RATE: f32 = 1e-3;

/// Generations of a run that are read again for the window at a start.
const WINDOW_GENERATIONS: u32 = 60;

/// Shape of a network that begins from nothing.
const SMALL: Shape = Shape { blocks: 6, channels: 32 };

/// Bytes of a network's file besides its weights, at most.
const HEADER_BYTES: u64 = 8 << 10;

/// Positions after which the last stage of [`STAGES`] begins; a network that was trained before begins with it.
const LAST_STAGE: u64 = 450_000;

/// Which boards are played on, by the number of positions so far: sides with weights.
const STAGES: &[(u64, &[(usize, u32)])] = &[
    (40_000, &[(5, 1)]),
    (150_000, &[(5, 1), (7, 4)]),
    (LAST_STAGE, &[(6, 1), (7, 2), (8, 2), (9, 10)]),
    (u64::MAX, &[(7, 4), (8, 4), (9, 8), (10, 6), (11, 60), (12, 4), (13, 12), (14, 2)]),
];

/// The network that training begins with.
#[derive(Args, Debug)]
pub(super) struct ShapeOptions {
    /// Residual blocks of a new network [default: 6, or those of --start]
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..=64))]
    blocks: Option<usize>,
    /// Channels of a new network, a multiple of 16 [default: 32, or those of --start]
    #[arg(long, value_parser = parse_channels)]
    channels: Option<usize>,
    /// Begins with this network instead of a random one, grown to --blocks and --channels
    #[arg(long, value_name = "NETWORK")]
    start: Option<PathBuf>,
    /// Seed of the weights and of all games [default: 1]
    #[arg(long)]
    seed: Option<u64>,
}

/// How much self-play searches.
#[derive(Args, Debug)]
pub(super) struct EffortOptions {
    /// Visits of each search in self-play; 0 draws moves from the network's policy
    #[arg(long, default_value_t = 16)]
    simulations: u32,
    /// Moves that each search in self-play compares
    #[arg(long, default_value_t = 8, value_parser = RangedU64ValueParser::<usize>::new().range(1..=361))]
    considered: usize,
    /// Weight of a value against a logit in self-play
    #[arg(long, default_value_t = 0.3, value_parser = parse_scale)]
    scale: f32,
    /// Plies of the opening of a game of self-play
    #[arg(long, default_value_t = 20)]
    opening_plies: usize,
    /// Visits of each search in the opening of a game [default: --simulations]
    #[arg(long)]
    opening_simulations: Option<u32>,
    /// Moves that each search in the opening of a game compares [default: --considered]
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(1..=361))]
    opening_considered: Option<usize>,
    /// Plies of a game whose move is sampled; later ones play the most probable move of the improved policy [default: all]
    #[arg(long)]
    sampled_plies: Option<usize>,
    /// Temperature of the samples: below 1 they are less random
    #[arg(long, default_value_t = 1.0, value_parser = parse_temperature)]
    temperature: f32,
    /// Share of games that fork: they go on from an unusual move
    #[arg(long, default_value_t = 0.0, value_parser = parse_share)]
    forks: f64,
}

impl ShapeOptions {
    /// Returns the state of a folder, or that before the first step where there is none. `material` is that of [`Origin`].
    ///
    /// # Errors
    /// The state cannot be read, or is that of a run with other options; those of [`ShapeOptions::start`].
    pub fn resume(&self, folder: &Path, material: u32) -> Result<State, String> {
        match State::load(folder)? {
            Some(state) => match self.difference(&state, material)? {
                Some(difference) => Err(format!("{}: the run there has {difference}; name another folder", folder.display())),
                None => Ok(state),
            },
            None => self.start(material),
        }
    }

    /// Returns in which way a run is another one than these options ask for.
    fn difference(&self, state: &State, material: u32) -> Result<Option<String>, String> {
        let Shape { blocks, channels } = state.shape;
        let numbers = [
            ("--blocks", self.blocks.map(|number| number as u64), blocks as u64),
            ("--channels", self.channels.map(|number| number as u64), channels as u64),
            ("--seed", self.seed, state.seed),
        ];
        let number = numbers.into_iter().find(|(_, given, own)| given.is_some_and(|given| given != *own));
        if let Some((option, _, own)) = number {
            return Ok(Some(format!("{option} {own}")));
        }
        let Some(origin) = state.origin else { return Ok(None) };
        let start = self.start.as_deref().map(load).transpose()?.map(|network| checksum_weights(&network));
        let difference = if origin.material != material {
            Some("other games, --passes or --rate")
        } else {
            start.filter(|&start| start != origin.start).map(|_| "another --start or none")
        };
        Ok(difference.map(str::to_owned))
    }

    /// Returns the state before the first step. A network that was trained before begins with the last stage of sizes.
    ///
    /// # Errors
    /// The file is not a network, or is larger than the shape wanted; no file of that shape could be read.
    fn start(&self, material: u32) -> Result<State, String> {
        let shape = |Shape { blocks, channels }| {
            check_shape(Shape { blocks: self.blocks.unwrap_or(blocks), channels: self.channels.unwrap_or(channels) })
        };
        let seed = self.seed.unwrap_or(1);
        let Some(path) = &self.start else {
            return Ok(State { origin: Some(Origin { start: 0, material }), ..State::new(shape(SMALL)?, seed) });
        };
        let network = load(path)?;
        let origin = Some(Origin { start: checksum_weights(&network), material });
        let network = grow(&network, shape(network.shape())?, seed)?;
        let optimizer = Optimizer::from_weights(network.weights().to_vec());
        Ok(State { positions: LAST_STAGE, optimizer, origin, ..State::new(network.shape(), seed) })
    }
}

impl EffortOptions {
    /// Returns what the searches of a game spend.
    pub fn schedule(&self) -> Schedule {
        let rest = Effort { simulations: self.simulations, considered: self.considered, scale: self.scale };
        let opening = Effort {
            simulations: self.opening_simulations.unwrap_or(rest.simulations),
            considered: self.opening_considered.unwrap_or(rest.considered),
            ..rest
        };
        Schedule {
            opening_plies: self.opening_plies,
            opening,
            rest,
            sampled_plies: self.sampled_plies.unwrap_or(usize::MAX),
            temperature: self.temperature,
            forks: self.forks,
        }
    }
}

/// The options of a run.
#[derive(Args, Debug)]
pub struct Options {
    /// Folder of the run: its state, games and networks; created if it is not there
    folder: PathBuf,
    /// The threads.
    #[command(flatten)]
    threads: Threads,
    /// The network of a new run.
    #[command(flatten)]
    shape: ShapeOptions,
    /// How much self-play searches.
    #[command(flatten)]
    effort: EffortOptions,
    /// Generations of a leg, over which the learning rate falls
    #[arg(long, default_value_t = 40, value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    leg: u32,
    /// How often each position is trained on, on average
    #[arg(long, default_value_t = 3, value_parser = RangedU64ValueParser::<u64>::new().range(1..=100))]
    reuse: u64,
    /// Generation at which the run ends, counted from its first start; without it the run ends at a signal
    #[arg(long)]
    generations: Option<u32>,
}

/// Checks that a network of this shape can be read again.
fn check_shape(shape: Shape) -> Result<Shape, String> {
    let bytes = 4 * shape.layout().count as u64 + HEADER_BYTES;
    if bytes <= MAX_BYTES {
        return Ok(shape);
    }
    let Shape { blocks, channels } = shape;
    let [taken, most] = [bytes, MAX_BYTES].map(|bytes| bytes.div_ceil(1 << 20));
    Err(format!(
        "a network of {blocks}x{channels} takes {taken} MiB, more than the {most} that are read: fewer --blocks or --channels"
    ))
}

fn checksum_weights(network: &Network) -> u32 {
    checksum(&network.weights().iter().flat_map(|weight| weight.to_le_bytes()).collect::<Vec<u8>>())
}

fn parse_share(word: &str) -> Result<f64, String> {
    let share = word.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to 1".to_owned())
}

fn parse_temperature(word: &str) -> Result<f32, String> {
    let temperature = word.parse().ok().filter(|temperature| (0.0..=10.0).contains(temperature));
    temperature.ok_or_else(|| "a number from 0 to 10".to_owned())
}

fn parse_channels(word: &str) -> Result<usize, String> {
    let channels = word.parse().ok().filter(|channels| (16..=512).contains(channels) && channels % 16 == 0);
    channels.ok_or_else(|| "a multiple of 16, from 16 to 512".to_owned())
}

/// Runs until the wanted generation or a signal.
///
/// # Errors
/// A file of the folder cannot be read or written, or is damaged; another process uses the folder, or it is of a run with other
/// options; self-play without searches.
pub fn run(options: &Options, print: Tell<'_>) -> Result<(), String> {
    if options.effort.simulations == 0 {
        return Err("without searches there is no policy to learn: --simulations is at least 1".to_owned());
    }
    let stop = stop_at_signal()?;
    let folder = &options.folder;
    let _lock = Kind::Loop.open(folder)?;
    let mut state = options.shape.resume(folder, 0)?;
    for part in ["games", "networks"] {
        fs::create_dir_all(folder.join(part)).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let numbers = state.generation.saturating_sub(WINDOW_GENERATIONS)..state.generation;
    let games = numbers.map(|number| read_complete(&State::games_path(folder, number))).collect::<Result<_, String>>()?;
    let mut window = Window::restore(games, state.positions);
    while options.generations.is_none_or(|last| state.generation < last) && !stop.load(Ordering::Relaxed) {
        make_generation(options, &mut state, &mut window, &stop, print)?;
    }
    Ok(())
}

/// Returns a flag that SIGINT and SIGTERM raise.
pub(super) fn stop_at_signal() -> Result<Arc<AtomicBool>, String> {
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, stop.clone()).map_err(|error| error.to_string())?;
    }
    Ok(stop)
}

/// Plays the remaining games of a generation and makes its remaining training steps, until `stop` is raised.
fn make_generation(
    options: &Options,
    state: &mut State,
    window: &mut Window,
    stop: &AtomicBool,
    print: Tell<'_>,
) -> Result<(), String> {
    let watch = Stopwatch::start();
    let seed = state.seed.wrapping_mul(ludion::search::FIBONACCI) ^ u64::from(state.generation) << 40;
    let games = play(options, state, seed, stop)?;
    let played = watch.cpu();
    let Some(games) = games else {
        state.seconds += played;
        return state.save(&options.folder);
    };
    let summary = summarize(&games);
    let count = games.len() as u64;
    let positions = window.add(games) as u64;
    let steps = (options.reuse * positions).div_ceil(BATCH as u64) as u32;
    if state.step > steps {
        return Err(format!(
            "generation {} was trained for {} steps, and --reuse asks for {steps}",
            state.generation, state.step
        ));
    }
    let rate = learning_rate(state, options.leg);
    let (steps_done, loss) = train(
        &mut state.optimizer,
        state.shape,
        window,
        Steps { numbers: state.step..steps, seed, rate },
        options.threads.count(),
        stop,
    );
    state.step += steps_done;
    state.seconds += watch.cpu();
    if state.step < steps {
        return state.save(&options.folder);
    }
    let line = format!(
        "generation {} positions {} window {} {summary} policy {:.4} value {:.4} owner {:.4} rate {rate:.1e} play {:.0} s train {:.0} s total {:.2} h",
        state.generation,
        state.positions + positions,
        window.len(),
        loss.policy,
        loss.value,
        loss.owner,
        played,
        watch.cpu() - played,
        state.seconds / 3600.0
    );
    let note = format!(
        "generation {}, {} games, {} positions, {:.2} core-hours",
        state.generation,
        state.games + count,
        state.positions + positions,
        state.seconds / 3600.0
    );
    let network = file::encode(&state.optimizer.network(state.shape), &note);
    replace(&State::network_path(&options.folder, state.generation), &network)?;
    state.generation += 1;
    state.step = 0;
    state.positions += positions;
    state.games += count;
    state.save(&options.folder)?;
    append(&options.folder.join("log"), &line)?;
    print(line);
    Ok(())
}

/// Adds a line to a file.
fn append(path: &Path, line: &str) -> Result<(), String> {
    let file = fs::OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| writeln!(file, "{line}")).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns all games of the present generation; `None` if stopped before the last one.
fn play(options: &Options, state: &State, seed: u64, stop: &AtomicBool) -> Result<Option<Vec<Game>>, String> {
    let sizes = STAGES.iter().find(|(positions, _)| state.positions < *positions).map_or(&[][..], |(_, sizes)| sizes);
    let count = game_count(state, sizes);
    let (mut writer, mut games) = Writer::open(&State::games_path(&options.folder, state.generation))?;
    let network = state.optimizer.network(state.shape);
    let left = missing(0..count, &games);
    if !left.is_empty() {
        let mut failure = None;
        Generation::new(&network, options.effort.schedule(), seed, sizes).play(
            &left,
            options.threads.count(),
            stop,
            &mut |game| {
                if let Err(error) = writer.write(&game) {
                    failure = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
                games.push(game);
            },
        );
        if let Some(error) = failure {
            return Err(error);
        }
    }
    Ok((games.len() as u64 >= u64::from(count)).then_some(games))
}

/// Returns the number of games of the present generation: a game has about a third as many positions as the board has cells.
fn game_count(state: &State, sizes: &[(usize, u32)]) -> u32 {
    let wanted = match state.generation {
        0 if state.positions >= LAST_STAGE => FIRST_GENERATION_STARTED,
        _ => (state.positions / GENERATION_SHARE).clamp(MIN_GENERATION, MAX_GENERATION),
    };
    let weights: u64 = sizes.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let cells: u64 = sizes.iter().map(|&(side, weight)| (side * side) as u64 * u64::from(weight)).sum();
    (3 * wanted * weights / cells).max(8) as u32
}

/// Returns the learning rate of the present generation.
fn learning_rate(state: &State, leg: u32) -> f32 {
    let along = (state.generation % leg) as f32 / leg as f32;
    let first = if state.generation < leg && state.positions < LAST_STAGE { FIRST_RATE } else { RATES[0] };
    RATES[1] + (first - RATES[1]) * 0.5 * (1.0 + (along * std::f32::consts::PI).cos())
}

/// Formats averages over the games of a generation.
fn summarize(games: &[Game]) -> String {
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    let black = games.iter().filter(|game| game.winner.index() == 0).count();
    let audits: Vec<bool> = games.iter().filter_map(|game| game.audit).collect();
    format!(
        "games {} plies {:.1} black {:.2} wrong {}/{}",
        games.len(),
        plies as f64 / games.len() as f64,
        black as f64 / games.len() as f64,
        audits.iter().filter(|&&wrong| wrong).count(),
        audits.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: ShapeOptions = ShapeOptions { blocks: Some(1), channels: Some(16), start: None, seed: Some(7) };

    #[test]
    fn a_run_is_resumed_by_its_own_options_or_by_none() {
        let state = OPTIONS.start(5).expect("a small network");
        let differs = |options: &ShapeOptions, material| options.difference(&state, material).expect("no file").is_some();
        assert!(!differs(&OPTIONS, 5));
        assert!(!differs(&ShapeOptions { blocks: None, channels: None, seed: None, ..OPTIONS }, 5));
        assert!(differs(&ShapeOptions { blocks: Some(2), ..OPTIONS }, 5));
        assert!(differs(&ShapeOptions { channels: Some(32), ..OPTIONS }, 5));
        assert!(differs(&ShapeOptions { seed: Some(8), ..OPTIONS }, 5));
        assert!(differs(&OPTIONS, 6), "other games");
        let start = Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/hex/net/weights.net"));
        assert!(differs(&ShapeOptions { start, ..OPTIONS }, 5), "it began without");
        let old = State { origin: None, ..state.clone() };
        assert_eq!(OPTIONS.difference(&old, 6), Ok(None), "an old state does not tell");
    }

    #[test]
    fn shapes_whose_files_cannot_be_read_are_refused() {
        let large = ShapeOptions { blocks: Some(20), channels: Some(256), ..OPTIONS };
        assert!(large.start(0).is_err_and(|error| error.starts_with("a network of 20x256 takes ")));
        assert!(check_shape(Shape { blocks: 12, channels: 256 }).is_ok());
    }
}

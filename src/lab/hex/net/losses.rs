//! How well networks predict games that they were not trained on: their losses, by ply.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use ludion::files;
use ludion::game::Tell;
use ludion::games::hex::net::loss::cross_entropy;
use ludion::games::hex::net::{AnyNetwork, Output, Workspace};
use ludion::grid::Cell;
use parking_lot::Mutex;

use super::record::{Game, read_complete};
use crate::lab::long_run::Threads;

/// Plies of a line of the table.
const BAND: usize = 8;

/// The last line of the table has all plies from this one on.
const LAST_BAND: usize = 40;

/// Bounds of the factor of value logits.
const MAX_FACTOR: f64 = 16.0;

/// The options.
#[derive(Args, Debug)]
pub(crate) struct LossesOptions {
    /// Files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// A network, `builtin` or a file; give it again for more
    #[arg(long = "network", value_name = "NETWORK", default_value = "builtin")]
    networks: Vec<String>,
    /// Only games on boards of this side
    #[arg(long, value_parser = RangedU64ValueParser::<usize>::new().range(3..=19))]
    size: Option<usize>,
    /// Positions at most, evenly spaced over all games
    #[arg(long, default_value_t = 20_000, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    positions: usize,
    /// The threads.
    #[command(flatten)]
    threads: Threads,
}

/// What a network says of a position, the mean of both half-turns.
#[derive(Clone, Copy, Debug)]
struct Prediction {
    ply: usize,
    /// Logit of a win of the mover.
    value: f32,
    /// Whether the mover won: 1 or 0.
    result: f32,
    /// How the policy compares with that of the search, if there was one.
    policy: Option<Comparison>,
}

/// How a network's policy compares with that of a search.
#[derive(Clone, Copy, Debug)]
struct Comparison {
    /// Cross-entropy, in nats.
    loss: f32,
    /// Whether both have the same likeliest move.
    agrees: bool,
}

/// Prints for each network and each band of plies the mean losses: of the value against the results, in nats; the same with logits times
/// the factor that makes it least (C. Guo et al., *On calibration of modern neural networks*, 2017); of the policy against those of
/// the searches, if there were any; and how often the likeliest moves agree.
///
/// # Errors
/// A file cannot be read, or is damaged; there are no such games; a network does not play on their boards.
pub(crate) fn run_losses(options: &LossesOptions, print: Tell<'_>) -> Result<(), String> {
    let mut games = Vec::new();
    for path in &options.games {
        games.extend(read_complete(path)?);
    }
    games.retain(|game| options.size.is_none_or(|side| game.size.width == side && game.size.height == side));
    let picks = pick(&games, options.positions);
    if picks.is_empty() {
        return Err("there are no such games".to_owned());
    }
    for word in &options.networks {
        let network = load(word)?;
        if let Some(game) = games.iter().find(|game| !network.plays_on(game.size)) {
            return Err(format!("{word} does not play on {}x{}", game.size.width, game.size.height));
        }
        let predictions = predict(&network, &games, &picks, options.threads.count());
        for first in (0..=LAST_BAND).step_by(BAND) {
            let end = if first == LAST_BAND { usize::MAX } else { first + BAND };
            let band: Vec<_> = predictions.iter().copied().filter(|seen| (first..end).contains(&seen.ply)).collect();
            if !band.is_empty() {
                let plies = if first == LAST_BAND { format!("{first}-") } else { format!("{first}-{}", end - 1) };
                print(format!("{word} plies {plies} {}", describe(&band)));
            }
        }
        print(format!("{word} plies all {}", describe(&predictions)));
    }
    Ok(())
}

fn load(word: &str) -> Result<AnyNetwork, String> {
    if word == "builtin" {
        return Ok(AnyNetwork::Builtin);
    }
    let bytes = files::read_regular(word.as_ref(), files::MAX_BYTES).map_err(|error| format!("{word}: {error}"))?;
    AnyNetwork::decode(&bytes).map(|(network, _)| network).map_err(|error| format!("{word}: {error}"))
}

/// Returns at most `most` samples, each a game's place and the sample's number, evenly spaced.
fn pick(games: &[Game], most: usize) -> Vec<(usize, usize)> {
    let all: Vec<_> =
        games.iter().enumerate().flat_map(|(at, game)| (0..game.sample_count()).map(move |index| (at, index))).collect();
    let count = all.len().min(most);
    (0..count).map(|number| all[number * all.len() / count]).collect()
}

fn predict(network: &AnyNetwork, games: &[Game], picks: &[(usize, usize)], threads: usize) -> Vec<Prediction> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(picks.len())));
    let work = || {
        let mut workspace = Workspace::default();
        while let Some(&(game, index)) = picks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let prediction = predict_sample(network, &games[game], index, &mut workspace);
            found.lock().push(prediction);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    found.into_inner()
}

fn predict_sample(network: &AnyNetwork, game: &Game, index: usize, workspace: &mut Workspace) -> Prediction {
    let (board, to_move, target) = game.position(index).expect("a sample of the game");
    let turns: [Output; 2] = [false, true].map(|half_turn| network.evaluate(&board, to_move, half_turn, workspace));
    let logit = |cell: Cell| 0.5 * (turns[0].policy[cell.index()] + turns[1].policy[cell.index()]);
    let logits: Vec<(Cell, f32)> = board.empty_cells().map(|cell| (cell, logit(cell))).collect();
    let &(likeliest, highest) = logits.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("an empty cell before a move");
    let log_sum = highest + logits.iter().map(|(_, logit)| (logit - highest).exp()).sum::<f32>().ln();
    let policy = target.policy.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|&(searched, _)| Comparison {
        loss: target.policy.iter().map(|&(cell, share)| share * (log_sum - logit(cell))).sum(),
        agrees: searched == likeliest,
    });
    Prediction {
        ply: board.stone_count(),
        value: 0.5 * (turns[0].value + turns[1].value),
        result: f32::from(u8::from(game.winner == to_move)),
        policy,
    }
}

fn describe(predictions: &[Prediction]) -> String {
    let mean = |losses: &mut dyn ExactSizeIterator<Item = f32>| {
        let count = losses.len() as f64;
        losses.map(f64::from).sum::<f64>() / count
    };
    let value = |factor: f64| mean(&mut predictions.iter().map(|seen| cross_entropy(seen.value * factor as f32, seen.result)));
    let factor = least(value);
    let count = predictions.len();
    let mut text = format!("positions {count} value {:.4} factor {factor:.2} scaled {:.4}", value(1.0), value(factor));
    let policies: Vec<Comparison> = predictions.iter().filter_map(|seen| seen.policy).collect();
    if !policies.is_empty() {
        let loss = mean(&mut policies.iter().map(|policy| policy.loss));
        let agreement = 100.0 * mean(&mut policies.iter().map(|policy| f32::from(u8::from(policy.agrees))));
        text += &format!(" policy {loss:.4} agreement {agreement:.1}%");
    }
    text
}

/// Returns where a function with one minimum is least, between the bounds of the factor.
fn least(function: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-MAX_FACTOR.ln(), MAX_FACTOR.ln());
    while high - low > 1e-3 {
        let third = (high - low) / 3.0;
        if function((low + third).exp()) < function((high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    (0.5 * (low + high)).exp()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use ludion::games::hex::net::{Network, Shape};

    use super::super::optimizer::random_network;
    use super::super::search::Schedule;
    use super::super::selfplay::Generation;
    use super::*;

    #[test]
    fn weights_of_zero_know_nothing() {
        let network = random_network(2);
        let generation = Generation::new(&network, Schedule::of_visits(4), 3, &[(5, 1)]);
        let games: Vec<Game> = (0..6)
            .map(|number| generation.game(number, &mut Workspace::default(), &AtomicBool::new(false)).expect("not stopped"))
            .collect();
        let shape = Shape { blocks: 1, channels: 16 };
        let zero = Network::new(shape, vec![0.0; shape.layout().count]).expect("as many weights as the shape has");
        let picks = pick(&games, 20);
        assert_eq!(picks.len(), 20);
        let predictions = predict(&AnyNetwork::Own(Arc::new(zero)), &games, &picks, 2);
        for seen in &predictions {
            assert_eq!(seen.value, 0.0);
            let policy = seen.policy.expect("searches in all games");
            assert!((policy.loss - ((25 - seen.ply) as f32).ln()).abs() < 1e-4);
        }
        assert!(describe(&predictions).starts_with("positions 20 value 0.6931 "));
        let winners: Vec<f32> = picks
            .iter()
            .map(|&(game, index)| {
                let (_, to_move, _) = games[game].position(index).expect("a sample of the game");
                f32::from(u8::from(to_move == games[game].winner))
            })
            .collect();
        assert_eq!(predictions.iter().map(|seen| seen.result).sum::<f32>(), winners.iter().sum::<f32>());
    }

    #[test]
    fn factors_undo_logits_that_are_too_small() {
        let policy = |agrees| Some(Comparison { loss: 0.0, agrees });
        let seen = Prediction { ply: 0, value: 1.0, result: 1.0, policy: policy(true) };
        let mut predictions = vec![seen; 88];
        predictions.extend([Prediction { result: 0.0, policy: policy(false), ..seen }; 12]);
        let text = describe(&predictions);
        // The logit of 88 % is 1.99; the entropy of 88 % and 12 % is 0.3669 nats.
        assert!(text.contains(" factor 1.99 scaled 0.3669 ") && text.ends_with(" agreement 88.0%"), "{text}");
        predictions.iter_mut().for_each(|seen| seen.policy = None);
        assert!(describe(&predictions).ends_with(" scaled 0.3669"), "nothing of policies");
    }
}

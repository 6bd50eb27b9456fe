//! Training: batches of positions from a window of games, on several threads, with the same bits whatever their number.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ludion::games::hex::net::gradient::{Backward, Example, Scratch};
use ludion::games::hex::net::loss::Loss;
use ludion::games::hex::net::padded_grid::View;
use ludion::games::hex::net::{InstructionSet, Network, Shape, Workspace};
use parking_lot::Mutex;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::half_turn::HalfTurn;
use super::optimizer::Optimizer;
use super::record::Game;

/// Positions of a batch.
pub const BATCH: usize = 128;

/// Parts of a batch, whose gradients are added up in a fixed order.
const PARTS: usize = 16;

/// Most positions of a stack: the more, the less often the weights are read, until the activations no longer fit the cache.
const STACK: usize = 4;

/// Fewest positions that a window holds, once there are as many.
const MIN_WINDOW: usize = 20_000;

/// Most positions that a window holds.
const MAX_WINDOW: usize = 300_000;

/// Share of all positions so far that a window holds between these.
const WINDOW_SHARE: f64 = 0.4;

/// The newest games, to draw positions from.
#[derive(Default)]
pub struct Window {
    games: VecDeque<(Game, usize)>,
    positions: usize,
    /// Positions of all games that were ever added.
    total: usize,
}

impl Window {
    /// Returns a window of all positions of these games.
    #[must_use]
    pub fn of_all(games: Vec<Game>) -> Self {
        let games: VecDeque<_> =
            games.into_iter().map(|game| (game.sample_count(), game)).map(|(count, game)| (game, count)).collect();
        let positions = games.iter().map(|(_, count)| count).sum();
        Window { games, positions, total: positions }
    }

    /// Returns the window that a run had after some generations of games, of which only the last ones are given; `total` is the
    /// number of positions of all of them.
    #[must_use]
    pub fn restore(generations: Vec<Vec<Game>>, total: u64) -> Self {
        let given: usize = generations.iter().flatten().map(Game::sample_count).sum();
        let mut window = Window { total: total as usize - given, ..Window::default() };
        for games in generations {
            window.add(games);
        }
        window
    }

    /// Adds games and drops the oldest ones that the window no longer needs. Returns the number of positions added.
    pub fn add(&mut self, mut games: Vec<Game>) -> usize {
        games.sort_by_key(|game| game.number);
        let before = self.total;
        for game in games {
            let count = game.sample_count();
            self.positions += count;
            self.total += count;
            self.games.push_back((game, count));
        }
        let wanted = ((self.total as f64 * WINDOW_SHARE) as usize).clamp(MIN_WINDOW, MAX_WINDOW);
        while self.games.front().is_some_and(|(_, count)| self.positions - count >= wanted) {
            self.positions -= self.games.pop_front().map_or(0, |(_, count)| count);
        }
        self.total - before
    }

    /// Returns the number of positions in the window.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions
    }

    /// Returns how many positions are drawn until each one with a policy was drawn once on average, or each one where all are of one kind.
    #[must_use]
    pub fn pass(&self) -> usize {
        let Index { with_policy, without } = self.index();
        if with_policy.is_empty() || without.is_empty() { self.positions } else { 2 * with_policy.len() }
    }

    fn index(&self) -> Index {
        let mut index = Index::default();
        for (game, (it, _)) in self.games.iter().enumerate() {
            for (sample, has_policy) in it.have_policies().enumerate() {
                let kind = if has_policy { &mut index.with_policy } else { &mut index.without };
                kind.push((game as u32, sample as u16));
            }
        }
        index
    }

    fn example(&self, (game, sample): Place, half_turn: bool) -> Example {
        let (game, _) = &self.games[game as usize];
        let (board, to_move, target) = game.position(usize::from(sample)).expect("an indexed sample");
        Example { board, view: View { size: game.size, to_move, half_turn }, target }
    }
}

/// Where a position of a window is: the place of its game, and the number of the sample.
type Place = (u32, u16);

/// Where the positions of a window are.
#[derive(Default)]
struct Index {
    with_policy: Vec<Place>,
    without: Vec<Place>,
}

impl Index {
    /// Draws the position of this number in a batch: every other one has a policy, if the window holds both kinds.
    fn draw(&self, number: usize, random: &mut Pcg64Mcg) -> Place {
        let has_policy = self.without.is_empty() || number.is_multiple_of(2) && !self.with_policy.is_empty();
        let kind = if has_policy { &self.with_policy } else { &self.without };
        kind[random.random_range(0..kind.len())]
    }
}

/// Sorts examples into stacks of boards of one size.
fn stack(mut examples: Vec<Example>) -> Vec<Vec<Example>> {
    let size = |example: &Example| (example.view.grid().stride(), example.view.grid().area());
    examples.sort_by_key(size);
    examples.chunk_by(|a, b| size(a) == size(b)).flat_map(|same| same.chunks(STACK)).map(<[Example]>::to_vec).collect()
}

/// Steps of training, each drawn from the seed and its number.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Numbers of the steps.
    pub numbers: Range<u32>,
    /// Seed of the batches: with the step's number it determines each.
    pub seed: u64,
    /// Learning rate.
    pub rate: f32,
}

/// Trains a network of a shape; one that a half-turn does not change stays so. Returns how many steps were made, fewer if stopped,
/// and their mean loss.
pub(super) fn train(
    optimizer: &mut Optimizer,
    shape: Shape,
    window: &Window,
    steps: Steps,
    threads: usize,
    stop: &AtomicBool,
) -> (u32, Loss) {
    let index = window.index();
    let half_turn = Some(HalfTurn::new(shape)).filter(|half_turn| half_turn.keeps(&optimizer.weights));
    let parts: Vec<Part> = (0..PARTS).map(|_| Mutex::default()).collect();
    let (mut sum, mut count) = (Loss::default(), 0);
    for step in steps.numbers {
        let mut random = Pcg64Mcg::seed_from_u64(steps.seed ^ u64::from(step) << 32 ^ 0x7ea1);
        let draw = |number| window.example(index.draw(number, &mut random), random.random());
        let stacks = stack((0..BATCH).map(draw).collect());
        let network = Network::new(shape, optimizer.weights.clone()).expect("as many weights as the shape has");
        let Some((mut gradient, loss)) = gradient(&network, &stacks, &parts, threads, stop) else { break };
        if let Some(half_turn) = &half_turn {
            half_turn.tie(&mut gradient, 0.5);
        }
        optimizer.step(&gradient, steps.rate);
        sum.add(loss);
        count += 1;
    }
    (count, sum.scale(1.0 / count.max(1) as f32))
}

/// The sum of the derivatives of a part of a batch, and of the losses.
type Part = Mutex<(Vec<f32>, Loss)>;

/// Returns the mean gradient and loss of a batch, that of the policy over the positions that have one; nothing when stopped. `parts`
/// is memory for the sums, kept from one batch to the next.
fn gradient(
    network: &Network,
    stacks: &[Vec<Example>],
    parts: &[Part],
    threads: usize,
    stop: &AtomicBool,
) -> Option<(Vec<f32>, Loss)> {
    let backward = Backward::new(network);
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut workspace, mut scratch) = (Workspace::default(), Scratch::default());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { break };
            let (gradient, loss) = &mut *part.lock();
            gradient.clear();
            gradient.resize(network.weights().len(), 0.0);
            *loss = Loss::default();
            for stack in stacks.iter().skip(number).step_by(parts.len()) {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                loss.add(backward.add_examples(stack, &mut workspace, &mut scratch, gradient));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let (mut gradient, mut loss) = (vec![0.0; network.weights().len()], Loss::default());
    for part in parts {
        let (part, its_loss) = &*part.lock();
        gradient.iter_mut().zip(part).for_each(|(sum, g)| *sum += g / BATCH as f32);
        loss.add(*its_loss);
    }
    backward.restore_order(InstructionSet::detect(), &mut gradient);
    let policies = stacks.iter().flatten().filter(|example| !example.target.policy.is_empty()).count();
    let policy = loss.policy / policies.max(1) as f32;
    Some((gradient, Loss { policy, ..loss.scale(1.0 / BATCH as f32) }))
}

#[cfg(test)]
mod tests {
    use super::super::search::Schedule;
    use super::super::selfplay::Generation;
    use super::*;

    const SHAPE: Shape = Shape { blocks: 1, channels: 16 };

    fn play(threads: usize) -> Window {
        let network = Optimizer::new(SHAPE, 1).network(SHAPE);
        let mut games = Vec::new();
        let schedule = Schedule { sampled_plies: 4, forks: 0.5, ..Schedule::of_visits(4) };
        Generation::new(&network, schedule, 5, &[(3, 1), (4, 1)]).play(
            &[0, 1, 2, 3, 4, 5],
            threads,
            &AtomicBool::new(false),
            &mut |game| games.push(game),
        );
        let mut window = Window::default();
        window.add(games);
        window
    }

    fn train_with(optimizer: &mut Optimizer, window: &Window, numbers: Range<u32>, threads: usize) {
        let count = numbers.len() as u32;
        let steps = Steps { numbers, seed: 7, rate: 1e-3 };
        let (steps_made, loss) = train(optimizer, SHAPE, window, steps, threads, &AtomicBool::new(false));
        assert_eq!(steps_made, count);
        assert!(loss.total().is_finite());
    }

    #[test]
    fn threads_and_pauses_change_no_bit() {
        let (one, two) = (play(1), play(2));
        assert_eq!(one.games, two.games);
        let mut at_once = Optimizer::new(SHAPE, 1);
        train_with(&mut at_once, &one, 0..4, 1);
        let mut in_parts = Optimizer::new(SHAPE, 1);
        train_with(&mut in_parts, &two, 0..3, 2);
        train_with(&mut in_parts, &two, 3..4, 2);
        assert_eq!(at_once, in_parts);
    }

    #[test]
    fn a_restored_window_is_the_one_that_was_left() {
        let played = play(1).games.into_iter().map(|(game, _)| game).collect::<Vec<_>>();
        // Each generation has as many positions as the window holds at least.
        let copies = MIN_WINDOW / played.iter().map(Game::sample_count).sum::<usize>() + 1;
        let generation: Vec<Game> = (0..copies).flat_map(|_| played.clone()).collect();
        let (mut whole, mut total) = (Window::default(), 0);
        for _ in 0..8 {
            total += whole.add(generation.clone()) as u64;
        }
        let restored = Window::restore(vec![generation; 5], total);
        assert!(whole.positions < whole.total / 2, "the oldest games are gone");
        assert_eq!((restored.games, restored.positions, restored.total), (whole.games, whole.positions, whole.total));
    }

    #[test]
    fn half_of_a_batch_is_of_games_without_searches() {
        let mut games: Vec<Game> = play(1).games.into_iter().map(|(game, _)| game).collect();
        let searched = Window::of_all(games.clone());
        let network = Optimizer::new(SHAPE, 1).network(SHAPE);
        let schedule = Schedule::of_visits(0);
        let numbers: Vec<u32> = (0..40).collect();
        Generation::new(&network, schedule, 5, &[(4, 1)])
            .play(&numbers, 1, &AtomicBool::new(false), &mut |game| games.push(game));
        let window = Window::of_all(games);
        assert_eq!((searched.pass(), window.pass()), (searched.len(), 2 * searched.len()));
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let index = window.index();
        for number in 0..BATCH {
            let example = window.example(index.draw(number, &mut random), false);
            assert_eq!(example.target.policy.is_empty(), number % 2 == 1);
        }
    }

    #[test]
    fn training_lowers_the_loss_of_what_it_sees() {
        let window = play(2);
        let mut optimizer = Optimizer::new(SHAPE, 1);
        let loss = |optimizer: &mut Optimizer, numbers| {
            let steps = Steps { numbers, seed: 7, rate: 3e-3 };
            train(optimizer, SHAPE, &window, steps, 2, &AtomicBool::new(false)).1.total()
        };
        let first = loss(&mut optimizer, 0..2);
        loss(&mut optimizer, 2..40);
        let last = loss(&mut optimizer, 40..42);
        assert!(last < 0.8 * first, "{first} {last}");
        assert!(HalfTurn::new(SHAPE).keeps(&optimizer.weights) && HalfTurn::new(SHAPE).keeps(&optimizer.average));
    }
}

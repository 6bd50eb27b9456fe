//! Games of a network against itself.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use ludion::color::Color;
use ludion::games::hex::board::Board;
use ludion::games::hex::net::{Network, Workspace};
use ludion::grid::{Cell, Size};
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::record::{Game, Sample};
use super::search::{Schedule, Search};

/// Share of games that are resigned; the others are played out, to measure how often a resignation is wrong.
const RESIGN_SHARE: f64 = 0.8;

/// A game is resigned when the searches of [`RESIGN_PLIES`] plies in a row all have a value above this for the same winner.
const RESIGN_VALUE: f32 = 0.97;

/// See [`RESIGN_VALUE`].
const RESIGN_PLIES: u32 = 4;

/// Probability that the second stone is drawn, too, where the first is drawn from all cells.
const RANDOM_SECOND: f64 = 0.5;

/// Probability that the first stone is drawn by how even it is, and how fast that falls with the logit of a win.
const EVEN_FIRST: f64 = 0.6;
const EVEN_LOGIT: f32 = 0.7;

/// A fork comes after at most one ply for this many cells: 20 plies on 11x11.
const FORK_CELLS: usize = 6;

/// How many moves are drawn for the unusual one of a fork: the fewer, the more unusual it is.
const FORK_MOVES: Range<usize> = 3..17;

/// What all games of a generation share.
pub(super) struct Generation<'a> {
    /// Who plays.
    pub network: &'a Network,
    /// How much is searched.
    pub schedule: Schedule,
    /// From it and a game's number every choice of the game follows.
    pub seed: u64,
    /// Sizes of boards with their weights.
    pub sizes: &'a [(usize, u32)],
    /// For each of the sizes the weight of each first stone, the even ones most.
    first_stones: Vec<Vec<f32>>,
}

impl<'a> Generation<'a> {
    /// Creates a generation and evaluates all first stones of each size.
    #[must_use]
    pub fn new(network: &'a Network, schedule: Schedule, seed: u64, sizes: &'a [(usize, u32)]) -> Self {
        let mut workspace = Workspace::default();
        let first_stones = sizes.iter().map(|&(side, _)| first_stone_weights(network, side, &mut workspace)).collect();
        Generation { network, schedule, seed, sizes, first_stones }
    }

    /// Plays the games of these numbers on `threads` threads and hands over each one as it ends. Ends early, without the
    /// games that are not finished, when `stop` is raised.
    pub fn play(&self, numbers: &[u32], threads: usize, stop: &AtomicBool, take: &mut (dyn FnMut(Game) + Send)) {
        let next = AtomicU32::new(0);
        let (sender, receiver) = crossbeam::channel::bounded::<Game>(64);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(|| {
                    let sender = sender;
                    let mut workspace = Workspace::default();
                    while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                        let Some(game) = self.game(number, &mut workspace, stop) else { break };
                        if sender.send(game).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            receiver.iter().for_each(take);
        });
    }

    /// Plays one game; `None` when stopped.
    #[must_use]
    pub fn game(&self, number: u32, workspace: &mut Workspace, stop: &AtomicBool) -> Option<Game> {
        let mut random = Pcg64Mcg::seed_from_u64(self.seed ^ (u64::from(number) << 32 | 0x5eed));
        let kind = draw_index(self.sizes.iter().map(|&(_, weight)| weight as f32), &mut random);
        let size = Size::square(self.sizes[kind].0);
        let mut board = Board::new(size);
        let mut plies: Vec<_> = self.opening(kind, size, &mut random).into_iter().map(|cell| (cell, None)).collect();
        for (ply, (cell, _)) in plies.iter().enumerate() {
            board.play(Color::BOTH[ply % 2], *cell);
        }
        if self.schedule.forks > 0.0 && random.random_bool(self.schedule.forks) {
            let fork = self.fork(&mut board, &mut random, workspace);
            plies.extend(fork.into_iter().map(|cell| (cell, None)));
        }
        let may_be_short = random.random_bool(RESIGN_SHARE);
        let mut search = Search::new(self.network, self.schedule.rest, workspace);
        let mut resign_rule = ResignRule::default();
        while board.winner().is_none() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let to_move = Color::BOTH[plies.len() % 2];
            search.effort = self.schedule.effort(plies.len());
            let found = search.run(&mut board, to_move, self.schedule.temperature, &mut random);
            resign_rule.see(to_move, found.value);
            let cell = if plies.len() < self.schedule.sampled_plies { found.selected } else { found.likeliest };
            board.play(to_move, cell);
            search.follow(cell);
            let policy = if search.effort.simulations > 0 { found.policy } else { Vec::new() };
            plies.push((cell, Some(Sample::new(found.value, policy))));
            if may_be_short && resign_rule.winner.is_some() && !found.wins_at_once {
                break;
            }
        }
        let (winner, is_short) = match board.winner() {
            Some(winner) => (winner, false),
            None => (resign_rule.winner.unwrap_or(Color::Black), true),
        };
        let audit = resign_rule.winner.filter(|_| !may_be_short).map(|sure| sure != winner);
        Some(Game { number, size, winner, is_short, audit, plies })
    }

    fn opening(&self, kind: usize, size: Size, random: &mut Pcg64Mcg) -> Vec<Cell> {
        if random.random_bool(EVEN_FIRST) {
            return vec![Cell(draw_index(self.first_stones[kind].iter().copied(), random) as u16)];
        }
        let first = size.cells().choose(random).expect("a board has cells");
        let second = size.cells().filter(|&cell| cell != first).choose(random);
        std::iter::once(first).chain(second.filter(|_| random.random_bool(RANDOM_SECOND))).collect()
    }

    /// Plays some moves by the policy and then an unusual one: of some drawn from all cells, the best by the value after it. So a
    /// network sees how games go on after moves that it would not choose, as other players make them. Returns these moves.
    fn fork(&self, board: &mut Board, random: &mut Pcg64Mcg, workspace: &mut Workspace) -> Vec<Cell> {
        let count = random.random_range(0..=board.size().area() / FORK_CELLS);
        let mut moves = Vec::with_capacity(count + 1);
        for _ in 0..count {
            if board.winner().is_some() {
                return moves;
            }
            let to_move = Color::BOTH[board.stone_count() % 2];
            let cells: Vec<Cell> = board.empty_cells().collect();
            let policy = self.network.evaluate(board, to_move, random.random(), workspace).policy;
            let highest = cells.iter().map(|cell| policy[cell.index()]).fold(f32::NEG_INFINITY, f32::max);
            let cell = cells[draw_index(cells.iter().map(|cell| (policy[cell.index()] - highest).exp()), random)];
            board.play(to_move, cell);
            moves.push(cell);
        }
        let to_move = Color::BOTH[board.stone_count() % 2];
        let count = random.random_range(FORK_MOVES);
        let draws = board.empty_cells().sample(random, count);
        let mut loss = |cell: &Cell| {
            board.play(to_move, *cell);
            let value = self.network.evaluate(board, to_move.other(), random.random(), workspace).value;
            board.undo();
            value
        };
        let losses: Vec<f32> = draws.iter().map(&mut loss).collect();
        let best = (0..draws.len()).min_by(|&a, &b| losses[a].total_cmp(&losses[b])).expect("a board that is not full");
        board.play(to_move, draws[best]);
        moves.push(draws[best]);
        moves
    }
}

/// The first time that the searches of both players agree for some plies on who wins.
#[derive(Default)]
struct ResignRule {
    winner: Option<Color>,
    leader: Option<Color>,
    plies: u32,
}

impl ResignRule {
    fn see(&mut self, to_move: Color, value: f32) {
        let leader = match value {
            value if value > RESIGN_VALUE => Some(to_move),
            value if value < -RESIGN_VALUE => Some(to_move.other()),
            _ => None,
        };
        self.plies = if leader.is_some() && leader == self.leader { self.plies + 1 } else { u32::from(leader.is_some()) };
        self.leader = leader;
        if self.plies >= RESIGN_PLIES && self.winner.is_none() {
            self.winner = leader;
        }
    }
}

/// Returns how likely each first stone is: the more even, the likelier.
pub(super) fn first_stone_weights(network: &Network, side: usize, workspace: &mut Workspace) -> Vec<f32> {
    let size = Size::square(side);
    let mut board = Board::new(size);
    let mut weight = |cell| {
        board.play(Color::Black, cell);
        let turns = [false, true].map(|turn| network.evaluate(&board, Color::White, turn, workspace).value);
        board.undo();
        let logit = 0.5 * (turns[0] + turns[1]) / EVEN_LOGIT;
        (-0.5 * logit * logit).exp() + 1e-3
    };
    size.cells().map(&mut weight).collect()
}

/// Draws an index in proportion to its weight.
pub(super) fn draw_index(weights: impl Iterator<Item = f32> + Clone, random: &mut Pcg64Mcg) -> usize {
    let mut left = random.random_range(0.0..1.0) * weights.clone().sum::<f32>();
    let mut last = 0;
    for (index, weight) in weights.enumerate() {
        last = index;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Returns the numbers of a range that are not among those of some games.
#[must_use]
pub fn missing(range: Range<u32>, games: &[Game]) -> Vec<u32> {
    let present: HashSet<u32> = games.iter().map(|game| game.number).collect();
    range.filter(|number| !present.contains(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::optimizer::random_network;
    use super::*;

    #[test]
    fn samples_of_a_fork_begin_after_its_last_drawn_move() {
        let network = random_network(2);
        let schedule = Schedule { forks: 1.0, ..Schedule::of_visits(4) };
        let generation = Generation::new(&network, schedule, 3, &[(7, 1)]);
        let drawn: Vec<usize> = (0..20)
            .map(|number| {
                let game = generation.game(number, &mut Workspace::default(), &AtomicBool::new(false)).expect("not stopped");
                let drawn = game.plies.iter().take_while(|(_, sample)| sample.is_none()).count();
                assert_eq!(game.sample_count(), game.plies.len() - drawn);
                drawn
            })
            .collect();
        let longest = 2 + 49 / FORK_CELLS + 1;
        assert!(drawn.iter().all(|drawn| (2..=longest).contains(drawn)));
        assert!(drawn.iter().any(|&drawn| drawn > longest / 2));
    }

    #[test]
    fn games_without_searches_follow_the_policy() {
        let network = random_network(2);
        let schedule = Schedule { temperature: 0.0, ..Schedule::of_visits(0) };
        let generation = Generation::new(&network, schedule, 3, &[(5, 1)]);
        let mut workspace = Workspace::default();
        for number in 0..10 {
            let game = generation.game(number, &mut workspace, &AtomicBool::new(false)).expect("not stopped");
            assert!(game.have_policies().all(|has_policy| !has_policy));
            let mut board = Board::new(game.size);
            for (ply, &(cell, ref sample)) in game.plies.iter().enumerate() {
                let to_move = Color::BOTH[ply % 2];
                let likeliest = [false, true].map(|half_turn| {
                    let policy = network.evaluate(&board, to_move, half_turn, &mut workspace).policy;
                    board.empty_cells().max_by(|a, b| policy[a.index()].total_cmp(&policy[b.index()]))
                });
                board.play(to_move, cell);
                let wins = board.winner() == Some(to_move);
                assert!(sample.is_none() || wins || likeliest.contains(&Some(cell)), "game {number}, ply {ply}");
            }
        }
    }
}

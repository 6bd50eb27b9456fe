//! The player: it chooses a line for a board within a budget, by the exact solver and the search, or as one of
//! [`rule_players`](super::rule_players).

use std::sync::Arc;
use std::time::Instant;

use super::board::{Board, Line, Size};
use super::dual::Dual;
use super::position::{Cut, DotsPosition};
use super::rule_players::{greedy_move, rules_move};
use super::solver::bits::{Bits, Wide, iter_bits};
use super::solver::graph::Strings;
use super::solver::memory::Memory;
use super::solver::mix::mix;
use super::solver::solve::{Bounds, Capture, Solver, capture};
use super::solver::table::Table as Proofs;
use crate::search::{self, Budget, KeptTable, Limits, Report, Watch};
use crate::settings::Settings;

/// The kinds of players that `param player` offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PlayerKind {
    /// The exact solver if the position is small enough, else alpha-beta with an evaluation.
    #[default]
    Exact,
    /// The decision tree of *La Pipopipette*.
    Rules,
    /// Takes what it can, else draws any safe line, else gives away as little as it can.
    Greedy,
}

impl PlayerKind {
    /// All of them, in order.
    pub const ALL: [PlayerKind; 3] = [PlayerKind::Exact, PlayerKind::Rules, PlayerKind::Greedy];
}

/// The line that a player chose.
#[derive(Clone, Debug)]
pub struct LineChoice {
    pub line: Line,
    /// The margin that it leads to, if it is proved.
    pub margin: Option<i32>,
    /// What the search has found, if it was needed.
    pub report: Option<Report<Line>>,
    /// Whether it is a capture that is always right, so that nothing was searched.
    pub is_free: bool,
}

impl LineChoice {
    /// Creates a choice without a margin or a report.
    const fn new(line: Line) -> Self {
        LineChoice { line, margin: None, report: None, is_free: false }
    }
}

/// A player, with the tables that it keeps from one command to the next.
#[derive(Default)]
pub struct Player {
    /// How it chooses lines.
    pub kind: PlayerKind,
    proofs: Option<Memory>,
    /// The table of the alpha-beta search, whose keys belong to a size of board.
    table: KeptTable<Size>,
}

/// A board for which a line is wanted.
#[derive(Clone, Copy)]
struct Task<'a> {
    board: &'a Board,
    settings: &'a Settings,
    budget: &'a Budget,
}

/// The solver is tried on positions of up to this many open lines, and `n` more if it may search `2^n` nodes. Most positions of
/// that size take more nodes, but the entries that are proved are used for the next move.
const SOLVABLE_LINES: u32 = 26;

/// Nodes that a thread of the solver searches in a second, at least.
const NODES_A_SECOND: f64 = 500_000.0;

/// Share of the budget for a move that the solver may take.
const EXACT_SHARE: f64 = 0.5;

/// Nodes searched at level 1.
const LEVEL_NODES: u64 = 10;

/// Factor of nodes from a level to the next.
const LEVEL_FACTOR: u64 = 3;

/// Below full strength the solver is used up to this many open lines, and two more for each level.
const LEVEL_SOLVABLE_LINES: u32 = 4;

impl Player {
    /// Creates a player without tables.
    #[must_use]
    pub fn new(kind: PlayerKind) -> Self {
        Player { kind, ..Player::default() }
    }

    /// Chooses a line in a game that is not over; `None` on a full board.
    pub fn choose(&mut self, board: &Board, settings: &Settings, budget: &Budget, watch: Watch<'_, Line>) -> Option<LineChoice> {
        let task = Task { board, settings, budget };
        let salt = settings.seed ^ mix(board.record().len() as u64);
        if self.kind == PlayerKind::Exact
            && let Some(dual) = board.dual()
        {
            return self.choose_exact(&dual, task, watch);
        }
        let dual: Dual<Wide> = board.open_dual()?;
        let string = match self.kind {
            PlayerKind::Greedy => greedy_move(&dual.graph, dual.left, salt),
            PlayerKind::Rules => rules_move(&dual.graph, dual.left, salt, budget),
            PlayerKind::Exact => return self.search_move(&dual, task, watch),
        };
        string.map(|string| LineChoice::new(dual.line(string)))
    }

    /// Solves the position if it is small enough, else searches it.
    fn choose_exact(&mut self, dual: &Dual, task: Task<'_>, watch: Watch<'_, Line>) -> Option<LineChoice> {
        let Task { settings, budget, .. } = task;
        if dual.left == 0 {
            return None;
        }
        if let Capture::Free(string) = capture(&dual.graph, dual.left) {
            return Some(LineChoice { is_free: true, ..LineChoice::new(dual.line(string)) });
        }
        let full = settings.level >= Settings::FULL_LEVEL;
        let (share, mut left) = (budget.part(EXACT_SHARE), budget.clone());
        let most =
            if full { max_solvable_lines(&share, settings.threads) } else { LEVEL_SOLVABLE_LINES + 2 * settings.level as u32 };
        if dual.left.count_ones() <= most {
            let (bounds, string, nodes) = self.solve(dual, settings, &share);
            if let Some(string) = string {
                return Some(LineChoice { margin: bounds.value(), ..LineChoice::new(dual.line(string)) });
            }
            left = budget.after_nodes(nodes);
        }
        self.search_move(dual, Task { budget: &left, ..task }, watch)
    }

    /// Chooses the line that the alpha-beta search finds best.
    fn search_move<S: Bits>(&mut self, dual: &Dual<S>, task: Task<'_>, watch: Watch<'_, Line>) -> Option<LineChoice> {
        let Task { board, settings, budget } = task;
        match capture(&dual.graph, dual.left) {
            _ if dual.left.is_empty() => None,
            Capture::Free(string) => Some(LineChoice { is_free: true, ..LineChoice::new(dual.line(string)) }),
            _ => {
                let on_board = |report: &Report<Cut>| report.map(|cut| dual.line(cut.0 as u8));
                let watch = &mut |report: &Report<Cut>| watch(&on_board(report));
                let report = on_board(&self.search(dual, board, settings, &level_budget(settings, budget), 1, watch));
                let line = report.best;
                Some(LineChoice { report: Some(report), ..LineChoice::new(line) })
            }
        }
    }

    /// Solves a position. Returns its margin, a best string, and the nodes searched.
    pub fn solve(&mut self, dual: &Dual, settings: &Settings, budget: &Budget) -> (Bounds, Option<u8>, u64) {
        let table = self.proof_table(dual.left, settings, budget);
        let solver = Solver::new(&dual.graph, &table, settings.threads, budget);
        let (bounds, string) = solver.best(dual.left);
        (bounds, string, solver.nodes())
    }

    /// Returns the value of every string to the player who cuts it, in order of the strings' numbers.
    pub fn values(&mut self, dual: &Dual, settings: &Settings, budget: &Budget) -> Vec<(u8, Bounds)> {
        let table = self.proof_table(dual.left, settings, budget);
        let solver = Solver::new(&dual.graph, &table, settings.threads, budget);
        iter_bits(dual.left).map(|string| (string, solver.cut_bounds(dual.left, string))).collect()
    }

    /// Returns the values of some open lines to the player who draws them.
    pub fn line_values(&mut self, dual: &Dual, lines: &[Line], settings: &Settings, budget: &Budget) -> Vec<(Line, Bounds)> {
        let table = self.proof_table(dual.left, settings, budget);
        let solver = Solver::new(&dual.graph, &table, settings.threads, budget);
        let wanted = iter_bits(dual.left).filter(|&string| lines.contains(&dual.line(string)));
        wanted.map(|string| (dual.line(string), solver.cut_bounds(dual.left, string))).collect()
    }

    /// Searches a position that is not over by alpha-beta with the evaluation. `lines` moves get exact values.
    pub fn search<S: Bits>(
        &mut self,
        dual: &Dual<S>,
        board: &Board,
        settings: &Settings,
        budget: &Budget,
        lines: usize,
        watch: Watch<'_, Cut>,
    ) -> Report<Cut> {
        // The strings of the open part alone are numbered anew after each line: what is found for them does not last.
        let is_whole = dual.lines.len() == board.size().line_count();
        let table = self.table.get(is_whole.then(|| board.size()), settings.half_hash_bytes(), budget);
        let position = DotsPosition::new(Arc::new(dual.graph.clone()), dual.left, board.to_move());
        search::search(position, table, &Limits { threads: settings.threads, max_depth: u32::MAX, lines }, budget, watch)
    }

    /// Returns the solver's table: half of the hash memory, less for small positions, kept as long as it is large enough. It is emptied
    /// for a search with a node limit, so that this does not depend on what came before.
    fn proof_table(&mut self, left: Strings, settings: &Settings, budget: &Budget) -> Proofs<'_> {
        let most = settings.half_hash_bytes();
        let wanted = Memory::bytes_for(left.count_ones()).min(most);
        let fits = self.proofs.as_ref().is_some_and(|memory| (wanted..=most).contains(&memory.bytes()));
        if !fits || budget.max_nodes.is_some() {
            self.proofs = None;
        }
        let memory = self.proofs.get_or_insert_with(|| Memory::new(wanted));
        memory.begin();
        memory.table()
    }
}

/// Limits the nodes of a level below full strength.
fn level_budget(settings: &Settings, budget: &Budget) -> Budget {
    if settings.level >= Settings::FULL_LEVEL {
        return budget.clone();
    }
    budget.with_node_limit(LEVEL_NODES * LEVEL_FACTOR.pow(settings.level as u32 - 1))
}

/// Returns the number of open lines up to which the solver is tried within a budget.
fn max_solvable_lines(budget: &Budget, threads: usize) -> u32 {
    let seconds = budget.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()).as_secs_f64());
    let in_time = seconds.map(|seconds| seconds * NODES_A_SECOND * threads as f64);
    let nodes = [in_time, budget.max_nodes.map(|nodes| nodes as f64)].into_iter().flatten().fold(f64::MAX, f64::min);
    SOLVABLE_LINES + nodes.max(1.0).log2() as u32
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::super::board::{Setup, Start};
    use super::*;
    use crate::color::Color;
    use crate::search::Stop;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Plays a game between two kinds, black first, after some random lines. Returns black's margin and the longest move in seconds.
    fn play_game(kinds: [PlayerKind; 2], side: usize, opening: usize, seconds: f64, seed: u64) -> (i32, f64) {
        let size = Size { rows: side, columns: side };
        let mut board = Board::new(Setup::new(size, Start::Empty));
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let settings = Settings { seed, threads: 1, ..Settings::default() };
        let mut players = kinds.map(Player::new);
        let mut longest = 0_f64;
        while board.ending().is_none() {
            let mover = board.to_move();
            let line = if board.record().len() < opening {
                let lines: Vec<Line> = board.open_lines().collect();
                lines[random.random_range(0..lines.len())]
            } else {
                let started = Instant::now();
                let budget = Budget::new(Some(started + Duration::from_secs_f64(seconds)), 0, Stop::default());
                let choice =
                    players[mover.index()].choose(&board, &settings, &budget, &mut |_| ControlFlow::Continue(())).unwrap();
                longest = longest.max(started.elapsed().as_secs_f64());
                choice.line
            };
            board.play(mover, line).unwrap();
        }
        let [black, white] = board.score();
        assert_eq!(black + white, size.boxes() as u32);
        (black as i32 - white as i32, longest)
    }

    /// Plays each opening from both sides. Returns wins, losses and draws of the first kind.
    fn play_match(kinds: [PlayerKind; 2], games: u64, side: usize, seconds: f64) -> [u32; 3] {
        let mut results = [0; 3];
        for number in 0..games {
            let swapped = number % 2 == 1;
            let seats = if swapped { [kinds[1], kinds[0]] } else { kinds };
            let (margin, _) = play_game(seats, side, 4, seconds, number / 2);
            let own = if swapped { -margin } else { margin };
            let result = match own {
                1.. => 0,
                0 => 2,
                _ => 1,
            };
            results[result] += 1;
        }
        results
    }

    #[test]
    fn every_player_finishes_every_board() {
        for side in [1, 2, 3, 6, 10] {
            for kind in [PlayerKind::Exact, PlayerKind::Rules, PlayerKind::Greedy] {
                play_game([kind, PlayerKind::Greedy], side, 2, 0.005, side as u64);
            }
        }
    }

    #[test]
    fn levels_from_the_first_on() {
        let board = Board::new(Setup::new(Size { rows: 4, columns: 4 }, Start::Empty));
        for level in 1..=10 {
            let settings = Settings { level, threads: 1, ..Settings::default() };
            let budget = Budget::new(Some(Instant::now() + Duration::from_millis(50)), 0, Stop::default());
            assert!(Player::default().choose(&board, &settings, &budget, &mut |_| ControlFlow::Continue(())).is_some());
        }
    }

    #[test]
    fn the_rules_player_deals() {
        // Example 1: a chain of three is opened beside one of four: take one, leave two.
        let mut setup = Setup::new(Size { rows: 3, columns: 3 }, Start::Empty);
        setup.drawn = "011011111111111110000000".bytes().map(|bit| bit == b'1').collect();
        setup.to_move = Color::Black;
        let mut board = Board::new(setup);
        let settings = Settings::default();
        let choose = |board: &Board| {
            Player::new(PlayerKind::Rules)
                .choose(board, &settings, &Budget::default(), &mut |_| ControlFlow::Continue(()))
                .unwrap()
                .line
        };
        let line = choose(&board);
        board.play(Color::Black, line).unwrap();
        let mut score = Vec::new();
        while board.ending().is_none() {
            let line = choose(&board);
            board.play(board.to_move(), line).unwrap();
            score.push(board.score());
        }
        assert_eq!(board.score(), [2, 5]);
    }

    #[test]
    #[ignore = "twenty minutes and more"]
    fn exact_beats_rules_and_greedy() {
        let seconds = std::env::var("DOTS_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1.0);
        let games = std::env::var("DOTS_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
        for (kind, share) in [(PlayerKind::Rules, 0.80), (PlayerKind::Greedy, 0.98)] {
            let [wins, losses, draws] = play_match([PlayerKind::Exact, kind], games, 5, seconds);
            let reached = f64::from(wins) / f64::from((wins + losses).max(1));
            assert!(reached >= share, "{kind:?}: {wins} wins, {losses} losses, {draws} draws");
            log::info!("{kind:?}: {wins} wins, {losses} losses, {draws} draws");
        }
    }

    #[test]
    #[ignore = "an hour"]
    fn exact_against_itself_keeps_its_time() {
        for number in 0..200 {
            let (_, longest) = play_game([PlayerKind::Exact; 2], 5, 4, 0.2, number);
            assert!(longest < 0.25, "game {number}: {longest}");
        }
    }
}

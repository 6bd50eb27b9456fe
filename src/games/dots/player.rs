//! The players, which choose a line for a board within a budget: the exact one, the rules of *La Pipopipette*, and greedy.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use super::board::{Board, Line, Size};
use super::dual::Dual;
use super::position::{Cut, DotsPosition};
use super::rules;
use super::solver::bits::{Bits, Wide, each};
use super::solver::graph::{Graph, Strings};
use super::solver::memory::Memory;
use super::solver::mix::mix;
use super::solver::shape::Shape;
use super::solver::solve::{Bounds, Capture, Solver, capture};
use super::solver::table::Table as Proofs;
use crate::search::{self, Budget, Limits, Report, Table};
use crate::settings::Settings;

/// Who chooses the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// The exact solver if the position is small enough, else alpha-beta with an evaluation.
    #[default]
    Exact,
    /// The decision tree of *La Pipopipette*.
    Rules,
    /// Takes what it can, else draws any safe line, else gives away as little as it can.
    Greedy,
}

impl Kind {
    /// All of them, in order.
    pub const ALL: [Kind; 3] = [Kind::Exact, Kind::Rules, Kind::Greedy];
}

/// The line that a player chose.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The line.
    pub line: Line,
    /// The margin that it leads to, if it is proved.
    pub margin: Option<i32>,
}

/// A player, with the tables that it keeps from one command to the next.
#[derive(Default)]
pub struct Player {
    /// Who chooses the lines.
    pub kind: Kind,
    proofs: Option<Memory>,
    /// The table of the alpha-beta search, with the size of the board that its keys belong to.
    table: Option<(Size, Table)>,
}

/// The solver is tried on positions of up to this many open lines, and `n` more if it may search `2^n` nodes. Most of these take more
/// nodes, but what the solver proves serves the next move too.
const SOLVABLE_LINES: u32 = 26;

/// Nodes that a thread of the solver searches in a second, at least.
const NODES_A_SECOND: f64 = 500_000.0;

/// Share of the budget for a move that the solver may take.
const EXACT_SHARE: f64 = 0.5;

/// Nodes searched at level 1.
const LEVEL_NODES: u64 = 10;

/// Factor of nodes from a level to the next.
const LEVEL_FACTOR: u64 = 3;

/// Below full strength the solver is used up to so many open lines, and two more for each level.
const LEVEL_SOLVABLE_LINES: u32 = 4;

impl Player {
    /// Creates a player without tables.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Player { kind, ..Player::default() }
    }

    /// Chooses a line in a game that is not over; `None` on a full board.
    pub fn choose(&mut self, board: &Board, settings: &Settings, budget: &Budget) -> Option<Choice> {
        let salt = settings.seed ^ mix(board.record().len() as u64);
        if self.kind == Kind::Exact
            && let Some(dual) = board.dual()
        {
            return self.choose_exact(&dual, board, settings, budget);
        }
        let dual: Dual<Wide> = board.open_dual()?;
        let string = match self.kind {
            Kind::Greedy => greedy_move(&dual.graph, dual.left, salt),
            Kind::Rules => rules_move(&dual.graph, dual.left, salt, budget),
            Kind::Exact => self.search_move(&dual, board, settings, budget),
        };
        string.map(|string| Choice { line: dual.line(string), margin: None })
    }

    /// Solves the position if it is small enough, else searches it.
    fn choose_exact(&mut self, dual: &Dual, board: &Board, settings: &Settings, budget: &Budget) -> Option<Choice> {
        if dual.left == 0 {
            return None;
        }
        if let Capture::Free(string) = capture(&dual.graph, dual.left) {
            return Some(Choice { line: dual.line(string), margin: None });
        }
        let full = settings.level >= Settings::FULL_LEVEL;
        let (share, mut left) = (budget.part(EXACT_SHARE), budget.clone());
        let most =
            if full { max_solvable_lines(&share, settings.threads) } else { LEVEL_SOLVABLE_LINES + 2 * settings.level as u32 };
        if dual.left.count_ones() <= most {
            let (bounds, string, nodes) = self.solve(dual, settings, &share);
            if let Some(string) = string {
                return Some(Choice { line: dual.line(string), margin: bounds.value() });
            }
            left = budget.after_nodes(nodes);
        }
        self.search_move(dual, board, settings, &left).map(|string| Choice { line: dual.line(string), margin: None })
    }

    /// Returns the string that the alpha-beta search finds best.
    fn search_move<S: Bits>(&mut self, dual: &Dual<S>, board: &Board, settings: &Settings, budget: &Budget) -> Option<u8> {
        match capture(&dual.graph, dual.left) {
            _ if dual.left.is_empty() => None,
            Capture::Free(string) => Some(string),
            _ => {
                let watch = &mut |_: &Report<Cut>| ControlFlow::Continue(());
                Some(self.search(dual, board, settings, &level_budget(settings, budget), watch).best.0 as u8)
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

    /// Returns the value of every string to the player who cuts it, lowest first.
    pub fn values(&mut self, dual: &Dual, settings: &Settings, budget: &Budget) -> Vec<(u8, Bounds)> {
        let table = self.proof_table(dual.left, settings, budget);
        let solver = Solver::new(&dual.graph, &table, settings.threads, budget);
        super::solver::solve::cut_values(&solver, dual.left).collect()
    }

    /// Returns the values of some open lines to the player who draws them.
    pub fn line_values(&mut self, dual: &Dual, lines: &[Line], settings: &Settings, budget: &Budget) -> Vec<(Line, Bounds)> {
        let table = self.proof_table(dual.left, settings, budget);
        let solver = Solver::new(&dual.graph, &table, settings.threads, budget);
        let wanted = each(dual.left).filter(|&string| lines.contains(&dual.line(string)));
        wanted.map(|string| (dual.line(string), solver.cut_bounds(dual.left, string))).collect()
    }

    /// Searches a position that is not over by alpha-beta with the evaluation.
    pub fn search<S: Bits>(
        &mut self,
        dual: &Dual<S>,
        board: &Board,
        settings: &Settings,
        budget: &Budget,
        watch: &mut dyn FnMut(&Report<Cut>) -> ControlFlow<()>,
    ) -> Report<Cut> {
        let table = self.search_table(dual.lines.len(), board, settings.hash_mb << 19, budget);
        let position = DotsPosition::new(Arc::new(dual.graph.clone()), dual.left, board.to_move());
        search::search(position, table, &Limits { threads: settings.threads, max_depth: u32::MAX, among: None }, budget, watch)
    }

    /// Returns the table of the alpha-beta search, kept for one size of board. It is emptied for a search with a node limit, and for one
    /// of the open part alone, whose strings are numbered anew after each line.
    fn search_table(&mut self, lines: usize, board: &Board, bytes: usize, budget: &Budget) -> &Table {
        let is_whole = lines == board.size().line_count();
        let bytes = budget.max_nodes.map_or(bytes, |nodes| bytes.min(Table::bytes_for(nodes)));
        match &mut self.table {
            Some((size, table))
                if is_whole
                    && budget.max_nodes.is_none()
                    && (*size, table.bytes()) == (board.size(), Table::fit_bytes(bytes)) =>
            {
                table.begin();
            }
            kept => *kept = Some((board.size(), Table::new(bytes))),
        }
        &self.table.get_or_insert_with(|| (board.size(), Table::new(1))).1
    }

    /// Returns the solver's table: half of the hash memory, less for small positions, kept as long as it is large enough. It is emptied
    /// for a search with a node limit, so that this does not depend on what came before.
    fn proof_table(&mut self, left: Strings, settings: &Settings, budget: &Budget) -> Proofs<'_> {
        let most = settings.hash_mb << 19;
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

/// Picks one of some strings by a random number.
fn pick(strings: &[u8], salt: u64) -> Option<u8> {
    let count = strings.len() as u64;
    (count > 0).then(|| strings[(mix(salt) % count) as usize])
}

/// Returns the greedy player's string: a capture, else a safe string, else the one that gives away least.
#[must_use]
pub fn greedy_move<S: Bits>(graph: &Graph<S>, left: S, salt: u64) -> Option<u8> {
    match capture(graph, left) {
        Capture::Free(string) | Capture::Choice(string, _) => return Some(string),
        Capture::Several(takes) => return Some(takes.lowest()),
        Capture::Nothing => {}
    }
    let shape = Shape::new(graph, left);
    let safe: Vec<u8> = each(shape.safe_strings()).collect();
    pick(&safe, salt).or_else(|| {
        shape.openings(left).map(|(opening, _)| opening).min_by_key(|opening| (opening.offer.offered, opening.cut)).map(|o| o.cut)
    })
}

/// Returns the string that *La Pipopipette* recommends: by its decision tree with the parities of rule 6, the corrected recurrence of
/// rule 5, and the order of rule 4. Where the budget ends early, the strings that it has looked at decide.
#[must_use]
pub fn rules_move<S: Bits>(graph: &Graph<S>, left: S, salt: u64, budget: &Budget) -> Option<u8> {
    match capture(graph, left) {
        Capture::Free(string) => return Some(string),
        Capture::Choice(take, leave) => return Some(if rules_double_deal(graph, left) { leave } else { take }),
        Capture::Several(takes) => return Some(takes.lowest()),
        Capture::Nothing => {}
    }
    let shape = Shape::new(graph, left);
    if !shape.has_safe_move() {
        return rules::opening_order(graph, left).first().map(|part| part.cut);
    }
    let safe: Vec<u8> = each(shape.safe_strings()).collect();
    let even = rules::wants_even(graph, left);
    // On a large board each count takes a millisecond.
    let counted = safe.iter().copied().take_while(|_| !budget.is_over());
    let good: Vec<u8> = counted.filter(|&string| count_chains_after(graph, left, string).is_multiple_of(2) == even).collect();
    pick(&good, salt).or_else(|| pick(&safe, salt))
}

/// Returns the number of long linear chains in the order of rule 4 after a cut.
fn count_chains_after<S: Bits>(graph: &Graph<S>, left: S, string: u8) -> u32 {
    rules::count_long_chains(&rules::opening_order(graph, left & !S::one(string)))
}

/// Returns whether rule 5 says to double-deal with the captures on offer.
#[must_use]
pub fn rules_double_deal<S: Bits>(graph: &Graph<S>, left: S) -> bool {
    let (_, handout, rest) = super::position::resolve_captures(graph, left);
    let count = rules::count_boxes(&rules::opening_order(graph, rest));
    let is_endgame = rest.is_empty() || !Shape::new(graph, rest).has_safe_move();
    is_endgame && count.answerer - count.opener > handout as i32
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::board::{Setup, Start};
    use super::*;
    use crate::color::Color;
    use crate::search::Stop;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn the_rules_choose_a_safe_line_when_their_time_is_over() {
        let (open, over) = (Budget::default(), Budget::default());
        over.stop.raise();
        let mut differing = 0;
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (2, 5), (3, 4)] {
            let mut board = Board::new(Setup::new(Size { rows, columns }, Start::Empty));
            while let Some(dual) = board.open_dual::<Wide>() {
                let safe: Vec<u8> = each(Shape::new(&dual.graph, dual.left).safe_strings()).collect();
                let Some(first) = pick(&safe, 0) else { break };
                assert_eq!(rules_move(&dual.graph, dual.left, 0, &over), Some(first));
                differing += usize::from(rules_move(&dual.graph, dual.left, 0, &open) != Some(first));
                board.play(board.to_move(), dual.line(safe[0])).unwrap();
            }
        }
        assert!(differing > 0);
    }

    /// Plays a game between two kinds, black first, after some random lines. Returns black's margin and the longest move in seconds.
    fn play_game(kinds: [Kind; 2], side: usize, opening: usize, seconds: f64, seed: u64) -> (i32, f64) {
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
                let choice = players[mover.index()].choose(&board, &settings, &budget).unwrap();
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
    fn play_match(kinds: [Kind; 2], games: u64, side: usize, seconds: f64) -> [u32; 3] {
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
            for kind in [Kind::Exact, Kind::Rules, Kind::Greedy] {
                play_game([kind, Kind::Greedy], side, 2, 0.005, side as u64);
            }
        }
    }

    #[test]
    fn levels_from_the_first_on() {
        let board = Board::new(Setup::new(Size { rows: 4, columns: 4 }, Start::Empty));
        for level in 1..=10 {
            let settings = Settings { level, threads: 1, ..Settings::default() };
            let budget = Budget::new(Some(Instant::now() + Duration::from_millis(50)), 0, Stop::default());
            assert!(Player::default().choose(&board, &settings, &budget).is_some());
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
        let choose = |board: &Board| Player::new(Kind::Rules).choose(board, &settings, &Budget::default()).unwrap().line;
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
        for (kind, share) in [(Kind::Rules, 0.80), (Kind::Greedy, 0.98)] {
            let [wins, losses, draws] = play_match([Kind::Exact, kind], games, 5, seconds);
            let reached = f64::from(wins) / f64::from((wins + losses).max(1));
            assert!(reached >= share, "{kind:?}: {wins} wins, {losses} losses, {draws} draws");
            log::info!("{kind:?}: {wins} wins, {losses} losses, {draws} draws");
        }
    }

    #[test]
    #[ignore = "an hour"]
    fn exact_against_itself_keeps_its_time() {
        for number in 0..200 {
            let (_, longest) = play_game([Kind::Exact; 2], 5, 4, 0.2, number);
            assert!(longest < 0.25, "game {number}: {longest}");
        }
    }
}

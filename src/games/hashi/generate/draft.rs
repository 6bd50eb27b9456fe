//! Drafts: random islands and a network between them. Whether the numbers determine the network is not considered yet.

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;

use crate::games::hashi::board::{Bridges, Clue, Puzzle, Rules};
use crate::grid::{Cell, STEPS, Size};
use crate::search::Budget;

/// Chance that a channel which the network does not need has bridges too, where loops are allowed.
const LOOP_SHARE: f64 = 0.15;

/// Longest bridge of a draft, for one island a cell on average; it falls with the density.
const REACH: f64 = 1.6;

/// A puzzle with the bridges from which its numbers follow.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The puzzle; its numbers are those of the bridges.
    pub puzzle: Puzzle,
    pub solution: Bridges,
}

impl Draft {
    /// Creates the draft whose islands have the numbers of these bridges.
    pub fn new(size: Size, rules: Rules, islands: &[Cell], links: &[(Cell, Cell, u8)]) -> Self {
        let mut clues = vec![Clue::Sea; size.area()];
        islands.iter().for_each(|cell| clues[cell.index()] = Clue::Any);
        let puzzle = Puzzle::new(size, rules, clues);
        let island = |cell: Cell| puzzle.island_at(size.x(cell), size.y(cell));
        let mut solution = Bridges::none(&puzzle);
        for &(from, to, number) in links {
            let channel = island(from).zip(island(to)).and_then(|(a, b)| puzzle.channel_between(a, b));
            channel.into_iter().for_each(|channel| solution.set(channel, number));
        }
        let mut draft = Draft { puzzle, solution };
        draft.renumber();
        draft
    }

    fn renumber(&mut self) {
        for island in self.puzzle.islands() {
            let number = self.solution.degree(&self.puzzle, island) as u8;
            self.puzzle.set_clue(island, number);
        }
    }

    /// Adds loops at random.
    fn add_loops(&mut self, random: &mut Pcg64Mcg) {
        let most = self.puzzle.rules().max_bridges;
        for channel in self.puzzle.channels() {
            let free = || self.puzzle.crossings(channel).iter().all(|&other| self.solution.get(other) == 0);
            if self.solution.get(channel) == 0 && random.random_bool(LOOP_SHARE) && free() {
                self.solution.set(channel, random.random_range(1..=most));
            }
        }
        self.renumber();
    }
}

/// Draws a random network of this many islands. Returns `None` if they have not found room, or the budget ends first.
pub fn draw(size: Size, rules: Rules, islands: usize, random: &mut Pcg64Mcg, budget: &Budget) -> Option<Draft> {
    let density = islands as f64 / size.area() as f64;
    let longest = ((REACH / density) as usize).max(2);
    let start = Cell(random.random_range(0..size.area() as u16));
    let mut builder = NetworkBuilder {
        size,
        longest,
        allows_adjacent: false,
        occupancy: vec![Occupancy::Free; size.area()],
        link_at: vec![0; size.area()],
        islands: Vec::new(),
        growable: Vec::new(),
        links: Vec::new(),
        candidates: Vec::new(),
    };
    builder.add_island(start);
    while builder.islands.len() < islands {
        if budget.is_over() || !builder.extend(random) {
            return None;
        }
    }
    let links: Vec<(Cell, Cell, u8)> =
        builder.links.iter().map(|&(from, to)| (from, to, random.random_range(1..=rules.max_bridges))).collect();
    let mut draft = Draft::new(size, rules, &builder.islands, &links);
    if rules.loops {
        draft.add_loops(random);
    }
    Some(draft)
}

/// What occupies a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Occupancy {
    Free,
    Island,
    Bridge,
}

/// Random islands with the network that joins them, as it grows.
struct NetworkBuilder {
    size: Size,
    longest: usize,
    /// Whether islands may lie side by side: only where there is no other room left.
    allows_adjacent: bool,
    occupancy: Vec<Occupancy>,
    islands: Vec<Cell>,
    /// Islands that may have room for another bridge.
    growable: Vec<Cell>,
    links: Vec<(Cell, Cell)>,
    /// For a cell with a bridge the number of its link.
    link_at: Vec<usize>,
    /// Cells of bridges that may still be split, in random order.
    candidates: Vec<Cell>,
}

impl NetworkBuilder {
    fn add_island(&mut self, cell: Cell) {
        self.occupancy[cell.index()] = Occupancy::Island;
        self.islands.push(cell);
        self.growable.push(cell);
    }

    /// Returns whether an island may lie in a cell as far as its neighbours go.
    fn fits(&self, cell: Cell) -> bool {
        let mut beside = STEPS.iter().filter_map(|&(dx, dy)| self.size.step(cell, dx, dy));
        self.allows_adjacent || beside.all(|other| self.occupancy[other.index()] != Occupancy::Island)
    }

    /// Adds an island. Returns false if there is no room for one.
    fn extend(&mut self, random: &mut Pcg64Mcg) -> bool {
        if self.add_branch(random) || self.split_bridge(random) {
            return true;
        }
        if self.allows_adjacent {
            return false;
        }
        self.allows_adjacent = true;
        self.growable.clone_from(&self.islands);
        self.add_branch(random) || self.split_bridge(random)
    }

    /// Adds an island at the end of a new bridge. Returns false if there is no room for one.
    fn add_branch(&mut self, random: &mut Pcg64Mcg) -> bool {
        while !self.growable.is_empty() {
            let at = random.random_range(0..self.growable.len());
            let from = self.growable[at];
            let mut steps = STEPS;
            steps.shuffle(random);
            if let Some((way, to)) = steps.iter().find_map(|&step| self.find_site(from, step, random)) {
                for cell in way {
                    self.occupancy[cell.index()] = Occupancy::Bridge;
                    self.link_at[cell.index()] = self.links.len();
                }
                self.add_island(to);
                self.links.push((from, to));
                return true;
            }
            self.growable.swap_remove(at);
        }
        false
    }

    /// Returns a place for a new island in one direction, and the cells on the way.
    fn find_site(&self, from: Cell, (dx, dy): (isize, isize), random: &mut Pcg64Mcg) -> Option<(Vec<Cell>, Cell)> {
        let ahead = std::iter::successors(Some(from), |&cell| self.size.step(cell, dx, dy)).skip(1).take(self.longest);
        let free: Vec<Cell> = ahead.take_while(|cell| self.occupancy[cell.index()] == Occupancy::Free).collect();
        let mut candidates: Vec<usize> = (0..free.len()).collect();
        candidates.shuffle(random);
        let at = candidates.into_iter().find(|&at| self.fits(free[at]))?;
        Some((free[..at].to_vec(), free[at]))
    }

    /// Adds an island in the middle of a bridge. Returns false if no bridge has a place for one.
    fn split_bridge(&mut self, random: &mut Pcg64Mcg) -> bool {
        if self.candidates.is_empty() {
            let bridged = self.size.cells().filter(|&cell| self.occupancy[cell.index()] == Occupancy::Bridge);
            self.candidates = bridged.filter(|&cell| self.fits(cell)).collect();
            self.candidates.shuffle(random);
        }
        while let Some(cell) = self.candidates.pop() {
            if self.occupancy[cell.index()] == Occupancy::Bridge && self.fits(cell) {
                self.split_link(cell);
                return true;
            }
        }
        false
    }

    fn split_link(&mut self, cell: Cell) {
        let number = self.link_at[cell.index()];
        let (from, to) = self.links[number];
        self.links[number] = (from, cell);
        for beyond in self.cells_between(cell, to) {
            self.link_at[beyond.index()] = self.links.len();
        }
        self.links.push((cell, to));
        self.add_island(cell);
    }

    fn cells_between(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let (low, high) = (from.0.min(to.0), from.0.max(to.0));
        let step = if self.size.y(from) == self.size.y(to) { 1 } else { self.size.width };
        (low..high).step_by(step).skip(1).map(Cell).collect()
    }
}

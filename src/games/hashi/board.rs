//! The rules as data: islands, the channels between neighbours in line, which channels cross; and the bridges in them.

use crate::grid::{Cell, Size};

/// Most bridges in a channel that a puzzle may allow.
pub(super) const MAX_BRIDGES: u8 = 4;

/// Greatest clue: four channels with four bridges each.
pub const MAX_CLUE: u8 = 16;

/// An island, by its number in row order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Island(pub u16);

/// A channel: the straight way from an island to the next one, by its number in the order of its upper or left island, the
/// one to the right before the one below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel(pub u16);

impl Island {
    /// Returns its index in a list of islands.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Channel {
    /// Returns its index in a list of channels.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The rules that vary from puzzle to puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Most bridges in a channel, 1 to [`MAX_BRIDGES`].
    pub max_bridges: u8,
    /// Whether the network may have loops (parallel bridges are none).
    pub loops: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { max_bridges: 2, loops: true }
    }
}

/// What a cell of the grid holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clue {
    /// Water.
    Sea,
    /// An island with any number of bridges.
    Any,
    /// An island with this many bridges, from 1 to [`MAX_CLUE`].
    Exactly(u8),
}

/// Directions from an island: up, left, right, down.
pub(super) const DIRECTIONS: usize = 4;

/// A puzzle: what the player is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    size: Size,
    rules: Rules,
    clues: Vec<Clue>,
    cells: Vec<Cell>,
    by_cell: Vec<Option<Island>>,
    ends: Vec<(Island, Island)>,
    around: Vec<[Option<Channel>; DIRECTIONS]>,
    /// The crossing channels of each, one list after the other, and where each list begins.
    crossings: Vec<Channel>,
    crossings_from: Vec<u32>,
}

impl Puzzle {
    /// Creates the puzzle of a grid of clues in row order, as many as the size has cells.
    #[must_use]
    pub fn new(size: Size, rules: Rules, clues: Vec<Clue>) -> Self {
        debug_assert_eq!(clues.len(), size.area());
        let cells: Vec<Cell> = size.cells().filter(|cell| clues[cell.index()] != Clue::Sea).collect();
        let mut by_cell = vec![None; size.area()];
        cells.iter().zip(0..).for_each(|(cell, number)| by_cell[cell.index()] = Some(Island(number)));
        let mut puzzle = Puzzle {
            size,
            rules,
            clues,
            around: vec![[None; DIRECTIONS]; cells.len()],
            cells,
            by_cell,
            ends: Vec::new(),
            crossings: Vec::new(),
            crossings_from: Vec::new(),
        };
        puzzle.find_channels();
        puzzle.find_crossings();
        puzzle
    }

    fn find_channels(&mut self) {
        for from in 0..self.cells.len() as u16 {
            let (x, y) = self.coordinates(Island(from));
            let right = (x + 1..self.size.width).find_map(|x| self.island_at(x, y));
            let below = (y + 1..self.size.height).find_map(|y| self.island_at(x, y));
            for (to, out, back) in [(right, 2, 1), (below, 3, 0)] {
                if let Some(to) = to {
                    let channel = Channel(self.ends.len() as u16);
                    self.ends.push((Island(from), to));
                    self.around[from as usize][out] = Some(channel);
                    self.around[to.index()][back] = Some(channel);
                }
            }
        }
    }

    fn find_crossings(&mut self) {
        // The channel that runs down through each water cell.
        let mut down: Vec<Option<Channel>> = vec![None; self.size.area()];
        for channel in self.channels().filter(|&channel| !self.is_horizontal(channel)) {
            self.water(channel).into_iter().for_each(|cell| down[cell.index()] = Some(channel));
        }
        let mut pairs = Vec::new();
        for channel in self.channels().filter(|&channel| self.is_horizontal(channel)) {
            for other in self.water(channel).into_iter().filter_map(|cell| down[cell.index()]) {
                pairs.extend([(channel, other), (other, channel)]);
            }
        }
        pairs.sort_unstable();
        self.crossings_from = vec![0; self.ends.len() + 1];
        pairs.iter().for_each(|(channel, _)| self.crossings_from[channel.index() + 1] += 1);
        (0..self.ends.len()).for_each(|at| self.crossings_from[at + 1] += self.crossings_from[at]);
        self.crossings = pairs.into_iter().map(|(_, other)| other).collect();
    }

    /// Returns the size of the grid.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rules in force.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the same grid under other rules.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// Returns what the cells hold, in row order.
    #[must_use]
    pub fn clues(&self) -> &[Clue] {
        &self.clues
    }

    /// Returns all islands in row order.
    #[inline]
    pub fn islands(&self) -> impl DoubleEndedIterator<Item = Island> + ExactSizeIterator + use<> {
        (0..self.cells.len() as u16).map(Island)
    }

    /// Returns all channels in order.
    #[inline]
    pub fn channels(&self) -> impl DoubleEndedIterator<Item = Channel> + ExactSizeIterator + use<> {
        (0..self.ends.len() as u16).map(Channel)
    }

    /// Returns the cell of an island.
    #[must_use]
    pub fn cell(&self, island: Island) -> Cell {
        self.cells[island.index()]
    }

    /// Returns the column and row of an island, from 0.
    #[must_use]
    pub fn coordinates(&self, island: Island) -> (usize, usize) {
        let cell = self.cell(island);
        (self.size.x(cell), self.size.y(cell))
    }

    /// Returns the island in a column and a row, if one is there.
    #[must_use]
    pub fn island_at(&self, x: usize, y: usize) -> Option<Island> {
        self.size.cell(x, y).and_then(|cell| self.by_cell[cell.index()])
    }

    /// Returns the number of bridges that an island must have, if it is given.
    #[must_use]
    #[inline]
    pub fn clue(&self, island: Island) -> Option<u8> {
        match self.clues[self.cell(island).index()] {
            Clue::Exactly(clue) => Some(clue),
            _ => None,
        }
    }

    /// Gives an island another number.
    pub fn set_clue(&mut self, island: Island, clue: u8) {
        let cell = self.cell(island);
        self.clues[cell.index()] = Clue::Exactly(clue);
    }

    /// Returns the upper or left island of a channel, and the other one.
    #[must_use]
    #[inline]
    pub fn ends(&self, channel: Channel) -> (Island, Island) {
        self.ends[channel.index()]
    }

    /// Returns the end of a channel that is not `island`.
    #[must_use]
    #[inline]
    pub fn other_end(&self, channel: Channel, island: Island) -> Island {
        let (a, b) = self.ends(channel);
        if a == island { b } else { a }
    }

    /// Returns whether a channel runs along a row.
    #[must_use]
    pub fn is_horizontal(&self, channel: Channel) -> bool {
        let (a, b) = self.ends(channel);
        self.coordinates(a).1 == self.coordinates(b).1
    }

    /// Returns the channels of an island by direction: up, left, right, down.
    #[must_use]
    #[inline]
    pub fn directions(&self, island: Island) -> &[Option<Channel>; DIRECTIONS] {
        &self.around[island.index()]
    }

    /// Returns the channels of an island.
    #[inline]
    pub fn channels_at(&self, island: Island) -> impl Iterator<Item = Channel> + '_ {
        self.directions(island).iter().copied().flatten()
    }

    /// Returns the channels that cross one.
    #[must_use]
    #[inline]
    pub fn crossings(&self, channel: Channel) -> &[Channel] {
        let (from, to) = (self.crossings_from[channel.index()], self.crossings_from[channel.index() + 1]);
        &self.crossings[from as usize..to as usize]
    }

    /// Returns the cells between the ends of a channel.
    #[must_use]
    pub fn water(&self, channel: Channel) -> Vec<Cell> {
        let (a, b) = self.ends(channel);
        let ((ax, ay), (bx, by)) = (self.coordinates(a), self.coordinates(b));
        if ay == by {
            (ax + 1..bx).filter_map(|x| self.size.cell(x, ay)).collect()
        } else {
            (ay + 1..by).filter_map(|y| self.size.cell(ax, y)).collect()
        }
    }

    /// Returns the channel between two islands, if they are neighbours in line.
    #[must_use]
    pub fn channel_between(&self, a: Island, b: Island) -> Option<Channel> {
        self.channels_at(a).find(|&channel| self.other_end(channel, a) == b)
    }
}

/// The number of bridges in each channel of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bridges(Vec<u8>);

impl Bridges {
    /// Returns no bridges in any channel.
    #[must_use]
    pub fn none(puzzle: &Puzzle) -> Self {
        Bridges(vec![0; puzzle.channels().len()])
    }

    /// Creates bridges from the number in each channel, in order.
    #[must_use]
    pub fn new(numbers: Vec<u8>) -> Self {
        Bridges(numbers)
    }

    /// Returns the number in a channel.
    #[must_use]
    pub fn get(&self, channel: Channel) -> u8 {
        self.0[channel.index()]
    }

    /// Sets the number in a channel.
    pub fn set(&mut self, channel: Channel, number: u8) {
        self.0[channel.index()] = number;
    }

    /// Returns the channels that have bridges, with their numbers.
    pub fn nonzero(&self) -> impl Iterator<Item = (Channel, u8)> + '_ {
        self.0.iter().zip(0..).filter(|&(&number, _)| number > 0).map(|(&number, at)| (Channel(at), number))
    }

    /// Returns the number of bridges of an island.
    #[must_use]
    pub fn degree(&self, puzzle: &Puzzle, island: Island) -> u32 {
        puzzle.channels_at(island).map(|channel| u32::from(self.get(channel))).sum()
    }
}

//! Bitboards: a position is two sets of cells in 64-bit words.
//!
//! A column is a byte whose lowest bit is its lowest cell. A board has at most 8 columns and 7 rows, so that each column ends in a bit
//! that is always 0 and lines do not run from one column into the next. All board sizes use the same shifts, and the mirror image is
//! a swap of bytes. After J. Tromp (Fhourstones) and P. Pons, *Solving Connect 4*.

/// Most columns.
pub(super) const MAX_WIDTH: usize = 8;

/// Most rows.
pub(super) const MAX_HEIGHT: usize = 7;

/// Bits of a column.
const COLUMN: u32 = 8;

/// The shifts from a cell to its neighbours in a row and in both diagonals.
const SHIFTS: [u32; 3] = [COLUMN, COLUMN - 1, COLUMN + 1];

/// A board without its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Columns, 1 to [`MAX_WIDTH`].
    pub width: usize,
    /// Rows, 1 to [`MAX_HEIGHT`].
    pub height: usize,
    cells: u64,
    /// The lowest cell of each column.
    bottom: u64,
}

/// The stones of a position in which nobody has four in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Stones {
    /// The stones of the player to move.
    pub own: u64,
    /// The stones of both players.
    pub all: u64,
}

impl Default for Shape {
    /// Returns the usual board: 7 columns, 6 rows.
    fn default() -> Self {
        Shape::with_sides(7, 6)
    }
}

impl Shape {
    /// Returns a board of sides that are in range.
    const fn with_sides(width: usize, height: usize) -> Shape {
        let bottom = (0x0101_0101_0101_0101_u64) >> (u64::BITS - width as u32 * COLUMN);
        Shape { width, height, cells: bottom * ((1 << height) - 1), bottom }
    }

    /// Creates a board of some columns and rows; `None` beyond the largest.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Shape> {
        let known = (1..=MAX_WIDTH).contains(&width) && (1..=MAX_HEIGHT).contains(&height);
        known.then(|| Shape::with_sides(width, height))
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn area(&self) -> u32 {
        (self.width * self.height) as u32
    }

    /// Returns the bits of all cells.
    #[must_use]
    pub const fn cells(&self) -> u64 {
        self.cells
    }

    /// Returns the cells of a column, from 0.
    #[must_use]
    pub const fn column(&self, column: usize) -> u64 {
        self.cells & (0xff << (column as u32 * COLUMN))
    }

    /// Returns the numbers of the columns, from the middle to the rims: the order in which searches try equal moves.
    pub fn columns(self) -> impl Iterator<Item = usize> {
        let mut columns: [usize; MAX_WIDTH] = std::array::from_fn(|column| column);
        columns[..self.width].sort_by_key(|&column| (2 * column + 1).abs_diff(self.width));
        columns.into_iter().take(self.width)
    }

    /// Returns the column of the lowest cell of a set that is not empty.
    #[must_use]
    pub const fn column_of(cell: u64) -> usize {
        (cell.trailing_zeros() / COLUMN) as usize
    }

    /// Returns the cell in a column and a row, both from 0.
    #[must_use]
    pub const fn cell(column: usize, row: usize) -> u64 {
        1 << (column as u32 * COLUMN + row as u32)
    }

    /// Returns the cells where a stone can land.
    #[must_use]
    pub const fn landings(&self, stones: Stones) -> u64 {
        stones.all.wrapping_add(self.bottom) & self.cells
    }

    /// Returns the free cells, reachable or not, that complete four in a line for a set of stones.
    #[must_use]
    pub fn completions(&self, own: u64, all: u64) -> u64 {
        let mut found = (own << 1) & (own << 2) & (own << 3);
        for shift in SHIFTS {
            let before = (own << shift) & (own << (2 * shift));
            let after = (own >> shift) & (own >> (2 * shift));
            found |= before & ((own << (3 * shift)) | (own >> shift));
            found |= after & ((own >> (3 * shift)) | (own << shift));
        }
        found & (self.cells ^ all)
    }

    /// Returns the moves with which the player to move wins at once.
    #[must_use]
    pub fn immediate_wins(&self, stones: Stones) -> u64 {
        self.completions(stones.own, stones.all) & self.landings(stones)
    }

    /// Returns the moves after which the opponent cannot win at once: the empty set if all moves lose. The player to move must not
    /// have an immediate win.
    #[must_use]
    pub fn non_losing_moves(&self, stones: Stones) -> u64 {
        let threats = self.completions(stones.own ^ stones.all, stones.all);
        let mut moves = self.landings(stones);
        let forced = moves & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0;
            }
            moves = forced;
        }
        // A stone right below a threat of the opponent would allow it.
        moves & !(threats >> 1)
    }

    /// Returns the key of a position. It is unique but for the mirror image, which has the same key.
    #[must_use]
    pub fn key(&self, stones: Stones) -> u64 {
        let key = stones.own.wrapping_add(stones.all);
        key.min(self.mirror(key))
    }

    /// Returns the mirror image of a set of cells.
    #[must_use]
    pub const fn mirror(&self, set: u64) -> u64 {
        set.swap_bytes() >> (u64::BITS - self.width as u32 * COLUMN)
    }
}

/// Returns the stones that belong to four in a line.
#[must_use]
pub(super) fn fours(own: u64) -> u64 {
    [1, SHIFTS[0], SHIFTS[1], SHIFTS[2]].into_iter().fold(0, |found, shift| {
        let pairs = own & (own >> shift);
        let lowest = pairs & (pairs >> (2 * shift));
        let halves = lowest | lowest << shift;
        found | halves | halves << (2 * shift)
    })
}

/// Returns whether a set of stones holds four in a line.
#[must_use]
pub(super) fn has_four(own: u64) -> bool {
    fours(own) != 0
}

impl Stones {
    /// Returns how many stones there are.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.all.count_ones()
    }

    /// Returns the stones after the player to move has put one.
    #[must_use]
    pub const fn play(self, cell: u64) -> Stones {
        Stones { own: self.own ^ self.all, all: self.all | cell }
    }
}

//! A position as strings and coins: the dual game that the search works on.
//!
//! Each open box is a coin, each line that can still be drawn a string from coin to coin or from a coin to the ground
//! (Berlekamp, Conway and Guy, *Winning Ways*, chapter 16). To draw a line is to cut its string; a coin without strings
//! is taken. Who drew what, and where the coins lie on the board, is not part of it.

use super::bits::Bits;
pub(crate) use super::bits::iter_bits;

/// The end of a string that is not at a coin.
pub(crate) const GROUND: u8 = u8::MAX;

/// Most strings of a graph: a position is one word.
pub const MAX_STRINGS: usize = 64;

/// A set of strings, most often of those that are not cut yet.
pub(crate) type Strings = u64;

/// As many as there are values of `u8`, so that no number of a string or coin is out of range.
const NUMBERS: usize = 1 << u8::BITS;

/// Coins and the strings between them. A coin has at most four.
#[derive(Clone, Debug)]
pub struct Graph<S = Strings> {
    /// The two ends of each string.
    ends: [[u8; 2]; NUMBERS],
    /// Both ends of each string, xored.
    across: [u8; NUMBERS],
    /// The strings of each coin.
    coins: [S; NUMBERS],
    coin_count: usize,
    /// The strings with an end at the ground.
    grounded: S,
    /// Rows and columns, if the graph is a whole board.
    board: Option<[usize; 2]>,
}

/// Number of symmetries of a square board. Other boards have half as many: each counts twice.
pub(super) const SYMMETRIES: usize = 8;

impl<S: Bits> Default for Graph<S> {
    fn default() -> Self {
        Graph {
            ends: [[GROUND; 2]; NUMBERS],
            across: [0; NUMBERS],
            coins: [S::default(); NUMBERS],
            coin_count: 0,
            grounded: S::default(),
            board: None,
        }
    }
}

impl Graph {
    /// Makes the graph of an empty board: line `h r,c` is string `r * columns + c`, line `v r,c` is string
    /// `(rows + 1) * columns + r * (columns + 1) + c`, box `r,c` is coin `r * columns + c`. At most [`MAX_STRINGS`] lines.
    #[must_use]
    pub fn grid(rows: usize, columns: usize) -> Self {
        let coin = |r: usize, c: usize| if r < rows && c < columns { (r * columns + c) as u8 } else { GROUND };
        // Beyond the first row or column the number wraps, which is off the board too.
        let across = (0..=rows).flat_map(|r| (0..columns).map(move |c| [coin(r.wrapping_sub(1), c), coin(r, c)]));
        let down = (0..rows).flat_map(|r| (0..=columns).map(move |c| [coin(r, c.wrapping_sub(1)), coin(r, c)]));
        let mut graph = Graph::new(&across.chain(down).collect::<Vec<_>>());
        graph.board = Some([rows, columns]);
        graph
    }
}

impl<S: Bits> Graph<S> {
    /// Makes a graph of strings between coins numbered from 0, or [`GROUND`]. At most [`Bits::MAX`] of them; no string has both
    /// ends at the ground, none joins a coin to itself.
    #[must_use]
    pub fn new(ends: &[[u8; 2]]) -> Self {
        let mut graph = Graph::default();
        for (string, &pair) in (0..=u8::MAX).zip(ends.iter().take(S::MAX)) {
            graph.ends[usize::from(string)] = pair;
            graph.across[usize::from(string)] = pair[0] ^ pair[1];
            for end in pair {
                if end == GROUND {
                    graph.grounded |= S::one(string);
                } else {
                    graph.coins[usize::from(end)] |= S::one(string);
                    graph.coin_count = graph.coin_count.max(usize::from(end) + 1);
                }
            }
        }
        graph
    }

    /// Returns the image of a coin under each symmetry: mirrored in both directions, and on a square board transposed. Without a board
    /// all are the identity.
    #[must_use]
    pub fn images(&self, coin: u8) -> [u8; SYMMETRIES] {
        let Some([rows, columns]) = self.board else { return [coin; SYMMETRIES] };
        let (r, c) = (usize::from(coin) / columns, usize::from(coin) % columns);
        std::array::from_fn(|symmetry| {
            let r = if symmetry & 1 == 0 { r } else { rows - 1 - r };
            let c = if symmetry & 2 == 0 { c } else { columns - 1 - c };
            let is_transposed = symmetry & 4 != 0 && rows == columns;
            (if is_transposed { c * columns + r } else { r * columns + c }) as u8
        })
    }

    /// Returns the distance of a string from the middle of the board in half boxes: along the longer side, then along the other.
    /// 0 without a board.
    #[must_use]
    pub fn distance_from_middle(&self, string: u8) -> [usize; 2] {
        let Some([rows, columns]) = self.board else { return [0; 2] };
        let string = usize::from(string);
        let [y, x] = match string.checked_sub((rows + 1) * columns) {
            None => [2 * (string / columns), 2 * (string % columns) + 1],
            Some(down) => [2 * (down / (columns + 1)) + 1, 2 * (down % (columns + 1))],
        };
        let [y, x] = [y.abs_diff(rows), x.abs_diff(columns)];
        if rows > columns { [y, x] } else { [x, y] }
    }

    /// Returns the set of all strings.
    #[must_use]
    pub fn all_strings(&self) -> S {
        self.coins.iter().fold(S::default(), |all, &strings| all | strings)
    }

    /// Returns the number of coins, taken ones too.
    #[must_use]
    pub fn coin_count(&self) -> usize {
        self.coin_count
    }

    /// Returns the strings that a coin had at first.
    #[must_use]
    pub fn strings_of(&self, coin: u8) -> S {
        self.coins[usize::from(coin)]
    }

    /// Returns the strings with an end at the ground.
    #[must_use]
    pub fn ground_strings(&self) -> S {
        self.grounded
    }

    /// Returns the two ends of a string.
    #[must_use]
    pub fn ends(&self, string: u8) -> [u8; 2] {
        self.ends[usize::from(string)]
    }

    /// Returns the end of a string opposite to `end`.
    #[must_use]
    pub fn other_end(&self, string: u8, end: u8) -> u8 {
        self.across[usize::from(string)] ^ end
    }

    /// Returns the number of strings that a coin still has.
    #[must_use]
    pub fn degree(&self, left: S, coin: u8) -> u32 {
        (left & self.coins[usize::from(coin)]).count()
    }

    /// Returns the coins that are not taken.
    #[must_use]
    pub fn open_coins(&self, left: S) -> u32 {
        self.coins.iter().filter(|&&strings| !(strings & left).is_empty()).count() as u32
    }

    /// Returns the coins that a single cut takes.
    pub fn capturable(&self, left: S) -> impl Iterator<Item = u8> + '_ {
        (0..self.coin_count as u8).filter(move |&coin| self.degree(left, coin) == 1)
    }

    /// Returns the number of coins that a cut takes: 0, 1 or 2.
    #[must_use]
    pub fn gain(&self, left: S, string: u8) -> u32 {
        self.ends(string).iter().filter(|&&end| end != GROUND && self.degree(left, end) == 1).count() as u32
    }
}

/// Returns the lowest string of a set that is not empty.
#[must_use]
pub fn lowest<S: Bits>(strings: S) -> u8 {
    strings.lowest()
}

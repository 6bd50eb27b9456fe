//! The tiles of a grid, and the memory of their values.

use std::array::from_fn;
use std::ops::Range;

use super::padded_grid::PaddedGrid;

/// Most cells at a side of a tile.
pub(super) const SIDE: usize = 4;

/// Most points of a variable: 0, 1, -1, 2, -2 and infinity.
pub(super) const POINTS: usize = SIDE + 2;

/// The point that a side of 3 cells does not have: -2.
const LONG_POINT: usize = 4;

/// The tiles of a grid. Values stand point by point, and tile by tile of those that have it.
#[derive(Debug, Default)]
pub(super) struct Tiles {
    pub list: Vec<Tile>,
    /// The values of each point.
    points: Vec<Range<usize>>,
}

/// A tile.
#[derive(Debug)]
pub(super) struct Tile {
    /// Whether it has one cell less than [`SIDE`] down and across.
    pub is_short: [bool; 2],
    /// The places on which it depends; place 0, which is padding, for those beyond the padding.
    pub inputs: [usize; POINTS * POINTS],
    /// Its value of each point; 0 for those that it does not have.
    pub values: [usize; POINTS * POINTS],
    /// The places of its cells, `None` where it ends earlier.
    pub outputs: [Option<usize>; SIDE * SIDE],
}

/// Memory of the convolutions of a grid.
#[derive(Debug, Default)]
pub(super) struct TileMemory {
    pub tiles: Tiles,
    /// Activations in steps, [`Shape::channels`](super::Shape::channels) for each place: the output of a block, and that of
    /// its first convolution.
    pub activations: [Vec<i16>; 2],
    /// Values of activations, `[point][tile][input]`.
    pub values: Vec<i16>,
    /// Products of values in floats, `[point][tile][output in a block]`.
    pub products: Vec<f32>,
}

/// Returns the number of outputs in a block, whose products are computed at once.
pub(super) const fn block_width(channels: usize) -> usize {
    if channels.is_multiple_of(24) { 24 } else { 16 }
}

/// Cuts a side into as few parts of 4 and 3 cells as there can be; returns where they begin, and their lengths.
fn cut(length: usize) -> Vec<(usize, usize)> {
    let count = length.div_ceil(SIDE);
    let long = (length + count).saturating_sub(SIDE * count);
    (0..count).map(|part| (part * SIDE - part.saturating_sub(long), SIDE - usize::from(part >= long))).collect()
}

impl Tiles {
    pub fn new(grid: PaddedGrid) -> Self {
        let rows = cut(grid.height);
        let tiles = rows.into_iter().flat_map(|row| cut(grid.width).into_iter().map(move |column| Tile::new(grid, row, column)));
        let mut list: Vec<Tile> = tiles.collect();
        let (mut points, mut count) = (Vec::new(), 0);
        for point in 0..POINTS * POINTS {
            let first = count;
            for tile in list.iter_mut().filter(|tile| tile.has(0, point / POINTS) && tile.has(1, point % POINTS)) {
                tile.values[point] = count;
                count += 1;
            }
            points.push(first..count);
        }
        Tiles { list, points }
    }

    /// Counts the values of one channel.
    fn value_count(&self) -> usize {
        self.points.last().map_or(0, |values| values.end)
    }

    /// Returns the values of a point.
    pub fn values(&self, point: usize) -> Range<usize> {
        self.points[point].clone()
    }
}

impl Tile {
    fn new(grid: PaddedGrid, (top, height): (usize, usize), (left, width): (usize, usize)) -> Self {
        Tile {
            is_short: [height, width].map(|side| side < SIDE),
            inputs: from_fn(|index| {
                let (x, y) = (left + index % POINTS, top + index / POINTS);
                if x <= grid.width + 1 && y <= grid.height + 1 { y * grid.stride() + x } else { 0 }
            }),
            values: [0; POINTS * POINTS],
            outputs: from_fn(|index| {
                let [x, y] = [index % SIDE, index / SIDE];
                let is_inside = x < width.min(grid.width - left) && y < height.min(grid.height - top);
                is_inside.then(|| grid.place(left + x, top + y))
            }),
        }
    }

    /// Returns whether it has a point of a variable: 0 down, 1 across.
    #[inline(always)]
    pub fn has(&self, direction: usize, point: usize) -> bool {
        !self.is_short[direction] || point != LONG_POINT
    }
}

impl TileMemory {
    /// Allocates it.
    pub fn new(grid: PaddedGrid, channels: usize) -> Self {
        let tiles = Tiles::new(grid);
        let count = tiles.value_count();
        TileMemory {
            tiles,
            activations: from_fn(|_| vec![0; grid.places() * channels]),
            values: vec![0; count * channels],
            products: vec![0.0; count * block_width(channels)],
        }
    }
}

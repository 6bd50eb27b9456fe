//! From the cells of tiles to values at points, and from products of values to cells (A. Lavin and S. Gray, 2016, section 4).
//!
//! The points of a side of 4 cells are those of F(4, 3), the ones of a side of 3 those of F(3, 3). All weights have their values for
//! 4 cells; [`restore`] corrects the factors by which those for 3 differ.

use std::ops::{Add, Mul, Sub};

use super::tiles::{POINTS, SIDE, Tile, Tiles, block_width};
use super::value_layer::ValueLayer;

/// A vector of numbers.
pub(super) trait Vector: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<i16, Output = Self> {
    /// Shows that the processor has such vectors.
    type Proof: Copy;
    /// The numbers in memory.
    type Numbers;

    fn load(proof: Self::Proof, numbers: &Self::Numbers) -> Self;
    fn store(self, numbers: &mut Self::Numbers);
}

/// Activations of a vector.
pub(super) const WORDS: usize = 16;

/// Products of a vector.
pub(super) const FLOATS: usize = 8;

/// A vector of products.
pub(super) trait Products: Vector<Numbers = [f32; FLOATS]> {
    /// Replaces negative numbers by 0.
    fn rectify(self) -> Self;
    /// Returns the numbers times `rates`, rounded, at most [`MOST`](super::value_layer::MOST).
    fn round(self, rates: Self) -> [i16; FLOATS];
}

/// Returns the values of a row or column of activations.
#[inline(always)]
fn transform<V: Vector, const SHORT: bool>([a, b, c, d, e, f]: [V; POINTS]) -> [V; POINTS] {
    if SHORT {
        let difference = d - b;
        return [(a - c) * 2 + difference, d - c - b * 2, b * 2 - c * 3 + d, difference, difference, e - c - difference * 2];
    }
    let (even, odd) = (e - c * 4, d - b * 4);
    let (even_wide, odd_wide) = (e - c, (d - b) * 2);
    [a * 4 - c * 5 + e, even + odd, even - odd, even_wide + odd_wide, even_wide - odd_wide, b * 4 - d * 5 + f]
}

/// Returns a row or column of cells from products of values.
#[inline(always)]
fn restore<V: Vector, const SHORT: bool>([a, b, c, d, e, f]: [V; POINTS]) -> [V; SIDE] {
    if SHORT {
        let b = b * 3;
        return [a * 2 + b + c + d * 4, b - c + d * 8, b + c + d * 16 + f, f];
    }
    let (sum, difference) = (b + c, b - c);
    let (sum_wide, difference_wide) = (d + e, d - e);
    [a + sum + sum_wide, difference + difference_wide * 2, sum + sum_wide * 4, difference + difference_wide * 8 + f]
}

/// Writes out an array of the values of an expression for each index: not every build inlines the closure of `from_fn`.
macro_rules! array {
    ($index:ident < POINTS, $value:expr) => {
        array!($index, $value, 0 1 2 3 4 5)
    };
    ($index:ident < SIDE, $value:expr) => {
        array!($index, $value, 0 1 2 3)
    };
    ($index:ident, $value:expr, $($number:literal)*) => {
        [$({
            const $index: usize = $number;
            $value
        }),*]
    };
}

/// Calls a function for a tile, with its shortness down and across as constants.
macro_rules! by_sides {
    ($tile:expr, $function:ident::<$vector:ident>($($argument:expr),*)) => {
        match $tile.is_short {
            [false, false] => $function::<$vector, false, false>($($argument),*),
            [false, true] => $function::<$vector, false, true>($($argument),*),
            [true, false] => $function::<$vector, true, false>($($argument),*),
            [true, true] => $function::<$vector, true, true>($($argument),*),
        }
    };
}

/// Computes the values of all activations.
#[inline(always)]
pub(super) fn transform_places<V: Vector<Numbers = [i16; WORDS]>>(
    proof: V::Proof,
    tiles: &Tiles,
    channels: usize,
    activations: &[i16],
    values: &mut [i16],
) {
    let (activations, values) = (activations.as_chunks().0, values.as_chunks_mut().0);
    let parts = channels / WORDS;
    for tile in &tiles.list {
        for part in 0..parts {
            by_sides!(tile, transform_tile::<V>(proof, tile, (part, parts), activations, values));
        }
    }
}

#[inline(always)]
fn transform_tile<V: Vector, const SHORT: bool, const NARROW: bool>(
    proof: V::Proof,
    tile: &Tile,
    (part, parts): (usize, usize),
    activations: &[V::Numbers],
    values: &mut [V::Numbers],
) {
    let place = |index: usize| V::load(proof, &activations[tile.inputs[index] * parts + part]);
    let columns = array!(X < POINTS, transform::<V, SHORT>(array!(Y < POINTS, place(Y * POINTS + X))));
    for y in (0..POINTS).filter(|&y| tile.has(0, y)) {
        let row = transform::<V, NARROW>(array!(X < POINTS, columns[X][y]));
        for x in (0..POINTS).filter(|&x| tile.has(1, x)) {
            row[x].store(&mut values[tile.values[y * POINTS + x] * parts + part]);
        }
    }
}

/// What becomes of the results of a vector of outputs.
struct Results<'a, V: Vector> {
    proof: V::Proof,
    biases: V,
    rates: V,
    skip: Option<&'a mut [V::Numbers]>,
    activations: &'a mut [[i16; FLOATS]],
    /// Where the vector stands among those of a place.
    part: usize,
    parts: usize,
}

impl<V: Products> Results<'_, V> {
    /// Finishes the result at a place: adds the bias and the skip connection, which it replaces, rectifies, and rounds to steps.
    #[inline(always)]
    fn write(&mut self, place: usize, result: V) {
        let at = place * self.parts + self.part;
        let mut result = result + self.biases;
        if let Some(skip) = &mut self.skip {
            result = (result + V::load(self.proof, &skip[at])).rectify();
            result.store(&mut skip[at]);
        }
        self.activations[at] = result.rectify().round(self.rates);
    }
}

/// Computes the results of a block of outputs from the products of values, in activations, with the rectifier. A skip connection is
/// added, and replaced by the result in floats.
#[inline(always)]
pub(super) fn restore_places<V: Products>(
    proof: V::Proof,
    tiles: &Tiles,
    (layer, block): (&ValueLayer, usize),
    products: &[f32],
    mut skip: Option<&mut [f32]>,
    activations: &mut [i16],
) {
    let channels = layer.biases.len();
    let (products, width) = (products.as_chunks().0, block_width(channels) / FLOATS);
    for own in 0..width {
        let (part, parts) = (block * width + own, channels / FLOATS);
        let [biases, rates] = [&layer.biases, &layer.rates].map(|numbers| V::load(proof, &numbers.as_chunks().0[part]));
        let skip = skip.as_deref_mut().map(|skip| skip.as_chunks_mut().0);
        let mut results = Results { proof, biases, rates, skip, activations: activations.as_chunks_mut().0, part, parts };
        for tile in &tiles.list {
            by_sides!(tile, restore_tile::<V>(tile, (own, width), products, &mut results));
        }
    }
}

#[inline(always)]
fn restore_tile<V: Products, const SHORT: bool, const NARROW: bool>(
    tile: &Tile,
    (part, parts): (usize, usize),
    products: &[V::Numbers],
    results: &mut Results<'_, V>,
) {
    // The value of a point that the tile does not have is not used.
    let proof = results.proof;
    let product = |point: usize| V::load(proof, &products[tile.values[point] * parts + part]);
    let columns = array!(X < POINTS, restore::<V, SHORT>(array!(Y < POINTS, product(Y * POINTS + X))));
    array!(Y < SIDE, {
        let row = restore::<V, NARROW>(array!(X < POINTS, columns[X][Y]));
        array!(
            X < SIDE,
            if let Some(place) = tile.outputs[Y * SIDE + X] {
                results.write(place, row[X]);
            }
        );
    });
}

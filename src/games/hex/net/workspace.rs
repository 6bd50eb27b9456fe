//! The memory of an evaluation: the activations of each layer.

use super::aligned::AlignedVec;
use super::kernel::InstructionSet;
use super::padded_grid::{PLANES, PaddedGrid};
use super::product::{Bf16Pair, Quad};
use super::tiles::TileMemory;

/// Memory for evaluations, kept from one to the next.
#[derive(Debug)]
pub struct Workspace {
    pub(super) set: InstructionSet,
    /// The grid of the last position.
    pub grid: PaddedGrid,
    /// Input planes.
    pub input: Vec<f32>,
    /// Outputs of convolutions, [`Shape::channels`](super::Shape::channels) floats for each place of the grid; at the end of a
    /// block with the skip connection added. [`Network::forward`](super::Network::forward) fills all of them; otherwise only the
    /// last one is valid.
    pub layers: Vec<Vec<f32>>,
    /// Input planes, the last output and the one before it as pairs.
    pub(super) pairs: [AlignedVec<Bf16Pair>; 3],
    /// The same as quads.
    pub(super) quads: [AlignedVec<Quad>; 3],
    /// Tiles, for an instruction set that multiplies words.
    pub(super) tiles: TileMemory,
    /// Mean of each channel, then its maximum.
    pub pooled: Vec<f32>,
    /// Hidden layer of the value.
    pub hidden: Vec<f32>,
}

impl Default for Workspace {
    fn default() -> Self {
        Workspace::new(InstructionSet::detect())
    }
}

impl Workspace {
    /// Creates an empty workspace for an instruction set that this processor has.
    #[must_use]
    pub fn new(set: InstructionSet) -> Self {
        Workspace {
            set,
            grid: PaddedGrid::new(0, 0),
            input: Vec::new(),
            layers: Vec::new(),
            pairs: Default::default(),
            quads: Default::default(),
            tiles: TileMemory::default(),
            pooled: Vec::new(),
            hidden: Vec::new(),
        }
    }

    /// Returns the instruction set in use.
    #[must_use]
    pub fn instruction_set(&self) -> InstructionSet {
        self.set
    }

    /// Returns the output of the last convolution.
    pub(super) fn features(&self) -> &[f32] {
        self.layers.last().expect("a network has a stem")
    }

    /// Allocates layers of a grid if the last position had others. New padding is zero, and every convolution leaves it so.
    pub(super) fn resize(&mut self, grid: PaddedGrid, layers: usize, channels: usize) {
        let length = grid.places() * channels;
        if self.grid != grid || self.layers.len() != layers || self.layers[0].len() != length {
            self.grid = grid;
            self.layers = vec![vec![0.0; length]; layers];
            let widths = [PLANES, channels, channels];
            self.pairs = widths.map(|width| AlignedVec::new(grid.places() * width / 2));
            self.quads = widths.map(|width| AlignedVec::new(grid.places() * width.div_ceil(4)));
            if self.set.has_words() {
                self.tiles = TileMemory::new(grid, channels);
            }
        }
    }
}

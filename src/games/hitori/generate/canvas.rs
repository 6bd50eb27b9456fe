//! A pattern that is rearranged: black cells with what surrounds each cell, kept up to date, and the walls, found anew on demand.

use crate::games::hitori::board::{Mark, Marks};
use crate::grid::{Cell, Size};

/// A spot of the pattern with a rim around it.
pub(super) type Spot = usize;

/// A pattern in the making.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    size: Size,
    stride: usize,
    black: Vec<bool>,
    /// Number of neighbours that are black.
    near: Vec<u8>,
    /// Number of neighbours that are black or outside.
    walled: Vec<u8>,
    edge: Vec<bool>,
    /// Parents in the union-find of the walls; the last node is the outside.
    parent: Vec<u16>,
}

impl Canvas {
    /// The pattern of complete marks, in a grid of two rows and columns or more.
    pub(super) fn new(marks: &Marks) -> Self {
        let size = marks.size();
        let stride = size.width + 2;
        let total = stride * (size.height + 2);
        let mut canvas = Canvas {
            size,
            stride,
            black: vec![false; total],
            near: vec![0; total],
            walled: vec![0; total],
            edge: vec![false; total],
            parent: vec![0; total + 1],
        };
        let all: Vec<Spot> = canvas.spots().collect();
        let mut inside = vec![false; total];
        all.iter().for_each(|&spot| inside[spot] = true);
        for &spot in &all {
            canvas.walled[spot] = canvas.beside(spot).into_iter().filter(|&other| !inside[other]).count() as u8;
            canvas.edge[spot] = canvas.walled[spot] > 0;
        }
        for cell in marks.cells(Mark::Black) {
            canvas.flip((size.y(cell) + 1) * stride + size.x(cell) + 1);
        }
        canvas
    }

    /// The pattern as marks.
    pub(super) fn marks(&self) -> Marks {
        let mark = |spot| if self.black[spot] { Mark::Black } else { Mark::White };
        Marks::new(self.size, self.spots().map(mark).collect())
    }

    /// The spots of the grid in row order.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (size, stride) = (self.size, self.stride);
        size.cells().map(move |cell: Cell| (size.y(cell) + 1) * stride + size.x(cell) + 1)
    }

    fn is_within(&self, spot: Spot) -> bool {
        let (x, y) = (spot % self.stride, spot / self.stride);
        (1..=self.size.width).contains(&x) && (1..=self.size.height).contains(&y)
    }

    pub(super) fn beside(&self, spot: Spot) -> [Spot; 4] {
        [spot - 1, spot - self.stride, spot + 1, spot + self.stride]
    }

    pub(super) fn diagonal(&self, spot: Spot) -> [Spot; 4] {
        let stride = self.stride;
        [spot - stride - 1, spot - stride + 1, spot + stride - 1, spot + stride + 1]
    }

    /// Changes the colour of a spot.
    pub(super) fn flip(&mut self, spot: Spot) {
        let now = !self.black[spot];
        self.black[spot] = now;
        for other in self.beside(spot) {
            if now {
                self.near[other] += 1;
                self.walled[other] += 1;
            } else {
                self.near[other] -= 1;
                self.walled[other] -= 1;
            }
        }
    }

    /// Whether a spot could be black as far as its neighbours go.
    pub(super) fn is_free(&self, spot: Spot) -> bool {
        self.is_within(spot) && !self.black[spot] && self.near[spot] == 0
    }

    /// Whether a spot is white, and neither a black neighbour nor the exit rule speaks for it.
    pub(super) fn is_lonely(&self, spot: Spot) -> bool {
        self.is_free(spot) && !self.beside(spot).into_iter().any(|other| self.is_within(other) && self.walled[other] == 3)
    }

    /// The spots whose loneliness depends on a spot: all within two steps.
    pub(super) fn around(&self, spot: Spot) -> impl Iterator<Item = Spot> {
        let beside = self.beside(spot);
        let far = beside.into_iter().filter(|&other| self.is_within(other)).flat_map(|other| self.beside(other));
        beside.into_iter().chain(far).filter(|&other| self.is_within(other))
    }

    /// Finds the walls.
    pub(super) fn build_walls(&mut self) {
        (0..self.parent.len()).for_each(|node| self.parent[node] = node as u16);
        let blacks: Vec<Spot> = self.spots().filter(|&spot| self.black[spot]).collect();
        blacks.into_iter().for_each(|spot| self.join(spot));
    }

    fn outside(&self) -> usize {
        self.parent.len() - 1
    }

    /// The name of the wall that a node is in.
    pub(super) fn top(&mut self, mut node: usize) -> usize {
        while self.parent[node] as usize != node {
            self.parent[node] = self.parent[self.parent[node] as usize];
            node = self.parent[node] as usize;
        }
        node
    }

    /// Joins a black spot to the walls that it touches.
    pub(super) fn join(&mut self, spot: Spot) {
        for other in self.diagonal(spot) {
            if self.black[other] {
                let (a, b) = (self.top(spot), self.top(other));
                self.parent[a] = b as u16;
            }
        }
        if self.edge[spot] {
            let (a, b) = (self.top(spot), self.top(self.outside()));
            self.parent[a] = b as u16;
        }
    }

    /// The black spots that must be white for this one to be black: of each wall that it touches all but one, `keep` choosing.
    pub(super) fn obstacles(&mut self, spot: Spot, keep: usize) -> arrayvec::ArrayVec<Spot, 4> {
        let mut seen = arrayvec::ArrayVec::<usize, 5>::new();
        if self.edge[spot] {
            seen.push(self.top(self.outside()));
        }
        let mut touched = self.diagonal(spot);
        touched.rotate_left(keep % 4);
        let mut found = arrayvec::ArrayVec::new();
        for other in touched.into_iter().filter(|&other| self.black[other]).collect::<arrayvec::ArrayVec<Spot, 4>>() {
            let top = self.top(other);
            if seen.contains(&top) { found.push(other) } else { seen.push(top) }
        }
        found
    }
}

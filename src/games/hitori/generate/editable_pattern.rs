//! A pattern of black cells that is changed cell by cell. It keeps the number of black neighbours of each cell up to date, and finds
//! the walls (sets of black cells that touch by their corners) anew on demand.

use crate::games::hitori::board::{Mark, Marks};
use crate::grid::{Cell, Size, UnionFind};

/// A place of the pattern, by its index in the grid with a padding of one cell on each side.
pub(super) type Place = usize;

/// A pattern of black cells.
#[derive(Clone, Debug)]
pub(super) struct EditablePattern {
    size: Size,
    stride: usize,
    black: Vec<bool>,
    /// Number of neighbours that are black.
    black_neighbors: Vec<u8>,
    /// Number of neighbours that are black or outside the grid.
    closed_sides: Vec<u8>,
    /// Whether the place lies at the rim of the grid.
    rim: Vec<bool>,
    /// The places of the grid in row order.
    inside: Vec<u16>,
    /// Whether `walls` are those of the present pattern.
    walls_are_current: bool,
    /// The walls as sets of black places; the last node is the outside.
    walls: UnionFind,
}

impl EditablePattern {
    /// Creates the pattern of complete marks, in a grid of two rows and columns or more.
    pub(super) fn new(marks: &Marks) -> Self {
        let size = marks.size();
        let stride = size.width + 2;
        let total = stride * (size.height + 2);
        let mut pattern = EditablePattern {
            size,
            stride,
            black: vec![false; total],
            black_neighbors: vec![0; total],
            closed_sides: vec![0; total],
            rim: vec![false; total],
            inside: size.cells().map(|cell: Cell| ((size.y(cell) + 1) * stride + size.x(cell) + 1) as u16).collect(),
            walls_are_current: false,
            walls: UnionFind::new(total + 1),
        };
        for place in pattern.places() {
            pattern.closed_sides[place] =
                pattern.neighbors(place).into_iter().filter(|&other| !pattern.is_within(other)).count() as u8;
            pattern.rim[place] = pattern.closed_sides[place] > 0;
        }
        for cell in marks.cells(Mark::Black) {
            pattern.flip((size.y(cell) + 1) * stride + size.x(cell) + 1);
        }
        pattern
    }

    /// Returns the pattern as marks.
    pub(super) fn marks(&self) -> Marks {
        let mark = |place| if self.black[place] { Mark::Black } else { Mark::White };
        Marks::new(self.size, self.places().map(mark).collect())
    }

    /// Returns the places of the grid in row order.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        self.inside.clone().into_iter().map(Place::from)
    }

    fn is_within(&self, place: Place) -> bool {
        let (x, y) = (place % self.stride, place / self.stride);
        (1..=self.size.width).contains(&x) && (1..=self.size.height).contains(&y)
    }

    pub(super) fn neighbors(&self, place: Place) -> [Place; 4] {
        [place - 1, place - self.stride, place + 1, place + self.stride]
    }

    pub(super) fn diagonal(&self, place: Place) -> [Place; 4] {
        let stride = self.stride;
        [place - stride - 1, place - stride + 1, place + stride - 1, place + stride + 1]
    }

    /// Returns whether a place is black.
    pub(super) fn is_black(&self, place: Place) -> bool {
        self.black[place]
    }

    /// Changes the colour of a place.
    pub(super) fn flip(&mut self, place: Place) {
        let now = !self.black[place];
        self.black[place] = now;
        self.walls_are_current = false;
        for other in self.neighbors(place) {
            if now {
                self.black_neighbors[other] += 1;
                self.closed_sides[other] += 1;
            } else {
                self.black_neighbors[other] -= 1;
                self.closed_sides[other] -= 1;
            }
        }
    }

    /// Returns whether a place is white without a black neighbour.
    pub(super) fn is_free(&self, place: Place) -> bool {
        self.is_within(place) && !self.black[place] && self.black_neighbors[place] == 0
    }

    /// Returns whether neither of the rules `neighbour` and `exit` would find that a white place is white.
    pub(super) fn is_undetermined(&self, place: Place) -> bool {
        self.is_free(place)
            && !self.neighbors(place).into_iter().any(|other| self.is_within(other) && self.closed_sides[other] == 3)
    }

    /// Returns the places within two steps of one: those for which a change of it may change [`EditablePattern::is_undetermined`].
    pub(super) fn within_two_steps(&self, place: Place) -> impl Iterator<Item = Place> {
        let beside = self.neighbors(place);
        let far = beside.into_iter().filter(|&other| self.is_within(other)).flat_map(|other| self.neighbors(other));
        beside.into_iter().chain(far).filter(|&other| self.is_within(other))
    }

    /// Finds the walls, unless they are current.
    pub(super) fn build_walls(&mut self) {
        if std::mem::replace(&mut self.walls_are_current, true) {
            return;
        }
        self.walls.reset();
        let (stride, outside) = (self.stride, self.outside_node());
        for at in 0..self.inside.len() {
            let place = self.inside[at] as usize;
            if !self.black[place] {
                continue;
            }
            // Black cells in the rows below join it when they are visited.
            for other in [place - stride - 1, place - stride + 1] {
                if self.black[other] {
                    self.unite(place, other);
                }
            }
            if self.rim[place] {
                self.unite(place, outside);
            }
        }
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.walls.find(a), self.walls.find(b));
        self.walls.link(a, b);
    }

    fn outside_node(&self) -> usize {
        self.walls.nodes() - 1
    }

    /// Returns the representative of the wall that a node is in.
    pub(super) fn wall_of(&mut self, node: usize) -> usize {
        debug_assert!(self.walls_are_current, "the walls of another pattern");
        self.walls.find(node)
    }

    /// Makes a free place black while the walls are current, and joins it to those that it touches.
    pub(super) fn add_black(&mut self, place: Place) {
        debug_assert!(self.is_free(place), "no two black cells are neighbours");
        debug_assert!(self.walls_are_current, "walls that are not current cannot be brought up to date");
        self.flip(place);
        self.walls_are_current = true;
        for other in self.diagonal(place) {
            if self.black[other] {
                self.unite(place, other);
            }
        }
        if self.rim[place] {
            self.unite(place, self.outside_node());
        }
    }

    /// Returns, while the walls are current, the black places that must become white before this one can be black without closing a
    /// ring: of each wall that it touches all places but one; `keep` chooses which.
    pub(super) fn blocking_places(&mut self, place: Place, keep: usize) -> arrayvec::ArrayVec<Place, 4> {
        let mut seen = arrayvec::ArrayVec::<usize, 5>::new();
        if self.rim[place] {
            seen.push(self.wall_of(self.outside_node()));
        }
        let mut touched = self.diagonal(place);
        touched.rotate_left(keep % 4);
        let mut found = arrayvec::ArrayVec::new();
        for other in touched {
            if !self.black[other] {
                continue;
            }
            let wall = self.wall_of(other);
            if seen.contains(&wall) { found.push(other) } else { seen.push(wall) }
        }
        found
    }
}

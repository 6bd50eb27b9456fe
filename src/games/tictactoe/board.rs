//! The rules of m,n,k games: boards of any width, height and length of lines; marks; lines; positions.

use std::sync::Arc;

use crate::color::{Color, Ending};
use crate::game::turn::{GamePosition, GameRecord};
use crate::grid::{Cell, Size};

/// A set of cells, a bit for each by its number in row order.
pub type Cells = u128;

/// Longest side of a board: its cells fit into a [`Cells`].
pub const MAX_SIDE: usize = 11;

/// A game of the family, an `m,n,k` game in the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Columns and rows.
    pub size: Size,
    /// Cells in a row, column or diagonal that make a line.
    pub length: usize,
    /// Whether the player who completes a line loses.
    pub misere: bool,
}

impl Default for Variant {
    fn default() -> Self {
        Variant { size: Size::square(3), length: 3, misere: false }
    }
}

impl Variant {
    /// Creates the variant of `width` columns and `height` rows where `length` in a line end the game.
    #[must_use]
    pub const fn new(width: usize, height: usize, length: usize, misere: bool) -> Self {
        Variant { size: Size { width, height }, length, misere }
    }

    /// Returns whether the game can be played: sides of 1 to [`MAX_SIDE`] and a line that fits on the board.
    #[must_use]
    pub fn is_playable(&self) -> bool {
        let Size { width, height } = self.size;
        let sides = 1..=MAX_SIDE;
        sides.contains(&width) && sides.contains(&height) && (1..=width.max(height)).contains(&self.length)
    }
}

/// A variant with its lines and symmetries.
#[derive(Debug)]
pub struct Rules {
    pub variant: Variant,
    pub lines: Vec<Cells>,
    /// The lines through each cell.
    through: Vec<Vec<Cells>>,
    /// The image of each cell under each symmetry of the board; the identity comes first.
    pub symmetries: Vec<Vec<Cell>>,
}

/// Returns the set of one cell.
#[must_use]
pub const fn bit(cell: Cell) -> Cells {
    1 << cell.0
}

/// Returns the cells of a set, lowest number first.
pub fn cells(set: Cells) -> impl Iterator<Item = Cell> {
    let mut left = set;
    std::iter::from_fn(move || {
        let cell = (left != 0).then(|| Cell(left.trailing_zeros() as u16))?;
        left &= left - 1;
        Some(cell)
    })
}

impl Rules {
    /// Creates the rules of a playable variant.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        let size = variant.size;
        let directions: &[(isize, isize)] = if variant.length == 1 { &[(1, 0)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] };
        let lines: Vec<Cells> = size
            .cells()
            .flat_map(|from| directions.iter().filter_map(move |&direction| line(variant, from, direction)))
            .collect();
        let through = size.cells().map(|cell| lines.iter().copied().filter(|line| line & bit(cell) != 0).collect()).collect();
        Rules { variant, lines, through, symmetries: symmetries(size) }
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn area(&self) -> usize {
        self.variant.size.area()
    }

    #[must_use]
    pub fn all_cells(&self) -> Cells {
        Cells::MAX >> (Cells::BITS as usize - self.area())
    }

    /// Returns whether the marks hold a line through a cell.
    #[must_use]
    pub fn completes_line(&self, marks: Cells, cell: Cell) -> bool {
        self.through[cell.index()].iter().any(|&line| line & !marks == 0)
    }

    /// Returns whether the marks hold a line.
    #[must_use]
    pub fn has_line(&self, marks: Cells) -> bool {
        self.lines.iter().any(|&line| line & !marks == 0)
    }

    /// Returns how the game has ended with these marks; `None` while it goes on.
    #[must_use]
    pub fn ending(&self, marks: &Marks) -> Option<Ending> {
        let line_owner = Color::BOTH.into_iter().find(|color| self.has_line(marks.0[color.index()]));
        match line_owner {
            Some(color) => Some(Ending::Won(if self.variant.misere { color.other() } else { color })),
            None => (marks.occupied_cells() == self.all_cells()).then_some(Ending::Draw),
        }
    }

    /// Returns the lines through a cell.
    fn lines_through(&self, cell: Cell) -> &[Cells] {
        &self.through[cell.index()]
    }

    /// Returns the weight of a cell in move ordering: the sum over the lines through it that only one player, or none, has marks on.
    /// Lines with more marks weigh more, and `own` lines a little more than those of the other player.
    #[must_use]
    pub fn cell_weight(&self, cell: Cell, own: Cells, other: Cells) -> i64 {
        self.lines_through(cell).iter().fold(0, |sum, &line| {
            let (mine, others) = ((line & own).count_ones(), (line & other).count_ones());
            sum + if others == 0 { 4_i64 << (2 * mine) } else { 0 } + if mine == 0 { 3_i64 << (2 * others) } else { 0 }
        })
    }

    /// Returns the image of a set of cells under a symmetry.
    #[must_use]
    pub fn image(&self, symmetry: &[Cell], set: Cells) -> Cells {
        cells(set).fold(0, |image, cell| image | bit(symmetry[cell.index()]))
    }

    /// Returns the smallest of the symmetric images of a position, which is the same for all of them.
    #[must_use]
    pub fn canonical(&self, own: Cells, other: Cells) -> (Cells, Cells) {
        let images = self.symmetries.iter().map(|symmetry| (self.image(symmetry, own), self.image(symmetry, other)));
        images.min().unwrap_or((own, other))
    }
}

/// Returns the line from a cell in a direction, if it fits.
fn line(variant: Variant, from: Cell, (dx, dy): (isize, isize)) -> Option<Cells> {
    let steps = 0..variant.length as isize;
    steps.map(|n| variant.size.step(from, n * dx, n * dy).map(bit)).try_fold(0, |line, cell| Some(line | cell?))
}

/// Returns the symmetries of a board: eight of a square, four of any other.
fn symmetries(size: Size) -> Vec<Vec<Cell>> {
    let Size { width, height } = size;
    let mut maps: Vec<Vec<Cell>> = Vec::new();
    for turn in 0..if size.is_square() { 8 } else { 4 } {
        let image = |cell: Cell| {
            let (x, y) = (size.x(cell), size.y(cell));
            let (x, y) = if turn & 1 != 0 { (width - 1 - x, y) } else { (x, y) };
            let (x, y) = if turn & 2 != 0 { (x, height - 1 - y) } else { (x, y) };
            size.cell(if turn & 4 != 0 { y } else { x }, if turn & 4 != 0 { x } else { y })
        };
        maps.push(size.cells().filter_map(image).collect());
    }
    maps
}

/// The marks of both players, black's first. Black moves first and the players alternate, so that their numbers tell whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Marks(pub [Cells; 2]);

impl Marks {
    /// Returns how many there are.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Returns the player whose turn it is.
    #[must_use]
    pub fn to_move(self) -> Color {
        Color::BOTH[self.count() as usize % 2]
    }

    /// Returns the marks of the player to move, and the other's.
    #[must_use]
    pub fn own_and_other(self) -> (Cells, Cells) {
        let mover = self.to_move();
        (self.0[mover.index()], self.0[mover.other().index()])
    }

    /// Returns the marks after the player to move has taken a cell.
    #[must_use]
    pub fn play(self, cell: Cell) -> Marks {
        let mut marks = self;
        marks.0[self.to_move().index()] |= bit(cell);
        marks
    }

    /// Returns the cells that are taken.
    #[must_use]
    pub fn occupied_cells(self) -> Cells {
        self.0[0] | self.0[1]
    }

    /// Returns who owns a cell.
    #[must_use]
    pub fn owner(self, cell: Cell) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.0[color.index()] & bit(cell) != 0)
    }
}

/// A move is refused because its cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupied;

/// A position: marks on a board.
#[derive(Clone, Debug)]
pub struct Position {
    pub rules: Arc<Rules>,
    pub marks: Marks,
}

/// A game.
pub type Board = GameRecord<Position>;

impl Position {
    /// Returns the free cells.
    pub fn free(&self) -> impl Iterator<Item = Cell> {
        cells(self.rules.all_cells() & !self.marks.occupied_cells())
    }
}

impl Default for Position {
    fn default() -> Self {
        Position { rules: Arc::new(Rules::new(Variant::default())), marks: Marks::default() }
    }
}

impl GamePosition for Position {
    type Move = Cell;
    type Refusal = Occupied;

    fn to_move(&self) -> Color {
        self.marks.to_move()
    }

    fn ending(&self) -> Option<Ending> {
        self.rules.ending(&self.marks)
    }

    fn legal_moves(&self) -> impl Iterator<Item = Cell> {
        self.free()
    }

    fn play(&mut self, cell: Cell) -> Result<(), Occupied> {
        if self.marks.occupied_cells() & bit(cell) != 0 {
            return Err(Occupied);
        }
        self.marks = self.marks.play(cell);
        Ok(())
    }
}

/// Returns whether a game can reach the position: black has as many marks as white or one more, and only the last move can have
/// completed a line.
#[must_use]
pub(super) fn is_reachable(rules: &Rules, marks: Marks) -> bool {
    let [black, white] = marks.0;
    if black & white != 0 || !(0..=1).contains(&(black.count_ones() as i32 - white.count_ones() as i32)) {
        return false;
    }
    let last = marks.to_move().other();
    let [own, other] = [marks.0[last.index()], marks.0[last.other().index()]];
    !rules.has_line(other) && (!rules.has_line(own) || cells(own).any(|cell| !rules.has_line(own & !bit(cell))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::turn;

    fn rules(width: usize, height: usize, length: usize) -> Rules {
        Rules::new(Variant::new(width, height, length, false))
    }

    #[test]
    fn lines_of_some_boards() {
        for (m, n, k, count) in
            [(3, 3, 3, 8), (4, 4, 4, 10), (4, 4, 3, 24), (5, 3, 3, 20), (2, 5, 5, 2), (3, 3, 1, 9), (11, 11, 5, 252)]
        {
            assert_eq!(rules(m, n, k).lines.len(), count, "{m},{n},{k}");
        }
    }

    #[test]
    fn symmetries_keep_the_lines() {
        for (m, n, k) in [(3, 3, 3), (4, 3, 3), (2, 5, 2)] {
            let rules = rules(m, n, k);
            for symmetry in &rules.symmetries {
                assert!(rules.lines.iter().all(|&line| rules.lines.contains(&rules.image(symmetry, line))));
            }
        }
    }

    #[test]
    fn unreachable_positions_are_recognized() {
        let rules = rules(3, 3, 3);
        let can = |black, white| is_reachable(&rules, Marks([black, white]));
        assert!(can(0b111, 0b11_000) && can(0b11, 0b11_000) && can(0, 0));
        assert!(!can(0b111, 0b111_000), "two lines");
        assert!(!can(0b1, 0b110), "white is ahead");
        assert!(!can(0b111, 0b1_011_000), "black had won before");
        assert!(!can(0b11, 0b1), "one cell, two owners");
    }

    #[test]
    fn undo_is_the_inverse_of_play() {
        let mut board = Board::new(Position { rules: Arc::new(rules(3, 3, 3)), marks: Marks::default() });
        assert_eq!(board.play(Color::White, Cell(0)), Err(turn::Refusal::OutOfTurn(Color::Black)));
        for (number, cell) in [0, 3, 1, 4, 2].into_iter().enumerate() {
            assert_eq!(board.ending(), None);
            assert_eq!(board.play(Color::BOTH[number % 2], Cell(cell)), Ok(()));
        }
        assert_eq!(board.ending(), Some(Ending::Won(Color::Black)));
        assert_eq!(board.play(Color::White, Cell(8)), Err(turn::Refusal::Over));
        assert!((0..5).all(|_| board.undo()));
        assert_eq!(board.marks, Marks::default());
    }
}

//! Draws a board as text or SVG: walls, robots and the target, and the path of a solution.

use super::board::{Board, Direction, Move, Robot};
use super::position::Position;
use crate::grid::Cell;
use crate::picture::{Ink, Svg, Text};

/// An overlay on a board.
#[derive(Clone, Debug, Default)]
pub enum Overlay {
    #[default]
    Nothing,
    /// The last move, which ended in the position, with the cell that it began in.
    Last(Move, Cell),
    /// Moves from the position, with their numbers.
    Path(Vec<Move>),
    /// A value in each cell that has one.
    Grid(Vec<Option<u8>>),
}

/// Columns from cell to cell.
const PITCH: usize = 4;

fn ink(robot: Robot) -> Ink {
    match robot {
        Robot::Red => Ink::Red,
        Robot::Green => Ink::Green,
        Robot::Blue => Ink::Blue,
        Robot::Yellow => Ink::Yellow,
        Robot::Silver => Ink::Silver,
    }
}

/// Returns the board as text: a robot is its capital letter, the target a small one, `*` for any robot. The number of a cell is
/// that of its column, at the top, and that of the first cell of its row, at the left, together.
#[must_use]
pub fn text(position: &Position, overlay: &Overlay) -> Text {
    let size = position.board.size();
    let digits = ((size.height - 1) * size.width).to_string().len();
    let mut text = board_text(position, overlay).shift(digits + 1, 1);
    for x in 0..size.width {
        text.write(digits + 1 + x * PITCH + 1, 0, &format!("{x:^3}"), Ink::Faint);
    }
    for y in 0..size.height {
        text.write(0, 2 * y + 2, &format!("{:>digits$}", y * size.width), Ink::Faint);
    }
    text
}

fn board_text(position: &Position, overlay: &Overlay) -> Text {
    let board = &position.board;
    let size = board.size();
    let mut text = Text::default();
    for y in 0..=size.height {
        for x in 0..=size.width {
            text.write(x * PITCH, 2 * y, "+", Ink::Faint);
        }
    }
    for cell in size.cells() {
        let (column, line) = (size.x(cell) * PITCH, 2 * size.y(cell));
        for direction in Direction::ALL.into_iter().filter(|&direction| board.has_wall(cell, direction)) {
            match direction {
                Direction::North => text.write(column + 1, line, "---", Ink::Plain),
                Direction::South => text.write(column + 1, line + 2, "---", Ink::Plain),
                Direction::West => text.write(column, line + 1, "|", Ink::Plain),
                Direction::East => text.write(column + PITCH, line + 1, "|", Ink::Plain),
            }
        }
        if board.is_blocked(cell) {
            text.write(column + 1, line + 1, "###", Ink::Faint);
        }
    }
    match overlay {
        Overlay::Nothing => {}
        &Overlay::Last(mv, from) => {
            for cell in trail(position, mv, from) {
                text.write(size.x(cell) * PITCH + 2, 2 * size.y(cell) + 1, ".", Ink::Mark);
            }
        }
        Overlay::Path(moves) => write_path(&mut text, position, moves),
        Overlay::Grid(values) => write_grid(&mut text, position, values),
    }
    let at = |cell: Cell| (size.x(cell) * PITCH + 2, 2 * size.y(cell) + 1);
    let (column, line) = at(position.target.cell);
    let (word, color) = position
        .target
        .robot
        .map_or(("*".to_owned(), Ink::Mark), |robot| (robot.letter().to_ascii_lowercase().to_string(), ink(robot)));
    text.write(column, line, &word, color);
    for (robot, cell) in position.robots_with_cells() {
        let (column, line) = at(cell);
        // A robot on the target hides it: brackets show the target.
        if cell == position.target.cell {
            text.write(column - 1, line, "[ ]", Ink::Mark);
        }
        text.write(column, line, &robot.letter().to_string(), ink(robot));
    }
    text
}

/// Returns the cells from that in which a move began to that before its end.
fn trail(position: &Position, mv: Move, from: Cell) -> Vec<Cell> {
    let to = position.robots[mv.robot.index()];
    let next = |&cell: &Cell| position.board.neighbor(cell, mv.direction);
    std::iter::successors(Some(from), next).take_while(|&cell| cell != to).collect()
}

/// Draws arrows along the paths, and the number of each move where it ends.
fn write_path(text: &mut Text, position: &Position, moves: &[Move]) {
    let size = position.board.size();
    let mut now = position.clone();
    let mut ends = Vec::new();
    for (number, &mv) in moves.iter().enumerate() {
        let from = now.robots[mv.robot.index()];
        let Ok(to) = now.play(mv) else { break };
        let mut cell = from;
        while cell != to {
            let Some(next) = position.board.neighbor(cell, mv.direction) else { break };
            cell = next;
            let arrow = ["^", ">", "v", "<"][mv.direction.index()];
            text.write(size.x(cell) * PITCH + 2, 2 * size.y(cell) + 1, arrow, ink(mv.robot));
        }
        ends.push((to, number + 1, mv.robot));
    }
    for (cell, number, robot) in ends {
        // To the right of the robot or the arrow.
        let word = if number < 16 { format!("{number:X}") } else { "+".to_owned() };
        text.write(size.x(cell) * PITCH + 3, 2 * size.y(cell) + 1, &word, ink(robot));
    }
}

fn write_grid(text: &mut Text, position: &Position, values: &[Option<u8>]) {
    let size = position.board.size();
    for cell in size.cells().filter(|&cell| !position.board.is_blocked(cell)) {
        let word = values.get(cell.index()).copied().flatten().map_or_else(|| ".".to_owned(), |value| value.to_string());
        text.write(size.x(cell) * PITCH + 1, 2 * size.y(cell) + 1, &format!("{word:>2}"), Ink::Plain);
    }
}

/// Distance of cells, in pixels.
const STEP: f64 = 36.0;
/// Space around the board, with the coordinates at the top and at the left.
const RIM: f64 = 24.0;

const STYLE: &str = ".field{fill:#f6f1e4}.line{stroke:#ddd5c2;stroke-width:1}.wall{stroke:#303030;stroke-width:4;stroke-linecap:round}\
.closed{fill:#777}.red{fill:#d33a2c}.green{fill:#2e9b4f}.blue{fill:#2f6fd0}.yellow{fill:#e3b91f}.silver{fill:#9aa3ad}.any{fill:#8a4fbf}\
.letter{font-size:16px;font-weight:bold;fill:#fff}.yellow+.letter{fill:#222}.goal{font-size:14px;fill:#fff}.step{font-size:10px;fill:#222}\
.way{stroke-width:3;stroke-opacity:.75;fill:none}.way.red{stroke:#d33a2c}.way.green{stroke:#2e9b4f}.way.blue{stroke:#2f6fd0}\
.way.yellow{stroke:#c79c00}.way.silver{stroke:#7d8791}.way.last{stroke-dasharray:3 5}.left{fill:none;stroke:#777;stroke-dasharray:3 3}.disc{fill:#fff;stroke:#444}.value{font-size:12px;fill:#444}.name{font-size:11px;fill:#666}";

/// Returns the board as SVG.
#[must_use]
pub fn svg(position: &Position, overlay: &Overlay) -> Svg {
    let board = &position.board;
    let size = board.size();
    let (width, height) = corner(size.width, size.height);
    let mut svg = Svg::new(width + RIM, height + RIM, STYLE);
    let square = |cell: Cell, inset: f64| {
        let (x, y) = corner(size.x(cell), size.y(cell));
        let (far_x, far_y) = (x + STEP - inset, y + STEP - inset);
        [(x + inset, y + inset), (far_x, y + inset), (far_x, far_y), (x + inset, far_y)]
    };
    for cell in size.cells() {
        svg.place(&cell.index().to_string(), |svg| svg.polygon("field", &square(cell, 0.0)));
    }
    (0..=size.width).for_each(|x| svg.line("line", corner(x, 0), corner(x, size.height)));
    (0..=size.height).for_each(|y| svg.line("line", corner(0, y), corner(size.width, y)));
    size.cells().filter(|&cell| board.is_blocked(cell)).for_each(|cell| svg.polygon("closed", &square(cell, 0.0)));
    let target = position.target;
    let goal = target.robot.map_or("*".to_owned(), |robot| robot.letter().to_ascii_lowercase().to_string());
    svg.piece("target", middle(position, target.cell), |svg| {
        let half = STEP / 2.0 - 6.0;
        svg.polygon(target.robot.map_or("any", Robot::name), &[(-half, -half), (half, -half), (half, half), (-half, half)]);
        svg.text("goal", (0.0, 0.0), &goal);
    });
    if let Overlay::Grid(values) = overlay {
        for (cell, value) in size.cells().zip(values) {
            value.iter().for_each(|value| svg.text("value", middle(position, cell), &value.to_string()));
        }
    }
    draw_walls(&mut svg, board);
    if let &Overlay::Last(mv, from) = overlay {
        let class = format!("way last {}", mv.robot.name());
        svg.line(&class, middle(position, from), middle(position, position.robots[mv.robot.index()]));
        svg.circle("left", middle(position, from), STEP * 0.38);
    }
    for (robot, cell) in position.robots_with_cells() {
        svg.piece(robot.name(), middle(position, cell), |svg| {
            svg.circle(robot.name(), (0.0, 0.0), STEP * 0.38);
            svg.text("letter", (0.0, 0.0), &robot.letter().to_string());
        });
    }
    if let Overlay::Path(moves) = overlay {
        draw_path(&mut svg, position, moves);
    }
    // The number of a cell is the sum of that of its column and that of its row.
    for x in 0..size.width {
        svg.text("name", (corner(x, 0).0 + STEP / 2.0, RIM / 2.0), &x.to_string());
    }
    for y in 0..size.height {
        svg.text("name", (RIM / 2.0, corner(0, y).1 + STEP / 2.0), &(y * size.width).to_string());
    }
    svg
}

/// Returns the upper left corner of the cell in a column and row.
fn corner(x: usize, y: usize) -> (f64, f64) {
    (RIM + x as f64 * STEP, RIM + y as f64 * STEP)
}

fn draw_walls(svg: &mut Svg, board: &Board) {
    let size = board.size();
    for cell in size.cells() {
        let (x, y) = (size.x(cell), size.y(cell));
        let corners = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        for direction in Direction::ALL.into_iter().filter(|&direction| board.has_wall(cell, direction)) {
            // Both cells beside a wall have it: draw it once.
            let is_drawn_here = direction.index() % 3 == 0 || board.neighbor(cell, direction).is_none();
            if is_drawn_here {
                svg.line("wall", corners[direction.index()], corners[(direction.index() + 1) % 4]);
            }
        }
    }
}

fn middle(position: &Position, cell: Cell) -> (f64, f64) {
    let size = position.board.size();
    (RIM + (size.x(cell) as f64 + 0.5) * STEP, RIM + (size.y(cell) as f64 + 0.5) * STEP)
}

/// Draws an arrow for each move, with its number in the middle; the paths of different robots are drawn side by side.
fn draw_path(svg: &mut Svg, position: &Position, moves: &[Move]) {
    let mut now = position.clone();
    for (number, &mv) in moves.iter().enumerate() {
        let from = now.robots[mv.robot.index()];
        let Ok(to) = now.play(mv) else { break };
        let aside = (mv.robot.index() as f64 - 2.0) * 3.0;
        let shift = |(x, y): (f64, f64)| (x + aside, y + aside);
        let (tail, tip) = (shift(middle(position, from)), shift(middle(position, to)));
        let class = format!("way {}", mv.robot.name());
        svg.line(&class, tail, tip);
        let (dx, dy) = mv.direction.offset();
        let (dx, dy) = (dx as f64, dy as f64);
        let wing = |side: f64| (tip.0 - 8.0 * dx - side * 5.0 * dy, tip.1 - 8.0 * dy + side * 5.0 * dx);
        svg.polygon(mv.robot.name(), &[tip, wing(1.0), wing(-1.0)]);
        let centre = ((tail.0 + tip.0) / 2.0, (tail.1 + tip.1) / 2.0);
        svg.circle("disc", centre, 7.0);
        svg.text("step", centre, &(number + 1).to_string());
    }
}

//! Draws a puzzle as text or SVG. In the text islands are numbers, bridges are `-`, `=`, `|` and `||`; rules between the cells are
//! optional.

use super::board::{Bridges, Channel, Island, MAX_BRIDGES, Puzzle};
use super::notation::{channel_name, island_name};
use crate::picture::{Ink, Svg, Text};
use crate::puzzle::notation::column_letter;

/// Bridges along a row, from one to [`MAX_BRIDGES`].
const ALONG: [&str; MAX_BRIDGES as usize] = ["-", "=", "≡", "≣"];

/// Bridges along a column.
const DOWN: [&str; MAX_BRIDGES as usize] = ["|", "||", "|||", "||||"];

/// The positions of cells in the text.
struct Layout {
    /// Columns from cell to cell.
    pitch: usize,
    /// Lines from cell to cell.
    leading: usize,
    /// Columns and lines before the first cell.
    rim: usize,
}

impl Layout {
    fn new(puzzle: &Puzzle, ruled: bool) -> Self {
        let widest = usize::from(puzzle.rules().max_bridges).max(2);
        if ruled {
            return Layout { pitch: widest + 3, leading: 2, rim: 1 };
        }
        // Bridges between islands one below the other need a line of their own.
        let tight = puzzle.channels().any(|channel| !puzzle.is_horizontal(channel) && puzzle.water(channel).is_empty());
        Layout { pitch: (widest + 1) * if tight { 2 } else { 1 }, leading: if tight { 2 } else { 1 }, rim: 0 }
    }

    /// Returns the column and line of a cell's first character.
    fn place(&self, x: usize, y: usize) -> (usize, usize) {
        (2 * self.rim + x * self.pitch, self.rim + y * self.leading)
    }
}

fn word(puzzle: &Puzzle, island: Island) -> String {
    puzzle.clue(island).map_or_else(|| "?".to_owned(), |clue| clue.to_string())
}

/// Returns the puzzle as text, with bridges; at the top and at the left the numbers of columns and rows, at the other sides the letters
/// and numbers of `a2=c2`; the bridges of the last move have the colour of a
/// mark. `ruled` puts rules between the cells.
#[must_use]
pub fn text(puzzle: &Puzzle, bridges: &Bridges, last: Option<Channel>, ruled: bool) -> Text {
    let (layout, size) = (Layout::new(puzzle, ruled), puzzle.size());
    // One empty line between the numbers of the columns and the puzzle.
    let digits = (size.height - 1).to_string().len();
    let (left, top) = (digits + 2, 2);
    let mut text = grid_text(puzzle, bridges, last, ruled).shift(left, top);
    for x in 0..size.width {
        text.write(left + layout.place(x, 0).0, 0, &x.to_string(), Ink::Faint);
        let below = top + layout.place(0, size.height - 1).1 + 2;
        column_letter(x).iter().for_each(|letter| text.write(left + layout.place(x, 0).0, below, letter, Ink::Faint));
    }
    let right = left + layout.place(size.width - 1, 0).0 + layout.pitch;
    for y in 0..size.height {
        text.write(0, top + layout.place(0, y).1, &format!("{y:>digits$}"), Ink::Faint);
        text.write(right, top + layout.place(0, y).1, &(y + 1).to_string(), Ink::Faint);
    }
    text
}

fn grid_text(puzzle: &Puzzle, bridges: &Bridges, last: Option<Channel>, ruled: bool) -> Text {
    let layout = Layout::new(puzzle, ruled);
    let size = puzzle.size();
    let mut text = Text::default();
    if ruled {
        let rule = "+".to_owned() + &format!("{}+", "-".repeat(layout.pitch - 1)).repeat(size.width);
        (0..=size.height).for_each(|y| text.write(0, y * layout.leading, &rule, Ink::Faint));
        for y in 0..size.height {
            (0..=size.width).for_each(|x| text.write(x * layout.pitch, y * layout.leading + 1, "|", Ink::Faint));
        }
    }
    // The last line and the last column count even where they are water.
    let (column, line) = layout.place(size.width - 1, size.height - 1);
    text.write(column, line, " ", Ink::Plain);
    for (channel, number) in bridges.nonzero() {
        let ink = if last == Some(channel) { Ink::Mark } else { Ink::Blue };
        draw_bridges(&mut text, &layout, puzzle, (channel, number), ink);
    }
    for island in puzzle.islands() {
        let (x, y) = puzzle.coordinates(island);
        let (column, line) = layout.place(x, y);
        let laid = bridges.degree(puzzle, island);
        let ink = match puzzle.clue(island).map(|clue| laid.cmp(&u32::from(clue))) {
            Some(std::cmp::Ordering::Equal) => Ink::Blue,
            Some(std::cmp::Ordering::Greater) => Ink::Red,
            _ => Ink::Plain,
        };
        text.write(column, line, &word(puzzle, island), ink);
    }
    text
}

fn draw_bridges(text: &mut Text, layout: &Layout, puzzle: &Puzzle, (channel, number): (Channel, u8), ink: Ink) {
    let at = usize::from(number - 1).min(ALONG.len() - 1);
    let (a, b) = puzzle.ends(channel);
    let ((ax, ay), (bx, by)) = (puzzle.coordinates(a), puzzle.coordinates(b));
    let ((left, top), (right, bottom)) = (layout.place(ax, ay), layout.place(bx, by));
    if top == bottom {
        let from = left + word(puzzle, a).chars().count();
        text.write(from, top, &ALONG[at].repeat(right - from), ink);
    } else {
        (top + 1..bottom).for_each(|line| text.write(left, line, DOWN[at], ink));
    }
}

/// Distance of cells, in pixels.
const STEP: f64 = 36.0;

/// Space around the grid, with the coordinates: `row,column` at the left and at the top, letters and numbers from 1
/// at the other sides: the page hides those, for its sentences have the first.
const RIM: f64 = 28.0;

/// Distance of the coordinates from the rim of the picture.
const NAME_INSET: f64 = 7.0;

/// Radius of an island.
const RADIUS: f64 = 14.0;

/// Distance of parallel bridges.
const GAP: f64 = 5.0;

const STYLE: &str = ".sea{fill:#fafafa}.island{fill:#fff;stroke:#202020;stroke-width:1.5}.met{fill:#d8e4f4;stroke:#202020;stroke-width:1.5}\
.over{fill:#f4c4b4;stroke:#202020;stroke-width:1.5}.bridge{stroke:#2060c0;stroke-width:2}.last{stroke:#e08000;stroke-width:2.5}.number{font-size:16px;fill:#202020}.name{font-size:10px;fill:#666}";

/// Returns the puzzle as SVG: islands as circles, darker where their number is met, red where it is exceeded; the bridges of the
/// last move in another colour.
#[must_use]
pub fn svg(puzzle: &Puzzle, bridges: &Bridges, last: Option<Channel>) -> Svg {
    let size = puzzle.size();
    let at = |island| {
        let (x, y) = puzzle.coordinates(island);
        (RIM + x as f64 * STEP, RIM + y as f64 * STEP)
    };
    let (width, height) = (2.0 * RIM + (size.width - 1) as f64 * STEP, 2.0 * RIM + (size.height - 1) as f64 * STEP);
    let mut svg = Svg::new(width, height, STYLE);
    svg.polygon("sea", &[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]);
    for channel in puzzle.channels() {
        let (a, b) = puzzle.ends(channel);
        let (from, to) = (at(a), at(b));
        let number = bridges.get(channel);
        svg.place(&channel_name(puzzle, channel), |svg| {
            svg.wide_line(from, to, STEP * 0.5);
            for lane in 0..number {
                let shift = (f64::from(lane) - f64::from(number - 1) / 2.0) * GAP;
                let (dx, dy) = if puzzle.is_horizontal(channel) { (0.0, shift) } else { (shift, 0.0) };
                let class = if last == Some(channel) { "bridge last" } else { "bridge" };
                svg.line(class, (from.0 + dx, from.1 + dy), (to.0 + dx, to.1 + dy));
            }
        });
    }
    for island in puzzle.islands() {
        let laid = bridges.degree(puzzle, island);
        let class = match puzzle.clue(island).map(|clue| laid.cmp(&u32::from(clue))) {
            Some(std::cmp::Ordering::Equal) => "met",
            Some(std::cmp::Ordering::Greater) => "over",
            _ => "island",
        };
        svg.place(&island_name(puzzle, island), |svg| {
            svg.circle(class, at(island), RADIUS);
            svg.text("number", at(island), &word(puzzle, island));
        });
    }
    for x in 0..size.width {
        let left = RIM + x as f64 * STEP;
        svg.text("name", (left, NAME_INSET), &x.to_string());
        column_letter(x).iter().for_each(|letter| svg.text("name other", (left, height - NAME_INSET), letter));
    }
    for y in 0..size.height {
        let top = RIM + y as f64 * STEP;
        svg.text("name", (NAME_INSET, top), &y.to_string());
        svg.text("name other", (width - NAME_INSET, top), &(y + 1).to_string());
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hashi::notation::{parse_bridges, parse_line};

    fn draw(id: &str, bridges: &str, ruled: bool) -> String {
        let puzzle = parse_line(id, 1, 1).expect("a puzzle");
        let bridges = parse_bridges(&puzzle, bridges).expect("bridges");
        grid_text(&puzzle, &bridges, None, ruled).render(false)
    }

    #[test]
    fn islands_and_bridges() {
        let plus = "0,0-0,2:1 0,0-2,0:2 0,2-2,2:1 2,0-2,2:2";
        assert_eq!(draw("3x3m2:3a2c4a3", plus, false), "3-----2\n||    |\n4=====3");
        assert_eq!(draw("2x2m2:2222", "0,0-0,1:2 1,0-1,1:2", false), "2=====2\n\n2=====2");
        assert_eq!(draw("2x2m2:2222", "0,0-1,0:2 0,1-1,1:1", false), "2     2\n||    |\n2     2");
        assert_eq!(draw("3x1m4:AaA", "0,0-0,2:4", false), "10≣≣≣≣≣≣≣≣10");
    }

    #[test]
    fn the_last_move_is_marked() {
        let puzzle = parse_line("3x1m2:2a2", 1, 1).expect("a puzzle");
        let (bridges, last) = (parse_bridges(&puzzle, "0,0-0,2:2").expect("bridges"), puzzle.channels().next());
        assert!(text(&puzzle, &bridges, last, false).render(true).contains("\x1b[1;33m====="));
        assert!(svg(&puzzle, &bridges, last).render().contains("class=\"bridge last\""));
        assert!(!svg(&puzzle, &bridges, None).render().contains("class=\"bridge last\""));
    }

    #[test]
    fn coordinates() {
        let puzzle = parse_line("2x2m2:2222", 1, 1).expect("a puzzle");
        let text = text(&puzzle, &Bridges::none(&puzzle), None, false).render(false);
        assert_eq!(text, "   0     1\n\n0  2     2     1\n\n1  2     2     2\n\n   a     b");
    }

    #[test]
    fn rules_between_cells() {
        let rows = ["+----+----+", "| 2====2  |", "+-||-+-|--+", "| 2  | 2  |", "+----+----+"];
        let rows: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
        assert_eq!(draw("2x2m2:2222", "0,0-0,1:2 0,0-1,0:2 0,1-1,1:1", true).lines().collect::<Vec<_>>(), rows);
    }
}

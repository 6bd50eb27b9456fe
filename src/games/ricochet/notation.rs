//! Text of Ricochet Robots, both ways: moves, positions, and the game IDs of DriftingDroids.

use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::character::complete::char;
use nom::combinator::{all_consuming, value};
use nom::sequence::separated_pair;
use nom::{IResult, Parser};

use super::board::{Board, Direction, LONGEST_SIDE, Move, Robot, SHORTEST_SIDE};
use super::position::{Fault, Position, Robots, Rule, Target};
use crate::grid::{Cell, Size};
use crate::protocol::{Failure, natural, quote, sides};

pub(super) mod census;
pub(super) mod duel;
pub(super) mod game_id;
pub(super) mod json;

/// Parses `red | green | blue | yellow | silver`, or the first letter, any case.
///
/// # Errors
/// nom's, where the word is no robot.
pub(super) fn robot(word: &str) -> IResult<&str, Robot> {
    let names = Robot::ALL.map(|robot| value(robot, tag_no_case(robot.name())));
    let letters = [("r", Robot::Red), ("g", Robot::Green), ("b", Robot::Blue), ("y", Robot::Yellow), ("s", Robot::Silver)];
    let letters = letters.map(|(letter, robot)| value(robot, tag_no_case(letter)));
    let (mut names, mut letters) = (names, letters);
    alt((alt(&mut names[..]), alt(&mut letters[..]))).parse(word)
}

/// Parses `up | right | down | left`, `north | east | south | west`, the first letter of these, or an arrow, any case.
///
/// # Errors
/// nom's, where the word is no direction.
pub fn direction(word: &str) -> IResult<&str, Direction> {
    let words = [
        ["up", "u", "north", "n", "\u{2191}"],
        ["right", "r", "east", "e", "\u{2192}"],
        ["down", "d", "south", "s", "\u{2193}"],
        ["left", "l", "west", "w", "\u{2190}"],
    ];
    let mut parsers: Vec<_> = Direction::ALL
        .into_iter()
        .zip(words)
        .flat_map(|(direction, words)| words.map(|word| value(direction, tag_no_case(word))))
        .collect();
    alt(&mut parsers[..]).parse(word)
}

/// Parses a move in one word: `RN`, `red-up`, `R\u{2191}`.
///
/// # Errors
/// nom's, where the word is no move.
pub fn mv(word: &str) -> IResult<&str, Move> {
    let (rest, robot) = robot(word)?;
    let (rest, _) = nom::combinator::opt(char('-')).parse(rest)?;
    let (rest, direction) = direction(rest)?;
    Ok((rest, Move { robot, direction }))
}

/// Returns `RN`.
#[must_use]
pub fn move_text(mv: Move) -> String {
    format!("{}{}", mv.robot.letter(), mv.direction.letter())
}

/// Returns `red up`.
#[must_use]
pub(super) fn move_words(mv: Move) -> String {
    format!("{} {}", mv.robot.name(), mv.direction.word())
}

/// Returns `RN,BE`; `-` where there is no move.
#[must_use]
pub(super) fn path_text(moves: &[Move]) -> String {
    if moves.is_empty() {
        return "-".to_owned();
    }
    moves.iter().map(|&mv| move_text(mv)).collect::<Vec<_>>().join(",")
}

/// Parses moves with commas between, or `-`. A move may be two words, and spaces may stand around the commas.
///
/// # Errors
/// The first word that is no move, with its number.
pub fn path(text: &str) -> Result<Vec<Move>, Failure> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let words = text.split(',').enumerate();
    words
        .map(|(number, word)| {
            let word = word.trim();
            let joined = word.split_whitespace().collect::<Vec<_>>().join("-");
            let found = all_consuming(mv).parse(&*joined).map(|(_, mv)| mv);
            found.map_err(|_| Failure::Syntax(format!("move {}: {} is not ROBOT and DIRECTION, as RN", number + 1, quote(word))))
        })
        .collect()
}

/// Returns `green@230`, `any@N`.
#[must_use]
pub(super) fn target_text(target: Target) -> String {
    format!("{}@{}", target.robot.map_or("any", Robot::name), target.cell.0)
}

/// Parses `ROBOT "@" cell`, `"any" "@" cell`.
///
/// # Errors
/// nom's, where the word is no target.
pub fn target(word: &str) -> IResult<&str, Target> {
    let who = alt((value(None, tag_no_case("any")), robot.map(Some)));
    separated_pair(who, char('@'), natural::<u16>).map(|(robot, cell)| Target { robot, cell: Cell(cell) }).parse(word)
}

/// Parses `plain | ricochet`, any case.
///
/// # Errors
/// nom's, where the word is neither.
pub fn rule(word: &str) -> IResult<&str, Rule> {
    alt((value(Rule::Plain, tag_no_case("plain")), value(Rule::Ricochet, tag_no_case("ricochet")))).parse(word)
}

/// Returns a position in one line; [`parse_position`] is the inverse, but for axes moved along.
#[must_use]
pub fn position_text(position: &Position) -> String {
    let board = &position.board;
    let walls: String = board.size().cells().map(|cell| format!("{:X}", board.walls(cell))).collect();
    let robots: String = position.robots_with_cells().map(|(robot, cell)| format!(" {}={}", robot.name(), cell.0)).collect();
    let rule = if position.rule == Rule::Ricochet { " rule=ricochet" } else { "" };
    format!("{}:{walls}{robots} target={}{rule}", board.size(), target_text(position.target))
}

/// A parsed position, and the moves to play from it.
pub(super) type Parsed = (Position, Vec<Move>);

/// Parses a game ID, or `W "x" H ":" walls { robot "=" cell } "target=" target [ "rule=" rule ] [ "play=" moves ]`, the words
/// after the walls in any order.
///
/// # Errors
/// What is wrong, with the word or the cell.
pub fn parse_position(text: &str) -> Result<Parsed, Failure> {
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    if !first.contains(':') {
        let position = game_id::parse(first)?;
        let mut fields = Fields::default();
        words.try_for_each(|word| fields.read(word))?;
        return fields.add_to(position);
    }
    let board = board(first)?;
    let mut fields = Fields::default();
    words.try_for_each(|word| fields.read(word))?;
    fields.build_on(board)
}

/// Parses `W "x" H ":" hex digits`.
fn board(word: &str) -> Result<Board, Failure> {
    let (size, digits) = word.split_once(':').unwrap_or((word, ""));
    let (_, (width, height)) =
        all_consuming(sides).parse(size).map_err(|_| Failure::Syntax(format!("{} is not WxH", quote(size))))?;
    let size = check_size(width, height)?;
    let cells: Vec<char> = digits.chars().collect();
    if let Some((at, digit)) = cells.iter().enumerate().find(|(_, digit)| !digit.is_ascii_hexdigit()) {
        return Err(Failure::Syntax(format!("walls of cell {at}: {digit:?} is not a hexadecimal digit")));
    }
    if cells.len() != size.area() {
        return Err(Failure::Syntax(format!("{} wall digits, and {size} has {} cells", cells.len(), size.area())));
    }
    let walls = cells.iter().filter_map(|digit| digit.to_digit(16)).map(|bits| bits as u8).collect();
    Board::from_walls(size, walls).map_err(|(cell, direction)| {
        let (side, x, y) = (direction.letter(), size.x(cell), size.y(cell));
        Failure::Other(format!("walls disagree: cell {} ({x},{y}) has none to {side}, and the cell beyond has one", cell.0))
    })
}

/// Returns a size that boards can have.
///
/// # Errors
/// Other sizes.
pub fn check_size(width: usize, height: usize) -> Result<Size, Failure> {
    let sides = SHORTEST_SIDE..=LONGEST_SIDE;
    if sides.contains(&width) && sides.contains(&height) {
        return Ok(Size { width, height });
    }
    Err(Failure::UnacceptableSize(format!("{width}x{height}; sides go from {SHORTEST_SIDE} to {LONGEST_SIDE}")))
}

/// The words after the walls.
#[derive(Default)]
struct Fields {
    robots: [Option<Cell>; 5],
    target: Option<Target>,
    rule: Option<Rule>,
    play: Option<Vec<Move>>,
}

impl Fields {
    fn read(&mut self, word: &str) -> Result<(), Failure> {
        let unknown_word = || Failure::Syntax(format!("{} is not ROBOT=CELL, target=, rule= or play=", quote(word)));
        let wrong = |what: &str| Failure::Syntax(format!("{} is not {what}", quote(word)));
        let (key, text) = word.split_once('=').ok_or_else(unknown_word)?;
        let twice = match key.to_ascii_lowercase().as_str() {
            "target" => {
                let (_, target) = all_consuming(target).parse(text).map_err(|_| wrong("target=ROBOT@CELL or target=any@CELL"))?;
                self.target.replace(target).is_some()
            }
            "rule" => {
                let (_, rule) = all_consuming(rule).parse(text).map_err(|_| wrong("rule=plain or rule=ricochet"))?;
                self.rule.replace(rule).is_some()
            }
            "play" => self.play.replace(path(text)?).is_some(),
            name => {
                let robot = Robot::ALL.into_iter().find(|robot| robot.name() == name).ok_or_else(unknown_word)?;
                let (_, cell) = all_consuming(natural::<u16>).parse(text).map_err(|_| wrong("ROBOT=CELL"))?;
                self.robots[robot.index()].replace(Cell(cell)).is_some()
            }
        };
        if twice { Err(Failure::Syntax(format!("{} is given twice", quote(key)))) } else { Ok(()) }
    }

    /// Builds the position on a board.
    fn build_on(self, board: Board) -> Result<Parsed, Failure> {
        let missing = |robot: Robot| Failure::Syntax(format!("{}= is missing", robot.name()));
        let mut robots = Robots::new();
        for robot in Robot::ALL {
            match self.robots[robot.index()] {
                Some(cell) => robots.push(cell),
                None if robot == Robot::Silver => {}
                None => return Err(missing(robot)),
            }
        }
        let target = self.target.ok_or_else(|| Failure::Syntax("target= is missing".into()))?;
        let position = build(board, robots, target, self.rule.unwrap_or_default())?;
        Ok((position, self.play.unwrap_or_default()))
    }

    /// Adds rule and moves to the position of a game ID.
    fn add_to(self, mut position: Position) -> Result<Parsed, Failure> {
        if self.target.is_some() || self.robots.iter().any(Option::is_some) {
            return Err(Failure::Syntax("a game ID has its robots and its target".into()));
        }
        position.rule = self.rule.unwrap_or_default();
        Ok((position, self.play.unwrap_or_default()))
    }
}

/// Returns a position of these parts.
///
/// # Errors
/// The cell at which it cannot be.
pub fn build(board: Board, robots: Robots, target: Target, rule: Rule) -> Result<Position, Failure> {
    let size = board.size();
    Position::new(board, robots, target, rule).map_err(|fault| Failure::Other(fault_text(fault, size)))
}

fn fault_text(fault: Fault, size: Size) -> String {
    let place = |cell: Cell| format!("cell {} ({},{})", cell.0, size.x(cell), size.y(cell));
    match fault {
        Fault::Outside(robot, cell) => format!("{}: cell {} is outside the {size} board", robot.name(), cell.0),
        Fault::Blocked(robot, cell) => format!("{}: {} is walled off", robot.name(), place(cell)),
        Fault::Together(one, other, cell) => format!("{} and {} are both on {}", one.name(), other.name(), place(cell)),
        Fault::TargetOutside(cell) => format!("target: cell {} is outside the {size} board", cell.0),
        Fault::TargetBlocked(cell) => format!("target: {} is walled off", place(cell)),
        Fault::TargetWithoutRobot(robot) => format!("target: there is no {} robot", robot.name()),
    }
}

#[cfg(test)]
mod tests;

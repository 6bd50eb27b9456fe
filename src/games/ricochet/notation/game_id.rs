//! The game IDs of M. Henke's *DriftingDroids*: `QQQQ+NR+P..P+GG`, as `0765+42+2E21BD0F+93`.

use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{char, one_of};
use nom::combinator::{all_consuming, map_opt};
use nom::multi::many_m_n;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::super::board::Robot;
use super::super::position::{Position, Robots, Rule, Target};
use super::super::quadrants::Layout;
use super::build;
use crate::grid::Cell;
use crate::protocol::{Failure, quote};

/// What an ID says, syntactically.
#[derive(Debug, PartialEq, Eq)]
struct Id {
    sides: Vec<u8>,
    count: usize,
    goal_robot: Option<usize>,
    cells: Vec<u8>,
    goal: u8,
}

/// Parses one hexadecimal digit.
fn digit(word: &str) -> IResult<&str, u8> {
    map_opt(one_of("0123456789abcdefABCDEF"), |digit| digit.to_digit(16).map(|value| value as u8)).parse(word)
}

/// Parses two hexadecimal digits: row, column.
fn cell(word: &str) -> IResult<&str, u8> {
    take_while_m_n(2, 2, |c: char| c.is_ascii_hexdigit()).map_res(|digits| u8::from_str_radix(digits, 16)).parse(word)
}

/// Parses `sides "+" count robot "+" cells "+" cell`; the robot is a digit from 0, or `F` for any.
fn id(word: &str) -> IResult<&str, Id> {
    let (word, sides) = many_m_n(4, 4, digit).parse(word)?;
    let (word, (count, robot)) = preceded(char('+'), (digit, digit)).parse(word)?;
    let (word, cells) = preceded(char('+'), many_m_n(0, 16, cell)).parse(word)?;
    let (word, goal) = preceded(char('+'), cell).parse(word)?;
    let goal_robot = Some(usize::from(robot)).filter(|&robot| robot != 15);
    Ok((word, Id { sides, count: usize::from(count), goal_robot, cells, goal }))
}

/// Parses the position of a game ID. The rule is the plain one.
///
/// # Errors
/// A word of another form; sides of one piece; a position that cannot be.
pub fn parse(word: &str) -> Result<Position, Failure> {
    let (_, id) = all_consuming(id)
        .parse(word)
        .map_err(|_| Failure::Syntax(format!("{} is neither WxH:WALLS nor a game ID as 0765+42+2E21BD0F+93", quote(word))))?;
    if !(4..=5).contains(&id.count) || id.cells.len() != id.count {
        return Err(Failure::Syntax(format!(
            "{}: {} cells for {} robots; there are 4 or 5",
            quote(word),
            id.cells.len(),
            id.count
        )));
    }
    let robot = match id.goal_robot {
        None => None,
        Some(robot) if robot < id.count => Some(Robot::ALL[robot]),
        Some(robot) => return Err(Failure::Syntax(format!("{}: there is no robot {robot}", quote(word)))),
    };
    let sides = [id.sides[0], id.sides[1], id.sides[2], id.sides[3]];
    let layout =
        Layout::new(sides).map_err(|piece| Failure::Other(format!("{}: piece {piece} lies there twice", quote(word))))?;
    let robots: Robots = id.cells.into_iter().map(|cell| Cell(u16::from(cell))).collect();
    build(layout.board(), robots, Target { robot, cell: Cell(u16::from(id.goal)) }, Rule::Plain)
}

/// Returns the game ID of a position on an official board.
#[must_use]
pub fn text(position: &Position) -> Option<String> {
    let sides: String = Layout::from_board(&position.board)?.sides().iter().map(|side| format!("{side:X}")).collect();
    let robot = position.target.robot.map_or_else(|| "F".to_owned(), |robot| robot.index().to_string());
    let cells: String = position.robots.iter().map(|cell| format!("{:02X}", cell.0)).collect();
    Some(format!("{sides}+{}{robot}+{cells}+{:02X}", position.robots.len(), position.target.cell.0))
}

//! Boards in the JSON forms of several browser programs: `walls` as lists for each row of the columns with a wall below
//! (`horizontal`) and for each column of the rows with a wall to the right (`vertical`), `robots` by colour, and the goal.
//!
//! ```json
//! { "walls": { "horizontal": [[0], []], "vertical": [[], [1]] },
//!   "robots": { "red": { "x": 0, "y": 0 }, "green": [1, 0], "blue": [0, 1], "yellow": [1, 1] },
//!   "goal": { "position": { "x": 1, "y": 0 }, "color": "red" } }
//! ```
//!
//! The goal may also be `goalPosition` and `goalColor`, or one of `goals`, by `goalIndex` if there are several. `multi` and `any` are
//! the colours of a goal for every robot. `walls` and `robots` may stand in an object `board`.

use serde_json::Value;

use nom::Parser;
use nom::combinator::all_consuming;

use super::super::board::{Board, Direction, Robot};
use super::super::position::{Position, Robots, Rule, Target};
use super::{build, check_size, robot};
use crate::grid::{Cell, Size};
use crate::protocol::{Failure, quote};

fn syntax_error(message: impl Into<String>) -> Failure {
    Failure::Syntax(message.into())
}

/// Parses a board with its robots and its goal. The rule is the plain one.
///
/// # Errors
/// A text of another form, with what is missing or wrong; a position that cannot be.
pub fn parse(text: &str) -> Result<Position, Failure> {
    let value: Value = serde_json::from_str(text).map_err(|error| syntax_error(format!("JSON: {error}")))?;
    let inner = ["board", "boardData"].into_iter().map(|key| &value[key]).find(|inner| inner.is_object()).unwrap_or(&value);
    let board = board(&inner["walls"])?;
    let size = board.size();
    check_names(&inner["robots"])?;
    let mut robots = Robots::new();
    for robot in Robot::ALL {
        let at = &inner["robots"][robot.name()];
        if at.is_null() && robot == Robot::Silver {
            continue;
        }
        robots.push(cell(at, size, &format!("robots.{}", robot.name()))?);
    }
    let target = target(&value, inner, size)?;
    build(board, robots, target, Rule::Plain)
}

/// Checks that all robots have names of robots.
fn check_names(robots: &Value) -> Result<(), Failure> {
    let is_known = |name: &str| Robot::ALL.into_iter().any(|robot| robot.name() == name);
    let unknown = robots.as_object().and_then(|robots| robots.keys().find(|name| !is_known(name)));
    unknown.map_or(Ok(()), |name| Err(syntax_error(format!("{} is not the name of a robot", quote(name)))))
}

/// Reads the walls.
fn board(walls: &Value) -> Result<Board, Failure> {
    let lists =
        |key: &str| walls[key].as_array().ok_or_else(|| syntax_error(format!("walls.{key} is missing: a list for each line")));
    let (horizontal, vertical) = (lists("horizontal")?, lists("vertical")?);
    let mut board = Board::empty(check_size(vertical.len(), horizontal.len())?);
    for (key, lines, direction) in [("horizontal", horizontal, Direction::South), ("vertical", vertical, Direction::East)] {
        for (number, line) in lines.iter().enumerate() {
            let wrong = || syntax_error(format!("walls.{key}[{number}] is not a list of numbers on the board"));
            for at in line.as_array().ok_or_else(wrong)? {
                let at = at.as_u64().and_then(|at| usize::try_from(at).ok()).ok_or_else(wrong)?;
                let (x, y) = if direction == Direction::South { (at, number) } else { (number, at) };
                let cell = board.size().cell(x, y).ok_or_else(wrong)?;
                board.add_wall(cell, direction);
            }
        }
    }
    Ok(board)
}

/// Reads a place, `{"x": 1, "y": 2}` or `[1, 2]`; `name` names it in messages.
fn cell(value: &Value, size: Size, name: &str) -> Result<Cell, Failure> {
    // Some programs keep a place as a text of JSON.
    let inner: Option<Value> = value.as_str().and_then(|text| serde_json::from_str(text).ok());
    let value = inner.as_ref().unwrap_or(value);
    let side = |key: &str, at: usize| {
        let number = if value.is_array() { &value[at] } else { &value[key] };
        number.as_u64().and_then(|number| usize::try_from(number).ok())
    };
    let found = side("x", 0).zip(side("y", 1)).and_then(|(x, y)| size.cell(x, y));
    found.ok_or_else(|| syntax_error(format!("{name} is not a place {{\"x\": .., \"y\": ..}} on the {size} board")))
}

/// Reads the goal, from the whole text or the part with the board.
fn target(value: &Value, inner: &Value, size: Size) -> Result<Target, Failure> {
    let find = |key: &str| [value, inner].into_iter().map(|part| &part[key]).find(|found| !found.is_null());
    let one = find("goal").or_else(|| find("target"));
    let several = || {
        let goals = find("goals").or_else(|| find("allGoals"))?.as_array()?;
        match find("goalIndex") {
            Some(index) => goals.get(usize::try_from(index.as_u64()?).ok()?),
            None => goals.first().filter(|_| goals.len() == 1),
        }
    };
    let target = match find("goalPosition") {
        Some(place) => Target { cell: cell(place, size, "the goal")?, robot: goal_robot(find("goalColor"))? },
        None => match one.or_else(several) {
            Some(goal) => whole_goal(goal, size)?,
            None => return Err(syntax_error("goal is missing (or the goalIndex of one of several goals)")),
        },
    };
    // A goal in both forms must be the same in both.
    let same_goal = one.filter(|goal| goal.is_object()).map_or(Ok(target), |goal| whole_goal(goal, size))?;
    let same_robot = find("goalColor").map_or(Ok(target.robot), |color| goal_robot(Some(color)))?;
    if same_goal != target || same_robot != target.robot {
        return Err(syntax_error("goal differs from goalPosition and goalColor"));
    }
    Ok(target)
}

/// Reads a goal with its place and its colour.
fn whole_goal(goal: &Value, size: Size) -> Result<Target, Failure> {
    let place = if goal["position"].is_null() { goal } else { &goal["position"] };
    Ok(Target { cell: cell(place, size, "the goal")?, robot: goal_robot(Some(&goal["color"]))? })
}

/// Reads the colour of a goal: the robot, or `None` for any.
fn goal_robot(color: Option<&Value>) -> Result<Option<Robot>, Failure> {
    let name = color.and_then(Value::as_str).ok_or_else(|| syntax_error("the colour of the goal is missing"))?;
    match name.to_ascii_lowercase().as_str() {
        "multi" | "any" | "wild" => Ok(None),
        name => {
            let found = all_consuming(robot).parse(name).map(|(_, robot)| Some(robot));
            found.map_err(|_| syntax_error(format!("{} is not the colour of a robot, nor multi", quote(name))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::position_text;
    use super::*;

    const BOARD: &str = r#"{"walls": {"horizontal": [[0], [2], []], "vertical": [[], [1], []]},
        "robots": {"red": {"x": 0, "y": 0}, "green": [1, 0], "blue": [0, 1], "yellow": {"x": 2, "y": 2}},
        "goal": {"position": {"x": 1, "y": 2}, "color": "multi"}}"#;

    #[test]
    fn boards_of_programs_for_the_browser() {
        let text = position_text(&parse(BOARD).unwrap());
        assert!(text.ends_with(" red=0 green=1 blue=3 yellow=8 target=any@7"), "{text}");
        // A wall below the first cell, one below the last of the second row, one right of the centre.
        let board = parse(BOARD).unwrap().board;
        for (cell, direction) in [(0, Direction::South), (3, Direction::North), (5, Direction::South), (4, Direction::East)] {
            assert!(board.has_wall(Cell(cell), direction), "{cell}");
        }
        assert!(!board.has_wall(Cell(1), Direction::South));
        let goal = r#""goal": {"position": {"x": 1, "y": 2}, "color": "multi"}"#;
        for other in [
            r#""target": {"x": 1, "y": 2, "color": "any"}"#,
            r#""goalColor": "Multi", "goalPosition": "{\"x\":1,\"y\":2}""#,
            r#""goalColor": "any", "goalPosition": [1, 2], "goal": {"position": {"x": 1, "y": 2}, "color": "multi"}"#,
            r#""goals": [{"position": [0, 0], "color": "red"}, {"position": [1, 2], "color": "multi"}], "goalIndex": 1"#,
        ] {
            assert_eq!(position_text(&parse(&BOARD.replace(goal, other)).unwrap()), text, "{other}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (old, new, why) in [
            ("\"goal\"", "\"goals\"", "goal is missing"),
            (
                r#""goal": {"position": {"x": 1, "y": 2}, "color": "multi"}"#,
                r#""goals": [{"position": [1, 2], "color": "red"}], "goalIndex": 1"#,
                "goal is missing",
            ),
            ("multi", "pink", "pink"),
            ("\"yellow\"", "\"purple\": [2, 1], \"yellow\"", "\"purple\" is not the name of a robot"),
            ("\"goal\"", "\"goalColor\": \"red\", \"goal\"", "goal differs"),
            ("\"goal\"", "\"goalPosition\": [1, 1], \"goalColor\": \"multi\", \"goal\"", "goal differs"),
            ("\"x\": 1, \"y\": 2", "\"x\": 1, \"y\": 3", "the goal"),
            ("\"green\": [1, 0]", "\"green\": [0, 0]", "both on"),
            ("\"green\": [1, 0]", "\"green\": 4", "robots.green"),
            ("[2]", "[3]", "walls.horizontal[1]"),
            ("\"vertical\"", "\"v\"", "walls.vertical"),
            ("{\"walls\"", "[\"walls\"", "JSON"),
        ] {
            let error = parse(&BOARD.replace(old, new)).expect_err(new).to_string();
            assert!(error.contains(why), "{new}: {error}");
        }
    }
}

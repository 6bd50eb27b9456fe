//! The commands of Connect Four: its words, its pictures, its solver and player.

use super::bits::Shape;
use super::board::Column;
use super::position::ConnectPosition;
use super::score::Score;
use super::{Connect4, notation, picture};
use crate::color::Color;
use crate::game::turn::{
    self, GameResult, GameValue, MoveValues, Solution, TurnGame, candidates, rate_points, report_text, value_text,
};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;
use crate::search::Report;

/// The table, but for what all two-player games word alike.
const COMMANDS: &[Command<Connect4>] = &[
    turn::boardsize("W H", "an empty board of W columns, 1 to 8, and H rows, 1 to 7", "boardsize 8 7"),
    turn::play("lets a stone fall into a column, counted from 1; or resign", "play b 4"),
    turn::position("the moves so far, a digit each, or plays them from the empty board: [WxH] DIGITS", "position 4433"),
    turn::showboard("[plain|color] [values]", "the board as text; with the score of each move below its column"),
    turn::svg("[values]"),
    export::export(),
];

/// Units of the heuristic by which the odds of a win rise by a factor e.
const WIN_UNIT: f64 = 100.0;

/// Creates the value `win score=3 plies=5`.
fn game_value(score: Score, plies: Option<u32>) -> GameValue {
    let plies = plies.map(|plies| ("plies", plies.into()));
    let details = [("score", score.0.into())].into_iter().chain(plies).collect();
    GameValue { result: Some(GameResult::from_sign(score.0.into())), details }
}

impl Connect4 {
    /// Returns the value of a score in the present position, or of a move there.
    fn value_of(&self, score: Option<Score>) -> GameValue {
        let (area, count) = (self.board.shape().area(), self.board.stones().count());
        score.map_or(GameValue::UNKNOWN, |score| game_value(score, score.plies(area, count)))
    }
}

impl TurnGame for Connect4 {
    const OWN: &'static [Command<Self>] = COMMANDS;

    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        let label = |value: &GameValue| match value.detail("score") {
            Some(score @ 1..) => format!("+{score}"),
            Some(score) => score.to_string(),
            None => "?".to_owned(),
        };
        turn::value_labels(self, name, context, label)
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn reason_of_end(&self) -> String {
        let columns: Vec<String> = picture::columns_of_four(&self.board).map(notation::column_name).collect();
        match &columns[..] {
            [] => "the board is full".to_owned(),
            [column] => format!("four in column {column}"),
            columns => format!("four in a line, columns {}", columns.join(" ")),
        }
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<Column> {
        let moves = (self.board.shape().area() - self.board.stones().count()) / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        let text = |report: &Report<Column>| report_text(report, notation::column_name, rate_points(1.0, WIN_UNIT));
        let settings = context.settings;
        let choice = self.player.choose(&self.board, settings, &budget, &mut context.show_progress(&budget, text));
        context.report_reason(&choice.reason(|&score| value_text(&self.value_of(Some(score))), text));
        Some(choice.mv)
    }

    fn terms(&mut self, _: &mut Context<'_>) -> Vec<String> {
        let (shape, stones) = (*self.board.shape(), self.board.stones());
        let (to_move, other) = (self.board.to_move(), stones.own ^ stones.all);
        let threats = |color: Color, own: u64| {
            let cells = shape.completions(own, stones.all);
            let (columns, rows) = (0..shape.width, 0..shape.height);
            let places = columns.flat_map(|column| rows.clone().map(move |row| (column, row)));
            let names: Vec<String> = places
                .filter(|&(column, row)| Shape::cell(column, row) & cells != 0)
                .map(|(column, row)| format!("column {} row {}", column + 1, row + 1))
                .collect();
            (!names.is_empty()).then(|| format!("{} threatens four at {}", color.name(), names.join(", ")))
        };
        [threats(to_move, stones.own), threats(to_move.other(), other)].into_iter().flatten().collect()
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Column> {
        if let Some(ending) = self.board.ending() {
            let score = Score::for_win_at(self.board.shape().area(), self.board.stones().count());
            let end = match GameResult::of(ending, color) {
                GameResult::Win => game_value(score, Some(0)),
                GameResult::Loss => game_value(-score, Some(0)),
                GameResult::Draw => game_value(Score(0), None),
            };
            return Solution::new(end, None, 0);
        }
        let solved = self.player.solve(&self.board, context.settings, &context.open_budget());
        Solution::new(self.value_of(solved.value), solved.best, solved.nodes)
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<Column>, Failure> {
        let values = self.player.values(&self.board, context.settings, &context.open_budget());
        Ok(MoveValues::all(values.into_iter().map(|(column, score)| (column, self.value_of(score)))))
    }

    fn analyze(&mut self, _: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let position = ConnectPosition::new(*self.board.shape(), self.board.stones());
        context.stream_search(
            |report| candidates(report, notation::column_name, rate_points(1.0, WIN_UNIT)),
            |settings, budget, watch| turn::think(position, settings, budget, watch),
        );
        Ok(())
    }
}

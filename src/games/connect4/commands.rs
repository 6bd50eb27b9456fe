//! The commands of Connect Four: its words, its pictures, its solver and player.

use super::board::Column;
use super::position::ConnectPosition;
use super::score::Score;
use super::{Connect4, notation, picture};
use crate::color::Color;
use crate::game::turn::{self, GameResult, MoveValues, Solution, TurnGame, Worth, info_lines, win_probability};
use crate::game::{Command, Context, export};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;

/// The table, but for what all two-player games word alike.
pub(super) const COMMANDS: &[Command<Connect4>] = &[
    turn::boardsize("W H", "an empty board of W columns, 1 to 8, and H rows, 1 to 7", "boardsize 8 7"),
    turn::play("lets a stone fall into a column, counted from 1; or resign", "play b 4"),
    turn::position("the moves so far, a digit each, or plays them from the empty board: [WxH] DIGITS", "position 4433"),
    turn::showboard("[plain|color] [values]", "the board as text; with the score of each move below its column"),
    turn::svg("[values]"),
    export::export(),
];

/// Units of the heuristic by which the odds of a win rise by a factor e.
const WIN_UNIT: f64 = 100.0;

/// `win score=3 plies=5`
fn worth(score: Score, plies: Option<u32>) -> Worth {
    let plies = plies.map(|plies| ("plies", plies.into()));
    let details = [("score", score.0.into())].into_iter().chain(plies).collect();
    Worth { result: Some(GameResult::from_sign(score.0.into())), details }
}

impl Connect4 {
    /// Returns the worth of a score in the present position, or of a move there.
    fn worth(&self, score: Option<Score>) -> Worth {
        let (area, count) = (self.board.shape().area(), self.board.stones().count());
        score.map_or(Worth::UNKNOWN, |score| worth(score, score.plies(area, count)))
    }
}

impl TurnGame for Connect4 {
    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        let label = |worth: &Worth| match worth.detail("score") {
            Some(score @ 1..) => format!("+{score}"),
            Some(score) => score.to_string(),
            None => "?".to_owned(),
        };
        turn::value_labels(self, name, context, label)
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&Vec::new()))
    }

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Option<Column> {
        let moves = (self.board.shape().area() - self.board.stones().count()) / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        Some(self.player.choose(&self.board, context.settings, &budget).0)
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Column> {
        if let Some(ending) = self.board.ending() {
            let score = Score::for_win_at(self.board.shape().area(), self.board.stones().count());
            let end = match GameResult::of(ending, color) {
                GameResult::Win => worth(score, Some(0)),
                GameResult::Loss => worth(-score, Some(0)),
                GameResult::Draw => worth(Score(0), None),
            };
            return Solution::new(end, None, 0);
        }
        let solved = self.player.solve(&self.board, context.settings, &context.open_budget());
        Solution::new(self.worth(solved.value), solved.best, solved.nodes)
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<Column>, Failure> {
        let values = self.player.values(&self.board, context.settings, &context.open_budget());
        Ok(MoveValues::all(values.into_iter().map(|(column, score)| (column, self.worth(score)))))
    }

    fn analyze(&mut self, _: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        let position = ConnectPosition::new(*self.board.shape(), self.board.stones());
        context.stream_search(
            |report| {
                info_lines(report, notation::column_name, |value| {
                    let score = f64::from(value.units());
                    (score, win_probability(score, WIN_UNIT))
                })
            },
            |settings, budget, watch| turn::think(position, settings, budget, watch),
        );
        Ok(())
    }
}

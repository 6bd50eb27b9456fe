//! The commands of Dots and Boxes: its words, its pictures, its solver and players.

use super::board::{Board, Line};
use super::dual::Dual;
use super::notation::line_name;
use super::player::PlayerKind;
use super::position::{Cut, UNITS};
use super::solver::bits::Bits;
use super::solver::solve::Bounds;
use super::{Dots, picture};
use crate::color::Color;
use crate::game::explanation::Sentence;
use crate::game::turn::{
    self, GameResult, GameValue, MoveValues, Solution, TurnGame, TurnPlayer, candidates, rate_points, report_text, value_text,
};
use crate::game::{Command, Context};
use crate::picture::{Svg, Text};
use crate::protocol::Failure;
use crate::search::Report;

mod explain;
mod strategy;

/// The table, but for what all two-player games word alike.
const COMMANDS: &[Command<Dots>] = &[
    turn::boardsize(
        "R C [none|icelandic|swedish]",
        "an empty board of R x C boxes, sides 1 to 10; icelandic: left and bottom rim drawn, swedish: the whole rim",
        "boardsize 3 3",
    ),
    turn::play(
        "draws a line (h1,0 is the top of the box in row 1, column 0; v2,3 a left side; or its number), or resign",
        "play b h1,0",
    ),
    turn::position("the position as one line, or sets it: RxC BITS [COLOR [BLACK WHITE]]", "position 1x2 1100000 b"),
    turn::showboard(
        "[plain|color] [values|chains]",
        "the board as text; with the exact value in the place of each open line, or a letter for each component",
    ),
    turn::svg("[values|chains]"),
    turn::puzzle::puzzle(),
    turn::solve()
        .with_summary("the margin with best play over the open boxes, for the player to move, and a best line")
        .with_example("clear_board"),
    turn::move_values()
        .with_summary("the margin of each line for the player who draws it, boxes that it closes included")
        .with_example("clear_board"),
    Command::new("chains", "", "the components: boxes on offer, chains, loops, joints", strategy::chains),
    Command::new("control", "", "who is in control, and what to do: by the exact recurrence and by the rules", strategy::control),
    Command::new(
        "long_chains",
        "",
        "the parity of long chains that each player wants, and the turn that opens the first",
        strategy::long_chains,
    ),
    Command::new("nimber", "", "the nim-value of the position in Nimstring; unknown if the budget ends first", strategy::nimber)
        .with_example("clear_board"),
    Command::new(
        "turns",
        "",
        "the turns so far, and the formula: dots and double-crossed moves together at the end",
        strategy::turns,
    ),
    Command::new(
        "explain",
        "[LINE] [marks]",
        "the line of the decision tree in words, with the rule that applies and why, chains, control, turns and margins; or what a \
         line leads to; with the marks of each sentence",
        explain::explain,
    ),
];

/// Boxes by which the odds of a win rise by a factor e, where a search sees who has to open the first chain.
const WIN_UNIT: f64 = 2.0;

/// Safe lines up to which it sees that.
const SEEN_SAFE_LINES: f64 = 6.0;

/// Safe lines beyond these that make the unit larger by a factor e.
const SAFE_LINES_PER_FACTOR: f64 = 2.0;

/// Creates the value `win margin=3`, or `unknown lower=-1 upper=5`.
fn game_value(bounds: Bounds) -> GameValue {
    match bounds.value() {
        Some(margin) => {
            GameValue { result: Some(GameResult::from_sign(margin.into())), details: vec![("margin", margin.into())] }
        }
        None => GameValue { result: None, details: vec![("lower", bounds.lower.into()), ("upper", bounds.upper.into())] },
    }
}

/// Returns the boxes of a colour minus those of the other so far.
fn lead(board: &Board, color: Color) -> i32 {
    let score = board.score();
    score[color.index()] as i32 - score[color.other().index()] as i32
}

/// Returns the boxes by which the odds of a win rise by a factor e. While many lines are safe, whoever draws the last line of a
/// search seems to win all that is left, and its value tells nothing about the result (see the test of games of the player with itself).
fn win_unit(board: &Board) -> f64 {
    let beyond = f64::from(board.safe_line_count()) - SEEN_SAFE_LINES;
    WIN_UNIT * (beyond.max(0.0) / SAFE_LINES_PER_FACTOR).exp()
}

/// Returns the trivial bounds of a position that is too large for any search.
fn widest_bounds(board: &Board) -> Bounds {
    let boxes = board.open_boxes() as i32;
    Bounds { lower: -boxes, upper: boxes }
}

/// Returns the value of every open line, by number.
fn line_bounds(dots: &mut Dots, context: &Context<'_>) -> Vec<(Line, Bounds)> {
    match dots.board.dual() {
        Some(dual) => {
            let values = dots.player.values(&dual, context.settings, &context.open_budget());
            values.into_iter().map(|(string, bounds)| (dual.line(string), bounds)).collect()
        }
        None => dots.board.open_lines().map(|line| (line, widest_bounds(&dots.board))).collect(),
    }
}

/// Streams a search of a position.
fn stream<S: Bits>(dots: &mut Dots, context: &mut Context<'_>, dual: &Dual<S>) {
    let (board, lines, unit) = (&dots.board, context.line_count(), win_unit(&dots.board));
    context.stream_search(
        |report| {
            let name = |cut: Cut| line_name(board.size(), dual.line(cut.0 as u8));
            candidates(report, name, rate_points(UNITS.into(), unit))
        },
        |settings, budget, watch| dots.player.search(dual, board, settings, budget, lines, watch),
    );
}

impl TurnGame for Dots {
    const OWN: &'static [Command<Self>] = COMMANDS;

    type Overlay = picture::Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<picture::Labels, Failure> {
        let label = |bounds: Bounds| bounds.value().map_or_else(|| "?".to_owned(), |margin| margin.to_string());
        match name {
            "values" => {
                let lines = line_bounds(self, context).into_iter().map(|(line, bounds)| (line, label(bounds))).collect();
                Ok(picture::Labels { lines, cells: Vec::new() })
            }
            "chains" => Ok(strategy::chain_labels(self)),
            _ => Err(turn::unknown_overlay(name, "values or chains")),
        }
    }

    fn text(&self, overlay: Option<&picture::Labels>) -> Text {
        picture::text(&self.board, overlay.unwrap_or(&picture::Labels::default()))
    }

    fn caption(&self) -> String {
        let [black, white] = self.board.score();
        format!("black {black} white {white}, {}", turn::turn_caption(&self.board))
    }

    fn reason_of_end(&self) -> String {
        let [black, white] = self.board.score();
        if black == 1 { format!("1 box to {white}") } else { format!("{black} boxes to {white}") }
    }

    fn svg(&self, overlay: Option<&picture::Labels>) -> Svg {
        picture::svg(&self.board, overlay.unwrap_or(&picture::Labels::default()))
    }

    fn terms(&mut self, context: &mut Context<'_>) -> Vec<Sentence> {
        explain::structure_terms(self, context)
    }

    fn lead(&self, color: Color) -> Option<i64> {
        Some(lead(&self.board, color).into())
    }
}

impl TurnPlayer for Dots {
    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<Line> {
        // Each player draws about half of the lines.
        let moves = self.board.open_lines().count() as u32 / 2 + 1;
        let budget = context.move_budget(&self.clock, color, moves);
        let (size, settings) = (self.board.size(), context.settings);
        let name = |line| line_name(size, line);
        let rate = rate_points(UNITS.into(), win_unit(&self.board));
        let text = |report: &Report<Line>| report_text(report, name, &rate);
        let choice = self.player.choose(&self.board, settings, &budget, &mut context.show_progress(&budget, name, &rate))?;
        let margin = choice.margin.map(|margin| value_text(&game_value(Bounds::exact(margin))));
        let reason = match (margin, &choice.report) {
            (Some(margin), _) => format!("{margin} in the open boxes"),
            (None, Some(report)) => text(report),
            (None, None) if choice.is_free => "a capture that costs nothing".to_owned(),
            (None, None) => String::new(),
        };
        context.report_reason(&reason);
        if let Some(margin) = choice.margin {
            // The value for a person includes the boxes closed so far.
            let total = game_value(Bounds::exact(margin + lead(&self.board, color)));
            log::info!(target: "reason", "{} in all boxes", value_text(&total));
        }
        Some(choice.line)
    }

    fn with_strongest_player<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let kind = std::mem::replace(&mut self.player.kind, PlayerKind::Exact);
        let result = run(self);
        self.player.kind = kind;
        result
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Line> {
        let Some(dual) = self.board.dual() else { return Solution::new(game_value(widest_bounds(&self.board)), None, 0) };
        let (bounds, string, nodes) = self.player.solve(&dual, context.settings, &context.open_budget());
        let total = bounds.value().map(|margin| ("total", i64::from(margin + lead(&self.board, color))));
        let details = total.into_iter().collect();
        Solution { details, ..Solution::new(game_value(bounds), string.map(|string| dual.line(string)), nodes) }
    }

    fn move_values(&mut self, _: Color, context: &Context<'_>) -> Result<MoveValues<Line>, Failure> {
        Ok(MoveValues::all(line_bounds(self, context).into_iter().map(|(line, bounds)| (line, game_value(bounds)))))
    }

    fn analyze(&mut self, color: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        match self.board.dual() {
            Some(dual) => {
                let lead = self.lead(color);
                turn::analyze_with_proofs(self, color, lead, context, |dots, context| stream(dots, context, &dual));
            }
            None => {
                let dual = strategy::open_dual(&self.board);
                stream(self, context, &dual);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::board::{Setup, Size, Start};
    use super::super::player::Player;
    use super::*;
    use crate::game::turn::win_probability;
    use crate::search::{Budget, Stop};
    use crate::settings::Settings;

    /// Plays a game of the player with itself after some random lines. Returns the board before each searched move, with black's score
    /// by the search, and whether black won; nothing after a draw.
    fn play_game(side: usize, seed: u64) -> Option<(Vec<(Board, f64)>, bool)> {
        let mut board = Board::new(Setup::new(Size { rows: side, columns: side }, Start::Empty));
        let (mut random, mut player) = (Pcg64Mcg::seed_from_u64(seed), Player::new(PlayerKind::Exact));
        let settings = Settings { threads: 1, ..Settings::default() };
        for _ in 0..random.random_range(1..side * side / 2) {
            let lines: Vec<Line> = board.open_lines().collect();
            board.play(board.to_move(), lines[random.random_range(0..lines.len())]).unwrap();
        }
        let mut searched = Vec::new();
        while !board.is_full() {
            let mover = board.to_move();
            let budget = Budget::new(None, 3_000, Stop::default());
            let choice = player.choose(&board, &settings, &budget, &mut |_| ControlFlow::Continue(())).unwrap();
            if let Some(report) = choice.report {
                let score = f64::from(report.value.units()) / f64::from(UNITS);
                searched.push((board.clone(), if mover == Color::Black { score } else { -score }));
            }
            board.play(mover, choice.line).unwrap();
        }
        let margin = lead(&board, Color::Black);
        (margin != 0).then_some((searched, margin > 0))
    }

    #[test]
    fn probabilities_fit_games_of_the_player_with_itself() {
        let (mut count, mut fitted, mut constant) = (0, 0.0, 0.0);
        for (searched, black_wins) in (0..24).filter_map(|seed| play_game(5, seed)) {
            let loss = |score: f64, unit: f64| -win_probability(if black_wins { score } else { -score }, unit).ln();
            for (board, score) in searched {
                count += 1;
                fitted += loss(score, win_unit(&board));
                constant += loss(score, WIN_UNIT);
            }
        }
        let (fitted, constant) = (fitted / f64::from(count), constant / f64::from(count));
        // Without any knowledge it is ln 2. In so few games one result counts for many positions.
        assert!(fitted < std::f64::consts::LN_2 + 0.03 && constant > 1.0, "{count} positions: {fitted} {constant}");
    }

    #[test]
    fn a_value_means_little_while_many_lines_are_safe() {
        let unit = |rows, columns| win_unit(&Board::new(Setup::new(Size { rows, columns }, Start::Empty)));
        assert_eq!(unit(1, 1), WIN_UNIT);
        assert!(unit(2, 2) > 5.0 * WIN_UNIT && unit(5, 5) > 1e6 * WIN_UNIT && unit(10, 10).is_finite());
    }
}

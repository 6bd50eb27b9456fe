//! The traits of two-player games for Hex: pictures, solver and player.

use super::super::Hex;
use super::super::board::record::Move;
use super::super::chain::{missing_stones, winning_chain};
use super::super::eval::twod::TwoDistance;
use super::super::notation::{cell_name, cell_names};
use super::super::picture::{self, Labels};
use super::super::{explain, genmove, swap};
use super::{analysis, solver};
use crate::color::Color;
use crate::game::explanation::Sentence;
use crate::game::turn::{MoveValues, Solution, TurnBoard, TurnGame, TurnPlayer};
use crate::game::{Command, Context};
use crate::grid::Cell;
use crate::picture::{Svg, Text};
use crate::protocol::{Failure, quote};

/// Says that values leave aside the swap that a player may make, and what the swap is worth where that is known.
fn swap_term(hex: &Hex, color: Color) -> Option<Sentence> {
    let cell = hex.offered_stone(color)?;
    let name = cell_name(hex.size, cell);
    Some(Sentence::from(match swap::favors_owner(hex.size, color.other(), cell) {
        Some(true) => format!("this leaves the swap aside, and {name} is worth taking over"),
        Some(false) => format!("this leaves the swap aside, and {name} is not worth taking over"),
        None => "this leaves the swap aside".to_owned(),
    }))
}

impl TurnGame for Hex {
    const HAS_EXACT_PLIES: bool = false;

    const OWN: &'static [Command<Self>] = super::COMMANDS;

    type Overlay = Labels;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Labels, Failure> {
        let mut labels: Labels = vec![None; self.size.area()];
        match name {
            "cells" => {
                let points = self.searcher.points(context.settings.seed);
                self.board.empty_cells().for_each(|cell| labels[cell.index()] = Some(points.get(cell).to_string()));
            }
            "twod" => {
                let distances = Color::BOTH.map(|color| TwoDistance::compute(&self.board, color));
                let sum = |cell: Cell| format!("{}/{}", distances[0].sum(cell), distances[1].sum(cell));
                self.board.empty_cells().for_each(|cell| labels[cell.index()] = Some(sum(cell)));
            }
            _ => return Err(Failure::Syntax(format!("{} is not cells or twod", quote(name)))),
        }
        Ok(labels)
    }

    fn text(&self, overlay: Option<&Labels>) -> Text {
        picture::text(&self.board, overlay)
    }

    fn terms(&mut self, context: &mut Context<'_>) -> Vec<Sentence> {
        let needs = |color: Color| {
            let count = missing_stones(&self.board, color).unwrap_or(0);
            let stones = if count == 1 { "stone" } else { "stones" };
            Sentence::from(format!("{} needs {count} more {stones} to join its edges if nobody answers", color.name()))
        };
        let mut terms = Color::BOTH.map(needs).to_vec();
        terms.extend(swap_term(self, self.to_move()));
        terms.extend(explain::position_terms(self, self.to_move(), &context.stop));
        terms
    }

    fn move_terms(&mut self, color: Color, mv: Move, context: &mut Context<'_>) -> Vec<Sentence> {
        let Move::Stone(cell) = mv else { return Vec::new() };
        let terms = explain::move_terms(self, color, cell, &context.stop);
        swap_term(self, color).into_iter().chain(terms).collect()
    }

    fn defence(&mut self, context: &Context<'_>) -> Option<Move> {
        explain::defence(self, self.to_move(), &context.stop).map(Move::Stone)
    }

    /// Returns nothing: HexGui expects no line below the board.
    fn caption(&self) -> String {
        String::new()
    }

    fn reason_of_end(&self) -> String {
        format!("the chain {} joins the edges", cell_names(self.size, winning_chain(&self.board)))
    }

    fn svg(&self, overlay: Option<&Labels>) -> Svg {
        picture::svg(&self.board, overlay)
    }
}

impl TurnPlayer for Hex {
    fn choose(&mut self, color: Color, context: &mut Context<'_>) -> Option<Move> {
        Some(genmove::choose(self, color, context))
    }

    /// Runs something without resignations: advice is a move.
    fn with_strongest_player<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let resign = std::mem::take(&mut self.options.resign);
        let result = run(self);
        self.options.resign = resign;
        result
    }

    fn solve(&mut self, color: Color, context: &Context<'_>) -> Solution<Move> {
        solver::solve(self, color, context)
    }

    fn move_values(&mut self, color: Color, context: &Context<'_>) -> Result<MoveValues<Move>, Failure> {
        Ok(solver::move_values(self, color, context))
    }

    fn analyze(&mut self, color: Color, context: &mut Context<'_>) -> Result<(), Failure> {
        analysis::analyze(self, color, context);
        Ok(())
    }
}

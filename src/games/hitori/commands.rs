//! Hitori as a puzzle of the shared commands: its words, rules, notation, picture, solvers, deductions and generator.

use super::board::{Grid, Mark, Marks};
use super::check::{Fault, check};
use super::deduce::{self, PaddedGrid, Reasoner, Rule, State, Step, explain};
use super::generate::{self, Method};
use super::notation::{self, cell_names, mark_name, marks_text, step_name};
use super::program::{self, Model};
use super::{bench, enumerate, heuristic, picture, solver};
use crate::game::Bench;
use crate::game::about::{About, about};
use crate::grid::{Cell, Size};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure};
use crate::puzzle::dialect::Names;
use crate::puzzle::generator::{GenerateError, Generated, OptionsOf};
use crate::puzzle::rows::Row;
use crate::puzzle::{
    Agreement, Answer, Count, Deduction, Finding, Help, Level, MoveError, ParseError, Puzzle, Reasoning, Rule as _, Solver,
    Verdict,
};
use crate::search::Budget;

impl Puzzle for Grid {
    const ABOUT: About = about!("hitori");
    const HELP: Help = Help {
        load_usage: "TEXT",
        load: "a puzzle as a game ID (5x5:5231...) or a puzz.link address",
        load_example: "load 5x5:5231521244514411523432112",
        load_text_example: "load_text 1 2 2\\n2 3 1\\n3 1 1",
        load_file: "a puzzle from a file: rows of numbers, .singles, a record, or one of the forms of load",
        generate: "makes a puzzle: size=10x10 density=0.3 difficulty=easy|medium|hard|extreme|any seed=7 unique=0|1 \
                   method=best|simple|alternative",
        position: "the puzzle and the moves made in it as one line, or sets them: GAMEID play=b2,3/w0,1",
        showboard: "the numbers, masked cells as spaces; of the solution instead of the player's marks; with rules between the cells",
        play: "marks a cell: black 2,3, white 2,3 or clear 2,3 (row, column from 0; 2,3 alone is black)",
        play_example: "play black 0,0",
        check: "solved, incomplete, or wrong RULE at CELLS: of the player's marks, or of rows of x and . joined by /",
        solve: "unique, several, none or unknown, and solutions; METHOD: best, logic [steps], ilp, ilp_patterns [annex=1], heuristic",
        hint: "the next forced step after the player's marks, with its rule and its reason; or a wrong mark",
    };
    const BENCH: Bench = bench::run;
    const FILE_ENDING: &'static str = ".singles";
    const NAMES_ELSEWHERE: Names = Names { pzpr: &["hitori"], tatham: "Singles", janko: &["hitori"] };
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver {
            name: "ilp",
            usage: "ilp",
            options: &[],
            run: |grid, _, budget| Finding::Proof(program::solve(grid, Model::Connected, budget)),
        },
        Solver {
            name: "ilp_patterns",
            usage: "ilp_patterns [annex=1]",
            options: &["annex=0", "annex=1"],
            run: |grid, option, budget| {
                Finding::Model(program::solve(grid, Model::Patterns { annex: option == Some("annex=1") }, budget))
            },
        },
        Solver { name: "heuristic", usage: "heuristic", options: &[], run: |grid, _, _| Finding::Attempt(heuristic::mask(grid)) },
    ];
    const METHODS: &'static [(&'static str, Method)] =
        &[("best", Method::Best), ("simple", Method::Simple), ("alternative", Method::Alternative)];
    const TASK: &'static str = "make cells black so that no number stands twice in a row or column";
    const PLACES: &'static str = "cells";
    const MOVES: &'static str = "marks";

    type Move = (Cell, Mark);
    type Solution = Marks;
    type Fault = Fault;
    type Step = Step;
    type Reasoner<'a> = Reasoner;
    type Variant = ();
    type Method = Method;

    fn blank(&self) -> Marks {
        Marks::all_unknown(self.size())
    }

    fn apply(marks: &mut Marks, (cell, mark): (Cell, Mark)) {
        marks.set(cell, mark);
    }

    fn open_moves(&self, marks: &Marks) -> impl Iterator<Item = String> {
        let cells = self.size().cells().filter(|&cell| marks.get(cell) == Mark::Unknown);
        cells.flat_map(|cell| [Mark::Black, Mark::White].map(|mark| step_name(self.size(), cell, mark)))
    }

    fn check(&self, marks: &Marks) -> Verdict<Fault> {
        check(self, marks)
    }

    /// Checks the black cells alone: it is enough that they are all there.
    fn check_filled(&self, marks: &Marks) -> Verdict<Fault> {
        let whitened = |cell| if marks.is_black(cell) { Mark::Black } else { Mark::White };
        let complete = Marks::new(marks.size(), marks.size().cells().map(whitened).collect());
        match check(self, marks) {
            Verdict::Incomplete if check(self, &complete) == Verdict::Solved => Verdict::Solved,
            verdict => verdict,
        }
    }

    fn parse_line(text: &str, line: usize, column: usize) -> Result<Self, ParseError> {
        notation::parse_line(text, line, column)
    }

    fn parse_file(text: &str, is_named: bool) -> Result<Self, ParseError> {
        notation::parse_file(text, is_named)
    }

    fn parse_rows(rows: &[Row<'_>]) -> Result<Self, ParseError> {
        notation::read_numbers(rows)
    }

    fn grid_size(&self) -> Size {
        self.size()
    }

    fn clue_words(&self) -> Vec<String> {
        notation::clue_words(self)
    }

    fn parse_mark_rows(&self, rows: &[Row<'_>]) -> Result<Vec<(Cell, Mark)>, ParseError> {
        notation::parse_mark_rows(self.size(), rows)
    }

    fn mark_rows(&self, marks: &Marks) -> Vec<Vec<String>> {
        notation::mark_rows(marks)
    }

    fn parse_save_move(&self, word: &str) -> Result<Option<(Cell, Mark)>, MoveError> {
        notation::parse_save_move(self.size(), word)
    }

    fn save_move(&self, (cell, mark): (Cell, Mark)) -> String {
        notation::save_move(self.size(), cell, mark)
    }

    fn line_text(&self) -> String {
        notation::game_id(self).unwrap_or_else(|| notation::body(self))
    }

    fn address_body(&self) -> String {
        notation::body(self)
    }

    fn parse_move(&self, word: &str) -> Result<(Cell, Mark), MoveError> {
        notation::parse_move(self.size(), word)
    }

    fn parse_play(&self, args: &mut Args<'_>) -> Result<(Cell, Mark), Failure> {
        let word = args.expect_word("black, white, clear or a cell")?;
        let is_alone = args.is_empty();
        // A cell alone becomes black.
        let (mark, place) = match Args::new(word).last("a cell as 2,3", notation::place_argument) {
            Ok(place) if is_alone => (Mark::Black, place),
            _ => {
                let known = notation::parse_move(self.size(), word);
                if is_alone && !matches!(known, Err(MoveError::Syntax(_))) {
                    return Ok(known?);
                }
                let mark = Args::new(word).last("black, white or clear", notation::mark)?;
                (mark, args.last("a cell as 2,3", notation::place_argument)?)
            }
        };
        Ok((notation::cell_at(self.size(), place)?, mark))
    }

    fn move_text(&self, (cell, mark): (Cell, Mark)) -> String {
        notation::move_text(self.size(), cell, mark)
    }

    fn parse_solution(&self, text: &str) -> Result<Marks, ParseError> {
        notation::parse_marks(self.size(), text)
    }

    fn solution_text(&self, marks: &Marks) -> String {
        marks_text(marks)
    }

    fn fault_text(&self, fault: Fault) -> String {
        notation::fault_text(self.size(), fault)
    }

    fn differences(&self, one: &Marks, other: &Marks) -> String {
        cell_names(self.size(), one.differences(other))
    }

    fn draw_text(&self, marks: &Marks, last: Option<(Cell, Mark)>, ruled: bool) -> Text {
        picture::text(self, marks, last.map(|(cell, _)| cell), ruled)
    }

    fn caption(&self, marks: &Marks) -> String {
        let [black, white, open] = [Mark::Black, Mark::White, Mark::Unknown].map(|mark| marks.count(mark));
        format!("{} black {black} white {white} open {open}", self.size())
    }

    fn draw_svg(&self, marks: &Marks, last: Option<(Cell, Mark)>) -> Svg {
        picture::svg(self, marks, last.map(|(cell, _)| cell))
    }

    fn solve(&self, budget: &Budget) -> Answer<Marks> {
        solver::solve(self, budget)
    }

    fn count(&self, limit: Option<u64>, budget: &Budget) -> Count {
        enumerate::count(self, limit, budget)
    }

    fn deduce(&self, marks: &Marks, budget: &Budget) -> Deduction<Step> {
        let padded = PaddedGrid::new(self);
        let mut state = State::new(&padded);
        let mut given = self.size().cells().filter(|&cell| marks.get(cell) != Mark::Unknown);
        let agreed = given.try_for_each(|cell| {
            let spot = padded.spot(cell);
            state.set(spot, marks.get(cell), Rule::Given, spot).map(|_| ())
        });
        let outcome = agreed.and_then(|()| deduce::deduce(&mut state, Level::Extreme, budget));
        Deduction {
            outcome: outcome.map_err(|conflict| deduce::conflict_text(&padded, conflict)),
            steps: state.trail().to_vec(),
            known: marks_text(&state.marks()),
            places: self.size().area(),
            open: state.unknown_count(),
        }
    }

    fn explain_steps(&self, steps: &[Step]) -> impl Iterator<Item = String> {
        let padded = PaddedGrid::new(self);
        steps.iter().enumerate().map(move |(at, step)| {
            let name = step_name(padded.size(), padded.cell(step.spot), step.mark);
            format!("{name} {}: {}", step.rule.name(), explain(&padded, &steps[..at], step))
        })
    }

    /// Explains a step, and the earlier one that gave the mark on which it builds.
    fn explain_hint(&self, steps: &[Step], at: usize) -> String {
        let (padded, step) = (PaddedGrid::new(self), &steps[at]);
        let line = |at: usize| explain(&padded, &steps[..at], &steps[at]);
        let builds_on_mark = matches!(step.rule, Rule::Neighbor | Rule::Twin | Rule::Exit);
        let is_basis = |earlier: &Step| builds_on_mark && earlier.spot == step.reason && earlier.rule != Rule::Given;
        let basis =
            steps[..at].iter().position(is_basis).map_or_else(String::new, |earlier| format!("\nbecause {}", line(earlier)));
        line(at) + &basis
    }

    fn step_name(&self, step: &Step) -> String {
        step_name(self.size(), PaddedGrid::new(self).cell(step.spot), step.mark)
    }

    fn mistake(&self, marks: &Marks, solution: &Marks) -> Option<(String, String)> {
        let cell = wrong_cell(self.size(), marks, solution)?;
        Some((step_name(self.size(), cell, marks.get(cell)), mark_name(solution.get(cell)).to_owned()))
    }

    fn find_exclusion(&self, steps: &[Step], marks: &Marks, solution: &Marks) -> Option<usize> {
        let cell = wrong_cell(self.size(), marks, solution)?;
        let padded = PaddedGrid::new(self);
        steps.iter().position(|step| padded.cell(step.spot) == cell)
    }

    fn reasoner(&self, marks: &Marks) -> Reasoner {
        let mut reasoner = Reasoner::new(self);
        let cells = self.size().cells().filter(|&cell| marks.get(cell) != Mark::Unknown);
        cells.for_each(|cell| reasoner.add(&claim(self, cell, marks.get(cell))));
        reasoner
    }

    fn right_entries(&self, marks: &Marks, solution: &Marks, except: Option<(Cell, Mark)>) -> Marks {
        let is_kept = |cell| marks.get(cell) == solution.get(cell) && except.is_none_or(|(other, _)| other != cell);
        let kept = |cell| if is_kept(cell) { marks.get(cell) } else { Mark::Unknown };
        Marks::new(self.size(), self.size().cells().map(kept).collect())
    }

    fn wrong_entry(&self, marks: &Marks, solution: &Marks) -> Option<((Cell, Mark), Step)> {
        let cell = wrong_cell(self.size(), marks, solution)?;
        Some(((cell, marks.get(cell)), claim(self, cell, marks.get(cell))))
    }

    fn claims_against(&self, (cell, mark): (Cell, Mark), solution: &Marks) -> (Agreement, Vec<Step>) {
        let (agreement, refuted) = match mark == solution.get(cell) {
            true => (Agreement::Right, mark.other()),
            false => (Agreement::Wrong, mark),
        };
        (agreement, Some(refuted).filter(|&mark| mark != Mark::Unknown).map(|mark| claim(self, cell, mark)).into_iter().collect())
    }

    fn place_name(&self, (cell, _): (Cell, Mark)) -> String {
        cell_names(self.size(), [cell])
    }

    fn next_move(&self, marks: &Marks, solution: &Marks) -> String {
        let next = marks.cells(Mark::Unknown).next();
        next.map_or_else(String::new, |cell| step_name(self.size(), cell, solution.get(cell)))
    }

    fn validate(options: &OptionsOf<Self>) -> Result<(), Failure> {
        if options.method == Method::Alternative && options.density.is_some() {
            return Err(Failure::Syntax("method=alternative has no density".into()));
        }
        Ok(())
    }

    fn generate(options: &OptionsOf<Self>, budget: &Budget) -> Result<Generated<Self>, GenerateError> {
        generate::generate(options, budget)
    }
}

/// Returns the claim that a cell has a mark.
fn claim(grid: &Grid, cell: Cell, mark: Mark) -> Step {
    let spot = PaddedGrid::new(grid).spot(cell);
    Step { spot, mark, rule: Rule::Given, reason: spot }
}

/// Returns the first cell that the player has marked otherwise than the solution.
fn wrong_cell(size: Size, marks: &Marks, solution: &Marks) -> Option<Cell> {
    size.cells().find(|&cell| marks.get(cell) != Mark::Unknown && marks.get(cell) != solution.get(cell))
}

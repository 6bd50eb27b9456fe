//! Hashi as a puzzle of the shared commands: its words, rules, notation, picture, solvers, deductions and generator.

use std::cmp::Ordering;

use super::board::{Bridges, Channel, Puzzle, Rules};
use super::check::{Fault, check};
use super::deduce::{self, Reason, Reasoner, Rule, State, Step, conflict_text, explain, step_text};
use super::generate::{self, Method};
use super::notation::{self, Variant, bridges_text, channel_name, move_text};
use super::program::{self, Model};
use super::{bench, count, picture, solver};
use crate::game::Bench;
use crate::game::about::{About, about};
use crate::grid::Size;
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure};
use crate::puzzle::dialect::Names;
use crate::puzzle::generator::{GenerateError, Generated, OptionsOf};
use crate::puzzle::rows::Row;
use crate::puzzle::{
    Agreement, Answer, Count, Deduction, Finding, Help, Level, MoveError, ParseError, Progress, Rule as _, Solver, Verdict,
};
use crate::search::Budget;

/// Refuses more bridges than the rules of a puzzle allow in a channel.
fn require_allowed(puzzle: &Puzzle, (channel, number): (Channel, u8)) -> Result<(Channel, u8), MoveError> {
    let most = puzzle.rules().max_bridges;
    if number > most {
        return Err(MoveError::Illegal(format!("{number} bridges; at most {most} are allowed")));
    }
    Ok((channel, number))
}

impl crate::puzzle::Puzzle for Puzzle {
    const ABOUT: About = about!("hashi");
    const HELP: Help = Help {
        load_usage: "TEXT [max_bridges=N] [loops=0|1]",
        load: "a puzzle as a game ID (7x7m2:a1d2...) or a puzz.link address; other rules than it says",
        load_example: "load 7x7m2:a1d24a4a3h2r2b3a4c3",
        load_text_example: "load_text 2.2\\n...\\n2.2",
        load_file: "a puzzle from a file: plain rows, .has, a record, or one of the forms of load",
        generate: "makes a puzzle: size=10x10 density=0.25 difficulty=easy|medium|hard|extreme|any seed=7 unique=0|1 \
                   method=best|simple max_bridges=2 loops=0|1",
        position: "the puzzle and the moves made in it as one line, or sets them: GAMEID play=0,1-0,6:1/1,0-1,2:2",
        showboard: "the islands and the player's bridges; those of a solution instead; with rules between the cells",
        play: "lays bridges: 0,1-0,6:1 (row, column from 0, and how many: 0 takes them away)",
        play_example: "play 0,1-0,6:1",
        check: "solved, incomplete, or wrong RULE at WHERE: of the player's bridges, or of 0,1-0,6:1 1,0-1,2:2 ...",
        solve: "unique, several, none or unknown, and solutions; METHOD: best, logic [steps], ilp, ilp_unconnected",
        hint: "the next forced step after the player's bridges, with its rule and its reason; or a wrong bridge",
    };
    const BENCH: Bench = bench::run;
    const FILE_ENDING: &'static str = ".has";
    const NAMES_ELSEWHERE: Names =
        Names { pzpr: &["hashikake", "hashi", "bridges"], tatham: "Bridges", janko: &["hashi", "hashiwokakero", "bridges"] };
    const SOLVERS: &'static [Solver<Self>] = &[
        Solver {
            name: "ilp",
            usage: "ilp",
            options: &[],
            run: |puzzle, _, budget| Finding::Proof(program::solve(puzzle, Model::Connected, budget)),
        },
        Solver {
            name: "ilp_unconnected",
            usage: "ilp_unconnected",
            options: &[],
            run: |puzzle, _, budget| Finding::Model(program::solve(puzzle, Model::Unconnected, budget)),
        },
    ];
    const METHODS: &'static [(&'static str, Method)] = &[("best", Method::Best), ("simple", Method::Simple)];
    const TASK: &'static str = "join all islands by bridges, as many at each as its number says";
    const PLACES: &'static str = "channels";
    const MOVES: &'static str = "bridges";

    type Move = (Channel, u8);
    type Solution = Bridges;
    type Fault = Fault;
    type Step = Step;
    type Reasoner<'a> = Reasoner<'a>;
    type Variant = Variant;
    type Method = Method;

    fn blank(&self) -> Bridges {
        Bridges::none(self)
    }

    fn apply(bridges: &mut Bridges, (channel, number): (Channel, u8)) {
        bridges.set(channel, number);
    }

    fn open_moves(&self, bridges: &Bridges) -> impl Iterator<Item = String> {
        let is_short = move |island| self.clue(island).is_none_or(|clue| bridges.degree(self, island) < u32::from(clue));
        let is_open = move |channel: &Channel| {
            let (a, b) = self.ends(*channel);
            is_short(a) && is_short(b) && bridges.get(*channel) < self.rules().max_bridges
        };
        self.channels().filter(is_open).map(|channel| move_text(self, channel, bridges.get(channel) + 1))
    }

    fn check(&self, bridges: &Bridges) -> Verdict<Fault> {
        check(self, bridges)
    }

    fn with_variant(self, variant: Variant) -> Self {
        let rules = crate::puzzle::notation::Variant::apply(variant, self.rules());
        self.with_rules(rules)
    }

    fn parse_line(text: &str, line: usize, column: usize) -> Result<Self, ParseError> {
        notation::parse_line(text, line, column)
    }

    fn parse_file(text: &str, is_named: bool) -> Result<Self, ParseError> {
        notation::parse_file(text, is_named)
    }

    fn parse_rows(rows: &[Row<'_>]) -> Result<Self, ParseError> {
        notation::read_grid(rows)
    }

    fn grid_size(&self) -> Size {
        self.size()
    }

    fn clue_words(&self) -> Vec<String> {
        notation::clue_words(self)
    }

    fn parse_mark_rows(&self, rows: &[Row<'_>]) -> Result<Vec<(Channel, u8)>, ParseError> {
        notation::parse_line_rows(self, rows)
    }

    fn mark_rows(&self, bridges: &Bridges) -> Vec<Vec<String>> {
        notation::line_rows(self, bridges)
    }

    fn parse_save_move(&self, word: &str) -> Result<Option<(Channel, u8)>, MoveError> {
        notation::parse_save_move(self, word)?.map(|mv| require_allowed(self, mv)).transpose()
    }

    fn save_move(&self, (channel, number): (Channel, u8)) -> String {
        notation::save_move(self, channel, number)
    }

    fn line_text(&self) -> String {
        notation::line_text(self)
    }

    fn address_body(&self) -> String {
        notation::body(self)
    }

    fn parse_move(&self, word: &str) -> Result<(Channel, u8), MoveError> {
        require_allowed(self, notation::parse_bridge(self, word)?)
    }

    fn parse_play(&self, args: &mut Args<'_>) -> Result<(Channel, u8), Failure> {
        let word = args.expect_word("MOVE")?;
        args.end()?;
        Ok(require_allowed(self, notation::parse_bridge_argument(self, word)?)?)
    }

    fn move_text(&self, (channel, number): (Channel, u8)) -> String {
        move_text(self, channel, number)
    }

    fn parse_solution(&self, text: &str) -> Result<Bridges, ParseError> {
        notation::parse_bridges(self, text)
    }

    fn solution_text(&self, bridges: &Bridges) -> String {
        bridges_text(self, bridges)
    }

    fn fault_text(&self, fault: Fault) -> String {
        notation::fault_text(self, fault)
    }

    fn differences(&self, one: &Bridges, other: &Bridges) -> String {
        let differ = self.channels().filter(|&channel| one.get(channel) != other.get(channel));
        differ.map(|channel| channel_name(self, channel)).collect::<Vec<_>>().join(" ")
    }

    fn draw_text(&self, bridges: &Bridges, last: Option<(Channel, u8)>, ruled: bool) -> Text {
        picture::text(self, bridges, last.map(|(channel, _)| channel), ruled)
    }

    fn caption(&self, bridges: &Bridges) -> String {
        let laid: u32 = bridges.nonzero().map(|(_, number)| u32::from(number)).sum();
        format!("{} islands {} bridges {laid}", self.size(), self.islands().len())
    }

    fn draw_svg(&self, bridges: &Bridges, last: Option<(Channel, u8)>) -> Svg {
        picture::svg(self, bridges, last.map(|(channel, _)| channel))
    }

    fn solve(&self, budget: &Budget) -> Answer<Bridges> {
        solver::solve(self, budget)
    }

    fn count(&self, limit: Option<u64>, budget: &Budget) -> Count {
        count::count(self, limit, budget)
    }

    fn deduce(&self, bridges: &Bridges, budget: &Budget) -> Deduction<Step> {
        let mut state = State::new(self);
        let outcome =
            deduce::add_given_bridges(&mut state, bridges).and_then(|()| deduce::deduce(&mut state, Level::Extreme, budget));
        let known = match outcome {
            Ok(Progress::Solved) => bridges_text(self, &state.certain_bridges()),
            _ => known_text(&state),
        };
        Deduction {
            outcome: outcome.map_err(|conflict| conflict_text(self, conflict)),
            steps: state.steps().to_vec(),
            known,
            places: self.channels().len(),
            open: state.open_count(),
        }
    }

    fn explain_steps(&self, steps: &[Step]) -> impl Iterator<Item = String> {
        steps
            .iter()
            .enumerate()
            .map(|(at, step)| format!("{}, {}: {}", step_text(self, step), step.rule.name(), explain(self, &steps[..at], step)))
    }

    /// Explains a step, and the earlier steps that it builds on.
    fn explain_hint(&self, steps: &[Step], at: usize) -> String {
        let line = |at: usize| format!("{}: {}", step_text(self, &steps[at]), explain(self, &steps[..at], &steps[at]));
        let earlier = (0..at).filter(|&earlier| builds_on(self, &steps[at], &steps[earlier]));
        earlier.fold(line(at), |text, earlier| format!("{text}\nbecause {}", line(earlier)))
    }

    fn step_name(&self, step: &Step) -> String {
        move_text(self, step.channel, step.least)
    }

    fn mistake(&self, laid: &Bridges, solution: &Bridges) -> Option<(String, String)> {
        let (channel, number) = excess(laid, solution)?;
        Some((move_text(self, channel, number), solution.get(channel).to_string()))
    }

    fn find_exclusion(&self, steps: &[Step], laid: &Bridges, solution: &Bridges) -> Option<usize> {
        let (channel, number) = excess(laid, solution)?;
        steps.iter().position(|step| step.channel == channel && step.most < number)
    }

    fn reasoner(&self, laid: &Bridges) -> Reasoner<'_> {
        Reasoner::new(self, laid)
    }

    fn right_entries(&self, laid: &Bridges, solution: &Bridges, except: Option<(Channel, u8)>) -> Bridges {
        let is_kept = |channel| laid.get(channel) <= solution.get(channel) && except.is_none_or(|(other, _)| other != channel);
        Bridges::new(self.channels().map(|channel| if is_kept(channel) { laid.get(channel) } else { 0 }).collect())
    }

    fn wrong_entry(&self, laid: &Bridges, solution: &Bridges) -> Option<((Channel, u8), Step)> {
        let (channel, number) = excess(laid, solution)?;
        Some(((channel, number), claim(self, channel, (number, u8::MAX))))
    }

    fn claims_against(&self, (channel, number): (Channel, u8), solution: &Bridges) -> (Agreement, Vec<Step>) {
        let right = solution.get(channel);
        let agreement = match number.cmp(&right) {
            Ordering::Equal => Agreement::Right,
            Ordering::Less if number > 0 => Agreement::Partial,
            _ => Agreement::Wrong,
        };
        let bounds = match number.cmp(&right) {
            Ordering::Greater => vec![(number, u8::MAX)],
            Ordering::Less => vec![(0, number)],
            // What no rule of the puzzle allows in the channel needs no refutation.
            Ordering::Equal => {
                let most = State::new(self).bounds(channel).1;
                let below = right.checked_sub(1).map(|below| (0, below));
                below.into_iter().chain((right < most).then_some((right + 1, u8::MAX))).collect()
            }
        };
        (agreement, bounds.into_iter().map(|bounds| claim(self, channel, bounds)).collect())
    }

    fn place_name(&self, (channel, _): (Channel, u8)) -> String {
        channel_name(self, channel)
    }

    fn next_move(&self, laid: &Bridges, solution: &Bridges) -> String {
        let next = self.channels().find(|&channel| laid.get(channel) < solution.get(channel));
        next.map_or_else(String::new, |channel| move_text(self, channel, solution.get(channel)))
    }

    fn default_level(rules: &Rules) -> Level {
        if has_single_bridges(rules) { Level::Easy } else { Level::Medium }
    }

    fn validate(options: &OptionsOf<Self>) -> Result<(), Failure> {
        if has_single_bridges(&options.rules) && options.level == Some(Level::Medium) {
            return Err(Failure::Other(
                "no puzzle is medium where max_bridges=1: the rule bound never finds more than full and complete".into(),
            ));
        }
        if options.size.area() < 2 {
            return Err(Failure::Other(format!("a grid of {} has no room for two islands", options.size)));
        }
        Ok(())
    }

    fn generate(options: &OptionsOf<Self>, budget: &Budget) -> Result<Generated<Self>, GenerateError> {
        generate::generate(options, budget)
    }

    fn facts(&self) -> String {
        format!(" islands={}", self.islands().len())
    }
}

/// Returns the claim that a channel has this many bridges, at least and at most.
fn claim(puzzle: &Puzzle, channel: Channel, bounds: (u8, u8)) -> Step {
    Reasoner::new(puzzle, &Bridges::none(puzzle)).claim(channel, bounds)
}

/// Returns the first channel with more bridges than in the solution, and how many it has.
fn excess(laid: &Bridges, solution: &Bridges) -> Option<(Channel, u8)> {
    laid.nonzero().find(|&(channel, number)| number > solution.get(channel))
}

/// Returns whether a channel has at most one bridge, so that the rule bound finds no more than full and complete.
fn has_single_bridges(rules: &Rules) -> bool {
    rules.max_bridges == 1
}

/// Writes the channels whose number is known, the empty ones among them.
fn known_text(state: &State<'_>) -> String {
    let puzzle = state.puzzle();
    let known = puzzle.channels().filter(|&channel| !state.is_open(channel));
    known.map(|channel| move_text(puzzle, channel, state.bounds(channel).0)).collect::<Vec<_>>().join(" ")
}

/// Returns whether a step builds on an earlier one.
fn builds_on(puzzle: &Puzzle, step: &Step, earlier: &Step) -> bool {
    let (a, b) = puzzle.ends(earlier.channel);
    let is_related = match step.reason {
        Reason::Island(island) => a == island || b == island,
        Reason::Channel(channel) => channel == earlier.channel,
        Reason::Itself => true,
    };
    let is_same_reason = earlier.rule == step.rule && earlier.reason == step.reason;
    earlier.rule != Rule::Given && !is_same_reason && (is_related || step.rule == Rule::Exit)
}

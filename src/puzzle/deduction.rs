//! Deduction by named rules: rules and their levels, steps, and the rating of a puzzle.

/// The level of a rule, and of a puzzle: the hardest level of a rule that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Rules on one cell and its neighbours.
    Easy,
    /// Rules on several cells.
    Medium,
    /// Rules on the whole grid.
    Hard,
    /// Rules that refute one assumption.
    Extreme,
}

impl Level {
    /// All levels from the easiest to the hardest.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Extreme];

    /// Returns its name in requests and replies.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Extreme => "extreme",
        }
    }
}

/// A rule of deduction.
pub trait Rule: Copy + PartialEq + 'static {
    /// All rules from the weakest to the strongest.
    const ALL: &'static [Self];

    /// Returns its name in replies.
    fn name(self) -> &'static str;

    /// Returns the level from which on it is used.
    fn level(self) -> Level;
}

/// A step of deduction: one conclusion of a rule.
pub trait Step {
    /// The rules of the game.
    type Rule: Rule;

    /// Returns the rule that it follows from.
    fn rule(&self) -> Self::Rule;

    /// Returns whether the step is a move that the player has not made.
    fn is_move(&self) -> bool;
}

/// How a deduction ended without a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The puzzle is solved.
    Solved,
    /// No rule finds a further step.
    Stuck,
    /// The budget ended first.
    Stopped,
}

/// The result of a deduction.
pub struct Deduction<S> {
    /// How it ended, or the contradiction in words.
    pub outcome: Result<Progress, String>,
    /// Its steps in order.
    pub steps: Vec<S>,
    /// The partial solution as text; the complete one if the puzzle is solved.
    pub known: String,
    /// Number of cells or channels to fill in.
    pub places: usize,
    /// Number of these that are still open.
    pub open: usize,
}

/// Returns the hardest level of the rules of some steps.
pub(super) fn hardest_level<S: Step>(steps: &[S]) -> Option<Level> {
    steps.iter().map(|step| step.rule().level()).max()
}

/// The difficulty of a puzzle for the rules, if weaker rules always go first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating<R> {
    /// The hardest level that is needed; `None` if the rules do not solve the puzzle.
    pub level: Option<Level>,
    /// The rules that were used, from the weakest, each with the number of its steps.
    pub uses: Vec<(R, usize)>,
}

impl<R: Rule> Rating<R> {
    /// Creates the rating from the steps of a deduction and from whether they solve the puzzle.
    pub fn new(is_solved: bool, steps: &[impl Step<Rule = R>]) -> Self {
        let level = is_solved.then(|| hardest_level(steps).unwrap_or(Level::Easy));
        let count = |&rule: &R| (rule, steps.iter().filter(|step| step.rule() == rule).count());
        Rating { level, uses: R::ALL.iter().map(count).filter(|&(_, count)| count > 0).collect() }
    }
}

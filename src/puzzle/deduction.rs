//! Deduction by named rules: rules and their levels, the steps that they find, and the rating of a puzzle by them.

/// The difficulty of the puzzles that the rules of this level solve together with those of the levels below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Rules that look at one place and those around it.
    Easy,
    /// Rules that look further.
    Medium,
    /// Rules that look at the whole grid.
    Hard,
    /// One supposition, and the contradiction that it leads to.
    Extreme,
}

impl Level {
    /// From the easiest to the hardest.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Extreme];

    /// Returns its word.
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
    /// All rules that find something, from the weakest to the strongest.
    const ALL: &'static [Self];

    /// Returns its word.
    fn name(self) -> &'static str;

    /// Returns the level of the puzzles that need it.
    fn level(self) -> Level;
}

/// One finding of a rule.
pub trait Step {
    /// The rules of the game.
    type Rule: Rule;

    /// Returns the rule that found it.
    fn rule(&self) -> Self::Rule;

    /// Returns whether a player can make a move of it that was not made before.
    fn is_move(&self) -> bool;
}

/// How far deduction came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All is known.
    Solved,
    /// The rules find no more.
    Stuck,
    /// The budget ended first.
    Stopped,
}

/// The result of deduction.
pub struct Deduction<S> {
    /// How far it came, or the contradiction in words.
    pub outcome: Result<Progress, String>,
    /// What was found, in order.
    pub steps: Vec<S>,
    /// What is known in the end, as text: the solution where it is solved.
    pub known: String,
    /// Number of places to fill in.
    pub places: usize,
    /// Number of these that are still open.
    pub open: usize,
}

/// Returns the level of the strongest rule of some steps.
pub fn hardest_level<S: Step>(steps: &[S]) -> Option<Level> {
    steps.iter().map(|step| step.rule().level()).max()
}

/// How hard a puzzle is for the rules, the weakest rule first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating<R> {
    /// The level of the strongest rule that is needed; `None` where the rules do not solve it.
    pub level: Option<Level>,
    /// The rules that found something, from the weakest, each with the number of its steps.
    pub uses: Vec<(R, usize)>,
}

impl<R: Rule> Rating<R> {
    /// Rates by the steps of a deduction, and whether they solved the puzzle.
    pub fn new(is_solved: bool, steps: &[impl Step<Rule = R>]) -> Self {
        let level = is_solved.then(|| hardest_level(steps).unwrap_or(Level::Easy));
        let count = |&rule: &R| (rule, steps.iter().filter(|step| step.rule() == rule).count());
        Rating { level, uses: R::ALL.iter().map(count).filter(|&(_, count)| count > 0).collect() }
    }
}

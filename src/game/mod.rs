//! What a game is to the engine: a state and a table of commands, nothing else.

use std::time::{Duration, Instant};

use crate::param::{AnyParam, Param};
use crate::protocol::{Args, Outcome};
use crate::search::{Budget, Stop};
use crate::settings::Settings;

pub mod export;
pub mod shown;
pub mod stream;
pub mod timed;
pub mod turn;
pub mod undo;

use stream::{Format, Update};

/// One command of the protocol: a constant value that parsing, help and the documents all read.
pub struct Command<G> {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its arguments: words in capitals stand for values, `[...]` may be left out.
    pub usage: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// A request that works on a fresh game, as far as one can.
    pub example: &'static str,
    /// Runs it: a command that fails changes nothing.
    pub run: fn(&mut G, &mut Args<'_>, &mut Context<'_>) -> Outcome,
}

/// The words of a [`Command`], without its type.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// See [`Command::name`].
    pub name: &'static str,
    /// See [`Command::usage`].
    pub usage: &'static str,
    /// See [`Command::summary`].
    pub summary: &'static str,
    /// See [`Command::example`].
    pub example: &'static str,
}

impl<G> Command<G> {
    /// Creates a command whose example is its name alone.
    #[must_use]
    pub const fn new(
        name: &'static str,
        usage: &'static str,
        summary: &'static str,
        run: fn(&mut G, &mut Args<'_>, &mut Context<'_>) -> Outcome,
    ) -> Self {
        Command { name, usage, summary, example: name, run }
    }

    /// Returns the command with another example.
    #[must_use]
    pub const fn with_example(self, example: &'static str) -> Self {
        Command { example, ..self }
    }

    /// Returns its words alone.
    #[must_use]
    pub const fn info(&self) -> CommandInfo {
        CommandInfo { name: self.name, usage: self.usage, summary: self.summary, example: self.example }
    }
}

impl CommandInfo {
    /// Returns the name with the arguments: `play COLOR MOVE`.
    #[must_use]
    pub fn synopsis(&self) -> String {
        format!("{} {}", self.name, self.usage).trim_end().to_owned()
    }
}

/// What a command may know of its surroundings while it runs.
pub struct Context<'a> {
    /// The engine's settings.
    pub settings: &'a Settings,
    /// When the request was taken up.
    pub started: Instant,
    /// Raised to end this request early.
    pub stop: Stop,
    /// Raised while another request waits, or input has ended: an open reply is to be closed.
    pub awaited: Stop,
    /// Sends something to the client before the reply is complete.
    pub sink: &'a mut dyn FnMut(Update<'_>),
    /// How findings are sent.
    pub format: Format,
}

impl Context<'_> {
    /// Returns the budget of this request: `seconds` from when it was taken up (`None`: no limit), the node limit of the settings, its stop flag.
    #[must_use]
    pub fn budget(&self, seconds: Option<f64>) -> Budget {
        let deadline = seconds.map(|s| self.started + Duration::from_secs_f64(s.clamp(0.0, 1e8)));
        Budget::new(deadline, self.settings.max_nodes, self.stop.clone())
    }

    /// Returns the budget of a request that has no limit unless the settings set one.
    #[must_use]
    pub fn open_budget(&self) -> Budget {
        self.budget(Some(self.settings.max_time).filter(|&seconds| seconds > 0.0))
    }
}

/// Measures a game and passes its figures on line by line; where the flag is set only the signature of its node counts.
pub type Bench = fn(bool, &mut dyn FnMut(String));

/// A game or puzzle: its state, with the commands that act on it.
pub trait Game: Default + Send + 'static {
    /// Its name on the wire.
    const NAME: &'static str;
    /// What it is, in one line.
    const SUMMARY: &'static str;
    /// Its commands, in tables; of two commands of one name the first counts.
    const COMMANDS: &'static [&'static [Command<Self>]];
    /// The settings of its own.
    const PARAMS: &'static [Param<Self>] = &[];
    /// What `ludion bench` runs.
    const BENCH: Option<Bench> = None;

    /// Builds the same game again from its record alone (size, moves, settings): used after a caught panic, when nothing derived can be trusted.
    #[must_use]
    fn rebuilt(&self) -> Self;
}

/// The type-erased twin of [`Game`]: what the engine holds in one list.
pub trait AnyGame: Send {
    /// See [`Game::NAME`].
    fn name(&self) -> &'static str;
    /// See [`Game::SUMMARY`].
    fn summary(&self) -> &'static str;
    /// The words of [`Game::COMMANDS`].
    fn commands(&self) -> Vec<CommandInfo>;
    /// Runs the command of this name, if the game has it.
    fn run(&mut self, name: &str, args: &mut Args<'_>, context: &mut Context<'_>) -> Option<Outcome>;
    /// The settings of its own, with their values.
    fn params(&self) -> Vec<AnyParam>;
    /// Sets one of them, if the game has it.
    fn set_param(&mut self, key: &str, value: &str) -> Option<Outcome>;
    /// See [`Game::rebuilt`].
    fn rebuild(&mut self);
    /// See [`Game::BENCH`].
    fn bench(&self) -> Option<Bench>;
}

impl<G: Game> AnyGame for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn commands(&self) -> Vec<CommandInfo> {
        let mut commands: Vec<CommandInfo> = Vec::new();
        for command in G::COMMANDS.iter().copied().flatten() {
            if commands.iter().all(|known| known.name != command.name) {
                commands.push(command.info());
            }
        }
        commands
    }

    fn run(&mut self, name: &str, args: &mut Args<'_>, context: &mut Context<'_>) -> Option<Outcome> {
        let command = G::COMMANDS.iter().copied().flatten().find(|command| command.name == name)?;
        Some((command.run)(self, args, context))
    }

    fn params(&self) -> Vec<AnyParam> {
        G::PARAMS.iter().map(|param| param.read(self)).collect()
    }

    fn set_param(&mut self, key: &str, value: &str) -> Option<Outcome> {
        G::PARAMS.iter().find(|param| param.key == key).map(|param| param.write(self, value))
    }

    fn rebuild(&mut self) {
        *self = self.rebuilt();
    }

    fn bench(&self) -> Option<Bench> {
        G::BENCH
    }
}

//! What the engine knows of a game: a state and a table of commands, nothing else.

use std::time::{Duration, Instant};

use crate::files::Access;
use crate::param::{AnyParam, Param};
use crate::protocol::{Args, Outcome};
use crate::search::{Budget, Leftovers, Stop};
use crate::settings::Settings;

pub mod about;
pub mod candidate;
pub mod explanation;
pub mod export;
pub mod lesson;
pub mod puzzle;
pub mod record;
pub mod render;
pub mod stream;
pub mod text_record;
pub mod translation;
pub mod turn;
pub mod undo;

use about::{About, Situation};
use stream::{Format, Update};

/// A command of the protocol: a constant that dispatch, `help` and the check of `protocol.md` all read.
pub struct Command<G> {
    /// Its texts.
    pub info: CommandInfo,
    /// Runs it. A command that fails changes nothing.
    pub run: fn(&mut G, &mut Args<'_>, &mut Context<'_>) -> Outcome,
}

/// The texts of a [`Command`], independent of the type of its game.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its arguments: words in capitals stand for values, `[...]` is optional.
    pub usage: &'static str,
    /// Its effect or result, in one line.
    pub summary: &'static str,
    /// A request that succeeds in a new game; where no request of this command does, one of another command.
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
        Command { info: CommandInfo { name, usage, summary, example: name }, run }
    }

    /// Returns the command under another name.
    #[must_use]
    pub const fn with_name(self, name: &'static str) -> Self {
        Command { info: CommandInfo { name, ..self.info }, ..self }
    }

    /// Returns the command with another summary.
    #[must_use]
    pub const fn with_summary(self, summary: &'static str) -> Self {
        Command { info: CommandInfo { summary, ..self.info }, ..self }
    }

    /// Returns the command with another example.
    #[must_use]
    pub const fn with_example(self, example: &'static str) -> Self {
        Command { info: CommandInfo { example, ..self.info }, ..self }
    }
}

impl CommandInfo {
    /// Returns the name with the arguments: `play COLOR MOVE`.
    #[must_use]
    pub fn synopsis(&self) -> String {
        format!("{} {}", self.name, self.usage).trim_end().to_owned()
    }
}

/// What a command gets from the engine while it runs.
pub struct Context<'a> {
    /// The engine's settings.
    pub settings: &'a Settings,
    /// When the request started.
    pub started: Instant,
    /// Raised to end this request early: the user interrupts it, and the reply is what has been found by then.
    pub stop: Stop,
    /// Raised while another request is queued or input has ended. Only a stream reads it, because it has no end of its own: it
    /// closes so that the next request can be answered. All other commands ignore it.
    pub pending: Stop,
    /// Sends an update to the client before the reply is complete.
    pub sink: &'a mut dyn FnMut(Update<'_>),
    /// The format of streamed results.
    pub format: Format,
    /// What is freed after the reply.
    pub leftovers: Leftovers,
}

impl Context<'_> {
    /// Runs a part of this request with other settings. `listen` gets each update of the part, and this request's sink.
    pub fn run_part<T>(
        &mut self,
        settings: &Settings,
        mut listen: impl FnMut(Update<'_>, &mut dyn FnMut(Update<'_>)),
        run: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        let Context { started, format, .. } = *self;
        let (stop, pending, leftovers, outer) =
            (self.stop.clone(), self.pending.clone(), self.leftovers.clone(), &mut *self.sink);
        let sink = &mut |update: Update<'_>| listen(update, outer);
        run(&mut Context { settings, started, stop, pending, sink, format, leftovers })
    }

    /// Runs a part of this request with other settings. Its updates are this request's.
    pub fn with_settings<T>(&mut self, settings: &Settings, run: impl FnOnce(&mut Context<'_>) -> T) -> T {
        self.run_part(settings, |update, sink| sink(update), run)
    }

    /// Returns the budget of this request: `seconds` from its start (`None`: no limit), the node limit of the settings, its stop
    /// flag.
    #[must_use]
    pub fn budget(&self, seconds: Option<f64>) -> Budget {
        let deadline = seconds.map(|s| self.started + Duration::from_secs_f64(s.clamp(0.0, 1e8)));
        let budget = Budget::new(deadline, self.settings.max_nodes, self.stop.clone());
        Budget { leftovers: self.leftovers.clone(), ..budget }
    }

    /// Returns the budget of a request that is limited by the settings alone.
    #[must_use]
    pub fn open_budget(&self) -> Budget {
        self.budget(Some(self.settings.max_time).filter(|&seconds| seconds > 0.0))
    }
}

/// The part of a game that `ludion bench` measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchPart {
    /// All of its figures.
    Whole,
    /// The signature of node counts.
    Signature,
    /// The speed of its network.
    Network,
}

impl BenchPart {
    /// Returns what prints lines of figures: of [`BenchPart::Signature`] none.
    pub fn figures(self, tell: Tell<'_>) -> impl FnMut(String) {
        move |line| {
            if self != BenchPart::Signature {
                tell(line);
            }
        }
    }
}

/// The bench of a game: prints the figures of [`BenchPart::Whole`] line by line, or the line of [`BenchPart::Signature`].
pub type Bench = fn(BenchPart, Tell<'_>);

/// Runs a part of the bench of a game.
pub(super) type BenchRun = Box<dyn Fn(Tell<'_>)>;

/// Prints a line of a bench, or of a tool of `ludion-lab`.
pub type Tell<'a> = &'a mut dyn FnMut(String);

/// A game or puzzle: its state, with the commands that act on it.
pub trait Game: Default + Send + 'static {
    /// Its name and other texts.
    const ABOUT: About;
    /// Its commands, in tables; of two commands with the same name the first counts.
    const COMMANDS: &'static [&'static [Command<Self>]];
    /// Its own settings.
    const PARAMS: &'static [Param<Self>] = &[];
    /// Whether `load` keeps the game's own message for a web link that it cannot load. The engine still replaces the message if
    /// the link belongs to a game without this flag.
    const EXPLAINS_ADDRESSES: bool = false;
    /// The function of `ludion bench`.
    const BENCH: Option<Bench> = None;
    /// The function of `ludion bench --network`, if the game has a network.
    const NETWORK_BENCH: Option<fn(Tell<'_>)> = None;

    /// Returns the state in a person's terms.
    fn situation(&self) -> Situation;

    /// Rebuilds the game from its record alone (size, moves, settings). The engine does this after a panic, because derived data
    /// may then be inconsistent.
    #[must_use]
    fn rebuild_from_record(&self) -> Self;
}

/// A [`Game`] as a trait object, so that the engine can hold all games in one list.
pub trait AnyGame: Send {
    /// Forwards to [`Game::ABOUT`].
    fn about(&self) -> About;
    /// Forwards to [`Game::EXPLAINS_ADDRESSES`].
    fn explains_addresses(&self) -> bool;
    /// Returns the texts of [`Game::COMMANDS`].
    fn commands(&self) -> Vec<CommandInfo>;
    /// Runs the command with this name; `None` if the game has none.
    fn run(&mut self, name: &str, args: &mut Args<'_>, context: &mut Context<'_>) -> Option<Outcome>;
    /// Returns the settings of [`Game::PARAMS`] with their values.
    fn params(&self) -> Vec<AnyParam>;
    /// Changes the setting with this key; `None` if the game has none. `files` says whether the value may name a file.
    fn set_param(&mut self, key: &str, value: &str, files: Access) -> Option<Outcome>;
    /// Forwards to [`Game::situation`].
    fn situation(&self) -> Situation;
    /// Forwards to [`Game::rebuild_from_record`].
    fn rebuild(&mut self);
    /// Returns what runs a part of the bench, where the game has that part.
    fn bench(&self, part: BenchPart) -> Option<BenchRun>;
}

impl<G: Game> AnyGame for G {
    fn about(&self) -> About {
        G::ABOUT
    }

    fn explains_addresses(&self) -> bool {
        G::EXPLAINS_ADDRESSES
    }

    fn commands(&self) -> Vec<CommandInfo> {
        let mut commands: Vec<CommandInfo> = Vec::new();
        for command in G::COMMANDS.iter().copied().flatten() {
            if commands.iter().all(|known| known.name != command.info.name) {
                commands.push(command.info);
            }
        }
        commands
    }

    fn run(&mut self, name: &str, args: &mut Args<'_>, context: &mut Context<'_>) -> Option<Outcome> {
        let command = G::COMMANDS.iter().copied().flatten().find(|command| command.info.name == name)?;
        Some((command.run)(self, args, context))
    }

    fn params(&self) -> Vec<AnyParam> {
        G::PARAMS.iter().map(|param| param.read(self)).collect()
    }

    fn set_param(&mut self, key: &str, value: &str, files: Access) -> Option<Outcome> {
        G::PARAMS.iter().find(|param| param.key == key).map(|param| param.write(self, value, files))
    }

    fn situation(&self) -> Situation {
        Game::situation(self)
    }

    fn rebuild(&mut self) {
        *self = self.rebuild_from_record();
    }

    fn bench(&self, part: BenchPart) -> Option<BenchRun> {
        match part {
            BenchPart::Network => Some(Box::new(G::NETWORK_BENCH?)),
            BenchPart::Whole | BenchPart::Signature => {
                let bench = G::BENCH?;
                Some(Box::new(move |tell| bench(part, tell)))
            }
        }
    }
}

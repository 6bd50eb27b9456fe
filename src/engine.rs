//! Answers requests, by the general commands or those of the current game. Panics are caught here, and only here.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::allocator;
use crate::game::about::{About, Situation};
use crate::game::record;
use crate::game::stream::{Format, Update};
use crate::game::translation::{Phrases, translate_outcome};
use crate::game::{AnyGame, Command, CommandInfo, Context};
use crate::games;
use crate::param::AnyParam;
use crate::protocol::{Args, Failure, Outcome, Request, quote, wrap};
use crate::search::{Leftovers, Stop};
use crate::settings::{ClientLimits, Language, Settings};

/// All games, of which one is current, and the settings that they share.
pub struct Engine {
    settings: Settings,
    games: Vec<Box<dyn AnyGame>>,
    current: usize,
    leftovers: Leftovers,
}

/// What a front end passes with a request: flags to end it, and the sink of its updates.
pub struct RequestHandle<'a> {
    /// Raised to end the request early.
    pub stop: Stop,
    /// Raised while another request is queued or input has ended.
    pub pending: Stop,
    /// Receives what the request sends while it runs.
    pub sink: &'a mut dyn FnMut(Update<'_>),
    /// The format of analyses.
    pub format: Format,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new(games::all())
    }
}

impl Engine {
    /// Creates an engine with these games, the first of them current. The list must not be empty.
    #[must_use]
    pub fn new(games: Vec<Box<dyn AnyGame>>) -> Self {
        Engine { settings: Settings::default(), games, current: 0, leftovers: Leftovers::default() }
    }

    /// Limits the threads, memory and files that clients of this engine can use.
    pub fn set_limits(&mut self, limits: ClientLimits) {
        self.settings.limits = limits;
    }

    /// Returns the name of the current game.
    #[must_use]
    pub fn current(&self) -> &'static str {
        self.games[self.current].about().name
    }

    /// Returns the texts of the current game.
    #[must_use]
    pub fn about(&self) -> About {
        self.games[self.current].about()
    }

    /// Returns the texts of the game with this name.
    #[must_use]
    pub fn about_game(&self, name: &str) -> Option<About> {
        self.games.iter().map(|game| game.about()).find(|about| about.name.eq_ignore_ascii_case(name))
    }

    /// Returns the games that have a command of their own with this name, and the command.
    #[must_use]
    pub fn games_with_command(&self, name: &str) -> Vec<(&'static str, CommandInfo)> {
        let find = |game: &dyn AnyGame| {
            let command = game.commands().into_iter().find(|command| command.name == name)?;
            Some((game.about().name, command))
        };
        self.games.iter().filter_map(|game| find(game.as_ref())).collect()
    }

    /// Names the games that have a command, as `the game hex` or `the games dots, nim and hex`; `None` if no game has it.
    #[must_use]
    pub fn name_games_with_command(&self, name: &str) -> Option<String> {
        let names: Vec<&str> = self.games_with_command(name).iter().map(|(game, _)| *game).collect();
        match names.split_last()? {
            (last, []) => Some(format!("the game {last}")),
            (last, others) => Some(format!("the games {} and {last}", others.join(", "))),
        }
    }

    /// Returns the state of the current game in a person's terms.
    #[must_use]
    pub fn situation(&self) -> Situation {
        self.games[self.current].situation()
    }

    /// Returns the command that can be used now and is most similar to a mistyped one, if any is similar enough.
    #[must_use]
    pub fn nearest_command(&self, name: &str) -> Option<CommandInfo> {
        let commands = self.commands();
        let near = nearest(name, commands.iter().map(|command| command.name))?;
        commands.into_iter().find(|command| command.name == near)
    }

    /// Returns the texts about each game.
    #[must_use]
    pub fn abouts(&self) -> Vec<About> {
        self.games.iter().map(|game| game.about()).collect()
    }

    /// Returns the commands that can be used now: the general ones, then the current game's.
    #[must_use]
    pub fn commands(&self) -> Vec<CommandInfo> {
        let general = COMMANDS.iter().map(|command| command.info);
        general.chain(self.games[self.current].commands()).collect()
    }

    /// Returns the names of the games.
    pub fn games(&self) -> impl Iterator<Item = &'static str> {
        self.games.iter().map(|game| game.about().name)
    }

    /// Describes the current game for people: its rules, its commands with their summaries, its settings.
    #[must_use]
    pub fn describe_game(&self) -> String {
        let game = &self.games[self.current];
        let about = game.about();
        let commands = game.commands();
        let summary = about.summary();
        // Some summaries begin with the name themselves.
        let head = if summary.starts_with(about.title()) { summary.to_owned() } else { format!("{}: {summary}", about.title()) };
        let mut text = vec![head, String::new(), about.rules().to_owned()];
        let item = |name: &str, summary: &str| format!("  {name}\n{}", indent(summary, ITEM_INDENT));
        text.extend([String::new(), format!("At the terminal (`ludion --game {}`):", about.name)]);
        if let Some(mv) = game.situation().moves.first() {
            text.push(item(mv, about.play()));
        }
        let new = if game.situation().to_move.is_some() { "begins again" } else { "sets up another puzzle" };
        text.push(item("hint", &format!("suggests a move; ? explains the position; undo takes a move back; new {new}")));
        text.extend([String::new(), "Commands:".to_owned()]);
        text.extend(commands.iter().map(|command| item(&command.synopsis(), command.summary)));
        let params = game.params();
        if !params.is_empty() {
            text.extend([String::new(), "Settings (`param KEY VALUE`):".to_owned()]);
            text.extend(params.iter().map(|param| item(param.key, &format!("{}: {}", param.summary, param.range))));
        }
        text.iter().map(|line| wrap(line, HELP_WIDTH)).collect::<Vec<_>>().join("\n") + "\n"
    }

    /// Frees what the last request has left. A front end calls this when it has written the reply.
    pub fn free_leftovers(&mut self) {
        self.leftovers.free();
    }

    /// Returns the language of sentences for people.
    #[must_use]
    pub fn language(&self) -> Language {
        self.settings.language
    }

    /// Translates sentences of the current game into the language of the settings.
    #[must_use]
    pub fn translate(&self, text: &str) -> String {
        match self.language() {
            Language::English => text.to_owned(),
            Language::French => Phrases::read(self.about().phrases).translate_lines(text),
        }
    }

    /// Answers one request. A failed one changes nothing. For a person ([`Format::Words`]) a failure stays in English: the front end
    /// translates its beginning, too.
    pub fn answer(&mut self, request: &Request, handle: RequestHandle<'_>) -> Outcome {
        let is_person = handle.format == Format::Words;
        let outcome = catch_unwind(AssertUnwindSafe(|| self.dispatch(request, handle))).unwrap_or_else(|_| {
            log::error!("{}: caught a panic; the game is rebuilt from its moves", quote(&request.name));
            self.games[self.current].rebuild();
            Err(Failure::Other("internal error".into()))
        });
        let outcome = outcome.map_err(|failure| match request.name.as_str() {
            record::LOAD => self.explain_link(&record::restore_hashes(&request.args), failure),
            _ => failure,
        });
        let outcome = match self.language() {
            Language::French if !is_person || outcome.is_ok() => translate_outcome(self.about().phrases, &request.name, outcome),
            Language::English | Language::French => outcome,
        };
        match outcome {
            Err(Failure::Syntax(why)) => Err(Failure::Syntax(self.with_usage(&request.name, why))),
            other => other,
        }
    }

    fn dispatch(&mut self, request: &Request, handle: RequestHandle<'_>) -> Outcome {
        let settings = self.settings.on_this_machine();
        let started = std::time::Instant::now();
        let mut context = Context {
            settings: &settings,
            started,
            stop: handle.stop,
            pending: handle.pending,
            sink: handle.sink,
            format: handle.format,
            leftovers: self.leftovers.clone(),
        };
        let mut args = Args::new(&request.args);
        if let Some(command) = COMMANDS.iter().find(|command| command.info.name == request.name) {
            return (command.run)(self, &mut args, &mut context);
        }
        let game = &mut self.games[self.current];
        game.run(&request.name, &mut args, &mut context).unwrap_or_else(|| Err(self.unknown_command(&request.name)))
    }

    /// Returns the command with this name that can be used now.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<CommandInfo> {
        self.commands().into_iter().find(|command| command.name == name)
    }

    /// Returns why the current game cannot load a text: it is a link of another game, or of none; else the given reason.
    fn explain_link(&self, text: &str, failure: Failure) -> Failure {
        let Some(address) = record::address(text) else { return failure };
        let game = &self.games[self.current];
        match self.games.iter().find(|game| game.about().has_address(address)) {
            Some(other) if game.explains_addresses() && other.explains_addresses() => failure,
            Some(other) if other.about().name != game.about().name => {
                let other = other.about().name;
                Failure::Other(format!("it is a link of the game {other}: write game {other} first"))
            }
            None if !game.explains_addresses() => {
                Failure::Other(format!("{} is no link to a game or a puzzle that can be loaded", quote(text)))
            }
            _ => failure,
        }
    }

    fn with_usage(&self, name: &str, why: String) -> String {
        match self.find(name) {
            Some(command) => format!("{why}; usage: {}", command.synopsis()),
            None => why,
        }
    }

    /// Returns the failure `unknown command "genmvoe" (did you mean genmove?)`.
    fn unknown_command(&self, name: &str) -> Failure {
        let hint = match (self.name_games_with_command(name), self.nearest_command(name)) {
            (Some(games), _) => format!(" (a command of {games})"),
            (None, Some(near)) => format!(" (did you mean {}?)", near.name),
            (None, None) => String::new(),
        };
        Failure::Other(format!("unknown command {}{hint}", quote(name)))
    }

    /// Returns the settings that can be used now: the general ones, then the current game's.
    #[must_use]
    pub fn params(&self) -> Vec<AnyParam> {
        let general = Settings::PARAMS.iter().map(|param| param.read(&self.settings));
        general.chain(self.games[self.current].params()).collect()
    }

    fn set_param(&mut self, key: &str, value: &str) -> Outcome {
        let files = self.settings.limits.files;
        if let Some(param) = Settings::PARAMS.iter().find(|param| param.key == key) {
            return param.write(&mut self.settings, value, files);
        }
        self.games[self.current].set_param(key, value, files).unwrap_or_else(|| Err(self.unknown_param(key)))
    }

    fn unknown_param(&self, key: &str) -> Failure {
        let hint = nearest(key, self.params().iter().map(|param| param.key))
            .map_or_else(String::new, |near| format!(" (did you mean {near}?)"));
        Failure::Other(format!("unknown parameter {}{hint}", quote(key)))
    }
}

/// Returns the name that is most similar to a mistyped one, if any is similar enough.
fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    // The edit distance takes time proportional to the product of the lengths, and a long word is no typing error.
    const MAX_LENGTH: usize = 40;
    let length = name.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let max_distance = (1 + length / 4).min(length.saturating_sub(1));
    names
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|&(distance, _)| distance <= max_distance)
        .min()
        .map(|(_, known)| known)
}

/// Columns of the description of a game.
const HELP_WIDTH: usize = 80;

/// Columns before what a command does.
const ITEM_INDENT: usize = 6;

/// Breaks a text into the lines of a description, all of which begin this many columns to the right.
fn indent(text: &str, columns: usize) -> String {
    let margin = " ".repeat(columns);
    wrap(text, HELP_WIDTH - columns).lines().map(|line| format!("{margin}{line}")).collect::<Vec<_>>().join("\n")
}

/// The command whose `help` lists the settings.
const PARAM: &str = "param";

/// The general commands.
const COMMANDS: &[Command<Engine>] = &[
    Command::new("protocol_version", "", "version of the protocol: 2", |_, args, _| constant(args, "2")),
    Command::new("name", "", "name of the engine", |_, args, _| constant(args, env!("CARGO_PKG_NAME"))),
    Command::new("version", "", "version of the engine", |_, args, _| constant(args, env!("CARGO_PKG_VERSION"))),
    Command::new("list_commands", "", "the commands that can be used now, one a line", list_commands),
    Command::new("known_command", "NAME", "whether there is such a command: true or false", known_command)
        .with_example("known_command genmove"),
    Command::new("help", "[NAME]", "what a command does; without a name, all commands, one a line", help)
        .with_example("help play"),
    Command::new("list_games", "", "the games with a summary, one a line", list_games),
    Command::new("game", "[NAME]", "makes a game the current one (each keeps its state), or names the current one", game)
        .with_example("game hex"),
    Command::new(PARAM, "[KEY [VALUE]]", "all settings as `[type] key value`, the value of one, or sets it", param)
        .with_example("param threads 1"),
    Command::new("stop", "", "interrupts the running request, which answers with the best result found so far", |_, args, _| {
        constant(args, "")
    }),
    Command::new(
        "gogui-interrupt",
        "",
        "does nothing; its presence tells GUIs that the comment line `# interrupt` ends a search",
        |_, args, _| constant(args, ""),
    ),
    Command::new("quit", "", "ends the process after its reply", |_, args, _| constant(args, "")),
];

fn constant(args: &Args<'_>, text: &str) -> Outcome {
    args.end()?;
    Ok(text.to_owned())
}

fn list_commands(engine: &mut Engine, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(lines(engine.commands().iter().map(|command| command.name.to_owned())))
}

fn known_command(engine: &mut Engine, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let name = args.expect_word("NAME")?;
    args.end()?;
    Ok(engine.find(name).is_some().to_string())
}

fn help(engine: &mut Engine, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let name = args.word();
    args.end()?;
    let Some(name) = name else {
        return Ok(lines(engine.commands().iter().map(|command| format!("{} - {}", command.synopsis(), command.summary))));
    };
    let command = engine.find(name).ok_or_else(|| engine.unknown_command(name))?;
    let mut text = format!("{}\n{}", command.synopsis(), command.summary);
    // In a new game some commands have nothing to do, or need a file: their example is one of another command.
    if command.example.split(' ').next() == Some(command.name) {
        text.push_str(&format!("\nexample: {}", command.example));
    }
    if command.name == PARAM {
        engine.params().iter().for_each(|param| text.push_str(&format!("\n{} - {}: {}", param.key, param.summary, param.range)));
    }
    Ok(text)
}

fn list_games(engine: &mut Engine, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(lines(engine.games.iter().map(|game| format!("{} - {}", game.about().name, game.about().summary()))))
}

fn game(engine: &mut Engine, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let name = args.word();
    args.end()?;
    let Some(name) = name else { return Ok(engine.current().to_owned()) };
    let found = engine.games.iter().position(|game| game.about().name.eq_ignore_ascii_case(name));
    engine.current = found.ok_or_else(|| {
        let names: Vec<_> = engine.games.iter().map(|game| game.about().name).collect();
        Failure::Other(format!("unknown game {} (the games are {})", quote(name), names.join(", ")))
    })?;
    // Returns the memory that the game that is left has freed.
    allocator::trim();
    Ok(String::new())
}

fn param(engine: &mut Engine, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    // The path of a file may have spaces.
    match (args.word(), args.rest()) {
        (None, _) => Ok(lines(engine.params().iter().map(AnyParam::line))),
        (Some(key), "") => engine
            .params()
            .into_iter()
            .find(|param| param.key == key)
            .map(|param| param.description)
            .ok_or_else(|| engine.unknown_param(key)),
        (Some(key), value) => engine.set_param(key, value),
    }
}

fn lines(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    /// A game whose record is one number, with a command that panics half-way through a change.
    #[derive(Default)]
    struct Fragile {
        record: u32,
        derived: u32,
    }

    impl Game for Fragile {
        const ABOUT: About = About { name: "fragile", texts: "", page: "", lessons: "", words: &[], phrases: "" };
        const COMMANDS: &'static [&'static [Command<Self>]] = &[&[
            Command::new("add", "", "", Fragile::add).with_example(""),
            Command::new("break", "", "", Fragile::panic).with_example(""),
            Command::<Self>::new("show", "", "", |g, _, _| Ok(format!("{} {}", g.record, g.derived))).with_example(""),
        ]];

        fn situation(&self) -> Situation {
            Situation::default()
        }

        fn rebuild_from_record(&self) -> Self {
            Fragile { record: self.record, derived: self.record }
        }
    }

    impl Fragile {
        fn add(&mut self, _: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
            self.derived += 1;
            self.record += 1;
            Ok(String::new())
        }

        fn panic(&mut self, _: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
            self.derived = 99;
            panic!("as asked");
        }
    }

    fn ask(engine: &mut Engine, line: &str) -> Result<String, String> {
        let crate::protocol::Line::Request(request) = crate::protocol::parse(line.as_bytes()) else {
            panic!("no request: {line}")
        };
        let handle =
            RequestHandle { stop: Stop::default(), pending: Stop::default(), sink: &mut |_| (), format: Format::default() };
        engine.answer(&request, handle).map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_panic_is_answered_and_the_game_rebuilt() {
        let mut engine = Engine::new(vec![Box::new(Fragile::default())]);
        ask(&mut engine, "add").unwrap();
        assert_eq!(ask(&mut engine, "break"), Err("internal error".into()));
        assert_eq!(ask(&mut engine, "show"), Ok("1 1".into()));
    }

    #[test]
    fn unknown_names_are_corrected() {
        let mut engine = Engine::default();
        assert_eq!(ask(&mut engine, "genmvoe b"), Err("unknown command \"genmvoe\" (did you mean genmove?)".into()));
        assert_eq!(ask(&mut engine, "param thread"), Err("unknown parameter \"thread\" (did you mean threads?)".into()));
        assert_eq!(ask(&mut engine, "zzzzzz"), Err("unknown command \"zzzzzz\"".into()));
    }

    #[test]
    fn the_tables_agree() {
        let mut engine = Engine::default();
        let listed = ask(&mut engine, "list_commands").unwrap();
        let mut names: Vec<&str> = listed.lines().collect();
        for name in &names {
            assert_eq!(ask(&mut engine, &format!("known_command {name}")), Ok("true".into()));
            assert!(ask(&mut engine, &format!("help {name}")).unwrap().starts_with(name));
        }
        let total = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), total, "a command stands twice");
    }
}

//! The command line of `ludion`.

use std::ffi::OsString;
use std::io::IsTerminal;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use log::LevelFilter;
use ludion::game::BenchPart;

/// The arguments of `ludion`.
#[derive(Parser)]
#[command(version, about = ABOUT, after_help = EXAMPLES, max_term_width = 80, disable_help_subcommand = true)]
pub struct Arguments {
    /// What to do instead of answering requests
    #[command(subcommand)]
    pub action: Option<Action>,
    /// The game that is current at start [default: hex]
    #[arg(long, value_name = "NAME", value_parser = parse_game)]
    game: Option<String>,
    /// The seed of all random numbers, as of `param seed`
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Runs a line of the protocol first; may be repeated
    #[arg(long, value_name = "LINE")]
    command: Vec<String>,
    /// Diagnostics: off, error, warn, info, debug, trace
    #[arg(long, value_name = "LEVEL", ignore_case = true, hide_possible_values = true, value_parser = level_parser())]
    log: Option<LevelFilter>,
    // The harnesses of Benzene add these two to the command of every engine: they have no effect here.
    /// A file of diagnostics
    #[arg(long, value_name = "FILE", hide = true)]
    logfile_name: Option<OsString>,
    /// Whether diagnostics are written to a file
    #[arg(long, value_name = "BOOL", hide = true)]
    use_logfile: Option<String>,
}

/// What the program does instead of answering requests.
#[derive(Subcommand)]
pub enum Action {
    /// Measures a game: figures, and a signature of node counts
    Bench(Bench),
    /// Analyses many positions at once: JSON lines on stdin and stdout
    Analysis(Analysis),
    /// Serves a page on this machine alone: all games in a browser
    #[cfg(feature = "page")]
    Page(Page),
    /// Describes a game, or one of these commands
    Help(Help),
    /// Prints the manual page of the program or of one of its commands
    Man(Man),
    /// Prints the completions of a shell
    Completions(Completions),
}

/// The arguments of `ludion help`.
#[derive(Args)]
pub struct Help {
    /// A game or a command of this program
    #[arg(value_name = "GAME|COMMAND")]
    pub topic: Option<String>,
}

/// The arguments of `ludion man`.
#[derive(Args)]
pub struct Man {
    /// A command of this program
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// The arguments of `ludion completions`.
#[derive(Args)]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// The arguments of `ludion bench`.
#[derive(Args)]
pub struct Bench {
    /// The game, puzzle for the puzzles of all games, wire for the pipes, or
    /// threads for what a second thread gains
    pub game: String,
    /// Print only the signature of node counts
    #[arg(long)]
    pub quick: bool,
    /// Print only the speed of the network (hex)
    #[arg(long, conflicts_with = "quick")]
    pub network: bool,
    /// Puzzles of each kind (puzzle) [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub count: Option<u64>,
    /// Print each line as an object of JSON
    #[arg(long)]
    pub json: bool,
}

/// The arguments of `ludion analysis`.
#[derive(Args)]
pub struct Analysis {
    /// Positions that are analysed at a time, with a thread each
    /// [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: Option<u16>,
}

/// The arguments of `ludion page`.
#[cfg(feature = "page")]
#[derive(Args)]
pub struct Page {
    /// The port on 127.0.0.1; 0 is any free one [default: 7737, or a free one]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Print the address, but do not open a browser
    #[arg(long)]
    pub no_open: bool,
    /// Seconds without a word after which a session ends; the page begins another one when it needs it
    #[arg(long, value_name = "SECONDS", default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub idle: u64,
}

impl Bench {
    /// Returns what to measure.
    pub fn part(&self) -> BenchPart {
        match (self.quick, self.network) {
            (true, _) => BenchPart::Signature,
            (false, true) => BenchPart::Network,
            (false, false) => BenchPart::Whole,
        }
    }
}

const ABOUT: &str = "Plays board games and logic puzzles over a text protocol (see protocol.md).";

const EXAMPLES: &str = "Examples:
  ludion                                       play at the terminal
  ludion --command 'boardsize 13' --log info   start on 13x13, see the search
  printf 'boardsize 9\\ngenmove b\\n' | ludion   from a script";

/// Returns the parser of a level of diagnostics.
fn level_parser() -> impl TypedValueParser<Value = LevelFilter> {
    PossibleValuesParser::new(["off", "error", "warn", "info", "debug", "trace"])
        .map(|word| word.parse().unwrap_or(LevelFilter::Warn))
}

/// Parses the name of a game: one word.
fn parse_game(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric());
    if is_name { Ok(text.to_owned()) } else { Err("a game's name is letters and digits".to_owned()) }
}

/// Returns the help of the program, or of one of its commands; `None` if it has no such command.
pub fn help_text(topic: Option<&str>) -> Option<String> {
    let mut program = Arguments::command();
    program.build();
    let Some(name) = topic else { return Some(program.render_help().to_string()) };
    program.find_subcommand_mut(name).map(|command| command.render_help().to_string())
}

/// What the manual page says beyond the arguments, before the list of games.
const MANUAL: &str = ".SH TERMINAL
If stdin and stdout are terminals a person plays: a bare move plays, the engine answers, `hint` suggests a move, `?` explains the position,
`game NAME` changes the game, `help` lists the commands. TAB completes, Enter or Ctrl-C ends a search, Ctrl-D leaves. Else requests are
answered as in the Go Text Protocol.
.SH FILES
Only files that commands name are read and written: `load_file FILE`, `save FILE`, `param network FILE`. `ludion page` keeps the key of its
address in ~/.local/state/ludion/page-key.
.SH ENVIRONMENT
RUST_LOG is the level of diagnostics on stderr; NO_COLOR turns colours off.
.SH EXIT STATUS
0; 1 if stdin cannot be read or stdout not be written, on a full disk for instance; 2 if the arguments, or a line of --command, are wrong.
.SH GAMES
";

/// Returns the manual page of the program, with these names and summaries of games, or of one of its commands; `None` if it has no
/// such command.
pub fn manual_page(command: Option<&str>, games: &[String]) -> Option<Vec<u8>> {
    let mut program = Arguments::command();
    program.build();
    let part = command.map_or(Some(&program), |name| program.find_subcommand(name))?;
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let source = format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(part.clone()).source(source).render(&mut page).ok()?;
    if command.is_none() {
        page.extend(MANUAL.bytes());
        page.extend(games.iter().flat_map(|game| format!(".br\n{game}\n").into_bytes()));
    }
    Some(page)
}

/// Returns the completions of a shell, with the names of these games where a game is expected.
pub fn completions(shell: Shell, games: &[&'static str]) -> Vec<u8> {
    let names = |others: &[&'static str]| PossibleValuesParser::new([games, others].concat());
    let page: &[&'static str] = if cfg!(feature = "page") { &["page"] } else { &[] };
    let actions = [&["bench", "analysis"], page, &["help", "man", "completions"]].concat();
    let mut program = Arguments::command()
        .mut_arg("game", |arg| arg.value_parser(names(&[])))
        .mut_subcommand("bench", |bench| bench.mut_arg("game", |arg| arg.value_parser(names(&["puzzle", "wire", "threads"]))))
        .mut_subcommand("help", |help| help.mut_arg("topic", |arg| arg.value_parser(names(&actions))));
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut program, env!("CARGO_PKG_NAME"), &mut text);
    text
}

impl Arguments {
    /// Starts logging to stderr; panics are logged as errors.
    pub fn start_logging(&self) {
        let mut builder = env_logger::Builder::new();
        builder.filter_level(LevelFilter::Warn).parse_default_env();
        // At a terminal the progress of long work is shown.
        if std::io::stderr().is_terminal() {
            builder.filter_module("progress", LevelFilter::Info);
        }
        if let Some(level) = self.log {
            builder.filter_level(level);
        }
        builder.init();
        std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    }

    /// Ends the program if options were given that the action would ignore.
    pub fn refuse_unused_options(&self) {
        let command = (!self.command.is_empty()).then_some("--command");
        let seed = self.seed.map(|_| "--seed");
        let unused = self.game.as_ref().map(|_| "--game").or(seed).or(command);
        #[cfg(feature = "page")]
        let is_session = matches!(self.action, None | Some(Action::Page(_)));
        #[cfg(not(feature = "page"))]
        let is_session = self.action.is_none();
        if let Some(unused) = unused.filter(|_| !is_session) {
            let message = format!("{unused} is for sessions: this command would ignore it");
            Arguments::command().error(ErrorKind::ArgumentConflict, message).exit();
        }
        if let Some(Action::Bench(task)) = &self.action
            && task.count.is_some()
            && task.game != "puzzle"
        {
            let message = format!("--count is for the puzzles: the bench of {} has none", task.game);
            Arguments::command().error(ErrorKind::ArgumentConflict, message).exit();
        }
    }

    /// Returns the lines to run before the first request. An argument with line feeds has several.
    pub fn first_lines(&self) -> Vec<String> {
        let game = self.game.iter().map(|name| format!("game {name}"));
        let seed = self.seed.map(|seed| format!("param seed {seed}"));
        game.chain(seed).chain(self.command.iter().flat_map(|lines| lines.split('\n').map(str::to_owned))).collect()
    }
}

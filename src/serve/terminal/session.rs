//! The dialogue with a person: commands, bare moves, and an opponent that moves by itself.

mod task;

use super::completion::Completion;
use super::opponent::Opponent;
use super::screen::{Screen, width};
use super::{help, lesson, puzzle, request as requests, review, words};
use crate::engine::{Engine, RequestHandle};
use crate::game::about::Situation;
use crate::game::stream::{Format, Update};
use crate::game::turn::GAME_OVER;
use crate::protocol::{Failure, Outcome, Reply, Request, quote, wrap};
use crate::search::Stop;
use crate::serve::ask;
use crate::serve::inbox::Inbox;
use crate::serve::queue::Item;
use crate::serve::writer::{Client, Writer};
use crate::settings::{Language, Settings};
use task::Task;

/// Commands after which the opponent does not move.
const BACK_AND_FORTH: [&str; 2] = ["undo", "redo"];

/// Commands that begin a game or set up a position. It is shown even if it equals the one shown last.
const SET_UPS: [&str; 10] =
    ["boardsize", "clear_board", "generate", "lesson", "load", "load_file", "load_text", "loadsgf", "next", "puzzle"];

/// Commands whose reply a person waits for at each move.
const QUICK: [&str; 2] = ["genmove", "hint"];

/// Their time limit in seconds, if `max_time` has its default value.
const QUICK_TIME: f64 = 3.0;

/// Commands that send their results while they run: the last ones are shown at the end.
const LIVE: [&str; 5] = ["analyze", "kata-analyze", "lz-analyze", "gogui-gfx-analyze", "search_analyze"];

/// Arguments of `review` that leave open where it begins.
const REVIEW_LIMITS: [&str; 2] = ["seconds=", "to="];

/// How a request is ended early.
struct Flags {
    stop: Stop,
    pending: Stop,
}

/// The dialogue with one person.
pub struct Session {
    engine: Engine,
    screen: Screen,
    writer: Writer<Screen>,
    completion: Completion,
    /// The opponent in the current game.
    opponent: Opponent,
    /// The opponent that the person has chosen by its word, for all games.
    chosen: Opponent,
    /// The opponent that the person was told of last.
    told: Opponent,
    /// Whether the person has been asked which side to play.
    is_asked: bool,
    /// Whether the players of the current game had changed colours when it was looked at last.
    are_swapped: bool,
    /// The game and its state that were shown last.
    shown: (&'static str, String),
    /// Why the engine has chosen its last move.
    reason: String,
    /// The last reply in words; empty if there are none for it.
    words: String,
    /// The lesson or the puzzle that is being solved.
    task: Option<Task>,
}

impl Session {
    pub fn new(engine: Engine, screen: Screen, completion: Completion) -> Self {
        let writer = Writer::new(screen.clone(), Client::Person, |_| crate::serve::exit());
        let shown = ("", String::new());
        Session {
            engine,
            screen,
            writer,
            completion,
            opponent: Opponent::Undecided,
            chosen: Opponent::Undecided,
            told: Opponent::Undecided,
            is_asked: false,
            are_swapped: false,
            shown,
            reason: String::new(),
            words: String::new(),
            task: None,
        }
    }

    /// Greets the person, and shows the current game.
    pub fn welcome(&mut self) {
        self.writer.say(&format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
        self.show_game();
        self.completion.update(&self.engine);
    }

    /// Answers the requests of the inbox until it ends or `quit` is answered.
    pub fn answer_all(&mut self, inbox: &Inbox) {
        while let Some((item, stop)) = inbox.take() {
            let flags = Flags { stop, pending: inbox.pending_flag() };
            let is_last = match item {
                Item::Request(request) => self.answer(&requests::person_request(&self.engine, request), &flags),
                Item::Refused(_, why) => {
                    self.reply(Err(Failure::Other(why.to_owned())));
                    false
                }
            };
            // An interrupt that arrives from here on is meant for the next request.
            inbox.mark_answered();
            if is_last {
                return;
            }
            self.completion.update(&self.engine);
            inbox.mark_written();
        }
    }

    /// Answers a request, shows what it has changed, and lets the opponent move. Returns whether it was the last one.
    fn answer(&mut self, request: &Request, flags: &Flags) -> bool {
        let (opponent, name) = (self.opponent, request.name.as_str());
        self.reason.clear();
        let outcome = match self.answer_here(request, flags) {
            Some(outcome) => outcome,
            None if self.engine.find(name).is_some() => self.ask(name, &request.args, flags),
            None => self.play(request, flags),
        };
        let is_done = outcome.is_ok();
        if is_done && self.begins_game(request) {
            self.begin_game(request);
        }
        match (name, outcome) {
            ("showboard", Ok(picture)) => self.writer.say(&words::fit(&self.engine, picture.trim_matches('\n'), width())),
            ("review", Ok(text)) => self.reply_words(&review::text(&text)),
            ("lesson", Ok(text)) => self.reply(Ok(lesson::text(&text, self.lesson_language(&request.args)))),
            ("list_games", Ok(text)) => self.reply_words(&text),
            ("puzzle", Ok(text)) => self.reply_words(&puzzle::text(&text, &request.args)),
            (_, Ok(_)) if !self.words.is_empty() => {
                let words = std::mem::take(&mut self.words);
                self.reply(Ok(words));
            }
            (_, outcome) => self.reply(outcome),
        }
        if is_done && name == "save" {
            self.say(&words::written_text(&request.args));
        }
        if let Some(text) = words::after_hint(&self.engine, &request.args).filter(|_| is_done && name == "hint") {
            self.say(&text);
        }
        if is_done && !self.reason.is_empty() {
            let reason = std::mem::take(&mut self.reason);
            self.writer.say(&wrap(&reason, width()));
        }
        if is_done && name == "quit" {
            return true;
        }
        self.follow_swap();
        let is_back = BACK_AND_FORTH.contains(&name);
        if is_done && is_back {
            self.go_to_own_turn(name, flags);
        }
        let is_changed = self.show_changes();
        let is_move = is_done && !is_back && (is_changed || self.opponent != opponent);
        if is_move && self.judge(request, flags) {
            self.let_opponent_move(flags);
            self.judge_ending(request, flags);
        }
        false
    }

    /// Returns whether a request, which has been answered, has begun a game or set up a position.
    fn begins_game(&self, request: &Request) -> bool {
        match request.name.as_str() {
            "game" => self.shown.0 != self.engine.current(),
            "position" => !request.args.is_empty(),
            name => SET_UPS.contains(&name),
        }
    }

    /// Forgets what belongs to the game before this request, which has begun another one.
    fn begin_game(&mut self, request: &Request) {
        self.shown.1.clear();
        self.opponent = self.chosen;
        self.begin_task(request);
    }

    /// Answers the commands of this front end alone; `None` for other commands.
    fn answer_here(&mut self, request: &Request, flags: &Flags) -> Option<Outcome> {
        let words: Vec<&str> = request.args.split(' ').filter(|word| !word.is_empty()).collect();
        match (request.name.as_str(), &words[..]) {
            ("help", []) => return Some(Ok(help::text(&self.engine, &self.engine.situation(), width()))),
            ("rules", []) if self.engine.find("rules").is_none() => {
                return help::topic(&self.engine, self.engine.current()).map(Ok);
            }
            ("help", [topic]) if self.engine.find(topic).is_none() => return help::topic(&self.engine, topic).map(Ok),
            ("undo", words) if words.len() < 2 && self.task.is_some() => return self.undo_in_task(words.first(), flags),
            ("review", words)
                if self.task.is_some() && words.iter().all(|word| REVIEW_LIMITS.iter().any(|key| word.starts_with(key))) =>
            {
                return self.review_in_task(&request.args, flags);
            }
            ("load", [file]) if requests::is_missing_file(file) => {
                return Some(Err(Failure::Other(format!("there is no file {file} here"))));
            }
            ("showboard", overlays)
                if self.screen.has_color() && !overlays.contains(&"plain") && !overlays.contains(&"color") =>
            {
                return Some(self.ask("showboard", format!("color {}", request.args).trim_end(), flags));
            }
            _ => {}
        }
        let situation = self.engine.situation();
        situation.to_move?;
        match (request.name.as_str(), &words[..]) {
            ("param", [words::OPPONENT]) => Some(Ok(self.opponent.word().to_owned())),
            ("param", [words::OPPONENT, side]) => Some(self.set_opponent(side)),
            (side, []) if !situation.moves.contains(&request.name) && self.engine.find(side).is_none() => {
                Some(Ok(self.choose(match words::side(side)? {
                    Some(color) => Opponent::Engine(color.other()),
                    None => Opponent::Nobody,
                })))
            }
            _ => None,
        }
    }

    fn set_opponent(&mut self, word: &str) -> Outcome {
        match words::side(word) {
            Some(Some(color)) => Ok(self.choose(Opponent::Engine(color))),
            side if side == Some(None) || word.eq_ignore_ascii_case("none") => Ok(self.choose(Opponent::Nobody)),
            _ => Err(Failure::Syntax(format!("{} is not b, w or none: the side that the engine plays", quote(word)))),
        }
    }

    /// Takes an opponent for this game and those after it, and says so.
    fn choose(&mut self, opponent: Opponent) -> String {
        [self.opponent, self.chosen, self.told] = [opponent; 3];
        words::translate(&self.engine, &opponent.text())
    }

    /// Plays a line that is no command as a move of the player to move.
    fn play(&mut self, request: &Request, flags: &Flags) -> Outcome {
        let situation = self.engine.situation();
        let line = format!("{} {}", request.name, request.args).trim_end().to_owned();
        let joined = line.split_whitespace().collect::<Vec<_>>().join("-");
        let args = match situation.to_move {
            Some(color) => format!("{} {joined}", color.name()),
            None => line.clone(),
        };
        let near = self.engine.nearest_command(&request.name);
        let is_foreign = !self.engine.games_with_command(&request.name).is_empty();
        // Hex allows moves after the end, for programs.
        let is_over = situation.ending.is_some() && situation.to_move.is_some() && words::is_surely_move(&line);
        let refusal = is_over.then(|| Err(Failure::IllegalMove(GAME_OVER.to_owned())));
        let outcome = refusal.unwrap_or_else(|| self.ask("play", &args, flags));
        // A message says what was typed.
        match outcome.map_err(|failure| failure.map_reason(|why| why.replace(&joined, &line))) {
            Ok(text) => {
                if let (Opponent::Undecided, Some(color)) = (self.opponent, situation.to_move) {
                    self.opponent = Opponent::Engine(color.other());
                    if std::mem::replace(&mut self.told, self.opponent) != self.opponent {
                        self.say(&self.opponent.text());
                    }
                }
                Ok(text)
            }
            Err(Failure::IllegalMove(why)) if !is_foreign && (near.is_none() || words::is_like_move(&line, &situation)) => {
                Err(Failure::IllegalMove(why))
            }
            Err(Failure::Syntax(why)) if self.is_meant_as_move(&line, near.is_none()) => {
                Err(words::unreadable_move(&why, &situation))
            }
            Err(_) => Err(words::refer_to_games(&self.engine, &request.name).unwrap_or_else(|| {
                let message = self.ask(&request.name, &request.args, flags).err().map_or_else(String::new, |why| why.to_string());
                Failure::Other(format!("{message}\n{}", words::advice(near, &situation)))
            })),
        }
    }

    /// Returns whether a line that is no move was meant as one; `is_unlike` says that it begins like no command.
    fn is_meant_as_move(&self, line: &str, is_unlike: bool) -> bool {
        let word = line.split(' ').next().unwrap_or_default();
        let is_known = !self.engine.games_with_command(word).is_empty();
        words::begins_as_move(word, &self.engine.situation()) || is_unlike && !is_known && words::has_form_of_move(line)
    }

    /// Gives the person the other colour after a swap of sides, and after its undo.
    fn follow_swap(&mut self) {
        let are_swapped = self.engine.situation().are_swapped;
        let is_changed = std::mem::replace(&mut self.are_swapped, are_swapped) != are_swapped;
        // The state that was shown is of another game.
        if !is_changed || self.shown.0 != self.engine.current() {
            return;
        }
        if let Opponent::Engine(color) = self.opponent {
            self.opponent = Opponent::Engine(color.other());
            self.told = self.opponent;
            self.say(&format!("The players have changed colours. {}", self.opponent.text()));
        }
    }

    /// Takes moves back, or makes them again, until it is the person's turn.
    fn go_to_own_turn(&mut self, name: &str, flags: &Flags) {
        loop {
            let Opponent::Engine(color) = self.opponent else { return };
            let is_start = name == "undo" && self.is_at_start();
            if self.engine.situation().to_move != Some(color) || is_start || self.ask(name, "", flags).is_err() {
                return;
            }
            self.follow_swap();
        }
    }

    /// Lets the engine move as long as it is its turn.
    fn let_opponent_move(&mut self, flags: &Flags) {
        loop {
            let Opponent::Engine(color) = self.opponent else { return };
            let situation = self.engine.situation();
            if situation.ending.is_some() || situation.to_move != Some(color) {
                return;
            }
            match self.ask("genmove", color.name(), flags) {
                Ok(mv) => {
                    let text = words::translate(&self.engine, &format!("{} plays {mv}", color.name()));
                    let colon = if self.engine.language() == Language::French { " :" } else { ":" };
                    let reason = if self.reason.is_empty() { String::new() } else { format!("{colon} {}", self.reason) };
                    self.writer.say(&wrap(&format!("{text}{reason}"), width()));
                }
                Err(failure) => {
                    self.reply(Err(failure));
                    return;
                }
            }
            self.follow_swap();
            if !self.show_changes() {
                return;
            }
        }
    }

    /// Runs a command of the engine. Commands of [`QUICK`] run with [`QUICK_TIME`] unless the person has set a time.
    fn ask(&mut self, name: &str, args: &str, flags: &Flags) -> Outcome {
        let usual = Settings::default().max_time.to_string();
        let is_quick = QUICK.contains(&name)
            && self.engine.situation().to_move.is_some()
            && ask(&mut self.engine, "param max_time").is_ok_and(|seconds| seconds == usual);
        if !is_quick {
            return self.run(name, args, flags);
        }
        // Both values are within the range of the setting.
        let _ = ask(&mut self.engine, &format!("param max_time {QUICK_TIME}"));
        let outcome = self.run(name, args, flags);
        let _ = ask(&mut self.engine, &format!("param max_time {usual}"));
        outcome
    }

    fn run(&mut self, name: &str, args: &str, flags: &Flags) -> Outcome {
        let Session { engine, screen, writer, reason, words: said, .. } = self;
        reason.clear();
        said.clear();
        screen.begin(engine.language());
        let phrases = words::phrases(engine);
        let translate = |text: &str| phrases.as_ref().map_or_else(|| text.to_owned(), |phrases| phrases.translate_lines(text));
        let request = Request { id: None, name: name.to_owned(), args: args.to_owned() };
        let (is_live, mut last) = (LIVE.contains(&name), String::new());
        let sink = &mut |update: Update<'_>| match update {
            Update::Progress(text, deadline) => screen.report(&translate(text), deadline),
            Update::Reason(text) => text.clone_into(reason),
            Update::Words(text) => text.clone_into(said),
            Update::Line(text) | Update::Drawing(text) if is_live => {
                screen.report(&translate(text.lines().next().unwrap_or_default()), None);
                text.clone_into(&mut last);
            }
            Update::Line(_) | Update::Drawing(_) | Update::Result(_) => writer.update(None, &update),
        };
        let handle = RequestHandle { stop: flags.stop.clone(), pending: flags.pending.clone(), sink, format: Format::Words };
        let outcome = engine.answer(&request, handle);
        screen.end();
        engine.free_leftovers();
        *reason = engine.translate(reason);
        *said = engine.translate(said);
        outcome.map(|text| if is_live && text.is_empty() { engine.translate(&last) } else { text })
    }

    /// Writes sentences of this front end in the person's language.
    fn say(&mut self, text: &str) {
        let text = words::translate(&self.engine, text);
        self.writer.say(&wrap(&text, width()));
    }

    /// Writes a reply of such sentences.
    fn reply_words(&mut self, text: &str) {
        let text = words::translate(&self.engine, text);
        self.reply(Ok(text));
    }

    /// Writes a reply, its lines broken at the width of the window.
    fn reply(&mut self, outcome: Outcome) {
        // A failure is written after `? `.
        let narrow = width().saturating_sub(2).max(1);
        let outcome = match outcome {
            Ok(text) => Ok(wrap(&text, width())),
            Err(failure) => Err(Failure::Other(wrap(&words::translate_failure(&self.engine, &failure), narrow))),
        };
        self.writer.reply(&Reply { id: None, outcome });
    }

    /// Returns the state that is shown when it changes: the position, and the end of the game, because a resignation does not
    /// change the position.
    fn state(&mut self) -> String {
        let position = ask(&mut self.engine, "position").unwrap_or_default();
        format!("{position}\n{}", self.engine.situation().ending.unwrap_or_default())
    }

    /// Shows the game or the position if they differ from what was shown last. Returns whether they do.
    fn show_changes(&mut self) -> bool {
        if self.shown.0 != self.engine.current() {
            self.show_game();
            return true;
        }
        let state = self.state();
        let is_changed = self.shown.1 != state;
        if is_changed {
            self.shown.1 = state;
            self.show_board();
        }
        is_changed
    }

    /// Shows the current game: its rules, its board, and what can be typed.
    fn show_game(&mut self) {
        self.shown = (self.engine.current(), self.state());
        let about = self.engine.about();
        let [title, rules] = [about.title(), about.rules()].map(|text| words::translate(&self.engine, text));
        self.writer.say(&wrap(&format!("{title}. {rules}"), width()));
        self.show_board();
        let situation = self.engine.situation();
        let help = words::help_lines(&self.engine, &situation);
        help.iter().for_each(|line| self.say(line));
        if situation.to_move.is_some() && self.opponent == Opponent::Undecided && !std::mem::replace(&mut self.is_asked, true) {
            let question = "Do you want to play black, white, or both? (A move decides it, too: the engine answers.)";
            self.say(question);
        }
    }

    /// Shows the board, whose turn it is, and how the game has ended.
    fn show_board(&mut self) {
        let command = if self.screen.has_color() { "showboard color" } else { "showboard plain" };
        let Ok(board) = ask(&mut self.engine, command) else { return };
        let shown = words::translate_caption(&self.engine, board.trim_matches('\n'));
        self.writer.say(&words::fit(&self.engine, &shown, width()));
        let Situation { to_move, ending, moves, .. } = self.engine.situation();
        match (ending, to_move) {
            (Some(ending), _) => self.say(&format!("{ending} `new` begins another one.")),
            (None, Some(color)) if !board.contains("to move") => self.say(&format!("{} to move", color.name())),
            (None, _) => {}
        }
        let is_own_turn = to_move.is_some_and(|color| self.opponent != Opponent::Engine(color));
        if is_own_turn && moves.iter().any(|mv| mv == "swap-pieces") {
            self.say("`swap` takes the stone over.");
        }
    }
}

//! The input lines of `ludion analysis`: queries and actions.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::engine::Engine;
use crate::protocol::quote;
use crate::serve::ask;

/// Most moves of a query.
const MAX_MOVES: usize = 10_000;

/// Most seconds for a position where a query sets no limit.
const DEFAULT_SECONDS: f64 = 1.0;

/// Positions of a game to analyse.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Query {
    /// Repeated in each answer: a string or a number.
    pub id: Value,
    /// The name of the game.
    #[serde(default = "default_game")]
    pub game: String,
    /// The arguments of `boardsize`: a number, a list of numbers, or a text.
    boardsize: Option<BoardSize>,
    /// A position, as the command `position` reads it.
    pub position: Option<String>,
    /// The moves from there on, as `play` reads them; a two-player game's may leave out the colour.
    #[serde(default)]
    moves: Vec<Move>,
    /// After how many moves to analyse; by default after the last one.
    analyze_turns: Option<Vec<usize>>,
    /// Most seconds for a position.
    max_seconds: Option<f64>,
    /// Most nodes for a position.
    max_visits: Option<u64>,
    /// Settings by their keys, as `param` reads them.
    #[serde(default)]
    settings: BTreeMap<String, Value>,
    /// Greater ones first.
    #[serde(default)]
    pub priority: i64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "it is a number, a list of numbers or a text")]
enum BoardSize {
    Side(u32),
    Sides(Vec<u32>),
    Text(String),
}

/// `"b c3"` or `["b", "c3"]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a move is a text or a list of texts")]
enum Move {
    Text(String),
    Words(Vec<String>),
}

fn default_game() -> String {
    "hex".to_owned()
}

impl Query {
    /// Reads a query and checks that its positions can be reached.
    ///
    /// # Errors
    /// A message: a field that is missing, unknown or of another type; a game, a setting or a position that there is not; an illegal
    /// move.
    pub fn read(value: &Value) -> Result<Query, String> {
        check_object(value)?;
        let query: Query = read_fields(value)?;
        if query.analyze_turns.as_ref().is_some_and(Vec::is_empty) {
            return Err("analyzeTurns: there is no turn in it".to_owned());
        }
        if query.moves.len() > MAX_MOVES {
            return Err(format!("a query has at most {MAX_MOVES} moves"));
        }
        if let Some(turn) = query.turns().into_iter().find(|&turn| turn > query.moves.len()) {
            return Err(format!("analyzeTurns: there is no turn {turn} after {} moves", query.moves.len()));
        }
        query.check_fields()?;
        let engine = query.set_up(query.moves.len())?;
        Ok(Query { game: engine.about().name.to_owned(), ..query })
    }

    /// Checks that no limit is 0 or less, that no text is empty, which would be a question, and that the name of each setting is a word.
    fn check_fields(&self) -> Result<(), String> {
        let is_none =
            [("maxSeconds", self.max_seconds.is_some_and(|seconds| seconds <= 0.0)), ("maxVisits", self.max_visits == Some(0))];
        if let Some((field, _)) = is_none.iter().find(|(_, is_none)| *is_none) {
            return Err(format!("{field}: that is no limit: write a number above 0, or leave it out"));
        }
        let texts = [("game", Some(&self.game)), ("position", self.position.as_ref())];
        if let Some((field, _)) = texts.iter().find(|(_, text)| text.is_some_and(|text| text.trim().is_empty())) {
            return Err(format!("{field}: it is empty: leave it out for the usual one"));
        }
        let is_word = |key: &str| !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || c.is_control());
        if let Some(key) = self.settings.keys().find(|key| !is_word(key)) {
            return Err(format!("settings: {} is not the name of a setting", quote(key)));
        }
        match self.settings.iter().find(|(_, value)| plain(value).trim().is_empty()) {
            Some((key, _)) => Err(format!("settings: {} has no value", quote(key))),
            None => Ok(()),
        }
    }

    /// Returns after how many moves to analyse.
    #[must_use]
    pub fn turns(&self) -> Vec<usize> {
        self.analyze_turns.clone().unwrap_or_else(|| vec![self.moves.len()])
    }

    /// Returns an engine with the position after `turn` moves.
    ///
    /// # Errors
    /// The message of the first request that fails.
    pub fn set_up(&self, turn: usize) -> Result<Engine, String> {
        let mut engine = Engine::default();
        for request in self.first_requests() {
            ask_one_line(&mut engine, &request)?;
        }
        // A new board computes what its first evaluation needs, before the time of the query begins.
        if self.boardsize.is_none() && self.position.is_none() && engine.situation().to_move.is_some() {
            ask(&mut engine, "clear_board")?;
        }
        // A worker that searches without a limit never answers.
        if !has_limit(&engine) {
            return Err("settings: max_time 0 is no limit: write a number above 0, or maxSeconds or maxVisits".to_owned());
        }
        for (number, text) in self.moves(turn).enumerate() {
            let color = engine.situation().to_move.filter(|_| !names_color(&text));
            let color = color.map_or_else(String::new, |color| format!("{} ", color.name()));
            ask_one_line(&mut engine, &format!("play {color}{text}")).map_err(|why| format!("move {}: {why}", number + 1))?;
        }
        Ok(engine)
    }

    /// Returns the requests that set the game, its settings and its first position up.
    fn first_requests(&self) -> Vec<String> {
        let mut requests = vec![format!("game {}", self.game), "param threads 1".to_owned()];
        if self.max_seconds.is_none() && self.max_visits.is_none() {
            requests.push(format!("param max_time {DEFAULT_SECONDS}"));
        }
        requests.extend(self.settings.iter().map(|(key, value)| format!("param {key} {}", plain(value))));
        requests.extend(self.max_seconds.map(|seconds| format!("param max_time {seconds}")));
        requests.extend(self.max_visits.map(|visits| format!("param max_nodes {visits}")));
        requests.extend(self.boardsize.as_ref().map(|size| format!("boardsize {}", size.arguments())));
        requests.extend(self.position.as_ref().map(|text| format!("position {text}")));
        requests
    }

    /// Returns the moves up to a turn, as they were written.
    fn moves(&self, turn: usize) -> impl Iterator<Item = String> {
        self.moves.iter().take(turn).map(|mv| match mv {
            Move::Text(text) => text.clone(),
            Move::Words(words) => words.join(" "),
        })
    }
}

/// Returns whether the settings limit the time or the nodes of a search.
fn has_limit(engine: &Engine) -> bool {
    engine.params().iter().any(|param| ["max_time", "max_nodes"].contains(&param.key) && param.value != "0")
}

/// Runs a request that must be one line: what a client wrote may not contain another one.
fn ask_one_line(engine: &mut Engine, line: &str) -> Result<String, String> {
    if line.contains(['\n', '\r', '#']) {
        return Err("a text has a line break or a #".to_owned());
    }
    ask(engine, line)
}

/// Returns whether a move begins with a colour.
fn names_color(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or("").to_ascii_lowercase();
    text.split_whitespace().nth(1).is_some() && ["b", "black", "w", "white"].contains(&word.as_str())
}

impl BoardSize {
    fn arguments(&self) -> String {
        match self {
            BoardSize::Side(side) => side.to_string(),
            BoardSize::Sides(sides) => sides.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
            BoardSize::Text(text) => text.clone(),
        }
    }
}

/// Returns a value as a word of the protocol; `true` and `false` are 1 and 0.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(is_on) => u8::from(*is_on).to_string(),
        other => other.to_string(),
    }
}

/// A request other than a query for positions.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Action {
    /// Name and version of the engine.
    Version {
        /// Repeated in the answer.
        id: Value,
    },
    /// Ends the analysis of positions.
    Cancel {
        /// Repeated in the answer.
        id: Value,
        /// The id of the query.
        cancel_id: Value,
        /// Its turns; by default all.
        turns: Option<Vec<usize>>,
    },
}

impl Action {
    /// Reads an action.
    ///
    /// # Errors
    /// A message: a field that is missing, unknown or of another type.
    pub fn read(value: &Value) -> Result<Action, String> {
        check_object(value)?;
        read_fields(value)
    }
}

/// Reads a query or an action. A message about the value of a field names the field: the only one without which there is no error, or
/// another one.
fn read_fields<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    T::deserialize(value).map_err(|error| {
        let error = error.to_string();
        let fields = value.as_object().into_iter().flat_map(|object| object.keys());
        let without = |field: &&String| {
            let mut rest = value.clone();
            if let Some(object) = rest.as_object_mut() {
                object.remove(field.as_str());
            }
            T::deserialize(&rest).err().is_none_or(|other| other.to_string() != error)
        };
        // A message about a field that is missing or unknown names it itself.
        let names_it = ["missing field", "unknown field"].iter().any(|begin| error.starts_with(begin));
        let found = fields.filter(|_| !names_it).find(without);
        let error = name_type(&error);
        found.map_or_else(|| error.clone(), |field| format!("{field}: {error}"))
    })
}

/// Names the types in a message about a value as JSON does: "expected a list", not "expected a sequence".
fn name_type(message: &str) -> String {
    let message = message.replace("type: sequence", "type: list").replace("type: map", "type: object");
    const TYPES: [(&str, &str); 6] = [
        ("a sequence", "a list"),
        ("a map", "an object"),
        ("f64", "a number"),
        ("i64", "a whole number"),
        ("u64", "a whole number that is not negative"),
        ("usize", "a whole number that is not negative"),
    ];
    let named = message.rsplit_once("expected ").and_then(|(before, last)| {
        let (_, name) = TYPES.iter().find(|(name, _)| *name == last)?;
        Some(format!("{before}expected {name}"))
    });
    named.unwrap_or(message)
}

fn check_object(value: &Value) -> Result<(), String> {
    match value.get("id") {
        Some(id) if id.is_string() || id.is_number() => Ok(()),
        Some(_) => Err("id must be a string or a number".to_owned()),
        None if value.is_object() => Err("missing field `id`".to_owned()),
        None => Err("a query is an object: {\"id\": ...}".to_owned()),
    }
}

//! The lessons of all games: what their texts claim is what the solvers say, each task is met by the engine's own moves, and a move that
//! is no solution fails.
//!
//! Claims of `lessons.json`: `claims` has requests with the begin of a line of their replies; `keeps` has all moves that keep what the
//! position is worth, and no other.

use ludion::engine::Engine;
use ludion::serve::ask;
use serde_json::Value;

/// Most lessons of a game.
const MOST: usize = 12;

/// Most moves until a task is met.
const LONGEST: usize = 200;

/// A game with its lessons, at one of them.
struct Course {
    engine: Engine,
    lessons: Vec<Value>,
    number: usize,
}

impl Course {
    fn open(game: &str) -> Course {
        let text = std::fs::read_to_string(format!("src/games/{game}/lessons.json")).expect("it can be read");
        let mut engine = Engine::default();
        for line in ["param threads 1", &format!("game {game}")] {
            ask(&mut engine, line).expect("a setting");
        }
        Course { engine, lessons: serde_json::from_str(&text).expect("a list of lessons"), number: 1 }
    }

    /// Sends a request that succeeds.
    fn ask(&mut self, line: &str) -> String {
        ask(&mut self.engine, line).unwrap_or_else(|why| panic!("lesson {}: {line}: {why}", self.number))
    }

    /// Returns the lesson as its file has it.
    fn lesson(&self) -> &Value {
        &self.lessons[self.number - 1]
    }

    fn begin(&mut self) {
        self.ask(&format!("lesson {}", self.number));
    }

    fn verdict(&mut self) -> String {
        let verdict = self.ask(&format!("judge {}", self.number));
        assert!(verdict.lines().count() == 2, "a verdict has a sentence: {verdict}");
        verdict
    }

    /// Returns the first word of the verdict.
    fn judge(&mut self) -> String {
        self.verdict().split([' ', '\n']).next().unwrap_or_default().to_owned()
    }

    /// Plays a move of the player to move, or one in a puzzle.
    fn play(&mut self, mv: &str) {
        let color = self.engine.situation().to_move.map_or_else(String::new, |color| format!("{} ", color.name()));
        self.ask(&format!("play {color}{mv}"));
    }

    /// Returns the value of each move for the player to move.
    fn values(&mut self) -> Vec<(String, i64)> {
        let text = self.ask("move_values");
        let value = |line: &str| line.split_once(' ').map(|(name, value)| (name.to_owned(), worth(value)));
        text.lines().filter_map(value).collect()
    }

    /// Returns the moves of the engine from here on: one of a game of two players, all of a solution.
    fn solution(&mut self) -> Vec<String> {
        let goal = self.lesson()["goal"].clone();
        if goal == "lose" {
            return self.values().into_iter().filter(|(_, worth)| *worth < 0).map(|(name, _)| name).take(1).collect();
        }
        if goal.get("rule").is_some() {
            let hint = self.ask("hint");
            return vec![hint.split(" rule=").next().unwrap_or_default().to_owned()];
        }
        let solved = self.ask("solve");
        let find = |key: &str| {
            let found = solved.split_whitespace().find_map(|word| word.strip_prefix(key));
            found.map(|list| list.split(',').map(str::to_owned).collect())
        };
        match (solved.lines().find_map(|line| line.strip_prefix("solution ")), solved.split(" move=").nth(1)) {
            (Some(rows), _) if rows.contains('/') => black_cells(rows),
            (Some(bridges), _) => bridges.split(' ').map(str::to_owned).collect(),
            (None, Some(rest)) => vec![rest.split(' ').next().unwrap_or_default().to_owned()],
            (None, None) => find("path=").unwrap_or_else(|| {
                // Who has lost may play anything.
                let moves = self.engine.situation().moves;
                assert!(solved.starts_with("loss"), "lesson {}: no move in {solved}", self.number);
                moves.into_iter().take(1).collect()
            }),
        }
    }

    /// Returns moves that are no solution, as far as the solvers prove it.
    fn wrong_move(&mut self) -> Option<String> {
        let goal = self.lesson()["goal"].clone();
        if self.engine.situation().to_move.is_some() {
            let values = self.values();
            let best = values.iter().map(|(_, worth)| *worth).max()?;
            let is_wrong = |worth: i64| if goal == "lose" { worth >= 0 } else { worth < best };
            return values.into_iter().find(|&(_, worth)| is_wrong(worth)).map(|(name, _)| name);
        }
        let solution = self.solution();
        let moves = self.engine.situation().moves;
        // Black and white, or one bridge more, or a robot that goes elsewhere.
        if let Some((color, place)) = solution[0].split_once(' ') {
            return Some(format!("{} {place}", if color == "black" { "white" } else { "black" }));
        }
        if solution[0].contains(':') {
            return solution.iter().find_map(|bridge| Some(format!("{}:2", bridge.strip_suffix(":1")?)));
        }
        moves.into_iter().find(|mv| {
            self.play(mv);
            let longer = self.ask("solve");
            self.ask("undo");
            let moves = |text: &str| text.split(" moves=").nth(1)?.split(' ').next()?.parse::<usize>().ok();
            moves(&longer).is_some_and(|count| count >= solution.len())
        })
    }
}

/// Returns the black cells of the rows of a solution as moves: `black 0,1`.
fn black_cells(rows: &str) -> Vec<String> {
    let cells = |(y, row): (usize, &str)| {
        let blacks = row.match_indices('x').map(|(x, _)| format!("black {y},{x}"));
        blacks.collect::<Vec<_>>()
    };
    rows.split('/').enumerate().flat_map(cells).collect()
}

/// Returns the margin of a value, or the sign of its result.
fn worth(value: &str) -> i64 {
    let margin = value.split(' ').find_map(|word| word.strip_prefix("margin="));
    margin.map_or_else(
        || match value.split(' ').next() {
            Some("win") => 1,
            Some("draw") => 0,
            Some("loss") => -1,
            other => panic!("{other:?}"),
        },
        |margin| margin.parse().expect("a margin"),
    )
}

/// Returns a verdict without its estimates of plies, such as the 19 of `about 19 plies`: they change with what was proved since then.
fn without_estimates(verdict: &str) -> String {
    let mut words = Vec::new();
    for word in verdict.split(' ') {
        match words.last() {
            Some(&"about") => words.push("N"),
            _ => words.push(word),
        }
    }
    words.join(" ")
}

/// Returns whether a line of a reply begins with these words.
fn says(reply: &str, words: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
    words.is_empty() && reply.is_empty() || reply.lines().any(|line| line.strip_prefix(words).is_some_and(is_end))
}

fn check_texts(course: &mut Course) {
    let lesson = course.lesson().clone();
    for (language, argument) in [("en", ""), ("fr", " fr")] {
        let number = course.number;
        let reply = course.ask(&format!("lesson {number}{argument}"));
        for key in ["title", "text", "task"] {
            let words = lesson[key][language].as_str().unwrap_or_default();
            assert!(words.len() > 2, "lesson {number} lacks its {key} in {language}");
            assert!(says(&reply, &format!("{key}={words}")), "lesson {number}: {reply}");
        }
        let title = lesson["title"][language].as_str().unwrap_or_default();
        assert!(course.ask(&format!("lessons{argument}")).lines().any(|line| line == format!("{number} {title}")));
    }
    assert_ne!(lesson["text"]["en"], lesson["text"]["fr"]);
}

fn check_claims(course: &mut Course) {
    course.begin();
    let (number, lesson) = (course.number, course.lesson().clone());
    if let Some(keeps) = lesson["keeps"].as_array() {
        let values = course.values();
        let best = values.iter().map(|(_, worth)| *worth).max();
        let mut found: Vec<&str> = values.iter().filter(|(_, worth)| Some(*worth) == best).map(|(name, _)| &name[..]).collect();
        let mut wanted: Vec<&str> = keeps.iter().filter_map(Value::as_str).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "lesson {number}: the moves that keep the value");
    }
    let claims = lesson["claims"].as_array().expect("a list of claims");
    assert!(!claims.is_empty(), "lesson {number} claims nothing");
    for claim in claims {
        let (request, words) = (claim[0].as_str().expect("a request"), claim[1].as_str().expect("words"));
        let reply = course.ask(request);
        assert!(says(&reply, words), "lesson {number}: {request} does not say {words:?} but\n{reply}");
    }
}

/// Plays the engine's own moves, of both players, until the task is met.
fn check_that_it_can_be_met(course: &mut Course) {
    course.begin();
    assert_eq!(course.judge(), "open", "lesson {}: before the first move", course.number);
    for _ in 0..LONGEST {
        for mv in course.solution() {
            course.play(&mv);
        }
        match &course.judge()[..] {
            "met" => return,
            verdict => assert_eq!(verdict, "open", "lesson {}: after the engine's moves", course.number),
        }
    }
    panic!("lesson {}: not met after {LONGEST} moves", course.number);
}

/// Plays a move that is no solution, and the worst reply to it, which mends nothing. Returns whether there is one.
fn check_that_it_can_be_failed(course: &mut Course) -> bool {
    course.begin();
    let Some(mv) = course.wrong_move() else { return false };
    course.begin();
    let start = course.ask("position");
    course.play(&mv);
    let position = course.ask("position");
    let verdict = course.verdict();
    assert!(verdict.starts_with("failed "), "lesson {}: {mv}: {verdict}", course.number);
    assert_eq!(course.ask("position"), position, "judge changes nothing");
    if course.engine.situation().to_move.is_some()
        && let Some((reply, _)) = course.values().into_iter().min_by_key(|(_, worth)| *worth)
    {
        course.play(&reply);
        // On a graph it may lead back to the start.
        if course.ask("position") != start {
            let (later, verdict) = (without_estimates(&course.verdict()), without_estimates(&verdict));
            assert_eq!(later, verdict, "lesson {}: after {mv} and {reply}", course.number);
        }
        course.ask("undo");
    }
    course.ask("undo");
    assert_eq!(course.judge(), "open", "lesson {}: after {mv} was taken back", course.number);
    true
}

fn check(game: &str) {
    let mut course = Course::open(game);
    let count = course.lessons.len();
    assert!((1..=MOST).contains(&count), "{count} lessons of {game}");
    assert_eq!(course.ask("lessons").lines().count(), count);
    let mut failed = 0;
    for number in 1..=count {
        course.number = number;
        check_texts(&mut course);
        check_claims(&mut course);
        check_that_it_can_be_met(&mut course);
        failed += usize::from(check_that_it_can_be_failed(&mut course));
    }
    assert!(failed * 2 > count, "{game}: only {failed} of {count} lessons can be failed");
}

macro_rules! games {
    ($($game:ident)*) => {
        $(
            #[test]
            fn $game() {
                check(stringify!($game));
            }
        )*

        /// The games above are all that there are.
        #[test]
        fn every_game_has_lessons() {
            let mut engine = Engine::default();
            let listed = ask(&mut engine, "list_games").expect("a list");
            let games: Vec<&str> = listed.lines().filter_map(|line| Some(line.split_once(" - ")?.0)).collect();
            assert_eq!(games, [$(stringify!($game)),*]);
        }
    };
}

games! { hex dots ricochet hashi hitori graph nim chomp tictactoe connect4 }

#[test]
fn what_is_no_lesson_is_refused_and_changes_nothing() {
    let mut course = Course::open("nim");
    course.ask("position 9 b");
    let before = course.ask("position");
    let refusals = [
        ("lesson", "N"),
        ("lesson 0", "there is no lesson 0"),
        ("lesson 99", "there is no lesson 99; the last is 11"),
        ("lesson x", "the number of a lesson"),
        ("lesson 1 de", "\"de\" is not en or fr"),
        ("lesson 1 fr 2", "unexpected"),
        ("lessons 1", "\"1\" is not en or fr"),
        ("judge", "the game has not begun at the position of a lesson"),
        ("judge 2", "the game has not begun at the position of lesson 2"),
        ("judge 99", "there is no lesson 99"),
    ];
    for (line, words) in refusals {
        let why = ask(&mut course.engine, line).expect_err(line);
        assert!(why.contains(words), "{line}: {why}");
        assert_eq!(course.ask("position"), before, "{line}");
    }
}

/// A lesson is found again by its position, and the moves before it do not count.
#[test]
fn judge_finds_the_lesson() {
    let mut course = Course::open("connect4");
    course.number = 2;
    course.begin();
    assert!(course.ask("judge").starts_with("open left=1 lesson=2\n"));
    course.play("1");
    assert!(course.ask("judge").starts_with("met lesson=2\n"));
    course.ask("undo 2");
    assert!(ask(&mut course.engine, "judge 2").is_err());
    course.ask("redo 2");
    assert!(course.ask("judge").starts_with("met lesson=2\n"));
    course.ask("undo");
    course.play("5");
    assert_eq!(course.ask("judge"), "failed move=5 answer=1 lesson=2\nwhite loses at once after 5; black answers 1");
    course.ask("undo");
    course.play("resign");
    assert!(course.ask("judge").starts_with("failed move=resign lesson=2\n"));
}

/// A resignation of the other player mends nothing.
#[test]
fn judge_keeps_a_failure_when_the_other_player_resigns() {
    let mut course = Course::open("tictactoe");
    for line in ["lesson 3", "play b c2", "play w resign"] {
        course.ask(line);
    }
    assert!(course.ask("judge").starts_with("failed move=c2 "));
}

/// A move is accused by a proof only: where a value is not found, no later move is the first that lowered it.
#[test]
fn judge_accuses_no_move_without_a_proof() {
    let mut course = Course::open("connect4");
    course.ask("param threads 1");
    course.ask("position 444444326566522521161122");
    for nodes in [100, 10_000, 100_000] {
        course.ask(&format!("param max_nodes {nodes}"));
        let reply = course.ask("judge");
        assert!(reply.starts_with("unknown lesson=") || reply.starts_with("failed move=6 "), "{nodes} nodes: {reply}");
    }
}

/// Without a word for it the language is that of the settings; a game's own phrases come before those of all games.
#[test]
fn texts_have_the_language_of_the_settings() {
    let mut course = Course::open("hitori");
    let title = |course: &mut Course, line: &str| course.ask(line).lines().next().map(str::to_owned);
    let titles = ["lesson 1 en", "lesson 1 fr"].map(|line| title(&mut course, line));
    assert_ne!(titles[0], titles[1]);
    assert_eq!(title(&mut course, "lesson 1"), titles[0]);
    course.ask("param language fr");
    assert_eq!(title(&mut course, "lesson 1"), titles[1]);
    assert_eq!(course.ask("lessons"), course.ask("lessons fr"));
    course.ask("play black 1,0");
    assert_eq!(
        course.ask("judge"),
        "failed move=black-1,0 lesson=1\n1,0 n'est pas noire : dans la seule solution, elle est blanche"
    );
}

//! HexGui as the client: the bytes that it sends, and how it reads the replies.
//!
//! [`Gui`] keeps the board that HexGui would show, and checks each reply by the rules of HexGui's parser, which comments state.
//! The requests are those of HexGui 0.9.4, or of 0.10 where a comment says so.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use crate::process::{Engine, graphics};

/// Column and row, from 0.
type Point = (usize, usize);

/// The state of HexGui, and the engine attached to it.
struct Gui {
    engine: Engine,
    size: (usize, usize),
    stones: BTreeMap<Point, &'static str>,
    /// Moves of the current line, swaps among them.
    depth: usize,
}

/// A reply as HexGui holds it: everything after its first two characters.
enum Response {
    Success(String),
    Failure(String),
}

impl Response {
    #[track_caller]
    fn success(self) -> String {
        match self {
            Response::Success(text) => text,
            Response::Failure(text) => panic!("refused: {text}"),
        }
    }
}

impl Gui {
    fn attach(arguments: &[&str]) -> Gui {
        let mut gui = Gui { engine: Engine::start(arguments), size: (11, 11), stones: BTreeMap::new(), depth: 0 };
        // HexGui ignores whether it succeeded, but the form must be right: HexGui hangs for good otherwise.
        assert_eq!(gui.send("name").success().trim(), "ludion");
        assert!(!gui.send("version").success().trim().is_empty());
        let commands = gui.send("hexgui-analyze_commands").success();
        check_analyze_commands(&commands);
        gui.board_size(11, 11);
        gui
    }

    /// Reads a reply. Blocks before it that begin with `gogui-gfx:` are drawn.
    #[track_caller]
    fn read_reply(&mut self) -> Response {
        let block = self.read_block();
        if block.starts_with("gogui-gfx:") {
            self.draw(&block);
            return self.read_reply();
        }
        match block.get(..2) {
            Some("= ") => Response::Success(block[2..].to_owned()),
            Some("? ") => Response::Failure(block[2..].to_owned()),
            _ => panic!("HexGui says \"Invalid HTP response\" to {block:?}"),
        }
    }

    /// Draws on empty cells.
    #[track_caller]
    fn draw(&self, block: &str) {
        let cells = graphics::moves(block).map(|name| parse_point(name).unwrap_or_else(|| panic!("{name} makes HexGui throw")));
        assert!(
            cells.into_iter().all(|(x, y)| x < self.size.0 && y < self.size.1 && !self.stones.contains_key(&(x, y))),
            "{block}"
        );
    }

    /// HexGui reads up to and including the first empty line; it drops CR and takes TAB for a space, and a line of spaces is
    /// not empty. The block must begin with `= ` or `? `, space included, or with `gogui-gfx:`.
    #[track_caller]
    fn read_block(&mut self) -> String {
        let mut block = String::new();
        loop {
            let line = self.engine.line().replace('\r', "").replace('\t', " ");
            assert!(!line.is_empty(), "the stream ended in {block:?}");
            assert!(line.is_ascii(), "HexGui reads in the encoding of its platform: {line:?}");
            if line == "\n" {
                break;
            }
            block.push_str(&line);
        }
        block
    }

    #[track_caller]
    fn send(&mut self, line: &str) -> Response {
        self.engine.send(line);
        self.read_reply()
    }

    /// Two numbers always; a refusal opens a dialog, and genmove is then refused too. The board is empty afterwards.
    #[track_caller]
    fn board_size(&mut self, width: usize, height: usize) {
        self.send(&format!("boardsize {width} {height}")).success();
        (self.size, self.depth) = ((width, height), 0);
        self.stones.clear();
        self.showboard();
    }

    /// Sent after each change of the board. HexGui shows the text and reads nothing from it; we compare it with what HexGui shows.
    #[track_caller]
    fn showboard(&mut self) {
        let text = self.send("showboard").success();
        assert!(text.starts_with('\n'), "the board begins on a line of its own");
        let rows = text.lines().skip(2).take(self.size.1).enumerate();
        let mut shown = BTreeMap::new();
        for (y, line) in rows {
            let cells = line.chars().filter(|c| ".BW".contains(*c)).enumerate();
            let stones = cells.filter(|&(_, c)| c != '.').map(|(x, c)| ((x, y), if c == 'B' { "black" } else { "white" }));
            shown.extend(stones);
        }
        assert_eq!(shown, self.stones, "{text}");
    }

    /// Sends a command that changes the game, and is not refused.
    #[track_caller]
    fn change(&mut self, line: &str) {
        self.send(line).success();
        self.showboard();
    }

    /// A click: HexGui puts the stone on its board whatever the answer is.
    #[track_caller]
    fn play(&mut self, color: &'static str, point: &str) {
        self.send(&format!("play {color} {point}")).success();
        self.stones.insert(parse_point(point).expect("a point"), color);
        self.depth += 1;
        self.showboard();
    }

    #[track_caller]
    fn undo(&mut self, point: &str) {
        self.send("undo").success();
        self.stones.remove(&parse_point(point).expect("a point"));
        self.depth -= 1;
        self.showboard();
    }

    #[track_caller]
    fn genmove(&mut self, color: &'static str) -> String {
        self.engine.send(&format!("genmove {color}"));
        let word = self.read_move(color);
        self.showboard();
        word
    }

    /// The text is trimmed and its case ignored. A point must be an empty cell of the board (else a dialog, or an exception);
    /// a swap must be the second move; `resign` changes nothing; anything else is "Invalid move!!".
    #[track_caller]
    fn read_move(&mut self, color: &'static str) -> String {
        let word = self.read_reply().success().trim().to_lowercase();
        match word.as_str() {
            "swap-pieces" | "swap" => {
                assert_eq!(self.depth, 1, "Swap move not allowed!");
                self.depth += 1;
            }
            "resign" => {}
            point => {
                let (x, y) = parse_point(point).unwrap_or_else(|| panic!("Invalid move!! {point}"));
                assert!(x < self.size.0 && y < self.size.1, "{point} is off the board");
                assert!(self.stones.insert((x, y), color).is_none(), "Cell '{point}' already occupied.");
                self.depth += 1;
            }
        }
        word
    }

    /// `quit` is answered before the process ends by itself, while its stdin is still open.
    #[track_caller]
    fn detach(mut self) {
        self.send("quit").success();
        let ended = self.engine.ended();
        assert_eq!((ended.status.code(), ended.stdout.as_str(), ended.stderr.as_str()), (Some(0), "", ""));
    }
}

/// Parses a lower case letter and a number from 1.
fn parse_point(word: &str) -> Option<Point> {
    let column = word.chars().next().filter(char::is_ascii_lowercase)?;
    let row: usize = word[1..].parse().ok().filter(|&row| row > 0)?;
    Some((usize::from(column as u8 - b'a'), row - 1))
}

/// Lines that are not empty and do not begin with `#` have three to five fields between slashes, or all is refused; of equal
/// labels only the first is taken; the types are lower case words that HexGui knows.
fn check_analyze_commands(text: &str) {
    let mut labels = HashSet::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('/').collect();
        assert!((3..=5).contains(&fields.len()), "{line}");
        let types = ["none", "string", "move", "plist", "group", "var", "pspairs", "gfx", "param", "vc", "inferior"];
        assert!(types.contains(&fields[0]), "{line}");
        assert!(labels.insert(fields[1].to_owned()), "{line}: the label stands twice");
    }
    assert!(!labels.is_empty());
}

/// An engine that moves at once.
fn quick() -> Gui {
    Gui::attach(&["--command", "param threads 1", "--command", "param max_nodes 300"])
}

#[test]
fn a_game_between_a_person_and_the_engine() {
    let mut gui = quick();
    gui.board_size(7, 7);
    let clicks = ["d4", "c5", "e3", "b6", "f2", "a7", "g1", "d5", "d3", "a1", "b2", "e5", "f4", "g3"];
    for point in clicks {
        if gui.stones.contains_key(&parse_point(point).expect("a point")) {
            continue;
        }
        gui.play("black", point);
        gui.genmove("white");
    }
    gui.detach();
}

#[test]
fn a_board_with_sides_of_different_length() {
    let mut gui = quick();
    gui.board_size(5, 8);
    gui.play("black", "e8");
    gui.genmove("white");
    gui.board_size(19, 19);
    assert!(matches!(gui.send("boardsize 20 20"), Response::Failure(_)));
    gui.detach();
}

#[test]
fn back_and_forward() {
    let mut gui = quick();
    gui.play("black", "f6");
    let reply = gui.genmove("white");
    // A generated move is not sent back, and is taken back like any other.
    gui.undo(&reply);
    gui.undo("f6");
    gui.play("black", "f6");
    gui.play("white", &reply);
    // The next variation: one move back, another one forward.
    gui.undo(&reply);
    gui.play("white", "a1");
    gui.detach();
}

#[test]
fn a_new_game_of_the_same_size() {
    let mut gui = quick();
    gui.play("black", "f6");
    // `clear_board` is never sent: the size alone empties the board and its history.
    gui.board_size(11, 11);
    assert!(matches!(gui.send("undo"), Response::Failure(_)));
    gui.detach();
}

#[test]
fn a_set_up_out_of_turn() {
    let mut gui = quick();
    for point in ["a1", "b1", "c1", "k11"] {
        gui.play("black", point);
    }
    gui.play("white", "d1");
    gui.genmove("black");
    gui.detach();
}

#[test]
fn back_onto_a_set_up() {
    let mut gui = quick();
    gui.play("black", "a1");
    gui.play("white", "b2");
    gui.play("black", "c3");
    gui.undo("c3");
    // HexGui now plays the stones of the set-up once more, though they are on the board; it ignores the refusals.
    for (color, point) in [("black", "a1"), ("white", "b2")] {
        assert!(matches!(gui.send(&format!("play {color} {point}")), Response::Failure(_)));
    }
    gui.showboard();
    gui.undo("b2");
    gui.undo("a1");
    gui.detach();
}

#[test]
fn the_swap_button() {
    let mut gui = quick();
    gui.play("black", "d2");
    // HexGui 0.9.4 means sides: the stone stays as it is, and white moves.
    gui.change("play white swap-pieces");
    gui.depth += 1;
    gui.genmove("white");
    assert_eq!(gui.stones.len(), 2);
    gui.detach();
}

#[test]
fn the_engine_swaps_if_it_may() {
    let mut gui = quick();
    // As HexGui's dialog for parameters sets it.
    gui.send("param_game allow_swap 1").success();
    gui.play("black", "f6");
    assert_eq!(gui.genmove("white"), "swap-pieces");
    gui.change("undo");
    gui.depth -= 1;
    gui.detach();
}

#[test]
fn the_stop_button() {
    let mut gui = Gui::attach(&["--command", "param max_time 1000"]);
    for color in ["black", "white"] {
        gui.engine.send(&format!("genmove {color}"));
        std::thread::sleep(Duration::from_millis(150));
        // Written past HexGui's own queue; it must bring the running command's reply, and none of its own.
        gui.engine.write(b"# interrupt\n");
        assert_ne!(gui.read_move(color), "resign");
        gui.showboard();
    }
    // Pressed when nothing runs.
    gui.engine.write(b"# interrupt\n");
    gui.showboard();
    gui.detach();
}

#[test]
fn the_solve_button_and_the_hint_button() {
    let mut gui = quick();
    gui.board_size(3, 3);
    gui.send("param max_nodes 0").success();
    gui.send("param_dfpn use_guifx 1").success();
    assert_eq!(gui.send("dfpn-solve-state black").success().trim(), "black");
    assert_eq!(gui.send("dfpn-solve-state white").success().trim(), "white");
    // A refusal is silent; HexGui 0.10 asks for `gogui-gfx-analyze` only after one.
    if let Response::Success(text) = gui.send("vc-build black") {
        assert_eq!(text.split_whitespace().count() % 2, 0, "pairs of cell and code");
    }
    gui.detach();
}

/// Live analysis: a drawing for each new result, and the reply when the Stop button is pressed.
#[test]
fn the_live_analysis() {
    let mut gui = Gui::attach(&["--command", "param threads 1"]);
    gui.board_size(5, 5);
    gui.play("black", "c3");
    gui.engine.send("gogui-gfx-analyze white");
    for _ in 0..3 {
        let block = gui.read_block();
        gui.draw(&block);
    }
    gui.engine.send("# interrupt");
    let best = gui.read_reply().success();
    assert!(parse_point(best.split(' ').next().unwrap_or_default()).is_some(), "{best}");
    gui.showboard();
    gui.detach();
}

#[test]
fn the_end_of_the_game() {
    let mut gui = quick();
    gui.board_size(3, 3);
    for point in ["a1", "a2", "a3"] {
        gui.play("black", point);
    }
    // HexGui is not informed: it goes on asking for moves, and takes stones as replies.
    assert_eq!(gui.genmove("white"), "resign");
    gui.play("white", "b2");
    assert_eq!(gui.genmove("black"), "resign");
    gui.detach();
}

#[test]
fn walking_a_resigned_game() {
    let mut gui = quick();
    gui.play("black", "f6");
    gui.change("play white resign");
    gui.change("undo");
    gui.detach();
}

/// Checks that words are cells of the board.
#[track_caller]
fn check_points<'a>(gui: &Gui, words: impl Iterator<Item = &'a str>) {
    let on_board = |word: &str| parse_point(word).is_some_and(|(x, y)| x < gui.size.0 && y < gui.size.1);
    words.for_each(|word| assert!(on_board(word), "{word} makes HexGui throw"));
}

#[test]
fn every_analyze_command() {
    let mut gui = quick();
    let commands = gui.send("hexgui-analyze_commands").success();
    for line in commands.lines() {
        let fields: Vec<&str> = line.split('/').collect();
        gui.board_size(4, 4);
        gui.play("black", "b2");
        // `%m` is the side to move, `%c` the colour that is chosen in the window, `%p` and `%P` the cells clicked at.
        let cells = if fields[0] == "vc" || line.contains("section") || line.contains("Union") { "b2 c3" } else { "c3" };
        let request = fields[2].replace("%m", "w").replace("%c", "b").replace("%p", "c3").replace("%P", cells);
        assert!(!request.contains('%'), "{line}");
        gui.engine.send(&request);
        if request.starts_with("gogui-gfx-analyze") {
            gui.engine.send("# interrupt");
        }
        if fields[0] == "move" {
            // HexGui plays the move, so the engine must have played it too; only a genmove can be stopped.
            assert!(request.starts_with("genmove"), "{line}");
            gui.read_move("white");
            gui.showboard();
            continue;
        }
        let text = gui.read_reply().success();
        let words: Vec<&str> = text.split_whitespace().collect();
        match fields[0] {
            // Edges are drawn too; an empty list draws nothing.
            "plist" | "group" | "var" => {
                let edges = ["north", "south", "west", "east"];
                check_points(&gui, words.into_iter().filter(|word| !edges.contains(word)));
            }
            // Pairs of point and word.
            "pspairs" | "inferior" => {
                assert_eq!(words.len() % 2, 0, "{line}");
                check_points(&gui, words.into_iter().step_by(2));
            }
            // Colour, two ends, kind, rule, two lists in brackets, and of a semi its key.
            "vc" => {
                for connection in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
                    let tail = connection.rsplit(" ] ").next().unwrap_or_default();
                    let key = tail.trim_start_matches("[ ]").trim();
                    assert_eq!(key.is_empty(), connection.contains(" full "), "{connection}");
                    assert_eq!(connection.matches(['[', ']']).count(), 4, "{connection}");
                }
            }
            // An empty text makes HexGui throw.
            "string" => assert!(!words.is_empty(), "{line}"),
            // `[type] key value`, without white space in the brackets, and each can be set by the same command.
            "param" => {
                for parameter in text.lines() {
                    let [kind, key, value] = parameter.split(' ').collect::<Vec<_>>()[..] else { panic!("{parameter}") };
                    let kinds = ["[bool]", "[string]", "[list/"];
                    assert!(kinds.iter().any(|known| kind.starts_with(known)) && kind.ends_with(']'), "{parameter}");
                    gui.send(&format!("{request} {key} {value}")).success();
                }
            }
            _ => {}
        }
        gui.showboard();
    }
    gui.detach();
}

/// HexGui 0.10 clears the board twice when it attaches, and sets positions up row by row after clearing it.
#[test]
fn the_newer_hexgui() {
    let mut gui = quick();
    for _ in 0..2 {
        gui.send("clear_board").success();
    }
    gui.showboard();
    for row in [["a1", "c1"], ["b2", "d2"]] {
        gui.play("black", row[0]);
        gui.play("white", row[1]);
    }
    gui.showboard();
    // Its swap is a cleared board and the mirrored stone in the other colour; the first player is to move.
    gui.send("clear_board").success();
    (gui.depth, gui.stones) = (0, BTreeMap::new());
    gui.play("white", "b4");
    gui.genmove("black");
    let solved = gui.send("dfpn-solve-state white");
    if matches!(solved, Response::Failure(_)) {
        gui.send("gogui-gfx-analyze white").success();
    }
    gui.send("play black resign").success();
    gui.detach();
}

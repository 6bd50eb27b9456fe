//! Framing: any input bytes lead to framed replies.

use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use ludion::protocol::MAX_LINE;

use crate::process::{Engine, check_all, replies, run};

/// Returns the replies to some input from one process, which must end with status 0.
fn answers(input: &[u8]) -> Vec<String> {
    let ended = run(&[], input);
    assert_eq!((ended.status.code(), ended.stderr.as_str()), (Some(0), ""));
    replies(&ended.stdout).into_iter().map(str::to_owned).collect()
}

#[track_caller]
fn check(input: &[u8], expected: &[&str]) {
    assert_eq!(answers(input), expected, "{:?}", String::from_utf8_lossy(input));
}

#[test]
fn success_failure_and_their_numbers() {
    check(b"name\n", &["= ludion\n\n"]);
    check(b"stop\n", &["= \n\n"]);
    check(b"3 stop\n", &["=3 \n\n"]);
    check(b"undo\n", &["? cannot undo\n\n"]);
    check(b"\xef\xbb\xbfname\n", &["= ludion\n\n"]);
    check(b"0 undo\n", &["?0 cannot undo\n\n"]);
    check(b"2147483647 name\n", &["=2147483647 ludion\n\n"]);
    check(b"2147483648 name\n99999999999 name\n7x name\n7\xff name\n", &["? bad id\n\n"; 4]);
    check(b"7\n8   \n9 # name\n", &["?7 empty command\n\n", "?8 empty command\n\n", "?9 empty command\n\n"]);
}

#[test]
fn blank_lines_and_comments_have_no_reply() {
    check(b"", &[]);
    check(b"\n\n \n\t\n\r\n# name\n  # name\n\x00\x01\x1f\x7f\n# interrupt\n", &[]);
    check(b"name # interrupt\n", &["= ludion\n\n"]);
    check(b"name#\n", &["= ludion\n\n"]);
}

#[test]
fn carriage_returns_tabs_and_control_characters() {
    check(b"name\r\n1 name\r\n", &["= ludion\n\n", "=1 ludion\n\n"]);
    check(b"\t2\tname\t\n", &["=2 ludion\n\n"]);
    check(b"n\x00a\x08m\x7fe\x1b\n", &["= ludion\n\n"]);
    check(b"na\rme\n", &["= ludion\n\n"]);
    check(b"play\tb\ta1\nposition\n", &["= \n\n", "= 11x11 b:a1\n\n"]);
}

#[test]
fn bytes_that_are_no_text() {
    check(b"caf\xe9\n", &["? unknown command \"caf\u{fffd}\"\n\n"]);
    check("nam\u{e9}\n".as_bytes(), &["? unknown command \"nam\u{e9}\" (did you mean name?)\n\n"]);
    // Not ASCII, so neither a control character nor a space.
    check(
        "\u{a0}\n\u{85}name\n\u{3000}\n".as_bytes(),
        &[
            "? unknown command \"\\u{a0}\"\n\n",
            "? unknown command \"\\u{85}name\" (did you mean name?)\n\n",
            "? unknown command \"\\u{3000}\"\n\n",
        ],
    );
}

#[test]
fn a_last_line_needs_no_line_feed() {
    check(b"name\n1 version", &["= ludion\n\n", concat!("=1 ", env!("CARGO_PKG_VERSION"), "\n\n")]);
    check(b"name\n# name", &["= ludion\n\n"]);
}

#[test]
fn a_long_line_has_one_reply() {
    let mut input = vec![b'a'; MAX_LINE];
    input.extend_from_slice(b"\n");
    input.extend(vec![b' '; MAX_LINE - 4]);
    input.extend_from_slice(b"name\n");
    input.extend(vec![b'a'; MAX_LINE + 1]);
    input.extend_from_slice(b"\n");
    input.extend(vec![b'b'; 10 * MAX_LINE]);
    input.extend_from_slice(b"\n5 name\n");
    input.extend(vec![b'c'; 2 * MAX_LINE]);
    let found = answers(&input);
    assert!(found[0].starts_with("? unknown command \"aaaa") && found[0].len() < 100, "{}", found[0]);
    assert_eq!(
        found[1..],
        ["= ludion\n\n", "? line too long\n\n", "? line too long\n\n", "=5 ludion\n\n", "? line too long\n\n"]
    );
}

/// Returns the peak memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("the process runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the kernel tells");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number of KiB")
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_of_64_megabytes_costs_no_memory() {
    let mut engine = Engine::start(&[]);
    engine.expect("name");
    let before = peak_memory(&engine);
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..64 {
        engine.write(&piece);
    }
    engine.send("");
    assert_eq!(engine.reply(), "? line too long\n\n");
    assert_eq!(engine.ask("1 name"), "=1 ludion\n\n");
    let grown = peak_memory(&engine) - before;
    assert!(grown < 4 << 10, "{grown} KiB");
}

#[test]
fn a_client_may_write_before_it_reads() {
    let mut engine = Engine::start(&[]);
    let requests = 10_000;
    let input = "showboard\n".repeat(requests);
    assert!(input.len() >= 100_000);
    engine.write(input.as_bytes());
    let first = engine.reply();
    assert!(first.starts_with("= \n  a b c"));
    for _ in 1..requests {
        assert_eq!(engine.reply(), first);
    }
    assert_eq!(engine.ask("1 name"), "=1 ludion\n\n");
}

#[test]
fn no_reply_holds_an_empty_line() {
    let mut engine = Engine::single();
    engine.expect("param max_nodes 50");
    let commands = engine.expect("list_commands");
    let mut examples = 0;
    for name in commands.lines().filter(|&name| name != "quit") {
        let help = engine.expect(&format!("help {name}"));
        // Some commands have nothing to do in a new game.
        let Some(example) = help.lines().find_map(|line| line.strip_prefix("example: ")) else { continue };
        examples += 1;
        // A reply that contains an empty line would shift all following replies.
        // The second request closes an open reply.
        engine.write(format!("{example}\n77 name\n").as_bytes());
        let mut reply = engine.reply();
        while reply.starts_with("gogui-gfx:") {
            reply = engine.reply();
        }
        // On an empty board there is nothing to take back, and no line of a proof after 50 nodes.
        let works = reply.starts_with("= ") || name == "undo" || reply.starts_with("? interrupted");
        assert!(works && !reply.contains("syntax error"), "the example of {name} fails: {example:?}: {reply}");
        assert_eq!(engine.reply(), "=77 ludion\n\n", "after {example:?}");
        // A puzzle, among others, has left a board of its own.
        engine.expect("boardsize 11");
    }
    assert!(examples > 70, "{examples}");
}

/// Returns whether a line has a reply: an implementation of `protocol.md` that is independent of the source.
fn is_answered(line: &[u8]) -> bool {
    if line.len() > MAX_LINE {
        return true;
    }
    let before_comment = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    before_comment.iter().any(|&byte| byte > b' ' && byte != 0x7f)
}

/// Names of commands, valid and invalid.
const NAMES: &[&str] = &[
    "play",
    "genmove",
    "boardsize",
    "undo",
    "showboard",
    "position",
    "param",
    "time_left",
    "time_settings",
    "solve",
    "legal_moves",
    "final_score",
    "clear_board",
    "known_command",
    "help",
    "svg",
    "sgf",
    "loadsgf",
    "analyze",
    "play-game",
    "move_values",
    "komi",
    "game",
    "stop",
    "quit now",
    "param_game",
    "eval-twod",
    "reg_genmove",
    "name",
    "7",
    "list_games",
];

/// Arguments, valid and invalid.
const WORDS: &[&str] = &[
    "b",
    "w",
    "black",
    "WHITE",
    "a1",
    "c3",
    "k11",
    "s19",
    "t20",
    "a0",
    "a99999999999999999999",
    "resign",
    "swap-pieces",
    "0",
    "-1",
    "19",
    "20",
    "99999999999999999999999999",
    "1e9",
    "nan",
    "-0.5",
    "..",
    "3x3",
    "5x4",
    "b:a1",
    "w:b2",
    "11x11",
    "threads",
    "max_time",
    "seed",
    "swap",
    "plain",
    "color",
    "twod",
    "#",
    "/dev/zero",
    "src",
    "\u{fffd}",
    "\u{1f600}",
];

/// Ids of requests, valid and invalid.
const IDS: &[&str] = &["", "", "", "", "1 ", "007 ", "2147483647 ", "2147483648 ", "99999999999 ", "-1 ", "7x ", "1.5 ", "\t3\t"];

/// Draws a line: any bytes, a few special bytes, a too long line, or words of a request.
fn rubbish(random: &mut impl Rng) -> Vec<u8> {
    let any_bytes = |random: &mut dyn FnMut() -> u8, length: usize| -> Vec<u8> {
        (0..length).map(|_| random()).map(|byte| if byte == b'\n' { b' ' } else { byte }).collect()
    };
    match random.random_range(0..100) {
        0..20 => {
            let length = random.random_range(0..80);
            any_bytes(&mut || random.random(), length)
        }
        20..30 => {
            let length = random.random_range(0..12);
            any_bytes(&mut || *b" \t\r\x00#7a\x7f".get(random.random_range(0..8)).unwrap_or(&b' '), length)
        }
        30 if random.random_range(0..10) == 0 => {
            let length = random.random_range(MAX_LINE - 10..3 * MAX_LINE);
            any_bytes(&mut || random.random(), length)
        }
        _ => {
            let mut line = IDS[random.random_range(0..IDS.len())].to_owned() + NAMES[random.random_range(0..NAMES.len())];
            for _ in 0..random.random_range(0..5) {
                line.push_str(if random.random_range(0..9) == 0 { "\t " } else { " " });
                line.push_str(WORDS[random.random_range(0..WORDS.len())]);
            }
            line.into_bytes()
        }
    }
}

#[test]
fn rubbish_is_answered_line_by_line() {
    // Four processes of 5,000 lines, so that each ends in time on a busy machine.
    check_all(&[0, 1, 2, 3], |&seed| rubbish_is_answered(seed));
}

fn rubbish_is_answered(seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    // Random lines may start searches, which must end soon.
    let mut input = b"param threads 1\nparam max_nodes 20\nboardsize 4\n".to_vec();
    let mut answered = 3;
    for _ in 0..5_000 {
        let line = rubbish(&mut random);
        answered += usize::from(is_answered(&line));
        input.extend_from_slice(&line);
        input.push(b'\n');
    }
    input.extend_from_slice(b"123 name\n");
    let found = answers(&input);
    assert_eq!(found.len(), answered + 1);
    assert_eq!(found.last().map(String::as_str), Some("=123 ludion\n\n"));
    let failed = found.iter().filter(|reply| reply.starts_with('?')).count();
    assert!(failed > answered / 3 && failed < answered, "{failed} failures of {answered}");
    assert!(!found.iter().any(|reply| reply.contains("internal error")));
}

/// Writes texts one by one to a file and has `judge` look at what `load_file` replies.
fn load_texts(game: &str, texts: &[&str], mut judge: impl FnMut(&mut Engine, &str, &str)) {
    let path = std::env::temp_dir().join(format!("ludion-wire-{game}-{}-{}", std::process::id(), texts.len()));
    let mut engine = Engine::start(&["--game", game]);
    for text in texts {
        std::fs::write(&path, text).expect("room on the disk");
        let reply = engine.ask(&format!("load_file {}", path.display()));
        judge(&mut engine, text, &reply);
    }
    std::fs::remove_file(&path).expect("it is there");
}

#[test]
fn the_first_line_of_a_damaged_file_is_not_taken_for_all_of_it() {
    const GRAPHS: &[&str] = &[
        "vertex_0 1 G1\nrubbish\n",
        "a 1 G1\nb 1 - a c d\n",
        "a 1 - b;b 1 G1\nrubbish\n",
        "a 1 - b;b 1 G1;at a\nrubbish\n",
        "game 2 0\n0 1 G1\n",
        "digraph { a [owner=1 goal=G1]; b ->\n",
        "parity 2; 0 0 0 1; 1 0 0 0\n",
    ];
    load_texts("graph", GRAPHS, |engine, text, reply| {
        assert!(reply.starts_with("? cannot load file: "), "{text:?}: {reply}");
        assert_eq!(engine.expect("position"), Engine::start(&["--game", "graph"]).expect("position"), "{text:?}");
    });
    load_texts("connect4", &["4433\nrubbish\n", "4433\n\n44"], |engine, text, reply| {
        assert!(reply.starts_with("? cannot load file: "), "{text:?}: {reply}");
        assert_eq!(engine.expect("position"), Engine::start(&["--game", "connect4"]).expect("position"), "{text:?}");
    });
    // What `save` writes is read, and so are comments.
    load_texts(
        "graph",
        &["a 1 - b;b 1 G1;at b\n", "{\"game\":\"graph\",\"position\":\"a 1 - b;b 1 G1;at b\"}"],
        |engine, text, reply| {
            assert_eq!(reply, "= \n\n", "{text:?}");
            assert!(engine.expect("position").ends_with("at b"), "{text:?}");
        },
    );
    load_texts("connect4", &["# a comment\n4433\n\n# another\n"], |_, text, reply| assert_eq!(reply, "= \n\n", "{text:?}"));
}

#[test]
fn names_of_vertices_give_a_terminal_no_orders() {
    load_texts("graph", &["a\x1b[31mz 1 - b\nb 1 G1\n"], |engine, _, reply| {
        let mut replies = reply.to_owned();
        for line in ["showboard", "legal_moves", "svg", "explain", "position", "position at a_[31mz"] {
            replies += &engine.expect(line);
        }
        assert!(!replies.contains('\x1b') && replies.contains("a_[31mz"), "{replies:?}");
        let position = engine.expect("position");
        engine.expect(&format!("position {position}"));
        assert_eq!(engine.expect("position"), position);
    });
    load_texts("graph", &["a\x1b[31mz 1 - nowhere\nb 1 G1\n"], |_, _, reply| {
        assert!(reply.starts_with("? ") && !reply.contains('\x1b'), "{reply:?}");
    });
}

#[test]
fn lines_come_at_the_interval_that_a_gui_asks_for() {
    let count = |request: &str| {
        let mut engine = Engine::single();
        engine.expect("boardsize 3");
        engine.send(request);
        std::thread::sleep(std::time::Duration::from_millis(800));
        engine.send("name");
        engine.reply().lines().filter(|line| line.starts_with("info move")).count()
    };
    for name in ["kata-analyze", "lz-analyze"] {
        assert!((1..=2).contains(&count(&format!("{name} b 6000"))), "{name}: once a minute");
        assert!(count(&format!("{name} 5")) >= 4, "{name}: twenty times a second");
        assert!(count(&format!("{name} b interval 5")) >= 4, "{name}: twenty times a second, with the word");
    }
}

/// What a person mistypes is refused in French; what is to be typed stays as it is typed.
#[test]
fn refusals_are_in_french_in_every_game() {
    let mut engine = Engine::start(&[]);
    engine.ask("param language fr");
    for (game, line, says) in [
        (
            "hex",
            "play b pass",
            "\"pass\" n'est pas un coup : écrivez la lettre de la colonne, puis la rangée, comme f6, ou resign; usage: ",
        ),
        ("hex", "puzzle absurd", "\"absurd\" n'est pas easy, medium, hard ou extreme; usage: "),
        ("hex", "genmove", "il manque COLOR; usage: "),
        ("hex", "lesson 99", "il n'y a pas de leçon 99 ; la dernière est la 12"),
        ("connect4", "play b a", "\"a\" n'est pas une colonne : écrivez son numéro, comme 4, ou resign; usage: "),
        ("connect4", "boardsize 30 30", "30x30 ; les colonnes vont de 1 à 8, les rangées de 1 à 7"),
        (
            "dots",
            "play b z",
            "\"z\" n'est pas un trait : écrivez h1,0, v2,3, deux points comme a1-b1, ou son numéro, ou resign; usage: ",
        ),
        (
            "nim",
            "play b x",
            "\"x\" n'est pas un coup : écrivez 2-3 pour en prendre trois du tas 2, 2-1:3+4 pour le diviser, ou resign; usage: ",
        ),
        ("chomp", "play b 1", "\"1\" n'est pas une bouchée : écrivez la rangée et la colonne, comme 2,3, ou resign; usage: "),
        ("tictactoe", "play b x", "\"x\" n'est pas une case : écrivez la colonne et la rangée, comme b2, ou resign; usage: "),
        ("graph", "position game 1 s;s 1 - q;at s", "partie 2 : sommet s : son successeur q n'a pas de ligne"),
        ("ricochet", "play pink up", "coup 1 : \"pink up\" n'est pas un robot et une direction, comme RN; usage: "),
        ("hashi", "play x", "\"x\" n'est pas un pont comme 0,1-0,4:2 ou b1=e1; usage: "),
        ("hashi", "load 3x1m2:c", "il n'y a pas d'île"),
        ("hitori", "play x 0,0", "\"x\" n'est pas black, white ou clear; usage: "),
        ("hitori", "generate size=1x1", "aucun puzzle de cette difficulté en 2000 essais"),
        ("chomp", "review from=a", "\"a\" n'est pas le numéro d'un coup"),
        ("chomp", "url", "ce jeu n'a pas de lien sur le web"),
        ("chomp", "explain resign", "illegal move: un abandon n'a pas d'explication"),
    ] {
        engine.ask(&format!("game {game}"));
        let reply = engine.ask(line);
        assert!(reply.starts_with("? ") && reply.contains(says), "{game}, {line}: {reply}");
    }
}

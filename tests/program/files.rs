//! Files that are named by requests: games that are saved and loaded again, networks.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::folder::Folder;
use crate::process::replies;

/// Runs requests in a folder, and returns the replies.
fn replies_in(folder: &std::path::Path, input: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludion"));
    command.current_dir(folder).env_remove("RUST_LOG").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("it writes UTF-8");
    replies(&text).iter().map(|reply| reply.trim_end().to_owned()).collect()
}

#[test]
fn an_extension_in_capitals_is_that_extension() {
    let folder = Folder::new("extensions");
    let input = "play b c3\nsave game.SGF\nsave game.Svg\ngame nim\nsave game.PGN\nload GAME.SGF\n";
    let replies = replies_in(&folder, input);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is written");
    assert!(text("game.SGF").starts_with("(;FF[4]") && text("game.Svg").starts_with("<svg"), "{replies:?}");
    assert!(text("game.PGN").starts_with("[Game \"nim\"]"), "{replies:?}");
    assert!(replies[5].contains("load_file reads files"), "{replies:?}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_game() {
    let folder = Folder::new("marks");
    let files = [
        ("hex", "game.sgf", "(;FF[4]GM[11]SZ[5];B[a1])"),
        ("hex", "game.txt", "5x5 b:a1"),
        ("nim", "game.pgn", "[Game \"nim\"]\n[Start \"3 5 b\"]\n\nb:1-1"),
        ("hitori", "game.json", "{\"game\": \"hitori\", \"position\": \"2x2:1221\"}"),
        ("dots", "drawing.txt", "+-+\n| |\n+ +"),
        ("graph", "game.game", "0 1 - 1\n1 2 G1"),
    ];
    for (game, name, content) in files {
        std::fs::write(folder.join(name), format!("\u{feff}{content}")).expect("a file");
        let input = format!("game {game}\nload_file {name}\nload_text \u{feff}{}\n", content.replace('\n', "\\n"));
        let replies = replies_in(&folder, &input);
        assert!(replies[1..].iter().all(|reply| reply.starts_with('=')), "{game}: {replies:?}");
    }
}

#[test]
fn lines_without_a_puzzle_are_skipped_beside_its_moves() {
    let folder = Folder::new("files");
    for (game, puzzle) in [("hashi", "5x3m2:2a4a2e2a3a1 play=0,0-0,2:1"), ("hitori", "3x2:121212 play=b0,0/w0,1")] {
        std::fs::write(folder.join("puzzle.txt"), format!("\n# one\n{puzzle}\n\n# two\n")).expect("a file");
        let replies = replies_in(&folder, &format!("game {game}\nload_file puzzle.txt\nposition\n"));
        assert_eq!(replies[1..], ["=".to_owned(), format!("= {puzzle}")], "{game}");
    }
}

#[test]
fn names_in_latin_1_and_a_mark_within_gzip_are_read() {
    let folder = Folder::new("files");
    std::fs::write(folder.join("latin.txt"), b"caf\xe9 1 - caf\xe8\ncaf\xe8 2 G1\n").expect("a file");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all("\u{feff}game 2 a\na 1 - b\nb 2 G1\n".as_bytes()).expect("memory");
    std::fs::write(folder.join("marked.gz"), gzip.finish().expect("memory")).expect("a file");
    let replies = replies_in(&folder, "game graph\nload_file latin.txt\nposition\nload_file marked.gz\nposition\n");
    assert!(replies[2].contains("café 1 - cafè"), "{replies:?}");
    assert!(replies[4].starts_with("= game 2 a;"), "{replies:?}");
}

#[test]
fn a_game_of_json_can_be_undone() {
    for game in ["hex", "dots", "graph", "nim", "chomp", "tictactoe", "connect4"] {
        let folder = Folder::new("files");
        let moves = "param threads 1\nparam max_nodes 200\ngenmove b\ngenmove w\nposition";
        let again = "save game.json\nclear_board\nload_file game.json\nposition\nundo 2\nredo 2\nposition";
        let replies = replies_in(&folder, &format!("game {game}\n{moves}\n{again}\n"));
        assert!(replies.iter().all(|reply| reply.starts_with('=')), "{game}: {replies:?}");
        let (played, loaded, redone) = (&replies[5], &replies[9], &replies[12]);
        assert!(played == loaded && played == redone, "{game}: {replies:?}");
    }
}

#[test]
fn the_path_of_a_network_may_have_spaces() {
    let folder = Folder::new("two words");
    let builtin = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/hex/net/weights.net");
    std::fs::copy(builtin, folder.join("my own.net")).expect("a copy");
    let replies = replies_in(&folder, "param network my own.net\nparam network\nparam\nparam network my own\nparam network\n");
    assert_eq!(replies[0], "=");
    assert!(replies[1].starts_with("= my own.net 8x48, "), "{}", replies[1]);
    assert!(replies[2].lines().any(|line| line == "[string] network my own.net"), "{}", replies[2]);
    assert!(replies[3].starts_with("? my own: "), "{}", replies[3]);
    assert_eq!(replies[4], replies[1]);
}

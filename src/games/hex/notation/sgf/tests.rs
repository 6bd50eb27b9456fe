//! Dialects, and what is kept of a record.

use super::super::position_text;
use super::*;

fn load(text: &str) -> Game {
    read(text, Swap::None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn line(game: &Game) -> String {
    position_text(game.size, game.record_up_to(None))
}

fn save(game: &Game, record: &[Entry]) -> String {
    write(game.size, record, None, Some(game))
}

#[test]
fn little_golem() {
    let game = load("(;FF[4]EV[hex.ld.1]PB[Anna]PW[Bert]SZ[5]RE[B]SO[https://littlegolem.net];W[bc];B[swap];W[de];B[resign])");
    assert_eq!(line(&game), "5x5 b:b3 w:swap-pieces b:d5 w:resign");
    let text = save(&game, game.record_up_to(None));
    let expected = "RU[swap-pieces]RE[B]EV[hex.ld.1]PB[Anna]PW[Bert]SO[https://littlegolem.net]\n\
                    ;B[b3];W[swap-pieces];B[d5];W[resign])";
    assert!(text.ends_with(expected), "{text}");
    // What was written is read as it was, whatever swap the rules allow.
    for swap in Swap::ALL {
        let again = read(&text, swap).unwrap();
        assert_eq!((line(&again), save(&again, again.record_up_to(None))), (line(&game), text.clone()));
    }
}

#[test]
fn what_swap_pieces_means() {
    let cases = [
        ("", "", Swap::None, "w:swap-sides"),
        ("", "", Swap::Pieces, "w:swap-pieces"),
        // The player after the swap decides where nothing else does.
        ("", ";B[d5]", Swap::None, "w:swap-pieces"),
        ("", ";W[d5]", Swap::Pieces, "w:swap-sides"),
        ("AP[HexGui:0.9]", ";B[d5]", Swap::Pieces, "w:swap-sides"),
        ("AP[HexGui:0.9.4]", "", Swap::Pieces, "w:swap-sides"),
        ("AP[HexGui:0.10.GIT]", "", Swap::Sides, "w:swap-pieces"),
        ("AP[PlayHex:0.0.0]", "", Swap::None, "w:swap-pieces"),
        ("AP[HexWorld:2]", "", Swap::Sides, "w:swap-pieces"),
        ("RU[swap-sides]", ";B[d5]", Swap::Pieces, "w:swap-sides"),
        ("RU[Hex, swap-pieces]AP[HexGui:0.9]", ";W[d5]", Swap::Sides, "w:swap-pieces"),
    ];
    for (head, after, swap, expected) in cases {
        let game = read(&format!("(;FF[4]GM[11]{head}SZ[5];B[b3];W[swap-pieces]{after})"), swap).unwrap();
        assert!(line(&game).contains(expected), "{head} {swap:?}: {}", line(&game));
        for other in Swap::ALL {
            let text = write(game.size, game.record_up_to(None), None, Some(&game));
            assert_eq!(line(&read(&text, other).unwrap()), line(&game), "{text}");
        }
    }
}

/// HexGui reads `swap` as the exchange of sides in all its versions.
#[test]
fn an_exchange_of_sides_is_written_as_swap() {
    let game = load("(;GM[11]SZ[5];B[b3];W[swap-sides];W[c3]C[good])");
    let text = save(&game, game.record_up_to(None));
    assert!(text.ends_with("RU[swap-sides]\n;B[b3];W[swap];W[c3]C[good])"), "{text}");
    assert_eq!(line(&load(&text)), line(&game));
}

#[test]
fn stones_of_the_setup_are_erased() {
    assert_eq!(line(&load("(;GM[11]SZ[5]AB[a1][b2]AW[c3];AE[b2]AW[d4])")), "5x5 w:c3 b:a1 w:d4");
    // A game that is cut after the set-up keeps all of it.
    for text in ["(;GM[11]SZ[5]AB[a1][b2];AE[b2];B[c3])", "(;GM[11]SZ[5]AB[a1]AW[b2];PL[W];W[c3])"] {
        let game = load(text);
        let (_, setup) = game.record_up_to(None).split_last().expect("a move");
        assert_eq!(load(&save(&game, setup)).record_up_to(None), setup, "{text}");
    }
    let error = read("(;GM[11]SZ[5];B[a1];AE[a1])", Swap::None).unwrap_err();
    assert!(error.to_string().contains("AE[a1] removes a stone that was played"), "{error}");
}

#[test]
fn variations_comments_and_markup_are_kept() {
    let text = "(;FF[4]GM[11]SZ[5]C[a \\] b];B[c3]LB[aa:x][b2:y]TR[cd](;W[b2];B[d4]C[good])(;W[d2]C[or this];B[b4]))";
    let game = load(text);
    let record = game.record_up_to(None).to_vec();
    let tail = |text: String| text.split_once('\n').map(|(_, tail)| tail.to_owned()).unwrap();
    let marks = ";B[c3]LB[a1:x][b2:y]TR[c4]\n";
    let kept = format!("{marks}(;W[b2];B[d4]C[good])\n(;W[d2]C[or this];B[b4]))");
    assert_eq!(tail(save(&game, &record)), kept);
    assert_eq!(tail(save(&load(&save(&game, &record)), &record)), kept);
    // Further moves, fewer moves, and the other variation as the main line.
    let corner = Entry { color: Color::White, mv: Move::Stone(Cell(0)) };
    let longer = [&record[..], &[corner]].concat();
    assert_eq!(tail(save(&game, &longer)), format!("{marks}(;W[b2];B[d4]C[good];W[a1])\n(;W[d2]C[or this];B[b4]))"));
    assert_eq!(tail(save(&game, &record[..2])), format!("{marks}(;W[b2])\n(;W[d2]C[or this];B[b4]))"));
    let other = load("(;GM[11]SZ[5];B[c3];W[d2])").record_up_to(None).to_vec();
    assert_eq!(tail(save(&game, &other)), format!("{marks}(;W[d2]C[or this])\n(;W[b2];B[d4]C[good]))"));
    assert_eq!(line(&load(&save(&game, &other))), "5x5 b:c3 w:d2");
    // Capital letters are the same points.
    let capitals = load("(;GM[11]SZ[5];B[C3];W[C2](;B[A1])(;B[A2]C[note]))");
    let other = load("(;GM[11]SZ[5];B[c3];W[c2];B[a2])").record_up_to(None).to_vec();
    assert_eq!(tail(save(&capitals, &other)), ";B[c3];W[c2]\n(;B[a2]C[note])\n(;B[a1]))");
    let new = [record[0], corner];
    assert_eq!(line(&load(&save(&game, &new))), "5x5 b:c3 w:a1");
}

#[test]
fn a_record_that_ends_among_set_up_stones_stands_alone() {
    let game = load("(;GM[11]SZ[5]AB[a1][b2]AW[c3]C[lost];B[d4])");
    let record = game.record_up_to(None).to_vec();
    assert!(save(&game, &record).contains("AB[a1][b2]AW[c3]"));
    let text = save(&game, &record[..2]);
    assert!(!text.contains("lost") && !text.contains("AB"), "{text}");
    assert_eq!(load(&text).record_up_to(None), &record[..2]);
}

//! Live graphics as HexGui 0.10 reads them.

/// The moves of a block of the kind `kata`. After each `info` come words and values in pairs, of which HexGui needs these five, all
/// numbers as Java reads them; the move with order 0 leads.
#[track_caller]
pub fn moves(block: &str) -> impl Iterator<Item = &str> {
    let words: Vec<&str> = block.split_whitespace().collect();
    assert_eq!(words[..2], ["gogui-gfx:", "kata"], "{block}");
    let moves: Vec<Vec<&str>> = words[2..].split(|word| *word == "info").skip(1).map(<[&str]>::to_vec).collect();
    assert!(!moves.is_empty(), "{block}");
    moves.into_iter().enumerate().map(move |(number, words)| {
        let of = |key: &str| {
            let at = words.iter().position(|word| *word == key).unwrap_or_else(|| panic!("{key} is missing: {block}"));
            words[at + 1]
        };
        assert!(of("visits").parse::<i32>().is_ok_and(|visits| visits >= 0), "{block}");
        assert!(of("winrate").parse::<f64>().is_ok_and(|rate| (0.0..=1.0).contains(&rate)), "{block}");
        assert!(of("scoreLead").parse::<f64>().is_ok_and(f64::is_finite), "{block}");
        assert_eq!(of("order"), number.to_string(), "{block}");
        of("move")
    })
}

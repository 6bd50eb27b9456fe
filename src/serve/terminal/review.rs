//! A review in words: what each move lost, and what would have been better, for a person.

/// Moves of a better line that are named.
const MAX_NAMES: usize = 4;

/// Returns the lines of `review` in words. A line that describes no move, accuracy or turning point stays as it is.
pub(super) fn text(reply: &str) -> String {
    let text = |line: &str| accuracy_text(line).or_else(|| turning_text(line)).or_else(|| move_text(line));
    reply.lines().map(|line| text(line).unwrap_or_else(|| end_text(line))).collect::<Vec<_>>().join("\n")
}

/// Returns the value of `key=value` in a line.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

/// Returns a share between 0 and 1 in percent.
fn percent(line: &str, key: &str) -> Option<f64> {
    Some(100.0 * value(line, key)?.parse::<f64>().ok()?)
}

/// Returns `2. white d8? loses 10 %, better h2 j2`.
fn move_text(line: &str) -> Option<String> {
    let (number, rest) = line.split_once(' ')?;
    let number: usize = number.parse().ok()?;
    let (color, rest) = rest.split_once(' ')?;
    let (mv, _) = rest.split_once(" win=")?;
    let (win, loss, class) = (percent(line, "win")?, percent(line, "loss")?, value(line, "class")?);
    let sign = match class {
        "inaccuracy" => "?!",
        "mistake" => "?",
        "blunder" => "??",
        _ => "",
    };
    let is_proved = value(line, "proved") == Some("1");
    let what = match (sign, is_proved) {
        ("", true) if win >= 100.0 => "keeps the win".to_owned(),
        ("", true) if win <= 0.0 => "is lost, as any other".to_owned(),
        ("", true) => "keeps the draw".to_owned(),
        ("", false) if loss < 0.5 => "is good".to_owned(),
        ("", false) => format!("is good, loses {loss:.0} %"),
        (_, true) if win >= 100.0 && loss >= 100.0 => "gives the win away".to_owned(),
        (_, true) => format!("loses {loss:.0} % for certain"),
        (_, false) => format!("loses {loss:.0} %"),
    };
    let lost = value(line, "lost").and_then(|lost| lost.parse::<i64>().ok()).filter(|&lost| lost > 0);
    let points = lost.map_or_else(String::new, |lost| format!(", {lost} less than possible"));
    // The names of a game have as many commas each: h0,0.
    let parts: Vec<&str> = value(line, "best")?.split(',').filter(|part| !part.is_empty()).collect();
    let line: Vec<String> = parts.chunks(mv.matches(',').count() + 1).map(|parts| parts.join(",")).take(MAX_NAMES).collect();
    let better =
        if sign.is_empty() && lost.is_none() || line.is_empty() { String::new() } else { format!(", better {}", line.join(" ")) };
    Some(format!("{number}. {color} {mv}{sign} {what}{points}{better}"))
}

/// Returns `black: accuracy 97 %, 12 good moves, 1 inaccuracy`.
fn accuracy_text(line: &str) -> Option<String> {
    let rest = line.strip_prefix("accuracy ")?;
    let (color, accuracy) = rest.split(' ').next()?.split_once('=')?;
    let kinds = [
        ("good", "good move", "good moves"),
        ("inaccuracy", "inaccuracy", "inaccuracies"),
        ("mistake", "mistake", "mistakes"),
        ("blunder", "blunder", "blunders"),
    ];
    let count = |(key, one, many): &(&str, &str, &str)| match value(rest, key)? {
        "0" => None,
        "1" => Some(format!("1 {one}")),
        number => Some(format!("{number} {many}")),
    };
    let counts: Vec<String> = kinds.iter().filter_map(count).collect();
    Some(format!("{color}: accuracy {accuracy} %, {}", counts.join(", ")))
}

/// Returns `The game turned with move 5, white d8.`
fn turning_text(line: &str) -> Option<String> {
    let (number, mv) = line.strip_prefix("turning point ")?.split_once(' ')?;
    Some(format!("The game turned with move {number}, {mv}."))
}

/// Returns how many moves were reviewed, or another line as it is.
fn end_text(line: &str) -> String {
    match (line.starts_with("reviewed "), value(line, "moves"), value(line, "of"), value(line, "seconds")) {
        (true, Some(moves), Some(all), Some(seconds)) => format!("{moves} of {all} moves in {seconds} s"),
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_in_words() {
        let cases = [
            (
                "2 white d8 win=0.611 loss=0.102 class=mistake proved=0 best=h2,j2,a1,b1,c1",
                "2. white d8? loses 10 %, better h2 j2 a1 b1",
            ),
            ("1 black c3 win=1.000 loss=0.000 class=good proved=1 best=c3", "1. black c3 keeps the win"),
            ("2 white a1 win=0.000 loss=0.000 class=good proved=1 best=", "2. white a1 is lost, as any other"),
            ("3 black 4 win=1.000 loss=1.000 class=blunder proved=1 best=5", "3. black 4?? gives the win away, better 5"),
            (
                "5 black h0,0 win=1.000 loss=0.000 class=good proved=1 score=5 lost=2 best=v1,1",
                "5. black h0,0 keeps the win, 2 less than possible, better v1,1",
            ),
            ("4 white b2 win=0.500 loss=0.021 class=good proved=0 best=c1", "4. white b2 is good, loses 2 %"),
            (
                "accuracy black=97.3 good=12 inaccuracy=1 mistake=0 blunder=0",
                "black: accuracy 97.3 %, 12 good moves, 1 inaccuracy",
            ),
            ("turning point 5 white d8", "The game turned with move 5, white d8."),
            ("reviewed moves=2 of=12 positions=3 seconds=0.5", "2 of 12 moves in 0.5 s"),
            ("anything else", "anything else"),
        ];
        for (line, wanted) in cases {
            assert_eq!(text(line), wanted);
        }
    }
}

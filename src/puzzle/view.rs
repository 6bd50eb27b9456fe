//! What a puzzle's pictures are asked to show.

use crate::protocol::{Args, Failure, quoted};

/// `[plain|color] [solution] [grid]`
pub struct View {
    /// In colours.
    pub colored: bool,
    /// A solution instead of what the player has done.
    pub solution: bool,
    /// With rules between the cells.
    pub ruled: bool,
}

impl View {
    /// Takes all words.
    ///
    /// # Errors
    /// Another word, or one that stands twice.
    pub fn take(args: &mut Args<'_>) -> Result<View, Failure> {
        let (mut colored, mut solution, mut ruled) = (None, None, None);
        while let Some(word) = args.word() {
            let twice = match word {
                "plain" | "color" => colored.replace(word == "color").is_some(),
                "solution" => solution.replace(true).is_some(),
                "grid" => ruled.replace(true).is_some(),
                _ => return Err(Failure::Syntax(format!("{} is not plain, color, solution or grid", quoted(word)))),
            };
            if twice {
                return Err(Failure::Syntax(format!("unexpected {}", quoted(word))));
            }
        }
        let is_set = |word: Option<bool>| word == Some(true);
        Ok(View { colored: is_set(colored), solution: is_set(solution), ruled: is_set(ruled) })
    }
}

/// Takes `[solution]`: whether it stands there.
///
/// # Errors
/// Another word.
pub fn take_solution(args: &mut Args<'_>) -> Result<bool, Failure> {
    let word = args.word();
    args.end()?;
    match word {
        None => Ok(false),
        Some("solution") => Ok(true),
        Some(word) => Err(Failure::Syntax(format!("{} is not solution", quoted(word)))),
    }
}

//! Proves the score of an empty board, without the table of openings.

use clap::Args;
use ludion::figures::Stopwatch;
use ludion::game::Tell;
use ludion::games::connect4::bench::rates;
use ludion::games::connect4::bits::{Shape, Stones};
use ludion::games::connect4::score::Score;
use ludion::games::connect4::solver::Solver;
use ludion::search::{Budget, Control};

use crate::lab::long_run::{Threads, parse_mib};

/// What to prove.
#[derive(Args)]
pub struct Options {
    /// Columns and rows, as 7x6; at most 8x7
    #[arg(value_parser = parse_shape)]
    size: Shape,
    #[command(flatten)]
    threads: Threads,
    /// Size of the table in MiB
    #[arg(long, value_name = "N", default_value = "1024", value_parser = parse_mib())]
    hash_mb: usize,
}

/// Parses the size of a board.
fn parse_shape(word: &str) -> Result<Shape, String> {
    let sides = word.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let shape = sides.and_then(|(width, height)| Shape::new(width, height));
    shape.ok_or_else(|| format!("{word:?} is not a board of at most 8x7: write it as 7x6"))
}

/// Proves the score.
pub fn run(options: &Options, print: Tell<'_>) {
    let (shape, threads) = (options.size, options.threads.count());
    let (mut solver, budget) = (Solver::without_openings(shape, options.hash_mb << 20), Budget::default());
    let control = Control::new(&budget, threads);
    let watch = Stopwatch::start();
    if let Ok((Score(score), cell)) = solver.best(Stones::default(), &control) {
        let (name, column) = (format_args!("{}x{}", shape.width, shape.height), Shape::column_of(cell) + 1);
        print(format!("{name} score {score} move {column} threads {threads} {}", rates(&watch, &control, 1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_board_is_proved() {
        let options = Options { size: parse_shape("4x4").unwrap(), threads: Threads::default(), hash_mb: 1 };
        let mut lines = Vec::new();
        run(&options, &mut |line| lines.push(line));
        assert!(lines[0].starts_with("4x4 score 0 "), "{lines:?}");
        assert!(["", "7", "9x6", "7x6x1"].iter().all(|word| parse_shape(word).is_err()));
    }
}

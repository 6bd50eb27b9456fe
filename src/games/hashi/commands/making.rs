//! The verb that makes puzzles.

use crate::game::Context;
use crate::games::hashi::Hashi;
use crate::games::hashi::board::Rules;
use crate::games::hashi::generate::{self, Method, Order};
use crate::games::hashi::notation::{Variant, position_text};
use crate::grid::Size;
use crate::protocol::{Args, Failure, Outcome};
use crate::puzzle::Level;
use crate::puzzle::generator::{GenerateError, GeneratorOptions};

/// Side of a puzzle where none is asked for.
const SIDE: usize = 10;

/// Islands for each cell where nothing is asked for.
const DENSITY: f64 = 0.25;

/// What is asked for. What the simple procedure makes is of any difficulty and seldom unique, unless more is asked for.
fn order(args: &mut Args<'_>, seed: u64) -> Result<Order, Failure> {
    let mut variant = Variant::default();
    let methods = Method::ALL.map(|method| (method.name(), method));
    let options = GeneratorOptions::take(args, &methods, &["max_bridges", "loops"], &mut |word| variant.take(word))?;
    let method = options.method.unwrap_or_default();
    let rules = variant.over(Rules::default());
    // Where a channel has a bridge or none, bounds say what capacity says.
    let flat = rules.max_bridges == 1;
    let (unique, level) = options.demands(method == Method::Best, if flat { Level::Easy } else { Level::Medium })?;
    if flat && level == Some(Level::Medium) {
        return Err(Failure::Other(
            "no puzzle is medium where max_bridges=1: the rule bound never finds more than full and complete".into(),
        ));
    }
    let size = options.size.unwrap_or(Size::square(SIDE));
    let density = options.density.unwrap_or(DENSITY);
    Ok(Order { size, rules, density, level, unique, method, seed: options.seed.unwrap_or(seed) })
}

/// `generate [KEY=VALUE]...`
pub(super) fn generate(hashi: &mut Hashi, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let order = order(args, context.settings.seed)?;
    let made = generate::generate(&order, &context.open_budget()).map_err(|failed| match failed {
        GenerateError::GaveUp(0) => Failure::Other("gave up: there is no room for two islands".into()),
        _ => failed.into(),
    })?;
    *hashi = Hashi::new(made.puzzle, Vec::new());
    let islands = hashi.puzzle.islands().len();
    let density = islands as f64 / order.size.area() as f64;
    let difficulty = order.level.map_or_else(String::new, |level| format!(" difficulty={}", level.name()));
    let seconds = context.started.elapsed().as_secs_f64();
    let facts = format!(
        "generated size={} islands={islands} density={density:.3}{difficulty} tries={} seconds={seconds:.6}",
        order.size, made.tries
    );
    Ok(format!("{facts}\n{}", position_text(&hashi.puzzle, std::iter::empty())))
}

//! The verb that makes puzzles.

use crate::game::Context;
use crate::games::hitori::Hitori;
use crate::games::hitori::generate::{self, Method, Order};
use crate::games::hitori::notation::position_text;
use crate::grid::Size;
use crate::protocol::{Args, Failure, Outcome};
use crate::puzzle::Level;
use crate::puzzle::generator::GeneratorOptions;

/// Side of a puzzle where none is asked for.
const SIDE: usize = 10;

/// What is asked for. What the document's procedures make is of any difficulty and seldom unique, unless more is asked for.
fn order(args: &mut Args<'_>, seed: u64) -> Result<Order, Failure> {
    let methods = Method::ALL.map(|method| (method.name(), method));
    let options = GeneratorOptions::take(args, &methods, &[], &mut |_| Ok(false))?;
    let method = options.method.unwrap_or_default();
    let (unique, level) = options.demands(method == Method::Best, Level::Medium)?;
    if method == Method::Alternative && options.density.is_some() {
        return Err(Failure::Syntax("method=alternative has no density".into()));
    }
    let size = options.size.unwrap_or(Size::square(SIDE));
    Ok(Order { size, density: options.density, level, unique, method, seed: options.seed.unwrap_or(seed) })
}

/// `generate [KEY=VALUE]...`
pub(super) fn generate(hitori: &mut Hitori, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let order = order(args, context.settings.seed)?;
    let made = generate::generate(&order, &context.open_budget())?;
    *hitori = Hitori::new(made.grid, Vec::new());
    let density = made.density.map_or_else(String::new, |density| format!(" density={density:.3}"));
    let difficulty = order.level.map_or_else(String::new, |level| format!(" difficulty={}", level.name()));
    let seconds = context.started.elapsed().as_secs_f64();
    let facts = format!("generated size={}{density}{difficulty} tries={} seconds={seconds:.6}", order.size, made.tries);
    Ok(format!("{facts}\n{}", position_text(&hitori.grid, std::iter::empty())))
}

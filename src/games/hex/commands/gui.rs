//! The commands that HexGui and the test suites of Benzene send beside the plain ones.

use super::super::Hex;
use super::super::board::record::Swap;
use crate::game::Context;
use crate::protocol::{Args, Failure, Outcome, quote};

/// HexGui's analyze dialog: type, label, command. `%m` is the side to move, `%c` a chosen colour, `%p` and `%P` one point or
/// several. A command that may run without end is listed under a name for which HexGui enables its Stop button.
const ANALYZE: &[&str] = &[
    "move/Generate Move/genmove %m",
    "string/Who Wins/dfpn-solve-state %m",
    "string/Analyze/gogui-gfx-analyze %m",
    "inferior/VC Build/vc-build %m",
    "inferior/VC Build Incremental/vc-build-incremental %m %p",
    "inferior/VC Get Mustplay/vc-get-mustplay %m",
    "inferior/Inferior Cells/compute-inferior %m",
    "inferior/Fill-In/compute-fillin %m",
    "plist/Captured Regions/find-comb-decomp %c",
    "vc/VC Between Cells (Full)/vc-between-cells-full %c %P",
    "vc/VC Between Cells (Semi)/vc-between-cells-semi %c %P",
    "plist/VC Connected To (Full)/vc-connected-to-full %c %p",
    "plist/VC Connected To (Semi)/vc-connected-to-semi %c %p",
    "plist/VC Intersection (Full)/vc-intersection-full %c %P",
    "plist/VC Intersection (Semi)/vc-intersection-semi %c %P",
    "plist/VC Union (Full)/vc-union-full %c %P",
    "plist/VC Union (Semi)/vc-union-semi %c %P",
    "string/Resistance/eval-resist %m",
    "pspairs/Cell Energy/eval-resist-cells %c",
    "pspairs/Opponent's Semis/eval-semis %m",
    "plist/Legal Moves/legal_moves %m",
    "pspairs/Cell Points/eval-cells",
    "pspairs/Two-Distance/eval-twod %c",
    "string/Show Board/showboard",
    "string/Position/position",
    "param/Game Options/param_game",
    "param/Solver Options/param_dfpn",
    "param/Settings/param",
    "string/Help/help",
];

pub(super) fn analyze_commands(_: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    Ok(ANALYZE.join("\n"))
}

/// Lists the analysis commands for GoGui, without those that need HexGui's types for moves, inferior cells and connections, or
/// drawings before a reply.
pub(super) fn gogui_commands(_: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    let line = |line: &&str| match line.split_once('/')? {
        ("move", _) => None,
        (_, rest) if rest.ends_with("gogui-gfx-analyze %m") => None,
        ("inferior", rest) => Some(format!("pspairs/{rest}")),
        ("vc", rest) => Some(format!("string/{rest}")),
        _ => Some((*line).to_owned()),
    };
    Ok(ANALYZE.iter().filter_map(line).collect::<Vec<_>>().join("\n"))
}

pub(super) fn param_game(hex: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let pair = key_and_value(args)?;
    match pair {
        None => Ok(format!("[bool] allow_swap {}", u8::from(hex.options.swap != Swap::None))),
        Some(("allow_swap", value)) => {
            hex.options.swap = Swap::from_permission(flag(value)?);
            Ok(String::new())
        }
        Some((key, _)) => Err(Failure::Other(format!("unknown parameter {}", quote(key)))),
    }
}

pub(super) fn param_dfpn(_: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    match key_and_value(args)? {
        None => Ok("[bool] use_guifx 0".into()),
        Some(("use_guifx", value)) => flag(value).map(|_| String::new()),
        Some(_) => Ok(String::new()),
    }
}

/// Accepts any key with any value and does nothing: the settings of another engine, which its suites send.
pub(super) fn accept_param(_: &mut Hex, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    key_and_value(args)?;
    Ok(String::new())
}

fn key_and_value<'a>(args: &mut Args<'a>) -> Result<Option<(&'a str, &'a str)>, Failure> {
    let pair = match (args.word(), args.word()) {
        (None, _) => None,
        (Some(key), Some(value)) => Some((key, value)),
        (Some(_), None) => return Err(Failure::Syntax("VALUE is missing".into())),
    };
    args.end()?;
    Ok(pair)
}

fn flag(word: &str) -> Result<bool, Failure> {
    match word {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(Failure::Syntax(format!("{} is not 0|1", quote(word)))),
    }
}

//! The verbs of games on graphs, each with its short handler.

use std::sync::Arc;

use super::board::{Board, Refusal};
use super::notation::{self, Position, name, position_text};
use super::{GraphGame, Loaded, picture, player, reading};
use crate::attractor::{Goal, Solution, Vertex};
use crate::color::Color;
use crate::game::{Command, Context, exported, timed};
use crate::protocol::{Args, Failure, Outcome, color, quoted, unsigned};

mod theory;

/// The table.
pub(super) const COMMANDS: &[Command<GraphGame>] = &[
    Command {
        name: "load",
        usage: "TEXT",
        summary: "a game graph on one line: `ID OWNER -|G1|G2|N SUCC...` for each vertex, `;` between; or PGSolver, or DOT",
        example: "load a 1 - b c;b 1 G1;c 2 N",
        run: load,
    },
    Command {
        name: "load_file",
        usage: "PATH",
        summary: "a game graph from a file, of any size: .game, PGSolver or DOT, as it is or in gzip",
        example: "list_commands",
        run: load_file,
    },
    Command {
        name: "clear_board",
        usage: "",
        summary: "back to the vertex that the play began at",
        example: "clear_board",
        run: clear_board,
    },
    Command {
        name: "play",
        usage: "COLOR MOVE",
        summary: "moves along an edge to a vertex, by name or number; or resign",
        example: "play b 9.2",
        run: play,
    },
    Command { name: "undo", usage: "[N]", summary: "takes the last move back, or the last N", example: "clear_board", run: undo },
    Command {
        name: "genmove",
        usage: "COLOR",
        summary: "chooses and makes a move: the quickest win, else a draw, else the slowest loss; none when the game is over",
        example: "genmove b",
        run: genmove,
    },
    Command {
        name: "reg_genmove",
        usage: "COLOR",
        summary: "as genmove, without moving",
        example: "reg_genmove b",
        run: reg_genmove,
    },
    Command {
        name: "legal_moves",
        usage: "[COLOR]",
        summary: "the successors of the current vertex",
        example: "legal_moves",
        run: legal_moves,
    },
    Command {
        name: "final_score",
        usage: "",
        summary: "B+ (player 1), W+ or 0; fails at vertices that are not final",
        example: "list_commands",
        run: final_score,
    },
    timed::time_settings(),
    timed::time_left(),
    Command {
        name: "position",
        usage: "[TEXT]",
        summary: "the graph and the current vertex as one line, or sets them; `at V` alone is a vertex of this graph",
        example: "position at 9.2",
        run: position,
    },
    Command {
        name: "showboard",
        usage: "[plain|color] [values]",
        summary: "the vertices with owner, goal and successors; with their winners and ranks",
        example: "showboard",
        run: showboard,
    },
    Command { name: "svg", usage: "[values]", summary: "the graph as an SVG document", example: "svg", run: svg },
    Command {
        name: "solve",
        usage: "[COLOR]",
        summary: "who wins from the current vertex, in how many moves, and how many vertices each player wins",
        example: "solve",
        run: theory::solve,
    },
    Command {
        name: "move_values",
        usage: "[COLOR]",
        summary: "what each move is worth to the player who makes it, and in how many moves",
        example: "move_values",
        run: theory::move_values,
    },
    Command {
        name: "analyze",
        usage: "COLOR",
        summary: "tells the best moves with their lines until the next request",
        example: "analyze b",
        run: analyze,
    },
    Command {
        name: "value",
        usage: "V",
        summary: "who wins from a vertex: win1, win2 or draw",
        example: "value 8.2",
        run: theory::value,
    },
    Command {
        name: "rank",
        usage: "V",
        summary: "the rank of a vertex in its winner's attractor; - for a draw",
        example: "rank 8.2",
        run: theory::rank,
    },
    Command {
        name: "attractor",
        usage: "1|2 [N]",
        summary: "a player's attractor, what is new at each rank in a line; up to rank N",
        example: "attractor 1",
        run: theory::attractor,
    },
    Command {
        name: "strategy",
        usage: "1|2",
        summary: "a winning move of each vertex that a player owns and wins: a>b",
        example: "strategy 1",
        run: theory::strategy,
    },
    Command {
        name: "verify",
        usage: "[STRATEGY]",
        summary: "checks all values, ranks and best moves without solving; or tries a strategy a>b c>d against all plays",
        example: "verify",
        run: theory::verify,
    },
    Command {
        name: "minmax",
        usage: "DEPTH|inf [HEURISTIC]",
        summary: "min-max to a depth, or to the ends of an acyclic game; scores a=3 b=-0.5 c=inf, else infinite at goals and 0",
        example: "minmax 3",
        run: theory::minmax,
    },
    exported::export(),
];

/// What is said of a graph that was just read.
fn loaded_line(loaded: &Loaded) -> String {
    let graph = &loaded.graph;
    format!(
        "loaded vertices={} edges={} start={} bipartite={}",
        graph.vertex_count(),
        graph.edge_count(),
        name(loaded, graph.start()),
        u8::from(graph.is_bipartite())
    )
}

fn take(game: &mut GraphGame, loaded: Loaded) -> String {
    let line = loaded_line(&loaded);
    game.restart(Board::new(Arc::new(loaded)));
    line
}

fn load(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let text = args.rest();
    if text.is_empty() {
        return Err(Failure::Syntax("TEXT is missing".into()));
    }
    Ok(take(game, notation::parse_graph(text)?))
}

fn load_file(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let path = args.rest();
    if path.is_empty() {
        return Err(Failure::Syntax("PATH is missing".into()));
    }
    let loaded = reading::file(path, context.settings.threads, &context.stop).map_err(Failure::CannotLoadFile)?;
    Ok(take(game, loaded))
}

fn clear_board(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.restart(Board::from(game.board.loaded().clone(), game.board.first()));
    Ok(String::new())
}

fn refused(board: &Board, refusal: Refusal, to: Option<Vertex>) -> Failure {
    Failure::IllegalMove(match (refusal, to) {
        (Refusal::OutOfTurn(color), _) => format!("{} to move", color.name()),
        (Refusal::Over, _) => "the game is over".to_owned(),
        (Refusal::NoEdge, Some(to)) => {
            let loaded = board.loaded();
            format!("no edge leads from {} to {}", name(loaded, board.current()), name(loaded, to))
        }
        (Refusal::NoEdge, None) => "no edge leads there".to_owned(),
    })
}

fn play(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let word = args.word().ok_or_else(|| Failure::Syntax("MOVE is missing".into()))?;
    args.end()?;
    let (to, played) = match notation::vertex(game.board.loaded(), word) {
        Ok(to) => (Some(to), game.board.play(color, to)),
        Err(_) if word.eq_ignore_ascii_case("resign") => (None, game.board.resign(color)),
        Err(_) => return Err(Failure::IllegalMove(format!("there is no vertex {}", quoted(word)))),
    };
    played.map_err(|refusal| refused(&game.board, refusal, to))?;
    Ok(String::new())
}

fn undo(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let count = args.optional("a number of moves", unsigned::<usize>)?.unwrap_or(1);
    args.end()?;
    if count > game.board.length() {
        return Err(Failure::CannotUndo);
    }
    (0..count).for_each(|_| game.board.undo());
    Ok(String::new())
}

fn genmove(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    let Some(to) = chosen(game, color, context)? else { return Ok("none".to_owned()) };
    game.board.play(color, to).map_err(|refusal| refused(&game.board, refusal, Some(to)))?;
    game.clock.spend(color, context.started.elapsed().as_secs_f64());
    Ok(name(game.board.loaded(), to))
}

fn reg_genmove(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    Ok(chosen(game, color, context)?.map_or_else(|| "none".to_owned(), |to| name(game.board.loaded(), to)))
}

/// The engine's move for a colour; `None` when the game is over.
fn chosen(game: &mut GraphGame, color: Color, context: &Context<'_>) -> Result<Option<Vertex>, Failure> {
    if game.board.outcome().is_some() {
        return Ok(None);
    }
    if color != game.board.to_move() {
        return Err(refused(&game.board, Refusal::OutOfTurn(game.board.to_move()), None));
    }
    let budget = context.move_budget(&game.clock, color, 1);
    let solution = game.solution(context.settings.threads, &budget);
    let (graph, current) = (game.board.graph(), game.board.current());
    Ok(match solution {
        Some(solution) => player::choose(graph, &solution, current, context.settings, game.board.moves().len()),
        // Out of time before anything is known: any move is better than none.
        None => graph.successors(current).next(),
    })
}

fn legal_moves(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.optional("COLOR", color)?;
    args.end()?;
    if game.board.outcome().is_some() {
        return Ok(String::new());
    }
    Ok(notation::names(game.board.loaded(), theory::moves(game)))
}

fn final_score(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    match game.board.outcome() {
        Some(Goal::Of(winner)) => Ok(format!("{}+", winner.letter())),
        Some(Goal::Nobody) => Ok("0".to_owned()),
        None => Err(Failure::CannotScore),
    }
}

fn position(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    if args.is_empty() {
        return Ok(position_text(&game.board));
    }
    let (loaded, at) = match notation::parse_position(args.rest())? {
        Position::At(at) => (game.board.loaded().clone(), Some(at)),
        Position::Whole(loaded, at) => (Arc::new(loaded), at),
    };
    let first = match at {
        Some(word) => notation::vertex(&loaded, word)?,
        None => loaded.graph.start(),
    };
    game.restart(Board::from(loaded, first));
    Ok(String::new())
}

/// The solution, for `values`.
fn overlay(game: &mut GraphGame, word: &str, context: &Context<'_>) -> Result<Arc<Solution>, Failure> {
    match word {
        "values" => solved(game, context),
        _ => Err(Failure::Syntax(format!("{} is not an overlay (values)", quoted(word)))),
    }
}

fn showboard(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let mut colored = None;
    let mut solution = None;
    while let Some(word) = args.word() {
        match word {
            "plain" | "color" if colored.is_none() => colored = Some(word == "color"),
            _ if solution.is_none() => solution = Some(overlay(game, word, context)?),
            _ => return Err(Failure::Syntax(format!("unexpected {}", quoted(word)))),
        }
    }
    let text = picture::text(&game.board, solution.as_deref()).render(colored == Some(true));
    let turn = match game.board.outcome() {
        Some(_) => "game over".to_owned(),
        None => format!("{} to move", game.board.to_move().name()),
    };
    let graph = game.board.graph();
    Ok(format!("\n{text}\nvertices {} edges {}, {turn}", graph.vertex_count(), graph.edge_count()))
}

fn svg(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let word = args.word();
    args.end()?;
    let solution = word.map(|word| overlay(game, word, context)).transpose()?;
    Ok(picture::svg(&game.board, solution.as_deref()).render())
}

fn analyze(game: &mut GraphGame, args: &mut Args<'_>, context: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    args.end()?;
    if game.board.outcome().is_some() {
        return Err(Failure::Other("the game is over".into()));
    }
    if color != game.board.to_move() {
        return Err(refused(&game.board, Refusal::OutOfTurn(game.board.to_move()), None));
    }
    let solution = solved(game, context)?;
    let lines = theory::info_lines(game, &solution);
    context.keep_open(&lines);
    Ok(String::new())
}

/// The colour that may be asked about: the owner of the current vertex.
fn color_to_move(game: &GraphGame, args: &mut Args<'_>) -> Result<Color, Failure> {
    let owner = game.board.to_move();
    let asked = args.optional("COLOR", color)?.unwrap_or(owner);
    args.end()?;
    if asked == owner { Ok(owner) } else { Err(refused(&game.board, Refusal::OutOfTurn(owner), None)) }
}

fn interrupted() -> Failure {
    Failure::Other("interrupted".into())
}

/// The solution, or that there was no time for it.
fn solved(game: &mut GraphGame, context: &Context<'_>) -> Result<Arc<Solution>, Failure> {
    game.solution(context.settings.threads, &context.open_budget()).ok_or_else(interrupted)
}

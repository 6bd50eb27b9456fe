//! The verbs of games on graphs, each with its short handler.

use std::sync::Arc;

use super::board::{Board, Refusal};
use super::notation::{self, ParsedPosition, position_text, vertex_name};
use super::{GraphGame, NamedGraph, parser, picture, player};
use crate::attractor::{Goal, Solution, Vertex};
use crate::color::Color;
use crate::game::chosen::{self, Chosen};
use crate::game::shown::{self, Shown};
use crate::game::{Command, Context, export, timed, undone};
use crate::picture::{Svg, Text};
use crate::protocol::{Args, Failure, Outcome, color, quoted};

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
    undone::undo(),
    chosen::genmove(),
    chosen::reg_genmove(),
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
        run: shown::showboard,
    },
    Command { name: "svg", usage: "[values]", summary: "the graph as an SVG document", example: "svg", run: shown::svg },
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
    export::export(),
];

/// What is said of a graph that was just read.
fn loaded_line(named: &NamedGraph) -> String {
    let graph = &named.graph;
    format!(
        "loaded vertices={} edges={} start={} bipartite={}",
        graph.vertex_count(),
        graph.edge_count(),
        vertex_name(named, graph.start()),
        u8::from(graph.is_bipartite())
    )
}

fn take(game: &mut GraphGame, named: NamedGraph) -> String {
    let line = loaded_line(&named);
    game.restart(Board::new(Arc::new(named)));
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
    let named = parser::parse_file(path, context.settings.threads, &context.stop).map_err(Failure::CannotLoadFile)?;
    Ok(take(game, named))
}

fn clear_board(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.end()?;
    game.restart(Board::starting_at(game.board.named_graph().clone(), game.board.start()));
    Ok(String::new())
}

fn refused(board: &Board, refusal: Refusal, to: Option<Vertex>) -> Failure {
    Failure::IllegalMove(match (refusal, to) {
        (Refusal::OutOfTurn(color), _) => format!("{} to move", color.name()),
        (Refusal::Over, _) => "the game is over".to_owned(),
        (Refusal::NoEdge, Some(to)) => {
            let named = board.named_graph();
            format!("no edge leads from {} to {}", vertex_name(named, board.current()), vertex_name(named, to))
        }
        (Refusal::NoEdge, None) => "no edge leads there".to_owned(),
    })
}

fn play(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    let color = args.next("COLOR", color)?;
    let word = args.word().ok_or_else(|| Failure::Syntax("MOVE is missing".into()))?;
    args.end()?;
    let to = match notation::find_vertex(game.board.named_graph(), word) {
        Ok(to) => Some(to),
        Err(_) if word.eq_ignore_ascii_case("resign") => None,
        Err(_) => return Err(Failure::IllegalMove(format!("there is no vertex {}", quoted(word)))),
    };
    game.make(color, to)?;
    Ok(String::new())
}

impl Chosen for GraphGame {
    type Move = Vertex;

    fn choose(&mut self, color: Color, context: &Context<'_>) -> Result<Option<Vertex>, Failure> {
        if self.board.outcome().is_some() {
            return Ok(None);
        }
        if color != self.board.to_move() {
            return Err(refused(&self.board, Refusal::OutOfTurn(self.board.to_move()), None));
        }
        let budget = context.move_budget(&self.clock, color, 1);
        let solution = self.solution(context.settings.threads, &budget);
        let (graph, current) = (self.board.graph(), self.board.current());
        Ok(match solution {
            Some(solution) => player::choose(graph, &solution, current, context.settings, self.board.moves().len()),
            // Out of time before anything is known: any move is better than none.
            None => graph.successors(current).next(),
        })
    }

    fn move_name(&self, mv: Vertex) -> String {
        vertex_name(self.board.named_graph(), mv)
    }

    fn make(&mut self, color: Color, mv: Option<Vertex>) -> Result<(), Failure> {
        let played = match mv {
            Some(to) => self.board.play(color, to),
            None => self.board.resign(color),
        };
        played.map_err(|refusal| refused(&self.board, refusal, mv))
    }
}

fn legal_moves(game: &mut GraphGame, args: &mut Args<'_>, _: &mut Context<'_>) -> Outcome {
    args.optional("COLOR", color)?;
    args.end()?;
    if game.board.outcome().is_some() {
        return Ok(String::new());
    }
    Ok(notation::vertex_names(game.board.named_graph(), theory::moves(game)))
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
    let (named, at) = match notation::parse_position(args.rest())? {
        ParsedPosition::Vertex(at) => (game.board.named_graph().clone(), Some(at)),
        ParsedPosition::Graph(named, at) => (Arc::new(named), at),
    };
    let first = match at {
        Some(word) => notation::find_vertex(&named, word)?,
        None => named.graph.start(),
    };
    game.restart(Board::starting_at(named, first));
    Ok(String::new())
}

impl Shown for GraphGame {
    type Overlay = Arc<Solution>;

    fn overlay(&mut self, name: &str, context: &Context<'_>) -> Result<Arc<Solution>, Failure> {
        match name {
            "values" => solved(self, context),
            _ => Err(Failure::Syntax(format!("{} is not an overlay (values)", quoted(name)))),
        }
    }

    fn text(&self, overlay: Option<&Arc<Solution>>) -> Text {
        picture::text(&self.board, overlay.map(Arc::as_ref))
    }

    fn caption(&self) -> String {
        let turn = match self.board.outcome() {
            Some(_) => "game over".to_owned(),
            None => format!("{} to move", self.board.to_move().name()),
        };
        let graph = self.board.graph();
        format!("vertices {} edges {}, {turn}", graph.vertex_count(), graph.edge_count())
    }

    fn svg(&self, overlay: Option<&Arc<Solution>>) -> Svg {
        picture::svg(&self.board, overlay.map(Arc::as_ref))
    }
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
    context.stream_lines(&lines);
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

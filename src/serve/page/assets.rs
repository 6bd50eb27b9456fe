//! The files of the page, compiled in: the core, its words in each language, and the module of each game.

use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::engine::Engine;

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

/// Makes the table of files: the path in the address, the type, the source.
macro_rules! files {
    ($($path:literal $kind:ident $source:literal)*) => {
        const FILES: &[File] = &[$(File { path: $path, kind: $kind, content: include_str!($source) }),*];
    };
}

files! {
    "/" HTML "web/index.html"
    "/style.css" STYLE "web/style.css"
    "/icon.svg" IMAGE "web/icon.svg"
    "/main.js" SCRIPT "web/main.js"
    "/dom.js" SCRIPT "web/dom.js"
    "/link.js" SCRIPT "web/link.js"
    "/board.js" SCRIPT "web/board.js"
    "/record.js" SCRIPT "web/record.js"
    "/session.js" SCRIPT "web/session.js"
    "/settings.js" SCRIPT "web/settings.js"
    "/turn.js" SCRIPT "web/turn.js"
    "/review.js" SCRIPT "web/review.js"
    "/puzzle.js" SCRIPT "web/puzzle.js"
    "/panels.js" SCRIPT "web/panels.js"
    "/files.js" SCRIPT "web/files.js"
    "/edit.js" SCRIPT "web/edit.js"
    "/duel.js" SCRIPT "web/duel.js"
    "/zoom.js" SCRIPT "web/zoom.js"
    "/words/en.js" SCRIPT "words/en.js"
    "/words/fr.js" SCRIPT "words/fr.js"
}

/// Answers with a file.
pub async fn serve(address: Uri) -> Response {
    let path = address.path();
    if let Some(file) = FILES.iter().find(|file| file.path == path) {
        return ([(CONTENT_TYPE, file.kind)], file.content).into_response();
    }
    let name = path.strip_prefix("/games/").and_then(|name| name.strip_suffix(".js"));
    let pages = Engine::default().pages();
    match name.and_then(|name| pages.into_iter().find(|page| page.0 == name)) {
        Some((_, content)) => ([(CONTENT_TYPE, SCRIPT)], content).into_response(),
        None => (StatusCode::NOT_FOUND, "no such file").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Most bytes of all files together.
    const MAX_BYTES: usize = 200_000;

    #[test]
    fn all_games_are_there_and_all_is_small() {
        let pages = Engine::default().pages();
        let core = FILES.iter().map(|file| file.content.len()).sum::<usize>();
        let games = pages.iter().map(|page| page.1.len()).sum::<usize>();
        assert!(core + games <= MAX_BYTES, "{core} + {games} bytes");
        assert!(pages.iter().all(|(_, content)| content.contains("export default")), "a game has no page.js");
    }

    #[test]
    fn the_core_names_no_game() {
        for (name, _) in Engine::default().pages() {
            for file in FILES.iter().filter(|file| !file.path.starts_with("/words/")) {
                let mut words = file.content.split(|c: char| !c.is_ascii_alphanumeric());
                assert!(words.all(|word| word != name || name == "graph"), "{} names {name}", file.path);
            }
        }
    }
}

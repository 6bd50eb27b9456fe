//! The files of the page, compiled in: the core, its words in each language, and the module and the words of each game.

use std::borrow::Cow;

use axum::http::header::CONTENT_TYPE;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::engine::Engine;
use crate::game::about::About;

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    content: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const WORDS: &str = "application/json; charset=utf-8";
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
    "/answers.js" SCRIPT "web/answers.js"
    "/board.js" SCRIPT "web/board.js"
    "/reasons.js" SCRIPT "web/reasons.js"
    "/record.js" SCRIPT "web/record.js"
    "/session.js" SCRIPT "web/session.js"
    "/sgf.js" SCRIPT "web/sgf.js"
    "/settings.js" SCRIPT "web/settings.js"
    "/turn.js" SCRIPT "web/turn.js"
    "/tasks.js" SCRIPT "web/tasks.js"
    "/solved.js" SCRIPT "web/solved.js"
    "/lessons.js" SCRIPT "web/lessons.js"
    "/review.js" SCRIPT "web/review.js"
    "/puzzle.js" SCRIPT "web/puzzle.js"
    "/panels.js" SCRIPT "web/panels.js"
    "/files.js" SCRIPT "web/files.js"
    "/edit.js" SCRIPT "web/edit.js"
    "/duel.js" SCRIPT "web/duel.js"
    "/zoom.js" SCRIPT "web/zoom.js"
    "/words/en.json" WORDS "words/en.json"
    "/words/fr.json" WORDS "words/fr.json"
}

impl File {
    /// Returns the content as it is served, without comments and needless spaces.
    fn body(&self) -> Cow<'static, str> {
        match self.kind {
            SCRIPT => strip_comments(self.content).into(),
            STYLE => strip_style(self.content).into(),
            WORDS => strip_layout(self.content).into(),
            _ => self.content.into(),
        }
    }
}

/// Removes from a script the indentation, most spaces and line breaks, and comments: blocks `/** ... */` that begin a line, lines of
/// `//`, and types within a line; joins declarations that follow each other. The inside of a template of several lines stays.
fn strip_comments(script: &str) -> String {
    let (mut in_template, mut in_block, mut may_join, mut declares) = (false, false, false, false);
    let mut lines = String::with_capacity(script.len());
    for line in script.lines() {
        let text = line.trim_start();
        let begins_block = !in_template && text.starts_with("/**") && text.find("*/").is_none_or(|end| end + 2 == text.len());
        if in_block || begins_block {
            in_block = !text.ends_with("*/");
        } else if in_template || !text.is_empty() && !text.starts_with("//") {
            let code = (!in_template).then(|| strip_types(text));
            let stripped = code.as_deref().and_then(strip_code);
            let line = stripped.as_deref().or(code.as_deref()).unwrap_or(line);
            // A sign at the end of a line, or at the beginning of the next one, shows that the statement goes on or has ended.
            let joins = may_join
                && (lines.ends_with([',', ';', '(', '[', '{', '}'])
                    || line.starts_with(['.', '?', ':', '&', '|', ')', ']', '}']));
            if !joins && !lines.is_empty() {
                lines.push('\n');
            }
            // As within a line.
            if joins && (line.starts_with('}') && lines.ends_with([';', ',']) || line.starts_with(']') && lines.ends_with(',')) {
                lines.pop();
            }
            let declaration = stripped.is_some().then(|| names_of_let(line)).flatten();
            match declaration {
                // One `let` for both.
                Some(names) if joins && declares => {
                    lines.pop();
                    lines.push(',');
                    lines.push_str(names);
                }
                _ => lines.push_str(line),
            }
            declares = declaration.is_some();
            may_join = stripped.is_some();
            in_template ^= line.matches('`').count() % 2 == 1;
        }
    }
    lines
}

/// Words with shorter ones in their place; a name that is not assigned again needs no `const`.
const SHORTER: [(&str, &str); 3] = [("const", "let"), ("true", "!0"), ("false", "!1")];

/// Removes from a line of a script the spaces beside signs, the end of the last statement of a block, the comma after the last
/// value, and the parentheses of a single parameter, and writes shorter words and numbers. Texts between quotes, in templates and in
/// regular expressions stay. Returns `None` for a line that stays, which has a comment or a template that goes on after it.
fn strip_code(line: &str) -> Option<String> {
    let (mut stripped, mut rest) = (String::with_capacity(line.len()), line);
    while !rest.is_empty() {
        let (code, quoted) = rest.split_at(rest.find(['\'', '"', '`', '/']).unwrap_or(rest.len()));
        for (at, letter) in code.char_indices() {
            let before = stripped.chars().next_back();
            let is_last =
                |word: &str| stripped.strip_suffix(word).is_some_and(|before| !before.ends_with(|c| is_word(c) || c == '.'));
            let shorter = SHORTER.into_iter().find(|(word, _)| !is_word(letter) && is_last(word));
            if let Some((word, shorter)) = shorter {
                stripped.truncate(stripped.len() - word.len());
                stripped.push_str(shorter);
            }
            let neighbours = before.zip(rest[at + letter.len_utf8()..].chars().next());
            // Two words stay apart, and so do two signs such as `- -`.
            if letter != ' ' || neighbours.is_some_and(|(one, other)| is_word(one) && is_word(other) || one == other) {
                stripped.push(letter);
            }
            if [";}", ",}", ",]"].iter().any(|end| stripped.ends_with(end)) && !stripped.ends_with("[,]") {
                stripped.remove(stripped.len() - 2);
            }
            // `.5` for `0.5`.
            let fraction = stripped.strip_suffix(|c: char| c.is_ascii_digit()).and_then(|code| code.strip_suffix("0."));
            if fraction.is_some_and(|code| !code.ends_with(|c| is_word(c) || c == '.')) {
                stripped.remove(stripped.len() - 3);
            }
            if let Some(start) = parameter_start(&stripped) {
                stripped.drain(stripped.len() - 3..stripped.len() - 2);
                stripped.remove(start);
            }
        }
        let is_division = quoted.starts_with('/') && stripped.ends_with(|c| is_word(c) || c == ')' || c == ']');
        let length = if quoted.is_empty() || is_division { quoted.len().min(1) } else { text_length(quoted)? };
        let (text, after) = quoted.split_at(length);
        if quoted.starts_with("//") || quoted.starts_with("/*") {
            return None;
        }
        match text.strip_prefix('`') {
            Some(template) => stripped.push_str(&format!("`{}", strip_template(template))),
            None => stripped.push_str(text),
        }
        rest = after;
    }
    Some(stripped)
}

/// Removes the spaces from the code in a template.
fn strip_template(template: &str) -> String {
    let split = |(text, rest): (&str, &str)| Some((text.len() + 2, code_length(rest)?));
    let Some((start, length)) = template.split_once("${").and_then(split) else { return template.to_owned() };
    let code = &template[start..start + length];
    let stripped = strip_code(code).unwrap_or_else(|| code.to_owned());
    format!("{}{stripped}{}", &template[..start], strip_template(&template[start + length..]))
}

/// Returns the length of the code at the beginning of a text up to the brace that ends it.
fn code_length(text: &str) -> Option<usize> {
    let (mut depth, mut length) = (0, 0);
    loop {
        length += text[length..].find(['\'', '"', '`', '{', '}'])?;
        match text.as_bytes()[length] {
            b'}' if depth == 0 => return Some(length),
            sign @ (b'{' | b'}') => {
                depth += if sign == b'{' { 1 } else { -1 };
                length += 1;
            }
            _ => length += text_length(&text[length..])?,
        }
    }
}

/// Returns what a line declares that is one `let`, with the semicolon at its end.
fn names_of_let(line: &str) -> Option<&str> {
    let names = line.strip_prefix("let").filter(|names| !names.starts_with(is_word))?;
    let (mut depth, mut rest) = (0, names);
    loop {
        rest = &rest[rest.find(['\'', '"', '`', '/', '(', ')', '[', ']', '{', '}', ';'])?..];
        let sign = rest.as_bytes()[0];
        depth += match sign {
            b'(' | b'[' | b'{' => 1,
            b')' | b']' | b'}' => -1,
            _ => 0,
        };
        if sign == b';' && depth == 0 {
            return (rest == ";").then(|| names.trim_start());
        }
        rest = &rest[if b"'\"`/".contains(&sign) { text_length(rest)? } else { 1 }..];
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || "_$".contains(letter)
}

fn is_path(text: &str) -> bool {
    text.chars().all(|letter| is_word(letter) || letter == '.')
}

/// Returns where the parenthesis of the single parameter of an arrow is that ends the code, as in `(a)=>`.
fn parameter_start(code: &str) -> Option<usize> {
    let (before, name) = code.strip_suffix(")=>")?.rsplit_once('(')?;
    (!name.is_empty() && name.chars().all(is_word) && !before.ends_with(is_word)).then_some(before.len())
}

/// Returns the length of the text at the beginning of a line that its first letter, a quote or the slash of a regular expression,
/// ends; `None` if it goes on after the line, or is a comment.
fn text_length(line: &str) -> Option<usize> {
    let mut letters = line.char_indices();
    let (_, quote) = letters.next()?;
    let mut in_class = false;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '$' if quote == '`' && line[at + 1..].starts_with('{') => {
                let length = code_length(&line[at + 2..])?;
                letters.nth(line[at + 2..at + 2 + length].chars().count() + 1);
            }
            '[' | ']' if quote == '/' => in_class = letter == '[',
            _ if letter == quote && !in_class => return (line[..=at] != *"//").then_some(at + 1),
            _ => {}
        }
    }
    None
}

/// Removes the comments `/** @type ... */` from a line, except one at its end, and the parentheses of a name after them.
fn strip_types(line: &str) -> String {
    let mut parts = line.split("/** @");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_once("*/ ") {
        Some((_, rest)) => match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((name, after)) if is_path(name) && !after.starts_with(" =>") => text + name + after,
            _ => text + rest,
        },
        None => text + "/** @" + part,
    })
}

/// Removes comments of one line, line breaks and the spaces beside punctuation from a style sheet.
fn strip_style(style: &str) -> String {
    let lines: Vec<&str> = style.lines().map(str::trim).filter(|line| !line.starts_with("/*")).collect();
    let signs = [" {", "{ ", " }", "} ", ": ", "; ", ", ", " > "];
    signs.iter().fold(lines.join(" "), |text, sign| text.replace(sign, &sign.replace(' ', ""))).replace(";}", "}")
}

/// Removes the spaces and line breaks between the values of JSON, and words that are their own key, for which the page takes the key.
fn strip_layout(words: &str) -> String {
    let Ok(mut value) = serde_json::from_str(words) else { return words.to_owned() };
    drop_own_keys(&mut value);
    value.to_string()
}

fn drop_own_keys(value: &mut Value) {
    if let Value::Object(words) = value {
        words.retain(|key, word| word.as_str() != Some(key.as_str()));
        words.values_mut().for_each(drop_own_keys);
    }
}

/// Answers with a file.
pub async fn serve(address: Uri) -> Response {
    let path = address.path();
    if let Some(file) = FILES.iter().find(|file| file.path == path) {
        return ([(CONTENT_TYPE, file.kind)], file.body()).into_response();
    }
    let abouts = Engine::default().abouts();
    let part = |prefix: &str, suffix: &str| path.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix));
    let page = part("/games/", ".js").and_then(|name| abouts.iter().find(|about| about.name == name));
    match (page, part("/words/games.", ".json").and_then(|language| words_of_games(&abouts, language))) {
        (Some(about), _) => ([(CONTENT_TYPE, SCRIPT)], strip_comments(about.page)).into_response(),
        (None, Some(words)) => ([(CONTENT_TYPE, WORDS)], words).into_response(),
        (None, None) => (StatusCode::NOT_FOUND, "no such file").into_response(),
    }
}

/// Returns the words of all games as an object: `words.LANGUAGE.json` of each by the name of the game. `None` if a game has no words in
/// the language.
fn words_of_games(abouts: &[About], language: &str) -> Option<String> {
    let entry = |about: &About| {
        let (_, words) = about.words.iter().find(|(code, _)| *code == language)?;
        Some(format!("\"{}\":{}", about.name, strip_layout(words)))
    };
    let entries: Vec<String> = abouts.iter().map(entry).collect::<Option<_>>()?;
    Some(format!("{{\n{}\n}}\n", entries.join(",\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: &[&str] = &["en", "fr"];

    /// Most bytes served of the core, and of a game on the average: 200,000 of ten games and the core.
    const MAX_CORE: usize = 150_000;
    const MAX_GAME: usize = 5_000;

    #[test]
    fn all_games_are_there_and_all_is_small() {
        let abouts = Engine::default().abouts();
        let core = FILES.iter().map(|file| file.body().len()).sum::<usize>();
        let pages = abouts.iter().map(|about| strip_comments(about.page).len()).sum::<usize>();
        let words =
            LANGUAGES.iter().filter_map(|language| words_of_games(&abouts, language)).map(|words| words.len()).sum::<usize>();
        assert!(core + pages + words <= MAX_CORE + MAX_GAME * abouts.len(), "{core} + {pages} + {words} bytes");
        assert!(abouts.iter().all(|about| about.page.contains("export default ")), "a game has no page.js");
    }

    #[test]
    fn only_comments_and_indentation_go() {
        let script = "/** @file\n * `One`\n */\n\n  // Why.\nconst a = `\n// stays\n/** stays */\n`; // stays\n  /** @type {number} */ (a);\n/** Gone. */\n  b(/** @type {*} */ (a), `/** @`);\n";
        let served = "const a = `\n// stays\n/** stays */\n`; // stays\na;b(a,`/** @`);";
        assert_eq!(strip_comments(script), served);
    }

    #[test]
    fn spaces_and_ends_of_lines_go_beside_signs() {
        for (script, served) in [
            ("const f = (a, b) => { return a - -b; };", "let f=(a,b)=>{return a- -b};"),
            ("if (a) for (const b of c) f(b);", "if(a)for(let b of c)f(b);"),
            ("if (a)\n  b();", "if(a)\nb();"),
            ("a = b\n  ? [c,\n  d]\n  : e\n  .f();", "a=b?[c,d]:e.f();"),
            ("a.map((b) => { c(); }, async (d) => d, (e, f) => e);", "a.map(b=>{c()},async(d)=>d,(e,f)=>e);"),
            ("class A extends B {\n  c = d;\n}", "class A extends B{c=d}"),
            ("f(x ? 'a, b' : y, 'c = d', z);", "f(x?'a, b':y,'c = d',z);"),
            ("a += b * c <= d ? e > f : g - -h;", "a+=b*c<=d?e>f:g- -h;"),
            ("f(`a, b ${c, d}`, c);", "f(`a, b ${c,d}`,c);"),
            ("f(`a, ${b ? `c, ${d / 2}` : { e }}`, c);", "f(`a, ${b?`c, ${d/2}`:{e}}`,c);"),
            (r#"f("a, b", c);"#, r#"f("a, b",c);"#),
            ("const [a] = b ?? -c - (d + +e);", "let[a]=b??-c-(d+ +e);"),
            (r"f(/a, [/'] \/ b/, c);", r"f(/a, [/'] \/ b/,c);"),
            (r"f('it\'s, c', a, b);", r"f('it\'s, c',a,b);"),
            ("x.const = constant;", "x.const=constant;"),
            ("f(true, a.false, isFalse, 'true');", "f(!0,a.false,isFalse,'true');"),
            ("const a = b;\nconst [c] = d(';');\nlet e;", "let a=b,[c]=d(';'),e;"),
            ("const f = () => { a; b; };\nconst c = d;\nc();", "let f=()=>{a;b},c=d;c();"),
            ("let a = b; c = d;\nlet e = f;", "let a=b;c=d;let e=f;"),
            ("f((a + b) / 2, c[d] / 0.5);\n)", "f((a+b)/2,c[d]/.5);)"),
            ("f({\n  a,\n  b: [c, d,],\n});", "f({a,b:[c,d]});"),
            ("f(a, b); // d, e\n)", "f(a, b); // d, e\n)"),
        ] {
            assert_eq!(strip_comments(script), served);
        }
    }

    #[test]
    fn styles_and_words_mean_the_same() {
        let style = "/* One, two. */\n  .a, .b:is(.c) { color: red; content: '✓ ' }\n@media (width > 1px) {\n  .d > a {\n    top: 0;\n  }\n}\n";
        assert_eq!(strip_style(style), ".a,.b:is(.c){color:red;content:'✓ '}@media (width>1px){.d>a{top:0}}");
        assert_eq!(strip_layout("{\n  \"a\": \"b, c: d\",\n  \"e\": { \"f\": \"f\" }\n}\n"), "{\"a\":\"b, c: d\",\"e\":{}}");
    }

    #[test]
    fn every_language_of_the_core_has_words_of_all_games() {
        let abouts = Engine::default().abouts();
        let languages: Vec<&str> =
            FILES.iter().filter_map(|file| file.path.strip_prefix("/words/")?.strip_suffix(".json")).collect();
        assert_eq!(languages, LANGUAGES);
        for language in languages {
            let words: Value = serde_json::from_str(&words_of_games(&abouts, language).expect(language)).expect(language);
            assert!(abouts.iter().all(|about| words[about.name]["title"].is_string()), "{words}");
        }
        assert_eq!(words_of_games(&abouts, "de"), None);
    }

    /// A name of one letter cannot be told from a variable.
    #[test]
    fn the_core_names_no_game() {
        for about in Engine::default().abouts().into_iter().filter(|about| about.name.len() > 1) {
            for file in FILES {
                let mut words = file.content.split(|c: char| !c.is_ascii_alphanumeric());
                assert!(words.all(|word| word != about.name || word == "graph"), "{} names {}", file.path, about.name);
            }
        }
    }
}

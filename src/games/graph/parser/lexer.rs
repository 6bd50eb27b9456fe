//! The tokens of a text in DOT.

use super::error::ParseError;

/// A word or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name, a number, or what stands in double quotes.
    Word(String),
    /// `->`
    Arrow,
    /// One of `{}[]=;,:`
    Sign(char),
    /// The end of the text.
    End,
}

/// A lexer, which skips comments.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer at the start of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Lexer { rest: text, line: 0 }
    }

    /// Returns the current line, from 0.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns an error on the current line.
    #[must_use]
    pub fn error(&self, why: &str) -> ParseError {
        ParseError::on_line(self.line, why)
    }

    /// Returns the next token without taking it.
    ///
    /// # Errors
    /// No token begins here.
    pub fn peek(&self) -> Result<Token, ParseError> {
        Lexer { ..*self }.next()
    }

    /// Returns whether this word comes next, in any case.
    ///
    /// # Errors
    /// No token begins here.
    pub fn is_word(&self, wanted: &str) -> Result<bool, ParseError> {
        Ok(matches!(self.peek()?, Token::Word(word) if word.eq_ignore_ascii_case(wanted)))
    }

    /// Takes a sign.
    ///
    /// # Errors
    /// Another token comes.
    pub fn expect(&mut self, sign: char) -> Result<(), ParseError> {
        if self.next()? == Token::Sign(sign) { Ok(()) } else { Err(self.error(&format!("'{sign}' is expected"))) }
    }

    /// Takes the next token.
    ///
    /// # Errors
    /// No token begins here.
    pub fn next(&mut self) -> Result<Token, ParseError> {
        self.skip_space_and_comments()?;
        let Some(first) = self.rest.chars().next() else { return Ok(Token::End) };
        if self.rest.starts_with("->") {
            self.take(2);
            return Ok(Token::Arrow);
        }
        if "{}[]=;,".contains(first) {
            self.take(1);
            return Ok(Token::Sign(first));
        }
        if first == '"' {
            return self.read_quoted();
        }
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        if length == 0 {
            return Err(self.error(&format!("{first:?} is beyond the subset of DOT that is read")));
        }
        Ok(Token::Word(self.take(length).to_owned()))
    }

    fn read_quoted(&mut self) -> Result<Token, ParseError> {
        let body = &self.rest[1..];
        let end = body.find(['"', '\\', '\n']).filter(|&end| body[end..].starts_with('"'));
        let end = end.ok_or_else(|| self.error("a name in quotes has no end in its line, or holds '\\'"))?;
        let word = body[..end].to_owned();
        self.take(end + 2);
        Ok(Token::Word(word))
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        taken
    }

    /// Skips white space and comments.
    fn skip_space_and_comments(&mut self) -> Result<(), ParseError> {
        loop {
            let space = self.rest.len() - self.rest.trim_start().len();
            self.take(space);
            if self.rest.starts_with("//") || self.rest.starts_with('#') {
                self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                let end = self.rest.find("*/").ok_or_else(|| self.error("a comment has no end"))?;
                self.take(end + 2);
            } else {
                return Ok(());
            }
        }
    }
}

//! A setting that a client reads and changes by `param`, in the form that GUIs read.

use nom::combinator::all_consuming;
use nom::{IResult, Parser};

use crate::protocol::{Failure, Outcome, number, quoted, unsigned};

/// A setting of `T`.
pub struct Param<T> {
    /// Its name.
    pub key: &'static str,
    /// What it does, in one line, with its unit.
    pub summary: &'static str,
    /// What values it takes, and how it is read and changed.
    pub kind: Kind<T>,
}

/// What values a setting takes, with its reader and its writer.
pub enum Kind<T> {
    /// `0` or `1`.
    Bool(fn(&T) -> bool, fn(&mut T, bool)),
    /// A whole number from the first to the second.
    Integer(u64, u64, fn(&T) -> u64, fn(&mut T, u64)),
    /// A decimal number from the first to the second.
    Decimal(f64, f64, fn(&T) -> f64, fn(&mut T, f64)),
    /// One of these words, by its number.
    Choice(&'static [&'static str], fn(&T) -> usize, fn(&mut T, usize)),
    /// A word of a form that the first text names. The reader may add, behind a space, what it stands for; the writer answers
    /// with an error where the word cannot be taken.
    Word(&'static str, fn(&T) -> String, fn(&mut T, &str) -> Result<(), String>),
}

/// A setting with its value, without its type.
#[derive(Clone, Debug)]
pub struct AnyParam {
    /// See [`Param::key`].
    pub key: &'static str,
    /// See [`Param::summary`].
    pub summary: &'static str,
    /// The type as parameter dialogs name it: `bool`, `string`, `list/a/b`.
    pub form: String,
    /// The values in words: `0|1`, `a whole number from 1 to 64`.
    pub range: String,
    /// The value now; behind a space may stand what else is to be said of it.
    pub value: String,
}

impl AnyParam {
    /// `[type] key value`, as GoGui's and HexGui's parameter dialogs read it.
    #[must_use]
    pub fn line(&self) -> String {
        let value = self.value.split(' ').next().unwrap_or_default();
        format!("[{}] {} {value}", self.form, self.key)
    }
}

impl<T> Param<T> {
    /// The setting with its value.
    #[must_use]
    pub fn read(&self, holder: &T) -> AnyParam {
        let (form, value) = match self.kind {
            Kind::Bool(get, _) => ("bool".to_owned(), u8::from(get(holder)).to_string()),
            Kind::Integer(_, _, get, _) => ("string".to_owned(), get(holder).to_string()),
            Kind::Decimal(_, _, get, _) => ("string".to_owned(), get(holder).to_string()),
            Kind::Choice(words, get, _) => (format!("list/{}", words.join("/")), words[get(holder)].to_owned()),
            Kind::Word(_, get, _) => ("string".to_owned(), get(holder)),
        };
        AnyParam { key: self.key, summary: self.summary, form, range: self.range(), value }
    }

    /// Sets the value.
    ///
    /// # Errors
    /// A value that the setting does not take; it then stays as it was.
    pub fn write(&self, holder: &mut T, text: &str) -> Outcome {
        let refused = || Failure::Syntax(format!("{} is {}, not {}", self.key, self.range(), quoted(text)));
        match self.kind {
            Kind::Bool(_, set) => set(holder, flag(text).ok_or_else(refused)?),
            Kind::Integer(low, high, _, set) => {
                set(holder, whole(unsigned, text).filter(|n| (low..=high).contains(n)).ok_or_else(refused)?);
            }
            Kind::Decimal(low, high, _, set) => {
                set(holder, whole(number, text).filter(|n| (low..=high).contains(n)).ok_or_else(refused)?);
            }
            Kind::Choice(words, _, set) => {
                set(holder, words.iter().position(|word| word.eq_ignore_ascii_case(text)).ok_or_else(refused)?);
            }
            Kind::Word(_, _, set) => set(holder, text).map_err(Failure::Other)?,
        }
        Ok(String::new())
    }

    fn range(&self) -> String {
        match self.kind {
            Kind::Bool(..) => "0|1".to_owned(),
            Kind::Integer(low, high, ..) => format!("a whole number from {low} to {high}"),
            Kind::Decimal(low, high, ..) => format!("a number from {low} to {high}"),
            Kind::Choice(words, ..) => words.join("|"),
            Kind::Word(form, ..) => form.to_owned(),
        }
    }
}

fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    }
}

fn whole<'a, T>(parser: impl Fn(&'a str) -> IResult<&'a str, T>, text: &'a str) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

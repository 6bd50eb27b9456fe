//! Settings that a client reads and changes by `param`, in the form that GUIs read.

use nom::combinator::all_consuming;
use nom::{IResult, Parser};

use crate::files::Access;
use crate::protocol::{Failure, Outcome, natural, number, quote};

/// A setting that `T` holds.
pub struct Param<T> {
    /// Its name.
    pub key: &'static str,
    /// Its effect, in one line, with its unit.
    pub summary: &'static str,
    /// The values that it accepts, with its getter and setter.
    pub kind: Kind<T>,
}

/// The values that a setting accepts, with its getter and setter.
pub enum Kind<T> {
    /// `0` or `1`.
    Bool(fn(&T) -> bool, fn(&mut T, bool)),
    /// A whole number within these limits.
    Integer(u64, u64, fn(&T) -> u64, fn(&mut T, u64)),
    /// A whole number within these limits. The setter returns the error message for an amount that cannot be had.
    Resource(u64, u64, fn(&T) -> u64, fn(&mut T, u64) -> Result<(), String>),
    /// A decimal number within these limits.
    Decimal(f64, f64, fn(&T) -> f64, fn(&mut T, f64)),
    /// One of these words, by its index.
    Choice(&'static [&'static str], fn(&T) -> usize, fn(&mut T, usize)),
    /// A text.
    Text {
        /// The texts that are accepted, for messages: `none|builtin|FILE`.
        form: &'static str,
        /// Returns the text.
        get: fn(&T) -> String,
        /// Returns the text, a space and what it means.
        describe: fn(&T) -> String,
        /// Returns the error message for a text that is not accepted; the access is to files that it may name.
        set: fn(&mut T, &str, Access) -> Result<(), String>,
    },
}

/// Creates the [`Kind::Choice`] of a field whose type is an enum; the words are the names of the values of its `ALL`, in order.
macro_rules! choice {
    ($words:expr, $enum:ty, $($field:ident).+) => {
        $crate::param::Kind::Choice(
            $words,
            |holder| holder.$($field).+ as usize,
            |holder, number| holder.$($field).+ = <$enum>::ALL[number],
        )
    };
}
pub(crate) use choice;

/// A setting with its value, independent of the type that holds it.
#[derive(Clone, Debug)]
pub struct AnyParam {
    /// See [`Param::key`].
    pub key: &'static str,
    /// See [`Param::summary`].
    pub summary: &'static str,
    /// The type as parameter dialogs name it: `bool`, `string`, `list/a/b`.
    pub form: String,
    /// The accepted values: `0|1`, `a whole number from 1 to 64`.
    pub range: String,
    /// The current value.
    pub value: String,
    /// The current value; a space and what it means may follow it.
    pub description: String,
}

impl AnyParam {
    /// Formats the setting as `[type] key value`, which the parameter dialogs of GoGui and HexGui read.
    #[must_use]
    pub fn line(&self) -> String {
        format!("[{}] {} {}", self.form, self.key, self.value)
    }
}

impl<T> Param<T> {
    /// Creates a setting.
    #[must_use]
    pub const fn new(key: &'static str, summary: &'static str, kind: Kind<T>) -> Self {
        Param { key, summary, kind }
    }

    /// Returns the setting with its current value.
    #[must_use]
    pub fn read(&self, holder: &T) -> AnyParam {
        let (form, value) = match self.kind {
            Kind::Bool(get, _) => ("bool".to_owned(), u8::from(get(holder)).to_string()),
            Kind::Integer(_, _, get, _) | Kind::Resource(_, _, get, _) => ("string".to_owned(), get(holder).to_string()),
            Kind::Decimal(_, _, get, _) => ("string".to_owned(), get(holder).to_string()),
            Kind::Choice(words, get, _) => (format!("list/{}", words.join("/")), words[get(holder)].to_owned()),
            Kind::Text { get, .. } => ("string".to_owned(), get(holder)),
        };
        let description = if let Kind::Text { describe, .. } = self.kind { describe(holder) } else { value.clone() };
        AnyParam { key: self.key, summary: self.summary, form, range: self.range(), value, description }
    }

    /// Sets the value; `files` says whether it may name a file.
    ///
    /// # Errors
    /// A value that the setting does not accept; nothing is changed then.
    pub fn write(&self, holder: &mut T, text: &str, files: Access) -> Outcome {
        let refused = || Failure::Syntax(format!("{} is {}, not {}", self.key, self.range(), quote(text)));
        match self.kind {
            Kind::Bool(_, set) => set(holder, flag(text).ok_or_else(refused)?),
            Kind::Integer(low, high, _, set) => {
                set(holder, parse_all(natural, text).filter(|n| (low..=high).contains(n)).ok_or_else(refused)?);
            }
            Kind::Resource(low, high, _, set) => {
                let number = parse_all(natural, text).filter(|n| (low..=high).contains(n)).ok_or_else(refused)?;
                set(holder, number).map_err(Failure::Other)?;
            }
            Kind::Decimal(low, high, _, set) => {
                let found = parse_all(number, text).filter(|n| (low..=high).contains(n)).ok_or_else(refused)?;
                // -0 becomes 0.
                set(holder, found + 0.0);
            }
            Kind::Choice(words, _, set) => {
                set(holder, words.iter().position(|word| word.eq_ignore_ascii_case(text)).ok_or_else(refused)?);
            }
            Kind::Text { set, .. } => set(holder, text, files).map_err(Failure::Other)?,
        }
        Ok(String::new())
    }

    fn range(&self) -> String {
        match self.kind {
            Kind::Bool(..) => "0|1".to_owned(),
            Kind::Integer(low, high, ..) | Kind::Resource(low, high, ..) => format!("a whole number from {low} to {high}"),
            Kind::Decimal(low, high, ..) => format!("a number from {low} to {high}"),
            Kind::Choice(words, ..) => words.join("|"),
            Kind::Text { form, .. } => form.to_owned(),
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

fn parse_all<'a, T>(parser: impl Fn(&'a str) -> IResult<&'a str, T>, text: &'a str) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, value)| value)
}

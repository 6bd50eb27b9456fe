//! Arguments of the form `KEY=VALUE`, in any order, each at most once.

use nom::Parser;

use super::args::Args;
use super::reply::{Failure, list_words, quote};

/// The words `KEY=VALUE` of a request.
#[derive(Clone, Debug)]
pub struct KeyValues<'a> {
    words: Vec<&'a str>,
}

impl<'a> KeyValues<'a> {
    /// Parses the remaining arguments.
    ///
    /// # Errors
    /// A word of another form, a key that is not in `keys`, a repeated key.
    pub fn read(args: &mut Args<'a>, keys: &[&str]) -> Result<Self, Failure> {
        let mut values = KeyValues { words: Vec::new() };
        while let Some(word) = args.word() {
            let form = || Failure::Syntax(format!("{} is not KEY=VALUE", quote(word)));
            let (key, _) = word.split_once('=').ok_or_else(form)?;
            if !keys.contains(&key) {
                return Err(Failure::Syntax(format!("{} is not {}", quote(key), list_words(keys))));
            }
            if values.text(key).is_some() {
                return Err(Failure::Syntax(format!("{key} is given twice")));
            }
            values.words.push(word);
        }
        Ok(values)
    }

    /// Returns the words as they were written.
    #[must_use]
    pub fn words(&self) -> &[&'a str] {
        &self.words
    }

    /// Returns the value of a key as it was written.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&'a str> {
        let mut pairs = self.words.iter().filter_map(|word| word.split_once('='));
        pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Parses the value of a key, all of it, by `parser`; `what` names the value in messages.
    ///
    /// # Errors
    /// A syntax error if `parser` refuses the value.
    pub fn value<T, P>(&self, key: &str, what: &str, parser: P) -> Result<Option<T>, Failure>
    where
        P: Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    {
        self.text(key).map(|text| Args::new(text).last(what, parser)).transpose()
    }

    /// Parses the value of a key, which must be one of these names.
    ///
    /// # Errors
    /// A syntax error if it is none of them.
    pub fn choice<T: Clone>(&self, key: &str, names: &[(&str, T)]) -> Result<Option<T>, Failure> {
        self.text(key).map(|text| Args::new(text).choice(names)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::natural;

    fn read(text: &str) -> Result<KeyValues<'_>, Failure> {
        KeyValues::read(&mut Args::new(text), &["size", "seed", "method"])
    }

    #[test]
    fn values_by_key() {
        let values = read("seed=7 method=Best").unwrap();
        assert_eq!(values.value("seed", "a seed", natural::<u8>), Ok(Some(7)));
        assert_eq!(values.value("size", "a size", natural::<u8>), Ok(None));
        assert_eq!(values.choice("method", &[("simple", 0), ("best", 1)]), Ok(Some(1)));
        assert_eq!(values.words(), ["seed=7", "method=Best"]);
    }

    #[test]
    fn what_is_refused() {
        let why = |failure: Result<Option<u8>, Failure>| failure.unwrap_err().to_string();
        assert_eq!(read("seed").unwrap_err(), Failure::Syntax("\"seed\" is not KEY=VALUE".into()));
        assert_eq!(read("side=1").unwrap_err(), Failure::Syntax("\"side\" is not size, seed or method".into()));
        assert_eq!(read("seed=1 seed=2").unwrap_err(), Failure::Syntax("seed is given twice".into()));
        let values = read("seed=x method=").unwrap();
        assert_eq!(why(values.value("seed", "a seed", natural)), "syntax error: \"x\" is not a seed");
        assert_eq!(why(values.choice("method", &[("simple", 0), ("best", 1)])), "syntax error: \"\" is not simple or best");
    }
}

//! The protocol as pure functions: a line becomes a [`Request`], a [`Reply`] becomes framed text. No input or output here.
//!
//! The protocol is GTP 2 (Farnebäck, *Specification of the Go Text Protocol, version 2*, draft 2), tightened where that
//! draft is silent; `protocol.md` at the root of the project is normative.

mod args;
mod key_values;
mod reply;
mod request;
mod wrap;

pub use args::{Args, color, natural, number, point, sides};
pub use key_values::KeyValues;
pub use reply::{Failure, Outcome, Reply, failure_text, frame, list_words, printable, quote, sanitize, success_head};
pub use request::{Line, MAX_LINE, Request, parse};
pub use wrap::wrap;

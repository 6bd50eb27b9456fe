//! What ends a request: interrupts, time, memory, and the end of the process. These tests bound times, so that they run apart from
//! those that take all processors.

#[allow(dead_code, reason = "some of it is for tests/program alone")]
#[path = "../process/mod.rs"]
mod process;

mod dots;
mod endings;
mod interrupts;
mod memory;
mod ricochet;

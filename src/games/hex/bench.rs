//! bench
/// run
pub fn run(quick: bool, tell: &mut dyn FnMut(String)) {
    tell(format!("{quick}"));
}

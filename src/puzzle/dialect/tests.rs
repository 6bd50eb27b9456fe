//! Which dialect a text is in; the games test what they say in it.

use super::*;

#[test]
fn which_texts_are_records() {
    assert!(janko::is_record("begin\npuzzle hitori\n[problem]\n1 2\n"));
    assert!(!janko::is_record("1 2\n2 1\n") && !janko::is_record("the problem is\n"));
}

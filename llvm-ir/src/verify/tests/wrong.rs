//! Files of wrong modules, each with what `opt` of LLVM 22 says first, and of right ones beside them.

use super::problems;

/// The modules of a file, with their sentences: each follows a line that begins with `;;`.
fn modules(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.split("\n;;").skip(1).map(|part| part.split_once('\n').unwrap_or((part, "")))
}

#[track_caller]
fn agree(file: &str) {
    let mut count = 0;
    for (sentence, module) in modules(file) {
        let (sentence, found) = (sentence.trim(), problems(module));
        let agrees = match sentence {
            "" => found.is_empty(),
            _ => found.iter().any(|message| message.trim() == sentence),
        };
        assert!(agrees, "{sentence:?} is expected, {found:?} is said of\n{module}");
        count += 1;
    }
    assert!(count > 10, "the file has modules");
}

#[test]
fn calls() {
    agree(include_str!("wrong/calls.txt"));
}

#[test]
fn convergence() {
    agree(include_str!("wrong/convergence.txt"));
}

#[test]
fn exceptions() {
    agree(include_str!("wrong/exceptions.txt"));
}

#[test]
fn globals() {
    agree(include_str!("wrong/globals.txt"));
}

#[test]
fn instructions() {
    agree(include_str!("wrong/instructions.txt"));
}

#[test]
fn intrinsics() {
    agree(include_str!("wrong/intrinsics.txt"));
}

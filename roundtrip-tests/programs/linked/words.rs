//! Text, errors, panics, and what only this thread sees.
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

thread_local! {
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

#[derive(Debug)]
pub enum Problem {
    Empty,
    Number(std::num::ParseIntError),
}
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Empty => f.write_str("nothing"),
            Problem::Number(error) => write!(f, "no number: {error}"),
        }
    }
}
impl std::error::Error for Problem {}
impl From<std::num::ParseIntError> for Problem {
    fn from(error: std::num::ParseIntError) -> Self {
        Problem::Number(error)
    }
}

pub fn sum(text: &str) -> Result<i64, Problem> {
    if text.is_empty() {
        return Err(Problem::Empty);
    }
    SEEN.with_borrow_mut(|seen| seen.push(text.to_owned()));
    let mut total = 0i64;
    for word in text.split_whitespace() {
        total += word.parse::<i64>()?;
    }
    Ok(total)
}

pub fn seen() -> usize {
    SEEN.with_borrow(Vec::len)
}

pub fn counts(text: &str) -> Vec<(char, usize)> {
    let mut counts: HashMap<char, usize> = HashMap::new();
    text.chars().filter(|c| c.is_alphabetic()).for_each(|c| *counts.entry(c).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    counts
}

pub struct Guard<'a>(pub &'a RefCell<Vec<&'static str>>, pub &'static str);
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().push(self.1);
    }
}

pub fn fails(log: &RefCell<Vec<&'static str>>, at: usize) -> usize {
    let _outer = Guard(log, "outer");
    let values = [3, 1, 2];
    let _inner = Guard(log, "inner");
    values[at]
}

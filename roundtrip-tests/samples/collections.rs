//! Collections, strings, iterators, traits by object, closures.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::rc::Rc;

trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        "shape".to_owned()
    }
}

struct Square(f64);
struct Circle {
    radius: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
    fn name(&self) -> String {
        format!("square of {}", self.0)
    }
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        3.0 * self.radius.powi(2)
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(i64),
    Plus,
    Times,
    Open,
    Close,
}

struct Bytes<'a>(&'a [u8]);

impl fmt::Display for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut chars = text.chars().peekable();
    let mut found = Vec::new();
    while let Some(next) = chars.next() {
        found.push(match next {
            '+' => Token::Plus,
            '*' => Token::Times,
            '(' => Token::Open,
            ')' => Token::Close,
            digit if digit.is_ascii_digit() => {
                let mut value = i64::from(digit as u8 - b'0');
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    value = value * 10 + i64::from(digit as u8 - b'0');
                }
                Token::Number(value)
            }
            _ => continue,
        });
    }
    found
}

fn sum(tokens: &mut VecDeque<Token>) -> Option<i64> {
    let mut value = product(tokens)?;
    while tokens.front() == Some(&Token::Plus) {
        tokens.pop_front();
        value = value.checked_add(product(tokens)?)?;
    }
    Some(value)
}

fn product(tokens: &mut VecDeque<Token>) -> Option<i64> {
    let mut value = atom(tokens)?;
    while tokens.front() == Some(&Token::Times) {
        tokens.pop_front();
        value = value.checked_mul(atom(tokens)?)?;
    }
    Some(value)
}

fn atom(tokens: &mut VecDeque<Token>) -> Option<i64> {
    match tokens.pop_front()? {
        Token::Number(value) => Some(value),
        Token::Open => {
            let value = sum(tokens);
            (tokens.pop_front()? == Token::Close).then_some(value?)
        }
        _ => None,
    }
}

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(1.5)), Box::new(Circle { radius: 2.0 })];
    for shape in &shapes {
        println!("{}: {}", shape.name(), shape.area());
    }
    let mut words = BTreeMap::<&str, usize>::new();
    for word in "one two three two three three".split(' ') {
        *words.entry(word).or_default() += 1;
    }
    println!("{words:?}");
    let squares: HashMap<u32, u64> = (0..1000).map(|n| (n, u64::from(n).pow(2))).collect();
    println!("{} {}", squares.len(), squares.values().sum::<u64>());
    for text in ["1+2*3", "(1 + 2) * (3 + 4)", "2*(", "9223372036854775807+1"] {
        println!("{text} = {:?}", sum(&mut tokens(text).into()));
    }
    println!("{:?}", tokens("7*(8)"));
    let shared = Rc::new(std::cell::RefCell::new(vec![1, 2, 3]));
    let other = Rc::clone(&shared);
    let push = move |value| other.borrow_mut().push(value);
    push(4);
    println!("{:?} {}", shared.borrow(), Rc::strong_count(&shared));
    let mut sorted: Vec<String> = "zeta alpha ünicode Beta".split(' ').map(str::to_uppercase).collect();
    sorted.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    println!("{sorted:?} {}", Bytes(sorted[0].as_bytes()));
    println!("{:>8.3}|{:<6}|{:^7}|{:+e}|{:#x}|{:#010b}", 3.14159, "ab", "mid", 1234.5, 255, 5);
}

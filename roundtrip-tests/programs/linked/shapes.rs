//! Traits, generics and statics.
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

pub static MADE: AtomicUsize = AtomicUsize::new(0);
static NAMES: [&str; 3] = ["circle", "square", "group"];

pub trait Shape: fmt::Debug {
    fn area(&self) -> f64;
    fn name(&self) -> &'static str {
        NAMES[0]
    }
    fn scale(&mut self, factor: f64);
}

#[derive(Debug, Clone, PartialEq)]
pub struct Circle(pub f64);
#[derive(Debug, Clone, PartialEq)]
pub struct Square {
    pub side: f64,
}
#[derive(Debug, Default)]
pub struct Group {
    members: Vec<Box<dyn Shape>>,
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        3.0 * self.0 * self.0
    }
    fn scale(&mut self, factor: f64) {
        self.0 *= factor;
    }
}
impl Shape for Square {
    fn area(&self) -> f64 {
        self.side * self.side
    }
    fn name(&self) -> &'static str {
        NAMES[1]
    }
    fn scale(&mut self, factor: f64) {
        self.side *= factor;
    }
}
impl Shape for Group {
    fn area(&self) -> f64 {
        self.members.iter().map(|member| member.area()).sum()
    }
    fn name(&self) -> &'static str {
        NAMES[2]
    }
    fn scale(&mut self, factor: f64) {
        for member in &mut self.members {
            member.scale(factor);
        }
    }
}
impl Group {
    pub fn add(&mut self, shape: impl Shape + 'static) -> &mut Self {
        MADE.fetch_add(1, Ordering::Relaxed);
        self.members.push(Box::new(shape));
        self
    }
    pub fn by_name(&self) -> BTreeMap<&'static str, Vec<f64>> {
        let mut found: BTreeMap<_, Vec<f64>> = BTreeMap::new();
        for member in &self.members {
            found.entry(member.name()).or_default().push(member.area());
        }
        found
    }
}
impl Drop for Group {
    fn drop(&mut self) {
        MADE.fetch_sub(self.members.len(), Ordering::Relaxed);
    }
}

#[inline]
pub fn largest<T, K: PartialOrd>(items: &[T], key: impl Fn(&T) -> K) -> Option<&T> {
    let mut items = items.iter();
    let mut best = items.next()?;
    for item in items {
        if key(item) > key(best) {
            best = item;
        }
    }
    Some(best)
}

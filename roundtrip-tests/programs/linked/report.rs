//! Between the others and the program.
use shapes::{Circle, Group, Shape, Square};
use std::fmt::Write;

pub mod level {
    pub const HIGH: u8 = 3;
    pub static mut COUNTER: u32 = 7;
}

pub fn build(sides: &[f64]) -> Group {
    let mut group = Group::default();
    for &side in sides {
        if side < 2.0 {
            group.add(Circle(side));
        } else {
            group.add(Square { side });
        }
    }
    group
}

pub fn describe(shape: &dyn Shape) -> String {
    let mut text = String::new();
    write!(text, "{}: {:.2} {:?}", shape.name(), shape.area(), shape).unwrap();
    text
}

pub fn total<'a>(texts: impl Iterator<Item = &'a str>) -> Result<i64, Box<dyn std::error::Error>> {
    let mut total = 0;
    for text in texts {
        total += words::sum(text)?;
    }
    Ok(total)
}

pub fn apply<F: FnMut(u32) -> u32>(mut f: F) -> Vec<u32> {
    (0..5).map(|n| f(n)).collect()
}

use shapes::{Shape, largest};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

extern "C" fn callback(n: u32) -> u32 {
    n.wrapping_mul(2_654_435_761)
}

fn main() {
    let mut group = report::build(&[1.0, 2.0, 1.5, 4.0]);
    println!("{}", report::describe(&group));
    group.scale(0.5);
    println!("{:?}", group.by_name());
    println!("{:?}", largest(&["a", "ccc", "bb"], |it| it.len()));
    println!("{:?}", largest(&[2.5, 0.5], |it| -it));
    println!("{:?}", report::total(["1 2", "30"].into_iter()).unwrap());
    for texts in [&["1", ""][..], &["x"]] {
        println!("{}", report::total(texts.iter().copied()).unwrap_err());
    }
    println!("{} {:?}", words::seen(), words::counts("hello world"));
    let log = RefCell::new(Vec::new());
    std::panic::set_hook(Box::new(|info| println!("hook: {}", info.location().unwrap().line())));
    for at in [1, 7] {
        let result = catch_unwind(AssertUnwindSafe(|| words::fails(&log, at)));
        println!("{:?} {:?}", result.is_err(), log.take());
    }
    let mut calls = 0;
    println!("{:?}", report::apply(|n| { calls += 1; callback(n) >> 20 }));
    unsafe { report::level::COUNTER += u32::from(report::level::HIGH) };
    println!("{calls} {}", unsafe { report::level::COUNTER });
    println!("{}", shapes::MADE.load(std::sync::atomic::Ordering::Relaxed));
    drop(group);
    println!("{}", shapes::MADE.load(std::sync::atomic::Ordering::Relaxed));
    let result = catch_unwind(|| Option::<u8>::None.expect("a value"));
    println!("{}", result.unwrap_err().downcast_ref::<String>().map_or("?", |it| it));
    std::process::exit(words::seen() as i32);
}

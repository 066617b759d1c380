//! Panics that are caught, destructors on the way, threads, channels, atomics, arithmetic of every kind.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

struct Guard(&'static str);

impl Drop for Guard {
    fn drop(&mut self) {
        println!("dropped {}{}", self.0, if thread::panicking() { ", panicking" } else { "" });
    }
}

fn fails(kind: u32) -> usize {
    let _guard = Guard("local");
    let empty: Vec<usize> = Vec::new();
    match kind {
        0 => empty[kind as usize],
        1 => 7 / empty.len(),
        2 => None::<usize>.expect("nothing there"),
        3 => panic::panic_any(42_i32),
        _ => kind as usize,
    }
}

fn caught(kind: u32) -> String {
    match panic::catch_unwind(AssertUnwindSafe(|| fails(kind))) {
        Ok(value) => format!("value {value}"),
        Err(payload) => payload
            .downcast_ref::<String>()
            .cloned()
            .or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()))
            .unwrap_or_else(|| format!("number {:?}", payload.downcast_ref::<i32>())),
    }
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    for kind in 0..5 {
        println!("{}", caught(kind));
    }
    let total = Arc::new(AtomicU64::new(0));
    let largest = Arc::new(Mutex::new(0_u64));
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (1..=4_u64)
        .map(|n| {
            let (total, largest, sender) = (Arc::clone(&total), Arc::clone(&largest), sender.clone());
            thread::spawn(move || {
                for i in 0..1000 {
                    total.fetch_add(n * i, Ordering::Relaxed);
                }
                let mut largest = largest.lock().unwrap();
                *largest = (*largest).max(n);
                sender.send(n * n).unwrap();
            })
        })
        .collect();
    drop(sender);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let mut squares: Vec<u64> = receiver.iter().collect();
    squares.sort_unstable();
    println!("{} {} {squares:?}", total.load(Ordering::SeqCst), largest.lock().unwrap());
    println!("{:?} {:?} {}", 200_u8.checked_add(100), 200_u8.overflowing_add(100), 200_u8.saturating_add(100));
    println!("{} {} {}", i32::MIN.wrapping_abs(), (-7_i32).rem_euclid(3), 1_u128 << 100);
    println!("{} {} {}", f32::NAN.max(1.0), 300.7_f32 as u8, -1.5_f64 as u32);
    println!("{} {} {}", u64::MAX.count_ones(), 40_u32.leading_zeros(), 0x1234_u16.swap_bytes());
    println!("{:?}", "a1,b22,,c".split(',').map(|part| part.parse::<char>().is_ok()).collect::<Vec<_>>());
    std::process::exit(if squares.len() == 4 { 7 } else { 1 });
}

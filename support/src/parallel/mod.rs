//! Ordered parallel work. Results do not depend on the number of threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::ways;

/// Smallest batch worth running on another thread, in operations: about a millisecond of work.
pub const RUN: usize = 1_000;

/// Splits `items` into batches that weigh at least `run` each (the last may weigh less). Their concatenation is `items`.
pub fn runs<T>(items: &[T], run: usize, weight: impl Fn(&T) -> usize) -> Vec<&[T]> {
    let run = ways::limit(run);
    let mut runs = Vec::new();
    let (mut begin, mut gathered) = (0, 0);
    for (index, item) in items.iter().enumerate() {
        gathered += weight(item);
        if gathered >= run {
            runs.push(&items[begin..=index]);
            (begin, gathered) = (index + 1, 0);
        }
    }
    if begin < items.len() {
        runs.push(&items[begin..]);
    }
    runs
}

/// The batch weight, for a given total, at which all threads stay busy and finish at about the same time.
pub fn fair_run(total: usize) -> usize {
    (total / (rayon::current_num_threads() * 4)).max(RUN)
}

/// Calls `make` for the items on all threads, and `take` for the results one at a time, in the order of the items.
/// `make` also gets per-thread state `K` and a result buffer `W`, which is new or was used before. Each thread processes its items
/// in increasing order.
pub fn in_order<T: Sync, K: Default, W: Default + Send>(
    items: &[T],
    make: impl Fn(&T, &mut K, &mut W) + Sync,
    take: impl FnMut(&T, &mut W) + Send,
) {
    let threads = rayon::current_num_threads().min(items.len());
    let next = AtomicUsize::new(0);
    let broken = AtomicBool::new(false);
    let made = Made { turn: 0, awaited: usize::MAX, made: BTreeMap::new(), spare: Vec::new(), taking: false };
    let shared = Mutex::new(made);
    let take = Mutex::new(take);
    let changed = Condvar::new();
    let work = || {
        let _guard = BreakOnPanic { broken: &broken, shared: &shared, changed: &changed };
        let (mut kept, mut workspace) = (K::default(), W::default());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            make(item, &mut kept, &mut workspace);
            let mut state = lock(&shared);
            // Items are claimed in order, so a thread that is too far ahead waits for threads that are at work. Waking a thread
            // costs more than an item, so it waits until half of the window is free.
            if index > state.turn + AHEAD * threads {
                let turn = index - AHEAD * threads / 2;
                while state.turn < turn && !broken.load(Ordering::Relaxed) {
                    state.awaited = state.awaited.min(turn);
                    state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
            state.made.insert(index, workspace);
            // The taking thread continues until the next item in order is not ready; the others need not wait for it.
            while !state.taking && !broken.load(Ordering::Relaxed) {
                let turn = state.turn;
                let Some(mut made) = state.made.remove(&turn) else { break };
                state.taking = true;
                drop(state);
                lock(&take)(&items[turn], &mut made);
                state = lock(&shared);
                state.taking = false;
                state.turn += 1;
                state.spare.push(made);
                if state.turn >= state.awaited {
                    state.awaited = usize::MAX;
                    changed.notify_all();
                }
            }
            if broken.load(Ordering::Relaxed) {
                return;
            }
            workspace = state.spare.pop().unwrap_or_default();
        }
    };
    if threads < 2 {
        return work();
    }
    rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work())));
}

/// How far a thread may run ahead of `take`, in items per thread.
const AHEAD: usize = 8;

/// Results that were made and not yet taken.
struct Made<W> {
    /// The index of the item that is being taken or is taken next.
    turn: usize,
    /// The lowest turn that a waiting thread is waiting for.
    awaited: usize,
    made: BTreeMap<usize, W>,
    /// Buffers to reuse.
    spare: Vec<W>,
    /// Whether a thread is currently calling `take`.
    taking: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes all waiting threads if the current thread panics.
struct BreakOnPanic<'a, W> {
    broken: &'a AtomicBool,
    shared: &'a Mutex<Made<W>>,
    changed: &'a Condvar,
}

impl<W> Drop for BreakOnPanic<'_, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.broken.store(true, Ordering::Relaxed);
            // Taking the lock ensures that a thread which has just checked `broken` is already waiting and gets the notification.
            drop(lock(self.shared));
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{AHEAD, in_order, runs};

    #[test]
    fn runs_are_the_items_in_order() {
        let items: Vec<usize> = (0..1000).map(|n| n % 7).collect();
        let all = runs(&items, 10, |weight| *weight);
        assert_eq!(all.concat(), items);
        assert!(all.len() > 100, "{}", all.len());
        assert_eq!(runs(&items[..3], 10, |weight| *weight), [&items[..3]]);
        assert!(runs(&items[..0], 10, |weight| *weight).is_empty());
    }

    #[test]
    fn what_is_made_in_parallel_is_taken_in_order() {
        let items: Vec<u64> = (0..500).collect();
        let mut taken = Vec::new();
        let make = |&item: &u64, before: &mut Option<u64>, made: &mut u64| {
            assert!(before.replace(item) < Some(item));
            std::thread::sleep(std::time::Duration::from_micros(item * 7919 % 50));
            *made = item * 2;
        };
        in_order(&items, make, |_, made| taken.push(*made));
        assert_eq!(taken, items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn who_is_too_far_ahead_waits() {
        let items: Vec<usize> = (0..400).collect();
        let (made, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let make = |_: &usize, (): &mut (), ahead: &mut usize| {
            *ahead = made.fetch_add(1, Ordering::Relaxed).saturating_sub(taken.load(Ordering::Relaxed));
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        pool.install(|| {
            in_order(&items, make, |&item, ahead| {
                std::thread::sleep(std::time::Duration::from_micros(100));
                assert_eq!(taken.fetch_add(1, Ordering::Relaxed), item);
                // Every thread may make one more item before it waits.
                assert!(*ahead <= (AHEAD + 1) * 3 + 1, "{ahead} ahead at {item}");
            });
        });
        assert_eq!(taken.into_inner(), items.len());
    }

    #[test]
    fn a_panic_does_not_hang() {
        let items: Vec<u32> = (0..50).collect();
        let make = |&item: &u32, (): &mut (), (): &mut ()| assert_ne!(item, 7);
        let result = std::panic::catch_unwind(|| in_order(&items, make, |_, ()| {}));
        assert!(result.is_err());
    }
}

//! A concurrent interner: equal values get equal indices. Lookups take no lock and write no shared memory.

mod recent;
mod strings;

use std::fmt::{Debug, Formatter};
use std::hash::{BuildHasher, Hash};
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use append_only_vec::AppendOnlyVec;
use rustc_hash::FxBuildHasher;
use spin::mutex::{SpinMutex, SpinMutexGuard};
use spin::relax::Yield;

pub use recent::Recent;
pub use strings::Strings;

/// Number of shards, each with its own lock, so that concurrent insertions seldom contend.
const SHARDS: usize = 16;

/// Number of slots in the first table of a shard: a power of two.
const FIRST: usize = 64;

/// How often the table of a shard can double.
const GENERATIONS: usize = 27;

/// An append-only set of values. Each new value gets the next index; nothing is ever removed.
pub struct Interner<T> {
    items: AppendOnlyVec<T>,
    /// Boxed because they are large and interners are moved after construction; allocated on first use because some interners stay
    /// empty.
    shards: OnceLock<Box<[Shard]>>,
}

/// An open-addressing hash table. Insertion takes the lock; lookup does not.
///
/// A slot is zero (free), or holds a tag in the upper half and the index plus one in the lower half. The tag is half of the hash
/// and determines the first slot to probe. Slots never change once filled. When a table is three quarters full, all entries are
/// copied to a table twice as large; the old table is kept for concurrent readers.
#[derive(Default)]
struct Shard {
    generations: [OnceLock<Box<[AtomicU64]>>; GENERATIONS],
    current: AtomicUsize,
    /// Number of entries, behind a spin lock: critical sections are a few instructions, and unlocking is a plain release store.
    count: SpinMutex<usize, Yield>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { items: AppendOnlyVec::new(), shards: OnceLock::new() }
    }
}

impl<T: Clone + Hash> Clone for Interner<T> {
    fn clone(&self) -> Self {
        let copy = Self::default();
        for (index, item) in self.items.iter().enumerate() {
            let (shard, tag) = place(copy.shards(), item);
            copy.items.push(item.clone());
            shard.insert(&mut shard.count(), tag, index as u32);
        }
        copy
    }
}

impl<T: Debug> Debug for Interner<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.items.iter()).finish()
    }
}

/// The shard for a key, and the key's tag within it.
#[inline(always)]
fn place<'a, K: Hash + ?Sized>(shards: &'a [Shard], key: &K) -> (&'a Shard, u32) {
    let hash = FxBuildHasher.hash_one(key);
    // FxHash mixes best into its low bits, so they become the tag.
    (&shards[(hash >> 58) as usize % SHARDS], hash as u32)
}

fn slots(generation: usize) -> Box<[AtomicU64]> {
    std::iter::repeat_with(AtomicU64::default).take(FIRST << generation).collect()
}

/// Packs a tag and an index into a slot.
fn filled(tag: u32, index: u32) -> u64 {
    (u64::from(tag) << 32) | (u64::from(index) + 1)
}

impl<T> Interner<T> {
    /// The index of `value`; adds it if it is new.
    pub fn intern_value(&self, value: T) -> u32
    where
        T: Hash + Eq,
    {
        self.intern(value, |item, value| item == value, |value| value)
    }

    /// The index of the item for `key`; on a miss, `make` creates the item. All keys of one item must have the same hash.
    pub fn intern<K: Hash>(&self, key: K, equal: impl Fn(&T, &K) -> bool, make: impl FnOnce(K) -> T) -> u32 {
        let (shard, tag) = place(self.shards(), &key);
        let is_key = |index: u32| equal(&self.items[index as usize], &key);
        if let Some(index) = shard.find(tag, is_key) {
            return index;
        }
        let mut count = shard.count();
        // Another thread may have added it before the lock was taken.
        if let Some(index) = shard.find(tag, is_key) {
            return index;
        }
        let index = u32::try_from(self.items.push(make(key))).expect("fewer than 2^32 entries");
        shard.insert(&mut count, tag, index);
        index
    }

    /// The index of the item for `key`, without adding one.
    pub fn find<K: Hash + ?Sized>(&self, key: &K, equal: impl Fn(&T, &K) -> bool) -> Option<u32> {
        let (shard, tag) = place(self.shards.get()?, key);
        shard.find(tag, |index| equal(&self.items[index as usize], key))
    }

    /// Reserves space for about `more` items, so that tables need not grow meanwhile. `more` is a hint.
    pub fn reserve(&self, more: usize) {
        let each = more.div_ceil(SHARDS);
        // For a few items the existing tables suffice, and an empty interner need not allocate.
        if each <= FIRST / 2 {
            return;
        }
        for shard in self.shards() {
            let count = shard.count();
            shard.grow_for(*count + each);
        }
    }

    #[inline(always)]
    fn shards(&self) -> &[Shard] {
        self.shards.get_or_init(|| std::iter::repeat_with(Shard::default).take(SHARDS).collect())
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether no item has been interned yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at an index returned by [`intern`](Self::intern).
    pub fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }
}

impl Shard {
    /// Locks the shard for insertion; the guard holds the number of entries.
    fn count(&self) -> SpinMutexGuard<'_, usize, Yield> {
        self.count.lock()
    }

    #[inline(always)]
    fn find(&self, tag: u32, is_key: impl Fn(u32) -> bool) -> Option<u32> {
        let table = self.generations[self.current.load(Ordering::Acquire)].get()?;
        let mask = table.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            let slot = table[at].load(Ordering::Acquire);
            let index = (slot as u32).checked_sub(1)?;
            if slot == filled(tag, index) && is_key(index) {
                return Some(index);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds an index that is not in the table. The caller holds the lock, proven by `count`.
    #[inline]
    fn insert(&self, count: &mut usize, tag: u32, index: u32) {
        *count += 1;
        let table = self.generations[self.current.load(Ordering::Relaxed)].get();
        match table.filter(|table| has_room(table.len(), *count)) {
            Some(table) => put(table, tag, index),
            None => put(self.grow_for(*count), tag, index),
        }
    }

    /// Installs a table with space for `count` entries. The caller must hold the lock.
    #[cold]
    fn grow_for(&self, count: usize) -> &[AtomicU64] {
        let current = self.current.load(Ordering::Relaxed);
        let large_enough = |generation: &usize| has_room(FIRST << generation, count);
        let generation = (current..GENERATIONS).find(large_enough).unwrap_or(GENERATIONS - 1);
        let table = self.generations[generation].get_or_init(|| slots(generation));
        if generation != current {
            for slot in self.generations[current].get().into_iter().flatten() {
                let slot = slot.load(Ordering::Relaxed);
                if let Some(index) = (slot as u32).checked_sub(1) {
                    put(table, (slot >> 32) as u32, index);
                }
            }
            self.current.store(generation, Ordering::Release);
        }
        table
    }
}

/// Whether `items` entries keep a table of `slots` slots at or below its maximum load.
fn has_room(slots: usize, items: usize) -> bool {
    items * 4 <= slots * 3
}

/// Fills the first free slot in the probe sequence of a tag; the table must have one.
fn put(table: &[AtomicU64], tag: u32, index: u32) {
    let mask = table.len() - 1;
    let mut at = tag as usize & mask;
    while table[at].load(Ordering::Relaxed) != 0 {
        at = (at + 1) & mask;
    }
    table[at].store(filled(tag, index), Ordering::Release);
}

/// A panic leaves no trace: a value is complete before it is added, and adding it does not run code of its type.
impl<T> UnwindSafe for Interner<T> {}
impl<T> RefUnwindSafe for Interner<T> {}

/// A lock-free cache keyed by the addresses of a pair of string literals: for names that code mentions all the time.
///
/// The cache has `SLOTS` slots and never evicts. A pair that finds no free slot is looked up afresh each time, which costs only
/// time.
pub struct ByAddress<T, const SLOTS: usize = 2048> {
    slots: Box<[OnceLock<(Pair, T)>]>,
}

type Pair = (&'static str, &'static str);

/// How many slots are probed for a pair.
const PROBES: usize = 4;

impl<T, const SLOTS: usize> Default for ByAddress<T, SLOTS> {
    fn default() -> Self {
        Self { slots: std::iter::repeat_with(OnceLock::new).take(SLOTS).collect() }
    }
}

impl<T: Copy, const SLOTS: usize> ByAddress<T, SLOTS> {
    /// The cached value for `pair`; on a miss, `find` computes it.
    #[inline]
    pub fn get(&self, pair: Pair, find: impl Fn() -> T) -> T {
        let first = FxBuildHasher.hash_one((pair.0.as_ptr().addr(), pair.1.as_ptr().addr())) as usize;
        match self.slots[first % SLOTS].get() {
            Some(&(known, value)) if is_pair(known, pair) => value,
            _ => self.probe(first, pair, find),
        }
    }

    #[cold]
    fn probe(&self, first: usize, pair: Pair, find: impl Fn() -> T) -> T {
        for probe in 0..PROBES {
            let slot = &self.slots[(first + probe) % SLOTS];
            let &(known, value) = slot.get_or_init(|| (pair, find()));
            if is_pair(known, pair) {
                return value;
            }
        }
        find()
    }
}

fn is_pair(known: Pair, pair: Pair) -> bool {
    std::ptr::eq(known.0, pair.0) && std::ptr::eq(known.1, pair.1)
}

#[cfg(test)]
mod tests {
    use super::{ByAddress, Interner};

    #[test]
    fn equal_values_have_one_index_in_all_threads() {
        let interner = Interner::<String>::default();
        let intern_all =
            || -> Vec<u32> { (0..20_000).map(|n| interner.intern_value(format!("{}", n % 7_000))).collect() };
        let all: Vec<Vec<u32>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(intern_all)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(all.iter().all(|indices| *indices == all[0]));
        let mut distinct = all[0].clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 7_000);
        for (n, &index) in all[0].iter().enumerate() {
            assert_eq!(*interner.get(index), format!("{}", n % 7_000));
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_is() {
        let interner = Interner::<String>::default();
        let find = |interner: &Interner<String>| interner.find("a", |item, key| item == key);
        assert!(interner.is_empty() && interner.clone().is_empty());
        assert_eq!(find(&interner), None);
        interner.intern_value("a".to_owned());
        assert_eq!((find(&interner), find(&interner.clone()), interner.len()), (Some(0), Some(0), 1));
    }

    #[test]
    fn room_that_is_made_changes_nothing() {
        let interner = Interner::<u32>::default();
        let mut all = Vec::new();
        for (round, more) in [0, 100_000, 3, 1_000].into_iter().enumerate() {
            interner.reserve(more);
            all.extend((0..3_000).map(|n| interner.intern_value(n * 4 + round as u32)));
            assert_eq!(all, (0..all.len() as u32).collect::<Vec<_>>());
        }
        let again = (0..4).flat_map(|round| (0..3_000).map(move |n| n * 4 + round));
        assert!(again.map(|value| interner.intern_value(value)).eq(all));
    }

    #[test]
    fn a_borrowed_key_finds_what_it_is_equal_to() {
        let interner = Interner::<Box<[u8]>>::default();
        let intern = |text: &[u8]| interner.intern(text, |item, text| **item == **text, Into::into);
        assert_eq!(intern(b"a"), intern(b"a"));
        assert_ne!(intern(b"a"), intern(b"b"));
    }

    #[test]
    fn literals_are_told_apart_by_address_and_length() {
        let literals = ByAddress::<_, 1024>::default();
        let all: &'static str = "abcdefghijklmnopqrstuvwxyz".repeat(200).leak();
        for round in 0..2 {
            for at in 0..all.len() {
                for length in 0..2.min(all.len() - at) {
                    let literal = &all[at..at + length];
                    assert_eq!(literals.get((literal, "x"), || literal), literal, "round {round}");
                }
            }
        }
    }
}

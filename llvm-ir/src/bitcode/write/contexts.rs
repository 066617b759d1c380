//! The callers of allocations as one tree in an array, in which contexts share what their callers have in common: a number that is negative
//! as one of 32 bits is the distance to where a context goes on. Source: LLVM, `CallStackRadixTreeBuilder`.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

/// Makes the tree of contexts, each a list of numbers from the allocation on. Returns the array, and the place of each context.
pub(super) fn tree(contexts: &[Vec<u64>]) -> (Vec<u64>, Vec<u64>) {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    contexts.iter().flatten().for_each(|&frame| *counts.entry(frame).or_default() += 1);
    let rank = |frame: &u64| (counts[frame], *frame);
    let compare = |a: &usize, b: &usize| -> Ordering {
        let from_root = |context: &usize| contexts[*context].iter().rev().map(rank);
        from_root(a).cmp(from_root(b))
    };
    let mut order: Vec<usize> = (0..contexts.len()).collect();
    order.sort_by(compare);
    let (mut array, mut places) = (Vec::new(), vec![0; contexts.len()]);
    // The places of the frames of the last context, from the root on.
    let mut last: Vec<usize> = Vec::new();
    let mut previous: &[u64] = &[];
    for context in order.into_iter().rev() {
        let frames = &contexts[context];
        let both = previous.iter().rev().zip(frames.iter().rev());
        let common = both.take_while(|(a, b)| a == b).count();
        last.truncate(common);
        if let Some(&parent) = last.last() {
            let distance = (parent as u32).wrapping_sub(array.len() as u32);
            array.push(distance.into());
        }
        for &frame in frames.iter().rev().skip(common) {
            last.push(array.len());
            array.push(frame);
        }
        array.push(frames.len() as u64);
        places[context] = array.len() - 1;
        previous = frames;
    }
    array.reverse();
    (array.clone(), places.into_iter().map(|place| (array.len() - 1 - place) as u64).collect())
}

#[cfg(test)]
mod tests {
    use super::tree;

    #[test]
    fn contexts_share_their_callers() {
        let (array, places) = tree(&[vec![1, 2, 9], vec![3, 2, 9], vec![4]]);
        assert_eq!(array.len(), 3 + 4 + 2);
        let read = |place: u64| {
            let mut at = place as usize;
            let count = array[at];
            let mut frames = Vec::new();
            for _ in 0..count {
                at += 1;
                if let distance @ ..0 = array[at] as u32 as i32 {
                    at += distance.unsigned_abs() as usize;
                }
                frames.push(array[at]);
            }
            frames
        };
        assert_eq!(places.into_iter().map(read).collect::<Vec<_>>(), [vec![1, 2, 9], vec![3, 2, 9], vec![4]]);
    }
}

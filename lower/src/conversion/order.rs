//! The order in which blocks are visited: from the entry on, down the tree of dominators. Unreachable
//! blocks are not visited: as upstream has it, they are not converted.

use rustc_hash::FxHashMap;
use tern_dialect::{Block, Body, Region};

/// The reachable blocks of a region in that order.
pub(super) fn blocks(body: &Body, region: Region) -> Vec<Block> {
    let all = body.region_blocks(region);
    let Some(&entry) = all.first() else { return Vec::new() };
    if all.len() == 1 {
        return all.to_vec();
    }
    let postorder = postorder(body, entry);
    let number: FxHashMap<Block, usize> =
        postorder.iter().enumerate().map(|(n, &block)| (block, n)).collect();
    let dominators = dominators(body, &postorder, &number);
    let mut children: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (block, &dominator) in dominators.iter().enumerate().rev().skip(1) {
        children.entry(dominator).or_default().push(block);
    }
    let mut order = Vec::with_capacity(all.len());
    let mut pending = vec![postorder.len() - 1];
    while let Some(block) = pending.pop() {
        order.push(postorder[block]);
        pending.extend(children.get(&block).into_iter().flatten().rev());
    }
    order
}

fn successors(body: &Body, block: Block) -> &[Block] {
    body.block_last(block).map(|last| body.successors(last)).unwrap_or_default()
}

/// Blocks that can be reached from `entry`, each after those that it leads to but for loops.
fn postorder(body: &Body, entry: Block) -> Vec<Block> {
    let mut order = Vec::new();
    let mut seen = rustc_hash::FxHashSet::from_iter([entry]);
    let mut pending = vec![(entry, 0)];
    while let Some((block, next)) = pending.last_mut() {
        match successors(body, *block).get(*next) {
            Some(&successor) => {
                *next += 1;
                if seen.insert(successor) {
                    pending.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                pending.pop();
            }
        }
    }
    order
}

/// For each block, by its place in `postorder`, the place of its immediate dominator (Cooper, Harvey and Kennedy: A Simple,
/// Fast Dominance Algorithm); the entry's is itself.
fn dominators(body: &Body, postorder: &[Block], number: &FxHashMap<Block, usize>) -> Vec<usize> {
    let entry = postorder.len() - 1;
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); postorder.len()];
    for (at, &block) in postorder.iter().enumerate() {
        for successor in successors(body, block).iter().filter_map(|successor| number.get(successor)) {
            predecessors[*successor].push(at);
        }
    }
    let mut dominators: Vec<Option<usize>> = vec![None; postorder.len()];
    dominators[entry] = Some(entry);
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..entry).rev() {
            let mut known = predecessors[block].iter().copied().filter(|&p| dominators[p].is_some());
            let first = known.next();
            let new = first.map(|first| known.fold(first, |a, b| common(&dominators, a, b)));
            if new.is_some() && new != dominators[block] {
                dominators[block] = new;
                changed = true;
            }
        }
    }
    dominators.into_iter().map(|dominator| dominator.unwrap_or(entry)).collect()
}

/// The closest block that dominates both.
fn common(dominators: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let smaller = if a < b { &mut a } else { &mut b };
        match dominators[*smaller] {
            Some(up) if up > *smaller => *smaller = up,
            _ => return a.max(b),
        }
    }
    a
}

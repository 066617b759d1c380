//! Dominance between the blocks of a function.

use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;

use crate::function::{Block, Function};
use crate::graph::post_order;

/// The dominator tree of a function.
#[derive(Debug)]
pub struct Dominators {
    /// The position of each reachable block in reverse post-order.
    order: SecondaryMap<Block, Option<u32>>,
    /// The immediate dominator of each block, by position in `order`. That of the entry is the entry itself.
    immediate: Vec<u32>,
    /// For each block, by position in `order`, its number in a walk of the tree that visits parents first, and the number of blocks that
    /// it dominates.
    walk: Vec<(u32, u32)>,
}

impl Dominators {
    /// Computes the tree. Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm".
    pub fn new(function: &Function) -> Self {
        let successors = |block| function.successors(block);
        let entry = function.layout.first();
        let mut reached =
            entry.map_or_else(Vec::new, |&entry| post_order(entry, &mut SecondaryMap::new(), successors));
        reached.reverse();
        let mut order = SecondaryMap::with_capacity(function.blocks.len());
        for (index, &block) in reached.iter().enumerate() {
            order[block] = Some(index as u32);
        }
        let mut predecessors: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); reached.len()];
        for (index, &block) in reached.iter().enumerate() {
            for successor in successors(block) {
                if let Some(successor) = order[successor] {
                    predecessors[successor as usize].push(index as u32);
                }
            }
        }
        let mut immediate = vec![u32::MAX; reached.len()];
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in 1..reached.len() {
                let known =
                    predecessors[block].iter().copied().filter(|&p| immediate[p as usize] != u32::MAX);
                let meet = known.reduce(|mut a, mut b| {
                    while a != b {
                        while a > b {
                            a = immediate[a as usize];
                        }
                        while b > a {
                            b = immediate[b as usize];
                        }
                    }
                    a
                });
                if let Some(meet) = meet.filter(|&meet| immediate[block] != meet) {
                    immediate[block] = meet;
                    changed = true;
                }
            }
        }
        let walk = walk(&immediate);
        Self { order, immediate, walk }
    }

    /// Whether a block is reachable from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.order[block].is_some()
    }

    /// Whether `a` dominates `b`. An unreachable block is dominated by every block.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let Some(b) = self.order[b] else { return true };
        let Some(a) = self.order[a] else { return false };
        let ((first, count), (b, _)) = (self.walk[a as usize], self.walk[b as usize]);
        (first..first + count).contains(&b)
    }
}

/// Numbers the blocks of a tree in which parents come before children.
fn walk(immediate: &[u32]) -> Vec<(u32, u32)> {
    let mut walk = vec![(0, 1); immediate.len()];
    for block in (1..immediate.len()).rev() {
        let count = walk[block].1;
        walk[immediate[block] as usize].1 += count;
    }
    let mut next: Vec<u32> = vec![1; immediate.len()];
    for block in 1..immediate.len() {
        let parent = immediate[block] as usize;
        walk[block].0 = next[parent];
        next[parent] += walk[block].1;
        next[block] = walk[block].0 + 1;
    }
    walk
}

impl Dominators {
    /// The first child of `block` in the dominator tree, in the order of LLVM's and MLIR's trees: that of a depth-first walk that
    /// visits first successors first.
    pub fn first_child(&self, function: &Function, block: Block) -> Option<Block> {
        let parent = self.order[block]?;
        let mut seen = SecondaryMap::<Block, bool>::new();
        let mut stack = vec![*function.layout.first()?];
        while let Some(next) = stack.pop() {
            if std::mem::replace(&mut seen[next], true) {
                continue;
            }
            if next != block
                && self.order[next].is_some_and(|at| self.immediate[at as usize] == parent && at != parent)
            {
                return Some(next);
            }
            stack.extend(function.successors(next).into_iter().rev());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_is_dominated_by_the_branch_alone() {
        let text = b"define void @f(i1 %c) {\na:\n br i1 %c, label %b, label %d\nb:\n br label %d\nd:\n ret void\nu:\n br label %d\n}\n";
        let module = crate::read(text, "test").unwrap();
        let function = module.globals[module.functions[0]].as_function().unwrap();
        let &[a, b, d, u] = &function.layout[..] else { panic!("four blocks") };
        let dominators = Dominators::new(function);
        assert!(dominators.dominates(a, d) && dominators.dominates(a, a) && dominators.dominates(b, b));
        assert!(!dominators.dominates(b, d) && !dominators.dominates(u, d) && dominators.dominates(d, u));
        assert_eq!(dominators.first_child(function, a), Some(b));
        assert_eq!(dominators.first_child(function, b), None);
    }
}

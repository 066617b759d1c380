//! Dominance between the blocks of a function.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use crate::function::{Block, Function};
use crate::graph::post_order;

/// The dominator tree of a function.
#[derive(Debug)]
pub struct Dominators {
    /// The position of each reachable block in reverse post-order.
    order: FxHashMap<Block, usize>,
    /// The immediate dominator of each block, by position in `order`. That of the entry is the entry itself.
    immediate: Vec<usize>,
}

impl Dominators {
    /// Computes the tree. Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm".
    pub fn new(function: &Function) -> Self {
        let successors = |block| function.successors(block);
        let entry = function.layout.first();
        let mut reached =
            entry.map_or_else(Vec::new, |&entry| post_order(entry, &mut SecondaryMap::new(), successors));
        reached.reverse();
        let order: FxHashMap<Block, usize> =
            reached.iter().enumerate().map(|(index, &block)| (block, index)).collect();
        let mut predecessors = vec![Vec::new(); reached.len()];
        for (index, &block) in reached.iter().enumerate() {
            for successor in successors(block) {
                if let Some(&successor) = order.get(&successor) {
                    predecessors[successor].push(index);
                }
            }
        }
        let mut immediate = vec![usize::MAX; reached.len()];
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in 1..reached.len() {
                let known = predecessors[block].iter().copied().filter(|&p| immediate[p] != usize::MAX);
                let meet = known.reduce(|mut a, mut b| {
                    while a != b {
                        while a > b {
                            a = immediate[a];
                        }
                        while b > a {
                            b = immediate[b];
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
        Self { order, immediate }
    }

    /// Whether a block is reachable from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.order.contains_key(&block)
    }

    /// Whether `a` dominates `b`. An unreachable block is dominated by every block.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let Some(&b) = self.order.get(&b) else { return true };
        let Some(&a) = self.order.get(&a) else { return false };
        let mut at = b;
        while at > a {
            at = self.immediate[at];
        }
        at == a
    }
}

impl Dominators {
    /// The first child of `block` in the dominator tree, in the order of LLVM's and MLIR's trees: that of a depth-first walk that
    /// visits first successors first.
    pub fn first_child(&self, function: &Function, block: Block) -> Option<Block> {
        let parent = *self.order.get(&block)?;
        let mut seen = SecondaryMap::<Block, bool>::new();
        let mut stack = vec![*function.layout.first()?];
        while let Some(next) = stack.pop() {
            if std::mem::replace(&mut seen[next], true) {
                continue;
            }
            if next != block
                && self.order.get(&next).is_some_and(|&at| self.immediate[at] == parent && at != parent)
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

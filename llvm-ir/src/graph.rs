//! Orders of the blocks in a control-flow graph.

use cranelift_entity::{EntityRef, SecondaryMap};

/// The blocks reachable from `root` that are not in `seen`, in post-order: successors first. Adds them to `seen`.
pub fn post_order<B: EntityRef, S: IntoIterator<Item = B>>(
    root: B,
    seen: &mut SecondaryMap<B, bool>,
    successors: impl Fn(B) -> S,
) -> Vec<B> {
    let mut order = Vec::new();
    if std::mem::replace(&mut seen[root], true) {
        return order;
    }
    let mut stack = vec![(root, successors(root).into_iter())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.find(|&next| !std::mem::replace(&mut seen[next], true)) {
            Some(next) => stack.push((next, successors(next).into_iter())),
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order
}

/// All `blocks` in reverse post-order, beginning with the first. Unreachable blocks follow, again in reverse post-order from the
/// first of them.
pub fn reverse_post_order<B: EntityRef, S: IntoIterator<Item = B>>(
    blocks: &[B],
    successors: impl Fn(B) -> S,
) -> Vec<B> {
    let mut seen = SecondaryMap::new();
    let mut order = Vec::with_capacity(blocks.len());
    for &root in blocks {
        order.extend(post_order(root, &mut seen, &successors).into_iter().rev());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::reverse_post_order;
    use crate::function::Block;

    #[test]
    fn what_is_not_reached_comes_last() {
        let edges = [&[1, 2][..], &[3], &[3, 0], &[], &[5, 1], &[4]];
        let blocks: Vec<Block> = (0..6).map(Block::from_u32).collect();
        let successors = |block: Block| edges[block.as_u32() as usize].iter().map(|&to| Block::from_u32(to));
        let order: Vec<u32> = reverse_post_order(&blocks, successors).iter().map(|b| b.as_u32()).collect();
        assert_eq!(order, [0, 2, 1, 3, 4, 5]);
    }
}

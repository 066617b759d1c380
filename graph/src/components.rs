//! Strongly connected components.

/// The strongly connected components of a graph, each after those that it leads to.
#[derive(Clone, Debug, Default)]
pub struct Components {
    nodes: Vec<u32>,
    starts: Vec<u32>,
    of: Vec<u32>,
}

impl Components {
    /// The number of components.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there are none: the graph has no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes of a component.
    pub fn nodes(&self, component: usize) -> &[u32] {
        &self.nodes[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    /// The components, callees before callers.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        (0..self.len()).map(|component| self.nodes(component))
    }

    /// The component of a node.
    pub fn of(&self, node: u32) -> usize {
        self.of[node as usize] as usize
    }
}

/// Finds the components of the graph with the nodes 0 to `nodes`. Source: Tarjan, "Depth-First Search and Linear Graph Algorithms".
pub fn components<S: IntoIterator<Item = u32>>(nodes: u32, successors: impl Fn(u32) -> S) -> Components {
    const UNVISITED: u32 = u32::MAX;
    let mut found = Components { nodes: Vec::new(), starts: vec![0], of: vec![UNVISITED; nodes as usize] };
    let (mut numbers, mut lowest) = (vec![UNVISITED; nodes as usize], vec![0u32; nodes as usize]);
    let (mut open, mut calls, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..nodes {
        if numbers[root as usize] != UNVISITED {
            continue;
        }
        calls.push((root, None::<S::IntoIter>));
        while let Some((node, rest)) = calls.last_mut() {
            let node = *node;
            let rest = rest.get_or_insert_with(|| {
                numbers[node as usize] = next;
                lowest[node as usize] = next;
                next += 1;
                open.push(node);
                successors(node).into_iter()
            });
            let unvisited = rest.find(|&to| match numbers[to as usize] {
                UNVISITED => true,
                number => {
                    if found.of[to as usize] == UNVISITED {
                        lowest[node as usize] = lowest[node as usize].min(number);
                    }
                    false
                }
            });
            if let Some(to) = unvisited {
                calls.push((to, None));
                continue;
            }
            calls.pop();
            if let Some((caller, _)) = calls.last() {
                lowest[*caller as usize] = lowest[*caller as usize].min(lowest[node as usize]);
            }
            if lowest[node as usize] == numbers[node as usize] {
                let begin = open.iter().rposition(|&other| other == node).expect("the node is open");
                let component = found.len() as u32;
                open[begin..].iter().for_each(|&member| found.of[member as usize] = component);
                found.nodes.extend(open.drain(begin..));
                found.starts.push(found.nodes.len() as u32);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn cycles_are_one_component_each() {
        let edges: [&[u32]; 6] = [&[1], &[2, 3], &[1], &[4], &[3, 4], &[0]];
        let found = components(6, |node| edges[node as usize].iter().copied());
        let sets: Vec<Vec<u32>> = found.iter().map(|nodes| nodes.to_vec()).collect();
        assert_eq!(sets, [vec![3, 4], vec![1, 2], vec![0], vec![5]]);
        assert_eq!((found.of(4), found.of(5)), (0, 3));
    }

    #[test]
    fn long_chains_need_no_stack() {
        let count = 1_000_000;
        let found = components(count, |node| (node + 1 < count).then_some(node + 1));
        assert_eq!(found.len(), count as usize);
    }
}

//! Puts the nodes of a graph into layers, and orders each layer for few crossings.

use super::{Item, Line, MOST_PASSES};

/// How often the order of all layers is improved.
const SWEEPS: usize = 16;

/// The layers of a graph.
#[derive(Debug)]
pub(crate) struct Layers {
    /// What takes a place.
    pub(crate) items: Vec<Item>,
    /// By layer: positions in `items`, from left to right.
    pub(crate) layers: Vec<Vec<u32>>,
    /// By item: the items in the layer above that it is connected with.
    pub(crate) above: Vec<Vec<u32>>,
    /// By item: those in the layer below.
    pub(crate) below: Vec<Vec<u32>>,
    /// By edge: the items that it passes, from top to bottom, with the boxes at its ends; empty for an edge from a node to itself.
    pub(crate) chains: Vec<Vec<u32>>,
    /// By edge: whether it goes up.
    pub(crate) upward: Vec<bool>,
}

impl Layers {
    pub(crate) fn new(nodes: usize, edges: &[Line]) -> Self {
        let upward = upward(nodes, edges);
        let ranks = ranks(nodes, edges, &upward);
        let items: Vec<Item> = (0..nodes).map(Item::Box).collect();
        let count = ranks.iter().max().map_or(0, |&last| 2 * last + 1);
        let mut this = Self {
            items,
            layers: vec![Vec::new(); count],
            above: vec![Vec::new(); nodes],
            below: vec![Vec::new(); nodes],
            chains: vec![Vec::new(); edges.len()],
            upward,
        };
        for (node, &rank) in ranks.iter().enumerate() {
            this.layers[2 * rank].push(node as u32);
        }
        // Short edges first, so that what has no places is long.
        let span = |edge: &Line| ranks[edge.from].abs_diff(ranks[edge.to]);
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by_key(|&edge| span(&edges[edge]));
        for edge in order {
            this.route(edge, &edges[edge], &ranks);
        }
        this.order();
        this
    }

    /// Gives an edge places in the layers that it passes.
    fn route(&mut self, edge: usize, line: &Line, ranks: &[usize]) {
        if line.from == line.to {
            return;
        }
        let (top, bottom) = if self.upward[edge] { (line.to, line.from) } else { (line.from, line.to) };
        let mut chain = vec![top as u32];
        let between = 2 * ranks[top] + 1..2 * ranks[bottom];
        if self.items.len() + between.len() < MOST_PASSES + ranks.len() {
            // The label is at the end where the edge leaves.
            let labelled = if self.upward[edge] { between.end - 1 } else { between.start };
            for layer in between {
                let item = self.items.len() as u32;
                self.items.push(Item::Pass { edge, first: layer == labelled });
                self.above.push(Vec::new());
                self.below.push(Vec::new());
                self.layers[layer].push(item);
                self.connect(chain[chain.len() - 1], item);
                chain.push(item);
            }
            self.connect(chain[chain.len() - 1], bottom as u32);
        }
        chain.push(bottom as u32);
        self.chains[edge] = chain;
    }

    fn connect(&mut self, above: u32, below: u32) {
        self.below[above as usize].push(below);
        self.above[below as usize].push(above);
    }

    /// Orders the layers: each by the places of what it is connected with above, then below, and so on; the best order is kept.
    fn order(&mut self) {
        let mut places = vec![0u32; self.items.len()];
        self.depth_first_order();
        let note = |layer: &[u32], places: &mut [u32]| {
            layer.iter().enumerate().for_each(|(place, &item)| places[item as usize] = place as u32);
        };
        self.layers.iter().for_each(|layer| note(layer, &mut places));
        let mut best = (self.crossings(&places), self.layers.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            let count = self.layers.len();
            for step in 1..count {
                let at = if down { step } else { count - 1 - step };
                let neighbours = if down { &self.above } else { &self.below };
                let middle = |item: u32| {
                    let mut near: Vec<u32> =
                        neighbours[item as usize].iter().map(|&it| places[it as usize]).collect();
                    near.sort_unstable();
                    match near.len() {
                        0 => f64::from(places[item as usize]),
                        odd if odd % 2 == 1 => f64::from(near[odd / 2]),
                        even => f64::from(near[even / 2 - 1] + near[even / 2]) / 2.0,
                    }
                };
                let mut keyed: Vec<(f64, u32)> =
                    self.layers[at].iter().map(|&item| (middle(item), item)).collect();
                keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
                self.layers[at] = keyed.into_iter().map(|(_, item)| item).collect();
                note(&self.layers[at], &mut places);
            }
            let crossings = self.crossings(&places);
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    /// A first order: that in which a walk from the top meets the items.
    fn depth_first_order(&mut self) {
        let mut seen = vec![false; self.items.len()];
        let mut met = vec![0u32; self.items.len()];
        let mut count = 0;
        let tops: Vec<u32> = self.layers.iter().flatten().copied().collect();
        for top in tops {
            let mut pending = vec![top];
            while let Some(item) = pending.pop() {
                if std::mem::replace(&mut seen[item as usize], true) {
                    continue;
                }
                met[item as usize] = count;
                count += 1;
                pending.extend(self.below[item as usize].iter().rev());
            }
        }
        self.layers.iter_mut().for_each(|layer| layer.sort_by_key(|&item| met[item as usize]));
    }

    /// The number of crossings of all edges.
    fn crossings(&self, places: &[u32]) -> u64 {
        let mut sum = 0;
        for pair in self.layers.windows(2) {
            // A tree of sums over the places of the lower layer.
            let mut counts = vec![0u32; pair[1].len() + 1];
            for &item in &pair[0] {
                let mut ends: Vec<usize> =
                    self.below[item as usize].iter().map(|&it| places[it as usize] as usize).collect();
                ends.sort_unstable();
                for &end in &ends {
                    let total: u32 = prefix(&counts, counts.len() - 1);
                    sum += u64::from(total - prefix(&counts, end + 1));
                }
                for end in ends {
                    let mut at = end + 1;
                    while at < counts.len() {
                        counts[at] += 1;
                        at += at & at.wrapping_neg();
                    }
                }
            }
        }
        sum
    }
}

/// The sum of the first entries of a tree of sums.
fn prefix(counts: &[u32], mut at: usize) -> u32 {
    let mut sum = 0;
    while at > 0 {
        sum += counts[at];
        at -= at & at.wrapping_neg();
    }
    sum
}

/// Which edges go up: those that should, and those that close a cycle.
fn upward(nodes: usize, edges: &[Line]) -> Vec<bool> {
    let mut upward: Vec<bool> = edges.iter().map(|edge| edge.back && edge.from != edge.to).collect();
    let mut leaving = vec![Vec::new(); nodes];
    for (index, edge) in edges.iter().enumerate().filter(|(_, edge)| edge.from != edge.to) {
        // An edge up counts as one down from its other end.
        let from = if upward[index] { edge.to } else { edge.from };
        leaving[from].push(index);
    }
    // 0: not met; 1: on the path; 2: done.
    let mut states = vec![0u8; nodes];
    for root in 0..nodes {
        if states[root] != 0 {
            continue;
        }
        states[root] = 1;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&index) = leaving[*node].get(*next) else {
                states[*node] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            let edge = &edges[index];
            let to = if edge.from == *node { edge.to } else { edge.from };
            match states[to] {
                0 => {
                    states[to] = 1;
                    path.push((to, 0));
                }
                1 => upward[index] = !upward[index],
                _ => {}
            }
        }
    }
    upward
}

/// The rank of each node: one more than that of the lowest above it; then as low as what is below allows, if that makes edges shorter.
fn ranks(nodes: usize, edges: &[Line], upward: &[bool]) -> Vec<usize> {
    let directed = |index: usize| match upward[index] {
        true => (edges[index].to, edges[index].from),
        false => (edges[index].from, edges[index].to),
    };
    let (mut above, mut below) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for index in 0..edges.len() {
        let (top, bottom) = directed(index);
        if top != bottom {
            above[bottom].push(top);
            below[top].push(bottom);
        }
    }
    let mut open: Vec<usize> = above.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..nodes).filter(|&node| open[node] == 0).collect();
    let mut ranks = vec![0usize; nodes];
    let mut at = 0;
    while let Some(&node) = order.get(at) {
        at += 1;
        for &to in &below[node] {
            ranks[to] = ranks[to].max(ranks[node] + 1);
            open[to] -= 1;
            if open[to] == 0 {
                order.push(to);
            }
        }
    }
    for &node in order.iter().rev() {
        if above[node].len() < below[node].len()
            && let Some(lowest) = below[node].iter().map(|&to| ranks[to]).min()
        {
            ranks[node] = ranks[node].max(lowest.saturating_sub(1));
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::Layers;
    use crate::drawing::Line;

    fn edge((from, to): (usize, usize)) -> Line {
        Line { from, to, back: false, label: 0.0 }
    }

    #[test]
    fn edges_go_down_but_for_cycles() {
        let edges: Vec<Line> = [(0, 1), (1, 2), (2, 1), (2, 2), (0, 2), (2, 3)].map(edge).to_vec();
        let layers = Layers::new(4, &edges);
        assert_eq!(layers.upward, [false, false, true, false, false, false]);
        assert_eq!(layers.layers.len(), 7);
        assert_eq!(layers.chains[4].len(), 5, "one layer with a box and two between");
        assert!(layers.chains[3].is_empty());
    }

    #[test]
    fn crossings_are_undone() {
        let edges: Vec<Line> = [(0, 3), (1, 2), (0, 4), (1, 5), (4, 6), (2, 6)].map(edge).to_vec();
        let layers = Layers::new(7, &edges);
        let mut places = vec![0; layers.items.len()];
        for layer in &layers.layers {
            layer.iter().enumerate().for_each(|(place, &item)| places[item as usize] = place as u32);
        }
        assert_eq!(layers.crossings(&places), 0);
    }
}

//! Gives boxes and edges coordinates.

use super::{Item, Layers, Line, Size};

/// Between boxes of a layer.
const GAP: f64 = 24.0;
/// Between an edge and what is beside it.
const EDGE_GAP: f64 = 10.0;
/// Between layers.
const LAYER_GAP: f64 = 16.0;
/// The height of a label.
const LABEL: f64 = 16.0;
/// What is free around the picture.
const MARGIN: f64 = 12.0;
/// The room of an edge from a box to itself.
pub(crate) const LOOP: f64 = 26.0;
/// How often places are improved.
const SWEEPS: usize = 24;

/// A graph with coordinates.
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// By box: its left upper corner.
    pub(crate) corners: Vec<(f64, f64)>,
    /// By edge: its path in SVG's language.
    pub(crate) paths: Vec<String>,
    /// By edge: the left end of the base line of its label.
    pub(crate) labels: Vec<Option<(f64, f64)>>,
}

impl Placed {
    pub(crate) fn new(sizes: &[Size], edges: &[Line]) -> Self {
        let layers = Layers::new(sizes.len(), edges);
        let mut loops = vec![0.0f64; sizes.len()];
        for edge in edges.iter().filter(|edge| edge.from == edge.to) {
            loops[edge.from] = loops[edge.from].max(LOOP + edge.label);
        }
        // How far an item reaches from its middle, to the left and to the right.
        let reach = |item: u32| match layers.items[item as usize] {
            Item::Box(node) => (sizes[node].width / 2.0, sizes[node].width / 2.0 + loops[node]),
            Item::Pass { edge, first } => {
                (0.0, if first && edges[edge].label > 0.0 { edges[edge].label + 4.0 } else { 0.0 })
            }
        };
        let middles = middles(&layers, reach);
        let tops = tops(&layers, sizes, edges, &middles);
        let mut this =
            Self { width: 0.0, height: 0.0, corners: Vec::new(), paths: Vec::new(), labels: Vec::new() };
        let left =
            (0..layers.items.len()).map(|item| middles[item] - reach(item as u32).0).fold(f64::MAX, f64::min);
        let left = if layers.items.is_empty() { 0.0 } else { left - MARGIN };
        let right =
            (0..layers.items.len()).map(|item| middles[item] + reach(item as u32).1).fold(left, f64::max);
        this.width = right - left + MARGIN;
        this.height = tops.last().map_or(0.0, |&(top, height)| top + height) + MARGIN;
        let middles: Vec<f64> = middles.into_iter().map(|x| x - left).collect();
        this.corners = vec![(0.0, 0.0); sizes.len()];
        for (layer, items) in layers.layers.iter().enumerate() {
            for &item in items {
                if let Item::Box(node) = layers.items[item as usize] {
                    this.corners[node] = (middles[item as usize] - sizes[node].width / 2.0, tops[layer].0);
                }
            }
        }
        this.draw(&layers, sizes, edges, &middles, &tops);
        this
    }

    fn draw(
        &mut self,
        layers: &Layers,
        sizes: &[Size],
        edges: &[Line],
        middles: &[f64],
        tops: &[(f64, f64)],
    ) {
        let mut layer_of = vec![0; layers.items.len()];
        for (layer, items) in layers.layers.iter().enumerate() {
            items.iter().for_each(|&item| layer_of[item as usize] = layer);
        }
        let ports = Ports::new(layers, sizes, middles);
        for (index, edge) in edges.iter().enumerate() {
            let chain = &layers.chains[index];
            if chain.is_empty() {
                let (path, label) = self.own_loop(edge.from, sizes[edge.from]);
                self.paths.push(path);
                self.labels.push((edge.label > 0.0).then_some(label));
                continue;
            }
            let last = chain.len() - 1;
            // From top to bottom: each layer is passed vertically.
            let mut points: Vec<(f64, f64, f64)> = Vec::new();
            for (at, &item) in chain.iter().enumerate() {
                let (top, height) = tops[layer_of[item as usize]];
                let (x, begin, end) = match at {
                    0 => (ports.below[index], top + sizes[item as usize].height, top + height),
                    _ if at == last => (ports.above[index], top, top),
                    _ => (middles[item as usize], top, top + height),
                };
                points.push((x, begin, end));
            }
            self.labels.push(chain.iter().find_map(|&item| match layers.items[item as usize] {
                Item::Pass { first: true, .. } if edge.label > 0.0 => {
                    let (top, height) = tops[layer_of[item as usize]];
                    Some((middles[item as usize] + 4.0, top + height / 2.0 + 4.0))
                }
                _ => None,
            }));
            self.paths.push(path(points, layers.upward[index]));
        }
    }

    /// An edge from a box to itself, at its right side.
    fn own_loop(&self, node: usize, size: Size) -> (String, (f64, f64)) {
        let (x, y) = self.corners[node];
        let (x, y) = (x + size.width, y + size.height / 2.0);
        let half = (size.height / 2.0 - 2.0).min(12.0);
        let path = format!(
            "M{x:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {x:.1} {:.1}",
            y - half,
            x + LOOP,
            y - half,
            x + LOOP,
            y + half,
            y + half
        );
        (path, (x + LOOP * 0.8, y + 4.0))
    }
}

/// A path through layers: vertical in them, curved between them. Given from top to bottom.
fn path(mut points: Vec<(f64, f64, f64)>, upward: bool) -> String {
    if upward {
        points.reverse();
        points.iter_mut().for_each(|(_, begin, end)| std::mem::swap(begin, end));
    }
    let mut out = format!("M{:.1} {:.1}", points[0].0, points[0].1);
    let mut x = points[0].0;
    for (at, &(next, begin, end)) in points.iter().enumerate() {
        if at > 0 {
            let before = points[at - 1].2;
            if (next - x).abs() < 0.05 {
                out += &format!("V{begin:.1}");
            } else {
                let middle = (before + begin) / 2.0;
                out += &format!("C{x:.1} {middle:.1} {next:.1} {middle:.1} {next:.1} {begin:.1}");
            }
        }
        if (end - begin).abs() > 0.05 {
            out += &format!("V{end:.1}");
        }
        x = next;
    }
    out
}

/// Where edges meet boxes: beside each other, in the order of where they lead.
struct Ports {
    /// By edge: at the lower side of its upper box.
    below: Vec<f64>,
    /// By edge: at the upper side of its lower box.
    above: Vec<f64>,
}

impl Ports {
    fn new(layers: &Layers, sizes: &[Size], middles: &[f64]) -> Self {
        let count = layers.chains.len();
        let mut this = Self { below: vec![0.0; count], above: vec![0.0; count] };
        let (mut leaving, mut entering) = (vec![Vec::new(); sizes.len()], vec![Vec::new(); sizes.len()]);
        for (edge, chain) in layers.chains.iter().enumerate() {
            let &[top, next, ..] = &chain[..] else { continue };
            let (before, bottom) = (chain[chain.len() - 2], chain[chain.len() - 1]);
            leaving[top as usize].push((middles[next as usize], edge));
            entering[bottom as usize].push((middles[before as usize], edge));
        }
        for (node, size) in sizes.iter().enumerate() {
            for (list, ports) in
                [(&mut leaving[node], &mut this.below), (&mut entering[node], &mut this.above)]
            {
                list.sort_by(|one, other| one.0.total_cmp(&other.0));
                let step = ((size.width - 16.0) / list.len().max(1) as f64).min(20.0);
                let begin = middles[node] - step * (list.len().saturating_sub(1)) as f64 / 2.0;
                for (at, &(_, edge)) in list.iter().enumerate() {
                    ports[edge] = begin + step * at as f64;
                }
                // A single edge goes straight on if the box is that wide.
                if let [(x, edge)] = list[..] {
                    let reach = size.width / 2.0 - 10.0;
                    ports[edge] = x.clamp(middles[node] - reach, middles[node] + reach);
                }
            }
        }
        this
    }
}

/// The top and height of each layer.
fn tops(layers: &Layers, sizes: &[Size], edges: &[Line], middles: &[f64]) -> Vec<(f64, f64)> {
    let mut at = MARGIN;
    let mut tops = Vec::new();
    for items in &layers.layers {
        let heights = items.iter().map(|&item| match layers.items[item as usize] {
            Item::Box(node) => sizes[node].height,
            Item::Pass { edge, first } if first && edges[edge].label > 0.0 => LABEL,
            Item::Pass { .. } => 0.0,
        });
        let height = heights.fold(0.0, f64::max);
        tops.push((at, height));
        // Curves that go far to the side need room.
        let aside = items.iter().flat_map(|&item| {
            let below = layers.below[item as usize].iter();
            below.map(move |&it| (middles[item as usize] - middles[it as usize]).abs())
        });
        at += height + LAYER_GAP + (aside.fold(0.0, f64::max) * 0.1).min(40.0);
    }
    tops
}

/// The middle of each item: near what it is connected with, in the order of its layer.
fn middles(layers: &Layers, reach: impl Fn(u32) -> (f64, f64)) -> Vec<f64> {
    let mut middles = vec![0.0; layers.items.len()];
    let is_box = |item: u32| matches!(layers.items[item as usize], Item::Box(_));
    let gap = |one: u32, other: u32| {
        let free = if is_box(one) && is_box(other) { GAP } else { EDGE_GAP };
        reach(one).1 + free + reach(other).0
    };
    for layer in &layers.layers {
        let mut x = 0.0;
        for (at, &item) in layer.iter().enumerate() {
            if at > 0 {
                x += gap(layer[at - 1], item);
            }
            middles[item as usize] = x;
        }
    }
    let count = layers.layers.len();
    for sweep in 0..SWEEPS {
        for step in 0..count {
            let down = sweep % 2 == 0;
            let layer = &layers.layers[if down { step } else { count - 1 - step }];
            let wanted: Vec<(f64, f64)> = layer
                .iter()
                .map(|&item| {
                    // Long edges keep straight: what passes follows the layer before alone.
                    let (near, far) = match down {
                        true => (&layers.above[item as usize], &layers.below[item as usize]),
                        false => (&layers.below[item as usize], &layers.above[item as usize]),
                    };
                    let average = |items: &[u32]| {
                        let sum: f64 = items.iter().map(|&it| middles[it as usize]).sum();
                        (!items.is_empty()).then(|| sum / items.len() as f64)
                    };
                    let is_pass = !is_box(item);
                    let place = match (average(near), average(far)) {
                        (Some(near), Some(far)) if !is_pass => (near + far) / 2.0,
                        (Some(one), _) | (None, Some(one)) => one,
                        (None, None) => middles[item as usize],
                    };
                    (place, if is_pass { 4.0 } else { 1.0 })
                })
                .collect();
            spread(layer, &wanted, &gap, &mut middles);
        }
    }
    middles
}

/// Places the items of a layer as near as possible to where they are wanted, by the squares of distances with weights, and apart:
/// neighbours that would be too near move together.
fn spread(layer: &[u32], wanted: &[(f64, f64)], gap: &impl Fn(u32, u32) -> f64, middles: &mut [f64]) {
    // Runs of items that touch: the first place, the weight, and the number of items.
    let mut runs: Vec<(f64, f64, usize)> = Vec::new();
    let mut offsets = Vec::with_capacity(layer.len());
    let mut offset = 0.0;
    for (at, &item) in layer.iter().enumerate() {
        if at > 0 {
            offset += gap(layer[at - 1], item);
        }
        offsets.push(offset);
        let (place, weight) = wanted[at];
        let mut run = (place - offset, weight, 1);
        while let Some(&(before, its_weight, count)) = runs.last()
            && before > run.0
        {
            let sum = its_weight + run.1;
            run = ((before * its_weight + run.0 * run.1) / sum, sum, count + run.2);
            runs.pop();
        }
        runs.push(run);
    }
    let mut at = 0;
    for (place, _, count) in runs {
        for _ in 0..count {
            middles[layer[at] as usize] = place + offsets[at];
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Placed;
    use crate::drawing::{Line, Size};

    #[test]
    fn boxes_lie_apart_and_edges_outside_of_them() {
        let size = Size { width: 60.0, height: 20.0 };
        let edge = |(from, to)| Line { from, to, back: false, label: 30.0 };
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 0), (0, 3), (3, 3)].map(edge);
        let placed = Placed::new(&[size; 4], &edges);
        for (at, one) in placed.corners.iter().enumerate() {
            assert!(one.0 >= 0.0 && one.0 + 60.0 <= placed.width && one.1 + 20.0 <= placed.height);
            for other in &placed.corners[at + 1..] {
                assert!((one.0 - other.0).abs() >= 60.0 || (one.1 - other.1).abs() >= 20.0);
            }
        }
        assert_eq!(placed.paths.len(), 7);
        assert!(placed.labels.iter().all(Option::is_some));
        let empty = Placed::new(&[], &[]);
        assert!(empty.width < 100.0 && empty.height < 100.0);
    }
}

//! Pictures as SVG, laid out in layers.

use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::render::get_shape_size;
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

use crate::picture::{Picture, shade};

const FONT: usize = 14;

/// The longest line of a label that is drawn whole.
const WIDEST: usize = 96;

impl Picture {
    /// The graph as SVG. The picture of a graph without nodes is empty.
    pub fn to_svg(&self) -> String {
        let mut graph = VisualGraph::new(Orientation::TopToBottom);
        let nodes: Vec<_> = self
            .nodes
            .iter()
            .map(|node| {
                let lines: Vec<String> = node.lines.iter().map(|line| shortened(line)).collect();
                let shape = ShapeKind::new_box(&lines.join("\n"));
                let fill = Color::fast(shade(node.depth));
                let width = if node.entry { 3 } else { 1 };
                let style = StyleAttr::new(Color::fast("black"), width, Some(fill), 4, FONT);
                let size = get_shape_size(Orientation::TopToBottom, &shape, FONT, false);
                graph.add_node(Element::create(shape, style, Orientation::TopToBottom, size))
            })
            .collect();
        for edge in &self.edges {
            let line = if edge.dashed { LineStyleKind::Dashed } else { LineStyleKind::Normal };
            let colour = Color::fast(if edge.back { "#b22222" } else { "black" });
            let style = StyleAttr::new(colour, 1, None, 0, FONT - 2);
            let label = shortened(&edge.label);
            let arrow = Arrow::new(LineEndKind::None, LineEndKind::Arrow, line, &label, &style, &None, &None);
            graph.add_edge(arrow, nodes[edge.from], nodes[edge.to]);
        }
        let mut svg = SVGWriter::new();
        if !nodes.is_empty() {
            graph.do_it(false, false, false, &mut svg);
        }
        svg.finalize()
    }
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::picture::{Edge, Node, Picture};

    #[test]
    fn a_loop_is_drawn() {
        let node = |name: &str| Node { lines: vec![name.to_owned()], depth: 1, entry: false };
        let edge = |from, to| Edge { from, to, label: "x<y".to_owned(), dashed: true, back: from >= to };
        let nodes = vec![node("a"), node("b")];
        let picture =
            Picture { title: String::new(), nodes, edges: vec![edge(0, 1), edge(1, 0), edge(1, 1)] };
        let svg = picture.to_svg();
        assert!(svg.contains("<svg") && svg.contains("x&lt;y"), "{svg}");
        assert!(!Picture { nodes: Vec::new(), edges: Vec::new(), ..picture }.to_svg().is_empty());
    }
}

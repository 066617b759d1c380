//! Pictures as SVG, laid out in layers.

use std::fmt::Write;

use crate::drawing::{Line, Placed, Size};
use crate::picture::{Edge, Picture, escaped, shade};

/// The size of letters, and how wide one is.
const FONT: f64 = 12.0;
const LETTER: f64 = 7.25;
const LINE: f64 = 15.0;

/// The longest line of a label that is drawn whole.
const WIDEST: usize = 96;

impl Picture {
    /// The graph as SVG. The picture of a graph without nodes is empty.
    pub fn to_svg(&self) -> String {
        let texts: Vec<Vec<String>> = self.nodes.iter().map(|node| lines(&node.lines)).collect();
        let sizes: Vec<Size> = texts
            .iter()
            .map(|lines| Size {
                width: lines.iter().map(|line| width(line)).fold(20.0, f64::max) + 16.0,
                height: lines.len() as f64 * LINE + 10.0,
            })
            .collect();
        let edge = |edge: &Edge| Line {
            from: edge.from,
            to: edge.to,
            back: edge.back,
            label: if edge.label.is_empty() { 0.0 } else { width(&shortened(&edge.label)) },
        };
        let placed = Placed::new(&sizes, &self.edges.iter().map(edge).collect::<Vec<_>>());
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.0} {h:.0}\" \
             font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"{FONT}\">\n<title>{}</title>\n\
             <defs>\n{}{}{}</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            escaped(&self.title),
            marker("black"),
            marker("firebrick"),
            marker("gray"),
            w = placed.width,
            h = placed.height,
        );
        for (edge, path) in self.edges.iter().zip(&placed.paths) {
            let colour = colour(edge);
            let dashes = if edge.dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\"{dashes} marker-end=\"url(#{colour})\"/>"
            );
        }
        for ((node, lines), (size, (x, y))) in
            self.nodes.iter().zip(&texts).zip(sizes.iter().zip(&placed.corners))
        {
            let border = if node.entry { 2 } else { 1 };
            let _ = writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" fill=\"{}\" stroke=\"black\" stroke-width=\"{border}\"/>",
                size.width,
                size.height,
                shade(node.depth)
            );
            for (at, line) in lines.iter().enumerate() {
                let weight = if at == 0 && lines.len() > 1 { " font-weight=\"bold\"" } else { "" };
                let (x, y) = (x + 8.0, y + LINE * (at as f64 + 1.0) + 1.0);
                let _ = writeln!(
                    out,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" xml:space=\"preserve\"{weight}>{}</text>",
                    escaped(line)
                );
            }
        }
        for (edge, label) in self.edges.iter().zip(&placed.labels) {
            if let Some((x, y)) = label {
                let (colour, text) = (colour(edge), escaped(&shortened(&edge.label)));
                let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{text}</text>");
            }
        }
        out + "</svg>\n"
    }
}

fn colour(edge: &Edge) -> &'static str {
    match (edge.back, edge.dashed) {
        (true, _) => "firebrick",
        (_, true) => "gray",
        _ => "black",
    }
}

/// The head of an arrow.
fn marker(colour: &str) -> String {
    format!(
        "<marker id=\"{colour}\" markerWidth=\"9\" markerHeight=\"8\" refX=\"8\" refY=\"4\" orient=\"auto\">\
         <path d=\"M0 0.5L8 4L0 7.5z\" fill=\"{colour}\"/></marker>\n"
    )
}

fn width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

/// The lines of a label, each short enough.
fn lines(label: &[String]) -> Vec<String> {
    label.iter().flat_map(|line| line.split('\n')).map(shortened).collect()
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

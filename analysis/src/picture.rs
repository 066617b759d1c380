//! Graphs to look at, or to give to other programs: DOT, GraphML, JSON.

use std::fmt::Write;

use serde::Serialize;
use tern_llvm_ir::cranelift_entity::SecondaryMap;
use tern_llvm_ir::writer::Excerpts;
use tern_llvm_ir::{Block, Function, Global, Instruction, Module};

use crate::call_graph::{CallGraph, Reached};
use crate::frequencies::Frequencies;
use crate::graph::{Cfg, Dominators, Loops};
use crate::lines;
use crate::probabilities::Probabilities;

/// A graph with labels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Picture {
    /// What it shows.
    pub title: String,
    /// The nodes; edges name them by their position.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// A node of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Node {
    /// The lines of its label; the first is its name.
    pub lines: Vec<String>,
    /// The depth of the loop that it is in, or another rank that is shown as a shade.
    pub depth: u32,
    /// Whether it is what the graph begins at.
    pub entry: bool,
}

/// An edge of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Edge {
    /// The position of the node that it leaves.
    pub from: usize,
    /// The position of the node that it enters.
    pub to: usize,
    /// Its label; may be empty.
    pub label: String,
    /// Whether it is drawn dashed: a call that may happen, a relation that is no edge of the graph.
    pub dashed: bool,
    /// Whether it leads back to the header of a loop.
    pub back: bool,
}

/// What a picture of a function's control flow shows beside its blocks.
#[derive(Clone, Copy, Default, Debug)]
pub struct CfgOptions {
    /// The instructions of each block.
    pub instructions: bool,
    /// The lines of the source.
    pub source: bool,
    /// The dominator tree, as dashed edges.
    pub dominators: bool,
    /// How often each block runs in a call of the function, and how likely each branch is.
    pub frequencies: bool,
}

impl Picture {
    /// The control-flow graph of a function: a node for each block, with its loop's depth, and an edge for each branch.
    pub fn cfg(module: &Module, global: Global, function: &Function, options: CfgOptions) -> Self {
        let mut excerpts = Excerpts::new(module);
        let graph = Cfg::of(function);
        let dominators = Dominators::new(&graph);
        let loops = Loops::new(&graph, &dominators);
        let profile = options.frequencies.then(|| {
            let probabilities = Probabilities::new(module, function, &graph, &dominators, &loops);
            let frequencies = Frequencies::new(module, global, function, &graph, &loops, &probabilities);
            (probabilities, frequencies)
        });
        let mut positions: SecondaryMap<Block, usize> = SecondaryMap::with_capacity(function.blocks.len());
        for (at, &block) in function.layout.iter().enumerate() {
            positions[block] = at;
        }
        let mut nodes = Vec::with_capacity(function.layout.len());
        let mut edges = Vec::new();
        for (at, &block) in function.layout.iter().enumerate() {
            let mut lines = vec![excerpts.block_name(global, block)];
            if loops.innermost(block).is_some_and(|inner| loops[inner].header == block) {
                lines.push(format!("loop, depth {}", loops.depth(block)));
            }
            if let Some((_, frequencies)) = &profile {
                let often = frequencies
                    .block(block)
                    .map_or("never".to_owned(), |it| format!("{:.5} times", it.scaled));
                lines.push(format!("runs {often}"));
            }
            if options.source {
                lines.extend(source_lines(module, function, block));
            }
            if options.instructions {
                let insts = function.block_insts(block).iter();
                lines.extend(insts.map(|&inst| excerpts.instruction(global, inst).trim().to_owned()));
            }
            nodes.push(Node { lines, depth: loops.depth(block), entry: at == 0 });
            for (successor, (mut label, to)) in branches(module, function, block).into_iter().enumerate() {
                if let Some((probabilities, _)) = &profile {
                    let percent = 100.0 * probabilities.edge(block, successor).fraction();
                    let space = if label.is_empty() { "" } else { " " };
                    label.push_str(&format!("{space}{percent:.1}%"));
                }
                let back = dominators.is_reachable(block) && dominators.dominates(to, block);
                edges.push(Edge { from: at, to: positions[to], label, dashed: false, back });
            }
        }
        if options.dominators {
            for (block, immediate) in dominators.tree() {
                let Some(immediate) = immediate else { continue };
                let (from, to) = (positions[immediate], positions[block]);
                edges.push(Edge { from, to, label: String::new(), dashed: true, back: false });
            }
        }
        Self { title: format!("control flow of {}", excerpts.global_name(global)), nodes, edges }
    }

    /// The call graph of the functions in `shown`. Several calls between the same two functions are one edge, with their number.
    pub fn call_graph(module: &Module, calls: &CallGraph, shown: &[Global], title: &str) -> Self {
        let mut excerpts = Excerpts::new(module);
        let position: rustc_hash::FxHashMap<Global, usize> = shown.iter().copied().zip(0..).collect();
        let mut nodes = Vec::with_capacity(shown.len());
        let mut edges = Vec::new();
        for (from, &function) in shown.iter().enumerate() {
            let body = module.globals[function].as_function();
            let is_declared = body.is_none_or(Function::is_declaration);
            let mut lines = vec![excerpts.global_name(function)];
            if is_declared {
                lines.push("declared".to_owned());
            }
            let depth = u32::from(calls.is_recursive(function));
            nodes.push(Node {
                lines,
                depth,
                entry: !is_declared && calls.callers(function).next().is_none(),
            });
            let mut counts: std::collections::BTreeMap<(usize, Reached), usize> = Default::default();
            for call in calls.callees(function) {
                if let Some(&to) = position.get(&call.callee) {
                    *counts.entry((to, call.reached)).or_default() += 1;
                }
            }
            for ((to, reached), count) in counts {
                let label = if count > 1 { format!("{count} calls") } else { String::new() };
                edges.push(Edge { from, to, label, dashed: reached != Reached::Directly, back: false });
            }
        }
        Self { title: title.to_owned(), nodes, edges }
    }

    /// The graph in Graphviz's language.
    pub fn to_dot(&self) -> String {
        let mut out = String::new();
        let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "digraph \"{}\" {{", quoted(&self.title));
        let _ = writeln!(
            out,
            "  label=\"{}\";\n  node [shape=box, style=filled, fontname=\"monospace\"];",
            quoted(&self.title)
        );
        for (at, node) in self.nodes.iter().enumerate() {
            // Lines after the first are aligned to the left.
            let label: String = node.lines.iter().map(|line| quoted(line) + "\\l").collect();
            let border = if node.entry { ", penwidth=2" } else { "" };
            let _ =
                writeln!(out, "  n{at} [label=\"{label}\", fillcolor=\"{}\"{border}];", shade(node.depth));
        }
        for edge in &self.edges {
            let mut attributes = Vec::new();
            if !edge.label.is_empty() {
                attributes.push(format!("label=\"{}\"", quoted(&edge.label)));
            }
            if edge.dashed {
                attributes.push("style=dashed".to_owned());
            }
            if edge.back {
                attributes.push("color=firebrick".to_owned());
            }
            let attributes =
                if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
            let _ = writeln!(out, "  n{} -> n{}{attributes};", edge.from, edge.to);
        }
        out.push_str("}\n");
        out
    }

    /// The graph as GraphML.
    pub fn to_graphml(&self) -> String {
        let mut out = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        );
        for (id, of, kind) in [
            ("label", "node", "string"),
            ("depth", "node", "int"),
            ("text", "edge", "string"),
            ("maybe", "edge", "boolean"),
        ] {
            let _ =
                writeln!(out, "  <key id=\"{id}\" for=\"{of}\" attr.name=\"{id}\" attr.type=\"{kind}\"/>");
        }
        let _ = writeln!(out, "  <graph id=\"{}\" edgedefault=\"directed\">", escaped(&self.title));
        for (at, node) in self.nodes.iter().enumerate() {
            let label = escaped(&node.lines.join("\n"));
            let _ = writeln!(
                out,
                "    <node id=\"n{at}\"><data key=\"label\">{label}</data><data key=\"depth\">{}</data></node>",
                node.depth
            );
        }
        for edge in &self.edges {
            let _ = writeln!(
                out,
                "    <edge source=\"n{}\" target=\"n{}\"><data key=\"text\">{}</data><data key=\"maybe\">{}</data></edge>",
                edge.from,
                edge.to,
                escaped(&edge.label),
                edge.dashed
            );
        }
        out.push_str("  </graph>\n</graphml>\n");
        out
    }
}

/// The colour of a node by its depth.
pub fn shade(depth: u32) -> &'static str {
    ["#ffffff", "#e6f0fa", "#c6def2", "#9cc5e6", "#6ea8d6"][depth.min(4) as usize]
}

/// Text in XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            // XML has no other control characters.
            _ if letter.is_control() => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
    out
}

/// The lines of the source that the instructions of a block come from, as `f.c:3-7`.
fn source_lines(module: &Module, function: &Function, block: Block) -> Vec<String> {
    let mut spans: Vec<(String, u32, u32)> = Vec::new();
    for &inst in function.block_insts(block) {
        let Some(place) = lines::place(module, function, inst).filter(|place| place.line != 0) else {
            continue;
        };
        match spans.iter_mut().find(|(file, ..)| *file == place.file) {
            Some((_, first, last)) => (*first, *last) = ((*first).min(place.line), (*last).max(place.line)),
            None => spans.push((place.file, place.line, place.line)),
        }
    }
    let span = |(file, first, last): (String, u32, u32)| match first == last {
        true => format!("{file}:{first}"),
        false => format!("{file}:{first}-{last}"),
    };
    spans.into_iter().map(span).collect()
}

/// The branches of a block with what each is taken for.
fn branches(module: &Module, function: &Function, block: Block) -> Vec<(String, Block)> {
    let Some(terminator) = function.terminator(block) else { return Vec::new() };
    let instruction = &function.insts[terminator].inst;
    let labelled = |labels: &[&str]| {
        let labels = labels.iter().map(|&label| label.to_owned()).chain(std::iter::repeat(String::new()));
        labels.zip(instruction.successors()).collect()
    };
    match instruction {
        Instruction::CondBr { .. } => labelled(&["true", "false"]),
        Instruction::Invoke(_) => labelled(&["", "unwind"]),
        Instruction::Switch(switch) => {
            let case = |(value, to): &(tern_llvm_ir::Value, Block)| {
                let text = value.constant().map(|it| tern_llvm_ir::writer::constant_to_string(module, it));
                let text = text.unwrap_or_default();
                (text.rsplit(' ').next().unwrap_or_default().to_owned(), *to)
            };
            let default = ("default".to_owned(), switch.default);
            std::iter::once(default).chain(switch.cases.iter().map(case)).collect()
        }
        _ => labelled(&[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"define i32 @f(i32 %x, i1 %c) {\nentry:\n  switch i32 %x, label %loop [ i32 7, label %\"a\\22b\" ]\nloop:\n\
        \x20 br i1 %c, label %loop, label %\"a\\22b\"\n\"a\\22b\":\n  %r = call i32 @f(i32 1, i1 false)\n  ret i32 %r\n}\n";

    #[test]
    fn control_flow_is_drawn() {
        let module = tern_llvm_ir::read(TEXT, "f.ll").unwrap();
        let (f, _, function) = module.definitions().next().unwrap();
        let picture =
            Picture::cfg(&module, f, function, CfgOptions { dominators: true, ..CfgOptions::default() });
        let dot = picture.to_dot();
        assert!(dot.contains("n0 -> n2 [label=\"7\"];"), "{dot}");
        assert!(dot.contains("n1 -> n1 [label=\"true\", color=firebrick];"), "{dot}");
        assert!(dot.contains("n0 -> n1 [style=dashed];"), "{dot}");
        assert!(dot.contains("label=\"%\\\"a\\\\22b\\\"\\l\""), "{dot}");
        let options = CfgOptions { frequencies: true, ..CfgOptions::default() };
        let dot = Picture::cfg(&module, f, function, options).to_dot();
        assert!(dot.contains("n1 -> n1 [label=\"true 96.9%\", color=firebrick];"), "{dot}");
        assert!(dot.contains("\\lruns 16.0 times\\l"), "{dot}");
        assert!(picture.to_graphml().contains("<data key=\"label\">%&quot;a\\22b&quot;</data>"));
    }

    #[test]
    fn calls_are_drawn() {
        let module = tern_llvm_ir::read(TEXT, "f.ll").unwrap();
        let calls = CallGraph::of(&module);
        let picture = Picture::call_graph(&module, &calls, calls.functions(), "calls");
        assert!(picture.to_dot().contains("n0 -> n0;"));
    }
}

//! The call graph of functions, and use counts of functions that can be removed. MLIR: `CallGraph`, `CGUseList`.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_mlir::declare::{Param, Trait};
use tern_mlir::{AttrKind, Attribute, Body, Context, Ident, Op, OpRef};

/// The path to an isolated operation: the isolated operations around it, starting inside the operation that the pass runs on,
/// and the operation itself.
pub(super) type Path = Vec<Op>;

/// The index of a function with a body in the call graph.
pub(super) type Node = usize;

/// The body at the end of a path from `root`.
pub(super) fn body_at<'b>(root: &'b Body, path: &[Op]) -> Option<&'b Body> {
    path.iter().try_fold(root, |body, &op| body.nested(op))
}

/// The mutable form of [`body_at`].
pub(super) fn body_at_mut<'b>(root: &'b mut Body, path: &[Op]) -> Option<&'b mut Body> {
    path.iter().try_fold(root, |body, &op| body.nested_mut(op))
}

/// A function with its callees and nested functions.
struct Function {
    path: Path,
    /// The functions that it calls, and those nested in it.
    edges: Vec<Node>,
    holds_functions: bool,
}

/// The call graph: all symbol tables nested in an operation, and the functions among their symbols.
#[derive(Default)]
pub(super) struct CallGraph {
    functions: Vec<Function>,
    by_path: FxHashMap<Path, Node>,
    /// The symbols of each table, by the path of the table.
    symbols: FxHashMap<Path, FxHashMap<Ident, Op>>,
    /// Functions that are not nested in another function.
    outermost: Vec<Node>,
}

impl CallGraph {
    /// Builds the call graph for `root`, the body of a symbol table.
    pub(super) fn of(context: &Context, root: &Body) -> Self {
        let mut graph = Self::default();
        graph.symbols.insert(Path::new(), FxHashMap::default());
        graph.add_functions(context, root, &mut Path::new(), None);
        for node in 0..graph.functions.len() {
            graph.add_calls(context, root, node);
        }
        graph
    }

    /// Collects functions and symbols. The recursion is as deep as the nesting of bodies, which the parser limits.
    fn add_functions(&mut self, context: &Context, body: &Body, path: &mut Path, around: Option<Node>) {
        for op in body.ops() {
            let op_ref = OpRef::new(context, body, op);
            if let (Some(table), Some(name)) = (self.symbols.get_mut(path), op_ref.symbol_name()) {
                table.entry(name).or_insert(op);
            }
            let Some(inner) = body.nested(op) else { continue };
            path.push(op);
            if op_ref.def().is_some_and(|def| def.has(|t| matches!(t, Trait::SymbolTable))) {
                self.symbols.insert(path.clone(), FxHashMap::default());
            }
            let node = is_callable(op_ref).then(|| self.add_function(path, around));
            self.add_functions(context, inner, path, node.or(around));
            path.pop();
        }
    }

    fn add_function(&mut self, path: &Path, around: Option<Node>) -> Node {
        let node = self.functions.len();
        self.functions.push(Function { path: path.clone(), edges: Vec::new(), holds_functions: false });
        self.by_path.insert(path.clone(), node);
        match around {
            Some(around) => {
                self.functions[around].edges.push(node);
                self.functions[around].holds_functions = true;
            }
            None => self.outermost.push(node),
        }
        node
    }

    fn add_calls(&mut self, context: &Context, root: &Body, node: Node) {
        let Some(body) = body_at(root, &self.functions[node].path) else { return };
        let calls = body.ops().into_iter().map(|op| OpRef::new(context, body, op));
        let calls = calls.filter(|call| is_call(*call));
        let targets: Vec<Node> = calls.filter_map(|call| self.target(call, self.path(node))).collect();
        for target in targets {
            if !self.functions[node].edges.contains(&target) {
                self.functions[node].edges.push(target);
            }
        }
    }

    /// The function named by a call that is directly in the operation at `path`.
    pub(super) fn target(&self, call: OpRef<'_>, path: &[Op]) -> Option<Node> {
        self.resolve(call.context, call.property("callee")?, path)
    }

    /// Resolves a symbol reference in the operation at `path` to a function.
    fn resolve(&self, context: &Context, symbol: Attribute, path: &[Op]) -> Option<Node> {
        let AttrKind::SymbolRef { root, nested } = symbol.kind(context) else { return None };
        let table = (0..=path.len()).rev().find(|&length| self.symbols.contains_key(&path[..length]))?;
        let mut found = path[..table].to_vec();
        for name in std::iter::once(root).chain(nested) {
            let op = *self.symbols.get(&found)?.get(name)?;
            found.push(op);
        }
        self.by_path.get(&found).copied()
    }

    pub(super) fn nodes(&self) -> std::ops::Range<Node> {
        0..self.functions.len()
    }

    pub(super) fn path(&self, node: Node) -> &[Op] {
        &self.functions[node].path
    }

    pub(super) fn holds_functions(&self, node: Node) -> bool {
        self.functions[node].holds_functions
    }

    /// Whether `from` had an edge to `to` when the graph was built.
    pub(super) fn leads_to(&self, from: Node, to: Node) -> bool {
        self.functions[from].edges.contains(&to)
    }

    /// The strongly connected components, callees before callers (Tarjan's algorithm).
    pub(super) fn groups(&self) -> Vec<Vec<Node>> {
        const DONE: usize = usize::MAX;
        let mut numbers: FxHashMap<Node, usize> = FxHashMap::default();
        let mut open: Vec<Node> = Vec::new();
        let mut groups = Vec::new();
        for &start in &self.outermost {
            if numbers.contains_key(&start) {
                continue;
            }
            // A node, its next edge, and the smallest number it reaches.
            let mut visiting = vec![(start, 0, numbers.len())];
            numbers.insert(start, numbers.len());
            open.push(start);
            while let Some((node, edge, least)) = visiting.last_mut() {
                if let Some(&target) = self.functions[*node].edges.get(*edge) {
                    *edge += 1;
                    let next = numbers.len();
                    match numbers.get(&target) {
                        Some(&number) => *least = (*least).min(number),
                        None => {
                            numbers.insert(target, next);
                            open.push(target);
                            visiting.push((target, 0, next));
                        }
                    }
                    continue;
                }
                let (node, least) = (*node, *least);
                visiting.pop();
                if let Some((_, _, outer)) = visiting.last_mut() {
                    *outer = (*outer).min(least);
                }
                if numbers.get(&node) == Some(&least) {
                    let at = open.iter().rposition(|&other| other == node).unwrap_or_default();
                    let group: Vec<Node> = open.drain(at..).rev().collect();
                    group.iter().for_each(|&node| {
                        numbers.insert(node, DONE);
                    });
                    groups.push(group);
                }
            }
        }
        groups
    }
}

/// Whether an operation is a call. MLIR: `CallOpInterface`.
pub(super) fn is_call(op: OpRef<'_>) -> bool {
    op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::Declared("CallOpInterface"))))
}

/// Whether an operation is a function with a body. MLIR: `CallableOpInterface`.
fn is_callable(op: OpRef<'_>) -> bool {
    let function = op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::FunctionLike)));
    function && !op.is_region_empty(0)
}

/// Use counts of the functions that can be removed when unused.
#[derive(Default)]
pub(super) struct Uses {
    counts: FxHashMap<Node, i64>,
    /// For each function, the functions named by its own attributes.
    outer: FxHashMap<Node, FxHashSet<Node>>,
    /// For each function, the functions named by operations in it, with the number of uses.
    inner: FxHashMap<Node, FxHashMap<Node, i64>>,
}

impl Uses {
    pub(super) fn of(context: &Context, root: &Body, graph: &CallGraph, all_visible: bool) -> Self {
        let mut uses = Self::default();
        let mut named_elsewhere: FxHashSet<Node> = FxHashSet::default();
        for path in graph.symbols.keys() {
            let Some(body) = body_at(root, path) else { continue };
            let visible = all_visible_in(context, root, path, all_visible);
            let blocks = body.root_regions().iter().flat_map(|&region| body.region_blocks(region));
            for op in blocks.flat_map(|&block| body.block_ops(block)) {
                let op_ref = OpRef::new(context, body, op);
                let own = [path.as_slice(), &[op]].concat();
                let Some(&node) = graph.by_path.get(&own) else {
                    named_elsewhere.extend(named(op_ref, path, graph).into_iter().map(|(node, _)| node));
                    continue;
                };
                let visibility = visibility(op_ref);
                if visibility == "private" || visible && visibility == "nested" {
                    uses.counts.insert(node, 0);
                }
            }
        }
        uses.counts.retain(|node, _| !named_elsewhere.contains(node));
        graph.nodes().for_each(|node| uses.count(context, root, graph, node));
        uses
    }

    /// Recounts the uses in a function.
    pub(super) fn count(&mut self, context: &Context, root: &Body, graph: &CallGraph, node: Node) {
        self.forget_uses_by(node);
        let Some((&op, path)) = graph.path(node).split_last() else { return };
        let Some(body) = body_at(root, path) else { return };
        let (mut outer, mut inner) = (FxHashSet::default(), FxHashMap::default());
        for (used, within) in named(OpRef::new(context, body, op), path, graph) {
            let Some(count) = self.counts.get_mut(&used) else { continue };
            if within {
                *inner.entry(used).or_default() += 1;
            } else if !outer.insert(used) {
                continue;
            }
            *count += 1;
        }
        self.outer.insert(node, outer);
        self.inner.insert(node, inner);
    }

    fn forget_uses_by(&mut self, node: Node) {
        for used in self.outer.remove(&node).unwrap_or_default() {
            self.add(used, -1);
        }
        for (used, count) in self.inner.remove(&node).unwrap_or_default() {
            self.add(used, -count);
        }
    }

    fn add(&mut self, node: Node, count: i64) {
        if let Some(uses) = self.counts.get_mut(&node) {
            *uses += count;
        }
    }

    /// Updates the counts for a call in `by` that is about to be removed.
    pub(super) fn drop_call(&mut self, by: Node, call: OpRef<'_>, graph: &CallGraph) {
        for (used, _) in named(call, graph.path(by), graph) {
            if let Some(count) = self.inner.get_mut(&by).and_then(|inner| inner.get_mut(&used)) {
                *count -= 1;
                self.add(used, -1);
            }
        }
    }

    /// Adds the uses in `callee` to those in `caller`, into which it was inlined.
    pub(super) fn merge(&mut self, callee: Node, caller: Node) {
        for (used, count) in self.inner.get(&callee).cloned().unwrap_or_default() {
            *self.inner.entry(caller).or_default().entry(used).or_default() += count;
            self.add(used, count);
        }
    }

    /// Removes a function from the counts.
    pub(super) fn erase(&mut self, node: Node) {
        self.forget_uses_by(node);
        self.counts.remove(&node);
    }

    /// The number of uses of a function; `None` if it must not be removed.
    pub(super) fn of_removable(&self, node: Node) -> Option<i64> {
        self.counts.get(&node).copied()
    }
}

/// Whether all uses of the symbols of the table at `path` are visible.
fn all_visible_in(context: &Context, root: &Body, path: &[Op], from_outside: bool) -> bool {
    let mut visible = from_outside;
    for length in 1..=path.len() {
        let Some(body) = body_at(root, &path[..length - 1]) else { return false };
        let op = OpRef::new(context, body, path[length - 1]);
        let table = op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::SymbolTable)));
        visible |= !table || op.symbol_name().is_none() || visibility(op) == "private";
    }
    visible
}

fn visibility<'c>(op: OpRef<'c>) -> &'c str {
    op.symbol_visibility().and_then(|text| text.as_str(op.context)).unwrap_or("public")
}

/// The functions that an operation names, once per use, each with whether the use is in a nested operation. Nested symbol
/// tables are skipped. The operation is directly in the operation at `path`.
fn named(op: OpRef<'_>, path: &[Op], graph: &CallGraph) -> Vec<(Node, bool)> {
    let mut symbols = Vec::new();
    let own = |op: OpRef<'_>, symbols: &mut Vec<Attribute>| {
        symbols_in(op.context, op.body.properties(op.op), symbols);
        symbols_in(op.context, op.body.attributes(op.op), symbols);
    };
    own(op, &mut symbols);
    let count = symbols.len();
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        if op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::SymbolTable))) {
            continue;
        }
        let (body, regions) = op.body.regions(op.op);
        for inner in regions.iter().flat_map(|&region| body.region_blocks(region)) {
            for inner in body.block_ops(*inner).map(|inner| OpRef::new(op.context, body, inner)) {
                own(inner, &mut symbols);
                pending.push(inner);
            }
        }
    }
    let resolved = symbols.into_iter().enumerate();
    let resolved = resolved
        .filter_map(|(index, symbol)| Some((graph.resolve(op.context, symbol, path)?, index >= count)));
    resolved.collect()
}

/// The symbols that an attribute names. The recursion is as deep as the nesting of attributes, which the parser limits.
fn symbols_in(context: &Context, attribute: Attribute, found: &mut Vec<Attribute>) {
    match attribute.kind(context) {
        AttrKind::SymbolRef { .. } => found.push(attribute),
        AttrKind::Array(elements) => elements.iter().for_each(|&element| symbols_in(context, element, found)),
        AttrKind::Dictionary(entries) => {
            entries.iter().for_each(|entry| symbols_in(context, entry.value, found));
        }
        AttrKind::Declared { params, .. } => symbols_in_params(context, params, found),
        _ => {}
    }
}

fn symbols_in_params(context: &Context, params: &[Param], found: &mut Vec<Attribute>) {
    for param in params {
        match param {
            Param::Attribute(attribute) => symbols_in(context, *attribute, found),
            Param::List(list) => symbols_in_params(context, list, found),
            _ => {}
        }
    }
}

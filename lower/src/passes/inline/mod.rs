//! `inline`: replaces calls by the bodies of the functions. Callees are processed before their callers, and each function is
//! simplified first. MLIR: `Inliner`.

mod alias_scopes;
mod call_graph;
mod layout;
mod llvm_interface;
mod splice;

use rustc_hash::FxHashMap;
use tern_dialect_core::{cf, func};
use tern_dialect_llvm::interfaces::CallOpInterface;
use tern_dialect_llvm::types::function_parts;
use tern_dialect_llvm::{dlti, ops as llvm};
use tern_mlir::declare::Trait;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::inlining::Inlinable;
use tern_mlir::rewrite::Rewriter;
use tern_mlir::{AttrKind, Attribute, Block, Body, Context, Op, OpRef, TypeKind, Value};

use self::call_graph::{CallGraph, Node, Uses, body_at, body_at_mut, is_call};
use self::layout::Layout;
use self::llvm_interface::{Callee, Inlining};
use self::splice::{Locations, Splice};
use crate::conversion::Point;
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::pipeline::Pipeline;
use crate::registry::Registry;

/// The declaration of the pass.
pub static INLINE: PassDef = PassDef {
    name: "inline",
    summary: "Inline function calls",
    anchor: None,
    options: &[
        OptionDecl {
            name: "default-pipeline",
            kind: OptionKind::String,
            default: "canonicalize",
            summary: "The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline in opPipelineList",
        },
        OptionDecl {
            name: "inlining-threshold",
            kind: OptionKind::Integer,
            default: "4294967295",
            summary: "If the ratio between the number of the operations in the callee and the number of the operations in the caller exceeds this value (in percentage), then the callee is not inlined even if it is legal to inline it",
        },
        OptionDecl {
            name: "max-iterations",
            kind: OptionKind::Integer,
            default: "4",
            summary: "Maximum number of iterations when inlining within an SCC",
        },
        OptionDecl {
            name: "op-pipelines",
            kind: OptionKind::String,
            default: "",
            summary: "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)",
        },
    ],
    make: |options| {
        let number = |name| {
            let value = options.integer(name);
            u32::try_from(value)
                .map_err(|_| format!("for the --{name} option: '{value}' value invalid for uint argument!"))
        };
        let pipelines = crate::pipeline::split(options.text("op-pipelines"))
            .into_iter()
            .map(|text| Pipeline::parse(text, &Registry::default()).map_err(|error| error.to_string()));
        Ok(Box::new(Inline {
            default_pipeline: options.text("default-pipeline").to_owned(),
            pipelines: pipelines.collect::<Result<_, _>>()?,
            threshold: number("inlining-threshold")?,
            rounds: number("max-iterations")?,
        }))
    },
};

struct Inline {
    default_pipeline: String,
    /// The pipelines that simplify functions, each for operations of one name.
    pipelines: Vec<Pipeline>,
    /// The maximum number of callee operations per hundred caller operations.
    threshold: u32,
    rounds: u32,
}

impl Pass for Inline {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let op = target.op();
        if !op.def().is_some_and(|def| def.has(|t| matches!(t, Trait::SymbolTable))) {
            let message = format!(
                "'{}' op  was scheduled to run under the inliner, but does not define a symbol table",
                op.name()
            );
            return Err(target.error(op.body.op_location(op.op), message));
        }
        // A root that is alone in its body is outermost: its symbols are not used from elsewhere.
        let all_visible = target.body.ops().len() == 1;
        let layout = Layouts { outside: dlti::spec_of(op) };
        let context = target.context;
        let Some(root) = target.body.nested_mut(target.op) else { return Ok(()) };
        let graph = CallGraph::of(context, root);
        let uses = Uses::of(context, root, &graph, all_visible);
        let mut inliner = Inliner {
            context,
            options: self,
            root,
            graph,
            uses,
            layouts: layout,
            calls: Vec::new(),
            dead: Vec::new(),
            made: FxHashMap::default(),
            diagnostics: target.diagnostics,
        };
        for group in inliner.graph.groups() {
            inliner.group(group)?;
        }
        inliner.remove_dead();
        Ok(())
    }
}

/// A call with a known callee.
#[derive(Clone, Copy)]
struct Call {
    op: Op,
    /// The function that contains the call.
    caller: Node,
    callee: Node,
    /// The index of the inlined call that produced this one.
    origin: Option<usize>,
}

/// The data layouts around functions.
struct Layouts {
    /// The layout of the operation that the pass runs on.
    outside: Option<Attribute>,
}

impl Layouts {
    /// The innermost data layout around the operation at `path`.
    fn around(&self, context: &Context, root: &Body, path: &[Op]) -> Layout {
        let inner = (1..path.len()).rev().find_map(|length| {
            let body = body_at(root, &path[..length - 1])?;
            dlti::spec_of(OpRef::new(context, body, path[length - 1]))
        });
        inner.or(self.outside).map(|spec| Layout::of(context, spec)).unwrap_or_default()
    }
}

struct Inliner<'a> {
    context: &'a Context,
    options: &'a Inline,
    /// The body of the operation that the pass runs on.
    root: &'a mut Body,
    graph: CallGraph,
    uses: Uses,
    layouts: Layouts,
    /// The calls in the component that is being processed.
    calls: Vec<Call>,
    /// Functions to be removed.
    dead: Vec<Node>,
    /// Pipelines made from the text of the default pipeline, by operation name.
    made: FxHashMap<&'static str, Pipeline>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Inliner<'_> {
    /// Simplifies the functions of a strongly connected component and inlines their calls, until nothing changes.
    fn group(&mut self, mut group: Vec<Node>) -> Result<(), Failed> {
        for _ in 0..self.options.rounds.max(1) {
            self.simplify(&group)?;
            if !self.inline_calls(&mut group) {
                break;
            }
        }
        Ok(())
    }

    /// Runs the pipelines on functions without nested functions.
    fn simplify(&mut self, group: &[Node]) -> Result<(), Failed> {
        let simple: Vec<Node> =
            group.iter().copied().filter(|&node| !self.graph.holds_functions(node)).collect();
        for &node in &simple {
            let Some((&op, around)) = self.graph.path(node).split_last() else { continue };
            let Some(body) = body_at_mut(self.root, around) else { continue };
            let op_ref = OpRef::new(self.context, body, op);
            let Some(name) = op_ref.def().map(|def| def.name) else { continue };
            let own = self.options.pipelines.iter().find(|pipeline| pipeline.anchor() == name);
            let pipeline = match own {
                Some(pipeline) => pipeline,
                None if self.options.default_pipeline.is_empty() => continue,
                None => {
                    if !self.made.contains_key(name) {
                        let text = format!("{name}({})", self.options.default_pipeline);
                        let made = Pipeline::parse(&text, &Registry::default()).map_err(|error| {
                            let location = body.op_location(op);
                            self.diagnostics.push(Diagnostic::error(location, error.to_string()));
                            Failed
                        });
                        self.made.insert(name, made?);
                    }
                    &self.made[name]
                }
            };
            for step in pipeline.steps() {
                step.run(self.context, body, op, self.diagnostics, &mut step.timing().parts)?;
            }
        }
        for node in simple {
            self.uses.count(self.context, self.root, &self.graph, node);
        }
        Ok(())
    }

    /// Inlines calls in these functions. Returns whether any call was inlined.
    fn inline_calls(&mut self, group: &mut Vec<Node>) -> bool {
        let mut gone: Vec<Node> = Vec::new();
        for &node in &*group {
            if self.uses.of_removable(node) == Some(0) {
                gone.push(node);
            } else if let Some(body) = body_at(self.root, self.graph.path(node)) {
                let blocks = body.root_regions().iter().flat_map(|&region| body.region_blocks(region));
                let blocks: Vec<Block> = blocks.copied().collect();
                let found = call_ops(self.context, body, &blocks);
                self.add_calls(found, node, None);
            }
        }
        let mut any = false;
        let mut index = 0;
        while let Some(&call) = self.calls.get(index) {
            let this = index;
            index += 1;
            if gone.contains(&call.caller) || self.comes_from(call) || !self.is_wanted(call) {
                continue;
            }
            let last = self.uses.of_removable(call.callee) == Some(1);
            let Some(copied) = self.inline(call) else { continue };
            any = true;
            self.add_calls(copied, call.caller, Some(this));
            if let Some(body) = body_at(self.root, self.graph.path(call.caller)) {
                self.uses.drop_call(call.caller, OpRef::new(self.context, body, call.op), &self.graph);
            }
            self.uses.merge(call.callee, call.caller);
            if let Some(body) = body_at_mut(self.root, self.graph.path(call.caller)) {
                body.erase(call.op);
            }
            if last {
                self.uses.erase(call.callee);
                gone.push(call.callee);
            }
        }
        group.retain(|node| !gone.contains(node));
        for node in gone {
            if !self.dead.contains(&node) {
                self.dead.push(node);
            }
        }
        self.calls.clear();
        any
    }

    /// Whether a call was produced by inlining its own callee: recursion.
    fn comes_from(&self, call: Call) -> bool {
        let mut origin = call.origin;
        while let Some(inlined) = origin.and_then(|index| self.calls.get(index)) {
            if inlined.callee == call.callee {
                return true;
            }
            origin = inlined.origin;
        }
        false
    }

    /// Whether the inliner should inline a call, if that is legal.
    fn is_wanted(&self, call: Call) -> bool {
        let (caller, callee) = (self.graph.path(call.caller), self.graph.path(call.callee));
        let (Some(body), Some(called)) = (body_at(self.root, caller), body_at(self.root, callee)) else {
            return false;
        };
        let op = OpRef::new(self.context, body, call.op);
        let recursive = self.graph.leads_to(call.callee, call.callee)
            || self.graph.leads_to(call.callee, call.caller)
            || caller.starts_with(callee);
        let several =
            called.root_regions().first().is_some_and(|&region| called.region_blocks(region).len() > 1);
        if op.def().is_none_or(|def| def.is_terminator())
            || recursive
            || several && self.takes_one_block(body, call.op)
        {
            return false;
        }
        let count = |body: &Body| u64::try_from(body.ops().len()).unwrap_or(u64::MAX);
        let (size, threshold) = (count(called) * 100, u64::from(self.options.threshold));
        // The caller is large: it is only counted if that matters.
        size <= threshold || size / count(body).max(1) <= threshold
    }

    /// Whether the region that holds `op` may have only one block.
    fn takes_one_block(&self, body: &Body, op: Op) -> bool {
        let region = body.op_block(op).and_then(|block| body.block_region(block));
        let parent = region.and_then(|region| body.region_parent(region));
        let def = parent.and_then(|parent| OpRef::new(self.context, body, parent).def());
        def.is_some_and(|def| {
            def.has(|t| matches!(t, Trait::SingleBlock | Trait::SingleBlockImplicitTerminator(_)))
        })
    }

    /// Inlines a call if that is legal, but leaves the call in place. Returns the copied calls.
    fn inline(&mut self, call: Call) -> Option<Vec<Op>> {
        let context = self.context;
        let (path, callee_path) = (self.graph.path(call.caller), self.graph.path(call.callee));
        let (&callee_op, callee_around) = callee_path.split_last()?;
        let callee = OpRef::new(context, body_at(self.root, callee_around)?, callee_op);
        let (source, regions) = callee.body.regions(callee_op);
        let region = *regions.first()?;
        let entry = *source.region_blocks(region).first()?;
        let (&caller_op, caller_around) = path.split_last()?;
        let caller = OpRef::new(context, body_at(self.root, caller_around)?, caller_op);
        let body = body_at(self.root, path)?;
        let op = OpRef::new(context, body, call.op);
        let arguments = call_arguments(op).to_vec();
        if !fits(callee, source, entry, op, &arguments) || !is_legal(op, callee) {
            return None;
        }
        let is_llvm = callee.name() == llvm::Func::NAME;
        let layout = self.layouts.around(context, self.root, callee_path);
        let facts = Callee::new(callee, caller, layout)?;
        let scope = subprogram(context, caller);
        let location = body.op_location(call.op);
        let block = body.op_block(call.op)?;
        // Copied blocks go before the operation after the call; a call is no terminator.
        let next = body.next_op(call.op)?;
        // The callee is in the tree that is being changed, so work on a copy.
        let source = source.clone();
        let body = body_at_mut(self.root, path)?;
        let mut values: FxHashMap<Value, Value> = FxHashMap::default();
        let parameters = source.block_arguments(entry).iter().zip(arguments);
        for (index, (&parameter, argument)) in parameters.enumerate() {
            let mut b = Rewriter::at(context, body, Point::Before(next), location);
            let value =
                if is_llvm { llvm_interface::argument(&mut b, &facts, index, argument) } else { argument };
            values.insert(parameter, value);
        }
        let rest = body.split_block(block, next);
        let locations = Locations::of_call(context, location);
        let mut splice = Splice { callee: &source, caller: body, values, locations };
        let blocks = splice.copy_blocks(region);
        let mut last = block;
        for &copied in &blocks {
            body.insert_block_after(last, copied);
            last = copied;
        }
        if is_llvm {
            let mut inlining = Inlining { context, body, call: call.op, blocks: &blocks };
            inlining.move_allocations();
            inlining.handle_alias_scopes();
            inlining.add_access_groups();
            inlining.move_loop_annotations(scope);
        }
        let calls = call_ops(context, body, &blocks);
        let results: Vec<Value> = body.results(call.op).collect();
        finish(context, body, SplitBlocks { before: block, blocks: &blocks, after: rest }, &results, is_llvm);
        Some(calls)
    }

    /// Adds calls of known functions to the list. Calls of nested symbols are skipped.
    fn add_calls(&mut self, ops: Vec<Op>, caller: Node, origin: Option<usize>) {
        let path = self.graph.path(caller);
        let Some(body) = body_at(self.root, path) else { return };
        self.calls.extend(ops.into_iter().filter_map(|op| {
            let op_ref = OpRef::new(self.context, body, op);
            CallOpInterface(op_ref).callee()?;
            Some(Call { op, caller, callee: self.graph.target(op_ref, path)?, origin })
        }));
    }

    fn remove_dead(&mut self) {
        for node in std::mem::take(&mut self.dead) {
            let Some((&op, around)) = self.graph.path(node).split_last() else { continue };
            if let Some(body) = body_at_mut(self.root, around) {
                body.erase(op);
            }
        }
    }
}

/// The calls in these blocks, in the order in which they are tried: the last block first, and blocks nested in a block before
/// the blocks that precede it.
fn call_ops(context: &Context, body: &Body, blocks: &[Block]) -> Vec<Op> {
    let mut found = Vec::new();
    let mut pending = blocks.to_vec();
    while let Some(block) = pending.pop() {
        for op in body.block_ops(block) {
            let op_ref = OpRef::new(context, body, op);
            if is_call(op_ref) {
                found.push(op);
            } else if body.nested(op).is_none() {
                pending.extend(body.regions(op).1.iter().flat_map(|&region| body.region_blocks(region)));
            }
        }
    }
    found
}

/// The arguments of a call.
fn call_arguments(op: OpRef<'_>) -> &[Value] {
    match llvm::Call::of(op) {
        Some(call) => call.callee_operands(),
        None => op.operands(),
    }
}

/// Whether a call matches the parameters and results of a function.
fn fits(callee: OpRef<'_>, body: &Body, entry: Block, call: OpRef<'_>, arguments: &[Value]) -> bool {
    let context = call.context;
    let Some(ty) = callee.property("function_type").and_then(|ty| ty.as_type(context)) else { return false };
    let results: Vec<_> = match ty.kind(context) {
        TypeKind::Function { results, .. } => results.to_vec(),
        _ => match function_parts(context, ty) {
            Some(parts) if !parts.variadic => {
                let result = Some(parts.result).filter(|&ty| ty != tern_dialect_llvm::types::void(context));
                result.into_iter().collect()
            }
            _ => return false,
        },
    };
    let given = arguments.iter().map(|&argument| call.type_of(argument));
    let wanted = body.block_arguments(entry).iter().map(|&argument| body.value_type(argument));
    given.eq(wanted) && call.body.results(call.op).map(|result| call.type_of(result)).eq(results)
}

/// Whether the dialects of the call and of the callee's operations allow inlining.
fn is_legal(call: OpRef<'_>, callee: OpRef<'_>) -> bool {
    let call_is_legal = match func::Call::of(call) {
        Some(call) => !call.no_inline() && func::Func::of(callee).is_some_and(|callee| !callee.no_inline()),
        None => llvm_interface::is_legal(call, callee),
    };
    let region = call.body.op_block(call.op).and_then(|block| call.body.block_region(block));
    let parent = region.and_then(|region| call.body.region_parent(region));
    let takes_operations = |parent| {
        inlinable(OpRef::new(call.context, call.body, parent)).is_some_and(|dialect| dialect.takes_operations)
    };
    let takes = parent.is_none_or(takes_operations);
    call_is_legal && takes && all_are_inlinable(callee)
}

/// The interface of the dialect of an operation.
fn inlinable(op: OpRef<'_>) -> Option<&'static Inlinable> {
    op.dialect()?.interface()
}

/// Whether everything nested in an operation can be inlined. The recursion is as deep as the nesting of regions, which the
/// parser limits.
fn all_are_inlinable(op: OpRef<'_>) -> bool {
    let (body, regions) = op.body.regions(op.op);
    let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
    let mut ops =
        blocks.flat_map(|&block| body.block_ops(block)).map(|inner| OpRef::new(op.context, body, inner));
    ops.all(|inner| {
        inlinable(inner).is_some_and(|dialect| (dialect.may_move)(inner)) && all_are_inlinable(inner)
    })
}

/// The debug info subprogram of a function.
fn subprogram(context: &Context, function: OpRef<'_>) -> Option<Attribute> {
    let location = function.body.op_location(function.op).attribute()?;
    let AttrKind::FusedLocation { metadata: Some(metadata), .. } = location.kind(context) else {
        return None;
    };
    let subprogram = &tern_dialect_llvm::attributes::DI_SUBPROGRAM;
    metadata.declared(context, subprogram).map(|_| *metadata)
}

/// The parts into which the block of a call was split.
struct SplitBlocks<'a> {
    /// The part that ends with the call.
    before: Block,
    /// The blocks copied from the callee.
    blocks: &'a [Block],
    /// The part after the call.
    after: Block,
}

/// Connects the copied blocks with the code around them.
fn finish(context: &Context, body: &mut Body, parts: SplitBlocks<'_>, results: &[Value], is_llvm: bool) {
    let SplitBlocks { before, blocks, after } = parts;
    let returns = context.op_name(if is_llvm { llvm::Return::NAME } else { func::Return::NAME });
    let only = match blocks {
        &[only] => body.block_last(only).filter(|&last| body.op_name(last) == returns),
        _ => None,
    };
    match (only, blocks) {
        (Some(last), &[block]) => {
            for (&result, value) in results.iter().zip(body.operands(last).to_vec()) {
                body.replace_all_uses(result, value);
            }
            body.erase(last);
            if let Some(first) = body.block_first(after) {
                body.move_ops(first, block);
            }
            body.remove_block(after);
        }
        _ => {
            for &result in results {
                let (ty, location) = (body.value_type(result), body.value_location(result));
                let argument = body.add_argument(after, ty, location);
                body.replace_all_uses(result, argument);
            }
            for &block in blocks {
                let Some(last) = body.block_last(block).filter(|&last| body.op_name(last) == returns) else {
                    continue;
                };
                let location = body.op_location(last);
                let operands = body.operands(last).to_vec();
                let mut b = Rewriter::at(context, body, Point::Before(last), location);
                match is_llvm {
                    true => b.create(llvm::Br::build(&operands, after)),
                    false => b.create(cf::Br::build(&operands, after)),
                };
                body.erase(last);
            }
        }
    }
    if let Some(&first) = blocks.first() {
        if let Some(op) = body.block_first(first) {
            body.move_ops(op, before);
        }
        body.remove_block(first);
    }
}

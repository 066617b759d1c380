//! The functions of a module, with the memrefs recognized in their signatures.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{function_parts, struct_fields, void};
use tern_mlir::{AttrKind, Attribute, Block, Body, Context, Ident, Module, Op, OpRef, Type, Value};

use crate::descriptor::{Descriptor, Packed, packed, unpacked};
use crate::elements::Elements;

/// The prefix of the names of C wrappers.
pub const WRAPPER: &str = "_mlir_ciface_";

/// A body with its context, for inspection.
#[derive(Clone, Copy)]
pub struct Code<'a> {
    /// The context that types and attributes are interned in.
    pub context: &'a Context,
    /// The body to inspect.
    pub body: &'a Body,
}

/// A reason why a group of parameters is recognized as a memref.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// The function builds a descriptor from them.
    Descriptor,
    /// The C wrapper extracts them from a descriptor.
    Wrapper,
    /// A caller extracts them from a descriptor.
    Call,
}

/// A group of parameters that are the fields of a descriptor.
#[derive(Clone, Debug)]
pub struct Group {
    /// The rank, index type and address space of the memref.
    pub descriptor: Descriptor,
    /// The evidence for the memref.
    pub evidence: BTreeSet<Evidence>,
    /// The descriptor that the function builds from them.
    pub value: Option<Value>,
}

/// A function of the program.
pub struct Function<'a> {
    /// The `llvm.func` operation.
    pub op: Op,
    /// The symbol name.
    pub name: Ident,
    /// The types of the parameters, as lowered.
    pub parameters: Vec<Type>,
    /// The type of the result, as lowered.
    pub result: Type,
    /// The body; it has no blocks if the function is only declared.
    pub code: Code<'a>,
    /// The blocks of the body.
    pub blocks: &'a [Block],
    /// The recognized groups of parameters, by the index of the first parameter.
    pub groups: BTreeMap<usize, Group>,
    /// Whether the result is a struct that packs several results.
    pub packs: bool,
    /// For each result, its descriptor if it is a memref.
    pub results: Vec<Option<Descriptor>>,
    /// Whether other parameters might be memrefs as well.
    pub is_doubtful: bool,
    /// The reason why the signature cannot be restored, if any.
    pub obstacle: Option<String>,
}

/// The functions of a module, and the evidence collected from them.
pub struct Program<'a> {
    /// The context that types and attributes are interned in.
    pub context: &'a Context,
    /// The module that is analysed.
    pub module: &'a Module,
    /// The functions, in the order of the module.
    pub functions: Vec<Function<'a>>,
    /// The index of each function, by name.
    pub by_name: FxHashMap<Ident, usize>,
    /// The inferred element types.
    pub elements: Elements,
}

/// The changes to the signature of a function.
#[derive(Clone, Debug, Default)]
pub struct Restored {
    /// The memref types of parameters, by the first parameter of the group.
    pub parameters: BTreeMap<usize, Type>,
    /// The memref types of results, by index.
    pub results: BTreeMap<usize, Type>,
    /// The C wrapper, which is removed as lowering makes it again.
    pub wrapper: Option<usize>,
    /// The groups whose memref is used directly by calls and returns, without casts to a descriptor and back; all groups if
    /// `None`.
    pub direct: Option<BTreeSet<usize>>,
}

/// The planned changes for each function.
pub struct Plan {
    /// For each function, the changes, or the reason why there are none.
    pub functions: Vec<Result<Restored, String>>,
    /// The width of `index` in bits.
    pub index_bits: u32,
}

impl<'a> Function<'a> {
    fn of(op: OpRef<'a>) -> Option<Self> {
        let context = op.context;
        let function = llvm::Func::unverified(op)?;
        let name = function.sym_name()?;
        let parts = function_parts(context, function.function_type()?)?;
        let (body, regions) = op.body.regions(op.op);
        let obstacle = parts.variadic.then(|| "it is variadic".to_owned());
        Some(Self {
            op: op.op,
            name,
            parameters: parts.parameters.to_vec(),
            result: parts.result,
            code: Code { context, body },
            blocks: regions.first().map_or(&[], |&region| body.region_blocks(region)),
            groups: BTreeMap::new(),
            packs: false,
            results: Vec::new(),
            is_doubtful: false,
            obstacle,
        })
    }

    /// All operations, in order.
    pub fn ops(&self) -> impl Iterator<Item = OpRef<'a>> + use<'a> {
        let Code { context, body } = self.code;
        let ops = self.blocks.iter().flat_map(move |&block| body.block_ops(block));
        ops.map(move |op| OpRef::new(context, body, op))
    }

    /// The arguments of the entry block.
    pub fn arguments(&self) -> &'a [Value] {
        self.blocks.first().map_or(&[], |&block| self.code.body.block_arguments(block))
    }

    /// Adds evidence for a memref whose group starts at parameter `first`.
    fn add(&mut self, first: usize, descriptor: Descriptor, evidence: Evidence, value: Option<Value>) {
        let end = first + descriptor.count();
        if end > self.parameters.len() {
            return;
        }
        if let Some(group) = self.groups.get_mut(&first).filter(|group| group.descriptor == descriptor) {
            group.evidence.insert(evidence);
            group.value = group.value.or(value);
            return;
        }
        let overlaps =
            |(&other, group): (&usize, &Group)| other < end && first < other + group.descriptor.count();
        if self.groups.iter().any(overlaps) {
            self.obstacle = Some("its callers and itself disagree on what the parameters are".to_owned());
            return;
        }
        let evidence = BTreeSet::from([evidence]);
        self.groups.insert(first, Group { descriptor, evidence, value });
    }

    /// The groups to use [directly](Restored::direct), so that lowering builds the descriptors in the same order as the
    /// original.
    ///
    /// Lowering builds the descriptors in the reverse order of their uses: these are the direct uses, in the order of the calls
    /// and returns, and then the casts, in the order of the parameters.
    pub fn to_be_direct(&self) -> BTreeSet<usize> {
        let order: FxHashMap<Value, usize> =
            self.ops().enumerate().filter_map(|(at, op)| Some((op.result()?, at))).collect();
        let mut made: Vec<(usize, usize)> = self
            .groups
            .iter()
            .filter_map(|(&first, group)| Some((*order.get(&group.value?)?, first)))
            .collect();
        made.sort_unstable_by(|one, other| other.cmp(one));
        let last_first: Vec<usize> = made.into_iter().map(|(_, first)| first).collect();
        let ascending = last_first.windows(2).rev().take_while(|pair| pair[0] < pair[1]).count() + 1;
        let direct = last_first.len().saturating_sub(ascending);
        last_first[..direct].iter().copied().collect()
    }

    /// The values in a struct that packs several results.
    pub fn parts(&self, value: Value) -> Option<Packed> {
        let positions: Vec<Vec<i64>> = (0..self.results.len() as i64).map(|index| vec![index]).collect();
        packed(&self.code, value, &positions)
    }
}

/// The callee of a direct call.
pub fn callee(op: OpRef<'_>) -> Option<Ident> {
    llvm::Call::unverified(op)?.callee()
}

impl<'a> Program<'a> {
    /// Recognizes memrefs in the signatures of a module's functions.
    pub fn of(context: &'a Context, module: &'a Module) -> Self {
        let (body, regions) = module.body().regions(module.root());
        let members = regions.iter().flat_map(|&region| body.region_blocks(region));
        let members: Vec<OpRef<'a>> = members
            .flat_map(|&block| body.block_ops(block))
            .map(|op| OpRef::new(context, body, op))
            .collect();
        let functions: Vec<Function<'a>> = members.iter().filter_map(|&op| Function::of(op)).collect();
        let by_name = functions.iter().enumerate().map(|(index, function)| (function.name, index)).collect();
        let mut program = Self { context, module, functions, by_name, elements: Elements::default() };
        program.find_results();
        program.find_parameters();
        program.elements = Elements::of(&program);
        program.forget_what_may_be_anything();
        program.find_obstacles(&members);
        program
    }

    /// The name of a function as text.
    pub fn name(&self, function: usize) -> String {
        String::from_utf8_lossy(self.context.bytes(self.functions[function].name)).into_owned()
    }

    /// The direct calls of functions of this module: the caller, the call, the callee.
    pub fn calls(&self) -> impl Iterator<Item = (usize, OpRef<'a>, usize)> + '_ {
        let callers = self.functions.iter().enumerate();
        let calls = callers.flat_map(|(caller, function)| function.ops().map(move |op| (caller, op)));
        calls.filter_map(|(caller, op)| Some((caller, op, *self.by_name.get(&callee(op)?)?)))
    }

    fn find_results(&mut self) {
        let context = self.context;
        for function in &mut self.functions {
            if function.result == void(context) {
                continue;
            }
            let alone = Descriptor::of(context, function.result);
            let fields = struct_fields(context, function.result).map(|(fields, _)| fields);
            let fields = fields.filter(|_| alone.is_none()).unwrap_or_default();
            let within: Vec<_> = fields.iter().map(|&field| Descriptor::of(context, field)).collect();
            function.packs = within.iter().any(Option::is_some);
            function.results = if function.packs { within } else { vec![alone] };
        }
        // A packed result must be built by insertions where it is returned, and unpacked by extractions where it is called.
        let mut whole = FxHashSet::default();
        for (index, function) in self.functions.iter().enumerate().filter(|(_, function)| function.packs) {
            let mut returned = function.ops().filter_map(llvm::Return::unverified);
            if returned.any(|end| end.arg().is_none_or(|value| function.parts(value).is_none())) {
                whole.insert(index);
            }
        }
        for (caller, call, callee) in self.calls() {
            let Some(result) = call.result().filter(|_| self.functions[callee].packs) else { continue };
            let is_part = |op| {
                llvm::ExtractValue::unverified(op)
                    .and_then(|op| op.position())
                    .is_some_and(|at| at.len() == 1)
            };
            let mut users = call.body.users(result).map(|op| OpRef::new(call.context, call.body, op));
            // The wrapper stores the struct as a whole.
            let is_wrapper = self.wrapper(callee) == Some(caller);
            if !is_wrapper && users.any(|op| !is_part(op)) {
                whole.insert(callee);
            }
        }
        for index in whole {
            self.functions[index].packs = false;
            self.functions[index].results = vec![None];
        }
    }

    fn find_parameters(&mut self) {
        let mut found = Vec::new();
        for (index, function) in self.functions.iter().enumerate() {
            let arguments = function.arguments();
            for insertion in function.ops().filter_map(llvm::InsertValue::unverified) {
                let Some(value) = insertion.res() else { continue };
                let ty = insertion.0.type_of(value);
                let Some(descriptor) = Descriptor::of(self.context, ty) else { continue };
                let Some(parts) = packed(&function.code, value, &descriptor.positions()) else { continue };
                let first = arguments.iter().position(|argument| parts.parts.first() == Some(argument));
                let Some(first) = first else { continue };
                if arguments.get(first..first + descriptor.count()) == Some(&parts.parts) {
                    found.push((index, first, descriptor, Evidence::Descriptor, Some(value)));
                }
            }
        }
        for (caller, call, callee) in self.calls() {
            let evidence =
                if self.wrapper(callee) == Some(caller) { Evidence::Wrapper } else { Evidence::Call };
            let (code, mut at) = (&self.functions[caller].code, 0);
            while at < call.operands().len() {
                match unpacked(code, &call.operands()[at..]) {
                    Some((_, descriptor)) => {
                        found.push((callee, at, descriptor, evidence, None));
                        at += descriptor.count();
                    }
                    None => at += 1,
                }
            }
        }
        for (function, first, descriptor, evidence, value) in found {
            self.functions[function].add(first, descriptor, evidence, value);
        }
    }

    /// Drops groups of two or three parameters (descriptors that are unranked or of rank 0), unless there is a C wrapper or
    /// the element type is known: structs of that form occur in other code as well.
    fn forget_what_may_be_anything(&mut self) {
        let Self { functions, elements, .. } = self;
        for (index, function) in functions.iter_mut().enumerate() {
            let before = function.groups.len();
            function.groups.retain(|&first, group| {
                let is_plain = group.descriptor.rank.is_none_or(|rank| rank == 0);
                !is_plain
                    || group.evidence.contains(&Evidence::Wrapper)
                    || elements.of_parameter(index, first).is_ok()
            });
            function.is_doubtful = function.groups.len() < before;
        }
    }

    /// The index of the C wrapper of a function.
    pub fn wrapper(&self, function: usize) -> Option<usize> {
        let name = [WRAPPER.as_bytes(), self.context.bytes(self.functions[function].name)].concat();
        self.by_name.get(&self.context.ident_of_bytes(&name)).copied()
    }

    /// Finds the reasons why signatures cannot be restored.
    fn find_obstacles(&mut self, members: &[OpRef<'a>]) {
        let mut obstacles: Vec<(usize, &str)> = Vec::new();
        for (index, function) in self.functions.iter().enumerate() {
            let arguments = function.arguments();
            for (&first, group) in &function.groups {
                let fields = arguments.get(first..first + group.descriptor.count()).unwrap_or_default();
                let uses: usize = fields.iter().map(|&field| function.code.body.uses(field).count()).sum();
                if uses > group.value.map_or(0, |_| fields.len()) {
                    obstacles.push((index, "the fields of a descriptor are used one by one"));
                }
            }
        }
        for (caller, call, callee) in self.calls() {
            let (function, code) = (&self.functions[callee], &self.functions[caller].code);
            if call.operands().len() != function.parameters.len() {
                obstacles.push((callee, "a call does not fit it"));
                continue;
            }
            for (&first, group) in &function.groups {
                let found = unpacked(code, &call.operands()[first..]);
                if found.is_none_or(|(_, descriptor)| descriptor != group.descriptor) {
                    obstacles.push((callee, "a call hands over what is not of one descriptor"));
                }
            }
        }
        let mut named = FxHashSet::default();
        for op in all_within(members) {
            let direct = callee(op).is_some();
            let (properties, attributes) = (op.body.properties(op.op), op.body.attributes(op.op));
            for entry in properties.as_dictionary(self.context).unwrap_or_default() {
                if !(direct && self.context.str(entry.name) == "callee") {
                    symbols(self.context, entry.value, &mut named);
                }
            }
            symbols(self.context, attributes, &mut named);
        }
        for name in named {
            obstacles.extend(self.by_name.get(&name).map(|&index| (index, "it is not only called by name")));
        }
        for (function, why) in obstacles {
            self.functions[function].obstacle.get_or_insert_with(|| why.to_owned());
        }
    }

    /// The changes suggested by the evidence, before they are checked.
    pub fn plan(&self) -> Plan {
        let index = self.functions.iter().flat_map(|function| {
            let results = function.results.iter().flatten().map(|descriptor| descriptor.index);
            function.groups.values().map(|group| group.descriptor.index).chain(results)
        });
        let width = |ty: Type| match *ty.kind(self.context) {
            tern_mlir::TypeKind::Integer { width, .. } => width,
            _ => 64,
        };
        let widths: Vec<u32> = index.map(width).collect();
        let index_bits = if widths.contains(&64) { 64 } else { widths.first().copied().unwrap_or(64) };
        let called: FxHashSet<usize> = self.calls().map(|(_, _, callee)| callee).collect();
        let restored = |(index, function): (usize, &Function<'a>)| {
            if let Some(obstacle) = &function.obstacle {
                return Err(obstacle.clone());
            }
            let mut restored = Restored::default();
            let mut open = None;
            let mut memref = |descriptor: &Descriptor, element: Result<Type, String>| {
                let ty = element.and_then(|element| {
                    if width(descriptor.index) != index_bits {
                        return Err("other memrefs have indices of another width".to_owned());
                    }
                    let ty = descriptor.memref(self.context, element);
                    ty.ok_or_else(|| "no memref has such elements".to_owned())
                });
                ty.map_err(|why| open = Some(why)).ok()
            };
            for (&first, group) in &function.groups {
                let ty = memref(&group.descriptor, self.elements.of_parameter(index, first));
                restored.parameters.extend(ty.map(|ty| (first, ty)));
            }
            for (number, descriptor) in function.results.iter().enumerate() {
                // The descriptor behind an unranked result is copied when it is returned; that code stays, so the result stays
                // too.
                let Some(descriptor) = descriptor.filter(|descriptor| descriptor.rank.is_some()) else {
                    continue;
                };
                let ty = memref(&descriptor, self.elements.of_result(index, number));
                restored.results.extend(ty.map(|ty| (number, ty)));
            }
            if restored.parameters.is_empty() && restored.results.is_empty() {
                return Err(open.unwrap_or_else(|| "nothing in it is a memref".to_owned()));
            }
            // Calls unpack all descriptors together, so a function that is called must be restored completely.
            let all = restored.parameters.len() == function.groups.len() && !function.is_doubtful;
            if !all && called.contains(&index) {
                return Err(open.unwrap_or_else(|| "other parameters may be memrefs".to_owned()));
            }
            restored.wrapper = self.wrapper(index);
            Ok(restored)
        };
        Plan { functions: self.functions.iter().enumerate().map(restored).collect(), index_bits }
    }
}

/// These operations and everything nested in them.
fn all_within<'a>(members: &[OpRef<'a>]) -> Vec<OpRef<'a>> {
    let mut all = members.to_vec();
    let mut at = 0;
    while let Some(&op) = all.get(at) {
        let (body, regions) = op.body.regions(op.op);
        let blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
        let ops = blocks.flat_map(|&block| body.block_ops(block));
        all.extend(ops.map(|inner| OpRef::new(op.context, body, inner)));
        at += 1;
    }
    all
}

/// Adds the symbols that an attribute names.
fn symbols(context: &Context, attribute: Attribute, named: &mut FxHashSet<Ident>) {
    let mut rest = vec![attribute];
    while let Some(attribute) = rest.pop() {
        match attribute.kind(context) {
            AttrKind::SymbolRef { root, .. } => {
                named.insert(*root);
            }
            AttrKind::Array(elements) => rest.extend(elements.iter().copied()),
            AttrKind::Dictionary(entries) => rest.extend(entries.iter().map(|entry| entry.value)),
            _ => {}
        }
    }
}

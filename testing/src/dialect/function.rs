//! Generates function bodies: available values, block arguments, terminators.

use std::collections::HashMap;

use tern_dialect_llvm::attributes::{BLOCK_ADDRESS, BLOCK_TAG, LOOP_ANNOTATION};
use tern_dialect_llvm::types::{self, FunctionParts};
use tern_mlir::declare::Param;
use tern_mlir::{
    AttrKind, Attribute, Block, Body, Ident, NamedAttribute, OpState, Region, Type, TypeKind, Value,
};

use super::Generator;
use crate::llvm::control_flow::{Plan, Role, Skeleton};

/// A value, and the position of its definition.
#[derive(Clone, Copy, Debug)]
struct Defined {
    value: Value,
    ty: Type,
    block: usize,
}

/// Facts about the function that its body depends on.
#[derive(Clone, Copy, Default)]
pub(super) struct Header {
    pub(super) convention: Option<NamedAttribute>,
    pub(super) subprogram: Option<Attribute>,
    /// Whether a recursive `musttail` call is possible: no parameter attributes, no variable arguments.
    pub(super) may_tail_call: bool,
}

/// A function body under construction.
pub(super) struct Code<'g, 'c> {
    pub(super) g: &'g mut Generator<'c>,
    pub(super) body: Body,
    blocks: Vec<Block>,
    pub(super) skeleton: Skeleton,
    pub(super) signature: FunctionParts,
    /// The index of the block that is being filled.
    pub(super) at: usize,
    values: Vec<Defined>,
    /// Allocas, which are only used as memory.
    pub(super) allocas: Vec<(Value, usize)>,
    landing_type: Type,
    pub(super) name: Ident,
    pub(super) header: Header,
    named: bool,
    next_name: usize,
}

impl<'c> Generator<'c> {
    pub(super) fn symbol(&self, name: Ident) -> Attribute {
        self.context.attr(AttrKind::SymbolRef { root: name, nested: Box::default() })
    }

    pub(super) fn block_tag(&self, tag: u32) -> Attribute {
        Attribute::declare(self.context, &BLOCK_TAG, [Param::Unsigned(u64::from(tag))])
    }

    pub(super) fn block_address(&self, function: Ident, tag: u32) -> Attribute {
        let params = [self.symbol(function), self.block_tag(tag)].map(Param::Attribute);
        Attribute::declare(self.context, &BLOCK_ADDRESS, params)
    }

    /// Builds the single-block region of an initializer.
    pub(super) fn initializer(&mut self, result: Type) -> Body {
        let signature = FunctionParts { result, parameters: Vec::new(), variadic: false };
        let name = self.context.common.empty_string;
        let mut code = Code::new(self, Skeleton::of(vec![Role::Plain], vec![Plan::Return]), signature, name);
        code.named = false;
        let value = code.constant_value(result, 2);
        code.put("llvm.return", &[value], Vec::new(), None);
        code.body
    }

    /// Builds the body of a function.
    pub(super) fn function_body(
        &mut self,
        name: Ident,
        skeleton: Skeleton,
        signature: FunctionParts,
        header: Header,
    ) -> Body {
        let mut code = Code::new(self, skeleton, signature, name);
        code.header = header;
        code.fill();
        code.body
    }
}

impl<'g, 'c> Code<'g, 'c> {
    fn new(g: &'g mut Generator<'c>, skeleton: Skeleton, signature: FunctionParts, name: Ident) -> Self {
        let mut body = Body::new();
        let region: Region = body.add_root_region();
        let blocks = (0..skeleton.plans.len()).map(|_| body.create_block()).collect::<Vec<_>>();
        let mut layout = blocks.clone();
        // The entry must be first; other blocks may be in any order.
        if g.choices.chance(30) {
            for at in (2..layout.len()).rev() {
                layout.swap(at, 1 + g.choices.below(at));
            }
        }
        for block in layout {
            body.append_block(region, block);
        }
        let (i32, pointer) = (g.context.common.i32, g.pointer(0));
        let pair = types::struct_literal(g.context, &[pointer, i32], false);
        let landing_type = if g.choices.chance(80) { pair } else { g.context.common.i64 };
        let named = g.choices.chance(50);
        Self {
            g,
            body,
            blocks,
            skeleton,
            signature,
            at: 0,
            values: Vec::new(),
            allocas: Vec::new(),
            landing_type,
            name,
            header: Header::default(),
            named,
            next_name: 0,
        }
    }

    fn fill(&mut self) {
        let named = self.named;
        for index in 0..self.blocks.len() {
            // LLVM cannot read addresses of unnamed blocks.
            if self.tag(index).is_some() || named && self.g.choices.chance(80) {
                let name = self.g.context.ident(&format!("b{index}"));
                self.body.set_block_name(self.blocks[index], Some(name));
            }
            let types = match index {
                0 => self.signature.parameters.clone(),
                _ => self.argument_types(index),
            };
            for ty in types {
                let location = self.location();
                let value = self.body.add_argument(self.blocks[index], ty, location);
                self.define(value, ty, index);
            }
        }
        for block in self.skeleton.order.clone() {
            self.at = block;
            self.fill_block();
        }
    }

    /// The types of the arguments of a block with predecessors.
    fn argument_types(&mut self, block: usize) -> Vec<Type> {
        let mut types = Vec::new();
        while !self.skeleton.predecessors[block].is_empty() && self.g.choices.chance(30) && types.len() < 3 {
            types.push(self.g.any_type());
        }
        types
    }

    fn fill_block(&mut self) {
        if self.skeleton.roles[self.at] == Role::LandingPad {
            self.landing_pad();
        }
        if let Some(tag) = self.tag(self.at) {
            let properties = vec![self.g.entry("tag", self.g.block_tag(tag))];
            self.put("llvm.blocktag", &[], properties, None);
        }
        for _ in 0..self.g.choices.below(self.g.options.operations + 1) {
            if self.header.subprogram.is_some() && self.g.choices.chance(20) {
                self.debug_record();
            }
            self.operation();
        }
        self.terminator();
    }

    /// The tag for the address of a block, if its address may be taken.
    fn tag(&self, block: usize) -> Option<u32> {
        let mut tags = self.g.tags.iter();
        tags.find(|(name, tag)| *name == self.name && *tag as usize == block).map(|&(_, tag)| tag)
    }

    fn define(&mut self, value: Value, ty: Type, block: usize) {
        if self.named && self.g.choices.chance(85) {
            let number = self.next_name;
            self.next_name += 1;
            let name = match self.g.choices.weighted(&[80, 10, 10]) {
                0 => format!("v{number}"),
                1 => format!("v.{number}-$"),
                _ => format!("$$v$20{number}"),
            };
            let name = self.g.context.ident(&name);
            self.body.set_value_name(value, Some(name));
        }
        if ty != types::token(self.g.context) {
            self.values.push(Defined { value, ty, block });
        }
    }

    /// Inserts an operation.
    pub(super) fn put(
        &mut self,
        name: &'static str,
        operands: &[Value],
        properties: Vec<NamedAttribute>,
        result: Option<Type>,
    ) -> Option<Value> {
        self.put_with_successors(name, operands, properties, result, &[])
    }

    fn put_with_successors(
        &mut self,
        name: &'static str,
        operands: &[Value],
        properties: Vec<NamedAttribute>,
        result: Option<Type>,
        successors: &[Block],
    ) -> Option<Value> {
        let mut state: OpState = self.g.state(name);
        state.location = self.location();
        state.operands.extend_from_slice(operands);
        state.properties = properties.into();
        state.result_types.extend(result);
        state.successors.extend_from_slice(successors);
        if !self.g.options.for_export && self.g.choices.chance(20) {
            state.attributes.extend(self.g.any_attribute());
        }
        let op = self.body.create_op(self.g.context, state);
        self.body.append_op(self.blocks[self.at], op);
        let value = self.body.result(op);
        if let Some((value, ty)) = value.zip(result).filter(|_| successors.is_empty()) {
            self.define(value, ty, self.at);
        }
        value
    }

    /// Inserts an operation with one result, and returns the result.
    pub(super) fn value(
        &mut self,
        name: &'static str,
        operands: &[Value],
        properties: Vec<NamedAttribute>,
        ty: Type,
    ) -> Value {
        let result = self.put(name, operands, properties, Some(ty));
        // Callers only use this for operations with a result.
        result.unwrap_or_else(|| unreachable!("{name} has a result"))
    }

    /// Whether a value dominates the block that is being filled.
    fn is_available(&self, defined: &Defined) -> bool {
        self.skeleton.dominates(defined.block, self.at)
    }

    /// The name of the operation that defines a value.
    pub(super) fn made_by(&self, value: Value) -> Option<&str> {
        match self.body.value_def(value) {
            tern_mlir::ValueDef::Result(op, _) => {
                Some(tern_mlir::OpRef::new(self.g.context, &self.body, op).name())
            }
            tern_mlir::ValueDef::Argument(..) => None,
        }
    }

    pub(super) fn values_where(&self, is: impl Fn(&Generator<'_>, Type) -> bool) -> Vec<Value> {
        let fitting = self.values.iter().filter(|it| is(self.g, it.ty) && self.is_available(it));
        fitting.map(|it| it.value).collect()
    }

    /// An available value of this type.
    pub(super) fn operand(&mut self, ty: Type) -> Value {
        let fitting = self.values_where(|_, found| found == ty);
        if fitting.is_empty() || !self.g.choices.chance(80) {
            return self.constant(ty);
        }
        *self.g.choices.pick(&fitting)
    }

    fn landing_pad(&mut self) {
        // Clauses of a landing pad need constants from a dominating block, because the landing pad must be first in its own
        // block.
        let constants = self.values_where(|_, _| true);
        let is_clause = |code: &Self, value: Value| {
            let ty = code.body.value_type(value);
            let array = types::array_parts(code.g.context, ty).is_some_and(|(of, _)| of == code.g.pointer(0));
            let constant = matches!(code.made_by(value), Some("llvm.mlir.zero" | "llvm.mlir.addressof"));
            constant && (array || ty == code.g.pointer(0))
        };
        let known: Vec<Value> = constants.into_iter().filter(|&value| is_clause(self, value)).collect();
        let mut clauses = Vec::new();
        while !known.is_empty() && self.g.choices.chance(50) && clauses.len() < 3 {
            clauses.push(*self.g.choices.pick(&known));
        }
        let mut properties = Vec::new();
        if clauses.is_empty() || self.g.choices.chance(40) {
            properties.push(self.g.entry("cleanup", self.g.context.common.unit));
        }
        self.put("llvm.landingpad", &clauses, properties, Some(self.landing_type));
    }

    /// The arguments passed to a successor.
    fn arguments(&mut self, to: usize) -> Vec<Value> {
        let arguments = self.body.block_arguments(self.blocks[to]).to_vec();
        arguments.into_iter().map(|argument| self.operand(self.body.value_type(argument))).collect()
    }

    pub(super) fn sizes(&self, name: &'static str, groups: &[usize]) -> NamedAttribute {
        let sizes: Vec<i32> = groups.iter().map(|&size| size as i32).collect();
        self.g.entry(name, Attribute::dense_i32(self.g.context, &sizes))
    }

    fn weights(&mut self, count: usize) -> Option<NamedAttribute> {
        if !self.g.choices.chance(15) {
            return None;
        }
        let weights: Vec<i32> = (0..count).map(|_| self.g.choices.below(1000) as i32).collect();
        Some(self.g.entry("branch_weights", Attribute::dense_i32(self.g.context, &weights)))
    }

    fn loop_annotation(&mut self) -> Option<NamedAttribute> {
        if !self.g.choices.chance(10) {
            return None;
        }
        let annotation = self.g.declared(&LOOP_ANNOTATION, 3)?;
        Some(self.g.entry("loop_annotation", annotation))
    }

    fn terminator(&mut self) {
        let common = self.g.context.common;
        let block = |code: &Self, to: usize| code.blocks[to];
        let mut plan = self.skeleton.plans[self.at].clone();
        if let Plan::Switch(default, cases) = &mut plan
            && !self.g.options.beyond_exporter
        {
            self.repeat_one(*default, cases);
            if cases.is_empty() {
                plan = Plan::Jump(*default);
            }
        }
        match plan {
            Plan::Return if self.header.may_tail_call && self.g.choices.chance(4) => {
                let value = self.must_tail_call();
                self.put("llvm.return", value.as_slice(), Vec::new(), None);
            }
            Plan::Return if self.signature.result == self.g.void() => {
                self.put("llvm.return", &[], Vec::new(), None);
            }
            Plan::Return => {
                let value = self.operand(self.signature.result);
                self.put("llvm.return", &[value], Vec::new(), None);
            }
            Plan::Resume => {
                let value = self.operand(self.landing_type);
                self.put("llvm.resume", &[value], Vec::new(), None);
            }
            Plan::Jump(to) => {
                let operands = self.arguments(to);
                let properties = self.loop_annotation().into_iter().collect();
                self.put_with_successors("llvm.br", &operands, properties, None, &[block(self, to)]);
            }
            Plan::Branch(yes, no) => {
                let condition = self.operand(common.i1);
                let (first, second) = (self.arguments(yes), self.arguments(no));
                let mut properties = vec![self.sizes("operandSegmentSizes", &[1, first.len(), second.len()])];
                properties.extend(self.weights(2));
                properties.extend(self.loop_annotation());
                let operands = [vec![condition], first, second].concat();
                let successors = [block(self, yes), block(self, no)];
                self.put_with_successors("llvm.cond_br", &operands, properties, None, &successors);
            }
            Plan::Switch(default, cases) => self.switch(default, &cases),
            Plan::IndirectBr(to) => {
                let address = self.operand(self.g.pointer(0));
                // Its edges cannot be split, so every edge to a block must pass the same arguments.
                let mut given: HashMap<usize, Vec<Value>> = HashMap::new();
                let mut operands = vec![address];
                let mut segments = Vec::new();
                for &to in &to {
                    let arguments = match given.get(&to) {
                        Some(arguments) => arguments.clone(),
                        None => self.arguments(to),
                    };
                    segments.push(arguments.len());
                    operands.extend(&arguments);
                    given.insert(to, arguments);
                }
                let properties = vec![self.sizes("indbr_operand_segments", &segments)];
                let successors: Vec<Block> = to.iter().map(|&to| block(self, to)).collect();
                self.put_with_successors("llvm.indirectbr", &operands, properties, None, &successors);
            }
            Plan::Invoke { normal, unwind } => self.invoke(normal, unwind),
            // The dialect has no other terminators for this.
            Plan::Unreachable
            | Plan::CallBr { .. }
            | Plan::CatchSwitch { .. }
            | Plan::CatchRet(_)
            | Plan::CleanupRet(_) => {
                self.put("llvm.unreachable", &[], Vec::new(), None);
            }
        }
    }

    /// Removes cases so that at most one destination with arguments is repeated.
    fn repeat_one(&self, default: usize, cases: &mut Vec<usize>) {
        let mut seen = vec![default];
        let mut repeated = None;
        cases.retain(|&to| {
            if !self.body.block_arguments(self.blocks[to]).is_empty() && seen.contains(&to) {
                return *repeated.get_or_insert(to) == to;
            }
            seen.push(to);
            true
        });
    }

    fn switch(&mut self, default: usize, cases: &[usize]) {
        let context = self.g.context;
        // Wide enough for all the case values.
        let widest = if self.g.options.beyond_exporter { 599 } else { 64 };
        let is = |g: &Generator<'_>, ty: Type| {
            ty.integer_width(g.context).is_some_and(|width| (4..=widest).contains(&width))
        };
        let ty = self.g.type_where(is, context.common.i32);
        let value = self.operand(ty);
        let width = ty.integer_width(context).unwrap_or(32);
        let mut operands = vec![value];
        let first = self.arguments(default);
        let mut groups = Vec::new();
        let mut successors = vec![self.blocks[default]];
        let (mut data, mut values) = (Vec::new(), Vec::new());
        for (number, &to) in cases.iter().enumerate() {
            let arguments = self.arguments(to);
            groups.push(arguments.len());
            values.extend(arguments);
            successors.push(self.blocks[to]);
            let case = tern_mlir::int::IntValue::from_i64(width, number as i64 - 2);
            let bytes =
                case.limbs().iter().flat_map(|limb| limb.to_le_bytes()).take(width.div_ceil(8) as usize);
            data.extend(bytes);
        }
        let segments = [1, first.len(), values.len()];
        operands.extend(first);
        operands.extend(values);
        let mut properties =
            vec![self.sizes("operandSegmentSizes", &segments), self.sizes("case_operand_segments", &groups)];
        if !cases.is_empty() {
            let ty = self.g.vector(ty, cases.len() as i64, false);
            let values = AttrKind::DenseElements { ty, data: data.into(), splat: cases.len() == 1 };
            properties.push(self.g.entry("case_values", context.attr(values)));
        }
        properties.extend(self.weights(successors.len()));
        self.put_with_successors("llvm.switch", &operands, properties, None, &successors);
    }

    /// Generates `llvm.invoke`. Its result is available where the normal edge is the only predecessor.
    fn invoke(&mut self, normal: usize, unwind: usize) {
        let callee = self.callee();
        let (first, second) = (self.arguments(normal), self.arguments(unwind));
        let mut properties = callee.properties;
        let bundles = self.bundles();
        let sizes = [callee.operands.len(), first.len(), second.len(), bundles.operands.len()];
        properties.push(self.sizes("operandSegmentSizes", &sizes));
        properties.extend(bundles.properties);
        properties.extend(self.weights(2));
        let operands = [callee.operands, first, second, bundles.operands].concat();
        let successors = [self.blocks[normal], self.blocks[unwind]];
        let result = callee.result;
        let value = self.put_with_successors("llvm.invoke", &operands, properties, result, &successors);
        if let Some((value, ty)) = value.zip(result) {
            let only = self.skeleton.predecessors[normal].len() == 1 && self.skeleton.is_reachable(self.at);
            if only {
                self.define(value, ty, normal);
            }
        }
    }

    pub(super) fn is_scalable(&self, ty: Type) -> bool {
        matches!(ty.kind(self.g.context), TypeKind::Vector { scalable, .. } if scalable[0])
    }
}

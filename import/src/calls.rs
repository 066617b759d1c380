//! Imports calls: direct and indirect, of intrinsics, of inline assembly; `invoke`; debug records as calls of their intrinsics.

use tern_dialect_llvm as llvm;
use tern_dialect_llvm::enums::{AsmDialect, CConv, TailCallKind};
use tern_dialect_llvm::interfaces::{
    ArgAndResultAttrsOpInterface, CallingConventionInterface, OperandBundleInterface,
};
use tern_dialect_llvm::ops;
use tern_dialect_tern::calls as tern;
use tern_llvm_ir::constants::{ConstantKind, InlineAsm};
use tern_llvm_ir::function::{Function, ValueKind};
use tern_llvm_ir::globals::GlobalKind;
use tern_llvm_ir::instruction::{Bundle, CallSite, Instruction, Invoke, TailKind};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{Global, Inst, TypeKind};
use tern_mapping::asides;
use tern_mapping::enums::ToDialect;
use tern_mapping::flags::subset;
use tern_mlir::{Attribute, Type, Value};

use crate::attributes::Fields;
use crate::builder::New;
use crate::diagnostics::Error;
use crate::functions::{BodyState, Values};
use crate::op_cache::CallShape;
use crate::policy::{Intrinsics, Order};
use crate::{Importer, Result, Tables, ir};

/// The operand bundles of a call.
#[derive(Default)]
pub(crate) struct Bundles {
    sizes: Vec<i32>,
    tags: Vec<Attribute>,
    /// The operands of all of them.
    pub(crate) operands: Vec<Value>,
}

/// The arguments of a call: its operands, and an aside that describes the arguments if some are metadata.
pub(crate) struct Arguments {
    pub(crate) operands: Values,
    pub(crate) aside: Option<Attribute>,
}

impl<'m, 'c> Importer<'m, 'c> {
    /// The operation for a `call`, without its result.
    pub(crate) fn call(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        call: &CallSite,
    ) -> Result<New<'c>> {
        if self.needs_extension(call, true) {
            return self.extended_call(site, function, inst, tern::Call::DEF, call, &[]);
        }
        if let Some(asm) = self.asm(call) {
            return self.inline_asm(site, call, &asm.clone());
        }
        let intrinsic = self.called_intrinsic(call);
        if let Some(callee) = intrinsic
            && let Some(new) = self.intrinsic_operation(site, call, callee)?
        {
            return Ok(new);
        }
        let early = self.early_callee(site, call)?;
        let arguments = self.arguments(site, &call.args)?;
        let returns = function.insts[inst].result.is_some();
        let bundles = self.bundles(site, self.kept_bundles(call))?;
        let pointer = match early {
            None => self.indirect_callee(site, function, inst, call)?,
            early => early,
        };
        let count = arguments.operands.len() + usize::from(pointer.is_some());
        let new = self
            .call_but_operands(call, returns, [count, bundles.operands.len()])
            .operands(pointer)
            .operands(arguments.operands);
        let new = with_bundles(new, bundles);
        match arguments.aside {
            Some(aside) => Ok(new.aside(asides::METADATA_ARGS, aside)),
            None => Ok(new),
        }
    }

    /// A `call` or `call_intrinsic` without its operands. `operands` holds the number of operands (including a callee that is an
    /// operand) and of operands of bundles.
    pub(crate) fn call_but_operands(
        &mut self,
        call: &CallSite,
        returns: bool,
        operands: [usize; 2],
    ) -> New<'c> {
        let intrinsic = self.called_intrinsic(call);
        let new = match intrinsic {
            Some(callee) => {
                let new = ops::CallIntrinsic::start().intrin(self.symbol(callee));
                let new = self.built(new.fastmathFlags(subset(call.flags)));
                self.with_tail(new, call.tail)
            }
            None => {
                let callee = self.direct_callee(call).map(|callee| self.symbol(callee));
                let new = ops::Call::start()
                    .callee(callee)
                    .TailCallKind(tail_call_kind(call.tail))
                    .var_callee_type(self.varargs_type(call))
                    .fastmathFlags(subset(call.flags));
                let effects = self.call_memory_effects(call);
                self.built(new.memory_effects(effects))
            }
        };
        let new = new.segments(&mut self.attributes, &operands);
        let new = self.with_calling_convention(new, call.calling_convention, intrinsic.is_none());
        let fields = if intrinsic.is_none() { Fields::Call } else { Fields::None };
        let new = self.with_function_attributes(new, call, fields);
        // MLIR's own importer drops the attributes of the arguments if the types do not match.
        match self.mismatched_callee(call) {
            Some(_) => new,
            None => self.with_signature_attributes(new, call, returns, true),
        }
    }

    /// The shape of a call, if it calls a function or through a pointer, and its arguments are all values.
    pub(crate) fn call_shape(&mut self, call: &CallSite) -> Option<CallShape> {
        if !self.policy.repeats
            || !call.bundles.is_empty()
            || self.asm(call).is_some()
            || self.has_metadata(&call.args)
        {
            return None;
        }
        if let Some(callee) = self.called_intrinsic(call)
            && !self.options.unregistered_intrinsics
            && (self.policy.intrinsics != Intrinsics::Exact || self.intrinsic_of(callee).is_some())
        {
            return None;
        }
        Some(CallShape {
            callee: self.direct_callee(call).into(),
            function_type: call.function_type,
            arguments: call.args.len() as u32,
            calling_convention: call.calling_convention,
            attributes: call.attributes,
            flags: call.flags,
            tail: call.tail,
        })
    }

    /// The operation for calls of a shape, without operands. `call` is any call of that shape.
    pub(crate) fn call_of_shape(&mut self, call: &CallSite, returns: bool) -> New<'c> {
        let pointer = self.direct_callee(call).is_none();
        let operands = [call.args.len() + usize::from(pointer), 0];
        with_bundles(self.call_but_operands(call, returns, operands), Bundles::default())
    }

    pub(crate) fn with_function_attributes(
        &mut self,
        mut new: New<'c>,
        call: &CallSite,
        fields: Fields,
    ) -> New<'c> {
        let set = self.ir.attributes.get_list(call.attributes).function;
        let attributes = self.function_attributes(set, fields);
        for &(name, value) in &attributes.fields {
            new = new.property(name, value);
        }
        match attributes.pass_through {
            Some(list) => new.aside(asides::PASSTHROUGH, list),
            None => new,
        }
    }

    pub(crate) fn with_signature_attributes(
        &mut self,
        new: New<'c>,
        call: &CallSite,
        returns: bool,
        fields: bool,
    ) -> New<'c> {
        let (args, results) = self.signature_attributes(call.attributes, call.args.len());
        // The field has one entry for each operand; metadata arguments are not operands.
        let new = if fields && !self.has_metadata(&call.args) {
            // An operation without result has no `res_attrs`.
            let new = with_signature(new, args, results.filter(|_| returns));
            return results
                .filter(|_| !returns)
                .into_iter()
                .fold(new, |new, results| new.aside(asides::RES_ATTRS, results));
        } else {
            new
        };
        let new = args.into_iter().fold(new, |new, args| new.aside(asides::ARG_ATTRS, args));
        results.into_iter().fold(new, |new, results| new.aside(asides::RES_ATTRS, results))
    }

    /// The callee's type if it takes variable arguments.
    fn varargs_type(&mut self, call: &CallSite) -> Option<Type> {
        // The declared type of a direct callee may have more parameters than the call's type.
        let callee = self.direct_callee(call);
        let ty = callee.map_or(call.function_type, |callee| self.ir.globals[callee].ty);
        let variable = matches!(self.ir.types.kind(ty), TypeKind::Function { varargs: true, .. });
        variable.then(|| self.ty(ty))
    }

    /// The callee as an operand, if the call is not direct.
    fn indirect_callee(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        call: &CallSite,
    ) -> Result<Option<Value>> {
        if self.direct_callee(call).is_some() {
            return Ok(None);
        }
        if let Some(callee) = self.mismatched_callee(call) {
            return self.mismatched_address(site, function, inst, call, callee);
        }
        self.value(site, call.callee).map(Some)
    }

    pub(crate) fn arguments(&mut self, site: &mut BodyState<'_>, values: &[ir::Value]) -> Result<Arguments> {
        let context = self.context;
        if !self.has_metadata(values) {
            return Ok(Arguments { operands: self.values(site, values)?, aside: None });
        }
        let (mut operands, mut forms) = (Values::new(), Vec::new());
        for &arg in values {
            let kind = match arg.kind() {
                ValueKind::Constant(constant) => self.ir.constants.kind(constant).clone(),
                ValueKind::Local(_) => ConstantKind::Undef,
            };
            if !self.policy.keeps_all && is_metadata(&kind) {
                return Err(self.unhandled_argument(site, arg, &kind));
            }
            let form = match kind {
                ConstantKind::Metadata(Metadata::Constant(constant)) => {
                    operands.push(self.constant(site, constant)?);
                    Attribute::bool(context, true)
                }
                ConstantKind::Metadata(Metadata::Null) => Attribute::bool(context, false),
                ConstantKind::Metadata(operand) => self.metadata_operand(operand),
                ConstantKind::LocalMetadata(local) => {
                    self.wrapped_argument(site, local.into(), &mut operands)?
                }
                ConstantKind::ArgList(values) => self.argument_list(site, &values, &mut operands)?,
                _ => {
                    operands.push(self.value(site, arg)?);
                    forms.push(context.common.unit);
                    continue;
                }
            };
            forms.push(form);
        }
        Ok(Arguments { operands, aside: Some(Attribute::array(context, forms)) })
    }

    /// A value wrapped in metadata as an argument. It becomes an operand if it dominates the call. LLVM allows metadata to use
    /// values that do not; MLIR does not allow such operands, so these are stored as numbers.
    pub(crate) fn wrapped_argument(
        &mut self,
        site: &mut BodyState<'_>,
        value: ir::Value,
        operands: &mut Values,
    ) -> Result<Attribute> {
        let context = self.context;
        match self.undominated(site, value) {
            Some(number) => {
                let number = Attribute::integer(context, context.common.i64, number);
                let entry = tern_mlir::NamedAttribute { name: context.ident(asides::LOCAL), value: number };
                Ok(Attribute::dictionary(context, [entry]))
            }
            None => {
                operands.push(self.value(site, value)?);
                Ok(Attribute::bool(context, true))
            }
        }
    }

    /// A `!DIArgList`. If all its values dominate the call they become operands, and the result is their count; otherwise the
    /// result has a number for each value, with -1 for operands.
    pub(crate) fn argument_list(
        &mut self,
        site: &mut BodyState<'_>,
        values: &[ir::Value],
        operands: &mut Values,
    ) -> Result<Attribute> {
        let context = self.context;
        let numbers: Vec<i64> =
            values.iter().map(|&value| self.undominated(site, value).unwrap_or(-1)).collect();
        for (&value, _) in values.iter().zip(&numbers).filter(|(_, number)| **number < 0) {
            operands.push(self.value(site, value)?);
        }
        Ok(match numbers.iter().all(|&number| number < 0) {
            true => Attribute::integer(context, context.common.i64, values.len() as i64),
            false => Attribute::dense_i64(context, &numbers),
        })
    }

    pub(crate) fn bundles(&mut self, site: &mut BodyState<'_>, bundles: &[Bundle]) -> Result<Bundles> {
        let mut all = Bundles::default();
        for bundle in bundles {
            all.sizes.push(bundle.inputs.len() as i32);
            all.tags.push(self.text_attribute(bundle.tag));
            all.operands.extend(self.values(site, &bundle.inputs)?);
        }
        Ok(all)
    }

    fn inline_asm(&mut self, site: &mut BodyState<'_>, call: &CallSite, asm: &InlineAsm) -> Result<New<'c>> {
        let arguments = self.arguments(site, &call.args)?;
        let dialect = if asm.intel_dialect { AsmDialect::AdIntel } else { AsmDialect::AdAtt };
        let new = ops::InlineAsm::start()
            .asm_string(self.ident(asm.template))
            .constraints(self.ident(asm.constraints))
            .has_side_effects(asm.side_effect)
            .is_align_stack(asm.align_stack)
            .asm_dialect(dialect)
            .tail_call_kind(tail_call_kind(call.tail));
        let new = self.built(new).operands(arguments.operands).unit_aside(asides::UNWIND, asm.unwind);
        let new = self.with_calling_convention(new, call.calling_convention, false);
        let new = self.with_fast_math(new, call.flags, false);
        let new = self.with_function_attributes(new, call, Fields::None);
        Ok(match self.policy.keeps_all {
            true => self.with_signature_attributes(new, call, true, false),
            false => self.with_asm_parts(new, call),
        })
    }

    pub(crate) fn invoke(
        &mut self,
        site: &mut BodyState<'_>,
        function: &Function,
        inst: Inst,
        invoke: &Invoke,
    ) -> Result<New<'c>> {
        let call = &invoke.call;
        if !self.policy.keeps_all && self.asm(call).is_some() {
            let location = self.inst_location(function, inst);
            return Err(Error::at(location, "invoke of inline assembly is not supported"));
        }
        // MLIR requires the unwind destination of an invoke to begin with a landing pad.
        let unwinds_to_landing_pad = function
            .block_insts(invoke.unwind)
            .iter()
            .find(|&&inst| !matches!(function.insts[inst].inst, Instruction::Phi { .. }))
            .is_some_and(|&inst| matches!(function.insts[inst].inst, Instruction::LandingPad(_)));
        if !unwinds_to_landing_pad && self.policy.satisfies_verifier || self.needs_extension(call, false) {
            let targets = [invoke.normal, invoke.unwind];
            return self.extended_call(site, function, inst, tern::Invoke::DEF, call, &targets);
        }
        let own = function.insts[inst].result.expand();
        let own = own.map(|own| (own, self.inst_location(function, inst)));
        let early = self.early_callee(site, call)?;
        let arguments = self.arguments(site, &call.args)?;
        let callee = self.direct_callee(call);
        let pointer = match early {
            None => self.indirect_callee(site, function, inst, call)?,
            early => early,
        };
        let bundles = self.bundles(site, self.kept_bundles(call))?;
        // A walk visits the values for the landing pad first.
        let (unwind, normal) = match self.policy.order {
            Order::Walk => (self.edge(site, invoke.unwind, own)?, self.edge(site, invoke.normal, own)?),
            Order::Module => {
                let normal = self.edge(site, invoke.normal, own)?;
                (self.edge(site, invoke.unwind, own)?, normal)
            }
        };
        let ((normal, normal_operands), (unwind, unwind_operands)) = (normal, unwind);
        let count = arguments.operands.len() + usize::from(pointer.is_some());
        let callee = callee.filter(|_| pointer.is_none()).map(|callee| self.symbol(callee));
        let new = ops::Invoke::start().callee(callee).var_callee_type(self.varargs_type(call));
        let new = self
            .built(new)
            .segments(
                &mut self.attributes,
                &[count, normal_operands.len(), unwind_operands.len(), bundles.operands.len()],
            )
            .operands(pointer)
            .operands(arguments.operands)
            .operands(normal_operands)
            .operands(unwind_operands)
            .successors([normal, unwind]);
        let new = with_bundles(new, bundles);
        let new = self.with_calling_convention(new, call.calling_convention, true);
        let new = self.with_function_attributes(new, call, Fields::None);
        if self.mismatched_callee(call).is_some() {
            return Ok(new);
        }
        Ok(self.with_signature_attributes(new, call, own.is_some(), true))
    }
}

impl<'m, 'c> Tables<'m, 'c> {
    /// The kind of a tail call as an aside.
    pub(crate) fn with_tail(&self, new: New<'c>, tail: TailKind) -> New<'c> {
        match tail_call_kind(tail) {
            None => new,
            Some(kind) => new.aside(asides::TAIL, llvm::tail_call_kind(self.context, kind)),
        }
    }

    pub(crate) fn with_calling_convention(&self, new: New<'c>, number: u32, field: bool) -> New<'c> {
        if number == 0 {
            return new;
        }
        match CConv::from_value(u64::from(number)) {
            Some(convention) if field => new.with(|new| CallingConventionInterface(new).CConv(convention).0),
            _ => new.aside(
                asides::CALLING_CONVENTION,
                Attribute::integer(self.context, self.context.common.i64, i64::from(number)),
            ),
        }
    }

    /// The function that is called directly with its declared type.
    pub(crate) fn direct_callee(&self, call: &CallSite) -> Option<Global> {
        let global = self.ir.named_callee(call)?;
        let value = &self.ir.globals[global];
        let fits = match self.policy.exact {
            true => value.ty == call.function_type && value.as_function().is_some() && value.name.is_some(),
            false => {
                matches!(value.kind, GlobalKind::Function(_) | GlobalKind::IFunc(_))
                    && self.is_compatible(call.function_type, value.ty)
            }
        };
        fits.then_some(global)
    }

    /// The function or ifunc that is called with an incompatible type. Exactly, that is a call through a pointer.
    pub(crate) fn mismatched_callee(&self, call: &CallSite) -> Option<Global> {
        if self.policy.exact {
            return None;
        }
        let callee = self.ir.named_callee(call)?;
        let kind = &self.ir.globals[callee].kind;
        let is_function = matches!(kind, GlobalKind::Function(_) | GlobalKind::IFunc(_));
        (is_function && self.direct_callee(call).is_none()).then_some(callee)
    }

    /// Whether a function of type `callee` can be called with type `call`: the parameters agree, and there are additional ones
    /// only if `callee` takes variable arguments.
    fn is_compatible(&self, call: tern_llvm_ir::Type, callee: tern_llvm_ir::Type) -> bool {
        let kinds = (self.ir.types.kind(call), self.ir.types.kind(callee));
        let (
            TypeKind::Function { ret, params, .. },
            TypeKind::Function { ret: known_ret, params: known, varargs },
        ) = kinds
        else {
            return false;
        };
        ret == known_ret && params.starts_with(known) && (*varargs || params.len() == known.len())
    }

    /// The intrinsic that is called, if the callee is one.
    pub(crate) fn called_intrinsic(&self, call: &CallSite) -> Option<Global> {
        self.direct_callee(call).filter(|&callee| self.ir.is_intrinsic(callee))
    }

    /// Whether any argument of a call is metadata.
    fn has_metadata(&self, arguments: &[ir::Value]) -> bool {
        let mut constants = arguments.iter().filter_map(|argument| argument.constant());
        constants.any(|constant| is_metadata(self.ir.constants.kind(constant)))
    }

    /// The operand bundles of a call without an operation of its own, if they are kept.
    fn kept_bundles<'b>(&self, call: &'b CallSite) -> &'b [Bundle] {
        if self.policy.keeps_all { &call.bundles } else { &[] }
    }
}

/// Adds operand bundles to a call that has its other operands.
pub(crate) fn with_bundles<'c>(new: New<'c>, bundles: Bundles) -> New<'c> {
    let Bundles { sizes, tags, operands } = bundles;
    let tags = Some(&tags[..]).filter(|tags| !tags.is_empty());
    new.operands(operands)
        .with(|new| OperandBundleInterface(new).op_bundle_sizes(&sizes[..]).op_bundle_tags(tags).0)
}

/// Sets attributes of parameters and results, which are arrays.
pub(crate) fn with_signature<'c>(
    new: New<'c>,
    args: Option<Attribute>,
    results: Option<Attribute>,
) -> New<'c> {
    if args.is_none() && results.is_none() {
        return new;
    }
    let context = new.context;
    let array = |list: Option<Attribute>| list.and_then(|list| list.as_array(context));
    let (args, results) = (array(args), array(results));
    new.with(|new| ArgAndResultAttrsOpInterface(new).arg_attrs(args).res_attrs(results).0)
}

fn tail_call_kind(tail: TailKind) -> Option<TailCallKind> {
    (tail != TailKind::None).then(|| tail.to_dialect())
}

/// Whether a constant is metadata wrapped as an argument.
fn is_metadata(kind: &ConstantKind) -> bool {
    matches!(kind, ConstantKind::Metadata(_) | ConstantKind::LocalMetadata(_) | ConstantKind::ArgList(_))
}

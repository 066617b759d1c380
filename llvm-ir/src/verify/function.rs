//! Functions: signature, linkage, calling convention, personality. Source: LangRef, Functions.

use std::cell::{Cell, OnceCell, RefCell};

use rustc_hash::FxHashMap;

use super::constants::{misuse, named_by_constants};
use super::dominance::Flow;
use super::locations::Records;
use super::{Body, Context, Outcome, Place, Rule, Violation, broken, check};
use crate::attributes::{AttributeKind, AttributeSetId};
use crate::constants::ConstantKind;
use crate::function::Function;
use crate::globals::{Global, GlobalValue, Linkage, calling_convention_name};
use crate::instruction::Inst;
use crate::types::{Type, TypeKind};
use crate::upgrade::debug_records;

/// The rules that a function violates, in the order of the text.
pub(super) fn violations(context: &Context<'_>, global: Global) -> Outcome {
    let value = context.global(global);
    let (Some(function), TypeKind::Function { ret, .. }) =
        (value.as_function(), context.types().kind(value.ty))
    else {
        return Outcome::default();
    };
    if debug_records::is_replaced(context.module, global) {
        return Outcome::default();
    }
    let mut found = Vec::new();
    let mut note = |place, outcome: Rule| {
        if let Err(broken) = outcome {
            found.push(Violation { place, broken });
        }
    };
    let whole = Place::Global(global);
    let signature = Signature { context, global, value, function, ret: *ret };
    note(whole, signature.rules());
    if function.is_declaration() {
        return Outcome { violations: found, ..Outcome::default() };
    }
    let body = Body {
        context,
        global,
        value,
        function,
        ret: *ret,
        flow: Flow::new(function),
        users: OnceCell::new(),
        colors: OnceCell::new(),
        landing_type: Cell::default(),
        siblings: RefCell::default(),
        convergence: RefCell::default(),
        escaped: Cell::default(),
        recovered: RefCell::default(),
        misused: RefCell::default(),
    };
    if body.has_swifterror() {
        note(whole, body.swifterror_parameters());
    }
    note(whole, body.entry());
    note(whole, body.locations());
    let mut records = Records::default();
    for &block in &function.layout {
        note(Place::Block(global, block), body.block(block));
        for &inst in function.block_insts(block) {
            let place = Place::Instruction(global, inst);
            if let Some(record) = body.record(inst) {
                note(place, body.debug_record(inst, &record, &mut records));
            } else {
                let outcome = body.instruction(inst);
                if outcome.is_err() {
                    body.note_misused(inst);
                }
                note(place, outcome);
            }
        }
    }
    note(whole, body.siblings());
    if context.has_tokens {
        note(whole, body.convergence_regions());
    }
    Outcome {
        violations: found,
        escaped: body.escaped.get().unwrap_or(0),
        recovered: body.recovered.take(),
        misused: body.misused.take(),
    }
}

/// The violations of all functions in order, and those of what functions say of each other.
pub(super) fn together(context: &Context<'_>, outcomes: Vec<Outcome>) -> (Vec<Violation>, Vec<Violation>) {
    let functions = &context.module.functions;
    let mut misused: FxHashMap<Global, Option<(Global, Inst)>> =
        named_by_constants(context).into_iter().map(|global| (global, None)).collect();
    let mut recovered: FxHashMap<Global, u64> = FxHashMap::default();
    let mut places = FxHashMap::default();
    let (mut all, mut escaped) = (Vec::new(), FxHashMap::default());
    for (&global, outcome) in functions.iter().zip(outcomes) {
        places.insert(global, all.len());
        all.extend(outcome.violations);
        escaped.insert(global, outcome.escaped);
        for (named, count) in outcome.recovered {
            let most = recovered.entry(named).or_default();
            *most = count.max(*most);
        }
        for (intrinsic, user) in outcome.misused {
            misused.entry(intrinsic).or_insert(Some((global, user)));
        }
    }
    let misused = misused.into_iter();
    let mut misused: Vec<_> =
        misused.map(|(global, user)| (places.get(&global).copied().unwrap_or(0), global, user)).collect();
    misused.sort();
    for (index, global, user) in misused.into_iter().rev() {
        let place = user.map_or(Place::Global(global), |(function, user)| Place::Instruction(function, user));
        let broken = misuse(user.map(|(_, user)| user.into()));
        all.insert(index, Violation { place, broken });
    }
    let mut frames = Vec::new();
    for &global in functions {
        if recovered.get(&global).is_some_and(|&count| count > escaped.get(&global).copied().unwrap_or(0)) {
            let message = "all indices passed to llvm.localrecover must be less than the number of arguments passed to llvm.localescape in \
                           the parent function";
            frames.push(Violation { place: Place::Global(global), broken: broken(message, [global.into()]) });
        }
    }
    frames.extend(deoptimization(context));
    (all, frames)
}

/// All declarations of `llvm.experimental.deoptimize` have one calling convention.
fn deoptimization(context: &Context<'_>) -> Option<Violation> {
    let is_declaration = |&&global: &&Global| {
        context.name(global).starts_with("llvm.experimental.deoptimize.") && context.known(global).is_some()
    };
    let convention = |global: Global| {
        context.global(global).as_function().map_or(0, |function| function.calling_convention)
    };
    let mut declarations = context.module.functions.iter().filter(is_declaration);
    let &first = declarations.next()?;
    let &other = declarations.find(|&&other| convention(other) != convention(first))?;
    let message = "All llvm.experimental.deoptimize declarations must have the same calling convention";
    Some(Violation { place: Place::Global(other), broken: broken(message, [first.into(), other.into()]) })
}

/// A function without its body.
pub(super) struct Signature<'c, 'm> {
    pub(super) context: &'c Context<'m>,
    pub(super) global: Global,
    pub(super) value: &'m GlobalValue,
    pub(super) function: &'m Function,
    ret: Type,
}

impl Signature<'_, '_> {
    fn rules(&self) -> Rule {
        self.context.any_global(self.global)?;
        self.context.object_attachments(self.global, self.value)?;
        let types = self.context.types();
        let is_common = self.value.linkage == Linkage::Common;
        check!(!is_common, "Functions may not have common linkage", self.global);
        let is_struct = matches!(types.kind(self.ret), TypeKind::Identified(_));
        let returns = is_struct || types.is_first_class(self.ret) || self.ret == types.common.void;
        check!(returns, "Functions cannot return aggregate values!", self.global);
        let has_sret = (0..2).any(|index| self.has(index, AttributeKind::StructRet));
        check!(!has_sret || self.ret == types.common.void, "Invalid struct return type!", self.global);
        self.context.function_attributes(self.global, self.value, self.function)?;
        self.calling_convention()?;
        self.arguments()?;
        self.collected_pointers()?;
        self.attachments()?;
        self.attached_once()?;
        if self.function.is_declaration() {
            check!(
                self.function.personality.is_none(),
                "Function declaration shouldn't have a personality routine",
                self.global,
            );
        } else {
            check!(!self.is_intrinsic(), "llvm intrinsics cannot be defined!", self.global);
        }
        Ok(())
    }

    fn is_intrinsic(&self) -> bool {
        self.context.module.is_intrinsic(self.global)
    }

    fn parameter(&self, index: usize) -> AttributeSetId {
        let known = self.context.known(self.global).map(|known| known.attributes);
        let list = self.context.module.attributes.get_list(known.unwrap_or(self.function.attributes));
        list.params.get(index).copied().unwrap_or_default()
    }

    fn has(&self, index: usize, kind: AttributeKind) -> bool {
        self.context.module.attribute(self.parameter(index), kind).is_some()
    }

    /// What calling conventions require of parameters and results.
    fn calling_convention(&self) -> Rule {
        let convention = calling_convention_name(self.function.calling_convention).unwrap_or_default();
        let count = self.function.args.len();
        let any = |kind| (0..count).any(|index| self.has(index, kind));
        if convention == "x86_intrcc" {
            let is_right = count == 0 || self.has(0, AttributeKind::ByVal);
            check!(is_right, "Calling convention parameter requires byval", self.global);
        }
        let returns_nothing = matches!(
            convention,
            "amdgpu_kernel" | "spir_kernel" | "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve"
        );
        if returns_nothing {
            let is_right = self.ret == self.context.types().common.void;
            check!(is_right, "Calling convention requires void return type", self.global);
        }
        let is_shader = returns_nothing
            || matches!(convention, "amdgpu_vs" | "amdgpu_hs" | "amdgpu_gs" | "amdgpu_ps" | "amdgpu_cs");
        if is_shader {
            let is_right = !any(AttributeKind::StructRet);
            check!(is_right, "Calling convention does not allow sret", self.global);
            if convention != "spir_kernel" {
                self.shader_arguments()?;
            }
        }
        if convention == "amdgpu_gfx_whole_wave" {
            let first = self.function.args.first().map(|&arg| self.function.locals[arg].ty);
            let is_right = first == Some(self.context.types().common.i1);
            check!(is_right, "Calling convention requires first argument to be i1", self.global);
            let is_marked = self.has(0, AttributeKind::InReg);
            check!(!is_marked, "Calling convention requires first argument to not be inreg", self.global);
        }
        let is_fixed = is_shader
            || matches!(
                convention,
                "fastcc"
                    | "coldcc"
                    | "intel_ocl_bicc"
                    | "ptx_kernel"
                    | "ptx_device"
                    | "amdgpu_gfx_whole_wave"
            );
        let varargs =
            matches!(self.context.types().kind(self.value.ty), TypeKind::Function { varargs: true, .. });
        check!(
            !is_fixed || !varargs,
            "Calling convention does not support varargs or perfect forwarding!",
            self.global,
        );
        Ok(())
    }

    fn shader_arguments(&self) -> Rule {
        let stack = self.context.layout.alloca_address_space;
        for (index, &arg) in self.function.args.iter().enumerate() {
            let by_value = self.has(index, AttributeKind::ByVal);
            check!(!by_value, "Calling convention disallows byval", self.global);
            let preallocated = self.has(index, AttributeKind::Preallocated);
            check!(!preallocated, "Calling convention disallows preallocated", self.global);
            let inalloca = self.has(index, AttributeKind::InAlloca);
            check!(!inalloca, "Calling convention disallows inalloca", self.global);
            let on_stack = self.has(index, AttributeKind::ByRef)
                && *self.context.types().kind(self.function.locals[arg].ty) == TypeKind::Pointer(stack);
            check!(!on_stack, "Calling convention disallows stack byref", self.global);
        }
        Ok(())
    }

    /// Only intrinsics take and return metadata, tokens and AMX tiles.
    fn arguments(&self) -> Rule {
        let (types, is_intrinsic) = (self.context.types(), self.is_intrinsic());
        let amx = |ty| *types.kind(ty) == TypeKind::X86Amx;
        for &arg in &self.function.args {
            let (value, ty) = (crate::function::Value::from(arg), self.function.locals[arg].ty);
            let is_value = types.is_first_class(ty);
            check!(is_value, "Function arguments must have first-class types!", value);
            if is_intrinsic {
                continue;
            }
            let global = self.global;
            let is_metadata = ty == types.common.metadata;
            check!(!is_metadata, "Function takes metadata but isn't an intrinsic", value, global);
            let is_token = self.context.is_token(ty);
            check!(!is_token, "Function takes token but isn't an intrinsic", value, global);
            check!(!amx(ty), "Function takes x86_amx but isn't an intrinsic", value, global);
        }
        if !is_intrinsic {
            let is_token = self.context.is_token(self.ret);
            check!(!is_token, "Function returns a token but isn't an intrinsic", self.global);
            check!(!amx(self.ret), "Function returns a x86_amx but isn't an intrinsic", self.global);
        }
        Ok(())
    }
}

impl Signature<'_, '_> {
    /// The types of the intrinsics that find the base of a collected pointer.
    fn collected_pointers(&self) -> Rule {
        let name = self.context.name(self.global);
        let Some(name) = name.strip_prefix("llvm.experimental.gc.get.pointer.") else { return Ok(()) };
        let types = self.context.types();
        let &[argument] = &self.function.args[..] else {
            return Err(broken("wrong number of parameters", [self.global.into()]));
        };
        let argument = self.function.locals[argument].ty;
        if name.starts_with("base") {
            let is_pointer = types.is_pointer(self.ret);
            check!(is_pointer, "gc.get.pointer.base must return a pointer", self.global);
            let same = argument == self.ret;
            check!(same, "gc.get.pointer.base operand and result must be of the same type", self.global);
        } else if name.starts_with("offset") {
            let is_pointer = types.is_pointer(argument);
            check!(is_pointer, "gc.get.pointer.offset operand must be a pointer", self.global);
            let is_integer = types.integer_width(self.ret).is_some();
            check!(is_integer, "gc.get.pointer.offset must return integer", self.global);
        }
        Ok(())
    }
}

impl Body<'_, '_> {
    /// The entry has no predecessors, and its address is not taken.
    fn entry(&self) -> Rule {
        let entry = self.function.layout[0];
        let is_target = !self.flow.predecessors(entry).is_empty();
        check!(!is_target, "Entry block to function must not have predecessors!", entry);
        let address = ConstantKind::BlockAddress(self.global, entry);
        let is_taken = self.context.constants().find(self.types().pointer(self.value.address_space), address);
        check!(is_taken.is_none(), "blockaddress may not be used with the entry block!", entry);
        Ok(())
    }
}

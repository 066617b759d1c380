//! Calls: signature, attributes of arguments, operand bundles, `musttail`, inline assembler. Source: LangRef, `call`, `invoke` and `callbr`
//! instructions, Operand Bundles.

use super::attributes::Owner;
use super::right::typed;
use super::{Body, Rule, Subject, broken, check};
use num_bigint::BigInt;

use crate::attributes::values::Range;
use crate::attributes::{Attribute, AttributeKind as Kind, AttributeListId, AttributeSetId};
use crate::constants::{ConstantKind, InlineAsm};
use crate::function::Value;
use crate::globals::{Global, calling_convention_name};
use crate::inline_asm::{self, Role};
use crate::instruction::{Alignment, Bundle, CallBr, CallSite, CastOp, Flags, Inst, Instruction, TailKind};
use crate::intrinsics;
use crate::query::Callee;
use crate::types::{Type, TypeKind};

/// The attributes of parameters that are part of the calling convention. `align` is one only beside `byval` and `byref`.
const ABI: [Kind; 10] = [
    Kind::StructRet,
    Kind::ByVal,
    Kind::InAlloca,
    Kind::InReg,
    Kind::StackAlignment,
    Kind::SwiftSelf,
    Kind::SwiftAsync,
    Kind::SwiftError,
    Kind::Preallocated,
    Kind::ByRef,
];

/// Whether functions with a calling convention are only entered by the hardware or a runtime, but not called.
fn is_entry_convention(number: u32) -> bool {
    let name = calling_convention_name(number).unwrap_or_default();
    name == "spir_kernel" || name.strip_prefix("amdgpu_").is_some_and(|name| name != "gfx")
}

/// The parts of a function type.
struct Signature<'m> {
    ret: Type,
    params: &'m [Type],
    varargs: bool,
}

impl<'m> Body<'_, 'm> {
    /// The rules for `call`, `invoke` and `callbr`.
    pub(super) fn call(&self, inst: Inst, call: &CallSite) -> Rule {
        let types = self.types();
        let signature = self.signature_of(call.function_type);
        let callee = self.context.module.called(call);
        // LLVM looks at the function only if its type is that of the call.
        let function = match callee {
            Callee::Direct(global) | Callee::Intrinsic(global) => {
                (self.context.global(global).ty == call.function_type).then_some(global)
            }
            _ => None,
        };
        let intrinsic = match callee {
            Callee::Intrinsic(global) => Some(global),
            _ => None,
        };
        let asm = match &callee {
            Callee::Asm(asm) => Some(*asm),
            _ => None,
        };
        check!(types.is_pointer(self.type_of(call.callee)), "Called function must be a pointer!", inst);
        let (given, wanted) = (call.args.len(), signature.params.len());
        if signature.varargs {
            check!(given >= wanted, "Called function requires more parameters than were provided!", inst);
        } else {
            check!(given == wanted, "Incorrect number of arguments passed to called function!", inst);
        }
        for (&arg, &param) in call.args.iter().zip(signature.params) {
            check!(
                self.type_of(arg) == param,
                "Call parameter type does not match function signature!",
                arg,
                param,
                inst,
            );
        }
        if let (None, Some(global)) = (function, intrinsic) {
            self.older_call(inst, call, global)?;
        }
        check!(
            function.is_some() || !intrinsic.is_some_and(|global| self.is_current(call, global)),
            "Intrinsic called with incompatible signature",
            inst
        );
        if call.calling_convention != 0 {
            let is_entry = is_entry_convention(call.calling_convention);
            check!(!is_entry, "calling convention does not permit calls", inst);
        }
        if intrinsic.is_none() {
            self.passed_alignments(inst, &signature)?;
        }
        let owner = match (intrinsic, asm) {
            (Some(_), _) => Owner::Intrinsic,
            (_, Some(_)) => Owner::Asm,
            _ => Owner::Function,
        };
        if call.attributes != AttributeListId::default() {
            self.call_attributes(inst, call, function, owner)?;
        }
        let callee_list =
            function.map_or(AttributeListId::default(), |global| self.declared_attributes(global));
        if (callee_list, call.attributes) != Default::default() {
            self.arguments(inst, call, &signature, callee_list)?;
        }
        if signature.varargs && call.attributes != AttributeListId::default() {
            self.variable_arguments(inst, call, &signature)?;
        }
        if intrinsic.is_none() {
            let metadata = signature.params.contains(&types.common.metadata);
            check!(!metadata, "Function has metadata parameter but isn't an intrinsic", inst);
            let token = signature.params.iter().any(|&param| self.context.is_token(param));
            check!(!token, "Function has token parameter but isn't an intrinsic", inst);
        }
        if function.is_none() {
            let token = self.context.is_token(signature.ret);
            check!(!token, "Return type cannot be token for indirect call!");
            let amx = *types.kind(signature.ret) == TypeKind::X86Amx;
            check!(!amx, "Return type cannot be x86_amx for indirect call!");
        }
        if let Some(intrinsic) = intrinsic.filter(|_| function.is_some()) {
            self.intrinsic_call(inst, call, intrinsic)?;
        }
        if !call.bundles.is_empty() {
            self.bundles(inst, call, function)?;
        }
        self.inlinable_call(inst, call)?;
        if let Some(asm) = asm {
            self.asm_call(inst, call, asm)?;
        }
        match self.context.has_tokens {
            true => self.convergence(inst, call),
            false => Ok(()),
        }
    }

    /// The alignments of what is passed and returned are ones that LLVM can represent.
    fn passed_alignments(&self, inst: Inst, signature: &Signature<'_>) -> Rule {
        let is_right = |ty: Type| {
            let may_be_large = matches!(
                self.types().kind(ty),
                TypeKind::Vector { .. }
                    | TypeKind::Array { .. }
                    | TypeKind::Struct { .. }
                    | TypeKind::Identified(_)
            );
            let alignment = || self.context.sizes().abi_alignment(ty);
            !may_be_large || alignment().is_none_or(|bytes| bytes <= Alignment::MAX_BYTES)
        };
        check!(is_right(signature.ret), "Incorrect alignment of return type to called function!", inst);
        let are_right = signature.params.iter().all(|&param| is_right(param));
        check!(are_right, "Incorrect alignment of argument passed to called function!", inst);
        Ok(())
    }

    /// `callbr` of inline assembler, or of an intrinsic that may end a thread.
    pub(super) fn callbr(&self, inst: Inst, callbr: &CallBr) -> Rule {
        let call = &callbr.call;
        let module = self.context.module;
        if let Callee::Asm(asm) = module.called(call) {
            check!(!asm.unwind, "Unwinding from Callbr is not allowed");
            return self.asm_call(inst, call, asm);
        }
        let callee = module.named_callee(call).filter(|&global| {
            let value = self.context.global(global);
            value.as_function().is_some() && value.ty == call.function_type
        });
        let Some(callee) = callee else {
            return Err(broken("Callbr: indirect function / invalid signature", []));
        };
        let message = "Callbr for intrinsics currently doesn't support operand bundles";
        check!(call.bundles.is_empty(), message);
        let is_kill = module.name(callee) == Some(b"llvm.amdgcn.kill");
        check!(is_kill, "Callbr currently only supports asm-goto and selected intrinsics");
        let &[killed] = &callbr.indirect[..] else {
            return Err(broken("Callbr amdgcn_kill only supports one indirect dest", []));
        };
        let first = self.function.block_insts(killed).iter().map(|&inst| self.inst(inst));
        let first = first.into_iter().find(|inst| inst.debug_record().is_none());
        let is_end = match first {
            Some(Instruction::Unreachable) => true,
            Some(Instruction::Call(call)) => self
                .context
                .called_intrinsic(call)
                .is_some_and(|(_, name)| name == b"llvm.amdgcn.unreachable"),
            _ => false,
        };
        check!(is_end, "Callbr amdgcn_kill indirect dest needs to be unreachable");
        self.intrinsic_call(inst, call, callee)
    }

    fn signature_of(&self, ty: Type) -> Signature<'m> {
        match self.types().kind(ty) {
            TypeKind::Function { ret, params, varargs } => Signature { ret: *ret, params, varargs: *varargs },
            _ => Signature { ret: ty, params: &[], varargs: false },
        }
    }

    pub(super) fn has(&self, set: AttributeSetId, kind: Kind) -> bool {
        set != AttributeSetId::default() && self.context.module.attribute(set, kind).is_some()
    }

    /// The attributes of the parameter at `index` in a list.
    pub(super) fn set_at(&self, list: AttributeListId, index: usize) -> AttributeSetId {
        self.context.module.attributes.get_list(list).params.get(index).copied().unwrap_or_default()
    }

    /// Whether a call or the function that it names has an attribute.
    pub(super) fn call_has(&self, call: &CallSite, kind: Kind) -> bool {
        let lists = &self.context.module.attributes;
        let callee = || {
            let callee = self.context.module.named_callee(call)?;
            Some(self.has(lists.get_list(self.declared_attributes(callee)).function, kind))
        };
        self.has(lists.get_list(call.attributes).function, kind) || callee() == Some(true)
    }

    /// Whether a call or the function that it calls gives an argument an attribute.
    pub(super) fn argument_has(&self, call: &CallSite, index: usize, kind: Kind) -> bool {
        let called = self.context.module.named_callee(call);
        let callee = called.filter(|&global| self.context.global(global).ty == call.function_type);
        self.has(self.set_at(call.attributes, index), kind)
            || callee
                .is_some_and(|global| self.has(self.set_at(self.declared_attributes(global), index), kind))
    }

    /// The pointer that a pointer is based on by way of `inbounds` offsets and casts.
    fn without_offsets(&self, mut pointer: Value) -> Value {
        // Unreachable code may have cycles.
        for _ in 0..self.function.insts.len() {
            let base = self.definition(pointer).and_then(|found| match self.inst(found) {
                Instruction::GetElementPtr { flags, base, .. } => {
                    flags.contains(Flags::INBOUNDS).then_some(*base)
                }
                Instruction::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => Some(*value),
                _ => None,
            });
            match base {
                Some(base) => pointer = base,
                None => break,
            }
        }
        pointer
    }

    /// The attributes of a call. Lists that were right once are not checked again.
    fn call_attributes(&self, inst: Inst, call: &CallSite, function: Option<Global>, owner: Owner) -> Rule {
        let list = self.context.module.attributes.get_list(call.attributes);
        check!(list.params.len() <= call.args.len(), "Attribute after last parameter!", inst);
        if self.has(list.function, Kind::Speculatable) {
            // Whatever the type of the call is.
            let callee = self.context.module.named_callee(call);
            let is_speculatable = callee.is_some_and(|global| self.declares(global, Kind::Speculatable));
            check!(is_speculatable, "speculatable attribute may not apply to call sites", inst);
        }
        if self.has(list.function, Kind::Preallocated) {
            let is_right = function
                .is_some_and(|global| self.context.name(global).starts_with("llvm.call.preallocated.arg"));
            check!(
                is_right,
                "preallocated as a call site attribute can only be on llvm.call.preallocated.arg",
            );
        }
        let (right, what) = (&self.context.right.lists, typed(call.function_type, owner as u8));
        if !right.contains(call.attributes, what) {
            self.context.call_attributes(call.attributes, call.function_type, owner, &inst.into())?;
            right.insert(call.attributes, what);
        }
        Ok(())
    }

    /// What attributes require of arguments. Those of the called function count, too.
    fn arguments(
        &self,
        inst: Inst,
        call: &CallSite,
        signature: &Signature<'_>,
        callee_list: AttributeListId,
    ) -> Rule {
        if let Some(last) = signature.params.len().checked_sub(1)
            && (self.has(self.set_at(call.attributes, last), Kind::InAlloca)
                || self.has(self.set_at(callee_list, last), Kind::InAlloca))
            && let Some(found) = self.definition(self.without_offsets(call.args[last]))
            && let Instruction::Alloca(alloca) = self.inst(found)
        {
            check!(alloca.inalloca, "inalloca argument for call has mismatched alloca", found, inst);
        }
        let lists = &self.context.module.attributes;
        let places =
            lists.get_list(callee_list).params.len().max(lists.get_list(call.attributes).params.len());
        for (index, &arg) in call.args.iter().enumerate().take(signature.params.len().min(places)) {
            let (own, callee) = (self.set_at(call.attributes, index), self.set_at(callee_list, index));
            let either = |kind| self.has(own, kind) || self.has(callee, kind);
            if either(Kind::SwiftError) {
                let slot = self.definition(arg).and_then(|found| match self.inst(found) {
                    Instruction::Alloca(alloca) => Some(alloca.swifterror),
                    _ => None,
                });
                let place = arg.local().and_then(|local| self.function.argument_position(local));
                match (slot, place) {
                    (Some(swifterror), _) => {
                        check!(swifterror, "swifterror argument for call has mismatched alloca", arg, inst);
                        continue;
                    }
                    (None, Some(place)) => {
                        let marked = self.has(self.set_at(self.function.attributes, place), Kind::SwiftError);
                        check!(marked, "swifterror argument for call has mismatched parameter", arg, inst);
                    }
                    (None, None) => {
                        let message = "swifterror argument should come from an alloca or parameter";
                        return Err(broken(message, [arg.into(), inst.into()]));
                    }
                }
            }
            if self.has(own, Kind::ImmArg) {
                let is_declared = self.has(callee, Kind::ImmArg);
                check!(is_declared, "immarg may not apply only to call sites", arg, inst);
            }
            if either(Kind::ImmArg) {
                check!(self.is_immediate(arg), "immarg operand has non-immediate parameter", arg, inst);
                if let Some(range) = self.context.module.attribute_value::<Range>(callee) {
                    self.is_within(inst, arg, &range)?;
                }
            }
            if either(Kind::Preallocated) {
                let has_bundle = call.bundles.iter().any(|bundle| self.tag(bundle) == "preallocated");
                check!(
                    has_bundle != (call.tail == TailKind::MustTail),
                    "preallocated operand either requires a preallocated bundle or the call to be musttail (but not both)",
                    arg,
                    inst,
                );
            }
        }
        Ok(())
    }

    /// The value of an immediate argument is in the range that LLVM's table gives.
    fn is_within(&self, inst: Inst, arg: Value, range: &Range) -> Rule {
        let Some(number) = self.context.integer(arg) else { return Ok(()) };
        let number = BigInt::from(number);
        let full = BigInt::from(1) << range.width;
        let unsigned = |bound: &BigInt| if *bound < BigInt::ZERO { bound + &full } else { bound.clone() };
        let (begin, end) = (unsigned(&range.lower), unsigned(&range.upper));
        let is_within = match begin < end {
            true => begin <= number && number < end,
            false => begin <= number || number < end,
        };
        let message = || format!("immarg value {number} out of range [{begin}, {end})");
        check!(is_within, message(), inst);
        Ok(())
    }

    /// Whether a value is a number that is written in place, or an expression that LLVM computes to one: it contains no address.
    pub(super) fn is_immediate(&self, value: Value) -> bool {
        let Some(constant) = value.constant() else { return false };
        if let ConstantKind::Expr(expr) = self.context.constants().kind(constant) {
            let is_null = |operand| matches!(self.context.constants().kind(operand), ConstantKind::Zero);
            return expr
                .operands()
                .into_iter()
                .all(|operand| is_null(operand) || self.is_immediate(operand.into()));
        }
        let data = self.context.constants().get(constant);
        let ty = data.ty;
        let is_zero = matches!(data.kind, ConstantKind::Zero);
        let is_number = matches!(
            data.kind,
            ConstantKind::Integer(_) | ConstantKind::BigInteger(_) | ConstantKind::Float(_)
        );
        is_number || is_zero && (self.types().integer_width(ty).is_some() || self.types().is_float(ty))
    }

    fn variable_arguments(&self, inst: Inst, call: &CallSite, signature: &Signature<'_>) -> Rule {
        let fixed = signature.params.len();
        let seen = |kind| (0..fixed).any(|index| self.has(self.set_at(call.attributes, index), kind));
        let (mut nest, mut returned) = (seen(Kind::Nest), seen(Kind::Returned));
        let subject = Subject::from(inst);
        let is_statepoint =
            self.context.module.named_callee(call).is_some_and(|global| {
                self.context.name(global).starts_with("llvm.experimental.gc.statepoint")
            });
        for (index, &arg) in call.args.iter().enumerate().skip(fixed) {
            let set = self.set_at(call.attributes, index);
            if set == AttributeSetId::default() {
                continue;
            }
            let ty = self.type_of(arg);
            self.context.parameter_attributes(set, ty, &subject)?;
            if self.has(set, Kind::Nest) {
                check!(!nest, "More than one parameter has attribute nest!", inst);
                nest = true;
            }
            if self.has(set, Kind::Returned) {
                check!(!returned, "More than one parameter has attribute returned!", inst);
                let same = self.context.is_same_bits(ty, signature.ret);
                check!(same, "Incompatible argument and return types for 'returned' attribute", inst);
                returned = true;
            }
            let sret = self.has(set, Kind::StructRet) && !is_statepoint;
            check!(!sret, "Attribute 'sret' cannot be used for vararg call arguments!", inst);
            let is_last = index + 1 == call.args.len();
            let inalloca = self.has(set, Kind::InAlloca);
            check!(!inalloca || is_last, "inalloca isn't on the last argument!", inst);
        }
        Ok(())
    }

    fn tag(&self, bundle: &Bundle) -> std::borrow::Cow<'m, str> {
        self.context.module.text(bundle.tag)
    }

    /// Operand bundles: how often their tags occur, and their operands.
    fn bundles(&self, inst: Inst, call: &CallSite, function: Option<Global>) -> Rule {
        let types = self.types();
        let number = |value: Value, ty: Type| {
            value.constant().is_some() && self.is_immediate(value) && self.type_of(value) == ty
        };
        for (index, bundle) in call.bundles.iter().enumerate() {
            let tag = self.tag(bundle);
            let shown = match &*tag {
                "deopt" | "gc-transition" | "funclet" | "ptrauth" | "kcfi" | "preallocated" | "gc-live" => {
                    &tag
                }
                "cfguardtarget" => "CFGuardTarget",
                "clang.arc.attachedcall" => "\"clang.arc.attachedcall\"",
                _ => continue,
            };
            let is_first = !call.bundles[..index].iter().any(|other| other.tag == bundle.tag);
            check!(is_first, format!("Multiple {shown} operand bundles"), inst);
            let count = if tag == "ptrauth" { 2 } else { 1 };
            if matches!(&*tag, "funclet" | "cfguardtarget" | "ptrauth" | "kcfi" | "preallocated") {
                let (words, plural) = if count == 2 { ("two", "s") } else { ("one", "") };
                let message = format!("Expected exactly {words} {tag} bundle operand{plural}");
                check!(bundle.inputs.len() == count, message, inst);
            }
            let input = bundle.inputs.first().copied();
            let definition = input.and_then(|input| self.definition(input)).map(|found| self.inst(found));
            match (&*tag, input) {
                ("funclet", _) => {
                    let is_pad = matches!(
                        definition,
                        Some(Instruction::CatchPad { .. } | Instruction::CleanupPad { .. })
                    );
                    check!(is_pad, "Funclet bundle operands should correspond to a FuncletPadInst", inst);
                }
                ("ptrauth", Some(key)) => {
                    let is_key = number(key, types.common.i32);
                    check!(is_key, "Ptrauth bundle key operand must be an i32 constant", inst);
                    let is_right = self.type_of(bundle.inputs[1]) == types.common.i64;
                    check!(is_right, "Ptrauth bundle discriminator operand must be an i64", inst);
                }
                ("kcfi", Some(hash)) => {
                    let is_hash = number(hash, types.common.i32);
                    check!(is_hash, "Kcfi bundle operand must be an i32 constant", inst);
                }
                ("clang.arc.attachedcall", _) => self.attached_call(inst, call, bundle)?,
                ("preallocated", _) => {
                    check!(
                        input.is_some_and(|input| self.is_setup(input)),
                        "\"preallocated\" argument must be a token from llvm.call.preallocated.setup",
                        inst,
                    );
                }
                _ => {}
            }
        }
        let signs = call.bundles.iter().any(|bundle| self.tag(bundle) == "ptrauth");
        check!(!signs || function.is_none(), "Direct call cannot have a ptrauth bundle", inst);
        Ok(())
    }

    /// Whether a function has an attribute; that of an intrinsic is in LLVM's table, whatever the text says.
    fn declares(&self, global: Global, kind: Kind) -> bool {
        let own = || Some(self.context.global(global).as_function()?.attributes);
        let known = self.context.intrinsics[global].as_ref().map(|known| known.attributes);
        let list = known.or_else(own);
        list.is_some_and(|list| self.has(self.context.module.attributes.get_list(list).function, kind))
    }

    /// `clang.arc.attachedcall`: a function of Objective-C's runtime that takes what the call returns.
    fn attached_call(&self, inst: Inst, call: &CallSite, bundle: &Bundle) -> Rule {
        const KNOWN: [&str; 3] = [
            "retainAutoreleasedReturnValue",
            "claimAutoreleasedReturnValue",
            "unsafeClaimAutoreleasedReturnValue",
        ];
        let ret = self.signature_of(call.function_type).ret;
        let declared =
            || self.context.module.named_callee(call).is_some_and(|it| self.declares(it, Kind::NoReturn));
        let own = self.context.module.attributes.get_list(call.attributes).function;
        let never_returns = || self.has(own, Kind::NoReturn) || declared();
        let is_right = self.types().is_pointer(ret) || ret == self.types().common.void && never_returns();
        check!(
            is_right,
            "a call with operand bundle \"clang.arc.attachedcall\" must call a function returning a pointer or a non-returning \
             function that has a void return type",
            inst
        );
        let function = match bundle.inputs[..] {
            [function] => self.context.function_named(function),
            _ => None,
        };
        let Some(function) = function else {
            let message = "operand bundle \"clang.arc.attachedcall\" requires one function as an argument";
            return Err(broken(message, [inst.into()]));
        };
        let name = self.context.name(function);
        let short = name.strip_prefix("llvm.objc.").or_else(|| name.strip_prefix("objc_"));
        check!(short.is_some_and(|short| KNOWN.contains(&short)), "invalid function argument", inst);
        Ok(())
    }

    /// The constraints of inline assembler agree with arguments and labels.
    fn asm_call(&self, inst: Inst, call: &CallSite, asm: &InlineAsm) -> Rule {
        let spelled = self.context.module.strings.get(asm.constraints);
        let constraints = inline_asm::parse(spelled).unwrap_or_default();
        let labels = constraints.iter().filter(|constraint| constraint.role == Role::Label).count();
        let passed = constraints.iter().filter(|constraint| constraint.has_argument());
        for (index, (constraint, &arg)) in passed.zip(&call.args).enumerate() {
            let typed = self.has(self.set_at(call.attributes, index), Kind::ElementType);
            if constraint.is_indirect {
                let is_pointer = self.types().is_pointer(self.type_of(arg));
                check!(is_pointer, "Operand for indirect constraint must have pointer type", inst);
                check!(typed, "Operand for indirect constraint must have elementtype attribute", inst);
            } else {
                check!(!typed, "Elementtype attribute can only be applied for indirect constraints", inst);
            }
        }
        match self.inst(inst) {
            Instruction::CallBr(callbr) => check!(
                labels == callbr.indirect.len(),
                "Number of label constraints does not match number of callbr dests",
                inst,
            ),
            _ => check!(labels == 0, "Label constraints can only be used with callbr", inst),
        }
        Ok(())
    }

    /// A `musttail` call is like its caller, and the caller returns its result.
    pub(super) fn musttail(&self, inst: Inst, call: &CallSite) -> Rule {
        let callee = self.context.module.called(call);
        let is_asm = matches!(callee, Callee::Asm(_));
        check!(!is_asm, "cannot use musttail call with inline asm", inst);
        let (caller, callee_type) = (self.signature_of(self.value.ty), self.signature_of(call.function_type));
        let same = caller.varargs == callee_type.varargs;
        check!(same, "cannot guarantee tail call due to mismatched varargs", inst);
        let same = caller.ret == callee_type.ret;
        check!(same, "cannot guarantee tail call due to mismatched return types", inst);
        let same = self.function.calling_convention == call.calling_convention;
        check!(same, "cannot guarantee tail call due to mismatched calling conv", inst);
        self.returned(inst)?;
        if let Some(name @ ("tailcc" | "swifttailcc")) = calling_convention_name(call.calling_convention) {
            let sides = [
                ("caller", self.function.attributes, caller.params.len()),
                ("callee", call.attributes, callee_type.params.len()),
            ];
            let refused = [Kind::InAlloca, Kind::InReg, Kind::SwiftError, Kind::Preallocated, Kind::ByRef];
            for (side, list, count) in sides {
                for set in (0..count).map(|index| self.set_at(list, index)) {
                    for kind in refused {
                        let allowed = !self.has(set, kind);
                        let message =
                            || format!("{} attribute not allowed in {name} musttail {side}", kind.spelling());
                        check!(allowed, message());
                    }
                }
            }
            check!(!caller.varargs, format!("cannot guarantee {name} tail call for varargs function"), inst);
            return Ok(());
        }
        let is_known = matches!(callee, Callee::Intrinsic(global)
            if intrinsics::find(self.context.name(global).as_bytes()).is_some());
        if !is_known {
            let same = caller.params.len() == callee_type.params.len();
            check!(same, "cannot guarantee tail call due to mismatched parameter counts", inst);
            let same = caller.params == callee_type.params;
            check!(same, "cannot guarantee tail call due to mismatched parameter types", inst);
        }
        for index in 0..caller.params.len() {
            let same = self.abi_attributes(self.function.attributes, index)
                == self.abi_attributes(call.attributes, index);
            check!(
                same,
                "cannot guarantee tail call due to mismatched ABI impacting function attributes",
                inst,
                call.args.get(index).copied().unwrap_or(call.callee),
            );
        }
        Ok(())
    }

    fn abi_attributes(&self, list: AttributeListId, index: usize) -> Vec<Attribute> {
        let set = self.set_at(list, index);
        let in_memory = self.has(set, Kind::ByVal) || self.has(set, Kind::ByRef);
        let counts = |kind| ABI.contains(&kind) || kind == Kind::Alignment && in_memory;
        let attributes = self.context.module.attributes.get(set).iter().copied();
        attributes.filter(|attribute| attribute.kind().is_some_and(counts)).collect()
    }

    /// After a `musttail` call comes a return of its result, perhaps with a `bitcast` between them.
    fn returned(&self, inst: Inst) -> Rule {
        let (block, position) = self.flow.place(inst);
        let insts = &self.function.block_insts(block)[position as usize + 1..];
        let mut next = insts.iter().copied().filter(|&inst| self.inst(inst).debug_record().is_none());
        let result = |inst: Inst| self.function.insts[inst].result.expand().map(Value::from);
        let (mut value, mut after) = (result(inst), next.next());
        if let Some(cast) = after
            && let Instruction::Cast { op: crate::instruction::CastOp::BitCast, value: operand, .. } =
                *self.inst(cast)
        {
            check!(Some(operand) == value, "bitcast following musttail call must use the call", cast);
            (value, after) = (result(cast), next.next());
        }
        let Some((ret, &Instruction::Ret(returns))) = after.map(|after| (after, self.inst(after))) else {
            let message = "musttail call must precede a ret with an optional bitcast";
            return Err(broken(message, [inst.into()]));
        };
        let undefined = returns.and_then(Value::constant).is_some_and(|constant| {
            matches!(self.context.constants().kind(constant), ConstantKind::Undef | ConstantKind::Poison)
        });
        let is_right = returns.is_none() || returns == value || undefined;
        check!(is_right, "musttail call result must be returned", ret);
        Ok(())
    }
}

//! Replaces calls of intrinsics that a version of LLVM does not have, or has in another form.

use super::Downgrade;
use super::rewriter::Rewriter;
use crate::attributes::{Attribute, AttributeKind, AttributeSetId};
use crate::constants::ConstantKind;
use crate::function::{Local, Value};
use crate::globals::Global;
use crate::instruction::{
    BinaryOp, CallSite, CastOp, Flags, FloatPredicate, Inst, Instruction, IntPredicate,
};
use crate::intrinsics;
use crate::module::Module;
use crate::sizes::Sizes;
use crate::types::{Type, TypeKind};

/// What takes the place of a call of an intrinsic that a version lacks.
#[derive(Clone, Copy)]
pub(super) enum Instead {
    /// Nothing: it is a hint, or a marker for passes.
    Nothing,
    /// Its first operand, which it returns.
    Operand,
    /// `false`, which the intrinsic may always return.
    False,
    /// An intrinsic with the same arguments.
    Named(&'static str),
    /// The intrinsic without its last arguments.
    Fewer(&'static str, usize),
    /// A comparison and a choice of one of the operands.
    Choice(IntPredicate),
    /// The absolute value of an integer.
    Abs,
    /// An addition or subtraction that stays within the range of the type.
    Saturating { add: bool, signed: bool },
    /// Two values side by side, shifted.
    FunnelShift { left: bool },
    /// The signs of a comparison.
    ThreeWay { signed: bool },
    /// An `and` of the address.
    PointerMask,
    /// A conversion of a number to an integer that stays within the range of the type.
    SaturatingToInt { signed: bool },
    /// Operations on the elements of a vector, which are reduced in order.
    Reduce(BinaryOp),
    /// As above, from a first operand.
    ReduceFrom(BinaryOp),
    /// As above, by the choice of one.
    ReduceChoice(IntPredicate),
    /// A division of the elements that a mask selects; the others are divided by 1.
    MaskedDivision(BinaryOp),
    /// A function of C's library.
    Library(&'static str),
}

use Instead::{
    Abs, Choice, False, Fewer, FunnelShift, Library, MaskedDivision, Named, Nothing, Operand, PointerMask,
    Reduce, ReduceChoice, ReduceFrom, Saturating, SaturatingToInt, ThreeWay,
};

/// What to do about intrinsics that a version lacks, in this order: the first row whose replacement the version has, or that needs none.
pub(super) const REPLACED: &[(&str, Instead)] = &[
    ("abs", Abs),
    ("acos", Library("acos")),
    ("allow.runtime.check", False),
    ("allow.ubsan.check", False),
    ("arithmetic.fence", Operand),
    ("asin", Library("asin")),
    ("atan", Library("atan")),
    ("atan2", Library("atan2")),
    ("codeview.annotation", Nothing),
    ("cosh", Library("cosh")),
    ("exp10", Library("exp10")),
    ("expect.with.probability", Fewer("expect", 1)),
    ("experimental.noalias.scope.decl", Nothing),
    ("fake.use", Nothing),
    ("fptosi.sat", SaturatingToInt { signed: true }),
    ("fptoui.sat", SaturatingToInt { signed: false }),
    ("fshl", FunnelShift { left: true }),
    ("fshr", FunnelShift { left: false }),
    ("get.rounding", Named("flt.rounds")),
    ("is.constant", False),
    ("launder.invariant.group", Operand),
    ("ldexp", Library("ldexp")),
    ("llrint", Library("llrint")),
    ("llround", Library("llround")),
    ("lrint", Library("lrint")),
    ("lround", Library("lround")),
    ("looptrap", Named("trap")),
    ("masked.sdiv", MaskedDivision(BinaryOp::SDiv)),
    ("masked.srem", MaskedDivision(BinaryOp::SRem)),
    ("masked.udiv", MaskedDivision(BinaryOp::UDiv)),
    ("masked.urem", MaskedDivision(BinaryOp::URem)),
    ("memcpy.inline", Named("memcpy")),
    ("memset.inline", Named("memset")),
    ("pseudoprobe", Nothing),
    ("ptrmask", PointerMask),
    ("roundeven", Library("roundeven")),
    ("sadd.sat", Saturating { add: true, signed: true }),
    ("scmp", ThreeWay { signed: true }),
    ("sideeffect", Nothing),
    ("sinh", Library("sinh")),
    ("smax", Choice(IntPredicate::Sgt)),
    ("smin", Choice(IntPredicate::Slt)),
    ("ssub.sat", Saturating { add: false, signed: true }),
    ("stepvector", Named("experimental.stepvector")),
    ("strip.invariant.group", Operand),
    ("tan", Library("tan")),
    ("tanh", Library("tanh")),
    ("threadlocal.address", Operand),
    ("uadd.sat", Saturating { add: true, signed: false }),
    ("ubsantrap", Fewer("trap", 1)),
    ("ucmp", ThreeWay { signed: false }),
    ("umax", Choice(IntPredicate::Ugt)),
    ("umin", Choice(IntPredicate::Ult)),
    ("usub.sat", Saturating { add: false, signed: false }),
    ("vector.extract", Named("experimental.vector.extract")),
    ("vector.insert", Named("experimental.vector.insert")),
    ("vector.deinterleave2", Named("experimental.vector.deinterleave2")),
    ("vector.interleave2", Named("experimental.vector.interleave2")),
    ("vector.reduce.add", Reduce(BinaryOp::Add)),
    ("vector.reduce.and", Reduce(BinaryOp::And)),
    ("vector.reduce.fadd", ReduceFrom(BinaryOp::FAdd)),
    ("vector.reduce.fmul", ReduceFrom(BinaryOp::FMul)),
    ("vector.reduce.mul", Reduce(BinaryOp::Mul)),
    ("vector.reduce.or", Reduce(BinaryOp::Or)),
    ("vector.reduce.smax", ReduceChoice(IntPredicate::Sgt)),
    ("vector.reduce.smin", ReduceChoice(IntPredicate::Slt)),
    ("vector.reduce.umax", ReduceChoice(IntPredicate::Ugt)),
    ("vector.reduce.umin", ReduceChoice(IntPredicate::Ult)),
    ("vector.reduce.xor", Reduce(BinaryOp::Xor)),
    ("vector.reverse", Named("experimental.vector.reverse")),
    ("write_volatile_register", Named("write_register")),
];

/// Intrinsics whose last type suffixes are newer than they are: how many suffixes they had before a version.
pub(super) const SUFFIXES: &[(&str, u8, usize)] = &[
    ("addressofreturnaddress", 10, 0),
    ("annotation", 16, 1),
    ("eh.typeid.for", 20, 0),
    ("frameaddress", 10, 0),
    ("powi", 13, 1),
    ("prefetch", 10, 0),
    ("ptr.annotation", 16, 1),
    ("sponentry", 10, 0),
    ("stackrestore", 18, 0),
    ("stacksave", 18, 0),
    ("thread.pointer", 20, 0),
    ("va_copy", 19, 0),
    ("va_end", 19, 0),
    ("va_start", 19, 0),
    ("var.annotation", 16, 0),
];

/// Barriers of CUDA, whose names changed with LLVM 22, after `llvm.nvvm.`: the new name, the old one, and whether the number of the barrier,
/// which must be 0, is no argument of the old one.
const BARRIERS: &[(&str, &str, bool)] = &[
    ("barrier.cta.sync.aligned.all", "barrier0", true),
    ("barrier.cta.sync.aligned.all", "barrier.n", false),
    ("barrier.cta.sync.aligned.count", "barrier", false),
    ("barrier.cta.sync.all", "barrier.sync", false),
    ("barrier.cta.sync.count", "barrier.sync.cnt", false),
];

/// Intrinsics of CUDA by their names of today, their older names, both behind `llvm.nvvm.`, and since when they have the names of today.
pub(super) const RENAMED: &[(&str, &str, u8)] = &[
    ("fabs.f32", "fabs.f", 21),
    ("fabs.f64", "fabs.d", 21),
    ("fabs.ftz.f32", "fabs.ftz.f", 21),
    ("ex2.approx.f32", "ex2.approx.f", 22),
    ("ex2.approx.f64", "ex2.approx.d", 22),
    ("ex2.approx.ftz.f32", "ex2.approx.ftz.f", 22),
    ("ex2.approx.v2f16", "ex2.approx.f16x2", 22),
];

/// The hyperbolic tangent that CUDA computes in hardware, which since LLVM 22 is `llvm.tanh` that may be approximate.
pub(super) const TANH: &str = "llvm.nvvm.tanh.approx.f32";

impl Instead {
    /// What takes the place of a call, in words.
    pub(super) fn describe(self) -> String {
        match self {
            Nothing => "left out".to_owned(),
            Operand => "its first operand".to_owned(),
            False => "`false`".to_owned(),
            Named(name) => format!("`llvm.{name}`"),
            Fewer(name, _) => format!("`llvm.{name}`, without the last argument"),
            Library(name) => format!("a call of C's `{name}`; may change the meaning"),
            _ => "what it computes".to_owned(),
        }
    }
}

impl Downgrade {
    /// Replaces a call of an intrinsic, unless the version has it in the same form; returns whether it stays.
    pub(super) fn call(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst) -> bool {
        self.invoked_asm(rewriter, inst);
        let Instruction::Call(call) = &rewriter.function.insts[inst].inst else { return true };
        let Some(global) = rewriter.module.named_callee(call).filter(|&it| rewriter.module.is_intrinsic(it))
        else {
            return true;
        };
        let name = name_of(rewriter.module, global);
        let Some(short) = intrinsics::base_name(&name).and_then(|base| base.strip_prefix("llvm.")) else {
            return true;
        };
        let call = (**call).clone();
        if let Some(older @ ("memcpy" | "memset")) = short.strip_suffix(".inline")
            && self.lacks(7)
        {
            // Two changes at once, as one name cannot be declared in two forms.
            let name = format!("llvm.{older}{}", &name["llvm.".len() + short.len()..]);
            self.losses.hint(format!("intrinsic `llvm.{short}`, written as `llvm.{older}`"));
            self.with_alignment(rewriter, inst, &call, &name);
            return true;
        }
        if short == "tanh" && self.lacks(22) && is_approximate_on_nvptx(rewriter, &call) {
            self.change_args(rewriter, inst, TANH, &call.args, Vec::new());
            return true;
        }
        if self.version < intrinsics::since(short) {
            return self.replace_call(rewriter, inst, &call, short);
        }
        let result = rewriter.function.insts[inst].result.expand();
        match short {
            "assume" if self.lacks(11) && !call.bundles.is_empty() => {
                self.losses.hint("operand bundle of `llvm.assume`");
                if let Some(call) = rewriter.function.insts[inst].inst.call_site_mut() {
                    call.bundles.clear();
                }
            }
            "lifetime.start" | "lifetime.end" if self.lacks(22) => {
                self.lifetime(rewriter, inst, &call, &name)
            }
            "memcpy" | "memmove" | "memset" if self.lacks(7) => {
                self.with_alignment(rewriter, inst, &call, &name)
            }
            "masked.load" | "masked.gather" if self.lacks(22) => self.masked(rewriter, inst, &call, &name, 1),
            "masked.store" | "masked.scatter" if self.lacks(22) => {
                self.masked(rewriter, inst, &call, &name, 2)
            }
            "coro.end" if self.lacks(22) && result.is_none() => {
                return self.coro_end(rewriter, inst, &call, &name);
            }
            "objectsize" if self.lacks(9) => self.without_last(rewriter, inst, &call, &name, 3),
            "var.annotation" | "ptr.annotation" if self.lacks(13) => {
                self.without_last(rewriter, inst, &call, &name, 4);
            }
            _ if short.starts_with("nvvm.barrier.cta.") && self.lacks(22) => {
                return self.barrier(rewriter, inst, &call, &short["nvvm.".len()..], result);
            }
            _ => {}
        }
        true
    }

    fn replace_call(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        call: &CallSite,
        short: &str,
    ) -> bool {
        let result = rewriter.function.insts[inst].result.expand();
        let ty = result.map_or(rewriter.module.types.common.void, |it| rewriter.function.locals[it].ty);
        rewriter.at(inst);
        let row = REPLACED.iter().find(|(name, _)| *name == short);
        let args = call.args.clone();
        let flags = call.flags & crate::instruction::Opcode::Binary(BinaryOp::FAdd).flags_in(self.version);
        let Some(&(_, instead)) = row else {
            self.refuse(rewriter, format_args!("intrinsic `llvm.{short}`"));
            return true;
        };
        let what = match instead {
            Nothing => format!("intrinsic `llvm.{short}`"),
            Named(name) => format!("intrinsic `llvm.{short}`, written as `llvm.{name}`"),
            Library(name) => format!("intrinsic `llvm.{short}`, written as a call of `{name}`"),
            _ => format!("intrinsic `llvm.{short}`, written as what it computes"),
        };
        if let Library(name) = instead {
            return self.library(rewriter, inst, call, name, ty, what);
        }
        self.losses.hint(what);
        match instead {
            Nothing => {}
            Named(name) | Fewer(name, _) => {
                let fewer = if let Fewer(_, fewer) = instead { fewer } else { 0 };
                let args = &args[..args.len().saturating_sub(fewer)];
                let params: Vec<Type> = args.iter().map(|&arg| rewriter.type_of(arg)).collect();
                let full = self.suffixed(rewriter.module, name, ty, &params);
                let mut new = self.call_of(rewriter, &full, ty, &params, args);
                (new.attributes, new.flags, new.tail) = (call.attributes, call.flags, call.tail);
                rewriter.function.insts[inst].inst = Instruction::Call(Box::new(new));
                // The other may have had another form, too.
                return self.call(rewriter, inst);
            }
            _ => {
                let fits = args.first().is_some_and(|&arg| {
                    is_spelled_out(rewriter, rewriter.type_of(arg))
                        || !matches!(instead, Reduce(_) | ReduceFrom(_) | ReduceChoice(_))
                });
                if !fits {
                    self.refuse(rewriter, format_args!("intrinsic `llvm.{short}`"));
                    return true;
                }
                rewriter.replace_by(result, |rewriter| expand(rewriter, instead, &args, ty, flags));
            }
        }
        false
    }

    /// Calls a function of C's library instead, for each element of a vector. Halves are computed as `float`.
    fn library(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        call: &CallSite,
        name: &str,
        ty: Type,
        what: String,
    ) -> bool {
        let types = &rewriter.module.types;
        let first = call.args.first().map_or(ty, |&arg| rewriter.type_of(arg));
        let element = types.scalar(first);
        let (suffix, computed) = match types.kind(element) {
            TypeKind::Float => ("f", element),
            TypeKind::Half | TypeKind::BFloat => ("f", types.common.float),
            TypeKind::Double => ("", element),
            _ => ("l", element),
        };
        if !is_spelled_out(rewriter, first) {
            self.refuse(rewriter, format_args!("intrinsic for `{name}` of this type"));
            return true;
        }
        self.losses.meaning(what);
        let result = rewriter.function.insts[inst].result.expand();
        let (name, lanes) =
            (format!("{name}{suffix}"), types.element_count(ty).filter(|_| types.is_vector(ty)));
        let as_computed = |rewriter: &Rewriter<'_>, ty: Type| {
            if rewriter.module.types.is_float(ty) { computed } else { ty }
        };
        rewriter.at(inst);
        let mut one = |rewriter: &mut Rewriter<'_>, args: &[Value], ty: Type| {
            let mut given = Vec::new();
            for &arg in args {
                let from = rewriter.type_of(arg);
                let to = as_computed(rewriter, from);
                given.push(if from == to { arg } else { rewriter.cast(CastOp::FpExt, arg, to) });
            }
            let params: Vec<Type> = given.iter().map(|&arg| rewriter.type_of(arg)).collect();
            let to = as_computed(rewriter, ty);
            let mut new = self.call_of(rewriter, &name, to, &params, &given);
            new.flags = call.flags;
            let value = rewriter.emit("call", to, Instruction::Call(Box::new(new)));
            if to == ty { value } else { rewriter.cast(CastOp::FpTrunc, value, ty) }
        };
        rewriter.replace_by(result, |rewriter| {
            let Some(lanes) = lanes else { return one(rewriter, &call.args, ty) };
            let scalar = rewriter.module.types.scalar(ty);
            let mut vector = rewriter.module.constants.intern(ty, ConstantKind::Undef).into();
            for lane in 0..lanes {
                let index = rewriter.int(rewriter.module.types.common.i32, lane as i64);
                let mut args = Vec::new();
                for &arg in &call.args {
                    let of = rewriter.type_of(arg);
                    let element = rewriter.module.types.scalar(of);
                    args.push(match of == element {
                        true => arg,
                        false => rewriter.emit(
                            "element",
                            element,
                            Instruction::ExtractElement { vector: arg, index },
                        ),
                    });
                }
                let value = one(rewriter, &args, scalar);
                vector = rewriter.emit("vector", ty, Instruction::InsertElement { vector, value, index });
            }
            vector
        });
        false
    }

    /// The full name of an intrinsic of which the table may know nothing: with the suffixes of the one that it takes the place of.
    fn suffixed(&self, module: &Module, short: &str, ret: Type, params: &[Type]) -> String {
        let ty = module.types.intern(TypeKind::Function { ret, params: params.into(), varargs: false });
        let name = format!("llvm.{}", short.trim_start_matches("experimental."));
        let known = intrinsics::full_name(module, &format!("llvm.{short}"), ty, |_| false);
        let known = known.or_else(|| {
            let full = intrinsics::full_name(module, &name, ty, |_| false)?;
            Some([b"llvm.", short.as_bytes(), &full[name.len()..]].concat())
        });
        known.map_or(format!("llvm.{short}"), |full| String::from_utf8_lossy(&full).into_owned())
    }

    /// Changes the arguments of a call in place, with a function type for them; the name stays.
    fn change_args(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        name: &str,
        args: &[Value],
        attributes: Vec<AttributeSetId>,
    ) {
        let Some(old) = rewriter.function.insts[inst].inst.call_site().cloned() else { return };
        let params: Vec<Type> = args.iter().map(|&arg| rewriter.type_of(arg)).collect();
        let result = rewriter.function.insts[inst].result.expand();
        let ty = result.map_or(rewriter.module.types.common.void, |it| rewriter.function.locals[it].ty);
        let mut new = self.call_of(rewriter, name, ty, &params, args);
        let mut list = rewriter.module.attributes.get_list(old.attributes).clone();
        list.params = attributes;
        new.attributes = rewriter.module.attributes.list(list);
        (new.flags, new.tail, new.bundles) = (old.flags, old.tail, old.bundles);
        new.calling_convention = old.calling_convention;
        if let Some(call) = rewriter.function.insts[inst].inst.call_site_mut() {
            *call = new;
        }
    }

    /// Before LLVM 22, the markers stated the size of the variable first.
    fn lifetime(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, call: &CallSite, name: &str) {
        let &[variable] = &call.args[..] else { return };
        let function = &rewriter.function;
        let alloca = variable.local().and_then(|local| function.locals[local].inst.expand());
        let (types, strings) = (&rewriter.module.types, &rewriter.module.strings);
        let size = match alloca.map(|inst| &function.insts[inst].inst) {
            Some(Instruction::Alloca(alloca)) => {
                let one = alloca.count.constant().map(|it| rewriter.module.constants.kind(it));
                let sizes = Sizes { strings, types, layout: &self.layout };
                let is_one = one == Some(&ConstantKind::Integer(1));
                sizes.allocated(alloca.allocated).filter(|_| is_one).and_then(|size| i64::try_from(size).ok())
            }
            _ => None,
        };
        let size = rewriter.int(types.common.i64, size.unwrap_or(-1));
        let sets = &rewriter.module.attributes.get_list(call.attributes).params;
        let attributes = [&[rewriter.module.attributes.set(strings, vec![])], &sets[..]].concat();
        self.change_args(rewriter, inst, name, &[size, variable], attributes);
    }

    /// Before LLVM 7, the alignment of both sides was an argument.
    fn with_alignment(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, call: &CallSite, name: &str) {
        let &[target, source, length, volatile] = &call.args[..] else { return };
        let list = rewriter.module.attributes.get_list(call.attributes).clone();
        let align = |index: usize| {
            let set = list.params.get(index).copied().unwrap_or_default();
            rewriter.module.attribute_number(set, AttributeKind::Alignment).unwrap_or(1)
        };
        let bytes = if name.starts_with("llvm.memset") { align(0) } else { align(0).min(align(1)) };
        let alignment = rewriter.int(rewriter.module.types.common.i32, bytes as i64);
        let sets: Vec<AttributeSetId> = list
            .params
            .iter()
            .map(|&set| self.without(rewriter.module, set, AttributeKind::Alignment))
            .collect();
        self.change_args(rewriter, inst, name, &[target, source, length, alignment, volatile], sets);
    }

    /// Before LLVM 22, the alignment of masked accesses was an argument; it stood at `place`.
    fn masked(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, call: &CallSite, name: &str, place: usize) {
        let mut args = call.args.to_vec();
        let mut sets = rewriter.module.attributes.get_list(call.attributes).params.clone();
        sets.resize(args.len(), AttributeSetId::default());
        let pointer = sets[place - 1];
        let bytes = rewriter.module.attribute_number(pointer, AttributeKind::Alignment);
        args.insert(place, rewriter.int(rewriter.module.types.common.i32, bytes.unwrap_or(1) as i64));
        sets[place - 1] = self.without(rewriter.module, pointer, AttributeKind::Alignment);
        sets.insert(place, AttributeSetId::default());
        self.change_args(rewriter, inst, name, &args, sets);
    }

    fn without(&self, module: &Module, set: AttributeSetId, kind: AttributeKind) -> AttributeSetId {
        let kept: Vec<Attribute> =
            module.attributes.get(set).iter().filter(|it| it.kind() != Some(kind)).copied().collect();
        module.attributes.set(&module.strings, kept)
    }

    /// Before LLVM 22, the end of a coroutine said whether it was reached by unwinding; before LLVM 18, it had no token.
    fn coro_end(&mut self, rewriter: &mut Rewriter<'_>, inst: Inst, call: &CallSite, name: &str) -> bool {
        let count = if self.lacks(18) { 2 } else { 3 };
        let args = &call.args[..count.min(call.args.len())];
        let params: Vec<Type> = args.iter().map(|&arg| rewriter.type_of(arg)).collect();
        let i1 = rewriter.module.types.common.i1;
        let mut new = self.call_of(rewriter, name, i1, &params, args);
        (new.attributes, new.bundles, new.tail) = (call.attributes, call.bundles.clone(), call.tail);
        rewriter.at(inst);
        rewriter.emit("end", i1, Instruction::Call(Box::new(new)));
        false
    }

    /// Keeps the first arguments, as many as an older version had.
    fn without_last(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        call: &CallSite,
        name: &str,
        count: usize,
    ) {
        if call.args.len() > count {
            let sets = rewriter.module.attributes.get_list(call.attributes).params.clone();
            self.losses.hint(format!("last argument of `{name}`"));
            self.change_args(rewriter, inst, name, &call.args[..count], sets);
        }
    }

    fn barrier(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        inst: Inst,
        call: &CallSite,
        short: &str,
        result: Option<Local>,
    ) -> bool {
        let is_zero = call
            .args
            .first()
            .and_then(|arg| arg.constant())
            .is_some_and(|first| *rewriter.module.constants.kind(first) == ConstantKind::Integer(0));
        if let Some((_, old, dropped)) =
            BARRIERS.iter().find(|(new, _, dropped)| *new == short && (!dropped || is_zero))
        {
            let args = &call.args[usize::from(*dropped)..];
            self.change_args(rewriter, inst, &format!("llvm.nvvm.{old}"), args, Vec::new());
            return true;
        }
        let reduction =
            short.strip_prefix("barrier.cta.red.").and_then(|rest| rest.strip_suffix(".aligned.all"));
        let (Some(kind @ ("and" | "or" | "popc")), true, &[_, condition]) =
            (reduction, is_zero, &call.args[..])
        else {
            self.refuse(rewriter, format_args!("intrinsic `llvm.nvvm.{short}`"));
            return true;
        };
        rewriter.at(inst);
        let i32 = rewriter.module.types.common.i32;
        let wide = rewriter.cast(CastOp::ZExt, condition, i32);
        let old = self.call_of(rewriter, &format!("llvm.nvvm.barrier0.{kind}"), i32, &[i32], &[wide]);
        rewriter.replace_by(result, |rewriter| {
            let count = rewriter.emit("barrier", i32, Instruction::Call(Box::new(old)));
            match kind {
                "popc" => count,
                _ => {
                    let zero = rewriter.int(i32, 0);
                    rewriter.icmp(IntPredicate::Ne, count, zero)
                }
            }
        });
        false
    }

    /// The declaration of a function by its full name, which is added unless there is one of this type.
    pub(super) fn intrinsic_named(&mut self, module: &mut Module, name: &str, ty: Type) -> Global {
        let id = module.strings.intern(name.as_bytes());
        if let Some(&known) = self.declared.get(&(id, ty)) {
            return known;
        }
        let global = self.declare(module, id, ty);
        self.declared.insert((id, ty), global);
        global
    }

    fn declare(&mut self, module: &mut Module, id: crate::StrId, ty: Type) -> Global {
        let named = module.listed_globals().find(|&global| module.globals[global].name == Some(id));
        if let Some(known) = named.filter(|&known| module.globals[known].ty == ty) {
            return known;
        }
        let mut value = intrinsics::declaration(module, id, ty);
        value.address_space = self.layout.program_address_space;
        // An older form has the attributes of the newer one, as far as they still apply.
        if let (Some(known), Some(function)) = (named, value.as_function_mut())
            && let Some(old) = module.globals[known].as_function()
        {
            let mut list = module.attributes.get_list(old.attributes).clone();
            list.params.clear();
            function.attributes = module.attributes.list(list);
        }
        if let Some(function) = value.as_function_mut() {
            function.attributes = self.attribute_list(module, function.attributes);
        }
        let place = named.and_then(|known| module.functions.iter().position(|&other| other == known));
        let new = module.globals.push(value);
        match place {
            // The newer form has no calls any more.
            Some(place) if module.is_intrinsic(new) => module.functions[place] = new,
            _ => module.functions.push(new),
        }
        new
    }

    /// Gives intrinsics the names and type suffixes that they had, and removes declarations that nothing uses any more.
    pub(super) fn rename_intrinsics(&mut self, module: &mut Module) {
        for global in module.functions.clone() {
            if !module.is_intrinsic(global) {
                continue;
            }
            let name = name_of(module, global);
            let of_nvptx = name.strip_prefix("llvm.nvvm.").unwrap_or_default();
            if let Some((_, old, _)) =
                RENAMED.iter().find(|(new, _, since)| *new == of_nvptx && self.lacks(*since))
            {
                let old = format!("llvm.nvvm.{old}");
                module.globals[global].name = Some(module.strings.intern(old.as_bytes()));
                continue;
            }
            let Some(base) = intrinsics::base_name(&name) else { continue };
            let row = SUFFIXES.iter().find(|(short, ..)| base.strip_prefix("llvm.") == Some(*short));
            let Some(&(.., count)) = row.filter(|(_, since, _)| self.lacks(*since)) else { continue };
            let kept: Vec<&str> = name[base.len()..].split('.').skip(1).take(count).collect();
            let short = [&[base], &kept[..]].concat().join(".");
            module.globals[global].name = Some(module.strings.intern(short.as_bytes()));
        }
        self.remove_unused(module);
    }

    /// Removes declarations of intrinsics that the version lacks, or that are none of any version, and that have no uses any more.
    fn remove_unused(&mut self, module: &mut Module) {
        let is_newer = |name: &str| {
            let base = intrinsics::base_name(name).and_then(|base| base.strip_prefix("llvm."));
            base.is_some_and(|short| {
                self.version < intrinsics::since(short) || short.starts_with("nvvm.barrier.cta")
            })
        };
        // Upgrading old markers leaves declarations of markers of sizes, which LLVM 22 does not mind if they are not called.
        let is_left_over = |module: &Module, global: Global| {
            let params = match module.types.kind(module.globals[global].ty) {
                TypeKind::Function { params, .. } => &params[..],
                _ => &[],
            };
            name_of(module, global).starts_with("llvm.lifetime.")
                && matches!(params, [only] if !module.types.is_pointer(*only))
        };
        let unwanted: Vec<Global> = module
            .functions
            .iter()
            .copied()
            .filter(|&global| {
                module.is_intrinsic(global)
                    && (is_newer(&name_of(module, global)) || is_left_over(module, global))
            })
            .collect();
        // One stays if it is used otherwise than by a call.
        module.remove_unused_globals(&unwanted);
    }
}

/// The number of elements of vectors up to which an operation on each is written.
const MOST_LANES: u64 = 256;

/// Whether an operation on a type is written for each of its elements, if it is a vector.
fn is_spelled_out(rewriter: &Rewriter<'_>, ty: Type) -> bool {
    let types = &rewriter.module.types;
    !types.is_vector(ty) || types.element_count(ty).is_some_and(|count| count <= MOST_LANES)
}

/// Whether a call computes a `float` for a GPU of NVIDIA and may be approximate.
fn is_approximate_on_nvptx(rewriter: &Rewriter<'_>, call: &CallSite) -> bool {
    let module = &rewriter.module;
    let triple = module.target_triple.map(|triple| module.strings.get(triple)).unwrap_or_default();
    let is_float = |&arg: &Value| rewriter.type_of(arg) == module.types.common.float;
    triple.starts_with(b"nvptx") && call.flags.contains(Flags::AFN) && call.args.first().is_some_and(is_float)
}

fn name_of(module: &Module, global: Global) -> String {
    module.name(global).map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default()
}

/// Computes what an intrinsic computes.
fn expand(rewriter: &mut Rewriter<'_>, instead: Instead, args: &[Value], ty: Type, flags: Flags) -> Value {
    match (instead, args) {
        (Operand, &[first, ..]) => first,
        (False, _) => rewriter.int(ty, 0),
        (Choice(predicate), &[a, b]) => {
            let condition = rewriter.icmp(predicate, a, b);
            rewriter.select(condition, a, b)
        }
        (Abs, &[value, ..]) => {
            let zero = rewriter.int(ty, 0);
            let negative = rewriter.binary(BinaryOp::Sub, zero, value);
            let condition = rewriter.icmp(IntPredicate::Slt, value, zero);
            rewriter.select(condition, negative, value)
        }
        (Saturating { add, signed }, &[a, b]) => saturating(rewriter, add, signed, a, b),
        (FunnelShift { left }, &[a, b, by]) => funnel_shift(rewriter, left, a, b, by),
        (ThreeWay { signed }, &[a, b]) => {
            let (less, greater) = match signed {
                true => (IntPredicate::Slt, IntPredicate::Sgt),
                false => (IntPredicate::Ult, IntPredicate::Ugt),
            };
            let (greater, less) = (rewriter.icmp(greater, a, b), rewriter.icmp(less, a, b));
            let (one, minus, zero) = (rewriter.int(ty, 1), rewriter.int(ty, -1), rewriter.int(ty, 0));
            let rest = rewriter.select(greater, one, zero);
            rewriter.select(less, minus, rest)
        }
        (PointerMask, &[pointer, mask]) => {
            let width = rewriter.type_of(mask);
            let address = rewriter.cast(CastOp::PtrToInt, pointer, width);
            let masked = rewriter.binary(BinaryOp::And, address, mask);
            rewriter.cast(CastOp::IntToPtr, masked, ty)
        }
        (MaskedDivision(op), &[dividend, divisor, mask]) => {
            let one = rewriter.int(ty, 1);
            let divisor = rewriter.select(mask, divisor, one);
            rewriter.binary(op, dividend, divisor)
        }
        (SaturatingToInt { signed }, &[value]) => saturating_to_int(rewriter, signed, value, ty),
        (Reduce(op), &[vector]) => reduce(rewriter, vector, None, |rewriter, a, b| rewriter.binary(op, a, b)),
        (ReduceFrom(op), &[first, vector]) => reduce(rewriter, vector, Some(first), |rewriter, lhs, rhs| {
            let ty = rewriter.type_of(lhs);
            rewriter.emit(op.spelling(), ty, Instruction::Binary { op, flags, lhs, rhs })
        }),
        (ReduceChoice(predicate), &[vector]) => reduce(rewriter, vector, None, |rewriter, a, b| {
            let condition = rewriter.icmp(predicate, a, b);
            rewriter.select(condition, a, b)
        }),
        _ => rewriter.module.constants.intern(ty, ConstantKind::Undef).into(),
    }
}

fn saturating(rewriter: &mut Rewriter<'_>, add: bool, signed: bool, a: Value, b: Value) -> Value {
    use IntPredicate::{Slt, Ugt, Ult};
    let ty = rewriter.type_of(a);
    let sum = rewriter.binary(if add { BinaryOp::Add } else { BinaryOp::Sub }, a, b);
    if !signed {
        let (overflown, limit) = match add {
            true => (rewriter.icmp(Ult, sum, a), -1),
            false => (rewriter.icmp(Ugt, b, a), 0),
        };
        let limit = rewriter.int(ty, limit);
        return rewriter.select(overflown, limit, sum);
    }
    // Overflown if the sign of the result differs from those of both operands, the second of which counts negated for a subtraction.
    let (differs, other) = (
        rewriter.binary(BinaryOp::Xor, a, sum),
        rewriter.binary(BinaryOp::Xor, if add { b } else { a }, if add { sum } else { b }),
    );
    let both = rewriter.binary(BinaryOp::And, differs, other);
    let zero = rewriter.int(ty, 0);
    let overflown = rewriter.icmp(Slt, both, zero);
    let width = rewriter.module.types.integer_width(rewriter.module.types.scalar(ty)).unwrap_or(64);
    let by = rewriter.int(ty, i64::from(width) - 1);
    let sign = rewriter.binary(BinaryOp::AShr, sum, by);
    let one = rewriter.int(ty, 1);
    let least = rewriter.binary(BinaryOp::Shl, one, by);
    let limit = rewriter.binary(BinaryOp::Xor, sign, least);
    rewriter.select(overflown, limit, sum)
}

fn funnel_shift(rewriter: &mut Rewriter<'_>, left: bool, a: Value, b: Value, by: Value) -> Value {
    let ty = rewriter.type_of(a);
    let width = rewriter.module.types.integer_width(rewriter.module.types.scalar(ty)).unwrap_or(64);
    let (bits, one) = (rewriter.int(ty, width.into()), rewriter.int(ty, 1));
    let last = rewriter.int(ty, i64::from(width) - 1);
    let by = rewriter.binary(BinaryOp::URem, by, bits);
    // The other shift is by one, and then by the rest, as a shift by the width is poison.
    let rest = rewriter.binary(BinaryOp::Sub, last, by);
    let (high, low) = match left {
        true => {
            let high = rewriter.binary(BinaryOp::Shl, a, by);
            let half = rewriter.binary(BinaryOp::LShr, b, one);
            (high, rewriter.binary(BinaryOp::LShr, half, rest))
        }
        false => {
            let half = rewriter.binary(BinaryOp::Shl, a, one);
            let high = rewriter.binary(BinaryOp::Shl, half, rest);
            (high, rewriter.binary(BinaryOp::LShr, b, by))
        }
    };
    rewriter.binary(BinaryOp::Or, high, low)
}

/// The conversion, with the limits of the type for numbers beyond them and 0 for NaN. The limits are powers of two, thus exact.
fn saturating_to_int(rewriter: &mut Rewriter<'_>, signed: bool, value: Value, ty: Type) -> Value {
    let types = &rewriter.module.types;
    let float = rewriter.type_of(value);
    let width = types.integer_width(types.scalar(ty)).unwrap_or(64);
    let bits = |rewriter: &Rewriter<'_>, exponent: i64, negative: bool| {
        let kind = rewriter.module.types.kind(rewriter.module.types.scalar(float)).clone();
        let scalar = rewriter.module.types.scalar(float);
        let bits = power_of_two(&kind, exponent, negative);
        let constant = rewriter.module.constants.intern(scalar, ConstantKind::Float(bits));
        Value::from(rewriter.splat(float, constant))
    };
    let top = i64::from(width) - i64::from(signed);
    let (upper, zero) = (bits(rewriter, top, false), rewriter.int(ty, 0));
    let converted = rewriter.cast(if signed { CastOp::FpToSi } else { CastOp::FpToUi }, value, ty);
    let flags = Flags::empty();
    let compare = |rewriter: &mut Rewriter<'_>, predicate, rhs| {
        let ty = rewriter.module.types.with_scalar(float, rewriter.module.types.common.i1);
        rewriter.emit("cmp", ty, Instruction::FCmp { predicate, flags, lhs: value, rhs })
    };
    let one = rewriter.int(ty, 1);
    let (least, most) = match signed {
        true => {
            let by = rewriter.int(ty, i64::from(width) - 1);
            let least = rewriter.binary(BinaryOp::Shl, one, by);
            (least, rewriter.binary(BinaryOp::Sub, least, one))
        }
        false => (zero, rewriter.int(ty, -1)),
    };
    let lower = match signed {
        true => bits(rewriter, top, true),
        false => {
            let scalar = rewriter.module.types.scalar(float);
            let constant = rewriter.module.constants.intern(scalar, ConstantKind::Float(0));
            rewriter.splat(float, constant).into()
        }
    };
    let below = compare(rewriter, FloatPredicate::Ult, lower);
    let not_below = rewriter.select(below, least, converted);
    let above = compare(rewriter, FloatPredicate::Oge, upper);
    let within = rewriter.select(above, most, not_below);
    let unordered = compare(rewriter, FloatPredicate::Uno, value);
    rewriter.select(unordered, zero, within)
}

/// Plus or minus a power of two as bits of a type of numbers; infinity if it is too large for the type.
fn power_of_two(kind: &TypeKind, exponent: i64, negative: bool) -> u128 {
    let of = |value: f64| crate::float::from_double_bits(kind, value.to_bits());
    let sign = if negative { -1.0 } else { 1.0 };
    let power = i32::try_from(exponent).map_or(f64::INFINITY, |exponent| 2f64.powi(exponent));
    of(sign * power).or_else(|| of(sign * f64::INFINITY)).unwrap_or_default()
}

/// Combines the elements of a vector in order.
fn reduce(
    rewriter: &mut Rewriter<'_>,
    vector: Value,
    first: Option<Value>,
    combine: impl Fn(&mut Rewriter<'_>, Value, Value) -> Value,
) -> Value {
    let ty = rewriter.type_of(vector);
    let (count, element) =
        (rewriter.module.types.element_count(ty).unwrap_or(0), rewriter.module.types.scalar(ty));
    let mut sum = first;
    for index in 0..count {
        let index = rewriter.int(rewriter.module.types.common.i32, index as i64);
        let value = rewriter.emit("element", element, Instruction::ExtractElement { vector, index });
        sum = Some(match sum {
            Some(sum) => combine(rewriter, sum, value),
            None => value,
        });
    }
    sum.unwrap_or(vector)
}

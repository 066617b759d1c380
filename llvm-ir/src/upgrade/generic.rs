//! Old intrinsics that are of no target.

use super::intrinsics::{Build, Decision, Signature, fits};
use super::maker::Maker;
use crate::attributes::{Attribute, AttributeKind, AttributeList, AttributeSetId};
use crate::function::{Value, ValueKind};
use crate::instruction::{CastOp, Instruction};
use crate::sizes::Sizes;
use crate::types::{Type, TypeKind};

/// Parts of a function type that are the overloaded types of the new intrinsic.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Result,
    Param(usize),
}
use Part::{Param, Result as Ret};

pub(super) fn parts(signature: Signature<'_>, parts: &[Part]) -> Option<Vec<Type>> {
    let part = |part: &Part| match *part {
        Ret => Some(signature.ret),
        Param(index) => signature.param(index),
    };
    parts.iter().map(part).collect()
}

/// Old names, their numbers of parameters (none: any), and today's intrinsics with their overloaded types.
type Row = (&'static str, &'static [usize], &'static str, &'static [Part]);

const ROWS: &[Row] = &[
    ("ctlz.*", &[1], "ctlz", &[Param(0)]),
    ("cttz.*", &[1], "cttz", &[Param(0)]),
    ("coro.end", &[2], "coro.end", &[]),
    ("experimental.vector.extract.*", &[], "vector.extract", &[Ret, Param(0)]),
    ("experimental.vector.insert.*", &[], "vector.insert", &[Param(0), Param(1)]),
    ("experimental.vector.reverse.*", &[], "vector.reverse", &[Param(0)]),
    ("experimental.vector.interleave2.*", &[], "vector.interleave2", &[Ret]),
    ("experimental.vector.deinterleave2.*", &[], "vector.deinterleave2", &[Param(0)]),
    ("experimental.vector.partial.reduce.add*", &[], "vector.partial.reduce.add", &[Param(0), Param(1)]),
    ("experimental.stepvector.*", &[], "stepvector", &[Ret]),
    ("flt.rounds*", &[], "get.rounding", &[]),
    ("invariant.group.barrier*", &[], "launder.invariant.group", &[Param(0)]),
    ("masked.load*", &[4], "masked.load", &[Ret, Param(0)]),
    ("masked.gather*", &[4], "masked.gather", &[Ret, Param(0)]),
    ("masked.store*", &[4], "masked.store", &[Param(0), Param(1)]),
    ("masked.scatter*", &[4], "masked.scatter", &[Param(0), Param(1)]),
    ("memcpy.*", &[5], "memcpy", &[Param(0), Param(1), Param(2)]),
    ("memmove.*", &[5], "memmove", &[Param(0), Param(1), Param(2)]),
    ("memset.*", &[5], "memset", &[Param(0), Param(2)]),
    ("objectsize.*", &[2, 3], "objectsize", &[Ret, Param(0)]),
    ("ptr.annotation.*", &[4], "ptr.annotation", &[Param(0), Param(1)]),
    ("thread.pointer", &[], "thread.pointer", &[Ret]),
    ("var.annotation", &[4], "var.annotation", &[Param(0), Param(1)]),
];

/// `llvm.experimental.vector.reduce.…`, by operation, and whether the start value comes first.
const REDUCTIONS: &[(&str, &str, bool)] = &[
    ("add", "vector.reduce.add", false),
    ("and", "vector.reduce.and", false),
    ("fmax", "vector.reduce.fmax", false),
    ("fmin", "vector.reduce.fmin", false),
    ("mul", "vector.reduce.mul", false),
    ("or", "vector.reduce.or", false),
    ("smax", "vector.reduce.smax", false),
    ("smin", "vector.reduce.smin", false),
    ("umax", "vector.reduce.umax", false),
    ("umin", "vector.reduce.umin", false),
    ("v2.fadd", "vector.reduce.fadd", true),
    ("v2.fmul", "vector.reduce.fmul", true),
    ("xor", "vector.reduce.xor", false),
];

pub(super) fn decide(name: &str, signature: Signature<'_>) -> Option<Decision> {
    let renew = |new, overloaded: Option<Vec<Type>>| Some(Decision::Renew(new, overloaded?));
    if let Some(rest) = name.strip_prefix("experimental.vector.reduce.") {
        let at = rest.rfind('.')?;
        let is_type = |ty: &str| {
            let mut bytes = ty.bytes();
            bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
                && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
        };
        // The operation is followed by the mangled type, or by two.
        let operation = rest[..at].rfind('.').filter(|&dot| is_type(&rest[dot + 1..])).map_or(at, |dot| dot);
        let &(_, new, starts) = REDUCTIONS
            .iter()
            .find(|(old, ..)| *old == &rest[..operation])
            .filter(|_| is_type(&rest[operation + 1..]))?;
        return renew(new, parts(signature, &[Param(usize::from(starts))]));
    }
    if name.starts_with("experimental.vector.splice") {
        return Some(Decision::Expand(splice));
    }
    if let Some(rest) = name.strip_prefix("vector.splice") {
        let is_new = rest.starts_with(".left") || rest.starts_with(".right");
        return (!is_new).then_some(Decision::Expand(splice));
    }
    if name == "stackprotectorcheck" {
        return Some(Decision::Expand(|_| Some(None)));
    }
    if name.starts_with("lifetime.") {
        return lifetime(name, signature);
    }
    let (_, _, new, overloaded) = ROWS.iter().find(|(old, counts, ..)| {
        fits(old, name) && (counts.is_empty() || counts.contains(&signature.params.len()))
    })?;
    renew(new, parts(signature, overloaded))
}

/// `llvm.lifetime.start` and `llvm.lifetime.end` with a size before the pointer. LLVM makes a declaration of the first parameter, which is
/// of no use, but stays.
fn lifetime(name: &str, signature: Signature<'_>) -> Option<Decision> {
    let build: Build = match name {
        _ if signature.params.len() != 2 => return None,
        _ if name.starts_with("lifetime.start") => |m| mark(m, "lifetime.start"),
        _ if name.starts_with("lifetime.end") => |m| mark(m, "lifetime.end"),
        _ => return None,
    };
    let which = if name.starts_with("lifetime.start") { "start" } else { "end" };
    let types = &signature.module.types;
    let mut full = format!("llvm.lifetime.{which}.").into_bytes();
    crate::intrinsics::mangle(signature.module, signature.params[0], &mut full, &mut false);
    let kind =
        TypeKind::Function { ret: types.common.void, params: [signature.params[0]].into(), varargs: false };
    Some(Decision::Declare(String::from_utf8(full).ok()?, types.intern(kind), build))
}

/// Marks an `alloca`, which is looked for through casts; other memory loses its marker.
fn mark(m: &mut Maker<'_>, name: &str) -> Option<Option<Value>> {
    let pointer = m.arg(1)?;
    let Some(pointer) = alloca(m, pointer) else { return Some(None) };
    let ty = m.type_of(pointer);
    m.run(name, &[ty], &[pointer])?;
    Some(None)
}

/// The `alloca` that a pointer is, behind casts and `getelementptr` without an offset.
fn alloca(m: &Maker<'_>, mut pointer: Value) -> Option<Value> {
    // In unreachable code a value may depend on itself.
    for _ in 0..=m.function.locals.len() {
        let ValueKind::Local(local) = pointer.kind() else { return None };
        match &m.function.insts[m.function.locals[local].inst.expand()?].inst {
            Instruction::Alloca(_) => return Some(pointer),
            Instruction::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. } => pointer = *value,
            Instruction::GetElementPtr { base, indices, .. }
                if m.function.list(*indices).iter().all(|&index| m.number(index) == Some(0)) =>
            {
                pointer = *base;
            }
            _ => return None,
        }
    }
    None
}

fn splice(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let (a, b, offset) = (m.arg(0)?, m.arg(1)?, m.number_arg(2)?);
    let offset = i64::from(offset as i32);
    let name = if offset >= 0 { "vector.splice.left" } else { "vector.splice.right" };
    let (count, ret) = (m.int(m.module.types.common.i32, offset.abs()), m.ret);
    m.intrinsic(name, &[ret], &[a, b, count]).map(Some)
}

/// Today's intrinsics, without `llvm.`, whose calls LLVM makes anew when it upgrades them.
const RENEWED: &[(&str, Build)] = &[
    ("bitreverse", |m| first_args(m, 1)),
    ("convert.from.fp16", |m| first_args(m, 1)),
    ("ctpop", |m| first_args(m, 1)),
    ("thread.pointer", |m| first_args(m, 0)),
    ("ctlz", with_false),
    ("cttz", with_false),
    ("coro.end", |m| {
        let token = m.module.types.common.token;
        let none = m.zero(token);
        let args = [m.arg(0)?, m.arg(1)?, none];
        m.call_new(&args)
    }),
    ("objectsize", |m| {
        let no = m.truth(false);
        let args = [m.arg(0)?, m.arg(1)?, m.arg(2).unwrap_or(no), m.arg(3).unwrap_or(no)];
        m.call_new(&args)
    }),
    ("ptr.annotation", with_null),
    ("var.annotation", with_null),
    ("memcpy", |m| without_alignment(m, 2)),
    ("memmove", |m| without_alignment(m, 2)),
    ("memset", |m| without_alignment(m, 1)),
    ("masked.load", |m| masked(m, 1, true)),
    ("masked.gather", |m| masked(m, 1, false)),
    ("masked.store", |m| masked(m, 2, true)),
    ("masked.scatter", |m| masked(m, 2, false)),
];

/// What makes a call of one of today's intrinsics from an old call; nothing if the old one stays, but for its callee.
pub(super) fn renewed(name: &str) -> Option<Build> {
    let known = RENEWED.iter().find(|(new, _)| *new == name);
    known
        .map(|(_, build)| *build)
        .or_else(|| super::arm::renewed(name))
        .or_else(|| super::x86::renewed(name))
        .or_else(|| super::riscv::renewed(name))
        .or_else(|| super::nvvm::renewed(name))
}

/// Only the callee changes.
pub(super) fn same(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let new = m.new?;
    if m.module.globals[new].ty != m.call.function_type {
        return with_literal_struct(m);
    }
    let callee = m.module.address_of(new);
    m.function.insts[m.inst].inst.call_site_mut()?.callee = callee.into();
    m.kept = true;
    Some(None)
}

fn first_args(m: &mut Maker<'_>, count: usize) -> Option<Option<Value>> {
    let args = m.call.args.get(..count)?.to_vec();
    m.call_new(&args)
}

fn with_false(m: &mut Maker<'_>) -> Option<Option<Value>> {
    if m.arg_count() != 1 {
        return same(m);
    }
    let args = [m.arg(0)?, m.truth(false)];
    m.call_new(&args)
}

fn with_null(m: &mut Maker<'_>) -> Option<Option<Value>> {
    if m.arg_count() != 4 {
        return same(m);
    }
    let null = m.zero(m.module.types.common.ptr);
    let args = [m.arg(0)?, m.arg(1)?, m.arg(2)?, m.arg(3)?, null];
    m.call_new(&args)
}

/// The alignment of an argument becomes an attribute of the first pointers.
fn without_alignment(m: &mut Maker<'_>, pointers: usize) -> Option<Option<Value>> {
    if m.arg_count() != 5 {
        return same(m);
    }
    let args = [m.arg(0)?, m.arg(1)?, m.arg(2)?, m.arg(4)?];
    let alignment = m.number_arg(3)?;
    let old = m.module.attributes.get_list(m.call.attributes).clone();
    let param = |index: usize| old.params.get(index).copied().unwrap_or_default();
    let params = [0, 1, 2, 4].map(param).to_vec();
    let mut new = AttributeList { function: old.function, ret: old.ret, params };
    for set in &mut new.params[..pointers] {
        *set = with_alignment(m, *set, alignment);
    }
    let list = m.module.attributes.list(new);
    let result = m.call_new(&args)?;
    m.last_call()?.attributes = list;
    Some(result)
}

fn with_alignment(m: &Maker<'_>, set: AttributeSetId, bytes: u64) -> AttributeSetId {
    let mut attributes = m.module.attributes.get(set).to_vec();
    attributes.retain(|attribute| attribute.kind() != Some(AttributeKind::Alignment));
    if bytes.is_power_of_two() {
        attributes.push(Attribute::Integer(AttributeKind::Alignment, bytes));
    }
    m.module.attributes.set(&m.module.strings, attributes)
}

/// Aligns the pointer that is an argument of the last call.
pub(super) fn align_argument(m: &mut Maker<'_>, place: usize, bytes: u64) -> Option<()> {
    let mut list = AttributeList::default();
    list.params.resize(place + 1, AttributeSetId::default());
    list.params[place] = with_alignment(m, AttributeSetId::default(), bytes);
    let list = m.module.attributes.list(list);
    m.last_call()?.attributes = list;
    Some(())
}

/// The alignment that a type has by the data layout.
pub(super) fn abi_alignment(m: &Maker<'_>, ty: Type) -> Option<u64> {
    let layout = m.module.layout();
    Sizes { strings: &m.module.strings, types: &m.module.types, layout: &layout }.abi_alignment(ty)
}

/// The alignment of an argument becomes an attribute of the pointer before it.
fn masked(m: &mut Maker<'_>, place: usize, is_required: bool) -> Option<Option<Value>> {
    if m.arg_count() != 4 {
        return same(m);
    }
    let mut alignment = m.number_arg(place)?;
    if alignment == 0 && !is_required {
        let data = if m.ret == m.module.types.common.void { m.type_of(m.arg(0)?) } else { m.ret };
        let element = m.module.types.scalar(data);
        alignment = abi_alignment(m, element)?;
    }
    if !alignment.is_power_of_two() {
        return None;
    }
    let mut args = m.call.args.to_vec();
    args.remove(place);
    let (tail, old) = (m.call.tail, m.inst);
    let result = m.call_new(&args)?;
    align_argument(m, place - 1, alignment)?;
    m.last_call()?.tail = tail;
    let attachments = m.function.inst_attachments(old).to_vec();
    let attachments = m.function.push_attachments(&attachments);
    let &new = m.made.last()?;
    m.function.set_attachments(new, attachments);
    Some(result)
}

/// The type of an intrinsic that returns a named struct, with a literal one in its place; nothing if the result is overloaded.
pub(super) fn literal_struct(signature: Signature<'_>, name: &str) -> Option<Type> {
    let types = &signature.module.types;
    let is_old = match types.kind(signature.ret) {
        TypeKind::Identified(_) => true,
        TypeKind::Struct { packed, .. } => *packed,
        _ => false,
    };
    if !is_old {
        return None;
    }
    let (fields, _) = types.struct_fields(signature.ret)?;
    let ret = types.intern(TypeKind::Struct { packed: false, fields: fields.into() });
    let ty = types.intern(TypeKind::Function { ret, params: signature.params.into(), varargs: false });
    let known = crate::intrinsics::find(format!("llvm.{name}").as_bytes())?;
    let overloads_result = known.overloads().next() == Some(crate::intrinsics::Overload::Result);
    (!overloads_result && known.overloaded_types(signature.module, ty).is_some()).then_some(ty)
}

/// Puts the fields of the literal struct that is returned today into the named struct that was returned.
pub(super) fn with_literal_struct(m: &mut Maker<'_>) -> Option<Option<Value>> {
    let count = m.module.types.struct_fields(m.ret)?.0.len();
    let args = m.call.args.to_vec();
    let attributes = m.call.attributes;
    let new = m.call(m.new?, &args, "")??;
    m.last_call()?.attributes = attributes;
    let mut result = m.poison(m.ret);
    for index in 0..count as u32 {
        let field = m.extract_value(new, index)?;
        result = m.insert_field(result, field, index);
    }
    Some(Some(result))
}

/// Calls the new function as the old one was called, with other arguments: attributes, bundles, metadata and all else stay.
pub(super) fn again(m: &mut Maker<'_>, callee: crate::Global, args: &[Value]) -> Option<Option<Value>> {
    let (old, inst) = (m.call.clone(), m.inst);
    let result = m.call(callee, args, "")?;
    let call = m.last_call()?;
    call.attributes = old.attributes;
    call.bundles = old.bundles;
    call.calling_convention = old.calling_convention;
    call.tail = old.tail;
    let attachments = m.function.inst_attachments(inst).to_vec();
    let attachments = m.function.push_attachments(&attachments);
    let &new = m.made.last()?;
    m.function.set_attachments(new, attachments);
    Some(result)
}

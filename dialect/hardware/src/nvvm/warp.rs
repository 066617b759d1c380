//! Data exchange between the threads of a warp, and between the blocks of a cluster.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::{AttrClass, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Type};

use super::attributes::{
    DOT_ACCUMULATE_TYPE, MATCH_SYNC_KIND, PERMUTE_MODE, REDUX_KIND, SHFL_KIND, VOTE_SYNC_KIND,
};
use super::constraints::{
    I32_OR_F32, I32_OR_F32_OR_STRUCT, I32_OR_I1, I32_OR_I64, I32_OR_STRUCT, POINTER_0_3, POINTER_0_7, V2I16,
    V4I8,
};
use super::names::{call, case, flag, has, space};
use crate::constraints::{ANY, I1, I32};

operations! {
    /// Elects one of the threads in a mask.
    ElectSync = "nvvm.elect.sync" {
        operands: { membermask: optional(I32) },
        results: { pred: one(I1) },
        format: "($membermask^)? attr-dict `->` type(results)",
        interfaces: [ToLlvm(elect)],
    }

    /// Finds the threads with equal values.
    MatchSync = "nvvm.match.sync" {
        operands: { thread_mask: one(I32), val: one(I32_OR_I64) },
        attributes: { kind: required(AttrClass::Declared(&MATCH_SYNC_KIND)) },
        results: { res: one(I32_OR_STRUCT) },
        format: "$kind $thread_mask `,` $val attr-dict `:` type($val) `->` type($res)",
        verify: verify_match,
        interfaces: [ToLlvm(match_sync)],
    }

    /// Reduces a value over threads.
    Redux = "nvvm.redux.sync" {
        traits: [Declared("NVVMRequiresSM<80>::Impl"), AllTypesMatch(&["res", "val"])],
        operands: { val: one(I32_OR_F32), mask_and_clamp: one(I32) },
        attributes: {
            kind: required(AttrClass::Declared(&REDUX_KIND)), abs: default(AttrClass::Bool, "false"),
            nan: default(AttrClass::Bool, "false"),
        },
        results: { res: one(I32_OR_F32) },
        format: "$kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)",
        verify: verify_redux,
        interfaces: [ToLlvm(redux)],
    }

    /// Reads the value of another thread.
    Shfl = "nvvm.shfl.sync" {
        traits: [Declared("NVVMRequiresSM<30>::Impl")],
        operands: { thread_mask: one(I32), val: one(I32_OR_F32), offset: one(I32), mask_and_clamp: one(I32) },
        attributes: { kind: required(AttrClass::Declared(&SHFL_KIND)), return_value_and_is_valid: unit },
        results: { res: one(I32_OR_F32_OR_STRUCT) },
        format: "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) `->` \
            type($res)",
        verify: verify_shuffle,
        interfaces: [ToLlvm(shuffle)],
    }

    /// Votes on a condition among threads.
    VoteSync = "nvvm.vote.sync" {
        operands: { mask: one(I32), pred: one(I1) },
        attributes: { kind: required(AttrClass::Declared(&VOTE_SYNC_KIND)) },
        results: { res: one(I32_OR_I1) },
        format: "$kind $mask `,` $pred attr-dict `->` type($res)",
        verify: verify_vote,
        interfaces: [ToLlvm(vote)],
    }

    /// Maps an address to the corresponding address in another block of the cluster.
    Mapa = "nvvm.mapa" {
        traits: [
            Predicate { summary: "Valid address-space check(or mapping) for mapa Op", check: maps_within_kind },
            Declared("NVVMRequiresSM<90>::Impl"),
        ],
        operands: { a: one(POINTER_0_3), b: one(I32) },
        results: { res: one(POINTER_0_7) },
        format: "$a`,` $b attr-dict `:` type($a) `->` type($res)",
        interfaces: [ToLlvm(mapa)],
    }

    /// Selects bytes from two registers.
    Permute = "nvvm.prmt" {
        traits: [Pure],
        operands: { lo: one(I32), hi: optional(I32), selector: one(I32) },
        attributes: { mode: required(AttrClass::Declared(&PERMUTE_MODE)) },
        results: { res: one(I32) },
        format: "$mode $selector `,` $lo (`,` $hi^)? attr-dict `:` type($res)",
        verify: verify_permute,
        interfaces: [ToLlvm(permute)],
    }

    /// Adds the dot product of four bytes to an accumulator.
    DotAccumulate4Way = "nvvm.dot.accumulate.4way" {
        operands: { a: one(V4I8), b: one(V4I8), c: one(I32) },
        attributes: {
            a_type: required(AttrClass::Declared(&DOT_ACCUMULATE_TYPE)),
            b_type: required(AttrClass::Declared(&DOT_ACCUMULATE_TYPE)),
        },
        results: { res: one(I32) },
        format: "$a $a_type `,` $b $b_type `,` $c attr-dict `:` type($a) `,` type($b)",
        interfaces: [ToLlvm(dot)],
    }

    /// Adds the dot product of two 16-bit integers and two bytes to an accumulator.
    DotAccumulate2Way = "nvvm.dot.accumulate.2way" {
        operands: { a: one(V2I16), b: one(V4I8), c: one(I32) },
        attributes: {
            a_type: required(AttrClass::Declared(&DOT_ACCUMULATE_TYPE)),
            b_type: required(AttrClass::Declared(&DOT_ACCUMULATE_TYPE)), b_hi: required(AttrClass::Bool),
        },
        results: { res: one(I32) },
        format: "$a $a_type `,` $b $b_type `,` $c attr-dict `:` type($a) `,` type($b)",
        interfaces: [ToLlvm(dot)],
    }

    /// Inline PTX assembly. A pass converts it to inline assembly of LLVM.
    InlinePtx = "nvvm.inline_ptx" {
        traits: [Declared("BasicPtxBuilderInterface"), AttrSizedOperandSegments],
        operands: { readOnlyArgs: variadic(ANY), readWriteArgs: variadic(ANY), predicate: optional(I1) },
        attributes: { ptxCode: required(AttrClass::String) },
        results: { writeOnlyArgs: variadic(ANY) },
        format: "$ptxCode ( `ro` `(` $readOnlyArgs^ `:` type($readOnlyArgs) `)` )? ( `rw` `(` $readWriteArgs^ \
            `:` type($readWriteArgs) `)` )? (`,` `predicate` `=` $predicate^)? attr-dict ( `->` \
            type($writeOnlyArgs)^ )?",
    }
}

fn elect(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let mask = match t.optional("membermask")? {
        Some(mask) => mask,
        None => t.integer(32, 0xffff_ffff),
    };
    let Some(aggregate) = t.intrinsic("llvm.nvvm.elect.sync", vec![mask])? else { return Ok(()) };
    let elected = t.extract(aggregate, 1);
    t.define(elected)
}

/// The width of the compared or exchanged value, as spelled in names of intrinsics.
fn suffix(op: OpRef<'_>) -> String {
    let ty = op.operand_group("val").first().map(|&value| op.type_of(value));
    ty.map(|ty| tern_mlir::asm::type_to_string(op.context, ty)).unwrap_or_default()
}

fn match_sync(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let (kind, args) = (case(op, "kind"), t.operands()?);
    let predicate = if kind == "all" { "p" } else { "" };
    call(t, &format!("match.{kind}.sync.{}{predicate}", suffix(op)), args)
}

fn verify_match(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(result) = op.result() else { return };
    let fields = tern_dialect_llvm::types::struct_fields(op.context, op.type_of(result));
    let common = op.context.common;
    match (case(op, "kind"), fields) {
        ("all", Some((fields, _))) if *fields == [common.i32, common.i1] => {}
        ("all", _) => verifier.error(op, "match.sync 'all' returns a two element struct with first element as i32 and second element as i1"),
        (_, Some(_)) => verifier.error(op, "match.sync 'any' returns an i32"),
        _ => {}
    }
}

fn redux(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let abs = if flag(op, "abs") { ".abs" } else { "" };
    let nan = if flag(op, "nan") { ".NaN" } else { "" };
    let args = t.operands()?;
    call(t, &format!("redux.sync.{}{abs}{nan}", case(op, "kind")), args)
}

fn verify_redux(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let ty = suffix(op);
    if ty != "f32" {
        for name in ["abs", "nan"] {
            if flag(op, name) {
                verifier.error(op, format!("{name} attribute is supported only for f32 type"));
            }
        }
    }
    let kind = case(op, "kind");
    let supported = if matches!(kind, "fmin" | "fmax") { "f32" } else { "i32" };
    if ty != supported {
        let message = format!(
            "'{kind}' redux kind unsupported with '{ty}' type. Only supported type is '{supported}'."
        );
        verifier.error(op, message);
    }
}

fn shuffle(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let predicate = if flag(op, "return_value_and_is_valid") { "p" } else { "" };
    let args = t.operands()?;
    call(t, &format!("shfl.sync.{}.{}{predicate}", case(op, "kind"), suffix(op)), args)
}

fn verify_shuffle(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let context = op.context;
    let (Some(result), Some(&value)) = (op.result(), op.operand_group("val").first()) else { return };
    let (ty, value) = (op.type_of(result), op.type_of(value));
    let mut expect = |what: &str, expected: Type, found: Type| {
        let fits = expected == found;
        if !fits {
            let (expected, found) = (type_to_string(context, expected), type_to_string(context, found));
            verifier
                .error(op, format!("expected {what} to be of type '{expected}' but got '{found}' instead"));
        }
        fits
    };
    let fields = tern_dialect_llvm::types::struct_fields(context, ty).map(|(fields, _)| fields);
    match (flag(op, "return_value_and_is_valid"), fields.as_deref()) {
        (true, Some(&[first, second])) => {
            if expect("first element in the returned struct", value, first) {
                expect("second element in the returned struct", context.common.i1, second);
            }
        }
        (true, _) => verifier.error(op, "expected return type to be a two-element struct"),
        (false, Some(_)) => verifier.error(
            op,
            "\"return_value_and_is_valid\" attribute must be specified when the return type is a struct type",
        ),
        (false, None) => {
            expect("return type", value, ty);
        }
    }
}

fn vote(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let args = t.operands()?;
    call(t, &format!("vote.{}.sync", case(op, "kind")), args)
}

fn verify_vote(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let Some(result) = op.result() else { return };
    let width = op.type_of(result).integer_width(op.context);
    match (case(op, "kind"), width) {
        ("ballot", Some(32)) | ("any" | "all" | "uni", Some(1)) => {}
        ("ballot", _) => verifier.error(op, "vote.sync 'ballot' returns an i32"),
        _ => verifier.error(op, "vote.sync 'any', 'all' and 'uni' returns an i1"),
    }
}

fn mapa(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let shared = if space(t.op(), "a") == Some(3) { ".shared.cluster" } else { "" };
    let args = t.operands()?;
    call(t, &format!("mapa{shared}"), args)
}

/// Whether an address is mapped to one of the same kind.
fn maps_within_kind(op: OpRef<'_>) -> bool {
    let result = op
        .result()
        .and_then(|result| tern_dialect_llvm::types::address_space(op.context, op.type_of(result)));
    matches!((space(op, "a"), result), (Some(0), Some(0)) | (Some(3), Some(7)))
}

fn permute(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let op = t.op();
    let mode = match case(op, "mode") {
        "default" => String::new(),
        mode => format!(".{mode}"),
    };
    let mut args = vec![t.operand("lo")?];
    args.extend(t.optional("hi")?);
    args.push(t.operand("selector")?);
    call(t, &format!("prmt{mode}"), args)
}

fn verify_permute(verifier: &mut Verifier<'_>, op: OpRef<'_>) {
    let mode = case(op, "mode");
    let two = matches!(mode, "default" | "f4e" | "b4e");
    if two != has(op, "hi") {
        let verb = if two { "requires" } else { "does not accept" };
        verifier.error_plain(op, format!("mode '{mode}' {verb} 'hi' operand."));
    }
}

/// Vectors are passed as 32-bit registers.
fn dot(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    use tern_llvm_ir::instruction::CastOp;
    let op = t.op();
    let i32 = t.module().types.common.i32;
    let sign = |name: &'static str| if case(op, name) == "signed" { "s" } else { "u" };
    let a = t.operand("a")?;
    let a = t.cast(CastOp::BitCast, a, i32);
    let b = t.operand("b")?;
    let b = t.cast(CastOp::BitCast, b, i32);
    let c = t.operand("c")?;
    let (ways, mut args) = (if op.name().ends_with("4way") { 4 } else { 2 }, vec![a, b]);
    if ways == 2 {
        args.push(t.bool(flag(op, "b_hi")));
    }
    args.push(c);
    call(t, &format!("idp{ways}a.{}.{}", sign("a_type"), sign("b_type")), args)
}

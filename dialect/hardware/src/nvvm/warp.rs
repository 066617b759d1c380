//! Data exchange between the threads of a warp, and between the blocks of a cluster.

use tern_export::Result;
use tern_export::extension::{ToLlvm, Translation};
use tern_mlir::asm::type_to_string;
use tern_mlir::declare::{AttrClass, View, op_interfaces, operations};
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Type, Value};

use super::attributes::{
    DOT_ACCUMULATE_TYPE, MATCH_SYNC_KIND, PERMUTE_MODE, REDUX_KIND, SHFL_KIND, VOTE_SYNC_KIND,
};
use super::chips::ChipRequirement;
use super::constraints::{
    I32_OR_F32, I32_OR_F32_OR_STRUCT, I32_OR_I1, I32_OR_I64, I32_OR_STRUCT, POINTER_0_3, POINTER_0_7, V2I16,
    V4I8,
};
use super::enums::DotAccumulateType;
use super::names::{call, space_of};
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
        traits: [AllTypesMatch(&["res", "val"])],
        operands: { val: one(I32_OR_F32), mask_and_clamp: one(I32) },
        attributes: {
            kind: required(AttrClass::Declared(&REDUX_KIND)), abs: default(AttrClass::Bool, "false"),
            nan: default(AttrClass::Bool, "false"),
        },
        results: { res: one(I32_OR_F32) },
        format: "$kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)",
        verify: verify_redux,
        interfaces: [ToLlvm(redux), ChipRequirement::AtLeast(80)],
    }

    /// Reads the value of another thread.
    Shfl = "nvvm.shfl.sync" {
        operands: { thread_mask: one(I32), val: one(I32_OR_F32), offset: one(I32), mask_and_clamp: one(I32) },
        attributes: { kind: required(AttrClass::Declared(&SHFL_KIND)), return_value_and_is_valid: unit },
        results: { res: one(I32_OR_F32_OR_STRUCT) },
        format: "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) `->` \
            type($res)",
        verify: verify_shuffle,
        interfaces: [ToLlvm(shuffle), ChipRequirement::AtLeast(30)],
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
        traits: [Predicate { summary: "Valid address-space check(or mapping) for mapa Op", check: maps_within_kind }],
        operands: { a: one(POINTER_0_3), b: one(I32) },
        results: { res: one(POINTER_0_7) },
        format: "$a`,` $b attr-dict `:` type($a) `->` type($res)",
        interfaces: [ToLlvm(mapa), ChipRequirement::AtLeast(90)],
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

/// The type of a compared or exchanged value, as spelled in names of intrinsics.
fn suffix(op: OpRef<'_>, value: Value) -> String {
    type_to_string(op.context, op.type_of(value))
}

fn match_sync(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let r#match = MatchSync(t.view());
    let (kind, args) = (t.part(r#match.kind())?.spelling(), t.operands()?);
    let predicate = if kind == "all" { "p" } else { "" };
    let Ok(value) = r#match.val() else { return t.error("requires operand 'val'") };
    let suffix = suffix(t.op(), value);
    call(t, &format!("match.{kind}.sync.{suffix}{predicate}"), args)
}

fn verify_match(verifier: &mut Verifier<'_>, r#match: MatchSync<View<'_>>) {
    let op = *r#match.0;
    let Some(result) = op.result() else { return };
    let fields = tern_dialect_llvm::types::struct_fields(op.context, op.type_of(result));
    let common = op.context.common;
    match (r#match.kind().spelling(), fields) {
        ("all", Some((fields, _))) if *fields == [common.i32, common.i1] => {}
        ("all", _) => verifier.error(op, "match.sync 'all' returns a two element struct with first element as i32 and second element as i1"),
        (_, Some(_)) => verifier.error(op, "match.sync 'any' returns an i32"),
        _ => {}
    }
}

fn redux(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let redux = Redux(t.view());
    let abs = if t.part(redux.abs())? { ".abs" } else { "" };
    let nan = if t.part(redux.nan())? { ".NaN" } else { "" };
    let args = t.operands()?;
    let name = format!("redux.sync.{}{abs}{nan}", t.part(redux.kind())?.spelling());
    call(t, &name, args)
}

fn verify_redux(verifier: &mut Verifier<'_>, redux: Redux<View<'_>>) {
    let op = *redux.0;
    let ty = suffix(op, redux.val());
    for (name, is_set) in [("abs", redux.abs()), ("nan", redux.nan())] {
        if is_set && ty != "f32" {
            verifier.error(op, format!("{name} attribute is supported only for f32 type"));
        }
    }
    let kind = redux.kind().spelling();
    let supported = if matches!(kind, "fmin" | "fmax") { "f32" } else { "i32" };
    if ty != supported {
        let message = format!(
            "'{kind}' redux kind unsupported with '{ty}' type. Only supported type is '{supported}'."
        );
        verifier.error(op, message);
    }
}

fn shuffle(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, shfl) = (t.op(), Shfl(t.view()));
    let predicate = if shfl.return_value_and_is_valid() { "p" } else { "" };
    let args = t.operands()?;
    let name = format!(
        "shfl.sync.{}.{}{predicate}",
        t.part(shfl.kind())?.spelling(),
        suffix(op, t.part(shfl.val())?)
    );
    call(t, &name, args)
}

fn verify_shuffle(verifier: &mut Verifier<'_>, shfl: Shfl<View<'_>>) {
    let op = *shfl.0;
    let context = op.context;
    let (ty, value) = (op.type_of(shfl.res()), op.type_of(shfl.val()));
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
    match (shfl.return_value_and_is_valid(), fields.as_deref()) {
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
    let vote = VoteSync(t.view());
    let args = t.operands()?;
    let name = format!("vote.{}.sync", t.part(vote.kind())?.spelling());
    call(t, &name, args)
}

fn verify_vote(verifier: &mut Verifier<'_>, vote: VoteSync<View<'_>>) {
    let op = *vote.0;
    let Some(result) = op.result() else { return };
    let width = op.type_of(result).integer_width(op.context);
    match (vote.kind().spelling(), width) {
        ("ballot", Some(32)) | ("any" | "all" | "uni", Some(1)) => {}
        ("ballot", _) => verifier.error(op, "vote.sync 'ballot' returns an i32"),
        _ => verifier.error(op, "vote.sync 'any', 'all' and 'uni' returns an i1"),
    }
}

fn mapa(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let address = Mapa(t.view()).a();
    let is_shared = address.is_ok_and(|address| space_of(t.op(), address) == Some(3));
    let shared = if is_shared { ".shared.cluster" } else { "" };
    let args = t.operands()?;
    call(t, &format!("mapa{shared}"), args)
}

/// Whether an address is mapped to one of the same kind.
fn maps_within_kind(mapa: Mapa<View<'_>>) -> bool {
    let spaces = [mapa.a(), mapa.res()].map(|pointer| space_of(*mapa.0, pointer));
    matches!(spaces, [Some(0), Some(0)] | [Some(3), Some(7)])
}

fn permute(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let permute = Permute(t.view());
    let mode = match t.part(permute.mode())?.spelling() {
        "default" => String::new(),
        mode => format!(".{mode}"),
    };
    let mut args = vec![t.operand("lo")?];
    args.extend(t.optional("hi")?);
    args.push(t.operand("selector")?);
    call(t, &format!("prmt{mode}"), args)
}

fn verify_permute(verifier: &mut Verifier<'_>, permute: Permute<View<'_>>) {
    let mode = permute.mode().spelling();
    let two = matches!(mode, "default" | "f4e" | "b4e");
    if two != permute.hi().is_some() {
        let verb = if two { "requires" } else { "does not accept" };
        verifier.error_plain(*permute.0, format!("mode '{mode}' {verb} 'hi' operand."));
    }
}

op_interfaces! {
    /// The products of vectors of bytes.
    DotInterface {
        attributes: {
            a_type: optional(AttrClass::Declared(&DOT_ACCUMULATE_TYPE)),
            b_type: optional(AttrClass::Declared(&DOT_ACCUMULATE_TYPE)),
            b_hi: optional(AttrClass::Bool),
        },
    }
}

/// Vectors are passed as 32-bit registers.
fn dot(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    use tern_llvm_ir::instruction::CastOp;
    let op = t.op();
    let i32 = t.module().types.common.i32;
    let product = DotInterface(op);
    let sign = |of| if of == Some(DotAccumulateType::Signed) { "s" } else { "u" };
    let a = t.operand("a")?;
    let a = t.cast(CastOp::BitCast, a, i32);
    let b = t.operand("b")?;
    let b = t.cast(CastOp::BitCast, b, i32);
    let c = t.operand("c")?;
    let (ways, mut args) = (if op.is(DotAccumulate4Way::DEF) { 4 } else { 2 }, vec![a, b]);
    if ways == 2 {
        args.push(t.bool(product.b_hi() == Some(true)));
    }
    args.push(c);
    call(t, &format!("idp{ways}a.{}.{}", sign(product.a_type()), sign(product.b_type())), args)
}

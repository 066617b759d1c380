//! Conversion of `vector.print` to calls of MLIR's runtime library. Vectors have been split into scalars before.

use tern_dialect_core::vector::attributes::PrintPunctuation;
use tern_dialect_core::{arith, vector};
use tern_dialect_llvm::enums::Linkage;
use tern_dialect_llvm::ops as llvm;
use tern_dialect_llvm::types::{array, pointer, void};
use tern_mlir::declare::{New, OpDef};
use tern_mlir::rewrite::Builder;
use tern_mlir::types::{FloatKind, Signedness, Type, TypeKind};
use tern_mlir::{AttrKind, Body, Ident, Value};

use crate::conversion::{Adaptor, LlvmBuilder, Patterns, Rewrite, Rewriter};

pub(super) fn patterns(patterns: &mut Patterns<'_, '_>) {
    patterns.on(&[vector::Print::NAME], print);
}

/// How a scalar is printed: the function, the operation that converts it first if any, and the type that the function takes.
fn scalar(context: &tern_mlir::Context, ty: Type) -> Option<(&'static str, Option<&'static OpDef>, Type)> {
    let (i16, i64) = (context.common.i16, context.common.i64);
    Some(match ty.kind(context) {
        TypeKind::Float(FloatKind::F64) => ("printF64", None, ty),
        TypeKind::Float(FloatKind::F32) => ("printF32", None, ty),
        TypeKind::Float(FloatKind::F16) => ("printF16", Some(llvm::Bitcast::DEF), i16),
        TypeKind::Float(FloatKind::BF16) => ("printBF16", Some(llvm::Bitcast::DEF), i16),
        TypeKind::Index => ("printU64", None, i64),
        TypeKind::Integer { width: 64, signedness } => match signedness {
            Signedness::Unsigned => ("printU64", None, i64),
            _ => ("printI64", None, i64),
        },
        TypeKind::Integer { width: 0..64, signedness: Signedness::Unsigned } => {
            ("printU64", Some(arith::ExtUI::DEF), i64)
        }
        // Zero-extended, so that true prints as 1 rather than -1.
        TypeKind::Integer { width: 1, .. } => ("printI64", Some(arith::ExtUI::DEF), i64),
        TypeKind::Integer { width: 0..64, .. } => ("printI64", Some(arith::ExtSI::DEF), i64),
        _ => return None,
    })
}

fn print(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    let context = b.context();
    let (original, print) = (vector::Print::expect(b.original(op)), vector::Print::expect(b.converted(op)));
    let (text, punctuation) = (print.stringLiteral(), print.punctuation());
    let ty = original.source().map(|source| b.type_of(source));
    if let (Some(ty), Some(value)) = (ty, print.source()) {
        let (function, extend, parameter) = scalar(context, ty).ok_or("prints no scalar")?;
        let value = match extend {
            Some(extend) => b.create_value(New::with(extend, &[value], [parameter])),
            None => value,
        };
        call(b, function, &[parameter], &[value])?;
    }
    if let Some(text) = text {
        print_text(b, text)?;
    } else {
        let function = match punctuation {
            PrintPunctuation::NoPunctuation => None,
            PrintPunctuation::NewLine => Some("printNewline"),
            PrintPunctuation::Comma => Some("printComma"),
            PrintPunctuation::Open => Some("printOpen"),
            PrintPunctuation::Close => Some("printClose"),
        };
        if let Some(function) = function {
            call(b, function, &[], &[])?;
        }
    }
    b.erase(op.op);
    Ok(())
}

fn call(b: &mut Rewriter<'_, '_>, function: &str, parameters: &[Type], arguments: &[Value]) -> Rewrite {
    let void = void(b.context());
    b.declare_function(function, parameters, void)?;
    b.call(function, arguments, None);
    Ok(())
}

/// Prints a string, which is stored in a global.
fn print_text(b: &mut Rewriter<'_, '_>, text: Ident) -> Rewrite {
    let context = b.context();
    let data = [context.bytes(text), &[0]].concat();
    let length = data.len();
    let ty = array(context, context.common.i8, length as u64);
    let name = b.unique_symbol("vector_print_str");
    let tensor = context.ty(TypeKind::RankedTensor {
        shape: [length as i64].into(),
        element: context.common.i8,
        encoding: None,
    });
    // The data of a splat is one byte; a string of one byte is stored as a splat.
    let data = context.attr(AttrKind::DenseElements { ty: tensor, splat: length == 1, data: data.into() });
    let name = context.ident(&name);
    let global = llvm::Global::build(ty, name, Linkage::Private).constant(true).value(data).addr_space(0);
    let mut global = New::from(global).state(context, b.body(), b.location());
    global.body = Some(Box::new(Body::with_region()));
    b.add_symbol(global);
    let pointer = pointer(context, 0);
    let address = b.create_value(llvm::AddressOf::build(name, pointer));
    let first = b.gep(address, ty, &[0.into()]);
    call(b, "printString", &[pointer], &[first])
}

//! Attributes of parameters and results: their values, and the types to which they apply.
//!
//! Source: LangRef, Parameter Attributes; MLIR's `LLVMDialect.td`.

use super::constraints::{is_compatible, is_pointer};
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::context::Context;
use tern_mlir::declare::ParameterAttribute;
use tern_mlir::types::Type;

/// The kind of value of an attribute.
#[derive(Clone, Copy)]
enum Value {
    Unit,
    Integer,
    Type,
}

/// The types that an attribute applies to.
#[derive(Clone, Copy)]
enum Target {
    Any,
    Pointer,
    Integer,
}

/// Whether MLIR models an attribute of this name, given with the prefix `llvm.`.
pub fn is_modelled(name: &str) -> bool {
    ATTRIBUTES.iter().any(|(known, ..)| *known == name)
}

/// The modelled attributes: name, kind of value, types, and whether they are valid on results.
const ATTRIBUTES: &[(&str, Value, Target, bool)] = &[
    ("llvm.align", Value::Integer, Target::Pointer, true),
    ("llvm.alignstack", Value::Integer, Target::Any, false),
    ("llvm.allocalign", Value::Unit, Target::Integer, false),
    ("llvm.allocptr", Value::Unit, Target::Pointer, false),
    ("llvm.byref", Value::Type, Target::Pointer, false),
    ("llvm.byval", Value::Type, Target::Pointer, false),
    ("llvm.dereferenceable", Value::Integer, Target::Pointer, true),
    ("llvm.dereferenceable_or_null", Value::Integer, Target::Pointer, true),
    ("llvm.inalloca", Value::Type, Target::Pointer, false),
    ("llvm.inreg", Value::Unit, Target::Any, true),
    ("llvm.nest", Value::Unit, Target::Pointer, false),
    ("llvm.noalias", Value::Unit, Target::Pointer, true),
    ("llvm.nocapture", Value::Unit, Target::Pointer, false),
    ("llvm.nofree", Value::Unit, Target::Pointer, false),
    ("llvm.nonnull", Value::Unit, Target::Pointer, true),
    ("llvm.noundef", Value::Unit, Target::Any, true),
    ("llvm.preallocated", Value::Type, Target::Pointer, false),
    ("llvm.readnone", Value::Unit, Target::Any, false),
    ("llvm.readonly", Value::Unit, Target::Pointer, false),
    ("llvm.returned", Value::Unit, Target::Any, false),
    ("llvm.signext", Value::Unit, Target::Integer, true),
    ("llvm.sret", Value::Type, Target::Pointer, false),
    ("llvm.writeonly", Value::Unit, Target::Pointer, false),
    ("llvm.zeroext", Value::Unit, Target::Integer, true),
];

/// Checks an attribute of a parameter or result, in a function of any dialect; the error is a message.
pub(crate) fn verify(attribute: ParameterAttribute<'_>) -> Result<(), String> {
    let ParameterAttribute { function, name, value, ty, is_result, .. } = attribute;
    refusal(function.context, name, value, ty, is_result).map_or(Ok(()), Err)
}

/// MLIR's message if an attribute is invalid on a parameter or result of a function.
pub fn refusal(context: &Context, name: &str, value: Attribute, ty: Type, is_result: bool) -> Option<String> {
    let &(_, kind, target, on_results) = ATTRIBUTES.iter().find(|attribute| attribute.0 == name)?;
    if is_result && !on_results {
        return Some(format!("\"{name}\" is not a valid result attribute"));
    }
    let (fits, wanted) = match kind {
        Value::Unit => (value == context.common.unit, "a unit attribute"),
        Value::Integer => (matches!(value.kind(context), AttrKind::Integer { .. }), "an integer attribute"),
        Value::Type => (matches!(value.kind(context), AttrKind::Type(_)), "a type attribute"),
    };
    if !fits {
        return Some(format!("\"{name}\" should be {wanted}"));
    }
    match target {
        // The lowered form of a type of another dialect is not known here.
        _ if !is_compatible(context, ty) => None,
        Target::Pointer if !is_pointer(context, ty) => {
            Some(format!("\"{name}\" attribute attached to non-pointer LLVM type"))
        }
        Target::Integer if ty.integer_width(context).is_none() => {
            Some(format!("\"{name}\" attribute attached to non-integer LLVM type"))
        }
        _ => None,
    }
}

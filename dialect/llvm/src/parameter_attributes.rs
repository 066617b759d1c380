//! Attributes of parameters and results: their values, and the types to which they apply.
//!
//! Source: LangRef, Parameter Attributes; MLIR's `LLVMDialect.td`.

use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::context::Context;
use tern_mlir::declare::ParameterAttribute;
use tern_mlir::types::Type;

use super::constraints::{is_compatible, is_pointer};

/// The kind of value of an attribute.
#[derive(Clone, Copy, Debug)]
enum Value {
    Unit,
    Integer,
    Type,
}

/// The types that an attribute applies to.
#[derive(Clone, Copy, Debug)]
enum Target {
    Any,
    Pointer,
    Integer,
}

/// The declaration of a parameter attribute that MLIR models.
#[derive(Debug)]
pub struct ParameterAttributeDef {
    /// The name, with the prefix `llvm.`.
    pub name: &'static str,
    value: Value,
    target: Target,
    on_results: bool,
}

impl ParameterAttributeDef {
    /// The value of the attribute in a dictionary of attributes, if it is there.
    pub fn of(&self, context: &Context, attributes: Attribute) -> Option<Attribute> {
        attributes.entry(context, self.name)
    }
}

macro_rules! parameter_attributes {
    ($($constant:ident = $name:literal: $value:ident, $target:ident $(, on $results:ident)?;)+) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub static $constant: ParameterAttributeDef = ParameterAttributeDef {
                name: $name,
                value: Value::$value,
                target: Target::$target,
                on_results: !matches!(stringify!($($results)?).as_bytes(), b""),
            };
        )+

        /// All attributes of parameters that MLIR models.
        static ALL: &[&ParameterAttributeDef] = &[$(&$constant),+];
    };
}

parameter_attributes! {
    ALIGN = "llvm.align": Integer, Pointer, on results;
    ALIGN_STACK = "llvm.alignstack": Integer, Any;
    ALLOC_ALIGN = "llvm.allocalign": Unit, Integer;
    ALLOC_PTR = "llvm.allocptr": Unit, Pointer;
    BY_REF = "llvm.byref": Type, Pointer;
    BY_VAL = "llvm.byval": Type, Pointer;
    DEREFERENCEABLE = "llvm.dereferenceable": Integer, Pointer, on results;
    DEREFERENCEABLE_OR_NULL = "llvm.dereferenceable_or_null": Integer, Pointer, on results;
    IN_ALLOCA = "llvm.inalloca": Type, Pointer;
    IN_REG = "llvm.inreg": Unit, Any, on results;
    NEST = "llvm.nest": Unit, Pointer;
    NO_ALIAS = "llvm.noalias": Unit, Pointer, on results;
    NO_CAPTURE = "llvm.nocapture": Unit, Pointer;
    NO_FREE = "llvm.nofree": Unit, Pointer;
    NON_NULL = "llvm.nonnull": Unit, Pointer, on results;
    NO_UNDEF = "llvm.noundef": Unit, Any, on results;
    PREALLOCATED = "llvm.preallocated": Type, Pointer;
    READ_NONE = "llvm.readnone": Unit, Any;
    READ_ONLY = "llvm.readonly": Unit, Pointer;
    RETURNED = "llvm.returned": Unit, Any;
    SIGN_EXT = "llvm.signext": Unit, Integer, on results;
    SRET = "llvm.sret": Type, Pointer;
    WRITE_ONLY = "llvm.writeonly": Unit, Pointer;
    ZERO_EXT = "llvm.zeroext": Unit, Integer, on results;
}

/// Whether MLIR models an attribute of this name, given with the prefix `llvm.`.
pub fn is_modelled(name: &str) -> bool {
    ALL.iter().any(|known| known.name == name)
}

/// Checks an attribute of a parameter or result, in a function of any dialect; the error is a message.
pub(crate) fn verify(attribute: ParameterAttribute<'_>) -> Result<(), String> {
    let ParameterAttribute { function, name, value, ty, is_result, .. } = attribute;
    refusal(function.context, name, value, ty, is_result).map_or(Ok(()), Err)
}

/// MLIR's message if an attribute is invalid on a parameter or result of a function.
pub fn refusal(context: &Context, name: &str, value: Attribute, ty: Type, is_result: bool) -> Option<String> {
    let &&ParameterAttributeDef { value: kind, target, on_results, .. } =
        ALL.iter().find(|attribute| attribute.name == name)?;
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

//! The types of the dialect, with functions that build and decode them.
//!
//! Source: MLIR's `LLVMTypes.td`; LangRef: Type System. Integers, floats and vectors are builtin types.

use std::sync::Arc;

use crate::syntax::types as syntax;
use tern_mlir::asm::is_builtin_type;
use tern_mlir::attributes::{AttrKind, Attribute};
use tern_mlir::builtin::memref::MemRefElement;
use tern_mlir::context::{Context, Ident, StructBody};
use tern_mlir::declare::ParamKind::{Bool, List, String, Unsigned};
use tern_mlir::declare::{Param, ParamKind, TypeDef, type_defs};
use tern_mlir::types::{Type, TypeKind};

/// The error for an unknown mnemonic.
pub(super) fn unknown(mnemonic: &str) -> std::string::String {
    match is_builtin_type(mnemonic) {
        true => "unexpected type, expected keyword".to_owned(),
        false => format!("unknown LLVM type: {mnemonic}"),
    }
}

type_defs! { "llvm";
    /// A pointer in an address space. LangRef: Pointer Type.
    PTR as Pointer = "ptr" {
        cpp: "LLVMPointerType",
        params: {
            addressSpace: default(Unsigned(32), "0") as "unsigned",
        },
        format: "(`<` $addressSpace^ `>`)?",
    }

    /// An array. LangRef: Array Type.
    ARRAY as Array = "array" {
        cpp: "LLVMArrayType",
        params: {
            elementType: required(ParamKind::Type) as "Type",
            numElements: required(Unsigned(64)) as "uint64_t",
        },
        parse: syntax::array::parse, print: syntax::array::print,
    }

    /// A struct. LangRef: Structure Type.
    ///
    /// A literal struct has no name and stores its body. An identified struct is known by its name; the context stores its
    /// [body](Context::struct_body), so that it can be recursive.
    STRUCT as Struct = "struct" {
        cpp: "LLVMStructType",
        params: {
            name: optional(String) as "::llvm::StringRef",
            body: default(List(&ParamKind::Type), "[]") as "::llvm::ArrayRef<mlir::Type>",
            packed: default(Bool, "false"),
        },
        parse: syntax::structure::parse, print: syntax::structure::print,
    }

    /// A function: the result type, the parameter types, and whether it is variadic. LangRef: Function Type.
    FUNC as Function = "func" {
        cpp: "LLVMFunctionType",
        params: {
            returnType: required(ParamKind::Type) as "Type",
            params: required(List(&ParamKind::Type)) as "::llvm::ArrayRef<Type>",
            varArg: required(Bool) as "bool",
        },
        parse: syntax::function::parse, print: syntax::function::print,
    }

    /// A target-specific type. LangRef: Target Extension Type.
    TARGET as TargetExtension = "target" {
        cpp: "LLVMTargetExtType",
        params: {
            extTypeName: required(String) as "::llvm::StringRef",
            typeParams: default(List(&ParamKind::Type), "[]") as "::llvm::ArrayRef<Type>",
            intParams: default(List(&ParamKind::Unsigned(32)), "[]") as "::llvm::ArrayRef<unsigned int>",
        },
        parse: syntax::target_extension::parse, print: syntax::target_extension::print,
    }

    /// The result type of functions without a result. LangRef: Void Type.
    VOID = "void" {}

    /// A value that cannot be inspected. LangRef: Token Type.
    TOKEN = "token" {}

    /// A block. LangRef: Label Type.
    LABEL = "label" {}

    /// Metadata as a value. LangRef: Metadata Type.
    METADATA = "metadata" {}

    /// A tile register of AMX. LangRef: X86_amx Type.
    X86_AMX = "x86_amx" {}

    /// A pair of doubles whose sum is the number. LangRef: Floating-Point Types.
    PPC_FP128 = "ppc_fp128" {
        interfaces: [MemRefElement],
    }
}

/// The interface of a type of another dialect that represents a pointer. Returns its address space, if it is one of LLVM.
/// Values of such a type can be used as values of LLVM.
pub struct PointerLike(pub fn(&Context, &[Param]) -> Option<u32>);

/// The interface of an attribute that represents an address space. Returns its number, given the attribute's parameters. MLIR:
/// `LLVMAddrSpaceAttrInterface`.
pub struct AddressSpaceLike(pub fn(&[Param]) -> Option<u32>);

/// The address space that an attribute represents.
pub fn address_space_of_attribute(context: &Context, attribute: Attribute) -> Option<u32> {
    match attribute.kind(context) {
        AttrKind::Declared { def, params } => def.interface::<AddressSpaceLike>()?.0(params),
        _ => None,
    }
}

/// Whether a type of another dialect represents a pointer.
pub fn is_pointer_like(context: &Context, ty: Type) -> bool {
    match ty.kind(context) {
        TypeKind::Declared { def, params } => {
            def.interface::<PointerLike>().is_some_and(|pointer| pointer.0(context, params).is_some())
        }
        _ => false,
    }
}

fn plain(context: &Context, def: &'static TypeDef) -> Type {
    context.ty(TypeKind::Declared { def, params: Box::default() })
}

/// `!llvm.ptr`, `!llvm.ptr<3>`.
pub fn pointer(context: &Context, address_space: u32) -> Type {
    Pointer::build(context).addressSpace(address_space).made()
}

/// The address space of a pointer type.
pub fn address_space(context: &Context, ty: Type) -> Option<u32> {
    Pointer::of(context, ty).map(|pointer| pointer.addressSpace())
}

/// `!llvm.array<4 x i32>`.
pub fn array(context: &Context, element: Type, length: u64) -> Type {
    Array::build(context, element, length).made()
}

/// The element type and the length of an array type.
pub fn array_parts(context: &Context, ty: Type) -> Option<(Type, u64)> {
    let array = Array::of(context, ty)?;
    Some((array.elementType(), array.numElements()))
}

/// `!llvm.func<i32 (ptr, ...)>`.
pub fn function(context: &Context, result: Type, parameters: &[Type], variadic: bool) -> Type {
    Function::build(context, result, parameters.to_vec(), variadic).made()
}

/// A decoded function type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionParts {
    /// The result type; `!llvm.void` if there is no result.
    pub result: Type,
    /// The parameter types.
    pub parameters: Vec<Type>,
    /// Whether it is variadic.
    pub variadic: bool,
}

/// Decodes a function type.
pub fn function_parts(context: &Context, ty: Type) -> Option<FunctionParts> {
    let ty = Function::of(context, ty)?;
    Some(FunctionParts { result: ty.returnType(), parameters: ty.params().collect(), variadic: ty.varArg() })
}

/// `!llvm.struct<(i32, ptr)>`.
pub fn struct_literal(context: &Context, fields: &[Type], packed: bool) -> Type {
    Struct::build(context).body(fields.to_vec()).packed(packed).made()
}

/// The struct named `name`, whose body the context knows or will [get](struct_set_body).
pub fn struct_identified(context: &Context, name: &str) -> Type {
    struct_identified_ident(context, context.ident(name))
}

/// The struct named `name`, whose body the context knows or will [get](struct_set_body).
pub fn struct_identified_ident(context: &Context, name: Ident) -> Type {
    Struct::build(context).name(name).made()
}

/// Sets the body of an identified struct. Returns false, and changes nothing, if it already has a different one.
pub fn struct_set_body(context: &Context, ty: Type, fields: &[Type], packed: bool) -> bool {
    context.set_struct_body(ty, StructBody { fields: Some(fields.into()), packed })
}

/// `!llvm.struct<"name", opaque>`. An existing body of this struct is kept.
pub fn struct_opaque(context: &Context, name: &str) -> Type {
    let ty = struct_identified(context, name);
    context.set_struct_body(ty, StructBody { fields: None, packed: false });
    ty
}

/// Whether a type is a struct.
pub fn is_struct(context: &Context, ty: Type) -> bool {
    ty.declared(context, &STRUCT).is_some()
}

/// The name of an identified struct.
pub fn struct_name(context: &Context, ty: Type) -> Option<Ident> {
    Struct::of(context, ty)?.name()
}

/// The fields of a struct type, and whether it is packed; `None` for an opaque struct and for other types.
pub fn struct_fields(context: &Context, ty: Type) -> Option<(Arc<[Type]>, bool)> {
    let view = Struct::of(context, ty)?;
    match view.name() {
        Some(_) => {
            let body = context.struct_body(ty)?;
            Some((body.fields.clone()?, body.packed))
        }
        None => Some((view.body().collect(), view.packed())),
    }
}

/// Whether a type is a struct without a body.
pub fn is_opaque_struct(context: &Context, ty: Type) -> bool {
    struct_name(context, ty).is_some() && struct_fields(context, ty).is_none()
}

/// `!llvm.target<"name", !llvm.ptr, 0>`.
pub fn target_extension(context: &Context, name: &str, type_params: &[Type], int_params: &[u32]) -> Type {
    let new = TargetExtension::build(context, context.ident(name));
    new.typeParams(type_params.to_vec()).intParams(int_params.to_vec()).made()
}

/// A decoded target extension type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetExtensionParts {
    /// The name.
    pub name: Ident,
    /// Parameters that are types.
    pub types: Vec<Type>,
    /// Parameters that are integers.
    pub ints: Vec<u32>,
}

/// Decodes a target extension type.
pub fn target_extension_parts(context: &Context, ty: Type) -> Option<TargetExtensionParts> {
    let ty = TargetExtension::of(context, ty)?;
    let (types, ints) = (ty.typeParams().collect(), ty.intParams().collect());
    Some(TargetExtensionParts { name: ty.extTypeName(), types, ints })
}

/// Whether a target extension type can be loaded and stored; `None` for other types.
pub fn supports_memory(context: &Context, ty: Type) -> Option<bool> {
    let name = context.str(TargetExtension::of(context, ty)?.extTypeName());
    Some(name.starts_with("spirv.") || name == "aarch64.svcount")
}

/// Whether globals can have a target extension type.
pub fn can_be_global(context: &Context, ty: Type) -> bool {
    let is_barrier = |name| context.str(name) == "amdgcn.named.barrier";
    has_zero(context, ty) || TargetExtension::of(context, ty).is_some_and(|ty| is_barrier(ty.extTypeName()))
}

/// Whether a target extension type has a zero value.
pub fn has_zero(context: &Context, ty: Type) -> bool {
    let is_spirv = |name| context.str(name).starts_with("spirv.");
    TargetExtension::of(context, ty).is_some_and(|ty| is_spirv(ty.extTypeName()))
}

/// `!llvm.void`.
pub fn void(context: &Context) -> Type {
    plain(context, &VOID)
}

/// `!llvm.token`.
pub fn token(context: &Context) -> Type {
    plain(context, &TOKEN)
}

/// `!llvm.label`.
pub fn label(context: &Context) -> Type {
    plain(context, &LABEL)
}

/// `!llvm.metadata`.
pub fn metadata(context: &Context) -> Type {
    plain(context, &METADATA)
}

/// `!llvm.x86_amx`.
pub fn x86_amx(context: &Context) -> Type {
    plain(context, &X86_AMX)
}

/// `!llvm.ppc_fp128`.
pub fn ppc_fp128(context: &Context) -> Type {
    plain(context, &PPC_FP128)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_what_types_were_made_of() {
        let c = Context::new(crate::DIALECTS);
        let ptr = pointer(&c, 3);
        assert_eq!(address_space(&c, ptr), Some(3));
        assert_ne!(ptr, pointer(&c, 0));
        assert_eq!(array_parts(&c, array(&c, ptr, 7)), Some((ptr, 7)));
        let parts = FunctionParts { result: void(&c), parameters: vec![ptr, c.common.i32], variadic: true };
        let func = function(&c, parts.result, &parts.parameters, parts.variadic);
        assert_eq!(function_parts(&c, func), Some(parts));
        let literal = struct_literal(&c, &[c.common.i8, ptr], true);
        let (fields, packed) = struct_fields(&c, literal).unwrap();
        assert_eq!((&*fields, packed), (&[c.common.i8, ptr][..], true));
        let target = target_extension(&c, "spirv.Image", &[ptr], &[1, 2]);
        let parts = target_extension_parts(&c, target).unwrap();
        assert_eq!((c.str(parts.name), parts.types, parts.ints), ("spirv.Image", vec![ptr], vec![1, 2]));
    }

    #[test]
    fn an_identified_struct_has_one_body() {
        let c = Context::new(crate::DIALECTS);
        let node = struct_identified(&c, "node");
        assert!(is_opaque_struct(&c, node));
        assert!(struct_set_body(&c, node, &[node, c.common.i32], false));
        assert!(struct_set_body(&c, node, &[node, c.common.i32], false));
        assert!(!struct_set_body(&c, node, &[], false));
        assert_eq!(struct_fields(&c, struct_identified(&c, "node")).unwrap().0[0], node);
    }
}

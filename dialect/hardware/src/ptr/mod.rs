//! The `ptr` dialect: pointers to memory spaces that other dialects declare. Source: MLIR's `PtrOps.td`, `PtrDialect.td`,
//! `PtrAttrDefs.td`.
//!
//! A pointer whose memory space is an address space of LLVM (`#llvm.address_space`, `#nvvm.memory_space`) is a pointer of LLVM.

mod operations;
mod translation;

use tern_dialect_llvm::types::{PointerLike, address_space_of_attribute};
use tern_export::extension::TranslatesTo;
use tern_mlir::asm::{ParseResult, Parser, Printer};
use tern_mlir::builtin::memref::MemRefElement;
use tern_mlir::declare::{
    AttrClass, AttrDef, Dialect, Param, ParamKind, attribute_defs, bit_enums, enums, type_defs,
};
use tern_mlir::{AttrKind, Attribute, Context, Type, TypeKind};

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: operations::OPERATIONS,
    attributes: ATTRIBUTES,
    types: TYPES,
    enums: ENUMS,
    interfaces: &[&TranslatesTo(&translation::Pointers)],
    ..Dialect::new("ptr")
};

enums! {
    /// Orderings of atomic accesses. LangRef: Atomic Memory Ordering Constraints.
    AtomicOrdering: 32 {
        NotAtomic = 0 => "not_atomic", Unordered = 1 => "unordered", Monotonic = 2 => "monotonic",
        Acquire = 3 => "acquire", Release = 4 => "release", AcqRel = 5 => "acq_rel", SeqCst = 6 => "seq_cst",
    }

    /// Assumptions about an addition to a pointer. LangRef: `getelementptr`.
    PtrAddFlags: 32 {
        None = 0 => "none", Nusw = 1 => "nusw", Nuw = 2 => "nuw", Inbounds = 3 => "inbounds",
    }
}

bit_enums! {
    /// Kinds of overflow in pointer subtraction that are assumed not to happen.
    PtrDiffFlags: "|", 8 {
        NONE = 0 => "none", NUW = 1 => "nuw", NSW = 2 => "nsw",
    }
}

attribute_defs! { "ptr";
    /// An address in bytes.
    ADDRESS = "address" {
        params: {
            value: required(ParamKind::Class(&AttrClass::Integer(ADDRESS_WIDTH))), r#type: required(ParamKind::Type),
        },
        parse: parse_address, print: print_address,
    }

    /// The memory space in which every access is valid.
    GENERIC_SPACE = "generic_space" {}

    /// The null pointer.
    NULL = "null" {
        params: { r#type: required(ParamKind::Type) },
        parse: parse_null, print: print_null,
    }

    /// The entry of a data layout for pointers, in bits.
    SPEC = "spec" {
        params: {
            size: required(ParamKind::Unsigned(32)), abi: required(ParamKind::Unsigned(32)),
            preferred: required(ParamKind::Unsigned(32)), index: default(ParamKind::Unsigned(32), "4294967295"),
        },
        format: "`<` struct(params) `>`",
        verify: verify_spec,
    }
}

type_defs! { "ptr";
    /// A pointer to a memory space.
    PTR as Pointer = "ptr" {
        params: { memorySpace: required(ParamKind::Attribute) },
        format: "`<` $memorySpace `>`",
        verify: |context, params| match params[0].as_attribute() {
            Some(space) if is_memory_space(context, space) => Ok(()),
            _ => Err("invalid kind of attribute specified".to_owned()),
        },
        interfaces: [MemRefElement, PointerLike(llvm_address_space)],
    }

    /// The metadata of a pointer-like value: everything but the address.
    PTR_METADATA = "ptr_metadata" {
        params: { r#type: required(ParamKind::Type) },
        format: "`<` $type `>`",
        verify: verify_metadata,
    }
}

/// A width that suffices for every address.
const ADDRESS_WIDTH: u32 = 128;

/// The value of an omitted index width in a [`SPEC`].
const NOT_GIVEN: u64 = u32::MAX as u64;

fn llvm_address_space(context: &Context, params: &[Param]) -> Option<u32> {
    address_space_of_attribute(context, params.first()?.as_attribute()?)
}

/// Whether an attribute is a memory space. MLIR: `MemorySpaceAttrInterface`.
fn is_memory_space(context: &Context, attribute: Attribute) -> bool {
    match attribute.kind(context) {
        // An attribute of an unknown dialect may be a memory space.
        AttrKind::Opaque { .. } => true,
        _ => {
            attribute.declared(context, &GENERIC_SPACE).is_some()
                || address_space_of_attribute(context, attribute).is_some()
        }
    }
}

/// The memory space of a pointer-like type; `None` for other types. MLIR: `PtrLikeTypeInterface`.
fn memory_space(context: &Context, ty: Type) -> Option<Option<Attribute>> {
    match ty.kind(context) {
        TypeKind::MemRef { memory_space, .. } | TypeKind::UnrankedMemRef { memory_space, .. } => {
            Some(*memory_space)
        }
        _ => Some(Some(Pointer::of(context, ty)?.memorySpace())),
    }
}

fn verify_metadata(context: &Context, params: &[Param]) -> Result<(), String> {
    match params[0].as_type() {
        Some(ty) if ty.declared(context, &PTR).is_some() => {
            Err("the ptr-like type has no metadata".to_owned())
        }
        Some(ty) if memory_space(context, ty).is_some() => Ok(()),
        _ => Err("invalid kind of type specified".to_owned()),
    }
}

fn verify_spec(_: &Context, params: &[Param]) -> Result<(), String> {
    let values: Vec<u64> = params.iter().filter_map(Param::as_u64).collect();
    let [_, abi, preferred, index] = values[..] else { return Ok(()) };
    for (name, value) in ["size", "abi", "preferred", "index"].into_iter().zip(&values) {
        if value % 8 != 0 && (name, index) != ("index", NOT_GIVEN) {
            return Err(format!("{name} entry must be divisible by 8"));
        }
    }
    match abi > preferred {
        true => Err("preferred alignment is expected to be at least as large as ABI alignment".to_owned()),
        false => Ok(()),
    }
}

/// Parses the type of a pointer attribute. It is also printed in `ptr.constant`.
fn parse_pointer(parser: &mut Parser<'_, '_>) -> ParseResult<Type> {
    if !parser.at(b':') {
        return Err(parser.error("expected a trailing type"));
    }
    parser.expect(b':')?;
    let start = parser.offset();
    let ty = parser.parse_type()?;
    match ty.declared(parser.context, &PTR) {
        Some(_) => Ok(ty),
        None => Err(parser.error_at(start, "invalid kind of type specified")),
    }
}

fn print_pointer(printer: &mut Printer<'_>, ty: &Param) {
    printer.text(" : ");
    if let Some(ty) = ty.as_type() {
        printer.print_type(ty);
    }
}

fn parse_null(parser: &mut Parser<'_, '_>, _: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    Ok([Param::Type(parse_pointer(parser)?)].into())
}

fn print_null(printer: &mut Printer<'_>, params: &[Param]) {
    print_pointer(printer, &params[0]);
}

fn parse_address(parser: &mut Parser<'_, '_>, _: &'static AttrDef) -> ParseResult<Box<[Param]>> {
    parser.expect(b'<')?;
    let width = Type::integer(parser.context, ADDRESS_WIDTH);
    if !parser.at_integer() && !parser.at(b'-') {
        return Err(parser.error("expected integer value"));
    }
    let value = parser.integer_of_type(width)?;
    parser.expect(b'>')?;
    let ty = parse_pointer(parser)?;
    Ok([Param::Attribute(value), Param::Type(ty)].into())
}

fn print_address(printer: &mut Printer<'_>, params: &[Param]) {
    printer.text("<");
    if let Some(value) = params[0].as_attribute() {
        printer.print_class_attribute(&AttrClass::Integer(ADDRESS_WIDTH), value);
    }
    printer.text(">");
    print_pointer(printer, &params[1]);
}

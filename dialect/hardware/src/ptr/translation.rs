//! The translation of `ptr` to LLVM IR.

use tern_export::Result;
use tern_export::extension::{AttributePlace, DialectTranslation, Translation};
use tern_llvm_ir as ir;
use tern_llvm_ir::TypeKind;
use tern_llvm_ir::instruction::{Alignment, Atomicity, BinaryOp, CastOp, Flags, Instruction, Ordering};
use tern_mlir::int::IntValue;
use tern_mlir::{AttrKind, Context, OpRef, Type};

use super::operations::{alignment, ordering};
use super::{
    ADDRESS, ADDRESS_WIDTH, AtomicOrdering, NULL, PTR, PtrAddFlags, PtrDiffFlags, llvm_address_space,
};

/// The translation of pointer types and of operations on them.
pub(super) struct Pointers;

impl DialectTranslation for Pointers {
    fn translates_attribute(&self, _: &str, _: AttributePlace) -> bool {
        false
    }

    fn ty(&self, context: &Context, module: &mut ir::Module, ty: Type) -> Option<ir::Type> {
        let space = llvm_address_space(context, ty.declared(context, &PTR)?)?;
        Some(module.types.intern(TypeKind::Pointer(space)))
    }

    fn operation(&self, t: &mut Translation<'_, '_, '_>) -> Result<()> {
        match t.op().name() {
            "ptr.constant" => constant(t),
            "ptr.gather" => masked(t, "llvm.masked.gather", &["ptrs", "mask", "passthrough"]),
            "ptr.load" => load(t),
            "ptr.masked_load" => masked(t, "llvm.masked.load", &["ptr", "mask", "passthrough"]),
            "ptr.masked_store" => masked(t, "llvm.masked.store", &["value", "ptr", "mask"]),
            "ptr.ptr_add" => add(t),
            "ptr.ptr_diff" => difference(t),
            "ptr.scatter" => masked(t, "llvm.masked.scatter", &["value", "ptrs", "mask"]),
            "ptr.store" => store(t),
            "ptr.type_offset" => type_offset(t),
            name => t.error(format!("Translation for operation '{name}' is not implemented.")),
        }
    }
}

/// The address space of a pointer or of a vector of pointers.
fn address_space(t: &mut Translation<'_, '_, '_>, ty: ir::Type) -> Option<u32> {
    let types = &t.module().types;
    match types.kind(types.scalar(ty)) {
        TypeKind::Pointer(space) => Some(*space),
        _ => None,
    }
}

/// The type with pointers replaced by integers of a width.
fn integers(t: &mut Translation<'_, '_, '_>, pointers: ir::Type, width: u32) -> ir::Type {
    let element = t.module().types.integer(width);
    match *t.module().types.kind(pointers) {
        TypeKind::Vector { len, scalable, .. } => {
            t.module().types.intern(TypeKind::Vector { len, scalable, element })
        }
        _ => element,
    }
}

fn constant(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (op, context) = (t.op(), t.context());
    let ty = t.result_type()?;
    let Some(value) = op.property("value") else { return t.error("requires attribute 'value'") };
    if value.declared(context, &NULL).is_some() {
        let null = t.zero(ty);
        return t.define(Some(null));
    }
    let number = value.declared(context, &ADDRESS).and_then(|params| params[0].as_attribute());
    let Some(AttrKind::Integer { value, .. }) = number.map(|number| number.kind(context)) else {
        return t.error("unsupported constant attribute type");
    };
    let space = address_space(t, ty).unwrap_or_default();
    let width = t.pointer_width(space);
    let number = value.to_bigint(ADDRESS_WIDTH);
    let fitting = IntValue::from_limbs(width, value.limbs().iter().copied());
    if fitting.to_bigint(width) != number && fitting.to_biguint() != value.to_biguint() {
        t.lose("bits of an address that do not fit a pointer");
    }
    let ty_of_number = Type::integer(context, width);
    let number = context.attr(AttrKind::Integer { ty: ty_of_number, value: fitting });
    let pointer = t.pointer_to(number, ty)?;
    t.define(Some(pointer))
}

/// The atomicity of a memory access.
fn atomicity(t: &mut Translation<'_, '_, '_>) -> Result<Atomicity> {
    let (op, context) = (t.op(), t.context());
    let Some(ordering) = ordering(op) else { return t.error("has an ordering that is none of `ptr`") };
    let ordering = match ordering {
        AtomicOrdering::NotAtomic => Ordering::NotAtomic,
        AtomicOrdering::Unordered => Ordering::Unordered,
        AtomicOrdering::Monotonic => Ordering::Monotonic,
        AtomicOrdering::Acquire => Ordering::Acquire,
        AtomicOrdering::Release => Ordering::Release,
        AtomicOrdering::AcqRel => Ordering::AcqRel,
        AtomicOrdering::SeqCst => Ordering::SeqCst,
    };
    let scope = op.property("syncscope").and_then(|scope| scope.as_str(context));
    let scope =
        scope.filter(|scope| !scope.is_empty()).map(|scope| t.module().strings.intern(scope.as_bytes()));
    Ok(Atomicity { ordering, scope })
}

fn is_volatile(op: OpRef<'_>) -> bool {
    op.property("volatile_") == Some(op.context.common.unit)
}

/// The alignment of an access: as given by the operation, else that of the type.
fn access_alignment(t: &mut Translation<'_, '_, '_>, ty: ir::Type) -> Alignment {
    let given = alignment(t.op()).and_then(|bytes| u64::try_from(bytes).ok());
    given.or_else(|| t.sizes().abi_alignment(ty)).and_then(Alignment::new).unwrap_or(Alignment::NONE)
}

fn load(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let address = t.operand("ptr")?;
    let ty = t.result_type()?;
    let atomicity = atomicity(t)?;
    let (alignment, volatile) = (access_alignment(t, ty), is_volatile(t.op()));
    let loaded = t.append(ty, Instruction::Load { address, alignment, volatile, atomicity });
    t.define(loaded)
}

fn store(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (value, address) = (t.operand("value")?, t.operand("ptr")?);
    let ty = t.type_of(value);
    let Atomicity { ordering, scope } = atomicity(t)?;
    let (alignment, volatile) = (access_alignment(t, ty), is_volatile(t.op()));
    let void = t.module().types.common.void;
    t.append(void, Instruction::Store { address, value, alignment, volatile, ordering, scope });
    Ok(())
}

/// Makes a masked access with an intrinsic; the alignment is an attribute of the pointer argument.
fn masked(t: &mut Translation<'_, '_, '_>, intrinsic: &str, groups: &[&str]) -> Result<()> {
    let args = groups.iter().map(|group| t.operand(group)).collect::<Result<Vec<_>>>()?;
    let pointer = groups.iter().position(|group| group.starts_with("ptr")).unwrap_or_default();
    let bytes = alignment(t.op()).and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(1);
    let result = t.intrinsic(intrinsic, args)?;
    t.align_argument(pointer, bytes);
    match t.op().result() {
        Some(_) => t.define(result),
        None => Ok(()),
    }
}

fn add(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (base, offset) = (t.operand("base")?, t.operand("offset")?);
    let ty = t.result_type()?;
    let i8 = t.module().types.common.i8;
    let flags = t.op().property_or_default("flags").and_then(|flags| flags.as_u64(t.context()));
    let flags = match flags.and_then(PtrAddFlags::from_value) {
        Some(PtrAddFlags::Nusw) => Flags::NUSW,
        Some(PtrAddFlags::Nuw) => Flags::NUW,
        Some(PtrAddFlags::Inbounds) => Flags::INBOUNDS | Flags::NUSW,
        Some(PtrAddFlags::None) => Flags::empty(),
        None => return t.error("has flags that are none of `ptr.ptr_add`"),
    };
    let pointer = t.element_pointer(ty, flags, i8, base, &[offset]);
    t.define(Some(pointer))
}

fn difference(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let (lhs, rhs) = (t.operand("lhs")?, t.operand("rhs")?);
    let (pointers, ty) = (t.type_of(lhs), t.result_type()?);
    let bits = t.op().property("flags").and_then(|flags| flags.as_u64(t.context())).unwrap_or_default();
    let Some(said) = PtrDiffFlags::from_bits(bits) else {
        return t.error("has flags that are none of `ptr.ptr_diff`");
    };
    let mut flags = Flags::empty();
    flags.set(Flags::NUW, said.contains(PtrDiffFlags::NUW));
    flags.set(Flags::NSW, said.contains(PtrDiffFlags::NSW));
    let space = address_space(t, pointers).unwrap_or_default();
    let width = t.index_width(space);
    let addresses = integers(t, pointers, width);
    let cast = |t: &mut Translation<'_, '_, '_>, value| {
        t.build(addresses, Instruction::Cast { op: CastOp::PtrToAddr, flags: Flags::empty(), value })
    };
    let (lhs, rhs) = (cast(t, lhs), cast(t, rhs));
    let difference = t.build(addresses, Instruction::Binary { op: BinaryOp::Sub, flags, lhs, rhs });
    let types = &t.module().types;
    let wanted = types.integer_width(types.scalar(ty)).unwrap_or(width);
    let op = if wanted < width { CastOp::Trunc } else { CastOp::SExt };
    let fitting = match wanted == width {
        true => difference,
        false => t.build(ty, Instruction::Cast { op, flags: Flags::empty(), value: difference }),
    };
    t.define(Some(fitting))
}

fn type_offset(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let context = t.context();
    let Some(ty) = t.op().property("elementType").and_then(|ty| ty.as_type(context)) else {
        return t.error("requires attribute 'elementType'");
    };
    let (ty, result) = (t.ty(ty)?, t.result_type()?);
    let Some(bytes) = t.sizes().allocated(ty) else { return t.error("has a type without a size") };
    let width = t.module().types.integer_width(result);
    match width {
        Some(width) => {
            let bytes = t.integer(width, bytes as i64);
            t.define(Some(bytes))
        }
        None => t.error("type without LLVM IR"),
    }
}

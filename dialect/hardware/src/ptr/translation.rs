//! The translation of `ptr` to LLVM IR.

use tern_export::Result;
use tern_export::extension::{AttributePlace, DialectTranslation, Missing, Translation};
use tern_llvm_ir as ir;
use tern_llvm_ir::TypeKind;
use tern_llvm_ir::instruction::{Alignment, Atomicity, BinaryOp, CastOp, Flags, Instruction, Ordering};
use tern_mlir::int::IntValue;
use tern_mlir::{AttrKind, Attribute, Context, Ident, Type};

use super::operations::{
    Constant, Gather, Load, MaskedLoad, MaskedStore, PtrAdd, PtrDiff, Scatter, Store, TypeOffset,
};
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
            Constant::NAME => constant(t),
            Gather::NAME => gather(t),
            Load::NAME => load(t),
            MaskedLoad::NAME => masked_load(t),
            MaskedStore::NAME => masked_store(t),
            PtrAdd::NAME => add(t),
            PtrDiff::NAME => difference(t),
            Scatter::NAME => scatter(t),
            Store::NAME => store(t),
            TypeOffset::NAME => type_offset(t),
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
    let context = t.context();
    let ty = t.result_type()?;
    let value = t.part(Constant(t.view()).value())?;
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
        t.count_loss("bits of an address that do not fit a pointer");
    }
    let ty_of_number = Type::integer(context, width);
    let number = context.attr(AttrKind::Integer { ty: ty_of_number, value: fitting });
    let pointer = t.pointer_to(number, ty)?;
    t.define(Some(pointer))
}

/// The atomicity of a memory access.
fn atomicity(
    t: &mut Translation<'_, '_, '_>,
    ordering: std::result::Result<AtomicOrdering, Missing>,
    scope: Option<Ident>,
) -> Result<Atomicity> {
    let context = t.context();
    let Ok(ordering) = ordering else { return t.error("has an ordering that is none of `ptr`") };
    let ordering = match ordering {
        AtomicOrdering::NotAtomic => Ordering::NotAtomic,
        AtomicOrdering::Unordered => Ordering::Unordered,
        AtomicOrdering::Monotonic => Ordering::Monotonic,
        AtomicOrdering::Acquire => Ordering::Acquire,
        AtomicOrdering::Release => Ordering::Release,
        AtomicOrdering::AcqRel => Ordering::AcqRel,
        AtomicOrdering::SeqCst => Ordering::SeqCst,
    };
    let scope = scope.map(|scope| context.bytes(scope)).filter(|scope| !scope.is_empty());
    let scope = scope.map(|scope| t.module().strings.intern(scope));
    Ok(Atomicity { ordering, scope })
}

/// The number of bytes in an attribute for an alignment.
fn bytes(t: &Translation<'_, '_, '_>, alignment: std::result::Result<Attribute, Missing>) -> Option<u64> {
    super::operations::alignment(t.context(), alignment.ok()?).and_then(|bytes| u64::try_from(bytes).ok())
}

/// The alignment of an access: as given by the operation, else that of the type.
fn access_alignment(t: &mut Translation<'_, '_, '_>, given: Option<u64>, ty: ir::Type) -> Alignment {
    given.or_else(|| t.sizes().abi_alignment(ty)).and_then(Alignment::new).unwrap_or(Alignment::NONE)
}

fn load(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let load = Load(t.view());
    let address = t.input(load.ptr())?;
    let ty = t.result_type()?;
    let atomicity = atomicity(t, load.ordering(), load.syncscope())?;
    let given = bytes(t, load.alignment());
    let (alignment, volatile) = (access_alignment(t, given, ty), load.volatile_() == Ok(true));
    let loaded = t.append(ty, Instruction::Load { address, alignment, volatile, atomicity });
    t.define(loaded)
}

fn store(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let store = Store(t.view());
    let (value, address) = (t.input(store.value())?, t.input(store.ptr())?);
    let ty = t.type_of(value);
    let atomicity = atomicity(t, store.ordering(), store.syncscope())?;
    let given = bytes(t, store.alignment());
    let (alignment, volatile) = (access_alignment(t, given, ty), store.volatile_() == Ok(true));
    let void = t.module().types.common.void;
    t.append(void, Instruction::Store { value, address, alignment, volatile, atomicity });
    Ok(())
}

fn gather(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let gather = Gather(t.view());
    let args = vec![t.input(gather.ptrs())?, t.input(gather.mask())?, t.input(gather.passthrough())?];
    let bytes = bytes(t, gather.alignment());
    let result = masked(t, "llvm.masked.gather", args, 0, bytes)?;
    t.define(result)
}

fn masked_load(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let load = MaskedLoad(t.view());
    let args = vec![t.input(load.ptr())?, t.input(load.mask())?, t.input(load.passthrough())?];
    let bytes = bytes(t, load.alignment());
    let result = masked(t, "llvm.masked.load", args, 0, bytes)?;
    t.define(result)
}

fn scatter(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let scatter = Scatter(t.view());
    let args = vec![t.input(scatter.value())?, t.input(scatter.ptrs())?, t.input(scatter.mask())?];
    let bytes = bytes(t, scatter.alignment());
    masked(t, "llvm.masked.scatter", args, 1, bytes)?;
    Ok(())
}

fn masked_store(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let store = MaskedStore(t.view());
    let args = vec![t.input(store.value())?, t.input(store.ptr())?, t.input(store.mask())?];
    let bytes = bytes(t, store.alignment());
    masked(t, "llvm.masked.store", args, 1, bytes)?;
    Ok(())
}

/// Makes a masked access with an intrinsic; the alignment is an attribute of the argument `pointer`.
fn masked(
    t: &mut Translation<'_, '_, '_>,
    intrinsic: &str,
    args: Vec<ir::Value>,
    pointer: usize,
    bytes: Option<u64>,
) -> Result<Option<ir::Value>> {
    let result = t.intrinsic(intrinsic, args)?;
    t.align_argument(pointer, bytes.unwrap_or(1));
    Ok(result)
}

fn add(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let addition = PtrAdd(t.view());
    let (base, offset) = (t.input(addition.base())?, t.input(addition.offset())?);
    let ty = t.result_type()?;
    let i8 = t.module().types.common.i8;
    let flags = match addition.flags() {
        Ok(PtrAddFlags::Nusw) => Flags::NUSW,
        Ok(PtrAddFlags::Nuw) => Flags::NUW,
        Ok(PtrAddFlags::Inbounds) => Flags::INBOUNDS | Flags::NUSW,
        Ok(PtrAddFlags::None) => Flags::empty(),
        Err(_) => return t.error("has flags that are none of `ptr.ptr_add`"),
    };
    let pointer = t.element_pointer(ty, flags, i8, base, &[offset]);
    t.define(Some(pointer))
}

fn difference(t: &mut Translation<'_, '_, '_>) -> Result<()> {
    let difference = PtrDiff(t.view());
    let (lhs, rhs) = (t.input(difference.lhs())?, t.input(difference.rhs())?);
    let (pointers, ty) = (t.type_of(lhs), t.result_type()?);
    let Ok(said) = difference.flags() else {
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
    let ty = t.part(TypeOffset(t.view()).elementType())?;
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

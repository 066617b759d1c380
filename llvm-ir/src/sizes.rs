//! Computes sizes and alignments of types under a data layout. Source: LangRef, Data Layout.

use std::cell::{Cell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::datalayout::DataLayout;
use crate::entity::Strings;
use crate::instruction::{Alignment, Instruction};
use crate::target_types::{self, TargetType};
use crate::types::{Type, TypeKind, Types};

/// The types of a module together with its data layout.
#[derive(Clone, Copy, Debug)]
pub struct Sizes<'a> {
    /// The strings of the module, for the names of target extension types.
    pub strings: &'a Strings,
    /// The types of the module.
    pub types: &'a Types,
    /// The parsed data layout.
    pub layout: &'a DataLayout,
}

/// LLVM's default alignments in bits, for entries missing in the layout: kind, size, ABI alignment, preferred alignment.
const DEFAULTS: &[(u8, u32, u32, u32)] = &[
    (b'i', 1, 8, 8),
    (b'i', 8, 8, 8),
    (b'i', 16, 16, 16),
    (b'i', 32, 32, 32),
    (b'i', 64, 32, 64),
    (b'f', 16, 16, 16),
    (b'f', 32, 32, 32),
    (b'f', 64, 64, 64),
    (b'f', 128, 128, 128),
    (b'v', 64, 64, 64),
    (b'v', 128, 128, 128),
    (b'a', 0, 0, 64),
];

/// Which of the two alignments is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Which {
    Abi,
    Preferred,
}

/// What is asked of a struct.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    Sized,
    Allocated,
    Alignment(Which),
}

/// The structs that were measured for one question about a type. Structs can hold each other in exponentially many ways; those of usual
/// types need not be remembered.
#[derive(Default)]
struct Measured {
    steps: Cell<u32>,
    structs: RefCell<FxHashMap<(Type, Question), Option<u64>>>,
}

impl Measured {
    fn get(&self, ty: Type, question: Question, measure: impl FnOnce() -> Option<u64>) -> Option<u64> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() < 64 {
            return measure();
        }
        if let Some(&known) = self.structs.borrow().get(&(ty, question)) {
            return known;
        }
        // A struct that holds itself has no size.
        self.structs.borrow_mut().insert((ty, question), None);
        let found = measure();
        self.structs.borrow_mut().insert((ty, question), found);
        found
    }
}

impl Sizes<'_> {
    /// The size in bits; `None` for types without one, such as functions, opaque structs and scalable vectors.
    pub fn bits(&self, ty: Type) -> Option<u64> {
        self.bits_with(ty, &Measured::default())
    }

    fn bits_with(&self, ty: Type, measured: &Measured) -> Option<u64> {
        Some(match self.types.kind(ty) {
            TypeKind::Integer(width) | TypeKind::Byte(width) => u64::from(*width),
            TypeKind::Pointer(space) | TypeKind::TypedPointer { space, .. } => {
                u64::from(self.layout.pointer_size(*space))
            }
            TypeKind::Vector { len, scalable: false, element } => {
                u64::from(*len).checked_mul(self.bits_with(*element, measured)?)?
            }
            TypeKind::X86Amx => 8192,
            TypeKind::Array { .. } | TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                self.allocated_with(ty, measured)?.checked_mul(8)?
            }
            TypeKind::TargetExt { .. } => self.bits_with(self.laid_out_as(ty)?, measured)?,
            _ => u64::from(self.types.float_width(ty)?),
        })
    }

    /// Whether values of the type have a size, so that they can be in memory. That of scalable vectors is a multiple of one that is
    /// known when the program runs; a struct has at most them, all of one type.
    pub fn is_sized(&self, ty: Type) -> bool {
        self.is_sized_with(ty, &Measured::default())
    }

    fn is_sized_with(&self, ty: Type, measured: &Measured) -> bool {
        match self.types.kind(ty) {
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::Function { .. } => false,
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => {
                self.is_sized_with(*element, measured)
            }
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let Some((fields, _)) = self.types.struct_fields(ty) else { return false };
                let is_scalable = |&field: &Type| self.is_scalable(field);
                let alike = || fields.windows(2).all(|pair| pair[0] == pair[1]);
                let is_sized = || {
                    (!fields.iter().any(is_scalable) || alike())
                        && fields.iter().all(|&field| self.is_sized_with(field, measured))
                };
                measured.get(ty, Question::Sized, || is_sized().then_some(0)).is_some()
            }
            TypeKind::TargetExt { .. } => {
                self.laid_out_as(ty).is_some_and(|ty| self.is_sized_with(ty, measured))
            }
            _ => true,
        }
    }

    /// The number of bytes that a store writes.
    pub fn stored(&self, ty: Type) -> Option<u64> {
        Some(self.bits(ty)?.div_ceil(8))
    }

    /// The distance in bytes between elements of an array.
    pub fn allocated(&self, ty: Type) -> Option<u64> {
        self.allocated_with(ty, &Measured::default())
    }

    fn allocated_with(&self, ty: Type, measured: &Measured) -> Option<u64> {
        let align = || self.alignment(ty, Which::Abi, measured);
        match self.types.kind(ty) {
            TypeKind::Array { len, element } => len.checked_mul(self.allocated_with(*element, measured)?),
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let count = self.types.struct_fields(ty)?.0.len();
                measured.get(ty, Question::Allocated, || {
                    self.struct_end(ty, count, measured)?.checked_next_multiple_of(align()?)
                })
            }
            _ => Some(self.bits_with(ty, measured)?.div_ceil(8).next_multiple_of(align()?)),
        }
    }

    /// The offset in bytes of a struct's field.
    pub fn field_offset(&self, ty: Type, index: usize) -> Option<u64> {
        let (fields, packed) = self.types.struct_fields(ty)?;
        let end = self.struct_end(ty, index, &Measured::default())?;
        let align = if packed { 1 } else { self.abi_alignment(*fields.get(index)?)? };
        Some(end.next_multiple_of(align))
    }

    /// The end of the first `count` fields of a struct, in bytes.
    fn struct_end(&self, ty: Type, count: usize, measured: &Measured) -> Option<u64> {
        let (fields, packed) = self.types.struct_fields(ty)?;
        let mut end = 0u64;
        for &field in fields.get(..count)? {
            let align = if packed { 1 } else { self.alignment(field, Which::Abi, measured)? };
            end = end.checked_next_multiple_of(align)?.checked_add(self.allocated_with(field, measured)?)?;
        }
        Some(end)
    }

    /// The ABI alignment in bytes.
    pub fn abi_alignment(&self, ty: Type) -> Option<u64> {
        self.alignment(ty, Which::Abi, &Measured::default())
    }

    /// The preferred alignment in bytes.
    pub fn preferred_alignment(&self, ty: Type) -> Option<u64> {
        self.alignment(ty, Which::Preferred, &Measured::default())
    }

    /// LLVM's implicit alignment in bytes for an instruction without one; `ty` is the type that is allocated or accessed.
    /// LangRef: `alloca`, `load`, `store`, `cmpxchg`, `atomicrmw`.
    pub fn implied_alignment(&self, inst: &Instruction, ty: Type) -> Option<u64> {
        match inst {
            Instruction::Alloca(_) => self.preferred_alignment(ty),
            Instruction::CmpXchg(_) | Instruction::AtomicRmw(_) => self.stored(ty),
            _ => self.abi_alignment(ty),
        }
    }

    /// Gives an instruction without an alignment the implied one; `ty` is the type that is allocated or accessed.
    pub fn write_implied_alignment(&self, inst: &mut Instruction, ty: Type) {
        let implied = self.implied_alignment(inst, ty).and_then(Alignment::new);
        if let (Some(alignment @ &mut Alignment::NONE), Some(implied)) = (inst.alignment_mut(), implied) {
            *alignment = implied;
        }
    }

    /// The type with the layout of a target extension type; `None` for types that cannot be in memory.
    fn laid_out_as(&self, ty: Type) -> Option<Type> {
        let TypeKind::TargetExt { name, types, integers } = self.types.kind(ty) else { return None };
        target_types::find(self.strings.get(*name)).laid_out_as(self.types, types, integers)
    }

    /// Whether the type is a scalable vector or laid out as one, or holds such a type.
    pub fn is_scalable(&self, ty: Type) -> bool {
        self.types.is_scalable(ty) || self.target_type_within(ty, TargetType::is_scalable)
    }

    /// Whether a type is, or contains, a target extension type for which a question holds.
    pub(crate) fn target_type_within(&self, ty: Type, holds: fn(&TargetType) -> bool) -> bool {
        let (mut work, mut seen) = (vec![ty], FxHashSet::default());
        while let Some(ty) = work.pop() {
            match self.types.kind(ty) {
                TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => work.push(*element),
                TypeKind::Struct { .. } | TypeKind::Identified(_) if seen.insert(ty) => {
                    work.extend(self.types.struct_fields(ty).map_or(&[][..], |(fields, _)| fields));
                }
                TypeKind::TargetExt { name, .. } if holds(target_types::find(self.strings.get(*name))) => {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn alignment(&self, ty: Type, which: Which, measured: &Measured) -> Option<u64> {
        let bits = match self.types.kind(ty) {
            TypeKind::Integer(width) | TypeKind::Byte(width) => self.integer_alignment(*width, which),
            TypeKind::Pointer(space) | TypeKind::TypedPointer { space, .. } => {
                self.pointer_alignment(*space, which)
            }
            TypeKind::Array { element, .. } => return self.alignment(*element, which, measured),
            TypeKind::Struct { .. } | TypeKind::Identified(_) => {
                let (fields, packed) = self.types.struct_fields(ty)?;
                if packed && which == Which::Abi {
                    return Some(1);
                }
                return measured.get(ty, Question::Alignment(which), || {
                    let mut align = u64::from(self.exact(b'a', 0, which).unwrap_or(0) / 8).max(1);
                    for &field in fields {
                        let of_field = if packed { 1 } else { self.alignment(field, Which::Abi, measured)? };
                        align = align.max(of_field);
                    }
                    Some(align)
                });
            }
            // Scalable vectors are aligned like fixed vectors of their minimum size.
            TypeKind::Vector { len, element, .. } => {
                let bits = u64::from(*len).checked_mul(self.bits(*element)?)?;
                match u32::try_from(bits).ok().and_then(|bits| self.exact(b'v', bits, which)) {
                    Some(bits) => bits,
                    None => return bits.div_ceil(8).checked_next_power_of_two(),
                }
            }
            TypeKind::X86Amx => 512,
            TypeKind::TargetExt { .. } => return self.alignment(self.laid_out_as(ty)?, which, measured),
            _ => {
                let width = self.types.float_width(ty)?;
                let natural = || width.div_ceil(8).next_power_of_two() * 8;
                self.exact(b'f', width, which).unwrap_or_else(natural)
            }
        };
        Some(u64::from(bits / 8).max(1))
    }

    /// The alignment in bits for exactly this kind and size, from the layout or the defaults.
    fn exact(&self, kind: u8, size: u32, which: Which) -> Option<u32> {
        let given = self.layout.specs.iter().rev().find(|spec| spec.kind == kind && spec.size == size);
        let given = given.map(|spec| (spec.abi, spec.preferred));
        let default = || DEFAULTS.iter().find(|default| (default.0, default.1) == (kind, size));
        let (abi, preferred) = given.or_else(|| default().map(|default| (default.2, default.3)))?;
        Some(if which == Which::Abi { abi } else { preferred })
    }

    /// An integer is aligned like the next wider one in the layout, or like the widest if there is none.
    fn integer_alignment(&self, width: u32, which: Which) -> u32 {
        let given = self.layout.specs.iter().filter(|spec| spec.kind == b'i').map(|spec| spec.size);
        let known: Vec<u32> =
            given.chain(DEFAULTS.iter().filter(|it| it.0 == b'i').map(|default| default.1)).collect();
        let wider = known.iter().copied().filter(|&size| size >= width).min();
        let size = wider.or_else(|| known.iter().copied().max());
        size.and_then(|size| self.exact(b'i', size, which)).unwrap_or(8)
    }

    fn pointer_alignment(&self, space: u32, which: Which) -> u32 {
        let given = |space| {
            let mut pointers = self.layout.specs.iter().rev();
            pointers.find(|spec| spec.kind == b'p' && spec.address_space == space)
        };
        let spec = given(space).or_else(|| given(0));
        spec.map_or(64, |spec| if which == Which::Abi { spec.abi } else { spec.preferred })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structs_are_laid_out() {
        let types = Types::default();
        let (i8, i32, ptr) = (types.integer(8), types.integer(32), types.pointer(0));
        let plain = types.intern(TypeKind::Struct { packed: false, fields: [i8, i32, i8, ptr, i8].into() });
        let packed = types.intern(TypeKind::Struct { packed: true, fields: [i8, i32, ptr].into() });
        let array = types.intern(TypeKind::Array { len: 3, element: plain });
        let i128 = types.integer(128);
        let vector = types.intern(TypeKind::Vector { len: 3, scalable: false, element: i32 });
        let layout = DataLayout::parse("e-i128:128");
        let sizes = Sizes { strings: &Strings::default(), types: &types, layout: &layout };
        assert_eq!(sizes.allocated(plain), Some(32));
        assert_eq!(sizes.field_offset(plain, 3), Some(16));
        assert_eq!((sizes.allocated(packed), sizes.abi_alignment(packed)), (Some(13), Some(1)));
        assert_eq!(sizes.field_offset(packed, 2), Some(5));
        assert_eq!(sizes.bits(array), Some(3 * 32 * 8));
        assert_eq!(sizes.abi_alignment(i128), Some(16));
        assert_eq!((sizes.stored(vector), sizes.allocated(vector)), (Some(12), Some(16)));
    }

    /// LLVM refuses such structs, and damaged texts have them.
    #[test]
    fn structs_within_themselves_have_no_size() {
        let mut types = Types::default();
        let ty = types.add_struct(crate::types::IdentifiedStruct { name: None, fields: None, packed: false });
        let TypeKind::Identified(id) = *types.kind(ty) else { panic!("it is identified") };
        types.structs[id].fields = Some([ty].into());
        let layout = DataLayout::parse("e");
        let sizes = Sizes { strings: &Strings::default(), types: &types, layout: &layout };
        assert!(!sizes.is_sized(ty));
        assert_eq!((sizes.allocated(ty), sizes.abi_alignment(ty)), (None, None));
    }

    #[test]
    fn what_the_layout_does_not_say_is_llvms_default() {
        let types = Types::default();
        let (i64, i24) = (types.integer(64), types.integer(24));
        let x87 = types.intern(TypeKind::X86Fp80);
        let layout = DataLayout::parse("");
        let sizes = Sizes { strings: &Strings::default(), types: &types, layout: &layout };
        assert_eq!((sizes.abi_alignment(i64), sizes.preferred_alignment(i64)), (Some(4), Some(8)));
        assert_eq!((sizes.abi_alignment(i24), sizes.allocated(i24)), (Some(4), Some(4)));
        assert_eq!((sizes.abi_alignment(x87), sizes.allocated(x87)), (Some(16), Some(16)));
        assert_eq!(sizes.bits(types.common.void), None);
    }

    #[test]
    fn target_extension_types_are_laid_out_as_others() {
        let (types, strings) = (Types::default(), Strings::default());
        let i8_vector = types.intern(TypeKind::Vector { len: 2, scalable: true, element: types.integer(8) });
        let all = [
            ("spirv.Event", vec![], vec![], (Some(64), Some(8))),
            ("spirv.Type", vec![], vec![1, 16, 32], (Some(128), Some(4))),
            ("spirv.Type", vec![], vec![1, 0, 0], (Some(32), Some(4))),
            ("spirv.Literal", vec![], vec![1], (None, None)),
            ("spirv.Padding", vec![], vec![3], (Some(24), Some(1))),
            ("dx.RawBuffer", vec![], vec![], (Some(64), Some(8))),
            ("aarch64.svcount", vec![], vec![], (None, Some(2))),
            ("riscv.vector.tuple", vec![i8_vector], vec![3], (None, Some(32))),
            ("amdgcn.named.barrier", vec![], vec![0], (Some(128), Some(16))),
            ("unheard.of", vec![], vec![], (None, None)),
        ];
        let layout = DataLayout::parse("");
        for (name, parameters, integers, expected) in all {
            let name_id = strings.intern(name.as_bytes());
            let kind =
                TypeKind::TargetExt { name: name_id, types: parameters.into(), integers: integers.into() };
            let ty = types.intern(kind);
            let sizes = Sizes { strings: &strings, types: &types, layout: &layout };
            assert_eq!((sizes.bits(ty), sizes.abi_alignment(ty)), expected, "{name}");
        }
    }
}

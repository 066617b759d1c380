//! Sizes and alignments of types in memory, as the data layout around a function says. MLIR: `DataLayout`.

use rustc_hash::FxHashMap;
use tern_dialect::dlti::{self, Key};
use tern_dialect::llvm::types::{address_space, array_parts, struct_fields};
use tern_dialect::{AttrKind, Attribute, Context, FloatKind, Type, TypeKind};

/// What a specification says; without one, the defaults of MLIR.
#[derive(Default)]
pub(super) struct Layout {
    /// By type: what its entry says, in bits.
    entries: FxHashMap<Type, Vec<u64>>,
    /// Integers that have an entry: width and alignment, both in bits, sorted.
    integers: Vec<(u64, u64)>,
    /// The alignment of the stack in bits; 0 where it is not known.
    pub(super) stack_alignment: u64,
}

/// The size of a pointer in bits, where nothing is said of it.
const POINTER: u64 = 64;

impl Layout {
    /// What `dlti.dl_spec` says.
    pub(super) fn of(context: &Context, spec: Attribute) -> Self {
        let mut layout = Self::default();
        for (key, value) in dlti::entries(context, spec) {
            match key {
                Key::Name("dlti.stack_alignment") => {
                    layout.stack_alignment = value.as_u64(context).unwrap_or_default();
                }
                Key::Name(_) => {}
                Key::Type(ty) => {
                    let numbers = numbers(context, value);
                    if let (Some(width), Some(&alignment)) = (ty.integer_width(context), numbers.first()) {
                        layout.integers.push((u64::from(width), alignment));
                    }
                    layout.entries.insert(ty, numbers);
                }
            }
        }
        layout.integers.sort_unstable();
        layout
    }

    /// The size in bytes.
    pub(super) fn size(&self, context: &Context, ty: Type) -> u64 {
        self.bits(context, ty).div_ceil(8)
    }

    fn bits(&self, context: &Context, ty: Type) -> u64 {
        if let Some((element, count)) = array_parts(context, ty) {
            let stride = align(self.size(context, element), self.alignment(context, element));
            return stride.saturating_mul(count).saturating_mul(8);
        }
        if let Some((fields, packed)) = struct_fields(context, ty) {
            let mut size = 0u64;
            for &field in fields.iter() {
                let alignment = if packed { 1 } else { self.alignment(context, field) };
                size = align(size, alignment).saturating_add(self.size(context, field));
            }
            return align(size, self.alignment(context, ty)).saturating_mul(8);
        }
        if address_space(context, ty).is_some() {
            return self.entry_of_pointer(context, ty, 0).unwrap_or(POINTER);
        }
        match ty.kind(context) {
            TypeKind::Index => self.entries.get(&ty).and_then(|entry| entry.first()).copied().unwrap_or(64),
            TypeKind::Integer { width, .. } => u64::from(*width),
            TypeKind::Float(kind) => bits_of_float(*kind),
            TypeKind::Complex(element) => {
                let stride = align(self.size(context, *element), self.alignment(context, *element));
                stride * 8 + self.bits(context, *element)
            }
            TypeKind::Vector { shape, element, .. } => {
                let sizes = || shape.iter().map(|&size| size.unsigned_abs());
                let last = sizes().next_back().unwrap_or(1).next_power_of_two();
                let outer = sizes().rev().skip(1).fold(1u64, u64::saturating_mul);
                outer.saturating_mul(last).saturating_mul(self.size(context, *element)).saturating_mul(8)
            }
            _ => 0,
        }
    }

    /// The least alignment in bytes.
    pub(super) fn alignment(&self, context: &Context, ty: Type) -> u64 {
        if let Some((element, _)) = array_parts(context, ty) {
            return self.alignment(context, element);
        }
        if let Some((fields, packed)) = struct_fields(context, ty) {
            let fields = fields.iter().map(|&field| self.alignment(context, field));
            return if packed { 1 } else { fields.max().unwrap_or(1) };
        }
        if address_space(context, ty).is_some() {
            return self.entry_of_pointer(context, ty, 1).unwrap_or(POINTER) / 8;
        }
        let entry = self.entries.get(&ty).and_then(|entry| entry.first()).map(|&bits| bits / 8);
        match ty.kind(context) {
            TypeKind::Integer { width, .. } => self.alignment_of_integer(u64::from(*width)),
            TypeKind::Index => self.alignment_of_integer(self.bits(context, ty)),
            TypeKind::Complex(element) => self.alignment(context, *element),
            _ => entry.unwrap_or_else(|| self.size(context, ty).next_power_of_two()),
        }
    }

    /// The alignment that is said of the next larger integer, or else of the largest one.
    fn alignment_of_integer(&self, width: u64) -> u64 {
        let larger = self.integers.iter().find(|(other, _)| *other >= width).or(self.integers.last());
        match larger {
            Some((_, alignment)) => alignment / 8,
            None if width < 64 => width.div_ceil(8).next_power_of_two(),
            None => 4,
        }
    }

    /// A number of the entry for pointers into the same address space, or else into the default one.
    fn entry_of_pointer(&self, context: &Context, ty: Type, index: usize) -> Option<u64> {
        let default = tern_dialect::llvm::types::pointer(context, 0);
        let entry = self.entries.get(&ty).or_else(|| self.entries.get(&default))?;
        entry.get(index).copied()
    }
}

fn align(size: u64, alignment: u64) -> u64 {
    size.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX)
}

fn bits_of_float(kind: FloatKind) -> u64 {
    u64::from(kind.width())
}

/// The elements of a vector of integers, or the one integer that there is.
fn numbers(context: &Context, value: Attribute) -> Vec<u64> {
    let AttrKind::DenseElements { ty, data, splat } = value.kind(context) else {
        return value.as_u64(context).into_iter().collect();
    };
    let Some((element, count)) = ty.elements(context) else { return Vec::new() };
    let bytes = element.integer_width(context).unwrap_or(64).div_ceil(8).max(1) as usize;
    let one = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |sum, &byte| (sum << 8) | u64::from(byte));
    let numbers: Vec<u64> = data.chunks(bytes).map(one).collect();
    match (splat, numbers.first()) {
        (true, Some(&first)) => vec![first; count],
        _ => numbers,
    }
}

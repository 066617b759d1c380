//! Sizes and alignments of types in memory, according to the data layout around a function. MLIR: `DataLayout`.

use rustc_hash::FxHashMap;
use tern_dialect_llvm::dlti::{self, Key};
use tern_dialect_llvm::types::{address_space, array_parts, struct_fields};
use tern_mlir::{AttrKind, Attribute, Context, Type, TypeKind};

use crate::conversion::dense_integers;

/// A data layout specification; the default is that of MLIR.
#[derive(Default)]
pub(super) struct Layout {
    /// The entries by type, in bits.
    entries: FxHashMap<Type, Vec<u64>>,
    /// The integers with an entry: width and alignment in bits, sorted.
    integers: Vec<(u64, u64)>,
    /// A cache of measured types; `None` for types that are being measured or have no size.
    known: FxHashMap<Type, Option<Measure>>,
    /// The alignment of the stack in bits; 0 if unknown.
    pub(super) stack_alignment: u64,
}

/// The deepest nesting of types that is measured.
const MAX_DEPTH: usize = 256;

/// The size of a type in bits, and its ABI alignment in bytes.
#[derive(Clone, Copy)]
pub(super) struct Measure {
    bits: u64,
    pub(super) alignment: u64,
}

impl Measure {
    /// The size in bytes, rounded up.
    pub(super) fn size(self) -> u64 {
        self.bits.div_ceil(8)
    }
}

/// The default size of a pointer in bits.
const POINTER: u64 = 64;

impl Layout {
    /// Reads the entries of `dlti.dl_spec`.
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

    /// The size and alignment of a type; `None` if it contains itself or nests too deeply.
    pub(super) fn measure(&mut self, context: &Context, ty: Type) -> Option<Measure> {
        self.measure_within(context, ty, MAX_DEPTH)
    }

    fn measure_within(&mut self, context: &Context, ty: Type, depth: usize) -> Option<Measure> {
        if let Some(&known) = self.known.get(&ty) {
            return known;
        }
        // Marks the type as in progress: a type that contains itself finds this entry.
        self.known.insert(ty, None);
        let depth = depth.checked_sub(1)?;
        let measure = if let Some((element, count)) = array_parts(context, ty) {
            let element = self.measure_within(context, element, depth)?;
            let stride = align(element.size(), element.alignment);
            Measure { bits: stride.saturating_mul(count).saturating_mul(8), alignment: element.alignment }
        } else if let Some((fields, packed)) = struct_fields(context, ty) {
            let (mut size, mut alignment) = (0u64, 1);
            for &field in fields.iter() {
                let field = self.measure_within(context, field, depth)?;
                let of_field = if packed { 1 } else { field.alignment };
                size = align(size, of_field).saturating_add(field.size());
                alignment = alignment.max(of_field);
            }
            Measure { bits: align(size, alignment).saturating_mul(8), alignment }
        } else if address_space(context, ty).is_some() {
            let entry = |index| self.entry_of_pointer(context, ty, index).unwrap_or(POINTER);
            Measure { bits: entry(0), alignment: entry(1) / 8 }
        } else {
            self.measure_builtin(context, ty, depth)?
        };
        self.known.insert(ty, Some(measure));
        Some(measure)
    }

    fn measure_builtin(&mut self, context: &Context, ty: Type, depth: usize) -> Option<Measure> {
        let entry = self.entries.get(&ty).and_then(|entry| entry.first()).copied();
        let measure = match ty.kind(context) {
            TypeKind::Index => {
                let bits = entry.unwrap_or(64);
                return Some(Measure { bits, alignment: self.alignment_of_integer(bits) });
            }
            TypeKind::Integer { width, .. } => {
                let bits = u64::from(*width);
                return Some(Measure { bits, alignment: self.alignment_of_integer(bits) });
            }
            TypeKind::Complex(element) => {
                let element = self.measure_within(context, *element, depth)?;
                let stride = align(element.size(), element.alignment).saturating_mul(8);
                return Some(Measure { bits: stride.saturating_add(element.bits), ..element });
            }
            TypeKind::Float(kind) => u64::from(kind.width()),
            TypeKind::Vector { shape, element, .. } => {
                let element = self.measure_within(context, *element, depth)?.size();
                let sizes = || shape.iter().map(|&size| size.unsigned_abs());
                let last = sizes().next_back().unwrap_or(1).next_power_of_two();
                let outer = sizes().rev().skip(1).fold(1u64, u64::saturating_mul);
                outer.saturating_mul(last).saturating_mul(element).saturating_mul(8)
            }
            _ => return None,
        };
        let natural = || measure.div_ceil(8).next_power_of_two();
        Some(Measure { bits: measure, alignment: entry.map_or_else(natural, |bits| bits / 8) })
    }

    /// The alignment of the next larger integer with an entry, or else of the largest.
    fn alignment_of_integer(&self, width: u64) -> u64 {
        let larger = self.integers.iter().find(|(other, _)| *other >= width).or(self.integers.last());
        match larger {
            Some((_, alignment)) => alignment / 8,
            None if width < 64 => width.div_ceil(8).next_power_of_two(),
            None => 4,
        }
    }

    /// A number in the entry for pointers of this address space, or else of the default one.
    fn entry_of_pointer(&self, context: &Context, ty: Type, index: usize) -> Option<u64> {
        let default = tern_dialect_llvm::types::pointer(context, 0);
        let entry = self.entries.get(&ty).or_else(|| self.entries.get(&default))?;
        entry.get(index).copied()
    }
}

fn align(size: u64, alignment: u64) -> u64 {
    size.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX)
}

/// The elements of an integer vector, or a single integer.
fn numbers(context: &Context, value: Attribute) -> Vec<u64> {
    match value.kind(context) {
        AttrKind::DenseElements { ty, .. } => match ty.elements(context) {
            Some((_, count)) => dense_integers(context, value, count),
            None => Vec::new(),
        },
        _ => value.as_u64(context).into_iter().collect(),
    }
}

//! The part of the data layout that conversions need: the widths of `index` and of pointers.
//!
//! Source: MLIR's "Data Layout Modeling" (`dlti.dl_spec`; the innermost entry for a type applies); LangRef: Data Layout (the
//! attribute `llvm.data_layout`).

use rustc_hash::FxHashMap;
use tern_dialect_llvm::dlti::{self, Key};
use tern_dialect_llvm::types::{address_space, pointer};
use tern_mlir::{AttrKind, Attribute, Context, OpRef, TypeKind};

/// The widths of `index` and of pointers.
#[derive(Clone, Debug)]
pub struct DataLayout {
    /// The width of `index` in bits.
    pub index_width: u32,
    pointer_widths: FxHashMap<u32, u32>,
    index_widths_of_pointers: FxHashMap<u32, u32>,
}

impl Default for DataLayout {
    fn default() -> Self {
        Self {
            index_width: 64,
            pointer_widths: FxHashMap::default(),
            index_widths_of_pointers: FxHashMap::default(),
        }
    }
}

impl DataLayout {
    /// The layout declared by `op`, usually a module.
    pub fn of(op: OpRef<'_>) -> Self {
        let mut layout = Self::default();
        if let Some(spec) = tern_dialect_llvm::dlti::spec_of(op) {
            layout.read_entries(op.context, spec);
        }
        if let Some(AttrKind::String { value, .. }) =
            op.attribute("llvm.data_layout").map(|text| text.kind(op.context))
        {
            layout.read_text(op.context.str(*value));
        }
        layout
    }

    /// Parses a layout string of LLVM, such as `e-p:32:32`.
    pub fn of_text(text: &str) -> Self {
        let mut layout = Self::default();
        layout.read_text(text);
        layout
    }

    /// The width in bits of pointers in an address space.
    pub fn pointer_width(&self, address_space: u32) -> u32 {
        let widths = &self.pointer_widths;
        widths.get(&address_space).or_else(|| widths.get(&0)).copied().unwrap_or(64)
    }

    /// The width in bits of the offsets that are added to pointers in an address space.
    pub fn pointer_index_width(&self, address_space: u32) -> u32 {
        let width = self.index_widths_of_pointers.get(&address_space).copied();
        width.unwrap_or_else(|| self.pointer_width(address_space))
    }

    fn read_entries(&mut self, context: &Context, spec: Attribute) {
        for (key, value) in dlti::entries(context, spec) {
            let Key::Type(ty) = key else { continue };
            if matches!(ty.kind(context), TypeKind::Index) {
                self.index_width = value.as_u64(context).map_or(self.index_width, |width| width as u32);
            } else if let Some(space) = address_space(context, ty) {
                debug_assert_eq!(ty, pointer(context, space));
                // Upstream takes pointer widths from LLVM's data layout string only.
                let numbers = dense_integers(context, value, 4);
                if let Some(&width) = numbers.get(3) {
                    self.index_widths_of_pointers.insert(space, width as u32);
                }
            }
        }
    }

    /// Parses an entry such as `p1:32:32:32:32`: size, alignments, index width.
    fn read_text(&mut self, text: &str) {
        for specification in text.split('-') {
            let Some(rest) = specification.strip_prefix('p') else { continue };
            let mut parts = rest.split(':');
            let Some(space) = parts.next() else { continue };
            let Ok(space) = (if space.is_empty() { Ok(0) } else { space.parse::<u32>() }) else { continue };
            let numbers: Vec<u32> = parts.filter_map(|part| part.parse().ok()).collect();
            if let Some(&width) = numbers.first() {
                self.pointer_widths.insert(space, width);
            }
            if let Some(&width) = numbers.get(3) {
                self.index_widths_of_pointers.insert(space, width);
            }
        }
    }
}

/// The integers in `dense<…> : vector<…xi64>`. A splat is expanded to `splat_count` of them.
pub(crate) fn dense_integers(context: &Context, value: Attribute, splat_count: usize) -> Vec<u64> {
    let AttrKind::DenseElements { ty, data, splat } = value.kind(context) else { return Vec::new() };
    let element = ty.element_or_self(context);
    let bytes = element.integer_width(context).unwrap_or(64).div_ceil(8).max(1) as usize;
    let one = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |sum, &byte| (sum << 8) | u64::from(byte));
    let numbers: Vec<u64> = data.chunks(bytes).map(one).collect();
    match (splat, numbers.first()) {
        (true, Some(&first)) => vec![first; splat_count],
        _ => numbers,
    }
}

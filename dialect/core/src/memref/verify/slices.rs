//! `OffsetSizeAndStrideOpInterface`: verifiers of lists of offsets, sizes and strides, each static or dynamic.

use tern_mlir::declare::View;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::Verifier;
use tern_mlir::{OpRef, Value};

use crate::memref::{ReinterpretCast, SubView};

/// The lists of an operation: offsets, sizes, strides.
pub(super) struct Slice<'a> {
    op: OpRef<'a>,
    /// The static numbers.
    pub(super) lists: [Vec<i64>; 3],
    /// The operands that give the dynamic numbers.
    dynamic: [&'a [Value]; 3],
}

impl<'a> Slice<'a> {
    /// The lists of `memref.reinterpret_cast`.
    pub(super) fn of_cast(op: ReinterpretCast<View<'a>>) -> Self {
        Self {
            op: *op.0,
            lists: [op.static_offsets(), op.static_sizes(), op.static_strides()],
            dynamic: [op.offsets(), op.sizes(), op.strides()],
        }
    }

    /// The lists of `memref.subview`.
    pub(super) fn of_subview(op: SubView<View<'a>>) -> Self {
        Self {
            op: *op.0,
            lists: [op.static_offsets(), op.static_sizes(), op.static_strides()],
            dynamic: [op.offsets(), op.sizes(), op.strides()],
        }
    }

    /// Checks the lists; `ranks` are their expected lengths. Returns whether they are valid.
    pub(super) fn verify(&self, verifier: &mut Verifier<'_>, ranks: [usize; 3]) -> bool {
        let problem = problem(&self.lists, self.dynamic, ranks);
        if let Some(problem) = &problem {
            verifier.error_plain(self.op, problem);
        }
        problem.is_none()
    }
}

/// The error in the lists; `ranks` are their expected lengths.
fn problem(lists: &[Vec<i64>; 3], values: [&[Value]; 3], ranks: [usize; 3]) -> Option<String> {
    let [offsets, sizes, strides] = lists;
    if offsets.len() != sizes.len() && !(offsets.len() == 1 && ranks[0] == 1) {
        return Some(format!(
            "expected mixed offsets rank to match mixed sizes rank ({} vs {}) so the rank of the result type is well-formed.",
            offsets.len(),
            sizes.len()
        ));
    }
    if sizes.len() != strides.len() {
        return Some(format!(
            "expected mixed sizes rank to match mixed strides rank ({} vs {}) so the rank of the result type is well-formed.",
            sizes.len(),
            strides.len()
        ));
    }
    let lists_with_values = lists.iter().zip(values);
    for (((list, values), name), wanted) in lists_with_values.zip(["offset", "size", "stride"]).zip(ranks) {
        if list.len() != wanted {
            return Some(format!("expected {wanted} {name} values, got {}", list.len()));
        }
        let dynamic = list.iter().filter(|&&number| number == DYNAMIC).count();
        if values.len() != dynamic {
            return Some(format!("expected {dynamic} dynamic {name} values"));
        }
    }
    for (list, name) in lists.iter().zip(["offsets", "sizes"]) {
        if let Some(number) = list.iter().find(|&&number| number < 0 && number != DYNAMIC) {
            return Some(format!("expected {name} to be non-negative, but got {number}"));
        }
    }
    None
}

/// The error if a slice is known to exceed the shape.
pub(crate) fn out_of_bounds(shape: &[i64], [offsets, sizes, strides]: &[Vec<i64>; 3]) -> Option<String> {
    for (dim, &bound) in shape.iter().enumerate() {
        let (offset, size, stride) = (offsets[dim], sizes[dim], strides[dim]);
        if bound == DYNAMIC || offset == DYNAMIC {
            continue;
        }
        if offset >= bound {
            return Some(format!("offset {dim} is out-of-bounds: {offset} >= {bound}"));
        }
        if size == DYNAMIC || stride == DYNAMIC {
            continue;
        }
        let last = offset.wrapping_add(size.wrapping_sub(1).wrapping_mul(stride));
        if last >= bound {
            return Some(format!("slice along dimension {dim} runs out-of-bounds: {last} >= {bound}"));
        }
    }
    None
}

//! `OffsetSizeAndStrideOpInterface`: verifiers of lists of offsets, sizes and strides, each static or dynamic.

use tern_mlir::OpRef;
use tern_mlir::types::DYNAMIC;
use tern_mlir::verify::Verifier;

/// The static lists of an operation: offsets, sizes, strides.
pub(crate) fn lists(op: OpRef<'_>) -> [Vec<i64>; 3] {
    ["static_offsets", "static_sizes", "static_strides"]
        .map(|name| op.property(name).and_then(|list| list.as_dense_i64(op.context)).unwrap_or_default())
}

/// The error in the lists; `ranks` are their expected lengths.
fn problem(op: OpRef<'_>, ranks: [usize; 3]) -> Option<String> {
    let lists = lists(op);
    let [offsets, sizes, strides] = &lists;
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
    for ((list, name), wanted) in lists.iter().zip(["offset", "size", "stride"]).zip(ranks) {
        if list.len() != wanted {
            return Some(format!("expected {wanted} {name} values, got {}", list.len()));
        }
        let dynamic = list.iter().filter(|&&number| number == DYNAMIC).count();
        if op.operand_group(&format!("{name}s")).len() != dynamic {
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

/// Checks the lists. Returns whether they are valid.
pub(crate) fn verify(verifier: &mut Verifier<'_>, op: OpRef<'_>, ranks: [usize; 3]) -> bool {
    match problem(op, ranks) {
        Some(problem) => {
            verifier.error_plain(op, problem);
            false
        }
        None => true,
    }
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

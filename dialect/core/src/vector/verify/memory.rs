//! Verifiers of loads and stores.

use tern_mlir::OpRef;
use tern_mlir::asm::type_to_string;
use tern_mlir::types::{Type, TypeKind};

use super::{Checked, ensure, required, verifiers};
use crate::vector::maps::is_memref_or_ranked_tensor;
use crate::vector::types::{VectorType, shaped, type_of, vector_of};

verifiers! {
    load = check_load;
    store = check_store;
    masked_load = check_masked_load;
    masked_store = check_masked_store;
    gather = check_gather;
    scatter = check_scatter;
    expand_load = check_expand_load;
    compress_store = check_compress_store;
    type_cast = check_type_cast;
}

fn base(op: OpRef<'_>) -> Result<(&[i64], Type), String> {
    required(shaped(op.context, required(type_of(op, "base"))?))
}

fn check_indices(op: OpRef<'_>, name: &str) -> Checked {
    let rank = base(op)?.0.len();
    ensure(op.operand_group(name).len() == rank, || format!("requires {rank} indices"))
}

fn check_element(op: OpRef<'_>, vector: &VectorType, what: &str) -> Checked {
    ensure(base(op)?.1 == vector.element, || format!("base and {what} element type should match"))
}

/// Checks that the access is contiguous: the last stride is 1, unless only one element is accessed.
fn check_stride(op: OpRef<'_>, vector: &VectorType) -> Checked {
    let ty = required(type_of(op, "base"))?;
    let strides = tern_mlir::builtin::memref::strides_and_offset(op.context, ty);
    let unit = strides.is_none_or(|form| form.strides.last().is_none_or(|&stride| stride == 1));
    ensure(unit || vector.count() == 1 && !vector.is_scalable(), || {
        "most minor memref dim must have unit stride".to_owned()
    })
}

fn check_load(op: OpRef<'_>) -> Checked {
    let vector = required(vector_of(op, "result"))?;
    let (shape, element) = base(op)?;
    ensure(shape.len() >= vector.rank(), || {
        "destination memref has lower rank than the result vector".to_owned()
    })?;
    check_stride(op, &vector)?;
    let element = match VectorType::of(op.context, element) {
        Some(of) => {
            ensure(of == vector, || "base memref and result vector types should match".to_owned())?;
            of.element
        }
        None => element,
    };
    ensure(element == vector.element, || "base and result element types should match".to_owned())?;
    check_indices(op, "indices")
}

fn check_store(op: OpRef<'_>) -> Checked {
    let vector = required(vector_of(op, "valueToStore"))?;
    let (shape, element) = base(op)?;
    ensure(shape.len() >= vector.rank(), || {
        "source memref has lower rank than the vector to store".to_owned()
    })?;
    check_stride(op, &vector)?;
    let element = match VectorType::of(op.context, element) {
        Some(of) => {
            ensure(of == vector, || "base memref and valueToStore vector types should match".to_owned())?;
            of.element
        }
        None => element,
    };
    ensure(element == vector.element, || "base and valueToStore element type should match".to_owned())?;
    check_indices(op, "indices")
}

fn check_passthru(op: OpRef<'_>, result: &VectorType) -> Checked {
    ensure(vector_of(op, "pass_thru").as_ref() == Some(result), || {
        "expected pass_thru of same type as result type".to_owned()
    })
}

fn check_masked_load(op: OpRef<'_>) -> Checked {
    let (result, mask) = (required(vector_of(op, "result"))?, required(vector_of(op, "mask"))?);
    check_element(op, &result, "result")?;
    check_indices(op, "indices")?;
    ensure(result.shape == mask.shape, || "expected result shape to match mask shape".to_owned())?;
    check_passthru(op, &result)
}

fn check_masked_store(op: OpRef<'_>) -> Checked {
    let (value, mask) = (required(vector_of(op, "valueToStore"))?, required(vector_of(op, "mask"))?);
    check_element(op, &value, "valueToStore")?;
    check_indices(op, "indices")?;
    ensure(value.shape == mask.shape, || "expected valueToStore shape to match mask shape".to_owned())
}

fn check_indexed(op: OpRef<'_>, vector: &VectorType, what: &str) -> Checked {
    ensure(is_memref_or_ranked_tensor(op.context, required(type_of(op, "base"))?), || {
        "requires base to be a memref or ranked tensor type".to_owned()
    })?;
    check_element(op, vector, what)?;
    check_indices(op, "offsets")?;
    let what = if what == "result" { "result" } else { "valueToStore" };
    for other in ["indices", "mask"] {
        ensure(required(vector_of(op, other))?.shape == vector.shape, || {
            format!("expected {what} dim to match {other} dim")
        })?;
    }
    Ok(())
}

fn check_gather(op: OpRef<'_>) -> Checked {
    let result = required(vector_of(op, "result"))?;
    check_indexed(op, &result, "result")?;
    check_passthru(op, &result)
}

fn check_scatter(op: OpRef<'_>) -> Checked {
    check_indexed(op, &required(vector_of(op, "valueToStore"))?, "valueToStore")
}

fn check_expand_load(op: OpRef<'_>) -> Checked {
    let (result, mask) = (required(vector_of(op, "result"))?, required(vector_of(op, "mask"))?);
    check_element(op, &result, "result")?;
    check_indices(op, "indices")?;
    ensure(result.shape.first() == mask.shape.first(), || {
        "expected result dim to match mask dim".to_owned()
    })?;
    check_passthru(op, &result)
}

fn check_compress_store(op: OpRef<'_>) -> Checked {
    let (value, mask) = (required(vector_of(op, "valueToStore"))?, required(vector_of(op, "mask"))?);
    check_element(op, &value, "valueToStore")?;
    check_indices(op, "indices")?;
    ensure(value.shape.first() == mask.shape.first(), || {
        "expected valueToStore dim to match mask dim".to_owned()
    })
}

fn check_type_cast(op: OpRef<'_>) -> Checked {
    let context = op.context;
    let (source, result) = (required(type_of(op, "memref"))?, required(type_of(op, "result"))?);
    let parts = |ty: Type| match ty.kind(context) {
        TypeKind::MemRef { shape, element, layout, memory_space } => {
            let vector = VectorType::of(context, *element);
            let mut shape = shape.to_vec();
            shape.extend(vector.iter().flat_map(|vector| vector.shape.iter().copied()));
            Some((shape, vector.map_or(*element, |vector| vector.element), *layout, *memory_space))
        }
        _ => None,
    };
    let (source_shape, source_element, source_layout, source_space) = required(parts(source))?;
    let (result_shape, result_element, result_layout, result_space) = required(parts(result))?;
    ensure(source_layout.is_none(), || "expects operand to be a memref with identity layout".to_owned())?;
    ensure(result_layout.is_none(), || "expects result to be a memref with identity layout".to_owned())?;
    ensure(source_space == result_space, || "expects result in same memory space".to_owned())?;
    let shown = || type_to_string(context, result);
    ensure(source_element == result_element, || {
        format!("expects result and operand with same underlying scalar type: '{}'", shown())
    })?;
    ensure(source_shape == result_shape, || {
        format!("expects concatenated result and operand shapes to be equal: '{}'", shown())
    })
}

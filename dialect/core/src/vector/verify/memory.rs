//! Verifiers of loads and stores.

use tern_mlir::asm::type_to_string;
use tern_mlir::declare::View;
use tern_mlir::types::{Type, TypeKind};
use tern_mlir::{OpRef, Value};

use super::{Checked, ensure, required, shape_of, vector, vector_of, verifiers};
use crate::vector::maps::is_memref_or_ranked_tensor;
use crate::vector::types::VectorType;
use crate::vector::{
    CompressStore, ExpandLoad, Gather, Load, MaskedLoad, MaskedStore, Scatter, Store, TypeCast,
};

verifiers! {
    load: Load = check_load;
    store: Store = check_store;
    masked_load: MaskedLoad = check_masked_load;
    masked_store: MaskedStore = check_masked_store;
    gather: Gather = check_gather;
    scatter: Scatter = check_scatter;
    expand_load: ExpandLoad = check_expand_load;
    compress_store: CompressStore = check_compress_store;
    type_cast: TypeCast = check_type_cast;
}

/// Memory, and the indices of the first element to access.
#[derive(Clone, Copy)]
struct Place<'a> {
    op: OpRef<'a>,
    base: Value,
    indices: &'a [Value],
}

fn check_indices(place: Place<'_>) -> Checked {
    let rank = shape_of(place.op, place.base)?.0.len();
    ensure(place.indices.len() == rank, || format!("requires {rank} indices"))
}

fn check_element(place: Place<'_>, vector: &VectorType, what: &str) -> Checked {
    let element = shape_of(place.op, place.base)?.1;
    ensure(element == vector.element, || format!("base and {what} element type should match"))
}

/// Checks that the access is contiguous: the last stride is 1, unless only one element is accessed.
fn check_stride(op: OpRef<'_>, base: Value, vector: &VectorType) -> Checked {
    let ty = op.type_of(base);
    let strides = tern_mlir::builtin::memref::strides_and_offset(op.context, ty);
    let unit = strides.is_none_or(|form| form.strides.last().is_none_or(|&stride| stride == 1));
    ensure(unit || vector.count() == 1 && !vector.is_scalable(), || {
        "most minor memref dim must have unit stride".to_owned()
    })
}

fn check_load(load: Load<View<'_>>) -> Checked {
    let (op, vector) = (*load.0, vector(*load.0, load.result())?);
    let (shape, element) = shape_of(op, load.base())?;
    ensure(shape.len() >= vector.rank(), || {
        "destination memref has lower rank than the result vector".to_owned()
    })?;
    check_stride(op, load.base(), &vector)?;
    let element = match VectorType::of(op.context, element) {
        Some(of) => {
            ensure(of == vector, || "base memref and result vector types should match".to_owned())?;
            of.element
        }
        None => element,
    };
    ensure(element == vector.element, || "base and result element types should match".to_owned())?;
    check_indices(Place { op, base: load.base(), indices: load.indices() })
}

fn check_store(store: Store<View<'_>>) -> Checked {
    let (op, vector) = (*store.0, vector(*store.0, store.valueToStore())?);
    let (shape, element) = shape_of(op, store.base())?;
    ensure(shape.len() >= vector.rank(), || {
        "source memref has lower rank than the vector to store".to_owned()
    })?;
    check_stride(op, store.base(), &vector)?;
    let element = match VectorType::of(op.context, element) {
        Some(of) => {
            ensure(of == vector, || "base memref and valueToStore vector types should match".to_owned())?;
            of.element
        }
        None => element,
    };
    ensure(element == vector.element, || "base and valueToStore element type should match".to_owned())?;
    check_indices(Place { op, base: store.base(), indices: store.indices() })
}

fn check_passthru(op: OpRef<'_>, passthru: Value, result: &VectorType) -> Checked {
    ensure(vector_of(op, passthru).as_ref() == Some(result), || {
        "expected pass_thru of same type as result type".to_owned()
    })
}

fn check_masked_load(load: MaskedLoad<View<'_>>) -> Checked {
    let op = *load.0;
    let (result, mask) = (vector(op, load.result())?, vector(op, load.mask())?);
    let place = Place { op, base: load.base(), indices: load.indices() };
    check_element(place, &result, "result")?;
    check_indices(place)?;
    ensure(result.shape == mask.shape, || "expected result shape to match mask shape".to_owned())?;
    check_passthru(op, load.pass_thru(), &result)
}

fn check_masked_store(store: MaskedStore<View<'_>>) -> Checked {
    let op = *store.0;
    let (value, mask) = (vector(op, store.valueToStore())?, vector(op, store.mask())?);
    let place = Place { op, base: store.base(), indices: store.indices() };
    check_element(place, &value, "valueToStore")?;
    check_indices(place)?;
    ensure(value.shape == mask.shape, || "expected valueToStore shape to match mask shape".to_owned())
}

/// Checks a gather or scatter of `accessed`, which messages call `what`.
fn check_indexed(
    place: Place<'_>,
    indices: Value,
    mask: Value,
    accessed: &VectorType,
    what: &str,
) -> Checked {
    let op = place.op;
    ensure(is_memref_or_ranked_tensor(op.context, op.type_of(place.base)), || {
        "requires base to be a memref or ranked tensor type".to_owned()
    })?;
    check_element(place, accessed, what)?;
    check_indices(place)?;
    for (other, value) in [("indices", indices), ("mask", mask)] {
        ensure(vector(op, value)?.shape == accessed.shape, || {
            format!("expected {what} dim to match {other} dim")
        })?;
    }
    Ok(())
}

fn check_gather(gather: Gather<View<'_>>) -> Checked {
    let (op, result) = (*gather.0, vector(*gather.0, gather.result())?);
    let place = Place { op, base: gather.base(), indices: gather.offsets() };
    check_indexed(place, gather.indices(), gather.mask(), &result, "result")?;
    check_passthru(op, gather.pass_thru(), &result)
}

fn check_scatter(scatter: Scatter<View<'_>>) -> Checked {
    let value = vector(*scatter.0, scatter.valueToStore())?;
    let place = Place { op: *scatter.0, base: scatter.base(), indices: scatter.offsets() };
    check_indexed(place, scatter.indices(), scatter.mask(), &value, "valueToStore")
}

fn check_expand_load(load: ExpandLoad<View<'_>>) -> Checked {
    let op = *load.0;
    let (result, mask) = (vector(op, load.result())?, vector(op, load.mask())?);
    let place = Place { op, base: load.base(), indices: load.indices() };
    check_element(place, &result, "result")?;
    check_indices(place)?;
    ensure(result.shape.first() == mask.shape.first(), || {
        "expected result dim to match mask dim".to_owned()
    })?;
    check_passthru(op, load.pass_thru(), &result)
}

fn check_compress_store(store: CompressStore<View<'_>>) -> Checked {
    let op = *store.0;
    let (value, mask) = (vector(op, store.valueToStore())?, vector(op, store.mask())?);
    let place = Place { op, base: store.base(), indices: store.indices() };
    check_element(place, &value, "valueToStore")?;
    check_indices(place)?;
    ensure(value.shape.first() == mask.shape.first(), || {
        "expected valueToStore dim to match mask dim".to_owned()
    })
}

fn check_type_cast(cast: TypeCast<View<'_>>) -> Checked {
    let context = cast.0.context;
    let (source, result) = (cast.0.type_of(cast.memref()), cast.0.type_of(cast.result()));
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

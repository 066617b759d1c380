//! `expand-strided-metadata`: lowers operations that change sizes, strides or offsets of memrefs to arithmetic on these and a
//! `memref.reinterpret_cast` of the buffer.

mod metadata;
mod views;

use tern_dialect_core::memref;
use tern_dialect_core::memref::types::Mixed;
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Attribute, Op, Type, Value};

use crate::greedy::{GreedyRewriter, rewrite_greedily};
use crate::pass::{Failed, Pass, PassDef, Target};

/// The declaration of the pass.
pub static EXPAND_STRIDED_METADATA: PassDef = PassDef {
    name: "expand-strided-metadata",
    summary: "Expand memref operations into easier to analyze constructs",
    anchor: None,
    options: &[],
    make: |_| Ok(Box::new(ExpandStridedMetadata)),
};

struct ExpandStridedMetadata;

impl Pass for ExpandStridedMetadata {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        rewrite_greedily(target.context, target.body, target.op, &|b, op| rewrite(b, op).is_some());
        Ok(())
    }
}

/// Rewrites an operation; `None` if no pattern matches.
fn rewrite(b: &mut GreedyRewriter<'_, '_>, op: Op) -> Option<()> {
    match b.op_ref(op).name() {
        memref::SubView::NAME | memref::ExpandShape::NAME | memref::CollapseShape::NAME => {
            views::expand(b, op)
        }
        memref::ExtractStridedMetadata::NAME => metadata::resolve(b, op),
        memref::ExtractAlignedPointerAsIndex::NAME => metadata::look_through_views(b, op),
        _ => None,
    }
}

/// The buffer, offset, sizes and strides of a memref.
struct Metadata {
    buffer: Value,
    offset: Mixed,
    sizes: Vec<Mixed>,
    strides: Vec<Mixed>,
}

impl Metadata {
    /// Extracts the metadata of `source` with `memref.extract_strided_metadata`.
    fn extract(b: &mut GreedyRewriter<'_, '_>, source: Value) -> Option<Self> {
        MemRefType::of(b.context(), b.type_of(source))?.strided_form(b.context())?;
        let op = b.create(memref::ExtractStridedMetadata::build(source));
        let made = memref::ExtractStridedMetadata::expect(b.op_ref(op));
        Some(Self {
            buffer: made.base_buffer(),
            offset: Mixed::Dynamic(made.offset()),
            sizes: made.sizes().map(Mixed::Dynamic).collect(),
            strides: made.strides().map(Mixed::Dynamic).collect(),
        })
    }

    /// The offset, sizes and strides as values; static ones become constants.
    fn values(&self, b: &mut GreedyRewriter<'_, '_>) -> Vec<Value> {
        let parts = std::iter::once(&self.offset).chain(&self.sizes).chain(&self.strides);
        let parts = parts.map(|&part| value(b, part)).collect();
        [vec![self.buffer], parts].concat()
    }

    /// Makes `memref.reinterpret_cast` of the buffer with this metadata.
    fn reinterpret(&self, b: &mut GreedyRewriter<'_, '_>, ty: Type) -> Value {
        let lists = [&[self.offset][..], &self.sizes, &self.strides];
        reinterpret_cast(b, self.buffer, lists, ty)
    }
}

/// Makes `memref.reinterpret_cast` with these offsets, sizes and strides.
pub(super) fn reinterpret_cast<'c>(
    b: &mut impl Builder<'c>,
    source: Value,
    lists: [&[Mixed]; 3],
    ty: Type,
) -> Value {
    let [offsets, sizes, strides] = lists.map(Lists::of);
    b.create_value(memref::ReinterpretCast::build(
        source,
        &offsets.values,
        &sizes.values,
        &strides.values,
        &offsets.numbers,
        &sizes.numbers,
        &strides.numbers,
        ty,
    ))
}

/// Makes `memref.subview` with these offsets, sizes and strides.
pub(super) fn subview<'c>(b: &mut impl Builder<'c>, source: Value, lists: [&[Mixed]; 3], ty: Type) -> Value {
    let [offsets, sizes, strides] = lists.map(Lists::of);
    b.create_value(memref::SubView::build(
        source,
        &offsets.values,
        &sizes.values,
        &strides.values,
        &offsets.numbers,
        &sizes.numbers,
        &strides.numbers,
        ty,
    ))
}

/// Static and dynamic numbers as operations hold them.
struct Lists {
    /// All numbers; `DYNAMIC` stands for the next value.
    numbers: Vec<i64>,
    values: Vec<Value>,
}

impl Lists {
    fn of(list: &[Mixed]) -> Self {
        let mut values = Vec::new();
        let numbers = list.iter().map(|&item| match item {
            Mixed::Static(number) => number,
            Mixed::Dynamic(value) => {
                values.push(value);
                DYNAMIC
            }
        });
        Self { numbers: numbers.collect(), values }
    }
}

/// A value for a static or dynamic number; a static one becomes a constant.
fn value(b: &mut GreedyRewriter<'_, '_>, part: Mixed) -> Value {
    match part {
        Mixed::Dynamic(value) => value,
        Mixed::Static(number) => {
            let index = b.context().common.index;
            let number = Attribute::integer(b.context(), index, number);
            b.arith_constant(index, number)
        }
    }
}

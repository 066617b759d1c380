//! `expand-strided-metadata`: lowers operations that change sizes, strides or offsets of memrefs to arithmetic on these and a
//! `memref.reinterpret_cast` of the buffer.

mod metadata;
mod views;

use tern_dialect_core::memref;
use tern_dialect_core::memref::types::Mixed;
use tern_mlir::{Attribute, Op, Type, Value};

use crate::conversion::Builder;
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
        let context = b.context();
        let (name, none) = (memref::ExtractStridedMetadata::NAME, Attribute::dictionary(context, []));
        let types = tern_dialect_core::memref::infer_strided_metadata(context, &[b.type_of(source)], none)?;
        let op = b.op(name, &[source], &types, &[]);
        let results: Vec<Value> = b.body().results(op).collect();
        let [buffer, offset, rest @ ..] = &*results else { return None };
        let dynamic = |values: &[Value]| values.iter().map(|&value| Mixed::Dynamic(value)).collect();
        let (sizes, strides) = rest.split_at(rest.len() / 2);
        let (sizes, strides) = (dynamic(sizes), dynamic(strides));
        Some(Self { buffer: *buffer, offset: Mixed::Dynamic(*offset), sizes, strides })
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
        sliced(b, memref::ReinterpretCast::NAME, self.buffer, lists, ty)
    }
}

/// Makes an operation with offsets, sizes and strides: `memref.subview` or `memref.reinterpret_cast`.
pub(super) fn sliced<'c>(
    b: &mut impl Builder<'c>,
    name: &'static str,
    source: Value,
    lists: [&[Mixed]; 3],
    ty: Type,
) -> Value {
    let context = b.context();
    let mut operands = vec![source];
    let mut segments = vec![1];
    let names = ["static_offsets", "static_sizes", "static_strides"];
    let mut properties: Vec<(&'static str, Attribute)> = Vec::new();
    for (list, name) in lists.into_iter().zip(names) {
        let before = operands.len();
        let numbers: Vec<i64> = list
            .iter()
            .map(|&item| match item {
                Mixed::Static(number) => number,
                Mixed::Dynamic(value) => {
                    operands.push(value);
                    tern_mlir::types::DYNAMIC
                }
            })
            .collect();
        segments.push((operands.len() - before) as i32);
        properties.push((name, Attribute::dense_i64(context, &numbers)));
    }
    properties.push(("operandSegmentSizes", Attribute::dense_i32(context, &segments)));
    b.value(name, &operands, ty, &properties)
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

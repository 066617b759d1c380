//! `expand-realloc`: expands `memref.realloc` to an allocation and a copy, which run if the memory is too small.

use tern_dialect_core::arith::CmpIPredicate;
use tern_dialect_core::memref::types::{Mixed, subview_type};
use tern_dialect_core::{memref, scf};
use tern_mlir::builtin::memref::MemRefType;
use tern_mlir::rewrite::Builder;
use tern_mlir::types::DYNAMIC;
use tern_mlir::{Block, Region, Value};

use super::lower_affine::{compare, constant};
use crate::conversion::{Adaptor, Legal, Legality, Patterns, Point, Rewrite, Rewriter, convert_partially};
use crate::options::{OptionDecl, OptionKind};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::passes::expand_strided_metadata::{reinterpret_cast, subview};

/// The declaration of the pass.
pub static EXPAND_REALLOC: PassDef = PassDef {
    name: "expand-realloc",
    summary: "Expand memref.realloc operations into its components",
    anchor: None,
    options: &[OptionDecl {
        name: "emit-deallocs",
        kind: OptionKind::Flag,
        default: "true",
        summary: "Emit deallocation operations for the original MemRef",
    }],
    make: |options| Ok(Box::new(ExpandRealloc { gives_back: options.flag("emit-deallocs") })),
};

struct ExpandRealloc {
    gives_back: bool,
}

impl Pass for ExpandRealloc {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let mut patterns = Patterns::untyped();
        patterns.on_untyped(
            &[memref::Realloc::NAME],
            match self.gives_back {
                true => |op, b| expand(op, b, true),
                false => |op, b| expand(op, b, false),
            },
        );
        let legality = ["arith", "memref", "scf"]
            .into_iter()
            .fold(Legality::new(), |legality, dialect| legality.dialect(dialect, Legal::Yes))
            .op(memref::Realloc::NAME, Legal::No);
        convert_partially(target, &legality, &patterns)
    }
}

/// A size as a value; a static size becomes a constant.
fn value(b: &mut Rewriter<'_, '_>, size: Mixed) -> Value {
    match size {
        Mixed::Static(size) => constant(b, size),
        Mixed::Dynamic(value) => value,
    }
}

fn expand(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>, gives_back: bool) -> Rewrite {
    let context = b.context();
    let realloc = memref::Realloc::expect(b.original(op));
    let (source, result) = (realloc.source(), b.type_of(realloc.result()));
    let (alignment, dynamic) = (realloc.alignment(), realloc.dynamicResultSize());
    let from = MemRefType::of(context, b.type_of(source)).ok_or("no memref")?;
    let to = MemRefType::of(context, result).ok_or("no memref")?;
    let (&[size], &[wanted]) = (from.shape, to.shape) else { return Err("one dimension is wanted".into()) };
    let index = context.common.index;
    let (current, size_value) = match size {
        DYNAMIC => {
            let zero = constant(b, 0);
            let size = b.create_value(memref::Dim::build(source, zero, index));
            (Mixed::Dynamic(size), size)
        }
        size => (Mixed::Static(size), constant(b, size)),
    };
    let wanted = match (wanted, dynamic) {
        (DYNAMIC, Some(size)) => Mixed::Dynamic(size),
        (DYNAMIC, None) => return Err("the size is missing".into()),
        (size, _) => Mixed::Static(size),
    };
    let wanted_value = value(b, wanted);
    let smaller = compare(b, CmpIPredicate::Ult, size_value, wanted_value);

    let back = b.at(Point::Before(op.op));
    let (then, then_region) = new_block(b);
    let (otherwise, else_region) = new_block(b);
    let made = b.create_with_regions(scf::If::build(smaller, &[result]), [then_region, else_region]);

    b.at(Point::End(then));
    let sizes: Vec<Value> = match wanted {
        Mixed::Dynamic(size) => vec![size],
        Mixed::Static(_) => Vec::new(),
    };
    let new = b.create_value(memref::Alloc::build(&sizes, &[], result).alignment(alignment));
    let part = subview_type(context, &to, &[0], &[size], &[1]).ok_or("the layout is not strided")?;
    let (none, one) = ([Mixed::Static(0)], [Mixed::Static(1)]);
    let part = subview(b, new, [&none, &[current], &one], part);
    b.create(memref::Copy::build(source, part));
    if gives_back {
        b.create(memref::Dealloc::build(source));
    }
    b.create(scf::Yield::build(&[new]));

    b.at(Point::End(otherwise));
    let same = reinterpret_cast(b, source, [&none, &[wanted], &one], result);
    b.create(scf::Yield::build(&[same]));
    b.back_to(back);
    let values: Vec<Value> = b.body().results(made).collect();
    b.replace(op.op, &values);
    Ok(())
}

fn new_block(b: &mut Rewriter<'_, '_>) -> (Block, Region) {
    let body = b.body_mut();
    let region = body.add_region();
    (body.add_block(region), region)
}

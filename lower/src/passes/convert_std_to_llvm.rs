//! `convert-std-to-llvm`: converts a whole program at once. The name comes from MLIR's documentation of 2019 to 2022, when
//! `arith`, `cf`, `func`, `memref` and others were one dialect, `std`; upstream no longer has such a pass.
//!
//! Structured operations are expanded first (`affine`, `scf`, views of memory), then everything is converted; an operation of
//! those dialects that is left is an error. Finally, casts that cancel are removed, and no terminator is left that names a
//! block with arguments twice.

use tern_dialect_core::func;
use tern_mlir::builtin;
use tern_mlir::{Attribute, NamedAttribute};

use super::{
    ALIGNED_ALLOC, BARE_POINTERS, CONVERT_SCF_TO_CF, EXPAND_REALLOC, EXPAND_STRIDED_METADATA, INDEX_BITWIDTH,
    LEGALIZE_FOR_EXPORT, LOWER_AFFINE, RECONCILE_UNREALIZED_CASTS, index_width,
};
use crate::conversion::{Legal, Legality, LowerOptions, Patterns, TypeConverter, convert_partially};
use crate::options::{OptionDecl, OptionKind, OptionValues};
use crate::pass::{Failed, Pass, PassDef, Target};
use crate::to_llvm;

/// The declaration of the pass.
pub static CONVERT_STD_TO_LLVM: PassDef = PassDef {
    name: "convert-std-to-llvm",
    summary: "Convert all dialects above LLVM's to it, as the documents of 2019 to 2022 have it",
    anchor: Some(builtin::ModuleOp::NAME),
    options: &[
        ALIGNED_ALLOC,
        BARE_POINTERS,
        OptionDecl {
            name: "emit-c-wrappers",
            kind: OptionKind::Flag,
            default: "false",
            summary: "Emit wrappers for C-compatible pointer-to-struct memref descriptors",
        },
        INDEX_BITWIDTH,
    ],
    make: |options| {
        Ok(Box::new(ConvertStdToLlvm {
            aligned_alloc: options.flag(ALIGNED_ALLOC.name),
            bare_pointers: options.flag(BARE_POINTERS.name),
            c_wrappers: options.flag("emit-c-wrappers"),
            index_width: index_width(options)?,
        }))
    },
};

/// The passes that expand structured operations. The second makes `affine.apply`, which the third lowers.
const BEFORE: [&PassDef; 4] = [&EXPAND_REALLOC, &EXPAND_STRIDED_METADATA, &LOWER_AFFINE, &CONVERT_SCF_TO_CF];

struct ConvertStdToLlvm {
    aligned_alloc: bool,
    bare_pointers: bool,
    c_wrappers: bool,
    index_width: u32,
}

impl Pass for ConvertStdToLlvm {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        target.all_or_nothing(|target| self.steps(target))
    }
}

impl ConvertStdToLlvm {
    fn steps(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        if self.c_wrappers {
            request_c_wrappers(target);
        }
        BEFORE.into_iter().try_for_each(|def| run(def, target))?;
        let mut options = LowerOptions::new(target.op(), self.index_width);
        options.bare_pointers = self.bare_pointers;
        options.aligned_alloc = self.aligned_alloc;
        let converter = TypeConverter::new(target.context, options);
        let mut patterns = Patterns::new(&converter);
        let mut legality = Legality::llvm();
        for (dialect, add_patterns) in to_llvm::all(target.context) {
            add_patterns(&mut patterns);
            legality = legality.dialect(dialect.namespace, Legal::No);
        }
        convert_partially(target, &legality, &patterns)?;
        run(&RECONCILE_UNREALIZED_CASTS, target)?;
        run(&LEGALIZE_FOR_EXPORT, target)
    }
}

/// Runs a pass with default options.
fn run(def: &'static PassDef, target: &mut Target<'_>) -> Result<(), Failed> {
    let pass = OptionValues::parse(def.options, "").and_then(|options| (def.make)(&options));
    match pass {
        Ok(pass) => pass.run(target),
        Err(message) => {
            let location = target.body.op_location(target.op);
            Err(target.error(location, format!("{}: {message}", def.name)))
        }
    }
}

/// Marks every function for a C wrapper.
fn request_c_wrappers(target: &mut Target<'_>) {
    let context = target.context;
    let function = context.op_name(func::Func::NAME);
    let request = NamedAttribute { name: context.ident("llvm.emit_c_interface"), value: context.common.unit };
    super::walk_bodies(target.body, target.op, &mut |body, ops| {
        for &op in ops {
            if body.op_name(op) == function {
                let before = body.attributes(op).as_dictionary(context).unwrap_or_default();
                let all = before.iter().copied().chain([request]).collect::<Vec<_>>();
                body.set_attributes(op, Attribute::dictionary(context, all));
            }
        }
    });
}

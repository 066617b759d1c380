//! Where importers differ. A [`Policy`] says by a few answers what an import makes of a construct where there is a choice; the
//! translation asks for the answer that it needs and never for the name of an importer. What exists only in an import as upstream
//! (its order of constants, its way of reading metadata, its messages) is in the folder `upstream`, and is called by the translation
//! from one place each, under the answer that decides it.
//!
//! Another importer (that of an older MLIR, for instance) is another value of [`Policy`].

mod unrepresentable;
mod upstream;

use tern_mlir::declare::OpDef;

use crate::{Compat, Options};

pub(crate) use upstream::{DebugInfo, is_unmodelled, walk_order};

/// What an import does where importers differ. Plain data, because the hot paths ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// What MLIR cannot represent is kept: in asides, in the table of metadata, and as operations of the dialect `tern`. Otherwise it is
    /// left out and counted as a loss, or an error if the program would not be the same without it.
    pub(crate) keeps_all: bool,
    /// Attributes, fields and operations of MLIR are used only for what export rebuilds exactly from them. Otherwise also where they
    /// hold a part of it, as MLIR's own importer reads it.
    pub(crate) exact: bool,
    /// What the verifier of the dialect `llvm` refuses gets another form. MLIR's own importer makes such operations too.
    pub(crate) satisfies_verifier: bool,
    /// The order in which values, constants and blocks are made.
    pub(crate) order: Order,
    /// Equal instructions become equal operations and cause no messages, so that one is translated and the others are copied from it,
    /// and functions may be imported in any order. Otherwise each use is translated anew, because it counts its losses.
    pub(crate) repeats: bool,
    /// The messages are those of MLIR's own importer, which warns of what it leaves out and stops at the first error.
    pub(crate) mlir_messages: bool,
    /// All operations have a location: at least the source file of the module, or the subprogram of the function. Otherwise only
    /// locations that hold debug information are written.
    pub(crate) source_locations: bool,
    /// Names and numbers for what has none in LLVM IR (structs, globals, addressed blocks) are those that MLIR's own importer gives, and
    /// names of structs are not escaped.
    pub(crate) mlir_names: bool,
    /// What LLVM IR leaves implicit is written: alignments of accesses, the data layout, memory effects of calls, empty lists.
    pub(crate) spells_implied: bool,
    /// Nested arrays of numbers, and zeros of them, are one attribute. Otherwise only what LLVM stores as packed data is.
    pub(crate) dense_aggregates: bool,
    /// Which operations stand for calls of intrinsics.
    pub(crate) intrinsics: Intrinsics,
}

/// The order in which values, constants and blocks are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// That of the module; constants on first use.
    Module,
    /// That in which MLIR's own importer walks over the module: reachable blocks only, in reverse post order; all constants that an
    /// instruction has, used or not, parts first; comdats as they are used; debug records after the values that they describe.
    Walk,
}

/// Which operations stand for calls of intrinsics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Intrinsics {
    /// Those of the dialect `llvm` from which export rebuilds exactly the call.
    Exact,
    /// The declared ones of all dialects that the context knows, for all calls that are nothing but a call.
    AllDialects,
    /// Those that MLIR's own importer makes, of the dialects `llvm` and `nvvm`.
    Mlir,
}

impl Policy {
    /// Loses nothing.
    const LOSSLESS: Self = Self {
        keeps_all: true,
        exact: true,
        satisfies_verifier: true,
        order: Order::Module,
        repeats: true,
        mlir_messages: false,
        source_locations: false,
        mlir_names: false,
        spells_implied: false,
        dense_aggregates: false,
        intrinsics: Intrinsics::Exact,
    };

    /// `mlir-translate --import-llvm` of MLIR 22.
    const UPSTREAM: Self = Self {
        keeps_all: false,
        exact: false,
        satisfies_verifier: false,
        order: Order::Walk,
        repeats: false,
        mlir_messages: true,
        source_locations: true,
        mlir_names: true,
        spells_implied: true,
        dense_aggregates: true,
        intrinsics: Intrinsics::Mlir,
    };

    /// The policy that the options ask for.
    pub(crate) fn of(options: Options) -> Self {
        match options.compat {
            Compat::Lossless if options.intrinsic_operations => {
                Self { intrinsics: Intrinsics::AllDialects, ..Self::LOSSLESS }
            }
            Compat::Lossless => Self::LOSSLESS,
            Compat::Upstream => Self::UPSTREAM,
        }
    }

    /// Whether functions can be imported by themselves, in any order, and dropped before others are imported.
    pub(crate) fn streams(&self) -> bool {
        self.repeats && self.intrinsics == Intrinsics::Exact
    }

    /// Whether MLIR's own order of visits is followed.
    #[inline]
    pub(crate) fn walks(&self) -> bool {
        self.order == Order::Walk
    }
}

impl Intrinsics {
    /// Whether an operation may stand for calls of its intrinsic.
    pub(crate) fn includes(self, def: &OpDef) -> bool {
        match self {
            Self::Exact => def.name.starts_with("llvm."),
            // Irregular ones are left to the interface of their dialect.
            Self::AllDialects => def.intrinsic.as_ref().is_some_and(|it| it.regular),
            Self::Mlir => ["llvm.", "nvvm."].iter().any(|dialect| def.name.starts_with(dialect)),
        }
    }
}

#[cfg(test)]
mod tests {
    use tern_mlir::Context;
    use tern_mlir::asm::{PrintOptions, print};

    use super::{Intrinsics, Order, Policy};
    use crate::state::Decisions;
    use crate::{Importer, Options};

    const SAMPLE: &[u8] = br#"
        %named = type { i32, [2 x i8] }
        %0 = type { ptr }
        $group = comdat any
        @0 = global i32 7, comdat($group)
        @zeros = global [2 x [3 x i16]] zeroinitializer, !dbg !30
        @expr = constant ptr getelementptr inrange(-4, 4) (i8, ptr @0, i64 4)
        @target = global ptr blockaddress(@f, %else)
        @struct = global %0 zeroinitializer
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @callee, ptr null }]
        declare void @callee(ptr "text" nofree) #0
        declare i32 @llvm.smax.i32(i32, i32)
        declare void @llvm.assume(i1)
        define i32 @f(i32 %x, i1 %c, ptr %p) personality ptr @callee !dbg !10 !prof !14 {
          #dbg_value(i32 %x, !12, !DIExpression(), !13)
          %m = call i32 @llvm.smax.i32(i32 %x, i32 1), !dbg !13
          call void @callee(ptr align 8 %p) #0 [ "tag"(i32 %x) ]
          call i32 @callee(i32 1)
          call void @llvm.assume(i1 %c) [ "align"(ptr %p, i64 8) ]
          %a = load i32, ptr %p, !tbaa !1, !noalias !5, !llvm.access.group !20
          %q = getelementptr %named, ptr %p, i32 0, i32 1, i32 %x
          br i1 %c, label %then, label %else, !prof !15
        then:
          %asm = call i32 asm sideeffect "nop", "=r,r"(i32 %a)
          br label %join
        else:
          %r = atomicrmw umax ptr %p, i128 1 seq_cst
          invoke void @callee(ptr %p) to label %join unwind label %pad
        pad:
          %l = landingpad { ptr, i32 } cleanup
          resume { ptr, i32 } %l
        join:
          %phi = phi i32 [ %m, %then ], [ 0, %else ]
          br i1 %c, label %join2, label %done, !llvm.loop !21
        join2:
          br label %done
        done:
          ret i32 %phi
        gone:
          ret i32 0
        }
        define void @g() personality ptr null {
          ret void
        }
        attributes #0 = { nounwind memory(read) "target-cpu"="x" "own" }
        !llvm.dbg.cu = !{!11}
        !llvm.ident = !{!16}
        !llvm.module.flags = !{!17}
        !own = !{!16}
        !1 = !{!2, !2, i64 0}
        !2 = !{!"int", !3, i64 0}
        !3 = !{!"root"}
        !5 = !{!6}
        !6 = distinct !{!6, !7}
        !7 = distinct !{!7, !"domain"}
        !10 = distinct !DISubprogram(name: "f", unit: !11, file: !18, type: !19, spFlags: DISPFlagDefinition)
        !11 = distinct !DICompileUnit(language: DW_LANG_C, file: !18)
        !12 = !DILocalVariable(name: "x", scope: !10, type: !29)
        !13 = !DILocation(line: 1, scope: !10)
        !14 = !{!"function_entry_count", i64 3}
        !15 = !{!"branch_weights", i32 1, i32 2}
        !16 = !{!"text"}
        !17 = !{i32 2, !"Debug Info Version", i32 3}
        !18 = !DIFile(filename: "f", directory: "")
        !19 = !DISubroutineType(types: !{})
        !20 = distinct !{}
        !21 = distinct !{!21, !13, !22}
        !22 = !{!"llvm.loop.unroll.disable"}
        !29 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
        !30 = !DIGlobalVariableExpression(var: !31, expr: !DIExpression())
        !31 = distinct !DIGlobalVariable(name: "zeros", scope: !11, file: !18, line: 1, type: !29)
    "#;

    /// Policies that differ from `base` in one answer.
    fn neighbors(base: Policy) -> [(&'static str, Policy); 10] {
        let order = if base.walks() { Order::Module } else { Order::Walk };
        [
            ("keeps_all", Policy { keeps_all: !base.keeps_all, ..base }),
            ("exact", Policy { exact: !base.exact, ..base }),
            ("satisfies_verifier", Policy { satisfies_verifier: !base.satisfies_verifier, ..base }),
            ("order", Policy { order, ..base }),
            ("mlir_messages", Policy { mlir_messages: !base.mlir_messages, ..base }),
            ("source_locations", Policy { source_locations: !base.source_locations, ..base }),
            ("mlir_names", Policy { mlir_names: !base.mlir_names, ..base }),
            ("spells_implied", Policy { spells_implied: !base.spells_implied, ..base }),
            ("dense_aggregates", Policy { dense_aggregates: !base.dense_aggregates, ..base }),
            ("intrinsics", Policy { intrinsics: Intrinsics::AllDialects, ..base }),
        ]
    }

    fn import(policy: Policy) -> String {
        let module = tern_llvm_ir::read(SAMPLE, "sample.ll").unwrap_or_else(|error| panic!("{error}"));
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let decided = Decisions::default();
        let mut importer = Importer::with(&context, &module, (Options::default(), policy), decided);
        importer.decide(None);
        match importer.module(&module.functions) {
            Ok(import) => {
                let printing = PrintOptions { debug_info: true, ..PrintOptions::default() };
                let text = print(&context, &import.module, &printing);
                format!("{}{:?}{:?}", String::from_utf8_lossy(&text), import.diagnostics, import.losses)
            }
            Err(errors) => format!("{errors:?}"),
        }
    }

    /// An importer is a value: every answer can be given by itself, makes a difference and does no harm.
    #[test]
    fn answers_are_independent() {
        for base in [Policy::LOSSLESS, Policy::UPSTREAM] {
            let usual = import(base);
            for (answer, policy) in neighbors(base) {
                assert_ne!(import(policy), usual, "{answer} of {base:?} makes no difference");
            }
        }
    }

    /// Whether instructions are copied or each is translated anew.
    #[test]
    fn repetition_makes_no_difference() {
        assert_eq!(import(Policy { repeats: false, ..Policy::LOSSLESS }), import(Policy::LOSSLESS));
    }
}

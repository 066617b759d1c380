//! `test-llvm-legalize-patterns`: converts `func`, `cf` and `arith` to `llvm`, with `i17` converted to two `i18`, to exercise
//! materializations. Source: MLIR's `test/lib/Dialect/LLVM/TestPatterns.cpp`.

use smallvec::smallvec;
use tern_lower::conversion::{
    Adaptor, Legal, Legality, LowerOptions, Patterns, Rewrite, Rewriter, TypeConverter, Values,
    convert_partially,
};
use tern_lower::{Failed, OptionDecl, OptionKind, Pass, PassDef, Target, arith, cf, func};
use tern_mlir::OpRef;
use tern_mlir::rewrite::Builder;

/// The declaration of the pass.
pub(super) static TEST_LLVM_LEGALIZE_PATTERNS: PassDef = PassDef {
    name: "test-llvm-legalize-patterns",
    summary: "Run LLVM dialect legalization patterns",
    anchor: None,
    options: &[OptionDecl {
        name: "allow-pattern-rollback",
        kind: OptionKind::Flag,
        default: "true",
        summary: "Of no effect: patterns that fail are always rolled back",
    }],
    make: |_| Ok(Box::new(TestLlvmLegalizePatterns)),
};

struct TestLlvmLegalizePatterns;

impl Pass for TestLlvmLegalizePatterns {
    fn run(&self, target: &mut Target<'_>) -> Result<(), Failed> {
        let context = target.context;
        let mut converter = TypeConverter::new(context, LowerOptions::default());
        converter.add_conversion_to_several(|converter, ty| {
            let i18 = tern_mlir::Type::integer(converter.context(), 18);
            (ty.integer_width(converter.context()) == Some(17)).then(|| Ok(smallvec![i18, i18]))
        });
        let mut patterns = Patterns::new(&converter);
        patterns.on(&["test.direct_replacement"], replace_directly);
        func::patterns(&mut patterns);
        cf::patterns(&mut patterns);
        arith::patterns(&mut patterns);
        let is_legal = |op: OpRef<'_>| match op.attribute("is_legal") {
            Some(_) => Legal::Yes,
            None => Legal::No,
        };
        let legality = Legality::new()
            .dialect("llvm", Legal::Yes)
            .op("test.legal_op", Legal::Yes)
            .op_if("func.func", is_legal);
        // Upstream's pass continues after an error.
        if convert_partially(target, &legality, &patterns).is_err() {
            let location = target.body.op_location(target.op);
            target.error(location, "applyPartialConversion failed");
        }
        Ok(())
    }
}

/// Replaces the single result by all the operands together.
fn replace_directly(op: Adaptor<'_>, b: &mut Rewriter<'_, '_>) -> Rewrite {
    if b.body().results(op.op).len() != 1 {
        return Err("there is not one result".into());
    }
    b.replace_by_several(op.op, [Values::from_slice(op.operands)]);
    Ok(())
}

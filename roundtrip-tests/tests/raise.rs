//! Tests of raising: lowered memrefs are recognized and restored, lowering them again gives the same LLVM IR, and code that
//! clang compiled from C is left alone.

use std::collections::HashMap;
use std::process::Command;

use proptest::collection::vec;
use proptest::prelude::*;
use tern_lower::{Pipeline, Registry};
use tern_mlir::asm::{self, ParseOptions, PrintOptions};
use tern_mlir::{Context, verify};
use tern_raise::Raised;
use tern_raise::report::{FunctionReport, Report};
use tern_roundtrip_tests::{oracle, samples};
use tern_testing::memref::element::{Element, Lane};
use tern_testing::memref::program::Type;
use tern_testing::memref::{Options, Program, generate, text};
use tern_testing::{choices, property};

/// Lowers MLIR's core dialects to LLVM IR.
fn lowered(source: &str, index_bits: u32) -> Result<String, String> {
    let pipeline = format!(
        "builtin.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-arith-to-llvm{{index-bitwidth={index_bits}}},\
         convert-complex-to-llvm,convert-cf-to-llvm{{index-bitwidth={index_bits}}},\
         finalize-memref-to-llvm{{index-bitwidth={index_bits}}},\
         convert-func-to-llvm{{index-bitwidth={index_bits}}},reconcile-unrealized-casts)"
    );
    exported(source, &pipeline)
}

/// Runs a pipeline on a module and exports it to LLVM IR.
fn exported(source: &str, pipeline: &str) -> Result<String, String> {
    let context = tern_dialect_core::context();
    let module = asm::parse(&context, "module.mlir", source.as_bytes(), &ParseOptions::default());
    let mut module = module.map_err(|found| format!("not read: {found:?}\n{source}"))?;
    let pipeline = Pipeline::parse(pipeline, &Registry::default()).map_err(|error| error.to_string())?;
    let ran = pipeline.run(&context, &mut module, true);
    if !ran.succeeded {
        return Err(format!("not lowered: {:?}\n{source}", ran.diagnostics));
    }
    let exported = tern_export::export(&context, &module).map_err(|found| format!("{found:?}"))?;
    Ok(String::from_utf8_lossy(&tern_llvm_ir::write(&exported.module)).into_owned())
}

/// Raises LLVM IR; returns the module as text.
fn raised(ir: &str) -> Result<(String, Report), String> {
    let module = tern_llvm_ir::read(ir.as_bytes(), "module.ll").map_err(|error| error.to_string())?;
    let context: Context = tern_dialect_core::context();
    let imported = tern_import::import(&context, &module).map_err(|found| format!("{found:?}"))?;
    let Raised { module, report } = tern_raise::raise(&context, &imported);
    let wrong = verify::verify(&context, &module);
    if !wrong.is_empty() {
        return Err(format!("not valid: {wrong:?}"));
    }
    let options = PrintOptions { for_mlir: true, ..PrintOptions::default() };
    Ok((String::from_utf8_lossy(&asm::print(&context, &module, &options)).into_owned(), report))
}

/// Raises LLVM IR and lowers it again.
fn there_and_back(ir: &str) -> Result<Report, String> {
    let (mlir, report) = raised(ir)?;
    let again = exported(&mlir, &tern_raise::check::pipeline(report.index_bits))?;
    match oracle::first_difference(&lines(ir), &lines(&again)) {
        None => Ok(report),
        Some(difference) => Err(format!("{difference}\n{mlir}")),
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn kernels_get_their_memrefs_back() {
    let wanted = [
        ("matmul", "a, b, c", vec!["memref<?x?xf64, strided<[?, ?], offset: ?>>"; 3], None),
        (
            "convolution",
            "image, filter",
            vec!["memref<?x?xi32, strided<[?, ?], offset: ?>>"; 2],
            Some("memref<?x?xi32, strided<[?, ?], offset: ?>>"),
        ),
        ("reduction", "values", vec!["memref<?xf32, strided<[?], offset: ?>>"], None),
    ];
    for (kernel, names, parameters, result) in wanted {
        let path = samples::root().join("examples/kernels").join(kernel).with_extension("mlir");
        let source = std::fs::read_to_string(path).expect("the example is there");
        let report = there_and_back(&lowered(&source, 64).expect("it is lowered")).expect(kernel);
        let [function] = &report.functions[..] else { panic!("{kernel}: {report:?}") };
        assert!(function.restored && function.wrapper.is_some(), "{kernel}: {function:?}");
        let found: Vec<_> =
            function.parameters.iter().map(|parameter| parameter.memref.as_deref().unwrap_or("")).collect();
        assert_eq!(found, parameters, "{kernel}: {names}");
        let found = function.results.first().and_then(|found| found.memref.as_deref());
        assert_eq!(found, result, "{kernel}");
    }
}

#[test]
fn what_clang_compiles_is_left_alone() {
    let folder = samples::root();
    let sources =
        ["examples/kernels/main.c", "testing/src/memref/runtime.c", "roundtrip-tests/tests/descriptors.c"];
    for source in sources {
        for level in ["-O0", "-O2"] {
            let mut clang = Command::new(oracle::tool("clang"));
            clang.args([level, "-S", "-emit-llvm", "-DINDEX=int64_t", "-o", "-"]).arg(folder.join(source));
            let output = clang.output().expect("clang is there");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let (_, report) = raised(&String::from_utf8_lossy(&output.stdout)).expect(source);
            assert_eq!(report.functions, [], "{source} {level}");
        }
    }
}

#[test]
fn modules_without_memrefs_stay_as_they_are() {
    for path in samples::llvm() {
        let source = std::fs::read_to_string(&path).unwrap_or_default();
        // Files that cannot be imported are tested elsewhere.
        let Ok((_, report)) = raised(&source) else { continue };
        assert_eq!(report.functions, [], "{}", path.display());
    }
}

/// The element type after raising: LLVM IR does not distinguish `index` from an integer.
fn element(element: Element, index_bits: u32) -> Element {
    match element {
        Element::INDEX => Element::Scalar(Lane::Int(index_bits)),
        element => element,
    }
}

/// The memref type after raising.
fn comes_back_as(ty: &Type, index_bits: u32) -> Option<String> {
    let memref = ty.as_memref()?;
    let element = element(memref.element, index_bits);
    if let Type::Unranked(_) = ty {
        return Some(format!("memref<*x{element}>"));
    }
    let open = vec!["?"; memref.rank()];
    let shape: String = open.iter().map(|open| format!("{open}x")).collect();
    Some(format!("memref<{shape}{element}, strided<[{}], offset: ?>>", open.join(", ")))
}

/// Compares the recognized memrefs of a function with its actual ones; returns whether all parameters were recognized.
fn compare(
    program: &Program,
    function: usize,
    found: Option<&FunctionReport>,
    bits: u32,
) -> Result<bool, String> {
    let function = &program.functions[function];
    let mut first = 0;
    let mut wanted = HashMap::new();
    for ty in function.parameter_types() {
        wanted.extend(comes_back_as(ty, bits).map(|ty| (first, ty)));
        first += match ty {
            Type::Element(_) => 1,
            Type::MemRef(memref) => 3 + 2 * memref.rank(),
            Type::Unranked(_) => 2,
        };
    }
    let Some(found) = found else { return Ok(wanted.is_empty()) };
    let mut count = 0;
    for parameter in &found.parameters {
        let Some(memref) = &parameter.memref else { continue };
        if wanted.get(&parameter.first) != Some(memref) {
            return Err(format!("{parameter:?} is none of {wanted:?}"));
        }
        count += 1;
    }
    let results: Vec<&Type> = function.result_types().collect();
    for result in &found.results {
        let Some(memref) = &result.memref else { continue };
        if comes_back_as(results[result.index], bits).as_ref() != Some(memref) {
            return Err(format!("{result:?} is not {:?}", results[result.index]));
        }
    }
    Ok(count == wanted.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: property::cases(48), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn programs_get_their_memrefs_back(
        mut data in vec(choices::strategy(), 1..4),
        bits in prop::sample::select(&[64, 32]),
    ) {
        let options = Options { bare: false, aligned: bits == 64 };
        let programs: Vec<Program> =
            data.iter_mut().map(|choices| generate(choices, options)).collect();
        let source = text::module(&programs);
        let fail = |why: String| TestCaseError::fail(format!("{why}\n{source}"));
        let ir = lowered(&source, bits).map_err(fail)?;
        let report = there_and_back(&ir).map_err(|why| fail(format!("{why}\n{ir}")))?;
        let by_name: HashMap<&str, &FunctionReport> =
            report.functions.iter().map(|function| (&*function.name, function)).collect();
        for (number, program) in programs.iter().enumerate() {
            // The copy of a returned unranked descriptor is not undone.
            let mut results = program.functions.iter().flat_map(|function| function.result_types());
            let mut known = !results.any(|ty| matches!(ty, Type::Unranked(_)));
            let mut not_restored = None;
            for index in 0..program.functions.len() {
                let found = by_name.get(&*text::name(number, index)).copied();
                let same = compare(program, index, found, bits);
                known &= same.map_err(|why| fail(format!("{why}\n{ir}")))?;
                not_restored = not_restored.or(found.filter(|found| !found.restored));
            }
            // If everything is known, everything must be restored.
            if let Some(found) = not_restored.filter(|_| known) {
                return Err(fail(format!("{found:?}\n{ir}")));
            }
        }
    }
}

//! Checks generated programs on memrefs against a model on plain vectors: they are lowered with each convention, exported, and
//! executed by `lli`; import must also reproduce the lowered module.
//!
//! `TERN_CASES` sets the number of programs for each convention, `TERN_SEED` the seed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use tern_lower::{Pipeline, Registry};
use tern_mlir::asm::{self, ParseOptions};
use tern_mlir::{Context, Module};
use tern_roundtrip_tests::oracle;
use tern_testing::Choices;
use tern_testing::memref::model::{self, Ran, Undefined};
use tern_testing::memref::{Convention, Options, Program, driver, generate, skeleton, text};
use tern_testing::property::{Property, halved};

/// The number of programs for each convention.
const CASES: u64 = 120;

/// The number of programs that are executed together.
const BATCH: usize = 60;

/// The pipeline down to `llvm` for a convention.
fn pipeline(convention: Convention) -> Pipeline {
    let bits = convention.index_bits();
    let bare = convention.is_bare();
    let text = format!(
        "builtin.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-arith-to-llvm{{index-bitwidth={bits}}},convert-complex-to-llvm,\
         convert-cf-to-llvm{{index-bitwidth={bits}}},finalize-memref-to-llvm{{index-bitwidth={bits}}},\
         convert-func-to-llvm{{index-bitwidth={bits} use-bare-ptr-memref-call-conv={bare}}},\
         reconcile-unrealized-casts)",
    );
    Pipeline::parse(&text, &Registry::default()).expect("it is a pipeline")
}

/// Lowers programs to `llvm` as one module.
fn lowered(programs: &[&Program], convention: Convention) -> Result<(Context, Module), String> {
    let source = text::module(programs.iter().copied());
    let context = tern_dialect_core::context();
    let module = asm::parse(&context, "programs.mlir", source.as_bytes(), &ParseOptions::default());
    let mut module = module.map_err(|found| format!("not read: {found:?}"))?;
    let ran = pipeline(convention).run(&context, &mut module, true);
    if !ran.succeeded {
        return Err(format!("not lowered: {:?}", ran.diagnostics));
    }
    Ok((context, module))
}

/// A temporary folder for the whole test run, with the runtime in it.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("runtime.c"), driver::RUNTIME).expect("it can be written to");
        folder
    });
    folder.path()
}

/// The runtime compiled to LLVM IR, with `index` of `bits` bits.
fn runtime(bits: u32) -> PathBuf {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let path = folder().join(format!("runtime{bits}.ll"));
    let _guard = ONE_AT_A_TIME.lock();
    if !path.exists() {
        let mut clang = Command::new(oracle::tool("clang"));
        clang.args(["-O1", "-S", "-emit-llvm", &format!("-DINDEX=int{bits}_t"), "-o"]).arg(&path);
        let output = clang.arg(folder().join("runtime.c")).output().expect("clang is there");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    path
}

/// Checks that importing the exported module reproduces the original.
fn comes_back(context: &Context, module: &Module, exported: &tern_llvm_ir::Module) -> Result<(), String> {
    let again = Context::new(tern_dialect_llvm::DIALECTS);
    let imported =
        tern_import::import(&again, exported).map_err(|found| format!("not imported: {found:?}"))?;
    let after: HashMap<_, _> = skeleton::functions(&again, &imported).into_iter().collect();
    for (name, before) in skeleton::functions(context, module) {
        let after = after.get(&name).map_or(&[][..], Vec::as_slice);
        if let Some(difference) = oracle::first_difference(&before, after) {
            return Err(format!("@{name} does not come back\n{difference}\n"));
        }
    }
    Ok(())
}

/// The output of the programs, and the error if execution failed.
fn executed(programs: &[&Program], convention: Convention) -> Result<(String, String), String> {
    let (context, module) = lowered(programs, convention)?;
    let exported =
        tern_export::export(&context, &module).map_err(|found| format!("not exported: {found:?}"))?;
    comes_back(&context, &module, &exported.module)?;
    // Batches are executed in parallel.
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let (code, main) = (folder().join(format!("{number}.ll")), folder().join(format!("{number}-driver.ll")));
    std::fs::write(&code, tern_llvm_ir::write(&exported.module)).expect("the folder can be written to");
    std::fs::write(&main, driver::driver(programs.iter().copied(), convention)).expect("the same");
    let extra = |path: &Path| format!("--extra-module={}", path.display());
    let mut lli = Command::new(oracle::tool("lli"));
    lli.args(["-O0", &extra(&code), &extra(&runtime(convention.index_bits()))]).arg(&main);
    let output = lli.output().expect("lli is there");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = match output.status.success() {
        true => String::new(),
        false => format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)),
    };
    Ok((printed, said))
}

/// Checks several programs; the error says what is wrong with any of them.
fn check_all(programs: &[(&Program, &Ran)], convention: Convention) -> Result<(), String> {
    let texts: Vec<&Program> = programs.iter().map(|(program, _)| *program).collect();
    let (printed, said) = executed(&texts, convention)?;
    let expected: String = programs
        .iter()
        .enumerate()
        .map(|(number, (program, ran))| driver::expected(program, number, ran, convention))
        .collect();
    if printed == expected && said.is_empty() {
        return Ok(());
    }
    Err(format!("--- the model\n{expected}--- the program\n{printed}{said}"))
}

/// The expected behaviour of a program; `None` if it is not defined.
fn modelled(program: &Program, convention: Convention) -> Option<Ran> {
    match model::run(program, convention.index_bits()) {
        Ok(ran) => Some(ran),
        Err(Undefined::NotFinite | Undefined::TooLong) => None,
        Err(Undefined::Wrong(why)) => panic!("the generator is wrong: {why}\n{}", text::module([program])),
    }
}

fn generated(case: &Choices, convention: Convention) -> Program {
    let aligned = convention.index_bits() == 64;
    generate(&mut case.clone(), Options { bare: convention.is_bare(), aligned })
}

fn programs_do_what_the_model_does(name: &'static str, convention: Convention) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    Property::new(name, &folder).cases(CASES).batches_of(BATCH).check_batches(|cases| {
        let programs: Vec<Program> = cases.iter().map(|case| generated(case, convention)).collect();
        let defined = programs.iter().filter(|program| modelled(program, convention).is_some()).count();
        assert!(cases.len() < BATCH || defined * 2 >= cases.len(), "most programs should be defined");
        halved(cases, &|cases| {
            let programs: Vec<Program> = cases.iter().map(|case| generated(case, convention)).collect();
            let ran = programs.iter().filter_map(|program| Some((program, modelled(program, convention)?)));
            let ran: Vec<(&Program, Ran)> = ran.collect();
            let batch: Vec<(&Program, &Ran)> = ran.iter().map(|(program, ran)| (*program, ran)).collect();
            check_all(&batch, convention)
                .map_err(|why| format!("{convention:?}\n{}{why}", text::module(&programs)))
        })
    });
}

#[test]
fn expanded_descriptors() {
    programs_do_what_the_model_does("expanded_descriptors", Convention::Descriptors);
}

#[test]
fn wrappers_for_c() {
    programs_do_what_the_model_does("wrappers_for_c", Convention::Interface(64));
}

#[test]
fn wrappers_for_c_with_32_bits_of_index() {
    programs_do_what_the_model_does("wrappers_for_c_with_32_bits_of_index", Convention::Interface(32));
}

#[test]
fn bare_pointers() {
    programs_do_what_the_model_does("bare_pointers", Convention::BarePointers);
}

//! Tests of `tern run`: functions and programs that are compiled just in time, with arrays from and to files.

#![cfg(feature = "llvm")]

use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use tern_roundtrip_tests::{command, oracle, samples};

/// Runs `tern run` with these arguments in a folder.
fn tern(folder: &Path, arguments: &[&str]) -> Output {
    static TERN: OnceLock<std::path::PathBuf> = OnceLock::new();
    let mut command = Command::new(TERN.get_or_init(command::built));
    command.current_dir(folder).arg("run").args(arguments).output().expect("tern can be started")
}

/// Its standard output; it must succeed.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = tern(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Its error message; it must fail.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = tern(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A `.npy` file as NumPy writes it.
fn write(path: &Path, sizes: &str, values: &[f64]) {
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({sizes}), }}");
    let header = format!("{header:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    std::fs::write(path, bytes).expect("the folder can be written to");
}

/// The header and the values of a `.npy` file.
fn read(path: &Path) -> (String, Vec<f64>) {
    let bytes = std::fs::read(path).expect("it was written");
    let (head, data) = bytes.split_at(10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]])));
    let values = data.chunks_exact(8).map(|value| f64::from_le_bytes(value.try_into().expect("eight bytes")));
    (String::from_utf8_lossy(head).into_owned(), values.collect())
}

/// A folder with 2 × 3 numbers in `a.npy`, 3 × 2 in `b.npy`.
fn matrices() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write(&folder.path().join("a.npy"), "2, 3", &[1., 2., 3., 4., 5., 6.]);
    write(&folder.path().join("b.npy"), "3, 2", &[1., 0., 0., 1., 2., 2.]);
    folder
}

fn example(name: &str) -> String {
    samples::root().join("examples").join(name).display().to_string()
}

/// A file with this content.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the folder can be written to");
    path.display().to_string()
}

#[test]
fn a_kernel_reads_and_writes_arrays() {
    let folder = matrices();
    let kernel = example("kernels/matmul.mlir");
    for options in [&["--lower"][..], &["--lower", "-O3"]] {
        let arguments =
            [options, &["--function", "matmul", &kernel, "a.npy", "b.npy", "2x2xf64:c.npy"]].concat();
        assert_eq!(printed(folder.path(), &arguments), "");
        let (head, values) = read(&folder.path().join("c.npy"));
        assert!(head.contains("'<f8'") && head.contains("(2, 2"), "{head}");
        assert_eq!(values, [7., 8., 16., 17.]);
    }
    // Runs C += A * B again: the array is read from one file and written to another.
    let again = ["--lower", "-f", "matmul", &kernel, "a.npy", "b.npy", "c.npy:d.npy"];
    printed(folder.path(), &again);
    assert_eq!(read(&folder.path().join("c.npy")).1, [7., 8., 16., 17.]);
    assert_eq!(read(&folder.path().join("d.npy")).1, [14., 16., 32., 34.]);
    assert!(
        said(folder.path(), &again[..6])
            .contains("`_mlir_ciface_matmul` has 3 parameters, the arguments are 2")
    );
    let wrong = ["-f", "matmul", &kernel, "a.npy"];
    assert!(said(folder.path(), &wrong).contains("error"), "what is not lowered cannot be run");
}

#[test]
fn memrefs_are_passed_by_every_convention() {
    let folder = matrices();
    let kernel = "func.func @last(%m: memref<?x?xf64>, %by: f64) -> f64 {
        %0 = arith.constant 0 : index
        %1 = arith.constant 1 : index
        %rows = memref.dim %m, %0 : memref<?x?xf64>
        %columns = memref.dim %m, %1 : memref<?x?xf64>
        %i = arith.subi %rows, %1 : index
        %j = arith.subi %columns, %1 : index
        %x = memref.load %m[%i, %j] : memref<?x?xf64>
        %y = arith.mulf %x, %by : f64
        return %y : f64
      }";
    let source = file(folder.path(), "last.mlir", kernel);
    let lowered = folder.path().join("last.ll");
    let tern = command::built();
    for (option, names) in
        [("--convert-std-to-llvm", false), ("--convert-std-to-llvm=emit-c-wrappers=true", true)]
    {
        let opt = Command::new(&tern).args(["opt", option, &source]).output().expect("tern can be started");
        let export = oracle::feed(Command::new(&tern).args(["export"]), &opt.stdout);
        std::fs::write(&lowered, &export.stdout).expect("the folder can be written to");
        assert_eq!(String::from_utf8_lossy(&export.stdout).contains("_mlir_ciface_last"), names);
        assert_eq!(printed(folder.path(), &["last.ll", "-f", "last", "a.npy", "0.5"]), "3.0\n");
    }
    // C code only gets the address of the data.
    let c = "define double @at(ptr %data, i64 %i) {
        %place = getelementptr double, ptr %data, i64 %i
        %x = load double, ptr %place
        ret double %x
      }";
    let source = file(folder.path(), "at.ll", c);
    assert_eq!(printed(folder.path(), &[&source, "-f", "at", "b.npy", "4"]), "2.0\n");
}

#[test]
fn memrefs_that_are_returned_go_to_files() {
    let folder = matrices();
    let kernel = "func.func @both(%n: index, %x: f64) -> (memref<?x2xf64>, memref<f64>) {
        %0 = arith.constant 0 : index
        %1 = arith.constant 1 : index
        %m = memref.alloc(%n) : memref<?x2xf64>
        scf.for %i = %0 to %n step %1 {
          memref.store %x, %m[%i, %0] : memref<?x2xf64>
          memref.store %x, %m[%i, %1] : memref<?x2xf64>
        }
        %s = memref.alloc() : memref<f64>
        memref.store %x, %s[] : memref<f64>
        return %m, %s : memref<?x2xf64>, memref<f64>
      }";
    let source = file(folder.path(), "both.mlir", kernel);
    let call =
        ["--lower", "-f", "both", "--result", "?x2xf64:m.npy", "--result", "f64:s.npy", &source, "3", "1.25"];
    printed(folder.path(), &call);
    let (head, values) = read(&folder.path().join("m.npy"));
    assert!(head.contains("(3, 2"), "{head}");
    assert_eq!(values, [1.25; 6]);
    assert_eq!(read(&folder.path().join("s.npy")).1, [1.25]);
    let wrong =
        ["--lower", "-f", "both", "--result", "4x2xf64:m.npy", "--result", "f64:s.npy", &source, "3", "1"];
    assert!(said(folder.path(), &wrong).contains("is of sizes [3, 2]"));
}

/// Compiles to the file `to` with clang.
fn clang(arguments: &[&str], to: &Path) {
    let status = Command::new(oracle::tool("clang")).args(arguments).arg("-o").arg(to).status();
    assert!(status.is_ok_and(|status| status.success()), "clang {arguments:?}");
}

#[test]
fn programs_run_from_main() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(printed(folder.path(), &[&example("hello.mlir")]), "Hello, world!\n");
    assert_eq!(printed(folder.path(), &[&example("factorial.mlir"), "-f", "factorial", "10"]), "3628800\n");
    let main = "int printf(const char *, ...);
      int main(int count, char **arguments) {
        for (int i = 1; i < count; ++i) printf(\"%s \", arguments[i]);
        return count;
      }";
    let source = file(folder.path(), "main.c", main);
    let bitcode = folder.path().join("main.bc");
    clang(&["-c", "-emit-llvm", &source], &bitcode);
    let output = tern(folder.path(), &["main.bc", "one", "-two"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "one -two ");
    assert_eq!(output.status.code(), Some(3));
    assert!(said(folder.path(), &[&example("sum.ll")]).contains("`main` is no function of this module"));
}

/// Exceptions, destructors of static and thread-local objects, constructors, atomics: as in a program compiled ahead of time.
#[test]
fn samples_do_what_they_do_when_they_are_linked() {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = samples::root().join("roundtrip-tests/samples");
    for name in
        ["atomics.c", "control.c", "floats.c", "varargs.c", "coroutines.cpp", "exceptions.cpp", "objects.cpp"]
    {
        let (program, text) = (folder.path().join("program"), folder.path().join("program.ll"));
        let standard = if name.ends_with("cpp") { "-std=c++20" } else { "-std=c23" };
        let source = sources.join(name);
        let source = source.to_str().expect("a path that is text");
        clang(&["-O1", standard, source, "-lstdc++", "-lm"], &program);
        clang(&["-S", "-emit-llvm", "-O1", standard, source], &text);
        let linked = Command::new(&program).output().expect("it was linked");
        let ran = tern(folder.path(), &["program.ll"]);
        assert_eq!((ran.status, &ran.stdout), (linked.status, &linked.stdout), "{name}: {ran:?}");
    }
}

#[test]
fn libraries_are_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = file(folder.path(), "library.c", "int twice(int x) { return 2 * x; }\n");
    let shared = folder.path().join("library.so");
    clang(&["-shared", "-fPIC", &library], &shared);
    let source =
        "declare i32 @twice(i32)\ndefine i32 @f(i32 %x) {\n  %y = call i32 @twice(i32 %x)\n  ret i32 %y\n}\n";
    file(folder.path(), "f.ll", source);
    assert_eq!(printed(folder.path(), &["f.ll", "-f", "f", "--load", "./library.so", "21"]), "42\n");
    assert!(said(folder.path(), &["f.ll", "-f", "f", "21"]).contains("twice"));
    assert!(said(folder.path(), &["f.ll", "-f", "f", "--load", "no.so", "21"]).contains("no.so"));
}

//! What is written for older versions of LLVM does what it did: each expansion of an intrinsic or atomic operation is executed by `lli`, on
//! values at the limits, and compared with what LLVM 22 makes of the original. Text with typed pointers is read by Tern for that.

use std::fmt::Write as _;

use tern_llvm_ir::versions::{LlvmVersion, downgrade};
use tern_llvm_ir::writer::try_write_for;
use tern_roundtrip_tests::oracle;

/// Values of a type, at its limits and between.
fn values(ty: &str) -> &'static [&'static str] {
    match ty {
        "i1" => &["0", "1"],
        "i8" => &["0", "1", "-1", "127", "-128", "77", "-3"],
        "i32" => &["0", "1", "-1", "2147483647", "-2147483648", "12345", "33"],
        "i64" => &["0", "-1", "9223372036854775807", "-9223372036854775808", "65"],
        "<2 x i16>" => &["<i16 0, i16 -1>", "<i16 32767, i16 -32768>", "<i16 -5, i16 9>"],
        "<4 x i8>" => &["<i8 1, i8 -1, i8 127, i8 -128>", "<i8 0, i8 5, i8 -128, i8 100>"],
        "float" => &[
            "0.0",
            "-0.0",
            "1.5",
            "-2.5",
            "0x7FF8000000000000",
            "0x7FF0000000000000",
            "0xFFF0000000000000",
            "1.0e+10",
            "-3.0e+9",
            "0x41DFFFFFE0000000",
        ],
        "double" => {
            &["0.0", "-0.0", "2.5", "-3.5", "0x7FF8000000000000", "0xFFF0000000000000", "1.0e+20", "127.5"]
        }
        "<2 x float>" => &["<float 1.5, float -0.0>", "<float 0x7FF8000000000000, float 2.0>"],
        "<4 x float>" => &["<float 1.5, float -0.5, float 3.0, float 0.25>"],
        other => panic!("no values of {other}"),
    }
}

/// The intrinsics, with the types of the result and of the arguments. An argument with a value is that one.
const INTRINSICS: &[(&str, &str, &[&str])] = &[
    ("abs.i8", "i8", &["i8", "i1 false"]),
    ("abs.v4i8", "<4 x i8>", &["<4 x i8>", "i1 false"]),
    ("fptosi.sat.i32.f32", "i32", &["float"]),
    ("fptosi.sat.i8.f64", "i8", &["double"]),
    ("fptosi.sat.i64.f32", "i64", &["float"]),
    ("fptosi.sat.v2i16.v2f32", "<2 x i16>", &["<2 x float>"]),
    ("fptoui.sat.i32.f32", "i32", &["float"]),
    ("fptoui.sat.i8.f64", "i8", &["double"]),
    ("fshl.i8", "i8", &["i8", "i8", "i8"]),
    ("fshl.v2i16", "<2 x i16>", &["<2 x i16>", "<2 x i16>", "<2 x i16>"]),
    ("fshr.i32", "i32", &["i32", "i32", "i32"]),
    ("ldexp.f64.i32", "double", &["double", "i32 3"]),
    ("roundeven.f32", "float", &["float"]),
    ("roundeven.v2f32", "<2 x float>", &["<2 x float>"]),
    ("sadd.sat.i8", "i8", &["i8", "i8"]),
    ("sadd.sat.v2i16", "<2 x i16>", &["<2 x i16>", "<2 x i16>"]),
    ("scmp.i8.i32", "i8", &["i32", "i32"]),
    ("smax.i64", "i64", &["i64", "i64"]),
    ("smin.i8", "i8", &["i8", "i8"]),
    ("ssub.sat.i8", "i8", &["i8", "i8"]),
    ("ssub.sat.i64", "i64", &["i64", "i64"]),
    ("uadd.sat.i8", "i8", &["i8", "i8"]),
    ("ucmp.i32.i8", "i32", &["i8", "i8"]),
    ("umax.i32", "i32", &["i32", "i32"]),
    ("umin.v4i8", "<4 x i8>", &["<4 x i8>", "<4 x i8>"]),
    ("usub.sat.i8", "i8", &["i8", "i8"]),
    ("vector.reduce.add.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.and.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.fadd.v4f32", "float", &["float 1.0", "<4 x float>"]),
    ("vector.reduce.fmul.v4f32", "float", &["float 2.0", "<4 x float>"]),
    ("vector.reduce.mul.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.or.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.smax.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.smin.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.umax.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.umin.v4i8", "i8", &["<4 x i8>"]),
    ("vector.reduce.xor.v4i8", "i8", &["<4 x i8>"]),
];

/// The operations of `atomicrmw`, with the types that they are on.
const OPERATIONS: &[(&str, &str)] = &[
    ("fadd", "float"),
    ("fadd", "<2 x float>"),
    ("fmax", "float"),
    ("fmaximum", "float"),
    ("fmin", "double"),
    ("fminimum", "double"),
    ("fsub", "double"),
    ("udec_wrap", "i32"),
    ("uinc_wrap", "i8"),
    ("usub_cond", "i32"),
    ("usub_sat", "i64"),
    ("xchg", "float"),
];

/// A program that prints the result of each operation on all combinations of values.
struct Program {
    text: String,
    calls: String,
    count: usize,
}

impl Program {
    fn new() -> Self {
        let text =
            "@format = constant [10 x i8] c\"%d: %llx\\0A\\00\"\ndeclare i32 @printf(ptr, ...)\n".to_owned();
        Self { text, calls: String::new(), count: 0 }
    }

    /// Adds a function whose `body` computes `%r`, of type `ty`, and a call of it.
    fn case(&mut self, ty: &str, body: &str) {
        let bits = |ty: &str| match ty {
            "i1" => 1,
            "i8" => 8,
            "i64" | "double" | "<2 x float>" => 64,
            _ => 32,
        };
        let number = self.count;
        self.count += 1;
        let _ = write!(self.text, "define i64 @case{number}() {{\n{body}");
        let width = bits(ty);
        let value = match ty {
            "float" | "double" => {
                // Numbers that are none differ in bits that mean nothing.
                let _ = write!(
                    self.text,
                    "  %nan = fcmp uno {ty} %r, %r\n  %raw = bitcast {ty} %r to i{width}\n  \
                     %value = select i1 %nan, i{width} -2, i{width} %raw\n"
                );
                "%value"
            }
            _ if ty.starts_with('<') => {
                let _ = writeln!(self.text, "  %value = bitcast {ty} %r to i{width}");
                "%value"
            }
            _ => "%r",
        };
        let result = match width {
            64 => value,
            _ => {
                let _ = writeln!(self.text, "  %wide = zext i{width} {value} to i64");
                "%wide"
            }
        };
        let _ = write!(self.text, "  ret i64 {result}\n}}\n");
        let _ = write!(
            self.calls,
            "  %r{number} = call i64 @case{number}()\n  \
             call i32 (ptr, ...) @printf(ptr @format, i32 {number}, i64 %r{number})\n"
        );
    }

    fn intrinsic(&mut self, name: &str, ret: &str, args: &[&str]) {
        let ty = |arg: &str| {
            if arg.ends_with('>') { arg.to_owned() } else { arg.split(' ').next().unwrap().to_owned() }
        };
        let types: Vec<String> = args.iter().map(|arg| ty(arg)).collect();
        let _ = writeln!(self.text, "declare {ret} @llvm.{name}({})", types.join(", "));
        let mut lists = vec![String::new()];
        for (arg, ty) in args.iter().zip(&types) {
            let choices: Vec<String> = match *arg == ty {
                true => values(ty).iter().map(|value| format!("{ty} {value}")).collect(),
                false => vec![(*arg).to_owned()],
            };
            let joined = |list: &String, choice: &String| match list.is_empty() {
                true => choice.clone(),
                false => format!("{list}, {choice}"),
            };
            lists = lists
                .iter()
                .flat_map(|list| choices.iter().map(|choice| joined(list, choice)).collect::<Vec<_>>())
                .collect();
        }
        for list in lists {
            self.case(ret, &format!("  %r = call {ret} @llvm.{name}({list})\n"));
        }
    }

    fn operation(&mut self, op: &str, ty: &str) {
        for old in values(ty) {
            for new in values(ty) {
                let start = format!("  %p = alloca {ty}\n  store {ty} {old}, ptr %p\n");
                self.case(ty, &format!("{start}  %r = atomicrmw {op} ptr %p, {ty} {new} acq_rel\n"));
                let after = format!(
                    "{start}  %o = atomicrmw {op} ptr %p, {ty} {new} seq_cst\n  %r = load {ty}, ptr %p\n"
                );
                self.case(ty, &after);
            }
        }
    }

    fn whole(self) -> String {
        format!("{}define i32 @main() {{\n{}  ret i32 0\n}}\n", self.text, self.calls)
    }
}

/// The program as a version has it, as LLVM 22 reads it.
fn through(text: &str, version: LlvmVersion) -> Vec<u8> {
    let mut module = tern_llvm_ir::read(text.as_bytes(), "program").unwrap();
    downgrade(&mut module, version).unwrap_or_else(|found| panic!("LLVM {version}: {found:?}"));
    let older = try_write_for(&module, version).unwrap();
    tern_llvm_ir::write(
        &tern_llvm_ir::read(&older, "older").unwrap_or_else(|error| panic!("LLVM {version}: {error}")),
    )
}

fn output(text: &[u8]) -> String {
    let printed = oracle::run("lli", &["-"], text).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(printed).unwrap()
}

#[test]
fn expansions_compute_the_same() {
    let mut program = Program::new();
    INTRINSICS.iter().for_each(|(name, ret, args)| program.intrinsic(name, ret, args));
    OPERATIONS.iter().for_each(|(op, ty)| program.operation(op, ty));
    let text = program.whole();
    let expected = output(text.as_bytes());
    assert!(expected.lines().count() > 1500);
    for version in [5, 8, 11, 13, 14, 15, 18, 20] {
        let version = LlvmVersion::new(version).unwrap();
        let found = output(&through(&text, version));
        let difference = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
        if let Some((expected, found)) = difference {
            let case = expected.split(':').next().unwrap();
            let at = text.find(&format!("@case{case}()")).unwrap();
            panic!(
                "LLVM {version}: {found} instead of {expected} of\n{}",
                &text[at..(at + 300).min(text.len())]
            );
        }
        assert_eq!(found.lines().count(), expected.lines().count(), "LLVM {version}");
    }
}

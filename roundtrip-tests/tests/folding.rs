//! Tests of constant folding in the upstream-compatible export, which folds what LLVM's IR builder folds: every operation on
//! all combinations of special constants, compared with `mlir-translate`.

use std::fmt::Write as _;

use tern_roundtrip_tests::{oracle, pipeline};

/// The constants of a type, with the operations that make them.
struct Constants {
    ty: &'static str,
    values: &'static [&'static str],
}

const I8: Constants = Constants {
    ty: "i8",
    values: &[
        "constant(7 : i8)",
        "constant(0 : i8)",
        "constant(1 : i8)",
        "constant(-1 : i8)",
        "constant(-128 : i8)",
        "undef",
        "poison",
    ],
};
const I1: Constants =
    Constants { ty: "i1", values: &["constant(true)", "constant(false)", "undef", "poison"] };
const I16_PAIR: Constants = Constants {
    ty: "vector<2xi16>",
    values: &[
        "constant(dense<[7, -3]> : vector<2xi16>)",
        "constant(dense<-1> : vector<2xi16>)",
        "zero",
        "undef",
        "poison",
    ],
};
const I1_PAIR: Constants = Constants {
    ty: "vector<2xi1>",
    values: &[
        "constant(dense<[true, false]> : vector<2xi1>)",
        "constant(dense<true> : vector<2xi1>)",
        "zero",
        "undef",
        "poison",
    ],
};
const SCALABLE: Constants = Constants {
    ty: "vector<[2]xi16>",
    values: &[
        "constant(dense<3> : vector<[2]xi16>)",
        "constant(dense<-1> : vector<[2]xi16>)",
        "zero",
        "undef",
        "poison",
    ],
};
const F32: Constants = Constants {
    ty: "f32",
    values: &[
        "constant(1.5 : f32)",
        "constant(-3.0e+38 : f32)",
        "constant(0.0 : f32)",
        "constant(-0.0 : f32)",
        "constant(0x7FC00000 : f32)",
        "constant(0x7F800000 : f32)",
        "undef",
        "poison",
    ],
};
const F32_PAIR: Constants = Constants {
    ty: "vector<2xf32>",
    values: &["constant(dense<[1.5, -0.0]> : vector<2xf32>)", "zero", "undef", "poison"],
};
const PTR: Constants = Constants {
    ty: "!llvm.ptr",
    values: &[
        "addressof @a",
        "addressof @b",
        "addressof @weak",
        "addressof @alias",
        "zero",
        "undef",
        "poison",
    ],
};
/// Addresses of all kinds of globals: what is known about an address depends on the kind.
const GLOBALS: Constants = Constants {
    ty: "!llvm.ptr",
    values: &[
        "addressof @a",
        "addressof @b",
        "addressof @weak",
        "addressof @alias",
        "addressof @ifunc",
        "addressof @function",
        "addressof @linkonce",
        "addressof @common",
        "addressof @empty",
        "addressof @unnamed",
        "addressof @locally_unnamed",
        "addressof @event",
        "zero",
    ],
};
const OTHER_SPACE: Constants =
    Constants { ty: "!llvm.ptr<1>", values: &["addressof @elsewhere", "addressof @there", "zero"] };
const I32: Constants = Constants {
    ty: "i32",
    values: &["constant(1065353216 : i32)", "constant(0 : i32)", "constant(-1 : i32)", "undef", "poison"],
};
const I70: Constants = Constants {
    ty: "i70",
    values: &[
        "constant(7 : i70)",
        "constant(0 : i70)",
        "constant(1 : i70)",
        "constant(-1 : i70)",
        "constant(69 : i70)",
        "constant(70 : i70)",
        "constant(-590295810358705651712 : i70)",
        "constant(73786976294838206464 : i70)",
        "undef",
    ],
};
const I128: Constants = Constants {
    ty: "i128",
    values: &[
        "constant(7 : i128)",
        "constant(0 : i128)",
        "constant(-1 : i128)",
        "constant(-170141183460469231731687303715884105728 : i128)",
        "constant(36893488147419103233 : i128)",
        "undef",
        "poison",
    ],
};
/// Too wide for integer registers, but in the range of floats.
const I319: Constants = Constants {
    ty: "i319",
    values: &[
        "constant(135170440731807505006647113957948949743854672919563507954199220548477265691051221858634075951105 : i319)",
        "constant(-135170440731807505006647113957948949743854672919563507954199220548477265691051221858634075951105 : i319)",
        "constant(340282366920938463463374607431768211457 : i319)",
        "constant(-1 : i319)",
        "constant(0 : i319)",
        "undef",
    ],
};
const I16_TRIPLE: Constants = Constants {
    ty: "vector<3xi16>",
    values: &["constant(dense<[7, -3, 16128]> : vector<3xi16>)", "zero", "undef", "poison"],
};
const I8_SINGLE: Constants =
    Constants { ty: "vector<1xi8>", values: &["constant(dense<-3> : vector<1xi8>)", "zero", "undef"] };
const F16: Constants = Constants {
    ty: "f16",
    values: &[
        "constant(1.5 : f16)",
        "constant(-2.0 : f16)",
        "constant(0.0 : f16)",
        "constant(0x7C00 : f16)",
        "constant(0x7E01 : f16)",
        "constant(0x0001 : f16)",
        "undef",
    ],
};
const BF16: Constants =
    Constants { ty: "bf16", values: &["constant(1.5 : bf16)", "constant(-0.0 : bf16)", "undef"] };
const F32_RARE: Constants = Constants {
    ty: "f32",
    values: &[
        "constant(1.0 : f32)",
        "constant(-1.0 : f32)",
        "constant(2.0 : f32)",
        "constant(0.0 : f32)",
        "constant(-0.0 : f32)",
        "constant(0xFF800000 : f32)",
        "constant(0x7F800001 : f32)",
        "constant(0x00000001 : f32)",
        "constant(0x807FFFFF : f32)",
        "constant(127.0 : f32)",
        "constant(128.0 : f32)",
        "constant(-128.5 : f32)",
        "constant(-129.0 : f32)",
        "constant(255.9 : f32)",
        "constant(256.0 : f32)",
        "constant(-0.5 : f32)",
    ],
};
const F64: Constants = Constants {
    ty: "f64",
    values: &[
        "constant(1.5 : f64)",
        "constant(-2.0 : f64)",
        "constant(1.0e+300 : f64)",
        "constant(-9.223372036854775808e+18 : f64)",
        "constant(1.8446744073709551616e+19 : f64)",
        "constant(-0.0 : f64)",
        "constant(0x7FF8000000000001 : f64)",
        "undef",
        "poison",
    ],
};
const F80: Constants =
    Constants { ty: "f80", values: &["constant(1.5 : f80)", "constant(-0.0 : f80)", "undef"] };
const F128: Constants =
    Constants { ty: "f128", values: &["constant(1.5 : f128)", "constant(-0.0 : f128)", "undef"] };
const STRUCT: Constants =
    Constants { ty: "!llvm.struct<(i8, array<2 x i8>)>", values: &["zero", "undef", "poison"] };

const INTEGER_OPERATIONS: [&str; 13] =
    ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"];
const FLOAT_OPERATIONS: [&str; 5] = ["fadd", "fsub", "fmul", "fdiv", "frem"];
const INTEGER_PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] = [
    "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "_true",
];

/// Builds functions, each of which stores the result of an operation on constants.
#[derive(Default)]
struct Builder {
    functions: String,
    count: usize,
    /// The common first lines of the following functions.
    shared: String,
    /// The first lines of the next function.
    body: String,
    values: usize,
    /// A description of each function.
    operations: Vec<String>,
}

impl Builder {
    fn value(&mut self, operation: &str) -> String {
        let name = format!("%v{}", self.values);
        self.values += 1;
        writeln!(self.body, "  {name} = {operation}").expect("it is a string");
        name
    }

    fn constant(&mut self, of: &str, ty: &str) -> String {
        self.value(&format!("llvm.mlir.{of} : {ty}"))
    }

    /// Adds a constant to all functions up to the next call.
    fn share(&mut self, of: &str, ty: &str) -> String {
        let name = self.constant(of, ty);
        self.shared = std::mem::take(&mut self.body);
        name
    }

    /// Adds an operation whose result, of this type, is stored.
    fn show(&mut self, operation: &str, ty: &str) {
        let result = self.value(operation);
        let (shared, body) = (&self.shared, std::mem::take(&mut self.body));
        writeln!(
            self.functions,
            "llvm.func @f{}(%p: !llvm.ptr) {{\n{shared}{body}  llvm.store {result}, %p : {ty}, !llvm.ptr\n  llvm.return\n}}",
            self.count
        )
        .expect("it is a string");
        self.operations.push(format!("{shared}{body}"));
        self.count += 1;
    }

    /// Adds `operation` for all pairs of constants.
    fn pairs(&mut self, of: &Constants, ty: &str, operation: impl Fn(&str, &str) -> String) {
        for lhs in of.values {
            for rhs in of.values {
                let (lhs, rhs) = (self.constant(lhs, of.ty), self.constant(rhs, of.ty));
                self.show(&operation(&lhs, &rhs), ty);
            }
        }
    }

    /// Adds `operation` for each constant.
    fn each(&mut self, of: &Constants, ty: &str, operation: impl Fn(&str) -> String) {
        for value in of.values {
            let value = self.constant(value, of.ty);
            self.show(&operation(&value), ty);
        }
    }

    /// Checks that both exports are equal.
    fn check(self) {
        self.check_in("");
    }

    /// Checks that both exports of a module with these attributes are equal.
    fn check_in(self, attributes: &str) {
        let module = format!(
            "module attributes {{{attributes}}} {{\n\
             llvm.mlir.global external @a(1 : i8) {{addr_space = 0 : i32}} : i8\n\
             llvm.mlir.global internal @b(dense<0> : tensor<4xi32>) {{addr_space = 0 : i32}} : !llvm.array<4 x i32>\n\
             llvm.mlir.global extern_weak @weak() {{addr_space = 0 : i32}} : i8\n\
             llvm.mlir.global common @common(0 : i32) {{addr_space = 0 : i32}} : i32\n\
             llvm.mlir.global external @empty() {{addr_space = 0 : i32}} : !llvm.array<0 x i8>\n\
             llvm.mlir.global private unnamed_addr @unnamed(1 : i8) {{addr_space = 0 : i32}} : i8\n\
             llvm.mlir.global private local_unnamed_addr @locally_unnamed(1 : i8) {{addr_space = 0 : i32}} : i8\n\
             llvm.mlir.global internal @event() {{addr_space = 0 : i32}} : !llvm.target<\"spirv.Event\"> {{\n  %0 = llvm.mlir.poison : !llvm.target<\"spirv.Event\">\n  llvm.return %0 : !llvm.target<\"spirv.Event\">\n}}\n\
             llvm.mlir.global external @elsewhere(1 : i8) {{addr_space = 1 : i32}} : i8\n\
             llvm.mlir.global external @there(1 : i64) {{addr_space = 1 : i32}} : i64\n\
             llvm.func @function()\n\
             llvm.func linkonce @linkonce() {{\n  llvm.return\n}}\n\
             llvm.mlir.ifunc @ifunc : !llvm.func<void ()>, !llvm.ptr @resolver\n\
             llvm.func @resolver() -> !llvm.ptr {{\n  %0 = llvm.mlir.zero : !llvm.ptr\n  llvm.return %0 : !llvm.ptr\n}}\n\
             llvm.mlir.alias external @alias : i8 {{\n  %0 = llvm.mlir.addressof @a : !llvm.ptr\n  llvm.return %0 : !llvm.ptr\n}}\n\
             {}}}\n",
            self.functions
        );
        let upstream = oracle::run("mlir-translate", &["--mlir-to-llvmir"], module.as_bytes())
            .unwrap_or_else(|error| panic!("{error}\n{module}"));
        let ours = pipeline::export_as_upstream(module.as_bytes()).unwrap();
        let functions = |text: &[u8]| -> Vec<String> {
            let text = oracle::essence(text).join("\n");
            let functions = text
                .split("\ndefine ")
                .filter(|text| text.starts_with("void @f") && !text.starts_with("void @function"));
            functions.map(str::to_owned).collect()
        };
        let (upstream, ours) = (functions(&upstream), functions(&ours));
        assert_eq!((upstream.len(), ours.len()), (self.count, self.count));
        let all = upstream.iter().zip(&ours).zip(&self.operations);
        let differing: Vec<String> = all
            .filter(|((upstream, ours), _)| upstream != ours)
            .map(|((upstream, ours), operation)| format!("{operation}- {upstream}\n+ {ours}\n"))
            .collect();
        assert!(
            differing.is_empty(),
            "{} of {} differ\n{}",
            differing.len(),
            self.count,
            differing.join("\n")
        );
    }
}

fn binary(of: &Constants, operations: &[&str]) {
    let mut builder = Builder::default();
    for operation in operations {
        builder.pairs(of, of.ty, |lhs, rhs| format!("llvm.{operation} {lhs}, {rhs} : {}", of.ty));
    }
    builder.check();
}

/// Adds comparisons of all pairs, with all predicates.
fn compare(of: &Constants, result: &str, operation: &str, predicates: &[&str]) {
    let mut builder = Builder::default();
    for predicate in predicates {
        builder.pairs(of, result, |lhs, rhs| {
            format!("llvm.{operation} \"{predicate}\" {lhs}, {rhs} : {}", of.ty)
        });
    }
    builder.check();
}

#[test]
fn arithmetic_of_integers() {
    binary(&I8, &INTEGER_OPERATIONS);
}

#[test]
fn arithmetic_of_bits() {
    binary(&I1, &INTEGER_OPERATIONS);
}

#[test]
fn arithmetic_of_vectors() {
    binary(&I16_PAIR, &INTEGER_OPERATIONS);
}

#[test]
fn arithmetic_of_scalable_vectors() {
    binary(&SCALABLE, &INTEGER_OPERATIONS);
}

#[test]
fn arithmetic_of_floats() {
    binary(&F32, &FLOAT_OPERATIONS);
    binary(&F32_PAIR, &FLOAT_OPERATIONS);
}

#[test]
fn negation() {
    let mut builder = Builder::default();
    for of in [&F32, &F32_PAIR] {
        builder.each(of, of.ty, |value| format!("llvm.fneg {value} : {}", of.ty));
    }
    builder.check();
}

#[test]
fn comparisons_of_integers() {
    for (of, result) in [(&I8, "i1"), (&I1, "i1"), (&I16_PAIR, "vector<2xi1>"), (&SCALABLE, "vector<[2]xi1>")]
    {
        compare(of, result, "icmp", &INTEGER_PREDICATES);
    }
}

#[test]
fn comparisons_of_pointers() {
    compare(&PTR, "i1", "icmp", &INTEGER_PREDICATES);
}

#[test]
fn comparisons_of_floats() {
    compare(&F32, "i1", "fcmp", &FLOAT_PREDICATES);
    compare(&F32_PAIR, "vector<2xi1>", "fcmp", &FLOAT_PREDICATES);
}

#[test]
fn conversions() {
    let mut builder = Builder::default();
    for (of, operation, result) in [
        (&I8, "trunc", "i4"),
        (&I8, "zext", "i16"),
        (&I8, "sext", "i128"),
        (&I8, "sitofp", "f32"),
        (&I8, "uitofp", "f64"),
        (&I8, "uitofp", "f16"),
        (&I8, "inttoptr", "!llvm.ptr"),
        (&I8, "bitcast", "vector<8xi1>"),
        (&I8, "bitcast", "i8"),
        (&I1, "zext", "i8"),
        (&I1, "uitofp", "f32"),
        (&I1, "sitofp", "bf16"),
        (&F32, "fptosi", "i8"),
        (&F32, "fptoui", "i64"),
        (&F32, "fptrunc", "f16"),
        (&F32, "fpext", "f64"),
        (&F32, "fpext", "f80"),
        (&F32, "bitcast", "i32"),
        (&F32, "bitcast", "vector<2xi16>"),
        (&I16_PAIR, "trunc", "vector<2xi8>"),
        (&I16_PAIR, "zext", "vector<2xi32>"),
        (&I16_PAIR, "sext", "vector<2xi32>"),
        (&I16_PAIR, "sitofp", "vector<2xf32>"),
        (&I16_PAIR, "uitofp", "vector<2xf64>"),
        (&I16_PAIR, "bitcast", "i32"),
        (&I16_PAIR, "bitcast", "f32"),
        (&I16_PAIR, "bitcast", "vector<4xi8>"),
        (&I16_PAIR, "bitcast", "vector<2xf16>"),
        (&F32_PAIR, "fptosi", "vector<2xi8>"),
        (&F32_PAIR, "fpext", "vector<2xf64>"),
        (&F32_PAIR, "fptrunc", "vector<2xf16>"),
        (&F32_PAIR, "bitcast", "i64"),
        (&SCALABLE, "zext", "vector<[2]xi32>"),
        (&PTR, "ptrtoint", "i64"),
        (&PTR, "ptrtoint", "i8"),
        (&PTR, "addrspacecast", "!llvm.ptr<1>"),
        (&PTR, "bitcast", "!llvm.ptr"),
    ] {
        builder.each(of, result, |value| format!("llvm.{operation} {value} : {} to {result}", of.ty));
    }
    builder.check();
}

/// Big-endian: the first lane is the highest.
#[test]
fn conversions_for_big_endian_machines() {
    let mut builder = Builder::default();
    for (of, result) in [
        (&I8, "vector<8xi1>"),
        (&F32, "vector<2xi16>"),
        (&I16_PAIR, "i32"),
        (&I16_PAIR, "f32"),
        (&I16_PAIR, "vector<4xi8>"),
        (&F32_PAIR, "i64"),
        (&F32_PAIR, "vector<4xi16>"),
    ] {
        builder.each(of, result, |value| format!("llvm.bitcast {value} : {} to {result}", of.ty));
    }
    builder.check_in("llvm.data_layout = \"E\"");
}

#[test]
fn selections() {
    let mut builder = Builder::default();
    for (condition, of) in [
        (&I1, &I8),
        (&I1, &F32),
        (&I1, &PTR),
        (&I1, &I16_PAIR),
        (&I1_PAIR, &I16_PAIR),
        (&I1_PAIR, &F32_PAIR),
        (&I1, &STRUCT),
        (&I1, &SCALABLE),
    ] {
        for which in condition.values {
            let which = builder.share(which, condition.ty);
            builder.pairs(of, of.ty, |lhs, rhs| {
                format!("llvm.select {which}, {lhs}, {rhs} : {}, {}", condition.ty, of.ty)
            });
        }
    }
    builder.check();
}

/// Conditions that LLVM cannot evaluate: an expression, and elements with an unknown index.
#[test]
fn selections_by_what_is_not_known() {
    let mut builder = Builder::default();
    for of in [&I8, &F32, &GLOBALS, &PTR, &I16_PAIR, &STRUCT, &SCALABLE] {
        let address = builder.constant("addressof @a", "!llvm.ptr");
        let condition = builder.value(&format!("llvm.ptrtoint {address} : !llvm.ptr to i1"));
        builder.shared = std::mem::take(&mut builder.body);
        builder.pairs(of, of.ty, |lhs, rhs| format!("llvm.select {condition}, {lhs}, {rhs} : i1, {}", of.ty));
    }
    for which in ["constant(dense<true> : vector<[2]xi1>)", "zero", "undef", "poison"] {
        let condition = builder.share(which, "vector<[2]xi1>");
        builder.pairs(&SCALABLE, SCALABLE.ty, |lhs, rhs| {
            format!("llvm.select {condition}, {lhs}, {rhs} : vector<[2]xi1>, {}", SCALABLE.ty)
        });
    }
    builder.check();
}

#[test]
fn elements_of_vectors() {
    let mut builder = Builder::default();
    // For scalable vectors LLVM makes constant expressions here, where export emits instructions.
    for of in [&I16_PAIR] {
        for index in ["constant(0 : i64)", "constant(1 : i64)", "constant(2 : i64)", "undef", "poison"] {
            let (ty, i) = (of.ty, builder.share(index, "i64"));
            builder.each(of, "i16", |vector| format!("llvm.extractelement {vector}[{i} : i64] : {ty}"));
            for value in ["constant(7 : i16)", "constant(0 : i16)", "undef", "poison"] {
                let i = builder.constant(index, "i64");
                let value = builder.share(value, "i16");
                builder
                    .each(of, ty, |vector| format!("llvm.insertelement {value}, {vector}[{i} : i64] : {ty}"));
            }
        }
    }
    builder.shared.clear();
    for mask in ["0, 1", "1, 0", "3, 2", "0, 0", "-1, -1", "-1, 2", "0, -1"] {
        builder.pairs(&I16_PAIR, "vector<2xi16>", |a, b| {
            format!("llvm.shufflevector {a}, {b} [{mask}] : vector<2xi16>")
        });
    }
    builder.pairs(&I16_PAIR, "vector<4xi16>", |a, b| {
        format!("llvm.shufflevector {a}, {b} [3, 1, 0, 2] : vector<2xi16>")
    });
    builder.check();
}

#[test]
fn fields_of_aggregates() {
    let mut builder = Builder::default();
    let ty = STRUCT.ty;
    builder.each(&STRUCT, "i8", |value| format!("llvm.extractvalue {value}[0] : {ty}"));
    builder.each(&STRUCT, "i8", |value| format!("llvm.extractvalue {value}[1, 1] : {ty}"));
    builder.each(&STRUCT, "!llvm.array<2 x i8>", |value| format!("llvm.extractvalue {value}[1] : {ty}"));
    for value in I8.values {
        let value = builder.share(value, "i8");
        builder.each(&STRUCT, ty, |aggregate| format!("llvm.insertvalue {value}, {aggregate}[0] : {ty}"));
        builder.each(&STRUCT, ty, |aggregate| format!("llvm.insertvalue {value}, {aggregate}[1, 0] : {ty}"));
    }
    builder.check();
}

#[test]
fn addresses() {
    let mut builder = Builder::default();
    for element in ["i8", "!llvm.array<4 x i32>", "!llvm.struct<(i8, i64)>"] {
        for flags in ["", "inbounds ", "nusw ", "nuw "] {
            for index in ["0", "1", "-2"] {
                builder.each(&PTR, "!llvm.ptr", |base| {
                    format!("llvm.getelementptr {flags}{base}[{index}] : (!llvm.ptr) -> !llvm.ptr, {element}")
                });
            }
        }
    }
    builder.each(&PTR, "!llvm.ptr", |base| {
        format!("llvm.getelementptr inbounds {base}[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i32>")
    });
    for base in PTR.values {
        let other = "llvm.getelementptr %A[4] : (!llvm.ptr) -> !llvm.ptr, i16";
        let back = "llvm.inttoptr %N : i64 to !llvm.ptr";
        let mut show = |operation: &str, ty: &str, other: Option<&str>| {
            let base = builder.constant(base, "!llvm.ptr");
            let address =
                builder.value(&format!("llvm.getelementptr {base}[3] : (!llvm.ptr) -> !llvm.ptr, i8"));
            let number = builder.value(&format!("llvm.ptrtoint {address} : !llvm.ptr to i64"));
            let other = other.map_or_else(String::new, |other| builder.constant(other, "i64"));
            builder.show(&operation.replace("%A", &address).replace("%N", &number).replace("%O", &other), ty);
        };
        show(other, "!llvm.ptr", None);
        show(back, "!llvm.ptr", None);
        for other in I8.values {
            let other = other.replace("i8", "i64");
            // The bits of an address that its alignment determines are not folded here.
            for operation in INTEGER_OPERATIONS.into_iter().filter(|operation| *operation != "and") {
                show(&format!("llvm.{operation} %N, %O : i64"), "i64", Some(&other));
                show(&format!("llvm.{operation} %O, %N : i64"), "i64", Some(&other));
            }
        }
    }
    builder.check();
}

/// Integers wider than 64 bits.
#[test]
fn wide_integers() {
    binary(&I70, &INTEGER_OPERATIONS);
    binary(&I128, &INTEGER_OPERATIONS);
    for of in [&I70, &I128] {
        compare(of, "i1", "icmp", &INTEGER_PREDICATES);
    }
}

#[test]
fn floats_of_all_formats() {
    for of in [&F16, &BF16, &F32_RARE, &F64, &F80, &F128] {
        binary(of, &FLOAT_OPERATIONS);
        let mut builder = Builder::default();
        builder.each(of, of.ty, |value| format!("llvm.fneg {value} : {}", of.ty));
        builder.check();
        compare(of, "i1", "fcmp", &FLOAT_PREDICATES);
    }
}

#[test]
fn conversions_between_all_formats() {
    let mut builder = Builder::default();
    for (of, operation, results) in [
        (&I8, "bitcast", &["vector<1xi8>", "vector<2xi4>"][..]),
        (&I8_SINGLE, "bitcast", &["i8", "vector<2xi4>", "vector<8xi1>"]),
        (&I32, "bitcast", &["f32", "vector<2xf16>", "vector<1xf32>", "vector<2xbf16>"]),
        (&I32, "uitofp", &["f80", "f128", "bf16"]),
        (&I70, "trunc", &["i64", "i65", "i1"]),
        (&I70, "zext", &["i71", "i128"]),
        (&I70, "sext", &["i71", "i129"]),
        (&I70, "sitofp", &["f32", "f64"]),
        (&I128, "trunc", &["i127", "i64"]),
        (&I128, "sitofp", &["f64", "f128"]),
        (&I128, "uitofp", &["f64", "f16"]),
        (&I319, "sitofp", &["f16", "f32", "f64", "f80", "f128"]),
        (&I319, "uitofp", &["bf16", "f32", "f64", "f128"]),
        (&I128, "bitcast", &["f128", "vector<2xi64>", "vector<2xf64>", "vector<4xf32>", "vector<16xi8>"]),
        (&I128, "inttoptr", &["!llvm.ptr"]),
        (&I16_TRIPLE, "bitcast", &["i48", "vector<6xi8>", "vector<3xf16>", "vector<3xbf16>"]),
        (&F16, "bitcast", &["i16", "bf16", "vector<2xi8>"]),
        (&F16, "fpext", &["f32", "f64", "f128"]),
        (&F16, "fptoui", &["i8", "i127"]),
        (&BF16, "fpext", &["f32", "f80"]),
        (&F32_RARE, "fptosi", &["i8", "i9", "i1", "i128"]),
        (&F32_RARE, "fptoui", &["i8", "i9", "i1", "i126"]),
        (&F32_RARE, "fptrunc", &["f16", "bf16"]),
        (&F32_RARE, "bitcast", &["i32", "vector<4xi8>"]),
        (&F64, "fptosi", &["i64", "i65"]),
        (&F64, "fptoui", &["i64", "i65"]),
        (&F64, "fptrunc", &["f32", "f16"]),
        (&F64, "bitcast", &["i64", "vector<2xf32>"]),
        (&F80, "fptrunc", &["f64", "f32"]),
        (&F80, "bitcast", &["i80"]),
        (&F128, "fptrunc", &["f80", "f64"]),
        (&F128, "bitcast", &["i128", "vector<2xi64>"]),
        (&SCALABLE, "sext", &["vector<[2]xi64>"]),
        (&SCALABLE, "bitcast", &["vector<[2]xf16>", "vector<[4]xi8>"]),
        (&GLOBALS, "ptrtoint", &["i64", "i128", "i32"]),
        (&GLOBALS, "addrspacecast", &["!llvm.ptr<1>"]),
        (&OTHER_SPACE, "ptrtoint", &["i64", "i32"]),
        (&OTHER_SPACE, "addrspacecast", &["!llvm.ptr"]),
    ] {
        for result in results {
            builder.each(of, result, |value| format!("llvm.{operation} {value} : {} to {result}", of.ty));
        }
    }
    builder.check();
}

/// Casts through an integer of this width and back.
#[test]
fn addresses_as_numbers() {
    for layout in ["", "p:32:32", "p:64:64:64:32-p1:16:16", "p:64:64:64:32-ni:1", "p:128:128"] {
        let mut builder = Builder::default();
        for of in [&GLOBALS, &OTHER_SPACE] {
            for number in ["i16", "i32", "i64", "i128"] {
                for value in of.values {
                    let pointer = builder.constant(value, of.ty);
                    let there = builder.value(&format!("llvm.ptrtoint {pointer} : {} to {number}", of.ty));
                    builder.show(&format!("llvm.inttoptr {there} : {number} to {}", of.ty), of.ty);
                }
                let small = builder.constant("constant(5 : i8)", "i8");
                let pointer = builder.value(&format!("llvm.inttoptr {small} : i8 to {}", of.ty));
                builder.show(&format!("llvm.ptrtoint {pointer} : {} to {number}", of.ty), number);
                let wide = builder.constant("constant(-5 : i64)", "i64");
                let pointer = builder.value(&format!("llvm.inttoptr {wide} : i64 to {}", of.ty));
                builder.show(&format!("llvm.ptrtoint {pointer} : {} to {number}", of.ty), number);
                // Extended addresses are left to an instruction here.
                if matches!(layout, "p:32:32" | "p:128:128") {
                    continue;
                }
                let pointer = builder.constant(of.values[0], of.ty);
                let there = builder.value(&format!("llvm.ptrtoint {pointer} : {} to {number}", of.ty));
                let other = builder.value(&format!("llvm.inttoptr {there} : {number} to !llvm.ptr<2>"));
                builder.show(&format!("llvm.ptrtoint {other} : !llvm.ptr<2> to i64"), "i64");
            }
            for element in ["i8", "!llvm.array<4 x i32>"] {
                for index in ["-1", "3"] {
                    builder.each(of, of.ty, |base| {
                        format!(
                            "llvm.getelementptr inbounds {base}[{index}] : ({0}) -> {0}, {element}",
                            of.ty
                        )
                    });
                }
            }
        }
        builder.check_in(&format!("llvm.data_layout = \"{layout}\""));
    }
}

#[test]
fn comparisons_of_all_globals() {
    for of in [&GLOBALS, &OTHER_SPACE] {
        compare(of, "i1", "icmp", &INTEGER_PREDICATES);
    }
}

/// Vectors with some undefined elements.
#[test]
fn elements_that_are_undefined() {
    const PARTS: [&str; 4] = ["constant(7 : i16)", "constant(0 : i16)", "undef", "poison"];
    let pair = |builder: &mut Builder, base: &str, part: &str, place: &str| {
        let base = builder.constant(base, "vector<2xi16>");
        let place = builder.constant(place, "i64");
        let part = builder.constant(part, "i16");
        builder.value(&format!("llvm.insertelement {part}, {base}[{place} : i64] : vector<2xi16>"))
    };
    let mut builder = Builder::default();
    for base in I16_PAIR.values {
        for part in PARTS {
            for place in ["constant(0 : i64)", "constant(1 : i64)"] {
                for result in ["i32", "vector<4xi8>", "vector<2xf16>", "vector<1xi32>", "f32"] {
                    let vector = pair(&mut builder, base, part, place);
                    builder.show(&format!("llvm.bitcast {vector} : vector<2xi16> to {result}"), result);
                }
                for operation in ["add", "xor", "udiv", "shl", "or"] {
                    let vector = pair(&mut builder, base, part, place);
                    let other = builder.constant("constant(dense<[3, 0]> : vector<2xi16>)", "vector<2xi16>");
                    let operation = format!("llvm.{operation} {vector}, {other} : vector<2xi16>");
                    builder.show(&operation, "vector<2xi16>");
                }
                let vector = pair(&mut builder, base, part, place);
                let condition =
                    builder.value(&format!("llvm.trunc {vector} : vector<2xi16> to vector<2xi1>"));
                let other = builder.constant("constant(dense<[3, 0]> : vector<2xi16>)", "vector<2xi16>");
                builder.show(
                    &format!("llvm.select {condition}, {vector}, {other} : vector<2xi1>, vector<2xi16>"),
                    "vector<2xi16>",
                );
                for predicate in INTEGER_PREDICATES {
                    let vector = pair(&mut builder, base, part, place);
                    let other = builder.constant("constant(dense<[3, 0]> : vector<2xi16>)", "vector<2xi16>");
                    let comparison = format!("llvm.icmp \"{predicate}\" {vector}, {other} : vector<2xi16>");
                    builder.show(&comparison, "vector<2xi1>");
                    let [vector, other] = [base, "constant(dense<[3, 0]> : vector<2xi16>)"]
                        .map(|base| pair(&mut builder, base, part, place));
                    let [lhs, rhs] = [vector, other].map(|vector| {
                        builder.value(&format!("llvm.trunc {vector} : vector<2xi16> to vector<2xi1>"))
                    });
                    let comparison = format!("llvm.icmp \"{predicate}\" {lhs}, {rhs} : vector<2xi1>");
                    builder.show(&comparison, "vector<2xi1>");
                }
            }
        }
    }
    builder.check();
}

/// Vectors with very many elements are left to LLVM.
#[test]
fn vectors_with_many_elements() {
    let add = |count: usize| {
        let ty = format!("vector<{count}xi8>");
        format!(
            "llvm.func @f() -> {ty} {{
  %0 = llvm.mlir.constant(dense<1> : {ty}) : {ty}
  %1 = llvm.mlir.constant(dense<3> : {ty}) : {ty}
  %2 = llvm.add %0, %1 : {ty}
  llvm.return %2 : {ty}
}}\n"
        )
    };
    for (count, folded) in [(1 << 16, true), ((1 << 16) + 1, false)] {
        let module = add(count);
        let upstream = oracle::run("mlir-translate", &["--mlir-to-llvmir"], module.as_bytes()).unwrap();
        let ours = pipeline::export_as_upstream(module.as_bytes()).unwrap();
        assert_eq!(oracle::essence(&upstream) == oracle::essence(&ours), folded, "{count} elements");
        let [upstream, ours] =
            [upstream, ours].map(|text| oracle::run("opt", &["-S", "-passes=instsimplify"], &text).unwrap());
        assert_eq!(oracle::essence(&upstream), oracle::essence(&ours));
    }
}

/// Offsets into types of all shapes, also from addresses that already have an offset.
#[test]
fn distances() {
    let mut builder = Builder::default();
    for (element, indices) in [
        ("!llvm.struct<(i8, i64)>", &["0, 1", "1, 0", "-1, 1", "0"][..]),
        ("!llvm.struct<packed (i8, i64)>", &["0, 1", "2, 1"]),
        ("!llvm.struct<(i8, array<3 x struct<(i16, i32)>>)>", &["0, 1, 2, 1", "1, 1, -1, 0"]),
        ("!llvm.array<2 x vector<4xi8>>", &["0, 1", "1, 0"]),
        ("!llvm.array<2 x vector<4xi117>>", &["0, 1, 1", "1, 0, 2", "-1, 1, 3"]),
        ("i7", &["3"]),
        ("f80", &["1"]),
        ("!llvm.array<0 x i32>", &["5", "0, 5"]),
        ("!llvm.ptr", &["1"]),
    ] {
        for index in indices {
            builder.each(&GLOBALS, "!llvm.ptr", |base| {
                format!("llvm.getelementptr {base}[{index}] : (!llvm.ptr) -> !llvm.ptr, {element}")
            });
        }
    }
    for inner in ["", "inbounds ", "nusw ", "nuw ", "nusw|nuw "] {
        for outer in ["", "inbounds ", "nusw ", "nuw "] {
            for (first, second) in [("1", "2"), ("3", "-3"), ("-1", "1"), ("1", "-2"), ("2", "0")] {
                for base in &GLOBALS.values[..4] {
                    let base = builder.constant(base, "!llvm.ptr");
                    let base = builder.value(&format!(
                        "llvm.getelementptr {inner}{base}[{first}] : (!llvm.ptr) -> !llvm.ptr, i8"
                    ));
                    builder.show(
                        &format!("llvm.getelementptr {outer}{base}[{second}] : (!llvm.ptr) -> !llvm.ptr, i8"),
                        "!llvm.ptr",
                    );
                }
            }
        }
    }
    for index in I32.values {
        for base in GLOBALS.values {
            let base = builder.constant(base, "!llvm.ptr");
            let index = builder.constant(index, "i32");
            builder.show(
                &format!("llvm.getelementptr {base}[{index}] : (!llvm.ptr, i32) -> !llvm.ptr, i16"),
                "!llvm.ptr",
            );
        }
    }
    builder.check();
}

/// Vectors whose elements are not all known: scalable ones, and expressions.
#[test]
fn elements_that_are_not_known() {
    let mut builder = Builder::default();
    let indices =
        ["constant(0 : i64)", "constant(1 : i64)", "constant(2 : i64)", "undef", "poison", "ptrtoint"];
    let index = |builder: &mut Builder, index: &str| match index {
        "ptrtoint" => {
            let address = builder.constant("addressof @a", "!llvm.ptr");
            builder.value(&format!("llvm.ptrtoint {address} : !llvm.ptr to i64"))
        }
        _ => builder.constant(index, "i64"),
    };
    // Made anew each time, because a value cannot be used in another function.
    type Make = fn(&mut Builder) -> String;
    let expression: Make = |builder| {
        let address = builder.constant("addressof @b", "!llvm.ptr");
        let number = builder.value(&format!("llvm.ptrtoint {address} : !llvm.ptr to i64"));
        builder.value(&format!("llvm.bitcast {number} : i64 to vector<2xi32>"))
    };
    let splat: Make = |builder| builder.constant("constant(dense<7> : vector<[2]xi32>)", "vector<[2]xi32>");
    let zeros: Make = |builder| builder.constant("zero", "vector<[2]xi32>");
    let undefined: Make = |builder| builder.constant("undef", "vector<[2]xi32>");
    let poison: Make = |builder| builder.constant("poison", "vector<[2]xi32>");
    let inserted: Make = |builder| {
        let vector = builder.constant("constant(dense<7> : vector<[2]xi32>)", "vector<[2]xi32>");
        let value = builder.constant("constant(5 : i32)", "i32");
        let place = builder.constant("constant(1 : i8)", "i8");
        builder.value(&format!("llvm.insertelement {value}, {vector}[{place} : i8] : vector<[2]xi32>"))
    };
    let vectors = [
        ("vector<2xi32>", expression),
        ("vector<[2]xi32>", splat),
        ("vector<[2]xi32>", zeros),
        ("vector<[2]xi32>", undefined),
        ("vector<[2]xi32>", poison),
        ("vector<[2]xi32>", inserted),
    ];
    for (ty, vector) in vectors {
        for place in indices {
            let (of, at) = (vector(&mut builder), index(&mut builder, place));
            builder.show(&format!("llvm.extractelement {of}[{at} : i64] : {ty}"), "i32");
            for value in I32.values {
                let (of, at) = (vector(&mut builder), index(&mut builder, place));
                let value = builder.constant(value, "i32");
                builder.show(&format!("llvm.insertelement {value}, {of}[{at} : i64] : {ty}"), ty);
            }
        }
        let masks: &[&str] = match ty {
            "vector<2xi32>" => &["0, 0", "1, 0", "2, 3", "1, 2", "-1, 1", "-1, -1"],
            // MLIR has no others of these.
            _ => &["0, 0"],
        };
        for mask in masks {
            for (_, other) in vectors.iter().filter(|other| other.0 == ty) {
                let (a, b) = (vector(&mut builder), other(&mut builder));
                builder.show(&format!("llvm.shufflevector {a}, {b} [{mask}] : {ty}"), ty);
            }
        }
    }
    // An unknown index among known ones.
    for (element, indices) in [("!llvm.array<3 x struct<(i8, i64)>>", "0, {}, 1"), ("i16", "{}")] {
        for number in ["i1", "i32", "i64", "i70"] {
            for value in ["poison", "undef", "constant(1)", "ptrtoint"] {
                let base = builder.constant("addressof @a", "!llvm.ptr");
                let index = match value {
                    "ptrtoint" => {
                        let address = builder.constant("addressof @b", "!llvm.ptr");
                        builder.value(&format!("llvm.ptrtoint {address} : !llvm.ptr to {number}"))
                    }
                    "constant(1)" => builder.constant(&format!("constant(1 : {number})"), number),
                    _ => builder.constant(value, number),
                };
                let indices = indices.replace("{}", &index);
                builder.show(
                    &format!(
                        "llvm.getelementptr {base}[{indices}] : (!llvm.ptr, {number}) -> !llvm.ptr, {element}"
                    ),
                    "!llvm.ptr",
                );
            }
        }
    }
    builder.check();
}

/// Overflow flags on operations that remain expressions.
#[test]
fn flags_of_expressions() {
    let mut builder = Builder::default();
    for operation in ["add", "sub"] {
        for flags in ["", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"] {
            for base in PTR.values {
                for number in ["constant(7 : i64)", "constant(-1 : i64)", "constant(0 : i64)"] {
                    let address = builder.constant(base, "!llvm.ptr");
                    let address = builder.value(&format!("llvm.ptrtoint {address} : !llvm.ptr to i64"));
                    let number = builder.constant(number, "i64");
                    builder.show(&format!("llvm.{operation} {address}, {number}{flags} : i64"), "i64");
                }
            }
        }
    }
    builder.check();
}

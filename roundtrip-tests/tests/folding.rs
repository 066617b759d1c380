//! Export as upstream exports folds what LLVM's builder folds: every operation on all combinations of constants that are special
//! to some of them, against `mlir-translate`.

use std::fmt::Write as _;

use tern_roundtrip_tests::{oracle, pipeline};

/// Constants of a type: the type, and operations that make them.
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

/// Functions, each of which stores what an operation on constants makes.
#[derive(Default)]
struct Builder {
    functions: String,
    count: usize,
    /// What each of the next functions begins with.
    shared: String,
    /// What the next function begins with.
    body: String,
    values: usize,
    /// What each function is about.
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

    /// A constant for all functions until the next that is shared.
    fn share(&mut self, of: &str, ty: &str) -> String {
        let name = self.constant(of, ty);
        self.shared = std::mem::take(&mut self.body);
        name
    }

    /// An operation whose result, of this type, is to be seen.
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

    /// For all pairs of constants, what `operation` makes of their names.
    fn pairs(&mut self, of: &Constants, ty: &str, operation: impl Fn(&str, &str) -> String) {
        for lhs in of.values {
            for rhs in of.values {
                let (lhs, rhs) = (self.constant(lhs, of.ty), self.constant(rhs, of.ty));
                self.show(&operation(&lhs, &rhs), ty);
            }
        }
    }

    /// For each constant, what `operation` makes of its name.
    fn each(&mut self, of: &Constants, ty: &str, operation: impl Fn(&str) -> String) {
        for value in of.values {
            let value = self.constant(value, of.ty);
            self.show(&operation(&value), ty);
        }
    }

    /// Whether both exports are the same.
    fn check(self) {
        self.check_in("");
    }

    /// Whether both exports of a module with these attributes are the same.
    fn check_in(self, attributes: &str) {
        let module = format!(
            "module attributes {{{attributes}}} {{\n\
             llvm.mlir.global external @a(1 : i8) {{addr_space = 0 : i32}} : i8\n\
             llvm.mlir.global internal @b(dense<0> : tensor<4xi32>) {{addr_space = 0 : i32}} : !llvm.array<4 x i32>\n\
             llvm.mlir.global extern_weak @weak() {{addr_space = 0 : i32}} : i8\n\
             llvm.mlir.alias external @alias : i8 {{\n  %0 = llvm.mlir.addressof @a : !llvm.ptr\n  llvm.return %0 : !llvm.ptr\n}}\n\
             {}}}\n",
            self.functions
        );
        let upstream = oracle::run("mlir-translate", &["--mlir-to-llvmir"], module.as_bytes())
            .unwrap_or_else(|error| panic!("{error}\n{module}"));
        let ours = pipeline::export_as_upstream(module.as_bytes()).unwrap();
        let functions = |text: &[u8]| -> Vec<String> {
            let text = oracle::essence(text).join("\n");
            text.split("\ndefine void ").skip(1).map(str::to_owned).collect()
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
        let mut builder = Builder::default();
        for predicate in INTEGER_PREDICATES {
            builder
                .pairs(of, result, |lhs, rhs| format!("llvm.icmp \"{predicate}\" {lhs}, {rhs} : {}", of.ty));
        }
        builder.check();
    }
}

#[test]
fn comparisons_of_pointers() {
    let mut builder = Builder::default();
    for predicate in INTEGER_PREDICATES {
        builder.pairs(&PTR, "i1", |lhs, rhs| format!("llvm.icmp \"{predicate}\" {lhs}, {rhs} : !llvm.ptr"));
    }
    builder.check();
}

#[test]
fn comparisons_of_floats() {
    for (of, result) in [(&F32, "i1"), (&F32_PAIR, "vector<2xi1>")] {
        let mut builder = Builder::default();
        for predicate in FLOAT_PREDICATES {
            builder
                .pairs(of, result, |lhs, rhs| format!("llvm.fcmp \"{predicate}\" {lhs}, {rhs} : {}", of.ty));
        }
        builder.check();
    }
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

/// Where the first lane is the highest.
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

#[test]
fn elements_of_vectors() {
    let mut builder = Builder::default();
    // (Of scalable vectors LLVM makes constant expressions here, which export leaves to instructions.)
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
            // (What an alignment says of the bits of an address is not folded here.)
            for operation in INTEGER_OPERATIONS.into_iter().filter(|operation| *operation != "and") {
                show(&format!("llvm.{operation} %N, %O : i64"), "i64", Some(&other));
                show(&format!("llvm.{operation} %O, %N : i64"), "i64", Some(&other));
            }
        }
    }
    builder.check();
}

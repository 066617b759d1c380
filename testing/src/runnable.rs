//! Generates executable programs in LLVM IR: functions whose results depend only on their arguments, and a `main` that prints
//! the results for some arguments.
//!
//! No operation has undefined behaviour or produces poison: divisors are odd, shift amounts and indices are reduced to the
//! valid range, poison-generating flags are not used, and memory is local and initialized. NaN payloads do not matter, as no
//! operation inspects them. The blocks of a function jump anywhere, even irreducibly, as long as there is fuel; within blocks
//! there are diamonds and loops with PHI nodes.

use std::fmt::Write as _;

use crate::Choices;

/// The number of inputs that each function is called with.
pub const INPUTS: usize = 3;

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    Int(u32),
    Float,
    Double,
    /// `<len x iWidth>`
    Ints(u32, u32),
    /// `<len x double>`
    Doubles(u32),
    /// `{i32, double}`
    Pair,
    /// `[3 x i16]`
    Array,
}

use Ty::{Array, Double, Doubles, Float, Int, Ints, Pair};

/// The types for which each function has a variable; the first four are those of its parameters.
const TYPES: [Ty; 14] = [
    Int(32),
    Int(64),
    Double,
    Ints(4, 32),
    Int(8),
    Int(1),
    Int(16),
    Int(33),
    Int(128),
    Float,
    Ints(2, 64),
    Doubles(2),
    Pair,
    Array,
];

impl Ty {
    fn name(self) -> String {
        match self {
            Int(width) => format!("i{width}"),
            Float => "float".into(),
            Double => "double".into(),
            Ints(len, width) => format!("<{len} x i{width}>"),
            Doubles(len) => format!("<{len} x double>"),
            Pair => "{ i32, double }".into(),
            Array => "[3 x i16]".into(),
        }
    }

    /// The type suffix in names of intrinsics.
    fn suffix(self) -> String {
        match self {
            Int(width) => format!("i{width}"),
            Float => "f32".into(),
            Ints(len, width) => format!("v{len}i{width}"),
            Doubles(len) => format!("v{len}f64"),
            _ => "f64".into(),
        }
    }

    /// The width of an integer, or of the integers in a vector.
    fn width(self) -> Option<u32> {
        match self {
            Int(width) | Ints(_, width) => Some(width),
            _ => None,
        }
    }

    fn is_floating(self) -> bool {
        matches!(self, Float | Double | Doubles(_))
    }

    /// A constant, or a splat of it.
    fn constant(self, value: i64) -> String {
        match self {
            Int(1) => (value & 1 != 0).to_string(),
            Int(_) => value.to_string(),
            Float | Double => format!("{value}.0"),
            Ints(len, width) => self.splat(len, &format!("i{width} {value}")),
            Doubles(len) => self.splat(len, &format!("double {value}.0")),
            Pair => format!("{{ i32 {value}, double {value}.0 }}"),
            Array => format!("[i16 {value}, i16 1, i16 {value}]"),
        }
    }

    fn splat(self, len: u32, element: &str) -> String {
        format!("<{}>", vec![element; len as usize].join(", "))
    }
}

/// A program with one function per case. It prints a line per case and input: `case input result`.
pub fn program(cases: &[Choices]) -> String {
    let mut text = PRELUDE.to_owned();
    let mut main = String::from("define i32 @main() {\n");
    let mut intrinsics = std::collections::BTreeSet::new();
    for (number, case) in cases.iter().enumerate() {
        let mut choices = case.clone();
        let mut function = Function::new(number, &mut choices);
        function.make();
        text.push_str(&function.text);
        intrinsics.append(&mut function.intrinsics);
        for input in 0..INPUTS {
            let arguments: Vec<String> = TYPES[..4].iter().map(|&ty| argument(&mut choices, ty)).collect();
            let arguments = arguments.join(", ");
            let _ = writeln!(main, "  %r{number}.{input} = call i64 @f{number}({arguments})");
            let _ = writeln!(
                main,
                "  %p{number}.{input} = call i32 (ptr, ...) @printf(ptr @line, i32 {number}, i32 {input}, i64 %r{number}.{input})"
            );
        }
    }
    main.push_str("  ret i32 0\n}\n");
    text.push_str(&main);
    for declaration in intrinsics {
        let _ = writeln!(text, "declare {declaration}");
    }
    text
}

/// A random argument for a call.
fn argument(choices: &mut Choices, ty: Ty) -> String {
    let interesting = [0, 1, -1, 2, 7, i64::from(i32::MIN), i64::from(i32::MAX)];
    let integer = |choices: &mut Choices, width: u32| match choices.chance(50) {
        true => *choices.pick(&interesting),
        false if width == 64 => choices.bits() as i64,
        false => i64::from(choices.number() as i32),
    };
    let value = match ty {
        Int(width) => integer(choices, width).to_string(),
        Double => {
            let special = [0.0, -0.0, 1.0, -2.5, f64::INFINITY, f64::NAN, f64::MIN_POSITIVE, 1e300];
            let number = if choices.chance(60) {
                *choices.pick(&special)
            } else {
                f64::from(choices.number() as i32) / 3.0
            };
            format!("0x{:016X}", number.to_bits())
        }
        Ints(len, width) => {
            let elements: Vec<String> =
                (0..len).map(|_| format!("i{width} {}", integer(choices, width))).collect();
            format!("<{}>", elements.join(", "))
        }
        _ => ty.constant(1),
    };
    format!("{} {value}", ty.name())
}

const PRELUDE: &str = r#"@line = private constant [14 x i8] c"%d %d %016lx\0A\00"
@table = internal constant [4 x i32] [i32 3, i32 -7, i32 11, i32 2147483647]

declare i32 @printf(ptr, ...)

define internal i32 @add(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}

define internal i32 @choose(i32 %a, i32 %b) {
  %less = icmp slt i32 %a, %b
  br i1 %less, label %yes, label %no
yes:
  br label %no
no:
  %result = phi i32 [ %a, %0 ], [ %b, %yes ]
  ret i32 %result
}

define internal { i32, double } @swap({ i32, double } %pair) {
  %number = extractvalue { i32, double } %pair, 0
  %float = sitofp i32 %number to double
  %changed = insertvalue { i32, double } %pair, double %float, 1
  ret { i32, double } %changed
}

"#;

struct Function<'c> {
    choices: &'c mut Choices,
    number: usize,
    text: String,
    next: usize,
    /// Available values with their types.
    values: Vec<(Ty, String)>,
    /// Declarations of the intrinsics that are used.
    intrinsics: std::collections::BTreeSet<String>,
    blocks: usize,
    /// The block that is being filled.
    block: String,
    depth: usize,
}

impl<'c> Function<'c> {
    fn new(number: usize, choices: &'c mut Choices) -> Self {
        Self {
            number,
            text: String::new(),
            next: 0,
            values: Vec::new(),
            intrinsics: std::collections::BTreeSet::new(),
            blocks: choices.within(1, 5),
            block: String::new(),
            depth: 0,
            choices,
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str("  ");
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn name(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    fn begin(&mut self, block: &str) {
        let _ = writeln!(self.text, "{block}:");
        block.clone_into(&mut self.block);
    }

    /// Emits an expression as a new value; returns its name.
    fn emit(&mut self, ty: Ty, expression: &str) -> String {
        let name = format!("%{}", self.name("v"));
        self.line(&format!("{name} = {expression}"));
        self.values.push((ty, name.clone()));
        name
    }

    /// Emits an intermediate value that is not made available to other steps.
    fn helper(&mut self, ty: Ty, expression: &str) -> String {
        let name = self.emit(ty, expression);
        self.values.pop();
        name
    }

    fn call(&mut self, ty: Ty, intrinsic: &str, suffix: &str, result: &str, arguments: &[String]) -> String {
        let types: Vec<&str> = arguments.iter().map(|argument| type_of(argument)).collect();
        let name = format!("@llvm.{intrinsic}.{suffix}");
        self.intrinsics.insert(format!("{result} {name}({})", types.join(", ")));
        self.emit(ty, &format!("call {result} {name}({})", arguments.join(", ")))
    }

    fn slot(ty: Ty) -> String {
        format!("%slot{}", TYPES.iter().position(|&known| known == ty).unwrap_or_default())
    }

    /// An available value of this type.
    fn operand(&mut self, ty: Ty) -> String {
        let known: Vec<String> =
            self.values.iter().filter(|(of, _)| *of == ty).map(|(_, name)| name.clone()).collect();
        match self.choices.weighted(&[60, 25, 15]) {
            0 if !known.is_empty() => self.choices.pick(&known).clone(),
            2 => {
                let value = *self.choices.pick(&[0, 1, -1, 2, 5, 100]);
                ty.constant(value)
            }
            _ => self.emit(ty, &format!("load {}, ptr {}", ty.name(), Self::slot(ty))),
        }
    }

    fn integral(&mut self) -> Ty {
        *self.choices.pick(&[
            Int(32),
            Int(64),
            Int(8),
            Int(16),
            Int(33),
            Int(128),
            Int(1),
            Ints(4, 32),
            Ints(2, 64),
        ])
    }

    fn floating(&mut self) -> Ty {
        *self.choices.pick(&[Double, Float, Doubles(2)])
    }

    fn make(&mut self) {
        let number = self.number;
        let _ = writeln!(
            self.text,
            "define internal i64 @f{number}(i32 %a0, i64 %a1, double %a2, <4 x i32> %a3) {{"
        );
        self.begin("entry");
        for ty in TYPES {
            self.line(&format!("{} = alloca {}", Self::slot(ty), ty.name()));
        }
        self.line("%memory = alloca [8 x i32]");
        self.line("%fuel = alloca i32");
        self.line("store i32 12, ptr %fuel");
        self.line("store [8 x i32] zeroinitializer, ptr %memory");
        for (index, ty) in TYPES.into_iter().enumerate() {
            let value = if index < 4 { format!("%a{index}") } else { ty.constant(index as i64) };
            self.line(&format!("store {} {value}, ptr {}", ty.name(), Self::slot(ty)));
        }
        self.line("br label %b0");
        for block in 0..self.blocks {
            self.values = (0..4).map(|index| (TYPES[index], format!("%a{index}"))).collect();
            self.begin(&format!("b{block}"));
            let left = self.helper(Int(32), "load i32, ptr %fuel");
            let less = self.helper(Int(32), &format!("sub i32 {left}, 1"));
            self.line(&format!("store i32 {less}, ptr %fuel"));
            let empty = self.helper(Int(1), &format!("icmp eq i32 {less}, 0"));
            self.line(&format!("br i1 {empty}, label %exit, label %c{block}"));
            self.begin(&format!("c{block}"));
            for _ in 0..self.choices.within(1, 8) {
                self.step();
            }
            self.jump();
        }
        self.exit();
        self.text.push_str("}\n\n");
    }

    /// Emits a jump to any block.
    fn jump(&mut self) {
        let blocks = self.blocks;
        let mut to = || format!("label %b{}", self.choices.below(blocks));
        let (first, second, third) = (to(), to(), to());
        match self.choices.weighted(&[20, 40, 20, 10, 10]) {
            0 => self.line("br label %exit"),
            1 => {
                let condition = self.operand(Int(1));
                self.line(&format!("br i1 {condition}, {first}, {second}"));
            }
            2 => {
                let value = self.operand(Int(8));
                self.line(&format!(
                    "switch i8 {value}, {first} [ i8 0, {second} i8 1, {third} i8 -1, {second} ]"
                ));
            }
            3 => {
                let condition = self.operand(Int(1));
                let number = self.number;
                let address =
                    |label: &str| format!("ptr blockaddress(@f{number}, {})", &label["label ".len()..]);
                let (one, other) = (address(&first), address(&second));
                let address = self.helper(Int(64), &format!("select i1 {condition}, {one}, {other}"));
                self.line(&format!("indirectbr ptr {address}, [{first}, {second}]"));
            }
            _ => self.line(&format!("br {first}")),
        }
    }

    /// Emits the result: a 64-bit hash of all variables.
    fn exit(&mut self) {
        self.begin("exit");
        let mut sum = "0".to_owned();
        for ty in TYPES {
            let value = self.helper(ty, &format!("load {}, ptr {}", ty.name(), Self::slot(ty)));
            for bits in self.bits(ty, &value) {
                let mixed = self.helper(Int(64), &format!("mul i64 {sum}, 6364136223846793005"));
                sum = self.helper(Int(64), &format!("add i64 {mixed}, {bits}"));
            }
        }
        for index in 0..8 {
            let place =
                self.helper(Int(64), &format!("getelementptr [8 x i32], ptr %memory, i64 0, i64 {index}"));
            let value = self.helper(Int(32), &format!("load i32, ptr {place}"));
            let wide = self.helper(Int(64), &format!("zext i32 {value} to i64"));
            let mixed = self.helper(Int(64), &format!("mul i64 {sum}, 31"));
            sum = self.helper(Int(64), &format!("add i64 {mixed}, {wide}"));
        }
        self.line(&format!("ret i64 {sum}"));
    }

    /// The bits of a value as 64-bit integers; all NaNs give the same.
    fn bits(&mut self, ty: Ty, value: &str) -> Vec<String> {
        match ty {
            Int(64) => vec![value.to_owned()],
            Int(128) => {
                let high = self.helper(ty, &format!("lshr i128 {value}, 64"));
                [value, high.as_str()]
                    .map(|half| self.helper(Int(64), &format!("trunc i128 {half} to i64")))
                    .to_vec()
            }
            Int(width) => vec![self.helper(Int(64), &format!("zext i{width} {value} to i64"))],
            Float => {
                let wide = self.helper(Double, &format!("fpext float {value} to double"));
                self.bits(Double, &wide)
            }
            Double => {
                let bits = self.helper(Int(64), &format!("bitcast double {value} to i64"));
                let nan = self.helper(Int(1), &format!("fcmp uno double {value}, {value}"));
                vec![self.helper(Int(64), &format!("select i1 {nan}, i64 2146959360, i64 {bits}"))]
            }
            Ints(len, _) | Doubles(len) => {
                let element = self.element(ty);
                let mut all = Vec::new();
                for index in 0..len {
                    let expression = format!("extractelement {} {value}, i32 {index}", ty.name());
                    let part = self.helper(element, &expression);
                    all.extend(self.bits(element, &part));
                }
                all
            }
            Pair | Array => {
                let parts: &[Ty] = if ty == Pair { &[Int(32), Double] } else { &[Int(16); 3] };
                let mut all = Vec::new();
                for (index, &part) in parts.iter().enumerate() {
                    let name = self.helper(part, &format!("extractvalue {} {value}, {index}", ty.name()));
                    all.extend(self.bits(part, &name));
                }
                all
            }
        }
    }

    fn element(&self, ty: Ty) -> Ty {
        match ty {
            Ints(_, width) => Int(width),
            Doubles(_) => Double,
            other => other,
        }
    }

    /// Emits one step: an operation, or control flow around several.
    fn step(&mut self) {
        match self.choices.weighted(&[26, 8, 14, 9, 12, 8, 8, 7, 6, 8, 4, 4]) {
            0 => self.integer(),
            1 => self.intrinsic(),
            2 => self.float(),
            3 => self.comparison(),
            4 => self.conversion(),
            5 => self.memory(),
            6 => self.aggregate(),
            7 => self.vector(),
            8 => self.callee(),
            9 => self.store(),
            10 if self.depth < 2 => self.diamond(),
            11 if self.depth < 2 => self.counted(),
            _ => self.store(),
        }
    }

    fn store(&mut self) {
        let ty = *self.choices.pick(&TYPES);
        let value = self.operand(ty);
        self.line(&format!("store {} {value}, ptr {}", ty.name(), Self::slot(ty)));
    }

    fn integer(&mut self) {
        let ty = self.integral();
        let width = ty.width().unwrap_or(32);
        let name = ty.name();
        let (a, b) = (self.operand(ty), self.operand(ty));
        let op = *self.choices.pick(&[
            "add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem",
        ]);
        let b = match op {
            "shl" | "lshr" | "ashr" if width == 1 => ty.constant(0),
            "shl" | "lshr" | "ashr" => {
                self.helper(ty, &format!("urem {name} {b}, {}", ty.constant(i64::from(width.min(100)))))
            }
            "udiv" | "urem" => self.helper(ty, &format!("or {name} {b}, {}", ty.constant(1))),
            "sdiv" | "srem" if width == 1 => return,
            // Make the divisor positive, so that nothing overflows.
            "sdiv" | "srem" => {
                let half = self.helper(ty, &format!("lshr {name} {b}, {}", ty.constant(1)));
                self.helper(ty, &format!("or {name} {half}, {}", ty.constant(1)))
            }
            _ => b,
        };
        let value = self.emit(ty, &format!("{op} {name} {a}, {b}"));
        if self.choices.chance(10) {
            self.emit(ty, &format!("freeze {name} {value}"));
        }
    }

    fn intrinsic(&mut self) {
        let ty = self.integral();
        let (name, suffix) = (ty.name(), ty.suffix());
        let argument = |function: &mut Self| format!("{name} {}", function.operand(ty));
        let (a, b) = (argument(self), argument(self));
        let truth = "i1 false".to_owned();
        match self.choices.below(6) {
            0 => {
                let op =
                    *self.choices.pick(&["smax", "smin", "umax", "umin", "sadd.sat", "usub.sat", "ssub.sat"]);
                self.call(ty, op, &suffix, &name, &[a, b]);
            }
            1 => {
                let op = *self.choices.pick(&["ctpop", "bitreverse"]);
                self.call(ty, op, &suffix, &name, &[a]);
            }
            2 => {
                let op = *self.choices.pick(&["abs", "ctlz", "cttz"]);
                self.call(ty, op, &suffix, &name, &[a, truth]);
            }
            3 => {
                let c = argument(self);
                let op = *self.choices.pick(&["fshl", "fshr"]);
                self.call(ty, op, &suffix, &name, &[a, b, c]);
            }
            4 if ty.width().is_some_and(|width| width % 16 == 0) => {
                self.call(ty, "bswap", &suffix, &name, &[a]);
            }
            _ => {
                let ty = *self.choices.pick(&[Int(32), Int(64), Int(16)]);
                let name = ty.name();
                let operands = [self.operand(ty), self.operand(ty)].map(|value| format!("{name} {value}"));
                let op = *self.choices.pick(&["sadd", "uadd", "ssub", "usub", "smul", "umul"]);
                let result = format!("{{ {name}, i1 }}");
                let pair =
                    self.call(Int(1), &format!("{op}.with.overflow"), &ty.suffix(), &result, &operands);
                self.values.pop();
                self.emit(ty, &format!("extractvalue {result} {pair}, 0"));
                self.emit(Int(1), &format!("extractvalue {result} {pair}, 1"));
            }
        }
    }

    fn float(&mut self) {
        let ty = self.floating();
        let (name, suffix) = (ty.name(), ty.suffix());
        let (a, b) = (self.operand(ty), self.operand(ty));
        match self.choices.below(4) {
            0 | 1 => {
                let op = *self.choices.pick(&["fadd", "fsub", "fmul", "fdiv"]);
                self.emit(ty, &format!("{op} {name} {a}, {b}"));
            }
            2 => {
                self.emit(ty, &format!("fneg {name} {a}"));
            }
            _ => {
                let op = *self.choices.pick(&["fabs", "sqrt", "floor", "ceil", "trunc"]);
                self.call(ty, op, &suffix, &name, &[format!("{name} {a}")]);
            }
        }
    }

    fn comparison(&mut self) {
        let ty = if self.choices.chance(70) { self.integral() } else { self.floating() };
        let name = ty.name();
        let (a, b) = (self.operand(ty), self.operand(ty));
        let (op, predicates): (&str, &[&str]) = match ty.is_floating() {
            true => (
                "fcmp",
                &[
                    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uno", "une", "true",
                    "false",
                ],
            ),
            false => ("icmp", &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]),
        };
        let predicate = *self.choices.pick(predicates);
        let expression = format!("{op} {predicate} {name} {a}, {b}");
        match ty {
            Ints(len, _) | Doubles(len) => {
                let mask = self.helper(Int(1), &expression);
                self.emit(ty, &format!("select <{len} x i1> {mask}, {name} {a}, {name} {b}"));
            }
            _ => {
                let condition = self.emit(Int(1), &expression);
                let of = *self.choices.pick(&TYPES);
                let (yes, no) = (self.operand(of), self.operand(of));
                let of_name = of.name();
                self.emit(of, &format!("select i1 {condition}, {of_name} {yes}, {of_name} {no}"));
            }
        }
    }

    fn conversion(&mut self) {
        let scalars = [Int(32), Int(64), Int(8), Int(16), Int(33), Int(128), Int(1)];
        let from = *self.choices.pick(&scalars);
        let value = self.operand(from);
        let from_name = from.name();
        match self.choices.below(5) {
            0 | 1 => {
                let to = *self.choices.pick(&scalars);
                let op = match from.width().cmp(&to.width()) {
                    std::cmp::Ordering::Equal => return,
                    std::cmp::Ordering::Greater => "trunc",
                    std::cmp::Ordering::Less => *self.choices.pick(&["zext", "sext"]),
                };
                self.emit(to, &format!("{op} {from_name} {value} to {}", to.name()));
            }
            2 => {
                let to = *self.choices.pick(&[Double, Float]);
                let op = *self.choices.pick(&["sitofp", "uitofp"]);
                self.emit(to, &format!("{op} {from_name} {value} to {}", to.name()));
            }
            3 => {
                let of = *self.choices.pick(&[Double, Float]);
                let to = *self.choices.pick(&[Int(32), Int(64), Int(8)]);
                let number = self.operand(of);
                let op = *self.choices.pick(&["fptosi.sat", "fptoui.sat"]);
                let suffix = format!("{}.{}", to.suffix(), of.suffix());
                self.call(to, op, &suffix, &to.name(), &[format!("{} {number}", of.name())]);
            }
            _ => match self.choices.below(4) {
                0 => {
                    let wide = self.operand(Double);
                    self.emit(Float, &format!("fptrunc double {wide} to float"));
                }
                1 => {
                    let narrow = self.operand(Float);
                    self.emit(Double, &format!("fpext float {narrow} to double"));
                }
                2 => {
                    let value = self.operand(Ints(4, 32));
                    self.emit(Ints(2, 64), &format!("bitcast <4 x i32> {value} to <2 x i64>"));
                }
                _ => {
                    let value = self.operand(Ints(2, 64));
                    self.emit(Int(128), &format!("bitcast <2 x i64> {value} to i128"));
                }
            },
        }
    }

    /// An index below `count`.
    fn index(&mut self, count: u32) -> String {
        let value = self.operand(Int(32));
        self.helper(Int(32), &format!("urem i32 {value}, {count}"))
    }

    fn memory(&mut self) {
        let table = self.choices.chance(25);
        let (array, count) = if table { ("@table", 4) } else { ("%memory", 8) };
        let index = self.index(count);
        let place = self.helper(
            Int(64),
            &format!("getelementptr inbounds [{count} x i32], ptr {array}, i32 0, i32 {index}"),
        );
        match self.choices.below(4) {
            0 if !table => {
                let value = self.operand(Int(32));
                self.line(&format!("store i32 {value}, ptr {place}"));
            }
            1 if !table => {
                let value = self.operand(Int(32));
                let op = *self.choices.pick(&["add", "xchg", "nand", "umax", "min"]);
                self.emit(Int(32), &format!("atomicrmw {op} ptr {place}, i32 {value} seq_cst"));
            }
            2 if !table => {
                let (old, new) = (self.operand(Int(32)), self.operand(Int(32)));
                let result = self
                    .helper(Int(32), &format!("cmpxchg ptr {place}, i32 {old}, i32 {new} acq_rel monotonic"));
                self.emit(Int(32), &format!("extractvalue {{ i32, i1 }} {result}, 0"));
            }
            _ => {
                self.emit(Int(32), &format!("load i32, ptr {place}"));
            }
        }
    }

    fn aggregate(&mut self) {
        let ty = *self.choices.pick(&[Pair, Array]);
        let (index, part) = match ty {
            Pair => *self.choices.pick(&[(0, Int(32)), (1, Double)]),
            _ => (self.choices.below(3), Int(16)),
        };
        let (name, whole) = (ty.name(), self.operand(ty));
        if self.choices.chance(50) {
            self.emit(part, &format!("extractvalue {name} {whole}, {index}"));
        } else {
            let value = self.operand(part);
            self.emit(ty, &format!("insertvalue {name} {whole}, {} {value}, {index}", part.name()));
        }
    }

    fn vector(&mut self) {
        let ty = *self.choices.pick(&[Ints(4, 32), Ints(2, 64), Doubles(2)]);
        let len = if ty == Ints(4, 32) { 4 } else { 2 };
        let (name, element) = (ty.name(), self.element(ty));
        let whole = self.operand(ty);
        match self.choices.below(3) {
            0 => {
                let index = self.index(len);
                self.emit(element, &format!("extractelement {name} {whole}, i32 {index}"));
            }
            1 => {
                let (index, value) = (self.index(len), self.operand(element));
                self.emit(
                    ty,
                    &format!("insertelement {name} {whole}, {} {value}, i32 {index}", element.name()),
                );
            }
            _ => {
                let other = self.operand(ty);
                let mask: Vec<String> =
                    (0..len).map(|_| format!("i32 {}", self.choices.below(2 * len as usize))).collect();
                let mask = mask.join(", ");
                self.emit(
                    ty,
                    &format!("shufflevector {name} {whole}, {name} {other}, <{len} x i32> <{mask}>"),
                );
            }
        }
    }

    fn callee(&mut self) {
        match self.choices.below(3) {
            0 => {
                let (a, b) = (self.operand(Int(32)), self.operand(Int(32)));
                let callee = *self.choices.pick(&["@add", "@choose"]);
                self.emit(Int(32), &format!("call i32 {callee}(i32 {a}, i32 {b})"));
            }
            1 => {
                let condition = self.operand(Int(1));
                let callee = self.helper(Int(64), &format!("select i1 {condition}, ptr @add, ptr @choose"));
                let (a, b) = (self.operand(Int(32)), self.operand(Int(32)));
                self.emit(Int(32), &format!("call i32 {callee}(i32 {a}, i32 {b})"));
            }
            _ => {
                let pair = self.operand(Pair);
                self.emit(Pair, &format!("call {{ i32, double }} @swap({{ i32, double }} {pair})"));
            }
        }
    }

    /// Emits a diamond: two branches that join.
    fn diamond(&mut self) {
        let condition = self.operand(Int(1));
        let (yes, no, end) = (self.name("yes"), self.name("no"), self.name("end"));
        self.line(&format!("br i1 {condition}, label %{yes}, label %{no}"));
        let ty = *self.choices.pick(&TYPES);
        let before = self.values.clone();
        self.depth += 1;
        let mut edges = Vec::new();
        for block in [&yes, &no] {
            self.begin(block);
            for _ in 0..self.choices.below(3) {
                self.step();
            }
            let value = self.operand(ty);
            edges.push(format!("[ {value}, %{} ]", self.block));
            self.line(&format!("br label %{end}"));
            self.values.clone_from(&before);
        }
        self.depth -= 1;
        self.begin(&end);
        self.emit(ty, &format!("phi {} {}", ty.name(), edges.join(", ")));
    }

    /// Emits a loop with a small trip count.
    fn counted(&mut self) {
        let ty = *self.choices.pick(&TYPES);
        let initial = self.operand(ty);
        let rounds = self.choices.within(1, 4);
        let (head, end) = (self.name("loop"), self.name("end"));
        let (from, before) = (self.block.clone(), self.values.clone());
        self.line(&format!("br label %{head}"));
        self.begin(&head);
        // The incoming values of the back edge are not known yet.
        let (counter, carried) = (self.name("i"), self.name("x"));
        let hole = self.text.len();
        self.values.push((ty, format!("%{carried}")));
        self.values.push((Int(32), format!("%{counter}")));
        self.depth += 1;
        for _ in 0..self.choices.within(1, 3) {
            self.step();
        }
        self.depth -= 1;
        let next = self.operand(ty);
        let more = self.helper(Int(32), &format!("add i32 %{counter}, 1"));
        let again = self.helper(Int(1), &format!("icmp ult i32 {more}, {rounds}"));
        let latch = self.block.clone();
        self.line(&format!("br i1 {again}, label %{head}, label %{end}"));
        let phis = format!(
            "  %{counter} = phi i32 [ 0, %{from} ], [ {more}, %{latch} ]\n  %{carried} = phi {} [ {initial}, %{from} ], [ {next}, %{latch} ]\n",
            ty.name()
        );
        self.text.insert_str(hole, &phis);
        self.begin(&end);
        self.values = before;
        self.values.push((ty, next));
        self.values.push((ty, format!("%{carried}")));
    }
}

/// The type in the text `type value`.
fn type_of(argument: &str) -> &str {
    argument.rsplit_once(' ').map_or(argument, |(ty, _)| match ty.split_once(" <") {
        // Vector types contain spaces.
        Some((ty, _)) if argument.starts_with('<') => ty,
        _ => ty,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_can_be_read() {
        let cases: Vec<Choices> = (0..100).map(Choices::from_seed).collect();
        let text = program(&cases);
        if let Err(error) = tern_llvm_ir::read(text.as_bytes(), "program.ll") {
            panic!("{error}\n{text}");
        }
    }
}

//! Makes well-typed modules of LLVM IR, as LLVM prints them.
//!
//! A module has globals and functions; a function has blocks that jump to each other at will. A value is used in its own
//! block, after it, or anywhere if it is an argument or in the entry block: whatever the jumps, definitions dominate uses.

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use proptest::sample::Index;

const TYPES: [&str; 9] = ["i1", "i8", "i32", "i64", "float", "double", "ptr", "<4 x i32>", "{ i32, double }"];
const INTEGERS: [&str; 4] = ["i8", "i32", "i64", "<4 x i32>"];
const FLOATS: [&str; 2] = ["float", "double"];

const INTEGER_OPERATIONS: [&str; 16] = [
    "add",
    "add nuw",
    "add nuw nsw",
    "sub nsw",
    "mul",
    "udiv exact",
    "sdiv",
    "urem",
    "srem",
    "shl nuw",
    "lshr",
    "ashr exact",
    "and",
    "or disjoint",
    "or",
    "xor",
];
const FLOAT_OPERATIONS: [&str; 7] = [
    "fadd",
    "fadd fast",
    "fsub nnan ninf",
    "fmul reassoc nsz contract",
    "fdiv arcp",
    "frem afn",
    "fadd nnan ninf nsz",
];
const INTEGER_PREDICATES: [&str; 10] = ["eq", "ne", "sgt", "sge", "slt", "sle", "ugt", "uge", "ult", "ule"];
const FLOAT_PREDICATES: [&str; 8] = ["oeq", "ogt", "une", "ord", "uno", "ult", "true", "false"];
const CASTS: [(&str, &str, &str); 13] = [
    ("zext", "i8", "i32"),
    ("zext nneg", "i32", "i64"),
    ("sext", "i1", "i64"),
    ("trunc", "i64", "i8"),
    ("trunc nuw nsw", "i32", "i8"),
    ("fpext", "float", "double"),
    ("fptrunc", "double", "float"),
    ("fptosi", "double", "i32"),
    ("sitofp", "i64", "float"),
    ("uitofp nneg", "i32", "double"),
    ("ptrtoint", "ptr", "i64"),
    ("inttoptr", "i64", "ptr"),
    ("bitcast", "i32", "float"),
];

/// An instruction; indices choose among what there is.
#[derive(Clone, Debug)]
enum Instruction {
    Integer(Index, Index, Index, Index),
    Float(Index, Index, Index, Index),
    CompareIntegers(Index, Index, Index, Index),
    CompareFloats(Index, Index, Index, Index),
    Cast(Index, Index),
    Select(Index, Index, Index, Index),
    Alloca(Index),
    Load(Index, Index),
    Store(Index, Index, Index),
    Element(Index, Index, Index),
    Extract(Index),
    Insert(Index, Index),
    Lane(Index, Index),
    Shuffle(Index, Index),
    Call(Index, Index),
    Freeze(Index, Index),
    Atomic(Index, Index),
}

/// How a block ends.
#[derive(Clone, Debug)]
enum End {
    Return(Index),
    Unreachable,
    Jump(Index),
    Branch(Index, Index, Index),
    Switch(Index, Index, Vec<Index>),
}

#[derive(Clone, Debug)]
struct Block {
    phis: Vec<(Index, Vec<Index>)>,
    body: Vec<Instruction>,
    end: End,
}

#[derive(Clone, Debug)]
struct Function {
    parameters: Vec<Index>,
    result: Index,
    blocks: Vec<Block>,
}

fn instruction() -> impl Strategy<Value = Instruction> {
    let i = any::<Index>;
    prop_oneof![
        3 => (i(), i(), i(), i()).prop_map(|(a, b, c, d)| Instruction::Integer(a, b, c, d)),
        2 => (i(), i(), i(), i()).prop_map(|(a, b, c, d)| Instruction::Float(a, b, c, d)),
        1 => (i(), i(), i(), i()).prop_map(|(a, b, c, d)| Instruction::CompareIntegers(a, b, c, d)),
        1 => (i(), i(), i(), i()).prop_map(|(a, b, c, d)| Instruction::CompareFloats(a, b, c, d)),
        2 => (i(), i()).prop_map(|(a, b)| Instruction::Cast(a, b)),
        1 => (i(), i(), i(), i()).prop_map(|(a, b, c, d)| Instruction::Select(a, b, c, d)),
        1 => i().prop_map(Instruction::Alloca),
        1 => (i(), i()).prop_map(|(a, b)| Instruction::Load(a, b)),
        1 => (i(), i(), i()).prop_map(|(a, b, c)| Instruction::Store(a, b, c)),
        1 => (i(), i(), i()).prop_map(|(a, b, c)| Instruction::Element(a, b, c)),
        1 => i().prop_map(Instruction::Extract),
        1 => (i(), i()).prop_map(|(a, b)| Instruction::Insert(a, b)),
        1 => (i(), i()).prop_map(|(a, b)| Instruction::Lane(a, b)),
        1 => (i(), i()).prop_map(|(a, b)| Instruction::Shuffle(a, b)),
        1 => (i(), i()).prop_map(|(a, b)| Instruction::Call(a, b)),
        1 => (i(), i()).prop_map(|(a, b)| Instruction::Freeze(a, b)),
        1 => (i(), i()).prop_map(|(a, b)| Instruction::Atomic(a, b)),
    ]
}

fn end() -> impl Strategy<Value = End> {
    let i = any::<Index>;
    prop_oneof![
        1 => i().prop_map(End::Return),
        1 => Just(End::Unreachable),
        2 => i().prop_map(End::Jump),
        3 => (i(), i(), i()).prop_map(|(a, b, c)| End::Branch(a, b, c)),
        1 => (i(), i(), proptest::collection::vec(i(), 0..4)).prop_map(|(a, b, c)| End::Switch(a, b, c)),
    ]
}

fn function() -> impl Strategy<Value = Function> {
    use proptest::collection::vec;
    let phi = (any::<Index>(), vec(any::<Index>(), 8));
    let block = (vec(phi, 0..3), vec(instruction(), 0..6), end());
    let block = block.prop_map(|(phis, body, end)| Block { phis, body, end });
    let function = (vec(any::<Index>(), 0..5), any::<Index>(), vec(block, 1..6));
    function.prop_map(|(parameters, result, blocks)| Function { parameters, result, blocks })
}

/// A module as text.
pub(crate) fn module() -> impl Strategy<Value = String> {
    proptest::collection::vec(function(), 0..3).prop_map(|functions| {
        let mut out = "@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16\n\
                       @p = internal unnamed_addr constant ptr getelementptr (i8, ptr @g, i64 4)\n\n\
                       declare i32 @callee(i32, ptr)\n\n"
            .to_owned();
        for (number, function) in functions.iter().enumerate() {
            Printer::new(function).print(number, &mut out);
        }
        out
    })
}

/// Constants of a type.
fn constants(ty: &str) -> &'static [&'static str] {
    match ty {
        "i1" => &["true", "false", "poison"],
        "i8" | "i32" | "i64" => &["0", "1", "-1", "42", "-128", "127", "undef", "poison"],
        "float" | "double" => &[
            "0.000000e+00",
            "-0.000000e+00",
            "1.500000e+00",
            "0x7FF0000000000000",
            "0x7FF8000000000000",
            "undef",
        ],
        "ptr" => &["null", "@g", "@callee", "poison", "getelementptr inbounds (i8, ptr @g, i64 8)"],
        "<4 x i32>" => &[
            "zeroinitializer",
            "splat (i32 -1)",
            "<i32 1, i32 2, i32 3, i32 4>",
            "<i32 0, i32 undef, i32 poison, i32 7>",
            "poison",
        ],
        _ => &["zeroinitializer", "undef", "{ i32 1, double 2.500000e+00 }", "poison"],
    }
}

/// Prints a function.
struct Printer<'a> {
    function: &'a Function,
    /// Values that can be used anywhere, by type.
    everywhere: BTreeMap<&'static str, Vec<String>>,
    /// Values of the block at hand, by type.
    here: BTreeMap<&'static str, Vec<String>>,
    next: usize,
}

impl<'a> Printer<'a> {
    fn new(function: &'a Function) -> Self {
        Self { function, everywhere: BTreeMap::new(), here: BTreeMap::new(), next: 0 }
    }

    fn print(mut self, number: usize, out: &mut String) {
        let function = self.function;
        let result = *function.result.get(&TYPES);
        let mut parameters = Vec::new();
        for (number, ty) in function.parameters.iter().enumerate() {
            let ty = *ty.get(&TYPES);
            parameters.push(format!("{ty} %a{number}"));
            self.everywhere.entry(ty).or_default().push(format!("%a{number}"));
        }
        let _ = writeln!(out, "define {result} @f{number}({}) {{", parameters.join(", "));
        let predecessors = self.predecessors();
        for (number, block) in function.blocks.iter().enumerate() {
            let _ = writeln!(out, "{}b{number}:", if number == 0 { "" } else { "\n" });
            self.here.clear();
            let incoming = &predecessors[number];
            // The entry block has no predecessors, and a PHI node has at least one.
            for (ty, values) in block.phis.iter().filter(|_| !incoming.is_empty()) {
                let ty = *ty.get(&TYPES);
                // The same value for all edges from one block.
                let edges = incoming.iter().map(|from| {
                    let value = self.pick_everywhere(ty, &values[from % values.len()]);
                    format!("[ {value}, %b{from} ]")
                });
                let edges = edges.collect::<Vec<_>>().join(", ");
                self.define(out, ty, &format!("phi {ty} {edges}"));
            }
            for instruction in &block.body {
                self.instruction(out, instruction);
            }
            self.end(out, &block.end, result);
            if number == 0 {
                let defined = std::mem::take(&mut self.here);
                for (ty, values) in defined {
                    self.everywhere.entry(ty).or_default().extend(values);
                }
            }
        }
        out.push_str("}\n\n");
    }

    /// The block that an index chooses: any but the entry block, if there is another.
    fn target(&self, index: &Index) -> Option<usize> {
        let others = self.function.blocks.len() - 1;
        (others > 0).then(|| 1 + index.index(others))
    }

    fn targets(&self, end: &End) -> Vec<usize> {
        let indices: Vec<&Index> = match end {
            End::Return(_) | End::Unreachable => Vec::new(),
            End::Jump(target) => vec![target],
            End::Branch(_, yes, no) => vec![yes, no],
            End::Switch(_, default, cases) => std::iter::once(default).chain(cases).collect(),
        };
        indices.into_iter().filter_map(|index| self.target(index)).collect()
    }

    /// The edges into each block, in canonical order.
    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut predecessors = vec![Vec::new(); self.function.blocks.len()];
        for (from, block) in self.function.blocks.iter().enumerate() {
            for to in self.targets(&block.end) {
                predecessors[to].push(from);
            }
        }
        predecessors
    }

    fn define(&mut self, out: &mut String, ty: &'static str, what: &str) {
        let name = format!("%v{}", self.next);
        self.next += 1;
        let _ = writeln!(out, "  {name} = {what}");
        self.here.entry(ty).or_default().push(name);
    }

    /// A value of a type that can be used here.
    fn pick(&self, ty: &str, index: &Index) -> String {
        let none = Vec::new();
        let known = self.everywhere.get(ty).unwrap_or(&none).iter().chain(self.here.get(ty).unwrap_or(&none));
        let all: Vec<&str> = known.map(String::as_str).chain(constants(ty).iter().copied()).collect();
        (*index.get(&all)).to_owned()
    }

    /// A value of a type that can be used at the end of any block.
    fn pick_everywhere(&self, ty: &str, index: &Index) -> String {
        let known = self.everywhere.get(ty).into_iter().flatten();
        let all: Vec<&str> = known.map(String::as_str).chain(constants(ty).iter().copied()).collect();
        (*index.get(&all)).to_owned()
    }

    fn instruction(&mut self, out: &mut String, instruction: &Instruction) {
        use Instruction as I;
        match instruction {
            I::Integer(operation, ty, a, b) => {
                let ty = *ty.get(&INTEGERS);
                let what = format!(
                    "{} {ty} {}, {}",
                    operation.get(&INTEGER_OPERATIONS),
                    self.pick(ty, a),
                    self.pick(ty, b)
                );
                self.define(out, ty, &what);
            }
            I::Float(operation, ty, a, b) => {
                let ty = *ty.get(&FLOATS);
                let what = format!(
                    "{} {ty} {}, {}",
                    operation.get(&FLOAT_OPERATIONS),
                    self.pick(ty, a),
                    self.pick(ty, b)
                );
                self.define(out, ty, &what);
            }
            I::CompareIntegers(predicate, ty, a, b) => {
                let ty = *ty.get(&["i8", "i32", "i64", "ptr"]);
                let predicate = predicate.get(&INTEGER_PREDICATES);
                let what = format!("icmp {predicate} {ty} {}, {}", self.pick(ty, a), self.pick(ty, b));
                self.define(out, "i1", &what);
            }
            I::CompareFloats(predicate, ty, a, b) => {
                let ty = *ty.get(&FLOATS);
                let predicate = predicate.get(&FLOAT_PREDICATES);
                let what = format!("fcmp {predicate} {ty} {}, {}", self.pick(ty, a), self.pick(ty, b));
                self.define(out, "i1", &what);
            }
            I::Cast(cast, value) => {
                let (operation, from, to) = *cast.get(&CASTS);
                let what = format!("{operation} {from} {} to {to}", self.pick(from, value));
                self.define(out, to, &what);
            }
            I::Select(ty, condition, a, b) => {
                let ty = *ty.get(&TYPES);
                let condition = self.pick("i1", condition);
                let what =
                    format!("select i1 {condition}, {ty} {}, {ty} {}", self.pick(ty, a), self.pick(ty, b));
                self.define(out, ty, &what);
            }
            I::Alloca(ty) => self.define(out, "ptr", &format!("alloca {}, align 8", ty.get(&TYPES))),
            I::Load(ty, place) => {
                let ty = *ty.get(&TYPES);
                let what = format!("load {ty}, ptr {}, align 4", self.pick("ptr", place));
                self.define(out, ty, &what);
            }
            I::Store(ty, value, place) => {
                let ty = *ty.get(&TYPES);
                let _ = writeln!(
                    out,
                    "  store {ty} {}, ptr {}, align 1",
                    self.pick(ty, value),
                    self.pick("ptr", place)
                );
            }
            I::Element(ty, place, index) => {
                let (ty, place, index) = (ty.get(&TYPES), self.pick("ptr", place), self.pick("i64", index));
                self.define(
                    out,
                    "ptr",
                    &format!("getelementptr inbounds nuw {ty}, ptr {place}, i64 {index}"),
                );
            }
            I::Extract(value) => {
                let what =
                    format!("extractvalue {{ i32, double }} {}, 1", self.pick("{ i32, double }", value));
                self.define(out, "double", &what);
            }
            I::Insert(whole, part) => {
                let (whole, part) = (self.pick("{ i32, double }", whole), self.pick("i32", part));
                self.define(
                    out,
                    "{ i32, double }",
                    &format!("insertvalue {{ i32, double }} {whole}, i32 {part}, 0"),
                );
            }
            I::Lane(vector, lane) => {
                let (vector, lane) = (self.pick("<4 x i32>", vector), self.pick("i32", lane));
                self.define(out, "i32", &format!("extractelement <4 x i32> {vector}, i32 {lane}"));
            }
            I::Shuffle(a, b) => {
                let (a, b) = (self.pick("<4 x i32>", a), self.pick("<4 x i32>", b));
                let mask = "<4 x i32> <i32 7, i32 poison, i32 0, i32 2>";
                self.define(out, "<4 x i32>", &format!("shufflevector <4 x i32> {a}, <4 x i32> {b}, {mask}"));
            }
            I::Call(a, b) => {
                let (a, b) = (self.pick("i32", a), self.pick("ptr", b));
                self.define(out, "i32", &format!("tail call i32 @callee(i32 signext {a}, ptr {b})"));
            }
            I::Freeze(ty, value) => {
                let ty = *ty.get(&TYPES);
                let what = format!("freeze {ty} {}", self.pick(ty, value));
                self.define(out, ty, &what);
            }
            I::Atomic(place, value) => {
                let (place, value) = (self.pick("ptr", place), self.pick("i32", value));
                self.define(
                    out,
                    "i32",
                    &format!("atomicrmw umax ptr {place}, i32 {value} syncscope(\"agent\") acq_rel, align 4"),
                );
            }
        }
    }

    fn end(&mut self, out: &mut String, end: &End, result: &str) {
        let targets = self.targets(end);
        let line = match (end, &targets[..]) {
            (End::Return(value), _) => format!("ret {result} {}", self.pick(result, value)),
            (End::Jump(_), [to]) => format!("br label %b{to}"),
            (End::Branch(condition, ..), [yes, no]) => {
                format!("br i1 {}, label %b{yes}, label %b{no}", self.pick("i1", condition))
            }
            (End::Switch(value, ..), [default, cases @ ..]) => {
                let cases = cases.iter().enumerate();
                let cases: String = cases.map(|(n, to)| format!("    i32 {n}, label %b{to}\n")).collect();
                format!("switch i32 {}, label %b{default} [\n{cases}  ]", self.pick("i32", value))
            }
            _ => "unreachable".to_owned(),
        };
        let _ = writeln!(out, "  {line}");
    }
}

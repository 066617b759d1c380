//! Two readers of the same bitcode agree: LLVM 19 by way of `llvm-ir`, and LLVM 22 by way of its text and Tern's reader.
//!
//! Compared are globals, functions, blocks, instructions, types and operands, as far as `llvm-ir` holds them. What it does not
//! hold is compared with nothing, and how often that is so is bounded by the losses that the conversion names.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tern_llvm_ir::instruction::{CallSite, Flags, Instruction};
use tern_llvm_ir::{
    Block, Constant, ConstantExpr, ConstantKind, Function, GlobalKind, Module, Type, TypeKind, Value,
    ValueKind,
};

/// What stands where `llvm-ir` does not know what it is.
const UNKNOWN: &str = "?";

/// A module as lines by the name of the global that they are about.
type View = BTreeMap<String, Vec<String>>;

#[test]
fn both_readers_see_the_same() {
    let mut compared = 0;
    for source in
        ["atomics.c", "bitfields.c", "control.c", "varargs.c", "vectors.c", "exceptions.cpp", "objects.cpp"]
    {
        for level in ["-O0", "-O2"] {
            let folder = tempfile::tempdir().expect("a folder");
            let bitcode = folder.path().join("module.bc");
            let language = if source.ends_with("cpp") { "-std=c++20" } else { "-std=c23" };
            let mut clang = Command::new("clang-19");
            clang.args(["-c", "-w", "-emit-llvm", level, language]).arg(samples().join(source));
            run(clang.arg("-o").arg(&bitcode));
            compared += agree(&bitcode, &format!("{source} {level}"));
        }
    }
    assert!(compared > 10_000, "only {compared} instructions were compared");
}

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roundtrip-tests/samples")
}

/// LLVM 22's, in `LLVM22_BIN` or where Debian puts it.
fn llvm_dis() -> PathBuf {
    let bin = std::env::var_os("LLVM22_BIN").map_or_else(|| "/usr/lib/llvm-22/bin".into(), PathBuf::from);
    bin.join("llvm-dis")
}

fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?}: {error}; on Debian: apt-get install llvm-19-dev clang-19 llvm-22")
    });
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Compares both views of a file; returns how many lines that were.
fn agree(bitcode: &Path, title: &str) -> usize {
    let source = llvm_ir::Module::from_bc_path(bitcode).expect("LLVM 19 reads it");
    let converted = tern_interop_llvm_ir::to_tern(&source);
    // What is made of it is a module that Tern prints and reads.
    let text = tern_llvm_ir::write(&converted.module);
    if let Err(error) = tern_llvm_ir::read(&text, "converted.ll") {
        panic!("{title}: {error}\n{}", error.source_line());
    }
    let text = run(Command::new(llvm_dis()).arg(bitcode).args(["-o", "-"]));
    let other = tern_llvm_ir::read(&text, "module.ll").expect("Tern reads what LLVM 22 prints");
    let (ours, theirs) = (view(&converted.module), view(&other));
    let names = |view: &View| view.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&ours), names(&theirs), "{title}");
    let (mut lines, mut unknown) = (0, 0);
    for (name, lines_of_ours) in &ours {
        let lines_of_theirs = &theirs[name];
        for (line, other) in lines_of_ours.iter().zip(lines_of_theirs) {
            lines += 1;
            let found = same(line, other);
            assert!(found.is_some(), "{title}, @{name}:\n- {other}\n+ {line}");
            unknown += found.unwrap_or(0);
        }
        assert_eq!(lines_of_ours.len(), lines_of_theirs.len(), "{title}, @{name}");
    }
    // Of attributes and the like nothing is compared.
    let of_values =
        |what: &str| !["attribute", "comdat", "alignment"].iter().any(|other| what.starts_with(other));
    let losses: u64 =
        converted.losses.iter().filter(|(what, _)| of_values(what)).map(|(_, count)| count).sum();
    assert!(unknown <= losses, "{title}: {unknown} are unknown, of {:?}", converted.losses);
    lines
}

/// Whether two lines are the same but for what is unknown in the first: how many words that is.
fn same(line: &str, other: &str) -> Option<u64> {
    let mut unknown = 0;
    let (mut words, mut others) = (line.split(' '), other.split(' '));
    loop {
        match (words.next(), others.next()) {
            (None, None) => return Some(unknown),
            (Some(UNKNOWN), Some(_)) => unknown += 1,
            (Some(word), Some(other)) if word == other => {}
            // A part of a constant.
            (Some(word), Some(_)) if word.contains(UNKNOWN) => unknown += 1,
            _ => return None,
        }
    }
}

fn view(module: &Module) -> View {
    let mut view = View::new();
    let ty = |ty| tern_llvm_ir::writer::type_to_string(module, ty).replace(' ', "");
    for value in module.globals.values() {
        let name = value.name.map_or_else(String::new, |name| module.text(name).into_owned());
        // LLVM 22 declares some anew, by other names.
        if name.starts_with("llvm.") && value.as_function().is_some() {
            continue;
        }
        let mut lines = vec![format!("{:?} {:?} {:?}", value.linkage, value.visibility, value.tls)];
        match &value.kind {
            GlobalKind::Variable(variable) => {
                let initializer = variable.initializer.map(|initializer| constant(module, initializer));
                // That of a declaration is not known to `llvm-ir`.
                let ty = initializer.as_ref().map_or_else(|| UNKNOWN.to_owned(), |_| shape(module, value.ty));
                lines.push(format!(
                    "variable {} {ty} {}",
                    variable.constant,
                    initializer.unwrap_or_default()
                ));
            }
            GlobalKind::Function(function) => {
                lines.push(format!("function {} cc{}", ty(value.ty), function.calling_convention));
                body(module, function, &mut lines);
            }
            GlobalKind::Alias(aliasee) => {
                lines.push(format!("alias {} {}", ty(value.ty), constant(module, *aliasee)))
            }
            GlobalKind::IFunc(resolver) => lines.push(format!("ifunc {}", constant(module, *resolver))),
        }
        view.insert(name, lines);
    }
    view
}

/// The blocks and instructions of a function; values by their number in order.
fn body(module: &Module, function: &Function, lines: &mut Vec<String>) {
    let results = function.layout.iter().flat_map(|&block| function.block_insts(block));
    let results = results.filter_map(|&inst| function.insts[inst].result.expand());
    let numbers: BTreeMap<_, _> = function.args.iter().copied().chain(results).zip(0..).collect();
    let blocks: BTreeMap<Block, usize> = function.layout.iter().copied().zip(0..).collect();
    let value = |value: Value| match value.kind() {
        ValueKind::Local(local) => format!("%{}", numbers[&local]),
        ValueKind::Constant(found) => constant(module, found),
    };
    let ty = |ty| tern_llvm_ir::writer::type_to_string(module, ty).replace(' ', "");
    for &block in &function.layout {
        let name =
            function.blocks[block].name.map_or_else(String::new, |name| module.text(name).into_owned());
        lines.push(format!("block {name}"));
        for &inst in function.block_insts(block) {
            let data = &function.insts[inst];
            let instruction = &data.inst;
            if matches!(instruction, Instruction::DebugRecord(_)) {
                continue;
            }
            let result =
                data.result.expand().map_or_else(|| "void".to_owned(), |local| ty(function.locals[local].ty));
            let mut line = format!("{result} ");
            let mut say =
                |word: &dyn std::fmt::Display| write!(line, "{word} ").expect("a string can be written to");
            let kind = format!("{instruction:?}");
            say(&kind.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default());
            match instruction {
                Instruction::Ret(operand) => operand.iter().for_each(|operand| say(&value(*operand))),
                Instruction::Binary { op, flags, lhs, rhs } => {
                    // The others are not in `llvm-ir`.
                    let flags = *flags & (Flags::NUW | Flags::NSW | Flags::EXACT);
                    say(&format!("{op:?} {:x} {} {}", flags.bits(), value(*lhs), value(*rhs)));
                }
                Instruction::Cast { op, value: operand, .. } => say(&format!("{op:?} {}", value(*operand))),
                Instruction::ICmp { predicate, lhs, rhs, .. } => {
                    say(&format!("{predicate:?} {} {}", value(*lhs), value(*rhs)));
                }
                Instruction::FCmp { predicate, lhs, rhs, .. } => {
                    say(&format!("{predicate:?} {} {}", value(*lhs), value(*rhs)));
                }
                Instruction::Select { condition, then, otherwise, .. } => {
                    [condition, then, otherwise].iter().for_each(|operand| say(&value(**operand)));
                }
                Instruction::FNeg { value: operand, .. }
                | Instruction::Freeze(operand)
                | Instruction::Resume(operand) => {
                    say(&value(*operand));
                }
                Instruction::CondBr { condition, .. } => say(&value(*condition)),
                Instruction::Switch(switch) => {
                    say(&value(switch.value));
                    switch.cases.iter().for_each(|(case, _)| say(&value(*case)));
                }
                Instruction::IndirectBr { address, .. } => say(&value(*address)),
                Instruction::Phi { incoming, .. } => {
                    for (operand, block) in function.list(*incoming) {
                        say(&format!("{} ^{}", value(*operand), blocks[block]));
                    }
                }
                Instruction::ExtractElement { vector, index } => {
                    [vector, index].into_iter().for_each(|v| say(&value(*v)))
                }
                Instruction::InsertElement { vector, value: element, index } => {
                    [vector, element, index].iter().for_each(|operand| say(&value(**operand)));
                }
                Instruction::ShuffleVector { a, b, mask } => {
                    say(&format!("{} {} {:?}", value(*a), value(*b), function.list(*mask)).replace(", ", ","));
                }
                Instruction::ExtractValue { aggregate, indices } => {
                    say(&format!("{} {:?}", value(*aggregate), function.list(*indices)).replace(", ", ","));
                }
                Instruction::InsertValue { aggregate, value: element, indices } => {
                    let indices = format!("{:?}", function.list(*indices)).replace(", ", ",");
                    say(&format!("{} {} {indices}", value(*aggregate), value(*element)));
                }
                Instruction::Alloca(alloca) => {
                    say(&format!("{} {} {:?}", ty(alloca.allocated), value(alloca.count), alloca.alignment));
                }
                Instruction::Load { address, alignment, volatile, atomicity } => {
                    say(&format!("{} {alignment:?} {volatile} {:?}", value(*address), atomicity.ordering));
                }
                Instruction::Store { address, value: stored, alignment, volatile, atomicity } => {
                    say(&format!(
                        "{} {} {alignment:?} {volatile} {:?}",
                        value(*stored),
                        value(*address),
                        atomicity.ordering
                    ));
                }
                Instruction::Fence(atomicity) => say(&format!("{:?}", atomicity.ordering)),
                Instruction::CmpXchg(exchange) => {
                    let operands = [exchange.address, exchange.expected, exchange.new];
                    operands.iter().for_each(|operand| say(&value(*operand)));
                    say(&format!(
                        "{} {} {:?} {:?}",
                        exchange.weak, exchange.volatile, exchange.success, exchange.failure
                    ));
                }
                Instruction::AtomicRmw(operation) => {
                    let operands = format!("{} {}", value(operation.address), value(operation.value));
                    say(&format!("{:?} {operands} {:?}", operation.op, operation.atomicity.ordering));
                }
                Instruction::GetElementPtr { flags, element, base, indices } => {
                    say(&format!("{} {} {}", flags.contains(Flags::INBOUNDS), ty(*element), value(*base)));
                    function.list(*indices).iter().for_each(|index| say(&value(*index)));
                }
                Instruction::VaArg { list } => say(&value(*list)),
                Instruction::LandingPad(pad) => say(&format!("{} {}", pad.cleanup, pad.clauses.len())),
                Instruction::Call(_) | Instruction::Invoke(_) | Instruction::CallBr(_) => {
                    if let Some(call) = instruction.call_site() {
                        say(&called(module, call, &value));
                    }
                }
                _ => {}
            }
            instruction.successors().iter().for_each(|block| say(&format!("^{}", blocks[block])));
            lines.push(line.trim_end().to_owned());
        }
    }
}

fn called(module: &Module, call: &CallSite, value: &dyn Fn(Value) -> String) -> String {
    let callee = value(call.callee);
    // Their first argument went with LLVM 22, which drops it as it reads.
    let arguments =
        if callee.starts_with("@llvm.lifetime.") { call.args.len().min(1) } else { call.args.len() };
    let skip = call.args.len() - arguments;
    let arguments: Vec<String> = call.args[skip..].iter().map(|argument| value(*argument)).collect();
    let ty = if callee.starts_with("@llvm.") {
        String::new()
    } else {
        tern_llvm_ir::writer::type_to_string(module, call.function_type).replace(' ', "")
    };
    format!("{callee} {ty} cc{} {}", call.calling_convention, arguments.join(" "))
}

/// A type without the names of structures, which `llvm-ir` does not know for constants.
fn shape(module: &Module, ty: Type) -> String {
    let packed = |packed: bool| if packed { "packed" } else { "" };
    match module.types.kind(ty) {
        TypeKind::Struct { .. } | TypeKind::Identified(_) => match module.types.struct_fields(ty) {
            Some((fields, is_packed)) => {
                let fields: Vec<String> = fields.iter().map(|&field| shape(module, field)).collect();
                format!("{}{{{}}}", packed(is_packed), fields.join(","))
            }
            None => "opaque".to_owned(),
        },
        TypeKind::Array { len, element } => format!("[{len}x{}]", shape(module, *element)),
        _ => tern_llvm_ir::writer::type_to_string(module, ty).replace(' ', ""),
    }
}

/// A constant in one word.
fn constant(module: &Module, found: Constant) -> String {
    let ty = shape(module, module.constants.ty(found));
    let list =
        |parts: &[Constant]| parts.iter().map(|&part| constant(module, part)).collect::<Vec<_>>().join(",");
    if let Some(elements) = module.constants.elements(&module.types, found)
        && !matches!(
            module.constants.kind(found),
            ConstantKind::Undef | ConstantKind::Poison | ConstantKind::Zero
        )
    {
        return format!("{ty}[{}]", list(&elements));
    }
    match module.constants.kind(found) {
        ConstantKind::Integer(value) => format!("{ty}:{value}"),
        ConstantKind::BigInteger(limbs) => format!("{ty}:{limbs:?}").replace(", ", ","),
        ConstantKind::Float(bits) => format!("{ty}:{bits:x}"),
        ConstantKind::Zero => format!("{ty}:zero"),
        // The conversion puts this where it knows nothing.
        ConstantKind::Undef => UNKNOWN.to_owned(),
        ConstantKind::Poison => format!("{ty}:poison"),
        ConstantKind::Global(global) => {
            let name =
                module.globals[*global].name.map_or_else(String::new, |name| module.text(name).into_owned());
            format!("@{}", name.replace(' ', "_"))
        }
        ConstantKind::Expr(expression) => match &**expression {
            ConstantExpr::Cast { op, value } => format!("{op:?}({})", list(&[*value])),
            ConstantExpr::Binary { op, lhs, rhs, .. } => format!("{op:?}({})", list(&[*lhs, *rhs])),
            // What it steps through is not in `llvm-ir`.
            ConstantExpr::GetElementPtr { base, indices, .. } => {
                format!("gep({},{})", list(&[*base]), list(indices))
            }
            other => format!("{other:?}").replace(' ', ""),
        },
        ConstantKind::InlineAsm(_) => "asm".to_owned(),
        ConstantKind::Metadata(_) | ConstantKind::ArgList(_) | ConstantKind::LocalMetadata(_) => {
            "metadata".to_owned()
        }
        other => format!("{other:?}").replace(' ', ""),
    }
}

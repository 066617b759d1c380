//! What a pointer points into.

use tern_llvm_ir::attributes::AttributeKind;
use tern_llvm_ir::constants::ConstantExpr;
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::function::ValueKind;
use tern_llvm_ir::instruction::{CallSite, CastOp};
use tern_llvm_ir::{
    Constant, ConstantKind, Function, Global, GlobalKind, Inst, Instruction, Local, Module, Value,
};

/// The object that a pointer points into, or past the end of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Object {
    /// An `alloca` of the function.
    Alloca(Inst),
    /// What a call returns that allocates: its result is `noalias`.
    Allocated(Inst),
    /// A global variable or function; aliases are looked through.
    Global(Global),
    /// What a `byval` argument, or one that is `noalias`, points to: its position.
    OwnArgument(usize),
    /// What any other argument points to.
    Argument(usize),
    /// `null`, `undef` or `poison`.
    Nothing,
    /// Any object.
    Unknown,
}

impl Object {
    /// Whether no two such objects that differ can overlap.
    pub fn is_identified(self) -> bool {
        !matches!(self, Self::Argument(_) | Self::Unknown)
    }
}

/// How many values are looked through, so that long chains cost little. Source: LLVM looks through as many with PHI nodes.
const LIMIT: usize = 32;

/// The object that a pointer of a function points into; [`Object::Unknown`] if there may be several.
pub fn object(module: &Module, function: &Function, pointer: Value) -> Object {
    match objects(module, function, pointer)[..] {
        [object] => object,
        _ => Object::Unknown,
    }
}

/// The objects that a pointer of a function may point into, each once. Looks through `getelementptr`, casts of pointers, aliases that the
/// linker cannot replace, PHI nodes and `select`s.
pub fn objects(module: &Module, function: &Function, pointer: Value) -> Vec<Object> {
    let Some(origins) = origins(module, function, pointer) else { return vec![Object::Unknown] };
    let mut found: Vec<Object> = Vec::with_capacity(origins.len());
    for (object, _) in origins {
        if !found.contains(&object) {
            found.push(object);
        }
    }
    found
}

/// The objects, each with the value that is not looked through: the pointer to the object, or the one of which nothing is known. `None` if
/// there are too many values on the way.
pub(crate) fn origins(module: &Module, function: &Function, pointer: Value) -> Option<Vec<(Object, Value)>> {
    let mut pending = vec![pointer];
    let mut seen = Vec::new();
    let mut found: Vec<(Object, Value)> = Vec::new();
    while let Some(value) = pending.pop() {
        if seen.contains(&value) {
            continue;
        }
        if seen.len() == LIMIT {
            return None;
        }
        seen.push(value);
        let one = match value.kind() {
            ValueKind::Constant(constant) => of_constant(module, constant),
            ValueKind::Local(local) => match function.locals[local].inst.expand() {
                None => of_argument(module, function, local),
                Some(inst) => match step(module, function, inst) {
                    Step::Through(values) => {
                        pending.extend(values);
                        continue;
                    }
                    Step::At(object) => object,
                },
            },
        };
        found.push((one, value));
    }
    Some(found)
}

enum Step {
    Through(Vec<Value>),
    At(Object),
}

fn step(module: &Module, function: &Function, inst: Inst) -> Step {
    let instruction = &function.insts[inst].inst;
    match instruction {
        Instruction::GetElementPtr { base, .. } => Step::Through(vec![*base]),
        Instruction::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value, .. }
        | Instruction::Freeze(value) => Step::Through(vec![*value]),
        Instruction::Phi { incoming, .. } => {
            Step::Through(function.list(*incoming).iter().map(|(value, _)| *value).collect())
        }
        Instruction::Select { then, otherwise, .. } => Step::Through(vec![*then, *otherwise]),
        Instruction::Alloca(_) => Step::At(Object::Alloca(inst)),
        _ => match instruction.call_site() {
            Some(call) => of_call(module, call, inst),
            None => Step::At(Object::Unknown),
        },
    }
}

fn of_call(module: &Module, call: &CallSite, inst: Inst) -> Step {
    // An argument that is `returned` is the result.
    let has = |index, kind| module.call_has_attribute_at(call, index, kind);
    for (index, &argument) in call.args.iter().enumerate() {
        if has(AttributeIndex::Parameter(index), AttributeKind::Returned) {
            return Step::Through(vec![argument]);
        }
    }
    match has(AttributeIndex::Result, AttributeKind::NoAlias) {
        true => Step::At(Object::Allocated(inst)),
        false => Step::At(Object::Unknown),
    }
}

fn of_argument(module: &Module, function: &Function, argument: Local) -> Object {
    let Some(position) = function.argument_position(argument) else { return Object::Unknown };
    let set = module.argument_attributes(function, argument);
    let has = |kind| module.attribute(set, kind).is_some();
    match has(AttributeKind::ByVal) || has(AttributeKind::NoAlias) {
        true => Object::OwnArgument(position),
        false => Object::Argument(position),
    }
}

fn of_constant(module: &Module, mut constant: Constant) -> Object {
    // Aliases in a cycle are not valid, but can be read.
    for _ in 0..LIMIT {
        match module.constants.kind(constant) {
            ConstantKind::Global(global) => match &module.globals[*global].kind {
                GlobalKind::Alias(_) if module.globals[*global].linkage.is_interposable() => {
                    return Object::Unknown;
                }
                GlobalKind::Alias(aliasee) => constant = *aliasee,
                GlobalKind::IFunc(_) => return Object::Unknown,
                GlobalKind::Variable(_) | GlobalKind::Function(_) => return Object::Global(*global),
            },
            ConstantKind::Expr(expr) => match &**expr {
                ConstantExpr::GetElementPtr { base, .. } => constant = *base,
                ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value } => {
                    constant = *value
                }
                _ => return Object::Unknown,
            },
            ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison => return Object::Nothing,
            _ => return Object::Unknown,
        }
    }
    Object::Unknown
}

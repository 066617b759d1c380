//! What the text cannot say truly is refused before it is written: what LLVM would not read, and what it would read as something else.
//!
//! This is no verifier: a text that LLVM reads as the module is written, whatever LLVM's verifier says of it. Use before definition is the
//! exception, as it is what a builder gets wrong most.

use std::fmt;

use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::{Constant, ConstantExpr, ConstantKind, mask};
use crate::dominance::Dominators;
use crate::entity::StrId;
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{Atomicity, CallSite, Flags, Instruction, List, Ordering, RecordOperand, TailKind};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::reader::is_valid_cast;
use crate::types::{Type, TypeKind};

/// Why a module cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Problem {
    /// The global that it is about, with its sigil.
    pub global: Option<String>,
    /// The block: its name, or its place among the blocks of the function, from 0.
    pub block: Option<String>,
    /// The place of the instruction in its block, from 0, and its opcode.
    pub instruction: Option<(usize, &'static str)>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(global) = &self.global {
            write!(f, "in {global}, ")?;
        }
        if let Some(block) = &self.block {
            write!(f, "block {block}, ")?;
        }
        if let Some((place, opcode)) = self.instruction {
            write!(f, "instruction {place} ({opcode}): ")?;
        }
        f.write_str(&self.message)
    }
}

type Result<T> = std::result::Result<T, Box<str>>;

#[cold]
fn refuse<T>(message: impl Into<String>) -> Result<T> {
    Err(message.into().into())
}

/// What is known of the tables of a module: which entries have no text.
pub(super) struct Checker<'m> {
    module: &'m Module,
    types: FxHashMap<Type, Box<str>>,
    constants: FxHashMap<Constant, Box<str>>,
    /// The globals in the lists of the module.
    listed: SecondaryMap<Global, bool>,
}

impl<'m> Checker<'m> {
    /// Checks all but bodies of functions.
    pub(super) fn new(module: &'m Module) -> std::result::Result<Self, Problem> {
        let mut checker = Self {
            module,
            types: FxHashMap::default(),
            constants: FxHashMap::default(),
            listed: SecondaryMap::new(),
        };
        let of_module = |message: Box<str>| problem(None, None, None, &message);
        checker.list_globals().map_err(of_module)?;
        checker.find_types().map_err(of_module)?;
        checker.find_constants();
        checker.names().map_err(of_module)?;
        checker.metadata().map_err(of_module)?;
        for (global, value) in module.globals.iter().filter(|(global, _)| checker.listed[*global]) {
            checker.global(value).map_err(|message| checker.about(global, None, None, &message))?;
        }
        Ok(checker)
    }

    fn about(
        &self,
        global: Global,
        block: Option<String>,
        instruction: Option<(usize, &'static str)>,
        message: &str,
    ) -> Problem {
        problem(Some(self.global_name(global)), block, instruction, message)
    }

    fn global_name(&self, global: Global) -> String {
        let name = self.module.globals.get(global).and_then(|value| value.name);
        name.map_or_else(
            || format!("global {}", global.index()),
            |name| format!("@{}", self.module.text(name)),
        )
    }

    fn show(&self, ty: Type) -> String {
        super::type_to_string(self.module, ty)
    }

    fn list_globals(&mut self) -> Result<()> {
        let module = self.module;
        for list in [&module.variables, &module.functions, &module.aliases, &module.ifuncs] {
            for &global in list {
                let Some(value) = module.globals.get(global) else {
                    return refuse(format!("global {} is listed, and there is none", global.index()));
                };
                let own = match value.kind {
                    GlobalKind::Variable(_) => &module.variables,
                    GlobalKind::Function(_) => &module.functions,
                    GlobalKind::Alias(_) => &module.aliases,
                    GlobalKind::IFunc(_) => &module.ifuncs,
                };
                if !std::ptr::eq(own, list) {
                    return refuse(format!("{} is in the list of another kind", self.global_name(global)));
                }
                if std::mem::replace(&mut self.listed[global], true) {
                    return refuse(format!("{} is listed twice", self.global_name(global)));
                }
            }
        }
        Ok(())
    }

    /// Names of globals, structs and comdats.
    fn names(&self) -> Result<()> {
        let module = self.module;
        let globals = module.globals.iter().filter(|(global, _)| self.listed[*global]);
        self.unique("global", '@', globals.filter_map(|(_, value)| value.name))?;
        self.unique("struct type", '%', module.types.structs.values().filter_map(|it| it.name))?;
        self.unique("comdat", '$', module.comdats.values().map(|comdat| comdat.name))
    }

    fn unique(&self, what: &str, sigil: char, names: impl Iterator<Item = StrId>) -> Result<()> {
        let mut seen = FxHashSet::default();
        for name in names {
            self.name(name)?;
            if !seen.insert(name) {
                return refuse(format!("more than one {what} is called {sigil}{}", self.module.text(name)));
            }
        }
        Ok(())
    }

    fn name(&self, name: StrId) -> Result<()> {
        let text = self.module.strings.get(name);
        if text.is_empty() {
            return refuse("a name is empty; what has no name has `None`");
        }
        if text.contains(&0) {
            return refuse(format!("the name {:?} has a NUL in it", String::from_utf8_lossy(text)));
        }
        Ok(())
    }

    /// Finds types that have no text. Types are made of types that were interned before.
    fn find_types(&mut self) -> Result<()> {
        let module = self.module;
        let types = &module.types;
        for index in 0..types.count() {
            let ty = Type::new(index);
            let element = |part: Type| match types.kind(part) {
                TypeKind::Void | TypeKind::Function { .. } | TypeKind::Label | TypeKind::Metadata => {
                    refuse("a type has elements of a type that no element can have")
                }
                _ => Ok(()),
            };
            let known = |part: Type| match self.types.get(&part) {
                _ if part.index() >= index => refuse("a type is made of one that the module does not have"),
                Some(message) => Err(message.clone()),
                None => Ok(()),
            };
            let checked = match types.kind(ty) {
                TypeKind::Integer(width) if !(1..=1 << 23).contains(width) => {
                    refuse(format!("an integer type has {width} bits"))
                }
                TypeKind::Array { element: part, .. } => known(*part).and_then(|()| element(*part)),
                TypeKind::Vector { len, element: part, .. } => known(*part)
                    .and_then(|()| element(*part))
                    .and_then(|()| if *len == 0 { refuse("a vector type has no elements") } else { Ok(()) }),
                TypeKind::Struct { fields, .. } => {
                    fields.iter().try_for_each(|&field| known(field).and_then(|()| element(field)))
                }
                TypeKind::Identified(id) if types.structs.get(*id).is_none() => {
                    refuse("a type is a struct that the module does not have")
                }
                TypeKind::Function { ret, params, .. } => known(*ret).and_then(|()| {
                    params.iter().try_for_each(|&param| {
                        known(param)?;
                        if types.is_first_class(param) {
                            Ok(())
                        } else {
                            refuse("a parameter has a type that no value has")
                        }
                    })
                }),
                TypeKind::TargetExt { types, .. } => types.iter().try_for_each(|&part| known(part)),
                _ => Ok(()),
            };
            if let Err(message) = checked {
                self.types.insert(ty, message);
            }
        }
        let fields = types.structs.values().flat_map(|definition| definition.fields.iter().flatten());
        fields.copied().try_for_each(|field| self.ty(field))
    }

    /// Whether a type has a text.
    #[inline]
    fn ty(&self, ty: Type) -> Result<()> {
        if ty.index() >= self.module.types.count() {
            return refuse("a type is one that the module does not have");
        }
        match self.types.is_empty() {
            true => Ok(()),
            false => self.types.get(&ty).map_or(Ok(()), |message| Err(message.clone())),
        }
    }

    /// Whether a constant has a text.
    #[inline]
    fn constant(&self, constant: Constant) -> Result<()> {
        if constant.index() >= self.module.constants.len() {
            return refuse("an operand is a constant that the module does not have");
        }
        match self.constants.is_empty() {
            true => Ok(()),
            false => self.constants.get(&constant).map_or(Ok(()), |message| Err(message.clone())),
        }
    }

    /// Finds constants that have no text. Constants are made of constants that were interned before. What is wrong with those that nothing
    /// uses does no harm.
    fn find_constants(&mut self) {
        for index in 0..self.module.constants.len() {
            let constant = Constant::new(index);
            if let Err(message) = self.new_constant(constant) {
                self.constants.insert(constant, message);
            }
        }
    }

    fn new_constant(&self, constant: Constant) -> Result<()> {
        let module = self.module;
        let types = &module.types;
        let data = module.constants.get(constant);
        let ty = data.ty;
        self.ty(ty)?;
        let fits = |is_one: bool, what: &str| match is_one {
            true => Ok(()),
            false => refuse(format!("a constant of type {} is {what}", self.show(ty))),
        };
        let operand = |part: Constant| match part.index() < constant.index() {
            true => self.constant(part).map(|()| module.constants.ty(part)),
            false => refuse("a constant has an operand that the module does not have"),
        };
        let address = |global: Global| match self.listed.get(global) {
            Some(true) => Ok(()),
            _ => {
                refuse(format!("{} is used, but is in none of the module's lists", self.global_name(global)))
            }
        };
        match &data.kind {
            ConstantKind::Integer(bits) => match types.integer_width(ty) {
                Some(width @ ..=64) if bits & !mask(width) == 0 => Ok(()),
                Some(width @ ..=64) => refuse(format!("the integer {bits} does not fit into {width} bits")),
                _ => fits(false, "an integer of at most 64 bits"),
            },
            ConstantKind::BigInteger(limbs) => {
                let width = types.integer_width(ty).unwrap_or(0);
                let rest = width % 64;
                let high = limbs.last().copied().unwrap_or(0);
                fits(
                    width > 64
                        && limbs.len() == width.div_ceil(64) as usize
                        && (rest == 0 || high & !mask(rest) == 0),
                    &format!("an integer of {} words of 64 bits", limbs.len()),
                )
            }
            ConstantKind::Float(bits) => {
                let width = types.float_width(ty);
                fits(
                    width.is_some_and(|width| width == 128 || bits >> width == 0),
                    "a floating point number that it cannot hold",
                )
            }
            ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison => fits(
                types.is_first_class(ty) && !matches!(types.kind(ty), TypeKind::Label | TypeKind::Metadata),
                "of no value",
            ),
            ConstantKind::None => fits(*types.kind(ty) == TypeKind::Token, "`none`"),
            ConstantKind::Aggregate(elements) => {
                fits(
                    types.element_count(ty) == Some(elements.len() as u64),
                    &format!("an aggregate of {} elements", elements.len()),
                )?;
                elements.iter().enumerate().try_for_each(|(index, &element)| {
                    let found = operand(element)?;
                    fits(
                        types.element(ty, index as u64) == Some(found),
                        &format!("an aggregate with an element {index} of type {}", self.show(found)),
                    )
                })
            }
            ConstantKind::Data(bytes) => {
                let size = types.element(ty, 0).and_then(|element| types.data_element_size(element));
                let size = size
                    .zip(types.element_count(ty))
                    .and_then(|(size, count)| (size as u64).checked_mul(count));
                fits(size == Some(bytes.len() as u64), &format!("data of {} bytes", bytes.len()))
            }
            ConstantKind::Splat(value) => {
                let found = operand(*value)?;
                fits(
                    types.is_vector(ty) && types.scalar(ty) == found,
                    &format!("a splat of {}", self.show(found)),
                )
            }
            ConstantKind::Global(global) => {
                address(*global)?;
                let space = module.globals[*global].address_space;
                fits(
                    types.kind(ty) == &TypeKind::Pointer(space),
                    &format!("the address of {}", self.global_name(*global)),
                )
            }
            ConstantKind::DsoLocalEquivalent(global) | ConstantKind::NoCfi(global) => address(*global),
            ConstantKind::BlockAddress(global, block) => {
                address(*global)?;
                let function = module.globals[*global].as_function();
                match function.is_some_and(|function| function.layout.contains(block)) {
                    true => Ok(()),
                    false => refuse(format!(
                        "the address of a block that {} does not have",
                        self.global_name(*global)
                    )),
                }
            }
            ConstantKind::Expr(expr) => self.expression(ty, expr, operand),
            ConstantKind::PtrAuth(operands) => operands.iter().try_for_each(|&part| operand(part).map(drop)),
            ConstantKind::InlineAsm(asm) => {
                self.ty(asm.function_type)?;
                fits(
                    matches!(types.kind(asm.function_type), TypeKind::Function { .. }),
                    "inline assembly without a type of a function",
                )
            }
            ConstantKind::Metadata(Metadata::Node(node)) => {
                fits(module.metadata.nodes.get(*node).is_some(), "a node that the module does not have")
            }
            ConstantKind::Metadata(Metadata::Constant(value)) => operand(*value).map(drop),
            ConstantKind::Metadata(_) | ConstantKind::ArgList(_) | ConstantKind::LocalMetadata(_) => Ok(()),
        }
    }

    fn expression(
        &self,
        ty: Type,
        expr: &ConstantExpr,
        operand: impl Fn(Constant) -> Result<Type>,
    ) -> Result<()> {
        for part in expr.operands() {
            operand(part)?;
        }
        let of = |constant: Constant| self.module.constants.ty(constant);
        match expr {
            ConstantExpr::Cast { op, value } => {
                match is_valid_cast(&self.module.types, *op, of(*value), ty) {
                    true => Ok(()),
                    false => refuse(format!(
                        "{} converts a constant of type {} to {}",
                        op.spelling(),
                        self.show(of(*value)),
                        self.show(ty)
                    )),
                }
            }
            ConstantExpr::Binary { op, flags, lhs, rhs } => {
                self.same(of(*lhs), of(*rhs))?;
                self.same(ty, of(*lhs))?;
                self.flags(*flags, op.flags())
            }
            ConstantExpr::GetElementPtr { element, .. } => self.ty(*element),
            _ => Ok(()),
        }
    }

    /// Constants that metadata holds; looked at only where there are constants that have no text.
    fn metadata(&self) -> Result<()> {
        if self.constants.is_empty() {
            return Ok(());
        }
        let operands = self.module.metadata.nodes.values().flat_map(|node| node.kind.operands());
        operands.copied().try_for_each(|operand| match operand {
            Metadata::Constant(constant) => self.constant(constant),
            _ => Ok(()),
        })
    }

    fn same(&self, expected: Type, found: Type) -> Result<()> {
        match expected == found {
            true => Ok(()),
            false => refuse(format!(
                "a value of type {} stands where one of type {} is expected",
                self.show(found),
                self.show(expected)
            )),
        }
    }

    fn flags(&self, flags: Flags, allowed: Flags) -> Result<()> {
        match (flags - allowed).is_empty() {
            true => Ok(()),
            false => refuse(format!("it cannot have these flags: {:?}", flags - allowed)),
        }
    }

    /// A global without a body.
    fn global(&self, value: &GlobalValue) -> Result<()> {
        let module = self.module;
        self.ty(value.ty)?;
        if value.comdat.is_some_and(|comdat| module.comdats.get(comdat).is_none()) {
            return refuse("its comdat is none of the module's");
        }
        if value.attachments.iter().any(|&(_, node)| module.metadata.nodes.get(node).is_none()) {
            return refuse("a node is attached that the module does not have");
        }
        match &value.kind {
            GlobalKind::Variable(variable) => match variable.initializer {
                Some(initializer) => {
                    self.constant(initializer)?;
                    self.same(value.ty, module.constants.ty(initializer))
                }
                None => Ok(()),
            },
            GlobalKind::Alias(target) | GlobalKind::IFunc(target) => self.constant(*target),
            GlobalKind::Function(function) => {
                let TypeKind::Function { params, .. } = module.types.kind(value.ty) else {
                    return refuse(format!("it is a function, and its type is {}", self.show(value.ty)));
                };
                for constant in
                    [function.prefix, function.prologue, function.personality].into_iter().flatten()
                {
                    self.constant(constant)?;
                }
                // A declaration may do without arguments.
                if function.is_declaration() && function.args.is_empty() {
                    return Ok(());
                }
                if function.args.len() != params.len() {
                    return refuse(format!(
                        "it has {} arguments, and its type has {} parameters",
                        function.args.len(),
                        params.len()
                    ));
                }
                for (&arg, &param) in function.args.iter().zip(params) {
                    match function.locals.get(arg) {
                        Some(local) => self.same(param, local.ty)?,
                        None => return refuse("an argument is none of its locals"),
                    }
                }
                if module.attributes.get_list(function.attributes).params.len() > params.len() {
                    return refuse("it has attributes of parameters that it does not have");
                }
                Ok(())
            }
        }
    }

    /// Checks the body of a function.
    pub(super) fn function(&self, global: Global, seen: &mut Seen) -> std::result::Result<(), Problem> {
        let Some(function) = self.module.globals[global].as_function() else { return Ok(()) };
        if function.is_declaration() {
            return Ok(());
        }
        let mut body = Body { checker: self, function, seen, position: 0, early: Vec::new() };
        let mut at = At::default();
        body.all(self.module.globals[global].ty, &mut at).map_err(|message| {
            let block = at.block.map(|block| self.block_name(function, block));
            let instruction = at.instruction.zip(at.block).and_then(|(place, block)| {
                let inst = *function.block_insts(*function.layout.get(block)?).get(place)?;
                Some((place, function.insts.get(inst)?.inst.opcode()))
            });
            self.about(global, block, instruction, &message)
        })
    }

    fn block_name(&self, function: &Function, place: usize) -> String {
        let name = function.layout.get(place).and_then(|&block| function.blocks.get(block)?.name);
        name.map_or_else(|| place.to_string(), |name| format!("%{}", self.module.text(name)))
    }
}

fn problem(
    global: Option<String>,
    block: Option<String>,
    instruction: Option<(usize, &'static str)>,
    message: &str,
) -> Problem {
    Problem { global, block, instruction, message: message.to_owned() }
}

/// What a function was found to define. It is kept from one function to the next.
#[derive(Default)]
pub(super) struct Seen {
    /// By name, the number of the function that has used it last.
    names: SecondaryMap<StrId, u32>,
    functions: u32,
    /// By local, the position of its definition plus one.
    locals: Vec<u32>,
    /// By block, its place plus one.
    blocks: Vec<u32>,
    insts: Vec<bool>,
}

/// Where a problem is: the places of a block, and of an instruction in it.
#[derive(Default)]
struct At {
    block: Option<usize>,
    instruction: Option<usize>,
}

/// What an instruction gives.
enum Gives {
    Nothing,
    /// A value of this type.
    One(Type),
    /// A value whose type is written.
    Any,
}

struct Body<'c, 'm> {
    checker: &'c Checker<'m>,
    function: &'m Function,
    seen: &'c mut Seen,
    /// That of the instruction at hand, plus one.
    position: u32,
    /// Locals that are used before they are defined, as the text goes, with the place of the block and instruction that do.
    early: Vec<(Local, usize, usize)>,
}

impl Body<'_, '_> {
    fn all(&mut self, ty: Type, at: &mut At) -> Result<()> {
        self.definitions(at)?;
        let function = self.function;
        let module = self.checker.module;
        let TypeKind::Function { ret, .. } = *module.types.kind(ty) else {
            return refuse("it is no function");
        };
        self.position = 1;
        for (place, &block) in function.layout.iter().enumerate() {
            at.block = Some(place);
            for (index, &inst) in function.block_insts(block).iter().enumerate() {
                at.instruction = Some(index);
                self.position += 1;
                let early = self.early.len();
                let data = &function.insts[inst];
                let gives = self.instruction(&data.inst, ret, data.result.expand())?;
                match (gives, data.result.expand()) {
                    (Gives::Nothing, None) => {}
                    (Gives::One(ty), Some(local)) => {
                        if ty != function.locals[local].ty {
                            return refuse(format!(
                                "its result has type {}, and it gives one of type {}",
                                self.checker.show(function.locals[local].ty),
                                self.checker.show(ty)
                            ));
                        }
                    }
                    (Gives::Any, Some(local)) => self.checker.ty(function.locals[local].ty)?,
                    (Gives::Nothing, Some(_)) => return refuse("it has a result, and gives none"),
                    (_, None) => return refuse("it gives a value, and has no result"),
                }
                if data.has_attachments() {
                    if matches!(data.inst, Instruction::DebugRecord(_)) {
                        return refuse("a debug record has attachments");
                    }
                    let nodes = &module.metadata.nodes;
                    if function.inst_attachments(inst).iter().any(|&(_, node)| nodes.get(node).is_none()) {
                        return refuse("a node is attached that the module does not have");
                    }
                }
                // Records may use what is defined later, and so may PHI nodes, which were not asked.
                match &data.inst {
                    Instruction::DebugRecord(_) => self.early.truncate(early),
                    _ => self.early[early..].iter_mut().for_each(|it| (it.1, it.2) = (place, index)),
                }
            }
        }
        self.dominance(at)
    }

    /// Numbers what is defined.
    fn definitions(&mut self, at: &mut At) -> Result<()> {
        let function = self.function;
        self.seen.functions += 1;
        self.seen.locals.clear();
        self.seen.locals.resize(function.locals.len(), 0);
        self.seen.blocks.clear();
        self.seen.blocks.resize(function.blocks.len(), 0);
        self.seen.insts.clear();
        self.seen.insts.resize(function.insts.len(), false);
        let mut position = 1;
        for &arg in &function.args {
            self.define(arg, position)?;
        }
        for (place, &block) in function.layout.iter().enumerate() {
            at.block = Some(place);
            match self.seen.blocks.get_mut(block.index()) {
                Some(known @ 0) => *known = place as u32 + 1,
                Some(_) => return refuse("the block is in the function twice"),
                None => return refuse("the function does not have the block"),
            }
            if let Some(name) = function.blocks[block].name {
                self.name(name)?;
            }
            let insts = function.block_insts(block);
            let Some((&last, _)) = insts.split_last() else { return refuse("the block is empty") };
            for (index, &inst) in insts.iter().enumerate() {
                at.instruction = Some(index);
                position += 1;
                match self.seen.insts.get_mut(inst.index()) {
                    Some(known @ false) => *known = true,
                    Some(_) => return refuse("the instruction is in the function twice"),
                    None => return refuse("the function does not have the instruction"),
                }
                let data = &function.insts[inst];
                if let Some(local) = data.result.expand() {
                    self.define(local, position)?;
                }
                if data.inst.is_terminator() && index + 1 != insts.len() {
                    return refuse("a terminator stands in the middle of a block");
                }
            }
            if !function.insts[last].inst.is_terminator() {
                return refuse("the block does not end with a terminator");
            }
            at.instruction = None;
        }
        *at = At::default();
        Ok(())
    }

    #[inline]
    fn define(&mut self, local: Local, position: u32) -> Result<()> {
        match self.seen.locals.get_mut(local.index()) {
            Some(known @ 0) => *known = position,
            Some(_) => return refuse("a local is defined twice"),
            None => return refuse("the function does not have the local"),
        }
        match self.function.locals[local].name {
            Some(name) => self.name(name),
            None => Ok(()),
        }
    }

    fn name(&mut self, name: StrId) -> Result<()> {
        let number = self.seen.functions;
        if std::mem::replace(&mut self.seen.names[name], number) == number {
            let name = self.checker.module.text(name);
            return refuse(format!("more than one block or value is called %{name}"));
        }
        self.checker.name(name)
    }

    /// What is used before it is defined, as the text goes, must be defined before it as control goes.
    fn dominance(&mut self, at: &mut At) -> Result<()> {
        if self.early.is_empty() {
            return Ok(());
        }
        let function = self.function;
        let dominators = Dominators::new(function);
        let mut block_of: SecondaryMap<Local, Option<Block>> = SecondaryMap::new();
        for &block in &function.layout {
            for &inst in function.block_insts(block) {
                if let Some(local) = function.insts[inst].result.expand() {
                    block_of[local] = Some(block);
                }
            }
        }
        for &(local, place, index) in &self.early {
            let user = function.layout[place];
            let Some(definer) = block_of[local] else { continue };
            let dominates = match user == definer {
                true => !dominators.is_reachable(user),
                false => dominators.dominates(definer, user),
            };
            if !dominates {
                *at = At { block: Some(place), instruction: Some(index) };
                let name = function.locals[local].name.map(|name| self.checker.module.text(name));
                let name = name.map_or_else(String::new, |name| format!(" %{name}"));
                return refuse(format!("an operand{name} is used before it is defined"));
            }
        }
        Ok(())
    }

    /// The type of an operand.
    #[inline]
    fn operand(&mut self, value: Value) -> Result<Type> {
        self.operand_at(value, self.position)
    }

    /// The type of an operand of which the definition may come later.
    #[inline]
    fn operand_anywhere(&mut self, value: Value) -> Result<Type> {
        self.operand_at(value, u32::MAX)
    }

    #[inline]
    fn operand_at(&mut self, value: Value, position: u32) -> Result<Type> {
        match value.kind() {
            ValueKind::Constant(constant) => {
                self.checker.constant(constant)?;
                Ok(self.checker.module.constants.ty(constant))
            }
            ValueKind::Local(local) => {
                match self.seen.locals.get(local.index()) {
                    Some(0) => return refuse("an operand is a local that nothing defines"),
                    None => return refuse("an operand is a local that the function does not have"),
                    Some(&defined) if defined >= position => self.early.push((local, 0, 0)),
                    Some(_) => {}
                }
                Ok(self.function.locals[local].ty)
            }
        }
    }

    fn expect(&mut self, value: Value, expected: Type) -> Result<()> {
        let found = self.operand(value)?;
        if found == expected { Ok(()) } else { self.checker.same(expected, found) }
    }

    /// Two operands of one type.
    #[inline]
    fn both(&mut self, lhs: Value, rhs: Value) -> Result<Type> {
        let ty = self.operand(lhs)?;
        let other = self.operand(rhs)?;
        if ty == other { Ok(ty) } else { self.checker.same(ty, other).map(|()| ty) }
    }

    fn pointer(&mut self, value: Value) -> Result<()> {
        let ty = self.operand(value)?;
        match self.checker.module.types.is_pointer(ty) {
            true => Ok(()),
            false => refuse(format!("the address has type {}, which is no pointer", self.checker.show(ty))),
        }
    }

    #[inline]
    fn block(&self, block: Block) -> Result<()> {
        match self.seen.blocks.get(block.index()) {
            Some(1..) => Ok(()),
            _ => refuse("a successor is a block that the function does not have"),
        }
    }

    fn blocks(&self, blocks: impl IntoIterator<Item = Block>) -> Result<()> {
        blocks.into_iter().try_for_each(|block| self.block(block))
    }

    fn pad(&mut self, value: Value) -> Result<()> {
        self.expect(value, self.checker.module.types.common.token)
    }

    fn list<'p, T>(&self, pool: &'p [T], list: List) -> Result<&'p [T]> {
        match pool.get(list.range()) {
            Some(items) => Ok(items),
            None => refuse("a list is not in its pool"),
        }
    }

    fn atomicity(&self, atomicity: Atomicity, is_aligned: bool, wrong: &[Ordering]) -> Result<()> {
        match atomicity.ordering {
            Ordering::NotAtomic if atomicity.scope.is_some() => {
                refuse("it has a synchronization scope, and is not atomic")
            }
            Ordering::NotAtomic => Ok(()),
            ordering if wrong.contains(&ordering) => {
                refuse(format!("it cannot have the ordering {}", ordering.spelling()))
            }
            _ if !is_aligned => refuse("it is atomic, and has no alignment"),
            _ => Ok(()),
        }
    }

    /// Checks an instruction, and says what it gives. `ret` is the type that the function returns.
    #[inline]
    fn instruction(&mut self, inst: &Instruction, ret: Type, result: Option<Local>) -> Result<Gives> {
        let checker = self.checker;
        let function = self.function;
        let types = &checker.module.types;
        let common = types.common;
        // Where it is missing, that is said afterwards.
        let given = result.map_or(common.void, |local| function.locals[local].ty);
        let wrong = |ty: Type| -> Result<Gives> {
            refuse(format!("it cannot have operands of type {}", checker.show(ty)))
        };
        Ok(match inst {
            Instruction::Ret(value) => {
                let found = match value {
                    Some(value) => self.operand(*value)?,
                    None => common.void,
                };
                checker.same(ret, found)?;
                Gives::Nothing
            }
            Instruction::Br(block) => {
                self.block(*block)?;
                Gives::Nothing
            }
            Instruction::CondBr { condition, then, otherwise } => {
                self.expect(*condition, common.i1)?;
                self.blocks([*then, *otherwise])?;
                Gives::Nothing
            }
            Instruction::Switch(switch) => {
                let ty = self.operand(switch.value)?;
                if types.integer_width(ty).is_none() {
                    return wrong(ty);
                }
                self.block(switch.default)?;
                let mut values = FxHashSet::default();
                for &(value, block) in &switch.cases {
                    self.expect(value, ty)?;
                    self.block(block)?;
                    if !value.constant().is_some_and(|case| checker.module.constants.kind(case).is_number()) {
                        return refuse("the value of a case is no integer");
                    }
                    if !values.insert(value) {
                        return refuse("two cases have one value");
                    }
                }
                Gives::Nothing
            }
            Instruction::IndirectBr { address, destinations } => {
                self.pointer(*address)?;
                self.blocks(destinations.iter().copied())?;
                Gives::Nothing
            }
            Instruction::Invoke(invoke) => {
                self.blocks([invoke.normal, invoke.unwind])?;
                self.no_marks(&invoke.call)?;
                self.call(&invoke.call)?
            }
            Instruction::CallBr(callbr) => {
                self.block(callbr.fallthrough)?;
                self.blocks(callbr.indirect.iter().copied())?;
                self.no_marks(&callbr.call)?;
                self.call(&callbr.call)?
            }
            Instruction::Resume(value) => {
                self.operand(*value)?;
                Gives::Nothing
            }
            Instruction::CatchSwitch(switch) => {
                self.pad(switch.parent)?;
                self.blocks(switch.handlers.iter().copied().chain(switch.unwind))?;
                Gives::One(common.token)
            }
            Instruction::CatchRet { pad, successor } => {
                self.pad(*pad)?;
                self.block(*successor)?;
                Gives::Nothing
            }
            Instruction::CleanupRet { pad, unwind } => {
                self.pad(*pad)?;
                self.blocks(*unwind)?;
                Gives::Nothing
            }
            Instruction::Unreachable => Gives::Nothing,
            Instruction::FNeg { flags, value } => {
                let ty = self.operand(*value)?;
                checker.flags(*flags, Flags::FAST)?;
                if !types.is_float(types.scalar(ty)) {
                    return wrong(ty);
                }
                Gives::One(ty)
            }
            Instruction::Binary { op, flags, lhs, rhs } => {
                let ty = self.both(*lhs, *rhs)?;
                checker.flags(*flags, op.flags())?;
                let scalar = types.scalar(ty);
                let is_right = match op.is_float() {
                    true => types.is_float(scalar),
                    false => types.integer_width(scalar).is_some(),
                };
                if !is_right {
                    return wrong(ty);
                }
                Gives::One(ty)
            }
            Instruction::Cast { op, flags, value } => {
                let from = self.operand(*value)?;
                checker.flags(*flags, op.flags())?;
                if result.is_some() && !is_valid_cast(types, *op, from, given) {
                    return refuse(format!(
                        "it converts a value of type {} to {}",
                        checker.show(from),
                        checker.show(given)
                    ));
                }
                Gives::Any
            }
            Instruction::ICmp { flags, lhs, rhs, .. } => {
                let ty = self.both(*lhs, *rhs)?;
                checker.flags(*flags, Flags::SAMESIGN)?;
                let scalar = types.scalar(ty);
                if types.integer_width(scalar).is_none() && !types.is_pointer(scalar) {
                    return wrong(ty);
                }
                Gives::One(types.with_scalar(ty, common.i1))
            }
            Instruction::FCmp { flags, lhs, rhs, .. } => {
                let ty = self.both(*lhs, *rhs)?;
                checker.flags(*flags, Flags::FAST)?;
                if !types.is_float(types.scalar(ty)) {
                    return wrong(ty);
                }
                Gives::One(types.with_scalar(ty, common.i1))
            }
            Instruction::Select { flags, condition, then, otherwise } => {
                let ty = self.both(*then, *otherwise)?;
                let condition = self.operand(*condition)?;
                if condition != common.i1 && condition != types.with_scalar(ty, common.i1) {
                    return wrong(condition);
                }
                self.fast_math(*flags, ty)?;
                Gives::One(ty)
            }
            Instruction::Freeze(value) => Gives::One(self.operand(*value)?),
            Instruction::Phi { flags, incoming } => {
                for &(value, block) in self.list(&function.edges, *incoming)? {
                    let found = self.operand_anywhere(value)?;
                    if found != given && result.is_some() {
                        checker.same(given, found)?;
                    }
                    self.block(block)?;
                }
                self.fast_math(*flags, given)?;
                Gives::Any
            }
            Instruction::ExtractElement { vector, index } => {
                let (ty, index) = (self.operand(*vector)?, self.operand(*index)?);
                if !types.is_vector(ty) {
                    return wrong(ty);
                }
                if types.integer_width(index).is_none() {
                    return wrong(index);
                }
                Gives::One(types.scalar(ty))
            }
            Instruction::InsertElement { vector, value, index } => {
                let (ty, value, index) =
                    (self.operand(*vector)?, self.operand(*value)?, self.operand(*index)?);
                if !types.is_vector(ty) {
                    return wrong(ty);
                }
                if types.integer_width(index).is_none() {
                    return wrong(index);
                }
                checker.same(types.scalar(ty), value)?;
                Gives::One(ty)
            }
            Instruction::ShuffleVector { a, b, mask } => {
                let ty = self.both(*a, *b)?;
                let mask = self.list(&function.numbers, *mask)?;
                let TypeKind::Vector { scalable, element, .. } = *types.kind(ty) else { return wrong(ty) };
                let len = match *types.kind(given) {
                    // A mask of a scalable vector is one number for all.
                    TypeKind::Vector { len, .. } if scalable || mask.len() == len as usize => len,
                    _ => mask.len() as u32,
                };
                Gives::One(types.intern(TypeKind::Vector { len, scalable, element }))
            }
            Instruction::ExtractValue { aggregate, indices } => {
                let ty = self.operand(*aggregate)?;
                Gives::One(self.member(ty, *indices)?)
            }
            Instruction::InsertValue { aggregate, value, indices } => {
                let ty = self.operand(*aggregate)?;
                let member = self.member(ty, *indices)?;
                self.expect(*value, member)?;
                Gives::One(ty)
            }
            Instruction::Alloca(alloca) => {
                checker.ty(alloca.allocated)?;
                let count = self.operand(alloca.count)?;
                if types.integer_width(count).is_none() {
                    return wrong(count);
                }
                if !types.is_first_class(alloca.allocated) {
                    return refuse(format!("there are no values of type {}", checker.show(alloca.allocated)));
                }
                self.gives_pointer(given, result)?
            }
            Instruction::Load { address, alignment, atomicity, .. } => {
                self.pointer(*address)?;
                let wrong = [Ordering::Release, Ordering::AcqRel];
                self.atomicity(*atomicity, alignment.bytes().is_some(), &wrong)?;
                if !types.is_first_class(given) && result.is_some() {
                    return refuse(format!("there are no values of type {}", checker.show(given)));
                }
                Gives::Any
            }
            Instruction::Store { address, value, alignment, ordering, scope, .. } => {
                self.operand(*value)?;
                self.pointer(*address)?;
                let wrong = [Ordering::Acquire, Ordering::AcqRel];
                let atomicity = Atomicity { ordering: *ordering, scope: *scope };
                self.atomicity(atomicity, alignment.bytes().is_some(), &wrong)?;
                Gives::Nothing
            }
            Instruction::Fence(atomicity) => {
                self.is_atomic(atomicity.ordering)?;
                self.atomicity(*atomicity, true, &[Ordering::Unordered, Ordering::Monotonic])?;
                Gives::Nothing
            }
            Instruction::CmpXchg(cmpxchg) => {
                self.pointer(cmpxchg.address)?;
                let ty = self.both(cmpxchg.expected, cmpxchg.new)?;
                self.is_atomic(cmpxchg.success)?;
                self.is_atomic(cmpxchg.failure)?;
                let scope = cmpxchg.scope;
                let wrong = [Ordering::Unordered, Ordering::Release, Ordering::AcqRel];
                self.atomicity(Atomicity { ordering: cmpxchg.success, scope }, true, &wrong[..1])?;
                self.atomicity(Atomicity { ordering: cmpxchg.failure, scope }, true, &wrong)?;
                let fields = [ty, common.i1].into();
                Gives::One(types.intern(TypeKind::Struct { packed: false, fields }))
            }
            Instruction::AtomicRmw(rmw) => {
                self.pointer(rmw.address)?;
                let ty = self.operand(rmw.value)?;
                self.is_atomic(rmw.atomicity.ordering)?;
                self.atomicity(rmw.atomicity, true, &[Ordering::Unordered])?;
                Gives::One(ty)
            }
            Instruction::GetElementPtr { flags, element, base, indices } => {
                checker.ty(*element)?;
                checker.flags(*flags, Flags::INBOUNDS | Flags::NUSW | Flags::NUW)?;
                let ty = self.operand(*base)?;
                if !types.is_pointer(types.scalar(ty)) {
                    return wrong(ty);
                }
                let mut gives = ty;
                let mut member = Some(*element);
                for (place, &index) in self.list(&function.values, *indices)?.iter().enumerate() {
                    let index_type = self.operand(index)?;
                    if types.integer_width(types.scalar(index_type)).is_none() {
                        return wrong(index_type);
                    }
                    if types.is_vector(index_type) && !types.is_vector(gives) {
                        gives = types.with_scalar(index_type, ty);
                    }
                    if place > 0 {
                        member = member.and_then(|member| self.indexed(member, index));
                    }
                }
                if member.is_none() {
                    return refuse(format!(
                        "type {} has no element at these indices",
                        checker.show(*element)
                    ));
                }
                Gives::One(gives)
            }
            Instruction::VaArg { list } => {
                self.operand(*list)?;
                Gives::Any
            }
            Instruction::Call(call) => {
                let gives = self.call(call)?;
                let ty = if let Gives::One(ty) = gives { ty } else { common.void };
                self.fast_math(call.flags, ty)?;
                gives
            }
            Instruction::LandingPad(pad) => {
                for &(value, _) in &pad.clauses {
                    self.operand(value)?;
                }
                Gives::Any
            }
            Instruction::CatchPad { parent, args } | Instruction::CleanupPad { parent, args } => {
                self.pad(*parent)?;
                for &arg in self.list(&function.values, *args)? {
                    self.operand(arg)?;
                }
                Gives::One(common.token)
            }
            Instruction::DebugRecord(record) => {
                for operand in &record.operands {
                    match operand {
                        RecordOperand::Value(value) => drop(self.operand_anywhere(*value)?),
                        RecordOperand::ArgList(values) => {
                            for &value in values {
                                self.operand_anywhere(value)?;
                            }
                        }
                        RecordOperand::Metadata(_) => {}
                    }
                }
                Gives::Nothing
            }
        })
    }

    fn gives_pointer(&self, given: Type, result: Option<Local>) -> Result<Gives> {
        match result.is_none() || self.checker.module.types.is_pointer(given) {
            true => Ok(Gives::Any),
            false => refuse(format!("its result has type {}, which is no pointer", self.checker.show(given))),
        }
    }

    fn is_atomic(&self, ordering: Ordering) -> Result<()> {
        match ordering {
            Ordering::NotAtomic => refuse("it has no ordering"),
            _ => Ok(()),
        }
    }

    fn fast_math(&self, flags: Flags, ty: Type) -> Result<()> {
        let allowed = match flags.is_empty() || self.checker.module.types.takes_fast_math(ty) {
            true => Flags::FAST,
            false => Flags::empty(),
        };
        self.checker.flags(flags, allowed)
    }

    /// The type of a member of an aggregate.
    fn member(&self, aggregate: Type, indices: List) -> Result<Type> {
        let types = &self.checker.module.types;
        let indices = self.list(&self.function.numbers, indices)?;
        let member = indices.iter().try_fold(aggregate, |ty, &index| {
            let within = types.element_count(ty).is_some_and(|count| u64::from(index) < count);
            types.element(ty, index.into()).filter(|_| within && types.is_aggregate(ty))
        });
        match member {
            Some(member) if !indices.is_empty() => Ok(member),
            _ => refuse(format!("type {} has no member at these indices", self.checker.show(aggregate))),
        }
    }

    /// The type of what `getelementptr` finds in `ty` by an index other than the first.
    fn indexed(&self, ty: Type, index: Value) -> Option<Type> {
        let module = self.checker.module;
        if let TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } = module.types.kind(ty) {
            return Some(*element);
        }
        let index = index.constant()?;
        let index = module.constants.splat(&module.types, index).unwrap_or(index);
        match *module.constants.kind(index) {
            ConstantKind::Integer(index) => module.types.element(ty, index),
            _ => None,
        }
    }

    /// Only `call` has marks of tail calls and flags.
    fn no_marks(&self, call: &CallSite) -> Result<()> {
        match call.tail {
            TailKind::None => self.checker.flags(call.flags, Flags::empty()),
            _ => refuse(format!("it cannot be marked `{}`", call.tail.spelling())),
        }
    }

    fn call(&mut self, call: &CallSite) -> Result<Gives> {
        let checker = self.checker;
        let module = checker.module;
        checker.ty(call.function_type)?;
        let TypeKind::Function { ret, params, varargs } = module.types.kind(call.function_type) else {
            return refuse(format!("it calls a function of type {}", checker.show(call.function_type)));
        };
        let callee = self.operand(call.callee)?;
        if !module.types.is_pointer(callee) {
            return refuse(format!("the callee has type {}, which is no pointer", checker.show(callee)));
        }
        let count = call.args.len();
        if count < params.len() || count > params.len() && !varargs {
            return refuse(format!(
                "it has {count} arguments, and the type of the function, {}, has {} parameters",
                checker.show(call.function_type),
                params.len()
            ));
        }
        for (index, &arg) in call.args.iter().enumerate() {
            let found = self.operand(arg)?;
            match params.get(index) {
                Some(&param) if param != found => checker.same(param, found)?,
                _ => {}
            }
            if found == module.types.common.metadata {
                self.metadata(arg)?;
            }
        }
        if module.attributes.get_list(call.attributes).params.len() > count {
            return refuse("it has attributes of arguments that it does not have");
        }
        for &input in call.bundles.iter().flat_map(|bundle| &bundle.inputs) {
            self.operand(input)?;
        }
        Ok(if *ret == module.types.common.void { Gives::Nothing } else { Gives::One(*ret) })
    }

    /// Values of the function that an argument wraps.
    fn metadata(&mut self, arg: Value) -> Result<()> {
        let Some(constant) = arg.constant() else { return Ok(()) };
        match self.checker.module.constants.kind(constant) {
            ConstantKind::LocalMetadata(local) => self.operand_anywhere((*local).into()).map(drop),
            ConstantKind::ArgList(values) => {
                values.iter().try_for_each(|&value| self.operand_anywhere(value).map(drop))
            }
            _ => Ok(()),
        }
    }
}

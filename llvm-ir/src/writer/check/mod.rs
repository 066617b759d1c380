//! Refuses modules whose text would not be the module: LLVM would reject it, or would read something else.
//!
//! This is not a verifier. A text that LLVM's reader accepts as the module is written even if LLVM's verifier would reject it.
//! The one exception is use before definition, because that is the most common mistake of programs that build modules.

mod body;
#[cfg(test)]
mod tests;

use std::fmt;
use std::hash::Hash;

use cranelift_entity::{EntityRef, SecondaryMap};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::attributes::{
    Attribute, AttributeKind, AttributeList, AttributeListId, AttributePlace, AttributeSetId,
};
use crate::constants::{Constant, ConstantExpr, ConstantKind, mask};
use crate::entity::StrId;
use crate::globals::{Global, GlobalKind, GlobalValue, Linkage};
use crate::instruction::Flags;
use crate::metadata::{MdNode, MdNodeData, Metadata};
use crate::module::Module;
use crate::reader::is_valid_cast;
use crate::types::{Type, TypeKind};

pub(super) use body::Seen;
pub(crate) use body::type_of_result;

/// The reason why a module cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Problem {
    /// The global with the problem, including its sigil.
    pub global: Option<String>,
    /// The block with the problem: its name, or its index in the function.
    pub block: Option<String>,
    /// The index of the instruction in its block, and its opcode.
    pub instruction: Option<(usize, &'static str)>,
    /// The problem in words.
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

/// Refuses an order of uses that does not fit.
#[cold]
fn stale_use_list(objection: String) -> Result<()> {
    refuse(format!(
        "an order of uses: {objection}; `Module::retain_use_list_orders` removes those that do not fit"
    ))
}

/// The entries of a table of the module: their number, and which of them have no text.
struct Entries<K> {
    count: usize,
    /// The message for a handle of another module.
    foreign: &'static str,
    refused: FxHashMap<K, Box<str>>,
}

impl<K: EntityRef + Hash> Entries<K> {
    fn new(count: usize, foreign: &'static str) -> Self {
        Self { count, foreign, refused: FxHashMap::default() }
    }

    /// Checks that an entry exists and has a text.
    #[inline]
    fn check(&self, key: K) -> Result<()> {
        if key.index() >= self.count {
            return refuse(self.foreign);
        }
        match self.refused.is_empty() {
            true => Ok(()),
            false => self.refused.get(&key).map_or(Ok(()), |message| Err(message.clone())),
        }
    }
}

/// The checked tables of a module, used to check its functions.
pub(super) struct Checker<'m> {
    module: &'m Module,
    types: Entries<Type>,
    constants: Entries<Constant>,
    attributes: Entries<AttributeListId>,
    /// The globals that are in a list of the module.
    listed: SecondaryMap<Global, bool>,
    /// Whether the verifier follows: it finds uses that no definition dominates, and wants constants in canonical form.
    for_verifier: bool,
}

/// Displays a type in a message.
struct Shown<'m> {
    module: &'m Module,
    ty: Type,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty.index() < self.module.types.count() {
            true => f.write_str(&super::type_to_string(self.module, self.ty)),
            false => f.write_str("of another module"),
        }
    }
}

impl<'m> Checker<'m> {
    /// A checker that does not look for faults in the tables of the module.
    fn unchecked(module: &'m Module) -> Self {
        Self {
            module,
            types: Entries::new(module.types.count(), "a type is one that the module does not have"),
            constants: Entries::new(
                module.constants.len(),
                "an operand is a constant that the module does not have",
            ),
            attributes: Entries::new(
                module.attributes.count(),
                "it has attributes that the module does not have",
            ),
            listed: SecondaryMap::new(),
            for_verifier: false,
        }
    }

    /// Checks everything but bodies of functions.
    pub(super) fn new(module: &'m Module) -> std::result::Result<Self, Problem> {
        Self::unchecked(module).with_tables()
    }

    fn with_tables(self) -> std::result::Result<Self, Problem> {
        let module = self.module;
        let mut checker = self;
        let of_module = |message: Box<str>| problem(None, None, None, &message);
        checker.list_globals().map_err(of_module)?;
        checker.find_types().map_err(of_module)?;
        checker.find_constants();
        checker.find_attributes();
        checker.names().map_err(of_module)?;
        checker.metadata().map_err(of_module)?;
        for (global, value) in module.globals.iter().filter(|(global, _)| checker.listed[*global]) {
            checker.global(value).map_err(|message| checker.about(global, None, None, &message))?;
        }
        checker.use_lists().map_err(of_module)?;
        Ok(checker)
    }

    /// The reasons why the module cannot be written, one of each function; uses that no definition dominates are none here.
    pub(super) fn all_problems(module: &'m Module) -> Vec<Problem> {
        let checker = match (Self { for_verifier: true, ..Self::unchecked(module) }).with_tables() {
            Ok(checker) => checker,
            Err(problem) => return vec![problem],
        };
        let functions = module.functions.par_iter();
        functions
            .map_init(Seen::default, |seen, &global| checker.function(global, seen).err())
            .flatten()
            .collect()
    }

    /// Checks that orders of uses of constants fit the numbers of uses.
    fn use_lists(&self) -> Result<()> {
        let module = self.module;
        module.use_list_orders.iter().try_for_each(|order| self.constants.check(order.of))?;
        let objections = module.use_list_objections(&module.use_list_orders, false);
        objections.into_iter().flatten().next().map_or(Ok(()), stale_use_list)
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

    /// A type for use in messages; formatted only if a message is made.
    fn show(&self, ty: Type) -> Shown<'m> {
        Shown { module: self.module, ty }
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

    /// Checks names of globals, structs and comdats.
    fn names(&self) -> Result<()> {
        let module = self.module;
        let globals = module.globals.iter().filter(|(global, _)| self.listed[*global]);
        self.unique("global", '@', globals.filter_map(|(_, value)| value.name), Self::value_name)?;
        let structs = module.types.structs.values().filter_map(|definition| definition.name);
        self.unique("struct type", '%', structs, Self::name)?;
        self.unique("comdat", '$', module.comdats.values().map(|comdat| comdat.name), Self::name)
    }

    fn unique(
        &self,
        what: &str,
        sigil: char,
        names: impl Iterator<Item = StrId>,
        check: impl Fn(&Self, StrId) -> Result<()>,
    ) -> Result<()> {
        let mut seen = FxHashSet::default();
        for name in names {
            check(self, name)?;
            if !seen.insert(name) {
                return refuse(format!("more than one {what} is called {sigil}{}", self.module.text(name)));
            }
        }
        Ok(())
    }

    /// Checks a name of a global, value or block. LLVM's reader treats an empty name as none, so nothing could refer to it.
    fn value_name(&self, name: StrId) -> Result<()> {
        match self.module.strings.get(name).is_empty() {
            true => refuse("a name is empty"),
            false => self.name(name),
        }
    }

    fn name(&self, name: StrId) -> Result<()> {
        let text = self.module.strings.get(name);
        if text.contains(&0) {
            return refuse(format!("the name {:?} has a NUL in it", String::from_utf8_lossy(text)));
        }
        Ok(())
    }

    /// Finds types that have no text. One pass suffices: a type is interned after the types that it consists of.
    fn find_types(&mut self) -> Result<()> {
        let module = self.module;
        let types = &module.types;
        for index in 0..types.count() {
            let ty = Type::new(index);
            let element = |part: Type| match types.kind(part) {
                TypeKind::Void
                | TypeKind::Function { .. }
                | TypeKind::Label
                | TypeKind::Metadata
                | TypeKind::Token => refuse("a type has elements of a type that no element can have"),
                _ => Ok(()),
            };
            let known = |part: Type| match part.index() < index {
                true => self.ty(part),
                false => refuse("a type is made of one that the module does not have"),
            };
            let checked = match types.kind(ty) {
                TypeKind::Integer(width) | TypeKind::Byte(width) if !(1..=1 << 23).contains(width) => {
                    refuse(format!("an integer type has {width} bits"))
                }
                TypeKind::Pointer(space) => address_space(*space),
                TypeKind::Array { element: part, .. } => {
                    known(*part).and_then(|()| element(*part)).and_then(|()| match types.kind(*part) {
                        TypeKind::X86Amx => refuse("an array type has elements of type x86_amx"),
                        _ => Ok(()),
                    })
                }
                TypeKind::Vector { len, element: part, .. } => known(*part)
                    .and_then(|()| element(*part))
                    .and_then(|()| match types.kind(*part) {
                        TypeKind::Array { .. }
                        | TypeKind::Struct { .. }
                        | TypeKind::Identified(_)
                        | TypeKind::Vector { .. }
                        | TypeKind::X86Amx => {
                            refuse("a vector type has elements that are neither numbers nor pointers")
                        }
                        _ => Ok(()),
                    })
                    .and_then(|()| if *len == 0 { refuse("a vector type has no elements") } else { Ok(()) }),
                TypeKind::Struct { fields, .. } => {
                    fields.iter().try_for_each(|&field| known(field).and_then(|()| element(field)))
                }
                TypeKind::Identified(id) if types.structs.get(*id).is_none() => {
                    refuse("a type is a struct that the module does not have")
                }
                TypeKind::Function { ret, params, .. } => known(*ret).and_then(|()| {
                    if matches!(
                        types.kind(*ret),
                        TypeKind::Function { .. } | TypeKind::Label | TypeKind::Metadata
                    ) {
                        return refuse("a function type has a result that no call gives");
                    }
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
                self.types.refused.insert(ty, message);
            }
        }
        let fields = types.structs.values().flat_map(|definition| definition.fields.iter().flatten());
        fields.copied().try_for_each(|field| self.ty(field))?;
        let structs: Vec<_> = types.structs.keys().collect();
        match types.first_recursive(&structs) {
            Some(_) => refuse("a struct contains itself"),
            None => Ok(()),
        }
    }

    /// Checks that a type has a text.
    #[inline]
    fn ty(&self, ty: Type) -> Result<()> {
        self.types.check(ty)
    }

    /// Checks that a constant has a text.
    #[inline]
    fn constant(&self, constant: Constant) -> Result<()> {
        self.constants.check(constant)
    }

    /// Checks the attributes of a call or function with `count` arguments.
    fn attributes(&self, list: AttributeListId, count: usize, what: &str) -> Result<()> {
        self.attributes.check(list)?;
        match self.module.attributes.get_list(list).params.len() > count {
            true => refuse(format!("it has attributes of {what} that it does not have")),
            false => Ok(()),
        }
    }

    /// Finds constants that have no text. One pass suffices: a constant is interned after its operands. Problems of unused
    /// constants are not reported.
    fn find_constants(&mut self) {
        for constant in self.module.constants.ids() {
            if let Err(message) = self.new_constant(constant).and_then(|()| self.canonical(constant)) {
                self.constants.refused.insert(constant, message);
            }
        }
    }

    fn attribute_set(&self, set: AttributeSetId, place: AttributePlace) -> Result<()> {
        let attributes = &self.module.attributes;
        if set.index() >= attributes.set_count() {
            return refuse(self.attributes.foreign);
        }
        attributes.get(set).iter().try_for_each(|attribute| {
            if let Some(kind) = attribute.kind()
                && !self.for_verifier
                && !kind.applies_to(place)
            {
                return refuse(format!("the attribute `{}` does not apply there", kind.spelling()));
            }
            match *attribute {
                Attribute::Type(_, ty) => self.ty(ty),
                _ => Ok(()),
            }
        })
    }

    /// Finds lists of attributes that have no text.
    fn find_attributes(&mut self) {
        let attributes = &self.module.attributes;
        let mut refused = FxHashMap::default();
        for list in (0..attributes.count()).map(AttributeListId::new) {
            let AttributeList { function, ret, params } = attributes.get_list(list);
            let params = params.iter().map(|&set| (set, AttributePlace::Parameter));
            let mut all = [(*function, AttributePlace::Function), (*ret, AttributePlace::Result)]
                .into_iter()
                .chain(params);
            if let Err(message) = all.try_for_each(|(set, place)| self.attribute_set(set, place)) {
                refused.insert(list, message);
            }
        }
        self.attributes.refused = refused;
    }

    /// Checks that a constant is in canonical form, on which all that looks at constants relies. The text is right without.
    fn canonical(&self, constant: Constant) -> Result<()> {
        let Module { types, constants, .. } = self.module;
        let data = constants.get(constant);
        let is_canonical = !self.for_verifier
            || match &data.kind {
                ConstantKind::Zero => types.bits_width(data.ty).is_none() && !types.is_float(data.ty),
                ConstantKind::Aggregate(elements) => {
                    constants.aggregate(types, data.ty, elements) == constant
                }
                _ => true,
            };
        match is_canonical {
            true => Ok(()),
            false => refuse(format!("a constant of type {} is not in canonical form", self.show(data.ty))),
        }
    }

    fn new_constant(&self, constant: Constant) -> Result<()> {
        let module = self.module;
        let types = &module.types;
        let data = module.constants.get(constant);
        let ty = data.ty;
        self.ty(ty)?;
        let fits = |is_one: bool, what: fmt::Arguments<'_>| match is_one {
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
            ConstantKind::Integer(bits) => match types.bits_width(ty) {
                Some(width @ ..=64) if bits & !mask(width) == 0 => Ok(()),
                Some(width @ ..=64) => refuse(format!("the integer {bits} does not fit into {width} bits")),
                _ => fits(false, format_args!("an integer of at most 64 bits")),
            },
            ConstantKind::BigInteger(limbs) => {
                let width = types.bits_width(ty).unwrap_or(0);
                let rest = width % 64;
                let high = limbs.last().copied().unwrap_or(0);
                fits(
                    width > 64
                        && limbs.len() == width.div_ceil(64) as usize
                        && (rest == 0 || high & !mask(rest) == 0),
                    format_args!("an integer of {} words of 64 bits", limbs.len()),
                )
            }
            ConstantKind::Float(bits) => {
                let width = types.float_width(ty);
                fits(
                    width.is_some_and(|width| width == 128 || bits >> width == 0),
                    format_args!("a floating point number that it cannot hold"),
                )
            }
            ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison => fits(
                types.is_first_class(ty) && !matches!(types.kind(ty), TypeKind::Label | TypeKind::Metadata),
                format_args!("of no value"),
            ),
            ConstantKind::None => fits(*types.kind(ty) == TypeKind::Token, format_args!("`none`")),
            ConstantKind::Aggregate(elements) => {
                fits(
                    types.element_count(ty) == Some(elements.len() as u64),
                    format_args!("an aggregate of {} elements", elements.len()),
                )?;
                elements.iter().enumerate().try_for_each(|(index, &element)| {
                    let found = operand(element)?;
                    fits(
                        types.element(ty, index as u64) == Some(found),
                        format_args!("an aggregate with an element {index} of type {}", self.show(found)),
                    )
                })
            }
            ConstantKind::Data(bytes) => {
                let size = types.element(ty, 0).and_then(|element| types.data_element_size(element));
                let size = size
                    .zip(types.element_count(ty))
                    .and_then(|(size, count)| (size as u64).checked_mul(count));
                fits(size == Some(bytes.len() as u64), format_args!("data of {} bytes", bytes.len()))
            }
            ConstantKind::Splat(value) => {
                let found = operand(*value)?;
                fits(
                    types.is_vector(ty) && types.scalar(ty) == found,
                    format_args!("a splat of {}", self.show(found)),
                )
            }
            ConstantKind::Global(global) => {
                address(*global)?;
                let space = module.globals[*global].address_space;
                fits(
                    types.kind(ty) == &TypeKind::Pointer(space),
                    format_args!("the address of {}", self.global_name(*global)),
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
                    format_args!("inline assembly without a type of a function"),
                )
            }
            ConstantKind::Metadata(Metadata::Constant(value)) => operand(*value).map(drop),
            ConstantKind::Metadata(other) => self.metadata_operand(*other),
            ConstantKind::ArgList(_) | ConstantKind::LocalMetadata(_) => Ok(()),
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
            ConstantExpr::GetElementPtr { element, base, .. } => {
                self.ty(*element)?;
                match self.module.types.is_pointer(self.module.types.scalar(of(*base))) {
                    true => Ok(()),
                    false => refuse(format!(
                        "an address is calculated from a constant of type {}",
                        self.show(of(*base))
                    )),
                }
            }
            _ => Ok(()),
        }
    }

    /// Checks everything that nodes refer to.
    fn metadata(&self) -> Result<()> {
        let metadata = &self.module.metadata;
        let of_node = |node: &MdNodeData| {
            node.kind.operands().find_map(|&operand| self.metadata_operand(operand).err())
        };
        if let Some(message) = metadata.nodes.as_values_slice().par_iter().find_map_first(of_node) {
            return Err(message);
        }
        let named = metadata.named.iter().flat_map(|(_, nodes)| nodes);
        named.copied().try_for_each(|node| self.node(node))
    }

    fn metadata_operand(&self, operand: Metadata) -> Result<()> {
        match operand {
            Metadata::Constant(constant) => self.constant(constant),
            Metadata::Node(node) => self.node(node),
            Metadata::String(_) | Metadata::Null => Ok(()),
        }
    }

    #[inline]
    fn node(&self, node: MdNode) -> Result<()> {
        match node.index() < self.module.metadata.nodes.len() {
            true => Ok(()),
            false => refuse("metadata refers to a node that the module does not have"),
        }
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
            false => refuse(format!("it cannot have the flags {}", flags - allowed)),
        }
    }

    /// Checks a global, except for its body.
    fn global(&self, value: &GlobalValue) -> Result<()> {
        let module = self.module;
        self.ty(value.ty)?;
        address_space(value.address_space)?;
        if value.comdat.is_some_and(|comdat| module.comdats.get(comdat).is_none()) {
            return refuse("its comdat is none of the module's");
        }
        if value.attachments.iter().any(|&(_, node)| module.metadata.nodes.get(node).is_none()) {
            return refuse("a node is attached that the module does not have");
        }
        match &value.kind {
            GlobalKind::Variable(variable) => {
                self.attribute_set(variable.attributes, AttributePlace::Function)?;
                match module.types.kind(value.ty) {
                    TypeKind::Void
                    | TypeKind::Function { .. }
                    | TypeKind::Label
                    | TypeKind::Metadata
                    | TypeKind::Token
                    | TypeKind::X86Amx => {
                        return refuse(format!("it is a variable, and its type is {}", self.show(value.ty)));
                    }
                    _ => {}
                }
                match variable.initializer {
                    Some(_) if value.linkage == Linkage::ExternWeak => {
                        refuse("it is extern_weak, and has an initializer")
                    }
                    Some(initializer) => {
                        self.constant(initializer)?;
                        self.same(value.ty, module.constants.ty(initializer))
                    }
                    None if matches!(value.linkage, Linkage::External | Linkage::ExternWeak) => Ok(()),
                    None => refuse(format!("it is {}, and has no initializer", value.linkage.spelling())),
                }
            }
            GlobalKind::Alias(target) | GlobalKind::IFunc(target) => {
                self.constant(*target)?;
                let ty = module.constants.ty(*target);
                match *module.types.kind(ty) {
                    TypeKind::Pointer(space) if space == value.address_space => Ok(()),
                    TypeKind::Pointer(space) => refuse(format!(
                        "its target is in address space {space}, and it is in {}",
                        value.address_space
                    )),
                    _ => refuse(format!("its target has type {}, which is no pointer", self.show(ty))),
                }
            }
            GlobalKind::Function(function) => {
                let TypeKind::Function { params, .. } = module.types.kind(value.ty) else {
                    return refuse(format!("it is a function, and its type is {}", self.show(value.ty)));
                };
                self.attributes(function.attributes, params.len(), "parameters")?;
                let own = module.attributes.get_list(function.attributes).function;
                if module.attribute(own, AttributeKind::Alignment).is_some() {
                    return refuse("its attributes have `align`, which is a field of the function");
                }
                calling_convention(function.calling_convention)?;
                for constant in
                    [function.prefix, function.prologue, function.personality].into_iter().flatten()
                {
                    self.constant(constant)?;
                }
                // A declaration may omit its arguments.
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
                Ok(())
            }
        }
    }
}

/// Checks the number of an address space, which has 24 bits.
fn address_space(space: u32) -> Result<()> {
    match space >> 24 {
        0 => Ok(()),
        _ => refuse(format!("the address space {space} has more than 24 bits")),
    }
}

/// Checks the number of a calling convention, of which LLVM keeps 10 bits.
fn calling_convention(number: u32) -> Result<()> {
    match number >> 10 {
        0 => Ok(()),
        _ => refuse(format!("the calling convention {number} has more than 10 bits")),
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

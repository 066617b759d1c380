//! Orders of uses: `uselistorder ptr @g, { 1, 0 }`. Source: LangRef, Use-list Order Directives.
//!
//! LLVM keeps the uses of a value in a list, and some passes depend on its order. The order that a reader of the text arrives at
//! follows from the text: the last use comes first, those before the definition last. A directive permutes that order. So it means
//! the same wherever the uses stand in the same order in the text, as they do in all that is written of a module that was read.

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::constants::{Constant, ConstantKind};
use crate::function::{Block, Function, Local, Value};
use crate::globals::{Global, GlobalKind};
use crate::metadata::{MdNode, Metadata};
use crate::module::Module;
use crate::writer::ModuleSlots;

/// The order of the uses of a value: for each use, in the order that a reader arrives at, its place in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UseListOrder<T> {
    /// What is used.
    pub of: T,
    /// A permutation other than the identity, of two places at least.
    pub indexes: Vec<u32>,
}

/// What a directive in a function is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UsedInFunction {
    /// `uselistorder i32 %x, …`; a constant only in texts of old versions.
    Value(Value),
    /// `uselistorder label %b, …`, or `uselistorder_bb @f, %b, …` behind the functions.
    Block(Block),
}

/// Why these are not the indexes of an order, in LLVM's words.
pub fn indexes_objection(indexes: &[u32]) -> Option<&'static str> {
    let count = indexes.len() as u64;
    // LLVM compares sums, not sets.
    let is_sum = || indexes.iter().map(|&index| u64::from(index)).sum::<u64>() == count * (count - 1) / 2;
    if count < 2 {
        Some("expected >= 2 uselistorder indexes")
    } else if !is_sum() || indexes.iter().any(|&index| u64::from(index) >= count) {
        Some("expected distinct uselistorder indexes in range [0, size)")
    } else if indexes.is_sorted() {
        Some("expected uselistorder indexes to change the order")
    } else {
        None
    }
}

/// Why there is no such order of this many uses, in LLVM's words.
fn count_objection(indexes: &[u32], uses: u32) -> Option<String> {
    match uses {
        0 => Some("value has no uses".to_owned()),
        1 => Some("value only has one use".to_owned()),
        _ if indexes.len() != uses as usize => Some(format!("wrong number of indexes, expected {uses}")),
        _ => None,
    }
}

/// The numbers of uses of locals and blocks within their function, as LLVM counts them: debug records and metadata use nothing.
#[derive(Debug)]
pub struct UsesInFunction {
    locals: SecondaryMap<Local, u32>,
    blocks: SecondaryMap<Block, u32>,
}

impl UsesInFunction {
    /// Counts the uses in a function.
    pub fn of(function: &Function) -> Self {
        let mut uses = Self { locals: SecondaryMap::new(), blocks: SecondaryMap::new() };
        for (_, inst) in function.instructions() {
            let inst = &function.insts[inst].inst;
            inst.for_each_operand(function, |value| {
                if let Some(local) = value.local() {
                    uses.locals[local] += 1;
                }
            });
            for block in inst.successors() {
                uses.blocks[block] += 1;
            }
        }
        uses
    }

    /// The number of uses of a local.
    pub fn local(&self, local: Local) -> u32 {
        self.locals[local]
    }

    /// The number of edges to a block.
    pub fn block(&self, block: Block) -> u32 {
        self.blocks[block]
    }

    /// Why a directive does not fit the function, in LLVM's words. If blocks are `addressed`, their address may be a further use.
    pub(crate) fn objection(&self, order: &UseListOrder<UsedInFunction>, addressed: bool) -> Option<String> {
        match order.of {
            UsedInFunction::Value(value) => count_objection(&order.indexes, self.locals[value.local()?]),
            UsedInFunction::Block(block) => {
                let edges = self.blocks[block];
                let objection = count_objection(&order.indexes, edges)?;
                let fits = addressed && count_objection(&order.indexes, edges + 1).is_none();
                (!fits).then_some(objection)
            }
        }
    }
}

/// What LLVM has as operands of a constant. Since LLVM 22, the address of a block does not use its function.
fn operands(module: &Module, constant: Constant) -> Vec<Constant> {
    let kind = module.constants.kind(constant);
    let mut operands = kind.operands();
    if let Some(global) = kind.global()
        && !matches!(kind, ConstantKind::Global(_) | ConstantKind::BlockAddress(..))
    {
        let ty = module.types.pointer(module.globals[global].address_space);
        operands.push(module.constants.intern(ty, ConstantKind::Global(global)));
    }
    operands
}

/// The numbers of uses of constants: by instructions, globals, and constants that exist; and the constants whose operands are counted.
#[derive(Debug)]
pub struct UsesOfConstants(FxHashMap<Constant, u32>, FxHashSet<Constant>);

impl UsesOfConstants {
    /// Counts the uses in a module, as a reader of its text finds them: nodes that nothing refers to are not in the text.
    pub fn of(module: &Module) -> Self {
        let slots = ModuleSlots::of_all(module);
        Self::with_nodes(module, slots.node_order.into_iter())
    }

    /// Counts the uses in a module with these nodes.
    fn with_nodes(module: &Module, nodes: impl Iterator<Item = MdNode>) -> Self {
        let mut uses = Self(FxHashMap::default(), FxHashSet::default());
        for global in module.listed_globals() {
            match &module.globals[global].kind {
                GlobalKind::Variable(variable) => {
                    variable.initializer.iter().for_each(|&it| uses.add(module, it));
                }
                GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => uses.add(module, *constant),
                GlobalKind::Function(function) => {
                    let data = [function.prefix, function.prologue, function.personality];
                    data.into_iter().flatten().for_each(|it| uses.add(module, it));
                    for (_, inst) in function.instructions() {
                        let add =
                            |value: Value| value.constant().into_iter().for_each(|it| uses.add(module, it));
                        let inst = &function.insts[inst].inst;
                        inst.for_each_operand(function, add);
                        // Like metadata, a record uses nothing, but what it refers to exists.
                        for value in inst.debug_record().iter().flat_map(|record| record.values()) {
                            value.constant().into_iter().for_each(|it| uses.mention(module, it));
                        }
                    }
                }
            }
        }
        for node in nodes {
            for operand in module.metadata.nodes[node].kind.operands() {
                if let Metadata::Constant(constant) = operand {
                    uses.mention(module, *constant);
                }
            }
        }
        uses
    }

    /// The number of uses of a constant.
    pub fn constant(&self, constant: Constant) -> u32 {
        self.0.get(&constant).copied().unwrap_or(0)
    }

    fn add(&mut self, module: &Module, constant: Constant) {
        self.mention(module, constant);
        *self.0.entry(constant).or_default() += 1;
    }

    /// Adds the uses by a constant and by what it consists of, if they are met for the first time.
    fn mention(&mut self, module: &Module, constant: Constant) {
        let mut met = vec![constant];
        while let Some(constant) = met.pop() {
            if self.1.insert(constant) {
                let operands = operands(module, constant);
                if !module.constants.kind(constant).is_metadata() {
                    operands.iter().for_each(|&operand| *self.0.entry(operand).or_default() += 1);
                }
                met.extend(operands);
            }
        }
    }

    fn objection(&self, module: &Module, order: &UseListOrder<Constant>) -> Option<String> {
        match module.constants.kind(order.of) {
            ConstantKind::Global(_) | ConstantKind::Expr(_) => {
                count_objection(&order.indexes, self.constant(order.of))
            }
            // LLVM has no list of uses for plain data, and ignores the directive.
            _ => None,
        }
    }
}

impl Module {
    /// Whether there is any order of uses.
    pub fn has_use_list_orders(&self) -> bool {
        let in_function = |global: &Global| {
            self.globals[*global].as_function().is_some_and(|function| !function.use_list_orders.is_empty())
        };
        !self.use_list_orders.is_empty() || self.functions.iter().any(in_function)
    }

    /// Removes the orders of uses that do not fit the number of uses any more. Returns how many.
    pub fn retain_use_list_orders(&mut self) -> usize {
        let mut removed = 0;
        for &global in &self.functions {
            if let Some(function) = self.globals[global].as_function_mut()
                && !function.use_list_orders.is_empty()
            {
                let uses = UsesInFunction::of(function);
                removed += function.use_list_orders.len();
                function.use_list_orders.retain(|order| uses.objection(order, true).is_none());
                removed -= function.use_list_orders.len();
            }
        }
        let mut orders = std::mem::take(&mut self.use_list_orders);
        removed += orders.len();
        let objections = self.use_list_objections(&orders, false);
        let mut objections = objections.iter();
        orders.retain(|_| objections.next().is_none_or(Option::is_none));
        removed -= orders.len();
        self.use_list_orders = orders;
        removed
    }

    /// Why each of these directives behind the functions does not fit the module, in LLVM's words. What nodes refer to counts if they are
    /// written, or always.
    pub(crate) fn use_list_objections(
        &self,
        orders: &[UseListOrder<Constant>],
        all_nodes: bool,
    ) -> Vec<Option<String>> {
        if orders.is_empty() {
            return Vec::new();
        }
        let uses = match all_nodes {
            true => UsesOfConstants::with_nodes(self, self.metadata.nodes.keys()),
            false => UsesOfConstants::of(self),
        };
        orders.iter().map(|order| uses.objection(self, order)).collect()
    }
}

impl Function {
    /// The arguments and results, in their order.
    pub fn locals_in_order(&self) -> impl Iterator<Item = Local> {
        let results = self.instructions().filter_map(|(_, inst)| self.insts[inst].result.expand());
        self.args.iter().copied().chain(results)
    }
}

//! Writes orders of uses: for each value whose uses LLVM's reader of bitcode would find in another order than they are in the module. The
//! order of the module is the one that LLVM's reader of its text arrives at. Source: LLVM, `ValueEnumerator`, `LLParser`.

use cranelift_entity::{EntityRef, EntitySet, SecondaryMap, entity_impl};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::{Abbrev, BitWriter};
use super::body::{BodyIds, Lookup};
use super::enumerate::{Ids, operands_of_function};
use super::operands::{self, Operand, in_bitcode};
use crate::bitcode::codes::{block, uselist};
use crate::constants::{Constant, ConstantKind};
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{DebugRecordKind, Inst, Instruction, RecordOperand};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::use_lists::{UseListOrder, UsedInFunction};

/// What has a list of uses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Global(Global),
    Constant(Constant),
    Local(Local),
    Block(Block),
}

/// What uses values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum User {
    Global(Global),
    Constant(Constant),
    /// An instruction, by the index of its function.
    Inst(u32, Inst),
}

/// A use: who, and as which operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Use {
    user: User,
    operand: u32,
}

/// A use that was found, of the value with this index; those `before` the definition are told from others.
#[derive(Clone, Copy, Debug)]
struct Found {
    of: u32,
    is_before: bool,
    it: Use,
}

/// The list of uses that LLVM arrives at: the last use comes first, but those before the definition are moved to the value one by one from
/// the last on, all of a constant at once.
fn list_of(found: &[Found]) -> Vec<Use> {
    let before = || found.iter().filter(|found| found.is_before).map(|found| found.it);
    let mut pushed = Vec::with_capacity(found.len());
    let mut by_constants: FxHashMap<Constant, Vec<Use>> = FxHashMap::default();
    for it in before() {
        if let User::Constant(constant) = it.user {
            by_constants.entry(constant).or_default().push(it);
        }
    }
    for it in before().rev() {
        match it.user {
            User::Constant(constant) => {
                let mut all = by_constants.remove(&constant).unwrap_or_default();
                all.sort_by_key(|it| it.operand);
                pushed.extend(all);
            }
            _ => pushed.push(it),
        }
    }
    pushed.extend(found.iter().filter(|found| !found.is_before).map(|found| found.it));
    pushed.reverse();
    pushed
}

/// The lists of uses of a module, or of a body.
#[derive(Default)]
struct Lists {
    /// The number of globals or locals, behind which constants or blocks are counted.
    first: usize,
    /// Where the list of each value begins in `uses`, and the end of the last one.
    starts: Vec<u32>,
    uses: Vec<Use>,
    /// Lists that were changed later.
    changed: FxHashMap<u32, Vec<Use>>,
}

/// The index of a value in lists.
fn index_of(first: usize, key: Key) -> u32 {
    (match key {
        Key::Global(global) => global.index(),
        Key::Local(local) => local.index(),
        Key::Constant(constant) => first + constant.index(),
        Key::Block(block) => first + block.index(),
    }) as u32
}

impl Lists {
    /// The lists of what was found, in the order in which it was.
    fn new(first: usize, found: &[Found]) -> Self {
        let count = found.iter().map(|found| found.of as usize + 1).max().unwrap_or(0);
        let mut starts = vec![0; count + 1];
        found.iter().for_each(|found| starts[found.of as usize + 1] += 1);
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut sorted = found.to_vec();
        for found in found {
            let at = &mut next[found.of as usize];
            sorted[*at as usize] = *found;
            *at += 1;
        }
        let mut uses = Vec::with_capacity(sorted.len());
        for list in sorted.chunk_by(|a, b| a.of == b.of) {
            match list.iter().any(|found| found.is_before) {
                true => uses.extend(list_of(list)),
                false => uses.extend(list.iter().rev().map(|found| found.it)),
            }
        }
        Self { first, starts, uses, changed: FxHashMap::default() }
    }

    fn get(&self, key: Key) -> &[Use] {
        let index = index_of(self.first, key);
        if let Some(changed) = self.changed.get(&index).filter(|_| !self.changed.is_empty()) {
            return changed;
        }
        match self.starts.get(index as usize..index as usize + 2) {
            Some(&[start, end]) => &self.uses[start as usize..end as usize],
            _ => &[],
        }
    }

    fn get_mut(&mut self, key: Key) -> &mut Vec<Use> {
        let list = self.get(key).to_vec();
        self.changed.entry(index_of(self.first, key)).or_insert(list)
    }

    /// Brings a list into the order that a directive states.
    fn permute(&mut self, key: Key, indexes: &[u32]) {
        if !indexes.is_empty() && self.get(key).len() == indexes.len() {
            let list = self.get_mut(key);
            let mut all: Vec<(u32, Use)> = indexes.iter().copied().zip(list.iter().copied()).collect();
            all.sort_by_key(|(index, _)| *index);
            *list = all.into_iter().map(|(_, it)| it).collect();
        }
    }
}

/// An order of uses that is to be written.
#[derive(Clone, Debug)]
pub(super) struct Order {
    of: Key,
    /// The index of the function, or none for the module.
    function: Option<u32>,
    indexes: Vec<u32>,
}

/// The orders of uses that are to be written, from the last one on.
#[derive(Default)]
pub(super) struct Orders {
    of_module: Vec<Order>,
    of_bodies: Vec<Vec<Order>>,
}

impl Orders {
    /// The orders of a module.
    pub(super) fn of(module: &Module) -> Self {
        let bodies: Vec<(Global, &Function)> =
            module.definitions().map(|(global, _, function)| (global, function)).collect();
        let lists = Reading::of(module, &bodies);
        let mut predictor = Predictor::new(module, &bodies, lists);
        predictor.predict();
        let mut orders = Self { of_module: Vec::new(), of_bodies: vec![Vec::new(); bodies.len()] };
        for order in predictor.stack {
            match order.function {
                Some(index) => orders.of_bodies[index as usize].push(order),
                None => orders.of_module.push(order),
            }
        }
        orders
    }

    /// The orders that concern a body.
    pub(super) fn of_body(&self, index: usize) -> &[Order] {
        self.of_bodies.get(index).map_or(&[], Vec::as_slice)
    }
}

/// The lists of uses of a module and of each body.
struct AllLists {
    shared: Lists,
    bodies: Vec<Lists>,
}

/// The key of a constant, if it has a list of uses.
fn key_of(module: &Module, constant: Constant) -> Option<Key> {
    match module.constants.kind(constant) {
        ConstantKind::Global(global) => Some(Key::Global(*global)),
        ConstantKind::Aggregate(_)
        | ConstantKind::Expr(_)
        | ConstantKind::BlockAddress(..)
        | ConstantKind::DsoLocalEquivalent(_)
        | ConstantKind::NoCfi(_)
        | ConstantKind::PtrAuth(_)
        | ConstantKind::Splat(_)
        | ConstantKind::InlineAsm(_) => Some(Key::Constant(in_bitcode(module, constant))),
        _ => None,
    }
}

/// Follows LLVM's reader of text, and notes the uses that it makes.
struct Reading<'m> {
    module: &'m Module,
    /// The uses of globals and constants.
    shared: Vec<Found>,
    /// The uses of locals and blocks of the body that is read.
    body: Vec<Found>,
    defined_globals: EntitySet<Global>,
    defined_locals: EntitySet<Local>,
    /// The constants that exist already.
    made: EntitySet<Constant>,
    /// The instructions of [`Module::renewed`]; the value says whether only their callee is new.
    renewed: FxHashMap<(Global, Inst), bool>,
    /// The function whose body is read.
    current: Option<(Global, &'m Function)>,
    /// Addresses of blocks that were made outside of the body.
    addresses: Vec<(Global, Block, Constant)>,
    /// The operands of the instruction that is read.
    uses: Vec<(Operand, u32)>,
}

impl<'m> Reading<'m> {
    fn of(module: &'m Module, bodies: &[(Global, &'m Function)]) -> AllLists {
        let mut reading = Self {
            module,
            shared: Vec::new(),
            body: Vec::new(),
            defined_globals: EntitySet::new(),
            defined_locals: EntitySet::new(),
            made: EntitySet::new(),
            renewed: module.renewed.iter().map(|it| ((it.body, it.inst), it.callee_only)).collect(),
            current: None,
            addresses: Vec::new(),
            uses: Vec::new(),
        };
        for &global in module.variables.iter().chain(&module.aliases).chain(&module.ifuncs) {
            let constant = match &module.globals[global].kind {
                GlobalKind::Variable(variable) => variable.initializer,
                GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => Some(*constant),
                GlobalKind::Function(_) => None,
            };
            if let Some(constant) = constant {
                reading.make(constant);
                reading.add(constant, Use { user: User::Global(global), operand: 0 });
            }
            reading.defined_globals.insert(global);
        }
        let mut lists = Vec::with_capacity(bodies.len());
        for &global in &module.functions {
            let Some(function) = module.globals[global].as_function() else { continue };
            reading.header(global, function);
            if !function.is_declaration() {
                reading.current = Some((global, function));
                reading.body(lists.len() as u32, function);
                reading.current = None;
                let mut own = Lists::new(function.locals.len(), &reading.body);
                permute_body(function, &mut own);
                lists.push(own);
            }
        }
        reading.renew(bodies, &mut lists);
        for (global, block, constant) in std::mem::take(&mut reading.addresses) {
            let index = bodies.iter().position(|(other, _)| *other == global);
            let Some(index) = index.filter(|&index| index < lists.len()) else { continue };
            let (list, key) = (&mut lists[index], Key::Block(block));
            list.get_mut(key).insert(0, Use { user: User::Constant(constant), operand: 0 });
            // A directive behind the functions counts the address.
            let of_block = |order: &&UseListOrder<UsedInFunction>| order.of == UsedInFunction::Block(block);
            let orders = bodies[index].1.use_list_orders.iter().filter(of_block);
            orders.for_each(|order| list.permute(key, &order.indexes));
        }
        let mut shared = Lists::new(module.globals.len(), &reading.shared);
        for order in &module.use_list_orders {
            if let Some(key) = key_of(module, order.of) {
                shared.permute(key, &order.indexes);
            }
        }
        AllLists { shared, bodies: lists }
    }

    fn header(&mut self, global: Global, function: &Function) {
        for constant in [function.prefix, function.prologue, function.personality].into_iter().flatten() {
            self.make(constant);
        }
        for (operand, constant) in (0..).zip(operands_of_function(self.module, function)) {
            self.add(constant, Use { user: User::Global(global), operand });
        }
        self.defined_globals.insert(global);
    }

    fn body(&mut self, index: u32, function: &Function) {
        self.body.clear();
        self.defined_locals.clear();
        self.defined_locals.extend(function.args.iter().copied());
        for (global, block, constant) in std::mem::take(&mut self.addresses) {
            self.address(global, block, constant);
        }
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if let Some(record) = data.inst.debug_record() {
                record.values().filter_map(Value::constant).for_each(|constant| self.make(constant));
                continue;
            }
            let mut uses = std::mem::take(&mut self.uses);
            uses_of(function, inst, &mut uses);
            match self.renewal(inst) {
                Some(true) => drop(uses.pop()),
                Some(false) => uses.clear(),
                None => {}
            }
            // The callee of a call stands before the arguments.
            if data.inst.call_site().is_some()
                && let Some((Operand::Value(callee), _)) = uses.last()
                && let Some(callee) = callee.constant()
            {
                self.make(callee);
            }
            for (it, _) in &uses {
                if let Operand::Value(value) = it
                    && let Some(constant) = value.constant()
                {
                    self.make(constant);
                }
            }
            for &(it, operand) in &uses {
                let it_uses = Use { user: User::Inst(index, inst), operand };
                match it {
                    Operand::Block(block) => self.add_to_body(Key::Block(block), it_uses),
                    Operand::Value(value) | Operand::Case(value) => match value.kind() {
                        ValueKind::Local(local) => self.add_to_body(Key::Local(local), it_uses),
                        ValueKind::Constant(constant) => self.add(constant, it_uses),
                    },
                }
            }
            self.uses = uses;
            self.defined_locals.extend(data.result.expand());
        }
    }

    /// Whether an instruction of the current body was renewed, and if so, whether only its callee is new.
    fn renewal(&self, inst: Inst) -> Option<bool> {
        if self.renewed.is_empty() {
            return None;
        }
        self.renewed.get(&(self.current?.0, inst)).copied()
    }

    fn add_to_body(&mut self, key: Key, it: Use) {
        let Some((_, function)) = self.current else { return };
        // Blocks are there before they are used.
        let is_before = matches!(key, Key::Local(local) if !self.defined_locals.contains(local));
        self.body.push(Found { of: index_of(function.locals.len(), key), is_before, it });
    }

    /// Notes the uses of instructions that were made at the end of reading, in the place of others.
    fn renew(&mut self, bodies: &[(Global, &Function)], lists: &mut [Lists]) {
        let indices: FxHashMap<Global, u32> =
            (0..).zip(bodies).map(|(index, (global, _))| (*global, index)).collect();
        for renewed in &self.module.renewed {
            let Some(&index) = indices.get(&renewed.body) else { continue };
            let function = bodies[index as usize].1;
            let Some(data) = function.insts.get(renewed.inst) else { continue };
            let mut uses = Vec::new();
            uses_of(function, renewed.inst, &mut uses);
            if renewed.callee_only {
                uses.drain(..uses.len().saturating_sub(1));
            }
            let body = &mut lists[index as usize];
            for (it, operand) in uses {
                let use_ = Use { user: User::Inst(index, renewed.inst), operand };
                let key = match it {
                    Operand::Block(block) => Key::Block(block),
                    Operand::Value(value) | Operand::Case(value) => match value.kind() {
                        ValueKind::Local(local) => Key::Local(local),
                        ValueKind::Constant(constant) => {
                            self.make(constant);
                            self.add(constant, use_);
                            continue;
                        }
                    },
                };
                body.get_mut(key).insert(0, use_);
            }
            // The uses of the other result were taken one by one, the first of the list first.
            if let Some(local) = data.result.expand().filter(|_| renewed.has_uses) {
                body.get_mut(Key::Local(local)).reverse();
            }
        }
    }

    /// Notes the uses by a constant, and by what it consists of, if they are met for the first time.
    fn make(&mut self, constant: Constant) {
        let module = self.module;
        match module.constants.kind(constant) {
            ConstantKind::Metadata(Metadata::Constant(inner)) => return self.make(*inner),
            ConstantKind::ArgList(values) => {
                return values.iter().rev().filter_map(|value| value.constant()).for_each(|it| self.make(it));
            }
            _ => {}
        }
        operands::in_postorder(module, constant, |constant, is_left| {
            if !is_left {
                return matches!(key_of(module, constant), Some(Key::Constant(_)))
                    && self.made.insert(constant);
            }
            if let ConstantKind::BlockAddress(global, block) = *module.constants.kind(constant) {
                self.address(global, block, constant);
            }
            let mut operand = 0;
            operands::of_constant(module, constant, |of| {
                self.add(of, Use { user: User::Constant(constant), operand });
                operand += 1;
            });
            false
        });
    }

    /// Notes that a constant is the address of a block.
    fn address(&mut self, global: Global, block: Block, constant: Constant) {
        match self.current.is_some_and(|(current, _)| current == global) {
            true => {
                self.add_to_body(Key::Block(block), Use { user: User::Constant(constant), operand: 0 });
            }
            false => self.addresses.push((global, block, constant)),
        }
    }

    fn add(&mut self, constant: Constant, it: Use) {
        if let Some(key) = key_of(self.module, constant) {
            // Constants are there before they are used.
            let is_before = matches!(key, Key::Global(global) if !self.defined_globals.contains(global));
            self.shared.push(Found { of: index_of(self.module.globals.len(), key), is_before, it });
        }
    }
}

/// The operands of an instruction that have lists of uses.
fn uses_of(function: &Function, inst: Inst, uses: &mut Vec<(Operand, u32)>) {
    uses.clear();
    operands::each(function, &function.insts[inst].inst, |it| {
        if !matches!(it, Operand::Case(_)) {
            uses.push((it, uses.len() as u32));
        }
    });
}

fn permute_body(function: &Function, lists: &mut Lists) {
    for order in &function.use_list_orders {
        let key = match order.of {
            UsedInFunction::Value(value) => value.local().map(Key::Local),
            UsedInFunction::Block(block) => Some(Key::Block(block)),
        };
        if let Some(key) = key {
            lists.permute(key, &order.indexes);
        }
    }
}

/// The order in which the reader makes what a body has, from one on.
#[derive(Default)]
struct Numbers {
    insts: SecondaryMap<Inst, u32>,
    args: SecondaryMap<Local, u32>,
    blocks: SecondaryMap<Block, u32>,
}

/// Finds the values whose uses LLVM's reader of bitcode finds in another order.
struct Predictor<'m, 'b> {
    module: &'m Module,
    bodies: &'b [(Global, &'m Function)],
    lists: AllLists,
    /// The order in which the reader makes what uses others, from one on.
    globals: SecondaryMap<Global, u32>,
    constants: SecondaryMap<Constant, u32>,
    numbers: Vec<Numbers>,
    last: u32,
    last_global: u32,
    /// The values whose orders have been found: those of the module, and those of the current body.
    done: EntitySet<Index>,
    done_in_body: EntitySet<Index>,
    stack: Vec<Order>,
}

/// The index of a value in lists.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Index(u32);
entity_impl!(Index);

impl<'m, 'b> Predictor<'m, 'b> {
    fn new(module: &'m Module, bodies: &'b [(Global, &'m Function)], lists: AllLists) -> Self {
        let mut predictor = Self {
            module,
            bodies,
            lists,
            globals: SecondaryMap::new(),
            constants: SecondaryMap::new(),
            numbers: Vec::with_capacity(bodies.len()),
            last: 0,
            last_global: 0,
            done: EntitySet::new(),
            done_in_body: EntitySet::new(),
            stack: Vec::new(),
        };
        predictor.number();
        predictor
    }

    fn next(&mut self) -> u32 {
        self.last += 1;
        self.last
    }

    fn number(&mut self) {
        let module = self.module;
        for list in [&module.variables, &module.aliases, &module.ifuncs, &module.functions] {
            for &global in list.iter().rev() {
                match &module.globals[global].kind {
                    GlobalKind::Variable(variable) => {
                        variable.initializer.into_iter().for_each(|it| self.number_constant(it));
                    }
                    GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => {
                        self.number_constant(*constant)
                    }
                    GlobalKind::Function(function) => {
                        operands_of_function(module, function)
                            .into_iter()
                            .for_each(|it| self.number_constant(it));
                    }
                }
                self.globals[global] = self.next();
            }
        }
        self.last_global = self.last;
        for &(_, function) in self.bodies {
            let numbers = self.number_body(function);
            self.numbers.push(numbers);
        }
    }

    fn number_body(&mut self, function: &'m Function) -> Numbers {
        let mut numbers = Numbers::default();
        for &block in &function.layout {
            numbers.blocks[block] = self.next();
        }
        for (_, inst) in function.instructions() {
            for value in described(self.module, function, &function.insts[inst].inst) {
                value.constant().into_iter().for_each(|constant| self.number_constant(constant));
            }
        }
        for &arg in &function.args {
            numbers.args[arg] = self.next();
        }
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if data.inst.debug_record().is_some() {
                continue;
            }
            operands::each(function, &data.inst, |operand| {
                if let Operand::Value(value) | Operand::Case(value) = operand {
                    value.constant().into_iter().for_each(|constant| self.number_constant(constant));
                }
            });
            if let (Instruction::ShuffleVector { mask, .. }, Some(local)) = (&data.inst, data.result.expand())
            {
                let ty = function.locals[local].ty;
                self.number_constant(operands::mask_constant(self.module, ty, function.list(*mask)));
            }
            numbers.insts[inst] = self.next();
        }
        numbers
    }

    /// Numbers a constant after what it consists of. Those without a list of uses count too.
    fn number_constant(&mut self, constant: Constant) {
        let module = self.module;
        operands::in_postorder(module, constant, |constant, is_left| {
            if is_left {
                self.constants[constant] = self.next();
                return false;
            }
            self.constants[constant] == 0
                && !matches!(
                    module.constants.kind(constant),
                    ConstantKind::Global(_)
                        | ConstantKind::Metadata(_)
                        | ConstantKind::LocalMetadata(_)
                        | ConstantKind::ArgList(_)
                )
        });
    }

    fn id_of_user(&self, user: User) -> u32 {
        match user {
            User::Global(global) => self.globals[global],
            User::Constant(constant) => self.constants[constant],
            User::Inst(index, inst) => self.numbers[index as usize].insts[inst],
        }
    }

    fn id_of(&self, function: Option<u32>, key: Key) -> u32 {
        match (key, function) {
            (Key::Global(global), _) => self.globals[global],
            (Key::Constant(constant), _) => self.constants[constant],
            (Key::Block(block), Some(index)) => self.numbers[index as usize].blocks[block],
            (Key::Local(local), Some(index)) => {
                let numbers = &self.numbers[index as usize];
                match self.bodies[index as usize].1.locals[local].inst.expand() {
                    Some(inst) => numbers.insts[inst],
                    None => numbers.args[local],
                }
            }
            (Key::Block(_) | Key::Local(_), None) => 0,
        }
    }

    fn predict(&mut self) {
        let module = self.module;
        for index in (0..self.bodies.len() as u32).rev() {
            let function = self.bodies[index as usize].1;
            let at = Some(index);
            self.done_in_body.clear();
            function.layout.iter().for_each(|&block| self.order(at, Key::Block(block)));
            function.args.iter().for_each(|&arg| self.order(at, Key::Local(arg)));
            self.predict_body(index, function);
        }
        for &global in
            [&module.variables, &module.functions, &module.aliases, &module.ifuncs].into_iter().flatten()
        {
            self.key_order(None, Key::Global(global));
        }
        for &global in module.variables.iter().chain(&module.aliases).chain(&module.ifuncs) {
            match &module.globals[global].kind {
                GlobalKind::Variable(variable) => self.constant_order(None, variable.initializer),
                GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => {
                    self.constant_order(None, Some(*constant));
                }
                GlobalKind::Function(_) => {}
            }
        }
        for &global in &module.functions {
            if let Some(function) = module.globals[global].as_function() {
                operands_of_function(module, function)
                    .into_iter()
                    .for_each(|it| self.constant_order(None, Some(it)));
            }
        }
    }

    fn predict_body(&mut self, index: u32, function: &'m Function) {
        let at = Some(index);
        let mut records: Vec<&Instruction> = Vec::new();
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if data.inst.debug_record().is_some() {
                records.push(&data.inst);
                continue;
            }
            for record in records.drain(..) {
                for value in described(self.module, function, record) {
                    self.value_order(index, value);
                }
            }
            operands::each(function, &data.inst, |operand| {
                if let Operand::Value(value) = operand
                    && let Some(constant) = value.constant()
                {
                    match self.module.constants.kind(constant) {
                        ConstantKind::Metadata(Metadata::Constant(inner)) => {
                            self.constant_order(at, Some(*inner))
                        }
                        ConstantKind::LocalMetadata(local) => self.order(at, Key::Local(*local)),
                        ConstantKind::ArgList(values) => {
                            values.iter().for_each(|&value| self.value_order(index, value));
                        }
                        _ => self.constant_order(at, Some(constant)),
                    }
                }
            });
            if let Some(local) = data.result.expand() {
                self.order(at, Key::Local(local));
            }
        }
    }

    fn value_order(&mut self, index: u32, value: Value) {
        match value.kind() {
            ValueKind::Local(local) => self.order(Some(index), Key::Local(local)),
            ValueKind::Constant(constant) => self.constant_order(Some(index), Some(constant)),
        }
    }

    /// Finds the orders of a constant and of what it consists of.
    fn constant_order(&mut self, function: Option<u32>, constant: Option<Constant>) {
        if let Some(key) = constant.and_then(|constant| key_of(self.module, constant)) {
            self.key_order(function, key);
        }
    }

    /// Finds the orders of a global or constant and of what it consists of.
    fn key_order(&mut self, function: Option<u32>, key: Key) {
        let module = self.module;
        let mut stack = vec![key];
        while let Some(key) = stack.pop() {
            if self.done.contains(Index(index_of(self.lists.shared.first, key))) {
                continue;
            }
            self.order(function, key);
            let before = stack.len();
            let mut push = |constant: Constant| stack.extend(key_of(module, constant));
            match key {
                // The operands of globals are those of what defines them.
                Key::Global(global) => match &module.globals[global].kind {
                    GlobalKind::Variable(variable) => variable.initializer.into_iter().for_each(push),
                    GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => push(*constant),
                    GlobalKind::Function(function) => {
                        operands_of_function(module, function).into_iter().for_each(push);
                    }
                },
                Key::Constant(constant) => operands::of_constant(module, constant, push),
                Key::Local(_) | Key::Block(_) => {}
            }
            stack[before..].reverse();
        }
    }

    /// Adds the order of the uses of a value if the reader finds another one.
    fn order(&mut self, function: Option<u32>, key: Key) {
        let (done, lists) = match (key, function) {
            (Key::Local(_) | Key::Block(_), Some(index)) => {
                (&mut self.done_in_body, &self.lists.bodies[index as usize])
            }
            _ => (&mut self.done, &self.lists.shared),
        };
        if !done.insert(Index(index_of(lists.first, key))) {
            return;
        }
        let list = lists.get(key);
        if list.len() < 2 {
            return;
        }
        let id = self.id_of(function, key);
        let is_global = id <= self.last_global;
        // With the number 4: 7 6 5 1 2 3.
        let entries = list.iter().filter_map(|it| {
            let user = self.id_of_user(it.user);
            let is_before = user <= id && !is_global;
            let rank = |number: u32| if is_before { i64::from(number) } else { -i64::from(number) };
            (user != 0).then(|| (is_before, rank(user), rank(it.operand)))
        });
        if entries.clone().is_sorted() {
            return;
        }
        let mut entries: Vec<_> = entries.zip(0_u32..).collect();
        entries.sort_by_key(|&(rank, _)| rank);
        let indexes: Vec<u32> = entries.into_iter().map(|(_, index)| index).collect();
        self.stack.push(Order { of: key, function, indexes });
    }
}

/// The values that an instruction or record describes through metadata.
fn described(module: &Module, _: &Function, inst: &Instruction) -> Vec<Value> {
    let mut all = Vec::new();
    if let Some(record) = inst.debug_record() {
        let places: &[usize] = match record.kind {
            DebugRecordKind::Label => &[],
            DebugRecordKind::Assign => &[0, 4],
            _ => &[0],
        };
        for operand in places.iter().filter_map(|&place| record.operands.get(place)) {
            match operand {
                RecordOperand::Value(value) => all.push(*value),
                RecordOperand::ArgList(values) => all.extend(values),
                RecordOperand::Metadata(Metadata::Constant(constant)) => all.push((*constant).into()),
                RecordOperand::Metadata(_) => {}
            }
        }
    } else if let Some(call) = inst.call_site() {
        for constant in call.args.iter().filter_map(|arg| arg.constant()) {
            match module.constants.kind(constant) {
                ConstantKind::Metadata(Metadata::Constant(inner)) => all.push((*inner).into()),
                ConstantKind::LocalMetadata(local) => all.push((*local).into()),
                ConstantKind::ArgList(values) => all.extend(values.iter()),
                _ => {}
            }
        }
    }
    all
}

/// Writes the orders of uses that concern the whole module.
pub(super) fn write_of_module(out: &mut BitWriter, ids: &Ids<'_>, orders: &Orders) {
    write(out, ids, &orders.of_module, |_| None);
}

/// Writes the orders of uses that concern a body.
pub(super) fn write_of_function(out: &mut BitWriter, ids: &BodyIds<'_, '_>, orders: &[Order]) {
    write(out, ids, orders, |key| match key {
        Key::Local(local) => Some((uselist::DEFAULT, ids.value(local.into()))),
        Key::Block(block) => Some((uselist::BB, ids.block(block))),
        Key::Global(_) | Key::Constant(_) => None,
    });
}

fn write<'m>(
    out: &mut BitWriter,
    ids: &impl Lookup<'m>,
    orders: &[Order],
    of_body: impl Fn(Key) -> Option<(u32, u64)>,
) {
    if orders.is_empty() {
        return;
    }
    out.enter(block::USELIST, 3);
    let mut record: Vec<u64> = Vec::new();
    for order in orders.iter().rev() {
        let (code, id) = match order.of {
            Key::Global(global) => (uselist::DEFAULT, ids.of_module().global(global)),
            Key::Constant(constant) => (uselist::DEFAULT, ids.constant(constant)),
            key => of_body(key).unwrap_or((uselist::DEFAULT, 0)),
        };
        record.clear();
        record.extend(order.indexes.iter().map(|&index| u64::from(index)).chain([id]));
        out.record(code, &record, Abbrev::NONE);
    }
    out.exit();
}

/// For each function the others that use addresses of its blocks.
pub(super) fn address_users(module: &Module) -> FxHashMap<Global, Vec<Global>> {
    let mut users: FxHashMap<Global, Vec<Global>> = FxHashMap::default();
    let addresses = module.constants.block_addresses();
    let addresses: FxHashMap<(Global, Block), Constant> =
        addresses.map(|(address, global, block)| ((global, block), address)).collect();
    if addresses.is_empty() {
        return users;
    }
    let bodies: Vec<(Global, &Function)> =
        module.definitions().map(|(global, _, function)| (global, function)).collect();
    let lists = Reading::of(module, &bodies).shared;
    for &(global, function) in &bodies {
        for address in function.layout.iter().filter_map(|&block| addresses.get(&(global, block))) {
            let mut stack = vec![*address];
            let mut met = FxHashSet::default();
            while let Some(constant) = stack.pop() {
                for it in lists.get(Key::Constant(constant)) {
                    match it.user {
                        User::Inst(index, _) => {
                            let user = bodies[index as usize].0;
                            let known = users.entry(global).or_default();
                            if user != global && !known.contains(&user) {
                                known.push(user);
                            }
                        }
                        User::Constant(constant) if met.insert(constant) => stack.push(constant),
                        User::Constant(_) | User::Global(_) => {}
                    }
                }
            }
        }
    }
    users
}

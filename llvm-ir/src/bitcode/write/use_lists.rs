//! Writes orders of uses: for each value whose uses LLVM's reader of bitcode would find in another order than they are in the module. The
//! order of the module is the one that LLVM's reader of its text arrives at. Source: LLVM, `ValueEnumerator`, `LLParser`.

use cranelift_entity::SecondaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::{Abbrev, BitWriter};
use super::enumerate::{Ids, operands_of_function};
use super::module::Shared;
use super::operands::{self, Operand, in_bitcode};
use crate::bitcode::codes::{block, uselist};
use crate::constants::{Constant, ConstantKind};
use crate::function::{Block, Function, Local, Value, ValueKind};
use crate::globals::{Global, GlobalKind};
use crate::instruction::{DebugRecordKind, Inst, Instruction, RecordOperand};
use crate::metadata::Metadata;
use crate::module::Module;
use crate::use_lists::UsedInFunction;

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

/// The uses of a value in the order of the text; `before` are those before the definition.
#[derive(Clone, Default, Debug)]
struct Uses {
    before: Vec<Use>,
    after: Vec<Use>,
    is_defined: bool,
}

impl Uses {
    /// The list of uses that LLVM arrives at: the last use comes first, but those before the definition are moved to the value one by
    /// one from the last on, all of a constant at once.
    fn list(self) -> Vec<Use> {
        let mut pushed = Vec::with_capacity(self.before.len() + self.after.len());
        let mut by_constants: FxHashMap<Constant, Vec<Use>> = FxHashMap::default();
        for it in &self.before {
            if let User::Constant(constant) = it.user {
                by_constants.entry(constant).or_default().push(*it);
            }
        }
        for it in self.before.iter().rev() {
            match it.user {
                User::Constant(constant) => {
                    let mut all = by_constants.remove(&constant).unwrap_or_default();
                    all.sort_by_key(|it| it.operand);
                    pushed.extend(all);
                }
                _ => pushed.push(*it),
            }
        }
        pushed.extend(self.after);
        pushed.reverse();
        pushed
    }
}

/// An order of uses that is to be written.
#[derive(Clone, Debug)]
struct Order {
    of: Key,
    /// The index of the function, or none for the module.
    function: Option<u32>,
    indexes: Vec<u32>,
}

/// The orders of uses that are to be written, the next one last.
#[derive(Default)]
pub(super) struct Orders {
    stack: Vec<Order>,
    indices: FxHashMap<Global, u32>,
}

impl Orders {
    /// The orders of a module.
    pub(super) fn of(module: &Module) -> Self {
        let bodies: Vec<(Global, &Function)> =
            module.definitions().map(|(global, _, function)| (global, function)).collect();
        let lists = Reading::of(module, &bodies);
        let mut predictor = Predictor::new(module, &bodies, lists);
        predictor.predict();
        let indices = (0..).zip(&bodies).map(|(index, (global, _))| (*global, index)).collect();
        Self { stack: predictor.stack, indices }
    }

    fn next(&mut self, function: Option<u32>) -> Option<Order> {
        self.stack.pop_if(|order| order.function == function)
    }
}

/// The lists of uses of a module and of each body.
#[derive(Default)]
struct Lists {
    shared: FxHashMap<Key, Vec<Use>>,
    bodies: Vec<FxHashMap<Key, Vec<Use>>>,
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

/// The operands of a constant.
fn operands_of(module: &Module, constant: Constant) -> Vec<Constant> {
    let mut all = Vec::new();
    operands::of_constant(module, constant, |operand| all.push(operand));
    all
}

/// Follows LLVM's reader of text, and notes the uses that it makes.
struct Reading<'m> {
    module: &'m Module,
    shared: FxHashMap<Key, Uses>,
    body: FxHashMap<Key, Uses>,
    /// The constants that exist already.
    made: FxHashSet<Constant>,
    /// The instructions of [`Module::renewed`]; the value says whether only their callee is new.
    renewed: FxHashMap<(Global, Inst), bool>,
    /// The function whose body is read.
    current: Option<Global>,
    /// Addresses of blocks that were made outside of the body.
    addresses: Vec<(Global, Block, Constant)>,
}

impl<'m> Reading<'m> {
    fn of(module: &'m Module, bodies: &[(Global, &Function)]) -> Lists {
        let mut reading = Self {
            module,
            shared: FxHashMap::default(),
            body: FxHashMap::default(),
            made: FxHashSet::default(),
            renewed: module.renewed.iter().map(|it| ((it.body, it.inst), it.callee_only)).collect(),
            current: None,
            addresses: Vec::new(),
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
            reading.define(Key::Global(global));
        }
        let mut lists = Lists::default();
        let mut index = 0;
        for &global in &module.functions {
            let Some(function) = module.globals[global].as_function() else { continue };
            reading.header(global, function);
            if !function.is_declaration() {
                reading.current = Some(global);
                reading.body(index, function);
                reading.current = None;
                let body = std::mem::take(&mut reading.body);
                let mut body: FxHashMap<Key, Vec<Use>> =
                    body.into_iter().map(|(key, uses)| (key, uses.list())).collect();
                permute_body(function, &mut body);
                lists.bodies.push(body);
                index += 1;
            }
        }
        reading.renew(bodies, &mut lists);
        for (global, block, constant) in std::mem::take(&mut reading.addresses) {
            let index = bodies.iter().position(|(other, _)| *other == global);
            if let Some(list) = index.and_then(|index| lists.bodies.get_mut(index)) {
                let it = Use { user: User::Constant(constant), operand: 0 };
                list.entry(Key::Block(block)).or_default().insert(0, it);
            }
        }
        let shared = reading.shared.into_iter();
        lists.shared = shared.map(|(key, uses)| (key, uses.list())).collect();
        for order in &module.use_list_orders {
            if let Some(key) = key_of(module, order.of) {
                permute(&mut lists.shared, key, &order.indexes);
            }
        }
        lists
    }

    fn header(&mut self, global: Global, function: &Function) {
        for constant in [function.prefix, function.prologue, function.personality].into_iter().flatten() {
            self.make(constant);
        }
        for (operand, constant) in (0..).zip(operands_of_function(self.module, function)) {
            self.add(constant, Use { user: User::Global(global), operand });
        }
        self.define(Key::Global(global));
    }

    fn body(&mut self, index: u32, function: &Function) {
        for &arg in &function.args {
            self.define(Key::Local(arg));
        }
        for (global, block, constant) in std::mem::take(&mut self.addresses) {
            self.address(global, block, constant);
        }
        for (_, inst) in function.instructions() {
            let data = &function.insts[inst];
            if let Some(record) = data.inst.debug_record() {
                record.values().filter_map(Value::constant).for_each(|constant| self.make(constant));
                continue;
            }
            let mut uses = uses_of(function, inst);
            match self.current.and_then(|current| self.renewed.get(&(current, inst))) {
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
            for (it, operand) in uses {
                let it_uses = Use { user: User::Inst(index, inst), operand };
                match it {
                    Operand::Block(block) => {
                        self.body.entry(Key::Block(block)).or_default().after.push(it_uses);
                    }
                    Operand::Value(value) | Operand::Case(value) => match value.kind() {
                        ValueKind::Local(local) => add_to(&mut self.body, Key::Local(local), it_uses),
                        ValueKind::Constant(constant) => self.add(constant, it_uses),
                    },
                }
            }
            if let Some(local) = data.result.expand() {
                self.define(Key::Local(local));
            }
        }
    }

    /// Notes the uses of instructions that were made at the end of reading, in the place of others.
    fn renew(&mut self, bodies: &[(Global, &Function)], lists: &mut Lists) {
        let indices: FxHashMap<Global, u32> =
            (0..).zip(bodies).map(|(index, (global, _))| (*global, index)).collect();
        for renewed in &self.module.renewed {
            let Some(&index) = indices.get(&renewed.body) else { continue };
            let function = bodies[index as usize].1;
            let Some(data) = function.insts.get(renewed.inst) else { continue };
            let mut uses = uses_of(function, renewed.inst);
            if renewed.callee_only {
                uses.drain(..uses.len().saturating_sub(1));
            }
            let body = &mut lists.bodies[index as usize];
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
                body.entry(key).or_default().insert(0, use_);
            }
            // The uses of the other result were taken one by one, the first of the list first.
            if let Some(local) = data.result.expand().filter(|_| renewed.has_uses)
                && let Some(list) = body.get_mut(&Key::Local(local))
            {
                list.reverse();
            }
        }
    }

    /// Notes the uses by a constant, and by what it consists of, if they are met for the first time.
    fn make(&mut self, constant: Constant) {
        let mut stack = vec![(in_bitcode(self.module, constant), false)];
        while let Some((constant, is_done)) = stack.pop() {
            if is_done {
                if let ConstantKind::BlockAddress(global, block) = *self.module.constants.kind(constant) {
                    self.address(global, block, constant);
                }
                let all = operands_of(self.module, constant);
                for (operand, of) in (0..).zip(all) {
                    self.add(of, Use { user: User::Constant(constant), operand });
                }
                continue;
            }
            match self.module.constants.kind(constant) {
                ConstantKind::Metadata(Metadata::Constant(inner)) => {
                    stack.push((in_bitcode(self.module, *inner), false));
                    continue;
                }
                ConstantKind::ArgList(values) => {
                    let constants = values.iter().filter_map(|value| value.constant());
                    stack.extend(constants.map(|it| (in_bitcode(self.module, it), false)));
                    continue;
                }
                _ => {}
            }
            if matches!(key_of(self.module, constant), Some(Key::Constant(_))) && self.made.insert(constant) {
                stack.push((constant, true));
                let before = stack.len();
                stack.extend(operands_of(self.module, constant).into_iter().map(|operand| (operand, false)));
                stack[before..].reverse();
            }
        }
    }

    /// Notes that a constant is the address of a block.
    fn address(&mut self, global: Global, block: Block, constant: Constant) {
        match self.current == Some(global) {
            true => {
                let it = Use { user: User::Constant(constant), operand: 0 };
                self.body.entry(Key::Block(block)).or_default().after.push(it);
            }
            false => self.addresses.push((global, block, constant)),
        }
    }

    fn add(&mut self, constant: Constant, it: Use) {
        if let Some(key) = key_of(self.module, constant) {
            match key {
                Key::Global(_) => add_to(&mut self.shared, key, it),
                // Constants are there before they are used.
                _ => self.shared.entry(key).or_default().after.push(it),
            }
        }
    }

    fn define(&mut self, key: Key) {
        let uses = match key {
            Key::Global(_) | Key::Constant(_) => self.shared.entry(key).or_default(),
            Key::Local(_) | Key::Block(_) => self.body.entry(key).or_default(),
        };
        uses.is_defined = true;
    }
}

/// The operands of an instruction that have lists of uses.
fn uses_of(function: &Function, inst: Inst) -> Vec<(Operand, u32)> {
    let mut uses = Vec::new();
    operands::each(function, &function.insts[inst].inst, |it| {
        if !matches!(it, Operand::Case(_)) {
            uses.push((it, uses.len() as u32));
        }
    });
    uses
}

fn add_to(lists: &mut FxHashMap<Key, Uses>, key: Key, it: Use) {
    let uses = lists.entry(key).or_default();
    match uses.is_defined {
        true => uses.after.push(it),
        false => uses.before.push(it),
    }
}

/// Brings a list into the order that a directive states.
fn permute(lists: &mut FxHashMap<Key, Vec<Use>>, key: Key, indexes: &[u32]) {
    if let Some(list) = lists.get_mut(&key).filter(|list| list.len() == indexes.len()) {
        let mut all: Vec<(u32, Use)> = indexes.iter().copied().zip(list.iter().copied()).collect();
        all.sort_by_key(|(index, _)| *index);
        *list = all.into_iter().map(|(_, it)| it).collect();
    }
}

fn permute_body(function: &Function, lists: &mut FxHashMap<Key, Vec<Use>>) {
    for order in &function.use_list_orders {
        let key = match order.of {
            UsedInFunction::Value(value) => value.local().map(Key::Local),
            UsedInFunction::Block(block) => Some(Key::Block(block)),
        };
        if let Some(key) = key {
            permute(lists, key, &order.indexes);
        }
    }
}

/// Finds the values whose uses LLVM's reader of bitcode finds in another order.
struct Predictor<'m, 'b> {
    module: &'m Module,
    bodies: &'b [(Global, &'m Function)],
    lists: Lists,
    /// The order in which the reader makes what uses others, from one on.
    globals: SecondaryMap<Global, u32>,
    constants: FxHashMap<Constant, u32>,
    insts: Vec<SecondaryMap<Inst, u32>>,
    args: FxHashMap<(u32, Local), u32>,
    blocks: FxHashMap<(u32, Block), u32>,
    last: u32,
    last_global: u32,
    done: FxHashSet<(Option<u32>, Key)>,
    stack: Vec<Order>,
}

impl<'m, 'b> Predictor<'m, 'b> {
    fn new(module: &'m Module, bodies: &'b [(Global, &'m Function)], lists: Lists) -> Self {
        let mut predictor = Self {
            module,
            bodies,
            lists,
            globals: SecondaryMap::new(),
            constants: FxHashMap::default(),
            insts: Vec::new(),
            args: FxHashMap::default(),
            blocks: FxHashMap::default(),
            last: 0,
            last_global: 0,
            done: FxHashSet::default(),
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
        for (index, &(_, function)) in (0..).zip(self.bodies) {
            self.number_body(index, function);
        }
    }

    fn number_body(&mut self, index: u32, function: &'m Function) {
        for &block in &function.layout {
            let id = self.next();
            self.blocks.insert((index, block), id);
        }
        for (_, inst) in function.instructions() {
            for value in described(self.module, function, &function.insts[inst].inst) {
                value.constant().into_iter().for_each(|constant| self.number_constant(constant));
            }
        }
        for &arg in &function.args {
            let id = self.next();
            self.args.insert((index, arg), id);
        }
        let mut insts = SecondaryMap::new();
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
            insts[inst] = self.next();
        }
        self.insts.push(insts);
    }

    /// Numbers a constant after what it consists of. Those without a list of uses count too.
    fn number_constant(&mut self, constant: Constant) {
        let mut stack = vec![(in_bitcode(self.module, constant), false)];
        while let Some((constant, is_done)) = stack.pop() {
            match self.module.constants.kind(constant) {
                ConstantKind::Global(_)
                | ConstantKind::Metadata(_)
                | ConstantKind::LocalMetadata(_)
                | ConstantKind::ArgList(_) => continue,
                _ if self.constants.contains_key(&constant) => continue,
                _ if is_done => {
                    let id = self.next();
                    self.constants.insert(constant, id);
                }
                _ => {
                    stack.push((constant, true));
                    let before = stack.len();
                    stack.extend(
                        operands_of(self.module, constant).into_iter().map(|operand| (operand, false)),
                    );
                    stack[before..].reverse();
                }
            }
        }
    }

    fn id_of_user(&self, user: User) -> u32 {
        match user {
            User::Global(global) => self.globals[global],
            User::Constant(constant) => self.constants.get(&constant).copied().unwrap_or(0),
            User::Inst(index, inst) => self.insts[index as usize][inst],
        }
    }

    fn id_of(&self, function: Option<u32>, key: Key) -> u32 {
        match (key, function) {
            (Key::Global(global), _) => self.globals[global],
            (Key::Constant(constant), _) => self.constants.get(&constant).copied().unwrap_or(0),
            (Key::Block(block), Some(index)) => self.blocks.get(&(index, block)).copied().unwrap_or(0),
            (Key::Local(local), Some(index)) => {
                let function = self.bodies[index as usize].1;
                match function.locals[local].inst.expand() {
                    Some(inst) => self.insts[index as usize][inst],
                    None => self.args.get(&(index, local)).copied().unwrap_or(0),
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
            function.layout.iter().for_each(|&block| self.order(at, Key::Block(block)));
            function.args.iter().for_each(|&arg| self.order(at, Key::Local(arg)));
            self.predict_body(index, function);
        }
        for &global in
            [&module.variables, &module.functions, &module.aliases, &module.ifuncs].into_iter().flatten()
        {
            self.constant_order(
                None,
                module.constants.find(
                    module.types.pointer(module.globals[global].address_space),
                    ConstantKind::Global(global),
                ),
            );
            self.order(None, Key::Global(global));
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
        let Some(constant) = constant else { return };
        let module = self.module;
        let mut stack = vec![in_bitcode(module, constant)];
        while let Some(constant) = stack.pop() {
            let Some(key) = key_of(module, constant) else { continue };
            if self.done.contains(&(None, key)) {
                continue;
            }
            self.order(function, key);
            let before = stack.len();
            match key {
                // The operands of globals are those of what defines them.
                Key::Global(global) => match &module.globals[global].kind {
                    GlobalKind::Variable(variable) => stack.extend(variable.initializer),
                    GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => stack.push(*constant),
                    GlobalKind::Function(function) => stack.extend(operands_of_function(module, function)),
                },
                _ => stack.extend(operands_of(module, constant)),
            }
            stack[before..].reverse();
        }
    }

    /// Adds the order of the uses of a value if the reader finds another one.
    fn order(&mut self, function: Option<u32>, key: Key) {
        let (owner, lists) = match (key, function) {
            (Key::Local(_) | Key::Block(_), Some(index)) => (function, &self.lists.bodies[index as usize]),
            _ => (None, &self.lists.shared),
        };
        if !self.done.insert((owner, key)) {
            return;
        }
        let Some(list) = lists.get(&key).filter(|list| list.len() > 1) else { return };
        let id = self.id_of(function, key);
        let is_global = id <= self.last_global;
        let mut entries: Vec<(u32, u32, u32)> = list
            .iter()
            .map(|it| (self.id_of_user(it.user), it.operand))
            .filter(|(user, _)| *user != 0)
            .zip(0..)
            .map(|((user, operand), index)| (user, operand, index))
            .collect();
        if entries.len() < 2 {
            return;
        }
        // With the number 4: 7 6 5 1 2 3.
        entries.sort_by_key(|&(user, operand, _)| {
            let is_before = user <= id && !is_global;
            let rank = |number: u32| if is_before { i64::from(number) } else { -i64::from(number) };
            (is_before, rank(user), rank(operand))
        });
        let indexes: Vec<u32> = entries.into_iter().map(|(.., index)| index).collect();
        if !indexes.is_sorted() {
            self.stack.push(Order { of: key, function, indexes });
        }
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
pub(super) fn write_of_module(out: &mut BitWriter, ids: &Ids<'_>, shared: &mut Shared) {
    write(out, ids, shared, None);
}

/// Writes the orders of uses that concern a function.
pub(super) fn write_of_function(out: &mut BitWriter, ids: &Ids<'_>, shared: &mut Shared, global: Global) {
    if let Some(&index) = shared.orders.indices.get(&global) {
        write(out, ids, shared, Some(index));
    }
}

fn write(out: &mut BitWriter, ids: &Ids<'_>, shared: &mut Shared, function: Option<u32>) {
    let mut next = shared.orders.next(function);
    if next.is_none() {
        return;
    }
    out.enter(block::USELIST, 3);
    while let Some(order) = next {
        let (code, id) = match order.of {
            Key::Global(global) => (uselist::DEFAULT, ids.global(global)),
            Key::Constant(constant) => (uselist::DEFAULT, ids.constant(constant)),
            Key::Local(local) => (uselist::DEFAULT, ids.value(local.into())),
            Key::Block(block) => (uselist::BB, ids.block(block)),
        };
        let record: Vec<u64> = order.indexes.iter().map(|&index| index.into()).chain([id]).collect();
        out.record(code, &record, Abbrev::NONE);
        next = shared.orders.next(function);
    }
    out.exit();
}

/// For each function the others that use addresses of its blocks.
pub(super) fn address_users(module: &Module) -> FxHashMap<Global, Vec<Global>> {
    let mut users: FxHashMap<Global, Vec<Global>> = FxHashMap::default();
    let addresses: FxHashMap<(Global, Block), Constant> = module
        .constants
        .ids()
        .filter_map(|constant| match *module.constants.kind(constant) {
            ConstantKind::BlockAddress(global, block) => Some(((global, block), constant)),
            _ => None,
        })
        .collect();
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
                for it in lists.get(&Key::Constant(constant)).into_iter().flatten() {
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

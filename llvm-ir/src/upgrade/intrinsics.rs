//! Intrinsics that have another name, other parameters or no equal today: finds their declarations, decides what becomes of them, and
//! replaces their calls. The tables of the targets say what takes the place of a call.
//!
//! What LLVM makes depends on the order in which it meets the calls: it numbers equal names in this order, and appends declarations. In
//! bitcode it visits the calls of a body in order. In text it visits the uses of an old declaration from the last to the first, but those
//! before the declaration, as they were made when the declaration was met, from the first to the last.

use rustc_hash::{FxHashMap, FxHashSet};

use super::maker::{LocalNames, Maker};
use super::nodes::Nodes;
use super::{Order, amdgcn, arm, generic, nvvm, riscv, take_body, wasm, x86};
use crate::constants::ConstantKind;
use crate::edit::rewrapped;
use crate::function::{Function, Value};
use crate::globals::{Global, GlobalKind, GlobalValue};
use crate::instruction::{Inst, Instruction};
use crate::intrinsics::{Names, base_name, full_name};
use crate::module::{Module, Renewed};
use crate::types::{Type, TypeKind};

/// Makes what takes the place of a call, and returns its value; `None` if the call is not as it should be, and stays.
pub(super) type Build = fn(&mut Maker<'_>) -> Option<Option<Value>>;

/// What becomes of an old intrinsic.
pub(super) enum Decision {
    /// Its calls are expanded.
    Expand(Build),
    /// Another intrinsic, without `llvm.`, with these overloaded types.
    Renew(&'static str, Vec<Type>),
    /// A function of this name and type; calls become what is made.
    Declare(String, Type, Build),
}

/// The type of an old intrinsic.
#[derive(Clone, Copy)]
pub(super) struct Signature<'a> {
    pub(super) module: &'a Module,
    pub(super) ret: Type,
    pub(super) params: &'a [Type],
}

impl Signature<'_> {
    pub(super) fn param(self, index: usize) -> Option<Type> {
        self.params.get(index).copied()
    }

    /// The scalar type of a type.
    pub(super) fn scalar(self, ty: Type) -> &'static str {
        let types = &self.module.types;
        match types.kind(types.scalar(ty)) {
            TypeKind::BFloat => "bfloat",
            TypeKind::Integer(8) => "i8",
            TypeKind::Integer(16) => "i16",
            TypeKind::Integer(32) => "i32",
            TypeKind::Integer(64) => "i64",
            _ if types.is_float(types.scalar(ty)) => "float",
            _ => "",
        }
    }
}

/// A row of a table: names that are equal, or begin so if the pattern ends with `*`.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => pattern == name,
    }
}

/// An old declaration.
struct Old {
    global: Global,
    /// The function in its place, which may have its handle.
    new: Option<Global>,
    /// Without `llvm.` and the target.
    name: String,
    build: Option<Build>,
    /// Whether a call stays.
    stays: bool,
    /// The declaration as it was.
    before: GlobalValue,
    /// The same for calls that stay though there is a new function.
    restored: Option<Global>,
}

/// Upgrades the declared intrinsics of a module, and their calls.
pub(super) fn upgrade(module: &mut Module, order: Order) {
    let mut work: Option<Work> = None;
    let mut all = Vec::new();
    for (place, global) in module.functions.clone().into_iter().enumerate() {
        let Some(found) = decide(module, global) else { continue };
        let work = work.get_or_insert_with(|| Work::of(module));
        match order {
            Order::Text => work.upgrade(module, global, found, place),
            _ => all.extend(work.replace_declaration(module, global, found)),
        }
    }
    let Some(mut work) = work else { return };
    work.change_by_body(module, &mut all);
    for old in &all {
        work.forget(module, old);
    }
    work.finish(module);
}

/// Upgrades intrinsics that were declared because they are called.
pub(super) fn upgrade_undeclared(module: &mut Module, undeclared: &[Global]) {
    let mut work: Option<Work> = None;
    for &global in undeclared {
        if let Some(found) = decide(module, global) {
            work.get_or_insert_with(|| Work::of(module)).upgrade(module, global, found, 0);
        }
    }
    if let Some(work) = work {
        work.finish(module);
    }
}

/// What is found about a declaration.
enum Found {
    Decision(Decision, Option<&'static str>),
    /// Another name.
    Renamed,
}

/// Whether a function of this name and type is an intrinsic of an older LLVM.
pub(crate) fn is_old(module: &Module, name: &[u8], ty: Type) -> bool {
    decide_by_type(module, name, ty).is_some()
}

/// What has to be done about a function, if anything. Cheap for most.
fn decide(module: &Module, global: Global) -> Option<Found> {
    let value = &module.globals[global];
    match value.as_function()?.is_declaration() {
        true => decide_by_type(module, module.strings.get(value.name?), value.ty),
        false => None,
    }
}

fn decide_by_type(module: &Module, name: &[u8], ty: Type) -> Option<Found> {
    let name = std::str::from_utf8(name.strip_prefix(b"llvm.")?).ok()?;
    let TypeKind::Function { ret, params, .. } = module.types.kind(ty) else { return None };
    let signature = Signature { module, ret: *ret, params };
    let (first, rest) = name.split_once('.').unwrap_or((name, ""));
    let decision = match first {
        "x86" => x86::decide(rest, signature),
        "nvvm" => nvvm::decide(rest, signature),
        "arm" | "aarch64" => arm::decide(first == "arm", rest, signature),
        "amdgcn" => amdgcn::decide(rest, signature),
        "riscv" => riscv::decide(rest, signature),
        "wasm" => wasm::decide(rest, signature),
        _ => generic::decide(name, signature),
    };
    if let Some(decision) = decision {
        let targets = ["x86", "nvvm", "arm", "aarch64", "amdgcn", "riscv", "wasm"];
        return Some(Found::Decision(decision, targets.into_iter().find(|target| *target == first)));
    }
    if generic::literal_struct(signature, name).is_some() {
        return Some(Found::Renamed);
    }
    let old = format!("llvm.{name}");
    let full = full_name(module, &old, ty, |_| false)?;
    (full != old.as_bytes()).then_some(Found::Renamed)
}

/// What is known while intrinsics are upgraded.
struct Work {
    names: Names,
    nodes: Nodes,
    /// The calls of declared intrinsics, in order, with the functions that they are in.
    calls: FxHashMap<Global, Vec<(Global, Inst)>>,
    /// The places of functions in the module.
    places: FxHashMap<Global, usize>,
    bodies: FxHashMap<Global, Body>,
}

/// What changes in a body.
struct Body {
    global: Global,
    locals: LocalNames,
    /// The calls that go, and what takes their place.
    made: FxHashMap<Inst, Vec<Inst>>,
    /// What takes the place of results.
    values: FxHashMap<Value, Value>,
}

impl Work {
    fn of(module: &Module) -> Self {
        let declared: FxHashSet<Global> = module
            .functions
            .iter()
            .copied()
            .filter(|&global| {
                let value = &module.globals[global];
                value.name.is_some_and(|name| module.strings.get(name).starts_with(b"llvm."))
            })
            .collect();
        let mut calls: FxHashMap<Global, Vec<(Global, Inst)>> = FxHashMap::default();
        for &body in &module.functions {
            let Some(function) = module.globals[body].as_function() else { continue };
            for (_, inst) in function.instructions() {
                if let Some(callee) = callee(module, function, inst).filter(|it| declared.contains(it)) {
                    calls.entry(callee).or_default().push((body, inst));
                }
            }
        }
        let places = module.functions.iter().enumerate().map(|(place, &global)| (global, place)).collect();
        Self {
            names: Names::of(module),
            nodes: Nodes::default(),
            calls,
            places,
            bodies: FxHashMap::default(),
        }
    }

    /// Upgrades an intrinsic and its calls.
    fn upgrade(&mut self, module: &mut Module, global: Global, found: Found, place: usize) {
        let Some(mut old) = self.replace_declaration(module, global, found) else { return };
        let calls = self.calls.remove(&global).unwrap_or_default();
        let (before, after): (Vec<_>, Vec<_>) =
            calls.into_iter().partition(|(body, _)| self.places[body] < place);
        for (body, inst) in after.into_iter().rev().chain(before) {
            self.change(module, body, inst, &mut old);
        }
        self.forget(module, &old);
    }

    /// Declares what takes the place of an old intrinsic.
    fn replace_declaration(&mut self, module: &mut Module, global: Global, found: Found) -> Option<Old> {
        let value = &module.globals[global];
        let (id, ty) = (value.name?, value.ty);
        let full = module.text(id).into_owned();
        let short = full.strip_prefix("llvm.")?;
        let mut old = Old {
            global,
            new: None,
            name: short.to_owned(),
            build: None,
            stays: false,
            before: value.clone(),
            restored: None,
        };
        let convention = value.as_function()?.calling_convention;
        let is_renamed = matches!(found, Found::Renamed);
        let (name, new_type, build) = match found {
            Found::Decision(Decision::Expand(build), target) => {
                if let Some(target) = target {
                    old.name = short[target.len() + 1..].to_owned();
                }
                old.build = Some(build);
                return Some(old);
            }
            Found::Decision(Decision::Renew(base, overloaded), target) => {
                if let Some(target) = target {
                    old.name = short[target.len() + 1..].to_owned();
                }
                let base_full = format!("llvm.{base}");
                let new_type =
                    crate::intrinsics::find(base_full.as_bytes())?.type_with(module, &overloaded)?;
                let name = self.names.full_name(module, &base_full, new_type)?;
                (name, new_type, generic::renewed(base))
            }
            Found::Decision(Decision::Declare(name, new_type, build), _) => {
                (name.into_bytes(), new_type, Some(build))
            }
            Found::Renamed => {
                let literal = {
                    let TypeKind::Function { ret, params, .. } = module.types.kind(ty) else { return None };
                    generic::literal_struct(Signature { module, ret: *ret, params }, short)
                };
                let new_type = literal.unwrap_or(ty);
                let name = self
                    .names
                    .full_name(module, &full, new_type)
                    .unwrap_or_else(|| full.clone().into_bytes());
                let base = base_name(&full).and_then(|base| base.strip_prefix("llvm."));
                (name, new_type, base.and_then(generic::renewed))
            }
        };
        if name == full.as_bytes() && new_type == ty {
            return None;
        }
        module.functions.retain(|&other| other != global);
        if self.names.globals.get(&id) == Some(&global) {
            self.names.globals.remove(&id);
        }
        let new = match self.names.function(module, &name, new_type) {
            Some(known) => known,
            None => {
                self.names.make_room(module, &name, if is_renamed { ".renamed" } else { ".invalid" });
                self.names.declare(module, global, &name, new_type);
                global
            }
        };
        if let (true, GlobalKind::Function(function)) = (is_renamed, &mut module.globals[new].kind) {
            function.calling_convention = convention;
        }
        (old.new, old.build) = (Some(new), build);
        Some(old)
    }

    /// Changes the calls of all old intrinsics, body by body, in the order of the body.
    fn change_by_body(&mut self, module: &mut Module, all: &mut [Old]) {
        let mut by_body: FxHashMap<Global, FxHashMap<Inst, usize>> = FxHashMap::default();
        for (index, old) in all.iter().enumerate() {
            for (body, inst) in self.calls.remove(&old.global).unwrap_or_default() {
                by_body.entry(body).or_default().insert(inst, index);
            }
        }
        for body in module.functions.clone() {
            let Some(calls) = by_body.remove(&body) else { continue };
            let Some(function) = module.globals[body].as_function() else { continue };
            let insts = function.instructions().map(|(_, inst)| inst);
            let insts: Vec<Inst> = insts.filter(|inst| calls.contains_key(inst)).collect();
            for inst in insts {
                self.change(module, body, inst, &mut all[calls[&inst]]);
            }
        }
    }

    /// Changes a call.
    fn change(&mut self, module: &mut Module, body: Global, inst: Inst, old: &mut Old) {
        let Some(mut function) = take_body(module, body) else { return };
        let known = self.bodies.entry(body).or_insert_with(|| Body {
            global: body,
            locals: LocalNames::of(&function),
            made: FxHashMap::default(),
            values: FxHashMap::default(),
        });
        let tables = (&mut self.names, &mut self.nodes);
        let is_done = match old.build {
            Some(build) => known.replace(module, tables, &mut function, inst, old, build),
            None => known.retarget(module, tables, &mut function, inst, old),
        };
        if is_done.is_none() {
            old.stays = true;
            self.restore(module, &mut function, inst, old);
        }
        module.globals[body].kind = GlobalKind::Function(function);
    }

    /// Lets a call that stays call what it did, though a new function has taken the place.
    fn restore(&mut self, module: &mut Module, function: &mut Function, inst: Inst, old: &mut Old) {
        if old.new.is_none() {
            return;
        }
        let restored = *old.restored.get_or_insert_with(|| {
            let mut value = old.before.clone();
            let is_taken = |name| self.names.globals.contains_key(&name);
            if let Some(name) = value.name.filter(|&name| is_taken(name)) {
                let name = [module.strings.get(name), b".old"].concat();
                value.name = Some(module.strings.intern(&name));
            }
            let name = value.name;
            let global = module.add_global(value);
            self.names.globals.extend(name.map(|name| (name, global)));
            global
        });
        let callee = module.address_of(restored);
        if let Some(call) = function.insts[inst].inst.call_site_mut() {
            call.callee = callee.into();
        }
    }

    /// Removes an old declaration, unless it still has calls.
    fn forget(&mut self, module: &mut Module, old: &Old) {
        if old.new.is_none() && !old.stays {
            module.functions.retain(|&other| other != old.global);
            if let Some(name) = module.globals[old.global].name {
                self.names.globals.remove(&name);
            }
        }
    }

    fn finish(self, module: &mut Module) {
        let Module { globals, constants, .. } = module;
        for (global, body) in self.bodies {
            if let GlobalKind::Function(function) = &mut globals[global].kind {
                body.finish(function, constants);
            }
        }
    }
}

impl Body {
    fn resolved(&self, mut value: Value) -> Value {
        while let Some(&new) = self.values.get(&value) {
            value = new;
        }
        value
    }

    /// Replaces a call by what is made.
    fn replace(
        &mut self,
        module: &mut Module,
        tables: (&mut Names, &mut Nodes),
        function: &mut Function,
        inst: Inst,
        old: &Old,
        build: Build,
    ) -> Option<()> {
        if !matches!(function.insts[inst].inst, Instruction::Call(_)) {
            return self.retarget(module, tables, function, inst, old);
        }
        let mut maker = Maker::new(module, tables, function, &mut self.locals, inst, (old.new, &old.name))?;
        for arg in &mut maker.call.args {
            while let Some(&new) = self.values.get(arg) {
                *arg = new;
            }
        }
        let value = build(&mut maker);
        let (made, named, kept) = (std::mem::take(&mut maker.made), maker.named, maker.kept);
        if kept {
            module.renewed.push(self.renewed(inst, true, false));
            return value.map(drop);
        }
        let value = value?;
        self.settle(module, function, inst, value, named, &made);
        for (index, &new) in (1..).zip(&made) {
            module.renewed.push(self.renewed(new, false, index == made.len()));
        }
        self.made.insert(inst, made);
        Some(())
    }

    fn renewed(&self, inst: Inst, callee_only: bool, has_uses: bool) -> Renewed {
        Renewed { body: self.global, inst, callee_only, has_uses }
    }

    /// Gives the result of a call to what takes its place.
    fn settle(
        &mut self,
        module: &Module,
        function: &mut Function,
        inst: Inst,
        value: Option<Value>,
        named: Option<Value>,
        made: &[Inst],
    ) {
        let Some(result) = function.insts[inst].result.expand() else { return };
        let name = function.locals[result].name;
        let named = named.and_then(Value::local);
        match name {
            Some(name) if named.is_none() => self.locals.free(name),
            _ => {}
        }
        let ty = function.locals[result].ty;
        let poison = || module.constants.intern(ty, ConstantKind::Poison).into();
        let value = value.unwrap_or_else(poison);
        if let Some(named) = named {
            function.locals[named].name = name;
        }
        let definition = value.local().and_then(|local| Some((local, function.locals[local].inst.expand()?)));
        match definition.filter(|(_, inst)| made.contains(inst)) {
            Some((local, definition)) => {
                function.locals[result].name = function.locals[local].name;
                function.locals[result].inst = Some(definition).into();
                function.insts[definition].result = Some(result).into();
                for &inst in made {
                    function.for_each_operand_mut(inst, |operand| {
                        if *operand == value {
                            *operand = result.into();
                        }
                    });
                }
            }
            None => {
                self.values.insert(result.into(), value);
            }
        }
        function.insts[inst].result = None.into();
    }

    /// Lets a call call the new function.
    fn retarget(
        &mut self,
        module: &mut Module,
        tables: (&mut Names, &mut Nodes),
        function: &mut Function,
        inst: Inst,
        old: &Old,
    ) -> Option<()> {
        let new = old.new?;
        let (callee, ty) = (module.address_of(new), module.globals[new].ty);
        let call = function.insts[inst].inst.call_site_mut()?;
        if call.function_type == ty {
            call.callee = callee.into();
            module.renewed.push(self.renewed(inst, true, false));
            return Some(());
        }
        let is_call = matches!(function.insts[inst].inst, Instruction::Call(_));
        is_call.then(|| self.replace(module, tables, function, inst, old, generic::with_literal_struct))?
    }

    fn finish(self, function: &mut Function, constants: &crate::constants::Constants) {
        for block in function.layout.clone() {
            let insts = function.block_insts(block);
            if !insts.iter().any(|inst| self.made.contains_key(inst)) {
                continue;
            }
            let insts = insts.to_vec();
            let insts: Vec<Inst> = insts
                .into_iter()
                .flat_map(|inst| self.made.get(&inst).cloned().unwrap_or_else(|| vec![inst]))
                .collect();
            function.set_block_insts(block, &insts);
        }
        if self.values.is_empty() {
            return;
        }
        let put = |place: &mut Value| *place = self.resolved(*place);
        for block in function.layout.clone() {
            for inst in function.block_insts(block).to_vec() {
                if let Instruction::DebugRecord(record) = &mut function.insts[inst].inst {
                    record.values_mut().for_each(put);
                }
                function.for_each_operand_mut(inst, |operand| {
                    put(operand);
                    if let Some(wrapper) = rewrapped(constants, *operand, put) {
                        *operand = wrapper;
                    }
                });
            }
        }
    }
}

/// The function that an instruction calls.
fn callee(module: &Module, function: &Function, inst: Inst) -> Option<Global> {
    let callee = function.insts[inst].inst.call_site()?.callee.constant()?;
    match *module.constants.kind(callee) {
        ConstantKind::Global(global) => Some(global),
        _ => None,
    }
}

//! Conditions of functions, variables, aliases and ifuncs.

use tern_llvm_ir::attributes::values::Access;
use tern_llvm_ir::attributes::{Attribute, AttributeSetId};
use tern_llvm_ir::cranelift_entity::EntityRef;
use tern_llvm_ir::globals::Variable;
use tern_llvm_ir::types::TypeKind;
use tern_llvm_ir::{Constant, ConstantKind, Function, Global, GlobalKind, Linkage, Module, writer};

use super::conditions::any_name;
use super::facts::{Facts, Scope, Set, has};
use super::operands::without_space;
use super::patterns::Names;
use super::syntax::{
    AttributeKey, AttributeTest, Calls, Expr, Globals, Measure, Nested, Place, Property, Subject, Test,
};
use crate::uses::User;

/// Whether a condition holds, if its tests do.
pub(super) fn holds(expr: &Expr, is: &mut impl FnMut(&Test) -> bool) -> bool {
    match expr {
        Expr::All(list) => list.iter().all(|it| holds(it, is)),
        Expr::Any(list) => list.iter().any(|it| holds(it, is)),
        Expr::Not(it) => !holds(it, is),
        Expr::Is(test) => is(test),
    }
}

impl Facts<'_> {
    /// The globals of a subject, in the order of the module.
    pub(super) fn of_subject(&self, subject: Subject) -> Vec<Global> {
        match subject {
            Subject::Function => self.module.functions.clone(),
            Subject::Global => self.module.variables.clone(),
            Subject::Alias => [&self.module.aliases[..], &self.module.ifuncs].concat(),
            Subject::Instruction | Subject::Block => Vec::new(),
        }
    }

    pub(super) fn global_is(&self, condition: &Expr, global: Global) -> bool {
        let value = &self.module.globals[global];
        holds(condition, &mut |test| match (&value.kind, self.common(test, global)) {
            (_, Some(result)) => result,
            (GlobalKind::Function(function), None) => self.function_is(test, global, function),
            (GlobalKind::Variable(variable), None) => self.variable_is(test, global, variable),
            _ => false,
        })
    }

    /// Tests of all kinds of globals; `None` for other tests.
    fn common(&self, test: &Test, global: Global) -> Option<bool> {
        let value = &self.module.globals[global];
        Some(match test {
            Test::Named(names) => has(self.named(names), global),
            Test::Local => matches!(value.linkage, Linkage::Internal | Linkage::Private),
            Test::Linkage(linkage) => value.linkage == *linkage,
            Test::Visibility(visibility) => value.visibility == *visibility,
            Test::Dll(storage) => value.dll_storage == *storage,
            Test::UnnamedAddr(address) => value.unnamed_addr == *address,
            Test::DsoLocal => value.dso_local,
            Test::ThreadLocal => value.tls.is_some(),
            Test::Used(wanted) => {
                let users = self.uses().of_global(global);
                users.iter().any(|user| !matches!(user, User::Record(..))) == *wanted
            }
            Test::UsedBy(nested) => has(self.used_by(nested), global),
            Test::Attached(kind) => self.module.attached(&value.attachments, kind).is_some(),
            Test::Measure(Measure::Align, number) => number.holds(value.alignment.bytes().unwrap_or(0)),
            Test::Measure(Measure::AddressSpace, number) => number.holds(value.address_space.into()),
            Test::Property(property, names) => self.property_is(*property, names, global),
            _ => return None,
        })
    }

    fn property_is(&self, property: Property, names: &Names, global: Global) -> bool {
        let value = &self.module.globals[global];
        let function = value.as_function();
        let text = match property {
            Property::Section => value.section,
            Property::Partition => value.partition,
            Property::Comdat => value.comdat.map(|comdat| self.module.comdats[comdat].name),
            Property::Gc => function.and_then(|function| function.gc),
            Property::Personality => {
                let Some(constant) = function.and_then(|function| function.personality) else { return false };
                return any_name(names)
                    || matches!(*self.module.constants.kind(constant),
                        ConstantKind::Global(it) if has(self.named(names), it));
            }
        };
        text.is_some_and(|text| names.matches(self.module.strings.get(text)))
    }

    /// The globals that instructions use which a query finds, directly or by constants.
    fn used_by(&self, nested: &Nested) -> &Set {
        self.set(nested.slot, || {
            let constants = &self.module.constants;
            let mut used = vec![false; constants.len()];
            for &global in &self.module.functions {
                let Some(scope) = Scope::new(self, global) else { continue };
                for (block, inst) in scope.function.instructions() {
                    if scope.inst_is(&nested.condition, block, inst) {
                        scope.function.insts[inst].inst.for_each_operand(scope.function, |value| {
                            value.constant().into_iter().for_each(|constant| used[constant.index()] = true);
                        });
                    }
                }
            }
            let mut globals = vec![false; self.module.globals.len()];
            // Constants come behind their operands.
            for index in (0..used.len()).rev() {
                if !used[index] {
                    continue;
                }
                let kind = constants.kind(Constant::new(index));
                kind.for_each_operand(|operand| used[operand.index()] = true);
                if let Some(global) = kind.global() {
                    globals[global.index()] = true;
                }
            }
            globals
        })
    }

    fn function_is(&self, test: &Test, global: Global, function: &Function) -> bool {
        let module = self.module;
        match test {
            Test::Intrinsic => module.is_intrinsic(global),
            Test::Declared(wanted) => function.is_declaration() == *wanted,
            Test::Variadic => {
                matches!(
                    module.types.kind(module.globals[global].ty),
                    TypeKind::Function { varargs: true, .. }
                )
            }
            Test::Returning(pattern) => match module.types.kind(module.globals[global].ty) {
                TypeKind::Function { ret, .. } => self.type_is(pattern, *ret),
                _ => false,
            },
            Test::Taking(pattern) => {
                function.args.iter().any(|&arg| self.type_is(pattern, function.locals[arg].ty))
            }
            Test::Attribute(place, attribute) => {
                let list = module.attributes.get_list(function.attributes);
                match place {
                    Place::Own => has_attribute(module, list.function, attribute),
                    Place::Result => has_attribute(module, list.ret, attribute),
                    Place::Parameter => list.params.iter().any(|&set| has_attribute(module, set, attribute)),
                }
            }
            Test::Convention(number) => function.calling_convention == *number,
            Test::Called => {
                self.calls().callers(global).next().is_some()
                    || self.callers_of_intrinsic(global).next().is_some()
            }
            Test::Calls(relation, of, slot) => has(self.related(*relation, of, *slot), global),
            Test::Recursive => self.calls().is_recursive(global),
            Test::AddressTaken => self.calls().is_address_taken(global),
            Test::May(access, None) => {
                let effects = self.memory().effects(global);
                if *access == Access::Read { effects.reads() } else { effects.writes() }
            }
            Test::May(access, Some((globals, _))) => {
                let memory = self.memory();
                let mut of = self.elements(globals).iter();
                of.any(|&variable| memory.access(module, global, variable).and(*access) != Access::None)
            }
            Test::Containing(nested) => Scope::new(self, global).is_some_and(|scope| {
                let mut insts = function.instructions();
                insts.any(|(block, inst)| scope.inst_is(&nested.condition, block, inst))
            }),
            Test::At(source) => module.subprogram(global).is_some_and(|subprogram| {
                let place = crate::lines::place_of_function(subprogram);
                (source.first..=source.last).contains(&place.line) && place.is_in(&source.file)
            }),
            Test::Measure(measure, number) => number.holds(self.measure(*measure, global, function)),
            _ => false,
        }
    }

    fn measure(&self, measure: Measure, global: Global, function: &Function) -> u64 {
        match measure {
            Measure::Parameters => function.args.len() as u64,
            Measure::Blocks => function.layout.len() as u64,
            Measure::Instructions => {
                let is_real = |&inst: &tern_llvm_ir::Inst| function.insts[inst].inst.debug_record().is_none();
                function.instructions().map(|(_, inst)| inst).filter(is_real).count() as u64
            }
            Measure::Loops => Scope::new(self, global).map_or(0, |scope| scope.loops().len() as u64),
            Measure::Stack => self.stack().frame(global).map_or(0, |frame| frame.bytes),
            _ => 0,
        }
    }

    /// The functions that calls relate to others.
    fn related(&self, relation: Calls, of: &Globals, slot: usize) -> &Set {
        self.set(slot, || {
            let calls = self.calls();
            let of = self.elements(of).to_vec();
            let callers_of_intrinsics = of.iter().flat_map(|&callee| self.callers_of_intrinsic(callee));
            let set = |functions: Vec<Global>| {
                let mut set = vec![false; self.module.globals.len()];
                functions.into_iter().for_each(|function| set[function.index()] = true);
                set
            };
            match relation {
                Calls::From => {
                    let callees = of.iter().flat_map(|&caller| calls.callees(caller));
                    let mut found = set(callees.map(|call| call.callee).collect());
                    self.add_intrinsics_called_from(&set(of), &mut found);
                    found
                }
                Calls::To => {
                    let callers = of.iter().flat_map(|&callee| calls.callers(callee));
                    set(callers.map(|call| call.caller).chain(callers_of_intrinsics).collect())
                }
                Calls::Reachable => {
                    let mut found = set(calls.reachable(of));
                    self.add_intrinsics_called_from(&found.clone(), &mut found);
                    found
                }
                Calls::Reaching => {
                    let roots: Vec<Global> = of.iter().copied().chain(callers_of_intrinsics).collect();
                    set(calls.reaching(roots))
                }
            }
        })
    }

    fn add_intrinsics_called_from(&self, callers: &Set, found: &mut Set) {
        for &(intrinsic, caller) in self.intrinsic_calls() {
            if has(callers, caller) {
                found[intrinsic.index()] = true;
            }
        }
    }

    fn variable_is(&self, test: &Test, global: Global, variable: &Variable) -> bool {
        let module = self.module;
        match test {
            Test::ConstantVariable => variable.constant,
            Test::ExternallyInitialized => variable.externally_initialized,
            Test::Declared(wanted) => variable.initializer.is_none() == *wanted,
            Test::OfType(pattern) => self.type_is(pattern, module.globals[global].ty),
            Test::Initializer(operand) => {
                variable.initializer.is_some_and(|constant| self.constant_is(operand, constant))
            }
            Test::Attribute(Place::Own, attribute) => has_attribute(module, variable.attributes, attribute),
            Test::Measure(Measure::Size, number) => {
                self.sizes().allocated(module.globals[global].ty).is_some_and(|size| number.holds(size))
            }
            _ => false,
        }
    }
}

/// Whether a set has an attribute, with a value if one is asked for.
pub(super) fn has_attribute(module: &Module, set: AttributeSetId, wanted: &AttributeTest) -> bool {
    module.attributes.get(set).iter().any(|attribute| {
        let is_it = match (&wanted.key, *attribute) {
            (AttributeKey::Kind(kind), _) => attribute.kind() == Some(*kind),
            (AttributeKey::String(key), Attribute::String(known, _)) => {
                module.strings.get(known) == key.as_bytes()
            }
            _ => false,
        };
        let value = || match *attribute {
            Attribute::Enum(_) => String::new(),
            Attribute::Integer(_, number) => number.to_string(),
            Attribute::Type(_, ty) => writer::type_to_string(module, ty),
            Attribute::Text(_, text) | Attribute::String(_, Some(text)) => module.text(text).into_owned(),
            Attribute::String(_, None) => String::new(),
        };
        is_it && wanted.value.as_ref().is_none_or(|wanted| *wanted == without_space(&value()))
    })
}

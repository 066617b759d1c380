//! Globals: linkage, visibility, initializers, aliases, ifuncs, and the variables that mean something to LLVM. Source: LangRef,
//! Global Variables, Aliases, IFuncs, Intrinsic Global Variables.

use rustc_hash::FxHashSet;

use super::{Context, Place, Rule, Violation, broken, check};
use crate::constants::{Constant, ConstantExpr, ConstantKind};
use crate::function::Value;
use crate::globals::{
    ComdatData, DllStorage, Global, GlobalKind, GlobalValue, Linkage, Variable, Visibility,
};
use crate::instruction::CastOp;
use crate::metadata::Metadata;
use crate::target_types::Property;
use crate::types::TypeKind;

/// The rules that variables, aliases and ifuncs violate, in this order.
pub(super) fn violations(context: &Context<'_>) -> Vec<Violation> {
    let module = context.module;
    let mut found = Vec::new();
    for &global in module.variables.iter().chain(&module.aliases).chain(&module.ifuncs) {
        let value = context.global(global);
        let outcome = match &value.kind {
            GlobalKind::Variable(variable) => context.variable(global, value, variable),
            GlobalKind::Alias(aliasee) => context.alias(global, value, *aliasee),
            GlobalKind::IFunc(resolver) => context.ifunc(global, value, *resolver),
            GlobalKind::Function(_) => Ok(()),
        };
        if let Err(broken) = outcome {
            found.push(Violation { place: Place::Global(global), broken });
        }
    }
    for (_, comdat) in &module.comdats {
        if let Err(broken) = context.comdat(comdat) {
            found.push(Violation { place: Place::Module, broken });
        }
    }
    if let Err(broken) = context.errno_tags() {
        found.push(Violation { place: Place::Module, broken });
    }
    found
}

/// The globals whose address something in the module takes.
fn used(context: &Context<'_>) -> FxHashSet<Global> {
    let constants = used_constants(context);
    let global = |constant: &Constant| match *context.constants().kind(*constant) {
        ConstantKind::Global(global) => Some(global),
        _ => None,
    };
    constants.iter().filter_map(global).collect()
}

/// The constants that something in the module uses, and those that they consist of.
pub(super) fn used_constants(context: &Context<'_>) -> FxHashSet<Constant> {
    let module = context.module;
    let mut used = FxHashSet::default();
    // Metadata uses the operands of an expression, but not a global that it names.
    let is_used_by_metadata =
        |constant: Constant| !matches!(module.constants.kind(constant), ConstantKind::Global(_));
    for (_, _, function) in module.definitions() {
        for (_, inst) in function.instructions() {
            let is_record = function.insts[inst].inst.debug_record().is_some();
            function.insts[inst].inst.for_each_operand(function, |operand| {
                if let Some(constant) =
                    operand.constant().filter(|&constant| !is_record || is_used_by_metadata(constant))
                {
                    add_used(context, constant, &mut used);
                }
            });
        }
    }
    for metadata in module.metadata.nodes.values().flat_map(|node| node.kind.operands()) {
        if let Metadata::Constant(constant) = *metadata
            && is_used_by_metadata(constant)
        {
            add_used(context, constant, &mut used);
        }
    }
    for global in module.listed_globals() {
        let constants = match &module.globals[global].kind {
            GlobalKind::Variable(variable) => vec![variable.initializer],
            GlobalKind::Alias(constant) | GlobalKind::IFunc(constant) => vec![Some(*constant)],
            GlobalKind::Function(function) => vec![function.prefix, function.prologue, function.personality],
        };
        constants.into_iter().flatten().for_each(|constant| add_used(context, constant, &mut used));
    }
    used
}

fn add_used(context: &Context<'_>, constant: Constant, used: &mut FxHashSet<Constant>) {
    let mut work = vec![constant];
    while let Some(constant) = work.pop() {
        if used.insert(constant) {
            context.constants().kind(constant).for_each_operand(|operand| work.push(operand));
        }
    }
}

/// Whether a global is only declared as far as the linker sees: it has no definition, or one that is not emitted.
fn is_declared_for_linker(value: &GlobalValue) -> bool {
    value.linkage == Linkage::AvailableExternally || is_declaration(value)
}

fn is_declaration(value: &GlobalValue) -> bool {
    match &value.kind {
        GlobalKind::Function(function) => function.is_declaration(),
        GlobalKind::Variable(variable) => variable.initializer.is_none(),
        GlobalKind::Alias(_) | GlobalKind::IFunc(_) => false,
    }
}

impl Context<'_> {
    /// The rules for globals of all kinds.
    pub(super) fn any_global(&self, global: Global) -> Rule {
        let value = self.global(global);
        let is_external = matches!(value.linkage, Linkage::External | Linkage::ExternWeak);
        check!(
            !is_declaration(value) || is_external,
            "Global is external, but doesn't have external or weak linkage!",
            global,
        );
        check!(value.alignment.is_supported(), "huge alignment values are unsupported", global);
        let appends = value.linkage == Linkage::Appending;
        let is_variable = matches!(value.kind, GlobalKind::Variable(_));
        check!(!appends || is_variable, "Only global variables can have appending linkage!", global);
        let is_array = matches!(self.types().kind(value.ty), TypeKind::Array { .. });
        check!(!appends || is_array, "Only global arrays can have appending linkage!", global);
        let is_declared = is_declared_for_linker(value);
        check!(!is_declared || value.comdat.is_none(), "Declaration may not be in a Comdat!", global);
        match value.dll_storage {
            DllStorage::Export => check!(
                value.visibility != Visibility::Hidden,
                "dllexport GlobalValue must have default or protected visibility",
                global,
            ),
            DllStorage::Import => {
                check!(
                    value.visibility == Visibility::Default,
                    "dllimport GlobalValue must have default visibility",
                    global,
                );
                let is_local = value.dso_local;
                check!(!is_local, "GlobalValue with DLLImport Storage is dso_local!", global);
                let is_imported =
                    is_declaration(value) && is_external || value.linkage == Linkage::AvailableExternally;
                check!(is_imported, "Global is marked as dllimport, but not external", global);
            }
            DllStorage::Default => {}
        }
        check!(
            value.dso_local || !value.implies_dso_local(),
            "GlobalValue with local linkage or non-default visibility must be dso_local!",
            global,
        );
        Ok(())
    }

    /// In COFF, the symbol of a comdat is in the table of symbols.
    fn comdat(&self, comdat: &ComdatData) -> Rule {
        if !self.is_coff() {
            return Ok(());
        }
        let mut globals = self.module.listed_globals();
        let Some(global) = globals.find(|&global| self.global(global).name == Some(comdat.name)) else {
            return Ok(());
        };
        let is_private = self.global(global).linkage == Linkage::Private;
        check!(!is_private, "comdat global value has private linkage", global);
        Ok(())
    }

    /// Whether the target's object files are COFF, as far as its triple says.
    fn is_coff(&self) -> bool {
        let triple = self.module.target_triple.map(|triple| self.module.text(triple)).unwrap_or_default();
        let is_windows = triple.contains("windows") || triple.contains("win32") || triple.contains("-uefi");
        let is_other = triple.ends_with("elf") || triple.ends_with("macho") || triple.ends_with("wasm");
        is_windows && !is_other
    }

    fn variable(&self, global: Global, value: &GlobalValue, variable: &Variable) -> Rule {
        if let Some(initializer) = variable.initializer {
            let same = self.constants().ty(initializer) == value.ty;
            check!(same, "Global variable initializer type does not match global variable type!", global);
            if value.linkage == Linkage::Common {
                let is_zero = self.is_zero(initializer);
                check!(is_zero, "'common' global must have a zero initializer!", global);
                let is_constant = variable.constant;
                check!(!is_constant, "'common' global may not be marked constant!", global);
                let has_comdat = value.comdat.is_some();
                check!(!has_comdat, "'common' global may not be in a Comdat!", global);
            }
        }
        match &*self.name(global) {
            "llvm.global_ctors" | "llvm.global_dtors" => {
                self.has_no_uses(global, value, variable)?;
                self.constructors(global, value)?;
            }
            name @ ("llvm.used" | "llvm.compiler.used") => {
                self.has_no_uses(global, value, variable)?;
                self.used_globals(global, name, value, variable)?;
            }
            _ => {}
        }
        self.variable_attachments(global, value)?;
        let is_scalable = self.is_scalable(value.ty);
        check!(!is_scalable, "Globals cannot contain scalable types", global);
        let may_be_global = !self.target_type_within(value.ty, |target| !target.has(Property::Global));
        let message = || format!("Global @{} has illegal target extension type", self.name(global));
        check!(may_be_global, message(), value.ty);
        if let Some(initializer) = variable.initializer {
            self.constant_expressions(initializer)?;
        }
        self.any_global(global)
    }

    pub(super) fn is_zero(&self, constant: Constant) -> bool {
        match *self.constants().kind(constant) {
            ConstantKind::Zero | ConstantKind::Integer(0) | ConstantKind::Float(0) => true,
            ConstantKind::BigInteger(ref limbs) => limbs.iter().all(|&limb| limb == 0),
            _ => false,
        }
    }

    fn has_no_uses(&self, global: Global, value: &GlobalValue, variable: &Variable) -> Rule {
        check!(
            variable.initializer.is_none() || value.linkage == Linkage::Appending,
            "invalid linkage for intrinsic global variable",
            global,
        );
        let is_used = self.used_globals.get_or_init(|| used(self)).contains(&global);
        check!(!is_used, "invalid uses of intrinsic global variable", global);
        Ok(())
    }

    /// The type of `llvm.global_ctors` and `llvm.global_dtors`.
    fn constructors(&self, global: Global, value: &GlobalValue) -> Rule {
        let TypeKind::Array { element, .. } = *self.types().kind(value.ty) else { return Ok(()) };
        let fields = self.types().struct_fields(element).map_or(&[][..], |(fields, _)| fields);
        let function = self.types().pointer(self.layout.program_address_space);
        let begins =
            matches!(fields.len(), 2 | 3) && fields[0] == self.types().common.i32 && fields[1] == function;
        check!(begins, "wrong type for intrinsic global variable", global);
        check!(
            fields.len() == 3,
            "the third field of the element type is mandatory, specify ptr null to migrate from the obsoleted 2-field form",
        );
        let is_pointer = self.types().is_pointer(fields[2]);
        check!(is_pointer, "wrong type for intrinsic global variable", global);
        Ok(())
    }

    /// The type and the members of `llvm.used` and `llvm.compiler.used`.
    fn used_globals(&self, global: Global, name: &str, value: &GlobalValue, variable: &Variable) -> Rule {
        let TypeKind::Array { element, .. } = *self.types().kind(value.ty) else { return Ok(()) };
        let is_pointer = self.types().is_pointer(element);
        check!(is_pointer, "wrong type for intrinsic global variable", global);
        let Some(initializer) = variable.initializer else { return Ok(()) };
        let ConstantKind::Aggregate(members) = self.constants().kind(initializer) else {
            let initializer = Value::from(initializer);
            return Err(broken("wrong initializer for intrinsic global variable", [initializer.into()]));
        };
        for &member in members {
            let found = self.without_casts(member);
            let member = match *self.constants().kind(found) {
                ConstantKind::Global(member) => Some(self.global(member)),
                _ => None,
            };
            let member = member.filter(|member| !matches!(member.kind, GlobalKind::IFunc(_)));
            check!(member.is_some(), format!("invalid {name} member"), Value::from(found));
            let is_named = member.is_some_and(|member| member.name.is_some());
            check!(is_named, format!("members of {name} must be named"), Value::from(found));
        }
        Ok(())
    }

    /// The constant behind casts of pointers that do not change it.
    pub(super) fn without_casts(&self, mut constant: Constant) -> Constant {
        while let ConstantKind::Expr(expr) = self.constants().kind(constant) {
            match **expr {
                ConstantExpr::Cast { op: CastOp::BitCast | CastOp::AddrSpaceCast, value } => constant = value,
                ConstantExpr::GetElementPtr { base, ref indices, .. }
                    if indices.iter().all(|&index| self.is_zero(index)) =>
                {
                    constant = base;
                }
                _ => break,
            }
        }
        constant
    }

    fn alias(&self, global: Global, value: &GlobalValue, aliasee: Constant) -> Rule {
        let is_valid = !matches!(value.linkage, Linkage::Appending | Linkage::Common | Linkage::ExternWeak);
        check!(
            is_valid,
            "Alias should have private, internal, linkonce, weak, linkonce_odr, weak_odr, external, or available_externally linkage!",
            global,
        );
        let same = self.constants().ty(aliasee) == self.types().pointer(value.address_space);
        check!(same, "Alias and aliasee types should match!", global);
        let kind = self.constants().kind(aliasee);
        let is_address = matches!(kind, ConstantKind::Global(_) | ConstantKind::Expr(_));
        check!(is_address, "Aliasee should be either GlobalValue or ConstantExpr", global);
        let mut walk =
            Aliasee { alias: global, value, seen: FxHashSet::from_iter([global]), open: Vec::new() };
        walk.constant(self, aliasee)?;
        self.any_global(global)
    }

    fn ifunc(&self, global: Global, value: &GlobalValue, resolver: Constant) -> Rule {
        self.any_global(global)?;
        let is_valid = !matches!(
            value.linkage,
            Linkage::Appending | Linkage::Common | Linkage::ExternWeak | Linkage::AvailableExternally
        );
        check!(
            is_valid,
            "IFunc should have private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage!",
            global,
        );
        let behind = self.module.function_behind(resolver).map(|function| self.global(function));
        let Some(function) = behind.filter(|value| value.as_function().is_some()) else {
            return Err(broken("IFunc must have a Function resolver", [global.into()]));
        };
        let is_defined = !is_declared_for_linker(function);
        check!(is_defined, "IFunc resolver must be a definition", global);
        let returns = match self.types().kind(function.ty) {
            TypeKind::Function { ret, .. } => self.types().is_pointer(*ret),
            _ => false,
        };
        check!(returns, "IFunc resolver must return a pointer", global);
        let same = self.constants().ty(resolver) == self.types().pointer(value.address_space);
        check!(same, "IFunc resolver has incorrect type", global);
        self.ifunc_attachments(global, value)
    }
}

/// The walk from an alias to what it leads to.
struct Aliasee<'m> {
    alias: Global,
    value: &'m GlobalValue,
    /// Aliases that were checked.
    seen: FxHashSet<Global>,
    /// Aliases that are being walked through without a check.
    open: Vec<Global>,
}

impl Aliasee<'_> {
    /// What an alias leads to is defined, is no alias that the linker may replace, and does not lead back to it. As in LLVM, aliases
    /// within expressions and those that the aliasee leads to are not checked themselves.
    fn constant(&mut self, context: &Context<'_>, constant: Constant) -> Rule {
        let is_available = |value: &GlobalValue| value.linkage == Linkage::AvailableExternally;
        let target = match *context.constants().kind(constant) {
            ConstantKind::Global(target) => Some(target),
            _ => None,
        };
        if is_available(self.value) {
            check!(
                target.is_some_and(|target| is_available(context.global(target))),
                "available_externally alias must point to available_externally global value",
                self.alias,
            );
        }
        let Some(target) = target else {
            context.constant_expressions(constant)?;
            let operands = context.constants().kind(constant).operands();
            return operands.into_iter().try_for_each(|operand| self.operand(context, operand));
        };
        let pointed = context.global(target);
        let is_defined = is_available(self.value) || !is_declared_for_linker(pointed);
        check!(is_defined, "Alias must point to a definition", self.alias);
        let GlobalKind::Alias(next) = pointed.kind else { return Ok(()) };
        check!(self.seen.insert(target), "Aliases cannot form a cycle", self.alias);
        check!(!pointed.linkage.is_interposable(), "Alias cannot point to an interposable alias", self.alias);
        self.operand(context, next)
    }

    fn operand(&mut self, context: &Context<'_>, constant: Constant) -> Rule {
        let (target, next) = match *context.constants().kind(constant) {
            ConstantKind::Global(target) => match context.global(target).kind {
                GlobalKind::Alias(next) => (target, next),
                _ => return self.constant(context, constant),
            },
            _ => return self.constant(context, constant),
        };
        // LLVM follows such a cycle for ever.
        check!(!self.open.contains(&target), "Aliases cannot form a cycle", self.alias);
        self.open.push(target);
        self.constant(context, next)?;
        self.open.pop();
        Ok(())
    }
}

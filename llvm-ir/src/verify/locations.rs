//! Where debug information stands: what is attached to functions, variables and instructions, and debug records. Source: LLVM, Source
//! Level Debugging.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::attachments::{Attached, Ranges};
use super::metadata::NodeKind;
use super::{Body, Context, Place, Rule, Signature, Subject, Violation, broken, check};
use crate::attributes::AttributeKind;
use crate::constants::{Constant, ConstantKind};
use crate::entity::StrId;
use crate::function::{Function, Value};
use crate::globals::{Global, GlobalKind, GlobalValue, Linkage};
use crate::instruction::{CallSite, DebugRecord, DebugRecordKind, Inst, Instruction, RecordOperand};
use crate::metadata::views::MetadataRef;
use crate::metadata::{MdNode, MdNodeKind, Metadata};
use crate::module::Module;
use crate::query::Callee;
use crate::upgrade::debug_records;

/// Whether locations may stand in a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Locations {
    Allowed,
    NotAllowed,
}

/// Visits each node that is reached from functions and named metadata once.
struct Nodes<'c, 'm> {
    context: &'c Context<'m>,
    /// Whether operands of instructions may be nodes.
    may_be_operands: bool,
    seen: Vec<bool>,
    work: Vec<MdNode>,
    found: Vec<Violation>,
}

/// The rules that nodes violate, and those of where they are attached that concern more than one function.
pub(super) fn violations(context: &Context<'_>) -> Vec<Violation> {
    let module = context.module;
    let mut nodes = Nodes {
        context,
        may_be_operands: module.metadata.has_specialized_nodes() || has_nodes_as_values(module),
        seen: vec![false; module.metadata.nodes.len()],
        work: Vec::new(),
        found: Vec::new(),
    };
    let mut described = FxHashMap::default();
    for (global, value, function) in module.functions() {
        if debug_records::is_replaced(module, global) {
            continue;
        }
        for &(kind, node) in &value.attachments {
            let is_debug = context.attached.get(kind) == Some(Attached::Dbg);
            if is_debug
                && !function.is_declaration()
                && *described.entry(node).or_insert(global) != global
                && context.node_kinds[node] == NodeKind::DISubprogram
            {
                let message = "DISubprogram attached to more than one function";
                let broken = broken(message, [Metadata::Node(node).into(), global.into()]);
                nodes.note(Place::Global(global), broken.of_debug_information());
            }
            let allowed = is_debug || function.is_declaration();
            nodes.visit(node, if allowed { Locations::Allowed } else { Locations::NotAllowed });
        }
        if nodes.may_be_operands || !function.all_attachments().is_empty() {
            function.instructions().for_each(|(_, inst)| nodes.instruction(function, inst));
        }
    }
    for (name, list) in &module.metadata.named {
        let name = module.strings.get(*name);
        if name.starts_with(b"llvm.dbg.") && name != b"llvm.dbg.cu" {
            let message = "unrecognized named metadata node in the llvm.dbg namespace";
            nodes.note(Place::Module, broken(message, []).of_debug_information());
            continue;
        }
        for &node in list {
            if name == b"llvm.dbg.cu" && context.node_kinds[node] != NodeKind::DICompileUnit {
                let broken = broken("invalid compile unit", [Metadata::Node(node).into()]);
                nodes.note(Place::Module, broken.of_debug_information());
                break;
            }
            nodes.visit(node, Locations::Allowed);
        }
    }
    nodes.units_are_listed();
    nodes.found
}

/// Whether nodes are arguments of calls.
fn has_nodes_as_values(module: &Module) -> bool {
    let is_node = |id| matches!(module.constants.kind(id), ConstantKind::Metadata(Metadata::Node(_)));
    module.constants.ids().any(is_node)
}

impl Nodes<'_, '_> {
    /// Checks that compile units are in `llvm.dbg.cu`. Where types are united, those of other modules may lead to other units.
    fn units_are_listed(&mut self) {
        let context = self.context;
        if context.options.unites_types {
            return;
        }
        let listed: FxHashSet<MdNode> =
            context.module.named_metadata("llvm.dbg.cu").filter_map(MetadataRef::node).collect();
        let is_wrong = |node: &MdNode| {
            self.seen[node.as_u32() as usize]
                && context.node_kinds[*node] == NodeKind::DICompileUnit
                && !listed.contains(node)
        };
        if let Some(unit) = context.module.metadata.nodes.keys().find(is_wrong) {
            let broken = broken("DICompileUnit not listed in llvm.dbg.cu", [Metadata::Node(unit).into()]);
            self.note(Place::Module, broken.of_debug_information());
        }
    }

    fn note(&mut self, place: Place, broken: Box<super::Broken>) {
        self.found.push(Violation { place, broken });
    }

    /// The nodes at an instruction: its attachments, its arguments, the operands of a record.
    fn instruction(&mut self, function: &Function, inst: Inst) {
        let context = self.context;
        if self.may_be_operands {
            self.operands(&function.insts[inst].inst);
        }
        for &(kind, node) in function.inst_attachments(inst) {
            if !self.seen[node.as_u32() as usize] {
                let kind = context.attached.get(kind);
                let allowed = matches!(kind, Some(Attached::Dbg | Attached::Loop));
                self.visit(node, if allowed { Locations::Allowed } else { Locations::NotAllowed });
            }
        }
    }

    fn operands(&mut self, inst: &Instruction) {
        let context = self.context;
        if let Instruction::DebugRecord(record) = inst {
            for operand in &record.operands {
                if let RecordOperand::Metadata(Metadata::Node(node)) = operand {
                    self.visit(*node, Locations::NotAllowed);
                }
            }
            if let Some(location) = record.location {
                self.visit(location, Locations::Allowed);
            }
            return;
        }
        // LLVM looks at the arguments of its own intrinsics only.
        let call = inst.call_site().filter(|call| {
            let known = context.called_intrinsic(call).and_then(|(callee, _)| context.known(callee));
            known.is_some_and(|known| known.is_listed)
        });
        for constant in call.iter().flat_map(|call| &call.args).filter_map(|arg| arg.constant()) {
            if let ConstantKind::Metadata(Metadata::Node(node)) = *context.constants().kind(constant) {
                self.visit(node, Locations::NotAllowed);
            }
        }
    }

    /// A node, and all that are reached from it.
    fn visit(&mut self, root: MdNode, locations: Locations) {
        self.work.push(root);
        let context = self.context;
        while let Some(node) = self.work.pop() {
            if std::mem::replace(&mut self.seen[node.as_u32() as usize], true) {
                continue;
            }
            if let Err(broken) = context.node_content(node)
                && !context.is_repeated_member(node)
            {
                self.note(Place::Module, broken);
            }
            let begin = self.work.len();
            for &operand in context.module.metadata.nodes[node].kind.operands() {
                if let Metadata::Node(operand) = operand {
                    if locations == Locations::NotAllowed
                        && context.node_kinds[operand] == NodeKind::DILocation
                    {
                        let message = "DILocation not allowed within this metadata node";
                        let about = [Metadata::Node(node).into(), Metadata::Node(operand).into()];
                        self.note(Place::Module, broken(message, about).of_debug_information());
                        break;
                    }
                    if !self.seen[operand.as_u32() as usize] {
                        self.work.push(operand);
                    }
                }
            }
            self.work[begin..].reverse();
        }
    }
}

impl Context<'_> {
    fn attached<'a>(
        &'a self,
        attachments: &'a [(StrId, MdNode)],
        name: &str,
    ) -> impl Iterator<Item = MdNode> + use<'a> {
        let name = self.module.strings.find(name.as_bytes());
        attachments.iter().filter(move |(kind, _)| Some(*kind) == name).map(|&(_, node)| node)
    }

    /// What variables have attached.
    pub(super) fn variable_attachments(&self, global: Global, value: &GlobalValue) -> Rule {
        for node in self.attached(&value.attachments, "dbg") {
            let is_right = self.node_kinds[node] == NodeKind::DIGlobalVariableExpression;
            let message = "!dbg attachment of global variable must be a DIGlobalVariableExpression";
            check!(debug is_right, message);
            self.global_variable_expression(node)?;
        }
        self.object_attachments(global, value)
    }

    /// What variables and functions have attached that is about their address.
    pub(super) fn object_attachments(&self, global: Global, value: &GlobalValue) -> Rule {
        if value.attachments.is_empty() {
            return Ok(());
        }
        // Of several, LLVM looks at the first.
        if let Some(node) = self.attached(&value.attachments, "associated").next() {
            self.associated(global, node)?;
        }
        for node in self.attached(&value.attachments, "implicit.ref") {
            self.implicit_reference(global, value, node)?;
        }
        if let Some(node) = self.attached(&value.attachments, "absolute_symbol").next() {
            let bits = self.layout.pointer_size(value.address_space);
            let ty = self.types().integer(bits);
            self.ranges(global.into(), node, ty, Ranges::Addresses)?;
        }
        Ok(())
    }

    /// `!associated`: the one global with which this one is kept.
    fn associated(&self, global: Global, node: MdNode) -> Rule {
        let &[operand] = self.elements(node) else {
            return Err(broken("associated metadata must have one operand", [global.into()]));
        };
        let has_value = operand != Metadata::Null;
        check!(has_value, "associated metadata must have a global value", global);
        let Metadata::Constant(constant) = operand else {
            return Err(broken("associated metadata must be ValueAsMetadata", [global.into()]));
        };
        let is_pointer = self.types().is_pointer(self.constants().ty(constant));
        check!(is_pointer, "associated value must be pointer typed", global);
        // LLVM takes other constants than those that lead to a global as well.
        let target = self.behind_aliases(constant);
        check!(target != Some(global), "global values should not associate to themselves", global);
        Ok(())
    }

    /// The variable, function or ifunc that a constant leads to through casts and aliases.
    fn behind_aliases(&self, mut constant: Constant) -> Option<Global> {
        // Aliases in a cycle are not valid, but can be read.
        for _ in 0..=self.module.aliases.len() {
            let ConstantKind::Global(target) = *self.constants().kind(self.without_casts(constant)) else {
                return None;
            };
            match self.global(target).kind {
                GlobalKind::Alias(aliasee) => constant = aliasee,
                _ => return Some(target),
            }
        }
        None
    }

    /// `!implicit.ref`: a global that the linker keeps with this one.
    fn implicit_reference(&self, global: Global, value: &GlobalValue, node: MdNode) -> Rule {
        let is_declaration = match &value.kind {
            GlobalKind::Function(function) => function.is_declaration(),
            GlobalKind::Variable(variable) => variable.initializer.is_none(),
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => false,
        };
        check!(!is_declaration, "ref metadata must not be placed on a declaration", global);
        let &[operand] = self.elements(node) else {
            return Err(broken("ref metadata must have one operand", [global.into()]));
        };
        let Metadata::Constant(constant) = operand else {
            return Err(broken("ref metadata must be ValueAsMetadata", [global.into()]));
        };
        let is_pointer = self.types().is_pointer(self.constants().ty(constant));
        check!(is_pointer, "ref value must be pointer typed", global);
        let is_other = self.behind_aliases(constant) != Some(global);
        check!(is_other, "values should not reference themselves", global);
        Ok(())
    }

    /// An ifunc has no profile and no debug information.
    pub(super) fn ifunc_attachments(&self, global: Global, value: &GlobalValue) -> Rule {
        let has = |name: &str| self.attached(&value.attachments, name).next().is_some();
        check!(!has("prof"), "an ifunc may not have a !prof attachment", global);
        check!(debug !has("dbg"), "an ifunc may not have a !dbg attachment", global);
        Ok(())
    }
}

impl Signature<'_, '_> {
    /// What functions have attached: profiles and types first.
    pub(super) fn attachments(&self) -> Rule {
        let context = self.context;
        let attachments = &self.value.attachments;
        for &(kind, node) in attachments {
            match context.module.strings.get(kind) {
                b"prof" => self.entry_count(node)?,
                b"kcfi_type" => self.kcfi_type(node)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// How often attachments may be there, and what `!dbg` is.
    pub(super) fn attached_once(&self) -> Rule {
        let context = self.context;
        let (mut debug, mut profile, mut kcfi) = (0, 0, 0);
        for &(kind, node) in &self.value.attachments {
            let whole = Metadata::Node(node);
            let name = context.module.strings.get(kind);
            if self.function.is_declaration() {
                let is_distinct = context.module.metadata.nodes[node].distinct;
                let message = "function declaration may only have a unique !dbg attachment";
                check!(debug name != b"dbg" || !is_distinct, message, self.global);
                let message = "function declaration may not have a !prof attachment";
                check!(name != b"prof", message, self.global);
                continue;
            }
            match name {
                b"dbg" => {
                    debug += 1;
                    let message = "function must have a single !dbg attachment";
                    check!(debug debug == 1, message, self.global, whole);
                    let is_right = context.node_kinds[node] == NodeKind::DISubprogram;
                    let message = "function !dbg attachment must be a subprogram";
                    check!(debug is_right, message, self.global, whole);
                    let is_distinct = context.module.metadata.nodes[node].distinct;
                    let message = "function definition may only have a distinct !dbg attachment";
                    check!(debug is_distinct, message, self.global);
                }
                b"prof" => {
                    profile += 1;
                    let message = "function must have a single !prof attachment";
                    check!(profile == 1, message, self.global, whole);
                }
                b"kcfi_type" => {
                    kcfi += 1;
                    let message = "function must have a single !kcfi_type attachment";
                    check!(kcfi == 1, message, self.global, whole);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `!prof` of a function: how often it is entered.
    fn entry_count(&self, node: MdNode) -> Rule {
        let (context, whole) = (self.context, Metadata::Node(node));
        let operands = context.elements(node);
        check!(operands.len() >= 2, "!prof annotations should have no less than 2 operands", whole);
        let name = context.profile_name(node)?;
        if name == b"unknown" {
            return context.unknown_profile(node);
        }
        let is_count = matches!(name, b"function_entry_count" | b"synthetic_function_entry_count");
        check!(
            is_count,
            "first operand should be 'function_entry_count' or 'synthetic_function_entry_count'",
            whole,
        );
        check!(operands[1] != Metadata::Null, "second operand should not be null", whole);
        let is_constant = matches!(operands[1], Metadata::Constant(_));
        check!(is_constant, "expected integer argument to function_entry_count", whole);
        Ok(())
    }

    /// `!kcfi_type`: a number of 32 bits.
    fn kcfi_type(&self, node: MdNode) -> Rule {
        let whole = Metadata::Node(node);
        let &[operand] = self.context.elements(node) else {
            return Err(broken("!kcfi_type must have exactly one operand", [whole.into()]));
        };
        check!(operand != Metadata::Null, "!kcfi_type operand must not be null", whole);
        let is_constant = matches!(operand, Metadata::Constant(_));
        check!(is_constant, "expected a constant operand for !kcfi_type", whole);
        let Some((ty, _)) = self.context.metadata_integer(operand) else {
            return Err(broken("expected a constant integer operand for !kcfi_type", [whole.into()]));
        };
        let is_32 = ty == self.context.types().common.i32;
        check!(is_32, "expected a 32-bit integer constant operand for !kcfi_type", whole);
        Ok(())
    }
}

/// What the rules for the records of a function remember.
#[derive(Default)]
pub(super) struct Records {
    arguments: FxHashMap<u64, MdNode>,
}

impl<'m> Body<'_, 'm> {
    /// The subprogram that describes the function.
    fn described(&self) -> Option<MdNode> {
        let attachments = &self.value.attachments;
        let is_debug =
            |&&(kind, _): &&(StrId, MdNode)| self.context.attached.get(kind) == Some(Attached::Dbg);
        let &(_, node) = attachments.iter().find(is_debug)?;
        (self.context.node_kinds[node] == NodeKind::DISubprogram).then_some(node)
    }

    /// All locations of the function lead to its subprogram. LLVM stops at the first that does not.
    pub(super) fn locations(&self) -> Rule {
        let Some(subprogram) = self.described() else { return Ok(()) };
        let mut last = None;
        for (_, inst) in self.function.instructions() {
            for &(kind, node) in self.function.inst_attachments(inst) {
                match self.context.attached.get(kind) {
                    Some(Attached::Dbg) if last != Some(node) => {
                        last = Some(node);
                        self.leads_to(subprogram, inst, node)?;
                    }
                    Some(Attached::Loop) => {
                        for operand in self.context.elements(node).iter().skip(1) {
                            if let Metadata::Node(location) = *operand {
                                self.leads_to(subprogram, inst, location)?;
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn leads_to(&self, subprogram: MdNode, inst: Inst, location: MdNode) -> Rule {
        let context = self.context;
        let (right, what) = (&context.right.locations, u64::from(subprogram.as_u32()));
        if right.contains(location, what) || context.node_kinds[location] != NodeKind::DILocation {
            return Ok(());
        }
        let about = [subprogram, location].map(Metadata::Node);
        let is_right = context.scope_of(location).is_some_and(|scope| context.is_local_scope(scope));
        let message = "DILocation's scope must be a DILocalScope";
        check!(debug is_right, message, about[0], self.global, inst, about[1]);
        let Some(scope) = context.outermost(location).and_then(|outermost| context.scope_of(outermost))
        else {
            return Err(broken("Failed to find DILocalScope", [about[1].into()]));
        };
        // LLVM takes any node for a scope here; the rules for the node of the location refuse others.
        if !context.is_local_scope(scope) {
            return Ok(());
        }
        let is_right = context.subprogram_of(Some(scope)).is_none_or(|found| found == subprogram);
        let message = "!dbg attachment points at wrong subprogram for function";
        check!(debug is_right, message, about[0], self.global, inst, about[1]);
        right.insert(location, what);
        Ok(())
    }

    /// A call that can be inlined has a location if both functions have debug information.
    pub(super) fn inlinable_call(&self, inst: Inst, call: &CallSite) -> Rule {
        if self.described().is_none() {
            return Ok(());
        }
        let Callee::Direct(callee) = self.context.module.called(call) else { return Ok(()) };
        let value = self.context.global(callee);
        // LLVM takes a function that is called with another type for any pointer.
        if value.ty != call.function_type {
            return Ok(());
        }
        let is_replaced = matches!(value.linkage, Linkage::Weak | Linkage::LinkOnce | Linkage::ExternWeak);
        let is_defined = value.as_function().is_some_and(|function| !function.is_declaration());
        let has = |attachments: &[(StrId, MdNode)]| {
            attachments.iter().any(|(kind, _)| self.context.attached.get(*kind) == Some(Attached::Dbg))
        };
        let is_right = is_replaced
            || !is_defined
            || !has(&value.attachments)
            || has(self.function.inst_attachments(inst));
        let message = "inlinable function call in a function with debug info must have a !dbg location";
        check!(debug is_right, message, inst);
        Ok(())
    }

    /// The record that an instruction is, or that LLVM's reader makes of a call of a debug intrinsic.
    pub(super) fn record(&self, inst: Inst) -> Option<Cow<'m, DebugRecord>> {
        let call = match self.inst(inst) {
            Instruction::DebugRecord(record) => return Some(Cow::Borrowed(record)),
            Instruction::Call(call) => call,
            _ => return None,
        };
        let Callee::Intrinsic(callee) = self.context.module.called(call) else { return None };
        let kind = DebugRecordKind::of_intrinsic(self.context.module.name(callee)?)?;
        let operand = |arg: &Value| match arg.constant().map(|arg| self.context.constants().kind(arg)) {
            Some(ConstantKind::Metadata(Metadata::Constant(constant))) => {
                RecordOperand::Value((*constant).into())
            }
            Some(ConstantKind::Metadata(metadata)) => RecordOperand::Metadata(*metadata),
            Some(ConstantKind::ArgList(values)) => RecordOperand::ArgList(values[..].into()),
            Some(ConstantKind::LocalMetadata(local)) => RecordOperand::Value((*local).into()),
            _ => RecordOperand::Value(*arg),
        };
        let location = self.context.attached(self.function.inst_attachments(inst), "dbg").next();
        let mut operands: Vec<RecordOperand> = call.args.iter().map(operand).collect();
        // Values once had an offset; LLVM's reader drops those whose offset is not zero.
        if kind == DebugRecordKind::Value && operands.len() == 4 {
            let is_zero = self.context.integer(call.args[1]) == Some(0);
            if !is_zero {
                return None;
            }
            operands.remove(1);
        }
        Some(Cow::Owned(DebugRecord { kind, operands, location }))
    }

    /// The rules for a debug record.
    pub(super) fn debug_record(&self, inst: Inst, record: &DebugRecord, records: &mut Records) -> Rule {
        let context = self.context;
        if record.kind == DebugRecordKind::Label {
            return self.label_record(inst, record);
        }
        let node = |place: usize, kind: NodeKind| match record.operands.get(place) {
            Some(RecordOperand::Metadata(Metadata::Node(node))) if context.node_kinds[*node] == kind => {
                Some(*node)
            }
            _ => None,
        };
        let is_empty = |metadata: Metadata| match metadata {
            Metadata::Node(node) => match &context.module.metadata.nodes[node].kind {
                MdNodeKind::Tuple(operands) => operands.is_empty(),
                MdNodeKind::Specialized { .. } => {
                    matches!(context.node_kinds[node], NodeKind::DIExpression | NodeKind::DIAssignID)
                }
            },
            Metadata::Constant(_) => true,
            Metadata::Null | Metadata::String(_) => false,
        };
        let is_location = |place: usize, lists: bool| match record.operands.get(place) {
            Some(RecordOperand::Value(_)) => true,
            Some(RecordOperand::ArgList(_)) => lists,
            Some(RecordOperand::Metadata(metadata)) => is_empty(*metadata),
            None => false,
        };
        check!(debug is_location(0, true), "invalid #dbg record address/value", inst);
        if matches!(record.kind, DebugRecordKind::Declare | DebugRecordKind::DeclareValue)
            && let Some(RecordOperand::Value(value)) = record.operands.first()
        {
            self.declared(inst, record.kind, *value)?;
        }
        let Some(variable) = node(1, NodeKind::DILocalVariable) else {
            return Err(broken("invalid #dbg record variable", [inst.into()]).of_debug_information());
        };
        let Some(expression) = node(2, NodeKind::DIExpression) else {
            return Err(broken("invalid #dbg record expression", [inst.into()]).of_debug_information());
        };
        if record.kind == DebugRecordKind::Assign {
            let has_id = node(3, NodeKind::DIAssignID).is_some();
            check!(debug has_id, "invalid #dbg_assign DIAssignID", inst);
            check!(debug is_location(4, false), "invalid #dbg_assign address", inst);
            let has_expression = node(5, NodeKind::DIExpression).is_some();
            check!(debug has_expression, "invalid #dbg_assign address expression", inst);
        }
        let location = record.location.filter(|&at| context.node_kinds[at] == NodeKind::DILocation);
        let Some(location) = location else {
            return Err(broken("invalid #dbg record DILocation", [inst.into()]).of_debug_information());
        };
        let of_variable = context.subprogram_of(context.scope_of_node(variable));
        let of_location = context.subprogram_of(context.scope_of(location));
        if let (Some(of_variable), Some(of_location)) = (of_variable, of_location) {
            let message = "mismatched subprogram between #dbg record variable and DILocation";
            check!(debug of_variable == of_location, message, inst);
            self.argument_is_described_once(inst, variable, location, records)?;
        }
        let Some(fragment) = context.operations(expression) else { return Ok(()) };
        if let Some(fragment) = fragment
            && !context.is_artificial(variable)
        {
            context.fragment(variable, fragment, inst.into())?;
        }
        self.is_no_entry_value(inst, record, expression)
    }

    /// What `#dbg_declare` is about has an address.
    fn declared(&self, inst: Inst, kind: DebugRecordKind, value: Value) -> Rule {
        let is_pointer = self.types().is_pointer(self.type_of(value));
        let is_poison = value.constant().is_some_and(|constant| {
            matches!(self.context.constants().kind(constant), ConstantKind::Undef | ConstantKind::Poison)
        });
        let is_integer = self.types().integer_width(self.type_of(value)).is_some();
        let is_right = kind == DebugRecordKind::DeclareValue || is_pointer || is_integer || is_poison;
        check!(debug is_right, "location of #dbg_declare must be a pointer or int", inst);
        Ok(())
    }

    fn argument_is_described_once(
        &self,
        inst: Inst,
        variable: MdNode,
        location: MdNode,
        records: &mut Records,
    ) -> Rule {
        if self.described().is_none() || self.context.is_inlined(location) {
            return Ok(());
        }
        let Some(argument) = self.context.argument_of(variable) else { return Ok(()) };
        let before = records.arguments.insert(argument, variable);
        let same = before.is_none_or(|before| before == variable);
        let about = Metadata::Node(variable);
        check!(debug same, "conflicting debug info for argument", inst, about);
        Ok(())
    }

    fn is_no_entry_value(&self, inst: Inst, record: &DebugRecord, expression: MdNode) -> Rule {
        if let Some(RecordOperand::Value(value)) = record.operands.first() {
            let constant = value.constant().map(|constant| self.context.constants().kind(constant));
            if matches!(constant, Some(ConstantKind::Undef | ConstantKind::Poison)) {
                return Ok(());
            }
            let argument = value.local().and_then(|local| self.function.argument_position(local));
            if let Some(argument) = argument {
                let attributes = &self.context.module.attributes;
                let params = &attributes.get_list(self.function.attributes).params;
                let set = params.get(argument).copied().unwrap_or_default();
                if self.context.module.attribute(set, AttributeKind::SwiftAsync).is_some() {
                    return Ok(());
                }
            }
        }
        let is_entry = self.context.is_entry_value(expression);
        let message = "Entry values are only allowed in MIR unless they target a swiftasync Argument";
        check!(debug !is_entry, message, inst);
        Ok(())
    }

    fn label_record(&self, inst: Inst, record: &DebugRecord) -> Rule {
        let context = self.context;
        let label = match record.label() {
            Some(Metadata::Node(node)) if context.node_kinds[node] == NodeKind::DILabel => node,
            _ => {
                let message = "invalid #dbg_label intrinsic variable";
                return Err(broken(message, [Subject::from(inst)]).of_debug_information());
            }
        };
        let Some(location) = record.location else {
            let message = "#dbg_label record requires a !dbg attachment";
            return Err(broken(message, [Subject::from(inst)]).of_debug_information());
        };
        if context.node_kinds[location] != NodeKind::DILocation {
            return Ok(());
        }
        let of_label = context.subprogram_of(context.scope_of_node(label));
        let of_location = context.subprogram_of(context.scope_of(location));
        if let (Some(of_label), Some(of_location)) = (of_label, of_location) {
            let message = "mismatched subprogram between #dbg_label label and !dbg attachment";
            check!(debug of_label == of_location, message, inst);
        }
        Ok(())
    }
}

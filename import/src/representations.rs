//! Chooses a representation for each metadata node: an MLIR attribute, or an element of the module's metadata table.
//!
//! A node has one representation, wherever it is used. It becomes an attribute if export can rebuild exactly this node from it:
//! MLIR models its kind and all its contents, and its identity is preserved, either because it is uniqued by content or because
//! the attribute has a `distinct`. Elements of the table may refer to attributes, but not the other way round. Representations that exist
//! only for one kind of use (a list of alias scopes, branch weights) are decided for each use; the node is in the table as well
//! if something else refers to it.
//!
//! All of this is decided in one pass before functions are imported, so that functions can be imported in parallel.

use cranelift_entity::SecondaryMap;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tern_dialect_llvm::attributes::{ACCESS_GROUP, ALIAS_SCOPE, ALIAS_SCOPE_DOMAIN, TBAA_TAG};
use tern_llvm_ir::constants::ConstantKind;
use tern_llvm_ir::function::Function;
use tern_llvm_ir::instruction::{DebugRecord, Instruction, RecordOperand};
use tern_llvm_ir::metadata::Metadata;
use tern_llvm_ir::{self as ir, Inst, MdNode, StrId};
use tern_mapping::instruction_metadata::{ATTACHMENTS, AttachmentForm, BRANCH_WEIGHTS};
use tern_mlir::Attribute;
use tern_mlir::declare::{AttrDef, OpDef};

use crate::debug_attributes::DebugForms;
use crate::metadata::index;
use crate::{Importer, Tables};

/// A field of operations that holds an attachment: its index in `ATTACHMENTS`, and whether the attachment is of the second of the
/// two kinds that the field can hold (`dereferenceable_or_null`).
type Field = (u8, bool);

/// A node attached to an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Attached {
    node: MdNode,
    /// The field of the operation that can hold it, if there is one.
    field: Option<Field>,
}

/// What a function contributes, in the order of its instructions.
enum Gathered {
    Attached(Attached),
    /// A call with an attachment that may become a field. Which operation the call becomes is decided later.
    Call(Inst),
}

/// The representations chosen for the metadata nodes of a module.
#[derive(Default)]
pub(crate) struct Representations {
    /// The attribute that represents a node; none for nodes in the table.
    attributes: SecondaryMap<MdNode, Option<Attribute>>,
    /// The value of an operation's field for an attached node; `None` if the field cannot hold it exactly.
    fields: FxHashMap<(Field, MdNode), Option<Attribute>>,
    /// Numbers that tell loops with the same properties apart; the first of them has none.
    loop_ids: FxHashMap<MdNode, u32>,
    /// The index of a node in the table, for those in it.
    numbers: SecondaryMap<MdNode, Option<u32>>,
    /// The nodes in the table, in order.
    pub(crate) table: Vec<MdNode>,
    /// Details of debug information.
    pub(crate) debug: DebugForms,
    /// The field for each kind of attachment that has one.
    kinds: FxHashMap<StrId, Field>,
}

impl Representations {
    fn field_of_kind(&self, kind: StrId) -> Option<Field> {
        self.kinds.get(&kind).copied()
    }

    /// Represents `node` by `attribute`, wherever it is used.
    pub(crate) fn decide(&mut self, node: MdNode, attribute: Attribute) {
        self.attributes[node] = Some(attribute);
    }
}

impl<'m> Importer<'m, '_> {
    /// A reference to a node: its attribute, or its index in the table.
    pub(crate) fn reference(&mut self, node: MdNode) -> Attribute {
        if self.is_location(node) {
            return self.exact_location(node);
        }
        if let Some(form) = self.form(node) {
            return form;
        }
        match self.decided.representations.numbers[node] {
            Some(number) => index(self.context, number),
            // Without a table, whatever refers to it is left out.
            None if !self.policy.keeps_all => self.context.common.unit,
            None => panic!("{node:?} is neither an attribute nor in the table"),
        }
    }

    /// Phase 1: examines nodes of debug information on their own, on all threads.
    pub(crate) fn look_at_nodes(&mut self) {
        if !self.has_forms() {
            return;
        }
        let count = self.ir.metadata.nodes.len();
        // Two attributes per node: locations and named nodes intern a second one.
        self.context.reserve_attributes(2 * count + count / 2);
        let mut forms = Representations::default();
        forms.attributes.resize(count);
        *self.forms_mut() = forms;
        self.look_at_debug_information();
    }

    /// Phase 2: chooses representations for debug information, from the results of phase 1.
    pub(crate) fn choose_representations(&mut self) {
        if self.has_forms() {
            self.decide_debug_information();
        }
    }

    /// Chooses the representations of all other nodes.
    pub(crate) fn finish_representations(&mut self) {
        if !self.has_forms() {
            return;
        }
        let module = self.ir;
        let forms = self.forms_mut();
        for (at, (_, kind, form)) in ATTACHMENTS.iter().enumerate() {
            let mut add = |name: &str, other: bool| {
                if let Some(kind) = module.strings.find(name.as_bytes()) {
                    forms.kinds.insert(kind, (at as u8, other));
                }
            };
            add(kind, false);
            if let AttachmentForm::Dereferenceable(other) = form {
                add(other, true);
            }
        }
        let mut roots = Roots { marked: SecondaryMap::new(), pending: Vec::new() };
        let mut loops = Vec::new();
        self.decide_attachments(&mut roots, &mut loops);
        self.decide_arguments(&mut roots);
        self.other_roots(&mut roots);
        self.rest_operands(|operand| roots.operand(operand));
        self.mark(&mut roots);
        self.decide_loops(&loops, &mut roots);
        self.mark(&mut roots);
        // The decided forms replace this cache.
        self.nodes.attributes = FxHashMap::default();
        let forms = self.forms_mut();
        for node in module.metadata.nodes.keys().filter(|&node| roots.marked[node]) {
            forms.numbers[node] = Some(forms.table.len() as u32);
            forms.table.push(node);
        }
    }

    /// The representations while they are being chosen.
    pub(crate) fn forms_mut(&mut self) -> &mut Representations {
        &mut self.decisions().representations
    }

    /// Decides which attachments of instructions become fields of operations.
    fn decide_attachments(&mut self, roots: &mut Roots, loops: &mut Vec<MdNode>) {
        let functions = self.ir.globals.values().filter_map(|global| global.as_function());
        let functions: Vec<&Function> = functions.filter(|it| !it.all_attachments().is_empty()).collect();
        let importer = &*self;
        let gathered = in_each(&functions, |function| importer.gather(function));
        for (function, gathered) in functions.into_iter().zip(gathered) {
            for one in gathered {
                match one {
                    Gathered::Attached(attached) => self.decide_attached(attached, roots, loops),
                    Gathered::Call(inst) => {
                        let def = function.insts[inst].inst.call_site().and_then(|it| self.certain_call(it));
                        let field = |kind| self.field_for(def, kind);
                        let all: Vec<_> = self.attached_to(function.inst_attachments(inst), field).collect();
                        all.into_iter().for_each(|attached| self.decide_attached(attached, roots, loops));
                    }
                }
            }
        }
    }

    /// Decides the representation of an attached node.
    fn decide_attached(&mut self, attached: Attached, roots: &mut Roots, loops: &mut Vec<MdNode>) {
        let node = attached.node;
        let Some(field) = attached.field else { return roots.add(node) };
        let form = ATTACHMENTS[usize::from(field.0)].2;
        let value = match self.decided.representations.fields.get(&(field, node)) {
            Some(&known) => known,
            None => {
                let value = match form {
                    // Decided at the end, together with all other loops.
                    AttachmentForm::Loop => {
                        loops.push(node);
                        None
                    }
                    form => self.exact_attachment(node, form, field.1),
                };
                self.forms_mut().fields.insert((field, node), value);
                value
            }
        };
        if value.is_none() && form != AttachmentForm::Loop {
            roots.add(node);
        }
    }

    /// The value of a field from which export rebuilds exactly this node.
    fn exact_attachment(&mut self, node: MdNode, form: AttachmentForm, other: bool) -> Option<Attribute> {
        let context = self.context;
        if matches!(form, AttachmentForm::AccessGroups) {
            return self.exact_access_groups(node).map(|groups| Attribute::array(context, groups));
        }
        if self.is_distinct(node) {
            return None;
        }
        let operands = self.tuple(node)?;
        let is_integer = |operand: Metadata, width: u32| {
            self.operand_integer(operand).filter(|(_, known)| *known == width).map(|(value, _)| value)
        };
        match form {
            AttachmentForm::Tbaa => {
                let tag = self.exact_node(node, &TBAA_TAG)?;
                Some(Attribute::array(context, [tag]))
            }
            AttachmentForm::AliasScopes => {
                self.exact_alias_scopes(node).map(|scopes| Attribute::array(context, scopes))
            }
            AttachmentForm::BranchWeights => {
                let (&name, weights) = operands.split_first()?;
                (self.operand_text(name)? == BRANCH_WEIGHTS.as_bytes()).then_some(())?;
                let weights =
                    weights.iter().map(|&weight| is_integer(weight, 32).map(|weight| weight as i32));
                let weights = weights.collect::<Option<Vec<i32>>>()?;
                // MLIR refuses weights that are all zero.
                weights.iter().any(|&weight| weight != 0).then_some(())?;
                Some(Attribute::dense_i32(context, &weights))
            }
            AttachmentForm::Unit => operands.is_empty().then_some(context.common.unit),
            AttachmentForm::UnitOne => match *operands {
                [one] if is_integer(one, 32) == Some(1) => Some(context.common.unit),
                _ => None,
            },
            AttachmentForm::Dereferenceable(_) => match *operands {
                [bytes] => is_integer(bytes, 64)
                    .filter(|bytes| *bytes >= 0)
                    .map(|bytes| self.dereferenceable(bytes, other)),
                _ => None,
            },
            AttachmentForm::AccessGroups | AttachmentForm::Loop => None,
        }
    }

    /// The attribute of kind `def` for a node, decided on first use.
    pub(crate) fn exact_node(&mut self, node: MdNode, def: &'static AttrDef) -> Option<Attribute> {
        if let Some(known) = self.form(node) {
            return known.declared(self.context, def).map(|_| known);
        }
        let attribute = match def {
            // The types that a tag refers to get attributes as well. The tag itself is only a field, unless something else refers to it.
            def if std::ptr::eq(def, &TBAA_TAG) => {
                self.tbaa_tag(node).ok().filter(|tag| tag.declared(self.context, def).is_some())
            }
            def if std::ptr::eq(def, &ALIAS_SCOPE) => self.exact_alias_scope(node),
            def if std::ptr::eq(def, &ALIAS_SCOPE_DOMAIN) => {
                self.has_exact_identity(node).then(|| self.alias_domain(node).ok()).flatten()
            }
            def if std::ptr::eq(def, &ACCESS_GROUP) => {
                let is_group = self.is_distinct(node) && self.tuple(node) == Some(&[]);
                is_group.then(|| self.access_group(node))
            }
            _ => None,
        };
        if let Some(attribute) = attribute {
            self.forms_mut().decide(node, attribute);
        }
        attribute
    }

    /// The attribute of a scope whose domain is an attribute, too.
    fn exact_alias_scope(&mut self, node: MdNode) -> Option<Attribute> {
        let scope = self.has_exact_identity(node).then(|| self.alias_scope(node).ok()).flatten()?;
        self.exact_node(self.scope_domain(node)?, &ALIAS_SCOPE_DOMAIN)?;
        Some(scope)
    }

    /// The scopes of a list that is uniqued by content.
    pub(crate) fn exact_alias_scopes(&mut self, node: MdNode) -> Option<Vec<Attribute>> {
        let operands = self.tuple(node).filter(|operands| !operands.is_empty() && !self.is_distinct(node))?;
        operands.iter().map(|&scope| self.exact_node(self.operand_node(scope)?, &ALIAS_SCOPE)).collect()
    }

    /// A single access group, or the groups in a list of several.
    fn exact_access_groups(&mut self, node: MdNode) -> Option<Vec<Attribute>> {
        let operands = self.tuple(node)?;
        match operands.len() {
            0 => Some(vec![self.exact_node(node, &ACCESS_GROUP)?]),
            1 => None,
            _ if self.is_distinct(node) => None,
            _ => operands
                .iter()
                .map(|&group| self.exact_node(self.operand_node(group)?, &ACCESS_GROUP))
                .collect(),
        }
    }

    /// Decides which loops become annotations. Loops with the same properties get numbers to tell them apart; a loop that
    /// something else refers to as well goes into the table.
    fn decide_loops(&mut self, loops: &[MdNode], roots: &mut Roots) {
        let at = ATTACHMENTS.iter().position(|(.., form)| *form == AttachmentForm::Loop);
        let at = at.expect("the table has the attachment of loops") as u8;
        let mut known: FxHashMap<Attribute, u32> = FxHashMap::default();
        for &node in loops {
            let annotation = match roots.marked[node] {
                true => None,
                false => self.exact_loop_annotation(node),
            };
            let Some(annotation) = annotation else {
                roots.add(node);
                continue;
            };
            let count = known.entry(annotation).or_default();
            let number = *count;
            *count += 1;
            let forms = self.forms_mut();
            forms.fields.insert(((at, false), node), Some(annotation));
            if number != 0 {
                forms.loop_ids.insert(node, number);
            }
        }
    }

    /// Adds all references to nodes other than attachments of instructions.
    fn other_roots(&mut self, roots: &mut Roots) {
        let module = self.ir;
        for (name, nodes) in &module.metadata.named {
            if !self.is_modelled_exactly(module.strings.get(*name), nodes) {
                nodes.iter().for_each(|&node| roots.add(node));
            }
        }
        for global in module.globals.values() {
            for &(kind, node) in &global.attachments {
                if global.as_function().is_none() || self.exact_function_field(kind, node).is_none() {
                    roots.add(node);
                }
            }
        }
        for record in debug_records(module) {
            record.location.iter().for_each(|&node| roots.add(node));
            for operand in &record.operands {
                if let RecordOperand::Metadata(metadata) = operand {
                    roots.operand(*metadata);
                }
            }
        }
    }

    /// Adds nodes that are arguments of calls.
    fn decide_arguments(&mut self, roots: &mut Roots) {
        let module = self.ir;
        let kinds = module.constants.ids().map(|constant| module.constants.kind(constant));
        if !kinds.into_iter().any(|kind| matches!(kind, ConstantKind::Metadata(Metadata::Node(_)))) {
            return;
        }
        for function in module.globals.values().filter_map(|global| global.as_function()) {
            for data in function.insts.values() {
                if let Some(call) = data.inst.call_site() {
                    let inputs = call.bundles.iter().flat_map(|bundle| bundle.inputs.iter());
                    for constant in call.args.iter().chain(inputs).filter_map(|arg| arg.constant()) {
                        let &ConstantKind::Metadata(Metadata::Node(node)) = module.constants.kind(constant)
                        else {
                            continue;
                        };
                        // If an operation declares a single scope, that scope is a field of the operation.
                        let scopes = self.exact_alias_scopes(node);
                        if scopes.is_none_or(|scopes| scopes.len() != 1) || self.certain_call(call).is_none()
                        {
                            roots.add(node);
                        }
                    }
                }
            }
        }
    }
}

impl<'m> Tables<'m, '_> {
    /// The attribute that represents a node; `None` if it is in the table.
    pub(crate) fn form(&self, node: MdNode) -> Option<Attribute> {
        self.decided.representations.attributes[node]
    }

    /// The attribute that represents a node, if it is of the kind `def`.
    pub(crate) fn form_as(&self, node: MdNode, def: &'static AttrDef) -> Option<Attribute> {
        self.form(node).filter(|attribute| attribute.declared(self.context, def).is_some())
    }

    /// The field of the operation that holds an attachment, its value, and the number that tells this loop apart from others.
    pub(crate) fn modelled(
        &self,
        def: Option<&OpDef>,
        kind: StrId,
        node: MdNode,
    ) -> Option<(&'static str, Attribute, Option<u32>)> {
        let (at, other) = self.decided.representations.field_of_kind(kind)?;
        let (field, ..) = ATTACHMENTS[usize::from(at)];
        def?.attribute(field)?;
        let value = *self.decided.representations.fields.get(&((at, other), node))?;
        Some((field, value?, self.decided.representations.loop_ids.get(&node).copied()))
    }

    /// Whether representations are decided in advance.
    fn has_forms(&self) -> bool {
        self.policy.keeps_all && !self.ir.metadata.nodes.is_empty()
    }

    /// The distinct attachments of a function's instructions.
    fn gather(&self, function: &Function) -> Vec<Gathered> {
        let mut all = Vec::new();
        let mut seen = FxHashSet::default();
        // A short list instead of a hash map: there are few sorts of instructions and few kinds.
        let mut fields: SmallVec<[_; 8]> = SmallVec::new();
        for (inst, data) in &function.insts {
            if !data.has_attachments() {
                continue;
            }
            let attachments = function.inst_attachments(inst);
            let is_field =
                |&(kind, _): &(StrId, MdNode)| self.decided.representations.field_of_kind(kind).is_some();
            if matches!(data.inst, Instruction::Call(_)) && attachments.iter().any(is_field) {
                all.push(Gathered::Call(inst));
                continue;
            }
            let field = |kind| {
                let sort = (std::mem::discriminant(&data.inst), kind);
                if let Some(&(_, field)) = fields.iter().find(|(known, _)| *known == sort) {
                    return field;
                }
                let field = self.field_for(self.certain_operation(&data.inst), kind);
                fields.push((sort, field));
                field
            };
            let attached = self.attached_to(attachments, field);
            all.extend(attached.filter(|&attached| seen.insert(attached)).map(Gathered::Attached));
        }
        all
    }

    /// Whether an attachment of this kind can be a field at all (outer `Option`), and whether the operation `def` has that field (inner).
    fn field_for(&self, def: Option<&'static OpDef>, kind: StrId) -> Option<Option<Field>> {
        let field = self.decided.representations.field_of_kind(kind)?;
        let has_field = |def: &OpDef| def.attribute(ATTACHMENTS[usize::from(field.0)].0).is_some();
        Some(def.is_some_and(has_field).then_some(field))
    }

    /// The attachments of an instruction that need a decision; locations and the like are skipped.
    fn attached_to(
        &self,
        attachments: &[(StrId, MdNode)],
        mut field: impl FnMut(StrId) -> Option<Option<Field>>,
    ) -> impl Iterator<Item = Attached> {
        let mut taken = 0u16;
        attachments.iter().filter_map(move |&(kind, node)| {
            let Some(field) = field(kind) else {
                let modelled = self.is_location(node) || self.exact_mmra(kind, node).is_some();
                return (!modelled).then_some(Attached { node, field: None });
            };
            // Two kinds may share one field; the first gets it.
            let field = field.filter(|(at, _)| taken & 1 << at == 0);
            taken |= field.map_or(0, |(at, _)| 1 << at);
            Some(Attached { node, field })
        })
    }

    /// The operation that an instruction becomes, where that does not depend on context. Calls are handled by `certain_call`.
    fn certain_operation(&self, data: &Instruction) -> Option<&'static OpDef> {
        let name = match data {
            Instruction::Load { .. } => "load",
            Instruction::Store { .. } => "store",
            Instruction::CmpXchg(_) => "cmpxchg",
            Instruction::AtomicRmw(_) => "atomicrmw",
            Instruction::Br(_) => "br",
            Instruction::CondBr { .. } => "cond_br",
            Instruction::Switch(_) => "switch",
            _ => return None,
        };
        self.context.op_name_data(self.context.op_name_of_two("llvm.", name)).def
    }

    /// The scopes of a list, after all forms are decided.
    pub(crate) fn alias_scope_forms(&self, node: MdNode) -> Option<Vec<Attribute>> {
        let operands = self.tuple(node).filter(|_| !self.is_distinct(node))?;
        operands.iter().map(|&scope| self.form_as(self.operand_node(scope)?, &ALIAS_SCOPE)).collect()
    }

    /// Marks everything that elements of the table refer to, transitively.
    fn mark(&self, roots: &mut Roots) {
        while let Some(node) = roots.pending.pop() {
            if roots.marked[node] || self.form(node).is_some() || self.is_location(node) {
                continue;
            }
            roots.marked[node] = true;
            let kind = &self.ir.metadata.nodes[node].kind;
            kind.operands().for_each(|&operand| roots.operand(operand));
        }
    }
}

/// All debug records of a module. Searched in parallel: most modules have none, but finding that out takes a full scan.
fn debug_records(module: &ir::Module) -> Vec<&DebugRecord> {
    fn of(function: &Function) -> impl Iterator<Item = &DebugRecord> {
        function.insts.values().filter_map(|data| match &data.inst {
            Instruction::DebugRecord(record) => Some(&**record),
            _ => None,
        })
    }
    let functions: Vec<&Function> =
        module.functions.iter().filter_map(|&global| module.globals[global].as_function()).collect();
    in_each(&functions, |function| of(function).collect::<Vec<_>>()).into_iter().flatten().collect()
}

/// Maps `find` over the functions, on all threads if they are large enough in total.
fn in_each<'f, T: Send>(functions: &[&'f Function], find: impl Fn(&'f Function) -> T + Sync) -> Vec<T> {
    match functions.iter().map(|function| function.insts.len()).sum::<usize>()
        > tern_support::ways::limit(MANY)
    {
        true => functions.par_iter().map(|&function| find(function)).collect(),
        false => functions.iter().map(|&function| find(function)).collect(),
    }
}

/// The number of instructions above which [`in_each`] runs in parallel.
const MANY: usize = 1 << 14;

/// The nodes that must be in the table, and a worklist of those still to be visited.
struct Roots {
    marked: SecondaryMap<MdNode, bool>,
    pending: Vec<MdNode>,
}

impl Roots {
    fn add(&mut self, node: MdNode) {
        self.pending.push(node);
    }

    fn operand(&mut self, operand: Metadata) {
        if let Metadata::Node(node) = operand {
            self.add(node);
        }
    }
}

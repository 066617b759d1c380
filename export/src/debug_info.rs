//! Exports debug information: `#llvm.di_…` attributes become specialized nodes, by the table in `mapping`.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_dialect_llvm::attributes::{
    DI_ANNOTATION, DI_COMPILE_UNIT, DI_EXPRESSION, DI_LOCAL_SCOPES, DI_SUBPROGRAM, DIExpression,
    DIExpressionElem,
};
use tern_dialect_llvm::dwarf::{ENCODINGS, OPERATIONS};
use tern_dialect_llvm::interfaces::DebugVariableInterface;
use tern_dialect_llvm::intrinsics::{DbgDeclare, DbgLabel, DbgValue};
use tern_dialect_llvm::ops;
use tern_llvm_ir::instruction::{DebugRecord, DebugRecordKind, Instruction, RecordOperand};
use tern_llvm_ir::metadata::{Field, FieldValue, Integer, JOINT, MdNodeKind, Metadata};
use tern_llvm_ir::{MdNode, StrId};
use tern_mapping::asides;
use tern_mapping::debug_info::{
    FieldDecl, FieldForm, Identity, NodeDecl, VIRTUALITY, node_of_attribute, param_index,
};
use tern_mlir::declare::{Param, Presence};
use tern_mlir::{AttrKind, Ident, OpRef};

use crate::functions::BodyState;
use crate::locations::find_scope;
use crate::mlir::Attribute;
use crate::parallel::OpenPart;
use crate::{Exporter, Result};

/// Caches and state of the export of debug information.
#[derive(Default)]
pub(crate) struct DebugInfo {
    pub(crate) nodes: FxHashMap<Attribute, MdNode>,
    /// Types and subprograms under construction that may refer to themselves: `recId` and placeholder.
    recursive: Vec<(Attribute, MdNode)>,
    /// The global variables of each compile unit, in order.
    globals: Vec<(MdNode, Vec<Metadata>)>,
    /// The kinds of nodes encountered so far.
    kinds: Vec<Arc<KnownKind>>,
    /// Subprograms by `id`; attributes with the same `id` are one node.
    identified: FxHashMap<Attribute, MdNode>,
    /// Whether there are compile units among the nodes.
    units: bool,
    /// Cache: interned spellings, keyed by the address of a table and the number; and flags likewise.
    spellings: FxHashMap<(usize, u64), Option<StrId>>,
    flags: FxHashMap<(usize, u64), FieldValue>,
    /// Cache: nodes of expressions.
    pub(crate) expressions: FxHashMap<Option<Attribute>, MdNode>,
    /// Fields that an attribute does not model, by attribute: dictionaries from the aside.
    rest: FxHashMap<Attribute, Attribute>,
    /// Nodes that still lack these fields. They are added at the end, because they may refer back to the nodes.
    pending: Vec<Pending>,
    /// Whether the module lists its compile units and their contents itself.
    pub(crate) complete: bool,
}

/// A kind of node with its names interned.
struct KnownKind {
    decl: &'static NodeDecl,
    name: StrId,
    fields: Vec<KnownField>,
    /// The indices of the parameters for the tag, the flags and the identity of a subprogram.
    tag: Option<usize>,
    flags: Option<usize>,
    id: Option<usize>,
}

/// A field of a kind of node.
struct KnownField {
    name: StrId,
    /// Its name in the context, as it appears in the aside.
    ident: Ident,
    /// The index of its parameter, if it has one.
    at: Option<usize>,
}

/// A node that lacks fields. It is distinct until they are added.
struct Pending {
    node: MdNode,
    kind: Arc<KnownKind>,
    /// The missing fields, as a dictionary.
    fields: Attribute,
    /// Whether the finished node is distinct.
    distinct: bool,
}

const DW_OP_CONSTS: u64 = 0x11;
const DW_OP_LLVM_FRAGMENT: u64 = 0x1000;
const DW_OP_LLVM_CONVERT: u64 = 0x1001;

impl DebugInfo {
    /// Whether there are compile units that the module does not list itself.
    pub(crate) fn has_units(&self) -> bool {
        self.units && !self.complete
    }
}

impl Exporter<'_> {
    /// Reads the aside with fields that attributes do not model.
    pub(crate) fn prepare_debug_information(&mut self, module: OpRef<'_>) {
        let context = self.context;
        self.metadata.debug.complete = module.attribute(asides::NAMED_METADATA).is_some();
        let entries = module.attribute(asides::METADATA_FIELDS).and_then(|entries| entries.as_array(context));
        let entries = entries.unwrap_or_default();
        self.metadata.debug.rest.reserve(entries.len());
        self.metadata.debug.nodes.reserve(entries.len());
        self.metadata.debug.pending.reserve(entries.len());
        for entry in entries {
            match entry.as_array(context) {
                Some(&[attribute, fields]) => {
                    self.metadata.debug.rest.insert(attribute, fields);
                }
                _ => self.count_loss("malformed fields of debug information"),
            }
        }
    }

    /// Adds the fields that attributes do not model.
    pub(crate) fn complete_debug_information(&mut self) {
        let context = self.context;
        while let Some(Pending { node, kind, fields, distinct }) = self.metadata.debug.pending.pop() {
            self.ir.metadata.nodes[node].distinct = distinct;
            let mut more: SmallVec<[(Option<usize>, Field); 4]> = SmallVec::new();
            for entry in fields.as_dictionary(context).unwrap_or_default() {
                if entry.name == context.name(asides::DISTINCT) {
                    continue;
                }
                let Some(value) = self.field_value(entry.value) else {
                    self.count_loss("malformed fields of debug information");
                    continue;
                };
                let at = kind.fields.iter().position(|known| known.ident == entry.name);
                let name = at.map_or_else(|| self.text(entry.name), |at| kind.fields[at].name);
                more.push((at, Field { name: Some(name), value }));
            }
            let MdNodeKind::Specialized { fields, .. } = &mut self.ir.metadata.nodes[node].kind else {
                continue;
            };
            // Unknown fields come last.
            let rank = |at: Option<usize>| at.unwrap_or(usize::MAX);
            let place =
                |field: &Field| rank(kind.fields.iter().position(|known| Some(known.name) == field.name));
            let own = std::mem::take(fields).into_iter();
            let mut all: SmallVec<[(usize, Field); 16]> = own.map(|field| (place(&field), field)).collect();
            for (at, field) in more {
                match all.iter_mut().find(|(_, known)| known.name == field.name) {
                    Some((_, known)) => *known = field,
                    None => {
                        let after = all.iter().position(|(other, _)| *other > rank(at)).unwrap_or(all.len());
                        all.insert(after, (rank(at), field));
                    }
                }
            }
            *fields = all.into_iter().map(|(_, field)| field).collect();
        }
    }

    /// Whether an entry of the aside has fields, not only the flag `distinct`.
    fn says_fields(&self, rest: Attribute) -> bool {
        let distinct = self.context.name(asides::DISTINCT);
        rest.as_dictionary(self.context).unwrap_or_default().iter().any(|entry| entry.name != distinct)
    }

    /// The node of a `#llvm.di_…` attribute; `None` for the null type and for other attributes.
    pub(crate) fn debug_node(&mut self, attribute: Attribute) -> Option<MdNode> {
        if let Some(&node) = self.metadata.debug.nodes.get(&attribute) {
            return Some(self.metadata.nodes.current(node));
        }
        let context = self.context;
        let AttrKind::Declared { def, params } = attribute.kind(context) else { return None };
        if std::ptr::eq(*def, &DI_EXPRESSION) {
            return Some(self.expression_node(Some(attribute)));
        }
        if std::ptr::eq(*def, &DI_ANNOTATION) {
            let text = |param: &Param| param.as_attribute().and_then(|text| self.bytes(text));
            let operands = params
                .iter()
                .map(|param| Metadata::String(self.ir.strings.intern(text(param).unwrap_or_default())));
            let operands = operands.collect();
            return Some(self.tuple(operands));
        }
        let decl = node_of_attribute(def)?;
        let identity = param_index(def, "recId").and_then(|index| params[index].as_attribute());
        let node = match identity {
            Some(identity) => {
                if let Some((_, placeholder)) =
                    self.metadata.debug.recursive.iter().find(|(id, _)| *id == identity)
                {
                    return Some(*placeholder);
                }
                let placeholder = self.metadata.nodes.placeholder(&mut self.ir.metadata);
                self.metadata.debug.recursive.push((identity, placeholder));
                let node = self.specialized_node(attribute, decl, params);
                self.metadata.nodes.replace(&mut self.ir.metadata, placeholder, node);
                self.metadata.debug.recursive.pop();
                self.metadata.nodes.current(node)
            }
            None => self.specialized_node(attribute, decl, params),
        };
        self.metadata.debug.nodes.insert(attribute, node);
        if std::ptr::eq(*def, &DI_COMPILE_UNIT) {
            self.metadata.debug.units = true;
            if !self.metadata.debug.complete {
                self.named_metadata(b"llvm.dbg.cu", vec![node]);
            }
        }
        Some(node)
    }

    /// Interns the names of a kind of node. Cached.
    fn known_kind(&mut self, decl: &'static NodeDecl) -> Arc<KnownKind> {
        if let Some(known) = self.metadata.debug.kinds.iter().find(|known| std::ptr::eq(known.decl, decl)) {
            return Arc::clone(known);
        }
        let def = decl.attribute;
        let field = |field: &FieldDecl| KnownField {
            name: self.intern(field.field.as_bytes()),
            ident: self.context.name(field.field),
            at: param_index(def, field.param),
        };
        let known = Arc::new(KnownKind {
            decl,
            fields: decl.fields.iter().map(field).collect(),
            name: self.intern(decl.kind.as_bytes()),
            tag: param_index(def, "tag"),
            flags: param_index(def, "subprogramFlags"),
            id: param_index(def, "id").filter(|_| std::ptr::eq(def, &DI_SUBPROGRAM)),
        });
        self.metadata.debug.kinds.push(Arc::clone(&known));
        known
    }

    fn specialized_node(
        &mut self,
        attribute: Attribute,
        decl: &'static NodeDecl,
        params: &[Param],
    ) -> MdNode {
        let rest = self.metadata.debug.rest.get(&attribute).copied();
        let kind = self.known_kind(decl);
        let number = |at: Option<usize>| at.and_then(|at| params[at].as_u64()).unwrap_or(0);
        let distinct = match decl.identity {
            Identity::Content => false,
            Identity::Distinct => true,
            Identity::DistinctTags(tags) => tags.contains(&number(kind.tag)),
            Identity::DistinctFlag(flag) => number(kind.flags) & flag != 0,
        };
        let given = rest.and_then(|rest| rest.entry(self.context, asides::DISTINCT));
        let distinct =
            given.and_then(|given| given.as_u64(self.context)).map_or(distinct, |given| given == 1);
        let mut fields: SmallVec<[Field; 16]> = SmallVec::new();
        for (field, &KnownField { name, at, .. }) in decl.fields.iter().zip(&kind.fields) {
            let value = match field.form {
                FieldForm::Zero => Some(FieldValue::Integer(Integer::ZERO)),
                FieldForm::VirtualIndex => {
                    (number(kind.flags) & VIRTUALITY != 0).then_some(FieldValue::Integer(Integer::ZERO))
                }
                _ => at.and_then(|at| self.field(field, &params[at], decl.attribute.params[at].presence)),
            };
            if let Some(value) = value {
                fields.push(Field { name: Some(name), value });
            }
        }
        // The subprogram may have been made while its scope and type were exported.
        let id = kind.id.and_then(|at| params[at].as_attribute());
        if let Some(&known) = id.and_then(|id| self.metadata.debug.identified.get(&id)) {
            return known;
        }
        let data = MdNodeKind::Specialized { kind: kind.name, fields: fields.into_iter().collect() };
        // Without all its fields, a node cannot be compared with others.
        let rest = rest.filter(|&rest| self.says_fields(rest));
        let node = match distinct || rest.is_some() {
            true => self.metadata.nodes.distinct(&mut self.ir.metadata, data),
            false => self.metadata.nodes.unique(&mut self.ir.metadata, data),
        };
        if let Some(id) = id {
            self.metadata.debug.identified.insert(id, node);
        }
        if let Some(fields) = rest {
            self.metadata.debug.pending.push(Pending { node, kind, fields, distinct });
        }
        node
    }

    /// The value of a field; `None` if it is omitted.
    fn field(&mut self, field: &FieldDecl, param: &Param, presence: Presence) -> Option<FieldValue> {
        let says_nothing = |nothing: bool| nothing && !field.always;
        match field.form {
            FieldForm::Node => match param.as_attribute().and_then(|attribute| self.debug_node(attribute)) {
                None if says_nothing(true) => None,
                None => Some(FieldValue::Metadata(Metadata::Null)),
                Some(node) => Some(FieldValue::Metadata(Metadata::Node(node))),
            },
            FieldForm::Expression => {
                Some(FieldValue::Metadata(Metadata::Node(self.expression_node(param.as_attribute()))))
            }
            FieldForm::Nodes => {
                let list = param.as_list().unwrap_or_default();
                if says_nothing(list.is_empty()) {
                    return None;
                }
                let operands = list.iter().filter_map(Param::as_attribute);
                let operands = operands.map(|element| match self.debug_node(element) {
                    Some(node) => Metadata::Node(node),
                    None => Metadata::Null,
                });
                let operands = operands.collect();
                Some(FieldValue::Metadata(Metadata::Node(self.tuple(operands))))
            }
            FieldForm::Text => {
                let text = param.as_attribute().and_then(|text| self.string(text));
                let text = text.unwrap_or(self.context.common.empty_string);
                if says_nothing(text == self.context.common.empty_string) {
                    return None;
                }
                Some(FieldValue::String(self.text(text)))
            }
            FieldForm::Number => {
                let value = param.as_u64();
                if says_nothing(value.is_none() || (value == Some(0) && presence != Presence::Optional)) {
                    return None;
                }
                Some(FieldValue::Integer(value.unwrap_or(0).into()))
            }
            FieldForm::Bool => {
                let value = *param == Param::Bool(true);
                (!says_nothing(!value)).then_some(FieldValue::Bool(value))
            }
            FieldForm::Dwarf(table, default) => {
                let value = param.as_u64().unwrap_or(0);
                if value == default {
                    return None;
                }
                let key = (std::ptr::from_ref(table).addr(), value);
                let find = || table.spelling(value).map(|name| self.ir.strings.intern(name.as_bytes()));
                Some(match *self.metadata.debug.spellings.entry(key).or_insert_with(find) {
                    Some(name) => FieldValue::Symbols(name),
                    None => FieldValue::Integer(value.into()),
                })
            }
            FieldForm::Case(names) => {
                let value = param.as_u64().unwrap_or(0);
                if says_nothing(value == 0) {
                    return None;
                }
                let name = names.get(usize::try_from(value).ok()?)?;
                Some(self.symbols(&[name]))
            }
            FieldForm::Flags(table) => {
                let bits = param.as_u64().unwrap_or(0);
                if says_nothing(bits == 0) {
                    return None;
                }
                let key = (std::ptr::from_ref(table).addr(), bits);
                if let Some(known) = self.metadata.debug.flags.get(&key) {
                    return Some(*known);
                }
                let (names, rest) = table.names(bits);
                let value = match names.is_empty() {
                    true => FieldValue::Integer(rest.into()),
                    false => {
                        let rest = (rest != 0).then(|| rest.to_string());
                        let names: Vec<&str> = names.into_iter().chain(rest.as_deref()).collect();
                        self.symbols(&names)
                    }
                };
                self.metadata.debug.flags.insert(key, value);
                Some(value)
            }
            FieldForm::Bound | FieldForm::GenericBound => {
                let attribute = param.as_attribute()?;
                if let Some(value) = attribute.as_i64(self.context) {
                    let number = matches!(field.form, FieldForm::Bound);
                    return number.then_some(FieldValue::Integer(value.into()));
                }
                if matches!(field.form, FieldForm::GenericBound)
                    && let [(DW_OP_CONSTS, arguments)] = &self.operations(attribute)[..]
                    && let [value] = arguments[..]
                {
                    return Some(FieldValue::Integer((value as i64).into()));
                }
                Some(FieldValue::Metadata(Metadata::Node(self.debug_node(attribute)?)))
            }
            FieldForm::Zero | FieldForm::VirtualIndex | FieldForm::Unmodelled => None,
        }
    }

    fn symbols(&mut self, names: &[&str]) -> FieldValue {
        FieldValue::Symbols(self.intern(names.join(JOINT).as_bytes()))
    }

    /// The operations of an expression with their arguments. LLVM does not allow consecutive fragments, so they are combined: the
    /// later one is a part of the earlier one.
    fn operations(&self, expression: Attribute) -> Vec<(u64, Vec<u64>)> {
        let context = self.context;
        let mut operations: Vec<(u64, Vec<u64>)> = Vec::new();
        let elements = DIExpression::of(context, expression).map(|expression| expression.operations());
        for element in elements.into_iter().flatten() {
            let Some(element) = DIExpressionElem::of(context, element) else { continue };
            let (opcode, arguments) = (u64::from(element.opcode()), element.arguments().collect::<Vec<_>>());
            if let (DW_OP_LLVM_FRAGMENT, [offset, _]) = (opcode, &arguments[..])
                && let Some((DW_OP_LLVM_FRAGMENT, outer)) = operations.last_mut()
                && let [outer_offset, _] = &mut outer[..]
            {
                *outer_offset = outer_offset.wrapping_add(*offset);
                continue;
            }
            operations.push((opcode, arguments));
        }
        operations
    }

    /// The node `!DIExpression(…)`; an empty expression if there is no attribute.
    pub(crate) fn expression_node(&mut self, attribute: Option<Attribute>) -> MdNode {
        if let Some(&known) = self.metadata.debug.expressions.get(&attribute) {
            return known;
        }
        let node = self.make_expression(attribute);
        self.metadata.debug.expressions.insert(attribute, node);
        node
    }

    fn make_expression(&mut self, attribute: Option<Attribute>) -> MdNode {
        let operations = attribute.map(|attribute| self.operations(attribute)).unwrap_or_default();
        // If LLVM does not know one of the operations, it prints all of them as numbers.
        let known = operations.iter().all(|(opcode, _)| OPERATIONS.spelling(*opcode).is_some());
        let mut fields = Vec::new();
        for (opcode, arguments) in operations {
            let value = match OPERATIONS.spelling(opcode) {
                Some(name) if known => self.symbols(&[name]),
                _ => FieldValue::Integer(opcode.into()),
            };
            fields.push(Field { name: None, value });
            for (index, argument) in arguments.into_iter().enumerate() {
                let encoding = ENCODINGS.spelling(argument).filter(|_| known);
                let value = match encoding {
                    Some(name) if opcode == DW_OP_LLVM_CONVERT && index == 1 => self.symbols(&[name]),
                    _ => FieldValue::Integer(argument.into()),
                };
                fields.push(Field { name: None, value });
            }
        }
        let kind = self.intern(b"DIExpression");
        self.unique_node(MdNodeKind::Specialized { kind, fields: fields.into() })
    }

    /// The node of the subprogram in a function's location.
    pub(crate) fn subprogram(&mut self, func: OpRef<'_>) -> Option<MdNode> {
        let subprogram = subprogram_attribute(func)?;
        self.debug_node(subprogram)
    }

    /// Attaches the debug information of a global variable, and records the variable for its compile unit.
    pub(crate) fn global_debug_info(
        &mut self,
        op: OpRef<'_>,
        attachments: &mut Vec<(tern_llvm_ir::StrId, MdNode)>,
    ) {
        let expressions = ops::Global::unverified(op).and_then(|global| global.dbg_exprs());
        for &expression in expressions.unwrap_or_default() {
            let Some(node) = self.debug_node(expression) else { continue };
            attachments.push((self.intern(b"dbg"), node));
            let variable = self.field_node(node, b"var");
            let Some(unit) = variable.and_then(|variable| self.unit_of_variable(variable)) else { continue };
            match self.metadata.debug.globals.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, globals)) => globals.push(Metadata::Node(node)),
                None => self.metadata.debug.globals.push((unit, vec![Metadata::Node(node)])),
            }
        }
    }

    /// The compile unit of a variable: its scope, or the unit that encloses the module, common block or subprogram which is its scope.
    fn unit_of_variable(&self, variable: MdNode) -> Option<MdNode> {
        let mut scope = self.field_node(variable, b"scope")?;
        scope = match self.node_name(scope) {
            Some(b"DIModule") => self.field_node(scope, b"scope")?,
            Some(b"DICommonBlock") => {
                let subprogram = self.field_node(scope, b"scope")?;
                self.field_node(subprogram, b"unit")?
            }
            Some(b"DISubprogram") => self.field_node(scope, b"unit")?,
            _ => scope,
        };
        (self.node_name(scope) == Some(b"DICompileUnit")).then_some(scope)
    }

    /// Stores the lists of global variables in their compile units.
    pub(crate) fn list_globals(&mut self) {
        if self.metadata.debug.complete {
            return;
        }
        for (unit, globals) in std::mem::take(&mut self.metadata.debug.globals) {
            let list = FieldValue::Metadata(Metadata::Node(self.tuple(globals)));
            let name = self.intern(b"globals");
            let before = self.intern(b"nameTableKind");
            if let MdNodeKind::Specialized { fields, .. } = &mut self.ir.metadata.nodes[unit].kind {
                let mut with = fields.to_vec();
                let at = with.iter().position(|field| field.name == Some(before)).unwrap_or(with.len());
                with.insert(at, Field { name: Some(name), value: list });
                *fields = with.into();
            }
        }
    }

    /// The kind of a specialized node, such as `DIFile`.
    pub(crate) fn node_name(&self, node: MdNode) -> Option<&[u8]> {
        match &self.ir.metadata.nodes[node].kind {
            MdNodeKind::Specialized { kind, .. } => Some(self.ir.strings.get(*kind)),
            MdNodeKind::Tuple(_) => None,
        }
    }

    /// The node that a field of a specialized node refers to.
    pub(crate) fn field_node(&self, node: MdNode, name: &[u8]) -> Option<MdNode> {
        match self.field_value_of(node, name)? {
            FieldValue::Metadata(Metadata::Node(node)) => Some(*node),
            _ => None,
        }
    }

    /// The value of a field of a specialized node.
    pub(crate) fn field_value_of(&self, node: MdNode, name: &[u8]) -> Option<&FieldValue> {
        let MdNodeKind::Specialized { fields, .. } = &self.ir.metadata.nodes[node].kind else { return None };
        let field = fields.iter().find(|field| field.name.map(|id| self.ir.strings.get(id)) == Some(name))?;
        Some(&field.value)
    }

    /// The scope of a debug record with this location, in a function with this subprogram.
    pub(crate) fn record_scope(
        &mut self,
        location: tern_mlir::Location,
        subprogram: Option<MdNode>,
    ) -> Option<MdNode> {
        let scope =
            location.attribute().and_then(|location| find_scope(self.context, location, DI_LOCAL_SCOPES));
        scope.and_then(|scope| self.debug_node(scope)).or(subprogram)
    }

    /// The record for `llvm.intr.dbg.value`, `declare` or `label`; `None` if it has no location.
    pub(crate) fn debug_record_op(
        &mut self,
        site: &mut BodyState<'_>,
        op: OpRef<'_>,
    ) -> Result<Option<Instruction>> {
        let mut parts = None;
        if !self.leave_open(|| OpenPart::Record(op.op)) {
            parts = self.record_parts(op, site.subprogram)?;
            if parts.is_none() {
                self.count_left_out_record();
                return Ok(None);
            }
        }
        let kind = match op.name() {
            DbgValue::NAME => DebugRecordKind::Value,
            DbgDeclare::NAME => DebugRecordKind::Declare,
            _ => DebugRecordKind::Label,
        };
        let none = RecordOperand::Metadata(Metadata::Null);
        let operands = match (kind, op.operands()) {
            (DebugRecordKind::Label, _) => vec![none],
            (_, &[value]) => vec![RecordOperand::Value(self.value(site, op, value)?), none.clone(), none],
            _ => return self.error(op, "expects one operand"),
        };
        let mut record = DebugRecord { kind, operands, location: None };
        if let Some(parts) = parts {
            parts.store(&mut record);
        }
        Ok(Some(Instruction::DebugRecord(Box::new(record))))
    }

    /// The nodes of a debug record, in a function with this subprogram; `None` if it has no location.
    pub(crate) fn record_parts(
        &mut self,
        op: OpRef<'_>,
        subprogram: Option<MdNode>,
    ) -> Result<Option<RecordParts>> {
        let location = op.body.op_location(op.op);
        // In a function with a subprogram, a location without a node has none in its own scope either.
        if subprogram.is_none() && self.location(location, None).is_none() {
            return Ok(None);
        }
        let scope = self.record_scope(location, subprogram);
        let Some(location) = self.location(location, scope) else { return Ok(None) };
        let variable = DebugVariableInterface(op);
        let is_label = op.name() == DbgLabel::NAME;
        let subject = if is_label { DbgLabel::like(op).label() } else { variable.varInfo() };
        let Some(subject) = subject.and_then(|subject| self.debug_node(subject)) else {
            return self.error(op, "is about no variable or label");
        };
        let expression = (!is_label).then(|| self.expression_node(variable.locationExpr()));
        Ok(Some(RecordParts { location, subject, expression }))
    }
}

/// The nodes of a debug record.
pub(crate) struct RecordParts {
    location: MdNode,
    subject: MdNode,
    /// The expression, unless the record is about a label.
    expression: Option<MdNode>,
}

impl RecordParts {
    /// Stores the nodes in a record, where they come last.
    pub(crate) fn store(self, record: &mut DebugRecord) {
        let nodes = std::iter::once(self.subject).chain(self.expression);
        let first = record.operands.len() - nodes.clone().count();
        for (operand, node) in record.operands[first..].iter_mut().zip(nodes) {
            *operand = RecordOperand::Metadata(Metadata::Node(node));
        }
        record.location = Some(self.location);
    }
}

/// The subprogram in a function's location, as an attribute.
pub(crate) fn subprogram_attribute(func: OpRef<'_>) -> Option<Attribute> {
    let location = func.body.op_location(func.op).attribute()?;
    find_scope(func.context, location, &[&DI_SUBPROGRAM])
}

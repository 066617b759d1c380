//! Translates debug information as MLIR's own importer does: specialized nodes become `#llvm.di_…` attributes, by the table in
//! `mapping`. What the attributes do not model is lost; `debug_attributes.rs` is the lossless translation.
//!
//! An attribute is identified by its content and cannot contain itself. If a composite type or a subprogram refers to itself, the
//! inner reference is an empty attribute with `isRecSelf` and the `recId` of the outer one.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_dialect_llvm::attributes::{
    DI_ANNOTATION, DI_COMPOSITE_TYPE, DI_NULL_TYPE, DI_SUBPROGRAM, DI_SUBROUTINE_TYPE,
};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::{FieldValue, JOINT, Metadata, symbols};
use tern_mapping::debug_info::{
    FieldDecl, FieldForm, NO_DEFAULT, NodeDecl, SUBPROGRAM_FLAGS, node_of_kind, param_index,
};
use tern_mlir::declare::{AttrDef, Param, ParamKind, Presence};
use tern_mlir::{AttrKind, Attribute};
use tern_support::dwarf::LANGUAGE_NAMES;

use crate::debug_info::{absent, number};
use crate::{Importer, Tables};

/// Caches and state of the translation.
#[derive(Clone, Default)]
pub(crate) struct DebugInfo {
    /// Cache: finished nodes that do not refer to any node under construction.
    nodes: FxHashMap<MdNode, Option<Attribute>>,
    /// Cache: nodes that refer to nodes under construction, with these. An entry is dropped when one of those is finished.
    unfinished: FxHashMap<MdNode, (Attribute, FxHashSet<MdNode>)>,
    /// The nodes under construction, innermost last.
    making: Vec<Making>,
}

#[derive(Clone)]
struct Making {
    node: MdNode,
    /// Whether it refers to itself.
    recursive: bool,
    /// The enclosing nodes under construction that it refers to.
    unbound: FxHashSet<MdNode>,
}

/// The limit for the nesting of nodes; deeper ones are left out.
const MAX_DEPTH: usize = 400;
const TAG_ARRAY: u64 = 0x01;

/// Optional parameters that must not be dropped: without them the attribute would be wrong if the node has the field.
const ESSENTIAL: &[(&str, &str)] =
    &[("DIDerivedType", "baseType"), ("DISubprogram", "scope"), ("DISubprogram", "type")];

impl Importer<'_, '_> {
    /// The attribute of a node; `None` if MLIR cannot represent it or something that it requires.
    pub(crate) fn debug_attribute(&mut self, node: MdNode) -> Option<Attribute> {
        if let Some(&known) = self.nodes.debug.nodes.get(&node) {
            return known;
        }
        let (kind, _) = self.specialized(node)?;
        if kind == b"DIExpression" {
            return Some(self.debug_expression(node));
        }
        // LLVM treats these as basic types with additional fields, and MLIR's own importer sees only the basic type.
        let kind: &[u8] = if kind == b"DIFixedPointType" { b"DIBasicType" } else { kind };
        let Some(decl) = node_of_kind(kind) else {
            self.count_loss(&format!("debug information node {}", String::from_utf8_lossy(kind)));
            return None;
        };
        if let Some((attribute, unbound)) = self.nodes.debug.unfinished.get(&node) {
            if let Some(last) = self.nodes.debug.making.last_mut() {
                last.unbound.extend(unbound);
            }
            return Some(*attribute);
        }
        let rec_id = param_index(decl.attribute, "recId");
        if rec_id.is_some()
            && let Some(at) = self.nodes.debug.making.iter().position(|making| making.node == node)
        {
            self.nodes.debug.making[at].recursive = true;
            if let Some(last) = self.nodes.debug.making.last_mut() {
                last.unbound.insert(node);
            }
            return Some(self.self_reference(decl.attribute, node));
        }
        if self.nodes.debug.making.len() > MAX_DEPTH {
            self.count_loss("debug information that is nested too deep");
            return None;
        }
        self.nodes.debug.making.push(Making { node, recursive: false, unbound: FxHashSet::default() });
        let params = self.debug_params(decl, node);
        let Making { recursive, mut unbound, .. } = self.nodes.debug.making.pop()?;
        let attribute = params.map(|mut params| {
            if let (Some(index), true) = (rec_id, recursive) {
                params[index] = Param::Attribute(self.recursive_identity(node));
            }
            Attribute::declare(self.context, decl.attribute, params)
        });
        if recursive {
            unbound.remove(&node);
            self.nodes.debug.unfinished.retain(|_, (_, around)| !around.contains(&node));
        }
        if let Some(last) = self.nodes.debug.making.last_mut() {
            last.unbound.extend(&unbound);
        }
        // An attribute that refers to an enclosing node is valid only within that node.
        match attribute {
            Some(attribute) if !unbound.is_empty() => {
                self.nodes.debug.unfinished.insert(node, (attribute, unbound));
            }
            _ => {
                self.nodes.debug.nodes.insert(node, attribute);
            }
        }
        attribute
    }

    fn debug_params(&mut self, decl: &'static NodeDecl, node: MdNode) -> Option<Vec<Param>> {
        let def = decl.attribute;
        let mut params = Vec::with_capacity(def.params.len());
        for param in def.params {
            let nothing = || absent(param.kind, param.presence);
            let value = match param.name {
                "id" if std::ptr::eq(def, &DI_SUBPROGRAM) && !self.is_distinct(node) => Param::Absent,
                "id" => Param::Attribute(self.identity(node)),
                "recId" | "isRecSelf" => nothing(),
                name => match decl.fields.iter().find(|field| field.param == name) {
                    None => nothing(),
                    Some(field) => {
                        let value = self.field_of(node, self.field_read(decl, field.field, node));
                        let found = self.debug_param(decl, field, node, value, param.presence);
                        // Some parameters accept only one kind: nodes with a variable where only an expression is taken, flags
                        // without a name.
                        let limited = matches!(param.kind, ParamKind::Declared(_) | ParamKind::Enum(_));
                        match found.filter(|found| !limited || self.takes(param.kind, found)) {
                            Some(value) => value,
                            None => {
                                let null = matches!(value, None | Some(FieldValue::Metadata(Metadata::Null)));
                                if !null && ESSENTIAL.contains(&(decl.kind, name)) {
                                    return None;
                                }
                                match nothing() {
                                    Param::Absent if param.presence == Presence::Required => return None,
                                    nothing => nothing,
                                }
                            }
                        }
                    }
                },
            };
            params.push(value);
        }
        let present = |name: &str| param_index(def, name).is_some_and(|at| params[at] != Param::Absent);
        let complete = if std::ptr::eq(def, &DI_COMPOSITE_TYPE) {
            let tag = param_index(def, "tag").and_then(|at| params[at].as_u64());
            tag != Some(TAG_ARRAY) || present("baseType")
        } else if param_index(def, "upperBound").is_some() {
            present("count") || present("upperBound")
        } else {
            true
        };
        complete.then_some(params)
    }

    /// The value of a parameter; `None` if the field is absent or MLIR cannot represent it.
    fn debug_param(
        &mut self,
        decl: &NodeDecl,
        field: &FieldDecl,
        node: MdNode,
        value: Option<&FieldValue>,
        presence: Presence,
    ) -> Option<Param> {
        let context = self.context;
        match field.form {
            FieldForm::Node => {
                let FieldValue::Metadata(Metadata::Node(node)) = value? else { return None };
                self.debug_attribute(*node).map(Param::Attribute)
            }
            FieldForm::Expression => {
                let FieldValue::Metadata(Metadata::Node(node)) = value? else { return None };
                Some(Param::Attribute(self.debug_expression(*node)))
            }
            FieldForm::Nodes => {
                let FieldValue::Metadata(Metadata::Node(list)) = value? else { return None };
                self.debug_list(decl, field, node, *list).map(|list| Param::List(list.into()))
            }
            FieldForm::Text => match value {
                Some(FieldValue::String(text)) if !self.ir.strings.get(*text).is_empty() => {
                    Some(Param::Attribute(self.text_attribute(*text)))
                }
                _ if presence == Presence::Required => {
                    Some(Param::Attribute(crate::builder::string(context, b"")))
                }
                _ => None,
            },
            FieldForm::Number => number(value?).map(Param::Unsigned),
            FieldForm::Bool => match value {
                Some(FieldValue::Bool(value)) => Some(Param::Bool(*value)),
                // LLVM's default is a definition.
                None if field.field == "isDefinition" => Some(Param::Bool(true)),
                _ => None,
            },
            FieldForm::Dwarf(table, default) => match value {
                None if default == NO_DEFAULT => None,
                None => Some(Param::Unsigned(default)),
                Some(FieldValue::Symbols(name)) => {
                    let name = self.ir.text(*name);
                    table.value(&name).or_else(|| LANGUAGE_NAMES.number(&name)).map(Param::Unsigned)
                }
                Some(other) => number(other).map(Param::Unsigned),
            },
            FieldForm::Case(names) => match value? {
                FieldValue::Symbols(name) => {
                    let name = self.ir.text(*name);
                    names.iter().position(|known| *known == name).map(|at| Param::Unsigned(at as u64))
                }
                other => number(other).map(Param::Unsigned),
            },
            FieldForm::Flags(table) if value.is_none() && std::ptr::eq(table, &SUBPROGRAM_FLAGS) => {
                // LLVM's default is a definition.
                let is = |name| match self.field_of(node, name) {
                    Some(FieldValue::Bool(value)) => Some(*value),
                    _ => None,
                };
                let flag = |name: &str, given: bool| match given {
                    true => table.value(name).expect("the table has this flag"),
                    false => 0,
                };
                let flags = flag("DISPFlagDefinition", is("isDefinition").unwrap_or(true))
                    | flag("DISPFlagLocalToUnit", is("isLocal").unwrap_or(false))
                    | flag("DISPFlagOptimized", is("isOptimized").unwrap_or(false));
                Some(Param::Unsigned(flags))
            }
            FieldForm::Flags(table) => match value? {
                FieldValue::Symbols(flags) => {
                    let value = |name: &str| table.value(name).or_else(|| name.parse().ok());
                    let flags = self.ir.text(*flags);
                    let all = flags.split(JOINT).try_fold(0, |all, name| Some(all | value(name)?))?;
                    Some(Param::Unsigned(all))
                }
                other => number(other).map(Param::Unsigned),
            },
            FieldForm::Bound | FieldForm::GenericBound => self.bound(decl, value?).map(Param::Attribute),
            FieldForm::Zero | FieldForm::VirtualIndex | FieldForm::Unmodelled => None,
        }
    }

    /// The elements of a tuple. If one has no attribute, the list is empty, or `None` for types of a subroutine, which then has
    /// no attribute either.
    fn debug_list(
        &mut self,
        decl: &NodeDecl,
        field: &FieldDecl,
        node: MdNode,
        list: MdNode,
    ) -> Option<Vec<Param>> {
        let context = self.context;
        let operands = self.tuple(list)?;
        if field.param == "annotations" {
            let annotation = |&operand: &Metadata| {
                let &[Metadata::String(name), Metadata::String(value)] =
                    self.tuple(self.operand_node(operand)?)?
                else {
                    return None;
                };
                let parts = [name, value].map(|text| Param::Attribute(self.text_attribute(text)));
                Some(Param::Attribute(Attribute::declare(context, &DI_ANNOTATION, parts)))
            };
            return Some(operands.iter().filter_map(annotation).collect());
        }
        let types = std::ptr::eq(decl.attribute, &DI_SUBROUTINE_TYPE);
        if self.options.drop_composite_elements
            && std::ptr::eq(decl.attribute, &DI_COMPOSITE_TYPE)
            && !self.is_vector(node)
        {
            return Some(Vec::new());
        }
        let mut elements = Vec::with_capacity(operands.len());
        let mut complete = true;
        for &operand in operands {
            let element = match operand {
                Metadata::Null if types => Some(Attribute::declare(context, &DI_NULL_TYPE, [])),
                Metadata::Node(node) => self.debug_attribute(node),
                _ => None,
            };
            complete &= element.is_some();
            elements.extend(element.map(Param::Attribute));
        }
        match complete {
            true => Some(elements),
            false if types => None,
            false => Some(Vec::new()),
        }
    }

    fn bound(&mut self, decl: &NodeDecl, value: &FieldValue) -> Option<Attribute> {
        match value {
            FieldValue::Integer(value) => self.integer_bound(decl, *value),
            FieldValue::Metadata(Metadata::Node(node)) => self.debug_attribute(*node),
            FieldValue::Metadata(operand) => {
                let (value, _) = self.operand_integer(*operand)?;
                Some(Attribute::integer(self.context, self.context.common.i64, value))
            }
            _ => None,
        }
    }
}

impl Tables<'_, '_> {
    fn recursive_identity(&self, node: MdNode) -> Attribute {
        let id = 1 << 32 | u64::from(node.as_u32());
        self.context.attr(AttrKind::Distinct { id, referenced: self.context.common.unit })
    }

    /// `#llvm.di_…<recId = distinct[n]<>, isRecSelf = true>`
    fn self_reference(&self, def: &'static AttrDef, node: MdNode) -> Attribute {
        let id = self.recursive_identity(node);
        let params = def.params.iter().map(|param| match param.name {
            "recId" => Param::Attribute(id),
            "isRecSelf" => Param::Bool(true),
            _ => absent(param.kind, param.presence),
        });
        Attribute::declare(self.context, def, params.collect::<Vec<_>>())
    }

    /// The field of a node to read for `field`. MLIR's own importer uses the name of a global variable as its linkage name too,
    /// and the number of a language's name as that of a language.
    fn field_read(&self, decl: &NodeDecl, field: &'static str, node: MdNode) -> &'static str {
        match (decl.kind, field, self.field_of(node, field)) {
            ("DIGlobalVariable", "linkageName", Some(FieldValue::String(text)))
                if !self.ir.strings.get(*text).is_empty() =>
            {
                "name"
            }
            ("DICompileUnit", "language", None) => "sourceLanguageName",
            _ => field,
        }
    }

    /// Whether a composite type is a vector, which must keep its elements.
    fn is_vector(&self, node: MdNode) -> bool {
        match self.field_of(node, "flags") {
            Some(FieldValue::Symbols(flags)) => {
                symbols(self.ir.strings.get(*flags)).any(|flag| flag == b"DIFlagVector")
            }
            _ => false,
        }
    }
}

//! Translates debug information to MLIR's attributes without losing anything.
//!
//! A node of a kind that MLIR models becomes an attribute. Fields for which the attribute has no parameter (the flags of a
//! subprogram, the line of a member, the checksum of a file), and fields that would make the attribute contain itself, are stored
//! in an aside of the module, keyed by the attribute. That works only if no two nodes have the same attribute: the first node
//! gets it, the others go into the metadata table. So does a node whose attribute would be meaningless without such a field.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_dialect_llvm::attributes::{
    DI_COMPILE_UNIT, DI_COMPOSITE_TYPE, DI_EXPRESSION, DI_GLOBAL_VARIABLE_EXPRESSION, DI_LOCAL_SCOPES,
    DI_LOCAL_VARIABLE, DI_NULL_TYPE, DI_SUBPROGRAM, DI_SUBROUTINE_TYPE, DI_VARIABLES, DIAnnotation,
};
use tern_dialect_llvm::dwarf::{ENCODINGS, OPERATIONS};
use tern_llvm_ir::instruction::{DebugRecord, DebugRecordKind, RecordOperand};
use tern_llvm_ir::metadata::{Field, FieldValue, Integer, JOINT, MdNodeKind, Metadata};
use tern_llvm_ir::{MdNode, StrId};
use tern_mapping::asides;
use tern_mapping::debug_info::{
    FieldDecl, FieldForm, Identity, NO_DEFAULT, NODES, NodeDecl, VIRTUALITY, param_index,
};
use tern_mlir::declare::{AttrDef, EnumDef, EnumForm, Param, ParamKind, Presence};
use tern_mlir::{AttrKind, Attribute, Context, NamedAttribute};
use tern_support::ways;

use crate::attribute_nodes::AttributeNodes;
use crate::debug_info::absent;
use crate::{Importer, Tables};

/// The state and results of translating debug information.
#[derive(Default)]
pub(crate) struct DebugForms {
    kinds: Arc<Kinds>,
    location_kind: Option<StrId>,
    location_fields: SmallVec<[(StrId, LocationField); 7]>,
    state: SecondaryMap<MdNode, State>,
    /// The nesting depth of each location.
    depths: SecondaryMap<MdNode, u8>,
    attribute_nodes: AttributeNodes,
    /// What the attributes leave out, in the order in which the aside lists it.
    rest: Vec<Rest>,
    /// Results of phase 1, in chunks of [`RUN`] nodes (fewer where tests ask for it); consumed by phase 2. Empty if phase 1 was skipped because there is only
    /// one thread.
    alone: Vec<Vec<Alone>>,
}

/// What the attribute of a node leaves out: fields, and `distinct` if the attribute does not imply it.
type Rest = (MdNode, Fields, Option<bool>);

/// A set of fields of a node, by position.
type Fields = u32;

/// The positions in a set of fields, ascending.
fn positions(mut fields: Fields) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = fields.trailing_zeros();
        fields &= fields.wrapping_sub(1);
        (at < Fields::BITS).then_some(at as usize)
    })
}

/// What can be told of a node without looking at the nodes that it refers to.
#[derive(Default)]
struct Alone {
    /// The parameters, without those that depend on other nodes. Empty if the node cannot become an attribute.
    params: Box<[Param]>,
    /// The fields that no parameter holds.
    rest: Fields,
    /// The fields that refer to other nodes. If the node cannot become an attribute, only those before the field that rules it out.
    others: Fields,
}

impl Alone {
    /// The node cannot become an attribute.
    fn nothing(others: Fields) -> Self {
        Self { others, ..Self::default() }
    }
}

/// The attribute for a node.
struct Decided {
    attribute: Attribute,
    /// Facts to record for the node; `None` if an equal node owns the attribute already.
    own: Option<Own>,
}

/// The nesting depth of a node's attribute, and what it leaves out.
struct Own {
    nesting: u8,
    rest: Fields,
    distinct: Option<bool>,
}

/// The number of nodes in one parallel work item.
const RUN: usize = 1 << 10;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Unknown,
    InProgress,
    /// A location that fits; the location it was inlined into is still to be checked.
    Candidate,
    Done,
    /// A location that MLIR can represent.
    Location,
}

/// How nodes of one kind are translated.
enum Kind {
    Declared(DeclaredKind),
    Expression,
}

/// The kinds of nodes that can become attributes, by name.
type Kinds = FxHashMap<StrId, Kind>;

/// A declared kind, with the names of its fields looked up in the module.
struct DeclaredKind {
    decl: &'static NodeDecl,
    /// The name of each field, its position in the declaration and that of its parameter.
    fields: Vec<(StrId, usize, Option<usize>)>,
    /// The parameters of a node that has no fields.
    nothing: Box<[Param]>,
    /// The positions of required parameters.
    required: Vec<usize>,
    /// The fields that must be present, by bit.
    expected: u64,
    flags: Option<usize>,
    tag: Option<usize>,
    id: Option<usize>,
}

impl DeclaredKind {
    /// Finds a field by name, beginning at `next`: fields mostly come in the declared order.
    fn field(&self, name: StrId, next: usize) -> Option<usize> {
        let is_it = |at: &usize| self.fields[*at].0 == name;
        (next..self.fields.len()).find(is_it).or_else(|| (0..next).find(is_it))
    }
}

/// The limit for the nesting of attributes, because MLIR's readers recurse. Deeper nodes go into the table.
const MAX_DEPTH: u8 = 100;

/// Fields without which the attribute is meaningless.
const ESSENTIAL: &[(&str, &str)] =
    &[("DIDerivedType", "baseType"), ("DISubroutineType", "types"), ("DIGlobalVariableExpression", "expr")];

/// The role of a field of `!DILocation`.
#[derive(Clone, Copy)]
enum LocationField {
    Line,
    Column,
    Scope,
    InlinedAt,
    /// Any other field.
    Mark,
}

const LOCATION_FIELDS: [(&[u8], LocationField); 7] = [
    (b"line", LocationField::Line),
    (b"column", LocationField::Column),
    (b"scope", LocationField::Scope),
    (b"inlinedAt", LocationField::InlinedAt),
    (b"isImplicitCode", LocationField::Mark),
    (b"atomGroup", LocationField::Mark),
    (b"atomRank", LocationField::Mark),
];

impl<'m> Importer<'m, '_> {
    /// Phase 1: examines each node of debug information on its own, in parallel. Does nothing but prepare if there is only one thread.
    pub(crate) fn look_at_debug_information(&mut self) {
        let (context, module) = (self.context, self.ir);
        let mut kinds = Kinds::default();
        for decl in NODES {
            if let Some(kind) = module.strings.find(decl.kind.as_bytes()) {
                kinds.insert(kind, Kind::Declared(self.declared_kind(decl)));
            }
        }
        if let Some(name) = module.strings.find(b"DIExpression") {
            kinds.insert(name, Kind::Expression);
        }
        let location_kind = module.strings.find(b"DILocation");
        if kinds.is_empty() && location_kind.is_none() {
            return;
        }
        let fields =
            LOCATION_FIELDS.iter().filter_map(|&(name, field)| Some((module.strings.find(name)?, field)));
        let count = module.metadata.nodes.len();
        let kinds = Arc::new(kinds);
        let debug = &mut self.forms_mut().debug;
        (debug.kinds, debug.location_fields) = (kinds.clone(), fields.collect());
        debug.location_kind = location_kind;
        debug.attribute_nodes = AttributeNodes::new(context);
        debug.state.resize(count);
        debug.depths.resize(count);
        if rayon::current_num_threads() < 2 {
            return;
        }
        let length = ways::limit(RUN);
        let runs = (0..count.div_ceil(length)).into_par_iter();
        let runs = runs.map(|run| run * length..count.min((run + 1) * length));
        let alone = self.in_runs(runs, |importer, node| {
            let node = MdNode::from_u32(node as u32);
            let kind = module.metadata.nodes[node].kind.name().and_then(|name| kinds.get(&name));
            match kind {
                Some(Kind::Declared(kind)) => importer.by_itself(node, kind),
                Some(Kind::Expression) | None => Alone::default(),
            }
        });
        self.forms_mut().debug.alone = alone;
    }

    /// Phase 2: chooses the representation of each node of debug information.
    pub(crate) fn decide_debug_information(&mut self) {
        let (module, location_kind) = (self.ir, self.decided.representations.debug.location_kind);
        let kinds = &*Arc::clone(&self.decided.representations.debug.kinds);
        // Locations are many, and no other node depends on them, so they come last.
        let mut locations = Vec::new();
        for node in module.metadata.nodes.keys() {
            match self.is_of_kind(node, location_kind) {
                true => {
                    self.decide_scopes(kinds, node);
                    locations.push(node);
                }
                false => drop(self.debug_form(kinds, node, 0)),
            }
        }
        self.decide_locations(&locations);
        self.forms_mut().debug.alone = Vec::new();
    }

    /// Translates the scope of a location, then the scopes of the locations that it was inlined into. This fixes the order in
    /// which the aside lists what the attributes leave out.
    fn decide_scopes(&mut self, kinds: &Kinds, location: MdNode) {
        let module = self.ir;
        let mut next = Some(location);
        while let Some(node) =
            next.take().filter(|&node| self.decided.representations.debug.state[node] == State::Unknown)
        {
            self.forms_mut().debug.state[node] = State::Candidate;
            let MdNodeKind::Specialized { fields, .. } = &module.metadata.nodes[node].kind else { return };
            for field in fields {
                let FieldValue::Metadata(Metadata::Node(operand)) = field.value else { continue };
                if self.is_of_kind(operand, self.decided.representations.debug.location_kind) {
                    next = Some(operand);
                } else if self.debug_form(kinds, operand, 1).is_none() {
                    return;
                }
            }
        }
    }

    /// Decides which locations MLIR can represent: their scope must be an attribute, and the location that they were inlined into
    /// must be representable.
    fn decide_locations(&mut self, locations: &[MdNode]) {
        let alone = |nodes: &[MdNode]| nodes.iter().map(|&node| self.location_alone(node)).collect();
        let found: Vec<Vec<_>> = locations.par_chunks(WORTH_SHARING).map(alone).collect();
        let mut callers: SecondaryMap<MdNode, PackedOption<MdNode>> = SecondaryMap::new();
        callers.resize(self.ir.metadata.nodes.len());
        let debug = &mut self.forms_mut().debug;
        for (&node, (nesting, caller)) in locations.iter().zip(found.into_iter().flatten()) {
            let Some(nesting) = nesting else {
                debug.state[node] = State::Done;
                continue;
            };
            (debug.state[node], debug.depths[node]) = (State::Candidate, nesting);
            callers[node] = caller.into();
        }
        let mut chain = Vec::new();
        for &node in locations {
            let mut next = Some(node);
            while let Some(node) = next.filter(|&node| debug.state[node] == State::Candidate) {
                debug.state[node] = State::InProgress;
                chain.push(node);
                next = callers[node].expand();
            }
            // The end of the chain: not inlined, or inlined into a location that is decided already. A cyclic chain is not representable.
            let mut around = match next {
                None => Some(0),
                Some(caller) => (debug.state[caller] == State::Location).then(|| debug.depths[caller]),
            };
            for node in chain.drain(..).rev() {
                // One level each for the scope, for additional fields, and for the call site.
                let nesting = around.map(|around| around.max(debug.depths[node]).saturating_add(3));
                around = nesting.filter(|&nesting| nesting <= MAX_DEPTH);
                debug.depths[node] = around.unwrap_or(0);
                debug.state[node] = if around.is_some() { State::Location } else { State::Done };
            }
        }
    }

    /// The attribute of a node, translated on first use.
    fn debug_form(&mut self, kinds: &Kinds, node: MdNode, depth: u8) -> Option<Attribute> {
        match self.decided.representations.debug.state[node] {
            State::Unknown => {}
            State::Done => return self.form(node),
            State::InProgress | State::Candidate | State::Location => return None,
        }
        let kind = kinds.get(&self.ir.metadata.nodes[node].kind.name()?)?;
        if depth > MAX_DEPTH {
            return None;
        }
        self.forms_mut().debug.state[node] = State::InProgress;
        let decided = match kind {
            Kind::Declared(kind) => self.declared_form(kinds, node, kind, depth),
            Kind::Expression => self
                .is_exact_expression(node)
                .then(|| Decided { attribute: self.debug_expression(node), own: None }),
        };
        let forms = self.forms_mut();
        forms.debug.state[node] = State::Done;
        let Decided { attribute, own } = decided?;
        forms.decide(node, attribute);
        if let Some(Own { nesting, rest, distinct }) = own {
            forms.debug.attribute_nodes.insert(attribute, node, nesting);
            if rest != 0 || distinct.is_some() {
                forms.debug.rest.push((node, rest, distinct));
            }
        }
        Some(attribute)
    }

    /// Examines a node without looking at other nodes.
    fn by_itself(&mut self, node: MdNode, kind: &DeclaredKind) -> Alone {
        let data = &self.ir.metadata.nodes[node];
        let MdNodeKind::Specialized { fields, .. } = &data.kind else { return Alone::default() };
        let (decl, def) = (kind.decl, kind.decl.attribute);
        let mut params = kind.nothing.clone();
        let (mut rest, mut others): (Fields, Fields) = (0, 0);
        let mut virtual_index = None;
        // The fields that are present, by bit.
        let (mut present, mut next) = (0_u64, 0);
        for (at, field) in fields.iter().enumerate() {
            let Some(bit) = 1_u32.checked_shl(at as u32) else { return Alone::nothing(others) };
            let Some(known) = field.name.and_then(|name| kind.field(name, next)) else {
                rest |= bit;
                continue;
            };
            next = known + 1;
            let (_, place, param) = kind.fields[known];
            let declared = &decl.fields[place];
            present |= 1 << place;
            match (declared.form, param) {
                (FieldForm::Zero, _) if field.value == FieldValue::Integer(Integer::ZERO) => {}
                (FieldForm::VirtualIndex, _) => virtual_index = Some((bit, &field.value)),
                (_, None) => rest |= bit,
                // A null field is the same as an absent one.
                (FieldForm::Node | FieldForm::Nodes | FieldForm::Text, _)
                    if field.value == FieldValue::Metadata(Metadata::Null)
                        && !(declared.always && matches!(declared.form, FieldForm::Nodes)) => {}
                (form, _) if refers(form, &field.value) => others |= bit,
                (form, Some(param)) => {
                    let value = self.plain_param(decl, form, &field.value);
                    match value.filter(|value| self.takes(def.params[param].kind, value)) {
                        Some(value) => params[param] = value,
                        // Tags and languages have no default.
                        None if matches!(form, FieldForm::Dwarf(_, NO_DEFAULT)) => {
                            return Alone::nothing(others);
                        }
                        None if is_essential(decl, declared.field) => return Alone::nothing(others),
                        None => rest |= bit,
                    }
                }
            }
        }
        if let Some((bit, value)) = virtual_index
            && (number(&params, kind.flags) & VIRTUALITY == 0 || *value != FieldValue::Integer(Integer::ZERO))
        {
            rest |= bit;
        }
        if let Some(id) = kind.id
            && (data.distinct || std::ptr::eq(def, &DI_COMPILE_UNIT))
        {
            params[id] = Param::Attribute(self.identity(node));
        }
        match present & kind.expected == kind.expected {
            true => Alone { params, rest, others },
            false => Alone::nothing(others),
        }
    }

    /// The attribute of a node of a declared kind, if it can become one.
    fn declared_form(
        &mut self,
        kinds: &Kinds,
        node: MdNode,
        kind: &DeclaredKind,
        depth: u8,
    ) -> Option<Decided> {
        let (decl, def) = (kind.decl, kind.decl.attribute);
        let data = &self.ir.metadata.nodes[node];
        let MdNodeKind::Specialized { fields, .. } = &data.kind else { return None };
        let Alone { mut params, mut rest, others } = match self.decided.representations.debug.alone.is_empty()
        {
            true => self.by_itself(node, kind),
            false => {
                let (node, length) = (node.as_u32() as usize, ways::limit(RUN));
                std::mem::take(&mut self.forms_mut().debug.alone[node / length][node % length])
            }
        };
        let (mut nesting, mut next) = (0, 0);
        for at in positions(others) {
            let field = &fields[at];
            let known = kind.field(field.name?, next)?;
            next = known + 1;
            let (_, place, param) = kind.fields[known];
            let (declared, param) = (&decl.fields[place], param?);
            let value = self.param_of_others(kinds, decl, declared, &field.value, depth);
            match value.filter(|value| self.takes(def.params[param].kind, value)) {
                Some(value) => {
                    nesting = nesting.max(self.depth_of(&value));
                    if let Some(param) = params.get_mut(param) {
                        *param = value;
                    }
                }
                None if is_essential(decl, declared.field) => return None,
                None => rest |= 1 << at,
            }
        }
        // By now all nodes that it refers to are translated, even if this node does not become an attribute.
        if params.is_empty() || kind.required.iter().any(|&at| params[at] == Param::Absent) {
            return None;
        }
        let implied = match decl.identity {
            Identity::Content => false,
            Identity::Distinct => true,
            Identity::DistinctTags(tags) => tags.contains(&number(&params, kind.tag)),
            Identity::DistinctFlag(flag) => number(&params, kind.flags) & flag != 0,
        };
        // If it has an identity, that is nested in it as well.
        let nesting = 1 + nesting.max(u8::from(params.iter().any(|param| param.as_attribute().is_some())));
        if nesting > MAX_DEPTH {
            return None;
        }
        let attribute = Attribute::declare(self.context, def, params);
        if let Some((owner, _)) = self.decided.representations.debug.attribute_nodes.get(attribute) {
            // The module may contain the same uniqued node twice.
            let same = !data.distinct && self.ir.metadata.nodes[owner] == *data;
            return same.then_some(Decided { attribute, own: None });
        }
        let distinct = (implied != data.distinct).then_some(data.distinct);
        Some(Decided { attribute, own: Some(Own { nesting, rest, distinct }) })
    }

    /// A parameter from which export rebuilds exactly this field. For fields that refer to other nodes.
    fn param_of_others(
        &mut self,
        kinds: &Kinds,
        decl: &'static NodeDecl,
        field: &FieldDecl,
        value: &FieldValue,
        depth: u8,
    ) -> Option<Param> {
        let &FieldValue::Metadata(Metadata::Node(node)) = value else { return None };
        if matches!(field.form, FieldForm::Nodes) {
            let list = self.exact_list(kinds, decl, field.field, node, depth)?;
            return Some(Param::List(list.into()));
        }
        let other = self.debug_form(kinds, node, depth + 1)?;
        let is = |def| other.declared(self.context, def).is_some();
        let fits = match field.form {
            FieldForm::Bound | FieldForm::GenericBound => {
                is(&DI_EXPRESSION) || DI_VARIABLES.iter().any(|def| is(def))
            }
            _ => true,
        };
        fits.then_some(Param::Attribute(other))
    }

    /// A parameter from which export rebuilds exactly this field. For fields that do not refer to other nodes.
    fn plain_param(&mut self, decl: &'static NodeDecl, form: FieldForm, value: &FieldValue) -> Option<Param> {
        let unsigned = |value: Integer| value.to().map(Param::Unsigned);
        match (form, value) {
            // LLVM stores an empty string as an absent one.
            (FieldForm::Text, FieldValue::String(text)) => match self.ir.strings.get(*text).is_empty() {
                true if matches!(decl.kind, "DIFile" | "DIBasicType" | "DIStringType" | "DICommonBlock") => {
                    Some(Param::Attribute(self.text_attribute(*text)))
                }
                true => Some(Param::Absent),
                false => Some(Param::Attribute(self.text_attribute(*text))),
            },
            (FieldForm::Number, FieldValue::Integer(value)) => unsigned(*value),
            (FieldForm::Bool, FieldValue::Bool(value)) => Some(Param::Bool(*value)),
            (FieldForm::Dwarf(table, _), &FieldValue::Symbols(name)) => {
                self.symbols_value(std::ptr::from_ref(table).addr(), name, |name| table.value(name))
            }
            (FieldForm::Case(names), &FieldValue::Symbols(name)) => {
                let name = self.ir.text(name);
                names.iter().position(|known| *known == name).map(|at| Param::Unsigned(at as u64))
            }
            (FieldForm::Flags(table), &FieldValue::Symbols(flags)) => {
                self.symbols_value(std::ptr::from_ref(table).addr(), flags, |flags| {
                    flags.split(JOINT).try_fold(0, |all, flag| Some(all | table.value(flag)?))
                })
            }
            (FieldForm::Dwarf(..) | FieldForm::Flags(_), FieldValue::Integer(value)) => unsigned(*value),
            (FieldForm::Bound | FieldForm::GenericBound, FieldValue::Integer(value)) => {
                self.integer_bound(decl, *value).map(Param::Attribute)
            }
            _ => None,
        }
    }

    /// Cached values of keywords, keyed by the table's address and the keywords: a few keywords occur over and over.
    fn symbols_value(
        &mut self,
        table: usize,
        symbols: StrId,
        value: impl FnOnce(&str) -> Option<u64>,
    ) -> Option<Param> {
        let module = self.ir;
        let find = || value(&module.text(symbols));
        self.nodes.keywords.entry((table, symbols)).or_insert_with(find).map(Param::Unsigned)
    }

    /// The elements of a list, if none of them can lead back to the node whose field it is.
    fn exact_list(
        &mut self,
        kinds: &Kinds,
        decl: &'static NodeDecl,
        name: &str,
        list: MdNode,
        depth: u8,
    ) -> Option<Vec<Param>> {
        let context = self.context;
        let operands = self.tuple(list).filter(|_| !self.is_distinct(list))?;
        let types = std::ptr::eq(decl.attribute, &DI_SUBROUTINE_TYPE);
        // Retained variables and labels refer back to their subprogram.
        if name == "retainedNodes" || operands.is_empty() && !types {
            return None;
        }
        let of_type = std::ptr::eq(decl.attribute, &DI_COMPOSITE_TYPE);
        let mut elements = Vec::with_capacity(operands.len());
        for &operand in operands {
            let element = match operand {
                Metadata::Null if types => Attribute::declare(context, &DI_NULL_TYPE, []),
                Metadata::Node(node) if name == "annotations" => {
                    let parts = self.tuple(node).filter(|_| !self.is_distinct(node))?;
                    let &[Metadata::String(name), Metadata::String(value)] = parts else { return None };
                    DIAnnotation::build(context, self.ident(name), self.ident(value)).made()
                }
                Metadata::Node(node) if of_type && !self.is_plain_element(node) => return None,
                Metadata::Node(node) => self.debug_form(kinds, node, depth + 1)?,
                _ => return None,
            };
            elements.push(Param::Attribute(element));
        }
        Some(elements)
    }

    /// A representable location. If it is distinct or has fields besides line and column, the location is fused with these. Tools
    /// that look for a scope in the metadata of fused locations skip that and see the inner location.
    pub(crate) fn exact_location(&mut self, node: MdNode) -> Attribute {
        if let Some(&known) = self.nodes.attributes.get(&node) {
            return known;
        }
        let context = self.context;
        let (mut line, mut column, mut scope, mut caller) = (0, 0, None, None);
        let mut marks: SmallVec<[NamedAttribute; 3]> = SmallVec::new();
        for field in self.specialized(node).map_or(&[][..], |(_, fields)| fields) {
            match (self.location_field(field), &field.value) {
                (Some(LocationField::Line), FieldValue::Integer(value)) => line = value.to().expect(FITS),
                (Some(LocationField::Column), FieldValue::Integer(value)) => column = value.to().expect(FITS),
                (Some(LocationField::Scope), FieldValue::Metadata(Metadata::Node(node))) => {
                    scope = Some(*node);
                }
                (Some(LocationField::InlinedAt), FieldValue::Metadata(Metadata::Node(node))) => {
                    caller = Some(*node);
                }
                (Some(LocationField::InlinedAt), _) => {}
                (_, value) => {
                    let name = field.name.map_or(context.common.empty_string, |name| self.ident(name));
                    marks.push(NamedAttribute { name, value: self.field_value(value) });
                }
            }
        }
        let metadata = scope.and_then(|scope| self.form(scope));
        let place = self.place_in(scope, line, column);
        let mut location = self.fused(place, metadata);
        if let Some(caller) = caller {
            let caller = self.exact_location(caller);
            location = context.attr(AttrKind::CallSiteLocation { callee: location, caller });
        }
        let distinct = self.is_distinct(node);
        if distinct || !marks.is_empty() {
            let marks = match marks.is_empty() {
                true => context.common.unit,
                false => Attribute::dictionary(context, marks.into_vec()),
            };
            let id = u64::from(node.as_u32());
            let metadata = match distinct {
                true => context.attr(AttrKind::Distinct { id, referenced: marks }),
                false => marks,
            };
            location = self.fused(location, Some(metadata));
        }
        self.nodes.attributes.insert(node, location);
        location
    }

    /// A position in the file of a scope. The file names of scopes are cached.
    fn place_in(&mut self, scope: Option<MdNode>, line: u32, column: u32) -> Attribute {
        let Some(scope) = scope else { return self.file_location(None, line, column) };
        let file = match self.nodes.files_of_scopes.get(&scope) {
            Some(&file) => file,
            None => {
                let file = self.file_of_scope(Some(scope));
                self.nodes.files_of_scopes.insert(scope, file);
                file
            }
        };
        self.context.attr(AttrKind::FileLocation { file, line, column, end: None })
    }

    /// The aside that lists what the attributes of debug information leave out.
    pub(crate) fn debug_rest(&mut self) -> Option<Attribute> {
        let tables = Arc::clone(&self.tables);
        let rest = &tables.decided.representations.debug.rest;
        let entries = self.in_parallel(rest, Self::rest_of_node);
        let entries: Vec<Attribute> = entries.into_iter().flatten().collect();
        (!entries.is_empty()).then(|| Attribute::array(self.context, entries))
    }

    /// One entry of the aside: the attribute of a node and the fields that it leaves out.
    fn rest_of_node(&mut self, (node, rest, distinct): &Rest) -> Option<Attribute> {
        let (context, module) = (self.context, self.ir);
        let MdNodeKind::Specialized { fields, .. } = &module.metadata.nodes[*node].kind else { return None };
        let attribute = self.form(*node)?;
        let mut values = Vec::with_capacity(rest.count_ones() as usize + 1);
        for field in positions(*rest).map(|at| &fields[at]) {
            let Some(name) = field.name else { continue };
            values.push(NamedAttribute { name: self.ident(name), value: self.field_value(&field.value) });
        }
        if let Some(distinct) = distinct {
            let value = Attribute::bool(context, *distinct);
            values.push(NamedAttribute { name: context.ident(asides::DISTINCT), value });
        }
        Some(Attribute::array(context, [attribute, Attribute::dictionary(context, values)]))
    }
}

impl<'m> Tables<'m, '_> {
    fn is_of_kind(&self, node: MdNode, name: Option<StrId>) -> bool {
        self.ir.metadata.nodes[node].kind.name().is_some_and(|kind| Some(kind) == name)
    }

    fn declared_kind(&self, decl: &'static NodeDecl) -> DeclaredKind {
        let strings = &self.ir.strings;
        let fields = decl.fields.iter().enumerate().filter_map(|(at, field)| {
            Some((strings.find(field.field.as_bytes())?, at, param_index(decl.attribute, field.param)))
        });
        let params = decl.attribute.params.iter().map(|param| {
            let form = decl.fields.iter().find(|field| field.param == param.name).map(|field| field.form);
            match (form, param.kind) {
                // LLVM's default is a definition.
                (Some(FieldForm::Bool), _) if param.name == "isDefined" => Param::Bool(true),
                (Some(FieldForm::Dwarf(_, default)), _) if default != NO_DEFAULT => Param::Unsigned(default),
                (Some(FieldForm::Text), ParamKind::Class(_)) if param.presence == Presence::Required => {
                    Param::Attribute(crate::builder::string(self.context, b""))
                }
                _ => absent(param.kind, param.presence),
            }
        });
        let required = decl.attribute.params.iter().enumerate();
        let required = required.filter(|(_, param)| param.presence == Presence::Required);
        // Older spellings describe a subprogram by separate fields instead of flags. Tags and languages have no default.
        let is_expected = |form, always| match form {
            FieldForm::Dwarf(_, NO_DEFAULT) => true,
            FieldForm::Flags(_) => always,
            _ => false,
        };
        let expected = decl.fields.iter().map(|field| u64::from(is_expected(field.form, field.always)));
        let index = |name: &str| param_index(decl.attribute, name);
        DeclaredKind {
            decl,
            fields: fields.collect(),
            nothing: params.collect(),
            required: required.map(|(at, _)| at).collect(),
            expected: expected.zip(0..).fold(0, |all, (is_expected, at)| all | is_expected << at),
            flags: index("subprogramFlags"),
            tag: index("tag"),
            id: index("id"),
        }
    }

    /// The nesting depth of a parameter.
    fn depth_of(&self, param: &Param) -> u8 {
        match param {
            Param::Attribute(attribute) => self
                .decided
                .representations
                .debug
                .attribute_nodes
                .get(*attribute)
                .map_or(1, |(_, depth)| depth),
            Param::List(list) => list.iter().map(|param| self.depth_of(param)).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether a node is a location that MLIR can represent.
    pub(crate) fn is_location(&self, node: MdNode) -> bool {
        self.decided.representations.debug.state[node] == State::Location
    }

    /// Whether an element of a type cannot lead back to that type: a bound of an array, or a member whose type is translated already.
    fn is_plain_element(&self, node: MdNode) -> bool {
        if self.is_a(node, "DISubrange") || self.is_a(node, "DIGenericSubrange") {
            return true;
        }
        let base = self.field_node(node, "baseType");
        self.is_a(node, "DIDerivedType")
            && ["scope", "extraData"].iter().all(|name| self.field_of(node, name).is_none())
            && base.is_some_and(|base| self.form(base).is_some() || self.is_a(base, "DIBasicType"))
    }

    /// Whether a parameter of this kind can hold this value.
    #[inline]
    pub(crate) fn takes(&self, kind: &ParamKind, value: &Param) -> bool {
        match (kind, value) {
            // The most frequent case.
            (ParamKind::Attribute | ParamKind::Class(_), Param::Attribute(_)) => true,
            _ => self.takes_other(kind, value),
        }
    }

    fn takes_other(&self, kind: &ParamKind, value: &Param) -> bool {
        match (kind, value) {
            (ParamKind::Declared(defs), Param::Attribute(attribute)) => match attribute.kind(self.context) {
                AttrKind::Declared { def, .. } => defs.iter().any(|known| std::ptr::eq(*known, *def)),
                _ => false,
            },
            (ParamKind::List(of), Param::List(list)) => list.iter().all(|value| self.takes(of, value)),
            (ParamKind::Unsigned(width), Param::Unsigned(value)) => *width >= 64 || value >> width == 0,
            (ParamKind::Symbolic(table), Param::Unsigned(value)) => table.spelling(*value).is_some(),
            (ParamKind::Enum(table), Param::Unsigned(value)) => has_value(table, *value),
            (ParamKind::Class(_), Param::Absent) => true,
            (ParamKind::Bool, Param::Bool(_)) => true,
            _ => false,
        }
    }

    /// Whether an expression consists of operations known to LLVM, each with numeric arguments, so that export rebuilds it exactly.
    fn is_exact_expression(&self, node: MdNode) -> bool {
        let Some((_, fields)) = self.specialized(node).filter(|_| !self.is_distinct(node)) else {
            return false;
        };
        let mut operations: Vec<(u64, usize)> = Vec::new();
        for field in fields {
            let last = operations.last_mut();
            match &field.value {
                FieldValue::Integer(value) => match last {
                    Some((_, count)) if value.to::<u64>().is_some() => *count += 1,
                    _ => return false,
                },
                &FieldValue::Symbols(name) => {
                    let name = self.ir.text(name);
                    match (OPERATIONS.value(&name), last) {
                        (Some(opcode), _) => operations.push((opcode, 0)),
                        (None, Some((DW_OP_LLVM_CONVERT, count @ 1))) if ENCODINGS.value(&name).is_some() => {
                            *count += 1;
                        }
                        _ => return false,
                    }
                }
                _ => return false,
            }
        }
        let fragments = operations.iter().filter(|(opcode, _)| *opcode == DW_OP_LLVM_FRAGMENT).count();
        fragments <= 1
    }

    fn location_field(&self, field: &Field) -> Option<LocationField> {
        let name = field.name?;
        let fields = &self.decided.representations.debug.location_fields;
        fields.iter().find(|(known, _)| *known == name).map(|(_, field)| *field)
    }

    /// The nesting depth of a location, from its scope, and the location that it was inlined into. No depth if MLIR cannot
    /// represent the location.
    fn location_alone(&self, node: MdNode) -> (Option<u8>, Option<MdNode>) {
        let (mut nesting, mut caller) = (None, None);
        for field in self.specialized(node).map_or(&[][..], |(_, fields)| fields) {
            let fits = match (self.location_field(field), &field.value) {
                (Some(LocationField::Line), FieldValue::Integer(value)) => value.to::<u32>().is_some(),
                (Some(LocationField::Column), FieldValue::Integer(value)) => value.to::<u16>().is_some(),
                (Some(LocationField::Scope), &FieldValue::Metadata(Metadata::Node(scope))) => {
                    let is_local = |scope: &Attribute| is_one_of(self.context, *scope, DI_LOCAL_SCOPES);
                    let scope = self.form(scope).filter(is_local);
                    nesting = scope.map(|scope| self.depth_of(&Param::Attribute(scope)));
                    nesting.is_some()
                }
                (Some(LocationField::InlinedAt), FieldValue::Metadata(Metadata::Null)) => true,
                (Some(LocationField::InlinedAt), &FieldValue::Metadata(Metadata::Node(node))) => {
                    caller = Some(node);
                    true
                }
                (Some(LocationField::Mark), FieldValue::Integer(_) | FieldValue::Bool(_)) => true,
                _ => false,
            };
            if !fits {
                return (None, None);
            }
        }
        (nesting, caller)
    }

    /// The attribute of a function's subprogram, if it has one.
    pub(crate) fn exact_subprogram(&self, node: MdNode) -> Option<Attribute> {
        self.form_as(node, &DI_SUBPROGRAM)
    }

    /// The `dbg_exprs` of a global variable; `None` if some of it is not represented by attributes.
    pub(crate) fn exact_global_expressions(&self, attachments: &[(StrId, MdNode)]) -> Option<Attribute> {
        let dbg = attachments.iter().filter(|(kind, _)| self.ir.strings.get(*kind) == b"dbg");
        let forms = dbg.map(|&(_, node)| self.form_as(node, &DI_GLOBAL_VARIABLE_EXPRESSION));
        let forms = forms.collect::<Option<Vec<_>>>()?;
        (!forms.is_empty()).then(|| Attribute::array(self.context, forms))
    }

    /// The variable and the expression of a debug record, if `llvm.intr.dbg.…` with a value as its operand can express all of the record.
    pub(crate) fn exact_record(&self, record: &DebugRecord) -> Option<(Attribute, Attribute)> {
        if !matches!(record.kind, DebugRecordKind::Value | DebugRecordKind::Declare)
            || !record.location.is_some_and(|location| self.is_location(location))
        {
            return None;
        }
        let node = |operand: &RecordOperand| match operand {
            RecordOperand::Metadata(Metadata::Node(node)) => Some(*node),
            _ => None,
        };
        match &record.operands[..] {
            [RecordOperand::Value(_), variable, expression] => Some((
                self.form_as(node(variable)?, &DI_LOCAL_VARIABLE)?,
                self.form_as(node(expression)?, &DI_EXPRESSION)?,
            )),
            _ => None,
        }
    }

    /// Calls `each` with all operands of fields that attributes leave out.
    pub(crate) fn rest_operands(&self, mut each: impl FnMut(Metadata)) {
        for (node, rest, _) in &self.decided.representations.debug.rest {
            let MdNodeKind::Specialized { fields, .. } = &self.ir.metadata.nodes[*node].kind else {
                continue;
            };
            for at in positions(*rest) {
                fields[at].value.operands().iter().for_each(|&operand| each(operand));
            }
        }
    }

    /// Whether any node of debug information became an attribute.
    pub(crate) fn has_debug_forms(&self) -> bool {
        !self.decided.representations.debug.attribute_nodes.is_empty()
    }
}

/// Whether a field refers to other nodes, so that its parameter depends on their translation.
fn refers(form: FieldForm, value: &FieldValue) -> bool {
    let may_refer = matches!(
        form,
        FieldForm::Node
            | FieldForm::Expression
            | FieldForm::Nodes
            | FieldForm::Bound
            | FieldForm::GenericBound
    );
    may_refer && matches!(value, FieldValue::Metadata(Metadata::Node(_)))
}

/// Whether the attribute is meaningless without this field.
fn is_essential(decl: &NodeDecl, field: &str) -> bool {
    ESSENTIAL.contains(&(decl.kind, field))
}

/// The value of an integer parameter, zero if absent.
fn number(params: &[Param], at: Option<usize>) -> u64 {
    at.and_then(|at| params[at].as_u64()).unwrap_or(0)
}

/// The invariant of representable locations.
const FITS: &str = "invariant: lines and columns of representable locations fit";

/// The number of locations in one parallel work item.
const WORTH_SHARING: usize = 1 << 10;

fn is_one_of(context: &Context, attribute: Attribute, defs: &[&AttrDef]) -> bool {
    match attribute.kind(context) {
        AttrKind::Declared { def, .. } => defs.iter().any(|known| std::ptr::eq(*known, *def)),
        _ => false,
    }
}

/// Whether the table can spell all of a value.
fn has_value(table: &EnumDef, value: u64) -> bool {
    match table.form {
        EnumForm::Value(_) => table.spelling(value).is_some(),
        EnumForm::Bits(..) => value & !table.all().fold(0, |all, case| all | case.value) == 0,
    }
}

const DW_OP_LLVM_FRAGMENT: u64 = 0x1000;
const DW_OP_LLVM_CONVERT: u64 = 0x1001;

#[cfg(test)]
mod tests {
    use super::positions;

    #[test]
    fn fields_are_found_by_their_bits() {
        assert!(positions(0).next().is_none());
        assert!(positions(1 | 1 << 5 | 1 << 31).eq([0, 5, 31]));
        assert!(positions(u32::MAX).eq(0..32));
    }
}

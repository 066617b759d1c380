//! Debug information in MLIR's terms, losing nothing.
//!
//! A node of a kind that MLIR models becomes the attribute, which says what it can. What it has no parameter for (the flags of a
//! subprogram, where a member was declared, the checksum of a file), and what would lead back to the node itself, is in an aside of
//! the module, by attribute. This holds only as long as no two nodes have the same attribute: the first one gets it, others are
//! elements of the table. A node whose attribute would mean nothing without such a field is one of these, too.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tern_dialect_llvm::attributes::{
    DI_ANNOTATION, DI_COMPILE_UNIT, DI_COMPOSITE_TYPE, DI_EXPRESSION, DI_GLOBAL_VARIABLE_EXPRESSION,
    DI_LOCAL_SCOPES, DI_LOCAL_VARIABLE, DI_NULL_TYPE, DI_SUBPROGRAM, DI_SUBROUTINE_TYPE, DI_VARIABLES,
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

use crate::Importer;
use crate::debug_info::absent;
use crate::owners::Owners;

/// What is decided of debug information.
#[derive(Default)]
pub(crate) struct DebugForms {
    kinds: Arc<Kinds>,
    location_kind: Option<StrId>,
    location_fields: SmallVec<[(StrId, LocationField); 7]>,
    state: SecondaryMap<MdNode, State>,
    /// How deep a location is nested.
    depths: SecondaryMap<MdNode, u8>,
    owners: Owners,
    /// What the attributes of nodes do not say: which fields, and whether it is distinct where that is not implied.
    rest: Vec<Rest>,
    /// What nodes say by themselves, by [`RUN`]s, until it is decided what they become; nothing where one thread looks and decides.
    alone: Vec<Vec<Alone>>,
}

/// What the attribute of a node does not say.
type Rest = (MdNode, Fields, Option<bool>);

/// Fields of a node, by bit.
type Fields = u32;

/// The positions of fields, in their order.
fn positions(mut fields: Fields) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = fields.trailing_zeros();
        fields &= fields.wrapping_sub(1);
        (at < Fields::BITS).then_some(at as usize)
    })
}

/// What a node that MLIR models says by itself, whatever it refers to.
#[derive(Default)]
struct Alone {
    /// The parameters, but for those that other nodes become; none at all where the node has no attribute.
    params: Box<[Param]>,
    /// The fields that have no parameter.
    rest: Fields,
    /// Those that refer to other nodes, up to the one for which the node has no attribute.
    others: Fields,
}

impl Alone {
    /// That there is no attribute.
    fn nothing(others: Fields) -> Self {
        Self { others, ..Self::default() }
    }
}

/// What a node becomes.
struct Decided {
    attribute: Attribute,
    /// What is to be said of it, unless another node is that attribute already.
    own: Option<Own>,
}

/// How deep the attribute of a node is nested, and what it does not say.
struct Own {
    nesting: u8,
    rest: Fields,
    distinct: Option<bool>,
}

/// How many nodes a thread looks at at once.
const RUN: usize = 1 << 10;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Unknown,
    InProgress,
    /// A location by itself; what it was inlined into is looked at next.
    Candidate,
    Done,
    /// A location that is one in MLIR as well.
    Location,
}

/// What a kind of node becomes.
enum Kind {
    Declared(DeclaredKind),
    Expression,
}

/// The kinds of nodes that can be attributes, by name.
type Kinds = FxHashMap<StrId, Kind>;

/// A kind with the names of its fields found.
struct DeclaredKind {
    decl: &'static NodeDecl,
    /// The name of a field, its position in the declaration and that of its parameter.
    fields: Vec<(StrId, usize, Option<usize>)>,
    /// The parameters of a node without fields.
    nothing: Box<[Param]>,
    /// Those that must be there.
    required: Vec<usize>,
    /// The fields that must be there, by bit.
    expected: u64,
    flags: Option<usize>,
    tag: Option<usize>,
    id: Option<usize>,
}

impl DeclaredKind {
    /// Which of the fields has this name; mostly it is the next one, or one of those behind it.
    fn field(&self, name: StrId, next: usize) -> Option<usize> {
        let is_it = |at: &usize| self.fields[*at].0 == name;
        (next..self.fields.len()).find(is_it).or_else(|| (0..next).find(is_it))
    }
}

/// How deep attributes may be nested: readers of MLIR go into them by recursion. What is deeper is in the table.
const MAX_DEPTH: u8 = 100;

/// Fields without which the attribute has no meaning.
const ESSENTIAL: &[(&str, &str)] =
    &[("DIDerivedType", "baseType"), ("DISubroutineType", "types"), ("DIGlobalVariableExpression", "expr")];

/// What a field of a location is.
#[derive(Clone, Copy)]
enum LocationField {
    Line,
    Column,
    Scope,
    InlinedAt,
    /// Beyond these.
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
    /// Finds what nodes of debug information say by themselves, on all threads if there are several.
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
        debug.owners = Owners::new(context);
        debug.state.resize(count);
        debug.depths.resize(count);
        if rayon::current_num_threads() < 2 {
            return;
        }
        let importer = &*self;
        let of_run = |importer: &mut Self, run: usize| -> Vec<Alone> {
            let nodes = run * RUN..count.min((run + 1) * RUN);
            let mut of_node = |node| match kinds.get(&module.metadata.nodes[node].kind.name()?)? {
                Kind::Declared(kind) => Some(importer.by_itself(node, kind)),
                Kind::Expression => None,
            };
            nodes.map(|node| of_node(MdNode::from_u32(node as u32)).unwrap_or_default()).collect()
        };
        let runs = (0..count.div_ceil(RUN)).into_par_iter();
        let alone = runs.map_init(|| importer.clone(), of_run).collect();
        self.forms_mut().debug.alone = alone;
    }

    /// Decides what becomes of all nodes of debug information.
    pub(crate) fn decide_debug_information(&mut self) {
        let (module, location_kind) = (self.ir, self.forms.debug.location_kind);
        let kinds = &*Arc::clone(&self.forms.debug.kinds);
        // Nothing else depends on locations, of which there are many.
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

    fn is_of_kind(&self, node: MdNode, name: Option<StrId>) -> bool {
        self.ir.metadata.nodes[node].kind.name().is_some_and(|kind| Some(kind) == name)
    }

    /// Decides what becomes of the scope of a location, and then of those of what it was inlined into: in this order what the
    /// attributes do not say is listed.
    fn decide_scopes(&mut self, kinds: &Kinds, location: MdNode) {
        let module = self.ir;
        let mut next = Some(location);
        while let Some(node) = next.take().filter(|&node| self.forms.debug.state[node] == State::Unknown) {
            self.forms_mut().debug.state[node] = State::Candidate;
            let MdNodeKind::Specialized { fields, .. } = &module.metadata.nodes[node].kind else { return };
            for field in fields {
                let FieldValue::Metadata(Metadata::Node(operand)) = field.value else { continue };
                if self.is_of_kind(operand, self.forms.debug.location_kind) {
                    next = Some(operand);
                } else if self.debug_form(kinds, operand, 1).is_none() {
                    return;
                }
            }
        }
    }

    /// Decides which locations are such in MLIR as well: those in a scope that is an attribute, if so are the places that they
    /// were inlined at.
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
            // What was inlined into nothing, or into a location. A chain that comes back to itself ends nowhere.
            let mut around = match next {
                None => Some(0),
                Some(caller) => (debug.state[caller] == State::Location).then(|| debug.depths[caller]),
            };
            for node in chain.drain(..).rev() {
                // It is fused with its scope, with what marks it, and is at a call site.
                let nesting = around.map(|around| around.max(debug.depths[node]).saturating_add(3));
                around = nesting.filter(|&nesting| nesting <= MAX_DEPTH);
                debug.depths[node] = around.unwrap_or(0);
                debug.state[node] = if around.is_some() { State::Location } else { State::Done };
            }
        }
    }

    fn declared_kind(&self, decl: &'static NodeDecl) -> DeclaredKind {
        let strings = &self.ir.strings;
        let fields = decl.fields.iter().enumerate().filter_map(|(at, field)| {
            Some((strings.find(field.field.as_bytes())?, at, param_index(decl.attribute, field.param)))
        });
        let params = decl.attribute.params.iter().map(|param| {
            let form = decl.fields.iter().find(|field| field.param == param.name).map(|field| field.form);
            match (form, param.kind) {
                // LLVM assumes a definition.
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
        // Older spellings say of a subprogram what it is in fields of their own. What is a tag or a language by default is none.
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

    /// The attribute of a node, decided when it is first asked for.
    fn debug_form(&mut self, kinds: &Kinds, node: MdNode, depth: u8) -> Option<Attribute> {
        match self.forms.debug.state[node] {
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
            forms.debug.owners.insert(attribute, node, nesting);
            if rest != 0 || distinct.is_some() {
                forms.debug.rest.push((node, rest, distinct));
            }
        }
        Some(attribute)
    }

    /// How deep a parameter is nested.
    fn depth_of(&self, param: &Param) -> u8 {
        match param {
            Param::Attribute(attribute) => {
                self.forms.debug.owners.get(*attribute).map_or(1, |(_, depth)| depth)
            }
            Param::List(list) => list.iter().map(|param| self.depth_of(param)).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether a node is a location that is one in MLIR as well.
    pub(crate) fn is_location(&self, node: MdNode) -> bool {
        self.forms.debug.state[node] == State::Location
    }

    /// What a node says by itself.
    fn by_itself(&mut self, node: MdNode, kind: &DeclaredKind) -> Alone {
        let data = &self.ir.metadata.nodes[node];
        let MdNodeKind::Specialized { fields, .. } = &data.kind else { return Alone::default() };
        let (decl, def) = (kind.decl, kind.decl.attribute);
        let mut params = kind.nothing.clone();
        let (mut rest, mut others): (Fields, Fields) = (0, 0);
        let mut virtual_index = None;
        // Which fields there are, by bit.
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
                // What is null is not there.
                (FieldForm::Node | FieldForm::Nodes | FieldForm::Text, _)
                    if field.value == FieldValue::Metadata(Metadata::Null)
                        && !(declared.always && matches!(declared.form, FieldForm::Nodes)) => {}
                (form, _) if refers(form, &field.value) => others |= bit,
                (form, Some(param)) => {
                    let value = self.plain_param(decl, form, &field.value);
                    match value.filter(|value| self.takes(def.params[param].kind, value)) {
                        Some(value) => params[param] = value,
                        // Neither a tag nor a language is there by default.
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

    /// What becomes of a node of a declared kind, if it is an attribute.
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
        let Alone { mut params, mut rest, others } = match self.forms.debug.alone.is_empty() {
            true => self.by_itself(node, kind),
            false => {
                let (run, at) = (node.as_u32() as usize / RUN, node.as_u32() as usize % RUN);
                std::mem::take(&mut self.forms_mut().debug.alone[run][at])
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
        // What it refers to is decided, whether it has an attribute or not.
        if params.is_empty() || kind.required.iter().any(|&at| params[at] == Param::Absent) {
            return None;
        }
        let implied = match decl.identity {
            Identity::Content => false,
            Identity::Distinct => true,
            Identity::DistinctTags(tags) => tags.contains(&number(&params, kind.tag)),
            Identity::DistinctFlag(flag) => number(&params, kind.flags) & flag != 0,
        };
        // Its identity is nested in it, too, if it has one.
        let nesting = 1 + nesting.max(u8::from(params.iter().any(|param| param.as_attribute().is_some())));
        if nesting > MAX_DEPTH {
            return None;
        }
        let attribute = Attribute::declare(self.context, def, params);
        if let Some((owner, _)) = self.forms.debug.owners.get(attribute) {
            // A node that is its content may be there twice.
            let same = !data.distinct && self.ir.metadata.nodes[owner] == *data;
            return same.then_some(Decided { attribute, own: None });
        }
        let distinct = (implied != data.distinct).then_some(data.distinct);
        Some(Decided { attribute, own: Some(Own { nesting, rest, distinct }) })
    }

    /// The value of a parameter from which export makes exactly this field, which refers to other nodes.
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

    /// The same for a field that refers to none.
    fn plain_param(&mut self, decl: &'static NodeDecl, form: FieldForm, value: &FieldValue) -> Option<Param> {
        let unsigned = |value: &Integer| value.to().map(Param::Unsigned);
        match (form, value) {
            // LLVM holds no empty texts.
            (FieldForm::Text, FieldValue::String(text)) => match self.ir.strings.get(*text).is_empty() {
                true if matches!(decl.kind, "DIFile" | "DIBasicType" | "DIStringType" | "DICommonBlock") => {
                    Some(Param::Attribute(self.text_attribute(*text)))
                }
                true => Some(Param::Absent),
                false => Some(Param::Attribute(self.text_attribute(*text))),
            },
            (FieldForm::Number, FieldValue::Integer(value)) => unsigned(value),
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
            (FieldForm::Dwarf(..) | FieldForm::Flags(_), FieldValue::Integer(value)) => unsigned(value),
            (FieldForm::Bound | FieldForm::GenericBound, FieldValue::Integer(_)) => {
                self.bound(decl, value).map(Param::Attribute)
            }
            _ => None,
        }
    }

    /// What keywords stand for by a table, which is known by its address: there are a few, each of which occurs over and over.
    fn symbols_value(
        &mut self,
        table: usize,
        symbols: StrId,
        value: impl FnOnce(&str) -> Option<u64>,
    ) -> Option<Param> {
        let find = || value(&self.ir.text(symbols));
        self.debug.symbols.entry((table, symbols)).or_insert_with(find).map(Param::Unsigned)
    }

    /// The elements of a list that leads nowhere near the node whose field it is.
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
        // Variables and labels that are retained refer to their subprogram.
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
                    let parts = [name, value].map(|text| Param::Attribute(self.text_attribute(text)));
                    Attribute::declare(context, &DI_ANNOTATION, parts)
                }
                Metadata::Node(node) if of_type && !self.is_plain_element(node) => return None,
                Metadata::Node(node) => self.debug_form(kinds, node, depth + 1)?,
                _ => return None,
            };
            elements.push(Param::Attribute(element));
        }
        Some(elements)
    }

    /// Whether an element of a type cannot lead back to it: a bound of an array, or a member whose type is known.
    fn is_plain_element(&self, node: MdNode) -> bool {
        if self.is_a(node, "DISubrange") || self.is_a(node, "DIGenericSubrange") {
            return true;
        }
        let base = self.field_node(node, "baseType");
        self.is_a(node, "DIDerivedType")
            && ["scope", "extraData"].iter().all(|name| self.field_of(node, name).is_none())
            && base.is_some_and(|base| self.form(base).is_some() || self.is_a(base, "DIBasicType"))
    }

    /// Whether a parameter can have this value.
    #[inline]
    pub(crate) fn takes(&self, kind: &ParamKind, value: &Param) -> bool {
        match (kind, value) {
            // Most are these.
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

    /// Whether an expression is operations that LLVM knows, each with numbers, as export makes them.
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
        let fields = &self.forms.debug.location_fields;
        fields.iter().find(|(known, _)| *known == name).map(|(_, field)| *field)
    }

    /// How deep a location is nested by its scope if that is an attribute, and what it was inlined into; no depth where MLIR has no
    /// form for the location.
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

    /// A location that is exact, as MLIR has it. Where it is distinct or has more than line and column, it is fused with that:
    /// without metadata that is a scope, the location inside is all that others see.
    pub(crate) fn exact_location(&mut self, node: MdNode) -> Attribute {
        if let Some(&known) = self.attributes_of_nodes.get(&node) {
            return known;
        }
        let context = self.context;
        let (mut line, mut column, mut scope, mut caller) = (0, 0, None, None);
        let mut marks: SmallVec<[NamedAttribute; 3]> = SmallVec::new();
        for field in self.specialized(node).map_or(&[][..], |(_, fields)| fields) {
            match (self.location_field(field), &field.value) {
                (Some(LocationField::Line), FieldValue::Integer(value)) => line = value.to().unwrap_or(0),
                (Some(LocationField::Column), FieldValue::Integer(value)) => column = value.to().unwrap_or(0),
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
        self.attributes_of_nodes.insert(node, location);
        location
    }

    /// A place in the file of a scope.
    fn place_in(&mut self, scope: Option<MdNode>, line: u32, column: u32) -> Attribute {
        let Some(scope) = scope else { return self.file_location(None, line, column) };
        let file = match self.files_of_scopes.get(&scope) {
            Some(&file) => file,
            None => {
                let file = self.file_of_scope(Some(scope));
                self.files_of_scopes.insert(scope, file);
                file
            }
        };
        self.context.attr(AttrKind::FileLocation { file, line, column, end: None })
    }

    /// The subprogram that a function is attached to, if it is an attribute.
    pub(crate) fn exact_subprogram(&self, node: MdNode) -> Option<Attribute> {
        self.form_as(node, &DI_SUBPROGRAM)
    }

    /// The debug information of a global variable as its field has it; `None` where not all of it is attributes.
    pub(crate) fn exact_global_expressions(&self, attachments: &[(StrId, MdNode)]) -> Option<Attribute> {
        let dbg = attachments.iter().filter(|(kind, _)| self.ir.strings.get(*kind) == b"dbg");
        let forms = dbg.map(|&(_, node)| self.form_as(node, &DI_GLOBAL_VARIABLE_EXPRESSION));
        let forms = forms.collect::<Option<Vec<_>>>()?;
        (!forms.is_empty()).then(|| Attribute::array(self.context, forms))
    }

    /// The variable and the expression of a record that an operation says all of, but for its value.
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

    /// What attributes of debug information do not say, by attribute.
    pub(crate) fn debug_rest(&mut self) -> Option<Attribute> {
        let forms = self.forms.clone();
        let entries = self.each_apart(&forms.debug.rest, Self::rest_of_node);
        let entries: Vec<Attribute> = entries.into_iter().flatten().collect();
        (!entries.is_empty()).then(|| Attribute::array(self.context, entries))
    }

    /// What the attribute of a node does not say, behind that attribute.
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

    /// The operands of fields that attributes do not say.
    pub(crate) fn rest_operands(&self, mut each: impl FnMut(Metadata)) {
        for (node, rest, _) in &self.forms.debug.rest {
            let MdNodeKind::Specialized { fields, .. } = &self.ir.metadata.nodes[*node].kind else {
                continue;
            };
            for at in positions(*rest) {
                fields[at].value.operands().iter().for_each(|&operand| each(operand));
            }
        }
    }

    /// Whether there are compile units, or anything else of debug information, among the attributes.
    pub(crate) fn has_debug_forms(&self) -> bool {
        !self.forms.debug.owners.is_empty()
    }
}

/// Whether a field of this form has a value that refers to other nodes, so that what becomes of these decides.
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

/// Whether the attribute has no meaning without this field.
fn is_essential(decl: &NodeDecl, field: &str) -> bool {
    ESSENTIAL.contains(&(decl.kind, field))
}

/// The number that a parameter is, zero where there is none.
fn number(params: &[Param], at: Option<usize>) -> u64 {
    at.and_then(|at| params[at].as_u64()).unwrap_or(0)
}

/// How many locations are worth the trouble of sharing them.
const WORTH_SHARING: usize = 1 << 10;

fn is_one_of(context: &Context, attribute: Attribute, defs: &[&AttrDef]) -> bool {
    match attribute.kind(context) {
        AttrKind::Declared { def, .. } => defs.iter().any(|known| std::ptr::eq(*known, *def)),
        _ => false,
    }
}

/// Whether all of a value can be spelled.
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

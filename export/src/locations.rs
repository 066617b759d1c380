//! Exports locations: the location of an operation becomes a `!DILocation` in the scope of its function.

use cranelift_entity::packed_option::PackedOption;
use rustc_hash::FxHashMap;
use tern_dialect_llvm::attributes::DI_LOCAL_SCOPES;
use tern_llvm_ir::MdNode;
use tern_llvm_ir::entity::{StrId, Strings};
use tern_llvm_ir::metadata::{Field, FieldValue, MdNodeKind, Metadata};
use tern_mlir::declare::AttrDef;
use tern_mlir::location::Location;
use tern_mlir::{AttrKind, Context};

use crate::Exporter;
use crate::mlir::Attribute;

/// Caches of exported locations.
#[derive(Default)]
pub(crate) struct Locations {
    /// Locations by key; those without a node are included. Packed, because there are many.
    known: FxHashMap<Key, PackedOption<MdNode>>,
    /// How often part of a location was left out because `!DILocation` cannot represent it.
    pub(crate) cut: u64,
    /// Cache: the file name of each scope.
    files: FxHashMap<MdNode, Option<StrId>>,
}

/// A location attribute, the scope that it is in, and the location that it was inlined at.
type Key = (Attribute, PackedOption<MdNode>, PackedOption<MdNode>);

impl Locations {
    pub(crate) fn get(
        &self,
        location: Attribute,
        scope: Option<MdNode>,
        inlined_at: Option<MdNode>,
    ) -> Option<Option<MdNode>> {
        self.known.get(&(location, scope.into(), inlined_at.into())).map(|known| known.expand())
    }

    fn insert(
        &mut self,
        location: Attribute,
        scope: Option<MdNode>,
        inlined_at: Option<MdNode>,
        node: Option<MdNode>,
    ) {
        self.known.insert((location, scope.into(), inlined_at.into()), node.into());
    }
}

/// The interned names of the fields of `!DILocation`.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    kind: StrId,
    /// The kind of attachment that holds a location.
    pub(crate) attachment: StrId,
    line: StrId,
    column: StrId,
    scope: StrId,
    inlined_at: StrId,
}

impl Names {
    pub(crate) fn new(strings: &Strings) -> Self {
        Self {
            kind: strings.intern(b"DILocation"),
            attachment: strings.intern(b"dbg"),
            line: strings.intern(b"line"),
            column: strings.intern(b"column"),
            scope: strings.intern(b"scope"),
            inlined_at: strings.intern(b"inlinedAt"),
        }
    }
}

/// The contents of a `!DILocation`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    line: u32,
    column: u32,
    scope: MdNode,
    inlined_at: Option<MdNode>,
}

/// LLVM stores columns in 16 bits; a column that does not fit becomes 0.
const MAX_COLUMN: u32 = 0xffff;

impl Exporter<'_> {
    /// The node for an operation's location in a function with this scope; `None` if it has none.
    pub(crate) fn location(&mut self, location: Location, scope: Option<MdNode>) -> Option<MdNode> {
        // A position in the parsed text is useless without a scope.
        if scope.is_none() && location.offset().is_some() {
            return None;
        }
        let cut = self.metadata.locations.cut;
        let node = self.location_node(location.to_attribute(self.context), scope, None);
        // A position in the parsed text is not part of the module, so nothing is lost.
        if location.offset().is_some() {
            self.metadata.locations.cut = cut;
        }
        node
    }

    /// The node for a location attribute.
    pub(crate) fn location_node(
        &mut self,
        location: Attribute,
        scope: Option<MdNode>,
        inlined_at: Option<MdNode>,
    ) -> Option<MdNode> {
        let context = self.context;
        // The cache key: a distinct location is the same everywhere, and a location with a scope of its own does not depend on
        // the outer one.
        let (scope, inlined_at) = match location.kind(context) {
            AttrKind::FusedLocation { metadata: Some(metadata), .. } => match self.marks(location) {
                Some(_) => (None, None),
                None if is_one_of(context, *metadata, DI_LOCAL_SCOPES) => (None, inlined_at),
                None => (scope, inlined_at),
            },
            _ => (scope, inlined_at),
        };
        if let Some(known) = self.metadata.locations.get(location, scope, inlined_at) {
            return known;
        }
        if matches!(location.kind(context), AttrKind::FileLocation { .. }) && scope.is_none() {
            return None;
        }
        if let Some((inner, marks)) = self.marks(location) {
            let node = self.marked_location(inner, marks);
            self.metadata.locations.insert(location, scope, inlined_at, node);
            return node;
        }
        let node = match location.kind(context) {
            AttrKind::FileLocation { .. } => self.part_node(location, scope, inlined_at),
            AttrKind::NameLocation { child, .. } => {
                let node = self.part_node(*child, scope, inlined_at);
                self.metadata.locations.cut += u64::from(node.is_some());
                node
            }
            AttrKind::CallSiteLocation { callee, caller } => {
                // If the caller's location cannot be represented, the caller's own caller takes its place.
                let caller = self.location_node(*caller, scope, inlined_at).or(inlined_at)?;
                self.location_node(*callee, None, Some(caller)).or(Some(caller))
            }
            AttrKind::FusedLocation { locations, metadata } => {
                let own = metadata.filter(|metadata| is_one_of(self.context, *metadata, DI_LOCAL_SCOPES));
                let scope = own.and_then(|own| self.debug_node(own)).or(scope);
                // As in MLIR, unknown locations are ignored in fused ones.
                let mut known =
                    locations.iter().filter(|it| !matches!(it.kind(context), AttrKind::UnknownLocation));
                let first = known.next();
                let mut merged = first.and_then(|&it| self.part_node(it, scope, inlined_at));
                for &other in known {
                    let other = self.part_node(other, scope, inlined_at);
                    merged = merged.zip(other).map(|(a, b)| self.merged(a, b));
                    self.metadata.locations.cut += u64::from(merged.is_some());
                }
                if own.is_none() && metadata.is_some() {
                    self.metadata.locations.cut += u64::from(merged.is_some());
                }
                merged
            }
            _ => None,
        };
        self.metadata.locations.insert(location, scope, inlined_at, node);
        node
    }

    /// The node for a part of a fused location. File locations are not cached: only the whole is asked for again.
    fn part_node(
        &mut self,
        part: Attribute,
        scope: Option<MdNode>,
        inlined_at: Option<MdNode>,
    ) -> Option<MdNode> {
        match *part.kind(self.context) {
            AttrKind::FileLocation { file, line, column, ref end } => {
                let scope = scope?;
                let is_kept =
                    end.is_none() && column <= MAX_COLUMN && self.is_file_of(scope, self.text(file));
                self.metadata.locations.cut += u64::from(!is_kept);
                Some(self.place(Place { line, column, scope, inlined_at }))
            }
            _ => self.location_node(part, scope, inlined_at),
        }
    }

    /// Whether a scope belongs to the file with this name. True if the scope has no file.
    fn is_file_of(&mut self, scope: MdNode, name: StrId) -> bool {
        let known = match self.metadata.locations.files.get(&scope) {
            Some(&known) => known,
            None => {
                let file = match self.node_name(scope) {
                    Some(b"DIFile") => Some(scope),
                    _ => self.field_node(scope, b"file"),
                };
                let named = match file.and_then(|file| self.field_value_of(file, b"filename")) {
                    Some(FieldValue::String(name)) => {
                        Some(*name).filter(|&name| !self.ir.strings.get(name).is_empty())
                    }
                    _ => None,
                };
                self.metadata.locations.files.insert(scope, named);
                named
            }
        };
        known.is_none_or(|known| known == name)
    }

    /// The inner location and the marks of a location that is fused with fields MLIR does not model.
    fn marks(&self, location: Attribute) -> Option<(Attribute, Attribute)> {
        let AttrKind::FusedLocation { locations, metadata: Some(metadata) } = location.kind(self.context)
        else {
            return None;
        };
        let is_mark =
            matches!(metadata.kind(self.context), AttrKind::Distinct { .. } | AttrKind::Dictionary(_));
        match locations[..] {
            [inner] if is_mark => Some((inner, *metadata)),
            _ => None,
        }
    }

    /// The node for a location that is distinct or has fields that MLIR does not model.
    fn marked_location(&mut self, location: Attribute, marks: Attribute) -> Option<MdNode> {
        let context = self.context;
        let (distinct, marks) = match marks.kind(context) {
            AttrKind::Distinct { referenced, .. } => (true, *referenced),
            _ => (false, marks),
        };
        let (mut place, mut inlined_at) = (location, None);
        while let AttrKind::CallSiteLocation { callee, caller } = place.kind(context) {
            inlined_at = Some(self.location_node(*caller, None, inlined_at)?);
            place = *callee;
        }
        let AttrKind::FusedLocation { locations, metadata: Some(scope) } = place.kind(context) else {
            return self.location_node(location, None, None);
        };
        let (Some(scope), [inner]) = (self.debug_node(*scope), &locations[..]) else {
            return self.location_node(location, None, None);
        };
        let AttrKind::FileLocation { line, column, .. } = *inner.kind(context) else {
            return self.location_node(location, None, None);
        };
        let mut fields = self.place_fields(Place { line, column, scope, inlined_at });
        for entry in marks.as_dictionary(context).unwrap_or_default() {
            let value = self.field_value(entry.value)?;
            let name = self.text(entry.name);
            fields.push(Field { name: Some(name), value });
        }
        let kind = MdNodeKind::Specialized { kind: self.tables.location_names.kind, fields: fields.into() };
        Some(match distinct {
            true => self.metadata.nodes.distinct(&mut self.ir.metadata, kind),
            false => self.metadata.nodes.unique(&mut self.ir.metadata, kind),
        })
    }

    fn place(&mut self, place: Place) -> MdNode {
        let fields = self.place_fields(place).into();
        let kind = self.tables.location_names.kind;
        self.metadata.nodes.unique(&mut self.ir.metadata, MdNodeKind::Specialized { kind, fields })
    }

    fn place_fields(&self, place: Place) -> Vec<Field> {
        let names = &self.tables.location_names;
        let field = |name: StrId, value| Field { name: Some(name), value };
        let column = if place.column > MAX_COLUMN { 0 } else { place.column };
        let line = field(names.line, FieldValue::Integer(place.line.into()));
        let scope = field(names.scope, FieldValue::Metadata(Metadata::Node(place.scope)));
        let column = (column != 0).then(|| field(names.column, FieldValue::Integer(column.into())));
        let inlined_at =
            place.inlined_at.map(|at| field(names.inlined_at, FieldValue::Metadata(Metadata::Node(at))));
        // Allocate exactly: most nodes are locations.
        match (column, inlined_at) {
            (None, None) => vec![line, scope],
            (Some(column), None) => vec![line, column, scope],
            (None, Some(inlined_at)) => vec![line, scope, inlined_at],
            (Some(column), Some(inlined_at)) => vec![line, column, scope, inlined_at],
        }
    }

    fn place_of(&self, location: MdNode) -> Option<Place> {
        Some(Place {
            line: self.number_of(location, b"line"),
            column: self.number_of(location, b"column"),
            scope: self.field_node(location, b"scope")?,
            inlined_at: self.field_node(location, b"inlinedAt"),
        })
    }

    fn number_of(&self, node: MdNode, name: &[u8]) -> u32 {
        match self.field_value_of(node, name) {
            Some(FieldValue::Integer(value)) => value.to().unwrap_or(0),
            _ => 0,
        }
    }

    /// The inlining chain of a location, from the location outwards.
    fn inlining(&self, location: MdNode) -> Vec<Place> {
        std::iter::successors(self.place_of(location), |place| self.place_of(place.inlined_at?)).collect()
    }

    /// A scope and its enclosing scopes, up to the subprogram.
    fn enclosing(&self, scope: MdNode) -> Vec<MdNode> {
        let up = |scope: &MdNode| match self.node_name(*scope) {
            Some(b"DISubprogram") => None,
            _ => self.field_node(*scope, b"scope"),
        };
        std::iter::successors(Some(scope), up).collect()
    }

    /// Merges two locations as LLVM does: the common part of their inlining chains, their innermost common scope, and line and
    /// column where they agree.
    fn merged(&mut self, a: MdNode, b: MdNode) -> MdNode {
        if a == b {
            return a;
        }
        let (chain_a, chain_b) = (self.inlining(a), self.inlining(b));
        let key = |place: &Place| (self.enclosing(place.scope).last().copied(), place.inlined_at);
        let start = chain_b.iter().enumerate().find_map(|(index, place)| {
            let at = chain_a.iter().position(|other| key(other) == key(place))?;
            Some((at, index))
        });
        let mut result = start.and_then(|(at, _)| chain_a[at].inlined_at);
        if let Some((at, index)) = start {
            for (&place_a, &place_b) in chain_a[..=at].iter().rev().zip(chain_b[..=index].iter().rev()) {
                match self.common_place(place_a, place_b, result) {
                    Some(place) => result = Some(self.place(place)),
                    None => break,
                }
            }
        }
        match (result, chain_a.first()) {
            (Some(result), _) => result,
            (None, Some(first)) => self.place(Place { line: 0, column: 0, inlined_at: None, ..*first }),
            (None, None) => a,
        }
    }

    fn common_place(&self, a: Place, b: Place, inlined_at: Option<MdNode>) -> Option<Place> {
        if a == b {
            // Only the first pair can be equal: its inlined-at locations are.
            return Some(a);
        }
        let (scopes_a, scopes_b) = (self.enclosing(a.scope), self.enclosing(b.scope));
        let scope = scopes_a.into_iter().find(|scope| scopes_b.contains(scope))?;
        // If a location is in another file than the common scope, use the position of that scope.
        let file = self.field_node(scope, b"file");
        if self.field_node(a.scope, b"file") != file || self.field_node(b.scope, b"file") != file {
            let (line, column) = (self.number_of(scope, b"line"), self.number_of(scope, b"column"));
            return Some(Place { line, column, scope, inlined_at });
        }
        let line = if a.line == b.line { a.line } else { 0 };
        let column = if a.line == b.line && a.column == b.column { a.column } else { 0 };
        Some(Place { line, column, scope, inlined_at })
    }
}

/// The metadata of the first fused location, in pre-order, whose metadata is of one of these kinds.
pub(crate) fn find_scope(context: &Context, location: Attribute, defs: &[&AttrDef]) -> Option<Attribute> {
    match location.kind(context) {
        AttrKind::FusedLocation { locations, metadata } => metadata
            .filter(|metadata| is_one_of(context, *metadata, defs))
            .or_else(|| locations.iter().find_map(|&location| find_scope(context, location, defs))),
        AttrKind::NameLocation { child, .. } => find_scope(context, *child, defs),
        AttrKind::CallSiteLocation { callee, caller } => {
            find_scope(context, *callee, defs).or_else(|| find_scope(context, *caller, defs))
        }
        _ => None,
    }
}

fn is_one_of(context: &Context, attribute: Attribute, defs: &[&AttrDef]) -> bool {
    match attribute.kind(context) {
        AttrKind::Declared { def, .. } => defs.iter().any(|known| std::ptr::eq(*known, *def)),
        _ => false,
    }
}

//! Imports locations: a `!DILocation` becomes a file location fused with its scope, wrapped in a call site location if it was inlined.

use smallvec::SmallVec;
use tern_dialect_llvm::attributes::DI_LOCAL_SCOPES;
use tern_llvm_ir::metadata::FieldValue;
use tern_llvm_ir::{Inst, MdNode, StrId};
use tern_mlir::{AttrKind, Attribute, Ident, Location};

use crate::{Importer, Tables, ir};

impl Importer<'_, '_> {
    /// The location of an instruction from its `dbg` attachment; unknown if it has none.
    pub(crate) fn location_of(&mut self, attachments: &[(StrId, MdNode)]) -> Location {
        match self.attached(attachments, "dbg") {
            Some(node) if !self.policy.exact => Location::from_attribute(self.location_attribute(node)),
            Some(node) if self.is_location(node) => Location::from_attribute(self.exact_location(node)),
            // The attachment is kept in an aside, but MLIR requires calls to have some location.
            Some(node) => self.nearest_location(node),
            _ => Location::unknown(self.context),
        }
    }

    /// The position of a location whose scope is in the metadata table, fused with the innermost enclosing scope that is an attribute.
    fn nearest_location(&mut self, node: MdNode) -> Location {
        let own = self.field_node(node, "scope");
        let scopes = std::iter::successors(own, |scope| self.field_node(*scope, "scope")).take(1000);
        let is_local =
            |scope: Attribute| DI_LOCAL_SCOPES.iter().any(|def| scope.declared(self.context, def).is_some());
        let nearest = scopes.filter_map(|scope| self.form(scope)).find(|scope| is_local(*scope));
        if nearest.is_none() {
            return Location::unknown(self.context);
        }
        let place =
            self.file_location(own, self.field_number(node, "line"), self.field_number(node, "column"));
        Location::from_attribute(self.fused(place, nearest))
    }

    pub(crate) fn inst_location(&mut self, function: &ir::function::Function, inst: Inst) -> Location {
        self.location_of(function.inst_attachments(inst))
    }

    /// The location for a `!DILocation`, including the calls that it was inlined through.
    pub(crate) fn location_attribute(&mut self, node: MdNode) -> Attribute {
        let context = self.context;
        let mut chain = Vec::new();
        let mut next = Some(node);
        let mut result = None;
        while let Some(node) = next {
            if let Some(&known) = self.nodes.attributes.get(&node) {
                result = Some(known);
                break;
            }
            // A cyclic chain ends here.
            if chain.contains(&node) || !self.is_a(node, "DILocation") {
                break;
            }
            chain.push(node);
            next = self.field_node(node, "inlinedAt");
        }
        // From the innermost call outwards, as in MLIR's own importer. The order affects the form of recursive types.
        let places: Vec<Attribute> = chain.iter().map(|&node| self.place(node)).collect();
        for (&node, callee) in chain.iter().zip(places).rev() {
            let location = match result {
                None => callee,
                Some(caller) => context.attr(AttrKind::CallSiteLocation { callee, caller }),
            };
            self.nodes.attributes.insert(node, location);
            result = Some(location);
        }
        result.unwrap_or(context.common.unknown_location)
    }

    /// The file location of a node, fused with its scope.
    fn place(&mut self, node: MdNode) -> Attribute {
        let scope = self.field_node(node, "scope");
        let (line, column) = (self.field_number(node, "line"), self.field_number(node, "column"));
        let place = self.file_location(scope, line, column);
        let scope = scope.and_then(|scope| self.debug_attribute(scope));
        self.fused(place, scope)
    }

    /// The location of a function: the first line of its subprogram, fused with the subprogram.
    pub(crate) fn function_location(&mut self, attachments: &[(StrId, MdNode)]) -> Location {
        let Some(subprogram) = self.attached(attachments, "dbg") else {
            return Location::unknown(self.context);
        };
        let place = self.file_location(Some(subprogram), self.field_number(subprogram, "line"), 0);
        let scope = match self.policy.exact {
            false => self.debug_attribute(subprogram),
            true => match self.exact_subprogram(subprogram) {
                None => return Location::unknown(self.context),
                exact => exact,
            },
        };
        Location::from_attribute(self.fused(place, scope))
    }

    /// The location of what LLVM IR gives none to in a function: that of the function, if all operations have one.
    pub(crate) fn implied_location(&mut self, function: ir::Global) -> Location {
        match self.policy.source_locations {
            true => self.function_location(&self.ir.globals[function].attachments),
            false => Location::unknown(self.context),
        }
    }
}

impl Tables<'_, '_> {
    /// Attachments without `dbg`, if the operation's location holds that.
    pub(crate) fn unlocated(&self, attachments: &[(StrId, MdNode)]) -> SmallVec<[(StrId, MdNode); 2]> {
        let kept = attachments
            .iter()
            .filter(|(kind, node)| !(self.is_location(*node) && self.ir.strings.get(*kind) == b"dbg"));
        kept.copied().collect()
    }

    /// The node attached as this kind.
    pub(crate) fn attached(&self, attachments: &[(StrId, MdNode)], kind: &str) -> Option<MdNode> {
        let found = attachments.iter().find(|(id, _)| self.ir.strings.get(*id) == kind.as_bytes());
        found.map(|(_, node)| *node)
    }

    pub(crate) fn fused(&self, place: Attribute, metadata: Option<Attribute>) -> Attribute {
        match metadata {
            None => place,
            metadata => self.context.attr(AttrKind::FusedLocation { locations: place.into(), metadata }),
        }
    }

    /// A position in the file of a scope.
    pub(crate) fn file_location(&self, scope: Option<MdNode>, line: u32, column: u32) -> Attribute {
        let file = self.file_of_scope(scope);
        self.context.attr(AttrKind::FileLocation { file, line, column, end: None })
    }

    /// The file name of a scope.
    pub(crate) fn file_of_scope(&self, scope: Option<MdNode>) -> Ident {
        let file = scope.and_then(|scope| match self.is_a(scope, "DIFile") {
            true => Some(scope),
            false => self.field_node(scope, "file"),
        });
        let name = match file.and_then(|file| self.field_of(file, "filename")) {
            Some(FieldValue::String(name)) => self.ident(*name),
            _ => self.context.common.empty_string,
        };
        // MLIR's name for a file without a name.
        if name == self.context.common.empty_string { self.context.ident("-") } else { name }
    }

    /// The location of the module and its globals: the source file, if all operations have a location.
    pub(crate) fn module_location(&self) -> Location {
        if !self.policy.source_locations {
            return Location::unknown(self.context);
        }
        let name = self.ir.source_filename.map_or(&b"<unknown>"[..], |name| self.ir.strings.get(name));
        let file = self.context.ident_of_bytes(name);
        Location::from_attribute(self.context.attr(AttrKind::FileLocation {
            file,
            line: 0,
            column: 0,
            end: None,
        }))
    }
}

//! Imports loop metadata: a node with properties becomes `#llvm.loop_annotation`. LangRef: `llvm.loop` metadata.

use rustc_hash::FxHashMap;
use tern_dialect_llvm::attributes::{ACCESS_GROUP, LOOP_ANNOTATION};
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::Metadata;
use tern_mapping::debug_info::param_index;
use tern_mapping::loops::{ANNOTATION, GROUPS, LOCATIONS, PARALLEL_ACCESSES, PropertyDecl, PropertyForm};
use tern_mlir::declare::{AttrDef, Param};
use tern_mlir::{AttrKind, Attribute, Location};

use crate::Importer;

/// The properties of a loop: their values by name.
type Properties<'m> = FxHashMap<&'m [u8], &'m [Metadata]>;

/// The error for a malformed property. It has been reported already.
struct Malformed;

type Result<T> = std::result::Result<T, Malformed>;

impl<'m> Importer<'m, '_> {
    /// The annotation for a loop node; `None` if it has none or cannot be represented. `location` is that of the branch, for warnings.
    pub(crate) fn loop_annotation(&mut self, node: MdNode, location: Location) -> Option<Attribute> {
        if let Some(&known) = self.nodes.loop_annotations.get(&node) {
            return known;
        }
        if self.nodes.open_loops.contains(&node) {
            self.warn(location, "loop annotations follow one another in a circle");
            return None;
        }
        self.nodes.open_loops.push(node);
        let annotation = self.fresh_loop_annotation(node, location).ok().flatten();
        self.nodes.open_loops.pop();
        self.nodes.loop_annotations.insert(node, annotation);
        annotation
    }

    /// The annotation from which export rebuilds exactly this node, up to its identity. Its properties must be in the canonical
    /// order and have the expected types.
    pub(crate) fn exact_loop_annotation(&mut self, node: MdNode) -> Option<Attribute> {
        let (own, operands) = self.tuple(node)?.split_first()?;
        if *own != Metadata::Node(node) {
            return None;
        }
        if let Some(&known) = self.nodes.loops_alike.get(operands) {
            return known;
        }
        let annotation = self.exact_annotation_of(node, operands);
        self.nodes.loops_alike.insert(operands, annotation);
        annotation
    }

    fn exact_annotation_of(&mut self, node: MdNode, operands: &[Metadata]) -> Option<Attribute> {
        let mut last = None;
        let mut locations = 0;
        for &operand in operands {
            let property = self.operand_node(operand)?;
            // The start and end locations of the loop.
            let rank = match self.is_location(property) {
                true if self.field_node(property, "inlinedAt").is_none() => {
                    locations += 1;
                    locations
                }
                true => return None,
                false => self.property_rank(property)? + LOCATIONS.len() + 1,
            };
            if last.is_some_and(|last| last >= rank) {
                return None;
            }
            last = Some(rank);
        }
        self.loop_annotation(node, Location::unknown(self.context))
    }

    /// The position of a property in the canonical order, if export rebuilds exactly this node.
    fn property_rank(&mut self, property: MdNode) -> Option<usize> {
        let (&name, values) = self.tuple(property).filter(|_| !self.is_distinct(property))?.split_first()?;
        let name = self.operand_text(name)?;
        let named = |known: &str| known.as_bytes() == name;
        if named(PARALLEL_ACCESSES.1) {
            let groups =
                values.iter().map(|&group| self.exact_node(self.operand_node(group)?, &ACCESS_GROUP));
            let groups = groups.collect::<Option<Vec<_>>>()?;
            return (!groups.is_empty()).then_some(usize::MAX / 2);
        }
        let all = ANNOTATION.iter().chain(GROUPS.iter().flat_map(|(_, _, table)| table.iter()));
        let (rank, &(_, _, form)) = all.enumerate().find(|(_, (_, known, form))| {
            named(known) || matches!(form, PropertyForm::UnitOr(other) if named(other))
        })?;
        let integer = match *values {
            [value] => self.operand_integer(value),
            _ => None,
        };
        let exact = match form {
            PropertyForm::Unit | PropertyForm::UnitOr(_) => values.is_empty(),
            PropertyForm::Bool | PropertyForm::NotBool => matches!(integer, Some((_, 1))),
            PropertyForm::BoolAsInteger => matches!(integer, Some((0 | 1, 32))),
            PropertyForm::Integer => matches!(integer, Some((_, 32))),
            // A nested annotation would need a number to tell it apart from equal ones.
            PropertyForm::Followup => false,
        };
        exact.then_some(rank)
    }

    fn malformed<T>(&mut self, location: Location, message: impl Into<String>) -> Result<T> {
        self.warn(location, message);
        Err(Malformed)
    }

    fn fresh_loop_annotation(&mut self, node: MdNode, location: Location) -> Result<Option<Attribute>> {
        let mut reader = Reader { location, locations: Vec::new(), properties: Properties::default() };
        self.read_properties(node, &mut reader)?;
        let mut params = vec![Param::Absent; LOOP_ANNOTATION.params.len()];
        let (mut any, mut complete) = (false, true);
        let mut set = |name: &str, value: Param| {
            any = true;
            params[index_of(&LOOP_ANNOTATION, name)] = value;
        };
        // In the order in which upstream imports them: the first property, the groups, the other properties.
        let (first, others) = ANNOTATION.split_at(1);
        let mut single = |importer: &mut Self, reader: &mut Reader<'m>, table: &[PropertyDecl]| {
            for &(name, property, form) in table {
                match importer.property(reader, property, form) {
                    Ok(Some(value)) => set(name, value),
                    Ok(None) => {}
                    Err(Malformed) => complete = false,
                }
            }
        };
        single(self, &mut reader, first);
        let mut groups = Vec::with_capacity(GROUPS.len());
        for &(name, def, table) in GROUPS {
            groups.extend(self.property_group(&mut reader, def, table).map(|group| (name, group)));
        }
        single(self, &mut reader, others);
        groups.into_iter().for_each(|(name, group)| set(name, Param::Attribute(group)));
        for (name, &place) in LOCATIONS.iter().zip(&reader.locations) {
            if self.policy.exact {
                let place = self.exact_location(place);
                set(name, Param::Attribute(place));
                continue;
            }
            let place = self.location_attribute(place);
            // The location of inlined code is not fused with a scope, so the field cannot hold it.
            if matches!(place.kind(self.context), AttrKind::FusedLocation { .. }) {
                set(name, Param::Attribute(place));
            }
        }
        let accesses = self.parallel_accesses(&mut reader)?;
        if !accesses.is_empty() {
            set(PARALLEL_ACCESSES.0, Param::List(accesses.into_iter().map(Param::Attribute).collect()));
        } else {
            params[index_of(&LOOP_ANNOTATION, PARALLEL_ACCESSES.0)] = Param::List([].into());
        }
        let mut unknown: Vec<_> = reader.properties.keys().collect();
        unknown.sort();
        complete &= unknown.is_empty();
        for name in unknown {
            self.warn(location, format!("unknown loop annotation {}", String::from_utf8_lossy(name)));
        }
        let any = any || self.policy.exact;
        Ok((any && complete).then(|| Attribute::declare(self.context, &LOOP_ANNOTATION, params)))
    }

    /// Collects the locations and properties of a node.
    fn read_properties(&mut self, node: MdNode, reader: &mut Reader<'m>) -> Result<()> {
        let location = reader.location;
        let operands = self.tuple(node).unwrap_or_default();
        if operands.first() != Some(&Metadata::Node(node)) {
            return self.malformed(location, "invalid loop node");
        }
        for &operand in operands.iter().skip(1) {
            let Some(property) = self.operand_node(operand) else {
                let message = "expected all loop properties to be either debug locations or metadata nodes";
                return self.malformed(location, message);
            };
            if self.is_a(property, "DILocation") {
                reader.locations.push(property);
                continue;
            }
            let parts = self.tuple(property).unwrap_or_default();
            let Some((&name, values)) = parts.split_first() else {
                return self.malformed(location, "cannot import empty loop property");
            };
            let Some(name) = self.operand_text(name) else {
                return self.malformed(location, "cannot import loop property without a name");
            };
            if reader.properties.insert(name, values).is_some() {
                let name = String::from_utf8_lossy(name);
                let message = format!("cannot import loop properties with duplicated names {name}");
                return self.malformed(location, message);
            }
        }
        if reader.locations.len() > LOCATIONS.len() {
            self.report(location, |_| "expected loop metadata to have at most two DILocations".into());
            return Err(Malformed);
        }
        Ok(())
    }

    fn parallel_accesses(&mut self, reader: &mut Reader<'m>) -> Result<Vec<Attribute>> {
        let mut groups = Vec::new();
        let Some(values) = reader.properties.remove(PARALLEL_ACCESSES.1.as_bytes()) else {
            return Ok(groups);
        };
        let nodes: Option<Vec<MdNode>> = values.iter().map(|&value| self.operand_node(value)).collect();
        let Some(nodes) = nodes.filter(|nodes| !nodes.is_empty()) else {
            let name = PARALLEL_ACCESSES.1;
            let message = format!("expected metadata node {name} to hold one or multiple MDNodes");
            return self.malformed(reader.location, message);
        };
        for node in nodes {
            // An access group without memory accesses has no effect.
            let known = match self.policy.exact {
                false => self.known_access_groups(node),
                true => self.access_groups(node).ok(),
            };
            match known {
                Some(known) => groups.extend(known),
                None => self.warn(reader.location, "could not lookup access group"),
            }
        }
        Ok(groups)
    }

    /// The attribute for a group of properties; `None` if it has none of them or one is malformed.
    fn property_group(
        &mut self,
        reader: &mut Reader<'m>,
        def: &'static AttrDef,
        table: &'static [PropertyDecl],
    ) -> Option<Attribute> {
        let mut params = vec![Param::Absent; def.params.len()];
        let (mut any, mut complete) = (false, true);
        for &(name, property, form) in table {
            match self.property(reader, property, form) {
                Ok(Some(value)) => {
                    any = true;
                    params[index_of(def, name)] = value;
                }
                Ok(None) => {}
                Err(Malformed) => complete = false,
            }
        }
        (any && complete).then(|| Attribute::declare(self.context, def, params))
    }

    /// The value of a parameter; `None` if the loop does not have the property.
    fn property(
        &mut self,
        reader: &mut Reader<'m>,
        name: &'static str,
        form: PropertyForm,
    ) -> Result<Option<Param>> {
        let (context, location) = (self.context, reader.location);
        let bool = |value| Ok(Some(Param::Attribute(Attribute::bool(context, value))));
        if let PropertyForm::UnitOr(other) = form {
            let negated = self.unit_property(reader, other);
            let holds = self.unit_property(reader, name);
            return match (holds?, negated?) {
                (true, true) => {
                    let message =
                        format!("expected metadata nodes {other} and {name} to be mutually exclusive.");
                    self.malformed(location, message)
                }
                (false, false) => Ok(None),
                (holds, _) => bool(holds),
            };
        }
        if form == PropertyForm::Unit || !self.policy.exact && name == WITHOUT_VALUE {
            return if self.unit_property(reader, name)? { bool(true) } else { Ok(None) };
        }
        let Some(values) = reader.properties.remove(name.as_bytes()) else { return Ok(None) };
        let integer = match *values {
            [value] => self.operand_integer(value),
            _ => None,
        };
        let truth = integer.filter(|(_, width)| *width == 1).map(|(value, _)| value != 0);
        let number = integer.filter(|(_, width)| *width == 32).map(|(value, _)| value);
        let (value, wanted) = match form {
            PropertyForm::Bool => (truth.map(|value| Attribute::bool(context, value)), "a boolean value"),
            PropertyForm::NotBool => (truth.map(|value| Attribute::bool(context, !value)), "a boolean value"),
            PropertyForm::BoolAsInteger => {
                (number.map(|value| Attribute::bool(context, value != 0)), "an integer value")
            }
            PropertyForm::Integer => {
                let value = number.map(|value| Attribute::integer(context, context.common.i32, value));
                (value, "an i32 value")
            }
            PropertyForm::Followup => match *values {
                [Metadata::Node(node)] => {
                    return Ok(self.loop_annotation(node, location).map(Param::Attribute));
                }
                _ => (None, "an MDNode"),
            },
            PropertyForm::Unit | PropertyForm::UnitOr(_) => (None, "no value"),
        };
        match value {
            Some(value) => Ok(Some(Param::Attribute(value))),
            None => self.malformed(location, format!("expected metadata node {name} to hold {wanted}")),
        }
    }

    /// Whether the loop has a property without a value.
    fn unit_property(&mut self, reader: &mut Reader<'m>, name: &str) -> Result<bool> {
        match reader.properties.remove(name.as_bytes()) {
            None => Ok(false),
            Some([]) => Ok(true),
            Some(_) => {
                self.malformed(reader.location, format!("expected metadata node {name} to hold no value"))
            }
        }
    }
}

/// The part of a node that has not been consumed yet.
struct Reader<'m> {
    /// The operation's location, for messages.
    location: Location,
    locations: Vec<MdNode>,
    properties: Properties<'m>,
}

/// The position of a parameter that the table of properties names.
fn index_of(def: &AttrDef, name: &str) -> usize {
    param_index(def, name).expect("the attribute has the parameters that the table names")
}

/// Export writes this property with a value, while LLVM expects none. Upstream does not import what it exports.
const WITHOUT_VALUE: &str = "llvm.loop.unroll.runtime.disable";

#[cfg(test)]
mod tests {
    use tern_mlir::Context;
    use tern_mlir::asm::{PrintOptions, print};

    /// MLIR's own importer reports a third location as an error. A lossless import keeps the node in the table.
    #[test]
    fn a_loop_with_three_locations_is_kept_without_a_message() {
        let source = br#"
            define void @f() !dbg !5 {
              br label %a
            a:
              br label %a, !llvm.loop !0
            }
            !0 = distinct !{!0, !1, !2, !3}
            !1 = !DILocation(line: 1, scope: !5)
            !2 = !DILocation(line: 2, scope: !5)
            !3 = !DILocation(line: 3, scope: !5)
            !5 = distinct !DISubprogram(name: "f", unit: !6, file: !7, type: !8, spFlags: DISPFlagDefinition)
            !6 = distinct !DICompileUnit(language: DW_LANG_C, file: !7)
            !7 = !DIFile(filename: "f", directory: "")
            !8 = !DISubroutineType(types: !{})
        "#;
        let module = tern_llvm_ir::read(source, "loop.ll").unwrap_or_else(|error| panic!("{error}"));
        let messages = |compat| {
            let context = Context::new(tern_dialect_llvm::DIALECTS);
            let options = crate::Options { compat, ..Default::default() };
            let import = crate::import_with(&context, &module, options).unwrap();
            import.diagnostics.iter().map(|one| one.message().to_owned()).collect::<Vec<_>>()
        };
        assert!(messages(crate::Compat::Lossless).is_empty());
        assert_eq!(
            messages(crate::Compat::Upstream),
            ["expected loop metadata to have at most two DILocations"]
        );
    }

    /// Export writes `runtimeDisable` with a value. The other properties must survive that.
    #[test]
    fn a_property_with_a_value_that_llvm_does_not_give_it_is_kept() {
        let source = br#"
            define void @f() {
              br label %a
            a:
              br label %a, !llvm.loop !0
            }
            !0 = distinct !{!0, !1, !2}
            !1 = !{!"llvm.loop.unroll.enable"}
            !2 = !{!"llvm.loop.unroll.runtime.disable", i1 false}
        "#;
        let module = tern_llvm_ir::read(source, "loop.ll").unwrap_or_else(|error| panic!("{error}"));
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let imported = crate::import(&context, &module).unwrap_or_else(|errors| panic!("{errors:?}"));
        let text = print(&context, &imported, &PrintOptions::default());
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains("<disable = false, runtimeDisable = false>"), "{text}");
    }
}

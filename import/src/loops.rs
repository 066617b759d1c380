//! Loops: a node of properties becomes `#llvm.loop_annotation`. LangRef: `llvm.loop` metadata.

use rustc_hash::FxHashMap;
use tern_dialect::Attribute;
use tern_dialect::declare::{AttrDef, Param};
use tern_dialect::llvm::attributes::{ACCESS_GROUP, LOOP_ANNOTATION};
use tern_ir::MdNode;
use tern_ir::metadata::Metadata;
use tern_mapping::debug_info::param_index;
use tern_mapping::loops::{ANNOTATION, GROUPS, LOCATIONS, PARALLEL_ACCESSES, PropertyDecl, PropertyForm};

use crate::Importer;

/// The properties of a loop by name, with their values.
type Properties<'m> = FxHashMap<&'m [u8], &'m [Metadata]>;

/// Why an annotation has no form: what upstream says of it.
type Result<T> = std::result::Result<T, String>;

impl<'m> Importer<'m, '_> {
    /// The annotation that a node is.
    pub(crate) fn loop_annotation(&mut self, node: MdNode) -> Result<Attribute> {
        if let Some(&known) = self.attributes_of_nodes.get(&node) {
            return Ok(known);
        }
        if self.loops.contains(&node) {
            return Err("loop annotations follow one another in a circle".into());
        }
        self.loops.push(node);
        let annotation = self.fresh_loop_annotation(node);
        self.loops.pop();
        let annotation = annotation?;
        self.attributes_of_nodes.insert(node, annotation);
        Ok(annotation)
    }

    /// The annotation from which export makes exactly this node, but for its identity: it has the properties in their order,
    /// with values of their types.
    pub(crate) fn exact_loop_annotation(&mut self, node: MdNode) -> Option<Attribute> {
        let (own, operands) = self.tuple(node)?.split_first()?;
        if *own != Metadata::Node(node) {
            return None;
        }
        let mut last = None;
        let mut locations = 0;
        for &operand in operands {
            let property = self.operand_node(operand)?;
            // Where the loop begins and ends.
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
        self.loop_annotation(node).ok()
    }

    /// Where a property comes among those of a loop, if export makes exactly this node of it.
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
            // The annotation of what follows would have to be told apart from others as well.
            PropertyForm::Followup => false,
        };
        exact.then_some(rank)
    }

    fn fresh_loop_annotation(&mut self, node: MdNode) -> Result<Attribute> {
        let operands = self.tuple(node).unwrap_or_default();
        let mut locations = Vec::new();
        let mut properties = Properties::default();
        for &operand in operands.iter().skip(1) {
            let Some(property) = self.operand_node(operand) else {
                return Err(
                    "expected all loop properties to be either debug locations or metadata nodes".into()
                );
            };
            if self.is_a(property, "DILocation") {
                if locations.len() == LOCATIONS.len() {
                    return Err("expected loop metadata to have at most two DILocations".into());
                }
                locations.push(property);
                continue;
            }
            let parts = self.tuple(property).unwrap_or_default();
            let Some((&name, values)) = parts.split_first() else {
                return Err("cannot import empty loop property".into());
            };
            let Some(name) = self.operand_text(name) else {
                return Err("cannot import loop property without a name".into());
            };
            if properties.insert(name, values).is_some() {
                let name = String::from_utf8_lossy(name);
                return Err(format!("cannot import loop properties with duplicated names {name}"));
            }
        }
        let mut params = vec![Param::Absent; LOOP_ANNOTATION.params.len()];
        let mut set = |name: &str, value: Param| {
            if let Some(index) = param_index(&LOOP_ANNOTATION, name) {
                params[index] = value;
            }
        };
        for &(name, property, form) in ANNOTATION {
            if let Some(value) = self.property(&mut properties, property, form)? {
                set(name, value);
            }
        }
        for &(name, def, table) in GROUPS {
            if let Some(group) = self.property_group(&mut properties, def, table)? {
                set(name, Param::Attribute(group));
            }
        }
        for (name, location) in LOCATIONS.iter().zip(locations) {
            let location = match self.upstream() {
                true => self.location_attribute(location),
                false => self.exact_location(location),
            };
            set(name, Param::Attribute(location));
        }
        let mut groups = Vec::new();
        if let Some(values) = properties.remove(PARALLEL_ACCESSES.1.as_bytes()) {
            let nodes: Option<Vec<MdNode>> = values.iter().map(|&value| self.operand_node(value)).collect();
            let Some(nodes) = nodes.filter(|nodes| !nodes.is_empty()) else {
                let name = PARALLEL_ACCESSES.1;
                return Err(format!("expected metadata node {name} to hold one or multiple MDNodes"));
            };
            for node in nodes {
                match self.access_groups(node) {
                    // A group that no access is in means nothing.
                    Ok(known) if self.groups.contains(&node) || !self.upstream() => groups.extend(known),
                    _ => self.lose("could not lookup access group"),
                }
            }
        }
        set(PARALLEL_ACCESSES.0, Param::List(groups.into_iter().map(Param::Attribute).collect()));
        let mut unknown: Vec<_> = properties.keys().collect();
        unknown.sort();
        for name in unknown {
            self.lose(&format!("unknown loop annotation {}", String::from_utf8_lossy(name)));
        }
        Ok(Attribute::declare(self.context, &LOOP_ANNOTATION, params))
    }

    /// The attribute that a group of properties is; `None` where none of them is there.
    fn property_group(
        &mut self,
        properties: &mut Properties<'m>,
        def: &'static AttrDef,
        table: &'static [PropertyDecl],
    ) -> Result<Option<Attribute>> {
        let mut params = vec![Param::Absent; def.params.len()];
        let mut any = false;
        for &(name, property, form) in table {
            if let (Some(value), Some(index)) =
                (self.property(properties, property, form)?, param_index(def, name))
            {
                params[index] = value;
                any = true;
            }
        }
        Ok(any.then(|| Attribute::declare(self.context, def, params)))
    }

    /// The value of a parameter; `None` where the property is not there.
    fn property(
        &mut self,
        properties: &mut Properties<'m>,
        name: &'static str,
        form: PropertyForm,
    ) -> Result<Option<Param>> {
        let context = self.context;
        let values = properties.remove(name.as_bytes());
        let bool = |value| Ok(Some(Param::Attribute(Attribute::bool(context, value))));
        let empty = |values: &[Metadata]| match values.is_empty() {
            true => Ok(()),
            false => Err(format!("expected metadata node {name} to hold no value")),
        };
        if let PropertyForm::UnitOr(other) = form {
            let negated = properties.remove(other.as_bytes());
            values.into_iter().chain(negated).try_for_each(empty)?;
            return match (values, negated) {
                (Some(_), Some(_)) => {
                    Err(format!("expected metadata nodes {other} and {name} to be mutually exclusive"))
                }
                (None, None) => Ok(None),
                (holds, _) => bool(holds.is_some()),
            };
        }
        let Some(values) = values else { return Ok(None) };
        let integer = match *values {
            [value] => self.operand_integer(value),
            _ => None,
        };
        let truth = || match integer {
            Some((value, 1)) => Ok(value != 0),
            _ => Err(format!("expected metadata node {name} to hold a boolean value")),
        };
        let number = || match integer {
            Some((value, width)) if width <= 32 => Ok(value),
            _ => Err(format!("expected metadata node {name} to hold an i32 value")),
        };
        match form {
            PropertyForm::Unit | PropertyForm::UnitOr(_) => {
                empty(values)?;
                bool(true)
            }
            // LLVM writes this one without a value.
            PropertyForm::Bool if values.is_empty() && name.ends_with(".disable") => bool(true),
            PropertyForm::Bool => bool(truth()?),
            PropertyForm::NotBool => bool(!truth()?),
            PropertyForm::BoolAsInteger => bool(number()? != 0),
            PropertyForm::Integer => {
                let value = Attribute::integer(context, context.common.i32, number()?);
                Ok(Some(Param::Attribute(value)))
            }
            PropertyForm::Followup => match *values {
                [Metadata::Node(node)] => Ok(Some(Param::Attribute(self.loop_annotation(node)?))),
                _ => Err(format!("expected metadata node {name} to hold an MDNode")),
            },
        }
    }
}

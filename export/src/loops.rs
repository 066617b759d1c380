//! Exports loop annotations: `#llvm.loop_annotation` becomes a node with properties. LangRef: `llvm.loop` metadata.

use tern_dialect_llvm::attributes::LOOP_ANNOTATION;
use tern_llvm_ir::MdNode;
use tern_llvm_ir::metadata::Metadata;
use tern_mapping::debug_info::param_index;
use tern_mapping::loops::{ANNOTATION, GROUPS, LOCATIONS, PARALLEL_ACCESSES, PropertyDecl, PropertyForm};
use tern_mlir::declare::{AttrDef, Param};

use crate::Exporter;
use crate::mlir::Attribute;

impl Exporter<'_> {
    /// The node for a loop annotation: a reference to itself, the start and end locations of the loop, and its properties.
    pub(crate) fn loop_node(&mut self, annotation: Attribute) -> Option<MdNode> {
        self.loop_node_of(annotation, None)
    }

    /// Like [`loop_node`](Self::loop_node), for the loop with this number among those with the same annotation.
    pub(crate) fn loop_node_of(&mut self, annotation: Attribute, number: Option<u64>) -> Option<MdNode> {
        let key = (annotation, number);
        if let Some(&node) = self.metadata.loop_nodes.get(&key) {
            return Some(node);
        }
        let context = self.context;
        let params = annotation.declared(context, &LOOP_ANNOTATION)?;
        let param = |name: &str| param_index(&LOOP_ANNOTATION, name).map_or(&Param::Absent, |at| &params[at]);
        let mut properties = Vec::new();
        for name in LOCATIONS {
            let location = param(name).as_attribute();
            properties.extend(location.and_then(|it| self.location_node(it, None, None)).map(Metadata::Node));
        }
        self.loop_properties(&mut properties, &LOOP_ANNOTATION, params, ANNOTATION)?;
        for (name, def, table) in GROUPS {
            if let Some(group) = param(name).as_attribute() {
                self.loop_properties(&mut properties, def, group.declared(context, def)?, table)?;
            }
        }
        let groups = param(PARALLEL_ACCESSES.0).as_list().unwrap_or_default();
        if !groups.is_empty() {
            let mut operands = vec![self.metadata_string(PARALLEL_ACCESSES.1.as_bytes())];
            for group in groups {
                operands.push(Metadata::Node(self.access_group_node(group.as_attribute()?)?));
            }
            properties.push(Metadata::Node(self.tuple(operands)));
        }
        let node = self.self_referential_node(&properties);
        self.metadata.loop_nodes.insert(key, node);
        Some(node)
    }

    /// Adds the properties for the parameters of an attribute.
    fn loop_properties(
        &mut self,
        properties: &mut Vec<Metadata>,
        def: &'static AttrDef,
        params: &[Param],
        table: &[PropertyDecl],
    ) -> Option<()> {
        let context = self.context;
        for &(name, property, form) in table {
            let Some(value) = param_index(def, name).and_then(|at| params[at].as_attribute()) else {
                continue;
            };
            let holds = || value.as_u64(context) == Some(1);
            let (property, value) = match form {
                PropertyForm::Unit if holds() => (property, None),
                PropertyForm::Unit => continue,
                PropertyForm::UnitOr(_) if holds() => (property, None),
                PropertyForm::UnitOr(otherwise) => (otherwise, None),
                PropertyForm::Bool => (property, Some(self.metadata_integer(1, i64::from(holds())))),
                PropertyForm::NotBool => (property, Some(self.metadata_integer(1, i64::from(!holds())))),
                PropertyForm::BoolAsInteger => {
                    (property, Some(self.metadata_integer(32, i64::from(holds()))))
                }
                PropertyForm::Integer => (property, Some(self.metadata_integer(32, value.as_i64(context)?))),
                PropertyForm::Followup => (property, Some(Metadata::Node(self.loop_node(value)?))),
            };
            let name = self.metadata_string(property.as_bytes());
            let node = self.tuple(std::iter::once(name).chain(value).collect());
            properties.push(Metadata::Node(node));
        }
        Some(())
    }
}

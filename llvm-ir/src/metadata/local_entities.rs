//! Variables, imports and enumerations of functions: which node lists them.
//!
//! The compile unit lists those of the module. Those of a function were in the same lists; since LLVM 17 the `retainedNodes` of the
//! subprogram list its imports, and since LLVM 23 its variables, enumerations and other types, too.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::views::{
    DICompositeType, DIGlobalVariable, DIGlobalVariableExpression, DIImportedEntity, DILexicalBlock,
    DILexicalBlockFile, DISubprogram, Keyword, MetadataRef, View,
};
use super::{FieldValue, MdNode, MdNodeData, MdNodeKind, Metadata};
use crate::module::Module;

/// The lists of a compile unit that had entities of functions, and the first version of LLVM whose subprograms list these. In the order in
/// which LLVM moves them.
const LISTS: &[(List, u8)] = &[(List::Globals, 23), (List::Imports, 17), (List::Enums, 23)];

/// A list of a compile unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum List {
    Globals,
    Imports,
    Enums,
}

impl List {
    fn field(self) -> &'static str {
        match self {
            Self::Globals => "globals",
            Self::Imports => "imports",
            Self::Enums => "enums",
        }
    }

    /// The list of compile units that has entities of this kind.
    fn of(entity: MetadataRef<'_>) -> Option<Self> {
        if entity.view::<DIGlobalVariableExpression<'_>>().is_some() {
            return Some(Self::Globals);
        }
        if entity.view::<DIImportedEntity<'_>>().is_some() {
            return Some(Self::Imports);
        }
        let tag = entity.view::<DICompositeType<'_>>()?.tag()?;
        matches!(tag, Keyword::Word(b"DW_TAG_enumeration_type")).then_some(Self::Enums)
    }
}

/// The scopes between an entity and its subprogram; more than this are a cycle.
const DEEPEST: usize = 1 << 10;

/// The subprogram in whose scope, or in whose blocks, an entity is.
fn subprogram_of(entity: MetadataRef<'_>) -> Option<MdNode> {
    let variable = match entity.view::<DIGlobalVariableExpression<'_>>() {
        Some(expression) => expression.var()?.view::<DIGlobalVariable<'_>>()?.metadata(),
        None => entity,
    };
    let mut scope = variable.field("scope")?.metadata()?;
    for _ in 0..DEEPEST {
        if scope.view::<DISubprogram<'_>>().is_some() {
            return scope.node();
        }
        let is_block =
            scope.view::<DILexicalBlock<'_>>().is_some() || scope.view::<DILexicalBlockFile<'_>>().is_some();
        scope = is_block.then(|| scope.field("scope")?.metadata()).flatten()?;
    }
    None
}

/// Moves the entities of functions from compile units to the subprograms that list them in a version of LLVM.
pub(crate) fn move_to_subprograms(module: &mut Module, version: u8) {
    let units: Vec<MdNode> = module.named_metadata("llvm.dbg.cu").filter_map(MetadataRef::node).collect();
    let mut tuples = None;
    for unit in units {
        let mut moved: BTreeMap<MdNode, Vec<Metadata>> = BTreeMap::new();
        for (list, _) in LISTS.iter().filter(|(_, since)| *since <= version) {
            let Some(entities) = elements(module, unit, list.field()) else { continue };
            let owner = |&entity: &Metadata| entity.within(module).and_then(subprogram_of);
            if !entities.iter().any(|entity| owner(entity).is_some()) {
                continue;
            }
            let mut kept = Vec::new();
            for entity in entities {
                let Some(owner) = owner(&entity) else {
                    kept.push(entity);
                    continue;
                };
                moved.entry(owner).or_default().push(entity);
            }
            set_list(module, &mut tuples, unit, list.field(), kept);
        }
        for (owner, entities) in moved {
            let mut all = elements(module, owner, RETAINED).unwrap_or_default();
            all.extend(entities);
            set_list(module, &mut tuples, owner, RETAINED, all);
        }
    }
}

/// Moves the entities of functions from subprograms to the compile units that list them in a version of LLVM. Returns the number of types
/// for which compile units have no list: they are left out.
pub(crate) fn move_to_units(module: &mut Module, version: u8) -> u64 {
    let (mut tuples, mut left_out) = (None, 0);
    let subprograms: Vec<MdNode> = module
        .metadata
        .nodes
        .keys()
        .filter(|&node| {
            module.node(node).view::<DISubprogram<'_>>().is_some_and(|it| it.retained_nodes().is_some())
        })
        .collect();
    let mut moved: BTreeMap<(MdNode, List), Vec<Metadata>> = BTreeMap::new();
    for subprogram in subprograms {
        let Some(entities) = elements(module, subprogram, RETAINED) else { continue };
        let unit = DISubprogram::of(module, subprogram).unit().and_then(MetadataRef::node);
        let (mut kept, before) = (Vec::new(), entities.len());
        for entity in entities {
            match place(module, entity, version) {
                Place::Subprogram => kept.push(entity),
                Place::Unit(list) => match unit {
                    Some(unit) => moved.entry((unit, list)).or_default().push(entity),
                    None => left_out += 1,
                },
                Place::Nowhere => left_out += 1,
            }
        }
        if kept.len() < before {
            set_list(module, &mut tuples, subprogram, RETAINED, kept);
        }
    }
    for ((unit, list), entities) in moved {
        let mut all = elements(module, unit, list.field()).unwrap_or_default();
        all.extend(entities);
        set_list(module, &mut tuples, unit, list.field(), all);
    }
    left_out
}

/// Where a version of LLVM lists an entity of a function.
enum Place {
    Subprogram,
    Unit(List),
    Nowhere,
}

fn place(module: &Module, entity: Metadata, version: u8) -> Place {
    let Some(entity) = entity.within(module) else { return Place::Subprogram };
    match List::of(entity) {
        Some(list) => {
            let is_newer = LISTS.iter().any(|(other, since)| *other == list && version < *since);
            if is_newer { Place::Unit(list) } else { Place::Subprogram }
        }
        None if version < 23
            && matches!(entity.kind(), Some("DICompositeType" | "DIDerivedType" | "DIBasicType")) =>
        {
            Place::Nowhere
        }
        None => Place::Subprogram,
    }
}

const RETAINED: &str = "retainedNodes";

/// The elements of the list that a field of a node refers to; `None` if there is no list.
fn elements(module: &Module, node: MdNode, field: &str) -> Option<Vec<Metadata>> {
    let list = module.node(node).field(field)?.metadata()?.node()?;
    match &module.metadata.nodes[list].kind {
        MdNodeKind::Tuple(operands) => Some(operands.to_vec()),
        MdNodeKind::Specialized { .. } => None,
    }
}

/// The tuples of a module, by their operands.
type Tuples = FxHashMap<Box<[Metadata]>, MdNode>;

/// Makes a field of a node refer to a tuple, which is a new one unless the module has it.
fn set_list(
    module: &mut Module,
    tuples: &mut Option<Tuples>,
    node: MdNode,
    field: &str,
    operands: Vec<Metadata>,
) {
    let tuples = tuples.get_or_insert_with(|| {
        let tuple = |(node, data): (MdNode, &MdNodeData)| match &data.kind {
            MdNodeKind::Tuple(operands) if !data.distinct => Some((operands.clone(), node)),
            _ => None,
        };
        module.metadata.nodes.iter().rev().filter_map(tuple).collect()
    });
    let nodes = &mut module.metadata.nodes;
    let list = *tuples.entry(operands.into()).or_insert_with_key(|operands| {
        nodes.push(MdNodeData { distinct: false, kind: MdNodeKind::Tuple(operands.clone()) })
    });
    let value = FieldValue::Metadata(Metadata::Node(list));
    module.metadata.nodes[node].set_field(&module.strings, field, value);
}

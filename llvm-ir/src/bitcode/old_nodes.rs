//! Brings records of metadata nodes that older LLVMs wrote into today's form, as LLVM's reader does. Source: LLVM's `MetadataLoader`,
//! as observed with `llvm-dis`.

use rustc_hash::FxHashMap;

use super::bitstream::{Cursor, Result};
use super::codes::metadata as code;
use super::metadata::{Around, MetadataList};
use super::numbers::inverted;
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::metadata::{Field, FieldValue, MdNode, MdNodeData, MdNodeKind, Metadata};

/// What older metadata leaves to be done once all of it is read.
#[derive(Default)]
pub(super) struct Old {
    /// Composite types by their identifiers, by which older nodes refer to them.
    identified: Vec<(StrId, MdNode)>,
    /// Tuples whose strings are such references.
    type_arrays: Vec<MdNode>,
    /// Compile units that list their subprograms.
    unit_subprograms: Vec<(MdNode, Metadata)>,
    /// Subprograms that name their functions.
    pub(super) function_subprograms: Vec<(Metadata, MdNode)>,
    /// Variables that name their globals.
    pub(super) global_variables: Vec<(Metadata, MdNode)>,
    /// Whether variables of debug information stand for themselves and their expressions.
    pub(super) has_old_variables: bool,
    /// Whether the expressions of `llvm.dbg.declare` may begin with a superfluous `DW_OP_deref`.
    pub(super) has_old_declares: bool,
    /// Whether a string may be an old name of a property of loops. Later LLVMs, which wrote strings otherwise, had none.
    pub(super) has_old_loops: bool,
}

/// What a record says besides its fields.
#[derive(Default)]
pub(super) struct Extra {
    pub(super) distinct: bool,
    /// The expression or value of a variable, in the oldest form.
    variable: Option<Metadata>,
    /// The function of a subprogram.
    function: Option<Metadata>,
}

/// `DISPFlagDefinition`.
const DEFINITION: u64 = 1 << 3;

/// Changes a record to today's form.
pub(super) fn bring_up_to_date(
    list: &mut MetadataList,
    cursor: &Cursor<'_>,
    around: Around<'_>,
    code: u32,
    record: &mut Vec<u64>,
) -> Result<Extra> {
    let mut extra = Extra::default();
    let Some(&head) = record.first() else { return cursor.error("the record of a node is empty") };
    match (code, record.len()) {
        (code::SUBPROGRAM, _) => subprogram(list, cursor, around, record, &mut extra)?,
        (code::COMPILE_UNIT, _) => extra.distinct = true,
        // Before alignments, variables had a tag.
        (code::LOCAL_VAR, count) if head & 2 == 0 => {
            if count > 8 {
                record.remove(1);
            }
            record.truncate(8);
        }
        (code::GLOBAL_VAR, 11..) => global_variable(list, cursor, around, record, &mut extra)?,
        (code::NAMESPACE, 5..) => {
            record.remove(2);
            record.truncate(3);
        }
        (code::MODULE, 5..=7) => {
            record.insert(1, 0);
            record.truncate(7);
            record.resize(9, 0);
        }
        (code::MODULE, 8) => record.push(0),
        // The line was without a file.
        (code::IMPORTED_ENTITY, 6) => record[4] = 0,
        (code::STRING_TYPE, 8) => record.insert(5, 0),
        (code::TEMPLATE_VALUE, 5) => record.insert(4, 0),
        (code::SUBRANGE, 3..) => subrange(list, around, record),
        _ => {}
    }
    Ok(extra)
}

/// Puts the limits of a range, which were numbers, into metadata.
fn subrange(list: &mut MetadataList, around: Around<'_>, record: &mut Vec<u64>) {
    let version = record[0] >> 1;
    if version >= 2 {
        return;
    }
    let types = &around.module.types;
    let mut constant = |value: i64| {
        let constant = around.module.constants.integer(types, types.common.i64, value);
        list.unlisted_id(Metadata::Constant(constant))
    };
    let (count, lower) = (record[1], inverted(record[2]));
    let count = if version == 0 { constant(count as i64) } else { count };
    let lower = constant(lower);
    *record = vec![record[0], count, lower, 0, 0];
}

fn subprogram(
    list: &mut MetadataList,
    cursor: &Cursor<'_>,
    around: Around<'_>,
    record: &mut Vec<u64>,
    extra: &mut Extra,
) -> Result<()> {
    /// A flag that all kinds of nodes had, and only subprograms use.
    const OLD_MAIN: u64 = 1 << 21;
    const MAIN: u64 = 1 << 8;
    let (has_flags, has_unit) = (record[0] & 4 != 0, record[0] & 2 != 0);
    if record.len() < 18 || (has_flags && !has_unit) || (!has_flags && has_unit && record.len() < 19) {
        return cursor.error("the record of a DISubprogram is too short");
    }
    if has_flags {
        if record[11] & OLD_MAIN != 0 {
            record[11] &= !OLD_MAIN;
            record[9] |= MAIN;
        }
    } else {
        let old = std::mem::take(record);
        let has_function_or_unit = old.len() >= 19;
        let b = 2 + usize::from(has_function_or_unit);
        let at = |index: usize| old.get(index).copied().unwrap_or(0);
        let mut flags = old[13];
        let mut own = old[11] & 3 | u64::from(old[14] != 0) << 4;
        own |= u64::from(old[7] != 0) << 2 | u64::from(old[8] != 0) << 3;
        if flags & OLD_MAIN != 0 {
            flags &= !OLD_MAIN;
            own |= MAIN;
        }
        let unit_or_function = at(12 + b);
        let this_adjustment = if old.len() >= 20 { at(16 + b) } else { 0 };
        let thrown = if old.len() >= 21 { at(17 + b) } else { 0 };
        *record = vec![
            old[0],
            old[1],
            old[2],
            old[3],
            old[4],
            old[5],
            old[6],
            old[9],
            old[10],
            own,
            old[12],
            flags,
            if has_unit { unit_or_function } else { 0 },
            at(13 + b),
            at(14 + b),
            at(15 + b),
            this_adjustment,
            thrown,
        ];
        if has_function_or_unit && !has_unit && unit_or_function != 0 {
            extra.function = Some(list.at_or_null(cursor, around.outer, unit_or_function)?);
        }
    }
    extra.distinct = record[9] & DEFINITION != 0;
    Ok(())
}

fn global_variable(
    list: &mut MetadataList,
    cursor: &Cursor<'_>,
    around: Around<'_>,
    record: &mut Vec<u64>,
    extra: &mut Extra,
) -> Result<()> {
    let version = record[0] >> 1;
    match version {
        0 | 1 => {
            let (expression, declaration) = (record[9], record[10]);
            let alignment = record.get(11).copied().unwrap_or(0);
            record.truncate(9);
            record.extend([declaration, 0, alignment, 0]);
            if version == 0 {
                list.old.has_old_variables = true;
                extra.variable = Some(list.at_or_null(cursor, around.outer, expression)?);
            }
        }
        _ => record.resize(record.len().max(13), 0),
    }
    Ok(())
}

/// Does what a record says besides its fields, once its node is in the list.
pub(super) fn after(
    list: &mut MetadataList,
    cursor: &Cursor<'_>,
    around: Around<'_>,
    node: MdNode,
    extra: Extra,
    code: u32,
    record: &[u64],
) -> Result<()> {
    match code {
        code::COMPOSITE_TYPE if record[0] & 2 == 0 => {
            if let Metadata::String(identifier) = list.at_or_null(cursor, around.outer, record[15])? {
                list.old.identified.push((identifier, node));
            }
        }
        code::SUBROUTINE_TYPE if record[0] < 2 => {
            if let Metadata::Node(types) = list.at_or_null(cursor, around.outer, record[2])? {
                list.old.type_arrays.push(types);
            }
        }
        code::COMPILE_UNIT if record[11] != 0 => {
            let subprograms = list.at_or_null(cursor, around.outer, record[11])?;
            list.old.unit_subprograms.push((node, subprograms));
        }
        _ => {}
    }
    if let Some(function) = extra.function {
        list.old.function_subprograms.push((function, node));
    }
    if let Some(value) = extra.variable {
        old_variable(list, around, node, value);
    }
    Ok(())
}

/// Gives a variable in the oldest form, which said where it is, its expression.
fn old_variable(list: &mut MetadataList, around: Around<'_>, node: MdNode, value: Metadata) {
    const CONSTU: u64 = 0x10;
    const STACK_VALUE: u64 = 0x9f;
    let (mut global, mut expression) = (None, None);
    match value {
        Metadata::Constant(constant) => match around.module.constants.kind(constant) {
            ConstantKind::Global(_) => global = Some(value),
            ConstantKind::Integer(bits) => {
                let data = list.expression_of(around, &[CONSTU, *bits, STACK_VALUE], false);
                expression = Some(list.push_unlisted(data));
            }
            _ => {}
        },
        Metadata::Node(node) => expression = Some(node),
        _ => {}
    }
    if global.is_none() && expression.is_none() {
        return;
    }
    let both = variable_expression(list, around, node, expression);
    match global {
        Some(global) => list.old.global_variables.push((global, both)),
        None => list.relist_last(both),
    }
}

/// A distinct node for a variable and its expression, empty if it has none.
pub(super) fn variable_expression(
    list: &mut MetadataList,
    around: Around<'_>,
    variable: MdNode,
    expression: Option<MdNode>,
) -> MdNode {
    let expression = expression.unwrap_or_else(|| {
        let data = list.expression_of(around, &[], false);
        list.push_unlisted(data)
    });
    let field = |name: &[u8], node| Field {
        name: Some(around.module.strings.intern(name)),
        value: FieldValue::Metadata(Metadata::Node(node)),
    };
    let fields = [field(b"var", variable), field(b"expr", expression)].into();
    let kind = around.names.kind(code::GLOBAL_VAR_EXPR).expect("invariant: it has a layout");
    list.push_unlisted(MdNodeData { distinct: true, kind: MdNodeKind::Specialized { kind, fields } })
}

/// Does what older metadata left to be done.
pub(super) fn finish(list: &mut MetadataList, around: Around<'_>) {
    let old = std::mem::take(&mut list.old);
    if !old.identified.is_empty() {
        type_references(list, &old);
    }
    let subprogram = around.names.kind(code::SUBPROGRAM);
    for (owner, subprograms) in &old.unit_subprograms {
        let Metadata::Node(tuple) = subprograms else { continue };
        for operand in operands_of(list, *tuple) {
            let Metadata::Node(node) = operand else { continue };
            if list.is_own(node) {
                let index = list.own_index(node);
                set_unit(&mut list.nodes[index], subprogram, *owner, around);
            }
        }
    }
    if old.has_old_variables {
        unit_variables(list, around);
    }
    list.old = old;
}

/// Replaces references by identifier.
fn type_references(list: &mut MetadataList, old: &Old) {
    let identified: FxHashMap<StrId, MdNode> = old.identified.iter().copied().collect();
    let replace = |operand: &mut Metadata| {
        if let Metadata::String(identifier) = *operand
            && let Some(&node) = identified.get(&identifier)
        {
            *operand = Metadata::Node(node);
        }
    };
    for data in &mut list.nodes {
        if let MdNodeKind::Specialized { .. } = data.kind {
            data.kind.operands_mut().for_each(replace);
        }
    }
    for &array in &old.type_arrays {
        if list.is_own(array) {
            let index = list.own_index(array);
            list.nodes[index].kind.operands_mut().for_each(replace);
        }
    }
}

fn operands_of(list: &MetadataList, tuple: MdNode) -> Vec<Metadata> {
    match list.is_own(tuple).then(|| &list.nodes[list.own_index(tuple)].kind) {
        Some(MdNodeKind::Tuple(operands)) => operands.to_vec(),
        _ => Vec::new(),
    }
}

/// Makes a compile unit that of a subprogram.
fn set_unit(data: &mut MdNodeData, subprogram: Option<StrId>, owner: MdNode, around: Around<'_>) {
    if data.kind.name() == subprogram {
        data.set_field(&around.module.strings, "unit", FieldValue::Metadata(Metadata::Node(owner)));
    }
}

/// Gives the variables that compile units list their expressions.
fn unit_variables(list: &mut MetadataList, around: Around<'_>) {
    let unit = around.names.kind(code::COMPILE_UNIT);
    let variable = around.names.kind(code::GLOBAL_VAR);
    let globals = around.module.strings.intern(b"globals");
    let lists: Vec<MdNode> = list
        .nodes
        .iter()
        .filter_map(|data| match &data.kind {
            MdNodeKind::Specialized { kind, fields } if Some(*kind) == unit => {
                fields.iter().find(|field| field.name == Some(globals)).map(|field| &field.value)
            }
            _ => None,
        })
        .filter_map(|value| match value {
            FieldValue::Metadata(Metadata::Node(node)) => Some(*node),
            _ => None,
        })
        .collect();
    for tuple in lists {
        let mut operands = operands_of(list, tuple);
        for operand in &mut operands {
            let Metadata::Node(node) = *operand else { continue };
            if is_of_kind(list, node, variable) {
                *operand = Metadata::Node(variable_expression(list, around, node, None));
            }
        }
        if list.is_own(tuple) && !operands.is_empty() {
            let index = list.own_index(tuple);
            list.nodes[index].kind = MdNodeKind::Tuple(operands.into());
        }
    }
}

/// Whether a node of the list has this kind.
pub(super) fn is_of_kind(list: &MetadataList, node: MdNode, kind: Option<StrId>) -> bool {
    list.is_own(node) && list.nodes.get(list.own_index(node)).and_then(|data| data.kind.name()) == kind
}

const DEREF: u64 = 0x06;
const BIT_PIECE: u64 = 0x9d;
const FRAGMENT: u64 = 0x1000;
const PLUS: u64 = 0x22;
const PLUS_UCONST: u64 = 0x23;
const MINUS: u64 = 0x1c;
const CONSTU: u64 = 0x10;

/// The elements of an expression that was written in an older version of the format.
pub(super) fn expression(
    old: &mut Old,
    cursor: &Cursor<'_>,
    version: u64,
    elements: &[u64],
) -> Result<Vec<u64>> {
    let mut elements = elements.to_vec();
    if version > 3 {
        return cursor.error("an expression of an unknown version");
    }
    let count = elements.len();
    if version == 0 && count >= 3 && elements[count - 3] == BIT_PIECE {
        elements[count - 3] = FRAGMENT;
    }
    if version <= 1 {
        if elements.first() == Some(&DEREF) {
            let is_fragment = count >= 3 && elements[count - 3] == FRAGMENT;
            let end = if is_fragment { count - 3 } else { count };
            elements[..end].rotate_left(1);
        }
        old.has_old_declares = true;
    }
    if version <= 2 {
        elements = explicit_operands(&elements);
    }
    Ok(elements)
}

/// Replaces additions and subtractions of constants.
fn explicit_operands(elements: &[u64]) -> Vec<u64> {
    let mut rest = elements;
    let mut new = Vec::with_capacity(elements.len());
    while let Some(&operation) = rest.first() {
        let size = match operation {
            FRAGMENT => 3,
            CONSTU | MINUS | PLUS => 2,
            _ => 1,
        };
        let (part, after) = rest.split_at(size.min(rest.len()));
        rest = after;
        match *part {
            [PLUS, value] => new.extend([PLUS_UCONST, value]),
            [MINUS, value] => new.extend([CONSTU, value, MINUS]),
            _ => new.extend_from_slice(part),
        }
    }
    new
}

/// The number of operands of an operation in an expression.
pub(super) fn operand_count(operation: u64) -> usize {
    match operation {
        // Registers with an offset.
        0x70..=0x8f => 1,
        0x1000 | 0x1001 | 0x1006 | 0x1007 | 0x92 => 2,
        0x10 | 0x11 | 0x94 | 0x23 | 0x90 | 0x1002 | 0x1003 | 0x1005 => 1,
        _ => 0,
    }
}

/// Whether LLVM knows the operations of an expression, and they are where they may be.
pub(super) fn is_valid_expression(elements: &[u64]) -> bool {
    const STACK_VALUE: u64 = 0x9f;
    const SWAP: u64 = 0x16;
    const ENTRY_VALUE: u64 = 0x1003;
    const ARG: u64 = 0x1005;
    let mut at = 0;
    while let Some(&operation) = elements.get(at) {
        let next = at + 1 + operand_count(operation);
        if next > elements.len() {
            return false;
        }
        match operation {
            // Registers end the check.
            0x50..=0x8f => return true,
            FRAGMENT => return next == elements.len(),
            STACK_VALUE if next < elements.len() && elements[next] != FRAGMENT => return false,
            SWAP if elements.len() == 1 => return false,
            ENTRY_VALUE => {
                let first = if elements.starts_with(&[ARG, 0]) { 2 } else { 0 };
                return at == first && elements[at + 1] == 1;
            }
            STACK_VALUE
            | SWAP
            | 0x1001
            | 0x1002
            | 0x1004
            | 0x1005
            | 0x1006
            | 0x1007
            | 0x06
            | 0x10
            | 0x11
            | 0x12
            | 0x14
            | 0x17
            | 0x18
            | 0x19
            | 0x1a..=0x27
            | 0x29..=0x2e
            | 0x30
            | 0x90
            | 0x92
            | 0x94
            | 0x97 => {}
            _ => return false,
        }
        at = next;
    }
    true
}

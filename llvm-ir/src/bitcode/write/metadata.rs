//! Writes blocks of metadata.

use super::bits::{Abbrev, BitWriter};
use super::body::{BodyIds, Lookup};
use super::enumerate::Ids;
use super::nodes::{Md, Slot};
use super::older;
use crate::bitcode::bitstream::Operand;
use crate::bitcode::codes::{block, metadata as code};
use crate::constants::ConstantKind;
use crate::entity::StrId;
use crate::function::ValueKind;
use crate::globals::Global;
use crate::metadata::MdNode;
use crate::versions::LlvmVersion;

/// The least number of records for which an index is written, less one. Source: LLVM, `bitcode-mdindex-threshold`.
const INDEX_THRESHOLD: usize = 25;

/// The abbreviations of two kinds of nodes, which a block defines when it first has such a node.
struct NodeAbbrevs {
    location: Option<Abbrev>,
    /// The number of operands of a location.
    length: usize,
    generic: Option<Abbrev>,
}

impl NodeAbbrevs {
    fn new(version: LlvmVersion) -> Self {
        Self { location: None, length: older::location_length(version), generic: None }
    }

    fn location(&mut self, out: &mut BitWriter) -> Abbrev {
        use Operand::{Fixed, Literal, Vbr};
        *self.location.get_or_insert_with(|| {
            let parts = [Fixed(1), Vbr(6), Vbr(8), Vbr(6), Vbr(6), Fixed(1), Vbr(6), Fixed(3)];
            let head = [Literal(code::LOCATION.into())].into_iter();
            let all: Vec<_> = head.chain(parts.into_iter().take(self.length)).collect();
            out.define(&all)
        })
    }

    fn generic(&mut self, out: &mut BitWriter) -> Abbrev {
        use Operand::{Array, Fixed, Literal, Vbr};
        *self.generic.get_or_insert_with(|| {
            let head = Literal(code::GENERIC_DEBUG.into());
            out.define(&[head, Fixed(1), Vbr(6), Fixed(1), Vbr(6), Array, Vbr(6)])
        })
    }
}

/// Writes the metadata of a module.
pub(super) fn write_of_module(out: &mut BitWriter, ids: &Ids<'_>) {
    let module = ids.module;
    let (strings, others) = ids.metadata();
    if strings.is_empty() && others.is_empty() && module.metadata.named.is_empty() {
        return;
    }
    out.enter(block::METADATA, 4);
    let mut abbrevs = NodeAbbrevs::new(ids.version);
    abbrevs.location(out);
    abbrevs.generic(out);
    let literal = |code: u32| Operand::Literal(code.into());
    let offset = out.define(&[literal(code::INDEX_OFFSET), Operand::Fixed(32), Operand::Fixed(32)]);
    let index = out.define(&[literal(code::INDEX), Operand::Array, Operand::Vbr(6)]);
    write_strings(out, ids, strings);
    let has_index = others.len() > INDEX_THRESHOLD;
    if has_index {
        out.record(code::INDEX_OFFSET, &[0, 0], offset);
    }
    let start = out.position();
    let mut positions = Vec::with_capacity(others.len());
    let mut record = Vec::new();
    for &md in others {
        positions.push(out.position());
        write_record(out, ids, md, &mut abbrevs, &mut record);
    }
    if has_index {
        let end = out.position() - start;
        out.patch(start - 64, end as u32);
        out.patch(start - 32, (end >> 32) as u32);
        let mut last = start;
        for position in &mut positions {
            let delta = *position - last;
            last = *position;
            *position = delta;
        }
        out.record(code::INDEX, &positions, index);
    }
    write_named(out, ids);
    let declarations = module.functions.iter().copied().filter(|&global| {
        module.globals[global].as_function().is_some_and(|function| function.is_declaration())
    });
    let all: Vec<Global> =
        declarations.chain(module.ifuncs.iter().copied()).chain(module.variables.iter().copied()).collect();
    for global in all {
        write_global(out, ids, global, &module.globals[global].attachments);
    }
    out.exit();
}

/// Writes the metadata that only a body has.
pub(super) fn write_of_function(out: &mut BitWriter, ids: &BodyIds<'_, '_>) {
    let (strings, others) = ids.own_metadata();
    if strings.is_empty() && others.clone().next().is_none() {
        return;
    }
    out.enter(block::METADATA, 3);
    write_strings(out, ids, strings);
    let mut abbrevs = NodeAbbrevs::new(ids.version);
    let mut record = Vec::new();
    for md in others {
        match md {
            Md::Local(local) => {
                let ty = ids.local_type(local);
                out.record(code::VALUE, &[ids.ty(ty), ids.value(local.into())], Abbrev::NONE);
            }
            Md::ArgList(list) => {
                record.clear();
                record.extend(ids.arguments_of(list).iter().map(|value| {
                    ids.metadata_id(match value.kind() {
                        ValueKind::Local(local) => Md::Local(local),
                        ValueKind::Constant(constant) => match ids.module.constants.kind(constant) {
                            ConstantKind::LocalMetadata(local) => Md::Local(*local),
                            _ => Md::Constant(constant),
                        },
                    })
                }));
                out.record(code::ARG_LIST, &record, Abbrev::NONE);
            }
            other => write_record(out, ids, other, &mut abbrevs, &mut record),
        }
    }
    out.exit();
}

fn write_global(out: &mut BitWriter, ids: &Ids<'_>, global: Global, attachments: &[(StrId, MdNode)]) {
    if attachments.is_empty() {
        return;
    }
    let mut record = vec![ids.global(global)];
    for (kind, node) in ids.attachments(attachments) {
        record.extend([kind.into(), ids.metadata_id(Md::Node(node.as_u32()))]);
    }
    out.record(code::GLOBAL_DECL_ATTACHMENT, &record, Abbrev::NONE);
}

fn write_strings(out: &mut BitWriter, ids: &Ids<'_>, strings: &[Md]) {
    if strings.is_empty() {
        return;
    }
    let texts = strings.iter().filter_map(|md| match md {
        Md::String(string) => Some(ids.module.strings.get(*string)),
        _ => None,
    });
    let mut lengths = BitWriter::bare();
    texts.clone().for_each(|text| lengths.vbr(text.len() as u64, 6));
    let mut blob = lengths.finish();
    let offset = blob.len() as u64;
    texts.for_each(|text| blob.extend_from_slice(text));
    let head = Operand::Literal(code::STRINGS.into());
    let abbrev = out.define(&[head, Operand::Vbr(6), Operand::Vbr(6), Operand::Blob]);
    out.record_with_blob(code::STRINGS, &[strings.len() as u64, offset], &blob, abbrev);
}

/// Writes metadata of a module that is no string. `record` is memory.
fn write_record<'m>(
    out: &mut BitWriter,
    ids: &impl Lookup<'m>,
    md: Md,
    abbrevs: &mut NodeAbbrevs,
    record: &mut Vec<u64>,
) {
    let of_module = ids.of_module();
    match md {
        Md::Node(node) => {
            let form = of_module.nodes.form(node);
            record.clear();
            record.extend(form.slots().map(|slot| match slot {
                Slot::Number(number) => number,
                Slot::Md(md) => ids.metadata_or_null(md),
                Slot::Id(md) => ids.metadata_id(md),
            }));
            older::node(of_module.version, form.code, record);
            let abbrev = match form.code {
                code::LOCATION => abbrevs.location(out),
                code::GENERIC_DEBUG => abbrevs.generic(out),
                _ => Abbrev::NONE,
            };
            out.record(form.code, record, abbrev);
        }
        Md::Constant(constant) => {
            let ty = of_module.module.constants.ty(constant);
            out.record(code::VALUE, &[of_module.ty(ty), ids.constant(constant)], Abbrev::NONE);
        }
        Md::Local(_) | Md::ArgList(_) | Md::String(_) => {}
    }
}

fn write_named(out: &mut BitWriter, ids: &Ids<'_>) {
    let named = &ids.module.metadata.named;
    if named.is_empty() {
        return;
    }
    let abbrev = out.define(&[Operand::Literal(code::NAME.into()), Operand::Array, Operand::Fixed(8)]);
    for (name, nodes) in named {
        let name: Vec<u64> = ids.module.strings.get(*name).iter().map(|&byte| byte.into()).collect();
        out.record(code::NAME, &name, abbrev);
        let record: Vec<u64> = nodes.iter().map(|node| ids.metadata_id(Md::Node(node.as_u32()))).collect();
        out.record(code::NAMED_NODE, &record, Abbrev::NONE);
    }
}

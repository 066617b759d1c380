//! Reads and writes resources, which take two sections: one with keys, kinds and lengths, the other with the contents.

use super::Section;
use super::entries::Entries;
use super::stream::{Cursor, Emitter, Result};
use crate::context::Ident;
use crate::resources::{Resource, ResourceGroup, Resources};

/// The resources of a file that is being read.
#[derive(Default)]
pub(super) struct ReadResources {
    pub(super) resources: Resources,
    /// The keys of dialect resources, in the order in which attributes refer to them by index.
    handles: Vec<Ident>,
}

impl ReadResources {
    /// The key of the resource with an attribute's resource index.
    pub(super) fn handle(&self, at: &Cursor<'_>, index: u64) -> Result<Ident> {
        Ok(self.handles[at.checked_index(index, self.handles.len(), "resource")?])
    }
}

const BLOB: u8 = 0;
const BOOL: u8 = 1;
const STRING: u8 = 2;

/// Reads both sections.
pub(super) fn read<'a>(
    entries: &Entries<'a, '_>,
    mut offsets: Cursor<'a>,
    mut content: Cursor<'a>,
) -> Result<ReadResources> {
    let mut read = ReadResources::default();
    for _ in 0..offsets.count("groups of resources")? {
        let before = offsets;
        let owner = offsets.varint()?;
        let owner = entries.string(&before, owner)?;
        let (group, _) = read_group(entries, owner, &mut offsets, &mut content)?;
        read.resources.external.push(group);
    }
    while !offsets.is_empty() {
        let dialect = offsets.index(entries.dialects.len(), "dialect")?;
        let (group, keys) = read_group(entries, entries.dialects[dialect], &mut offsets, &mut content)?;
        read.handles.extend(keys);
        read.resources.dialect.push(group);
    }
    content.finish("the resources")?;
    Ok(read)
}

/// Reads a group; also returns all its keys, including those without contents: of omitted resources, or of resources written with
/// `--elide-resource-data-from-bytecode`.
fn read_group<'a>(
    entries: &Entries<'a, '_>,
    owner: Ident,
    offsets: &mut Cursor<'a>,
    content: &mut Cursor<'a>,
) -> Result<(ResourceGroup, Vec<Ident>)> {
    let mut group = ResourceGroup { owner, entries: Vec::new() };
    let mut keys = Vec::new();
    for _ in 0..offsets.count("resources")? {
        let before = *offsets;
        let key = offsets.varint()?;
        let key = entries.string(&before, key)?;
        let before = *offsets;
        let length = offsets.varint()?;
        let length = usize::try_from(length)
            .ok()
            .filter(|&length| length <= content.left())
            .ok_or_else(|| before.fault("a resource is longer than the section"))?;
        let kind = offsets.byte()?;
        let mut value = content.part(length)?;
        keys.push(key);
        if value.is_empty() {
            continue;
        }
        let resource = match kind {
            BLOB => {
                let alignment = value.varint()?;
                let size = value.count("bytes of a blob")?;
                // Upstream writes no alignment if there are no bytes.
                value.align(alignment.max(1))?;
                let alignment = u32::try_from(alignment).map_err(|_| value.fault("alignment too large"))?;
                let alignment = if size == 0 { 0 } else { alignment };
                Resource::Blob { alignment, data: value.bytes(size)?.into() }
            }
            BOOL => Resource::Bool(value.byte()? != 0),
            STRING => {
                let before = value;
                let text = value.varint()?;
                Resource::String(entries.string(&before, text)?)
            }
            _ => return Err(offsets.fault(format!("unknown kind {kind} of resource"))),
        };
        value.finish("a resource")?;
        group.entries.push((key, resource));
    }
    Ok((group, keys))
}

/// A group to be written: the owner, and its resources; `None` for a resource that an attribute refers to and that is missing.
pub(super) type WrittenGroup<'a> = (Ident, Vec<(Ident, Option<&'a Resource>)>);

/// The form of a group in which it is written.
pub(super) fn written(group: &ResourceGroup) -> WrittenGroup<'_> {
    (group.owner, group.entries.iter().map(|(key, resource)| (*key, Some(resource))).collect())
}

/// Writes both sections. `string` numbers a string, `dialect_number` a dialect. Dialect resources must be in the order in which
/// attributes refer to them by index.
pub(super) fn write(
    external: &[WrittenGroup<'_>],
    dialect: &[WrittenGroup<'_>],
    out: &mut Emitter,
    mut string: impl FnMut(Ident) -> u64,
    dialect_number: impl Fn(Ident) -> u64,
) {
    let (mut offsets, mut content) = (Emitter::default(), Emitter::default());
    let mut alignment = 1;
    let mut group = |entries: &[(Ident, Option<&Resource>)],
                     offsets: &mut Emitter,
                     string: &mut dyn FnMut(Ident) -> u64| {
        offsets.varint(entries.len() as u64);
        for (key, resource) in entries {
            let start = content.bytes.len();
            let kind = match resource {
                None => BLOB,
                Some(Resource::Blob { alignment: wanted, data }) => {
                    // Only powers of 2 can be stored; without bytes there is no alignment.
                    let wanted = wanted.checked_next_power_of_two().unwrap_or(1) as usize;
                    alignment = alignment.max(wanted);
                    content.varint(wanted as u64);
                    content.varint(data.len() as u64);
                    content.align(wanted);
                    content.bytes.extend(data.iter());
                    BLOB
                }
                Some(Resource::Bool(value)) => {
                    content.byte(u8::from(*value));
                    BOOL
                }
                Some(Resource::String(text)) => {
                    content.varint(string(*text));
                    STRING
                }
            };
            offsets.varint(string(*key));
            offsets.varint((content.bytes.len() - start) as u64);
            offsets.byte(kind);
        }
    };
    offsets.varint(external.len() as u64);
    for (owner, entries) in external {
        offsets.varint(string(*owner));
        group(entries, &mut offsets, &mut string);
    }
    for (owner, entries) in dialect {
        offsets.varint(dialect_number(*owner));
        group(entries, &mut offsets, &mut string);
    }
    out.section(Section::ResourceOffset, &offsets.bytes);
    match alignment {
        1 => out.section(Section::Resource, &content.bytes),
        _ => out.aligned_section(Section::Resource, &content.bytes, alignment),
    }
}

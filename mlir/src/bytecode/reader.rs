//! Reads a bytecode file: its header and sections.

use super::entries::Entries;
use super::ir_reader::Reader;
use super::stream::{Cursor, Result};
use super::{MAGIC, ReadOptions, Section, Version, names, resources};
use crate::body::Module;
use crate::context::Context;

/// Reads a module.
pub(super) fn read(context: &Context, bytes: &[u8], options: &ReadOptions) -> Result<Module> {
    let mut cursor = Cursor::new(bytes);
    if !bytes.starts_with(&MAGIC) {
        return Err(cursor.fault("expected the magic number of MLIR bytecode"));
    }
    cursor.bytes(MAGIC.len())?;
    let before = cursor;
    let number = cursor.varint()?;
    let Some(version) = Version::new(number) else {
        let newest = Version::CURRENT.number();
        return Err(
            before.fault(format!("bytecode version {number} is newer than the current version {newest}"))
        );
    };
    let producer = cursor.zero_terminated()?;
    let sections = Sections::read(cursor, version)?;

    let mut entries = Entries::new(context, version, *options, bytes.len());
    let has_names = producer == names::PRODUCER_WITH_NAMES.as_bytes();
    entries.shared_distinct = has_names || producer == names::PRODUCER.as_bytes();
    entries.read_strings(sections.required(Section::String)?)?;
    let properties = match sections.get(Section::Properties) {
        Some(section) => read_properties(section)?,
        None => Vec::new(),
    };
    entries.read_dialects(sections.required(Section::Dialect)?)?;
    if let (Some(offsets), Some(content)) =
        (sections.get(Section::ResourceOffset), sections.get(Section::Resource))
    {
        entries.resources = resources::read(&entries, offsets, content)?;
    }
    let (offsets, content) =
        (sections.required(Section::AttrTypeOffset)?, sections.required(Section::AttrType)?);
    entries.read_entries(offsets, content)?;

    let resources = std::mem::take(&mut entries.resources.resources);
    let mut module = Reader::new(entries, properties, has_names).module(sections.required(Section::Ir)?)?;
    module.set_resources(resources);
    Ok(module)
}

/// The sections of a file, by kind.
struct Sections<'a> {
    file: Cursor<'a>,
    found: [Option<Cursor<'a>>; Section::ALL.len()],
}

impl<'a> Sections<'a> {
    fn read(mut cursor: Cursor<'a>, version: Version) -> Result<Self> {
        let mut found = [None; Section::ALL.len()];
        while !cursor.is_empty() {
            let before = cursor;
            let (section, content) = cursor.section()?;
            if found[section as usize].replace(content).is_some() {
                return Err(before.fault("a section is there twice"));
            }
        }
        let sections = Self { file: cursor, found };
        if version >= Version::NATIVE_PROPERTIES {
            sections.required(Section::Properties)?;
        }
        if sections.get(Section::Resource).is_some() != sections.get(Section::ResourceOffset).is_some() {
            return Err(cursor.fault("resources take two sections"));
        }
        Ok(sections)
    }

    fn get(&self, section: Section) -> Option<Cursor<'a>> {
        self.found[section as usize]
    }

    fn required(&self, section: Section) -> Result<Cursor<'a>> {
        self.get(section).ok_or_else(|| self.file.fault(format!("missing section: {section:?}")))
    }
}

/// Reads the encoded properties of operations. How to decode them depends on the operation that refers to them.
fn read_properties(mut section: Cursor<'_>) -> Result<Vec<Cursor<'_>>> {
    let count = section.count("properties")?;
    let mut properties = Vec::with_capacity(count);
    for _ in 0..count {
        let length = section.count("bytes of properties")?;
        properties.push(section.part(length)?);
    }
    section.finish("the properties")?;
    Ok(properties)
}

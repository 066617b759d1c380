//! Finds bitcode in containers: archives, offload bundles, offload binaries, and objects with a bitcode section.
//!
//! Sources: `ar` as `llvm-ar` writes it; Clang Offload Bundler, "Bundled Code Object Layout"; `llvm/Object/OffloadBinary.h`;
//! `-fembed-bitcode` and `-ffat-lto-objects` of Clang. A bitcode wrapper (magic `0x0B17C0DE`) is not unpacked here, as the reader
//! accepts it.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

use object::read::archive::ArchiveFile;
use object::{CompressionFormat, Object, ObjectSection};
use rustc_hash::FxHashMap;

use super::compressed::{self, Method};
use super::is_bitcode;

/// A module of bitcode found in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// Its path inside the file, such as `a.o` or `a.o(.llvmbc)`; `a.o#2` for the second of this path; empty if the file itself is bitcode.
    pub name: String,
    /// The bitcode, bare or in a wrapper. Owned if the container is compressed, or names other files that hold the data.
    pub bytes: Cow<'a, [u8]>,
}

impl Member<'_> {
    fn into_owned(self) -> Member<'static> {
        Member { name: self.name, bytes: Cow::Owned(self.bytes.into_owned()) }
    }
}

/// The contents of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents<'a> {
    /// The modules, in the order of the file.
    pub modules: Vec<Member<'a>>,
    /// The names of members that are not bitcode.
    pub others: Vec<String>,
}

/// The maximum nesting of containers; tools make at most bundles of archives of objects.
const DEPTH: usize = 4;

const BUNDLE: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
/// The sections of objects that hold bitcode.
const SECTIONS: [&str; 4] = [".llvmbc", "__bitcode", ".llvm.lto", ".llvm.offloading"];

/// The beginning of names of sections in which the bundler of Clang puts what is for a target; the target follows.
const BUNDLED_SECTION: &str = "__CLANG_OFFLOAD_BUNDLE__";

const OFFLOAD_BINARY: &[u8] = b"\x10\xff\x10\xad";

/// Finds the modules in a file, whatever container it is. A thin archive names files relative to its own `folder`; without
/// `folder`, a thin archive is an error.
///
/// # Errors
///
/// If the file is damaged, or a file that it names cannot be read.
pub fn modules<'a>(bytes: &'a [u8], folder: Option<&Path>) -> Result<Contents<'a>, String> {
    let mut contents = Contents::default();
    Unpacking { folder }.unpack(Cow::Borrowed(bytes), "", DEPTH, &mut contents)?;
    number_equal_names(&mut contents.modules);
    Ok(contents)
}

/// An archive can have several members of one name. All but the first get a number behind it.
fn number_equal_names(modules: &mut [Member<'_>]) {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for Member { name, .. } in modules {
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            write!(name, "#{count}").expect("a string takes all");
        }
    }
}

struct Unpacking<'f> {
    folder: Option<&'f Path>,
}

impl Unpacking<'_> {
    fn unpack<'a>(
        &self,
        bytes: Cow<'a, [u8]>,
        name: &str,
        depth: usize,
        into: &mut Contents<'a>,
    ) -> Result<(), String> {
        if is_bitcode(&bytes) {
            into.modules.push(Member { name: name.to_owned(), bytes });
            return Ok(());
        }
        let members = match bytes {
            Cow::Borrowed(bytes) => self.members(bytes)?,
            Cow::Owned(bytes) => {
                self.members(&bytes)?.map(|members| members.into_iter().map(Member::into_owned).collect())
            }
        };
        let Some(members) = members else {
            into.others.push(name.to_owned());
            return Ok(());
        };
        let Some(depth) = depth.checked_sub(1) else {
            return Err(format!("more than {DEPTH} containers in each other, at `{name}`"));
        };
        for Member { name: member, bytes } in members {
            let name = match (name, &member[..]) {
                ("", _) => member,
                (_, "") => name.to_owned(),
                _ => format!("{name}({member})"),
            };
            self.unpack(bytes, &name, depth, into)?;
        }
        Ok(())
    }

    /// The direct members of a container; `None` if `bytes` are not a container.
    fn members<'a>(&self, bytes: &'a [u8]) -> Result<Option<Vec<Member<'a>>>, String> {
        let of_archive = bytes.starts_with(b"!<arch>\n")
            || bytes.starts_with(b"!<thin>\n")
            || bytes.starts_with(b"<bigaf>\n");
        let found = if of_archive {
            self.archive(bytes)?
        } else if bytes.starts_with(BUNDLE) {
            bundle(bytes).ok_or("damaged offload bundle")?
        } else if compressed::is_compressed(bytes) {
            let bundles = compressed::decompress(bytes)?.into_iter();
            bundles.map(|bytes| Member { name: String::new(), bytes: Cow::Owned(bytes) }).collect()
        } else if bytes.starts_with(OFFLOAD_BINARY) {
            offload_binaries(bytes).ok_or("damaged offload binary")?
        } else if let Ok(object) = object::File::parse(bytes) {
            sections(&object)?
        } else {
            return Ok(None);
        };
        Ok(Some(found))
    }

    fn archive<'a>(&self, bytes: &'a [u8]) -> Result<Vec<Member<'a>>, String> {
        let archive = ArchiveFile::parse(bytes).map_err(|error| format!("damaged archive: {error}"))?;
        let members = archive.members().map(|member| {
            let member = member.map_err(|error| format!("damaged archive: {error}"))?;
            let name = String::from_utf8_lossy(member.name()).into_owned();
            let bytes = if archive.is_thin() {
                Cow::Owned(self.file(&name)?)
            } else {
                Cow::Borrowed(member.data(bytes).map_err(|error| format!("damaged archive: {error}"))?)
            };
            Ok(Member { name, bytes })
        });
        members.collect()
    }

    /// Reads a file that a thin archive names.
    fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let folder = self.folder.ok_or("this archive is thin: it has names of files only; give the files")?;
        let path = folder.join(name);
        std::fs::read(&path)
            .map_err(|error| format!("{}, which this thin archive names: {error}", path.display()))
    }
}

/// The sections of an object that hold bitcode.
fn sections<'a>(object: &object::File<'a>) -> Result<Vec<Member<'a>>, String> {
    let mut found = Vec::new();
    for section in object.sections() {
        let Ok(name) = section.name() else { continue };
        let target = name.strip_prefix(BUNDLED_SECTION);
        if target.is_none() && !SECTIONS.contains(&name) {
            continue;
        }
        let content = section.compressed_data().map_err(|error| format!("section {name}: {error}"))?;
        let (data, size) = (content.data, content.uncompressed_size);
        let bytes = match content.format {
            CompressionFormat::None => Cow::Borrowed(data),
            CompressionFormat::Zlib => Method::Zlib.decompress(data, size, "section")?.into(),
            CompressionFormat::Zstandard => Method::Zstandard.decompress(data, size, "section")?.into(),
            _ => return Err(format!("section {name} is compressed by an unknown method")),
        };
        // `-fembed-bitcode-marker` leaves a nearly empty section, and a bundle has one for the host.
        if bytes.len() > 1 {
            found.push(Member { name: target.unwrap_or(name).to_owned(), bytes });
        }
    }
    Ok(found)
}

/// A reader of little-endian fields.
struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    fn u64(&mut self) -> Option<usize> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)?.try_into().ok()
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_le_bytes)
    }

    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = part(self.bytes, self.at, length)?;
        self.at += length;
        Some(taken)
    }
}

fn part(bytes: &[u8], offset: usize, length: usize) -> Option<&[u8]> {
    bytes.get(offset..offset.checked_add(length)?)
}

/// Reads an offload bundle. Its entries are: offset, size, and the name `kind-triple-processor`.
fn bundle(bytes: &[u8]) -> Option<Vec<Member<'_>>> {
    let mut fields = Fields { bytes, at: BUNDLE.len() };
    let count = fields.u64()?;
    let mut members = Vec::new();
    for _ in 0..count {
        let (offset, size, length) = (fields.u64()?, fields.u64()?, fields.u64()?);
        let name = String::from_utf8_lossy(fields.take(length)?).into_owned();
        // If only the device was compiled, the host has an entry without data.
        if size > 0 {
            members.push(Member { name, bytes: part(bytes, offset, size)?.into() });
        }
    }
    Some(members)
}

/// Reads consecutive offload binaries, as a linker concatenates them in a section with zero padding.
fn offload_binaries(bytes: &[u8]) -> Option<Vec<Member<'_>>> {
    let mut members = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        if !rest.starts_with(OFFLOAD_BINARY) {
            return rest.iter().all(|&byte| byte == 0).then_some(members);
        }
        let mut header = Fields { bytes: rest, at: OFFLOAD_BINARY.len() };
        let (version, size, entries, last) = (header.u32()?, header.u64()?, header.u64()?, header.u64()?);
        let binary = part(rest, 0, size)?;
        // The last field is the size of the single entry in version 1, and the number of entries in later versions.
        let count = if version == 1 { 1 } else { last };
        let mut entry = Fields { bytes: binary, at: entries };
        for _ in 0..count {
            members.push(offload_entry(binary, &mut entry)?);
        }
        rest = rest.get(size.next_multiple_of(8).min(rest.len()).max(1)..)?;
    }
    Some(members)
}

/// Reads an entry: kinds, flags, a string table by offset, the image.
fn offload_entry<'a>(binary: &'a [u8], entry: &mut Fields<'a>) -> Option<Member<'a>> {
    let (_image_kind, _offload_kind, _flags) = (entry.u16()?, entry.u16()?, entry.u32()?);
    let (strings, count, offset, size) = (entry.u64()?, entry.u64()?, entry.u64()?, entry.u64()?);
    let text = |offset: usize| {
        let bytes = binary.get(offset..)?;
        let length = bytes.iter().position(|&byte| byte == 0)?;
        Some(String::from_utf8_lossy(&bytes[..length]).into_owned())
    };
    let mut table = Fields { bytes: binary, at: strings };
    let (mut triple, mut arch) = (String::new(), String::new());
    for _ in 0..count {
        let (key, value) = (table.u64()?, table.u64()?);
        match &text(key)?[..] {
            "triple" => triple = text(value)?,
            "arch" => arch = text(value)?,
            _ => {}
        }
    }
    let name = [triple, arch].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    Some(Member { name, bytes: part(binary, offset, size)?.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &[u8] = b"BC\xc0\xde\x35\x14\0\0";

    fn archive_of(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = b"!<arch>\n".to_vec();
        for (name, data) in members {
            let header =
                format!("{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", format!("{name}/"), 0, 0, 0, 644, data.len());
            bytes.extend(header.as_bytes());
            bytes.extend(*data);
            bytes.resize(bytes.len().next_multiple_of(2), b'\n');
        }
        bytes
    }

    fn bundle_of(name: &str, data: &[u8]) -> Vec<u8> {
        let start = BUNDLE.len() + 8 + 24 + name.len();
        let mut bytes = BUNDLE.to_vec();
        for number in [1, start, data.len(), name.len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        [&bytes, name.as_bytes(), data].concat()
    }

    #[test]
    fn members_are_found_and_others_named() {
        let archive = archive_of(&[("a.o", MODULE), ("readme", b"text"), ("b.o", MODULE)]);
        let contents = modules(&archive, None).unwrap();
        let names: Vec<&str> = contents.modules.iter().map(|member| &member.name[..]).collect();
        assert_eq!((names, contents.others), (vec!["a.o", "b.o"], vec!["readme".to_owned()]));
        let bundle = bundle_of("hip-amdgcn-amd-amdhsa--gfx906", &archive);
        assert_eq!(modules(&bundle, None).unwrap().modules[1].name, "hip-amdgcn-amd-amdhsa--gfx906(b.o)");
        assert_eq!(
            modules(MODULE, None).unwrap().modules,
            [Member { name: String::new(), bytes: MODULE.into() }]
        );
    }

    #[test]
    fn equal_names_have_numbers() {
        let archive = archive_of(&[("a.o", MODULE), ("b.o", MODULE), ("a.o", MODULE), ("a.o", MODULE)]);
        let names = modules(&archive, None).unwrap().modules.into_iter().map(|member| member.name);
        assert_eq!(names.collect::<Vec<_>>(), ["a.o", "b.o", "a.o#2", "a.o#3"]);
    }

    #[test]
    fn damage_and_depth_are_errors() {
        let bundle = bundle_of("x", MODULE);
        for length in BUNDLE.len()..bundle.len() {
            assert!(modules(&bundle[..length], None).is_err(), "{length}");
        }
        let mut nested = MODULE.to_vec();
        for _ in 0..=DEPTH {
            nested = bundle_of("x", &nested);
        }
        assert!(modules(&nested, None).unwrap_err().contains("in each other"));
        assert!(modules(THIN, None).unwrap_err().contains("thin"));
    }

    /// A thin archive that names `a.bc`.
    const THIN: &[u8] = b"!<thin>\na.bc/           0           0     0     644     8         `\n";

    #[test]
    fn thin_archives_name_files_beside_them() {
        let folder = std::env::temp_dir().join(format!("tern-thin-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.bc"), MODULE).unwrap();
        let found = modules(THIN, Some(&folder)).unwrap().modules;
        assert_eq!(found, [Member { name: "a.bc".to_owned(), bytes: MODULE.into() }]);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(modules(THIN, Some(&folder)).unwrap_err().contains("a.bc, which this thin archive names"));
    }

    #[test]
    fn compressed_bundles_are_bundles() {
        let packed = compressed::tests::packed(&bundle_of("host", MODULE));
        for packed in packed {
            let found = modules(&packed, None).unwrap().modules;
            assert_eq!(found, [Member { name: "host".to_owned(), bytes: MODULE.into() }]);
        }
    }
}

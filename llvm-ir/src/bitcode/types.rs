//! Reads the table of types.

use super::bitstream::{Cursor, Result};
use super::codes::ty as code;
use super::metadata::bytes_of;
use super::tables::{Tables, TypeEntry};
use crate::types::{StructId, Type, TypeKind};

/// The types read so far. Those that are mentioned before they are defined are identified structs.
struct TypeTable {
    entries: Vec<Option<TypeEntry>>,
    next: usize,
    name: Option<Vec<u8>>,
}

impl TypeTable {
    /// The type with this id; an identified struct that is defined later if it is not known yet.
    fn at(&mut self, tables: &mut Tables<'_>, cursor: &Cursor<'_>, id: u64) -> Result<Type> {
        let known = usize::try_from(id).ok().and_then(|id| self.entries.get_mut(id));
        match known {
            Some(Some(entry)) => Ok(entry.ty),
            Some(slot) => {
                let ty = tables.module.types.forward_struct(None);
                *slot = Some(TypeEntry { ty, parts: Box::default() });
                Ok(ty)
            }
            None => cursor.error("unknown type"),
        }
    }

    fn list(&mut self, tables: &mut Tables<'_>, cursor: &Cursor<'_>, ids: &[u64]) -> Result<Box<[Type]>> {
        ids.iter().map(|&id| self.at(tables, cursor, id)).collect()
    }

    /// The identified struct that the next type is.
    fn identified(&mut self, tables: &mut Tables<'_>, cursor: &Cursor<'_>) -> Result<(StructId, Type)> {
        let types = &mut tables.module.types;
        let ty = match self.entries.get(self.next) {
            Some(Some(entry)) => entry.ty,
            _ => types.forward_struct(None),
        };
        let TypeKind::Identified(id) = *types.kind(ty) else {
            return cursor.error("a type is defined twice");
        };
        types.definitions.push(id);
        let name = self.name.take().filter(|name| !name.is_empty());
        types.structs[id].name = name.map(|name| tables.module.strings.intern(&name));
        Ok((id, ty))
    }
}

impl Tables<'_> {
    /// Reads the rest of the block of types, which was entered.
    pub(super) fn type_block(&mut self, cursor: &mut Cursor<'_>) -> Result<()> {
        let mut table = TypeTable { entries: Vec::new(), next: 0, name: None };
        let mut record = Vec::new();
        while let Some((code, _)) = cursor.next_record(&mut record)? {
            self.type_record(cursor, &mut table, code, &record)?;
        }
        if table.next != table.entries.len() {
            return cursor.error("there are fewer types than said");
        }
        self.types.extend(table.entries.into_iter().flatten());
        Ok(())
    }

    fn type_record(
        &mut self,
        cursor: &Cursor<'_>,
        table: &mut TypeTable,
        code: u32,
        record: &[u64],
    ) -> Result<()> {
        let simple = match code {
            code::NUMENTRY => {
                // Each type takes bits.
                let count = record.first().copied().unwrap_or(0);
                if count > cursor.rest() || !table.entries.is_empty() {
                    return cursor.error("there are more types than the file has bits");
                }
                table.entries.resize(count as usize, None);
                return Ok(());
            }
            code::STRUCT_NAME => {
                table.name = Some(bytes_of(record));
                return Ok(());
            }
            code::VOID => Some(TypeKind::Void),
            code::HALF => Some(TypeKind::Half),
            code::BFLOAT => Some(TypeKind::BFloat),
            code::FLOAT => Some(TypeKind::Float),
            code::DOUBLE => Some(TypeKind::Double),
            code::X86_FP80 => Some(TypeKind::X86Fp80),
            code::FP128 => Some(TypeKind::Fp128),
            code::PPC_FP128 => Some(TypeKind::PpcFp128),
            code::LABEL => Some(TypeKind::Label),
            code::METADATA => Some(TypeKind::Metadata),
            code::X86_AMX => Some(TypeKind::X86Amx),
            code::TOKEN => Some(TypeKind::Token),
            // LLVM has no such type any more.
            code::X86_MMX => {
                let element = self.module.types.common.i64;
                Some(TypeKind::Vector { len: 1, scalable: false, element })
            }
            _ => None,
        };
        let (ty, parts) = match simple {
            Some(kind) => (self.module.types.intern(kind), Box::default()),
            None => self.compound_type(cursor, table, code, record)?,
        };
        // A struct that was mentioned before has its handle already.
        let slot = table.entries.get_mut(table.next);
        match slot {
            Some(slot) if slot.as_ref().is_none_or(|known| known.ty == ty) => {
                *slot = Some(TypeEntry { ty, parts });
            }
            Some(_) => return cursor.error("a type other than a struct is used before it is defined"),
            None => return cursor.error("there are more types than said"),
        }
        table.next += 1;
        Ok(())
    }

    fn compound_type(
        &mut self,
        cursor: &Cursor<'_>,
        table: &mut TypeTable,
        code: u32,
        record: &[u64],
    ) -> Result<(Type, Box<[u32]>)> {
        let ids = |ids: &[u64]| -> Box<[u32]> { ids.iter().map(|&id| id as u32).collect() };
        let kind = match (code, record) {
            (code::INTEGER, &[width, ..]) => match u32::try_from(width) {
                Ok(width @ 1..=super::numbers::WIDEST) => TypeKind::Integer(width),
                _ => return cursor.error("an integer type has from 1 to 2^23 bits"),
            },
            (code::BYTE, &[width, ..]) => match u32::try_from(width) {
                Ok(width @ 1..=super::numbers::WIDEST) => TypeKind::Byte(width),
                _ => return cursor.error("a byte type has from 1 to 2^23 bits"),
            },
            (code::POINTER, &[element, ref space @ ..]) => {
                table.at(self, cursor, element)?;
                self.is_typed = true;
                let space = self.address_space(cursor, space.first().copied().unwrap_or(0))?;
                return Ok((self.module.types.pointer(space), ids(&[element])));
            }
            (code::OPAQUE_POINTER, &[space, ..]) => {
                let space = self.address_space(cursor, space)?;
                return Ok((self.module.types.pointer(space), Box::default()));
            }
            (code::FUNCTION_OLD, [varargs, _, signature @ ..])
            | (code::FUNCTION, [varargs, signature @ ..])
                if !signature.is_empty() =>
            {
                let types = table.list(self, cursor, signature)?;
                let (ret, params, varargs) = (types[0], types[1..].into(), *varargs != 0);
                let ty = self.module.types.intern(TypeKind::Function { ret, params, varargs });
                return Ok((ty, ids(signature)));
            }
            (code::ARRAY, &[len, element, ..]) => {
                let ty = TypeKind::Array { len, element: table.at(self, cursor, element)? };
                return Ok((self.module.types.intern(ty), ids(&[element])));
            }
            (code::VECTOR, &[len, element, ref scalable @ ..]) => {
                let scalable = scalable.first().is_some_and(|&scalable| scalable != 0);
                let Ok(len @ 1..) = u32::try_from(len) else {
                    return cursor.error("a vector has from 1 to 2^32-1 elements");
                };
                let ty = TypeKind::Vector { len, scalable, element: table.at(self, cursor, element)? };
                return Ok((self.module.types.intern(ty), ids(&[element])));
            }
            (code::STRUCT_ANON, [packed, fields @ ..]) => {
                let types = table.list(self, cursor, fields)?;
                let ty = TypeKind::Struct { packed: *packed != 0, fields: types };
                return Ok((self.module.types.intern(ty), ids(fields)));
            }
            (code::STRUCT_NAMED, [packed, fields @ ..]) => {
                let (id, ty) = table.identified(self, cursor)?;
                let types = table.list(self, cursor, fields)?;
                let known = &mut self.module.types.structs[id];
                (known.fields, known.packed) = (Some(types), *packed != 0);
                return Ok((ty, ids(fields)));
            }
            (code::OPAQUE, _) => return Ok((table.identified(self, cursor)?.1, Box::default())),
            (code::TARGET_TYPE, [count, rest @ ..]) => {
                let parts = usize::try_from(*count).ok().and_then(|count| rest.split_at_checked(count));
                let (Some((types, integers)), Some(name)) = (parts, table.name.take()) else {
                    return cursor.error("a target type has a name, types and integers");
                };
                let part_ids = ids(types);
                let types = table.list(self, cursor, types)?;
                let integers = integers.iter().map(|&integer| integer as u32).collect();
                let name = self.module.strings.intern(&name);
                let ty = self.module.types.intern(TypeKind::TargetExt { name, types, integers });
                return Ok((ty, part_ids));
            }
            _ => return cursor.error("unknown kind of type, or one with too few operands"),
        };
        Ok((self.module.types.intern(kind), Box::default()))
    }

    /// An address space, of which LLVM has 2²⁴.
    pub(super) fn address_space(&self, cursor: &Cursor<'_>, space: u64) -> Result<u32> {
        match u32::try_from(space) {
            Ok(space) if space < 1 << 24 => Ok(space),
            _ => cursor.error("the number of an address space is too large"),
        }
    }
}

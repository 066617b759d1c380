//! How structs and arrays lie in memory: offsets, sizes, padding. Source: LangRef, Data Layout.

use serde::Serialize;
use tern_llvm_ir::Module;
use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::types::{Type, TypeKind};
use tern_llvm_ir::writer::Excerpts;

mod coverage;
mod names;
mod parts;
mod source;
mod spelling;

pub use names::TypeNames;
pub use source::{Member, SourceLayout, Variant, source_layouts};

/// A field of a struct in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Field {
    /// The name, if debug information has it.
    pub name: Option<String>,
    /// The type as text.
    #[serde(rename = "type")]
    pub ty: String,
    /// The offset in bytes.
    pub offset: u64,
    /// The bytes that it takes.
    pub size: u64,
    /// The alignment in bytes.
    pub alignment: u64,
    /// The unused bytes before it.
    pub padding: u64,
}

/// A struct in memory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StructLayout {
    /// The type as text.
    pub name: String,
    /// The size in bytes, with the padding at its end.
    pub size: u64,
    /// The alignment in bytes.
    pub alignment: u64,
    /// Whether fields follow each other without padding by declaration.
    pub packed: bool,
    /// The fields, in order.
    pub fields: Vec<Field>,
    /// The unused bytes between the fields and at the end, not those within fields.
    pub padding: u64,
    /// The unused bytes at the end.
    pub tail_padding: u64,
}

/// The layout of a struct type; none for other types, opaque structs, and structs with scalable vectors.
pub fn struct_layout(module: &Module, layout: &DataLayout, ty: Type) -> Option<StructLayout> {
    layout_of(module, &mut Excerpts::new(module), layout, ty)
}

fn layout_of(
    module: &Module,
    excerpts: &mut Excerpts<'_>,
    layout: &DataLayout,
    ty: Type,
) -> Option<StructLayout> {
    let sizes = Sizes { strings: &module.strings, types: &module.types, layout };
    let (fields, packed) = module.types.struct_fields(ty)?;
    let mut end = 0;
    let mut listed = Vec::with_capacity(fields.len());
    let mut padding = 0;
    for (index, &field) in fields.iter().enumerate() {
        let offset = sizes.field_offset(ty, index)?;
        let size = sizes.allocated(field)?;
        let alignment = if packed { 1 } else { sizes.abi_alignment(field)? };
        let ty = excerpts.ty(field);
        listed.push(Field { name: None, ty, offset, size, alignment, padding: offset - end });
        padding += offset - end;
        end = offset + size;
    }
    let size = sizes.allocated(ty)?;
    Some(StructLayout {
        name: excerpts.ty(ty),
        size,
        alignment: sizes.abi_alignment(ty)?,
        packed,
        fields: listed,
        padding: padding + size - end,
        tail_padding: size - end,
    })
}

/// The layouts of all identified structs of a module that have one, in the order of their definitions.
pub fn struct_layouts(module: &Module) -> Vec<StructLayout> {
    let layout = module.layout();
    let types = module.types.definitions.iter().map(|&id| module.types.intern(TypeKind::Identified(id)));
    let mut excerpts = Excerpts::new(module);
    types.filter_map(|ty| layout_of(module, &mut excerpts, &layout, ty)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_counted() {
        let text = b"target datalayout = \"e-m:e-i64:64-n8:16:32:64-S128\"\n%s = type { i8, i32, i8, ptr, i16 }\n%p = type <{ i8, i32 }>\n\
            @a = global %s zeroinitializer\n@b = global %p zeroinitializer\n";
        let module = tern_llvm_ir::read(text, "s.ll").unwrap();
        let [s, p] = &struct_layouts(&module)[..] else { panic!("two structs") };
        assert_eq!(s.fields.iter().map(|field| field.offset).collect::<Vec<_>>(), [0, 4, 8, 16, 24]);
        assert_eq!((s.size, s.alignment, s.padding, s.tail_padding), (32, 8, 16, 6));
        assert_eq!((p.size, p.alignment, p.padding), (5, 1, 0));
    }
}

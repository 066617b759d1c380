//! How structs and arrays lie in memory: offsets, sizes, padding. Source: LangRef, Data Layout.

use serde::Serialize;
use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::types::{Type, TypeKind};
use tern_llvm_ir::writer::type_to_string;
use tern_llvm_ir::{Metadata, Module};

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
    let sizes = Sizes { strings: &module.strings, types: &module.types, layout };
    let (fields, packed) = module.types.struct_fields(ty)?;
    let mut end = 0;
    let mut listed = Vec::with_capacity(fields.len());
    let mut padding = 0;
    for (index, &field) in fields.iter().enumerate() {
        let offset = sizes.field_offset(ty, index)?;
        let size = sizes.allocated(field)?;
        let alignment = if packed { 1 } else { sizes.abi_alignment(field)? };
        let ty = type_to_string(module, field);
        listed.push(Field { name: None, ty, offset, size, alignment, padding: offset - end });
        padding += offset - end;
        end = offset + size;
    }
    let size = sizes.allocated(ty)?;
    Some(StructLayout {
        name: type_to_string(module, ty),
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
    types.filter_map(|ty| struct_layout(module, &layout, ty)).collect()
}

/// A struct, class or union as debug information describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceLayout {
    /// The name in the source.
    pub name: String,
    /// `struct`, `class` or `union`.
    pub kind: &'static str,
    /// The size in bits.
    pub size: u64,
    /// The members, in the order of the source.
    pub members: Vec<Member>,
    /// The unused bits between the members and at the end; none for a union.
    pub padding: u64,
}

/// A member of a struct of the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Member {
    /// The name; empty for a base class.
    pub name: String,
    /// The name of the type, as debug information has it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The offset in bits.
    pub offset: u64,
    /// The size in bits.
    pub size: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
}

/// The layouts of the structs, classes and unions that debug information describes, in the order of the nodes.
pub fn source_layouts(module: &Module) -> Vec<SourceLayout> {
    let nodes = module.metadata.nodes.keys();
    nodes.filter_map(|node| source_layout(module.node(node).view()?)).collect()
}

fn source_layout(composite: tern_llvm_ir::metadata::views::DICompositeType<'_>) -> Option<SourceLayout> {
    use tern_llvm_ir::metadata::views::{Amount, DIDerivedType};
    let kind = match composite.tag()?.to_string().as_str() {
        "DW_TAG_structure_type" => "struct",
        "DW_TAG_class_type" => "class",
        "DW_TAG_union_type" => "union",
        _ => return None,
    };
    let bits = |amount: Option<Amount<'_>>| amount.and_then(Amount::number).unwrap_or(0) as u64;
    let text = |bytes: Option<&[u8]>| String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned();
    let mut members = Vec::new();
    for element in composite.elements()?.elements().flatten() {
        let Some(member) = element.view::<DIDerivedType<'_>>() else { continue };
        let tag = member.tag()?.to_string();
        let flags = member.flags();
        let is_static = flags.iter().any(|flag| *flag == b"DIFlagStaticMember");
        if is_static || !matches!(tag.as_str(), "DW_TAG_member" | "DW_TAG_inheritance") {
            continue;
        }
        let base = member.base_type();
        let size = match member.size() {
            Some(size) => bits(Some(size)),
            None => base.map_or(0, size_of_type),
        };
        members.push(Member {
            name: text(member.name()),
            ty: base.map_or_else(|| "void".to_owned(), type_name),
            offset: bits(member.offset()),
            size,
            bit_field: flags.iter().any(|flag| *flag == b"DIFlagBitField"),
        });
    }
    let size = bits(composite.size());
    if size == 0 && members.is_empty() {
        return None;
    }
    let padding = if kind == "union" { 0 } else { unused(size, &members) };
    Some(SourceLayout { name: text(composite.name()), kind, size, members, padding })
}

/// The bits below `size` that no member has.
fn unused(size: u64, members: &[Member]) -> u64 {
    let mut spans: Vec<(u64, u64)> =
        members.iter().map(|it| (it.offset, it.offset.saturating_add(it.size))).collect();
    spans.sort_unstable();
    let (mut end, mut gaps) = (0, 0);
    for (begin, stop) in spans {
        gaps += begin.saturating_sub(end);
        end = end.max(stop);
    }
    gaps + size.saturating_sub(end)
}

/// The size of a type of debug information in bits; 0 if it is not known. Qualified types and names of types are looked through.
fn size_of_type(mut ty: tern_llvm_ir::metadata::views::MetadataRef<'_>) -> u64 {
    use tern_llvm_ir::metadata::views::{Amount, DIDerivedType};
    // Types can name each other in a circle.
    for _ in 0..64 {
        if let Some(size) = ty.field("size").and_then(|size| size.integer()) {
            return Amount::Number(size).number().unwrap_or(0) as u64;
        }
        match ty.view::<DIDerivedType<'_>>().and_then(DIDerivedType::base_type) {
            Some(base) => ty = base,
            None => return 0,
        }
    }
    0
}

/// The name of a type of debug information as C writes it.
pub fn type_name(ty: tern_llvm_ir::metadata::views::MetadataRef<'_>) -> String {
    named(ty, 0)
}

fn named(ty: tern_llvm_ir::metadata::views::MetadataRef<'_>, depth: u32) -> String {
    use tern_llvm_ir::metadata::views::{DICompositeType, DIDerivedType};
    // Types can name each other in a circle.
    if depth > 16 {
        return "…".to_owned();
    }
    let name = ty.field("name").and_then(|name| name.string());
    if let Some(name) = name.filter(|name| !name.is_empty()) {
        return String::from_utf8_lossy(name).into_owned();
    }
    let base = |of: Option<_>| of.map_or_else(|| "void".to_owned(), |base| named(base, depth + 1));
    if let Some(derived) = ty.view::<DIDerivedType<'_>>() {
        let base = base(derived.base_type());
        return match derived.tag().map(|tag| tag.to_string()).unwrap_or_default().as_str() {
            "DW_TAG_pointer_type" => format!("{base} *"),
            "DW_TAG_reference_type" => format!("{base} &"),
            "DW_TAG_rvalue_reference_type" => format!("{base} &&"),
            "DW_TAG_const_type" => format!("const {base}"),
            "DW_TAG_volatile_type" => format!("volatile {base}"),
            "DW_TAG_restrict_type" => format!("restrict {base}"),
            "DW_TAG_atomic_type" => format!("_Atomic {base}"),
            _ => base,
        };
    }
    if let Some(composite) = ty.view::<DICompositeType<'_>>() {
        return match composite.tag().map(|tag| tag.to_string()).unwrap_or_default().as_str() {
            "DW_TAG_array_type" => format!("{}[]", base(composite.base_type())),
            _ => "(anonymous)".to_owned(),
        };
    }
    match ty.metadata() {
        Metadata::Node(_) => ty.kind().unwrap_or("?").to_owned(),
        _ => "?".to_owned(),
    }
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

    #[test]
    fn the_source_has_names() {
        let text = b"!s = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 128, elements: !1)\n!1 = !{!2, !3}\n\
            !2 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", baseType: !4, size: 32)\n\
            !3 = !DIDerivedType(tag: DW_TAG_member, name: \"p\", baseType: !5, size: 64, offset: 64)\n\
            !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)\n!6 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)\n";
        let module = tern_llvm_ir::read(text, "s.ll").unwrap();
        let [layout] = &source_layouts(&module)[..] else { panic!("one struct") };
        assert_eq!((layout.size, layout.padding), (128, 32));
        let members: Vec<_> =
            layout.members.iter().map(|member| (member.name.as_str(), member.ty.as_str())).collect();
        assert_eq!(members, [("a", "int"), ("p", "const int *")]);
    }
}

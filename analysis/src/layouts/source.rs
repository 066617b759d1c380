//! How structs, classes, unions and enums of the source lie in memory, as debug information describes them.

use rustc_hash::FxHashSet;
use serde::Serialize;
use tern_llvm_ir::Module;
use tern_llvm_ir::metadata::MdNode;
use tern_llvm_ir::metadata::views::{DIBasicType, DICompositeType, DIDerivedType};

use super::coverage::padding;
use super::names::{TypeNames, own_name};
use super::parts::{Part, bits, discriminator, has_flag, is_defined, parts, record_of_part, size_of_part};
use crate::integers::Integer;

/// A struct, class, union or enum as debug information describes it. Source: LangRef, `DICompositeType`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceLayout {
    /// The name in the source behind those of its scopes: `ns::Outer::Inner`. If it has none, that of its `typedef`.
    pub name: String,
    /// `struct`, `class`, `union`, or `enum` if it has variants.
    pub kind: &'static str,
    /// The size in bits.
    pub size: u64,
    /// The members and base classes, in the order of the source; of an enum, those that all variants have.
    pub members: Vec<Member>,
    /// The member that says which variant a value is. An enum with one variant has none.
    pub discriminant: Option<Member>,
    /// The variants of an enum, in the order of the source.
    pub variants: Vec<Variant>,
    /// The bits that no member has, those within members not counted: between members, at the end, and within base classes. Of an
    /// enum, those that neither the discriminant nor any variant has. `None` if it is not known, as with virtual base classes, whose
    /// places debug information does not have, and with base classes that are only declared.
    pub padding: Option<u64>,
}

/// A member of a struct of the source. Source: LangRef, `DIDerivedType`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Member {
    /// The name; empty for a base class, a discriminant, and an anonymous struct or union.
    pub name: String,
    /// The type, as C and C++ write it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The offset in bits; `None` for a virtual base class, and if it is computed when the program runs.
    pub offset: Option<u64>,
    /// The size in bits; that of a base class is the size of an object of its own, which is more than it takes here if others lie
    /// in its padding.
    pub size: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
    /// Whether it is a base class.
    pub base: bool,
    /// Whether it is a virtual base class.
    pub virtual_base: bool,
}

/// A variant of an enum. Source: DWARF 5, Variant Entries.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Variant {
    /// The name in the source.
    pub name: String,
    /// The value of the discriminant, as a number in decimal; `None` for the variant that has all other values.
    pub value: Option<String>,
    /// The members, with offsets from the beginning of the enum.
    pub members: Vec<Member>,
}

impl SourceLayout {
    /// Whether this is the name, or the end of it behind a scope: `In` and `Out::In` are for `ns::Out::In`.
    pub fn answers_to(&self, name: &str) -> bool {
        let Some(scope) = self.name.strip_suffix(name) else { return false };
        // What is within the arguments of a template is not a scope of it.
        let is_whole = |scope: &str| {
            let closing = scope.matches('>').count() - scope.matches("->").count();
            scope.matches('<').count() == closing
        };
        scope.is_empty() || (!name.is_empty() && scope.strip_suffix("::").is_some_and(is_whole))
    }
}

/// The layouts of the structs, classes, unions and enums with variants that debug information describes, in the order of the nodes;
/// not of those that are only declared. The structs that an enum declares for its variants are shown with the enum only.
pub fn source_layouts(module: &Module) -> Vec<SourceLayout> {
    let source = Source { module, names: TypeNames::of(module) };
    let composites = || module.metadata.nodes.keys().filter_map(|node| module.node(node).view());
    let structs_of_variants: FxHashSet<MdNode> = composites().flat_map(structs_of_variants).collect();
    let is_shown = |composite: &DICompositeType<'_>| {
        composite.metadata().node().is_some_and(|node| !structs_of_variants.contains(&node))
    };
    composites().filter(is_shown).filter_map(|composite| source.layout(composite)).collect()
}

/// The structs that a list of variants declares for them. A struct from elsewhere is in another scope than the list.
fn structs_of_variants(composite: DICompositeType<'_>) -> Vec<MdNode> {
    let is_list = composite.tag().is_some_and(|tag| tag.to_string() == "DW_TAG_variant_part");
    let variants = parts(composite).filter(|_| is_list);
    let structs = variants.filter_map(|variant| match variant {
        Part::Member(variant) => {
            record_of_part(variant).filter(|record| record.scope() == composite.scope())?.metadata().node()
        }
        _ => None,
    });
    structs.collect()
}

/// A module, and the names of its types.
struct Source<'m> {
    module: &'m Module,
    names: TypeNames<'m>,
}

impl<'m> Source<'m> {
    fn layout(&self, composite: DICompositeType<'m>) -> Option<SourceLayout> {
        let mut kind = match composite.tag()?.to_string().as_str() {
            "DW_TAG_structure_type" => "struct",
            "DW_TAG_class_type" => "class",
            "DW_TAG_union_type" => "union",
            _ => return None,
        };
        if !is_defined(composite) {
            return None;
        }
        let (mut discriminant, mut variants) = (None, Vec::new());
        for part in parts(composite) {
            if let Part::Variants(list) = part {
                kind = "enum";
                let member = discriminator(list);
                discriminant = discriminant.or_else(|| member.map(|member| self.member(member)));
                variants.extend(parts(list).filter_map(|variant| self.variant(variant, member)));
            }
        }
        let members = self.members(composite);
        let size = bits(composite.size()).unwrap_or(0);
        if size == 0 && members.is_empty() && variants.is_empty() {
            return None;
        }
        let name = self.names.qualified(composite.metadata());
        Some(SourceLayout { name, kind, size, members, discriminant, variants, padding: padding(composite) })
    }

    fn members(&self, composite: DICompositeType<'m>) -> Vec<Member> {
        let members = parts(composite).filter_map(|part| match part {
            Part::Member(member) => Some(self.member(member)),
            Part::Base(base) => Some(Member { base: true, ..self.member(base) }),
            // The offset that debug information has is a place in the table of virtual functions.
            Part::VirtualBase(base) => {
                Some(Member { offset: None, base: true, virtual_base: true, ..self.member(base) })
            }
            Part::Variants(_) => None,
        });
        members.collect()
    }

    fn member(&self, member: DIDerivedType<'m>) -> Member {
        Member {
            name: own_name(member.metadata()).unwrap_or_default(),
            ty: member.base_type().map_or_else(|| "void".to_owned(), |ty| self.names.spell(ty)),
            offset: bits(member.offset()),
            size: size_of_part(member).unwrap_or(0),
            bit_field: has_flag(member, "DIFlagBitField"),
            base: false,
            virtual_base: false,
        }
    }

    fn variant(&self, variant: Part<'m>, discriminator: Option<DIDerivedType<'m>>) -> Option<Variant> {
        let Part::Member(variant) = variant else { return None };
        let start = bits(variant.offset());
        let mut members = record_of_part(variant).map_or_else(Vec::new, |record| self.members(record));
        for member in &mut members {
            member.offset = start.zip(member.offset).map(|(start, offset)| start.saturating_add(offset));
        }
        let value = variant.extra_data().and_then(|value| Integer::of(self.module, value.constant()?));
        let value = value.map(|value| match discriminator.is_some_and(is_signed) {
            true => value.signed().to_string(),
            false => value.unsigned().to_string(),
        });
        Some(Variant { name: own_name(variant.metadata()).unwrap_or_default(), value, members })
    }
}

/// Whether a member is a signed integer.
fn is_signed(member: DIDerivedType<'_>) -> bool {
    let ty = member.base_type().and_then(|ty| ty.view::<DIBasicType<'_>>());
    let encoding = ty.and_then(DIBasicType::encoding).map(|encoding| encoding.to_string());
    matches!(encoding.as_deref(), Some("DW_ATE_signed" | "DW_ATE_signed_char"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layouts(text: &str) -> Vec<SourceLayout> {
        source_layouts(&tern_llvm_ir::read(text.as_bytes(), "s.ll").unwrap())
    }

    #[test]
    fn the_source_has_names() {
        let text = "!s = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 128, elements: !1)\n!1 = !{!2, !3}\n\
            !2 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", baseType: !4, size: 32)\n\
            !3 = !DIDerivedType(tag: DW_TAG_member, name: \"p\", baseType: !5, size: 64, offset: 64)\n\
            !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)\n!6 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)\n";
        let [layout] = &layouts(text)[..] else { panic!("one struct") };
        assert_eq!((layout.kind, layout.size, layout.padding), ("struct", 128, Some(32)));
        let members: Vec<_> =
            layout.members.iter().map(|member| (member.name.as_str(), member.ty.as_str())).collect();
        assert_eq!(members, [("a", "int"), ("p", "const int *")]);
    }

    /// An enum as rustc 1.95 describes `enum E { A(u64), B { x: u8, y: u16 }, C }`, but that the discriminant has `encoding`, and `C`
    /// has all other values.
    fn variants(encoding: &str) -> Vec<SourceLayout> {
        layouts(&format!(
            "!s = !{{!0}}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"E\", scope: !20, size: 128, elements: !1)\n!1 = !{{!2}}\n\
            !2 = !DICompositeType(tag: DW_TAG_variant_part, scope: !0, size: 128, elements: !3, discriminator: !19)\n!3 = !{{!4, !5, !6}}\n\
            !4 = !DIDerivedType(tag: DW_TAG_member, name: \"A\", scope: !2, baseType: !7, size: 128, extraData: i8 0)\n\
            !5 = !DIDerivedType(tag: DW_TAG_member, name: \"B\", scope: !2, baseType: !8, size: 128, extraData: i8 -1)\n\
            !6 = !DIDerivedType(tag: DW_TAG_member, name: \"C\", scope: !2, baseType: !9, size: 128)\n\
            !7 = !DICompositeType(tag: DW_TAG_structure_type, name: \"A\", scope: !0, size: 128, elements: !10)\n!10 = !{{!13}}\n\
            !8 = !DICompositeType(tag: DW_TAG_structure_type, name: \"B\", scope: !0, size: 128, elements: !11)\n!11 = !{{!14, !15}}\n\
            !9 = !DICompositeType(tag: DW_TAG_structure_type, name: \"C\", scope: !0, size: 128, elements: !12)\n!12 = !{{}}\n\
            !13 = !DIDerivedType(tag: DW_TAG_member, name: \"__0\", scope: !7, baseType: !16, size: 64, offset: 64)\n\
            !14 = !DIDerivedType(tag: DW_TAG_member, name: \"x\", scope: !8, baseType: !17, size: 8, offset: 8)\n\
            !15 = !DIDerivedType(tag: DW_TAG_member, name: \"y\", scope: !8, baseType: !18, size: 16, offset: 16)\n\
            !16 = !DIBasicType(name: \"u64\", size: 64, encoding: DW_ATE_unsigned)\n\
            !17 = !DIBasicType(name: \"u8\", size: 8, encoding: {encoding})\n\
            !18 = !DIBasicType(name: \"u16\", size: 16, encoding: DW_ATE_unsigned)\n\
            !19 = !DIDerivedType(tag: DW_TAG_member, scope: !0, baseType: !17, size: 8, flags: DIFlagArtificial)\n\
            !20 = !DINamespace(name: \"e\", scope: null)\n"
        ))
    }

    #[test]
    fn enums_have_variants() {
        let [layout] = &variants("DW_ATE_unsigned")[..] else {
            panic!("one enum, and no structs of variants")
        };
        assert_eq!((layout.name.as_str(), layout.kind, layout.members.len()), ("e::E", "enum", 0));
        let discriminant = layout.discriminant.as_ref().unwrap();
        assert_eq!((discriminant.ty.as_str(), discriminant.offset, discriminant.size), ("u8", Some(0), 8));
        let offsets = |variant: &Variant| variant.members.iter().map(|it| it.offset).collect::<Vec<_>>();
        let shown: Vec<_> = layout.variants.iter().map(|it| (it.name.as_str(), offsets(it))).collect();
        assert_eq!(shown, [("A", vec![Some(64)]), ("B", vec![Some(8), Some(16)]), ("C", vec![])]);
        // The four bytes before the member of `A` are those that nothing has.
        assert_eq!(layout.padding, Some(32));
    }

    #[test]
    fn values_of_variants_have_the_sign_of_the_discriminant() {
        for (encoding, second) in [("DW_ATE_unsigned", "255"), ("DW_ATE_signed", "-1")] {
            let layout = &variants(encoding)[0];
            let values: Vec<_> = layout.variants.iter().map(|variant| variant.value.as_deref()).collect();
            assert_eq!(values, [Some("0"), Some(second), None]);
        }
    }

    #[test]
    fn a_variant_may_be_a_struct_from_elsewhere() {
        let text = "!s = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"E\", size: 8, elements: !1)\n!1 = !{!2}\n\
            !2 = !DICompositeType(tag: DW_TAG_variant_part, scope: !0, size: 8, elements: !3)\n!3 = !{!4}\n\
            !4 = !DIDerivedType(tag: DW_TAG_member, name: \"v\", scope: !2, baseType: !5, size: 8)\n\
            !5 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 8, elements: !6)\n!6 = !{}\n";
        let names: Vec<_> = layouts(text).into_iter().map(|layout| layout.name).collect();
        assert_eq!(names, ["E", "S"]);
    }

    #[test]
    fn virtual_bases_have_no_offset() {
        let text = "!s = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"W\", size: 128, elements: !1)\n!1 = !{!2, !3}\n\
            !2 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !0, baseType: !4, offset: 24, flags: DIFlagVirtual)\n\
            !3 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !0, baseType: !4, offset: 32)\n\
            !4 = !DICompositeType(tag: DW_TAG_structure_type, name: \"V\", size: 32, elements: !5)\n!5 = !{}\n";
        let layout = &layouts(text)[0];
        let shown: Vec<_> = layout.members.iter().map(|it| (it.base, it.virtual_base, it.offset)).collect();
        assert_eq!(shown, [(true, true, None), (true, false, Some(32))]);
        assert_eq!(layout.padding, None);
    }

    #[test]
    fn what_is_only_declared_has_no_layout() {
        let text = "!s = !{!0, !1}\n!0 = !DICompositeType(tag: DW_TAG_class_type, name: \"A\", size: 64, flags: DIFlagFwdDecl, elements: !2)\n\
            !1 = !DICompositeType(tag: DW_TAG_structure_type, name: \"B\", size: 64)\n!2 = !{}\n";
        assert_eq!(layouts(text), []);
    }

    #[test]
    fn static_members_take_no_space() {
        let text = "!s = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 8, elements: !1)\n!1 = !{!2}\n\
            !2 = !DIDerivedType(tag: DW_TAG_member, name: \"s\", scope: !0, baseType: !3, flags: DIFlagStaticMember)\n\
            !3 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n";
        let layout = &layouts(text)[0];
        assert_eq!((layout.members.len(), layout.padding), (0, Some(8)));
    }

    #[test]
    fn a_name_may_leave_out_scopes() {
        let text = "!s = !{!0}\n!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"In<a::X>\", scope: !1, size: 8, elements: !3)\n\
            !1 = !DICompositeType(tag: DW_TAG_structure_type, name: \"Out<b::Y>\", scope: !2, elements: !3)\n\
            !2 = !DINamespace(name: \"ns\", scope: null)\n!3 = !{}\n";
        let layout = &layouts(text)[0];
        for (name, fits) in [
            ("ns::Out<b::Y>::In<a::X>", true),
            ("Out<b::Y>::In<a::X>", true),
            ("In<a::X>", true),
            ("n<a::X>", false),
            ("X>", false),
            ("Y>::In<a::X>", false),
            ("", false),
        ] {
            assert_eq!(layout.answers_to(name), fits, "{name}");
        }
    }
}

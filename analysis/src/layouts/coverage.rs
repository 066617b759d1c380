//! Which bits of a type of the source its parts cover, and so how much of it is padding.

use tern_llvm_ir::metadata::views::{DICompositeType, DIDerivedType};

use super::parts::{DEEPEST, Part, bits, discriminator, is_defined, parts, record_of_part, size_of_part};

/// The most parts that are looked at for one type. Without a limit, classes that have the same bases many times would take
/// exponential time.
const MOST_PARTS: u32 = 1 << 14;

/// The bits of a type that are covered.
///
/// A member covers all of its bits. A base class covers what its own parts cover, because other members may lie in its padding; so
/// does a variant of an enum.
struct Coverage {
    /// The bits at which spans begin, and those behind them.
    spans: Vec<(u64, u64)>,
    /// Whether the places of all parts are known.
    is_complete: bool,
    /// How many parts may still be looked at.
    left: u32,
}

/// The bits of a type that none of its parts covers. `None` if debug information does not tell: it has no places for virtual
/// base classes, nor parts of a base class that is only declared, nor sizes that are computed when the program runs.
pub(super) fn padding(composite: DICompositeType<'_>) -> Option<u64> {
    let size = bits(composite.size())?;
    let mut coverage = Coverage { spans: Vec::new(), is_complete: true, left: MOST_PARTS };
    coverage.add_parts(composite, 0, 0);
    coverage.is_complete.then(|| coverage.uncovered(size))
}

impl Coverage {
    /// Adds the parts of a type that begins at the bit `start`.
    fn add_parts(&mut self, composite: DICompositeType<'_>, start: u64, depth: u32) {
        if depth == DEEPEST || !is_defined(composite) {
            self.is_complete = false;
            return;
        }
        for part in parts(composite) {
            let Some(left) = self.left.checked_sub(1) else {
                self.is_complete = false;
                return;
            };
            self.left = left;
            match part {
                Part::Member(member) => self.add_member(member, start),
                Part::Base(base) => self.add_nested(base, start, depth),
                Part::VirtualBase(_) => self.is_complete = false,
                Part::Variants(variants) => {
                    if let Some(member) = discriminator(variants) {
                        self.add_member(member, start);
                    }
                    for variant in parts(variants) {
                        if let Part::Member(variant) = variant {
                            self.add_nested(variant, start, depth);
                        }
                    }
                }
            }
        }
    }

    fn add_member(&mut self, member: DIDerivedType<'_>, start: u64) {
        match (bits(member.offset()), size_of_part(member)) {
            (Some(offset), Some(size)) => {
                let begin = start.saturating_add(offset);
                self.spans.push((begin, begin.saturating_add(size)));
            }
            _ => self.is_complete = false,
        }
    }

    /// Adds the parts of the type of a base class or of a variant.
    fn add_nested(&mut self, part: DIDerivedType<'_>, start: u64, depth: u32) {
        match (bits(part.offset()), record_of_part(part)) {
            (Some(offset), Some(record)) => self.add_parts(record, start.saturating_add(offset), depth + 1),
            _ => self.is_complete = false,
        }
    }

    /// The bits below `size` that no span has.
    fn uncovered(mut self, size: u64) -> u64 {
        self.spans.sort_unstable();
        let (mut end, mut gaps) = (0, 0);
        for (begin, stop) in self.spans {
            gaps += begin.min(size).saturating_sub(end);
            end = end.max(stop.min(size));
        }
        gaps + size - end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types that all texts use: integers of 8 and 32 bits, and a struct of 8 bytes of which its members cover 5.
    const TYPES: &str = "!1 = !DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)\n\
        !2 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
        !3 = !DICompositeType(tag: DW_TAG_structure_type, name: \"Five\", size: 64, elements: !7)\n\
        !4 = !DIDerivedType(tag: DW_TAG_member, name: \"i\", baseType: !2, size: 32)\n\
        !5 = !DIDerivedType(tag: DW_TAG_member, name: \"c\", baseType: !1, size: 8, offset: 32)\n\
        !6 = !DICompositeType(tag: DW_TAG_structure_type, name: \"Declared\", flags: DIFlagFwdDecl)\n\
        !7 = !{!4, !5}\n";

    /// The padding of `!0`, a type with this size and these elements.
    fn padding_of(tag: &str, size: u32, elements: &[&str]) -> Option<u64> {
        let list: Vec<String> = (10..10 + elements.len()).map(|number| format!("!{number}")).collect();
        let list = list.join(", ");
        let mut text = format!(
            "!s = !{{!0}}\n!0 = !DICompositeType(tag: {tag}, name: \"S\", size: {size}, elements: !9)\n!9 = !{{{list}}}\n"
        );
        text.push_str(TYPES);
        for (index, element) in elements.iter().enumerate() {
            text.push_str(&format!("!{} = !DIDerivedType({element})\n", 10 + index));
        }
        let module = tern_llvm_ir::read(text.as_bytes(), "s.ll").unwrap();
        let s = module.named_metadata("s").next().unwrap();
        padding(s.view().unwrap())
    }

    const STRUCT: &str = "DW_TAG_structure_type";

    #[test]
    fn members_of_a_base_are_counted_and_not_its_tail() {
        let base = "tag: DW_TAG_inheritance, baseType: !3";
        assert_eq!(padding_of(STRUCT, 64, &[base]), Some(24));
        // A member that lies in the tail of the base.
        let inner = "tag: DW_TAG_member, name: \"d\", baseType: !1, size: 8, offset: 40";
        assert_eq!(padding_of(STRUCT, 64, &[base, inner]), Some(16));
        // A member of the same type has all of its bytes.
        assert_eq!(padding_of(STRUCT, 64, &["tag: DW_TAG_member, name: \"f\", baseType: !3"]), Some(0));
    }

    #[test]
    fn bases_may_overlap() {
        let second = "tag: DW_TAG_inheritance, baseType: !3, offset: 64";
        let first = "tag: DW_TAG_inheritance, baseType: !3";
        assert_eq!(padding_of(STRUCT, 128, &[first, first, second]), Some(48));
    }

    #[test]
    fn unions_have_padding() {
        let five = "tag: DW_TAG_member, name: \"c\", baseType: !1, size: 40";
        let int = "tag: DW_TAG_member, name: \"i\", baseType: !2, size: 32";
        assert_eq!(padding_of("DW_TAG_union_type", 64, &[five, int]), Some(24));
        let bits = "tag: DW_TAG_member, name: \"a\", baseType: !2, size: 3, flags: DIFlagBitField";
        let char = "tag: DW_TAG_member, name: \"c\", baseType: !1, size: 8";
        assert_eq!(padding_of("DW_TAG_union_type", 32, &[bits, char]), Some(24));
    }

    #[test]
    fn bits_between_bit_fields_are_counted() {
        let first = "tag: DW_TAG_member, name: \"a\", baseType: !2, size: 3, flags: DIFlagBitField";
        let second =
            "tag: DW_TAG_member, name: \"b\", baseType: !2, size: 10, offset: 8, flags: DIFlagBitField";
        assert_eq!(padding_of(STRUCT, 32, &[first, second]), Some(5 + 14));
    }

    #[test]
    fn members_behind_the_end_cover_nothing() {
        let flexible = "tag: DW_TAG_member, name: \"f\", baseType: !2, size: 32, offset: 64";
        assert_eq!(padding_of(STRUCT, 32, &[flexible]), Some(32));
    }

    #[test]
    fn padding_is_not_known_without_the_places_of_all_parts() {
        let is_virtual = "tag: DW_TAG_inheritance, baseType: !3, offset: 24, flags: DIFlagVirtual";
        assert_eq!(padding_of(STRUCT, 128, &[is_virtual]), None);
        assert_eq!(padding_of(STRUCT, 128, &["tag: DW_TAG_inheritance, baseType: !6"]), None);
        // The class itself as its base.
        assert_eq!(padding_of(STRUCT, 128, &["tag: DW_TAG_inheritance, baseType: !0"]), None);
    }

    #[test]
    fn bases_that_double_at_each_level_end() {
        let base = "tag: DW_TAG_inheritance, baseType: !0";
        assert_eq!(padding_of(STRUCT, 128, &[base, base]), None);
    }
}

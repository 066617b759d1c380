//! Names of types of the source, with the scopes that they are in.

use rustc_hash::FxHashMap;
use tern_llvm_ir::Module;
use tern_llvm_ir::metadata::MdNode;
use tern_llvm_ir::metadata::views::{DICompositeType, DIDerivedType, FieldRef, MetadataRef};

use super::parts::DEEPEST;
use super::spelling::Spelling;

/// The names of the types that debug information describes.
pub struct TypeNames<'m> {
    /// The first `typedef` of each struct, union or enumeration that has no name.
    typedefs: FxHashMap<MdNode, MetadataRef<'m>>,
}

impl<'m> TypeNames<'m> {
    /// The names of the types of a module.
    pub fn of(module: &'m Module) -> Self {
        let mut typedefs = FxHashMap::default();
        for node in module.metadata.nodes.keys() {
            let Some(derived) = module.node(node).view::<DIDerivedType<'_>>() else { continue };
            let is_typedef = derived.tag().is_some_and(|tag| tag.to_string() == "DW_TAG_typedef");
            let Some(base) = derived.base_type().filter(|_| is_typedef) else { continue };
            if let (None, Some(composite)) = (own_name(base), base.view::<DICompositeType<'_>>())
                && what(composite).is_some()
                && let Some(node) = base.node()
            {
                typedefs.entry(node).or_insert(derived.metadata());
            }
        }
        Self { typedefs }
    }

    /// The type as C and C++ write it where no variable is named, as in a cast: `const ns::S *`, `int (*)(int)`. Dimensions of arrays
    /// follow the type of the elements: `int[2][3]`.
    pub fn spell(&self, ty: MetadataRef<'m>) -> String {
        Spelling::of(self, ty)
    }

    /// The name of a type behind the names of its scopes: `ns::Outer::Inner`. A type without a name is called by its `typedef`, or else
    /// by what it is: `Outer::(anonymous union)`.
    pub fn qualified(&self, ty: MetadataRef<'m>) -> String {
        let mut path = Vec::new();
        let mut next = Some(ty);
        for _ in 0..DEEPEST {
            let Some(scope) = next else { break };
            let typedef = scope.node().and_then(|node| self.typedefs.get(&node));
            let scope = typedef.copied().unwrap_or(scope);
            path.extend(step(scope));
            next = scope.field("scope").and_then(FieldRef::metadata);
        }
        path.reverse();
        path.join("::")
    }
}

/// The name that a node has itself, if it is not empty.
pub(super) fn own_name(ty: MetadataRef<'_>) -> Option<String> {
    let name = ty.field("name")?.string().filter(|name| !name.is_empty())?;
    Some(String::from_utf8_lossy(name).into_owned())
}

/// What a scope or type adds to a qualified name. Files, units, modules and blocks are scopes that names do not show.
fn step(scope: MetadataRef<'_>) -> Option<String> {
    let kind = scope.kind()?;
    if matches!(kind, "DIFile" | "DICompileUnit" | "DIModule" | "DICommonBlock") {
        return None;
    }
    own_name(scope).or_else(|| match kind {
        "DINamespace" => Some("(anonymous namespace)".to_owned()),
        _ => Some(format!("(anonymous {})", what(scope.view()?)?)),
    })
}

/// The word for the kind of a type that can be without a name.
fn what(composite: DICompositeType<'_>) -> Option<&'static str> {
    match composite.tag()?.to_string().as_str() {
        "DW_TAG_structure_type" => Some("struct"),
        "DW_TAG_class_type" => Some("class"),
        "DW_TAG_union_type" => Some("union"),
        "DW_TAG_enumeration_type" => Some("enum"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The qualified name of `!0`.
    fn name_of(text: &str) -> String {
        let module = tern_llvm_ir::read(format!("!s = !{{!0}}\n{text}").as_bytes(), "s.ll").unwrap();
        let s = module.named_metadata("s").next().unwrap();
        TypeNames::of(&module).qualified(s)
    }

    #[test]
    fn scopes_are_shown() {
        let text = "!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"In\", scope: !1, size: 8)\n\
            !1 = !DICompositeType(tag: DW_TAG_class_type, name: \"Out\", scope: !2, size: 8)\n\
            !2 = !DINamespace(scope: !3)\n!3 = !DINamespace(name: \"ns\", scope: null)\n";
        assert_eq!(name_of(text), "ns::(anonymous namespace)::Out::In");
    }

    #[test]
    fn functions_are_scopes_but_not_blocks_and_files() {
        let text = "!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"Local\", scope: !1, size: 8)\n\
            !1 = distinct !DILexicalBlock(scope: !2, file: !3, line: 1, column: 1)\n\
            !2 = distinct !DISubprogram(name: \"f\", scope: !3, file: !3, unit: !4, spFlags: DISPFlagDefinition)\n\
            !3 = !DIFile(filename: \"f.c\", directory: \"/\")\n\
            !4 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3)\n!llvm.dbg.cu = !{!4}\n";
        assert_eq!(name_of(text), "f::Local");
    }

    #[test]
    fn a_typedef_names_what_has_no_name() {
        let text = "!0 = !DICompositeType(tag: DW_TAG_structure_type, size: 8)\n!t = !{!1, !2, !3}\n\
            !1 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !0)\n\
            !2 = !DIDerivedType(tag: DW_TAG_typedef, name: \"Td\", scope: !4, baseType: !0)\n\
            !3 = !DIDerivedType(tag: DW_TAG_typedef, name: \"Other\", baseType: !0)\n\
            !4 = !DINamespace(name: \"ns\", scope: null)\n";
        assert_eq!(name_of(text), "ns::Td");
    }

    #[test]
    fn a_typedef_does_not_rename() {
        let text = "!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 8)\n!t = !{!1}\n\
            !1 = !DIDerivedType(tag: DW_TAG_typedef, name: \"Td\", baseType: !0)\n";
        assert_eq!(name_of(text), "S");
    }

    #[test]
    fn what_has_no_name_at_all_is_said() {
        let text = "!0 = !DICompositeType(tag: DW_TAG_union_type, scope: !1, size: 8)\n\
            !1 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 8)\n";
        assert_eq!(name_of(text), "S::(anonymous union)");
    }

    #[test]
    fn scopes_in_a_circle_end() {
        let text = "!0 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", scope: !0, size: 8)\n";
        assert_eq!(name_of(text).split("::").count(), DEEPEST as usize);
    }
}

//! Types of the source as C and C++ write them. Source: the C standard, Type names.

use tern_llvm_ir::metadata::views::{
    Amount, DICompositeType, DIDerivedType, DISubrange, DISubroutineType, MetadataRef,
};

use super::names::{TypeNames, own_name};
use super::parts::{DEEPEST, has_flag};

/// The most nodes that are looked at for one type. Types can name each other in a circle.
const MOST_NODES: u32 = 256;

/// A type that is being written.
///
/// C writes a type around a declarator. From the outermost node inwards, the declarator grows on its left by `*` and on its right by
/// dimensions and parameters, and at last stands behind the name.
pub(super) struct Spelling<'n, 'm> {
    names: &'n TypeNames<'m>,
    /// How many nodes may still be looked at.
    left: u32,
}

impl<'n, 'm> Spelling<'n, 'm> {
    /// The text of a type.
    pub(super) fn of(names: &'n TypeNames<'m>, ty: MetadataRef<'m>) -> String {
        Spelling { names, left: MOST_NODES }.around(Some(ty), String::new())
    }

    /// The type with a declarator; no type is `void`.
    fn around(&mut self, ty: Option<MetadataRef<'m>>, declarator: String) -> String {
        let Some(ty) = ty else { return joined("void", &declarator) };
        let Some(left) = self.left.checked_sub(1) else { return joined("…", &declarator) };
        self.left = left;
        if own_name(ty).is_some() {
            return joined(&self.names.qualified(ty), &declarator);
        }
        if let Some(derived) = ty.view() {
            return self.derived(derived, declarator);
        }
        if let Some(function) = ty.view() {
            return self.function(function, &declarator);
        }
        if let Some(composite) = ty.view::<DICompositeType<'_>>()
            && is_array(composite)
        {
            return self.array(composite, &declarator);
        }
        let name = self.names.qualified(ty);
        let name = if name.is_empty() { ty.kind().unwrap_or("?") } else { &name };
        joined(name, &declarator)
    }

    fn derived(&mut self, derived: DIDerivedType<'m>, declarator: String) -> String {
        let base = derived.base_type();
        let tag = derived.tag().map(|tag| tag.to_string()).unwrap_or_default();
        let qualifier = match tag.as_str() {
            "DW_TAG_pointer_type" => return self.around(base, format!("*{declarator}")),
            "DW_TAG_reference_type" => return self.around(base, format!("&{declarator}")),
            "DW_TAG_rvalue_reference_type" => return self.around(base, format!("&&{declarator}")),
            "DW_TAG_ptr_to_member_type" => {
                let class =
                    derived.extra_data().map_or_else(|| "?".to_owned(), |it| self.names.qualified(it));
                return self.around(base, format!("{class}::*{declarator}"));
            }
            "DW_TAG_const_type" => "const",
            "DW_TAG_volatile_type" => "volatile",
            "DW_TAG_restrict_type" => "restrict",
            "DW_TAG_atomic_type" => "_Atomic",
            _ => return self.around(base, declarator),
        };
        match base.is_some_and(is_pointer) {
            true => self.around(base, joined(qualifier, &declarator)),
            false => format!("{qualifier} {}", self.around(base, declarator)),
        }
    }

    fn array(&mut self, array: DICompositeType<'m>, declarator: &str) -> String {
        let subranges = array.elements().into_iter().flat_map(MetadataRef::elements).flatten();
        let bounds: Vec<String> = subranges.map(bound).collect();
        if array.flags().contains(&&b"DIFlagVector"[..]) {
            let element = self.around(array.base_type(), String::new());
            let count = bounds.join(" * ");
            let name = format!("__attribute__((__vector_size__({count} * sizeof({element})))) {element}");
            return joined(&name, declarator);
        }
        let dimensions: String = bounds.iter().map(|bound| format!("[{bound}]")).collect();
        self.around(array.base_type(), format!("{}{dimensions}", closed(declarator)))
    }

    fn function(&mut self, function: DISubroutineType<'m>, declarator: &str) -> String {
        let mut types = function.types().into_iter().flat_map(MetadataRef::elements);
        let result = types.next().flatten();
        let (mut parameters, mut behind) = (Vec::new(), String::new());
        for parameter in types {
            match parameter {
                None => parameters.push("...".to_owned()),
                Some(parameter) => match object_pointer(parameter) {
                    Some(pointer) => behind = qualifiers(pointer),
                    None => parameters.push(self.around(Some(parameter), String::new())),
                },
            }
        }
        for (flag, text) in [(&b"DIFlagLValueReference"[..], " &"), (b"DIFlagRValueReference", " &&")] {
            if function.flags().contains(&flag) {
                behind.push_str(text);
            }
        }
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        self.around(result, format!("{}({parameters}){behind}", closed(declarator)))
    }
}

/// A name, or a word before a declarator, with the declarator.
fn joined(name: &str, declarator: &str) -> String {
    match declarator.is_empty() || declarator.starts_with('[') {
        true => format!("{name}{declarator}"),
        false => format!("{name} {declarator}"),
    }
}

/// The declarator as one to which dimensions or parameters can be added. They bind more tightly than `*`.
fn closed(declarator: &str) -> String {
    match declarator.is_empty() || declarator.starts_with(['[', '(']) {
        true => declarator.to_owned(),
        false => format!("({declarator})"),
    }
}

fn is_array(composite: DICompositeType<'_>) -> bool {
    composite.tag().is_some_and(|tag| tag.to_string() == "DW_TAG_array_type")
}

/// Whether a type is written with `*`, so that its qualifiers stand behind that.
fn is_pointer(mut ty: MetadataRef<'_>) -> bool {
    for _ in 0..DEEPEST {
        let Some(derived) = ty.view::<DIDerivedType<'_>>().filter(|_| own_name(ty).is_none()) else {
            return false;
        };
        let tag = derived.tag().map(|tag| tag.to_string()).unwrap_or_default();
        match (tag.as_str(), derived.base_type()) {
            ("DW_TAG_pointer_type" | "DW_TAG_ptr_to_member_type", _) => return true,
            (
                "DW_TAG_const_type" | "DW_TAG_volatile_type" | "DW_TAG_restrict_type" | "DW_TAG_atomic_type",
                Some(base),
            ) => ty = base,
            _ => return false,
        }
    }
    false
}

/// The number of elements of one dimension: nothing if it is open, `*` if it is computed when the program runs.
fn bound(subrange: MetadataRef<'_>) -> String {
    let computed = || "*".to_owned();
    let Some(subrange) = subrange.view::<DISubrange<'_>>() else { return computed() };
    let number = |amount: Option<Amount<'_>>| amount.map(Amount::number);
    match (number(subrange.count()), number(subrange.lower_bound()), number(subrange.upper_bound())) {
        (Some(Some(count)), ..) if count >= 0 => count.to_string(),
        (Some(Some(_)), ..) | (None, _, None) => String::new(),
        (None, None, Some(Some(last))) => (last + 1).to_string(),
        (None, Some(Some(first)), Some(Some(last))) => (last - first + 1).to_string(),
        _ => computed(),
    }
}

/// The parameter as the hidden pointer to the object of a member function, if it is that.
fn object_pointer(parameter: MetadataRef<'_>) -> Option<DIDerivedType<'_>> {
    let pointer = parameter.view::<DIDerivedType<'_>>()?;
    let is_it = has_flag(pointer, "DIFlagObjectPointer") && has_flag(pointer, "DIFlagArtificial");
    is_it.then_some(pointer)
}

/// The qualifiers of the object that a pointer points to, as they stand behind the parameters of a member function.
fn qualifiers(pointer: DIDerivedType<'_>) -> String {
    let mut text = String::new();
    let mut ty = pointer.base_type();
    for _ in 0..DEEPEST {
        let Some(derived) = ty.and_then(|ty| ty.view::<DIDerivedType<'_>>()) else { break };
        match derived.tag().map(|tag| tag.to_string()).unwrap_or_default().as_str() {
            "DW_TAG_const_type" => text.push_str(" const"),
            "DW_TAG_volatile_type" => text.push_str(" volatile"),
            _ => break,
        }
        ty = derived.base_type();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spelling of `!0`.
    fn spelled(text: &str) -> String {
        let types = "!90 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
            !91 = !DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)\n\
            !92 = !DICompositeType(tag: DW_TAG_structure_type, name: \"PM\", scope: !93, size: 8)\n\
            !93 = !DINamespace(name: \"ns\", scope: null)\n";
        let text = format!("!s = !{{!0, !90, !91, !92}}\n{types}{text}");
        let module = tern_llvm_ir::read(text.as_bytes(), "s.ll").unwrap();
        let s = module.named_metadata("s").next().unwrap();
        TypeNames::of(&module).spell(s)
    }

    #[test]
    fn pointers_to_functions() {
        let pointer = "!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1, size: 64)\n!1 = !DISubroutineType(types: !2)\n";
        assert_eq!(spelled(&format!("{pointer}!2 = !{{!90, !91}}\n")), "int (*)(char)");
        assert_eq!(spelled(&format!("{pointer}!2 = !{{null}}\n")), "void (*)(void)");
        assert_eq!(spelled(&format!("{pointer}!2 = !{{!90, !91, null}}\n")), "int (*)(char, ...)");
    }

    #[test]
    fn a_function_that_returns_a_pointer_to_a_function() {
        let text = "!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1, size: 64)\n!1 = !DISubroutineType(types: !2)\n\
            !2 = !{!3, !90}\n!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)\n\
            !4 = !DISubroutineType(types: !5)\n!5 = !{!91, !92}\n";
        assert_eq!(spelled(text), "char (*(*)(int))(ns::PM)");
    }

    #[test]
    fn dimensions_of_arrays() {
        let array = "!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: !90, size: 192, elements: !1)\n";
        let two =
            format!("{array}!1 = !{{!2, !3}}\n!2 = !DISubrange(count: 2)\n!3 = !DISubrange(count: 3)\n");
        assert_eq!(spelled(&two), "int[2][3]");
        for (subrange, text) in [
            ("count: -1", "int[]"),
            ("count: 0", "int[0]"),
            ("upperBound: 4", "int[5]"),
            ("lowerBound: 1, upperBound: 4", "int[4]"),
            ("count: !DIExpression(DW_OP_lit1)", "int[*]"),
        ] {
            assert_eq!(spelled(&format!("{array}!1 = !{{!2}}\n!2 = !DISubrange({subrange})\n")), text);
        }
    }

    #[test]
    fn arrays_of_pointers_and_pointers_to_arrays() {
        let of_pointers = "!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: !1, elements: !2)\n\
            !1 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !90, size: 64)\n!2 = !{!3}\n!3 = !DISubrange(count: 4)\n";
        assert_eq!(spelled(of_pointers), "int *[4]");
        let to_array = "!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1, size: 64)\n\
            !1 = !DICompositeType(tag: DW_TAG_array_type, baseType: !90, elements: !2)\n!2 = !{!3}\n!3 = !DISubrange(count: 4)\n";
        assert_eq!(spelled(to_array), "int (*)[4]");
    }

    #[test]
    fn vectors() {
        let text = "!0 = !DICompositeType(tag: DW_TAG_array_type, baseType: !90, flags: DIFlagVector, elements: !1)\n!1 = !{!2}\n\
            !2 = !DISubrange(count: 2)\n";
        assert_eq!(spelled(text), "__attribute__((__vector_size__(2 * sizeof(int)))) int");
    }

    #[test]
    fn pointers_to_members() {
        let data = "!0 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !90, extraData: !92)\n";
        assert_eq!(spelled(data), "int ns::PM::*");
        let function = "!0 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !1, extraData: !92)\n\
            !1 = !DISubroutineType(flags: DIFlagLValueReference, types: !2)\n!2 = !{!90, !3, !91}\n\
            !3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, flags: DIFlagArtificial | DIFlagObjectPointer)\n\
            !4 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !92)\n";
        assert_eq!(spelled(function), "int (ns::PM::*)(char) const &");
    }

    #[test]
    fn qualifiers_stand_where_they_belong() {
        let chain = |tags: &[&str]| {
            let mut text = String::new();
            for (index, tag) in tags.iter().enumerate() {
                let base = if index + 1 == tags.len() { 91 } else { index + 1 };
                text.push_str(&format!(
                    "!{index} = !DIDerivedType(tag: DW_TAG_{tag}_type, baseType: !{base})\n"
                ));
            }
            spelled(&text)
        };
        assert_eq!(chain(&["const"]), "const char");
        assert_eq!(chain(&["const", "volatile"]), "const volatile char");
        assert_eq!(chain(&["pointer", "const"]), "const char *");
        assert_eq!(chain(&["const", "pointer"]), "char *const");
        assert_eq!(chain(&["pointer", "const", "pointer", "const"]), "const char *const *");
        assert_eq!(chain(&["volatile", "restrict", "pointer"]), "char *restrict volatile");
        assert_eq!(chain(&["reference", "atomic"]), "_Atomic char &");
        assert_eq!(chain(&["rvalue_reference", "pointer"]), "char *&&");
    }

    #[test]
    fn types_in_a_circle_end() {
        let text = "!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !1)\n!1 = !DISubroutineType(types: !2)\n!2 = !{!0, !0, !0}\n";
        assert!(spelled(text).contains('…'));
        assert!(spelled("!0 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !0)\n").contains('…'));
    }
}

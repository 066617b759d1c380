//! What a struct, class, union or enum consists of in debug information.

use tern_llvm_ir::metadata::views::{Amount, DICompositeType, DIDerivedType, MetadataRef};

/// How many types are looked through at most. Types can name each other in a circle.
pub(super) const DEEPEST: u32 = 64;

/// A part that takes space.
pub(super) enum Part<'m> {
    /// A member, or a bit-field.
    Member(DIDerivedType<'m>),
    /// A base class at a fixed place.
    Base(DIDerivedType<'m>),
    /// A base class whose place depends on the class of the whole object.
    VirtualBase(DIDerivedType<'m>),
    /// The variants of an enum, and its discriminant.
    Variants(DICompositeType<'m>),
}

/// The parts of a type, or of the list of variants of one, in the order of the source. Static members are none.
pub(super) fn parts<'m>(composite: DICompositeType<'m>) -> impl Iterator<Item = Part<'m>> {
    let elements = composite.elements().into_iter().flat_map(MetadataRef::elements);
    elements.flatten().filter_map(part)
}

/// Whether there is more of a type than a declaration. The parts of a type that is only declared are in another module.
pub(super) fn is_defined(composite: DICompositeType<'_>) -> bool {
    composite.elements().is_some() && !composite.flags().contains(&&b"DIFlagFwdDecl"[..])
}

fn part(element: MetadataRef<'_>) -> Option<Part<'_>> {
    if let Some(composite) = element.view::<DICompositeType<'_>>() {
        let is_list = composite.tag()?.to_string() == "DW_TAG_variant_part";
        return is_list.then_some(Part::Variants(composite));
    }
    let derived = element.view::<DIDerivedType<'_>>()?;
    match derived.tag()?.to_string().as_str() {
        "DW_TAG_member" if !has_flag(derived, "DIFlagStaticMember") => Some(Part::Member(derived)),
        "DW_TAG_inheritance" if has_flag(derived, "DIFlagVirtual") => Some(Part::VirtualBase(derived)),
        "DW_TAG_inheritance" => Some(Part::Base(derived)),
        _ => None,
    }
}

/// Whether a member or type has a flag.
pub(super) fn has_flag(derived: DIDerivedType<'_>, flag: &str) -> bool {
    derived.flags().contains(&flag.as_bytes())
}

/// The member that says which variant a value is.
pub(super) fn discriminator(variants: DICompositeType<'_>) -> Option<DIDerivedType<'_>> {
    variants.discriminator()?.view()
}

/// The bits that an amount says: 0 if there is none, `None` if it is computed when the program runs.
pub(super) fn bits(amount: Option<Amount<'_>>) -> Option<u64> {
    match amount {
        None => Some(0),
        Some(amount) => amount.number().and_then(|number| u64::try_from(number).ok()),
    }
}

/// The size of a member or base class in bits; `None` if it is computed when the program runs.
pub(super) fn size_of_part(part: DIDerivedType<'_>) -> Option<u64> {
    match part.size() {
        Some(size) => bits(Some(size)),
        None => Some(part.base_type().map_or(0, size_of_type)),
    }
}

/// The size of a type in bits; 0 if it is not known. Qualified types and names of types are looked through.
fn size_of_type(mut ty: MetadataRef<'_>) -> u64 {
    for _ in 0..DEEPEST {
        if let Some(size) = ty.field("size").and_then(|size| size.integer()) {
            return u64::try_from(size.get()).unwrap_or(0);
        }
        match ty.view::<DIDerivedType<'_>>().and_then(DIDerivedType::base_type) {
            Some(base) => ty = base,
            None => return 0,
        }
    }
    0
}

/// The struct, class or union that a part has as its type. Qualified types and names of types are looked through.
pub(super) fn record_of_part(part: DIDerivedType<'_>) -> Option<DICompositeType<'_>> {
    let mut ty = part.base_type()?;
    for _ in 0..DEEPEST {
        match ty.view::<DIDerivedType<'_>>() {
            Some(derived) => ty = derived.base_type()?,
            None => return ty.view(),
        }
    }
    None
}

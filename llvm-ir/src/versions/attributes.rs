//! Drops or replaces attributes that a version of LLVM does not have.

use super::Downgrade;
use crate::attributes::values::{
    Access, AttributeValue, Captured, Captures, DenormalFpEnv, DenormalMode, Denormals, MemoryEffects,
    MemoryLocation,
};
use crate::attributes::{
    Attribute, AttributeKind, AttributeList, AttributeListId, AttributePlace, AttributeSetId,
};
use crate::module::Module;

/// Attributes without which the program may mean something else.
pub(super) const NEEDED: &[AttributeKind] = &[
    AttributeKind::ByRef,
    AttributeKind::Preallocated,
    AttributeKind::PresplitCoroutine,
    AttributeKind::StrictFP,
    AttributeKind::SwiftAsync,
];

/// Words that `memory(…)` replaced, for a function whose effects the version states by them; `None` if there are none for these effects.
pub(crate) fn older_memory(effects: MemoryEffects) -> Option<String> {
    use MemoryLocation::{ArgMem, InaccessibleMem, Other};
    let access = |location| effects.access(location);
    let all = access(ArgMem).or(access(InaccessibleMem)).or(access(Other));
    // A word for the locations, and one for the access; both together are the effects.
    let within: &[MemoryLocation] = match (access(ArgMem), access(InaccessibleMem), access(Other)) {
        (_, _, Access::Read | Access::Write | Access::ReadWrite) => &[ArgMem, InaccessibleMem, Other],
        (Access::None, Access::None, Access::None) => return Some("readnone".to_owned()),
        (_, Access::None, _) => &[ArgMem],
        (Access::None, _, _) => &[InaccessibleMem],
        _ => &[ArgMem, InaccessibleMem],
    };
    let location = match within.len() {
        1 if within[0] == ArgMem => "argmemonly",
        1 => "inaccessiblememonly",
        2 => "inaccessiblemem_or_argmemonly",
        _ => "",
    };
    let access = match all {
        Access::Read => "readonly",
        Access::Write => "writeonly",
        _ => "",
    };
    let words: Vec<&str> = [location, access].into_iter().filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The effects that [`older_memory`] can state, which include those given.
fn as_older(effects: MemoryEffects) -> MemoryEffects {
    use MemoryLocation::{ArgMem, InaccessibleMem, Other};
    let access = |location| effects.access(location);
    let all = access(ArgMem).or(access(InaccessibleMem)).or(access(Other));
    let other = access(Other) != Access::None;
    MemoryEffects::new(|location| match location {
        ArgMem | InaccessibleMem if other || access(location) != Access::None => all,
        ArgMem | InaccessibleMem => Access::None,
        _ if other => all,
        _ => Access::None,
    })
}

impl Downgrade {
    /// A list of attributes as the version has it.
    pub(super) fn attribute_list(&mut self, module: &Module, list: AttributeListId) -> AttributeListId {
        if let Some((known, dropped)) = self.lists.get(&list) {
            self.losses.attributes(dropped);
            return *known;
        }
        let AttributeList { function, ret, params } = module.attributes.get_list(list).clone();
        let mut dropped = Vec::new();
        let mut set = |set, place| self.attribute_set(module, set, place, &mut dropped);
        let new = AttributeList {
            function: set(function, AttributePlace::Function),
            ret: set(ret, AttributePlace::Result),
            params: params.into_iter().map(|param| set(param, AttributePlace::Parameter)).collect(),
        };
        let new = module.attributes.list(new);
        self.losses.attributes(&dropped);
        self.lists.insert(list, (new, dropped));
        new
    }

    fn attribute_set(
        &self,
        module: &Module,
        set: AttributeSetId,
        place: AttributePlace,
        dropped: &mut Vec<(String, bool)>,
    ) -> AttributeSetId {
        let attributes = module.attributes.get(set);
        let mut kept: Vec<Attribute> =
            attributes.iter().filter_map(|&it| self.attribute(module, it, place, dropped)).collect();
        if let Some(modes) = self.denormal_modes(module, attributes) {
            kept.extend(modes.into_iter().flatten());
        }
        match kept[..] == *attributes {
            true => set,
            false => module.attributes.set(&module.strings, kept),
        }
    }

    /// The attribute as the version has it, if it has.
    fn attribute(
        &self,
        module: &Module,
        attribute: Attribute,
        place: AttributePlace,
        dropped: &mut Vec<(String, bool)>,
    ) -> Option<Attribute> {
        let mut drop = |what: &str| {
            dropped.push((
                format!("attribute `{what}`"),
                attribute.kind().is_some_and(|it| NEEDED.contains(&it)),
            ));
            None
        };
        let Some(kind) = attribute.kind() else { return Some(self.string_attribute(module, attribute)) };
        let text = |text: String| Some(Attribute::Text(kind, module.strings.intern(text.as_bytes())));
        let value = match attribute {
            Attribute::Text(_, value) => module.text(value),
            _ => "".into(),
        };
        let is_older = kind.since(place).is_some_and(|since| self.version < since);
        match kind {
            AttributeKind::Memory => {
                let effects = MemoryEffects::parse(&value)?;
                let (said, is_same) = self.memory(effects);
                if !is_same {
                    let _ = drop(&format!("memory({effects})"));
                }
                (said != MemoryEffects::EVERYTHING).then(|| text(said.to_string()))?
            }
            // Two strings said it before.
            AttributeKind::DenormalFpEnv if is_older => None,
            AttributeKind::DeadOnReturn if self.lacks(23) && !is_older => {
                if let Attribute::Integer(..) = attribute {
                    return drop("dead_on_return(…)");
                }
                Some(attribute)
            }
            AttributeKind::Captures if is_older => {
                let captures = Captures::parse(&value)?;
                match captures.other == Captured::NOTHING && captures.result == Captured::NOTHING {
                    true => Some(attribute),
                    false => drop(&format!("captures({captures})")),
                }
            }
            AttributeKind::UWTable if self.lacks(15) => text(String::new()),
            AttributeKind::NullPointerIsValid if is_older => {
                let string = |text: &str| module.strings.intern(text.as_bytes());
                Some(Attribute::String(string("null-pointer-is-valid"), Some(string("true"))))
            }
            AttributeKind::Alignment if self.lacks(14) => match attribute {
                Attribute::Integer(_, bytes) if bytes > 1 << 29 => Some(Attribute::Integer(kind, 1 << 29)),
                _ => Some(attribute),
            },
            _ if is_older => drop(kind.spelling()),
            _ => Some(attribute),
        }
    }

    /// What `denormal_fpenv` says, as the strings by which LLVM before 23 said it.
    fn denormal_modes(&self, module: &Module, attributes: &[Attribute]) -> Option<[Option<Attribute>; 2]> {
        let is_new = |it: &&Attribute| it.kind() == Some(AttributeKind::DenormalFpEnv);
        let &Attribute::Text(_, text) = attributes.iter().find(is_new).filter(|_| self.lacks(23))? else {
            return None;
        };
        let DenormalFpEnv { all, float } = DenormalFpEnv::parse(&module.text(text))?;
        let word = |kind| match kind {
            Denormals::Ieee => "ieee",
            Denormals::PreserveSign => "preserve-sign",
            Denormals::PositiveZero => "positive-zero",
            Denormals::Dynamic => "dynamic",
        };
        let string = |text: &str| module.strings.intern(text.as_bytes());
        let said = |key, mode: DenormalMode| {
            let value = format!("{},{}", word(mode.output), word(mode.input));
            Attribute::String(string(key), Some(string(&value)))
        };
        let of_float = (float != all).then(|| said("denormal-fp-math-f32", float));
        Some([Some(said("denormal-fp-math", all)), of_float])
    }

    /// The effects that the version can state, and whether they are no more than those given. `errno` was a part of the other memory before
    /// it was told apart, the memory of targets one of the inaccessible memory.
    fn memory(&self, effects: MemoryEffects) -> (MemoryEffects, bool) {
        use MemoryLocation::{ErrnoMem, InaccessibleMem, Other, TargetMem0, TargetMem1};
        let whole = |location: MemoryLocation| match location {
            ErrnoMem => Other,
            TargetMem0 | TargetMem1 => InaccessibleMem,
            other => other,
        };
        let is_told = |location: MemoryLocation| self.version >= location.since();
        let all = |location| {
            let parts = MemoryLocation::ALL.iter().filter(|&&part| !is_told(part) && whole(part) == location);
            parts.fold(effects.access(location), |all, &part| all.or(effects.access(part)))
        };
        let said = MemoryEffects::new(|location| if is_told(location) { all(location) } else { all(Other) });
        let said = if self.lacks(16) { as_older(said) } else { said };
        let is_same =
            MemoryLocation::ALL.iter().all(|&it| !is_told(it) || said.access(it) == effects.access(it));
        (said, is_same)
    }

    /// Which registers keep the frame was another attribute before LLVM 9.
    fn string_attribute(&self, module: &Module, attribute: Attribute) -> Attribute {
        let Attribute::String(key, Some(value)) = attribute else { return attribute };
        if !self.lacks(9) || module.strings.get(key) != b"frame-pointer" {
            return attribute;
        }
        let string = |text: &str| module.strings.intern(text.as_bytes());
        match module.strings.get(value) {
            b"all" => Attribute::String(string("no-frame-pointer-elim"), Some(string("true"))),
            b"none" => Attribute::String(string("no-frame-pointer-elim"), Some(string("false"))),
            _ => Attribute::String(string("no-frame-pointer-elim-non-leaf"), None),
        }
    }
}

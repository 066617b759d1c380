//! Changes of attributes.

use tern_llvm_ir::attributes::{
    Attribute, AttributeClass, AttributeKind as Kind, AttributeListId, AttributePlace,
};
use tern_llvm_ir::edit::AttributeIndex;
use tern_llvm_ir::versions::LlvmVersion;
use tern_llvm_ir::{Global, GlobalKind, Inst};

use super::Mutation;

/// Arguments of the attributes whose arguments are texts of their own.
const ARGUMENTS: &[(Kind, &[&str])] = &[
    (
        Kind::AllocKind,
        &["\"alloc,zeroed\"", "\"free\"", "\"realloc,aligned\"", "\"alloc,realloc\"", "\"uninitialized\""],
    ),
    (Kind::AllocSize, &["0", "0,1", "1", "7", "1,9"]),
    (Kind::Captures, &["none", "address", "ret: address, provenance", "address_is_null, read_provenance"]),
    (Kind::Memory, &["none", "argmem: read", "read", "write, argmem: none"]),
    (Kind::NoFPClass, &["nan", "inf zero", "all"]),
    (Kind::UWTable, &["", "sync"]),
    (Kind::VScaleRange, &["1,16", "2,0", "1,3", "3,8"]),
    (Kind::Range, &["i32 0, 5", "i8 1, 3", "i64 -1, 1", "i1 0, 1"]),
    (Kind::Initializes, &["(0, 4)", "(0, 4), (8, 16)", "(-4, 0)"]),
];

/// String attributes; many have rules.
const STRINGS: &[(&str, &str)] = &[
    ("frame-pointer", "all"),
    ("frame-pointer", "some"),
    ("patchable-function-prefix", "x"),
    ("patchable-function-entry", "2"),
    ("denormal-fp-math", "ieee,wrong"),
    ("denormal-fp-math-f32", "wrong"),
    ("warn-stack-size", "many"),
    ("thunk", ""),
    ("branch-target-enforcement", "maybe"),
    ("sign-return-address", "always"),
    ("sign-return-address-key", "c_key"),
    ("guarded-control-stack", "no"),
    ("no-infs-fp-math", "perhaps"),
    ("less-precise-fpmad", "true"),
    ("no-inline-line-tables", "2"),
    ("use-sample-profile", "maybe"),
    ("no-nans-fp-math", ""),
    ("profile-sample-accurate", "x"),
    ("unsafe-fp-math", "true"),
    ("statepoint-id", "x"),
    ("statepoint-num-patch-bytes", "-1"),
    ("gc-leaf-function", ""),
    ("llvm.assume", "x"),
    ("alloc-family", "malloc"),
    ("alloc-variant-zeroed", "none"),
    ("modular-format", "printf"),
    ("modular-format", "printf,1,2,f,g"),
    ("unknown key", "any"),
    ("target-features", "+sme"),
    ("aarch64_pstate_sm_enabled", ""),
    ("aarch64_new_za", ""),
    ("aarch64_inout_za", ""),
    ("amdgpu-waves-per-eu", "x"),
    ("nofree", ""),
];

fn place_of(index: AttributeIndex) -> AttributePlace {
    match index {
        AttributeIndex::Function => AttributePlace::Function,
        AttributeIndex::Result => AttributePlace::Result,
        AttributeIndex::Parameter(_) => AttributePlace::Parameter,
    }
}

/// Whether LLVM 22, which judges mutants, does not have an attribute.
fn is_newer(kind: Kind) -> bool {
    let places = [AttributePlace::Function, AttributePlace::Result, AttributePlace::Parameter];
    let since = places.into_iter().filter_map(|place| kind.since(place)).min();
    since.is_some_and(|since| since > LlvmVersion::DEFAULT)
}

/// Whether LLVM 22 does not have an attribute at this place, but a newer one has.
fn is_newer_at(attribute: Attribute, at: AttributeIndex) -> bool {
    let since = attribute.kind().and_then(|kind| kind.since(place_of(at)));
    since.is_some_and(|since| since > LlvmVersion::DEFAULT)
}

impl Mutation<'_> {
    fn some_attribute(&mut self) -> Attribute {
        if self.choices.chance(15) {
            let (key, value) = *self.choices.pick(STRINGS);
            return Attribute::String(self.text(key), (!value.is_empty()).then(|| self.text(value)));
        }
        let kind = match *self.choices.pick(Kind::ALL) {
            newer if is_newer(newer) => Kind::NoUnwind,
            kind => kind,
        };
        match kind.class() {
            AttributeClass::Enum => Attribute::Enum(kind),
            AttributeClass::Integer => {
                Attribute::Integer(kind, *self.choices.pick(&[8, 1, 2, 16, 4096, 1 << 31, 1 << 32, 12]))
            }
            AttributeClass::Type => Attribute::Type(
                kind,
                if self.choices.chance(70) { self.value_type() } else { self.any_type() },
            ),
            AttributeClass::Text => {
                let all =
                    ARGUMENTS.iter().find(|(known, _)| *known == kind).map_or(&[""][..], |(_, all)| all);
                let text = *self.choices.pick(all);
                Attribute::Text(kind, self.text(text))
            }
        }
    }

    /// Adds, removes or moves an attribute at one place of a list.
    fn changed(&mut self, list: AttributeListId, params: usize) -> AttributeListId {
        let place = |this: &mut Self| match this.choices.weighted(&[40, 20, if params == 0 { 0 } else { 50 }])
        {
            0 => AttributeIndex::Function,
            1 => AttributeIndex::Result,
            _ => AttributeIndex::Parameter(this.choices.below(params)),
        };
        let at = place(self);
        let mut own = self.module.attributes.get(self.module.attribute_set(list, at)).to_vec();
        match self.choices.weighted(&[65, 15, 20]) {
            1 if !own.is_empty() => drop(own.remove(self.choices.below(own.len()))),
            2 if !own.is_empty() => {
                // Moved, or copied, elsewhere.
                let index = self.choices.below(own.len());
                let moved = own[index];
                if self.choices.chance(50) {
                    own.remove(index);
                }
                let to = place(self);
                let set = self.module.attributes.set(&self.module.strings, own);
                let list = self.module.with_attribute_set(list, at, set);
                if is_newer_at(moved, to) {
                    return list;
                }
                let mut others = self.module.attributes.get(self.module.attribute_set(list, to)).to_vec();
                others.push(moved);
                let set = self.module.attributes.set(&self.module.strings, others);
                return self.module.with_attribute_set(list, to, set);
            }
            _ => own.push(self.fitting(at)),
        }
        let set = self.module.attributes.set(&self.module.strings, own);
        self.module.with_attribute_set(list, at, set)
    }

    /// An attribute that mostly may stand at a place.
    fn fitting(&mut self, at: AttributeIndex) -> Attribute {
        let any = self.choices.chance(15);
        loop {
            let attribute = self.some_attribute();
            if is_newer_at(attribute, at) {
                return Attribute::Enum(Kind::NoUnwind);
            }
            let is_field = at == AttributeIndex::Function && attribute.kind() == Some(Kind::Alignment);
            if is_field {
                // The alignment of a function is no attribute, and is not written as one.
                return Attribute::Enum(Kind::NoUnwind);
            }
            let fits = attribute.kind().is_none_or(|kind| kind.applies_to(place_of(at)));
            // After the end of the decisions the same attribute would come for ever.
            if any || fits || self.choices.number() == 0 {
                return attribute;
            }
        }
    }

    pub(super) fn attributes(&mut self) -> Option<()> {
        match self.choices.weighted(&[45, 45, 10]) {
            0 => {
                let all: Vec<Global> = self.module.functions().map(|(global, ..)| global).collect();
                let global = self.one(&all)?;
                let function = self.function_of(global);
                let (list, params) = (function.attributes, function.args.len());
                let changed = self.changed(list, params);
                self.function_mut(global).attributes = changed;
                (list != changed).then_some(())
            }
            1 => {
                let (global, inst) = self.inst_where(|_, inst| inst.call_site().is_some())?;
                let call = self.function_of(global).insts[inst].inst.call_site()?;
                let (list, params) = (call.attributes, call.args.len());
                let changed = self.changed(list, params);
                if !self.fits_a_call(changed) {
                    return None;
                }
                self.set_call_attributes(global, inst, changed)?;
                (list != changed).then_some(())
            }
            _ => {
                let all = self.module.variables.clone();
                let global = self.one(&all)?;
                let attribute = self.some_attribute();
                let Self { module, .. } = self;
                let GlobalKind::Variable(variable) = &mut module.globals[global].kind else { return None };
                let mut own = module.attributes.get(variable.attributes).to_vec();
                own.push(attribute);
                variable.attributes = module.attributes.set(&module.strings, own);
                Some(())
            }
        }
    }

    fn set_call_attributes(&mut self, global: Global, inst: Inst, list: AttributeListId) -> Option<()> {
        self.function_mut(global).insts[inst].inst.call_site_mut()?.attributes = list;
        Some(())
    }

    /// Gives a function or call the attributes of another one.
    pub(super) fn copy_attributes(&mut self) -> Option<()> {
        let all: Vec<(Global, AttributeListId)> =
            self.module.functions().map(|(global, _, function)| (global, function.attributes)).collect();
        let ((global, own), (_, other)) = (self.one(&all)?, self.one(&all)?);
        if self.choices.chance(50) {
            self.function_mut(global).attributes = other;
            return (own != other).then_some(());
        }
        let (global, inst) = self.inst_where(|_, inst| inst.call_site().is_some())?;
        self.fits_a_call(other).then_some(())?;
        self.set_call_attributes(global, inst, other)
    }

    /// Whether LLVM's verdict on a call with these attributes is the same each time: it takes a call with `jumptable` for a global.
    fn fits_a_call(&self, list: AttributeListId) -> bool {
        let function = self.module.attributes.get_list(list).function;
        self.module.attribute(function, Kind::JumpTable).is_none()
    }
}

//! Attributes as a version has them: those that it lacks become references to the table of the module.

use rustc_hash::{FxHashMap, FxHashSet};
use tern_mlir::attributes::{AttrKind, Attribute, NamedAttribute, NamedAttributes};
use tern_mlir::context::Context;
use tern_mlir::declare::{AttrDef, Param, ParamDecl, ParamKind, Presence};

use super::forms::{encode, name_of, param_with_parts, parts, with_parts};
use super::{DISTINCT, MlirVersion, REFERENCE, REFERENCED, V19, table};

/// An attribute as the version has it.
#[derive(Clone, Copy)]
pub(super) struct Mapped {
    pub(super) attribute: Attribute,
    /// Whether it is a reference, or holds one where an attribute of a certain kind is expected.
    pub(super) is_foreign: bool,
}

/// Brings attributes to a version, and makes the table of those that it lacks.
pub(super) struct References<'c> {
    context: &'c Context,
    version: MlirVersion,
    known: FxHashMap<Attribute, Mapped>,
    /// Attributes that stand for others in the result.
    taken: FxHashSet<Attribute>,
    table: Vec<Attribute>,
}

impl<'c> References<'c> {
    pub(super) fn new(context: &'c Context, version: MlirVersion) -> Self {
        let (known, taken) = Default::default();
        Self { context, version, known, taken, table: Vec::new() }
    }

    /// The elements of the module attribute.
    pub(super) fn into_table(self) -> Attribute {
        Attribute::array(self.context, self.table)
    }

    /// An attribute as the version has it. Does not recurse: debug information is as deep as code was inlined.
    pub(super) fn map(&mut self, attribute: Attribute) -> Mapped {
        let mut pending = vec![attribute];
        while let Some(&next) = pending.last() {
            let before = pending.len();
            if !self.known.contains_key(&next) {
                let known = &self.known;
                parts(self.context, next, &mut |part| {
                    if !known.contains_key(&part) {
                        pending.push(part);
                    }
                });
            }
            if pending.len() == before {
                pending.pop();
                if !self.known.contains_key(&next) {
                    let mapped = self.of_parts(next);
                    self.known.insert(next, mapped);
                }
            }
        }
        self.known[&attribute]
    }

    /// An attribute whose parts are mapped.
    fn of_parts(&mut self, attribute: Attribute) -> Mapped {
        match attribute.kind(self.context) {
            AttrKind::Distinct { referenced, .. } => self.distinct(attribute, *referenced),
            AttrKind::Declared { def, params } if def.dialect == "llvm" => self.declared(def, params),
            AttrKind::FusedLocation { .. }
            | AttrKind::NameLocation { .. }
            | AttrKind::CallSiteLocation { .. } => self.holding(attribute, false),
            _ => self.holding(attribute, true),
        }
    }

    /// An attribute that may hold anything. Its place may not, if `matters`.
    fn holding(&mut self, attribute: Attribute, matters: bool) -> Mapped {
        let mut is_foreign = false;
        let known = &self.known;
        let attribute = with_parts(self.context, attribute, &mut |part| {
            is_foreign |= known[&part].is_foreign;
            known[&part].attribute
        });
        Mapped { attribute, is_foreign: is_foreign && matters }
    }

    fn distinct(&mut self, attribute: Attribute, referenced: Attribute) -> Mapped {
        let of = self.known[&referenced];
        if self.version >= V19 && !of.is_foreign && of.attribute == referenced {
            return Mapped { attribute, is_foreign: false };
        }
        let entries = match referenced == self.context.common.unit {
            true => NamedAttributes::new(),
            false => [self.entry(REFERENCED, of.attribute)].into_iter().collect(),
        };
        self.reference(DISTINCT, entries)
    }

    fn declared(&mut self, def: &'static AttrDef, params: &[Param]) -> Mapped {
        if table::lacks(table::ATTRIBUTES, self.version, def.mnemonic) {
            return self.whole(def, params);
        }
        let (mut kept, mut aside) = (Vec::with_capacity(params.len()), NamedAttributes::new());
        for (decl, param) in def.params.iter().zip(params) {
            let lacks = |table| table::lacks_part(table, self.version, def.mnemonic, name_of(decl));
            let (new, is_foreign) = self.param(param);
            if is_default(decl, param) {
                if lacks(table::OPTIONAL) {
                    return self.whole(def, params);
                }
                kept.push(if lacks(table::PARAMETERS) { default_of(decl) } else { new });
                continue;
            }
            if self.is_newer_keyword(def, decl, param) {
                return self.whole(def, params);
            }
            let is_wrong = is_foreign || lacks(table::INTEGERS) && !self.is_integer(param);
            if !is_wrong && !lacks(table::PARAMETERS) {
                kept.push(new);
                continue;
            }
            let may_be_absent = decl.presence != Presence::Required && !lacks(table::OPTIONAL);
            if !may_be_absent && !lacks(table::PARAMETERS) {
                return self.whole(def, params);
            }
            let Some(value) = encode(self.context, &new) else { return self.whole(def, params) };
            aside.push(self.entry(name_of(decl), value));
            kept.push(default_of(decl));
        }
        let form = Attribute::declare(self.context, def, kept);
        // Another attribute may have the same form.
        if !self.taken.insert(form) {
            return self.whole(def, params);
        }
        if !aside.is_empty() {
            let aside = Attribute::dictionary(self.context, aside);
            self.table.push(Attribute::array(self.context, [form, aside]));
        }
        Mapped { attribute: form, is_foreign: false }
    }

    /// An attribute that the version lacks as a whole.
    fn whole(&mut self, def: &'static AttrDef, params: &[Param]) -> Mapped {
        let mut entries = NamedAttributes::new();
        for (decl, param) in def.params.iter().zip(params) {
            if let Some(value) = encode(self.context, &self.param(param).0) {
                entries.push(self.entry(name_of(decl), value));
            }
        }
        self.reference(def.mnemonic, entries)
    }

    fn reference(&mut self, what: &'static str, entries: NamedAttributes) -> Mapped {
        let what = Attribute::string(self.context, what);
        let entries = Attribute::dictionary(self.context, entries);
        let index = Attribute::integer(self.context, self.context.common.index, self.table.len() as i64);
        self.table.push(Attribute::array(self.context, [what, entries]));
        let attribute = Attribute::dictionary(self.context, [self.entry(REFERENCE, index)]);
        Mapped { attribute, is_foreign: true }
    }

    /// A parameter whose attributes are mapped, and whether one of them is a reference.
    fn param(&self, param: &Param) -> (Param, bool) {
        let mut is_foreign = false;
        let new = param_with_parts(param, &mut |part| {
            is_foreign |= self.known[&part].is_foreign;
            self.known[&part].attribute
        });
        (new, is_foreign)
    }

    /// Whether a parameter is a keyword that the version lacks.
    fn is_newer_keyword(&self, def: &AttrDef, decl: &ParamDecl, param: &Param) -> bool {
        let (ParamKind::Enum(cases), Some(value)) = (decl.kind, param.as_u64()) else { return false };
        let newer =
            table::PARAMETER_KEYWORDS.iter().filter(|row| self.version < row.0 && row.1 == def.mnemonic);
        newer.flat_map(|row| row.2).any(|word| cases.value(word) == Some(value))
    }

    fn is_integer(&self, param: &Param) -> bool {
        param.as_attribute().is_some_and(|value| matches!(value.kind(self.context), AttrKind::Integer { .. }))
    }

    fn entry(&self, name: &'static str, value: Attribute) -> NamedAttribute {
        NamedAttribute { name: self.context.name(name), value }
    }
}

/// Whether a parameter says nothing.
fn is_default(decl: &ParamDecl, param: &Param) -> bool {
    *param == Param::Absent || decl.presence != Presence::Required && *param == default_of(decl)
}

/// The parameter that says nothing.
pub(super) fn default_of(decl: &ParamDecl) -> Param {
    tern_mlir::declare::constant_default(decl).unwrap_or(Param::Absent)
}

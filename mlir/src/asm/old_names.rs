//! Lookup of operation names and forms from 2019 to 2022, which dialects declare as
//! [`OldSpellings`](crate::declare::OldSpellings).

use super::{ParseResult, Parser};
use crate::attributes::{AttrKind, Attribute};
use crate::body::OpState;
use crate::declare::{Dialect, OldAttribute, OldForm, OldSpellings};

impl Parser<'_, '_> {
    /// The known dialects that have old spellings.
    fn old_spellings(&self) -> impl Iterator<Item = (&'static str, &'static OldSpellings)> {
        self.context.dialects().iter().filter_map(|dialect| Some((dialect.namespace, dialect.old_spellings?)))
    }

    /// The old spellings of the dialect of the operation `name`.
    pub(super) fn old_spellings_of(&self, name: &str) -> Option<&'static OldSpellings> {
        let (dialect, _) = name.split_once('.')?;
        self.context.dialect(dialect)?.old_spellings
    }

    /// Today's name of the operation spelled `spelled`. `full` is that name with the default dialect; `None` if that is already
    /// today's name.
    pub(super) fn renamed(&self, spelled: &str, full: &str) -> Option<String> {
        let is_known = |name: &str| self.context.op_name_data(self.context.op_name(name)).def.is_some();
        let rest = &self.lexer.text[self.lexer.position..];
        let (former, name) = spelled.split_once('.').unwrap_or(("", spelled));
        let is_heir = |dialect: &str, old: &OldSpellings| {
            old.heir_of.contains(&former)
                && is_known(&format!("{dialect}.{name}"))
                && (old.is_heir)(name, rest)
        };
        // A name without a namespace can belong to the default dialect and to another one.
        if is_known(full) && self.old_spellings_of(full).is_none_or(|old| (old.is_heir)(name, rest)) {
            return None;
        }
        let new_name = self.old_spellings().find_map(|(_, old)| {
            let is_it =
                |old_name: &str| old_name == spelled || old_name == name && old.heir_of.contains(&former);
            old.renamed.iter().find(|(old_name, _)| is_it(old_name))
        });
        let heir = || self.old_spellings().find(|(dialect, old)| is_heir(dialect, old));
        match new_name {
            Some((_, new)) => Some((*new).to_owned()).filter(|new| is_known(new)),
            None => heir().map(|(dialect, _)| format!("{dialect}.{name}")),
        }
    }

    /// Today's name of an operation in generic form that is spelled as a [stand-in](crate::declare::Dialect::stand_ins) or by a former
    /// name.
    #[cold]
    pub(super) fn of_stand_in(&self, spelled: &str) -> Option<String> {
        let (namespace, rest) = spelled.split_once('.')?;
        let stands_in = self.context.dialects().iter().find(|dialect| dialect.stand_ins == Some(namespace));
        let renamed = || {
            let renamed = self.old_spellings_of(spelled)?.renamed;
            renamed.iter().find(|(old, _)| *old == spelled).map(|(_, new)| (*new).to_owned())
        };
        let name = stands_in.map(|dialect| format!("{}.{rest}", dialect.namespace)).or_else(renamed)?;
        self.context.op_name_data(self.context.op_name(&name)).def.map(|_| name)
    }

    /// The parser for the old form of the operation `name`, if it had one.
    pub(super) fn old_form(&self, name: &str) -> Option<OldForm> {
        (self.old_spellings_of(name)?.operation)(name)
    }

    /// The parser for an operation that exists no more.
    pub(super) fn former_operation(&self, name: &str) -> Option<OldForm> {
        let old = self.options.old_spellings.then(|| self.old_spellings_of(name)).flatten()?;
        (old.former)(name)
    }

    /// The mnemonic that an attribute of a dialect has today.
    pub(super) fn mnemonic_today<'m>(&self, dialect: &Dialect, mnemonic: &'m str) -> &'m str {
        let old = dialect.old_spellings.filter(|_| self.options.old_spellings);
        let renamed = old.map_or(&[][..], |old| old.renamed_attributes);
        renamed.iter().find(|(old, _)| *old == mnemonic).map_or(mnemonic, |(_, new)| new)
    }

    /// The parser for an attribute of a dialect that exists no more.
    pub(super) fn former_attribute(&self, dialect: &Dialect, mnemonic: &str) -> Option<OldAttribute> {
        let old = dialect.old_spellings.filter(|_| self.options.old_spellings)?;
        (old.former_attribute)(mnemonic)
    }

    /// Whether an older version may have a value where an inherent attribute is of another class today: names of operations where
    /// attributes are, or a vector where an array is. Its dialect replaces the value, and the verifier has the last word.
    pub(super) fn is_older_value(&self, value: Attribute) -> bool {
        let is_symbol = |it: &Attribute| matches!(it.kind(self.context), AttrKind::SymbolRef { .. });
        self.options.old_spellings
            && match value.kind(self.context) {
                AttrKind::Array(elements) => elements.iter().all(is_symbol),
                AttrKind::DenseElements { .. } => true,
                _ => false,
            }
    }

    /// Completes the operation `name`, which was spelled `spelled`.
    pub(super) fn complete_old(&self, name: &str, spelled: &str, state: &mut OpState) {
        if let Some(old) = self.old_spellings_of(name) {
            (old.complete)(self.context, name, spelled, state);
        }
    }

    /// The pointee of the type that was parsed last, if that type is `pointer` in an old spelling with a pointee.
    ///
    /// # Errors
    ///
    /// If it was not spelled that way; the error is reported at `start`.
    pub fn take_pointee(&mut self, pointer: crate::Type, start: usize) -> ParseResult<crate::Type> {
        match self.pointee.take() {
            Some((found, pointee)) if found == pointer => Ok(pointee),
            _ => Err(self.error_at(start, "expected a pointer with the type that it points to")),
        }
    }
}

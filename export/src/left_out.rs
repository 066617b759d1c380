//! Counts what LLVM IR cannot represent, so that nothing is lost silently: discardable attributes without translation, and
//! locations outside of debug information.

use tern_mapping::instruction_metadata::{COMMAND_LINE, DEPENDENT_LIBRARIES, IDENT, MMRA};
use tern_mlir::builtin::SymbolOpInterface;
use tern_mlir::{AttrKind, Attribute, Location, OpRef};

use crate::Exporter;
use crate::debug_info::subprogram_attribute;
use crate::extension::{AttributePlace, TranslatesTo};

/// Discardable attributes that are translated, other than asides.
pub(crate) const TRANSLATED: &[&str] = &[MMRA.0, IDENT.0, COMMAND_LINE.0, DEPENDENT_LIBRARIES.0];

impl Exporter<'_> {
    /// Counts the losses of an operation that does not become an instruction.
    pub(crate) fn count_left_out(&mut self, op: OpRef<'_>, place: AttributePlace) {
        self.count_attributes(op, place);
        if SymbolOpInterface(op).sym_visibility().is_some() && self.tables.policy.counts_losses {
            self.count_loss("visibility of a symbol in MLIR");
        }
        if place == AttributePlace::Module
            && SymbolOpInterface(op).sym_name().is_some()
            && self.tables.policy.counts_losses
        {
            self.count_loss("name of a module");
        }
        let location = op.body.op_location(op.op);
        // The location of a function is represented by its subprogram.
        if place != AttributePlace::Function || subprogram_attribute(op).is_none() {
            self.count_location(location);
        }
    }

    /// Counts the discardable attributes of an operation that have no translation.
    pub(crate) fn count_attributes(&mut self, op: OpRef<'_>, place: AttributePlace) {
        for name in self.untranslated(op, place) {
            self.count_loss(&format!("discardable attribute {name}"));
        }
    }

    /// The names of the discardable attributes of an operation that have no translation.
    pub(crate) fn untranslated(&self, op: OpRef<'_>, place: AttributePlace) -> Vec<String> {
        let context = self.context;
        let attributes = op.body.attributes(op.op);
        if attributes == context.common.empty_dictionary || !self.tables.policy.counts_losses {
            return Vec::new();
        }
        let entries = attributes.as_dictionary(context).unwrap_or_default().iter();
        let model = self.kind(op).model_name;
        let names = entries
            .map(|entry| entry.name)
            .filter(|&name| !self.tables.facts.is_translated_attribute(name, model));
        let names = names.map(|name| context.str(name)).filter(|name| match name.split_once('.') {
            // Operations without a declaration have their fields among the discardable attributes.
            None => op.def().is_some_and(|def| !def.is_discardable(name)),
            Some((dialect, _)) => {
                let translation = context.dialect(dialect).and_then(|dialect| dialect.interface());
                !translation.is_some_and(|TranslatesTo(dialect)| dialect.translates_attribute(name, place))
            }
        });
        names.map(str::to_owned).collect()
    }

    /// Counts the location of a function's argument, unless it equals that of the function.
    pub(crate) fn count_argument_location(&mut self, func: OpRef<'_>, location: Location) {
        if location != func.body.op_location(func.op) {
            self.count_location(location);
        }
    }

    /// Counts a location that does not become a node, if it holds information.
    #[inline]
    pub(crate) fn count_unkept_location(&mut self, location: Location) {
        if location.offset().is_none() && location != Location::unknown(self.context) {
            self.count_location(location);
        }
    }

    #[cold]
    fn count_location(&mut self, location: Location) {
        if self.says_place(location) {
            self.count_loss("location outside of debug information");
        }
    }

    /// Counts the parts that were left out of exported locations.
    pub(crate) fn count_cut_locations(&mut self) {
        if self.metadata.locations.cut != 0 && self.tables.policy.counts_losses {
            self.losses.insert("part of a location".to_owned(), self.metadata.locations.cut);
        }
    }

    /// Counts a debug record without a location.
    pub(crate) fn count_left_out_record(&mut self) {
        if self.tables.policy.counts_losses {
            self.count_loss("debug record without a location");
        }
    }

    /// Whether a location belongs to the module and tells more than the name of the source file.
    fn says_place(&self, location: Location) -> bool {
        let says_place = |attribute: Attribute| match attribute.kind(self.context) {
            AttrKind::UnknownLocation => false,
            AttrKind::FileLocation { line, .. } => *line != 0,
            _ => true,
        };
        location.attribute().is_some_and(says_place) && self.tables.policy.counts_losses
    }
}

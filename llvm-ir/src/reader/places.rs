//! Where the globals and instructions of a module stand in its text. The module does not hold that: a text of which something is to be
//! said is read once more.

use rustc_hash::FxHashMap;

use super::{Options, Reader, Upgrades};
use crate::globals::Global;
use crate::instruction::Inst;
use crate::module::Module;
use crate::verify::Place;

/// The offsets in a text of what a module that was read from it defines.
#[derive(Debug)]
pub struct Places<'m> {
    module: &'m Module,
    globals: FxHashMap<Global, usize>,
    insts: FxHashMap<(Global, Inst), usize>,
}

/// What a reader notes down while it reads. Its handles of globals are those of its own module.
#[derive(Debug, Default)]
pub(super) struct Notes {
    globals: FxHashMap<Global, usize>,
    insts: Vec<(Inst, usize)>,
    functions: FxHashMap<Global, Vec<(Inst, usize)>>,
}

impl<'m> Places<'m> {
    /// The places of `module` in the text that it was read from; `None` if the text cannot be read.
    #[cold]
    pub fn of(module: &'m Module, text: &[u8]) -> Option<Self> {
        let mut reader = Reader::of_module(text, "", &Options::default());
        reader.notes = Some(Box::default());
        let (again, notes) = reader.whole_text(Upgrades::default()).ok()?;
        let mut notes = notes?;
        let mut places = Self { module, globals: FxHashMap::default(), insts: FxHashMap::default() };
        for (global, noted) in module.listed_globals().zip(again.listed_globals()) {
            places.globals.extend(notes.globals.get(&noted).map(|&offset| (global, offset)));
            let insts = notes.functions.remove(&noted).unwrap_or_default();
            places.insts.extend(insts.into_iter().map(|(inst, offset)| ((global, inst), offset)));
        }
        Some(places)
    }

    /// The offset of a place of the module; `None` for the module as a whole, and for what the text does not have.
    pub fn offset(&self, place: Place) -> Option<usize> {
        match place {
            Place::Module => None,
            Place::Global(global) => self.globals.get(&global).copied(),
            Place::Block(global, block) => {
                let first = *self.module.globals[global].as_function()?.block_insts(block).first()?;
                self.offset(Place::Instruction(global, first))
            }
            // An instruction that replaces an older one has no place of its own.
            Place::Instruction(global, inst) => {
                self.insts.get(&(global, inst)).or_else(|| self.globals.get(&global)).copied()
            }
        }
    }
}

impl Reader<'_> {
    /// Notes where the instruction stands that was read last.
    #[inline]
    pub(super) fn note_instruction(&mut self, offset: usize) {
        if self.notes.is_none() {
            return;
        }
        let inst = self.state().insts.last().copied();
        if let (Some(notes), Some(inst)) = (&mut self.notes, inst) {
            notes.insts.push((inst, offset));
        }
    }

    /// Notes where a global stands.
    #[inline]
    pub(super) fn note_global(&mut self, global: Global, offset: usize) {
        if let Some(notes) = &mut self.notes {
            notes.globals.insert(global, offset);
        }
    }

    /// Notes that the body of a function ends.
    #[inline]
    pub(super) fn note_body(&mut self, global: Global) {
        if let Some(notes) = &mut self.notes {
            notes.functions.insert(global, std::mem::take(&mut notes.insts));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use crate::verify::Place;

    #[test]
    fn instructions_stand_where_the_text_has_them() {
        let text = "@x = global i32 0\ndefine void @f(ptr %p) {\n  store i32 1, ptr %p\n  br label %b\nb:\n  \
                    store i32 2,\n   ptr @y\n  ret void\n}\n@y = global i32 0\n";
        let module = crate::read(text.as_bytes(), "test").unwrap();
        let places = Places::of(&module, text.as_bytes()).unwrap();
        let at = |place| places.offset(place).map(|offset| &text[offset..offset + 7]);
        let (f, y) = (module.function("f").unwrap(), module.global("y").unwrap());
        let function = module.globals[f].as_function().unwrap();
        let all: Vec<_> = function.instructions().map(|(_, inst)| at(Place::Instruction(f, inst))).collect();
        assert_eq!(all, [Some("store i"), Some("br labe"), Some("store i"), Some("ret voi")]);
        assert_eq!(at(Place::Global(y)), Some("@y = gl"));
        assert_eq!(at(Place::Global(f)), Some("@f(ptr "));
        assert_eq!(at(Place::Block(f, function.layout[1])), Some("store i"));
        assert_eq!(at(Place::Module), None);
    }
}

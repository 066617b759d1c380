//! Where the globals and instructions of a module stand in its text. The module does not hold that: a text of which something is to be
//! said is read once more.

use rustc_hash::FxHashMap;

use super::{Reader, read_places_in_order};
use crate::globals::{Global, GlobalKind};
use crate::instruction::Inst;
use crate::module::Module;
use crate::verify::Place;

/// The offsets in a text of what it defines.
#[derive(Debug, Default)]
pub struct Places {
    /// By the kind of global, and its index in the list of its kind.
    globals: FxHashMap<(usize, usize), usize>,
    /// By the index of the function, and the instruction in it.
    insts: FxHashMap<(usize, Inst), usize>,
}

/// What a reader notes down while it reads.
#[derive(Debug, Default)]
pub(super) struct Notes {
    globals: FxHashMap<Global, usize>,
    insts: Vec<(Inst, usize)>,
    functions: FxHashMap<Global, Vec<(Inst, usize)>>,
}

impl Places {
    /// The places in a text that can be read.
    #[cold]
    pub fn of(text: &[u8]) -> Option<Self> {
        let (module, notes) = read_places_in_order(text).ok()?;
        let mut places = Self::default();
        for (kind, list) in lists(&module).into_iter().enumerate() {
            for (index, global) in list.iter().enumerate() {
                if let Some(&offset) = notes.globals.get(global) {
                    places.globals.insert((kind, index), offset);
                }
                if let Some(insts) = notes.functions.get(global) {
                    places.insts.extend(insts.iter().map(|&(inst, offset)| ((index, inst), offset)));
                }
            }
        }
        Some(places)
    }

    /// The offset of a place of `module`, which was read from the text.
    pub fn offset(&self, module: &Module, place: Place) -> Option<usize> {
        let global_at = |global: Global| {
            let kind = match module.globals[global].kind {
                GlobalKind::Variable(_) => 0,
                GlobalKind::Function(_) => 1,
                GlobalKind::Alias(_) => 2,
                GlobalKind::IFunc(_) => 3,
            };
            Some((kind, lists(module)[kind].iter().position(|&other| other == global)?))
        };
        match place {
            Place::Module => None,
            Place::Global(global) => self.globals.get(&global_at(global)?).copied(),
            Place::Block(global, block) => {
                let first = *module.globals[global].as_function()?.block_insts(block).first()?;
                self.offset(module, Place::Instruction(global, first))
            }
            Place::Instruction(global, inst) => {
                let at = global_at(global)?;
                // An instruction that replaces an older one has no place of its own.
                self.insts.get(&(at.1, inst)).or_else(|| self.globals.get(&at)).copied()
            }
        }
    }
}

fn lists(module: &Module) -> [&[Global]; 4] {
    [&module.variables, &module.functions, &module.aliases, &module.ifuncs]
}

impl Reader<'_> {
    /// Notes where the instruction stands that was read last.
    #[cold]
    pub(super) fn note_instruction(&mut self, offset: usize) {
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
        let places = Places::of(text.as_bytes()).unwrap();
        let at = |place| places.offset(&module, place).map(|offset| &text[offset..offset + 7]);
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

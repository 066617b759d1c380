//! Names and numbers that MLIR's own importer gives to what has none in LLVM IR.

use tern_dialect_llvm::types;
use tern_llvm_ir::types::{IdentifiedStruct, StructId};
use tern_mlir::{Type, context};

use crate::state::TypeCache;
use crate::{Tables, ir};

impl TypeCache {
    /// A struct type without a name. It gets a fresh name after its fields have been imported.
    pub(crate) fn unnamed_struct(&mut self, tables: &Tables<'_, '_>, ty: ir::Type, id: StructId) -> Type {
        let (context, module) = (tables.context, tables.ir);
        let definition = &module.types.structs[id];
        // A struct can only contain itself through a function type, and structs cannot hold those.
        let fields = definition.fields.as_ref().map(|fields| self.tys(tables, fields));
        if let Some(known) = self.types[ty] {
            return known;
        }
        let number = self.struct_names.len();
        let taken = |name: &str| {
            let given = |definition: &IdentifiedStruct| definition.name.map(|name| module.strings.get(name));
            module.types.structs.values().any(|known| given(known) == Some(name.as_bytes()))
                || self.struct_names.values().any(|known| known == name)
        };
        let name = match number {
            0 if !taken("") => String::new(),
            _ => (1_u32..)
                .map(|n| format!(".{n}"))
                .find(|name| !taken(name))
                .expect("there is always a free number"),
        };
        let imported = types::struct_identified_ident(context, context.ident(&name));
        self.struct_names.insert(id, name);
        let body = context::StructBody { fields: fields.map(Into::into), packed: definition.packed };
        context.set_struct_body(imported, body);
        imported
    }
}

impl Tables<'_, '_> {
    /// The number that LLVM's reader gives to a block, which is its tag. LLVM creates blocks when they
    /// are first mentioned; those whose address is taken before their function is read come first, sorted by name.
    pub(crate) fn block_number(&self, global: ir::Global, block: ir::Block) -> u32 {
        let number = block.as_u32();
        let Some(function) = self.ir.globals[global].as_function() else { return number };
        // The entry block cannot be a branch target, so its own label is the first mention of it.
        let early = function.layout.first().map_or(0, |entry| entry.as_u32());
        if number >= early {
            return number;
        }
        let key = |block: ir::Block| match function.blocks[block].name {
            Some(name) => (0, self.ir.strings.get(name)),
            None => {
                let place = function.layout.iter().position(|&other| other == block);
                (place.expect("a block is in the layout of its function"), &b""[..])
            }
        };
        let own = key(block);
        (0..early).filter(|&other| key(ir::Block::from_u32(other)) < own).count() as u32
    }
}

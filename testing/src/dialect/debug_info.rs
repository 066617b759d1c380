//! Generates debug information of functions: subprograms, scopes, locations, variables and labels.

use tern_dialect_llvm::attributes::{
    DI_BASIC_TYPE, DI_COMPILE_UNIT, DI_DERIVED_TYPE, DI_EXPRESSION, DI_EXPRESSION_ELEM, DI_FILE, DI_LABEL,
    DI_LEXICAL_BLOCK, DI_LOCAL_VARIABLE, DI_NULL_TYPE, DI_SUBPROGRAM, DI_SUBROUTINE_TYPE,
};
use tern_dialect_llvm::dwarf::{ENCODINGS, LANGUAGES, OPERATIONS, TAGS};
use tern_dialect_llvm::enums::DISubprogramFlags;
use tern_mlir::declare::{AttrDef, Param, Presence};
use tern_mlir::{AttrKind, Attribute, Ident, Location};

use super::Generator;
use super::function::Code;

fn number(value: u64) -> Param {
    Param::Unsigned(value)
}

impl Generator<'_> {
    /// An attribute with these parameters, and defaults for the others.
    fn node(&self, def: &'static AttrDef, known: &[(&str, Param)]) -> Attribute {
        let params = def.params.iter().map(|decl| {
            let given = known.iter().find(|(name, _)| *name == decl.name).map(|(_, param)| param.clone());
            given.unwrap_or_else(|| match decl.presence {
                Presence::Optional => Param::Absent,
                _ => self.default_param(decl.kind),
            })
        });
        Attribute::declare(self.context, def, params.collect::<Vec<_>>())
    }

    fn text_param(&self, text: &str) -> Param {
        Param::Attribute(self.string(text))
    }

    fn file(&self) -> Param {
        let names = [("name", self.text_param("a.c")), ("directory", self.text_param("/a \"folder\""))];
        Param::Attribute(self.node(&DI_FILE, &names))
    }

    /// The compile unit of the module.
    fn compile_unit(&mut self) -> Attribute {
        if let Some(unit) = self.unit {
            return unit;
        }
        let unit = self.node(
            &DI_COMPILE_UNIT,
            &[
                ("id", Param::Attribute(self.fresh_distinct())),
                ("sourceLanguage", number(LANGUAGES.value("DW_LANG_C11").unwrap_or(0x1d))),
                ("file", self.file()),
                ("producer", self.text_param("tern")),
                ("isOptimized", Param::Bool(true)),
                ("emissionKind", number(1)),
            ],
        );
        self.unit = Some(unit);
        unit
    }

    /// A debug type.
    fn debug_type(&mut self) -> Attribute {
        let base = self.node(
            &DI_BASIC_TYPE,
            &[
                ("tag", number(TAGS.value("DW_TAG_base_type").unwrap_or_default())),
                ("name", self.text_param("int")),
                ("sizeInBits", number(32)),
                ("encoding", number(ENCODINGS.value("DW_ATE_signed").unwrap_or_default())),
            ],
        );
        if self.choices.chance(60) {
            return base;
        }
        let tag = *self.choices.pick(&["DW_TAG_pointer_type", "DW_TAG_const_type", "DW_TAG_typedef"]);
        let known = [
            ("tag", number(TAGS.value(tag).unwrap_or_default())),
            ("name", self.text_param("derived")),
            ("baseType", Param::Attribute(base)),
            ("sizeInBits", number(64)),
        ];
        self.node(&DI_DERIVED_TYPE, &known)
    }

    /// The subprogram for a function.
    pub(super) fn subprogram(&mut self, name: Ident) -> Attribute {
        let unit = self.compile_unit();
        let result = if self.choices.chance(50) { self.node(&DI_NULL_TYPE, &[]) } else { self.debug_type() };
        let mut types = vec![Param::Attribute(result)];
        for _ in 0..self.choices.below(3) {
            types.push(Param::Attribute(self.debug_type()));
        }
        let ty = self.node(&DI_SUBROUTINE_TYPE, &[("types", Param::List(types.into()))]);
        let line = self.choices.below(100) as u64;
        let linkage_name = self.context.attr(AttrKind::String { value: name, ty: self.context.common.none });
        let flags = DISubprogramFlags::DEFINITION | DISubprogramFlags::OPTIMIZED;
        self.node(
            &DI_SUBPROGRAM,
            &[
                ("id", Param::Attribute(self.fresh_distinct())),
                ("compileUnit", Param::Attribute(unit)),
                ("scope", self.file()),
                ("name", self.text_param("a function")),
                ("linkageName", Param::Attribute(linkage_name)),
                ("file", self.file()),
                ("line", number(line)),
                ("scopeLine", number(line + 1)),
                ("subprogramFlags", number(flags.bits())),
                ("type", Param::Attribute(ty)),
            ],
        )
    }

    /// A file position fused with a scope.
    pub(super) fn fused(&mut self, scope: Attribute) -> Location {
        let (line, column) = (self.choices.within(1, 50) as u32, self.choices.within(1, 20) as u32);
        let file = self.context.ident("a.c");
        let place = self.context.attr(AttrKind::FileLocation { file, line, column, end: None });
        let fused = AttrKind::FusedLocation { locations: place.into(), metadata: Some(scope) };
        Location::from_attribute(self.context.attr(fused))
    }

    fn expression(&mut self) -> Attribute {
        let element = |g: &Self, name: &str, arguments: &[u64]| {
            let arguments = Param::List(arguments.iter().copied().map(Param::Unsigned).collect());
            let opcode = number(OPERATIONS.value(name).unwrap_or_default());
            Param::Attribute(g.node(&DI_EXPRESSION_ELEM, &[("opcode", opcode), ("arguments", arguments)]))
        };
        let all = [
            element(self, "DW_OP_deref", &[]),
            element(self, "DW_OP_plus_uconst", &[8]),
            element(self, "DW_OP_LLVM_fragment", &[0, 16]),
        ];
        let first = self.choices.below(all.len() + 1);
        let operations = Param::List(all[first..].into());
        self.node(&DI_EXPRESSION, &[("operations", operations)])
    }
}

impl Code<'_, '_> {
    /// The subprogram, or a lexical block in it.
    fn scope(&mut self, subprogram: Attribute) -> Attribute {
        if self.g.choices.chance(60) {
            return subprogram;
        }
        let line = self.g.choices.within(1, 9) as u64;
        let known = [
            ("scope", Param::Attribute(subprogram)),
            ("file", self.g.file()),
            ("line", number(line)),
            ("column", number(3)),
        ];
        self.g.node(&DI_LEXICAL_BLOCK, &known)
    }

    /// A location for an operation or argument.
    pub(super) fn location(&mut self) -> Location {
        match self.header.subprogram {
            Some(subprogram) => {
                let scope = self.scope(subprogram);
                self.g.fused(scope)
            }
            None => Location::unknown(self.g.context),
        }
    }

    /// Generates `llvm.intr.dbg.value`, `declare` or `label`.
    pub(super) fn debug_record(&mut self) {
        let Some(subprogram) = self.header.subprogram else { return };
        let scope = Param::Attribute(self.scope(subprogram));
        let line = number(self.g.choices.within(1, 50) as u64);
        let name = self.g.text_param("x");
        if self.g.choices.chance(20) {
            let label = self.g.node(
                &DI_LABEL,
                &[("scope", scope), ("name", name), ("file", self.g.file()), ("line", line)],
            );
            let properties = vec![self.g.entry("label", label)];
            self.put("llvm.intr.dbg.label", &[], properties, None);
            return;
        }
        let ty = self.g.debug_type();
        let known = [
            ("scope", scope),
            ("name", name),
            ("file", self.g.file()),
            ("line", line),
            ("type", Param::Attribute(ty)),
        ];
        let variable = self.g.node(&DI_LOCAL_VARIABLE, &known);
        let expression = self.g.expression();
        let properties = vec![self.g.entry("varInfo", variable), self.g.entry("locationExpr", expression)];
        if self.g.choices.chance(30) {
            let address = self.operand(self.g.pointer(0));
            self.put("llvm.intr.dbg.declare", &[address], properties, None);
        } else {
            let ty = self.g.any_type();
            let value = self.operand(ty);
            self.put("llvm.intr.dbg.value", &[value], properties, None);
        }
    }
}

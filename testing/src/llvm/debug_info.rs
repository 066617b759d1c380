//! Generates debug information: a unit, subprograms, types (including recursive ones), variables, locations and records.

use tern_llvm_ir::StrId;
use tern_llvm_ir::metadata::{FieldValue, JOINT, MdNode, MdNodeKind, Metadata};

use super::Generator;

/// The debug information generated so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct DebugInfo {
    /// The file and the unit of the current case.
    unit: Option<(MdNode, MdNode)>,
    used: bool,
}

impl DebugInfo {
    /// Starts a case, with a unit of its own.
    pub(super) fn begin_case(&mut self) {
        self.unit = None;
    }

    /// Whether there is any debug information.
    pub(super) fn is_used(&self) -> bool {
        self.used
    }
}

pub(super) fn node(node: MdNode) -> FieldValue {
    FieldValue::Metadata(Metadata::Node(node))
}

pub(super) fn number(value: i64) -> FieldValue {
    FieldValue::Integer(value.into())
}

impl Generator {
    pub(super) fn quoted(&self, text: &str) -> FieldValue {
        FieldValue::String(self.text(text))
    }

    pub(super) fn symbols(&self, names: &[&str]) -> FieldValue {
        FieldValue::Symbols(self.text(&names.join(JOINT)))
    }

    pub(super) fn one_symbol(&mut self, names: &[&str]) -> FieldValue {
        let name = *self.choices.pick(names);
        self.symbols(&[name])
    }

    pub(super) fn list_of(&mut self, nodes: Vec<MdNode>) -> FieldValue {
        node(self.tuple(nodes.into_iter().map(Metadata::Node).collect()))
    }

    pub(super) fn unit(&mut self) -> (MdNode, MdNode) {
        if let Some(unit) = self.debug.unit {
            return unit;
        }
        self.debug.used = true;
        let mut fields = vec![("filename", self.quoted("a.c")), ("directory", self.quoted("/src"))];
        if self.choices.chance(20) {
            fields.push(("checksumkind", self.symbols(&["CSK_MD5"])));
            fields.push(("checksum", self.quoted("000102030405060708090a0b0c0d0e0f")));
        }
        let file = self.special(false, "DIFile", fields);
        let mut fields = vec![
            ("language", self.one_symbol(&["DW_LANG_C11", "DW_LANG_Rust"])),
            ("file", node(file)),
            ("producer", self.quoted("a compiler")),
            ("isOptimized", FieldValue::Bool(self.choices.chance(50))),
            ("runtimeVersion", number(0)),
            ("emissionKind", self.one_symbol(&["FullDebug", "LineTablesOnly"])),
        ];
        if self.choices.chance(30) {
            let ty = self.enumeration(file);
            fields.push(("enums", self.list_of(vec![ty])));
        }
        if self.choices.chance(20) {
            let ty = self.debug_type(file, 2);
            fields.push(("retainedTypes", self.list_of(vec![ty])));
        }
        fields.extend(self.rare_unit_fields(file));
        let unit = self.special(true, "DICompileUnit", fields);
        let name = self.text("llvm.dbg.cu");
        self.add_named(name, vec![unit]);
        self.debug.unit = Some((file, unit));
        (file, unit)
    }

    pub(super) fn basic_type(&mut self) -> MdNode {
        let (name, size, encoding) = *self.choices.pick(&[
            ("int", 32, "DW_ATE_signed"),
            ("double", 64, "DW_ATE_float"),
            ("char", 8, "DW_ATE_signed_char"),
        ]);
        let fields = vec![
            ("name", self.quoted(name)),
            ("size", number(size)),
            ("encoding", self.symbols(&[encoding])),
        ];
        self.special(false, "DIBasicType", fields)
    }

    fn enumeration(&mut self, file: MdNode) -> MdNode {
        let base = self.basic_type();
        let mut items = Vec::new();
        let wide = FieldValue::number(&self.module.strings, &(1_i128 << 70).into());
        for value in [number(-1), number(7), wide] {
            let fields = vec![("name", self.quoted("ITEM")), ("value", value)];
            items.push(self.special(false, "DIEnumerator", fields));
        }
        let fields = vec![
            ("tag", self.symbols(&["DW_TAG_enumeration_type"])),
            ("name", self.quoted("Kind")),
            ("file", node(file)),
            ("line", number(3)),
            ("baseType", node(base)),
            ("size", number(32)),
            ("elements", self.list_of(items)),
        ];
        self.special(false, "DICompositeType", fields)
    }

    pub(super) fn derived(&mut self, tag: &str, mut fields: Vec<(&str, FieldValue)>) -> MdNode {
        fields.insert(0, ("tag", self.symbols(&[tag])));
        self.special(false, "DIDerivedType", fields)
    }

    /// A random debug type.
    pub(super) fn debug_type(&mut self, file: MdNode, depth: usize) -> MdNode {
        let deeper = if depth > 0 { 20 } else { 0 };
        match self.choices.weighted(&[40, deeper, deeper / 2, deeper, deeper / 2, deeper / 4]) {
            0 => self.basic_type(),
            1 => {
                let base = self.debug_type(file, depth - 1);
                let tag = *self.choices.pick(&["DW_TAG_pointer_type", "DW_TAG_reference_type"]);
                self.derived(tag, vec![("baseType", node(base)), ("size", number(64))])
            }
            2 => {
                let base = self.debug_type(file, depth - 1);
                let tag = *self.choices.pick(&["DW_TAG_const_type", "DW_TAG_volatile_type"]);
                self.derived(tag, vec![("baseType", node(base))])
            }
            3 => self.record(file, depth),
            4 => {
                let base = self.debug_type(file, depth - 1);
                let range = self.special(false, "DISubrange", vec![("count", number(5))]);
                let fields = vec![
                    ("tag", self.symbols(&["DW_TAG_array_type"])),
                    ("baseType", node(base)),
                    ("size", number(160)),
                    ("elements", self.list_of(vec![range])),
                ];
                self.special(false, "DICompositeType", fields)
            }
            _ => {
                let result = self.debug_type(file, depth - 1);
                let function = self.subroutine_type(vec![Metadata::Node(result), Metadata::Null]);
                self.derived("DW_TAG_pointer_type", vec![("baseType", node(function)), ("size", number(64))])
            }
        }
    }

    fn subroutine_type(&mut self, types: Vec<Metadata>) -> MdNode {
        let types = node(self.tuple(types));
        self.special(false, "DISubroutineType", vec![("types", types)])
    }

    /// A struct type, possibly recursive through a member.
    fn record(&mut self, file: MdNode, depth: usize) -> MdNode {
        let number_of_name = self.choices.below(3);
        let record = self.special(
            true,
            "DICompositeType",
            vec![
                ("tag", self.symbols(&["DW_TAG_structure_type"])),
                ("name", self.quoted(["Node", "List", "Tree"][number_of_name])),
                ("file", node(file)),
                ("line", number(10)),
                ("size", number(128)),
            ],
        );
        let pointer =
            self.derived("DW_TAG_pointer_type", vec![("baseType", node(record)), ("size", number(64))]);
        let mut members = Vec::new();
        for at in 0..self.choices.within(0, 3) {
            let ty = if self.choices.chance(50) { pointer } else { self.debug_type(file, depth - 1) };
            let mut fields = vec![
                ("name", self.quoted(["next", "value", "other", "x"][at])),
                ("scope", node(record)),
                ("file", node(file)),
                ("line", number(11 + at as i64)),
                ("baseType", node(ty)),
                ("size", number(64)),
            ];
            if at > 0 {
                fields.push(("offset", number(64 * at as i64)));
            }
            members.push(self.derived("DW_TAG_member", fields));
        }
        let elements = self.list_of(members);
        let name = self.text("elements");
        if let MdNodeKind::Specialized { fields, .. } = &mut self.module.metadata.nodes[record].kind {
            let mut all = std::mem::take(fields).into_vec();
            all.push(tern_llvm_ir::metadata::Field { name: Some(name), value: elements });
            *fields = all.into();
        }
        record
    }

    /// The subprogram of a function definition.
    pub(super) fn subprogram(&mut self, linkage_name: StrId) -> MdNode {
        let (file, unit) = self.unit();
        let mut types = vec![Metadata::Null];
        while types.len() < 4 && self.choices.chance(50) {
            types.push(Metadata::Node(self.debug_type(file, 2)));
        }
        let ty = self.subroutine_type(types);
        let mut fields = vec![
            ("name", self.quoted("f")),
            ("linkageName", FieldValue::String(linkage_name)),
            ("scope", node(file)),
            ("file", node(file)),
            ("line", number(1)),
            ("type", node(ty)),
            ("scopeLine", number(2)),
        ];
        if self.choices.chance(40) {
            fields.push(("flags", self.symbols(&["DIFlagPrototyped", "DIFlagAllCallsDescribed"])));
        }
        let sp = self.choices.chance(40);
        let flags: &[&str] =
            if sp { &["DISPFlagLocalToUnit", "DISPFlagDefinition"] } else { &["DISPFlagDefinition"] };
        fields.push(("spFlags", self.symbols(flags)));
        fields.push(("unit", node(unit)));
        self.special(true, "DISubprogram", fields)
    }

    /// A scope in a subprogram.
    fn scope(&mut self, subprogram: MdNode) -> MdNode {
        let (file, _) = self.unit();
        if self.choices.chance(60) {
            return subprogram;
        }
        let line = self.choices.below(5) as i64 + 1;
        let distinct = !self.choices.chance(20);
        if self.choices.chance(15) {
            let fields =
                vec![("scope", node(subprogram)), ("file", node(file)), ("discriminator", number(line))];
            return self.special(distinct, "DILexicalBlockFile", fields);
        }
        let fields = vec![
            ("scope", node(subprogram)),
            ("file", node(file)),
            ("line", number(line)),
            ("column", number(3)),
        ];
        self.special(distinct, "DILexicalBlock", fields)
    }

    /// A location in a subprogram, sometimes inlined from another one.
    pub(super) fn location(&mut self, subprogram: MdNode) -> MdNode {
        let line = number(self.choices.below(30) as i64 + 1);
        let column = number(self.choices.below(80) as i64 + 1);
        let scope = self.scope(subprogram);
        if self.choices.chance(10) {
            let at = self.special(true, "DILocation", vec![("line", number(9)), ("scope", node(subprogram))]);
            let name = self.text("inlined");
            let inlined = self.subprogram(name);
            let fields =
                vec![("line", line), ("column", column), ("scope", node(inlined)), ("inlinedAt", node(at))];
            return self.special(false, "DILocation", fields);
        }
        let mut fields = vec![("line", line), ("column", column), ("scope", node(scope))];
        if self.choices.chance(5) {
            fields.push(("isImplicitCode", FieldValue::Bool(true)));
        }
        self.special(false, "DILocation", fields)
    }

    /// A local variable, with a location in its scope.
    pub(super) fn local_variable(&mut self, subprogram: MdNode) -> (MdNode, MdNode) {
        let (file, _) = self.unit();
        let ty = self.debug_type(file, 2);
        let name = *self.choices.pick(&["x", "y", "a b"]);
        let fields = vec![
            ("name", self.quoted(name)),
            ("scope", node(subprogram)),
            ("file", node(file)),
            ("line", number(4)),
            ("type", node(ty)),
        ];
        let variable = self.special(false, "DILocalVariable", fields);
        let fields = vec![("line", number(4)), ("column", number(7)), ("scope", node(subprogram))];
        (variable, self.special(false, "DILocation", fields))
    }

    pub(super) fn label(&mut self, subprogram: MdNode) -> MdNode {
        let (file, _) = self.unit();
        let fields = vec![
            ("scope", node(subprogram)),
            ("name", self.quoted("again")),
            ("file", node(file)),
            ("line", number(5)),
        ];
        self.special(false, "DILabel", fields)
    }

    pub(super) fn debug_expression(&mut self) -> MdNode {
        let operations: &[&[FieldValue]] = &[
            &[],
            &[self.symbols(&["DW_OP_deref"])],
            &[self.symbols(&["DW_OP_plus_uconst"]), number(8)],
            &[self.symbols(&["DW_OP_constu"]), number(5), self.symbols(&["DW_OP_stack_value"])],
            &[self.symbols(&["DW_OP_LLVM_fragment"]), number(0), number(4)],
        ];
        let operations = operations[self.choices.below(operations.len())].to_vec();
        self.special(false, "DIExpression", operations.into_iter().map(|value| ("", value)).collect())
    }

    pub(super) fn empty_expression(&mut self) -> MdNode {
        self.special(false, "DIExpression", Vec::new())
    }

    pub(super) fn assign_id(&mut self) -> MdNode {
        self.special(true, "DIAssignID", Vec::new())
    }
}

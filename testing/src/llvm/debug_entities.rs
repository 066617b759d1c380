//! Generates rare debug information: namespaces, modules, macros, imported entities, templates, types of Fortran and Ada.

use tern_llvm_ir::metadata::{Field, FieldValue, MdNode, MdNodeKind, Metadata};

use super::Generator;
use super::debug_info::{node, number};

const TRUE: FieldValue = FieldValue::Bool(true);

impl Generator {
    /// Optional fields of a unit, in LLVM's order.
    pub(super) fn rare_unit_fields(&mut self, file: MdNode) -> Vec<(&'static str, FieldValue)> {
        let mut fields = Vec::new();
        if !self.choices.chance(10) {
            return fields;
        }
        if self.choices.chance(50) {
            let macros = self.macros(file);
            fields.push(("macros", macros));
        }
        if self.choices.chance(30) {
            fields.push(("dwoId", number(1234)));
        }
        if self.choices.chance(30) {
            fields.push(("splitDebugInlining", FieldValue::Bool(false)));
        }
        if self.choices.chance(30) {
            fields.push(("debugInfoForProfiling", TRUE));
        }
        if self.choices.chance(50) {
            fields.push(("nameTableKind", self.one_symbol(&["GNU", "None"])));
        }
        if self.choices.chance(30) {
            fields.push(("rangesBaseAddress", TRUE));
        }
        if self.choices.chance(30) {
            fields.push(("sysroot", self.quoted("/")));
            fields.push(("sdk", self.quoted("an sdk")));
        }
        fields
    }

    fn macros(&mut self, file: MdNode) -> FieldValue {
        let fields = vec![
            ("type", self.one_symbol(&["DW_MACINFO_define", "DW_MACINFO_undef"])),
            ("line", number(3)),
            ("name", self.quoted("A")),
            ("value", self.quoted("1")),
        ];
        let one = self.special(false, "DIMacro", fields);
        let nodes = self.list_of(vec![one]);
        let fields = vec![("line", number(1)), ("file", node(file)), ("nodes", nodes)];
        let of_file = self.special(false, "DIMacroFile", fields);
        self.list_of(vec![of_file])
    }

    /// Generates entities in a named node, and globals of the unit.
    pub(super) fn debug_entities(&mut self) {
        let (file, unit) = self.unit();
        let mut nodes = Vec::new();
        for _ in 0..self.choices.within(1, 3) {
            nodes.push(match self.choices.below(7) {
                0 => self.rare_type(file),
                1 => self.namespace(),
                2 => self.di_module(file),
                3 => self.template(file),
                4 => self.generic_node(),
                5 => self.property(file),
                _ => self.common_block(file, unit),
            });
        }
        if self.choices.chance(50) {
            self.imports(file, unit);
        }
        if self.choices.chance(60) {
            self.global_variable(file, unit);
        }
        let name = self.text("entities");
        self.add_named(name, nodes);
    }

    fn namespace(&mut self) -> MdNode {
        let mut fields =
            vec![("name", self.quoted("space")), ("scope", FieldValue::Metadata(Metadata::Null))];
        if self.choices.chance(40) {
            fields.push(("exportSymbols", TRUE));
        }
        self.special(false, "DINamespace", fields)
    }

    fn di_module(&mut self, file: MdNode) -> MdNode {
        let mut fields = vec![
            ("scope", FieldValue::Metadata(Metadata::Null)),
            ("name", self.quoted("M")),
            ("configMacros", self.quoted("-DX")),
            ("includePath", self.quoted("/a")),
            ("apinotes", self.quoted("m.apinotes")),
        ];
        if self.choices.chance(50) {
            fields.extend([("file", node(file)), ("line", number(3)), ("isDecl", TRUE)]);
        }
        self.special(false, "DIModule", fields)
    }

    fn template_parameters(&mut self, file: MdNode) -> FieldValue {
        let ty = self.debug_type(file, 1);
        let fields = vec![("name", self.quoted("T")), ("type", node(ty))];
        let of_type = self.special(false, "DITemplateTypeParameter", fields);
        let int = self.basic_type();
        let value = self.md_integer(self.module.types.common.i32, 7);
        let fields = vec![
            ("name", self.quoted("N")),
            ("type", node(int)),
            ("defaulted", TRUE),
            ("value", FieldValue::Metadata(value)),
        ];
        let of_value = self.special(false, "DITemplateValueParameter", fields);
        self.list_of(vec![of_type, of_value])
    }

    /// A class instantiated from a template.
    fn template(&mut self, file: MdNode) -> MdNode {
        let parameters = self.template_parameters(file);
        // LLVM merges types with equal identifiers, so make the identifier unique.
        let identifier = format!("_ZTS1C{}", self.module.metadata.nodes.len());
        let fields = vec![
            ("tag", self.symbols(&["DW_TAG_class_type"])),
            ("name", self.quoted("C<int, 7>")),
            ("file", node(file)),
            ("line", number(1)),
            ("size", number(32)),
            ("flags", self.symbols(&["DIFlagTypePassByValue", "DIFlagNonTrivial"])),
            ("templateParams", parameters),
            ("identifier", self.quoted(&identifier)),
        ];
        self.special(true, "DICompositeType", fields)
    }

    fn generic_node(&mut self) -> MdNode {
        let other = self.tuple(Vec::new());
        let operands = [Metadata::Node(other), Metadata::Null, self.md_string("text")];
        let mut fields = vec![
            ("tag", self.one_symbol(&["DW_TAG_member", "DW_TAG_entry_point"])),
            ("header", self.quoted("a\0header")),
        ];
        fields.extend(operands.map(|operand| ("operands", FieldValue::Element(operand))));
        self.special(false, "GenericDINode", fields)
    }

    fn property(&mut self, file: MdNode) -> MdNode {
        let ty = self.basic_type();
        let fields = vec![
            ("name", self.quoted("p")),
            ("file", node(file)),
            ("line", number(1)),
            ("setter", self.quoted("setP:")),
            ("getter", self.quoted("p")),
            ("attributes", number(7)),
            ("type", node(ty)),
        ];
        self.special(false, "DIObjCProperty", fields)
    }

    fn common_block(&mut self, file: MdNode, unit: MdNode) -> MdNode {
        let fields = vec![
            ("scope", node(unit)),
            ("declaration", FieldValue::Metadata(Metadata::Null)),
            ("name", self.quoted("block")),
            ("file", node(file)),
            ("line", number(4)),
        ];
        self.special(false, "DICommonBlock", fields)
    }

    /// A type specific to Ada or Fortran.
    fn rare_type(&mut self, file: MdNode) -> MdNode {
        let base = self.basic_type();
        let bound = |value| FieldValue::Metadata(value);
        let i32_type = self.module.types.common.i32;
        match self.choices.below(5) {
            0 => {
                let fields = vec![
                    ("name", self.quoted("fixed")),
                    ("size", number(32)),
                    ("encoding", self.symbols(&["DW_ATE_signed_fixed"])),
                    ("kind", self.one_symbol(&["Binary", "Decimal"])),
                    ("factor", number(-4)),
                ];
                self.special(false, "DIFixedPointType", fields)
            }
            1 => {
                let fields = vec![
                    ("name", self.quoted("ratio")),
                    ("size", number(32)),
                    ("encoding", self.symbols(&["DW_ATE_unsigned_fixed"])),
                    ("kind", self.symbols(&["Rational"])),
                    ("numerator", number(3)),
                    ("denominator", number(4)),
                ];
                self.special(false, "DIFixedPointType", fields)
            }
            2 => {
                let length = node(self.debug_expression());
                let fields = vec![
                    ("name", self.quoted("character(*)")),
                    ("stringLengthExpression", length),
                    ("size", number(32)),
                ];
                self.special(false, "DIStringType", fields)
            }
            3 => {
                let (low, high) = (self.md_integer(i32_type, 1), self.md_integer(i32_type, 9));
                let fields = vec![
                    ("name", self.quoted("Index")),
                    ("file", node(file)),
                    ("line", number(3)),
                    ("size", number(32)),
                    ("baseType", node(base)),
                    ("lowerBound", bound(low)),
                    ("upperBound", bound(high)),
                ];
                self.special(false, "DISubrangeType", fields)
            }
            _ => {
                let mut limits = Vec::new();
                for (name, value) in [("lowerBound", 1), ("upperBound", 5), ("stride", 4)] {
                    let operations = vec![("", self.symbols(&["DW_OP_constu"])), ("", number(value))];
                    limits.push((name, node(self.special(false, "DIExpression", operations))));
                }
                let range = self.special(false, "DIGenericSubrange", limits);
                let elements = self.list_of(vec![range]);
                let address = vec![("", self.symbols(&["DW_OP_push_object_address"]))];
                let address = self.special(false, "DIExpression", address);
                let fields = vec![
                    ("tag", self.symbols(&["DW_TAG_array_type"])),
                    ("baseType", node(base)),
                    ("elements", elements),
                    ("dataLocation", node(address)),
                ];
                self.special(false, "DICompositeType", fields)
            }
        }
    }

    /// Adds a field to the unit.
    fn add_to_unit(&mut self, unit: MdNode, name: &str, value: FieldValue) {
        // In LLVM's printing order.
        const AFTER: [&str; 9] = [
            "imports",
            "macros",
            "dwoId",
            "splitDebugInlining",
            "debugInfoForProfiling",
            "nameTableKind",
            "rangesBaseAddress",
            "sysroot",
            "sdk",
        ];
        let after: Vec<&str> = AFTER.into_iter().skip_while(|it| *it == name).collect();
        let MdNodeKind::Specialized { kind, fields } = self.module.metadata.nodes[unit].kind.clone() else {
            return;
        };
        let name = self.text(name);
        let mut fields = fields.into_vec();
        if fields.iter().any(|field| field.name == Some(name)) {
            return;
        }
        let place = fields
            .iter()
            .position(|field| field.name.is_some_and(|it| after.contains(&&*self.module.text(it))));
        fields.insert(place.unwrap_or(fields.len()), Field { name: Some(name), value });
        let fields = fields.into();
        self.module.metadata.nodes[unit].kind = MdNodeKind::Specialized { kind, fields };
    }

    fn imports(&mut self, file: MdNode, unit: MdNode) {
        let space = self.namespace();
        let fields = vec![
            ("tag", self.one_symbol(&["DW_TAG_imported_module", "DW_TAG_imported_declaration"])),
            ("scope", node(unit)),
            ("entity", node(space)),
            ("file", node(file)),
            ("line", number(3)),
        ];
        let entity = self.special(false, "DIImportedEntity", fields);
        let list = self.list_of(vec![entity]);
        self.add_to_unit(unit, "imports", list);
    }

    /// A debug info global variable, attached to a variable of the module.
    fn global_variable(&mut self, file: MdNode, unit: MdNode) {
        let Some(&global) = self.variables.first() else { return };
        let ty = self.debug_type(file, 2);
        let mut fields = vec![
            ("name", self.quoted("g")),
            ("scope", node(unit)),
            ("file", node(file)),
            ("line", number(1)),
            ("type", node(ty)),
            ("isLocal", FieldValue::Bool(self.choices.chance(50))),
            ("isDefinition", TRUE),
        ];
        if self.choices.chance(30) {
            fields.push(("align", number(32)));
        }
        let variable = self.special(true, "DIGlobalVariable", fields);
        let expression = self.empty_expression();
        let fields = vec![("var", node(variable)), ("expr", node(expression))];
        let both = self.special(false, "DIGlobalVariableExpression", fields);
        let list = self.list_of(vec![both]);
        self.add_to_unit(unit, "globals", list);
        let kind = self.text("dbg");
        self.module.globals[global].attachments.insert(0, (kind, both));
    }
}

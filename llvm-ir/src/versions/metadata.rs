//! Drops or replaces nodes and fields of metadata that a version of LLVM does not have.

use std::collections::BTreeSet;

use tern_support::dwarf;

use super::Downgrade;
use crate::StrId;
use crate::constants::ConstantKind;
use crate::metadata::specialized::{FieldDef, Holds, Kind};
use crate::metadata::{
    Field, FieldValue, Integer, JOINT, MdNode, MdNodeKind, Metadata, local_entities, symbols,
};
use crate::module::Module;

/// Kinds of nodes by which older versions say nearly the same.
pub(super) const OLDER_KINDS: &[(&str, &str)] = &[
    ("DIFixedPointType", "DIBasicType"),
    ("DIGenericSubrange", "DISubrange"),
    ("DIStringType", "DIBasicType"),
    ("DISubrangeType", "DIBasicType"),
];

/// Languages of DWARF that older versions have no name for, but read by number, with the first version that has the name.
pub(super) const NEWER_LANGUAGES: &[(&str, u8)] = &[
    ("DW_LANG_Ada2005", 16),
    ("DW_LANG_Ada2012", 16),
    ("DW_LANG_Assembly", 19),
    ("DW_LANG_C17", 16),
    ("DW_LANG_CPP_for_OpenCL", 19),
    ("DW_LANG_C_plus_plus_17", 16),
    ("DW_LANG_C_plus_plus_20", 16),
    ("DW_LANG_C_sharp", 19),
    ("DW_LANG_Crystal", 16),
    ("DW_LANG_Fortran18", 16),
    ("DW_LANG_GLSL", 19),
    ("DW_LANG_GLSL_ES", 19),
    ("DW_LANG_HIP", 19),
    ("DW_LANG_HLSL", 19),
    ("DW_LANG_Hylo", 19),
    ("DW_LANG_Kotlin", 16),
    ("DW_LANG_Metal", 20),
    ("DW_LANG_Mojo", 19),
    ("DW_LANG_Move", 19),
    ("DW_LANG_OpenCL_CPP", 19),
    ("DW_LANG_Ruby", 19),
    ("DW_LANG_SYCL", 19),
    ("DW_LANG_Zig", 16),
];

/// Operations of expressions that LLVM 5 lacks, and the first version that has them. Where there is none, the verifier drops all debug
/// information.
pub(super) const NEWER_OPERATIONS: &[(&str, u8)] = &[
    ("DW_OP_LLVM_arg", 13),
    ("DW_OP_LLVM_convert", 9),
    ("DW_OP_LLVM_entry_value", 13),
    ("DW_OP_LLVM_extract_bits_sext", 19),
    ("DW_OP_LLVM_extract_bits_zext", 19),
    ("DW_OP_LLVM_implicit_pointer", 13),
    ("DW_OP_LLVM_tag_offset", 9),
    ("DW_OP_abs", 21),
    ("DW_OP_and", 7),
    ("DW_OP_bregx", 10),
    ("DW_OP_consts", 13),
    ("DW_OP_deref_size", 9),
    ("DW_OP_div", 7),
    ("DW_OP_dup", 7),
    ("DW_OP_eq", 19),
    ("DW_OP_ge", 19),
    ("DW_OP_gt", 19),
    ("DW_OP_le", 19),
    ("DW_OP_lit0", 7),
    ("DW_OP_lt", 19),
    ("DW_OP_mod", 7),
    ("DW_OP_mul", 6),
    ("DW_OP_ne", 19),
    ("DW_OP_neg", 21),
    ("DW_OP_not", 7),
    ("DW_OP_or", 7),
    ("DW_OP_over", 13),
    ("DW_OP_push_object_address", 11),
    ("DW_OP_regx", 10),
    ("DW_OP_rot", 21),
    ("DW_OP_shl", 7),
    ("DW_OP_shr", 7),
    ("DW_OP_shra", 7),
    ("DW_OP_xor", 7),
];

impl Downgrade {
    pub(super) fn metadata(&mut self, module: &mut Module) {
        if self.lacks(23) {
            let left_out = local_entities::move_to_units(module, self.version.major());
            self.losses.count("types among the `retainedNodes` of `DISubprogram`", left_out, false);
        }
        for node in module.metadata.nodes.keys().collect::<Vec<_>>() {
            let MdNodeKind::Specialized { kind, fields } = &module.metadata.nodes[node].kind else {
                continue;
            };
            let name = module.text(*kind).into_owned();
            let Some(known) = Kind::find(name.as_bytes()) else { continue };
            let mut fields = fields.to_vec();
            let mut kind = *kind;
            if self.version < known.since {
                let older = OLDER_KINDS.iter().find(|(newer, _)| *newer == name);
                self.losses.hint(match older {
                    Some((_, older)) => format!("node `{name}`, written as `{older}`"),
                    None => format!("node `{name}`"),
                });
                let Some(older) = older.and_then(|(_, older)| Kind::find(older.as_bytes())) else {
                    module.metadata.nodes[node].kind = MdNodeKind::Tuple(Box::default());
                    continue;
                };
                kind = module.strings.intern(older.name.as_bytes());
                let has =
                    |field: &Field| field.name.is_some_and(|it| definition(module, older, it).is_some());
                fields.retain(|field| has(field));
                if older.name == "DISubrange" {
                    fields.clear();
                }
            }
            let known = Kind::find(module.strings.get(kind)).unwrap_or(known);
            if known.name == "DIExpression" {
                self.expression(module, &mut fields);
            } else {
                self.fields(module, known, &mut fields);
            }
            module.metadata.nodes[node].kind = MdNodeKind::Specialized { kind, fields: fields.into() };
        }
        self.module_flags(module);
        self.profiles(module);
        self.annotations(module);
        if self.lacks(7) {
            self.lists_of_labels(module);
        }
    }

    /// Drops what the version lacks from the fields of a node.
    fn fields(&mut self, module: &mut Module, kind: &Kind, fields: &mut Vec<Field>) {
        if kind.name == "DISubprogram" && self.lacks(8) {
            self.subprogram_flags(module, fields);
        }
        if kind.name == "DICompileUnit" && self.lacks(22) {
            self.language_name(module, fields);
        }
        let mut kept = Vec::with_capacity(fields.len());
        for mut field in fields.drain(..) {
            let definition = field.name.and_then(|name| definition(module, kind, name));
            if let Some(definition) = definition
                && (self.version < definition.since || !self.value(module, kind, definition, &mut field))
            {
                // LLVM 5 and 6 had the list under another name.
                if definition.name == "retainedNodes" {
                    field.name = Some(module.strings.intern(b"variables"));
                    kept.push(field);
                    continue;
                }
                self.losses.hint(format!("field `{}` of `{}`", definition.name, kind.name));
                continue;
            }
            kept.push(field);
        }
        // A range of arrays must have a number of elements before LLVM 11.
        let count = module.strings.intern(b"count");
        if kind.name == "DISubrange" && self.lacks(11) && !kept.iter().any(|field| field.name == Some(count))
        {
            kept.insert(0, Field { name: Some(count), value: FieldValue::Integer(Integer::from(-1i64)) });
        }
        // A variable must have a name before LLVM 15.
        let name = module.strings.intern(b"name");
        if kind.name == "DIGlobalVariable"
            && self.lacks(15)
            && !kept.iter().any(|field| field.name == Some(name))
        {
            self.losses.hint("missing `name` of `DIGlobalVariable`, written as `unnamed`");
            let value = FieldValue::String(module.strings.intern(b"unnamed"));
            kept.insert(0, Field { name: Some(name), value });
        }
        *fields = kept;
    }

    /// Spells the value of a field as the version does; returns whether it can.
    fn value(&mut self, module: &mut Module, kind: &Kind, definition: &FieldDef, field: &mut Field) -> bool {
        match (&field.value, definition.holds) {
            (FieldValue::Symbols(words), Holds::Flags(known)) => {
                let text = module.text(*words).into_owned();
                let (kept, dropped): (Vec<&str>, Vec<&str>) =
                    text.split('|').map(str::trim).partition(|word| self.version >= known.since(word));
                for word in &dropped {
                    self.losses.hint(format!("flag `{word}`"));
                }
                if !dropped.is_empty() {
                    field.value = match kept.is_empty() {
                        true => FieldValue::Integer(Integer::ZERO),
                        false => FieldValue::Symbols(module.strings.intern(kept.join(JOINT).as_bytes())),
                    };
                }
                true
            }
            (FieldValue::Symbols(word), Holds::Dwarf(table, ..)) => {
                let word = module.text(*word).into_owned();
                if word == "DW_TAG_variable" && kind.name == "DIDerivedType" && self.lacks(18) {
                    self.losses.hint("tag `DW_TAG_variable` of a static member, written as `DW_TAG_member`");
                    field.value = FieldValue::Symbols(module.strings.intern(b"DW_TAG_member"));
                    return true;
                }
                if word == "DW_TAG_LLVM_ptrauth_type" && self.lacks(18) {
                    self.losses.hint("tag `DW_TAG_LLVM_ptrauth_type`, written as `DW_TAG_const_type`");
                    field.value = FieldValue::Symbols(module.strings.intern(b"DW_TAG_const_type"));
                    return true;
                }
                let newer = NEWER_LANGUAGES.iter().find(|(name, _)| *name == word);
                if newer.is_some_and(|&(_, since)| self.lacks(since))
                    && let Some(number) = table.number(&word)
                {
                    field.value = FieldValue::Integer(Integer::from(number));
                }
                true
            }
            (FieldValue::Symbols(word), Holds::OneOf(..)) => {
                let word = module.text(*word);
                !(word == "Apple" && self.lacks(19)
                    || word == "DebugDirectivesOnly" && self.lacks(8)
                    || word == "CSK_SHA256" && self.lacks(11))
            }
            (FieldValue::String(_), Holds::String) if definition.name == "checksum" && self.lacks(11) => {
                let FieldValue::String(text) = field.value else { return true };
                // The sum of a kind that the version lacks.
                module.strings.get(text).len() != 64
            }
            (FieldValue::Metadata(_), Holds::UnsignedOrMetadata(_)) => !self.lacks(21),
            (FieldValue::Metadata(_), Holds::SignedOrNotNull(_)) => {
                // Numbers, and nodes since LLVM 7; expressions since 11.
                !self.lacks(7) && kind.name == "DISubrange"
            }
            (FieldValue::Metadata(_), Holds::SignedOrMetadata(_)) => !self.lacks(11),
            (FieldValue::Integer(number), Holds::Integer) if self.lacks(11) => number.to::<i64>().is_some(),
            (FieldValue::Wide(_), Holds::Integer) => !self.lacks(11),
            _ => true,
        }
    }

    /// Before LLVM 8, each flag of a subprogram was a field.
    fn subprogram_flags(&mut self, module: &mut Module, fields: &mut Vec<Field>) {
        let name = module.strings.intern(b"spFlags");
        let place = fields.iter().position(|field| field.name == Some(name));
        let flags = match place.map(|place| fields.remove(place).value) {
            Some(FieldValue::Symbols(words)) => module.text(words).into_owned(),
            _ => String::new(),
        };
        let has = |flag: &str| symbols(flags.as_bytes()).any(|word| word == flag.as_bytes());
        let mut add = |name: &str, value: FieldValue| {
            fields.push(Field { name: Some(module.strings.intern(name.as_bytes())), value });
        };
        add("isLocal", FieldValue::Bool(has("DISPFlagLocalToUnit")));
        add("isDefinition", FieldValue::Bool(has("DISPFlagDefinition")));
        add("isOptimized", FieldValue::Bool(has("DISPFlagOptimized")));
        let virtuality = match (has("DISPFlagPureVirtual"), has("DISPFlagVirtual")) {
            (true, _) => Some("DW_VIRTUALITY_pure_virtual"),
            (_, true) => Some("DW_VIRTUALITY_virtual"),
            _ => None,
        };
        if let Some(word) = virtuality {
            let word = module.strings.intern(word.as_bytes());
            let name = module.strings.intern(b"virtuality");
            fields.push(Field { name: Some(name), value: FieldValue::Symbols(word) });
        }
    }

    /// Before LLVM 22, compile units had the language only by the names that include its version.
    fn language_name(&mut self, module: &mut Module, fields: &mut [Field]) {
        let new = module.strings.intern(b"sourceLanguageName");
        let Some(place) = fields.iter().position(|field| field.name == Some(new)) else { return };
        let FieldValue::Symbols(word) = fields[place].value else { return };
        let word = module.text(word).replace("DW_LNAME_", "DW_LANG_");
        let word = match dwarf::LANGUAGES.number(&word) {
            Some(_) => word,
            None if word.ends_with("_C") => "DW_LANG_C11".to_owned(),
            None => "DW_LANG_C_plus_plus".to_owned(),
        };
        let value = FieldValue::Symbols(module.strings.intern(word.as_bytes()));
        fields[place] = Field { name: Some(module.strings.intern(b"language")), value };
    }

    /// An expression with an operation that the version lacks becomes an empty one.
    fn expression(&mut self, module: &Module, fields: &mut Vec<Field>) {
        if let Some(name) = self.newer_operation(module, fields) {
            self.losses.hint(format!("expression with `{name}`"));
            fields.clear();
        }
    }

    /// The first operation of an expression that the version lacks.
    fn newer_operation(&self, module: &Module, fields: &[Field]) -> Option<String> {
        fields.iter().find_map(|field| {
            let FieldValue::Symbols(word) = field.value else { return None };
            let word = module.text(word);
            let is_register = |prefix: &str| {
                let number = word.strip_prefix(prefix);
                number.is_some_and(|number| number.parse::<u8>().is_ok())
            };
            let since = match NEWER_OPERATIONS.iter().find(|(name, _)| *name == word) {
                Some(&(_, since)) => since,
                None if is_register("DW_OP_reg") || is_register("DW_OP_breg") => 10,
                None => return None,
            };
            self.lacks(since).then(|| word.into_owned())
        })
    }

    /// The first operation of the expression of a debug record that the version lacks. Without it, the record would say something else.
    pub(super) fn lacks_operation(&self, module: &Module, expression: Option<Metadata>) -> Option<String> {
        let Some(Metadata::Node(node)) = expression else { return None };
        match &module.metadata.nodes[node].kind {
            MdNodeKind::Specialized { fields, .. } => self.newer_operation(module, fields),
            MdNodeKind::Tuple(_) => None,
        }
    }

    /// The behaviour `min` of module flags came with LLVM 15.
    fn module_flags(&mut self, module: &mut Module) {
        if !self.lacks(15) {
            return;
        }
        let Some(name) = module.strings.find(b"llvm.module.flags") else { return };
        let flags: Vec<MdNode> = module
            .metadata
            .named
            .iter()
            .filter(|(known, _)| *known == name)
            .flat_map(|(_, nodes)| nodes.iter().copied())
            .collect();
        for flag in flags {
            let MdNodeKind::Tuple(operands) = &module.metadata.nodes[flag].kind else { continue };
            let [Metadata::Constant(behaviour), Metadata::String(key), ..] = operands[..] else { continue };
            if *module.constants.kind(behaviour) != ConstantKind::Integer(8) {
                continue;
            }
            // These were the greatest value, or an error if they differed, before; LLVM brings them up to date.
            let older = if module.strings.get(key) == b"PIC Level" { 7 } else { 1 };
            let older = module.constants.integer(&module.types, module.constants.ty(behaviour), older);
            let MdNodeKind::Tuple(operands) = &mut module.metadata.nodes[flag].kind else { continue };
            operands[0] = Metadata::Constant(older);
        }
    }

    /// Branch weights say where they come from since LLVM 19.
    fn profiles(&mut self, module: &mut Module) {
        if !self.lacks(19) {
            return;
        }
        let find = |text: &[u8]| module.strings.find(text);
        let (Some(weights), Some(expected)) = (find(b"branch_weights"), find(b"expected")) else { return };
        let mut dropped = 0;
        for node in module.metadata.nodes.values_mut() {
            let MdNodeKind::Tuple(operands) = &mut node.kind else { continue };
            if operands.get(..2) == Some(&[Metadata::String(weights), Metadata::String(expected)]) {
                let mut kept = operands.to_vec();
                kept.remove(1);
                *operands = kept.into();
                dropped += 1;
            }
        }
        self.losses.count("the origin `expected` of branch weights", dropped, false);
    }

    /// An `!annotation` can hold tuples of strings since LLVM 17. Their strings take their place.
    fn annotations(&mut self, module: &mut Module) {
        let Some(name) = module.strings.find(b"annotation").filter(|_| self.lacks(17)) else { return };
        let attachments = module.definitions().flat_map(|(_, _, function)| function.all_attachments());
        let annotations: BTreeSet<MdNode> =
            attachments.filter(|(kind, _)| *kind == name).map(|&(_, node)| node).collect();
        let mut flattened = 0;
        for annotation in annotations {
            let nodes = &module.metadata.nodes;
            let MdNodeKind::Tuple(operands) = &nodes[annotation].kind else { continue };
            let mut flat = Vec::with_capacity(operands.len());
            for operand in operands {
                let tuple = match operand {
                    Metadata::Node(node) => Some(&nodes[*node].kind),
                    _ => None,
                };
                let Some(MdNodeKind::Tuple(strings)) = tuple else {
                    flat.push(*operand);
                    continue;
                };
                flat.extend(strings);
                flattened += 1;
            }
            module.metadata.nodes[annotation].kind = MdNodeKind::Tuple(flat.into());
        }
        self.losses.count("tuples in `!annotation`, written as their strings", flattened, false);
    }

    /// Labels are in the lists of what to keep of subprograms; before LLVM 7 there were only variables in them.
    fn lists_of_labels(&mut self, module: &mut Module) {
        let empty = |module: &Module, operand: &Metadata| match operand {
            Metadata::Node(node) => {
                matches!(&module.metadata.nodes[*node].kind, MdNodeKind::Tuple(operands) if operands.is_empty())
            }
            _ => false,
        };
        let Some(variables) = module.strings.find(b"variables") else { return };
        let lists: Vec<MdNode> = module
            .metadata
            .nodes
            .values()
            .filter_map(|node| match &node.kind {
                MdNodeKind::Specialized { fields, .. } => fields.iter().find_map(|field| match field.value {
                    FieldValue::Metadata(Metadata::Node(list)) if field.name == Some(variables) => Some(list),
                    _ => None,
                }),
                MdNodeKind::Tuple(_) => None,
            })
            .collect();
        for list in lists {
            let MdNodeKind::Tuple(operands) = &module.metadata.nodes[list].kind else { continue };
            let kept: Box<[Metadata]> = operands.iter().filter(|it| !empty(module, it)).copied().collect();
            module.metadata.nodes[list].kind = MdNodeKind::Tuple(kept);
        }
    }
}

fn definition(module: &Module, kind: &Kind, name: StrId) -> Option<&'static FieldDef> {
    let name = module.strings.get(name);
    let known = Kind::find(kind.name.as_bytes())?;
    known.fields.iter().find(|field| field.name.as_bytes() == name)
}

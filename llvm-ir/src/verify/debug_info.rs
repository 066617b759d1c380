//! Debug information: what its nodes consist of. Source: LangRef, Specialized Metadata Nodes; LLVM, Source Level Debugging.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use tern_support::dwarf::{ENCODINGS, OPERATIONS, TAGS};

use super::metadata::NodeKind;
use super::{Context, Rule, broken, check};
use crate::constants::ConstantKind;
use crate::metadata::views::{
    Amount, DICommonBlock, DICompileUnit, DICompositeType, DIDerivedType, DIFile, DIFixedPointType,
    DIGenericSubrange, DIGlobalVariable, DIGlobalVariableExpression, DIImportedEntity, DILexicalBlock,
    DILocalVariable, DILocation, DIMacro, DIMacroFile, DIModule, DINamespace, DIObjCProperty, DIStringType,
    DISubprogram, DISubrange, DISubrangeType, DISubroutineType, DITemplateTypeParameter,
    DITemplateValueParameter, FieldRef, Keyword, MetadataRef, View,
};
use crate::metadata::{FieldValue, Integer, MdNode, Metadata};

/// The bits of a part of a variable that an expression describes.
#[derive(Clone, Copy)]
pub(super) struct Fragment {
    offset: u64,
    size: u64,
}

/// An operation of an expression, with the numbers that follow it.
struct Operation {
    code: u64,
    args: [u64; 2],
}

const DW_OP_SWAP: u64 = 0x16;
const DW_OP_REG0: u64 = 0x50;
const DW_OP_BREG31: u64 = 0x8f;
const DW_OP_STACK_VALUE: u64 = 0x9f;
const DW_OP_LLVM_FRAGMENT: u64 = 0x1000;
const DW_OP_LLVM_ENTRY_VALUE: u64 = 0x1003;
const DW_OP_LLVM_ARG: u64 = 0x1005;

/// The number of numbers that follow an operation; `None` if LLVM's expressions may not contain it.
fn operation_args(code: u64) -> Option<usize> {
    Some(match code {
        // deref, dup, over, swap, rot, xderef, arithmetic, comparisons, push_object_address, stack_value, lit0, reg0 to reg31,
        // LLVM_implicit_pointer
        0x06 | 0x12 | 0x14 | 0x16..=0x22 | 0x24..=0x27 | 0x29..=0x2e => 0,
        0x30 | 0x50..=0x6f | 0x97 | DW_OP_STACK_VALUE | 0x1004 => 0,
        // constu, consts, plus_uconst, breg0 to breg31, regx, deref_size, LLVM_tag_offset, LLVM_entry_value, LLVM_arg
        0x10
        | 0x11
        | 0x23
        | 0x70..=DW_OP_BREG31
        | 0x90
        | 0x94
        | 0x1002
        | DW_OP_LLVM_ENTRY_VALUE
        | DW_OP_LLVM_ARG => 1,
        // bregx, LLVM_fragment, LLVM_convert, LLVM_extract_bits_sext and _zext
        0x92 | DW_OP_LLVM_FRAGMENT | 0x1001 | 0x1006 | 0x1007 => 2,
        _ => return None,
    })
}

/// The numbers of tags.
mod tag {
    pub(super) const ARRAY: u64 = 0x01;
    pub(super) const CLASS: u64 = 0x02;
    pub(super) const ENUMERATION: u64 = 0x04;
    pub(super) const IMPORTED_DECLARATION: u64 = 0x08;
    pub(super) const POINTER: u64 = 0x0f;
    pub(super) const REFERENCE: u64 = 0x10;
    pub(super) const STRING: u64 = 0x12;
    pub(super) const STRUCTURE: u64 = 0x13;
    pub(super) const UNION: u64 = 0x17;
    pub(super) const PTR_TO_MEMBER: u64 = 0x1f;
    pub(super) const SET: u64 = 0x20;
    pub(super) const BASE: u64 = 0x24;
    pub(super) const TEMPLATE_VALUE: u64 = 0x30;
    pub(super) const VARIANT_PART: u64 = 0x33;
    pub(super) const VARIABLE: u64 = 0x34;
    pub(super) const NAMELIST: u64 = 0x2b;
    pub(super) const IMPORTED_MODULE: u64 = 0x3a;
    pub(super) const UNSPECIFIED: u64 = 0x3b;
    pub(super) const RVALUE_REFERENCE: u64 = 0x42;
    pub(super) const TEMPLATE_ALIAS: u64 = 0x43;
    pub(super) const MEMBER: u64 = 0x0d;
    pub(super) const INHERITANCE: u64 = 0x1c;
    pub(super) const TEMPLATE_TEMPLATE: u64 = 0x4106;
    pub(super) const TEMPLATE_PACK: u64 = 0x4107;
    /// typedef, pointer, pointer to member, references, `const`, immutable, `volatile`, `restrict`, atomic, pointer authentication,
    /// member, inheritance, friend, set, template alias.
    pub(super) const DERIVED: [u64; 16] = [
        0x16,
        POINTER,
        PTR_TO_MEMBER,
        REFERENCE,
        RVALUE_REFERENCE,
        0x26,
        0x4b,
        0x35,
        0x37,
        0x47,
        0x4300,
        MEMBER,
        INHERITANCE,
        0x2a,
        SET,
        TEMPLATE_ALIAS,
    ];
}

/// The number of a keyword or of what stands in its place.
fn number(keyword: Option<Keyword<'_>>, table: tern_support::dwarf::Table) -> Option<u64> {
    match keyword? {
        Keyword::Word(word) => table.number(std::str::from_utf8(word).ok()?),
        Keyword::Number(number) => number.to(),
    }
}

fn tag_of(keyword: Option<Keyword<'_>>) -> Option<u64> {
    number(keyword, TAGS)
}

fn is_any(flags: &[&[u8]], flag: &str) -> bool {
    flags.contains(&flag.as_bytes())
}

/// Whether a type has flags that exclude each other.
fn conflicts(flags: &[&[u8]]) -> bool {
    is_any(flags, "DIFlagLValueReference") && is_any(flags, "DIFlagRValueReference")
        || is_any(flags, "DIFlagTypePassByValue") && is_any(flags, "DIFlagTypePassByReference")
}

/// The metadata in a field that may also hold a number.
fn amount_metadata(amount: Option<Amount<'_>>) -> Option<MetadataRef<'_>> {
    match amount? {
        Amount::Metadata(metadata) => Some(metadata),
        Amount::Number(_) => None,
    }
}

/// Whether an optional field holds nothing, or metadata for which the condition holds.
fn is_absent_or(metadata: Option<MetadataRef<'_>>, condition: impl FnOnce(Metadata) -> bool) -> bool {
    metadata.is_none_or(|metadata| condition(metadata.metadata()))
}

/// A reference as metadata that a sentence can be about.
fn raw(metadata: Option<MetadataRef<'_>>) -> Metadata {
    metadata.map_or(Metadata::Null, MetadataRef::metadata)
}

/// What identifies a member of a type with an identifier: the kind of the node, the type, the name of the member, and the parameters of a
/// template.
pub(super) type Member<'m> = (NodeKind, Metadata, &'m [u8], Option<Metadata>);

impl<'m> Context<'m> {
    fn view<V: View<'m>>(&self, node: MdNode) -> V {
        V::of(self.module, node)
    }

    fn is_type(&self, metadata: Metadata) -> bool {
        self.node_kind(metadata).is_some_and(NodeKind::is_type)
    }

    /// Whether a subprogram retains a node since LLVM 23: a static variable or a type of the function.
    fn is_newly_retained(&self, metadata: Metadata) -> bool {
        let Metadata::Node(node) = metadata else { return false };
        let scoped = match self.node_kinds[node] {
            NodeKind::DIGlobalVariableExpression => {
                self.view::<DIGlobalVariableExpression<'_>>(node).var().and_then(MetadataRef::node)
            }
            kind => kind.is_type().then_some(node),
        };
        let scope = scoped.and_then(|scoped| self.scope_of_node(scoped));
        scope.is_some_and(|scope| self.is_local_scope(scope))
    }

    fn is_scope(&self, metadata: Metadata) -> bool {
        self.node_kind(metadata).is_some_and(NodeKind::is_scope)
    }

    pub(super) fn is_local_scope(&self, metadata: Metadata) -> bool {
        self.node_kind(metadata).is_some_and(NodeKind::is_local_scope)
    }

    fn is_kind(&self, metadata: Metadata, kind: NodeKind) -> bool {
        self.node_kind(metadata) == Some(kind)
    }

    /// Whether metadata is a constant, a variable or an expression.
    fn is_bound(&self, metadata: Metadata) -> bool {
        match metadata {
            Metadata::Constant(_) => true,
            _ => self.is_computed(metadata),
        }
    }

    fn is_computed(&self, metadata: Metadata) -> bool {
        self.node_kind(metadata).is_some_and(|kind| kind.is_variable() || kind == NodeKind::DIExpression)
    }

    /// Whether a subprogram is a definition.
    pub(super) fn is_definition(&self, subprogram: MdNode) -> bool {
        self.right.definitions.of(subprogram, || {
            let subprogram: DISubprogram<'_> = self.view(subprogram);
            match subprogram.field("spFlags").map(FieldRef::value) {
                Some(FieldValue::Integer(flags)) => flags.to::<u64>().is_some_and(|flags| flags & 8 != 0),
                Some(_) => is_any(&subprogram.sp_flags(), "DISPFlagDefinition"),
                None => subprogram.is_definition().unwrap_or(true),
            }
        })
    }

    /// Whether a node describes the same member of a type with an identifier as an earlier node does. LLVM's reader takes the earlier node for
    /// both, however else they differ.
    pub(super) fn is_repeated_member(&self, node: MdNode) -> bool {
        let Some(member) = self.member(node) else { return false };
        let first_nodes = self.members.get_or_init(|| {
            let mut first_nodes = FxHashMap::default();
            for node in self.module.metadata.nodes.keys() {
                if let Some(member) = self.member(node) {
                    first_nodes.entry(member).or_insert(node);
                }
            }
            first_nodes
        });
        first_nodes.get(&member) != Some(&node)
    }

    fn member(&self, node: MdNode) -> Option<Member<'m>> {
        if self.module.metadata.nodes[node].distinct {
            return None;
        }
        let (scope, name, parameters) = match self.node_kinds[node] {
            NodeKind::DIDerivedType => {
                let member: DIDerivedType<'_> = self.view(node);
                (tag_of(member.tag()) == Some(tag::MEMBER)).then_some(())?;
                (member.scope()?, member.name()?, None)
            }
            NodeKind::DISubprogram if !self.is_definition(node) => {
                let subprogram: DISubprogram<'_> = self.view(node);
                (subprogram.scope()?, subprogram.linkage_name()?, subprogram.template_params())
            }
            _ => return None,
        };
        let class: DICompositeType<'_> = scope.view()?;
        class.identifier()?;
        Some((self.node_kinds[node], scope.metadata(), name, parameters.map(MetadataRef::metadata)))
    }

    /// The rules for the content of a node.
    pub(super) fn node_content(&self, node: MdNode) -> Rule {
        use NodeKind::*;
        match self.node_kinds[node] {
            DILocation => self.location(node),
            DIExpression => {
                let is_valid = self.operations(node).is_some();
                check!(debug is_valid, "invalid expression", Metadata::Node(node));
                Ok(())
            }
            DILocalVariable => self.local_variable(node),
            DIDerivedType => self.derived_type(node),
            DICompositeType => self.composite_type(node),
            DISubprogram => self.subprogram(node),
            DILexicalBlock => {
                self.lexical_block(node)?;
                let block: self::DILexicalBlock<'_> = self.view(node);
                let is_right = block.line() != 0 || block.column() == 0;
                check!(debug is_right, "cannot have column info without line info", Metadata::Node(node));
                Ok(())
            }
            DILexicalBlockFile => self.lexical_block(node),
            DISubroutineType => self.subroutine_type(node),
            DIBasicType | DIFixedPointType => self.basic_type(node),
            DIStringType => {
                let ty: self::DIStringType<'_> = self.view(node);
                let tag = tag_of(ty.tag()).unwrap_or(tag::STRING);
                check!(debug tag == tag::STRING, "invalid tag", Metadata::Node(node));
                Ok(())
            }
            DISubrangeType => self.subrange_type(node),
            DISubrange => self.subrange(node),
            DIGenericSubrange => self.generic_subrange(node),
            DITemplateTypeParameter => {
                let parameter: self::DITemplateTypeParameter<'_> = self.view(node);
                self.type_ref(node, parameter.ty())
            }
            DITemplateValueParameter => {
                let parameter: self::DITemplateValueParameter<'_> = self.view(node);
                self.type_ref(node, parameter.ty())?;
                let tag = tag_of(parameter.tag()).unwrap_or(tag::TEMPLATE_VALUE);
                let is_right =
                    matches!(tag, tag::TEMPLATE_VALUE | tag::TEMPLATE_TEMPLATE | tag::TEMPLATE_PACK);
                check!(debug is_right, "invalid tag", Metadata::Node(node));
                Ok(())
            }
            DIFile => self.file(node),
            DICompileUnit => self.compile_unit(node),
            DIGlobalVariable => self.global_variable(node),
            DIGlobalVariableExpression => self.global_variable_expression(node),
            DIImportedEntity => self.imported_entity(node),
            DINamespace => {
                let namespace: self::DINamespace<'_> = self.view(node);
                let is_right = is_absent_or(namespace.scope(), |scope| self.is_scope(scope));
                check!(debug is_right, "invalid scope ref", Metadata::Node(node), raw(namespace.scope()));
                Ok(())
            }
            DIModule => {
                let module: self::DIModule<'_> = self.view(node);
                let is_named = module.name().is_some_and(|name| !name.is_empty());
                check!(debug is_named, "anonymous module", Metadata::Node(node));
                Ok(())
            }
            DICommonBlock => {
                let block: self::DICommonBlock<'_> = self.view(node);
                let is_right = is_absent_or(block.scope(), |scope| self.is_scope(scope));
                check!(debug is_right, "invalid scope ref", Metadata::Node(node), raw(block.scope()));
                let is_right =
                    is_absent_or(block.declaration(), |it| self.is_kind(it, NodeKind::DIGlobalVariable));
                check!(debug is_right, "invalid declaration", Metadata::Node(node), raw(block.declaration()));
                Ok(())
            }
            DILabel => {
                let label: crate::metadata::views::DILabel<'_> = self.view(node);
                self.variable_place(node, label.scope(), label.file())?;
                let is_right = label.scope().is_some_and(|scope| self.is_local_scope(scope.metadata()));
                check!(debug is_right, "label requires a valid scope", Metadata::Node(node), raw(label.scope()));
                Ok(())
            }
            DIMacro => {
                let r#macro: self::DIMacro<'_> = self.view(node);
                let is_right =
                    matches!(r#macro.ty(), Some(Keyword::Word(b"DW_MACINFO_define" | b"DW_MACINFO_undef")));
                check!(debug is_right, "invalid macinfo type", Metadata::Node(node));
                let is_named = r#macro.name().is_some_and(|name| !name.is_empty());
                check!(debug is_named, "anonymous macro", Metadata::Node(node));
                Ok(())
            }
            DIMacroFile => {
                let file: self::DIMacroFile<'_> = self.view(node);
                let is_right = matches!(file.ty(), None | Some(Keyword::Word(b"DW_MACINFO_start_file")));
                check!(debug is_right, "invalid macinfo type", Metadata::Node(node));
                self.file_ref(node, file.file())?;
                self.macros(node, file.nodes())
            }
            DIObjCProperty => {
                let property: self::DIObjCProperty<'_> = self.view(node);
                self.type_ref(node, property.ty())?;
                self.file_ref(node, property.file())
            }
            DIAssignID => {
                let is_distinct = self.module.metadata.nodes[node].distinct;
                check!(debug is_distinct, "DIAssignID must be distinct", Metadata::Node(node));
                Ok(())
            }
            GenericDINode => {
                let node_ref = self.module.node(node);
                let tag = tag_of(node_ref.field("tag").and_then(FieldRef::keyword));
                check!(debug tag != Some(0), "invalid tag", Metadata::Node(node));
                Ok(())
            }
            Tuple | DIEnumerator | Unknown => Ok(()),
        }
    }

    fn type_ref(&self, node: MdNode, ty: Option<MetadataRef<'_>>) -> Rule {
        let is_right = is_absent_or(ty, |ty| self.is_type(ty));
        check!(debug is_right, "invalid type ref", Metadata::Node(node), raw(ty));
        Ok(())
    }

    fn file_ref(&self, node: MdNode, file: Option<MetadataRef<'_>>) -> Rule {
        let is_right = is_absent_or(file, |file| self.is_kind(file, NodeKind::DIFile));
        check!(debug is_right, "invalid file", Metadata::Node(node), raw(file));
        Ok(())
    }

    fn scope_ref(&self, node: MdNode, scope: Option<MetadataRef<'_>>) -> Rule {
        let is_right = is_absent_or(scope, |scope| self.is_scope(scope));
        check!(debug is_right, "invalid scope", Metadata::Node(node), raw(scope));
        Ok(())
    }

    fn variable_place(
        &self,
        node: MdNode,
        scope: Option<MetadataRef<'_>>,
        file: Option<MetadataRef<'_>>,
    ) -> Rule {
        self.scope_ref(node, scope)?;
        self.file_ref(node, file)
    }

    /// A list in a field: a tuple in which each element is right.
    fn list(
        &self,
        node: MdNode,
        list: Option<MetadataRef<'_>>,
        no_list: &'static str,
        wrong: &'static str,
        is_right: impl Fn(Metadata) -> bool,
    ) -> Rule {
        let Some(list) = list else { return Ok(()) };
        let Metadata::Node(tuple) = list.metadata() else {
            return Err(
                broken(no_list, [Metadata::Node(node).into(), list.metadata().into()]).of_debug_information()
            );
        };
        check!(debug self.is_tuple(list.metadata()), no_list, Metadata::Node(node), list.metadata());
        for &element in self.elements(tuple) {
            check!(debug is_right(element), wrong, Metadata::Node(node), element);
        }
        Ok(())
    }

    fn template_params(&self, node: MdNode, params: Option<MetadataRef<'_>>) -> Rule {
        self.list(node, params, "invalid template params", "invalid template parameter", |param| {
            matches!(
                self.node_kind(param),
                Some(NodeKind::DITemplateTypeParameter | NodeKind::DITemplateValueParameter)
            )
        })
    }

    fn macros(&self, node: MdNode, macros: Option<MetadataRef<'_>>) -> Rule {
        self.list(node, macros, "invalid macro list", "invalid macro ref", |it| {
            matches!(self.node_kind(it), Some(NodeKind::DIMacro | NodeKind::DIMacroFile))
        })
    }

    fn location(&self, node: MdNode) -> Rule {
        let location: DILocation<'_> = self.view(node);
        let scope = location.scope();
        let is_right = scope.is_some_and(|scope| self.is_local_scope(scope.metadata()));
        check!(debug is_right, "location requires a valid scope", Metadata::Node(node), raw(scope));
        let inlined = location.inlined_at();
        let is_right = is_absent_or(inlined, |at| self.is_kind(at, NodeKind::DILocation));
        check!(debug is_right, "inlined-at should be a location", Metadata::Node(node), raw(inlined));
        self.scope_is_definition(node, scope)
    }

    fn scope_is_definition(&self, node: MdNode, scope: Option<MetadataRef<'_>>) -> Rule {
        if let Some(Metadata::Node(scope)) = scope.map(MetadataRef::metadata)
            && self.node_kinds[scope] == NodeKind::DISubprogram
        {
            let is_definition = self.is_definition(scope);
            check!(debug is_definition, "scope points into the type hierarchy", Metadata::Node(node));
        }
        Ok(())
    }

    fn lexical_block(&self, node: MdNode) -> Rule {
        let scope = self.module.node(node).field("scope").and_then(FieldRef::metadata);
        let is_right = scope.is_some_and(|scope| self.is_local_scope(scope.metadata()));
        check!(debug is_right, "invalid local scope", Metadata::Node(node), raw(scope));
        self.scope_is_definition(node, scope)
    }

    fn local_variable(&self, node: MdNode) -> Rule {
        let variable: DILocalVariable<'_> = self.view(node);
        let scope = variable.scope();
        self.variable_place(node, scope, variable.file())?;
        self.type_ref(node, variable.ty())?;
        let is_right = scope.is_some_and(|scope| self.is_local_scope(scope.metadata()));
        check!(debug is_right, "local variable requires a valid scope", Metadata::Node(node), raw(scope));
        let is_right = is_absent_or(variable.ty(), |ty| !self.is_kind(ty, NodeKind::DISubroutineType));
        check!(debug is_right, "invalid type", Metadata::Node(node), raw(variable.ty()));
        Ok(())
    }

    fn global_variable(&self, node: MdNode) -> Rule {
        let variable: DIGlobalVariable<'_> = self.view(node);
        self.variable_place(node, variable.scope(), variable.file())?;
        self.type_ref(node, variable.ty())?;
        let is_typed = variable.is_definition() == Some(false) || variable.ty().is_some();
        check!(debug is_typed, "missing global variable type", Metadata::Node(node));
        let member = variable.declaration();
        let is_right = is_absent_or(member, |member| self.is_kind(member, NodeKind::DIDerivedType));
        check!(debug is_right, "invalid static data member declaration", Metadata::Node(node), raw(member));
        Ok(())
    }

    pub(super) fn global_variable_expression(&self, node: MdNode) -> Rule {
        let pair: DIGlobalVariableExpression<'_> = self.view(node);
        let Some(variable) = pair.var().and_then(|variable| variable.node()) else {
            return Err(broken("missing variable", []).of_debug_information());
        };
        // LLVM takes any node for a variable here, and mostly says of it what is wrong with a variable.
        let is_right = self.node_kinds[variable] == NodeKind::DIGlobalVariable;
        check!(debug is_right, "invalid global variable ref", Metadata::Node(node), Metadata::Node(variable));
        self.global_variable(variable)?;
        if let Some(expression) = pair.expr().and_then(|expression| expression.node())
            && self.node_kinds[expression] == NodeKind::DIExpression
        {
            let Some(operations) = self.operations(expression) else {
                let whole = Metadata::Node(expression);
                return Err(broken("invalid expression", [whole.into()]).of_debug_information());
            };
            if let Some(fragment) = operations {
                self.fragment(variable, fragment, Metadata::Node(node).into())?;
            }
        }
        Ok(())
    }

    /// A part of a variable is within it, and is not all of it.
    pub(super) fn fragment(&self, variable: MdNode, part: Fragment, of: super::Subject) -> Rule {
        let Some(size) = self.variable_size(variable) else { return Ok(()) };
        // LLVM adds these as 32-bit numbers.
        let (part_size, part_offset) = (part.size as u32, part.offset as u32);
        let is_within = u64::from(part_size.wrapping_add(part_offset)) <= size;
        let subject = || Metadata::Node(variable);
        check!(debug is_within, "fragment is larger than or outside of variable", of, subject());
        check!(debug u64::from(part_size) != size, "fragment covers entire variable", of, subject());
        Ok(())
    }

    /// The size of a variable's type in bits, if it is known.
    fn variable_size(&self, variable: MdNode) -> Option<u64> {
        let metadata_of =
            |node: MdNode, field: &str| self.module.node(node).field(field).and_then(FieldRef::metadata);
        let mut ty = metadata_of(variable, "type")?;
        // Types in a cycle are not valid, but can be read.
        for _ in 0..self.module.metadata.nodes.len() {
            let node = ty.node()?;
            if !self.node_kinds[node].is_type() {
                return None;
            }
            let size = ty.field("size").and_then(|size| match size.value() {
                FieldValue::Integer(size) => size.to::<u64>(),
                FieldValue::Metadata(size) => self.metadata_number(*size),
                _ => None,
            });
            match size {
                Some(size) if size != 0 => return Some(size),
                _ if self.node_kinds[node] == NodeKind::DIDerivedType => ty = metadata_of(node, "baseType")?,
                _ => return None,
            }
        }
        None
    }

    /// The part of a variable that an expression describes, if it says that; `None` if the expression is invalid.
    pub(super) fn operations(&self, expression: MdNode) -> Option<Option<Fragment>> {
        if self.right.expressions.contains(expression) {
            return Some(None);
        }
        let outcome = self.look_at_operations(expression);
        if let Some(None) = outcome {
            self.right.expressions.insert(expression);
        }
        outcome
    }

    fn look_at_operations(&self, expression: MdNode) -> Option<Option<Fragment>> {
        let values = self.module.node(expression).expression().map(|value| match value.value() {
            FieldValue::Integer(number) => number.to::<u64>(),
            FieldValue::Symbols(text) => {
                let text = self.module.text(*text);
                OPERATIONS.number(&text).or_else(|| ENCODINGS.number(&text))
            }
            _ => None,
        });
        let values: smallvec::SmallVec<[Option<u64>; 8]> = values.collect();
        let mut values = values.into_iter();
        let mut fragment = None;
        let mut first: Option<Operation> = None;
        let mut index = 0;
        let mut after_stack_value = false;
        let mut ends = false;
        while let Some(code) = values.next() {
            let code = code?;
            if ends {
                return None;
            }
            let mut args = [0; 2];
            for arg in &mut args[..operation_args(code)?] {
                *arg = values.next()??;
            }
            if std::mem::replace(&mut after_stack_value, code == DW_OP_STACK_VALUE)
                && code != DW_OP_LLVM_FRAGMENT
            {
                return None;
            }
            match code {
                // LLVM does not look at what follows.
                DW_OP_REG0..=DW_OP_BREG31 => return Some(None),
                DW_OP_LLVM_ENTRY_VALUE => {
                    let follows =
                        first.as_ref().is_some_and(|it| it.code == DW_OP_LLVM_ARG && it.args[0] == 0);
                    let is_first = index == usize::from(follows);
                    return (is_first && args[0] == 1).then_some(None);
                }
                DW_OP_LLVM_FRAGMENT => ends = true,
                // There is nothing to swap with.
                DW_OP_SWAP if index == 0 && values.len() == 0 => return None,
                _ => {}
            }
            if ends {
                fragment = Some(Fragment { offset: args[0], size: args[1] });
            }
            first.get_or_insert(Operation { code, args });
            index += 1;
        }
        Some(fragment)
    }

    /// Whether an expression, which is valid, is about the value at the entry of the function.
    pub(super) fn is_entry_value(&self, expression: MdNode) -> bool {
        self.module.node(expression).expression().any(|value| match value.value() {
            FieldValue::Symbols(text) => self.module.strings.get(*text) == b"DW_OP_LLVM_entry_value",
            _ => false,
        })
    }

    fn derived_type(&self, node: MdNode) -> Rule {
        let ty: DIDerivedType<'_> = self.view(node);
        let whole = Metadata::Node(node);
        self.file_ref(node, ty.file())?;
        let tag = tag_of(ty.tag()).unwrap_or(0);
        let is_static = tag == tag::VARIABLE && is_any(&ty.flags(), "DIFlagStaticMember");
        let is_right = tag::DERIVED.contains(&tag) || is_static;
        check!(debug is_right, "invalid tag", whole);
        if tag == tag::PTR_TO_MEMBER {
            let is_right = is_absent_or(ty.extra_data(), |data| self.is_type(data));
            check!(debug is_right, "invalid pointer to member type", whole, raw(ty.extra_data()));
        }
        if tag == tag::TEMPLATE_ALIAS {
            let is_right = is_absent_or(ty.extra_data(), |data| self.is_tuple(data));
            check!(debug is_right, "invalid template parameters", whole, raw(ty.extra_data()));
        }
        if matches!(tag, tag::MEMBER | tag::INHERITANCE | tag::VARIABLE)
            && let Some(data) = ty.extra_data()
        {
            let message = "extraData must be ConstantAsMetadata, MDString, DIObjCProperty, or MDTuple with single ConstantAsMetadata \
                           operand";
            check!(debug self.is_member_data(data.metadata()), message, whole, data.metadata());
        }
        if tag == tag::SET
            && let Some(base) = ty.base_type()
        {
            check!(debug self.is_set_base(base), "invalid set base type", whole, base.metadata());
        }
        self.scope_ref(node, ty.scope())?;
        let is_right = is_absent_or(ty.base_type(), |base| self.is_type(base));
        check!(debug is_right, "invalid base type", whole, raw(ty.base_type()));
        if ty.dwarf_address_space().is_some() {
            let points = matches!(tag, tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE);
            let message = "DWARF address space only applies to pointer or reference types";
            check!(debug points, message, whole);
        }
        self.size_is_constant(node, ty.size())
    }

    /// Whether this is what a member or base class can hold besides its type.
    fn is_member_data(&self, data: Metadata) -> bool {
        match data {
            Metadata::Constant(_) | Metadata::String(_) => true,
            Metadata::Node(node) => match self.node_kinds[node] {
                NodeKind::DIObjCProperty => true,
                NodeKind::Tuple => matches!(self.elements(node), [Metadata::Constant(_)]),
                _ => false,
            },
            _ => false,
        }
    }

    fn size_is_constant(&self, node: MdNode, size: Option<Amount<'_>>) -> Rule {
        let is_right = is_absent_or(amount_metadata(size), |size| self.is_bound(size));
        let message = "SizeInBits must be a constant or DIVariable or DIExpression";
        check!(debug is_right, message, Metadata::Node(node));
        Ok(())
    }

    /// Whether a set can consist of values of a type.
    fn is_set_base(&self, base: MetadataRef<'_>) -> bool {
        let field = |name: &str| base.field(name).and_then(FieldRef::keyword);
        match self.node_kind(base.metadata()) {
            Some(NodeKind::DICompositeType) => tag_of(field("tag")) == Some(tag::ENUMERATION),
            Some(NodeKind::DISubrangeType) => true,
            Some(NodeKind::DIBasicType) => matches!(
                field("encoding"),
                Some(Keyword::Word(
                    b"DW_ATE_unsigned"
                        | b"DW_ATE_signed"
                        | b"DW_ATE_unsigned_char"
                        | b"DW_ATE_signed_char"
                        | b"DW_ATE_boolean"
                ))
            ),
            _ => false,
        }
    }

    fn composite_type(&self, node: MdNode) -> Rule {
        let ty: DICompositeType<'_> = self.view(node);
        let whole = Metadata::Node(node);
        self.file_ref(node, ty.file())?;
        let tag = tag_of(ty.tag()).unwrap_or(0);
        let is_right = matches!(
            tag,
            tag::ARRAY
                | tag::STRUCTURE
                | tag::UNION
                | tag::ENUMERATION
                | tag::CLASS
                | tag::VARIANT_PART
                | 0x19
                | tag::NAMELIST
        );
        check!(debug is_right, "invalid tag", whole);
        self.scope_ref(node, ty.scope())?;
        let is_right = is_absent_or(ty.base_type(), |base| self.is_type(base));
        check!(debug is_right, "invalid base type", whole, raw(ty.base_type()));
        let elements = ty.elements();
        let is_right = is_absent_or(elements, |elements| self.is_tuple(elements));
        check!(debug is_right, "invalid composite elements", whole, raw(elements));
        let is_right = is_absent_or(ty.vtable_holder(), |holder| self.is_type(holder));
        check!(debug is_right, "invalid vtable holder", whole, raw(ty.vtable_holder()));
        let flags = ty.flags();
        check!(debug !conflicts(&flags), "invalid reference flags", whole);
        let is_by_ref = is_any(&flags, "DIFlagReservedBit4") || is_any(&flags, "DIFlagBlockByrefStruct");
        check!(debug !is_by_ref, "DIBlockByRefStruct on DICompositeType is no longer supported", whole);
        let elements = elements.and_then(|elements| elements.node()).map_or(&[][..], |it| self.elements(it));
        let is_filled = elements.iter().all(|element| *element != Metadata::Null);
        check!(debug is_filled, "DISubprogram contains null entry in `elements` field", whole);
        if is_any(&flags, "DIFlagVector") {
            let is_right = matches!(elements, [element] if self.is_kind(*element, NodeKind::DISubrange));
            let message = "invalid vector, expected one element of type subrange";
            check!(debug is_right, message, whole);
        }
        self.template_params(node, ty.template_params())?;
        if let Some(discriminator) = ty.discriminator() {
            let is_right =
                tag == tag::VARIANT_PART && self.is_kind(discriminator.metadata(), NodeKind::DIDerivedType);
            check!(debug is_right, "discriminator can only appear on variant part");
        }
        let is_array = tag == tag::ARRAY;
        let rank = ty.field("rank").is_some_and(|rank| rank.metadata().is_some() || rank.integer().is_some());
        for (present, message) in [
            (ty.data_location().is_some(), "dataLocation can only appear in array type"),
            (ty.associated().is_some(), "associated can only appear in array type"),
            (ty.allocated().is_some(), "allocated can only appear in array type"),
            (rank, "rank can only appear in array type"),
        ] {
            check!(debug is_array || !present, message);
        }
        check!(debug !is_array || ty.base_type().is_some(), "array types must have a base type", whole);
        self.size_is_constant(node, ty.size())
    }

    fn subroutine_type(&self, node: MdNode) -> Rule {
        let ty: DISubroutineType<'_> = self.view(node);
        self.list(node, ty.types(), "invalid composite elements", "invalid subroutine type ref", |ty| {
            ty == Metadata::Null || self.is_type(ty)
        })?;
        check!(debug !conflicts(&ty.flags()), "invalid reference flags", Metadata::Node(node));
        Ok(())
    }

    fn basic_type(&self, node: MdNode) -> Rule {
        let ty = self.module.node(node);
        let tag = tag_of(ty.field("tag").and_then(FieldRef::keyword)).unwrap_or(tag::BASE);
        let is_right = match self.node_kinds[node] {
            NodeKind::DIFixedPointType => tag == tag::BASE,
            _ => matches!(tag, tag::BASE | tag::UNSPECIFIED | tag::STRING),
        };
        check!(debug is_right, "invalid tag", Metadata::Node(node));
        let size = ty.field("size").and_then(FieldRef::metadata);
        let is_right = is_absent_or(size, |size| matches!(size, Metadata::Constant(_)));
        check!(debug is_right, "SizeInBits must be a constant", Metadata::Node(node));
        if self.node_kinds[node] == NodeKind::DIFixedPointType {
            self.fixed_point_type(node)?;
        }
        Ok(())
    }

    fn fixed_point_type(&self, node: MdNode) -> Rule {
        let ty: DIFixedPointType<'_> = self.view(node);
        let whole = Metadata::Node(node);
        let is_fixed =
            matches!(ty.encoding(), Some(Keyword::Word(b"DW_ATE_signed_fixed" | b"DW_ATE_unsigned_fixed")));
        check!(debug is_fixed, "invalid encoding", whole);
        let is_rational = matches!(ty.kind(), Some(Keyword::Word(b"Rational")));
        let has_factor = ty.factor().is_some_and(|factor| factor != 0);
        check!(debug !is_rational || !has_factor, "factor should be 0 for rationals", whole);
        let is_given = |part: Option<BigInt>| part.is_some_and(|part| part != BigInt::ZERO);
        let has_parts = is_given(ty.numerator()) || is_given(ty.denominator());
        let message = "numerator and denominator should be 0 for non-rationals";
        check!(debug is_rational || !has_parts, message, whole);
        Ok(())
    }

    /// A bound that is no number is right.
    fn bound(
        &self,
        node: MdNode,
        bound: Option<Amount<'_>>,
        message: &'static str,
        is_right: impl FnOnce(Metadata) -> bool,
    ) -> Rule {
        check!(debug is_absent_or(amount_metadata(bound), is_right), message, Metadata::Node(node));
        Ok(())
    }

    fn subrange(&self, node: MdNode) -> Rule {
        let range: DISubrange<'_> = self.view(node);
        let message = "Subrange can have any one of count or upperBound";
        let both = range.count().is_some() && range.upper_bound().is_some();
        check!(debug !both, message, Metadata::Node(node));
        let message = "Count must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.count(), message, |it| self.is_bound(it))?;
        if let Some(Metadata::Constant(count)) = amount_metadata(range.count()).map(MetadataRef::metadata) {
            let bits = self.types().integer_width(self.constants().ty(count)).unwrap_or(64).min(64);
            let is_right = match *self.constants().kind(count) {
                ConstantKind::Integer(value) => ((value << (64 - bits)) as i64) >> (64 - bits) >= -1,
                _ => true,
            };
            check!(debug is_right, "invalid subrange count", Metadata::Node(node));
        }
        let message = "LowerBound must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.lower_bound(), message, |it| self.is_bound(it))?;
        let message = "UpperBound must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.upper_bound(), message, |it| self.is_bound(it))?;
        let message = "Stride must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.stride(), message, |it| self.is_bound(it))
    }

    fn subrange_type(&self, node: MdNode) -> Rule {
        let ty: DISubrangeType<'_> = self.view(node);
        let is_right = is_absent_or(ty.base_type(), |base| self.is_type(base));
        check!(debug is_right, "BaseType must be a type", Metadata::Node(node));
        let with_member = |it| self.is_bound(it) || self.is_kind(it, NodeKind::DIDerivedType);
        let message = "LowerBound must be signed constant or DIVariable or DIExpression or DIDerivedType";
        self.bound(node, ty.lower_bound(), message, with_member)?;
        let message = "UpperBound must be signed constant or DIVariable or DIExpression or DIDerivedType";
        self.bound(node, ty.upper_bound(), message, with_member)?;
        let message = "Stride must be signed constant or DIVariable or DIExpression";
        self.bound(node, ty.stride(), message, |it| self.is_bound(it))?;
        let message = "Bias must be signed constant or DIVariable or DIExpression";
        self.bound(node, ty.bias(), message, |it| self.is_bound(it))?;
        self.bound(node, ty.size(), "SizeInBits must be a constant", |it| matches!(it, Metadata::Constant(_)))
    }

    fn generic_subrange(&self, node: MdNode) -> Rule {
        let range: DIGenericSubrange<'_> = self.view(node);
        let whole = Metadata::Node(node);
        let both = range.count().is_some() && range.upper_bound().is_some();
        check!(debug !both, "GenericSubrange can have any one of count or upperBound", whole);
        let message = "Count must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.count(), message, |it| self.is_computed(it))?;
        check!(debug range.lower_bound().is_some(), "GenericSubrange must contain lowerBound", whole);
        let message = "LowerBound must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.lower_bound(), message, |it| self.is_computed(it))?;
        let message = "UpperBound must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.upper_bound(), message, |it| self.is_computed(it))?;
        check!(debug range.stride().is_some(), "GenericSubrange must contain stride", whole);
        let message = "Stride must be signed constant or DIVariable or DIExpression";
        self.bound(node, range.stride(), message, |it| self.is_computed(it))
    }

    fn file(&self, node: MdNode) -> Rule {
        let file: DIFile<'_> = self.view(node);
        let (Some(kind), Some(checksum)) = (file.checksumkind(), file.checksum()) else { return Ok(()) };
        let length = match kind {
            Keyword::Word(b"CSK_MD5") => 32,
            Keyword::Word(b"CSK_SHA1") => 40,
            _ => 64,
        };
        check!(debug checksum.len() == length, "invalid checksum length", Metadata::Node(node));
        let is_hex = checksum.iter().all(u8::is_ascii_hexdigit);
        check!(debug is_hex, "invalid checksum", Metadata::Node(node));
        Ok(())
    }

    fn compile_unit(&self, node: MdNode) -> Rule {
        let unit: DICompileUnit<'_> = self.view(node);
        let whole = Metadata::Node(node);
        let file: Option<DIFile<'_>> = unit.file().and_then(MetadataRef::view);
        let Some(file) = file else {
            return Err(
                broken("invalid file", [whole.into(), raw(unit.file()).into()]).of_debug_information()
            );
        };
        let is_named = file.filename().is_some_and(|name| !name.is_empty());
        check!(debug is_named, "invalid filename", whole, file.metadata().metadata());
        self.list(node, unit.enums(), "invalid enum list", "invalid enum type", |it| {
            it.within(self.module).is_some_and(|ty| {
                self.is_kind(it, NodeKind::DICompositeType)
                    && tag_of(ty.field("tag").and_then(FieldRef::keyword)) == Some(tag::ENUMERATION)
            })
        })?;
        let list = unit.retained_types();
        self.list(node, list, "invalid retained type list", "invalid retained type", |it| match it {
            Metadata::Node(node) if self.node_kinds[node] == NodeKind::DISubprogram => {
                !self.is_definition(node)
            }
            _ => self.is_type(it),
        })?;
        let list = unit.globals();
        self.list(node, list, "invalid global variable list", "invalid global variable ref", |it| {
            self.is_kind(it, NodeKind::DIGlobalVariableExpression)
        })?;
        let list = unit.imports();
        self.list(node, list, "invalid imported entity list", "invalid imported entity ref", |it| {
            self.is_kind(it, NodeKind::DIImportedEntity)
        })?;
        self.macros(node, unit.macros())
    }

    /// What a subprogram keeps: variables, labels and imported entities of its own; each argument once.
    fn retained_nodes(&self, subprogram: MdNode, list: Option<MetadataRef<'_>>) -> Rule {
        let Some(list) = list else { return Ok(()) };
        let (whole, nodes) =
            (Metadata::Node(subprogram), list.node().map_or(&[][..], |list| self.elements(list)));
        let list = list.metadata();
        check!(debug self.is_kind(list, NodeKind::Tuple), "invalid retained nodes list", whole, list);
        let mut arguments = FxHashMap::default();
        for &retained in nodes {
            check!(debug retained != Metadata::Null, "nullptr in retained nodes", whole, list);
            if self.is_newly_retained(retained) {
                continue;
            }
            let kind = self.node_kind(retained);
            let is_right = matches!(
                kind,
                Some(NodeKind::DILocalVariable | NodeKind::DILabel | NodeKind::DIImportedEntity)
            );
            let message = "invalid retained nodes, expected DILocalVariable, DILabel or DIImportedEntity";
            check!(debug is_right, message, whole, list, retained);
            let Metadata::Node(node) = retained else { continue };
            let scope = self.scope_of_node(node).filter(|&scope| self.is_local_scope(scope));
            let message = "invalid retained nodes, retained node is not local";
            check!(debug scope.is_some(), message, whole, list, retained);
            let message = "invalid retained nodes, retained node does not belong to subprogram";
            check!(debug self.subprogram_of(scope) == Some(subprogram), message, whole, list, retained);
            if kind == Some(NodeKind::DILocalVariable)
                && let Some(argument) = self.argument_of(node)
            {
                let is_only = *arguments.entry(argument).or_insert(node) == node;
                let message =
                    "invalid retained nodes, more than one local variable with the same argument index";
                check!(debug is_only, message, whole, list, retained);
            }
        }
        Ok(())
    }

    fn subprogram(&self, node: MdNode) -> Rule {
        let subprogram: DISubprogram<'_> = self.view(node);
        let whole = Metadata::Node(node);
        self.scope_ref(node, subprogram.scope())?;
        self.file_ref(node, subprogram.file())?;
        let is_right = subprogram.file().is_some() || subprogram.line() == 0;
        check!(debug is_right, "line specified with no file", whole);
        let ty = subprogram.ty();
        let is_right = is_absent_or(ty, |ty| self.is_kind(ty, NodeKind::DISubroutineType));
        check!(debug is_right, "invalid subroutine type", whole, raw(ty));
        let container = subprogram.containing_type();
        let is_right = is_absent_or(container, |ty| self.is_type(ty));
        check!(debug is_right, "invalid containing type", whole, raw(container));
        self.template_params(node, subprogram.template_params())?;
        let declaration = subprogram.declaration();
        let is_right = is_absent_or(declaration, |it| match it {
            Metadata::Node(other) => {
                self.node_kinds[other] == NodeKind::DISubprogram && !self.is_definition(other)
            }
            _ => false,
        });
        check!(debug is_right, "invalid subprogram declaration", whole, raw(declaration));
        self.retained_nodes(node, subprogram.retained_nodes())?;
        let flags = subprogram.flags();
        check!(debug !conflicts(&flags), "invalid reference flags", whole);
        let is_definition = self.is_definition(node);
        match (is_definition, subprogram.unit()) {
            (true, unit) => {
                let is_distinct = self.module.metadata.nodes[node].distinct;
                check!(debug is_distinct, "subprogram definitions must be distinct", whole);
                check!(debug unit.is_some(), "subprogram definitions must have a compile unit", whole);
                let is_right = is_absent_or(unit, |unit| self.is_kind(unit, NodeKind::DICompileUnit));
                check!(debug is_right, "invalid unit type", whole, raw(unit));
                let class: Option<DICompositeType<'_>> = subprogram.scope().and_then(MetadataRef::view);
                let is_shared = self.options.unites_types
                    && class.is_some_and(|class| class.identifier().is_some_and(|it| !it.is_empty()));
                let message =
                    "definition subprograms cannot be nested within DICompositeType when enabling ODR";
                check!(debug !is_shared || declaration.is_some(), message, whole);
            }
            (false, unit) => {
                check!(debug unit.is_none(), "subprogram declarations must not have a compile unit", whole);
                let message = "subprogram declaration must not have a declaration field";
                check!(debug declaration.is_none(), message);
            }
        }
        let (no_list, wrong) = ("invalid thrown types list", "invalid thrown type");
        self.list(node, subprogram.thrown_types(), no_list, wrong, |it| self.is_type(it))?;
        let is_described = is_any(&flags, "DIFlagAllCallsDescribed");
        let message = "DIFlagAllCallsDescribed must be attached to a definition";
        check!(debug !is_described || is_definition, message);
        Ok(())
    }

    fn imported_entity(&self, node: MdNode) -> Rule {
        let entity: DIImportedEntity<'_> = self.view(node);
        let tag = tag_of(entity.tag()).unwrap_or(0);
        let is_right = matches!(tag, tag::IMPORTED_MODULE | tag::IMPORTED_DECLARATION);
        check!(debug is_right, "invalid tag", Metadata::Node(node));
        let scope = entity.scope();
        let is_right = is_absent_or(scope, |scope| self.is_scope(scope));
        check!(debug is_right, "invalid scope for imported entity", Metadata::Node(node), raw(scope));
        let of = entity.entity();
        let is_right = is_absent_or(of, |it| {
            self.node_kind(it).is_some_and(|kind| kind.has_tag() || kind == NodeKind::DIAssignID)
        });
        check!(debug is_right, "invalid imported entity", Metadata::Node(node), raw(of));
        Ok(())
    }

    /// The argument that a local variable is, counted from 1.
    pub(super) fn argument_of(&self, variable: MdNode) -> Option<u64> {
        let variable: DILocalVariable<'_> = self.view(variable);
        variable.field("arg").and_then(FieldRef::integer).and_then(Integer::to).filter(|arg| *arg != 0)
    }

    /// Whether a local variable is one that the compiler made.
    pub(super) fn is_artificial(&self, variable: MdNode) -> bool {
        let variable: DILocalVariable<'_> = self.view(variable);
        is_any(&variable.flags(), "DIFlagArtificial")
    }
}

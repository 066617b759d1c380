//! Typed views of debug information: a type for each kind of specialized node, with a method for each field, made from the table of
//! kinds in `specialized.rs`. A view borrows the module and copies nothing.
//!
//! ```
//! use tern_llvm_ir::metadata::views::{DILocation, DISubprogram};
//!
//! let text = b"define void @f() !dbg !1 {\n  ret void, !dbg !3\n}\n!llvm.dbg.cu = !{!0}\n\
//!     !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4)\n\
//!     !1 = distinct !DISubprogram(name: \"f\", unit: !0, line: 1, spFlags: DISPFlagDefinition)\n\
//!     !3 = !DILocation(line: 2, column: 5, scope: !1)\n!4 = !DIFile(filename: \"f.c\", directory: \"/\")\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.definitions().next().unwrap();
//! let ret = function.terminator(function.layout[0]).unwrap();
//! let location: DILocation<'_> = module.location(function, ret).unwrap();
//! assert_eq!((location.line(), location.column()), (2, 5));
//! let scope: DISubprogram<'_> = location.scope().unwrap().view().unwrap();
//! assert_eq!(scope.name(), Some(&b"f"[..]));
//! // For tools that do not know the kind:
//! let unit = scope.unit().unwrap();
//! assert_eq!(unit.kind(), Some("DICompileUnit"));
//! assert_eq!(unit.field("language").unwrap().keyword().unwrap().to_string(), "DW_LANG_C11");
//! ```

use std::fmt;

use num_bigint::BigInt;

use super::specialized::{Kind, with_kinds};
use super::{Field, FieldValue, Integer, MdNode, MdNodeKind, Metadata, symbols};
use crate::constants::Constant;
use crate::entity::StrId;
use crate::function::Function;
use crate::globals::Global;
use crate::instruction::{DebugRecord, Inst};
use crate::module::Module;

/// The number of locations from which on they are taken for a circle.
const MOST_INLINED: usize = 4096;

/// Metadata of a module: a node, a string or a constant, but not `null`.
#[derive(Clone, Copy)]
pub struct MetadataRef<'m> {
    module: &'m Module,
    metadata: Metadata,
}

impl fmt::Debug for MetadataRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.metadata.fmt(f)
    }
}

impl PartialEq for MetadataRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.metadata == other.metadata
    }
}

/// A view of the nodes of one kind.
pub trait View<'m>: Sized {
    /// The name of the kind.
    const KIND: &'static str;

    /// The view of a node, which is known to be of the kind.
    #[doc(hidden)]
    fn of(module: &'m Module, node: MdNode) -> Self;
}

/// The most fields of a node whose names are compared one by one.
const FEW: usize = 6;

impl<'m> MetadataRef<'m> {
    fn new(module: &'m Module, metadata: Metadata) -> Option<Self> {
        (metadata != Metadata::Null).then_some(Self { module, metadata })
    }

    /// The reference itself.
    pub fn metadata(self) -> Metadata {
        self.metadata
    }

    /// The node, if it is one.
    pub fn node(self) -> Option<MdNode> {
        match self.metadata {
            Metadata::Node(node) => Some(node),
            _ => None,
        }
    }

    /// The string, if it is one.
    pub fn string(self) -> Option<&'m [u8]> {
        match self.metadata {
            Metadata::String(text) => Some(self.module.strings.get(text)),
            _ => None,
        }
    }

    /// The constant, if it is one.
    pub fn constant(self) -> Option<Constant> {
        match self.metadata {
            Metadata::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    fn contents(self) -> Option<&'m MdNodeKind> {
        self.module.metadata.nodes.get(self.node()?).map(|node| &node.kind)
    }

    /// The kind of a specialized node, such as `DILocation`.
    pub fn kind(self) -> Option<&'static str> {
        let name = self.contents()?.name()?;
        Kind::find(self.module.strings.get(name)).map(|kind| kind.name)
    }

    /// The operands of a tuple, `None` for each `null`; nothing for anything else.
    pub fn elements(self) -> impl Iterator<Item = Option<Self>> + use<'m> {
        let operands = match self.contents() {
            Some(MdNodeKind::Tuple(operands)) => &operands[..],
            _ => &[],
        };
        operands.iter().map(move |operand| Self::new(self.module, *operand))
    }

    /// The node as one of a kind; `None` if it is of another.
    pub fn view<V: View<'m>>(self) -> Option<V> {
        let name = self.contents()?.name()?;
        let is_one = self.module.strings.get(name) == V::KIND.as_bytes();
        is_one.then_some(self.node()).flatten().map(|node| V::of(self.module, node))
    }

    /// A field of a specialized node, by the name that it has in the text; `None` if the node does not have it.
    pub fn field(self, name: &str) -> Option<FieldRef<'m>> {
        let MdNodeKind::Specialized { fields, .. } = self.contents()? else { return None };
        // A look at few names is faster than a search for the handle.
        let field = match fields.len() <= FEW {
            true => {
                let is_it = |id: StrId| self.module.strings.get(id) == name.as_bytes();
                fields.iter().find(|field| field.name.is_some_and(is_it))?
            }
            false => {
                let name = self.module.strings.find(name.as_bytes())?;
                fields.iter().find(|field| field.name == Some(name))?
            }
        };
        Some(FieldRef { module: self.module, value: &field.value })
    }

    /// A field of a specialized node, which usually stands at the place `at` or before: fields that a node does not have move the
    /// others forward.
    fn field_near(self, name: &str, at: usize) -> Option<FieldRef<'m>> {
        let MdNodeKind::Specialized { fields, .. } = self.contents()? else { return None };
        let is_it = |field: &&Field| {
            field.name.is_some_and(|id: StrId| self.module.strings.get(id) == name.as_bytes())
        };
        let (before, behind) = fields.split_at(fields.len().min(at + 1));
        let field = before.iter().rev().find(is_it).or_else(|| behind.iter().find(is_it))?;
        Some(FieldRef { module: self.module, value: &field.value })
    }

    /// The elements of a list, `None` for each `null`.
    pub fn list(self, name: &str) -> Vec<Option<MetadataRef<'m>>> {
        let fields = match self.contents() {
            Some(MdNodeKind::Specialized { fields, .. }) => &fields[..],
            _ => &[],
        };
        let is_it =
            |field: &&Field| field.name.is_some_and(|id| self.module.strings.get(id) == name.as_bytes());
        let elements = fields.iter().filter(is_it).flat_map(|field| field.value.operands());
        elements.map(|element| MetadataRef::new(self.module, *element)).collect()
    }

    /// The values of a `DIExpression`, in order: names of operations, and numbers.
    pub fn expression(self) -> impl Iterator<Item = FieldRef<'m>> + use<'m> {
        let fields = match self.contents() {
            Some(MdNodeKind::Specialized { fields, .. }) => &fields[..],
            _ => &[],
        };
        let unnamed = fields.iter().filter(|field| field.name.is_none());
        unnamed.map(move |field| FieldRef { module: self.module, value: &field.value })
    }
}

/// The value of a field. Each method returns `None` if the value is of another kind.
#[derive(Clone, Copy)]
pub struct FieldRef<'m> {
    module: &'m Module,
    value: &'m FieldValue,
}

impl fmt::Debug for FieldRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<'m> FieldRef<'m> {
    /// The value as it is stored.
    pub fn value(self) -> &'m FieldValue {
        self.value
    }

    /// The metadata; `None` for `null` as well.
    pub fn metadata(self) -> Option<MetadataRef<'m>> {
        match self.value {
            FieldValue::Metadata(metadata) => MetadataRef::new(self.module, *metadata),
            _ => None,
        }
    }

    /// The number; `None` also if it is too wide for an [`Integer`].
    pub fn integer(self) -> Option<Integer> {
        match self.value {
            FieldValue::Integer(integer) => Some(*integer),
            _ => None,
        }
    }

    /// The number, of any size.
    pub fn number(self) -> Option<BigInt> {
        self.value.as_number(&self.module.strings)
    }

    /// The truth value.
    pub fn bool(self) -> Option<bool> {
        match self.value {
            FieldValue::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The bytes of a string, without quotes and escapes; `None` if the field holds something else.
    pub fn string(self) -> Option<&'m [u8]> {
        match self.value {
            FieldValue::String(text) => Some(self.module.strings.get(*text)),
            _ => None,
        }
    }

    /// The keyword, or the number if there is no keyword for it. Several that are joined are one.
    pub fn keyword(self) -> Option<Keyword<'m>> {
        match self.value {
            FieldValue::Symbols(text) => Some(Keyword::Word(self.module.strings.get(*text))),
            FieldValue::Integer(number) => Some(Keyword::Number(*number)),
            _ => None,
        }
    }

    /// The keywords that are joined by `|`.
    pub fn flags(self) -> Option<Vec<&'m [u8]>> {
        match self.value {
            FieldValue::Symbols(text) => Some(symbols(self.module.strings.get(*text)).collect()),
            _ => None,
        }
    }

    fn amount(self) -> Option<Amount<'m>> {
        match self.value {
            FieldValue::Integer(number) => Some(Amount::Number(*number)),
            _ => self.metadata().map(Amount::Metadata),
        }
    }
}

/// A value from a table of DWARF's or LLVM's: `DW_TAG_member`, or a number that the table does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Keyword<'m> {
    Word(&'m [u8]),
    Number(Integer),
}

impl fmt::Display for Keyword<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(&String::from_utf8_lossy(word)),
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// A size, an offset or a bound: a number, or a variable or expression that computes it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Amount<'m> {
    Number(Integer),
    Metadata(MetadataRef<'m>),
}

impl Amount<'_> {
    /// The number, if it is one.
    pub fn number(self) -> Option<i128> {
        match self {
            Self::Number(number) => Some(number.get()),
            Self::Metadata(_) => None,
        }
    }
}

/// The place of a name in a list that has it.
const fn place_of(name: &str, list: &[&str]) -> usize {
    let mut place = 0;
    while !is_same(name.as_bytes(), list[place].as_bytes()) {
        place += 1;
    }
    place
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut same = one.len() == other.len();
    let mut index = 0;
    while same && index < one.len() {
        same = one[index] == other[index];
        index += 1;
    }
    same
}

/// The method for a field, by what the table says that the field can hold.
macro_rules! accessor {
    ($field:tt [] $($holds:tt)+) => { accessor! { $field [$field] $($holds)+ } };
    ($field:tt [$name:ident] Metadata) => { accessor! { @ $field $name metadata Option<MetadataRef<'m>>, "`None` if it is `null`." } };
    ($field:tt [$name:ident] NotNull) => { accessor! { $field [$name] Metadata } };
    ($field:tt [$name:ident] String) => { accessor! { @ $field $name string Option<&'m [u8]>, "" } };
    ($field:tt [$name:ident] Text) => { accessor! { $field [$name] String } };
    ($field:tt [$name:ident] Bool) => { accessor! { @ $field $name bool Option<bool>, "" } };
    ($field:tt [$name:ident] Integer) => { accessor! { @ $field $name number Option<BigInt>, "" } };
    ($field:tt [$name:ident] Bits) => { accessor! { $field [$name] Integer } };
    ($field:tt [$name:ident] Unsigned) => { accessor! { # $field $name Option<u64> } };
    ($field:tt [$name:ident] Signed) => { accessor! { # $field $name Option<i64> } };
    ($field:tt [$name:ident] LINE) => { accessor! { 0 $field $name } };
    ($field:tt [$name:ident] COLUMN) => { accessor! { 0 $field $name } };
    ($field:tt [$name:ident] ALIGN) => { accessor! { 0 $field $name } };
    ($field:tt [$name:ident] SIZE) => { accessor! { @ $field $name amount Option<Amount<'m>>, "" } };
    ($field:tt [$name:ident] BOUND) => { accessor! { $field [$name] SIZE } };
    ($field:tt [$name:ident] SignedOrNotNull) => { accessor! { $field [$name] SIZE } };
    ($field:tt [$name:ident] SignedOrMetadata) => { accessor! { $field [$name] SIZE } };
    ($field:tt [$name:ident] List) => {
        #[doc = concat!("The elements of the list `", stringify!($field), "`, `None` for each `null`.")]
        pub fn $name(self) -> Vec<Option<MetadataRef<'m>>> {
            self.0.list(stringify!($field))
        }
    };
    ($field:tt [$name:ident] FLAGS) => {
        #[doc = concat!("The keywords of the field `", stringify!($field), "`; none if the node does not have it.")]
        pub fn $name(self) -> Vec<&'m [u8]> {
            accessor!(field self $field).and_then(FieldRef::flags).unwrap_or_default()
        }
    };
    ($field:tt [$name:ident] SP_FLAGS) => { accessor! { $field [$name] FLAGS } };
    // All others are keywords from a table.
    ($field:tt [$name:ident] $table:ident) => { accessor! { @ $field $name keyword Option<Keyword<'m>>, "" } };
    (field $node:ident $field:tt) => {
        $node.0.field_near(stringify!($field), const { place_of(stringify!($field), Self::FIELDS) })
    };
    (@ $field:tt $name:ident $as:ident $ty:ty, $note:literal) => {
        #[doc = concat!("The field `", stringify!($field), "`; `None` if the node does not have it. ", $note)]
        pub fn $name(self) -> $ty {
            accessor!(field self $field).and_then(FieldRef::$as)
        }
    };
    (# $field:tt $name:ident $ty:ty) => {
        #[doc = concat!("The field `", stringify!($field), "`; `None` if the node does not have it.")]
        pub fn $name(self) -> $ty {
            accessor!(field self $field).and_then(FieldRef::integer).and_then(Integer::to)
        }
    };
    (0 $field:tt $name:ident) => {
        #[doc = concat!("The field `", stringify!($field), "`; 0, which means unknown, if the node does not have it.")]
        pub fn $name(self) -> u32 {
            accessor!(field self $field).and_then(FieldRef::integer).and_then(Integer::to).unwrap_or(0)
        }
    };
}

macro_rules! views {
    ($($distinct:ident $kind:ident $(since $kind_since:literal)? {
        $($need:ident $field:tt $(as $accessor:ident)?: $holds:ident $(($($limit:expr),+))? $(since $since:literal)?,)*
    })+) => {$(
        #[doc = concat!("A view of a node `!", stringify!($kind), "(…)`. Source: LangRef, Specialized Metadata Nodes.")]
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct $kind<'m>(MetadataRef<'m>);

        impl<'m> View<'m> for $kind<'m> {
            const KIND: &'static str = stringify!($kind);

            fn of(module: &'m Module, node: MdNode) -> Self {
                Self(MetadataRef { module, metadata: Metadata::Node(node) })
            }
        }

        impl<'m> $kind<'m> {
            // `DIExpression` has none.
            #[allow(dead_code)]
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];

            /// The node as metadata.
            pub fn metadata(self) -> MetadataRef<'m> {
                self.0
            }

            /// A field by the name that it has in the text.
            pub fn field(self, name: &str) -> Option<FieldRef<'m>> {
                self.0.field(name)
            }

            $(accessor! { $field [$($accessor)?] $holds })*
        }
    )+};
}

with_kinds!(views);

impl Metadata {
    /// The metadata with the module that it belongs to, for a look at its contents; `None` for `null`.
    pub fn within(self, module: &Module) -> Option<MetadataRef<'_>> {
        MetadataRef::new(module, self)
    }
}

impl Module {
    /// A metadata node, for a look at its contents.
    pub fn node(&self, node: MdNode) -> MetadataRef<'_> {
        MetadataRef { module: self, metadata: Metadata::Node(node) }
    }

    /// The nodes of the named metadata with this name: `!name = !{…}`.
    pub fn named_metadata(&self, name: &str) -> impl Iterator<Item = MetadataRef<'_>> {
        let name = self.strings.find(name.as_bytes());
        let lists = self.metadata.named.iter().filter(move |(known, _)| Some(*known) == name);
        lists.flat_map(|(_, nodes)| nodes).map(|&node| self.node(node))
    }

    /// The source location of an instruction or debug record of `function`.
    pub fn location<'m>(&'m self, function: &'m Function, inst: Inst) -> Option<DILocation<'m>> {
        if let Some(record) = function.insts[inst].inst.debug_record() {
            return self.node(record.location?).view();
        }
        self.attached(function.inst_attachments(inst), "dbg")?.view()
    }

    /// The source location of an instruction or debug record of `function`, and then those of the calls that were inlined, innermost
    /// first; at most 4096, as locations may lie in a circle.
    pub fn locations<'m>(
        &'m self,
        function: &'m Function,
        inst: Inst,
    ) -> impl Iterator<Item = DILocation<'m>> {
        let first = self.location(function, inst);
        std::iter::successors(first, |location| location.inlined_at()?.view()).take(MOST_INLINED)
    }

    /// The debug information of a defined function.
    pub fn subprogram(&self, function: Global) -> Option<DISubprogram<'_>> {
        self.attached(&self.globals[function].attachments, "dbg")?.view()
    }

    /// The node that is attached as this kind.
    pub fn attached(&self, attachments: &[(crate::StrId, MdNode)], kind: &str) -> Option<MetadataRef<'_>> {
        let kind = self.strings.find(kind.as_bytes())?;
        attachments.iter().find(|(known, _)| *known == kind).map(|&(_, node)| self.node(node))
    }

    /// The variable that a debug record is about; `None` for `#dbg_label`.
    pub fn variable<'m>(&'m self, record: &DebugRecord) -> Option<DILocalVariable<'m>> {
        record.variable()?.within(self)?.view()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_show_what_the_text_says() {
        let text = b"define void @f(i32 %x) !dbg !1 {\n  #dbg_value(i32 %x, !2, !DIExpression(DW_OP_plus_uconst, 4), !3)\n\
            \x20 ret void, !dbg !3\n}\n!llvm.dbg.cu = !{!0}\n!s = !{!5, !8, !9}\n\
            !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, emissionKind: FullDebug, isOptimized: true)\n\
            !1 = distinct !DISubprogram(name: \"f\", unit: !0, line: 7, spFlags: DISPFlagDefinition | DISPFlagOptimized, virtualIndex: 3, thisAdjustment: -8)\n\
            !2 = !DILocalVariable(name: \"x\", arg: 1, scope: !1, type: !5)\n\
            !3 = !DILocation(line: 2, scope: !1)\n!4 = !DIFile(filename: \"f.c\", directory: \"/d\")\n\
            !5 = !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", size: 64, elements: !6, flags: DIFlagTypePassByValue)\n\
            !6 = !{!7, null}\n!7 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", baseType: null, offset: 32)\n\
            !8 = !DIEnumerator(name: \"e\", value: -3)\n!9 = !DISubrange(count: !2)\n";
        let module = crate::read(text, "test").unwrap();
        let (f, _, function) = module.definitions().next().unwrap();
        let insts = function.block_insts(function.layout[0]);
        let subprogram = module.subprogram(f).unwrap();
        assert_eq!((subprogram.line(), subprogram.scope_line()), (7, 0));
        assert_eq!((subprogram.virtual_index(), subprogram.this_adjustment()), (Some(3), Some(-8)));
        assert_eq!(subprogram.sp_flags(), [&b"DISPFlagDefinition"[..], b"DISPFlagOptimized"]);
        assert_eq!(subprogram.flags().len(), 0);
        for &inst in insts {
            let location = module.location(function, inst).unwrap();
            assert_eq!((location.line(), location.column(), location.inlined_at()), (2, 0, None));
            assert_eq!(location.scope(), Some(subprogram.metadata()));
        }
        let record = function.insts[insts[0]].inst.debug_record().unwrap();
        let variable = module.variable(record).unwrap();
        assert_eq!((variable.name(), variable.arg()), (Some(&b"x"[..]), Some(1)));
        let expression = record.expression().unwrap().within(&module).unwrap();
        let values: Vec<String> =
            expression.expression().map(|value| value.keyword().unwrap().to_string()).collect();
        assert_eq!(values, ["DW_OP_plus_uconst", "4"]);
        let ty: DICompositeType<'_> = variable.ty().unwrap().view().unwrap();
        assert_eq!(ty.tag(), Some(Keyword::Word(b"DW_TAG_structure_type")));
        assert_eq!(ty.size().and_then(Amount::number), Some(64));
        let elements: Vec<_> = ty.elements().unwrap().elements().collect();
        let member: DIDerivedType<'_> = elements[0].unwrap().view().unwrap();
        assert_eq!(
            (member.offset().and_then(Amount::number), member.base_type(), elements[1]),
            (Some(32), None, None)
        );
        assert!(elements[0].unwrap().view::<DISubprogram<'_>>().is_none());
        let unit: DICompileUnit<'_> = subprogram.unit().unwrap().view().unwrap();
        assert_eq!(
            (unit.is_optimized(), unit.emission_kind()),
            (Some(true), Some(Keyword::Word(b"FullDebug")))
        );
        let file: DIFile<'_> = unit.file().unwrap().view().unwrap();
        assert_eq!(file.filename(), Some(&b"f.c"[..]));
        let [_, enumerator, subrange] = module.named_metadata("s").collect::<Vec<_>>()[..] else {
            panic!("three")
        };
        assert_eq!(enumerator.view::<DIEnumerator<'_>>().unwrap().value(), Some(BigInt::from(-3)));
        let count = subrange.view::<DISubrange<'_>>().unwrap().count();
        assert_eq!(count, Some(Amount::Metadata(variable.metadata())));
        assert_eq!(module.metadata.nodes.keys().filter_map(|node| module.node(node).kind()).count(), 10);
    }
}

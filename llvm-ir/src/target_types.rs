//! LLVM's table of target extension types: their size, and where they may stand. Source: LangRef, Target Extension Type, and what LLVM 22
//! accepts.

use crate::types::{Type, TypeKind, Types};

/// The type whose size and alignment a target extension type has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layout {
    /// None: it cannot be in memory.
    None,
    Pointer,
    I32,
    /// As many bytes as the first integer says.
    Bytes,
    /// The second integer is the number of bytes, the third the alignment in bits.
    Given,
    /// As many vector registers as the first integer says, each of which holds a vector of the first type.
    Registers,
    /// Vector: the number of elements, and their bits.
    Fixed(u32, u32),
    /// The same, of a multiple of elements.
    Scalable(u32, u32),
}

/// Where a target extension type may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Property {
    /// There is a `zeroinitializer`.
    Zero,
    /// Variables can have it.
    Global,
    /// `alloca` can allocate it.
    Local,
    /// There are vectors of it.
    Element,
    /// Its values are restricted as those of type `token` are.
    Token,
}
use Property::{Element, Global, Local, Token, Zero};

/// What is known of the target extension types of a name, or of all names with a beginning.
#[derive(Debug)]
pub(crate) struct TargetType {
    name: &'static str,
    layout: Layout,
    properties: &'static [Property],
}

macro_rules! target_types {
    ($($name:literal $layout:expr, $properties:expr;)+) => {
        &[$(TargetType { name: $name, layout: $layout, properties: &$properties }),+]
    };
}

/// The first row counts whose name is that of the type, or the beginning of it if it ends with a dot.
const TABLE: &[TargetType] = target_types! {
    "spirv.Image"             Layout::Pointer,         [Global, Local];
    "spirv.SignedImage"       Layout::Pointer,         [Global, Local];
    "spirv.Type"              Layout::Given,           [Global, Local];
    "spirv.Padding"           Layout::Bytes,           [Global];
    "spirv.IntegralConstant"  Layout::None,            [];
    "spirv.Literal"           Layout::None,            [];
    "spirv."                  Layout::Pointer,         [Zero, Global, Local];
    "dx.Padding"              Layout::Bytes,           [Global];
    "dx."                     Layout::Pointer,         [Global, Local, Token];
    "aarch64.svcount"         Layout::Scalable(16, 1), [Zero, Local];
    "riscv.vector.tuple"      Layout::Registers,       [Zero, Local];
    "amdgcn.named.barrier"    Layout::Fixed(4, 32),    [Global];
    "llvm.test.vectorelement" Layout::I32,             [Local, Element];
};

/// All others.
static UNKNOWN: TargetType = TargetType { name: "", layout: Layout::None, properties: &[] };

/// What LLVM knows of the target extension types with this name.
pub(crate) fn find(name: &[u8]) -> &'static TargetType {
    let matches = |row: &&TargetType| match row.name.ends_with('.') {
        true => name.starts_with(row.name.as_bytes()),
        false => name == row.name.as_bytes(),
    };
    TABLE.iter().find(matches).unwrap_or(&UNKNOWN)
}

impl TargetType {
    pub(crate) fn has(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    /// Whether its size is a multiple of one that is known when the program runs.
    pub(crate) fn is_scalable(&self) -> bool {
        matches!(self.layout, Layout::Registers | Layout::Scalable(..))
    }

    /// The type with the size and alignment of one with these parameters; `None` for types that cannot be in memory.
    pub(crate) fn laid_out_as(&self, all: &Types, types: &[Type], integers: &[u32]) -> Option<Type> {
        let integer = |index: usize| integers.get(index).copied();
        let array = |bits: u32, len: u32| {
            all.intern(TypeKind::Array { len: u64::from(len), element: all.integer(bits) })
        };
        let vector = |scalable: bool, len: u32, bits: u32| {
            all.intern(TypeKind::Vector { len, scalable, element: all.integer(bits) })
        };
        Some(match self.layout {
            Layout::None => return None,
            Layout::Pointer => all.pointer(0),
            Layout::I32 => all.integer(32),
            Layout::Bytes => array(8, integer(0)?),
            Layout::Given => match (integer(1)?, integer(2)?) {
                (0, _) | (_, 0) => all.integer(32),
                (bytes, align) => array(align, bytes.checked_mul(8)? / align),
            },
            Layout::Registers => match *all.kind(*types.first()?) {
                // A register has at least 64 bits.
                TypeKind::Vector { len, .. } => vector(true, len.max(8).checked_mul(integer(0)?)?, 8),
                _ => return None,
            },
            Layout::Fixed(len, bits) => vector(false, len, bits),
            Layout::Scalable(len, bits) => vector(true, len, bits),
        })
    }
}

/// The parameters that the target extension type with this name should have, in LLVM's words, if it has other numbers of types and
/// integers.
pub(crate) fn missing_parameters(name: &[u8], types: usize, integers: usize) -> Option<&'static str> {
    let (expected, words) = match name {
        b"aarch64.svcount" => ((0, 0), "no parameters"),
        b"riscv.vector.tuple" => ((1, 1), "one type parameter and one integer parameter"),
        b"amdgcn.named.barrier" => ((0, 1), "no type parameters and one integer parameter"),
        _ => return None,
    };
    ((types, integers) != expected).then_some(words)
}

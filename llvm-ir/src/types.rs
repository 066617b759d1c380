//! Types, interned in their module, and the definitions of identified structs. Source: LangRef, Type System.

use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use crate::entity::{Interner, StrId};

/// A handle to a type, interned in its module. Equal types have equal handles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Type(u32);
entity_impl!(Type, "type");

/// A handle to an identified struct type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StructId(u32);
entity_impl!(StructId, "struct");

/// The structure of a [`Type`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum TypeKind {
    Void,
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    Label,
    Metadata,
    X86Amx,
    Token,
    /// `i32`: the width in bits, 1 to 2^23.
    Integer(u32),
    /// `b32`: raw bits of memory, which may be those of a pointer; the width as above. LangRef of LLVM 23, Byte Type.
    Byte(u32),
    /// `ptr addrspace(n)`.
    Pointer(u32),
    /// `i32 addrspace(n)*`: only in modules that [`downgrade`](crate::versions::downgrade) has made for LLVM before 15.
    TypedPointer {
        pointee: Type,
        space: u32,
    },
    /// `[n x element]`.
    Array {
        len: u64,
        element: Type,
    },
    /// `<n x element>`, `<vscale x n x element>`.
    Vector {
        len: u32,
        scalable: bool,
        element: Type,
    },
    /// `{ … }`, `<{ … }>`.
    Struct {
        packed: bool,
        fields: Box<[Type]>,
    },
    /// `%name`.
    Identified(StructId),
    /// `ret (params, ...)`.
    Function {
        ret: Type,
        params: Box<[Type]>,
        varargs: bool,
    },
    /// `target("name", types, integers)`.
    TargetExt {
        name: StrId,
        types: Box<[Type]>,
        integers: Box<[u32]>,
    },
}

/// The definition of an identified struct type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentifiedStruct {
    /// The name; `None` if the struct is numbered.
    pub name: Option<StrId>,
    /// The fields; `None` if the struct is opaque.
    pub fields: Option<Box<[Type]>>,
    /// Whether the fields follow each other without padding.
    pub packed: bool,
}

/// Handles of frequently used types.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct CommonTypes {
    pub void: Type,
    pub label: Type,
    pub metadata: Type,
    pub token: Type,
    pub i1: Type,
    pub i8: Type,
    pub i32: Type,
    pub i64: Type,
    pub ptr: Type,
    pub float: Type,
    pub double: Type,
}

/// The kinds of the frequently used types. They are the first types of each module, so their handles are constants.
static COMMON_KINDS: [TypeKind; 11] = [
    TypeKind::Void,
    TypeKind::Label,
    TypeKind::Metadata,
    TypeKind::Token,
    TypeKind::Integer(1),
    TypeKind::Integer(8),
    TypeKind::Integer(32),
    TypeKind::Integer(64),
    TypeKind::Pointer(0),
    TypeKind::Float,
    TypeKind::Double,
];

/// The interned types of a module.
#[derive(Clone, Debug)]
pub struct Types {
    interner: Interner<Type, TypeKind>,
    /// The identified structs, in order of first appearance.
    pub structs: PrimaryMap<StructId, IdentifiedStruct>,
    /// The identified structs, in order of their definitions in the text.
    pub definitions: Vec<StructId>,
    /// Handles of frequently used types.
    pub common: CommonTypes,
}

impl Default for Types {
    fn default() -> Self {
        let interner = Interner::default();
        let [void, label, metadata, token, i1, i8, i32, i64, ptr, float, double] =
            COMMON_KINDS.each_ref().map(|kind| interner.intern(kind.clone()));
        let common = CommonTypes { void, label, metadata, token, i1, i8, i32, i64, ptr, float, double };
        Self { interner, structs: PrimaryMap::new(), definitions: Vec::new(), common }
    }
}

impl Types {
    /// Another handle to the same table, with a copy of the structs.
    pub(crate) fn sharing(&self) -> Self {
        Self {
            interner: self.interner.sharing(),
            structs: self.structs.clone(),
            definitions: self.definitions.clone(),
            common: self.common,
        }
    }

    /// The handle of a type. Identified structs are not interned by their fields: each is a type of its own.
    pub fn intern(&self, kind: TypeKind) -> Type {
        self.interner.intern(kind)
    }

    /// The number of types.
    pub fn count(&self) -> usize {
        self.interner.len()
    }

    /// The structure of a type.
    #[inline]
    pub fn kind(&self, ty: Type) -> &TypeKind {
        // The frequently used types are the same in all modules.
        COMMON_KINDS.get(ty.index()).unwrap_or_else(|| self.interner.get(ty))
    }

    /// The type `iN`. LLVM permits widths from 1 to 2^23 bits; this is not checked here.
    pub fn integer(&self, width: u32) -> Type {
        self.intern(TypeKind::Integer(width))
    }

    /// The pointer type for this address space.
    pub fn pointer(&self, address_space: u32) -> Type {
        match address_space {
            0 => self.common.ptr,
            _ => self.intern(TypeKind::Pointer(address_space)),
        }
    }

    /// The typed pointer to `pointee`, for LLVM before 15.
    pub(crate) fn typed_pointer(&self, pointee: Type, space: u32) -> Type {
        self.intern(TypeKind::TypedPointer { pointee, space })
    }

    /// The address space of a pointer type; `None` for other types.
    pub fn address_space(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Pointer(space) | TypeKind::TypedPointer { space, .. } => Some(space),
            _ => None,
        }
    }

    /// Adds an identified struct and returns its type.
    pub fn add_struct(&mut self, definition: IdentifiedStruct) -> Type {
        let id = self.structs.push(definition);
        self.definitions.push(id);
        self.intern(TypeKind::Identified(id))
    }

    /// Adds an identified struct that will be defined later, and returns its type.
    pub(crate) fn forward_struct(&mut self, name: Option<StrId>) -> Type {
        let id = self.structs.push(IdentifiedStruct { name, fields: None, packed: false });
        self.intern(TypeKind::Identified(id))
    }

    /// The fields of a struct type, and whether it is packed; `None` for other types and opaque structs.
    pub fn struct_fields(&self, ty: Type) -> Option<(&[Type], bool)> {
        match self.kind(ty) {
            TypeKind::Struct { packed, fields } => Some((fields, *packed)),
            TypeKind::Identified(id) => {
                let definition = &self.structs[*id];
                definition.fields.as_deref().map(|fields| (fields, definition.packed))
            }
            _ => None,
        }
    }

    /// The type of the element at `index` of an array, vector or struct.
    #[inline]
    pub fn element(&self, ty: Type, index: u64) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(*element),
            _ => self.struct_fields(ty)?.0.get(usize::try_from(index).ok()?).copied(),
        }
    }

    /// The number of elements of an array, a fixed vector or a struct.
    pub fn element_count(&self, ty: Type) -> Option<u64> {
        match self.kind(ty) {
            TypeKind::Array { len, .. } => Some(*len),
            TypeKind::Vector { len, scalable: false, .. } => Some(u64::from(*len)),
            _ => self.struct_fields(ty).map(|(fields, _)| fields.len() as u64),
        }
    }

    /// The type of the member of an aggregate at these indices; `None` if there is none. Source: LangRef, Aggregate Operations.
    pub fn member(&self, aggregate: Type, indices: &[u32]) -> Option<Type> {
        indices.iter().try_fold(aggregate, |ty, &index| {
            let is_within = self.element_count(ty).is_some_and(|count| u64::from(index) < count);
            self.element(ty, index.into()).filter(|_| is_within && self.is_aggregate(ty))
        })
    }

    /// The element type of a vector; other types unchanged.
    pub fn scalar(&self, ty: Type) -> Type {
        match self.kind(ty) {
            TypeKind::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    /// `scalar`, or a vector of it with the length of `like` if `like` is a vector.
    pub fn with_scalar(&self, like: Type, scalar: Type) -> Type {
        match *self.kind(like) {
            TypeKind::Vector { len, scalable, .. } => {
                self.intern(TypeKind::Vector { len, scalable, element: scalar })
            }
            _ => scalar,
        }
    }

    /// The width of an integer type; `None` for other types.
    pub fn integer_width(&self, ty: Type) -> Option<u32> {
        match self.kind(ty) {
            TypeKind::Integer(width) => Some(*width),
            _ => None,
        }
    }

    /// The width of a type whose constants are spelled as integers: an integer or byte type; `None` for other types.
    pub fn bits_width(&self, ty: Type) -> Option<u32> {
        match self.kind(ty) {
            TypeKind::Integer(width) | TypeKind::Byte(width) => Some(*width),
            _ => None,
        }
    }

    /// Whether this is a byte type.
    pub fn is_byte(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Byte(_))
    }

    /// Whether this is a floating-point type.
    pub fn is_float(&self, ty: Type) -> bool {
        self.float_width(ty).is_some()
    }

    /// Whether an instruction that returns this type may have fast-math flags: floats, vectors of floats, arrays of either, and
    /// homogeneous literal structs of either (LangRef, "Fast-Math Flags").
    pub fn takes_fast_math(&self, ty: Type) -> bool {
        let is_float = |ty| self.is_float(self.scalar(ty));
        match self.kind(ty) {
            TypeKind::Struct { fields, .. } => match fields.split_first() {
                Some((&first, rest)) => is_float(first) && rest.iter().all(|&field| field == first),
                None => false,
            },
            TypeKind::Array { .. } => {
                let mut ty = ty;
                while let TypeKind::Array { element, .. } = *self.kind(ty) {
                    ty = element;
                }
                is_float(ty)
            }
            _ => is_float(ty),
        }
    }

    /// The width in bits of a floating-point type; `None` for other types.
    pub fn float_width(&self, ty: Type) -> Option<u32> {
        Some(match self.kind(ty) {
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            TypeKind::X86Fp80 => 80,
            TypeKind::Fp128 | TypeKind::PpcFp128 => 128,
            _ => return None,
        })
    }

    /// Whether this is a pointer type.
    pub fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_) | TypeKind::TypedPointer { .. })
    }

    /// Whether this is a typed pointer, such as `i8*`.
    pub fn is_typed_pointer(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::TypedPointer { .. })
    }

    /// Whether any type is a typed pointer.
    pub(crate) fn has_typed_pointers(&self) -> bool {
        (0..self.count()).map(Type::new).any(|ty| self.is_typed_pointer(ty))
    }

    /// Whether this is a vector type.
    pub fn is_vector(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Vector { .. })
    }

    /// Whether this is a struct or array type.
    pub fn is_aggregate(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. } | TypeKind::Struct { .. } | TypeKind::Identified(_))
    }

    /// Whether values can have this type: not those of functions, and no opaque struct. LangRef: First Class Types.
    pub fn is_first_class(&self, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function { .. } => false,
            TypeKind::Identified(id) => self.structs[*id].fields.is_some(),
            _ => true,
        }
    }

    /// Whether the type is a scalable vector, or holds one.
    pub fn is_scalable(&self, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Vector { scalable, .. } => *scalable,
            TypeKind::Array { .. }
            | TypeKind::TargetExt { .. }
            | TypeKind::Struct { .. }
            | TypeKind::Identified(_) => self.holds_scalable(ty),
            _ => false,
        }
    }

    fn holds_scalable(&self, ty: Type) -> bool {
        let mut work: SmallVec<[Type; 16]> = smallvec![ty];
        // Structs can hold each other in exponentially many ways; those of usual types need not be remembered.
        let (mut steps, mut seen) = (0, FxHashSet::default());
        while let Some(ty) = work.pop() {
            steps += 1;
            match self.kind(ty) {
                TypeKind::Vector { scalable: true, .. } => return true,
                TypeKind::Array { element, .. } => work.push(*element),
                TypeKind::TargetExt { types, .. } => work.extend(types.iter().copied()),
                _ => {
                    let fields = self.struct_fields(ty).map_or(&[][..], |(fields, _)| fields);
                    if !fields.is_empty() && (steps < 64 || seen.insert(ty)) {
                        work.extend(fields.iter().copied());
                    }
                }
            }
        }
        false
    }

    /// The size in bytes of an element type of plain data ([`ConstantKind::Data`](crate::constants::ConstantKind::Data)): `i8`,
    /// `i16`, `i32`, `i64`, bytes of these widths, `half`, `bfloat`, `float`, `double`. `None` for other types.
    pub fn data_element_size(&self, ty: Type) -> Option<usize> {
        Some(match self.kind(ty) {
            TypeKind::Integer(8) | TypeKind::Byte(8) => 1,
            TypeKind::Integer(16) | TypeKind::Byte(16) | TypeKind::Half | TypeKind::BFloat => 2,
            TypeKind::Integer(32) | TypeKind::Byte(32) | TypeKind::Float => 4,
            TypeKind::Integer(64) | TypeKind::Byte(64) | TypeKind::Double => 8,
            _ => return None,
        })
    }
}

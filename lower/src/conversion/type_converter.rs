//! The type converter: maps types of other dialects to types of the `llvm` dialect.
//!
//! | type | becomes |
//! |---|---|
//! | `i32`, `si32`, `ui32` | `i32` |
//! | `index` | an integer as wide as the data layout or the option `index-bitwidth` says |
//! | `f16`, `bf16`, `f32`, `f64`, `f80`, `f128` | itself |
//! | floats of at most 8 bits | an integer as wide |
//! | `complex<T>` | `!llvm.struct<(T, T)>` |
//! | `vector<T>`, `vector<4xT>`, `vector<2x[4]xT>` | `vector<1xT>`, itself, arrays of one-dimensional vectors |
//! | `memref<4x?xT, layout, space>` | `!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>` |
//! | `memref<*xT, space>` | `!llvm.struct<(i64, ptr)>` |
//! | a function type | `!llvm.ptr` |
//! | types of `llvm`, and declared types of its targets | themselves, with their component types converted |
//! | `tensor`, `tuple`, `none` and all others | nothing: values of such a type are not converted |
//!
//! Source: MLIR's "LLVM IR Target", Conversion Patterns; `LLVMTypeConverter`.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use tern_dialect_llvm::types as llvm;
use tern_mlir::asm::attribute_to_string;
use tern_mlir::builtin::memref::StridedMemRef;
use tern_mlir::diagnostic::Diagnostic;
use tern_mlir::types::Signedness;
use tern_mlir::{AttrKind, Attribute, Context, FloatKind, Location, OpRef, Type, TypeKind, Value};

use super::data_layout::DataLayout;
use super::mapping::Values;
use super::rewriter::Rewriter;

/// The options of a lowering to `llvm`.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// The width of `index` in bits.
    pub index_width: u32,
    /// Whether functions take memrefs as bare pointers.
    pub bare_pointers: bool,
    /// The widths of pointers and of `index` on the target.
    pub layout: DataLayout,
    /// Whether memory is allocated with `aligned_alloc` rather than `malloc`.
    pub aligned_alloc: bool,
    /// Whether memory is allocated with `_mlir_memref_to_llvm_alloc` and related functions.
    pub generic_functions: bool,
}

impl Default for LowerOptions {
    /// The options for the default data layout, independent of any module.
    fn default() -> Self {
        Self::of(DataLayout::default(), 0)
    }
}

impl LowerOptions {
    /// The options for the data layout of `op`. A non-zero `index_width` overrides the width of `index` in that layout.
    pub fn new(op: OpRef<'_>, index_width: u32) -> Self {
        Self::of(DataLayout::of(op), index_width)
    }

    /// The options for a given data layout; `index_width` as in [`new`](Self::new).
    pub fn of(layout: DataLayout, index_width: u32) -> Self {
        let index_width = if index_width == 0 { layout.index_width } else { index_width };
        Self { index_width, bare_pointers: false, layout, aligned_alloc: false, generic_functions: false }
    }
}

/// The answer of a conversion callback: `None` if it does not apply, an error if the type cannot be converted, or the result.
pub type Converted<T = Type> = Option<Result<T, CannotConvert>>;

/// The converted form of a type, usually one type.
pub type Types = SmallVec<[Type; 1]>;

/// The error for a type that cannot be converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CannotConvert;

type Conversion<'c> = Box<dyn Fn(&TypeConverter<'c>, Type) -> Converted<Types> + 'c>;

/// A request to build a value from others, or several values if `R` is a slice of types. MLIR: target and source
/// materialization.
#[derive(Clone, Copy, Debug)]
pub struct Materialization<'v, R = Type> {
    /// The type or types to build.
    pub result: R,
    /// The values to build from.
    pub inputs: &'v [Value],
    /// The type that was converted to `result`; `None` if `result` is itself an unconverted type.
    pub original: Option<Type>,
}

/// A request to build all values of a 1:N conversion at once.
pub type MaterializationOfSeveral<'v> = Materialization<'v, &'v [Type]>;

/// A callback that builds values, one per wanted type; `None` if it does not apply.
type Materialize<'c> = Box<
    dyn Fn(&TypeConverter<'c>, &mut Rewriter<'_, 'c>, MaterializationOfSeveral<'_>) -> Option<Values> + 'c,
>;

/// Converts types. Conversions [added](Self::add_conversion) later take precedence over the table above and over earlier ones.
pub struct TypeConverter<'c> {
    context: &'c Context,
    /// The options of the lowering.
    pub options: LowerOptions,
    conversions: Vec<Conversion<'c>>,
    memory_spaces: Vec<Box<dyn Fn(Attribute) -> Option<u32> + 'c>>,
    materializations: Vec<Materialize<'c>>,
    cache: RefCell<FxHashMap<Type, Option<Types>>>,
    /// Identified structs whose conversion is in progress, so that recursive types terminate.
    pending: RefCell<Vec<Type>>,
    depth: Cell<u32>,
    /// Errors found in types, to be reported by the caller.
    complaints: RefCell<Vec<Diagnostic>>,
}

/// The deepest nesting of types that is converted.
const MAX_DEPTH: u32 = 256;

/// Whether an integer attribute of this type can be a memory space: it must be signless.
fn is_plain(context: &Context, ty: Type) -> bool {
    !matches!(
        ty.kind(context),
        TypeKind::Integer { signedness: Signedness::Signed | Signedness::Unsigned, .. }
    )
}

impl<'c> TypeConverter<'c> {
    /// Creates a converter with the conversions of the table above.
    pub fn new(context: &'c Context, options: LowerOptions) -> Self {
        Self {
            context,
            options,
            conversions: Vec::new(),
            memory_spaces: Vec::new(),
            materializations: Vec::new(),
            cache: RefCell::default(),
            pending: RefCell::default(),
            depth: Cell::new(0),
            complaints: RefCell::default(),
        }
    }

    /// Adds a conversion. It is tried before those added earlier.
    pub fn add_conversion(&mut self, convert: impl Fn(&TypeConverter<'c>, Type) -> Converted + 'c) {
        self.add_conversion_to_several(move |converter, ty| {
            convert(converter, ty).map(|converted| converted.map(|ty| smallvec![ty]))
        });
    }

    /// Adds a conversion to any number of types; values of such a type are split. It is tried before those added earlier. MLIR:
    /// 1:N conversion.
    pub fn add_conversion_to_several(
        &mut self,
        convert: impl Fn(&TypeConverter<'c>, Type) -> Converted<Types> + 'c,
    ) {
        self.conversions.push(Box::new(convert));
        self.cache.borrow_mut().clear();
    }

    /// Adds a conversion from memory space attributes other than integers to address spaces. It is tried before those added
    /// earlier.
    pub fn add_memory_space(&mut self, convert: impl Fn(Attribute) -> Option<u32> + 'c) {
        self.memory_spaces.push(Box::new(convert));
        self.cache.borrow_mut().clear();
    }

    /// Adds a way to build values where converted and unconverted types meet. It is tried before those added earlier.
    pub fn add_materialization(
        &mut self,
        make: impl Fn(&TypeConverter<'c>, &mut Rewriter<'_, 'c>, Materialization<'_>) -> Option<Value> + 'c,
    ) {
        self.add_materialization_of_several(move |converter, rewriter, wanted| {
            let &[result] = wanted.result else { return None };
            let Materialization { inputs, original, .. } = wanted;
            Some(smallvec![make(converter, rewriter, Materialization { result, inputs, original })?])
        });
    }

    /// Adds a way to build the values of a 1:N conversion. It is tried before those added earlier.
    pub fn add_materialization_of_several(
        &mut self,
        make: impl Fn(&TypeConverter<'c>, &mut Rewriter<'_, 'c>, MaterializationOfSeveral<'_>) -> Option<Values>
        + 'c,
    ) {
        self.materializations.push(Box::new(make));
    }

    /// The context that types are interned in.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Converts a type; `None` if it cannot be converted to exactly one type.
    pub fn convert(&self, ty: Type) -> Option<Type> {
        match self.convert_to_several(ty)?[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Converts a type to any number of types; `None` if it cannot be converted.
    pub fn convert_to_several(&self, ty: Type) -> Option<Types> {
        if let Some(known) = self.cache.borrow().get(&ty) {
            return known.clone();
        }
        if self.depth.get() >= MAX_DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let added = self.conversions.iter().rev().find_map(|conversion| conversion(self, ty));
        let by_table = || self.convert_by_table(ty).map(|ty| smallvec![ty]);
        let converted = added.map_or_else(by_table, Result::ok);
        self.depth.set(self.depth.get() - 1);
        // Results that depend on a struct in progress are not final and must not be cached.
        if self.pending.borrow().is_empty() {
            self.cache.borrow_mut().insert(ty, converted.clone());
        }
        converted
    }

    /// Converts each of `types` to one type; `None` if that fails for any of them.
    pub fn convert_all(&self, types: &[Type]) -> Option<Vec<Type>> {
        types.iter().map(|&ty| self.convert(ty)).collect()
    }

    /// Whether `ty` is converted to itself.
    pub fn is_legal(&self, ty: Type) -> bool {
        self.convert(ty) == Some(ty)
    }

    /// The integer type that `index` is converted to.
    pub fn index(&self) -> Type {
        Type::integer(self.context, self.options.index_width)
    }

    /// The type `!llvm.ptr` in an address space.
    pub fn pointer(&self, address_space: u32) -> Type {
        llvm::pointer(self.context, address_space)
    }

    /// The address space for a memory space; `None` if it has none.
    pub fn address_space(&self, memory_space: Option<Attribute>) -> Option<u32> {
        let Some(space) = memory_space else { return Some(0) };
        if let Some(converted) = self.memory_spaces.iter().rev().find_map(|convert| convert(space)) {
            return Some(converted);
        }
        match space.kind(self.context) {
            AttrKind::Integer { ty, .. } if is_plain(self.context, *ty) => {
                space.as_u64(self.context).and_then(|space| u32::try_from(space).ok())
            }
            _ => None,
        }
    }

    /// Takes the errors found in types. They do not end a conversion: operations with such types stay.
    pub(crate) fn take_complaints(&self) -> Vec<Diagnostic> {
        self.complaints.take()
    }

    #[cold]
    fn complain_of_space(&self, space: Attribute) {
        let shown = attribute_to_string(self.context, space);
        let message = format!(
            "conversion of memref memory space {shown} to integer address space failed. Consider adding memory space conversions."
        );
        let complaint = Diagnostic::error(Location::unknown(self.context), message);
        self.complaints.borrow_mut().push(complaint);
    }

    /// The strided form of a ranked memref type; without one, this is reported.
    fn strided(&self, ty: Type) -> Option<StridedMemRef> {
        let form = StridedMemRef::of(self.context, ty);
        if form.is_none() {
            let message = "conversion to strided form failed either due to non-strided layout maps (which should have been \
                normalized away) or other reasons";
            let complaint = Diagnostic::error(Location::unknown(self.context), message);
            self.complaints.borrow_mut().push(complaint);
        }
        form
    }

    /// The field types of the descriptor of a ranked memref; if `unpacked`, with the arrays expanded to their elements.
    pub(crate) fn memref_fields(&self, memref: &StridedMemRef, unpacked: bool) -> Option<Vec<Type>> {
        self.convert(memref.element)?;
        let Some(space) = self.address_space(memref.memory_space) else {
            memref.memory_space.into_iter().for_each(|space| self.complain_of_space(space));
            return None;
        };
        let pointer = self.pointer(space);
        let (index, rank) = (self.index(), memref.rank());
        let mut fields = vec![pointer, pointer, index];
        match (rank, unpacked) {
            (0, _) => {}
            (_, true) => fields.resize(3 + 2 * rank, index),
            (_, false) => fields.extend([llvm::array(self.context, index, rank as u64); 2]),
        }
        Some(fields)
    }

    /// The field types of the descriptor of an unranked memref.
    pub(crate) fn unranked_memref_fields(&self) -> [Type; 2] {
        [self.index(), self.pointer(0)]
    }

    /// The parameter types for an argument of type `ty`: the fields of a memref's descriptor, unless `bare_pointers`.
    pub(crate) fn convert_argument(&self, ty: Type, bare_pointers: bool) -> Option<Vec<Type>> {
        match ty.kind(self.context) {
            TypeKind::MemRef { .. } if bare_pointers => Some(vec![self.bare_pointer(ty)?]),
            TypeKind::MemRef { .. } => self.memref_fields(&self.strided(ty)?, true),
            TypeKind::UnrankedMemRef { .. } if bare_pointers => None,
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.convert(*element)?;
                self.address_space(*memory_space)?;
                Some(self.unranked_memref_fields().to_vec())
            }
            _ => Some(self.convert_to_several(ty)?.into_vec()),
        }
    }

    /// The pointer type that represents a memref with static shape, strides and offset.
    pub(crate) fn bare_pointer(&self, ty: Type) -> Option<Type> {
        let memref = StridedMemRef::of(self.context, ty).filter(StridedMemRef::is_static)?;
        self.convert(memref.element)?;
        Some(self.pointer(self.address_space(memref.memory_space)?))
    }

    /// The return type for results of these types: void, one type, or a struct.
    pub(crate) fn pack_results(&self, types: &[Type], bare_pointers: bool) -> Option<Type> {
        match &*types
            .iter()
            .map(|&ty| self.convert_result(ty, bare_pointers))
            .collect::<Option<Vec<_>>>()?
            .concat()
        {
            [] => Some(llvm::void(self.context)),
            [one] => Some(*one),
            several => Some(llvm::struct_literal(self.context, several, false)),
        }
    }

    /// The return types for a result of type `ty`: its converted type, or a pointer for a memref if `bare_pointers`.
    pub(crate) fn convert_result(&self, ty: Type, bare_pointers: bool) -> Option<Vec<Type>> {
        match ty.kind(self.context) {
            TypeKind::MemRef { .. } if bare_pointers => Some(vec![self.bare_pointer(ty)?]),
            TypeKind::UnrankedMemRef { .. } if bare_pointers => None,
            _ => Some(self.convert_to_several(ty)?.into_vec()),
        }
    }

    fn convert_by_table(&self, ty: Type) -> Option<Type> {
        let context = self.context;
        match ty.kind(context) {
            TypeKind::Integer { width, .. } => Some(Type::integer(context, *width)),
            TypeKind::Index => Some(self.index()),
            TypeKind::Float(kind) => self.convert_float(ty, *kind),
            TypeKind::Complex(element) => {
                let element = self.convert(*element)?;
                Some(llvm::struct_literal(context, &[element, element], false))
            }
            // Functions become pointers, whatever their parameters and results.
            TypeKind::Function { .. } => Some(self.pointer(0)),
            TypeKind::Vector { shape, scalable, element } => self.convert_vector(shape, scalable, *element),
            TypeKind::MemRef { .. } => {
                let fields = self.memref_fields(&self.strided(ty)?, false)?;
                Some(llvm::struct_literal(context, &fields, false))
            }
            TypeKind::UnrankedMemRef { element, memory_space } => {
                self.convert(*element)?;
                self.address_space(*memory_space)?;
                Some(llvm::struct_literal(context, &self.unranked_memref_fields(), false))
            }
            TypeKind::Declared { def, .. } if def.dialect == "llvm" => self.convert_llvm(ty),
            TypeKind::Declared { .. } => None,
            TypeKind::None
            | TypeKind::Tuple(_)
            | TypeKind::RankedTensor { .. }
            | TypeKind::UnrankedTensor(_)
            | TypeKind::Opaque { .. } => None,
        }
    }

    fn convert_float(&self, ty: Type, kind: FloatKind) -> Option<Type> {
        match kind {
            FloatKind::F16
            | FloatKind::BF16
            | FloatKind::F32
            | FloatKind::F64
            | FloatKind::F80
            | FloatKind::F128 => Some(ty),
            FloatKind::TF32 => None,
            small => Some(Type::integer(self.context, small.width())),
        }
    }

    /// Converts a vector: LLVM's vectors have one dimension, which alone can be scalable.
    fn convert_vector(&self, shape: &[i64], scalable: &[bool], element: Type) -> Option<Type> {
        let element = self.convert(element)?;
        let vector = |length: i64, scalable: bool| {
            let (shape, scalable) = ([length].into(), [scalable].into());
            self.context.ty(TypeKind::Vector { shape, scalable, element })
        };
        let Some((&length, outer)) = shape.split_last() else { return Some(vector(1, false)) };
        let (&last_scalable, outer_scalable) = scalable.split_last()?;
        if outer_scalable.contains(&true) {
            return None;
        }
        let innermost = vector(length, last_scalable);
        Some(outer.iter().rev().fold(innermost, |ty, &size| llvm::array(self.context, ty, size as u64)))
    }

    /// Converts the component types of a type of the `llvm` dialect.
    fn convert_llvm(&self, ty: Type) -> Option<Type> {
        let context = self.context;
        if let Some((element, length)) = llvm::array_parts(context, ty) {
            return Some(llvm::array(context, self.convert(element)?, length));
        }
        if let Some(parts) = llvm::function_parts(context, ty) {
            let parameters = self.convert_all(&parts.parameters)?;
            return Some(llvm::function(context, self.convert(parts.result)?, &parameters, parts.variadic));
        }
        let Some((fields, packed)) = llvm::struct_fields(context, ty) else { return Some(ty) };
        let Some(name) = llvm::struct_name(context, ty) else {
            return Some(llvm::struct_literal(context, &self.convert_all(&fields)?, packed));
        };
        if self.refers_to_legal_types_only(ty, &mut Vec::new(), 0) {
            return Some(ty);
        }
        // A struct whose fields change gets a new name; fields that refer to the struct use the new name at once.
        let name = format!("_Converted.{}", context.str(name));
        let converted = llvm::struct_identified(context, &name);
        if self.pending.borrow().contains(&ty) {
            return Some(converted);
        }
        self.pending.borrow_mut().push(ty);
        let fields = self.convert_all(&fields);
        self.pending.borrow_mut().pop();
        // If another struct has that name, the conversion fails.
        llvm::struct_set_body(context, converted, &fields?, packed).then_some(converted)
    }

    /// Whether conversion leaves all types reachable from an identified struct unchanged.
    fn refers_to_legal_types_only(&self, ty: Type, seen: &mut Vec<Type>, depth: u32) -> bool {
        let context = self.context;
        if depth > MAX_DEPTH {
            return false;
        }
        if let Some((element, _)) = llvm::array_parts(context, ty) {
            return self.refers_to_legal_types_only(element, seen, depth + 1);
        }
        match llvm::struct_fields(context, ty) {
            Some((fields, _)) => {
                if seen.contains(&ty) {
                    return true;
                }
                seen.push(ty);
                fields.iter().all(|&field| self.refers_to_legal_types_only(field, seen, depth + 1))
            }
            None => self.is_legal(ty),
        }
    }

    /// Builds a value from others: by an added materialization, otherwise by the memref calling convention. `None` if only a
    /// cast is possible.
    pub(super) fn materialize(
        &self,
        rewriter: &mut Rewriter<'_, 'c>,
        wanted: MaterializationOfSeveral<'_>,
    ) -> Option<Values> {
        let added = self.materializations.iter().rev().find_map(|make| make(self, rewriter, wanted));
        added.or_else(|| {
            let (&[result], Materialization { inputs, original, .. }) = (wanted.result, wanted) else {
                return None;
            };
            let wanted = Materialization { result, inputs, original };
            Some(smallvec![super::descriptors::materialize(self, rewriter, wanted)?])
        })
    }
}

//! The `xevm` dialect: Intel's Xe GPUs. Source: MLIR's `XeVMOps.td` and `XeVMDialect.cpp`.
//!
//! Operations become calls of OpenCL's built-in functions; a pass does this. Cache control attributes of accesses become
//! metadata for SPIR-V.

use tern_dialect_llvm::attributes::CONSTANT_RANGE;
use tern_dialect_llvm::constraints::{is_integer, vector_element};
use tern_dialect_llvm::ops as llvm;
use tern_export::extension::{Attachments, AttributePlace, DialectTranslation, TranslatesTo};
use tern_llvm_ir as ir;
use tern_mlir::declare::ParamKind::{Class, Enum, Signed, String};
use tern_mlir::declare::{
    AttrClass, Dialect, OpDef, Param, View, attribute_classes, attribute_defs, concat, enums, families,
    operations, type_constraints,
};
use tern_mlir::verify::Verifier;
use tern_mlir::{Attribute, Context, FloatKind, OpRef, Type, TypeKind, Value, ValueDef};

use crate::constraints::{
    Element, I32, POINTER, bf16, f16, f32, i8, i16, i32, i64, is_one_of, is_pointer_into, vector_parts,
};
use crate::functions::integer;

/// The declaration of the dialect.
pub static DIALECT: Dialect = Dialect {
    operations: ALL,
    attributes: ATTRIBUTES,
    enums: ENUMS,
    interfaces: &[&TranslatesTo(&Caches)],
    ..Dialect::new("xevm")
};

static ALL: &[&OpDef] = &concat!(&OpDef; TABLE, OPERATIONS);

enums! {
    /// An address space.
    AddrSpace: 32 {
        Private = 0 => "private", Global = 1 => "global", Constant = 2 => "constant", Shared = 3 => "shared",
        Generic = 4 => "generic",
    }

    /// Cache control of loads at three cache levels: uncached (`uc`), cached (`c`), streaming (`s`), or invalidate after read
    /// (`ir`).
    LoadCacheControl: 32 {
        L1ucL2ucL3uc = 1 => "L1uc_L2uc_L3uc", L1ucL2ucL3c = 2 => "L1uc_L2uc_L3c",
        L1ucL2cL3uc = 3 => "L1uc_L2c_L3uc", L1ucL2cL3c = 4 => "L1uc_L2c_L3c",
        L1cL2ucL3uc = 5 => "L1c_L2uc_L3uc", L1cL2ucL3c = 6 => "L1c_L2uc_L3c",
        L1cL2cL3uc = 7 => "L1c_L2c_L3uc", L1cL2cL3c = 8 => "L1c_L2c_L3c",
        L1sL2ucL3uc = 9 => "L1s_L2uc_L3uc", L1sL2ucL3c = 10 => "L1s_L2uc_L3c",
        L1sL2cL3uc = 11 => "L1s_L2c_L3uc", L1sL2cL3c = 12 => "L1s_L2c_L3c", InvalidateRead = 13 => "ir",
    }

    /// The scope of a fence.
    MemScope: 32 {
        Lane = 0 => "lane", Subgroup = 1 => "subgroup", Workgroup = 2 => "workgroup", Cluster = 3 => "cluster",
        Device = 4 => "device", System = 5 => "system",
    }

    /// Cache control of stores at three cache levels: uncached (`uc`), write-through (`wt`), write-back (`wb`), or streaming
    /// (`s`).
    StoreCacheControl: 32 {
        L1ucL2ucL3uc = 1 => "L1uc_L2uc_L3uc", L1ucL2ucL3wb = 2 => "L1uc_L2uc_L3wb",
        L1ucL2wbL3uc = 3 => "L1uc_L2wb_L3uc", L1ucL2wbL3wb = 4 => "L1uc_L2wb_L3wb",
        L1wtL2ucL3uc = 5 => "L1wt_L2uc_L3uc", L1wtL2ucL3wb = 6 => "L1wt_L2uc_L3wb",
        L1wtL2wbL3uc = 7 => "L1wt_L2wb_L3uc", L1wtL2wbL3wb = 8 => "L1wt_L2wb_L3wb",
        L1sL2ucL3uc = 9 => "L1s_L2uc_L3uc", L1sL2ucL3wb = 10 => "L1s_L2uc_L3wb",
        L1sL2wbL3uc = 11 => "L1s_L2wb_L3uc", L1sL2wbL3wb = 12 => "L1s_L2wb_L3wb",
        L1wbL2ucL3uc = 13 => "L1wb_L2uc_L3uc", L1wbL2wbL3uc = 14 => "L1wb_L2wb_L3uc",
        L1wbL2ucL3wb = 15 => "L1wb_L2uc_L3wb",
    }

    /// The element type of a matrix.
    ElemType: 32 {
        Bf16 = 8 => "bf16", F16 = 9 => "f16", S8 = 10 => "s8", U8 = 11 => "u8", S4 = 12 => "s4", U4 = 13 => "u4",
        Tf32 = 14 => "tf32", F32 = 15 => "f32", S32 = 16 => "s32",
    }
}

attribute_defs! { "xevm";
    /// An address space.
    ADDR_SPACE = "addr_space" {
        params: { value: required(Enum(AddrSpace::DEF)) },
        format: "`<` $value `>`",
    }

    /// Cache control of loads.
    LOAD_CACHE_CONTROL = "load_cache_control" {
        params: { value: required(Enum(LoadCacheControl::DEF)) },
        format: "`<` $value `>`",
    }

    /// The sizes of matrices: A is M by K, B is K by N, C and D are M by N.
    MMA_SHAPE = "mma_shape" {
        params: { m: required(Signed(32)), n: required(Signed(32)), k: required(Signed(32)) },
        format: "`<` struct(params) `>`",
    }

    /// The element types of the matrices.
    MMA_TYPES = "mma_types" {
        params: {
            d: required(Enum(ElemType::DEF)), a: required(Enum(ElemType::DEF)), b: required(Enum(ElemType::DEF)),
            c: optional(Enum(ElemType::DEF)),
        },
        format: "`<` struct(params) `>`",
    }

    /// The scope of a fence.
    MEM_SCOPE = "mem_scope" {
        params: { value: required(Enum(MemScope::DEF)) },
        format: "`<` $value `>`",
    }

    /// Cache control of stores.
    STORE_CACHE_CONTROL = "store_cache_control" {
        params: { value: required(Enum(StoreCacheControl::DEF)) },
        format: "`<` $value `>`",
    }

    /// The target of a compilation.
    TARGET = "target" {
        params: {
            O: default(Signed(32), "2"),
            triple: default(String, "\"spirv64-unknown-unknown\""),
            chip: default(String, "\"bmg\""),
            flags: optional(Class(&AttrClass::Dictionary)),
            linkFiles: optional(Class(&AttrClass::Array)),
        },
        format: "(`<` struct($O, $triple, $chip, $flags, $linkFiles)^ `>`)?",
        verify: verify_target,
    }
}

fn verify_target(context: &Context, params: &[Param]) -> Result<(), std::string::String> {
    let [level, triple, chip, _, files] = params else { return Ok(()) };
    let is_empty = |text: &Param| text.as_string().is_some_and(|text| context.bytes(text).is_empty());
    if matches!(level, Param::Signed(level) if !(0..=3).contains(level)) {
        return Err("The optimization level must be a number between 0 and 3.".to_owned());
    }
    if is_empty(triple) {
        return Err("The target triple cannot be empty.".to_owned());
    }
    if is_empty(chip) {
        return Err("The target chip cannot be empty.".to_owned());
    }
    let files = files.as_attribute().and_then(|files| files.as_array(context)).unwrap_or_default();
    match files.iter().any(|file| file.as_str(context) == Some("")) {
        true => Err("File paths in linkFiles cannot be empty.".to_owned()),
        false => Ok(()),
    }
}

/// An integer of one of these widths, of any signedness.
fn is_width(context: &Context, ty: Type, widths: &[u32]) -> bool {
    is_integer(context, ty) && ty.integer_width(context).is_some_and(|width| widths.contains(&width))
}

/// A vector with one fixed dimension and elements of these types.
fn is_row(context: &Context, ty: Type, element: impl Fn(Type) -> bool) -> bool {
    matches!(vector_parts(context, ty), Some(([_], [false], ty)) if element(ty))
}

fn is_matrix_element(context: &Context, ty: Type) -> bool {
    let tf32 = matches!(ty.kind(context), TypeKind::Float(FloatKind::TF32));
    tf32 || is_width(context, ty, &[8, 16, 32]) || is_one_of(context, ty, &[f32, f16, bf16])
}

const BLOCK_ELEMENTS: &[Element] = &[i8, i16, i32, i64];

type_constraints! {
    /// A thread's part of a matrix.
    MATRIX = "fixed-length vector of 8-bit integer or 16-bit integer or 32-bit integer or 32-bit float or tf32 type or 16-bit float or bfloat16 type values of ranks 1",
        |c, t| is_row(c, t, |element| is_matrix_element(c, element)), kind Vector;
    /// A thread's part of a block.
    BLOCK = "8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or fixed-length vector of 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer values of ranks 1",
        |c, t| is_one_of(c, t, BLOCK_ELEMENTS) || is_row(c, t, |element| is_one_of(c, element, BLOCK_ELEMENTS));
    /// An index or a size.
    I32_OR_I64 = "32-bit signless integer or 64-bit signless integer", |c, t| i32(c, t) || i64(c, t);
    /// A pointer from which data can be prefetched.
    GLOBAL_OR_GENERIC = "LLVM pointer in address space 1 or LLVM pointer in address space 4",
        |c, t| is_pointer_into(c, t, &[1, 4]);
}

attribute_classes! {
    SIZE: u32 = AttrClass::Integer(32);
}

families! { "xevm." => "llvm.xevm.";
    /// An index of a thread, or the size of a group or of the grid; its range may be given.
    family [] {
        attributes: { range: optional(AttrClass::Declared(&CONSTANT_RANGE)) },
        results: { res: one(I32_OR_I64) },
        format: "(`range` $range^)? attr-dict `:` type($res)",
    }
    "group_count.x", "group_count.y", "group_count.z", "lane_id", "subgroup_id", "subgroup_size", "local_size.x",
    "local_size.y", "local_size.z", "group_id.x", "group_id.y", "group_id.z", "local_id.x", "local_id.y",
    "local_id.z";
}

operations! {
    /// Loads a block of a matrix; each thread gets its part.
    BlockLoad2d = "xevm.blockload2d" {
        operands: {
            ptr: one(POINTER), base_width: one(I32), base_height: one(I32), base_pitch: one(I32), x: one(I32),
            y: one(I32),
        },
        attributes: {
            elem_size_in_bits: required(SIZE), tile_width: required(SIZE), tile_height: required(SIZE),
            v_blocks: required(SIZE), transpose: required(AttrClass::Bool), pack_register: required(AttrClass::Bool),
            cache_control: optional(AttrClass::Declared(&LOAD_CACHE_CONTROL)),
        },
        results: { res: one(MATRIX) },
        format: "operands prop-dict attr-dict `:` functional-type(operands, results)",
        verify: verify_load_2d,
    }

    /// Loads consecutive memory; each thread gets its part.
    BlockLoad = "xevm.blockload" {
        operands: { ptr: one(POINTER) },
        attributes: { cache_control: optional(AttrClass::Declared(&LOAD_CACHE_CONTROL)) },
        results: { res: one(BLOCK) },
        format: "operands prop-dict attr-dict `:` functional-type(operands, results)",
        verify: verify_block_load,
    }

    /// Prefetches a block of a matrix into caches.
    BlockPrefetch2d = "xevm.blockprefetch2d" {
        operands: {
            ptr: one(POINTER), base_width: one(I32), base_height: one(I32), base_pitch: one(I32), x: one(I32),
            y: one(I32),
        },
        attributes: {
            elem_size_in_bits: required(SIZE), tile_width: required(SIZE), tile_height: required(SIZE),
            v_blocks: required(SIZE), cache_control: optional(AttrClass::Declared(&LOAD_CACHE_CONTROL)),
        },
        format: "operands prop-dict attr-dict `:` `(` type(operands) `)`",
        verify: verify_prefetch_2d,
    }

    /// Stores a block of a matrix; each thread supplies its part.
    BlockStore2d = "xevm.blockstore2d" {
        operands: {
            ptr: one(POINTER), base_width: one(I32), base_height: one(I32), base_pitch: one(I32), x: one(I32),
            y: one(I32), stored_val: one(MATRIX),
        },
        attributes: {
            elem_size_in_bits: required(SIZE), tile_width: required(SIZE), tile_height: required(SIZE),
            cache_control: optional(AttrClass::Declared(&STORE_CACHE_CONTROL)),
        },
        format: "operands prop-dict attr-dict `:` `(` type(operands) `)`",
        verify: verify_store_2d,
    }

    /// Stores consecutive memory; each thread supplies its part.
    BlockStore = "xevm.blockstore" {
        operands: { ptr: one(POINTER), val: one(BLOCK) },
        attributes: { cache_control: optional(AttrClass::Declared(&STORE_CACHE_CONTROL)) },
        format: "operands prop-dict attr-dict `:` `(` type(operands) `)`",
        verify: verify_block_store,
    }

    /// Multiplies two matrices and adds a third, jointly by all threads of a subgroup.
    MMA = "xevm.mma" {
        operands: { a: one(MATRIX), b: one(MATRIX), c: optional(MATRIX) },
        attributes: {
            shape: required(AttrClass::Declared(&MMA_SHAPE)), types: required(AttrClass::Declared(&MMA_TYPES)),
        },
        results: { d: one(MATRIX) },
        format: "$a `,` $b (`,` $c^)? ` ` `{` `shape` `=` $shape `,` `types` `=` $types `}` attr-dict `:` \
            functional-type(operands, results)",
        verify: verify_mma,
    }

    /// A memory fence: orders the thread's accesses before and after it, as seen by others.
    MemFence = "xevm.memfence" {
        attributes: {
            scope: required(AttrClass::Declared(&MEM_SCOPE)),
            addrspace: default(AttrClass::Declared(&ADDR_SPACE), "generic"),
        },
        format: "prop-dict attr-dict",
    }

    /// Prefetches data into caches.
    Prefetch = "xevm.prefetch" {
        operands: { ptr: one(GLOBAL_OR_GENERIC) },
        attributes: { cache_control: optional(AttrClass::Declared(&LOAD_CACHE_CONTROL)) },
        format: "operands prop-dict attr-dict `:` `(` type(operands) `)`",
    }
}

/// The shape of the matrix block that an operation accesses.
#[derive(Clone, Copy)]
struct Block {
    bits: i64,
    width: i64,
    height: i64,
    count: i64,
}

impl Block {
    /// The numbers are those of attributes, which are signed.
    fn new(bits: u32, width: u32, height: u32, count: u32) -> Block {
        let [bits, width, height, count] =
            [bits, width, height, count].map(|number| i64::from(number.cast_signed()));
        Block { bits, width, height, count }
    }
}

/// The result of a check; the error is a message.
type Check = Result<(), std::string::String>;

fn report(verifier: &mut Verifier<'_>, op: OpRef<'_>, check: Check) {
    if let Err(message) = check {
        verifier.error(op, message);
    }
}

fn demand(holds: bool, message: &str) -> Check {
    if holds { Ok(()) } else { Err(message.to_owned()) }
}

fn between(what: &str, value: i64, low: i64, high: i64) -> Check {
    demand((low..=high).contains(&value), &format!("expecting {what} to be between {low} and {high}"))
}

/// The value of a constant operand.
fn constant(op: OpRef<'_>, value: Value) -> Option<i64> {
    let ValueDef::Result(producer, _) = op.body.value_def(value) else { return None };
    let producer = OpRef::new(op.context, op.body, producer);
    llvm::Constant::unverified(producer)?.value()?.as_i64(op.context)
}

/// Checks common to all accesses to matrix blocks.
fn check_matrix(op: OpRef<'_>, width: Value, pitch: Value, block: Block) -> Check {
    if let (Some(width), Some(pitch)) = (constant(op, width), constant(op, pitch)) {
        demand(pitch >= width, "4th operand (base pitch) should be >= 2nd operand (base width)")?;
    }
    demand(matches!(block.bits, 8 | 16 | 32), "expecting 'elem_size_in_bits' to be 8, 16, or 32")?;
    let height = matches!(block.height, 1 | 2 | 4 | 8 | 16 | 32);
    demand(height, "expecting tile_height to be 1, 2, 4, 8, 16, or 32")?;
    demand(matches!(block.count, 1 | 2 | 4 | 8), "expecting v_blocks to be 1, 2, 4, or 8")
}

/// Checks of loads by rows.
fn check_rows(block: Block) -> Check {
    let Block { bits, width, height, count } = block;
    between("tile_height", height, 1, 32)?;
    let (low, high) = widths(bits)?;
    between("tile_width", width, low, high)?;
    match bits {
        8 | 16 => demand(matches!(count, 1 | 2 | 4), "expecting v_blocks to be 1, 2, or 4")?,
        32 => demand(matches!(count, 1 | 2), "expecting v_blocks to be 1 or 2")?,
        _ => demand(count == 1, "expecting v_blocks to be 1")?,
    }
    check_total(block, high)
}

/// The minimum and maximum widths of blocks, whose rows have at most 64 bytes.
fn widths(bits: i64) -> Result<(i64, i64), std::string::String> {
    match bits {
        8 => Ok((4, 64)),
        16 => Ok((2, 32)),
        32 => Ok((1, 16)),
        64 => Ok((1, 8)),
        _ => Err("expecting elem_size_in_bits to be 8, 16, 32, or 64".to_owned()),
    }
}

fn check_total(block: Block, most: i64) -> Check {
    let message = format!(
        "tile_width * v_blocks should be less than or equal to {most} for {} bit elements",
        block.bits
    );
    demand(block.width.saturating_mul(block.count) <= most, &message)
}

/// Checks of transposing loads.
fn check_transposed(block: Block) -> Check {
    demand(block.count == 1, "expecting v_blocks to be 1")?;
    match block.bits {
        32 => {
            between("tile_height", block.height, 1, 32)?;
            between("tile_width", block.width, 1, 8)
        }
        64 => {
            demand(block.height == 8, "expecting tile_height to be 8 for 64 bit elements")?;
            demand(matches!(block.width, 1 | 2 | 4), "expecting tile_width to be 1, 2, or 4")
        }
        _ => Err("transpose is only supported for 32 and 64 bit elements".to_owned()),
    }
}

/// Checks of loads that pack elements of several rows into one register.
fn check_packed(block: Block) -> Check {
    demand(matches!(block.count, 1 | 2 | 4), "expecting v_blocks to be 1, 2, or 4")?;
    match block.bits {
        8 => {
            between("tile_height", block.height, 4, 32)?;
            between("tile_width", block.width, 4, 16)
        }
        16 => {
            between("tile_height", block.height, 2, 32)?;
            between("tile_width", block.width, 2, 16)?;
            check_total(block, 32)
        }
        _ => Err("pack_register is only supported for 8 and 16 bit elements".to_owned()),
    }
}

/// The number of elements of a vector, and their width in bits.
fn size(op: OpRef<'_>, value: Value) -> Option<(i64, i64)> {
    let ty = op.type_of(value);
    let (count, element) = match vector_parts(op.context, ty) {
        Some((shape, _, element)) => (shape.iter().product(), element),
        None => (1, ty),
    };
    let bits = match element.kind(op.context) {
        TypeKind::Float(kind) => kind.width(),
        _ => element.integer_width(op.context)?,
    };
    Some((count, bits.into()))
}

fn verify_load_2d(verifier: &mut Verifier<'_>, load: BlockLoad2d<View<'_>>) {
    report(verifier, *load.0, check_load_2d(load));
}

fn check_load_2d(load: BlockLoad2d<View<'_>>) -> Check {
    let op = *load.0;
    let block = Block::new(load.elem_size_in_bits(), load.tile_width(), load.tile_height(), load.v_blocks());
    let (transpose, pack) = (load.transpose(), load.pack_register());
    let Some((count, bits)) = size(op, load.res()) else { return Ok(()) };
    let all = [block.width, block.height, block.count].into_iter().fold(block.bits, i64::saturating_mul);
    // The sixteen threads of a subgroup share the block.
    let (found, expected) = (count.saturating_mul(bits), all / 16);
    let message = format!("result size of {found} bits does not match the expected size of {expected} bits");
    demand(found == expected, &message)?;
    match (transpose, pack) {
        (true, true) => return Err("transpose and pack_register are mutually exclusive".to_owned()),
        (true, false) => check_transposed(block)?,
        (false, true) => check_packed(block)?,
        (false, false) => check_rows(block)?,
    }
    check_matrix(op, load.base_width(), load.base_pitch(), block)?;
    if block.bits == 32 || pack {
        demand(bits == 32, "expecting result element type to be 32 bits")?;
    }
    let message = "tile_width when pack_register is true should be equal to subgroup size (16 elements)";
    demand(!pack || block.width == 16, message)
}

fn verify_store_2d(verifier: &mut Verifier<'_>, store: BlockStore2d<View<'_>>) {
    report(verifier, *store.0, check_store_2d(store));
}

fn check_store_2d(store: BlockStore2d<View<'_>>) -> Check {
    let block = Block::new(store.elem_size_in_bits(), store.tile_width(), store.tile_height(), 1);
    between("tile_height", block.height, 1, 8)?;
    let (low, high) = widths(block.bits)?;
    between("tile_width", block.width, low, high)?;
    check_matrix(*store.0, store.base_width(), store.base_pitch(), block)?;
    check_width(block, &[16])
}

/// Checks for a width that a subgroup of sixteen threads can share.
fn check_width(block: Block, wide: &[i64]) -> Check {
    let (allowed, text) = match (block.bits, wide) {
        (8, _) => (&[16, 32][..], "16 or 32"),
        (32, [8, 16]) => (wide, "8 or 16"),
        _ => (&[16][..], "16"),
    };
    let message = format!("tile_width for {} bit elements should be equal to {text}", block.bits);
    demand(allowed.contains(&block.width), &message)
}

fn verify_prefetch_2d(verifier: &mut Verifier<'_>, prefetch: BlockPrefetch2d<View<'_>>) {
    let block = Block::new(
        prefetch.elem_size_in_bits(),
        prefetch.tile_width(),
        prefetch.tile_height(),
        prefetch.v_blocks(),
    );
    let check = check_matrix(*prefetch.0, prefetch.base_width(), prefetch.base_pitch(), block)
        .and_then(|()| check_width(block, &[8, 16]));
    report(verifier, *prefetch.0, check);
}

fn verify_block_load(verifier: &mut Verifier<'_>, load: BlockLoad<View<'_>>) {
    verify_block(verifier, *load.0, load.res());
}

fn verify_block_store(verifier: &mut Verifier<'_>, store: BlockStore<View<'_>>) {
    verify_block(verifier, *store.0, store.val());
}

fn verify_block(verifier: &mut Verifier<'_>, op: OpRef<'_>, value: Value) {
    if vector_element(op.context, op.type_of(value)).is_none() {
        return;
    }
    let check = match size(op, value) {
        Some((count, 8)) => {
            let message = "vector size must be 2, 4, 8 or 16 for 8-bit element type";
            demand(matches!(count, 2 | 4 | 8 | 16), message)
        }
        Some((count, _)) => {
            let message = "vector size must be 2, 4 or 8 for element type > 8 bits";
            demand(matches!(count, 2 | 4 | 8), message)
        }
        None => Ok(()),
    };
    report(verifier, op, check);
}

fn verify_mma(verifier: &mut Verifier<'_>, mma: MMA<View<'_>>) {
    let op = *mma.0;
    if mma.c().is_some_and(|c| op.type_of(c) != op.type_of(mma.d())) {
        verifier.error(op, "type of C operand must match result type");
    }
}

/// The translation of the cache control attribute: a list of a SPIR-V constant, a cache level, a cache control and an operand
/// index.
struct Caches;

const CACHE_CONTROL: &str = "xevm.DecorationCacheControl";

impl DialectTranslation for Caches {
    fn translates_attribute(&self, name: &str, place: AttributePlace) -> bool {
        name == CACHE_CONTROL && place == AttributePlace::Instruction
    }

    fn instruction_attribute(
        &self,
        context: &Context,
        attachments: &mut Attachments<'_>,
        (name, value): (&str, Attribute),
    ) -> Result<(), std::string::String> {
        if name != CACHE_CONTROL {
            return Ok(());
        }
        let controls = value.as_array(context).unwrap_or_default();
        if controls.len() != 2 {
            return Err("Expected both L1 and L3 cache control attributes!".to_owned());
        }
        let mut nodes = Vec::with_capacity(controls.len());
        for control in controls {
            let numbers = control.as_array(context).unwrap_or_default();
            let number = |number: &Attribute| {
                let number = number.as_i64(context).and_then(|number| i32::try_from(number).ok());
                number.ok_or_else(|| "expects lists of integers of 32 bits".to_owned())
            };
            let numbers = numbers.iter().map(number).collect::<Result<Vec<_>, _>>()?;
            let operands: Vec<_> =
                numbers.into_iter().map(|number| integer(attachments.module(), number)).collect();
            nodes.push(ir::metadata::Metadata::Node(attachments.node(operands)));
        }
        let decorations = attachments.node(nodes);
        attachments.attach("spirv.DecorationCacheControlINTEL", decorations);
        Ok(())
    }
}

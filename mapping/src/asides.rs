//! The names of asides: discardable attributes that carry what MLIR does not model. See `docs/MAPPING.md`.

/// Module: one element for each metadata node.
pub const METADATA: &str = "llvm.metadata";
/// Module: named metadata, in order.
pub const NAMED_METADATA: &str = "llvm.named_metadata";
/// Module: what attributes of debug information do not say, by attribute.
pub const METADATA_FIELDS: &str = "llvm.md_fields";
/// In such an entry: whether the node is distinct, where its kind does not say it.
pub const DISTINCT: &str = "distinct";
/// Module: metadata kinds that LLVM does not know, in order.
pub const METADATA_KINDS: &str = "llvm.md_kinds";
/// Module: the exact data layout string. Upstream's name.
pub const DATA_LAYOUT: &str = "llvm.data_layout";
/// Module: the data layout as MLIR holds it, where a module has no string. Upstream's name.
pub const DL_SPEC: &str = "dlti.dl_spec";
/// Module: the target triple. Upstream's name.
pub const TARGET_TRIPLE: &str = "llvm.target_triple";
/// Module: the lines of module-level assembly. Upstream's name.
pub const MODULE_ASM: &str = "llvm.module_asm";
/// Module: the name of the source file.
pub const SOURCE_FILENAME: &str = "llvm.source_filename";

/// Metadata attachments, by kind.
pub const ATTACHMENTS: &str = "llvm.md";
/// Tells a loop apart from others with the same annotation.
pub const LOOP_ID: &str = "llvm.loop_id";
/// What the arguments of a call with metadata arguments are made of.
pub const METADATA_ARGS: &str = "llvm.metadata_args";
/// The operation computes a constant expression.
pub const CONSTEXPR: &str = "llvm.constexpr";
/// `addressof` stands for `no_cfi`.
pub const NO_CFI: &str = "llvm.no_cfi";
/// The `inrange` of a constant `getelementptr`.
pub const INRANGE: &str = "llvm.inrange";

/// The global has no name.
pub const UNNAMED: &str = "llvm.unnamed";
/// The name of the entry block.
pub const ENTRY_BLOCK: &str = "llvm.entry_block";
/// What PHI nodes have beyond their values.
pub const PHIS: &str = "llvm.phis";
/// The block exists only to give an edge a place of its own.
pub const EDGE: &str = "llvm.edge";

/// The partition of a global.
pub const PARTITION: &str = "llvm.partition";
/// The code model of a global variable.
pub const CODE_MODEL: &str = "llvm.code_model";
/// The DLL storage class of a global.
pub const DLL_STORAGE: &str = "llvm.dll_storage";
/// The thread-local storage model of a global, where it is not the general dynamic one.
pub const TLS_MODEL: &str = "llvm.tls_model";
/// The sanitizer markers of a global variable.
pub const SANITIZE: &str = "llvm.sanitize";
/// The alignment of a global whose operation has no field for it.
pub const ALIGNMENT: &str = "llvm.alignment";
/// The prefix data of a function.
pub const PREFIX: &str = "llvm.prefix";
/// The prologue data of a function.
pub const PROLOGUE: &str = "llvm.prologue";
/// The personality of a function, where it is no plain symbol.
pub const PERSONALITY: &str = "llvm.personality";
/// A calling convention by number.
pub const CALLING_CONVENTION: &str = "llvm.cc";

/// Attributes of a function, call site or global without a field of their own.
pub const PASSTHROUGH: &str = "llvm.passthrough";
/// Parameter attributes of an operation without `arg_attrs`.
pub const ARG_ATTRS: &str = "llvm.arg_attrs";
/// Return attributes of an operation without `res_attrs`.
pub const RES_ATTRS: &str = "llvm.res_attrs";

/// Fast-math flags of an operation without the field.
pub const FASTMATH: &str = "llvm.fastmath";
/// The mask of a scalable `shufflevector` is poison.
pub const POISON_MASK: &str = "llvm.poison_mask";
/// `icmp samesign`.
pub const SAMESIGN: &str = "llvm.samesign";
/// The tail call kind of an operation without the field.
pub const TAIL: &str = "llvm.tail";
/// `alloca swifterror`.
pub const SWIFTERROR: &str = "llvm.swifterror";
/// `asm unwind`.
pub const UNWIND: &str = "llvm.unwind";
/// Positions of indices into structs that are vectors.
pub const VECTOR_INDICES: &str = "llvm.vector_indices";

/// `llvm.call_intrinsic` stands for a debug record, not for a call.
pub const DEBUG_RECORD: &str = "llvm.debug_record";
/// Of a terminator of the `tern` dialect: how many operands each successor gets; they are the last ones.
pub const SUCCESSOR_SEGMENTS: &str = "successor_segments";
/// The callee of a call in the `tern` dialect, where it is a function by name.
pub const CALLEE: &str = "callee";
/// The same where it is inline assembly: a dictionary with the fields of `llvm.inline_asm`.
pub const ASM: &str = "asm";
/// The type of the function that a call in the `tern` dialect calls.
pub const FUNCTION_TYPE: &str = "function_type";
/// The tags of the operand bundles of a call in the `tern` dialect.
pub const BUNDLE_TAGS: &str = "op_bundle_tags";
/// The numbers of operands of these bundles.
pub const BUNDLE_SIZES: &str = "op_bundle_sizes";
/// The resolver of an ifunc as a constant, where it is no plain symbol.
pub const RESOLVER: &str = "llvm.resolver";
/// The symbol of the operation that holds all comdats. Upstream's name.
pub const COMDATS: &str = "__llvm_global_comdat";
/// The address space of a function.
pub const ADDRESS_SPACE: &str = "llvm.addr_space";

/// Asides without which nothing of the program is lost: what MLIR's own importer leaves out in silence.
pub const IMPLIED: &[&str] = &[ENTRY_BLOCK, EDGE, CONSTEXPR, UNNAMED, DEBUG_RECORD];

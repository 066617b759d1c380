//! Memory locations: what an instruction accesses.

use tern_llvm_ir::datalayout::DataLayout;
use tern_llvm_ir::sizes::Sizes;
use tern_llvm_ir::{Function, Inst, Instruction, MdNode, Module, Type, Value};

use crate::integers::Integer;

/// How many bytes are accessed, and where from the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Size {
    /// This many bytes from the pointer on.
    Exact(u64),
    /// At most this many bytes from the pointer on.
    AtMost(u64),
    /// Any number of bytes from the pointer on.
    After,
    /// Any bytes of the object that the pointer points into, before the pointer as well.
    Around,
}

impl Size {
    /// The largest number of bytes from the pointer on, if it is known and nothing before the pointer is accessed.
    pub fn limit(self) -> Option<u64> {
        match self {
            Self::Exact(bytes) | Self::AtMost(bytes) => Some(bytes),
            Self::After | Self::Around => None,
        }
    }
}

/// The metadata of an access that tells which other accesses it can meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tags {
    /// `!tbaa`: the access tag. LangRef: `tbaa` Metadata.
    pub tbaa: Option<MdNode>,
    /// `!alias.scope`: the scopes that the access belongs to. LangRef: `noalias` and `alias.scope` Metadata.
    pub scopes: Option<MdNode>,
    /// `!noalias`: the scopes whose accesses it does not meet.
    pub noalias: Option<MdNode>,
}

impl Tags {
    /// Those of an instruction.
    pub fn of(module: &Module, function: &Function, inst: Inst) -> Self {
        if !function.insts[inst].has_attachments() {
            return Self::default();
        }
        let attachments = function.inst_attachments(inst);
        let node = |kind| module.attached(attachments, kind)?.node();
        Self { tbaa: node("tbaa"), scopes: node("alias.scope"), noalias: node("noalias") }
    }
}

/// A piece of memory, as an instruction of a function sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// The pointer, a value of the function or a constant.
    pub pointer: Value,
    /// The bytes.
    pub size: Size,
    /// The metadata of the access.
    pub tags: Tags,
}

impl Location {
    /// The location without metadata.
    pub fn new(pointer: Value, size: Size) -> Self {
        Self { pointer, size, tags: Tags::default() }
    }

    /// What a `load`, `store`, `cmpxchg`, `atomicrmw` or `va_arg` accesses; `None` for other instructions.
    /// [`Aliases::location`](super::Aliases::location) does the same, and parses the data layout once for all.
    pub fn of(module: &Module, function: &Function, inst: Inst) -> Option<Self> {
        Self::with_layout(module, &module.layout(), function, inst)
    }

    pub(super) fn with_layout(
        module: &Module,
        layout: &DataLayout,
        function: &Function,
        inst: Inst,
    ) -> Option<Self> {
        let data = &function.insts[inst];
        let pointer = match &data.inst {
            Instruction::Load { address, .. } | Instruction::Store { address, .. } => *address,
            Instruction::CmpXchg(it) => it.address,
            Instruction::AtomicRmw(it) => it.address,
            Instruction::VaArg { list } => *list,
            _ => return None,
        };
        let result = data.result.expand().map(|result| function.locals[result].ty);
        let size = match module.accessed_type(function, &data.inst, result) {
            Some(ty) => size_of(module, layout, ty),
            None => Size::After,
        };
        Some(Self { pointer, size, tags: Tags::of(module, function, inst) })
    }

    /// What a call accesses by the argument at this position, if anything. `llvm.memcpy`, `llvm.memmove` and `llvm.memset` access as many
    /// bytes as they say; other functions any bytes of the object. `None` if there is no such argument, or it is no pointer.
    pub fn of_argument(module: &Module, function: &Function, inst: Inst, position: usize) -> Option<Self> {
        let call = function.insts[inst].inst.call_site()?;
        let pointer = *call.args.get(position)?;
        if !module.types.is_pointer(module.type_of(function, pointer)) {
            return None;
        }
        let name = module.named_callee(call).and_then(|callee| module.name(callee)).unwrap_or_default();
        let is_sized =
            [&b"llvm.memcpy."[..], b"llvm.memmove.", b"llvm.memset."].iter().any(|it| name.starts_with(it));
        let length = call.args.get(2).and_then(|length| Integer::of(module, length.constant()?));
        let size = match (is_sized, length.and_then(|length| u64::try_from(length.unsigned()).ok())) {
            (true, Some(bytes)) => Size::Exact(bytes),
            (true, None) => Size::After,
            (false, _) => Size::Around,
        };
        Some(Self { pointer, size, tags: Tags::of(module, function, inst) })
    }
}

/// The size of an access to a value of this type. That of scalable vectors is not known.
fn size_of(module: &Module, layout: &DataLayout, ty: Type) -> Size {
    let sizes = Sizes { strings: &module.strings, types: &module.types, layout };
    match sizes.stored(ty) {
        Some(bytes) if !sizes.is_scalable(ty) => Size::Exact(bytes),
        _ => Size::After,
    }
}

//! The values of attributes that have a syntax of their own in parentheses, as data. A module holds such a value as text, in the form
//! that LLVM prints; [`AttributeValue::parse`] reads that form, `Display` writes it, and the reader of modules brings every other
//! spelling into it.
//!
//! ```
//! use tern_llvm_ir::attributes::values::{Access, MemoryEffects, MemoryLocation};
//!
//! let text = b"declare void @f(ptr) memory(argmem: read)\n";
//! let module = tern_llvm_ir::read(text, "f.ll").unwrap();
//! let (_, _, function) = module.functions().next().unwrap();
//! let set = module.attributes.get_list(function.attributes).function;
//! let effects: MemoryEffects = module.attribute_value(set).unwrap();
//! assert_eq!(effects.access(MemoryLocation::ArgMem), Access::Read);
//! assert!(!effects.writes());
//! assert_eq!(effects.to_string(), "argmem: read");
//! ```

use std::fmt;

use num_bigint::BigInt;

use super::keywords::{ALLOC_KINDS, FP_CLASSES, alloc_kinds, fp_classes};
use super::{Attribute, AttributeKind, AttributeSetId};
use crate::entity::spelled;
use crate::globals::Global;
use crate::instruction::CallSite;
use crate::intrinsics;
use crate::module::Module;
use crate::types::Type;

/// The value of a kind of attribute.
pub trait AttributeValue: Sized + fmt::Display {
    /// The attribute that has such values.
    const KIND: AttributeKind;

    /// Reads the text in the parentheses, in the form that LLVM prints; spaces around punctuation do not matter. `None` if it has
    /// another form.
    fn parse(text: &str) -> Option<Self>;
}

spelled! {
    /// The ways in which memory is accessed. As a number, each has a bit for reading and one for writing.
    pub enum Access { None = "none", Read = "read", Write = "write", ReadWrite = "readwrite" }
    /// The locations that `memory(…)` names, in the order in which LLVM prints them. `Other` is all other memory, and the access that
    /// locations have unless they are listed.
    pub enum MemoryLocation {
        Other = "", ArgMem = "argmem", InaccessibleMem = "inaccessiblemem", ErrnoMem = "errnomem" since 21,
        TargetMem0 = "target_mem0" since 22, TargetMem1 = "target_mem1" since 22,
    }
    /// What becomes of denormal numbers.
    pub enum Denormals {
        Ieee = "ieee", PreserveSign = "preservesign", PositiveZero = "positivezero", Dynamic = "dynamic",
    }
    /// How much of a pointer's address is captured, in ascending order.
    pub enum CapturedAddress { Nothing = "", IsNull = "address_is_null", Address = "address" }
    /// How much of a pointer's provenance is captured, in ascending order.
    pub enum CapturedProvenance { Nothing = "", ReadOnly = "read_provenance", Provenance = "provenance" }
}

impl Access {
    /// The access with these bits: one for reading, two for writing. Other bits are ignored.
    pub const fn from_bits(bits: u8) -> Self {
        [Self::None, Self::Read, Self::Write, Self::ReadWrite][(bits & 3) as usize]
    }

    /// The bits: one for reading, two for writing.
    pub const fn bits(self) -> u8 {
        self as u8
    }

    /// What both allow.
    pub const fn and(self, other: Self) -> Self {
        Self::from_bits(self.bits() & other.bits())
    }

    /// What either allows.
    pub const fn or(self, other: Self) -> Self {
        Self::from_bits(self.bits() | other.bits())
    }
}

/// The value of `memory(…)`: how each location may be accessed. Source: LangRef, Function Attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemoryEffects([Access; MemoryLocation::ALL.len()]);

impl MemoryEffects {
    /// Any location may be read and written: what holds without the attribute.
    pub const EVERYTHING: Self = Self([Access::ReadWrite; MemoryLocation::ALL.len()]);
    /// No location may be read or written.
    pub const NOTHING: Self = Self([Access::None; MemoryLocation::ALL.len()]);

    /// The effects with the access that `of` gives for each location.
    pub fn new(mut of: impl FnMut(MemoryLocation) -> Access) -> Self {
        Self(std::array::from_fn(|index| of(MemoryLocation::ALL[index])))
    }

    /// How a location may be accessed.
    pub fn access(self, location: MemoryLocation) -> Access {
        self.0[location as usize]
    }

    /// The effects with another access to one location.
    #[must_use]
    pub fn with(mut self, location: MemoryLocation, access: Access) -> Self {
        self.0[location as usize] = access;
        self
    }

    /// What both allow.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::new(|location| self.access(location).and(other.access(location)))
    }

    /// What either allows.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::new(|location| self.access(location).or(other.access(location)))
    }

    /// Whether any memory may be read.
    pub fn reads(self) -> bool {
        self.0.iter().any(|access| access.bits() & Access::Read.bits() != 0)
    }

    /// Whether any memory may be written.
    pub fn writes(self) -> bool {
        self.0.iter().any(|access| access.bits() & Access::Write.bits() != 0)
    }
}

impl fmt::Display for MemoryEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = self.access(MemoryLocation::Other);
        let mut listed =
            MemoryLocation::ALL.iter().filter(|&&location| self.access(location) != default).peekable();
        let mut separator = "";
        if default != Access::None || listed.peek().is_none() {
            f.write_str(default.spelling())?;
            separator = ", ";
        }
        for &location in listed {
            write!(f, "{separator}{}: {}", location.spelling(), self.access(location).spelling())?;
            separator = ", ";
        }
        Ok(())
    }
}

impl AttributeValue for MemoryEffects {
    const KIND: AttributeKind = AttributeKind::Memory;

    fn parse(text: &str) -> Option<Self> {
        let access = |word: &str| Access::from_spelling(word.trim().as_bytes());
        let mut effects = Self::NOTHING;
        for (index, part) in text.split(',').enumerate() {
            match part.split_once(':') {
                None if index == 0 => effects = Self([access(part)?; MemoryLocation::ALL.len()]),
                None => return None,
                Some((location, word)) => {
                    let location = MemoryLocation::from_spelling(location.trim().as_bytes())
                        .filter(|&location| location != MemoryLocation::Other)?;
                    effects = effects.with(location, access(word)?);
                }
            }
        }
        Some(effects)
    }
}

/// The parts of a pointer that are captured on one way out of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Captured {
    /// The captured part of the address.
    pub address: CapturedAddress,
    /// The captured part of the provenance.
    pub provenance: CapturedProvenance,
}

impl Captured {
    /// Nothing is captured.
    pub const NOTHING: Self =
        Self { address: CapturedAddress::Nothing, provenance: CapturedProvenance::Nothing };
    /// Everything is captured: what holds without the attribute.
    pub const EVERYTHING: Self =
        Self { address: CapturedAddress::Address, provenance: CapturedProvenance::Provenance };

    /// The component that a keyword other than `none` names.
    pub fn component(word: &[u8]) -> Option<Self> {
        if word.is_empty() {
            return None;
        }
        let address = CapturedAddress::from_spelling(word).map(|address| Self { address, ..Self::NOTHING });
        address
            .or_else(|| Some(Self { provenance: CapturedProvenance::from_spelling(word)?, ..Self::NOTHING }))
    }

    /// What either captures.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { address: self.address.max(other.address), provenance: self.provenance.max(other.provenance) }
    }

    fn parse(text: &str) -> Option<Self> {
        if text.trim() == "none" {
            return Some(Self::NOTHING);
        }
        let mut parts = text.split(',').map(|part| Self::component(part.trim().as_bytes()));
        parts.try_fold(Self::NOTHING, |all, part| Some(all.or(part?)))
    }
}

impl fmt::Display for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.address.spelling(), self.provenance.spelling()) {
            ("", "") => f.write_str("none"),
            (one, "") | ("", one) => f.write_str(one),
            (address, provenance) => write!(f, "{address}, {provenance}"),
        }
    }
}

/// The value of `captures(…)`. Source: LangRef, Parameter Attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Captures {
    /// Captured by the return value.
    pub result: Captured,
    /// Captured in any other way.
    pub other: Captured,
}

impl fmt::Display for Captures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.other == self.result, self.other == Captured::NOTHING) {
            (true, _) => write!(f, "{}", self.other),
            (false, true) => write!(f, "ret: {}", self.result),
            (false, false) => write!(f, "{}, ret: {}", self.other, self.result),
        }
    }
}

impl AttributeValue for Captures {
    const KIND: AttributeKind = AttributeKind::Captures;

    fn parse(text: &str) -> Option<Self> {
        let Some((other, result)) = text.split_once("ret:") else {
            let both = Captured::parse(text)?;
            return Some(Self { result: both, other: both });
        };
        let other = match other.trim() {
            "" => Captured::NOTHING,
            other => Captured::parse(other.strip_suffix(',')?)?,
        };
        Some(Self { result: Captured::parse(result)?, other })
    }
}

/// What operations of a type do with denormal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct DenormalMode {
    pub output: Denormals,
    pub input: Denormals,
}

impl Default for DenormalMode {
    /// What holds without the attribute.
    fn default() -> Self {
        Self { output: Denormals::Ieee, input: Denormals::Ieee }
    }
}

impl DenormalMode {
    fn parse(text: &str) -> Option<Self> {
        let kind = |word: &str| Denormals::from_spelling(word.trim().as_bytes());
        let (output, input) = text.split_once('|').unwrap_or((text, text));
        Some(Self { output: kind(output)?, input: kind(input)? })
    }
}

impl fmt::Display for DenormalMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.output.spelling())?;
        if self.input != self.output { write!(f, "|{}", self.input.spelling()) } else { Ok(()) }
    }
}

/// The value of `denormal_fpenv(…)`, which is new in LLVM 23. Source: LangRef, Function Attributes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DenormalFpEnv {
    /// For all types but `float`.
    pub all: DenormalMode,
    /// For `float`.
    pub float: DenormalMode,
}

impl fmt::Display for DenormalFpEnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.all == self.float, self.all == DenormalMode::default()) {
            (true, _) => write!(f, "{}", self.all),
            (false, true) => write!(f, "float: {}", self.float),
            (false, false) => write!(f, "{}, float: {}", self.all, self.float),
        }
    }
}

impl AttributeValue for DenormalFpEnv {
    const KIND: AttributeKind = AttributeKind::DenormalFpEnv;

    fn parse(text: &str) -> Option<Self> {
        let Some((all, float)) = text.split_once("float:") else {
            let both = DenormalMode::parse(text)?;
            return Some(Self { all: both, float: both });
        };
        let all = match all.trim() {
            "" => DenormalMode::default(),
            all => DenormalMode::parse(all.strip_suffix(',')?)?,
        };
        Some(Self { all, float: DenormalMode::parse(float)? })
    }
}

/// The value of `range(…)`: the integers from `lower` to `upper`, without `upper`, as signed numbers. It wraps around if `lower` is
/// greater; if the limits are equal, it is empty. Source: LangRef, Parameter Attributes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Range {
    /// The width of the integers in bits.
    pub width: u32,
    pub lower: BigInt,
    pub upper: BigInt,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{} {}, {}", self.width, self.lower, self.upper)
    }
}

impl AttributeValue for Range {
    const KIND: AttributeKind = AttributeKind::Range;

    fn parse(text: &str) -> Option<Self> {
        let (ty, limits) = text.trim().split_once(' ')?;
        let (lower, upper) = limits.split_once(',')?;
        let width = ty.strip_prefix('i')?.parse().ok()?;
        Some(Self { width, lower: lower.trim().parse().ok()?, upper: upper.trim().parse().ok()? })
    }
}

/// The value of `allocsize(…)`: indices of parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AllocSize {
    /// The parameter with the size of an element in bytes.
    pub size: u32,
    /// The parameter with the number of elements, if there is one.
    pub count: Option<u32>,
}

impl fmt::Display for AllocSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some(count) => write!(f, "{},{count}", self.size),
            None => write!(f, "{}", self.size),
        }
    }
}

impl AttributeValue for AllocSize {
    const KIND: AttributeKind = AttributeKind::AllocSize;

    fn parse(text: &str) -> Option<Self> {
        let (size, count) = match text.split_once(',') {
            Some((size, count)) => (size, Some(count.trim().parse().ok()?)),
            None => (text, None),
        };
        // LLVM uses the largest number to mean that there is no second index.
        Some(Self { size: size.trim().parse().ok()?, count: count.filter(|&count| count != u32::MAX) })
    }
}

/// The value of `vscale_range(…)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VScaleRange {
    /// The least value of `vscale`.
    pub least: u32,
    /// The greatest value of `vscale`; `None` if it has no limit.
    pub most: Option<u32>,
}

impl fmt::Display for VScaleRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.least, self.most.unwrap_or(0))
    }
}

impl AttributeValue for VScaleRange {
    const KIND: AttributeKind = AttributeKind::VScaleRange;

    fn parse(text: &str) -> Option<Self> {
        let (least, most) = text.split_once(',').unwrap_or((text, text));
        let most: u32 = most.trim().parse().ok()?;
        Some(Self { least: least.trim().parse().ok()?, most: (most != 0).then_some(most) })
    }
}

/// The value of `nofpclass(…)`: the classes of floating-point numbers that do not occur, as the bits of
/// LLVM's `FPClassTest`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FpClasses(pub u64);

impl fmt::Display for FpClasses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fp_classes(self.0))
    }
}

impl AttributeValue for FpClasses {
    const KIND: AttributeKind = AttributeKind::NoFPClass;

    fn parse(text: &str) -> Option<Self> {
        let class = |word| FP_CLASSES.iter().find(|(name, _)| *name == word).map(|(_, bits)| bits);
        let mut words = text.split_ascii_whitespace().peekable();
        words.peek()?;
        words.try_fold(0, |bits, word| Some(bits | class(word)?)).map(Self)
    }
}

/// The value of `allockind("…")`: the bits of LLVM's `AllocFnKind`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AllocKind(pub u64);

impl fmt::Display for AllocKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&alloc_kinds(self.0))
    }
}

impl AllocKind {
    /// Whether this keyword is among those of the attribute.
    pub fn has(self, word: &str) -> bool {
        ALLOC_KINDS.iter().position(|known| *known == word).is_some_and(|bit| self.0 >> bit & 1 == 1)
    }

    /// The bits of comma-separated keywords; otherwise the first part that is no keyword.
    pub(crate) fn of_words(text: &str) -> Result<Self, &str> {
        let bit = |word: &str| ALLOC_KINDS.iter().position(|known| *known == word);
        text.split(',').try_fold(0, |bits, word| Ok(bits | 1 << bit(word).ok_or(word)?)).map(Self)
    }
}

impl AttributeValue for AllocKind {
    const KIND: AttributeKind = AttributeKind::AllocKind;

    fn parse(text: &str) -> Option<Self> {
        Self::of_words(text.trim().strip_prefix('"')?.strip_suffix('"')?).ok()
    }
}

/// The value of `uwtable`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnwindTable {
    /// `uwtable(sync)`.
    Sync,
    /// `uwtable`, `uwtable(async)`: the former is how LLVM prints it.
    Async,
}

impl fmt::Display for UnwindTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Sync { "sync" } else { "" })
    }
}

impl AttributeValue for UnwindTable {
    const KIND: AttributeKind = AttributeKind::UWTable;

    fn parse(text: &str) -> Option<Self> {
        match text {
            "sync" => Some(Self::Sync),
            "" | "async" => Some(Self::Async),
            _ => None,
        }
    }
}

/// The value of `initializes(…)`: ranges of bytes relative to the pointer, ascending, each without its end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Initializes(pub Vec<(i64, i64)>);

impl fmt::Display for Initializes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (begin, end)) in self.0.iter().enumerate() {
            write!(f, "{}({begin}, {end})", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl AttributeValue for Initializes {
    const KIND: AttributeKind = AttributeKind::Initializes;

    fn parse(text: &str) -> Option<Self> {
        let mut ranges = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (range, after) = rest.strip_prefix('(')?.split_once(')')?;
            let (begin, end) = range.split_once(',')?;
            ranges.push((begin.trim().parse().ok()?, end.trim().parse().ok()?));
            rest = after.trim_start();
            if !rest.is_empty() {
                rest = rest.strip_prefix(',')?.trim_start();
            }
        }
        Some(Self(ranges))
    }
}

/// Operand bundles that do not imply that the call reads, or writes, memory. All others do.
const NOT_READING: &[&[u8]] = &[b"ptrauth", b"kcfi", b"convergencectrl"];
const NOT_WRITING: &[&[u8]] = &[b"deopt", b"funclet", b"ptrauth", b"kcfi", b"convergencectrl"];

impl Module {
    /// The value of an attribute in a set, as data; the attribute is that of the type `V`. `None` if the set does not have it.
    pub fn attribute_value<V: AttributeValue>(&self, set: AttributeSetId) -> Option<V> {
        match self.attribute(set, V::KIND)? {
            Attribute::Text(_, text) => V::parse(&self.text(text)),
            _ => None,
        }
    }

    /// The number of an attribute in a set: `align`, `dereferenceable`, `dereferenceable_or_null`, `alignstack`.
    pub fn attribute_number(&self, set: AttributeSetId, kind: AttributeKind) -> Option<u64> {
        match self.attribute(set, kind)? {
            Attribute::Integer(_, number) => Some(number),
            _ => None,
        }
    }

    /// The type of an attribute in a set: `byval`, `sret`, `elementtype`, …
    pub fn attribute_type(&self, set: AttributeSetId, kind: AttributeKind) -> Option<Type> {
        match self.attribute(set, kind)? {
            Attribute::Type(_, ty) => Some(ty),
            _ => None,
        }
    }

    /// The memory that `memory(…)` in a set of attributes allows to be accessed; everything if the set does not have it.
    pub fn memory_effects(&self, set: AttributeSetId) -> MemoryEffects {
        self.attribute_value(set).unwrap_or(MemoryEffects::EVERYTHING)
    }

    /// The memory that a function may access, as its attributes say; those of an intrinsic are LLVM's, whatever its declaration says.
    /// Everything for globals of other kinds.
    pub fn declared_memory_effects(&self, function: Global) -> MemoryEffects {
        let global = &self.globals[function];
        let Some(body) = global.as_function() else { return MemoryEffects::EVERYTHING };
        let attributes = match self.is_intrinsic(function) {
            true => self.name(function).and_then(intrinsics::find).map(|it| it.attributes(self, global.ty)),
            false => Some(body.attributes),
        };
        let of = |list| self.memory_effects(self.attributes.get_list(list).function);
        attributes.map_or(MemoryEffects::EVERYTHING, of)
    }

    /// The memory that a call may access: what its own attributes allow, limited to what the callee and the operand bundles access.
    /// Source: LangRef, Operand Bundles.
    ///
    /// ```
    /// let text = b"declare void @g() memory(read)\ndefine void @f() {\n  call void @g()\n  call void @g() [ \"other\"() ]\n  ret void\n}\n";
    /// let module = tern_llvm_ir::read(text, "f.ll").unwrap();
    /// let (_, _, function) = module.definitions().next().unwrap();
    /// let calls = function.instructions().filter_map(|(_, inst)| function.insts[inst].inst.call_site());
    /// let writes: Vec<bool> = calls.map(|call| module.call_memory_effects(call).writes()).collect();
    /// assert_eq!(writes, [false, true]);
    /// ```
    pub fn call_memory_effects(&self, call: &CallSite) -> MemoryEffects {
        let declared = self.named_callee(call).map(|callee| self.declared_memory_effects(callee));
        self.call_memory_effects_with(call, declared.unwrap_or(MemoryEffects::EVERYTHING))
    }

    /// Like [`call_memory_effects`](Self::call_memory_effects), if the memory that the callee accesses is known from elsewhere.
    pub fn call_memory_effects_with(&self, call: &CallSite, callee: MemoryEffects) -> MemoryEffects {
        // The bundles of `llvm.assume` are facts, and no accesses.
        let is_assume =
            self.named_callee(call).is_some_and(|callee| self.name(callee) == Some(b"llvm.assume"));
        let implied = |harmless: &[&[u8]], access| {
            let other = |tag| !harmless.contains(&self.strings.get(tag));
            if !is_assume && call.bundles.iter().any(|bundle| other(bundle.tag)) {
                access
            } else {
                Access::None
            }
        };
        let implied = implied(NOT_READING, Access::Read).or(implied(NOT_WRITING, Access::Write));
        let own = self.memory_effects(self.attributes.get_list(call.attributes).function);
        own.and(callee.or(MemoryEffects::new(|_| implied)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a text in LLVM's form is read as data and written again.
    fn same<V: AttributeValue + PartialEq + fmt::Debug>(texts: &[&str], wrong: &[&str]) {
        for text in texts {
            let value = V::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(value.to_string(), *text);
            assert_eq!(V::parse(&value.to_string()), Some(value));
        }
        for text in wrong {
            assert_eq!(V::parse(text), None, "{text}");
        }
    }

    #[test]
    fn texts_are_data() {
        same::<MemoryEffects>(
            &[
                "none",
                "read",
                "readwrite, target_mem1: none",
                "argmem: write, errnomem: read",
                "write, argmem: none",
            ],
            &["", "often", "argmem", "argmem: often", "elsewhere: read", ": read", "argmem: read, write"],
        );
        same::<Captures>(
            &[
                "none",
                "address_is_null",
                "address, read_provenance",
                "ret: address, provenance",
                "provenance, ret: none",
            ],
            &["", "ret", "all", "address ret: none", "address,"],
        );
        same::<DenormalFpEnv>(
            &["ieee", "preservesign|ieee, float: dynamic", "float: positivezero|dynamic"],
            &["", "odd", "ieee|", "ieee float: ieee", "float: dynamic, ieee"],
        );
        same::<Range>(
            &["i32 -5, 5", "i128 0, 170141183460469231731687303715884105727"],
            &["i32", "32 1, 2", "i32 1"],
        );
        same::<AllocSize>(&["0", "1,2"], &["", "1,", "a,1"]);
        same::<VScaleRange>(&["1,16", "2,0"], &["", "1,a"]);
        same::<FpClasses>(&["nan", "snan ninf", "all"], &["", "odd"]);
        same::<AllocKind>(&["\"alloc,zeroed\"", "\"free\""], &["\"\"", "alloc", "\"often\""]);
        same::<UnwindTable>(&["", "sync"], &["never"]);
        same::<Initializes>(&["(0, 4)", "(-8, -4), (0, 4)"], &["(0)", "0, 4", "(0, 4) (5, 6)"]);
    }

    #[test]
    fn effects_are_sets() {
        let argument = MemoryEffects::NOTHING.with(MemoryLocation::ArgMem, Access::ReadWrite);
        let reads = MemoryEffects::new(|_| Access::Read);
        assert_eq!(argument.and(reads).to_string(), "argmem: read");
        assert_eq!(argument.or(reads).to_string(), "read, argmem: readwrite");
        assert!(argument.reads() && argument.writes() && !reads.writes() && !MemoryEffects::NOTHING.reads());
        assert_eq!(argument.and(MemoryEffects::EVERYTHING), argument);
    }
}

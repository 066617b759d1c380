//! Parser, model and checker of a target's data layout string. Source: LangRef, Data Layout.

mod check;

pub use check::check;

/// One specification of a data layout: size and alignments of one kind of value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The specifier character: `i`, `f`, `v`, `a`, `n`; `p` for pointers.
    pub kind: u8,
    /// The address space, for pointers.
    pub address_space: u32,
    /// Size of the value in bits.
    pub size: u32,
    /// ABI alignment in bits.
    pub abi: u32,
    /// Preferred alignment in bits.
    pub preferred: u32,
    /// Width of an index in bits; meaningful for pointers only.
    pub index: u32,
}

/// A parsed data layout. Fields that the string does not mention have LangRef's defaults.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// Whether the target is big-endian.
    pub big_endian: bool,
    /// Natural alignment of the stack in bits, if specified.
    pub stack_alignment: Option<u32>,
    /// The address space of code: `P`.
    pub program_address_space: u32,
    /// The address space of `alloca`: `A`.
    pub alloca_address_space: u32,
    /// The address space of globals by default: `G`.
    pub global_address_space: u32,
    /// Name mangling mode: the character after `m:`.
    pub mangling: Option<u8>,
    /// Widths of native integers in bits.
    pub native_integers: Vec<u32>,
    /// Address spaces with non-integral pointers.
    pub non_integral: Vec<u32>,
    /// Names of address spaces.
    pub address_space_names: Vec<(String, u32)>,
    /// Specifications of pointers, integers, floats, vectors and aggregates, as given in the string; LangRef's defaults are not
    /// listed.
    pub specs: Vec<Spec>,
}

impl Default for DataLayout {
    /// The layout of an empty string: LangRef's defaults.
    fn default() -> Self {
        Self::parse("")
    }
}

impl DataLayout {
    /// Parses a data layout string. Unrecognized parts are ignored; use [`check()`] to reject them.
    pub fn parse(text: &str) -> Self {
        let mut layout = Self {
            big_endian: false,
            stack_alignment: None,
            program_address_space: 0,
            alloca_address_space: 0,
            global_address_space: 0,
            mangling: None,
            native_integers: Vec::new(),
            non_integral: Vec::new(),
            address_space_names: Vec::new(),
            specs: Vec::new(),
        };
        for part in text.split('-') {
            layout.part(part);
        }
        layout
    }

    fn part(&mut self, part: &str) -> Option<()> {
        let number = |text: &str| text.parse::<u32>().ok();
        let mut fields = part.split(':');
        let head = fields.next()?;
        let kind = *head.as_bytes().first()?;
        let rest = head.get(1..).unwrap_or("");
        let values: Vec<Option<u32>> = fields.clone().map(number).collect();
        let value = |index: usize| values.get(index).copied().flatten();
        match kind {
            b'e' => self.big_endian = false,
            b'E' => self.big_endian = true,
            b'S' => self.stack_alignment = number(rest),
            b'P' => self.program_address_space = number(rest)?,
            b'A' => self.alloca_address_space = number(rest)?,
            b'G' => self.global_address_space = number(rest)?,
            b'm' => self.mangling = fields.next()?.bytes().next(),
            b'n' if head == "ni" => self.non_integral.extend(values.into_iter().flatten()),
            b'n' => self.native_integers.extend(number(rest).into_iter().chain(values.into_iter().flatten())),
            b'p' => {
                let (space, name) = check::named(rest);
                let digits = space.trim_start_matches(|c: char| !c.is_ascii_digit());
                let address_space = number(digits).unwrap_or(0);
                self.address_space_names.extend(name.map(|name| (name.to_owned(), address_space)));
                let (size, abi) = (value(0)?, value(1)?);
                let (preferred, index) = (value(2).unwrap_or(abi), value(3).unwrap_or(size));
                self.specs.push(Spec { kind, address_space, size, abi, preferred, index });
            }
            b'i' | b'f' | b'v' | b'a' => {
                let abi = value(0)?;
                let size = number(rest).unwrap_or(0);
                let preferred = value(1).unwrap_or(abi);
                self.specs.push(Spec { kind, address_space: 0, size, abi, preferred, index: 0 });
            }
            _ => {}
        }
        Some(())
    }

    /// The address space with this name: a pointer's, or `A`, `G` or `P`.
    pub fn address_space(&self, name: &str) -> Option<u32> {
        match name {
            "A" => Some(self.alloca_address_space),
            "G" => Some(self.global_address_space),
            "P" => Some(self.program_address_space),
            _ => self.address_space_names.iter().find(|(known, _)| known == name).map(|(_, space)| *space),
        }
    }

    /// The width of a pointer in bits. Falls back to address space 0, then to 64.
    pub fn pointer_size(&self, address_space: u32) -> u32 {
        self.pointer(address_space).map_or(64, |spec| spec.size)
    }

    /// The width in bits of an index used in address computations. Falls back to address space 0, then to 64.
    pub fn index_size(&self, address_space: u32) -> u32 {
        self.pointer(address_space).map_or(64, |spec| spec.index)
    }

    fn pointer(&self, address_space: u32) -> Option<&Spec> {
        let given = |space| self.specs.iter().find(|spec| spec.kind == b'p' && spec.address_space == space);
        given(address_space).or_else(|| given(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_understood() {
        let layout =
            DataLayout::parse("E-m:e-p270:32:32-p:64:64-i64:64-f80:128-n8:16:32-S128-A5-G1-P2-ni:7:8");
        assert!(layout.big_endian);
        assert_eq!(layout.pointer_size(270), 32);
        assert_eq!(layout.pointer_size(3), 64);
        assert_eq!(layout.native_integers, [8, 16, 32]);
        assert_eq!(layout.non_integral, [7, 8]);
        assert_eq!(
            (layout.alloca_address_space, layout.global_address_space, layout.program_address_space),
            (5, 1, 2)
        );
        let named = DataLayout::parse("p2(global):32:8-p(x y):32:8-A5");
        let spaces = ["global", "x y", "A", "P", "z"].map(|name| named.address_space(name));
        assert_eq!(spaces, [Some(2), Some(0), Some(5), Some(0), None]);
        assert_eq!((named.pointer_size(2), named.pointer_size(0)), (32, 32));
        assert_eq!((layout.stack_alignment, layout.mangling), (Some(128), Some(b'e')));
    }
}

//! The chips that support an operation. Source: MLIR's `NVVMRequiresSMTraits.td`.

/// What an operation requires of the chip that it is compiled for. It is an interface of the operation's declaration, which the
/// verifier of `gpu.module` checks for each target of the module. MLIR: `RequiresSMInterface`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChipRequirement {
    /// This chip or a later one. MLIR: `NVVMRequiresSM`.
    AtLeast(u32),
    /// One of these chips, with the features that belong to it alone: `sm_100a`. MLIR: `NVVMRequiresSMa`.
    Accelerated(&'static [u32]),
}

impl ChipRequirement {
    /// Whether a chip meets the requirement.
    pub fn is_met_by(self, chip: Chip) -> bool {
        match self {
            Self::AtLeast(least) => chip.number >= least,
            Self::Accelerated(numbers) => chip.is_accelerated && numbers.contains(&chip.number),
        }
    }
}

/// As in the manual: `sm_90` or later.
impl std::fmt::Display for ChipRequirement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "`sm_{least}` or later"),
            Self::Accelerated(numbers) => {
                for (index, number) in numbers.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}`sm_{number}a`")?;
                }
                Ok(())
            }
        }
    }
}

/// A chip such as `sm_100a`.
#[derive(Clone, Copy, Debug)]
pub struct Chip {
    /// The number: 100. Chips of greater numbers have the features of smaller ones.
    pub number: u32,
    /// Whether it has features that belong to this number alone: the `a` at the end.
    pub is_accelerated: bool,
}

impl Chip {
    /// The chip of this name. The number begins at the fourth character, whatever those before it are; without digits there it
    /// is 0.
    pub fn of(name: &str) -> Self {
        let digits = name.bytes().skip(3).take_while(u8::is_ascii_digit);
        let number = digits
            .fold(0u32, |number, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        Self { number, is_accelerated: name.ends_with('a') }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_meet_requirements() {
        for (chip, requirement, met) in [
            ("sm_100a", ChipRequirement::AtLeast(90), true),
            ("sm_80", ChipRequirement::AtLeast(90), false),
            ("sm_101a", ChipRequirement::Accelerated(&[100, 101]), true),
            ("sm_100", ChipRequirement::Accelerated(&[100, 101]), false),
            ("sm_100f", ChipRequirement::Accelerated(&[100, 101]), false),
        ] {
            assert_eq!(requirement.is_met_by(Chip::of(chip)), met, "{chip} {requirement:?}");
        }
    }

    #[test]
    fn requirements_are_readable() {
        assert_eq!(ChipRequirement::AtLeast(90).to_string(), "`sm_90` or later");
        assert_eq!(ChipRequirement::Accelerated(&[100, 103]).to_string(), "`sm_100a`, `sm_103a`");
    }

    #[test]
    fn names_of_chips_have_a_number() {
        for (chip, number) in [
            ("sm_90a", 90),
            ("sm_090", 90),
            ("sm_", 0),
            ("sm", 0),
            ("", 0),
            ("gfx90", 90),
            ("sm_99999999999", u32::MAX),
        ] {
            assert_eq!(Chip::of(chip).number, number, "{chip}");
        }
    }
}

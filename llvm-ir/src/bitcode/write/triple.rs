//! What the name of a target says about its files. Source: LLVM, `Triple`.

/// The format of object files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Elf,
    MachO,
    Coff,
    Other,
}

/// The parts of the name of a target.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Triple<'t> {
    pub(super) arch: &'t str,
    pub(super) system: &'t str,
    pub(super) environment: &'t str,
}

impl<'t> Triple<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut parts = text.splitn(4, '-');
        let arch = parts.next().unwrap_or_default();
        parts.next();
        let system = parts.next().unwrap_or_default();
        Self { arch, system, environment: parts.next().unwrap_or_default() }
    }

    /// Whether the system is one of Apple's.
    pub(super) fn is_darwin(&self) -> bool {
        let systems =
            ["darwin", "macos", "ios", "tvos", "watchos", "xros", "visionos", "driverkit", "bridgeos"];
        systems.iter().any(|system| self.system.starts_with(system))
    }

    pub(super) fn is_windows(&self) -> bool {
        self.system.starts_with("windows") || self.system.starts_with("win32")
    }

    pub(super) fn is_windows_gnu(&self) -> bool {
        self.is_windows() && self.environment.starts_with("gnu")
    }

    pub(super) fn is_gnu_linux(&self) -> bool {
        self.system.starts_with("linux") && self.environment.starts_with("gnu")
    }

    /// The format of object files: as the environment says, or the usual one of the system.
    pub(super) fn format(&self) -> Format {
        let named = [("macho", Format::MachO), ("elf", Format::Elf), ("coff", Format::Coff)];
        if let Some((_, format)) = named.iter().find(|(name, _)| self.environment.ends_with(name)) {
            return *format;
        }
        let others = ["wasm", "spirv", "dxil"];
        if others.iter().any(|arch| self.arch.starts_with(arch)) || self.system.starts_with("aix") {
            Format::Other
        } else if self.is_darwin() {
            Format::MachO
        } else if self.is_windows() || self.system.starts_with("uefi") {
            Format::Coff
        } else {
            Format::Elf
        }
    }

    /// The number of the processor in the header of files for Apple's systems.
    pub(super) fn processor(&self) -> u32 {
        const IS_64: u32 = 0x0100_0000;
        match self.arch {
            arch if arch.starts_with("x86_64") || arch == "amd64" => 7 | IS_64,
            "i386" | "i486" | "i586" | "i686" => 7,
            "powerpc64" | "ppc64" => 18 | IS_64,
            "powerpc" | "ppc" | "ppc32" => 18,
            arch if arch.starts_with("arm64") => u32::MAX,
            arch if arch.starts_with("arm") || arch.starts_with("thumb") => 12,
            _ => u32::MAX,
        }
    }
}

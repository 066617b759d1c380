//! The printing flags of MLIR's tools.

use tern_mlir::asm::PrintOptions;

/// The flags.
#[derive(clap::Args)]
#[command(next_help_heading = "Printing")]
pub(crate) struct Printing {
    /// Print locations.
    #[arg(long)]
    mlir_print_debuginfo: bool,

    /// Print no aliases, but what they stand for.
    #[arg(long)]
    mlir_print_local_scope: bool,

    /// Print operations in generic form.
    #[arg(long)]
    mlir_print_op_generic: bool,

    /// Name values by their locations, where these are names.
    #[arg(long)]
    mlir_use_nameloc_as_prefix: bool,

    /// Use no number twice, across all regions.
    #[arg(long)]
    mlir_print_unique_ssa_ids: bool,

    /// Print `{...}` for regions.
    #[arg(long)]
    mlir_print_skip_regions: bool,

    /// Print `dense_resource<__elided__>` for dense elements that are more than so many.
    #[arg(long, value_name = "COUNT")]
    mlir_elide_elementsattrs_if_larger: Option<u64>,

    /// Print dense elements that are more than so many in hexadecimal; -1 for never.
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    mlir_print_elementsattrs_with_hex_if_larger: Option<i64>,

    /// Leave out resources whose text is longer.
    #[arg(long, value_name = "LENGTH")]
    mlir_elide_resource_strings_if_larger: Option<u64>,
}

impl Printing {
    /// The options for the printer. Value names from the source are discarded, as in MLIR.
    pub(crate) fn options(&self) -> PrintOptions {
        PrintOptions {
            generic: self.mlir_print_op_generic,
            debug_info: self.mlir_print_debuginfo,
            discard_names: true,
            name_locations: self.mlir_use_nameloc_as_prefix,
            local_scope: self.mlir_print_local_scope,
            unique_names: self.mlir_print_unique_ssa_ids,
            skip_regions: self.mlir_print_skip_regions,
            elide_elements: self.mlir_elide_elementsattrs_if_larger,
            hex_elements: self
                .mlir_print_elementsattrs_with_hex_if_larger
                .map(|count| u64::try_from(count).unwrap_or(u64::MAX)),
            elide_resources: self.mlir_elide_resource_strings_if_larger,
            for_mlir: false,
            style: None,
        }
    }
}

//! Splits an input into chunks, processes each, and prints or verifies the diagnostics.

use std::path::Path;

use super::expectations::{self, Strictness};
use super::messages::{self, Message};
use super::split::{self, Chunk, MARKER, Places};
use crate::diagnostics::Report;
use crate::files::{self, Input};

/// The options about chunks.
#[derive(clap::Args)]
pub(crate) struct ChunkArgs {
    /// Take the parts of the input between markers one by one. Given twice, the last marker counts.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = MARKER, value_name = "MARKER",
          overrides_with = "split_input_file")]
    split_input_file: Option<String>,

    /// What to print between the outputs of the parts.
    #[arg(long, value_name = "MARKER")]
    output_split_marker: Option<String>,

    /// Check that messages are those that comments `expected-error {{…}}` name; the exit status says whether.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "all", value_name = "WHICH")]
    verify_diagnostics: Option<Strictness>,
}

impl ChunkArgs {
    /// Whether diagnostics are verified rather than printed; tools then report exactly what upstream's tools report.
    pub(crate) fn verifies_diagnostics(&self) -> bool {
        self.verify_diagnostics.is_some()
    }

    /// Reads `input`, calls `process` with each chunk, and writes the results to `output`. If a chunk fails, an output file is
    /// left unchanged; standard output may have been written in part. `process` appends its diagnostics to the list that it is
    /// given, and returns `None` on failure.
    ///
    /// Returns whether the run succeeded: no chunk failed, or all diagnostics were as expected.
    ///
    /// # Errors
    /// If the input cannot be read or the output cannot be written.
    pub(crate) fn run(
        &self,
        input: &Path,
        output: &Path,
        default_marker: &str,
        places: Places,
        mut process: impl FnMut(&Chunk<'_>, &mut Vec<Message>) -> Option<Vec<u8>>,
    ) -> Result<bool, Vec<Report>> {
        let input = Input::read(input)?;
        let (chunks, warnings) = split::split(&input, self.split_input_file.as_deref().unwrap_or_default());
        messages::emit(&input, &warnings);
        let mut out = Vec::new();
        let mut all_well = true;
        for (index, chunk) in chunks.iter().enumerate() {
            if index != 0 {
                let marker = self.output_split_marker.as_deref().unwrap_or(default_marker);
                out.extend_from_slice(marker.as_bytes());
                out.push(b'\n');
            }
            let file =
                (places == Places::OfChunk && self.split_input_file.is_some()).then(|| chunk.to_file());
            let chunk = match &file {
                Some(file) => &Chunk { file, text: &file.bytes, before: (0, 0) },
                None => chunk,
            };
            let mut said = Vec::new();
            let result = process(chunk, &mut said);
            all_well &= match self.verify_diagnostics {
                None => {
                    messages::emit(chunk.file, &said);
                    result.is_some()
                }
                Some(strictness) => {
                    let wrong = expectations::check(chunk, strictness, &said);
                    messages::emit(chunk.file, &wrong);
                    wrong.is_empty()
                }
            };
            out.extend(result.unwrap_or_default());
        }
        if all_well || output == Path::new("-") {
            files::write(output, Box::new(move |to| to.write_all(&out)))?;
        }
        Ok(all_well)
    }
}

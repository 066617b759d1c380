//! Progress of commands that take many files.

use indicatif::{ProgressBar, ProgressStyle};

/// The least number of files for which progress is shown.
const FEW: usize = 4;

/// A progress bar on standard error, if that is a terminal and there are enough files.
pub(crate) fn of_files(files: usize) -> ProgressBar {
    if files < FEW {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files, {eta} left");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

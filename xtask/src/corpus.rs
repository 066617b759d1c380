//! The corpus of real modules for measurements.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{root, succeed};

/// The files named on the command line (`@list` names a file with one path per line), or the dev corpus.
pub(crate) fn files(arguments: &[String]) -> Result<Vec<PathBuf>, String> {
    if arguments.is_empty() {
        return read_list(&built()?);
    }
    let mut files = Vec::new();
    for argument in arguments {
        match argument.strip_prefix('@') {
            Some(list) => files.extend(read_list(Path::new(list))?),
            None => files.push(PathBuf::from(argument)),
        }
    }
    Ok(files)
}

fn read_list(path: &Path) -> Result<Vec<PathBuf>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().filter(|line| !line.is_empty()).map(PathBuf::from).collect())
}

/// The list of files in the dev corpus, which is built on first use.
fn built() -> Result<PathBuf, String> {
    let folder = root().join("target/corpus");
    let list = folder.join("dev.list");
    if list.exists() {
        return Ok(list);
    }
    let script = shared("corpus/build.sh")?;
    succeed(Command::new("bash").arg(script).arg(&folder).arg("dev"))?;
    Ok(list)
}

/// A file in the shared folder next to the repository on a developer's machine.
pub(crate) fn shared(name: &str) -> Result<PathBuf, String> {
    let path = root().join("../shared").join(name);
    if path.exists() {
        Ok(path)
    } else {
        Err(format!("{} is not there; name the files to work on", path.display()))
    }
}

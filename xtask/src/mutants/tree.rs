//! The copy of the workspace in which mutants are built, so that the workspace itself can be edited meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Names that are not copied, at any depth.
const LEFT_OUT: [&str; 2] = ["target", ".git"];

/// Copies `from` to `to`, replacing the text of some files. Files that are already equal are not touched, so that they are not
/// rebuilt.
pub(super) fn copy(from: &Path, to: &Path, changed: &BTreeMap<PathBuf, String>) -> Result<(), String> {
    copy_folder(from, to, Path::new(""), changed)
}

fn copy_folder(
    from: &Path,
    to: &Path,
    relative: &Path,
    changed: &BTreeMap<PathBuf, String>,
) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(to).map_err(|error| failed(to, error))?;
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(from).map_err(|error| failed(from, error))? {
        let path = entry.map_err(|error| failed(from, error))?.path();
        let Some(name) = path.file_name() else { continue };
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        names.insert(name.to_owned());
        let (copied, relative) = (to.join(name), relative.join(name));
        if path.is_dir() {
            copy_folder(&path, &copied, &relative, changed)?;
            continue;
        }
        let bytes = match changed.get(&relative) {
            Some(text) => text.clone().into_bytes(),
            None => fs::read(&path).map_err(|error| failed(&path, error))?,
        };
        if fs::read(&copied).ok().as_ref() != Some(&bytes) {
            fs::write(&copied, bytes).map_err(|error| failed(&copied, error))?;
        }
    }
    for entry in fs::read_dir(to).map_err(|error| failed(to, error))? {
        let entry = entry.map_err(|error| failed(to, error))?;
        let path = entry.path();
        if !names.contains(&entry.file_name()) {
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(|error| failed(&path, error))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::copy;
    use std::collections::BTreeMap;
    use std::fs;

    #[test]
    fn a_copy_becomes_what_the_original_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let write = |path: &str, text: &str| {
            let path = from.join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        };
        write("kept", "as it was");
        write("in/changed", "before");
        write("in/other", "as it was");
        write("removed/one", "");
        write("target/built", "");
        copy(&from, &to, &BTreeMap::new()).expect("it can be copied");
        let age = || fs::metadata(to.join("kept")).and_then(|data| data.modified()).expect("it was copied");
        let before = age();
        write("in/changed", "after");
        fs::remove_dir_all(from.join("removed")).expect("it can be removed");
        let changed = BTreeMap::from([("in/other".into(), "changed".to_owned())]);
        copy(&from, &to, &changed).expect("it can be copied");
        assert_eq!(fs::read_to_string(to.join("in/changed")).expect("it was copied"), "after");
        assert_eq!(fs::read_to_string(to.join("in/other")).expect("it was copied"), "changed");
        assert_eq!(age(), before);
        assert!(!to.join("removed").exists() && !to.join("target").exists());
    }
}

//! Reads input files and writes output files atomically.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::blocks::Blocks;
use crate::bytes::Bytes;
use crate::diagnostics::Report;

/// An input file in memory.
pub(crate) struct Input {
    /// The name in diagnostics.
    pub(crate) name: String,
    /// The content.
    pub(crate) bytes: Bytes,
}

impl Input {
    /// An input from memory, under this name.
    pub(crate) fn new(name: impl Into<String>, bytes: impl Into<Bytes>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }

    /// Reads the file `path`, or standard input if `path` is `-`.
    pub(crate) fn read(path: &Path) -> Result<Self, Vec<Report>> {
        let standard = path == Path::new("-");
        let name = if standard { "<stdin>".to_owned() } else { path.display().to_string() };
        let bytes = if standard {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes.into())
        } else {
            read_file(path)
        };
        match bytes {
            Ok(bytes) => Ok(Self { name, bytes }),
            Err(error) => Err(vec![Report::about_file(&name, format!("cannot read: {error}"))]),
        }
    }

    /// Calls `use_up` with the content, and returns its result. The content is in this input again if that is an error: if it cannot be
    /// read from the file again, it is kept meanwhile.
    pub(crate) fn used_up<T, E>(&mut self, use_up: impl FnOnce(Arc<Bytes>) -> Result<T, E>) -> Result<T, E> {
        let bytes = Arc::new(std::mem::take(&mut self.bytes));
        let length = bytes.len();
        let is_file =
            fs::metadata(&self.name).is_ok_and(|file| file.is_file() && file.len() == length as u64);
        let kept = (!is_file).then(|| Arc::clone(&bytes));
        let result = use_up(bytes);
        if result.is_err() {
            self.bytes = match kept {
                Some(kept) => Arc::into_inner(kept),
                None => read_file(Path::new(&self.name)).ok().filter(|bytes| bytes.len() == length),
            }
            .unwrap_or_default();
        }
        result
    }
}

/// The minimum size of files that are memory-mapped.
const LARGE: u64 = 1 << 20;

/// Reads a file; maps it if it is large. Only on Unix, as elsewhere a mapped file cannot be replaced.
fn read_file(path: &Path) -> io::Result<Bytes> {
    let metadata = fs::metadata(path)?;
    let large = cfg!(unix) && metadata.is_file() && metadata.len() >= LARGE;
    match large.then(|| mmap_guard::map_file(path)) {
        Some(Ok(mapped)) => Ok(Bytes::Mapped(mapped)),
        // Mapping may fail, for instance if the file is locked; it can still be read.
        _ => fs::read(path).map(Bytes::from),
    }
}

/// The destination of printed text, usable from any thread.
pub(crate) type Sink<'a> = &'a mut (dyn Write + Send + Sync);

/// Text to be printed later.
pub(crate) type Text = Box<dyn FnOnce(Sink<'_>) -> io::Result<()>>;

/// Prints to the file `path`, or to standard output if `path` is `-`. A file is written atomically. A closed standard output is
/// not an error.
pub(crate) fn write(path: &Path, text: Text) -> Result<(), Vec<Report>> {
    let (name, result) = if path == Path::new("-") {
        ("<stdout>".to_owned(), unless_closed(print(text, io::stdout())))
    } else {
        (path.display().to_string(), write_file(path, text))
    };
    result.map_err(|error| vec![Report::about_file(&name, format!("cannot write: {error}"))])
}

fn print(text: Text, sink: impl Write + Send + Sync) -> io::Result<()> {
    let mut blocks = Blocks::new(sink);
    text(&mut blocks)?;
    blocks.flush()
}

fn unless_closed(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn write_file(path: &Path, text: Text) -> io::Result<()> {
    let existing = fs::metadata(path).ok();
    if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        // A device or a pipe cannot be replaced, so write to it.
        return unless_closed(print(text, fs::OpenOptions::new().write(true).open(path)?));
    }
    // Replace the target of a symbolic link, not the link.
    let path = if existing.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tern-");
    let permissions = existing.map(|metadata| metadata.permissions());
    #[cfg(unix)]
    let new_file = {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(new_file);
    let mut file = builder.tempfile_in(folder)?;
    print(text, file.as_file_mut())?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    put(file, &path)
}

/// Moves a temporary file to its destination, replacing an existing file.
fn put(file: tempfile::NamedTempFile, path: &Path) -> io::Result<()> {
    // Exchange both files, so that the old one becomes the temporary file. If it were merely replaced, some file systems would
    // flush the new file to disk at once (ext4: a tenth of the time of importing SQLite).
    #[cfg(target_os = "linux")]
    if rustix::fs::renameat_with(
        rustix::fs::CWD,
        file.path(),
        rustix::fs::CWD,
        path,
        rustix::fs::RenameFlags::EXCHANGE,
    )
    .is_ok()
    {
        return file.close();
    }
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &'static str) -> Text {
        Box::new(move |sink| sink.write_all(text.as_bytes()))
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        write_file(&path, text("one")).unwrap();
        write_file(&path, text("two")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let reports = write(&folder.path().join("no/such/out"), text("x")).unwrap_err();
        assert!(reports[0].headline().contains("cannot write"), "{}", reports[0].headline());
    }

    #[cfg(unix)]
    #[test]
    fn a_large_file_is_mapped_and_can_be_replaced_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large");
        let bytes: Vec<u8> = (0..LARGE).map(|index| (index % 251) as u8).collect();
        fs::write(&path, &bytes[1..]).unwrap();
        assert!(matches!(read_file(&path).unwrap(), Bytes::Vec(read) if read == bytes[1..]));
        fs::write(&path, &bytes).unwrap();
        let mapped = read_file(&path).unwrap();
        assert!(matches!(mapped, Bytes::Mapped(_)));
        write_file(&path, text("other")).unwrap();
        assert!(*mapped == bytes && mapped.into_vec() == bytes);
        assert_eq!(*read_file(&path).unwrap(), *b"other");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_stays() {
        write_file(Path::new("/dev/null"), text("x")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_mode_stays_a_mode() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, b"old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_file(&link, text("new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    }
}

//! Compressed offload bundles and sections. Source: Clang Offload Bundler, "Compressed Offload Bundles", as written by version 22.

use std::io::Read;

use flate2::read::ZlibDecoder;
use ruzstd::decoding::StreamingDecoder;

const MAGIC: &[u8] = b"CCOB";

/// The maximum uncompressed size: a few kilobytes could otherwise expand to fill all memory.
const LARGEST: u64 = 1 << 30;

/// Whether this is a compressed bundle, or a sequence of them.
pub(crate) fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Decompresses consecutive bundles, between which there may be zero padding.
///
/// # Errors
///
/// If a bundle is damaged, too large, or of an unsupported form.
pub(crate) fn decompress(bytes: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let (mut rest, mut bundles) = (bytes, Vec::new());
    while !rest.is_empty() {
        let header = Header::of(rest).ok_or("damaged compressed offload bundle")?;
        bundles.push(header.content(rest)?);
        rest = rest[header.end..].trim_prefix_zeros();
    }
    Ok(bundles)
}

/// The header: `CCOB`, version and method (16 bits each), since version 2 the total size, the uncompressed size (both 32 bits,
/// 64 since version 3), and a 64-bit hash, which is not checked.
struct Header {
    method: u16,
    /// The range of the compressed data.
    start: usize,
    end: usize,
    size: u64,
}

impl Header {
    fn of(bytes: &[u8]) -> Option<Self> {
        let mut at = MAGIC.len();
        let mut number = |width: usize| {
            let mut wide = [0; 8];
            wide[..width].copy_from_slice(bytes.get(at..at.checked_add(width)?)?);
            at += width;
            Some(u64::from_le_bytes(wide))
        };
        bytes.starts_with(MAGIC).then_some(())?;
        let (version, method) = (number(2)?, number(2)? as u16);
        let width = if version < 3 { 4 } else { 8 };
        let whole = if version < 2 { bytes.len() as u64 } else { number(width)? };
        let (size, _hash) = (number(width)?, number(8)?);
        let end = usize::try_from(whole).ok().filter(|&end| (at..=bytes.len()).contains(&end))?;
        (1..=3).contains(&version).then_some(Self { method, start: at, end, size })
    }

    fn content(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let method = match self.method {
            0 => Method::Zlib,
            1 => Method::Zstandard,
            method => {
                return Err(format!("the offload bundle is compressed by an unknown method ({method})"));
            }
        };
        method.decompress(&bytes[self.start..self.end], self.size, "offload bundle")
    }
}

/// A method of compression.
pub(crate) enum Method {
    Zlib,
    Zstandard,
}

impl Method {
    /// Decompresses data of a known size. `what` it is stands in the message of an error.
    pub(crate) fn decompress(&self, data: &[u8], size: u64, what: &str) -> Result<Vec<u8>, String> {
        if size > LARGEST {
            return Err(format!("the {what} is {size} bytes without compression, more than {LARGEST}"));
        }
        let damaged = |error: &dyn std::fmt::Display| format!("damaged compressed {what}: {error}");
        let mut content = Vec::new();
        match self {
            Self::Zlib => ZlibDecoder::new(data).take(size).read_to_end(&mut content),
            Self::Zstandard => {
                let decoder = StreamingDecoder::new(data).map_err(|error| damaged(&error))?;
                decoder.take(size).read_to_end(&mut content)
            }
        }
        .map_err(|error| damaged(&error))?;
        if content.len() as u64 == size { Ok(content) } else { Err(damaged(&"it ends too early")) }
    }
}

trait Zeros {
    /// Strips leading zeros.
    fn trim_prefix_zeros(&self) -> &Self;
}

impl Zeros for [u8] {
    fn trim_prefix_zeros(&self) -> &Self {
        let zeros = self.iter().take_while(|&&byte| byte == 0).count();
        &self[zeros..]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// Compresses the bytes in every supported form.
    pub(crate) fn packed(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(bytes).unwrap();
        let data = [zlib.finish().unwrap(), compress_to_vec(bytes, CompressionLevel::Fastest)];
        let ways = (1..=3_u16).flat_map(|version| (0..2_u16).map(move |method| (version, method)));
        ways.map(|(version, method)| header(version, method, bytes.len() as u64, &data[usize::from(method)]))
            .collect()
    }

    fn header(version: u16, method: u16, size: u64, data: &[u8]) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend([version.to_le_bytes(), method.to_le_bytes()].concat());
        let width = if version < 3 { 4 } else { 8 };
        if version > 1 {
            let whole = (MAGIC.len() + 4 + 2 * width + 8 + data.len()) as u64;
            out.extend(&whole.to_le_bytes()[..width]);
        }
        out.extend(&size.to_le_bytes()[..width]);
        out.extend([0; 8]);
        out.extend(data);
        out
    }

    #[test]
    fn all_versions_and_methods_are_read() {
        let text = b"a bundle".repeat(100);
        for packed in packed(&text) {
            assert_eq!(decompress(&packed).unwrap(), std::slice::from_ref(&text));
            for length in 1..packed.len() / 2 {
                assert!(decompress(&packed[..length]).is_err(), "{length}");
            }
        }
        let two = [&packed(&text)[3][..], &[0; 5], &packed(b"other")[4]].concat();
        assert_eq!(decompress(&two).unwrap(), [text, b"other".to_vec()]);
    }

    #[test]
    fn what_is_too_large_or_unknown_is_refused() {
        assert!(decompress(&header(3, 1, LARGEST + 1, b"")).unwrap_err().contains("without compression"));
        assert!(decompress(&header(2, 7, 1, b"")).unwrap_err().contains("unknown method (7)"));
        assert!(decompress(&header(4, 1, 1, b"")).unwrap_err().contains("damaged"));
        // The data is longer than the header says.
        let long = header(2, 1, 3, &compress_to_vec(&b"abcdef"[..], CompressionLevel::Fastest));
        assert_eq!(decompress(&long).unwrap(), [b"abc"]);
    }
}

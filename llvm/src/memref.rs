//! Arrays in memory, as memrefs and as `.npy` files.
//!
//! A memref descriptor consists of 64-bit words: the address of the allocation, the address of the data, an offset, the sizes
//! and the strides. Source: MLIR, LLVM IR Target, "Ranked MemRef Types". `.npy` is NumPy's format, NEP 1.

use std::io::{Read, Write};

use npyz::WriterBuilder as _;

use crate::{Error, Result};

/// An element type, with its names in MLIR and NumPy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    mlir: &'static str,
    numpy: char,
    size: usize,
}

/// The supported element types: MLIR's name, NumPy's kind, and the size. When a `.npy` file is read, the first match by kind
/// and size counts.
const ELEMENTS: [Element; 16] = [
    element("i1", 'b', 1),
    element("i8", 'i', 1),
    element("i16", 'i', 2),
    element("i32", 'i', 4),
    element("i64", 'i', 8),
    element("index", 'i', 8),
    element("ui8", 'u', 1),
    element("ui16", 'u', 2),
    element("ui32", 'u', 4),
    element("ui64", 'u', 8),
    element("f16", 'f', 2),
    element("f32", 'f', 4),
    element("f64", 'f', 8),
    element("complex<f32>", 'c', 8),
    element("complex<f64>", 'c', 16),
    // NumPy has no such type; stored as raw bytes.
    element("bf16", 'V', 2),
];

const fn element(mlir: &'static str, numpy: char, size: usize) -> Element {
    Element { mlir, numpy, size }
}

/// The type of a memref, whose sizes may be unknown, such as `4x?xf32`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The element type.
    pub element: Element,
    /// The sizes; `None` if only known at run time.
    pub sizes: Vec<Option<usize>>,
}

impl std::str::FromStr for Shape {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong = || Error::Run(format!("`{text}` is no type of a memref, like `4x4xf32` or `?xi64`"));
        let (mut rest, mut sizes) = (text, Vec::new());
        while let Some((size, tail)) = rest.split_once('x').filter(|(size, _)| is_size(size)) {
            sizes.push(if size == "?" { None } else { Some(size.parse().map_err(|_| wrong())?) });
            rest = tail;
        }
        let element = ELEMENTS.iter().find(|element| element.mlir == rest).ok_or_else(wrong)?;
        Ok(Self { element: *element, sizes })
    }
}

fn is_size(text: &str) -> bool {
    text == "?" || (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Shape {
    /// The number of words of the descriptor.
    pub(crate) fn words(&self) -> usize {
        words(self.sizes.len())
    }
}

/// The number of words of a descriptor of this rank.
pub(crate) fn words(rank: usize) -> usize {
    3 + 2 * rank
}

/// An array in row-major order. Its data is aligned to 64 bytes, the alignment of the largest vectors, which compiled code may
/// rely on.
#[derive(Clone, Debug)]
pub struct Array {
    element: Element,
    sizes: Vec<usize>,
    allocation: Vec<u8>,
    start: usize,
    length: usize,
}

const ALIGNMENT: usize = 64;

impl Array {
    /// Creates an array of zeros.
    ///
    /// # Errors
    ///
    /// [`Error::Run`] if a size is unknown, or the array does not fit in memory.
    pub fn zeros(shape: &Shape) -> Result<Self> {
        let sizes = shape.sizes.iter().copied().collect::<Option<Vec<usize>>>();
        Self::of(
            shape.element,
            sizes.ok_or_else(|| Error::Run("the size of an array is not known".to_owned()))?,
        )
    }

    fn of(element: Element, sizes: Vec<usize>) -> Result<Self> {
        let too_large = || Error::Run("the array is too large".to_owned());
        let count = sizes.iter().try_fold(1_usize, |count, &size| count.checked_mul(size));
        let length = count.and_then(|count| count.checked_mul(element.size)).ok_or_else(too_large)?;
        let whole = length.checked_add(ALIGNMENT).ok_or_else(too_large)?;
        let mut allocation = Vec::new();
        allocation.try_reserve_exact(whole).map_err(|_| too_large())?;
        allocation.resize(whole, 0);
        let start = allocation.as_ptr().align_offset(ALIGNMENT);
        Ok(Self { element, sizes, allocation, start, length })
    }

    /// Creates an array from the bytes of its elements.
    pub(crate) fn from_bytes(element: Element, sizes: Vec<usize>, bytes: &[u8]) -> Result<Self> {
        let mut array = Self::of(element, sizes)?;
        if array.length != bytes.len() {
            return Err(Error::Run(format!("{} bytes of data instead of {}", bytes.len(), array.length)));
        }
        array.bytes_mut().copy_from_slice(bytes);
        Ok(array)
    }

    /// The sizes of its dimensions.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The bytes of the elements in row-major order.
    pub fn bytes(&self) -> &[u8] {
        &self.allocation[self.start..self.start + self.length]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.allocation[self.start..self.start + self.length]
    }

    /// Reads a `.npy` file.
    ///
    /// # Errors
    ///
    /// [`Error::Run`] if the file is malformed, or its element type is not supported.
    pub fn read(mut file: impl Read) -> Result<Self> {
        let wrong = |why: String| Error::Run(format!("not an array that can be read: {why}"));
        let header = npyz::NpyHeader::from_reader(&mut file).map_err(|error| wrong(error.to_string()))?;
        let dtype = header.dtype();
        let npyz::DType::Plain(ty) = &dtype else { return Err(wrong("its elements are records".to_owned())) };
        let element = ELEMENTS.iter().find(|element| {
            ty.type_char().to_str().starts_with(element.numpy) && ty.num_bytes() == Some(element.size)
        });
        let element = *element.ok_or_else(|| wrong(format!("no memref has elements of type {ty}")))?;
        let sizes =
            header.shape().iter().map(|&size| usize::try_from(size)).collect::<std::result::Result<_, _>>();
        let mut array = Self::of(element, sizes.map_err(|error| wrong(error.to_string()))?)?;
        let swapped = element.size > 1
            && ty.endianness() != npyz::Endianness::of_machine()
            && ty.endianness() != npyz::Endianness::Irrelevant;
        file.read_exact(array.bytes_mut()).map_err(|error| wrong(error.to_string()))?;
        if swapped {
            // The byte order applies to the real and the imaginary part separately.
            let size = if element.numpy == 'c' { element.size / 2 } else { element.size };
            array.bytes_mut().chunks_exact_mut(size).for_each(<[u8]>::reverse);
        }
        if header.order() == npyz::Order::Fortran {
            array = array.transposed()?;
        }
        Ok(array)
    }

    /// Converts an array from column-major to row-major order.
    fn transposed(&self) -> Result<Self> {
        let mut array = Self::of(self.element, self.sizes.clone())?;
        let strides: Vec<usize> =
            self.sizes.iter().scan(1, |next, &size| Some(std::mem::replace(next, *next * size))).collect();
        let size = self.element.size;
        for (position, to) in array.bytes_mut().chunks_exact_mut(size).enumerate() {
            let from = indices(&self.sizes, position)
                .zip(strides.iter().rev())
                .map(|(index, stride)| index * stride);
            let from = from.sum::<usize>() * size;
            to.copy_from_slice(&self.bytes()[from..from + size]);
        }
        Ok(array)
    }

    /// Writes a `.npy` file.
    ///
    /// # Errors
    ///
    /// If writing to `file` fails.
    pub fn write(&self, file: &mut dyn Write) -> std::io::Result<()> {
        let mark = if self.element.size == 1 || self.element.numpy == 'V' {
            "|"
        } else {
            npyz::Endianness::of_machine().to_str()
        };
        let ty = format!("{mark}{}{}", self.element.numpy, self.element.size).parse::<npyz::TypeStr>();
        let ty = ty.map_err(|error| std::io::Error::other(error.to_string()))?;
        let sizes: Vec<u64> = self.sizes.iter().map(|&size| size as u64).collect();
        let options = npyz::WriteOptions::new_header_only().dtype(npyz::DType::Plain(ty)).shape(&sizes);
        options.writer(&mut *file).write_header_only()?;
        file.write_all(self.bytes())
    }

    /// The address of the data.
    pub(crate) fn address(&mut self) -> u64 {
        self.bytes_mut().as_mut_ptr().expose_provenance() as u64
    }

    /// The words of the descriptor, valid as long as the array is alive.
    pub(crate) fn descriptor(&mut self) -> Vec<u64> {
        let address = self.address();
        let mut words = vec![address, address, 0];
        words.extend(self.sizes.iter().map(|&size| size as u64));
        let mut strides: Vec<u64> = self
            .sizes
            .iter()
            .rev()
            .scan(1, |next, &size| Some(std::mem::replace(next, *next * size as u64)))
            .collect();
        strides.reverse();
        words.extend(strides);
        words
    }
}

/// The indices of the element at a row-major position, the last dimension first.
fn indices(sizes: &[usize], position: usize) -> impl Iterator<Item = usize> {
    sizes.iter().rev().scan(position, |rest, &size| {
        let index = *rest % size;
        *rest /= size;
        Some(index)
    })
}

/// A decoded descriptor: the address of each element, in row-major order.
pub(crate) struct Described {
    pub(crate) element: Element,
    pub(crate) sizes: Vec<usize>,
    /// The addresses of the elements.
    pub(crate) places: Vec<u64>,
}

impl Described {
    /// The size of an element in bytes.
    pub(crate) fn element_size(&self) -> usize {
        self.element.size
    }

    /// Decodes a descriptor of a memref of this type.
    pub(crate) fn new(shape: &Shape, words: &[u64]) -> Result<Self> {
        let wrong = |why: &str| Error::Run(format!("the memref that was returned {why}"));
        let rank = shape.sizes.len();
        let (data, offset, sizes, strides) = match words {
            [_, data, offset, rest @ ..] if rest.len() == 2 * rank => {
                (*data, *offset, &rest[..rank], &rest[rank..])
            }
            _ => return Err(wrong("is of another rank")),
        };
        let sizes: Vec<usize> = sizes
            .iter()
            .map(|&size| usize::try_from(size).map_err(|_| wrong("has negative sizes")))
            .collect::<Result<_>>()?;
        if sizes
            .iter()
            .zip(&shape.sizes)
            .any(|(size, expected)| expected.is_some_and(|expected| expected != *size))
        {
            return Err(wrong(&format!("is of sizes {sizes:?}")));
        }
        let count = sizes
            .iter()
            .try_fold(1_usize, |count, &size| count.checked_mul(size))
            .filter(|&count| count < MOST_ELEMENTS);
        let count = count.ok_or_else(|| wrong(&format!("is of sizes {sizes:?}, which no memory holds")))?;
        let size = shape.element.size as u64;
        let places = (0..count).map(|position| {
            let steps = indices(&sizes, position).zip(strides.iter().rev());
            let element = steps
                .fold(offset, |sum, (index, &stride)| sum.wrapping_add((index as u64).wrapping_mul(stride)));
            data.wrapping_add(element.wrapping_mul(size))
        });
        Ok(Self { element: shape.element, places: places.collect(), sizes })
    }
}

/// A limit on the number of elements; more indicate a damaged descriptor.
const MOST_ELEMENTS: usize = 1 << 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape {
        text.parse().unwrap()
    }

    #[test]
    fn types_are_read() {
        assert_eq!(shape("4x?xf32").sizes, [Some(4), None]);
        assert_eq!(shape("index").words(), 3);
        assert_eq!(shape("2xcomplex<f32>").element.size, 8);
        for text in ["", "4x", "xf32", "4xf33", "-1xf32", "99999999999999999999xi8"] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }

    #[test]
    fn files_come_back() {
        for text in
            ["2x3xf32", "f64", "0x4xi8", "3xi1", "2x2xcomplex<f64>", "5xui16", "4xbf16", "1x2x3x4xf16"]
        {
            let mut array = Array::zeros(&shape(text)).unwrap();
            array.bytes_mut().iter_mut().zip(1..).for_each(|(byte, value)| *byte = value);
            let mut file = Vec::new();
            array.write(&mut file).unwrap();
            let back = Array::read(&file[..]).unwrap();
            assert_eq!((back.sizes(), back.bytes()), (array.sizes(), array.bytes()), "{text}");
        }
        assert!(Array::read(&b"\x93NUMPY\x01\0"[..]).is_err());
        assert!(Array::zeros(&shape("?xf32")).is_err());
        assert!(Array::zeros(&shape("9999999999x9999999999xf32")).is_err());
    }

    #[test]
    fn order_and_byte_order_are_put_right() {
        let mut file = b"\x93NUMPY\x01\0".to_vec();
        let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }";
        let padded = format!("{header:<117}\n");
        file.extend((padded.len() as u16).to_le_bytes());
        file.extend(padded.as_bytes());
        file.extend((1..=6_u16).flat_map(u16::to_be_bytes));
        let array = Array::read(&file[..]).unwrap();
        let values: Vec<u16> = array.bytes().chunks(2).map(|b| u16::from_ne_bytes([b[0], b[1]])).collect();
        assert_eq!(values, [1, 3, 5, 2, 4, 6]);
    }

    #[test]
    fn descriptors_say_where_things_are() {
        let mut array = Array::zeros(&shape("2x3xf32")).unwrap();
        let words = array.descriptor();
        assert_eq!(words[2..], [0, 2, 3, 3, 1]);
        assert_eq!(words[1] % ALIGNMENT as u64, 0);
        let described = Described::new(&shape("?x3xf32"), &words).unwrap();
        assert_eq!(described.places[4], words[1] + 16);
        assert!(Described::new(&shape("2x2xf32"), &words).is_err());
        assert!(Described::new(&shape("2xf32"), &words).is_err());
    }
}

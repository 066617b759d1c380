//! Memref types with sizes and strides that the test knows, even if the type does not.

use std::fmt;

use super::element::Element;

/// A number known to the test; it may be static or dynamic in the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The number.
    pub value: i64,
    /// Whether the type shows it.
    pub is_static: bool,
}

/// The layout of a memref.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Layout {
    /// The identity layout, row-major without offset, which types omit.
    Identity,
    /// `strided<…>`
    Strided {
        /// One per dimension.
        strides: Vec<Extent>,
        /// The offset, if static.
        offset: Option<i64>,
    },
}

/// The type of a ranked memref.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemRef {
    /// The element type.
    pub element: Element,
    /// The sizes.
    pub shape: Vec<Extent>,
    /// The layout.
    pub layout: Layout,
}

impl Extent {
    /// A static number.
    pub fn fixed(value: i64) -> Self {
        Self { value, is_static: true }
    }
}

/// The row-major strides of a shape.
pub fn row_major(sizes: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; sizes.len()];
    for dimension in (1..sizes.len()).rev() {
        strides[dimension - 1] = strides[dimension] * sizes[dimension];
    }
    strides
}

impl MemRef {
    /// A type with the identity layout.
    pub fn identity(element: Element, shape: Vec<Extent>) -> Self {
        Self { element, shape, layout: Layout::Identity }
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The sizes.
    pub fn sizes(&self) -> Vec<i64> {
        self.shape.iter().map(|size| size.value).collect()
    }

    /// The strides, each static or dynamic.
    pub fn strides(&self) -> Vec<Extent> {
        match &self.layout {
            Layout::Strided { strides, .. } => strides.clone(),
            Layout::Identity => {
                let values = row_major(&self.sizes());
                let shown = |dimension: usize| self.shape[dimension + 1..].iter().all(|size| size.is_static);
                let extent = |(dimension, &value)| Extent { value, is_static: shown(dimension) };
                values.iter().enumerate().map(extent).collect()
            }
        }
    }

    /// The strides.
    pub fn stride_values(&self) -> Vec<i64> {
        self.strides().iter().map(|stride| stride.value).collect()
    }

    /// The offset, if static.
    pub fn offset(&self) -> Option<i64> {
        match self.layout {
            Layout::Identity => Some(0),
            Layout::Strided { offset, .. } => offset,
        }
    }

    /// How many elements there are.
    pub fn count(&self) -> i64 {
        self.shape.iter().map(|size| size.value).product()
    }

    /// The distance from the first to the last element.
    pub fn span(&self) -> i64 {
        if self.count() == 0 {
            return 0;
        }
        self.shape.iter().zip(self.strides()).map(|(size, stride)| (size.value - 1) * stride.value).sum()
    }

    /// Whether sizes and strides equal those of another type.
    pub fn lies_like(&self, other: &Self) -> bool {
        self.element == other.element
            && self.sizes() == other.sizes()
            && self.stride_values() == other.stride_values()
    }

    /// Whether it can be passed as a bare pointer: everything is static.
    pub fn is_static(&self) -> bool {
        self.shape.iter().chain(&self.strides()).all(|extent| extent.is_static) && self.offset().is_some()
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_static { write!(f, "{}", self.value) } else { f.write_str("?") }
    }
}

impl fmt::Display for MemRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memref<")?;
        for size in &self.shape {
            write!(f, "{size}x")?;
        }
        write!(f, "{}", self.element)?;
        if let Layout::Strided { strides, offset } = &self.layout {
            let strides: Vec<String> = strides.iter().map(Extent::to_string).collect();
            write!(f, ", strided<[{}]", strides.join(", "))?;
            match offset {
                Some(0) => {}
                Some(offset) => write!(f, ", offset: {offset}")?,
                None => f.write_str(", offset: ?")?,
            }
            f.write_str(">")?;
        }
        f.write_str(">")
    }
}

//! What the distance of two addresses with the same base says of accesses there.

use super::address::{Address, Term};
use super::location::Size;
use super::variables::{Extension, Linear, Variable, wrapped};
use super::{Alias, Aliases};

/// The distance of two accesses: the address of the first minus that of the second.
pub(super) struct Distance<'a> {
    pub(super) aliases: &'a Aliases<'a>,
    /// The difference of the two addresses.
    pub(super) difference: &'a Address,
    pub(super) sizes: (Size, Size),
    /// Whether values of both may be of different iterations of a loop.
    pub(super) crosses: bool,
}

impl Distance<'_> {
    /// How the accesses meet.
    pub(super) fn alias(&self) -> Alias {
        // No object is larger than half of the memory, so that distances can be taken as signed.
        let half = 1i128 << (self.difference.width - 1);
        let limit = |size: Size| size.limit().map(i128::from).filter(|&bytes| bytes <= half);
        let limits = (limit(self.sizes.0), limit(self.sizes.1));
        if self.difference.terms.is_empty() {
            return self.by_constant(limits);
        }
        let (Some(first), Some(second)) = limits else { return Alias::May };
        let is_apart = self.by_modulus((first, second))
            || self.by_range((first, second))
            || self.by_least_distance((first, second));
        if is_apart { Alias::No } else { Alias::May }
    }

    /// Whether the first access begins behind the end of the second, because nothing that is added to the constant of the distance wraps.
    pub(super) fn is_beyond(&self) -> bool {
        let Some(second) = self.sizes.1.limit() else { return false };
        let constant = self.difference.offset.rem_euclid(1 << self.difference.width);
        self.difference.unsigned && constant >= i128::from(second)
    }

    fn by_constant(&self, (first, second): (Option<i128>, Option<i128>)) -> Alias {
        let offset = self.difference.offset;
        // The one that begins first decides.
        let (distance, reach) = if offset >= 0 { (offset, second) } else { (-offset, first) };
        match reach {
            Some(reach) if distance >= reach => Alias::No,
            Some(_) if matches!(self.sizes, (Size::Exact(_), Size::Exact(_))) => {
                Alias::Partial(i64::try_from(-offset).ok())
            }
            _ => Alias::May,
        }
    }

    /// The distance is a constant, modulo the greatest common divisor of all scales.
    fn by_modulus(&self, (first, second): (i128, i128)) -> bool {
        let divisor = self.difference.terms.iter().fold(0, |divisor, term| {
            // A product that may wrap is a multiple of a power of two alone.
            let scale = term.scale.unsigned_abs();
            let factor = if term.exact { scale } else { 1 << scale.trailing_zeros().min(64) };
            gcd(divisor, factor)
        });
        let Some(divisor) = i128::try_from(divisor).ok().filter(|&divisor| divisor > 0) else { return false };
        let rest = self.difference.offset.rem_euclid(divisor);
        rest >= second && divisor - rest >= first
    }

    /// The distance is within a range, in which the accesses do not meet.
    fn by_range(&self, (first, second): (i128, i128)) -> bool {
        let half = 1i128 << (self.difference.width - 1);
        let (mut low, mut high) = (self.difference.offset, self.difference.offset);
        for term in &self.difference.terms {
            let (least, greatest) = self.bounds(term.variable);
            let products = (least.checked_mul(term.scale), greatest.checked_mul(term.scale));
            let (Some(a), Some(b)) = products else { return false };
            let (mut least, mut greatest) = (a.min(b), a.max(b));
            if term.exact {
                (least, greatest) = (least.clamp(-half, half - 1), greatest.clamp(-half, half - 1));
            }
            let (Some(sum_low), Some(sum_high)) = (low.checked_add(least), high.checked_add(greatest)) else {
                return false;
            };
            (low, high) = (sum_low, sum_high);
        }
        // Between the end of the second access and the beginning of the first, around the address space.
        let all = 2 * half;
        let Some(turns) = low.checked_sub(second).map(|space| space.div_euclid(all)) else { return false };
        let end = turns.checked_add(1).and_then(|turns| turns.checked_mul(all)?.checked_sub(first));
        end.is_some_and(|end| high <= end)
    }

    /// The variables add or subtract at least some number of bytes.
    fn by_least_distance(&self, (first, second): (i128, i128)) -> bool {
        let offset = self.difference.offset;
        match self.least_distance() {
            Some(least) => offset - least <= -first && offset + least >= second,
            None => false,
        }
    }

    fn least_distance(&self) -> Option<i128> {
        let half = 1i128 << (self.difference.width - 1);
        match self.difference.terms[..] {
            [Term { variable, scale, exact: true }] => self.is_not_zero(variable).then_some(scale.abs()),
            [a, b] if !self.crosses && a.scale == -b.scale => {
                let least = self.apart(a.variable, b.variable)?;
                let greatest = (1i128 << a.variable.bits).checked_mul(a.scale.abs())?;
                let is_plain = greatest.checked_add(self.difference.offset.abs())? < half;
                is_plain.then(|| least.checked_mul(a.scale.abs())).flatten()
            }
            _ => None,
        }
    }

    /// The least and the greatest number that an extended variable can be.
    fn bounds(&self, variable: Variable) -> (i128, i128) {
        let half = 1i128 << (variable.bits - 1);
        let (low, high) = match variable.extension {
            Extension::Sign => (-half, half - 1),
            Extension::Zero => (0, 2 * half - 1),
        };
        let Some(known) = self.aliases.known(variable.value) else { return (low, high) };
        let bounds = match variable.extension {
            Extension::Sign if known.width() == variable.bits => Some(known.signed()),
            _ => {
                let (least, greatest) = known.unsigned();
                i128::try_from(least).ok().zip(i128::try_from(greatest).ok())
            }
        };
        bounds.filter(|&(least, greatest)| least >= low && greatest <= high).unwrap_or((low, high))
    }

    /// Whether an extended variable is known not to be zero.
    fn is_not_zero(&self, variable: Variable) -> bool {
        let known = self.aliases.known(variable.value).filter(|known| known.width() == variable.bits);
        known.is_some_and(|known| known.unsigned().0 > 0)
    }

    /// The least distance of two variables that differ by a constant, before they are extended.
    fn apart(&self, a: Variable, b: Variable) -> Option<i128> {
        if (a.bits, a.extension) != (b.bits, b.extension) {
            return None;
        }
        // Read as numbers that wrap at their own width.
        let read = |variable: Variable| {
            Linear::of(self.aliases.module, self.aliases.function, variable.value, variable.bits)
                .filter(|_| variable.bits <= 64)
        };
        let (x, y) = (read(a)?, read(b)?);
        if x.variable != y.variable || x.scale != y.scale {
            return None;
        }
        let difference = wrapped(x.offset.wrapping_sub(y.offset), a.bits).abs();
        // The numbers may be at both ends of their range.
        let around = (1i128 << a.bits) - difference;
        (difference > 0).then(|| difference.min(around))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

//! Numbers without rounding: sums of floating-point numbers that do not overlap (Shewchuk 1997).
//!
//! Exact as long as nothing underflows or overflows; the caller has to ensure that.

/// The most parts a number may have; those of a few products of three differences have about ten.
const CAPACITY: usize = 64;

/// A sum of parts, the smallest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expansion {
    parts: [f64; CAPACITY],
    count: usize,
    /// Whether a part found no place, so that the number is not known.
    full: bool,
}

impl Expansion {
    const ZERO: Self = Self { parts: [0.0; CAPACITY], count: 0, full: false };

    /// The sum of two numbers of which the first is the rest that the second left when it was rounded.
    pub(super) fn of([rest, rounded]: [f64; 2]) -> Self {
        let mut sum = Self::ZERO;
        sum.push(rest);
        sum.push(rounded);
        sum
    }

    /// The number, rounded; none if it is not known.
    pub(super) fn value(&self) -> Option<f64> {
        (!self.full).then(|| self.parts().iter().sum())
    }

    fn parts(&self) -> &[f64] {
        &self.parts[..self.count]
    }

    /// Adds a part above all others; zeros are left out.
    fn push(&mut self, part: f64) {
        if part != 0.0 {
            if let Some(place) = self.parts.get_mut(self.count) {
                *place = part;
                self.count += 1;
            } else {
                self.full = true;
            }
        }
    }

    /// The sum with a number.
    fn plus_one(&self, number: f64) -> Self {
        let mut result = Self { full: self.full, ..Self::ZERO };
        let mut carry = number;
        for &part in self.parts() {
            let [rest, sum] = two_sum(carry, part);
            result.push(rest);
            carry = sum;
        }
        result.push(carry);
        result
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut result = *self;
        result.full |= other.full;
        for &part in other.parts() {
            result = result.plus_one(part);
        }
        result.compressed()
    }

    /// The product with a number.
    pub(super) fn times_one(&self, factor: f64) -> Self {
        let mut result = Self { full: self.full, ..Self::ZERO };
        let mut carry = 0.0;
        for &part in self.parts() {
            let [low, high] = two_product(part, factor);
            let [rest, sum] = two_sum(carry, low);
            result.push(rest);
            let [rest, sum] = fast_two_sum(high, sum);
            result.push(rest);
            carry = sum;
        }
        result.push(carry);
        result
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut result = Self { full: self.full | other.full, ..Self::ZERO };
        for &part in other.parts() {
            result = result.plus(&self.times_one(part));
        }
        result
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times_one(-1.0))
    }

    /// The same number with as few parts as possible.
    fn compressed(&self) -> Self {
        let Some((&last, before)) = self.parts().split_last() else { return *self };
        let mut upper = [0.0; CAPACITY];
        let (mut first, mut carry) = (self.count, last);
        for &part in before.iter().rev() {
            let [rest, sum] = fast_two_sum(carry, part);
            carry = sum;
            if rest != 0.0 {
                first -= 1;
                upper[first] = sum;
                carry = rest;
            }
        }
        let mut result = Self { full: self.full, ..Self::ZERO };
        for &part in &upper[first..self.count] {
            let [rest, sum] = fast_two_sum(part, carry);
            result.push(rest);
            carry = sum;
        }
        result.push(carry);
        result
    }
}

/// The rest and the rounded sum (Knuth 1969).
fn two_sum(a: f64, b: f64) -> [f64; 2] {
    let sum = a + b;
    let of_b = sum - a;
    [(a - (sum - of_b)) + (b - of_b), sum]
}

/// The same if `a` is not smaller than `b` in size (Dekker 1971).
fn fast_two_sum(a: f64, b: f64) -> [f64; 2] {
    let sum = a + b;
    [b - (sum - a), sum]
}

/// The rest and the rounded difference.
pub(super) fn two_difference(a: f64, b: f64) -> [f64; 2] {
    two_sum(a, -b)
}

/// The rest and the rounded product (Dekker 1971, Veltkamp 1968).
fn two_product(a: f64, b: f64) -> [f64; 2] {
    let halves = |x: f64| {
        let scaled = x * f64::from((1 << 27) + 1);
        let high = scaled - (scaled - x);
        [high, x - high]
    };
    let product = a * b;
    let ([a_high, a_low], [b_high, b_low]) = (halves(a), halves(b));
    let rest = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
    [rest, product]
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    /// A number of mixed size, and the same as a multiple of 2⁻¹²⁰.
    fn number() -> impl Strategy<Value = (f64, BigInt)> {
        (-(1_i64 << 53)..1_i64 << 53, 0..60_u32).prop_map(|(digits, shift)| {
            let value = digits as f64 * (-f64::from(120 - shift)).exp2();
            (value, BigInt::from(digits) << shift)
        })
    }

    proptest! {
        #[test]
        fn products_of_differences_are_exact(numbers in prop::array::uniform8(number())) {
            let difference = |i: usize| Expansion::of(two_difference(numbers[i].0, numbers[i + 1].0));
            let exact = |i: usize| &numbers[i].1 - &numbers[i + 1].1;
            let [a, b, c, d] = [0, 2, 4, 6].map(difference);
            let result = a.times(&b).times(&c).minus(&d.times(&a).times(&b));
            let truth = exact(0) * exact(2) * exact(4) - exact(6) * exact(0) * exact(2);
            let sum = result.parts().iter().fold(BigInt::default(), |sum, &part| {
                // All parts are multiples of 2⁻³⁶⁰.
                let (mut digits, mut scale) = (part, 360);
                while digits != digits.trunc() || digits.abs() < f64::from(1 << 30) && scale > 0 {
                    digits *= 2.0;
                    scale -= 1;
                }
                sum + (BigInt::from(digits as i128) << scale)
            });
            prop_assert_eq!(sum, truth);
            prop_assert!(result.count < 16);
        }
    }
}

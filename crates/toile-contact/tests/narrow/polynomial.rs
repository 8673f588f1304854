//! Polynomials with integer coefficients, their real roots, and the signs of others there, all exact.

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};

/// Coefficients from the constant one upwards, without zeros at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Polynomial(Vec<BigInt>);

/// The number `digits / 2^shift`.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    pub(crate) digits: BigInt,
    pub(crate) shift: u32,
}

impl Dyadic {
    pub(crate) fn integer(value: i32) -> Self {
        Self { digits: value.into(), shift: 0 }
    }

    fn middle(&self, other: &Self) -> Self {
        let shift = self.shift.max(other.shift);
        let (a, b) = (&self.digits << (shift - self.shift), &other.digits << (shift - other.shift));
        Self { digits: a + b, shift: shift + 1 }
    }

    /// As a double, for numbers in 0 ..= 1, off by at most 2⁻⁵³.
    pub(crate) fn value(&self) -> f64 {
        let scaled: BigInt =
            if self.shift > 62 { &self.digits >> (self.shift - 62) } else { self.digits.clone() };
        let digits: i64 = scaled.try_into().unwrap();
        digits as f64 / 2.0_f64.powi(self.shift.min(62) as i32)
    }
}

impl Polynomial {
    pub(crate) fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    fn combine(&self, other: &Self, f: impl Fn(BigInt, BigInt) -> BigInt) -> Self {
        let at = |p: &Self, i: usize| p.0.get(i).cloned().unwrap_or_default();
        Self::new((0..self.0.len().max(other.0.len())).map(|i| f(at(self, i), at(other, i))).collect())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a + b)
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a - b)
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self(Vec::new());
        }
        let mut product = vec![BigInt::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Self::new(product)
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(i, c)| c * i).collect())
    }

    /// Divided by the greatest common divisor of the coefficients.
    fn primitive(&self) -> Self {
        let mut divisor = BigInt::zero();
        for c in &self.0 {
            divisor = greatest_common_divisor(divisor, c.abs());
        }
        if divisor.is_zero() || divisor.is_one() {
            return self.clone();
        }
        Self(self.0.iter().map(|c| c / &divisor).collect())
    }

    /// Quotient and remainder of a positive multiple of `self` by `divisor`.
    fn divide(&self, divisor: &Self) -> (Self, Self) {
        let lead = divisor.0.last().unwrap();
        let (factor, flip) = (lead.abs(), lead.sign() == Sign::Minus);
        let mut rest = self.0.clone();
        let mut quotient = vec![BigInt::zero(); (rest.len() + 1).saturating_sub(divisor.0.len())];
        while rest.len() >= divisor.0.len() {
            let place = rest.len() - divisor.0.len();
            let top = if flip { -rest.last().unwrap() } else { rest.last().unwrap().clone() };
            for c in &mut rest {
                *c *= &factor;
            }
            for c in &mut quotient {
                *c *= &factor;
            }
            for (i, d) in divisor.0.iter().enumerate() {
                rest[place + i] -= &top * d;
            }
            quotient[place] += top;
            assert!(rest.pop().unwrap().is_zero());
        }
        (Self::new(quotient), Self::new(rest))
    }

    pub(crate) fn common(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.primitive(), other.primitive());
        while !b.is_zero() {
            let rest = a.divide(&b).1.primitive();
            (a, b) = (b, rest);
        }
        a
    }

    /// With the same roots, each once.
    fn square_free(&self) -> Self {
        let repeated = self.common(&self.derivative());
        if repeated.degree() == 0 { self.primitive() } else { self.divide(&repeated).0.primitive() }
    }

    pub(crate) fn sign_at(&self, at: &Dyadic) -> i32 {
        let mut value = BigInt::zero();
        let mut scale = BigInt::one();
        for c in self.0.iter().rev() {
            value = value * &at.digits + c * &scale;
            scale <<= at.shift;
        }
        sign(&value)
    }
}

fn greatest_common_divisor(mut a: BigInt, mut b: BigInt) -> BigInt {
    while !b.is_zero() {
        let rest = &a % &b;
        (a, b) = (b, rest);
    }
    a
}

fn sign(value: &BigInt) -> i32 {
    match value.sign() {
        Sign::Minus => -1,
        Sign::NoSign => 0,
        Sign::Plus => 1,
    }
}

/// Sturm's chain, which counts roots.
struct Chain(Vec<Polynomial>);

impl Chain {
    fn new(square_free: &Polynomial) -> Self {
        let mut chain = vec![square_free.clone(), square_free.derivative()];
        while let [.., a, b] = chain.as_slice()
            && !b.is_zero()
        {
            let rest = a.divide(b).1.primitive();
            chain.push(Polynomial(rest.0.into_iter().map(|c| -c).collect()));
        }
        chain.pop();
        Self(chain)
    }

    fn changes(&self, at: &Dyadic) -> usize {
        let signs: Vec<i32> = self.0.iter().map(|p| p.sign_at(at)).filter(|&s| s != 0).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The number of roots above `low` and not above `high`.
    fn count(&self, low: &Dyadic, high: &Dyadic) -> usize {
        self.changes(low) - self.changes(high)
    }
}

/// One root of a polynomial, the only one above `low` and not above `high`.
pub(crate) struct Root {
    polynomial: Polynomial,
    chain: Chain,
    pub(crate) low: Dyadic,
    pub(crate) high: Dyadic,
}

impl Root {
    /// All roots in 0 ..= 1, in order.
    pub(crate) fn all(polynomial: &Polynomial) -> Vec<Root> {
        let square_free = polynomial.square_free();
        // From -1, so that a root at 0 is inside; those below are dropped.
        let mut parts = vec![(Dyadic::integer(0), Dyadic::integer(1))];
        if square_free.sign_at(&Dyadic::integer(0)) == 0 {
            parts.push((Dyadic::integer(-1), Dyadic::integer(0)));
        }
        let chain = Chain::new(&square_free);
        let mut roots = Vec::new();
        while let Some((low, high)) = parts.pop() {
            let ends_at_zero = high.digits.is_zero();
            match chain.count(&low, &high) {
                0 => {}
                1 => roots.push(Root {
                    polynomial: square_free.clone(),
                    chain: Chain::new(&square_free),
                    low,
                    high,
                }),
                _ => {
                    let middle = low.middle(&high);
                    parts.push((middle.clone(), high));
                    if !ends_at_zero {
                        parts.push((low, middle));
                    }
                }
            }
        }
        roots
    }

    fn refine(&mut self) {
        let middle = self.low.middle(&self.high);
        if self.chain.count(&self.low, &middle) == 1 {
            self.high = middle;
        } else {
            self.low = middle;
        }
    }

    /// Narrows the interval to less than 2⁻⁶⁰.
    pub(crate) fn narrow(&mut self) {
        while self.high.shift < 60 && self.low.shift < 60 {
            self.refine();
        }
    }

    /// The sign of another polynomial at the root.
    pub(crate) fn sign_of(&mut self, other: &Polynomial) -> i32 {
        if other.is_zero() {
            return 0;
        }
        let common = self.polynomial.common(other);
        if common.degree() > 0 && Chain::new(&common).count(&self.low, &self.high) > 0 {
            return 0;
        }
        let chain = Chain::new(&other.square_free());
        while chain.count(&self.low, &self.high) > 0 || other.sign_at(&self.high) == 0 {
            self.refine();
        }
        other.sign_at(&self.high)
    }
}

#[test]
fn roots_of_known_polynomials() {
    let of = |c: &[i32]| Polynomial::new(c.iter().map(|&c| c.into()).collect());
    // (2t - 1)² (3t - 1), once with the double root.
    let p = of(&[-1, 2]).times(&of(&[-1, 2])).times(&of(&[-1, 3]));
    let mut roots = Root::all(&p);
    assert_eq!(roots.len(), 2);
    for root in &mut roots {
        root.narrow();
    }
    assert!((roots[0].high.value() - 1.0 / 3.0).abs() < 1e-15);
    assert!((roots[1].high.value() - 0.5).abs() < 1e-15);
    assert_eq!(roots[0].sign_of(&of(&[-1, 2])), -1);
    assert_eq!(roots[1].sign_of(&of(&[-1, 2])), 0);
    assert_eq!(roots[1].sign_of(&of(&[-1, 3])), 1);
    // Roots at both ends of the step, and outside.
    let mut ends = Root::all(&of(&[0, 1]).times(&of(&[-1, 1])).times(&of(&[1, 1])));
    for root in &mut ends {
        root.narrow();
    }
    assert_eq!(ends.iter().map(|r| r.high.value()).collect::<Vec<_>>(), [0.0, 1.0]);
    assert!(Root::all(&of(&[1, 0, 1])).is_empty());
    assert!(Root::all(&of(&[5])).is_empty());
}

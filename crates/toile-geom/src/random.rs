//! Numbers that look random and are the same on every machine and in every run.
//!
//! ```
//! use toile_geom::random::Random;
//!
//! let mut one = Random::new(7);
//! let mut other = one.clone();
//! assert_eq!(one.unit(), other.unit());
//! assert!((2.0..3.0).contains(&one.between(2.0, 3.0)));
//! assert!(one.below(6) < 6);
//! ```

/// A generator of pseudo-random numbers. It is for meshes, samples and tests, not for secrets.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    sequence: Sequence,
}

/// How a state becomes the next one.
#[derive(Clone, Copy, Debug)]
enum Sequence {
    SplitMix,
    Xorshift,
    Congruential,
}

impl Random {
    /// The sequence `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014), from any seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed, sequence: Sequence::SplitMix }
    }

    /// A sequence of its own for each list of seeds.
    pub fn of_seeds(seeds: &[u64]) -> Self {
        Self::new(seeds.iter().fold(0, |state, seed| Self::new(state ^ seed).bits()))
    }

    /// The sequence `xorshift64` (Marsaglia 2003) from a state other than 0. Patterns are meshed with it.
    pub const fn xorshift(state: u64) -> Self {
        Self { state, sequence: Sequence::Xorshift }
    }

    /// Knuth's linear congruential sequence modulo 2⁶⁴. Its low bits repeat soon; [`bits`](Self::bits) returns all of them. The flat
    /// sheets of the validation are meshed with it.
    pub const fn congruential(state: u64) -> Self {
        Self { state, sequence: Sequence::Congruential }
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        match self.sequence {
            Sequence::SplitMix => {
                self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                return z ^ (z >> 31);
            }
            Sequence::Xorshift => {
                self.state ^= self.state << 13;
                self.state ^= self.state >> 7;
                self.state ^= self.state << 17;
            }
            Sequence::Congruential => {
                self.state = self.state.wrapping_mul(6_364_136_223_846_793_005);
                self.state = self.state.wrapping_add(1_442_695_040_888_963_407);
            }
        }
        self.state
    }

    /// The next number from 0 to before 1, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next number from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// The next whole number below a bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A file with some damage: bytes changed, lost or doubled, the end cut off, or numbers and words replaced by odd ones. Readers are tested
    /// with it.
    pub fn damaged(&mut self, sound: &[u8]) -> Vec<u8> {
        let mut bytes = sound.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let end = (at + 1 + self.below(12)).min(bytes.len());
            match self.below(5) {
                0 => bytes[at] = self.below(256) as u8,
                1 => drop(bytes.drain(at..end)),
                2 => {
                    let copy = bytes[at..end].to_vec();
                    bytes.splice(at..at, copy);
                }
                3 => bytes.truncate(at.max(1)),
                _ => {
                    let word = word_around(&bytes, at);
                    bytes.splice(word, ODD[self.below(ODD.len())].bytes());
                }
            }
            if bytes.is_empty() {
                bytes.push(b' ');
            }
        }
        bytes
    }
}

/// What numbers and words of a damaged file give way to.
const ODD: [&str; 12] =
    ["-1", "0", "1e308", "nan", "inf", "-0.0", "\"", "'", "[", "1e-300", "99999999999", "é"];

/// Where the number or word begins and ends that a place belongs to.
fn word_around(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    let start = bytes[..at].iter().rposition(|b| !is_word(b)).map_or(0, |before| before + 1);
    let stop = bytes[at..].iter().position(|b| !is_word(b)).map_or(bytes.len(), |after| at + after);
    start..stop.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequences_are_those_of_the_literature() {
        // The first number of SplitMix64 from 0, and what xorshift64 makes of 1.
        assert_eq!(Random::new(0).bits(), 0xE220_A839_7B1D_CDAF);
        let mut x: u64 = 1;
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        assert_eq!((Random::xorshift(1).bits(), x), (x, 1_082_269_761));
        assert_eq!(Random::congruential(0).bits(), 1_442_695_040_888_963_407);
    }

    #[test]
    fn units_are_spread_evenly() {
        for mut random in [Random::new(1), Random::xorshift(1), Random::congruential(1)] {
            let mut counts = [0_u32; 10];
            (0..10_000).for_each(|_| counts[(10.0 * random.unit()) as usize] += 1);
            assert!(counts.iter().all(|count| count.abs_diff(1000) < 120), "{counts:?}");
        }
    }
}

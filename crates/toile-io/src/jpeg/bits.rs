//! Coefficients as codes of different lengths, bit after bit.

use super::tables::{HuffmanTable, ZIGZAG};

/// The code of each value, and its length in bits.
pub(super) struct Codes([(u16, u8); 256]);

impl Codes {
    /// Codes of the same length count up; a longer one begins with the next of the shorter.
    pub(super) fn new(table: &HuffmanTable) -> Self {
        let mut codes = [(0, 0); 256];
        let (mut code, mut next) = (0_u16, 0);
        for (length, count) in (1..).zip(table.counts) {
            for &value in &table.values[next..next + usize::from(count)] {
                codes[usize::from(value)] = (code, length);
                code += 1;
            }
            next += usize::from(count);
            code <<= 1;
        }
        Self(codes)
    }
}

/// Writes bits from the highest to the lowest.
pub(super) struct BitWriter<'a> {
    file: &'a mut Vec<u8>,
    bits: u32,
    count: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(file: &'a mut Vec<u8>) -> Self {
        Self { file, bits: 0, count: 0 }
    }

    /// Adds the lowest bits of a number, 16 at most.
    fn add(&mut self, bits: u16, count: u8) {
        self.bits = (self.bits << count) | u32::from(bits);
        self.count += u32::from(count);
        while self.count >= 8 {
            self.count -= 8;
            let byte = (self.bits >> self.count) as u8;
            self.file.push(byte);
            // A zero after a byte that could begin a mark says that it is none.
            if byte == 0xFF {
                self.file.push(0);
            }
        }
        self.bits &= (1 << self.count) - 1;
    }

    fn code(&mut self, codes: &Codes, value: u8) {
        let (code, length) = codes.0[usize::from(value)];
        self.add(code, length);
    }

    /// Adds a number with as many bits as it needs: negative ones are one less, so that their highest bit is 0.
    fn number(&mut self, number: i32, bits: u8) {
        let shifted = if number < 0 { number - 1 } else { number };
        self.add((shifted & ((1 << bits) - 1)) as u16, bits);
    }

    /// Adds the coefficients of a block; the first as a difference to that of the block before.
    pub(super) fn block(&mut self, block: &[i32; 64], last: &mut i32, [dc, ac]: &[Codes; 2]) {
        let difference = block[0] - std::mem::replace(last, block[0]);
        let bits = bits_of(difference);
        self.code(dc, bits);
        self.number(difference, bits);
        let mut zeros = 0;
        for number in ZIGZAG[1..].iter().map(|at| block[*at]) {
            if number == 0 {
                zeros += 1;
                continue;
            }
            while zeros > 15 {
                self.code(ac, 0xF0);
                zeros -= 16;
            }
            let bits = bits_of(number);
            self.code(ac, zeros << 4 | bits);
            self.number(number, bits);
            zeros = 0;
        }
        // Nothing but zeros is left.
        if zeros > 0 {
            self.code(ac, 0x00);
        }
    }

    /// Fills the last byte with ones.
    pub(super) fn finish(mut self) {
        self.add(0x7F, 7);
    }
}

/// How many bits a number needs without its sign.
const fn bits_of(number: i32) -> u8 {
    (i32::BITS - number.unsigned_abs().leading_zeros()) as u8
}

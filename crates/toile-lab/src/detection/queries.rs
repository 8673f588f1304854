//! Queries of the continuous tests from files, exactly.
//!
//! The layout is that of the published sets of queries with exact answers: comma-separated integers, eight rows a
//! query (the four corners at the start, then at the end; a vertex before its triangle, or one edge before the other), in
//! each row three rational numbers as numerator and denominator, and in some sets the answer, 0 or 1, as a seventh column.
//!
//! ```
//! use toile_lab::detection::queries;
//!
//! let corner = "1,2, 0,1, -3,4, 1\n";
//! let queries = queries::read(&corner.repeat(8)).unwrap();
//! assert_eq!(queries[0].start[0].to_array(), [0.5, 0.0, -0.75]);
//! assert_eq!(queries[0].hit, Some(true));
//! assert_eq!(queries[0].rounding, 0.0);
//! ```

use glam::DVec3;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{ToPrimitive, Zero};

/// One query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdQuery {
    /// The four corners at the start of the step.
    pub start: [DVec3; 4],
    /// The four corners at its end.
    pub end: [DVec3; 4],
    /// Whether they touch, where the file says so.
    pub hit: Option<bool>,
    /// The most by which a coordinate was rounded; 0 if all of them are numbers of double precision, as is usual. A
    /// test with `2 √3` times this as minimum separation answers for the exact query.
    pub rounding: f64,
}

/// Why a file of queries could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CcdQueryError {
    /// A row has neither six nor seven columns.
    #[error(
        "line {line}: {columns} columns; a row has three fractions, numerator and denominator, and perhaps an answer"
    )]
    Columns {
        /// The line, from 1.
        line: usize,
        /// How many there are.
        columns: usize,
    },
    /// A column is not an integer, a denominator is zero, or an answer is neither 0 nor 1.
    #[error("line {line}, column {column}: `{text}` is not {expected}")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What stands there.
        text: String,
        /// What should.
        expected: &'static str,
    },
    /// A coordinate is too large for double precision.
    #[error("line {line}, column {column}: the coordinate is too large for double precision")]
    TooLarge {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The last query has fewer than eight rows.
    #[error("line {line}: the file ends within a query; a query has eight rows")]
    Incomplete {
        /// The last line, from 1.
        line: usize,
    },
}

/// Reads a file of queries.
///
/// # Errors
///
/// If the text is not of this layout; the error names the place.
pub fn read(text: &str) -> Result<Vec<CcdQuery>, CcdQueryError> {
    let mut queries = Vec::new();
    let mut rows: Vec<Row> = Vec::with_capacity(8);
    let mut last = 0;
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        last = i + 1;
        rows.push(read_row(line, last)?);
        if let Ok(corners) = <&[Row; 8]>::try_from(rows.as_slice()) {
            queries.push(query(corners));
            rows.clear();
        }
    }
    if rows.is_empty() { Ok(queries) } else { Err(CcdQueryError::Incomplete { line: last }) }
}

struct Row {
    position: DVec3,
    rounding: f64,
    hit: Option<bool>,
}

fn query(rows: &[Row; 8]) -> CcdQuery {
    CcdQuery {
        start: std::array::from_fn(|i| rows[i].position),
        end: std::array::from_fn(|i| rows[i + 4].position),
        hit: rows[0].hit,
        rounding: rows.iter().map(|row| row.rounding).fold(0.0, f64::max),
    }
}

fn read_row(line: &str, number: usize) -> Result<Row, CcdQueryError> {
    let columns: Vec<&str> = line.split(',').map(str::trim).collect();
    if !(6..=7).contains(&columns.len()) {
        return Err(CcdQueryError::Columns { line: number, columns: columns.len() });
    }
    let bad = |column: usize, expected| CcdQueryError::Value {
        line: number,
        column: column + 1,
        text: columns[column].chars().take(40).collect(),
        expected,
    };
    let mut row = Row { position: DVec3::ZERO, rounding: 0.0, hit: None };
    for axis in 0..3 {
        let column = 2 * axis;
        let numerator: BigInt = columns[column].parse().map_err(|_| bad(column, "an integer"))?;
        let denominator: BigInt = columns[column + 1].parse().map_err(|_| bad(column + 1, "an integer"))?;
        if denominator.is_zero() {
            return Err(bad(column + 1, "a denominator"));
        }
        let (value, rounding) = nearest_double(&numerator, &denominator);
        if !value.is_finite() {
            return Err(CcdQueryError::TooLarge { line: number, column: column + 1 });
        }
        row.position[axis] = value;
        row.rounding = row.rounding.max(rounding);
    }
    row.hit = match columns.get(6) {
        None => None,
        Some(&"0") => Some(false),
        Some(&"1") => Some(true),
        Some(_) => return Err(bad(6, "0 or 1")),
    };
    Ok(row)
}

/// The double next to a fraction, or next but one, and a bound on the difference, 0 if it is exact.
fn nearest_double(numerator: &BigInt, denominator: &BigInt) -> (f64, f64) {
    let negative = (numerator.sign() == Sign::Minus) != (denominator.sign() == Sign::Minus);
    let (n, d) = (numerator.magnitude(), denominator.magnitude());
    // The quotient is scaled by a power of two to 54 or 55 bits and rounded down to 53.
    let shift = 55 + d.bits() as i64 - n.bits() as i64;
    let (n, d) = if shift >= 0 { (n << shift, d.clone()) } else { (n.clone(), d << -shift) };
    let quotient: BigUint = &n / &d;
    let spare = quotient.bits().saturating_sub(53);
    let kept = &quotient >> spare;
    let exact = (&kept << spare) * &d == n;
    let digits = kept.to_f64().unwrap_or(f64::INFINITY);
    let (value, lost) = scaled(digits, spare as i64 - shift);
    let unit = value * f64::EPSILON + f64::from_bits(1);
    let rounding = if exact && !lost { 0.0 } else { unit };
    (if negative { -value } else { value }, rounding)
}

/// `digits · 2^exponent`, and whether digits were lost to underflow.
fn scaled(digits: f64, exponent: i64) -> (f64, bool) {
    let exponent = exponent.clamp(-4000, 4000) as i32;
    let value = times_power_of_two(digits, exponent);
    (value, value.is_finite() && times_power_of_two(value, -exponent) != digits)
}

/// In steps, since the power itself may be out of range.
fn times_power_of_two(mut value: f64, mut exponent: i32) -> f64 {
    while exponent != 0 {
        let step = exponent.clamp(-512, 512);
        value *= 2.0_f64.powi(step);
        exponent -= step;
    }
    value
}

/// Reads a list of answers, `[true, false, ...]`, that comes in a file of its own.
///
/// # Errors
///
/// If the text is not such a list; the error names the place.
pub fn read_answers(text: &str) -> Result<Vec<bool>, CcdQueryError> {
    let list = text.trim();
    let inner = list.strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or(list);
    if inner.trim().is_empty() {
        return Ok(Vec::new());
    }
    let answer = |(i, word): (usize, &str)| match word.trim() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(CcdQueryError::Value {
            line: 1,
            column: i + 1,
            text: other.chars().take(40).collect(),
            expected: "true or false",
        }),
    };
    inner.split(',').enumerate().map(answer).collect()
}

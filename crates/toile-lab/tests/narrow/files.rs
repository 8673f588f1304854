//! Files of queries, good and bad.

use toile_lab::detection::queries::{CcdQuery, CcdQueryError, read, read_answers};

/// A query whose first coordinate is this fraction and all others zero.
fn with_first(fraction: &str) -> Result<CcdQuery, CcdQueryError> {
    let text = format!("{fraction},0,1,0,1\n{}", "0,1,0,1,0,1\n".repeat(7));
    read(&text).map(|queries| queries[0])
}

#[test]
fn fractions_that_are_doubles_are_read_exactly() {
    let power = |exponent: u32| (num_bigint::BigInt::from(1) << exponent).to_string();
    for (fraction, expected) in [
        ("-3,4".into(), -0.75),
        ("3,-4".into(), -0.75),
        ("30,10".into(), 3.0),
        ("0,7".into(), 0.0),
        ("9007199254740993,9007199254740993".into(), 1.0),
        (format!("{},{}", power(300), power(301)), 0.5),
        (format!("1,{}", power(1074)), f64::from_bits(1)),
        (format!("-{},1", power(1023)), -(2.0_f64.powi(1023))),
    ] {
        let query = with_first(&fraction).unwrap();
        assert_eq!((query.start[0].x, query.rounding), (expected, 0.0), "{fraction}");
    }
}

#[test]
fn other_fractions_are_rounded_and_say_by_how_much() {
    for (fraction, near) in
        [("1,3", 1.0 / 3.0), ("-1,10", -0.1), ("9007199254740993,1", 9_007_199_254_740_993.0)]
    {
        let query = with_first(fraction).unwrap();
        let difference = (query.start[0].x - near).abs();
        assert!(difference <= query.rounding, "{fraction}: {difference} {}", query.rounding);
        assert!(query.rounding > 0.0 && query.rounding <= 3e-16 * near.abs());
    }
    let tiny = with_first(&format!("1,{}", num_bigint::BigInt::from(1) << 1080_u32)).unwrap();
    assert!(tiny.start[0].x == 0.0 && tiny.rounding > 0.0);
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let value = |line, column, text: &str, expected| CcdQueryError::Value {
        line,
        column,
        text: text.into(),
        expected,
    };
    assert_eq!(with_first("one,2"), Err(value(1, 1, "one", "an integer")));
    assert_eq!(with_first("1,0"), Err(value(1, 2, "0", "a denominator")));
    assert_eq!(
        with_first(&format!("1{},1", "0".repeat(400))),
        Err(CcdQueryError::TooLarge { line: 1, column: 1 })
    );
    assert_eq!(read("1,2,3\n"), Err(CcdQueryError::Columns { line: 1, columns: 3 }));
    assert_eq!(read("0,1,0,1,0,1,2\n"), Err(value(1, 7, "2", "0 or 1")));
    assert_eq!(read(&"0,1,0,1,0,1\n".repeat(9)), Err(CcdQueryError::Incomplete { line: 9 }));
    assert_eq!(read("\n\n"), Ok(Vec::new()));
}

#[test]
fn answers_are_read() {
    assert_eq!(read_answers(" [true, false,true]\n"), Ok(vec![true, false, true]));
    assert_eq!(read_answers("[]"), Ok(Vec::new()));
    assert!(read_answers("[true, maybe]").is_err());
}

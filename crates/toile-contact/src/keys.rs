//! Values at given times, and what lies between them.

/// The keys before and after a time, and how far it is between them; the same key twice before the first and after the last.
pub fn at_key<T>(keys: &[(f64, T)], time: f64) -> Option<(&T, &T, f64)> {
    let next = keys.partition_point(|key| key.0 <= time);
    match (next.checked_sub(1).and_then(|last| keys.get(last)), keys.get(next)) {
        (Some((start, from)), Some((end, to))) => Some((from, to, (time - start) / (end - start))),
        (Some((_, key)), None) | (None, Some((_, key))) => Some((key, key, 0.0)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_before_the_first_and_after_the_last() {
        let keys = [(1.0, 'a'), (3.0, 'b')];
        assert_eq!(at_key(&keys, 0.0), Some((&'a', &'a', 0.0)));
        assert_eq!(at_key(&keys, 1.5), Some((&'a', &'b', 0.25)));
        assert_eq!(at_key(&keys, 3.0), Some((&'b', &'b', 0.0)));
        assert_eq!(at_key::<char>(&[], 3.0), None);
    }
}

//! "Did you mean …": the nearest known word to a mistyped one.

/// The candidate nearest to `word`, unless even that one is a different word altogether.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let longest = 64;
    if word.len() > longest {
        return None;
    }
    let allowed = (word.chars().count() * 2 / 5).max(1);
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The same as a piece of a sentence for an error message: ``, perhaps `density` ``, or nothing.
pub fn perhaps<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, candidates).map_or_else(String::new, |candidate| format!(", perhaps `{candidate}`"))
}

/// Insertions, deletions and replacements of one character, and exchanges of two neighbours (optimal string alignment).
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut previous = None;
    for (index, character) in left.chars().enumerate() {
        let mut row = vec![index + 1];
        for (column, &other) in right.iter().enumerate() {
            let at = |cells: &[usize], column: usize| cells.get(column).copied().unwrap_or(usize::MAX / 2);
            let replaced = at(&last, column) + usize::from(character != other);
            let mut least = replaced.min(at(&last, column + 1) + 1).min(at(&row, column) + 1);
            let neighbour = column.checked_sub(1).and_then(|left| right.get(left).copied());
            if column > 0 && neighbour == Some(character) && previous == Some(other) {
                least = least.min(at(&before_last, column - 1) + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
        previous = Some(character);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_by_hand() {
        for (left, right, distance) in [
            ("", "", 0),
            ("a", "", 1),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("warp", "weft", 3),
            ("wrap", "warp", 1),
            ("ab", "ba", 1),
        ] {
            assert_eq!(edit_distance(left, right), distance, "{left} {right}");
        }
    }

    #[test]
    fn a_far_word_is_no_suggestion() {
        assert_eq!(closest("densty", ["density", "thickness"]), Some("density"));
        assert_eq!(closest("colour", ["density", "thickness"]), None);
    }
}

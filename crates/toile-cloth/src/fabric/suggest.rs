//! "Did you mean …": the nearest known word to a mistyped one.

/// The candidate nearest to `word`, unless even that one is a different word altogether.
pub(super) fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let longest = 64;
    if word.len() > longest {
        return None;
    }
    let allowed = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The same as a piece of a sentence: `, perhaps "density"`, or nothing.
pub(super) fn perhaps<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, candidates).map_or_else(String::new, |candidate| format!(", perhaps `{candidate}`"))
}

/// Levenshtein's distance: insertions, deletions and replacements of one character.
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, character) in left.chars().enumerate() {
        let mut diagonal = above;
        let mut before = above + 1;
        if let Some(first) = row.first_mut() {
            *first = before;
        }
        for (entry, &other) in row.iter_mut().skip(1).zip(&right) {
            let replaced = diagonal + usize::from(character != other);
            diagonal = *entry;
            before = replaced.min(diagonal + 1).min(before + 1);
            *entry = before;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_by_hand() {
        for (left, right, distance) in
            [("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("warp", "weft", 3)]
        {
            assert_eq!(edit_distance(left, right), distance, "{left} {right}");
        }
    }

    #[test]
    fn a_far_word_is_no_suggestion() {
        assert_eq!(closest("densty", ["density", "thickness"]), Some("density"));
        assert_eq!(closest("colour", ["density", "thickness"]), None);
    }
}

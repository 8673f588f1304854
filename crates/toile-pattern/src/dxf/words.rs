//! Words in DXF files: their codes taken out, and what they say of a piece.

use super::blocks::Block;
use super::layers::Role;
use crate::cutting::{Cutting, material_named};
use crate::evidence::PieceMaterial;

/// Words without the codes that format them: `\P` breaks the line, `{\fArial|b1;...}` changes the letters, `%%c` is a sign.
pub(super) fn plain(coded: &str) -> String {
    let mut out = String::new();
    let mut chars = coded.chars();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' => {}
            '\\' => match chars.next() {
                Some('P' | 'n' | '~') => out.push(' '),
                Some('U') => out.extend(code_point(&mut chars)),
                // These end with a semicolon.
                Some('A' | 'C' | 'c' | 'f' | 'F' | 'H' | 'p' | 'Q' | 'S' | 'T' | 'W') => {
                    if chars.as_str().contains(';') {
                        chars.by_ref().take_while(|&c| c != ';').for_each(drop);
                    }
                }
                Some('L' | 'l' | 'O' | 'o' | 'K' | 'k') => {}
                Some(c) => out.push(c),
                None => out.push('\\'),
            },
            '%' if chars.as_str().starts_with('%') => {
                chars.next();
                out.extend(match chars.next() {
                    Some('d' | 'D') => Some('°'),
                    Some('c' | 'C') => Some('⌀'),
                    Some('p' | 'P') => Some('±'),
                    Some('%') => Some('%'),
                    _ => None,
                });
            }
            c => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// The sign after `\U`, as `+00E9`.
fn code_point(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let digits: String = chars.as_str().chars().skip(1).take(4).collect();
    let code = u32::from_str_radix(&digits, 16).ok().filter(|_| chars.as_str().starts_with('+'))?;
    chars.by_ref().take(5).for_each(drop);
    char::from_u32(code)
}

/// A line `Key: value`; keys are compared without case, spaces and points.
fn pair(words: &str) -> Option<(String, &str)> {
    let (key, value) = words.split_once([':', '='])?;
    let key = key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let value = value.trim();
    (!value.is_empty()).then_some((key, value))
}

impl Block {
    /// The value of a style text such as `Piece Name: FRONT`, under the first of several keys that is there.
    pub(super) fn told(&self, keys: &[&str]) -> Option<&str> {
        let find = |wanted: &&str| {
            let mut pairs = self.texts.iter().filter_map(|text| pair(&text.words));
            pairs.find(|(key, _)| key == wanted).map(|(_, value)| value)
        };
        keys.iter().find_map(find)
    }

    /// What its texts tell of cutting it: the quantity with its material, and annotations.
    pub(super) fn cutting(&self) -> Vec<Cutting> {
        let material =
            self.told(&["material", "fabric", "fabrictype", "fabriccode"]).and_then(material_named);
        let material = material.or_else(|| self.told(&["category"]).and_then(material_named));
        let mut lines = Vec::new();
        if let Some(quantity) = self.told(&["quantity", "qty", "piecequantity", "count"]) {
            lines.push(Cutting { material, ..of_quantity(quantity) });
        } else if material.is_some() {
            lines.push(Cutting { material, ..Cutting::default() });
        }
        if self.told(&["mirror", "mirrored", "symmetric", "symmetrical"]).is_some_and(says_yes) {
            lines.push(Cutting { mirrored: Some(true), material, ..Cutting::default() });
        }
        let is_other = |words: &str| {
            pair(words).is_none_or(|(key, _)| matches!(key.as_str(), "annotation" | "note" | "text" | "cut"))
        };
        let annotations = self.texts.iter().filter(|text| is_other(&text.words) && !is_rule(&text.words));
        lines.extend(annotations.filter_map(|text| Cutting::of_words(&text.words)));
        merged(lines)
    }

    /// Words for people: not those for programs.
    pub(super) fn annotations(&self) -> impl Iterator<Item = &str> {
        let told = self.texts.iter().filter(|text| {
            !matches!(text.role, Role::Turn | Role::Bend | Role::Notch(_)) && !is_rule(&text.words)
        });
        told.map(|text| text.words.as_str())
    }
}

/// Whether words are the number of a grade rule, as `# 12`.
pub(super) fn is_rule(words: &str) -> bool {
    rule(words).is_some()
}

/// The number of a grade rule.
pub(super) fn rule(words: &str) -> Option<&str> {
    words.trim().strip_prefix('#').map(str::trim).filter(|rule| !rule.is_empty())
}

fn says_yes(value: &str) -> bool {
    let value = value.to_lowercase();
    matches!(value.as_str(), "1" | "y" | "x" | "true" | "ja" | "oui" | "si" | "sí")
        || value.starts_with("yes")
}

/// Lines about one material are about the same pieces: the largest count holds.
fn merged(lines: Vec<Cutting>) -> Vec<Cutting> {
    let mut kinds: Vec<Cutting> = Vec::new();
    let main = lines.iter().find_map(|line| line.material);
    for line in lines {
        let material = line.material.or(main).unwrap_or_default();
        let found = kinds.iter_mut().find(|kind| kind.material == Some(material));
        let Some(kind) = found else {
            let cloth = if line.cloth.is_empty() { material.name().to_owned() } else { line.cloth.clone() };
            kinds.push(Cutting { material: Some(material), cloth, ..line });
            continue;
        };
        kind.count = kind.count.max(line.count);
        kind.mirrored = kind.mirrored.max(line.mirrored);
        kind.on_fold |= line.on_fold;
    }
    if kinds
        == [Cutting {
            material: Some(PieceMaterial::Fabric),
            cloth: "fabric".to_owned(),
            ..Cutting::default()
        }]
    {
        kinds.clear();
    }
    kinds
}

/// `2` is a number of pieces, `1,1` counts those as drawn and those mirrored (ASTM D6673), `1 pair` is two.
fn of_quantity(quantity: &str) -> Cutting {
    let lower = quantity.to_lowercase();
    let counts: Vec<u32> = lower.split([',', ';', '/', '+']).filter_map(leading_number).collect();
    let is_pair = ["pair", "paar", "paire", "pareja", "par ", "coppia"]
        .iter()
        .any(|word| format!("{lower} ").contains(word));
    let (count, mirrored) = match counts[..] {
        _ if is_pair => (Some(2 * counts.first().copied().unwrap_or(1)), Some(true)),
        [left, right] => (Some(left + right), Some(left > 0 && right > 0)),
        [count] => (Some(count), None),
        _ => (None, None),
    };
    let told = Cutting::of_words(quantity).unwrap_or_default();
    Cutting {
        count: count.filter(|count| *count > 0).or(told.count),
        mirrored: mirrored
            .filter(|mirrored| *mirrored || count.is_some_and(|count| count > 1))
            .or(told.mirrored),
        on_fold: told.on_fold,
        ..Cutting::default()
    }
}

fn leading_number(words: &str) -> Option<u32> {
    let words = words.trim();
    let end = words.find(|c: char| !c.is_ascii_digit()).unwrap_or(words.len());
    words[..end].parse().ok().filter(|count| *count < 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_taken_out_of_words() {
        assert_eq!(plain(r"{\fArial|b0|i0;Piece Name: R\U+00FCcken}\PCut 2"), "Piece Name: Rücken Cut 2");
        assert_eq!(plain("45%%d\\"), "45°\\");
        assert_eq!(plain(r"\A1;Front"), "Front");
        assert_eq!(plain(r"\U+"), "+");
    }

    #[test]
    fn quantities_in_all_spellings() {
        for (words, count, mirrored) in [
            ("2", Some(2), None),
            ("1,1", Some(2), Some(true)),
            ("2, 0", Some(2), Some(false)),
            ("1,0", Some(1), None),
            ("1 pair", Some(2), Some(true)),
            ("2 Pairs", Some(4), Some(true)),
            ("L+R", None, Some(true)),
            ("1L+1R", Some(2), Some(true)),
            ("many", None, None),
        ] {
            let told = of_quantity(words);
            assert_eq!((told.count, told.mirrored), (count, mirrored), "{words}");
        }
    }
}

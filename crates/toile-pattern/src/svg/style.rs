//! How elements look, as far as it says whether they are seen: attributes, rules of style sheets and styles, in this order.

use super::tree::Tree;

/// A style sheet may have so many rules; further ones are left out.
const MOST_RULES: usize = 500;
/// The properties that are asked for.
const PROPERTIES: [&str; 5] = ["display", "visibility", "fill", "stroke", "opacity"];

/// The look of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Look {
    /// Neither it nor what is in it is drawn.
    pub(super) gone: bool,
    hidden: bool,
    /// Whether its inside and its line have no colour.
    bare: [bool; 2],
}

impl Look {
    /// Whether anything is seen of it.
    pub(super) fn is_seen(self) -> bool {
        self.shows_words() && self.bare != [true; 2]
    }

    /// Whether words are seen: a colour of their own counts for little.
    pub(super) fn shows_words(self) -> bool {
        !self.gone && !self.hidden
    }

    fn set(&mut self, property: &str, value: &str) {
        let value = value.trim().trim_end_matches("!important").trim();
        match property {
            "display" => self.gone |= value == "none",
            "visibility" => self.hidden = matches!(value, "hidden" | "collapse"),
            "fill" => self.bare[0] = matches!(value, "none" | "transparent"),
            "stroke" => self.bare[1] = matches!(value, "none" | "transparent"),
            "opacity" => self.gone |= value.parse() == Ok(0.0),
            _ => {}
        }
    }
}

/// The rules of all style sheets, weaker ones first.
#[derive(Default)]
pub(super) struct Rules(Vec<Rule>);

struct Rule {
    /// From the outside to the element itself.
    selector: Vec<Compound>,
    weight: [usize; 3],
    declarations: Vec<(&'static str, String)>,
}

/// What an element has to be: a tag, classes, an id.
#[derive(Default)]
struct Compound {
    tag: Option<String>,
    classes: Vec<String>,
    id: Option<String>,
}

impl Rules {
    /// Reads all style sheets of a document.
    pub(super) fn of(tree: &Tree<'_>) -> Self {
        let mut rules = Self::default();
        for (number, node) in tree.nodes.iter().enumerate() {
            if node.tag == "style" {
                rules.read(&tree.words(number));
            }
        }
        rules.0.sort_by_key(|rule| rule.weight);
        rules
    }

    fn read(&mut self, sheet: &str) {
        let mut text = String::new();
        for (index, part) in sheet.split("/*").enumerate() {
            text.push_str(if index == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) });
        }
        for block in text.split('}') {
            let Some((selectors, body)) = block.rsplit_once('{') else { continue };
            let declarations = declarations(body);
            if declarations.is_empty() || selectors.contains('@') {
                continue;
            }
            for selector in selectors.split(',') {
                if self.0.len() < MOST_RULES
                    && let Some(selector) = compounds(selector)
                {
                    let count = |of: fn(&Compound) -> usize| selector.iter().map(of).sum();
                    let weight = [
                        count(|compound| usize::from(compound.id.is_some())),
                        count(|compound| compound.classes.len()),
                        count(|compound| usize::from(compound.tag.is_some())),
                    ];
                    self.0.push(Rule { selector, weight, declarations: declarations.clone() });
                }
            }
        }
    }

    /// The look of an element in one that looks in some way.
    pub(super) fn look(&self, tree: &Tree<'_>, node: usize, outer: Look) -> Look {
        let mut look = outer;
        let element = &tree.nodes[node];
        for property in PROPERTIES {
            if let Some(value) = element.get(property) {
                look.set(property, value);
            }
        }
        for rule in self.0.iter().filter(|rule| rule.fits(tree, node)) {
            rule.declarations.iter().for_each(|(property, value)| look.set(property, value));
        }
        for (property, value) in declarations(element.get("style").unwrap_or_default()) {
            look.set(property, &value);
        }
        look
    }
}

fn declarations(text: &str) -> Vec<(&'static str, String)> {
    let one = |declaration: &str| {
        let (name, value) = declaration.split_once(':')?;
        let property = PROPERTIES.into_iter().find(|property| *property == name.trim())?;
        Some((property, value.trim().to_owned()))
    };
    text.split(';').filter_map(one).collect()
}

/// The parts of a selector; nothing if it asks for what is not known here.
fn compounds(selector: &str) -> Option<Vec<Compound>> {
    let parts: Option<Vec<Compound>> = selector
        .split(|c: char| c.is_whitespace() || c == '>')
        .filter(|part| !part.is_empty())
        .map(compound)
        .collect();
    parts.filter(|parts| !parts.is_empty())
}

fn compound(text: &str) -> Option<Compound> {
    if text.contains(['[', ':', '+', '~', '(']) {
        return None;
    }
    let mut compound = Compound::default();
    let end = text.find(['.', '#']).unwrap_or(text.len());
    let (tag, mut rest) = text.split_at(end);
    compound.tag = Some(tag.to_owned()).filter(|tag| !tag.is_empty() && tag != "*");
    while let Some(sign) = rest.chars().next() {
        let end = rest[1..].find(['.', '#']).map_or(rest.len(), |end| end + 1);
        let name = rest[1..end].to_owned();
        if sign == '.' {
            compound.classes.push(name);
        } else {
            compound.id = Some(name);
        }
        rest = &rest[end..];
    }
    Some(compound)
}

impl Rule {
    fn fits(&self, tree: &Tree<'_>, node: usize) -> bool {
        let Some((last, outer)) = self.selector.split_last() else { return false };
        if !last.fits(tree, node) {
            return false;
        }
        let mut at = tree.nodes[node].parent;
        for compound in outer.iter().rev() {
            loop {
                let Some(ancestor) = at else { return false };
                at = tree.nodes[ancestor].parent;
                if compound.fits(tree, ancestor) {
                    break;
                }
            }
        }
        true
    }
}

impl Compound {
    fn fits(&self, tree: &Tree<'_>, node: usize) -> bool {
        let node = &tree.nodes[node];
        let mut classes = node.get("class").unwrap_or_default().split_whitespace();
        self.tag.as_deref().is_none_or(|tag| tag == node.tag)
            && self.id.as_deref().is_none_or(|id| node.get("id") == Some(id))
            && (self.classes.is_empty() || {
                let own: Vec<&str> = classes.by_ref().collect();
                self.classes.iter().all(|class| own.contains(&class.as_str()))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_attributes_and_styles_in_their_order() {
        let text = "<svg><style>/* all */ path { fill: none; stroke: none } .cut, .sew { stroke: black }
            g.off path { display: none } path:hover { display: none } @media print { .cut { display: none } }</style>
            <path id='a'/><path id='b' class='cut'/><g class='off'><path id='c' class='sew'/></g><path id='d' style='stroke:red'/>
            <path id='e' class='cut' visibility='hidden'/><path id='f' class='cut' opacity='0'/></svg>";
        let tree = Tree::of(text);
        let rules = Rules::of(&tree);
        let seen = |id: &str| rules.look(&tree, tree.find(id).unwrap(), Look::default()).is_seen();
        let seen: Vec<bool> = ["a", "b", "c", "d", "e", "f"].into_iter().map(seen).collect();
        assert_eq!(seen, [false, true, false, true, false, false]);
    }
}

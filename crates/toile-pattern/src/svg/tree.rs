//! A document as a tree: what is defined in one place may be drawn in another.

use super::xml::{Event, events};
use crate::error::PatternError;
use std::collections::HashMap;

/// Elements may be in elements so deep; what is deeper is left out.
const DEEPEST: usize = 256;

/// An element, or words between tags.
#[derive(Default)]
pub(super) struct Node<'a> {
    /// Its tag; empty for words.
    pub(super) tag: &'a str,
    attributes: Vec<(&'a str, String)>,
    pub(super) words: String,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

impl Node<'_> {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
    }

    /// What it refers to with `#`.
    pub(super) fn target(&self) -> Option<&str> {
        self.get("xlink:href").or_else(|| self.get("href"))?.strip_prefix('#')
    }
}

/// All elements, parents before their children.
pub(super) struct Tree<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    ids: HashMap<String, usize>,
    /// What is wrong with the document: the rest of it is left out.
    pub(super) broken: Option<PatternError>,
    /// How many elements are too deep.
    pub(super) too_deep: usize,
}

impl<'a> Tree<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let (events, broken) = events(text);
        let mut tree = Self { nodes: Vec::new(), ids: HashMap::new(), broken, too_deep: 0 };
        let mut open: Vec<(&str, usize)> = Vec::new();
        // How many elements are open that are left out.
        let mut hidden: Vec<&str> = Vec::new();
        for event in events {
            match event {
                Event::Open { name, attributes, closed } => {
                    if open.len() >= DEEPEST {
                        tree.too_deep += 1;
                        hidden.extend((!closed).then_some(name));
                        continue;
                    }
                    let node = Node { tag: name, attributes, ..Node::default() };
                    let number = tree.add(node, open.last().map(|last| last.1));
                    open.extend((!closed).then_some((name, number)));
                }
                Event::Close(name) => {
                    if hidden.pop().is_none()
                        && let Some(at) = open.iter().rposition(|(tag, _)| *tag == name)
                    {
                        open.truncate(at);
                    }
                }
                Event::Text(words) => {
                    tree.add(Node { words, ..Node::default() }, open.last().map(|last| last.1));
                }
            }
        }
        tree
    }

    fn add(&mut self, mut node: Node<'a>, parent: Option<usize>) -> usize {
        let number = self.nodes.len();
        node.parent = parent;
        if let Some(id) = node.get("id") {
            self.ids.entry(id.to_owned()).or_insert(number);
        }
        self.nodes.push(node);
        if let Some(parent) = parent {
            self.nodes[parent].children.push(number);
        }
        number
    }

    /// The element of an id.
    pub(super) fn find(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }

    /// The first child of a tag.
    pub(super) fn child(&self, node: usize, tag: &str) -> Option<usize> {
        self.nodes[node].children.iter().copied().find(|&child| self.nodes[child].tag == tag)
    }

    /// All words in an element, from tag to tag with spaces.
    pub(super) fn words(&self, node: usize) -> String {
        let mut words = String::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let node = &self.nodes[node];
            if !node.words.is_empty() {
                if !words.is_empty() {
                    words.push(' ');
                }
                words.push_str(&node.words);
            }
            stack.extend(node.children.iter().rev());
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_parents_and_words() {
        let tree = Tree::of("<svg><g id='a'><title>Front <b>left</b></title></g><use href='#a'/></svg>");
        let group = tree.find("a").unwrap();
        let title = tree.child(group, "title").unwrap();
        assert_eq!(tree.words(title), "Front left");
        assert_eq!(tree.nodes[group].parent, Some(0));
        assert_eq!(tree.nodes[tree.nodes[0].children[1]].target(), Some("a"));
    }

    #[test]
    fn what_is_too_deep_is_left_out() {
        let text = format!("<svg>{}<path/>{}<rect/></svg>", "<g>".repeat(5000), "</g>".repeat(5000));
        let tree = Tree::of(&text);
        assert!(tree.too_deep > 0 && tree.nodes.len() < 300);
        let last = tree.nodes.last().unwrap();
        assert_eq!((last.tag, last.parent), ("rect", Some(0)));
    }
}

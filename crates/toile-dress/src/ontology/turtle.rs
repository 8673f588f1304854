//! Export as OWL in Turtle, for editors and reasoners.

use super::classify::{RULES, reason};
use super::fact::{Fact, Known, Layered, PieceId};
use super::{BodyPart, GarmentClass, LANDMARKS, Ontology, Order, PieceClass};
use std::fmt::Write;

/// Writes a line; a text has room for all of them.
macro_rules! line {
    ($text:expr, $($words:tt)+) => {
        let _ = writeln!($text, $($words)+);
    };
}

/// What the names of classes and relations begin with.
pub const NAMESPACE: &str = "urn:toile:clothing#";

/// The ontology and the facts of an outfit as OWL 2 in Turtle; with the order if there is one. Every fact of the outfit has its reason as a comment.
pub fn turtle(ontology: &Ontology, order: Option<&Order>) -> String {
    let mut text = String::new();
    header(&mut text);
    classes(&mut text);
    body(&mut text);
    individuals(&mut text, ontology, order);
    for known in ontology.facts().iter().chain(order.iter().flat_map(|order| &order.facts)) {
        for [subject, relation, object] in triples(ontology, order, &known.fact) {
            line!(text, "{subject} {relation} {object} .");
            annotate(&mut text, [&subject, &relation, &object], known);
        }
    }
    text
}

/// Relations: name, what they are in OWL, domain, range, and what they mean.
const RELATIONS: [(&str, &str, &str, &str, &str); 10] = [
    ("isPartOf", "", "Piece", "Clothing", "the piece belongs to the garment"),
    ("isDirectlySewedWith", "owl:SymmetricProperty", "Piece", "Piece", "a seam joins the pieces"),
    (
        "isSewedWith",
        "owl:SymmetricProperty, owl:TransitiveProperty",
        "Piece",
        "Piece",
        "seams join the pieces",
    ),
    ("isLyingOn", "", "Piece", "BodyPart", "the piece is bent around the part"),
    ("liesOn", "", "Landmark", "Piece", "the landmark lies on the piece"),
    ("featurePointsOnSegment", "", "BodyPart", "Landmark", "the landmark lies on the part"),
    ("isMirrorOf", "owl:SymmetricProperty", "Piece", "Piece", "left and right"),
    ("covers", "", "Clothing", "BodyPart", "a piece of the garment lies there"),
    ("isDressedAfter", "owl:TransitiveProperty", "Clothing", "Clothing", "put on after, and outside of"),
    ("isDressedAfterP", "owl:TransitiveProperty", "Piece", "Piece", "outside of"),
];

fn header(text: &mut String) {
    line!(text, "@prefix owl: <http://www.w3.org/2002/07/owl#> .");
    line!(text, "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .");
    line!(text, "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .");
    line!(text, "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .");
    line!(text, "@prefix toile: <{NAMESPACE}> .");
    line!(text, "@prefix outfit: <urn:toile:outfit#> .\n");
    line!(text, "<urn:toile:clothing> a owl:Ontology ; rdfs:label \"Clothes and how they are worn\" .\n");
    for (name, kinds, domain, range, comment) in RELATIONS {
        let kinds = if kinds.is_empty() { String::new() } else { format!(", {kinds}") };
        line!(text, "toile:{name} a owl:ObjectProperty{kinds} ;");
        line!(
            text,
            "    rdfs:domain toile:{domain} ; rdfs:range toile:{range} ; rdfs:comment {} .",
            quoted(comment)
        );
    }
    line!(text, "toile:isDirectlySewedWith rdfs:subPropertyOf toile:isSewedWith .");
    line!(text, "toile:layer a owl:DatatypeProperty ; rdfs:domain toile:Piece ; rdfs:range xsd:integer .\n");
}

fn classes(text: &mut String) {
    for (class, label) in [
        ("BodyPart", "part of a body"),
        ("Landmark", "landmark"),
        ("Piece", "piece"),
        ("Clothing", "cloth to wear"),
    ] {
        line!(text, "toile:{class} a owl:Class ; rdfs:label {} .", quoted(label));
    }
    for class in PieceClass::ALL {
        let name = local(class.words());
        line!(text, "toile:{name} a owl:Class ; rdfs:subClassOf toile:Piece .");
    }
    for class in GarmentClass::ALL {
        let parent = class.parent().map_or_else(|| "Clothing".to_owned(), |parent| local(parent.words()));
        line!(
            text,
            "toile:{} a owl:Class ; rdfs:subClassOf toile:{parent} ; rdfs:label {} .",
            local(class.words()),
            quoted(class.words())
        );
    }
    for rule in RULES {
        let comment = format!("by the rule: {}", reason(rule));
        line!(text, "toile:{} rdfs:comment {} .", local(rule.class.words()), quoted(&comment));
    }
    text.push('\n');
}

fn body(text: &mut String) {
    for part in BodyPart::ALL {
        line!(text, "{} a toile:BodyPart ; rdfs:label {} .", body_part(part), quoted(part.words()));
    }
    for (name, parts) in LANDMARKS {
        line!(text, "toile:{name} a toile:Landmark .");
        for part in parts {
            line!(text, "{} toile:featurePointsOnSegment toile:{name} .", body_part(*part));
        }
    }
    text.push('\n');
}

fn individuals(text: &mut String, ontology: &Ontology, order: Option<&Order>) {
    for garment in 0..ontology.garment_count() {
        line!(text, "outfit:g{garment} a toile:Clothing ; rdfs:label {} .", quoted(ontology.label(garment)));
        for id in (0..ontology.piece_count(garment)).map(|piece| PieceId { garment, piece }) {
            let label = quoted(ontology.piece_name(id));
            let layer = order.and_then(|order| order.layers.get(garment)?.get(id.piece));
            let layer = layer.map_or_else(String::new, |layer| format!(" ; toile:layer {layer}"));
            line!(text, "{} toile:isPartOf outfit:g{garment} ; rdfs:label {label}{layer} .", piece(id));
        }
    }
    text.push('\n');
}

/// The statements that a fact consists of.
fn triples(ontology: &Ontology, order: Option<&Order>, fact: &Fact) -> Vec<[String; 3]> {
    let one = |subject: String, relation: &str, object: String| vec![[subject, relation.to_owned(), object]];
    match fact {
        Fact::PieceIs(id, class) => one(piece(*id), "rdf:type", format!("toile:{}", local(class.words()))),
        Fact::LiesOn(id, part) => one(piece(*id), "toile:isLyingOn", body_part(*part)),
        Fact::LandmarkOn(id, landmark) => {
            one(format!("toile:{}", plain(landmark)), "toile:liesOn", piece(*id))
        }
        Fact::SewnTo(a, b) => one(piece(*a), "toile:isDirectlySewedWith", piece(*b)),
        Fact::MirrorOf(a, b) => one(piece(*a), "toile:isMirrorOf", piece(*b)),
        // Traits are what rules look at; in the export they are comments of the class.
        Fact::Has(..) => Vec::new(),
        Fact::Covers(garment, part) => one(format!("outfit:g{garment}"), "toile:covers", body_part(*part)),
        Fact::GarmentIs(garment, class) => {
            one(format!("outfit:g{garment}"), "rdf:type", format!("toile:{}", local(class.words())))
        }
        Fact::DressedAfter { outer, inner } => {
            one(format!("outfit:g{outer}"), "toile:isDressedAfter", format!("outfit:g{inner}"))
        }
        Fact::Outside { outer, inner } => {
            let number = |id: PieceId| order.and_then(|order| order.layers.get(id.garment)?.get(id.piece));
            let [outer, inner] = [outer, inner].map(|of| members(ontology, *of));
            let pairs = outer.iter().flat_map(|o| inner.iter().map(move |i| (*o, *i)));
            pairs
                .filter(|(outer, inner)| number(*outer) > number(*inner))
                .map(|(outer, inner)| [piece(outer), "toile:isDressedAfterP".to_owned(), piece(inner)])
                .collect()
        }
    }
}

/// The pieces that something in the order stands for.
fn members(ontology: &Ontology, of: Layered) -> Vec<PieceId> {
    match of {
        Layered::Piece(id) => vec![id],
        Layered::Garment(garment) => {
            (0..ontology.piece_count(garment)).map(|piece| PieceId { garment, piece }).collect()
        }
    }
}

fn annotate(text: &mut String, [subject, relation, object]: [&str; 3], known: &Known) {
    line!(
        text,
        "[] a owl:Axiom ; owl:annotatedSource {subject} ; owl:annotatedProperty {relation} ; owl:annotatedTarget {object} ; rdfs:comment {} .",
        quoted(&known.reason)
    );
}

fn piece(id: PieceId) -> String {
    format!("outfit:g{}-p{}", id.garment, id.piece)
}

fn body_part(part: BodyPart) -> String {
    let name = local(part.words());
    format!("toile:{}{}", name[..1].to_lowercase(), &name[1..])
}

/// The name of a class: words joined, each with a capital.
fn local(words: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    words.split([' ', '-']).map(capital).collect()
}

/// A name with nothing in it that a local name may not have.
fn plain(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let name: String = name.chars().map(kept).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("n{name}") }
}

/// A string literal.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

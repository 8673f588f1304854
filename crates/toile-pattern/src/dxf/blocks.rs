//! Blocks and what is in them; what is inserted into them is drawn where it goes.

use super::damage::Damage;
use super::groups::Entity;
use super::layers::{Role, notch_named, role};
use super::shapes::{Shape, drawn, polyline, turned_over};
use super::words::plain;
use crate::error::{PatternError, PatternPlace};
use glam::{DAffine2, DVec2};
use std::collections::BTreeMap;

/// Blocks may be in blocks so deep.
const DEEPEST: usize = 8;
/// What is inserted may come to so many times the lines, points and words of the file, and at least to so many.
const MOST_INSERTED: [usize; 2] = [20, 1000];
/// So many warnings are enough for blocks that are not there.
const MOST_TOLD: usize = 50;

/// What a block holds, or what lies outside of blocks.
#[derive(Clone, Default)]
pub(super) struct Block {
    pub(super) name: String,
    pub(super) base: DVec2,
    pub(super) shapes: Vec<Shape>,
    pub(super) points: Vec<(Role, DVec2)>,
    pub(super) texts: Vec<Text>,
    pub(super) inserts: Vec<Insert>,
}

/// Words at a place.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) role: Role,
    pub(super) at: DVec2,
    pub(super) words: String,
}

/// A block drawn once more.
#[derive(Clone)]
pub(super) struct Insert {
    role: Role,
    name: String,
    map: DAffine2,
    /// Words that go with it.
    texts: Vec<Text>,
}

/// A block that is a piece, as often as it is drawn.
pub(super) struct Drawn {
    pub(super) block: Block,
    /// How often it is drawn, and whether some of them are mirror images.
    pub(super) count: usize,
    pub(super) mirrored: bool,
}

impl Block {
    /// Whether it has a boundary of its own.
    fn is_piece(&self) -> bool {
        self.shapes
            .iter()
            .any(|shape| matches!(shape.role, Role::Cut | Role::Sew | Role::CutAgain | Role::SewAgain))
            || (self.inserts.is_empty()
                && self.texts.iter().any(|text| text.words.to_lowercase().contains("piece name")))
    }

    fn size(&self) -> usize {
        self.shapes.len() + self.points.len() + self.texts.len()
    }

    pub(super) fn mapped(&self, map: &DAffine2) -> Self {
        let at = |at: DVec2| map.transform_point2(at);
        Self {
            name: self.name.clone(),
            base: at(self.base),
            shapes: self.shapes.iter().map(|shape| shape.transformed(map)).collect(),
            points: self.points.iter().map(|(role, place)| (*role, at(*place))).collect(),
            texts: self.texts.iter().map(|text| Text { at: at(text.at), ..text.clone() }).collect(),
            inserts: Vec::new(),
        }
    }

    fn take(&mut self, other: Self) {
        self.shapes.extend(other.shapes);
        self.points.extend(other.points);
        self.texts.extend(other.texts);
    }
}

/// The blocks of a file in its order, and what lies outside of them.
pub(super) struct Sorted {
    blocks: Vec<Block>,
    pub(super) loose: Block,
}

/// Sorts entities into blocks; what is broken is left out.
pub(super) fn sorted(text: &str, entities: &[Entity<'_>], damage: &mut Damage) -> Sorted {
    let mut found = Sorted { blocks: Vec::new(), loose: Block::default() };
    let mut current: Option<Block> = None;
    let mut is_drawn = true;
    let mut i = 0;
    while let Some(entity) = entities.get(i) {
        let target = current.as_mut().unwrap_or(&mut found.loose);
        let mut used = 1;
        match entity.kind {
            "SECTION" => is_drawn = matches!(entity.text(2), Some("BLOCKS" | "ENTITIES") | None),
            _ if !is_drawn => {}
            "BLOCK" => {
                found.blocks.extend(current.take());
                let name = entity.text(2).unwrap_or_default().to_owned();
                let base = entity.point(10).unwrap_or_default();
                current = Some(Block { name, base, ..Block::default() });
            }
            "ENDBLK" | "ENDSEC" => found.blocks.extend(current.take()),
            _ => {
                let (result, count) = read(&entities[i..], target);
                used = count;
                if let Err((line, cause)) = result {
                    let error = PatternError::new(PatternPlace::at_line(text, line), cause, remedy(cause));
                    if matches!(entity.kind, "POINT" | "TEXT" | "MTEXT" | "ATTDEF") {
                        damage.add_mark(error);
                    } else {
                        damage.add(error);
                    }
                }
            }
        }
        i += used;
    }
    found.blocks.extend(current);
    found
}

fn remedy(cause: &str) -> &'static str {
    if cause.contains("vertex") {
        "write its x and y as numbers under the codes 10 and 20"
    } else {
        "export the file again"
    }
}

/// What is wrong, and in which line.
type Broken = (usize, &'static str);

/// Reads an entity with what belongs to it into a block; and how many entities that were.
fn read(entities: &[Entity<'_>], block: &mut Block) -> (Result<(), Broken>, usize) {
    let entity = &entities[0];
    let role = role(entity.layer());
    if entity.broken {
        let count =
            if matches!(entity.kind, "POLYLINE" | "INSERT") { 1 + followers(entities).len() } else { 1 };
        return (Err((entity.line, "lines of this entity are missing")), count);
    }
    match entity.kind {
        "POLYLINE" => {
            let vertices = followers(entities);
            (old_polyline(entity, vertices, block), 1 + vertices.len())
        }
        "INSERT" => {
            let attributes = if entity.flags(66) == 1 { followers(entities) } else { &[] };
            (insert(entity, attributes, block), 1 + attributes.len())
        }
        "POINT" => {
            let at = entity.point(10).ok_or((entity.line, "a point has no place"));
            (at.map(|at| block.points.push((role, at))), 1)
        }
        "TEXT" | "MTEXT" | "ATTDEF" => {
            block.texts.extend(words(entity));
            (Ok(()), 1)
        }
        _ => {
            let found = drawn(entity).map_err(|cause| (entity.line, cause));
            let added = found.map(|found| {
                let shape = found.map(|(curves, closed)| Shape { role, curves, closed });
                block.shapes.extend(shape.filter(|shape| !shape.curves.is_empty()));
            });
            (added, 1)
        }
    }
}

/// The entities up to the end of a sequence.
fn followers<'a, 'b>(entities: &'a [Entity<'b>]) -> &'a [Entity<'b>] {
    let rest = &entities[1..];
    let count = rest.iter().take_while(|entity| matches!(entity.kind, "VERTEX" | "ATTRIB")).count();
    let end = rest.get(count).is_some_and(|entity| entity.kind == "SEQEND");
    &rest[..count + usize::from(end)]
}

fn words(entity: &Entity<'_>) -> Option<Text> {
    // Long texts come in chunks.
    let chunks = entity.pairs.iter().filter(|pair| matches!(pair.0, 1 | 3));
    let whole: String = chunks.map(|pair| pair.1).collect();
    let words = plain(&whole);
    let at = entity.point(10).unwrap_or_default();
    let at = if entity.is_turned_over() { DVec2::new(-at.x, at.y) } else { at };
    (!words.is_empty()).then(|| Text { role: role(entity.layer()), at, words })
}

fn old_polyline(head: &Entity<'_>, vertices: &[Entity<'_>], block: &mut Block) -> Result<(), Broken> {
    /// A mesh in space, and a vertex of the frame around a spline.
    const MESHES: i64 = 16 + 64;
    const FRAME: i64 = 16;
    let flags = head.flags(70);
    if flags & MESHES != 0 {
        return Ok(());
    }
    let mut points = Vec::new();
    for vertex in vertices.iter().filter(|vertex| vertex.kind == "VERTEX" && vertex.flags(70) & FRAME == 0) {
        let at = vertex.point(10).filter(|_| !vertex.broken).ok_or((vertex.line, "a vertex has no place"))?;
        points.push((at, vertex.number(42).unwrap_or(0.0)));
    }
    let closed = flags & 1 == 1;
    let curves = polyline(&points, closed);
    let curves = if head.is_turned_over() { turned_over(&curves) } else { curves };
    let layer = head.text(8).or_else(|| vertices.first().and_then(|vertex| vertex.text(8))).unwrap_or("0");
    if !curves.is_empty() {
        block.shapes.push(Shape { role: role(layer), curves, closed });
    }
    Ok(())
}

fn insert(entity: &Entity<'_>, attributes: &[Entity<'_>], block: &mut Block) -> Result<(), Broken> {
    let name = entity.text(2).ok_or((entity.line, "it is not said which block is inserted"))?.to_owned();
    let scale = |code: i32| entity.number(code).filter(|scale| *scale != 0.0).unwrap_or(1.0);
    let mut map = DAffine2::from_scale_angle_translation(
        DVec2::new(scale(41), scale(42)),
        entity.number(50).unwrap_or(0.0).to_radians(),
        entity.point(10).unwrap_or_default(),
    );
    if entity.is_turned_over() {
        map = DAffine2::from_scale(DVec2::new(-1.0, 1.0)) * map;
    }
    let tagged = attributes.iter().filter_map(|attribute| {
        let text = words(attribute)?;
        let tag = attribute.text(2).filter(|_| !text.words.contains(':'));
        Some(Text {
            words: tag.map_or_else(|| text.words.clone(), |tag| format!("{tag}: {}", text.words)),
            ..text
        })
    });
    block.inserts.push(Insert { role: role(entity.layer()), name, map, texts: tagged.collect() });
    Ok(())
}

impl Sorted {
    /// The blocks that are pieces, with what is inserted into them, scaled, turned and mirrored as they are drawn.
    pub(super) fn pieces(&self, warnings: &mut Vec<String>) -> Vec<Drawn> {
        let mut numbers = BTreeMap::new();
        for (number, block) in self.blocks.iter().enumerate() {
            numbers.entry(block.name.as_str()).or_insert(number);
        }
        let mut drawing = Drawing { blocks: &self.blocks, numbers, room: self.room(), warnings };
        let mut drawn: Vec<Vec<DAffine2>> = vec![Vec::new(); self.blocks.len()];
        let mut words: Vec<Vec<Text>> = vec![Vec::new(); self.blocks.len()];
        drawing.spread(&self.loose.inserts, DAffine2::IDENTITY, 0, &mut drawn, &mut words);
        let mut parts = vec![false; self.blocks.len()];
        for insert in self.blocks.iter().flat_map(|block| &block.inserts) {
            if let Some(&part) = drawing.numbers.get(insert.name.as_str()) {
                parts[part] = true;
            }
        }
        let mut pieces = Vec::new();
        for (number, block) in self.blocks.iter().enumerate() {
            let is_part = drawn[number].is_empty() && (parts[number] || block.name.starts_with('*'));
            let holds_pieces =
                !block.is_piece() && block.inserts.iter().any(|insert| drawing.is_piece(insert));
            if is_part || holds_pieces {
                continue;
            }
            let first = drawn[number].first().copied().unwrap_or(DAffine2::IDENTITY);
            let is_mirror = |map: &DAffine2| map.matrix2.determinant() < 0.0;
            let mut whole = drawing.whole(block, 0);
            whole.texts.append(&mut words[number]);
            // Where it lies on the sheet is of no interest.
            let map = DAffine2::from_mat2(first.matrix2);
            pieces.push(Drawn {
                block: if map == DAffine2::IDENTITY { whole } else { whole.mapped(&map) },
                count: drawn[number].len().max(1),
                mirrored: drawn[number].iter().any(|map| is_mirror(map) != is_mirror(&first)),
            });
        }
        pieces
    }

    /// How much may be inserted.
    fn room(&self) -> usize {
        let all: usize = self.everything().map(|block| block.size() + block.inserts.len()).sum();
        (MOST_INSERTED[0] * all).max(MOST_INSERTED[1])
    }

    /// Whether any block is drawn.
    pub(super) fn has_blocks(&self) -> bool {
        self.blocks.iter().any(|block| !block.name.starts_with('*'))
    }

    /// All there is, for words about the whole file.
    pub(super) fn everything(&self) -> impl Iterator<Item = &Block> {
        std::iter::once(&self.loose).chain(&self.blocks)
    }

    /// What lies outside of blocks, with what is inserted there.
    pub(super) fn loose_whole(&self, warnings: &mut Vec<String>) -> Block {
        let mut numbers = BTreeMap::new();
        for (number, block) in self.blocks.iter().enumerate() {
            numbers.entry(block.name.as_str()).or_insert(number);
        }
        Drawing { blocks: &self.blocks, numbers, room: self.room(), warnings }.whole(&self.loose, 0)
    }
}

/// Blocks drawn into each other.
struct Drawing<'a> {
    blocks: &'a [Block],
    numbers: BTreeMap<&'a str, usize>,
    /// How much more may be inserted.
    room: usize,
    warnings: &'a mut Vec<String>,
}

impl<'a> Drawing<'a> {
    fn of(&self, insert: &Insert) -> Option<(usize, &'a Block)> {
        let number = *self.numbers.get(insert.name.as_str())?;
        Some((number, &self.blocks[number]))
    }

    fn is_piece(&self, insert: &Insert) -> bool {
        self.of(insert).is_some_and(|(_, block)| block.is_piece())
    }

    /// Notes for each block where it is drawn on the sheet, through blocks that hold nothing but pieces.
    fn spread(
        &mut self,
        inserts: &[Insert],
        map: DAffine2,
        depth: usize,
        drawn: &mut [Vec<DAffine2>],
        words: &mut [Vec<Text>],
    ) {
        for insert in inserts {
            let Some((number, block)) = self.of(insert) else {
                let lost = format!("block `{}` is drawn, but it is not in the file", insert.name);
                if !self.warnings.contains(&lost) && self.warnings.len() < MOST_TOLD {
                    self.warnings.push(lost);
                }
                continue;
            };
            let Some(room) = self.room.checked_sub(1) else { return };
            self.room = room;
            let at = map * insert.map;
            drawn[number].push(at);
            words[number].extend(insert.texts.iter().cloned());
            let holds_pieces = !block.is_piece() && block.inserts.iter().any(|inner| self.is_piece(inner));
            if holds_pieces && depth < DEEPEST {
                self.spread(&block.inserts, at, depth + 1, drawn, words);
            }
        }
    }

    /// A block with what is inserted into it; notches and drill holes that are blocks become points.
    fn whole(&mut self, block: &Block, depth: usize) -> Block {
        let mut whole = Block { inserts: Vec::new(), ..block.clone() };
        for insert in &block.inserts {
            let Some((_, inner)) = self.of(insert) else { continue };
            let at = insert.map.transform_point2(inner.base);
            let notch = notch_named(&insert.name).filter(|_| insert.name.to_lowercase().contains("notch"));
            let role = match (insert.role, notch) {
                (Role::Notch(usual), _) => Role::Notch(notch_named(&insert.name).unwrap_or(usual)),
                (_, Some(kind)) => Role::Notch(kind),
                (role, None) => role,
            };
            if matches!(role, Role::Notch(_) | Role::Drill) {
                whole.points.push((role, at));
                continue;
            }
            let is_drawn_twice = self.room < inner.size() || depth >= DEEPEST || inner.is_piece();
            if is_drawn_twice {
                continue;
            }
            self.room -= inner.size();
            let map = insert.map * DAffine2::from_translation(-inner.base);
            let inner = self.whole(inner, depth + 1);
            whole.take(inner.mapped(&map));
            whole.texts.extend(insert.texts.iter().cloned());
        }
        whole
    }
}

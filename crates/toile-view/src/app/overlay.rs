//! What is drawn over the scene: needles, the hand, what is selected, landmarks and contacts.

use super::Desk;
use crate::live::LiveState;
use crate::pattern::Selected;
use crate::pick::seen_at;
use crate::scene::{Mark, Object, ViewLine, ViewScene};
use glam::{Vec2, Vec3};

const NEEDLE: [f32; 3] = [0.9, 0.12, 0.08];
const HAND: [f32; 3] = [0.02, 0.35, 0.5];
const SELECTED: [f32; 3] = [1.0, 0.55, 0.0];
const CONTACT: [f32; 3] = [0.85, 0.0, 0.5];

/// The scene of a state with all that is drawn over it.
pub(crate) fn seen(desk: &Desk, state: &LiveState) -> ViewScene {
    // What is only being made cannot be touched or selected yet.
    if let Some(preview) = desk.watched(state) {
        return preview.clone();
    }
    let mut scene = state.scene.clone();
    for object in &mut scene.objects {
        object.visible &= !desk.hidden.contains(&object.name);
    }
    let mark = |position: [f32; 3], color: [f32; 3], radius: f32| Mark { position, color, radius };
    scene.marks.extend(state.needles.iter().map(|needle| mark(needle.position, NEEDLE, 5.5)));
    if let Some([at, to]) = state.grab {
        scene.marks.push(mark(at, HAND, 5.0));
        scene.marks.push(mark(to, HAND, 3.0));
        scene.lines.push(ViewLine { ends: [at, to], color: HAND, width: 2.0 });
    }
    if desk.settings.shows_landmarks {
        let places: Vec<[f32; 3]> = places(state, &scene).map(|(_, place)| place).collect();
        scene.marks.extend(places.into_iter().map(Mark::landmark));
    }
    if desk.settings.shows_contacts {
        scene.marks.extend(state.contacts.iter().map(|place| mark(*place, CONTACT, 2.0)));
    }
    select(desk, state, &mut scene);
    scene
}

/// The names of landmarks, and where they are in a scene of their body.
fn places<'a>(state: &'a LiveState, scene: &'a ViewScene) -> impl Iterator<Item = (&'a str, [f32; 3])> {
    let landmarks = state.offer.landmarks.iter();
    landmarks.filter_map(|landmark| Some((landmark.name.as_str(), landmark.place(scene)?)))
}

/// The names that stand beside landmarks, each with its place in the picture from (0, 0) at the top left to (1, 1): all of them, or that which
/// is nearest to the pointer, and no farther than `near` of the picture's height.
pub(crate) fn landmark_names(
    desk: &Desk,
    state: &LiveState,
    scene: &ViewScene,
    aspect: f32,
    pointer: Option<Vec2>,
    near: f32,
) -> Vec<(String, Vec2)> {
    if !desk.settings.shows_landmarks || desk.watched(state).is_some() {
        return Vec::new();
    }
    let at = |place: [f32; 3]| seen_at(&desk.camera, aspect, Vec3::from_array(place));
    let all = places(state, scene).filter_map(|(name, place)| Some((name.replace('_', " "), at(place)?)));
    if desk.settings.names_landmarks {
        return all.collect();
    }
    let Some(pointer) = pointer else { return Vec::new() };
    let far = |seen: &Vec2| ((*seen - pointer) * Vec2::new(aspect, 1.0)).length();
    let nearest = all.min_by(|a, b| far(&a.1).total_cmp(&far(&b.1)));
    nearest.into_iter().filter(|(_, seen)| far(seen) < near).collect()
}

/// Marks what is selected: an edge with its partner in the seam, or the outline of a piece.
fn select(desk: &Desk, state: &LiveState, scene: &mut ViewScene) {
    let pattern = &state.offer.pattern;
    let mut lines = Vec::new();
    let mut along = |object: usize, vertices: &[u32], color: [f32; 3], width: f32| {
        if let Some(object) = scene.objects.get(object).filter(|object| object.visible) {
            lines.extend(vertices.windows(2).filter_map(|pair| line(object, pair, color, width)));
        }
    };
    match desk.selected {
        Some(Selected::Piece(piece)) => {
            if let Some(piece) = pattern.pieces.get(piece) {
                piece.edges.iter().for_each(|edge| along(piece.object, &edge.vertices, SELECTED, 3.0));
            }
        }
        Some(Selected::Edge(piece, edge)) => {
            let Some(piece) = pattern.pieces.get(piece) else { return };
            let Some(edge) = piece.edges.get(edge) else { return };
            along(piece.object, &edge.vertices, SELECTED, 4.0);
            if let Some(seam) = edge.seam.and_then(|seam| pattern.seams.get(seam)) {
                let color = seam.color.map(|c| (f32::from(c) / 255.0).powf(2.2));
                along(seam.object, &seam.vertices, color, 5.0);
            }
        }
        None => {}
    }
    scene.lines.extend(lines);
}

fn line(object: &Object, pair: &[u32], color: [f32; 3], width: f32) -> Option<ViewLine> {
    let at = |v: u32| object.positions.get(v as usize).copied();
    Some(ViewLine { ends: [at(pair[0])?, at(pair[1])?], color, width })
}

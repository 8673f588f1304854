//! Garments whose pieces have no names and no notes: where a file has put a piece, or what it is sewn to, decides where it belongs.

// Helpers of tests fail like tests do.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::sync::OnceLock;
use toile_body::measures::BodySize;
use toile_body::segments::Segment;
use toile_dress::ontology::{GarmentClass, Ontology};
use toile_dress::{Dressing, Wearer, back_to_front, place, worn_pieces};
use toile_pattern::Garment;
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::import::import;
use toile_pattern::mesh::{MeshSettings, mesh};
use toile_pattern::placement::Placement;

fn body() -> &'static Wearer {
    static BODY: OnceLock<Wearer> = OnceLock::new();
    BODY.get_or_init(|| {
        let size = BodySize::named("eu-38").unwrap();
        Wearer::of_measures(size.figure, size.measures()).unwrap()
    })
}

fn draft(name: &str) -> Garment {
    Draft::named(name).unwrap().draft(body().measures(), Looseness::Regular)
}

/// A pattern of another program, if it is there.
fn pattern(path: &str) -> Option<Garment> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/patterns");
    let path = PathBuf::from(folder).join(path);
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    Some(import(&path).unwrap().garment)
}

/// The garment as cut without a name or a note, with or without the poses of its file.
fn anonymous(garment: &Garment, poses: bool) -> Garment {
    let mut garment = garment.whole();
    garment.name = "x".into();
    for (i, piece) in garment.pieces.iter_mut().enumerate() {
        piece.name = format!("p{i}");
        let pose = piece.placement.pose.filter(|_| poses);
        piece.placement = Placement { pose, ..Placement::default() };
    }
    garment
}

fn placed(garment: &Garment) -> Vec<(Segment, String)> {
    let meshed = mesh(garment, &MeshSettings::with_edge_length(0.04)).unwrap();
    place(&meshed, body()).unwrap().pieces.into_iter().map(|piece| (piece.segment, piece.reason)).collect()
}

fn segments(garment: &Garment) -> Vec<Segment> {
    placed(garment).into_iter().map(|piece| piece.0).collect()
}

/// The same on the other side of the body.
fn mirrored(segment: Segment) -> Segment {
    match segment {
        Segment::LeftArm => Segment::RightArm,
        Segment::RightArm => Segment::LeftArm,
        Segment::LeftLowerBody => Segment::RightLowerBody,
        Segment::RightLowerBody => Segment::LeftLowerBody,
        other => other,
    }
}

fn check_reasons(name: &str, garment: &Garment, word: &str) {
    for (segment, reason) in placed(garment) {
        assert!(reason.contains(word), "{name}: {reason}");
        assert!(reason.starts_with(&segment.name().replace('_', " ")), "{name}: {reason}");
    }
}

#[test]
fn drafts_without_names_notes_and_poses_go_where_they_belong() {
    use GarmentClass::{Dress, Pullover, Shirt, Shorts, Skirt, TShirt, TankTop, Trousers, TubeTop};
    for (name, class) in [
        ("straight-skirt", Skirt),
        ("circle-skirt", Skirt),
        ("godet-skirt", Skirt),
        ("pleated-skirt", Skirt),
        ("trousers", Trousers),
        ("shorts", Shorts),
        ("t-shirt", TShirt),
        ("tank-top", TankTop),
        ("pullover", Pullover),
        ("shirt", Shirt),
        ("dress", Dress),
        ("tube", TubeTop),
    ] {
        let known = draft(name);
        let unknown = anonymous(&known, false);
        let (wanted, found) = (segments(&known), segments(&unknown));
        assert_eq!(found, wanted, "{name}");
        check_reasons(name, &unknown, "by shape");
        let ontology = Ontology::of(std::slice::from_ref(&unknown), body().measures());
        assert_eq!(ontology.class(0), class, "{name}: {}", ontology.class_reason(0));
    }
}

#[test]
fn sides_do_not_depend_on_which_piece_comes_first() {
    for name in ["trousers", "t-shirt", "shirt"] {
        let mut garment = anonymous(&draft(name), false);
        let wanted = segments(&garment);
        let last = garment.pieces.len() - 1;
        garment.pieces.reverse();
        for part in garment.seams.iter_mut().flat_map(|seam| seam.sides.iter_mut().flatten()) {
            part.piece = last - part.piece;
        }
        let mut found = segments(&garment);
        found.reverse();
        assert_eq!(found, wanted, "{name}");
    }
}

#[test]
fn files_without_names_and_labels_go_where_they_belong() {
    use GarmentClass::{Dress, Skirt, TShirt, Trousers};
    for (file, class) in [
        ("garmentcode/circle_skirt_mean_all_specification.json", Some(Skirt)),
        ("garmentcode/pencil_skirt_mean_all_specification.json", Some(Skirt)),
        ("garmentcode/skirt2_ruffle_mean_all_specification.json", Some(Skirt)),
        ("garmentcode/fitted_longsleeve_mean_all_specification.json", Some(TShirt)),
        ("garmentcode/tshirt_mean_all_specification.json", Some(TShirt)),
        ("garmentcode/shirt_mean_specification.json", Some(TShirt)),
        ("garmentcode/hoody_mean_all_specification.json", None),
        ("garmentcode/pants_mean_all_specification.json", Some(Trousers)),
        ("neuraltailor/dress_sleeveless.json", Some(Dress)),
        ("neuraltailor/skirt_4_panels.json", Some(Skirt)),
        ("neuraltailor/tee.json", Some(TShirt)),
        ("neuraltailor/wb_pants_straight.json", Some(Trousers)),
    ] {
        let Some(mut known) = pattern(file) else { return };
        if known.name.is_empty() {
            known.name = file.into();
        }
        let wanted = segments(&known);
        for poses in [true, false] {
            let unknown = anonymous(&known, poses);
            let found = segments(&unknown);
            // Without poses a garment may be put on back to front, but then all of it.
            let turned: Vec<Segment> = wanted.iter().copied().map(mirrored).collect();
            assert!(
                found == wanted || !poses && found == turned,
                "{file}, poses {poses}: {found:?} {wanted:?}"
            );
            let ontology = Ontology::of(std::slice::from_ref(&unknown), body().measures());
            let is_right = class.is_none_or(|class| ontology.class(0) == class);
            assert!(is_right, "{file}, poses {poses}: {}", ontology.class_reason(0));
        }
        check_reasons(file, &anonymous(&known, true), "by ");
    }
}

#[test]
fn names_are_believed_rather_than_shapes() {
    let mut skirt = anonymous(&draft("straight-skirt"), false);
    for piece in &mut skirt.pieces {
        piece.name = format!("bodice {}", piece.name);
    }
    assert!(segments(&skirt).iter().all(|segment| *segment == Segment::Torso));
    // A name of one piece that contradicts the shape of all: the rest follows it by its seams.
    let mut skirt = anonymous(&draft("straight-skirt"), false);
    skirt.pieces[0].name = "bodice".into();
    assert!(segments(&skirt).iter().all(|segment| *segment == Segment::Torso));
}

#[test]
fn one_side_that_is_named_tells_the_other() {
    let mut shirt = anonymous(&draft("t-shirt"), false);
    let left = segments(&shirt).iter().position(|segment| *segment == Segment::LeftArm).unwrap();
    let right = segments(&shirt).iter().position(|segment| *segment == Segment::RightArm).unwrap();
    shirt.pieces[left].name = "right sleeve".into();
    let found = segments(&shirt);
    assert_eq!((found[left], found[right]), (Segment::RightArm, Segment::LeftArm));
}

/// What is placed by the names of its pieces is turned about, too.
#[test]
fn what_is_placed_by_names_can_be_worn_back_to_front() {
    let mut shirt = draft("t-shirt").whole();
    for piece in &mut shirt.pieces {
        piece.placement = Placement::default();
    }
    let middles = |garment: &Garment| {
        let meshed = mesh(garment, &MeshSettings::with_edge_length(0.04)).unwrap();
        let placed = place(&meshed, body()).unwrap();
        let middle = |name: &str| {
            let positions = &placed.pieces[meshed.garment.piece_named(name).unwrap()].positions;
            positions.iter().sum::<glam::DVec3>() / positions.len() as f64
        };
        [middle("front"), middle("back"), middle("sleeve"), middle("sleeve'")]
    };
    let [front, back, sleeve, other] = middles(&shirt);
    assert!(front.z > back.z && sleeve.x > other.x);
    let [front, back, sleeve, other] = middles(&back_to_front(&shirt));
    assert!(front.z < back.z && sleeve.x < other.x);
    let [front, back, sleeve, other] = middles(&back_to_front(&back_to_front(&shirt)));
    assert!(front.z > back.z && sleeve.x > other.x);
}

fn check_draped(name: &str, garment: &Garment) {
    let dressing = Dressing::on(body()).garment(garment.clone()).edge_length(0.035);
    let dressed = dressing.run(|_| ()).unwrap().garments.remove(0);
    assert_eq!((dressed.intersections.itself, dressed.intersections.bodies), (0, 0), "{name}");
    assert!(dressed.at_rest, "{name}: {:?}", dressed.gave_up);
    for piece in worn_pieces(&dressed, body()) {
        assert!(!piece.is_inside_out() && !piece.is_astray(), "{name}: {piece:?}");
    }
}

#[test]
fn trousers_and_a_t_shirt_without_names_are_worn() {
    for name in ["trousers", "t-shirt"] {
        check_draped(name, &anonymous(&draft(name), false));
    }
}

#[test]
fn a_skirt_of_another_program_without_names_is_worn() {
    let Some(skirt) = pattern("garmentcode/pencil_skirt_mean_all_specification.json") else { return };
    check_draped("pencil skirt", &anonymous(&skirt, true));
}

/// The band leaves an opening between itself and the rest: four openings in all, as a top has.
#[test]
fn trousers_whose_waistband_is_sewn_on_in_part_have_legs() {
    let mut trousers = anonymous(&draft("trousers"), false);
    let waist = trousers.seams.iter().position(|seam| seam.name == "waist").unwrap();
    let seam = &mut trousers.seams[waist];
    let band = seam.sides[0][0].piece;
    seam.sides[1].pop();
    seam.sides[0][0].to = 0.75;
    trousers.pieces[band].name = "waistband".into();
    let found = segments(&trousers);
    for side in [Segment::LeftLowerBody, Segment::RightLowerBody] {
        assert_eq!(found.iter().filter(|segment| **segment == side).count(), 2, "{:?}", placed(&trousers));
    }
    assert_eq!(found[band], Segment::LowerTorso);
}

//! The fit of a garment that was really dressed, as a report, as numbers and as a model.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use glam::DVec2;
use toile::dressing::{flat_mesh, garment_mesh};
use toile::fit::report::{self, ReportEntry, ReportSettings};
use toile::fit::{MapSettings, Scale, heat_map, to_json, write_glb};
use toile_body::measures::BodySize;
use toile_dress::fit::FitQuantity;
use toile_dress::{Dressed, Dressing, Fit, Wearer};
use toile_pattern::draft::{self, Draft};
use toile_pattern::measures::DraftMeasures;

fn tube(body: &Wearer) -> Dressed {
    let tube = Draft::named("tube")
        .unwrap()
        .draft(&DraftMeasures::of_size("eu-36").unwrap(), draft::Looseness::Regular);
    // How well it hangs is not asked here.
    let dressing = Dressing::on(body).garment(tube).edge_length(0.05);
    let outfit = dressing.with(|settings| settings.drape.max_settle_time = 0.2).run(|_| ()).unwrap();
    outfit.garments.into_iter().next().unwrap()
}

/// The elements of a page that are opened and not closed, or closed in the wrong order.
fn unbalanced(html: &str) -> Vec<String> {
    let void = ["meta", "img", "stop", "rect", "line", "polyline", "!doctype"];
    let (mut open, mut wrong): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for tag in html.split('<').skip(1).filter_map(|rest| rest.split('>').next()) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or("").to_owned();
        if tag.starts_with('/') {
            if open.pop().as_ref() != Some(&name) {
                wrong.push(name);
            }
        } else if !void.contains(&name.as_str()) {
            open.push(name);
        }
    }
    wrong.extend(open);
    wrong
}

/// The page without its pictures, whose bytes could spell anything.
fn without_pictures(html: &str) -> String {
    let parts = html.split("data:image/png;base64,");
    parts
        .map(|part| part.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || "+/=".contains(c)))
        .collect()
}

#[test]
fn a_dressed_garment_gives_a_report_numbers_and_a_model() {
    let wearer = BodySize::named("eu-36").unwrap();
    let body = Wearer::of_measures(wearer.figure, wearer.measures()).unwrap();
    let dressed = tube(&body);
    let fit = Fit::of(&dressed, &body);
    let entry = |name: &str| ReportEntry { name: name.into(), dressed: &dressed, fit: &fit, body: &body };
    let entries = [entry("S <small>"), entry("M")];

    let pictures = MapSettings { width: 48, height: 64, ..MapSettings::default() };
    let quantities = vec![FitQuantity::Pressure, FitQuantity::WeftStrain];
    let settings = ReportSettings { pictures: pictures.clone(), quantities, ..ReportSettings::default() };
    let html = report::html(&entries, &settings).unwrap();
    assert_eq!(unbalanced(&html), Vec::<String>::new());
    // Two sizes from two sides: as worn, and in two quantities.
    assert_eq!(html.matches("<img ").count(), 2 * 2 * 3);
    assert_eq!(html.matches("src=\"").count(), html.matches("src=\"data:image/png;base64,").count());
    let html = without_pictures(&html);
    assert!(!html.contains("http") && !html.contains("<script"), "it needs nothing else");
    assert!(html.contains("S &lt;small&gt;") && !html.contains("<small>"));
    assert!(html.contains("waist") && html.contains("sheet.right"), "girths and seams are listed");
    assert!(!html.contains("NaN") && !html.contains(">inf"), "all numbers are numbers");

    let json: serde_json::Value = serde_json::from_str(&to_json(&entries).unwrap()).unwrap();
    assert_eq!(json["fits"].as_array().unwrap().len(), 2);
    let first = &json["fits"][0];
    assert_eq!(first["garment"], "tube");
    assert_eq!(first["pressure"].as_array().unwrap().len(), dressed.cloth.vertex_count());
    assert!(first["eases"][0]["body"].as_f64().unwrap() > 0.3);
    assert!(first["summary"]["spreads"][0]["p95"].is_number());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fit.glb");
    let scale = Scale::of(FitQuantity::Tension, &[&fit]);
    write_glb(&path, &entries[1], &scale).unwrap();
    let scene = toile_io::gltf::read_file(&path).unwrap();
    assert_eq!(scene.meshes.len(), 2);
    let colors = &scene.meshes[0].mesh.colors;
    assert_eq!(colors.len(), dressed.cloth.vertex_count());
    let expected = scale.map.of(scale.values(&fit)[0], scale.range).0;
    assert!((colors[0][0] - expected.x).abs() < 0.01, "{:?} {expected}", colors[0]);

    let page = heat_map(&entries, FitQuantity::Distance, &pictures);
    assert!(page.width > 4 * 48 && page.height > 64 + 50, "both side by side, and room for the legend");
}

#[test]
fn a_report_of_nothing_is_still_a_page() {
    let html = report::html(&[], &ReportSettings::default()).unwrap();
    assert_eq!(unbalanced(&html), Vec::<String>::new());
    assert!(html.contains("Nothing was fitted"));
}

#[test]
fn a_garment_is_exported_with_its_pieces_and_metres_of_cloth() {
    let wearer = BodySize::named("eu-36").unwrap();
    let body = Wearer::of_measures(wearer.figure, wearer.measures()).unwrap();
    let dressed = tube(&body);
    let (hung, flat) = (garment_mesh(&dressed, "cotton"), flat_mesh(&dressed, "cotton"));
    assert_eq!((hung.validate(), flat.validate()), (Ok(()), Ok(())));
    assert_eq!(hung.positions, dressed.cloth.state.positions, "point caches fit");
    assert_eq!(hung.corners, dressed.cloth.triangles.as_flattened());
    assert_eq!((&hung.groups, &hung.uv_sets), (&flat.groups, &flat.uv_sets));
    let names: Vec<&str> = dressed.meshed.garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(hung.groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(), names);
    assert_eq!(hung.groups.last().unwrap().faces.end as usize, hung.face_count());
    // In metres of cloth, on the unit square and laid flat every face has the same shape, and none is mirrored.
    let side = flat.positions.iter().map(|p| p.max_element()).fold(0.0, f64::max);
    for face in 0..hung.face_count() {
        let area = |at: &dyn Fn(usize) -> DVec2| {
            let [a, b, c] = [0, 1, 2].map(|k| at(3 * face + k));
            (b - a).perp_dot(c - a)
        };
        let expected = area(&|corner| flat.positions[flat.corners[corner] as usize].truncate());
        let cloth = area(&|corner| hung.uv_sets[0].value(corner).unwrap());
        let square = area(&|corner| hung.uv_sets[1].value(corner).unwrap());
        assert!(expected > 0.0 && (cloth - expected).abs() < 1e-9, "{cloth} {expected}");
        assert!((square * side * side / expected - 1.0).abs() < 0.05, "{square} {expected}");
    }
    assert!(
        hung.uv_sets[1].values.iter().all(|uv| uv.cmpge(DVec2::ZERO).all() && uv.cmple(DVec2::ONE).all())
    );
}

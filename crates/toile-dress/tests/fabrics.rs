//! What is known of a fabric acts in a dressed garment: friction, thickness, bending, creases, interlining, hems.

#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing")]

use glam::DVec3;
use std::sync::LazyLock;
use toile_cloth::bending::BendingHistory;
use toile_cloth::fabric::Fabric;
use toile_dress::fit::Verdict;
use toile_dress::{DressSettings, Dressed, Dressing, Fit, Wearer};
use toile_geom::distance::points_to_mesh;
use toile_pattern::Garment;
use toile_pattern::draft::{Draft, Looseness};
use toile_pattern::piece::{Region, RegionKind};
use toile_pattern::seam::{Elastic, SeamKind};

static BODY: LazyLock<Wearer> = LazyLock::new(|| Wearer::open("eu-38").unwrap());

fn skirt() -> Garment {
    Draft::named("straight-skirt").unwrap().draft(BODY.measures(), Looseness::Regular)
}

fn dressed(garment: Garment, fabric: Option<Fabric>, change: impl FnOnce(&mut DressSettings)) -> Dressed {
    let mut dressing = Dressing::on(&BODY).garment(garment).edge_length(0.05).with(change);
    if let Some(fabric) = fabric {
        dressing = dressing.fabric(fabric);
    }
    let mut outfit = dressing.run(|_| ()).unwrap();
    assert_eq!(outfit.intersections.count(), 0);
    outfit.garments.remove(0)
}

fn of_fabric(change: impl FnOnce(&mut Fabric)) -> Dressed {
    let mut fabric = Fabric::named("cotton-poplin").unwrap();
    change(&mut fabric);
    dressed(skirt(), Some(fabric), |_| ())
}

/// How far vertices lie from each other on average, in metres.
fn apart(one: &Dressed, other: &Dressed) -> f64 {
    let places = |dressed: &Dressed| -> Vec<DVec3> { dressed.cloth.state.positions.clone() };
    let (one, other) = (places(one), places(other));
    assert_eq!(one.len(), other.len());
    one.iter().zip(&other).map(|(a, b)| a.distance(*b)).sum::<f64>() / one.len() as f64
}

#[test]
fn slick_cloth_slips_to_the_waist_and_rough_cloth_stays_where_it_was_laid() {
    let wide = |friction: f64| {
        let mut fabric = Fabric::named("cotton-poplin").unwrap();
        [fabric.friction.skin_static, fabric.friction.skin_kinetic] = [friction; 2];
        dressed(skirt(), Some(fabric), |_| ())
    };
    let (slick, rough) = (wide(0.01), wide(1.2));
    let way = |dressed: &Dressed| {
        let places = dressed.sewn.cloth.state.positions.iter().zip(&dressed.cloth.state.positions);
        places.map(|(from, to)| (from.y - to.y).abs()).sum::<f64>() / dressed.cloth.vertex_count() as f64
    };
    assert!(apart(&slick, &rough) > 3e-3, "{}", apart(&slick, &rough));
    assert!(way(&slick) > way(&rough) + 1e-3, "{} {}", way(&slick), way(&rough));
}

#[test]
fn stiff_cloth_hangs_otherwise_than_limp_cloth() {
    let limp = of_fabric(|_| ());
    let stiff = of_fabric(|fabric| {
        let bending = &mut fabric.bending;
        [bending.warp, bending.weft, bending.twist] =
            [bending.warp, bending.weft, bending.twist].map(|b| 30.0 * b);
    });
    assert!(apart(&limp, &stiff) > 1e-3, "{}", apart(&limp, &stiff));
}

#[test]
fn thick_cloth_lies_farther_off_the_body() {
    let nearest = |dressed: &Dressed| {
        let points = &dressed.cloth.state.positions;
        points_to_mesh(points, BODY.mesh()).into_iter().fold(f64::INFINITY, f64::min)
    };
    let (thin, thick) = (of_fabric(|f| f.thickness = 1e-4), of_fabric(|f| f.thickness = 4e-3));
    assert!(nearest(&thick) > nearest(&thin) + 5e-4, "{} {}", nearest(&thick), nearest(&thin));
}

#[test]
fn cloth_remembers_how_it_was_bent_unless_it_is_not_to() {
    let linen = || Some(Fabric::named("linen").unwrap());
    let creased = dressed(skirt(), linen(), |_| ());
    let fresh = dressed(skirt(), linen(), |settings| settings.drape.creases = false);
    let remembered = |dressed: &Dressed| dressed.cloth.state.history.as_ref().map(BendingHistory::to_numbers);
    assert!(remembered(&creased).unwrap().iter().any(|number| *number != 0.0));
    assert_eq!(remembered(&fresh), None);
    assert!(apart(&creased, &fresh) > 1e-4, "{}", apart(&creased, &fresh));
}

#[test]
fn interlining_makes_a_part_heavier_and_stiffer() {
    let lined = |kind: Option<RegionKind>| {
        let mut garment = skirt();
        let region = |kind| Region { name: "lining".into(), fabric: "canvas".into(), kind, outline: None };
        garment.pieces[0].regions.extend(kind.map(region));
        dressed(garment, None, |_| ())
    };
    let [plain, sewn, fused] = [None, Some(RegionKind::Sewn), Some(RegionKind::Fused)].map(lined);
    let canvas = Fabric::named("canvas").unwrap();
    let triangles = |dressed: &Dressed| {
        let of_front = (0..dressed.cloth.triangles.len()).filter(|t| dressed.sewn.piece_of[*t] == 0);
        of_front.map(|t| dressed.cloth.rest.area(t)).sum::<f64>()
    };
    for other in [&sewn, &fused] {
        let gained = other.cloth.mass() - plain.cloth.mass();
        let lining = canvas.density * triangles(other);
        assert!((gained / lining - 1.0).abs() < 1e-6, "{gained} kg of {lining}");
        assert!(apart(&plain, other) > 1e-4);
    }
    let bending = |dressed: &Dressed| {
        let cut = &dressed.cloth.fabrics[usize::from(dressed.cloth.fabric_of[0])];
        cut.laminate().bending.warp
    };
    assert!(bending(&plain) < bending(&sewn) && bending(&sewn) < bending(&fused));
}

#[test]
fn a_region_of_another_fabric_is_of_that_fabric() {
    let mut garment = skirt();
    let (name, fabric, kind) = ("seat".into(), "leather".into(), RegionKind::Instead);
    garment.pieces[1].regions.push(Region { name, fabric, kind, outline: None });
    let patched = dressed(garment, None, |_| ());
    let of = |piece: u32| {
        let t = patched.sewn.piece_of.iter().position(|p| *p == piece).unwrap();
        patched.cloth.fabrics[usize::from(patched.cloth.fabric_of[t])].fabric.name.clone()
    };
    assert_ne!(of(0), "leather");
    assert_eq!(of(1), "leather");
}

#[test]
fn hems_and_allowances_weigh_as_much_as_they_are() {
    let mass = |change: &dyn Fn(&mut Garment)| {
        let mut garment = skirt();
        for edge in garment.pieces.iter_mut().flat_map(|piece| &mut piece.outline.edges) {
            (edge.hem, edge.allowance) = (None, None);
        }
        garment.pieces.iter_mut().for_each(|piece| piece.allowance = None);
        change(&mut garment);
        let fabric = Fabric::named("denim").unwrap();
        dressed(garment, Some(fabric), |settings| settings.drape.max_settle_time = 0.05).cloth.mass()
    };
    let plain = mass(&|_| ());
    let wide =
        |garment: &mut Garment| garment.pieces.iter_mut().for_each(|piece| piece.allowance = Some(0.03));
    let open = mass(&|garment| wide(garment));
    let felled = mass(&|garment| {
        wide(garment);
        garment.seams.iter_mut().for_each(|seam| seam.kind = SeamKind::Felled);
    });
    assert!(open > 1.02 * plain, "{plain} {open}");
    assert!((felled / open - 1.0).abs() < 0.08, "the same cloth, laid otherwise: {open} {felled}");
    let hemmed = mass(&|garment| {
        let hems = garment.pieces.iter_mut().flat_map(|piece| &mut piece.outline.edges);
        hems.filter(|edge| edge.name.as_deref() == Some("hem")).for_each(|edge| edge.hem = Some(0.04));
    });
    let denim = Fabric::named("denim").unwrap();
    let length = hemmed - plain;
    assert!(
        length > 0.6 * 0.04 * denim.density * 0.8 && length < 1.4 * 0.04 * denim.density * 1.3,
        "{length} kg"
    );
}

#[test]
fn an_elastic_band_draws_an_edge_in() {
    let girth = |length: Option<f64>| {
        let mut garment = skirt();
        for edge in garment.pieces.iter_mut().flat_map(|piece| &mut piece.outline.edges) {
            if edge.name.as_deref() == Some("hem") {
                edge.elastic =
                    length.map(|length| Elastic { length: Some(length), ..Elastic::of_ratio(1.0, 60.0) });
            }
        }
        let dressed = dressed(garment, None, |_| ());
        let mut girth = 0.0;
        for (p, (piece, mesh)) in dressed.meshed.garment.pieces.iter().zip(&dressed.meshed.pieces).enumerate()
        {
            for (_, vertices) in piece.edges().zip(&mesh.edges).filter(|(edge, _)| edge.hem.is_some()) {
                let place =
                    |v: u32| dressed.cloth.state.positions[dressed.sewn.vertex_of[p][v as usize] as usize];
                girth += vertices.windows(2).map(|ends| place(ends[0]).distance(place(ends[1]))).sum::<f64>();
            }
        }
        girth
    };
    let (free, drawn) = (girth(None), girth(Some(0.2)));
    assert!(drawn < 0.95 * free, "{free} {drawn}");
}

/// A poncho over a T-shirt presses on the T-shirt, and that on the skin: it is not tight by that, and the T-shirt bears it.
#[test]
fn what_is_worn_over_something_presses_on_that() {
    let outfit = Dressing::on(&BODY).garments(["t-shirt", "poncho"]).edge_length(0.03).run(|_| ()).unwrap();
    let fit = outfit.fit();
    assert_eq!(fit.names, ["t-shirt", "poncho"]);
    let [inner, outer] = &fit.fits[..] else { panic!("two garments") };
    let alone = Fit::of(&outfit.garments[1], &BODY);
    assert!(
        outer.summary.touching < 0.7 * alone.summary.touching,
        "what lies on the T-shirt touches no skin"
    );
    assert!(matches!(outer.verdict, Verdict::Loose | Verdict::Fits), "{:?}", outer.findings);
    let inner_alone = Fit::of(&outfit.garments[0], &BODY);
    assert!(
        inner.summary.carried > inner_alone.summary.carried + 0.3 * outer.summary.weight,
        "{} N, {} N without what lies on it",
        inner.summary.carried,
        inner_alone.summary.carried
    );
}

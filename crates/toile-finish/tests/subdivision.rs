//! What schemes must do: counts, planes, borders, interpolation, limits, smoothness.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

mod meshes;

use glam::{DAffine3, DMat3, DVec2, DVec3};
use meshes::with_holes;
use toile_finish::subdivision::{
    EdgeMark, LineRule, MarkedEdge, Marks, Refinement, RefinementError, SubdivisionScheme,
    SubdivisionSettings, TextureRefinement, TextureRule, VertexMask,
};
use toile_geom::topology::Topology;
use toile_geom::{TriMesh, random::Random, shapes};

fn settings(scheme: SubdivisionScheme, levels: usize) -> SubdivisionSettings {
    SubdivisionSettings { scheme, levels, ..SubdivisionSettings::default() }
}

fn refined(mesh: &TriMesh, settings: &SubdivisionSettings) -> TriMesh {
    let refinement =
        Refinement::new(&mesh.triangles, mesh.positions.len(), &Marks::default(), settings).unwrap();
    let positions = refinement.refine(&mesh.positions).unwrap();
    TriMesh::new(positions, refinement.triangles().to_vec()).unwrap()
}

/// A sheet with an uneven mesh, bent and dented.
fn dented() -> TriMesh {
    let mut mesh = toile_geom::sheets::delaunay_sheet(DVec2::ONE, [9, 7]);
    let mut random = Random::new(3);
    for p in &mut mesh.positions {
        p.y = 0.2 * (3.0 * p.x).sin() + 0.03 * random.between(-1.0, 1.0);
    }
    mesh
}

/// Kimmerle's tables 4.2 and 4.3: holes, vertices, and what three levels make of them (misprints put right).
#[test]
fn counts_are_those_of_the_source() {
    let garments = [
        ("shirt 4.2", 4, 120, 6712, [3414, 13542, 53934, 215_262]),
        ("trousers 4.2", 3, 78, 6362, [3219, 12801, 51051, 203_895]),
        ("shirt 4.3", 4, 76, 1918, [995, 3910, 15494, 61678]),
        ("trousers 4.3", 3, 42, 1962, [1001, 3965, 15779, 62951]),
    ];
    for (name, holes, border, faces, vertices) in garments {
        let mesh = with_holes(holes, border, faces);
        let topology = Topology::new(&mesh);
        assert_eq!(topology.boundary_edges().count(), border, "{name}");
        assert_eq!((mesh.positions.len(), mesh.triangles.len()), (vertices[0], faces), "{name}");
        let irregular = irregular(&mesh);
        let refinement = Refinement::new(
            &mesh.triangles,
            vertices[0],
            &Marks::default(),
            &settings(SubdivisionScheme::ModifiedLoop, 3),
        )
        .unwrap();
        for (n, level) in refinement.levels().iter().enumerate() {
            assert_eq!(level.stencils.len(), vertices[n + 1], "{name} {n}");
            assert_eq!(level.triangles.len(), faces << (2 * (n + 1)), "{name} {n}");
        }
        let once = refined(&mesh, &settings(SubdivisionScheme::Loop, 1));
        assert_eq!(self::irregular(&once), irregular, "{name}: new vertices inside are regular");
    }
}

/// Vertices inside that have other than six neighbours.
fn irregular(mesh: &TriMesh) -> usize {
    let topology = Topology::new(mesh);
    let on_border = topology.boundary_vertices();
    (0..mesh.positions.len())
        .filter(|&v| !on_border[v] && topology.vertex_triangles.row(v).len() != 6)
        .count()
}

#[test]
fn shares_add_up_to_one_whatever_the_scheme() {
    for mesh in [dented(), shapes::icosphere(1.0, 1), shapes::cuboid(DVec3::ONE), with_holes(4, 76, 1918)] {
        for scheme in SubdivisionScheme::ALL {
            for vertex_mask in VertexMask::ALL {
                let settings = SubdivisionSettings { vertex_mask, ..settings(scheme, 2) };
                let refinement =
                    Refinement::new(&mesh.triangles, mesh.positions.len(), &Marks::default(), &settings)
                        .unwrap();
                for level in refinement.levels() {
                    for v in 0..level.stencils.len() {
                        let sum: f64 = level.stencils.row(v).map(|(_, weight)| weight).sum();
                        assert!((sum - 1.0).abs() < 1e-14, "{scheme:?} {v}: {sum}");
                        let least = level.stencils.row(v).map(|(_, weight)| weight).fold(1.0, f64::min);
                        assert!(scheme.interpolates() || least > 0.0, "within the hull");
                    }
                }
            }
        }
    }
}

#[test]
fn planes_stay_planes_and_affine_maps_commute() {
    let mut flat = dented();
    flat.positions.iter_mut().for_each(|p| p.y = 0.0);
    let map = DAffine3 {
        matrix3: DMat3::from_cols_array(&[1.0, 0.2, -0.4, 0.7, 0.9, 0.1, -0.3, 0.5, 1.4]),
        translation: DVec3::new(3.0, -2.0, 1.0),
    };
    for scheme in SubdivisionScheme::ALL {
        let settings = settings(scheme, 2);
        assert!(refined(&flat, &settings).positions.iter().all(|p| p.y == 0.0), "{scheme:?}");
        let mesh = dented();
        let mut mapped = mesh.clone();
        mapped.positions.iter_mut().for_each(|p| *p = map.transform_point3(*p));
        for (a, b) in refined(&mesh, &settings).positions.iter().zip(refined(&mapped, &settings).positions) {
            assert!(map.transform_point3(*a).distance(b) < 1e-13, "{scheme:?}");
        }
    }
}

#[test]
fn borders_depend_on_borders_alone() {
    let mesh = dented();
    let on_border = Topology::new(&mesh).boundary_vertices();
    let mut other = mesh.clone();
    for (v, p) in other.positions.iter_mut().enumerate() {
        if !on_border[v] {
            *p += DVec3::new(0.1, 0.3, -0.2);
        }
    }
    for scheme in SubdivisionScheme::ALL {
        let [one, two] = [&mesh, &other].map(|mesh| refined(mesh, &settings(scheme, 2)));
        let fine_border = Topology::new(&one).boundary_vertices();
        let changed = |v: &usize| one.positions[*v] != two.positions[*v];
        let count = (0..one.positions.len()).filter(changed).count();
        assert!(count > one.positions.len() / 2, "{scheme:?}");
        assert!((0..one.positions.len()).filter(|&v| fine_border[v]).all(|v| !changed(&v)), "{scheme:?}");
    }
}

#[test]
fn butterfly_goes_through_all_vertices_and_loop_stays_in_the_hull() {
    let mesh = dented();
    for scheme in SubdivisionScheme::ALL {
        let fine = refined(&mesh, &settings(scheme, 2));
        let kept = fine.positions.iter().zip(&mesh.positions).filter(|(a, b)| a == b).count();
        assert_eq!(kept == mesh.positions.len(), scheme.interpolates(), "{scheme:?}");
        let within = |p: &DVec3| p.y <= mesh.bounds().max.y && p.y >= mesh.bounds().min.y;
        assert!(scheme.interpolates() || fine.positions.iter().all(within));
    }
}

/// On a regular mesh, butterfly reproduces cubic polynomials (Dyn, Levin and Gregory 1990), and Loop's scheme linear ones exactly and
/// quadratic ones up to a constant.
#[test]
fn polynomials_on_a_regular_patch() {
    let mut mesh = shapes::regular_sheet(DVec2::ONE, [12, 12]);
    let cubic = |p: DVec3| 0.4 * p.x.powi(3) - 0.8 * p.x * p.x * p.z + 0.3 * p.z * p.z + 0.2 * p.x;
    let quadratic = |p: DVec3| p.x * p.x + 0.5 * p.x * p.z - 0.7 * p.z * p.z;
    let inside = |p: &DVec3| p.x.abs() < 0.2 && p.z.abs() < 0.2;
    mesh.positions.iter_mut().for_each(|p| p.y = cubic(*p));
    for scheme in [SubdivisionScheme::Butterfly, SubdivisionScheme::ModifiedButterfly] {
        let fine = refined(&mesh, &settings(scheme, 2));
        assert!(fine.positions.iter().filter(|p| inside(p)).all(|p| (p.y - cubic(*p)).abs() < 1e-14));
    }
    mesh.positions.iter_mut().for_each(|p| p.y = quadratic(*p));
    for scheme in [SubdivisionScheme::Loop, SubdivisionScheme::ModifiedLoop] {
        let fine = refined(&mesh, &settings(scheme, 2));
        let errors: Vec<f64> =
            fine.positions.iter().filter(|p| inside(p)).map(|p| p.y - quadratic(*p)).collect();
        assert!(errors.len() > 100 && errors.iter().all(|e| (e - errors[0]).abs() < 1e-14), "{scheme:?}");
    }
}

/// Vertices of the original scheme of Loop tend to `(ω v + Σ ring) / (ω + k)` with `ω = 3 k / (8 β')`, where `β'` is the total of the mask.
#[test]
fn vertices_tend_to_the_limit_of_loop() {
    let mesh = shapes::icosphere(1.0, 0);
    let fine = refined(&mesh, &settings(SubdivisionScheme::Loop, 7));
    let topology = Topology::new(&mesh);
    let (k, lambda) = (5.0, 0.375 + 0.25 * (std::f64::consts::TAU / 5.0).cos());
    let total: f64 = 0.625 - lambda * lambda;
    let omega = 3.0 * k / (8.0 * total);
    for v in 0..12_u32 {
        let ring = topology.edges.iter().filter(|e| e.contains(&v)).map(|e| e[0] + e[1] - v);
        let sum: DVec3 = ring.map(|u| mesh.positions[u as usize]).sum();
        let limit = (omega * mesh.positions[v as usize] + sum) / (omega + k);
        assert!(fine.positions[v as usize].distance(limit) < 1e-4);
    }
}

/// Inside of a regular patch that is `(6 v + Σ ring) / 12`, with either edge mask.
#[test]
fn regular_vertices_tend_to_the_limit_of_box_splines() {
    let mut mesh = shapes::regular_sheet(DVec2::ONE, [8, 8]);
    let mut random = Random::new(9);
    mesh.positions.iter_mut().for_each(|p| p.y = random.between(-0.1, 0.1));
    let topology = Topology::new(&mesh);
    let ring = |v: u32| topology.edges.iter().filter(move |e| e.contains(&v)).map(move |e| e[0] + e[1] - v);
    for scheme in [SubdivisionScheme::Loop, SubdivisionScheme::ModifiedLoop] {
        let fine = refined(&mesh, &settings(scheme, 5));
        // The middle of the sheet, and its neighbours along the rows.
        for v in [39_u32, 40, 41] {
            let sum: DVec3 = ring(v).map(|u| mesh.positions[u as usize]).sum();
            let limit = (6.0 * mesh.positions[v as usize] + sum) / 12.0;
            let off = fine.positions[v as usize].distance(limit);
            assert!(ring(v).count() == 6 && off < 1e-4, "{scheme:?} {v}: {off}");
        }
    }
}

/// A smooth surface gets flatter between neighbouring triangles by half a level; the plain butterfly does not where three edges meet.
#[test]
fn modified_schemes_are_smooth_where_three_edges_meet() {
    let corner = [DVec3::X, DVec3::new(-0.5, 0.0, 0.9), DVec3::new(-0.5, 0.0, -0.9), DVec3::Y];
    let tetrahedron =
        TriMesh { positions: corner.to_vec(), triangles: vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]] };
    let sharpest = |scheme: SubdivisionScheme, levels: usize| {
        let fine = refined(&tetrahedron, &settings(scheme, levels));
        let (normals, topology) = (fine.triangle_normals(), Topology::new(&fine));
        let cosine = |t: &[u32]| normals[t[0] as usize].dot(normals[t[1] as usize]);
        topology.edge_triangles.iter().map(cosine).fold(1.0, f64::min).acos()
    };
    for scheme in
        [SubdivisionScheme::ModifiedButterfly, SubdivisionScheme::Loop, SubdivisionScheme::ModifiedLoop]
    {
        assert!(sharpest(scheme, 6) < 0.75 * sharpest(scheme, 5), "{scheme:?}");
    }
    assert!(sharpest(SubdivisionScheme::Butterfly, 6) > 0.95 * sharpest(SubdivisionScheme::Butterfly, 5));
}

#[test]
fn a_closed_mesh_stays_closed_and_faces_outwards() {
    for scheme in SubdivisionScheme::ALL {
        let fine = refined(&shapes::icosphere(1.0, 1), &settings(scheme, 2));
        let topology = Topology::new(&fine);
        assert!(topology.surface().is_closed_manifold() && topology.surface().inconsistent_edges.is_empty());
        assert!(fine.volume() > 0.5 * 4.0 / 3.0 * std::f64::consts::PI, "{scheme:?}");
    }
}

/// The seam in the middle of a sheet of four by four squares.
fn middle_seam() -> Marks {
    let edges = (0..4).map(|i| MarkedEdge { edge: [10 + i, 11 + i], mark: EdgeMark::Seam }).collect();
    Marks { edges, corners: Vec::new() }
}

#[test]
fn a_marked_corner_stays() {
    let mesh = shapes::regular_sheet(DVec2::ONE, [4, 4]);
    for scheme in SubdivisionScheme::ALL {
        let marks = Marks { corners: vec![0], ..Marks::default() };
        let refinement = Refinement::new(&mesh.triangles, 25, &marks, &settings(scheme, 2)).unwrap();
        let fine = refinement.refine(&mesh.positions).unwrap();
        let stays = |v: usize| fine[v] == mesh.positions[v];
        assert!(stays(0) && (stays(4) == scheme.interpolates()), "{scheme:?}");
    }
    let marks = Marks { corners: vec![25], ..Marks::default() };
    let error =
        Refinement::new(&mesh.triangles, 25, &marks, &settings(SubdivisionScheme::Loop, 1)).unwrap_err();
    assert!(error.to_string().contains("only 25 vertices"));
}

#[test]
fn a_seam_is_a_line_of_its_own_unless_it_is_to_be_smooth() {
    let mut mesh = shapes::regular_sheet(DVec2::ONE, [4, 4]);
    let seam = middle_seam();
    let refine = |mesh: &TriMesh, seams: LineRule| {
        let settings = SubdivisionSettings { seams, ..settings(SubdivisionScheme::ModifiedLoop, 2) };
        let refinement = Refinement::new(&mesh.triangles, 25, &seam, &settings).unwrap();
        assert_eq!(refinement.levels()[1].marks.edges.len(), 16);
        (refinement.refine(&mesh.positions).unwrap(), refinement)
    };
    let (before, refinement) = refine(&mesh, LineRule::Crease);
    let smooth_before = refine(&mesh, LineRule::Smooth).0;
    // One side of the seam is lifted.
    mesh.positions[..10].iter_mut().for_each(|p| p.y += 0.1);
    let (after, _) = refine(&mesh, LineRule::Crease);
    let on_seam: Vec<u32> = refinement.levels()[1].marks.edges.iter().flat_map(|m| m.edge).collect();
    assert!(on_seam.iter().all(|&v| before[v as usize] == after[v as usize]));
    let other_side = |p: &DVec3| p.z > 0.01;
    assert!(before.iter().zip(&after).all(|(a, b)| !other_side(a) || a == b), "the other side stays");
    let smooth_after = refine(&mesh, LineRule::Smooth).0;
    assert!(on_seam.iter().any(|&v| smooth_before[v as usize] != smooth_after[v as usize]));
}

#[test]
fn both_sides_of_a_seam_keep_their_texture_coordinates() {
    let mesh = shapes::regular_sheet(DVec2::ONE, [4, 4]);
    // The far half is another piece, drawn elsewhere.
    let piece = |t: &[u32; 3]| t.iter().all(|&v| mesh.positions[v as usize].z >= 0.0);
    let place = |t: &[u32; 3], v: u32| {
        let p = mesh.positions[v as usize];
        DVec2::new(p.x, p.z) + if piece(t) { DVec2::new(5.0, 1.0) } else { DVec2::ZERO }
    };
    let corners: Vec<[DVec2; 3]> = mesh.triangles.iter().map(|t| t.map(|v| place(t, v))).collect();
    let seam = middle_seam();
    let refinement =
        Refinement::new(&mesh.triangles, 25, &seam, &settings(SubdivisionScheme::ModifiedLoop, 2)).unwrap();
    for rule in TextureRule::ALL {
        let texture = TextureRefinement::new(&refinement, &corners, rule).unwrap();
        let fine = texture.refine(&corners).unwrap();
        let flat = refinement.refine(&mesh.positions).unwrap();
        assert_eq!(fine.len(), refinement.triangles().len());
        for (t, (places, triangle)) in fine.iter().zip(refinement.triangles()).enumerate() {
            let shift =
                if piece(&mesh.triangles[refinement.origin(t)]) { DVec2::new(5.0, 1.0) } else { DVec2::ZERO };
            for (place, &v) in places.iter().zip(triangle) {
                let p = flat[v as usize];
                // By the scheme, coordinates go where the flat mesh goes; linearly, they stay in their triangle.
                let off = (*place - shift).distance(DVec2::new(p.x, p.z));
                assert!(off < if rule == TextureRule::Scheme { 1e-14 } else { 0.1 }, "{rule:?} {off}");
            }
        }
        let area: f64 = fine.iter().map(|[a, b, c]| 0.5 * (b - a).perp_dot(c - a).abs()).sum();
        assert!(rule == TextureRule::Scheme || (area - 1.0).abs() < 1e-14);
    }
    assert_eq!(
        TextureRefinement::new(&refinement, &corners[1..], TextureRule::Linear).unwrap_err(),
        RefinementError::Length { expected: 32, found: 31 }
    );
}

#[test]
fn odd_meshes_are_refined_or_refused_in_words() {
    let one = settings(SubdivisionScheme::ModifiedLoop, 1);
    let refuse = |triangles: &[[u32; 3]], edges: &[MarkedEdge], settings: &SubdivisionSettings| {
        let marks = Marks { edges: edges.to_vec(), corners: Vec::new() };
        Refinement::new(triangles, 4, &marks, settings).unwrap_err().to_string()
    };
    assert!(refuse(&[[0, 1, 9]], &[], &one).starts_with("triangle 0 names vertex 9"));
    assert!(refuse(&[[0, 1, 1]], &[], &one).starts_with("triangle 0 has a vertex twice"));
    let mark = MarkedEdge { edge: [0, 3], mark: EdgeMark::Dart };
    assert!(refuse(&[[0, 1, 2]], &[mark], &one).contains("no such edge"));
    assert!(refuse(&[[0, 1, 2]], &[], &SubdivisionSettings { levels: 40, ..one }).contains("fewer levels"));
    for scheme in SubdivisionScheme::ALL {
        // Three triangles at an edge, two fans at a vertex, a lone vertex, nothing at all.
        let book = vec![[0, 1, 2], [0, 1, 3], [0, 1, 4], [2, 5, 6]];
        let mesh =
            TriMesh { positions: (0..8).map(|i| DVec3::splat(f64::from(i))).collect(), triangles: book };
        let fine = refined(&mesh, &settings(scheme, 2));
        assert_eq!(fine.triangles.len(), 64);
        assert!(fine.positions.iter().all(|p| p.is_finite()) && fine.positions[7] == DVec3::splat(7.0));
        assert!(refined(&TriMesh::default(), &settings(scheme, 2)).triangles.is_empty());
        assert_eq!(SubdivisionScheme::named(scheme.name()), Ok(scheme));
    }
    let wrong = Refinement::new(&[[0, 1, 2]], 3, &Marks::default(), &one).unwrap().refine(&[0.0; 4]);
    assert_eq!(wrong.unwrap_err(), RefinementError::Length { expected: 3, found: 4 });
}

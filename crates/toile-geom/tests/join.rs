//! Pieces joined at pairs of vertices: what becomes of the vertices, and what is refused.

use toile_geom::glam::{DVec2, DVec3};
use toile_geom::join::{JoinError, PieceMesh, PieceVertex, join};

fn at(piece: u32, vertex: u32) -> PieceVertex {
    PieceVertex { piece, vertex }
}

#[test]
fn a_strip_joined_to_itself_is_a_ring_and_its_vertices_are_in_the_middle() {
    let places: Vec<DVec2> = (0..=6).flat_map(|i| [0.0, 1.0].map(|y| DVec2::new(f64::from(i), y))).collect();
    let positions: Vec<DVec3> = places.iter().map(|place| place.extend(0.0)).collect();
    let triangles: Vec<[u32; 3]> =
        (0..6).flat_map(|i| [[2 * i, 2 * i + 2, 2 * i + 3], [2 * i, 2 * i + 3, 2 * i + 1]]).collect();
    let strip = PieceMesh { places: &places, positions: &positions, triangles: &triangles };
    let ring = join(&[strip], &[[at(0, 12), at(0, 0)], [at(0, 1), at(0, 13)]]).unwrap();
    assert_eq!(ring.mesh.positions.len(), 12);
    assert_eq!(ring.mesh.positions[0], DVec3::new(3.0, 0.0, 0.0));
    assert_eq!(ring.vertex_of[0][12..], [0, 1]);
    let surface = toile_geom::topology::Topology::new(&ring.mesh).surface();
    assert_eq!(surface.boundary_edges.len(), 12, "two rims of six edges: {surface:?}");
    let last = [DVec2::new(5.0, 0.0), DVec2::new(6.0, 1.0), DVec2::new(5.0, 1.0)];
    assert_eq!(ring.corners[11], last, "the last triangle has kept its shape");
}

#[test]
fn an_error_names_what_is_not_there_and_what_collapses() {
    let (places, triangles) = ([DVec2::ZERO, DVec2::X, DVec2::Y], [[0, 1, 2]]);
    let positions = places.map(|place| place.extend(0.0));
    let piece = PieceMesh { places: &places, positions: &positions, triangles: &triangles };
    let fails = |weld| join(&[piece, piece], &[weld]).unwrap_err();
    assert_eq!(fails([at(0, 0), at(2, 0)]), JoinError::NoSuchPiece { weld: 0, piece: 2, count: 2 });
    let missing = JoinError::NoSuchVertex { weld: 0, piece: 1, vertex: 3, count: 3 };
    assert_eq!(fails([at(1, 3), at(0, 0)]), missing);
    let collapsed = fails([at(1, 2), at(1, 0)]);
    assert_eq!(collapsed, JoinError::Collapsed { piece: 1, triangle: 0, corners: [2, 0] });
    assert!(collapsed.to_string().contains("triangle 0 of piece 1"));
    let through = join(&[piece, piece], &[[at(0, 0), at(1, 0)], [at(1, 0), at(0, 1)]]).unwrap_err();
    assert_eq!(through, JoinError::Collapsed { piece: 0, triangle: 0, corners: [0, 1] });
    let wrong = PieceMesh { triangles: &[[0, 1, 9]], ..piece };
    assert!(matches!(join(&[wrong], &[]), Err(JoinError::NoSuchCorner { vertex: 9, .. })));
    let short = PieceMesh { positions: &[], ..piece };
    assert!(matches!(join(&[short], &[]), Err(JoinError::UnequalLengths { places: 3, positions: 0, .. })));
    assert_eq!(join(&[], &[]).unwrap().mesh.positions.len(), 0);
}

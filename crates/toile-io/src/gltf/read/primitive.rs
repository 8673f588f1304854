//! The faces and edges of a primitive from its list of vertices.

use crate::gltf::document::{LINE_LOOP, LINE_STRIP, LINES, TRIANGLE_FAN, TRIANGLE_STRIP, TRIANGLES};

/// What a primitive draws.
#[derive(Debug, PartialEq)]
pub(super) enum Shape {
    Triangles(Vec<[u32; 3]>),
    Lines(Vec<[u32; 2]>),
}

/// The triangles or lines of a list of vertices; `None` if the mode is unknown. Vertices at the end that make no whole
/// triangle or line are ignored, as glTF wants it (section 3.7.2.1).
pub(super) fn shape(mode: u32, vertices: &[u32]) -> Option<Shape> {
    Some(match mode {
        LINES => Shape::Lines(vertices.as_chunks().0.to_vec()),
        LINE_STRIP => Shape::Lines(chain(vertices)),
        LINE_LOOP => {
            let mut lines = chain(vertices);
            if let [first, .., last] = vertices {
                lines.push([*last, *first]);
            }
            Shape::Lines(lines)
        }
        TRIANGLES => Shape::Triangles(vertices.as_chunks().0.to_vec()),
        TRIANGLE_STRIP => Shape::Triangles(strip(vertices)),
        TRIANGLE_FAN => Shape::Triangles(fan(vertices)),
        _ => return None,
    })
}

fn chain(vertices: &[u32]) -> Vec<[u32; 2]> {
    vertices.windows(2).map(|w| [w[0], w[1]]).collect()
}

/// Every second triangle of a strip is the other way round. Triangles that have a vertex twice only lead the strip to
/// another place and are left out.
fn strip(vertices: &[u32]) -> Vec<[u32; 3]> {
    vertices
        .windows(3)
        .enumerate()
        .map(|(i, w)| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[0], w[2], w[1]] })
        .filter(|[a, b, c]| a != b && b != c && c != a)
        .collect()
}

fn fan(vertices: &[u32]) -> Vec<[u32; 3]> {
    let Some((center, rim)) = vertices.split_first() else {
        return Vec::new();
    };
    rim.windows(2).map(|w| [w[0], w[1], *center]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_has_its_pattern() {
        let five = [10, 11, 12, 13, 14];
        assert_eq!(shape(LINES, &five), Some(Shape::Lines(vec![[10, 11], [12, 13]])));
        assert_eq!(shape(LINE_STRIP, &five[..3]), Some(Shape::Lines(vec![[10, 11], [11, 12]])));
        assert_eq!(shape(LINE_LOOP, &five[..3]), Some(Shape::Lines(vec![[10, 11], [11, 12], [12, 10]])));
        assert_eq!(shape(LINE_LOOP, &five[..1]), Some(Shape::Lines(vec![])));
        assert_eq!(shape(TRIANGLES, &five), Some(Shape::Triangles(vec![[10, 11, 12]])));
        assert_eq!(
            shape(TRIANGLE_STRIP, &five),
            Some(Shape::Triangles(vec![[10, 11, 12], [11, 13, 12], [12, 13, 14]]))
        );
        assert_eq!(
            shape(TRIANGLE_FAN, &five),
            Some(Shape::Triangles(vec![[11, 12, 10], [12, 13, 10], [13, 14, 10]]))
        );
        assert_eq!(shape(TRIANGLE_FAN, &[]), Some(Shape::Triangles(vec![])));
        assert_eq!(shape(7, &five), None);
    }

    #[test]
    fn a_strip_drops_the_triangles_that_only_connect() {
        let jump = [0, 1, 2, 2, 3, 3, 4, 5];
        assert_eq!(shape(TRIANGLE_STRIP, &jump), Some(Shape::Triangles(vec![[0, 1, 2], [3, 5, 4]])));
    }
}

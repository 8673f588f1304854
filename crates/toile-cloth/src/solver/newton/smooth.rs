//! Motions without ripples.

use glam::DVec3;

/// Half of each vector, and half of the mean of those around it. Those on the border, which have neighbours on one side only, stay as they are.
pub(super) fn smoothed(triangles: &[[u32; 3]], vectors: &[DVec3]) -> Vec<DVec3> {
    let mut sums = vec![DVec3::ZERO; vectors.len()];
    let mut counts = vec![0_u32; vectors.len()];
    // Around an inner vertex each neighbour comes once after and once before another.
    let mut turns = vec![0_i64; vectors.len()];
    for corners in triangles {
        let [a, b, c] = *corners;
        for [v, next, last] in [[a, b, c], [b, c, a], [c, a, b]] {
            let v = v as usize;
            sums[v] += vectors[next as usize] + vectors[last as usize];
            counts[v] += 2;
            turns[v] += i64::from(next) - i64::from(last);
        }
    }
    let mean = |v: usize| {
        if turns[v] == 0 && counts[v] > 0 {
            0.5 * (vectors[v] + sums[v] / f64::from(counts[v]))
        } else {
            vectors[v]
        }
    };
    (0..vectors.len()).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;
    use toile_geom::shapes;

    #[test]
    fn a_turn_of_the_whole_stays_and_a_single_tip_is_halved() {
        let sheet = shapes::regular_sheet(DVec2::ONE, [6, 6]);
        let turn: Vec<DVec3> = sheet.positions.iter().map(|p| DVec3::new(0.1, 0.2, 0.3).cross(*p)).collect();
        for (smooth, own) in smoothed(&sheet.triangles, &turn).iter().zip(&turn) {
            assert!(smooth.distance(*own) < 1e-12);
        }
        let place = |wanted: DVec2| {
            let from = |v: &usize| DVec2::new(sheet.positions[*v].x, sheet.positions[*v].z).distance(wanted);
            (0..turn.len()).min_by(|a, b| from(a).total_cmp(&from(b))).unwrap()
        };
        for (tip, left) in [(place(DVec2::ZERO), 0.5), (place(DVec2::splat(0.5)), 1.0)] {
            let mut single = vec![DVec3::ZERO; turn.len()];
            single[tip] = DVec3::Y;
            assert_eq!(smoothed(&sheet.triangles, &single)[tip], DVec3::Y * left);
        }
    }
}

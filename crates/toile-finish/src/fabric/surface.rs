//! What is seen at a place of a fabric: which yarn, how high it is there, and how much light falls between yarns.

use super::look::FabricLook;
use super::noise::{cells, chance, smooth};
use super::structure::Structure;
use std::f64::consts::PI;

/// What is on top at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Surface {
    /// How high it is, in metres.
    pub(super) height: f64,
    /// Whether it is weft.
    pub(super) is_weft: bool,
    /// How light the yarn is there, about 1.
    pub(super) lightness: f64,
    /// How deep between yarns it is, from 0 (on top) to 1 (a hole).
    pub(super) cavity: f64,
}

/// A yarn where it is seen.
struct Yarn {
    /// Which it is.
    number: i64,
    /// How far from its middle, in its spacings: -0.5 to 0.5.
    aside: f64,
    /// How far along it, in spacings of the yarns that it crosses.
    along: f64,
    is_weft: bool,
    /// How far from the place where it is highest, from -1 to 1, and whether it lies over others there.
    wave: f64,
}

impl FabricLook {
    /// What is seen at a place, in spacings of yarns; it repeats after `count` yarns.
    pub(super) fn surface(&self, place: [f64; 2], count: [u32; 2]) -> Surface {
        let period = count.map(i64::from);
        let seen = match self.structure {
            Structure::Jersey => self.loops(place, period),
            Structure::Felt => self.felt(place, period),
            Structure::Leather => self.leather(place, period),
            _ => self.woven(place, period),
        };
        self.with_hair(seen, place, period)
    }

    /// Round yarns over and under each other: the higher one of the two is seen.
    fn woven(&self, [x, y]: [f64; 2], period: [i64; 2]) -> Surface {
        let (i, j) = (x.floor() as i64, y.floor() as i64);
        let (aside, along) = (x - i as f64 - 0.5, y - j as f64 - 0.5);
        let over = self.structure.warp_is_over(i, j);
        // Halfway to a crossing at which it is on the other side, a yarn passes through the middle of the cloth.
        let rise = |is_over: bool, next_is_over: bool, t: f64| {
            let (here, there) = (f64::from(is_over) * 2.0 - 1.0, f64::from(next_is_over) * 2.0 - 1.0);
            if here == there { here } else { here * (PI * t.abs()).cos() }
        };
        let step = |t: f64| if t < 0.0 { -1 } else { 1 };
        let warp_wave = rise(over, self.structure.warp_is_over(i, j + step(along)), along);
        let weft_wave = rise(!over, !self.structure.warp_is_over(i + step(aside), j), aside);
        let warp = Yarn { number: i, aside, along: y, is_weft: false, wave: warp_wave };
        let weft = Yarn { number: j, aside: along, along: x, is_weft: true, wave: weft_wave };
        let [warp, weft] = [warp, weft].map(|yarn| self.yarn(&yarn, period));
        match (warp, weft) {
            (Some(warp), Some(weft)) if warp.height >= weft.height => warp,
            (_, Some(weft)) => weft,
            (Some(warp), None) => warp,
            (None, None) => Surface { height: -self.radius(), is_weft: false, lightness: 0.6, cavity: 1.0 },
        }
    }

    /// Half the width of a yarn, in metres.
    fn radius(&self) -> f64 {
        0.5 * self.cover * self.warp_spacing.min(self.weft_spacing)
    }

    /// A yarn at a place; none beside it.
    fn yarn(&self, yarn: &Yarn, period: [i64; 2]) -> Option<Surface> {
        let (own, other) = if yarn.is_weft { (1, 0) } else { (0, 1) };
        let number = yarn.number.rem_euclid(period[own]);
        let seed = if yarn.is_weft { 20 } else { 10 };
        // Slow changes of thickness along it.
        let slub =
            smooth(seed + number as u64 * 64, [yarn.along / 4.0, 0.0], [(period[other] / 4).max(1), 1]) - 0.5;
        let rib = if self.structure == Structure::Rib && yarn.is_weft { 1.5 } else { 1.0 };
        let half = 0.5 * self.cover * (1.0 + 0.5 * self.unevenness * slub);
        let across = yarn.aside / half;
        if across.abs() >= 1.0 {
            return None;
        }
        let radius = self.radius() * rib;
        // Yarns are flattened where they cross.
        let round = (1.0 - across * across).sqrt();
        let height = radius * (0.8 * round + 0.9 * yarn.wave);
        // Fibres are twisted into the yarn: fine oblique lines.
        let twist = (2.0 * PI * (yarn.along * 3.0 + across * 0.7)).sin();
        let own_lightness = chance(seed + 1, number, 0) - 0.5;
        let lightness =
            1.0 + self.unevenness * (0.35 * own_lightness + 0.3 * slub) + 0.05 * self.unevenness * twist;
        let cavity = (1.0 - round).powi(2) + 0.35 * (1.0 - yarn.wave).max(0.0) / 2.0;
        Some(Surface {
            height: height + 0.03 * radius * twist,
            is_weft: yarn.is_weft,
            lightness,
            cavity: cavity.min(1.0),
        })
    }

    /// The right side of a knit: each loop shows two legs that lean towards each other, and hides its head behind the next one.
    fn loops(&self, [x, y]: [f64; 2], period: [i64; 2]) -> Surface {
        let radius = self.radius();
        let column = x.floor();
        let mut best = Surface { height: -radius, is_weft: false, lightness: 0.7, cavity: 1.0 };
        // Legs reach over a course and a half: those of the courses below are seen, too.
        for (side, below) in [(-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)] {
            let course = y.floor() - below;
            let t = (y - course) / 1.7;
            if !(0.0..=1.0).contains(&t) {
                continue;
            }
            // From the foot in the middle of the wale, out, and into the head.
            let middle = column + 0.5 + side * (0.13 + 0.2 * (PI * t).sin());
            let across = (x - middle) / (0.27 * self.cover);
            if across.abs() >= 1.0 {
                continue;
            }
            let round = (1.0 - across * across).sqrt();
            // It comes up from behind the loop below, and goes behind the one above.
            let height = radius * (0.9 * round + 1.1 * (PI * t).sin() - 0.4 * t);
            if height > best.height {
                let twist = (2.0 * PI * ((y + 0.5 * side * across) * 2.0)).sin();
                let (wale, course) = (column as i64, course as i64);
                let own = chance(30, wale.rem_euclid(period[0]), course.rem_euclid(period[1])) - 0.5;
                let row = chance(31, course.rem_euclid(period[1]), 0) - 0.5;
                let lightness = 1.0 + self.unevenness * (0.2 * own + 0.15 * row + 0.06 * twist);
                let cavity = (1.0 - round).powi(2) + 0.5 * (1.0 - (PI * t).sin()).powi(2);
                best = Surface { height, is_weft: false, lightness, cavity: cavity.min(1.0) };
            }
        }
        best
    }

    /// Fibres in all directions.
    fn felt(&self, place: [f64; 2], period: [i64; 2]) -> Surface {
        let height: f64 = (0..4).map(|octave| octave_of_noise(place, period, octave)).sum();
        Surface {
            height: self.radius() * (height - 1.0),
            is_weft: false,
            lightness: 1.0 + 0.3 * self.unevenness * (height - 0.9),
            cavity: (0.8 - 0.6 * height).clamp(0.0, 1.0),
        }
    }

    /// Pebbles with creases between them.
    fn leather(&self, place: [f64; 2], period: [i64; 2]) -> Surface {
        let ([near, next], cell) = cells(50, place, period);
        let crease = 1.0 - ((next - near) / 0.35).min(1.0);
        let pore = smooth(53, [place[0] * 4.0, place[1] * 4.0], period.map(|p| 4 * p));
        Surface {
            height: self.radius() * (0.6 * (1.0 - crease * crease) - 0.3 * near + 0.1 * pore),
            is_weft: false,
            lightness: 1.0 + self.unevenness * (0.15 * (chance(52, cell, 0) - 0.5) - 0.2 * crease),
            cavity: 0.7 * crease,
        }
    }

    /// Fibres that stand out blur what is below, and level its heights.
    fn with_hair(&self, seen: Surface, [x, y]: [f64; 2], period: [i64; 2]) -> Surface {
        if self.hair <= 0.0 {
            return seen;
        }
        let fine = smooth(60, [x * 5.0, y * 5.0], period.map(|p| 5 * p));
        let coarse = smooth(61, [x * 1.5, y * 1.5], period.map(|p| (3 * p) / 2));
        let nap = 0.6 * fine + 0.4 * coarse;
        let level = 0.7 * self.hair;
        Surface {
            height: seen.height * (1.0 - level) + self.radius() * self.hair * nap,
            lightness: seen.lightness * (1.0 + 0.25 * self.hair * (nap - 0.5)),
            cavity: seen.cavity * (1.0 - level) + level * 0.4 * (1.0 - nap),
            ..seen
        }
    }
}

/// An octave of noise: half as large and half as strong as the one before.
fn octave_of_noise([x, y]: [f64; 2], period: [i64; 2], octave: u32) -> f64 {
    let scale = f64::from(1_u32 << octave);
    let period = period.map(|p| p << octave);
    smooth(40 + u64::from(octave), [x * scale, y * scale], period) / scale
}

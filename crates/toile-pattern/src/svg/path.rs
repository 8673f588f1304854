//! Path data: `M 0 0 L 10 0 c ...`.

use crate::curve::Curve;
use glam::DVec2;

/// A run of curves without lifting the pen.
#[derive(Clone, Debug, Default)]
pub(super) struct Subpath {
    pub(super) curves: Vec<Curve>,
    pub(super) closed: bool,
}

/// Splits path data into letters and numbers, where `1-2.5.5` is three numbers.
#[derive(Default)]
struct Tokens<'a> {
    rest: &'a str,
}

impl Tokens<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    }

    fn letter(&mut self) -> Option<char> {
        self.skip();
        let c = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = &self.rest[1..];
        Some(c)
    }

    fn number(&mut self) -> Option<f64> {
        self.skip();
        let (mut end, mut dot, mut digits, mut exponent) = (0, false, false, false);
        let mut before = ' ';
        for (at, c) in self.rest.char_indices() {
            let fits = match c {
                '+' | '-' => at == 0 || before == 'e' || before == 'E',
                '.' => !dot && !exponent,
                'e' | 'E' => digits && !exponent,
                c => c.is_ascii_digit(),
            };
            if !fits {
                break;
            }
            dot |= c == '.';
            digits |= c.is_ascii_digit();
            exponent |= c == 'e' || c == 'E';
            before = c;
            end = at + 1;
        }
        let value = self.rest[..end].parse().ok().filter(|value: &f64| value.is_finite())?;
        self.rest = &self.rest[end..];
        Some(value)
    }

    /// A flag of an arc: a single digit, which may touch the next number.
    fn flag(&mut self) -> Option<bool> {
        self.skip();
        let c = self.rest.chars().next().filter(|c| matches!(c, '0' | '1'))?;
        self.rest = &self.rest[1..];
        Some(c == '1')
    }

    fn point(&mut self) -> Option<DVec2> {
        Some(DVec2::new(self.number()?, self.number()?))
    }
}

/// The curves of path data; what follows a mistake is left out, as SVG asks.
pub(super) fn subpaths(data: &str) -> Vec<Subpath> {
    let mut pen = PathPen { tokens: Tokens { rest: data }, ..PathPen::default() };
    let mut command = ' ';
    loop {
        match pen.tokens.letter() {
            Some(letter) => command = letter,
            None if pen.tokens.rest.is_empty() => break,
            // More numbers repeat the command; after a move they are lines.
            None => {
                command = match command {
                    'M' => 'L',
                    'm' => 'l',
                    'z' | 'Z' | ' ' => break,
                    other => other,
                }
            }
        }
        if pen.run(command).is_none() {
            break;
        }
    }
    pen.paths
}

#[derive(Default)]
struct PathPen<'a> {
    tokens: Tokens<'a>,
    paths: Vec<Subpath>,
    at: DVec2,
    start: DVec2,
    /// The last control point, for smooth curves, and how many it had.
    control: Option<(DVec2, u8)>,
}

impl PathPen<'_> {
    fn run(&mut self, command: char) -> Option<()> {
        let relative = command.is_ascii_lowercase();
        let origin = if relative { self.at } else { DVec2::ZERO };
        let mut control = None;
        match command.to_ascii_uppercase() {
            'M' => {
                self.at = origin + self.tokens.point()?;
                self.start = self.at;
                self.paths.push(Subpath::default());
            }
            'Z' => {
                let (from, to) = (self.at, self.start);
                if from.distance(to) > 0.0 {
                    self.push(Curve::line(from, to));
                }
                self.paths.last_mut()?.closed = true;
                self.at = to;
            }
            'L' => {
                let to = origin + self.tokens.point()?;
                self.push(Curve::line(self.at, to));
            }
            'H' => {
                let to = DVec2::new(origin.x + self.tokens.number()?, self.at.y);
                self.push(Curve::line(self.at, to));
            }
            'V' => {
                let to = DVec2::new(self.at.x, origin.y + self.tokens.number()?);
                self.push(Curve::line(self.at, to));
            }
            'C' | 'S' => {
                let one = if command.eq_ignore_ascii_case(&'C') {
                    origin + self.tokens.point()?
                } else {
                    self.reflected(2)
                };
                let (two, to) = (origin + self.tokens.point()?, origin + self.tokens.point()?);
                control = Some((two, 2));
                self.push(Curve::cubic(self.at, one, two, to));
            }
            'Q' | 'T' => {
                let one = if command.eq_ignore_ascii_case(&'Q') {
                    origin + self.tokens.point()?
                } else {
                    self.reflected(1)
                };
                let to = origin + self.tokens.point()?;
                control = Some((one, 1));
                self.push(Curve::Quadratic { from: self.at, control: one, to });
            }
            'A' => {
                let (radii, tilt) = (self.tokens.point()?, self.tokens.number()?);
                let (large, sweep) = (self.tokens.flag()?, self.tokens.flag()?);
                let to = origin + self.tokens.point()?;
                self.arc(radii, tilt, large, sweep, to);
            }
            _ => return None,
        }
        self.control = control;
        Some(())
    }

    fn push(&mut self, curve: Curve) {
        self.at = curve.to();
        if self.paths.is_empty() {
            self.paths.push(Subpath::default());
        }
        // After closing, drawing goes on in a new run from the same point.
        if self.paths.last().is_some_and(|path| path.closed) {
            self.paths.push(Subpath::default());
        }
        if let Some(path) = self.paths.last_mut() {
            path.curves.push(curve);
        }
    }

    /// The last control point of a kind, mirrored; the pen's place if there was none.
    fn reflected(&self, kind: u8) -> DVec2 {
        self.control.filter(|control| control.1 == kind).map_or(self.at, |control| 2.0 * self.at - control.0)
    }

    /// An elliptic arc: a circle's in a stretched plane.
    fn arc(&mut self, radii: DVec2, tilt: f64, large: bool, sweep: bool, to: DVec2) {
        let radii = radii.abs();
        if radii.min_element() <= 0.0 || self.at == to {
            self.push(Curve::line(self.at, to));
            return;
        }
        // In SVG's plane y points down; a positive sweep turns left there as in any coordinates.
        if (radii.x - radii.y).abs() <= 1e-9 * radii.x {
            self.push(Curve::arc_of_radius(self.at, to, radii.x, large, sweep));
            return;
        }
        let plane = glam::DAffine2::from_angle(tilt.to_radians()) * glam::DAffine2::from_scale(radii);
        let back = plane.inverse();
        let [from, end] = [self.at, to].map(|at| back.transform_point2(at));
        // In the plane of the circle: the centre is beside the middle of the chord, so that the radius is 1.
        let half = 0.5 * from.distance(end);
        let reach = half.max(1.0);
        let side = if large == sweep { -1.0 } else { 1.0 };
        let aside = (reach * reach - half * half).max(0.0).sqrt();
        let centre = 0.5 * (from + end) + side * aside * (end - from).normalize_or_zero().perp();
        let [start, stop] = [from, end].map(|at| (at - centre).to_angle());
        let turn = (stop - start).rem_euclid(std::f64::consts::TAU);
        let turn = if sweep { turn } else { turn - std::f64::consts::TAU };
        let axes = [plane.matrix2.x_axis * reach, plane.matrix2.y_axis * reach];
        let Curve::Path { mut points } = Curve::of_ellipse(plane.transform_point2(centre), axes, start, turn)
        else {
            return;
        };
        // The ends are exact.
        if let Some(first) = points.first_mut() {
            *first = self.at;
        }
        if let Some(last) = points.last_mut() {
            *last = to;
        }
        self.push(Curve::Path { points });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(data: &str) -> Vec<(DVec2, DVec2)> {
        subpaths(data)
            .iter()
            .map(|path| (path.curves[0].from(), path.curves[path.curves.len() - 1].to()))
            .collect()
    }

    #[test]
    fn commands_of_all_kinds() {
        let data = "M1,1 h2v2H1z m 10 0 l1-1.5.5 0 M0 0C0 1 1 1 1 0S2-1 2 0 q.5 1 1 0t1 0 A5 5 0 0115 0";
        let paths = subpaths(data);
        assert_eq!(paths.len(), 3);
        assert!(paths[0].closed && paths[0].curves.len() == 4);
        assert_eq!(ends(data)[0], (DVec2::ONE, DVec2::ONE));
        assert_eq!(ends(data)[1], (DVec2::new(11.0, 1.0), DVec2::new(12.5, -0.5)));
        assert_eq!(paths[2].curves.len(), 5);
        let Curve::Cubic { controls, .. } = &paths[2].curves[1] else { panic!("a cubic") };
        assert_eq!(controls[0], DVec2::new(1.0, -1.0), "smooth");
        let arc = &paths[2].curves[4];
        assert!((arc.length() - 5.5 * std::f64::consts::PI).abs() < 1e-9, "{}", arc.length());
    }

    #[test]
    fn ellipses_and_nonsense() {
        let half = &subpaths("M-2 0A2 1 0 0 1 2 0")[0].curves[0];
        assert!((half.point(0.5) - DVec2::new(0.0, -1.0)).length() < 1e-6);
        assert_eq!(subpaths("M 0 0 L 1 1 x 5 5").len(), 1);
        assert!(subpaths("hello").iter().all(|path| path.curves.is_empty()));
        assert!(subpaths("").is_empty());
    }
}

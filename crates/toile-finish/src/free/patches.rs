//! Triangles in groups that were one triangle a level ago, and the groups around each vertex.

use crate::subdivision::RefinementLevel;

/// How the triangles of a mesh are grouped. Patch `p` has the triangles from `children * p` on.
#[derive(Clone, Debug)]
pub(super) struct Patches {
    /// The corners of each patch, which other patches share.
    pub(super) corners: Vec<[u32; 3]>,
    /// The vertices in the middles of its edges, beginning with that between its first two corners; the corners again if a patch is one triangle.
    pub(super) middles: Vec<[u32; 3]>,
    /// How many triangles a patch has: 4 or 1.
    pub(super) children: usize,
    pub(super) stars: Vec<Star>,
    /// The vertices of all outlines.
    outlines: Vec<u32>,
    /// The patches of all stars.
    members: Vec<u32>,
}

/// The patches around a vertex.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Star {
    members: (u32, u32),
    outline: (u32, u32),
    /// Whether patches are all around the vertex; its outline does not contain it then.
    pub(super) closed: bool,
    pub(super) vertex: u32,
}

impl Patches {
    /// The four triangles that came of each one before.
    pub(super) fn of_level(before: &[[u32; 3]], level: &RefinementLevel) -> Self {
        let middles = level.triangles.iter().skip(3).step_by(4).map(|&[ab, bc, ca]| [ab, bc, ca]).collect();
        Self::new(before.to_vec(), middles, 4)
    }

    /// Each triangle by itself.
    pub(super) fn single(triangles: &[[u32; 3]]) -> Self {
        Self::new(triangles.to_vec(), triangles.to_vec(), 1)
    }

    fn new(corners: Vec<[u32; 3]>, middles: Vec<[u32; 3]>, children: usize) -> Self {
        let mut patches =
            Self { corners, middles, children, stars: Vec::new(), outlines: Vec::new(), members: Vec::new() };
        patches.find_stars();
        patches
    }

    /// How many patches there are.
    pub(super) fn len(&self) -> usize {
        self.corners.len()
    }

    /// All vertices of a patch: its corners, then its middles.
    #[inline]
    pub(super) fn vertices(&self, patch: usize) -> [u32; 6] {
        let ([a, b, c], [d, e, f]) = (self.corners[patch], self.middles[patch]);
        [a, b, c, d, e, f]
    }

    /// The triangles of a patch.
    #[inline]
    pub(super) fn triangles(&self, patch: u32) -> std::ops::Range<u32> {
        let children = self.children as u32;
        children * patch..children * (patch + 1)
    }

    /// Whether two patches have a corner in common.
    #[inline]
    pub(super) fn touch(&self, a: u32, b: u32) -> bool {
        let other = self.corners[b as usize];
        self.corners[a as usize].iter().any(|v| other.contains(v))
    }

    /// The patches of a star.
    #[inline]
    pub(super) fn members(&self, star: &Star) -> &[u32] {
        &self.members[star.members.0 as usize..star.members.1 as usize]
    }

    /// The vertices of the outline of a star in order, counter-clockwise seen from the front; none if patches are not once around the
    /// vertex in order.
    #[inline]
    pub(super) fn outline(&self, star: &Star) -> &[u32] {
        &self.outlines[star.outline.0 as usize..star.outline.1 as usize]
    }

    fn find_stars(&mut self) {
        let count = self.corners.as_flattened().iter().max().map_or(0, |&v| v as usize + 1);
        let corners = self.corners.iter().enumerate();
        let incidences = corners.flat_map(|(p, corners)| corners.map(|v| (v, p as u32)));
        let around = toile_geom::topology::Rows::gather(count, incidences);
        for (vertex, members) in around.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
            let first_member = self.members.len() as u32;
            self.members.extend_from_slice(members);
            let first = self.outlines.len() as u32;
            let closed = self.push_outline(vertex as u32, members);
            self.stars.push(Star {
                members: (first_member, self.members.len() as u32),
                outline: (first, self.outlines.len() as u32),
                closed: closed.unwrap_or(false),
                vertex: vertex as u32,
            });
        }
    }

    /// Adds the outline of some patches around a vertex; returns whether it is all around, or nothing if it has none.
    fn push_outline(&mut self, vertex: u32, members: &[u32]) -> Option<bool> {
        // Each patch goes from one neighbour of the vertex to the next, by its three middles.
        let spans: Vec<Span> = members.iter().map(|&p| self.span(vertex, p)).collect::<Option<_>>()?;
        let begins_inside = |span: &Span| spans.iter().any(|other| other.to == span.from);
        let first = spans.iter().position(|span| !begins_inside(span));
        let closed = first.is_none();
        let mut at = first.unwrap_or(0);
        let mut order = vec![at];
        while order.len() < spans.len() {
            at = spans.iter().position(|span| span.from == spans[at].to)?;
            order.push(at);
        }
        let mut outline = Vec::new();
        let with_middles = self.children == 4;
        if !closed {
            outline.push(vertex);
            outline.extend(with_middles.then_some(spans[order[0]].first));
        }
        for &n in &order {
            outline.push(spans[n].from);
            outline.extend(with_middles.then_some(spans[n].across));
        }
        let last = &spans[*order.last()?];
        if !closed {
            outline.push(last.to);
            outline.extend(with_middles.then_some(last.last));
        }
        let mut sorted = outline.clone();
        sorted.sort_unstable();
        let once = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        let joined = closed == (last.to == spans[order[0]].from);
        (once && joined).then(|| {
            self.outlines.extend(outline);
            closed
        })
    }

    /// A patch seen from one of its corners.
    fn span(&self, vertex: u32, patch: u32) -> Option<Span> {
        let (corners, middles) = (self.corners[patch as usize], self.middles[patch as usize]);
        let at = corners.iter().position(|&v| v == vertex)?;
        let [next, previous] = [(at + 1) % 3, (at + 2) % 3];
        Some(Span {
            from: corners[next],
            to: corners[previous],
            first: middles[at],
            across: middles[next],
            last: middles[previous],
        })
    }
}

/// A patch seen from a corner: from one neighbour to the next, with the middles towards the first, between both, and towards the second.
struct Span {
    from: u32,
    to: u32,
    first: u32,
    across: u32,
    last: u32,
}

//! What can be chosen: schemes, vertex masks, what becomes of marked lines.

toile_geom::named_enum! {
    /// How vertices of the fine mesh are placed.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum SubdivisionScheme: name, named "subdivision scheme" {
        /// Eight-point masks everywhere; goes through the coarse vertices.
        Butterfly = "butterfly",
        /// Butterfly with masks of its own beside irregular vertices.
        ModifiedButterfly = "modified-butterfly",
        /// Masks of quartic box splines, which smooth.
        Loop = "loop",
        /// Loop's scheme with edge masks of bounded curvature beside irregular vertices.
        #[default]
        ModifiedLoop = "modified-loop",
    }
}

impl SubdivisionScheme {
    /// Whether vertices of the coarse mesh stay where they are.
    pub const fn interpolates(self) -> bool {
        matches!(self, Self::Butterfly | Self::ModifiedButterfly)
    }
}

toile_geom::named_enum! {
    /// How much of its neighbours a vertex takes on in the schemes of Loop. All agree where six edges meet.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum VertexMask: name, named "vertex mask" {
        /// `(1/k) (5/8 - (3/8 + cos(2π/k)/4)²)` of each of `k` neighbours (Loop 1987).
        #[default]
        Loop = "loop",
        /// `3/(8 k)` of each, and `3/16` of each of three (Warren 1995).
        Warren = "warren",
        /// What makes the third eigenvalue of Loop's modified masks the square of the second, so that curvature is bounded.
        BoundedCurvature = "bounded-curvature",
    }
}

toile_geom::named_enum! {
    /// What an edge is in the pattern.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EdgeMark: name, named "mark of an edge" {
        /// Two pieces are sewn together here.
        Seam = "seam",
        /// A dart is closed here.
        Dart = "dart",
    }
}

toile_geom::named_enum! {
    /// What becomes of a marked line.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum LineRule: name, named "rule for lines" {
        /// The line depends on itself alone, and the surface may have a crease there.
        #[default]
        Crease = "crease",
        /// The line is part of the surface like any other.
        Smooth = "smooth",
    }
}

/// What a pattern says of the lines of a mesh. Borders need no mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Edges of seams and darts.
    pub edges: Vec<MarkedEdge>,
    /// Vertices at which lines have a corner, such as the point of a collar: they stay where they are.
    pub corners: Vec<u32>,
}

/// An edge with a mark, its vertices in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedEdge {
    /// Its vertices.
    pub edge: [u32; 2],
    /// What it is.
    pub mark: EdgeMark,
}

/// How a mesh is refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubdivisionSettings {
    /// How vertices are placed.
    pub scheme: SubdivisionScheme,
    /// What the schemes of Loop take of the neighbours of a vertex.
    pub vertex_mask: VertexMask,
    /// How often triangles are cut in four. More than two can hardly be seen.
    pub levels: usize,
    /// What becomes of seams.
    pub seams: LineRule,
    /// What becomes of darts.
    pub darts: LineRule,
}

impl Default for SubdivisionSettings {
    fn default() -> Self {
        Self {
            scheme: SubdivisionScheme::default(),
            vertex_mask: VertexMask::default(),
            levels: 2,
            seams: LineRule::Crease,
            darts: LineRule::Smooth,
        }
    }
}

impl SubdivisionSettings {
    /// Whether a mark makes an edge a line of its own.
    pub(super) fn is_crease(&self, mark: EdgeMark) -> bool {
        let rule = match mark {
            EdgeMark::Seam => self.seams,
            EdgeMark::Dart => self.darts,
        };
        rule == LineRule::Crease
    }
}

//! What seams look like: which threads lie where.

use crate::flat::{FlatError, check_range};

toile_geom::named_enum! {
    /// How two pieces are sewn, or an edge is stitched. Numbers are those of stitch types in ISO 4915.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum SeamStyle: name, named "style of seam" {
        /// A lockstitch (301) on the inside, in the seam itself: seen from outside there is only the line.
        #[default]
        Plain = "plain",
        /// The same and a lockstitch beside it, seen from both sides.
        Topstitch = "topstitch",
        /// Allowances folded into each other, with two lockstitches through all layers: jeans, shirts.
        FlatFelled = "flat-felled",
        /// Loops around the edges of the allowances inside (504): knitwear.
        Overlock = "overlock",
        /// Two rows outside, and a thread between them inside (406): hems of knitwear.
        Coverstitch = "coverstitch",
        /// Stitches outside, loops inside (401).
        Chain = "chain",
    }
}

/// How the threads of a row lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThreadCourse {
    /// One stitch after the other.
    Straight,
    /// To and fro across, so wide.
    Zigzag(f64),
    /// Loops, so wide.
    Loops(f64),
}

/// A row of stitches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadRow {
    /// Whether it lies on the inner side.
    pub inside: bool,
    /// How far beside the seam its middle is, in metres.
    pub across: f64,
    /// How its threads lie.
    pub course: ThreadCourse,
}

/// How a seam looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeamLook {
    /// How it is sewn.
    pub style: SeamStyle,
    /// How far beside the seam the outermost row lies, in metres; plain seams have none.
    pub distance: f64,
    /// From one stitch to the next, in metres.
    pub stitch_length: f64,
    /// How thick the thread is, in metres.
    pub thread: f64,
    /// The colour of the thread, linear, from 0 to 1.
    pub colour: [f32; 3],
}

/// From the seam to the inner row of a flat-felled seam.
const EDGE_STITCH: f64 = 0.0015;
/// Between the rows of a coverstitch.
const GAUGE: f64 = 0.005;

impl SeamLook {
    /// How a style is sewn by default, in white.
    pub const fn of(style: SeamStyle) -> Self {
        let (distance, stitch_length) = match style {
            SeamStyle::Plain => (0.0, 0.0025),
            SeamStyle::Topstitch | SeamStyle::Chain => (0.006, 0.003),
            SeamStyle::FlatFelled => (0.0075, 0.003),
            SeamStyle::Overlock => (0.005, 0.0025),
            SeamStyle::Coverstitch => (0.015, 0.003),
        };
        Self { style, distance, stitch_length, thread: 0.0004, colour: [0.9; 3] }
    }

    /// The rows on one side of a seam: 0 to its left, where all of those lie that exist once.
    pub fn rows(&self, side: usize) -> Vec<ThreadRow> {
        let row = |inside, across, course| ThreadRow { inside, across, course };
        let both = |across| [false, true].map(|inside| row(inside, across, ThreadCourse::Straight));
        let plain = row(true, 0.0, ThreadCourse::Straight);
        let far = self.distance;
        match self.style {
            SeamStyle::Topstitch if side == 0 => [&[plain][..], &both(far)].concat(),
            SeamStyle::Topstitch => both(far).to_vec(),
            _ if side != 0 => Vec::new(),
            SeamStyle::Plain => vec![plain],
            SeamStyle::FlatFelled => [both(EDGE_STITCH.min(far)), both(far)].concat(),
            SeamStyle::Overlock => {
                let rows = [(far, ThreadCourse::Straight), (0.5 * far, ThreadCourse::Zigzag(far))];
                rows.map(|(across, course)| row(true, across, course)).to_vec()
            }
            SeamStyle::Coverstitch => {
                let rows = [far - GAUGE, far].map(|across| row(false, across, ThreadCourse::Straight));
                [&rows[..], &[row(true, far - 0.5 * GAUGE, ThreadCourse::Zigzag(GAUGE))]].concat()
            }
            SeamStyle::Chain => {
                let loops = ThreadCourse::Loops(3.0 * self.thread);
                vec![row(false, far, ThreadCourse::Straight), row(true, far, loops)]
            }
        }
    }

    /// How far beside the seam something of it is seen, in metres.
    pub fn width(&self) -> f64 {
        self.distance + 2.0 * self.thread
    }

    pub(super) fn check(&self) -> Result<(), FlatError> {
        check_range("distance of stitches from a seam", self.distance, 0.0..=0.2, "from 0 to 0.2 m")?;
        check_range("length of stitches", self.stitch_length, 0.0003..=0.1, "from 0.3 to 100 mm")?;
        check_range("thickness of threads", self.thread, 1e-5..=0.01, "from 0.01 to 10 mm")
    }
}

//! What is asked about a pattern before it is sewn: questions, and seams that are proposed on its flat pieces.

/// A pattern about which there are questions. Its pieces are those of the [pattern](crate::live::Offer::pattern) that is offered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternQuestions {
    /// What is open, the most telling question first.
    pub questions: Vec<PatternQuestion>,
    /// Seams that are told, answered or proposed.
    pub proposals: Vec<ProposedSeam>,
    /// How many answers were given that can be taken back.
    pub answered: usize,
    /// The file that remembers the answers.
    pub file: String,
    /// Whether all answers are in it.
    pub is_saved: bool,
}

/// A question about a pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternQuestion {
    /// The question, which calls edges by their letters.
    pub text: String,
    /// What can be answered.
    pub options: Vec<PatternOption>,
    /// The number of the likeliest option.
    pub default: usize,
    /// The edges that it is about.
    pub edges: Vec<LetteredEdges>,
}

/// A possible answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatternOption {
    /// What it is, in a few words.
    pub text: String,
    /// How probable it is, from 0 to 1.
    pub probability: f64,
    /// What speaks for it.
    pub reasons: Vec<String>,
}

/// Edges that have a letter in questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LetteredEdges {
    /// The letter.
    pub letter: String,
    /// The edges.
    pub stretches: Vec<FlatStretch>,
}

/// A stretch of an edge of a flat piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlatStretch {
    /// The piece.
    pub piece: usize,
    /// The edge of it.
    pub edge: usize,
    /// Where it runs in the plane, in metres.
    pub points: Vec<[f32; 2]>,
}

/// A seam that is told, answered or proposed.
#[derive(Clone, Debug, PartialEq)]
pub struct ProposedSeam {
    /// What it sews to what, in words.
    pub name: String,
    /// Its two sides.
    pub sides: [Vec<FlatStretch>; 2],
    /// How it is known.
    pub standing: SeamStanding,
}

/// How a seam is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SeamStanding {
    /// Its file tells it.
    Told,
    /// Somebody said so.
    Answered,
    /// It is so probable that it is sewn without asking.
    Sure(f64),
    /// It is so probable, and asked about.
    Open(f64),
}

/// An edge by the numbers of its piece and of itself.
pub type EdgeNumber = (usize, usize);

/// What somebody says of a pattern. Edges are whole.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternAnswer {
    /// An option of the question of a text.
    Choose {
        /// The text of the question.
        question: String,
        /// The number of the option.
        option: usize,
    },
    /// Two edges are sewn together.
    Sew([EdgeNumber; 2]),
    /// An edge is sewn to nothing.
    LeaveOpen(EdgeNumber),
    /// The proposed seam of a name is sewn, or it is not.
    Judge {
        /// Its name.
        seam: String,
        /// Whether it is sewn.
        is_sewn: bool,
    },
    /// Goes back to when so many answers were given.
    BackTo(usize),
    /// Writes the answers into the file.
    Save,
    /// The same, and dresses the body; what is open is sewn in the likeliest way.
    Dress,
}

impl PatternQuestions {
    /// The seams that use an edge, by their numbers.
    pub fn seams_at(&self, (piece, edge): EdgeNumber) -> impl Iterator<Item = usize> {
        let is_at = move |stretch: &FlatStretch| (stretch.piece, stretch.edge) == (piece, edge);
        let at = self.proposals.iter().enumerate();
        at.filter(move |(_, seam)| seam.sides.iter().flatten().any(is_at)).map(|(number, _)| number)
    }
}

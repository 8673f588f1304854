//! A pattern that is asked about before it is sewn: its flat pieces beside the bare body.

use super::dressing::LiveDressing;
use super::flat::{pattern_as_drawn, stretch};
use super::opener::{wardrobe, with_outfit};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toile_dress::UnsurePattern;
use toile_pattern::Garment;
use toile_pattern::asking::{Decision, Interview, Question, SURE};
use toile_pattern::file::{remember, remembering_file};
use toile_pattern::imported::Imported;
use toile_pattern::seam::{EdgePart, Seam, SeamSource};
use toile_view::asking::{
    EdgeNumber, FlatStretch, LetteredEdges, PatternAnswer, PatternOption, PatternQuestion, PatternQuestions,
    ProposedSeam, SeamStanding,
};
use toile_view::live::{Applied, Heat, Job, Live, LiveReport, Offer, Opening, Value};
use toile_view::scene::ViewScene;

/// A pattern that is asked about.
pub(super) struct LiveAsking {
    /// What is to be dressed.
    asked: LiveDressing,
    /// The file of the pattern.
    source: PathBuf,
    /// The garment file that remembers the answers.
    target: PathBuf,
    interview: Interview,
    /// What of it is in that file.
    saved: Option<Imported>,
    /// The bare body.
    scene: ViewScene,
    offer: Arc<Offer>,
}

impl LiveAsking {
    /// Asks about a pattern of what is to be dressed.
    pub(super) fn new(asked: LiveDressing, unsure: &UnsurePattern, scene: ViewScene) -> Self {
        let (source, imported) = (unsure.path.clone(), unsure.imported.clone());
        let target = target_of(&source);
        let saved = (target == source).then(|| imported.clone());
        let interview = Interview::new(imported);
        let mut live = Self { asked, source, target, interview, saved, scene, offer: Arc::default() };
        live.renew_offer();
        live
    }

    fn renew_offer(&mut self) {
        let questions = self.interview.questions();
        let settled = self.interview.imported().clone().settled();
        let garment = &settled.garment;
        let asked = PatternQuestions {
            questions: questions.iter().map(|question| shown(garment, question)).collect(),
            proposals: seams_of(&settled).map(|(seam, standing)| proposed(garment, seam, standing)).collect(),
            answered: self.interview.answered(),
            file: self.target.display().to_string(),
            is_saved: self.saved.as_ref() == Some(self.interview.imported()),
        };
        let name = self.source.file_name().unwrap_or_default().to_string_lossy();
        self.offer = Arc::new(Offer {
            title: format!("How is {name} sewn?"),
            wardrobe: wardrobe(),
            pattern: Arc::new(pattern_as_drawn(garment)),
            asked: Some(Arc::new(asked)),
            ..Offer::default()
        });
    }

    /// The seam that somebody means by two edges.
    fn seam_between(&self, edges: [EdgeNumber; 2]) -> Seam {
        let [first, second] = edges.map(|(piece, edge)| vec![EdgePart::along(piece, edge)]);
        self.interview.imported().seam_meant(&first, &second)
    }

    fn seam_named(&self, name: &str) -> Option<Seam> {
        let settled = self.interview.imported().clone().settled();
        let is_meant = |seam: &&Seam| seam_name(&settled.garment, seam) == name;
        seams_of(&settled).map(|(seam, _)| seam).find(is_meant).cloned()
    }

    fn choose(&mut self, text: &str, option: usize) -> Result<(), String> {
        let question = self.interview.questions().into_iter().find(|question| question.text == text);
        let is_answered = question.is_some_and(|question| self.interview.answer(&question, option));
        if is_answered { Ok(()) } else { Err("This question is not open any more.".to_owned()) }
    }

    fn decide(&mut self, decision: &Decision) {
        self.interview.decide(decision);
    }

    fn judge(&mut self, name: &str, is_sewn: bool) -> Result<(), String> {
        let seam = self.seam_named(name).ok_or("This seam is not there any more.")?;
        self.decide(&if is_sewn { Decision::Sew(seam) } else { Decision::Refuse(seam) });
        Ok(())
    }

    /// Whether there is such an edge.
    fn has(&self, (piece, edge): EdgeNumber) -> bool {
        let pieces = &self.interview.imported().garment.pieces;
        pieces.get(piece).is_some_and(|piece| piece.edge(edge).is_some())
    }

    fn save(&mut self) -> Result<(), String> {
        let imported = self.interview.imported().clone();
        remember(&imported.clone().settled(), &self.target).map_err(|error| error.to_string())?;
        self.saved = Some(imported);
        Ok(())
    }

    /// The job that dresses the body in the pattern as it was answered.
    fn dress(&mut self) -> Result<Applied, String> {
        self.save()?;
        let target = self.target.to_string_lossy().into_owned();
        let mut asked = self.asked.clone().with_garment_renamed(&self.source, &target);
        asked.accept_guesses |= self.interview.question().is_some();
        Ok(Applied::Remake(Box::new(move |say| asked.make(say))))
    }
}

/// Where answers are remembered. A file that is there already is that of somebody else.
pub(super) fn target_of(source: &Path) -> PathBuf {
    let first = remembering_file(source);
    if first == source || !first.exists() {
        return first;
    }
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = (2_u32..).map(|number| source.with_file_name(format!("{stem}-{number}.toml")));
    numbered.into_iter().find(|path| !path.exists()).unwrap_or(first)
}

/// The seams of a pattern whose sure ones are sewn, and how each is known.
fn seams_of(settled: &Imported) -> impl Iterator<Item = (&Seam, SeamStanding)> {
    let sewn = settled.garment.seams.iter().map(|seam| {
        let standing = match seam.source {
            SeamSource::Told => SeamStanding::Told,
            SeamSource::Answered => SeamStanding::Answered,
            SeamSource::Inferred { probability } => SeamStanding::Sure(probability),
        };
        (seam, standing)
    });
    let is_open = |known: &&toile_pattern::suggest::SuggestedSeam| known.score < SURE;
    let open = settled.suggestions.iter().filter(is_open);
    sewn.chain(open.map(|known| (&known.seam, SeamStanding::Open(known.score))))
}

/// What a seam sews to what.
fn seam_name(garment: &Garment, seam: &Seam) -> String {
    Decision::Sew(seam.clone()).in_words(garment)
}

fn proposed(garment: &Garment, seam: &Seam, standing: SeamStanding) -> ProposedSeam {
    let sides = seam.sides.each_ref().map(|side| stretches(garment, side));
    ProposedSeam { name: seam_name(garment, seam), sides, standing }
}

fn stretches(garment: &Garment, parts: &[EdgePart]) -> Vec<FlatStretch> {
    parts.iter().filter_map(|part| stretch(garment, part)).collect()
}

fn shown(garment: &Garment, question: &Question) -> PatternQuestion {
    let options = question.options.iter().map(|option| PatternOption {
        text: option.text.clone(),
        probability: option.probability,
        reasons: option.reasons.clone(),
    });
    let edges = question.marks.iter().map(|mark| {
        // A piece as a whole is all of its edges.
        let count = garment.pieces.get(mark.piece).map_or(0, |piece| piece.outline.edges.len());
        let all: Vec<EdgePart> = (0..count).map(|edge| EdgePart::along(mark.piece, edge)).collect();
        let parts = if mark.parts.is_empty() { &all } else { &mark.parts };
        LetteredEdges { letter: mark.letter.clone(), stretches: stretches(garment, parts) }
    });
    PatternQuestion {
        text: question.text.clone(),
        default: question.default,
        edges: edges.collect(),
        options: options.collect(),
    }
}

impl Live for LiveAsking {
    fn offer(&self) -> Arc<Offer> {
        self.offer.clone()
    }

    fn scene(&self) -> ViewScene {
        self.scene.clone()
    }

    fn time(&self) -> f64 {
        0.0
    }

    fn step_time(&self) -> f64 {
        1.0 / 60.0
    }

    fn step(&mut self) -> Result<LiveReport, String> {
        Ok(LiveReport::default())
    }

    fn is_at_rest(&self) -> bool {
        true
    }

    fn reset(&mut self) {}

    fn set(&mut self, key: &str, _value: &Value) -> Result<Applied, String> {
        Err(format!("a pattern that is not sewn has no `{key}`"))
    }

    fn answer(&mut self, answer: &PatternAnswer) -> Result<Applied, String> {
        match answer {
            PatternAnswer::Choose { question, option } => self.choose(question, *option)?,
            PatternAnswer::Sew(edges) if edges.iter().all(|edge| self.has(*edge)) => {
                let seam = self.seam_between(*edges);
                self.decide(&Decision::Sew(seam));
            }
            PatternAnswer::LeaveOpen(edge) if self.has(*edge) => {
                self.decide(&Decision::StaysOpen(vec![EdgePart::along(edge.0, edge.1)]));
            }
            PatternAnswer::Sew(_) | PatternAnswer::LeaveOpen(_) => {
                return Err("There is no such edge.".to_owned());
            }
            PatternAnswer::Judge { seam, is_sewn } => self.judge(seam, *is_sewn)?,
            PatternAnswer::BackTo(count) => {
                while self.interview.answered() > *count && self.interview.back() {}
            }
            PatternAnswer::Save => self.save()?,
            PatternAnswer::Dress => {
                let job = self.dress();
                self.renew_offer();
                return job;
            }
        }
        self.renew_offer();
        Ok(Applied::Done)
    }

    fn open(&mut self, opening: &Opening) -> Option<Job> {
        with_outfit(&self.asked, opening).map(|asked| -> Job { Box::new(move |say| asked.make(say)) })
    }

    fn show(&mut self, _quantity: Option<&str>) {}

    fn heat(&self) -> Option<Heat> {
        None
    }
}

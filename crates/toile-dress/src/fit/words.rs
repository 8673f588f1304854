//! How garments fit, in words.

use super::{BetterSize, Fit, Verdict};
use serde::Serialize;
use std::fmt;

/// How a garment fits, in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FitWords {
    /// The garment.
    pub garment: String,
    /// In one word.
    pub verdict: String,
    /// What is tight and what is loose, the tightest first.
    pub findings: Vec<String>,
    /// A better size, if it does not fit.
    pub better: Option<String>,
    /// Whether it cannot be worn: some of it is too tight, or it falls off.
    #[serde(skip)]
    pub is_misfit: bool,
}

impl FitWords {
    /// How a garment fits.
    pub fn of(garment: &str, fit: &Fit) -> Self {
        Self {
            garment: garment.to_owned(),
            verdict: fit.verdict.words().to_owned(),
            findings: fit.findings.iter().map(|finding| finding.words.clone()).collect(),
            better: fit.suggestion.as_ref().map(BetterSize::words),
            is_misfit: matches!(fit.verdict, Verdict::TooTight | Verdict::FallsOff),
        }
    }

    /// A garment that could not be dressed: what it is then, and why.
    pub fn refused(garment: &str, verdict: &str, why: String) -> Self {
        let (garment, verdict) = (garment.to_owned(), verdict.to_owned());
        Self { garment, verdict, findings: vec![why], better: None, is_misfit: true }
    }
}

impl fmt::Display for FitWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.garment, self.verdict)?;
        for finding in &self.findings {
            write!(f, "\n  {finding}")?;
        }
        match &self.better {
            Some(better) => write!(f, "\n  better: {better}"),
            None => Ok(()),
        }
    }
}

/// How the garments of an outfit fit, from inside to outside.
#[derive(Clone, Debug)]
pub struct OutfitFit {
    /// What they are called.
    pub names: Vec<String>,
    /// How each of them fits.
    pub fits: Vec<Fit>,
}

impl OutfitFit {
    /// How each garment fits, in words.
    pub fn words(&self) -> Vec<FitWords> {
        self.names.iter().zip(&self.fits).map(|(name, fit)| FitWords::of(name, fit)).collect()
    }
}

impl fmt::Display for OutfitFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.words().iter().map(FitWords::to_string).collect();
        f.write_str(&words.join("\n"))
    }
}

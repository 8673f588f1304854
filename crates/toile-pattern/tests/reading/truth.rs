//! The true seams of a pattern, written by hand.
//!
//! A file has one line for each seam: `seam front[hem>armhole] = back[armhole>hem]`. In the brackets is a run of the outline, counter-clockwise from one
//! point to another: the name of a point of the design, or `#3` for the beginning of the edge of that number. Runs on a side are joined with `+`. The first
//! side is walked counter-clockwise as the pieces are cut, the second one clockwise. A prime after the name is the mirror image: of a pair the second one, of
//! what lies on the fold the other half. Seams whose pieces all have an image stand for both, unless the line ends with `once`.
//!
//! Lines with `ring` sew a band around an opening: where it begins does not matter, nor which of a pair goes where. Lines with `may` and `mayring` are seams
//! that some sew and some do not: they count neither way. `#3:0.2` is a point on an edge, at that share of its length,
//! and `hem|hips` is the first of these points that there is. `cut sleeve pair` says how a piece is cut where the file does not tell:
//! `once`, `pair`, or `fold` with the run on the fold. What begins with `#` is a comment.

use crate::stitches::{Stitch, stitches};
use glam::DVec2;
use toile_pattern::curve::Ruler;
use toile_pattern::imported::Imported;
use toile_pattern::piece::CutRule;
use toile_pattern::seam::{EdgePart, Seam};

/// A true seam.
#[derive(Clone, Debug)]
pub(crate) struct TrueSeam {
    pub(crate) name: String,
    pub(crate) stitches: Vec<Vec<Stitch>>,
    /// Whether it has to be sewn.
    pub(crate) must: bool,
    /// Whether it may begin anywhere.
    pub(crate) is_ring: bool,
}

/// Reads the truth of a design in terms of an imported file of it.
pub(crate) fn read(text: &str, imported: &mut Imported) -> Result<Vec<TrueSeam>, String> {
    let mut seams = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let at = |words: String| format!("line {}: {words}", number + 1);
        match line.split_once(' ') {
            Some(("cut", rest)) => cut(imported, rest).map_err(at)?,
            Some((word @ ("seam" | "may" | "ring" | "mayring"), rest)) => {
                let seam = seam(imported, rest).map_err(at)?;
                let stitches = stitches(&imported.garment, &seam);
                seams.push(TrueSeam {
                    name: rest.to_owned(),
                    stitches,
                    must: !word.starts_with("may"),
                    is_ring: word.ends_with("ring"),
                });
            }
            _ if line.is_empty() || line.starts_with('#') => {}
            _ => return Err(at(format!("`{line}` is neither `seam`, `ring`, `may`, `mayring` nor `cut`"))),
        }
    }
    Ok(seams)
}

fn cut(imported: &mut Imported, words: &str) -> Result<(), String> {
    let (name, how) = words.split_once(' ').ok_or("say how it is cut")?;
    let piece = piece_named(imported, name)?;
    let rule = match how.split_once(' ') {
        None if how == "once" => CutRule::Once,
        None if how == "pair" => CutRule::Pair,
        Some(("fold", run)) => {
            let parts = run_of(imported, piece, run)?;
            CutRule::OnFold(parts.first().ok_or("the fold is empty")?.edge)
        }
        _ => return Err(format!("`{how}` is neither once, pair nor fold")),
    };
    imported.garment.pieces[piece].cut = rule;
    Ok(())
}

fn seam(imported: &Imported, words: &str) -> Result<Seam, String> {
    let (words, once) = words.strip_suffix(" once").map_or((words, false), |words| (words, true));
    let (first, second) = words.split_once('=').ok_or("a seam has two sides with = between them")?;
    let first = side(imported, first, false)?;
    let second = side(imported, second, true)?;
    let all_have_images =
        first.iter().chain(&second).all(|part| imported.garment.pieces[part.piece].cut != CutRule::Once);
    Ok(Seam { both: all_have_images && !once, ..Seam::new("", first, second) })
}

/// The parts of a side in the order in which it is walked.
fn side(imported: &Imported, words: &str, is_clockwise: bool) -> Result<Vec<EdgePart>, String> {
    let mut parts = Vec::new();
    for run in words.split('+') {
        let (name, rest) =
            run.trim().split_once('[').ok_or_else(|| format!("`{run}` has no run in brackets"))?;
        let run = rest.strip_suffix(']').ok_or_else(|| format!("`{run}` has no closing bracket"))?;
        let (name, image) = name.strip_suffix('\'').map_or((name, false), |name| (name, true));
        let piece = piece_named(imported, name)?;
        let mut own = run_of(imported, piece, run)?;
        if image {
            for part in &mut own {
                *part = part.mirror_image();
            }
        }
        // A mirror image is walked the other way round.
        if image != is_clockwise {
            own.reverse();
            for part in &mut own {
                *part = part.reversed();
            }
        }
        parts.extend(own);
    }
    Ok(parts)
}

fn piece_named(imported: &Imported, name: &str) -> Result<usize, String> {
    imported.garment.piece_named(name).ok_or_else(|| {
        let names: Vec<&str> = imported.garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
        format!("no piece `{name}` among {names:?}")
    })
}

/// The parts of edges from one point to another.
fn run_of(imported: &Imported, piece: usize, run: &str) -> Result<Vec<EdgePart>, String> {
    let (from, to) =
        run.split_once('>').ok_or_else(|| format!("`{run}` is no run from a point to another"))?;
    let [(first, start), (last, end)] = [place(imported, piece, from)?, place(imported, piece, to)?];
    let count = imported.garment.pieces[piece].outline.edges.len();
    let part = |edge: usize, from: f64, to: f64| EdgePart { from, to, ..EdgePart::along(piece, edge) };
    if first == last && start < end {
        return Ok(vec![part(first, start, end)]);
    }
    let mut parts = vec![part(first, start, 1.0)];
    let mut edge = (first + 1) % count;
    while edge != last {
        parts.push(part(edge, 0.0, 1.0));
        edge = (edge + 1) % count;
    }
    parts.push(part(last, 0.0, end));
    parts.retain(|part| part.to - part.from > 1e-6);
    Ok(parts)
}

/// The edge of a point, and its share of the edge.
fn place(imported: &Imported, piece: usize, name: &str) -> Result<(usize, f64), String> {
    let name = name.trim();
    let own = &imported.garment.pieces[piece];
    let edges = &own.outline.edges;
    if let Some(number) = name.strip_prefix('#') {
        let (number, share) = number.split_once(':').unwrap_or((number, "0"));
        let wrong = || format!("`{name}` is no number of an edge, or no share of it");
        let edge: usize = number.parse().map_err(|_| wrong())?;
        let share: f64 = share.parse().map_err(|_| wrong())?;
        return if edge < edges.len() {
            Ok((edge, share))
        } else {
            Err(format!("`{}` has no edge {edge}", own.name))
        };
    }
    let points = imported.evidence.of(piece).map_or(&[][..], |told| &told.points);
    let named = |name: &str| points.iter().find(|point| point.name == name).map(|point| point.at);
    let at: DVec2 = name.split('|').find_map(named).ok_or_else(|| {
        let names: Vec<&str> = points.iter().map(|point| point.name.as_str()).collect();
        format!("`{}` has no point `{name}` on its outline, but {names:?}", own.name)
    })?;
    let near = edges.iter().enumerate().map(|(number, edge)| (number, Ruler::new(&edge.curve).nearest(at)));
    let (edge, (share, _)) = near.min_by(|a, b| a.1.1.total_cmp(&b.1.1)).ok_or("no edges")?;
    // The end of an edge is the beginning of the next one.
    if share * edges[edge].curve.length() > edges[edge].curve.length() - 1e-3 {
        return Ok(((edge + 1) % edges.len(), 0.0));
    }
    Ok((edge, if share * edges[edge].curve.length() < 1e-3 { 0.0 } else { share }))
}

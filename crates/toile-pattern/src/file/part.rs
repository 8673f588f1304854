//! The names of parts of edges in seams: `-front.side'[0.2..0.5] + yoke.side`.

use crate::garment::Garment;
use crate::piece::CutRule;
use crate::seam::EdgePart;
use toile_geom::names::did_you_mean;

/// What is wrong with a text, at which byte of it, and the remedy.
pub(crate) type Mistake = (usize, String, String);

/// Reads a chain of parts.
pub(crate) fn chain(garment: &Garment, text: &str) -> Result<Vec<EdgePart>, Mistake> {
    let mut parts = Vec::new();
    let mut start = 0;
    for piece in text.split(" + ") {
        let indent = piece.len() - piece.trim_start().len();
        parts.push(
            part(garment, piece.trim())
                .map_err(|(at, cause, remedy)| (start + indent + at, cause, remedy))?,
        );
        start += piece.len() + 3;
    }
    Ok(parts)
}

fn part(garment: &Garment, text: &str) -> Result<EdgePart, Mistake> {
    let (name, against) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
    let skipped = usize::from(against);
    let (name, range) = match name.split_once('[') {
        Some((name, range)) => (name, Some(range)),
        None => (name, None),
    };
    let Some((piece_name, edge_name)) = name.rsplit_once('.') else {
        let remedy = "write the piece, a dot and the edge, as in `front.side`";
        return Err((skipped, format!("`{name}` names no edge"), remedy.into()));
    };
    let (piece, piece_mirrored) =
        piece(garment, piece_name).map_err(|(cause, remedy)| (skipped, cause, remedy))?;
    let place = skipped + piece_name.len() + 1;
    let (edge, edge_mirrored) =
        edge(garment, piece, edge_name).map_err(|(cause, remedy)| (place, cause, remedy))?;
    let mirrored = piece_mirrored != edge_mirrored;
    if mirrored && garment.pieces[piece].cut == CutRule::Once {
        let cause = format!("`{piece_name}` has no mirror image");
        return Err((
            place,
            cause,
            "leave out the prime, or give the piece `pair = true` or `on_fold`".into(),
        ));
    }
    let (from, to) = match range {
        None => (0.0, 1.0),
        Some(range) => shares(range).ok_or_else(|| {
            let remedy = "write shares of the edge's length from 0 to 1, as in `front.side[0.2..0.5]`";
            (skipped + name.len(), format!("`[{range}` is no part of an edge"), remedy.to_owned())
        })?,
    };
    let part = EdgePart { piece, edge, mirrored, from, to };
    Ok(if against { part.reversed() } else { part })
}

fn shares(range: &str) -> Option<(f64, f64)> {
    let (from, to) = range.strip_suffix(']')?.split_once("..")?;
    let share = |text: &str| text.trim().parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    Some((share(from)?, share(to)?))
}

/// A piece by its name, or the mirror image of one.
fn piece(garment: &Garment, name: &str) -> Result<(usize, bool), (String, String)> {
    if let Some(piece) = garment.piece_named(name) {
        return Ok((piece, false));
    }
    if let Some(piece) = name.strip_suffix('\'').and_then(|name| garment.piece_named(name)) {
        return Ok((piece, true));
    }
    let names: Vec<&str> = garment.pieces.iter().map(|piece| piece.name.as_str()).collect();
    let hint = did_you_mean(name, names.iter().copied());
    Err((format!("there is no piece `{name}`{hint}"), format!("the pieces are {}", list(&names))))
}

/// An edge by its name or number, or the mirror image of one.
fn edge(garment: &Garment, piece: usize, name: &str) -> Result<(usize, bool), (String, String)> {
    let piece = &garment.pieces[piece];
    if let Some(edge) = piece.edge_named(name) {
        return Ok((edge, false));
    }
    if let Some(edge) = name.strip_suffix('\'').and_then(|name| piece.edge_named(name)) {
        return Ok((edge, true));
    }
    let names: Vec<String> = (0..piece.edge_count()).map(|edge| piece.edge_name(edge)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let hint = did_you_mean(name, names.iter().copied());
    Err((
        format!("piece `{}` has no edge `{name}`{hint}", piece.name),
        format!("its edges are {}", list(&names)),
    ))
}

/// Names in a row, not too many of them.
pub(super) fn list(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let mut shown = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        shown += ", ...";
    }
    if shown.is_empty() { "none".to_owned() } else { shown }
}

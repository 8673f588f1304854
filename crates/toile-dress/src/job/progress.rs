//! How far dressing is.

use crate::dressed::DressStage;
use std::fmt;
use toile_cloth::simulation::Simulation;
use toile_geom::TriMesh;

/// How far dressing is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Which of the garments asked for is dressed; none if all come to rest together.
    pub garment: Option<usize>,
    /// What it is called.
    pub name: &'a str,
    /// How many garments were put on before it.
    pub before: usize,
    /// How many garments there are.
    pub count: usize,
    /// What is being done.
    pub stage: DressStage,
    /// The cloth that is draped, and its surroundings, as they are now. The body has what is worn already after its own vertices, garment after
    /// garment as they were put on.
    pub simulation: Option<&'a Simulation>,
}

impl Progress<'_> {
    /// About which part of the whole is done, from 0 to 1. A garment counts as much as another, and coming to rest together as much as half of one.
    pub fn fraction(&self) -> f64 {
        let own = if self.garment.is_some() { 1.0 } else { 0.5 } * self.stage.fraction();
        let all = self.count as f64 + if self.count > 1 { 0.5 } else { 0.0 };
        ((self.before as f64 + own) / all.max(1.0)).min(1.0)
    }

    /// The cloth that is draped, as it is now.
    pub fn preview(&self) -> Option<TriMesh> {
        self.simulation.map(|simulation| simulation.cloth.mesh())
    }
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.garment {
            None => write!(f, "all together: {}", self.stage),
            Some(_) if self.count > 1 => {
                write!(f, "{} ({} of {}): {}", self.name, self.before + 1, self.count, self.stage)
            }
            Some(_) => write!(f, "{}: {}", self.name, self.stage),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fraction_grows_from_garment_to_garment_and_ends_at_one() {
        let at = |garment: Option<usize>, before: usize, stage: DressStage| Progress {
            garment,
            name: "skirt",
            before,
            count: 2,
            stage,
            simulation: None,
        };
        let way = [
            at(Some(1), 0, DressStage::Meshing),
            at(Some(1), 0, DressStage::Sewing(0.5)),
            at(Some(1), 0, DressStage::Draping(0.1)),
            at(Some(0), 1, DressStage::Meshing),
            at(Some(0), 1, DressStage::Draping(0.001)),
            at(None, 2, DressStage::Draping(0.5)),
            at(None, 2, DressStage::Draping(0.001)),
        ];
        assert!(way.windows(2).all(|pair| pair[0].fraction() <= pair[1].fraction()));
        assert_eq!((way[0].fraction(), way[6].fraction()), (0.0, 1.0));
        assert_eq!(way[1].to_string(), "skirt (1 of 2): sewing, 50 %");
        assert_eq!(way[5].to_string(), "all together: draping, 500.0 mm/s");
    }
}

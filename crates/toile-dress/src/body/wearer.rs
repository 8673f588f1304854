//! A body to dress, with all that is found on it.

use super::WearerError;
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use toile_body::landmarks::{self, Landmarks};
use toile_body::mannequin::BuiltMannequin;
use toile_body::measure::measure;
use toile_body::segments::Segmentation;
use toile_body::skeleton::Rig;
use toile_geom::TriMesh;
use toile_geom::bvh::Bvh;
use toile_pattern::measures::DraftMeasures;

/// A body to dress. What is asked of it is found when it is asked for the first time, and kept; copies share it.
///
/// ```
/// use toile_dress::Wearer;
///
/// let wearer = Wearer::open("eu-38")?;
/// assert!((wearer.measured()["waist_girth"] - 0.72).abs() < 0.01);
/// # Ok::<(), toile_dress::WearerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wearer(Arc<Anatomy>);

#[derive(Clone, Debug, Default)]
struct Anatomy {
    name: String,
    mesh: TriMesh,
    landmarks: Landmarks,
    segments: Segmentation,
    mannequin: Option<BuiltMannequin>,
    tree: OnceLock<Bvh>,
    normals: OnceLock<Vec<DVec3>>,
    measured: OnceLock<BTreeMap<String, f64>>,
    measures: OnceLock<DraftMeasures>,
    slim: OnceLock<Option<Wearer>>,
    rig: OnceLock<Option<Rig>>,
}

impl Wearer {
    /// A body from its skin alone: closed, in metres, upright, facing `+z`. Landmarks and segments are found.
    ///
    /// # Errors
    /// If the pose hides landmarks.
    pub fn of_mesh(mesh: TriMesh) -> Result<Self, WearerError> {
        #[cfg(test)]
        crate::counts::count(|counts| counts.landmarks += 1);
        let landmarks = landmarks::find(&mesh)?;
        Self::with_landmarks(mesh, landmarks)
    }

    /// A body whose landmarks are known.
    ///
    /// # Errors
    /// If landmarks are missing that segments are cut at.
    pub fn with_landmarks(mesh: TriMesh, landmarks: Landmarks) -> Result<Self, WearerError> {
        let segments = Segmentation::new(&mesh, &landmarks).ok_or(WearerError::Segments)?;
        Ok(Self::of(Anatomy { mesh, landmarks, segments, ..Anatomy::default() }))
    }

    /// A built-in body, which brings its bones.
    ///
    /// # Errors
    /// If its pose hides landmarks.
    pub fn of_mannequin(mannequin: BuiltMannequin) -> Result<Self, WearerError> {
        let found = Self::of_mesh(mannequin.mesh.clone())?;
        Ok(found.changed(|anatomy| anatomy.mannequin = Some(mannequin)))
    }

    /// The same body by another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        let name = name.into();
        self.changed(|anatomy| anatomy.name = name)
    }

    /// The body in another form: its skin elsewhere, or with more of it. Its measures stay its own.
    pub(super) fn in_form(&self, mesh: TriMesh, segments: Segmentation) -> Self {
        Self::of(Anatomy {
            name: self.0.name.clone(),
            measured: self.measured().clone().into(),
            measures: (*self.measures()).into(),
            mesh,
            landmarks: self.0.landmarks.clone(),
            segments,
            ..Anatomy::default()
        })
    }

    fn of(anatomy: Anatomy) -> Self {
        Self(Arc::new(anatomy))
    }

    /// Changes the body, or a copy where it is shared.
    fn changed(self, change: impl FnOnce(&mut Anatomy)) -> Self {
        let mut anatomy = Arc::unwrap_or_clone(self.0);
        change(&mut anatomy);
        Self::of(anatomy)
    }

    /// What it is called: the name or file that it was opened by, or nothing.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The skin, closed, its normals pointing outwards.
    pub fn mesh(&self) -> &TriMesh {
        &self.0.mesh
    }

    /// Named points.
    pub fn landmarks(&self) -> &Landmarks {
        &self.0.landmarks
    }

    /// The part of the body that each triangle belongs to.
    pub fn segments(&self) -> &Segmentation {
        &self.0.segments
    }

    /// A tree over the triangles of the skin.
    pub fn tree(&self) -> &Bvh {
        self.0.tree.get_or_init(|| Bvh::over_triangles(&self.0.mesh))
    }

    /// The outward normal at each vertex of the skin.
    pub fn normals(&self) -> &[DVec3] {
        self.0.normals.get_or_init(|| self.0.mesh.vertex_normals())
    }

    /// All measures that its landmarks allow, by name in metres.
    pub fn measured(&self) -> &BTreeMap<String, f64> {
        self.0.measured.get_or_init(|| {
            #[cfg(test)]
            crate::counts::count(|counts| counts.measured += 1);
            measure(&self.0.mesh, &self.0.landmarks)
        })
    }

    /// The measures that drafts go by. What cannot be measured follows from the girths.
    pub fn measures(&self) -> &DraftMeasures {
        let measured = || DraftMeasures::of_known(|name| self.measured().get(name).copied());
        self.0.measures.get_or_init(measured)
    }

    /// The body with slim, straight arms and a slim head; `None` if landmarks of them are not known.
    pub fn slim(&self) -> Option<&Self> {
        self.0.slim.get_or_init(|| self.made_slim()).as_ref()
    }

    /// The bones that move it: those of a mannequin, or others that follow from its landmarks; `None` if one of these is missing.
    pub fn rig(&self) -> Option<&Rig> {
        let anatomy = &self.0;
        let found = || match &anatomy.mannequin {
            Some(mannequin) => Some(mannequin.rig()),
            None => Rig::automatic(&anatomy.mesh, &anatomy.landmarks),
        };
        anatomy.rig.get_or_init(found).as_ref()
    }
}

/// Drafts go by the measures of a wearer.
impl AsRef<DraftMeasures> for Wearer {
    fn as_ref(&self) -> &DraftMeasures {
        self.measures()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::counted;

    #[test]
    fn what_is_asked_for_is_found_once() {
        let (waist, counts) = counted(|| {
            let wearer = Wearer::open("eu-38").unwrap();
            let sock = toile_geom::shapes::icosphere(0.1, 1);
            let forms = [wearer.clone(), wearer.slim().unwrap().clone(), wearer.layered(&sock)];
            forms.map(|form| form.measures().waist_girth)
        });
        assert_eq!((counts.landmarks, counts.measured), (1, 1));
        assert!(waist.iter().all(|girth| *girth == waist[0]), "in every form it has its own measures");
    }
}

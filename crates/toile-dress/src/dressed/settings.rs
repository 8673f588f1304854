//! How garments are dressed.

use crate::drape::DrapeSettings;
use toile_cloth::fabric::Fabric;
use toile_cloth::run::CancelToken;
use toile_pattern::mesh::MeshSettings;

/// The length of edges, in metres, where nothing else is asked for: fine enough for folds.
const EDGE: f64 = 0.015;

/// The memory that dressing may take where nothing else is said, in bytes.
const MEMORY: f64 = 1.6e9;

/// How garments are dressed.
#[derive(Clone, Debug)]
pub struct DressSettings {
    /// How finely they are meshed.
    pub mesh: MeshSettings,
    /// How they are draped.
    pub drape: DrapeSettings,
    /// What all of them are made of, whatever their patterns say.
    pub fabric: Option<Fabric>,
    /// The longest that dressing may take, in seconds of the clock on the wall. What is reached by then depends on the machine.
    pub time_limit: f64,
    /// How much more memory than at its beginning dressing may take, in bytes.
    pub memory_limit: f64,
    /// Ends dressing from outside; what is there then is the result, as with the time limit.
    pub cancel: CancelToken,
    /// Whether garments are dressed that are far too narrow for the body, or whose meshes are too coarse.
    pub force: bool,
}

impl Default for DressSettings {
    /// Edges of 1.5 cm.
    fn default() -> Self {
        Self {
            mesh: MeshSettings::with_edge_length(EDGE),
            drape: DrapeSettings::default(),
            fabric: None,
            time_limit: 600.0,
            memory_limit: MEMORY,
            cancel: CancelToken::default(),
            force: false,
        }
    }
}

//! What the window asks of the machine that it runs on: files to open, and places to save to.

use crate::environment::Environment;
use crate::scene::ViewScene;
use toile_look::Legend;

/// Knows files, so that nothing else here has to.
pub trait Host: Send {
    /// What there is in a folder. Without a name, the folder to begin with.
    ///
    /// # Errors
    /// If it cannot be read, in words.
    fn list(&self, folder: Option<&str>) -> Result<Listing, String>;

    /// What a file of a name is, as far as is known without opening it.
    fn kind(&self, name: &str) -> Option<ViewFileKind>;

    /// Surroundings that light the scene, from a picture of the whole sphere.
    ///
    /// # Errors
    /// If the file is no such picture, in words.
    fn surroundings(&self, name: &str) -> Result<Environment, String>;

    /// Saves a picture as PNG. Returns where it is.
    ///
    /// # Errors
    /// If it cannot be written, in words.
    fn save_picture(&self, name: &str, picture: &Drawn) -> Result<String, String>;

    /// Begins a film of a width and height in pixels, with a number of frames a second.
    ///
    /// # Errors
    /// If it cannot be written, in words.
    fn begin_film(&self, name: &str, size: [u32; 2], rate: f64) -> Result<Box<dyn FilmFile>, String>;

    /// Saves all visible objects of a scene as a model. Returns where it is.
    ///
    /// # Errors
    /// If it cannot be written, in words.
    fn save_model(&self, name: &str, kind: ModelKind, scene: &ViewScene) -> Result<String, String>;
}

/// A picture that was drawn, to be saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Rows from top to bottom, each pixel red, green, blue (sRGB) and alpha.
    pub pixels: Vec<[u8; 4]>,
    /// What its colours mean, if they show values; it is drawn into the saved picture.
    pub legend: Option<Legend>,
}

/// A film that is being saved.
pub trait FilmFile: Send {
    /// Adds a frame.
    ///
    /// # Errors
    /// If it cannot be written, in words.
    fn add(&mut self, frame: &Drawn) -> Result<(), String>;

    /// Completes it. Returns where it is.
    ///
    /// # Errors
    /// If it cannot be written, in words.
    fn finish(self: Box<Self>) -> Result<String, String>;
}

/// A kind of file for models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// Binary glTF, with names and colours.
    Glb,
    /// Wavefront OBJ.
    Obj,
}

impl ModelKind {
    /// How its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Glb => "glb",
            Self::Obj => "obj",
        }
    }
}

/// What there is in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The folder.
    pub folder: String,
    /// The folder around it.
    pub parent: Option<String>,
    /// Folders in it: what they are called, and by what name they are listed.
    pub folders: Vec<(String, String)>,
    /// Files in it that can be opened.
    pub files: Vec<FoundFile>,
}

/// A file that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// What it is called.
    pub name: String,
    /// By what name it is opened.
    pub path: String,
    /// What it is.
    pub kind: Option<ViewFileKind>,
}

toile_geom::named_enum! {
    /// What a file is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ViewFileKind: words {
        /// A pattern, to be worn.
        Pattern = "pattern",
        /// A scene, opened by itself.
        Scene = "scene",
        /// A mesh: a body, or something to look at.
        Mesh = "mesh",
        /// A recorded motion of a body.
        Motion = "motion",
        /// A picture of the whole sphere, which lights the scene.
        Surroundings = "surroundings",
    }
}

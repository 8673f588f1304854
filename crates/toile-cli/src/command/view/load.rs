//! What is to be seen, read and dressed.

use super::Args;
use crate::command::dressing_args::plan;
use crate::command::error::CommandError;
use crate::command::input::{Mesh, Weld};
use crate::command::output::Output;
use crate::command::remedy;
use std::path::Path;
use toile::scene::{SceneFile, SceneRun};
use toile::viewing::objects::mesh_object;
use toile::viewing::{Dye, Subject, outfit_scene, run_scene};
use toile::{Dressing, Fabric, Fit, Wearer};
use toile_look::Color;
use toile_view::scene::{Mark, ObjectKind, ViewMaterial, ViewScene};

/// Something to be seen, and how each of its garments fits.
pub(super) struct Loaded {
    pub(super) scene: ViewScene,
    pub(super) fits: Vec<Fit>,
}

/// Colours of meshes that have none.
const PALETTE: [u32; 5] = [0x7F_98_A8, 0xC4_8F_86, 0x8F_A8_8B, 0xD3_BE_7A, 0xEC_E7_DD];

impl Args {
    /// Reads what is named, dresses garments and runs scenes.
    pub(super) fn load(&self, output: &Output) -> Result<Loaded, CommandError> {
        match Subject::named(&self.files) {
            Subject::Garments(names) => self.dressed(&names, output),
            Subject::Scene(path) => self.finished(&path, output),
            Subject::Meshes(_) if self.dye.prints() => Err(CommandError::Input(
                "a mesh does not say how its grain runs: only garments and scenes are printed on".into(),
            )),
            Subject::Meshes(names) => self.meshes(&names),
        }
    }

    fn dressed(&self, names: &[String], output: &Output) -> Result<Loaded, CommandError> {
        let progress = output.progress();
        let wearer = progress.stage("Making the body", || Wearer::open(&self.body))?;
        let mut dressing =
            Dressing::on(&wearer).garments(names).time_limit(self.time_limit).force(self.force);
        dressing = dressing.accept_guesses(self.accept_guesses);
        if let Some(edge) = self.edge {
            dressing = dressing.edge_length(edge);
        }
        if let Some(name) = &self.fabric {
            dressing = dressing.fabric(Fabric::open(name)?);
        }
        let plan = plan(self.cloth.apply(dressing), &self.output, output)?;
        let outfit =
            progress.share("Dressing", "", |say| plan.run(|now| say(now.fraction(), &now.to_string())))?;
        if let Some(why) = &outfit.gave_up {
            output.note(&why.words(&remedy::say));
        }
        let fits = outfit.fit().fits;
        let mut scene = outfit_scene(&outfit);
        let dyes = self.dye.dyes();
        for (object, number) in scene.objects.iter_mut().skip(1).zip(&outfit.numbers) {
            Dye::nth(&dyes, *number).apply(&mut object.material);
        }
        if self.look.landmarks {
            let places = wearer.landmarks().by_name.values().map(|mark| mark.position.as_vec3().to_array());
            scene.marks.extend(places.map(Mark::landmark));
        }
        Ok(Loaded { scene, fits })
    }

    /// The last state of a scene file.
    fn finished(&self, path: &Path, output: &Output) -> Result<Loaded, CommandError> {
        let input = |error: &dyn std::fmt::Display| CommandError::Input(error.to_string());
        let scene = SceneFile::read(path).map_err(|error| input(&error))?;
        let frames = scene.output.frames;
        let mut run = SceneRun::new(scene).map_err(|error| input(&error))?;
        output.progress().steps("Moving", frames as u64, "", |done| {
            while !run.is_done() {
                run.step().map_err(|error| input(&error))?;
                done();
            }
            Ok::<(), CommandError>(())
        })?;
        let mut scene = run_scene(&run);
        if let Some(cloth) = scene.objects.first_mut() {
            Dye::nth(&self.dye.dyes(), 0).apply(&mut cloth.material);
        }
        Ok(Loaded { scene, fits: Vec::new() })
    }

    /// Meshes side by side in colours of their own.
    fn meshes(&self, names: &[String]) -> Result<Loaded, CommandError> {
        let mut scene = ViewScene::default();
        for (n, name) in names.iter().enumerate() {
            let mesh = Mesh::load(name, Weld::Auto)?;
            let color = Color::hex(PALETTE[n % PALETTE.len()]).0.to_array();
            let mut material =
                ViewMaterial { color, inside: color.map(|c| 0.6 * c), ..ViewMaterial::default() };
            Dye::nth(&self.dye.dyes(), n).apply(&mut material);
            scene.objects.push(mesh_object(name, ObjectKind::Cloth, &mesh.triangles, material));
        }
        Ok(Loaded { scene, fits: Vec::new() })
    }
}

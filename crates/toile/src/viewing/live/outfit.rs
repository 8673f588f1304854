//! A dressed outfit that can be touched.

use super::controls::body::{self, Asked};
use super::controls::{dye, fabric, of_cloth, world};
use super::dressing::{LiveDressing, order};
use super::flat::add_garment;
use super::heat::{Shown, quantities};
use super::motion::{self, LiveMotion, STILL};
use super::opener::wardrobe;
use super::touch::Touch;
use crate::dressing::files::CLOTH;
use crate::viewing::material;
use crate::viewing::objects::{body_object, positions};
use crate::viewing::outfit::{garment_object, vertex_layers};
use std::ops::Range;
use std::sync::Arc;
use toile_cloth::cloth::MassRule;
use toile_cloth::fabric::Fabric;
use toile_cloth::linear::PcgSettings;
use toile_cloth::run::Deadline;
use toile_cloth::simulation::Simulation;
use toile_cloth::solver::{Budget, ContactBudget, Newton, Scheme};
use toile_cloth::state::State;
use toile_cloth::stretch::{RestEdge, rest_edges};
use toile_cloth::world::World;
use toile_contact::obstacle::{FieldMeshSettings, Obstacle};
use toile_dress::fit::FitQuantity;
use toile_dress::ontology::Order;
use toile_dress::{Dressed, Outfit, RunningOutfit, Wearer};
use toile_look::Color;
use toile_view::live::{Applied, LiveLandmark, Making, Offer, Trouble, Value, Worn};
use toile_view::pattern::Pattern;
use toile_view::scene::{Mesh, Object};

/// The length of a step in seconds.
pub(super) const STEP: f64 = 1.0 / 60.0;
/// The method that outfits are draped with.
const METHOD: &str = "newton-backward-euler";

/// A dressed outfit that can be touched.
pub(super) struct LiveOutfit {
    /// What was asked for last; it may still be in the making.
    pub(super) asked: LiveDressing,
    /// What is seen.
    pub(super) shown: LiveDressing,
    /// The outfit as it was dressed; its cloth is where it was when its fit was last told.
    pub(super) outfit: Outfit,
    pub(super) motion: Option<LiveMotion>,
    /// Whether steps are quick now.
    hurries: bool,
    /// The body as it is met at other times.
    other_body: OtherBody,
    /// By what name each garment was opened.
    pub(super) sources: Vec<String>,
    /// The garments from inside to outside; they keep their numbers when their order changes.
    sequence: Vec<usize>,
    pub(super) running: RunningOutfit,
    /// The garment that has fallen off, once it was noticed.
    pub(super) fallen: Option<usize>,
    /// What is to be said of that, until it was.
    pub(super) fall: Option<Trouble>,
    /// What somebody should know of how it was dressed.
    pub(super) remark: Option<Trouble>,
    pub(super) ranges: Vec<Range<usize>>,
    /// The first of the cloth's cuts that each garment has.
    pub(super) cuts: Vec<Range<usize>>,
    pub(super) fabrics: Vec<Fabric>,
    pub(super) is_recut: bool,
    pub(super) first: State,
    pub(super) touch: Touch,
    pub(super) kept: world::Chosen,
    pub(super) edges: Vec<RestEdge>,
    /// The objects of the scene as they were made; the body is the last.
    pub(super) objects: Vec<Object>,
    pub(super) pattern: Arc<Pattern>,
    landmarks: Vec<LiveLandmark>,
    pub(super) heat: Option<Shown>,
    pub(super) offer: Arc<Offer>,
}

impl LiveOutfit {
    pub(super) fn new(asked: LiveDressing, outfit: Outfit) -> Result<Self, String> {
        let body = &outfit.wearer;
        let running = RunningOutfit::new(&outfit, Deadline::NEVER);
        let mut running = running.map_err(|error| error.to_string())?;
        let motion = match asked.motion.as_str() {
            STILL => None,
            name => Some(LiveMotion::open(name, body, &outfit.settings.drape)?),
        };
        let simulation = &mut running.draping.run.simulation;
        let other_body = OtherBody::of(&simulation.world)?;
        if let Some(motion) = &motion {
            simulation.world.obstacle_thickness = OFF;
            motion.enter(&mut simulation.world, field_settings())?;
        }
        let (ranges, cuts) = spans(&outfit.garments);
        let sources = outfit.numbers.iter().map(|n| asked.garments[*n].clone()).collect();
        let mut pattern = Pattern::default();
        let mut objects = Vec::new();
        for (object, dressed) in outfit.garments.iter().enumerate() {
            add_garment(&mut pattern, object, dressed);
            let layers = outfit.layers.get(object).map_or(&[][..], Vec::as_slice);
            objects.push(garment_object(dressed, layers, color_of(object)));
        }
        let skin = body_object(body.mesh());
        let landmarks = landmarks(body, objects.len(), &skin.positions);
        objects.push(skin);
        let fabric = |range: &Range<usize>| simulation.cloth.fabrics[range.start].fabric.clone();
        let gave_up = outfit.gave_up.as_ref().map(|why| asked.given_up(&outfit, why));
        let remark = gave_up.or_else(|| outfit.passes_through().map(|why| asked.passing(&why)));
        let mut live = Self {
            fallen: None,
            fall: None,
            remark,
            shown: asked.clone(),
            asked,
            fabrics: cuts.iter().map(fabric).collect(),
            is_recut: false,
            first: simulation.cloth.state.clone(),
            touch: Touch::new(simulation),
            kept: world::Chosen::of(simulation, METHOD),
            edges: rest_edges(&simulation.cloth),
            outfit,
            motion,
            hurries: false,
            other_body,
            pattern: Arc::new(pattern),
            landmarks,
            sequence: (0..ranges.len()).collect(),
            sources,
            running,
            ranges,
            cuts,
            objects,
            heat: None,
            offer: Arc::default(),
        };
        for garment in 0..live.sources.len() {
            let own = live.asked.fabrics.iter().find(|(name, _)| *name == live.sources[garment]);
            if let Some((_, fabric)) = own.cloned() {
                live.fabrics[garment] = fabric;
                live.is_recut = true;
            }
            live.renew_look(garment);
        }
        live.renew_offer();
        Ok(live)
    }

    pub(super) fn simulation(&self) -> &Simulation {
        &self.running.draping.run.simulation
    }

    pub(super) fn simulation_mut(&mut self) -> &mut Simulation {
        &mut self.running.draping.run.simulation
    }

    pub(super) fn renew_offer(&mut self) {
        let mut controls = body::controls(&self.asked.body, self.asked.measures.as_ref(), self.asked.redraw);
        controls.push(body::motion(motion::options(&self.asked.motion), &self.asked.motion));
        for (object, fabric) in self.fabrics.iter().enumerate() {
            let dye = self.shown.dye_of(&self.sources[object]);
            controls.extend(of_cloth(object, fabric, &dye, color_of(object)));
        }
        controls.extend(world::controls(self.simulation(), &self.kept));
        let worn = |&object: &usize| Worn {
            name: self.outfit.garments[object].meshed.garment.name.clone(),
            source: self.sources[object].clone(),
            object,
            note: self.shown.note_on(&self.sources[object]),
        };
        let worn: Vec<Worn> = self.sequence.iter().map(worn).collect();
        self.offer = Arc::new(Offer {
            title: format!("{} on {}", joined(worn.iter().map(|worn| worn.name.as_str())), self.shown.body),
            controls,
            suggested_wishes: self.suggested_wishes(&worn),
            worn,
            wardrobe: wardrobe(),
            wishes: self.asked.wishes.clone(),
            quantities: quantities(self.motion.is_none()),
            pattern: self.pattern.clone(),
            asked: None,
            landmarks: self.landmarks.clone(),
            can_touch: true,
        });
    }

    /// Wishes that make sense: each garment over its neighbour, the other way round from now.
    fn suggested_wishes(&self, worn: &[Worn]) -> Vec<String> {
        let over =
            |pair: &[Worn]| format!("{} over {}", pair[0].name.to_lowercase(), pair[1].name.to_lowercase());
        let turned = |worn: &Worn| format!("{} back to front", worn.name.to_lowercase());
        let all = worn.windows(2).map(over).chain(worn.iter().map(turned));
        all.filter(|wish| order(&self.outfit.ontology, std::slice::from_ref(wish)).is_ok()).collect()
    }

    /// A job that makes what was asked for.
    fn remake(&mut self) -> Applied {
        let asked = self.asked.clone();
        Applied::Remake(Box::new(move |say| asked.make(say)))
    }

    /// A job that lets the body move under the cloth as it hangs now, or stand still.
    fn move_body(&mut self, name: &str) -> Applied {
        name.clone_into(&mut self.asked.motion);
        self.running.put_back(&mut self.outfit.garments);
        let (asked, outfit) = (self.asked.clone(), self.outfit.clone());
        Applied::Remake(Box::new(move |say| {
            say(Making::words("Preparing the motion"));
            Ok(Box::new(Self::new(asked, outfit)?))
        }))
    }

    pub(super) fn ask_body(&mut self, asked: Asked) -> Applied {
        let before = (self.asked.body.clone(), self.asked.measures.clone(), self.asked.motion.clone());
        match asked {
            // Where the body has moved to, the cloth does not fit the one that stands.
            Asked::Motion(name) if self.motion.is_none() => return self.move_body(&name),
            Asked::Motion(name) => self.asked.motion = name,
            Asked::Named(name) => self.asked = self.asked.clone().with_body(&name),
            Asked::Measure(measure, metres) => match &mut self.asked.measures {
                Some((_, asked)) => match asked.iter_mut().find(|(before, _)| *before == measure) {
                    Some((_, before)) => *before = metres,
                    None => asked.push((measure, metres)),
                },
                None => return Applied::Done,
            },
            Asked::Redraw(redraw) => {
                (self.asked.redraw, self.shown.redraw) = (redraw, redraw);
                return Applied::Done;
            }
        }
        if before == (self.asked.body.clone(), self.asked.measures.clone(), self.asked.motion.clone()) {
            // It is made, or being made.
            return Applied::Done;
        }
        self.remake()
    }

    /// What a garment looks like, by its fabric and its dye.
    fn renew_look(&mut self, garment: usize) {
        let look = &mut self.objects[garment].material;
        *look = material(&self.fabrics[garment], color_of(garment));
        self.shown.dye_of(&self.sources[garment]).apply(look);
    }

    /// Dyes a garment, if that is what a control does.
    fn set_dye(&mut self, object: usize, name: &str, value: &Value) -> Result<bool, String> {
        let source = self.sources.get(object).ok_or("there is no such garment")?.clone();
        let Some(next) = dye::set(&self.shown.dye_of(&source), name, value)? else { return Ok(false) };
        self.asked.dyes.retain(|(name, _)| *name != source);
        self.asked.dyes.push((source, next));
        self.shown.dyes.clone_from(&self.asked.dyes);
        self.renew_look(object);
        Ok(true)
    }

    fn set_fabric(&mut self, object: usize, name: &str, value: &Value) -> Result<(), String> {
        if self.set_dye(object, name, value)? {
            return Ok(());
        }
        let now = self.fabrics.get(object).ok_or("there is no such garment")?;
        let next = fabric::set(now, name, value)?;
        let source = self.sources[object].clone();
        self.asked.fabrics.retain(|(name, _)| *name != source);
        self.asked.fabrics.push((source, next.clone()));
        self.shown.fabrics.clone_from(&self.asked.fabrics);
        self.fabrics[object] = next;
        self.renew_look(object);
        self.is_recut = true;
        Ok(())
    }

    /// Makes the cloth of the fabrics that were chosen.
    pub(super) fn recut(&mut self) {
        if !std::mem::take(&mut self.is_recut) {
            return;
        }
        let of = |cut: usize| self.cuts.iter().position(|range| range.contains(&cut));
        let fabric = |cut: usize| of(cut).map(|garment| self.fabrics[garment].clone());
        let simulation = &mut self.running.draping.run.simulation;
        simulation.cloth.set_fabrics(fabric, MassRule::OfRest);
        simulation.world.count_thickness(&simulation.cloth.fabrics);
        for (garment, fabric) in self.outfit.garments.iter_mut().zip(&self.fabrics) {
            garment.cloth.set_fabrics(|_| Some(fabric.clone()), MassRule::OfRest);
        }
    }

    fn set_order(&mut self, wishes: &[String]) -> Result<Applied, String> {
        let next = order(&self.outfit.ontology, wishes)?;
        let before = order(&self.outfit.ontology, &self.shown.wishes)?;
        self.asked.wishes = wishes.to_vec();
        if next.back_to_front != before.back_to_front {
            return Ok(self.remake());
        }
        self.running.change_order(&next).map_err(|error| error.to_string())?;
        self.shown.wishes = wishes.to_vec();
        self.follow_order(&next);
        Ok(Applied::Done)
    }

    /// Takes over what a new order says of garments and the layers of their pieces.
    fn follow_order(&mut self, order: &Order) {
        let numbers = &self.outfit.numbers;
        let object = |number: &usize| numbers.iter().position(|own| own == number);
        self.sequence = order.sequence.iter().filter_map(object).collect();
        let layers = |number: &usize| order.layers.get(*number).cloned().unwrap_or_default();
        self.outfit.layers = numbers.iter().map(layers).collect();
        for ((object, garment), layers) in
            self.objects.iter_mut().zip(&self.outfit.garments).zip(&self.outfit.layers)
        {
            let mesh = Mesh { layers: vertex_layers(garment, layers), ..Mesh::clone(&object.mesh) };
            object.mesh = Arc::new(mesh);
        }
    }

    /// While somebody pulls or the body moves, steps are to be quick; when it comes to rest they are to be right, or tension would show what was left
    /// undone. A method that was chosen by hand stays as it is.
    pub(super) fn choose_budget(&mut self) {
        let hurries = self.touch.is_pulling() || self.motion.is_some();
        if self.kept.method == METHOD && hurries != self.hurries {
            let budget = if hurries { hurried() } else { Budget::INTERACTIVE };
            self.simulation_mut().solver = Box::new(Newton::new(Scheme::BackwardEuler, budget));
            self.hurries = hurries;
        }
        if self.motion.is_none() {
            self.other_body.meet_by_field(hurries, &mut self.running.draping.run.simulation);
        }
    }

    /// Takes the positions over into the objects that are seen. As long as nothing moves they stay the same, and nobody has to draw them again.
    pub(super) fn renew_positions(&mut self) {
        let all = &self.running.draping.run.simulation.cloth.state.positions;
        for (object, range) in self.objects.iter_mut().zip(&self.ranges) {
            object.positions = positions(&all[range.clone()]);
        }
        if let (Some(motion), Some(body)) = (&self.motion, self.objects.last_mut()) {
            body.positions = motion.skin(self.running.draping.run.simulation.world.time);
        }
    }

    pub(super) fn renew_heat(&mut self, quantity: Option<FitQuantity>) {
        self.heat = quantity.map(|quantity| {
            let simulation = &self.running.draping.run.simulation;
            let body = self.motion.is_none().then_some(&self.outfit.wearer);
            Shown::of(quantity, &simulation.cloth, body, simulation.world.gravity, &self.ranges)
        });
    }
}

impl LiveOutfit {
    pub(super) fn set_any(&mut self, key: &str, value: &Value) -> Result<Applied, String> {
        if let Some((object, name)) = fabric::split(key) {
            return self.set_fabric(object, name, value).map(|()| Applied::Done);
        }
        if let Some(asked) = body::asked(key, value)? {
            return Ok(self.ask_body(asked));
        }
        match (key, value) {
            ("order", Value::List(wishes)) => self.set_order(wishes),
            ("garments", Value::List(garments)) => {
                self.asked.garments.clone_from(garments);
                // Wishes about what is not worn any more are none.
                self.asked.wishes.clear();
                Ok(self.remake())
            }
            _ => {
                let simulation = &mut self.running.draping.run.simulation;
                let known = world::set(simulation, &mut self.kept, key, value)?;
                self.hurries &= key != "method";
                known.then_some(Applied::Done).ok_or_else(|| format!("there is no control `{key}`"))
            }
        }
    }
}

/// How far outside of the skin the surface of its field is, in metres. Vertices never come closer; where cloth is pulled tight over something round, the
/// triangles between them do.
const SKIN: f64 = 2.5e-3;
/// How far cloth stays off that surface, in metres: together hardly more than it was draped with.
const OFF: f64 = 0.5e-3;

fn field_settings() -> FieldMeshSettings {
    FieldMeshSettings { skin: SKIN, ..FieldMeshSettings::default() }
}

/// A body that cloth meets by its distance field while somebody pulls, which takes a third of the time that its mesh does, and by its mesh at all other times, as
/// it was draped: so garments hang as the command leaves them.
#[derive(Debug)]
struct OtherBody {
    /// The body as it is not met now, and how far cloth stays off it then.
    body: Obstacle,
    thickness: f64,
    is_by_field: bool,
}

impl OtherBody {
    /// The field of a body that is met by its mesh.
    fn of(world: &World) -> Result<Self, String> {
        let mut body = world.obstacles.first().cloned().ok_or("there is no body")?;
        body.meet_by_field(&field_settings()).map_err(|error| error.to_string())?;
        Ok(Self { body, thickness: OFF, is_by_field: false })
    }

    /// Lets cloth meet the body by its field, or by its mesh.
    fn meet_by_field(&mut self, by_field: bool, simulation: &mut Simulation) {
        if by_field == self.is_by_field {
            return;
        }
        let world = &mut simulation.world;
        let Some(body) = world.obstacles.first_mut() else { return };
        // What was chosen in the meantime holds for both.
        self.body.friction = body.friction;
        std::mem::swap(body, &mut self.body);
        let chosen =
            (self.is_by_field && world.obstacle_thickness != OFF).then_some(world.obstacle_thickness);
        std::mem::swap(&mut world.obstacle_thickness, &mut self.thickness);
        if let Some(thickness) = chosen {
            (world.obstacle_thickness, self.thickness) = (thickness, OFF);
        }
        self.is_by_field = by_field;
    }
}

/// How much work goes into a step while somebody pulls: fewer rounds than for coming to rest. What is left undone is done in the steps that follow.
fn hurried() -> Budget {
    let linear = PcgSettings { max_iterations: 5, ..Budget::INTERACTIVE.contact.linear };
    let contact =
        ContactBudget { rounds: [1, 3], newton_steps: [1, 2], linear, ..Budget::INTERACTIVE.contact };
    Budget { contact, ..Budget::INTERACTIVE }
}

/// The vertices and the cuts of each garment in the cloth of all.
fn spans(garments: &[Dressed]) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut vertex, mut cut) = (0, 0);
    let span = |first: &mut usize, count: usize| {
        *first += count;
        *first - count..*first
    };
    garments
        .iter()
        .map(|garment| {
            let cloth = &garment.cloth;
            (span(&mut vertex, cloth.vertex_count()), span(&mut cut, cloth.fabrics.len()))
        })
        .unzip()
}

/// The landmarks of a body that is an object of the scene.
fn landmarks(body: &Wearer, object: usize, skin: &[[f32; 3]]) -> Vec<LiveLandmark> {
    let found = body.landmarks().by_name.iter();
    let tied = |(name, mark): (&String, &toile_body::landmarks::Landmark)| {
        LiveLandmark::at(name, mark.position.as_vec3().to_array(), object, skin)
    };
    found.filter_map(tied).collect()
}

/// The colour of a garment, from inside to outside.
pub(super) fn color_of(garment: usize) -> Color {
    Color::hex(CLOTH[garment % CLOTH.len()])
}

/// Names as people list them.
fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.split_last() {
        None => "Nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail so")]

    use super::*;
    use toile_cloth::cloth::Cloth;
    use toile_cloth::solver::{MethodSettings, Solver};
    use toile_geom::glam::DVec2;
    use toile_geom::shapes;

    #[test]
    fn a_gap_that_is_chosen_while_somebody_pulls_stays_when_he_lets_go() {
        let sheet = shapes::sheet(DVec2::splat(0.1), [2, 2]);
        let cloth = Cloth::of_sheet(&sheet, &Fabric::named("cotton-poplin").unwrap()).unwrap();
        let ball = shapes::icosphere(0.2, 2);
        let world =
            World { obstacles: vec![Obstacle::mesh(&ball)], obstacle_thickness: 2e-3, ..World::default() };
        let mut simulation =
            Simulation::new(cloth, world, <dyn Solver>::named(METHOD, &MethodSettings::default()).unwrap());
        let mut other = OtherBody::of(&simulation.world).unwrap();
        other.meet_by_field(true, &mut simulation);
        assert_eq!(simulation.world.obstacle_thickness, OFF);
        other.meet_by_field(false, &mut simulation);
        assert_eq!(simulation.world.obstacle_thickness, 2e-3);
        other.meet_by_field(true, &mut simulation);
        simulation.world.obstacle_thickness = 7e-3;
        other.meet_by_field(false, &mut simulation);
        assert_eq!(simulation.world.obstacle_thickness, 7e-3, "as it was chosen");
        other.meet_by_field(true, &mut simulation);
        assert_eq!(simulation.world.obstacle_thickness, OFF);
    }
}

//! A dressed outfit behind [`Live`].

use super::controls::body::Asked;
use super::heat::Shown;
use super::motion::is_motion;
use super::opener::with_outfit;
use super::outfit::{LiveOutfit, STEP};
use super::report::{contacts, report};
use std::path::Path;
use std::sync::Arc;
use toile_cloth::run::GaveUp;
use toile_dress::Dressed;
use toile_dress::fit::{FitQuantity, FitWords};
use toile_view::live::{
    Applied, GarmentFit, Gesture, Heat, Job, Live, LiveReport, Needle, Offer, Opening, Trouble, Value,
};
use toile_view::scene::ViewScene;

/// The share of its velocity that cloth keeps from step to step: it swings a little, and does not for long.
const VELOCITY_KEPT: f64 = 0.92;

impl LiveOutfit {
    /// Sees whether a garment falls off by itself; it is said once.
    fn notice_fall(&mut self) {
        self.fall = None;
        let is_led = self.touch.is_pulling() || self.touch.is_leading(self.simulation());
        if is_led || self.motion.is_some() || self.fallen.is_some() {
            return;
        }
        let Some(number) = self.running.fallen() else { return };
        self.fallen = Some(number);
        self.fall = self.fit().into_iter().nth(number).map(|fit| {
            let why = match fit.better {
                Some(better) => format!("nothing holds it. Better: {better}"),
                None => "nothing holds it. Pattern shows how its pieces are sewn".to_owned(),
            };
            format!(
                "{} has fallen off: {why}.\nTime stands still; Play lets it fall on to the floor.",
                fit.garment
            )
            .into()
        });
    }
}

impl Live for LiveOutfit {
    fn offer(&self) -> Arc<Offer> {
        self.offer.clone()
    }

    fn scene(&self) -> ViewScene {
        let mut objects = self.objects.clone();
        for (k, object) in objects.iter_mut().enumerate() {
            object.values = self.heat.as_ref().and_then(|heat| heat.values(k));
        }
        ViewScene { objects, ..ViewScene::default() }
    }

    fn time(&self) -> f64 {
        self.simulation().world.time
    }

    fn step_time(&self) -> f64 {
        STEP
    }

    fn step(&mut self) -> Result<LiveReport, String> {
        self.recut();
        self.choose_budget();
        let run = &mut self.running.draping.run;
        run.velocity_kept = if self.motion.is_some() { 1.0 } else { VELOCITY_KEPT };
        let simulation = &mut run.simulation;
        self.touch.apply(simulation, &[]);
        if let Some(motion) = &self.motion {
            motion.push(&mut simulation.world, STEP);
        }
        let step = self.running.step().map_err(|error| error.to_string())?;
        self.renew_positions();
        if let Some(heat) = &self.heat {
            self.renew_heat(Some(heat.quantity()));
        }
        self.notice_fall();
        Ok(report(&step.run.report, self.simulation(), &self.edges))
    }

    fn is_at_rest(&self) -> bool {
        self.running.draping.run.rest.is_reached()
            && !self.touch.is_pulling()
            && !self.touch.is_leading(self.simulation())
            && !self.is_recut
            && self.motion.as_ref().is_none_or(|motion| motion.is_over(self.time()))
    }

    fn halted(&self) -> Option<Trouble> {
        self.fall.clone()
    }

    fn remark(&self) -> Option<Trouble> {
        self.remark.clone()
    }

    fn reset(&mut self) {
        self.fallen = None;
        let simulation = &mut self.running.draping.run.simulation;
        for needle in self.touch.needles(simulation) {
            self.touch.unpin(simulation, needle.id);
        }
        self.touch.release();
        simulation.cloth.state = self.first.clone();
        simulation.world.time = 0.0;
        simulation.contacts = toile_cloth::contact::ContactPipeline::default();
        self.renew_positions();
        self.running.draping.run.wake();
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<Applied, String> {
        let applied = self.set_any(key, value);
        self.running.draping.run.wake();
        self.renew_offer();
        applied
    }

    fn unmade(&mut self) {
        self.asked = self.shown.clone();
        self.renew_offer();
    }

    fn open(&mut self, opening: &Opening) -> Option<Job> {
        // A motion alone dresses nothing anew: the body moves under the cloth as it hangs.
        if let [name] = &opening.names[..]
            && is_motion(Path::new(name))
            && let Applied::Remake(job) = self.ask_body(Asked::Motion(name.clone()))
        {
            self.renew_offer();
            return Some(job);
        }
        with_outfit(&self.asked, opening).map(|asked| -> Job { Box::new(move |say| asked.make(say)) })
    }

    fn touch(&mut self, gesture: Gesture) {
        self.fallen = None;
        let mut next = 0;
        let first = |garment: &Dressed| {
            next += garment.cloth.triangles.len();
            next - garment.cloth.triangles.len()
        };
        let firsts: Vec<usize> = self.outfit.garments.iter().map(first).collect();
        self.touch.take(&mut self.running.draping.run.simulation, gesture, &firsts);
        self.running.draping.run.wake();
    }

    fn grabbed(&self) -> Option<[[f32; 3]; 2]> {
        self.touch.grabbed(self.simulation())
    }

    fn needles(&self) -> Vec<Needle> {
        self.touch.needles(self.simulation())
    }

    fn show(&mut self, quantity: Option<&str>) {
        self.renew_heat(quantity.and_then(|name| FitQuantity::named(name).ok()));
    }

    fn contacts(&self) -> Vec<[f32; 3]> {
        contacts(self.simulation())
    }

    fn heat(&self) -> Option<Heat> {
        self.heat.as_ref().map(Shown::heat)
    }

    fn fit(&mut self) -> Vec<GarmentFit> {
        self.running.put_back(&mut self.outfit.garments);
        for (number, garment) in self.outfit.garments.iter_mut().enumerate() {
            // What was given up while it was dressed has moved on since then, with its seams closed.
            (garment.gave_up, garment.closed) = (None, 1.0);
            garment.gave_up = (self.fallen == Some(number)).then_some(GaveUp::Falls);
        }
        // How a garment fits is known of bodies that stand.
        if self.motion.is_some() {
            return Vec::new();
        }
        let live = |words: FitWords| GarmentFit {
            garment: words.garment,
            verdict: words.verdict,
            findings: words.findings,
            better: words.better,
        };
        self.outfit.fit().words().into_iter().map(live).collect()
    }
}

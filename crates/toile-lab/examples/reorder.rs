//! A T-shirt over trousers is tucked in while the simulation runs, and taken out again: only the facts of the order change.
//!
//! `cargo run --release --example reorder -- [--top NAME] [--bottom NAME] [--body SIZE] [--edge METRES] [--times N] [--out DIR]`
//!
//! Prints how each change went and writes a picture of each state. Ends with an error if the order is wrong in the end or cloth passes through something.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use toile_cloth::run::Deadline;
use toile_dress::ontology::Wish;
use toile_dress::{Dressing, RunningOutfit, Wearer};
use toile_geom::TriMesh;
use toile_geom::intersect::{mesh_intersections, self_intersections};
use toile_io::file::write_png;
use toile_look::{Color, Look, LookObject, LookScene, LookSurface, Sheet, View};

struct Arguments {
    top: String,
    bottom: String,
    body: String,
    edge: f64,
    times: usize,
    folder: PathBuf,
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut found = Arguments {
        top: "t-shirt".into(),
        bottom: "trousers".into(),
        body: "eu-38".into(),
        edge: 0.025,
        times: 2,
        folder: "reorder".into(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--top" => found.top = value,
            "--bottom" => found.bottom = value,
            "--body" => found.body = value,
            "--edge" => found.edge = value.parse()?,
            "--times" => found.times = value.parse()?,
            "--out" => found.folder = value.into(),
            _ => return Err(format!("{word} is not known").into()),
        }
    }
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = arguments()?;
    std::fs::create_dir_all(&arguments.folder)?;
    let body = Wearer::open(&arguments.body)?;
    let over = Wish::Over { outer: arguments.top.clone(), inner: arguments.bottom.clone() };
    let within = Wish::Over { outer: arguments.bottom.clone(), inner: arguments.top.clone() };
    let dressing = Dressing::on(&body).garments([&arguments.bottom, &arguments.top]);
    let dressing = dressing.wishes([over.clone()]).edge_length(arguments.edge);
    let clock = Instant::now();
    let outfit = dressing.run(|_| ())?;
    println!(
        "dressed in {:.1} s: {} over {}",
        clock.elapsed().as_secs_f64(),
        arguments.top,
        arguments.bottom
    );
    let mut running = RunningOutfit::new(&outfit, Deadline::NEVER)?;
    let mut good = report(&running, &body)?;
    let mut pictures = vec![picture(&running, &body)];
    for time in 0..arguments.times {
        let wish = if time % 2 == 0 { &within } else { &over };
        let order = outfit.ontology.order(std::slice::from_ref(wish))?;
        let clock = Instant::now();
        let change = running.change_order(&order)?;
        println!(
            "{}: {} places in the wrong order, {} after {} shifts and {} repairs, moved by {:.0} mm at most",
            wish.words(),
            change.before.places.len(),
            change.after.places.len(),
            change.shifts,
            change.repairs,
            1e3 * change.max_displacement
        );
        let (mut steps, mut passing) = (0, 0);
        while !running.is_done() {
            let now = running.step()?;
            steps += 1;
            passing += usize::from(now.run.report.recovery.passing > 0);
        }
        println!("  {steps} steps, passing in {passing} of them, {:.1} s", clock.elapsed().as_secs_f64());
        good = report(&running, &body)?;
        pictures.push(picture(&running, &body));
    }
    write(&arguments, &pictures)?;
    if good { Ok(()) } else { Err("the order is not right in the end".into()) }
}

/// Says how things are; whether the order is right and nothing passes through anything.
fn report(running: &RunningOutfit, body: &Wearer) -> Result<bool, Box<dyn Error>> {
    let order = running.check_order()?;
    let mesh = running.draping.run.simulation.cloth.mesh();
    let crossings = [self_intersections(&mesh).len(), mesh_intersections(&mesh, body.mesh()).len()];
    // Cloth is always outside of the body; what counts is cloth over cloth.
    let cloth = order.pairs.iter().filter(|pair| pair.layers[0] > 0);
    let right: usize = cloth.map(|pair| pair.right).sum();
    println!(
        "  order: {right} places right, {} wrong ({:.1} mm at most); intersections: {} with itself, {} with the body; at rest: {}",
        order.places.len(),
        1e3 * order.deepest(),
        crossings[0],
        crossings[1],
        running.draping.run.rest.is_reached()
    );
    Ok(order.is_right() && crossings == [0, 0])
}

/// The meshes at the moment, to be drawn later.
fn picture(running: &RunningOutfit, body: &Wearer) -> Vec<TriMesh> {
    let mut meshes = vec![body.mesh().clone()];
    meshes.extend(running.meshes());
    meshes
}

fn write(arguments: &Arguments, pictures: &[Vec<TriMesh>]) -> Result<(), Box<dyn Error>> {
    let look = Look { width: 420, height: 600, ..Look::default() };
    for (n, meshes) in pictures.iter().enumerate() {
        let colors = [0xDD_CB_BA, 0x4A_62_8A, 0xC4_8F_86];
        let mut scene = LookScene::default();
        for (mesh, color) in meshes.iter().zip(colors) {
            let object = if color == colors[0] { LookObject::body(mesh) } else { LookObject::cloth(mesh) };
            scene.objects.push(object.with_surface(LookSurface::Solid(Color::hex(color))));
        }
        let sheet = Sheet::of_views(&look, &scene, &[View::Front, View::ThreeQuarter, View::Back]);
        write_png(&arguments.folder.join(format!("state_{n}.png")), &sheet.compose())?;
    }
    println!("written to {}", arguments.folder.display());
    Ok(())
}

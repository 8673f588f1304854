//! `toile list`: what is built in.

use super::error::CommandError;
use super::output::Output;
use serde::Serialize;
use std::fmt::Write;
use toile::samples::SAMPLES;
use toile_body::measures::SIZES;
use toile_cloth::fabric::library;
use toile_cloth::solver::METHODS;
use toile_lab::bench::SCENARIOS;
use toile_pattern::draft::DRAFTS;
use toile_pattern::import::PatternFormat;

/// List what is built in: meshes, fabrics, patterns, solvers and benchmarks by name, and the file formats that are read and written.
#[derive(clap::Args)]
pub(crate) struct Args {}

#[derive(Serialize)]
struct Listing {
    meshes: Vec<Entry>,
    bodies: Vec<Entry>,
    fabrics: Vec<Entry>,
    patterns: Vec<Entry>,
    methods: Vec<Entry>,
    benchmarks: Vec<Entry>,
    reads: Vec<&'static str>,
    writes: Vec<&'static str>,
    reads_patterns: Vec<&'static str>,
    writes_patterns: Vec<&'static str>,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    description: &'static str,
}

impl Args {
    #[expect(clippy::unused_self, reason = "every subcommand is run the same way")]
    pub(crate) fn run(self, output: &Output) -> Result<(), CommandError> {
        let listing = Listing {
            meshes: SAMPLES.iter().map(|s| Entry { name: s.name, description: s.description }).collect(),
            bodies: SIZES.iter().map(|s| Entry { name: s.name, description: s.figure.name() }).collect(),
            fabrics: library().iter().map(|f| Entry { name: &f.name, description: &f.description }).collect(),
            patterns: DRAFTS.iter().map(|d| Entry { name: d.name, description: d.description }).collect(),
            methods: METHODS.iter().map(|m| Entry { name: m.name, description: m.description }).collect(),
            benchmarks: SCENARIOS
                .iter()
                .map(|s| Entry { name: s.name, description: s.description })
                .collect(),
            reads: vec!["obj", "ply", "stl", "glb", "gltf", "pc2"],
            writes: vec!["obj", "ply", "stl", "glb", "gltf", "pc2", "png", "jpg"],
            reads_patterns: PatternFormat::ALL.iter().map(|format| format.name()).collect(),
            writes_patterns: super::pattern::WRITTEN.to_vec(),
        };
        output.result(&listing, || listing.text())
    }
}

impl Listing {
    fn text(&self) -> String {
        let mut text = String::new();
        for (heading, entries) in [
            ("Meshes (use the name wherever a MESH is asked for):", &self.meshes),
            ("\nBodies (for toile body):", &self.bodies),
            ("\nFabrics (for toile dress and view, garment files and scene files):", &self.fabrics),
            ("\nPatterns (drafted to a body's measures by toile pattern):", &self.patterns),
            ("\nMethods of simulation (for scene files and benchmarks):", &self.methods),
            ("\nBenchmarks:", &self.benchmarks),
        ] {
            let _ = writeln!(text, "{heading}");
            for entry in entries {
                let _ = writeln!(text, "  {:<22} {}", entry.name, entry.description);
            }
        }
        for (heading, formats) in [
            ("\nFiles read:      ", &self.reads),
            ("Files written:   ", &self.writes),
            ("Patterns read:   ", &self.reads_patterns),
            ("Patterns written:", &self.writes_patterns),
        ] {
            let _ = writeln!(text, "{heading} {}", formats.join(", "));
        }
        text
    }
}

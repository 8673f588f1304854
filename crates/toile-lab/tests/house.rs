//! Rules of the house that no compiler checks: modules of a crate know each other in one direction only, crates know only
//! those above them, and a public type name means one thing in the whole workspace.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates from the top of the house down: each knows only those before it.
const ROOMS: [&str; 14] = [
    "toile-geom",
    "toile-io",
    "toile-pattern",
    "toile-body",
    "toile-contact",
    "toile-cloth",
    "toile-dress",
    "toile-finish",
    "toile-look",
    "toile-view",
    "toile",
    "toile-lab",
    "toile-cli",
    "fuzz",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust files below a folder, in a fixed order.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// A source without comments and without what comes after the first `#[cfg(test)]`, as tests do at the end of files.
fn code(source: &str) -> String {
    let shipped = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = shipped.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The first names of all paths that begin with a prefix such as `crate::`, groups in braces among them.
fn names_after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(names_in_group(group)),
            None => names.extend(first_word(rest)),
        }
    }
    names
}

fn first_word(text: &str) -> Option<String> {
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!word.is_empty()).then_some(word)
}

/// The first word of each entry of `a, b::{c, d}, e}`.
fn names_in_group(group: &str) -> Vec<String> {
    let (mut names, mut depth, mut begins) = (Vec::new(), 0, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && !c.is_whitespace() => {
                names.extend(first_word(&group[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}

/// Which modules at the top of a crate each of them names. `files` are paths below `src`, and their sources.
fn module_graph(files: &[(PathBuf, String)]) -> BTreeMap<String, BTreeSet<String>> {
    let module_of = |path: &Path| {
        let first = path.components().next()?;
        Some(first.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned())
    };
    let modules: BTreeSet<String> = files.iter().filter_map(|(path, _)| module_of(path)).collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, source) in files {
        let Some(module) = module_of(path).filter(|name| !matches!(name.as_str(), "lib" | "main")) else {
            continue;
        };
        let code = code(source);
        let is_root = path.file_name().is_some_and(|name| name == "mod.rs");
        let depth = path.components().count() - usize::from(is_root);
        let mut named = names_after(&code, "crate::");
        named.extend(names_after(&code, &"super::".repeat(depth)));
        named.retain(|name| *name != module && modules.contains(name));
        graph.entry(module).or_default().extend(named);
    }
    graph
}

/// A way from a module back to itself, if there is one.
fn cycle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        graph: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        let last = way.last()?.clone();
        for next in graph.get(&last).into_iter().flatten() {
            if let Some(begin) = way.iter().position(|name| name == next) {
                return Some(way[begin..].to_vec());
            }
            if !done.contains(next) {
                way.push(next.clone());
                let found = visit(graph, way, done);
                if found.is_some() {
                    return found;
                }
                way.pop();
            }
        }
        done.insert(last);
        None
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|name| visit(graph, &mut vec![name.clone()], &mut done))
}

/// The names of public types that a source declares.
fn public_types(source: &str) -> Vec<String> {
    let of = |line: &str| {
        ["pub struct ", "pub enum ", "pub trait "]
            .iter()
            .find_map(|begin| first_word(line.trim_start().strip_prefix(begin)?))
    };
    code(source).lines().filter_map(of).collect()
}

/// The packages of a lock file, and the names of those that each needs, for tests and with any feature, too.
fn packages(lock: &str) -> BTreeMap<String, Vec<String>> {
    let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let mut quoted = package
            .lines()
            .filter(|line| line.starts_with(" \"") || line.starts_with("name"))
            .filter_map(|line| line.split('"').nth(1).and_then(|text| text.split(' ').next()));
        let Some(name) = quoted.next() else { continue };
        needs.entry(name.to_owned()).or_default().extend(quoted.map(str::to_owned));
    }
    needs
}

fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("crates")).unwrap().flatten();
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.join("Cargo.toml").is_file()).collect();
    folders.sort();
    assert!(folders.len() > 8, "the crates are where they were");
    folders
}

#[test]
fn modules_know_each_other_in_one_direction_only() {
    for folder in crates() {
        let src = folder.join("src");
        let read = |path: PathBuf| {
            let source = fs::read_to_string(&path).unwrap();
            (path.strip_prefix(&src).unwrap().to_owned(), source)
        };
        let files: Vec<_> = rust_files(&src).into_iter().map(read).collect();
        if let Some(way) = cycle(&module_graph(&files)) {
            panic!("{}: modules that need each other: {} -> {}", folder.display(), way.join(" -> "), way[0]);
        }
    }
}

#[test]
fn crates_know_only_those_above_them() {
    for folder in crates() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let place = |name: &str| ROOMS.iter().position(|room| *room == name);
        let own = place(&name).unwrap_or_else(|| panic!("{name} has no place in ROOMS"));
        let shipped = manifest.split("[dev-dependencies]").next().unwrap();
        for line in shipped.lines() {
            let other = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if let Some(other_place) = place(other).filter(|_| line.contains("workspace = true")) {
                assert!(other_place < own, "{name} must not know {other}");
            }
        }
    }
}

#[test]
fn who_embeds_toile_compiles_no_command_line() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let needs = packages(&lock);
    let (mut known, mut open) = (BTreeSet::new(), vec!["toile".to_owned()]);
    while let Some(name) = open.pop() {
        if known.insert(name.clone()) {
            open.extend(needs.get(&name).into_iter().flatten().cloned());
        }
    }
    assert!(known.contains("toile-geom") && known.contains("glam"), "the lock file is read");
    for other in ["clap", "clap_complete", "indicatif", "toile-cli", "toile-lab"] {
        assert!(!known.contains(other), "toile needs {other}");
        assert!(needs.contains_key(other), "{other} is nowhere in the lock file");
    }
}

#[test]
fn a_public_type_name_means_one_thing() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in crates() {
        for path in rust_files(&folder.join("src")) {
            for name in public_types(&fs::read_to_string(&path).unwrap()) {
                let place = path.strip_prefix(root().join("crates")).unwrap_or(&path).display().to_string();
                places.entry(name).or_default().push(place);
            }
        }
    }
    assert!(places.len() > 300, "public types are found");
    let twice: Vec<String> = places
        .iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect();
    assert!(twice.is_empty(), "public type names that stand twice:\n{}", twice.join("\n"));
}

#[test]
fn the_rules_are_seen_to_be_broken_where_they_are() {
    let files = |sources: &[(&str, &str)]| -> Vec<(PathBuf, String)> {
        sources.iter().map(|(path, source)| (PathBuf::from(path), (*source).to_owned())).collect()
    };
    let knot = files(&[
        ("lib.rs", "pub mod cloth;\npub mod world;\nuse crate::cloth::Cloth;"),
        ("cloth/mod.rs", "mod state;"),
        ("cloth/state.rs", "use super::super::world::World;"),
        ("world.rs", "use crate::{air::Air, cloth::{Cloth, State}};"),
        ("air.rs", "// use crate::world::World;\n#[cfg(test)]\nmod tests { use crate::world::World; }"),
    ]);
    assert_eq!(cycle(&module_graph(&knot)).unwrap(), ["cloth", "world"]);
    assert_eq!(cycle(&module_graph(&knot[2..])), Some(vec!["cloth".to_owned(), "world".to_owned()]));
    assert_eq!(cycle(&module_graph(&knot[3..])), None, "air names the world in a comment and in a test only");
    assert_eq!(names_after("toile_crate::no, crate::yes::No", "crate::"), BTreeSet::from(["yes".to_owned()]));
    assert_eq!(public_types("pub struct A<T>;\n  pub enum B {}\nstruct C;\n// pub struct D;"), ["A", "B"]);
}

//! Every link of the written pages leads somewhere, every page is in the summary, every picture is shown by a page and
//! has its line in the script that remakes it.

#![allow(clippy::unwrap_used, reason = "helpers of tests are not recognised as tests themselves")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Pages outside of the guide: files, and folders whose pages are checked with all their subfolders.
const OTHER_PAGES: [&str; 8] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/decisions",
    "docs/dependencies.md",
    "crates",
    "bench",
];

/// The rows at the beginning of a record of a decision.
const HEAD: [&str; 7] = ["Status", "Date", "Question", "Choices", "Measured", "Decision", "Left open"];

/// The root of a repository, or of a made-up one.
struct Pages {
    root: PathBuf,
    texts: BTreeMap<PathBuf, String>,
}

impl Pages {
    fn read(root: &Path) -> Self {
        let mut texts = BTreeMap::new();
        for place in OTHER_PAGES.iter().chain(&["docs/src"]) {
            for file in files_below(&root.join(place)) {
                if file.extension().is_some_and(|extension| extension == "md") {
                    texts.insert(file.clone(), without_code(&fs::read_to_string(&file).unwrap()));
                }
            }
        }
        Self { root: root.to_path_buf(), texts }
    }

    fn guide(&self) -> PathBuf {
        self.root.join("docs/src")
    }

    fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// What is wrong with the links of all pages.
    fn broken_links(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for (page, text) in &self.texts {
            for target in targets(text).into_iter().filter(|target| !is_address(target)) {
                if let Err(reason) = self.follow(page, &target) {
                    wrong.push(format!("{}: `{target}`: {reason}", self.shown(page)));
                }
            }
        }
        wrong
    }

    fn follow(&self, page: &Path, target: &str) -> Result<(), String> {
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let file = if path.is_empty() { page.to_path_buf() } else { joined(page.parent().unwrap(), path) };
        if !file.exists() {
            return Err(format!("there is no {}", self.shown(&file)));
        }
        if page.starts_with(self.guide()) && !file.starts_with(self.guide()) {
            return Err("the book holds only what is in docs/src".into());
        }
        if anchor.is_empty() {
            return Ok(());
        }
        let text = self.texts.get(&file).ok_or("only pages have headings")?;
        if headings(text).contains(anchor) { Ok(()) } else { Err(format!("no heading is called #{anchor}")) }
    }

    /// Pages of the guide that its summary does not name.
    fn pages_outside_of_the_summary(&self) -> Vec<String> {
        let summary = self.guide().join("SUMMARY.md");
        let named: BTreeSet<PathBuf> =
            self.texts.get(&summary).map(|text| Self::files_named(&summary, text)).unwrap_or_default();
        let pages = self.texts.keys().filter(|page| page.starts_with(self.guide()) && **page != summary);
        pages.filter(|page| !named.contains(*page)).map(|page| self.shown(page)).collect()
    }

    /// Pictures that no page shows.
    fn pictures_without_a_page(&self) -> Vec<String> {
        let shown: BTreeSet<PathBuf> =
            self.texts.iter().flat_map(|(page, text)| Self::files_named(page, text)).collect();
        self.pictures()
            .into_iter()
            .filter(|picture| !shown.contains(picture))
            .map(|p| self.shown(&p))
            .collect()
    }

    /// Pictures without a line `picture NAME ...` in the script, and such lines without a picture.
    fn pictures_and_script_disagree(&self) -> Vec<String> {
        let script = fs::read_to_string(self.root.join("docs/make-pictures.sh")).unwrap_or_default();
        let made: BTreeSet<String> = script
            .lines()
            .filter_map(|line| line.strip_prefix("picture ")?.split_whitespace().next())
            .map(|name| format!("docs/src/images/{name}.png"))
            .collect();
        let there: BTreeSet<String> = self.pictures().iter().map(|picture| self.shown(picture)).collect();
        made.symmetric_difference(&there).cloned().collect()
    }

    /// Records of decisions whose head is not as `docs/decisions/README.md` wants it.
    fn records_without_a_head(&self) -> Vec<String> {
        let folder = self.root.join("docs/decisions");
        let records =
            self.texts.iter().filter(|(page, _)| page.starts_with(&folder) && !page.ends_with("README.md"));
        let row =
            |line: &str| line.strip_prefix("| ").and_then(|line| line.split(" | ").next().map(str::to_owned));
        let head = |text: &str| text.lines().filter_map(row).take(1 + HEAD.len()).skip(1).collect::<Vec<_>>();
        let wrong = records.filter(|(_, text)| head(text) != HEAD);
        wrong.map(|(page, _)| self.shown(page)).collect()
    }

    fn pictures(&self) -> Vec<PathBuf> {
        files_below(&self.guide().join("images"))
    }

    fn files_named(page: &Path, text: &str) -> BTreeSet<PathBuf> {
        let local = targets(text).into_iter().filter(|target| !is_address(target));
        local.map(|target| joined(page.parent().unwrap(), target.split('#').next().unwrap())).collect()
    }
}

fn is_address(target: &str) -> bool {
    ["http://", "https://", "mailto:"].iter().any(|start| target.starts_with(start))
}

/// All files in a folder and the folders in it, or the file itself; none if it is not there.
fn files_below(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries.iter().flat_map(|entry| files_below(entry)).collect()
}

/// A path as a page in `folder` writes it, without `.` and `..`.
fn joined(folder: &Path, path: &str) -> PathBuf {
    let mut out = folder.to_path_buf();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// The text without fenced blocks and code spans, in which brackets are no links and `#` no headings.
fn without_code(text: &str) -> String {
    let mut out = String::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && !line.starts_with("    ") {
            out.push_str(&without_spans(line));
        }
        out.push('\n');
    }
    out
}

/// Code spans become their text without brackets: headings keep their words, links in code are none.
fn without_spans(line: &str) -> String {
    let mut out = String::new();
    for (k, part) in line.split('`').enumerate() {
        if k % 2 == 0 { out.push_str(part) } else { out.push_str(&part.replace(['[', ']', '(', ')'], "")) }
    }
    out
}

/// What the links and pictures of a text point at: `[words](target)` and `[name]: target`.
fn targets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        for rest in line.split("](").skip(1) {
            found.extend(rest.split([')', ' ']).next().map(str::to_owned));
        }
        if let Some((_, target)) = line.strip_prefix('[').and_then(|line| line.split_once("]: ")) {
            found.push(target.trim().to_owned());
        }
    }
    found
}

/// The anchors of a page's headings, as mdBook and the sites that show Markdown make them.
fn headings(text: &str) -> BTreeSet<String> {
    let mut counts = BTreeMap::new();
    let mut anchors = BTreeSet::new();
    for heading in text.lines().filter(|line| line.starts_with('#')) {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let count = counts.entry(anchor.clone()).or_insert(0_usize);
        anchors.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    anchors
}

fn repository() -> Pages {
    Pages::read(&joined(Path::new(env!("CARGO_MANIFEST_DIR")), "../.."))
}

fn nothing(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let pages = repository();
    assert!(pages.texts.len() > 50, "only {} pages were found", pages.texts.len());
    nothing(&pages.broken_links());
}

#[test]
fn the_summary_names_every_page() {
    nothing(&repository().pages_outside_of_the_summary());
}

#[test]
fn a_page_shows_every_picture() {
    nothing(&repository().pictures_without_a_page());
}

#[test]
fn the_script_makes_every_picture_and_no_other() {
    nothing(&repository().pictures_and_script_disagree());
}

#[test]
fn records_of_decisions_begin_alike() {
    nothing(&repository().records_without_a_head());
}

/// A made-up repository with one mistake of each kind, so that the tests above are known to fail when they should.
#[test]
fn mistakes_are_found() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken-links");
    let write = |path: &str, text: &str| {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write("README.md", "[guide](docs/src/a.md#two-words) [gone](docs/src/gone.md) `[code](is-none.md)`\n");
    write("docs/src/SUMMARY.md", "- [A](a.md)\n");
    write(
        "docs/src/a.md",
        "# Two *words*\n\n![shown](images/shown.png) [no](#three) [out](../../README.md)\n",
    );
    write("docs/src/b.md", "```text\n[also](none.md)\n```\n[web](https://example.org/x)\n");
    write(
        "docs/decisions/001-a.md",
        "# 1. A\n\n| | |\n|---|---|\n| Status | in use |\n| Question | why? |\n",
    );
    write("docs/src/images/shown.png", "");
    write("docs/src/images/folder/unseen.png", "");
    write("docs/make-pictures.sh", "picture shown demo\npicture missing demo\n");

    let pages = Pages::read(&root);
    let links = pages.broken_links();
    assert_eq!(links.len(), 3, "{links:?}");
    assert!(links[0].contains("README.md") && links[0].contains("docs/src/gone.md"));
    assert!(links[1].contains("#three") && links[2].contains("only what is in docs/src"));
    assert_eq!(pages.pages_outside_of_the_summary(), ["docs/src/b.md"]);
    assert_eq!(pages.records_without_a_head(), ["docs/decisions/001-a.md"]);
    assert_eq!(pages.pictures_without_a_page(), ["docs/src/images/folder/unseen.png"]);
    let disagreements = ["docs/src/images/folder/unseen.png", "docs/src/images/missing.png"];
    assert_eq!(pages.pictures_and_script_disagree(), disagreements);
}

//! The files that fuzzing starts from must be good ones, or it would look only at the ways to fail.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use toile_io::{ReadError, obj, pc2, ply, stl};

fn check_seeds<T>(target: &str, read: fn(&[u8]) -> Result<T, ReadError>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    for file in files {
        let result = read(&fs::read(&file).unwrap());
        assert!(result.is_ok(), "{:?}", result.err().map(|error| error.in_file(&file).to_string()));
    }
}

#[test]
fn seeds_are_good_files() {
    check_seeds("read_obj", obj::read);
    check_seeds("read_ply", ply::read);
    check_seeds("read_stl", stl::read);
    check_seeds("read_pc2", pc2::read);
}

//! Files on disk: formats by name and content, names in errors, no half files.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use toile_io::{Format, PolyMesh, WriteError, file, obj, read_mesh, write_mesh};

const TRIANGLE: &[u8] = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

fn triangle() -> PolyMesh {
    obj::read(TRIANGLE).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_extension_tells_the_format() {
    for (name, format) in [
        ("a.obj", Some(Format::Obj)),
        ("b.PLY", Some(Format::Ply)),
        ("c.d.Stl", Some(Format::Stl)),
        ("e.pc2", Some(Format::Pc2)),
        ("f.mdd", Some(Format::Mdd)),
        ("g.usda", Some(Format::Usda)),
        ("h.USDZ", Some(Format::Usdz)),
        ("obj", None),
        ("a.txt", None),
    ] {
        assert_eq!(Format::from_path(Path::new(name)), format, "{name}");
    }
}

#[test]
fn every_mesh_format_reads_back_under_its_name_and_without() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.obj", "t.ply", "t.stl"] {
        let path = folder.path().join(name);
        assert_eq!(write_mesh(&path, &triangle()).unwrap(), []);
        assert_eq!(read_mesh(&path).unwrap(), triangle());
        let nameless = folder.path().join("nameless");
        fs::rename(&path, &nameless).unwrap();
        assert_eq!(read_mesh(&nameless).unwrap(), triangle(), "{name}");
    }
    assert_eq!(names(folder.path()), ["nameless"]);
}

#[test]
fn errors_name_the_file_and_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.obj");
    fs::write(&path, "v 0 0 0\nf 1 2 3\n").unwrap();
    let error = read_mesh(&path).unwrap_err();
    assert_eq!(error.path.as_deref(), Some(path.as_path()));
    assert!(
        error.to_string().ends_with("bad.obj, line 2: vertex 2 does not exist, the file defines only 1"),
        "{error}"
    );

    let missing = read_mesh(&folder.path().join("missing.ply")).unwrap_err();
    assert!(missing.to_string().contains("missing.ply: cannot read"), "{missing}");

    let path = folder.path().join("cache.pc2");
    fs::write(&path, b"POINTCACHE2\0").unwrap();
    assert!(read_mesh(&path).unwrap_err().to_string().contains("no faces"));
    assert!(write_mesh(&path, &triangle()).unwrap_err().to_string().contains("no faces"));

    let path = folder.path().join("zeros");
    fs::write(&path, [0; 16]).unwrap();
    assert!(read_mesh(&path).unwrap_err().to_string().contains("extension .obj, .ply, .stl, .glb or .gltf"));
    let error = write_mesh(&folder.path().join("mesh.xyz"), &triangle()).unwrap_err();
    assert!(error.to_string().contains("mesh.xyz: the format is unknown"), "{error}");
}

#[test]
fn a_failed_write_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mesh.stl");
    write_mesh(&path, &triangle()).unwrap();
    let before = fs::read(&path).unwrap();
    let quad = obj::read(b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n").unwrap();
    assert!(write_mesh(&path, &quad).unwrap_err().to_string().contains("mesh.stl"));
    let late = file::replace_file(&path, |file| {
        std::io::Write::write_all(file, b"half")?;
        Err::<(), _>(WriteError::new("the disk is full"))
    });
    assert!(late.unwrap_err().to_string().ends_with("mesh.stl: the disk is full"));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(names(folder.path()), ["mesh.stl"]);
    assert!(write_mesh(&folder.path().join("no/such/folder.obj"), &triangle()).is_err());
}

#[test]
fn point_caches_and_pictures_go_to_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let cache = toile_io::pc2::PointCache {
        start_frame: 0.0,
        sample_rate: 1.0,
        point_count: 1,
        positions: vec![glam::DVec3::ONE; 4],
    };
    let path = folder.path().join("motion.pc2");
    file::write_point_cache(&path, &cache).unwrap();
    assert_eq!(file::read_point_cache(&path).unwrap(), cache);
    let image = toile_io::png::Image { width: 1, height: 1, pixels: vec![[1, 2, 3, 4]] };
    let path = folder.path().join("look.png");
    file::write_png(&path, &image).unwrap();
    assert_eq!(file::read_png(&path).unwrap(), image);
    fs::write(&path, "text").unwrap();
    assert!(file::read_png(&path).unwrap_err().to_string().contains("look.png: not a readable PNG"));
}

#[test]
fn a_picture_is_what_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let image = toile_io::png::Image { width: 4, height: 4, pixels: vec![[200, 120, 40, 255]; 16] };
    for (name, start) in [
        ("a.png", &b"\x89PNG"[..]),
        ("b.PNG", b"\x89PNG"),
        ("c", b"\x89PNG"),
        ("d.jpg", b"\xFF\xD8"),
        ("e.JPEG", b"\xFF\xD8"),
    ] {
        let path = folder.path().join(name);
        file::write_picture(&path, &image).unwrap();
        assert!(fs::read(&path).unwrap().starts_with(start), "{name}");
    }
    let error = file::write_picture(&folder.path().join("f.gif"), &image).unwrap_err().to_string();
    assert!(error.contains("f.gif: ") && error.contains(".png or .jpg"), "{error}");
    assert!(!folder.path().join("f.gif").exists());
}

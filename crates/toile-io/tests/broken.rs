//! Broken files: each error must name the place and say what is wrong.

// Helpers fail like the tests that call them; the lint knows only the latter.
#![allow(clippy::unwrap_used)]

use toile_io::{FilePlace, ReadError, obj, pc2, ply, stl};

#[track_caller]
fn check<T: std::fmt::Debug>(result: Result<T, ReadError>, place: &FilePlace, cause: &str) {
    let error = result.unwrap_err();
    assert_eq!(&error.place, place, "{error}");
    assert!(error.cause.contains(cause), "expected `{cause}` in `{error}`");
}

#[test]
fn obj() {
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    for (text, line, cause) in [
        ("v 1 2", 5, "the line ends where z was expected"),
        ("v 1 two 3", 5, "y should be a number, found `two`"),
        ("v 1 2 3x", 5, "z should be a number, found `3x`"),
        ("v nan 0 0", 5, "`nan` as x is not a finite number"),
        ("v 0 -Inf 0", 5, "`-Inf` as y is not a finite number"),
        ("v 0 0 1.#QNAN", 5, "`1.#QNAN` as z is not a finite number"),
        ("v 1e999 0 0", 5, "`1e999` as x is too large"),
        ("v 0 0 0 1 1", 5, "a vertex has 3 numbers, 4 with a weight, 6 or 7 with a colour"),
        ("v 0 0 0 1 1 1 1 1", 5, "unexpected `1` at the end of the line"),
        ("v 0 0 0 1e30 0 0", 5, "a colour is too large"),
        ("\n\\\nvt", 7, "the line ends where u was expected"),
        ("vt 0 0 0 0", 5, "unexpected `0`"),
        ("vn 0 0", 5, "the line ends where z was expected"),
        ("f", 5, "the face has no corners"),
        ("f 1 2 5", 5, "vertex 5 does not exist, the file defines only 4"),
        ("f 1 2 3\nf 6 7 1\nf 9 1 1\nv 0 0 0", 6, "vertex 6 does not exist, the file defines only 5"),
        ("f 0 1 2", 5, "vertex 0 does not exist, indices in OBJ files count from 1"),
        ("f 1 2 -5", 5, "vertex -5 counts back from the 4 defined so far"),
        ("f 1 2 4294967296", 5, "is beyond the 4294967295"),
        ("f 1 2 99999999999999999999999999", 5, "is beyond the 4294967295"),
        ("f 1 2 3.5", 5, "`.5` is not an index"),
        ("f a b c", 5, "`a` is not an index"),
        ("f 1/1 2/1 3/1", 5, "texture coordinate 1 does not exist, the file defines only 0"),
        ("vt 0 0\nf 1/1 2/-2 3/1", 6, "texture coordinate -2 counts back"),
        ("vn 0 0 1\nf 1//1 2//2 3//1", 6, "normal 2 does not exist, the file defines only 1"),
        ("f 1/1/1/1 2 3\nvt 0 0\nvn 0 0 1", 5, "`/1` is not an index"),
        ("l 1", 5, "a line element needs at least two vertices"),
        ("l 1 9", 5, "vertex 9 does not exist"),
        ("stitch 0 1 2", 5, "the line ends where the ratio of the stitch was expected"),
        ("stitch -1 1 2 0", 5, "three vertex indices counted from 0"),
        ("stitch 0 1 4 0", 5, "vertex 5 does not exist"),
        ("1 2 3", 5, "`1` begins no line of an OBJ file"),
        ("\0\u{1}", 5, "`\\0\\u{1}` begins no line of an OBJ file"),
    ] {
        check(obj::read(format!("{square}{text}\n").as_bytes()), &FilePlace::Line(line), cause);
    }
}

const VERTEX: &str = "element vertex 2\nproperty float x\nproperty float y\nproperty float z\n";
const FACE: &str = "element face 1\nproperty list uchar int vertex_indices\n";

#[test]
fn ply_headers() {
    let vertex = VERTEX;
    for (text, line, cause) in [
        (String::new(), 1, "does not begin with `ply`"),
        ("plyx\n".into(), 1, "does not begin with `ply`"),
        ("ply\nformat ascii 1.0\n".into(), 3, "a line `end_header` is missing"),
        (format!("ply\n{vertex}end_header\n"), 6, "no line `format`"),
        ("ply\nformat ebcdic 1.0\n".into(), 2, "`ebcdic` is no format"),
        ("ply\nformat ascii 2.0\n".into(), 2, "version `2.0` of PLY is unknown"),
        ("ply\nelement\n".into(), 2, "an element has no name"),
        ("ply\nelement vertex -3\n".into(), 2, "`-3` is not a number of elements"),
        ("ply\nelement vertex 99999999999999999999\n".into(), 2, "is not a number of elements"),
        ("ply\nproperty float x\n".into(), 2, "a property comes before the first element"),
        ("ply\nelement vertex 1\nproperty quad x\n".into(), 3, "`quad` is no type"),
        ("ply\nelement vertex 1\nproperty list float int x\n".into(), 3, "length of a list cannot be"),
        ("ply\nelement vertex 1\nproperty float\n".into(), 3, "a property has no name"),
        (format!("ply\n{vertex}property int x\n"), 6, "the property `x` is declared twice"),
        (format!("ply\n{vertex}element vertex 2\n"), 6, "the element `vertex` is declared twice"),
        ("ply\nhello\n".into(), 2, "`hello` begins no line of a PLY header"),
        ("ply\nformat ascii 1.0 now\n".into(), 2, "unexpected `now`"),
        (
            "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n".into(),
            3,
            "`vertex` lacks the properties `x`, `y`, `z`",
        ),
        (format!("ply\nformat ascii 1.0\n{vertex}element face 0\nend_header\n0 0 0\n1 1 1\n"), 7, "`face` lacks a list"),
        (format!("ply\nformat ascii 1.0\n{vertex}element edge 0\nend_header\n0 0 0\n1 1 1\n"), 7, "`vertex1`"),
        (format!("ply\nformat ascii 1.0\n{vertex}element tristrips 1\nend_header\n0 0 0\n1 1 1\n"), 7, "triangle strips"),
        (
            "ply\nformat ascii 1.0\nelement vertex 4294967295\nproperty char x\nproperty char y\nproperty char z\nend_header\n".into(),
            3,
            "more than 32-bit indices can name",
        ),
    ] {
        check(ply::read(text.as_bytes()), &FilePlace::Line(line), cause);
    }
    check(
        ply::read(b"ply\nformat ascii 1.0\nend_header\n"),
        &FilePlace::File,
        "declares no element `vertex`",
    );
}

#[test]
fn ply_text() {
    for (data, line, cause) in [
        ("0 0 0\n", 11, "before all 2 elements `vertex` are read"),
        ("0 0\n0 0 0\n", 10, "the line ends where z was expected"),
        ("0 0 0 0\n", 10, "more numbers than the header declares"),
        ("0 0 inf\n", 10, "`inf` as z is not a finite number"),
        ("0 0 0\n1 1 1\n3 0 1 2\n", 12, "vertex 2 does not exist, the file has 2, counted from 0"),
        ("0 0 0\n1 1 1\n3 0 1 -1\n", 12, "vertex -1 does not exist"),
        ("0 0 0\n1 1 1\n3 0 1 0.5\n", 12, "vertex 0.5 does not exist"),
        ("0 0 0\n1 1 1\n3 0 1\n", 12, "the line ends where a vertex index was expected"),
        ("0 0 0\n1 1 1\n-3 0 1 1\n", 12, "a list cannot have the length -3"),
        ("0 0 0\n1 1 1\n4294967295 0\n", 12, "the line ends"),
        ("0 0 0\n1 1 1\n3 0 1 1\n9\n", 13, "more data than the header declares"),
    ] {
        let text = format!("ply\nformat ascii 1.0\n{VERTEX}{FACE}end_header\n{data}");
        check(ply::read(text.as_bytes()), &FilePlace::Line(line), cause);
    }
    let text = format!(
        "ply\nformat ascii 1.0\n{VERTEX}property int red\nproperty int green\nproperty int blue\nend_header\n0 0 0 0 256 0\n"
    );
    check(ply::read(text.as_bytes()), &FilePlace::Line(11), "256 is no colour");
    let text = format!(
        "ply\nformat ascii 1.0\n{VERTEX}{FACE}property list uchar float texcoord\nend_header\n0 0 0\n1 1 1\n3 0 1 1 2 0 0\n"
    );
    check(ply::read(text.as_bytes()), &FilePlace::Line(13), "2 numbers for 3 corners");
}

#[test]
fn ply_binary() {
    let header = format!("ply\nformat binary_little_endian 1.0\n{VERTEX}{FACE}end_header\n").into_bytes();
    let start = header.len() as u64;
    let vertices = [0; 24];
    let nan = f32::NAN.to_le_bytes();
    for (data, byte, cause) in [
        (vec![], 0, "before all 2 elements `vertex` are read"),
        (vertices[..22].to_vec(), 22, "ends in the middle of the data"),
        ([&[0; 16], &nan[..], &[0; 4]].concat(), 16, "NaN as y is not a finite number"),
        ([&vertices[..], &[1, 2, 0, 0, 0]].concat(), 25, "vertex 2 does not exist"),
        ([&vertices[..], &[255, 0, 0, 0, 0]].concat(), 29, "ends in the middle of the data"),
        ([&vertices[..], &[1, 0, 0, 0, 0, 7]].concat(), 29, "1 bytes follow the data"),
    ] {
        check(ply::read(&[&header[..], &data].concat()), &FilePlace::Byte(start + byte), cause);
    }
}

/// A header that promises the most must not make the reader reserve memory or time for it.
#[test]
fn lying_counts() {
    let most = u32::MAX - 1;
    let vertices = format!(
        "ply\nformat binary_big_endian 1.0\nelement vertex {most}\nproperty char x\nproperty char y\nproperty char z\nend_header\nabc"
    );
    check(
        ply::read(vertices.as_bytes()),
        &FilePlace::Byte(vertices.len() as u64),
        "before all 4294967294 elements",
    );
    let list = "ply\nformat binary_little_endian 1.0\nelement vertex 0\nproperty char x\nproperty char y\nproperty char z\n\
                element junk 18446744073709551615\nproperty list uint double d\nend_header\n";
    let file = [list.as_bytes(), &[255; 4], &[0; 8]].concat();
    check(ply::read(&file), &FilePlace::Byte(file.len() as u64), "ends in the middle");
    let mut file = vec![0; 84];
    file[80..].copy_from_slice(&u32::MAX.to_le_bytes());
    check(
        stl::read(&file),
        &FilePlace::Byte(80),
        "4294967295 triangles need 214748364834 bytes, but the file has 84",
    );
    let mut file = b"POINTCACHE2\0\x01\0\0\0".to_vec();
    file.extend(i32::MAX.to_le_bytes());
    file.extend([0; 8]);
    file.extend(i32::MAX.to_le_bytes());
    check(pc2::read(&file), &FilePlace::Byte(28), "announces 2147483647 samples of 2147483647 points");
}

#[test]
fn stl_text() {
    let facet =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
    for (text, line, cause) in [
        ("solid a\n".to_string(), 2, "ends where `facet` or `endsolid` was expected"),
        (format!("solid a\n{facet}"), 9, "is it cut off?"),
        ("solid a\nface normal 0 0 1\n".into(), 2, "expected `facet` or `endsolid`, found `face`"),
        ("solid a\nfacet normal 0 0 1\nouter hoop\n".into(), 3, "expected `loop`, found `hoop`"),
        (format!("solid a\n{}", facet.replace("1 0 0", "1 0")), 5, "the line ends where z was expected"),
        (format!("solid a\n{}", facet.replace("1 0 0", "1 0 0 0")), 5, "unexpected `0`"),
        (format!("solid a\n{}", facet.replace("1 0 0", "1 nan 0")), 5, "`nan` as y is not a finite number"),
        (
            format!("solid a\n{}", facet.replace("endloop", "vertex 1 1 1")),
            7,
            "expected `endloop`, found `vertex`",
        ),
        (format!("solid a\n{facet}endsolid a\nmore\n"), 10, "expected `solid`, found `more`"),
    ] {
        check(stl::read(text.as_bytes()), &FilePlace::Line(line), cause);
    }
}

#[test]
fn stl_binary() {
    check(stl::read(b""), &FilePlace::File, "too short for a binary STL file");
    let mut file = vec![b'x'; 84 + 100];
    file[80..84].copy_from_slice(&3_u32.to_le_bytes());
    check(stl::read(&file), &FilePlace::Byte(80), "3 triangles need 234 bytes, but the file has 184");
    file[80..84].copy_from_slice(&1_u32.to_le_bytes());
    check(stl::read(&file), &FilePlace::Byte(80), "1 triangles need only 134");
    file[80..84].copy_from_slice(&2_u32.to_le_bytes());
    file[134 + 12..134 + 16].copy_from_slice(&f32::INFINITY.to_le_bytes());
    check(stl::read(&file), &FilePlace::Byte(134), "a corner of triangle 1 is not finite");
}

#[test]
fn pc2_files() {
    let mut file = b"POINTCACHE2\0".to_vec();
    for value in [1, 2, 0, 0, 1] {
        file.extend(i32::to_le_bytes(value));
    }
    file.extend([0; 24]);
    assert!(pc2::read(&file).is_ok());
    let with = |offset: usize, bytes: [u8; 4]| {
        let mut changed = file.clone();
        changed[offset..offset + 4].copy_from_slice(&bytes);
        pc2::read(&changed)
    };
    check(pc2::read(b"POINTCACHE3\0"), &FilePlace::Byte(0), "does not begin with `POINTCACHE2`");
    check(pc2::read(&file[..20]), &FilePlace::Byte(20), "ends inside the header");
    check(with(12, 2_i32.to_le_bytes()), &FilePlace::Byte(12), "version 2 of PC2 is unknown");
    check(with(16, (-1_i32).to_le_bytes()), &FilePlace::Byte(16), "negative number of points, -1");
    check(with(16, [0; 4]), &FilePlace::Byte(16), "the cache has no points");
    check(with(20, f32::NAN.to_le_bytes()), &FilePlace::Byte(20), "the start frame is NaN");
    check(with(24, f32::INFINITY.to_le_bytes()), &FilePlace::Byte(24), "the sample rate is inf");
    check(with(28, (-5_i32).to_le_bytes()), &FilePlace::Byte(28), "negative number of samples");
    check(with(28, [0; 4]), &FilePlace::Byte(28), "24 bytes follow, which is enough for 1");
    check(with(44, f32::NAN.to_le_bytes()), &FilePlace::Byte(44), "is not finite");
    check(pc2::read(&file[..file.len() - 1]), &FilePlace::Byte(28), "23 bytes follow");
}

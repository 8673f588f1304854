//! Point caches.

use std::io::{Cursor, Seek, Write};

use glam::DVec3;
use toile_io::pc2::{self, Pc2Writer, PointCache};

fn cache() -> PointCache {
    PointCache {
        start_frame: 1.0,
        sample_rate: 0.5,
        point_count: 2,
        positions: (0..6).map(|i| DVec3::new(f64::from(i), -0.5, 0.25)).collect(),
    }
}

#[test]
fn the_layout_is_that_of_the_format() {
    let mut file = Cursor::new(Vec::new());
    pc2::write(&mut file, &cache()).unwrap();
    let bytes = file.into_inner();
    assert_eq!(bytes.len(), 32 + 3 * 2 * 12);
    assert_eq!(&bytes[..12], b"POINTCACHE2\0");
    assert_eq!(bytes[12..20], [1, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(bytes[20..28], [1.0_f32.to_le_bytes(), 0.5_f32.to_le_bytes()].concat());
    assert_eq!(bytes[28..32], [3, 0, 0, 0]);
    assert_eq!(bytes[32 + 12..32 + 16], 1.0_f32.to_le_bytes());
    assert_eq!(pc2::read(&bytes).unwrap(), cache());
}

#[test]
fn frames_are_slices() {
    let cache = cache();
    assert_eq!(cache.frame_count(), 3);
    assert_eq!(cache.frame(2), &cache.positions[4..]);
    assert_eq!(cache.frames().count(), 3);
}

#[test]
fn every_frame_leaves_a_readable_file() {
    let frames = cache();
    // The cache begins where the writer stands, not at the start of the file.
    let mut file = Cursor::new(Vec::new());
    file.write_all(b"prefix").unwrap();
    let mut writer = Pc2Writer::new(&mut file, 2, 1.0, 0.5).unwrap();
    for (index, frame) in frames.frames().enumerate() {
        writer.append(frame).unwrap();
        assert_eq!(writer.frame_count(), index + 1);
    }
    writer.finish().unwrap();
    assert_eq!(file.stream_position().unwrap(), 6 + 32 + 72);
    assert_eq!(pc2::read(&file.into_inner()[6..]).unwrap(), frames);
}

#[test]
fn an_unfinished_writer_leaves_the_frames_before() {
    let mut file = Cursor::new(Vec::new());
    {
        let mut writer = Pc2Writer::new(&mut file, 2, 1.0, 0.5).unwrap();
        writer.append(cache().frame(0)).unwrap();
    }
    assert_eq!(pc2::read(&file.into_inner()).unwrap().frame_count(), 1);
}

#[test]
fn wrong_frames_are_refused_and_change_nothing() {
    let mut file = Cursor::new(Vec::new());
    let mut writer = Pc2Writer::new(&mut file, 2, 0.0, 1.0).unwrap();
    for (frame, cause) in [
        (vec![DVec3::ZERO], "a frame of 1 points in a cache of 2 points"),
        (vec![DVec3::ZERO, DVec3::new(1e39, 0.0, 0.0)], "does not fit into single precision"),
        (vec![DVec3::NAN, DVec3::ZERO], "does not fit into single precision"),
    ] {
        let error = writer.append(&frame).unwrap_err();
        assert!(error.to_string().contains(cause), "{error}");
    }
    writer.append(&[DVec3::ZERO; 2]).unwrap();
    writer.finish().unwrap();
    assert_eq!(pc2::read(&file.into_inner()).unwrap().frame_count(), 1);

    assert!(Pc2Writer::new(Cursor::new(Vec::new()), 0, 0.0, 1.0).is_err());
    assert!(Pc2Writer::new(Cursor::new(Vec::new()), 1, f32::NAN, 1.0).is_err());
    let uneven = PointCache { positions: vec![DVec3::ZERO; 3], ..cache() };
    assert!(
        pc2::write(Cursor::new(Vec::new()), &uneven)
            .unwrap_err()
            .to_string()
            .contains("no whole number of frames")
    );
}

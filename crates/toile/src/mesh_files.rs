//! Meshes from and to files, in one call each.

use std::path::{Path, PathBuf};
use toile_geom::TriMesh;
use toile_io::{ReadError, WriteError, read_mesh, write_mesh};

/// Why a mesh could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum MeshFileError {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Its folder could not be made.
    #[error("{}: {error}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
}

/// Reads the triangles of a mesh file of any format; polygons are cut into triangles. [`toile_io::read_mesh`] keeps polygons and all that a file has besides.
///
/// # Errors
/// If the file cannot be read.
pub fn open_mesh(path: impl AsRef<Path>) -> Result<TriMesh, MeshFileError> {
    Ok(read_mesh(path.as_ref())?.triangulate().mesh)
}

/// Writes a mesh in the format that the ending of the name says, into a folder that is made if it is missing.
///
/// # Errors
/// If the file cannot be written, or no format has that ending.
pub fn save_mesh(path: impl AsRef<Path>, mesh: &TriMesh) -> Result<(), MeshFileError> {
    let path = path.as_ref();
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .map_err(|error| MeshFileError::Folder { folder: folder.to_owned(), error })?;
    }
    write_mesh(path, &mesh.clone().into())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use toile_geom::shapes;

    #[test]
    fn a_mesh_comes_back_from_a_folder_that_was_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/ball.ply");
        let ball = shapes::icosphere(0.5, 1);
        save_mesh(&path, &ball).unwrap();
        assert_eq!(open_mesh(&path).unwrap().triangles, ball.triangles);
        assert!(open_mesh(folder.path().join("none.obj")).unwrap_err().to_string().contains("none.obj"));
        assert!(save_mesh(folder.path().join("ball.doc"), &ball).is_err());
    }
}

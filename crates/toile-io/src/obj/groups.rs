//! Gathering runs of faces with the same name and material.

use crate::Group;

/// The groups of a file while it is being read.
#[derive(Default)]
pub(super) struct GroupRuns {
    /// The name and material that the next face gets, and the first face that has them.
    current: Group,
    finished: Vec<Group>,
}

impl GroupRuns {
    /// The faces from `face` on belong to the group `name`; to none if it is empty.
    pub(super) fn set_name(&mut self, name: String, face: usize) {
        if name != self.current.name {
            self.close(face);
            self.current.name = name;
        }
    }

    /// The faces from `face` on have the material `name`; none if it is empty.
    pub(super) fn set_material(&mut self, name: String, face: usize) {
        let material = (!name.is_empty()).then_some(name);
        if material != self.current.material {
            self.close(face);
            self.current.material = material;
        }
    }

    /// The groups of a file of `face_count` faces.
    pub(super) fn finish(mut self, face_count: usize) -> Vec<Group> {
        self.close(face_count);
        self.finished
    }

    fn close(&mut self, end: usize) {
        let end = end as u32;
        let run = Group { faces: self.current.faces.start..end, ..self.current.clone() };
        self.current.faces.start = end;
        if run.faces.is_empty() || (run.name.is_empty() && run.material.is_none()) {
            return;
        }
        match self.finished.last_mut() {
            Some(last)
                if last.faces.end == run.faces.start
                    && last.name == run.name
                    && last.material == run.material =>
            {
                last.faces.end = end;
            }
            _ => self.finished.push(run),
        }
    }
}

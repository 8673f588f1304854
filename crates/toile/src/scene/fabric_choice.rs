//! What a scene says about a fabric: a name of the library, a file, or one of these with some numbers changed.
//!
//! ```toml
//! fabric = "cotton-poplin"
//! fabric = "mine.toml"
//! fabric = { like = "cotton-poplin", bending = { warp = "20 uN*m", weft = "20 uN*m" } }
//! ```

use super::section::kind;
use std::path::Path;
use toile_cloth::fabric::{Fabric, FabricError};
use toml::de::{DeTable, DeValue};

/// The fabric that a value stands for; files are looked for in `folder`.
pub(super) fn choose_fabric(value: &DeValue<'_>, folder: &Path) -> Result<Fabric, String> {
    match value {
        DeValue::String(name) => Fabric::open_in(name, folder).map_err(|error| error.to_string()),
        DeValue::Table(table) => changed(table, folder),
        other => Err(format!("expected a name, a file or {{ like = \"name\", ... }}, found {}", kind(other))),
    }
}

/// A fabric `like` another one, with some of its numbers changed. The changes are written into the text of its file and read with
/// it, so that units, ranges and the hints of messages are the same.
fn changed(changes: &DeTable<'_>, folder: &Path) -> Result<Fabric, String> {
    let like = match changes.get("like").map(toml::Spanned::get_ref) {
        Some(DeValue::String(name)) => Fabric::open_in(name, folder).map_err(|error| error.to_string())?,
        _ => {
            return Err(
                "`like` is missing; name the fabric that is changed: { like = \"linen\", ... }".into()
            );
        }
    };
    let mut file: toml::Table = like.to_toml().parse().map_err(|error| format!("{}: {error}", like.name))?;
    // What was said about the numbers no longer holds for all of them.
    file.remove("evidence");
    merge(&mut file, changes);
    file.remove("like");
    Fabric::from_toml("fabric", &file.to_string()).map_err(|error| match error {
        FabricError::Line { message, .. } => message,
        other => other.to_string(),
    })
}

/// Writes values into a table; tables in it are not replaced but written into.
fn merge(into: &mut toml::Table, from: &DeTable<'_>) {
    for (key, value) in from {
        let key = key.get_ref().to_string();
        match (into.get_mut(&key), value.get_ref()) {
            (Some(toml::Value::Table(inside)), DeValue::Table(changes)) => merge(inside, changes),
            (_, value) => {
                into.insert(key, plain(value));
            }
        }
    }
}

/// A value without its place in the text.
fn plain(value: &DeValue<'_>) -> toml::Value {
    let text = |text: &str| toml::Value::String(text.to_owned());
    match value {
        DeValue::String(value) => text(value),
        DeValue::Integer(value) => {
            value.to_string().parse().map_or_else(|_| text(value.as_str()), toml::Value::Integer)
        }
        DeValue::Float(value) => {
            value.as_str().parse().map_or_else(|_| text(value.as_str()), toml::Value::Float)
        }
        DeValue::Boolean(value) => toml::Value::Boolean(*value),
        DeValue::Datetime(value) => toml::Value::Datetime(*value),
        DeValue::Array(list) => toml::Value::Array(list.iter().map(|item| plain(item.get_ref())).collect()),
        DeValue::Table(table) => {
            let mut inside = toml::Table::new();
            merge(&mut inside, table);
            toml::Value::Table(inside)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(text: &str) -> Result<Fabric, String> {
        let table = DeTable::parse(text).unwrap();
        choose_fabric(table.get_ref().get("fabric").unwrap().get_ref(), Path::new(""))
    }

    #[test]
    fn a_change_is_made_and_the_rest_stays() {
        let poplin = Fabric::named("cotton-poplin").unwrap();
        assert_eq!(choose("fabric = 'cotton-poplin'").unwrap(), poplin);
        let stiff = choose(
            "fabric = { like = 'cotton-poplin', density = '200 g/m2', bending = { warp = '50 uN*m' }, air = { drag = 2 } }",
        )
        .unwrap();
        assert!((stiff.density - 0.2).abs() < 1e-12 && (stiff.bending.warp - 50e-6).abs() < 1e-15);
        assert!((stiff.air.drag - 2.0).abs() < 1e-12);
        assert_eq!(stiff.membrane, poplin.membrane);
        assert!((stiff.bending.weft - poplin.bending.weft).abs() < 1e-15);
        // A stiffness that the file left to be reckoned from others is kept like one that was given.
        assert!((stiff.bending.twist - poplin.bending.twist).abs() < 1e-15);
    }

    #[test]
    fn mistakes_in_changes_are_told_as_in_a_file() {
        let error = |text: &str| choose(text).unwrap_err();
        assert!(error("fabric = { like = 'cotton-popln' }").contains("perhaps `cotton-poplin`"));
        assert!(error("fabric = { density = '1 g/m2' }").contains("`like` is missing"));
        assert!(error("fabric = { like = 'linen', bending = { wrap = '1 uN*m' } }").contains("warp"));
        assert!(error("fabric = { like = 'linen', density = '1 mm' }").contains("density"));
        assert!(error("fabric = 3").contains("expected a name, a file or"));
    }
}

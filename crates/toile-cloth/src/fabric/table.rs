//! Tables of a textile laboratory: rows are directions, columns the usual abbreviations.
//!
//! As CSV, with the usual units of the system unless a heading gives another in parentheses:
//!
//! ```csv
//! direction, LT, EMT, G, B, 2HB, T, W (g/m2)
//! warp,    0.62, 4.1, 0.7, 0.09, 0.05, 0.5, 180
//! weft,    0.58, 7.9, 0.6, 0.07, 0.04,    ,
//! ```
//!
//! or as TOML with a section for each row. The rows are `warp`, `weft`, `bias`, `mean` (for a laboratory that reports
//! only the mean of warp and weft) and `fabric` (for what has no direction).

use toml::de::{DeTable, DeValue};

use super::error::FabricError;
use super::quantity::FabricQuantity;
use super::unit::Unit;
use toile_geom::names::did_you_mean;

/// A testing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Kawabata's evaluation system, KES-F.
    Kes,
    /// Fabric assurance by simple testing, (Siro)FAST.
    Fast,
}

/// Abbreviation, what it measures, the system's unit for it.
type Column = (&'static str, FabricQuantity, &'static str);

const KES_COLUMNS: &[Column] = &[
    ("LT", FabricQuantity::Number, ""),
    ("WT", FabricQuantity::Tension, "gf cm/cm2"),
    ("RT", FabricQuantity::Number, "%"),
    ("EMT", FabricQuantity::Number, "%"),
    ("G", FabricQuantity::ShearStiffness, "gf/cm/deg"),
    ("2HG", FabricQuantity::Tension, "gf/cm"),
    ("2HG5", FabricQuantity::Tension, "gf/cm"),
    ("B", FabricQuantity::BendingStiffness, "gf cm2/cm"),
    ("2HB", FabricQuantity::BendingMoment, "gf cm/cm"),
    ("T", FabricQuantity::Length, "mm"),
    ("W", FabricQuantity::ArealDensity, "mg/cm2"),
];

const FAST_COLUMNS: &[Column] = &[
    ("E5", FabricQuantity::Number, "%"),
    ("E20", FabricQuantity::Number, "%"),
    ("E100", FabricQuantity::Number, "%"),
    ("EB5", FabricQuantity::Number, "%"),
    ("C", FabricQuantity::Length, "mm"),
    ("B", FabricQuantity::BendingStiffness, "uN*m"),
    ("G", FabricQuantity::ShearStiffness, "N/m/rad"),
    ("W", FabricQuantity::ArealDensity, "g/m2"),
    ("T2", FabricQuantity::Length, "mm"),
    ("T100", FabricQuantity::Length, "mm"),
];

const ROWS: [&str; 5] = ["warp", "weft", "bias", "mean", "fabric"];

impl System {
    fn columns(self) -> &'static [Column] {
        match self {
            Self::Kes => KES_COLUMNS,
            Self::Fast => FAST_COLUMNS,
        }
    }

    fn column(self, name: &str) -> Result<Column, String> {
        let known = || self.columns().iter().map(|&(column, ..)| column);
        self.columns().iter().find(|(column, ..)| *column == name).copied().ok_or_else(|| {
            let all: Vec<&str> = known().collect();
            format!(
                "there is no column `{name}`{}; {self:?} has {}",
                did_you_mean(name, known()),
                all.join(", ")
            )
        })
    }
}

/// The numbers of one fabric as a laboratory reports them, converted to SI.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The system that its columns belong to.
    pub system: System,
    origin: String,
    cells: Vec<(&'static str, &'static str, f64)>,
}

impl Table {
    /// Reads a CSV table; `origin` is the name of the file, for messages.
    ///
    /// # Errors
    /// If a row or column is not known, a cell is not a number, or a unit does not fit.
    pub fn from_csv(system: System, origin: &str, text: &str) -> Result<Self, FabricError> {
        let mut table = Self { system, origin: origin.to_string(), cells: Vec::new() };
        let mut columns: Option<Vec<(Column, String)>> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let result = match &columns {
                None => heading(system, line).map(|heading| columns = Some(heading)),
                Some(columns) => table.csv_row(columns, line),
            };
            result.map_err(|message| table.error(number, message))?;
        }
        if table.cells.is_empty() {
            return Err(table.error(1, "the table has no numbers".to_string()));
        }
        Ok(table)
    }

    /// Reads a TOML table with a section for each row.
    ///
    /// # Errors
    /// As [`from_csv`](Self::from_csv), and if the text is not TOML.
    pub fn from_toml(system: System, origin: &str, text: &str) -> Result<Self, FabricError> {
        let mut table = Self { system, origin: origin.to_string(), cells: Vec::new() };
        let line_of = |place: usize| text.get(..place).unwrap_or(text).matches('\n').count() + 1;
        let rows = DeTable::parse(text).map_err(|error| {
            table.error(error.span().map_or(1, |span| line_of(span.start)), error.message().to_string())
        })?;
        for (row, cells) in rows.get_ref() {
            let place = line_of(row.span().start);
            let name = row_name(row.get_ref()).map_err(|message| table.error(place, message))?;
            let DeValue::Table(cells) = cells.get_ref() else {
                return Err(table.error(place, format!("`{name}` must be a section `[{name}]`")));
            };
            for (column, cell) in cells {
                let place = line_of(column.span().start);
                let text = match cell.get_ref() {
                    DeValue::String(text) => text.to_string(),
                    DeValue::Integer(number) => number.to_string(),
                    DeValue::Float(number) => number.as_str().to_string(),
                    other => {
                        return Err(
                            table.error(place, format!("expected a number, found {}", other.type_str()))
                        );
                    }
                };
                let result = system
                    .column(column.get_ref())
                    .and_then(|known| table.add(name, (known, known.2), &text));
                result.map_err(|message| table.error(place, message))?;
            }
        }
        Ok(table)
    }

    /// The number in a row and column, in SI.
    pub fn get(&self, row: &str, column: &str) -> Option<f64> {
        self.cells
            .iter()
            .find(|&&(known_row, known, _)| known_row == row && known == column)
            .map(|&(.., value)| value)
    }

    /// The number of a direction, or else the mean of the directions.
    pub(super) fn along(&self, row: &str, column: &str) -> Option<f64> {
        self.get(row, column).or_else(|| self.get("mean", column))
    }

    /// The mean over the rows that have a number in this column.
    pub(super) fn average(&self, column: &str) -> Option<f64> {
        let values: Vec<f64> = ROWS.iter().filter_map(|row| self.get(row, column)).collect();
        if values.is_empty() { None } else { Some(values.iter().sum::<f64>() / values.len() as f64) }
    }

    /// An error about the table as a whole.
    pub(super) fn complaint(&self, message: String) -> FabricError {
        self.error(1, message)
    }

    fn error(&self, line: usize, message: String) -> FabricError {
        FabricError::Line { origin: self.origin.clone(), line, message }
    }

    fn csv_row(&mut self, columns: &[(Column, String)], line: &str) -> Result<(), String> {
        let mut cells = line.split(',').map(str::trim);
        let row = row_name(cells.next().unwrap_or(""))?;
        let mut cells = cells.peekable();
        for ((column, unit), cell) in columns.iter().zip(cells.by_ref()) {
            if !cell.is_empty() {
                self.add(row, (*column, unit), cell)?;
            }
        }
        match cells.next() {
            Some(_) => Err(format!("the row `{row}` has more cells than the heading")),
            None => Ok(()),
        }
    }

    fn add(&mut self, row: &'static str, (column, unit): (Column, &str), cell: &str) -> Result<(), String> {
        let (name, quantity, _) = column;
        // A bare number is meant in the unit of its column.
        let text = if cell.parse::<f64>().is_ok() { format!("{cell} {unit}") } else { cell.to_string() };
        let value = quantity.parse(&text).map_err(|reason| format!("{row} {name}: {reason}"))?;
        if value < 0.0 {
            return Err(format!("{row} {name} is {cell}; it cannot be negative"));
        }
        if self.get(row, name).is_some() {
            return Err(format!("{row} {name} is given twice"));
        }
        self.cells.push((row, name, value));
        Ok(())
    }
}

fn row_name(name: &str) -> Result<&'static str, String> {
    ROWS.into_iter().find(|row| row.eq_ignore_ascii_case(name)).ok_or_else(|| {
        format!("there is no row `{name}`{}; rows are {}", did_you_mean(name, ROWS), ROWS.join(", "))
    })
}

/// The columns of a heading, each with its unit.
fn heading(system: System, line: &str) -> Result<Vec<(Column, String)>, String> {
    let mut cells = line.split(',').map(str::trim);
    let first = cells.next().unwrap_or("");
    if !first.eq_ignore_ascii_case("direction") {
        return Err(format!("the first column must be headed `direction`, not `{first}`"));
    }
    cells
        .map(|cell| {
            let (name, unit) =
                cell.split_once('(').map_or((cell, None), |(name, unit)| (name.trim(), Some(unit)));
            let column = system.column(name)?;
            let Some(unit) = unit else { return Ok((column, column.2.to_string())) };
            let unit = unit.strip_suffix(')').ok_or_else(|| format!("the unit of `{name}` is not closed"))?;
            let dimension = Unit::parse(unit)?.dimension;
            if dimension != column.1.dimension() {
                return Err(format!(
                    "`{name}` in {unit} measures {dimension}; expected {}",
                    column.1.expected()
                ));
            }
            Ok((column, unit.to_string()))
        })
        .collect()
}

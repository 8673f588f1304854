//! Plots of a report, as SVG.

use super::ReportEntry;
use super::markup::{escape, number};
use super::tables::girth_names;
use crate::fit::scale::Scale;
use std::fmt::Write;
use toile_dress::fit::{Ease, FitQuantity};

/// The colours of the entries, in their order.
const COLORS: [&str; 6] = ["#3b6ea5", "#c8743c", "#4f9462", "#9a5ba0", "#b89a30", "#5a9aa0"];

/// The colour of an entry.
pub(super) fn color(entry: usize) -> &'static str {
    COLORS[entry % COLORS.len()]
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 120.0;
const RIGHT: f64 = 60.0;

/// Where the bars of a chart of eases are.
struct Bars {
    /// The shares at both ends.
    low: f64,
    high: f64,
    /// The height of the rows of one girth.
    row: f64,
    bottom: f64,
}

/// The height of a bar, the room between girths, and where the first row begins.
const BAR: f64 = 13.0;
const GAP: f64 = 12.0;
const TOP: f64 = 10.0;

impl Bars {
    fn new(entries: &[ReportEntry<'_>], girths: usize) -> Self {
        let shares = entries.iter().flat_map(|entry| &entry.fit.eases).map(Ease::share);
        let (low, high) =
            shares.fold((-0.05, 0.3), |(low, high): (f64, f64), share| (low.min(share), high.max(share)));
        let row = BAR * entries.len() as f64 + GAP;
        let bottom = TOP + row * girths as f64;
        Self { low: (20.0 * low).floor() / 20.0, high: (20.0 * high).ceil() / 20.0, row, bottom }
    }

    fn x(&self, share: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (share - self.low) / (self.high - self.low)
    }

    /// One bar, with its ease in centimetres.
    fn draw(&self, svg: &mut String, ease: &Ease, y: f64, color: &str) {
        let (zero, end) = (self.x(0.0), self.x(ease.share()));
        let (from, to) = (zero.min(end), zero.max(end));
        let _ = write!(
            svg,
            "<rect rx=\"2\" fill=\"{color}\" x=\"{from:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
             <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{} cm</text>",
            (to - from).max(1.0),
            BAR - 2.0,
            to + 5.0,
            y + BAR - 3.5,
            number(100.0 * ease.ease(), 1)
        );
    }

    fn grid(&self, svg: &mut String) {
        for tick in ticks(self.low, self.high, 8.0) {
            let class = if tick.abs() < 1e-9 { "zero" } else { "grid" };
            let _ = write!(
                svg,
                "<line class=\"{class}\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{TOP}\" y2=\"{1:.1}\"/>\
                 <text class=\"tick\" text-anchor=\"middle\" x=\"{0:.1}\" y=\"{2:.1}\">{3} %</text>",
                self.x(tick),
                self.bottom,
                self.bottom + 16.0,
                number(100.0 * tick, 0)
            );
        }
    }
}

/// Bars of the ease at each girth, with the band that is neither tight nor loose.
pub(super) fn eases(entries: &[ReportEntry<'_>]) -> String {
    let names = girth_names(entries);
    let Some(limits) = entries.first().map(|entry| entry.fit.limits) else { return String::new() };
    let bars = Bars::new(entries, names.len());
    let mut svg = open(WIDTH, bars.bottom + 26.0, "ease at each girth");
    let (from, to) = (bars.x(limits.least_ease), bars.x(limits.loose_ease));
    let _ = write!(
        svg,
        "<rect class=\"band\" x=\"{from:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>",
        to - from,
        bars.bottom - TOP
    );
    bars.grid(&mut svg);
    for (r, name) in names.iter().enumerate() {
        let y = TOP + bars.row * r as f64 + 0.5 * GAP;
        let words = name.trim_end_matches("_girth").replace('_', " ");
        let _ = write!(
            svg,
            "<text text-anchor=\"end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 10.0,
            y + 0.5 * (bars.row - GAP) + 3.0,
            escape(&words)
        );
        for (e, entry) in entries.iter().enumerate() {
            if let Some(ease) = entry.fit.eases.iter().find(|ease| ease.name == *name) {
                bars.draw(&mut svg, ease, y + BAR * e as f64, color(e));
            }
        }
    }
    svg.push_str("</svg>");
    svg
}

/// Which share of the cloth has at least a value: one curve for each entry.
pub(super) fn exceedance(entries: &[ReportEntry<'_>], scale: &Scale) -> String {
    let (width, height, left, top, bottom) = (340.0, 210.0, 44.0, 12.0, 172.0);
    let start =
        if scale.quantity == FitQuantity::Distance { 0.0 } else { f64::from(scale.range[0]).max(0.0) };
    let end = f64::from(scale.range[1]);
    let x = |value: f64| left + (width - left - 16.0) * (value - start) / (end - start);
    let y = |share: f64| bottom - (bottom - top) * share;
    let mut svg = open(width, height, &format!("how much of the cloth has at least this {}", scale.title()));
    for tick in ticks(start, end, 5.0) {
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>\
             <text class=\"tick\" text-anchor=\"middle\" x=\"{0:.1}\" y=\"{1}\">{2}</text>",
            x(tick),
            bottom + 15.0,
            short(tick)
        );
    }
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{:.1}\" y1=\"{1:.1}\" y2=\"{1:.1}\"/>\
             <text class=\"tick\" text-anchor=\"end\" x=\"{2:.1}\" y=\"{3:.1}\">{4:.0} %</text>",
            width - 16.0,
            y(tick),
            left - 6.0,
            y(tick) + 4.0,
            100.0 * tick
        );
    }
    for (e, entry) in entries.iter().enumerate() {
        let mut values: Vec<f32> = scale.values(entry.fit).into_iter().filter(|v| v.is_finite()).collect();
        values.sort_unstable_by(f32::total_cmp);
        let points: Vec<String> = (0..=120)
            .map(|i| {
                let value = start + (end - start) * f64::from(i) / 120.0;
                let below = values.partition_point(|&v| f64::from(v) < value);
                let share = 1.0 - below as f64 / values.len().max(1) as f64;
                format!("{:.1},{:.1}", x(value), y(share))
            })
            .collect();
        let _ = write!(svg, "<polyline stroke=\"{}\" points=\"{}\"/>", color(e), points.join(" "));
    }
    let _ = write!(
        svg,
        "<text text-anchor=\"end\" x=\"{:.1}\" y=\"{:.1}\">{} [{}]</text></svg>",
        width - 16.0,
        height - 4.0,
        escape(scale.title()),
        escape(scale.unit())
    );
    svg
}

/// The colour bar of a scale.
pub(super) fn legend(scale: &Scale) -> String {
    let (width, left) = (360.0, 12.0);
    let mut svg = open(width, 42.0, &format!("colours of {}", scale.title()));
    let id = format!("scale-{}", scale.quantity.name());
    let _ = write!(svg, "<defs><linearGradient id=\"{id}\">");
    for i in 0..=16 {
        let share = i as f32 / 16.0;
        let [r, g, b] = scale.map.at(share).to_srgb();
        let _ = write!(svg, "<stop offset=\"{share:.4}\" stop-color=\"rgb({r},{g},{b})\"/>");
    }
    let _ = write!(
        svg,
        "</linearGradient></defs><rect rx=\"3\" x=\"{left}\" y=\"2\" width=\"{:.1}\" height=\"14\" fill=\"url(#{id})\"/>",
        width - 2.0 * left
    );
    let [low, high] = scale.range.map(f64::from);
    for tick in ticks(low, high, 6.0) {
        let _ = write!(
            svg,
            "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1}\" y=\"32\">{}</text>",
            left + (width - 2.0 * left) * (tick - low) / (high - low),
            short(tick)
        );
    }
    svg.push_str("</svg>");
    svg
}

fn open(width: f64, height: f64, words: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"{}\">",
        escape(words)
    )
}

/// Round numbers in a range, about as many as asked for.
fn ticks(low: f64, high: f64, about: f64) -> Vec<f64> {
    let rough = (high - low) / about;
    if !(rough > 0.0 && rough.is_finite()) {
        return Vec::new();
    }
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&s| s >= rough * 0.999).unwrap_or(rough);
    let (first, last) = ((low / step - 1e-6).ceil() as i64, (high / step + 1e-6).floor() as i64);
    (first..=last).take(64).map(|k| k as f64 * step).collect()
}

fn short(value: f64) -> String {
    let text = number(value, 2);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside_and_labels_short() {
        assert_eq!(ticks(0.0, 1.0, 5.0).len(), 6);
        assert!(ticks(1.0, 1.0, 5.0).is_empty() && ticks(0.0, f64::NAN, 5.0).is_empty());
        assert_eq!((short(0.5), short(-20.0), short(2.0)), ("0.5".into(), "−20".into(), "2".into()));
    }
}

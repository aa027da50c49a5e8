//! The layout of a chart.

use crate::analysis::Analysis;
use crate::unit::Unit;

use super::axis::Axis;
use super::bars::Bars;
use super::font::Letters;
use super::labels;
use super::scene::{Anchor, BELOW_ZERO, Colour, FAINT_INK, GRID, INK, Mark, PAPER, SERIES, Scene, ZERO};

const WIDTH: f32 = 960.0;
const EDGE: f32 = 32.0;
/// The maximum number of groups in a vertical bar chart, whose labels must be short.
const MOST_UPRIGHT: usize = 12;

pub(super) fn scene(analysis: &Analysis) -> Scene {
    let mut page = Page { letters: Letters::new(), marks: Vec::new(), y: EDGE, unit: unit(analysis) };
    let title = labels::title(analysis);
    let height = match Bars::of(analysis) {
        None => page.card(analysis, &title),
        Some(bars) => {
            page.head(&title, &labels::subtitle(analysis), &bars);
            if page.fits_vertical_bars(&bars) {
                page.upright(&bars)
            } else {
                page.lying(&bars)
            }
            page.foot(&bars);
            page.y + EDGE * 0.75
        }
    };
    Scene { width: WIDTH, height, title, marks: page.marks }
}

/// Returns the common unit of all figures.
fn unit(analysis: &Analysis) -> Option<Unit> {
    let first = analysis.figures.first()?.unit.clone();
    analysis.figures.iter().all(|it| it.unit == first).then_some(first).flatten()
}

struct Page {
    letters: Letters,
    marks: Vec<Mark>,
    /// The height that is used so far.
    y: f32,
    unit: Option<Unit>,
}

impl Page {
    /// Lays out a single figure in large type.
    fn card(&mut self, analysis: &Analysis, title: &str) -> f32 {
        let room = WIDTH - 2.0 * EDGE;
        self.text(EDGE, 62.0, 20.0, true, Anchor::Start, INK, title, room);
        let shown = analysis
            .figures
            .first()
            .map_or("–".to_owned(), |it| labels::answer(&it.value, it.unit.as_ref()));
        let width = self.letters.width(&shown, 64.0, true);
        let size = if width > room { (64.0 * room / width).max(16.0) } else { 64.0 };
        self.text(EDGE, 148.0, size, true, Anchor::Start, SERIES[0], &shown, room);
        self.text(EDGE, 196.0, 13.0, false, Anchor::Start, FAINT_INK, &labels::subtitle(analysis), room);
        self.bar(0.0, 0.0, 6.0, 232.0, 0.0, SERIES[0]);
        232.0
    }

    fn head(&mut self, title: &str, subtitle: &str, bars: &Bars) {
        let room = WIDTH - 2.0 * EDGE;
        self.text(EDGE, self.y + 16.0, 20.0, true, Anchor::Start, INK, title, room);
        self.y += 26.0;
        if !subtitle.is_empty() {
            self.text(EDGE, self.y + 14.0, 13.0, false, Anchor::Start, FAINT_INK, subtitle, room);
            self.y += 24.0;
        }
        let mut x = EDGE;
        for (index, name) in bars.series.iter().enumerate() {
            let name = self.letters.fitted(name, 13.0, false, 240.0);
            let width = 18.0 + self.letters.width(&name, 13.0, false) + 22.0;
            if x + width > WIDTH - EDGE && x > EDGE {
                x = EDGE;
                self.y += 20.0;
            }
            self.bar(x, self.y + 5.0, 12.0, 12.0, 3.0, SERIES[index % SERIES.len()]);
            self.text(x + 18.0, self.y + 15.5, 13.0, false, Anchor::Start, INK, &name, 260.0);
            x += width;
        }
        if !bars.series.is_empty() {
            self.y += 26.0;
        }
        self.y += 10.0;
    }

    fn foot(&mut self, bars: &Bars) {
        let told = match (bars.left_out, bars.bars.len()) {
            (0, 0) => "There are no groups.".to_owned(),
            (0, _) => return,
            (more, shown) => format!("The {shown} largest are shown; {more} more are not."),
        };
        self.text(EDGE, self.y + 16.0, 12.0, false, Anchor::Start, FAINT_INK, &told, WIDTH - 2.0 * EDGE);
        self.y += 22.0;
    }

    fn fits_vertical_bars(&self, bars: &Bars) -> bool {
        let groups = bars.bars.len();
        let slot = (WIDTH - 2.0 * EDGE - 60.0) / groups.max(1) as f32;
        let several = bars.series.len().max(1) as f32;
        let name_fits = |it: &String| self.letters.width(it, 13.0, false) < slot - 10.0;
        // The label above a bar must fit its width.
        let label_fits = |it: &str| self.letters.width(it, 12.0, false) < slot * 0.84 / several;
        (1..=MOST_UPRIGHT).contains(&groups)
            && bars.names.iter().all(name_fits)
            && bars.bars.iter().flatten().all(|it| label_fits(&it.label))
    }

    /// Lays out a horizontal bar chart.
    fn lying(&mut self, bars: &Bars) {
        let widest = |texts: &mut dyn Iterator<Item = &str>, size| {
            texts.map(|it| self.letters.width(it, size, false)).fold(0.0, f32::max)
        };
        let names = widest(&mut bars.names.iter().map(|it| &**it), 13.0).min(280.0);
        let labels = widest(&mut bars.bars.iter().flatten().map(|it| &*it.label), 12.0).min(220.0);
        let axis = Axis::over(bars.values(), 5);
        let below = bars.values().any(|it| it < 0.0);
        // Labels are at the outer ends of bars, so both sides need space if some bars are negative.
        let left = EDGE + names + 14.0 + if below { labels + 8.0 } else { 0.0 };
        let right = WIDTH - EDGE - labels - 8.0;
        let across = |value: f64| left + axis.share(value) * (right - left);
        let several = bars.bars.first().map_or(1, Vec::len).max(1);
        let thick = if several == 1 { 20.0 } else { 15.0 };
        let (within, between) = (2.0, if several == 1 { 9.0 } else { 14.0 });
        let group = several as f32 * (thick + within) - within;
        let top = self.y;
        let bottom = top + bars.bars.len() as f32 * (group + between) + 2.0;
        for tick in &axis.ticks {
            let x = across(*tick);
            self.bar(
                x - 0.5,
                top - 4.0,
                1.0,
                bottom - top + 4.0,
                0.0,
                if *tick == 0.0 { ZERO } else { GRID },
            );
            let shown = labels::tick(*tick, self.unit.as_ref());
            self.text(x, bottom + 17.0, 11.5, false, Anchor::Middle, FAINT_INK, &shown, 120.0);
        }
        let zero = across(0.0);
        for (index, (name, group_bars)) in bars.names.iter().zip(&bars.bars).enumerate() {
            let y = top + index as f32 * (group + between) + between / 2.0;
            self.text(EDGE + names, y + group / 2.0 + 4.5, 13.0, false, Anchor::End, INK, name, names + 1.0);
            for (series, bar) in group_bars.iter().enumerate() {
                let y = y + series as f32 * (thick + within);
                let end = bar.value.map_or(zero, &across);
                let negative = bar.value.is_some_and(|it| it < 0.0);
                if bar.value.is_some_and(|it| it != 0.0) {
                    let length = (end - zero).abs().max(1.0);
                    self.bar(zero.min(end), y, length, thick, 3.0, colour(series, several, negative));
                }
                let (x, anchor) =
                    if negative { (end - 6.0, Anchor::End) } else { (end.max(zero) + 6.0, Anchor::Start) };
                self.label(x, y + thick / 2.0 + 4.2, anchor, &bar.label, 220.0);
            }
        }
        self.y = bottom + 26.0;
    }

    /// Lays out a vertical bar chart.
    fn upright(&mut self, bars: &Bars) {
        let axis = Axis::over(bars.values(), 5);
        let ticks: Vec<String> = axis.ticks.iter().map(|it| labels::tick(*it, self.unit.as_ref())).collect();
        let widest = ticks.iter().map(|it| self.letters.width(it, 11.5, false)).fold(0.0, f32::max);
        let left = EDGE + widest + 12.0;
        let right = WIDTH - EDGE;
        let top = self.y + 18.0;
        let bottom = top + 320.0;
        let along = |value: f64| bottom - axis.share(value) * (bottom - top);
        for (tick, shown) in axis.ticks.iter().zip(&ticks) {
            let y = along(*tick);
            self.bar(left, y - 0.5, right - left, 1.0, 0.0, if *tick == 0.0 { ZERO } else { GRID });
            self.text(left - 10.0, y + 4.0, 11.5, false, Anchor::End, FAINT_INK, shown, 160.0);
        }
        let slot = (right - left) / bars.bars.len().max(1) as f32;
        let several = bars.bars.first().map_or(1, Vec::len).max(1);
        let width = (slot * 0.84 / several as f32).min(if several == 1 { 84.0 } else { 64.0 });
        let zero = along(0.0);
        for (index, (name, group)) in bars.names.iter().zip(&bars.bars).enumerate() {
            let middle = left + (index as f32 + 0.5) * slot;
            let start = middle - width * several as f32 / 2.0;
            for (series, bar) in group.iter().enumerate() {
                let x = start + series as f32 * width;
                let end = bar.value.map_or(zero, &along);
                let negative = bar.value.is_some_and(|it| it < 0.0);
                if bar.value.is_some_and(|it| it != 0.0) {
                    let height = (end - zero).abs().max(1.0);
                    self.bar(
                        x + 1.0,
                        zero.min(end),
                        width - 2.0,
                        height,
                        3.0,
                        colour(series, several, negative),
                    );
                }
                let y = if negative { end + 15.0 } else { end - 6.0 };
                self.label(x + width / 2.0, y, Anchor::Middle, &bar.label, slot);
            }
            self.text(middle, bottom + 34.0, 13.0, false, Anchor::Middle, INK, name, slot);
        }
        self.y = bottom + 44.0;
    }

    /// Adds the label of a bar, with a background that covers the grid lines.
    fn label(&mut self, x: f32, y: f32, anchor: Anchor, text: &str, room: f32) {
        let width = self.letters.width(text, 12.0, false).min(room);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        self.bar(left - 2.0, y - 10.5, width + 4.0, 13.0, 0.0, PAPER);
        self.text(x, y, 12.0, false, anchor, INK, text, room);
    }

    fn bar(&mut self, x: f32, y: f32, width: f32, height: f32, round: f32, colour: Colour) {
        self.marks.push(Mark::Bar { x, y, width, height, round, colour });
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a text has a place, a look and a limit, and nothing else joins them"
    )]
    fn text(
        &mut self,
        x: f32,
        y: f32,
        size: f32,
        bold: bool,
        anchor: Anchor,
        colour: Colour,
        text: &str,
        room: f32,
    ) {
        let text = self.letters.fitted(text, size, bold, room);
        self.marks.push(Mark::Text { x, y, size, bold, anchor, colour, text });
    }
}

/// Returns the color of a series; a single series has a separate color for negative values.
fn colour(series: usize, several: usize, negative: bool) -> Colour {
    if several == 1 && negative { BELOW_ZERO } else { SERIES[series % SERIES.len()] }
}

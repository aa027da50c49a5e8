//! The data of a bar chart.

use crate::analysis::{Analysis, Answer, Figure};
use crate::table::grouped;

use super::labels;

/// The maximum number of bars per series.
const MOST: usize = 40;

/// Grouped bars, with one bar per column in each group.
pub(super) struct Bars {
    /// The labels of the groups.
    pub(super) names: Vec<String>,
    /// The names of the series, if there is more than one.
    pub(super) series: Vec<String>,
    /// The bars by group and series.
    pub(super) bars: Vec<Vec<Bar>>,
    /// The number of omitted groups.
    pub(super) left_out: usize,
}

/// A bar.
#[derive(Clone)]
pub(super) struct Bar {
    /// Its value; none if there is no number.
    pub(super) value: Option<f64>,
    /// The label at its end.
    pub(super) label: String,
}

impl Bars {
    /// Returns the bars for an analysis; none if it consists of a single figure.
    pub(super) fn of(analysis: &Analysis) -> Option<Self> {
        let figures = &analysis.figures;
        if analysis.by.is_empty() {
            let bars = figures.iter().map(|it| vec![bar(Some(&it.value), it)]).collect();
            let names = labels(figures);
            let all = Self { names, series: Vec::new(), bars, left_out: 0 };
            return (figures.len() > 1).then(|| all.shortened(MOST));
        }
        let series = if figures.len() > 1 { labels(figures) } else { Vec::new() };
        let (mut names, mut bars) = (Vec::new(), Vec::new());
        for (key, answers) in grouped(analysis) {
            names.push(if key.trim().is_empty() { "(none)".to_owned() } else { key.to_owned() });
            bars.push(answers.into_iter().zip(figures).map(|(answer, figure)| bar(answer, figure)).collect());
        }
        let most = (2 * MOST / figures.len().max(1)).clamp(8, MOST);
        Some(Self { names, series, bars, left_out: 0 }.shortened(most))
    }

    /// Keeps the groups with the largest values, in their original order.
    fn shortened(mut self, most: usize) -> Self {
        if self.bars.len() <= most {
            return self;
        }
        let size = |bars: &[Bar]| bars.iter().filter_map(|it| it.value).map(f64::abs).fold(-1.0, f64::max);
        let mut places: Vec<usize> = (0..self.bars.len()).collect();
        places.sort_by(|one, other| size(&self.bars[*other]).total_cmp(&size(&self.bars[*one])));
        places.truncate(most);
        places.sort_unstable();
        self.left_out = self.bars.len() - most;
        self.names = places.iter().map(|it| self.names[*it].clone()).collect();
        self.bars = places.iter().map(|it| self.bars[*it].clone()).collect();
        self
    }

    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        self.bars.iter().flatten().filter_map(|it| it.value)
    }
}

/// Returns the labels of figures: their columns, and their operations if these differ.
fn labels(figures: &[Figure]) -> Vec<String> {
    let several = figures.iter().any(|it| it.operation != figures[0].operation);
    let label = |it: &Figure| match several {
        true => format!("{} of {}", it.operation, it.column.name),
        false => it.column.name.clone(),
    };
    figures.iter().map(label).collect()
}

fn bar(answer: Option<&Answer>, figure: &Figure) -> Bar {
    let label = answer.map_or("–".to_owned(), |it| labels::answer(it, figure.unit.as_ref()));
    Bar { value: answer.and_then(|it| it.number).filter(|it| it.is_finite()), label }
}

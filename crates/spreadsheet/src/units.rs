//! The units of the numbers of a column.

use crate::number::Mark;
use crate::unit::Unit;
use crate::value::Measure;

/// The units of the numbers of a column.
#[derive(Debug, Clone, Default)]
pub(crate) struct Units {
    unmarked: u64,
    durations: u64,
    marked: Vec<(Unit, u64)>,
}

impl Units {
    /// The maximum number of currencies that are distinguished.
    const MOST: usize = 16;

    #[inline]
    pub(crate) fn note(&mut self, unit: Measure<'_>) {
        let unit = match unit {
            Measure::None | Measure::Marked(Mark::None) => {
                self.unmarked += 1;
                return;
            }
            Measure::Duration => {
                self.durations += 1;
                return;
            }
            Measure::Marked(Mark::Percent) => Unit::Percent,
            Measure::Marked(Mark::Money(sign)) => {
                let known =
                    self.marked.iter_mut().find(|(it, _)| matches!(it, Unit::Currency(own) if own == sign));
                if let Some((_, count)) = known {
                    *count += 1;
                    return;
                }
                Unit::Currency(sign.to_owned())
            }
            Measure::Stored(unit) => {
                if let Some((_, count)) = self.marked.iter_mut().find(|(it, _)| it == unit) {
                    *count += 1;
                    return;
                }
                unit.clone()
            }
        };
        self.add(unit, 1);
    }

    pub(crate) fn merge(&mut self, other: Units) {
        self.unmarked += other.unmarked;
        self.durations += other.durations;
        other.marked.into_iter().for_each(|(unit, count)| self.add(unit, count));
    }

    fn add(&mut self, unit: Unit, more: u64) {
        if let Some((_, count)) = self.marked.iter_mut().find(|(it, _)| *it == unit) {
            *count += more;
        } else if self.marked.len() < Self::MOST {
            self.marked.push((unit, more));
        }
    }

    /// Returns the common unit; numbers without a unit count as having it.
    pub(crate) fn common(&self) -> Option<Unit> {
        match self.marked.as_slice() {
            [(Unit::Percent, _)] if self.unmarked > 0 => None,
            [(unit, _)] if self.durations == 0 => Some(unit.clone()),
            _ => None,
        }
    }

    /// Describes mixed units, which affect the figure.
    pub(crate) fn notes(&self, column: &str) -> Option<String> {
        if self.marked.len() > 1 {
            let mut marked = self.marked.clone();
            marked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let told: Vec<String> = marked.iter().map(|(unit, count)| format!("{count} in {unit}")).collect();
            return Some(format!("\"{column}\" holds amounts of different kinds: {}", told.join(", ")));
        }
        match self.marked.as_slice() {
            [(Unit::Percent, count)] if self.unmarked > 0 => {
                Some(format!("\"{column}\" holds {count} shares in % and {} plain numbers", self.unmarked))
            }
            _ if self.durations > 0 => Some(format!("\"{column}\" holds durations, which are told in days")),
            _ => None,
        }
    }
}

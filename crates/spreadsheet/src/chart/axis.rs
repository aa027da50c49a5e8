//! The axis of a bar chart.

/// The range of the axis, with its ticks.
#[derive(Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// Creates an axis that includes zero and all values, with about `about` round ticks.
    pub(super) fn over(values: impl Iterator<Item = f64>, about: usize) -> Self {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for value in values.filter(|it| it.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        // Halved so that the difference of extreme values does not overflow.
        let range = (high / 2.0 - low / 2.0) * 2.0;
        if !range.is_finite() {
            return Self { low: f64::MIN / 4.0, high: f64::MAX / 4.0, ticks: vec![0.0] };
        }
        if range < f64::MIN_POSITIVE * 1e6 {
            return Self { low: 0.0, high: 1.0, ticks: vec![0.0, 1.0] };
        }
        let step = round_step(range / about.max(1) as f64);
        let first = (low / step).floor() as i64;
        let last = (high / step).ceil() as i64;
        let ticks: Vec<f64> = (first..=last).take(50).map(|index| index as f64 * step).collect();
        Self { low: first as f64 * step, high: last as f64 * step, ticks }
    }

    /// Returns the position of a value on the axis, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f32 {
        (((value - self.low) / (self.high - self.low)) as f32).clamp(0.0, 1.0)
    }
}

/// Rounds up to 1, 2, 2.5 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0];
    steps.iter().map(|it| it * power).find(|it| *it >= least * 0.999).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_all_values() {
        assert_eq!(Axis::over([3.0, 97.0].into_iter(), 5).ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Axis::over([-30.0, 45.0].into_iter(), 4).ticks, [-40.0, -20.0, 0.0, 20.0, 40.0, 60.0]);
        for values in [
            vec![],
            vec![0.0],
            vec![f64::NAN],
            vec![f64::MAX, f64::MIN],
            vec![1e-320],
            vec![1e300],
            vec![-1e-9],
        ] {
            let axis = Axis::over(values.iter().copied(), 5);
            assert!(
                axis.high > axis.low && !axis.ticks.is_empty() && axis.ticks.len() < 20,
                "{values:?}: {axis:?}"
            );
            assert!(values.iter().all(|it| axis.share(*it).is_finite() || it.is_nan()));
        }
    }
}

use serde::Deserialize;

use super::plain_command;

plain_command!(Enable, "Performance.enable");
// The browser answers this command even while a script runs.
plain_command!(GetMetrics, "Performance.getMetrics", Metrics);

#[derive(Debug, Deserialize)]
pub(crate) struct Metrics {
    #[serde(default)]
    metrics: Vec<Metric>,
}

#[derive(Debug, Deserialize)]
struct Metric {
    name: String,
    value: f64,
}

impl Metrics {
    /// The processor time that the page's thread has used so far, in seconds.
    pub(crate) fn thread_time(&self) -> Option<f64> {
        self.metrics.iter().find(|metric| metric.name == "ThreadTime").map(|metric| metric.value)
    }
}

use serde::Serialize;

/// The explanation of a decision.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Why {
    /// The example whose template matched.
    pub template: Option<String>,
    /// The statistical features with their weights, the strongest first.
    pub features: Vec<(String, f64)>,
    /// The scope probability: that the sentence means anything known.
    pub scope: f64,
    /// The thresholds.
    pub thresholds: Thresholds,
}

impl Why {
    /// Formats the explanation for people.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.template.iter().map(|template| format!("template: {template}")));
        let features: Vec<String> =
            self.features.iter().map(|(name, weight)| format!("{name} {weight:+.2}")).collect();
        if !features.is_empty() {
            lines.push(format!("features: {}", features.join(", ")));
        }
        let Thresholds { scope, confidence, margin } = self.thresholds;
        lines.push(format!("scope: {:.2} (at least {scope:.2})", self.scope));
        lines.push(format!("thresholds: confidence {confidence}, margin {margin}"));
        lines
    }
}

/// The thresholds of a decision.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Thresholds {
    /// The threshold of the scope probability.
    pub scope: f64,
    /// The confidence threshold.
    pub confidence: f64,
    /// The minimum margin between the two best interpretations.
    pub margin: f64,
}

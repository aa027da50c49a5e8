use serde::Serialize;

/// What decided how a sentence was read.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Why {
    /// The example whose template it fits.
    pub template: Option<String>,
    /// What the statistics went by, the strongest first, with how much each speaks for it.
    pub features: Vec<(String, f64)>,
    /// How sure it is that it means anything that is known here.
    pub scope: f64,
    /// What was compared with what.
    pub thresholds: Thresholds,
}

impl Why {
    /// The same for people, a line each.
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

/// The bounds that decide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Thresholds {
    /// Below this a sentence means nothing that is known here.
    pub scope: f64,
    /// Below this one asks.
    pub confidence: f64,
    /// Two that are nearer than this to each other are distinguished by asking.
    pub margin: f64,
}

use crate::reading::lexicon::Evidence;

/// The summed evidence for each role of a field. The strongest role is chosen if it reaches the threshold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scores(Vec<(&'static str, f32)>);

/// The minimum score of a role.
const ENOUGH: f32 = 0.78;

impl Scores {
    pub(crate) fn add(&mut self, role: &'static str, weight: f32) {
        match self.0.iter_mut().find(|(known, _)| *known == role) {
            Some((_, sum)) => *sum += weight,
            None => self.0.push((role, weight)),
        }
    }

    pub(crate) fn of(&self, role: &str) -> f32 {
        self.0.iter().find(|(known, _)| *known == role).map_or(0.0, |(_, sum)| *sum)
    }

    pub(super) fn scale(&mut self, role: &str, factor: f32) {
        if let Some((_, sum)) = self.0.iter_mut().find(|(known, _)| *known == role) {
            *sum *= factor;
        }
    }

    pub(crate) fn remove(&mut self, role: &str) {
        self.0.retain(|(known, _)| *known != role);
    }

    /// Returns the strongest role that reaches the threshold.
    pub(crate) fn best(&self) -> Option<(&'static str, f32)> {
        self.0
            .iter()
            .copied()
            .filter(|(_, sum)| *sum >= ENOUGH)
            .max_by(|one, other| one.1.total_cmp(&other.1))
    }

    pub(super) fn add_evidence(&mut self, evidence: &Evidence, weight: f32) {
        for (role, strength) in evidence {
            self.add(role, strength * weight);
        }
    }

    pub(super) fn keep(&mut self, may: impl Fn(&str) -> bool) {
        self.0.retain(|(role, _)| may(role));
    }
}

//! The recording of a session, from commands or manual input.

use lemmascope_learner::{Kind, Step};
use serde::{Deserialize, Serialize};

/// The maximum number of steps in a recording.
pub(crate) const MOST_RECORDED: usize = 200;

/// The recorded steps. Secrets are left open.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Recording {
    steps: Vec<Recorded>,
    /// The number of steps beyond the maximum, which were dropped.
    dropped: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Recorded {
    step: Step,
    /// The target element, if the step is a person's input.
    element: Option<String>,
    /// The run, if the step is a command.
    run: Option<String>,
}

impl Recording {
    /// Adds the step of a command.
    pub(crate) fn add(&mut self, step: Step, run: Option<&str>) {
        if step.kind != Kind::Look {
            self.push(Recorded { step, element: None, run: run.map(str::to_string) });
        }
    }

    /// Adds the step of a person's input. A complete text supersedes its beginning, and the click into its
    /// field.
    pub(crate) fn add_input(&mut self, step: Step, element: String, supersedes: bool) {
        let is_on_same = |last: &&Recorded| !element.is_empty() && last.element.as_ref() == Some(&element);
        while supersedes && self.steps.last().as_ref().is_some_and(is_on_same) {
            self.steps.pop();
        }
        self.push(Recorded { step, element: Some(element), run: None });
    }

    fn push(&mut self, recorded: Recorded) {
        match self.steps.len() < MOST_RECORDED {
            true => self.steps.push(recorded),
            false => self.dropped += 1,
        }
    }

    /// Removes the steps of a run.
    pub(crate) fn forget(&mut self, run: &str) {
        self.steps.retain(|recorded| recorded.run.as_deref() != Some(run));
    }

    /// Returns the steps in order.
    pub(crate) fn steps(&self) -> Vec<Step> {
        self.steps.iter().map(|recorded| recorded.step.clone()).collect()
    }

    /// Returns the number of dropped steps.
    pub(crate) fn dropped(&self) -> usize {
        self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(verb: &str) -> Step {
        Step { verb: verb.into(), ..Step::default() }
    }

    fn verbs(recording: &Recording) -> Vec<String> {
        recording.steps().into_iter().map(|step| step.verb).collect()
    }

    #[test]
    fn later_input_supersedes_earlier_input_of_element() {
        let mut recording = Recording::default();
        for (verb, element, supersedes) in [
            ("click", "field", false),
            ("type", "field", true),
            ("type", "field", true),
            ("click", "button", false),
            ("click", "button", false),
            ("click", "", false),
            ("type", "", true),
            ("check", "box", true),
            ("uncheck", "box", true),
        ] {
            recording.add_input(step(verb), element.into(), supersedes);
        }
        assert_eq!(verbs(&recording), ["type", "click", "click", "click", "type", "uncheck"]);
    }

    #[test]
    fn removes_undone_steps_from_recording() {
        let mut recording = Recording::default();
        recording.add(step("a"), Some("1"));
        recording.add(step("b"), Some("2"));
        recording.add(Step { kind: Kind::Look, ..step("look") }, Some("3"));
        recording.forget("1");
        assert_eq!(verbs(&recording), ["b"]);
    }

    #[test]
    fn limits_number_of_recorded_steps() {
        let mut recording = Recording::default();
        (0..MOST_RECORDED + 3).for_each(|_| recording.add(step("a"), None));
        assert_eq!((recording.steps().len(), recording.dropped()), (MOST_RECORDED, 3));
    }
}

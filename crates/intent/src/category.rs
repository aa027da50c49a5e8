use serde::Serialize;

/// The category of a request. A domain states the categories of its verbs and intents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// A question that needs knowledge from outside the screen and the files of this machine.
    InformationQuery,
    /// Starting an application, or opening something with one.
    ApplicationLaunch,
    /// Using a running application; the default for everything that no domain assigns to another category.
    ApplicationControl,
    /// Windows and virtual desktops.
    WindowManagement,
    /// The state and the settings of this machine.
    SystemQuery,
    /// Screenshots.
    ScreenCapture,
    /// Reading text on the screen.
    ScreenPerception,
    /// The keyboard and the mouse.
    InputControl,
    /// Files and folders.
    FileOperation,
    /// Pages in the browser.
    BrowserControl,
    /// Spreadsheets and documents.
    OfficeOperation,
    /// The category is unknown.
    Unknown,
}

/// The pipeline that executes a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Pipeline {
    /// Answers from facts or a language model.
    #[serde(rename = "info_pipeline")]
    Info,
    /// Calls a tool.
    #[serde(rename = "action_pipeline")]
    Action,
    /// Answers that the request is unsupported, and lists the supported ones.
    #[serde(rename = "fallback_pipeline")]
    Fallback,
}

impl Category {
    /// Returns the pipeline of the category.
    pub fn pipeline(self) -> Pipeline {
        match self {
            Self::InformationQuery => Pipeline::Info,
            Self::Unknown => Pipeline::Fallback,
            _ => Pipeline::Action,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_categories_to_names_and_pipelines() {
        let all = [
            (Category::InformationQuery, "information_query", "info_pipeline"),
            (Category::ApplicationLaunch, "application_launch", "action_pipeline"),
            (Category::ApplicationControl, "application_control", "action_pipeline"),
            (Category::WindowManagement, "window_management", "action_pipeline"),
            (Category::SystemQuery, "system_query", "action_pipeline"),
            (Category::ScreenCapture, "screen_capture", "action_pipeline"),
            (Category::ScreenPerception, "screen_perception", "action_pipeline"),
            (Category::InputControl, "input_control", "action_pipeline"),
            (Category::FileOperation, "file_operation", "action_pipeline"),
            (Category::BrowserControl, "browser_control", "action_pipeline"),
            (Category::OfficeOperation, "office_operation", "action_pipeline"),
            (Category::Unknown, "unknown", "fallback_pipeline"),
        ];
        for (category, name, pipeline) in all {
            assert_eq!(serde_json::json!(category), name);
            assert_eq!(serde_json::json!(category.pipeline()), pipeline);
        }
    }
}

use serde::Serialize;

/// The categories of what a sentence can want, each with the pipeline that carries it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Category {
    /// Something is to be known that is neither on this machine's screen nor in its files.
    InformationQuery,
    /// An application is to be started, or something opened with one.
    ApplicationLaunch,
    /// An application that runs is to do something.
    ApplicationControl,
    /// Windows and virtual desktops.
    WindowManagement,
    /// This machine: its state, and what can be set of it.
    SystemQuery,
    /// A picture of the screen.
    ScreenCapture,
    /// What can be read on the screen.
    ScreenPerception,
    /// The keyboard and the mouse.
    InputControl,
    /// Files and folders.
    FileOperation,
    /// Pages in the browser.
    BrowserControl,
    /// Spreadsheets and documents.
    OfficeOperation,
    /// Nobody knows.
    Unknown,
}

/// The pipeline that a category goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) enum Pipeline {
    /// It is answered from what is known.
    #[serde(rename = "info_pipeline")]
    Info,
    /// It is done by a tool.
    #[serde(rename = "action_pipeline")]
    Action,
    /// It is told that it cannot be done, and what can.
    #[serde(rename = "fallback_pipeline")]
    Fallback,
}

/// Which names belong to which category: the longest beginning counts.
const TABLE: [(&str, Category); 24] = [
    ("open_item", Category::ApplicationLaunch),
    ("system.apps.launch", Category::ApplicationLaunch),
    ("system.apps", Category::ApplicationControl),
    ("system.audio.media", Category::ApplicationControl),
    ("system.window", Category::WindowManagement),
    ("system.virtual_desktop", Category::WindowManagement),
    ("system.display.screenshot", Category::ScreenCapture),
    ("system.display.find_text", Category::ScreenPerception),
    ("system.input", Category::InputControl),
    ("system.clipboard", Category::InputControl),
    ("system", Category::SystemQuery),
    ("files", Category::FileOperation),
    ("create_file", Category::FileOperation),
    ("copy_files", Category::FileOperation),
    ("new_project", Category::FileOperation),
    ("rename_safely", Category::FileOperation),
    ("analyze_spreadsheet", Category::OfficeOperation),
    ("chart_spreadsheet", Category::OfficeOperation),
    ("summarize_doc", Category::OfficeOperation),
    ("desktop", Category::OfficeOperation),
    ("memory", Category::InformationQuery),
    ("knowledge", Category::InformationQuery),
    ("web", Category::BrowserControl),
    ("browsers", Category::BrowserControl),
];

impl Category {
    /// The category of an intent, a verb or a command. What is not in the table is an intent of pages if its tags say so.
    pub(crate) fn of(name: &str, tags: &[String]) -> Self {
        let belongs = |start: &str| {
            name == start
                || name.strip_prefix(start).is_some_and(|rest| rest.starts_with('.') || rest.starts_with('_'))
        };
        let known = TABLE.iter().filter(|(start, _)| belongs(start)).max_by_key(|(start, _)| start.len());
        match known {
            Some((_, category)) => *category,
            None if tags.iter().any(|tag| tag == "web") => Self::BrowserControl,
            None => Self::ApplicationControl,
        }
    }

    /// The pipeline of the category.
    pub(crate) fn pipeline(self) -> Pipeline {
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
    fn every_name_has_a_category() {
        for (name, category) in [
            ("system.apps.launch", Category::ApplicationLaunch),
            ("system.apps.launch_path", Category::ApplicationLaunch),
            ("system.apps.close", Category::ApplicationControl),
            ("system.window.minimize_all", Category::WindowManagement),
            ("system.state.time", Category::SystemQuery),
            ("system.display.screenshot", Category::ScreenCapture),
            ("files.move", Category::FileOperation),
            ("web.click", Category::BrowserControl),
            ("summarize_doc", Category::OfficeOperation),
        ] {
            assert_eq!(Category::of(name, &[]), category, "{name}");
        }
        assert_eq!(Category::of("checkout", &["web".into()]), Category::BrowserControl);
    }

    #[test]
    fn the_longest_beginning_counts_and_ends_at_a_word() {
        assert_eq!(Category::of("system.apps", &[]), Category::ApplicationControl);
        assert_eq!(Category::of("system.apps.launch", &[]), Category::ApplicationLaunch);
        assert_eq!(Category::of("desktop.list_columns", &[]), Category::OfficeOperation);
        assert_eq!(Category::of("web_of_lies", &[]), Category::BrowserControl);
        assert_eq!(Category::of("website", &[]), Category::ApplicationControl, "another word");
        assert_eq!(Category::of("filesystem.check", &[]), Category::ApplicationControl, "another word");
        assert_eq!(
            Category::of("files.move", &["web".into()]),
            Category::FileOperation,
            "the table goes first"
        );
        assert_eq!(Category::of("", &[]), Category::ApplicationControl);
    }

    #[test]
    fn every_category_has_its_pipeline_and_its_name() {
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

//! What can be done with pages. Every verb is one file: its signature and its act. A verb is added by adding
//! the file, its `mod` line and its name in the table of [`all`].

mod parameters;
mod verb;
mod visit;

// Navigation.
mod back;
mod forward;
mod goto;
mod history;
mod refresh;
mod url;

// Looking.
mod box_of;
mod html;
mod observe;
mod reading;
mod screenshot;
mod text;
mod title;
mod writing;

// Extracting.
mod elements;
mod extract;
mod extract_images;
mod extract_links;
mod extract_matches;
mod extract_meta;
mod extract_tables;
mod extract_text;
mod formats;

// Conditions.
mod count;
mod hidden;
mod pattern_exists;
mod state;
mod text_contains;
mod url_contains;
mod url_matches;
mod visible;

// Acting.
mod check;
mod clear;
mod click;
mod download;
mod drag;
mod execute;
mod focus;
mod hover;
mod keydown;
mod keys;
mod keyup;
mod press;
mod scroll;
mod scroll_to;
mod scroll_until;
mod select;
mod submit;
mod ticking;
mod r#type;
mod uncheck;
mod upload;

// Waiting.
mod counting;
mod showing;
mod wait;
mod wait_exists;
mod wait_gone;
mod wait_hidden;
mod wait_idle;
mod wait_items;
mod wait_load;
mod wait_navigation;
mod wait_ready;
mod wait_until;
mod wait_url;
mod wait_visible;

// State.
mod cookie_jar;
mod cookies_clear;
mod cookies_delete;
mod cookies_get;
mod cookies_list;
mod cookies_set;
mod header_rules;
mod headers;
mod headers_clear;
mod headers_set;
mod shelves;
mod state_file;
mod state_load;
mod state_save;
mod storage_clear;
mod storage_delete;
mod storage_get;
mod storage_list;
mod storage_set;

// Tabs, frames, dialogs.
mod dialog_accept;
mod dialog_answer;
mod dialog_auto_accept;
mod dialog_auto_dismiss;
mod dialog_auto_off;
mod dialog_dismiss;
mod frame;
mod frame_list;
mod frame_main;
mod frame_parent;
mod frames;
mod tab_close;
mod tab_list;
mod tab_new;
mod tab_switch;
mod tabs;

// Network and debugging.
mod console;
mod console_clear;
mod errors;
mod errors_clear;
mod highlight;
mod highlight_clear;
mod intercept;
mod intercept_clear;
mod log_lines;
mod motion_jpeg;
mod pdf;
mod record_start;
mod record_stop;
mod requests;
mod trace_start;
mod trace_stop;

// Viewport.
mod device;
mod device_reset;
mod device_table;
mod devices;
mod media_color_scheme;
mod media_reduced_motion;
mod media_reset;
mod viewport;

// Sessions.
mod session_close;
mod session_new;
mod sessions;

// Files.

use std::sync::Arc;

use lemmascope_intent::Capability;

use crate::session::Sessions;
use verb::Verb;
pub(crate) use visit::Visit;

/// A verb is a module with `signature() -> Signature` and `async act(&Visit, &Args) -> Result<Outcome, Failure>`.
macro_rules! verbs {
    ($sessions:ident: $($verb:ident)+) => {
        vec![$(Verb::new($verb::signature(), |visit, args| Box::pin($verb::act(visit, args)), $sessions)),+]
    };
}

/// All verbs of pages; they share the sessions and with them the browser.
pub(crate) fn all(sessions: &Arc<Sessions>) -> Vec<Arc<dyn Capability>> {
    let verbs: Vec<Verb> = verbs! { sessions:
        goto back forward refresh url
        observe html text title screenshot box_of
        extract extract_links extract_images extract_tables extract_meta extract_text extract_matches elements
        pattern_exists visible hidden url_contains url_matches text_contains count state
        click hover focus r#type clear press keydown keyup keys
        select check uncheck scroll scroll_to scroll_until submit execute
        upload download drag
        wait_load wait_idle wait_navigation wait_ready wait_visible wait_hidden wait_exists wait_gone wait_url wait_until
        wait_items wait
        cookies_clear cookies_delete cookies_get cookies_list cookies_set headers headers_clear
        headers_set state_load state_save storage_clear storage_delete storage_get storage_list
        storage_set
        dialog_accept dialog_auto_accept dialog_auto_dismiss dialog_auto_off dialog_dismiss frame
        frame_main frame_parent frames tab_close tab_new tab_switch tabs
        console console_clear errors errors_clear highlight highlight_clear intercept intercept_clear
        pdf record_start record_stop requests trace_start trace_stop
        device device_reset devices media_color_scheme media_reduced_motion media_reset viewport
        session_close session_new sessions
    };
    verbs.into_iter().map(|verb| Arc::new(verb) as Arc<dyn Capability>).collect()
}

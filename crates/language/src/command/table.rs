//! The one table of command forms. Adding a command is adding a row.

use super::form::Family::*;
use super::form::{Form, Kind, Opt, Shape, Slot, flag, many, may, named, need, opt, same};
use Kind::*;

/// Other spellings of a command's first words.
pub(crate) const ALIASES: &[(&str, &str)] = &[
    ("navigate", "goto"),
    ("nav", "goto"),
    ("go to", "goto"),
    ("scan", "observe"),
    ("quit", "exit"),
    ("accept cookies", "accept_cookies"),
    ("login as", "login_as"),
];

/// Any whole number that a float holds exactly.
const COUNT: Kind = Number(0, 1 << 53);
/// A whole number that is not nothing.
const SOME: Kind = Number(1, 1 << 53);

const TIMEOUT: Opt = opt("timeout", "duration", Duration);
const SELECTOR: Opt = opt("selector", "selector", Selector);
const OUTPUT: Opt = opt("output", "path", Path);
const LAST: Opt = opt("last", "n", COUNT);
const FILTER: Opt = opt("filter", "text", Text);
const WAIT: Opt = opt("wait", "duration", Duration);
const PATTERN: Opt = opt("pattern", "pattern", Name);
const SOURCE: Opt = opt("source", "source", Name);
const RESUME: Opt = Opt { alias: Some("checkpoint-resume"), ..opt("resume", "checkpoint", Name) };
const TO: Opt = Opt { required: true, ..opt("to", "repository", Name) };
const ORIGIN: Opt = Opt { required: true, ..opt("origin", "url", Name) };
const EXTRACT: &[Opt] = &[SELECTOR, opt("format", "format", Choice(&["json", "csv", "text"]))];
const STORAGE: &[Opt] = &[flag("local"), flag("session")];
const TARGET: Slot = need("target", Target);

/// The options that go with every intent.
pub(crate) const INTENT_OPTIONS: &[Opt] = &[
    TIMEOUT,
    opt("retry", "n", COUNT),
    flag("no-verify"),
    RESUME,
    flag("dry-run"),
    flag("json"),
    flag("yes"),
];

const fn form(family: super::form::Family, name: &'static str, summary: &'static str) -> Form {
    Form::new(family, name, summary)
}

#[rustfmt::skip]
static FORMS: &[Form] = &[
    form(Navigation, "goto", "Open a page").takes(&[need("url", Url)]).with(&[opt("headers", "json", Json), TIMEOUT]),
    form(Navigation, "back", "Go back in the history"),
    form(Navigation, "forward", "Go forward in the history"),
    form(Navigation, "refresh", "Load the page again").with(&[flag("hard")]),
    form(Navigation, "url", "Show the address"),

    form(Looking, "observe", "List what can be acted on").with(&[
        flag("full"), flag("minimal"), flag("viewport"), flag("hidden"), flag("positions"),
        opt("near", "text", Text), opt("budget", "tokens", SOME), opt("page", "n", SOME), flag("delta"), TIMEOUT, flag("json"),
    ]).not_both("full", "minimal"),
    form(Looking, "html", "Show the HTML").with(&[SELECTOR]),
    form(Looking, "text", "Show the text of the page or of an element").takes(&[may("target", Target)]).with(&[
        SELECTOR, opt("budget", "tokens", SOME), opt("page", "n", SOME),
    ]),
    form(Looking, "title", "Show the title"),
    form(Looking, "screenshot", "Take a picture").takes(&[may("target", Target)]).with(&[
        OUTPUT, opt("format", "format", Choice(&["png", "jpeg"])), flag("fullpage"), flag("annotate"),
    ]),
    form(Looking, "box", "Show where an element is").takes(&[TARGET]),

    form(Acting, "click", "Click an element").takes(&[TARGET]).with(&[
        flag("double"), flag("right"), flag("middle"), flag("force"), TIMEOUT,
    ]),
    form(Acting, "type", "Type into a field").takes(&[TARGET, named("text", Text)]).with(&[
        flag("append"), flag("clear"), flag("enter"), opt("delay", "ms", Millis), TIMEOUT,
    ]),
    form(Acting, "clear", "Empty a field").takes(&[TARGET]),
    form(Acting, "press", "Press a key or a combination").takes(&[need("key", Keys).shown("keys")]),
    form(Acting, "keydown", "Hold a key").takes(&[need("key", Key).shown("key|all")]),
    form(Acting, "keyup", "Release a key, or all").takes(&[need("key", Key).shown("key|all")]),
    form(Acting, "keys", "Show the keys that are held"),
    form(Acting, "select", "Choose an option, or several").takes(&[TARGET, many("value", TextOrIndex).shown("text|index")])
        .with(&[flag("add"), flag("remove")]).not_both("add", "remove"),
    form(Acting, "check", "Tick a box").takes(&[TARGET]),
    form(Acting, "uncheck", "Untick a box").takes(&[TARGET]),
    form(Acting, "hover", "Move the pointer over an element").takes(&[TARGET]),
    form(Acting, "focus", "Give an element the keyboard").takes(&[TARGET]),
    form(Acting, "scroll until", "Scroll until something shows").takes(&[need("target", TextOrId).shown("text|id")]).with(&[TIMEOUT]),
    form(Acting, "scroll", "Scroll the page, an element or to an element").takes(&[
        may("target", Direction).shown("up|down|left|right|target"),
        may("direction", Choice(&["up", "down", "left", "right", "top", "bottom"])),
    ]).with(&[opt("amount", "n", Amount), flag("page")]),
    form(Acting, "submit", "Submit a form").takes(&[may("target", Target)]),
    form(Acting, "upload", "Put files into a field").takes(&[TARGET, many("files", Path).shown("path")]),
    form(Acting, "download", "Click and keep the file").takes(&[TARGET]).with(&[OUTPUT]),
    form(Acting, "drag", "Drag one element to another").takes(&[TARGET, need("to", Literal("to")), need("destination", Target)]),

    form(Waiting, "wait load", "Wait until the page has loaded").with(&[TIMEOUT]),
    form(Waiting, "wait idle", "Wait until the network is quiet").with(&[TIMEOUT]),
    form(Waiting, "wait navigation", "Wait until the address changes").with(&[TIMEOUT]),
    form(Waiting, "wait ready", "Wait until the application is ready").with(&[TIMEOUT]),
    form(Waiting, "wait visible", "Wait until an element shows").takes(&[TARGET]).with(&[TIMEOUT]),
    form(Waiting, "wait hidden", "Wait until an element hides").takes(&[TARGET]).with(&[TIMEOUT]),
    form(Waiting, "wait exists", "Wait until a selector matches").takes(&[need("selector", Selector)]).with(&[TIMEOUT]),
    form(Waiting, "wait gone", "Wait until a selector matches nothing").takes(&[need("selector", Selector)]).with(&[TIMEOUT]),
    form(Waiting, "wait url", "Wait until the address has a part").takes(&[need("part", Text)]).with(&[TIMEOUT]),
    form(Waiting, "wait until", "Wait until JavaScript is true").takes(&[need("js", Text)]).with(&[TIMEOUT]),
    form(Waiting, "wait items", "Wait until a selector matches so many").takes(&[need("selector", Selector), need("n", COUNT)]).with(&[TIMEOUT]),
    form(Waiting, "wait", "Wait for a time").takes(&[need("duration", Duration)]),

    form(Extracting, "extract links", "List the links").with(EXTRACT),
    form(Extracting, "extract images", "List the images").with(EXTRACT),
    form(Extracting, "extract tables", "List the tables").with(EXTRACT),
    form(Extracting, "extract meta", "Show the page's metadata").with(EXTRACT),
    form(Extracting, "extract text", "Show the text").with(EXTRACT),
    form(Extracting, "extract", "List what a selector matches").takes(&[need("target", Css).shown("css(…)")]).with(EXTRACT).calls("extract_matches"),

    form(State, "cookies list", "List the cookies"),
    form(State, "cookies get", "Show a cookie").takes(&[need("name", Name)]),
    form(State, "cookies set", "Set a cookie").takes(&[need("name", Name), named("value", Text)]),
    form(State, "cookies delete", "Delete a cookie").takes(&[need("name", Name)]),
    form(State, "cookies clear", "Delete all cookies"),
    form(State, "storage list", "List the page's storage").with(STORAGE).not_both("local", "session"),
    form(State, "storage get", "Show a stored value").takes(&[need("key", Name)]).with(STORAGE).not_both("local", "session"),
    form(State, "storage set", "Store a value").takes(&[need("key", Name), named("value", Text)]).with(STORAGE).not_both("local", "session"),
    form(State, "storage delete", "Delete a stored value").takes(&[need("key", Name)]).with(STORAGE).not_both("local", "session"),
    form(State, "storage clear", "Delete all stored values").with(STORAGE).not_both("local", "session"),
    form(State, "state save", "Save cookies and storage to a file").takes(&[need("path", Path)])
        .with(&[flag("cookies-only"), opt("domain", "domain", Name), flag("include-session")]),
    form(State, "state load", "Load cookies and storage from a file").takes(&[need("path", Path)])
        .with(&[flag("merge"), flag("cookies-only")]),
    form(State, "headers", "Show the headers that are sent"),
    form(State, "headers set", "Send headers with every request").takes(&[may("domain", Name), need("json", Json)]),
    form(State, "headers clear", "Stop sending headers").takes(&[may("domain", Name)]),

    form(Windows, "tabs", "List the tabs"),
    form(Windows, "tab new", "Open a tab").takes(&[need("url", Url)]),
    form(Windows, "tab switch", "Go to a tab").takes(&[need("n", COUNT)]),
    form(Windows, "tab close", "Close a tab").takes(&[may("n", COUNT)]),
    form(Windows, "frames", "List the frames"),
    form(Windows, "frame main", "Go to the main frame"),
    form(Windows, "frame parent", "Go up one frame"),
    form(Windows, "frame", "Go into a frame").takes(&[TARGET]),
    form(Windows, "dialog accept", "Accept a dialog").takes(&[may("text", Text)]),
    form(Windows, "dialog dismiss", "Dismiss a dialog"),
    form(Windows, "dialog auto accept", "Accept every dialog"),
    form(Windows, "dialog auto dismiss", "Dismiss every dialog"),
    form(Windows, "dialog auto off", "Leave dialogs to me"),

    form(Debugging, "intercept clear", "Stop intercepting").takes(&[may("pattern", Text)]),
    form(Debugging, "intercept", "Watch, block or answer requests").takes(&[need("pattern", Text)]).with(&[
        flag("block"), opt("respond", "json", AnyJson), opt("respond-file", "path", Path), opt("status", "n", Number(100, 599)),
    ]),
    form(Debugging, "requests", "List the requests").with(&[FILTER, opt("method", "method", Method), LAST]),
    form(Debugging, "console clear", "Forget the console's messages"),
    form(Debugging, "console", "List the console's messages").with(&[opt("level", "level", Word), FILTER, LAST]),
    form(Debugging, "errors clear", "Forget the errors"),
    form(Debugging, "errors", "List the JavaScript errors").with(&[LAST]),
    form(Debugging, "highlight clear", "Remove the highlights"),
    form(Debugging, "highlight", "Mark an element").takes(&[TARGET]).with(&[opt("duration", "duration", Duration), opt("color", "color", Name)]),
    form(Debugging, "trace start", "Start a trace").takes(&[may("path", Path)]),
    form(Debugging, "trace stop", "Stop the trace and save it").takes(&[may("path", Path)]),
    form(Debugging, "record start", "Start a video").takes(&[need("path", Path)]).with(&[opt("quality", "quality", Word)]),
    form(Debugging, "record stop", "Stop the video"),
    form(Debugging, "pdf", "Print the page to a file").takes(&[need("path", Path)])
        .with(&[opt("format", "format", Name), flag("landscape"), opt("margin", "margin", Name)]),

    form(Viewport, "viewport", "Set the size of the page").takes(&[need("width", SOME), need("height", SOME)]),
    form(Viewport, "device reset", "Stop being a device"),
    form(Viewport, "device", "Be a device").takes(&[need("name", Phrase)]),
    form(Viewport, "devices", "List the devices"),
    form(Viewport, "media color-scheme", "Prefer a colour scheme").takes(&[need("scheme", Choice(&["dark", "light"]))]),
    form(Viewport, "media reduced-motion", "Prefer less motion").takes(&[need("motion", Choice(&["reduce", "no-preference"]))]),
    form(Viewport, "media reset", "Prefer nothing"),

    form(Sessions, "sessions", "List the sessions"),
    form(Sessions, "session new", "Start a session").takes(&[need("name", Name)])
        .with(&[opt("mode", "mode", Choice(&["headless", "headed", "remote", "grid"]))]),
    form(Sessions, "session close", "End a session").takes(&[need("name", Name)]),
    form(Sessions, "session", "Show the session, or go to another").takes(&[may("name", Name)]),

    form(Intents, "login", "Sign in with a name and a password").takes(&[need("username", Text), need("password", Text)])
        .with(&[flag("no-submit"), WAIT, flag("remember")]).intent(),
    form(Intents, "login_as", "Sign in with a credential that is kept").takes(&[need("credentials", Name)])
        .with(&[flag("no-submit"), WAIT, flag("remember")]).intent(),
    form(Intents, "logout", "Sign out").intent(),
    form(Intents, "search intents", "Look for intents that others shared").takes(&[need("words", Phrase)]),
    form(Intents, "search", "Search the site").takes(&[need("query", Phrase)])
        .with(&[opt("submit", "how", Choice(&["enter", "click", "auto"])), WAIT, opt("platform", "address", Text)]).intent(),
    form(Intents, "accept_cookies", "Answer the cookie banner").with(&[flag("reject"), WAIT]).intent(),
    form(Intents, "dismiss_popups", "Close what covers the page")
        .with(&[flag("all"), flag("no-all"), opt("type", "type", Choice(&["any", "modal", "overlay", "toast", "banner"]))]).not_both("all", "no-all").intent(),
    form(Intents, "fill_form", "Fill the fields of a form").takes(&[need("data", Json)]).with(&[PATTERN, flag("partial")]).intent(),
    form(Intents, "submit_form", "Submit the form").with(&[PATTERN, WAIT]).intent(),
    form(Intents, "scroll_to", "Scroll an element into view").takes(&[TARGET]).intent(),
    form(Intents, "run", "Run an intent by its name").shape(Shape::Open).intent(),
    form(Intents, "dismiss", "Close popups, modals, a banner, or what is named")
        .takes(&[need("what", Dismissal).shown("popups|modals|modal|banner|words")]).intent(),
    form(Intents, "intents", "List the intents").with(&[flag("session"), flag("clear-session")]).not_both("session", "clear-session"),
    form(Intents, "define", "Define an intent for this session").shape(Shape::Define),
    form(Intents, "undefine", "Forget an intent of this session").takes(&[need("name", Name)]),
    form(Intents, "export", "Write an intent to a file").takes(&[need("name", Name)]).with(&[opt("out", "path", Path)]),
    form(Intents, "refine", "Change an intent step by step").takes(&[need("name", Name)]),
    form(Intents, "learn status", "Show what is being learned"),
    form(Intents, "learn show", "Show what was learned"),
    form(Intents, "learn save", "Keep a proposal").takes(&[need("n", Name)]),
    form(Intents, "learn discard", "Drop a proposal, or all").takes(&[may("n", Name)]),
    form(Intents, "packs", "List the packs"),
    form(Intents, "pack load", "Load a pack").takes(&[need("name", Name)]).with(&[SOURCE]),
    form(Intents, "pack unload", "Unload a pack").takes(&[need("name", Name)]).with(&[SOURCE]),
    form(Intents, "pack update", "Update a pack, or all").takes(&[may("name", Name)]).with(&[SOURCE]),
    form(Intents, "pack install", "Install a pack").takes(&[need("name", Name)]).with(&[SOURCE]),
    form(Intents, "publish", "Share an intent").takes(&[need("name", Name)]).with(&[TO]),
    form(Intents, "install intent", "Install a shared intent").takes(&[need("name", Name)]).with(&[opt("author", "author", Name)]),

    form(Engine, "credentials add", "Keep what you sign in with at a site; you are asked for the password").takes(&[need("name", Name)])
        .with(&[ORIGIN, opt("username", "name", Text), flag("totp"), flag("replace")]),
    form(Engine, "credentials list", "List what is kept to sign in with, without the secrets"),
    form(Engine, "credentials show", "Show what is kept under a name, without the secrets").takes(&[need("name", Name)]),
    form(Engine, "credentials remove", "Forget what is kept under a name").takes(&[need("name", Name)]),
    form(Engine, "config show", "Show the configuration").takes(&[may("key", Name)]),
    form(Engine, "config set", "Change a setting").takes(&[need("key", Name), named("value", Name)]),
    form(Engine, "config reset", "Put a setting back").takes(&[need("key", Name)]),
    form(Engine, "help", "Show the commands, or one of them").takes(&[may("command", Command)]),
    form(Engine, "undo", "Take the last change back"),
    form(Engine, "redo", "Do it again"),
    form(Engine, "exit", "Leave"),
    form(Engine, "say", "Say what you want in your own words").shape(Shape::Sentence)
        .with(&[flag("plan"), flag("why"), flag("yes"), opt("confirm", "code", Name)]),
    form(Engine, "understand", "Show how a sentence is read, and do nothing").shape(Shape::Sentence).with(&[flag("why")]),
    form(Engine, "goal", "Say what you want and have it planned").shape(Shape::Goal),
    form(Engine, "modify", "Change the plan that was shown, and show it again").shape(Shape::Goal),
];

/// Other spellings of commands: the spelling, and the command it means.
pub fn aliases() -> &'static [(&'static str, &'static str)] {
    ALIASES
}

/// Every form of every command, in the order of the reference.
pub fn commands() -> &'static [Form] {
    FORMS
}

/// The forms that start with a word; their order is that of the table.
pub(crate) fn starting_with(verb: &str) -> impl Iterator<Item = &'static Form> {
    FORMS.iter().filter(move |form| same(form.verb(), verb))
}

/// Every first word once, in the order of the table.
pub(crate) fn verbs() -> impl Iterator<Item = &'static str> {
    FORMS.iter().enumerate().filter_map(|(at, form)| {
        let first = FORMS.iter().position(|other| other.verb() == form.verb());
        (first == Some(at)).then(|| form.verb())
    })
}

use std::path::PathBuf;

use url::Url;

use super::allow_list::AllowList;
use super::context_configuration::ContextConfiguration;
use super::proxy::Proxy;
use crate::files::Files;
use crate::page::Rect;

/// The browser engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Engine {
    /// Chromium and browsers based on it.
    #[default]
    Chromium,
    Firefox,
}

/// The options for starting a browser.
#[derive(Debug, Clone, Default)]
pub(crate) struct Launch {
    pub(crate) engine: Engine,
    /// The WebDriver server that starts the browser, instead of this process.
    pub(crate) webdriver: Option<Url>,
    /// The browser executable from the configuration.
    pub(crate) program: Option<PathBuf>,
    /// The folders that are searched for executables, in order. The composition root reads them from the
    /// environment.
    pub(crate) search: Vec<PathBuf>,
    pub(crate) headed: bool,
    /// The folder in which profiles are created. It must not contain anything else.
    pub(crate) profiles: PathBuf,
    pub(crate) viewport: (u32, u32),
    pub(crate) extra: Vec<String>,
    /// Whether the contexts have allow lists, so that no connection may bypass the proxy that enforces them.
    pub(crate) proxied_only: bool,
    /// Whether warnings about how the browser runs were already shown.
    pub(crate) warned: bool,
}

/// The options of a browser context.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContextOptions {
    /// The download folder. It is created with the first download.
    pub(crate) downloads: PathBuf,
    /// The file access of `file:` pages.
    pub(crate) files: Files,
    pub(crate) allow: Option<AllowList>,
    /// Whether the context is opened for an untrusted definition, so that its connections are filtered from
    /// the start.
    pub(crate) guarded: bool,
    /// The proxy for network access.
    pub(crate) proxy: Option<Proxy>,
    /// The viewport, language and time zone that pages see, unless `context_configuration` overrides them.
    pub(crate) appearance: Appearance,
    /// The script that runs at the start of every document of every frame, in an isolated world.
    pub(crate) script: String,
    /// The configuration of the context that this one replaces.
    pub(crate) context_configuration: Option<ContextConfiguration>,
}

/// The image formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImageFormat {
    /// Lossless.
    #[default]
    Png,
    /// Lossy, with a given quality.
    Jpeg,
}

/// The options of a screenshot.
#[derive(Debug, Clone, Default)]
pub struct Screenshot {
    /// The format of the file.
    pub format: ImageFormat,
    /// The quality from 0 to 100, for JPEG.
    pub quality: Option<u8>,
    /// Whether the screenshot includes the whole page and not only the viewport.
    pub full_page: bool,
    /// The rectangle to capture, relative to the viewport.
    pub clip: Option<Rect>,
}

/// The paper format for printing a page. Lengths are in inches.
#[derive(Debug, Clone)]
pub struct Paper {
    /// The width of a sheet.
    pub width: f64,
    /// The height of a sheet.
    pub height: f64,
    /// Whether the sheet is in landscape orientation.
    pub landscape: bool,
    /// The margin on each side.
    pub margin: f64,
}

/// The viewport, the language and the time zone that pages see.
#[derive(Debug, Clone, PartialEq)]
pub struct Appearance {
    /// The width of the viewport, in CSS pixels.
    pub width: u32,
    /// The height of the viewport, in CSS pixels.
    pub height: u32,
    /// The device pixel ratio.
    pub scale: f64,
    /// Whether pages get a mobile layout and touch events.
    pub mobile: bool,
    /// The user agent string, if it differs from the browser's.
    pub user_agent: Option<String>,
    /// The `prefers-color-scheme` value: `dark` or `light`.
    pub color_scheme: Option<String>,
    /// The `prefers-reduced-motion` value: `reduce` or `no-preference`.
    pub reduced_motion: Option<String>,
    /// A language tag, if it differs from the browser's.
    pub locale: Option<String>,
    /// The name of a time zone, if it differs from this machine's.
    pub timezone: Option<String>,
}

impl Default for Appearance {
    fn default() -> Self {
        Self::desk((1280, 720))
    }
}

impl Appearance {
    /// The default appearance of a desktop screen of this size.
    pub fn desk(size: (u32, u32)) -> Self {
        Self {
            width: size.0,
            height: size.1,
            scale: 1.0,
            mobile: false,
            user_agent: None,
            color_scheme: None,
            reduced_motion: None,
            locale: None,
            timezone: None,
        }
    }

    /// Returns the languages for the `Accept-Language` header, the preferred one first: `pt-BR` includes
    /// `pt`.
    pub(crate) fn languages(&self) -> String {
        let Some(locale) = &self.locale else { return String::new() };
        match locale.split_once('-') {
            Some((language, _)) => format!("{locale},{language}"),
            None => locale.clone(),
        }
    }
}

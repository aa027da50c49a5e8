use std::path::PathBuf;

use url::Url;

use super::allow::AllowList;
use super::arrangement::Arrangement;
use super::proxy::Proxy;
use crate::files::Files;
use crate::page::Rect;

/// The kinds of browsers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Engine {
    /// Chromium and its relatives.
    #[default]
    Chromium,
    Firefox,
}

/// How a browser is started.
#[derive(Debug, Clone, Default)]
pub(crate) struct Launch {
    pub(crate) engine: Engine,
    /// The WebDriver server that starts it, in place of this machine.
    pub(crate) webdriver: Option<Url>,
    /// The program that the configuration names.
    pub(crate) program: Option<PathBuf>,
    /// The folders in which programs are looked for, in order. The composition root reads them from the environment.
    pub(crate) search: Vec<PathBuf>,
    pub(crate) headed: bool,
    /// The folder in which profiles are made. Nothing else may be kept there.
    pub(crate) profiles: PathBuf,
    pub(crate) viewport: (u32, u32),
    pub(crate) extra: Vec<String>,
    /// Whether its contexts have lists of domains, so that nothing may go around the proxy that keeps to them.
    pub(crate) proxied_only: bool,
    /// Whether the person has been told already what is unusual about how it runs.
    pub(crate) warned: bool,
}

/// What a browser context is to be like.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContextOptions {
    /// Where downloads go. Made when the first one comes.
    pub(crate) downloads: PathBuf,
    /// The way to the user's files, for pages of files.
    pub(crate) files: Files,
    pub(crate) allow: Option<AllowList>,
    /// Whether it is opened for a person who is not trusted, so that its connections are looked at from the start.
    pub(crate) guarded: bool,
    /// The proxy through which it reaches the network.
    pub(crate) proxy: Option<Proxy>,
    /// The screen, language and time zone that pages see, unless an arrangement overrides them.
    pub(crate) appearance: Appearance,
    /// The script that every document of every frame starts with, in a separate world.
    pub(crate) script: String,
    /// What stood in the context in whose place this one comes.
    pub(crate) arrangement: Option<Arrangement>,
}

/// The file formats of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImageFormat {
    /// Lossless.
    #[default]
    Png,
    /// Lossy, of a stated quality.
    Jpeg,
}

/// What a picture is taken of.
#[derive(Debug, Clone, Default)]
pub struct Screenshot {
    /// The format of the file.
    pub format: ImageFormat,
    /// From 0 to 100, for JPEG.
    pub quality: Option<u8>,
    /// All of the page, not only the part that shows.
    pub full_page: bool,
    /// Only this part, relative to the visible part.
    pub clip: Option<Rect>,
}

/// How a page is printed. Lengths are in inches.
#[derive(Debug, Clone)]
pub struct Paper {
    /// The width of a sheet.
    pub width: f64,
    /// The height of a sheet.
    pub height: f64,
    /// Whether the sheet is turned on its side.
    pub landscape: bool,
    /// The margin on each side.
    pub margin: f64,
}

/// The screen, the language and the time zone that pages see.
#[derive(Debug, Clone, PartialEq)]
pub struct Appearance {
    /// The width of the visible part, in CSS pixels.
    pub width: u32,
    /// The height of the visible part, in CSS pixels.
    pub height: u32,
    /// How many pixels of the screen make one of the page.
    pub scale: f64,
    /// Whether pages are laid out as on a phone, and touched.
    pub mobile: bool,
    /// What the browser calls itself, if not by its own name.
    pub user_agent: Option<String>,
    /// `dark` or `light`.
    pub color_scheme: Option<String>,
    /// `reduce` or `no-preference`.
    pub reduced_motion: Option<String>,
    /// A language tag, if not that of the browser.
    pub locale: Option<String>,
    /// The name of a time zone, if not that of this machine.
    pub timezone: Option<String>,
}

impl Default for Appearance {
    fn default() -> Self {
        Self::desk((1280, 720))
    }
}

impl Appearance {
    /// A screen of this size on a desk.
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

    /// The languages that pages are asked for, the preferred one first: `pt-BR` includes `pt`.
    pub(crate) fn languages(&self) -> String {
        let Some(locale) = &self.locale else { return String::new() };
        match locale.split_once('-') {
            Some((language, _)) => format!("{locale},{language}"),
            None => locale.clone(),
        }
    }
}

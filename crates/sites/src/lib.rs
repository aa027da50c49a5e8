//! A set of realistic small sites, served on free ports of this machine: a shop, an account area,
//! documentation, an app, pages with frames, widgets, consent banners, a site with failures, a site with many
//! login forms, pages with overlays, a town office with forms, a workshop with controls, and a pottery with
//! reviews. Tests, the demo and the benchmarks use them. Tests that need custom responses start a [`Server`].
//!
//! Every site has a separate port and three host names. `127.0.0.1`, `localhost` and `third.localhost` lead
//! to the same server, but a browser considers them different sites, so a frame from another of them is a
//! cross-origin frame in a separate process.

mod account;
mod app;
mod consent;
mod docs;
mod doors;
mod file;
mod frames;
mod office;
mod overlays;
mod page;
mod reviews;
mod server;
mod shop;
mod tracker;
mod trouble;
mod visit;
mod widgets;

use std::io;
use std::net::{Ipv4Addr, TcpListener};

use axum::Router;
use tokio::runtime::{Builder, Runtime};

pub use server::{Answer, Request, Server};

/// The sites in the order of their ports.
const SITES: &[(&str, Make)] = &[
    ("shop", shop::site),
    ("account", account::site),
    ("docs", docs::site),
    ("app", app::site),
    ("frames", frames::site),
    ("widgets", widgets::site),
    ("consent", consent::site),
    ("trouble", trouble::site),
    ("doors", doors::site),
    ("overlays", overlays::site),
    ("office", office::site),
    ("tracker", tracker::site),
    ("reviews", reviews::site),
];

/// A function that creates the router of a site.
type Make = fn() -> Router;

/// The running sites; dropping the value stops them.
#[derive(Debug)]
pub struct Sites {
    ports: Vec<(&'static str, u16)>,
    /// A separate runtime, so that a test that blocks its thread is still served.
    runtime: Option<Runtime>,
}

impl Sites {
    /// Serves every site on a free port.
    pub async fn start() -> io::Result<Self> {
        Self::start_at(0)
    }

    /// Serves the sites on consecutive ports beginning with `first`; on free ports if it is 0. For callers
    /// that are not async.
    pub fn start_at(first: u16) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let mut ports = Vec::new();
        for (offset, (name, site)) in (0u16..).zip(SITES) {
            let port = if first == 0 { 0 } else { first.saturating_add(offset) };
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
            listener.set_nonblocking(true)?;
            ports.push((*name, listener.local_addr()?.port()));
            let _inside = runtime.enter();
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let router = site().fallback(page::file).layer(axum::Extension(page::Site(name)));
            runtime.spawn(async move { axum::serve(listener, router).await });
        }
        Ok(Self { ports, runtime: Some(runtime) })
    }

    /// The names of the sites.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.ports.iter().map(|(name, _)| *name)
    }

    /// Returns the URL of a path on a site: `url("shop", "/cart")`. An unknown site has port 0.
    pub fn url(&self, site: &str, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port(site))
    }

    /// Returns the URL under another host name, which a browser considers a different site.
    pub fn other_url(&self, site: &str, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port(site))
    }

    /// Returns the URL under a third host name.
    pub fn third_url(&self, site: &str, path: &str) -> String {
        format!("http://third.localhost:{}{path}", self.port(site))
    }

    /// The port of a site.
    pub fn port(&self, site: &str) -> u16 {
        self.ports.iter().find(|(name, _)| *name == site).map_or(0, |(_, port)| *port)
    }

    /// Returns the paths of the pages of a site that can be opened directly.
    pub fn pages(&self, site: &str) -> Vec<String> {
        page::paths(site)
    }
}

impl Drop for Sites {
    fn drop(&mut self) {
        // A regular drop would block, which is not allowed on a thread of another runtime.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

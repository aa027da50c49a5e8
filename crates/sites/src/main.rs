//! Serves the sites until standard input ends: `lemmascope-sites [--port N]`. The first line of output is a
//! JSON object with the URL of each.

use std::io::{Read, Write};

use clap::Parser;
use lemmascope_sites::Sites;
use serde_json::{Map, Value, json};

/// Serve the sites until standard input ends.
#[derive(Debug, Parser)]
#[command(name = "lemmascope-sites", version)]
struct Arguments {
    /// The port of the first site; the others follow it. Free ports are taken without it.
    #[arg(long, default_value_t = 0)]
    port: u16,
}

fn main() -> std::io::Result<()> {
    let sites = Sites::start_at(Arguments::parse().port)?;
    let addresses: Map<String, Value> =
        sites.names().map(|name| (name.to_string(), json!(sites.url(name, "")))).collect();
    let mut out = std::io::stdout();
    writeln!(out, "{}", Value::Object(addresses))?;
    out.flush()?;
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

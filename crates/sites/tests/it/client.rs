//! A minimal HTTP client.

use std::io::{Read, Write};
use std::net::TcpStream;

/// A response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("valid UTF-8")
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

/// A visitor with cookies.
#[derive(Default)]
pub(crate) struct Visitor {
    cookies: Vec<String>,
}

impl Visitor {
    pub(crate) fn get(&mut self, url: &str) -> Answer {
        self.ask("GET", url, "")
    }

    /// Submits a form, and follows a redirect.
    pub(crate) fn post(&mut self, url: &str, form: &str) -> Answer {
        let answer = self.ask("POST", url, form);
        match answer.header("location") {
            Some(next) => {
                let origin = url.split('/').take(3).collect::<Vec<_>>().join("/");
                let next = if next.starts_with('/') { format!("{origin}{next}") } else { next.to_string() };
                self.get(&next)
            }
            None => answer,
        }
    }

    fn ask(&mut self, method: &str, url: &str, form: &str) -> Answer {
        let rest = url.strip_prefix("http://").expect("an http address");
        let (host, path) = rest.split_once('/').expect("a path");
        let port = host.rsplit_once(':').expect("a port").1;
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).expect("a server");
        // HTTP/1.0 has no chunked encoding, so the body ends with the stream.
        let head = format!(
            "{method} /{path} HTTP/1.0\r\nhost: {host}\r\ncookie: {}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n",
            self.cookies.join("; "),
            form.len()
        );
        stream.write_all(head.as_bytes()).expect("a request");
        stream.write_all(form.as_bytes()).expect("a form");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a readable head");
        let answer = Answer {
            status: head.split(' ').nth(1).and_then(|it| it.parse().ok()).expect("a status"),
            head,
            body: bytes.split_off(end + 4),
        };
        if let Some(cookie) = answer.header("set-cookie").and_then(|it| it.split(';').next()) {
            self.cookies.push(cookie.to_string());
        }
        answer
    }
}

//! A web server with fixed responses, for simulating attacks.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;

use lemmascope_repository::Location;

/// The response for a path: the head after the status line, and a body that may be endless.
#[derive(Clone)]
pub(crate) enum Reply {
    Bytes(&'static str, Vec<u8>),
    Endless,
}

/// Serves a folder, with these responses in place of some of its files, until the test ends.
pub(crate) fn serve(folder: PathBuf, replies: &[(&'static str, Reply)]) -> Location {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/shared", listener.local_addr().unwrap());
    let replies: Arc<HashMap<&'static str, Reply>> = Arc::new(replies.iter().cloned().collect());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (folder, replies) = (folder.clone(), Arc::clone(&replies));
            std::thread::spawn(move || drop(answer(stream, &folder, &replies)));
        }
    });
    Location::read(&address, std::path::Path::new("/")).unwrap()
}

fn answer(
    mut stream: TcpStream,
    folder: &std::path::Path,
    replies: &HashMap<&'static str, Reply>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let path = request.split(' ').nth(1).unwrap_or_default().trim_start_matches("/shared/");
    match replies.get(path) {
        Some(Reply::Bytes(head, body)) => {
            write!(stream, "HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
            stream.write_all(body)
        }
        Some(Reply::Endless) => {
            write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
            loop {
                stream.write_all(&[b' '; 65536])?;
            }
        }
        None => match std::fs::read(folder.join(path)) {
            Ok(body) => {
                write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                    body.len()
                )?;
                stream.write_all(&body)
            }
            Err(_) => {
                write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            }
        },
    }
}

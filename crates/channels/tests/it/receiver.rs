//! A receiver of webhooks on a free port.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// The head and the body of a request.
pub(crate) type Received = (String, String);

pub(crate) struct Receiver {
    pub(crate) url: String,
    received: Arc<Mutex<Vec<Received>>>,
    answer: Arc<Mutex<String>>,
}

impl Receiver {
    /// Responds to all requests with this status line and headers.
    pub(crate) async fn answering(answer: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let answer = Arc::new(Mutex::new(answer.to_string()));
        let (keep, say) = (Arc::clone(&received), Arc::clone(&answer));
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (keep, say) = (Arc::clone(&keep), Arc::clone(&say));
                tokio::spawn(async move {
                    let mut text = String::new();
                    let mut buffer = [0; 4096];
                    loop {
                        if let Some((head, body)) = text.split_once("\r\n\r\n") {
                            let length = head.lines().find_map(|line| {
                                line.to_lowercase().strip_prefix("content-length: ")?.parse::<usize>().ok()
                            });
                            if body.len() >= length.unwrap_or(0) {
                                break;
                            }
                        }
                        let read = stream.read(&mut buffer).await.unwrap_or(0);
                        if read == 0 {
                            return;
                        }
                        text.push_str(&String::from_utf8_lossy(&buffer[..read]));
                    }
                    let (head, body) = text.split_once("\r\n\r\n").unwrap();
                    keep.lock().unwrap().push((head.to_lowercase(), body.to_string()));
                    let answer = say.lock().unwrap().clone();
                    let answer =
                        format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                    let _gone = stream.write_all(answer.as_bytes()).await;
                });
            }
        });
        Self { url, received, answer }
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    pub(crate) fn answer(&self, answer: &str) {
        *self.answer.lock().unwrap() = answer.to_string();
    }
}

/// Returns a header of a request.
pub(crate) fn header(head: &str, name: &str) -> String {
    let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.unwrap_or_else(|| panic!("{name} is not in {head}")).to_string()
}

//! Streams of pictures of a session.

use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::world::{TOKEN, World};

const PATH: &str = "/v1/sessions/default/pictures";

/// Waits until the number of taken pictures stays the same for a while, and returns it.
async fn settled(world: &World) -> u64 {
    let began = Instant::now();
    let (mut last, mut since) = (world.last_picture(), Instant::now());
    while last < 2 || since.elapsed() < Duration::from_secs(1) {
        assert!(began.elapsed() < Duration::from_secs(30), "{last} pictures, and no end");
        tokio::time::sleep(Duration::from_millis(10)).await;
        let now = world.last_picture();
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
    last
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn screen_stream_adapts_to_the_reader() {
    let world = World::new().await;
    // An observer needs the scope, and a valid duration.
    let key = world.key("scribe", "files").await;
    let refused = world.bare(Method::GET, PATH).bearer_auth(key).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    let refused = world.request(Method::GET, &format!("{PATH}?seconds=61")).send().await.unwrap();
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);

    let mut stream = TcpStream::connect(world.url.trim_start_matches("http://")).await.unwrap();
    let head =
        format!("GET {PATH}?seconds=60 HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {TOKEN}\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    // Without a reader, only as many pictures are taken as the system buffers.
    let unread = settled(&world).await;
    let mut read = vec![0; 1 << 20];
    let mut beginning = Vec::new();
    let began = Instant::now();
    while world.last_picture() <= unread + 5 {
        assert!(began.elapsed() < Duration::from_secs(30), "the stream does not go on");
        let count = stream.read(&mut read).await.unwrap();
        assert!(count > 0, "the stream has ended");
        if beginning.len() < 1000 {
            beginning.extend_from_slice(&read[..count]);
        }
    }
    let beginning = String::from_utf8_lossy(&beginning[..600]).to_lowercase();
    assert!(beginning.contains("content-type: multipart/x-mixed-replace; boundary=picture"), "{beginning}");
    assert!(
        beginning.contains("--picture\r\ncontent-type: image/jpeg\r\ncontent-length: 3\r\n\r\n"),
        "{beginning}"
    );

    // The stream ends after its duration, and when the server stops.
    let response = world.request(Method::GET, &format!("{PATH}?seconds=1")).send().await.unwrap();
    assert!(response.status().is_success());
    assert!(!response.bytes().await.unwrap().is_empty());
    let mut endless = world.request(Method::GET, PATH).send().await.unwrap();
    assert!(endless.chunk().await.unwrap().is_some());
    tokio::time::timeout(Duration::from_secs(20), world.stop()).await.expect("the server stops");
}

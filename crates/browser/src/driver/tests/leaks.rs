//! Tests that a browser with an allow list leaks nothing besides requests either: connections, DNS queries,
//! UDP packets.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tokio::net::{TcpListener, UdpSocket};

use super::super::allow_list::AllowList;
use super::*;
use crate::driver::Engine;

/// A page that opens connections, resolves names and sends UDP packets by every means other than requests.
/// `FAR` is not on the allow list.
const PAGE: &str = r#"<link rel=preconnect href=FAR><link rel=dns-prefetch href=//lemmascope-canary.test>
  <link rel=prefetch href=FAR/prefetch><link rel=preload as=script href=FAR/preload><link rel=modulepreload href=FAR/module>
  <script type=speculationrules>
    {"prefetch": [{"source": "list", "urls": ["FAR/soon"], "eagerness": "immediate"}]}
  </script>
  <script>
    // Without a server some of these take long to fail, but their packets are sent at once.
    const soon = (act) => Promise.race([new Promise(act), new Promise((done) => setTimeout(done, 2000))]);
    const gather = (urls) => soon(async (done) => {
      const peer = new RTCPeerConnection({iceServers: [{urls, username: 'u', credential: 'c'}]});
      peer.createDataChannel('x');
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
      await peer.setLocalDescription(await peer.createOffer());
    });
    const fails = (thing) => soon((done) => { thing.onerror = thing.onopen = thing.onclose = done });
    var tried = Promise.allSettled([
      gather('stun:127.0.0.1:UDP'),
      gather('stun:localhost:UDP'),
      gather('turn:localhost:TCP?transport=tcp'),
      fails(new EventSource('FAR/events')),
      fails(new WebSocket('FAR/socket'.replace('http', 'ws'))),
      navigator.sendBeacon('FAR/beacon', 'x'),
      soon((done) => globalThis.WebTransport === undefined ? done() : new WebTransport('https://127.0.0.1:UDP/').ready.then(done, done)),
      fetch('http://lemmascope-canary.test/'),
    ]).then(() => 'all');
  </script>"#;

/// Sockets of a host that is not on the allow list, with counters of received connections and packets.
struct CanarySockets {
    connections: Arc<AtomicUsize>,
    datagrams: Arc<AtomicUsize>,
    tcp: u16,
    udp: u16,
}

impl CanarySockets {
    async fn open() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let socket = UdpSocket::bind(("127.0.0.1", 0)).await.unwrap();
        let (tcp, udp) = (listener.local_addr().unwrap().port(), socket.local_addr().unwrap().port());
        let (connections, datagrams) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (come, heard) = (Arc::clone(&connections), Arc::clone(&datagrams));
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                come.fetch_add(1, Ordering::SeqCst);
            }
        });
        tokio::spawn(async move {
            let mut bytes = [0; 2048];
            while socket.recv_from(&mut bytes).await.is_ok() {
                heard.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { connections, datagrams, tcp, udp }
    }

    fn heard(&self) -> (usize, usize) {
        (self.connections.load(Ordering::SeqCst), self.datagrams.load(Ordering::SeqCst))
    }
}

/// Opens the page in a separate browser, and returns the counters and whether its network log contains the
/// name lookup.
async fn visit(is_listed: bool) -> ((usize, usize), bool) {
    let ears = CanarySockets::open().await;
    let page = PAGE
        .replace("FAR", &format!("http://localhost:{}", ears.tcp))
        .replace("TCP", &ears.tcp.to_string())
        .replace("UDP", &ears.udp.to_string());
    let server = Server::start(move |path| (path == "/").then(|| Answer::page(&page))).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("network.json");
    let mut launch = launch(folder.path());
    let is_recorded = launch.engine == Engine::Chromium;
    launch.extra.clear();
    if is_recorded {
        launch.extra.push(format!("--log-net-log={}", record.display()));
    }
    launch.proxied_only = is_listed;
    let browser = Browser::launch(&launch, &()).await.unwrap();
    let mut options = options(&folder);
    options.allow = AllowList::new(["127.0.0.1", INWARD]).filter(|_| is_listed);
    let context = browser.open_context(options).await.unwrap();
    let tab = context.new_tab(&server.url("/")).await.unwrap();
    assert_eq!(eval(&tab, "tried").await, json!("all"));
    // Names of allowed hosts are resolved by the socket filter.
    let named = format!("http://site{INWARD}:{}/", server.port);
    if is_listed {
        tab.navigate(&named, None, LIMIT).await.unwrap();
    }
    browser.close().await;
    // Firefox has no network log. It leaves names to the socket filter, which the page with a name above has
    // passed.
    let was_resolved = match is_recorded {
        true => was_resolved(&std::fs::read_to_string(record).unwrap()),
        false => !is_listed,
    };
    (ears.heard(), was_resolved)
}

/// Whether the browser's network log contains a lookup of the canary name.
fn was_resolved(record: &str) -> bool {
    let record: Value = serde_json::from_str(record).unwrap();
    let asking: Vec<&Value> = record["constants"]["logEventTypes"]
        .as_object()
        .unwrap()
        .iter()
        .filter_map(|(name, number)| name.starts_with("HOST_RESOLVER").then_some(number))
        .collect();
    assert!(!asking.is_empty());
    let events = record["events"].as_array().unwrap();
    events
        .iter()
        .any(|event| asking.contains(&&event["type"]) && event.to_string().contains("lemmascope-canary"))
}

#[tokio::test]
async fn allow_list_blocks_dns_and_udp_leaks() {
    assert_eq!(visit(true).await, ((0, 0), false));
}

#[tokio::test]
async fn without_allow_list_tcp_dns_and_udp_traffic_leaves() {
    let ((connections, datagrams), name) = visit(false).await;
    // Firefox sends no UDP packets around a proxy, and each of its contexts has one.
    let are_sent = datagrams > 0 || crate::testing::engine() == Engine::Firefox;
    assert!(connections > 0 && are_sent && name, "{connections} {datagrams} {name}");
}

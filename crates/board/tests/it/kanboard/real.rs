//! A real Kanboard server on PHP's built-in web server.

use std::ffi::OsStr;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) struct Real {
    child: Child,
    pub(crate) url: String,
    pub(crate) token: String,
}

impl Real {
    pub(crate) fn start(source: &OsStr, folder: &Path) -> Self {
        let data = folder.join("kanboard");
        std::fs::create_dir(&data).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = Command::new("php")
            .args(["-S", &format!("127.0.0.1:{port}"), "-t"])
            .arg(source)
            .env("DATA_DIR", &data)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(began.elapsed() < Duration::from_secs(30), "PHP does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        let url = format!("http://127.0.0.1:{port}");
        // The first request creates the database.
        let made =
            Command::new("php").args(["-r", &format!("file_get_contents('{url}/login');")]).status().unwrap();
        assert!(made.success());
        let query = "$d = new PDO('sqlite:' . $argv[1]); \
            echo $d->query(\"select value from settings where option = 'api_token'\")->fetchColumn();";
        let token = Command::new("php").args(["-r", query]).arg(data.join("db.sqlite")).output().unwrap();
        let token = String::from_utf8(token.stdout).unwrap();
        assert!(token.len() > 20, "{token:?}");
        Self { child, url: format!("{url}/jsonrpc.php"), token }
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        let _already_gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

//! A repository in a git remote. Git is called with arguments and never through a shell, prompts for nothing,
//! runs no hooks, and uses only the protocols listed here. There is no work tree: plumbing commands read
//! files by hash and write them, so that links and attributes in a repository have no effect.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use super::{Location, PATIENCE};
use crate::bundle::format_size;
use crate::error::RepositoryError;
use crate::item::shortened;

/// The maximum size of a copy on disk, in bytes.
const LARGEST_COPY: u64 = 128 << 20;
/// The maximum size of a file list, in bytes.
const LONGEST_LIST: u64 = 32 << 20;
/// The maximum size of git's output, in bytes.
const LONGEST_OUTPUT: u64 = 64 << 10;
/// The interval at which the size of a copy is checked while it is created.
const BEAT: Duration = Duration::from_millis(100);
/// The allowed protocols.
const PROTOCOLS: &str = "https:http:ssh:file";
/// Environment variables of an outer git process that would redirect commands.
const OUTER: [&str; 7] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_CONFIG_PARAMETERS",
];
/// Settings that override those of repositories and users.
const SETTINGS: [&str; 8] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.symlinks=false",
    "credential.interactive=false",
    "fetch.fsckObjects=true",
    "gc.auto=0",
    "maintenance.auto=false",
    "submodule.recurse=false",
];

/// A copy of the latest commit of a remote.
pub(crate) struct GitCheckout {
    folder: TempDir,
    shown: String,
    branch: String,
    /// The latest commit; none if the repository is empty.
    head: Option<String>,
    /// The files, with object ID and length.
    files: HashMap<String, (String, u64)>,
}

impl GitCheckout {
    pub(super) async fn clone(address: &str, location: &Location) -> Result<Self, RepositoryError> {
        let shown = location.to_string();
        let folder = tempfile::tempdir().map_err(RepositoryError::file(std::path::PathBuf::from("/tmp")))?;
        let mut copy = Self { folder, shown, branch: String::new(), head: None, files: HashMap::new() };
        let path = copy.path();
        let arguments = ["clone", "--quiet", "--bare", "--depth=1", "--single-branch", "--no-tags", "--"];
        let path_text = path.display().to_string();
        let arguments: Vec<&str> = arguments.into_iter().chain([address, &path_text]).collect();
        copy.run(&arguments, &[], None, LONGEST_OUTPUT).await?;
        copy.branch = copy.text(&["symbolic-ref", "HEAD"]).await?;
        let found = copy
            .raw(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], &[], None, LONGEST_OUTPUT)
            .await?;
        if !found.status.success() {
            return Ok(copy);
        }
        copy.head = Some(String::from_utf8_lossy(&found.stdout).trim().to_string());
        let list =
            copy.git(&["ls-tree", "-r", "-l", "-z", "--full-tree", "HEAD"], &[], None, LONGEST_LIST).await?;
        copy.files = entries(&list);
        Ok(copy)
    }

    pub(super) async fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, RepositoryError> {
        let Some((object, length)) = self.files.get(path) else { return Ok(None) };
        if *length > limit {
            let what = format!("{path} of the repository");
            return Err(RepositoryError::TooLarge { what, limit: format_size(limit) });
        }
        self.git(&["cat-file", "blob", object], &[], None, limit).await.map(Some)
    }

    pub(super) async fn write(
        &self,
        files: &[(String, Vec<u8>)],
        message: &str,
    ) -> Result<(), RepositoryError> {
        let index = self.folder.path().join("index");
        let index = index.display().to_string();
        let index: &[(&str, &str)] = &[("GIT_INDEX_FILE", &index)];
        if let Some(head) = &self.head {
            self.git(&["read-tree", head], index, None, LONGEST_OUTPUT).await?;
        }
        let mut entries = String::new();
        for (path, bytes) in files {
            let written = ["hash-object", "-w", "--no-filters", "--stdin"];
            let object = self.git(&written, &[], Some(bytes), LONGEST_OUTPUT).await?;
            entries.push_str(&format!("100644 {}\t{path}\n", String::from_utf8_lossy(&object).trim()));
        }
        self.git(&["update-index", "--index-info"], index, Some(entries.as_bytes()), LONGEST_OUTPUT).await?;
        let tree = self.git(&["write-tree"], index, None, LONGEST_OUTPUT).await?;
        let tree = String::from_utf8_lossy(&tree).trim().to_string();
        let mut arguments = vec!["commit-tree", &tree, "-m", message];
        arguments.extend(self.head.iter().flat_map(|head| ["-p", head.as_str()]));
        let by: Vec<(&str, &str)> = ["AUTHOR", "COMMITTER"]
            .iter()
            .flat_map(|who| match *who {
                "AUTHOR" => [("GIT_AUTHOR_NAME", "lemmascope"), ("GIT_AUTHOR_EMAIL", "lemmascope@localhost")],
                _ => [("GIT_COMMITTER_NAME", "lemmascope"), ("GIT_COMMITTER_EMAIL", "lemmascope@localhost")],
            })
            .collect();
        let commit = self.git(&arguments, &by, None, LONGEST_OUTPUT).await?;
        let commit = String::from_utf8_lossy(&commit).trim().to_string();
        let pushed = self
            .raw(
                &["push", "--quiet", "origin", &format!("{commit}:{}", self.branch)],
                &[],
                None,
                LONGEST_OUTPUT,
            )
            .await?;
        let said = String::from_utf8_lossy(&pushed.stderr);
        match pushed.status.success() {
            true => Ok(()),
            false if ["rejected", "fetch first", "cannot lock ref"].iter().any(|it| said.contains(it)) => {
                Err(RepositoryError::Busy(self.shown.clone()))
            }
            false => Err(self.unusable(&said)),
        }
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("copy")
    }

    async fn text(&self, arguments: &[&str]) -> Result<String, RepositoryError> {
        let output = self.git(arguments, &[], None, LONGEST_OUTPUT).await?;
        Ok(String::from_utf8_lossy(&output).trim().to_string())
    }

    /// Runs git on the copy and returns its output.
    async fn git(
        &self,
        arguments: &[&str],
        variables: &[(&str, &str)],
        input: Option<&[u8]>,
        limit: u64,
    ) -> Result<Vec<u8>, RepositoryError> {
        self.printed(self.raw(arguments, variables, input, limit).await?)
    }

    /// Returns the output of git, if it succeeded.
    fn printed(&self, output: Output) -> Result<Vec<u8>, RepositoryError> {
        match output.status.success() {
            true => Ok(output.stdout),
            false => Err(self.unusable(&String::from_utf8_lossy(&output.stderr))),
        }
    }

    async fn raw(
        &self,
        arguments: &[&str],
        variables: &[(&str, &str)],
        input: Option<&[u8]>,
        limit: u64,
    ) -> Result<Output, RepositoryError> {
        let folder = format!("--git-dir={}", self.path().display());
        let arguments: Vec<&str> =
            std::iter::once(folder.as_str()).chain(arguments.iter().copied()).collect();
        self.spawned(&arguments, variables, input, limit).await
    }

    /// Runs git outside a copy.
    async fn run(
        &self,
        arguments: &[&str],
        variables: &[(&str, &str)],
        input: Option<&[u8]>,
        limit: u64,
    ) -> Result<Vec<u8>, RepositoryError> {
        self.printed(self.spawned(arguments, variables, input, limit).await?)
    }

    async fn spawned(
        &self,
        arguments: &[&str],
        variables: &[(&str, &str)],
        input: Option<&[u8]>,
        limit: u64,
    ) -> Result<Output, RepositoryError> {
        let unusable = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => self.unusable("git is not installed"),
            _ => self.unusable(&error.to_string()),
        };
        let mut command = Command::new("git");
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        for variable in OUTER {
            command.env_remove(variable);
        }
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("GIT_ALLOW_PROTOCOL", PROTOCOLS)
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_ASKPASS", "true")
            .env("SSH_ASKPASS", "true")
            .env("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
            .env("LC_ALL", "C")
            .envs(variables.iter().copied())
            .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().map_err(unusable)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let writing = async {
            if let (Some(mut stdin), Some(input)) = (stdin, input) {
                // If git exits early, its own error message explains why.
                let _gone = stdin.write_all(input).await;
            }
        };
        let work = async {
            let ((), stdout, stderr) =
                tokio::join!(writing, bounded(stdout, limit), bounded(stderr, LONGEST_OUTPUT));
            let status = child.wait().await?;
            Ok::<_, std::io::Error>((status, stdout?, stderr?))
        };
        let finished = tokio::select! {
            finished = tokio::time::timeout(PATIENCE, work) => finished,
            () = self.wait_until_too_large() => {
                let what = "the repository".to_string();
                return Err(RepositoryError::TooLarge { what, limit: format_size(LARGEST_COPY) });
            }
        };
        let (status, stdout, stderr) =
            finished.map_err(|_| RepositoryError::Timeout(self.shown.clone()))?.map_err(unusable)?;
        if stdout.len() as u64 > limit {
            let what = "an object of the repository".to_string();
            return Err(RepositoryError::TooLarge { what, limit: format_size(limit) });
        }
        Ok(Output { status, stdout, stderr })
    }

    /// Completes when the copy exceeds the size limit.
    async fn wait_until_too_large(&self) {
        loop {
            tokio::time::sleep(BEAT).await;
            if size(self.folder.path(), LARGEST_COPY) > LARGEST_COPY {
                return;
            }
        }
    }

    fn unusable(&self, said: &str) -> RepositoryError {
        let line = said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("git failed");
        let plain: String = line.chars().filter(|c| !c.is_control()).collect();
        RepositoryError::Unusable { location: self.shown.clone(), reason: shortened(&plain) }
    }
}

/// Reads up to one byte more than the limit, and discards the rest so that git does not block.
async fn bounded(from: Option<impl AsyncRead + Unpin>, limit: u64) -> std::io::Result<Vec<u8>> {
    let Some(mut from) = from else { return Ok(Vec::new()) };
    let mut bytes = Vec::new();
    (&mut from).take(limit + 1).read_to_end(&mut bytes).await?;
    tokio::io::copy(&mut from, &mut tokio::io::sink()).await?;
    Ok(bytes)
}

/// Parses the regular files of `ls-tree -r -l -z`. Links and submodules are ignored.
fn entries(list: &[u8]) -> HashMap<String, (String, u64)> {
    let read = |line: &[u8]| {
        let line = std::str::from_utf8(line).ok()?;
        let (head, path) = line.split_once('\t')?;
        let parts: Vec<&str> = head.split_whitespace().collect();
        match parts.as_slice() {
            ["100644" | "100755", "blob", object, length] => {
                Some((path.to_string(), (object.to_string(), length.parse().ok()?)))
            }
            _ => None,
        }
    };
    list.split(|byte| *byte == 0).filter_map(read).collect()
}

/// Returns the total size of the files in a folder, up to the limit.
fn size(folder: &Path, limit: u64) -> u64 {
    let mut total = 0;
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        // Git may delete files in the meantime.
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.filter_map(Result::ok) {
            match entry.metadata() {
                Ok(found) if found.is_dir() => open.push(entry.path()),
                Ok(found) => total += found.len(),
                Err(_) => {}
            }
            if total > limit {
                return total;
            }
        }
    }
    total
}

//! Detection of changed definition and pack files between requests.
//!
//! A folder is listed again only after it has changed; the stamps of its files are read on every scan. A
//! request sees every change that was made before it arrived: it reuses a scan only if the scan began after
//! its arrival, so that concurrent requests share one scan.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Instant, SystemTime};

use super::definition_file::{MOST_FILES, is_written};
use super::packs::manifest_file;
use crate::file_stamp::FileStamp;
use crate::lock::lock;

/// The files and folders to watch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Watched {
    /// The folders with definitions and patterns.
    pub own: Vec<PathBuf>,
    /// The folders with packs.
    pub packs: Vec<PathBuf>,
    /// The folders inside packs that contain files.
    pub of_packs: Vec<PathBuf>,
    /// Single files.
    pub files: Vec<PathBuf>,
}

/// Detects changes to watched files.
#[derive(Default)]
pub(crate) struct Watch(Mutex<Looked>);

#[derive(Default)]
struct Looked {
    /// The time at which the last scan began.
    began: Option<Instant>,
    /// The result of the last scan.
    files: Files,
    listings: BTreeMap<PathBuf, Listing>,
}

/// All watched files and folders with their stamps.
type Files = Vec<(PathBuf, Option<FileStamp>)>;

struct Listing {
    stamp: Option<FileStamp>,
    /// Whether the last change of the folder is old enough that any further change alters its stamp.
    is_settled: bool,
    entries: Vec<PathBuf>,
}

impl Watch {
    /// Calls `reload` if a file has changed since the last scan, and returns its result. `arrived` is the
    /// arrival time of the request. Concurrent requests wait until `reload` returns.
    pub(crate) fn look(
        &self,
        arrived: Instant,
        watched: impl FnOnce() -> Watched,
        reload: impl FnOnce() -> bool,
    ) -> bool {
        let mut looked = lock(&self.0);
        if looked.began.is_some_and(|began| began >= arrived) {
            return false;
        }
        let began = Instant::now();
        let files = looked.files(&watched());
        let has_changed = files != looked.files;
        looked.files = files;
        let reloaded = has_changed && reload();
        // Set last, so that the next request scans again if `reload` panics.
        looked.began = Some(began);
        reloaded
    }
}

impl Looked {
    fn files(&mut self, watched: &Watched) -> Files {
        let mut files = Files::new();
        let mut listings = std::mem::take(&mut self.listings);
        let mut list = |folder: &Path, is_wanted: fn(&Path) -> bool, files: &mut Files| {
            let listing = relist(listings.remove(folder), folder, is_wanted);
            files.push((folder.to_path_buf(), listing.stamp));
            let entries = listing.entries.clone();
            self.listings.insert(folder.to_path_buf(), listing);
            entries
        };
        let stamped = |path: PathBuf| {
            let stamp = FileStamp::of(&path);
            (path, stamp)
        };
        files.extend(watched.files.iter().cloned().map(stamped));
        for folder in watched.own.iter().chain(&watched.of_packs) {
            let found = list(folder, is_written, &mut files);
            files.extend(found.into_iter().map(stamped));
        }
        for folder in &watched.packs {
            for pack in list(folder, |_| true, &mut files) {
                // A pack with a faulty manifest has no other known files.
                files.extend(manifest_file(&pack).map(stamped));
                // The folder of a new pack reveals it; its files are watched after it is loaded.
                if !watched.of_packs.contains(&pack) {
                    list(&pack, is_written, &mut files);
                }
            }
        }
        files
    }
}

/// Returns the listing of a folder, and lists the folder again if it may have changed.
fn relist(known: Option<Listing>, folder: &Path, is_wanted: fn(&Path) -> bool) -> Listing {
    let now = SystemTime::now();
    let stamp = FileStamp::of(folder);
    if let Some(known) = known.filter(|known| known.is_settled && known.stamp == stamp) {
        return known;
    }
    // A folder that does not exist has no entries.
    let is_settled = stamp.is_none_or(|stamp| stamp.is_settled(now));
    let mut entries: Vec<PathBuf> = match std::fs::read_dir(folder) {
        Ok(entries) => {
            entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|it| is_wanted(it)).collect()
        }
        Err(_) => Vec::new(),
    };
    entries.sort();
    // The loader has the same limit.
    entries.truncate(MOST_FILES);
    Listing { stamp, is_settled, entries }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::*;

    struct Lab {
        folder: tempfile::TempDir,
        watch: Watch,
    }

    impl Lab {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir_all(folder.path().join("intents")).unwrap();
            fs::create_dir_all(folder.path().join("packs/shop/intents")).unwrap();
            let lab = Self { folder, watch: Watch::default() };
            assert!(lab.changed(), "the first look sees everything");
            assert!(!lab.changed());
            lab
        }

        fn path(&self, path: &str) -> PathBuf {
            self.folder.path().join(path)
        }

        fn watched(&self) -> Watched {
            let of_packs = vec![self.path("packs/shop"), self.path("packs/shop/intents")];
            Watched {
                own: vec![self.path("intents")],
                packs: vec![self.path("packs")],
                of_packs,
                files: Vec::new(),
            }
        }

        fn changed(&self) -> bool {
            self.watch.look(Instant::now(), || self.watched(), || true)
        }
    }

    #[test]
    fn detects_added_changed_and_removed_files() {
        let lab = Lab::new();
        for file in ["intents/a.yaml", "packs/shop/b.yaml", "packs/shop/intents/c.json"] {
            fs::write(lab.path(file), "one").unwrap();
            assert!(lab.changed(), "{file} came");
            assert!(!lab.changed(), "{file} stayed");
            // The length stays the same.
            fs::write(lab.path(file), "two").unwrap();
            filetime_later(&lab.path(file));
            assert!(lab.changed(), "{file} changed");
            fs::remove_file(lab.path(file)).unwrap();
            assert!(lab.changed(), "{file} went");
        }
        fs::create_dir(lab.path("packs/other")).unwrap();
        assert!(lab.changed(), "a pack came");
        fs::rename(lab.path("packs/other"), lab.path("packs/another")).unwrap();
        assert!(lab.changed(), "a pack was renamed");
        fs::remove_dir_all(lab.path("packs")).unwrap();
        assert!(lab.changed(), "all packs went");
    }

    #[test]
    fn does_not_relist_settled_directories() {
        let lab = Lab::new();
        let folder = lab.path("intents");
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        let listing = |is_settled| Listing {
            stamp: FileStamp::of(&folder),
            is_settled,
            entries: vec![folder.join("x.yaml")],
        };
        assert_eq!(relist(Some(listing(true)), &folder, is_written).entries.len(), 1);
        assert!(relist(Some(listing(false)), &folder, is_written).entries.is_empty());
        // The change time cannot be set, so a folder that was just created is never settled.
        fs::File::open(&folder).unwrap().set_modified(long_ago).unwrap();
        assert!(!relist(None, &folder, is_written).is_settled);
        assert!(relist(None, Path::new("/proc/self/nowhere"), is_written).is_settled);
        assert!(relist(None, Path::new("/"), is_written).is_settled);
    }

    #[test]
    fn concurrent_requests_share_one_directory_scan() {
        let lab = Lab::new();
        let before = Instant::now();
        assert!(!lab.changed());
        fs::write(lab.path("intents/a.yaml"), "one").unwrap();
        assert!(!lab.watch.look(before, || panic!("looked again"), || true));
        assert!(lab.changed());
    }

    /// Advances the modification time of a file, as a clock with a coarse resolution does a moment later.
    fn filetime_later(path: &Path) {
        let file = fs::File::options().append(true).open(path).unwrap();
        file.set_modified(SystemTime::now() + Duration::from_secs(3)).unwrap();
    }
}

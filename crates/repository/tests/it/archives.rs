//! Zip archives that strangers made.

use std::fs::File;
use std::io::{Read, Seek, Write};

use lemmascope_repository::{Bundle, RepositoryError};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

fn archive(files: &[(&str, &[u8])]) -> File {
    written(|zip, options| {
        for (name, bytes) in files {
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
    })
}

fn written(write: impl FnOnce(&mut zip::ZipWriter<File>, SimpleFileOptions)) -> File {
    let mut zip = zip::ZipWriter::new(tempfile::tempfile().unwrap());
    write(&mut zip, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated));
    zip.finish().unwrap()
}

fn refused(file: File) -> RepositoryError {
    Bundle::of_archive(file).map(|_| ()).unwrap_err()
}

#[test]
fn reads_archive_with_and_without_top_level_directory() {
    let plain: &[(&str, &[u8])] = &[("pack.yaml", b"pack: shop\n"), ("intents/a.yaml", b"a")];
    let around: &[(&str, &[u8])] =
        &[("shop/pack.yaml", b"pack: shop\n"), ("shop/intents/a.yaml", b"a"), ("shop/.git/x", b"x")];
    let one = Bundle::of_archive(archive(plain)).unwrap();
    assert_eq!(one, Bundle::of_archive(archive(around)).unwrap());
    assert_eq!(one.0.file("intents/a.yaml"), Some(&b"a"[..]));
    let sealed: &[(&str, &[u8])] = &[("pack.yaml", b"x"), ("pack.files", b"l"), ("pack.minisig", b"s")];
    let (bundle, seal) = Bundle::of_archive(archive(sealed)).unwrap();
    assert_eq!((bundle.files().count(), seal.unwrap().signature.as_str()), (1, "s"));
    assert!(matches!(refused(archive(&sealed[..2])), RepositoryError::Unsigned(_)));
}

#[test]
fn rejects_path_traversal_in_archives() {
    for name in [
        "../evil.yaml",
        "../../.bashrc",
        ".hidden/../../evil.yaml",
        "/etc/passwd",
        "a/../../evil.yaml",
        "..\\evil.yaml",
        "a//b",
        "C:\\evil",
        "a/./b",
        "\0",
    ] {
        // What writes archives repairs such names, so that they are put in afterwards.
        let stand_in = "Z".repeat(name.len());
        let mut file = archive(&[("pack.yaml", b"x"), (&stand_in, b"x")]);
        let mut bytes = Vec::new();
        file.rewind().unwrap();
        file.read_to_end(&mut bytes).unwrap();
        for at in 0..bytes.len() - name.len() {
            if bytes[at..].starts_with(stand_in.as_bytes()) {
                bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
            }
        }
        file.rewind().unwrap();
        file.write_all(&bytes).unwrap();
        let error = refused(file);
        assert!(matches!(error, RepositoryError::Path { .. }), "{name:?}: {error}");
    }
}

#[test]
fn rejects_symlinks_in_archives() {
    let file = written(|zip, options| {
        zip.start_file("pack.yaml", options).unwrap();
        zip.add_symlink("intents", "/etc", options).unwrap();
    });
    assert!(matches!(refused(file), RepositoryError::NoFile(_)));
}

#[test]
fn rejects_zip_bombs_before_extraction() {
    let large = vec![0; 64 << 20];
    let error = refused(archive(&[("pack.yaml", &large)]));
    assert!(matches!(error, RepositoryError::TooLarge { .. }), "{error}");
    let part = vec![0; 1 << 20];
    let names: Vec<String> = (0..40).map(|n| format!("f{n}.yaml")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), part.as_slice())).collect();
    let error = refused(archive(&many));
    assert!(matches!(error, RepositoryError::TooLarge { .. }), "{error}");
    let names: Vec<String> = (0..5000).map(|n| format!("f{n}.yaml")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let error = refused(archive(&many));
    assert!(matches!(error, RepositoryError::TooLarge { .. }), "{error}");
}

#[test]
fn rejects_files_other_than_archives() {
    let of = |bytes: &[u8]| {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        refused(file)
    };
    for bytes in [&b""[..], b"PK", b"not a zip at all", &[0; 100_000]] {
        assert!(matches!(of(bytes), RepositoryError::Archive(_)));
    }
    let huge = tempfile::tempfile().unwrap();
    huge.set_len(1 << 40).unwrap();
    assert!(matches!(refused(huge), RepositoryError::TooLarge { .. }));
}

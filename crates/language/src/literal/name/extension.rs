//! Endings by which files are known.

/// Whether a name or a path ends like that of a file: with an extension that is known, or as short as most.
pub fn has_extension(name: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').is_some_and(|(stem, extension)| {
        let is_short = (1..=5).contains(&extension.len()) && extension.chars().all(char::is_alphanumeric);
        !stem.is_empty() && (is_short || EXTENSIONS.contains(&extension.to_lowercase().as_str()))
    })
}

/// Whether a word in lower case is a known extension of files.
pub(crate) fn is_extension(word: &str) -> bool {
    EXTENSIONS.binary_search(&word).is_ok()
}

/// In alphabetical order, so that one can be looked up.
pub(super) const EXTENSIONS: &[&str] = &[
    "3gp", "7z", "aac", "ai", "apk", "asm", "avi", "avif", "bak", "bash", "bat", "bib", "bin", "bmp", "bz2",
    "c", "cc", "cer", "cfg", "class", "cmd", "conf", "cpp", "crt", "cs", "css", "csv", "cxx", "dart", "dat",
    "db", "deb", "desktop", "diff", "djvu", "dll", "dmg", "doc", "docm", "docx", "dot", "dotx", "drawio",
    "dxf", "eml", "env", "eot", "eps", "epub", "exe", "fig", "flac", "flv", "fodt", "gif", "go", "gpx", "gz",
    "h", "heic", "hpp", "hs", "htm", "html", "ico", "ics", "ini", "ipynb", "iso", "jar", "java", "jpeg",
    "jpg", "js", "json", "jsonl", "jsx", "key", "kml", "kt", "less", "log", "lua", "m3u", "m4a", "m4v", "md",
    "mid", "mjs", "mkv", "mobi", "mov", "mp3", "mp4", "mpeg", "mpg", "msg", "msi", "ndjson", "numbers",
    "odg", "odp", "ods", "odt", "ogg", "ogv", "opus", "otf", "ott", "pages", "parquet", "patch", "pcap",
    "pdf", "pem", "php", "pkg", "pl", "png", "pot", "ppt", "pptm", "pptx", "ps", "ps1", "psd", "pub", "py",
    "pyc", "r", "rar", "raw", "rb", "rpm", "rs", "rst", "rtf", "sass", "scala", "scss", "sh", "so", "sql",
    "sqlite", "srt", "svg", "swift", "sys", "tar", "tex", "tgz", "tif", "tiff", "tmp", "toml", "torrent",
    "ts", "tsv", "tsx", "ttf", "txt", "vbs", "vcf", "vue", "wasm", "wav", "webm", "webp", "wma", "wmv",
    "woff", "woff2", "xcf", "xhtml", "xls", "xlsb", "xlsm", "xlsx", "xml", "xz", "yaml", "yml", "zip", "zsh",
    "zst",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_extensions_are_sorted() {
        assert!(EXTENSIONS.is_sorted());
    }
}

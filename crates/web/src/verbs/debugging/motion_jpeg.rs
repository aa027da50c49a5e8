use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use tempfile::NamedTempFile;

/// The frame rate. Pages change less often than videos.
const RATE: u32 = 10;

/// The size limit, because AVI uses 32-bit sizes, and the limit of frames.
const LARGEST: u64 = 1 << 30;
const LONGEST: u64 = 3600 * RATE as u64;

/// A video of JPEG pictures in an AVI file.
///
/// A browser sends pictures only on changes, while a video has a constant frame rate. Without a change, an
/// empty chunk repeats the previous picture.
pub(super) struct MotionJpegWriter {
    file: BufWriter<NamedTempFile>,
    /// The offset and length of each picture.
    index: Vec<(u32, u32)>,
    written: u64,
    begun: Option<f64>,
    /// The last picture and its frame number, until a newer picture for the same frame replaces it.
    next: Option<(Vec<u8>, u64)>,
    size: (u32, u32),
    pictures: usize,
}

/// The size of the header, which is constant, so that it can be written at the end.
const HEAD: usize = 224;
/// Offsets in the index are relative to the `movi` tag.
const LIST: u64 = HEAD as u64 - 4;

impl MotionJpegWriter {
    pub(super) fn begin(file: NamedTempFile) -> io::Result<Self> {
        let mut file = BufWriter::new(file);
        file.write_all(&[0; HEAD])?;
        Ok(Self {
            file,
            index: Vec::new(),
            written: HEAD as u64,
            begun: None,
            next: None,
            size: (0, 0),
            pictures: 0,
        })
    }

    /// Adds a picture that was taken at this time, in seconds.
    pub(super) fn add(&mut self, picture: Vec<u8>, at: f64) -> io::Result<()> {
        let begun = *self.begun.get_or_insert(at);
        if self.size == (0, 0) {
            self.size = size(&picture).unwrap_or((0, 0));
        }
        let moment = ((at - begun).max(0.0) * f64::from(RATE)) as u64;
        if self.written + picture.len() as u64 > LARGEST || moment > LONGEST {
            return Ok(());
        }
        self.pictures += 1;
        match self.next.take() {
            Some((last, when)) if when < moment => {
                self.fill(&last, when)?;
                self.next = Some((picture, moment));
            }
            Some((_, when)) => self.next = Some((picture, when)),
            None => self.next = Some((picture, moment)),
        }
        Ok(())
    }

    /// Finishes the file. Returns the number of pictures and the duration in seconds.
    pub(super) fn end(mut self) -> io::Result<(NamedTempFile, usize, f64)> {
        if let Some((last, when)) = self.next.take() {
            self.fill(&last, when)?;
        }
        let pictures_end = self.written;
        self.file.write_all(b"idx1")?;
        self.file.write_all(&saturating_u32(self.index.len() as u64 * 16).to_le_bytes())?;
        for (at, length) in &self.index {
            // Every JPEG is a key frame; an empty chunk is not.
            let flags: u32 = if *length > 0 { 0x10 } else { 0 };
            self.file.write_all(b"00dc")?;
            self.file.write_all(&flags.to_le_bytes())?;
            self.file.write_all(&at.to_le_bytes())?;
            self.file.write_all(&length.to_le_bytes())?;
        }
        let total = pictures_end + 8 + self.index.len() as u64 * 16;
        let head = self.head(total, pictures_end);
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&head)?;
        file.as_file().sync_all()?;
        let seconds = self.index.len() as f64 / f64::from(RATE);
        Ok((file, self.pictures, seconds))
    }

    /// Writes a picture at its frame number, after empty chunks for the frames before.
    fn fill(&mut self, picture: &[u8], when: u64) -> io::Result<()> {
        while (self.index.len() as u64) < when {
            self.chunk(&[])?;
        }
        self.chunk(picture)
    }

    fn chunk(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.index.push((saturating_u32(self.written - LIST), saturating_u32(bytes.len() as u64)));
        self.file.write_all(b"00dc")?;
        self.file.write_all(&saturating_u32(bytes.len() as u64).to_le_bytes())?;
        self.file.write_all(bytes)?;
        let padding = bytes.len() % 2;
        self.file.write_all(&[0][..padding])?;
        self.written += 8 + (bytes.len() + padding) as u64;
        Ok(())
    }

    fn head(&self, total: u64, pictures_end: u64) -> Vec<u8> {
        let frames = saturating_u32(self.index.len() as u64);
        let (width, height) = self.size;
        let mut head = Vec::with_capacity(HEAD);
        head.extend_from_slice(b"RIFF");
        let numbers = |head: &mut Vec<u8>, values: &[u32]| {
            for value in values {
                head.extend_from_slice(&value.to_le_bytes());
            }
        };
        numbers(&mut head, &[saturating_u32(total - 8)]);
        head.extend_from_slice(b"AVI LIST");
        numbers(&mut head, &[192]);
        head.extend_from_slice(b"hdrlavih");
        // Microseconds per frame, bytes per second, padding, flags (has an index), frames, streams.
        numbers(&mut head, &[56, 1_000_000 / RATE, 0, 0, 0x10, frames, 0, 1, 0, width, height, 0, 0, 0, 0]);
        head.extend_from_slice(b"LIST");
        numbers(&mut head, &[116]);
        head.extend_from_slice(b"strlstrh");
        numbers(&mut head, &[56]);
        head.extend_from_slice(b"vidsMJPG");
        // Flags, priority, initial frames, scale, rate, start, length, buffer, quality, sample size,
        // rectangle.
        numbers(&mut head, &[0, 0, 0, 1, RATE, 0, frames, 0, u32::MAX, 0, 0, height << 16 | width & 0xffff]);
        head.extend_from_slice(b"strf");
        numbers(&mut head, &[40, 40, width, height, 24 << 16 | 1]);
        head.extend_from_slice(b"MJPG");
        numbers(&mut head, &[width.saturating_mul(height).saturating_mul(3), 0, 0, 0, 0]);
        head.extend_from_slice(b"LIST");
        numbers(&mut head, &[saturating_u32(pictures_end - LIST)]);
        head.extend_from_slice(b"movi");
        head
    }
}

fn saturating_u32(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the width and height in a JPEG header.
fn size(jpeg: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let [0xff, marker, high, low] = *jpeg.get(at..at + 4)? else { return None };
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            let [h1, h0, w1, w0] = *jpeg.get(at + 5..at + 9)? else { return None };
            return Some((u32::from(w1) << 8 | u32::from(w0), u32::from(h1) << 8 | u32::from(h0)));
        }
        at += 2 + (usize::from(high) << 8 | usize::from(low));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the header of a 4 by 2 JPEG with some bytes.
    fn picture(byte: u8) -> Vec<u8> {
        let mut jpeg = vec![0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 4, 1, 1, 0x11, 0];
        jpeg.extend([byte; 4]);
        jpeg
    }

    #[test]
    fn recording_frame_count_matches_its_duration() {
        let folder = tempfile::tempdir().unwrap();
        let mut film = MotionJpegWriter::begin(NamedTempFile::new_in(folder.path()).unwrap()).unwrap();
        for (byte, at) in [(1, 100.0), (2, 100.5), (3, 100.52), (4, 101.0)] {
            film.add(picture(byte), at).unwrap();
        }
        let (file, pictures, seconds) = film.end().unwrap();
        assert_eq!((pictures, seconds), (4, 1.1));
        let bytes = std::fs::read(file.path()).unwrap();
        assert_eq!(&bytes[..4], b"RIFF");
        assert_eq!(u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize, bytes.len() - 8);
        assert_eq!(&bytes[HEAD - 4..HEAD], b"movi");
        assert_eq!(&bytes[HEAD..HEAD + 4], b"00dc", "the first picture follows the head");
        let index = bytes.len() - 11 * 16;
        assert_eq!(&bytes[index - 8..index - 4], b"idx1");
        for entry in bytes[index..].chunks(16) {
            let at = u32::from_le_bytes(entry[8..12].try_into().unwrap()) as usize + HEAD - 4;
            assert_eq!(&bytes[at..at + 4], b"00dc");
            assert_eq!(bytes[at + 4..at + 8], entry[12..16]);
        }
    }

    #[test]
    fn invalid_jpeg_has_no_size() {
        assert_eq!(size(&picture(0)), Some((4, 2)));
        for bytes in [&[][..], &[0xff, 0xd8], &[0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff], &[0; 100]] {
            assert_eq!(size(bytes), None);
        }
    }
}

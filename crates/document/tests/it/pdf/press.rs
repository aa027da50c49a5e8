//! A small generator of valid and invalid PDF files.

use std::fmt::Write as _;

/// Pages with positioned text, in points from the lower left corner.
#[derive(Default)]
pub(crate) struct Press {
    pages: Vec<(String, &'static str)>,
}

impl Press {
    /// Starts a page; `entries` are additional entries of its dictionary.
    pub(crate) fn page(&mut self, entries: &'static str) -> &mut Self {
        self.pages.push((String::new(), entries));
        self
    }

    /// Adds text in Helvetica (`F1`), Helvetica Bold (`F2`) or Courier (`F3`).
    pub(crate) fn text(&mut self, font: &str, size: f32, x: f32, y: f32, text: &str) -> &mut Self {
        let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)").replace('•', "\\225");
        self.raw(&format!("BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n"))
    }

    /// Adds lines below each other.
    pub(crate) fn lines(&mut self, x: f32, y: f32, lines: &str) -> &mut Self {
        for (at, line) in lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
            self.text("F1", 10.0, x, y - 12.0 * at as f32, line);
        }
        self
    }

    pub(crate) fn raw(&mut self, operators: &str) -> &mut Self {
        if let Some((content, _)) = self.pages.last_mut() {
            content.push_str(operators);
        }
        self
    }

    pub(crate) fn finish(&self) -> Vec<u8> {
        let kids: Vec<String> = (0..self.pages.len()).map(|at| format!("{} 0 R", 10 + 2 * at)).collect();
        let mut objects = vec![
            (1, "<< /Type /Catalog /Pages 2 0 R >>".to_owned()),
            (2, format!("<< /Type /Pages /Count {} /Kids [{}] >>", kids.len(), kids.join(" "))),
            (3, "<< /Font << /F1 4 0 R /F2 5 0 R /F3 6 0 R /F4 7 0 R >> /XObject << /Im 8 0 R >> >>".into()),
            (4, font("Helvetica")),
            (5, font("Helvetica-Bold")),
            (6, font("Courier")),
            // A font with meaningless glyph names.
            (7, "<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Odd /FirstChar 65 /LastChar 90 /Widths [600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600 600] /Encoding << /Type /Encoding /Differences [65 /x1 /x2 /x3 /x4 /x5 /x6 /x7 /x8 /x9 /x10 /x11 /x12 /x13 /x14 /x15 /x16 /x17 /x18 /x19 /x20 /x21 /x22 /x23 /x24 /x25 /x26] >> >>".into()),
            (8, "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n\u{7f}\nendstream".into()),
            // The filled-in value of a form field.
            (9, stream("/Type /XObject /Subtype /Form /BBox [0 0 100 10] /Resources 3 0 R", "BT /F1 10 Tf 0 2 Td (Maria Aparecida) Tj ET")),
        ];
        for (at, (content, entries)) in self.pages.iter().enumerate() {
            let number = 10 + 2 * at;
            objects.push((number, format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources 3 0 R /Contents {} 0 R {entries} >>", number + 1)));
            objects.push((number + 1, stream("", content)));
        }
        file(&objects)
    }
}

fn font(name: &str) -> String {
    format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>")
}

pub(crate) fn stream(entries: &str, content: &str) -> String {
    format!("<< {entries} /Length {} >>\nstream\n{content}\nendstream", content.len())
}

/// Returns a file of objects, the first of which is its catalog.
pub(crate) fn file(objects: &[(usize, String)]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    for (number, object) in objects {
        places.push((*number, file.len()));
        let _ = write!(file, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    file.push_str("xref\n");
    for (number, place) in &places {
        let _ = write!(file, "{number} 1\n{place:010} 00000 n \n");
    }
    let size = places.iter().map(|(number, _)| number + 1).max().unwrap_or(1);
    let _ = write!(file, "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    file.into_bytes()
}

/// Returns a page with this content and these forms.
pub(crate) fn page(content: &str, forms: &[(usize, String)]) -> Vec<u8> {
    let names: String = forms.iter().map(|(number, _)| format!("/X{number} {number} 0 R ")).collect();
    let mut objects = vec![
        (1, "<< /Type /Catalog /Pages 2 0 R >>".to_owned()),
        (2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".into()),
        (
            3,
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources 4 0 R /Contents 5 0 R >>".into(),
        ),
        (4, format!("<< /Font << /F1 6 0 R >> /XObject << {names} >> >>")),
        (5, stream("", content)),
        (6, font("Helvetica")),
    ];
    objects.extend(forms.iter().cloned());
    file(&objects)
}

//! The interpreter for content streams, limited to operators that place glyphs and images.

use std::rc::Rc;

use hayro_syntax::content::{Instruction, UntypedIter};
use hayro_syntax::object::{Array, Dict, Name, Object, Stream};
use hayro_syntax::page::{Page, Resources};

use super::annotations;
use super::deadline::Deadline;
use super::layers::HiddenLayers;
use super::matrix::{Area, Matrix};
use super::operands::{matrix, number, numbers, tag_is_artifact};
use super::page_content::{Glyph, PageContent};
use super::stream::unfold;
use super::typeface::{Typeface, Typefaces};
use crate::Fault;
use crate::limits::Budget;

/// The maximum nesting depth of forms. Real files stay below ten.
const DEEPEST: usize = 24;
/// The maximum number of operators per page; those of a form count each time it is drawn.
const MOST_OPERATORS: usize = 20_000_000;
/// The maximum number of operators of all pages.
const MOST_OPERATORS_OF_ALL: usize = 1_000_000_000;
/// The number of operators between two checks of the deadline.
const BETWEEN_LOOKS: usize = 4096;
/// The maximum number of forms drawn per page.
const MOST_FORMS: usize = 10_000;
/// The maximum number of glyphs per page.
const MOST_LETTERS: usize = 500_000;
/// The maximum length of the text of a glyph, in bytes: a ligature stands for a few letters, but nothing
/// legitimate stands for a whole text.
const LONGEST_LETTER: usize = 64;
/// The maximum depth of the graphics state stack; a file that exceeds it is corrupt.
const MOST_STATES: usize = 4096;

/// The state for all pages of a file.
pub(super) struct ContentInterpreter<'a> {
    pub(super) faces: Typefaces<'a>,
    hidden: HiddenLayers,
    budget: Budget,
    /// The number of operators left for the remaining pages.
    operators: usize,
    pub(super) clock: Deadline,
}

impl<'a> ContentInterpreter<'a> {
    pub(super) fn new(catalog: Option<&Dict<'a>>, budget: Budget, clock: Deadline) -> Self {
        let hidden = catalog.map(HiddenLayers::of).unwrap_or_default();
        Self { faces: Typefaces::new(), hidden, budget, operators: MOST_OPERATORS_OF_ALL, clock }
    }

    /// Interprets a page.
    pub(super) fn sheet(&mut self, page: &Page<'a>) -> Result<PageContent, Fault> {
        let (width, height) = page.render_dimensions();
        let (width, height) = (f64::from(width), f64::from(height));
        let area = Area { x0: 0.0, y0: 0.0, x1: width, y1: height };
        let mut reader = Reader {
            press: self,
            sheet: PageContent { width, height, lost: is_lost(page), ..PageContent::default() },
            operators: 0,
            forms: 0,
            pictures: 0.0,
            area,
            marks: Vec::new(),
        };
        let state = State::new(Matrix(page.initial_transform(true).as_coeffs()), area);
        let bytes = reader.gather(page)?;
        reader.run(&bytes, page.resources(), state.clone(), 0)?;
        for laid in annotations::shown(page) {
            let mut state = state.clone();
            state.plane = laid.place.then(state.plane);
            reader.draw_form(&laid.form, page.resources(), &state, 0)?;
        }
        let (operators, pictures, mut sheet) = (reader.operators, reader.pictures, reader.sheet);
        self.operators = self.operators.saturating_sub(operators);
        sheet.pictures = (pictures / area.size().max(1.0)).min(1.0);
        Ok(sheet)
    }
}

/// Whether a page declares content that is missing.
fn is_lost(page: &Page<'_>) -> bool {
    let raw = page.raw();
    raw.contains_key(b"Contents".as_slice())
        && raw.get::<Stream<'_>>("Contents").is_none()
        && raw.get::<Array<'_>>("Contents").is_none()
}

fn contents<'a>(page: &Page<'a>) -> Vec<Stream<'a>> {
    if let Some(stream) = page.raw().get::<Stream<'a>>("Contents") {
        return vec![stream];
    }
    page.raw()
        .get::<Array<'a>>("Contents")
        .map(|parts| parts.iter::<Stream<'a>>().collect())
        .unwrap_or_default()
}

/// The graphics state.
#[derive(Clone)]
struct State<'a> {
    plane: Matrix,
    clip: Area,
    face: Option<Rc<Typeface<'a>>>,
    size: f64,
    letter_space: f64,
    word_space: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
}

impl State<'_> {
    fn new(plane: Matrix, clip: Area) -> Self {
        Self {
            plane,
            clip,
            face: None,
            size: 1.0,
            letter_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
        }
    }
}

/// A marked-content sequence.
#[derive(Clone, Copy)]
struct Mark {
    hidden: bool,
    artifact: bool,
}

struct Reader<'r, 'a> {
    press: &'r mut ContentInterpreter<'a>,
    sheet: PageContent,
    operators: usize,
    forms: usize,
    pictures: f64,
    area: Area,
    marks: Vec<Mark>,
}

/// The text matrices.
struct Pen {
    matrix: Matrix,
    line: Matrix,
}

impl<'a> Reader<'_, 'a> {
    /// Concatenates the content streams of a page, because an operator may span two of them.
    fn gather(&mut self, page: &Page<'a>) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        for part in contents(page) {
            if let Some(part) = unfold(&part, &mut self.press.budget)? {
                bytes.extend_from_slice(&part);
                bytes.push(b'\n');
            }
        }
        Ok(bytes)
    }

    fn run(
        &mut self,
        bytes: &[u8],
        resources: &Resources<'a>,
        state: State<'a>,
        depth: usize,
    ) -> Result<(), Fault> {
        let marks = self.marks.len();
        let mut state = state;
        let mut kept: Vec<State<'a>> = Vec::new();
        let mut pen = Pen { matrix: Matrix::IDENTITY, line: Matrix::IDENTITY };
        let mut path = Area::NOTHING;
        let mut clipping = false;
        let mut operators = UntypedIter::new(bytes);
        while let Some(instruction) = operators.next() {
            self.operators += 1;
            let is_late = self.operators.is_multiple_of(BETWEEN_LOOKS) && self.press.clock.is_over();
            if self.operators > MOST_OPERATORS.min(self.press.operators)
                || self.sheet.glyphs.len() > MOST_LETTERS
                || is_late
            {
                self.sheet.cut = true;
                break;
            }
            match &**instruction.operator {
                b"q" if kept.len() < MOST_STATES => kept.push(state.clone()),
                b"Q" => {
                    if let Some(before) = kept.pop() {
                        state = before;
                    }
                }
                b"cm" => {
                    if let Some(matrix) = matrix(&instruction) {
                        state.plane = matrix.then(state.plane);
                    }
                }
                operator @ (b"m" | b"l" | b"c" | b"v" | b"y") => {
                    self.sheet.curves += usize::from(!matches!(operator, b"m" | b"l"));
                    let numbers = numbers::<6>(&instruction);
                    for pair in numbers.0.get(..numbers.1).unwrap_or_default().chunks_exact(2) {
                        if let [x, y] = pair {
                            path.include_point(*x, *y);
                        }
                    }
                }
                b"re" => {
                    if let ([x, y, width, height], 4) = numbers::<4>(&instruction) {
                        path.include_point(x, y);
                        path.include_point(x + width, y + height);
                    }
                }
                b"W" | b"W*" => clipping = true,
                b"n" | b"f" | b"F" | b"f*" | b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*" => {
                    if clipping && path.x0 <= path.x1 {
                        state.clip = state.clip.meet(state.plane.bounds(path));
                    }
                    clipping = false;
                    path = Area::NOTHING;
                }
                b"BT" => pen = Pen { matrix: Matrix::IDENTITY, line: Matrix::IDENTITY },
                b"Tf" => self.set_font(&instruction, resources, &mut state),
                b"Tc" => state.letter_space = number(&instruction).unwrap_or(state.letter_space),
                b"Tw" => state.word_space = number(&instruction).unwrap_or(state.word_space),
                b"Tz" => {
                    state.stretch = number(&instruction).map_or(state.stretch, |percent| percent / 100.0)
                }
                b"TL" => state.leading = number(&instruction).unwrap_or(state.leading),
                b"Ts" => state.rise = number(&instruction).unwrap_or(state.rise),
                b"Td" | b"TD" => {
                    if let ([x, y], 2) = numbers::<2>(&instruction) {
                        if &**instruction.operator == b"TD" {
                            state.leading = -y;
                        }
                        pen.next_line(x, y);
                    }
                }
                b"Tm" => {
                    if let Some(matrix) = matrix(&instruction) {
                        pen = Pen { matrix, line: matrix };
                    }
                }
                b"T*" => pen.next_line(0.0, -state.leading),
                b"Tj" => self.show(instruction.operands().last(), &state, &mut pen),
                b"'" => {
                    pen.next_line(0.0, -state.leading);
                    self.show(instruction.operands().last(), &state, &mut pen);
                }
                b"\"" => {
                    if let ([word_space, letter_space], 2) = numbers::<2>(&instruction) {
                        state.word_space = word_space;
                        state.letter_space = letter_space;
                    }
                    pen.next_line(0.0, -state.leading);
                    self.show(instruction.operands().last(), &state, &mut pen);
                }
                b"TJ" => self.show(instruction.operands().last(), &state, &mut pen),
                b"BMC" => {
                    let artifact = tag_is_artifact(&instruction);
                    self.mark(artifact, false);
                }
                b"BDC" => {
                    let artifact = tag_is_artifact(&instruction);
                    let hidden = self.press.hidden.hold(&instruction, resources);
                    self.mark(artifact, hidden);
                }
                b"EMC" if self.marks.len() > marks => {
                    self.marks.pop();
                }
                b"BI" => self.picture(&state),
                b"Do" => self.draw(&instruction, resources, &state, depth)?,
                _ => {}
            }
        }
        self.marks.truncate(marks);
        Ok(())
    }

    fn mark(&mut self, artifact: bool, hidden: bool) {
        let outer = self.marks.last().copied().unwrap_or(Mark { hidden: false, artifact: false });
        if self.marks.len() < MOST_STATES {
            self.marks.push(Mark { hidden: hidden || outer.hidden, artifact: artifact || outer.artifact });
        }
    }

    fn set_font(
        &mut self,
        instruction: &Instruction<'_, '_>,
        resources: &Resources<'a>,
        state: &mut State<'a>,
    ) {
        let mut operands = instruction.operands();
        let (Some(Object::Name(name)), Some(Object::Number(size))) = (operands.next(), operands.next())
        else {
            return;
        };
        state.size = size.as_f64();
        state.face = resources.get_font(name).and_then(|font| self.press.faces.of(&font));
    }

    fn show(&mut self, operand: Option<&Object<'_>>, state: &State<'a>, pen: &mut Pen) {
        match operand {
            Some(Object::String(string)) => self.show_string(string.as_bytes(), state, pen),
            Some(Object::Array(array)) => {
                for part in array.iter::<Object<'_>>() {
                    match part {
                        Object::String(string) => self.show_string(string.as_bytes(), state, pen),
                        Object::Number(back) => {
                            let by = -back.as_f64() / 1000.0 * state.size;
                            if state.face.as_ref().is_none_or(|face| face.is_horizontal()) {
                                pen.forward(by * state.stretch, 0.0);
                            } else {
                                pen.forward(0.0, by);
                            }
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn show_string(&mut self, bytes: &[u8], state: &State<'a>, pen: &mut Pen) {
        let Some(face) = state.face.as_deref() else {
            self.sheet.unknown += bytes.len();
            return;
        };
        let mark = self.marks.last().copied().unwrap_or(Mark { hidden: false, artifact: false });
        let horizontal = face.is_horizontal();
        let mut at = 0;
        while at < bytes.len() {
            let (code, length) = face.code(bytes, at);
            at += length;
            let space = if code == 32 && length == 1 { state.word_space } else { 0.0 };
            let plane = pen.matrix.then(state.plane);
            let from = plane.point(0.0, state.rise);
            let (advance, inked) = face.letter(code, |letter| {
                let (x, y) = letter.advance;
                let advance = if horizontal {
                    ((x / 1000.0 * state.size + state.letter_space + space) * state.stretch, 0.0)
                } else {
                    (0.0, y / 1000.0 * state.size + state.letter_space + space)
                };
                let inked = if letter.text.is_empty() || letter.text.len() > LONGEST_LETTER {
                    None
                } else {
                    let start = self.sheet.letters.len();
                    self.sheet.letters.push_str(&letter.text);
                    Some((start, letter.text.len()))
                };
                (advance, inked)
            });
            // Extra character spacing belongs to the preceding glyph; with negative spacing, the glyph keeps
            // its own width.
            let (width, height) = if horizontal {
                let own = advance.0 - space * state.stretch;
                (if state.letter_space < 0.0 { own - state.letter_space * state.stretch } else { own }, 0.0)
            } else {
                (0.0, advance.1)
            };
            let to = plane.point(width, state.rise + height);
            pen.forward(advance.0, advance.1);
            let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
            let [_, _, c, d, _, _] = plane.0;
            let size = (c * c + d * d).sqrt() * state.size.abs() * face.scale;
            let seen = !mark.hidden && size > 0.2 && state.clip.holds(middle.0, middle.1, size * 0.5);
            match inked {
                Some((start, _)) if !seen => self.sheet.letters.truncate(start),
                Some((start, length)) => self.sheet.glyphs.push(Glyph {
                    from: (from.0 as f32, from.1 as f32),
                    to: (to.0 as f32, to.1 as f32),
                    size: size as f32,
                    face: face.number,
                    start: u32::try_from(start).unwrap_or(u32::MAX),
                    length: u16::try_from(length).unwrap_or(u16::MAX),
                    artifact: mark.artifact,
                }),
                None if seen && code != 0 && advance != (0.0, 0.0) => self.sheet.unknown += 1,
                None => {}
            }
            if self.sheet.glyphs.len() > MOST_LETTERS {
                return;
            }
        }
    }

    fn picture(&mut self, state: &State<'_>) {
        self.pictures += state.plane.bounds(Area::UNIT).meet(state.clip).meet(self.area).size();
    }

    fn draw(
        &mut self,
        instruction: &Instruction<'_, '_>,
        resources: &Resources<'a>,
        state: &State<'a>,
        depth: usize,
    ) -> Result<(), Fault> {
        let Some(Object::Name(name)) = instruction.operands().next() else { return Ok(()) };
        let Some(object) = resources.get_x_object(name) else { return Ok(()) };
        if object.dict().get::<Name<'_>>("Subtype").is_some_and(|kind| kind.as_ref() == b"Image") {
            if !self.press.hidden.contains_object(object.dict()) {
                self.picture(state);
            }
            return Ok(());
        }
        self.draw_form(&object, resources, state, depth)
    }

    fn draw_form(
        &mut self,
        object: &Stream<'a>,
        resources: &Resources<'a>,
        state: &State<'a>,
        depth: usize,
    ) -> Result<(), Fault> {
        let dict = object.dict();
        if self.press.hidden.contains_object(dict) {
            return Ok(());
        }
        self.forms += 1;
        if depth >= DEEPEST || self.forms > MOST_FORMS {
            self.sheet.cut = true;
            return Ok(());
        }
        let mut inner = state.clone();
        if let Some(matrix) = dict.get::<[f64; 6]>("Matrix") {
            inner.plane = Matrix(matrix).then(inner.plane);
        }
        if let Some([x0, y0, x1, y1]) = dict.get::<[f64; 4]>("BBox") {
            let area = Area { x0: x0.min(x1), y0: y0.min(y1), x1: x0.max(x1), y1: y0.max(y1) };
            inner.clip = inner.clip.meet(inner.plane.bounds(area));
        }
        // Skipping invisible forms also stops most form bombs.
        if inner.clip.x0 > inner.clip.x1 || inner.clip.y0 > inner.clip.y1 {
            return Ok(());
        }
        let Some(bytes) = unfold(object, &mut self.press.budget)? else { return Ok(()) };
        let own = dict.get::<Dict<'a>>("Resources").map(Resources::new);
        self.run(&bytes, own.as_ref().unwrap_or(resources), inner, depth + 1)
    }
}

impl Pen {
    fn next_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::shift(x, y).then(self.line);
        self.matrix = self.line;
    }

    fn forward(&mut self, x: f64, y: f64) {
        self.matrix = Matrix::shift(x, y).then(self.matrix);
    }
}

//! Annotations: filled-in form fields, and notes on a page.

use hayro_syntax::object::{Array, Dict, Name, Stream};
use hayro_syntax::page::Page;

use super::matrix::{Area, Matrix};

/// The maximum number of annotations per page.
const MOST: usize = 5_000;
/// The flags of annotations that are not displayed: hidden, and print only.
const NOT_SHOWN: i32 = 2 | 32;

/// The appearance stream of an annotation, and its position on the page.
pub(super) struct Appearance<'a> {
    pub(super) form: Stream<'a>,
    pub(super) place: Matrix,
}

/// Returns the visible annotations of a page.
pub(super) fn shown<'a>(page: &Page<'a>) -> Vec<Appearance<'a>> {
    let Some(list) = page.raw().get::<Array<'a>>("Annots") else { return Vec::new() };
    list.iter::<Dict<'a>>().take(MOST).filter_map(|annotation| appearance(&annotation)).collect()
}

fn appearance<'a>(annotation: &Dict<'a>) -> Option<Appearance<'a>> {
    if annotation.get::<i32>("F").unwrap_or(0) & NOT_SHOWN != 0
        || annotation.get::<Name<'_>>("Subtype").is_some_and(|kind| kind.as_ref() == b"Popup")
    {
        return None;
    }
    let looks = annotation.get::<Dict<'a>>("AP")?;
    let form = match looks.get::<Stream<'a>>("N") {
        Some(form) => form,
        // A check box has an appearance for each of its states.
        None => {
            let state = annotation.get::<Name<'_>>("AS")?;
            looks.get::<Dict<'a>>("N")?.get::<Stream<'a>>(state.as_ref())?
        }
    };
    let place = laid(area(annotation.get("Rect")?), &form)?;
    Some(Appearance { form, place })
}

/// Returns the matrix that fits a form into a rectangle of the page.
fn laid(place: Area, form: &Stream<'_>) -> Option<Matrix> {
    let own = area(form.dict().get("BBox")?);
    let turned = form.dict().get::<[f64; 6]>("Matrix").map_or(Matrix::IDENTITY, Matrix).bounds(own);
    let (width, height) = (turned.x1 - turned.x0, turned.y1 - turned.y0);
    if !(width > 0.0 && height > 0.0) {
        return None;
    }
    let (across, up) = ((place.x1 - place.x0) / width, (place.y1 - place.y0) / height);
    Some(Matrix([across, 0.0, 0.0, up, place.x0 - turned.x0 * across, place.y0 - turned.y0 * up]))
}

fn area([x0, y0, x1, y1]: [f64; 4]) -> Area {
    Area { x0: x0.min(x1), y0: y0.min(y1), x1: x0.max(x1), y1: y0.max(y1) }
}

//! Opening things by name on a virtual display: `at_a_display/opening.txt`.

use std::path::Path;

use crate::desk::Desk;
use crate::display::Display;
use crate::transcripts::play;

#[test]
fn opening_by_name_matches_the_transcript() {
    let display = Display::managed();
    let mut desk = Desk::new();
    desk.know("DISPLAY", display.name.clone());
    let number = regex::Regex::new(r#"("?(?:pid|window|x|y|width|height)"?: ?)\d+"#).unwrap();
    let digest = regex::Regex::new(r#""digest":"[0-9a-f]+""#).unwrap();
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/at_a_display/opening.txt");
    play(&case, &desk, |text| {
        let text = number.replace_all(&text, "$1[number]");
        digest.replace_all(&text, r#""digest":"[digest]""#).into_owned()
    });
}

//! Steps that change numbers: "increase the guests twice", "put one more in the cart", "switch the alarm
//! off".

use lemmascope_intent::Manner;

use super::acts;
use super::kind::Kind;
use super::mention::mention;
use super::reading::{Reading, Steps};
use super::resolve::{Hit, Meant, resolve};
use super::said::Said;
use super::step::{Aim, Step};
use super::suits::{pressed, ticked};
use super::superlative::superlative;
use super::thing::{Name, Scene, Span};
use crate::words::{fold, words};

/// The maximum number of presses per clause.
pub(super) const MOST: usize = 20;

/// A number with two buttons, and its displayed value.
pub(super) struct Counted {
    pub(super) value: i64,
    pub(super) up: Option<usize>,
    pub(super) down: Option<usize>,
}

/// Returns the counter that a noun names: by the text around its number, or by its buttons.
pub(super) fn counted(said: &Said<'_>, scene: &Scene, noun: Span) -> Option<Counted> {
    let is_idle =
        |at: usize| ["article", "filler"].iter().any(|role| said.role(role, at..noun.end).is_some());
    let wanted: Vec<String> =
        noun.clone().filter(|at| !is_idle(*at)).map(|at| singular(&said.words[at].folded)).collect();
    let mut found: Option<(i64, Counted)> = None;
    for (at, thing) in scene.things.iter().enumerate() {
        let Some(counter) = thing.counter.as_ref().filter(|_| pressed(thing.kind).is_some()) else {
            continue;
        };
        let around = words(&counter.label).into_iter().chain(thing.names.iter().flat_map(|text| words(text)));
        let around: Vec<String> = around.map(|word| singular(&word.folded)).collect();
        if wanted.is_empty() || !wanted.iter().all(|word| around.contains(word)) {
            continue;
        }
        let says = |sign: f64| {
            let mut names = scene.names().iter().filter(|name| name.thing == at);
            names.any(|name| is_sign(name, sign))
        };
        let (is_up, is_down) = match counter.step {
            Some(step) => (step > 0, step < 0),
            None => (says(1.0), says(-1.0)),
        };
        if !is_up && !is_down {
            continue;
        }
        let (key, counted) =
            found.get_or_insert((counter.key, Counted { value: counter.value, up: None, down: None }));
        let side = if is_up { &mut counted.up } else { &mut counted.down };
        // Two counters, or two buttons with the same sign, are ambiguous.
        if *key != counter.key || side.is_some() {
            return None;
        }
        *side = Some(at);
    }
    found.map(|(_, counted)| counted).filter(|it| it.up.is_some() || it.down.is_some())
}

fn is_counter(kind: Kind) -> Option<u8> {
    matches!(kind, Kind::Spinner | Kind::Slider | Kind::Field).then_some(0)
}

/// Returns the singular of a word, for comparison.
pub(super) fn singular(word: &str) -> String {
    let word = fold(&word.to_lowercase());
    word.strip_suffix('s').filter(|it| it.chars().count() > 2).map_or(word.clone(), str::to_string)
}

impl Reading<'_> {
    /// Changes the value of a field or counter: "increase the guests twice".
    pub(super) fn count(&mut self, body: Span, sign: f64) -> Steps {
        if let Ok(steps) = self.fill(body.clone()) {
            return Ok(steps);
        }
        let (body, times) = self.repeated(body);
        let (label, amount) = self.by_amount(body.clone()).unwrap_or((body.clone(), 1.0));
        let amount = amount * times as f64;
        let said = self.said.bytes(body.clone());
        let read = mention(self.said, self.scene, label.clone(), &|kind| is_counter(kind).is_some());
        if let Some((mention, _)) = read.filter(|(_, end)| *end == label.end)
            && let Ok(Meant::Things(hits)) = resolve(self.scene, &mention, &is_counter)
            && let [hit] = hits.as_slice()
            && let Some(value) = self.number_in(*hit)
        {
            self.explain(body);
            return Ok(vec![self.writing(hit.thing, (value + sign * amount).to_string(), &said)]);
        }
        if let Some(counted) = counted(self.said, self.scene, label.clone())
            && let Some(steps) = self.counting(&counted, counted.value + (sign * amount) as i64, &body)
        {
            self.explain(body);
            return Ok(steps);
        }
        let wanted: Vec<String> = label
            .clone()
            .filter(|at| {
                ["article", "filler", "worth"]
                    .iter()
                    .all(|role| self.said.role(role, *at..label.end).is_none())
            })
            .map(|at| singular(&self.said.words[at].folded))
            .collect();
        let counts = |name: &&Name| {
            let thing = &self.scene.things[name.thing];
            let around = thing.context.iter().chain(&thing.names).flat_map(|text| words(text));
            let around: Vec<String> = around.map(|word| singular(&word.folded)).collect();
            pressed(thing.kind).is_some_and(|rank| rank <= 2)
                && is_sign(name, sign)
                && wanted.iter().all(|word| around.contains(word))
        };
        let mut found: Vec<usize> = self.scene.names().iter().filter(counts).map(|name| name.thing).collect();
        found.dedup();
        let times = amount as usize;
        match found.as_slice() {
            [only] if !wanted.is_empty() && (1..=MOST).contains(&times) => {
                self.explain(body);
                let step = self.step(Hit { thing: *only, option: None }, Manner::Press, &said);
                Ok(vec![step; times])
            }
            _ => Err(self.unread(body)),
        }
    }

    /// Sets a counter to a number with its buttons: "the adults to 4".
    pub(super) fn counted_to(&mut self, body: Span) -> Option<Vec<Step>> {
        let at = (body.start + 1..body.end).find(|at| self.said.role("into", *at..body.end).is_some())?;
        let number = at + self.said.role("into", at..body.end)?..body.end;
        let (found, length) = self.said.literal(number.clone())?;
        let number: i64 =
            found.value.plain().as_number()?.to_string().parse().ok().filter(|_| length == number.len())?;
        let counted = counted(self.said, self.scene, body.start..at)?;
        let steps = self.counting(&counted, number, &body)?;
        self.explain(body);
        Some(steps)
    }

    /// Splits words before "by 3", and returns the number.
    fn by_amount(&mut self, body: Span) -> Option<(Span, f64)> {
        let at = (body.start + 1..body.end).find(|at| self.said.role("by", *at..body.end).is_some())?;
        let number = at + self.said.role("by", at..body.end)?;
        let (found, length) = self.said.literal(number..body.end)?;
        let amount: f64 = found.value.plain().as_number()?.to_string().parse().ok()?;
        (number + length == body.end && amount.fract() == 0.0 && amount > 0.0)
            .then_some((body.start..at, amount))
    }

    fn number_in(&self, hit: Hit) -> Option<f64> {
        self.scene.things[hit.thing].value.as_deref()?.trim().parse().ok()
    }

    /// Ticks or unticks a box, whatever the verb: "switch the alarm off", "turn on the light". Returns
    /// nothing for any other form.
    pub(super) fn switched(&mut self, body: Span) -> Option<Steps> {
        let last = body.end.checked_sub(1).filter(|last| *last > body.start)?;
        let manner = match () {
            () if self.said.role("on", last..body.end).is_some() => Manner::Tick,
            () if self.said.role("off", last..body.end).is_some() => Manner::Untick,
            () => return None,
        };
        self.explain(last..body.end);
        Some(self.each(body.start..last, manner, &ticked))
    }

    /// Presses the button that adds to a cart, in the entry of the named object: "put the teapot in my
    /// basket".
    pub(super) fn carted(&mut self, whole: Span) -> Option<Vec<Step>> {
        let is_cart = |word: &str| acts::is_in("cart", &[word.to_string()]);
        let noun = whole.clone().rev().find(|at| is_cart(&self.said.words[*at].folded))?;
        let at = (whole.start + 2..noun).rev().find(|at| {
            ["into", "for"].iter().any(|role| {
                self.said
                    .role(role, *at..whole.end)
                    .is_some_and(|length| self.said.skip(&["article"], at + length..noun) == noun)
            })
        })?;
        if noun + 1 != whole.end || whole.clone().any(|at| self.said.quotation(at).is_some()) {
            return None;
        }
        let body = self.said.skip(&["article", "filler"], whole.start + 1..at)..at;
        let adds = |name: &&Name| {
            let thing = &self.scene.things[name.thing];
            pressed(thing.kind).is_some_and(|rank| rank <= 2)
                && name.option.is_none()
                && (name.words.iter().any(|word| is_cart(word)) && acts::is_in("add", &name.words))
        };
        let mut buttons: Vec<Hit> = self
            .scene
            .names()
            .iter()
            .filter(adds)
            .map(|name| Hit { thing: name.thing, option: None })
            .collect();
        buttons.dedup();
        let hits = match superlative(self.said, body.clone()) {
            Some((superlative, length)) => {
                let rest = body.start + length..body.end;
                let idle = self.said.skip(&["thing", "owner", "option", "filler"], rest.clone());
                if idle != rest.end {
                    return None;
                }
                superlative.pick(self.scene, &buttons)?
            }
            None => {
                let wanted: Vec<String> =
                    self.said.words[body.clone()].iter().map(|word| singular(&word.folded)).collect();
                let fits = |hit: &Hit| {
                    let context = self.scene.things[hit.thing].context.as_deref().unwrap_or_default();
                    let own: Vec<String> = words(context).iter().map(|word| singular(&word.folded)).collect();
                    !wanted.is_empty() && wanted.iter().all(|word| own.contains(word))
                };
                buttons.into_iter().filter(fits).collect()
            }
        };
        let [hit] = hits.as_slice() else { return None };
        let step = self.step(*hit, Manner::Press, &self.said.bytes(whole.clone()));
        self.explain(whole);
        Some(vec![step])
    }

    /// Chooses an option of the list whose label starts the clause: "sort it by newest".
    pub(super) fn labelled_option(&mut self, whole: Span) -> Option<Vec<Step>> {
        let scene = self.scene;
        let mut found = Vec::new();
        for name in scene.names() {
            let Some(option) = name.option.filter(|_| scene.things[name.thing].kind == Kind::List) else {
                continue;
            };
            let thing = &scene.things[name.thing];
            let own: Vec<String> = name.words.clone();
            let folded = self.said.folded(whole.clone());
            if own.is_empty() || folded.len() < 2 {
                continue;
            }
            let Some(start) = folded.windows(own.len()).rposition(|run| run.iter().eq(own.iter())) else {
                continue;
            };
            if start == 0 || start + own.len() != folded.len() {
                continue;
            }
            let label: Vec<String> = thing
                .names
                .iter()
                .flat_map(|label| words(label))
                .map(|word| singular(&word.folded))
                .collect();
            let is_said = |at: usize| {
                label.contains(&singular(folded[at]))
                    || ["article", "filler", "it", "into", "out_of", "by"]
                        .iter()
                        .any(|role| self.said.role(role, whole.start + at..whole.end).is_some())
            };
            if label.contains(&singular(folded[0])) && (0..start).all(is_said) {
                found.push((own.len(), name.thing, option));
            }
        }
        let most = found.iter().map(|(length, ..)| *length).max()?;
        found.retain(|(length, ..)| *length == most);
        let [(_, thing, option)] = found.as_slice() else { return None };
        let said = self.said.bytes(whole.clone());
        let values = vec![scene.things[*thing].options[*option].clone()];
        self.explain(whole);
        Some(vec![Step::Use { manner: Manner::Choose, aim: Aim::Thing(*thing), values, to: None, said }])
    }
}

/// Whether the name of a control means counting up or down.
fn is_sign(name: &Name, sign: f64) -> bool {
    let text = name.text.trim();
    match sign > 0.0 {
        true => {
            matches!(text, "+" | "＋") || acts::is_in("add", &name.words) || acts::is_in("more", &name.words)
        }
        false => matches!(text, "-" | "−" | "–") || acts::is_in("less", &name.words),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, scene};

    #[test]
    fn changes_counters_by_value_or_adjacent_button() {
        let page = scene(
            "spinner Copies ; value 4
             slider Zoom ; value 50
             button + ; row Adults: 2
             button − ; row Adults: 2
             button More beds|more beds ; row Beds: 1",
        );
        check(
            &page,
            &[
                ("increase the copies by 3", "write 0 \"7\""),
                ("decrease copies twice", "write 0 \"2\""),
                ("increase the zoom to 80", "write 1 \"80\""),
                ("increase the adults twice", "press 2, press 2"),
                ("reduce adults once", "press 3"),
                ("aumenta adults duas vezes", "press 2, press 2"),
                ("increase beds", "press 4"),
                ("increase the pets twice", "unread: the pets"),
                ("crank the zoom up to 80%", "write 1 \"80\""),
                ("make the copies 12 sheets", "write 0 \"12\""),
            ],
        );
    }

    #[test]
    fn field_takes_value_after_its_label() {
        let page = scene(
            "field Title
             field Street
             button Save",
        );
        check(
            &page,
            &[
                ("give it the title Groceries, then save", "write 0 \"Groceries\", press 2"),
                ("give the street \"Elm 4\"", "write 1 \"Elm 4\""),
                ("fill in the title with Groceries", "write 0 \"Groceries\""),
                ("fill in \"Groceries\" as the title", "write 0 \"Groceries\""),
                ("give it the colour red", "unread: it the colour red"),
            ],
        );
    }

    #[test]
    fn trailing_on_or_off_switches_checkbox() {
        let page = scene(
            "checkbox Night mode
             checkbox Newsletter
             slider Warmth ; value 5",
        );
        check(
            &page,
            &[
                ("switch night mode on", "tick 0"),
                ("turn the newsletter off", "untick 1"),
                ("mute the newsletter", "untick 1"),
                ("switch warmth on", "no such: warmth"),
            ],
        );
    }

    #[test]
    fn add_to_cart_presses_button_of_item() {
        let page = scene(
            "button Add to bag ; row Red lamp €30.00
             button Add to bag ; row Oak chair €80.00
             link Bag",
        );
        check(
            &page,
            &[
                ("put the lamp in my basket", "press 0"),
                ("add the cheapest one to the cart", "press 0"),
                ("put the most expensive one in the cart", "press 1"),
                ("mete a chair no carrinho", "press 1"),
                ("put the piano in my basket", "unread: the piano in my basket"),
            ],
        );
    }

    #[test]
    fn option_may_include_label_of_its_list() {
        let page = scene(
            "list Sort by ; options Relevance|Newest|Lowest price
             list Plan ; options Basic|Max
             radio Large ; row Size",
        );
        check(
            &page,
            &[
                ("sort it by newest", "choose 0 \"Newest\""),
                ("sort by lowest price", "choose 0 \"Lowest price\""),
                ("choose the Max plan", "choose 1 \"Max\""),
                ("pick the Large size", "tick 2"),
                ("pick the Max fruit", "unread: fruit"),
            ],
        );
    }

    #[test]
    fn finds_rows_by_position_or_owner() {
        let page = scene(
            "button Edit ; row Bob Stone Editor 3
             button Delete ; row Bob Stone Editor 3
             button Edit ; row Dan Wu Viewer 7
             button Delete ; row Dan Wu Viewer 7",
        );
        check(
            &page,
            &[
                ("hit edit on the second line", "press 2"),
                ("click Delete in the last row", "press 3"),
                ("click Delete in the third row", "no such: in the third row"),
                ("edit Bob's row", "press 0"),
                ("get rid of the viewer", "press 3"),
            ],
        );
    }

    #[test]
    fn defers_steps_after_navigation() {
        let page = scene(
            "tab Members
             link Lunch on Friday ; row Olga
             button Pay now
             field Coupon",
        );
        check(
            &page,
            &[
                ("go to the members tab and remove Rui", "press 0, then: remove Rui"),
                ("click Lunch on Friday, then untick the receipt", "press 1, then: untick the receipt"),
                ("click Pay now and untick the receipt", "unread: the receipt"),
                ("remove Rui and go to the members tab", "unread: remove Rui"),
            ],
        );
    }
}

use jiff::civil::date;
use lemmascope_intent::Value;

use super::*;
use crate::reader::Tokenized;

/// Parses a scene: each line is a control with its kind, its names separated by `|`, and its other
/// properties.
pub(super) fn scene(lines: &str) -> Scene {
    let things =
        lines.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate().map(|(at, line)| {
            let mut parts = line.split(" ; ");
            let head = parts.next().unwrap().trim();
            let (kind, names) = head.split_once(' ').unwrap_or((head, ""));
            let mut thing = Thing {
                key: Some(Value::from(at as i64)),
                kind: Kind::named(kind).unwrap_or_else(|| panic!("no kind {kind}")),
                names: names.split('|').map(str::to_string).filter(|name| !name.is_empty()).collect(),
                aliases: Vec::new(),
                options: Vec::new(),
                is_many: false,
                value: None,
                context: None,
                is_open: None,
                format: None,
                behind: None,
                looks: Vec::new(),
                area: None,
                place: None,
                group: None,
                counter: None,
                cell: None,
                states: Vec::new(),
            };
            for more in parts {
                let (what, text) = more.split_once(' ').unwrap_or((more, ""));
                match what {
                    "options" => thing.options = text.split('|').map(str::to_string).collect(),
                    "alias" => thing.aliases = text.split('|').map(str::to_string).collect(),
                    "value" => thing.value = Some(text.into()),
                    "row" => thing.context = Some(text.into()),
                    "looks" => thing.looks = text.split(' ').map(str::to_string).collect(),
                    "area" => thing.area = text.parse().ok(),
                    "place" => thing.place = text.parse().ok().map(|place| (1, place)),
                    "group" => {
                        let (key, names) = text.split_once(' ').unwrap_or((text, ""));
                        let names = names.split('|').map(str::to_string).collect();
                        thing.group = Some(Group { key: key.parse().unwrap(), names });
                    }
                    "counter" => {
                        let mut parts = text.splitn(3, ' ');
                        let mut number = || parts.next().unwrap().parse().unwrap();
                        let (key, value) = (number(), number());
                        thing.counter = Some(Counter {
                            key,
                            value,
                            label: parts.next().unwrap_or_default().into(),
                            step: None,
                        });
                    }
                    "cell" => {
                        let (row, column) = text.split_once(' ').unwrap();
                        thing.cell = Some((row.parse().unwrap(), column.parse().unwrap()));
                    }
                    "behind" => {
                        thing.behind =
                            Some(text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from))
                    }
                    "states" => thing.states = text.split(' ').map(str::to_string).collect(),
                    "many" => thing.is_many = true,
                    "open" => thing.is_open = Some(true),
                    "folded" => thing.is_open = Some(false),
                    "format" => thing.format = lemmascope_intent::Format::named(text),
                    other => panic!("what is {other}?"),
                }
            }
            thing
        });
    Scene::new(things.collect())
}

/// Formats the reading of a sentence.
fn said(sentence: &str, scene: &Scene) -> String {
    let heard = Tokenized::new(sentence, date(2026, 11, 17).at(12, 0, 0, 0));
    let other = |text: &str| text.starts_with("wait") || text.starts_with("go back") || text == "press Enter";
    let aim = |aim: &Aim| match aim {
        Aim::Thing(at) => at.to_string(),
        Aim::Key(key) => format!("<{}>", key.as_text().unwrap_or("key")),
        Aim::Described { name, near: None } => format!("{name:?}"),
        Aim::Described { name, near: Some(near) } => format!("{name:?} near {near:?}"),
    };
    match read(&heard, scene, &other) {
        Spoken::Nothing => "nothing".into(),
        Spoken::Unclear { doubt: Doubt::Unread(text), .. } => format!("unread: {text}"),
        Spoken::Unclear { doubt: Doubt::NoSuch(text), .. } => format!("no such: {text}"),
        Spoken::Unclear { doubt: Doubt::Several(text, among), .. } => {
            format!("several {text}: {}", among.join(" | "))
        }
        Spoken::Steps { steps, rest, .. } => {
            let shown = steps.iter().map(|step| match step {
                Step::Use { manner, aim: thing, values, to, .. } => {
                    let manner = format!("{manner:?}").to_lowercase();
                    let to = to.as_ref().map(|to| format!(" to {}", aim(to))).unwrap_or_default();
                    let values: String = values.iter().map(|value| format!(" {value:?}")).collect();
                    format!("{manner} {}{values}{to}", aim(thing))
                }
                Step::Other { said } => format!("other: {}", &sentence[said.clone()]),
            });
            let rest = rest.map(|at| format!("then: {}", &sentence[at..]));
            shown.chain(rest).collect::<Vec<_>>().join(", ")
        }
    }
}

#[track_caller]
pub(super) fn check(scene: &Scene, cases: &[(&str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(sentence, wanted)| (sentence, wanted, said(sentence, scene)))
        .filter(|(_, wanted, seen)| **wanted != seen)
        .map(|(sentence, wanted, seen)| format!("{sentence}\n  wanted {wanted}\n  seen   {seen}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ignores_element_names_that_repeat_the_sentence() {
    let page =
        scene("list Select Spain from the list and click Submit. ; options Portugal|Spain\nbutton Submit");
    check(&page, &[("Select Spain from the list and click Submit.", "choose 0 \"Spain\", press 1")]);
    let page = scene(
        "area text area below and paste it into the text input, then press Submit. ; value one
         area ; value two
         field
         button Submit",
    );
    let sentence =
        "Copy the text from the 2nd text area below and paste it into the text input, then press Submit.";
    check(&page, &[(sentence, "write 2 \"two\", press 3")]);
}

fn form() -> Scene {
    scene(
        "radio Apple
         radio S4
         checkbox Newsletter
         checkbox I agree to the terms and conditions
         list Country ; options Portugal|Spain|Somalia|Trinidad and Tobago
         list Size ; options Small|Medium|Large
         field First name
         field E-mail address|you@example.com ; alias email
         area Message
         button Submit ; alias submit
         button Cancel
         link Terms",
    )
}

#[test]
fn reads_commands_with_element_names() {
    check(
        &form(),
        &[
            ("Select S4 and click Submit.", "tick 1, press 9"),
            ("select Portugal and press submit", "choose 4 \"Portugal\", press 9"),
            ("choose Somalia from the list and click Submit", "choose 4 \"Somalia\", press 9"),
            ("pick Large from the size list", "choose 5 \"Large\""),
            (
                "pick Trinidad and Tobago as the country and submit",
                "choose 4 \"Trinidad and Tobago\", press 9",
            ),
            (
                "tick Newsletter and I agree to the terms and conditions, then hit Submit",
                "tick 2, tick 3, press 9",
            ),
            ("check the newsletter checkbox", "tick 2"),
            ("uncheck Newsletter", "untick 2"),
            ("type Ann into the first name field", "write 6 \"Ann\""),
            (
                "enter \"Ann\" into the first name field and type \"Hi\" in the message box",
                "write 6 \"Ann\", write 8 \"Hi\"",
            ),
            ("fill the first name with Ann and click Cancel", "write 6 \"Ann\", press 10"),
            ("set the country to Spain", "choose 4 \"Spain\""),
            ("click the terms link", "press 11"),
            ("clear the message field", "clear 8"),
        ],
    );
}

#[test]
fn asks_about_missing_elements_before_acting() {
    check(
        &form(),
        &[
            ("Select Banana and click Submit.", "no such: Banana"),
            (
                "Highlight the text in the paragraph below and click Submit",
                "unread: Highlight the text in the paragraph below",
            ),
            ("enter hello and press Submit", "several hello: First name | E-mail address | Message"),
            ("Select S4 twice over and click Submit", "unread: twice over"),
            ("order a pizza", "nothing"),
        ],
    );
}

#[test]
fn assigns_values_to_fields_by_label_or_position() {
    let login = scene(
        "field Username
         field Password ; alias password
         button Login",
    );
    check(
        &login,
        &[
            (
                "Enter the username \"cierra\" and the password \"ko\" into the text fields and press login.",
                "write 0 \"cierra\", write 1 \"ko\", press 2",
            ),
            ("type \"abc\" in both text fields and click Login", "write 0 \"abc\", write 1 \"abc\", press 2"),
            ("type \"abc\" into the 2nd field", "write 1 \"abc\""),
            ("focus into the 1st textbox", "focus 0"),
        ],
    );
    let one = scene("field ; alias date|tt ; format date\nbutton Submit ; alias submit");
    check(
        &one,
        &[
            ("Enter 10/20/2017 as the date and hit submit.", "write 0 \"2017-10-20\", press 1"),
            ("Enter \"Ignacio\" into the text field and press Submit.", "write 0 \"Ignacio\", press 1"),
            ("Use the textbox to enter \"Jess\" and press \"Submit\"", "write 0 \"Jess\", press 1"),
            ("Type \"tora\" in all upper case letters and press Submit", "write 0 \"TORA\", press 1"),
            ("Type \"a\" in the text field, then press \"Next\"", "write 0 \"a\", press \"Next\""),
        ],
    );
}

#[test]
fn text_excludes_its_destination() {
    let page = scene("heading Telegram office\narea Text\nbutton Send it");
    check(
        &page,
        &[
            ("write hello in the telegram", "write 1 \"hello\""),
            ("write hello in the guest book", "unread: in the guest book"),
            ("write \"hello in the guest book\"", "write 1 \"hello in the guest book\""),
            ("escreve olá no telegram", "write 1 \"olá\""),
            ("escreve olá no postal", "unread: no postal"),
        ],
    );
}

#[test]
fn finds_cells_by_row_and_column() {
    let page = scene("thing A ; cell 1 1\nthing B ; cell 1 2\nthing C ; cell 2 1\nthing D ; cell 2 2");
    check(
        &page,
        &[
            ("click the cell in row 2, column 1", "press 2"),
            ("press the second square of the first row", "press 1"),
            ("clica na célula da linha 2 e coluna 2", "press 3"),
            ("click the cell in row 3, column 1", "no such: 3"),
        ],
    );
}

#[test]
fn accepts_given_options_and_menu_paths_without_verb() {
    let page = scene("radio 3 stars\nradio 4 stars\nmenuitem File\nbutton Send");
    check(
        &page,
        &[("give it 4 stars and send", "tick 1, press 3"), ("File > Print", "point 2, press \"Print\"")],
    );
}

#[test]
fn context_distinguishes_equal_names() {
    let rows = scene(
        "button Refund ; row Ann 4 · 1004
         button Refund ; row Bob 5 · 1005
         button Reply ; row @leonie hello
         button Reply ; row @marc hi
         button Submit",
    );
    check(
        &rows,
        &[
            ("click Refund", "several Refund: Ann 4 · 1004 | Bob 5 · 1005"),
            ("click the Refund button of Bob 5", "press 1"),
            ("click Refund for Ann", "press 0"),
            ("For the user @leonie, click on the \"Reply\" button.", "press 2"),
            ("Find the post by @marc and click Reply", "press 3"),
            ("click the \"Reply\" button on all posts by @marc and then click Submit", "press 3, press 4"),
            ("click the 2nd Refund button", "press 1"),
        ],
    );
}

#[test]
fn reads_element_types_ordinals_and_other_commands() {
    let page = scene(
        "button ONE
         button TWO
         tab Tab #1
         tab Tab #2
         slider ; value 5
         checkbox a
         checkbox b
         checkbox c
         section Details ; folded
         area ; value Lorem ipsum.
         field
         link In
         dialog Question
         button x",
    );
    check(
        &page,
        &[
            ("Click button ONE, then click button TWO.", "press 0, press 1"),
            (
                "Click button ONE, wait 3 seconds, then click button TWO.",
                "press 0, other: wait 3 seconds, press 1",
            ),
            ("Click on Tab #2.", "press 3"),
            (
                "Select 0 with the slider, click the 3rd checkbox, then hit ONE.",
                "write 4 \"0\", press 7, press 0",
            ),
            ("Select -5 with the slider and click TWO", "write 4 \"-5\", press 1"),
            ("enter the number -7.5 into the textbox, then click TWO.", "write 10 \"-7.5\", press 1"),
            ("type $53.10 into the textbox and click ONE", "write 10 \"$53.10\", press 0"),
            ("Expand the section below and click \"Next\".", "press 8, press \"Next\""),
            ("Close the dialog box by clicking the \"x\".", "press 13"),
            ("Click the button in the dialog box labeled \"x\".", "press 13"),
            ("Click on the link \"In\".", "press 11"),
            (
                "Copy the text in the textarea below, paste it into the textbox and press TWO.",
                "write 10 \"Lorem ipsum.\", press 1",
            ),
            ("Drag Tab #1 to Tab #2", "drag 2 to 3"),
        ],
    );
}

#[test]
fn opens_tab_or_section_of_hidden_element_first() {
    let tabs = scene(
        "tab Tab #1
         tab Tab #2
         link In
         link ut. ; behind tab 2",
    );
    check(
        &tabs,
        &[
            ("Switch between the tabs to find and click on the link \"ut.\".", "press <tab 2>, press 3"),
            ("go through the tabs to find and click the link \"In\"", "press 2"),
            ("click ut.", "press <tab 2>, press 3"),
        ],
    );
    let sections = scene(
        "section Section #1 ; folded
         section Section #2 ; folded
         link here
         link there ; behind section 2",
    );
    check(
        &sections,
        &[
            (
                "Expand the sections below, to find and click on the link \"there\".",
                "press <section 2>, press 3",
            ),
            ("Expand the section", "unread: the section"),
            ("Expand all sections", "press 0, press 1"),
            ("Expand section #2", "press 1"),
        ],
    );
}

#[test]
fn reads_menu_paths_purpose_clauses_and_quantifiers() {
    let page = scene(
        "menuitem File
         menuitem Edit
         icon ; alias star ; row Deva Lorem
         icon ; alias star ; row Ann Ipsum
         icon ; alias trash ; row Ann Ipsum
         checkbox
         checkbox
         field
         field
         area ; value one
         area ; value two
         button Submit
         tab Submit ; folded",
    );
    check(
        &page,
        &[
            ("Select File>Open recent>notes", "point 0, point \"Open recent\", press \"notes\""),
            ("click File > Save as", "point 0, press \"Save as\""),
            ("Find the email by Deva and click the star icon to mark it as important.", "press 2"),
            ("Find the email by Ann and click the trash icon to delete it.", "press 4"),
            ("Click on a checkbox.", "press 5"),
            (
                "Enter the password \"r3\" into both text fields and press submit.",
                "write 7 \"r3\", write 8 \"r3\", press 11",
            ),
            (
                "Type \"tora\" in all upper case letters in the 1st text input and press Submit.",
                "write 7 \"TORA\", press 11",
            ),
            (
                "Copy the text from the 2nd text area below and paste it into the 1st text input, then press Submit.",
                "write 7 \"two\", press 11",
            ),
        ],
    );
}

#[test]
fn reads_portuguese_commands() {
    check(
        &scene(
            "field Nome
             field Correio eletrónico ; alias email
             list País ; options Portugal|Brasil
             checkbox Aceito os termos
             button Enviar ; alias submit",
        ),
        &[
            ("escreve \"Ana\" no campo Nome e clica em Enviar", "write 0 \"Ana\", press 4"),
            ("escolhe Brasil na lista País", "choose 2 \"Brasil\""),
            ("selecione Portugal e clique em Enviar", "choose 2 \"Portugal\", press 4"),
            ("marca a caixa Aceito os termos e carrega no botão Enviar", "tick 3, press 4"),
            ("escolhe Marte na lista e clica em Enviar", "no such: Marte"),
        ],
    );
}

#[test]
fn scrolls_containers_to_end_or_in_direction() {
    let page = scene(
        "scroller Terms of use
         scroller Messages
         area Comment
         button Accept ; alias submit",
    );
    check(
        &page,
        &[
            ("scroll the terms of use to the bottom and click Accept", "scroll 0 \"bottom\", press 3"),
            ("Scroll to the end of the messages", "scroll 1 \"bottom\""),
            ("scroll the comment text area up", "scroll 2 \"up\""),
            ("scroll down in the messages", "scroll 1 \"down\""),
            ("scroll the gallery to the top", "unread: gallery"),
        ],
    );
    let one = scene("scroller\nbutton Aceitar ; alias submit");
    check(&one, &[("rola a caixa até ao fim e clica em Aceitar", "scroll 0 \"bottom\", press 1")]);
}

#[test]
fn takes_values_from_page_facts() {
    let page = scene(
        "fact Gender ; value female
         fact Price of Blue shirt|Blue shirt Price ; value 12.50
         fact Total ; value 40
         fact Note ; value one
         fact Note ; value two
         field Answer
         button Submit ; alias submit",
    );
    check(
        &page,
        &[
            (
                "Enter the value of Gender into the text field and press Submit.",
                "write 5 \"female\", press 6",
            ),
            ("type the price of Blue shirt into the answer field", "write 5 \"12.50\""),
            ("put the total into the answer field and submit", "write 5 \"40\", press 6"),
            ("enter the note into the answer field", "unread: the note"),
            ("enter the value of Age into the answer field", "unread: the value of Age"),
        ],
    );
}

#[test]
fn combo_box_accepts_typing_and_choosing() {
    let page = scene("combo Country\nfield City\nbutton Submit ; alias submit");
    check(
        &page,
        &[
            ("choose Germany as the country and submit", "choose 0 \"Germany\", press 2"),
            ("select Germany from the country list", "choose 0 \"Germany\""),
            ("type Ger into the country field", "write 0 \"Ger\""),
            ("set the country to Germany", "choose 0 \"Germany\""),
        ],
    );
}

#[test]
fn assigns_numbers_to_sliders_in_order() {
    let page = scene("slider\nslider\nslider\nbutton Submit ; alias submit");
    check(
        &page,
        &[
            (
                "Set the sliders to the combination [5,11,10] and submit.",
                "write 0 \"5\", write 1 \"11\", write 2 \"10\", press 3",
            ),
            ("set the sliders to 1 and 2", "unread: the sliders to 1 and 2"),
        ],
    );
    let boxes = scene("checkbox a\ncheckbox b\nbutton Submit ; alias submit");
    check(&boxes, &[("Select nothing and click Submit", "press 2")]);
}

#[test]
fn control_name_may_be_a_verb() {
    let page = scene(
        "heading Terms of service|Projects
         checkbox Personalised ads
         field Headline
         button Save changes ; alias submit
         button Decline
         button Delete ; row Office move · Ann
         button Delete ; row Website relaunch · Bob
         button Duplicate ; row Trade fair · Carla
         button Save for later ; row Tall vase 30
         button Save for later ; row Dinner plate 12
         link Checkout",
    );
    check(
        &page,
        &[
            ("Turn off personalised ads and save the changes", "untick 1, press 3"),
            ("Decline these terms", "press 4"),
            ("Delete the office move project", "press 5"),
            ("Delete the garden project", "unread: garden project"),
            ("duplicate the trade fair one", "press 7"),
            ("Save the tall vase and the dinner plate for later", "press 8, press 9"),
            ("headline 'Perfect weekend', then check out", "write 2 \"Perfect weekend\", press 10"),
            ("delete", "several delete: Office move · Ann | Website relaunch · Bob"),
            ("order a pizza", "nothing"),
        ],
    );
    let page = scene(
        "heading Avisos
         button Fixar ; row Dona Amélia
         button Fixar ; row Rui
         button Silenciar grupo",
    );
    check(&page, &[("Fixa o aviso da Dona Amélia e silencia o grupo", "press 1, press 3")]);
}

#[test]
fn mark_as_presses_button_of_that_name() {
    let page = scene(
        "button Helpful ; row Sunita · Lovely rooms
         button Report ; row Sunita · Lovely rooms
         button Helpful ; row Piet · Too loud
         button Report ; row Piet · Too loud
         list Language ; options English|Français
         slider Price limit",
    );
    check(
        &page,
        &[
            ("Mark Sunita's review as helpful and report the one by Piet", "press 0, press 3"),
            ("Mark Sunita and Piet as helpful", "press 0, press 2"),
            ("Switch the language over to Français", "choose 4 \"Français\""),
            ("Bring the price limit down to 1200", "write 5 \"1200\""),
        ],
    );
}

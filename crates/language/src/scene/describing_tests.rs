//! Tests of descriptions: appearance, rank, act, and values that the page states.

use super::tests::{check, scene};

#[test]
fn finds_unnamed_elements_by_color_and_shape() {
    let page = scene(
        "icon ; looks red circle ; area 700
         icon ; looks green circle ; area 200
         icon ; looks red rectangle square ; area 900
         icon ; looks blue triangle ; area 500
         icon ; looks green circle ; area 90
         button Orange",
    );
    check(
        &page,
        &[
            ("Click the red circle.", "press 0"),
            ("Click on the blue triangle", "press 3"),
            ("Click on the red square", "press 2"),
            ("Click the red box", "several :  | "),
            ("Click on the smallest green circle", "press 4"),
            ("Click a green circle", "press 1"),
            ("Click orange", "press 5"),
            ("Click the yellow circle", "no such: yellow circle"),
            ("Clique no triângulo azul", "press 3"),
            ("Clica no quadrado vermelho", "press 2"),
            ("Clique no maior círculo verde", "press 1"),
        ],
    );
}

#[test]
fn superlatives_choose_among_rows() {
    let page = scene(
        "button Buy ; row Lamp · $24.90
         button Buy ; row Desk · $1,119.00
         button Buy ; row Mug · $7.50
         link choose ; row Train A leaves 14:20
         link choose ; row Train B leaves 9:05",
    );
    check(
        &page,
        &[
            ("Buy the cheapest product.", "press 2"),
            ("Buy the most expensive item", "press 1"),
            ("Choose the earliest train", "press 4"),
            ("Choose the train that leaves last.", "press 3"),
            ("Compre o produto mais caro", "press 1"),
            ("Escolha o train mais cedo", "press 4"),
        ],
    );
    let unpriced = scene("button Buy ; row Lamp\nbutton Buy ; row Desk · $4");
    check(&unpriced, &[("Buy the cheapest product", "unread: Buy the cheapest product")]);
}

#[test]
fn unnamed_radio_takes_name_of_its_card() {
    let page = scene(
        "radio Select ; row Basic · $5 / month
         radio Select ; row Team · $15 / month
         radio Select ; row Pro · $9 / month
         section Section #1 ; folded
         section Section #2 ; folded
         button Continue",
    );
    check(
        &page,
        &[
            ("choose the Pro plan", "tick 2"),
            ("select the most expensive plan and continue", "tick 1, press 5"),
            ("pick the Gold plan", "no such: Gold plan"),
            ("expand section 2", "press 4"),
        ],
    );
}

#[test]
fn presses_button_in_the_expanded_section() {
    let page = scene(
        "section One ; folded
         section Two ; folded
         button OK ; behind 0
         button OK ; behind 1",
    );
    check(&page, &[("expand Two and press OK", "press 1, press 3"), ("press OK", "several OK: OK | OK")]);
}

#[test]
fn icon_aliases_match_action_verbs() {
    let page = scene(
        "icon ; alias trash|fa trash ; row Rita · Invoice
         icon ; alias star ; row Rita · Invoice
         icon ; alias trash ; row Joao · Party
         icon ; alias star ; row Joao · Party
         icon ; alias heart ; row Igor · Chess",
    );
    check(
        &page,
        &[
            ("Delete the email by Joao.", "press 2"),
            ("Find the email by Rita and click the bin icon to delete it.", "press 0"),
            ("Mark the email by Rita as important", "press 1"),
            ("Like the post by Igor.", "press 4"),
            ("Apague o e-mail de Rita", "press 0"),
            ("Marque o e-mail de Joao como favorito", "press 3"),
            ("Curta a publicação de Igor", "press 4"),
            ("Delete the email by Zoe.", "unread: Zoe"),
        ],
    );
}

#[test]
fn copies_values_from_the_page() {
    let page = scene(
        "area ; value Silver foxes run
         field Answer
         fact Phone of Lena|Lena Phone ; value 555-7781
         fact City of Lena|Lena City ; value Kiel
         passage ; value Donec viverra magna, quis lorem.
         button Submit",
    );
    check(
        &page,
        &[
            ("Enter Lena's phone number into Answer and press Submit.", "write 1 \"555-7781\", press 5"),
            ("Type the city of Lena into the answer field", "write 1 \"Kiel\""),
            ("Enter Lena's birthday into Answer", "unread: Lena's birthday"),
            ("Enter Bob's Diner into Answer", "write 1 \"Bob's Diner\""),
            (
                "Copy the text of the textarea into Answer and click Submit",
                "write 1 \"Silver foxes run\", press 5",
            ),
            ("Type the text of the textarea into Answer", "write 1 \"Silver foxes run\""),
            (
                "Find the 3rd word in the paragraph, type that into Answer and press Submit",
                "write 1 \"magna\", press 5",
            ),
            ("Type the last word of the paragraph into Answer", "write 1 \"lorem\""),
            ("Digite a última palavra do parágrafo em Answer", "write 1 \"lorem\""),
            ("Copie o texto da área de texto para Answer", "write 1 \"Silver foxes run\""),
        ],
    );
}

#[test]
fn drags_items_to_list_positions() {
    let page = scene(
        "text Ana ; place 1\ntext Beto ; place 2\ntext Caio ; place 3\ntext Davi ; place 4\nbutton Submit",
    );
    check(
        &page,
        &[
            ("Drag Davi to the first position, then press Submit.", "drag 3 to 0, press 4"),
            ("Drag Ana to position 3", "drag 0 to 2"),
            ("Drag Ana to the bottom of the list", "drag 0 to 3"),
            ("Drag Davi before Beto", "drag 3 to 1"),
            ("Drag Ana before Davi", "drag 0 to 2"),
            ("Arraste Ana para depois de Caio e clique em Submit.", "drag 0 to 2, press 4"),
            ("Arraste Davi para a segunda posição", "drag 3 to 1"),
            ("Arraste Ana para Submit", "drag 0 to 4"),
        ],
    );
}

#[test]
fn accepts_quoted_element_types_and_repeated_prepositions() {
    let page = scene("area\ncheckbox\nbutton ONE\nbutton TWO\ntext Mango\nbutton Mango juice");
    check(
        &page,
        &[
            ("Click on a \"textarea\" widget.", "press 0"),
            ("Click on the checkbox widget.", "press 1"),
            ("Clique em TWO e depois em ONE", "press 3, press 2"),
            ("Click Mango juice", "press 5"),
        ],
    );
    check(
        &scene("text Mango\ntext Apple"),
        &[("Click Mango", "press 0"), ("Click on the pear", "no such: pear")],
    );
}

#[test]
fn applies_styles_to_editor_text() {
    let page = scene(
        "button B
         button I
         area ; value Monkeys like ripe bananas, ripe or not
         button Submit
         icon ; alias ed bold|bold ; looks red",
    );
    let select = "selecttext 2 \"bananas\", press";
    check(
        &page,
        &[
            ("Make the word \"bananas\" italic and click Submit.", &format!("{select} 1, press 3")),
            (
                "Using the text editor, give the text bananas the style bold and press Submit.",
                &format!("{select} 4, press 3"),
            ),
            ("Make all of the text bold", "selecttext 2, press 4"),
            ("Make the word ripe bold", "unread: the word ripe bold"),
            ("Make the word cherries bold and press Submit", "unread: the word cherries bold"),
            ("Deixe a palavra bananas em negrito", &format!("{select} 4")),
            ("Coloque todo o texto em itálico e clique em Submit", "selecttext 2, press 1, press 3"),
        ],
    );
}

#[test]
fn expands_section_only_once() {
    let page = scene("thing ▸ Fruit\nthing Mango ; behind 0\nlink 3\nlink 2\ntext Rome");
    check(
        &page,
        &[("Expand Fruit and click Mango", "press 0, press 1"), ("Click Mango", "press <key>, press 1")],
    );
    check(&page, &[("Go to page 3 and click Rome", "press 2, press 4"), ("Vá para a página 2", "press 3")]);
}

#[test]
fn item_noun_belongs_to_its_name() {
    let page = scene("checkbox Buy milk\nicon ; alias del ; row Call mum\nicon ; alias del ; row Buy milk");
    check(
        &page,
        &[
            ("Tick the task \"Buy milk\".", "tick 0"),
            ("Tick the task Buy milk", "tick 0"),
            ("Remove the task Call mum", "press 1"),
            ("Remova a tarefa Call mum", "press 1"),
            ("Marque a tarefa \"Buy milk\"", "tick 0"),
        ],
    );
}

#[test]
fn opens_parent_menu_once() {
    let page =
        scene("thing File\nthing Export ; behind 0\nthing CSV ; behind 0\nthing Edit\nthing Undo ; behind 3");
    check(
        &page,
        &[
            ("Select File > Export > CSV", "press 0, press 1, press 2"),
            ("Click Edit and then Undo", "press 3, press 4"),
            ("Clique em File > Export > CSV", "press 0, press 1, press 2"),
        ],
    );
}

#[test]
fn repeats_clicks_and_solves_arithmetic() {
    let page = scene("button -\nbutton +\nfield 7 + 5 =\nbutton Submit");
    check(
        &page,
        &[
            ("Click + three times and then press Submit.", "press 1, press 1, press 1, press 3"),
            ("Click Submit twice", "press 3, press 3"),
            (
                "Solve the math problem and type your answer into the textbox, then press Submit.",
                "write 2 \"12\", press 3",
            ),
            ("Type your answer into the textbox", "unread: your answer"),
            ("Clique em Submit duas vezes", "press 3, press 3"),
            ("Resolva a conta, escreva a resposta no campo e clique em Submit", "write 2 \"12\", press 3"),
        ],
    );
    let several = scene("field 7 + 5 =\nfield 8 - 3 =");
    check(
        &several,
        &[("Solve the equation and type the answer into the second field", "unread: the equation")],
    );
}

#[test]
fn noun_selects_list_of_number() {
    let page = scene("list Guests: ; options 1|2|3\nlist Rooms ; options 1|2\nbutton Book\nfield user$");
    check(
        &page,
        &[
            ("Choose 2 guests and press Book", "choose 0 \"2\", press 2"),
            ("Escolha 3 guests e clique em Book", "choose 0 \"3\", press 2"),
            ("Type \"ls -a\" into the terminal", "write 3 \"ls -a\""),
        ],
    );
}

#[test]
fn texts_are_verbatim_to_their_last_character() {
    let page = scene("field Subject\narea Message\nbutton Send");
    check(
        &page,
        &[
            ("Type \"Neque.\" into the message.", "write 1 \"Neque.\""),
            ("Enter \"Est,\" as the subject and press Send", "write 0 \"Est,\", press 2"),
            ("escreve \"Olá!\" em Message.", "write 1 \"Olá!\""),
            ("put “say \"hi\".” in the subject", r#"write 0 "say \"hi\".""#),
            ("type Neque. into the message", "write 1 \"Neque.\""),
            ("type wait... into the message and press Send.", "write 1 \"wait...\", press 2"),
            ("write Rita Lopes, Ph.D. into the subject", "write 0 \"Rita Lopes, Ph.D.\""),
            ("set the subject to Neque.", "write 0 \"Neque\""),
            ("set the subject to \"Neque.\".", "write 0 \"Neque.\""),
        ],
    );
    let page = scene("field First\nfield Second\nbutton Send");
    check(&page, &[("type \"a.\" and \"b,\" into the first field", "unread: \"a.\" and \"b,\"")]);
}

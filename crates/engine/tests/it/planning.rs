//! Plans: display, confirmation, and limits.

use lemmascope_intent::Cause;

use crate::lab::Act;
use crate::world::World;

pub(crate) async fn a_dry_run_does_nothing_and_tells_everything(world: World) {
    world.intent(
        "inner",
        "
        parameters: [{ name: who, type: string, required: true }]
        steps: [{ action: lab.send, name: $who }]
    ",
    );
    world.intent(
        "all",
        "
        parameters:
          - { name: name, type: string, required: true }
          - { name: password, type: string, default: hunter2 }
          - { name: items, type: array, default: [x, y] }
        steps:
          - { action: lab.change, name: \"$name.txt\", password: $password }
          - checkpoint: one
          - branch:
              if: { lab.holds: { name: \"$name/${items[0]}\" } }
              then: [{ action: lab.look, name: a }]
              else: [{ action: lab.burn, name: b }]
          - { action: wait, condition: { lab.holds: { name: $name } }, timeout: 5s }
          - loop:
              over: $items
              as: item
              max: 9
              steps: [{ action: lab.look, name: $item }]
          - loop:
              over: .card
              as: card
              max: 3
              steps:
                - { action: lab.look, name: \"$name of $card\" }
                - { action: wait, condition: { lab.holds: { name: $card, count: 2 } } }
          - try:
              steps: [{ action: lab.look, name: t }]
              catch: [{ action: lab.look, name: c }]
          - parallel:
              wait: any
              steps: [{ action: lab.look, name: p }]
          - { action: intent, name: inner, params: { who: $name } }
        failure:
          recovery: [{ action: lab.look, name: \"after $name\" }]
    ",
    );
    let answer = world.say("all me --dry-run").await.ok();
    let digest = answer.report.digest.clone().unwrap();
    assert_eq!(
        answer.text,
        format!(
            "ok all (dry run)\n\n# plan\n\
             1. lab.change name=\"me.txt\" password=\"••••••••\" (change)\n\
             checkpoint one\n\
             if lab.holds name=\"me/x\"\n\
             \x20 3.1. lab.look name=\"a\" (observe)\n\
             else\n\
             \x20 3.1. lab.burn name=\"b\" (change, cannot be undone)\n\
             wait until lab.holds name=\"me\" (at most 5s)\n\
             for each item of 2\n\
             \x20 - x\n\
             \x20   5.1.1. lab.look name=\"x\" (observe)\n\
             \x20 - y\n\
             \x20   5.2.1. lab.look name=\"y\" (observe)\n\
             for each card in \".card\" (at most 3)\n\
             \x20 6.1. lab.look name=\"${{name}} of ${{card}}\" (observe)\n\
             \x20 wait until lab.holds name=$card count=2\n\
             try\n\
             \x20 7.1. lab.look name=\"t\" (observe)\n\
             if that fails\n\
             \x20 7.1. lab.look name=\"c\" (observe)\n\
             at once, waiting for any\n\
             \x20 8.1. lab.look name=\"p\" (observe)\n\
             intent inner who=\"me\"\n\
             \x20 9.1. lab.send name=\"me\" (send, cannot be undone)\n\n\
             # recovery\nrecovery 1. lab.look name=\"after me\" (observe)\n\n\
             # digest\n{digest}\n"
        )
    );
    assert_eq!(world.lab.calls(), [""; 0]);
    assert_eq!(world.say("undo").await.ok().text, "ok undo\n\n# result\nNothing to undo.\n");
    world.say("all me --resume one --dry-run").await.fails("CHECKPOINT_INVALID");
}

const TELL: &str = "
    parameters:
      - { name: who, type: string, required: true }
      - { name: password, type: string, default: x }
    steps: [{ action: lab.send, name: $who, password: $password }]
";

pub(crate) async fn the_digest_follows_the_plan(mut world: World) {
    world.intent("tell", TELL);
    let digest = async |world: &World, line: &str| world.say(line).await.ok().report.digest.unwrap();
    let first = digest(&world, "tell ann --dry-run").await;
    assert_eq!(first, digest(&world, "tell --who ann --dry-run").await);
    assert_ne!(first, digest(&world, "tell ben --dry-run").await);
    world.reopen().await;
    assert_eq!(first, digest(&world, "tell ann --dry-run").await);
    world.intent("tell", &format!("version: 2\n{TELL}").replace("    ", "  ").replace("\n  ", "\n"));
    assert_ne!(first, digest(&world, "tell ann --dry-run").await);
}

pub(crate) async fn what_cannot_be_taken_back_is_asked_about(world: World) {
    world.intent("tell", TELL);
    for line in ["tell ann", "lab.burn house", "lab.send ann"] {
        let asked = world.say(line).await;
        assert_eq!((asked.status(), asked.report.status.exit_code()), ("ask", 4));
        let wrong = world.say(&format!("{line} --confirm 0123456789abcdef")).await;
        assert_eq!(wrong.message(), "the plan differs from the confirmed one; execute this one?");
        assert_eq!(wrong.report.status.exit_code(), 4);
        assert_eq!(world.lab.take_calls(), [""; 0]);
        let digest = asked.report.digest.unwrap();
        world.say(&format!("{line} --confirm {digest}")).await.ok();
        assert_eq!(world.lab.take_calls().len(), 1);
    }
    // Sending something to a person can be confirmed in the request itself. A permanent loss cannot, neither
    // with an option nor with a digest that could be computed in advance.
    for line in ["tell ann", "lab.send ann"] {
        world.say(&format!("{line} --yes")).await.ok();
        assert_eq!(world.lab.take_calls().len(), 1);
    }
    assert_eq!(world.say("lab.burn house --yes").await.status(), "ask");
    let planned = world.say("lab.burn house --dry-run").await.ok().report.digest.unwrap();
    assert_eq!(world.say(&format!("lab.burn house --confirm {planned}")).await.status(), "ask");
    let code = world.say("lab.burn house").await.report.digest.unwrap();
    assert_eq!(world.say(&format!("lab.burn barn --confirm {code}")).await.status(), "ask");
    assert_eq!(world.lab.take_calls(), [""; 0]);
    // The confirmation of one plan does not confirm another.
    let digest = world.say("tell ann").await.report.digest.unwrap();
    assert_eq!(world.say(&format!("tell ben --confirm {digest}")).await.status(), "ask");
    world.say("lab.change a").await.ok();
    world.say("tell ann --confirm").await.fails("PARAMETER_INVALID");
}

pub(crate) async fn what_is_warned_of_is_agreed_to_by_an_answer_alone(world: World) {
    world
        .intent("goodnight", "steps: [{ action: lab.change, name: bed }, { action: lab.darken, name: all }]");
    for (line, warning) in [
        ("lab.darken ann", "it will be dark for ann; nobody sees anything. Carry it out?"),
        ("goodnight", "it will be dark for all; nobody sees anything. Carry it out?"),
    ] {
        let plan = world.say(&format!("{line} --dry-run")).await.ok().report.digest.unwrap();
        let asked = world.say(line).await;
        assert_eq!((asked.status(), asked.message()), ("ask", warning));
        // Without the question, no option can confirm the plan.
        for without in
            ["--yes", "--confirm yes", "--confirm 0123456789abcdef", &format!("--confirm {plan} --yes")]
        {
            assert_eq!(world.say(&format!("{line} {without}")).await.status(), "ask", "{line} {without}");
        }
        assert_eq!(world.lab.take_calls(), [""; 0]);
        let answer = asked.report.digest.unwrap();
        assert_eq!(world.say(&format!("lab.darken ben --confirm {answer}")).await.status(), "ask");
        world.say(&format!("{line} --confirm {answer}")).await.ok();
        assert!(!world.lab.take_calls().is_empty());
    }
}

pub(crate) async fn recovery_is_part_of_what_is_agreed_to(world: World) {
    world.intent(
        "fragile",
        "
        steps: [{ action: lab.change, name: a }]
        failure: { recovery: [{ action: lab.send, name: help }] }
    ",
    );
    let asked = world.say("fragile").await;
    assert_eq!(asked.status(), "ask");
    assert!(asked.text.contains("# recovery\nrecovery 1. lab.send name=\"help\""), "{}", asked.text);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.say(&format!("fragile --confirm {}", asked.report.digest.unwrap())).await.fails("STEP_FAILED");
    assert_eq!(world.lab.calls(), ["change a", "send help"]);
}

pub(crate) async fn a_plan_has_an_end(world: World) {
    world.intent(
        "squares",
        "
        parameters: [{ name: n, type: array, required: true }]
        steps:
          - loop:
              over: $n
              as: x
              max: 1000
              steps:
                - loop:
                    over: $n
                    as: y
                    max: 1000
                    steps: [{ action: lab.look, name: \"$x $y\" }]
    ",
    );
    let many: Vec<String> = (0..400).map(|number| number.to_string()).collect();
    let answer = world.say(&format!("squares '{}'", many.join(","))).await.fails("DEFINITION_INVALID");
    assert_eq!(answer.message(), "the plan has more than 100000 steps");
    assert_eq!(world.lab.calls(), [""; 0]);
}

//! The shipped definitions, on real files.

use std::fs;

use crate::world::World;

pub(crate) async fn the_core_definitions_do_their_work(world: World) {
    let work = world.place.workspace();
    let answer = world.say("new_project garden --file plan.md --content hello").await.ok();
    assert!(answer.text.ends_with("# result\nfolder: garden\nfile: garden/plan.md\n"), "{}", answer.text);
    assert_eq!(fs::read_to_string(work.join("garden/plan.md")).unwrap(), "hello");
    fs::write(work.join("a.txt"), "a").unwrap();
    fs::write(work.join("b.txt"), "b").unwrap();
    let plan = world.say("rename_safely a.txt b.txt --dry-run").await.ok();
    assert!(plan.text.contains("if files.exists path=\"./b.txt\""), "{}", plan.text);
    world.say("rename_safely a.txt b.txt").await.ok();
    assert_eq!(fs::read_to_string(work.join("b.txt")).unwrap(), "a");
    assert_eq!(fs::read_to_string(work.join("b.txt.old")).unwrap(), "b");
    world.say("copy_files 'b.txt, b.txt.old' saved").await.ok();
    assert_eq!(fs::read_to_string(work.join("saved/b.txt.old")).unwrap(), "b");
    for _ in 0..3 {
        world.say("undo").await.ok();
    }
    let mut left: Vec<String> =
        fs::read_dir(&work).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["a.txt", "b.txt"]);
    assert_eq!(fs::read_to_string(work.join("b.txt")).unwrap(), "b");
}

pub(crate) async fn they_are_taken_back_after_a_restart(mut world: World) {
    let work = world.place.workspace();
    world.say("new_project garden --content hello").await.ok();
    world.reopen().await;
    world.say("undo").await.ok();
    assert!(!work.join("garden").exists());
    world.reopen().await;
    world.say("redo").await.ok();
    assert_eq!(fs::read_to_string(work.join("garden/README.md")).unwrap(), "hello");
    // A change by another person is not lost.
    fs::write(work.join("garden/README.md"), "mine now").unwrap();
    world.reopen().await;
    world.say("undo").await.ok();
    assert!(!work.join("garden").exists());
    world.say("redo").await.ok();
    assert_eq!(fs::read_to_string(work.join("garden/README.md")).unwrap(), "mine now");
}

pub(crate) async fn a_copy_goes_on_where_it_stopped(mut world: World) {
    let work = world.place.workspace();
    for name in ["a", "b", "d"] {
        fs::write(work.join(name), name).unwrap();
    }
    let answer = world.say("copy_files 'a, b, c, d' saved --retry 0").await.fails("TARGET_NOT_FOUND");
    assert_eq!(answer.report.checkpoint.as_deref(), Some("copied"));
    fs::write(work.join("c"), "c").unwrap();
    world.reopen().await;
    let answer = world.say("copy_files --resume copied").await.ok();
    assert_eq!(answer.actions().len(), 2, "{}", answer.text);
    let mut copied: Vec<String> = fs::read_dir(work.join("saved"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    copied.sort();
    assert_eq!(copied, ["a", "b", "c", "d"]);
}

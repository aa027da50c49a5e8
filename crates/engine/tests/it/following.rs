//! The events of a run: numbered, stored as long as the run, and followed from any number.

use lemmascope_intent::{Cancellation, Event, Owner, RunEvent, Status};

use crate::lab::Act;
use crate::world::World;

const TWO: &str = "steps: [{ action: lab.change, name: a }, { action: lab.change, name: b }]";

fn is_of_run(event: &Event) -> bool {
    !matches!(event, Event::Reloaded { .. })
}

async fn all(world: &World, run: &str, after: u64) -> Vec<RunEvent> {
    let mut follower = world.engine.follow(&Owner::local(), run, after).await.unwrap();
    let mut all = Vec::new();
    loop {
        let next = follower.next().await.unwrap();
        if next.is_empty() {
            return all;
        }
        all.extend(next);
    }
}

pub(crate) async fn the_events_of_a_run_stay_with_it(mut world: World) {
    world.intent("two", TWO);
    let run = world.say("two").await.ok().report.run.unwrap();
    let live: Vec<Event> = world.take_events().into_iter().filter(is_of_run).collect();
    world.reopen().await;
    let events = all(&world, &run, 0).await;
    assert_eq!(events.iter().map(|it| it.event.clone()).collect::<Vec<_>>(), live);
    let numbers: Vec<u64> = events.iter().map(|it| it.number).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>());
    assert!(matches!(&events[0].event, Event::RunStarted { run: started, .. } if *started == run));
    let last = &events[events.len() - 1].event;
    assert!(matches!(last, Event::RunFinished { status: Status::Ok, .. }), "{last:?}");
    // A lost stream resumes after the last received number.
    assert_eq!(all(&world, &run, 3).await, events[3..]);
    assert!(world.engine.follow(&Owner::local(), "no-such-run", 0).await.is_err());
}

pub(crate) async fn a_run_is_followed_while_it_goes_on(world: World) {
    let other = world.beside().await;
    world.intent("two", TWO);
    world.lab.script("b", &[Act::Heed]);
    let stop = Cancellation::default();
    let (answer, (here, there)) = tokio::join!(world.say_until("two", &stop), async {
        world.lab.called("change b", 1).await;
        let started = world.events.lock().unwrap().iter().find(|event| is_of_run(event)).cloned();
        let Some(Event::RunStarted { run, .. }) = started else { panic!("{started:?}") };
        let here = all(&world, &run, 0);
        // Another engine on the same database can follow the run as soon as it is recorded.
        while other.engine.follow(&Owner::local(), &run, 0).await.is_err() {
            tokio::task::yield_now().await;
        }
        let there = all(&other, &run, 0);
        let (here, there, ()) = tokio::join!(here, there, async {
            stop.cancel();
        });
        (here, there)
    });
    assert_eq!(answer.message(), "it was cancelled");
    assert_eq!(here, there);
    assert!(matches!(here.last().unwrap().event, Event::RunFinished { .. }));
}

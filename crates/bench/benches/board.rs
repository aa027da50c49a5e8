//! What a spoken move costs on a board of 10,000 cards, and how many moves a second a board takes from many writers, beside the bare
//! database.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lemmascope_board::Store as _;
use lemmascope_board::embedded::Embedded;
use lemmascope_board::model::{Batch, BoardId, CardFields, CardId, Edit};
use lemmascope_engine::configuration::Configuration;
use lemmascope_engine::{Engine, Grant, Reply, Request, Setup};
use lemmascope_intent::{Domain, Source, Status};
use lemmascope_store::query::{Expr, ExprTrait, Query};

const CARDS: usize = 10_000;
const MOVES: usize = 1_000;
const WRITERS: usize = 32;
const SPOKEN: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(8 << 20)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        spoken().await?;
        concurrent().await
    })
}

/// The time from a sentence to its reply.
async fn spoken() -> Result<(), Box<dyn Error>> {
    let home = tempfile::tempdir()?;
    let url = format!("sqlite:{}", home.path().join("board.db").display());
    let store = Embedded::open(&url, 1000).await?.0;
    fill(&store).await?;
    let domain = lemmascope_board::domain(lemmascope_board::Settings { url, kanboard: None });
    let engine = open(home.path(), domain).await?;
    let mut times = Vec::with_capacity(SPOKEN);
    for number in 0..SPOKEN + 10 {
        let column = if number % 2 == 0 { "Ready" } else { "Backlog" };
        let sentence = format!("move card #{} to {column}", number / 2 * 7 + 1);
        let began = Instant::now();
        let request = Request::new(format!("say \"{sentence}\""), &Grant::local(), "bench", home.path());
        let reply = engine.submit(request).await;
        let took = began.elapsed();
        match reply {
            Reply::Report(report) if report.status == Status::Ok => {}
            other => return Err(format!("{sentence}: {other:?}").into()),
        }
        // The first ones open the store and read the board.
        if number >= 10 {
            times.push(took);
        }
    }
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let slow = times.get(times.len() * 95 / 100).copied().unwrap_or_default();
    report("spoken move, median", median);
    report("spoken move, 95th percentile", slow);
    Ok(())
}

/// A thousand moves by many writers at a time, and as many bare transactions on the same database.
async fn concurrent() -> Result<(), Box<dyn Error>> {
    let home = tempfile::tempdir()?;
    let url = format!("sqlite:{}", home.path().join("board.db").display());
    let store = Arc::new(Embedded::open(&url, 1000).await?.0);
    let board = fill(&store).await?;
    let columns: Vec<_> = store.snapshot(board).await?.columns.iter().map(|column| column.id).collect();
    let before = store.snapshot(board).await?.number;
    let began = Instant::now();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (store, columns) = (Arc::clone(&store), columns.clone());
            tokio::spawn(async move {
                for number in (writer..MOVES).step_by(WRITERS) {
                    let card = CardId(i64::try_from(number * 7 % CARDS + 1).unwrap_or(1));
                    let column = columns[1 + number % (columns.len() - 1)];
                    let edit = Edit::MoveCard { card, column, place: Some(1) };
                    store.apply(&batch(board, vec![edit])).await?;
                }
                Ok::<(), lemmascope_board::BoardError>(())
            })
        })
        .collect();
    for writer in writers {
        writer.await??;
    }
    let ours = began.elapsed();
    let now = store.snapshot(board).await?;
    assert_eq!(now.number - before, i64::try_from(MOVES)?, "every move must be an event");
    assert_eq!(now.live().count(), CARDS);
    for column in &columns {
        let places: HashSet<i64> = now.cards_in(*column).map(|card| card.place).collect();
        assert_eq!(places.len(), now.cards_in(*column).count(), "no two cards have the same place");
    }

    let database = lemmascope_store::Store::open(&url, &[]).await?.store;
    let began = Instant::now();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let database = database.clone();
            tokio::spawn(async move {
                for number in (writer..MOVES).step_by(WRITERS) {
                    let card = i64::try_from(number * 7 % CARDS + 1).unwrap_or(1);
                    let mut transaction = database.begin().await?;
                    let update = Query::update()
                        .table("board_card")
                        .value("position", -card)
                        .value("version", card)
                        .and_where(Expr::col("id").eq(card))
                        .take();
                    transaction.execute(update).await?;
                    transaction.commit().await?;
                }
                Ok::<(), lemmascope_store::StoreError>(())
            })
        })
        .collect();
    for writer in writers {
        writer.await??;
    }
    let bare = began.elapsed();
    report(&format!("{MOVES} concurrent moves"), ours);
    report(&format!("{MOVES} bare transactions"), bare);
    let rate = |time: Duration| f64::from(u32::try_from(MOVES).unwrap_or(u32::MAX)) / time.as_secs_f64();
    print(&format!(
        "moves a second: {:.0}, bare: {:.0}, share: {:.2}",
        rate(ours),
        rate(bare),
        rate(ours) / rate(bare)
    ));
    Ok(())
}

async fn fill(store: &Embedded) -> Result<BoardId, Box<dyn Error>> {
    let board = store.boards().await?.first().ok_or("no board")?.id;
    let column = store.snapshot(board).await?.columns.first().ok_or("no column")?.id;
    for block in 0..CARDS / 500 {
        let edits = (0..500).map(|number| Edit::CreateCard {
            column,
            place: None,
            fields: CardFields {
                title: format!("Task {} of many", block * 500 + number),
                ..CardFields::default()
            },
        });
        store.apply(&batch(board, edits.collect())).await?;
    }
    Ok(board)
}

fn batch(board: BoardId, edits: Vec<Edit>) -> Batch {
    let steps = edits.into_iter().map(Into::into).collect();
    Batch { board, author: "bench".into(), key: String::new(), steps, reverts: None }
}

async fn open(home: &Path, domain: Domain) -> Result<Engine, Box<dyn Error>> {
    const CORE: &[Source] = &[];
    let setup = Setup {
        configuration: Configuration::new(lemmascope_board::settings()),
        home: home.into(),
        program: "/proc/self/exe".into(),
        user_home: home.into(),
        started_in: home.into(),
        domains: vec![domain],
        core: CORE,
        packs: &[],
        places: lemmascope_language::goal::Places::default(),
    };
    let (engine, _) = Engine::open(setup).await.map_err(|failure| failure.message)?;
    Ok(engine)
}

fn report(what: &str, time: Duration) {
    print(&format!("{what}: {:.2} ms", time.as_secs_f64() * 1000.0));
}

#[allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]
fn print(line: &str) {
    println!("{line}");
}

//! Opens a PostgreSQL database.

use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::{ConnectOptions, Connection};

use crate::address::Address;
use crate::store::Pools;
use crate::{Migration, Opened, Store, StoreError, fault, migration};

/// How long a server may take to answer or to free a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// Many servers may share one database, whose connections are few.
const CONNECTIONS: u32 = 8;

pub(crate) async fn open(address: Address, migrations: &[Migration]) -> Result<Opened, StoreError> {
    let site = address.site();
    let Address::Postgres(options) = address else { return Err(StoreError::Closed) };
    // A pool takes a refused connection for a server that is starting and tries until its patience ends. A
    // wrong port should be told at once, so the first connection is made by hand.
    match tokio::time::timeout(PATIENCE, options.connect()).await {
        Ok(Ok(connection)) => {
            let _ = connection.close().await;
        }
        Ok(Err(error)) => return Err(fault::from_driver(error, &site, "connect")),
        Err(_) => {
            let reason = format!("no answer in {} seconds", PATIENCE.as_secs());
            return Err(StoreError::Unreachable { site: site.to_string(), reason });
        }
    }
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(*options);
    let store = Store::new(site, Pools::Postgres(pool));
    migration::apply(&store, migrations).await?;
    Ok(Opened { store, notice: None })
}

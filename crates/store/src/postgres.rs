//! Opens a PostgreSQL database.

use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::{ConnectOptions, Connection};

use crate::address::Address;
use crate::store::Pools;
use crate::{Migration, Opened, Store, StoreError, error_conversion, migration};

/// The timeout for connecting, and for acquiring a connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// The maximum number of connections; many servers may share a database, whose connections are limited.
const CONNECTIONS: u32 = 8;

pub(crate) async fn open(address: Address, migrations: &[Migration]) -> Result<Opened, StoreError> {
    let site = address.site();
    let Address::Postgres(options) = address else { return Err(StoreError::Closed) };
    // A pool treats a refused connection as a starting server and retries until the timeout. A wrong port
    // should fail immediately, so the first connection is made without the pool.
    match tokio::time::timeout(PATIENCE, options.connect()).await {
        Ok(Ok(connection)) => {
            let _ = connection.close().await;
        }
        Ok(Err(error)) => return Err(error_conversion::from_sqlx_error(error, &site, "connect")),
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

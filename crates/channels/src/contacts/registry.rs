//! The contacts of each owner, in the database, with an in-memory index of their aliases.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use lemmascope_store::query::{Expr, ExprTrait, JoinType, OnConflict, Order, Query};
use lemmascope_store::{Store as Database, StoreError, Transaction};
use serde_json::{Value as Json, json};

use super::index::Index;
use super::memory::{self, Remembered};
use super::name::{Name, NameFault};
use super::resolution::{Decision, Resolution, resolve};
use super::schema::{ALIAS, BOOK, CONFIRMATION, CONTACT};
use crate::Address;
use crate::gateway::GatewayFailure;
use crate::store::{now, written};

/// The maximum number of aliases of a contact.
const MOST_ALIASES: usize = 50;
/// The maximum number of aliases of an owner.
const MOST_OF_OWNER: usize = 200_000;
/// The maximum number of owners whose index is in memory.
const OWNERS_IN_MEMORY: usize = 64;

/// The maximum number of contacts in a text search.
const MOST_LISTED: usize = 5_000;

/// A contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    /// The id.
    pub id: i64,
    /// The address.
    pub agent: String,
    /// The names by which the owner knows the agent.
    pub aliases: Vec<String>,
    /// The time of creation, in milliseconds since 1970.
    pub created_at: i64,
    /// The time of the last change, in milliseconds since 1970.
    pub updated_at: i64,
}

impl Contact {
    /// Returns the contact as JSON.
    pub fn to_json(&self) -> Json {
        json!({
            "contact_id": self.id,
            "agent": self.agent,
            "aliases": self.aliases,
            "created_at": written(self.created_at),
            "updated_at": written(self.updated_at),
        })
    }
}

/// The result of adding a contact or aliases.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// The contact after the change.
    pub contact: Contact,
    /// The aliases that are new.
    pub new: Vec<String>,
    /// Whether the contact is new.
    pub is_new: bool,
    /// Notes about the aliases for the person, a sentence each.
    pub notes: Vec<String>,
}

/// The in-memory indexes, by owner.
#[derive(Default)]
pub struct Registry {
    books: Mutex<HashMap<String, Arc<Book>>>,
}

struct Book {
    generation: AtomicI64,
    index: RwLock<Index>,
}

/// Access to the contacts of an owner.
pub struct Contacts<'a> {
    /// The database.
    pub database: &'a Database,
    /// The indexes in memory.
    pub registry: &'a Registry,
    /// The owner.
    pub owner: &'a str,
}

impl Contacts<'_> {
    /// Resolves a name.
    pub async fn resolve(&self, field: &str, query: &str) -> Result<Resolution, GatewayFailure> {
        let name = name(field, query)?;
        let remembered = memory::recall(self.database, self.owner, &name).await?;
        let book = self.book().await?;
        let index = book.index.read().unwrap_or_else(PoisonError::into_inner);
        Ok(resolve(&index, &name, remembered.as_ref()))
    }

    /// Remembers that a name refers to a contact. Rejects a name that may be deceptive, because it would
    /// match silently from then on.
    pub async fn confirm(
        &self,
        field: &str,
        query: &str,
        agent: &str,
        days: i64,
    ) -> Result<Remembered, GatewayFailure> {
        let name = name(field, query)?;
        let agent = address("agent", agent)?;
        if let Some(caution) = name.cautions.first() {
            let reason = format!("\"{}\" is not remembered: {}", name.shown, caution.reason());
            return Err(GatewayFailure::invalid(field, reason).hint("Write the name in its usual letters."));
        }
        let (alias, considered) = {
            let book = self.book().await?;
            let index = book.index.read().unwrap_or_else(PoisonError::into_inner);
            if !index.has_agent(agent.as_str()) {
                return Err(GatewayFailure::not_found(format!("{agent} is not among your contacts"))
                    .about("agent")
                    .hint("Add it first: POST /contacts."));
            }
            let now = resolve(&index, &name, None);
            if now.candidates.iter().any(|it| it.agent == agent.as_str()) && !now.cautions.is_empty() {
                let reason = format!("\"{}\" is not remembered: it looks like another name", name.shown);
                return Err(
                    GatewayFailure::invalid(field, reason).hint("Write the name as the contact has it.")
                );
            }
            let mut considered: Vec<String> = now.candidates.iter().map(|it| it.agent.clone()).collect();
            if !considered.iter().any(|it| it == agent.as_str()) {
                considered.push(agent.to_string());
            }
            let alias = now.candidates.iter().find(|it| it.agent == agent.as_str());
            (alias.map_or_else(|| agent.to_string(), |it| it.alias.clone()), considered)
        };
        let chosen = (agent.as_str(), alias.as_str());
        Ok(memory::remember(self.database, self.owner, &name, chosen, &considered, days).await?)
    }

    /// Returns the valid confirmations.
    pub async fn confirmations(&self) -> Result<Vec<Remembered>, GatewayFailure> {
        Ok(memory::all(self.database, self.owner).await?)
    }

    /// Deletes a confirmation.
    pub async fn forget(&self, id: i64) -> Result<Remembered, GatewayFailure> {
        let forgotten = memory::forget(self.database, self.owner, id).await?;
        forgotten.ok_or_else(|| GatewayFailure::not_found(format!("you have no confirmation {id}")))
    }

    /// Adds aliases to the contact with an address, and creates the contact if it does not exist.
    pub async fn add(&self, agent: &str, aliases: &[String]) -> Result<Added, GatewayFailure> {
        let agent = address("agent", agent)?;
        let names =
            aliases.iter().enumerate().map(|(at, alias)| parse_alias(&format!("aliases.{at}"), alias));
        let mut names = names.collect::<Result<Vec<Name>, _>>()?;
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.exact.clone()));
        if names.is_empty() {
            return Err(GatewayFailure::new(422, "MISSING_INPUT", "a contact needs at least one alias")
                .about("aliases"));
        }
        let book = self.book().await?;
        let notes = {
            let index = book.index.read().unwrap_or_else(PoisonError::into_inner);
            if index.len() + names.len() > MOST_OF_OWNER {
                let reason = format!("an owner has at most {MOST_OF_OWNER} aliases");
                return Err(GatewayFailure::new(422, "INVALID_INPUT", reason).about("aliases"));
            }
            notes(&index, agent.as_str(), &names)
        };
        let mut transaction = self.database.begin().await?;
        let generation = self.turn(&mut transaction).await?;
        let (id, is_new) = self.find_or_create_contact(&mut transaction, agent.as_str()).await?;
        let select =
            Query::select().columns(["folded"]).from(ALIAS).and_where(Expr::col("contact").eq(id)).take();
        let known = transaction.fetch_all(select).await?;
        let known =
            known.iter().map(|row| row.text("folded").map(str::to_string)).collect::<Result<Vec<_>, _>>()?;
        names.retain(|name| !known.contains(&name.exact));
        if known.len() + names.len() > MOST_ALIASES {
            let reason = format!("a contact has at most {MOST_ALIASES} aliases");
            return Err(GatewayFailure::invalid("aliases", reason));
        }
        if !names.is_empty() {
            let mut insert = Query::insert();
            insert.into_table(ALIAS).columns(["contact", "alias", "folded"]);
            for name in &names {
                insert.values_panic([id.into(), name.shown.as_str().into(), name.exact.as_str().into()]);
            }
            transaction.execute(insert).await?;
        }
        transaction.commit().await?;
        let new: Vec<String> = names.iter().map(|name| name.shown.clone()).collect();
        self.changed(&book, generation, |index| {
            for name in names {
                index.add(agent.as_str(), name);
            }
        });
        Ok(Added { contact: self.get(id).await?, new, is_new, notes })
    }

    /// Removes aliases of a contact. Removes the contact with its last alias, or if no aliases are given.
    /// Returns what was removed.
    pub async fn remove(
        &self,
        agent: &str,
        aliases: Option<&[String]>,
    ) -> Result<Vec<String>, GatewayFailure> {
        let agent = address("agent", agent)?;
        let contact = self.find_by_address(agent.as_str()).await?;
        let contact = contact.ok_or_else(|| {
            GatewayFailure::not_found(format!("{agent} is not among your contacts")).about("agent")
        })?;
        let removed: Vec<String> = match aliases {
            None => contact.aliases.clone(),
            Some(aliases) => {
                let given = aliases.iter().enumerate();
                let given =
                    given.map(|(at, alias)| name(&format!("aliases.{at}"), alias).map(|name| (at, name)));
                let given = given.collect::<Result<Vec<_>, _>>()?;
                let mut removed = Vec::new();
                for (at, name) in given {
                    let known = contact.aliases.iter().find(|alias| alias.to_lowercase() == name.exact);
                    let known = known.ok_or_else(|| {
                        GatewayFailure::not_found(format!("{agent} has no alias \"{}\"", name.shown))
                            .about(format!("aliases.{at}"))
                    })?;
                    removed.push(known.clone());
                }
                removed
            }
        };
        let book = self.book().await?;
        let mut transaction = self.database.begin().await?;
        let generation = self.turn(&mut transaction).await?;
        for alias in &removed {
            let delete = Query::delete()
                .from_table(ALIAS)
                .and_where(Expr::col("contact").eq(contact.id))
                .and_where(Expr::col("alias").eq(alias.as_str()))
                .take();
            transaction.execute(delete).await?;
        }
        let left = Query::select()
            .column("id")
            .from(ALIAS)
            .and_where(Expr::col("contact").eq(contact.id))
            .limit(1)
            .take();
        if transaction.fetch_optional(left).await?.is_none() {
            let delete = Query::delete().from_table(CONTACT).and_where(Expr::col("id").eq(contact.id)).take();
            transaction.execute(delete).await?;
            // The confirmations of a removed contact are deleted too.
            let delete = Query::delete()
                .from_table(CONFIRMATION)
                .and_where(Expr::col("owner").eq(self.owner))
                .and_where(Expr::col("agent").eq(agent.as_str()))
                .take();
            transaction.execute(delete).await?;
        }
        transaction.commit().await?;
        self.changed(&book, generation, |index| {
            removed.iter().for_each(|alias| index.remove(agent.as_str(), alias));
        });
        Ok(removed)
    }

    /// Returns the contacts after an id, in the order of their creation, with their aliases. With a text,
    /// only those that contain it in an alias or the address.
    pub async fn list(
        &self,
        text: Option<&str>,
        after: i64,
        limit: u64,
    ) -> Result<Vec<Contact>, GatewayFailure> {
        let mut select = Query::select()
            .columns(["id", "agent", "created_at", "updated_at"])
            .from(CONTACT)
            .and_where(Expr::col("owner").eq(self.owner))
            .and_where(Expr::col("id").gt(after))
            .order_by("id", Order::Asc)
            .limit(limit)
            .take();
        if let Some(text) = text.map(str::to_lowercase).filter(|text| !text.is_empty()) {
            // Uses the index instead of LIKE, whose wildcards must be escaped, and whose case sensitivity
            // differs between databases.
            let book = self.book().await?;
            let agents: Vec<String> = {
                let index = book.index.read().unwrap_or_else(PoisonError::into_inner);
                index.agents_containing(&text, MOST_LISTED)
            };
            select.and_where(Expr::col("agent").is_in(agents));
        }
        let rows = self.database.fetch_all(select).await?;
        let mut contacts = Vec::with_capacity(rows.len());
        for row in &rows {
            contacts.push(Contact {
                id: row.integer("id")?,
                agent: row.text("agent")?.into(),
                aliases: Vec::new(),
                created_at: row.integer("created_at")?,
                updated_at: row.integer("updated_at")?,
            });
        }
        let ids: Vec<i64> = contacts.iter().map(|contact| contact.id).collect();
        let select = Query::select()
            .columns(["contact", "alias"])
            .from(ALIAS)
            .and_where(Expr::col("contact").is_in(ids))
            .order_by("id", Order::Asc)
            .take();
        for row in self.database.fetch_all(select).await? {
            let id = row.integer("contact")?;
            if let Some(contact) = contacts.iter_mut().find(|contact| contact.id == id) {
                contact.aliases.push(row.text("alias")?.into());
            }
        }
        Ok(contacts)
    }

    /// Returns the contact with an id.
    pub async fn get(&self, id: i64) -> Result<Contact, GatewayFailure> {
        let contacts = self.list(None, id.saturating_sub(1), 1).await?;
        let found = contacts.into_iter().find(|contact| contact.id == id);
        found.ok_or_else(|| GatewayFailure::not_found(format!("you have no contact {id}")))
    }

    /// Returns the contact with an address.
    pub async fn find_by_address(&self, agent: &str) -> Result<Option<Contact>, GatewayFailure> {
        let select = Query::select()
            .column("id")
            .from(CONTACT)
            .and_where(Expr::col("owner").eq(self.owner))
            .and_where(Expr::col("agent").eq(agent))
            .take();
        match self.database.fetch_optional(select).await? {
            Some(row) => Ok(Some(self.get(row.integer("id")?).await?)),
            None => Ok(None),
        }
    }

    /// Returns the contact to which a name or an address refers. Fails if it is ambiguous.
    pub async fn meant(&self, field: &str, text: &str) -> Result<Contact, GatewayFailure> {
        if let Ok(address) = Address::parse(text)
            && let Some(contact) = self.find_by_address(address.as_str()).await?
        {
            return Ok(contact);
        }
        let resolution = self.resolve(field, text).await?;
        let found = match &resolution.decision {
            Decision::Resolved { agent, .. } | Decision::NeedsConfirmation { agent, .. }
                if resolution.cautions.is_empty() =>
            {
                self.find_by_address(agent).await?
            }
            _ => None,
        };
        found.ok_or_else(|| {
            let reason = resolution.reason.unwrap_or_else(|| format!("no contact is called \"{text}\""));
            GatewayFailure::not_found(reason).about(field)
        })
    }

    /// Locks the contacts of the owner until the end of the transaction, and increments their generation.
    async fn turn(&self, transaction: &mut Transaction) -> Result<i64, StoreError> {
        let insert = Query::insert()
            .into_table(BOOK)
            .columns(["owner", "generation"])
            .values_panic([self.owner.into(), 0.into()])
            .on_conflict(OnConflict::column("owner").do_nothing().to_owned())
            .take();
        transaction.execute(insert).await?;
        let update = Query::update()
            .table(BOOK)
            .value("generation", Expr::col("generation").add(1))
            .and_where(Expr::col("owner").eq(self.owner))
            .returning(Query::returning().column("generation"))
            .take();
        match transaction.fetch_optional(update).await? {
            Some(row) => row.integer("generation"),
            None => Ok(0),
        }
    }

    async fn find_or_create_contact(
        &self,
        transaction: &mut Transaction,
        agent: &str,
    ) -> Result<(i64, bool), StoreError> {
        let update = Query::update()
            .table(CONTACT)
            .value("updated_at", now())
            .and_where(Expr::col("owner").eq(self.owner))
            .and_where(Expr::col("agent").eq(agent))
            .returning(Query::returning().column("id"))
            .take();
        if let Some(row) = transaction.fetch_optional(update).await? {
            return Ok((row.integer("id")?, false));
        }
        let insert = Query::insert()
            .into_table(CONTACT)
            .columns(["owner", "agent", "created_at", "updated_at"])
            .values_panic([self.owner.into(), agent.into(), now().into(), now().into()])
            .take();
        Ok((transaction.insert_returning_id(insert).await?, true))
    }

    /// Returns the up-to-date index of the owner.
    async fn book(&self) -> Result<Arc<Book>, StoreError> {
        let select = Query::select()
            .column("generation")
            .from(BOOK)
            .and_where(Expr::col("owner").eq(self.owner))
            .take();
        let generation = match self.database.fetch_optional(select).await? {
            Some(row) => row.integer("generation")?,
            None => 0,
        };
        let known = {
            let books = self.registry.books.lock().unwrap_or_else(PoisonError::into_inner);
            books
                .get(self.owner)
                .filter(|book| book.generation.load(Ordering::Acquire) >= generation)
                .cloned()
        };
        if let Some(book) = known {
            return Ok(book);
        }
        let select = Query::select()
            .columns([(CONTACT, "agent"), (ALIAS, "alias")])
            .from(ALIAS)
            .join(JoinType::InnerJoin, CONTACT, Expr::col((CONTACT, "id")).equals((ALIAS, "contact")))
            .and_where(Expr::col((CONTACT, "owner")).eq(self.owner))
            .order_by((ALIAS, "id"), Order::Asc)
            .take();
        let mut index = Index::default();
        for row in self.database.fetch_all(select).await? {
            // Stored aliases were validated before.
            if let Ok(name) = Name::read(row.text("alias")?) {
                index.add(row.text("agent")?, name);
            }
        }
        let book = Arc::new(Book { generation: AtomicI64::new(generation), index: RwLock::new(index) });
        let mut books = self.registry.books.lock().unwrap_or_else(PoisonError::into_inner);
        if books.len() >= OWNERS_IN_MEMORY && !books.contains_key(self.owner) {
            // Evicts an arbitrary owner, whose index can be read again.
            let other = books.keys().next().cloned();
            other.and_then(|other| books.remove(&other));
        }
        books.insert(self.owner.into(), Arc::clone(&book));
        Ok(book)
    }

    /// Applies a change to the in-memory index, if it directly follows the known generation. Otherwise the
    /// index is read again on demand.
    fn changed(&self, book: &Arc<Book>, generation: i64, change: impl FnOnce(&mut Index)) {
        let mut books = self.registry.books.lock().unwrap_or_else(PoisonError::into_inner);
        let is_current = books.get(self.owner).is_some_and(|known| Arc::ptr_eq(known, book));
        let mut index = book.index.write().unwrap_or_else(PoisonError::into_inner);
        if is_current && book.generation.load(Ordering::Acquire) + 1 == generation {
            change(&mut index);
            book.generation.store(generation, Ordering::Release);
        } else {
            books.remove(self.owner);
        }
    }
}

/// Returns notes about aliases that other contacts have, or that are confusable with theirs.
fn notes(index: &Index, agent: &str, names: &[Name]) -> Vec<String> {
    let mut notes = Vec::new();
    for name in names {
        for found in index.exactly(name).iter().filter(|found| found.agent != agent) {
            notes.push(format!(
                "{} is called \"{}\" as well; you will be asked to choose.",
                found.agent, name.shown
            ));
        }
        for found in index.confusable_agents(name).iter().filter(|found| found.agent != agent) {
            notes.push(format!(
                "\"{}\" looks like \"{}\" ({}) and is written with other letters; you will be asked to choose.",
                name.shown, found.alias, found.agent
            ));
        }
    }
    notes
}

/// Parses a name.
pub(crate) fn name(field: &str, text: &str) -> Result<Name, GatewayFailure> {
    Name::read(text).map_err(|fault| refused(field, fault))
}

/// Parses an alias, which must not be deceptive.
fn parse_alias(field: &str, text: &str) -> Result<Name, GatewayFailure> {
    use super::name::NameWarning;
    let name = name(field, text)?;
    let unsafe_in_alias = [NameWarning::MixedScripts, NameWarning::InvisibleCharacters];
    match name.cautions.iter().find(|caution| unsafe_in_alias.contains(caution)) {
        Some(caution) => Err(GatewayFailure::invalid(field, format!("is no alias: {}", caution.reason()))
            .hint("Write the name in the letters of one script.")),
        None => Ok(name),
    }
}

fn refused(field: &str, fault: NameFault) -> GatewayFailure {
    let failure = GatewayFailure::invalid(field, fault.to_string());
    match fault {
        NameFault::Control(_) => failure.hint("Leave the control characters out."),
        NameFault::Empty | NameFault::TooLong => failure,
    }
}

/// Parses the address of a contact. Rejects invisible characters, because people see the address.
pub(crate) fn address(field: &str, text: &str) -> Result<Address, GatewayFailure> {
    let address = Address::parse(text).map_err(|reason| GatewayFailure::invalid(field, reason))?;
    match Name::read(&address.as_str().chars().take(super::name::LONGEST).collect::<String>()) {
        Ok(name) if name.cautions.is_empty() => Ok(address),
        Ok(name) => {
            let reason = name.cautions.first().map(|caution| caution.reason()).unwrap_or_default();
            Err(GatewayFailure::invalid(field, format!("is no address: {reason}")))
        }
        Err(fault) => Err(GatewayFailure::invalid(field, fault.to_string())),
    }
}

//! The verb that lists the names of contacts for sentences.

use lemmascope_intent::{Args, Context, Failure, Format, Outcome, Signature, Type, Value};

use super::{failure, open_contacts, owner, with_memory_reach};
use crate::kinds;
use crate::site::Site;

/// The maximum number of contacts that a sentence is compared with.
const MOST: u64 = 5_000;

pub(super) fn signature() -> Signature {
    let lists = Some(Format::Kind(kinds::CONTACT));
    let signature = Signature::observe("channels.contact_names", "List the names of your contacts.");
    with_memory_reach(Signature { lists, ..signature })
        .returns(Type::Array)
        .examples(&["channels.contact_names"])
}

pub(super) async fn act(site: &Site, _: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contacts = open_contacts(site, &owner).await?;
    let found = contacts.list(None, 0, MOST).await.map_err(failure)?;
    let remembered = contacts.confirmations().await.map_err(failure)?;
    let mut names: Vec<String> = found.into_iter().flat_map(|contact| contact.aliases).collect();
    names.extend(remembered.into_iter().map(|it| it.query));
    names.sort_unstable();
    names.dedup();
    Ok(Outcome::found(Value::List(names.into_iter().map(Value::from).collect())))
}

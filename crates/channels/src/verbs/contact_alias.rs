use lemmascope_intent::{Args, Context, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::{contact_add, failure, open_contacts, owner, with_memory_reach};
use crate::site::Site;

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::change("channels.contact_alias", "Rename a contact."))
        .command("contact alias <contact> <alias>")
        .parameter(Parameter::required("contact", Type::String, "The contact: a name or the address."))
        .parameter(Parameter::required("alias", Type::String, "The other name.").written(Notation::Phrase))
        .returns(Type::Object)
        .examples(&[r#"contact alias Bob "Robert Harrington""#])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contact =
        open_contacts(site, &owner).await?.meant("contact", args.text("contact")?).await.map_err(failure)?;
    contact_add::add(site, &contact.agent, &[args.text("alias")?.to_string()], cx).await
}

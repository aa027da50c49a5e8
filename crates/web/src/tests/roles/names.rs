//! Names of persons, and of objects.

use super::check;

#[test]
fn single_name_field_is_full_name() {
    check(&[
        "<h1>Contact</h1><form method=post><label>Votre nom <input is=full_name name=nom></label><label>E-mail <input name=e></label><label>Message <textarea name=m></textarea></label><button>Envoyer</button></form>",
        "<h1>Inscription</h1><form method=post><label>Nom <input is=last_name name=nom></label><label>Prénom <input is=first_name name=prenom></label><label>E-mail <input name=e></label><button>Envoyer</button></form>",
    ]);
}

#[test]
fn product_or_list_name_is_no_person_name() {
    check(&[
        "<h1>Produto</h1><form method=post><label>Nome do produto <input not='full_name first_name' name=nome></label><label>Preço <input name=p></label><button>Salvar</button></form>",
        "<h1>New list</h1><form method=post><label>List name <input not='full_name first_name' name=name></label><button>Create</button></form>",
        "<h1>Comment</h1><form method=post><label>Name (wird veröffentlicht) <input is=full_name name=author></label><label>E-Mail <input name=e></label><label>Kommentar <textarea name=m></textarea></label><button>Senden</button></form>",
        "<h1>Contact</h1><form method=post><label>Name <input is=full_name name=name></label><label>Email <input name=e></label><label>Message <textarea name=m></textarea></label><button>Send</button></form>",
    ]);
}

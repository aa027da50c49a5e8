//! User names, and numbers that are not user names.

use super::check;

#[test]
fn field_accepting_several_identifiers_is_username() {
    check(&[
        "<h1>Log in</h1><form reads=login_form method=post><input is=username name=f1 placeholder='Email, mobile number or loyalty card'>
            <input type=password name=f2 placeholder=Password><button>Continue</button></form>",
        "<h1>Entrar</h1><form reads=login_form method=post><label>E-mail, CPF ou celular <input is=username name=campo></label>
            <label>Senha <input type=password name=s></label><button>Entrar</button></form>",
        "<h1>Anmelden</h1><form reads=login_form method=post><label>E-Mail-Adresse, Telefon oder Kundennummer <input is=username name=x></label>
            <label>Passwort <input type=password name=y></label><button>Weiter</button></form>",
        "<h1>Sign in</h1><form reads=login_form method=post><label>Email <input is=email name=x></label>
            <label>Password <input type=password name=y></label><button>Sign in</button></form>",
    ]);
}

#[test]
fn autocomplete_username_marks_email_as_username() {
    check(&[
        "<title>Sign in</title><form reads=login_form method=post><label>Email <input is=username type=email autocomplete=username name=email></label>
            <button>Next</button></form>",
        "<title>Lost password</title><h1>Reset your password</h1><form reads=password_recovery_form method=post>
            <label>E-mail <input is=username type=email autocomplete='section-a username' name=email></label><button>Send link</button></form>",
        "<h1>Create your account</h1><form reads=registration_form method=post><label>E-mail <input is=email type=email autocomplete=username name=email></label>
            <label>Password <input is=new_password type=password autocomplete=new-password></label><button>Create account</button></form>",
    ]);
}

#[test]
fn customer_number_is_username_only_in_login_form() {
    check(&[
        "<h1>Track your parcel</h1><form method=post><label>Order number <input not=username name=orderNumber></label>
            <label>Customer number <input not=username name=customerNumber></label><button>Track</button></form>",
        "<h1>Fale conosco</h1><form reads=contact_form method=post><label>Nome <input is=full_name name=a></label><label>E-mail <input is=email name=b></label>
            <label>Número de cliente <input not=username name=c></label><label>Mensagem <textarea is=message name=d></textarea></label><button>Enviar</button></form>",
        "<h1>Zählerstand melden</h1><form method=post><label>Kundennummer <input not=username name=kundennummer></label>
            <label>Vertragsnummer <input not=username name=vertrag></label><label>Stand <input name=stand></label><button>Senden</button></form>",
        "<h1>Online banking</h1><form reads=login_form method=post><label>Customer number <input is=username name=customerNumber></label>
            <label>Password <input type=password is=password name=p></label><button>Log on</button></form>",
        "<h1>Profile</h1><form method=post><label>Nickname <input is=username name=nick></label><label>Signature <input name=sig></label><button>Save</button></form>",
    ]);
}

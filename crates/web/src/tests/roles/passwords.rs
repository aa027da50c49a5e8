//! New passwords, and secrets that are not passwords.

use super::check;

#[test]
fn password_with_length_rule_is_new_password() {
    check(&[
        "<h1>Join us</h1><form reads=registration_form method=post><label>Email <input type=email name=e></label>
            <label>Password <input is=new_password type=password name=p placeholder='At least 8 characters'></label><button>Continue</button></form>",
        "<form reads=registration_form method=post><label>E-Mail <input type=email name=e></label>
            <label>Passwort <input is=new_password type=password name=p aria-describedby=r></label><p id=r>Mindestens 10 Zeichen</p><button>Los geht's</button></form>",
        "<form reads=registration_form method=post><label>Correo <input type=email name=e></label>
            <label>Contraseña <input is=new_password type=password name=p minlength=8></label><button>Empezar</button></form>",
        "<h1>Log in</h1><form reads=login_form method=post><label>Email <input type=email name=e></label>
            <label>Password <input is=password type=password name=p minlength=8></label><button>Log in</button></form>",
    ]);
}

#[test]
fn masked_field_with_other_label_is_no_password() {
    check(&[
        "<h1>Sign up</h1><form reads=registration_form method=post><label>Username <input name=u></label><label>Email <input type=email name=e></label>
            <label>Password <input is=new_password type=password name=p></label>
            <label>Admin secret <input type=password name=secret not='password new_password confirm_password current_password'></label><button>Sign up</button></form>",
        "<h1>Cadastro</h1><form reads=registration_form method=post><label>Nome <input name=n></label><label>E-mail <input type=email name=e></label>
            <label>Senha <input is=new_password type=password name=p></label><label>Confirmação <input is=confirm_password type=password name=q></label>
            <button>Cadastrar</button></form>",
        "<h1>Checkout</h1><form method=post><label>Street <input name=street></label><label>City <input name=city></label>
            <label>Gift card PIN <input type=password name=gcpin not='password new_password'></label><button>Pay</button></form>",
    ]);
}

#[test]
fn lone_password_field_unlocks_or_sets_password() {
    check(&[
        "<h1>Session expired</h1><form reads=login_form method=post><label>Password <input is=password type=password name=p></label><button>Unlock</button></form>",
        "<h1>Perfil</h1><form reads=password_recovery_form method=post><label>Nova senha <input is=new_password type=password name=p></label><button>Salvar</button></form>",
        "<h1>Reset your password</h1><form reads=password_recovery_form method=post><label>Email <input type=email name=e></label>
            <label>Password <input is=new_password type=password name=p></label><label>Confirm password <input is=confirm_password type=password name=q></label>
            <button>Reset password</button></form>",
    ]);
}

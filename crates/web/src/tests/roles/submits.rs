//! Submit buttons.

use super::check;

#[test]
fn only_remaining_button_is_submit() {
    check(&[
        "<form><label>Város <input name=v></label><label>Utca <input name=u></label><button type=button is=submit>Új cím felvétele</button></form>",
        "<form method=post><label>E-mail <input type=email name=e></label><input type=button is=submit value='Lấy mật khẩu'></form>",
        "<form><label>Usuario <input name=u></label><label>Contraseña <input type=password name=p></label><button type=button not=submit>Cancelar</button><button type=button is=submit>Zxcv</button></form>",
    ]);
}

#[test]
fn styled_link_is_submit_of_form_without_button() {
    check(&[
        "<form reads=login_form method=post><label>User <input name=u></label><label>Password <input type=password name=p></label><a href='javascript:void(0)' is=submit>Enter</a><a href=/lost>Forgot?</a></form>",
        "<h1>Forgot your password?</h1><form reads=password_recovery_form><input type=email placeholder='Enter email address'><a href=login.html class='btn btn-primary' is=submit>Reset password</a></form>",
    ]);
}

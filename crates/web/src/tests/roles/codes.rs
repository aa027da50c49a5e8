//! One-time codes, and other codes.

use super::check;

#[test]
fn single_character_inputs_are_one_time_code() {
    check(&[
        "<h1>Two-step verification</h1><form method=post><input is=one_time_code maxlength=1 inputmode=numeric><input is=one_time_code maxlength=1>
            <input is=one_time_code maxlength=1><input is=one_time_code maxlength=1><input is=one_time_code maxlength=1><input is=one_time_code maxlength=1>
            <button>Confirm</button></form>",
        "<h1>Digite o código</h1><div><input type=tel is=one_time_code maxlength=1><input type=tel is=one_time_code maxlength=1>
            <input type=tel is=one_time_code maxlength=1><input type=tel is=one_time_code maxlength=1></div><button>Validar</button>",
        "<form method=post><label>Initial <input maxlength=1 not=one_time_code name=mi></label><label>Grade <input maxlength=1 not=one_time_code name=g></label><button>Save</button></form>",
    ]);
}

#[test]
fn label_naming_email_code_is_one_time_code() {
    check(&[
        "<h1>Cadastro</h1><form method=post><label>E-mail <input is=email name=m></label><label>Código enviado por e-mail <input is=one_time_code name=c></label>
            <label>Senha <input type=password name=p></label><label>Repita a senha <input type=password name=q></label><button>Criar conta</button></form>",
        "<h1>注册</h1><form method=post><label>邮箱 <input is=email name=m></label><label>邮箱验证码 <input is=one_time_code name=v></label>
            <label>密码 <input type=password name=p></label><label>确认密码 <input type=password name=q></label><button>注册</button></form>",
        "<h1>注册</h1><form method=post><label>用户名 <input name=m></label><label>验证码 <input is=captcha name=v></label>
            <label>密码 <input type=password name=p></label><label>确认密码 <input type=password name=q></label><button>注册</button></form>",
    ]);
}

#[test]
fn project_code_is_no_captcha_or_one_time_code() {
    check(&[
        "<h1>Sign up</h1><form method=post><label>Email <input type=email name=e></label><label>Project code <input name=code not='captcha one_time_code'></label>
            <label>Password <input type=password name=p></label><label>Repeat password <input type=password name=q></label><button>Sign up</button></form>",
        "<h1>Sign up</h1><form method=post><label>Email <input type=email name=e></label><label>Enter the code <input name=c is=captcha></label>
            <label>Password <input type=password name=p></label><label>Repeat password <input type=password name=q></label><button>Sign up</button></form>",
    ]);
}

//! Phone numbers in two parts.

use super::check;

#[test]
fn country_code_field_belongs_to_phone_number() {
    check(&[
        "<form method=post>Phone <select is=phone_country name=cc><option>+1<option>+44<option>+49<option>+55</select><input is=phone type=tel name=num><button>Save</button></form>",
        "<form method=post><label>Country <select is=country name=c><option>Brazil<option>Germany<option>France<option>Spain</select></label><br>
            <label for=t>Mobile</label><select is=phone_country name=iso aria-label=Country><option>Brazil<option>Germany<option>France<option>Spain</select><input id=t is=phone type=tel name=mobile><button>Save</button></form>",
        "<form method=post><fieldset><legend>Telefone</legend><input is=phone_country name=ddi value='+55' size=3><input is=phone name=telefone></fieldset><button>Salvar</button></form>",
        "<form method=post><label>Ländervorwahl <select is=phone_country name=v><option>Deutschland (+49)<option>Österreich (+43)<option>Schweiz (+41)</select></label>
            <label>Telefonnummer <input is=phone type=tel name=t></label><button>Weiter</button></form>",
        "<form method=post><label>Country code <input is=phone_country name=country_code></label><label>Phone number <input is=phone name=phone></label><button>Save</button></form>",
        "<form method=post><label>Country <select is=country name=c><option>Brazil<option>Germany<option>France<option>Spain</select></label><br>
            <label>Phone <input is=phone type=tel name=p></label><button>Save</button></form>",
    ]);
}

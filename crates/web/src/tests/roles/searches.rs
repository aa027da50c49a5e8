//! Search forms.

use super::check;

#[test]
fn unlabeled_field_and_button_are_search_form() {
    check(&[
        "<form reads=search_form action=/find.php><input is=search name=str><input type=image src=go.gif alt=''></form><p>News</p>",
        "<form reads=search_form method=post action=/index.php><input is=search name=keys size=15><input type=submit value='»'></form>",
        "<h1>Redeem</h1><form reads=nothing method=post><label>Enter your code <input not=search name=c></label><button>OK</button></form>",
        "<h2>Newsletter</h2><form reads=nothing class=newsletter method=post><input not=search name=x><input type=submit value=OK></form>",
    ]);
}

#[test]
fn search_button_makes_search_form_of_all_fields() {
    check(&[
        "<h2>Book a flight</h2><form reads=search_form action=/flights><label>From <input name=from></label><label>To <input name=to></label><label>Depart <input type=date name=d></label>
            <label>Return <input type=date name=e></label><label>Passengers <select name=n><option>1<option>2</select></label><button>Search flights</button></form>",
        "<form reads=search_form method=post><label>Título <input name=a></label><label>Autor <input name=b></label><label>ISBN <input name=c></label><label>Editora <input name=d></label><button>Pesquisar</button></form>",
        "<form reads=search_form action=/imoveis><select name=tipo><option>Casa<option>Lote</select><select name=b><option>Centro<option>Lapa</select><button>Buscar imóveis</button></form>",
    ]);
}

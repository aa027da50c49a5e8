//! Products, quantities, and delivery addresses.

use super::check;

#[test]
fn number_field_near_price_or_buy_button_is_quantity() {
    check(&[
        "<h1>Caneca</h1><p>R$ 30,00</p><form method=post><button type=button>-</button><input is=quantity name=x value=1 type=number><button type=button>+</button><button>Comprar</button></form>",
        "<ul><li><h3>Pen</h3><span>$2</span><form method=post><input is=quantity name=a type=number min=1 value=1><button>Add</button></form></li>
            <li><h3>Ink</h3><span>$5</span><form method=post><input is=quantity name=a type=number min=1 value=1><button>Add</button></form></li>
            <li><h3>Ruler</h3><span>$3</span><form method=post><input is=quantity name=a type=number min=1 value=1><button>Add</button></form></li></ul>",
        "<h1>Survey</h1><form method=post><label>Age <input not=quantity type=number name=a></label><button>Send</button></form>",
    ]);
}

#[test]
fn order_form_with_address_is_shipping_form() {
    check(&[
        "<h1>Commande</h1><form reads=shipping_form method=post><label>Nom <input is=last_name name=a></label><label>Prénom <input is=first_name name=b></label>
            <label>Téléphone <input is=phone name=c></label><label>Adresse de livraison <textarea is=street name=d></textarea></label><button is=submit>Commander</button></form>",
        "<h1>Checkout</h1><form reads=shipping_form method=post><label>Full name <input name=n></label><label>Street <input is=street name=s></label><label>City <input is=city name=c></label>
            <button is=submit>Place order</button></form>",
    ]);
}

#[test]
fn price_column_is_not_a_field_label() {
    check(&[
        "<h1>Shopping cart</h1><form reads=nothing method=post><table><tr><th>Item<th>Price<th>Qty<tr><td>Mug<td>$12<td><input is=quantity name=q1 value=2>
            <tr><td>Pen<td>$2<td><input is=quantity name=q2 value=1></table><button>Update</button></form>",
    ]);
}

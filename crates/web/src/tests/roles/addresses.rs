//! The fields of an address.

use super::check;

#[test]
fn number_after_street_is_house_number() {
    check(&[
        "<form method=post><label>CEP <input is=postal_code type=tel name=cep></label><label>Logradouro <input is=street name=logradouro></label>
            <label>Nº <input is=house_number type=tel name=n></label><label>Cidade <input is=city name=c></label><button>Continuar</button></form>",
        "<form method=post><label>Street <input is=street name=s></label><label>Number <input is=house_number type=number name=number></label><label>City <input name=c></label><button>Next</button></form>",
        "<form method=post><label>Calle <input is=street name=s></label><label>Número <input is=house_number name=a></label><label>Localidad <input is=city name=c></label><button>Seguir</button></form>",
        "<form method=post><label>Colour <input name=c></label><label>Number <input not=house_number type=number name=number></label><button>Next</button></form>",
    ]);
}

#[test]
fn unlabeled_field_after_street_is_second_address_line() {
    check(&[
        "<form method=post><label>Address <input is=street name=address[0]></label><input is=street2 name=address[1]><label>Town <input is=city name=town></label><button>Continue</button></form>",
        "<form method=post><label>Billing address <input is=street name=address1></label><label>Delivery address <input is=street name=address_d></label><button>Continue</button></form>",
    ]);
}

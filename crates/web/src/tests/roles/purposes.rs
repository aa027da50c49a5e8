//! Forms that take a message, and forms that only have room for one.

use super::check;

#[test]
fn textarea_without_sender_is_no_contact_form() {
    check(&[
        "<h1>Task</h1><form reads=nothing method=post><label>Title <input name=a></label><label>Due <input type=date name=b></label><label>Description <textarea name=c></textarea></label>
            <label>Assignee <select name=d><option>Ann<option>Bob</select></label><button>Create</button></form>",
        "<h1>Urlaub</h1><form reads=nothing method=post><label>Beginn <input type=date name=a></label><label>Ende <input type=date name=b></label><label>Grund <textarea name=c></textarea></label><button>Anfrage senden</button></form>",
        "<h1>Request a quote</h1><form reads=contact_form method=post><label>Name <input name=n></label><label>E-mail <input name=e></label><label>Subject <input name=s></label>
            <label>Comments <textarea name=message></textarea></label><button>Send</button></form>",
    ]);
}

#[test]
fn hidden_textarea_is_no_message_field() {
    check(&[
        "<h2>Newsletter</h2><form reads=subscription_form><textarea name=g-recaptcha-response style='display:none'></textarea><input type=email is=email placeholder='Email address'><button>Sign up</button></form>",
    ]);
}

use super::*;
use serde_json::Value;
use std::collections::BTreeMap;

fn half(file: &str) -> usize {
    let mut hash: u32 = 2_166_136_261;
    for byte in file.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    }
    if (hash >> 13) & 1 == 0 || (hash >> 14) & 1 == 0 { 0 } else { 1 }
}

fn accepted(truth: &str, strict: bool) -> Vec<&'static str> {
    let mut all = Vec::new();
    for one in truth.split(" OR ") {
        all.extend_from_slice(match one {
            "username" => &["username"][..],
            "emailAddress" => &["email"],
            "password" => &["password", "new_password", "current_password", "confirm_password"],
            "password.new" => &["new_password", "confirm_password"],
            "password.current" if strict => &["current_password"],
            "password.current" => &["current_password", "password"],
            "firstName" => &["first_name"],
            "middleName" => &["middle_name"],
            "lastName" => &["last_name"],
            "fullName" => &["full_name"],
            "phone" => &["phone"],
            "cardSecurityCode" => &["card_cvv"],
            "cardNumber" => &["card_number"],
            "cardName" => &["card_name"],
            "expiration" => &["card_expiry"],
            "expirationMonth" => &["card_expiry_month"],
            "expirationYear" => &["card_expiry_year"],
            "addressPostalCode" => &["postal_code"],
            "addressCity" => &["city"],
            "addressStreet" => &["street"],
            "addressStreet2" => &["street2"],
            "addressProvince" => &["state"],
            "addressCountryCode" => &["country"],
            "birthday" => &["birthday"],
            "birthdayYear" => &["birthday_year"],
            "birthdayMonth" => &["birthday_month"],
            "birthdayDay" => &["birthday_day"],
            "unknown" => &[
                "",
                "text",
                "textarea",
                "organization",
                "job_title",
                "search",
                "number",
                "date",
                "message",
                "comment",
                "subject",
                "captcha",
                "coupon",
                "one_time_code",
                "gender",
                "language",
                "phone_country",
                "amount",
                "quantity",
                "url",
                "time",
                "month",
                "tax_id",
                "security_question",
                "house_number",
                "file",
                "remember",
                "terms",
                "newsletter",
                "card_type",
                "range",
            ],
            other => panic!("{other}"),
        });
    }
    all
}

#[test]
fn score_fields() {
    let Ok(folder) = std::env::var("DUMPS") else { return };
    for mode in ["hidden", "plain"] {
        let mut right = [[0u32; 2]; 2];
        let mut strict = [[0u32; 2]; 2];
        let mut submit = [[0u32; 2]; 2];
        let mut unlisted = 0;
        let mut files: Vec<_> =
            std::fs::read_dir(format!("{folder}/fields")).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        for path in files {
            let dump: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let file = dump["file"].as_str().unwrap();
            let half = half(file);
            let scan = RawScan::from_answer(&dump[mode]).unwrap();
            let frame = ScannedFrame { id: "m".into(), document: "d".into(), scan, ..Default::default() };
            let snapshot = read(&[frame], &mut Ids::default(), &[]);
            for field in dump["truth"]["fields"].as_array().unwrap() {
                let key = u32::try_from(field[0].as_u64().unwrap()).unwrap();
                let truth = field[1].as_str().unwrap();
                let Some(element) = snapshot.elements.iter().find(|e| e.key == key) else {
                    if mode == "hidden" {
                        println!("UNLISTED {file} {truth}");
                    }
                    unlisted += 1;
                    continue;
                };
                let got = element.role.unwrap_or("");
                let ok = accepted(truth, false).contains(&got);
                strict[half][usize::from(accepted(truth, true).contains(&got))] += 1;
                right[half][usize::from(ok)] += 1;
                if !ok && mode == "hidden" && (half == 0 || std::env::var("ALL").is_ok()) {
                    println!(
                        "{file}: {truth} <- {got} | {:?} label={:?} ph={:?} id={:?} name={:?} type={:?} ac={:?} {}",
                        element.name,
                        element.label,
                        element.placeholder,
                        element.attributes.get("id"),
                        element.attributes.get("name"),
                        element.attributes.get("type"),
                        element.attributes.get("autocomplete"),
                        if element.visibility.is_visible() { "" } else { "HID" }
                    );
                }
            }
            for key in dump["truth"]["submits"].as_array().unwrap() {
                let key = u32::try_from(key.as_u64().unwrap()).unwrap();
                let Some(element) = snapshot.elements.iter().find(|e| e.key == key) else { continue };
                let ok = matches!(element.role, Some("submit" | "search"));
                submit[half][usize::from(ok)] += 1;
                if !ok && mode == "hidden" && half == 0 {
                    println!("SUBMIT {file} {:?} {:?} {}", element.role, element.name, element.kind);
                }
            }
        }
        for h in 0..2 {
            println!(
                "{mode} half {h}: fields {}/{} = {:.3} strict {}/{}  submits {}/{}",
                right[h][1],
                right[h][0] + right[h][1],
                f64::from(right[h][1]) / f64::from(right[h][0] + right[h][1]),
                strict[h][1],
                strict[h][0] + strict[h][1],
                submit[h][1],
                submit[h][0] + submit[h][1]
            );
        }
        println!("unlisted {unlisted}");
    }
}

#[test]
fn score_forms() {
    let Ok(folder) = std::env::var("DUMPS") else { return };
    let mut counts: BTreeMap<(usize, String), [u32; 3]> = BTreeMap::new();
    let mut fields = [[0u32; 2]; 2];
    let mut files: Vec<_> =
        std::fs::read_dir(format!("{folder}/types")).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for path in files {
        let dump: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let file = dump["file"].as_str().unwrap();
        let half = half(file);
        let truth = &dump["truth"];
        let keys = truth["forms"].as_array().unwrap();
        let types = truth["types"].as_array().unwrap();
        if keys.len() != types.len() {
            continue;
        }
        let scan = RawScan::from_answer(&dump["hidden"]).unwrap();
        let frame = ScannedFrame {
            id: "m".into(),
            document: "d".into(),
            url: truth["url"].as_str().unwrap().into(),
            scan,
            ..Default::default()
        };
        let (mut snapshot, clues) = assembly::assemble(&[frame], &mut Ids::default());
        let forms = classification::classify(&mut snapshot, &clues);
        for (at, (key, kind)) in keys.iter().zip(types).enumerate() {
            let truth_kind = kind.as_str().unwrap();
            if truth_kind.starts_with("NOT") || truth_kind.starts_with("SKIP") {
                continue;
            }
            let key_number = u32::try_from(key["key"].as_u64().unwrap()).unwrap();
            let form = forms.iter().find(|f| snapshot.regions[f.cluster.region].key == key_number);
            let got = form.and_then(|f| f.purposes.first()).map_or("none", |(p, _)| match p {
                forms::Purpose::Login => "login",
                forms::Purpose::Registration => "registration",
                forms::Purpose::Recovery => "password/login recovery",
                forms::Purpose::Search => "search",
                forms::Purpose::Subscription => "join mailing list",
                forms::Purpose::Contact => "contact/comment",
                forms::Purpose::Order => "order/add to cart",
                forms::Purpose::Shipping => "shipping",
                forms::Purpose::Payment => "payment",
            });
            if got == truth_kind {
                counts.entry((half, truth_kind.to_owned())).or_default()[0] += 1;
            } else {
                counts.entry((half, truth_kind.to_owned())).or_default()[2] += 1;
                counts.entry((half, got.to_owned())).or_default()[1] += 1;
                if half == 0 || std::env::var("ALL").is_ok() {
                    println!(
                        "{file}#{at}: {truth_kind} <- {got} {:?} {:?}",
                        form.map(|f| f.purposes.clone()),
                        form.map(|f| (
                            snapshot.regions[f.cluster.region].hints.replace('\n', ";"),
                            snapshot.regions[f.cluster.region].text.chars().take(90).collect::<String>(),
                            f.cluster.fields.iter().map(|i| snapshot.elements[*i].role).collect::<Vec<_>>()
                        ))
                    );
                }
            }
            let Some(names) = truth["names"][at].as_object() else { continue };
            for (name, label) in names {
                let label = label.as_str().unwrap();
                let want: &[&str] = match label {
                    "email" | "email confirmation" => &["email"],
                    "submit button" => &["submit", "search"],
                    "password" => &["password", "new_password", "current_password"],
                    "search query" => &["search"],
                    "username" => &["username"],
                    "first name" => &["first_name"],
                    "last name" => &["last_name"],
                    "full name" => &["full_name"],
                    "comment text" => &["message", "comment", "textarea"],
                    "receive emails confirmation" => &["newsletter"],
                    "password confirmation" => &["confirm_password", "new_password"],
                    "phone" => &["phone"],
                    "remember me checkbox" => &["remember"],
                    "gender" => &["gender"],
                    "TOS confirmation" => &["terms"],
                    "postal code" => &["postal_code"],
                    "product quantity" => &["quantity"],
                    "comment title or subject" => &["subject"],
                    "captcha" => &["captcha"],
                    "country" => &["country"],
                    "city" => &["city"],
                    "day of birth" => &["birthday_day"],
                    "month of birth" => &["birthday_month"],
                    "year of birth" => &["birthday_year"],
                    "url" => &["url"],
                    "username or email" => &["username", "email"],
                    "address" | "address line 1" | "full street address" => &["street"],
                    "address line 2" => &["street2"],
                    "state" => &["state"],
                    "organization name" => &["organization"],
                    "full birth date" => &["birthday"],
                    _ => continue,
                };
                let Some(row) = key["fields"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|row| row[0].as_str() == Some(name) && row[2].as_str() != Some("hidden"))
                else {
                    continue;
                };
                let field_key = u32::try_from(row[1].as_u64().unwrap()).unwrap();
                let Some(element) = snapshot.elements.iter().find(|e| e.key == field_key) else { continue };
                let ok = want.contains(&element.role.unwrap_or(""));
                fields[half][usize::from(ok)] += 1;
                if !ok && (half == 0 || std::env::var("ALL").is_ok()) {
                    println!(
                        "  F {file}#{at} ({truth_kind}): {label} <- {:?} {} | {:?} label={:?} name={name} id={:?}",
                        element.role,
                        element.kind,
                        element.name,
                        element.label,
                        element.attributes.get("id")
                    );
                }
            }
        }
    }
    for ((half, kind), [tp, fp, fneg]) in &counts {
        println!(
            "half {half} {kind:28} tp {tp:3} fp {fp:3} fn {fneg:3} F1 {:.3}",
            2.0 * f64::from(*tp) / f64::from(2 * tp + fp + fneg).max(1.0)
        );
    }
    for kind in [
        "login",
        "search",
        "registration",
        "join mailing list",
        "contact/comment",
        "password/login recovery",
        "order/add to cart",
    ] {
        let mut s = [0u32; 3];
        for h in 0..2 {
            if let Some(c) = counts.get(&(h, kind.to_owned())) {
                for i in 0..3 {
                    s[i] += c[i];
                }
            }
        }
        println!(
            "all {kind:28} F1 {:.3}",
            2.0 * f64::from(s[0]) / f64::from(2 * s[0] + s[1] + s[2]).max(1.0)
        );
    }
    for h in 0..2 {
        println!(
            "half {h} fields {}/{} = {:.3}",
            fields[h][1],
            fields[h][0] + fields[h][1],
            f64::from(fields[h][1]) / f64::from(fields[h][0] + fields[h][1])
        );
    }
}

#[test]
fn show() {
    let Ok(path) = std::env::var("DUMP") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let dump: Value = serde_json::from_str(&text).unwrap();
    let scan =
        RawScan::from_answer(if dump.get("plain").is_some() { &dump["plain"] } else { &dump }).unwrap();
    let frame = ScannedFrame { id: "m".into(), document: "d".into(), scan, ..Default::default() };
    let snapshot = read(&[frame], &mut Ids::default(), &[]);
    for e in &snapshot.elements {
        println!(
            "{} {}/{} {:?} label={:?} ph={:?} v={:?} text={:?} r{} {} {}",
            e.id,
            e.kind,
            e.role.unwrap_or("-"),
            e.name,
            e.label,
            e.placeholder,
            e.value,
            e.text,
            e.region,
            if e.primary { "PRIMARY" } else { "" },
            if e.visibility.is_visible() { "" } else { "INVISIBLE" }
        );
    }
    for (i, r) in snapshot.regions.iter().enumerate() {
        println!(
            "R{i} {:?} in {:?} {:?} {:?} float={} cover={} rep={} {:?}",
            r.kind,
            r.parent,
            r.name,
            r.text.chars().take(50).collect::<String>(),
            r.floating,
            r.cover,
            r.repeat,
            r.hints
        );
    }
    for p in &snapshot.patterns {
        println!("P {p:?}");
    }
}

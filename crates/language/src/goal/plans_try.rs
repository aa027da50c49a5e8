use super::*;
use crate::words::{tongue, words};

#[test]
fn golden_plans() {
    let text = include_str!("../../../cli/tests/it/golden/plans.txt");
    let mut sentence = String::new();
    let mut wanted: Vec<String> = Vec::new();
    let mut bad = 0;
    let mut run = |sentence: &str, wanted: &[String]| {
        if sentence.is_empty() {
            return;
        }
        let got = plan(sentence);
        if got != wanted {
            bad += 1;
            println!("{sentence}\n  want {wanted:#?}\n  got  {got:#?}");
        }
    };
    for line in text.lines().filter(|l| !l.trim_start().starts_with('#') && !l.trim().is_empty()) {
        if line.starts_with(' ') {
            wanted.push(line.trim().to_string());
        } else {
            run(&sentence, &wanted);
            wanted.clear();
            sentence = line.to_string();
        }
    }
    run(&sentence, &wanted);
    println!("bad {bad}");
    assert_eq!(bad, 0);
}

fn plan(sentence: &str) -> Vec<String> {
    // words with crude literals
    let mut ws = words(sentence);
    let mut lits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    let b = sentence;
    let mut i = 0;
    while let Some(q) = b[i..].find('"') {
        let s = i + q;
        if let Some(e) = b[s + 1..].find('"') {
            lits.push((s..s + 1 + e + 1, b[s + 1..s + 1 + e].to_string()));
            i = s + e + 2;
        } else {
            break;
        }
    }
    for part in b.split(' ') {
        let st = part.as_ptr() as usize - b.as_ptr() as usize;
        let p = part.trim_matches([',', '.', '"', ':']);
        if p.contains('.') && !lits.iter().any(|(r, _)| r.contains(&st)) {
            lits.push((st..st + p.len(), p.to_string()));
        }
    }
    lits.sort_by_key(|l| l.0.start);
    for (r, v) in &lits {
        let pause = ws.iter().find(|w| w.span.start >= r.start).and_then(|w| w.pause);
        ws.retain(|w| !(w.span.start >= r.start && w.span.end <= r.end));
        let at = ws.iter().position(|w| w.span.start > r.start).unwrap_or(ws.len());
        ws.insert(at, Word { span: r.clone(), form: "⟨x⟩".into(), folded: format!("⟨{v}⟩"), pause });
    }
    let find = |w: &Word| lits.iter().find(|(r, _)| *r == w.span).map(|l| l.1.clone());
    let begins = |w: &str| {
        [
            "open", "search", "abre", "pesquisa", "procura", "set", "take", "mute", "lock", "go", "launch",
            "tell", "poe", "bloqueia", "what",
        ]
        .contains(&w)
    };
    let understands = |t: &str| {
        (!t.contains("space")
            && (t.starts_with("open")
                || t.contains("volume")
                || begins(&t.split(' ').next().unwrap().to_lowercase())))
        .then_some(Topic::Other)
    };
    let it = interpret(
        sentence,
        &ws,
        tongue(sentence),
        find,
        &Ears { begins: &begins, understands: &understands },
    );
    let m = &it.meta;
    let mut out = vec![format!("meta {}", serde_json::to_value(m.meta_type).unwrap().as_str().unwrap())];
    fn lp(m: &MetaGoal, l: &Location, with_name: bool) -> String {
        let mut p = l.parent.map(|q| lp(m, m.goals[q].product(), true)).unwrap_or_default();
        let parts = [l.folder.clone(), l.name.clone().filter(|_| with_name)];
        for f in parts.into_iter().flatten() {
            if !p.is_empty() {
                p += "/";
            }
            p += &f;
        }
        p
    }
    for (i, g) in m.goals.iter().enumerate() {
        let tool = match (g.action.as_deref(), g.object_type.as_deref()) {
            (Some("create"), Some(o)) => format!("files.create_{o}"),
            (Some("delete"), Some(o)) => format!("files.delete_{o}"),
            (Some(a), _) => format!("files.{a}"),
            _ => format!("? {}", &sentence[g.said.clone()]),
        };
        let mut line =
            format!("g{i} {tool} {} {}", g.base_anchor.map_or("-".into(), Anchor::name), lp(m, &g.at, true));
        if let Some(d) = &g.to {
            if g.action.as_deref() == Some("rename") {
                line += &format!(" => - {}", d.name.clone().unwrap());
            } else {
                let p = lp(m, d, false);
                line += &format!(
                    " => {} {}",
                    d.anchor.unwrap_or(Anchor::Workspace).name(),
                    if p.is_empty() { ".".into() } else { p }
                );
            }
        }
        if let Some(c) = &g.content {
            line += &format!(" content \"{c}\"");
        }
        let after = m.needs(i);
        if !after.is_empty() {
            line +=
                &format!(" after {}", after.iter().map(|a| format!("g{a}")).collect::<Vec<_>>().join(","));
        }
        out.push(line);
    }
    out
}

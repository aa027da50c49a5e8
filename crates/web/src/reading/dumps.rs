use super::*;

#[test]
fn show() {
    let Ok(path) = std::env::var("DUMP") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let scan = RawScan::from_answer(&serde_json::Value::String(text)).unwrap();
    let frame = ScannedFrame { id: "m".into(), document: "d".into(), scan, ..Default::default() };
    let snapshot = read(&[frame], &mut Ids::default(), &[]);
    for e in &snapshot.elements {
        println!(
            "{} {}/{} {:?} label={:?} ph={:?} v={:?} text={:?} r{} {}",
            e.id,
            e.kind,
            e.role.unwrap_or("-"),
            e.name,
            e.label,
            e.placeholder,
            e.value,
            e.text,
            e.region,
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

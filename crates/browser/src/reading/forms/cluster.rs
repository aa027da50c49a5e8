use std::collections::{HashMap, HashSet};

use crate::page::{Element, Region, RegionKind, Snapshot};

/// A form: the fields, buttons and links that belong together.
#[derive(Debug, Clone, Default)]
pub struct Cluster {
    /// The region of the form, as an index into the snapshot's regions.
    pub region: usize,
    /// The fields, as indexes into the snapshot's elements in document order.
    pub fields: Vec<usize>,
    /// The buttons, as indexes into the snapshot's elements.
    pub buttons: Vec<usize>,
    /// The links, as indexes into the snapshot's elements.
    pub links: Vec<usize>,
    /// The headings and short texts.
    pub(crate) texts: Vec<usize>,
    /// Whether it is a `form` element or landmark.
    pub is_form: bool,
}

/// Whether an element accepts input: text, a choice or a file.
pub fn is_field(element: &Element) -> bool {
    element.interactive
        && matches!(
            element.kind,
            "input"
                | "textarea"
                | "select"
                | "checkbox"
                | "radio"
                | "switch"
                | "combobox"
                | "file"
                | "slider"
                | "editor"
                | "listbox"
        )
}

fn is_entry(element: &Element) -> bool {
    is_field(element) && !matches!(element.kind, "checkbox" | "radio" | "switch")
}

/// Whether a region is a form. A `form` element with another role, such as `search`, still counts.
fn is_form(region: &Region) -> bool {
    region.kind == RegionKind::Form || region.tag == "form"
}

/// Whether `inner` is `outer` or one of its descendants.
pub(crate) fn reaches(snapshot: &Snapshot, outer: usize, inner: usize) -> bool {
    let mut at = Some(inner);
    while let Some(here) = at {
        if here == outer {
            return true;
        }
        // A region comes after its parent, so this loop terminates.
        at = snapshot.regions.get(here).and_then(|region| region.parent).filter(|parent| *parent < here);
    }
    false
}

/// Returns the forms of a page: explicit ones, and groups of related fields without a form element.
pub fn clusters(snapshot: &Snapshot) -> Vec<Cluster> {
    let count = snapshot.regions.len();
    let mut entries = vec![0u32; count];
    let mut buttons = vec![0u32; count];
    for element in &snapshot.elements {
        if element.region >= count {
            continue;
        }
        if is_entry(element) {
            entries[element.region] += 1;
        } else if element.interactive && element.kind == "button" {
            buttons[element.region] += 1;
        }
    }
    for at in (1..count).rev() {
        if let Some(parent) = snapshot.regions[at].parent.filter(|parent| *parent < at) {
            entries[parent] += entries[at];
            buttons[parent] += buttons[at];
        }
    }

    // The home of a region is the form around it, or else the smallest group with fields and a button.
    let home = |region: usize| -> Option<(usize, bool)> {
        let mut at = Some(region);
        let mut group = None;
        while let Some(here) = at {
            let region = snapshot.regions.get(here)?;
            if is_form(region) {
                return Some((here, true));
            }
            // Content after a dialog, such as the button that opened it, does not belong to the form in it.
            let is_bound = region.parent.is_none() || region.kind == RegionKind::Dialog;
            if group.is_none() && entries[here] > 0 && (buttons[here] > 0 || is_bound) {
                group = Some((here, false));
            }
            at = region.parent.filter(|parent| *parent < here);
        }
        group
    };

    let mut found: Vec<Cluster> = Vec::new();
    let mut homes: HashMap<usize, usize> = HashMap::new();
    for (at, element) in snapshot.elements.iter().enumerate() {
        if !is_entry(element) {
            continue;
        }
        let Some((region, is_form)) = home(element.region) else { continue };
        let place = *homes.entry(region).or_insert_with(|| {
            found.push(Cluster { region, is_form, ..Cluster::default() });
            found.len() - 1
        });
        found[place].fields.push(at);
    }
    let mut merged = merge(snapshot, found);
    // Forms that contain only buttons and checkboxes count too.
    let known: HashSet<usize> = merged.iter().map(|cluster| cluster.region).collect();
    for (at, region) in snapshot.regions.iter().enumerate() {
        if is_form(region) && !known.contains(&at) {
            merged.push(Cluster { region: at, is_form: true, ..Cluster::default() });
        }
    }
    merged.sort_by_key(|cluster| cluster.region);
    let owners = owners(snapshot, &merged);
    for (at, element) in snapshot.elements.iter().enumerate() {
        if is_entry(element) {
            continue;
        }
        let Some(cluster) =
            owners.get(element.region).copied().flatten().and_then(|owner| merged.get_mut(owner))
        else {
            continue;
        };
        if is_field(element) {
            cluster.fields.push(at);
        } else if element.interactive && element.kind == "button" {
            cluster.buttons.push(at);
        } else if element.interactive {
            cluster.links.push(at);
        } else if matches!(element.kind, "heading" | "text" | "alert") {
            cluster.texts.push(at);
        }
    }
    for cluster in &mut merged {
        cluster.fields.sort_unstable();
    }
    merged
}

/// Merges groups that are nested in another group, unless the outer one is the whole page.
fn merge(snapshot: &Snapshot, mut found: Vec<Cluster>) -> Vec<Cluster> {
    found.sort_by_key(|cluster| cluster.region);
    let mut merged: Vec<Cluster> = Vec::new();
    let mut groups: HashMap<usize, usize> = HashMap::new();
    for cluster in found {
        let mut outer = None;
        if !cluster.is_form {
            let mut at = snapshot.regions[cluster.region].parent;
            while let Some(here) = at {
                if matches!(snapshot.regions[here].kind, RegionKind::Page | RegionKind::Main) {
                    break;
                }
                if let Some(known) = groups.get(&here) {
                    outer = Some(*known);
                    break;
                }
                at = snapshot.regions[here].parent.filter(|parent| *parent < here);
            }
        }
        match outer {
            Some(outer) => merged[outer].fields.extend(cluster.fields),
            None => {
                if !cluster.is_form {
                    groups.insert(cluster.region, merged.len());
                }
                merged.push(cluster);
            }
        }
    }
    merged
}

/// Returns the innermost form of each region.
fn owners(snapshot: &Snapshot, clusters: &[Cluster]) -> Vec<Option<usize>> {
    let homes: HashMap<usize, usize> =
        clusters.iter().enumerate().map(|(place, cluster)| (cluster.region, place)).collect();
    let mut owners: Vec<Option<usize>> = Vec::with_capacity(snapshot.regions.len());
    for (at, region) in snapshot.regions.iter().enumerate() {
        let around = region.parent.filter(|parent| *parent < at).and_then(|parent| owners[parent]);
        owners.push(homes.get(&at).copied().or(around));
    }
    owners
}

/// The sites that people call by their names, a line each: the name, a tab, and where it is.
const SITES: &str = include_str!("sites.txt");

/// Where a site is that is called so.
pub fn site(name: &str) -> Option<&'static str> {
    let name = crate::words::fold(&name.trim().to_lowercase());
    let lines = SITES.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .find(|(known, _)| *known == name)
        .map(|(_, address)| address)
}

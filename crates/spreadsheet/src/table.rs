pub fn csv(_: &crate::Analysis) -> String {
    String::new()
}

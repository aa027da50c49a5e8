//! Any text is a configuration, or has faults at places that are in it; what was taken can be asked for.
#![no_main]

use lemmascope_engine::configuration::{Configuration, read_file};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    let mut configuration = Configuration::default();
    for fault in read_file(source, &mut configuration) {
        assert!(source.get(fault.span.clone()).is_some(), "no place in the file: {fault:?}");
    }
    for setting in configuration.settings() {
        let (value, _) = configuration.get(setting);
        assert!(setting.accept(value.clone()).is_ok(), "{} was given {value}, which it refuses", setting.key);
    }
    let _sensitive = configuration.sensitive().matches("password");
});

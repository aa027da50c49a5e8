//! Whatever stands in the place of something sealed does not open, and does no harm.
#![no_main]

use lemmascope_engine::open_anything;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    assert!(!open_anything(bytes), "nobody has sealed this");
});

//! The content, brightness and color temperature of the display.

pub(super) mod adjust_brightness;
mod backlight;
pub(super) mod find_text;
mod gamma;
pub(super) mod night_light;
mod picture;
pub(super) mod restore_brightness;
pub(super) mod screenshot;
pub(super) mod set_brightness;

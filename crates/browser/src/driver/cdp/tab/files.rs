use std::path::PathBuf;

use lemmascope_intent::{Cause, Failure};

use super::super::super::frame::FrameId;
use super::super::super::obstacle::page_gone_failure;
use super::super::connection::PROMPTLY;
use super::super::protocol::dom::SetFileInputFiles;
use super::super::protocol::runtime::{Argument, ReleaseObject};
use super::Tab;
use super::evaluation::Side;

impl Tab {
    /// Sets the files of a file input.
    pub async fn set_files(&self, frame: &FrameId, key: u32, paths: &[PathBuf]) -> Result<(), Failure> {
        let world = self.world(frame, Side::Ours, PROMPTLY).await?;
        let key = key.into();
        let arguments = vec![Argument::Value { value: &key }];
        let function = "function(key) { return lemmascope.element(key) }";
        let object =
            self.reference(&world, function, arguments, PROMPTLY).await?.ok_or_else(page_gone_failure)?;
        let files = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let set = self.ask(&world.session, &SetFileInputFiles { files, object_id: &object }, PROMPTLY).await;
        self.connection().tell(Some(&world.session), &ReleaseObject { object_id: &object });
        set.map_err(|failure| {
            if failure.cause != Cause::Failed {
                return failure;
            }
            Failure::new(Cause::InvalidParameter, "the element takes no files")
                .hint("Name a field of the kind `file`.")
                .context(failure.message)
        })?;
        Ok(())
    }
}

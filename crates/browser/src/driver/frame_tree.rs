use super::frame::FrameId;
use super::state::{FrameRecord, Lifecycle, TabState, World};

/// A frame and its document.
pub(crate) struct FrameDocument {
    pub(super) id: String,
    pub(super) parent: Option<String>,
    pub(super) name: String,
    pub(super) url: String,
    pub(super) document: String,
}

/// The frame tree, assembled from the events of a tab's sessions.
///
/// A frame from another site runs in another process and has a separate session. Events report it twice: its
/// parent's session reports its position, its own session its content. When it moves between processes, it
/// keeps its id.
impl TabState {
    /// Records that a frame was attached. The frame may be known already.
    pub(super) fn attach_frame(&mut self, id: &str, parent: Option<&str>, session: &str) {
        let id = FrameId(id.into());
        let parent = parent.map(|parent| FrameId(parent.into()));
        self.frame_changes += 1;
        match self.frame_mut(&id) {
            Some(frame) => {
                if parent.is_some() && frame.parent.is_some() {
                    frame.parent = parent;
                }
                frame.session = session.into();
            }
            None => self.frames.push(FrameRecord::new(id, parent, session)),
        }
    }

    /// Records the session that now controls a frame.
    pub(super) fn set_frame_session(&mut self, id: &str, session: &str) {
        let id = FrameId(id.into());
        if let Some(frame) = self.frame_mut(&id) {
            frame.session = session.into();
        } else {
            // Its position becomes known when the parent's session reports it.
            let parent = self.main_frame();
            self.frames.push(FrameRecord::new(id, parent, session));
        }
    }

    /// Records a frame that existed before events were enabled.
    pub(super) fn record_existing_frame(&mut self, info: &FrameDocument, session: &str) {
        let id = FrameId(info.id.clone());
        if self.frame(&id).is_none_or(|frame| frame.document.is_empty()) {
            self.navigate_frame(info, session);
        }
    }

    /// Records that a frame has navigated to another document.
    pub(super) fn navigate_frame(&mut self, info: &FrameDocument, session: &str) {
        let id = FrameId(info.id.clone());
        let parent = info.parent.clone().map(FrameId);
        let url = info.url.clone();
        self.frame_changes += 1;
        self.remove_children(&id);
        if self.frame(&id).is_none() {
            if parent.is_none() && !self.is_out_of_process(session) {
                self.frames.clear();
            }
            self.frames.push(FrameRecord::new(id.clone(), parent.or_else(|| self.main_frame()), session));
        }
        let Some(frame) = self.frame_mut(&id) else { return };
        frame.url.clone_from(&url);
        frame.name.clone_from(&info.name);
        frame.document.clone_from(&info.document);
        frame.session = session.into();
        frame.owner = None;
        if frame.parent.is_none() {
            self.url = url;
            self.navigations += 1;
            self.crashed = false;
            self.departure.take_if(|departure| departure.id == info.document);
            if self.document != info.document {
                self.document.clone_from(&info.document);
                self.lifecycle = Lifecycle::default();
            }
            self.lifecycle.committed = true;
        }
    }

    pub(super) fn remove_frame(&mut self, id: &FrameId) {
        self.frame_changes += 1;
        self.remove_children(id);
        self.frames.retain(|frame| frame.id != *id);
        self.loading = self.frames.iter().any(|frame| frame.loading);
    }

    pub(super) fn forget_session(&mut self, session: &str) {
        for frame in &mut self.frames {
            frame.remove_worlds_of_session(session);
        }
    }

    pub(super) fn remove_worlds(&mut self, gone: impl Fn(&World) -> bool) {
        for frame in &mut self.frames {
            frame.isolated.take_if(|world| gone(world));
            frame.page.take_if(|world| gone(world));
        }
    }

    fn remove_children(&mut self, id: &FrameId) {
        let children: Vec<FrameId> = self
            .frames
            .iter()
            .filter(|frame| frame.parent.as_ref() == Some(id))
            .map(|frame| frame.id.clone())
            .collect();
        self.frames.retain(|frame| frame.parent.as_ref() != Some(id));
        for child in children {
            self.remove_children(&child);
        }
    }

    /// Whether the session belongs to an out-of-process frame below the main frame.
    fn is_out_of_process(&self, session: &str) -> bool {
        self.frames.iter().any(|frame| frame.parent.is_none() && frame.session != session)
    }
}

impl FrameRecord {
    fn new(id: FrameId, parent: Option<FrameId>, session: &str) -> Self {
        Self {
            id,
            parent,
            url: String::new(),
            name: String::new(),
            document: String::new(),
            loading: false,
            session: session.into(),
            isolated: None,
            page: None,
            owner: None,
        }
    }

    pub(super) fn remove_worlds_of_session(&mut self, session: &str) {
        self.isolated.take_if(|world| world.session == session);
        self.page.take_if(|world| world.session == session);
    }
}

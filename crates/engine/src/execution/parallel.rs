use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use lemmascope_intent::definition::Wait;
use lemmascope_intent::{BoxFuture, Cancellation, Failure, Node};

use super::{Frame, Position, ResumeAction, Runner};

impl Runner<'_> {
    /// Executes the nodes of a parallel block, concurrently if the policy allows it.
    pub(super) async fn parallel(
        &self,
        nodes: &[Node],
        wait: Wait,
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        if !self.policy.parallel {
            return self.one_by_one(nodes, wait, frame, position).await;
        }
        let stop = Cancellation::default();
        // The progress of the branches beside the one with the checkpoint is unknown, so they start again.
        let entered = self.resume_action(frame, position) == ResumeAction::Enter;
        let frame_of = |position: &Position| match self.resume_action(frame, position) {
            ResumeAction::Skip if entered => frame.stoppable(&stop).afresh(),
            _ => frame.stoppable(&stop),
        };
        let branches = nodes.iter().enumerate().map(|(index, node)| {
            let position = position.child(index);
            let frame = frame_of(&position);
            async move { self.boxed(node, &frame, &position).await }
        });
        match wait {
            Wait::Any => first(branches, &stop).await,
            Wait::All => join_all(branches).await.into_iter().collect(),
            Wait::None => {
                join_all(branches).await.into_iter().try_for_each(|ended| self.tolerated(ended, frame))
            }
        }
    }

    fn boxed<'f>(
        &'f self,
        node: &'f Node,
        frame: &'f Frame<'_>,
        position: &'f Position,
    ) -> BoxFuture<'f, Result<(), Failure>> {
        Box::pin(async move { self.node(node, frame, position).await.map(drop) })
    }

    async fn one_by_one(
        &self,
        nodes: &[Node],
        wait: Wait,
        frame: &Frame<'_>,
        position: &Position,
    ) -> Result<(), Failure> {
        let mut last = Ok(());
        for (index, node) in nodes.iter().enumerate() {
            let ended = self.boxed(node, frame, &position.child(index)).await;
            match wait {
                Wait::All => ended?,
                Wait::None => self.tolerated(ended, frame)?,
                Wait::Any => match ended {
                    Err(failure) if !self.is_final(&failure, frame) => last = Err(failure),
                    ended => return ended,
                },
            }
        }
        last
    }

    /// Tolerates the failure of a branch that nothing waits for, unless it is final.
    fn tolerated(&self, ended: Result<(), Failure>, frame: &Frame<'_>) -> Result<(), Failure> {
        match ended {
            Err(failure) if !self.is_final(&failure, frame) => {
                self.tolerate("parallel", failure);
                Ok(())
            }
            ended => ended,
        }
    }
}

/// Waits for the first branch that succeeds. Stops the others and waits for them too, because their effects
/// must be known.
async fn first(
    branches: impl Iterator<Item = impl Future<Output = Result<(), Failure>>>,
    stop: &Cancellation,
) -> Result<(), Failure> {
    let mut under_way: FuturesUnordered<_> = branches.collect();
    let (mut succeeded, mut last) = (under_way.is_empty(), Ok(()));
    while let Some(ended) = under_way.next().await {
        if ended.is_ok() {
            succeeded = true;
            stop.cancel();
        } else if !succeeded {
            last = ended;
        }
    }
    if succeeded { Ok(()) } else { last }
}

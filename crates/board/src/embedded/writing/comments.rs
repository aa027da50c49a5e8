//! Edits of comments.

use lemmascope_store::query::{Expr, ExprTrait, Query, Value as Bound};

use super::Writing;
use crate::embedded::rows;
use crate::embedded::schema::COMMENT;
use crate::error::BoardError;
use crate::limits;
use crate::model::{CardId, Comment, CommentId, Effect};

impl Writing<'_> {
    pub(in crate::embedded) async fn add_comment(
        &mut self,
        card: CardId,
        text: &str,
    ) -> Result<Effect, BoardError> {
        let before = self.live(card).await?;
        limits::comment(text)?;
        if before.comments.len() >= limits::COMMENTS {
            return Err(BoardError::Full { what: "comments of a card", limit: limits::COMMENTS });
        }
        let mut columns = vec!["card", "author", "text", "at", "removed"];
        let mut values: Vec<Bound> = vec![
            card.0.into(),
            self.batch.author.as_str().into(),
            text.into(),
            self.now.into(),
            false.into(),
        ];
        if let Some(id) = self.issued {
            columns.push("id");
            values.push(id.into());
        }
        let insert = Query::insert()
            .into_table(COMMENT)
            .columns(columns)
            .values_panic(values.into_iter().map(Expr::value))
            .take();
        let id = CommentId(self.transaction.insert_returning_id(insert).await?);
        self.touch(&before).await?;
        let author = Some(self.batch.author.clone());
        Ok(Effect::CommentAdded { card, comment: Comment { id, author, text: text.into(), at: self.now } })
    }

    pub(super) async fn remove_comment(
        &mut self,
        card: CardId,
        comment: &Comment,
    ) -> Result<Effect, BoardError> {
        match self.keep_comment(card, comment, false).await? {
            Some(comment) => Ok(Effect::CommentRemoved { card, comment }),
            None => Err(BoardError::NoComment(comment.id)),
        }
    }

    /// Restores a comment, under its own id unless another comment has it.
    pub(super) async fn restore_comment(
        &mut self,
        card: CardId,
        comment: &Comment,
    ) -> Result<Effect, BoardError> {
        match self.keep_comment(card, comment, true).await? {
            Some(comment) => Ok(Effect::CommentAdded { card, comment }),
            None => {
                self.keep_signed_comment(card, comment.author.as_deref(), &comment.text, comment.at).await
            }
        }
    }

    /// Marks a comment as removed or as present. Returns it, unless it already was.
    async fn keep_comment(
        &mut self,
        card: CardId,
        comment: &Comment,
        kept: bool,
    ) -> Result<Option<Comment>, BoardError> {
        let before = self.live(card).await?;
        let update = Query::update()
            .table(COMMENT)
            .value("removed", !kept)
            .and_where(Expr::col("id").eq(comment.id.0))
            .and_where(Expr::col("card").eq(card.0))
            .and_where(Expr::col("text").eq(&comment.text))
            .and_where(Expr::col("removed").eq(kept))
            .returning(Query::returning().columns(["id", "card", "author", "text", "at"]))
            .take();
        let Some(row) = self.transaction.fetch_optional(update).await? else { return Ok(None) };
        let (_, comment) = rows::comment(&row)?;
        self.touch(&before).await?;
        Ok(Some(comment))
    }
}

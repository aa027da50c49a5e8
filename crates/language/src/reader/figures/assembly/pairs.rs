//! Parses several operations, each with a separate column: "the sum of rent and the average of total".

use super::{Assembly, Kind};

impl Assembly<'_> {
    /// Whether the sentence contains an operation with a column, and after a conjunction another operation
    /// with another column.
    pub(in crate::reader::figures) fn is_paired(&self) -> bool {
        self.operations_with_columns().is_some()
    }

    /// Returns the words of each operation with its column, and the common words after them for rows or
    /// groups. Returns nothing if other words remain.
    pub(in crate::reader::figures) fn pairs(&self) -> Vec<(String, String)> {
        let Some(pairs) = self.operations_with_columns() else { return Vec::new() };
        let limit = self.limit();
        let is_inside = |at: usize| pairs.iter().any(|(first, last)| (*first..=*last).contains(&at));
        let is_left = |at: usize| {
            let is_plain = matches!(
                self.units[at].kind,
                Kind::Filler | Kind::Joint | Kind::File | Kind::ColumnWord | Kind::Cells
            );
            !is_inside(at) && !is_plain
        };
        if (0..limit).any(is_left) {
            return Vec::new();
        }
        // The file name is repeated in each request.
        let rest = (limit..self.units.len()).filter(|at| {
            let leads = self.units[*at].kind == Kind::Filler
                && self.solid(*at, 1).is_some_and(|next| self.units[next].kind == Kind::File);
            !leads && self.units[*at].kind != Kind::File
        });
        let rest: Vec<&str> = rest.map(|at| self.text(self.units[at].words.clone())).collect();
        let text = |(first, last): &(usize, usize)| {
            self.text(self.units[*first].words.start..self.units[*last].words.end).to_string()
        };
        pairs.iter().map(|pair| (text(pair), rest.join(" "))).collect()
    }

    /// Returns the start of conditions or groups.
    fn limit(&self) -> usize {
        let group = self.units.iter().position(|it| it.kind == Kind::Group);
        self.first_where().min(group.unwrap_or(self.units.len()))
    }

    /// Returns two or more operations, each with the following column, in the order of the sentence.
    fn operations_with_columns(&self) -> Option<Vec<(usize, usize)>> {
        let limit = self.limit();
        let is_operation = |at: &usize| matches!(self.units[*at].kind, Kind::Operation(_));
        let column = |at: usize| match self.units[at].kind {
            Kind::Column(column, _) => Some(column),
            _ => None,
        };
        let starts: Vec<usize> = (0..limit).filter(is_operation).collect();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (number, start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(limit);
            let mut columns = (start + 1..end).filter(|at| column(*at).is_some());
            let (only, None) = (columns.next()?, columns.next()) else { return None };
            // "Sum and average of total" are two operations on the same column.
            let is_joined = |at: usize| self.units[at].kind == Kind::Joint || self.is_parted(at);
            if number > 0 && !(pairs[number - 1].1 + 1..=*start).any(is_joined) {
                return None;
            }
            pairs.push((*start, only));
        }
        // "Mean weight and mean height" is a single operation on two columns.
        let operation = |(start, _): &(usize, usize)| match &self.units[*start].kind {
            Kind::Operation(operation) => Some(operation.clone()),
            _ => None,
        };
        if pairs.windows(2).all(|it| operation(&it[0]) == operation(&it[1])) {
            return None;
        }
        let mut columns: Vec<usize> = pairs.iter().filter_map(|(_, at)| column(*at)).collect();
        columns.sort_unstable();
        columns.dedup();
        (columns.len() > 1).then_some(pairs)
    }
}

//! Parses the columns to group by: "by region and month", "em cada turma".

use super::{Assembly, Kind, Likeness, Unit, WORDS};

impl Assembly<'_> {
    /// Parses groups such as "by region and month", "em cada turma".
    pub(super) fn take_groups(&mut self) {
        for at in 0..self.units.len() {
            if self.units[at].kind != Kind::Group {
                continue;
            }
            // "Paid by women" names the agent.
            if let Some(verb) = at.checked_sub(1).filter(|it| self.is_verb(*it)) {
                (self.used[verb], self.used[at]) = (true, true);
                continue;
            }
            // "Managed by Dora", "vendido por Rui": a value follows.
            if self.is_agent(at) {
                self.units[at].kind = Kind::Filler;
                continue;
            }
            let mut next = self.solid(at, 1).map(|it| self.behind_sort(it));
            let mut taken = Vec::new();
            while let Some(name) = next.and_then(|it| self.group(it)) {
                let unit = next.unwrap_or_default();
                self.by.push(name);
                taken.push(unit);
                // "Month of the order date" is a single group.
                let behind = self.solid(unit, 1);
                next = match behind.map(|it| &self.units[it].kind) {
                    Some(Kind::Joint) => behind.and_then(|it| self.solid(it, 1)),
                    Some(Kind::ColumnWord) => {
                        taken.extend(behind);
                        None
                    }
                    _ => None,
                };
            }
            let is_order =
                next.is_some_and(|it| matches!(self.units[it].kind, Kind::Operation(_) | Kind::Either(..)));
            if let Some(last) = taken.last() {
                self.used[at..=*last].fill(true);
            } else if is_order || self.is_per_row(next) {
                self.used[at] = true;
            } else if self.units.iter().any(|it| matches!(it.kind, Kind::Operation(_) | Kind::Either(..))) {
                self.lacks_group = true;
            }
        }
    }

    /// Returns the column after a word that only expresses plurality: "each type of weather".
    fn behind_sort(&self, at: usize) -> usize {
        // "By number of stories"
        if matches!(&self.units[at].kind, Kind::Operation(op) if op == "count")
            && matches!(self.folded(at), "number" | "numero" | "quantidade")
        {
            return self.solid(at, 1).filter(|it| self.column(*it).is_some()).unwrap_or(at);
        }
        let is_sort = WORDS.has("sort", self.folded(at))
            && !matches!(self.units[at].kind, Kind::Column(_, Likeness::Same));
        let is_bound = |at: usize| matches!(self.folded(at), "of" | "de" | "do" | "da");
        let behind = Some(at + 1).filter(|it| is_sort && *it < self.units.len() && is_bound(*it));
        behind.and_then(|it| self.solid(it, 1)).filter(|it| self.column(*it).is_some()).unwrap_or(at)
    }

    /// Whether a grouping word introduces the agent of a passive verb.
    fn is_agent(&self, at: usize) -> bool {
        const PARTICIPLES: [&str; 11] =
            ["ed", "ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas", "sold", "made"];
        let Some(before) = at.checked_sub(1).filter(|it| !self.used[*it]) else { return false };
        let is_done = PARTICIPLES.iter().any(|ending| self.folded(before).ends_with(ending))
            && matches!(
                self.units[before].kind,
                Kind::Word | Kind::Column(_, Likeness::Akin | Likeness::Inflected)
            );
        let next = self.solid(at, 1).filter(|it| self.units[*it].kind == Kind::Word);
        let is_name =
            next.is_some_and(|it| self.text(self.units[it].words.clone()).starts_with(char::is_uppercase));
        is_done && is_name
    }

    /// Whether the grouping is by row, which means all rows: "the average quantity per order".
    fn is_per_row(&self, at: Option<usize>) -> bool {
        let averages = |it: &Unit| matches!(&it.kind, Kind::Operation(op) if op == "avg" || op == "median");
        at.is_some_and(|it| self.units[it].kind == Kind::Rows) && self.units.iter().any(averages)
    }

    fn group(&self, at: usize) -> Option<String> {
        match &self.units[at].kind {
            Kind::Column(column, _) | Kind::Either(_, column) => {
                // "By total Amount" is the basis of a comparison.
                let is_operation = matches!(self.units[at].kind, Kind::Either(..))
                    && self.solid(at, 1).is_some_and(|it| self.column(it).is_some());
                (!is_operation).then(|| self.reader.names.name(*column).to_string())
            }
            Kind::Period => Some(self.text(self.units[at].words.clone()).to_string()),
            Kind::ColumnWord => self.solid(at, 1).and_then(|it| self.group(it)),
            _ => None,
        }
    }
}

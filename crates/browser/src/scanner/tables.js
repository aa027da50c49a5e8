// The cells of data tables, as far as they supplement the listed controls.
((lemmascope) => {
  const { marks: MARK } = lemmascope;

  const MOST_ROWS = 40;
  const MOST_CELLS = 12;
  const LENGTH = 60;
  const STEPS = 6000;
  const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

  const isRow = ({ tags }, { roles }, at) => tags[at] === "tr" || roles[at] === "row";
  const isCell = ({ tags }, { roles }, at) => tags[at] === "td" || tags[at] === "th" || CELLS.has(roles[at]);
  const isHead = ({ tags }, { roles }, at) => tags[at] === "th" || roles[at] === "columnheader";

  // Returns a list for each row: whether it is a header, then its cells, each a text or a text with the
  // numbers of its controls.
  lemmascope.cellsOf = (pass, namer, listing, table) => {
    const { end, nodes, count } = pass;
    const rows = [];
    const last = Math.min(end[table], table + STEPS, count);
    for (let at = table + 1; at < last && rows.length < MOST_ROWS; ) {
      if (!isRow(pass, listing, at)) {
        at++;
        continue;
      }
      const cells = [];
      let heads = 0;
      for (let cell = at + 1; cell < end[at]; ) {
        if (!isCell(pass, listing, cell)) {
          cell++;
          continue;
        }
        if (isHead(pass, listing, cell)) heads++;
        if (cells.length < MOST_CELLS) {
          const keys = [];
          for (let inner = cell; inner < end[cell] && keys.length < 6; inner++) {
            if ((listing.marks[inner] & MARK.INTERACTIVE) !== 0) keys.push(lemmascope.keyOf(nodes[inner]));
          }
          const text = namer.textOf(cell, LENGTH);
          cells.push(keys.length > 0 ? [text, ...keys] : text);
        }
        cell = end[cell];
      }
      if (cells.length > 0) rows.push([heads > 0 && heads === cells.length ? 1 : 0, ...cells]);
      at = end[at];
    }
    return rows;
  };
})(lemmascope);

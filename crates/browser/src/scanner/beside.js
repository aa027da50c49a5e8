// The visible text that names a field which the markup leaves without a name.
((lemmascope) => {
  const { dom, tidy } = lemmascope;
  const STEPS = 40;
  const LENGTH = 80;
  // The maximum number of ancestors to search for a box that contains only this field.
  const BOXES = 6;

  // Markers and remarks are not names: `*`, `:`, `(optional)`, `or`.
  const REMARK = /^(?:[\s*:.,#?!|/•–-]*|\([^)]*\)\s*|\s*(?:or|oder|ou|o|of|lub|или|або|veya|eller|tai|vagy|nebo|sau|and|und|et|y|и)\s*)$/i;
  const WHOLE = new Set("form table tbody tr body fieldset main section article dl ul ol".split(" "));
  const HEADING = /^h[1-6]$/;

  lemmascope.beside = (pass, namer, listing) => {
    const { texts, tags, parents, end, nodes, flags, count } = pass;
    const { FIELD, INTERACTIVE } = lemmascope.marks;

    const isField = (row) => (listing.marks[row] & FIELD) !== 0;
    const isButton = (row) => tags[row] === "button" || (tags[row] === "input" && (listing.marks[row] & INTERACTIVE) !== 0);
    const isStop = (row) => isField(row) || isButton(row) || tags[row] === "form";

    // Prefix sums of the number of fields, so that a difference counts the fields in a box.
    const fieldsBefore = new Uint32Array(count + 1);
    for (let row = 0; row < count; row++) fieldsBefore[row + 1] = fieldsBefore[row] + (isField(row) ? 1 : 0);
    const fieldsIn = (row) => fieldsBefore[end[row]] - fieldsBefore[row];

    const isLabelled = (row) => {
      for (let at = parents[row], steps = 0; at >= 0 && steps < 5; at = parents[at], steps++) {
        if (tags[at] === "label") return namer.isUsed(at);
      }
      return false;
    };

    // Whether a text belongs to a clickable element, or exists only for screen readers.
    const isSpoken = (row) => {
      for (let at = parents[row], steps = 0; at >= 0 && steps < 3; at = parents[at], steps++) {
        if ((listing.marks[at] & INTERACTIVE) !== 0) return true;
        if (pass.telling[at] && (dom.has(nodes[at], "aria-live") || listing.roles[at] === "log")) return true;
      }
      return false;
    };

    // Whether a text is at least as visible as the field in question.
    const isRead = (at, row) => texts[at] !== null && (flags[at] & 7 & ~flags[row]) === 0 && !isLineNumber(at, row);

    // The line numbers of an editor are not its name.
    const isLineNumber = (at, row) =>
      isField(row) && tags[row] !== "input" && tags[row] !== "select" && /^[\s\d]+$/.test(texts[at]);

    // Returns the contiguous texts directly before or after the field, up to the next field.
    const before = (row) => {
      let said = [];
      const from = listing.boxes.get(row) ?? row;
      for (let at = from - 1, steps = 0; at >= 0 && steps < STEPS; at--, steps++) {
        if (isStop(at)) break;
        if (!isRead(at, row)) continue;
        // The text of a button or link is its own name, and the text in a custom list is its selected value.
        if (isField(row) && (listing.inside[at] >= 0 || listing.owners.has(at) || isSpoken(at))) break;
        const parent = parents[at];
        // The label of another field names only that field.
        if (isLabelled(at)) break;
        if (said.length > 0 && parent !== said.parent) {
          if (!REMARK.test(said.join(" "))) break;
          said = [];
        }
        said.unshift(texts[at]);
        said.parent = parent;
      }
      return tidy(said.join(" "), LENGTH);
    };

    const after = (row, isToggle) => {
      const from = listing.boxes.get(row) ?? row;
      for (let at = end[from], steps = 0; at < count && steps < 12; at++, steps++) {
        // A heading names the content below it, not the field above.
        if (isStop(at) || HEADING.test(tags[at])) break;
        if (isRead(at, row) && (listing.owners.has(at) || (!isToggle && isField(row) && isSpoken(at)))) break;
        if (isRead(at, row) && !isLabelled(at)) return tidy(texts[at], LENGTH);
      }
      return "";
    };

    // Whether another field follows directly after this one; the text between them then names that field.
    const leadsOn = (row) => {
      for (let at = end[row]; at < count && at < end[row] + 12; at++) {
        if (isField(at)) return true;
        if (tags[at] === "br" || tags[at] === "button") return false;
      }
      return false;
    };

    // Returns the text in an ancestor that contains no other field: the text before the field, or else after
    // it.
    const inBox = (row, canFollow) => {
      for (let at = parents[row], steps = 0; at >= 0 && steps < BOXES; at = parents[at], steps++) {
        if (WHOLE.has(tags[at]) || fieldsIn(at) > 1 || end[at] - at > STEPS) return "";
        const first = textsIn(at + 1, row, row);
        if (first !== "" && !REMARK.test(first)) return first;
        const second = canFollow ? textsIn(end[row], end[at], row) : "";
        if (second !== "" && !REMARK.test(second)) return second;
      }
      return "";
    };

    const textsIn = (from, to, row) => {
      const said = [];
      for (let at = from; at < to; at++) {
        if (tags[at] === "button" || tags[at] === "a") at = end[at] - 1;
        else if (isRead(at, row) && !isLabelled(at) && !listing.owners.has(at) && !isSpoken(at)) said.push(texts[at]);
      }
      return tidy(said.join(" "), LENGTH);
    };

    // In a table, returns the text of the nearest preceding cell in the row that has text and no field, or
    // else of the cell above in a row of such cells.
    const inTable = (row) => {
      let cell = -1;
      for (let at = parents[row], steps = 0; at >= 0 && steps < 8; at = parents[at], steps++) {
        const tag = tags[at];
        if (tag === "td" || tag === "th") cell = at;
        if (tag === "tr") return cell < 0 ? "" : inRow(at, cell) || above(at, cell);
        if (tag === "table" || tag === "form") return "";
      }
      return "";
    };

    const isInCell = (row) => {
      for (let at = parents[row], steps = 0; at >= 0 && steps < 8; at = parents[at], steps++) {
        if (tags[at] === "td" || tags[at] === "th") return true;
      }
      return false;
    };

    const inRow = (line, cell) => {
      let found = "";
      for (let child = line + 1; child < cell; child = end[child]) {
        if (texts[child] !== null || fieldsIn(child) > 0) continue;
        const text = namer.textOf(child, LENGTH);
        if (!REMARK.test(text)) found = text;
      }
      return found;
    };

    const above = (line, cell) => {
      let last = line - 1;
      while (last >= 0 && parents[last] !== parents[line]) last = parents[last];
      if (last < 0 || tags[last] !== "tr" || fieldsIn(last) > 0) return "";
      let place = 0;
      for (let child = line + 1; child < cell; child = end[child]) if (texts[child] === null) place++;
      let columns = 0;
      let text = "";
      for (let child = last + 1; child < end[last]; child = end[child]) {
        if (texts[child] !== null) continue;
        if (columns++ === place) text = namer.textOf(child, LENGTH);
      }
      // A row with a single cell is a heading for the whole table.
      return columns > 1 && !REMARK.test(text) ? text : "";
    };

    return (row) => {
      const type = tags[row] === "input" ? nodes[row].type : "";
      if (type === "checkbox" || type === "radio") return after(row, true) || before(row);
      if (!isField(row)) return inTable(row) || before(row) || after(row, false);
      // The text after a field that has a placeholder is an explanation, not a name.
      const canFollow = (dom.attribute(nodes[row], "placeholder") ?? "").trim() === "";
      const told = isInCell(row) ? inBox(row, false) || inTable(row) : "";
      return told || inBox(row, canFollow) || before(row) || (canFollow && !leadsOn(row) ? after(row, false) : "");
    };
  };
})(lemmascope);

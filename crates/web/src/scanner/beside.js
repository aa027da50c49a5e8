// The text that names a field for the eye where the markup names it not at all.
((lemmascope) => {
  const { dom, tidy } = lemmascope;
  const STEPS = 40;
  const LENGTH = 80;
  const HEADING = /^h[1-6]$/;

  lemmascope.beside = (pass, namer, listing) => {
    const { texts, tags, parents, end, nodes, flags, count } = pass;
    const { FIELD, INTERACTIVE } = lemmascope.marks;

    const isField = (row) => (listing.marks[row] & FIELD) !== 0;

    const isStop = (row) => (listing.marks[row] & FIELD) !== 0 || tags[row] === "button" || tags[row] === "form";

    const isLabelled = (row) => {
      for (let at = parents[row], steps = 0; at >= 0 && steps < 5; at = parents[at], steps++) {
        if (tags[at] === "label") return namer.isUsed(at);
      }
      return false;
    };

    // Whether a text belongs to something that is clicked, or is there to be heard and not to be seen.
    const isSpoken = (row) => {
      for (let at = parents[row], steps = 0; at >= 0 && steps < 3; at = parents[at], steps++) {
        if ((listing.marks[at] & INTERACTIVE) !== 0) return true;
        if (pass.telling[at] && (dom.has(nodes[at], "aria-live") || listing.roles[at] === "log")) return true;
      }
      return false;
    };

    // Whether a text shows, or shows as little as the field that is asked about.
    const isRead = (at, row) => texts[at] !== null && (flags[at] & 7 & ~flags[row]) === 0 && !isLineNumber(at, row);

    // The numbers beside the lines of an editor do not name it.
    const isLineNumber = (at, row) =>
      isField(row) && tags[row] !== "input" && tags[row] !== "select" && /^[\s\d]+$/.test(texts[at]);

    // The texts of one run right before or after the field, up to the next field.
    const before = (row) => {
      const said = [];
      const from = listing.boxes.get(row) ?? row;
      for (let at = from - 1, steps = 0; at >= 0 && steps < STEPS; at--, steps++) {
        if (isStop(at)) break;
        if (!isRead(at, row)) continue;
        // What a button or a link says is its own name, and what a list shows is what was chosen from it.
        if (isField(row) && (listing.inside[at] >= 0 || listing.owners.has(at) || isSpoken(at))) break;
        const parent = parents[at];
        // The label of another field speaks of that one.
        if (isLabelled(at)) break;
        if (said.length > 0 && parent !== said.parent) break;
        said.unshift(texts[at]);
        said.parent = parent;
      }
      return tidy(said.join(" "), LENGTH);
    };

    const after = (row, isToggle) => {
      const from = listing.boxes.get(row) ?? row;
      for (let at = end[from], steps = 0; at < count && steps < 12; at++, steps++) {
        // A heading speaks of what comes after it.
        if (isStop(at) || HEADING.test(tags[at])) break;
        if (isRead(at, row) && (listing.owners.has(at) || (!isToggle && isField(row) && isSpoken(at)))) break;
        if (isRead(at, row) && !isLabelled(at)) return tidy(texts[at], LENGTH);
      }
      return "";
    };

    // In a table the first cell of the row names the field, or else the cell above it, in the first row.
    const inTable = (row) => {
      let cell = -1;
      for (let at = parents[row], steps = 0; at >= 0 && steps < 8; at = parents[at], steps++) {
        const tag = tags[at];
        if (tag === "td" || tag === "th") cell = at;
        if (tag === "tr") {
          if (cell < 0) return "";
          for (let child = at + 1; child < cell; child = end[child]) {
            const text = namer.textOf(child, LENGTH);
            if (text !== "" && !/^[*:.\s]*$/.test(text)) return text;
          }
          return "";
        }
        if (tag === "table" || tag === "form") return "";
      }
      return "";
    };

    return (row) => {
      const tag = tags[row];
      const type = tag === "input" ? nodes[row].type : "";
      if (type === "checkbox" || type === "radio") return after(row, true) || before(row);
      return inTable(row) || before(row) || (dom.has(nodes[row], "placeholder") ? "" : after(row, false));
    };
  };
})(lemmascope);

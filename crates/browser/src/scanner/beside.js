// The text that names a field for the eye where the markup names it not at all.
((lemmascope) => {
  const { dom, tidy } = lemmascope;
  const STEPS = 40;
  const LENGTH = 80;
  // How far up a box around a field alone is looked for.
  const BOXES = 6;

  // Marks and remarks name nothing: `*`, `:`, `(optional)`, `or`.
  const REMARK = /^(?:[\s*:.,#?!|/•–-]*|\([^)]*\)\s*|\s*(?:or|oder|ou|o|of|lub|или|або|veya|eller|tai|vagy|nebo|sau|and|und|et|y|и)\s*)$/i;
  const WHOLE = new Set("form table tbody tr body fieldset main section article dl ul ol".split(" "));
  const HEADING = /^h[1-6]$/;

  lemmascope.beside = (pass, namer, listing) => {
    const { texts, tags, parents, end, nodes, flags, count } = pass;
    const { FIELD, INTERACTIVE } = lemmascope.marks;

    const isField = (row) => (listing.marks[row] & FIELD) !== 0;
    const isButton = (row) => tags[row] === "button" || (tags[row] === "input" && (listing.marks[row] & INTERACTIVE) !== 0);
    const isStop = (row) => isField(row) || isButton(row) || tags[row] === "form";

    // How many fields come before each row, so that the fields of a box are counted by a difference.
    const fieldsBefore = new Uint32Array(count + 1);
    for (let row = 0; row < count; row++) fieldsBefore[row + 1] = fieldsBefore[row] + (isField(row) ? 1 : 0);
    const fieldsIn = (row) => fieldsBefore[end[row]] - fieldsBefore[row];

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
      let said = [];
      const from = listing.boxes.get(row) ?? row;
      for (let at = from - 1, steps = 0; at >= 0 && steps < STEPS; at--, steps++) {
        if (isStop(at)) break;
        if (!isRead(at, row)) continue;
        // What a button or a link says is its own name, and what a list shows is what was chosen from it.
        if (isField(row) && (listing.inside[at] >= 0 || listing.owners.has(at) || isSpoken(at))) break;
        const parent = parents[at];
        // The label of another field speaks of that one.
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
        // A heading speaks of what comes after it.
        if (isStop(at) || HEADING.test(tags[at])) break;
        if (isRead(at, row) && (listing.owners.has(at) || (!isToggle && isField(row) && isSpoken(at)))) break;
        if (isRead(at, row) && !isLabelled(at)) return tidy(texts[at], LENGTH);
      }
      return "";
    };

    // Whether what follows a field runs on into another field: then it is that one that it names.
    const leadsOn = (row) => {
      for (let at = end[row]; at < count && at < end[row] + 12; at++) {
        if (isField(at)) return true;
        if (tags[at] === "br" || tags[at] === "button") return false;
      }
      return false;
    };

    // What a box says that is around this field and no other: before the field, or else after it.
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

    // In a table the nearest cell of the row before it that says something and asks for nothing names the field, or else
    // the cell above it in a row of such cells.
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
      // A line of its own over the table is a heading of all of it.
      return columns > 1 && !REMARK.test(text) ? text : "";
    };

    return (row) => {
      const type = tags[row] === "input" ? nodes[row].type : "";
      if (type === "checkbox" || type === "radio") return after(row, true) || before(row);
      if (!isField(row)) return inTable(row) || before(row) || after(row, false);
      // What follows a field that gives an example explains it.
      const canFollow = (dom.attribute(nodes[row], "placeholder") ?? "").trim() === "";
      const told = isInCell(row) ? inBox(row, false) || inTable(row) : "";
      return told || inBox(row, canFollow) || before(row) || (canFollow && !leadsOn(row) ? after(row, false) : "");
    };
  };
})(lemmascope);

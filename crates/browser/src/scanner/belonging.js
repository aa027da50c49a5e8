// The context of an element that sentences refer to: its group of checkboxes or radio buttons, its counter,
// its table cell.
((lemmascope) => {
  const { dom, tidy, above, textsIn } = lemmascope;

  const LEVELS = 8;
  const MOST_NAMES = 4;
  const LENGTH = 60;
  const MOST_TEXTS = 400;
  const TICKED = "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]";
  const HEADS = "legend, h1, h2, h3, h4, h5, h6, [role=heading]";
  const CELLS = "td, th, [role=gridcell], [role=cell], [role=columnheader], [role=rowheader]";

  const isRadio = (element) => dom.matches(element, "input[type=radio], [role=radio]");
  const ticked = (root) => Array.from(dom.all(root, TICKED)).slice(0, MOST_TEXTS);

  const isLabelOf = (node, controls) => controls.some((one) => dom.contains(one, node) || Array.from(one.labels ?? []).some((label) => dom.contains(label, node)));

  // Returns the names of a part: its label, its heading, and the last text before its first control.
  const namesOf = (part, controls) => {
    const [first] = controls;
    const labels = (dom.attribute(part, "aria-labelledby") ?? "").split(/\s+/).filter((id) => id !== "");
    const labelled = labels.map((id) => dom.byId(document, id)?.textContent ?? "").join(" ");
    const heads = Array.from(dom.all(part, HEADS)).filter((head) => (head.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
    const before = textsIn(part).filter(([, node]) => (node.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !isLabelOf(node, controls));
    const said = [dom.attribute(part, "aria-label") ?? "", labelled, heads.at(-1)?.textContent ?? "", before.at(-1)?.[0] ?? ""];
    return said.map((name) => tidy(name, 2 * LENGTH).replace(/\s*[:：*]\s*$/, "")).filter((name) => name !== "" && name.length <= LENGTH);
  };

  // Returns the group of a checkbox or radio button: the nearest ancestor that contains others of its kind.
  const groupOf = (element, known) => {
    if (!dom.matches(element, TICKED)) return null;
    const alike = (part) => ticked(part).filter((one) => isRadio(one) === isRadio(element));
    let part = above(element);
    for (let steps = 0; part !== null && steps < LEVELS && alike(part).length < 2; steps++) part = above(part);
    if (part === null) return null;
    const own = alike(part);
    if (own.length < 2) return null;
    const key = `${lemmascope.keyOf(part)} ${isRadio(element)}`;
    const group = known.get(key) ?? { key: lemmascope.keyOf(part), names: namesAround(part, own) };
    known.set(key, group);
    return group;
  };

  // Returns the names of a group, including those of ancestors that contain the same controls.
  const namesAround = (part, own) => {
    const names = new Set();
    for (let at = part, steps = 0; at !== null && steps < LEVELS && names.size < MOST_NAMES; at = above(at), steps++) {
      if (at !== part && ticked(at).length !== ticked(part).length) break;
      for (const name of namesOf(at, own)) names.add(name);
      if (dom.tag(at) === "body" || dom.tag(at) === "fieldset") break;
    }
    return Array.from(names).slice(0, MOST_NAMES);
  };

  // Returns the row and the column of a cell, counted from 1 and without header rows.
  const cellOf = (element) => {
    const cell = lemmascope.closest(element, CELLS);
    const row = cell === null ? null : lemmascope.closest(cell, "tr, [role=row]");
    const grid = row === null ? null : lemmascope.closest(row, "table, [role=grid], [role=table], [role=treegrid]");
    if (grid === null) return null;
    const cells = (one) => Array.from(dom.all(one, CELLS)).filter((inner) => lemmascope.closest(inner, "tr, [role=row]") === one);
    const isHead = (one) => cells(one).length > 0 && cells(one).every((inner) => dom.matches(inner, "th, [role=columnheader]"));
    const rows = Array.from(dom.all(grid, "tr, [role=row]")).slice(0, MOST_TEXTS).filter((one) => !isHead(one) && cells(one).length > 0);
    const at = rows.indexOf(row);
    return at < 0 ? null : [at + 1, cells(row).indexOf(cell) + 1];
  };

  // `known` caches the groups found so far.
  lemmascope.belonging = (element, known) => ({ group: groupOf(element, known), counter: lemmascope.counterOf(element), cell: cellOf(element) });
})(lemmascope);

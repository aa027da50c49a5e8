// The context of an element that sentences refer to: its group of checkboxes or radio buttons, its counter,
// its table cell.
((lemmascope) => {
  const { dom, isShown, tidy, above } = lemmascope;

  const LEVELS = 8;
  const MOST_NAMES = 4;
  const LENGTH = 60;
  const LONGEST_LINE = 240;
  const MOST_TEXTS = 400;
  const TICKED = "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]";
  const HEADS = "legend, h1, h2, h3, h4, h5, h6, [role=heading]";
  const WRITTEN = "input:not([type=checkbox]):not([type=radio]):not([type=hidden]):not([readonly]):not([disabled]), textarea, select, [contenteditable=true]";
  const CELLS = "td, th, [role=gridcell], [role=cell], [role=columnheader], [role=rowheader]";

  const isRadio = (element) => dom.matches(element, "input[type=radio], [role=radio]");
  const ticked = (root) => Array.from(dom.all(root, TICKED)).slice(0, MOST_TEXTS);

  // Returns the pieces of text in an element, each with its node.
  const textsIn = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node = walker.nextNode(); node !== null && texts.length < MOST_TEXTS; node = walker.nextNode()) {
      const { parentElement } = node;
      const text = tidy(dom.text(node), 2 * LENGTH);
      if (text !== "" && parentElement !== null && !["script", "style"].includes(dom.tag(parentElement)) && isShown(parentElement)) texts.push([text, node]);
    }
    return texts;
  };

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

  // Returns the number that a stepper button changes: the only number in the smallest ancestor that has one
  // and no text field.
  const counterOf = (element) => {
    if (dom.matches(element, WRITTEN) || dom.matches(element, TICKED)) return null;
    for (let at = above(element), steps = 0; at !== null && steps < 4 && dom.tag(at) !== "body"; at = above(at), steps++) {
      if ((at.innerText ?? "").length > LONGEST_LINE || dom.all(at, WRITTEN).length > 0) return null;
      const outside = textsIn(at).filter(([, node]) => !dom.contains(element, node));
      const held = Array.from(dom.all(at, "input[readonly], input[disabled], output")).filter((one) => isShown(one) && /^\d{1,4}$/.test((one.value ?? "").trim()));
      const numbers = outside.filter(([text, node]) => /^\d{1,4}$/.test(text) && !held.some((one) => dom.contains(one, node)));
      const count = numbers.length + held.length;
      if (count > 1) return null;
      if (count === 0) continue;
      const value = Number(held[0]?.value ?? numbers[0][0]);
      const label = (part) => tidy(textsIn(part).map(([text]) => text).filter((text) => /\p{L}/u.test(text)).join(" "), LONGEST_LINE);
      const outer = above(at);
      const own = label(at);
      const isLong = outer === null || (outer.innerText ?? "").length > LONGEST_LINE;
      return { key: lemmascope.keyOf(at), value, label: own !== "" || isLong ? own : label(outer) };
    }
    return null;
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
  lemmascope.belonging = (element, known) => ({ group: groupOf(element, known), counter: counterOf(element), cell: cellOf(element) });
})(lemmascope);

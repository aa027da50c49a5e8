// Labelled values on the page, from tables, definition lists and lines with a colon; and scroll containers.
((lemmascope) => {
  const { dom, isShown, line, course } = lemmascope;

  const MOST_FACTS = 400;
  const MOST_BOXES = 40;
  const LABEL = 60;
  const VALUE = 300;
  const SMALLEST = 40;
  const LINE = /^([^:：]{2,60})[:：]\s*(\S.{0,199})$/;

  const MOST_PASSAGES = 40;
  const PASSAGE = 2000;
  const textOf = (element, length) => line(element.innerText ?? "", length);
  const labelOf = (text) => text.replace(/\s*[:：*]\s*$/, "");

  // In a table with a header row, the first cell of the row and the column header name a value.
  const inTable = (table, add) => {
    let heads = [];
    for (const row of Array.from(table.rows ?? []).slice(0, 60)) {
      const cells = Array.from(row.cells).slice(0, 12);
      const texts = cells.map((cell) => textOf(cell, VALUE));
      if (cells.length > 1 && cells.every((cell) => dom.tag(cell) === "th")) heads = texts;
      else if (cells.length === 2 && heads.length !== 2) add([labelOf(texts[0])], texts[1]);
      else if (heads.length === cells.length) {
        for (let at = 1; at < cells.length; at++) add([`${heads[at]} of ${texts[0]}`, `${texts[0]} ${heads[at]}`, `${heads[at]} de ${texts[0]}`], texts[at]);
      }
    }
  };

  lemmascope.facts = () => {
    const facts = [];
    const add = (names, value) => {
      // Secrets on the page are not quoted.
      if (names.some(lemmascope.isSecretLabel)) return;
      const said = names.filter((name) => name.trim() !== "" && name.length <= 2 * LABEL);
      if (said.length > 0 && value !== "" && facts.length < MOST_FACTS) facts.push([said, value]);
    };
    for (const root of course.cover()) {
      for (const table of Array.from(dom.all(root, "table")).slice(0, 20)) if (isShown(table)) inTable(table, add);
      for (const term of Array.from(dom.all(root, "dt")).slice(0, 200)) {
        const { nextElementSibling: value } = term;
        if (value !== null && dom.tag(value) === "dd" && isShown(value)) add([labelOf(textOf(term, LABEL))], textOf(value, VALUE));
      }
      for (const one of Array.from(dom.all(root, "p, li, div, span")).slice(0, 2000)) {
        if (facts.length >= MOST_FACTS) break;
        if (one.childElementCount > 3 || (one.textContent ?? "").length > LABEL + VALUE) continue;
        const found = LINE.exec(textOf(one, LABEL + VALUE));
        if (found !== null && isShown(one)) add([found[1].trim()], found[2].trim());
      }
    }
    return facts;
  };

  // Returns the paragraphs of the page, for conditions that count their words.
  lemmascope.passages = () => {
    const passages = [];
    for (const root of course.cover()) {
      for (const one of Array.from(dom.all(root, "p, blockquote, pre")).slice(0, 400)) {
        const text = textOf(one, PASSAGE);
        if (passages.length < MOST_PASSAGES && text.includes(" ") && isShown(one) && !lemmascope.isSecretLabel(text.slice(0, LABEL))) passages.push(text);
      }
    }
    return passages;
  };

  const headingOf = (box) => {
    const inner = dom.all(box, "h1, h2, h3, h4, h5, h6, legend, [role=heading]")[0];
    const before = box.previousElementSibling;
    const outer = before !== null && (before.textContent ?? "").length <= LABEL ? before : null;
    return [inner, outer].filter((one) => one !== undefined && one !== null).map((one) => labelOf(textOf(one, LABEL)));
  };

  // Returns the boxes with overflowing content, each with its names.
  lemmascope.scrollBoxes = () => {
    const boxes = [];
    for (const root of course.cover()) {
      for (const one of Array.from(dom.all(root, "div, main, section, ul, ol, article, aside, nav, pre, form, fieldset")).slice(0, 4000)) {
        if (one.scrollHeight - one.clientHeight <= 1 || one.clientHeight < SMALLEST || boxes.length >= MOST_BOXES) continue;
        const { overflowY } = dom.style(one);
        if (overflowY !== "auto" && overflowY !== "scroll" && overflowY !== "overlay") continue;
        if (!isShown(one) || one === document.scrollingElement) continue;
        const names = [dom.attribute(one, "aria-label") ?? "", dom.attribute(one, "title") ?? "", ...headingOf(one)];
        boxes.push({ key: lemmascope.keyOf(one), names, aliases: [dom.attribute(one, "id") ?? "", (dom.attribute(one, "class") ?? "").slice(0, 200)] });
      }
    }
    return boxes;
  };
})(lemmascope);

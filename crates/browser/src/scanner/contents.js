// The tables and lists of the page with their names, for questions about what it shows.
((lemmascope) => {
  const { dom, course } = lemmascope;
  const { textOf, nameOf, tidy, shows, tableOf } = lemmascope.reading;

  const MOST = 40;
  const ROWS = 1000;
  const CELLS = 8;
  const NAME = 120;
  const LENGTH = 300;
  // How far from a table its heading is looked for: ancestors, and elements before each.
  const ANCESTORS = 4;
  const SIBLINGS = 4;

  const TABLES = "table:not([role=presentation]):not([role=none]), [role=table], [role=grid], [role=treegrid]";
  const LISTS = "ul, ol, [role=list]";
  const ASIDE = "nav, menu, [role=navigation], [role=menu], [role=menubar], [role=tablist], [role=toolbar], [role=listbox]";
  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading], legend";

  // Returns the heading before an element, unless another table or list is in between.
  const headingBefore = (element) => {
    let around = element;
    for (let up = 0; up < ANCESTORS && around !== null && dom.type(around) === 1; up++) {
      let before = around.previousElementSibling;
      for (let back = 0; back < SIBLINGS && before !== null; back++, before = before.previousElementSibling) {
        if (dom.matches(before, HEADINGS)) return tidy(textOf(before), NAME);
        if (dom.matches(before, `${TABLES}, ${LISTS}`) || before.querySelector(TABLES) !== null) return "";
        const inner = Array.from(before.querySelectorAll(HEADINGS)).filter(shows).pop();
        if (inner !== undefined) return tidy(textOf(inner), NAME);
      }
      around = dom.parent(around);
    }
    return "";
  };

  const namesOf = (element, more) => {
    const label = dom.has(element, "aria-label") || dom.has(element, "aria-labelledby") ? nameOf(element) : "";
    return [label, headingBefore(element), ...more].map((name) => tidy(name, NAME)).filter((name, at, all) => name !== "" && all.indexOf(name) === at);
  };

  // The content of a column or line with a secret label is left out.
  const withoutSecrets = ({ caption, headers, rows }) => {
    const secret = headers.map((header) => lemmascope.isSecretLabel(header));
    return { caption, headers, rows: rows.slice(0, ROWS).map((row) => row.map((cell, at) => (secret[at] === true ? "" : tidy(cell, LENGTH)))) };
  };
  const linesOf = (item) => {
    const lines = textOf(item).split("\n").map((text) => tidy(text, LENGTH)).filter((text) => text !== "");
    return lines.filter((text) => !lemmascope.isSecretLabel(text.split(":")[0])).slice(0, CELLS);
  };
  const listOf = (element, items, more) => ({ names: namesOf(element, more), headers: [], rows: items.slice(0, ROWS).map(linesOf).filter((row) => row.length > 0) });

  // Returns the tables, the lists, and the cards of the main list. Cards are also known by the words of their class.
  lemmascope.contents = () => {
    const found = [];
    const known = new Set();
    for (const root of course.cover()) {
      for (const table of Array.from(root.querySelectorAll(TABLES)).filter(shows).slice(0, MOST)) {
        const { caption, headers, rows } = withoutSecrets(tableOf(table));
        for (const row of table.querySelectorAll("tr")) known.add(row);
        if (rows.length > 0) found.push({ names: namesOf(table, [caption]), headers, rows });
      }
      for (const list of Array.from(root.querySelectorAll(LISTS)).filter(shows).slice(0, MOST)) {
        if (list.closest(ASIDE) !== null) continue;
        const items = Array.from(list.children).filter((item) => dom.matches(item, "li, [role=listitem]") && shows(item));
        for (const item of items) known.add(item);
        if (items.length > 0) found.push(listOf(list, items, []));
      }
    }
    const cards = lemmascope.mainItems();
    if (cards.length > 0 && !cards.some((card) => known.has(card)) && cards[0].closest(ASIDE) === null) {
      const words = (dom.attribute(cards[0], "class") ?? "").replace(/[-_]+/g, " ");
      found.push(listOf(dom.parent(cards[0]), cards, [words]));
    }
    return found.filter(({ rows }) => rows.length > 0).slice(0, MOST);
  };
})(lemmascope);

// The entries of a search results page: similar parts of one list that contain links and mostly mention the
// search words. Result lists have this shape in every language.
((lemmascope) => {
  const { dom } = lemmascope;
  const { textOf, nameOf, tidy, shows } = lemmascope.reading;
  const { make } = lemmascope.likeness;

  // The limits of the search, because a page may be endless.
  const MENTIONS = 600;
  const NODES = 60000;
  const LEVELS = 25;
  const MEMBERS = 2000;

  const SKIPPED = "script, style, noscript, template, head, select, textarea, option, datalist, title, svg";
  const EDGES = "nav, aside, menu, [role=navigation], [role=banner], [role=contentinfo], [role=menu], [role=menubar], [role=tablist], [role=toolbar], [role=complementary]";
  const WHOLE = "html, body, main, form, [role=main], [role=search], search";
  const LISTED = "li, tr, article, dt, [role=listitem], [role=row], [role=article], [role=option]";
  const LINKS = "a[href], [role=link], [role=option]";
  const ROW = "tr, [role=row]";
  const CELL = "td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]";
  const HEAD_CELL = "th, [role=columnheader]";
  const PLAIN = new Set(["tr", "li", "article", "dt", "tbody"]);
  const HEADING = /^h[1-6]$/;

  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const parentOf = (element) => {
    const parent = lemmascope.flatParent(element);
    return parent !== null && dom.type(parent) === 1 ? parent : null;
  };

  // Whether an element belongs to the site's frame rather than to this page. A header or footer inside the
  // content belongs to the page.
  const isAside = (element) => {
    if (lemmascope.closest(element, EDGES) !== null) return true;
    const edge = lemmascope.closest(element, "header, footer");
    return edge !== null && lemmascope.closest(edge, "main, article, section, li, td, [role=main]") === null;
  };

  // Header rows, and rows with one cell across several columns, are not entries of a table.
  const isTableRow = (element) => dom.matches(element, ROW);
  const cellsOf = (row) => Array.from(dom.children(row)).filter((cell) => dom.matches(cell, CELL));
  const isNoEntry = (row) => {
    if (lemmascope.closest(row, "thead, tfoot") !== null) return true;
    const cells = cellsOf(row);
    return cells.length > 0 && (cells.every((cell) => dom.matches(cell, HEAD_CELL)) || isSpread(cells));
  };
  const isSpread = (cells) => {
    if (cells.length !== 1) return false;
    const [cell] = cells;
    return (cell instanceof HTMLTableCellElement && cell.colSpan > 1) || Number(dom.attribute(cell, "aria-colspan") ?? 1) > 1;
  };

  // Returns the kind of an element among its siblings; numbers in a class differ between entries and are
  // masked.
  const kindOf = (element) => (PLAIN.has(dom.tag(element)) ? dom.tag(element) : make(element).replace(/\d+/g, "#"));
  const isHead = (element) => dom.tag(element) === "dt" || HEADING.test(dom.tag(element));

  // Returns an element and, if it is only the heading of its entry, its siblings up to the next heading.
  const partsOf = (element, kind) => {
    const parts = [element];
    if (!isHead(element)) return parts;
    for (let at = element.nextElementSibling; at !== null && kindOf(at) !== kind && parts.length < 12; at = at.nextElementSibling) parts.push(at);
    return parts;
  };

  const isClickable = (element) =>
    dom.has(element, "onclick") || dom.matches(element, LINKS) || (dom.style(element).cursor === "pointer" && lemmascope.closest(element, "label") === null);

  const leadOf = (element) => {
    const links = dom.matches(element, LINKS) ? [element] : Array.from(element.querySelectorAll(LINKS)).filter(shows);
    const named = links.filter((link) => nameOf(link).length > 1);
    const heading = named.find((link) => lemmascope.closest(link, "h1, h2, h3, h4, h5, h6, dt, strong, [role=heading]") !== null);
    return heading ?? named[0] ?? links[0] ?? null;
  };

  const addressOf = (link) => {
    if (!(link instanceof HTMLAnchorElement) || !/^https?:$/.test(link.protocol)) return null;
    const address = new URL(link.href);
    address.hash = "";
    return address.href === location.href.replace(/#.*$/, "") ? null : address;
  };

  // Whether a link shows the same search differently, such as in another order: it has the same query
  // parameter as this page.
  const isSameSearch = (address, query) => {
    if (address === null || address.pathname !== location.pathname || address.origin !== location.origin) return false;
    const here = new URLSearchParams(location.search);
    return Array.from(address.searchParams).some(([name, value]) => fold(value) === query && here.get(name) === value);
  };

  // Returns the texts that mention one of the words, without fields and the site's frame.
  const mentionsOf = (words) => {
    const found = [];
    let left = NODES;
    for (const root of lemmascope.course.cover()) {
      const start = root === document ? dom.body(document) : root;
      if (start === null) continue;
      const texts = document.createTreeWalker(start, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null && left-- > 0 && found.length < MENTIONS; node = texts.nextNode()) {
        const said = fold(dom.text(node));
        if (!words.some((word) => said.includes(word))) continue;
        const holder = dom.parent(node);
        if (holder === null || dom.type(holder) !== 1 || lemmascope.closest(holder, SKIPPED) !== null || !shows(holder) || isAside(holder)) continue;
        found.push(holder);
      }
    }
    return found;
  };

  // Groups the ancestors of each mention with their similar siblings, by the parent of the siblings' parent.
  const groupsOf = (mentions) => {
    const groups = new Map();
    const ids = new Map();
    const idOf = (element) => {
      if (!ids.has(element)) ids.set(element, ids.size);
      return ids.get(element);
    };
    const add = (element) => {
      const parent = parentOf(element);
      if (parent === null || dom.matches(element, `${WHOLE}, ${CELL}`) || (dom.style(element).display.startsWith("inline") && !isClickable(element))) return;
      const around = parentOf(parent) ?? parent;
      const kind = kindOf(element);
      const key = `${idOf(around)} ${kindOf(parent)} ${kind}`;
      if (groups.has(key)) return;
      const parents = around === parent ? [parent] : Array.from(dom.children(around)).filter((one) => kindOf(one) === kindOf(parent));
      const members = parents.flatMap((one) => Array.from(dom.children(one)).filter((child) => kindOf(child) === kind));
      groups.set(key, { kind, members: members.slice(0, MEMBERS) });
    };
    for (const mention of mentions) {
      let at = mention;
      for (let level = 0; at !== null && level < LEVELS && !dom.matches(at, "html, body"); at = parentOf(at), level++) {
        add(at);
        // The text below a heading belongs to the heading's entry.
        for (let before = at.previousElementSibling, steps = 0; before !== null && steps < 12; before = before.previousElementSibling, steps++) {
          if (!isHead(before)) continue;
          if (before.querySelector(LINKS) !== null) add(before);
          break;
        }
      }
    }
    return Array.from(groups.values());
  };

  // Returns the members of a group that are entries, each with its link and whether it mentions a search
  // word.
  const entriesOf = ({ kind, members }, mentions, query) => {
    const entries = [];
    const addresses = new Set();
    for (const member of members) {
      if (!shows(member) || isAside(member)) continue;
      const isRow = isTableRow(member);
      if (isRow && isNoEntry(member)) continue;
      const lead = leadOf(member);
      if (lead === null && !isRow && !isClickable(member)) continue;
      const address = lead === null ? null : addressOf(lead);
      if (isSameSearch(address, query)) continue;
      if (address !== null) {
        if (addresses.has(address.href)) continue;
        addresses.add(address.href);
      }
      const parts = partsOf(member, kind);
      const isMentioned = mentions.some((mention) => parts.some((part) => dom.contains(part, mention)));
      entries.push({ member, parts, lead, address, isMentioned });
    }
    return { entries, mentioned: entries.filter((entry) => entry.isMentioned).length };
  };

  // A single entry has no similar siblings, so it must look like an entry itself. A link in a sentence, or
  // one that contains the query, is not a result.
  const isEntryAlone = ({ member, lead, address }, query) => {
    if (isTableRow(member)) return true;
    if (lead === null || Array.from(address?.searchParams ?? []).some(([, value]) => fold(value) === query)) return false;
    const isOwn = dom.matches(member, LISTED) || isHead(member) || dom.contains(lead, member) || fold(nameOf(lead)).includes(query.split(" ")[0]);
    const block = lemmascope.closest(lead, "p, li, td, dd, dt, div, h1, h2, h3, h4, h5, h6, section, article") ?? member;
    const before = document.createRange();
    before.setStartBefore(block);
    before.setEndBefore(lead);
    return isOwn && !/\p{L}/u.test(before.toString());
  };

  const isWithin = (one, other) => one.entries.every((entry) => other.entries.some((outer) => outer.parts.some((part) => dom.contains(part, entry.member))));

  // `known`: the link names of the previous page, in order; a list that was there too is not a result list.
  const listOf = (mentions, query, known) => {
    const lists = [];
    for (const group of groupsOf(mentions)) {
      const list = entriesOf(group, mentions, query);
      const { entries, mentioned } = list;
      if (mentioned === 0 || mentioned * 2 < entries.length) continue;
      if (entries.length === 1 && !isEntryAlone(entries[0], query)) continue;
      const names = entries.map(({ lead, member }) => tidy(lead === null ? textOf(member) : nameOf(lead), 200));
      if (mentioned < entries.length && known.includes(`\n${names.join("\n")}\n`)) continue;
      lists.push(list);
    }
    lists.sort((one, other) => other.mentioned - one.mentioned || one.entries.length - other.entries.length);
    const best = lists[0] ?? null;
    if (best === null) return { entries: [], unsure: false };
    const leads = (list) => list.entries.map((entry) => entry.address?.href ?? null);
    const here = new Set(leads(best));
    const isOther = (list) =>
      list.entries.length > 1 && !isWithin(list, best) && !isWithin(best, list) && leads(list).some((address) => address === null || !here.has(address));
    return { entries: best.entries, unsure: lists.slice(1).some(isOther) };
  };

  // Whether a table has a header and no entries: no rows, or one cell across all columns.
  const isBare = (table) => {
    if (!shows(table) || isAside(table)) return false;
    const rows = Array.from(table.querySelectorAll(ROW)).filter((row) => lemmascope.closest(row, "table, [role=table], [role=grid], [role=treegrid]") === table && shows(row));
    const columns = Math.max(0, ...rows.map((row) => cellsOf(row).length));
    if (columns < 2) return false;
    const heads = rows.filter((row) => lemmascope.closest(row, "thead, tfoot") !== null || cellsOf(row).every((cell) => dom.matches(cell, HEAD_CELL)));
    const body = rows.filter((row) => !heads.includes(row) && textOf(row).trim() !== "");
    return heads.length > 0 && (body.length === 0 || (body.length === 1 && cellsOf(body[0]).length === 1));
  };

  const hasBareTable = () =>
    lemmascope.course.cover().some((root) => Array.from(root.querySelectorAll("table, [role=table], [role=grid], [role=treegrid]")).some(isBare));

  // Returns the texts and entries of the page: `said` by blocks, `entries` with the key of each result's link
  // (or null), `unsure` if several lists are possible, `quoted` if the page repeats the query.
  lemmascope.findings = (query, known) => {
    const wanted = fold(query).replace(/\s+/g, " ").trim();
    const words = wanted.split(" ").filter((word) => word !== "");
    const mentions = words.length === 0 ? [] : mentionsOf(words);
    const { entries, unsure } = listOf(mentions, wanted, known);
    const isInside = (element) => entries.some(({ parts }) => parts.some((part) => dom.contains(part, element)));
    const said = lemmascope.statements([], null).map(({ key, text, edge, control }) => {
      const element = lemmascope.element(key);
      return { text, aside: edge || control || element === null || isAside(element), inside: element !== null && isInside(element) };
    });
    return {
      said,
      entries: entries.map(({ lead }) => (lead === null ? null : lemmascope.keyOf(lead))),
      unsure,
      bare: hasBareTable(),
      quoted: said.some(({ text, aside, inside }) => !aside && !inside && fold(text).includes(wanted)),
    };
  };
})(lemmascope);

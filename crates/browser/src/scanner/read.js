// Extraction of page content: text, HTML, links, images, tables and metadata.
((lemmascope) => {
  const { dom } = lemmascope;
  const { call } = Function.prototype;
  const getter = (prototype, name) =>
    Function.prototype.bind.call(call, Object.getOwnPropertyDescriptor(prototype, name).get);

  // The limits of the result, because a page may be endless.
  const TEXT = 1000000;
  const HTML = 4000000;
  const NODES = 250000;
  const ITEMS = 5000;
  const CELLS = 50000;
  // The maximum number of texts to check for legibility.
  const READABLE = 20000;
  const BLANK = /^\s*$/;

  const innerText = getter(HTMLElement.prototype, "innerText");
  const outerHtml = getter(Element.prototype, "outerHTML");
  const textContent = getter(Node.prototype, "textContent");
  const tidy = (text, limit = 2000) => {
    const flat = text.replace(/\s+/g, " ").trim();
    return flat.length > limit ? `${flat.slice(0, limit)}…` : flat;
  };

  const SKIPPED = new Set("script style noscript template head svg video audio canvas iframe select textarea".split(" "));
  const shows = (element) => dom.shows(element, { visibilityProperty: true });
  const hasRoots = (root) => {
    if (lemmascope.shadowOf(root) !== null) return true;
    for (const element of root.querySelectorAll("*")) if (lemmascope.shadowOf(element) !== null) return true;
    return false;
  };

  // Returns the children in the flat tree: a shadow root replaces its host's children, and slotted nodes
  // appear in their slot.
  const drawn = (element) => {
    const root = lemmascope.shadowOf(element);
    if (root !== null) return root.childNodes;
    if (dom.tag(element) === "slot") {
      const assigned = element.assignedNodes({ flatten: true });
      if (assigned.length > 0) return assigned;
    }
    return element.childNodes;
  };

  // Returns the equivalent of `innerText` that includes shadow roots.
  const composed = (start, unread) => {
    const parts = [];
    let size = 0;
    let left = NODES;
    const add = (text) => {
      parts.push(text);
      size += text.length;
    };
    const visit = (node, depth) => {
      if (left-- <= 0 || size > TEXT || depth > 400) return;
      const type = dom.type(node);
      if (type === 3) {
        if (unread.has(dom.parent(node))) return;
        add(dom.text(node, 100000).replace(/\s+/g, " "));
        return;
      }
      if (type !== 1) return;
      const tag = dom.tag(node);
      if (tag === "br") add("\n");
      if (SKIPPED.has(tag) || (tag !== "slot" && !shows(node))) return;
      const display = tag === "slot" ? "contents" : dom.style(node).display;
      const apart = !display.startsWith("inline") && display !== "contents" && display !== "table-cell";
      if (apart) add("\n");
      for (const child of drawn(node)) visit(child, depth + 1);
      if (display === "table-cell") add("\t");
      if (apart) add("\n");
    };
    visit(start, 0);
    return parts.join("").replace(/[^\S\n]*\n[^\S\n]*/g, "\n").replace(/ {2,}/g, " ");
  };

  // Returns the descendants whose text is illegible. The requested element itself is read without this check.
  const unreadIn = (start) => {
    const unread = new Set();
    let left = READABLE;
    const words = document.createTreeWalker(start, NodeFilter.SHOW_TEXT);
    let before = null;
    for (let node = words.nextNode(); node !== null && left-- > 0; node = words.nextNode()) {
      const around = dom.parent(node);
      if (around === before || around === start || around === null || dom.type(around) !== 1 || BLANK.test(dom.text(node))) continue;
      before = around;
      if (!SKIPPED.has(dom.tag(around)) && lemmascope.isUnread(around)) unread.add(around);
    }
    return unread;
  };

  const textOf = (element) => {
    const unread = unreadIn(element);
    const text = unread.size > 0 || hasRoots(element)
      ? composed(element, unread)
      : element instanceof HTMLElement
        ? innerText(element)
        : (textContent(element) ?? "");
    return text.slice(0, TEXT).replace(/\n{3,}/g, "\n\n").trim();
  };

  // Returns the HTML with shadow roots and without the values of secret fields.
  const htmlOf = (element) => {
    const roots = lemmascope.course.cover().slice(1);
    const secrets = [element, ...roots]
      .flatMap((root) => Array.from(root.querySelectorAll("input[value], textarea")))
      .filter((field) => lemmascope.isSecret(field));
    if (lemmascope.isSecret(element)) {
      const bare = element.cloneNode(false);
      bare.removeAttribute("value");
      return outerHtml(bare);
    }
    let html;
    if (secrets.length === 0 && !hasRoots(element)) {
      html = outerHtml(element);
    } else {
      const shell = outerHtml(element.cloneNode(false));
      const end = shell.lastIndexOf("</");
      const inner = element.getHTML({ shadowRoots: roots });
      html = end < 0 ? shell : shell.slice(0, end) + inner + shell.slice(end);
      for (const field of secrets) {
        const whole = outerHtml(field);
        const bare = field.cloneNode(false);
        bare.removeAttribute("value");
        html = html.replaceAll(whole, outerHtml(bare));
      }
    }
    return html.length > HTML ? `${html.slice(0, HTML)}…` : html;
  };

  const address = (element, name) => {
    const written = dom.attribute(element, name);
    if (written === null || written === "") return "";
    try {
      return new URL(written, dom.url(element)).href.slice(0, 4000);
    } catch {
      return written.slice(0, 4000);
    }
  };

  const nameOf = (element) =>
    tidy(
      (element instanceof HTMLElement ? innerText(element) : "") ||
        dom.attribute(element, "aria-label") ||
        dom.attribute(element, "title") ||
        dom.attribute(element.querySelector("img[alt]") ?? element, "alt") ||
        "",
      500,
    );

  // Returns all descendants that match a selector, including those in shadow roots.
  const under = (element, selector) => {
    const found = [];
    const look = (root) => {
      if (dom.type(root) === 1 && root === element && dom.matches(root, selector)) found.push(root);
      for (const inner of root.querySelectorAll("*")) {
        if (found.length >= ITEMS) return;
        if (dom.matches(inner, selector)) found.push(inner);
        const shadow = lemmascope.shadowOf(inner);
        if (shadow !== null) look(shadow);
      }
    };
    look(element);
    const own = lemmascope.shadowOf(element);
    if (own !== null) look(own);
    return found;
  };

  const linksOf = (element) =>
    under(element, "a[href], area[href]")
      .filter(shows)
      .map((link) => ({ text: nameOf(link), url: address(link, "href") }));

  const imagesOf = (element) =>
    under(element, "img, input[type=image], [role=img]")
      .filter(shows)
      .map((image) => {
        const box = dom.box(image);
        return {
          alt: tidy(dom.attribute(image, "alt") ?? dom.attribute(image, "aria-label") ?? "", 500),
          url: image instanceof HTMLImageElement ? (image.currentSrc || image.src).slice(0, 4000) : address(image, "src"),
          width: Math.round(box.width),
          height: Math.round(box.height),
        };
      });

  // Returns the rows of a table; a cell that spans several columns or rows is repeated, so that all rows have
  // the same length.
  const tableOf = (table) => {
    const native = dom.tag(table) === "table";
    const rowsOf = native ? Array.from(table.rows) : Array.from(table.querySelectorAll("[role=row]"));
    const grid = [];
    const heads = [];
    let cells = 0;
    let shown = 0;
    for (const [at, row] of rowsOf.entries()) {
      if (!shows(row) || cells > CELLS) continue;
      const place = shown++;
      grid[place] ??= [];
      const own = native ? Array.from(row.cells) : Array.from(row.querySelectorAll("[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]"));
      let column = 0;
      let isHead = own.length > 0;
      for (const cell of own) {
        while (grid[place][column] !== undefined) column++;
        const wide = Math.min(Math.max(native ? cell.colSpan : 1, 1), 100);
        const deep = Math.min(Math.max(native ? cell.rowSpan : 1, 1), rowsOf.length - at, 1000);
        const text = tidy(cell instanceof HTMLElement ? innerText(cell) : "", 2000);
        for (let down = 0; down < deep; down++) {
          grid[place + down] ??= [];
          for (let across = 0; across < wide; across++) grid[place + down][column + across] = text;
        }
        column += wide;
        cells += wide * deep;
        isHead &&= native ? dom.tag(cell) === "th" : dom.attribute(cell, "role") === "columnheader";
      }
      heads[place] = isHead || (native && row.parentNode instanceof HTMLTableSectionElement && dom.tag(row.parentNode) === "thead");
    }
    const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
    const whole = grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ""));
    const first = heads[0] === true && whole.length > 1 ? 1 : 0;
    const caption = native ? table.caption : null;
    return {
      caption: tidy(caption !== null ? innerText(caption) : (dom.attribute(table, "aria-label") ?? ""), 300),
      headers: first === 1 ? whole[0] : [],
      rows: whole.slice(first).filter((row) => row.some((cell) => cell !== "")),
    };
  };

  const tablesOf = (element) =>
    under(element, "table:not([role=presentation]):not([role=none]), [role=table], [role=grid], [role=treegrid]")
      .filter(shows)
      .slice(0, 200)
      .map(tableOf)
      .filter((table) => table.rows.length > 0);

  const metaOf = () => {
    const meta = { title: tidy(dom.title(document), 500), url: location.href };
    const language = dom.attribute(dom.html(document), "lang");
    if (language) meta.language = tidy(language, 50);
    for (const link of dom.all(document, "link[rel~=canonical], link[rel~=icon], link[rel=alternate][hreflang]")) {
      const rel = dom.attribute(link, "rel").toLowerCase();
      const key = rel === "alternate" ? `alternate:${dom.attribute(link, "hreflang")}` : rel;
      meta[key] ??= address(link, "href");
    }
    for (const tag of Array.from(dom.all(document, "meta")).slice(0, 300)) {
      const key = dom.attribute(tag, "name") ?? dom.attribute(tag, "property") ?? dom.attribute(tag, "itemprop");
      const value = dom.attribute(tag, "content");
      if (key && value !== null) meta[tidy(key, 100)] ??= tidy(value, 2000);
      const charset = dom.attribute(tag, "charset");
      if (charset !== null) meta.charset = tidy(charset, 50);
    }
    return meta;
  };

  const valueOf = (element) => {
    if (lemmascope.isSecret(element)) return null;
    if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"))
      return element.checked;
    if (element instanceof HTMLSelectElement && element.multiple)
      return Array.from(element.selectedOptions, (option) => option.value);
    if ("value" in element && typeof element.value === "string") return element.value.slice(0, TEXT);
    return textOf(element);
  };

  const matchOf = (element) => {
    const match = { tag: dom.tag(element), text: tidy(textOf(element), 2000) };
    for (const name of ["id", "class", "name", "title", "alt", "datetime"]) {
      const value = dom.attribute(element, name);
      if (value !== null && value !== "") match[name] = value.slice(0, 500);
    }
    if (dom.has(element, "href")) match.url = address(element, "href");
    else if (dom.has(element, "src")) match.url = address(element, "src");
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) {
      const value = valueOf(element);
      if (value !== null && value !== "") match.value = value;
    }
    return match;
  };

  const READERS = {
    text: (element) => {
      const isField = element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement || element instanceof HTMLInputElement;
      if (!isField) return textOf(element);
      // The text of a field is its value, except for secrets.
      if (lemmascope.isSecret(element)) return "";
      if (element instanceof HTMLSelectElement) return Array.from(element.selectedOptions, (option) => option.text).join("\n");
      return (lemmascope.textOnSurface(element) ?? element.value).slice(0, TEXT);
    },
    html: htmlOf,
    links: linksOf,
    images: imagesOf,
    tables: tablesOf,
    meta: metaOf,
    value: valueOf,
    match: matchOf,
    attribute: (element, { name }) => {
      if (name.toLowerCase() === "value" && lemmascope.isSecret(element)) return null;
      return dom.attribute(element, name)?.slice(0, TEXT) ?? null;
    },
    url: (element, { name }) => address(element, name),
  };

  lemmascope.reading = { textOf, nameOf, address, tidy, shows, tableOf };

  // Reads the elements with these numbers, or the whole page; returns `null` for each element that is gone.
  lemmascope.read = (keys, what, options = {}) => {
    const reader = READERS[what];
    const roots = keys === null ? [what === "html" ? dom.html(document) : dom.body(document)] : keys.map(lemmascope.element);
    return roots.map((root) => (root === null ? null : { is: reader(root, options) }));
  };

  // Whether a refresh directive navigates away from the document within that time in milliseconds.
  lemmascope.isLeaving = (within) => {
    for (const meta of dom.all(document, "meta[http-equiv]")) {
      if ((dom.attribute(meta, "http-equiv") ?? "").toLowerCase() !== "refresh") continue;
      const [seconds, address] = (dom.attribute(meta, "content") ?? "").split(/[;,]/);
      if (address !== undefined && Number.parseFloat(seconds) * 1000 <= within) return true;
    }
    return false;
  };
})(lemmascope);

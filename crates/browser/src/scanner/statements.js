// All visible texts of the page in blocks, each with its context: an alert, a dialog, a toast, a list row,
// next to a field. The difference from the same list before an action shows the page's response and its
// place.
((lemmascope) => {
  const { dom } = lemmascope;

  const MOST = 3000;
  const LENGTH = 400;
  const LEVELS = 14;
  // The number of ancestors that may classify or colour a text.
  const NAMING = 3;
  const SKIPPED = new Set("script style noscript template head title svg video audio canvas iframe select textarea option datalist".split(" "));
  const FIELDS = "input:not([type=hidden]), select, textarea, [contenteditable=true]";
  const PLACES = { footer: "edge", nav: "edge", aside: "edge", contentinfo: "edge", navigation: "edge", complementary: "edge" };
  const ITEMS = new Set(["li", "tr", "article", "listitem", "row", "option", "treeitem"]);
  const SHOWN = { opacityProperty: true, visibilityProperty: true };

  // These elements separate the texts of one block.
  const BREAKS = new Set(["br", "hr", "input", "button", "label", "img"]);
  const NAMED = /error|invalid|alert|warn|danger|fail|success|message|notice|notif|toast|flash|feedback|hint|status/i;

  // Whether an inline element forms its own block: a button, a label, an output, a message next to a field.
  const isOwn = (element) => {
    const tag = dom.tag(element);
    if (tag === "button" || tag === "label" || tag === "output") return true;
    if (!dom.hasAny(element)) return false;
    if (dom.has(element, "role") || dom.has(element, "aria-live")) return true;
    return NAMED.test(`${dom.attribute(element, "class") ?? ""} ${dom.attribute(element, "id") ?? ""}`.slice(0, 300));
  };

  const isInline = (element) => {
    const { display } = dom.style(element);
    return display.startsWith("inline") || display === "contents" || display.startsWith("ruby");
  };

  // Returns whether a colour is red or green, as used for errors and confirmations in text, background or
  // border.
  const hueOf = (colour, isGround) => {
    const parts = colour.match(/[\d.]+/g)?.map(Number);
    if (!colour.startsWith("rgb") || parts === undefined || (parts[3] ?? 1) < 0.3) return "";
    const [red, green, blue] = parts;
    const most = Math.max(red, green, blue);
    const range = most - Math.min(red, green, blue);
    if (range < (isGround ? 10 : 50)) return "";
    if (red === most && green - blue < range * 0.35 && blue - green < range * 0.35) return "red";
    if (green === most && blue < green - range * 0.35 && red < green - range * 0.15) return "green";
    return "";
  };

  const placeOf = (block, form) => {
    const place = { live: "", dialog: false, floating: false, edge: false, item: false, control: false, heading: false, called: "", hue: "" };
    let names = 0;
    for (let at = block, level = 0; at !== null && level < LEVELS; at = lemmascope.flatParent(at), level++) {
      if (dom.type(at) !== 1) continue;
      const tag = dom.tag(at);
      if (tag === "body" || tag === "html") break;
      const role = (dom.attribute(at, "role") ?? "").trim().toLowerCase();
      const live = dom.attribute(at, "aria-live");
      if (place.live === "") {
        if (role === "alert" || role === "alertdialog" || live === "assertive") place.live = "assertive";
        else if (role === "status" || role === "log" || tag === "output" || live === "polite") place.live = "polite";
      }
      if (tag === "dialog" || role === "dialog" || role === "alertdialog" || dom.attribute(at, "aria-modal") === "true") place.dialog = true;
      if (PLACES[tag] !== undefined || PLACES[role] !== undefined) place.edge = true;
      if (ITEMS.has(tag) || ITEMS.has(role)) place.item = true;
      if (tag === "a" || tag === "button" || tag === "input" || tag === "summary" || role === "button" || role === "link" || role === "tab" || role === "menuitem") place.control = true;
      if (/^h[1-6]$/.test(tag) || role === "heading") place.heading = true;
      const style = dom.style(at);
      if (style.position === "fixed" || dom.has(at, "popover")) place.floating = true;
      // The class and colour of a box that contains a field do not refer to its text alone.
      if (names < NAMING && (form === null || !dom.contains(at, form)) && dom.all(at, FIELDS).length === 0) {
        names++;
        place.called += ` ${dom.attribute(at, "class") ?? ""} ${dom.attribute(at, "id") ?? ""} ${dom.attribute(at, "data-type") ?? ""}`.slice(0, 200);
        place.hue ||= hueOf(style.color, false) || hueOf(style.backgroundColor, true) || hueOf(style.borderLeftColor, false) || hueOf(style.outlineColor, false);
      }
    }
    place.called = place.called.trim().slice(0, 400);
    return place;
  };

  // A combobox announces its suggestions to screen readers; the announcement is about the field, not about
  // the submission.
  const SUGGESTING = "[role=combobox], [role=listbox], [aria-autocomplete]";
  const isOfSuggestions = (block) => {
    const around = lemmascope.flatParent(block);
    return around !== null && dom.type(around) === 1 && lemmascope.isUnread(block) && dom.all(around, SUGGESTING).length > 0;
  };

  const isRead = (block, place) => {
    if (place.live !== "" && isOfSuggestions(block)) return false;
    if (place.live !== "" && dom.shows(block, { visibilityProperty: true })) {
      const { width, height } = dom.box(block);
      // A live region without a size is for screen readers only.
      return width > 0 && height > 0;
    }
    return dom.shows(block, SHOWN) && !lemmascope.isUnread(block);
  };

  const apart = (one, other) => {
    const across = Math.max(one.left - other.right, other.left - one.right, 0);
    const down = Math.max(one.top - other.bottom, other.top - one.bottom, 0);
    return Math.round(Math.hypot(across, down));
  };

  // Returns the last field before a text, whether the submit button precedes the text, and the distances to
  // both.
  const relate = (block, fields, sender) => {
    const isBefore = (one) => (one.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const before = fields.filter(isBefore);
    const field = before.at(-1) ?? null;
    const box = dom.box(block);
    const away = fields.concat(sender === null ? [] : [sender]).map((one) => apart(dom.box(one), box));
    return {
      field: field === null ? null : lemmascope.keyOf(field),
      beside: field === null ? null : apart(dom.box(field), box),
      sent: sender !== null && isBefore(sender),
      away: away.length === 0 ? null : Math.min(...away),
      within: fields.length > 0 && fields[0].form instanceof HTMLFormElement && dom.contains(fields[0].form, block),
    };
  };

  // `keys`: the fields of the form; `button`: its submit button.
  lemmascope.statements = (keys, button) => {
    const present = (key) => {
      const element = key === null ? null : lemmascope.element(key);
      return element !== null && dom.isConnected(element) ? element : null;
    };
    const fields = keys.map(present).filter((one) => one !== null);
    const sender = present(button);
    const form = fields[0] ?? null;
    const texts = [];
    let left = MOST * 4;
    let isApart = true;
    let isSpaced = false;
    const add = (block, text, isLink) => {
      const last = texts.at(-1);
      if (!isApart && last?.block === block) {
        last.text += isSpaced ? ` ${text}` : text;
        last.isLink &&= isLink;
      } else texts.push({ block, text, isLink });
      isApart = false;
      isSpaced = false;
    };
    for (const root of lemmascope.course.cover()) {
      const start = root === document ? dom.body(document) : root;
      if (start === null) continue;
      const words = document.createTreeWalker(start, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
        if (dom.type(node) === 3) return NodeFilter.FILTER_ACCEPT;
        if (SKIPPED.has(dom.tag(node))) isApart ||= dom.tag(node) !== "svg";
        return SKIPPED.has(dom.tag(node)) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
      });
      for (let node = words.nextNode(); node !== null && left-- > 0 && texts.length < MOST; node = words.nextNode()) {
        if (dom.type(node) === 1) {
          isApart ||= BREAKS.has(dom.tag(node));
          const isButton = dom.tag(node) === "input" && (node.type === "submit" || node.type === "button");
          if (isButton && node.value !== "") add(node, node.value, false);
          isApart ||= isButton;
          continue;
        }
        const text = dom.text(node);
        if (text.trim() === "") {
          isSpaced = true;
          continue;
        }
        let block = dom.parent(node);
        let isLink = false;
        // A link in a sentence is part of the sentence.
        while (block !== null && dom.type(block) === 1 && !isOwn(block) && isInline(block) && lemmascope.flatParent(block) !== null) {
          isLink ||= dom.tag(block) === "a";
          block = lemmascope.flatParent(block);
        }
        if (block !== null && dom.type(block) === 1) add(block, text, isLink);
      }
      isApart = true;
    }
    const said = [];
    for (const { block, text, isLink } of texts) {
      const place = placeOf(block, form);
      place.control ||= isLink;
      if (!isRead(block, place)) continue;
      const line = text.replace(/\s+/g, " ").trim().slice(0, LENGTH);
      said.push({ key: lemmascope.keyOf(block), text: line, sender: block === sender, ...place, ...relate(block, fields, sender) });
    }
    return said;
  };
})(lemmascope);

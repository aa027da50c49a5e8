// Custom fields: a box that displays the selection, with an inner input that may be invisible.
((lemmascope) => {
  const { dom, bits, marks: MARK, tidy } = lemmascope;

  const TALLEST = 140;
  const OTHERS = ":is(input:not([type=hidden]), select, textarea, [role=combobox]):not([aria-hidden=true])";
  const PLACEHOLDER = /placeholder/i;
  const CROSS = /^[×✕✖✗]$/;
  const SHOWN = { visibilityProperty: true, opacityProperty: true };

  // Whether an input opens a list; the box around it is then the field.
  lemmascope.isPicker = (element) => {
    if (dom.tag(element) !== "input" || dom.attribute(element, "aria-hidden") === "true") return false;
    return (
      (dom.attribute(element, "role") ?? "").trim() === "combobox" ||
      dom.has(element, "aria-autocomplete") ||
      dom.has(element, "aria-haspopup")
    );
  };

  const isFramed = ({ borderBottomWidth, borderBottomStyle, boxShadow }) =>
    (borderBottomStyle !== "none" && borderBottomWidth !== "0px") || boxShadow !== "none";

  // Returns the box that looks like the field around an input: about as high as an input, with no other field
  // in it.
  lemmascope.fieldBox = (element) => {
    let found = null;
    let at = lemmascope.flatParent(element);
    for (let steps = 0; at !== null && steps < 7; steps++, at = lemmascope.flatParent(at)) {
      const tag = dom.tag(at);
      if (tag === "label" || tag === "form" || tag === "fieldset" || tag === "body") break;
      const box = dom.box(at);
      if (box.height > TALLEST) break;
      const others = dom.all(at, OTHERS);
      if (others.length > 1 || (others.length === 1 && others[0] !== element)) break;
      if (box.width < 24 || box.height < 12 || !dom.shows(at, SHOWN)) continue;
      found ??= at;
      if (isFramed(dom.style(at))) return at;
    }
    return found;
  };

  // Returns the replacement of a hidden native list: the next or previous sibling, or the parent.
  lemmascope.drawnList = (select) => {
    const isBox = (one) => {
      if (one === null || dom.matches(one, "label, script, style, input, textarea, select, form")) return false;
      // An element with the role of a list is listed separately.
      if (dom.matches(one, LISTS) || dom.all(one, LISTS).length > 0) return false;
      const { width, height } = dom.box(one);
      if (width < 24 || height < 12 || height > TALLEST || !dom.shows(one, SHOWN) || !isLikeControl(one)) return false;
      return dom.all(one, "textarea, select, input:not([type=hidden]):not([type=search]):not([type=text])").length < 2;
    };
    let hidden = select;
    let around = null;
    for (let steps = 0; steps < 3; steps++) {
      for (const beside of [hidden.nextElementSibling, hidden.previousElementSibling]) if (isBox(beside)) return beside;
      around = lemmascope.flatParent(hidden);
      if (around === null) return null;
      // A box without size serves only to hide the list.
      const { width, height } = dom.box(around);
      if (width >= 24 && height >= 12) break;
      hidden = around;
    }
    if (around === null || dom.all(around, "select, textarea, input:not([type=hidden])").length > 2) return null;
    return isBox(around) && DRAWN.test(`${dom.tag(around)} ${(dom.attribute(around, "class") ?? "").slice(0, 200)}`) ? around : null;
  };
  const LISTS = "[role=combobox], [role=listbox], [aria-haspopup=listbox]";
  const DRAWN = /select|drop-?down|combo|chosen|choices|picker/i;
  const isLikeControl = (element) => {
    if (element.textContent.length > 2000) return false;
    if (dom.matches(element, "button, [role], [tabindex], [aria-haspopup], [aria-expanded]")) return true;
    const style = dom.style(element);
    return style.cursor === "pointer" || isFramed(style) || DRAWN.test((dom.attribute(element, "class") ?? "").slice(0, 200));
  };

  // Returns the replacement of a checkbox that is invisible and has no visible label.
  lemmascope.toggleBox = (element) => {
    let at = lemmascope.flatParent(element);
    for (let steps = 0; at !== null && steps < 3; steps++, at = lemmascope.flatParent(at)) {
      if (dom.all(at, "input:not([type=hidden])").length > 1) return null;
      const { width, height } = dom.box(at);
      if (width >= 8 && height >= 8 && width < 400 && height < 120) return dom.shows(at, SHOWN) ? at : null;
    }
    return null;
  };

  // Finds the box of each such field, and removes its parts from the listing: arrows, the box itself.
  lemmascope.pickers = (pass, { rows }, { marks, roles, inside }) => {
    const { nodes, tags, end, flags, texts, count } = pass;
    const boxes = new Map();
    const outer = new Map();
    const owners = new Map();

    for (let row = 0; row < count; row++) {
      if ((marks[row] & MARK.FIELD) === 0) continue;
      if (lemmascope.isPicker(nodes[row])) {
        if (boxes.has(row)) continue;
        const box = lemmascope.fieldBox(nodes[row]);
        const at = box === null ? undefined : rows.get(box);
        if (at !== undefined) boxes.set(row, at);
      } else if (roles[row] === "combobox" && tags[row] !== "select") {
        const inner = fieldWithin(row);
        if (inner < 0) boxes.set(row, row);
        else if (tags[inner] === "input" && lies(inner, row)) {
          // The input receives the text; the box around it only carries the states.
          marks[row] &= ~(MARK.LISTED | MARK.INTERACTIVE | MARK.FIELD | MARK.BY_CURSOR);
          roles[inner] = "combobox";
          outer.set(inner, nodes[row]);
          boxes.set(inner, row);
        } else {
          if (tags[inner] !== "input") marks[inner] &= ~(MARK.LISTED | MARK.INTERACTIVE | MARK.FIELD);
          boxes.set(row, row);
        }
      }
    }
    for (const [row, box] of boxes) {
      const isClosed = dom.attribute(outer.get(row) ?? nodes[row], "aria-expanded") === "false";
      for (let at = box; at < end[box]; at++) {
        owners.set(at, row);
        if (at === row || texts[at] !== null) continue;
        if (isClosed && (roles[at] === "listbox" || roles[at] === "option")) marks[at] &= ~(MARK.LISTED | MARK.INTERACTIVE);
        const isAround = at < row && end[at] > row;
        // The remove button of a selected value belongs to the value, not to the field.
        if ((marks[at] & MARK.BY_CURSOR) !== 0 && inside[at] < 0 && (isAround || !says(at))) {
          marks[at] &= ~(MARK.LISTED | MARK.INTERACTIVE | MARK.BY_CURSOR);
        }
        if ((marks[at] & MARK.INTERACTIVE) === 0 && (tags[at] === "img" || roles[at] === "img")) marks[at] &= ~MARK.LISTED;
      }
    }
    return { boxes, outer, owners };

    function fieldWithin(row) {
      const last = Math.min(end[row], row + 200);
      for (let at = row + 1; at < last; at++) if ((marks[at] & MARK.FIELD) !== 0 && (flags[at] & (bits.UNDISPLAYED | bits.HIDDEN)) === 0) return at;
      return -1;
    }

    function lies(inner, around) {
      const small = dom.box(nodes[inner]);
      const large = dom.box(nodes[around]);
      return small.top >= large.top - 2 && small.bottom <= large.bottom + 2;
    }

    function says(row) {
      const last = Math.min(end[row], row + 60);
      for (let at = row; at < last; at++) if (texts[at] !== null || (pass.telling[at] && dom.has(nodes[at], "aria-label"))) return true;
      return false;
    }
  };

  const isPale = (element, field) => element === field || dom.style(element).color !== dom.style(field).color;

  // Returns the displayed content of the box: the selected values, and the placeholder.
  lemmascope.shownIn = (pass, { marks, outer }, row, box, names) => {
    const { nodes, texts, parents, end, flags, tags } = pass;
    const chosen = [];
    const asked = [];
    const isClosed = dom.attribute(outer.get(row) ?? nodes[row], "aria-expanded") === "false";
    const last = Math.min(end[box], box + 300);
    for (let at = box + 1; at < last; at++) {
      if (texts[at] === null || (flags[at] & (bits.UNDISPLAYED | bits.HIDDEN)) !== 0) continue;
      let isLeftOut = false;
      let isPlaceholder = false;
      for (let up = parents[at]; up >= 0; up = parents[up]) {
        const element = nodes[up];
        // The text of a button belongs to the button.
        if ((marks[up] & MARK.INTERACTIVE) !== 0 && up !== row && up !== box) isLeftOut = true;
        // Text for screen readers is not a selected value.
        if (dom.has(element, "aria-live") || dom.attribute(element, "role") === "status") isLeftOut = true;
        const isOpenList = !isClosed && dom.attribute(element, "role") === "listbox";
        if (tags[up] === "label" || dom.attribute(element, "aria-hidden") === "true" || isOpenList) {
          isLeftOut = up !== box || tags[up] === "label";
        }
        if (dom.has(element, "data-placeholder")) isPlaceholder = true;
        // Some pages replace the placeholder's text with the selection, which is then no longer pale.
        else if (PLACEHOLDER.test(dom.attribute(element, "class") ?? "")) isPlaceholder ||= isPale(element, nodes[row]);
        if (isLeftOut || up === box) break;
      }
      const text = tidy(texts[at], 200);
      if (!isLeftOut && !names.includes(text)) (isPlaceholder ? asked : chosen).push(text);
    }
    const line = (said) => tidy(said.filter((text) => text !== "" && !CROSS.test(text)).join(" ").replace(/\s+,/g, ","), 200);
    return { chosen: line(chosen), asked: line(asked) };
  };
})(lemmascope);

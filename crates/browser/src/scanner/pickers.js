// Fields that a page draws itself: a box that shows what was chosen, with an input in it that may not show at all.
((lemmascope) => {
  const { dom, bits, marks: MARK, tidy } = lemmascope;

  const TALLEST = 140;
  const OTHERS = ":is(input:not([type=hidden]), select, textarea, [role=combobox]):not([aria-hidden=true])";
  const PLACEHOLDER = /placeholder/i;
  const CROSS = /^[×✕✖✗]$/;
  const SHOWN = { visibilityProperty: true, opacityProperty: true };

  // An input that opens a list: what is drawn around it is the field.
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

  // The box that is drawn as the field around an input: about as high as one, with no other field in it.
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

  // What a page draws in the place of a list of the browser's own that it has hidden: the box right behind it or before it,
  // or the one around it.
  lemmascope.drawnList = (select) => {
    const isBox = (one) => {
      if (one === null || dom.matches(one, "label, script, style, input, textarea, select, form")) return false;
      // What says itself that it is a list is listed for itself.
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
      // A box without any size is there to hide the list in it.
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

  // What is drawn in the place of a box to tick that does not show and has no label that does.
  lemmascope.toggleBox = (element) => {
    let at = lemmascope.flatParent(element);
    for (let steps = 0; at !== null && steps < 3; steps++, at = lemmascope.flatParent(at)) {
      if (dom.all(at, "input:not([type=hidden])").length > 1) return null;
      const { width, height } = dom.box(at);
      if (width >= 8 && height >= 8 && width < 400 && height < 120) return dom.shows(at, SHOWN) ? at : null;
    }
    return null;
  };

  // Finds the box of each such field, and takes out of the listing what merely belongs to it: arrows, the box itself.
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
          // The input is what one types into; the box around it only carries the states.
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
        // What removes one of several that were chosen is part of that one, and not of the field.
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

  // What such a box shows: what was chosen, and what it says while nothing is.
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
        // What a button in it says is the button's.
        if ((marks[up] & MARK.INTERACTIVE) !== 0 && up !== row && up !== box) isLeftOut = true;
        // What is there to be heard is not what was chosen.
        if (dom.has(element, "aria-live") || dom.attribute(element, "role") === "status") isLeftOut = true;
        const isOpenList = !isClosed && dom.attribute(element, "role") === "listbox";
        if (tags[up] === "label" || dom.attribute(element, "aria-hidden") === "true" || isOpenList) {
          isLeftOut = up !== box || tags[up] === "label";
        }
        if (dom.has(element, "data-placeholder")) isPlaceholder = true;
        // What is chosen may be put where the placeholder was; then it is no longer as pale.
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

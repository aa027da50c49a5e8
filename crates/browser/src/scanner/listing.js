// Selects the elements to list: those that can be acted on, and those that give orientation.
((lemmascope) => {
  const { dom, bits } = lemmascope;

  const WIDGETS = new Set(
    "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem".split(
      " ",
    ),
  );
  const FIELD_TAGS = new Set(["input", "select", "textarea"]);
  const LIVE_ROLES = new Set(["alert", "status", "log", "alertdialog", "tooltip", "marquee", "timer"]);
  const MEANING = /(?:error|invalid|alert|warn|danger|fail|success|message|notice|notif|toast|flash|feedback|hint)/i;
  const PRICE =
    /^(?:[a-z]{0,12}:?\s?)?(?:[$€£¥₹₽₩₺₴฿]|R\$|US\$|[A-Z]{3}|kr|zł|Kč|Ft|CHF)\s?\d[\d.,\s\u00a0']*(?:\s?[-–].*)?$|^\d[\d.,\s\u00a0']*\s?(?:[$€£¥₹₽₩₺₴฿]|kr|zł|Kč|Ft|EUR|USD|GBP|BRL|CHF|PLN|руб\.?|元|円)(?:\s?\/.{1,10})?$/;
  const TOGGLES = new Set(["checkbox", "radio", "file"]);
  const COMPOSITES = new Set("menu menubar tree treegrid grid tablist tabpanel radiogroup group toolbar row rowgroup list".split(" "));
  // Roles of a single click target, regardless of its content.
  const SINGLE = new Set(["tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem"]);

  // Class names of icons that have an action of their own.
  const ACTING =
    /(?:^|[^a-z])(?:delete|remove|close|clear|cancel|dismiss|trash|bin|star|fav(?:ou?rite)?|heart|like|bookmark|pin|edit|pencil|archive|menu|more|dots|kebab|ellipsis|flag|share|reply|forward|copy|download|settings|gear|cog|info|play|pause|plus|minus|add|prev(?:ious)?|next|eye|lock|print|save|send|spam|refresh|move|drag)(?:[^a-z]|$)/i;
  const REMOVING = /delete|remove|close|clear|cancel|dismiss/i;
  const STEPPING = /(?:^|[^a-z])(?:prev(?:ious)?|next)(?:[^a-z]|$)/i;

  const LISTED = 1;
  const INTERACTIVE = 2;
  const FIELD = 4;
  const BUTTON = 8;
  const BY_CURSOR = 16;
  const LEAF_TEXT = 32;
  const STANDS_IN = 64;
  lemmascope.marks = { LISTED, INTERACTIVE, FIELD, BUTTON, BY_CURSOR, LEAF_TEXT, STANDS_IN };

  // Computes the marks of each row. `inside[row]` is the row of the innermost interactive ancestor, or -1.
  lemmascope.list = (pass, namer, styles, { hidden, full, wanted }) => {
    const { nodes, texts, tags, parents, end, flags, telling, count } = pass;
    const marks = new Uint8Array(count);
    const inside = new Int32Array(count).fill(-1);
    const roles = new Array(count).fill("");
    const invisible = hidden ? 0 : bits.UNDISPLAYED | bits.HIDDEN | bits.TRANSPARENT;

    for (let row = 0; row < count; row++) {
      const parent = parents[row];
      if (parent >= 0) {
        // The content of a button or link is part of it; a merely clickable box contains separate elements.
        const around = inside[parent];
        inside[row] = (marks[parent] & INTERACTIVE) !== 0 && isSealed(tags[parent], roles[parent]) ? parent : around;
      }
      if (texts[row] !== null) continue;
      const element = nodes[row];
      const tag = tags[row];
      const around = inside[row];
      const isTelling = telling[row];
      let role = isTelling ? (dom.attribute(element, "role") ?? "").trim().split(/\s+/, 1)[0].toLowerCase() : "";
      roles[row] = role.length > 24 ? "" : role;
      if (isTelling && role === "" && tag.includes("-") && dom.has(element, "tabindex")) role = roles[row] = lemmascope.roleOfTag(element, tag);
      let mark = 0;
      switch (tag) {
        case "a":
        case "area":
          if (dom.has(element, "href")) mark = LISTED | INTERACTIVE;
          break;
        case "button":
          mark = LISTED | INTERACTIVE | BUTTON;
          break;
        case "input": {
          const { type } = element;
          if (type === "hidden") break;
          mark = LISTED | INTERACTIVE;
          mark |= type === "submit" || type === "button" || type === "reset" || type === "image" ? BUTTON : FIELD;
          break;
        }
        case "select":
        case "textarea":
          mark = LISTED | INTERACTIVE | FIELD;
          break;
        case "summary":
          mark = LISTED | INTERACTIVE;
          break;
        case "iframe":
        case "frame":
        case "canvas":
        case "video":
        case "audio":
          mark = LISTED;
          break;
        case "h1":
        case "h2":
        case "h3":
        case "h4":
        case "h5":
        case "h6":
          if (around < 0) mark = LISTED;
          break;
        case "img":
          if (around < 0 && dom.has(element, "alt")) mark = LISTED;
          break;
        case "dialog":
        case "table":
          mark = LISTED;
          break;
        case "output":
        case "dd":
        case "time":
          if (around < 0) mark = LISTED | LEAF_TEXT;
          break;
        default:
      }
      if (isTelling) {
        if (WIDGETS.has(role)) {
          mark |= LISTED | INTERACTIVE;
          if (role === "button") mark |= BUTTON;
          else if (role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton") mark |= FIELD;
          // A grid cell matters only when it can be selected.
          if (role === "gridcell" && !dom.has(element, "tabindex") && !dom.has(element, "aria-selected")) mark = 0;
        } else if (role === "columnheader" && around < 0 && (dom.has(element, "tabindex") || dom.has(element, "aria-sort"))) {
          mark |= LISTED | INTERACTIVE;
        } else if (role === "heading" && around < 0) mark |= LISTED;
        else if (role === "img" && around < 0) mark |= LISTED;
        else if (LIVE_ROLES.has(role) || role === "dialog" || role === "table" || role === "grid" || role === "treegrid") {
          mark |= LISTED;
        }
        const live = dom.attribute(element, "aria-live");
        if (live === "polite" || live === "assertive") mark |= LISTED;
        const editable = dom.attribute(element, "contenteditable");
        if (editable !== null && editable.toLowerCase() !== "false") mark |= LISTED | INTERACTIVE | FIELD;
        if (dom.has(element, "onclick") && tag !== "body" && tag !== "html" && tag !== "form") mark |= LISTED | INTERACTIVE;
        if (mark === 0 && around < 0 && live === null && inLive(parents, nodes, telling, row)) {
          // A focusable message is still a message.
          if (dom.has(element, "tabindex")) mark = LISTED | LEAF_TEXT;
        } else if (mark === 0 && around < 0) {
          const tabindex = Number.parseInt(dom.attribute(element, "tabindex") ?? "", 10);
          // Menus, trees, panels and other containers are focusable too, but their content is what users act
          // on.
          const isBox = role !== "" && role !== "generic";
          if ((tabindex >= 0 && !isBox) || dom.has(element, "aria-haspopup") || (dom.has(element, "aria-expanded") && !COMPOSITES.has(role))) {
            if (tag !== "body" && tag !== "html") mark = LISTED | INTERACTIVE | BY_CURSOR;
          } else if (dom.attribute(element, "draggable") === "true") mark = LISTED | INTERACTIVE;
        }
      }
      if (tag === "label" && mark === 0) {
        // A label may be listed instead of a hidden control; this is decided when all labels are known.
        marks[row] |= STANDS_IN;
      }
      if (mark !== 0 && (flags[row] & invisible) !== 0) {
        // The replacement of an input may be visible although the input is not.
        const isDrawn = (tag === "input" || tag === "textarea") && (mark & FIELD) !== 0 && (flags[row] & invisible & ~bits.TRANSPARENT) === 0;
        const isToggle = tag === "input" && TOGGLES.has(element.type);
        const isDrawnList = tag === "select" && lemmascope.drawnList(element) !== null;
        if (!isToggle && !isDrawn && !isDrawnList) mark = 0;
      }
      marks[row] |= mark;
    }

    // An element without a detectable handler counts as clickable when it has a pointer cursor. The cursor is
    // inherited, so only the innermost elements are queried, and the outermost one that has it is listed.
    for (let row = 0; row < count; row++) {
      if (texts[row] !== null || (marks[row] & INTERACTIVE) !== 0 || (flags[row] & 7 & ~(hidden ? 7 : 0)) !== 0) continue;
      if (inside[row] >= 0) {
        const cross = removerAt(pass, styles, inside[row], row);
        if (cross >= 0) marks[cross] |= LISTED | INTERACTIVE | BY_CURSOR;
        continue;
      }
      if (!isLeaf(pass, row) || tags[row] === "label" || tags[row] === "option" || !styles.hasHand(row)) continue;
      let top = row;
      let isPart = false;
      let holder = -1;
      for (let up = parents[row]; up >= 0 && styles.hasHand(up); up = parents[up]) {
        if ((marks[up] & INTERACTIVE) !== 0 || tags[up] === "label") {
          isPart = true;
          if (tags[up] !== "label") holder = up;
          break;
        }
        if (tags[up] === "body" || tags[up] === "html" || COMPOSITES.has(roles[up])) break;
        top = up;
      }
      if (!isPart && (marks[top] & INTERACTIVE) === 0) marks[top] |= LISTED | INTERACTIVE | BY_CURSOR;
      // A star or trash icon in a clickable row has a different action from the row.
      if (!isPart) holder = top;
      const icon = holder < 0 ? -1 : iconAt(pass, marks, row, holder);
      if (icon >= 0) marks[icon] |= LISTED | INTERACTIVE | BY_CURSOR;
    }
    listSteps(pass, { marks, roles, inside });
    // A handle on a track is a slider, whatever its markup.
    for (let row = 0; row < count; row++) {
      const isPlain = (marks[row] & BY_CURSOR) !== 0 && (marks[row] & (FIELD | BUTTON)) === 0 && roles[row] === "";
      if (isPlain && dom.has(nodes[row], "style") && lemmascope.isHandle(nodes[row])) roles[row] = "slider";
    }

    // A box that contains buttons and links is not a button; its content is what users click.
    for (let row = 0; row < count; row++) {
      if ((marks[row] & BY_CURSOR) === 0) continue;
      let held = 0;
      const last = Math.min(end[row], row + 200);
      for (let at = row + 1; at < last && held === 0; at++) if ((marks[at] & (FIELD | BUTTON)) !== 0 || roles[at] === "slider") held++;
      if (held > 0 && !dom.has(nodes[row], "onclick")) marks[row] &= ~(LISTED | INTERACTIVE | BY_CURSOR);
      else if (!styles.hasHand(row) && isShelf(pass, marks, row)) marks[row] &= ~(LISTED | INTERACTIVE | BY_CURSOR);
      else if (isDrawing(pass, namer, { marks, roles }, row)) marks[row] &= ~(LISTED | INTERACTIVE | BY_CURSOR);
    }

    const { boxes, outer, owners } = lemmascope.pickers(pass, namer, { marks, roles, inside });
    dropParts(pass, namer, { marks, roles });
    // An editor is located at its visible text, not at its hidden input.
    pass.surfaces = lemmascope.surfaces(pass, namer, { marks, roles });

    // Short texts with a meaning of their own: prices, messages, and texts next to the fields of a form.
    const formDepth = new Uint8Array(count);
    const boxed = new Set(boxes.values());
    for (let row = 0; row < count; row++) {
      const parent = parents[row];
      const tag = tags[row];
      formDepth[row] = parent >= 0 ? formDepth[parent] : 0;
      // The text in a label is reported with the label's field.
      if (tag === "label" && namer.isUsed(row)) formDepth[row] = 2;
      else if (boxed.has(row)) formDepth[row] = 2;
      else if (formDepth[row] < 2 && (tag === "form" || tag === "dialog" || roles[row] === "dialog" || roles[row] === "alertdialog")) formDepth[row] = 1;
      if (texts[row] === null || parent < 0) continue;
      if (inside[row] >= 0 || (marks[parent] & (LISTED | INTERACTIVE)) !== 0 || (flags[row] & 7 & ~(hidden ? 7 : 0)) !== 0) continue;
      const around = tags[parent];
      if (formDepth[row] === 2 || around === "option" || around === "label" || around === "legend" || around === "textarea") continue;
      const text = texts[row];
      if (full) {
        marks[parent] |= LISTED | LEAF_TEXT;
        continue;
      }
      if (text.length > 400) continue;
      const trimmed = text.trim();
      if (trimmed.length <= 40 && PRICE.test(trimmed)) marks[parent] |= LISTED | LEAF_TEXT;
      else if (formDepth[row] === 1 && trimmed.length > 8) marks[parent] |= LISTED | LEAF_TEXT;
      else if (trimmed.length >= 3 && trimmed.length <= 300 && hasMeaning(nodes, parents, parent)) marks[parent] |= LISTED | LEAF_TEXT;
    }

    if (wanted !== undefined) {
      for (const element of wanted) {
        const row = namer.rows.get(element);
        if (row !== undefined) marks[row] |= LISTED;
      }
    }
    return { marks, inside, roles, boxes, outer, owners };
  };

  // Returns the remove icon of a chip: an image without text that has a pointer cursor while the chip has
  // none, or that has a matching class. Real buttons and links contain no separate click targets on most
  // pages.
  const removerAt = (pass, styles, chip, row) => {
    const { tags, parents, nodes } = pass;
    const tag = tags[chip];
    if (tag === "a" || tag === "button" || tag === "summary" || tag === "select" || !isLeaf(pass, row)) return -1;
    if (!styles.hasHand(row) || says(pass, row) || !says(pass, chip)) return -1;
    const isChipHandy = styles.hasHand(chip);
    let top = row;
    let isNamed = isRemover(nodes[row]);
    for (let up = parents[row]; up > chip && styles.hasHand(up) && !says(pass, up); up = parents[up]) {
      top = up;
      isNamed ||= isRemover(nodes[up]);
    }
    return !isChipHandy || isNamed ? top : -1;
  };

  // Returns the element that is a separate icon in a clickable element: without text, small, and named after
  // an action.
  const iconAt = (pass, marks, row, top) => {
    const { nodes, parents, tags, end } = pass;
    if (says(pass, row) || !says(pass, top)) return -1;
    // The arrow in a field's box is decoration.
    const last = Math.min(end[top], top + 60);
    for (let at = top + 1; at < last; at++) if ((marks[at] & FIELD) !== 0) return -1;
    let icon = -1;
    for (let at = row, steps = 0; at > top && at >= 0 && steps < 3 && !says(pass, at); at = parents[at], steps++) {
      if (tags[at] === "body" || tags[at] === "label") break;
      if (isCalledAction(nodes[at])) icon = at;
    }
    if (icon < 0) return -1;
    const { width, height } = dom.box(nodes[icon]);
    return width >= 6 && height >= 6 && width <= 64 && height <= 64 ? icon : -1;
  };

  const isCalledAction = (element) =>
    dom.hasAny(element) &&
    (dom.has(element, "title") ||
      ["class", "id", "data-testid", "data-icon", "data-action", "aria-label"].some((name) => ACTING.test((dom.attribute(element, name) ?? "").slice(0, 200))));

  // Lists previous and next arrows, as in calendars: some have neither a link nor a pointer cursor.
  const listSteps = ({ nodes, texts, tags, end, flags, count }, { marks, inside }) => {
    for (let row = 0; row < count; row++) {
      if (texts[row] !== null || inside[row] >= 0 || (marks[row] & INTERACTIVE) !== 0 || (flags[row] & 7) !== 0) continue;
      const element = nodes[row];
      if (end[row] - row > 6 || !dom.hasAny(element) || tags[row] === "li" || tags[row] === "label") continue;
      const isBare = tags[row] === "a" && (dom.has(element, "title") || dom.has(element, "data-handler") || dom.has(element, "data-action"));
      const isStep = ["class", "data-handler", "data-action"].some((name) => STEPPING.test((dom.attribute(element, name) ?? "").slice(0, 200)));
      if (!isBare && !isStep) continue;
      let length = 0;
      let held = false;
      for (let at = row + 1; at < end[row]; at++) {
        if (texts[at] !== null) length += texts[at].trim().length;
        else if ((marks[at] & INTERACTIVE) !== 0) held = true;
      }
      const { width, height } = dom.box(element);
      if (!held && length <= 20 && width >= 6 && height >= 6 && width <= 200 && height <= 80) marks[row] |= LISTED | INTERACTIVE | BY_CURSOR;
    }
  };

  const isRemover = (element) =>
    dom.hasAny(element) &&
    ["class", "data-testid", "aria-label", "title"].some((name) => REMOVING.test((dom.attribute(element, name) ?? "").slice(0, 200)));

  // Whether a row contains text within the first few descendants.
  const says = ({ texts, end }, row) => {
    const last = Math.min(end[row], row + 20);
    for (let at = row + 1; at < last; at++) if (texts[at] !== null) return true;
    return false;
  };

  // Whether an element that is only focusable contains several click targets.
  const isShelf = ({ end }, marks, row) => {
    let held = 0;
    const last = Math.min(end[row], row + 200);
    for (let at = row + 1; at < last && held < 2; at++) if ((marks[at] & INTERACTIVE) !== 0) held++;
    return held > 1;
  };

  const inLive = (parents, nodes, telling, row) => {
    for (let at = parents[row], steps = 0; at >= 0 && steps < 3; at = parents[at], steps++) {
      if (telling[at] && dom.has(nodes[at], "aria-live") && dom.attribute(nodes[at], "aria-live") !== "off") return true;
    }
    return false;
  };

  // Whether an element without text is part of the rendering of a listed control: the knob of a switch, the
  // stars of a rating.
  const isDrawing = ({ nodes, texts, tags, parents, end }, namer, { marks, roles }, row) => {
    if (dom.has(nodes[row], "role") || dom.has(nodes[row], "tabindex")) return false;
    for (let at = row + 1; at < end[row]; at++) if (texts[at] !== null && texts[at].trim() !== "") return false;
    if (namer.textOf(row, 40) !== "") return false;
    for (let up = parents[row], steps = 0; up >= 0 && steps < 3; up = parents[up], steps++) {
      if (roles[up] === "slider" || roles[up] === "switch" || roles[up] === "checkbox") return true;
      if (steps === 2) break;
      let toggles = 0;
      const last = Math.min(end[up], up + 30);
      for (let at = up + 1; at < last; at++) {
        if (tags[at] === "input" && (nodes[at].type === "checkbox" || nodes[at].type === "radio")) toggles++;
        else if ((marks[at] & (FIELD | BUTTON)) !== 0) return false;
      }
      if (toggles > 0) return toggles === 1;
    }
    return false;
  };

  // Removes elements that repeat a listed ancestor or descendant: the link in a tab with the same text, the
  // control in a grid cell.
  const dropParts = ({ nodes, texts, tags, end, count, flags, telling }, namer, { marks, roles }) => {
    for (let row = 0; row < count; row++) {
      if ((marks[row] & LISTED) === 0 || texts[row] !== null) continue;
      const role = roles[row];
      const last = Math.min(end[row], row + 200);
      if (role === "gridcell" || role === "columnheader") {
        for (let at = row + 1; at < last; at++) {
          if ((marks[at] & INTERACTIVE) === 0 || (flags[at] & (bits.UNDISPLAYED | bits.HIDDEN)) !== 0) continue;
          marks[row] = 0;
          break;
        }
      } else if (SINGLE.has(role)) {
        const said = namer.textOf(row, 200, false);
        for (let at = row + 1; at < last; at++) {
          if ((marks[at] & INTERACTIVE) === 0 || (marks[at] & FIELD) !== 0) continue;
          const isPlain = tags[at] === "a" || (marks[at] & BY_CURSOR) !== 0;
          if (isPlain && said !== "" && namer.textOf(at, 200, false) === said) marks[at] &= ~(LISTED | INTERACTIVE | BY_CURSOR | BUTTON);
        }
      } else if (telling[row] && (LIVE_ROLES.has(role) || dom.has(nodes[row], "aria-live"))) {
        if ((marks[row] & INTERACTIVE) !== 0) continue;
        // A large live region is not a message, and neither is an empty one.
        let held = 0;
        for (let at = row + 1; at < last; at++) if ((marks[at] & INTERACTIVE) !== 0) held++;
        if (held > 6 || (role === "tooltip" && held > 0) || (role !== "alertdialog" && namer.textOf(row, 40, false) === "")) marks[row] &= ~LISTED;
      }
    }
  };

  const isSealed = (tag, role) =>
    tag === "a" || tag === "button" || tag === "summary" || tag === "select" || role === "button" || role === "link" ||
    role === "menuitem" || role === "tab" || role === "option" || role === "checkbox" || role === "radio" || role === "switch";

  // Whether a row contains no element within its first few descendants.
  const isLeaf = ({ tags, texts, end }, row) => {
    if (tags[row] === "svg" || tags[row] === "img") return true;
    for (let at = row + 1, steps = 0; at < end[row] && steps < 4; at++, steps++) if (texts[at] === null) return false;
    return true;
  };

  // Whether the class or id of the element or of its parent names it a message.
  const hasMeaning = (nodes, parents, row) => {
    for (let at = row, steps = 0; at >= 0 && steps < 2; at = parents[at], steps++) {
      const element = nodes[at];
      if (!dom.hasAny(element)) continue;
      const named = `${dom.attribute(element, "class") ?? ""} ${dom.attribute(element, "id") ?? ""}`;
      if (named.length > 1 && named.length < 500 && MEANING.test(named)) return true;
    }
    return false;
  };

  lemmascope.isFieldTag = (tag) => FIELD_TAGS.has(tag);
})(lemmascope);

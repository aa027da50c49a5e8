// The scan of one frame: the walk, the listed elements, their positions, and their names.
((lemmascope) => {
  const { dom, bits, states: STATE, marks: MARK, tidy } = lemmascope;

  const MOST_LISTED = 20000;
  const MOST_MATCHES = 100;

  // With `since`, the number of an earlier scan that the caller has, returns only the differences, if that
  // scan is still remembered.
  lemmascope.scan = (options) => {
    const { since = 0, ...asked } = options ?? {};
    return JSON.stringify(lemmascope.ledger.enter(scan(asked), JSON.stringify(asked), since));
  };

  // Describes only the elements with these keys, whether or not they are visible or would be listed.
  lemmascope.describe = (keys) => {
    const only = new Set();
    for (const key of keys) {
      const element = lemmascope.element(key);
      if (element !== null) only.add(element);
    }
    const drawn = Array.from(only).some((element) => element instanceof SVGElement && dom.tag(element) !== "svg");
    return JSON.stringify(scan({ hidden: true, only, drawn }));
  };

  // `afresh` ignores all earlier scans; incremental scans must produce the same result.
  const scan = ({ hidden = false, full = false, selectors = [], only = null, afresh = false, drawn = false }) => {
    const began = performance.now();
    const pass = lemmascope.walk({ hidden, afresh, drawn });
    lemmascope.course.include(pass.roots);
    const namer = lemmascope.namer(pass);
    const styles = lemmascope.styles(pass);
    const matches = match(pass.roots, selectors);
    const listing = lemmascope.list(pass, namer, styles, { hidden, full, wanted: matches.flat() });
    if (only !== null) narrow(pass, listing, only);
    const geometry = lemmascope.geometry(pass, styles);
    const { regions, regionOf } = lemmascope.partition(pass, namer, listing, geometry, styles);
    const keys = regions.map(({ row }) => (row < 0 ? 0 : lemmascope.keyOf(pass.nodes[row])));
    const regionAt = (row) => keys[regionOf[row]];
    const { elements, left } = describeAll({ pass, namer, listing, geometry, styles, regionAt }, { hidden, full, isAsked: only !== null });
    const html = dom.html(document);
    const body = dom.body(document);
    const raw = {
      url: location.href.slice(0, 4000),
      title: tidy(dom.title(document).slice(0, 2000)),
      lang: html === null ? "" : (dom.attribute(html, "lang") ?? "").slice(0, 35),
      view: [innerWidth, innerHeight],
      scroll: [Math.round(scrollX), Math.round(scrollY)],
      extent: html === null ? [0, 0] : [html.scrollWidth, Math.max(html.scrollHeight, body?.scrollHeight ?? 0)],
      nodes: pass.count,
      elements,
      regions: regions.map((region) => describeRegion(region, keys, { pass, namer, geometry })),
    };
    if (pass.truncated) raw.cut = 1;
    if (left > 0) raw.left = left;
    if (selectors.length > 0) raw.matches = matches.map((found) => found.map(lemmascope.keyOf));
    if (only === null) raw.session = lemmascope.session(pass.roots);
    const suspects = lemmascope.suspectIn(pass);
    if (suspects > 0) raw.suspects = suspects;
    raw.took = Math.round((performance.now() - began) * 100) / 100;
    return raw;
  };

  const narrow = ({ nodes, count }, { marks }, only) => {
    for (let row = 0; row < count; row++) {
      if (only.has(nodes[row])) marks[row] |= MARK.LISTED;
      else marks[row] &= ~MARK.LISTED;
    }
  };

  // Returns the matches of each selector in all roots; none for an invalid selector.
  const match = (roots, selectors) =>
    selectors.slice(0, 500).map((selector) => {
      const found = [];
      for (const root of roots) {
        try {
          for (const element of dom.all(root, selector)) {
            if (found.length >= MOST_MATCHES) return found;
            found.push(element);
          }
        } catch {
          return found;
        }
      }
      return found;
    });

  const round = (box) => [Math.round(box.left), Math.round(box.top), Math.round(box.width), Math.round(box.height)];

  const describeAll = (parts, { hidden, full, isAsked }) => {
    const { pass, listing, geometry } = parts;
    const { nodes, tags, parents, count } = pass;
    const { marks } = listing;
    const focused = lemmascope.fields.focused();
    const beside = lemmascope.beside(pass, parts.namer, listing);
    const selectorOf = full ? lemmascope.selectors() : null;
    const isAsTold = !full && pass.changes.isUnwritten && geometry.isStill;
    const elements = [];
    const rows = [];
    const listedAt = new Int32Array(count).fill(-1);
    const invisible = bits.UNDISPLAYED | bits.HIDDEN | bits.TRANSPARENT | bits.SIZELESS | bits.CLIPPED;
    let left = 0;
    for (let row = 0; row < count; row++) {
      const parent = parents[row];
      const around = parent >= 0 ? listedAt[parent] : -1;
      listedAt[row] = around;
      if ((marks[row] & MARK.LISTED) === 0) continue;
      let flags = geometry.visibility(row);
      const isSaid = (marks[row] & MARK.INTERACTIVE) === 0 && (flags & invisible) === 0 && hasWords(pass, row);
      if (isSaid && parts.styles.isFaint(row) && !lemmascope.hasGround(nodes[row])) flags |= bits.TRANSPARENT;
      let proxy = -1;
      if ((flags & invisible) !== 0) {
        proxy = standIn(parts, row, flags);
        if (proxy === row) flags &= ~bits.TRANSPARENT;
        else if (proxy >= 0) flags = geometry.visibility(proxy);
        if ((flags & invisible) !== 0 && !hidden && !isKept(nodes[row], tags[row])) continue;
      }
      if (elements.length >= MOST_LISTED) {
        left++;
        continue;
      }
      const shown = proxy >= 0 ? proxy : row;
      if ((marks[row] & MARK.INTERACTIVE) !== 0 && (flags & bits.IN_VIEWPORT) !== 0 && (flags & invisible) === 0) {
        if (geometry.isCovered(shown) && !isDrawnBeside(parts, row)) flags |= bits.COVERED;
      }
      const within = around >= 0 ? elements[around].k : undefined;
      const own = isAsTold && proxy < 0 ? pass.said[row] : undefined;
      if (own?.told !== undefined && isToldAgain(own, parts, row, { flags, focused, within })) {
        listedAt[row] = elements.length;
        elements.push(own.told);
        rows.push(row);
        continue;
      }
      const raw = describe(parts, row, { focused, flags, beside, box: geometry.boxOf(shown), isAsked });
      if (raw === null) continue;
      if (within !== undefined) raw.p = within;
      if (proxy >= 0 && proxy !== row) raw.y = lemmascope.keyOf(nodes[proxy]);
      if (selectorOf !== null) {
        raw.selector = selectorOf(nodes[row]);
        raw.attributes = lemmascope.allAttributes(nodes[row]);
      } else if (proxy < 0 && (marks[row] & MARK.LEAF_TEXT) === 0 && pass.said[row] !== undefined) pass.said[row].told = raw;
      listedAt[row] = elements.length;
      elements.push(raw);
      rows.push(row);
    }
    if (!isAsked) lemmascope.tellApart(parts, elements, rows);
    return { elements, left };
  };

  // Whether the earlier description of an element, whose own content is unchanged, is still valid: its
  // context is unchanged as well.
  const isToldAgain = ({ mark, role, told }, { pass, namer, listing, styles, regionAt }, row, { flags, focused, within }) =>
    mark === listing.marks[row] &&
    role === listing.roles[row] &&
    (told.z ?? bits.IN_VIEWPORT) === flags &&
    (told.g ?? 0) === regionAt(row) &&
    told.p === within &&
    (((told.s ?? 0) & STATE.focused) !== 0) === (pass.nodes[row] === focused) &&
    !namer.labels.has(pass.nodes[row]) &&
    (pass.changes.isQuiet || isEmphasised({ pass, listing, styles }, row, flags) === (((told.s ?? 0) & STATE.emphasised) !== 0));

  // Whether a button, or a link in view, is styled to stand out.
  const isEmphasised = ({ pass, listing, styles }, row, flags) =>
    ((listing.marks[row] & MARK.BUTTON) !== 0 || (pass.tags[row] === "a" && (flags & bits.IN_VIEWPORT) !== 0)) && styles.isFilled(row);

  // Whether an element has a text node of its own among its first descendants.
  const hasWords = ({ texts, parents, end }, row) => {
    const last = Math.min(end[row], row + 20);
    for (let at = row + 1; at < last; at++) if (texts[at] !== null && parents[at] === row) return true;
    return false;
  };

  // Frames matter even when they are hidden, as does a file input behind a button.
  const isKept = (element, tag) => tag === "input" && element.type === "file";

  // Returns the label through which a hidden checkbox is operated, or the checkbox itself if it is
  // transparent over its custom replacement.
  const standIn = ({ pass, namer, geometry, listing }, row, flags) => {
    const element = pass.nodes[row];
    if (pass.tags[row] === "select") {
      const list = lemmascope.drawnList(element);
      const at = list === null ? undefined : namer.rows.get(list);
      return at !== undefined && (geometry.visibility(at) & 31) === 0 ? at : -1;
    }
    if (pass.tags[row] !== "input") return -1;
    const { type } = element;
    const others = bits.UNDISPLAYED | bits.HIDDEN | bits.SIZELESS | bits.CLIPPED;
    if (type !== "checkbox" && type !== "radio" && type !== "file") {
      const box = listing.boxes.get(row);
      if (box !== undefined && (geometry.visibility(box) & (others | bits.TRANSPARENT)) === 0) return box;
      return (flags & others) === 0 && isFelt(element, geometry, row, flags) ? row : -1;
    }
    if ((flags & others) === 0 && geometry.boxOf(row).width >= 4) return row;
    for (const label of namer.labels.get(element) ?? []) {
      if ((geometry.visibility(label) & (others | bits.TRANSPARENT)) === 0) return label;
    }
    const box = type === "file" ? null : lemmascope.toggleBox(element);
    const at = box === null ? undefined : namer.rows.get(box);
    if (at !== undefined && (geometry.visibility(at) & (others | bits.TRANSPARENT)) === 0) return at;
    return -1;
  };

  // Whether another visible element is clicked instead: the label, or the box of a list.
  const isDrawnBeside = ({ pass, namer, geometry, listing }, row) => {
    const others = [...(namer.labels.get(pass.nodes[row]) ?? [])];
    const box = listing.boxes.get(row);
    if (box !== undefined) others.push(box);
    return others.some((other) => (geometry.visibility(other) & bits.IN_VIEWPORT) !== 0 && !geometry.isCovered(other));
  };

  // Whether a field with a custom replacement is transparent on top of it and receives the clicks.
  const isFelt = (element, geometry, row, flags) => {
    if (element.tabIndex < 0 || dom.attribute(element, "aria-hidden") === "true") return false;
    const { width, height } = geometry.boxOf(row);
    if (width < 16 || height < 8 || dom.style(element).pointerEvents === "none") return false;
    return (flags & bits.IN_VIEWPORT) === 0 || !geometry.isCovered(row);
  };

  // Describes an element by itself and its content. The result is valid until that content changes, unless
  // the element references others or has a state that no mutation reports.
  const ownOf = ({ pass, namer, listing }, row, isAsked) => {
    const element = pass.nodes[row];
    const tag = pass.tags[row];
    const mark = listing.marks[row];
    const role = listing.roles[row];
    const known = pass.said[row];
    if (known !== undefined && known.mark === mark && known.role === role && !namer.labels.has(element)) return known;

    const isField = (mark & MARK.FIELD) !== 0;
    const isInteractive = (mark & MARK.INTERACTIVE) !== 0;
    const outer = listing.outer.get(row);
    // Reading the names is far cheaper than reading each attribute as an object.
    const names = dom.hasAny(element) ? dom.names(element) : [];
    const name =
      namer.nameOf(row, role, (mark & (MARK.BY_CURSOR | MARK.LEAF_TEXT)) !== 0 || (isInteractive && !isField)) ||
      (outer === undefined ? "" : namer.replacedLabel(outer));
    let state = lemmascope.stateOf(element, tag, false, names);
    if (outer !== undefined) state |= lemmascope.stateOf(outer, "", false);
    let text = "";
    if (isInteractive && !isField && (dom.has(element, "aria-label") || dom.has(element, "aria-labelledby"))) text = namer.textOf(row);
    if ((role === "alert" || role === "status" || dom.has(element, "aria-live") || tag === "dialog") && name === "") text = namer.textOf(row);
    const isTable = tag === "table" || role === "table" || role === "grid";
    const own = {
      mark,
      role,
      name,
      state,
      text: text === name ? "" : text,
      shape: null,
      cells: null,
      isTable,
      attributes: attributesOf(element, tag, names),
    };
    if (isTable) own.shape = tableShape(pass, listing, row);
    if (own.shape !== null && !isAsked) own.cells = lemmascope.cellsOf(pass, namer, listing, row);
    const isSettled = !isField && !isAsked && outer === undefined && !LIVELY.has(tag) && !tag.includes("-");
    if (isSettled && !names.some((name) => REFERRING.has(name)) && !namer.labels.has(element)) pass.said[row] = own;
    return own;
  };

  const LIVELY = new Set("input option iframe frame canvas video audio".split(" "));
  const REFERRING = new Set("aria-labelledby aria-describedby aria-errormessage aria-owns".split(" "));

  const attributesOf = (element, tag, names) => {
    if (tag === "img") {
      // Only the source of an image matters for these attributes.
      const source = dom.attribute(element, "src");
      return source !== null && !source.startsWith("data:") ? { src: source.slice(0, 160) } : null;
    }
    const kept = lemmascope.keptAttributes(element, names);
    for (const _ in kept) return kept;
    return null;
  };

  const describe = (parts, row, { focused, flags, beside, box, isAsked }) => {
    const { pass, namer, listing, styles, regionAt } = parts;
    const element = pass.nodes[row];
    const tag = pass.tags[row];
    const mark = listing.marks[row];
    const role = listing.roles[row];
    const isField = (mark & MARK.FIELD) !== 0;
    const isInteractive = (mark & MARK.INTERACTIVE) !== 0;
    const own = ownOf(parts, row, isAsked);
    const { name } = own;
    const isPicture = tag === "img" || role === "img";
    // Images without a name and mere layout boxes carry no information.
    if (!isAsked && !isInteractive && name === "" && (isPicture || (mark & MARK.LEAF_TEXT) !== 0 || /^h[1-6]$/.test(tag))) return null;
    if (!isAsked && isPicture && (box.width < 24 || box.height < 24) && !isInteractive) return null;
    if (own.isTable && own.shape === null && !isAsked) return null;

    let { state } = own;
    if (element === focused) state |= STATE.focused;
    if (isInteractive) state |= STATE.interactive;
    if ((mark & MARK.BY_CURSOR) !== 0) state |= STATE.byCursor;
    if ((mark & MARK.LEAF_TEXT) !== 0) {
      state |= STATE.text;
      if (styles.isAlarming(row)) state |= STATE.alarming;
    }
    const isSecret = isField && lemmascope.isSecret(element);
    if (isSecret) state |= STATE.secret;
    if (isEmphasised(parts, row, flags)) state |= STATE.emphasised;

    const raw = { k: lemmascope.keyOf(element), t: tag };
    if (role !== "") raw.r = role;
    if (name !== "") raw.n = name;
    if (state !== 0) raw.s = state;
    if (flags !== bits.IN_VIEWPORT) raw.z = flags;
    raw.b = round(box);
    const region = regionAt(row);
    if (region !== 0) raw.g = region;
    if (isField) describeField(raw, parts, row, { beside, isSecret, name });
    else if (tag === "input" || tag === "button") {
      tellOwner(raw, parts, element, tag);
      // Outside of a form, every button has the type `submit` by default, so only an explicit type counts.
      if ((element.type === "submit" || element.type === "image") && (element.form !== null || dom.has(element, "type"))) raw.u = 1;
    }
    if (role === "slider" || role === "spinbutton" || role === "scrollbar") {
      const value = lemmascope.valueOf(element, tag, role);
      if (value !== "") raw.v = value;
    }
    if ((mark & MARK.LEAF_TEXT) !== 0 && name.length < 40) {
      // The text before a number names what it counts.
      const text = beside(row);
      if (text !== "") raw.e = text;
    }
    if (own.text !== "") raw.x = own.text;
    // Elements that were requested or are hidden are identified by their text, even where that is not their
    // name.
    if (name === "" && !isField && (isAsked || (flags & (bits.UNDISPLAYED | bits.HIDDEN)) !== 0)) {
      const text = namer.textOf(row) || namer.hiddenText(element);
      if (text !== "") raw.x = text;
    }
    if (own.shape !== null) raw.w = own.shape;
    if (own.cells !== null && own.cells.length > 0) raw.m = own.cells;
    if (tag === "iframe" || tag === "frame") raw.w = contentOf(element);
    if (own.attributes !== null) raw.a = own.attributes;
    return raw;
  };

  const tellOwner = (raw, { namer, regionAt }, element, tag) => {
    const owner = ownerOf(element, tag);
    const at = owner === null ? undefined : namer.rows.get(owner);
    if (at !== undefined && regionAt(at) !== 0) raw.o = regionAt(at);
  };

  // Adds the properties of a field other than its name: labels, value, options.
  const describeField = (raw, parts, row, { beside, isSecret, name }) => {
    const { pass, namer, listing } = parts;
    const element = pass.nodes[row];
    const tag = pass.tags[row];
    const label = namer.labelText(element);
    if (label !== "" && label !== name) raw.l = label;
    else if (label === "" || name === "") {
      const text = beside(row);
      if (text !== "" && text !== name) raw.e = text;
    }
    let placeholder = namer.attributeText(element, "placeholder");
    if (placeholder === "" && name === "" && tag === "input" && !isSecret) {
      // Old pages write the placeholder into the value.
      const first = namer.attributeText(element, "value");
      if (first !== "" && first.length <= 40) raw.f = first;
    }
    // For a secret, only its presence is reported.
    let value = isSecret ? (element.value === "" ? "" : "•") : lemmascope.valueOf(element, tag, listing.roles[row]);
    const box = listing.boxes.get(row);
    if (box !== undefined && !isSecret && (value === "" || tag !== "input")) {
      const { chosen, asked } = lemmascope.shownIn(pass, listing, row, box, [name, raw.e]);
      value = chosen;
      placeholder ||= asked;
    }
    if (placeholder !== "") raw.h = placeholder;
    if (name === "" && raw.e === undefined && raw.l === undefined && placeholder !== "") raw.n = placeholder;
    if (value !== "") raw.v = value;
    if (tag === "select") raw.c = lemmascope.choicesOf(element);
    tellOwner(raw, parts, element, tag);
    const described = namer.references(element, "aria-describedby") || namer.references(element, "aria-errormessage");
    if (described !== "") raw.d = described;
  };

  // Returns the position and the size of a frame's content inside its box.
  const contentOf = (frame) => {
    const style = dom.style(frame);
    const left = frame.clientLeft + (Number.parseFloat(style.paddingLeft) || 0);
    const top = frame.clientTop + (Number.parseFloat(style.paddingTop) || 0);
    return [left, top, frame.clientWidth, frame.clientHeight].map(Math.round);
  };

  // Returns the form of a control that is not its descendant: through the `form` attribute, or because the
  // parser moved a form element out of place, as between a table and its rows.
  const ownerOf = (element, tag) => {
    if (tag !== "input" && tag !== "select" && tag !== "textarea" && tag !== "button") return null;
    const { form } = element;
    if (!(form instanceof HTMLFormElement)) return null;
    // Uses the prototype's method because a field named `contains` would shadow the form's own.
    return Node.prototype.contains.call(form, element) ? null : form;
  };

  // Returns the rows and columns of a table, and whether it is a data table with headers rather than a layout
  // table.
  const tableShape = ({ tags, end, nodes }, { roles }, row) => {
    let lines = 0;
    let columns = 0;
    let headers = 0;
    let nested = 0;
    const last = Math.min(end[row], row + 200000);
    for (let at = row + 1; at < last; at++) {
      const tag = tags[at];
      if (tag === "table") nested++;
      if (tag === "tr" || roles[at] === "row") {
        lines++;
        if (lines <= 3) {
          let cells = 0;
          for (let cell = at + 1; cell < end[at]; ) {
            const isCell = tags[cell] === "td" || tags[cell] === "th" || CELLS.has(roles[cell]);
            if (isCell) cells++;
            // In a table built from other elements, cells need not be children of the rows.
            cell = isCell || tag === "tr" ? end[cell] : cell + 1;
          }
          columns = Math.max(columns, cells);
        }
      }
      if (tag === "th" || roles[at] === "columnheader" || roles[at] === "rowheader") headers++;
    }
    if (tags[row] !== "table") return [lines, columns, headers];
    const says = dom.has(nodes[row], "role") && /^(?:presentation|none)$/.test(dom.attribute(nodes[row], "role"));
    if (says || nested > 0 || lines < 2 || columns < 2 || headers === 0) return null;
    return [lines, columns, headers];
  };

  const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

  const describeRegion = ({ row, kind, parent, repeat, floating }, keys, { pass, namer, geometry }) => {
    if (row < 0) {
      // The text of a frame is reported here, because its document as a whole is not a region with text.
      const text = window === window.top || pass.count === 0 ? "" : namer.textOf(0, 240);
      return text === "" ? { c: kind, k: 0 } : { c: kind, k: 0, x: text };
    }
    const element = pass.nodes[row];
    const { name, text, hints } = partOf(pass, namer, row, kind);
    const raw = { c: kind, k: lemmascope.keyOf(element), t: pass.tags[row], p: keys[parent] };
    if (name !== "") raw.n = name;
    if (text !== "") raw.x = text;
    raw.b = round(geometry.boxOf(row));
    const flags = geometry.visibility(row);
    // Content for screen readers only is usually one pixel large.
    const isTiny = kind === "Alert" && raw.b[2] < 4 && raw.b[3] < 4 && raw.b[2] + raw.b[3] > 0;
    if ((flags & (bits.UNDISPLAYED | bits.HIDDEN | bits.TRANSPARENT | bits.CLIPPED)) === 0 && !isTiny) raw.v = 1;
    if (floating) raw.f = 1;
    if (repeat > 0) raw.q = repeat;
    if (hints !== "") raw.i = hints;
    return raw;
  };

  // Describes a region; the result is valid until its content changes.
  const partOf = (pass, namer, row, kind) => {
    const known = pass.part[row];
    const element = pass.nodes[row];
    const isLabelled = namer.labels.has(element);
    if (known !== undefined && known.kind === kind && !isLabelled) return known;
    const isPlain = kind === "Item" || kind === "Row" || kind === "List" || kind === "Group";
    const part = {
      kind,
      name: isPlain ? "" : namer.nameOf(row, "", false) || heading(pass, namer, row),
      text: namer.textOf(row, kind === "Row" || kind === "Item" || kind === "Group" ? 100 : 240),
      hints: hintsOf(element, kind),
    };
    if (!isLabelled && (isPlain || !dom.has(element, "aria-labelledby"))) pass.part[row] = part;
    return part;
  };

  // Whether a row is the header row of its table, at the top or bottom.
  const isHeadRow = (row) => {
    const around = dom.parent(row);
    if (around instanceof HTMLTableSectionElement && dom.tag(around) !== "tbody") return true;
    const cells = Array.from(dom.children(row));
    return cells.length > 1 && cells.every((cell) => dom.tag(cell) === "th" || dom.attribute(cell, "role") === "columnheader");
  };

  const HINTS = ["id", "name", "class", "action", "aria-label", "data-testid", "role", "aria-modal", "itemtype"];
  const hintsOf = (element, kind) => {
    if (kind === "Row") return isHeadRow(element) ? "head" : "";
    if (kind === "Item" || !dom.hasAny(element)) return "";
    const said = [];
    for (const name of HINTS) {
      const value = dom.attribute(element, name);
      if (value !== null && value !== "") said.push(`${name}=${value.slice(0, 120)}`);
    }
    if (kind === "Form" && dom.has(element, "method")) said.push(`method=${dom.attribute(element, "method").slice(0, 10).toLowerCase()}`);
    return said.join("\n");
  };

  // Returns the first heading in a region, unless it is far down.
  const heading = (pass, namer, row) => {
    const last = Math.min(pass.end[row], row + 40);
    for (let at = row + 1; at < last; at++) if (/^(?:h[1-6]|legend)$/.test(pass.tags[at])) return namer.textOf(at);
    return "";
  };
})(lemmascope);

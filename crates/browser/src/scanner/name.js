// Accessible names according to the rules of assistive technology, computed from the columns of a walk.
((lemmascope) => {
  const { dom, bits } = lemmascope;

  // Names are truncated because a report shows a name on one line. The limit on rows keeps the cost of a name
  // constant, so that nested names stay linear in the size of the page.
  const LENGTH = 200;
  const ROWS = 400;
  const REFERENCES = 8;

  // Elements that flow inline with the surrounding text; all others are separated from it.
  const INLINE = new Set(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp slot small span strike strong sub sup time tt u var wbr".split(
      " ",
    ),
  );

  const SPACE = /[\s\u00a0\u200b\u2060\ufeff]+/g;
  // Icon fonts place their glyphs in the private use areas.
  const ICONS = /[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g;
  const BLANK = /^[\s\u00a0\u200b]*$/;

  // Most texts need no clean-up, and this test costs a fraction of rewriting them.
  const UNTIDY = /[\ue000-\uf8ff\udb80-\udbff\u00a0\u200b\u2060\ufeff\t\n\v\f\r\u2028\u2029]| {2}|^ | $/;

  const tidy = (text, length = LENGTH) => {
    if (text.length <= length && !UNTIDY.test(text)) return text;
    const line = text.replace(ICONS, " ").replace(SPACE, " ").trim();
    return line.length > length ? `${line.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…` : line;
  };

  // Truncates a text in the middle and keeps its end, which is often a price or a size.
  const TAIL = 50;
  const tidyEnds = (text, length) => {
    const line = tidy(text, text.length);
    if (line.length <= length || length < 2 * TAIL) return tidy(line, length);
    const [head, tail] = [line.slice(0, length - TAIL), line.slice(-TAIL)];
    return `${head.replace(/[\ud800-\udbff]$/, "")}… ${tail.replace(/^[\udc00-\udfff]/, "").trimStart()}`;
  };

  const svgTitle = (svg) => {
    let child = dom.first(svg);
    for (let steps = 0; child !== null && steps < 5; steps++, child = dom.next(child)) {
      if (dom.type(child) === 1 && dom.tag(child) === "title") return child.textContent.slice(0, LENGTH);
    }
    return "";
  };

  // Returns the substitute text of elements without text: images, fields.
  const replacement = (element, tag) => {
    switch (tag) {
      case "img":
      case "area":
        return dom.attribute(element, "alt") ?? dom.attribute(element, "title") ?? "";
      case "svg":
        return dom.attribute(element, "aria-label") ?? svgTitle(element);
      case "input": {
        const { type } = element;
        if (type === "submit" || type === "button" || type === "reset") return element.value.slice(0, LENGTH);
        if (type === "image") return dom.attribute(element, "alt") ?? "";
        return "";
      }
      default:
        return null;
    }
  };

  lemmascope.tidy = tidy;

  lemmascope.namer = (pass) => {
    const { nodes, texts, tags, end, flags, telling, parents, spaced, rows } = pass;

    // Returns the visible text of a row on one line. `own` includes the row itself, such as the alternative
    // text of an image.
    const textOf = (row, length = LENGTH, own = true) => {
      const last = Math.min(end[row], row + ROWS);
      // If the element itself is hidden, its content is not omitted for the same reason.
      const shown = ~flags[row];
      let text = "";
      let isWhole = true;
      const blocks = [];
      for (let at = own ? row : row + 1; at < last; ) {
        if ((flags[at] & bits.UNDISPLAYED & shown) !== 0) {
          at = end[at];
          continue;
        }
        while (blocks.length > 0 && at >= blocks[blocks.length - 1]) {
          blocks.pop();
          text += " ";
        }
        if (at !== row && spaced[at]) text += " ";
        if (texts[at] !== null) {
          if ((flags[at] & bits.HIDDEN & shown) === 0) text += texts[at].length > length ? texts[at].slice(0, length + 1) : texts[at];
          if (text.length > 4 * length) {
            isWhole = false;
            break;
          }
          at++;
          continue;
        }
        const tag = tags[at];
        const node = nodes[at];
        if (at !== row) {
          if (dom.has(node, "aria-hidden") && dom.attribute(node, "aria-hidden") === "true") {
            at = end[at];
            continue;
          }
          if (!INLINE.has(tag)) {
            text += " ";
            blocks.push(end[at]);
          } else if (text !== "" && !text.endsWith(" ") && standsApart(node)) text += " ";
          const label = telling[at] || tag === "svg" || tag === "img" ? dom.attribute(node, "aria-label") : null;
          if (label !== null && !BLANK.test(label)) {
            text += ` ${label.slice(0, length)} `;
            at = end[at];
            continue;
          }
          if (tag === "select" || tag === "textarea") {
            at = end[at];
            continue;
          }
        }
        const instead = replacement(node, tag);
        if (instead !== null) {
          text += ` ${instead.slice(0, length)} `;
          at = end[at];
          continue;
        }
        at++;
      }
      return isWhole && last === end[row] ? tidyEnds(text, length) : tidy(text, length);
    };

    // The texts of two adjacent boxes are separate words, even without white space between them in the
    // source.
    const standsApart = (element) => {
      const { display } = dom.style(element);
      return display !== "inline" && display !== "contents";
    };

    // Returns the text of an element that the walk omitted as hidden, because a name may still refer to it.
    const hiddenText = (element) => {
      let text = "";
      let steps = 0;
      const open = [dom.first(element)];
      while (open.length > 0 && steps++ < ROWS && text.length < 4 * LENGTH) {
        const node = open.pop();
        if (node === null) continue;
        open.push(dom.next(node));
        if (dom.type(node) === 3) text += dom.text(node, LENGTH);
        else if (dom.type(node) === 1) {
          const tag = dom.tag(node);
          if (tag === "script" || tag === "style") continue;
          text += INLINE.has(tag) ? "" : " ";
          const instead = replacement(node, tag);
          if (instead !== null) text += ` ${instead.slice(0, LENGTH)} `;
          else open.push(dom.first(node));
        }
      }
      return tidy(text);
    };

    // Returns the label or else the text of a referenced element. References are not followed further, so
    // that cyclic references terminate.
    const referenced = (element) => {
      const label = dom.attribute(element, "aria-label");
      if (label !== null && !BLANK.test(label)) return tidy(label);
      const row = rows.get(element);
      if (row !== undefined) {
        const tag = tags[row];
        const seen = textOf(row);
        if (seen !== "") return seen;
        if (tag === "input" && element.type !== "password") return tidy(element.value.slice(0, LENGTH));
      }
      return hiddenText(element);
    };

    // `others` excludes referenced elements inside the element itself: in lists they contain the selected
    // value, not the name.
    const references = (element, attribute, others = false) => {
      const ids = dom.attribute(element, attribute);
      if (ids === null || ids.length > 1000 || BLANK.test(ids)) return "";
      const root = dom.root(element);
      const said = [];
      for (const id of ids.trim().split(/\s+/).slice(0, REFERENCES)) {
        const other = dom.byId(root, id);
        if (other === null || (others && dom.contains(element, other))) continue;
        said.push(referenced(other));
      }
      return tidy(said.join(" "));
    };

    // Maps controls to their labels. Querying `labels` on each control would traverse the page each time.
    const labels = new Map();
    const used = new Set();
    const addLabel = (control, row) => {
      used.add(row);
      const known = labels.get(control);
      if (known === undefined) labels.set(control, [row]);
      else if (known.length < 4 && !known.includes(row)) known.push(row);
    };
    const LABELABLE = new Set("input select textarea button meter output progress".split(" "));
    const labelAt = [];
    for (let row = 0; row < pass.count; row++) {
      const parent = parents[row];
      let around = parent < 0 ? -1 : labelAt[parent];
      const tag = tags[row];
      if (tag === "label") {
        const id = dom.attribute(nodes[row], "for");
        around = -1;
        if (id === null) around = row;
        else if (id !== "") {
          const control = dom.byId(dom.root(nodes[row]), id);
          if (control !== null) addLabel(control, row);
        }
      } else if (around >= 0 && (LABELABLE.has(tag) || tag.includes("-")) && !(tag === "input" && nodes[row].type === "hidden")) {
        addLabel(nodes[row], around);
        if (LABELABLE.has(tag)) labelAt[around] = -1;
      }
      labelAt.push(around);
    }

    // Returns the text of a label without that of the control inside it.
    const labelText = (element) => {
      const found = labels.get(element);
      if (found === undefined) return "";
      return tidy(found.map((row) => textOf(row)).join(" "));
    };

    const childText = (row, tag) => {
      for (let at = row + 1, steps = 0; at < end[row] && steps < 12; at = end[at], steps++) {
        if (tags[at] === tag) return textOf(at);
      }
      return "";
    };

    const attributeText = (element, name) => tidy((dom.attribute(element, name) ?? "").slice(0, 1000));

    const NAMED_BY_CONTENT = new Set(
      "a button summary h1 h2 h3 h4 h5 h6 label option legend caption th td dt dd li figcaption output".split(" "),
    );
    const ROLES_BY_CONTENT = new Set(
      "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem alert status".split(
        " ",
      ),
    );

    const LABELLED = new Set(["checkbox", "radio", "switch"]);

    // Returns the label of the native list that a custom one replaces: a list inside it or directly before
    // it.
    const replacedLabel = (element) => {
      const inner = dom.all(element, "select, input");
      if (inner.length > 0 && inner.length < 4) {
        for (const one of inner) if (labels.has(one)) return labelText(one);
      }
      let at = element;
      for (let steps = 0; at !== null && steps < 4; steps++, at = dom.parent(at)) {
        if (dom.type(at) !== 1) break;
        const before = at.previousElementSibling;
        if (before !== null && (dom.tag(before) === "select" || dom.tag(before) === "input") && labels.has(before)) return labelText(before);
      }
      return "";
    };

    // Returns the accessible name, or for a field without one, the text next to it.
    const nameOf = (row, role, byContent) => {
      const element = nodes[row];
      const tag = tags[row];
      const isDrawnList = role === "combobox";
      if (isDrawnList) {
        const label = labelText(element) || replacedLabel(element);
        if (label !== "") return label;
      }
      const referredTo = references(element, "aria-labelledby", isDrawnList);
      if (referredTo !== "") return referredTo;
      const label = attributeText(element, "aria-label");
      if (label !== "") return label;
      switch (tag) {
        case "input": {
          const { type } = element;
          if (type === "submit" || type === "reset" || type === "button") {
            const value = tidy(element.value.slice(0, LENGTH));
            if (value !== "") return value;
            return labelText(element) || attributeText(element, "title") || { submit: "Submit", reset: "Reset", button: "" }[type];
          }
          if (type === "image") return attributeText(element, "alt") || attributeText(element, "title") || "Submit";
          return labelText(element) || attributeText(element, "title") || attributeText(element, "placeholder");
        }
        case "select":
        case "textarea":
          return labelText(element) || attributeText(element, "title") || attributeText(element, "placeholder");
        case "img":
        case "area":
          return attributeText(element, "alt") || attributeText(element, "title");
        case "svg":
          return tidy(svgTitle(element)) || attributeText(element, "title");
        case "fieldset":
          return childText(row, "legend") || attributeText(element, "title");
        case "table":
          return childText(row, "caption") || attributeText(element, "title");
        case "figure":
          return childText(row, "figcaption") || attributeText(element, "title");
        case "iframe":
        case "frame":
          return attributeText(element, "title") || attributeText(element, "name");
        default:
      }
      // The label of a checkbox is its name; its content is only the check mark.
      if (LABELLED.has(role)) {
        const label = labelText(element);
        if (label !== "") return label;
      }
      if (!isDrawnList && (byContent || NAMED_BY_CONTENT.has(tag) || ROLES_BY_CONTENT.has(role))) {
        const text = textOf(row, LENGTH, false);
        if (text !== "") return text;
      }
      return labelText(element) || attributeText(element, "title") || attributeText(element, "placeholder") || attributeText(element, "aria-placeholder");
    };

    return { rows, textOf, hiddenText, nameOf, labelText, replacedLabel, references, labels, attributeText, isUsed: (row) => used.has(row) };
  };
})(lemmascope);

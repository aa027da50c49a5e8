// The regions of a page: elements with a landmark role, overlays, and containers of several controls or
// repeated items.
((lemmascope) => {
  const { dom, bits, marks: MARK } = lemmascope;

  const MOST = 3000;
  const TAGS = {
    form: "Form", fieldset: "Fieldset", dialog: "Dialog", nav: "Navigation", search: "Search", header: "Header",
    footer: "Footer", main: "Main", aside: "Aside", article: "Article", section: "Section", ul: "List", ol: "List",
    li: "Item", table: "Table", tr: "Row", menu: "Menu", details: "Section",
  };
  const ROLES = {
    form: "Form", group: "Fieldset", radiogroup: "Fieldset", dialog: "Dialog", alertdialog: "Dialog", alert: "Alert",
    status: "Alert", navigation: "Navigation", search: "Search", banner: "Header", contentinfo: "Footer", main: "Main",
    complementary: "Aside", article: "Article", region: "Section", list: "List", listitem: "Item", table: "Table",
    grid: "Table", treegrid: "Table", row: "Row", menu: "Menu", menubar: "Menu", toolbar: "Toolbar", tablist: "Toolbar",
    feed: "List", listbox: "List", tabpanel: "Section",
  };

  // The points of the viewport for hit tests, as fractions.
  const COLUMNS = [0.02, 0.2, 0.5, 0.8, 0.98];
  const LINES = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98];

  lemmascope.partition = (pass, namer, listing, geometry, styles) => {
    const { nodes, texts, tags, parents, end, flags, count } = pass;
    const { marks, roles } = listing;
    const kinds = new Array(count).fill("");
    const repeats = new Map();

    for (let row = 0; row < count; row++) {
      if (texts[row] !== null) continue;
      let kind = TAGS[tags[row]] ?? "";
      if (pass.telling[row]) {
        const role = roles[row];
        if (Object.hasOwn(ROLES, role)) kind = ROLES[role];
        else if (role === "presentation" || role === "none") kind = "";
        const live = dom.attribute(nodes[row], "aria-live");
        if ((kind === "" || kind === "Section" || kind === "List") && live !== null && live !== "off") kind = "Alert";
      }
      kinds[row] = kind;
    }

    // The number of fields, buttons and links in each row; a row where two such containers meet is a group.
    const fields = new Uint32Array(count);
    const controls = new Uint32Array(count);
    const largest = new Uint32Array(count);
    const listed = new Uint32Array(count);
    for (let row = count - 1; row >= 0; row--) {
      if ((marks[row] & MARK.LISTED) !== 0) listed[row]++;
      if ((marks[row] & MARK.FIELD) !== 0 && (flags[row] & 7) === 0) {
        fields[row]++;
        controls[row]++;
      } else if ((marks[row] & MARK.INTERACTIVE) !== 0) controls[row]++;
      const parent = parents[row];
      if (parent < 0) continue;
      fields[parent] += fields[row];
      controls[parent] += controls[row];
      listed[parent] += listed[row];
      if (controls[row] > largest[parent]) largest[parent] = controls[row];
    }
    for (let row = 0; row < count; row++) {
      if (kinds[row] !== "" || texts[row] !== null || tags[row] === "body" || tags[row] === "html") continue;
      if (fields[row] > 0 && controls[row] > 1 && largest[row] < controls[row]) kinds[row] = "Group";
      else if (controls[row] > 0 && controls[row] < 40 && calledSomething(nodes[row])) kinds[row] = "Group";
    }

    markRepeats(pass, listing, kinds, listed, repeats);
    const floating = findFloating(pass, namer, kinds, geometry, styles);

    // Only a row that contains a listed element, floats, or may announce a message becomes a region.
    const regionOf = new Int32Array(count).fill(0);
    const regions = [{ row: -1, kind: "Page", parent: -1, repeat: 0, floating: false }];
    for (let row = 0; row < count; row++) {
      const parent = parents[row];
      let region = parent >= 0 ? regionOf[parent] : 0;
      const kind = kinds[row];
      if (kind !== "" && (listed[row] > 0 || kind === "Alert" || kind === "Dialog" || kind === "Overlay") && regions.length < MOST) {
        const isPlainItem = (kind === "Item" || kind === "Row") && listed[row] < 1;
        const isPlainList = kind === "List" && end[row] - row < 4;
        if (!isPlainItem && !isPlainList) {
          regions.push({ row, kind, parent: region, repeat: repeats.get(row) ?? 0, floating: floating.has(row) });
          region = regions.length - 1;
        }
      }
      regionOf[row] = region;
    }
    return { regions, regionOf };
  };

  // Marks lists: three or more similar children, each with a control, such as results, products, messages.
  const markRepeats = ({ nodes, texts, tags, end, count }, { marks }, kinds, listed, repeats) => {
    for (let row = 0; row < count; row++) {
      if (texts[row] !== null || listed[row] < 3 || end[row] - row < 9) continue;
      if (kinds[row] === "Form" || kinds[row] === "Fieldset" || tags[row] === "body" || tags[row] === "html") continue;
      const seen = new Map();
      let children = 0;
      for (let at = row + 1; at < end[row]; at = end[at]) {
        if (texts[at] !== null) continue;
        children++;
        if (listed[at] === 0 || end[at] - at < 3) continue;
        if ((marks[at] & MARK.INTERACTIVE) !== 0 && tags[at] !== "a") continue;
        const shape = `${tags[at]}.${firstClass(nodes[at])}`;
        const alike = seen.get(shape);
        if (alike === undefined) seen.set(shape, [at]);
        else alike.push(at);
      }
      let best = null;
      for (const alike of seen.values()) if (best === null || alike.length > best.length) best = alike;
      if (best === null || best.length < 3 || best.length * 2 < children) continue;
      repeats.set(row, best.length);
      if (kinds[row] === "") kinds[row] = "Group";
      if (kinds[row] === "Table" || kinds[row] === "Navigation") continue;
      for (const at of best) if (kinds[at] === "") kinds[at] = "Item";
    }
  };

  // Containers without a landmark role whose class or id names a common purpose.
  const CALLED = /cookie|consent|gdpr|rgpd|dsgvo|lgpd|privacy|breadcrumb|paginat|pager/i;
  const calledSomething = (element) => {
    if (!dom.hasAny(element)) return false;
    const id = dom.attribute(element, "id") ?? "";
    const all = dom.attribute(element, "class") ?? "";
    return (id.length < 200 && CALLED.test(id)) || (all.length < 400 && CALLED.test(all));
  };

  const firstClass = (element) => {
    const all = dom.attribute(element, "class");
    if (all === null) return "";
    const end = all.trim().search(/\s/);
    return (end < 0 ? all.trim() : all.trim().slice(0, end)).slice(0, 60);
  };

  // Finds overlays by hit tests on a grid of points, and among the children of the body, where they usually
  // are.
  const findFloating = (pass, namer, kinds, geometry, styles) => {
    const { nodes, tags, parents, flags } = pass;
    const known = new Map();
    const floats = (row) => {
      let answer = known.get(row);
      if (answer === undefined) {
        const tag = tags[row];
        if (tag === "html" || tag === "body") answer = false;
        else {
          const position = styles.position(row);
          answer =
            position === "fixed" ||
            (position === "absolute" && styles.layer(row) > 0) ||
            ((tag === "dialog" || dom.has(nodes[row], "popover")) && dom.matches(nodes[row], ":is(:modal,:popover-open)"));
        }
        known.set(row, answer);
      }
      return answer;
    };
    const isSolid = (row) => dom.style(nodes[row]).pointerEvents !== "none";
    const found = new Set();
    const consider = (row) => {
      if (row === undefined || (flags[row] & bits.UNDISPLAYED) !== 0) return;
      let top = -1;
      const way = [];
      // A container that lets clicks through covers nothing, however large; the overlay is the outermost
      // descendant on the path that receives clicks.
      for (let at = row, steps = 0; at >= 0 && steps < 200; at = parents[at], steps++) {
        if (floats(at)) top = isSolid(at) ? at : (way.findLast(isSolid) ?? top);
        way.push(at);
      }
      if (top < 0) return;
      found.add(top);
    };
    // Considers the descendants that receive clicks in a container that lets them through, up to a limit.
    const unpack = (row) => {
      for (let at = row + 1, steps = 0; at < pass.end[row] && steps < 40; steps++) {
        const isHeld = pass.texts[at] === null && isSolid(at);
        if (isHeld) consider(at);
        at = isHeld ? pass.end[at] : at + 1;
      }
    };
    for (const element of geometry.drawnOn(COLUMNS, LINES)) {
      let at = element;
      for (let steps = 0; at !== null && !namer.rows.has(at) && steps < 50; steps++) at = lemmascope.flatParent(at);
      if (at !== null) consider(namer.rows.get(at));
    }
    const body = dom.body(document);
    if (body !== null) {
      let child = dom.first(body);
      for (let steps = 0; child !== null && steps < 300; steps++, child = dom.next(child)) {
        if (dom.type(child) !== 1 || !namer.rows.has(child)) continue;
        const row = namer.rows.get(child);
        consider(row);
        if ((flags[row] & bits.UNDISPLAYED) === 0 && floats(row) && !isSolid(row)) unpack(row);
      }
    }
    for (let row = 0, steps = 0; row < pass.count && steps < 200; row++) {
      const kind = kinds[row];
      if (kind !== "Dialog" && kind !== "Alert") continue;
      steps++;
      // Some live regions announce the content of a floating box without floating themselves.
      if (kind === "Alert") {
        const last = Math.min(pass.end[row], row + 5);
        for (let inner = row + 1; inner < last; inner++) {
          if (pass.texts[inner] === null && styles.position(inner) === "fixed") found.add(row);
        }
      }
      let at = row;
      for (let up = 0; at >= 0 && up < 8; at = parents[at], up++) {
        if (floats(at)) {
          found.add(row);
          break;
        }
      }
    }
    for (const row of found) if (kinds[row] === "" || kinds[row] === "Group" || kinds[row] === "Item") kinds[row] = "Overlay";
    return found;
  };
})(lemmascope);

// The context that distinguishes controls of the same name: the row, item, card or section of each.
((lemmascope) => {
  const { dom, bits, tidy, marks: MARK } = lemmascope;

  // The maximum number of controls that get a context.
  const MOST = 1200;
  const ROWS = 300;
  const PIECE = 40;
  const PIECES = 3;
  const MORE_PIECES = 6;

  const KINDS = {
    tr: "row", li: "item", dd: "item", article: "card", fieldset: "group", dialog: "dialog", nav: "nav", header: "header",
    footer: "footer", aside: "aside", form: "form", section: "section", details: "section",
  };
  const ROLES = {
    row: "row", listitem: "item", article: "card", group: "group", radiogroup: "group", dialog: "dialog", alertdialog: "dialog",
    navigation: "nav", banner: "header", contentinfo: "footer", complementary: "aside", form: "form", region: "section",
    tabpanel: "section",
  };
  const ENTRIES = new Set(["row", "item", "card"]);
  const LANDMARKS = new Set(["nav", "header", "footer", "aside", "dialog"]);
  const INLINE = new Set("a abbr b bdi cite code em font i kbd label mark q s small span strong sub sup time u".split(" "));
  const HEADING = /^(?:h[1-6]|legend|caption|summary|dt)$/;

  // Adds the context to each listed element that shares its name with others. `rows` holds the row of each
  // element.
  lemmascope.tellApart = (parts, elements, rows) => {
    const { pass, namer, listing } = parts;
    const equals = new Map();
    for (const [at, raw] of elements.entries()) {
      const name = raw.n ?? raw.l ?? raw.e ?? "";
      if ((listing.marks[rows[at]] & MARK.INTERACTIVE) === 0 || (raw.z !== undefined && (raw.z & 31) !== 0)) continue;
      const key = `${raw.t} ${raw.r ?? ""} ${name}`;
      const known = equals.get(key);
      if (known === undefined) equals.set(key, [at]);
      else known.push(at);
    }
    const repeated = new Set();
    for (const places of equals.values()) if (places.length > 1) for (const at of places) repeated.add(rows[at]);
    let left = MOST;
    for (const places of equals.values()) {
      if (places.length < 2 || left < places.length) continue;
      left -= places.length;
      const told = contexts(pass, namer, listing, repeated, places.map((at) => rows[at]));
      for (const [index, at] of places.entries()) if (told[index] !== null) elements[at] = { ...elements[at], j: told[index] };
    }
  };

  const contexts = (pass, namer, listing, repeated, rows) => {
    const find = (isWide) => rows.map((_, at) => placeOf(pass, namer, listing, repeated, rows, at, isWide));
    const texts = (places, most) => places.map((one) => (one === null ? "" : one.pieces.slice(0, most).join(" · ")));
    const tellers = (places, said) => new Set(said.map((text, at) => `${places[at]?.kind} ${text}`)).size;
    const isTelling = (said) => tellers(places, said) === said.length;
    let places = find(false);
    let said = texts(places, PIECES);
    if (!isTelling(said)) said = texts(places, MORE_PIECES);
    if (!isTelling(said)) {
      // Contexts with equal texts may be parts of larger ones with different texts.
      const wide = find(true);
      const more = texts(wide, MORE_PIECES);
      if (tellers(wide, more) > tellers(places, said)) [places, said] = [wide, more];
    }
    return places.map((one, at) => (one === null ? null : [one.kind, said[at]]));
  };

  // Returns the innermost ancestor of a control that has text and contains no other control of the same name.
  // `isWide`: the outermost such ancestor.
  const placeOf = (pass, namer, listing, repeated, rows, place, isWide) => {
    const { tags, parents, end, nodes } = pass;
    const [row, last, next] = [rows[place], rows[place - 1] ?? -1, rows[place + 1] ?? pass.count];
    let top = row;
    for (let level = parents[row], steps = 0; level >= 0 && steps < 60; level = parents[level], steps++) {
      if (level < last || end[level] > next || tags[level] === "body" || tags[level] === "html") break;
      top = level;
      if (isWide) continue;
      const kind = ROLES[listing.roles[level]] ?? KINDS[tags[level]] ?? "";
      if (ENTRIES.has(kind)) {
        const pieces = piecesOf(pass, listing, repeated, level, row);
        if (pieces.length > 0) return { kind, pieces };
      }
      const heading = headingIn(pass, namer, level, row) || (kind === "group" || kind === "dialog" ? namer.nameOf(level, "", false) : "");
      if (heading !== "") return { kind: kind || "section", pieces: [tidy(heading, 2 * PIECE)] };
      if (LANDMARKS.has(kind)) return { kind, pieces: [tidy(dom.attribute(nodes[level], "aria-label") ?? "", 2 * PIECE)].filter((said) => said !== "") };
    }
    const heading = headingIn(pass, namer, Math.max(parents[top], last), row);
    if (heading !== "" && !isWide) return { kind: "section", pieces: [tidy(heading, 2 * PIECE)] };
    const pieces = top === row ? [] : piecesOf(pass, listing, repeated, top, row);
    if (pieces.length > 0) return { kind: "group", pieces };
    // Where the parts of all entries are siblings, the texts before a control belong to it, unless the
    // controls come first.
    const container = parents[top];
    if (container < 0) return null;
    const first = rows.find((one) => one > container) ?? row;
    const isLed = between(pass, listing, repeated, container + 1, first, row).length > 0;
    let before = isLed ? between(pass, listing, repeated, Math.max(container + 1, last < 0 ? 0 : end[last]), row, row) : [];
    // The texts before the first control may apply to all of them; each control gets as many pieces as the
    // next one.
    if (last < container) before = before.slice(-(between(pass, listing, repeated, end[top], Math.min(next, end[container]), row).length || PIECES));
    before = before.slice(-MORE_PIECES);
    const beside = before.length > 0 ? before : between(pass, listing, repeated, end[top], Math.min(next, end[container]), row);
    return beside.length > 0 ? { kind: "group", pieces: beside } : null;
  };

  // Returns the nearest heading before a row inside the same part.
  const headingIn = ({ tags, flags }, namer, level, row) => {
    for (let at = row - 1, steps = 0; at > level && steps < ROWS; at--, steps++) {
      if (HEADING.test(tags[at]) && (flags[at] & 7) === 0) {
        const text = namer.textOf(at, 2 * PIECE);
        if (text !== "") return text;
      }
    }
    return "";
  };

  const piecesOf = (pass, listing, repeated, level, row) => between(pass, listing, repeated, level + 1, pass.end[level], row);

  // Returns the texts between two rows, one piece for each box, without the texts of controls.
  const between = ({ texts, tags, parents, end, flags, nodes }, listing, repeated, from, to, row) => {
    const pieces = [];
    let box = -1;
    const isControl = (at) => (listing.marks[at] & (MARK.FIELD | MARK.BUTTON)) !== 0 || repeated.has(at);
    for (let at = from, steps = 0; at < to && steps < ROWS; steps++) {
      if (at === row || (texts[at] === null && isControl(at)) || (flags[at] & (bits.UNDISPLAYED | bits.HIDDEN | bits.TRANSPARENT)) !== 0) {
        at = end[at];
        continue;
      }
      const said = texts[at] ?? (tags[at] === "img" ? (dom.attribute(nodes[at], "alt") ?? "") : "");
      const piece = said === "" ? "" : tidy(said.slice(0, 4 * PIECE), PIECE);
      if (/[\p{L}\p{N}]/u.test(piece)) {
        let around = texts[at] === null ? at : parents[at];
        while (around >= 0 && INLINE.has(tags[around]) && parents[around] >= from) around = parents[around];
        if (around === box && pieces.length > 0) pieces[pieces.length - 1] = tidy(`${pieces[pieces.length - 1]} ${piece}`, 2 * PIECE);
        else pieces.push(piece);
        box = around;
      }
      at++;
    }
    return pieces;
  };
})(lemmascope);

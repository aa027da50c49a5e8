// Association of controls with a text. The document tree decides first (label, row, item, card, section),
// then the order of siblings, then the layout; distance decides last.
((lemmascope) => {
  const { dom } = lemmascope;

  const MOST_CANDIDATES = 3000;
  const MOST_ANCHORS = 150;
  const MOST_CHILDREN = 5000;
  // The number of similar siblings that form a list.
  const ALIKE = 3;

  const ROWS = "tr, li, dd, article, option, [role=row], [role=listitem], [role=article], [role=option], [role=treeitem]";
  const NESTED = `${ROWS}, table, ul, ol, dl, fieldset, [role=table], [role=grid], [role=treegrid], [role=list]`;
  const PAGE = "html, body, main, form, [role=main]";
  const CONTROLS = "button, input, select, textarea, [role=button], [role=checkbox], [role=switch]";
  const HEADING = /^h[1-6]$/;

  const parentOf = (node) => lemmascope.flatParent(node);
  const isElement = (node) => dom.type(node) === 1;

  const boxOf = (node) => {
    if (isElement(node)) return dom.box(node);
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };

  // Returns the candidates in each ancestor of a candidate and in the candidate itself, by their indices.
  const holdersOf = (candidates) => {
    const holders = new Map();
    for (const [place, candidate] of candidates.entries()) {
      for (let at = candidate, steps = 0; at !== null && steps < 500; at = parentOf(at), steps++) {
        const held = holders.get(at);
        if (held === undefined) holders.set(at, [place]);
        else held.push(place);
      }
    }
    return holders;
  };

  // Returns the child of `container` that is or contains a node.
  const branchOf = (container, node) => {
    let at = node;
    for (let steps = 0; at !== null && steps < 500; steps++) {
      const parent = parentOf(at);
      if (parent === container) return at;
      at = parent;
    }
    return null;
  };

  const childrenOf = (container) => {
    const children = [];
    const root = lemmascope.shadowOf(container);
    const assigned = dom.tag(container) === "slot" ? container.assignedNodes() : [];
    if (assigned.length > 0) return assigned.slice(0, MOST_CHILDREN);
    for (let child = dom.first(root ?? container); child !== null && children.length < MOST_CHILDREN; child = dom.next(child)) {
      if (dom.type(child) === 1 || (dom.type(child) === 3 && dom.text(child).trim() !== "")) children.push(child);
    }
    return children;
  };

  // Returns the tag and class of an element, which the entries of one list share.
  const shapeOf = (node) => {
    if (!isElement(node)) return "#text";
    const classes = (dom.attribute(node, "class") ?? "").trim().split(/\s+/, 1)[0];
    return `${dom.tag(node)}.${dom.attribute(node, "role") ?? ""}.${classes.slice(0, 60)}`;
  };

  // Whether an element contains text outside its controls.
  const hasOwnWords = (element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), steps = 0; node !== null && steps < 200; node = walker.nextNode(), steps++) {
      if (dom.text(node).trim() === "") continue;
      const control = lemmascope.closest(node.parentElement ?? element, "button, select, textarea, option, script, style, [role=button]");
      if (control === null || !dom.contains(element, control)) return true;
    }
    return false;
  };

  // Whether a child of a container is one of several similar entries, so that the content of another entry is
  // separate.
  const isEntry = (branch, shapes) => isElement(branch) && (dom.matches(branch, ROWS) || shapes.filter((shape) => shape === shapeOf(branch)).length >= ALIKE);

  // Returns the first part of an entry other than a control.
  const firstPart = (element) => {
    for (let child = dom.first(element), steps = 0; child !== null && steps < 20; child = dom.next(child), steps++) {
      if (dom.type(child) === 3 && dom.text(child).trim() !== "") return "#text";
      if (isElement(child) && !dom.matches(child, CONTROLS)) return dom.tag(child);
    }
    return "";
  };

  // Whether another child of the container is a similar entry. The rows of a form share a class, but a row
  // that contains only a heading describes the field in the next row.
  const isLikeEntry = (branch, other) =>
    isElement(other) && shapeOf(other) === shapeOf(branch) && (dom.matches(branch, ROWS) || firstPart(other) === firstPart(branch)) && hasOwnWords(other);

  const isHeaderRow = (branch) =>
    isElement(branch) &&
    (dom.tag(branch) === "thead" || (dom.all(branch, "th, [role=columnheader]").length > 1 && dom.all(branch, "td, [role=cell], [role=gridcell]").length === 0));

  // ---- By the order of siblings ----

  const isBreak = (child) => isElement(child) && (dom.tag(child) === "br" || dom.tag(child) === "hr");

  // Returns the siblings from the last start of an entry up to the next.
  const between = (children, at, begins) => {
    let from = at;
    while (from >= 0 && !begins(children[from], from)) from--;
    if (from < 0) return null;
    let to = at;
    while (to < children.length - 1 && !begins(children[to + 1], to + 1)) to++;
    return children.slice(from, to + 1);
  };

  const levelOf = (node) => (isElement(node) && HEADING.test(dom.tag(node)) ? Number(dom.tag(node)[1]) : 0);
  const isTerm = (child) => isElement(child) && dom.tag(child) === "dt";

  // Returns the line of a child if breaks separate lines with one control each; all children if a control has
  // its own line, as below its label.
  const lineOf = (children, child, isHolding) => {
    const lines = [[]];
    for (const one of children) {
      if (isBreak(one)) lines.push([]);
      else lines[lines.length - 1].push(one);
    }
    const line = lines.find((one) => one.includes(child)) ?? [];
    const isFull = (one) => one.some(isHolding) && one.some((part) => !isHolding(part));
    return line.some(isHolding) || lines.some(isFull) ? line : null;
  };

  // Returns the siblings that form one entry in a container with the parts of all entries as siblings; `null`
  // when that is ambiguous.
  const entryOf = (all, child, isHolding) => {
    const hasBreaks = all.some(isBreak);
    const line = hasBreaks ? lineOf(all, child, isHolding) : null;
    if (line !== null) return line;
    const children = hasBreaks ? all.filter((one) => !isBreak(one)) : all;
    const at = children.indexOf(child);
    const level = levelOf(child);
    if (level > 0) return between(children, at, (one) => levelOf(one) > 0 && levelOf(one) <= level);
    if (children.some(isTerm)) {
      // Several terms may share a description.
      return between(children, at, (one, place) => isTerm(one) && !(place > 0 && isTerm(children[place - 1])));
    }
    const holding = children.map(isHolding);
    const count = holding.filter(Boolean).length;
    const first = holding.indexOf(true);
    if (count < 2) return null;
    // A part that occurs once for each control and precedes it starts an entry.
    const shapes = children.map(shapeOf);
    const counts = new Map();
    for (const [place, shape] of shapes.entries()) if (!holding[place]) counts.set(shape, (counts.get(shape) ?? 0) + 1);
    const opening = shapes.find((shape, place) => place < first && counts.get(shape) === count);
    if (opening !== undefined && isRegular(shapes, holding, opening)) {
      return between(children, at, (_, place) => shapes[place] === opening && !holding[place]);
    }
    const isFirst = holding[0];
    const isLast = holding[children.length - 1];
    if (isLast && !isFirst) return between(children, at, (_, place) => place === 0 || holding[place - 1]);
    if (isFirst && !isLast) return between(children, at, (_, place) => holding[place]);
    return null;
  };

  // Whether exactly one opening part precedes each control.
  const isRegular = (shapes, holding, opening) => {
    let open = 0;
    for (const [place, shape] of shapes.entries()) {
      if (shape === opening && !holding[place]) open++;
      if (open > 1) return false;
      if (holding[place]) {
        if (open !== 1) return false;
        open = 0;
      }
    }
    return true;
  };

  // ---- By layout ----

  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const isDrawn = (box) => box.width > 0 || box.height > 0;

  const isOnLine = (anchor, box) => {
    const [, y] = middle(box);
    const [, line] = middle(anchor);
    return (y >= anchor.top && y <= anchor.bottom) || (line >= box.top && line <= box.bottom);
  };

  const isInColumn = (anchor, box) => {
    const shared = Math.min(anchor.right, box.right) - Math.max(anchor.left, box.left);
    return shared > Math.min(anchor.width, box.width) / 2;
  };

  const gap = (a, b) => {
    const across = Math.max(b.left - a.right, a.left - b.right, 0);
    const down = Math.max(b.top - a.bottom, a.top - b.bottom, 0);
    return Math.hypot(across, down);
  };

  // Returns the nearest candidates; all at about the same distance are a tie.
  const nearest = (anchor, places, boxes) => {
    const far = new Map(places.map((place) => [place, gap(anchor, boxes(place))]));
    const least = Math.min(...far.values());
    return places.filter((place) => far.get(place) <= least + Math.max(4, least / 10));
  };

  const byLayout = (anchor, places, boxes) => {
    if (!isDrawn(anchor)) return places;
    const onLine = places.filter((place) => isDrawn(boxes(place)) && isOnLine(anchor, boxes(place)));
    if (onLine.length > 0) return nearest(anchor, onLine, boxes);
    const inColumn = places.filter((place) => isDrawn(boxes(place)) && isInColumn(anchor, boxes(place)));
    return nearest(anchor, inColumn.length > 0 ? inColumn : places, boxes);
  };

  // ---- Combination ----

  const groups = (candidates, relation) => {
    const holders = holdersOf(candidates);
    const known = new Map();
    const boxes = (place) => {
      if (!known.has(place)) known.set(place, dom.box(candidates[place]));
      return known.get(place);
    };

    // Returns the container's own candidates, without those in nested lists; all candidates if it has none of
    // its own.
    const own = (container, places) => {
      const isNested = (place) => {
        for (let at = candidates[place], steps = 0; at !== null && at !== container && steps < 500; at = parentOf(at), steps++) {
          if (at !== candidates[place] && dom.matches(at, NESTED)) return true;
        }
        return false;
      };
      const branches = new Map();
      for (const place of places) {
        const branch = branchOf(container, candidates[place]);
        branches.set(branch, (branches.get(branch) ?? 0) + 1);
      }
      const direct = places.filter((place) => !isNested(place));
      if (direct.length > 0 && direct.length < places.length) return direct;
      const single = places.filter((place) => branches.get(branchOf(container, candidates[place])) === 1);
      return single.length > 0 && branches.size > 1 ? single : places;
    };

    const labelled = (node) => {
      const label = lemmascope.closest(isElement(node) ? node : node.parentElement, "label");
      if (label === null || label.control === null) return -1;
      return candidates.indexOf(label.control);
    };

    // Returns the candidates associated with a node, and the number of candidates in the part of the page
    // that decided.
    const groupOf = (node) => {
      const label = labelled(node);
      if (label >= 0) return { places: [label], among: 1 };
      if (isElement(node) && holders.has(node)) {
        const places = holders.get(node);
        return { places: relation === "inside" ? places.filter((place) => candidates[place] !== node) : own(node, places), among: places.length };
      }
      let container = parentOf(node);
      while (container !== null && !holders.has(container)) container = parentOf(container);
      if (container === null) return { places: [], among: 0 };
      const all = holders.get(container);
      const among = all.length;
      // Text inside a control belongs to the control.
      const itself = all.filter((place) => candidates[place] === container);
      if (itself.length > 0) return { places: itself, among: 1 };
      const children = childrenOf(container);
      const branch = branchOf(container, node);
      let places = all;
      if (children.includes(branch)) {
        if (isHeaderRow(branch)) return { places: ofHeader(node, container, all), among };
        if (isEntry(branch, children.map(shapeOf)) && !isEntryOfSeveral(container)) places = all.filter((place) => !isLikeEntry(branch, branchOf(container, candidates[place])));
        if (places.length === 0) return { places, among };
        const entry = entryOf(children, branch, (child) => holders.has(child));
        if (entry !== null) {
          const parts = new Set(entry);
          const held = places.filter((place) => parts.has(branchOf(container, candidates[place])));
          // Where every other entry has a candidate, an entry without one has none.
          if (held.length > 0 || among > 1) return { places: settled(node, container, held), among: held.length };
        }
      }
      if (relation === "inside") return dom.matches(container, PAGE) ? { places: [], among } : { places, among };
      return { places: settled(node, container, places), among };
    };

    // Whether a container is an entry of several rows that has one candidate, like its siblings.
    const isEntryOfSeveral = (container) => {
      const parent = parentOf(container);
      if (parent === null || holders.get(container).length !== 1) return false;
      const alike = childrenOf(parent).filter((child) => isElement(child) && shapeOf(child) === shapeOf(container));
      return alike.length > 1 && alike.every((child) => holders.get(child)?.length === 1);
    };

    // A column header determines which control of a row is meant, but not which row.
    const ofHeader = (node, container, places) => {
      const rows = new Set(places.map((place) => branchOf(container, candidates[place])));
      return rows.size > 1 ? places : byLayout(boxOf(node), places, boxes);
    };

    const settled = (node, container, places) => {
      if (relation === "inside" || places.length < 2) return places;
      const mine = own(container, places);
      return mine.length < 2 || isList(mine) ? mine : byLayout(boxOf(node), mine, boxes);
    };

    // Whether each candidate is in its own entry of one list; a text outside the list then does not
    // distinguish them.
    const isList = (places) => {
      const wanted = new Set(places);
      const isAround = (element) => holders.get(element).filter((place) => wanted.has(place)).length === wanted.size;
      let inner = candidates[places[0]];
      while (inner !== null && !isAround(inner)) inner = parentOf(inner);
      if (inner === null) return false;
      const entries = [...new Set(places.map((place) => branchOf(inner, candidates[place])))];
      return entries.length > 1 && entries.every((entry) => entry !== null && isLikeEntry(entries[0], entry));
    };

    // Returns the next or previous candidate in document order.
    const follow = (node) => {
      const wanted = relation === "after" ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
      const places = [];
      for (const [place, candidate] of candidates.entries()) {
        const position = Node.prototype.compareDocumentPosition.call(node, candidate);
        if ((position & wanted) !== 0 && (position & Node.DOCUMENT_POSITION_CONTAINS) === 0) places.push(place);
      }
      if (places.length === 0) return { places, among: 0 };
      return { places: [relation === "after" ? places[0] : places[places.length - 1]], among: 1 };
    };

    return relation === "after" || relation === "before" ? follow : groupOf;
  };

  // Returns the text nodes of an element that contain each of the words.
  const textsSaying = (element, words) => {
    const found = words.map(() => []);
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), steps = 0; node !== null && steps < MOST_CHILDREN; node = walker.nextNode(), steps++) {
      for (const [place, word] of words.entries()) if (lemmascope.saysWhole(dom.text(node), word)) found[place].push(node);
    }
    return found;
  };

  // Returns the candidates associated with all of the words, where the words are in several places of a large
  // container.
  const byWords = (anchor, text, groupOf) => {
    const words = lemmascope.wordsOf(text);
    const said = words.length > 1 ? textsSaying(anchor, words) : [];
    if (said.length === 0 || said.some((nodes) => nodes.length === 0)) return null;
    const sets = said.map((nodes) => new Set(nodes.slice(0, MOST_ANCHORS).flatMap((node) => groupOf(node).places)));
    const places = [...sets[0]].filter((place) => sets.every((set) => set.has(place)));
    return places.length > 0 ? { places, among: places.length } : null;
  };

  // Returns for each anchor the associated candidates, by number, and how many there were to choose from.
  // `text` is the text that located the anchor. Candidates are sorted in document order.
  lemmascope.together = ({ anchors, candidates, relation, text }) => {
    const elements = candidates.slice(0, MOST_CANDIDATES).map(lemmascope.element).filter((element) => element !== null);
    elements.sort((one, other) => ((Node.prototype.compareDocumentPosition.call(one, other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1));
    const groupOf = groups(elements, relation);
    return anchors.slice(0, MOST_ANCHORS).map((key) => {
      const anchor = lemmascope.element(key);
      if (anchor === null) return { keys: [], among: 0 };
      const texts = text === undefined || text === null ? [] : lemmascope.sayingTexts(anchor, text);
      const nodes = texts.length > 0 && dom.children(anchor).length > 0 ? texts : [anchor];
      let found = nodes.map(groupOf);
      if (nodes[0] === anchor && found[0].places.length > 1 && text && relation === "near") found = [byWords(anchor, text, groupOf) ?? found[0]];
      const among = Math.min(...found.map((one) => one.among));
      const places = new Set(found.filter((one) => one.among === among).flatMap((one) => one.places));
      return { keys: [...places].map((place) => lemmascope.keyOf(elements[place])), among };
    });
  };
})(lemmascope);

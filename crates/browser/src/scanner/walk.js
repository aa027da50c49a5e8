// One traversal of the flat tree: shadow roots replace their hosts' children, and slotted content appears in
// its slot.
//
// The result is a set of columns with one row for each element and text, parents before children: `end[i]` is
// the row after the last descendant of row `i`. All later steps read these columns instead of the page.
//
// The columns of the last walk are cached and reused where nothing has changed since. Where something may
// have changed, each element is checked for the same visibility as before.
((lemmascope) => {
  const { dom } = lemmascope;

  // The maximum number of rows, because a page may be endless.
  const MOST = 250000;
  const SKIPPED = new Set("script style noscript template head meta link base title source track param colgroup".split(" "));
  // Elements whose content is not walked.
  const CLOSED = new Set("select svg video audio canvas iframe frame object embed textarea math input datalist".split(" "));
  const SHOWN = { opacityProperty: true, visibilityProperty: true };
  const VISIBLE = { visibilityProperty: true };
  const OPAQUE = { opacityProperty: true };
  // The opacity check visits every ancestor; on an extremely deep page that alone would take seconds.
  const DEEP = 300;

  const UNDISPLAYED = 1;
  const HIDDEN = 2;
  const TRANSPARENT = 4;
  // Marks an element too deep for the opacity check; unlike the other flags, not a reason for invisibility.
  const FAR = 128;
  const BARRED = UNDISPLAYED | HIDDEN | TRANSPARENT;
  lemmascope.bits = { UNDISPLAYED, HIDDEN, TRANSPARENT, SIZELESS: 8, CLIPPED: 16, COVERED: 32, IN_VIEWPORT: 64 };

  // Attributes that may make an element worth listing, matched in one native call instead of a dozen.
  const TELLING =
    ":is([role],[tabindex],[onclick],[contenteditable],[aria-live],[aria-haspopup],[aria-expanded],[draggable=true],[popovertarget])";

  const blank = /^\s*$/;

  // The number of elements that are checked for unchanged visibility as a sample.
  const SAMPLES = 200;
  const MOST_HIDDEN = 2000;

  const NO_ROOT = 0;
  const OPEN_ROOT = 1;
  const CLOSED_ROOT = 2;

  const COLUMNS = ["nodes", "texts", "tags", "parents", "end", "flags", "telling", "spaced", "tails", "rooted", "said", "part", "boxes", "shapes"];

  // Returns the reasons why an element itself is invisible, combined with those of its ancestors. `isFar`
  // skips the opacity check.
  const flagOf = (node, tag, around, isFar) => {
    let flag = around & (UNDISPLAYED | TRANSPARENT);
    if ((flag & UNDISPLAYED) === 0 && !dom.shows(node, isFar ? VISIBLE : SHOWN)) {
      if (!dom.shows(node)) {
        // An element without a box of its own may still have visible children.
        const isContents = tag === "slot" || dom.style(node).display === "contents";
        if (!isContents) flag |= UNDISPLAYED;
      } else {
        if (!dom.shows(node, VISIBLE)) flag |= HIDDEN;
        if (!isFar && !dom.shows(node, OPAQUE)) flag |= TRANSPARENT;
      }
    }
    return isFar ? flag | FAR : flag;
  };

  const columns = () => ({
    nodes: [],
    texts: [],
    tags: [],
    parents: [],
    end: [],
    flags: [],
    telling: [],
    // Whether white space without its own row precedes a row, and whether its content ends with such white
    // space.
    spaced: [],
    tails: [],
    // Whether an element has a shadow root, and whether that is open.
    rooted: [],
    // The cached descriptions of a row as an element and as a region; null at first.
    said: [],
    part: [],
    // The cached box and style identifier; undefined and 0 when they must be computed again.
    boxes: [],
    shapes: [],
    // The elements that are not displayed, each with the row of its parent and the row it would have had.
    omitted: [],
    omittedIn: [],
    omittedAt: [],
    roots: [document],
  });

  const { TRUST, CHECK, WALK } = lemmascope.trust;
  const UNKNOWN = { parts: new Set(), trusts: new Map(), isCalm: false, isUnwritten: false, isQuiet: false };
  let kept = null;

  // `drawn` includes the parts of SVG drawings.
  lemmascope.walk = ({ hidden, afresh = false, drawn = false }) => {
    if (hidden || afresh) return walk(hidden, UNKNOWN, null, drawn);
    lemmascope.course.takeRecords();
    const changes = lemmascope.changes.drain();
    if (changes === null || kept === null) kept = walk(false, UNKNOWN, null);
    else if (!isDrawnAsBefore(kept, changes)) kept = walk(false, { ...changes, isCalm: false, isUnwritten: false, isQuiet: false }, kept);
    else if (changes.isQuiet && rewrite(kept, changes)) kept.changes = changes;
    else kept = walk(false, changes, kept);
    kept.isKept = true;
    return kept;
  };

  // Returns the number of rows inside an element in the last walk, 0 if unknown.
  lemmascope.rowsIn = (element) => {
    const row = kept?.rows.get(element);
    return row === undefined ? 0 : kept.end[row] - row;
  };

  const walk = (hidden, changes, last, drawn = false) => {
    const { trusts } = changes;
    const pass = columns();
    pass.changes = changes;
    const { nodes, texts, tags, parents, end, flags, telling, spaced, tails, rooted, said, part, boxes, shapes, roots } = pass;
    let isSpaced = false;

    // The stack of open levels: the row of each element, and the next child.
    const rowOf = [];
    const nextOf = [];
    const listOf = [];
    const placeOf = [];
    const insideOf = [];
    // How far the cached content of an element is reusable.
    const trustOf = [];
    let depth = -1;

    const open = (row, node, list, inside, trust) => {
      depth++;
      rowOf[depth] = row;
      nextOf[depth] = node;
      listOf[depth] = list;
      placeOf[depth] = 0;
      insideOf[depth] = inside;
      trustOf[depth] = trust;
    };

    const add = (node, text, tag, flag, isTelling) => {
      nodes.push(node);
      texts.push(text);
      tags.push(tag);
      parents.push(rowOf[depth]);
      end.push(nodes.length);
      flags.push(flag);
      telling.push(isTelling);
      spaced.push(isSpaced);
      tails.push(false);
      rooted.push(NO_ROOT);
      said.push(undefined);
      part.push(undefined);
      boxes.push(undefined);
      shapes.push(0);
      isSpaced = false;
    };

    const html = dom.html(document);
    if (html !== null) open(-1, null, [html], 0, last === null ? WALK : changes.isCalm ? TRUST : CHECK);
    const reuse = last === null ? null : reuser(pass, last, changes);

    while (depth >= 0) {
      let node = null;
      const list = listOf[depth];
      if (list !== null) {
        if (placeOf[depth] < list.length) node = list[placeOf[depth]++];
      } else {
        node = nextOf[depth];
        if (node !== null) nextOf[depth] = dom.next(node);
      }
      if (node === null || nodes.length >= MOST) {
        if (rowOf[depth] >= 0) {
          end[rowOf[depth]] = nodes.length;
          tails[rowOf[depth]] = isSpaced;
        }
        depth--;
        continue;
      }
      const type = dom.type(node);
      if (type === 3) {
        const text = dom.text(node);
        if (!blank.test(text)) add(node, text, "", insideOf[depth], false);
        else isSpaced = true;
        continue;
      }
      if (type !== 1) continue;
      if (trustOf[depth] !== WALK) {
        const first = nodes.length;
        if (reuse(node, rowOf[depth], insideOf[depth], trustOf[depth] === CHECK)) {
          spaced[first] = isSpaced;
          isSpaced = tails[first];
          continue;
        }
      }
      const tag = dom.tag(node);
      if (SKIPPED.has(tag)) continue;

      const flag = flagOf(node, tag, insideOf[depth], depth > DEEP);
      // Elements that are not displayed are omitted with their content, except for inputs that a label
      // represents and lists with a custom replacement.
      if ((flag & UNDISPLAYED) !== 0 && !hidden && tag !== "input" && tag !== "select") {
        pass.omitted.push(node);
        pass.omittedIn.push(rowOf[depth]);
        pass.omittedAt.push(nodes.length);
        continue;
      }

      const row = nodes.length;
      add(node, null, tag, flag, dom.hasAny(node) && dom.matches(node, TELLING));
      let trust = WALK;
      if (trustOf[depth] !== WALK && !isMoved(last, node, parents[row] < 0 ? null : nodes[parents[row]])) {
        trust = Math.max(trustOf[depth], trusts.get(node) ?? TRUST);
      }

      const shadow = lemmascope.shadowOf(node);
      if (shadow !== null) {
        rooted[row] = dom.openRoot(node) === null ? CLOSED_ROOT : OPEN_ROOT;
        roots.push(shadow);
        open(row, dom.first(shadow), null, flag, trust);
        continue;
      }
      if (tag === "slot") {
        const assigned = node.assignedNodes();
        if (assigned.length > 0) {
          open(row, null, assigned, flag, trust);
          continue;
        }
      }
      if (CLOSED.has(tag) && !(drawn && tag === "svg")) continue;
      const first = dom.first(node);
      if (first !== null) open(row, first, null, flag, trust);
    }

    const count = nodes.length;
    pass.count = count;
    pass.truncated = count >= MOST;
    // Whether the walk found the same elements as the last one, in the same rows.
    pass.isSame = isSame(pass, last);
    pass.rows = pass.isSame ? last.rows : rowsOf(pass);
    pass.custom = [];
    pass.barred = [];
    for (let row = 0; row < count; row++) {
      if (tags[row].includes("-")) pass.custom.push(row);
      if (texts[row] === null && (flags[row] & BARRED) !== 0) pass.barred.push(row);
    }
    pass.suspects = () => suspects(pass);
    return pass;
  };

  const isSame = ({ nodes, texts, count }, last) => {
    if (last === null || last.count !== count) return false;
    for (let row = 0; row < count; row++) {
      // A replaced text node does not change the structure.
      if (nodes[row] !== last.nodes[row] && (texts[row] === null || last.texts[row] === null)) return false;
    }
    return true;
  };

  const rowsOf = ({ nodes, texts, count }) => {
    const rows = new Map();
    for (let row = 0; row < count; row++) if (texts[row] === null) rows.set(nodes[row], row);
    return rows;
  };

  const suspects = ({ nodes, tags, flags, end, count }) => {
    const found = [];
    for (let row = 0; row < count; row++) {
      const tag = tags[row];
      if (tag === "" || (flags[row] & UNDISPLAYED) !== 0) continue;
      const isBare = end[row] === row + 1 && !CLOSED.has(tag);
      if ((isBare || tag.includes("-")) && lemmascope.isSuspect(nodes[row], tag, isBare)) found.push(nodes[row]);
    }
    return found;
  };

  // Whether an element has a different parent than in the last walk; the rendering of all its content may
  // then differ.
  const isMoved = ({ rows, parents, nodes }, node, parent) => {
    const row = rows.get(node);
    return row !== undefined && (parents[row] < 0 ? null : nodes[parents[row]]) !== parent;
  };

  // Updates changed texts in the columns, which is sufficient when nothing else has changed; returns whether
  // that was possible.
  const rewrite = (last, { parts, trusts, written }) => {
    if (trusts.size > 0) return false;
    const rewritten = [];
    for (const element of written) {
      const row = last.rows.get(element);
      const texts = row === undefined ? null : textsIn(element);
      // An element that is still not displayed has no row and needs no update.
      if (row === undefined && isInOmitted(last, element)) continue;
      if (texts === null || texts.length !== last.end[row] - row - 1) return false;
      for (let at = row + 1; at < last.end[row]; at++) if (last.texts[at] === null) return false;
      rewritten.push([row, texts]);
    }
    for (const [row, texts] of rewritten) {
      for (const [index, node] of texts.entries()) {
        last.nodes[row + 1 + index] = node;
        last.texts[row + 1 + index] = dom.text(node);
      }
    }
    for (const element of parts) {
      const row = last.rows.get(element);
      if (row !== undefined) last.said[row] = last.part[row] = undefined;
    }
    last.isSame = true;
    return true;
  };

  // Returns the text nodes of an element if it contains only non-blank texts.
  const textsIn = (element) => {
    if (CLOSED.has(dom.tag(element)) || lemmascope.shadowOf(element) !== null) return null;
    const texts = [];
    for (let child = dom.first(element); child !== null; child = dom.next(child)) {
      if (dom.type(child) !== 3 || blank.test(dom.text(child))) return null;
      texts.push(child);
    }
    return texts;
  };

  const isInOmitted = ({ rows, omitted }, element) => {
    let top = element;
    for (let at = element; at !== null && !rows.has(at); at = lemmascope.flatParent(at)) top = at;
    return SKIPPED.has(dom.tag(top)) || (omitted.includes(top) && isStillOmitted(top, 0));
  };

  // Whether a row of an earlier walk has the same visibility as before.
  const isAsBefore = ({ nodes, tags, flags, rooted }, row, around) => {
    const node = nodes[row];
    const flag = flags[row];
    const isFar = (flag & FAR) !== 0;
    if ((flag & BARRED) !== 0 || !dom.shows(node, isFar ? VISIBLE : SHOWN)) {
      if (flagOf(node, tags[row], around, isFar) !== flag) return false;
    }
    return (dom.openRoot(node) !== null) === (rooted[row] === OPEN_ROOT);
  };

  // Whether a sample of the seemingly unchanged elements is rendered as before, because style sheets can
  // relate any elements on the page.
  const isDrawnAsBefore = (last, { isCalm, parts }) => {
    if (!isCalm) return false;
    const { nodes, texts, flags, parents, barred, omitted, omittedIn, count } = last;
    const isOther = (row) => !parts.has(nodes[row]) && dom.isConnected(nodes[row]) && !isAsBefore(last, row, flags[parents[row]] ?? 0);
    const step = stride(count, SAMPLES);
    for (let row = 1; row < count; row += step) if (texts[row] === null && isOther(row)) return false;
    // A custom element may attach its root long after its insertion.
    for (const row of last.custom) {
      if ((dom.openRoot(nodes[row]) !== null) !== (last.rooted[row] === OPEN_ROOT)) return false;
    }
    // Elements that become visible are most often among those hidden before.
    for (let at = 0; at < barred.length; at += stride(barred.length, MOST_HIDDEN)) if (isOther(barred[at])) return false;
    for (let at = 0; at < omitted.length; at += stride(omitted.length, MOST_HIDDEN)) {
      if (dom.isConnected(omitted[at]) && !parts.has(omitted[at]) && !isStillOmitted(omitted[at], flags[omittedIn[at]])) return false;
    }
    return true;
  };

  // Returns the step between samples that yields about `most` of them.
  const stride = (count, most) => Math.max(1, Math.floor(count / most));

  const isStillOmitted = (node, around) => (flagOf(node, dom.tag(node), around, true) & UNDISPLAYED) !== 0;

  // Copies the rows of an element and its content from the last walk, provided that all of them are still as
  // visible as before; returns whether it did.
  const reuser = (pass, last, { parts, trusts }) => {
    // An abandoned copy costs extra time, so a page on which most copies fail is walked directly.
    let patience = last.count;

    return (node, parent, inside, isChecked) => {
      if (patience < 0 || parts.has(node) || trusts.has(node)) return false;
      const from = last.rows.get(node);
      if (from === undefined) return false;
      const to = last.end[from];
      const above = last.parents[from];
      if (isMoved(last, node, parent < 0 ? null : pass.nodes[parent])) return false;
      const around = above < 0 ? 0 : last.flags[above];
      if (((around ^ inside) & (UNDISPLAYED | TRANSPARENT)) !== 0) return false;
      const first = pass.nodes.length;
      if (first + to - from > MOST) return false;
      const roots = pass.roots.length;
      const omitted = pass.omitted.length;
      const shift = first - from;
      for (let row = from; row < to; row++) {
        if (last.texts[row] !== null) continue;
        const isChanged = isChecked
          ? !isAsBefore(last, row, row === from ? inside : last.flags[last.parents[row]])
          : (dom.openRoot(last.nodes[row]) !== null) !== (last.rooted[row] === OPEN_ROOT);
        if (isChanged) {
          pass.roots.length = roots;
          patience -= row - from;
          return false;
        }
        if (last.rooted[row] !== NO_ROOT) pass.roots.push(lemmascope.shadowOf(last.nodes[row]));
      }
      for (let at = firstAfter(last.omittedAt, from); at < last.omitted.length && last.omittedAt[at] <= to; at++) {
        const row = last.omittedIn[at];
        if (row < from || row >= to) continue;
        if (isChecked && !isStillOmitted(last.omitted[at], last.flags[row])) {
          pass.roots.length = roots;
          pass.omitted.length = pass.omittedIn.length = pass.omittedAt.length = omitted;
          patience -= to - from;
          return false;
        }
        pass.omitted.push(last.omitted[at]);
        pass.omittedIn.push(row + shift);
        pass.omittedAt.push(last.omittedAt[at] + shift);
      }
      append(pass, last, from, to);
      pass.parents[first] = parent;
      if (isChecked) {
        pass.boxes.fill(undefined, first);
        pass.shapes.fill(0, first);
      }
      if (shift !== 0) {
        for (let row = first; row < pass.nodes.length; row++) {
          if (row > first) pass.parents[row] += shift;
          pass.end[row] += shift;
        }
      }
      return true;
    };
  };

  // Appends rows of one walk to another in chunks, because one call accepts only a limited number of
  // arguments.
  const append = (pass, last, from, to) => {
    for (let start = from; start < to; start += 4096) {
      const end = Math.min(to, start + 4096);
      for (const column of COLUMNS) pass[column].push(...last[column].slice(start, end));
    }
  };

  // Returns the index of the first element greater than `number` in a sorted list.
  const firstAfter = (numbers, number) => {
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  };
})(lemmascope);

// One pass over the tree as it is drawn: shadow roots in the place of their hosts, slotted content in its slot.
//
// The outcome is a set of columns, a row for each element and each text, parents before children: `end[i]` is the row after
// the last descendant of row `i`. Everything after the walk goes over these columns and not over the page.
//
// The columns of the last walk are kept, and taken over where nothing has changed since. Where something may have, each
// element is asked whether it still shows as it did.
((lemmascope) => {
  const { dom } = lemmascope;

  // A page may be endless. What is beyond this is not looked at.
  const MOST = 250000;
  const SKIPPED = new Set("script style noscript template head meta link base title source track param colgroup".split(" "));
  // What is inside of these is theirs alone.
  const CLOSED = new Set("select svg video audio canvas iframe frame object embed textarea math input datalist".split(" "));
  const SHOWN = { opacityProperty: true, visibilityProperty: true };
  const VISIBLE = { visibilityProperty: true };
  const OPAQUE = { opacityProperty: true };
  // Asking for opacity looks at every ancestor; on an absurdly deep page that alone would take seconds.
  const DEEP = 300;

  const UNDISPLAYED = 1;
  const HIDDEN = 2;
  const TRANSPARENT = 4;
  // Not a thing that keeps from seeing, but how far down it is.
  const FAR = 128;
  const BARRED = UNDISPLAYED | HIDDEN | TRANSPARENT;
  lemmascope.bits = { UNDISPLAYED, HIDDEN, TRANSPARENT, SIZELESS: 8, CLIPPED: 16, COVERED: 32, IN_VIEWPORT: 64 };

  // Attributes that may make an element worth listing. One native question instead of a dozen.
  const TELLING =
    ":is([role],[tabindex],[onclick],[contenteditable],[aria-live],[aria-haspopup],[aria-expanded],[draggable=true],[popovertarget])";

  const blank = /^\s*$/;

  // Of how many elements it is asked whether they are drawn as before, when there is no reason why they should not be.
  const SAMPLES = 200;
  const MOST_HIDDEN = 2000;

  const NO_ROOT = 0;
  const OPEN_ROOT = 1;
  const CLOSED_ROOT = 2;

  const COLUMNS = ["nodes", "texts", "tags", "parents", "end", "flags", "telling", "spaced", "tails", "rooted", "said", "part", "boxes", "shapes"];

  // What keeps an element from being seen, beside what it is in. `isFar`: opacity is not asked for.
  const flagOf = (node, tag, around, isFar) => {
    let flag = around & (UNDISPLAYED | TRANSPARENT);
    if ((flag & UNDISPLAYED) === 0 && !dom.shows(node, isFar ? VISIBLE : SHOWN)) {
      if (!dom.shows(node)) {
        // An element without a box of its own may still have children that show.
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
    // Whether there is white space before a row that has no row of its own, and at the end of what is in it.
    spaced: [],
    tails: [],
    // Whether it has a shadow root, and whether that is open.
    rooted: [],
    // What a scan has found out about a row, as an element and as a part of the page; nothing at first.
    said: [],
    part: [],
    // Where it is, and what it shares its style with; nothing and none where that has to be found out again.
    boxes: [],
    shapes: [],
    // What is not displayed, each with the row of what it is in and the row that would have been its own.
    omitted: [],
    omittedIn: [],
    omittedAt: [],
    roots: [document],
  });

  const { TRUST, CHECK, WALK } = lemmascope.trust;
  const UNKNOWN = { parts: new Set(), trusts: new Map(), isCalm: false, isUnwritten: false, isQuiet: false };
  let kept = null;

  // `drawn`: the parts of drawings as well.
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

  // How many rows the last walk found in an element, as far as it is known.
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

    // The levels that are open: the row of the element, and the child that comes next.
    const rowOf = [];
    const nextOf = [];
    const listOf = [];
    const placeOf = [];
    const insideOf = [];
    // How far what is known of what is in it can be relied on.
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
      // What is not displayed is left out with all that is in it, but for the inputs that a label stands in for, and the lists
      // that something else is drawn for.
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
    // Whether the same elements are there as at the last walk, in the same rows.
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
      // One text in the place of another is no other place.
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

  // Whether an element has come to another one since the last walk: there it may be drawn in another way, with all that is in it.
  const isMoved = ({ rows, parents, nodes }, node, parent) => {
    const row = rows.get(node);
    return row !== undefined && (parents[row] < 0 ? null : nodes[parents[row]]) !== parent;
  };

  // Writes new texts into the columns in the place of the old ones, which is all that there is to do when nothing else has
  // changed; says whether that could be done.
  const rewrite = (last, { parts, trusts, written }) => {
    if (trusts.size > 0) return false;
    const rewritten = [];
    for (const element of written) {
      const row = last.rows.get(element);
      const texts = row === undefined ? null : textsIn(element);
      // What is still not drawn has no row, and does not matter.
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

  // The texts in an element, if there is nothing else in it and each of them says something.
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

  // Whether a row of an earlier walk shows as it did then.
  const isAsBefore = ({ nodes, tags, flags, rooted }, row, around) => {
    const node = nodes[row];
    const flag = flags[row];
    const isFar = (flag & FAR) !== 0;
    if ((flag & BARRED) !== 0 || !dom.shows(node, isFar ? VISIBLE : SHOWN)) {
      if (flagOf(node, tags[row], around, isFar) !== flag) return false;
    }
    return (dom.openRoot(node) !== null) === (rooted[row] === OPEN_ROOT);
  };

  // Whether what does not seem to have changed looks as before wherever one looks: style sheets may reach from any element
  // to any other.
  const isDrawnAsBefore = (last, { isCalm, parts }) => {
    if (!isCalm) return false;
    const { nodes, texts, flags, parents, barred, omitted, omittedIn, count } = last;
    const isOther = (row) => !parts.has(nodes[row]) && dom.isConnected(nodes[row]) && !isAsBefore(last, row, flags[parents[row]] ?? 0);
    const step = stride(count, SAMPLES);
    for (let row = 1; row < count; row += step) if (texts[row] === null && isOther(row)) return false;
    // An element that a page makes itself may get its root long after it has come.
    for (const row of last.custom) {
      if ((dom.openRoot(nodes[row]) !== null) !== (last.rooted[row] === OPEN_ROOT)) return false;
    }
    // What does not show is what comes to show most often.
    for (let at = 0; at < barred.length; at += stride(barred.length, MOST_HIDDEN)) if (isOther(barred[at])) return false;
    for (let at = 0; at < omitted.length; at += stride(omitted.length, MOST_HIDDEN)) {
      if (dom.isConnected(omitted[at]) && !parts.has(omitted[at]) && !isStillOmitted(omitted[at], flags[omittedIn[at]])) return false;
    }
    return true;
  };

  // How far apart those are that are asked, when it is at most about so many of them.
  const stride = (count, most) => Math.max(1, Math.floor(count / most));

  const isStillOmitted = (node, around) => (flagOf(node, dom.tag(node), around, true) & UNDISPLAYED) !== 0;

  // Takes over what the last walk found at an element and in it, as long as all of it shows as it did then; says whether it did.
  const reuser = (pass, last, { parts, trusts }) => {
    // What is given up half way is walked after all. A page on which that happens all the time is walked right away.
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

  // Adds rows of one walk to those of another, a few thousand at a time: all at once would be more than a call can take.
  const append = (pass, last, from, to) => {
    for (let start = from; start < to; start += 4096) {
      const end = Math.min(to, start + 4096);
      for (const column of COLUMNS) pass[column].push(...last[column].slice(start, end));
    }
  };

  // The first place in a list of rising numbers at which there is a larger one.
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

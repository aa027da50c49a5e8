// One pass over the tree as it is drawn: shadow roots in the place of their hosts, slotted content in its slot.
//
// The outcome is a set of columns, a row for each element and each text, parents before children: `end[i]` is the row after
// the last descendant of row `i`. Everything after the walk goes over these columns and not over the page.
((lemmascope) => {
  const { dom } = lemmascope;

  // A page may be endless. What is beyond this is not looked at.
  const MOST = 250000;
  const SKIPPED = new Set("script style noscript template head meta link base title source track param colgroup".split(" "));
  // What is inside of these is theirs alone.
  const CLOSED = new Set("select svg video audio canvas iframe frame object embed textarea math input datalist".split(" "));
  const SHOWN = { opacityProperty: true, visibilityProperty: true };
  const VISIBLE = { visibilityProperty: true };
  // Asking for opacity looks at every ancestor; on an absurdly deep page that alone would take seconds.
  const DEEP = 300;

  const UNDISPLAYED = 1;
  const HIDDEN = 2;
  const TRANSPARENT = 4;
  lemmascope.bits = { UNDISPLAYED, HIDDEN, TRANSPARENT, SIZELESS: 8, CLIPPED: 16, COVERED: 32, IN_VIEWPORT: 64 };

  // Attributes that may make an element worth listing. One native question instead of a dozen.
  const TELLING =
    ":is([role],[tabindex],[onclick],[contenteditable],[aria-live],[aria-haspopup],[aria-expanded],[draggable=true],[popovertarget])";

  const blank = /^\s*$/;

  lemmascope.walk = ({ hidden }) => {
    const nodes = [];
    const texts = [];
    const tags = [];
    const parents = [];
    const end = [];
    const flags = [];
    const telling = [];
    // Whether there is white space before a row that has no row of its own.
    const spaced = [];
    let isSpaced = false;
    const roots = [document];

    // The levels that are open: the row of the element, and the child that comes next.
    const rowOf = [];
    const nextOf = [];
    const listOf = [];
    const placeOf = [];
    const insideOf = [];
    let depth = -1;

    const open = (row, node, list, inside) => {
      depth++;
      rowOf[depth] = row;
      nextOf[depth] = node;
      listOf[depth] = list;
      placeOf[depth] = 0;
      insideOf[depth] = inside;
    };

    const html = dom.html(document);
    if (html !== null) open(-1, null, [html], 0);

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
        if (rowOf[depth] >= 0) end[rowOf[depth]] = nodes.length;
        depth--;
        continue;
      }
      const type = dom.type(node);
      if (type === 3) {
        const text = dom.text(node);
        if (!blank.test(text)) {
          const row = nodes.length;
          nodes.push(node);
          texts.push(text);
          tags.push("");
          parents.push(rowOf[depth]);
          end.push(row + 1);
          flags.push(insideOf[depth]);
          telling.push(false);
          spaced.push(isSpaced);
          isSpaced = false;
        } else isSpaced = true;
        continue;
      }
      if (type !== 1) continue;
      const tag = dom.tag(node);
      if (SKIPPED.has(tag)) continue;

      let flag = insideOf[depth] & (UNDISPLAYED | TRANSPARENT);
      if ((flag & UNDISPLAYED) === 0 && !dom.shows(node, depth > DEEP ? VISIBLE : SHOWN)) {
        if (!dom.shows(node)) {
          // An element without a box of its own may still have children that show.
          const isContents = dom.style(node).display === "contents" || tag === "slot";
          if (!isContents) flag |= UNDISPLAYED;
        } else {
          if (!dom.shows(node, VISIBLE)) flag |= HIDDEN;
          if (depth <= DEEP && !dom.shows(node, { opacityProperty: true })) flag |= TRANSPARENT;
        }
      }
      // What is not displayed is left out with all that is in it, but for the inputs that a label stands in for.
      if ((flag & UNDISPLAYED) !== 0 && !hidden && tag !== "input") continue;

      const row = nodes.length;
      nodes.push(node);
      texts.push(null);
      tags.push(tag);
      parents.push(rowOf[depth]);
      end.push(row + 1);
      flags.push(flag);
      spaced.push(isSpaced);
      isSpaced = false;
      telling.push(dom.hasAny(node) && dom.matches(node, TELLING));

      const shadow = lemmascope.shadowOf(node);
      if (shadow !== null) {
        roots.push(shadow);
        open(row, dom.first(shadow), null, flag);
        continue;
      }
      if (tag === "slot") {
        const assigned = node.assignedNodes();
        if (assigned.length > 0) {
          open(row, null, assigned, flag);
          continue;
        }
      }
      if (CLOSED.has(tag)) continue;
      const first = dom.first(node);
      if (first !== null) open(row, first, null, flag);
    }

    const count = nodes.length;
    return {
      nodes,
      texts,
      tags,
      parents,
      end,
      flags,
      telling,
      spaced,
      roots,
      count,
      truncated: count >= MOST,
      suspects: () => {
        const found = [];
        for (let row = 0; row < count; row++) {
          const tag = tags[row];
          if (tag === "" || (flags[row] & UNDISPLAYED) !== 0) continue;
          const isBare = end[row] === row + 1 && !CLOSED.has(tag);
          if ((isBare || tag.includes("-")) && lemmascope.isSuspect(nodes[row], tag, isBare)) found.push(nodes[row]);
        }
        return found;
      },
    };
  };
})(lemmascope);

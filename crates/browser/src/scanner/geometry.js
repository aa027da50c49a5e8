// Positions and visibility of elements. Nothing here writes to the page, so that the browser computes the
// layout at most once.
((lemmascope) => {
  const { dom, bits } = lemmascope;

  // Hit tests are the most expensive query.
  const MOST_HITS = 300;
  const LONGEST_HITS = 30;
  // Rows with many descendants are always measured; a sample of the others is measured to verify that nothing
  // moved.
  const LARGE = 50;
  const SAMPLES = 100;
  const ENDLESS = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9, isFixed: false };

  lemmascope.geometry = (pass, styles) => {
    const { nodes, tags, parents } = pass;
    const width = innerWidth;
    const height = innerHeight;
    const across = scrollX;
    const down = scrollY;
    const { boxes } = pass;
    const clips = new Array(pass.count);

    const drawnBy = (row) => pass.surfaces?.get(row) ?? row;

    // Each property of a browser rectangle is a slow getter; this copy is read only once.
    const boxOf = (field) => {
      const row = drawnBy(field);
      let box = boxes[row];
      if (box === undefined) {
        box = measure(nodes[row]);
        boxes[row] = box;
      }
      return box;
    };

    const isStill = verify(pass, boxOf);
    const seen = isStill ? drawn : forgotten();
    if (pass.isKept) drawn = seen;

    const meet = (clip, box) => ({
      left: Math.max(clip.left, box.left),
      top: Math.max(clip.top, box.top),
      right: Math.min(clip.right, box.right),
      bottom: Math.min(clip.bottom, box.bottom),
      isFixed: clip.isFixed,
    });

    // Returns the area in which the content of a row can be visible. Scroll containers count as infinite,
    // because they can scroll.
    const clipIn = (row) => {
      if (clips[row] !== undefined) return clips[row];
      const path = [];
      let at = row;
      while (at >= 0 && clips[at] === undefined) {
        path.push(at);
        at = parents[at];
      }
      let clip = at >= 0 ? clips[at] : ENDLESS;
      for (let step = path.length - 1; step >= 0; step--) {
        const here = path[step];
        const tag = tags[here];
        if (tag !== "html" && tag !== "body") {
          if (styles.position(here) === "fixed") clip = { ...ENDLESS, isFixed: true };
          const cuts = styles.cuts(here);
          if (cuts !== 0) {
            const box = boxOf(here);
            clip = meet(clip, {
              left: (cuts & 1) !== 0 ? box.left : -1e9,
              right: (cuts & 1) !== 0 ? box.right : 1e9,
              top: (cuts & 2) !== 0 ? box.top : -1e9,
              bottom: (cuts & 2) !== 0 ? box.bottom : 1e9,
            });
          }
        }
        clips[here] = clip;
      }
      return clip;
    };

    const isOutside = (box, clip) =>
      box.right <= clip.left || box.left >= clip.right || box.bottom <= clip.top || box.top >= clip.bottom;

    // Returns the visibility flags of a row, except for coverage.
    const visibility = (field) => {
      const row = drawnBy(field);
      let flags = pass.flags[row] & 7;
      if ((flags & bits.UNDISPLAYED) !== 0) return flags;
      const box = boxOf(row);
      if (box.width < 2 || box.height < 2) {
        if (box.width <= 0 || box.height <= 0 || tags[row] !== "hr") flags |= bits.SIZELESS;
      }
      let clip = parents[row] >= 0 ? clipIn(parents[row]) : ENDLESS;
      let isFixed = clip.isFixed;
      if (isOutside(box, clip)) {
        // A positioned element need not be clipped by its DOM ancestors.
        const position = styles.position(row);
        if (position === "fixed") {
          clip = ENDLESS;
          isFixed = true;
        } else if (position === "absolute") clip = clipOfPositioned(row);
        if (isOutside(box, clip)) flags |= bits.CLIPPED;
      }
      const isInside = box.right > 0 && box.bottom > 0 && box.left < width && box.top < height;
      if (!isInside) {
        // An element left of or above the page, or fixed outside the window, cannot be scrolled into view.
        if (isFixed || box.right + across <= 0 || box.bottom + down <= 0) {
          // A scrolled container has more content above or to the left.
          const [aside, above] = isFixed ? [0, 0] : scrolledAround(row);
          if (isFixed || box.right + across + aside <= 0 || box.bottom + down + above <= 0) flags |= bits.CLIPPED;
        }
      } else if ((flags & (bits.SIZELESS | bits.CLIPPED)) === 0) flags |= bits.IN_VIEWPORT;
      return flags;
    };

    // Returns the total scroll offset of the containers around a row.
    const scrolledAround = (row) => {
      let [aside, above] = [0, 0];
      for (let at = parents[row], steps = 0; at >= 0 && steps < 200; at = parents[at], steps++) {
        if (tags[at] === "html" || tags[at] === "body") break;
        aside += nodes[at].scrollLeft;
        above += nodes[at].scrollTop;
      }
      return [aside, above];
    };

    // Only positioned ancestors clip an absolutely positioned element.
    const clipOfPositioned = (row) => {
      for (let at = parents[row], steps = 0; at >= 0 && steps < 60; at = parents[at], steps++) {
        if (styles.position(at) !== "static" || dom.style(nodes[at]).transform !== "none") return clipIn(at);
      }
      return ENDLESS;
    };

    let hits = 0;
    let spent = 0;
    // Whether another element is drawn over the centre of the visible part; false once the budget of hit
    // tests is spent.
    const isCovered = (row) => {
      const element = nodes[drawnBy(row)];
      const known = seen.covered.get(element);
      if (known !== undefined && !pass.changes.parts.has(element)) return known;
      if (hits >= MOST_HITS || spent > LONGEST_HITS) return false;
      hits++;
      const began = performance.now();
      const box = boxOf(row);
      const x = (Math.max(0, box.left) + Math.min(width, box.right)) / 2;
      const y = (Math.max(0, box.top) + Math.min(height, box.bottom)) / 2;
      const hit = lemmascope.drawnAt(x, y);
      spent += performance.now() - began;
      const is = hit !== null && !lemmascope.isAround(element, hit) && !lemmascope.isAround(hit, element) && !isLabelOf(hit, element);
      seen.covered.set(element, is);
      return is;
    };

    // Returns the topmost elements at these fractions of the visible part's width and height.
    const drawnOn = (columns, lines) => {
      if (seen.grid === null) {
        seen.grid = new Set();
        for (const y of lines) {
          for (const x of columns) {
            const hit = lemmascope.drawnAt(width * x, height * y);
            if (hit !== null) seen.grid.add(hit);
          }
        }
      }
      return seen.grid;
    };

    return { boxOf, visibility, isCovered, clipIn, drawnOn, isStill, width, height };
  };

  // The cached results of hit tests, which are valid as long as nothing moves.
  const forgotten = () => ({ covered: new Map(), grid: null });
  let drawn = forgotten();

  const measure = (node) => {
    const { x: left, y: top, width, height } = dom.box(node);
    return { left, top, width, height, right: left + width, bottom: top + height };
  };

  const isPlaced = (box, other) =>
    box.left === other.left && box.top === other.top && box.width === other.width && box.height === other.height;

  // Verifies the boxes known from an earlier walk, discards the invalid ones, and returns whether nothing has
  // moved. The content of a box that has neither moved nor grown is still in its place, unless something
  // inside it changed, so only the boxes around and next to a change are measured.
  const verify = ({ nodes, texts, end, rows, boxes, count, changes, isSame }, boxOf) => {
    const { isCalm, isUnwritten, parts } = changes;
    if (!isCalm) {
      boxes.fill(undefined);
      // The next verification compares with these boxes.
      for (let row = 0; row < count; row++) if (texts[row] === null && end[row] - row > LARGE) boxOf(row);
      return false;
    }
    let isStill = isSame && isUnwritten;
    if (isStill && areInPlace(rows, boxes, parts)) return isSampleInPlace(nodes, texts, boxes, count);
    for (let row = 0; row < count; ) {
      if (texts[row] !== null) {
        row++;
        continue;
      }
      const known = boxes[row];
      const isPart = parts.has(nodes[row]);
      const box = measure(nodes[row]);
      boxes[row] = box;
      const isHere = known !== undefined && isPlaced(box, known);
      if (known !== undefined && !isHere) isStill = false;
      // An empty box gives no evidence about its content.
      if (isHere && !isPart && box.width > 0 && box.height > 0) row = end[row];
      else row++;
    }
    return isSampleInPlace(nodes, texts, boxes, count) && isStill;
  };

  // Whether all containers of a change have kept their position and size; the elements next to them then have
  // as well.
  const areInPlace = (rows, boxes, parts) => {
    for (const part of parts) {
      const row = rows.get(part);
      if (row !== undefined && (boxes[row] === undefined || !isPlaced(measure(part), boxes[row]))) return false;
    }
    return true;
  };

  const isSampleInPlace = (nodes, texts, boxes, count) => {
    const step = Math.max(1, Math.floor(count / SAMPLES));
    for (let row = 0; row < count; row += step) {
      if (texts[row] !== null || boxes[row] === undefined || isPlaced(measure(nodes[row]), boxes[row])) continue;
      boxes.fill(undefined);
      return false;
    }
    return true;
  };

  // Returns the innermost element at a point, including those in shadow roots.
  lemmascope.drawnAt = (x, y) => {
    let hit = dom.hit(document, x, y);
    for (let depth = 0; hit !== null && depth < 50; depth++) {
      const shadow = lemmascope.shadowOf(hit);
      if (shadow === null) break;
      const inner = dom.hit(shadow, x, y);
      if (inner === null || inner === hit) break;
      hit = inner;
    }
    return hit;
  };

  // Whether `outer` is `inner` or an ancestor of it in the flat tree.
  lemmascope.isAround = (outer, inner) => {
    let at = inner;
    for (let steps = 0; at !== null && steps < 2000; steps++) {
      if (at === outer) return true;
      at = lemmascope.flatParent(at);
    }
    return false;
  };

  const isLabelOf = (hit, element) => {
    let at = hit;
    for (let steps = 0; at !== null && steps < 6; steps++) {
      if (at instanceof HTMLLabelElement) return at.control === element;
      at = lemmascope.flatParent(at);
    }
    return false;
  };
})(lemmascope);

// Waits until an element is ready for an action: connected, visible, enabled, stable, in view, not covered.
((lemmascope) => {
  const { dom, above, course, fields } = lemmascope;
  const clock = () => performance.now();

  const SHOWN = { visibilityProperty: true };
  const isShown = (element) => {
    if (!dom.shows(element, SHOWN)) return false;
    const box = dom.box(element);
    return (
      (box.width > 0 && box.height > 0) ||
      Array.from(element.getClientRects()).some((rect) => rect.width > 0 && rect.height > 0)
    );
  };

  const isDisabled = (element) => {
    if (dom.matches(element, ":disabled")) return true;
    for (let at = element; at !== null; at = above(at)) {
      if (dom.attribute(at, "aria-disabled") === "true") return true;
      if (at.inert === true) return true;
    }
    return false;
  };

  // A checkbox hidden behind a custom label is clicked through the label.
  const standIn = (element) => {
    const surface = lemmascope.surfaceOf(element);
    if (surface !== null) return surface;
    if (element instanceof HTMLSelectElement && (!isShown(element) || isFaded(element))) return lemmascope.drawnList(element) ?? element;
    if (isShown(element) && !isTransparent(element)) return element;
    if (lemmascope.isPicker(element)) {
      const box = lemmascope.fieldBox(element);
      if (box !== null) return box;
    }
    const labels = element.labels ?? [];
    for (const label of labels) if (isShown(label)) return label;
    const isToggle = element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio");
    const { width, height } = dom.box(element);
    // A transparent checkbox over its drawn replacement is clicked directly.
    if (isToggle && (width < 4 || height < 4)) return lemmascope.toggleBox(element) ?? element;
    return element;
  };
  const isFaded = (element) => getComputedStyle(element).opacity === "0" || dom.box(element).width <= 1;
  const isTransparent = (element) =>
    element instanceof HTMLInputElement && (getComputedStyle(element).opacity === "0" || dom.box(element).width <= 1);

  const edges = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const size = (rect) => Math.max(0, rect.right - rect.left) * Math.max(0, rect.bottom - rect.top);
  const view = () => ({ left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });

  // Returns the visible area at the element: the viewport, clipped by each ancestor that clips.
  const windowOf = (element) => {
    let seen = view();
    let position = getComputedStyle(element).position;
    for (let at = lemmascope.flatParent(element); at !== null && position !== "fixed"; at = lemmascope.flatParent(at)) {
      const style = getComputedStyle(at);
      if (at !== dom.body(document) && at !== dom.html(document)) {
        if (style.overflowX !== "visible" || style.overflowY !== "visible") seen = meet(seen, edges(dom.box(at)));
      }
      position = style.position;
    }
    return seen;
  };

  // Returns the visible parts of the element: a link over two lines has two.
  const partsOf = (element) => {
    const seen = windowOf(element);
    const rects = Array.from(element.getClientRects(), edges);
    const boxes = rects.length > 0 ? rects : [edges(dom.box(element))];
    return boxes
      .map((rect) => meet(rect, seen))
      .filter((rect) => size(rect) > 0)
      .sort((a, b) => size(b) - size(a));
  };

  const SPOTS = [
    [0.5, 0.5],
    [0.25, 0.5],
    [0.75, 0.5],
    [0.5, 0.25],
    [0.5, 0.75],
    [0.1, 0.15],
    [0.9, 0.15],
    [0.1, 0.85],
    [0.9, 0.85],
  ];

  const deepest = (x, y) => {
    let hit = dom.hit(document, x, y);
    while (hit !== null) {
      const root = lemmascope.shadowOf(hit);
      const inner = root === null ? null : dom.hit(root, x, y);
      if (inner === null || inner === hit) return hit;
      hit = inner;
    }
    return hit;
  };

  // Returns a point at which a click reaches the element, or the element that covers it.
  const aim = (element) => {
    let cover = null;
    for (const part of partsOf(element).slice(0, 4)) {
      for (const [across, down] of SPOTS) {
        const x = part.left + (part.right - part.left) * across;
        const y = part.top + (part.bottom - part.top) * down;
        const hit = deepest(x, y);
        if (hit === null) continue;
        if (lemmascope.meets(element, hit)) return { x, y };
        cover ??= hit;
      }
    }
    return { cover };
  };

  // Does the same, with a fallback to the element's visible replacement: the label styled as a button, the
  // box of a list.
  const aimAt = (original, element) => {
    const spot = aim(element);
    if (spot.x !== undefined) return spot;
    const others = [...(original.labels ?? [])];
    if (lemmascope.isPicker(original)) others.push(lemmascope.fieldBox(original));
    for (const other of others) {
      if (other === null || other === element || !isShown(other)) continue;
      const there = aim(other);
      if (there.x !== undefined) return there;
    }
    return spot;
  };

  const boxOf = (element) => {
    const { left, top, width, height } = dom.box(element);
    return [left, top, width, height].map((side) => Math.round(side * 4)).join(" ");
  };

  // Whether an animation runs on the element or an ancestor.
  const isAnimated = (element) =>
    document.getAnimations().some((animation) => {
      const { target } = animation.effect ?? {};
      return animation.playState === "running" && target instanceof Element && lemmascope.holds(target, element);
    });

  // Returns a check, called on each frame, of whether the element stays in place. A pulsing button is stable.
  // At the turning point of a movement an element seems stable for two frames, so an animated one must be
  // stable for more.
  const stillness = () => {
    let last = null;
    let same = 0;
    return {
      forget: () => {
        last = null;
      },
      isStill: (element, drawn) => {
        const animated = isAnimated(element);
        // Without animations and changes for two frames, nothing is moving. A slower script may still move
        // the element; the press is then blocked from hitting another one.
        if (last === null && !animated && course.recent() >= 34) return true;
        const { left, top, width, height } = dom.box(element);
        const [x, y] = [left + width / 2, top + height / 2];
        const stays = last !== null && Math.hypot(x - last[0], y - last[1]) < 1;
        // Without a new frame, a movement is not observable.
        same = stays ? same + (drawn || !animated ? 1 : 0) : 0;
        last = [x, y];
        return same >= (animated ? 4 : 1);
      },
    };
  };

  const bring = (element, block) => {
    const { left, right } = dom.box(element);
    const seen = windowOf(element);
    const inline = left >= seen.left && right <= seen.right ? "nearest" : "center";
    element.scrollIntoView({ block, inline, behavior: "instant" });
  };

  const isInView = (element) => {
    const box = edges(dom.box(element));
    const whole = size(box);
    const parts = partsOf(element);
    if (parts.length === 0) return false;
    // An element larger than the viewport is in view when a large part of it is.
    const seen = parts.reduce((sum, part) => sum + size(part), 0);
    return (
      seen >=
        Math.min(
          whole,
          Array.from(element.getClientRects()).reduce((sum, rect) => sum + size(edges(rect)), 0),
        ) *
          0.95 || seen > (window.innerWidth * window.innerHeight) / 4
    );
  };

  // The time after which a covering element counts as permanent.
  const PATIENCE = 1000;

  // Waits until an element is visible, enabled and stable, scrolls it into view, and selects the point.
  // `pointer`: whether a point is needed; `force`: ignore covering elements; `enabled: false`: accept
  // disabled elements; `begin`: the number of the action whose observation starts with this press.
  lemmascope.prepare = async (key, { limit, pointer, force, enabled, editable, begin }) => {
    const until = clock() + limit;
    const original = lemmascope.element(key);
    if (original === null) return { problem: "gone" };
    const place = stillness();
    let problem = null;
    let covered = null;
    let coveredSince = null;
    let attempt = 0;
    let drawn = true;
    const blocks = ["center", "end", "start"];
    for (;;) {
      if (!dom.isConnected(original)) return { problem: "gone" };
      const element = standIn(original);
      problem = null;
      if (!isShown(element)) problem = "hidden";
      else if (enabled !== false && isDisabled(original)) problem = "disabled";
      else if (editable === true && (original.readOnly === true || dom.attribute(original, "aria-readonly") === "true"))
        problem = "readonly";
      if (problem === null) {
        if (!isInView(element)) {
          bring(element, "center");
          place.forget();
        }
        if (!place.isStill(element, drawn)) {
          problem = "moving";
        } else if (pointer !== true) {
          return ready(original, element, null);
        } else {
          const { x, y, cover } = aimAt(original, element);
          if (x !== undefined) {
            const aimed = ready(original, element, { x, y });
            return begin === null ? aimed : { ...aimed, begun: lemmascope.watch.begin(key, true, false, begin) };
          }
          problem = "covered";
          covered = cover;
          coveredSince ??= clock();
          if (force === true) return ready(original, element, null);
          // Sticky bars cover elements at the edge of the viewport; another scroll alignment may uncover
          // them.
          bring(element, blocks[attempt++ % blocks.length]);
          place.forget();
          if (attempt > blocks.length && clock() - coveredSince > Math.min(PATIENCE, limit)) break;
        }
      } else if (force === true) {
        return ready(original, element, null);
      }
      if (clock() >= until) break;
      drawn = await course.frame();
      if (problem !== "moving" && attempt > blocks.length) await course.pause(50);
      else if (problem === "hidden" || problem === "disabled" || problem === "readonly") await course.pause(30);
    }
    const by = covered === null ? null : lemmascope.brief(covered);
    return { problem, by, unfeeling: getComputedStyle(original).pointerEvents === "none" };
  };

  // The last prepared element, by which its re-rendered successor under the pointer is recognised.
  let prepared = null;
  const looks = (element) => `${dom.tag(element)} ${lemmascope.brief(element).text}`;

  // Returns the element that replaced the prepared one, if that is gone and the new one looks the same.
  lemmascope.successor = () => {
    if (prepared === null) return null;
    const { x, y } = prepared.point;
    for (let at = deepest(x, y); at !== null; at = above(at)) if (looks(at) === prepared.looks) return at;
    return null;
  };

  const ready = (original, element, point) => {
    prepared = point === null ? null : { point, looks: looks(original) };
    const { left, top, width, height } = dom.box(element);
    return {
      point: point ?? { x: left + width / 2, y: top + height / 2 },
      aimed: point !== null,
      box: { x: left, y: top, width, height },
      what: natureOf(original),
    };
  };

  const natureOf = (element) => ({
    tag: dom.tag(element),
    type: element instanceof HTMLInputElement ? element.type : "",
    role: dom.attribute(element, "role") ?? "",
    field: fields.isField(element),
    editable: element instanceof HTMLElement && element.isContentEditable,
    focused: fields.focused() === element,
    secret: element instanceof HTMLInputElement && fields.isSecret(element),
    link: element instanceof HTMLAnchorElement ? element.href : "",
  });

  // Returns the mapping of a point in a frame to the coordinates of its parent frame; `frame` is the frame's
  // element there.
  const outOf = (frame) => {
    const box = dom.box(frame);
    const across = frame.offsetWidth > 0 ? box.width / frame.offsetWidth : 1;
    const down = frame.offsetHeight > 0 ? box.height / frame.offsetHeight : 1;
    const style = dom.style(frame);
    const inset = (name) => Number.parseFloat(style[name]) || 0;
    const left = frame.clientLeft + inset("paddingLeft");
    const top = frame.clientTop + inset("paddingTop");
    return ({ x, y }) => ({ x: box.left + (left + x) * across, y: box.top + (top + y) * down });
  };

  // Maps a point in a frame to the parent frame, and checks that it is visible there. `key` is the frame's
  // element.
  lemmascope.outward = async (key, point) => {
    const frame = lemmascope.element(key);
    if (frame === null) return { problem: "gone" };
    const place = () => outOf(frame)(point);
    let at = place();
    const shows = ({ x, y }) => {
      const seen = windowOf(frame);
      return x >= seen.left && x < seen.right && y >= seen.top && y < seen.bottom;
    };
    if (!shows(at)) {
      bring(frame, "center");
      at = place();
      // A frame taller than the viewport is scrolled further until the point is visible.
      if (!shows(at)) {
        window.scrollBy({ left: at.x - window.innerWidth / 2, top: at.y - window.innerHeight / 2, behavior: "instant" });
        await course.frame();
        at = place();
      }
    }
    const hit = deepest(at.x, at.y);
    if (hit === null) return { problem: "hidden" };
    if (hit !== frame && !lemmascope.holds(frame, hit)) return { problem: "covered", by: lemmascope.brief(hit), ...at };
    return at;
  };

  Object.assign(lemmascope, {
    deepest,
    isShown,
    isDisabled,
    isInView,
    standIn,
    bring,
    aimAt,
    windowOf,
    natureOf,
    outOf,
    boxOf,
    rects: { edges, meet, size, view },
  });
})(lemmascope);

// What is drawn on canvases. No mutation and no event tells of it, so pictures of them are compared, small ones of large
// canvases. While nobody acts, a picture now and then tells which of them are drawn on without end.
((lemmascope) => {
  const { dom } = lemmascope;
  const { learnAt, isDue } = lemmascope.habits;
  const clock = () => performance.now();

  // How many canvases are looked at, and how large a picture of one is at most.
  const MOST = 8;
  const SIDE = 512;
  // How often, when nobody acts: first until the rhythm of the page is known, then to know it still holds; and during an action.
  const EAGER = 200;
  const CALM = 1000;
  const KEEN = 60;
  // How long a canvas has to be looked at until it is known whether it is drawn on without end.
  const YOUNG = 1500;

  // For each canvas that was ever looked at: since when, and what it looked like last.
  const known = new WeakMap();
  // Those that scripts cannot read, or not at any time: one that holds pictures of other sites is kept from them, and one that
  // is drawn in three dimensions can be read only until it has been shown.
  const sealed = new WeakSet();
  // Something is on it, so it has a context; asking for another kind of one makes none.
  const isFlat = (canvas) => canvas.getContext("2d") !== null;
  let pad = null;

  const padOf = (width, height) => {
    pad ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    // Another size also empties it.
    pad.canvas.width = width;
    pad.canvas.height = height;
    pad.imageSmoothingQuality = "high";
    return pad;
  };

  // A number for what is on a canvas: 0 when nothing is, null when that cannot be known.
  const lookAt = (canvas) => {
    if (sealed.has(canvas)) return null;
    const { width, height } = canvas;
    if (width === 0 || height === 0) return 0;
    const scale = Math.min(1, SIDE / Math.max(width, height));
    const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
    try {
      const paper = padOf(across, down);
      paper.drawImage(canvas, 0, 0, across, down);
      const points = new Uint32Array(paper.getImageData(0, 0, across, down).data.buffer);
      let sum = 0;
      let marked = 0;
      for (let at = 0; at < points.length; at++) {
        sum = (Math.imul(sum, 31) + points[at]) | 0;
        marked |= points[at];
      }
      if (marked === 0) return 0;
      if (isFlat(canvas)) return sum === 0 ? 1 : sum;
      sealed.add(canvas);
      return null;
    } catch {
      sealed.add(canvas);
      pad = null;
      return null;
    }
  };

  const isInView = (canvas) => {
    if (!dom.shows(canvas, { opacityProperty: true, visibilityProperty: true })) return false;
    const { left, top, right, bottom } = dom.box(canvas);
    return right - left > 4 && bottom - top > 4 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  };

  let roots = [document];
  const inView = () => {
    const found = [];
    for (const root of roots) {
      for (const canvas of dom.all(root, "canvas")) {
        if (found.length >= MOST) return found;
        if (isInView(canvas)) found.push(canvas);
      }
    }
    return found;
  };

  // Looks at all canvases, and tells of those that look other than they did.
  const look = (changed) => {
    const at = clock();
    const found = inView();
    for (const canvas of found) {
      const picture = lookAt(canvas);
      const before = known.get(canvas);
      if (before === undefined) known.set(canvas, { since: at, picture });
      else if (before.picture !== picture) {
        before.picture = picture;
        changed(canvas, at);
      }
    }
    return found;
  };

  // ---- While nobody acts ----

  let acting = null;
  let timer = null;
  const tick = () => {
    timer = null;
    if (document.hidden && acting === null) return;
    const found = look((canvas, at) => {
      if (acting === null) learnAt(canvas, "draw", at);
      else acting.see(canvas, at);
    });
    if (found.length === 0) return;
    const isYoung = found.some((canvas) => clock() - known.get(canvas).since < YOUNG);
    timer = setTimeout(tick, acting !== null ? KEEN : isYoung ? EAGER : CALM);
  };
  const heed = () => {
    if (timer !== null) clearTimeout(timer);
    tick();
  };
  // A page that draws is known before somebody acts on it. One that has no canvas costs a question or two.
  if (document.readyState === "complete") heed();
  else window.addEventListener("load", heed, { once: true });

  // ---- One action ----

  // What is left of a canvas, as far as it shows, beside the element that is acted on: that may look other when it is pressed.
  const beside = (canvas, target) => {
    const { meet, size, view } = lemmascope.rects;
    const whole = meet(dom.box(canvas), view());
    if (target === null || target === canvas || lemmascope.holds(target, canvas)) return whole;
    const { left, top, right, bottom } = dom.box(target);
    const away = 12;
    const parts = [
      { ...whole, right: Math.min(whole.right, left - away) },
      { ...whole, left: Math.max(whole.left, right + away) },
      { ...whole, bottom: Math.min(whole.bottom, top - away) },
      { ...whole, top: Math.max(whole.top, bottom + away) },
    ];
    return parts.reduce((best, part) => (size(part) > size(best) ? part : best));
  };

  // From now on what is drawn is the action's, unless it was drawn in that rhythm before. `stir` is called when something is.
  const begin = (stir) => {
    const watch = { before: new Map(), seen: new Map(), since: clock() };
    watch.see = (canvas, at) => {
      watch.seen.set(canvas, (watch.seen.get(canvas) ?? 0) + 1);
      if (!isDue(canvas, "draw", at)) stir();
    };
    acting = watch;
    return watch;
  };

  // The press is about to be heard.
  const baseline = (watch, all) => {
    roots = all;
    watch.since = clock();
    watch.seen.clear();
    const found = look((canvas, at) => learnAt(canvas, "draw", at));
    watch.before = new Map(found.map((canvas) => [canvas, known.get(canvas).picture]));
    if (found.length > 0) heed();
  };

  // The canvases on which the action drew. One that has not been known for long is taken to be drawn on without end when it is
  // drawn on again and again.
  const drawn = (watch) => {
    if (watch.before.size === 0) return { canvases: [], young: false };
    look((canvas, at) => watch.see(canvas, at));
    const canvases = [];
    let young = true;
    for (const [canvas, before] of watch.before) {
      const { since, picture } = known.get(canvas);
      // One that seemed empty and cannot be read now is looked at from outside.
      if (picture === before || (before === 0 && picture === null) || !dom.isConnected(canvas)) continue;
      if (isDue(canvas, "draw", watch.since)) continue;
      const isKnown = watch.since - since >= YOUNG;
      if (!isKnown && (watch.seen.get(canvas) ?? 0) > 2) continue;
      canvases.push(canvas);
      young &&= !isKnown && clock() - watch.since < YOUNG;
    }
    return { canvases, young: young && canvases.length > 0 };
  };

  // Where canvases are whose picture no script can have, and those that seem empty, as one in three dimensions does as soon as
  // it has been shown.
  const unread = (watch, target) => {
    const places = [];
    for (const [canvas, picture] of watch.before) {
      if (picture !== null && picture !== 0) continue;
      const { left, top, right, bottom } = beside(canvas, target);
      if (right - left > 4 && bottom - top > 4) places.push({ x: left, y: top, width: right - left, height: bottom - top });
    }
    watch.places = places.slice(0, 3);
    return watch.places;
  };

  // The same once more, for those who ask from outside of this frame.
  const places = () => acting?.places ?? [];

  // Where a part of a frame is that this element shows, as far as it shows: null when nothing of it does.
  const outward = (key, part) => {
    const { meet, view } = lemmascope.rects;
    const frame = lemmascope.element(key);
    if (frame === null) return null;
    const out = lemmascope.outOf(frame);
    const [first, last] = [out(part), out({ x: part.x + part.width, y: part.y + part.height })];
    const whole = { left: first.x, top: first.y, right: last.x, bottom: last.y };
    const { left, top, right, bottom } = meet(meet(whole, dom.box(frame)), view());
    return right - left > 4 && bottom - top > 4 ? { x: left, y: top, width: right - left, height: bottom - top } : null;
  };

  const end = () => {
    acting = null;
  };

  lemmascope.drawings = { begin, baseline, drawn, unread, places, outward, end };
})(lemmascope);

// Changes on canvases, which no mutation or event reports. Downscaled pictures are compared instead. Samples
// taken while no action runs show which canvases are animated continuously.
((lemmascope) => {
  const { dom } = lemmascope;
  const { learnAt, isDue } = lemmascope.habits;
  const clock = () => performance.now();

  // The maximum number of canvases to examine, and the maximum size of a sample.
  const MOST = 8;
  const SIDE = 512;
  // The sampling intervals: until the rhythm of the page is known, afterwards to confirm it, and during an
  // action.
  const EAGER = 200;
  const CALM = 1000;
  const KEEN = 60;
  // The time for which a canvas must be sampled before its animation counts as known.
  const YOUNG = 1500;

  // The first sampling time and the last sample of each canvas.
  const known = new WeakMap();
  // Canvases that scripts cannot read: tainted ones, and WebGL ones, which are readable only until they are
  // presented.
  const sealed = new WeakSet();
  // The canvas has content and therefore a context; requesting another type does not create one.
  const isFlat = (canvas) => canvas.getContext("2d") !== null;
  let pad = null;

  const padOf = (width, height) => {
    pad ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    // Setting the size also clears the canvas.
    pad.canvas.width = width;
    pad.canvas.height = height;
    pad.imageSmoothingQuality = "high";
    return pad;
  };

  // Returns a hash of a canvas's content: 0 for a blank canvas, null when it cannot be read.
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

  // Samples all canvases and reports the changed ones.
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

  // ---- Without an action ----

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
  // Sampling starts before the first action, so that the rhythm is known by then. A page without canvases
  // costs almost nothing.
  if (document.readyState === "complete") heed();
  else window.addEventListener("load", heed, { once: true });

  // ---- During an action ----

  // Returns the visible parts of a canvas outside the target element, whose own look may change when it is
  // pressed.
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

  // Starts to attribute drawing to the action, except for drawing in a known rhythm. `stir` is called on each
  // change.
  const begin = (stir) => {
    const watch = { before: new Map(), seen: new Map(), since: clock() };
    watch.see = (canvas, at) => {
      watch.seen.set(canvas, (watch.seen.get(canvas) ?? 0) + 1);
      if (!isDue(canvas, "draw", at)) stir();
    };
    acting = watch;
    return watch;
  };

  // Takes the baseline immediately before the press is dispatched.
  const baseline = (watch, all) => {
    roots = all;
    watch.since = clock();
    watch.seen.clear();
    const found = look((canvas, at) => learnAt(canvas, "draw", at));
    watch.before = new Map(found.map((canvas) => [canvas, known.get(canvas).picture]));
    if (found.length > 0) heed();
  };

  // Returns the canvases that the action drew on. A canvas that is not known for long counts as animated when
  // it changes repeatedly.
  const drawn = (watch) => {
    if (watch.before.size === 0) return { canvases: [], young: false };
    look((canvas, at) => watch.see(canvas, at));
    const canvases = [];
    let young = true;
    for (const [canvas, before] of watch.before) {
      const { since, picture } = known.get(canvas);
      // A canvas that was blank and is now unreadable is compared by screenshots instead.
      if (picture === before || (before === 0 && picture === null) || !dom.isConnected(canvas)) continue;
      if (isDue(canvas, "draw", watch.since)) continue;
      const isKnown = watch.since - since >= YOUNG;
      if (!isKnown && (watch.seen.get(canvas) ?? 0) > 2) continue;
      canvases.push(canvas);
      young &&= !isKnown && clock() - watch.since < YOUNG;
    }
    return { canvases, young: young && canvases.length > 0 };
  };

  // Returns the positions of unreadable canvases and of blank ones, because a WebGL canvas reads as blank
  // after it is presented.
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

  // Returns these positions again, for callers outside this frame.
  const places = () => acting?.places ?? [];

  // Maps a part of a frame's document to the coordinates of this document, clipped to its visible area; null
  // when nothing of it is visible.
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

// Custom sliders: detection without a role, the positions of handle and track, and the number that the slider
// displays.
((lemmascope) => {
  const { dom, course, line } = lemmascope;

  // The maximum size of a handle, the minimum length of its track in multiples of the handle, and the track's
  // maximum thickness.
  const LARGEST = 80;
  const LONGER = 3;
  const THICKER = 2.5;
  // The maximum number of texts and fields to compare, because a page may be endless.
  const READINGS = 4000;
  const SCROLLING = /scroll/i;
  const NUMBER = /[-−+]?\d+(?:[.,]\d+)?/g;

  const isDrawn = (element) => {
    const role = dom.attribute(element, "role");
    return (role === "slider" || role === "spinbutton") && !(element instanceof HTMLInputElement) && !element.isContentEditable;
  };

  // Returns the track of a handle: the nearest long and thin ancestor.
  const trackOf = (handle) => {
    const own = dom.box(handle);
    if (own.width <= 0 || own.height <= 0 || own.width > LARGEST || own.height > LARGEST) return null;
    const size = Math.max(own.width, own.height);
    for (let at = lemmascope.above(handle), steps = 0; at !== null && steps < 4; at = lemmascope.above(at), steps++) {
      const box = dom.box(at);
      const isFlat = box.width >= LONGER * own.width && box.height <= THICKER * size;
      const isTall = box.height >= LONGER * own.height && box.width <= THICKER * size;
      if (isFlat !== isTall) return { box, vertical: isTall };
    }
    return null;
  };

  // Whether an element is a handle: clickable, without text, positioned by an inline style, and on a track.
  lemmascope.isHandle = (element) => {
    const style = dom.attribute(element, "style") ?? "";
    if (!/(?:^|[\s;])(?:left|right|top|bottom|transform|translate|inset[a-z-]*)\s*:/.test(style)) return false;
    if ((element.textContent ?? "").trim() !== "" || SCROLLING.test(dom.attribute(element, "class") ?? "")) return false;
    const { position } = dom.style(element);
    return position !== "static" && trackOf(element) !== null;
  };

  // Returns the position of a handle without a value on its track, in per cent.
  lemmascope.handlePlace = (element) => {
    const track = trackOf(element);
    if (track === null) return "";
    const own = dom.box(element);
    const { box, vertical } = track;
    const at = vertical
      ? (box.bottom - (own.top + own.bottom) / 2) / box.height
      : ((own.left + own.right) / 2 - box.left) / box.width;
    return `${Math.round(Math.min(Math.max(at, 0), 1) * 100)}%`;
  };

  const numbersIn = (text) => (text.length > 80 ? [] : (text.match(NUMBER) ?? []).map((one) => Number(one.replace("−", "-").replace(",", "."))));

  // Returns all numbers on the page, by the elements that display them.
  const readings = () => {
    const found = new Map();
    for (const root of course.cover()) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null && found.size < READINGS; node = texts.nextNode()) {
        const numbers = numbersIn(node.data);
        const around = node.parentElement;
        // Keyed by the parent because a page may replace the text node.
        if (numbers.length > 0 && around !== null) found.set(around, [...(found.get(around) ?? []), ...numbers]);
      }
      for (const field of dom.all(root, "input")) {
        if (found.size < READINGS && field.type !== "password") found.set(field, numbersIn(field.value));
      }
    }
    return found;
  };

  let gauge = { key: 0, before: new Map(), source: null, place: 0 };

  const distance = (one, other) => {
    const [a, b] = [dom.box(one), dom.box(other)];
    return Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);
  };

  // Returns the number that has changed since the first query for this slider; the nearest one if several
  // have.
  const gauged = (key, element) => {
    if (gauge.key !== key) gauge = { key, before: readings(), source: null, place: 0 };
    if (gauge.source === null || !dom.isConnected(gauge.source)) {
      let best = Infinity;
      for (const [source, numbers] of readings()) {
        const before = gauge.before.get(source) ?? [];
        const place = numbers.findIndex((number, at) => number !== before[at]);
        if (place < 0 || before.length !== numbers.length) continue;
        const far = distance(source, element);
        if (far < best) {
          best = far;
          gauge.source = source;
          gauge.place = place;
        }
      }
    }
    const { source, place } = gauge;
    if (source === null) return null;
    return numbersIn(source instanceof HTMLInputElement ? source.value : line(source.textContent ?? "", 80))[place] ?? null;
  };

  // Resets the state, because a number that another slider changed is no evidence for this one.
  lemmascope.beforeSliding = (key) => {
    gauge = { key: 0, before: new Map(), source: null, place: 0 };
    return lemmascope.slider(key);
  };

  lemmascope.slider = (key) => {
    const element = lemmascope.element(key);
    if (element === null || !dom.isConnected(element)) return { gone: true };
    const drawn = isDrawn(element);
    if (!drawn && (element instanceof HTMLInputElement || !lemmascope.isHandle(element))) return { slider: false };
    const number = (name) => {
      const value = Number.parseFloat(dom.attribute(element, name) ?? "");
      return Number.isFinite(value) ? value : null;
    };
    const own = dom.box(element);
    const track = trackOf(element);
    return {
      slider: true,
      now: number("aria-valuenow") ?? gauged(key, element),
      min: number("aria-valuemin"),
      max: number("aria-valuemax"),
      x: (own.left + own.right) / 2,
      y: (own.top + own.bottom) / 2,
      vertical: track?.vertical ?? false,
      start: track === null ? null : track.vertical ? track.box.bottom : track.box.left,
      end: track === null ? null : track.vertical ? track.box.top : track.box.right,
    };
  };
})(lemmascope);

// What an action causes on the page, and what the page does by itself anyway.
//
// From the moment that a document is readable, a record is kept of who changes when nobody acts: a clock, a carousel, a feed.
// Between `begin` and `report` everything that changes is put down to the action, unless it changed in that rhythm before.
// What happens in the very task of an input event is the action's in any case.
((lemmascope) => {
  const { dom } = lemmascope;
  const { learn, learnAt, isDue, isRestless } = lemmascope.habits;
  const { tally, drawings } = lemmascope;
  const { isSecret, valueOf, controlsOf, focused, caretOf, isField } = lemmascope.fields;
  const clock = () => performance.now();

  // How much of one batch, and of one action, is looked at one by one. The rest is only counted.
  const BATCH = 400;
  const RECORDS = 3000;
  // How long a page has to be watched until its own rhythm is known.
  const YOUNG = 2500;
  // Even there, what comes as soon as one acts after so long a rest is the action's.
  const STILL = 400;

  // ---- Observing ----

  let watching = null;
  let mutations = 0;
  let happenings = 0;
  let lastMutation = 0;
  let startedAt = clock();
  let inInput = false;

  const channel = new MessageChannel();
  const leaveInput = () => {
    inInput = false;
  };
  channel.port1.onmessage = leaveInput;
  const enterInput = () => {
    if (inInput) return;
    inInput = true;
    channel.port2.postMessage(0);
  };

  // Those who wait for any change at all.
  const waiting = new Set();
  const rouse = () => {
    for (const wake of waiting) wake();
  };

  const take = (records) => {
    if (records.length === 0) return;
    lemmascope.changes.note(records);
    const at = clock();
    mutations += records.length;
    if (roots !== null) arrive(records);
    rouse();
    const some = records.length > BATCH ? records.slice(0, BATCH) : records;
    if (watching === null) {
      for (const record of some) {
        // A clock that ticks does not keep the page from being at rest; what is moved by style does, however regularly.
        if (record.type === "attributes" || !isRestless(record, at)) lastMutation = at;
        learn(record, at);
      }
      return;
    }
    let caused = records.length > BATCH ? records.length - BATCH : 0;
    watching.uncounted += caused;
    for (const record of some) {
      if (!inInput && isRestless(record, at)) {
        learn(record, at);
        continue;
      }
      caused++;
      if (watching.records.length < RECORDS) watching.records.push([record, at]);
      else watching.uncounted++;
      if (inInput) watching.prompt = true;
    }
    if (caused > 0) {
      lastMutation = at;
      stir();
    }
  };

  const observer = new MutationObserver(take);
  const ALL = {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributes: true,
    attributeOldValue: true,
  };
  const observed = new WeakSet();

  const observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, ALL);
  };

  // The document and the shadow roots in it. They are found by going over all elements once, and after that over those that
  // came since; a scan, which goes over all of them, adds what it finds.
  let roots = null;
  let arrived = [];
  const ARRIVED = 500;

  const look = (root, found) => {
    for (const element of dom.all(root, "*")) {
      const inner = lemmascope.shadowOf(element);
      if (inner === null) continue;
      found.push(inner);
      observe(inner);
      look(inner, found);
    }
  };

  const coverAll = () => {
    observe(document);
    roots = [document];
    arrived = [];
    look(document, roots);
    return roots;
  };

  // A root may be made for an element that has been there for long, which no mutation tells of.
  const include = (found) => {
    for (const root of found) {
      if (observed.has(root)) continue;
      observe(root);
      roots?.push(root);
    }
  };

  const cover = () => {
    take(observer.takeRecords());
    if (roots === null || arrived.length > ARRIVED) return coverAll();
    const found = [];
    for (const element of arrived) {
      const inner = lemmascope.shadowOf(element);
      if (inner !== null) {
        found.push(inner);
        observe(inner);
        look(inner, found);
      }
      look(element, found);
    }
    arrived = [];
    roots = roots.concat(found.filter((root) => !roots.includes(root)));
    roots = roots.filter((root) => root === document || dom.isConnected(root.host));
    return roots;
  };

  const arrive = (records) => {
    for (const record of records) {
      if (record.type !== "childList" || arrived.length > ARRIVED) continue;
      for (const node of record.addedNodes) if (dom.type(node) === 1) arrived.push(node);
    }
  };

  // Observing while the document is parsed would cost a record for every node of it.
  const start = () => {
    startedAt = clock();
    observe(document);
    lemmascope.changes.begin();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start, { once: true });
  else start();

  // ---- Events that tell what mutations do not ----

  const happen = () => {
    happenings++;
    lemmascope.changes.stir();
    rouse();
  };

  // Out here, what happens inside a closed root seems to happen to its host; where the pointer or the focus was tells more.
  const inside = (host, event) => {
    let element = host;
    for (let root = lemmascope.shadowOf(element); root !== null; root = lemmascope.shadowOf(element)) {
      const pointed = event instanceof MouseEvent;
      const inner = pointed ? dom.hit(root, event.clientX, event.clientY) : dom.active(root);
      if (!(inner instanceof Element) || dom.root(inner) !== root) break;
      element = inner;
    }
    return element;
  };

  const own = (event) => {
    const [first] = event.composedPath();
    const element = first instanceof Element ? first : event.target;
    return element instanceof Element ? inside(element, event) : null;
  };

  // What is inside of a closed root is kept from the event's path; it is found by the place.
  const reached = (event) => {
    const target = own(event);
    if (target === null || event.clientX === undefined || lemmascope.shadowOf(target) === null) return target;
    return lemmascope.deepest(event.clientX, event.clientY) ?? target;
  };

  const listen = (names, take) => {
    for (const name of names.split(" ")) window.addEventListener(name, take, { capture: true, passive: true });
  };

  const INPUTS =
    "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu keydown keypress keyup beforeinput drop";

  // The last to hear of an input knows that the page has answered it. The message alone would come too late on a busy
  // machine: the tick of a clock that ran before it would be the action's.
  for (const name of `${INPUTS} input change submit reset`.split(" ")) {
    window.addEventListener(name, (event) => event.isTrusted && leaveInput(), { passive: true });
  }

  // A press that comes down beside its target, because the page has moved under the pointer, is kept from whatever is there
  // now: nobody meant that. This is heard before the page hears of it, and is the first to hear of it here.
  const PRESSES = "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu";
  for (const name of PRESSES.split(" ")) {
    window.addEventListener(
      name,
      (event) => {
        if (!event.isTrusted || watching === null) return;
        if (watching.guarded && (name === "pointerdown" || name === "mousedown")) {
          watching.guarded = false;
          const hit = reached(event);
          if (!dom.isConnected(watching.target)) watching.target = lemmascope.successor() ?? watching.target;
          const { target } = watching;
          watching.swallowed =
            hit !== null && !lemmascope.meets(target, hit) && !lemmascope.meets(lemmascope.standIn(target), hit);
          if (watching.swallowed) {
            baseline(watching);
            watching.hit = hit;
            stir();
          }
        }
        if (!watching.swallowed) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true, passive: false },
    );
  }

  // Wherever the pointer is, the page may be drawn in another way.
  listen("pointerover pointerout wheel touchstart", lemmascope.changes.stir);

  listen(INPUTS, (event) => {
    if (!event.isTrusted) return;
    lemmascope.changes.stir();
    enterInput();
    if (watching === null) return;
    if (event.type === "pointerdown" || event.type === "mousedown" || event.type === "keydown") {
      if (watching.armed) {
        baseline(watching);
        // Given by the driver. What the page asks its server for is told from here on as well.
        globalThis.lemmascopePressed?.("");
      }
      if (watching.hit === null) watching.hit = reached(event);
    }
    if (event.type === "mouseup" || event.type === "keyup") watching.released = clock();
  });

  // What changes while something is dragged, and when it is dropped, is done by dragging it.
  listen("mousemove pointermove drop", (event) => event.isTrusted && (event.buttons !== 0 || event.type === "drop") && enterInput());

  // A form is sent after everybody has heard of the click that sends it.
  listen("submit reset", (event) => event.isTrusted && enterInput());

  listen("input change", (event) => {
    happen();
    if (event.isTrusted) enterInput();
    if (watching === null) return;
    const target = own(event);
    if (target !== null) watching.inputs.add(target);
    stir();
  });

  const takeEvent = (name, element) => {
    happen();
    if (watching === null) return;
    if (watching.events.length < 20) watching.events.push([name, element]);
    stir();
  };
  listen("toggle close cancel fullscreenchange play pause volumechange ratechange seeked copy cut beforeprint", (event) =>
    takeEvent(event.type, own(event)),
  );
  // What a script puts into the clipboard; on pages that may do so.
  navigator.clipboard?.addEventListener?.("clipboardchange", () => takeEvent("clipboard", null));

  listen("invalid", (event) => {
    happen();
    const target = own(event);
    if (watching === null || target === null) return;
    watching.invalid.add(target);
    stir();
  });

  listen("focusin focusout", () => {
    happen();
    if (watching !== null) stir();
  });

  listen("load transitionstart transitionend animationstart animationend resize", happen);
  document.fonts?.addEventListener("loadingdone", happen);

  const offsets = new WeakMap();
  const place = (scrolled) =>
    scrolled === document ? [window.scrollX, window.scrollY] : [scrolled.scrollLeft, scrolled.scrollTop];
  listen("scroll", (event) => {
    happen();
    const scrolled = event.target === document ? document : own(event);
    if (scrolled === null) return;
    const at = clock();
    const before = offsets.get(scrolled);
    offsets.set(scrolled, place(scrolled));
    if (watching === null) {
      learnAt(scrolled, "scroll", at);
    } else if (inInput || !isDue(scrolled, "scroll", at)) {
      if (!watching.scrolled.has(scrolled)) watching.scrolled.set(scrolled, before ?? null);
      stir();
    }
  });

  // ---- One action ----

  const fresh = (target) => ({
    target,
    young: isYoung(),
    armed: false,
    guarded: false,
    swallowed: false,
    since: clock(),
    released: null,
    records: [],
    uncounted: 0,
    prompt: false,
    hit: null,
    inputs: new Set(),
    events: [],
    invalid: new Set(),
    scrolled: new Map(),
    values: new Map(),
    focus: null,
    page: [0, 0],
    wake: null,
    drawings: drawings.begin(stir),
  });

  const baseline = (watch) => {
    lemmascope.changes.note(observer.takeRecords());
    watch.armed = false;
    watch.stillBefore = clock() - lastMutation;
    watch.since = clock();
    watch.records = [];
    watch.uncounted = 0;
    watch.prompt = false;
    watch.events = [];
    watch.inputs.clear();
    watch.scrolled.clear();
    watch.values = new Map(controlsOf(watch.roots).map((control) => [control, valueOf(control)]));
    watch.focus = focused();
    watch.caret = caretOf(watch.focus);
    watch.page = place(document);
    drawings.baseline(watch.drawings, watch.roots);
  };

  const stir = () => watching?.wake?.();

  const isYoung = () => clock() - startedAt < YOUNG;

  const valuesOf = (watch) => {
    const values = [];
    for (const [control, before] of watch.values) {
      if (!dom.isConnected(control)) continue;
      const after = valueOf(control);
      if (after === before) continue;
      const shown = isSecret(control) ? { secret: true } : { before: clip(before), after: clip(after) };
      values.push({ key: lemmascope.keyOf(control), ...shown });
    }
    return values;
  };

  const clip = (text) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

  const scrolledOf = (watch) => {
    for (const [scrolled, before] of watch.scrolled) {
      const [x, y] = place(scrolled);
      const [left, top] = before ?? (scrolled === document ? watch.page : [NaN, NaN]);
      if (!(Math.abs(x - left) < 1 && Math.abs(y - top) < 1)) return true;
    }
    return false;
  };

  // Whether the page has led the focus to where a press alone does not: that leaves it on what was pressed, on something
  // around it, or nowhere.
  const isLed = (element, pressed) =>
    element !== null &&
    pressed !== null &&
    element !== dom.body(document) &&
    element !== dom.html(document) &&
    !lemmascope.holds(element, pressed);

  const report = (watch) => {
    take(observer.takeRecords());
    const { counts, touched, isPrompt } = tally(watch);
    const values = valuesOf(watch);
    const drawn = drawings.drawn(watch.drawings);
    const after = focused();
    const focusMoved = after !== watch.focus && (watch.keyboard || isField(after) || isLed(after, watch.hit));
    const caret = !focusMoved && after === watch.target && isField(after) && watch.hit !== null;
    const scrolled = scrolledOf(watch);
    const moved = watch.keyboard && !focusMoved && caretOf(after) !== watch.caret;
    const nodes = counts.added + counts.removed + counts.attributes + counts.text + watch.uncounted;
    return {
      effect:
        nodes > 0 ||
        values.length > 0 ||
        focusMoved ||
        caret ||
        moved ||
        scrolled ||
        drawn.canvases.length > 0 ||
        watch.events.length > 0 ||
        watch.invalid.size > 0 ||
        watch.inputs.size > 0,
      // Whether nothing but changes that came late speak for an effect, on a page that has not been watched for long.
      doubtful:
        (drawn.canvases.length > 0 ? drawn.young : nodes > 0 && isYoung()) &&
        !watch.prompt &&
        !(isPrompt && watch.stillBefore > STILL) &&
        values.length === 0 &&
        !focusMoved &&
        watch.invalid.size === 0 &&
        watch.inputs.size === 0,
      counts,
      uncounted: watch.uncounted,
      touched: Array.from(touched)
        .slice(0, 8)
        .filter((node) => node instanceof Element)
        .map(lemmascope.brief),
      values: values.slice(0, 40),
      focus: focusMoved ? lemmascope.brief(after) : null,
      caret: caret || moved,
      scrolled,
      page: { before: watch.page, after: place(document) },
      invalid: Array.from(watch.invalid)
        .slice(0, 10)
        .map((control) => ({ key: lemmascope.keyOf(control), message: clip(control.validationMessage ?? "") })),
      events: [...watch.events, ...drawn.canvases.map((canvas) => ["draw", canvas])].map(([name, element]) => ({ name, on: element === null ? null : lemmascope.brief(element) })),
      swallowed: watch.swallowed,
      hit: watch.hit === null ? null : lemmascope.brief(watch.hit),
      onTarget: watch.hit === null || watch.target === null || lemmascope.meets(watch.target, watch.hit),
    };
  };

  // Waits for the next picture, and says whether there was one. A frame that is not drawn (another tab, a hidden frame) has
  // none; time goes on there all the same.
  const frame = () =>
    new Promise((done) => {
      const late = setTimeout(done, 60, false);
      requestAnimationFrame(() => {
        clearTimeout(late);
        done(true);
      });
    });
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  // Waits until a picture was drawn, unless there was one, and nothing has changed for so long.
  const rest = async (watch, quiet, limit, drawn) => {
    const until = clock() + limit;
    if (!drawn) await frame();
    for (;;) {
      take(observer.takeRecords());
      const still = clock() - Math.max(lastMutation, watch.since);
      const left = until - clock();
      const isMoving = still >= quiet && lemmascope.isMoving(watch.since, watch.target);
      if ((still >= quiet && !isMoving) || left <= 0) return;
      await pause(Math.min(isMoving ? 30 : quiet - still, left));
    }
  };

  // Waits until there is an effect, at most so long. Tells what it was, and whether a picture was drawn since.
  const effect = async (watch, limit) => {
    const until = clock() + limit;
    let drawn = false;
    for (;;) {
      const said = report(watch);
      const left = until - clock();
      if ((said.effect && !said.doubtful) || said.swallowed || left <= 0) return { said, drawn };
      await new Promise((done) => {
        const late = setTimeout(done, left);
        watch.wake = () => {
          clearTimeout(late);
          done();
        };
      });
      watch.wake = null;
      // What comes and goes within one picture was never there.
      drawn = await frame();
    }
  };

  // A number that is another when a field holds something else.
  const values = () => {
    let sum = 0;
    for (const control of controlsOf(cover())) {
      const value = valueOf(control);
      for (let index = 0; index < value.length; index++) sum = (sum * 31 + value.charCodeAt(index)) | 0;
      sum = (sum * 33 + 7) | 0;
    }
    return sum;
  };

  const version = () => {
    const held = values();
    const [x, y] = place(document);
    return [mutations, happenings, held, x, y, window.innerWidth, window.innerHeight].join(" ");
  };

  // A scan, and the state of the page at which it was made.
  const lookNow = (options) => {
    const scan = lemmascope.scan(options);
    return [version(), scan];
  };

  lemmascope.watch = {
    // From now on what happens is the action's. `armed`: from the first press on, which is noticed before the page does.
    // Says whether the target is gone by now, and nothing that looks the same has come in its place.
    // `keyboard`: a caret or a focus that moves is an effect too, wherever it goes.
    begin: (key, armed, keyboard) => {
      const roots = cover();
      take(observer.takeRecords());
      const target = key === null ? null : (lemmascope.element(key) ?? lemmascope.successor());
      watching = fresh(target);
      watching.roots = roots;
      baseline(watching);
      watching.armed = armed === true;
      watching.guarded = watching.armed && target !== null;
      watching.keyboard = keyboard === true;
      return { gone: key !== null && target === null, unread: drawings.unread(watching.drawings, target) };
    },

    // Waits for an effect and, once it is clear, until nothing has changed for so long: for the many actions whose effect shows
    // at once, all that there is to ask. With `look`, the page is scanned in the time in which it has to stay as it is.
    first: async (limit, quiet, restless, look) => {
      const watch = watching;
      if (watch === null) return null;
      const { said, drawn } = await effect(watch, limit);
      if (!said.effect || said.doubtful || said.swallowed) return said;
      let seen = look === null ? null : lookNow(look);
      await rest(watch, quiet, restless, drawn);
      if (seen !== null && seen[0] !== version()) seen = lookNow(look);
      return { ...report(watch), settled: true, look: seen };
    },

    // Waits until nothing has changed for so long, at most until the limit, and tells what did.
    settle: async (quiet, limit) => {
      const watch = watching;
      if (watch === null) return null;
      await rest(watch, quiet, limit, false);
      return report(watch);
    },

    end: () => {
      const said = watching === null ? null : report(watching);
      watching = null;
      drawings.end();
      return said;
    },

    // The same text as long as nothing has changed that a scan would see.
    version,
    values,

    // Waits for any change at all, at most so long.
    change: (known, limit) => {
      if (version() !== known) return true;
      return new Promise((done) => {
        const end = (changed) => {
          clearTimeout(late);
          waiting.delete(wake);
          done(changed);
        };
        const wake = () => end(true);
        const late = setTimeout(end, limit, false);
        waiting.add(wake);
      });
    },

    // When the page last changed, for those who wait until it is at rest: milliseconds ago.
    stillness: () => {
      take(observer.takeRecords());
      return clock() - lastMutation;
    },

    // What is done from inside the page is the action's as much as what an event does.
    acting: enterInput,
    frame,
    pause,
    focused,
    isField,
    valueOf,
    isSecret,
    takeRecords: () => take(observer.takeRecords()),
    cover,
    include,
    look: lookNow,
    recent: () => clock() - lastMutation,
  };
})(lemmascope);

// The observation of one action: its effects on the page, reported when the page is at rest.
((lemmascope) => {
  const { dom, course, tally, drawings, placeOf: place } = lemmascope;
  const { isSecret, valueOf, controlsOf, focused, caretOf, isField } = lemmascope.fields;
  const clock = () => performance.now();

  // The time until the page's own rhythm is known.
  const YOUNG = 2500;
  // Even on such a page, a change right after an action that follows this much rest belongs to the action.
  const STILL = 400;
  // The time after which a held button counts as released where no release event arrives.
  const HELD = 100;

  const fresh = (target) => ({
    target,
    young: isYoung(),
    armed: false,
    guarded: false,
    swallowed: false,
    since: clock(),
    // The number of button releases.
    releases: 0,
    // Called on an input event.
    heard: null,
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
    drawings: drawings.begin(course.stir),
  });

  const baseline = (watch) => {
    course.passOver();
    watch.armed = false;
    watch.stillBefore = clock() - course.lastMutation;
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

  const isYoung = () => clock() - course.startedAt < YOUNG;

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

  // Whether the page moved the focus to a place where a press alone does not: a press focuses the pressed
  // element, an ancestor, or nothing.
  const isLed = (element, pressed) =>
    element !== null &&
    pressed !== null &&
    element !== dom.body(document) &&
    element !== dom.html(document) &&
    !lemmascope.holds(element, pressed);

  const report = (watch) => {
    course.takeRecords();
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
      // Whether only late changes indicate an effect, on a page that has not been under observation for long.
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

  // Waits for the given frame or the next, and until nothing has changed for `quiet`, up to the limit.
  // Scripted animations cause a change with each frame. On a busy machine time passes without any script
  // running, so the page's deferred tasks get their turn before it counts as at rest.
  const rest = async (watch, quiet, limit, picture) => {
    const until = clock() + limit;
    let isDrawn = false;
    let hadItsTurn = false;
    let known = course.lastMutation;
    for (let next = picture; ; next = null) {
      if (!isDrawn) await (next ?? course.frame());
      course.takeRecords();
      const still = clock() - Math.max(course.lastMutation, watch.since);
      const left = until - clock();
      isDrawn = course.lastMutation === known;
      known = course.lastMutation;
      const isMoving = isDrawn && still >= quiet && lemmascope.isMoving(watch.since, watch.target);
      const isAtRest = isDrawn && still >= quiet && !isMoving;
      if ((isAtRest && hadItsTurn) || left <= 0) return;
      hadItsTurn = isAtRest;
      if (isDrawn) await course.pause(isAtRest ? 0 : Math.min(isMoving ? 30 : quiet - still, left));
    }
  };

  // Waits until the button has been pressed and released that many times, and all listeners of the resulting
  // clicks have run.
  const letGo = async (watch, presses, limit) => {
    await new Promise((done) => {
      let late = setTimeout(done, limit);
      watch.heard = () => {
        clearTimeout(late);
        if (watch.swallowed || watch.releases >= presses) done();
        else late = setTimeout(done, HELD);
      };
      if (!watch.armed || watch.swallowed) watch.heard();
    });
    watch.heard = null;
    await course.turn();
  };

  // Waits for an effect, up to the limit. Returns the effect, and whether a frame was rendered since.
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
      // Changes that are undone within one frame are no effect.
      drawn = await course.frame();
    }
  };

  lemmascope.watch = {
    // Starts to attribute changes to the action. `armed`: from the first press on, which is observed before
    // the page handles it. Returns whether the target is gone without a replacement that looks the same.
    // `keyboard`: a moved caret or focus is an effect too, wherever it moves. `number`: the action's number.
    begin: (key, armed, keyboard, number) => {
      const roots = course.cover();
      const target = key === null ? null : (lemmascope.element(key) ?? lemmascope.successor());
      course.action = fresh(target);
      course.action.roots = roots;
      baseline(course.action);
      course.action.armed = armed === true;
      course.action.guarded = course.action.armed && target !== null;
      course.action.keyboard = keyboard === true;
      course.action.number = number;
      return { gone: key !== null && target === null, unread: drawings.unread(course.action.drawings, target) };
    },

    // Waits for an effect and then until nothing has changed for `quiet`: the only call needed for the many
    // actions with an immediate effect. With `questions`, the page is scanned during that wait. `presses`:
    // the number of presses that were sent and may not have arrived yet.
    first: async (limit, quiet, restless, questions, presses) => {
      const watch = course.action;
      if (watch === null) return null;
      const until = clock() + limit;
      if (presses > 0) await letGo(watch, presses, limit);
      const { said, drawn } = await effect(watch, until - clock());
      if (!said.effect || said.doubtful || said.swallowed) return said;
      // The next frame may well be rendered by the end of the scan.
      const picture = drawn ? Promise.resolve() : course.frame();
      let seen = questions === null ? null : lemmascope.look(questions);
      await rest(watch, quiet, restless, picture);
      if (seen !== null && seen[0] !== lemmascope.version()) seen = lemmascope.look(questions);
      return { ...report(watch), settled: true, look: seen };
    },

    // Waits until nothing has changed for `quiet`, up to the limit, and returns the changes.
    settle: async (quiet, limit) => {
      const watch = course.action;
      if (watch === null) return null;
      await rest(watch, quiet, limit, null);
      return report(watch);
    },

    // Ends the observation of that action, unless another has started since.
    end: (number) => {
      if (course.action === null || course.action.number !== number) return;
      course.action = null;
      drawings.end();
    },

    // Restarts the attribution of changes at this press.
    restart: baseline,
  };
})(lemmascope);

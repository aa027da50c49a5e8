// One action: what it causes on the page, told when the page has come to rest after it.
((lemmascope) => {
  const { dom, course, tally, drawings, placeOf: place } = lemmascope;
  const { isSecret, valueOf, controlsOf, focused, caretOf, isField } = lemmascope.fields;
  const clock = () => performance.now();

  // How long a page has to be watched until its own rhythm is known.
  const YOUNG = 2500;
  // Even there, what comes as soon as one acts after so long a rest is the action's.
  const STILL = 400;
  // How long a button that was pressed may be held until it is taken to be let go of where nobody hears it.
  const HELD = 100;

  const fresh = (target) => ({
    target,
    young: isYoung(),
    armed: false,
    guarded: false,
    swallowed: false,
    since: clock(),
    // How often a button was let go.
    releases: 0,
    // Called when an input is heard.
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

  // Whether the page has led the focus to where a press alone does not: that leaves it on what was pressed, on something
  // around it, or nowhere.
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

  // Waits until a picture has been drawn, the one that is given or the next, without anything having changed for so long, at
  // most until the limit. A script that moves something changes it with every picture. On a busy machine time passes while
  // nothing runs: before the page is said to be at rest, what it had put off until now gets its turn.
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

  // Waits until the button has been pressed and let go so many times, and the clicks that come of it have been heard by all.
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
      drawn = await course.frame();
    }
  };

  lemmascope.watch = {
    // From now on what happens is the action's. `armed`: from the first press on, which is noticed before the page does.
    // Says whether the target is gone by now, and nothing that looks the same has come in its place.
    // `keyboard`: a caret or a focus that moves is an effect too, wherever it goes. `number` is that of the action.
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

    // Waits for an effect and, once it is clear, until nothing has changed for so long: for the many actions whose effect shows
    // at once, all that there is to ask. With questions, the page is scanned in the time in which it has to stay as it is.
    // `presses`: so many have been sent, and may not have arrived yet.
    first: async (limit, quiet, restless, questions, presses) => {
      const watch = course.action;
      if (watch === null) return null;
      const until = clock() + limit;
      if (presses > 0) await letGo(watch, presses, limit);
      const { said, drawn } = await effect(watch, until - clock());
      if (!said.effect || said.doubtful || said.swallowed) return said;
      // The next picture may well be drawn when the look is done.
      const picture = drawn ? Promise.resolve() : course.frame();
      let seen = questions === null ? null : lemmascope.look(questions);
      await rest(watch, quiet, restless, picture);
      if (seen !== null && seen[0] !== lemmascope.version()) seen = lemmascope.look(questions);
      return { ...report(watch), settled: true, look: seen };
    },

    // Waits until nothing has changed for so long, at most until the limit, and tells what did.
    settle: async (quiet, limit) => {
      const watch = course.action;
      if (watch === null) return null;
      await rest(watch, quiet, limit, null);
      return report(watch);
    },

    // Ends that action, unless another is watched by now.
    end: (number) => {
      if (course.action === null || course.action.number !== number) return;
      course.action = null;
      drawings.end();
    },

    // From this press on what happens is the action's.
    restart: baseline,
  };
})(lemmascope);

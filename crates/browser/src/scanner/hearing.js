// Events that tell what mutations do not: inputs, values, focus, dialogs, media, scrolling.
((lemmascope) => {
  const { dom, course } = lemmascope;
  const { learnAt, isDue } = lemmascope.habits;
  const clock = () => performance.now();

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

  const stirAt = (element) => (element === null ? lemmascope.changes.stir() : lemmascope.changes.near(element));

  const listen = (names, take) => {
    for (const name of names.split(" ")) window.addEventListener(name, take, { capture: true, passive: true });
  };

  const INPUTS =
    "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu keydown keypress keyup beforeinput drop";

  // The last to hear of an input knows that the page has answered it. The message alone would come too late on a busy
  // machine: the tick of a clock that ran before it would be the action's.
  for (const name of `${INPUTS} input change submit reset`.split(" ")) {
    window.addEventListener(name, (event) => event.isTrusted && course.leaveInput(), { passive: true });
  }

  // A press that comes down beside its target, because the page has moved under the pointer, is kept from whatever is there
  // now: nobody meant that. This is heard before the page hears of it, and is the first to hear of it here.
  const PRESSES = "pointerdown mousedown pointerup mouseup click dblclick auxclick contextmenu";
  for (const name of PRESSES.split(" ")) {
    window.addEventListener(
      name,
      (event) => {
        if (!event.isTrusted || course.action === null) return;
        if (course.action.guarded && (name === "pointerdown" || name === "mousedown")) {
          course.action.guarded = false;
          const hit = reached(event);
          if (!dom.isConnected(course.action.target)) course.action.target = lemmascope.successor() ?? course.action.target;
          const { target } = course.action;
          course.action.swallowed =
            hit !== null && !lemmascope.meets(target, hit) && !lemmascope.meets(lemmascope.standIn(target), hit);
          if (course.action.swallowed) {
            lemmascope.watch.restart(course.action);
            course.action.hit = hit;
            course.stir();
            course.action.heard?.();
          }
        }
        if (!course.action.swallowed) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true, passive: false },
    );
  }

  // Wherever the pointer is, the page may be drawn in another way.
  listen("pointerover pointerout wheel touchstart", (event) => stirAt(own(event)));

  listen(INPUTS, (event) => {
    if (!event.isTrusted) return;
    stirAt(own(event));
    course.enterInput();
    if (course.action === null) return;
    if (event.type === "pointerdown" || event.type === "mousedown" || event.type === "keydown") {
      if (course.action.armed) {
        lemmascope.watch.restart(course.action);
        // Given by the driver. What the page asks its server for is told from here on as well.
        globalThis.lemmascopePressed?.("");
      }
      if (course.action.hit === null) course.action.hit = reached(event);
    }
    if (event.type === "mouseup") course.action.releases++;
    course.action.heard?.();
  });

  // What changes while something is dragged, and when it is dropped, is done by dragging it.
  listen("mousemove pointermove drop", (event) => event.isTrusted && (event.buttons !== 0 || event.type === "drop") && course.enterInput());

  // A form is sent after everybody has heard of the click that sends it.
  listen("submit reset", (event) => event.isTrusted && course.enterInput());

  listen("input change", (event) => {
    const target = own(event);
    course.happen(target);
    if (event.isTrusted) course.enterInput();
    if (course.action === null) return;
    if (target !== null) course.action.inputs.add(target);
    course.stir();
  });

  const takeEvent = (name, element) => {
    course.happen(element);
    if (course.action === null) return;
    if (course.action.events.length < 20) course.action.events.push([name, element]);
    course.stir();
  };
  listen("toggle close cancel fullscreenchange play pause volumechange ratechange seeked copy cut beforeprint", (event) =>
    takeEvent(event.type, own(event)),
  );
  // What a script puts into the clipboard; on pages that may do so.
  navigator.clipboard?.addEventListener?.("clipboardchange", () => takeEvent("clipboard", null));

  listen("invalid", (event) => {
    const target = own(event);
    course.happen(target);
    if (course.action === null || target === null) return;
    course.action.invalid.add(target);
    course.stir();
  });

  listen("focusin focusout", (event) => {
    course.happen(own(event));
    if (course.action !== null) course.stir();
  });

  listen("transitionstart transitionend animationstart animationend", (event) => course.happen(own(event)));
  // A style sheet that has come bears on all.
  listen("load", (event) => course.happen(event.target instanceof HTMLLinkElement ? null : own(event)));
  listen("resize", () => course.happen());
  document.fonts?.addEventListener("loadingdone", () => course.happen());

  const offsets = new WeakMap();
  const place = lemmascope.placeOf;
  listen("scroll", (event) => {
    course.happen();
    const scrolled = event.target === document ? document : own(event);
    if (scrolled === null) return;
    const at = clock();
    const before = offsets.get(scrolled);
    offsets.set(scrolled, place(scrolled));
    if (course.action === null) {
      learnAt(scrolled, "scroll", at);
    } else if (course.inInput || !isDue(scrolled, "scroll", at)) {
      if (!course.action.scrolled.has(scrolled)) course.action.scrolled.set(scrolled, before ?? null);
      course.stir();
    }
  });
})(lemmascope);

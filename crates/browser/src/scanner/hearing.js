// Listeners for events that cause no mutations: input, values, focus, dialogs, media, scrolling.
((lemmascope) => {
  const { dom, course } = lemmascope;
  const { learnAt, isDue } = lemmascope.habits;
  const clock = () => performance.now();

  // Events inside a closed root are retargeted to its host; the position of the pointer or the focus is more
  // precise.
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

  // Closed roots hide their content from the event path, so the element is located by coordinates.
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

  // The last listener of an input event runs after the page's own. The message channel alone would be too
  // late on a busy machine, where a clock tick before it would be attributed to the action.
  for (const name of `${INPUTS} input change submit reset`.split(" ")) {
    window.addEventListener(name, (event) => event.isTrusted && course.leaveInput(), { passive: true });
  }

  // Blocks a press that misses its target because the page moved under the pointer, so that it does not hit
  // another element. This capturing listener runs before those of the page and before the others here.
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

  // The position of the pointer may change the rendering.
  listen("pointerover pointerout wheel touchstart", (event) => stirAt(own(event)));

  listen(INPUTS, (event) => {
    if (!event.isTrusted) return;
    stirAt(own(event));
    course.enterInput();
    if (course.action === null) return;
    if (event.type === "pointerdown" || event.type === "mousedown" || event.type === "keydown") {
      if (course.action.armed) {
        lemmascope.watch.restart(course.action);
        // The driver provides this binding. From here on, network requests are reported as well.
        globalThis.lemmascopePressed?.("");
      }
      if (course.action.hit === null) course.action.hit = reached(event);
    }
    if (event.type === "mouseup") course.action.releases++;
    course.action.heard?.();
  });

  // Changes during a drag and on its drop belong to the drag.
  listen("mousemove pointermove drop", (event) => event.isTrusted && (event.buttons !== 0 || event.type === "drop") && course.enterInput());

  // A form is submitted after all listeners of the click have run.
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
  // Clipboard writes by scripts, on pages with the permission.
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
  // A newly loaded style sheet affects all elements.
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

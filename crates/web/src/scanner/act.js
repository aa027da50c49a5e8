// Finding elements by selector, and getting one ready to be acted on: connected, shown, enabled, at rest, in view, not covered.
((lemmascope) => {
  const { dom, watch } = lemmascope;
  const clock = () => performance.now();

  // ---- Who is who ----

  // The element around it in the composed tree: out of a shadow root to its host, not through slots.
  const above = (element) => {
    const parent = dom.parent(element);
    if (parent === null) return null;
    if (dom.type(parent) === 1) return parent;
    return parent instanceof ShadowRoot ? parent.host : null;
  };

  lemmascope.holds = (outer, inner) => {
    for (let element = inner; element !== null; element = above(element)) if (element === outer) return true;
    return false;
  };

  const CLICKABLE = "a[href], button, summary, label, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], [onclick]";
  const closest = (element, selector) => {
    for (let at = element; at !== null; at = above(at)) if (dom.matches(at, selector)) return at;
    return null;
  };

  // Whether what lies at a point is the element, as far as a click is concerned.
  lemmascope.meets = (element, hit) => {
    if (lemmascope.holds(element, hit)) return true;
    const label = closest(hit, "label");
    if (label !== null && label.control === element) return true;
    if (element instanceof HTMLLabelElement && element.control !== null && lemmascope.holds(element.control, hit)) return true;
    // Text and pictures inside of something that is clicked as a whole stand for it.
    const button = closest(element, CLICKABLE);
    return button !== null && button !== element && lemmascope.holds(button, hit);
  };

  const line = (text, limit) => {
    const flat = text.replace(/\s+/g, " ").trim();
    return flat.length > limit ? `${flat.slice(0, limit)}…` : flat;
  };

  // An element in few words, and the numbers of those around it, so that the nearest one that is listed can be named.
  lemmascope.brief = (element) => {
    const path = [];
    for (let at = element; at !== null && path.length < 12; at = above(at)) path.push(lemmascope.keyOf(at));
    const id = dom.attribute(element, "id");
    const role = dom.attribute(element, "role");
    const name = dom.attribute(element, "aria-label") ?? "";
    const marks = id ? `#${line(id, 40)}` : "";
    const classes = dom.attribute(element, "class")?.trim().split(/\s+/).slice(0, 2).join(".") ?? "";
    return {
      path,
      tag: dom.tag(element),
      role,
      marks: marks || (classes === "" ? "" : `.${line(classes, 60)}`),
      text: line(name || (element instanceof HTMLElement ? element.innerText : element.textContent) || "", 60),
    };
  };

  // ---- Finding ----

  const everything = function* (root) {
    for (const element of dom.all(root, "*")) {
      yield element;
      const inner = lemmascope.shadowOf(element);
      if (inner !== null) yield* everything(inner);
    }
  };

  const byCss = (css) => {
    const roots = watch.cover();
    if (roots.length === 1) return Array.from(dom.all(document, css));
    // A selector is asked once for its own sake: a broken one throws here and not for the first element that it meets.
    document.createDocumentFragment().querySelector(css);
    return Array.from(everything(document)).filter((element) => dom.matches(element, css));
  };

  const byXpath = (xpath) => {
    const found = [];
    const answer = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE, null);
    for (let node = answer.iterateNext(); node !== null; node = answer.iterateNext()) {
      if (node instanceof Element) found.push(node);
      else if (node.parentElement !== undefined && node.parentElement !== null) found.push(node.parentElement);
      else if (node.ownerElement !== undefined && node.ownerElement !== null) found.push(node.ownerElement);
    }
    return found;
  };

  const byText = (text, exact) => {
    const wanted = line(text, 10000).toLowerCase();
    const says = (element) => {
      const own = line(element.innerText ?? element.textContent ?? "", 10000).toLowerCase();
      return exact ? own === wanted : own.includes(wanted);
    };
    const found = [];
    for (const root of watch.cover()) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || found.includes(parent) || ["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"].includes(parent.tagName)) continue;
        const piece = line(node.data, 10000).toLowerCase();
        if (exact ? piece === wanted : piece.includes(wanted)) found.push(parent);
      }
    }
    if (found.length > 0) return found;
    // A text that runs over several elements belongs to the innermost that holds all of it.
    const [html] = dom.all(document, "body");
    if (html === undefined || !says(html)) return [];
    let innermost = html;
    for (;;) {
      const next = Array.from(dom.children(innermost)).find((child) => child instanceof HTMLElement && says(child));
      if (next === undefined) return [innermost];
      innermost = next;
    }
  };

  const MOST_FOUND = 1000;

  // Elements by selector, XPath or text, in the order of the page. `visible` leaves out those that do not show.
  lemmascope.find = ({ css, xpath, text, exact, visible }) => {
    let found;
    try {
      found = css !== undefined ? byCss(css) : xpath !== undefined ? byXpath(xpath) : byText(text ?? "", exact === true);
    } catch (error) {
      return { error: line(String(error?.message ?? error), 200) };
    }
    if (visible === true) found = found.filter(isShown);
    return { count: found.length, keys: found.slice(0, MOST_FOUND).map(lemmascope.keyOf) };
  };

  // ---- Readiness ----

  const SHOWN = { visibilityProperty: true };
  const isShown = (element) => {
    if (!dom.shows(element, SHOWN)) return false;
    const box = dom.box(element);
    return (box.width > 0 && box.height > 0) || Array.from(element.getClientRects()).some((rect) => rect.width > 0 && rect.height > 0);
  };

  const isDisabled = (element) => {
    if (dom.matches(element, ":disabled")) return true;
    for (let at = element; at !== null; at = above(at)) {
      if (dom.attribute(at, "aria-disabled") === "true") return true;
      if (at.inert === true) return true;
    }
    return false;
  };

  // A checkbox that is hidden behind its drawn label is clicked through the label.
  const standIn = (element) => {
    if (isShown(element) && !isTransparent(element)) return element;
    const labels = element.labels ?? [];
    for (const label of labels) if (isShown(label)) return label;
    return element;
  };
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

  // What of the frame shows where the element is: the window, cut by every box around it that cuts.
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

  // The parts of it that show: a link over two lines has two.
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

  // A point where a click reaches the element, or what is in the way.
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

  const boxOf = (element) => {
    const { left, top, width, height } = dom.box(element);
    return [left, top, width, height].map((side) => Math.round(side * 4)).join(" ");
  };

  // On a page where nothing has moved for a while nothing has to be waited for.
  const isAtRest = (element) => {
    if (watch.recent() < 100) return false;
    for (const animation of document.getAnimations()) {
      const { target } = animation.effect ?? {};
      if (animation.playState === "running" && target instanceof Element && lemmascope.holds(target, element)) return false;
    }
    return true;
  };

  const bring = (element, block) => element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });

  const isInView = (element) => {
    const box = edges(dom.box(element));
    const whole = size(box);
    const parts = partsOf(element);
    if (parts.length === 0) return false;
    // What is larger than the window is in view when a good part of it is.
    const seen = parts.reduce((sum, part) => sum + size(part), 0);
    return seen >= Math.min(whole, Array.from(element.getClientRects()).reduce((sum, rect) => sum + size(edges(rect)), 0)) * 0.95 ||
      seen > (window.innerWidth * window.innerHeight) / 4;
  };

  // How long something may lie over an element until it is taken to stay there.
  const PATIENCE = 1000;

  // Gets an element ready: waits until it shows, is enabled and at rest, scrolls it into view, and chooses the point.
  // `pointer`: whether a point is wanted; `force`: whatever is in the way; `enabled: false`: also when it is disabled.
  lemmascope.prepare = async (key, { limit, pointer, force, enabled, editable }) => {
    const until = clock() + limit;
    let element = lemmascope.element(key);
    if (element === null) return { problem: "gone" };
    const original = element;
    let problem = null;
    let covered = null;
    let coveredSince = null;
    let last = null;
    let attempt = 0;
    const blocks = ["center", "end", "start"];
    for (;;) {
      if (!dom.isConnected(original)) return { problem: "gone" };
      element = standIn(original);
      problem = null;
      if (!isShown(element)) problem = "hidden";
      else if (enabled !== false && isDisabled(original)) problem = "disabled";
      else if (editable === true && (original.readOnly === true || dom.attribute(original, "aria-readonly") === "true")) problem = "readonly";
      if (problem === null) {
        if (!isInView(element)) {
          bring(element, "center");
          last = null;
        }
        const box = boxOf(element);
        if (box !== last && !(last === null && isAtRest(element))) {
          last = box;
          problem = "moving";
        } else if (pointer !== true) {
          return ready(original, element, null);
        } else {
          const { x, y, cover } = aim(element);
          if (x !== undefined) return ready(original, element, { x, y });
          problem = "covered";
          covered = cover;
          coveredSince ??= clock();
          if (force === true) return ready(original, element, null);
          // Sticky bars cover what is scrolled to an edge; in another place it may be free.
          bring(element, blocks[attempt++ % blocks.length]);
          last = null;
          if (attempt > blocks.length && clock() - coveredSince > Math.min(PATIENCE, limit)) break;
        }
      } else if (force === true && problem !== "hidden") {
        return ready(original, element, null);
      } else if (problem === "hidden" && force === true) {
        return ready(original, element, null);
      }
      if (clock() >= until) break;
      await watch.frame();
      if (problem !== "moving" && attempt > blocks.length) await watch.pause(50);
      else if (problem === "hidden" || problem === "disabled" || problem === "readonly") await watch.pause(30);
    }
    return { problem, by: covered === null ? null : lemmascope.brief(covered), is: lemmascope.brief(original) };
  };

  const ready = (original, element, point) => {
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
    field: watch.isField(element),
    editable: element instanceof HTMLElement && element.isContentEditable,
    focused: watch.focused() === element,
    secret: element instanceof HTMLInputElement && watch.isSecret(element),
    link: element instanceof HTMLAnchorElement ? element.href : "",
  });

  // Carries a point of a frame over into the frame around it, in which this is the frame's element, and sees whether it shows.
  lemmascope.outward = async (key, point) => {
    const frame = lemmascope.element(key);
    if (frame === null) return { problem: "gone" };
    const place = () => {
      const box = dom.box(frame);
      const across = frame.offsetWidth > 0 ? box.width / frame.offsetWidth : 1;
      const down = frame.offsetHeight > 0 ? box.height / frame.offsetHeight : 1;
      const style = getComputedStyle(frame);
      const inset = (name) => Number.parseFloat(style[name]) || 0;
      return {
        x: box.left + (frame.clientLeft + inset("paddingLeft") + point.x) * across,
        y: box.top + (frame.clientTop + inset("paddingTop") + point.y) * down,
      };
    };
    let at = place();
    const shows = ({ x, y }) => {
      const seen = windowOf(frame);
      return x >= seen.left && x < seen.right && y >= seen.top && y < seen.bottom;
    };
    if (!shows(at)) {
      bring(frame, "center");
      at = place();
      // A frame that is taller than the window is scrolled on until the point itself shows.
      if (!shows(at)) {
        window.scrollBy({ left: at.x - window.innerWidth / 2, top: at.y - window.innerHeight / 2, behavior: "instant" });
        await watch.frame();
        at = place();
      }
    }
    const hit = deepest(at.x, at.y);
    if (hit === null) return { problem: "hidden" };
    if (hit !== frame && !lemmascope.holds(frame, hit)) return { problem: "covered", by: lemmascope.brief(hit), ...at };
    return at;
  };

  // ---- Acting from inside the page, where the pointer and the keys are not enough ----

  const with_ = (key, act) => {
    const element = lemmascope.element(key);
    return element === null ? { problem: "gone" } : act(element);
  };

  lemmascope.clickInPage = (key) =>
    with_(key, (element) => {
      element.click();
      return {};
    });

  lemmascope.focus = (key) =>
    with_(key, (element) => {
      element.focus({ preventScroll: true });
      const active = watch.focused();
      return { focused: active !== null && lemmascope.holds(element, active) };
    });

  // Puts the focus into a field and selects what is to be replaced; `append` puts the caret at the end instead.
  lemmascope.enterField = (key, append) =>
    with_(key, (element) => {
      element.focus({ preventScroll: true });
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (append) {
          // Number and e-mail fields have no caret to put; theirs is at the end after an arrow key.
          try {
            element.setSelectionRange(element.value.length, element.value.length);
          } catch {
            return { ...stateOf(element), caret: false };
          }
        } else {
          element.select();
        }
      } else if (element instanceof HTMLElement && element.isContentEditable) {
        const selection = dom.root(element).getSelection?.() ?? getSelection();
        selection.selectAllChildren(element);
        if (append) selection.collapseToEnd();
      }
      return { ...stateOf(element), caret: true };
    });

  const stateOf = (element) => {
    const active = watch.focused();
    return {
      focused: active !== null && lemmascope.holds(element, active),
      value: textOf(element),
      secret: element instanceof HTMLInputElement && watch.isSecret(element),
      most: element.maxLength > 0 ? element.maxLength : null,
      ...natureOf(element),
    };
  };

  const textOf = (element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value;
    return element instanceof HTMLElement && element.isContentEditable ? element.innerText.replace(/\n$/, "") : element.textContent;
  };

  lemmascope.fieldState = (key) => with_(key, stateOf);

  // The fields of a code that is written one character a field: what was typed is spread over those that follow.
  lemmascope.spreadValue = (key) =>
    with_(key, (element) => {
      const roots = watch.cover();
      const fields = roots.flatMap((root) => Array.from(dom.all(root, "input"))).filter((field) => watch.isField(field) && isShown(field));
      return { value: fields.slice(fields.indexOf(element)).slice(0, 12).map((field) => field.value).join("") };
    });

  const tell = (element, names) => {
    for (const name of names) element.dispatchEvent(new Event(name, { bubbles: true, composed: name === "input" }));
  };

  // Dates, colours and ranges have no text to type; their value is put.
  lemmascope.putValue = (key, value) =>
    with_(key, (element) => {
      element.focus({ preventScroll: true });
      const before = element.value;
      element.value = value;
      if (element.value !== before) tell(element, ["input", "change"]);
      return stateOf(element);
    });

  // ---- Choosing ----

  const plain = (text) => line(text, 1000).toLowerCase();

  // The option that is meant: by value, by text, by a part of the text, by its place in the list.
  const pick = (options, wanted) => {
    const text = plain(String(wanted));
    const by = [
      (option) => option.value === String(wanted),
      (option) => plain(option.text) === text,
      (option) => plain(option.value) === text,
      (option) => text !== "" && plain(option.text).startsWith(text),
      (option) => text !== "" && plain(option.text).includes(text),
    ];
    for (const is of by) {
      const found = options.findIndex(is);
      if (found >= 0) return found;
    }
    const place = Number(wanted);
    return Number.isInteger(place) && place >= 1 && place <= options.length ? place - 1 : -1;
  };

  lemmascope.choose = (key, wanted) =>
    with_(key, (element) => {
      if (!(element instanceof HTMLSelectElement)) return { native: false };
      const options = Array.from(element.options, (option) => ({ text: option.label || option.text, value: option.value, disabled: option.disabled || option.parentElement?.disabled === true }));
      const before = watch.valueOf(element);
      const places = [];
      for (const one of Array.isArray(wanted) ? wanted : [wanted]) {
        const place = pick(options, one);
        if (place < 0) return { native: true, problem: "no_option", missing: String(one), options: options.slice(0, 50).map(({ text }) => line(text, 80)), count: options.length };
        if (options[place].disabled) return { native: true, problem: "disabled", missing: options[place].text };
        places.push(place);
      }
      element.focus({ preventScroll: true });
      const was = Array.from(element.options, (option) => option.selected);
      if (element.multiple) for (const [place, option] of Array.from(element.options).entries()) option.selected = places.includes(place);
      else element.selectedIndex = places[0];
      const same = Array.from(element.options).every((option, place) => option.selected === was[place]);
      if (!same) tell(element, ["input", "change"]);
      return { native: true, same, before, after: watch.valueOf(element), chosen: options[places[0]].text };
    });

  // The options that an open list offers for a combobox or the like.
  lemmascope.offers = (key) =>
    with_(key, (element) => {
      const root = dom.root(element);
      const named = [element, ...dom.all(element, "[aria-controls], [aria-owns]")]
        .flatMap((one) => [dom.attribute(one, "aria-controls"), dom.attribute(one, "aria-owns")])
        .filter((ids) => ids !== null)
        .flatMap((ids) => ids.trim().split(/\s+/))
        .map((id) => dom.byId(root === document || root instanceof ShadowRoot ? root : document, id))
        .filter((list) => list !== null);
      const OPTION = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio]";
      const within = (list) => Array.from(dom.all(list, OPTION)).filter(isShown);
      let found = [...named, element].flatMap(within);
      if (found.length === 0) {
        found = watch.cover().flatMap((one) => Array.from(dom.all(one, ":is([role=listbox], [role=menu], [role=tree]) :is([role=option], [role=menuitem], [role=menuitemradio], [role=treeitem])"))).filter(isShown);
      }
      if (found.length === 0) {
        found = named.flatMap((list) => Array.from(dom.all(list, "li, button, a"))).filter(isShown);
      }
      return {
        expanded: dom.attribute(element, "aria-expanded"),
        options: Array.from(new Set(found)).slice(0, 500).map((option) => ({
          key: lemmascope.keyOf(option),
          text: line(dom.attribute(option, "aria-label") ?? option.innerText ?? "", 200),
          value: dom.attribute(option, "data-value") ?? dom.attribute(option, "value") ?? "",
          selected: dom.attribute(option, "aria-selected") === "true" || dom.attribute(option, "aria-checked") === "true",
        })),
      };
    });

  lemmascope.pickOffer = (options, wanted) => pick(options, wanted);

  // Whether it is ticked: true, false, "mixed", or null when it cannot be.
  lemmascope.ticked = (key) =>
    with_(key, (element) => {
      const control = element instanceof HTMLLabelElement && element.control !== null ? element.control : element;
      if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")) {
        return { ticked: control.indeterminate ? "mixed" : control.checked, radio: control.type === "radio" };
      }
      const said = dom.attribute(control, "aria-checked") ?? dom.attribute(control, "aria-pressed") ?? dom.attribute(control, "aria-selected");
      const ticked = said === "true" ? true : said === "false" ? false : said === "mixed" ? "mixed" : null;
      if (ticked === null) {
        const [inner] = dom.all(control, "input[type=checkbox], input[type=radio]");
        if (inner !== undefined) return { ticked: inner.checked, radio: inner.type === "radio" };
      }
      return { ticked, radio: dom.attribute(control, "role") === "radio" };
    });

  // ---- Scrolling ----

  const canScroll = (element, across) => {
    const style = getComputedStyle(element);
    const overflow = across ? style.overflowX : style.overflowY;
    const room = across ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
    return room > 1 && (overflow === "auto" || overflow === "scroll" || overflow === "overlay");
  };

  // What scrolls when one scrolls: the element or what is around it, the page, or the largest box of a page that stands still.
  const scrollerOf = (element, across) => {
    for (let at = element; at !== null; at = lemmascope.flatParent(at)) if (canScroll(at, across)) return at;
    const page = document.scrollingElement;
    if (page === null) return null;
    const room = across ? page.scrollWidth - window.innerWidth : page.scrollHeight - window.innerHeight;
    if (room > 1 || element !== null) return page;
    let largest = null;
    for (const one of dom.all(document, "div, main, section, ul, article, aside, nav")) {
      if (!canScroll(one, across)) continue;
      const area = size(meet(edges(dom.box(one)), view()));
      if (area > 0 && (largest === null || area > largest.area)) largest = { one, area };
    }
    return largest === null ? page : largest.one;
  };

  lemmascope.scrollBy = async (key, direction, amount) => {
    const element = key === null ? null : lemmascope.element(key);
    if (key !== null && element === null) return { problem: "gone" };
    const across = direction === "left" || direction === "right";
    const scroller = scrollerOf(element, across);
    if (scroller === null) return { problem: "nothing" };
    const isPage = scroller === document.scrollingElement;
    const length = across ? (isPage ? window.innerWidth : scroller.clientWidth) : isPage ? window.innerHeight : scroller.clientHeight;
    const far = (amount === "page" ? length * 0.9 : amount) * (direction === "up" || direction === "left" ? -1 : 1);
    const before = { x: scroller.scrollLeft, y: scroller.scrollTop };
    scroller.scrollBy({ left: across ? far : 0, top: across ? 0 : far, behavior: "instant" });
    await watch.frame();
    const box = isPage ? view() : edges(dom.box(scroller));
    const seen = meet(box, view());
    return {
      before,
      after: { x: scroller.scrollLeft, y: scroller.scrollTop },
      extent: { x: scroller.scrollWidth - (isPage ? window.innerWidth : scroller.clientWidth), y: scroller.scrollHeight - (isPage ? window.innerHeight : scroller.clientHeight) },
      page: isPage,
      middle: { x: (seen.left + seen.right) / 2, y: (seen.top + seen.bottom) / 2 },
    };
  };

  lemmascope.scrollTo = async (key) => {
    const element = lemmascope.element(key);
    if (element === null) return { problem: "gone" };
    const before = boxOf(element);
    if (!isInView(element)) bring(standIn(element), "center");
    await watch.frame();
    return { moved: boxOf(element) !== before, inView: isInView(standIn(element)) };
  };

  // ---- Forms ----

  // What submits the form that an element is in: its button, or nothing but the form itself.
  lemmascope.submitterOf = (key) => {
    const element = key === null ? watch.focused() : lemmascope.element(key);
    if (key !== null && element === null) return { problem: "gone" };
    let form = element === null ? null : (element.form ?? closest(element, "form"));
    if (form === null) {
      const forms = watch.cover().flatMap((root) => Array.from(dom.all(root, "form"))).filter(isShown);
      if (key === null && forms.length === 1) [form] = forms;
      else if (key !== null && element !== null) [form = null] = dom.all(element, "form");
    }
    if (!(form instanceof HTMLFormElement)) return { form: null, forms: watch.cover().flatMap((root) => Array.from(dom.all(root, "form"))).length };
    // A field named `elements` would stand in the place of the form's own list.
    const elements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements").get.call(form);
    const buttons = Array.from(elements).filter((one) => one.type === "submit" || one.type === "image");
    const images = Array.from(dom.all(form, "input[type=image]"));
    const button = [...buttons, ...images].find((one) => isShown(one) && !isDisabled(one)) ?? buttons[0] ?? null;
    return { form: lemmascope.keyOf(form), button: button === null ? null : lemmascope.keyOf(button) };
  };

  lemmascope.submitForm = (key) =>
    with_(key, (form) => {
      HTMLFormElement.prototype.requestSubmit.call(form);
      return {};
    });
})(lemmascope);

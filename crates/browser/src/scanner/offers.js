// What a list that the page draws offers, once it is open. Lists are drawn anywhere in the page, so it matters whose one is.
((lemmascope) => {
  const { dom, isShown, having, line, pickOption, above, course, fields } = lemmascope;
  const clock = () => performance.now();

  const OPTION =
    "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio]";
  const LIST = "[role=listbox], [role=menu], [role=tree], [role=grid]";
  const MOST = 500;
  // A page may be endless; beyond this nobody looks for what has appeared.
  const LOOKED_AT = 40000;

  let opening = { key: 0, shown: new WeakSet() };

  const everything = (visit) => {
    let steps = 0;
    for (const root of course.cover()) {
      for (const element of dom.all(root, "*")) {
        if (steps++ > LOOKED_AT) return;
        visit(element);
      }
    }
  };

  // Remembers what shows before a list is opened, so that the list is known by having come.
  lemmascope.beforeOpening = (key) => {
    const shown = new WeakSet();
    everything((element) => {
      if (isShown(element)) shown.add(element);
    });
    opening = { key, shown };
    return {};
  };

  // The lists that an element says are its own; the box around an input may say so in its place.
  const listsOf = (element) => {
    const speakers = [element, ...dom.all(element, "[aria-controls], [aria-owns]")];
    for (let at = above(element), steps = 0; at !== null && steps < 4; at = above(at), steps++) {
      if (dom.attribute(at, "role") === "combobox" || dom.has(at, "aria-owns")) speakers.push(at);
    }
    const found = [];
    for (const speaker of speakers) {
      const ids = `${dom.attribute(speaker, "aria-controls") ?? ""} ${dom.attribute(speaker, "aria-owns") ?? ""}`.trim();
      if (ids === "" || ids.length > 1000) continue;
      const root = dom.root(speaker);
      for (const id of ids.split(/\s+/).slice(0, 8)) {
        const list = dom.byId(root instanceof ShadowRoot ? root : document, id);
        if (list !== null && !found.includes(list)) found.push(list);
      }
    }
    return found;
  };

  // What floats around a list, without the field itself.
  const popupOf = (list, element) => {
    for (let at = list, steps = 0; at !== null && steps < 8; at = above(at), steps++) {
      if (lemmascope.holds(at, element) || at === dom.body(document)) return null;
      const { position } = dom.style(at);
      if (position === "absolute" || position === "fixed") return at;
    }
    return null;
  };

  const within = (list) => {
    const inner = Array.from(dom.all(list, OPTION));
    // The options of a list that is an element of its own may be slotted into it, or drawn in its shadow.
    const shadow = lemmascope.shadowOf(list);
    if (shadow !== null) inner.push(...dom.all(shadow, OPTION));
    return inner.filter(isShown);
  };

  const isText = (node) => dom.type(node) === 3 && node.data.trim() !== "";
  const saysSomething = (element) => {
    let child = dom.first(element);
    for (let steps = 0; child !== null && steps < 8; steps++, child = dom.next(child)) if (isText(child)) return true;
    return false;
  };
  const sayings = (elements) =>
    elements.filter((element) => saysSomething(element) && !/^(?:script|style|label)$/.test(dom.tag(element)) && isShown(element));

  const offersOf = (key, element) => {
    const isClosed = dom.attribute(element, "aria-expanded") === "false";
    if (isClosed && opening.key !== key) return [];
    const lists = listsOf(element);
    const own = (isClosed ? lists : [...lists, element]).flatMap(within);
    if (own.length > 0) return own;
    const popups = lists.map((list) => popupOf(list, element)).filter((popup) => popup !== null && isShown(popup));
    const around = popups.flatMap(within);
    if (around.length > 0) return around;
    const said = popups.flatMap((popup) => sayings(Array.from(dom.all(popup, "*"))));
    if (said.length > 0) return said;
    if (opening.key === key) {
      const come = [];
      everything((one) => {
        if (!opening.shown.has(one) && !lemmascope.holds(one, element) && isShown(one)) come.push(one);
      });
      const options = come.filter((one) => dom.matches(one, OPTION));
      return options.length > 0 ? options : sayings(come.filter((one) => !lemmascope.holds(element, one) || dom.tag(one) === "li"));
    }
    if (dom.attribute(element, "aria-expanded") !== "true") return [];
    // It says that it is open, and nobody says whose the open lists are.
    const open = course.cover().flatMap((root) => Array.from(dom.all(root, LIST))).filter(isShown);
    return open.length === 1 ? within(open[0]) : [];
  };

  // What is slotted into an option is not counted as its text.
  const textOf = (option) => {
    const text = line(dom.attribute(option, "aria-label") ?? option.innerText ?? "", 200);
    const root = dom.root(option);
    return text === "" && root instanceof ShadowRoot ? line(root.host.innerText ?? "", 200) : text;
  };

  const describe = (option) => ({
    key: lemmascope.keyOf(option),
    text: textOf(option),
    value: dom.attribute(option, "data-value") ?? dom.attribute(option, "value") ?? "",
  });

  // The option that is meant, as soon as it is offered. Without it, what is offered after so long.
  // With `steady`, it has to stay the same element for so long: lists are drawn anew while they are searched.
  lemmascope.offer = async (key, wanted, { limit, late, steady }) => {
    // Who has not waited yet has not opened anything either.
    if (limit === 0) opening = { key: 0, shown: new WeakSet() };
    const until = clock() + limit;
    let since = null;
    let same = { key: 0, since: 0 };
    for (;;) {
      const answer = having(key, (element) => {
        const elements = Array.from(new Set(offersOf(key, element))).slice(0, MOST);
        const options = elements.map(describe);
        const place = pickOption(options, wanted);
        const option = place < 0 ? null : options[place];
        if (option !== null) option.disabled = lemmascope.isDisabled(elements[place]);
        return { option, texts: options.slice(0, 50).map(({ text }) => text), count: options.length };
      });
      if (answer.problem !== undefined) return answer;
      if (answer.option !== null) {
        if (answer.option.key !== same.key) same = { key: answer.option.key, since: clock() };
        if (clock() - same.since >= steady || clock() >= until) return answer;
      }
      if (answer.count > 0) since ??= clock();
      if (clock() >= until || (answer.option === null && since !== null && clock() - since >= late)) return answer;
      await course.pause(40);
    }
  };

  // Scrolls an open list on, for those that draw only what shows. False at its end.
  lemmascope.scrollOffers = (key) =>
    having(key, (element) => {
      let at = offersOf(key, element).at(-1) ?? null;
      for (let steps = 0; at !== null && steps < 8; steps++, at = above(at)) {
        if (at.scrollHeight <= at.clientHeight + 4 || dom.style(at).overflowY === "visible") continue;
        const before = at.scrollTop;
        at.scrollTop = before + at.clientHeight * 0.8;
        return { moved: at.scrollTop > before };
      }
      return { moved: false };
    });

  // The field with the focus, if one can type into it: the list may filter by it.
  lemmascope.filterField = () => {
    const active = fields.focused();
    const takesText = active instanceof HTMLInputElement && !active.readOnly && fields.isField(active) && active.type !== "range";
    return { key: takesText ? lemmascope.keyOf(active) : null };
  };

  // Waits until a list that one has chosen from is gone; one for several things stays open.
  lemmascope.closed = async (key, option, limit) => {
    const until = clock() + limit;
    const isGone = () => {
      const one = lemmascope.element(option);
      return one === null || !dom.isConnected(one) || !isShown(one);
    };
    while (!isGone() && clock() < until) await course.pause(30);
    return having(key, (element) => ({
      open: !isGone() && (dom.attribute(element, "aria-expanded") === "true" || listsOf(element).some(isShown)),
    }));
  };
})(lemmascope);

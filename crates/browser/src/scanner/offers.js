// The options of an open custom list. Pages may insert a list anywhere, so the code determines which field a
// list belongs to.
((lemmascope) => {
  const { dom, isShown, having, line, pickOption, above, course, fields } = lemmascope;
  const clock = () => performance.now();

  const OPTION =
    "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio]";
  const LIST = "[role=listbox], [role=menu], [role=tree], [role=grid]";
  const MOST = 500;
  // The limits of the search for new elements, because a page may be endless.
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

  // Records the visible elements before a list opens, so that the list is recognised as new.
  lemmascope.beforeOpening = (key) => {
    const shown = new WeakSet();
    everything((element) => {
      if (isShown(element)) shown.add(element);
    });
    opening = { key, shown };
    return {};
  };

  // Returns the lists that an element references as its own; an element around an input may carry the
  // reference.
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

  // Returns the floating element around a list, without the field itself.
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
    // The options of a custom element may be slotted into it or be in its shadow root.
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
    // The element is expanded, but nothing associates the open lists with it.
    const open = course.cover().flatMap((root) => Array.from(dom.all(root, LIST))).filter(isShown);
    return open.length === 1 ? within(open[0]) : [];
  };

  // Slotted content does not count as text of the option.
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

  // Waits for the wanted option and returns it; if it does not appear, returns the options that have been
  // available for `late`. With `steady`, the option must remain the same element for that time, because lists
  // render again while they are searched.
  lemmascope.offer = async (key, wanted, { limit, late, steady }) => {
    // A call without a wait has not opened a list, so lists that were visible before count as well.
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

  // Scrolls an open list further, for lists that render only visible options. Returns false at the end.
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

  // Returns the focused field if it accepts text, because the list may filter by it.
  lemmascope.filterField = () => {
    const active = fields.focused();
    const takesText = active instanceof HTMLInputElement && !active.readOnly && fields.isField(active) && active.type !== "range";
    return { key: takesText ? lemmascope.keyOf(active) : null };
  };

  // Waits until the list is closed after a selection; a list with multiple selection stays open.
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

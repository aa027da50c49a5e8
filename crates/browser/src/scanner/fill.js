// Filling many fields in one go: each is entered, written as if by hand, and left; then all of them are read.
((lemmascope) => {
  const { dom, course, fields, isShown, isDisabled, isInView, standIn, bring, aimAt, fieldStateOf: stateOf, fieldTextOf: textOf, tell } = lemmascope;

  // How many options of a list are told.
  const OPTIONS = 3000;

  const selectAll = (element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
    else (dom.root(element).getSelection?.() ?? getSelection()).selectAllChildren(element);
  };

  const strike = (element, what, key) =>
    element.dispatchEvent(new KeyboardEvent(what, { key, bubbles: true, composed: true, cancelable: true }));

  const isFixed = (element) => element.readOnly === true || dom.attribute(element, "aria-readonly") === "true";

  // What the editing command of the browser writes is heard by the page as typed: its events are those of a person.
  const write = (element, text) => {
    element.focus();
    const active = fields.focused();
    if (active !== element) return "unentered";
    // Some fields can be written into only from when they are entered on.
    if (isFixed(element)) return "readonly";
    if (!fields.isField(element) || element instanceof HTMLSelectElement) return "untyped";
    // What an editor draws itself is written by its own keys.
    if (lemmascope.surfaceOf(element) !== null) return "untyped";
    if (textOf(element) === text) return null;
    selectAll(element);
    // Pages that look at what was typed when a key comes up have to be told of one.
    strike(element, "keydown", "Unidentified");
    if (text === "") document.execCommand("delete");
    else document.execCommand("insertText", false, text);
    strike(element, "keyup", "Unidentified");
    return null;
  };

  const put = (element, value) => {
    element.focus();
    if (element.value === value) return null;
    element.value = value;
    tell(element, ["input", "change"]);
    return null;
  };

  const optionsOf = (element) =>
    Array.from(element.options).slice(0, OPTIONS).map((option) => ({
      text: lemmascope.line(option.label || option.text, 300),
      value: option.value,
      disabled: option.disabled || option.parentElement?.disabled === true,
    }));

  // By the place in the list, as long as the same option stands there.
  const choose = (element, wanted) => {
    if (!(element instanceof HTMLSelectElement)) return "unlisted";
    const options = Array.from(element.options);
    const places = wanted.map(({ at, value }) => (options[at]?.value === value ? at : options.findIndex((one) => one.value === value)));
    if (places.includes(-1)) return "no_option";
    if (places.some((at) => options[at].disabled || options[at].parentElement?.disabled === true)) return "option_disabled";
    element.focus();
    const was = options.map((option) => option.selected);
    if (element.multiple) for (const [place, option] of options.entries()) option.selected = places.includes(place);
    else if (places.length > 0) element.selectedIndex = places[0];
    if (options.some((option, place) => option.selected !== was[place])) tell(element, ["input", "change"]);
    return null;
  };

  const ticked = (element) => lemmascope.ticked(lemmascope.keyOf(element)).ticked;

  const tick = (element, wanted) => {
    if (ticked(element) === wanted) return null;
    const shown = standIn(element);
    if (!isInView(shown)) bring(shown, "center");
    // What lies over it keeps a person from it as well.
    if (aimAt(element, shown).x === undefined) return "covered";
    element.click();
    return null;
  };

  const does = {
    text: write,
    put,
    choose,
    tick,
    // To be read alone.
    read: () => null,
  };

  const obstacle = (element, how) => {
    if (how === "read") return null;
    if (!isShown(standIn(element))) return "hidden";
    if (isDisabled(element)) return "disabled";
    return isFixed(element) && how !== "tick" && how !== "text" ? "readonly" : null;
  };

  const heldBy = (element, how) => {
    const { value, secret, most } = stateOf(element);
    const held = { value, secret, most };
    if (element instanceof HTMLSelectElement) {
      held.value = fields.valueOf(element);
      held.chosen = Array.from(element.selectedOptions, (option) => option.value);
    } else if (how === "tick") {
      held.ticked = ticked(element) === true;
    }
    return held;
  };

  // What is told of a document that is of another origin than it has to be. A document has one origin for as long as it lives,
  // so that what is asked once at the beginning holds to the end.
  const elsewhere = (origin) => (origin === null || origin === undefined || self.origin === origin ? null : { problem: "elsewhere", origin: self.origin });

  // Each entry: the number of an element, how it is filled and with what. `stay`: the focus stays in the last field. `origin`:
  // the only one at which it may be done.
  lemmascope.fill = async (entries, stay, origin) => {
    const refusal = elsewhere(origin);
    if (refusal !== null) return entries.map(() => refusal);
    course.cover();
    const problems = [];
    for (const { key, how, value } of entries) {
      const element = lemmascope.element(key);
      let problem = element === null || !dom.isConnected(element) ? "gone" : obstacle(element, how);
      if (problem === null) {
        course.enterInput();
        problem = does[how](element, value);
        // Pages that draw anew for every key do so as soon as they are let.
        await null;
      }
      problems.push(problem);
    }
    // What was typed counts as changed when the field is left.
    if (stay !== true) fields.focused()?.blur?.();
    await course.turn();
    return entries.map(({ key, how, value }, at) => {
      const element = lemmascope.element(key);
      if (element === null || !dom.isConnected(element)) return { problem: "gone" };
      const held = heldBy(element, how);
      // A code may have been spread over the fields that follow.
      if (how === "text" && held.value !== value) held.spread = lemmascope.spreadValue(key).value;
      return problems[at] === null ? held : { problem: problems[at], ...held };
    });
  };

  // A text written letter by letter, for fields that do not take it as a whole or hand the focus on after each. The keys of the
  // keyboard go to whatever document has the focus by then; these go to fields of this document and nowhere else.
  lemmascope.spell = async (key, text, origin) => {
    const refusal = elsewhere(origin);
    if (refusal !== null) return refusal;
    const element = lemmascope.element(key);
    if (element === null || !dom.isConnected(element)) return { problem: "gone" };
    course.enterInput();
    element.focus();
    if (fields.focused() !== element || !fields.isField(element)) return { problem: "unentered", ...heldBy(element, "text") };
    selectAll(element);
    document.execCommand("delete");
    for (const letter of text) {
      const active = fields.focused();
      if (active === null || !fields.isField(active) || isFixed(active)) break;
      course.enterInput();
      if (strike(active, "keydown", letter) && fields.focused() === active) document.execCommand("insertText", false, letter);
      strike(active, "keyup", letter);
      await course.turn();
    }
    return { ...heldBy(element, "text"), spread: lemmascope.spreadValue(key).value };
  };

  // What can be chosen in lists of the browser's own.
  lemmascope.optionsOf = (keys) =>
    keys.map((key) => {
      const element = lemmascope.element(key);
      return element instanceof HTMLSelectElement ? optionsOf(element) : null;
    });

  // Which of these elements are in another, however deep.
  lemmascope.within = (outer, keys) => {
    const around = lemmascope.element(outer);
    if (around === null) return [];
    const isOf = (element) => lemmascope.holds(around, element) || (around instanceof HTMLFormElement && element.form === around);
    return keys.filter((key) => {
      const element = lemmascope.element(key);
      return element !== null && isOf(element);
    });
  };
})(lemmascope);

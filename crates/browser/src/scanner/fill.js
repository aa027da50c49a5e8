// Fills many fields in one call: enters, writes and leaves each field as a user would, and then reads all of
// them.
((lemmascope) => {
  const { dom, course, fields, isShown, isDisabled, isInView, standIn, bring, aimAt, fieldStateOf: stateOf, fieldTextOf: textOf, tell } = lemmascope;

  // The maximum number of options that are reported for a list.
  const OPTIONS = 3000;

  const selectAll = (element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select();
    else (dom.root(element).getSelection?.() ?? getSelection()).selectAllChildren(element);
  };

  const strike = (element, what, key) =>
    element.dispatchEvent(new KeyboardEvent(what, { key, bubbles: true, composed: true, cancelable: true }));

  const isFixed = (element) => element.readOnly === true || dom.attribute(element, "aria-readonly") === "true";

  // Writes with the browser's editing command, whose events look to the page like those of typed input.
  const write = (element, text) => {
    element.focus();
    const active = fields.focused();
    if (active !== element) return "unentered";
    // Some fields become writable only on focus.
    if (isFixed(element)) return "readonly";
    if (!fields.isField(element) || element instanceof HTMLSelectElement) return "untyped";
    // Editors that draw their own text accept only keyboard input.
    if (lemmascope.surfaceOf(element) !== null) return "untyped";
    if (textOf(element) === text) return null;
    selectAll(element);
    // Pages that validate on key-up need a key event.
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

  // Selects by index, provided that the same option is still at that index.
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
    // An element that covers the control would block a user as well.
    if (aimAt(element, shown).x === undefined) return "covered";
    element.click();
    return null;
  };

  const does = {
    text: write,
    put,
    choose,
    tick,
    // For entries that only read the field.
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

  // Returns a refusal if the document has a different origin than the required one. A document's origin never
  // changes, so that one check at the beginning is enough.
  const elsewhere = (origin) => (origin === null || origin === undefined || self.origin === origin ? null : { problem: "elsewhere", origin: self.origin });

  // Each entry has an element's number, the way to fill it, and the value. `stay` keeps the focus in the last
  // field. `origin`: the only origin on which filling is allowed.
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
        // Pages that render again after each key do so in the next microtask.
        await null;
      }
      problems.push(problem);
    }
    // The change event fires when the field loses focus.
    if (stay !== true) fields.focused()?.blur?.();
    await course.turn();
    return entries.map(({ key, how, value }, at) => {
      const element = lemmascope.element(key);
      if (element === null || !dom.isConnected(element)) return { problem: "gone" };
      const held = heldBy(element, how);
      // The page may have spread a code over the following fields.
      if (how === "text" && held.value !== value) held.spread = lemmascope.spreadValue(key).value;
      return problems[at] === null ? held : { problem: problems[at], ...held };
    });
  };

  // Writes a text letter by letter, for fields that reject a whole text or move the focus after each letter.
  // Real key events would go to whichever document has the focus by then; these go only to fields of this
  // document.
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

  // Returns the options of native lists.
  lemmascope.optionsOf = (keys) =>
    keys.map((key) => {
      const element = lemmascope.element(key);
      return element instanceof HTMLSelectElement ? optionsOf(element) : null;
    });

  // Returns those of the elements that are descendants of another.
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

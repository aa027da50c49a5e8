// Selection of options in native and custom lists, and the state of checkboxes.
((lemmascope) => {
  const { dom, having, tell, line, fields } = lemmascope;

  const plain = (text) => line(text, 1000).toLowerCase();

  // Returns the wanted option: by value, by text, by part of the text, or by index.
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

  // `how`: replace the selection, add to it, or remove from it.
  lemmascope.choose = (key, wanted, how = "replace") =>
    having(key, (element) => {
      if (!(element instanceof HTMLSelectElement)) return { native: false };
      const options = Array.from(element.options, (option) => ({
        text: option.label || option.text,
        value: option.value,
        disabled: option.disabled || option.parentElement?.disabled === true,
      }));
      const before = fields.valueOf(element);
      const isSeveral = Array.isArray(wanted) && wanted.length > 1;
      if (!element.multiple && (isSeveral || how !== "replace")) return { native: true, problem: "single" };
      const places = [];
      for (const one of Array.isArray(wanted) ? wanted : [wanted]) {
        const place = pick(options, one);
        if (place < 0)
          return {
            native: true,
            problem: "no_option",
            missing: String(one),
            options: options.slice(0, 50).map(({ text }) => line(text, 80)),
            count: options.length,
          };
        if (options[place].disabled) return { native: true, problem: "disabled", missing: options[place].text };
        places.push(place);
      }
      element.focus({ preventScroll: true });
      const was = Array.from(element.options, (option) => option.selected);
      if (element.multiple)
        for (const [place, option] of Array.from(element.options).entries()) {
          const isNamed = places.includes(place);
          option.selected = how === "replace" ? isNamed : how === "add" ? isNamed || option.selected : !isNamed && option.selected;
        }
      else element.selectedIndex = places[0];
      const same = Array.from(element.options).every((option, place) => option.selected === was[place]);
      if (!same) tell(element, ["input", "change"]);
      return { native: true, same, before, after: fields.valueOf(element), chosen: options[places[0]].text };
    });

  lemmascope.pickOption = pick;

  // Returns the checked state: true, false, "mixed", or null for elements that have none.
  lemmascope.ticked = (key) =>
    having(key, (element) => {
      const control = element instanceof HTMLLabelElement && element.control !== null ? element.control : element;
      if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio")) {
        return { ticked: control.indeterminate ? "mixed" : control.checked, radio: control.type === "radio" };
      }
      const said =
        dom.attribute(control, "aria-checked") ??
        dom.attribute(control, "aria-pressed") ??
        dom.attribute(control, "aria-selected");
      const ticked = said === "true" ? true : said === "false" ? false : said === "mixed" ? "mixed" : null;
      if (ticked === null) {
        const [inner] = dom.all(control, "input[type=checkbox], input[type=radio]");
        if (inner !== undefined) return { ticked: inner.checked, radio: inner.type === "radio" };
      }
      return { ticked, radio: dom.attribute(control, "role") === "radio" };
    });
})(lemmascope);

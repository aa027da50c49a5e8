// Pads of buttons with one digit or letter each, on which a PIN or a code is entered.
((lemmascope) => {
  const { dom, isShown, tidy, above, textsIn, having } = lemmascope;

  const LEVELS = 7;
  const OUTER = 4;
  const LONGEST = 400;
  const LABEL = 160;
  const LETTERS = 20;
  const FILLED = /[\d•●*⬤⚫∙■◉✱]/gu;
  const SHOWN = /^[\d•●*⬤⚫∙■◉✱◦○◌□_·.\-\s]+$/u;
  const INPUTS = "input:not([type=checkbox]):not([type=radio]):not([type=hidden]):not([type=button]):not([type=submit]):not([type=reset])";
  const DISPLAYS = "input[readonly], input[disabled], input[type=password], input[maxlength='1'], input[inputmode=none]";
  const CONTROLS = "button, a[href], option, [role=button], [role=link]";
  const BOUNDS = "form, dialog, [role=dialog], [role=alertdialog]";

  const isBody = (element) => element === null || dom.tag(element) === "body" || dom.tag(element) === "html";
  const isBrief = (element) => (element.innerText ?? "").length <= LONGEST;
  const isSet = (keys) => new Set(keys.map((one) => one.character)).size === keys.length;

  // Whether the keys make a pad: all digits, or most letters, each of them once.
  const isPad = (keys) => {
    const digits = keys.filter((one) => /\d/.test(one.character)).length;
    return isSet(keys) && (digits === 10 || keys.length - digits >= LETTERS);
  };

  // A calendar and a pager have larger numbers, and a calculator has operators.
  const isOther = (name) => (/^\d{2,}$/.test(name) && !/^0+$/.test(name)) || /^[=÷×]$/.test(name);

  // Returns the number of characters that the page shows as entered; `null` if it does not show any.
  const lengthOf = (scope) => {
    const inputs = Array.from(dom.all(scope, INPUTS)).filter((one) => isShown(one) && one.type !== "image");
    const displays = inputs.filter((one) => dom.matches(one, DISPLAYS));
    if (displays.length > 0) return displays.reduce((sum, one) => sum + one.value.trim().length, 0);
    const texts = textsIn(scope).filter(([text, node]) => SHOWN.test(text) && lemmascope.closest(node.parentElement, CONTROLS) === null);
    return texts.length === 0 ? null : texts.reduce((sum, [text]) => sum + (text.match(FILLED) ?? []).length, 0);
  };

  const scopeOf = (pad) => {
    let scope = pad;
    for (let steps = 0; steps < OUTER && !dom.matches(scope, BOUNDS); steps++) {
      const outer = above(scope);
      if (isBody(outer) || !isBrief(outer)) break;
      scope = outer;
    }
    return scope;
  };

  const labelOf = (scope) => {
    const texts = textsIn(scope).filter(([text, node]) => /\p{L}/u.test(text) && lemmascope.closest(node.parentElement, CONTROLS) === null);
    const names = [dom.attribute(scope, "aria-label") ?? "", ...Array.from(dom.all(scope, INPUTS), (one) => dom.attribute(one, "aria-label") ?? dom.attribute(one, "placeholder") ?? "")];
    return tidy([...texts.map(([text]) => text), ...names].filter((text) => text.trim() !== "").join(" "), LABEL);
  };

  const described = (pad, keys, others) => {
    const scope = scopeOf(pad);
    const elements = others.map(([key]) => [key, lemmascope.element(key)]);
    const inside = elements.filter(([, element]) => element !== null && dom.contains(scope, element));
    const displays = Array.from(dom.all(scope, INPUTS)).filter((one) => dom.matches(one, DISPLAYS));
    return {
      pad: lemmascope.keyOf(pad), scope: lemmascope.keyOf(scope), label: labelOf(scope), origin: location.origin,
      keys: keys.map((one) => [one.key, one.character]), others: inside.map(([key]) => key),
      displays: displays.map((one) => lemmascope.keyOf(one)), length: lengthOf(scope),
      secret: displays.some((one) => one.type === "password"),
    };
  };

  // `entries` are the keys and characters of the buttons with one character, `others` the keys and names of the
  // other buttons.
  lemmascope.keypads = (entries, others) => {
    const known = entries.map(([key, character]) => ({ key, character, element: lemmascope.element(key) }));
    let left = known.filter((one) => one.element !== null && isShown(one.element));
    const pads = [];
    while (left.length > 0) {
      const [first] = left;
      const within = (part) => left.filter((one) => dom.contains(part, one.element));
      let pad = above(first.element);
      for (let steps = 0; steps < LEVELS && !isBody(pad) && !isPad(within(pad)); steps++) pad = above(pad);
      if (isBody(pad) || !isPad(within(pad))) {
        left = left.slice(1);
        continue;
      }
      // Letters and digits may be in separate parts.
      for (let outer = above(pad); !isBody(outer) && isBrief(outer) && isSet(within(outer)); outer = above(outer)) {
        if (within(outer).length > within(pad).length) pad = outer;
      }
      const keys = within(pad);
      left = left.filter((one) => !keys.includes(one));
      const isOfOther = ([key, name]) => isOther(name) && dom.contains(pad, lemmascope.element(key));
      if (!others.some(isOfOther)) pads.push(described(pad, keys, others));
    }
    return pads;
  };

  // Presses a key inside the page, provided that the document is of this origin.
  lemmascope.pressKeyAt = (key, origin) =>
    location.origin === origin
      ? having(key, (element) => {
          element.click();
          return { origin };
        })
      : { origin: location.origin };
})(lemmascope);

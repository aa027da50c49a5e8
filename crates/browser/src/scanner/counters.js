// Numbers that are changed with two buttons beside them, as in "− 1 +".
((lemmascope) => {
  const { dom, isShown, tidy, above } = lemmascope;

  const LENGTH = 60;
  const LEVELS = 4;
  const LONGEST_LINE = 240;
  const MOST_TEXTS = 400;
  const MOST_ICONS = 4;
  const TICKED = "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]";
  const WRITTEN = "input:not([type=checkbox]):not([type=radio]):not([type=hidden]):not([type=button]):not([type=submit]):not([readonly]):not([disabled]), textarea, select, [contenteditable=true]";
  const HELD = "input[readonly], input[disabled], output";
  const CONTROLS = "button, a[href], option, [role=button], [role=link]";
  const ICONS = "svg, use, i, img, span";
  const NUMBER = /^\d{1,4}$/;
  // A number with its unit: "2 guests".
  const COUNTED = /^(\d{1,4})\s+\p{L}[\p{L} ]{0,20}$/u;

  // Returns the pieces of text in an element, each with its node.
  const textsIn = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node = walker.nextNode(); node !== null && texts.length < MOST_TEXTS; node = walker.nextNode()) {
      const { parentElement } = node;
      const text = tidy(dom.text(node), 2 * LENGTH);
      if (text !== "" && parentElement !== null && !["script", "style"].includes(dom.tag(parentElement)) && isShown(parentElement)) texts.push([text, node]);
    }
    return texts;
  };

  // Returns the visible text around a counter, without its buttons and its number.
  const labelOf = (part) => {
    const own = textsIn(part).filter(([text, node]) => /\p{L}/u.test(text) && !COUNTED.test(text) && lemmascope.closest(node.parentElement, CONTROLS) === null);
    return tidy(own.map(([text]) => text).join(" "), LONGEST_LINE);
  };

  // Returns the names of a part that are not visible text.
  const namesOf = (part) => {
    const ids = (dom.attribute(part, "aria-labelledby") ?? "").split(/\s+/).filter((id) => id !== "");
    return [dom.attribute(part, "aria-label") ?? "", ...ids.map((id) => dom.byId(document, id)?.textContent ?? "")];
  };

  const counter = (number, value, part, held) => {
    const outer = above(part);
    const own = labelOf(part);
    const isLong = outer === null || (outer.innerText ?? "").length > LONGEST_LINE;
    const names = [...namesOf(part), ...namesOf(number)].filter((name) => name.trim() !== "").map((name) => tidy(name, LENGTH));
    const label = own !== "" || isLong ? own : labelOf(outer);
    return { key: lemmascope.keyOf(number), held: held ? lemmascope.keyOf(number) : null, value, label: tidy([label, ...names].filter((text) => text !== "").join(" "), LONGEST_LINE) };
  };

  // Returns the number that a button changes: the only number in the smallest ancestor that has one and no
  // text field.
  const counterOf = (element) => {
    if (dom.matches(element, WRITTEN) || dom.matches(element, TICKED)) return null;
    for (let at = above(element), steps = 0; at !== null && steps < LEVELS && dom.tag(at) !== "body"; at = above(at), steps++) {
      if ((at.innerText ?? "").length > LONGEST_LINE || dom.all(at, WRITTEN).length > 0) return null;
      const held = Array.from(dom.all(at, HELD)).filter((one) => isShown(one) && NUMBER.test((one.value ?? "").trim()));
      const outside = textsIn(at).filter(([, node]) => !dom.contains(element, node) && !held.some((one) => dom.contains(one, node)) && lemmascope.closest(node.parentElement, CONTROLS) === null);
      const plain = outside.filter(([text]) => NUMBER.test(text));
      const numbers = plain.length + held.length > 0 ? plain : outside.filter(([text]) => COUNTED.test(text));
      const count = numbers.length + held.length;
      if (count > 1) return null;
      if (count === 0) continue;
      if (held.length === 1) return counter(held[0], Number(held[0].value), at, true);
      const [[text, node]] = numbers;
      return counter(node.parentElement, Number.parseInt(text, 10), at, false);
    }
    return null;
  };

  // Returns the texts that say in which direction a button counts: what it shows, its names, and its identifiers.
  const signsOf = (element) => {
    const attributes = (one, names) => names.map((name) => dom.attribute(one, name) ?? "");
    const icons = Array.from(dom.all(element, ICONS)).slice(0, MOST_ICONS);
    const drawn = ["::before", "::after"].map((part) => getComputedStyle(element, part).content.replace(/^"|"$/g, "")).filter((text) => text !== "none" && text !== "normal");
    const shown = [element.innerText ?? element.textContent ?? "", element instanceof HTMLInputElement ? element.value : "", ...drawn];
    const named = [element, ...icons].flatMap((one) => [...attributes(one, ["aria-label", "title", "alt"]), dom.tag(one) === "svg" ? (one.querySelector("title")?.textContent ?? "") : ""]);
    const identified = [element, ...icons].flatMap((one) => attributes(one, ["class", "id", "name", "value", "href", "xlink:href", "src", "data-action", "data-icon", "data-testid", "data-type"]));
    return [shown, named, identified].map((texts) => texts.map((text) => text.trim().slice(0, 2 * LENGTH)).filter((text) => text !== "" && !text.startsWith("data:")));
  };

  // Returns the number that a button changes, with the texts that say in which direction.
  const signedCounterOf = (element) => {
    const found = counterOf(element);
    return found === null ? null : { ...found, signs: signsOf(element) };
  };

  lemmascope.counterOf = signedCounterOf;
  lemmascope.textsIn = textsIn;

  // Returns the number that each button changes.
  lemmascope.counters = (keys) => keys.map((key) => {
    const element = lemmascope.element(key);
    return element === null || !isShown(element) ? null : signedCounterOf(element);
  });
})(lemmascope);

// CAPTCHAs of third-party services in forms.
((lemmascope) => {
  const { dom, course, isShown } = lemmascope;

  const CALLED = /captcha|turnstile|geetest|arkose|funcaptcha|not[-_ ]?a[-_ ]?robot/i;
  const KEYED = ["data-sitekey", "data-site-key", "sitekey", "data-captcha-key", "data-captcha-id"];
  // The minimum size of a challenge.
  const WIDTH = 100;
  const HEIGHT = 30;
  // The number of ancestors to check for a floating position.
  const LEVELS = 6;
  // An answer is a long token; the value before it starts with a period or is empty.
  const ANSWER = 8;

  const calls = (element) => ["class", "id", "name", "title", "src", "aria-label"].map((name) => dom.attribute(element, name) ?? "").join(" ");
  const isKeyed = (element) => KEYED.some((name) => dom.has(element, name));

  const formOf = (element) => {
    for (let at = element; at !== null; at = lemmascope.above(at)) if (at instanceof HTMLFormElement) return at;
    return null;
  };

  // Badges in a corner of the window and passive widgets require no answer.
  const isInvisible = (element) => {
    if (/size=invisible/i.test(dom.attribute(element, "src") ?? "")) return true;
    for (let at = element, level = 0; at !== null && level < LEVELS; at = lemmascope.above(at), level++) {
      if (dom.attribute(at, "data-size") === "invisible" || /\bbadge\b|invisible/i.test(dom.attribute(at, "class") ?? "")) return true;
      if (getComputedStyle(at).position === "fixed" && level < LEVELS - 1 && !(at.getBoundingClientRect().height > 250)) return true;
    }
    return false;
  };

  const isLarge = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= WIDTH && height >= HEIGHT;
  };

  const isAsking = (element) => {
    if (!isShown(element) || !isLarge(element) || isInvisible(element)) return false;
    // A mere notice about a CAPTCHA has neither a site key nor a challenge.
    return isKeyed(element) || dom.tag(element) === "iframe" || Array.from(dom.all(element, "iframe")).some((frame) => isShown(frame) && isLarge(frame)) || answersIn(element).length > 0;
  };

  const answersIn = (around) =>
    Array.from(dom.all(around, "input, textarea")).filter(
      (field) => CALLED.test(`${dom.attribute(field, "name") ?? ""} ${dom.attribute(field, "id") ?? ""}`) && (field.type === "hidden" || !isShown(field)),
    );

  // Whether a field's form contains a visible, unanswered CAPTCHA.
  lemmascope.asksPuzzle = (key) => {
    const field = lemmascope.element(key);
    if (field === null) return false;
    const form = formOf(field);
    const roots = course.cover();
    const isOfIt = (element) => {
      const own = formOf(element);
      return own === null || own === form;
    };
    const all = (selector) => roots.flatMap((root) => Array.from(dom.all(root, selector)));
    const suspects = all(`iframe, ${KEYED.map((name) => `[${name}]`).join(", ")}, [class*="captcha" i], [id*="captcha" i], [class*="turnstile" i], [class*="geetest" i]`);
    const isPuzzle = (element) => (CALLED.test(calls(element)) || (isKeyed(element) && dom.tag(element) !== "form")) && isOfIt(element);
    const asking = suspects.filter((element) => isPuzzle(element) && isAsking(element));
    if (asking.length === 0) return false;
    const answers = (form === null ? roots : [form]).flatMap(answersIn).concat(asking.flatMap((element) => answersIn(element)));
    return !answers.some((answer) => answer.value.length > ANSWER && !answer.value.startsWith("."));
  };
})(lemmascope);

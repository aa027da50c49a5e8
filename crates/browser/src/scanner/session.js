// Evidence of the signed-in user in collapsed parts of the page: a sign-out link in a closed menu, and the
// menu's control with an avatar, initials or a name.
((lemmascope) => {
  const { dom } = lemmascope;

  const MOST = 3000;
  const LONGEST = 40;
  const WORDS = 5;
  const CONTROLS = "a[href], button, summary, input[type=submit], input[type=button], [role=menuitem], [role=button], [role=link]";
  const OPENERS = "button, summary, a, [role=button], [aria-haspopup], [aria-expanded], [tabindex]";
  const UNFOLDING = "[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded], [data-toggle], [data-bs-toggle], [popovertarget], summary";
  const PERSON = /avatar|gravatar|user-?pic|user-?photo|user-?menu|user-?nav|user-?name|user-?dropdown|current-?user|logged-?in|signed-?in|profile|account|personal|display-?name|utilizador|usuario|benutzer/i;
  const SHOWN = { opacityProperty: true, visibilityProperty: true };
  // The height of the page's header, which shows the signed-in user.
  const HEAD = 160;
  // Query parameters with a return address.
  const ONWARD = /^(?:next|return|redirect|url|continue|from|back|dest|goto|target|service|ref)/i;

  const fold = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const wordsOf = (text) => fold(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");

  const says = (text, phrases) => {
    if (text.length > LONGEST) return false;
    const words = wordsOf(text);
    if (words.length === 0 || words.length > WORDS) return false;
    const said = words.join(" ");
    return phrases.some((phrase) => said === phrase || said.startsWith(`${phrase} `));
  };

  // Whether a URL matches one of the phrases, in its path or in a parameter's value.
  const leads = (address, phrases) => {
    const [path, query = ""] = address.split("#", 1)[0].split("?", 2);
    const asked = query.split("&").filter((pair) => !ONWARD.test(pair)).map((pair) => pair.split("=")[1] ?? "");
    const parts = path.replace(/^[a-z]+:\/\/[^/]*/i, "").split("/").map((part) => part.replace(/\.\w{1,5}$/, ""));
    return parts.concat(asked).some((part) => part !== "" && part.length < LONGEST && phrases.includes(wordsOf(part).join(" ")));
  };

  const addressOf = (element) => {
    const form = element.form instanceof HTMLFormElement ? element.form : null;
    return dom.attribute(element, "href") ?? dom.attribute(element, "formaction") ?? (form === null ? "" : (dom.attribute(form, "action") ?? ""));
  };

  const does = (element, phrases) => {
    const text = dom.tag(element) === "input" ? String(element.value ?? "") : (element.textContent ?? "").slice(0, 200).replace(/\s+/g, " ").trim();
    return says(text, phrases) || says(dom.attribute(element, "aria-label") ?? dom.attribute(element, "title") ?? "", phrases) || leads(addressOf(element), phrases);
  };

  const isFolded = (element) => {
    if (!dom.shows(element, SHOWN) || lemmascope.isUnread(element)) return true;
    const { left, right } = dom.box(element);
    return left >= innerWidth || right <= 0;
  };

  // Returns the control that expands the box around an element: one that references the box, or else the last
  // control before it.
  const openerOf = (hidden) => {
    let box = hidden;
    let around = lemmascope.flatParent(hidden);
    for (let steps = 0; around !== null && steps < 20; steps++) {
      const id = dom.type(box) === 1 ? (dom.attribute(box, "id") ?? "") : "";
      if (/^[\w-]+$/.test(id)) {
        const named = `[aria-controls~="${id}"], [aria-owns~="${id}"], [data-target="#${id}"], [data-bs-target="#${id}"], [popovertarget="${id}"], a[href="#${id}"]`;
        for (const one of dom.all(dom.root(hidden), named)) if (!isFolded(one)) return one;
      }
      if (dom.type(around) === 1 && dom.shows(around, SHOWN)) break;
      box = around;
      around = lemmascope.flatParent(around);
    }
    for (let level = 0; around !== null && dom.type(around) === 1 && level < 4; level++, around = lemmascope.flatParent(around)) {
      if (dom.tag(around) === "body") return null;
      const isBefore = (one) => (one.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const before = Array.from(dom.all(around, OPENERS)).slice(0, 200).filter((one) => isBefore(one) && !dom.contains(box, one) && !isFolded(one));
      const opener = before.at(-1);
      if (opener !== undefined && (level < 2 || dom.matches(opener, UNFOLDING))) return opener;
    }
    return null;
  };

  const isNamedForPerson = (element) =>
    ["class", "id", "data-testid", "alt", "aria-label", "aria-controls"].some((name) => PERSON.test((dom.attribute(element, name) ?? "").slice(0, 200)));

  const isRound = (element) => {
    const { width, height } = dom.box(element);
    const radius = Number.parseFloat(dom.style(element).borderTopLeftRadius) || 0;
    return width > 12 && Math.abs(width - height) < 4 && radius >= width * 0.4;
  };

  const isInHead = (control) => {
    const { top, width } = dom.box(control);
    return top + scrollY <= HEAD && width > 0 && !isFolded(control);
  };

  // Whether a control in the header shows a person: a class or attribute that names one, round initials, or
  // an e-mail address.
  const isPersons = (control) => {
    if (!isInHead(control)) return false;
    if (dom.tag(control) === "a" && !dom.matches(control, UNFOLDING)) return false;
    const inner = Array.from(dom.all(control, "*")).slice(0, 8);
    if ([control, ...inner].some(isNamedForPerson)) return true;
    const text = (control.textContent ?? "").trim();
    if (/^[\p{Lu}]{1,3}$/u.test(text) && [control, ...inner].some(isRound)) return true;
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return true;
    let around = lemmascope.flatParent(control);
    for (let level = 0; around !== null && dom.type(around) === 1 && level < 2; level++, around = lemmascope.flatParent(around)) {
      if (Array.from(dom.all(around, OPENERS)).filter((one) => !isFolded(one)).length > 1) return false;
      if (isNamedForPerson(around)) return true;
    }
    return false;
  };

  // Returns the controls that expand a sign-out link or a sign-in link, and those that show a person.
  // `sessionWords` holds the phrases for signing out and in.
  lemmascope.session = (roots) => {
    const { leaving, entering } = lemmascope.sessionWords;
    const openers = new Set();
    const entries = new Set();
    const persons = [];
    let left = MOST;
    let canEnter = false;
    let isStray = false;
    for (const root of roots) {
      for (const control of dom.all(root, CONTROLS)) {
        if (left-- <= 0) break;
        if (does(control, leaving)) {
          if (!isFolded(control)) continue;
          const opener = openerOf(control);
          if (opener === null) isStray = true;
          else openers.add(opener);
        } else if (does(control, entering)) {
          canEnter = true;
          const opener = isFolded(control) ? openerOf(control) : null;
          if (opener !== null) entries.add(opener);
        } else if (dom.tag(control) !== "input" && isPersons(control)) persons.push(control);
      }
    }
    // A sign-out link far from its control belongs to the last expandable control in the header.
    if (isStray && openers.size === 0 && !canEnter) {
      const last = roots.flatMap((root) => Array.from(dom.all(root, UNFOLDING)).slice(0, 200)).filter(isInHead).at(-1);
      if (last !== undefined) openers.add(last);
    }
    // If a sign-in link exists, even in a closed menu, an avatar does not show a signed-in user.
    const shown = canEnter && openers.size === 0 ? [] : persons;
    const keys = (controls) => Array.from(controls).slice(0, 20).map(lemmascope.keyOf);
    return { exits: keys(openers), entries: keys(entries), persons: keys(shown) };
  };
})(lemmascope);

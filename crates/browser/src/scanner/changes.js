// Determines which parts of the page have changed since the last walk, so that the walk can skip the others.
//
// Mutation records report only what was written and where. They do not report how style sheets make other
// elements look different as a result. The surroundings of each change are therefore checked again, and the
// whole page is checked when something other than a mutation may have changed its rendering.
((lemmascope) => {
  const { dom } = lemmascope;

  // Beyond these limits, the whole page counts as changed.
  const MOST = 1500;
  const MOST_MOVING = 30;
  const MOST_ROOTS = 300;
  // The number of ancestor levels on which style sheets are assumed to react to an element's state, up to a
  // maximum size. Elements farther away that become visible are found by checking all hidden elements.
  const AROUND = 2;
  const LARGE = 200;
  // Attributes that affect the meaning of all descendants, and not only their rendering.
  const SPREADING = new Set(
    "disabled inert hidden open slot name role contenteditable multiple popover aria-hidden aria-disabled aria-live".split(" "),
  );

  // How far an earlier walk is reusable: completely; where elements are still as visible as before; not at
  // all.
  const TRUST = 0;
  const CHECK = 1;
  const WALK = 2;
  lemmascope.trust = { TRUST, CHECK, WALK };

  let isObserved = false;
  // The reusability of the content of each changed node; null when it is unknown.
  let touched = null;
  // Whether other causes may have changed the rendering, whether style sheets have new state to match, and
  // whether a mutation caused that.
  let isStirred = true;
  let isRestyled = true;
  let isRewritten = true;
  let tokens = "";

  const touch = (node, trust) => {
    const known = touched.get(node);
    if (known === undefined || known < trust) touched.set(node, trust);
  };

  const note = ({ type, target, attributeName, addedNodes, removedNodes }) => {
    if (type === "characterData") {
      touch(target, TRUST);
      return;
    }
    if (type === "childList") {
      const isText = onlyTexts(target);
      if (!isText) isRewritten = true;
      for (const node of [...addedNodes, ...removedNodes]) if (dom.type(node) === 1) moveSlots(node, target);
      const isElement = dom.type(target) === 1;
      // The children of a shadow host appear in its slots, wherever those are.
      if (isElement && lemmascope.shadowOf(target) !== null) touch(target, WALK);
      // A different number of children may change how they are rendered; in the body that is rare.
      else touch(target, isText || target === dom.body(document) ? TRUST : CHECK);
      return;
    }
    isRewritten = true;
    if (target === dom.body(document) || target === dom.html(document)) isStirred = true;
    touch(target, SPREADING.has(attributeName) ? WALK : CHECK);
    const parent = dom.parent(target);
    if (parent === null) return;
    if (attributeName === "slot") touch(parent, WALK);
    else if (attributeName === "name" && dom.tag(target) === "slot") touch(dom.root(target), WALK);
    // Sibling selectors match the classes of preceding elements.
    else if (attributeName !== "style") touch(parent, CHECK);
  };

  // A slot that is added or removed changes the content of other slots in the same root.
  const moveSlots = (node, target) => {
    if (dom.tag(node) !== "slot" && dom.all(node, "slot").length === 0) return;
    touch(node, WALK);
    touch(dom.root(target), WALK);
  };

  const approach = (element) => {
    isRestyled = true;
    let at = element;
    for (let steps = 0; at !== null && steps <= AROUND && lemmascope.rowsIn(at) <= LARGE; steps++) {
      touch(at, CHECK);
      at = lemmascope.flatParent(at);
    }
  };

  // Whether an element contains only a few text nodes.
  const onlyTexts = (element) => {
    let child = dom.first(element);
    for (let steps = 0; child !== null; steps++, child = dom.next(child)) if (steps > 3 || dom.type(child) !== 3) return false;
    return true;
  };

  // Visits each ancestor up to the root once. Because a closed root hides its slots, the change then applies
  // to the whole host.
  const climb = (element, parts, trusts) => {
    for (let at = element; at !== null && !parts.has(at); ) {
      parts.add(at);
      const around = lemmascope.flatParent(at);
      if (around !== null && around === dom.parent(at) && lemmascope.shadowOf(around) !== null) trusts.set(around, WALK);
      at = around;
    }
  };

  // Returns the state of style sheets and fields that affects rendering and that no mutation reports.
  const tokensNow = () => {
    const told = [lemmascope.heldValues()];
    const roots = lemmascope.course.cover().slice(0, MOST_ROOTS);
    for (const sheet of roots.flatMap((root) => [...root.styleSheets, ...root.adoptedStyleSheets])) {
      let rules = -1;
      try {
        rules = sheet.cssRules.length;
      } catch {
        // The rules of a cross-origin style sheet cannot be read.
      }
      told.push(rules, sheet.disabled);
    }
    return told.join(" ");
  };

  lemmascope.changes = {
    // Starts to track mutations.
    begin: () => {
      isObserved = true;
    },

    note: (records) => {
      if (touched === null) return;
      if (records.length <= MOST) for (const record of records) note(record);
      if (records.length > MOST || touched.size > MOST) touched = null;
    },

    // Reports an event after which the page may be rendered differently.
    stir: () => {
      isStirred = true;
    },

    // Reports the same for one element, such as hover, focus or an animation; style sheets react to these on
    // ancestors too.
    near: (element) => {
      if (touched !== null) approach(element);
    },

    // Discards everything known from earlier walks.
    forget: () => {
      touched = null;
    },

    // Returns the changed elements and their ancestors, the reusability of their content, and whether the
    // rest is reusable, whether only texts changed, and whether no style sheet has new state to match; null
    // when unknown. Tracking then starts over.
    drain: () => {
      const now = tokensNow();
      const moving = document.getAnimations();
      const isCalm = !isStirred && now === tokens && moving.length <= MOST_MOVING;
      if (touched !== null && isCalm) for (const { effect } of moving) if (effect?.target instanceof Element) approach(effect.target);
      const known = touched;
      const isQuiet = isCalm && !isRestyled && !isRewritten;
      const isUnwritten = isCalm && !isRewritten;
      tokens = now;
      isStirred = isRestyled = isRewritten = false;
      touched = isObserved ? new Map() : null;
      if (known === null) return null;
      const parts = new Set();
      const trusts = new Map();
      const written = [];
      for (const [node, trust] of known) {
        const type = dom.type(node);
        const element = type === 1 ? node : type === 11 && node instanceof ShadowRoot ? node.host : lemmascope.flatParent(node);
        if (element === null) continue;
        if (trust > (trusts.get(element) ?? TRUST)) trusts.set(element, trust);
        written.push(element);
        climb(element, parts, trusts);
      }
      return { parts, trusts, written, isCalm, isUnwritten, isQuiet };
    },
  };
})(lemmascope);

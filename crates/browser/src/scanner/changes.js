// Which parts of the page have changed since it was last walked, so that the others need not be walked again.
//
// Mutations tell what was written where. What style sheets make of that elsewhere they do not tell: so what is near a change
// is looked at again, and everything is where more than mutations may have changed how the page is drawn.
((lemmascope) => {
  const { dom } = lemmascope;

  // More than this is no longer a part of the page.
  const MOST = 1500;
  const MOST_MOVING = 30;
  const MOST_ROOTS = 300;
  // How far around an element style sheets are thought to look at its state, as long as that is not half the page: what comes
  // to show farther away is found by looking at all that does not.
  const AROUND = 2;
  const LARGE = 200;
  // Attributes that bear on what all that is in an element is, and not only on how it is drawn.
  const SPREADING = new Set(
    "disabled inert hidden open slot name role contenteditable multiple popover aria-hidden aria-disabled aria-live".split(" "),
  );

  // What can be relied on of an earlier walk: all of it; all that still shows as it did; nothing.
  const TRUST = 0;
  const CHECK = 1;
  const WALK = 2;
  lemmascope.trust = { TRUST, CHECK, WALK };

  let isObserved = false;
  // For each node that was written on, how far what is in it can be relied on. Nothing when it is not known any more.
  let touched = null;
  // Whether the page may be drawn in another way for other reasons, whether style sheets have something new to look at, and
  // whether that was written.
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
      // What is among the children of a host is in its slots, wherever those are.
      if (isElement && lemmascope.shadowOf(target) !== null) touch(target, WALK);
      // Its children may be drawn in another way when there are more or fewer of them; those of the body hardly ever are.
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
    // Style sheets look at the classes of what stands before an element.
    else if (attributeName !== "style") touch(parent, CHECK);
  };

  // With a slot that comes or goes, others of its root have other content than before.
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

  // Whether an element has nothing but a text or two in it.
  const onlyTexts = (element) => {
    let child = dom.first(element);
    for (let steps = 0; child !== null; steps++, child = dom.next(child)) if (steps > 3 || dom.type(child) !== 3) return false;
    return true;
  };

  // From the element up to the root, each once. Where a closed root keeps the slot to itself, all of its host is meant.
  const climb = (element, parts, trusts) => {
    for (let at = element; at !== null && !parts.has(at); ) {
      parts.add(at);
      const around = lemmascope.flatParent(at);
      if (around !== null && around === dom.parent(at) && lemmascope.shadowOf(around) !== null) trusts.set(around, WALK);
      at = around;
    }
  };

  // What style sheets and fields tell of how the page is drawn, which no mutation does.
  const tokensNow = () => {
    const told = [lemmascope.heldValues()];
    const roots = lemmascope.course.cover().slice(0, MOST_ROOTS);
    for (const sheet of roots.flatMap((root) => [...root.styleSheets, ...root.adoptedStyleSheets])) {
      let rules = -1;
      try {
        rules = sheet.cssRules.length;
      } catch {
        // The sheet of another site keeps its rules to itself.
      }
      told.push(rules, sheet.disabled);
    }
    return told.join(" ");
  };

  lemmascope.changes = {
    // From now on all mutations are told of.
    begin: () => {
      isObserved = true;
    },

    note: (records) => {
      if (touched === null) return;
      if (records.length <= MOST) for (const record of records) note(record);
      if (records.length > MOST || touched.size > MOST) touched = null;
    },

    // Something has happened after which the page may be drawn in another way.
    stir: () => {
      isStirred = true;
    },

    // The same for an element: the pointer is over it, it has the focus, it is being animated. Style sheets look at that from
    // what is around it.
    near: (element) => {
      if (touched !== null) approach(element);
    },

    // Nothing of an earlier walk can be relied on.
    forget: () => {
      touched = null;
    },

    // The elements in which something was written, and with all that they are in; how far what is in them can be relied on; and
    // whether all the rest can, whether nothing but texts was written, and whether style sheets see nothing new. Nothing when
    // it is not known. From here on it is counted anew.
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

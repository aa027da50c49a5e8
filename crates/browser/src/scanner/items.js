// The items of a page's main list: cards, rows, results. Items are recognised by similarity: elements of one
// tag and class, in parents of one tag and class, that together cover most of the page.
((lemmascope) => {
  const { dom } = lemmascope;
  const { textOf, nameOf, address, tidy, shows, tableOf } = lemmascope.reading;

  // The limits of the search and of its result, because a page may be endless.
  const ELEMENTS = 60000;
  const GROUPS = 40;
  const ITEMS = 2000;
  const LEAST = 3;
  const ASIDE = "nav, header, footer, aside, menu, [role=navigation], [role=banner], [role=contentinfo], [role=menu], [role=menubar], [role=tablist], [role=toolbar], select, datalist";
  const SKIPPED = new Set("script style template option br hr path g svg source col th td".split(" "));
  const NEUTRAL = /^(active|selected|current|odd|even|first|last|hover|focus|is-.*|has-.*|\d+)$/;

  // Returns the tag of an element and its first class that does not describe a state.
  const make = (element) => {
    const classes = (dom.attribute(element, "class") ?? "").split(/\s+/).filter((name) => name !== "" && !NEUTRAL.test(name));
    return `${dom.tag(element)}.${classes[0] ?? ""}`;
  };
  lemmascope.likeness = { make };

  const groupsIn = (roots) => {
    const groups = new Map();
    let left = ELEMENTS;
    for (const root of roots) {
      for (const element of root.querySelectorAll("*")) {
        if (left-- <= 0) return groups;
        if (SKIPPED.has(dom.tag(element))) continue;
        const parent = dom.parent(element);
        if (parent === null || dom.type(parent) !== 1) continue;
        const key = `${make(parent)}>${make(element)}`;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [element]);
        else if (group.length < ITEMS) group.push(element);
      }
    }
    return groups;
  };

  const areaOf = (element) => {
    const { width, height } = dom.box(element);
    return width * height;
  };

  // Returns the weight of a group as a list: the area that it covers, increased with the number of items and
  // reduced for navigation links.
  const LEADING = "a[href], h1, h2, h3, h4, h5, h6, [role=heading]";
  const weigh = (group) => {
    const shown = group.filter((item) => shows(item) && areaOf(item) > 200 && tidy(textOf(item), 40).length > 1);
    if (shown.length < LEAST) return null;
    const area = shown.reduce((sum, item) => sum + areaOf(item), 0);
    const linked = shown.filter((item) => dom.matches(item, "a[href], tr") || item.querySelector(LEADING) !== null).length;
    const aside = shown.filter((item) => item.closest(ASIDE) !== null).length;
    const lead = 0.4 + 0.6 * (linked / shown.length);
    const weight = area * Math.log2(shown.length + 1) * lead * (aside * 2 > shown.length ? 0.05 : 1);
    return { shown, weight };
  };

  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
  const leadOf = (item) => {
    const links = dom.matches(item, "a[href]") ? [item] : Array.from(item.querySelectorAll("a[href]")).filter(shows);
    const heading = Array.from(item.querySelectorAll(HEADINGS)).find(shows) ?? null;
    const longest = links.reduce((best, link) => (best === null || nameOf(link).length > nameOf(best).length ? link : best), null);
    const lead = (heading !== null && (heading.closest("a[href]") ?? heading.querySelector("a[href]"))) || longest;
    return { heading, lead };
  };

  const recordOf = (item) => {
    const { heading, lead } = leadOf(item);
    const text = tidy(textOf(item), 600);
    const title = (heading !== null && nameOf(heading)) || (lead !== null && nameOf(lead)) || tidy(textOf(item).split("\n")[0], 160);
    const record = { title: tidy(title, 300) };
    if (lead !== null) record.url = address(lead, "href");
    if (text !== record.title) record.text = text;
    return record;
  };

  // Returns the group of similar elements that looks most like a list, and its weight; null if there is none.
  const mainGroup = () => {
    const weighed = [];
    for (const group of groupsIn(lemmascope.course.cover()).values()) {
      if (group.length < LEAST) continue;
      // Areas are cheap and texts are not, so only the groups with the largest area are read.
      weighed.push({ group, room: group.slice(0, 60).reduce((sum, item) => sum + areaOf(item), 0) * Math.log2(group.length + 1) });
    }
    weighed.sort((one, other) => other.room - one.room);
    let best = null;
    for (const { group } of weighed.slice(0, GROUPS)) {
      const found = weigh(group);
      if (found !== null && (best === null || found.weight > best.weight)) best = found;
    }
    return best;
  };
  lemmascope.mainItems = () => mainGroup()?.shown ?? [];

  // Returns the listed items and the share of the page that they cover: table rows as they are, other items
  // as title, address and text.
  lemmascope.items = () => {
    const best = mainGroup();
    if (best === null) return { items: [], weight: 0 };
    const table = dom.tag(best.shown[0]) === "tr" ? best.shown[0].closest("table") : null;
    if (table !== null) {
      const { headers, rows } = tableOf(table);
      return { headers, rows: rows.slice(0, ITEMS), weight: best.weight };
    }
    return { items: best.shown.map(recordOf), weight: best.weight };
  };

  // Scrolls the page and every large scroll container by most of the visible height, and returns whether
  // anything could scroll and whether the content has grown since the last call, which means that more items
  // have loaded.
  let known = null;
  lemmascope.goFurther = () => {
    const room = innerWidth * innerHeight;
    const boxes = lemmascope.course.cover().flatMap((root) => Array.from(root.querySelectorAll("*")).slice(0, ELEMENTS)).filter((element) => {
      if (element.scrollHeight <= element.clientHeight + 20 || areaOf(element) < room / 5) return false;
      return /auto|scroll/.test(dom.style(element).overflowY);
    });
    let moved = false;
    let length = 0;
    for (const box of new Set([document.scrollingElement, ...boxes])) {
      if (box === null) continue;
      const before = box.scrollTop;
      box.scrollBy({ top: box.clientHeight * 0.85, behavior: "instant" });
      moved ||= box.scrollTop !== before;
      length += box.scrollHeight;
    }
    const grown = known !== null && length > known;
    known = length;
    return { moved, grown };
  };
})(lemmascope);

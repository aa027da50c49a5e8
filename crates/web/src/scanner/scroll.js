// Scrolling: of the page, of an element, and of whatever scrolls on a page that stands still itself.
((lemmascope) => {
  const { dom, bring, isInView, isShown, standIn, boxOf, course } = lemmascope;
  const { edges, meet, size, view } = lemmascope.rects;

  // What is smaller than this holds no list.
  const SMALLEST = 40;

  const canScroll = (element, across) => {
    const style = getComputedStyle(element);
    const overflow = across ? style.overflowX : style.overflowY;
    const room = across ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
    return room > 1 && (overflow === "auto" || overflow === "scroll" || overflow === "overlay");
  };

  // What scrolls when one scrolls: the element or what is around it, the page, or the largest box of a page that stands still.
  const scrollerOf = (element, across) => {
    for (let at = element; at !== null; at = lemmascope.flatParent(at)) if (canScroll(at, across)) return at;
    const page = document.scrollingElement;
    if (page === null) return null;
    const room = across ? page.scrollWidth - window.innerWidth : page.scrollHeight - window.innerHeight;
    if (room > 1 || element !== null) return page;
    let largest = null;
    for (const one of dom.all(document, "div, main, section, ul, article, aside, nav")) {
      if (!canScroll(one, across)) continue;
      const area = size(meet(edges(dom.box(one)), view()));
      if (area > 0 && (largest === null || area > largest.area)) largest = { one, area };
    }
    return largest === null ? page : largest.one;
  };

  lemmascope.scrollBy = async (key, direction, amount) => {
    const element = key === null ? null : lemmascope.element(key);
    if (key !== null && element === null) return { problem: "gone" };
    const across = direction === "left" || direction === "right";
    const scroller = scrollerOf(element, across);
    if (scroller === null) return { problem: "nothing" };
    const isPage = scroller === document.scrollingElement;
    const length = across
      ? isPage
        ? window.innerWidth
        : scroller.clientWidth
      : isPage
        ? window.innerHeight
        : scroller.clientHeight;
    const far = (amount === "page" ? length * 0.9 : amount) * (direction === "up" || direction === "left" ? -1 : 1);
    const before = { x: scroller.scrollLeft, y: scroller.scrollTop };
    scroller.scrollBy({ left: across ? far : 0, top: across ? 0 : far, behavior: "instant" });
    await course.frame();
    const box = isPage ? view() : edges(dom.box(scroller));
    const seen = meet(box, view());
    return {
      before,
      after: { x: scroller.scrollLeft, y: scroller.scrollTop },
      extent: {
        x: scroller.scrollWidth - (isPage ? window.innerWidth : scroller.clientWidth),
        y: scroller.scrollHeight - (isPage ? window.innerHeight : scroller.clientHeight),
      },
      page: isPage,
      middle: { x: (seen.left + seen.right) / 2, y: (seen.top + seen.bottom) / 2 },
    };
  };

  // What else scrolls on a page and is not at its end, the largest first.
  const others = (scroller) => {
    const found = [];
    for (const root of course.cover()) {
      for (const one of dom.all(root, "div, main, section, ul, ol, article, aside, nav, table, tbody")) {
        const { clientWidth, clientHeight } = one;
        if (one === scroller || clientWidth < SMALLEST || clientHeight < SMALLEST) continue;
        if (one.scrollHeight - clientHeight - one.scrollTop <= 1 || !canScroll(one, false) || !isShown(one)) continue;
        found.push({ one, area: clientWidth * clientHeight });
      }
    }
    return found.sort((a, b) => b.area - a.area).map(({ one }) => one);
  };

  const advance = async (scroller, length) => {
    const before = scroller.scrollTop;
    scroller.scrollBy({ left: 0, top: length * 0.9, behavior: "instant" });
    if (scroller.scrollTop === before) return false;
    await course.frame();
    return true;
  };

  // Scrolls a page down by about what shows of it; at its end, one box in it after the other, for what is looked for may be
  // in any of them.
  // A box is scrolled to its own end before anything else moves: to show it, the page may have been scrolled back.
  let under = null;
  lemmascope.scrollOn = async (isFirst) => {
    if (isFirst || under?.isConnected !== true) under = null;
    if (under !== null && (await advance(under, under.clientHeight))) return { moved: true };
    under = null;
    const first = scrollerOf(null, false);
    if (first === null) return { moved: false };
    const length = first === document.scrollingElement ? window.innerHeight : first.clientHeight;
    if (await advance(first, length)) return { moved: true };
    for (const one of others(first)) {
      // Some draw only while they show.
      if (!isInView(one)) bring(one, "center");
      if (!(await advance(one, one.clientHeight))) continue;
      under = one;
      return { moved: true };
    }
    return { moved: false };
  };

  lemmascope.scrollTo = async (key) => {
    const element = lemmascope.element(key);
    if (element === null) return { problem: "gone" };
    const before = boxOf(element);
    if (!isInView(element)) bring(standIn(element), "center");
    await course.frame();
    return { moved: boxOf(element) !== before, inView: isInView(standIn(element)) };
  };
})(lemmascope);

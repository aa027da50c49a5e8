// Scrolling of the page, of an element, and of scroll containers on a page that does not scroll itself.
((lemmascope) => {
  const { dom, bring, isInView, isShown, standIn, boxOf, course } = lemmascope;
  const { edges, meet, size, view } = lemmascope.rects;

  // A smaller container does not hold a list.
  const SMALLEST = 40;

  const canScroll = (element, across) => {
    const style = getComputedStyle(element);
    const overflow = across ? style.overflowX : style.overflowY;
    const room = across ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
    return room > 1 && (overflow === "auto" || overflow === "scroll" || overflow === "overlay");
  };

  // Returns the element that scrolls: the element or an ancestor, the page, or the largest container on a
  // page that does not scroll.
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

  const BOXES = "div, main, section, ul, ol, article, aside, nav, table, tbody";

  const hasRoom = (one, up) => (up ? one.scrollTop > 1 : one.scrollHeight - one.clientHeight - one.scrollTop > 1);
  const hasRoomAcross = (one, back) => (back ? one.scrollLeft > 1 : one.scrollWidth - one.clientWidth - one.scrollLeft > 1);

  // Returns the other scroll containers that are not at their end, the largest first.
  const others = (scroller, up) => {
    const found = [];
    for (const root of course.cover()) {
      for (const one of dom.all(root, BOXES)) {
        const { clientWidth, clientHeight } = one;
        if (one === scroller || clientWidth < SMALLEST || clientHeight < SMALLEST) continue;
        const down = hasRoom(one, up) && canScroll(one, false);
        const across = !down && hasRoomAcross(one, up) && canScroll(one, true);
        if ((!down && !across) || !isShown(one)) continue;
        found.push({ one, across, area: clientWidth * clientHeight });
      }
    }
    return found.sort((a, b) => a.across - b.across || b.area - a.area);
  };

  // Content that renders only when it is scrolled into view is missed by a search that does not wait for it,
  // however slow the machine is. If the page renders no frames at all, there is no wait.
  const DRAWING = 2000;
  let isDrawn = true;
  const draw = async () => {
    isDrawn = await course.frame(isDrawn && !document.hidden ? DRAWING : undefined);
  };

  const advance = async (scroller, length, up, across = false) => {
    const place = () => (across ? scroller.scrollLeft : scroller.scrollTop);
    const before = place();
    const far = length * (up ? -0.9 : 0.9);
    scroller.scrollBy({ left: across ? far : 0, top: across ? 0 : far, behavior: "instant" });
    if (place() === before) return false;
    await draw();
    return true;
  };

  // Scrolls the page by about the height of the viewport. At its end, scrolls the containers in it one after
  // another, because the target may be in any of them.
  //
  // A container is scrolled to its own end before another one moves, because the page may have been scrolled
  // back to show it.
  let under = null;
  const lengthOf = ({ one, across }) => (across ? one.clientWidth : one.clientHeight);
  lemmascope.scrollOn = async (isFirst, up = false) => {
    if (isFirst || under?.one.isConnected !== true) under = null;
    if (under !== null && (await advance(under.one, lengthOf(under), up, under.across))) return { moved: true };
    under = null;
    const first = scrollerOf(null, false);
    if (first === null) return { moved: false };
    const length = first === document.scrollingElement ? window.innerHeight : first.clientHeight;
    if (await advance(first, length, up)) return { moved: true };
    for (const box of others(first, up)) {
      // Some containers render only while they are visible.
      if (!isInView(box.one)) bring(box.one, "center");
      if (!(await advance(box.one, lengthOf(box), up, box.across))) continue;
      under = box;
      return { moved: true };
    }
    return { moved: false };
  };

  // Saves all scroll positions, to restore them when the search fails.
  let kept = [];
  lemmascope.keepScroll = () => {
    kept = [];
    const page = document.scrollingElement;
    if (page !== null) kept.push([page, page.scrollLeft, page.scrollTop]);
    for (const root of course.cover()) {
      for (const one of dom.all(root, BOXES)) {
        if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1) {
          kept.push([one, one.scrollLeft, one.scrollTop]);
        }
      }
    }
  };
  lemmascope.putScrollBack = async () => {
    for (const [one, left, top] of kept) {
      if (one.isConnected && (one.scrollLeft !== left || one.scrollTop !== top)) one.scrollTo({ left, top, behavior: "instant" });
    }
    await course.frame();
  };

  // Whether a fixed element, such as a header or a bar, covers an element.
  const isUnderBar = (element) => {
    const box = meet(edges(dom.box(element)), view());
    if (size(box) === 0) return false;
    const spots = [0.1, 0.5, 0.9].map((down) => [(box.left + box.right) / 2, box.top + (box.bottom - box.top) * down]);
    return spots.some(([x, y]) => {
      const hit = lemmascope.deepest(x, y);
      if (hit === null || lemmascope.meets(element, hit)) return false;
      for (let at = hit; at !== null; at = lemmascope.flatParent(at)) {
        if (at === element) return false;
        const { position } = dom.style(at);
        if (position === "fixed" || position === "sticky") return true;
      }
      return false;
    });
  };

  lemmascope.scrollTo = async (key) => {
    const element = lemmascope.element(key);
    if (element === null) return { problem: "gone" };
    const before = boxOf(element);
    if (!isInView(element)) bring(standIn(element), "center");
    await course.frame();
    // An element taller than the space below a header is aligned to the header's lower edge.
    if (isUnderBar(standIn(element))) {
      bring(standIn(element), "center");
      await course.frame();
    }
    return { moved: boxOf(element) !== before, inView: isInView(standIn(element)) };
  };
})(lemmascope);

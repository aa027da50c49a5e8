// Text that is on the page and that nobody can read: in the colour of what is behind it, without any colour, too small,
// cut away, pushed out of its box. People do not see it; a machine that reads the page would, so that it is where
// instructions are hidden. Names of what one can act on are read all the same: a drawn button has its word like this.
((lemmascope) => {
  const { dom } = lemmascope;

  // Colours that differ by less than this in each part look the same.
  const ALIKE = 12;
  const SMALLEST = 2;
  const FAR = 500;
  const MEDIA = "img, picture, video, canvas, svg, iframe, object, embed";

  const rgb = (colour) => {
    const parts = /^rgba?\(/.test(colour) ? colour.match(/[\d.]+/g) : null;
    if (parts === null) return null;
    const [red, green, blue, alpha = 1] = parts.map(Number);
    return { red, green, blue, alpha };
  };
  const isAlike = (one, other) =>
    Math.abs(one.red - other.red) < ALIKE && Math.abs(one.green - other.green) < ALIKE && Math.abs(one.blue - other.blue) < ALIKE;

  const isCutAway = ({ clipPath, clip }) =>
    /^inset\((?:100|[5-9]\d)(?:\.\d+)?%\)|^circle\(0|^polygon\(0(?:px)? 0(?:px)?(?:, 0(?:px)? 0(?:px)?)*\)/.test(clipPath) ||
    /^rect\((?:0px|1px|auto)(?:,? (?:0px|1px)){3}\)$/.test(clip);

  // The colour behind an element, as far as the elements around it tell: null where a picture or a mixture is behind it.
  const behind = (element) => {
    let at = element;
    for (let steps = 0; at !== null && steps < 60; steps++) {
      const style = dom.style(at);
      if (style.backgroundImage !== "none" || style.mixBlendMode !== "normal" || style.backdropFilter !== "none") return null;
      const colour = rgb(style.backgroundColor);
      if (colour === null) return null;
      if (colour.alpha > 0.95) return colour;
      if (colour.alpha > 0.05) return null;
      at = lemmascope.flatParent(at);
    }
    // The sheet itself is white, unless the page may be dark.
    const html = dom.html(document);
    return html !== null && dom.style(html).colorScheme.includes("dark") ? null : { red: 255, green: 255, blue: 255, alpha: 1 };
  };

  // Whether its style alone makes a text unreadable. Says nothing of what lies behind it without being around it.
  lemmascope.isFaint = (element, style) => {
    if (Number.parseFloat(style.fontSize) <= SMALLEST) return true;
    if (Math.abs(Number.parseFloat(style.textIndent)) > FAR) return true;
    if (isCutAway(style) || /opacity\(0(?:%|\.0\d*)?\)/.test(style.filter)) return true;
    if (style.textShadow !== "none" || style.webkitTextStrokeWidth !== "0px") return false;
    const colour = rgb(style.webkitTextFillColor || style.color);
    if (colour === null) return false;
    // Letters through which a picture shows have no colour of their own.
    let at = element;
    for (let steps = 0; at !== null && steps < 4; steps++, at = lemmascope.flatParent(at)) {
      if (dom.style(at).backgroundClip.includes("text")) return false;
    }
    if (colour.alpha < 0.05) return true;
    const ground = behind(element);
    return ground !== null && isAlike(colour, ground);
  };

  // Whether something lies behind a text that it may be read against: a picture, or a box that is drawn below it.
  lemmascope.hasGround = (element) => {
    const box = dom.box(element);
    const isTouched = (other) => {
      const { left, right, top, bottom, width, height } = dom.box(other);
      return width > 4 && height > 4 && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    };
    let at = lemmascope.flatParent(element);
    for (let steps = 0; at !== null && steps < 6; steps++, at = lemmascope.flatParent(at)) {
      let left = 100;
      for (const other of dom.all(at, MEDIA)) {
        if (left-- <= 0) return true;
        if (isTouched(other)) return true;
      }
      for (const other of dom.children(at)) {
        if (left-- <= 0) return true;
        if (dom.contains(other, element) || !isTouched(other)) continue;
        if (dom.style(other).position !== "static") return true;
      }
    }
    return false;
  };

  lemmascope.isVeiled = (element, style = dom.style(element)) =>
    lemmascope.isFaint(element, style) && !lemmascope.hasGround(element);

  // Whether a text in an element cannot be seen, for those who read the page as a whole.
  const SHOWN = { opacityProperty: true, visibilityProperty: true };
  lemmascope.isUnread = (element) => {
    if (!dom.shows(element, SHOWN)) return true;
    const box = dom.box(element);
    const style = dom.style(element);
    if (style.display !== "contents") {
      if (box.width < 2 || box.height < 2 || box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return true;
    }
    let at = lemmascope.flatParent(element);
    for (let steps = 0; at !== null && steps < 8; steps++, at = lemmascope.flatParent(at)) {
      const around = dom.style(at);
      if (around.overflowX === "visible" && around.overflowY === "visible") continue;
      const { width, height } = dom.box(at);
      if (width < 2 || height < 2) return true;
    }
    return lemmascope.isVeiled(element, style);
  };
})(lemmascope);

// Illegible text: in the colour of its background, transparent, too small, clipped, or moved out of its box.
// People do not see it but a machine would read it, which makes it a place for prompt injection. Names of
// controls are exempt, because custom buttons often hide their text in this way.
((lemmascope) => {
  const { dom } = lemmascope;

  // Colours that differ by less than this in each channel look the same.
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

  // Returns the background colour behind an element according to its ancestors; null for an image or a blend
  // of colours.
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
    // The canvas is white, unless the page supports a dark colour scheme.
    const html = dom.html(document);
    return html !== null && dom.style(html).colorScheme.includes("dark") ? null : { red: 255, green: 255, blue: 255, alpha: 1 };
  };

  // Whether its style alone makes a text illegible. Elements behind the text that are not its ancestors are
  // not considered.
  lemmascope.isFaint = (element, style) => {
    if (Number.parseFloat(style.fontSize) <= SMALLEST) return true;
    if (Math.abs(Number.parseFloat(style.textIndent)) > FAR) return true;
    if (isCutAway(style) || /opacity\(0(?:%|\.0\d*)?\)/.test(style.filter)) return true;
    if (style.textShadow !== "none" || style.webkitTextStrokeWidth !== "0px") return false;
    const colour = rgb(style.webkitTextFillColor || style.color);
    if (colour === null) return false;
    // Text that an image is clipped to has no colour of its own.
    let at = element;
    for (let steps = 0; at !== null && steps < 4; steps++, at = lemmascope.flatParent(at)) {
      if (dom.style(at).backgroundClip.includes("text")) return false;
    }
    if (colour.alpha < 0.05) return true;
    const ground = behind(element);
    return ground !== null && isAlike(colour, ground);
  };

  // Whether a text has something behind it that gives contrast: an image, or a box drawn below it.
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

  // Whether the text of an element is illegible, for readers of the whole page.
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

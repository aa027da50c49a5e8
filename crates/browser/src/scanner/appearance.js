// The appearance of elements in words: colours and shapes, for descriptions of elements without a name.
((lemmascope) => {
  const { dom } = lemmascope;

  const RGB = /^rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)(?:[,/ ]+([\d.]+%?))?/;
  // Beyond these thresholds, a colour counts as black, white or grey.
  const DARK = 0.14;
  const LIGHT = 0.94;
  const DULL = 0.15;

  const hslOf = (red, green, blue) => {
    const [r, g, b] = [red / 255, green / 255, blue / 255];
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
    const [light, span] = [(high + low) / 2, high - low];
    if (span === 0) return [0, 0, light];
    const hue = high === r ? ((g - b) / span + 6) % 6 : high === g ? (b - r) / span + 2 : (r - g) / span + 4;
    return [hue * 60, span / (1 - Math.abs(2 * light - 1)), light];
  };

  // Returns the names of a colour; a colour near the border between two names gets both.
  const coloursOf = (css) => {
    const found = RGB.exec(css);
    if (found === null || (found[4] !== undefined && Number.parseFloat(found[4]) === 0)) return [];
    const [hue, strength, light] = hslOf(Number(found[1]), Number(found[2]), Number(found[3]));
    if (light < DARK) return ["black"];
    if (light > LIGHT) return ["white"];
    if (strength < DULL) return ["grey"];
    if (hue < 15 || hue >= 345) return light > 0.75 ? ["pink"] : light < 0.3 ? ["red", "brown"] : ["red"];
    if (hue < 42) return light < 0.4 ? ["brown"] : ["orange"];
    if (hue < 68) return light < 0.35 ? ["olive", "green"] : ["yellow"];
    if (hue < 160) return ["green"];
    if (hue < 192) return ["cyan", light < 0.35 ? "green" : "blue"];
    if (hue < 255) return ["blue"];
    if (hue < 295) return ["purple"];
    if (hue < 320) return light < 0.4 ? ["purple"] : ["magenta", "pink"];
    return ["pink"];
  };

  const CORNERS = { 3: "triangle", 5: "pentagon", 6: "hexagon", 10: "star" };
  const isSquare = ({ width, height }) => width > 0 && Math.abs(width - height) <= 0.1 * width;
  const rectangle = (box) => (isSquare(box) ? ["rectangle", "square"] : ["rectangle"]);

  const shapesOf = (element, style, box) => {
    switch (dom.tag(element)) {
      case "circle":
      case "ellipse":
        return ["circle"];
      case "rect":
        return rectangle(box);
      case "line":
        return ["line"];
      case "polygon": {
        const corners = (dom.attribute(element, "points") ?? "").trim().split(/[\s,]+/).length / 2;
        return corners === 4 ? rectangle(box) : [CORNERS[corners]].filter(Boolean);
      }
      default: {
        // People refer to a control by its kind, so only a box without text gets the name of a shape.
        const isBare = !(element instanceof SVGElement) && (element.textContent ?? "").trim() === "" && !dom.matches(element, "button, input, select, textarea, img");
        if (!isBare) return [];
        const radius = Number.parseFloat(style.borderTopLeftRadius);
        const isRound = style.borderTopLeftRadius.endsWith("%") ? radius >= 40 : radius >= 0.4 * Math.min(box.width, box.height);
        return isRound ? ["circle"] : rectangle(box);
      }
    }
  };

  // Returns the colours and shapes of an element, and the area that it covers.
  lemmascope.appearance = (element) => {
    const style = dom.style(element);
    const box = dom.box(element);
    const fill = element instanceof SVGElement ? (style.fill === "none" ? style.stroke : style.fill) : style.backgroundColor;
    let colours = coloursOf(fill);
    if (colours.length === 0 && !(element instanceof SVGElement)) colours = coloursOf(style.color).filter((name) => name !== "black" && name !== "grey");
    return { looks: [...colours, ...shapesOf(element, style, box)], area: Math.round(box.width * box.height) };
  };

})(lemmascope);

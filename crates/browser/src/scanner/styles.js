// Computed styles, with as few queries as possible.
//
// Computed styles are expensive, and pages repeat themselves: elements with the same tag and classes, whose
// ancestors also match, have the same cursor, position and overflow. One such element is queried on behalf of
// all. Elements with attributes that style sheets may select by (`aria-expanded`, `data-open`) are queried
// individually.
((lemmascope) => {
  const { dom } = lemmascope;
  const STATELESS = ["class", "href", "src", "alt", "type", "datetime", "title", "rel", "target"];

  // The maximum number of paths remembered between walks; the answers remain valid until style sheets have
  // new state to match.
  const MOST = 100000;
  const forgotten = () => ({ known: new Map(), answers: [null] });
  let remembered = forgotten();

  const memoryFor = ({ isKept, shapes, changes }) => {
    if (!isKept) return forgotten();
    if (!changes.isCalm || remembered.answers.length > MOST) {
      remembered = forgotten();
      shapes.fill(0);
    } else if (!changes.isQuiet) remembered.answers = remembered.answers.map(() => ({}));
    return remembered;
  };

  lemmascope.styles = (pass) => {
    const { nodes, tags, parents, shapes } = pass;
    const { known, answers } = memoryFor(pass);

    const isStateless = (element) => {
      const { length } = dom.attributes(element);
      let harmless = 0;
      for (const name of STATELESS) {
        if (harmless === length) break;
        if (dom.has(element, name)) harmless++;
      }
      return harmless === length;
    };

    // Returns an identifier for the path from the root to this row; rows with equal paths share their
    // answers.
    const shapeOf = (row) => {
      if (shapes[row] !== 0) return shapes[row];
      const path = [];
      let at = row;
      while (at >= 0 && shapes[at] === 0) {
        path.push(at);
        at = parents[at];
      }
      let above = at >= 0 ? shapes[at] : 0;
      for (let step = path.length - 1; step >= 0; step--) {
        const here = path[step];
        const element = nodes[here];
        let shape;
        if (!dom.hasAny(element) || isStateless(element)) {
          const way = `${above} ${tags[here]} ${dom.attribute(element, "class") ?? ""}`;
          shape = known.get(way);
          if (shape === undefined) {
            shape = answers.push({}) - 1;
            known.set(way, shape);
          }
        } else shape = answers.push({}) - 1;
        shapes[here] = shape;
        above = shape;
      }
      return above;
    };

    const ask = (row, name) => {
      const answer = answers[shapeOf(row)];
      const value = answer[name];
      if (value !== undefined) return value;
      const style = dom.style(nodes[row]);
      switch (name) {
        case "cuts": {
          const { overflowX, overflowY } = style;
          answer.cuts = (isCut(overflowX) ? 1 : 0) | (isCut(overflowY) ? 2 : 0);
          break;
        }
        case "filled":
          answer.filled = isFilled(style.backgroundColor);
          break;
        case "faint":
          answer.faint = lemmascope.isFaint(nodes[row], style);
          break;
        case "alarming":
          answer.alarming = isRed(style.color);
          break;
        default:
          answer[name] = style[name];
      }
      return answer[name];
    };

    return {
      hasHand: (row) => ask(row, "cursor") === "pointer",
      position: (row) => ask(row, "position"),
      layer: (row) => Number.parseInt(ask(row, "zIndex"), 10) || 0,
      // 1 for horizontal clipping, 2 for vertical, 3 for both.
      cuts: (row) => ask(row, "cuts"),
      isFilled: (row) => ask(row, "filled"),
      isAlarming: (row) => ask(row, "alarming"),
      isFaint: (row) => ask(row, "faint"),
    };
  };

  const isCut = (overflow) => overflow === "hidden" || overflow === "clip";

  // Error messages are red on most pages.
  const isRed = (colour) => {
    const parts = colour.match(/[\d.]+/g);
    if (parts === null) return false;
    const [red, green, blue] = parts.map(Number);
    return red > 140 && green < red * 0.5 && blue < red * 0.55;
  };

  // A button with a coloured background stands out among plain ones.
  const isFilled = (colour) => {
    const parts = colour.match(/[\d.]+/g);
    if (parts === null || (parts.length > 3 && Number(parts[3]) < 0.5)) return false;
    const [red, green, blue] = parts.map(Number);
    const most = Math.max(red, green, blue);
    return most - Math.min(red, green, blue) > 60 || most < 70;
  };
})(lemmascope);

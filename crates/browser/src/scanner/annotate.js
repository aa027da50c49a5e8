// Draws numbered labels over the page for a screenshot, in a closed shadow root that the page cannot access,
// and removes them again.
((lemmascope) => {
  const { dom } = lemmascope;
  let host = null;

  const COLORS = ["#c2185b", "#1565c0", "#2e7d32", "#6a1b9a", "#e65100", "#00695c"];

  lemmascope.unannotate = () => {
    host?.remove();
    host = null;
  };

  // `marks` are pairs of an element's number in this frame and the number to draw.
  lemmascope.annotate = (marks) => {
    lemmascope.unannotate();
    host = document.createElement("div");
    const set = (element, style) => {
      for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, "important");
    };
    set(host, { all: "initial", position: "absolute", left: "0", top: "0", "z-index": "2147483647", "pointer-events": "none" });
    const root = host.attachShadow({ mode: "closed" });
    dom.html(document).append(host);
    // The page may have a transformed root element, so all positions are relative to the host's actual
    // position.
    const origin = dom.box(host);
    let drawn = 0;
    for (const [key, label] of marks) {
      const element = lemmascope.element(key);
      if (element === null) continue;
      const box = dom.box(element);
      if (box.width < 1 || box.height < 1) continue;
      const color = COLORS[label % COLORS.length];
      const frame = document.createElement("div");
      set(frame, {
        position: "absolute",
        left: `${box.left - origin.left}px`,
        top: `${box.top - origin.top}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
        "box-sizing": "border-box",
        border: `2px solid ${color}`,
      });
      const tag = document.createElement("div");
      tag.textContent = String(label);
      set(tag, {
        position: "absolute",
        left: "-2px",
        top: box.top >= 14 ? "-14px" : "0",
        padding: "0 3px",
        font: "bold 11px/13px sans-serif",
        color: "#fff",
        background: color,
        "white-space": "nowrap",
      });
      frame.append(tag);
      root.append(frame);
      drawn++;
    }
    return drawn;
  };
})(lemmascope);

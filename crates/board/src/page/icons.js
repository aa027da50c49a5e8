// Small pictures, drawn from paths.

const NAMESPACE = "http://www.w3.org/2000/svg";

const PATHS = {
  undo: "M7 4 3 8l4 4M3 8h8a5 5 0 0 1 0 10H8",
  redo: "M13 4l4 4-4 4M17 8H9a5 5 0 0 0 0 10h3",
  close: "M5 5l10 10M15 5 5 15",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  plus: "M10 4v12M4 10h12",
  comment: "M3.5 4.5h13v9h-7l-4 3v-3h-2z",
  text: "M4 6h12M4 10h12M4 14h7",
  clock: "M10 6v4l3 2M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4z",
  pencil: "M4 16l.8-3.4L13.4 4l2.6 2.6-8.6 8.6z",
};

/** A picture by its name. It says nothing to screen readers. */
export function icon(name) {
  let drawn = DRAWN.get(name);
  if (!drawn) {
    drawn = draw(name);
    DRAWN.set(name, drawn);
  }
  return drawn.cloneNode(true);
}

/** Each picture is drawn once: a board has thousands of them. */
const DRAWN = new Map();

function draw(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

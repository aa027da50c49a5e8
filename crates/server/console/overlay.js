// The ids of elements, drawn on the picture.

import { byId, el, fill } from "./dom.js";

/** Kinds of elements that nobody acts on; their ids would only cover the picture. */
const PASSIVE = new Set(["heading", "text", "image", "dialog"]);

let elements = [];
let viewport = null;

/** Draws the ids again when the picture changes its size. */
export function startOverlay() {
  const picture = byId("picture");
  new ResizeObserver(draw).observe(picture);
  picture.addEventListener("load", draw);
  byId("show-ids").addEventListener("change", draw);
}

/** Takes the elements of an observation; those without a box are left out. */
export function setElements(observation) {
  const hasBox = (element) => ["x", "y", "width", "height"].every((side) => Number.isFinite(element.box?.[side]));
  const isActive = ({ type, state = [] }) => !PASSIVE.has(type) && !state.includes("covered");
  elements = (observation?.elements ?? []).filter((element) => hasBox(element) && isActive(element));
  viewport = observation?.viewport ?? null;
  draw();
}

/** Whether ids are wanted. */
export function wantsIds() {
  return byId("show-ids").checked;
}

function draw() {
  const picture = byId("picture");
  const overlay = byId("overlay");
  if (!wantsIds() || picture.hidden || !picture.naturalWidth) {
    fill(overlay);
    return;
  }
  // A picture without a description of the viewport has one pixel for each CSS pixel.
  const width = viewport?.width ?? picture.naturalWidth;
  const height = viewport?.height ?? picture.naturalHeight;
  const isInside = ({ box }) => box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0;
  fill(overlay, elements.filter(isInside).map(({ id, box }) => {
    const mark = el("span", { class: "mark-id" }, String(id));
    // Positions are set through the object model: the policy of the page forbids style attributes in markup.
    mark.style.left = `${Math.max(0, (box.x / width) * 100)}%`;
    mark.style.top = `${Math.max(0, (box.y / height) * 100)}%`;
    return mark;
  }));
}

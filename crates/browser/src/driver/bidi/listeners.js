(handOver) => {
  const noted = new Set();
  const events = new Set(["click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "mouseenter", "mouseover", "drop"]);
  const note = (target, kind) => {
    if (events.has(kind) && target instanceof Element && noted.size < 5000) noted.add(new WeakRef(target));
  };
  const prototype = EventTarget.prototype;
  prototype.addEventListener = new Proxy(prototype.addEventListener, {
    apply(add, target, values) {
      note(target, values[0]);
      return Reflect.apply(add, target, values);
    },
  });
  handOver(() => {
    const found = new Set();
    for (const reference of noted) {
      const element = reference.deref();
      if (element?.isConnected && found.size < 400) found.add(element);
    }
    const handlers = [...events].map((kind) => `on${kind}`);
    for (const element of document.querySelectorAll("*")) {
      if (found.size >= 400) break;
      if (handlers.some((handler) => typeof element[handler] === "function")) found.add(element);
    }
    return [...found];
  });
}

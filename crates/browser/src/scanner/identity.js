// A number for each element that was ever named. It belongs to the element, and is never given to another.
((lemmascope) => {
  const { dom } = lemmascope;
  const keys = new WeakMap();
  const elements = new Map();
  let last = 0;

  // References to elements that are no more would pile up on a page that renders itself anew all the time.
  const SWEEP = 8192;
  let nextSweep = SWEEP;
  const sweep = () => {
    for (const [key, reference] of elements) if (reference.deref() === undefined) elements.delete(key);
    nextSweep = elements.size + SWEEP;
  };

  lemmascope.keyOf = (element) => {
    let key = keys.get(element);
    if (key === undefined) {
      key = ++last;
      keys.set(element, key);
      elements.set(key, new WeakRef(element));
      if (elements.size > nextSweep) sweep();
    }
    return key;
  };

  // The element of that number, as long as it is part of the page.
  lemmascope.element = (key) => {
    const element = elements.get(key)?.deref();
    return element !== undefined && dom.isConnected(element) ? element : null;
  };
})(lemmascope);

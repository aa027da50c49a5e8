// Assigns each referenced element a number, which is never reused.
((lemmascope) => {
  const { dom } = lemmascope;
  const keys = new WeakMap();
  const elements = new Map();
  let last = 0;

  // Weak references to removed elements would accumulate on a page that renders continuously.
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

  // Returns the element with this number while it is connected.
  lemmascope.element = (key) => {
    const element = elements.get(key)?.deref();
    return element !== undefined && dom.isConnected(element) ? element : null;
  };
})(lemmascope);

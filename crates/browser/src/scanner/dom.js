// Safe access to DOM nodes.
//
// The isolated world has its own prototypes, so the page cannot replace a getter. It can still shadow one:
// named elements override properties of forms and of the document (`<input name="nextSibling">`). All
// properties that may be read from a form or the document therefore go through the prototype's getter.
((lemmascope) => {
  const { call } = Function.prototype;
  const bind = Function.prototype.bind;

  const getter = (prototype, name) => bind.call(call, Object.getOwnPropertyDescriptor(prototype, name).get);
  const method = (prototype, name) => bind.call(call, prototype[name]);

  const dom = {
    type: getter(Node.prototype, "nodeType"),
    first: getter(Node.prototype, "firstChild"),
    next: getter(Node.prototype, "nextSibling"),
    parent: getter(Node.prototype, "parentNode"),
    isConnected: getter(Node.prototype, "isConnected"),
    root: method(Node.prototype, "getRootNode"),
    contains: method(Node.prototype, "contains"),
    tag: getter(Element.prototype, "localName"),
    namespace: getter(Element.prototype, "namespaceURI"),
    openRoot: getter(Element.prototype, "shadowRoot"),
    slot: getter(Element.prototype, "assignedSlot"),
    attribute: method(Element.prototype, "getAttribute"),
    has: method(Element.prototype, "hasAttribute"),
    hasAny: method(Element.prototype, "hasAttributes"),
    attributes: getter(Element.prototype, "attributes"),
    names: method(Element.prototype, "getAttributeNames"),
    matches: method(Element.prototype, "matches"),
    shows: method(Element.prototype, "checkVisibility"),
    box: method(Element.prototype, "getBoundingClientRect"),
    children: getter(Element.prototype, "children"),
    html: getter(Document.prototype, "documentElement"),
    body: getter(Document.prototype, "body"),
    title: getter(Document.prototype, "title"),
    url: getter(Node.prototype, "baseURI"),
    active: (root) => (root === document ? activeOfDocument(root) : activeOfShadow(root)),
    byId: (root, id) => (root === document ? idOfDocument(root, id) : root.getElementById?.(id)) ?? null,
    hit: (root, x, y) => (root === document ? hitOfDocument(root, x, y) : root.elementFromPoint(x, y)),
    all: (root, selector) => (root === document ? allOfDocument(root, selector) : root.querySelectorAll(selector)),
    style: (element) => getComputedStyle(element),
    // Returns the content of a text node, truncated because some pages keep megabytes in one node.
    text: (node, limit = 2000) => {
      const { data } = node;
      return data.length > limit ? data.slice(0, limit) : data;
    },
  };

  const activeOfDocument = getter(Document.prototype, "activeElement");
  const activeOfShadow = getter(ShadowRoot.prototype, "activeElement");
  const idOfDocument = method(Document.prototype, "getElementById");
  const hitOfDocument = method(Document.prototype, "elementFromPoint");
  const allOfDocument = method(Document.prototype, "querySelectorAll");

  lemmascope.dom = dom;
})(lemmascope);

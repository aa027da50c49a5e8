// Text selection, as by a drag with the pointer.
((lemmascope) => {
  const { dom } = lemmascope;
  const MOST = 200000;

  const placesOf = (held, text) => {
    const places = [];
    for (let at = held.indexOf(text); at >= 0 && places.length < 3; at = held.indexOf(text, at + 1)) places.push(at);
    return places;
  };

  // Returns the text nodes of an element, each with its offset in the joined text.
  const piecesOf = (element) => {
    const pieces = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let length = 0;
    for (let node = walker.nextNode(); node !== null && length < MOST; node = walker.nextNode()) {
      pieces.push({ node, from: length });
      length += node.data.length;
    }
    return pieces;
  };

  // Selects the only occurrence of a text in an element, or its entire text. Returns the number of
  // occurrences.
  lemmascope.selectText = (key, text) =>
    lemmascope.having(key, (element) => {
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      const pieces = isField ? [] : piecesOf(element);
      const held = isField ? element.value : pieces.map(({ node }) => node.data).join("");
      const places = text === null ? [0] : placesOf(held, text);
      if (places.length !== 1 || held === "") return { places: held === "" ? 0 : places.length };
      const [from] = places;
      const to = text === null ? held.length : from + text.length;
      element.focus?.({ preventScroll: true });
      if (isField) {
        element.setSelectionRange(from, to);
        return { places: 1 };
      }
      const boundary = (at, isEnd) => {
        const piece = pieces.findLast(({ from: begin }) => (isEnd ? begin < at : begin <= at)) ?? pieces[0];
        return [piece.node, at - piece.from];
      };
      const selection = dom.root(element).getSelection?.() ?? document.getSelection();
      const [start, end] = [boundary(from, false), boundary(to, true)];
      selection.setBaseAndExtent(start[0], start[1], end[0], end[1]);
      return { places: 1 };
    });
})(lemmascope);

// Search for texts on the page. Targets are often given by a nearby text, and most such texts are plain
// content that no list of controls contains: cells of a row, words on a card.
((lemmascope) => {
  const { dom, bits } = lemmascope;

  const MOST = 300;
  // The limits on the results and on the text that is searched.
  const LONGEST = 4000000;
  // Words scattered over more text than this belong to different things.
  const SCATTERED = 1500;
  const MOST_WORDS = 30;

  const UNSEEN = /[\p{M}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
  const SPACE = /[\s\p{Cc}]+/gu;
  const WORDY = /[\p{L}\p{N}]/u;
  const DIGIT = /\p{Nd}/u;
  const SIGN = /[-+\u2212]/;

  const fold = (text) => text.normalize("NFKD").replace(UNSEEN, "").replace(SPACE, " ").toLowerCase();

  // Whether a match cuts a number: "1" does not match in "-1", "1.5" or "1,000".
  const isCutNumber = (text, from, to) => {
    if (DIGIT.test(text[from] ?? "")) {
      const [before, further] = [text[from - 1] ?? "", text[from - 2] ?? ""];
      if (SIGN.test(before) && !WORDY.test(further)) return true;
      if (/[.,]/.test(before) && DIGIT.test(further)) return true;
    }
    if (DIGIT.test(text[to - 1] ?? "")) return /[.,]/.test(text[to] ?? "") && DIGIT.test(text[to + 1] ?? "");
    return false;
  };

  const isWhole = (text, from, to) =>
    !(WORDY.test(text[from] ?? "") && WORDY.test(text[from - 1] ?? "")) &&
    !(WORDY.test(text[to - 1] ?? "") && WORDY.test(text[to] ?? "")) &&
    !isCutNumber(text, from, to);

  // Yields the positions at which a text contains the wanted words as whole words.
  const placesOf = function* (text, wanted) {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) if (isWhole(text, at, at + wanted.length)) yield at;
  };

  const hasWhole = (text, wanted) => {
    for (const _ of placesOf(text, wanted)) return true;
    return false;
  };

  // Returns the text that represents an element without text: an image's alternative text, a field's value.
  const instead = (element, tag) => {
    if (tag === "img") return dom.attribute(element, "alt") ?? "";
    if (tag === "input") {
      if (lemmascope.isSecret(element) || /^(?:hidden|checkbox|radio|file|submit|button|reset|image|password)$/.test(element.type)) return "";
      return element.value;
    }
    if (tag === "svg" || !dom.has(element, "aria-label")) return "";
    return dom.attribute(element, "aria-label") ?? "";
  };

  // Joins all text of the page and records the row of each piece.
  const flatten = (pass) => {
    const starts = [];
    const rows = [];
    const pieces = [];
    let length = 1;
    for (let row = 0; row < pass.count && length < LONGEST; row++) {
      if ((pass.flags[row] & (bits.UNDISPLAYED | bits.HIDDEN | bits.TRANSPARENT)) !== 0) continue;
      const said = pass.texts[row] ?? instead(pass.nodes[row], pass.tags[row]);
      if (said === "") continue;
      const piece = fold(said).trim();
      if (piece === "") continue;
      starts.push(length);
      rows.push(row);
      pieces.push(piece);
      length += piece.length + 1;
    }
    return { starts, rows, text: ` ${pieces.join(" ")} ` };
  };

  const pieceAt = (starts, place) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  // Returns the innermost element that contains all text between two pieces.
  const holderOf = ({ texts, parents, end }, first, last) => {
    let row = texts[first] === null ? first : parents[first];
    while (row >= 0 && end[row] <= last) row = parents[row];
    return row;
  };

  const contiguous = (pass, { starts, rows, text }, wanted, isWholeOnly) => {
    const found = new Set();
    for (let at = text.indexOf(wanted); at >= 0 && found.size < MOST; at = text.indexOf(wanted, at + 1)) {
      if (isWholeOnly && !isWhole(text, at, at + wanted.length)) continue;
      const row = holderOf(pass, rows[pieceAt(starts, at)], rows[pieceAt(starts, at + wanted.length - 1)]);
      if (row >= 0) found.add(row);
    }
    return found;
  };

  // Returns the innermost elements that contain all of the words, provided that the words are close to one
  // another.
  const scattered = (pass, { starts, rows, text }, words) => {
    const all = 2 ** words.length - 1;
    const has = new Uint32Array(pass.count);
    const size = new Float64Array(pass.count);
    for (let piece = 0; piece < rows.length; piece++) {
      const said = text.slice(starts[piece], (starts[piece + 1] ?? text.length) - 1);
      size[rows[piece]] += said.length;
      for (const [bit, word] of words.entries()) if (hasWhole(said, word)) has[rows[piece]] |= 2 ** bit;
    }
    const inner = new Uint8Array(pass.count);
    const found = [];
    for (let row = pass.count - 1; row >= 0; row--) {
      const parent = pass.parents[row];
      const isFull = has[row] === all;
      if (isFull && inner[row] === 0 && pass.texts[row] === null && size[row] <= SCATTERED) found.push(row);
      if (parent < 0) continue;
      has[parent] |= has[row];
      size[parent] += size[row];
      if (isFull && pass.texts[row] === null) inner[parent] = 1;
      inner[parent] |= inner[row];
    }
    return new Set(found.reverse().slice(0, MOST));
  };

  lemmascope.wordsOf = (said) => [...new Set(fold(said).split(/[\s·|,;:]+/u).filter((word) => WORDY.test(word)))];
  lemmascope.saysWhole = (text, word) => hasWhole(` ${fold(text)} `, word);

  // Returns the elements that contain a text: as whole words, else as words scattered over one small part of
  // the page, else inside a word.
  lemmascope.sayers = (said) => {
    const pass = lemmascope.walk({ hidden: false, afresh: true });
    const flat = flatten(pass);
    const wanted = fold(said).trim();
    if (wanted === "") return [];
    let found = contiguous(pass, flat, wanted, true);
    const words = lemmascope.wordsOf(said);
    if (found.size === 0 && words.length > 1 && words.length <= MOST_WORDS) found = scattered(pass, flat, words);
    if (found.size === 0 && wanted.length > 2 && !/^[\p{N}\p{P}\p{S}\s]+$/u.test(wanted)) found = contiguous(pass, flat, wanted, false);
    return [...new Set([...found].map((row) => labelled(pass.nodes[row])))];
  };

  // Treats a label and its field as one element.
  const labelled = (element) => lemmascope.closest(element, "label")?.control ?? element;

  // Returns the direct text nodes of an element that contain the text, for elements whose lines only `<br>`
  // separates.
  lemmascope.sayingTexts = (element, said) => {
    const wanted = fold(said).trim();
    const found = [];
    for (let node = dom.first(element), steps = 0; node !== null && steps < 2000; node = dom.next(node), steps++) {
      if (dom.type(node) === 3 && hasWhole(` ${fold(dom.text(node))} `, wanted)) found.push(node);
    }
    return found;
  };
})(lemmascope);

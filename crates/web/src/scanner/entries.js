// Several fields filled at once, each in the element that it is meant for and nowhere else, whatever has the focus.
((lemmascope) => {
  const { dom, course } = lemmascope;

  const told = (element, what, Kind, details) =>
    element.dispatchEvent(new Kind(what, { bubbles: true, composed: true, ...details }));

  // As by hand: the focus goes there, a key goes down, the text is there, the key comes up.
  const put = (element, text) => {
    element.focus({ preventScroll: true });
    if (element.disabled || element.readOnly) return "closed";
    told(element, "keydown", KeyboardEvent, { key: "Unidentified" });
    element.value = text;
    told(element, "input", InputEvent, { inputType: "insertText", data: text });
    told(element, "keyup", KeyboardEvent, { key: "Unidentified" });
    told(element, "change", Event, { composed: false });
    return element.value === text ? "" : "different";
  };

  // `origin`: the only place at which it may be done; the document says itself where it is.
  lemmascope.putEntries = (entries, origin) => {
    if (origin !== null && self.origin !== origin) return { origin: self.origin, problems: [] };
    course.enterInput();
    const problems = entries.map(([key, text]) => {
      const element = lemmascope.element(key);
      if (element === null) return "gone";
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return "other";
      return put(element, text);
    });
    return { origin: self.origin, problems };
  };

  // What the browser has against what stands in a field; nothing of one that says itself that it is wrong.
  lemmascope.complaint = (key) => {
    const element = lemmascope.element(key);
    return element instanceof HTMLInputElement && element.willValidate ? element.validationMessage : "";
  };

  lemmascope.originHere = () => self.origin;

  // Whether the document is going to leave by itself within so many milliseconds.
  lemmascope.isLeaving = (within) => {
    for (const meta of dom.all(document, "meta[http-equiv]")) {
      if ((dom.attribute(meta, "http-equiv") ?? "").toLowerCase() !== "refresh") continue;
      const [seconds, address] = (dom.attribute(meta, "content") ?? "").split(/[;,]/);
      if (address !== undefined && Number.parseFloat(seconds) * 1000 <= within) return true;
    }
    return false;
  };
})(lemmascope);

// Calls a function of a pack in an isolated world: it shares the document with the page, but neither
// variables nor built-in functions, so that the page can neither change its behaviour nor see its arguments.
// `make` creates the function, so that a syntax error in it is reported as a defect of the pack. The function
// receives only data that the page itself may see.
async (make, kind, given) => {
  const LONGEST = 1 << 20;
  if (given.url !== null && given.url !== location.href.split("#")[0]) {
    throw new Error("the page has become another");
  }
  const func = make();
  if (typeof func !== "function") {
    throw new TypeError("the code is no function");
  }
  const cookies = () =>
    document.cookie
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair !== "");
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const context = Object.freeze({
    url: location.href,
    title: document.title,
    patterns: Object.freeze(given.patterns),
    parameters: Object.freeze(given.parameters),
    // Returns a promise so that an implementation may fetch cookies elsewhere.
    getCookie: async (name) => {
      const found = cookies().find((pair) => pair.split("=")[0].trim() === name);
      return found === undefined ? null : decoded(found.slice(found.indexOf("=") + 1));
    },
  });
  const answer = await (kind === "action" ? func(given.params, context) : func(context));
  const text = JSON.stringify(kind === "action" ? (answer ?? null) : Boolean(answer));
  if (text !== undefined && text.length > LONGEST) {
    throw new RangeError(`the answer has ${text.length} characters, and may have ${LONGEST}`);
  }
  return text ?? "null";
}

// Calls a function of a pack in a world of its own: it shares the document with the page, and neither variables nor built-in
// functions, so that the page cannot change what it does or see what it is given. The function is made by a function of its own,
// so that one that cannot be read is told as a fault of the pack. It gets what the page itself may see, and nothing else.
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
    // The promise leaves room for cookies that are fetched elsewhere.
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

// Changes the page in a way determined by the number, and returns a description of the change.
async (number) => {
  let state = (number * 2654435761) >>> 0;
  const random = (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
  random(7);
  const pick = (list) => list[random(list.length)];
  const inner = document.querySelector(".host")?.shadowRoot;
  const all = [...document.body.querySelectorAll("*"), ...(inner?.querySelectorAll("*") ?? [])].filter((e) => !["SCRIPT", "STYLE"].includes(e.tagName));
  const one = () => pick(all) ?? document.body;
  const CLASSES = ["open", "veil", "faint", "gone", "flag", "pointed", "over", "cut", "white", "contents", "keen"];
  const ATTRIBUTES = [
    ["hidden", ""], ["aria-hidden", "true"], ["aria-label", "Labelled"], ["disabled", ""], ["role", "button"], ["role", "alert"],
    ["title", "Titled"], ["tabindex", "0"], ["href", "/new"], ["aria-labelledby", "hint"], ["slot", "head"], ["open", ""],
    ["style", "display:none"], ["style", "visibility:hidden"], ["style", "position:absolute;left:400px"], ["style", "opacity:0"],
    ["style", "padding:9px"], ["inert", ""], ["contenteditable", "true"], ["data-x", "1"], ["id", "hint"], ["for", "check"],
  ];
  const CHANGES = {
    text: () => {
      const walker = document.createTreeWalker(one(), NodeFilter.SHOW_TEXT);
      const node = walker.nextNode();
      if (node !== null && !/script|style/i.test(node.parentNode.tagName)) node.data = `Text ${random(1000)}`;
    },
    words: () => {
      const leaf = pick(all.filter((e) => e.children.length === 0 && !["INPUT", "BR", "HR", "SLOT"].includes(e.tagName)));
      if (leaf !== undefined) leaf.textContent = `Words ${random(100000)}`;
    },
    add: () => {
      const made = pick(["a", "button", "p", "div", "input", "li", "h3", "span", "label"]);
      const element = document.createElement(made);
      if (made === "a") element.href = "/made";
      if (made !== "input") element.textContent = `Made ${random(1000)}`;
      const at = one();
      if (random(2) === 0) at.before(element);
      else if (!["INPUT", "BR", "HR"].includes(at.tagName)) at.append(element);
    },
    remove: () => all.length > 30 && one().remove(),
    move: () => {
      const [a, b] = [one(), one()];
      if (!a.contains(b) && !["INPUT", "BR", "HR", "SELECT", "OPTION"].includes(b.tagName)) b.append(a);
    },
    copy: () => all.length < 250 && one().after(one().cloneNode(true)),
    tell: () => {
      const status = document.querySelector("[role=status]");
      if (status !== null) status.textContent = random(2) === 0 ? "" : `Saved ${random(100)}`;
    },
    mark: () => one().classList.toggle(pick(CLASSES)),
    write: () => {
      const [name, value] = pick(ATTRIBUTES);
      const element = one();
      if (element.hasAttribute(name) && random(2) === 0) element.removeAttribute(name);
      else element.setAttribute(name, value);
    },
    value: () => {
      const field = pick([...document.querySelectorAll("input, select")]);
      if (field?.type === "checkbox") field.checked = !field.checked;
      else if (field instanceof HTMLSelectElement) field.selectedIndex = random(3);
      else if (field !== undefined) field.value = `v${random(100)}`;
    },
    focus: () => one().focus?.(),
    scroll: async () => {
      scrollTo(0, random(300));
      await new Promise((done) => setTimeout(done, 40));
    },
    rule: () => document.styleSheets[0]?.insertRule(pick([".card { display: none }", "a { visibility: hidden }", "button { padding: 4px }"])),
    body: () => document.body.classList.toggle(pick(["open", "white", "veil"])),
    nothing: () => {},
  };
  const names = Object.keys(CHANGES);
  const done = [];
  for (let times = 1 + random(3); times > 0; times--) {
    const name = pick(names);
    done.push(name);
    await CHANGES[name]();
  }
  return done.join(" ");
}

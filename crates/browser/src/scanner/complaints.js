// Validation messages for fields, from the page or from the browser.
((lemmascope) => {
  const { dom, isShown, line } = lemmascope;

  // How far from a field its messages may be, and the maximum length that is reported.
  const LEVELS = 3;
  const LENGTH = 300;
  const CALLED = /error|invalid|danger|problem|feedback|help|warn|fail|alert|fehler|erreur|erro/i;
  const NEIGHBOURS = "input:not([type=hidden]), select, textarea, [role=combobox], [contenteditable]";

  const said = (element) => (element !== null && isShown(element) ? line(element.innerText ?? element.textContent ?? "", LENGTH) : "");

  const referred = (field, attribute) => {
    const root = dom.root(field);
    const ids = (dom.attribute(field, attribute) ?? "").split(/\s+/).filter((id) => id !== "");
    return ids.slice(0, 6).map((id) => dom.byId(root, id)).filter((one) => one !== null);
  };

  const isCalledSo = (element) => CALLED.test(`${dom.attribute(element, "class") ?? ""} ${dom.attribute(element, "id") ?? ""} ${dom.attribute(element, "role") ?? ""}`);

  // Returns the nearby elements whose class names an error and that belong to no other field.
  const beside = (field) => {
    let at = lemmascope.above(field);
    for (let level = 0; at !== null && level < LEVELS; level++, at = lemmascope.above(at)) {
      const others = Array.from(dom.all(at, NEIGHBOURS)).filter((one) => one !== field && one.name !== field.name);
      if (others.length > 0) return "";
      for (const one of dom.all(at, "*")) {
        if (one === field || !isCalledSo(one) || dom.all(one, NEIGHBOURS).length > 0 || dom.tag(one) === "label") continue;
        const text = said(one);
        if (text !== "") return text;
      }
    }
    return "";
  };

  const isMarked = (field) => {
    const invalid = dom.attribute(field, "aria-invalid");
    if (invalid !== null && invalid !== "false" && invalid !== "") return true;
    for (let at = field, level = 0; at !== null && level < 2; at = lemmascope.above(at), level++) {
      if (level > 0 && dom.all(at, NEIGHBOURS).length > 1) return false;
      if (/(?:^|[\s_-])(?:is-|has-)?(?:invalid|error|danger|warning)(?:$|[\s_-])/i.test(dom.attribute(at, "class") ?? "")) return true;
    }
    return false;
  };

  // Returns the messages for each field: from the page, and from the browser's own form validation.
  lemmascope.complaints = (keys) => {
    const all = [];
    for (const key of keys) {
      const field = lemmascope.element(key);
      if (field === null || !dom.isConnected(field)) continue;
      const form = field.form instanceof HTMLFormElement ? field.form : null;
      const isChecked = form === null || !dom.has(form, "novalidate");
      const native = isChecked && field.willValidate === true && field.validity?.valid === false ? field.validationMessage : "";
      let page = "";
      if (isMarked(field)) {
        const told = [...referred(field, "aria-errormessage"), ...referred(field, "aria-describedby")];
        page = told.filter(isCalledSo).map(said).find((text) => text !== "") ?? told.map(said).find((text) => text !== "") ?? "";
        if (page === "") page = beside(field);
      }
      if (native !== "" || page !== "" || isMarked(field)) all.push({ key, native: line(native, LENGTH), page, marked: isMarked(field) });
    }
    return all;
  };
})(lemmascope);

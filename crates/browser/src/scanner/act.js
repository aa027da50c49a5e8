// Acting from inside the page, where the pointer and the keys are not enough.
((lemmascope) => {
  const { dom, isShown, isDisabled, natureOf, closest, course, fields } = lemmascope;

  // Does something with the element of that number, as long as there is one.
  const having = (key, act) => {
    const element = lemmascope.element(key);
    return element === null ? { problem: "gone" } : act(element);
  };

  lemmascope.clickInPage = (key) =>
    having(key, (element) => {
      course.enterInput();
      element.click();
      return {};
    });

  lemmascope.focus = (key) =>
    having(key, (element) => {
      course.enterInput();
      const before = fields.focused();
      element.focus({ preventScroll: true });
      const active = fields.focused();
      return { focused: active !== null && lemmascope.holds(element, active), moved: active !== before };
    });

  // Puts the focus into a field and selects what is to be replaced; `append` puts the caret at the end instead.
  lemmascope.enterField = (key, append) =>
    having(key, (element) => {
      element.focus({ preventScroll: true });
      // What an editor draws itself is not selected here, but by its own keys.
      if (lemmascope.surfaceOf(element) !== null) return { ...stateOf(element), caret: true };
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (append) {
          // Number and e-mail fields have no caret to put; theirs is at the end after an arrow key.
          try {
            element.setSelectionRange(element.value.length, element.value.length);
          } catch {
            return { ...stateOf(element), caret: false };
          }
        } else {
          element.select();
        }
      } else if (element instanceof HTMLElement && element.isContentEditable) {
        const selection = dom.root(element).getSelection?.() ?? getSelection();
        selection.selectAllChildren(element);
        if (append) selection.collapseToEnd();
      }
      return { ...stateOf(element), caret: true };
    });

  const stateOf = (element) => {
    const active = fields.focused();
    return {
      focused: active !== null && lemmascope.holds(element, active),
      value: textOf(element),
      secret: element instanceof HTMLInputElement && fields.isSecret(element),
      most: element.maxLength > 0 ? element.maxLength : null,
      drawn: lemmascope.surfaceOf(element) !== null,
      ...natureOf(element),
    };
  };

  const textOf = (element) => {
    const drawn = lemmascope.textOnSurface(element);
    if (drawn !== null) return drawn;
    if (
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    )
      return element.value;
    return element instanceof HTMLElement && element.isContentEditable
      ? element.innerText.replace(/\n$/, "")
      : element.textContent;
  };

  lemmascope.fieldState = (key) =>
    having(key, async (element) => {
      // What an editor draws itself, it draws with the next picture.
      if (lemmascope.surfaceOf(element) !== null) for (let pictures = 0; pictures < 2; pictures++) await course.frame();
      return stateOf(element);
    });

  // The field that has the focus, for those who clicked on what stands around it.
  lemmascope.focusedField = () => {
    const active = fields.focused();
    return { key: active !== null && fields.isField(active) ? lemmascope.keyOf(active) : null };
  };

  // The fields of a code that is written one character a field: what was typed is spread over those that follow.
  lemmascope.spreadValue = (key) =>
    having(key, (element) => {
      const roots = course.cover();
      const inputs = roots
        .flatMap((root) => Array.from(dom.all(root, "input")))
        .filter((field) => fields.isField(field) && isShown(field));
      return {
        value: inputs
          .slice(inputs.indexOf(element))
          .slice(0, 12)
          .map((field) => field.value)
          .join(""),
      };
    });

  const tell = (element, names) => {
    course.enterInput();
    for (const name of names) element.dispatchEvent(new Event(name, { bubbles: true, composed: name === "input" }));
  };

  // Dates, colours and ranges have no text to type; their value is put.
  lemmascope.putValue = (key, value) =>
    having(key, (element) => {
      element.focus({ preventScroll: true });
      const before = element.value;
      element.value = value;
      if (element.value !== before) tell(element, ["input", "change"]);
      return stateOf(element);
    });

  // The file field that an element is, is the label of, holds, or stands beside.
  lemmascope.fileField = (key) =>
    having(key, (element) => {
      const isFile = (one) => one instanceof HTMLInputElement && one.type === "file";
      const told = (field) => ({ key: lemmascope.keyOf(field), multiple: field.multiple || field.webkitdirectory });
      if (isFile(element)) return told(element);
      if (isFile(element.control)) return told(element.control);
      let around = element;
      for (let depth = 0; around !== null && depth < 4; depth++) {
        const fields = dom.all(around, "input[type=file]");
        if (fields.length === 1) return told(fields[0]);
        if (fields.length > 1) break;
        around = lemmascope.above(around);
      }
      return { key: null };
    });

  // ---- Lists that are put in order ----

  const LEVELS = 6;

  // The items of one list that two elements are, or are in.
  const itemsOf = (one, other) => {
    let item = one;
    for (let steps = 0; item !== null && steps < LEVELS; steps++, item = lemmascope.flatParent(item)) {
      const list = lemmascope.flatParent(item);
      let rival = other;
      for (let up = 0; rival !== null && up < LEVELS; up++, rival = lemmascope.flatParent(rival)) {
        if (rival !== item && list !== null && lemmascope.flatParent(rival) === list) return [item, rival];
      }
    }
    return null;
  };

  // How far from the middle of another item of its list something is dropped to come into that one's place: beyond it, as
  // seen from where it comes. On the middle itself it is up to the list whether it comes before or behind.
  lemmascope.beyond = (key, other) =>
    having(key, (from) =>
      having(other, (to) => {
        const items = itemsOf(from, to);
        if (items === null || dom.tag(items[0]) !== dom.tag(items[1])) return { x: 0, y: 0 };
        const [start, end, aim] = [dom.box(items[0]), dom.box(items[1]), dom.box(to)];
        const [across, down] = [end.left + end.width / 2 - start.left - start.width / 2, end.top + end.height / 2 - start.top - start.height / 2];
        const isAcross = Math.abs(across) > Math.abs(down);
        // What is much larger than the target is no item but a column of its own.
        const [whole, part] = isAcross ? [end.width, aim.width] : [end.height, aim.height];
        if (whole > part * 2.5) return { x: 0, y: 0 };
        const far = (part / 4) * Math.sign(isAcross ? across : down);
        return isAcross ? { x: far, y: 0 } : { x: 0, y: far };
      }),
    );

  // ---- Forms ----

  const formOf = (element) => {
    // A field named `form` would stand in the place of the form's own; a form in a shadow tree is around its host's parts.
    const form = element.form instanceof HTMLFormElement ? element.form : closest(element, "form");
    return form instanceof HTMLFormElement ? form : null;
  };

  // What submits the form that an element is in: its button, or nothing but the form itself.
  lemmascope.submitterOf = (key) =>
    having(key, (element) => {
      const form = formOf(element) ?? dom.all(element, "form")[0] ?? null;
      return form === null ? {} : submitter(form);
    });

  // The form of the field with the focus, and the forms that show. `keen`: whether it is this document that has the focus.
  lemmascope.formsHere = () => {
    const active = fields.focused();
    const inFrame = active instanceof HTMLIFrameElement || active instanceof HTMLFrameElement;
    const form = active === null || inFrame ? null : formOf(active);
    const forms = course
      .cover()
      .flatMap((root) => Array.from(dom.all(root, "form")))
      .filter(isShown);
    return {
      focused: form === null ? null : submitter(form),
      keen: document.hasFocus() && !inFrame,
      forms: forms.slice(0, 20).map(submitter),
    };
  };

  const submitter = (form) => {
    // A field named `elements` would stand in the place of the form's own list.
    const elements = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements").get.call(form);
    const buttons = Array.from(elements).filter((one) => one.type === "submit" || one.type === "image");
    const images = Array.from(dom.all(form, "input[type=image]"));
    const button = [...buttons, ...images].find((one) => isShown(one) && !isDisabled(one)) ?? buttons[0] ?? null;
    return {
      form: lemmascope.keyOf(form),
      button: button === null ? null : lemmascope.keyOf(button),
      brief: lemmascope.brief(button ?? form),
    };
  };

  lemmascope.submitForm = (key) =>
    having(key, (form) => {
      course.enterInput();
      HTMLFormElement.prototype.requestSubmit.call(form);
      return {};
    });

  Object.assign(lemmascope, { having, tell, fieldStateOf: stateOf, fieldTextOf: textOf });
})(lemmascope);

// Actions performed by script inside the page, for cases that pointer and keyboard input do not cover.
((lemmascope) => {
  const { dom, isShown, isDisabled, natureOf, closest, course, fields } = lemmascope;

  // Calls `act` with the connected element that has this number, or reports that it is gone.
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

  // Focuses a field and selects the content to be replaced; with `append`, places the caret at the end
  // instead.
  lemmascope.enterField = (key, append) =>
    having(key, (element) => {
      element.focus({ preventScroll: true });
      // The content of an editor that draws its own text is selected by keyboard shortcuts, not here.
      if (lemmascope.surfaceOf(element) !== null) return { ...stateOf(element), caret: true };
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        if (append) {
          // Number and e-mail fields have no selection API; an arrow key moves their caret to the end.
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
      // An editor that draws its own text updates it with the next frame.
      if (lemmascope.surfaceOf(element) !== null) for (let pictures = 0; pictures < 2; pictures++) await course.frame();
      return stateOf(element);
    });

  // Returns the focused field, for callers that clicked on an element around it.
  lemmascope.focusedField = () => {
    const active = fields.focused();
    return { key: active !== null && fields.isField(active) ? lemmascope.keyOf(active) : null };
  };

  // Distributes a typed code over a series of one-character fields, starting at this field.
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

  // Sets the value of dates, colours and ranges, which accept no typed text.
  lemmascope.putValue = (key, value) =>
    having(key, (element) => {
      element.focus({ preventScroll: true });
      const before = element.value;
      element.value = value;
      if (element.value !== before) tell(element, ["input", "change"]);
      return stateOf(element);
    });

  // Returns the file input that the element is, labels, contains, or has next to it.
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

  // ---- Sortable lists ----

  const LEVELS = 6;

  // Returns the items of one list that the two elements are, or are in.
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

  // Returns the offset from the centre of another list item at which a dropped item takes its place: past the
  // centre, seen from the direction of the drag. A drop on the centre itself leaves the side to the list.
  lemmascope.beyond = (key, other) =>
    having(key, (from) =>
      having(other, (to) => {
        const items = itemsOf(from, to);
        if (items === null || dom.tag(items[0]) !== dom.tag(items[1])) return { x: 0, y: 0 };
        const [start, end, aim] = [dom.box(items[0]), dom.box(items[1]), dom.box(to)];
        const [across, down] = [end.left + end.width / 2 - start.left - start.width / 2, end.top + end.height / 2 - start.top - start.height / 2];
        const isAcross = Math.abs(across) > Math.abs(down);
        // An element much larger than the target is a column, not an item.
        const [whole, part] = isAcross ? [end.width, aim.width] : [end.height, aim.height];
        if (whole > part * 2.5) return { x: 0, y: 0 };
        const far = (part / 4) * Math.sign(isAcross ? across : down);
        return isAcross ? { x: far, y: 0 } : { x: 0, y: far };
      }),
    );

  // ---- Forms ----

  const formOf = (element) => {
    // Reads the property with a type check because a field named `form` would shadow it; a form outside a
    // shadow tree is found through the host's ancestors.
    const form = element.form instanceof HTMLFormElement ? element.form : closest(element, "form");
    return form instanceof HTMLFormElement ? form : null;
  };

  // Returns the control that submits the form of an element, or the form itself if it has no button.
  lemmascope.submitterOf = (key) =>
    having(key, (element) => {
      const form = formOf(element) ?? dom.all(element, "form")[0] ?? null;
      return form === null ? {} : submitter(form);
    });

  // Returns the form of the focused field and all visible forms. `keen`: whether this document has the focus.
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
    // Uses the prototype's getter because a field named `elements` would shadow the form's own list.
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

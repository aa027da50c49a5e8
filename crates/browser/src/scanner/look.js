// The state that the page is in, and what it looks like in it.
((lemmascope) => {
  const { course, placeOf: place } = lemmascope;
  const { valueOf, controlsOf } = lemmascope.fields;

  // A number that is another when a field holds something else.
  const values = () => {
    if (course.held !== null) return course.held;
    let sum = 0;
    for (const control of controlsOf(course.cover())) {
      const value = valueOf(control);
      for (let index = 0; index < value.length; index++) sum = (sum * 31 + value.charCodeAt(index)) | 0;
      sum = (sum * 33 + 7) | 0;
    }
    return sum;
  };

  // The same text as long as nothing has changed that a scan would see.
  const version = () => {
    const fields = values();
    const [x, y] = place(document);
    return [course.mutations, course.happenings, fields, x, y, window.innerWidth, window.innerHeight].join(" ");
  };

  // A scan, and the state of the page at which it was made; no scan when it is in the state that is known.
  const look = (options, known = null) => {
    course.held = values();
    try {
      if (version() === known) return [known, null];
      const scan = lemmascope.scan(options);
      return [version(), scan];
    } finally {
      course.held = null;
    }
  };

  // Waits for any change at all, at most so long.
  lemmascope.change = (known, limit) => {
    if (version() !== known) return true;
    return new Promise((done) => {
      const end = (changed) => {
        clearTimeout(late);
        course.waiting.delete(wake);
        done(changed);
      };
      const wake = () => end(true);
      const late = setTimeout(end, limit, false);
      course.waiting.add(wake);
    });
  };

  Object.assign(lemmascope, { look, version, heldValues: values });
})(lemmascope);

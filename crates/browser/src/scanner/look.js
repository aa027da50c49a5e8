// The version of the page's state, and a scan of the page in that state.
((lemmascope) => {
  const { course, placeOf: place } = lemmascope;
  const { valueOf, controlsOf } = lemmascope.fields;

  // Returns a hash that changes when the value of a field changes.
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

  // Returns a string that stays the same until a change that a scan would detect.
  const version = () => {
    const fields = values();
    const [x, y] = place(document);
    return [course.mutations, course.happenings, fields, x, y, window.innerWidth, window.innerHeight].join(" ");
  };

  // Returns a scan and the version of the page at the time of the scan; no scan if the page still has the
  // known version.
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

  // Waits for any change, up to the limit.
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

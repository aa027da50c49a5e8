// The record of page activity: mutations, their times, and the inputs that caused them.
//
// From the moment the document is readable, the scanner records which nodes change without any action:
// clocks, carousels, feeds. While it watches an action, it attributes every change to the action, unless the
// node changed in the same rhythm before. Changes in the task of an input event always belong to the action.
((lemmascope) => {
  const { dom } = lemmascope;
  const { learn, isRestless } = lemmascope.habits;
  const clock = () => performance.now();

  // The number of records examined individually in one batch and during one action; the rest are only
  // counted.
  const BATCH = 400;
  const RECORDS = 3000;

  const course = {
    // The action under observation.
    action: null,
    mutations: 0,
    happenings: 0,
    lastMutation: 0,
    startedAt: clock(),
    inInput: false,
    // The hash of the field values during a scan, when they cannot change.
    held: null,
    // Wakes the waiter for an effect of the action.
    stir: () => course.action?.wake?.(),
  };
  lemmascope.course = course;

  // Returns the scroll position of the page or of a scroll container.
  lemmascope.placeOf = (scrolled) =>
    scrolled === document ? [window.scrollX, window.scrollY] : [scrolled.scrollLeft, scrolled.scrollTop];

  const channel = new MessageChannel();
  const leaveInput = () => {
    course.inInput = false;
  };
  channel.port1.onmessage = leaveInput;
  const enterInput = () => {
    if (course.inInput) return;
    course.inInput = true;
    channel.port2.postMessage(0);
  };

  // The callers that wait for any change.
  const waiting = new Set();
  const rouse = () => {
    for (const wake of waiting) wake();
  };

  const take = (records) => {
    if (records.length === 0) return;
    lemmascope.changes.note(records);
    const at = clock();
    course.mutations += records.length;
    if (roots !== null) arrive(records);
    rouse();
    const some = records.length > BATCH ? records.slice(0, BATCH) : records;
    if (course.action === null) {
      for (const record of some) {
        // A ticking clock does not count as unrest; style changes do, however regular they are.
        if (record.type === "attributes" || !isRestless(record, at)) course.lastMutation = at;
        learn(record, at);
      }
      return;
    }
    let caused = records.length > BATCH ? records.length - BATCH : 0;
    course.action.uncounted += caused;
    for (const record of some) {
      if (!course.inInput && isRestless(record, at)) {
        learn(record, at);
        continue;
      }
      caused++;
      if (course.action.records.length < RECORDS) course.action.records.push([record, at]);
      else course.action.uncounted++;
      if (course.inInput) course.action.prompt = true;
    }
    if (caused > 0) {
      course.lastMutation = at;
      course.stir();
    }
  };

  const observer = new MutationObserver(take);
  const ALL = {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributes: true,
    attributeOldValue: true,
  };
  const observed = new WeakSet();

  const observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, ALL);
  };

  // The document and its shadow roots. The first search visits all elements, later ones only new elements; a
  // scan, which visits all elements, adds the roots that it finds.
  let roots = null;
  let arrived = [];
  const ARRIVED = 500;

  const search = (root, found) => {
    for (const element of dom.all(root, "*")) {
      const inner = lemmascope.shadowOf(element);
      if (inner === null) continue;
      found.push(inner);
      observe(inner);
      search(inner, found);
    }
  };

  const coverAll = () => {
    observe(document);
    roots = [document];
    arrived = [];
    search(document, roots);
    return roots;
  };

  // A shadow root may be attached to an old element, which no mutation reports.
  const include = (found) => {
    for (const root of found) {
      if (observed.has(root)) continue;
      observe(root);
      roots?.push(root);
      course.held = null;
    }
  };

  const cover = () => {
    take(observer.takeRecords());
    if (roots === null || arrived.length > ARRIVED) return coverAll();
    const found = [];
    for (const element of arrived) {
      const inner = lemmascope.shadowOf(element);
      if (inner !== null) {
        found.push(inner);
        observe(inner);
        search(inner, found);
      }
      search(element, found);
    }
    arrived = [];
    roots = roots.concat(found.filter((root) => !roots.includes(root)));
    roots = roots.filter((root) => root === document || dom.isConnected(root.host));
    return roots;
  };

  const arrive = (records) => {
    for (const record of records) {
      if (record.type !== "childList" || arrived.length > ARRIVED) continue;
      for (const node of record.addedNodes) if (dom.type(node) === 1) arrived.push(node);
    }
  };

  // Observation starts late because each parsed node would otherwise cost a mutation record.
  const start = () => {
    course.startedAt = clock();
    observe(document);
    lemmascope.changes.begin();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start, { once: true });
  else start();

  // Records an event after which an element, or the whole page, may look different.
  const happen = (element = null) => {
    course.happenings++;
    if (element === null) lemmascope.changes.stir();
    else lemmascope.changes.near(element);
    rouse();
  };

  // Waits for the next animation frame and returns whether it came. A frame that is not rendered, as in a
  // background tab, produces none; a timeout covers that case.
  const frame = (patience = 60) =>
    new Promise((done) => {
      const late = setTimeout(done, patience, false);
      requestAnimationFrame(() => {
        clearTimeout(late);
        done(true);
      });
    });

  // Waits until all pending tasks and events have been delivered.
  const turn = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    });

  const pause = (ms) => new Promise((done) => setTimeout(done, ms));

  Object.assign(course, {
    happen,
    enterInput,
    leaveInput,
    cover,
    include,
    takeRecords: () => take(observer.takeRecords()),
    // Processes pending mutations without attributing them to the page or to an action.
    passOver: () => lemmascope.changes.note(observer.takeRecords()),
    waiting,
    frame,
    turn,
    pause,
    // Returns the number of milliseconds since the page last changed.
    stillness: () => {
      take(observer.takeRecords());
      return course.recent();
    },
    recent: () => clock() - course.lastMutation,
  });
})(lemmascope);

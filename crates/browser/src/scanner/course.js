// The course of things on the page: what is written to it, when, and in answer to what.
//
// From the moment that a document is readable, a record is kept of who changes when nobody acts: a clock, a carousel, a feed.
// While an action is watched, everything that changes is put down to it, unless it changed in that rhythm before. What
// happens in the very task of an input event is the action's in any case.
((lemmascope) => {
  const { dom } = lemmascope;
  const { learn, isRestless } = lemmascope.habits;
  const clock = () => performance.now();

  // How much of one batch, and of one action, is looked at one by one. The rest is only counted.
  const BATCH = 400;
  const RECORDS = 3000;

  const course = {
    // The action that is being watched.
    action: null,
    mutations: 0,
    happenings: 0,
    lastMutation: 0,
    startedAt: clock(),
    inInput: false,
    // What the fields hold, while the page is looked at and cannot change.
    held: null,
    // Lets the one who waits for an effect of the action look again.
    stir: () => course.action?.wake?.(),
  };
  lemmascope.course = course;

  // How far the page, or a box in it, is scrolled.
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

  // Those who wait for any change at all.
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
        // A clock that ticks does not keep the page from being at rest; what is moved by style does, however regularly.
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

  // The document and the shadow roots in it. They are found by going over all elements once, and after that over those that
  // came since; a scan, which goes over all of them, adds what it finds.
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

  // A root may be made for an element that has been there for long, which no mutation tells of.
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

  // Observing while the document is parsed would cost a record for every node of it.
  const start = () => {
    course.startedAt = clock();
    observe(document);
    lemmascope.changes.begin();
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start, { once: true });
  else start();

  // Something has happened to an element, or to the page as a whole, after which it may look different.
  const happen = (element = null) => {
    course.happenings++;
    if (element === null) lemmascope.changes.stir();
    else lemmascope.changes.near(element);
    rouse();
  };

  // Waits for the next picture, and says whether there was one. A frame that is not drawn (another tab, a hidden frame) has
  // none; time goes on there all the same.
  const frame = (patience = 60) =>
    new Promise((done) => {
      const late = setTimeout(done, patience, false);
      requestAnimationFrame(() => {
        clearTimeout(late);
        done(true);
      });
    });

  // Waits until everything that is under way has been heard of by everybody.
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
    // The same for what nobody has to answer for.
    passOver: () => lemmascope.changes.note(observer.takeRecords()),
    waiting,
    frame,
    turn,
    pause,
    // When the page last changed: milliseconds ago.
    stillness: () => {
      take(observer.takeRecords());
      return course.recent();
    },
    recent: () => clock() - course.lastMutation,
  });
})(lemmascope);

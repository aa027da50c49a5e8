// Changes that a page makes without any action, and their rhythm: clocks, carousels, feeds.
((lemmascope) => {
  const { dom } = lemmascope;

  // Changes that are closer together than this count as one.
  const MOMENT = 30;
  // The number of changes remembered for each node.
  const MOMENTS = 5;
  const habits = new WeakMap();

  const kindOf = (record) => {
    if (record.type === "attributes") return `@${record.attributeName}`;
    if (record.type === "characterData") return "text";
    return record.removedNodes.length === 0 ? "+" : record.addedNodes.length === 0 ? "-" : "±";
  };

  const learnAt = (node, kind, at) => {
    let kinds = habits.get(node);
    if (kinds === undefined) habits.set(node, (kinds = new Map()));
    let moments = kinds.get(kind);
    if (moments === undefined) {
      if (kinds.size > 40) return;
      kinds.set(kind, (moments = []));
    }
    if (moments.length > 0 && at - moments[moments.length - 1] < MOMENT) return;
    moments.push(at);
    if (moments.length > MOMENTS) moments.shift();
  };

  // A carousel changes one slide after another, so siblings share their history.
  const groupOf = (node) => {
    const parent = dom.parent(node);
    return parent === null || parent === document || parent === dom.body(document) || parent === dom.html(document)
      ? null
      : parent;
  };

  const learn = (record, at) => {
    const kind = kindOf(record);
    learnAt(record.target, kind, at);
    const group = groupOf(record.target);
    if (group !== null) learnAt(group, `child ${kind} ${record.target.nodeName}`, at);
  };

  const isDue = (node, kind, at) => {
    const moments = habits.get(node)?.get(kind);
    if (moments === undefined || moments.length < 2) return false;
    const last = moments[moments.length - 1];
    const gaps = moments.slice(1).map((moment, index) => moment - moments[index]);
    const since = at - last;
    if (moments.length === 2) return gaps[0] > 100 && Math.abs(since - gaps[0]) < gaps[0] / 4;
    return since < 3 * Math.max(...gaps);
  };

  const CHILDREN = ["+", "-", "±"];
  const isOften = (node, kind) => (habits.get(node)?.get(kind)?.length ?? 0) >= 3;

  const isRestless = (record, at) => {
    const kind = kindOf(record);
    if (isDue(record.target, kind, at)) return true;
    // A list that grows by itself will also lose its oldest entries at some time.
    if (
      record.type === "childList" &&
      CHILDREN.some((other) => isOften(record.target, other) && isDue(record.target, other, at))
    ) {
      return true;
    }
    const group = groupOf(record.target);
    return group !== null && isDue(group, `child ${kind} ${record.target.nodeName}`, at);
  };

  lemmascope.habits = { kindOf, learn, learnAt, isDue, isRestless };
})(lemmascope);

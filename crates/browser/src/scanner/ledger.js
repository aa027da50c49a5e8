// The last scan results that were sent, so that the next scan sends only the differences.
((lemmascope) => {
  // Several results are kept because the caller may have missed the last one, as when the page changed again
  // before it was sent.
  const MOST = 3;
  let number = 0;
  let remembered = [];

  // Whether two texts, numbers or lists are equal.
  const isSame = (one, other) =>
    one === other || (typeof one === "object" && typeof other === "object" && JSON.stringify(one) === JSON.stringify(other));

  const isPlaced = (one, other) => {
    const [left, top, width, height] = one.b;
    const [left2, top2, width2, height2] = other.b;
    return left === left2 && top === top2 && width === width2 && height === height2;
  };

  const isSameElement = (one, other) =>
    one.n === other.n &&
    one.s === other.s &&
    one.g === other.g &&
    one.p === other.p &&
    one.r === other.r &&
    one.v === other.v &&
    one.x === other.x &&
    one.e === other.e &&
    one.l === other.l &&
    one.h === other.h &&
    one.f === other.f &&
    one.d === other.d &&
    one.o === other.o &&
    one.y === other.y &&
    one.u === other.u &&
    one.t === other.t &&
    one.selector === other.selector &&
    isSame(one.a, other.a) &&
    isSame(one.w, other.w) &&
    isSame(one.c, other.c) &&
    isSame(one.j, other.j) &&
    isSame(one.m, other.m) &&
    isSame(one.attributes, other.attributes);

  const isSameRegion = (one, other) =>
    one.x === other.x &&
    one.n === other.n &&
    one.c === other.c &&
    one.p === other.p &&
    one.t === other.t &&
    one.f === other.f &&
    one.q === other.q &&
    one.i === other.i;

  // Encodes the list relative to the earlier one: `order` consists of triples: a start and a length in the
  // earlier list, and the number of entries of `told` that follow. `moved` lists the entries that changed
  // only their position: their indices, and the output of `place`.
  const compare = (now, before, isAlike, place) => {
    let places = null;
    const placeOf = (key) => {
      places ??= new Map(before.map(({ k }, at) => [k, at]));
      return places.get(key);
    };
    const told = [];
    const order = [];
    const moved = [];
    let from = 0;
    let count = 0;
    let fresh = 0;
    const close = () => {
      if (count > 0 || fresh > 0) order.push(from, count, fresh);
      count = fresh = 0;
    };
    let expected = 0;
    for (let at = 0; at < now.length; at++) {
      const one = now[at];
      if (before[expected]?.k !== one.k) expected = placeOf(one.k) ?? -1;
      const other = expected < 0 ? undefined : before[expected];
      if (one !== other && (other === undefined || !isAlike(one, other))) {
        told.push(one);
        fresh++;
      } else {
        if (fresh > 0 || from + count !== expected) {
          close();
          from = expected;
        }
        count++;
        if (one !== other && one.b !== undefined && (one.z !== other.z || one.v !== other.v || !isPlaced(one, other))) moved.push(at, ...one.b, place(one));
      }
      expected++;
    }
    close();
    return { told, order, moved };
  };

  const seen = ({ z }) => z ?? lemmascope.bits.IN_VIEWPORT;
  const shown = ({ v }) => v ?? 0;

  lemmascope.ledger = {
    // Records a scan and returns the full result, or the difference for a caller that has the scan `since`.
    enter: (raw, questions, since) => {
      const before = remembered.find((known) => known.number === since && known.questions === questions);
      number++;
      remembered = remembered.filter((known) => known.number >= since).slice(1 - MOST);
      remembered.push({ number, questions, elements: raw.elements, regions: raw.regions });
      raw.look = number;
      if (before === undefined) return raw;
      const elements = compare(raw.elements, before.elements, isSameElement, seen);
      const regions = compare(raw.regions, before.regions, isSameRegion, shown);
      return {
        ...raw,
        since,
        elements: elements.told,
        regions: regions.told,
        order: [elements.order, regions.order],
        moved: [elements.moved, regions.moved],
      };
    },
  };
})(lemmascope);

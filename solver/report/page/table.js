// The table: where everything lies, in pixels, from the width that there is.
//
// A deal has zones. A state holds the cards of each, bottom to top, by their identities, which are
// places in the deal's list of cards: ~identity is one that lies face down.
//
// A layout is { w, small, least, inner, height, things, spots }: a card's width, and how small it may
// become for the sake of the height; the least width that the table needs, the width and height that
// it takes; the things that lie there besides cards (slots, labels, counts, sums); and spots(step),
// which says of each identity where its card lies after a step.

const TALL = 1.4; // a card's height by its width
const OVERLAP = { down: 0.15, up: 0.29 }; // what a card in a pile shows under the next, by heights

const identityOf = (mark) => (mark < 0 ? ~mark : mark);

/** A deal with what follows from it: all states, the zones of each kind, the longest pile. */
const unfolded = (deal) => {
  const states = [deal.start];
  for (const { lies } of deal.steps) {
    states.push(states[states.length - 1].map((marks, zone) => lies[zone] ?? marks));
  }
  const by = { foundation: [], cell: [], reserve: [], hand: [], talon: [], pile: [] };
  deal.zones.forEach(({ kind }, zone) => by[kind].push(zone));
  const reach = Math.max(...states.flatMap((state) => by.pile.map((zone) => {
    const ends = offsets(state[zone]);
    return ends[ends.length - 1] ?? 0;
  })));
  return { ...deal, states, by, reach };
};

/** How far below the pile's first card each card begins, in heights of a card. */
const offsets = (marks) => {
  let y = 0;
  return marks.map((mark) => {
    const top = y;
    y += mark < 0 ? OVERLAP.down : OVERLAP.up;
    return top;
  });
};

const most = (game, zone) => Math.max(...game.states.map((state) => state[zone].length));

/** The state since which the cards of the reserve keep their places: the start, or a redeal. */
const dealtAt = (game, step) => {
  while (step > 0 && !game.steps[step - 1].redeal) step -= 1;
  return game.states[step];
};

const redealsLeft = (game, step) =>
  game.redeals - game.steps.slice(0, step).filter(({ redeal }) => redeal).length;

/** So many overlapping cards in as few rows as do, each card showing at least a part of its width. */
const shelf = (count, room, w, part) => {
  const rows = Math.ceil(count / (Math.floor((room - w) / (w * part)) + 1));
  return { rows, perRow: Math.ceil(count / Math.max(1, rows)) };
};

const leastGap = (width) => (width < 420 ? 3 : 5);
const labelHeight = (w) => Math.max(14, Math.min(18, w * 0.3));

/** All cards on one spot; of those that nobody sees the uppermost is there, as it may move on. */
const stack = (x, y) => (marks) => (n) => ({ x, y, hidden: n < marks.length - 2 });

const spotsOf = (game, lies) => (step) => {
  const found = new Map();
  game.states[step].forEach((marks, zone) => {
    const spot = lies[zone](marks, step);
    marks.forEach((mark, n) => found.set(identityOf(mark), { z: n, down: mark < 0, ...spot(n) }));
  });
  return found;
};

/** Foundations and cells on top, then the reserve, or hand and talon, then the piles. */
const garden = (game, width, w) => {
  const { foundation, cell, reserve, hand, talon, pile } = game.by;
  const h = w * TALL, label = labelHeight(w), gapLow = 8;
  const things = [], lies = [];
  const slot = (x, y, suit) => things.push({ kind: "slot", x, y, suit });
  const name = (x, y, text, kind = "label") => things.push({ kind, x, y, text });

  const suits = new Set(foundation.map((zone) => game.zones[zone].suit)).size;
  const rowsUp = foundation.length > 10 ? 2 : 1;
  const perRow = Math.ceil(suits / rowsUp) * (foundation.length / suits);
  // Eight foundations go closer together, above seven columns; cells leave no room for that.
  const closer = cell.length ? 0 : Math.floor(perRow / 8);
  // So wide is what stands over a talon that becomes the hand again.
  const columns = Math.max(talon.length ? 5 : 1, pile.length, perRow + cell.length - closer);
  const least = columns * (w + leastGap(width)) - leastGap(width);
  const gap = Math.max(leastGap(width), Math.min(w * 0.45, (width - columns * w) / Math.max(1, columns - 1)));
  const block = columns * (w + gap) - gap, inner = Math.max(width, least);
  const left = (inner - block) / 2;
  const x = (column) => left + column * (w + gap);

  const strideUp = perRow > 1 ? Math.min(w + gap, (block - w) / (perRow - 1)) : 0;
  name(left, 0, "Foundations");
  foundation.forEach((zone, n) => {
    const at = [left + strideUp * (n % perRow), label + Math.floor(n / perRow) * (h + 6)];
    slot(...at, game.zones[zone].suit);
    lies[zone] = stack(...at);
  });
  cell.forEach((zone, n) => {
    const column = x(columns - cell.length + n);
    name(column, 0, game.zones[zone].name, "label middle");
    slot(column, label);
    lies[zone] = stack(column, label);
  });
  let y = label + rowsUp * (h + 6) - 6 + gapLow;

  for (const zone of reserve) {
    const dealt = game.states.filter((_, n) => n === 0 || game.steps[n - 1].redeal);
    const count = Math.max(...dealt.map((state) => state[zone].length));
    const { rows } = shelf(count, inner, w, 0.56);
    const top = y + (count ? label : 0);
    const row = (cards) => {
      const each = Math.ceil(cards / Math.max(1, rows));
      const stride = each > 1 ? Math.min(w + gap, (inner - w) / (each - 1)) : 0;
      return { each, stride, from: (inner - stride * (each - 1) - w) / 2 };
    };
    if (count) name(row(count).from, y, game.zones[zone].name);
    lies[zone] = (marks, step) => {
      const before = dealtAt(game, step)[zone];
      const { each, stride, from } = row(before.length);
      return (n) => {
        const place = before.indexOf(marks[n]);
        return { x: from + stride * (place % each), y: top + Math.floor(place / each) * h * 0.6, z: place };
      };
    };
    if (count) y = top + h + (rows - 1) * h * 0.6 + gapLow;
  }

  for (const zone of hand) {
    const held = (step) => game.states[step][zone].length;
    name(left, y, game.zones[zone].name);
    slot(left, y + label);
    const size = Math.max(22, w * 0.42);
    things.push({
      kind: "tally", size,
      x: left + (w - size) / 2,
      y: y + label + (h - size) / 2,
      text: (step) => (held(step) ? String(held(step)) : ""),
    });
    lies[zone] = stack(left, y + label);
  }
  for (const zone of talon) {
    const from = x(1), room = left + block - from, top = y + label;
    const { rows, perRow: each } = shelf(most(game, zone), room, w, 0.5);
    const stride = each > 1 ? Math.min(w * 0.75, (room - w) / (each - 1)) : 0;
    name(from, y, (step) => {
      const again = redealsLeft(game, step);
      return game.zones[zone].name + (again > 0 ? " – becomes the hand again once" : "");
    });
    slot(from, top);
    lies[zone] = (marks) => (n) => ({
      x: from + stride * (n % each),
      y: top + Math.floor(n / each) * h * 0.3,
      under: n < marks.length - 1,
    });
    y = top + h + Math.max(0, rows - 1) * h * 0.3 + gapLow;
  }

  const shift = (columns - pile.length) * (w + gap) / 2, top = y + label;
  const squeeze = Math.min(1, 3.6 / Math.max(0.1, game.reach)) * h;
  pile.forEach((zone, n) => {
    const column = x(n) + shift;
    name(column, y, String(n + 1), "label middle");
    slot(column, top);
    lies[zone] = (marks) => {
      const below = offsets(marks);
      return (row) => ({ x: column, y: top + below[row] * squeeze });
    };
  });
  return {
    w, inner, things,
    small: rowsUp > 1 ? 54 : 64,
    least: Math.max(least, perRow * (w + 1) - 1),
    height: top + h + game.reach * squeeze + 2,
    spots: spotsOf(game, lies),
  };
};

/** Single cards in rows, and at the ends of the lines what their pips add up to. */
const square = (game, width, w) => {
  const { pile } = game.by, side = game.abreast;
  const h = w * TALL, label = labelHeight(w), gap = w * 0.25, size = Math.max(30, w * 0.5);
  const least = side * (w + gap) + gap + 2 * size;
  const inner = Math.max(width, least), left = (inner - side * (w + gap) + gap) / 2;
  const things = [], lies = [];
  const x = (column) => left + column * (w + gap), y = (row) => label + row * (h + label + gap / 2);
  pile.forEach((zone, n) => {
    const at = [x(n % side), y(Math.floor(n / side))];
    things.push({ kind: "label middle", x: at[0], y: at[1] - label, text: String(n + 1) });
    things.push({ kind: "slot", x: at[0], y: at[1] });
    lies[zone] = stack(...at);
  });
  const centre = (place, begin, extent) => {
    if (place < 0) return begin(0) - gap - size / 2;
    if (place < side) return begin(place) + extent / 2;
    return begin(side - 1) + extent + gap + size / 2;
  };
  for (const line of game.lines) {
    const [before, end] = line.slice(-2);
    const column = 2 * (end % side) - (before % side);
    const row = 2 * Math.floor(end / side) - Math.floor(before / side);
    things.push({
      kind: "sum", size,
      x: centre(column, x, w) - size / 2,
      y: centre(row, y, h) - size / 2,
      text: (step) => String(sumOf(game, step, line)),
      met: (step) => sumOf(game, step, line) === game.sum,
    });
  }
  const height = y(side - 1) + h + gap + size + 2;
  return { w, small: 64, least, inner, height, things, spots: spotsOf(game, lies) };
};

/** The pips of the cards that lie on some places. */
const sumOf = (game, step, line) => line
  .map((place) => game.states[step][game.by.pile[place]])
  .reduce((sum, [mark]) => sum + (game.cards[identityOf(mark)] >> 2) + 1, 0);

/** The layout with the largest cards that fit, in width, and in height as far as is sensible. */
const fitted = (game, width, height) => {
  const lay = game.abreast ? square : garden;
  for (let w = 96; ; w -= 1) {
    const layout = lay(game, width, w);
    const fits = layout.least <= width && (w <= layout.small || layout.height <= height);
    if (fits || w <= 30) return layout;
  }
};

"use strict";
(() => {
  const SUITS = ["clubs", "diamonds", "hearts", "spades"];
  const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const NAMES = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
  const SYMBOLS = "♣♦♥♠";
  const WIDTHS = { 0: 23, 9: 31, 10: 16, 11: 24, 12: 24 }; // of a rank's letters, whatever the font
  const TALL = 1.4; // a card's height by its width
  const PACE = 900; // milliseconds a step, at speed 1

  const byId = (id) => document.getElementById(id);
  const games = JSON.parse(byId("data").textContent);
  const table = byId("table");
  const made = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  // Cards, drawn in a box of 100 by 140. A number below zero is ~card: a card that lies face down.

  const PIP = [
    "M0-10.2a5 5 0 0 1 3.9 8.1A5 5 0 1 1 1.1 6C1.2 8 2 9.4 3.8 10.2h-7.6C-2 9.4-1.2 8-1.1 6a5 5 0 1 1-2.8-8.1A5 5 0 0 1 0-10.2z",
    "M0-10.6Q3.2-4.6 8 0 3.2 4.6 0 10.6-3.2 4.6-8 0-3.2-4.6 0-10.6z",
    "M0 10C-2.5 5.5-10 1.2-10-4.6-10-8-7.6-10-5-10-2.6-10-.8-8.6 0-6.2.8-8.6 2.6-10 5-10c2.6 0 5 2 5 5.4C10 1.2 2.5 5.5 0 10z",
    "M0-10.4C2.5-6.3 10-2.4 10 2.9 10 6 7.8 7.8 5.5 7.8 3.6 7.8 1.9 6.9 1.1 5.2 1.2 7.6 2 9.4 3.8 10.2h-7.6C-2 9.4-1.2 7.6-1.1 5.2-1.9 6.9-3.6 7.8-5.5 7.8-7.8 7.8-10 6-10 2.9c0-5.3 7.5-9.2 10-13.3z",
  ];
  const isRed = (suit) => suit === 1 || suit === 2;
  const pip = (suit, x, y, size, turned) =>
    `<path d="${PIP[suit]}" transform="translate(${x} ${y}) scale(${(turned ? -size : size) / 20})"/>`;

  const ROWS = { 2: [46, 94], 3: [46, 70, 94], 4: [44, 61.3, 78.7, 96] };
  const PIPS = (() => {
    const sides = (count) => ROWS[count].flatMap((y) => [[30, y], [70, y]]);
    const middle = (...ys) => ys.map((y) => [50, y]);
    return {
      2: middle(46, 94), 3: middle(46, 70, 94), 4: sides(2), 5: [...sides(2), ...middle(70)],
      6: sides(3), 7: [...sides(3), ...middle(58)], 8: [...sides(3), ...middle(58, 82)],
      9: [...sides(4), ...middle(70)], 10: [...sides(4), ...middle(52.6, 87.4)],
    };
  })();

  // The upper half of a court card; the lower one is the same, turned.
  const figure = (rank, suit) => {
    const robe = isRed(suit) ? "#b5242e" : "#27477f";
    const trim = isRed(suit) ? "#27477f" : "#b5242e";
    const gold = "#e0ac36", line = "#3a2a1a", skin = "#f2d2ae";
    const hair = ["#8a5a2b", "#c98f3c", "#6d5842"][rank - 10];
    const ink = `stroke="${line}" stroke-width=".9" stroke-linejoin="round"`;
    const robes = `<path d="M20 71V65Q27 59.5 40 60H60Q73 59.5 80 65V71z" fill="${robe}" ${ink}/>`
      + `<path d="M25 71l3-9 5-1.5-2 10.5zM75 71l-3-9-5-1.5 2 10.5z" fill="${gold}"/>`;
    const face = `<ellipse cx="50" cy="53.5" rx="8" ry="9" fill="${skin}" ${ink}/>`
      + `<path d="M45.2 51.8q1.5-1 3 0M51.8 51.8q1.5-1 3 0" fill="none" stroke="${line}"/>`
      + `<circle cx="46.8" cy="53.2" r="1" fill="${line}"/><circle cx="53.2" cy="53.2" r="1" fill="${line}"/>`
      + `<path d="M50 53.5v3.2h-1.2" fill="none" stroke="${line}" stroke-width=".7"/>`
      + `<path d="M47.8 59.2q2.2 1.2 4.4 0" fill="none" stroke="#a2382f" stroke-width="1.1"/>`;
    const rose = (x, y) => `<path d="M${x} ${y}V71" stroke="#3d7a3f" stroke-width="1.4"/>`
      + [0, 72, 144, 216, 288].map((turn) =>
        `<circle cx="${x}" cy="${y - 2.7}" r="2.3" fill="${trim}" transform="rotate(${turn} ${x} ${y})"/>`).join("")
      + `<circle cx="${x}" cy="${y}" r="1.7" fill="${gold}"/>`;
    if (rank === 12) { // king: crown, beard, sceptre
      return robes
        + `<path d="M41 60L50 71 59 60 63 61 52 73H48L37 61z" fill="#f6efdf" ${ink}/>`
        + `<path d="M40.5 47Q38 56 41.5 61H58.5Q62 56 59.5 47z" fill="${hair}" ${ink}/>` + face
        + `<path d="M42 55Q42.5 67 50 67.5 57.5 67 58 55 56 58.5 50 57.6 44 58.5 42 55z" fill="${hair}" ${ink}/>`
        + `<path d="M40.5 47.5L38 38.5 44 42.5 50 36.5 56 42.5 62 38.5 59.5 47.5z" fill="${gold}" ${ink}/>`
        + `<circle cx="50" cy="44.5" r="1.5" fill="${trim}"/><circle cx="44.5" cy="45.2" r="1.1" fill="${robe}"/><circle cx="55.5" cy="45.2" r="1.1" fill="${robe}"/>`
        + `<path d="M69 44V71" stroke="${gold}" stroke-width="2.2"/><circle cx="69" cy="43" r="3.2" fill="${gold}" ${ink}/><path d="M69 37.5v3.5M67.3 39h3.4" stroke="${line}"/>`;
    }
    if (rank === 11) { // queen: tiara, long hair, a flower
      return robes
        + `<path d="M50 43Q38 43 39 54 39.5 64 36 68L43 70H57L64 68Q60.5 64 61 54 62 43 50 43z" fill="${hair}" ${ink}/>` + face
        + `<path d="M42 62Q50 68 58 62L60 65Q50 73 40 65z" fill="#f6efdf" ${ink}/><circle cx="50" cy="68" r="1.6" fill="${gold}" ${ink}/>`
        + `<path d="M41.5 47.5Q50 43.5 58.5 47.5L60 41.5 55 43.5 50 38.5 45 43.5 40 41.5z" fill="${gold}" ${ink}/>`
        + `<circle cx="50" cy="38.3" r="1.5" fill="${trim}"/><circle cx="40" cy="41.3" r="1.3" fill="${trim}"/><circle cx="60" cy="41.3" r="1.3" fill="${trim}"/>`
        + rose(70, 52);
    }
    // jack: cap with a feather, short hair, a gardener's spade
    return robes
      + `<path d="M44 60H56L54 71H46z" fill="${gold}" ${ink}/>`
      + `<path d="M41 48Q39 58 42.5 60.5L45 56H55L57.5 60.5Q61 58 59 48z" fill="${hair}" ${ink}/>` + face
      + `<path d="M39 47.5Q40 39.5 50 39.5 60 39.5 61 47.5 50 44.5 39 47.5z" fill="${trim}" ${ink}/>`
      + `<path d="M58 43Q66 36 70 37.5 69 42.5 60 46z" fill="#f6efdf" ${ink}/>`
      + `<path d="M30 49V71" stroke="#8a5a2b" stroke-width="2"/><path d="M26.5 42.5h7v5q0 3.5-3.5 4.5-3.5-1-3.5-4.5z" fill="#c9cdd0" ${ink}/>`;
  };

  const middleOf = (rank, suit) => {
    if (rank === 0) return pip(suit, 50, 70, suit === 3 ? 54 : 44);
    if (rank < 10) return PIPS[rank + 1].map(([x, y]) => pip(suit, x, y, rank < 8 ? 17.5 : 15, y > 70)).join("");
    const half = figure(rank, suit);
    return `<rect x="20" y="36" width="60" height="68" rx="3" fill="${isRed(suit) ? "#fbeee2" : "#eaf0f4"}"/>`
      + `<g clip-path="url(#half)">${half}</g><g transform="rotate(180 50 70)" clip-path="url(#half)">${half}</g>`
      + `<path d="M20 70H80" stroke="#e0ac36" stroke-width="1.6"/>`
      + `<rect x="20" y="36" width="60" height="68" rx="3" fill="none" stroke="#8f8572" stroke-width="1.2"/>`;
  };

  const face = (card) => {
    const rank = card >> 2, suit = card & 3;
    const wide = WIDTHS[rank] ?? 18;
    const corner = `<text class="index" x="6" y="31" textLength="${wide}" lengthAdjust="spacingAndGlyphs">`
      + `${RANKS[rank]}</text>${pip(suit, wide + 18, 20.5, 20)}`;
    return `<svg viewBox="0 0 100 140" class="front ${isRed(suit) ? "red" : "black"}" aria-hidden="true">`
      + `<rect class="paper" width="100" height="140"/>${middleOf(rank, suit)}`
      + `${corner}<g transform="rotate(180 50 70)">${corner}</g></svg>`;
  };

  const BACK = `<svg viewBox="0 0 100 140" class="back" aria-hidden="true"><rect class="paper" width="100" height="140"/>`
    + `<rect x="6" y="6" width="88" height="128" rx="5" fill="#1d5a3f"/><rect x="6" y="6" width="88" height="128" rx="5" fill="url(#lattice)"/>`
    + `<rect x="10" y="10" width="80" height="120" rx="3" fill="none" stroke="#e9d9a6" stroke-width="1.5"/></svg>`;
  const DEFINITIONS = `<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>`
    + `<clipPath id="half"><rect x="20" y="36" width="60" height="34"/></clipPath>`
    + `<pattern id="lattice" width="22" height="22" patternUnits="userSpaceOnUse" patternTransform="translate(6 4)">`
    + `<path d="M0 0L22 22M22 0L0 22" stroke="#e9d9a6" stroke-width="1" opacity=".7"/>`
    + [0, 90, 180, 270].map((turn) =>
      `<ellipse cx="11" cy="7.8" rx="1.9" ry="2.6" fill="#f0b8c0" transform="rotate(${turn} 11 11)"/>`).join("")
    + `<circle cx="11" cy="11" r="1.7" fill="#f5d76e"/></pattern></defs></svg>`;

  // Where things lie: everything in pixels, from the width that there is.

  const cardsOf = (state) => [
    ...state.piles.flat(), ...state.cells.filter((card) => card !== null), ...state.reserve,
  ].map((card) => (card < 0 ? ~card : card));

  /** The state since which the cards of the reserve keep their places: the start, or a redeal. */
  const dealtAt = (game, step) => {
    while (step > 0 && !game.steps[step - 1].redeal) step -= 1;
    return game.states[step];
  };

  const measure = (game, width, w) => {
    const columns = Math.max(game.piles, game.suits + game.cells);
    const gap = Math.max(5, Math.min(w * 0.45, (width - columns * w) / Math.max(1, columns - 1)));
    const h = w * TALL;
    const inner = Math.max(width, columns * (w + gap) - gap);
    const left = (inner - columns * (w + gap) + gap) / 2;
    const shift = (columns - game.piles) * (w + gap) / 2;
    const label = Math.max(14, Math.min(18, w * 0.3));
    const most = Math.max(...game.states.filter((_, n) => n === 0 || game.steps[n - 1].redeal)
      .map((state) => state.reserve.length));
    const rows = Math.ceil(most / (Math.floor((inner - w) / (w * 0.56)) + 1));
    const reserveTop = label + h + 8 + (most ? label : 0);
    const pilesTop = reserveTop + (rows ? h + (rows - 1) * h * 0.6 + 8 : 0) + label;
    const m = { columns, gap, w, h, inner, left, shift, label, rows, most, reserveTop, pilesTop };
    const longest = (squeeze) => Math.max(
      h, ...game.states.flatMap((state) => state.piles.map((pile) => fan(m, pile, squeeze).end)));
    m.squeeze = Math.min(1, 3.6 * h / Math.max(1, longest(1) - h));
    m.height = pilesTop + longest(m.squeeze) + 2;
    return m;
  };

  /** The largest cards with which the table fits, in width, and in height as far as is sensible. */
  const fitted = (game, width, height) => {
    const columns = Math.max(game.piles, game.suits + game.cells);
    let w = Math.max(34, Math.min(96, Math.floor((width + 5) / columns) - 5));
    while (w > 64 && measure(game, width, w).height > height) w -= 1;
    return measure(game, width, w);
  };

  /** The tops of a pile's cards, and where it ends. */
  const fan = (m, pile, squeeze) => {
    let y = 0;
    const tops = pile.map((card) => {
      const top = y;
      y += m.h * (card < 0 ? 0.15 : 0.29) * squeeze;
      return top;
    });
    return { tops, end: tops.length ? tops[tops.length - 1] + m.h : m.h };
  };

  /** How a reserve of so many cards lies: where it begins, the cards in a row, their distance. */
  const shelf = (m, count) => {
    const perRow = Math.ceil(count / Math.max(1, m.rows));
    const stride = perRow > 1 ? Math.min(m.w + m.gap, (m.inner - m.w) / (perRow - 1)) : 0;
    return { perRow, stride, from: (m.inner - stride * (perRow - 1) - m.w) / 2 };
  };

  const places = (game, m, step) => {
    const state = game.states[step], found = new Map();
    const x = (column) => m.left + column * (m.w + m.gap);
    state.foundations.forEach((height, suit) => {
      for (let rank = 0; rank < height; rank += 1) {
        found.set(4 * rank + suit, { x: x(suit), y: m.label, z: rank, hidden: rank < height - 2 });
      }
    });
    state.cells.forEach((card, slot) => {
      if (card !== null) found.set(card, { x: x(m.columns - game.cells + slot), y: m.label, z: 20 });
    });
    const dealt = dealtAt(game, step).reserve;
    const { from, perRow, stride } = shelf(m, dealt.length);
    state.reserve.forEach((card) => {
      const place = dealt.indexOf(card), row = Math.floor(place / perRow);
      found.set(card, {
        x: from + stride * (place % perRow), y: m.reserveTop + row * m.h * 0.6, z: 30 + place,
      });
    });
    state.piles.forEach((pile, slot) => {
      const { tops } = fan(m, pile, m.squeeze);
      pile.forEach((card, n) => found.set(card < 0 ? ~card : card, {
        x: x(slot) + m.shift, y: m.pilesTop + tops[n], z: 100 + n, down: card < 0,
      }));
    });
    return found;
  };

  // The page.

  let game, step = 0, playing = 0, elements = new Map(), measures;

  const words = (card) => (card < 0 ? "face down" : `${NAMES[card >> 2]} of ${SUITS[card & 3]}`);
  const list = (cards) => (cards.length ? cards.map(words).join(", ") : "empty");

  const describe = () => {
    const state = game.states[step];
    const upTo = (height, suit) => (height ? words(4 * (height - 1) + suit) : `${SUITS[suit]} empty`);
    const lines = [`Foundations: ${state.foundations.slice(0, game.suits).map(upTo).join(", ")}.`];
    state.cells.forEach((card, n) => lines.push(`Cell ${n + 1}: ${card === null ? "empty" : words(card)}.`));
    lines.push(`${game.reserve[0].toUpperCase()}${game.reserve.slice(1)}: ${list(state.reserve)}.`);
    const pile = game.pile[0].toUpperCase() + game.pile.slice(1);
    state.piles.forEach((cards, n) => lines.push(`${pile} ${n + 1}, from the bottom: ${list(cards)}.`));
    byId("words").replaceChildren(...lines.map((line) => made("p", "", line)));
  };

  /** A text with its red suits in red. */
  const coloured = (text) => text.split(/(\S*[♦♥])/).map((part, n) =>
    (n % 2 ? made("span", "suit-red", part) : document.createTextNode(part)));

  const lay = (still) => {
    const found = places(game, measures, step);
    const moved = new Set(game.steps[step - 1]?.cards);
    table.classList.toggle("still", Boolean(still));
    for (const [card, element] of elements) {
      const { x, y, z, down, hidden } = found.get(card);
      const onTop = moved.has(card) || element.classList.contains("moved");
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.style.zIndex = z + (onTop ? 500 : 0);
      element.style.visibility = hidden ? "hidden" : "visible";
      element.classList.toggle("down", Boolean(down));
      element.classList.toggle("moved", moved.has(card));
    }
  };

  const show = (wanted, still) => {
    const last = game.steps.length;
    step = Math.max(0, Math.min(last, wanted));
    lay(still);
    const at = game.steps[step - 1] ?? { text: "Start", words: "Start", number: 0 };
    const count = at.redeal ? "" : `${at.number} / ${game.moves}`;
    byId("step").replaceChildren(made("span", "count", count), ...coloured(at.text));
    const spoken = (at.redeal ? "" : `Move ${at.number} of ${game.moves}: `) + at.words;
    byId("live").textContent = step === last ? `${spoken}. The end.` : spoken;
    const slider = byId("slider");
    slider.value = step;
    slider.setAttribute("aria-valuetext", spoken);
    // Not "disabled": a button that has the focus is to keep it.
    for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", step === 0);
    for (const id of ["forward", "last"]) byId(id).setAttribute("aria-disabled", step === last);
    const items = byId("moves");
    items.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = items.children[step - 1]?.firstChild;
    current?.setAttribute("aria-current", "step");
    const middle = current ? current.parentElement.offsetTop - items.clientHeight / 2 : 0;
    items.scrollTop = middle + (current?.offsetHeight ?? 0) / 2;
    describe();
  };

  const pause = () => {
    clearInterval(playing);
    playing = 0;
    byId("live").setAttribute("aria-live", "polite");
    byId("play").classList.remove("playing");
    byId("play").setAttribute("aria-label", "Play");
  };

  const play = () => {
    clearInterval(playing);
    const speed = Number(byId("speed").value);
    table.style.setProperty("--pace", `${Math.min(300, 500 / speed)}ms`);
    byId("live").setAttribute("aria-live", "off"); // a step a second is too much to be told
    byId("play").classList.add("playing");
    byId("play").setAttribute("aria-label", "Pause");
    if (step === game.steps.length) show(0, true);
    playing = setInterval(() => {
      show(step + 1);
      if (step === game.steps.length) pause();
    }, PACE / speed);
  };

  const go = (wanted) => {
    pause();
    show(wanted);
  };
  const actions = {
    first: () => go(0),
    back: () => go(step - 1),
    play: () => (playing ? pause() : play()),
    forward: () => go(step + 1),
    last: () => go(game.steps.length),
  };
  const KEYS = { Home: "first", ArrowLeft: "back", " ": "play", ArrowRight: "forward", End: "last" };

  const furnish = () => {
    const felt = table.parentElement, room = getComputedStyle(felt);
    const width = felt.clientWidth - 2 * parseFloat(room.paddingLeft);
    const m = measures = fitted(game, width, innerHeight - 260);
    felt.classList.toggle("scrolls", m.inner > width);
    table.style.width = `${m.inner}px`;
    table.style.height = `${m.height}px`;
    table.style.setProperty("--w", `${m.w}px`);
    table.querySelectorAll(".slot, .label").forEach((element) => element.remove());
    const put = (element, x, y) => {
      element.style.transform = `translate(${x}px, ${y}px)`;
      table.prepend(element);
    };
    const x = (column) => m.left + column * (m.w + m.gap);
    for (let suit = 0; suit < game.suits; suit += 1) {
      const slot = made("div", "slot");
      slot.innerHTML = `<svg viewBox="-11 -11 22 22" aria-hidden="true"><path d="${PIP[suit]}"/></svg>`;
      put(slot, x(suit), m.label);
    }
    put(made("span", "label", "Foundations"), x(0), 0);
    for (let cell = 0; cell < game.cells; cell += 1) {
      const column = m.columns - game.cells + cell;
      put(made("div", "slot"), x(column), m.label);
      put(made("span", "label middle", game.cells > 1 ? `Cell ${cell + 1}` : "Cell"), x(column), 0);
    }
    if (m.most) {
      const name = game.reserve[0].toUpperCase() + game.reserve.slice(1);
      put(made("span", "label", name), shelf(m, m.most).from, m.reserveTop - m.label);
    }
    for (let pile = 0; pile < game.piles; pile += 1) {
      put(made("div", "slot"), x(pile) + m.shift, m.pilesTop);
      put(made("span", "label middle", String(pile + 1)), x(pile) + m.shift, m.pilesTop - m.label);
    }
  };

  const open = (number) => {
    pause();
    game = games[number];
    document.title = game.title;
    byId("title").textContent = game.title;
    byId("rules").textContent = game.rules;
    byId("verdict").textContent = game.verdict;
    byId("verdict").className = game.verdict;
    byId("summary").textContent = game.summary;
    byId("why").replaceChildren(...game.why.map((text) => {
      const item = made("li");
      item.append(...coloured(text));
      return item;
    }));
    byId("why").hidden = !game.why.length;
    const last = game.steps.length;
    for (const id of ["controls", "keys", "line", "step", "live"]) byId(id).hidden = !last;
    document.querySelector(".stage").classList.toggle("with-line", last > 0);
    byId("slider").max = last;
    game.moves = 0;
    byId("moves").replaceChildren(...game.steps.map((one, n) => {
      const { text, words: spoken, redeal } = one;
      const button = made("button"), item = made("li");
      if (!redeal) one.number = game.moves += 1;
      const name = redeal ? "" : String(one.number);
      const told = made("span", "");
      told.append(...coloured(text));
      button.append(made("span", "number", name), told);
      button.type = "button";
      button.setAttribute("aria-label", `${name} ${spoken}`.trim());
      button.addEventListener("click", () => go(n + 1));
      item.append(button);
      return item;
    }));
    elements = new Map();
    table.replaceChildren();
    const cards = new Set([...cardsOf(game.states[0])]);
    game.states[0].foundations.forEach((height, suit) => {
      for (let rank = 0; rank < height; rank += 1) cards.add(4 * rank + suit);
    });
    for (const card of cards) {
      const element = made("div", "card"), turn = made("div", "turn");
      element.dataset.card = RANKS[card >> 2] + SYMBOLS[card & 3];
      turn.innerHTML = face(card) + BACK;
      element.append(turn);
      elements.set(card, element);
      table.append(element);
    }
    furnish();
    show(0, true);
  };

  const isDark = () => document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const nameTheme = () => {
    byId("theme").setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
    byId("theme").title = byId("theme").getAttribute("aria-label");
  };

  document.body.insertAdjacentHTML("beforeend", DEFINITIONS);
  for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener("click", action);
    // The mouse leaves the focus where it is, so that the keys keep their meaning.
    byId(id).addEventListener("mousedown", (event) => event.preventDefault());
  }
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("speed").addEventListener("change", () => playing && play());
  byId("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    const busy = event.target.closest("select, input, textarea, summary, a")
      || (event.key === " " && event.target.closest("button"));
    if (!action || busy || !game.steps.length || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    actions[action]();
  });
  addEventListener("resize", () => {
    furnish();
    lay(true);
  });
  games.forEach(({ choice }, number) => {
    const option = made("option", "", choice);
    option.value = number;
    byId("deals").append(option);
  });
  byId("chooser").hidden = games.length < 2;
  byId("deals").addEventListener("change", (event) => open(Number(event.target.value)));
  nameTheme();
  open(0);
})();

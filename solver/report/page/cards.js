// Cards: their names, and their pictures in a box of 100 by 140. A card is 4 * rank + suit.

const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const NAMES = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"];
const SYMBOLS = "♣♦♥♠";
const WIDTHS = { 0: 23, 9: 31, 10: 16, 11: 24, 12: 24 }; // of a rank's letters, whatever the font

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

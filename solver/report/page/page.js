// The page: what is shown, and what its controls do.

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

// The game that is shown, the step, the timer, the elements of the cards, the layout, and what of it
// changes with the step.
let game, step = 0, playing = 0, elements = new Map(), layout, changing = [];

const worded = (mark) => {
  const card = game.cards[identityOf(mark)];
  return mark < 0 ? "face down" : `${NAMES[card >> 2]} of ${SUITS[card & 3]}`;
};

/** What a zone holds, in words; of a foundation its top card. */
const told = ({ kind, name }, marks) => {
  const all = marks.length ? marks.map(worded).join(", ") : "empty";
  if (kind === "foundation") return marks.length ? worded(marks[marks.length - 1]) : `${name} empty`;
  if (kind === "hand") return `${name}: ${marks.length} cards, face down.`;
  const isOrdered = kind === "talon" || (kind === "pile" && !game.abreast);
  return `${name}${isOrdered ? ", from the bottom" : ""}: ${all}.`;
};

const describe = () => {
  const all = game.states[step].map((marks, zone) => told(game.zones[zone], marks));
  const ups = game.by.foundation.map((zone) => all[zone]);
  const lines = all.filter((_, zone) => {
    const { kind } = game.zones[zone];
    return kind !== "foundation" && !(kind === "reserve" && !most(game, zone));
  });
  if (ups.length) lines.unshift(`Foundations: ${ups.join(", ")}.`);
  for (const line of game.lines) {
    lines.push(`Places ${line.map((place) => place + 1).join(", ")}: ${sumOf(game, step, line)} pips.`);
  }
  byId("words").replaceChildren(...lines.map((line) => made("p", "", line)));
};

/** A text with its red suits in red. */
const coloured = (text) => text.split(/(\S*[♦♥])/).map((part, n) =>
  (n % 2 ? made("span", "suit-red", part) : document.createTextNode(part)));

/** Lays the cards as they lie after the step; what moved, or goes back now, lies on top. */
const lay = (still, from = step) => {
  const found = layout.spots(step);
  const moved = new Set(game.steps[step - 1]?.cards);
  const onTop = new Set([...moved, ...((from === step + 1 && game.steps[step].cards) || [])]);
  table.classList.toggle("still", Boolean(still));
  for (const [card, element] of elements) {
    const { x, y, z, down, under, hidden } = found.get(card);
    element.style.transform = `translate(${x}px, ${y}px)`;
    element.style.zIndex = z + (onTop.has(card) ? 500 : 0);
    element.style.visibility = hidden ? "hidden" : "visible";
    element.classList.toggle("down", Boolean(down));
    element.classList.toggle("under", Boolean(under));
    element.classList.toggle("moved", moved.has(card));
  }
  for (const { element, text, met } of changing) {
    element.textContent = text(step);
    element.classList.toggle("met", Boolean(met?.(step)));
  }
};

const show = (wanted, still) => {
  const last = game.steps.length, from = step;
  step = Math.max(0, Math.min(last, wanted));
  lay(still, from);
  const at = game.steps[step - 1] ?? { text: "Start", words: "Start", number: 0 };
  const isMove = at.number !== undefined;
  const count = isMove ? `${at.number} / ${game.moves}` : "";
  byId("step").replaceChildren(made("span", "count", count), ...coloured(at.text));
  const spoken = (isMove ? `Move ${at.number} of ${game.moves}: ` : "") + at.words;
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
  layout = fitted(game, width, innerHeight - 260);
  felt.classList.toggle("scrolls", layout.inner > width);
  table.style.width = `${layout.inner}px`;
  table.style.height = `${layout.height}px`;
  table.style.setProperty("--w", `${layout.w}px`);
  table.querySelectorAll(".slot, .label, .tally, .sum").forEach((element) => element.remove());
  changing = [];
  for (const thing of layout.things) {
    const { kind, x, y, suit, size, text } = thing, element = made("div", kind);
    if (suit !== undefined) {
      element.innerHTML = `<svg viewBox="-11 -11 22 22" aria-hidden="true"><path d="${PIP[suit]}"/></svg>`;
    }
    if (size) element.style.setProperty("--size", `${size}px`);
    if (typeof text === "function") changing.push({ ...thing, element });
    else if (text) element.textContent = text;
    element.style.transform = `translate(${x}px, ${y}px)`;
    table.prepend(element);
  }
};

const open = (number) => {
  pause();
  game = unfolded(games[number]);
  step = 0;
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
  game.moves = game.steps.filter((one) => one.number !== undefined).length;
  byId("moves").replaceChildren(...game.steps.map(({ text, words, number: counted }, n) => {
    const button = made("button"), item = made("li");
    const name = counted === undefined ? "" : String(counted);
    const shown = made("span", "");
    shown.append(...coloured(text));
    button.append(made("span", "number", name), shown);
    button.type = "button";
    button.setAttribute("aria-label", `${name} ${words}`.trim());
    button.addEventListener("click", () => go(n + 1));
    item.append(button);
    return item;
  }));
  elements = new Map();
  table.replaceChildren();
  game.cards.forEach((card, identity) => {
    const element = made("div", "card"), turn = made("div", "turn");
    element.dataset.card = RANKS[card >> 2] + SYMBOLS[card & 3];
    element.dataset.identity = identity;
    turn.innerHTML = face(card) + BACK;
    element.append(turn);
    elements.set(identity, element);
    table.append(element);
  });
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

/* The owner's map being painted. Pure: a board and a brush give the next board. A board is that of the
   box: `{width, height, spaces, animals}`; characters as in docs/acts-husky.md. */

const WIDTH = 31;
const HEIGHT = 14;
const MOST = { S: 1, 1: 2, 2: 2, 3: 2, wolf: 8, elk: 5, bear: 6 };
const HABITAT = { wolf: "w", elk: "g", bear: "b" };

/** What one can paint with, in the order of the palette. */
export const GROUNDS = ["w", "g", "b", ".", "S", "F", "1", "2", "3"];
export const BEASTS = ["wolf", "bear", "elk"];

/** A map on which nothing is entered yet. */
export function blank() {
  return { width: WIDTH, height: HEIGHT, spaces: Array(HEIGHT).fill("?".repeat(WIDTH)), animals: [] };
}

/** The board with a brush put down on column x, row y (from 1). */
export function painted(board, brush, x, y) {
  if (x < 1 || y < 1 || x > board.width || y > board.height) return board;
  return brush in HABITAT ? withAnimal(board, brush, x, y) : withGround(board, brush, x, y);
}

function withGround(board, brush, x, y) {
  if (kindAt(board, x, y) === brush) return board;
  const spaces = board.spaces.map((row) => [...row]);
  const same = spaces.flatMap((row, j) => row.flatMap((kind, i) => (kind === brush ? [[i, j]] : [])));
  if (same.length >= (MOST[brush] ?? Infinity)) spaces[same[0][1]][same[0][0]] = "?"; // there are no more: the first goes
  spaces[y - 1][x - 1] = brush;
  const next = { ...board, spaces: spaces.map((row) => row.join("")) };
  return { ...next, animals: board.animals.filter((one) => kindAt(next, one.x, one.y) === HABITAT[one.species]) };
}

/** An animal comes, or goes if it stands there; only on its own ground, and no more than there are. */
function withAnimal(board, species, x, y) {
  const here = board.animals.find((one) => one.x === x && one.y === y);
  const others = board.animals.filter((one) => one !== here);
  if (here?.species === species) return { ...board, animals: others };
  const many = others.filter((one) => one.species === species).length;
  if (kindAt(board, x, y) !== HABITAT[species] || many >= MOST[species]) return board;
  return { ...board, animals: [...others, { species, x, y }] };
}

/** What is entered there; undefined beside the map. */
export function kindAt({ spaces }, x, y) {
  return spaces[y - 1]?.[x - 1];
}

/** The spaces between two of them, so that a quick finger leaves no gaps; the first is left out. */
export function between([x, y], [toX, toY]) {
  const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y));
  return Array.from({ length: steps }, (_, i) => {
    const part = (i + 1) / steps;
    return [Math.round(x + (toX - x) * part), Math.round(y + (toY - y) * part)];
  });
}

/** A board out of a file: the board of a box file or its own object, or a drawing of lines. Null
    where it is none; what is wrong in it the service says. */
export function fromFile(text) {
  try {
    const told = JSON.parse(text);
    const found = told?.box?.board ?? told?.board ?? told;
    return Array.isArray(found?.spaces) ? found : null;
  } catch {
    const spaces = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    const fits = spaces.length && spaces.every((row) => row.length === spaces[0].length && /^[wgbSF123.?]+$/.test(row));
    return fits ? { width: spaces[0].length, height: spaces.length, spaces, animals: [] } : null;
  }
}

/* Painting the owner's board. Pure: a board and a brush give the next board. A board is `{width,
   height, spaces, animals}` as in the box; its characters are in docs/acts-husky.md. */

const WIDTH = 31;
const HEIGHT = 14;
const MOST = { S: 1, 1: 2, 2: 2, 3: 2, wolf: 8, elk: 5, bear: 6 };
const HABITAT = { wolf: "w", elk: "g", bear: "b" };

/** The brushes, in the order of the palette. */
export const GROUNDS = ["w", "g", "b", ".", "S", "F", "1", "2", "3"];
export const ANIMALS = ["wolf", "bear", "elk"];

/** A map without any entries. */
export function blank() {
  return { width: WIDTH, height: HEIGHT, spaces: Array(HEIGHT).fill("?".repeat(WIDTH)), animals: [] };
}

/** The board after a brush touched column x, row y (from 1). */
export function painted(board, brush, x, y) {
  if (x < 1 || y < 1 || x > board.width || y > board.height) return board;
  return brush in HABITAT ? withAnimal(board, brush, x, y) : withGround(board, brush, x, y);
}

/** The board after a brush was drawn from one corner of a rectangle to the other. */
export function rectangle(board, brush, [x, y], [toX, toY]) {
  const [left, right] = [Math.min(x, toX), Math.max(x, toX)];
  const [top, bottom] = [Math.min(y, toY), Math.max(y, toY)];
  let next = board;
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) next = painted(next, brush, column, row);
  return next;
}

/** The board with one ground on every space that is still empty. */
export function filled(board, ground) {
  return { ...board, spaces: board.spaces.map((row) => row.replaceAll("?", ground)) };
}

function withGround(board, brush, x, y) {
  if (kindAt(board, x, y) === brush) return board;
  const spaces = board.spaces.map((row) => [...row]);
  const same = spaces.flatMap((row, j) => row.flatMap((kind, i) => (kind === brush ? [[i, j]] : [])));
  if (same.length >= (MOST[brush] ?? Infinity)) spaces[same[0][1]][same[0][0]] = "?"; // all placed: remove the first
  spaces[y - 1][x - 1] = brush;
  const next = { ...board, spaces: spaces.map((row) => row.join("")) };
  return { ...next, animals: board.animals.filter((one) => kindAt(next, one.x, one.y) === HABITAT[one.species]) };
}

/** Adds an animal, or removes the one at this place. Animals need their own ground, and each
    species has a maximum. */
function withAnimal(board, species, x, y) {
  const here = board.animals.find((one) => one.x === x && one.y === y);
  const others = board.animals.filter((one) => one !== here);
  if (here?.species === species) return { ...board, animals: others };
  const many = others.filter((one) => one.species === species).length;
  if (kindAt(board, x, y) !== HABITAT[species] || many >= MOST[species]) return board;
  return { ...board, animals: [...others, { species, x, y }] };
}

/** The kind of a space; undefined outside the map. */
export function kindAt({ spaces }, x, y) {
  return spaces[y - 1]?.[x - 1];
}

/** A board from a file: a box file's, a plain board, or drawn lines. Null if it is not a board; the
    service checks the rest. */
export function boardFromFile(text) {
  try {
    const data = JSON.parse(text);
    const found = data?.box?.board ?? data?.board ?? data;
    return Array.isArray(found?.spaces) ? found : null;
  } catch {
    const spaces = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    const fits = spaces.length && spaces.every((row) => row.length === spaces[0].length && /^[wgbSF123.?]+$/.test(row));
    return fits ? { width: spaces[0].length, height: spaces.length, spaces, animals: [] } : null;
  }
}

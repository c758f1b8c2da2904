/* A picture of a result to share: drawn as SVG, converted to PNG on a canvas. */

import { t, when } from "../lib/words.js";
import { ends, runs } from "./charts.js";
import { toneOf } from "./colours.js";
import { listPlace, pointsWords } from "./result-words.js";

const WIDTH = 1080;
const ROW = 130;
const TOP = 260;
const CHART = 400;
const BOTTOM = 90;
const FONT = "system-ui, sans-serif";
const NAMES = 800; // x of the names at the ends of the chart's lines
const CLEAR = 38; // least pixels between two of these names

/** The title of a race: its course, if it has a name. */
export function raceTitle(story) {
  return story.course || t("ui.race_n", { n: story.id });
}

/** Downloads the result of a finished race (GET /races/<id>/story) as a PNG. */
export async function sharePicture(story) {
  const seatOf = (number) => story.seats.find(({ seat }) => seat === number);
  const { svg, height } = resultSvg({
    title: raceTitle(story),
    about: `${t(`ui.game_${story.game}`)} · ${when(story.started)}`,
    rows: story.result.map((one) => ({ ...seatOf(one.seat), place: one.place, open: one.open, points: pointsWords(one) })),
    lines: story.seats.map((seat) => ({ ...seat, values: seat.place })),
  });
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = height;
  canvas.getContext("2d").drawImage(picture, 0, 0, WIDTH, height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = `race-${story.id}.png`;
  link.click();
}

/** The picture as SVG text, and its height. `rows`: `{name, colour, seat, place, open?, points}`, the
    points in words, the winner first; `lines`: `{seat, name, colour, values}`, the places after each
    round. */
export function resultSvg({ title, about, rows, lines }) {
  const chartTop = TOP + rows.length * ROW;
  const drawn = lines.some(({ values }) => values.length > 1);
  const height = chartTop + (drawn ? CHART : 0) + BOTTOM;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">` +
    `<rect width="${WIDTH}" height="${height}" fill="#0a1424"/>` +
    text(60, 130, 76, title, "#f1f6fd", "start", 800, 960) +
    text(60, 200, 40, about, "#b7c9e0", "start", 500, 960) +
    rows.map((row, i) => resultRow(row, TOP + i * ROW)).join("") +
    (drawn ? placesChart(lines, chartTop + 40) : "") +
    "</svg>";
  return { svg, height };
}

function resultRow(row, y) {
  return [
    `<rect x="60" y="${y}" width="960" height="${ROW - 22}" rx="26" fill="#1d3353"/>`,
    `<rect x="60" y="${y}" width="22" height="${ROW - 22}" rx="11" fill="${toneOf(row)}"/>`,
    text(120, y + 72, 58, listPlace(row), "#ffb658", "start", 800),
    text(230, y + 72, 50, row.name, "#f1f6fd", "start", 700, 480),
    text(990, y + 70, 40, row.points, "#b7c9e0", "end", 600),
  ].join("");
}

/** The places after each round, the first on top, with the names at the ends of the lines. */
function placesChart(lines, top) {
  const count = Math.max(...lines.map(({ values }) => values.length));
  const x = (round) => 70 + (round * (NAMES - 100)) / Math.max(1, count - 1);
  const y = (place) => top + 30 + ((place - 1) * (CHART - 110)) / Math.max(1, lines.length - 1);
  const pieces = lines.flatMap((line) =>
    runs(line.values).map((run) => {
      const points = run.map(([round, place]) => `${x(round)},${y(place)}`).join(" ");
      return `<polyline points="${points}" fill="none" stroke="${toneOf(line)}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>`;
    }),
  );
  const names = ends(lines, x, y, CLEAR).map(({ seat, high }) => {
    const line = lines.find((each) => each.seat === seat);
    return text(NAMES, high + 11, 32, line.name, toneOf(line), "start", 700, 220);
  });
  return [...pieces, ...names].join("");
}

function text(x, y, size, words, fill, anchor, weight, most = 0) {
  // a long name is squeezed into the width
  const wide = most && String(words).length * size * 0.58 > most ? ` textLength="${most}" lengthAdjust="spacingAndGlyphs"` : "";
  return `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}"${wide}>${escaped(String(words))}</text>`;
}

function escaped(words) {
  const legal = words.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
  return legal.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/* A picture of a result to share: drawn as SVG, converted to PNG on a canvas. */

import { toneOf } from "../../parts/colours.js";
import { listPlace } from "../../parts/result-words.js";

const WIDTH = 1080;
const ROW = 130;
const TOP = 260;
const BOTTOM = 90;
const FONT = "system-ui, sans-serif";

/** Downloads the result as a PNG of this name. */
export async function sharePicture({ title, date, rows, name }) {
  const height = TOP + rows.length * ROW + BOTTOM;
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(resultSvg({ title, date, rows, height }))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = height;
  canvas.getContext("2d").drawImage(picture, 0, 0, WIDTH, height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = name;
  link.click();
}

/** The picture as SVG text. `rows`: `{name, colour, seat, place, open?, points}`, the
    points in words, the winner first. */
export function resultSvg({ title, date, rows, height }) {
  const lines = rows.map((row, i) => {
    const y = TOP + i * ROW;
    return [
      `<rect x="60" y="${y}" width="960" height="${ROW - 22}" rx="26" fill="#1d3353"/>`,
      `<rect x="60" y="${y}" width="22" height="${ROW - 22}" rx="11" fill="${toneOf(row)}"/>`,
      text(120, y + 72, 58, listPlace(row), "#ffb658", "start", 800),
      text(230, y + 72, 50, row.name, "#f1f6fd", "start", 700, 480),
      text(990, y + 70, 40, row.points, "#b7c9e0", "end", 600),
    ].join("");
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">` +
    `<rect width="${WIDTH}" height="${height}" fill="#0a1424"/>` +
    text(60, 130, 76, title, "#f1f6fd", "start", 800, 960) +
    text(60, 200, 40, date, "#b7c9e0", "start", 500) +
    lines.join("") +
    "</svg>"
  );
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

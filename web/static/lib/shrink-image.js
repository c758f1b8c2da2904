/* A picture made small enough to be sent: phones take them far larger than a course book needs. */

const MOST_SIDE = 960;
const MOST_LETTERS = 56_000; // of the data URL: a request's 64 KiB hold it and the course
const QUALITIES = [0.8, 0.6, 0.4];

/** The picture of a file as the data URL of a JPEG that fits; null for a file that is no picture. */
export async function smallPicture(file) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const canvas = document.createElement("canvas");
  for (let side = MOST_SIDE; ; side /= 2) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const url = canvas.toDataURL("image/jpeg", quality);
      if (url.length <= MOST_LETTERS) return url;
    }
  }
}

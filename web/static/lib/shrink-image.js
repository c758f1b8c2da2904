/* Shrinking images before upload: phones take far larger ones than the course book needs. */

const MOST_SIDE = 960;
const MOST_CHARACTERS = 56_000; // of the data URL, so that a request of 64 KiB holds it and the course
const QUALITIES = [0.8, 0.6, 0.4];

/** The image of a file as the data URL of a JPEG that fits; null if the file is not an image. */
export async function shrinkImage(file) {
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
      if (url.length <= MOST_CHARACTERS) return url;
    }
  }
}

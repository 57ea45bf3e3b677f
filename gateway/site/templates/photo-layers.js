const LEVELS = 256;
const MIDDLE = 128;
/** What of the brightest pixels counts as light alone. */
const BRIGHT_SHARE = 0.95;
/** How far folds are spread over the levels. */
const FOLD_GAIN = 2;
const LUMA = [0.2126, 0.7152, 0.0722];

/**
 * A layer drawn from a photo: `texture` darkens prints where the product is dark, `displacement` moves them where it is lighter or
 * darker than it is on the whole.
 */
export async function layerOfPhoto(url, kind, strength) {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const { data } = pixels;
  const counts = new Uint32Array(LEVELS);
  for (let at = 0; at < data.length; at += 4) counts[lightOf(data, at)] += 1;
  const levelOf = LEVELS_OF[kind](counts, data.length / 4, strength);
  for (let at = 0; at < data.length; at += 4) {
    const level = levelOf(lightOf(data, at));
    data.set([level, level, level, LEVELS - 1], at);
  }
  context.putImageData(pixels, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

const lightOf = (data, at) => Math.round(data[at] * LUMA[0] + data[at + 1] * LUMA[1] + data[at + 2] * LUMA[2]);

const LEVELS_OF = {
  texture(counts, total, strength) {
    const bright = Math.max(1, levelBelow(counts, total * BRIGHT_SHARE));
    return (light) => (LEVELS - 1) * (1 - strength * (1 - Math.min(1, light / bright)));
  },
  displacement(counts, total) {
    const mean = counts.reduce((sum, count, level) => sum + count * level, 0) / total;
    return (light) => MIDDLE + (light - mean) * FOLD_GAIN;
  },
};

function levelBelow(counts, wanted) {
  let seen = 0;
  return counts.findIndex((count) => (seen += count) >= wanted);
}

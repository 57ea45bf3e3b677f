/** Encodes one image again and again, and prints by how many bytes that made this process grow, beside what it encoded. */
import { bytesOf } from '../src/adapters/encoding.ts';
import { emptyRaster, fromRaster } from '../src/adapters/raster.ts';

const ROUNDS = 100;

/** Grain, which no encoder makes small. */
function grain() {
  const raster = emptyRaster({ width: 700, height: 700 }, 3);
  let state = 1;
  for (let at = 0; at < raster.pixels.length; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    raster.pixels[at] = state;
  }
  return raster;
}

const raster = grain();
const encode = () => bytesOf(fromRaster(raster).png({ compressionLevel: 2 }));
const { byteLength } = await encode();
globalThis.gc!();
const before = process.memoryUsage.rss();
for (let round = 0; round < ROUNDS; round += 1) await encode();
globalThis.gc!();
process.stdout.write(JSON.stringify({ grown: process.memoryUsage.rss() - before, encoded: byteLength * ROUNDS }));

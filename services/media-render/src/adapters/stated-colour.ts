import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { deflateSync } from 'node:zlib';
import { iccProfile } from '../domain/icc-profile.ts';
import { pngColour } from '../domain/png-colour.ts';
import { chunkOf } from './banded-png.ts';
import { PNG_HEAD_BYTES, readPngStart } from './png-chunks.ts';

/** Where a file whose colours have to be stated is copied to, beside itself. */
export const withProfile = (path: string): string => `${path}.profile.png`;

/**
 * The same image, with a profile where it is a PNG that states its colours by chunks that libvips ignores (gAMA, cHRM, cICP): a
 * copy beside the given file, or bytes for bytes. What cannot be shown here is given back as it is; see `hasKnownColour`.
 */
export async function withStatedColour(source: string | Uint8Array): Promise<string | Uint8Array> {
  const start = await readPngStart(source);
  const colour = start ? pngColour(start.chunks) : 'known';
  if (!start || typeof colour === 'string') return source;
  const profile = profileChunk(iccProfile(colour.chromaticities, colour.transfer, start.isGrey));
  if (typeof source !== 'string') {
    return Buffer.concat([source.subarray(0, PNG_HEAD_BYTES), profile, source.subarray(PNG_HEAD_BYTES)]);
  }
  const head = await headOf(source);
  const parts = async function* () {
    yield head;
    yield profile;
    yield* createReadStream(source, { start: PNG_HEAD_BYTES });
  };
  await pipeline(parts, createWriteStream(withProfile(source)));
  return withProfile(source);
}

/** False where an image is in colours that cannot be shown here. */
export async function hasKnownColour(source: string | Uint8Array): Promise<boolean> {
  const start = await readPngStart(source);
  return !start || pngColour(start.chunks) !== 'unsupported';
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const head = Buffer.alloc(PNG_HEAD_BYTES);
  await file.read(head, 0, head.length, 0);
  return head;
}

/** A name, the one way to compress, and the profile. */
const profileChunk = (profile: Buffer): Uint8Array =>
  chunkOf('iCCP', Buffer.concat([Buffer.from('chunks\0\0', 'latin1'), deflateSync(profile)]));

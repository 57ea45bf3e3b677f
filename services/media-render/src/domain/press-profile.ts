import { DomainError } from '@estampa/kernel/errors';

/** Those of real presses have 0.5 to 3 MB. */
export const PRESS_PROFILE_BYTES_MAX = 4 * 1024 ** 2;
/** What printing some pixels with one holds: the file, the prints that it is written into, and the tables made of it. */
export const PRESS_TRIAL_BYTES = 8 * PRESS_PROFILE_BYTES_MAX;
export const PRESS_PROFILE_CONTENT_TYPE = 'application/vnd.iccprofile';

export const notAProfile = (why: string): DomainError =>
  new DomainError('invalid', 'not_a_profile', `The file is not an intact ICC profile: ${why}`);

export const unusableProfile = (why: string): DomainError =>
  new DomainError('invalid', 'unusable_profile', `Nothing can be printed with the profile: ${why}`);

const HEADER_BYTES = 128;
const COUNT_BYTES = 4;
const TAG_BYTES = 12;
const TAGS_MAX = 100;
const VERSIONS = [2, 4];
/** A table of 8 or 16 bits, whose size follows from its first bytes. */
const FIXED_TABLES = { mft1: { head: 48, sampleBytes: 1 }, mft2: { head: 52, sampleBytes: 2 } } as const;
/** `mft1` has as many levels in each curve; `mft2` says how many. */
const LEVELS_OF_8_BITS = 256;
const CURVED_TABLE_HEAD_BYTES = 32;

/** What turns colours into inks, and back: for photos, which all other intents fall back to. */
const TABLES = {
  B2A0: { inputs: 3, outputs: 4, curved: 'mBA ' },
  A2B0: { inputs: 4, outputs: 3, curved: 'mAB ' },
} as const;

/**
 * Whether a file is the profile of a press with four inks, both ways (ICC.1:2001-04 and ICC.1:2022), and whole.
 *
 * @throws DomainError `not_a_profile` or `unusable_profile`
 */
export function mustBePressProfile(file: Uint8Array): void {
  const profile = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const text = (at: number) => profile.toString('latin1', at, at + 4);
  if (profile.length < HEADER_BYTES + COUNT_BYTES || text(36) !== 'acsp') throw notAProfile('it does not begin as one');
  if (profile.readUInt32BE(0) !== profile.length) throw notAProfile('it is not as long as it says');
  if (!VERSIONS.includes(profile[8]!)) throw unusableProfile(`its version is ${profile[8]}; 2 and 4 are taken`);
  if (text(12) !== 'prtr') throw unusableProfile(`its device class is ${shown(text(12))}, not that of a press (prtr)`);
  if (text(16) !== 'CMYK') throw unusableProfile(`its colours are ${shown(text(16))}, not CMYK`);
  if (!['Lab ', 'XYZ '].includes(text(20))) throw unusableProfile('it connects to neither Lab nor XYZ');
  const tags = tagsOf(profile);
  for (const [name, table] of Object.entries(TABLES)) {
    const body = tags.get(name);
    if (!body) throw unusableProfile(`it has no table ${name}`);
    mustBeTable(name, body, table);
  }
}

const shown = (signature: string): string => signature.replaceAll(/[^\x20-\x7e]/g, '?').trim();

function tagsOf(profile: Buffer): Map<string, Buffer> {
  const count = profile.readUInt32BE(HEADER_BYTES);
  const first = HEADER_BYTES + COUNT_BYTES;
  const bodies = first + count * TAG_BYTES;
  if (count > TAGS_MAX || bodies > profile.length) throw notAProfile('it has more parts than fit');
  const tags = new Map<string, Buffer>();
  for (let at = first; at < bodies; at += TAG_BYTES) {
    const [offset, bytes] = [profile.readUInt32BE(at + 4), profile.readUInt32BE(at + 8)];
    if (offset < bodies || offset + bytes > profile.length) throw notAProfile('a part lies outside of it');
    const name = profile.toString('latin1', at, at + 4);
    if (tags.has(name)) throw notAProfile(`it has ${shown(name)} twice`);
    tags.set(name, profile.subarray(offset, offset + bytes));
  }
  return tags;
}

type Table = { inputs: number; outputs: number; curved: string };

/** Of the right kind and channels, and as large as it says. */
function mustBeTable(name: string, body: Buffer, { inputs, outputs, curved }: Table): void {
  if (body.length < CURVED_TABLE_HEAD_BYTES) throw notAProfile(`${name} is cut short`);
  const kind = body.toString('latin1', 0, 4);
  const fixed = kind === 'mft1' || kind === 'mft2' ? FIXED_TABLES[kind] : null;
  if (!fixed && kind !== curved) throw unusableProfile(`${name} is no table of a press`);
  if (body[8] !== inputs || body[9] !== outputs) throw unusableProfile(`${name} does not have the channels of a press`);
  if (!fixed) return;
  if (body.length < fixed.head) throw notAProfile(`${name} is cut short`);
  const levels = (at: number) => (kind === 'mft1' ? LEVELS_OF_8_BITS : body.readUInt16BE(at));
  const samples = inputs * levels(48) + body[10]! ** inputs * outputs + outputs * levels(50);
  if (body.length < fixed.head + samples * fixed.sampleBytes) throw notAProfile(`${name} is cut short`);
}

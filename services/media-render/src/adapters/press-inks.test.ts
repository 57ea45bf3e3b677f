import { describe, expect, it } from 'vitest';
import { type Press, pressProfile } from '../../test/press-profiles.ts';
import { mustBePressProfile } from '../domain/press-profile.ts';

const reasonOf = (file: Uint8Array): string | null => {
  try {
    mustBePressProfile(file);
    return null;
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};

const INTACT = pressProfile();
const changed = (change: (profile: Buffer) => void): Buffer => {
  const copy = Buffer.from(INTACT);
  change(copy);
  return copy;
};
/** Where an entry of the table of parts begins; the tables of colours are the last two. */
const entry = (at: number) => 132 + at * 12;
const [A2B0, B2A0] = [3, 4];
const bodyOf = (at: number) => INTACT.readUInt32BE(entry(at) + 4);

describe('the profile of a press', () => {
  it.each<[string, Press]>([
    ['of version 2', {}],
    ['of version 4', { version: 0x04400000 }],
    ['that connects to XYZ', { connection: 'XYZ ' }],
    [
      'with tables that say what curves they have',
      { tags: { A2B0: curved('mAB ', 4, 3), B2A0: curved('mBA ', 3, 4) } },
    ],
  ])('is taken: %s', (_what, press) => {
    expect(reasonOf(pressProfile(press))).toBeNull();
  });

  it.each<[string, Press]>([
    ['of another version', { version: 0x05000000 }],
    ['of a screen', { deviceClass: 'mntr' }],
    ['of another class that has inks', { deviceClass: 'link' }],
    ['of three colours', { colourSpace: 'RGB ' }],
    ['that connects to other inks', { connection: 'CMYK' }],
    ['that has no way to inks', { tags: { B2A0: null } }],
    ['that has no way back', { tags: { A2B0: null } }],
    ['with a table of something else', { tags: { B2A0: curved('curv', 3, 4) } }],
    ['with a table the other way around', { tags: { B2A0: curved('mAB ', 3, 4) } }],
    ['with a table of other channels', { tags: { B2A0: curved('mBA ', 3, 3) } }],
  ])('is unusable: %s', (_what, press) => {
    expect(reasonOf(pressProfile(press))).toBe('unusable_profile');
  });

  it.each<[string, Buffer]>([
    ['that is empty', Buffer.alloc(0)],
    ['that is something else', Buffer.from('%PDF-1.7'.padEnd(400))],
    ['that is cut short', INTACT.subarray(0, -1)],
    ['that goes on behind its end', Buffer.concat([INTACT, Buffer.of(0)])],
    ['with more parts than fit', changed((profile) => profile.writeUInt32BE(0xffffffff, 128))],
    ['with a hundred thousand parts', changed((profile) => profile.writeUInt32BE(100_000, 128))],
    ['with a part within its head', changed((profile) => profile.writeUInt32BE(0, entry(B2A0) + 4))],
    ['with a part beyond its end', changed((profile) => profile.writeUInt32BE(INTACT.length, entry(B2A0) + 4))],
    ['with a part that is too long', changed((profile) => profile.writeUInt32BE(0xffffffff, entry(B2A0) + 8))],
    ['with a part twice', changed((profile) => profile.write('B2A0', entry(A2B0), 'latin1'))],
    ['with a table without a head', pressProfile({ tags: { A2B0: Buffer.from('mft1') } })],
    ['with a table that is smaller than it says', changed((profile) => (profile[bodyOf(B2A0) + 10] = 255))],
    ['with a table of 16 bits that is nothing but its head', pressProfile({ tags: { B2A0: curved('mft2', 3, 4) } })],
  ])('is no intact profile: %s', (_what, file) => {
    expect(reasonOf(file)).toBe('not_a_profile');
  });
});

/** The head of a table. */
function curved(kind: string, inputs: number, outputs: number): Buffer {
  const body = Buffer.alloc(32);
  body.write(kind, 0, 'latin1');
  body.set([inputs, outputs], 8);
  return body;
}

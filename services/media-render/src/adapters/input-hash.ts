import { createHash } from 'node:crypto';
import type { Placement } from '../domain/placement.ts';

/** Grows when the composition itself or what is stored of it changes, so that old images are made anew when they are asked for. */
const COMPOSITION_VERSION = 2;
const HASH_CHARACTERS = 16;

type Input = {
  artworkId: string;
  fileVersion: number;
  contentHash: string;
  templateId: string;
  revision: number;
  placement: Placement;
};

/** What lies on a further surface. */
type OtherInput = Pick<Input, 'artworkId' | 'fileVersion' | 'contentHash' | 'placement'> & { surface: string };

/** Same digest, same image. */
export function inputHashOf(
  { placement: { x, y, scale, rotation }, ...input }: Input,
  others: readonly OtherInput[] = [],
): string {
  const { artworkId, fileVersion, contentHash, templateId, revision } = input;
  const parts = [artworkId, fileVersion, contentHash, templateId, revision, x, y, scale, rotation];
  const elsewhere = others.map(({ surface, placement: { x: otherX, y: otherY, ...placed }, ...other }) => [
    surface,
    other.artworkId,
    other.fileVersion,
    other.contentHash,
    otherX,
    otherY,
    placed.scale,
    placed.rotation,
  ]);
  const all = elsewhere.length > 0 ? [...parts, elsewhere] : parts;
  const digest = createHash('sha256').update(JSON.stringify([COMPOSITION_VERSION, ...all]));
  return digest.digest('hex').slice(0, HASH_CHARACTERS);
}

/** What an image is called in storage: no other one, of the same input or not, is ever called so. */
export const imageName = (inputHash: string, makerId: string): string =>
  createHash('sha256').update(`${inputHash}/${makerId}`).digest('hex').slice(0, HASH_CHARACTERS);

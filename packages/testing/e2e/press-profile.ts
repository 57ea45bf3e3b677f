import sharp from 'sharp';
import type { Shop } from './shop.ts';

/** Uploads a profile as that of a product type. */
export async function usePressProfile(client: Shop['admin']['client'], id: string): Promise<void> {
  const profile = await anotherProfile();
  const presigned = await client.presignPressProfile({ id, body: { sizeBytes: profile.byteLength } });
  await client.upload(presigned, profile);
  await client.completePressProfile({ id, body: { key: presigned.key, name: 'Coated paper' } });
}

const YEAR_AT = 24;

/** As an admin has it in a file: the one that libvips brings along, but of another year, so that both can be told apart. */
export async function anotherProfile(): Promise<Buffer> {
  const plain = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  const { icc } = await sharp(await plain.withIccProfile('cmyk').tiff().toBuffer()).metadata();
  icc!.writeUInt16BE(1_999, YEAR_AT);
  return icc!;
}

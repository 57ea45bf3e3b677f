import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import type { InUse } from '../stage/in-use.ts';

/** The local object store writes beside the name first; what it leaves there when it is killed no other store has. */
const UNFINISHED = /\.\w+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What media-render has on record is stored and nothing else, also what is new. */
export async function wrongsOfStorage({ marketplace }: InUse): Promise<string[]> {
  const { surroundings } = marketplace;
  const environment = environmentOf('media-render', surroundings);
  const check = runOnce('services/media-render/src/check-storage.ts', environment, ['--recent'], surroundings);
  const [output, [code]] = await Promise.all([text(check.stdout!), once(check, 'close')]);
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; key?: string; err?: { message: string } });
  const found = lines.flatMap(({ msg, key }) => (key ? [`storage: ${msg}: ${key}`] : []));
  const { msg, err } = lines.at(-1) ?? { msg: 'no output' };
  if (code !== 0 && found.length === 0) return [`storage: ${msg}${err ? `: ${err.message}` : ''}`];
  return found.filter((finding) => !UNFINISHED.test(finding));
}

/** The store shows what its seller got a response about. */
export async function wrongsOfStore({ shop, journal }: InUse): Promise<string[]> {
  const { products } = await shop.api.client.listStoreProducts({ store_slug: shop.storeSlug, limit: 100 });
  const shown = new Map(products.map(({ id, title }) => [id, title]));
  return [...journal.titles].flatMap(([id, title]) =>
    shown.get(id) === title ? [] : `product ${id} is shown as "${shown.get(id)}", not "${title}"`,
  );
}

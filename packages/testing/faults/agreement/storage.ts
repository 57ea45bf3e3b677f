import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import type { Journal } from '../load/journal.ts';
import type { Stage } from '../stage.ts';

/** What media-render has on record is stored, also what is new. */
export async function wrongsOfStorage({ marketplace }: Stage): Promise<string[]> {
  const environment = environmentOf('media-render', marketplace.surroundings);
  const check = runOnce('services/media-render/src/check-storage.ts', environment, ['--recent']);
  const [output, [code]] = await Promise.all([text(check.stdout!), once(check, 'close')]);
  return code === 0 ? [] : [`storage: ${output.trim().split('\n').slice(-5).join('; ')}`];
}

/** The store shows what its seller was told. */
export async function wrongsOfStore({ shop }: Stage, journal: Journal): Promise<string[]> {
  const { products } = await shop.api.client.listStoreProducts({ store_slug: shop.storeSlug, limit: 100 });
  const shown = new Map(products.map(({ id, title }) => [id, title]));
  return [...journal.titles].flatMap(([id, title]) =>
    shown.get(id) === title ? [] : `product ${id} is shown as "${shown.get(id)}", not "${title}"`,
  );
}

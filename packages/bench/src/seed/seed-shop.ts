import { withDatabase } from '@estampa/stack/infrastructure/databases';
import type { ServiceName } from '@estampa/kernel/topics';
import { waitFor } from '@estampa/stack/wait';
import type { Copies } from './copies.ts';
import { insertRows, readRows } from './rows.ts';
import { stencil } from './stencil.ts';
import { WORDS, type Model } from './world.ts';

export type DatabaseUrls = Readonly<Record<ServiceName, string>>;

interface Source {
  readonly table: string;
  readonly where: string;
  readonly value: string;
}

const DERIVED_DEADLINE_MS = 120_000;

/** Stores, customers, artworks, renders, products: the rows of the model, copied. */
export async function seedShop(urls: DatabaseUrls, model: Model, copies: Copies): Promise<void> {
  const words = [
    ...Object.values(WORDS),
    model.seller.userId,
    model.seller.profileId,
    model.customer.userId,
    ...copies.artworks[0]!.replacements[0]!.keys(),
  ];
  const copied = stencil(words);
  const ofStores = copies.stores.map(({ replacements, shiftMs }) => ({ replacements: [replacements], shiftMs }));
  const ofCustomers = copies.customers.map(({ replacements }) => ({ replacements: [replacements], shiftMs: 0 }));
  const copy = async (url: string, sources: readonly Source[], all: typeof ofStores | Copies['artworks']) =>
    withDatabase(url, async (client) => {
      for (const { table, where, value } of sources) {
        const rows = await readRows(client, table, where, [value]);
        const made = all.flatMap(({ replacements, shiftMs }) => rows.map((row) => copied(row, replacements, shiftMs)));
        await insertRows(client, table, made);
      }
    });

  const { seller, customer, artworkId } = model;
  const ofArtwork = { where: 't.artwork_id = $1', value: artworkId };
  await Promise.all([
    copy(urls.identity, [{ table: 'user_account', where: 't.id = $1', value: customer.userId }], ofCustomers),
    copy(
      urls.identity,
      [
        { table: 'user_account', where: 't.id = $1', value: seller.userId },
        { table: 'seller_profile', where: 't.id = $1', value: seller.profileId },
      ],
      ofStores,
    ),
    copy(
      urls.catalog,
      [
        { table: 'seller_product', ...ofArtwork },
        {
          table: 'seller_product_variant',
          where: 't.seller_product_id in (select id from seller_product where artwork_id = $1)',
          value: artworkId,
        },
      ],
      copies.artworks,
    ),
    copy(
      urls['media-render'],
      [
        { table: 'artwork', where: 't.id = $1', value: artworkId },
        { table: 'placement', ...ofArtwork },
        { table: 'render', ...ofArtwork },
      ],
      copies.artworks,
    ),
    copy(urls.storefront, [{ table: 'store', where: 't.id = $1', value: seller.profileId }], ofStores),
    copy(
      urls.storefront,
      [
        { table: 'artwork', where: 't.id = $1', value: artworkId },
        { table: 'render', ...ofArtwork },
        { table: 'seller_product', ...ofArtwork },
      ],
      copies.artworks,
    ),
  ]);
}

/** Makes the service derive its pages from the replicated state, by the same queue entry as an event that affects all products. */
export async function derivePages(url: string): Promise<void> {
  await withDatabase(url, async (client) => {
    await client.query(`
      insert into derivation (touched, after_id, event_id)
      values ('"all"', '00000000-0000-0000-0000-000000000000', gen_random_uuid())`);
    const isDone = async () => (await client.query('select from derivation')).rowCount === 0;
    await waitFor('the pages of all products', isDone, { deadlineMs: DERIVED_DEADLINE_MS });
  });
}

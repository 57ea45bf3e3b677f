import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { ServiceName } from '@estampa/kernel/topics';
import { withDatabase } from '@estampa/stack/infrastructure/databases';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import type { BenchStack } from '../stack/bench-stack.ts';
import type { DatabaseUrls } from './copied-tables.ts';
import { derivePages } from './derive-pages.ts';

/** The same rows in several databases: as the SQL that gives their ids. */
const SAME_IDS: readonly (readonly [what: string, ids: Readonly<Partial<Record<ServiceName, string>>>])[] = [
  [
    'paid items',
    {
      'orders-payments': `select i.id from order_item i join customer_order o on o.id = i.order_id where o.paid_at is not null`,
      'fulfillment-shipping': `select i.id from item i join sold_order o on o.id = i.order_id where o.payment_status in ('approved', 'refunded')`,
      payouts: `select order_item_id as id from payout_item where type = 'sale'`,
    },
  ],
  [
    'products',
    {
      catalog: 'select id from seller_product',
      'media-render': 'select id from seller_product',
      storefront: 'select id from seller_product',
    },
  ],
  ['artworks', { 'media-render': 'select id from artwork', storefront: 'select id from artwork' }],
  ['stores', { identity: 'select id from seller_profile', storefront: 'select id from store' }],
  ['buyers', { identity: `select id from user_account where email like 'cliente-%'` }],
];
/** What the storefront derives of states. */
const DERIVED = {
  products: `select md5(string_agg(md5(t::text), '' order by id)) as digest from store_product t`,
  words: `select md5(string_agg(md5(t::text), '' order by id, word)) as digest from product_word t`,
};

/** Checks copied rows by the databases' own rules and the services' own work; none of it is cheap. */
export async function checkSown({ marketplace }: BenchStack, urls: DatabaseUrls): Promise<void> {
  for (const [service, url] of Object.entries(urls)) await checkForeignKeys(service, url);
  for (const [what, ids] of SAME_IDS) {
    const digests = await Promise.all(
      Object.entries(ids).map(([service, sql]) =>
        one(
          urls[service as ServiceName],
          `select md5(string_agg(id::text, ',' order by id)) as digest from (${sql}) as t`,
        ),
      ),
    );
    if (new Set(digests).size > 1) throw new Error(`The seed is wrong: not all services have the same ${what}`);
  }
  const digests = () => Promise.all(Object.values(DERIVED).map((sql) => one(urls.storefront, sql)));
  const copied = await digests();
  await derivePages(urls.storefront);
  if (!isDeepStrictEqual(await digests(), copied))
    throw new Error('The seed is wrong: the storefront derives other products or words than those that were copied');
  const checking = runOnce('services/payouts/src/check-ledger.ts', environmentOf('payouts', marketplace.surroundings));
  const found = text(checking.stdout!);
  if ((await once(checking, 'close'))[0] !== 0)
    throw new Error(`The seed is wrong: the ledger does not add up\n${await found}`);
}

const one = (url: string, sql: string): Promise<unknown> =>
  withDatabase(url, async (client) => (await client.query<{ digest: string }>(sql)).rows[0]?.digest);

/** Loading looks none up. */
const checkForeignKeys = (service: string, url: string): Promise<void> =>
  withDatabase(url, async (client) => {
    const { rows } = await client.query<{
      name: string;
      child: string;
      parent: string;
      matches: string;
      given: string;
    }>(
      `select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
         string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' and ') as matches,
         string_agg(format('c.%I is not null', ca.attname), ' and ') as given
       from pg_constraint cross join lateral unnest(conkey, confkey) as k (child, parent)
       join pg_attribute ca on ca.attrelid = conrelid and ca.attnum = k.child
       join pg_attribute pa on pa.attrelid = confrelid and pa.attnum = k.parent
       where contype = 'f' group by 1, 2, 3`,
    );
    for (const { name, child, parent, matches, given } of rows) {
      const { rowCount } = await client.query(
        `select from ${child} c where ${given} and not exists (select from ${parent} p where ${matches}) limit 1`,
      );
      if (rowCount !== 0) throw new Error(`The seed is wrong: rows of ${service} break ${name}`);
    }
  });

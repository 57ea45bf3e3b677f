import { setTimeout as pause } from 'node:timers/promises';
import type { Freshness } from '../../../testing/src/freshness.ts';
import { expectResponse } from '../cases/expect.ts';
import { Connection, requestBytes } from '../load/connection.ts';
import type { Popular } from '../load/popular-products.ts';
import { versionOnPage, versionsOnList } from './versions.ts';

const CLIENTS_PER_GATEWAY = 32;
/** One of so many responses is a list of the product's store. */
const PAGES_PER_LIST = 100;
const LISTED = 20;
const PAUSE_AFTER_FAILURE_MS = 20;

export interface Reading {
  pages: number;
  lists: number;
  /** Requests without a response that could be checked. */
  failed: number;
  lastFailure: string;
}

interface Read {
  readonly gatewayUrls: readonly string[];
  readonly pick: () => Popular;
  readonly freshness: Freshness;
  readonly isOver: () => boolean;
}

/** Reads through all gateways at once until it is over. */
export async function read({ gatewayUrls, pick, freshness, isOver }: Read, reading: Reading): Promise<void> {
  const client = async (url: string) => {
    const connection = new Connection(url);
    for (let nth = 1; !isOver(); nth += 1) {
      const isList = nth % PAGES_PER_LIST === 0;
      try {
        await (isList ? readList(connection, pick(), freshness) : readPage(connection, pick(), freshness));
        if (isList) reading.lists += 1;
        else reading.pages += 1;
      } catch (error) {
        reading.failed += 1;
        reading.lastFailure = error instanceof Error ? error.message : String(error);
        await pause(PAUSE_AFTER_FAILURE_MS);
      }
    }
    connection.close();
  };
  await Promise.all(gatewayUrls.flatMap((url) => Array.from({ length: CLIENTS_PER_GATEWAY }, () => client(url))));
}

export async function readPage(
  connection: Connection,
  { product, request, right }: Pick<Popular, 'product' | 'request' | 'right'>,
  freshness: Freshness,
): Promise<void> {
  const floor = freshness.request(product.id);
  const response = await connection.send(request);
  expectResponse(response, 200, right);
  freshness.received(floor, versionOnPage(response));
}

/** All products of the store may be on it; those that it shows are checked. */
async function readList(connection: Connection, { store }: Popular, freshness: Freshness): Promise<void> {
  const floors = new Map(store.products.map(({ id }) => [id, freshness.request(id)]));
  const response = await connection.send(requestBytes({ path: `/stores/${store.slug}/products?limit=${LISTED}` }));
  expectResponse(response, 200, `"storeSlug":"${store.slug}"`);
  for (const [id, version] of versionsOnList(response)) freshness.received(floors.get(id)!, version);
}

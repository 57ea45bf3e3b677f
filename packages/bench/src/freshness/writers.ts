import type { Freshness } from '../../../testing/src/freshness.ts';
import type { Logins } from '../cases/logins.ts';
import { Connection, headerOf, requestBytes } from '../load/connection.ts';
import type { Popular } from '../load/popular-products.ts';
import { titleOf } from './versions.ts';

const WRITES_PER_SECOND = 20;

export interface Writing {
  /** Each response to one says that whoever reads sees it. */
  settled: number;
  /** It is written, but the views were behind when the response came. */
  unsettled: number;
  /** Those that nobody knows of whether they are made. */
  unknown: number;
  lastFailure: string;
}

interface Write {
  readonly gatewayUrls: readonly string[];
  readonly logins: Logins;
  readonly pick: () => Popular;
  readonly freshness: Freshness;
}

/** Gives products new titles at an even pace, the popular ones more often; stops when what is returned is called. */
export function startWriting({ gatewayUrls, logins, pick, freshness }: Write, writing: Writing): () => Promise<void> {
  const free = gatewayUrls.map((): Connection[] => []);
  // Versions of one product are written one after the other. After a write that may still come nothing says which is the last.
  const [busy, underWay] = [new Set<string>(), new Set<Promise<void>>()];
  // Above those of an earlier run on the same data.
  let version = Date.now();
  const write = async ({ store, product }: Popular) => {
    const written = (version += 1);
    const at = written % gatewayUrls.length;
    const connection = free[at]!.pop() ?? new Connection(gatewayUrls[at]!);
    busy.add(product.id);
    try {
      const token = await logins.token(store.email);
      const [method, path, body] = ['PATCH', `/seller-products/me/${product.id}`, { title: titleOf(written) }] as const;
      const { status, head } = await connection.send(requestBytes({ method, path, token, body }));
      if (status !== 200) throw new Error(`responded ${status}`);
      busy.delete(product.id);
      if (headerOf(head, 'estampa-settled') === 'false') writing.unsettled += 1;
      else {
        writing.settled += 1;
        freshness.wrote(product.id, written);
      }
    } catch (error) {
      writing.unknown += 1;
      writing.lastFailure = error instanceof Error ? error.message : String(error);
    }
    free[at]!.push(connection);
  };
  const begin = () => {
    const chosen = pick();
    if (busy.has(chosen.product.id)) return;
    const one = write(chosen).finally(() => underWay.delete(one));
    underWay.add(one);
  };
  const timer = setInterval(begin, 1_000 / WRITES_PER_SECOND);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
    for (const connection of free.flat()) connection.close();
  };
}

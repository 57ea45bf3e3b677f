import { Connection, headerOf, requestBytes, type Response } from '../load/connection.ts';
import { bareInsert } from '../limits/bare-insert.ts';
import type { Store } from '../seed/world.ts';
import type { Case, Ground, Prepared } from './case.ts';
import { expectResponse } from './expect.ts';

/** Written stores come after those that are only read. */
const FIRST_WRITTEN_STORE = 100;
const WRITERS = 20;
const SETTLE = /settle;dur=([\d.]+)/;

/** A seller changes the text of a product; consecutive requests are by different sellers, so that none waits for a lock. */
async function productWrites(ground: Ground, clients: number): Promise<Prepared> {
  const write = await productWriter(ground);
  const settle: number[] = [];
  return {
    samples: { settle },
    async act(connection, iteration) {
      settle.push(await write(connection, iteration));
    },
    limits: [bareInsert(ground.stack.addresses.postgres.url, clients)],
  };
}

/** Gives how long the response waited for the views. */
async function productWriter({ world, logins }: Ground) {
  const stores = world.stores.slice(FIRST_WRITTEN_STORE, FIRST_WRITTEN_STORE + WRITERS);
  const tokens = await logins.tokens(stores.map(({ email }) => email));
  return async (connection: Connection, iteration: number): Promise<number> => {
    const { id } = productOf(stores[iteration % WRITERS]!, Math.floor(iteration / WRITERS));
    const description = `Escrito ${iteration} às ${Date.now()}`;
    const path = `/seller-products/me/${id}`;
    const response = await connection.send(
      requestBytes({ method: 'PATCH', path, token: tokens[iteration % WRITERS], body: { description } }),
    );
    expectResponse(response, 200, description);
    return settleMs(response);
  };
}

const productOf = ({ products }: Store, number: number) => products[number % products.length]!;

/** Throws for a response sent before all views had applied the write: it is correct, but not what is measured. */
export function settleMs({ head }: Response): number {
  if (headerOf(head, 'estampa-settled') === 'false') throw new Error('responded before the views had it');
  return Number(SETTLE.exec(headerOf(head, 'server-timing') ?? '')?.[1] ?? Number.NaN);
}

/** Writes at an even pace, whatever else goes on. */
export async function writesToOtherStores(ground: Ground, perSecond: number) {
  const write = await productWriter(ground);
  const timesMs: number[] = [];
  const free: Connection[] = [];
  const underWay = new Set<Promise<unknown>>();
  let iteration = 0;
  const send = () => {
    const connection = free.pop() ?? new Connection(ground.stack.marketplace.gatewayUrl);
    const begin = performance.now();
    const one = write(connection, iteration++)
      .then(
        () => timesMs.push(performance.now() - begin),
        () => undefined,
      )
      .finally(() => {
        free.push(connection);
        underWay.delete(one);
      });
    underWay.add(one);
  };
  let timer: NodeJS.Timeout | undefined;
  const resume = () => {
    timer = setInterval(send, 1_000 / perSecond);
  };
  const pause = async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
  resume();
  return {
    timesMs,
    pause,
    resume,
    async stop() {
      await pause();
      for (const connection of free) connection.close();
    },
  };
}

export const writeCases: readonly Case[] = [1, 8].map((clients) => ({
  name: `write-${clients}`,
  title: 'settled write (PATCH of a seller product)',
  clients,
  prepare: (ground) => productWrites(ground, clients),
}));

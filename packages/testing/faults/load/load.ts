import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@estampa/stack/random';
import type { InUse } from '../stage/in-use.ts';
import { Purchase } from './buyer.ts';
import { signUp } from './newcomer.ts';
import { payArtists } from './payer.ts';
import { editShop } from './seller.ts';

const BUYERS = 4;
const PAUSE_MS = 150;

/** Buyers, a seller, and an admin who pays artists, who act one step after the other until they are stopped. */
export class Load {
  readonly #abort = new AbortController();
  readonly #clients: Promise<void>[];

  constructor(stage: InUse, random: Random) {
    const { signal } = this.#abort;
    const acts = [
      ...Array.from(
        { length: BUYERS },
        () => (own: Random) => new Purchase(stage, stage.shop.customer, signal).run(own),
      ),
      (own: Random) => editShop(stage, own),
      (own: Random) => payArtists(stage, own),
      () => signUp(stage),
    ];
    this.#clients = acts.map(async (act) => {
      const own = random.fork();
      while (!signal.aborted) {
        await act(own.fork()).catch((error: Error) => stage.journal.wrongs.push(error.message));
        await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    });
  }

  /** Nobody begins anything new; resolves when the requests under way are accepted. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#clients);
  }
}

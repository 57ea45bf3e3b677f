import type { GetPageChangesResponse, Opinion, Viewer } from '@estampa/contracts/storefront/v1/page_changes';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';

/** Requests of more viewers wait for the next poll. */
export const VIEWERS_PER_CHECK = 100;

/** Some who got their page are waiting for another to be made. */
const ENOUGH = 0.75;

type Check = (mark: string, viewers: Viewer[]) => Promise<GetPageChangesResponse>;
type Changed = (names: readonly string[] | null, sentAt: number) => void;

/**
 * Other replicas write and apply changes that this gateway does not see, so no stored page is served before a poll of
 * storefront that began after its request arrived. Concurrent requests share one poll, which also returns the state of
 * their viewers.
 */
export class PageChecks {
  readonly #check: Check;
  readonly #changed: Changed;
  readonly #calls = new SharedCalls<Viewer | null, Opinion | null>((viewers) => this.#request(viewers), {
    questionsPerCall: VIEWERS_PER_CHECK,
    counts: (viewer) => viewer !== null,
    enough: ENOUGH,
  });
  #mark = '';
  #readPosition = '';
  #started = 0;
  #newest = 0;

  /** Each poll calls `changed` with the names that it brings, null for anything, and when it was sent, before those who waited for it go on. */
  constructor(check: Check, changed: Changed) {
    this.#check = check;
    this.#changed = changed;
  }

  /**
   * Of the last poll that brought changes: a replica of storefront's database that has come so far shows all that polls have reported, as those
   * after it found nothing new. Empty where pages are not made from replicas.
   */
  get readPosition(): string {
    return this.#readPosition;
  }

  /** Resolves after a poll that began after this call, with the viewer's opinions. */
  join(viewer: Viewer | null): Promise<Opinion | null> {
    return this.#calls.join(viewer);
  }

  async #request(requesting: readonly (Viewer | null)[]): Promise<(Opinion | null)[]> {
    const order = (this.#started += 1);
    const sentAt = performance.now();
    const viewers = requesting.filter((viewer) => viewer !== null);
    const { mark, everything, names, opinions, readPosition } = await this.#check(this.#mark, viewers);
    // A newer poll, which overtook this one, has reported its changes already.
    if (order > this.#newest) {
      this.#newest = order;
      this.#mark = mark;
      if (everything || names.length > 0) this.#readPosition = readPosition;
      this.#changed(everything ? null : names, sentAt);
    }
    let responded = 0;
    return requesting.map((viewer) => (viewer ? opinions[responded++]! : null));
  }
}

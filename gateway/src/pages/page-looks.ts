import type { GetPageChangesResponse, Opinion, Viewer } from '@estampa/contracts/storefront/v1/storefront';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';

/** Requests of more viewers wait for the next look. */
export const VIEWERS_PER_CHECK = 100;

type Check = (mark: string, viewers: Viewer[]) => Promise<GetPageChangesResponse>;
type Changed = (names: readonly string[] | null) => void;

/**
 * What a gateway knows does not tell what others wrote and applied; so nothing kept is given to a request before a look that
 * began after it came. All requests of a moment share one, and the questions of their viewers.
 */
export class PageChecks {
  readonly #check: Check;
  readonly #changed: Changed;
  readonly #calls = new SharedCalls<Viewer | null, Opinion | null>((viewers) => this.#request(viewers), {
    questionsPerCall: VIEWERS_PER_CHECK,
    counts: (viewer) => viewer !== null,
  });
  #mark = '';
  #started = 0;
  #newest = 0;

  /** `changed` is told what each look names, null for anything, before those who waited for it go on. */
  constructor(check: Check, changed: Changed) {
    this.#check = check;
    this.#changed = changed;
  }

  /** Resolves after a look that began after this call, with what the viewer thinks. */
  join(viewer: Viewer | null): Promise<Opinion | null> {
    return this.#calls.join(viewer);
  }

  async #request(requesting: readonly (Viewer | null)[]): Promise<(Opinion | null)[]> {
    const order = (this.#started += 1);
    const viewers = requesting.filter((viewer) => viewer !== null);
    const { mark, everything, names, opinions } = await this.#check(this.#mark, viewers);
    // What a look tells that another one has overtaken was told by that one.
    if (order > this.#newest) {
      this.#newest = order;
      this.#mark = mark;
      this.#changed(everything ? null : names);
    }
    let responded = 0;
    return requesting.map((viewer) => (viewer ? opinions[responded++]! : null));
  }
}

import type { GetPageChangesResponse, Opinion, Viewer } from '@estampa/contracts/storefront/v1/storefront';
import { SharedCalls } from '@estampa/kit/rpc/shared-calls';

/** Requests of more viewers wait for the next look. */
export const VIEWERS_PER_LOOK = 100;

type Look = (mark: string, viewers: Viewer[]) => Promise<GetPageChangesResponse>;
type Changed = (names: readonly string[] | null) => void;

/**
 * What a gateway knows does not tell what others wrote and applied; so nothing kept is given to a request before a look that
 * began after it came. All requests of a moment share one, and the questions of their viewers.
 */
export class PageLooks {
  readonly #look: Look;
  readonly #changed: Changed;
  readonly #calls = new SharedCalls<Viewer | null, Opinion | null>((viewers) => this.#ask(viewers), {
    questionsPerCall: VIEWERS_PER_LOOK,
    counts: (viewer) => viewer !== null,
  });
  #mark = '';
  #started = 0;
  #newest = 0;

  /** `changed` is told what each look names, null for anything, before those who waited for it go on. */
  constructor(look: Look, changed: Changed) {
    this.#look = look;
    this.#changed = changed;
  }

  /** Resolves after a look that began after this call, with what the viewer thinks. */
  join(viewer: Viewer | null): Promise<Opinion | null> {
    return this.#calls.join(viewer);
  }

  async #ask(asking: readonly (Viewer | null)[]): Promise<(Opinion | null)[]> {
    const order = (this.#started += 1);
    const viewers = asking.filter((viewer) => viewer !== null);
    const { mark, everything, names, opinions } = await this.#look(this.#mark, viewers);
    // What a look tells that another one has overtaken was told by that one.
    if (order > this.#newest) {
      this.#newest = order;
      this.#mark = mark;
      this.#changed(everything ? null : names);
    }
    let responded = 0;
    return asking.map((viewer) => (viewer ? opinions[responded++]! : null));
  }
}

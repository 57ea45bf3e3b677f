import type { GetPageChangesResponse, Opinion, Viewer } from '@estampa/contracts/storefront/v1/storefront';

/** Requests of more viewers wait for the next look. */
export const VIEWERS_PER_LOOK = 100;
/** With more at once fewer requests share one: less waiting, but more processor time for each request. */
const LOOKS_AT_ONCE = 1;
/** A look that takes longer counts no more among them: a peer that hangs makes only its own askers wait. */
const SLOW_LOOK_MS = 50;
const LOOKS_MAX = 64;

type Look = (mark: string, viewers: Viewer[]) => Promise<GetPageChangesResponse>;
type Changed = (names: readonly string[] | null) => void;
type Waiter = {
  viewer: Viewer | null;
  resolve: (opinion: Opinion | null) => void;
  reject: (error: unknown) => void;
};

/**
 * What a gateway knows does not tell what others wrote and applied; so nothing kept is given to a request before a look that
 * began after it came. All requests of a moment share one, and the questions of their viewers.
 */
export class PageLooks {
  readonly #look: Look;
  readonly #changed: Changed;
  #waiting: Waiter[] = [];
  #mark = '';
  #isDue = false;
  #quick = 0;
  #running = 0;
  #started = 0;
  #newest = 0;

  /** `changed` is told what each look names, null for anything, before those who waited for it go on. */
  constructor(look: Look, changed: Changed) {
    this.#look = look;
    this.#changed = changed;
  }

  /** Resolves after a look that began after this call, with what the viewer thinks. */
  join(viewer: Viewer | null): Promise<Opinion | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ viewer, resolve, reject });
      this.#schedule();
    });
  }

  /** Once everything that came in this turn of the event loop has been read. */
  #schedule(): void {
    if (this.#isDue || this.#waiting.length === 0 || this.#quick >= LOOKS_AT_ONCE || this.#running >= LOOKS_MAX) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      void this.#run(this.#take());
    });
  }

  #take(): Waiter[] {
    const taken: Waiter[] = [];
    const left: Waiter[] = [];
    let viewers = 0;
    for (const waiter of this.#waiting) {
      if (waiter.viewer) viewers += 1;
      (waiter.viewer && viewers > VIEWERS_PER_LOOK ? left : taken).push(waiter);
    }
    this.#waiting = left;
    return taken;
  }

  async #run(waiters: readonly Waiter[]): Promise<void> {
    const order = (this.#started += 1);
    this.#running += 1;
    const release = this.#beQuick();
    try {
      const viewers = waiters.flatMap(({ viewer }) => viewer ?? []);
      const { mark, everything, names, opinions } = await this.#look(this.#mark, viewers);
      // What a look tells that another one has overtaken was told by that one.
      if (order > this.#newest) {
        this.#newest = order;
        this.#mark = mark;
        this.#changed(everything ? null : names);
      }
      let answered = 0;
      for (const { viewer, resolve } of waiters) resolve(viewer ? opinions[answered++]! : null);
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    } finally {
      this.#running -= 1;
      release();
    }
  }

  /** While it is quick others wait for its end. */
  #beQuick(): () => void {
    this.#quick += 1;
    let isQuick = true;
    const release = () => {
      if (isQuick) this.#quick -= 1;
      isQuick = false;
      clearTimeout(timer);
      this.#schedule();
    };
    const timer = setTimeout(release, SLOW_LOOK_MS);
    return release;
  }
}

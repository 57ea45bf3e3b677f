import type {
  Opinion,
  PollPageChangesRequest,
  PollPageChangesResponse,
} from '@estampa/contracts/storefront/v1/page_changes';
import type { Document } from '@estampa/contracts/storefront/v1/storefront';
import { RepeatedQuery } from '@estampa/kit/rpc/repeated-query';
import { measuredBy } from '@estampa/kit/telemetry/metrics';
import type { Clients } from '../clients/clients.ts';
import { pagesBytes, pagesMade } from '../metrics.ts';
import { OpenTexts } from './open-texts.ts';
import { nameOf, type PageKey } from './page-key.ts';
import { Page } from './page.ts';
import { PageChecks } from './page-checks.ts';
import { PageStore } from './page-store.ts';
import { ReportedChanges } from './reported-changes.ts';

/** Changed names during one build; more count as anything. */
const NAMES_PER_BUILD_MAX = 20_000;

/** Changes that polls report while a page is built; `check` counts the polls, null names are anything. */
type Change = { check: number; names: ReadonlySet<string> | null };
/** From what shows all up to this position; from all that is committed when it is empty. */
type Make = (readPosition: string) => Promise<Document>;
type Outcome = { page: Page } | { error: unknown };
/** `asOf`: the last poll that named nothing on the page after its build began. */
type Build = { changes: Change[]; names: number; ended: Promise<Outcome & { asOf: number }> };

/**
 * Public pages as this gateway stores them. A served page was built after its last change that was committed before the
 * request arrived, by any replica: the request waits for a poll, and a poll drops the pages that it names.
 */
export class PublicPages {
  readonly #reported = new ReportedChanges();
  readonly #store = new PageStore<Page>(this.#reported);
  readonly #texts = new OpenTexts();
  readonly #builds = new Map<string, Build>();
  readonly #checks: PageChecks;

  constructor(storefront: Pick<Clients['storefront'], 'getPageChanges' | 'pollPageChanges'>) {
    measuredBy(pagesBytes, () => this.#store.bytes + this.#texts.bytes);
    const polls = new RepeatedQuery<PollPageChangesRequest, PollPageChangesResponse>({
      open: () => storefront.pollPageChanges(),
      call: async ({ check }) => ({ changes: await storefront.getPageChanges(check!) }),
    });
    this.#checks = new PageChecks(
      async (mark, viewers) => (await polls.send({ check: { mark, viewers } })).changes!,
      (names, sentAt) => this.#changed(names, sentAt),
    );
  }

  /** A page that may be served after a poll, if it is still stored then. */
  at(address: string): Page | undefined {
    return this.#store.at(address);
  }

  /** Waits for a poll; returns the viewer's opinions of what is on the page. */
  async check(page?: Page, userId?: string): Promise<Opinion | null> {
    return this.#checks.join(page && userId !== undefined ? page.viewedBy(userId) : null);
  }

  /** The page as it is now: built once for all who request it at the same time. */
  async read(key: PageKey, address: string, make: Make): Promise<Page> {
    // What is built from now on shows all that was committed before, unless a replica serves it: only a poll says how far that has to be.
    const isAtOnce = this.#reported.polls > 0 && this.#checks.readPosition === '';
    if (!isAtOnce || this.#store.get(key) || this.#builds.has(nameOf(key))) await this.#checks.join(null);
    const check = this.#reported.polls;
    for (;;) {
      const page = this.#store.get(key) ?? (await this.#made(key, check, make));
      if (!page) continue;
      this.#store.remember(page, address);
      return page;
    }
  }

  /** Undefined when its build began before a change that the poll has reported. */
  async #made(key: PageKey, check: number, make: Make): Promise<Page | undefined> {
    const outcome = await (this.#builds.get(nameOf(key)) ?? this.#begin(key, make)).ended;
    if (outcome.asOf < check) return undefined;
    if ('error' in outcome) throw outcome.error;
    return outcome.page;
  }

  #begin(key: PageKey, make: Make): Build {
    pagesMade.inc({ route: key.route });
    const made = { at: performance.now(), asOf: this.#reported.polls };
    const end = (outcome: Outcome) => {
      this.#builds.delete(nameOf(key));
      // A rejection may be of anything, as a page without names may show anything.
      const names = 'page' in outcome && outcome.page.names.length > 0 ? outcome.page.names : null;
      const change = build.changes.find((one) => isNamed(one, names));
      if (!change && 'page' in outcome) this.#store.cache(outcome.page, made);
      return { ...outcome, asOf: change ? change.check - 1 : this.#reported.polls };
    };
    const ended = make(this.#checks.readPosition)
      .then((document) => Page.of(key, document, this.#texts))
      .then(
        (page) => end({ page }),
        (error: unknown) => end({ error }),
      );
    const build: Build = { changes: [], names: 0, ended };
    this.#builds.set(nameOf(key), build);
    return build;
  }

  #changed(names: readonly string[] | null, sentAt: number): void {
    this.#reported.add(names, sentAt);
    if (names?.length === 0) return;
    if (names) this.#store.drop(names);
    else this.#store.clear();

    const reported = names && new Set(names);
    for (const build of this.#builds.values()) {
      build.names += names?.length ?? 0;
      build.changes.push({ check: this.#reported.polls, names: build.names > NAMES_PER_BUILD_MAX ? null : reported });
    }
  }
}

const isNamed = (change: Change, names: readonly string[] | null): boolean =>
  change.names === null || names === null || names.some((name) => change.names!.has(name));

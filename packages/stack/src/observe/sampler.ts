import { type Figures, figuresOf, type Snapshot, snapshotOf } from './figures.ts';

/** Three minutes of what is shown each two seconds. */
const POINTS_MAX = 90;
/** Several pages that are open at once make no more scrapes than one. */
const SCRAPE_AGAIN_MS = 1_000;
const SCRAPE_DEADLINE_MS = 1_500;

type Drawn = 'requestsPerSecond' | 'errorsPerSecond' | 'p95' | 'lag' | 'unsent';
const DRAWN: readonly Drawn[] = ['requestsPerSecond', 'errorsPerSecond', 'p95', 'lag', 'unsent'];

export interface ObservedProcess {
  readonly name: string;
  readonly isUp: boolean;
  /** Null before it was first reached. */
  readonly now: Figures | null;
  readonly history: Readonly<Record<Drawn, readonly (number | null)[]>>;
}

interface Watched {
  readonly name: string;
  readonly metricsUrl: string;
  snapshots: Snapshot[];
  points: (Figures | null)[];
  isUp: boolean;
}

/** Scrapes processes only while the page is open. */
export class Sampler {
  readonly #processes: readonly Watched[];
  #scrapedAt = -Infinity;
  #scraping: Promise<unknown> = Promise.resolve();

  /** By name, where each has its /metrics. */
  constructor(opsUrls: Readonly<Record<string, string>>) {
    this.#processes = Object.entries(opsUrls).map(([name, url]) => {
      return { name, metricsUrl: `${url}/metrics`, snapshots: [], points: [], isUp: false };
    });
  }

  async sample(): Promise<ObservedProcess[]> {
    if (performance.now() - this.#scrapedAt >= SCRAPE_AGAIN_MS) {
      this.#scrapedAt = performance.now();
      this.#scraping = Promise.all(this.#processes.map(scrape));
    }
    await this.#scraping;
    return this.#processes.map(({ name, isUp, points }) => {
      const history = DRAWN.map((field) => [field, points.map((point) => point?.[field] ?? null)]);
      return {
        name,
        isUp,
        now: points.at(-1) ?? null,
        history: Object.fromEntries(history) as ObservedProcess['history'],
      };
    });
  }
}

async function scrape(watched: Watched): Promise<void> {
  try {
    const response = await fetch(watched.metricsUrl, { signal: AbortSignal.timeout(SCRAPE_DEADLINE_MS) });
    watched.isUp = response.ok;
    if (response.ok) watched.snapshots.push(snapshotOf(await response.text(), Date.now()));
  } catch {
    watched.isUp = false;
  }
  watched.points.push(watched.isUp ? figuresOf(watched.snapshots) : null);
  watched.snapshots = watched.snapshots.slice(-POINTS_MAX);
  watched.points = watched.points.slice(-POINTS_MAX);
}

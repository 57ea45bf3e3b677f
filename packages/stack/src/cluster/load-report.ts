/** A step of the test, in milliseconds since 1970. */
export interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Loaded {
  readonly name: string;
  readonly tookMs: number;
  readonly requests: number;
  readonly retried: number;
  readonly failed: number;
  readonly slowestMs: number;
  readonly reasons: Readonly<Record<string, number>>;
}

type Second = Omit<Loaded, 'name' | 'tookMs'> & { readonly at: number };

/** What the clients met during a step, by their own lines (`cluster/load.ts`); lines of anything else are passed over. */
export function loadBetween(lines: string, { name, from, to }: Phase): Loaded {
  const told = lines.split('\n').flatMap((line) => secondIn(line) ?? []);
  const within = told.filter(({ at }) => at >= from && at < to);
  const sum = (key: 'requests' | 'retried' | 'failed') => within.reduce((total, second) => total + second[key], 0);
  const reasons: Record<string, number> = {};
  for (const [reason, times] of within.flatMap((second) => Object.entries(second.reasons)))
    reasons[reason] = (reasons[reason] ?? 0) + times;
  return {
    name,
    tookMs: to - from,
    requests: sum('requests'),
    retried: sum('retried'),
    failed: sum('failed'),
    slowestMs: Math.max(0, ...within.map(({ slowestMs }) => slowestMs)),
    reasons,
  };
}

function secondIn(line: string): Second | undefined {
  try {
    const told = JSON.parse(line) as Partial<Second>;
    return typeof told.at === 'number' ? (told as Second) : undefined;
  } catch {
    return undefined;
  }
}

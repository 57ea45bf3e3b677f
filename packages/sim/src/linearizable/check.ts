/** One request to a part of the system that takes effect at one instant, as its caller saw it. */
export type Operation<I, O> = {
  input: I;
  /** Null: nobody knows what came of it. It may have taken effect at any time since, or never. */
  output: O | null;
  calledAt: number;
  /** `Infinity` while nobody knows. */
  respondedAt: number;
};

/** What such a part may do: pure, by its state. */
export type Model<S, I, O> = {
  initial: S;
  /** The state after an operation that took effect; null when it cannot respond so in this state. Without an output: any response. */
  next(state: S, input: I, output: O | null): S | null;
  /** Equal for states that are equal. */
  keyOf(state: S): string;
};

export type Verdict = 'linearizable' | 'not linearizable' | 'undecided';

/** States of the search; what needs more is not decided. Histories here have some ten operations of one key. */
const STATES_MAX = 200_000;

/**
 * Whether there is one order of all operations that respects which ended before which began, and in which each responds as the model
 * does (Wing and Gong 1993, with the states remembered that were visited, as Lowe 2017).
 */
export function checkLinearizable<S, I, O>(
  model: Model<S, I, O>,
  operations: readonly Operation<I, O>[],
  statesMax = STATES_MAX,
): Verdict {
  const ordered = operations.toSorted((one, other) => one.calledAt - other.calledAt);
  const visited = new Set<string>();
  const pending: { done: readonly boolean[]; state: S }[] = [{ done: ordered.map(() => false), state: model.initial }];
  while (pending.length > 0) {
    const { done, state } = pending.pop()!;
    // What nobody knows of may as well never have happened.
    if (ordered.every(({ output }, place) => done[place] || output === null)) return 'linearizable';
    const key = `${done.map(Number).join('')} ${model.keyOf(state)}`;
    if (visited.has(key)) continue;
    if (visited.size >= statesMax) return 'undecided';
    visited.add(key);
    for (const place of firsts(ordered, done)) {
      const { input, output } = ordered[place]!;
      const next = model.next(state, input, output);
      if (next !== null) pending.push({ done: done.with(place, true), state: next });
    }
  }
  return 'not linearizable';
}

/** Those that may come next: no other one that is left ended before they began. */
function firsts<I, O>(ordered: readonly Operation<I, O>[], done: readonly boolean[]): number[] {
  const left = ordered.flatMap((_one, place) => (done[place] ? [] : place));
  const firstEnd = Math.min(...left.map((place) => ordered[place]!.respondedAt));
  return left.filter((place) => ordered[place]!.calledAt <= firstEnd);
}

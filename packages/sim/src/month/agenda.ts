/** One thing that is going to happen. */
type Plan = { at: number; place: number; act: () => void };

const isBefore = (one: Plan, other: Plan): boolean =>
  one.at < other.at || (one.at === other.at && one.place < other.place);

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** What is going to happen, by its time; what has the same time happens in the order in which it was planned. A heap. */
export class Agenda {
  /** Since the month began. */
  nowMs = 0;
  readonly #begin: number;
  readonly #plans: Plan[] = [];
  #planned = 0;

  constructor(begin: Date) {
    this.#begin = begin.getTime();
  }

  get now(): Date {
    return new Date(this.#begin + this.nowMs);
  }

  plan(afterMs: number, act: () => void): void {
    const plans = this.#plans;
    const plan = { at: this.nowMs + afterMs, place: (this.#planned += 1), act };
    let place = plans.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(plan, plans[above]!)) break;
      plans[place] = plans[above]!;
      place = above;
    }
    plans[place] = plan;
  }

  /** Lets everything happen that is planned before then. */
  runUntil(endMs: number): void {
    while (this.#plans.length > 0 && this.#plans[0]!.at < endMs) {
      const plan = this.#take();
      this.nowMs = plan.at;
      plan.act();
    }
    this.nowMs = endMs;
  }

  #take(): Plan {
    const plans = this.#plans;
    const first = plans[0]!;
    const last = plans.pop()!;
    if (plans.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= plans.length) break;
      if (below + 1 < plans.length && isBefore(plans[below + 1]!, plans[below]!)) below += 1;
      if (!isBefore(plans[below]!, last)) break;
      plans[place] = plans[below]!;
      place = below;
    }
    plans[place] = last;
    return first;
  }
}

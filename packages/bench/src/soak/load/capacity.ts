import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '@estampa/stack/random';
import { type Kind, receive } from '../../load/arrivals.ts';
import { median } from '../../load/statistics.ts';
import { Timings } from '../../load/timings.ts';
import { ALL, type Processors } from '../sample/processors.ts';

/** What part of the processors the stack and its load need at a rate. */
export interface Usage {
  readonly perSecond: number;
  readonly busy: number;
}

/** Of the processors; above it times depend on how visits happen to meet more than on what each costs. */
export const BUSY_SHARE = 0.6;
const FIRST_PER_SECOND = 20;
/** A process that has just started needs a few times as much for each visit as later. */
const STEPS = 8;
const STEADY_STEPS = 4;
const FACTOR_MAX = 1.5;
/** Until visits of the step before have ended, and what they began with them. */
const SETTLE_MS = 5_000;
const STEP_MS = 15_000;

interface Ramp {
  readonly processors: Processors;
  readonly url: string;
  readonly kinds: readonly Kind[];
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Higher ones are not tried. */
  readonly mostPerSecond: number;
}

/** Rates, each so high as the one before says that the processors can be busy with, and how busy they were. */
export async function rampOf({ processors, mostPerSecond, url, kinds, random, signal }: Ramp): Promise<Usage[]> {
  const usages: Usage[] = [];
  while (usages.length < STEPS) {
    const perSecond = Math.min(nextRate(usages.at(-1)), mostPerSecond);
    const step = new AbortController();
    const load = { url, kinds, perSecond, random: random.fork(), timings: new Timings(), signal: step.signal };
    const receiving = receive(load);
    await pause(SETTLE_MS, undefined, { signal });
    processors.read();
    await pause(STEP_MS, undefined, { signal });
    usages.push({ perSecond, busy: processors.read()[ALL] });
    step.abort();
    await receiving;
  }
  return usages;
}

/** What the last steps agree on: each alone had a few more or fewer of what costs most. */
export const steadyRate = (usages: readonly Usage[]): number => median(usages.slice(-STEADY_STEPS).map(nextRate));

/** In proportion, but little more than before. */
export function nextRate(before: Usage | undefined): number {
  if (!before) return FIRST_PER_SECOND;
  return before.perSecond * Math.min(FACTOR_MAX, BUSY_SHARE / before.busy);
}

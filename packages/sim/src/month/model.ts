import { mixedSeed } from '@estampa/stack/random';
import { addFigures, type Figures, newFigures } from './figures.ts';
import { Group } from './group.ts';
import { RULES, type Rules } from './rules.ts';

type ModelOptions = {
  orders: number;
  days: number;
  seed: number;
  rules?: Rules;
  report?: (orders: number) => void;
};
export type ModelOutcome = { days: Figures[]; wrongs: string[] };

/** Buyers buy of artists of one group; no rule reaches beyond an order and an artist, so memory holds one group at a time. */
const ORDERS_OF_GROUP = 2_000;
const WRONGS_MAX = 20;

/** A month of random orders, with what became of each day; what is wrong names the group that it happened in. */
export function runModel({ orders, days, seed, rules = RULES, report }: ModelOptions): ModelOutcome {
  const outcome: ModelOutcome = { days: Array.from({ length: days + 1 }, newFigures), wrongs: [] };
  for (let made = 0, number = 0; made < orders; number += 1) {
    const ofGroup = Math.min(ORDERS_OF_GROUP, orders - made);
    const group = new Group({ rules, seed: mixedSeed(seed, number), orders: ofGroup, days }).run();
    for (const [day, figures] of group.days.entries()) addFigures(outcome.days[day]!, figures);
    outcome.wrongs.push(...group.wrongs.map((wrong) => `group ${number}: ${wrong}`));
    made += ofGroup;
    report?.(made);
    if (outcome.wrongs.length >= WRONGS_MAX) break;
  }
  return outcome;
}

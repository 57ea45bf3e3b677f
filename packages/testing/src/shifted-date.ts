import { readFileSync, watch } from 'node:fs';

/*
 * Loaded into a process before its own code: what it takes for the time of day is ahead of the machine's by as many milliseconds as
 * a file says, also after that changed. Timers and `performance.now()` go on evenly, as they do when a machine's clock is set.
 */

const file = process.env.CLOCK_AHEAD_FILE!;
const RealDate = globalThis.Date;
const read = (): number => Number(readFileSync(file, 'utf8'));

let aheadMs = read();
watch(file, { persistent: false }, () => {
  aheadMs = read();
});

const now = (): number => RealDate.now() + aheadMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

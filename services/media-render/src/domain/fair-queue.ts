/** Work of one owner that takes so many bytes while it goes on. */
export type Job = { owner: string; bytes: number };

export type Room = {
  bytesMax: number;
  /** Under way at once, however light. */
  atOnceMax: number;
  /** Of one owner, under way at once. */
  perOwnerMax: number;
};

/** Of all the memory there is: of what takes more, each owner has one under way. */
const HEAVY_SHARE = 0.5;

type Queue<T extends Job> = {
  /** The oldest first. */
  waiting: readonly T[];
  running: readonly Job[];
  /** A number that grows from slot to slot, for each owner that has had one; the others come first. */
  lastSlots: ReadonlyMap<string, number>;
};

/**
 * The one fair rule of who works next: of the owners that may have more under way, the one whose last slot is longest ago, with
 * what it has waited for longest. Null while there is no room for that, since light work never overtakes what is next.
 */
export function nextSlot<T extends Job>({ waiting, running, lastSlots }: Queue<T>, room: Room): T | null {
  if (running.length >= room.atOnceMax) return null;
  const lastSlotOf = ({ owner }: Job) => lastSlots.get(owner) ?? 0;
  const mayHaveMore = ({ owner, bytes }: Job) => {
    const own = running.filter((job) => job.owner === owner);
    if (own.length >= room.perOwnerMax) return false;
    return !(isHeavy(bytes, room) && own.some((job) => isHeavy(job.bytes, room)));
  };
  const next = waiting
    .filter(mayHaveMore)
    .reduce<T | null>((first, job) => (first && lastSlotOf(first) <= lastSlotOf(job) ? first : job), null);
  return next && bytesOf(running) + bytesOf([next]) <= room.bytesMax ? next : null;
}

const isHeavy = (bytes: number, { bytesMax }: Room): boolean => bytes > bytesMax * HEAVY_SHARE;

const bytesOf = (jobs: readonly Job[]): number => jobs.reduce((sum, { bytes }) => sum + bytes, 0);

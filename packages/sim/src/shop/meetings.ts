import type { Move } from './sellers.ts';

/**
 * Several moves of one person that come close together, where moves that are drawn one by one seldom do: each is about two
 * transactions, or an event and a request, of which either may be first.
 */
const KINDS = {
  /** A publication reserves its artwork some round trips after it was sent; the withdrawal is checked and stored within one or two. */
  async publishWhileWithdrawing(sellers, offer) {
    await sellers.setStatus(offer, 'paused');
    await sellers.setArtworkStatus(offer, 'active');
    await sellers.pause(EVENTS_MS);
    const withdraw = async () => {
      await sellers.pause(sellers.oneOf(RESERVED_MS));
      await sellers.setArtworkStatus(offer, 'inactive');
    };
    await Promise.all([sellers.setStatus(offer, 'active'), withdraw()]);
  },

  /** The first render on a template, which is queued by nothing but its own end when something else has changed meanwhile. */
  async renderWhileChanging(sellers, offer) {
    const templateId = sellers.unrenderedOn(offer);
    if (templateId === undefined) return;
    await sellers.setStatus(offer, 'active');
    const afterPause = async (move: () => Promise<unknown>) => {
      await sellers.pause(CHANGED_MS);
      await move();
    };
    // A file takes as long by itself as the other two may be apart.
    const change = sellers.oneOf([
      () => sellers.newFile(offer),
      () => afterPause(() => sellers.changeTemplate(templateId)),
    ]);
    await Promise.all([change(), afterPause(() => sellers.render(offer, [templateId]))]);
  },

  /** On sale, off and on again before any event of it has arrived: those of the first sale come when the last has its reservation. */
  async publishTwiceAndWithdraw(sellers, offer) {
    await sellers.setArtworkStatus(offer, 'active');
    for (const status of ['active', 'paused', 'active']) await sellers.setStatus(offer, status, offer.productIds[0]);
    for (let times = 0; times < WITHDRAWALS; times += 1) {
      await sellers.pause(WITHDRAWN_MS);
      await sellers.setArtworkStatus(offer, 'inactive');
    }
  },
} as const satisfies Record<string, Move>;

/** Long enough for the events of what was done before. */
const EVENTS_MS = 5_000;
/** A publication comes to its artwork within one of these, by how slow the database is. */
const RESERVED_MS = [40, 120, 400] as const;
/** A new file or revision is known within this, and an image takes a second or two. */
const CHANGED_MS = 3_000;
const WITHDRAWN_MS = 1_200;
const WITHDRAWALS = 6;

export const MEETINGS: readonly Move[] = Object.values(KINDS);

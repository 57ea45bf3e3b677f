import { DomainError } from '@estampa/kernel/errors';
import type { ServiceName } from '@estampa/kernel/topics';
import { ThreadEnded } from '@estampa/media-render/adapters/thread-ended';
import type { Caller, EventReference, IdempotencyKey, Role } from '@estampa/kit/rpc/call';
import type { Random } from '@estampa/stack/random';
import { uuidOf } from '../environment/virtual-clock.ts';
import { rejectionOf } from './records.ts';
import type { Responded } from './replica.ts';
import { CallLost, type World } from './world.ts';

const TRIES_MAX = 4;
const AGAIN_AFTER_MS = 4_000;
/** Of these rejections another try is the cure. */
const AGAIN: readonly string[] = ['unavailable', 'busy', 'conflict'];

const NOTHING: Responded = { response: null, events: [] };

type Sender = {
  userId: string;
  roles: Role[];
  sellerProfileId?: string | null;
  onEvents?: (events: readonly EventReference[]) => void;
};

export const uuidFrom = (random: Random): string => {
  const bytes = Buffer.alloc(16);
  random.fill(bytes);
  return uuidOf(bytes, 4);
};

/** What clients send, each with a key of its own. */
export class Requests {
  readonly #world: World;
  readonly #random: Random;

  constructor(world: World, random: Random) {
    [this.#world, this.#random] = [world, random];
  }

  /**
   * Sends a request, now and then twice at once, and again while nobody knows what came of it; null when it was rejected or never
   * responded to.
   */
  async send<R>(
    service: ServiceName,
    method: string,
    message: unknown,
    { userId, roles, sellerProfileId = null, onEvents }: Sender,
  ): Promise<R | null> {
    const caller: Caller = { userId, roles, sellerProfileId, sessionId: null };
    const idempotency: IdempotencyKey = {
      key: uuidFrom(this.#random),
      scope: `${userId} ${method}`,
      bodyDigest: 'digest',
    };
    const sendOnce = () => this.#sendOnce(service, { method, message, caller, idempotency });
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      if (this.#random.chance(this.#world.conditions.people.doubledShare)) void sendOnce();
      const sent = await sendOnce();
      if (sent.isDecided) {
        if (sent.events.length > 0) onEvents?.(sent.events);
        return sent.response as R | null;
      }
      await this.#world.pause(this.#random.between(0, AGAIN_AFTER_MS));
    }
    return null;
  }

  /** Its response, or null for a rejection; not decided while another try may have another outcome. */
  async #sendOnce(
    service: ServiceName,
    request: { method: string; message: unknown; caller: Caller; idempotency: IdempotencyKey },
  ): Promise<Responded & { isDecided: boolean }> {
    const { method, idempotency } = request;
    const responded = this.#world.records.request(`${idempotency.key} of ${method}`);
    try {
      const { response, events } = await this.#world.callForEvents(service, request);
      const made = madeBy(response);
      if (made) responded({ made });
      return { isDecided: true, response, events };
    } catch (error) {
      const meaning = meaningOf(error);
      if (meaning === 'wrong') this.#world.failures.push(`${method}: ${String(error)}`);
      if (error instanceof DomainError) responded(rejectionOf(error));
      return { ...NOTHING, isDecided: meaning !== 'undecided' };
    }
  }
}

/**
 * What an error says to whoever sent the request. Work on a picture that ended its thread twice is responded to as an internal error, which
 * tells clients no more than a lost response; any other internal error is one of ours.
 */
export function meaningOf(error: unknown): 'undecided' | 'decided' | 'wrong' {
  if (error instanceof CallLost || error instanceof ThreadEnded) return 'undecided';
  if (!(error instanceof DomainError)) return 'wrong';
  return AGAIN.includes(error.kind) ? 'undecided' : 'decided';
}

const madeBy = (response: unknown): string | undefined => {
  const made = response as {
    order?: { id: string };
    payout?: { id: string };
    sellerProduct?: { id: string };
    refund?: { id: string };
    refundId?: string;
  };
  return made.refundId ?? made.refund?.id ?? made.order?.id ?? made.payout?.id ?? made.sellerProduct?.id;
};

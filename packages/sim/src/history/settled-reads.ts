import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { GetOrderResponse } from '@estampa/contracts/orders/v1/order';
import { DomainError } from '@estampa/kernel/errors';
import type { EventReference } from '@estampa/kit/rpc/call';
import { CallLost, type World } from './world.ts';

/** Waits as the gateway does until orders-payments has applied what a change of an item caused, and then reads the item there. */
export async function readSettled(world: World, orderId: string, itemId: string, events: readonly EventReference[]) {
  const call = (method: string, message: unknown) =>
    world.call('orders-payments', { method, message, caller: ADMIN, idempotency: null });
  const name = `item ${itemId}`;
  const settled = world.records.version(name, 'write');
  try {
    await call('settled', { events });
    const written = changesOf(world, itemId).find(({ eventId }) => events.some(({ id }) => id === eventId));
    if (!written) return void world.failures.push(`${name} has settled and was not published`);
    settled(written.version);
    const read = world.records.version(name, 'read');
    const { order } = (await call('getOrder', { id: orderId })) as GetOrderResponse;
    const shown = order!.items.find(({ id }) => id === itemId)!;
    read(versionShown(changesOf(world, itemId), shown.trackingCode));
  } catch (error) {
    // Lost, or not settled in time: nobody knows.
    if (!(error instanceof CallLost || error instanceof DomainError)) throw error;
  }
}

const ADMIN = {
  userId: '01900000-0000-7000-8000-0000000000ad',
  roles: ['admin' as const],
  sellerProfileId: null,
  sessionId: null,
};

/** Each change by an admin names another code: so a reader can say which version it sees, at most. */
const versionShown = (changes: ReturnType<typeof changesOf>, code: string | undefined): number =>
  Math.max(0, ...changes.flatMap((one) => (one.code === code ? one.version : [])));

const changesOf = ({ broker }: World, itemId: string) =>
  broker.recordsOf('fulfillment.v1').flatMap(({ key, value, headers }) => {
    if (key?.toString() !== `item:${itemId}`) return [];
    const { item, version = 0 } = JSON.parse(value!.toString()) as Partial<ItemChanged>;
    return { eventId: headers['event-id']?.toString(), version, code: item?.trackingCode };
  });

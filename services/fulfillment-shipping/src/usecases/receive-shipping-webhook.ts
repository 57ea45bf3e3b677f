import { notFound } from '@estampa/kernel/errors';
import { transact } from '@estampa/kit/postgres/transact';
import { mustBeAuthentic, mustFit } from '@estampa/kit/provider/webhook-checks';
import type { Context } from '../context.ts';
import { shipments } from '../db/shipment-repository.ts';
import type { RawWebhook } from '../domain/shipping-aggregator.ts';
import { takeInTracking } from './take-in-tracking.ts';

/** Takes in what the aggregator sends about a parcel, as the response to a poll; it repeats a notification until it gets a 2xx. */
export async function receiveShippingNotice(context: Context, provider: string, webhook: RawWebhook): Promise<void> {
  const { aggregator, em, log } = context;
  if (provider !== aggregator.name) throw notFound('shipping provider', provider);
  mustFit(webhook);
  const proof = aggregator.proofOf(webhook);
  mustBeAuthentic(proof !== 'forged');
  const read = proof === 'signed' ? aggregator.readWebhook(webhook.rawBody) : null;
  const shipment = read && (await shipments.findOfLabel(em, read.labelId));
  if (!read || !shipment) return log.info({ proof, isKnown: false }, 'shipping webhook');

  const said = new Map([[read.labelId, read.tracking]]);
  const checked = { ids: [shipment.id], until: null };
  const [result] = await transact(em.fork(), (tx) => takeInTracking({ ...context, em: tx }, checked, said));
  log.info({ proof, shipmentId: shipment.id, outcome: result?.outcome }, 'shipping webhook');
}

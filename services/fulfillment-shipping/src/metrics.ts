import { Gauge } from '@estampa/kit/telemetry/metrics';

/** Every replica counts the same table: take one of them, not the sum. */
export const labelsWaiting = new Gauge({
  name: 'labels_waiting',
  help: 'Labels that are not made yet: not tried, failing and tried again, not covered by our balance, waiting for the end of a dispute or refund, or left to an admin; and those that the carrier does not take back',
  labelNames: ['state'],
});

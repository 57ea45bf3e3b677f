import { Gauge } from '@estampa/kit/metrics';

/** Every replica counts the same table: take one of them, not the sum. */
export const labelsWaiting = new Gauge({
  name: 'labels_waiting',
  help: 'Labels that are not made yet: not tried, failing and tried again, or left to an admin',
  labelNames: ['state'],
});

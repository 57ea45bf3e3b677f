import { Counter, Gauge, Histogram } from '@estampa/kit/telemetry/metrics';

const WAIT_SECONDS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const TASK_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Work: `preview`, `render` or `original`; outcome: `admitted`, or `refused` when too many waited, or this one too long. */
export const slotWait = new Histogram({
  name: 'picture_slot_wait_seconds',
  help: 'Time until there was memory for a picture, or its asker was turned away',
  labelNames: ['work', 'outcome'],
  buckets: WAIT_SECONDS,
});

export const slotsWaiting = new Gauge({ name: 'picture_slots_waiting', help: 'Pictures that wait for memory' });

export const slotBytes = new Gauge({ name: 'picture_slot_bytes', help: 'Memory that pictures under way may hold' });

export const slotBytesMax = new Gauge({
  name: 'picture_slot_max_bytes',
  help: 'Memory that all pictures under way may hold together',
});

export const imageTaskSeconds = new Histogram({
  name: 'picture_work_seconds',
  help: 'Time that a piece of work on pixels took, without its wait for the thread',
  labelNames: ['task', 'outcome'],
  buckets: TASK_SECONDS,
});

export const decodedLookups = new Counter({
  name: 'decoded_picture_lookups_total',
  help: 'Decoded layers and artworks that were asked for: hit when they were at hand',
  labelNames: ['outcome'],
});

export const decodedBytes = new Gauge({
  name: 'decoded_picture_bytes',
  help: 'Decoded layers and artworks that are kept at hand',
});

/** Every replica counts the same table: take one of them, not the sum. */
export const requestsWaiting = new Gauge({
  name: 'render_requests_waiting',
  help: 'Renders that were asked for in batches, or are out of date, and are due',
});

/** As above. */
export const oldestRequestSeconds = new Gauge({
  name: 'render_requests_oldest_seconds',
  help: 'For how long the first of them has been due',
});

/** As above. */
export const rendersFailing = new Gauge({
  name: 'render_requests_failing',
  help: 'Renders that failed again and again; they are still tried, once an hour in the end',
});

/** A replica counts the events that it received: take the sum. */
export const soldUnprintable = new Counter({
  name: 'sold_items_unprintable_total',
  help: 'Surfaces of items that were paid for and have nothing to be printed from',
});

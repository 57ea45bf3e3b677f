import { createRequire } from 'node:module';

type RequestQueue = { pending: unknown[]; throttledUntil: number; scheduleCheckPendingRequests(): void };

const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as {
  prototype: RequestQueue;
};
const schedule = prototype.scheduleCheckPendingRequests;

/**
 * kafkajs 2.2.4 looks into its empty request queues every millisecond, for as long as a connection lives: 3 % of a core for a
 * process that does nothing. There is something to look for only while requests wait. Calling it again changes nothing.
 */
export function calmRequestQueues(): void {
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this);
  };
}

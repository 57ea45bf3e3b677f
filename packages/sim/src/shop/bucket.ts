import { createHash } from 'node:crypto';
import type { Scheduler } from '../environment/scheduler.ts';
import type { Conditions } from '../history/conditions.ts';
import type { Records } from '../history/records.ts';

/** Storage meets fewer faults than a company on the other side of the internet. */
const FAULTS_PART = 6;

type StoredObject = { bytes: Uint8Array; etag: string; changedAt: Date };

/** What lies in object storage. */
export class Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly conditions: Conditions;
  readonly records: Records;
  readonly #scheduler: Scheduler;
  hasFaults = true;

  constructor(scheduler: Scheduler, { conditions, records }: { conditions: Conditions; records: Records }) {
    const { faultShare, faults } = conditions.provider;
    this.conditions = { ...conditions, provider: { faultShare: faultShare / FAULTS_PART, faults } };
    [this.#scheduler, this.records] = [scheduler, records];
  }

  put(key: string, bytes: Uint8Array): void {
    const etag = createHash('sha256').update(bytes).digest('hex');
    this.objects.set(key, { bytes, etag, changedAt: new Date(Math.floor(this.#scheduler.now)) });
  }

  /** Only of this content, when it is named. */
  get(key: string, etag?: string): StoredObject {
    const found = this.objects.get(key);
    if (!found) throw new Error(`there is no object at ${key}`);
    if (etag !== undefined && found.etag !== etag) throw new Error(`another object is at ${key}`);
    return found;
  }
}

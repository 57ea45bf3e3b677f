import { key, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** An object in storage that is to be removed. */
export const discardedObject = table('discarded_object', {
  key: key(text),
  dueAt: timestamp,
});

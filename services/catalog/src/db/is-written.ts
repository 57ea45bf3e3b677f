import { unlessViolated } from '@estampa/kit/postgres/unless-violated';

/** Concurrent requests may take a name between the check and the write; the unique index then rejects one of them. */
export const isWritten = async (saved: Promise<object | undefined>, index: string): Promise<boolean> =>
  (await unlessViolated(saved, index)) !== undefined;

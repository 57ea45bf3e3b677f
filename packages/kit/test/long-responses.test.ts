import { randomBytes } from 'node:crypto';
import { LONG_BYTES_A_DAY, LONG_FROM_BYTES } from '../src/rpc/idempotency-rows.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { request, clearStage, closeStage, newKey, notes, openStage, sql, stored } from './command-stage.ts';

beforeAll(openStage);
afterAll(closeStage);
beforeEach(async () => {
  await clearStage();
  await sql('truncate idempotency_key');
});

/** Random, so that it cannot be compressed to less than its half. */
const longNote = () => randomBytes(LONG_FROM_BYTES).toString('hex');

/** What else the caller had stored today: all of a share but so many bytes. */
async function leaveOnly(bytes: number): Promise<void> {
  await sql(`
    insert into idempotency_key (key_digest, body_mac, claim, claimed_until, share, outcome)
    select 'before', 'before', gen_random_uuid(), now(), share,
      convert_to(repeat('x', ${LONG_BYTES_A_DAY - bytes}), 'UTF8')
    from idempotency_key where share is not null limit 1`);
}

const storedBytes = async () => (await sql(`select octet_length(outcome) as bytes from idempotency_key`))[0]!['bytes'];

describe.each(['CreatePayout', 'MarkPayoutPaid'] as const)('the long response of %s', (method) => {
  it('is given again', async () => {
    const key = newKey();
    const note = longNote();

    const first = await request({ key, method }, note);
    const second = await request({ key, method }, note);

    expect(second).toMatchObject({ response: first.response, replayed: true, events: first.events });
    expect(await storedBytes()).toBeGreaterThan(LONG_FROM_BYTES);
  });

  it('is stored as long as the bytes of its caller suffice, to the last', async () => {
    const key = newKey();
    await request({ key: newKey(), method }, longNote());
    const length = await storedBytes();
    // The same random length compresses to some bytes more or less.
    await leaveOnly(2 * Number(length) + 64);

    await request({ key, method }, longNote());

    expect((await request({ key, method })).error).toBeNull();
  });

  it('is left out beyond them: the work is done once, and a repetition says so with its events', async () => {
    const key = newKey();
    await request({ key: newKey(), method }, longNote());
    await leaveOnly(Number(await storedBytes()));
    const note = longNote();

    const first = await request({ key, method }, note);
    const second = await request({ key, method }, note);

    expect(first).toMatchObject({ response: { note }, replayed: false });
    expect(second).toMatchObject({ replayed: true, events: first.events });
    expect(second.error).toMatchObject({ kind: 'conflict', reason: 'idempotency_answer_not_kept' });
    expect((await notes()).filter((one) => one === note)).toHaveLength(1);
  });

  it('takes nothing from short responses and from other callers', async () => {
    await request({ key: newKey(), method }, longNote());
    await leaveOnly(Number(await storedBytes()));
    const [short, others] = [newKey(), { ...newKey(), scope: 'another POST /bench' }];
    const note = longNote();

    await request({ key: short, method });
    await request({ key: others, method }, note);

    expect((await request({ key: short, method })).replayed).toBe(true);
    expect(await request({ key: others, method }, note)).toMatchObject({ response: { note }, error: null });
  });
});

it('stores short responses in no share', async () => {
  await request({ key: newKey() });

  expect(await stored('share is null')).toHaveLength(1);
});

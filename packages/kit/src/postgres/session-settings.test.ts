import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCall } from '../rpc/call.ts';
import { beginWith, lockLimitMs, relaySessionOptions, sessionOptions } from './session-settings.ts';

const NOW = 1_000_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

const callWith = (leftMs: number | null, lane: 'requests' | 'consumers' | 'jobs' = 'requests') =>
  newCall({ requestId: 'r', lane, deadline: leftMs === null ? null : NOW + leftMs });

describe('a lock', () => {
  it.each([
    [null, 0],
    [1_000, 900],
    [350, 300],
    [349, 200],
    [249, 100],
    [50, 100],
    [-5_000, 100],
  ])('is waited for when the caller has %s ms: %i ms', (leftMs, limitMs) => {
    expect(lockLimitMs(callWith(leftMs))).toBe(limitMs);
  });

  it('is waited for without a limit outside of any call', () => {
    expect(lockLimitMs(undefined)).toBe(0);
  });
});

it.each([
  ['of nobody', undefined, 'begin'],
  ['without a deadline', callWith(null), 'begin'],
  ['of a caller', callWith(1_000_000), /^begin; set local lock_timeout = \d+00$/],
  ['of a job', callWith(null, 'jobs'), 'begin'],
  [
    'of a consumer',
    callWith(null, 'consumers'),
    "begin; set local lock_timeout = '2s'; set local statement_timeout = '5s'",
  ],
])('a transaction begins with the limits of its call: %s', (_whose, call, text) => {
  expect(beginWith(call, 'begin')).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
});

describe('the settings of a session', () => {
  const optionsOf = ({ options = '' }: { options?: string }) => options.split(/(?:^| )-c /).slice(1);

  it('bound what a process that hangs can block', () => {
    expect(optionsOf(sessionOptions())).toEqual([
      'statement_timeout=10s',
      'idle_in_transaction_session_timeout=10s',
      'tcp_keepalives_idle=10',
      'tcp_keepalives_interval=3',
      'tcp_keepalives_count=3',
      'tcp_user_timeout=15000',
      'client_connection_check_interval=5s',
    ]);
    expect(JSON.stringify(sessionOptions())).toContain('"keepAlive":true,"keepAliveInitialDelayMillis":10000');
  });

  it('of a relay end a session that does not poll', () => {
    expect(optionsOf(relaySessionOptions())).toEqual(
      expect.arrayContaining(['statement_timeout=8s', 'idle_session_timeout=10s', 'synchronous_commit=off']),
    );
  });

  it.each<[string, { schema?: string; pooled?: boolean }, string[]]>([
    ['a schema', { schema: 'rebuild' }, ['search_path=rebuild,public']],
    ['a pool', { pooled: true }, []],
    ['a schema behind a pool', { pooled: true, schema: 'rebuild' }, ['search_path=rebuild,public']],
  ])('are sent along, or not, with %s', (_what, sent, last) => {
    expect(optionsOf(sessionOptions(sent)).slice(sent.pooled ? 0 : -1)).toEqual(last);
  });

  it('are left out where there are none', () => {
    expect(sessionOptions({ pooled: true })).not.toHaveProperty('options');
  });
});

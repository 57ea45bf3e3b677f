import { describe, expect, it } from 'vitest';
import { block, convert, invite, isInviteOpen, reject, type WaitlistEntry, type WaitlistStatus } from './waitlist.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const tomorrow = new Date('2030-01-02T12:00:00Z');
const offer = { tokenHash: 'hash', expiresAt: tomorrow };
const statuses: readonly WaitlistStatus[] = ['pending', 'invited', 'converted', 'rejected', 'blocked'];

const anEntry = (status: WaitlistStatus): WaitlistEntry => ({
  status,
  inviteTokenHash: status === 'invited' ? 'old hash' : null,
  invitedAt: null,
  inviteExpiresAt: status === 'invited' ? tomorrow : null,
  convertedAt: null,
  userId: null,
  updatedAt: new Date(0),
});

const actions = {
  invite: (entry: WaitlistEntry) => invite(entry, offer, noon),
  reject: (entry: WaitlistEntry) => reject(entry, noon),
  block: (entry: WaitlistEntry) => block(entry, noon),
  convert: (entry: WaitlistEntry) => convert(entry, 'user', noon),
};

describe.each([
  ['invite', 'invited', ['pending', 'invited', 'rejected']],
  ['reject', 'rejected', ['pending', 'invited']],
  ['block', 'blocked', ['pending', 'invited', 'rejected']],
  ['convert', 'converted', ['invited']],
] as const)('%s', (action, to, allowed) => {
  it.each(allowed)(`leads from %s to ${to}`, (from) => {
    expect(actions[action](anEntry(from))).toMatchObject({ status: to, updatedAt: noon });
  });

  const rejected = statuses.filter((status) => !(allowed as readonly string[]).includes(status) && status !== to);
  it.each(rejected)('is rejected when the entry is %s', (from) => {
    expect(() => actions[action](anEntry(from))).toThrow(
      expect.objectContaining({ kind: 'wrong_state', reason: 'wrong_state', message: expect.stringContaining(from) }),
    );
  });
});

describe('invite', () => {
  it('replaces the token of an earlier invitation', () => {
    expect(invite(anEntry('invited'), offer, noon)).toMatchObject({
      inviteTokenHash: 'hash',
      invitedAt: noon,
      inviteExpiresAt: tomorrow,
    });
  });
});

describe('block', () => {
  it('changes nothing when the entry is blocked', () => {
    expect(block(anEntry('blocked'), noon)).toEqual({});
  });

  it('ends an open invitation', () => {
    expect(block(anEntry('invited'), noon)).toMatchObject({ inviteTokenHash: null, inviteExpiresAt: null });
  });
});

describe('convert', () => {
  it('records who came of it, and uses the token up', () => {
    const change = convert(anEntry('invited'), 'user', noon);

    expect(change).toMatchObject({ userId: 'user', convertedAt: noon, inviteTokenHash: null });
  });

  it('is rejected a second time', () => {
    expect(() => convert(anEntry('converted'), 'user', noon)).toThrow('converted');
  });
});

describe('isInviteOpen', () => {
  it.each([
    ['invited', tomorrow, true],
    ['invited', noon, false],
    ['invited', null, false],
    ['converted', tomorrow, false],
    ['rejected', tomorrow, false],
    ['blocked', tomorrow, false],
    ['pending', tomorrow, false],
  ] as const)('of an entry that is %s and expires at %s: %s', (status, inviteExpiresAt, expected) => {
    expect(isInviteOpen({ ...anEntry(status), inviteExpiresAt }, noon)).toBe(expected);
  });
});

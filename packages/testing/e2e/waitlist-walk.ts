import { describe, expect, it } from 'vitest';
import type { Api } from '@estampa/stack/demo/api';
import { eventually } from '../src/eventually.ts';
import { reported } from './responses.ts';
import { tokenSentTo } from './mails.ts';

type Ground = { api: Api; admin: Api; mailUrl: string; anEmail(): string; password: string };

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*\.\d{3}Z$/);
const rejectedWith = (code: string) => [400, expect.objectContaining({ code })];

export function describeWaitlist(ground: () => Ground): void {
  describe('the waitlist', () => {
    describeEntry(ground);
    describeInvitation(ground);
    describeRejections(ground);
  });
}

function describeEntry(ground: () => Ground): void {
  it('takes an e-mail once, and is read, searched and noted on by admins', async () => {
    const { api, admin, anEmail } = ground();
    const body = { email: anEmail(), name: 'Test Artist', portfolioUrl: 'https://example.com/a', message: 'Hello' };
    const join = (more: object) => reported(api.client.exchange('joinWaitlist', { body: { ...body, ...more } }));
    const [status, { id, ...joined }] = await join({});
    expect([status, joined]).toEqual([201, { email: body.email, name: body.name, status: 'pending' }]);
    expect((await join({ email: body.email.toUpperCase() }))[0]).toBe(409);

    const entry = {
      ...body,
      id,
      status: 'pending',
      whatsapp: null,
      notes: null,
      invitedAt: null,
      inviteExpiresAt: null,
      convertedAt: null,
      user_id: null,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    };
    expect(await admin.client.getWaitlistEntry({ id })).toEqual(entry);
    const list = { waitlistEntries: [entry], total: 1, skip: 0, limit: 20, nextCursor: null };
    expect(await admin.client.listWaitlistEntries({ search: body.email, status: 'pending' })).toEqual(list);
    const change = { notes: 'Known', whatsapp: '+5511987654321' };
    expect(await admin.client.updateWaitlistEntry({ id, body: change })).toEqual({ ...entry, ...change });
  });
}

function describeInvitation(ground: () => Ground): void {
  it('leads an artist from an invitation to an account and a store of their own', async () => {
    const { api, admin, mailUrl, anEmail, password } = ground();
    const who = { email: anEmail(), name: 'Test Artist' };
    const { id } = await api.client.joinWaitlist({ body: who });
    const [status, invitation] = await reported(admin.client.exchange('inviteWaitlistEntry', { id }));
    const { inviteToken: token, inviteUrl, inviteExpiresAt: expiresAt } = invitation;
    expect([status, invitation.status, inviteUrl]).toEqual([200, 'invited', expect.stringContaining(token)]);
    expect(await eventually(() => tokenSentTo(mailUrl, who.email, '/signup/seller'))).toBe(token);
    expect(await api.client.validateInvite({ body: { token } })).toEqual({ valid: true, ...who, expiresAt });

    const artist = api.as(null);
    const signUp = (given: string) =>
      reported(artist.client.exchange('signUpSeller', { body: { token: given, password } }));
    const [accessToken, refreshToken] = [expect.any(String), expect.any(String)];
    expect(await signUp('0'.repeat(64))).toEqual(rejectedWith('invalid_token'));
    expect(await signUp(token)).toEqual([201, { accessToken, refreshToken, tokenType: 'bearer', expiresIn: 900 }]);
    expect(await signUp(token)).toEqual(rejectedWith('invalid_token'));

    const user = await artist.client.getCurrentUser();
    const verified = { createdAt: TIMESTAMP, emailVerifiedAt: user.createdAt };
    expect(user).toEqual({ ...who, id: user.id, status: 'active', roles: ['seller'], ...verified });
    const isNew = { storeName: who.name, onboarding_status: 'pending', storeStatus: 'unpublished' };
    expect(await artist.client.getSellerProfile()).toMatchObject(isNew);
    const converted = { status: 'converted', user_id: user.id, convertedAt: TIMESTAMP };
    expect(await admin.client.getWaitlistEntry({ id })).toMatchObject(converted);
    for (const move of ['inviteWaitlistEntry', 'rejectWaitlistEntry', 'blockWaitlistEntry'] as const)
      expect(await reported(admin.client.exchange(move, { id }))).toEqual(rejectedWith('wrong_state'));
  });
}

function describeRejections(ground: () => Ground): void {
  it('rejects an entry, which can be invited again, and blocks it for good', async () => {
    const { api, admin, anEmail } = ground();
    const { id } = await api.client.joinWaitlist({ body: { email: anEmail(), name: 'Test Artist' } });
    const invite = async () => (await admin.client.inviteWaitlistEntry({ id })).inviteToken;
    const isOpen = async (token: string) => (await api.client.validateInvite({ body: { token } })).valid;
    const request = async (move: 'invite' | 'reject' | 'block') => {
      const [status, entry] = await reported(admin.client.exchange(`${move}WaitlistEntry`, { id }));
      return [status, status === 200 ? entry.status : 'rejected'];
    };

    const first = await invite();
    expect(await request('reject')).toEqual([200, 'rejected']);
    expect(await request('reject')).toEqual([400, 'rejected']);
    const [second, third] = [await invite(), await invite()];
    expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([false, false, true]);
    expect([await request('block'), await request('block')]).toEqual(Array(2).fill([200, 'blocked']));
    expect(await isOpen(third)).toBe(false);
    expect([await request('invite'), await request('reject')]).toEqual(Array(2).fill([400, 'rejected']));
  });
}

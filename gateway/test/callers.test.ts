import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '@estampa/kernel/errors';
import { type Person, startEdge, type TestEdge } from './edge.ts';

const ME = { method: 'get', path: '/auth/me' } as const;
const LOG_OUT = { method: 'post', path: '/auth/logout' } as const;
const REFRESH = { method: 'post', path: '/auth/refresh' } as const;
const USERS_OF_ADMINS = { method: 'get', path: '/waitlist' } as const;

let edge: TestEdge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge[Symbol.asyncDispose]());

const timesAskedAbout = (...people: Person[]) =>
  edge.services.asked.filter(
    ({ method, request }) =>
      method === 'auth.getCaller' && people.some(({ sessionId }) => sessionId === request.sessionId),
  ).length;

describe('while identity is heard', () => {
  it('asks once about many requests of one session that come together', async () => {
    const person = edge.person('customer');
    const answers = await Promise.all(Array.from({ length: 20 }, () => edge.send(ME, { as: person })));

    expect([answers.every(({ status }) => status === 200), timesAskedAbout(person)]).toEqual([true, 1]);
  });

  it.each([
    ['suspended', { status: 'suspended' }],
    ['inactive', { status: 'inactive' }],
    ['without a session', { sessionActive: false }],
  ])('refuses the next request of who is %s, as soon as the event is there', async (_name, change) => {
    const person = edge.person('customer');
    await edge.send(ME, { as: person });
    edge.change(person, change);
    edge.callers.see('event-1', person.userId);

    expect((await edge.send(ME, { as: person })).status).toBe(401);
  });

  it('takes roles as they are now', async () => {
    const person = edge.person('customer');
    const before = await edge.send(USERS_OF_ADMINS, { as: person });
    edge.change(person, { roles: ['customer', 'admin'] });
    edge.callers.see('event-1', person.userId);

    expect([before.status, (await edge.send(USERS_OF_ADMINS, { as: person })).status]).toEqual([403, 200]);
  });

  it('drops all sessions of a user, and nobody else’s', async () => {
    const [person, other] = [edge.person('customer'), edge.person('customer')];
    await edge.send(ME, { as: person });
    await edge.send(ME, { as: other });
    edge.callers.see('event-1', person.userId);
    await edge.send(ME, { as: other });
    const asked = timesAskedAbout(person, other);
    await edge.send(ME, { as: person });

    expect([asked, timesAskedAbout(person, other)]).toEqual([2, 3]);
  });

  it('does not keep an answer that a change overtook, nor give it to those who come later', async () => {
    await using own = await startEdge();
    const person = own.person('customer');
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
    const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
    const usual = { userId: person.userId, status: 'active', roles: ['customer'], sessionActive: true };
    let times = 0;
    own.services.reply('auth.getCaller', async () => {
      times += 1;
      if (times > 1) return { ...usual, sessionActive: false };
      isAsked();
      await release;
      return usual;
    });

    const early = own.send(ME, { as: person });
    await asked;
    own.callers.see('event-1', person.userId);
    const late = await own.send(ME, { as: person });
    letGo();

    expect([(await early).status, late.status, (await own.send(ME, { as: person })).status]).toEqual([200, 401, 401]);
  });

  it('answers a log-out only when it has heard of it', async () => {
    await using own = await startEdge();
    const person = own.person('customer');
    await own.send(ME, { as: person });
    const { promise: recorded, resolve } = Promise.withResolvers<string>();
    own.services.recordEvents(({ id }) => resolve(id));
    let isAnswered = false;
    const answer = own.send(LOG_OUT, { as: person, body: {} }).finally(() => (isAnswered = true));

    const eventId = await recorded;
    own.change(person, { sessionActive: false });
    const wasAnsweredBefore = isAnswered;
    own.callers.see(eventId, person.userId);

    expect([wasAnsweredBefore, (await answer).headers.get('estampa-settled')]).toEqual([false, null]);
    expect((await own.send(ME, { as: person })).status).toBe(401);
  });

  it('says so when an event did not come in time, and drops what it kept all the same', async () => {
    await using own = await startEdge();
    const person = own.person('customer');
    await own.send(ME, { as: person });
    own.services.recordEvents(() => own.change(person, { sessionActive: false }));
    const answer = await own.send(LOG_OUT, { as: person, body: {} });

    expect([answer.status, answer.headers.get('estampa-settled')]).toEqual([204, 'false']);
    expect((await own.send(ME, { as: person })).status).toBe(401);
  });

  it('settles refusals too: a stolen refresh token ends its session at once', async () => {
    await using own = await startEdge();
    const person = own.person('customer');
    await own.send(ME, { as: person });
    own.services.recordEvents(({ id }) => {
      own.change(person, { sessionActive: false });
      setImmediate(() => own.callers.see(id, person.userId));
    });
    own.services.reply('auth.refreshSession', () => {
      throw new DomainError('unauthenticated', 'token_reused', 'The token was used before');
    });
    const refused = await own.send(REFRESH, { body: { refreshToken: 'used' } });

    expect([refused.status, refused.headers.get('server-timing')]).toEqual([401, expect.stringContaining('settle')]);
    expect((await own.send(ME, { as: person })).status).toBe(401);
  });
});

describe('while identity is not heard', () => {
  it('keeps nobody', async () => {
    await using deaf = await startEdge({ hears: false });
    const person = deaf.person('customer');
    const before = await deaf.send(ME, { as: person });
    deaf.change(person, { sessionActive: false });

    expect([before.status, (await deaf.send(ME, { as: person })).status]).toEqual([200, 401]);
  });

  it('drops everybody when the connection is lost, and when it has been silent', async () => {
    const person = edge.person('customer');
    await edge.send(ME, { as: person });
    edge.change(person, { sessionActive: false });
    const kept = await edge.send(ME, { as: person });
    edge.callers.lost();
    edge.callers.hears();

    expect([kept.status, (await edge.send(ME, { as: person })).status]).toEqual([200, 401]);
  });

  it('does not keep a write waiting for events', async () => {
    await using deaf = await startEdge({ hears: false });
    deaf.services.recordEvents(() => undefined);
    const answer = await deaf.send(LOG_OUT, { as: deaf.person('customer'), body: {} });

    expect([answer.status, answer.headers.get('estampa-settled')]).toEqual([204, null]);
  });
});

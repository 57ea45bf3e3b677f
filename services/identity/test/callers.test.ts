import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceUnderTest, startSharedService } from '@estampa/testing/start-service';
import { NOBODY_ID, type People, peopleOf } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

describe('the callers of sessions', () => {
  it('are listed as they are now, without those who are not logged in', async () => {
    const [changed, suspended, loggedOut, expired] = [
      await people.signUp(),
      await people.signUp(),
      await people.signUp(),
      await people.signUp(),
    ].map(({ caller }) => caller);
    const { caller: artist } = await people.joinAndSignUp();
    const update = (what: string, id: string) => identity.database.query(`update ${what} where id = $1`, [id]);
    await update(`user_account set roles = '{customer,admin}'`, changed!.userId);
    await update(`user_account set status = 'suspended'`, suspended!.userId);
    await update(`session set expires_at = now() - interval '1 minute'`, expired!.sessionId!);
    await people.auth(loggedOut).logOut({});

    const { callers } = await people.auth().listCallers({
      sessionIds: [changed, suspended, loggedOut, expired, artist].map((caller) => caller!.sessionId!),
    });

    expect(callers.toSorted((one, other) => one.roles.length - other.roles.length)).toEqual([
      {
        sessionId: artist.sessionId,
        userId: artist.userId,
        roles: ['seller'],
        sellerProfileId: artist.sellerProfileId,
      },
      {
        sessionId: changed!.sessionId,
        userId: changed!.userId,
        roles: ['customer', 'admin'],
        sellerProfileId: undefined,
      },
    ]);
  });

  it.each(['nonsense', NOBODY_ID])('are nobody for %s', async (sessionId) => {
    expect(await people.auth().listCallers({ sessionIds: [sessionId] })).toEqual({ callers: [] });
  });

  it.each([
    [100, 1],
    [101, 0],
  ])('are at most 100: of the last of %d there are %d', async (requested, found) => {
    const { sessionId } = (await people.signUp()).caller;
    const sessionIds = [...Array<string>(requested - 1).fill(NOBODY_ID), sessionId!];

    expect((await people.auth().listCallers({ sessionIds })).callers).toHaveLength(found);
  });
});

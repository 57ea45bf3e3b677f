import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresLog } from '@estampa/testing/postgres-log';
import { type ServiceUnderTest, startSharedService } from '@estampa/testing/start-service';
import { type People, peopleOf, PASSWORD } from './people.ts';

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startSharedService('identity');
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

const taken = { kind: 'conflict', reason: 'already_exists' };

it.each<[string, (name: string) => Promise<{ email: string; again: () => Promise<unknown> }>]>([
  [
    'a sign-up',
    async (name) => {
      const { email } = await people.signUp();
      return { email, again: () => people.auth().signUp({ email, password: PASSWORD, name }) };
    },
  ],
  [
    'a sign-up of a seller',
    async (name) => {
      const { id, email } = await people.join(name);
      await people.signUp(email);
      const { inviteToken: token } = await people.waitlist().inviteWaitlistEntry({ id });
      return { email, again: () => people.auth().signUpSeller({ token, password: PASSWORD }) };
    },
  ],
  [
    'joining the waitlist',
    async (name) => {
      const { email } = await people.join();
      return { email, again: () => people.waitlist(null).joinWaitlist({ email, name }) };
    },
  ],
])('%s with a known e-mail leaves nothing of it in the log of the database', async (_what, prepare) => {
  const name = `Somebody ${process.hrtime.bigint()}`;
  const { email, again } = await prepare(name);
  const before = (await postgresLog()).length;

  await expect(again()).rejects.toMatchObject(taken);

  const log = (await postgresLog()).slice(before);
  expect(log).not.toContain(email);
  expect(log).not.toContain(name);
  expect(log).not.toContain('$argon2');
});

import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';
import jsonwebtoken from 'jsonwebtoken';
import { type People, peopleOf } from './people.ts';

const ADMIN = { email: 'admin@estampa.local', password: 'estampa-admin-1' };
/** A port of the privileged range where nothing listens. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9';

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** As a secret store may store it: on one line. */
const nextKey = publicKey.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '\\n');

let identity: ServiceUnderTest;
let people: People;
beforeAll(async () => {
  identity = await startService('identity', { SMTP_URL: NO_MAIL_SERVER, IDENTITY_JWT_OTHER_KEYS: nextKey });
  people = peopleOf(identity);
});
afterAll(() => identity?.stop());

describe('a database that stands', () => {
  /** Names once written into databases; a later release that forgot one would run its migration again. */
  const STORED = [
    'Accounts',
    'SellerProfiles',
    'Waitlist',
    'Emails',
    'PictureKeys',
    'SingularTableNames',
    'PasswordResets',
    'UserLists',
    'CustomerProfiles',
    'RateCounts',
    'SuspendedStores',
    'SigningKeys',
    'KnownDevices',
    'RefreshSuccessors',
    'ForgetDevices',
    'EmailVerifications',
  ].map((name) => `${name}Migration`);

  it('knows every migration by its first name, in its order', async () => {
    const { rows } = await identity.database.query<{ name: string }>(
      'select name from mikro_orm_migrations order by id',
    );

    expect(rows.map(({ name }) => name).filter((name) => STORED.includes(name))).toEqual(STORED);
  });
});

describe('the first admin', () => {
  it('can log in', async () => {
    const { tokens } = await people.auth().logIn(ADMIN);

    expect(jsonwebtoken.decode(tokens!.accessToken)).toMatchObject({ roles: ['admin'] });
  });

  it('is made once, however often the service starts', async () => {
    await restart();

    const { rows } = await identity.database.query('select email, version from user_account');
    expect(rows).toEqual([{ email: ADMIN.email, version: 1 }]);
  });

  it('takes over an account that was opened with its e-mail', async () => {
    const { caller } = await people.signUp();
    await identity.database.query(
      `update user_account set roles = '{customer}', email = 'former@demo.example' where email = $1`,
      [ADMIN.email],
    );
    await identity.database.query('update user_account set email = $1 where id = $2', [
      ADMIN.email.toUpperCase(),
      caller.userId,
    ]);

    await restart();

    const { tokens } = await people.auth().logIn(ADMIN);
    expect(jsonwebtoken.decode(tokens!.accessToken)).toMatchObject({
      sub: caller.userId,
      roles: ['customer', 'admin'],
    });
    expect(await people.isActive(caller)).toBe(false);
  });
});

it('publishes the key that signs and the one that will', async () => {
  const { keys } = await people.auth().listSigningKeys({});
  const { tokens } = await people.auth().logIn(ADMIN);

  const signing = jsonwebtoken.decode(tokens!.accessToken, { complete: true })!.header.kid;
  expect(keys.map(({ kid }) => kid === signing)).toEqual([true, false]);
  expect(keys[1]).toMatchObject({ x: publicKey.export({ format: 'jwk' }).x, alg: 'ES256' });
});

describe('an e-mail that cannot be sent', () => {
  it('is tried again later, and does not delay the start', async () => {
    const { id } = await people.join();
    const { inviteToken } = await people.waitlist().inviteWaitlistEntry({ id });

    await eventually(async () => {
      const { rows } = await identity.database.query(
        `select *, next_attempt_at > created_at as later from email where about = $1`,
        [`waitlist_entry:${id}`],
      );
      expect(rows).toMatchObject([
        { attempts: 1, later: true, sent_at: null, last_error: expect.stringContaining('9') },
      ]);
    });
    expect(await people.waitlist().validateInvite({ token: inviteToken })).toMatchObject({ valid: true });
    expect(identity.process.log()).not.toContain(inviteToken);
  });

  it('is given up, and its token forgotten, when it would be of no use', async () => {
    await eventually(async () => {
      // Again, as an attempt that is under way sets the time of the next one.
      await identity.database.query(
        'update email set give_up_at = now(), next_attempt_at = now() where body is not null',
      );
      const { rows } = await identity.database.query('select distinct body, sent_at from email');
      expect(rows).toEqual([{ body: null, sent_at: null }]);
    });
  });
});

/** Connected clients find out in their own time that the service is back. */
async function restart(): Promise<void> {
  await identity.process.restart();
  await eventually(() => people.auth().listSigningKeys({}));
}

import { randomUUID } from 'node:crypto';
import { OrderEmailServiceClient } from '@estampa/contracts/identity/v1/order_email';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import type { ServiceView } from '@estampa/testing/service-view';
import { describeAccountDeletion } from './account-deletion.ts';
import { type OpenMattersStandIn, startOpenMatters } from './open-matters.ts';
import { admin, PASSWORD, type People, peopleOf } from './people.ts';
import { type Sent, type SmtpServer, startSmtpServer } from './smtp-server.ts';

const CLAIM_MS = 1_500;

let smtp: SmtpServer;
let openMatters: OpenMattersStandIn;
let marketplace: TestMarketplace;
let identity: ServiceView;
let people: People;
let email: string;

const environment = () => ({
  identity: {
    SMTP_URL: smtp.url,
    IDENTITY_EMAIL_CLAIM_MS: String(CLAIM_MS),
    IDENTITY_DELETE_AFTER_MS: '1',
    ORDERS_PAYMENTS_ADDRESS: openMatters.address,
    PAYOUTS_ADDRESS: openMatters.address,
  },
});

beforeAll(async () => {
  [smtp, openMatters] = await Promise.all([startSmtpServer(), startOpenMatters()]);
  marketplace = await startMarketplace({ only: ['identity'], environment: environment() });
  identity = marketplace.service('identity');
  people = peopleOf(identity);
});
afterAll(async () => {
  await marketplace?.stop();
  await smtp?.[Symbol.asyncDispose]();
  await openMatters?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  email = await newAccount();
});

/** Of which nothing is sent by itself. */
async function newAccount(): Promise<string> {
  const { user } = await people.users(admin).createUser(people.newUser({ password: PASSWORD }));
  return user!.email;
}

const mails = (): Sent[] => smtp.sent.filter(({ recipient }) => recipient === email);
const requestReset = () => people.auth().requestPasswordReset({ email });
const row = async () => {
  const { rows } = await identity.database.query(
    `select id, body is null as "isDone", sent_at as "sentAt", attempts, next_attempt_at as "nextAttemptAt"
     from email where recipient = $1`,
    [email],
  );
  return rows[0];
};
const done = () =>
  eventually(async () => expect(await row()).toMatchObject({ isDone: true, sentAt: expect.any(Date) }));
const dueNow = () => identity.database.query('update email set next_attempt_at = now() where recipient = $1', [email]);

/** The sender waits for the row that it notes its success in. */
const NOTING = `datname = current_database() and wait_event_type = 'Lock' and query like '%set sent_at%'`;

/** Kills the process once the server is at a step, and starts it again when it no longer is. */
async function crashAt(step: 'rcpt' | 'end of data'): Promise<void> {
  const before = smtp.reached[step];
  const { letGo } = smtp.pauseAt(step);
  await requestReset();
  await eventually(() => expect(smtp.reached[step]).toBe(before + 1));
  await identity.process.kill('SIGKILL');
  letGo();
  await restart();
}

async function restart(): Promise<void> {
  await identity.process.restart();
  // The connection that it ended is made anew.
  await eventually(() => people.auth().listSigningKeys({}));
}

describe('an e-mail', () => {
  it('whose sender was killed before the server had it is sent once', async () => {
    await crashAt('rcpt');
    await done();

    expect(mails()).toHaveLength(1);
  });

  it('is sent again unchanged when its sender was killed before it was acknowledged', async () => {
    await crashAt('end of data');
    await done();

    expect(mails()).toHaveLength(2);
    const [first, second] = mails();
    expect(first!.messageId).toMatch(/^<[0-9a-f-]{36}@/);
    expect(withoutBoundaries(second!)).toEqual(withoutBoundaries(first!));
  });

  it('whose sender was killed before it could note that it was taken is sent again, and then never more', async () => {
    const blocker = await identity.database.connect();
    const { letGo } = smtp.pauseAt('end of data');
    await requestReset();
    await eventually(() => expect(mails()).toHaveLength(1));
    const { id } = await row();
    await blocker.query('begin');
    await blocker.query('select 1 from email where id = $1 for update', [id]);
    letGo();
    await eventually(async () => {
      const { rows } = await identity.database.query(`select 1 from pg_stat_activity where ${NOTING}`);
      expect(rows).toHaveLength(1);
    });
    await identity.process.kill('SIGKILL');
    // The database would still do what was sent to it before.
    await identity.database.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${NOTING}`);
    await blocker.query('rollback');
    blocker.release();
    await restart();
    await done();

    expect(mails().map(({ messageId }) => messageId)).toEqual(Array(2).fill(mails()[0]!.messageId));
    await dueNow();
    await people.auth().requestPasswordReset({ email: await newAccount() });
    await eventually(async () => expect(await unsent()).toBe(0));
    expect(mails()).toHaveLength(2);
  });

  it('is sent once however slow the server is, and however many replicas there are', async () => {
    await using replica = await startMarketplace({
      only: ['identity'],
      environment: environment(),
      replicasOf: marketplace,
    });
    const { letGo } = smtp.pauseAt('end of data');
    await requestReset();
    await eventually(() => expect(mails()).toHaveLength(1));
    const claimed = (await row()).nextAttemptAt as Date;
    // Longer than two claims last: so many renewals must have been written.
    await eventually(async () => {
      expect((await row()).nextAttemptAt.getTime()).toBeGreaterThan(claimed.getTime() + 2 * CLAIM_MS);
    });
    letGo();
    await done();

    expect([mails().length, (await row()).attempts]).toEqual([1, 1]);
    expect(replica.processes.identity.pid).not.toBe(identity.process.pid);
  });

  it('is not sent again at once when the server hangs up instead of answering', async () => {
    smtp.hangUpAt('end of data');
    await requestReset();
    await eventually(async () => {
      const { attempts, nextAttemptAt } = await row();
      expect([attempts, nextAttemptAt.getTime() > Date.now() + 10_000]).toEqual([1, true]);
    });
    smtp.hangUpAt(null);
    await dueNow();
    await done();

    expect(mails().map(({ messageId }) => messageId)).toEqual(Array(2).fill(mails()[0]!.messageId));
  });

  it('does not wait for another whose server does not respond', async () => {
    const { letGo } = smtp.pauseAt('end of data');
    await requestReset();
    await eventually(() => expect(mails()).toHaveLength(1));
    const other = await newAccount();
    await people.auth().requestPasswordReset({ email: other });

    await eventually(() => expect(smtp.sent.some(({ recipient }) => recipient === other)).toBe(true));
    letGo();
    await done();
  });
});

describe('an e-mail about an order', () => {
  const posted = (id: string, orderId: string) => ({
    id,
    kind: 'approved',
    orderId,
    orderNumber: 7,
    recipient: email,
    fullName: 'Demo buyer',
    items: [{ title: 'Camiseta', quantity: 1, lineTotalCents: 7_990 }],
    amountCents: 7_990,
    receiptUrl: 'https://api.shop.example/receipts/token',
    reachedAt: new Date(),
  });

  it('is sent once, however often its service repeats it, before it is sent and after', async () => {
    const orderEmails = identity.client(OrderEmailServiceClient);
    const about = posted(randomUUID(), randomUUID());
    await Promise.all([1, 2].map(() => orderEmails.postOrderEmail(about)));
    await done();
    await orderEmails.postOrderEmail(about);
    await orderEmails.postOrderEmail({ ...about, id: randomUUID(), kind: 'shipped' });

    await eventually(() => expect(mails()).toHaveLength(2));
    expect(mails().map(({ messageId }) => messageId.includes(about.id))).toEqual([true, false]);
  });

  it('comes from services alone', async () => {
    const asAdmin = identity.client(OrderEmailServiceClient, { caller: admin });

    await expect(asAdmin.postOrderEmail(posted(randomUUID(), randomUUID()))).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});

const unsent = async (): Promise<number> => {
  const { rows } = await identity.database.query('select count(*)::int as count from email where body is not null');
  return rows[0].count;
};

/** The parts of a message are separated by a boundary that the library draws at random. */
const withoutBoundaries = ({ text }: Sent): string => text.replaceAll(/--_NmP-[\w-]+/g, '--');

describeAccountDeletion(() => ({ identity, people, openMatters, restart }));

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startInfrastructure } from '@estampa/stack/infrastructure/infrastructure';
import { startMarketplace } from '@estampa/stack/marketplace';
import { Random } from '@estampa/stack/random';
import { createStep, seconds, table } from '@estampa/stack/terminal';
import type { ProcessName } from '@estampa/stack/topology';
import { waitFor } from '@estampa/stack/wait';
import pg from 'pg';
import { AMOUNT_CENTS, anOrder, itemIs, orderIs } from '../../../services/payouts/test/events.ts';
import { TopicProbe } from '../src/topic-probe.ts';
import { checkPaid, type Tally } from '../src/transfer-kills/check.ts';
import { payUnderKills } from '../src/transfer-kills/kills.ts';
import type { PaidSeller } from '../src/transfer-kills/world.ts';
import { openPlace } from './stage.ts';

const SELLERS_OF_ROUND = 28;
/** More than are needed as a rule; those of rounds that are not needed are never paid. */
const KILLS_OF_ROUND = 10;
const EARNED_WITHIN_MS = 180_000;
/** Intervals that are long in production; a search is behind by more than the time after which a request is repeated. */
const SHORT_WAITS = {
  PAYOUT_REPEAT_AFTER_MS: '1000',
  PAYOUT_RETURNS_EVERY_MS: '1000',
  PAYOUT_ONE_APPROVER_MAX_CENTS: '100000000',
};

export interface KillsOutcome {
  readonly kills: number;
  readonly tallies: readonly Tally[];
  readonly wrongs: readonly string[];
}

/** Two processes of payouts, killed so often while payout runs are sent against the provider's sandbox; then everything is compared. */
export async function payoutKills({ kills, seed }: { kills: number; seed: number }): Promise<KillsOutcome> {
  const begun = performance.now();
  await using resources = new AsyncDisposableStack();
  const place = await openPlace(createStep(), resources);
  const infrastructure = await startInfrastructure(place);
  resources.defer(() => infrastructure.stop());
  const start = async (name: string, only: readonly ProcessName[], more: Record<string, string> = {}) => {
    const options = { ...place, infrastructure, only, environment: { payouts: { ...SHORT_WAITS, ...more } } };
    const started = await startMarketplace({ ...options, directory: join(place.directory, name) });
    resources.defer(() => started.stop());
    return started;
  };
  const first = await start('first', ['sandbox', 'gateway', 'payouts']);
  const second = await start('second', ['payouts'], { ASAAS_BASE_URL: `${first.sandboxUrl}/asaas/v3` });
  const databaseUrl = first.surroundings.databaseUrls.payouts!;
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  database.on('error', () => {});
  resources.defer(() => database.end());

  const rounds = Array.from({ length: Math.ceil(kills / KILLS_OF_ROUND) }, () =>
    Array.from({ length: SELLERS_OF_ROUND }, () => ({ sellerProfileId: randomUUID(), earnedCents: AMOUNT_CENTS })),
  );
  await using topics = new TopicProbe(infrastructure.kafka.brokers, first.surroundings.prefix);
  await earn(topics, database, rounds.flat());
  const inUse = {
    replicas: [first, second].map((one) => ({ process: one.processes.payouts, address: one.address('payouts') })),
    database,
    databaseUrl,
    sandboxUrl: first.sandboxUrl,
    asaasApiKey: place.secrets.asaasApiKey,
    random: new Random(seed),
  };
  const report = (made: number, round: number) =>
    console.log(`round ${round}: ${made} kills, ${seconds(performance.now() - begun)}`);
  const paid = await payUnderKills(inUse, { rounds, kills, report });
  return { kills: paid.kills, ...(await checkPaid(inUse, paid)) };
}

/** Each sells one item, which is delivered. */
async function earn(topics: TopicProbe, database: pg.Pool, sellers: readonly PaidSeller[]): Promise<void> {
  for (const { sellerProfileId } of sellers) {
    const order = anOrder({ sellerProfileId });
    await topics.publish('orders.v1', orderIs(order, 'approved', 2));
    await topics.publish('fulfillment.v1', itemIs(order, 'delivered', 2));
  }
  const haveEarned = async () => {
    const found = await database.query(`select count(*)::int as items from payout_item where status = 'releasable'`);
    return found.rows[0].items === sellers.length;
  };
  await waitFor('earnings of all sellers', haveEarned, { deadlineMs: EARNED_WITHIN_MS });
}

const HEAD = [
  'what befell it',
  'sellers',
  'kills amid',
  'intents',
  'transfers made',
  'arrived',
  'doubled',
  'lost',
  'to another key',
];

export const rowsOfKills = (tallies: readonly Tally[]): string[][] => [
  HEAD,
  ...tallies.map(({ title, ...counts }) => [title, ...Object.values(counts).map(String)]),
];

export const reportOfKills = ({ kills, tallies }: KillsOutcome): string =>
  `${kills} kills\n${table(rowsOfKills(tallies))}`;
